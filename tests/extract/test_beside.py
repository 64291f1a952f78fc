from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from contextlib import closing
from datetime import timedelta, timezone

import msgspec
import pytest

from graphmem import Memory
from graphmem.config import Settings
from graphmem.extract import beside
from graphmem.extract.beside import Beside, Task, code_of, own_words, start_of
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import Message
from graphmem.ontology import load_ontology
from graphmem.temporal import parse_time
from tests.transcripts import claude_file

AT = parse_time("2024-06-10T12:00:00Z")
TEXTS = (
    "I work at Acme in Lisbon.",
    "We moved the billing service from MySQL to Postgres yesterday.",
    "Ist das schon fertig?",
    "My sister Ana has a dog called Pip. She is 9.",
    "no, I meant Pop",
)


def said(count, first=0):
    return [
        Message(f"msg_{place}", f"ses_{place // 20}", "user", TEXTS[place % len(TEXTS)], place % 20, AT)
        for place in range(first, first + count)
    ]


@pytest.fixture
def settings(home):
    return Settings(home, environ={})


@pytest.fixture
def two_cores(monkeypatch):
    monkeypatch.setattr(beside, "cores", lambda: 2)


@pytest.fixture
def children(monkeypatch, two_cores):
    """The processes that were begun; each is ready before anything is asked of it."""
    begun = []

    class Ready(beside.Child):
        def __init__(self, start):
            super().__init__(start)
            self._listener.join()
            begun.append(self)

    monkeypatch.setattr(beside, "Child", Ready)
    return begun


def greeter(then):
    """A program that greets as the real one does, and then does something else."""
    return (
        "-c",
        (
            "import sys\n"
            "def answer(data):\n"
            "    sys.stdout.buffer.write(data)\n"
            "    sys.stdout.flush()\n"
            "size = sys.stdin.buffer.read(8)\n"
            "answer(size + sys.stdin.buffer.read(int.from_bytes(size, 'big')))\n"
            f"sys.stdin.buffer.read(8)\n{then}\n"
        ),
    )


class Counted:
    """An extractor that tells how often it was asked."""

    def __init__(self, settings):
        self.asked, self.real = 0, SpacyExtractor(settings)

    def extract(self, messages, **given):
        self.asked += 1
        return self.real.extract(messages, **given)


def test_what_is_understood_is_the_same_beside_and_here(settings, children):
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        reader.extract(said(beside.LONG))
        given = {"context": said(4, 200), "projects": {"ses_10": "shop"}}
        found = reader.extract(said(40, 204), **given)
        assert here.asked == 1  # only the first was read here
        assert found == here.real.extract(said(40, 204), **given)
        assert found.claims


def test_a_short_import_begins_no_process(settings, children):
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        reader.extract(said(beside.LONG - 1))
        reader.extract(said(5))
    assert (here.asked, children) == (2, [])


@pytest.mark.parametrize(("processes", "free"), [(1, 2), (2, 1)])
def test_no_process_is_begun_where_none_is_wanted_or_none_would_help(home, monkeypatch, processes, free):
    monkeypatch.setattr(beside, "LONG", 0)
    monkeypatch.setattr(beside, "cores", lambda: free)
    monkeypatch.setattr(beside, "Child", lambda start: pytest.fail("it was begun"))
    own = Settings(home, environ={}, arguments={"extract.processes": processes})
    with closing(Beside(own, lambda: Counted(own))) as reader:
        assert reader.extract(said(5)).claims


def test_until_it_is_ready_messages_are_read_here(settings, monkeypatch, two_cores):
    monkeypatch.setattr(beside, "LONG", 0)

    class Slow(beside.Child):
        def _greet(self):
            pass

    monkeypatch.setattr(beside, "Child", Slow)
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        reader.extract(said(5))
    assert here.asked == 1


