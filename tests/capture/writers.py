"""Writers of transcripts as the clients write them, and a printer of what was read."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime, timedelta

from graphmem.capture.batch import Limits
from graphmem.capture.claude import ClaudeReader
from graphmem.capture.codex import CodexReader
from graphmem.config import Settings

START = datetime(2025, 3, 1, 9, 0, tzinfo=UTC)
SESSION = "0a0a0a0a-0000-4000-8000-000000000001"
THREAD = "0195aaaa-0000-7000-8000-000000000001"


def settings(tmp_path, **arguments):
    return Settings(
        tmp_path / "home",
        environ={},
        arguments={key.replace("__", "."): value for key, value in arguments.items()},
    )


def claude_reader(tmp_path, *, messages=200, characters=2_000_000, **arguments):
    return ClaudeReader(settings(tmp_path, **arguments), limits=Limits(messages, characters))


def codex_reader(tmp_path, *, messages=200, characters=2_000_000, **arguments):
    return CodexReader(settings(tmp_path, **arguments), limits=Limits(messages, characters))


def stamp(seconds):
    return (START + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def line(record):
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Claude:
    """A Claude Code transcript in the making; every method returns the record's uuid."""

    def __init__(self, session=SESSION, *, cwd="/home/maya/app", base=0):
        self.session, self.cwd, self.base = session, cwd, base
        self.records = []
        self.leaf = None
        self.clock = 0

    def add(self, kind, *, parent="leaf", uid=None, session=None, **more):
        self.clock += 1
        key = uid or str(uuid.UUID(int=(self.base << 32) + len(self.records) + 1, version=4))
        record = {
            "parentUuid": self.leaf if parent == "leaf" else parent,
            "isSidechain": False,
            "cwd": self.cwd,
            "sessionId": session or self.session,
            "gitBranch": "main",
            "type": kind,
            "uuid": key,
            "timestamp": stamp(self.clock),
        } | more
        self.records.append({name: value for name, value in record.items() if value is not ...})
        self.leaf = key
        return key

    def user(self, content, **more):
        return self.add("user", message={"role": "user", "content": content}, **more)

    def blocks(self, *blocks, answer=None, model="claude-opus", **more):
        message = {"id": answer, "role": "assistant", "model": model, "content": list(blocks)}
        return self.add("assistant", message=message, **more)

    def says(self, text, **more):
        more.setdefault("answer", f"msg_{len(self.records):024}")
        return self.blocks({"type": "text", "text": text}, **more)

    def calls(self, name, given, call, **more):
        more.setdefault("answer", f"msg_{len(self.records):024}")
        return self.blocks({"type": "tool_use", "id": call, "name": name, "input": given}, **more)

    def result(self, call, content, **more):
        return self.user([{"type": "tool_result", "tool_use_id": call, "content": content}], **more)

    def side(self, kind, **more):
        self.records.append({"type": kind, "sessionId": self.session} | more)

    def bytes(self):
        return b"".join(map(line, self.records))

    def write(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.bytes())
        return path


class Codex:
    """A Codex rollout in the making."""

    def __init__(self, thread=THREAD, *, meta=True, start=0, **more):
        self.records = []
        self.clock = start
        self.calls = 0
        self.thread = thread
        if meta:
            self.envelope(
                "session_meta", {"id": thread, "cwd": "/home/maya/app", "git": {"branch": "main"}} | more
            )

    def envelope(self, kind, payload, **more):
        self.clock += 1
        self.records.append({"timestamp": stamp(self.clock), "type": kind, "payload": payload} | more)

    def event(self, kind, /, **more):
        self.envelope("event_msg", {"type": kind} | more)

    def item(self, kind, /, **more):
        self.envelope("response_item", {"type": kind} | more)

    def turn(self, key, model="gpt-5-codex"):
        self.envelope("turn_context", {"turn_id": key, "cwd": "/home/maya/app", "model": model})

    def message(self, role, text):
        kind = "output_text" if role == "assistant" else "input_text"
        self.item("message", role=role, content=[{"type": kind, "text": text}])

    def user(self, text):
        self.message("user", text)
        self.event("user_message", message=text, images=[])

    def says(self, text):
        self.message("assistant", text)
        self.event("agent_message", message=text)

    def tool(self, name, given, output, **more):
        self.calls += 1
        call = f"call_{self.calls}"
        self.item("function_call", name=name, arguments=json.dumps(given), call_id=call, **more)
        self.item("function_call_output", call_id=call, output=output)

    def completed(self, **item):
        self.event("item_completed", item=item)

    def bytes(self):
        return b"".join(map(line, self.records))

    def write(self, root, *, day="2025/03/01", thread=None, folder="sessions"):
        path = root / folder / day / f"rollout-2025-03-01T09-00-00-{thread or self.thread}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.bytes())
        return path


class Store:
    """What a caller keeps: the newest form of every session and message, and where it stands in the file."""

    def __init__(self):
        self.sessions, self.messages, self.problems, self.unknown = {}, {}, [], {}
        self.cursor = None
        self.batches = 0

    def take(self, batch):
        self.batches += 1
        self.sessions.update((session.id, session) for session in batch.sessions)
        self.messages.update((message.id, message) for message in batch.messages)
        self.problems += batch.problems
        for kind, count in batch.unknown.items():
            self.unknown[kind] = self.unknown.get(kind, 0) + count
        self.cursor = batch.cursor

    def read(self, reader, path):
        """Read to the end; the batches of this reading."""
        batches = list(reader.read(path, self.cursor))
        for batch in batches:
            self.take(batch)
        return batches

    def read_killed(self, reader, path, kills=None):
        """Read on, killed after each committed batch, or after `kills` of them."""
        while kills is None or kills > 0:
            batch = next(iter(reader.read(path, self.cursor)), None)
            if batch is None:
                return
            self.take(batch)
            kills = None if kills is None else kills - 1

    @property
    def texts(self):
        return [m.text for m in self.ordered() if m.active]

    def ordered(self):
        return sorted(self.messages.values(), key=lambda m: (m.session_id, m.seq))


def read(reader, path):
    store = Store()
    store.read(reader, path)
    return store


def shown(store):
    """Sessions and messages as text, one a line."""
    names = {key: f"m{number}" for number, key in enumerate(m.id for m in store.ordered())}
    lines = []
    for session in sorted(store.sessions.values(), key=lambda s: s.external_id):
        parent = " < parent" if session.parent_id else ""
        lines.append(
            f"# {session.external_id} | {session.project} | {session.branch} | {session.title}{parent}"
        )
        for m in store.ordered():
            if m.session_id == session.id:
                state = "" if m.active else " (left)"
                after = names.get(m.parent_id, "-")
                lines.append(
                    f"{names[m.id]} after {after} {m.sent_at:%H:%M:%S} {m.role}/{m.kind} {m.author}{state}: {m.text}"
                )
    return "\n".join(lines)
