"""Conversations of many clients, end to end: what was said is known, by whom and when; nothing comes in twice."""

from __future__ import annotations

import json

import pytest

from graphmem import Memory
from graphmem.errors import SourceError

from .capture.packing import encrypted, packed
from .capture.test_chatgpt import conversation, node
from .capture.test_claude_ai import message, talk, text
from .capture.test_gemini import HEAD
from .capture.test_gemini import message as gemini
from .capture.writers import line

EMPLOYER = "I now work at Acme as a staff engineer."
SECRET = "The key is AKIA" + "IOSFODNN7EXAMPLE" + "."


def chatgpt(path, *, later=False):
    nodes = [
        node("a", "root", parts=[EMPLOYER], second=1),
        node("b", "a", "assistant", ["Congratulations."], 2),
        node("c", "b", parts=[SECRET], second=3),
        node("x", "a", "assistant", ["Regenerated away."], 2),
    ]
    if later:
        nodes.append(node("d", "c", parts=["I prefer tea over coffee."], second=90))
    return packed(
        path, {"conversations.json": json.dumps([conversation(*nodes, current_node="d" if later else "c")])}
    )


def test_an_export_comes_in_once_and_a_later_one_adds_what_is_new(tmp_path):
    with Memory(tmp_path / "home") as memory:
        first = memory.ingest([chatgpt(tmp_path / "january.zip")])
        assert (first.sessions, first.messages) == (1, 4)
        assert memory.ingest([tmp_path / "january.zip"]).messages == 0
        assert [fact.object for fact in memory.facts(predicate="works_at")] == ["Acme"]
        second = memory.ingest([chatgpt(tmp_path / "february.zip", later=True)])
        assert (second.sessions, second.messages, second.skipped) == (0, 1, 4)
        hits = memory.recall("what was regenerated", kind=["message"]).hits
        assert not any("Regenerated" in hit.text for hit in hits)
        stored = memory.cypher("MATCH (m:Message) RETURN m.text, m.active")
        assert ["Regenerated away.", False] in [list(row) for row in stored.rows]
        assert not any("EXAMPLE" in row[0] for row in stored.rows)


def test_several_clients_tell_of_one_person(tmp_path):
    (tmp_path / "tmp" / "app" / "chats").mkdir(parents=True)
    session = tmp_path / "tmp" / "app" / "chats" / "session.jsonl"
    session.write_bytes(
        b"".join(map(line, [HEAD, gemini(1, "user", EMPLOYER), gemini(2, "gemini", "Fine.")]))
    )
    files = {"conversations.json": json.dumps([talk(message(1, "human", [text("I live in Lisbon.")]))])}
    packed(tmp_path / "data.zip", files)
    with Memory(tmp_path / "home") as memory:
        report = memory.ingest([tmp_path / "tmp", tmp_path / "data.zip"])
        assert (report.sessions, report.problems) == (2, ())
        facts = {fact.predicate: fact.object for fact in memory.facts(entity="user")}
        assert facts == {"works_at": "Acme", "lives_in": "Lisbon"} | facts
        clients = memory.cypher("MATCH (s:Session) RETURN s.client ORDER BY s.client")
        assert [row[0] for row in clients.rows] == ["claude-ai", "gemini-cli"]


def test_an_encrypted_archive_is_an_error_that_tells_what_to_do(tmp_path):
    path = encrypted(tmp_path / "export.zip", "conversations.json")
    with Memory(tmp_path / "home") as memory, pytest.raises(SourceError, match="encrypted") as error:
        memory.ingest([path])
    assert "Unpack it yourself" in error.value.hint
