"""The texts of a change get their vectors: known texts keep theirs, each new text is embedded once."""

from __future__ import annotations

import logging
from typing import NamedTuple

import numpy as np

from graphmem.errors import EmbedderError
from graphmem.index import tokens
from graphmem.index.ahead import Ahead, vectors_of
from graphmem.index.changes import Staged
from graphmem.index.embed import Embedder
from graphmem.index.part import Part, units
from graphmem.index.table import hash64
from graphmem.index.tokens import TokenIndex
from graphmem.index.vector import VectorIndex

log = logging.getLogger("graphmem")


class Embedded(NamedTuple):
    """Both kinds of vectors after a change, None for a kind that is not kept; how many texts have got none."""

    parts: tuple[Part, ...] | None
    layers: tuple[tokens.Layer, ...] | None
    bare: int = 0


def embed(
    ahead: Ahead | None, vectors: VectorIndex | None, words: TokenIndex | None, staged: Staged
) -> Embedded:
    """The vectors after a change, those that were made ahead among them.

    What an embedder has no vectors for now is found by its words, until the index is opened and it answers again.
    """
    if ahead is None or vectors is None:
        return Embedded(None, None)
    if not staged.texts:
        return Embedded(vectors.parts, None if words is None else words.layers)
    numbers = sorted(staged.embedded)
    digests = [hash64(staged.texts[number]) for number in numbers]
    wanted = dict(zip(digests, (staged.texts[number] for number in numbers), strict=True))
    known = {digest: units(row[None])[0] for digest, row in vectors.known(wanted).items()}
    signs = {} if words is None else words.known(wanted)
    fresh = {d: t for d, t in wanted.items() if d not in known or (words is not None and d not in signs)}
    made = {digest: found for digest, text in fresh.items() if (found := ahead.take(text)) is not None}
    left = {digest: text for digest, text in fresh.items() if digest not in made}
    bare = 0
    try:
        made.update(zip(left, vectors_of(ahead.embedder, list(left.values())) if left else (), strict=True))
    except EmbedderError as cause:
        log.warning("%d texts stay without vectors: %s", bare := len(left), cause)
    known.update((digest, one.row) for digest, one in made.items())
    signs.update((digest, one.signs) for digest, one in made.items() if one.signs is not None)
    met = [(number, digest) for number, digest in zip(numbers, digests, strict=True) if digest in known]
    numbers, digests = [number for number, _ in met], [digest for _, digest in met]
    gone = sorted(staged.texts.keys() - set(numbers))
    rows = np.array([known[digest] for digest in digests], np.float32)
    return Embedded(
        vectors.updated(numbers, digests, rows, gone),
        None if words is None else words.updated(numbers, digests, [signs[digest] for digest in digests]),
        bare,
    )


def answers(embedder: Embedder | None) -> bool:
    """True when the embedder has vectors to give."""
    try:
        return embedder is not None and len(embedder.embed(["hello"])) == 1
    except EmbedderError:
        return False
