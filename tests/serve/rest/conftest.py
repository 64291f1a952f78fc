"""A memory that has read the sample, once for all; a daemon over it, for tests that change nothing of note."""

from __future__ import annotations

import shutil

import pytest

from graphmem import Memory
from graphmem.capture.reader import sample_folder
from tests.serve.daemons import serving


@pytest.fixture(scope="session")
def learned(tmp_path_factory):
    home = tmp_path_factory.mktemp("served") / "home"
    with Memory(home) as memory:
        memory.ingest([sample_folder()])
        memory.evolve()
    return home


@pytest.fixture(scope="module")
def daemon(learned, tmp_path_factory):
    home = tmp_path_factory.mktemp("daemon") / "home"
    shutil.copytree(learned, home)
    with serving(home) as daemon:
        yield daemon


@pytest.fixture
def own(learned, tmp_path):
    """A home of its own, for tests that write."""
    shutil.copytree(learned, tmp_path / "home")
    return tmp_path / "home"
