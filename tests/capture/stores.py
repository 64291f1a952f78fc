"""Builders of the databases that clients keep, with the tables of their releases and what a test puts in them."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from importlib import import_module

import zstandard

from graphmem.capture.batch import Limits
from graphmem.capture.registry import CLIENTS
from tests.capture.writers import settings

START = 1_786_000_000  # 2026-08-06 07:06:40 UTC
MS = START * 1000


def store_reader(tmp_path, client, *, messages=200, characters=2_000_000, **arguments):
    """The reader of a client, with batches of that size, which does not wait for locks."""
    module, _, kind = CLIENTS[client].partition(":")
    made = getattr(import_module(module), kind)(
        settings(tmp_path, **arguments), limits=Limits(messages, characters)
    )
    getattr(made, "store", made).patience = 0.1
    return made


class Writer:
    """A database in the making; closed, it lies there as a client leaves it that ended well."""

    def __init__(self, path, schema="", *, wal=False):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.link = sqlite3.connect(path, isolation_level=None)
        self.link.execute("PRAGMA synchronous = OFF")
        if wal:
            self.link.execute("PRAGMA journal_mode = WAL")
        self.link.executescript(schema)

    def put(self, table, **columns):
        """A row; lists and objects become JSON."""
        values = [
            json.dumps(v, ensure_ascii=False) if isinstance(v, list | dict) else v for v in columns.values()
        ]
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" * len(values))
        self.link.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', values)

    def run(self, statement, *values):
        self.link.execute(statement, values)

    def close(self):
        self.link.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


HERMES = """
CREATE TABLE schema_version(version INTEGER NOT NULL);
CREATE TABLE sessions(id TEXT PRIMARY KEY, source TEXT NOT NULL, model TEXT, model_config TEXT, system_prompt TEXT,
    parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL, end_reason TEXT, title TEXT, cwd TEXT,
    git_branch TEXT, git_repo_root TEXT);
CREATE TABLE messages(id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT,
    tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, codex_message_items TEXT,
    observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0,
    api_content TEXT);
CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
"""


class Hermes(Writer):
    """`state.db` of Hermes."""

    def __init__(self, path, **how):
        super().__init__(path, HERMES, **how)
        self.clock = START

    def session(self, key="s-1", *, source="cli", **columns):
        self.put("sessions", id=key, source=source, started_at=START + 0.5, **columns)

    def message(self, role, content, session="s-1", *, at=None, **columns):
        self.clock += 1
        self.put(
            "messages",
            session_id=session,
            role=role,
            content=content,
            timestamp=at or float(self.clock),
            **columns,
        )


GOOSE = """
CREATE TABLE schema_version(version INTEGER PRIMARY KEY);
CREATE TABLE sessions(id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
    session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL, created_at TIMESTAMP, updated_at TIMESTAMP);
CREATE TABLE messages(id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL,
    role TEXT NOT NULL, content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP,
    tokens INTEGER, metadata_json TEXT);
CREATE INDEX idx_messages_session ON messages(session_id);
"""


class Goose(Writer):
    """`sessions.db` of Goose."""

    def __init__(self, path, **how):
        super().__init__(path, GOOSE, **how)
        self.clock = START

    def session(self, key="20260806_1", *, kind="user", **columns):
        given = {"working_dir": "/home/maya/nas", "created_at": "2026-08-06 07:06:40"} | columns
        self.put("sessions", id=key, session_type=kind, **given)

    def message(self, role, *parts, session="20260806_1", **columns):
        self.clock += 1
        content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
        given = {"created_timestamp": self.clock, "content_json": content} | columns
        self.put("messages", session_id=session, role=role, **given)


ZED = """
CREATE TABLE threads(id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL,
    data BLOB NOT NULL, parent_id TEXT, folder_paths TEXT, folder_paths_order TEXT, created_at TEXT);
