"""Late interaction: the vectors of a text's tokens go in, and how well each asked word is met by a text comes out.

A question is compared word by word: each of its tokens is met by the likest token of a text (MaxSim: Khattab and
Zaharia, ColBERT, 2020), and what each is met with is added up. A token of a text is kept as the signs of its vector's
components, 48 bytes for 384; a question's keeps its floats. Measured on three long conversations, share of the right
turns among the first ten: 32-bit floats .801, signs .799, 64 principal components .786, 128 random directions .783.

Texts lie in immutable layers, the newer of which hides the older. Nothing is searched here: this ranks what other
channels found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from graphmem.index.files import UNREADABLE, Folder
from graphmem.index.layers import tail_to_merge

# Multiplications of a product that OpenBLAS does not split among threads (65,536 times its threshold of 4).
ALONE = 1 << 18
UNPACKED = 256  # tokens that are unpacked at a time: 384 KB


def signs(vectors: np.ndarray) -> np.ndarray:
    """Which components of each vector are positive, as bits: (tokens, dimensions) becomes (tokens, dimensions / 8)."""
    packed: np.ndarray = np.packbits(vectors > 0, axis=1)
    return packed


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Some texts by document number, ascending, and the bits of their tokens one behind the other."""

    numbers: np.ndarray  # u4
    digests: np.ndarray  # u8 hashes of the texts
    starts: np.ndarray  # i8, one more than numbers
    bits: np.ndarray  # u1 (tokens, dimensions / 8)
    file: str = ""

    def text(self, place: int) -> np.ndarray:
        """The bits of one text."""
        found: np.ndarray = self.bits[self.starts[place] : self.starts[place + 1]]
        return found


