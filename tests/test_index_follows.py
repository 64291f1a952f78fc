"""An index that could not take in one event takes it in with the next: nothing is passed over, nothing comes back."""

from __future__ import annotations

import pytest

from graphmem import Memory
from graphmem.errors import EngineError, StoreError
from graphmem.pipeline import follow


@pytest.fixture
def failing(monkeypatch):
    """Reading a page fails once, at the next event."""

    def fail():
        real = follow.leaves_of

        def once(*_args):
            monkeypatch.setattr(follow, "leaves_of", real)
            raise EngineError("The engine is out of memory.")

        monkeypatch.setattr(follow, "leaves_of", once)

    return fail


def test_what_was_remembered_while_the_engine_failed_is_found(tmp_path, failing):
    with Memory(tmp_path) as memory:
        memory.remember("Ilse Quxville lives in Ghent.")
        memory.remember("Ilse Quxville works at Halden.")
        memory.evolve()
        assert memory.pages()
        failing()
        with pytest.raises(StoreError, match="safe in the ledger"):
            memory.remember("Ilse Quxville moved to Zandvoort.")
        memory.remember("The shed is painted green.")
        assert any("Zandvoort" in hit.text for hit in memory.recall("where does Ilse Quxville live").hits)


def test_what_was_forgotten_while_the_engine_failed_is_gone(tmp_path, failing):
    with Memory(tmp_path) as memory:
        memory.remember("Ilse Quxville keeps bees in Ghent.")
        entity = memory.entity("Ilse Quxville")
        failing()
        with pytest.raises(StoreError):
            memory.forget(entity.id)
        memory.remember("The shed is painted green.")
        assert not [hit for hit in memory.recall("who is Ilse Quxville").hits if "Quxville" in hit.text]
    assert not [
        file.name
        for file in tmp_path.rglob("*")
        if file.is_file() and b"quxville" in file.read_bytes().lower()
    ]
