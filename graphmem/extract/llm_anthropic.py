"""Claude through Anthropic's own library: a question becomes a Messages request, its answer comes back as text.

This is the only file that imports `anthropic`, and it does so when the first question is asked. The key comes from
the environment for each client and is kept nowhere else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from graphmem.errors import MissingExtra
from graphmem.extract.llm_call import (
    Answer,
    Clock,
    Question,
    Unavailable,
    Unusable,
    body_of,
    retry_after,
    status_failure,
)
from graphmem.extract.llm_costs import Usage, counted

if TYPE_CHECKING:
    import anthropic

DEFAULT_MODEL = "claude-haiku-5-5"
KEY = "ANTHROPIC_API_KEY"
# Reached at the end of a month or by hand; waiting some seconds does not help.
SPEND_LIMIT = "spend_limit"


class AnthropicModel:
    """A Claude model; `base_url` is empty for the usual address."""

    def __init__(self, name: str, *, base_url: str, clock: Clock) -> None:
        self.name = name or DEFAULT_MODEL
        self.base_url, self.clock = base_url, clock

    def ask(self, question: Question, *, seconds: float) -> Answer:
        """The answer; raises MissingExtra, Unavailable and Unusable."""
        client = self._client(seconds)
        until = self.clock.elapsed() + seconds

        def call() -> bytes:
            with client.messages.with_streaming_response.create(**self._parameters(question)) as response:
                return body_of(response.iter_bytes(), self.clock, until)

        with client:
            return read_message(decoded(self._translated(call)))

    def submit(self, questions: Sequence[tuple[str, Question]], *, seconds: float) -> str:
        """Hand questions in as one Message Batch; its id."""
        client = self._client(seconds)
        requests: list[Any] = [
            {"custom_id": key, "params": self._parameters(question)} for key, question in questions
        ]
        with client:
            batch = self._translated(lambda: client.messages.batches.create(requests=requests))
        if not isinstance(batch.id, str) or not batch.id:
            raise Unavailable("failing", "The server took the batch and gave it no id.")
        return batch.id

    def collect(
        self, batch_id: str, *, seconds: float
    ) -> Iterator[tuple[str, Answer | Unusable | Unavailable]] | None:
        """The answers of a batch; None while it is in progress. Raises Unavailable, also while they are read."""
        client = self._client(seconds)
        with client:
            batch = self._translated(lambda: client.messages.batches.retrieve(batch_id))
        return self._results(batch_id, seconds) if batch.processing_status == "ended" else None

    def _results(
        self, batch_id: str, seconds: float
    ) -> Iterator[tuple[str, Answer | Unusable | Unavailable]]:
        client = self._client(seconds)

        def lines() -> list[str]:
            until = self.clock.elapsed() + seconds
            with client.messages.batches.with_streaming_response.results(batch_id) as response:
                found = []
                for line in response.iter_lines():
                    if self.clock.elapsed() > until:
                        raise Unavailable("slow", "The answers of the batch came too slowly.")
                    found.append(line)
                return found

        with client:
            listed = self._translated(lines)
        for line in listed:
            with suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict) and isinstance(entry.get("custom_id"), str):
                    yield entry["custom_id"], batch_result(entry.get("result"))

    def _parameters(self, question: Question) -> dict[str, Any]:
        """One request. The system prompt is the same every time and is cached by the server."""
        return {
            "model": self.name,
            "max_tokens": question.max_tokens,
            "system": [{"type": "text", "text": question.system, "cache_control": {"type": "ephemeral"}}],
            "messages": [{"role": "user", "content": question.text}],
            "output_config": {"format": {"type": "json_schema", "schema": question.schema}},
        }

    def _client(self, seconds: float) -> anthropic.Anthropic:
        try:
            import anthropic  # noqa: PLC0415 - half a second; only who asks a model pays
        except ImportError as cause:
            raise MissingExtra(
                "The library anthropic is not installed.", hint="Run: pip install 'graphmem[llm]'"
            ) from cause
        key = os.environ.get(KEY)
        if not key:
            raise Unavailable("key", f"There is no key: {KEY} is not set.")
        return anthropic.Anthropic(
            api_key=key,
            base_url=self.base_url or None,
            timeout=seconds,
            max_retries=0,  # tries are counted and paid for by whoever asks
            open_telemetry=False,  # no trace may hold a prompt
            # A redirect would carry key and transcript to another host.
            http_client=anthropic.DefaultHttpxClient(follow_redirects=False),
        )

    def _translated(self, call: Callable[[], Any]) -> Any:
        """What a call gives; errors of the library as ours."""
        import anthropic  # noqa: PLC0415 - loaded by now

        try:
            return call()
        except anthropic.APITimeoutError as cause:
            raise Unavailable("slow", "The model did not answer in time.", again=True, billed=True) from cause
        except anthropic.APIConnectionError as cause:
            raise Unavailable("offline", "The model's server cannot be reached.", again=True) from cause
        except anthropic.APIStatusError as cause:
            headers = cause.response.headers
            code = str(cause.error_code or "")
            raise status_failure(
                cause.status_code,
                str(cause.api_message or ""),
                after=retry_after(headers.get("retry-after"), self.clock.now()),
                code=str(cause.type or ""),
                never=SPEND_LIMIT in code or headers.get("x-should-retry") == "false",
            ) from None
        except (Unavailable, Unusable):
            raise
        except Exception as cause:
            # Whatever a broken or hostile server provokes in the library is one failed call.
            raise Unavailable(
                "offline", f"The answer of the model's server cannot be read ({type(cause).__name__}).",
                again=True, billed=True,
            ) from cause  # fmt: skip


def decoded(body: bytes) -> Mapping[str, Any]:
    """The body as a JSON object; raises Unusable."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as cause:
        raise Unusable("malformed", "The server's answer is no JSON.") from cause
    if not isinstance(value, dict):
        raise Unusable("malformed", "The server's answer is no JSON object.")
    return value


