"""Vectors by a server that speaks OpenAI's embeddings: Ollama, LM Studio, vLLM, text-embeddings-inference, OpenAI.

The texts go to that server, already without secrets, and nowhere else: no redirect is followed. The key comes from
the environment for each request. A server that does not answer is left alone for a while, so that a store with many
texts does not wait for it with each.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError, EmbedderError
from graphmem.index.embed import Described, unit
from graphmem.outbound import Refused, is_address, is_near, post_json

if TYPE_CHECKING:
    import numpy as np

KEY = "OPENAI_API_KEY"
BASE_URL = "https://api.openai.com/v1"
BATCH = 64
MAX_TEXT = 8_000  # characters; what models of 512 to 8192 tokens read, or cut themselves
MAX_ANSWER_BYTES = 64_000_000
LEFT_ALONE = 30.0  # seconds
TRIES = 3
WAIT = 0.5  # seconds before the second try, then twice as long
MAX_WAIT = 5.0


class Endpoint:
    """A model behind an OpenAI-compatible address; may be used from several threads."""

    name = "openai"

    def __init__(
        self,
        base_url: str,
        model: Described,
        *,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.base_url, self.model, self.seconds = (base_url or BASE_URL).rstrip("/"), model, seconds
        self.dimensions, self.floor = model.dimensions, model.floor
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._again_at = float("-inf")
        if not is_address(self.base_url):
            raise ConfigError(
                f"index.base_url is {base_url!r}, which is no address of a server.",
                hint="Write it like http://localhost:11434/v1.",
            )

    @property
    def fingerprint(self) -> str:
        """The model and what stands before a text; the same model at another address gives the same vectors."""
        return self.model.fingerprint(self.name)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """An array (texts, dimensions) of unit vectors; raises EmbedderError."""
        import numpy as np  # noqa: PLC0415 - not needed until there is something to embed

        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            rows[start : start + len(batch)] = self._ask([self.model.passage + text for text in batch])
        return rows

    def embed_question(self, question: str) -> np.ndarray:
        """The vector (dimensions,) of a question; raises EmbedderError."""
        vector: np.ndarray = self._ask([self.model.question + question])[0]
        return vector

    def _ask(self, texts: Sequence[str]) -> np.ndarray:
        """The vectors of one batch; tried again while the server is busy, then left alone for a while."""
        with self._lock:
            if self._clock() < self._again_at:
                raise self._error("did not answer a moment ago and is left alone for a while")
        for attempt in range(1, TRIES + 1):
            try:
                return self._read(self._post(texts), len(texts))
            except (OSError, ValueError) as cause:
                if attempt == TRIES or not passing(cause):
                    with self._lock:
                        self._again_at = self._clock() + LEFT_ALONE
                    raise self._error(f"gave no vectors ({cause})") from cause
                self._sleep(pause(cause, attempt))
        raise AssertionError("unreachable")

    def _post(self, texts: Sequence[str]) -> Any:
        key = os.environ.get(KEY)
        if not key and not is_near(self.base_url):
            raise ValueError(f"{KEY} is not set")
        return post_json(
            f"{self.base_url}/embeddings",
            # An empty text is refused by some servers, and a lone surrogate is no JSON to any.
            {
                "model": self.model.name,
                "input": [text[:MAX_TEXT].encode("utf-8", "replace").decode() or " " for text in texts],
                "encoding_format": "float",
            },
            headers={"authorization": f"Bearer {key}"} if key else {},
            seconds=self.seconds,
            most=MAX_ANSWER_BYTES,
        )

    def _read(self, answer: Any, count: int) -> np.ndarray:
        """The vectors in the order of the texts; raises ValueError for what is not one vector for each."""
        import numpy as np  # noqa: PLC0415 - as above

        try:
            data = sorted(answer["data"], key=lambda item: item["index"])
            rows = np.array([item["embedding"] for item in data], np.float32)
            places = [item["index"] for item in data]
        except (KeyError, TypeError, ValueError) as cause:
            raise ValueError("the answer is no list of embeddings") from cause
        if places != list(range(count)) or rows.shape != (count, self.dimensions):
            raise ValueError(
                f"the answer holds vectors of shape {rows.shape}, not {(count, self.dimensions)}: see index.dimensions"
            )
        if not np.isfinite(rows).all():
            raise ValueError("the answer holds numbers that are not finite")
        return unit(rows)

    def _error(self, what: str) -> EmbedderError:
        return EmbedderError(
            f"The embedding server at {self.base_url} {what}.",
            hint="Start it, or check index.base_url and index.model; what is said meanwhile is found by its words.",
        )


def passing(cause: Exception) -> bool:
    """True when asking again may help."""
    if isinstance(cause, Refused):
        return cause.status in {408, 409, 425, 429} or cause.status >= 500
    return isinstance(cause, OSError)


def pause(cause: Exception, attempt: int) -> float:
    """Seconds to wait before the next try."""
    told = cause.after if isinstance(cause, Refused) else None
    if told is not None and told.isdecimal():
        return min(float(told), MAX_WAIT)
    return min(WAIT * 2.0 ** (attempt - 1), MAX_WAIT)