def test_a_process_that_dies_costs_nothing_and_is_not_begun_again(settings, monkeypatch, children, caplog):
    monkeypatch.setattr(beside, "LONG", 0)
    monkeypatch.setattr(beside, "PROGRAM", greeter("sys.exit(3)"))
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        assert reader.extract(said(5)) == here.real.extract(said(5))
        assert reader.extract(said(5)).claims
    assert (here.asked, len(children)) == (2, 1)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize(
    "answer",
    [
        b"\xff" * 8,
        b"\x7f" + b"\xff" * 7,
        b"",
        b"\0\0\0\0",
        b"\0\0\0\0\0\0\0\2{]",
        b"\0\0\0\0\0\0\0\x0c" + b'{"claims":3}',
    ],
)
def test_nonsense_for_an_answer_is_as_a_death(settings, monkeypatch, children, answer):
    monkeypatch.setattr(beside, "LONG", 0)

    monkeypatch.setattr(beside, "PROGRAM", greeter(f"answer({answer!r})"))
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        assert reader.extract(said(5)) == here.real.extract(said(5))


def test_other_code_than_ours_is_not_used(settings, monkeypatch, children):
    monkeypatch.setattr(beside, "LONG", 0)
    monkeypatch.setattr(beside, "PROGRAM", greeter("sys.exit('asked')"))
    monkeypatch.setattr(beside, "read_frame", lambda *_: start_of(settings, code="/elsewhere"))
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        reader.extract(said(5))
    assert here.asked == 1


def test_code_of_another_version_in_the_same_place_is_not_used(settings, monkeypatch, children, tmp_path):
    """A daemon goes on with the code that it began with when another is installed over it."""
    monkeypatch.setattr(beside, "LONG", 0)
    file = tmp_path / "beside.py"
    file.touch()
    before = code_of(file)
    os.utime(file, ns=(0, 0))
    assert code_of(file) != before
    monkeypatch.setattr(beside, "CODE", f"{beside.CODE}0")
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        reader.extract(said(5))
        assert children[0].process.wait() == -signal.SIGKILL  # it does not wait for the end of the import
    assert here.asked == 1


EDITED = {
    "ontology.toml": '[kinds.organization]\nnames = ["zorblax"]\n',
    "constructions.toml": "# mine\n",
    "graphmem.toml": '[extract.models]\nde = "no_such_model"\n',
}


@pytest.mark.parametrize("name", EDITED)
def test_a_home_that_was_edited_since_is_not_read_by_in_one_import_as_well(home, monkeypatch, children, name):
    monkeypatch.setattr(beside, "LONG", 0)
    home.mkdir()
    own = Settings(home, environ={})
    here, words = Counted(own), own_words(home)
    (home / name).write_text(EDITED[name])
    with closing(Beside(own, lambda: here, words=words)) as reader:
        reader.extract(said(5))
    assert (here.asked, len(children)) == (1, 1)


def test_the_next_import_reads_by_a_home_that_was_edited(home, monkeypatch, children):
    monkeypatch.setattr(beside, "LONG", 0)
    home.mkdir()
    for name, text in EDITED.items():
        (home / name).write_text(text)
    with closing(Beside(Settings(home, environ={}), lambda: pytest.fail("read here"))) as reader:
        assert reader.extract(said(5)).claims


@pytest.mark.parametrize(("name", "value"), [("frozen", True), ("executable", None), ("executable", "")])
def test_where_no_interpreter_runs_us_no_process_is_begun(settings, monkeypatch, two_cores, name, value):
    """In a program frozen into one file `sys.executable` is that program."""
    monkeypatch.setattr(beside, "LONG", 0)
    monkeypatch.setattr(sys, name, value, raising=False)
    monkeypatch.setattr(beside, "Child", lambda start: pytest.fail("it was begun"))
    with closing(Beside(settings, lambda: Counted(settings))) as reader:
        assert reader.extract(said(5)).claims


def test_where_there_is_no_more_room_for_a_thread_it_is_done_here(settings, monkeypatch, two_cores, caplog):
    monkeypatch.setattr(beside, "LONG", 0)

    def full(start):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(beside, "Child", full)
    with closing(Beside(settings, lambda: Counted(settings))) as reader:
        assert reader.extract(said(5)).claims
    assert len(caplog.records) == 1


def test_a_program_that_cannot_be_begun_costs_nothing(settings, monkeypatch, two_cores, caplog):
    monkeypatch.setattr(beside, "LONG", 0)
    monkeypatch.setattr(sys, "executable", str(settings.home / "no-python"))
    with closing(Beside(settings, lambda: SpacyExtractor(settings))) as reader:
        assert reader.extract(said(5)).claims
        assert reader.extract(said(5)).claims
    assert len(caplog.records) == 1


