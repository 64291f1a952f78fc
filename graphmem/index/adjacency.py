"""The graph as neighbour lists over document numbers: edges come and go, neighbours of many nodes come out at once.

An edge is two halves, one at each end. Layers of compressed sparse rows hold how much each half was added or
taken away (+1, -1), and what is there is the sum over the layers: nothing is ever searched for to be removed, and
a layer never changes.

Facts join entities, messages tell facts and mention entities, sessions hold messages in their order. Two entities
that are related are two steps apart, through the fact that says so: then the times of the fact decide whether the
way is open, and no edge needs times of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphmem.index.files import Folder
from graphmem.index.layers import tail_to_merge

# Kinds of half edges. Both halves have one kind, but for aliases, where it matters which name means the other.
ABOUT, MENTIONS, STATED_IN, IN_SESSION, NEXT, ALIAS_OF, HAS_ALIAS = range(1, 8)
EDGE_KINDS = {
    "about": ABOUT,
    "mentions": MENTIONS,
    "stated_in": STATED_IN,
    "in_session": IN_SESSION,
    "next": NEXT,
    "alias_of": ALIAS_OF,
    "has_alias": HAS_ALIAS,
}
# Of a page to the facts on it. Edges of pages lie in an `Adjacency` of their own: no walk steps on a page, which only
# repeats what its facts say, and to know that somebody has one tells nothing of how well they are known.
CITES = 0
OTHER_HALF = {kind: kind for kind in (CITES, *EDGE_KINDS.values())} | {
    ALIAS_OF: HAS_ALIAS,
    HAS_ALIAS: ALIAS_OF,
}

# One end, other end, kind as seen from the first, +1 or -1.
Delta = tuple[int, int, int, int]


# A key is a node and a kind: what a node has of one kind lies together, so that a hub is not searched for the
# few edges of a kind that it has. There is room for 2 ** 29 nodes.
_KEY_BITS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Half edges, by the node that they leave and their kind."""

    keys: np.ndarray  # u4, ascending
    starts: np.ndarray  # i8, one more than keys
    others: np.ndarray  # u4
    kinds: np.ndarray  # u1
    counts: np.ndarray  # i2, never 0
    file: str = ""

    @property
    def nodes(self) -> np.ndarray:
        """The node of each key."""
        return self.keys >> np.uint32(_KEY_BITS)

    def rows(self, nodes: np.ndarray, kind: int | None) -> tuple[np.ndarray, np.ndarray]:
        """For each half edge of the nodes which of them it leaves, and its place in the layer."""
        first = nodes.astype(np.uint32) << np.uint32(_KEY_BITS)
        low = first if kind is None else first + np.uint32(kind)
        high = first + np.uint32(1 << _KEY_BITS) if kind is None else low + np.uint32(1)
        begins = self.starts[np.searchsorted(self.keys, low)]
        widths = self.starts[np.searchsorted(self.keys, high)] - begins
        owners = np.repeat(np.arange(len(nodes)), widths)
        offsets = np.arange(len(owners)) - np.repeat(np.cumsum(widths) - widths, widths)
        return owners, np.repeat(begins, widths) + offsets


def layer_of(nodes: np.ndarray, others: np.ndarray, kinds: np.ndarray, counts: np.ndarray) -> Layer | None:
    """Half edges as a layer, those that say the same summed; None when nothing is left of them."""
    keys = (nodes.astype(np.uint32) << np.uint32(_KEY_BITS)) | kinds
    order = np.lexsort((others, keys))
    keys, others, kinds, counts = keys[order], others[order], kinds[order], counts[order]
    fresh = np.ones(len(keys), bool)
    fresh[1:] = (keys[1:] != keys[:-1]) | (others[1:] != others[:-1])
    begins = np.flatnonzero(fresh)
    if not len(begins):
        return None
    sums = np.add.reduceat(counts.astype(np.int64), begins)
    begins, sums = begins[sums != 0], sums[sums != 0]
    if not len(begins):
        return None
    unique, starts = np.unique(keys[begins], return_index=True)
    return Layer(
        keys=unique,
        starts=np.append(starts, len(begins)).astype(np.int64),
        others=others[begins],
        kinds=kinds[begins],
        counts=np.clip(sums, -0x7FFF, 0x7FFF).astype(np.int16),
    )


