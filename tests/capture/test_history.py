"""The lists of typed prompts count only for conversations of which nothing else is left."""

from __future__ import annotations

import os

import pytest

from graphmem.model import content_id
from tests.capture.writers import SESSION, THREAD, Claude, Codex, claude_reader, codex_reader, line, read

GONE = "0c0c0c0c-0000-4000-8000-00000000000c"
NOON = 1740830400000  # 2025-03-01, in milliseconds


def entry(text, *, session=GONE, when=NOON, project="/home/maya/app", **pasted):
    more = {"sessionId": session} if session else {}
    return {"display": text, "pastedContents": pasted, "timestamp": when, "project": project} | more


@pytest.fixture
def claude(tmp_path):
    """Read a list of prompts in a folder that holds one transcript."""
    story = Claude()
    story.user("In the transcript")
    talk = story.write(tmp_path / "claude" / "projects" / "-home-maya-app" / f"{SESSION}.jsonl")
    os.utime(talk, (NOON / 1000 - 3600, NOON / 1000 - 3600))

    def reading(*entries):
        path = tmp_path / "claude" / "history.jsonl"
        path.write_bytes(b"".join(map(line, entries)))
        return read(claude_reader(tmp_path), path)

    return reading


def test_prompts_of_a_session_that_is_there_are_passed_over(claude):
    store = claude(entry("In the transcript", session=SESSION), entry("Of a session that is gone"))
    assert store.texts == ["Of a session that is gone"]
    [session] = store.sessions.values()
    assert session.id == content_id("ses", "claude-code", GONE)
    assert (session.project, session.cwd) == ("app", "/home/maya/app")


def test_a_list_is_a_fallback(claude, tmp_path):
    claude(entry("Of a session that is gone"))
    [batch] = claude_reader(tmp_path).read(tmp_path / "claude" / "history.jsonl", None)
    assert batch.fallback


def test_pasted_text_takes_its_place(claude):
    text = {"id": 1, "type": "text", "content": "pasted words"}
    store = claude(
        entry("Sum up [Pasted text #1 +40 lines] please [Image #2]", **{"1": text}),
        entry("[Pasted text #2 +3 lines] and this", when=NOON + 1),
    )
    assert store.texts == ["Sum up pasted words please", "and this"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("/model opus", []),
        ("/fix the tests now", ["the tests now"]),
        ("!ls -la", []),
        ("/clear", []),
        ("", []),
    ],
)
def test_commands_are_no_requests(claude, typed, said):
    assert claude(entry(typed)).texts == said


def test_prompts_without_a_session_count_when_no_transcript_spans_their_time(claude):
    inside, outside = NOON - 2 * 3600 * 1000, NOON + 3600 * 1000
    store = claude(
        entry("While the transcript was written", session=None, when=inside),
        entry("Long after", session=None, when=outside),
        entry("In another project", session=None, when=inside, project="/home/maya/other"),
        entry("Without a time", session=None, when="?"),
    )
    assert set(store.texts) == {"Long after", "In another project"}
    assert len(store.sessions) == 2


def test_the_same_prompt_twice_is_two_messages(claude):
    assert (
        len(
            claude(
                entry("Go on please"), entry("Go on please"), entry("Go on please", when=NOON + 5)
            ).messages
        )
        == 3
    )


def test_bad_entries_are_problems(claude):
    store = claude(entry("A good one"), {"display": 7}, {"x": 1})
    assert store.texts == ["A good one"]
    assert [problem.line for problem in store.problems] == [2, 3]


def test_a_list_that_grew_yields_only_what_is_new(claude, tmp_path):
    store = claude(entry("One thing"))
    path = tmp_path / "claude" / "history.jsonl"
    path.write_bytes(path.read_bytes() + line(entry("Another thing", when=NOON + 1)))
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [m.text for m in batch.messages] == ["Another thing"]


def test_the_list_of_codex(tmp_path):
    story = Codex()
    story.user("In the rollout")
    story.write(tmp_path / "codex")
    path = tmp_path / "codex" / "history.jsonl"
    entries = [(THREAD, "In the rollout"), (GONE, "Of a thread that is gone"), (GONE, "/model"), (GONE, "")]
    path.write_bytes(
        b"".join(line({"session_id": key, "ts": NOON // 1000, "text": text}) for key, text in entries)
    )
    store = read(codex_reader(tmp_path), path)
    assert [(m.text, m.sent_at.hour, m.role) for m in store.ordered()] == [
        ("Of a thread that is gone", 12, "user")
    ]
    assert [s.id for s in store.sessions.values()] == [content_id("ses", "codex", GONE)]
    [batch] = codex_reader(tmp_path).read(path, None)
    assert batch.fallback