"""


class Zed(Writer):
    """`threads.db` of Zed."""

    def __init__(self, path, **how):
        super().__init__(path, ZED, **how)

    def thread(self, key, messages, *, packed=True, version="0.3.0", **columns):
        document = {"version": version, "messages": messages, "model": {"provider": "a", "model": "opus"}}
        data = json.dumps(document).encode()
        given = {
            "summary": "Fonts",
            "updated_at": "2026-08-06T08:00:00+00:00",
            "created_at": "2026-08-06T07:00:00+00:00",
            "folder_paths": "/home/maya/site\n/home/maya/other",
        } | columns
        kind = "zstd" if packed else "json"
        self.run("DELETE FROM threads WHERE id = ?", key)
        self.put(
            "threads", id=key, data_type=kind, data=zstandard.compress(data) if packed else data, **given
        )


OPENCODE_1 = """
CREATE TABLE project(id TEXT PRIMARY KEY, worktree TEXT NOT NULL);
CREATE TABLE session(id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, directory TEXT NOT NULL,
    title TEXT NOT NULL, revert TEXT, time_created INTEGER, time_updated INTEGER);
CREATE TABLE message(id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER, time_updated INTEGER,
    data TEXT NOT NULL);
CREATE TABLE part(id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER,
    time_updated INTEGER, data TEXT NOT NULL);
CREATE INDEX message_session_idx ON message(session_id);
CREATE INDEX part_session_idx ON part(session_id);
"""
OPENCODE_2 = """
CREATE TABLE session_v2(id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, fork_session_id TEXT,
    fork_boundary TEXT, slug TEXT, directory TEXT NOT NULL, title TEXT NOT NULL, revert TEXT, time_created INTEGER,
    time_updated INTEGER);
