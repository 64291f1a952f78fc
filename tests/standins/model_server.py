"""A server on loopback that speaks as the servers of language models do, and plays whatever a test asks of it.

It speaks Anthropic's Messages and Message Batches and OpenAI's chat completions, on the wire. It refuses what the
real ones refuse: no key, unknown or missing parameters, schemas beyond what structured output allows. By default it
answers with the claims it was taught (`teach`) for the sentences that it finds in the transcript; `play` puts other
answers first: failures, cut-off and hostile ones, or silence.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "sk-ant-test-0123456789abcdef0123456789"
OPENAI_KEY = "sk-test-0123456789abcdef0123456789abcdef"
MESSAGE_PARAMETERS = {"model", "max_tokens", "system", "messages", "output_config"}
SCHEMA_WORDS = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "description",
    "anyOf",
}
BLANK = {
    "subject": "user", "subject_kind": "person", "object": "", "object_kind": "value", "qualifier": "",
    "mode": "asserts", "valid_from": "", "valid_until": "", "kind": "fact", "text": "", "certainty": "sure",
}  # fmt: skip


@dataclass
class Reply:
    """What goes back over the wire."""

    status: int = 200
    body: object = b""
    headers: dict = field(default_factory=dict)
    silent: bool = False  # accept the question and never answer
    cut: bool = False  # promise more bytes than are sent


def claim(quote, predicate, target="", *, n=1, **more):
    """A claim as a model writes it."""
    return {**BLANK, "message": n, "quote": quote, "predicate": predicate, "object": target, **more}


def said(*claims):
    """The text of an answer that holds these claims."""
    return json.dumps({"claims": list(claims)})


def message(text, *, stop="end_turn", usage=None, content=None):
    """A Messages response."""
    blocks = content if content is not None else [{"type": "text", "text": text}]
    return {
        "id": "msg_01StandIn", "type": "message", "role": "assistant", "model": "claude-stand-in",
        "content": blocks, "stop_reason": stop, "stop_sequence": None,
        "usage": usage or {"input_tokens": 900, "output_tokens": 120, "cache_creation_input_tokens": 0,
                           "cache_read_input_tokens": 0, "service_tier": "standard"},
    }  # fmt: skip


def completion(text, *, finish="stop", usage=None, refusal=None):
    """A chat completion."""
    return {
        "id": "chatcmpl-standin", "object": "chat.completion", "created": 1, "model": "stand-in",
        "choices": [{"index": 0, "finish_reason": finish,
                     "message": {"role": "assistant", "content": text, "refusal": refusal}}],
        "usage": usage or {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100,
                           "prompt_tokens_details": {"cached_tokens": 600}},
    }  # fmt: skip


def failure(status, kind, text="It did not work.", *, code=None, **headers):
    """An error as Anthropic's server tells it."""
    details = {"details": {"error_code": code}} if code else {}
    body = {"type": "error", "error": {"type": kind, "message": text, **details}, "request_id": "req_01"}
    return Reply(status, body, {name.replace("_", "-"): str(value) for name, value in headers.items()})


RATE_LIMITED = failure(429, "rate_limit_error", retry_after=7)
OVERLOADED = failure(529, "overloaded_error")
BROKEN = failure(500, "api_error")
BAD_KEY = failure(401, "authentication_error", "invalid x-api-key")
SPENT = failure(429, "rate_limit_error", code="enforced_spend_limit_reached")
SILENT = Reply(silent=True)
CUT = Reply(body=b'{"id": "msg_01", "content": [', cut=True)


def direction(text, dimensions=32):
    """A vector, not of length 1, that texts with the same words share."""
    words = re.findall(r"\w+", text.lower()) or ["-"]
    total = [0.0] * dimensions
    for word in words:
        for place, byte in enumerate(hashlib.blake2b(word.encode(), digest_size=dimensions).digest()):
            total[place] += (byte - 127.5) / 64
    return total


