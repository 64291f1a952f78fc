"""Transcripts of real releases, where they are at hand: all are read, each bad line is named, nothing comes twice."""

from __future__ import annotations

import pytest

from graphmem.capture.reader import find_sources
from tests.capture.writers import Store, claude_reader, line, read, settings

CLIENTS = {"claude-code": "claude-code", "codex": "codex"}


@pytest.fixture(scope="module")
def transcripts(shared):
    folder = shared / "fixtures" / "transcripts"
    if not folder.is_dir():
        pytest.skip("no transcripts in the shared folder")
    return folder


@pytest.fixture(params=sorted(CLIENTS))
def sources(request, transcripts, tmp_path):
    found = find_sources([transcripts / request.param], CLIENTS[request.param], settings(tmp_path))
    assert len(found) > 10
    return found


def test_every_file_is_read_and_read_once(sources):
    for reader, path in sources:
        store = read(reader, path)
        assert list(reader.read(path, store.cursor)) == [], path
        for problem in store.problems:
            assert problem.file == str(path)
            assert problem.line > 0
            assert problem.reason
        for message in store.messages.values():
            assert message.text.strip() == message.text != ""
            assert message.session_id in store.sessions


def test_every_file_says_the_same_however_it_is_cut(sources):
    for reader, path in sources:
        whole, killed = read(reader, path), Store()
        small = type(reader)(settings(path.parent))
        small.limits = type(small.limits)(3, 2000)
        killed.read_killed(small, path)
        assert (killed.sessions, killed.messages) == (whole.sessions, whole.messages), path


def test_every_file_may_grow_line_by_line(sources, tmp_path):
    for reader, path in sources:
        if path.suffix != ".jsonl" or path.stat().st_size > 30_000:
            continue
        whole = read(reader, path)
        lines = path.read_bytes().splitlines(keepends=True)
        copy = tmp_path / path.name
        grown = Store()
        for count in range(0, len(lines) + 1, 3):
            copy.write_bytes(b"".join(lines[:count]))
            grown.read(reader, copy)
        copy.write_bytes(b"".join(lines))
        grown.read(reader, copy)
        assert {m.text for m in whole.messages.values() if m.active} <= {
            m.text for m in grown.messages.values()
        }


def test_other_clients_are_left_to_other_readers(transcripts, tmp_path):
    for folder in sorted(transcripts.iterdir()):
        if folder.is_dir() and folder.name not in CLIENTS:
            for reader in (claude_reader(tmp_path),):
                assert [path for path in reader.discover(folder) if reader.recognises(path)] == [], folder


def test_damage_costs_only_what_is_damaged(transcripts, tmp_path):
    path = transcripts / "claude-code" / "made" / "damaged.jsonl"
    store = read(claude_reader(tmp_path), path)
    assert store.texts == [
        "first line after a byte order mark",
        "valid record glued behind a cut one",
        "lone surrogate: \ufffd end",
        "bad byte: \ufffd\ufffd",
        "windows line end",
        "after a run of NUL bytes",
    ]
    assert [problem.line for problem in store.problems] == [4, 7, 8, 9, 11, 12, 13]
    assert store.unknown == {"brand-new-type": 1}
    grown = tmp_path / "damaged.jsonl"
    grown.write_bytes(
        path.read_bytes() + b"\n" + line({"type": "user", "uuid": "n", "message": {"content": "new"}})
    )
    [batch] = claude_reader(tmp_path).read(grown, store.cursor)
    assert [m.text for m in batch.messages] == ["new"]
    assert len(batch.problems) == 1


def test_a_fork_shares_its_messages(transcripts, tmp_path):
    folder = transcripts / "claude-code" / "made" / "projects" / "-home-sam-fork"
    one, two = (read(claude_reader(tmp_path), path) for path in sorted(folder.glob("*.jsonl")))
    assert len(set(one.messages) & set(two.messages)) == 2
    assert len(set(one.messages) ^ set(two.messages)) == 2


def test_parallel_agents_leave_no_branch(transcripts, tmp_path):
    for reader, path in find_sources([transcripts / "claude-code" / "projects"], None, settings(tmp_path)):
        assert all(m.active for m in read(reader, path).messages.values())


def test_an_agents_rollout_does_not_repeat_its_parent(transcripts, tmp_path):
    folder = transcripts / "codex" / "made" / "sessions" / "2026" / "08" / "21"
    [(reader, parent), (_, agent)] = find_sources([folder], None, settings(tmp_path))
    one, two = read(reader, parent), read(reader, agent)
    assert two.texts == ['Search the docs folder for "retry".', "Three hits, all in docs/queue.md."]
    [session] = two.sessions.values()
    assert session.parent_id in one.sessions
    assert "Change of plan: deploys are on Thursdays from now on." not in one.texts