CREATE TABLE session_message(id TEXT PRIMARY KEY, session_id TEXT NOT NULL, type TEXT NOT NULL, seq INTEGER NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE INDEX session_message_idx ON session_message(session_id, seq);
"""


class OpenCode(Writer):
    """`opencode.db` of OpenCode, of the releases asked for."""

    def __init__(self, path, schema=OPENCODE_1, **how):
        super().__init__(path, schema, **how)
        self.clock = 0

    def session(self, key="ses_1", *, table="session", **columns):
        given = {
            "project_id": "p",
            "directory": "/home/maya/app",
            "title": "Cache",
            "time_created": MS,
        } | columns
        self.put(table, id=key, **given)

    def message(self, key, role, *parts, session="ses_1", **info):
        self.clock += 1
        now = MS + self.clock * 1000
        data = {"role": role, "time": {"created": now}, "modelID": "opus"} | info
        self.put("message", id=key, session_id=session, time_created=now, time_updated=now, data=data)
        for number, part in enumerate(parts):
            made = {"type": "text", "text": part} if isinstance(part, str) else part
            self.part(f"prt_{key}_{number}", key, made, session=session)

    def part(self, key, message, data, *, session="ses_1"):
        now = MS + self.clock * 1000
        self.put(
            "part",
            id=key,
            message_id=message,
            session_id=session,
            time_created=now,
            time_updated=now,
            data=data,
        )

    def row(self, key, kind, data, *, session="ses_1"):
        """A message of releases 2."""
        self.clock += 1
        now = MS + self.clock * 1000
        times = {"time_created": now, "time_updated": now}
        self.put("session_message", id=key, session_id=session, type=kind, seq=self.clock, data=data, **times)


CURSOR = """
CREATE TABLE ItemTable(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
CREATE TABLE cursorDiskKV(key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
"""


class Cursor(Writer):
    """`state.vscdb` of Cursor's editor."""

    def __init__(self, path, schema=CURSOR, **how):
        super().__init__(path, schema, **how)

    def value(self, key, value, *, table="cursorDiskKV"):
        self.put(table, key=key, value=value)

    def chat(self, key, *bubbles, names=None, **more):
        """A chat and its bubbles, given as (name, type, text or fields)."""
        heads = [{"bubbleId": name, "type": kind} for name, kind, _ in bubbles]
        if names is not None:
            heads = [{"bubbleId": name} for name in names]
        chat = {"composerId": key, "createdAt": MS, "fullConversationHeadersOnly": heads} | more
        self.value(f"composerData:{key}", chat)
        for number, (name, kind, said) in enumerate(bubbles):
            fields = {"text": said} if isinstance(said, str) else said
            made = {"bubbleId": name, "type": kind, "createdAt": MS + (number + 1) * 1000} | fields
            self.value(f"bubbleId:{key}:{name}", made)


class CommandLine(Writer):
    """`store.db` of Cursor's command line."""

    def __init__(self, path, **how):
        super().__init__(path, "CREATE TABLE blobs(id TEXT PRIMARY KEY, data BLOB);"
                         "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT);", **how)  # fmt: skip

    def blob(self, data):
        key = hashlib.sha256(data).hexdigest()
        self.run("INSERT OR IGNORE INTO blobs VALUES (?, ?)", key, data)
        return key

    def message(self, role, content, **more):
        return self.blob(json.dumps({"role": role, "content": content} | more).encode())

    def root(self, names, *, folder="", **meta):
        data = b"".join(b"\x0a\x20" + bytes.fromhex(name) for name in names)
        if folder:
            data += b"\x4a" + bytes([len(folder)]) + folder.encode()
        given = {
            "agentId": "chat-1",
            "name": "Backup",
            "createdAt": MS,
            "latestRootBlobId": self.blob(data),
        } | meta
        self.run("INSERT OR REPLACE INTO meta VALUES ('0', ?)", json.dumps(given).encode().hex())


OPENCLAW = """
CREATE TABLE session_nodes(session_key TEXT PRIMARY KEY, current_session_id TEXT, entry_json TEXT, label TEXT,
    display_name TEXT, updated_at INTEGER);
CREATE TABLE session_windows(session_id TEXT PRIMARY KEY, session_key TEXT, previous_session_id TEXT, reason TEXT,
    created_at INTEGER, updated_at INTEGER, channel TEXT, chat_type TEXT, spawned_by TEXT, display_name TEXT);
CREATE TABLE transcript_events(session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, created_at INTEGER,
    event_zstd BLOB, PRIMARY KEY(session_id, seq));
CREATE TABLE transcript_rewrite_watermarks(session_id TEXT PRIMARY KEY, generation TEXT NOT NULL);
CREATE TABLE session_transcript_active_events(session_id TEXT NOT NULL, active_position INTEGER NOT NULL,
    event_seq INTEGER NOT NULL, PRIMARY KEY(session_id, active_position));
CREATE TABLE auth_profile_store(profile TEXT, secret TEXT);
"""


def stamp(seconds):
    """A time after the start, as most clients write it."""
    return f"{datetime.fromtimestamp(START + seconds, UTC):%Y-%m-%dT%H:%M:%S.000Z}"


class OpenClaw(Writer):
    """`openclaw-agent.sqlite` of an agent of OpenClaw."""

    def __init__(self, path, **how):
        super().__init__(path, OPENCLAW, **how)
        self.count = 0

    def session(self, key="oc-1", *, head=True, **columns):
        given = {"session_key": "agent:main:main", "created_at": MS} | columns
        self.put("session_windows", session_id=key, **given)
        if head:
            self.event(
                {"type": "session", "version": 3, "id": key, "timestamp": stamp(0), "cwd": "/home/maya"},
                session=key,
            )

    def event(self, event, *, session="oc-1", packed=False):
        data = json.dumps(event)
        cell = {"event_zstd": zstandard.compress(data.encode())} if packed else {"event_json": data}
        self.put("transcript_events", session_id=session, seq=self.count, created_at=MS + self.count, **cell)
        self.count += 1
        return self.count - 1

    def message(self, key, parent, role, content, *, session="oc-1", packed=False, **more):
        message = {"role": role, "content": content, "timestamp": MS + self.count * 1000} | more
        event = {"type": "message", "id": key, "parentId": parent, "timestamp": stamp(self.count)}
        return self.event(event | {"message": message}, session=session, packed=packed)


def rows(path, statement):
    """What a statement gives, for a look at what a client left."""
    with closing(sqlite3.connect(path)) as link:
        return link.execute(statement).fetchall()
