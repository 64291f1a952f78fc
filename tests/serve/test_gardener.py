"""The daemon builds by itself when enough is new, all is quiet and no job is going on; never else."""

from __future__ import annotations

import shutil
import threading

import pytest

from graphmem.config import resource
from graphmem.errors import PipelineError
from graphmem.serve.gardener import BUSY_SECONDS, Gardener
from tests.evolve.conftest import opened, story, told  # noqa: F401 - the fixture story

IDLE = 300.0


@pytest.fixture
def memory(story, tmp_path):  # noqa: F811 - the fixture
    shutil.copytree(story, tmp_path / "home")
    folder = tmp_path / "home" / "pipelines"
    folder.mkdir()
    text = (resource("pipelines") / "evolve.toml").read_text(encoding="utf-8")
    (folder / "evolve.toml").write_text(text.replace("facts = 20", "facts = 5", 1), encoding="utf-8")
    with opened(tmp_path / "home") as memory:
        yield memory


class Clock:
    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


def gardener(memory, *, busy=lambda: False):
    clock = Clock()
    made = Gardener(memory, memory._store, busy=busy, clock=clock)
    made.facts = made.unbuilt()
    return made, clock


def test_it_builds_what_was_told_before_it_began_once_it_is_quiet(memory):
    one, clock = gardener(memory)
    assert one.facts == 10
    assert one.turn() == IDLE
    clock.seconds += 100
    assert one.turn() == IDLE - 100
    assert memory.pages() == ()
    clock.seconds += 200
    assert one.turn() == IDLE
    assert len(memory.pages()) == 4
    assert one.facts == 0


def test_it_waits_for_enough_that_is_new_and_counts_it_across_restarts(memory):
    memory.evolve()
    one, clock = gardener(memory)
    assert one.facts == 0
    told(memory, ("Anna maintains the invoice worker.", "2024-07-01"))
    clock.seconds += 1000
    assert one.facts == 1
    assert one.turn() == IDLE
    assert memory.wiki("Anna").version == 0
    assert gardener(memory)[0].facts == 1


def test_an_import_that_goes_on_holds_it_back(memory):
    one, clock = gardener(memory)
    clock.seconds += 299
    told(memory, ("Anna maintains the invoice worker.", "2024-07-01"))
    clock.seconds += 299
    assert one.turn() == 1.0
    assert memory.pages() == ()


def test_a_job_holds_it_back(memory):
    jobs = [True]
    one, clock = gardener(memory, busy=lambda: bool(jobs))
    clock.seconds += IDLE
    assert one.turn() == BUSY_SECONDS
    assert memory.pages() == ()
    jobs.clear()
    one.turn()
    assert memory.pages()


def test_without_its_stage_nothing_is_built_unasked(memory):
    path = memory.settings.home / "pipelines" / "evolve.toml"
    head, _, rest = path.read_text(encoding="utf-8").partition('[[stage]]\nuse = "due"')
    path.write_text(head + "[[stage]]" + rest.partition("[[stage]]")[2], encoding="utf-8")
    one, clock = gardener(memory)
    clock.seconds += 10_000
    assert one.turn() is None
    assert memory.pages() == ()
    assert memory.evolve().pages_written == 4


def test_it_ends_when_it_is_told_to_and_says_what_is_wrong_with_its_pipeline(memory):
    one, _ = gardener(memory)
    stopping = threading.Event()
    thread = threading.Thread(target=one.run, args=(stopping,))
    thread.start()
    stopping.set()
    thread.join(10)
    assert not thread.is_alive()
    (memory.settings.home / "pipelines" / "evolve.toml").write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(PipelineError):
        one.turn()