def times(bits: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """The matrix product of some rows of bits, unpacked, in blocks that BLAS multiplies on this thread.

    A larger product wakes a thread for each core and waits for them: measured on a busy machine, 9,000 tokens against
    12 take 17 ms so, and 2 ms in blocks. What is unpacked stays in the processor's cache until it is multiplied.
    """
    size = max(1, ALONE // columns.size)
    step = size * max(1, UNPACKED // size)
    product = np.empty((len(rows), columns.shape[1]), np.float32)
    plus = np.empty((min(step, len(rows)), len(columns)), np.float32)
    for first in range(0, len(rows), step):
        part = np.unpackbits(bits[rows[first : first + step]], axis=1, count=len(columns))
        count, whole = len(part), len(part) - len(part) % size
        np.copyto(plus[:count], part)
        blocks = (
            plus[:whole].reshape(-1, size, len(columns)),
            product[first : first + whole].reshape(-1, size, columns.shape[1]),
        )
        np.matmul(blocks[0], columns, out=blocks[1])
        np.matmul(plus[whole:count], columns, out=product[first + whole : first + count])
    return product


def layer_of(texts: Mapping[int, tuple[int, np.ndarray]]) -> Layer:
    """Numbers with digest and bits as a layer."""
    numbers = np.array(sorted(texts), np.uint32)
    rows = [texts[number] for number in numbers.tolist()]
    lengths = np.array([len(bits) for _, bits in rows], np.int64)
    return Layer(
        numbers=numbers,
        digests=np.array([digest for digest, _ in rows], np.uint64),
        starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]),
        bits=np.concatenate([bits for _, bits in rows]),
    )


def merge(layers: Sequence[Layer], *, without: np.ndarray | None = None) -> Layer | None:
    """Layers, the older before the newer, as one in which nothing is hidden; None when nothing is left."""
    newest: dict[int, tuple[Layer, int]] = {}
    for layer in layers:
        newest.update((number, (layer, place)) for place, number in enumerate(layer.numbers.tolist()))
    if without is not None:
        for number in without.tolist():
            newest.pop(number, None)
    if not newest:
        return None
    return layer_of({n: (int(layer.digests[at]), layer.text(at)) for n, (layer, at) in newest.items()})


def weighed(
    matched: np.ndarray, weights: np.ndarray, pairs: Sequence[tuple[int, int]], share: float
) -> tuple[list[float], list[float]]:
    """The weighted sums of rows of (texts, tokens): alone, and where each token may be met in another text too.

    `pairs` are a text and another that may meet for it, at a `share` of the likeness.
    """
    together = matched.copy()
    if pairs:
        owners, others = np.array(pairs).T
        np.maximum.at(together, owners, np.float32(share) * matched[others])
    # Sums in a fixed order, whatever the other rows are.
    return np.einsum("ij,j->i", matched, weights).tolist(), np.einsum("ij,j->i", together, weights).tolist()


def grouped(matched: np.ndarray, groups: np.ndarray, weights: np.ndarray) -> list[float]:
    """The weighted sum of each row's group: each token is met by the text of the group that meets it best."""
    _, at = np.unique(groups, return_inverse=True)
    best = np.full((int(at.max(initial=-1)) + 1, matched.shape[1]), -np.inf, np.float32)
    np.maximum.at(best, at, matched)
    return [float(score) for score in np.einsum("ij,j->i", best, weights)[at]]


class TokenIndex:
    """The tokens of an index's texts. One thread updates; any number read."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self.layers: tuple[Layer, ...] = ()
        self.spare: tuple[Layer, ...] = ()
        self._spare_places: list[tuple[Layer, np.ndarray, np.ndarray]] = []

    def updated(
        self, numbers: Sequence[int], digests: Sequence[int], rows: Sequence[np.ndarray]
    ) -> tuple[Layer, ...]:
        """The layers after these texts were put in, in the place of earlier ones with the same numbers."""
        if not numbers:
            return self.layers
        fresh = layer_of(dict(zip(numbers, zip(digests, rows, strict=True), strict=True)))
        layers = [*self.layers, fresh]
        if count := tail_to_merge([len(layer.numbers) for layer in layers]):
            merged = merge(layers[-count:])
            layers[-count:] = [] if merged is None else [merged]
        return tuple(layers)

    def purged(self, numbers: np.ndarray) -> tuple[Layer, ...]:
        """The layers as one, without these documents (sorted numbers) and without an earlier text of any."""
        whole = merge(self.layers, without=numbers)
        return () if whole is None else (whole,)

    def known(self, digests: Iterable[int]) -> dict[int, np.ndarray]:
        """The spare bits of texts with these digests."""
        wanted = np.array(sorted(set(digests)), np.uint64)
        found: dict[int, np.ndarray] = {}
        for layer, keys, places in self._spare_places:
            at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            hit = np.flatnonzero(keys[at] == wanted)
            for digest, place in zip(wanted[hit].tolist(), places[at[hit]].tolist(), strict=True):
                found[digest] = np.asarray(layer.text(place))
        return found

    def keep_spare(self, layers: Sequence[Layer]) -> None:
        """Hold these layers for `known` to look in."""
        self.spare = tuple(layers)
        self._spare_places = []
        for layer in layers:
            order = np.argsort(layer.digests, kind="stable")
            self._spare_places.append((layer, layer.digests[order], order))

    def reset(self) -> None:
        """Begin anew; what there was is spare."""
        self.keep_spare((*self.spare, *self.layers))
        self.layers = ()

    def sizes(self, numbers: np.ndarray) -> np.ndarray:
        """How many tokens each text has; 0 for a document without a text here."""
        found = np.zeros(len(numbers), np.int64)
        unseen = np.ones(len(numbers), bool)
        for layer in reversed(self.layers):
            at = np.minimum(np.searchsorted(layer.numbers, numbers), len(layer.numbers) - 1)
            hit = np.flatnonzero(unseen & (layer.numbers[at] == numbers))
            unseen[hit] = False
            found[hit] = layer.starts[at[hit] + 1] - layer.starts[at[hit]]
        return found

    def met(self, numbers: np.ndarray, query: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """How well each text meets the question, about -1 to 1; NaN for a document without a text here.

        `query` holds a unit vector for each token of the question, `weights` what each counts; they sum to 1.
        """
        found: np.ndarray = np.einsum("ij,j->i", self.matched(numbers, query), weights.astype(np.float32))
        return found

    def matched(self, numbers: np.ndarray, query: np.ndarray) -> np.ndarray:
        """How well the likest token of each text meets each token of the question: (texts, tokens), about -1 to 1.

        NaN in the row of a document without a text here.
        """
        matched = np.full((len(numbers), len(query)), np.nan, np.float32)
        unseen = np.ones(len(numbers), bool)
        for layer in reversed(self.layers):
            at = np.minimum(np.searchsorted(layer.numbers, numbers), len(layer.numbers) - 1)
            hit = np.flatnonzero(unseen & (layer.numbers[at] == numbers))
            if not len(hit):
                continue
            unseen[hit] = False
            begins, ends = layer.starts[at[hit]], layer.starts[at[hit] + 1]
            widths = ends - begins
            offsets = np.cumsum(widths) - widths
            rows = np.repeat(begins - offsets, widths) + np.arange(int(widths.sum()))
            # BLAS kernels may raise the flag for padding that is no part of the product.
            with np.errstate(invalid="ignore"):
                product = times(layer.bits, rows, np.ascontiguousarray(query.T))
            # The cosine of a token's signs with a token of the question grows with the product.
            best = np.maximum.reduceat(product, offsets, axis=0)
            matched[hit] = (2.0 * best - query.sum(axis=1)) / np.float32(self.dimensions**0.5)
        return matched

    def save(self, folder: Folder) -> dict[str, Any]:
        """Write the layers that are in memory only; what the manifest must keep."""
        self.layers = tuple(layer if layer.file else saved(layer, folder) for layer in self.layers)
        if any(not layer.file for layer in self.spare):
            self.keep_spare([layer if layer.file else saved(layer, folder) for layer in self.spare])
        return {
            "layers": [layer.file for layer in self.layers],
            "spare": [layer.file for layer in self.spare],
        }

    def load(self, folder: Folder, part: Mapping[str, Any]) -> None:
        """Map what was saved; raises Damaged."""
        self.layers = tuple(mapped(folder, name) for name in part["layers"])
        self.keep_spare([mapped(folder, name) for name in part["spare"]])

    def salvaged(self, folder: Folder, saved_: Mapping[str, Any]) -> list[Layer]:
        """Those of the saved layers whose files are whole."""
        found: list[Layer] = []
        for name in (*saved_["layers"], *saved_["spare"]):
            with suppress(*UNREADABLE):
                folder.check(name)
                found.append(mapped(folder, name))
        return found

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [layer.file for layer in (*self.layers, *self.spare) if layer.file]


_ARRAYS = ("numbers", "digests", "starts", "bits")


def saved(layer: Layer, folder: Folder) -> Layer:
    """The layer on disk."""
    return mapped(folder, folder.write("tokens", {key: getattr(layer, key) for key in _ARRAYS}))


def mapped(folder: Folder, name: str) -> Layer:
    """A layer that was saved; its bits are read where they lie."""
    arrays = folder.map(name)
    layer = Layer(**{key: arrays[key] for key in _ARRAYS}, file=name)
    return replace(layer, numbers=np.array(layer.numbers), starts=np.array(layer.starts))
