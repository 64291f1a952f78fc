"""A stand-in for the embedding model, for stores whose texts the model would embed for hours: words have directions.

A token's vector is the direction of its word, a text's that of the sum. A question is read by the real model too, and
what that gives is thrown away, so that asking costs what it costs; so is, when it is `paid`, every text that comes in.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence

import numpy as np

from graphmem.index.minilm import MiniLM

_WORD = re.compile(r"\w+")


class Directions:
    """An embedder of graphmem: 384 dimensions, tokens told apart."""

    name, dimensions, fingerprint, floor = "directions", 384, "directions/1", 0.0

    def __init__(self, *, paid: bool = False) -> None:
        self.paid = paid
        self.table = np.random.default_rng(7).normal(size=(1 << 14, self.dimensions)).astype(np.float32)
        self.model = MiniLM()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """A unit vector for each text."""
        return self.embed_tokens(texts)[0]

    def embed_question(self, question: str) -> np.ndarray:
        """A unit vector for the question."""
        vector: np.ndarray = self.embed([question])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> tuple[np.ndarray, list[np.ndarray]]:
        """Unit vectors, and the vectors of the words of each text."""
        if self.paid:
            self.model.embed_tokens(texts)
        words = [self.rows(text) for text in texts]
        sums = np.array([rows.sum(axis=0) for rows in words], np.float32).reshape(-1, self.dimensions)
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12), words

    def begin(self, question: str) -> Callable[[], tuple[np.ndarray, np.ndarray, list[str]]]:
        """A question's vector, those of its words, and the words."""
        model = self.model.begin(question)

        def read() -> tuple[np.ndarray, np.ndarray, list[str]]:
            model()
            tokens = self.rows(question)
            total = tokens.sum(axis=0)
            units = tokens / np.linalg.norm(tokens, axis=1, keepdims=True)
            return total / np.linalg.norm(total), units, _WORD.findall(question)

        return read

    def rows(self, text: str) -> np.ndarray:
        """The direction of each word."""
        places = [zlib.crc32(word.lower().encode()) % len(self.table) for word in _WORD.findall(text)]
        found: np.ndarray = self.table[places]
        return found
