"""Many read while one writes: every answer is right for some moment, and no moment is seen by halves."""

from __future__ import annotations

import threading

import pytest

from graphmem.index import growth
from graphmem.index.filter import Filter
from graphmem.store.gate import Gate

ROUNDS = 60


def run_all(writer, readers):
    """Run the readers until the writer is done; what any of them raised."""
    stop, errors = threading.Event(), []

    def loop(read):
        try:
            while not stop.is_set():
                read()
        except BaseException as error:  # noqa: BLE001 - handed to the test
            errors.append(error)
            stop.set()

    threads = [threading.Thread(target=loop, args=(read,)) for read in readers]
    for thread in threads:
        thread.start()
    try:
        writer(stop)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return errors


@pytest.fixture
def small_graphs(monkeypatch):
    monkeypatch.setattr(growth, "GRAPH_SIZE", 16)


def test_searches_are_right_while_changes_come(open_index, make, small_graphs):
    index = open_index()
    index.apply(1, make.Change(sessions=(make.session(),), entities=(make.entity("user", "user"),)))

    def holder(number, until=None):
        # Exactly one fact holds at any moment, as of day 50 and beyond.
        return make.fact(
            str(number), f"The baton is held by runner {number}.", valid_from=make.at(0), valid_until=until
        )

    index.apply(2, make.Change(facts=(holder(0),)))

    def write(stop):
        for number in range(1, ROUNDS):
            if stop.is_set():
                return
            index.apply(
                number + 2,
                make.Change(
                    messages=(make.message(str(number), f"runner {number} takes over", seq=number),),
                    facts=(holder(number - 1, make.at(1)), holder(number)),
                    dropped=(f"fact_{number - 5}",),
                    mentions=(make.mentioned(str(number), "user"),),
                    extracted=(f"msg_{number}",),
                    forgotten=(f"msg_{number - 3}",) if number % 20 == 0 else (),
                ),
            )
            if number % 10 == 0:
                index.flush()

    where = Filter(as_of=make.at(50), kinds=frozenset({"fact"}))

    def one_holder():
        for found in (
            index.text("baton", where=where),
            index.vector("The baton is held", where=where),
            index.graph({"ent_user": 1.0}, where=where),
        ):
            assert len(found) == 1, found

    def consistent():
        with index.reading():
            texts = {key for key, _ in index.text("baton runner takes", limit=500)}
            vectors = {key for key, _ in index.vector("baton runner", limit=500)}
            assert texts - {"ent_user"} == vectors
            assert set(index.documents(texts)) == texts
            for key, around in index.beside(key for key in texts if key.startswith("msg_")).items():
                assert index.turns(key) == sorted([key, *around], key=lambda k: int(k[4:]))

    assert run_all(write, [one_holder, consistent, lambda: index.names_in("the user holds the baton")]) == []
    assert len(index.text("baton", where=where)) == 1


def test_readers_share_the_gate_and_may_enter_twice():
    gate, inside, both = Gate(), [], threading.Barrier(2, timeout=10)

    def read():
        with gate.reading(), gate.reading():
            both.wait()
            inside.append(1)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(inside) == 2


def test_a_writer_is_alone():
    gate, value = Gate(), [0, 0]

    def write(stop):
        for _ in range(300):
            with gate.writing():
                value[0] += 1
                value[1] += 1

    def read():
        with gate.reading():
            one, other = value[0], value[1]
            assert one == other

    assert run_all(write, [read, read]) == []


def test_an_error_inside_leaves_the_gate_open():
    gate = Gate()
    for enter in (gate.reading, gate.writing):
        with pytest.raises(LookupError), enter():
            raise LookupError
    with gate.writing():
        pass
    with gate.reading():
        pass
