"""Any model behind an OpenAI-compatible address, Ollama among them: a question becomes a chat completion.

No library is needed. The key comes from the environment for each request and is kept nowhere else; a server on
this machine asks for none.
"""

from __future__ import annotations

import http.client
import json
import os
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from graphmem.errors import ConfigError
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
from graphmem.outbound import Unmoved, is_near

KEY = "OPENAI_API_KEY"
BASE_URL = "https://api.openai.com/v1"
CHUNK = 65_536


class OpenAIModel:
    """A model of an OpenAI-compatible server; raises ConfigError without a name or with an address that is none."""

    def __init__(self, name: str, *, base_url: str, clock: Clock) -> None:
        if not name:
            raise ConfigError(
                "extract.llm is openai, but no model is named.",
                hint='Set extract.llm_model, for example "qwen3:8b" for Ollama.',
            )
        self.name = name
        self.base_url, self.clock = (base_url or BASE_URL).rstrip("/"), clock
        parts = urlsplit(self.base_url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ConfigError(
                f"extract.llm_base_url is {base_url!r}, which is no address of a server.",
                hint="Write it like http://localhost:11434/v1.",
            )

    def ask(self, question: Question, *, seconds: float) -> Answer:
        """The answer; raises Unavailable and Unusable."""
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked
            f"{self.base_url}/chat/completions",
            data=json.dumps(self._parameters(question)).encode(),
            headers={"content-type": "application/json", "user-agent": "graphmem", **self._authorization()},
        )
        until = self.clock.elapsed() + seconds
        try:
            with urllib.request.build_opener(Unmoved).open(request, timeout=seconds) as response:
                body = body_of(iter(lambda: response.read1(CHUNK), b""), self.clock, until)
        except urllib.error.HTTPError as cause:
            with cause:
                raise self._refusal(cause) from None
        except TimeoutError as cause:
            raise Unavailable("slow", "The model did not answer in time.", again=True, billed=True) from cause
        except (OSError, http.client.HTTPException, ValueError) as cause:
            if isinstance(getattr(cause, "reason", None), TimeoutError):
                raise Unavailable("slow", "The model's server did not answer in time.", again=True) from cause
            raise Unavailable(
                "offline", f"The model's server at {self.base_url} cannot be reached.", again=True
            ) from cause
        return read_completion(body)

    def _authorization(self) -> dict[str, str]:
        key = os.environ.get(KEY)
        if not key and not is_near(self.base_url):
            raise Unavailable("key", f"There is no key: {KEY} is not set.")
        return {"authorization": f"Bearer {key}"} if key else {}

    def _parameters(self, question: Question) -> dict[str, Any]:
        """One request. OpenAI's own models know another name for the limit and take no temperature."""
        own = urlsplit(self.base_url).hostname == "api.openai.com"
        limit = {"max_completion_tokens": question.max_tokens} if own else {"max_tokens": question.max_tokens}
        return {
            "model": self.name,
            "messages": [
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.text},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "claims", "strict": True, "schema": question.schema},
            },
            "stream": False,
            **limit,
            **({} if own else {"temperature": 0}),
        }

    def _refusal(self, cause: urllib.error.HTTPError) -> Unavailable:
        said, code = "", ""
        try:
            error = json.loads(cause.read(CHUNK))
            error = error.get("error", error)
            said = str(error.get("message", "")) if isinstance(error, dict) else str(error)
            code = str(error.get("code") or error.get("type") or "") if isinstance(error, dict) else ""
        except (OSError, http.client.HTTPException, ValueError, AttributeError, RecursionError):
            said = str(cause.reason)
        after = retry_after(cause.headers.get("retry-after"), self.clock.now())
        # OpenAI tells an empty account by the same status as a crowd.
        return status_failure(
            cause.code, said, after=after, code=code[:40], never=code == "insufficient_quota"
        )


def read_completion(body: bytes) -> Answer:
    """The text of a chat completion; raises Unusable for one that was cut off, refused, or holds no text."""
    try:
        value = json.loads(body)
        usage = read_usage(value.get("usage"))
        choice = value["choices"][0]
        message, finish = choice["message"], choice.get("finish_reason")
        text, refusal = message.get("content"), message.get("refusal")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as cause:
        raise Unusable("malformed", "The server's answer is no chat completion.") from cause
    if finish == "length":
        raise Unusable("truncated", "The answer was cut off.", usage)
    if refusal or finish == "content_filter":
        raise Unusable("refused", "The model declined to answer.", usage)
    if not isinstance(text, str) or not text.strip():
        raise Unusable("malformed", "The answer holds no text.", usage)
    return Answer(text, usage)


def read_usage(usage: object) -> Usage:
    """The token counts of a completion; cached tokens are counted among the prompt's."""
    if not isinstance(usage, Mapping):
        return Usage()
    details = usage.get("prompt_tokens_details")
    cached = counted(details.get("cached_tokens")) if isinstance(details, Mapping) else 0
    return Usage(
        input=max(0, counted(usage.get("prompt_tokens")) - cached),
        output=counted(usage.get("completion_tokens")),
        cache_read=cached,
    )
