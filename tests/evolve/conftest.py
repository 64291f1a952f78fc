"""A memory that was told a few things once, and copies of it for tests that write."""

from __future__ import annotations

import shutil

import pytest

from graphmem import Memory
from graphmem.config import Settings
from graphmem.temporal import parse_time
from tests.brief import unfolded

TOLD = (
    ("I work at Zanzibar Labs and live in Lisbon.", "2024-01-02"),
    ("The billing service runs on Hetzner.", "2024-01-03"),
    ("The billing service uses Postgres. The billing service is written in Python.", "2024-01-04"),
    ("Anna works at Zanzibar Labs. Anna maintains the billing service.", "2024-01-05"),
    ("The billing service runs on Fly.io now.", "2024-05-01"),
    ("I moved to Porto in June 2024.", "2024-06-10"),
)


def opened(home):
    """The memory of a home, without a model for vectors."""
    return Memory(settings=Settings(home, environ={}, arguments={"index.embedder": "none"}))


def told(memory, *sentences):
    for text, day in sentences:
        memory.remember(text, at=parse_time(day))


@pytest.fixture(scope="session")
def story(tmp_path_factory):
    home = tmp_path_factory.mktemp("story") / "home"
    with opened(home) as memory:
        told(memory, *TOLD)
    return home


@pytest.fixture
def memory(story, tmp_path):
    shutil.copytree(story, tmp_path / "home")
    memory = opened(tmp_path / "home")
    yield memory
    unfolded(memory._store)
    memory.close()


@pytest.fixture(scope="module")
def read_only(story, tmp_path_factory):
    """One that has evolved, for tests that change nothing."""
    home = tmp_path_factory.mktemp("evolved") / "home"
    shutil.copytree(story, home)
    memory = opened(home)
    memory.evolve()
    yield memory
    unfolded(memory._store)
    memory.close()
