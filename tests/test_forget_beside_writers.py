"""What is forgotten is gone although others write in the same moment; a rebuild loses nothing that they wrote."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor, wait

import pytest

from graphmem import Memory
from graphmem import memory as memory_module


@pytest.mark.parametrize("verb", ["forget", "rebuild"])
def test_nobody_writes_between_the_store_and_the_index(home, monkeypatch, verb):
    with Memory(home) as memory, ThreadPoolExecutor(1) as pool:
        memory.remember("I like green tea.")
        told = memory.remember("My locker code word is Zanzibar.")
        catch_up, others = memory_module.catch_up, []

        def interrupted(index, store):
            others.append(pool.submit(memory.remember, "I live in Lisbon."))
            # Given time, it would commit now, were it not kept waiting.
            assert not wait(others, timeout=1.0).done
            catch_up(index, store)

        with monkeypatch.context() as patch:
            patch.setattr(memory_module, "catch_up", interrupted)
            memory.forget(told.message_id) if verb == "forget" else memory.rebuild()
        assert others[0].result().facts
        found = {hit.text for hit in memory.recall("Zanzibar locker code word").hits}
        assert any("Zanzibar" in text for text in found) == (verb == "rebuild")
        assert any("green tea" in hit.text for hit in memory.recall("green tea").hits)
        assert any("Lisbon" in hit.text for hit in memory.recall("where do I live").hits)
        assert memory.watermarks[0] == memory.watermarks[1]


def test_many_write_and_ask_while_things_are_forgotten(home):
    with Memory(home) as memory:
        doomed = [memory.remember(f"Secret number {n} is quokka{n}.").message_id for n in range(4)]
        stop = threading.Event()

        def write():
            done = 0
            while not stop.is_set():
                memory.remember(f"Note {done}: the shed has {done} shelves.")
                done += 1
            return done

        def ask():
            done = 0
            while not stop.is_set():
                memory.recall("what is in the shed")
                memory.facts(limit=3)
                done += 1
            return done

        with ThreadPoolExecutor(4) as pool:
            others = [pool.submit(write), pool.submit(ask), pool.submit(ask)]
            try:
                for number, key in enumerate(doomed):
                    memory.forget(key)
                    texts = " ".join(hit.text for hit in memory.recall(f"quokka{number}", limit=50).hits)
                    assert f"quokka{number}" not in texts
            finally:
                stop.set()
            assert all(one.result() for one in others)
        assert memory.watermarks[0] == memory.watermarks[1]
