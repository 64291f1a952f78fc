"""Nobody but its owner can read a file of a home, whatever the umask says and whoever made the file."""

from __future__ import annotations

import os
import stat

import numpy as np
import pytest

from graphmem import Memory, health
from graphmem.config import Settings
from graphmem.index.files import Folder
from graphmem.serve.cli.progress import sample


@pytest.fixture(params=[0o000, 0o022], ids=["no umask", "the usual umask"])
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def open_to_others(home):
    return {
        str(path.relative_to(home.parent)): oct(stat.S_IMODE(path.stat().st_mode))
        for path in (home, *home.rglob("*"))
        if path.stat().st_mode & 0o077
    }


def test_no_file_of_a_home_is_open_to_others(home, umask):
    with Memory(home) as memory:
        assert open_to_others(home) == {}
        memory.ingest([sample()])
        assert (home / "index" / "manifest.json").is_file()
        assert (home / "graph.kuzu.wal").is_file()
        assert open_to_others(home) == {}
        memory.evolve()
        memory.edit("Tidewater", "Tidewater is a tide table.")
        memory._store.graph.checkpoint()
        memory.remember("I work at Hooli now.")  # the engine makes its log anew
        assert (home / "graph.kuzu.wal").is_file()
        assert open_to_others(home) == {}
        memory.forget(memory.messages()[0].id)
        assert open_to_others(home) == {}
        memory.rebuild()
        assert open_to_others(home) == {}
    assert (home / "graph.seal").is_file()
    assert open_to_others(home) == {}


def test_a_vector_index_that_its_library_writes_is_private(home, umask):
    home.mkdir()
    folder = Folder(home / "index")
    folder.make()
    path = folder.new_path("graph")
    path.write_bytes(b"made by somebody else")
    path.chmod(0o666)
    folder.adopt(path)
    folder.write("rows", {"numbers": np.arange(3)})
    assert open_to_others(home / "index") == {}


def test_a_home_of_before_is_closed_when_it_is_opened_and_written(home, umask):
    with Memory(home) as memory:
        memory.remember("I work at Acme.")
    for path in (home / "graph.kuzu", home / "graph.seal", home / "ledger.db", home / "index"):
        path.chmod(path.stat().st_mode | 0o044)
    with Memory(home) as memory:
        memory.remember("I live in Lisbon.")
    assert [path for path in open_to_others(home) if not path.startswith(f"{home.name}/index/")] == []


def test_the_doctor_names_what_is_open_to_others(home):
    with Memory(home, settings=Settings(home)) as memory:
        memory.remember("I work at Acme.")
        assert [one.status for one in health.permissions(memory._store, memory._index)] == ["ok"]
        wal = home / "graph.kuzu.wal"
        wal.chmod(0o644)
        [found] = health.permissions(memory._store, memory._index)
        assert (found.status, found.repair) == ("warning", f"chmod 600 {wal}")