def read_message(message: Mapping[str, Any]) -> Answer:
    """The text of a Messages response; raises Unusable for one that was cut off, refused, or holds no text."""
    usage = read_usage(message.get("usage"))
    stop = message.get("stop_reason")
    if stop in {"max_tokens", "model_context_window_exceeded"}:
        raise Unusable("truncated", "The answer was cut off.", usage)
    if stop == "refusal":
        raise Unusable("refused", "The model declined to answer.", usage)
    content = message.get("content")
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    # A model may think before it answers; only blocks of text are the answer.
    text = "".join(
        block["text"]
        for block in blocks
        if block.get("type") == "text" and isinstance(block.get("text"), str)
    )
    if not text.strip():
        raise Unusable("malformed", "The answer holds no text.", usage)
    return Answer(text, usage)


def read_usage(usage: object) -> Usage:
    """The token counts of a response."""
    if not isinstance(usage, dict):
        return Usage()
    return Usage(
        input=counted(usage.get("input_tokens")),
        output=counted(usage.get("output_tokens")),
        cache_write=counted(usage.get("cache_creation_input_tokens")),
        cache_read=counted(usage.get("cache_read_input_tokens")),
    )


def batch_result(result: object) -> Answer | Unusable | Unavailable:
    """One line of a batch's results."""
    kind = result.get("type") if isinstance(result, dict) else None
    if not isinstance(result, dict) or kind in {"canceled", "expired"}:
        return Unavailable("expired", f"The question was {kind or 'lost'}.")
    if kind == "succeeded" and isinstance(result.get("message"), dict):
        try:
            return read_message(result["message"])
        except Unusable as failure:
            return failure
    error: Any = result.get("error")
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    said = error if isinstance(error, dict) else {}
    return Unavailable("failing", f"The server could not answer ({str(said.get('type', 'no reason'))[:40]}).")