class Adjacency:
    """The edges of one index. One thread updates; any number read."""

    def __init__(self) -> None:
        self.layers: tuple[Layer, ...] = ()
        self.degrees = np.zeros(1024, np.int32)  # half edges of each node, by number

    def updated(self, deltas: Iterable[Delta]) -> tuple[Layer, ...]:
        """The layers after edges were added and taken away; each delta stands for both halves."""
        both = [
            half
            for one, other, kind, sign in deltas
            for half in ((one, other, kind, sign), (other, one, OTHER_HALF[kind], sign))
        ]
        layers = list(self.layers)
        if both:
            columns = np.array(both, np.int64).T
            layer = layer_of(
                columns[0].astype(np.uint32),
                columns[1].astype(np.uint32),
                columns[2].astype(np.uint8),
                columns[3].astype(np.int16),
            )
            if layer is not None:
                layers.append(layer)
        if count := tail_to_merge([len(layer.others) for layer in layers]):
            merged = merge(layers[-count:])
            layers[-count:] = [] if merged is None else [merged]
        return tuple(layers)

    def put(self, layers: tuple[Layer, ...], deltas: Sequence[Delta]) -> None:
        """Take the layers that `updated` made of these deltas; nobody reads meanwhile."""
        self.layers = layers
        if not deltas:
            return
        columns = np.array(deltas, np.int64)
        top = int(columns[:, :2].max()) + 1
        if top > len(self.degrees):
            grown = np.zeros(max(top, 2 * len(self.degrees)), np.int32)
            grown[: len(self.degrees)] = self.degrees
            self.degrees = grown
        np.add.at(self.degrees, columns[:, 0], columns[:, 3])
        np.add.at(self.degrees, columns[:, 1], columns[:, 3])

    def update(self, deltas: Sequence[Delta]) -> None:
        """Add edges and take edges away."""
        self.put(self.updated(deltas), deltas)

    def half_edges(
        self, nodes: np.ndarray, kind: int | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of several nodes: which node each half edge leaves (its place in `nodes`), the other end, kind and count.

        The counts of equal half edges must be summed by who uses them; a half edge that was taken away is there
        twice, once with each sign.
        """
        owners, others, kinds, counts = [], [], [], []
        for layer in self.layers:
            owner, at = layer.rows(nodes, kind)
            owners.append(owner)
            others.append(layer.others[at])
            kinds.append(layer.kinds[at])
            counts.append(layer.counts[at])
        if not owners:
            return np.empty(0, np.int64), np.empty(0, np.uint32), np.empty(0, np.uint8), np.empty(0, np.int16)
        return np.concatenate(owners), np.concatenate(others), np.concatenate(kinds), np.concatenate(counts)

    def neighbours(self, node: int, kind: int | None = None) -> dict[tuple[int, int], int]:
        """The other ends and kinds of a node's edges, and how many there are of each."""
        if node >= len(self.degrees) or not self.degrees[node]:
            return {}
        _, others, kinds, counts = self.half_edges(np.array([node], np.uint32), kind)
        found: dict[tuple[int, int], int] = {}
        for other, of_kind, count in zip(others.tolist(), kinds.tolist(), counts.tolist(), strict=True):
            found[other, of_kind] = found.get((other, of_kind), 0) + count
        return {key: count for key, count in found.items() if count > 0}

    def degree(self, node: int) -> int:
        """How many half edges a node has."""
        return int(self.degrees[node]) if node < len(self.degrees) else 0

    @staticmethod
    def back(kind: int) -> int:
        """A kind of edge as seen from the other end."""
        return OTHER_HALF[kind]

    def others(self, nodes: Sequence[int], kind: int) -> np.ndarray:
        """The distinct other ends of edges of one kind, ascending."""
        if not len(nodes):
            return np.empty(0, np.uint32)
        owners, others, _, counts = self.half_edges(np.array(nodes, np.uint32), kind)
        unique, inverse = np.unique(owners * (1 << 32) + others, return_inverse=True)
        sums = np.bincount(inverse, weights=counts, minlength=len(unique))
        found: np.ndarray = np.unique((unique[sums > 0] & 0xFFFFFFFF).astype(np.uint32))
        return found

    def purged(self, numbers: np.ndarray) -> tuple[Layer, ...]:
        """The layers as one, without any edge of these nodes."""
        whole = merge(self.layers, without=numbers)
        return () if whole is None else (whole,)

    def count_degrees(self) -> None:
        """Count the degrees anew, from the layers."""
        top = max((int(layer.nodes[-1]) for layer in self.layers), default=0) + 1
        degrees = np.zeros(max(1024, top), np.int32)
        for layer in self.layers:
            sums = np.add.reduceat(layer.counts.astype(np.int32), layer.starts[:-1])
            np.add.at(degrees, layer.nodes, sums)
        self.degrees = degrees

    def save(self, folder: Folder) -> dict[str, Any]:
        """Write the layers that are in memory only; what the manifest must keep."""
        self.layers = tuple(
            layer
            if layer.file
            else mapped(folder, folder.write("edges", {key: getattr(layer, key) for key in _ARRAYS}))
            for layer in self.layers
        )
        return {"layers": self.file_names}

    def load(self, folder: Folder, part: Mapping[str, Any]) -> None:
        """Map what was saved."""
        self.layers = tuple(mapped(folder, name) for name in part["layers"])
        self.count_degrees()

    @property
    def file_names(self) -> list[str]:
        """Every file of this part."""
        return [layer.file for layer in self.layers if layer.file]


_ARRAYS = ("keys", "starts", "others", "kinds", "counts")


def mapped(folder: Folder, name: str) -> Layer:
    """A layer that was saved."""
    arrays = folder.map(name)
    return Layer(**{key: arrays[key] for key in _ARRAYS}, file=name)


def merge(layers: Sequence[Layer], *, without: np.ndarray | None = None) -> Layer | None:
    """Several layers as one; None when they cancel out."""
    if not layers:
        return None
    nodes = np.concatenate([np.repeat(layer.nodes, np.diff(layer.starts)) for layer in layers])
    columns = [
        nodes,
        *(np.concatenate([getattr(layer, key) for layer in layers]) for key in ("others", "kinds", "counts")),
    ]
    if without is not None:
        keep = ~np.isin(nodes, without) & ~np.isin(columns[1], without)
        columns = [column[keep] for column in columns]
    return layer_of(*columns)
