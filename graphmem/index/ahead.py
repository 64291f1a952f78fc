"""Vectors of what is about to be taken in, made while the parser and the graph are at work.

An import knows its texts long before they are committed. Told of them, one thread embeds them meanwhile, and whoever
takes them into the index finds them made. The last ones stay, since "ok" and "thanks" come again and again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from graphmem.errors import EmbedderError

if TYPE_CHECKING:
    import numpy as np

    from graphmem.index.embed import Embedder

PIECE = 16  # texts that are embedded in one go: more wait longer for the first, fewer cost more passes
MOST = 1024  # texts that are kept, at some 10 KB each


class Vectors(NamedTuple):
    """What an embedder makes of a text: its vector, and the bits of its tokens where it tells them apart."""

    row: np.ndarray  # (dimensions,) 32-bit floats
    signs: np.ndarray | None  # (tokens, dimensions / 8) bytes


class Ahead:
    """Embeds in a thread of its own what it is told to expect; safe to use from several threads."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._made: OrderedDict[str, tuple[Future[list[Vectors]], int]] = OrderedDict()
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def expect(self, texts: Sequence[str]) -> None:
        """Begin to embed texts; those that are expected already are not begun again."""
        with self._lock:
            fresh = [text for text in dict.fromkeys(texts) if text.strip() and text not in self._made]
            if not fresh:
                return
            self._pool = self._pool or ThreadPoolExecutor(1, thread_name_prefix="graphmem-embed")
            for first in range(0, len(fresh), PIECE):
                piece = fresh[first : first + PIECE]
                job = self._pool.submit(vectors_of, self.embedder, piece)
                self._made.update((text, (job, place)) for place, text in enumerate(piece))
            while len(self._made) > MOST:
                self._made.popitem(last=False)

    def take(self, text: str) -> Vectors | None:
        """The vectors of a text that was expected, once they are made; None for any other, and when there are none."""
        with self._lock:
            found = self._made.get(text)
        if found is None:
            return None
        job, place = found
        try:
            return job.result()[place]
        except (EmbedderError, CancelledError):
            with self._lock:
                self._made.pop(text, None)
            return None  # whoever needs it asks the embedder, and says what is wrong

    def clear(self) -> None:
        """Forget every text and what was made of it."""
        with self._lock:
            self._made.clear()

    def close(self) -> None:
        """Forget every text and let the thread end; safe to call twice."""
        self.clear()
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def vectors_of(embedder: Embedder, texts: Sequence[str]) -> list[Vectors]:
    """The vectors of some texts; raises EmbedderError."""
    from graphmem.index import tokens  # noqa: PLC0415 - brings numpy, which a thin client never needs
    from graphmem.index.embed import TokenEmbedder  # noqa: PLC0415 - as above

    if isinstance(embedder, TokenEmbedder):
        rows, parts = embedder.embed_tokens(texts)
        return [Vectors(row, tokens.signs(part)) for row, part in zip(rows, parts, strict=True)]
    return [Vectors(row, None) for row in embedder.embed(texts)]
