"""The indexes follow the ledger: what they have not seen is applied on opening, the rest as it is committed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from graphmem.errors import EngineError, StoreError
from graphmem.index.sync import Index
from graphmem.model import Change
from graphmem.retrieve.leaves import leaves_of
from graphmem.store import queries
from graphmem.store.ledger import Event
from graphmem.store.store import Store

if TYPE_CHECKING:
    from graphmem.index.leaves import Leaf


def open_index(store: Store) -> Index:
    """The index of a store, brought up to its ledger, and from now on told of every event."""
    index = Index.open(store.home / "index", settings=store.settings)
    if index.watermark > store.ledger.last_seq:
        index.reset()
    catch_up(index, store)

    def follow(event: Event, change: Change) -> None:
        try:
            if event.seq > index.watermark + 1:
                # It could not take an event before this one, which it must not pass over.
                catch_up(index, store)
            else:
                index.apply(event.seq, change, Pages(store))
        except (OSError, EngineError) as cause:
            raise StoreError(
                f"Event {event.seq} is safe in the ledger and the graph, but the index could not take it: {cause}.",
                hint="Open the store again: the index follows then.",
            ) from cause

    store.listeners.append(follow)
    return index


def catch_up(index: Index, store: Store) -> None:
    """Apply every event that the index has not seen."""
    last = store.ledger.last_seq
    if index.watermark >= last:
        return
    pages = Pages(store)
    with index.loading():
        for event in store.ledger.events(index.watermark):
            index.apply(event.seq, as_it_is(event.change, store), pages)
    index.flush()


class Pages:
    """Reads pages as the graph has them; each once, since nobody writes while an event is taken in or many are.

    The pages of an old event are read as they are now too: what is left of them, in the words of today. So an index
    that is made anew is the one that followed step by step.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: dict[str, Leaf | None] = {}

    def __call__(self, ids: Collection[str]) -> Mapping[str, Leaf]:
        """The pages that are there, by id."""
        if fresh := [key for key in ids if key not in self.known]:
            with self.store.graph.reader() as reader:
                found = leaves_of(reader, fresh)
            self.known.update((key, found.get(key)) for key in fresh)
        return {key: leaf for key in ids if (leaf := self.known[key]) is not None}


def as_it_is(change: Change, store: Store) -> Change:
    """The change with the messages that it took a part of as they are now: what is left of them, and whom that names.

    The events that told them were rewritten, and may lie far behind what the index has seen.
    """
    if not change.sealed:
        return change
    with store.graph.reader() as reader:
        left = queries.messages(reader, change.sealed)
        mentions = queries.mention_links(reader, left)
    return msgspec.structs.replace(
        change,
        messages=(*change.messages, *left.values()),
        mentions=(*change.mentions, *mentions),
        extracted=(*change.extracted, *left),
    )
