"""Work in another thread: it is begun when `begin` returns, nobody waits for others' work, and errors arrive."""

from __future__ import annotations

import os
import threading

import pytest

from graphmem.index.meanwhile import THREADS, Meanwhile


@pytest.fixture
def load(monkeypatch):
    """How many want a processor, of whom there is one."""
    found = [0.0]
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(os, "getloadavg", lambda: (found[0], 0.0, 0.0), raising=False)
    return found


@pytest.fixture
def meanwhile(load):
    made = Meanwhile()
    yield made
    made.close()


def test_the_work_goes_on_while_whoever_began_it_does_something_else(meanwhile):
    asked, said = threading.Event(), []

    def work():
        said.append("begun")
        asked.wait()
        return threading.get_ident()

    result = meanwhile.begin(work)
    asked.set()  # here the work would never end if it were done by whoever calls
    assert result() != threading.get_ident()
    assert said == ["begun"]


def test_what_the_work_raises_is_raised_where_its_result_is_asked_for(meanwhile):
    def work():
        raise ValueError("no")

    result = meanwhile.begin(work)
    with pytest.raises(ValueError, match="no"):
        result()


def test_nobody_waits_for_the_work_of_others(meanwhile):
    go = threading.Event()
    busy = [meanwhile.begin(go.wait) for _ in range(THREADS)]
    own = meanwhile.begin(threading.get_ident)
    assert own() == threading.get_ident()
    go.set()
    assert all(result() for result in busy)


def test_a_thread_that_is_done_takes_the_next_work(meanwhile):
    for _ in range(10 * THREADS):
        assert meanwhile.begin(threading.get_ident)() is not None
    go = threading.Event()
    again = meanwhile.begin(go.wait)
    go.set()
    assert again()


def test_after_the_end_whoever_asks_does_the_work(meanwhile):
    go = threading.Event()
    last = meanwhile.begin(go.wait)
    go.set()
    meanwhile.close()
    meanwhile.close()
    assert last()
    assert meanwhile.begin(threading.get_ident)() == threading.get_ident()


def test_where_no_processor_is_free_whoever_asks_does_the_work(meanwhile, load):
    load[0] = 1.5
    assert meanwhile.begin(threading.get_ident)() == threading.get_ident()
    load[0] = 0.5
    assert meanwhile.begin(threading.get_ident)() != threading.get_ident()


def test_without_a_thread_whoever_asks_does_the_work(meanwhile, monkeypatch):
    def no_thread(_self):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", no_thread)
        for _ in range(THREADS + 1):
            assert meanwhile.begin(threading.get_ident)() == threading.get_ident()
    assert meanwhile.begin(threading.get_ident)() != threading.get_ident()
