"""One daemon that has learned the sample, for all who talk MCP with it."""

from __future__ import annotations

import shutil

import pytest

from graphmem import Memory
from graphmem.capture.reader import sample_folder
from tests.serve.daemons import serving


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    home = tmp_path_factory.mktemp("agents") / "home"
    with Memory(home) as memory:
        memory.ingest([sample_folder()])
        memory.evolve()
    return home


@pytest.fixture(scope="module")
def daemon(learned):
    with serving(learned) as daemon:
        daemon.store.announce(daemon.address)
        yield daemon


@pytest.fixture
def own(learned, tmp_path):
    """A home of its own, for tests that write."""
    shutil.copytree(learned, tmp_path / "home")
    return tmp_path / "home"
