"""Databases of clients go through the whole memory: found where they lie, taken in once, and again only what is new."""

from __future__ import annotations

import sys

import pytest

from graphmem import Memory
from graphmem.config import Settings
from tests.capture.stores import CommandLine, Cursor, Goose, Hermes, OpenClaw, OpenCode, Zed, rows

FIRST, SECOND = "I work at Acme as a staff engineer.", "I prefer tea over coffee."


def user(text):
    return {"User": {"content": [{"Text": text}]}}


def hermes(db, said, number):
    if number == 0:
        db.session()
    db.message("user", said)


def goose(db, said, number):
    if number == 0:
        db.session()
    db.message("user", said)


def zed(db, said, number):
    db.thread("z1", [user(FIRST), user(said)][: number + 1], updated_at=f"2026-08-06T0{number}:00:00+00:00")


def opencode(db, said, number):
    if number == 0:
        db.session()
    db.message(f"msg_{number}", "user", said)


def cursor(db, said, number):
    db.chat("c1", *[("b0", 1, FIRST), ("b1", 1, said)][: number + 1])


def command_line(db, said, number):
    db.root([db.message("user", words) for words in (FIRST, said)[: number + 1]])


def openclaw(db, said, number):
    if number == 0:
        db.session()
    db.message(f"e{number}", f"e{number - 1}", "user", said)


# How each client writes, and where its database lies below the home folder (Linux).
CLIENTS = {
    "hermes": (Hermes, hermes, ".hermes/state.db"),
    "goose": (Goose, goose, ".local/share/goose/sessions/sessions.db"),
    "zed": (Zed, zed, ".local/share/zed/threads/threads.db"),
    "opencode": (OpenCode, opencode, ".local/share/opencode/opencode.db"),
    "cursor": (Cursor, cursor, ".config/Cursor/User/globalStorage/state.vscdb"),
    "cursor-cli": (CommandLine, command_line, ".cursor/chats/hash/chat-1/store.db"),
    "openclaw": (OpenClaw, openclaw, ".openclaw/agents/main/agent/openclaw-agent.sqlite"),
}


@pytest.fixture
def user_home(tmp_path, monkeypatch):
    """The home folder of whoever runs this."""
    folder = tmp_path / "user"
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="the places are those of Linux")
@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_a_client_is_found_taken_in_once_and_read_on(home, user_home, name):
    make, write, place = CLIENTS[name]
    settings = Settings(home, environ={}, arguments={"index.embedder": "none"})
    with make(user_home / place, wal=True) as db, Memory(settings=settings) as memory:
        write(db, FIRST, 0)
        report = memory.ingest()
        assert (report.sessions, report.messages, report.problems) == (1, 1, ())
        assert memory.ingest().messages == 0
        write(db, SECOND, 1)
        report = memory.ingest()
        assert (report.sessions, report.messages, report.problems) == (0, 1, ())
        assert {fact.object for fact in memory.facts()} >= {"Acme"}
        hits = [hit for hit in memory.recall("tea or coffee").hits if "tea" in hit.text]
        assert hits
        assert memory.ingest().messages == 0
    assert [path for path in user_home.rglob("*") if path.is_file()] == [user_home / place]
    assert rows(user_home / place, "PRAGMA integrity_check") == [("ok",)]


def test_a_secret_in_a_database_is_not_stored(home, tmp_path):
    token = "ghp_" + "a1B2c3D4e5" * 4
    with Hermes(tmp_path / "state.db") as db:
        db.session(title=f"Push with {token}")
        db.message("user", f"Push with {token}, please.")
        db.message("tool", f"token={token}", tool_call_id="c", tool_name="terminal")
    settings = Settings(home, environ={}, arguments={"index.embedder": "none"})
    with Memory(settings=settings) as memory:
        assert memory.ingest([tmp_path / "state.db"]).messages == 2
        memory.export(tmp_path / "export.jsonl")
    text = (tmp_path / "export.jsonl").read_text(encoding="utf-8")
    assert token not in text
    assert "Push with [redacted" in text


def test_what_graphmem_put_into_a_conversation_is_not_stored_again(home, tmp_path):
    block = '<graphmem-context version="1">\nThe user likes tea.\n</graphmem-context>'
    with Hermes(tmp_path / "state.db") as db:
        db.session()
        db.message("user", f"{block}\n\nWhere do I work?")
    settings = Settings(home, environ={}, arguments={"index.embedder": "none"})
    with Memory(settings=settings) as memory:
        memory.ingest([tmp_path / "state.db"])
        memory.export(tmp_path / "export.jsonl")
    text = (tmp_path / "export.jsonl").read_text(encoding="utf-8")
    assert "Where do I work?" in text
    assert "likes tea" not in text


def test_a_locked_database_is_a_problem_and_is_read_the_next_time(home, tmp_path, monkeypatch):
    monkeypatch.setattr("graphmem.capture.stores.StoreReader.patience", 0.1)
    path = tmp_path / "state.db"
    settings = Settings(home, environ={}, arguments={"index.embedder": "none"})
    with Hermes(path) as db, Memory(settings=settings) as memory:
        db.session()
        db.message("user", FIRST)
        db.run("BEGIN EXCLUSIVE")
        [problem] = memory.ingest([path]).problems
        assert problem.file == str(path)
        assert "locked by its program" in problem.reason
        db.run("ROLLBACK")
        assert memory.ingest([path]).messages == 1
