"""The whole ledger at once: its state, and quiet while millions of records are made that all stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.store.ledger import Ledger
from graphmem.store.state import State


def fold(ledger: Ledger) -> tuple[State, int]:
    """The state that the ledger tells, and the number of its last event."""
    state, seq = State(), 0
    for event in ledger.events():
        state.fold(event.change)
        seq = event.seq
    return state, seq


@contextmanager
def uncollected() -> Iterator[None]:
    """Inside, nobody looks for cycles of garbage: each look walks every record that was made, and finds none."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