def test_the_folder_one_stands_in_gives_no_code(settings, monkeypatch, children, tmp_path):
    monkeypatch.setattr(beside, "LONG", 0)
    for name in ("msgspec", "graphmem", "spacy"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    monkeypatch.chdir(tmp_path)
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        reader.extract(said(5))
    assert here.asked == 0
    assert not (tmp_path / "ran").exists()


def test_settings_and_vocabulary_of_the_home_hold_beside_too(home, monkeypatch, children):
    monkeypatch.setattr(beside, "LONG", 0)
    home.mkdir()
    (home / "graphmem.toml").write_text('[extract]\ntime_zone = "Asia/Tokyo"\n')
    (home / "ontology.toml").write_text('[kinds.organization]\nnames = ["zorblax"]\n')
    own = Settings(home, environ={}, arguments={"extract.time_zone": "Pacific/Auckland"})
    late = msgspec.structs.replace(said(1)[0], text="I ran a marathon today with zorblax.")
    late = msgspec.structs.replace(late, sent_at=parse_time("2024-06-10T13:00:00Z"))
    here = SpacyExtractor(own, ontology=load_ontology(home / "ontology.toml"))
    with closing(Beside(own, lambda: pytest.fail("read here"))) as reader:
        found = reader.extract([late])
    assert found == here.extract([late])
    assert "2024-06-11" in found.claims[0].text


def test_a_time_keeps_its_zone_on_the_way(settings):
    moment = AT.astimezone(timezone(timedelta(hours=9)))
    task = Task((msgspec.structs.replace(said(1)[0], sent_at=moment),), (), {})
    again = msgspec.json.decode(msgspec.json.encode(task), type=Task)
    assert again == task
    assert again.messages[0].sent_at.utcoffset() == timedelta(hours=9)


def test_an_import_is_the_same_with_it_and_without(home, monkeypatch, children, tmp_path):
    monkeypatch.setattr(beside, "LONG", 0)
    turns = [("user", TEXTS[n % len(TEXTS)], f"2024-06-10T12:{n % 60:02}:00.000Z") for n in range(60)]
    path = claude_file(tmp_path, "11111111-0000-4000-8000-000000000000", turns)
    graphs = []
    for processes in (1, 2):
        own = Settings(home / str(processes), environ={}, arguments={"extract.processes": processes})
        with Memory(settings=own) as memory:
            memory.ingest([path])
            graphs.append(
                memory.cypher("MATCH (f:Fact) RETURN f.id, f.text, f.valid_from ORDER BY f.id").rows
            )
    assert graphs[0] == graphs[1]
    assert graphs[0]
    assert [child.process.returncode for child in children] == [-signal.SIGKILL]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="a process is waited for by its descriptor")
def test_it_ends_with_whoever_began_it(home, tmp_path):
    program = (
        "import sys, graphmem.extract.beside as b\n"
        "from graphmem.config import Settings\n"
        f"child = b.Child(b.start_of(Settings({str(home)!r}, environ={{}})))\n"
        "child._listener.join()\n"
        "assert child.ready.is_set()\n"
        "print(child.process.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        child = os.pidfd_open(int(parent.stdout.readline()))
        parent.kill()
    try:
        assert select.select([child], [], [], 60)[0]
    finally:
        os.close(child)


def test_what_a_library_prints_is_no_answer(settings, children, monkeypatch, tmp_path):
    monkeypatch.setattr(beside, "LONG", 0)
    noisy = tmp_path / "noisy.py"
    noisy.write_text(
        "import graphmem.extract.worker as worker\n"
        "serve = worker.serve\n"
        "def loud(tasks, answers):\n"
        "    print('a model says hello', flush=True)\n"
        "    serve(tasks, answers)\n"
        "worker.serve = loud\n"
        "worker.main()\n"
    )
    monkeypatch.setattr(beside, "PROGRAM", (str(noisy),))
    here = Counted(settings)
    with closing(Beside(settings, lambda: here)) as reader:
        assert reader.extract(said(5)).claims
    assert here.asked == 0