class ModelServer:
    """The server, with what it was asked in `asked` (parameters) and `heads` (paths and headers)."""

    def __init__(self):
        self.plays = deque()
        self.taught = {}
        self.asked, self.heads = [], []
        self.batches = {}
        self.cached = set()
        self.released = threading.Event()
        self.lock = threading.Lock()

    def __enter__(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                server.serve(self, None)

            def do_POST(self):
                server.serve(self, self.rfile.read(int(self.headers["content-length"])))

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        self.thread = threading.Thread(
            target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.released.set()
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()

    def teach(self, sentence, predicate, target="", **more):
        """From now on that sentence gives this claim."""
        self.taught.setdefault(sentence, []).append({"predicate": predicate, "object": target, **more})

    def play(self, *plays):
        """These come before the usual answers: texts, responses as dicts, Reply, or functions of the parameters."""
        self.plays.extend(plays)

    def finish(self, batch_id):
        """The batch comes to its end."""
        self.batches[batch_id]["ended"] = True

    # -- The wire ----------------------------------------------------------------------------------------------

    def serve(self, handler, raw):
        with self.lock:
            path = handler.path.partition("?")[0]
            self.heads.append((path, dict(handler.headers)))
            reply = self.reply(path, handler.headers, raw)
        if reply.silent:
            self.released.wait(10)
            handler.close_connection = True
            return
        body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        handler.send_response(reply.status)
        headers = {"content-type": "application/json", "request-id": "req_01", **reply.headers}
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(body) + (100 if reply.cut else 0)))
        handler.end_headers()
        handler.wfile.write(body)
        handler.close_connection = reply.cut

    def reply(self, path, headers, raw):
        if path == "/v1/messages":
            return self.messages(headers, json.loads(raw))
        if path == "/v1/chat/completions":
            return self.completions(headers, json.loads(raw))
        if path == "/v1/embeddings":
            return self.embeddings(headers, json.loads(raw))
        if path == "/v1/messages/batches":
            return self.take_batch(headers, json.loads(raw))
        if match := re.fullmatch(r"/v1/messages/batches/(\w+)(/results)?", path):
            return self.show_batch(match[1], results=bool(match[2]))
        return failure(404, "not_found_error")

    def messages(self, headers, asked):
        if not has_key(headers):
            return BAD_KEY
        wrong = refused(asked) or ("anthropic-version" not in headers and "no version")
        if wrong:
            return failure(400, "invalid_request_error", wrong)
        self.asked.append(asked)
        return as_reply(self.next_play(asked), lambda text: message(text, usage=self.usage(asked)))

    def embeddings(self, headers, asked):
        if headers.get("authorization") not in (None, f"Bearer {OPENAI_KEY}"):
            return Reply(401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}})
        texts = asked.get("input")
        if {"model", "input"} - asked.keys() or not isinstance(texts, list) or not all(texts):
            return Reply(400, {"error": {"message": "'$.input' is invalid.", "code": None}})
        self.asked.append(asked)
        play = self.plays.popleft() if self.plays else {}
        if isinstance(play, Reply):
            return play
        # The order is the server's own; the index tells which text is meant.
        data = [
            {"object": "embedding", "index": place, "embedding": direction(text)}
            for place, text in reversed([*enumerate(texts)])
        ]
        usage = {"prompt_tokens": 8, "total_tokens": 8}
        return Reply(body={"object": "list", "data": data, "model": asked["model"], "usage": usage} | play)

    def completions(self, headers, asked):
        if headers.get("authorization") not in (None, f"Bearer {OPENAI_KEY}"):
            return Reply(401, {"error": {"message": f"Incorrect API key provided: {headers['authorization']}",
                                         "type": "invalid_request_error", "code": "invalid_api_key"}})  # fmt: skip
        if {"model", "messages", "response_format"} - asked.keys():
            return Reply(
                400, {"error": {"message": "missing parameter", "code": "missing_required_parameter"}}
            )
        wrong = wrong_schema(asked["response_format"]["json_schema"]["schema"])
        if wrong:
            return Reply(400, {"error": {"message": wrong, "code": "invalid_schema"}})
        self.asked.append(asked)
        return as_reply(self.next_play(asked), completion)

    def next_play(self, asked):
        play = self.plays.popleft() if self.plays else self.answer
        return play(asked) if callable(play) else play

    def usage(self, asked):
        """Tokens, as if a system prompt that was seen before came from the cache."""
        system = asked["system"][0]
        tokens = len(system["text"]) // 4
        fresh = system["text"] not in self.cached
        self.cached.add(system["text"])
        marked = system.get("cache_control") == {"type": "ephemeral"}
        return {
            "input_tokens": len(asked["messages"][0]["content"]) // 4 + (0 if marked else tokens),
            "output_tokens": 100,
            "cache_creation_input_tokens": tokens if marked and fresh else 0,
            "cache_read_input_tokens": tokens if marked and not fresh else 0,
            "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        }

    def answer(self, asked):
        """What was taught of the sentences in the transcript."""
        found = []
        for line in lines_of(asked):
            if not line.get("context"):
                for sentence, claims in self.taught.items():
                    if sentence in line["text"]:
                        found += [{**BLANK, "message": line["n"], "quote": sentence, **one} for one in claims]
        return said(*found)

    # -- Batches -----------------------------------------------------------------------------------------------

    def take_batch(self, headers, asked):
        if not has_key(headers):
            return BAD_KEY
        if self.plays and isinstance(self.plays[0], Reply):
            return self.plays.popleft()
        ids = [request["custom_id"] for request in asked["requests"]]
        if len(set(ids)) < len(ids) or not all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", key) for key in ids):
            return failure(400, "invalid_request_error", "custom_id")
        wrong = [wrong for request in asked["requests"] if (wrong := refused(request["params"]))]
        if wrong:
            return failure(400, "invalid_request_error", wrong[0])
        batch_id = f"msgbatch_{len(self.batches):04}"
        self.batches[batch_id] = {"requests": asked["requests"], "ended": False}
        return self.show_batch(batch_id, results=False)

    def show_batch(self, batch_id, *, results):
        batch = self.batches.get(batch_id)
        if batch is None:
            return failure(404, "not_found_error")
        if results:
            lines = [
                json.dumps({"custom_id": r["custom_id"], "result": self.result(r)}) for r in batch["requests"]
            ]
            return Reply(
                body="\n".join(reversed(lines)).encode() + b"\n",
                headers={"content-type": "application/x-jsonl"},
            )
        count = len(batch["requests"])
        return Reply(body={
            "id": batch_id, "type": "message_batch",
            "processing_status": "ended" if batch["ended"] else "in_progress",
            "request_counts": {"processing": count * (not batch["ended"]), "succeeded": count * batch["ended"],
                               "errored": 0, "canceled": 0, "expired": 0},
            "created_at": "2026-10-01T00:00:00Z", "expires_at": "2026-10-02T00:00:00Z",
            "ended_at": "2026-10-01T01:00:00Z" if batch["ended"] else None,
            "archived_at": None, "cancel_initiated_at": None,
            "results_url": f"{self.url}/v1/messages/batches/{batch_id}/results" if batch["ended"] else None,
        })  # fmt: skip

    def result(self, request):
        self.asked.append(request["params"])
        play = self.next_play(request["params"])
        if isinstance(play, str):
            return {"type": "succeeded", "message": message(play, usage=self.usage(request["params"]))}
        return play


def has_key(headers):
    """True for Anthropic's key in either of the two places where its server takes it."""
    return KEY in (headers.get("x-api-key"), (headers.get("authorization") or "").removeprefix("Bearer "))


def lines_of(asked):
    """The lines of the transcript in a question."""
    content = asked["messages"][-1]["content"]
    inner = re.search(r"<graphmem-context[^>]*>\n(.*)\n</graphmem-context>", content, re.DOTALL)[1]
    return [json.loads(line) for line in inner.split("\n")]


def as_reply(play, wrap):
    """A play as what goes over the wire; a text becomes a whole response."""
    if isinstance(play, Reply):
        return play
    return Reply(body=wrap(play) if isinstance(play, str) else play)


def refused(asked):
    """Why the Messages API would refuse these parameters, or None."""
    unknown = asked.keys() - MESSAGE_PARAMETERS
    missing = {"model", "max_tokens", "messages"} - asked.keys()
    if unknown or missing:
        return f"unknown {sorted(unknown)}, missing {sorted(missing)}"
    form = asked.get("output_config", {}).get("format", {})
    return wrong_schema(form["schema"]) if form.get("type") == "json_schema" else "no format"


def wrong_schema(schema):
    """Why structured output would refuse a schema, or None."""
    if schema.keys() - SCHEMA_WORDS:
        return f"not supported: {sorted(schema.keys() - SCHEMA_WORDS)}"
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False or set(schema["required"]) != set(
            schema["properties"]
        ):
            return "objects are closed and all fields required"
        return next(filter(None, map(wrong_schema, schema["properties"].values())), None)
    return wrong_schema(schema["items"]) if "items" in schema else None
