"""Files that are new, grown, rewritten, moved or gone: which of them the watcher hands out, and in which order."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, contextmanager

import pytest

from graphmem.capture import watch
from graphmem.capture.events import Events
from graphmem.capture.machine import Machine
from graphmem.capture.registry import readers
from graphmem.capture.stamps import stamp
from graphmem.capture.watch import Watcher
from tests.capture.writers import THREAD, Claude, Codex, settings

PATIENCE = 30.0  # seconds; what should come comes long before


@pytest.fixture
def machine(tmp_path):
    return Machine({"HOME": str(tmp_path)}, "linux")


@pytest.fixture
def projects(tmp_path):
    folder = tmp_path / ".claude" / "projects" / "-home-maya-app"
    folder.mkdir(parents=True)
    return folder


@contextmanager
def watching(tmp_path, machine, client="claude-code", **options):
    chosen = settings(
        tmp_path, capture__claude_home=str(tmp_path / ".claude"), capture__codex_home=str(tmp_path / ".codex")
    )
    watcher = Watcher(readers(chosen, client), machine, **options)
    try:
        yield watcher
    finally:
        watcher.close()


def never():
    return False


def names(due):
    return [path.name for _, path in due.sources]


def nothing(watcher, seconds=0.6):
    return watcher.due(never, patience=seconds) is None


def talk(*words, **more):
    story = Claude(**more)
    for text in words:
        story.user(text)
    return story


def old(path, days=2):
    """Let a file be last written some days ago."""
    then = time.time() - days * 86400
    os.utime(path, (then, then))
    return path


HEARD = pytest.mark.parametrize("polling", [False, True], ids=["events", "polling"])


@HEARD
def test_what_lies_there_comes_once_the_newest_first_and_then_what_is_written(
    tmp_path, machine, projects, polling
):
    first = old(talk("one").write(projects / "a.jsonl"), days=3)
    old(talk("uno", base=1).write(projects / "b.jsonl"), days=1)
    with watching(tmp_path, machine, polling=polling) as watcher:
        due = watcher.due(never, patience=PATIENCE)
        assert (names(due), due.live) == (["b.jsonl", "a.jsonl"], False)
        assert nothing(watcher)
        with first.open("ab") as file:
            file.write(b"\n")
        due = watcher.due(never, patience=PATIENCE)
        assert (names(due), due.live) == (["a.jsonl"], True)
        talk("new", base=2).write(projects / "c.jsonl")
        assert names(watcher.due(never, patience=PATIENCE)) == ["c.jsonl"]
        assert nothing(watcher)


@HEARD
def test_a_folder_that_appears_later_is_watched_too(tmp_path, machine, polling):
    with watching(tmp_path, machine, every=0.3, polling=polling) as watcher:
        assert nothing(watcher)
        folder = tmp_path / ".claude" / "projects" / "-home-maya-other"
        folder.mkdir(parents=True)
        path = talk("one").write(folder / "a.jsonl")
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]
        talk("one", "two").write(path)
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]


@HEARD
def test_a_file_that_is_moved_rotated_or_deleted(tmp_path, machine, projects, polling):
    path = talk("one").write(projects / "a.jsonl")
    with watching(tmp_path, machine, polling=polling) as watcher:
        watcher.due(never, patience=PATIENCE)
        path.rename(projects / "moved.jsonl")
        assert names(watcher.due(never, patience=PATIENCE)) == ["moved.jsonl"]
        talk("other", base=1).write(path)
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]
        path.unlink()
        assert nothing(watcher, 2.5)
        talk("again", base=2).write(path)
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]


def test_a_file_of_nobody_is_looked_at_again_when_it_has_changed(tmp_path, machine, projects):
    path = projects / "a.jsonl"
    path.write_bytes(b'{"some":"thing"}\n')
    with watching(tmp_path, machine, every=0.2) as watcher:
        assert nothing(watcher)
        talk("one").write(path)
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]


def test_however_often_a_file_is_written_it_waits_once(tmp_path, machine, projects):
    path = talk("one").write(projects / "a.jsonl")
    with watching(tmp_path, machine) as watcher:
        watcher.due(never, patience=PATIENCE)
        for _ in range(50):
            with path.open("ab") as file:
                file.write(b"\n")
            watcher.wake([str(path)])
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]


def test_files_that_lie_there_come_in_slices_and_one_being_written_goes_before(
    tmp_path, machine, projects, monkeypatch
):
    monkeypatch.setattr(watch, "HURRY_SECONDS", 0.0)
    for number in range(120):
        old(talk("x", base=number).write(projects / f"{number:03}.jsonl"))
    with watching(tmp_path, machine) as watcher:
        first = watcher.due(never, patience=PATIENCE)
        assert len(first.sources) == 50
        assert not watcher.pressing(first.sources)
        live = talk("now", base=500).write(projects / "live.jsonl")
        watcher.wake([str(live)])
        assert watcher.pressing(first.sources)
        watcher.returned(first.sources)
        due = watcher.due(never, patience=PATIENCE)
        assert (names(due), due.live) == (["live.jsonl"], True)
        assert not watcher.pressing(due.sources)
        rest = [name for _ in range(3) for name in names(watcher.due(never, patience=PATIENCE))]
        assert sorted(rest) == [f"{number:03}.jsonl" for number in range(120)]


def test_a_file_does_not_press_while_it_is_read_itself(tmp_path, machine, projects):
    path = talk("one").write(projects / "a.jsonl")
    with watching(tmp_path, machine) as watcher:
        due = watcher.due(never, patience=PATIENCE)
        talk("one", "two").write(path)
        watcher.wake([str(path)])
        assert not watcher.pressing(due.sources)
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]


def test_a_file_that_took_long_to_read_rests(tmp_path, machine, projects):
    path = talk("one").write(projects / "a.jsonl")
    with watching(tmp_path, machine) as watcher:
        due = watcher.due(never, patience=PATIENCE)
        before = time.monotonic()
        watcher.rested(due.sources, 0.5)
        talk("one", "two").write(path)
        watcher.wake([str(path)])
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]
        assert time.monotonic() - before >= 1.0


def test_an_interruption_ends_the_wait(tmp_path, machine, projects):
    asked = iter([False, False, True])
    with watching(tmp_path, machine) as watcher:
        assert watcher.due(lambda: next(asked)) is None


def test_a_list_of_prompts_beside_the_folders_is_watched_as_a_file(tmp_path, machine):
    rollout = Codex()
    rollout.user("one")
    rollout.write(tmp_path / ".codex")
    with watching(tmp_path, machine, "codex", every=60.0) as watcher:
        assert len(watcher.due(never, patience=PATIENCE).sources) == 1
        prompts = tmp_path / ".codex" / "history.jsonl"
        prompts.write_text(f'{{"session_id":"{THREAD}","ts":1740000000,"text":"hello"}}\n', encoding="utf-8")
        assert names(watcher.due(never, patience=PATIENCE)) == ["history.jsonl"]


def test_what_is_written_beside_a_database_changes_its_stamp(tmp_path):
    path = tmp_path / "state.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE t (x)")
        database.commit()
        before = stamp(object(), path)
        file = path.stat()
        database.execute("INSERT INTO t VALUES (1)")
        database.commit()
        assert (path.stat().st_size, path.stat().st_mtime_ns) == (file.st_size, file.st_mtime_ns)
        assert stamp(object(), path) != before


def test_where_the_file_system_tells_nothing_the_folders_are_looked_through(
    tmp_path, machine, projects, monkeypatch
):
    import watchfiles

    def refused(*_, **__):
        raise OSError("no space left for watches")

    monkeypatch.setattr(watchfiles, "watch", refused)
    path = talk("one").write(projects / "a.jsonl")
    with watching(tmp_path, machine, every=600.0) as watcher:
        watcher.due(never, patience=PATIENCE)
        talk("one", "two").write(path)
        assert names(watcher.due(never, patience=PATIENCE)) == ["a.jsonl"]
        assert watcher.notice == "no space left for watches"


def test_events_stop_at_once(tmp_path):
    events = Events([tmp_path], lambda _: None)
    before = time.monotonic()
    events.stop()
    assert time.monotonic() - before < 10
    assert events.failed == ""


def test_a_file_that_somebody_tells_of_is_handed_out_wherever_it_lies(tmp_path, machine, projects):
    talk("My cat is Milk.").write(projects / "known.jsonl")
    elsewhere = tmp_path / "elsewhere.jsonl"
    talk("My dog is Rex.").write(elsewhere)
    with watching(tmp_path, machine) as watcher:
        assert names(watcher.due(never)) == ["known.jsonl"]
        assert nothing(watcher)
        watcher.urge(str(elsewhere), "claude-code")
        assert names(watcher.due(never, patience=PATIENCE)) == ["elsewhere.jsonl"]
        for path, client in (
            (elsewhere, "claude-code"),
            (tmp_path / "gone.jsonl", None),
            (elsewhere, "codex"),
        ):
            watcher.urge(str(path), client)
        assert nothing(watcher)


def test_to_look_everywhere_finds_what_the_file_system_did_not_tell(tmp_path, machine, projects):
    with watching(tmp_path, machine, every=10_000.0, polling=True) as watcher:
        watcher.polling = False  # it looked once, and would not look again
        assert nothing(watcher)
        talk("My cat is Milk.").write(projects / "new.jsonl")
        watcher._told.clear()
        watcher.urge("", "claude-code")
        assert names(watcher.due(never, patience=PATIENCE)) == ["new.jsonl"]
