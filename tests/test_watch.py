"""A client writes beside a running watcher, as clients do: what is stored in the end is what was said."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.capture import registry
from graphmem.config import Settings
from tests.capture.stores import Hermes
from tests.capture.writers import Claude, line
from tests.exports import exported

PATIENCE = 90.0  # seconds; what should come comes long before
ROOT = Path(__file__).parent.parent


@pytest.fixture
def projects(tmp_path):
    folder = tmp_path / ".claude" / "projects" / "-home-maya-app"
    folder.mkdir(parents=True)
    return folder


def opened(tmp_path, name="home", **more):
    arguments = {"capture.claude_home": str(tmp_path / ".claude"), "capture.look_seconds": 1.0} | more
    return Memory(settings=Settings(tmp_path / name, environ={}, arguments=arguments))


# A client writes to its database and is killed.
LAST_WORDS = """
import os, sqlite3, sys
link = sqlite3.connect(sys.argv[1], isolation_level=None)
values = ("s-1", "user", "My cat is Milk.", 1786000099)
link.execute("INSERT INTO messages(session_id, role, content, timestamp) VALUES (?, ?, ?, ?)", values)
os._exit(9)
"""


class Ears:
    """What a watching thread told, to be waited for."""

    def __init__(self):
        self.told = queue.Queue()
        self.reports = []

    def wait(self, done):
        """Hear on until `done` is true of all reports."""
        while not done(self.reports):
            self.reports.append(self.told.get(timeout=PATIENCE))

    def wait_messages(self, count):
        self.wait(lambda reports: sum(report.messages for report in reports) >= count)


@contextmanager
def watching(memory, **more):
    ears, stop = Ears(), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(memory.watch, interrupted=stop.is_set, heard=ears.told.put, **more)
        try:
            yield ears
        finally:
            stop.set()
        ended.result()


def append(path, data):
    with path.open("ab") as file:
        file.write(data)


def afresh(tmp_path):
    """What a memory holds that reads the finished files at once."""
    with opened(tmp_path, "other") as memory:
        memory.ingest(client="claude")
        return exported(memory)


def test_a_live_transcript_with_cut_lines_a_fork_a_summary_and_a_giant_line(tmp_path, projects):
    story = Claude()
    path = projects / "talk.jsonl"
    told = 0

    def write(upto=None):
        """Append what the story has more than the file, in pieces that end where lines do not."""
        nonlocal told
        data = story.bytes()[told:upto]
        told += len(data)
        for start in range(0, len(data), 70):
            append(path, data[start : start + 70])

    with opened(tmp_path) as memory, watching(memory) as ears:
        story.user("My name is Maya and I live in Lisbon.")
        story.says("Hello Maya.")
        write()
        ears.wait_messages(2)
        root = story.user("We use Postgres 16 for the billing service.")
        write(upto=-25)
        write()
        ears.wait_messages(3)
        story.says("Noted.")
        story.leaf = root  # a turn is taken back, another branch goes on
        story.user("I work at Acme now.")
        write()
        ears.wait_messages(5)
        story.calls("Read", {"file_path": "big.txt"}, "call_1")
        append(path, story.bytes()[told:])
        told = len(story.bytes())
        story.result("call_1", "x" * (50 << 20))
        append(path, story.bytes()[told:])
        told = len(story.bytes())
        story.user("I prefer short answers.", isCompactSummary=False)
        story.add("system", subtype="compact_boundary", content="compacted", parent=None)
        story.user("Thanks, and Priya owns the orders service.")
        write()
        ears.wait_messages(9)
        live = exported(memory)
        found = {hit.text for hit in memory.recall("who owns the orders service").hits}
        assert any("Priya" in text for text in found)
    assert live == afresh(tmp_path)


def test_a_database_that_its_client_writes_edits_and_leaves_when_it_dies(tmp_path, monkeypatch):
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "hermes"))
    path = tmp_path / "hermes" / "state.db"
    with opened(tmp_path) as memory, watching(memory, client="hermes") as ears:
        with Hermes(path, wal=True) as db:
            db.session()
            db.message("user", "I work at Acme as a staff engineer.")
            ears.wait_messages(1)
            db.message("user", "I live in Berlin.")
            ears.wait_messages(2)
            db.run("UPDATE messages SET active = 0 WHERE content LIKE '%Berlin%'")
            db.message("user", "I live in Lisbon.")
            ears.wait_messages(3)
        assert not path.with_name("state.db-wal").exists()
        subprocess.run([sys.executable, "-c", LAST_WORDS, str(path)], check=False)
        assert path.with_name("state.db-wal").exists()
        ears.wait_messages(4)
        assert {fact.object for fact in memory.facts(predicate="lives_in")} == {"Lisbon"}


def test_files_rewritten_moved_forked_and_deleted_lose_nothing(tmp_path, projects):
    story = Claude()
    story.user("I live in Berlin.")
    path = story.write(projects / "a.jsonl")
    with opened(tmp_path) as memory, watching(memory) as ears:
        ears.wait_messages(1)
        path.rename(projects / "b.jsonl")
        story.user("My sister Ana is a nurse.")
        fork = Claude("0a0a0a0a-0000-4000-8000-000000000002")
        fork.records = [dict(record, sessionId=fork.session) for record in story.records]
        fork.leaf, fork.clock = story.leaf, story.clock
        fork.user("I have a dog named Rex.")
        fork.write(projects / "fork.jsonl")
        story.write(projects / "b.jsonl")
        ears.wait_messages(3)
        kept = exported(memory)
        for gone in list(projects.iterdir()):
            gone.unlink()
        other = Claude("0a0a0a0a-0000-4000-8000-000000000003", base=9)
        other.user("What time is it?")
        other.write(projects / "c.jsonl")
        ears.wait_messages(4)
        texts = {record.get("text") for record in map(json.loads, exported(memory).splitlines())}
        assert {json.loads(row).get("text") for row in kept.splitlines()} <= texts
        [view] = memory.sources()
        assert (view.client, view.gone) == ("claude-code", 3)


class Stumbling:
    """A reader of another package that fails on some files."""

    client = "stumbling"
    folder = Path()

    def __init__(self, settings):
        pass

    def places(self, machine):
        yield self.folder

    def discover(self, root):
        yield from sorted(root.glob("*.stumble"))

    def recognises(self, path):
        return True

    def read(self, path, cursor):
        raise ValueError(f"no idea what {path.read_text(encoding='utf-8')} is")
        yield


def test_a_reader_that_fails_costs_only_its_file_and_shows(tmp_path, projects, monkeypatch):
    monkeypatch.setattr(Stumbling, "folder", tmp_path)
    monkeypatch.setitem(registry.CLIENTS, "stumbling", f"{__name__}:Stumbling")
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    (tmp_path / "a.stumble").write_text("this", encoding="utf-8")
    with opened(tmp_path) as memory, watching(memory) as ears:
        story = Claude()
        story.user("I live in Berlin.")
        story.write(projects / "a.jsonl")
        ears.wait_messages(1)
        ears.wait(lambda reports: any(report.problems for report in reports))
        (tmp_path / "a.stumble").write_text("that", encoding="utf-8")
        ears.wait(lambda reports: sum(len(report.problems) for report in reports) >= 2)
        first, second = [one for report in ears.reports for one in report.problems][:2]
        assert "ValueError: no idea what this is" in first.reason
        assert "no idea what that is" in second.reason


def test_text_that_breaks_the_extractor_is_set_aside_and_the_rest_goes_on(tmp_path, projects, monkeypatch):
    for number, words in enumerate(["I live in Berlin.", "POISON", "I work at Acme."]):
        story = Claude(f"0a0a0a0a-0000-4000-8000-00000000000{number}", base=number)
        story.user(words)
        story.write(projects / f"{number}.jsonl")
    with opened(tmp_path) as memory:
        extractor = memory._workshop.extractor
        extract = extractor.extract

        def poisoned(messages, **more):
            if any("POISON" in message.text for message in messages):
                raise RuntimeError("the parser died")
            return extract(messages, **more)

        monkeypatch.setattr(extractor, "extract", poisoned)
        with watching(memory) as ears:
            ears.wait_messages(2)
            ears.wait(lambda reports: any(report.problems for report in reports))
        [problem] = [one for report in ears.reports for one in report.problems]
        assert problem.file.endswith("1.jsonl")
        assert "the parser died" in problem.reason
        assert {fact.predicate for fact in memory.facts()} >= {"lives_in", "works_at"}


def test_records_of_a_new_type_show_in_sources_and_in_the_doctor(tmp_path, projects):
    story = Claude()
    story.user("I live in Berlin.")
    story.side("holo-message", text="from the future")
    append(projects / "a.jsonl", story.bytes() + b"{broken\n")
    with opened(tmp_path) as memory:
        memory.ingest(client="claude")
        [view] = memory.sources(client="claude")
        assert (view.files, view.messages, view.unknown, view.problems) == (1, 1, {"holo-message": 1}, 1)
        assert view.since.keys() == {"holo-message"}
        assert view.problem.startswith(str(projects / "a.jsonl"))
        [finding] = [one for one in memory.doctor() if one.subject == "capture claude-code"]
        assert finding.status == "warning"
        assert "holo-message" in finding.detail
        append(projects / "a.jsonl", line({"type": "holo-message", "sessionId": story.session}))
        memory.ingest(client="claude")
        assert memory.sources()[0].unknown == {"holo-message": 2}
        data = (projects / "a.jsonl").read_bytes()
        (projects / "a.jsonl").write_bytes(data.replace(b"Berlin", b"Munich"))
        memory.ingest(client="claude")
        assert memory.sources()[0].unknown == {"holo-message": 2}  # read anew, counted anew


@contextmanager
def process(tmp_path):
    """`graphmem watch` as a process of its own; killed at the end, if it still runs."""
    environment = os.environ | {"GRAPHMEM_CAPTURE_CLAUDE_HOME": str(tmp_path / ".claude")}
    running = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "graphmem",
            "watch",
            "--json",
            "--client",
            "claude",
            "--home",
            str(tmp_path / "home"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
        cwd=ROOT,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()
        running.stdout.close()


def test_killed_while_a_client_writes_and_started_again(tmp_path, projects):
    story = Claude()
    path = projects / "talk.jsonl"
    for words in ("I live in Berlin.", "My sister Ana is a nurse."):
        with process(tmp_path) as running:
            story.user(words)
            story.says("Good to know.")
            story.write(path)
            assert json.loads(running.stdout.readline())["messages"] >= 1
            running.kill()
    with process(tmp_path) as running:
        story.user("I moved to Lisbon.")
        story.write(path)
        assert json.loads(running.stdout.readline())["messages"] == 1
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE) == 0
    with opened(tmp_path) as memory:
        stored = exported(memory)
    assert stored == afresh(tmp_path)


def told_to(path, text):
    story = Claude(path.stem, base=len(text))
    story.user(text)
    return story.write(path)


def test_a_transcript_that_is_told_of_is_taken_in_by_the_watcher(tmp_path, projects):
    told_to(projects / "known.jsonl", "My small dog is Rex.")
    path = told_to(tmp_path / "elsewhere.jsonl", "My cat is Milk.")
    with opened(tmp_path) as memory, watching(memory) as ears:
        ears.wait_messages(1)
        assert memory.capture(path, client="claude").queued
        ears.wait_messages(2)
        assert memory.stats()["messages"] == 2


def test_a_transcript_that_is_told_of_is_read_at_once_when_nobody_watches(tmp_path, projects):
    path = told_to(projects / "a.jsonl", "My cat is Milk.")
    with opened(tmp_path) as memory:
        told = memory.capture(path)
        assert (told.queued, told.messages, told.path) == (False, 1, str(path))
        told_to(projects / "b.jsonl", "My small dog is Rex.")
        assert memory.capture(client="claude").messages == 1
