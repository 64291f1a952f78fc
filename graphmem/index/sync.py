"""The index of one store: changes go in and are searchable at once; ids with scores come out.

It follows the ledger by a watermark and is derived: whatever happens to its folder, opening it gives an index that
answers rightly for the events up to its `watermark`, and applying the events after it brings it up to date. One
thread writes (`apply`, `flush`, `reset`); any number search meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from graphmem.index.embed import Embedder, open_embedder
from graphmem.index.meanwhile import Meanwhile
from graphmem.index.search import Searches
from graphmem.index.tidy import Tidier
from graphmem.model import Change, Message
from graphmem.store.gate import Gate

if TYPE_CHECKING:
    from graphmem.config import Settings
    from graphmem.index.leaves import Leaves
    from graphmem.index.part import Part
    from graphmem.index.state import State


@dataclass(frozen=True, slots=True)
class Opening:
    """How an index was found: `message` says in plain words why it is empty when it should not be."""

    state: Literal["new", "ready", "outdated", "damaged"]
    message: str = ""


class Index(Searches):
    """The index in one folder, or in memory only when `folder` is None. Use `Index.open`."""

    def __init__(self, folder: Path | None, *, embedder: Embedder | None) -> None:
        from graphmem.index.state import State  # noqa: PLC0415 - brings numpy, which a thin client never needs

        self.embedder = embedder
        self.gate = Gate()
        self.meanwhile = Meanwhile()
        self._writer = threading.RLock()
        self.state: State = State(folder, embedder)
        self.opening = Opening("new")
        self.tidier = Tidier(self._parts, self._place)

    @classmethod
    def open(cls, folder: Path | None, *, settings: Settings, embedder: Embedder | None = None) -> Index:
        """The index in the folder, ready to be searched; look at `opening` and `watermark`.

        An index that is damaged, or was made with another embedder or by another version, comes back empty with
        watermark 0; vectors that are whole are kept for the same texts. Raises MissingExtra when the embedder of
        the settings is not installed.
        """
        index = cls(folder, embedder=embedder or open_embedder(settings))
        index.opening = Opening(*index.state.load())
        return index

    @property
    def watermark(self) -> int:
        """The sequence number of the last event that was applied."""
        return self.state.watermark

    @property
    def bare(self) -> int:
        """How many texts are without vectors, since the embedder had none to give."""
        return self.state.bare

    def expect(self, messages: Sequence[Message]) -> None:
        """Begin to embed messages that are about to be applied; nothing else comes of it."""
        from graphmem.index.changes import is_embedded, spoken  # noqa: PLC0415 - brings numpy

        if self.state.ahead is not None:
            self.state.ahead.expect([spoken(one) for one in messages if is_embedded(one)])

    def embed_ahead(self, texts: Sequence[str]) -> None:
        """Embed texts that are about to be applied; when this returns, whoever applies them need not wait for it."""
        if (ahead := self.state.ahead) is not None:
            ahead.expect(texts)
            for text in texts:
                ahead.take(text)

    def apply(self, seq: int, change: Change, leaves: Leaves | None = None) -> None:
        """Take in the change of event `seq`: when this returns, every search sees it.

        `leaves` reads pages as they are after the change; without it there are none.

        An event that is not after the watermark was applied before and is skipped.
        Texts are embedded here, in batches, before anything changes: searches go on meanwhile, and ingest costs
        what embedding costs. What is forgotten is gone from every search first and from the files when this
        returns.
        """
        with self._writer:
            if seq <= self.state.watermark:
                return
            prepared = self.state.prepare(change, leaves) if leaves else self.state.prepare(change)
            with self.gate.writing():
                self.state.publish(prepared, seq)
            if change.forgotten:
                self._forget((*change.forgotten, *prepared.staged.gone))
        self.tidier.start()

    @contextmanager
    def loading(self) -> Iterator[None]:
        """Inside, much is applied: searches are right and slow, and the next flush makes them fast again."""
        vectors = self.state.vectors
        if vectors is None:
            yield
            return
        self.tidier.stop()
        with self._writer:
            vectors.bulk = True
            try:
                yield
            finally:
                self.state.settle()

    def _parts(self) -> tuple[Part, ...]:
        """The vectors as they lie now; none while much is applied."""
        vectors = self.state.vectors
        return () if vectors is None or vectors.bulk else vectors.parts

    def _place(self, placed: Callable[..., tuple[Part, ...] | None]) -> None:
        """Put a merge in the place of its sources, on the disk too, when they are there still."""
        with self._writer:
            if (parts := placed(self._parts())) is not None:
                with self.gate.writing():
                    self.state.replace_vectors(parts)
                self.state.save()

    def _forget(self, ids: Sequence[str]) -> None:
        from graphmem.index import forget  # noqa: PLC0415 - brings numpy

        if self.state.ahead is not None:
            self.state.ahead.clear()
        found = forget.plan(self.state, ids)
        if found is None:
            return
        with self.gate.writing():
            forget.hide(self.state, found)
        prepared = forget.purged(self.state, found)
        with self.gate.writing():
            self.state.publish_purged(prepared)
        self.state.save()

    def flush(self) -> None:
        """Make durable what was applied; raises DiskFull or StoreError, and then the last flush still holds."""
        with self._writer:
            self.state.settle()
            self.state.save()
        self.tidier.start()

    def reset(self) -> None:
        """Begin anew with watermark 0, in the folder too; vectors stay until the same events are applied again."""
        with self._writer:
            with self.gate.writing():
                self.state.reset()
            self.state.save()
            self.opening = Opening("new")

    def close(self) -> None:
        """Flush; safe to call twice."""
        self.tidier.stop()
        self.meanwhile.close()
        if self.state.ahead is not None:
            self.state.ahead.close()
        with self._writer:
            self.state.settle()
            self.state.save()
