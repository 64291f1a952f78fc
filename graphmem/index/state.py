"""All channels of an index at one moment, how a change moves them together, and how they lie in a folder."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.index import analyze, embedding, tokens, under
from graphmem.index.adjacency import (
    ABOUT,
    ALIAS_OF,
    HAS_ALIAS,
    MENTIONS,
    STATED_IN,
    Adjacency,
    Layer,
)
from graphmem.index.ahead import Ahead
from graphmem.index.changes import EVIDENCE, Staged, Staging
from graphmem.index.documents import ALIVE, KIND, KINDS, MAX_NAME, Document, Documents
from graphmem.index.embed import Embedder, TokenEmbedder
from graphmem.index.files import FORMAT, UNREADABLE, Folder
from graphmem.index.filter import Filter
from graphmem.index.leaves import Leaves, nothing
from graphmem.index.part import Part
from graphmem.index.places import MANY, NOWHERE
from graphmem.index.postings import Pile
from graphmem.index.sieve import Sieve
from graphmem.index.table import Table
from graphmem.index.text import TextIndex
from graphmem.index.tokens import TokenIndex
from graphmem.index.under import Under
from graphmem.index.vector import VectorIndex
from graphmem.model import Change

log = logging.getLogger("graphmem")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything a change does, worked out; to be put in place while nobody reads."""

    staged: Staged
    text: Pile
    layers: tuple[Layer, ...]
    shelf: tuple[Layer, ...]
    under: tuple[under.Layer, ...]
    vectors: tuple[Part, ...] | None
    tokens: tuple[tokens.Layer, ...] | None


class State:
    """The channels. All but the searches are for the one writer."""

    def __init__(self, folder: Path | None, embedder: Embedder | None) -> None:
        self.embedder = embedder
        # Looked at once: whether a class has all methods of another costs as much as a search.
        self.teller = embedder if isinstance(embedder, TokenEmbedder) else None
        self.ahead = None if embedder is None else Ahead(embedder)
        self.folder = Folder(folder)
        self.watermark = 0
        self.spare_until = 0  # vectors of an earlier index are kept until this event is applied again
        self.saved: tuple[int, int] | None = None
        self._unclean = False  # files still hold what was forgotten, since writing them anew failed
        self._changes = 0
        self._clear()

    def _clear(self) -> None:
        self.documents = Documents()
        self.evidence = Table("evidence", EVIDENCE)
        self.evidence.count = 1
        self.text = TextIndex()
        self.graph = Adjacency()
        self.shelf = Adjacency()  # of pages to the facts on them, and to whom their titles name
        self.under = Under()
        self.vectors = None if self.embedder is None else VectorIndex(self.embedder.dimensions)
        self.tokens = None if self.teller is None else TokenIndex(self.teller.dimensions)
        self.longest_name = 0
        self.bare = 0  # texts that are without vectors, since the embedder had none to give
        self._last_near: tuple[object, object, frozenset[str], np.ndarray] = (
            None,
            None,
            frozenset(),
            np.empty(0, np.uint32),
        )

    @property
    def fingerprint(self) -> str:
        """What must be equal for the files to be of use."""
        return "" if self.embedder is None else self.embedder.fingerprint

    # A change on its way in

    def prepare(self, change: Change, leaves: Leaves = nothing) -> Prepared:
        """Work out what a change does; nothing that can be searched is touched."""
        staged = self.staging().take(change, leaves)
        gone = [number for number, text in staged.texts.items() if not text]
        terms = [
            (number, [*analyze.analyze(text), *analyze.author_terms(staged.authors.get(number, ""))])
            for number, text in staged.texts.items()
            if text
        ]
        made = embedding.embed(self.ahead, self.vectors, self.tokens, staged)
        self.bare += made.bare
        return Prepared(
            staged=staged,
            text=self.text.updated(terms, gone) if staged.texts else self.text.pile,
            layers=self.graph.updated(staged.edges),
            shelf=self.shelf.updated(staged.shelf),
            under=self.under.updated(staged.numbers, staged.rows, self.documents.rows),
            vectors=made.parts,
            tokens=made.layers,
        )

    def staging(self) -> Staging:
        """A desk for one change."""
        return Staging(self.documents, self.graph, self.shelf, self.evidence)

    def publish(self, prepared: Prepared, seq: int) -> None:
        """Put a prepared change in place; nobody reads meanwhile."""
        staged = prepared.staged
        self.documents.table.put(staged.numbers, staged.rows)
        for number, name in staged.names.items():
            self.documents.set_name(number, name)
            self.longest_name = min(MAX_NAME, max(self.longest_name, len(analyze.name_words(name))))
        for number, fact, message in staged.evidence:
            self.evidence.rows["fact"][number] = fact
            self.evidence.rows["message"][number] = message
            self.evidence.changed.add(number)
        self.text.pile = prepared.text
        self.graph.put(prepared.layers, staged.edges)
        self.shelf.put(prepared.shelf, staged.shelf)
        self.under.layers = prepared.under
        if self.vectors is not None and prepared.vectors is not None:
            self.vectors.parts = prepared.vectors
        if self.tokens is not None and prepared.tokens is not None:
            self.tokens.layers = prepared.tokens
        self.watermark = seq
        self._changes += 1

    def publish_purged(self, prepared: Prepared) -> None:
        """Put channels in place that hold nothing of the forgotten; nobody reads meanwhile."""
        self.publish(prepared, self.watermark)
        self._unclean = True
        self.graph.count_degrees()
        self.shelf.count_degrees()
        if self.vectors is not None:
            self.vectors.keep_spare(())
        if self.tokens is not None:
            self.tokens.keep_spare(())

    # Reading

    def sieve(self, where: Filter, *, walk: bool = False) -> Sieve:
        """The filter made ready."""
        near = self._near(where.entities) if where.entities and not walk else None
        return Sieve(self.documents, where, spoken=self._spoken, shelf=self.shelf, near=near, walk=walk)

    def _spoken(self, numbers: np.ndarray, table: np.ndarray) -> np.ndarray:
        """Which facts and entities a message of these places tells or mentions."""
        owners, others, kinds, counts = self.graph.half_edges(numbers.astype(np.uint32))
        rows = self.documents.rows
        ok = ((kinds == STATED_IN) | (kinds == MENTIONS)) & ((rows["flags"][others] & ALIVE) != 0)
        places = rows["place"][others]
        ok &= table[np.where(places == MANY, NOWHERE, places)]
        found: np.ndarray = np.bincount(owners[ok], weights=counts[ok], minlength=len(numbers)) > 0
        return found

    def documents_of(self, numbers: np.ndarray) -> dict[int, Document]:
        """Everything about some documents."""
        return self.documents.documents(numbers, self._places)

    def _places(self, number: int) -> Sequence[int]:
        """Where a document was said."""
        row = self.documents.rows[number]
        place = int(row["place"])
        if place != MANY:
            return [place]
        if self.documents.places.exact:
            return self.documents.places.of_mask(int(row["mask"]))
        kind = STATED_IN if row["kind"] == KIND["fact"] else MENTIONS
        messages = self.graph.others([number], kind)
        messages = messages[(self.documents.rows["flags"][messages] & ALIVE) != 0]
        found: list[int] = np.unique(self.documents.rows["place"][messages]).tolist()
        return found

    def _near(self, entities: frozenset[str]) -> np.ndarray:
        """The entities, those they are aliases of or have as aliases, and all that is about them or mentions them.

        A page is about whom its title names.
        """
        layers, shelf, known, near = self._last_near
        if layers is self.graph.layers and shelf is self.shelf.layers and known == entities:
            return near
        group = [n for key in entities if (n := self.documents.find(key)) is not None]
        for kind in (ALIAS_OF, HAS_ALIAS):
            group.extend(self.graph.others(group, kind).tolist())
        around = [self.graph.others(group, kind) for kind in (ABOUT, MENTIONS)]
        around.append(self.shelf.others(group, ABOUT))
        near = np.unique(np.concatenate([np.array(group, np.uint32), *around]))
        # One question asks every channel with one filter.
        self._last_near = (self.graph.layers, self.shelf.layers, entities, near)
        return near

    def said_of(
        self, subjects: Sequence[str], predicates: Iterable[str], where: Filter, limit: int
    ) -> list[tuple[int, str]]:
        """The newest facts that say something of the subjects under one of the predicates, and which one."""
        names = {code: name for name in predicates if (code := self.documents.places.known(name)) > 0}
        numbers = self.documents.numbers(subjects)
        keys = [(n, code) for code in names for n in sorted(set(numbers.tolist()) - {0})]
        rows, sieve = self.documents.rows, self.sieve(where)
        found = self.under.newest_of(keys, limit=limit, rows=rows, allowed=sieve)
        return [(number, names[code]) for number, code in found]

    def entities(self, phrase: Sequence[str]) -> tuple[str, ...]:
        """The entities with this name, after those that they are aliases of."""
        own = self.documents.named(phrase)
        if not own:
            return ()
        meant = [n for n in self.graph.others(own, ALIAS_OF).tolist() if self.documents.alive(n)]
        return tuple(self.documents.ids(dict.fromkeys([*meant, *own])))

    def names_in(self, words: Sequence[str]) -> list[tuple[int, int, tuple[str, ...]]]:
        """Where names of entities stand, half-open, and whose they are; the longest that fit."""
        found: list[tuple[int, int, tuple[str, ...]]] = []
        place = 0
        while place < len(words):
            for length in range(min(self.longest_name, len(words) - place), 0, -1):
                phrase = words[place : place + length]
                if length == 1 and phrase[0] in analyze.STOP_WORDS:
                    continue
                if ids := self.entities(phrase):
                    found.append((place, place + length, ids))
                    place += length - 1
                    break
            place += 1
        return found

    def stats(self) -> dict[str, Any]:
        """Counts and sizes."""
        rows = self.documents.rows[: self.documents.table.count]
        alive = rows["kind"][(rows["flags"] & ALIVE) != 0]
        kinds = np.bincount(alive, minlength=len(KINDS)).tolist()
        return {
            "watermark": self.watermark,
            "documents": {KINDS[code]: count for code, count in enumerate(kinds) if KINDS[code]},
            "terms": self.text.pile.live,
            "vectors": 0 if self.vectors is None else len(self.vectors),
            "edges": sum(len(layer.others) for layer in self.graph.layers) // 2,
            "bytes": sum(size for size, _ in self.folder.entries.values()),
        }

    # The folder

    def settle(self) -> None:
        """End a bulk load; drop vectors that no text asked for again."""
        if self.vectors is None:
            return
        if self.vectors.bulk:
            self.vectors.settle()
            self._changes += 1
        if self.vectors.spare and self.watermark >= self.spare_until:
            self.vectors.keep_spare(())
            if self.tokens is not None:
                self.tokens.keep_spare(())
            self._changes += 1

    def replace_vectors(self, parts: tuple[Part, ...]) -> None:
        """Put other parts with the same vectors in place; nobody reads meanwhile."""
        if self.vectors is not None:
            self.vectors.parts = parts
            self._changes += 1

    def reset(self) -> None:
        """Begin anew; vectors are kept for the same texts."""
        spare, words = self.vectors, self.tokens
        self.spare_until = max(self.spare_until, self.watermark)
        self._clear()
        if self.vectors is not None and spare is not None:
            spare.reset()
            self.vectors.keep_spare(spare.spare)
        if self.tokens is not None and words is not None:
            words.reset()
            self.tokens.keep_spare(words.spare)
        self.watermark = 0
        self._changes += 1

    def save(self) -> None:
        """Write what is not on disk, then the manifest; after forgetting no file of before remains."""
        if self.folder.path is None or self.saved == (self.watermark, self._changes):
            return
        whole = self._unclean
        self.folder.make()
        parts: dict[str, Any] = {
            "documents": self.documents.save(self.folder, whole=whole),
            "text": self.text.save(self.folder),
            "edges": self.graph.save(self.folder),
            "shelf": self.shelf.save(self.folder),
            "under": self.under.save(self.folder),
            "vectors": None if self.vectors is None else self.vectors.save(self.folder),
            "tokens": None if self.tokens is None else self.tokens.save(self.folder),
        }
        self.evidence.save(self.folder, whole=whole)
        parts["evidence"] = {"rows": self.evidence.files.names, "count": self.evidence.count}
        deaths = {**self.text.deaths(), **({} if self.vectors is None else self.vectors.deaths())}
        parts["deaths"] = self.folder.write("deaths", deaths) if deaths else ""
        manifest = {
            "format": FORMAT,
            "analyzer": analyze.VERSION,
            "embedder": self.fingerprint,
            "watermark": self.watermark,
            "spare_until": self.spare_until,
            "longest_name": self.longest_name,
            "bare": self.bare,
            "parts": parts,
        }
        live = [
            *self.documents.file_names,
            *self.text.file_names,
            *self.graph.file_names,
            *self.shelf.file_names,
            *self.under.file_names,
            *self.evidence.files.names,
            *([] if self.vectors is None else self.vectors.file_names),
            *([] if self.tokens is None else self.tokens.file_names),
            *([parts["deaths"]] if deaths else []),
        ]
        self.folder.commit(manifest, live)
        self.saved, self._unclean = (self.watermark, self._changes), False

    def load(self) -> tuple[Any, str]:
        """Read the folder; how it was found, and why it is empty when it should not be."""
        manifest: dict[str, Any] | None = None
        try:
            manifest = self.folder.read_manifest()
            if manifest is None:
                return "new", ""
            reason = self._mismatch(manifest)
            if reason:
                self._start_anew(manifest)
                return "outdated", f"The index {reason}; it is made again."
            for name in self.folder.entries:
                self.folder.check(name)
            self._read(manifest)
            return "ready", ""
        except UNREADABLE as cause:
            log.debug("index: %s", cause)
            self._start_anew(manifest)
            return "damaged", f"The index was damaged ({cause}); it is made again. Nothing was lost."

    def _mismatch(self, manifest: dict[str, Any]) -> str:
        if manifest["format"] != FORMAT or manifest["analyzer"] != analyze.VERSION:
            return "was made by another version"
        if manifest["embedder"] != self.fingerprint:
            return "was made with another embedder"
        if manifest.get("bare") and embedding.answers(self.embedder):
            return f"lacks the vectors of {manifest['bare']} texts"
        return ""

    def _read(self, manifest: dict[str, Any]) -> None:
        parts = manifest["parts"]
        deaths = self.folder.map(parts["deaths"]) if parts["deaths"] else {}
        self.documents.load(self.folder, parts["documents"])
        self.evidence.load(self.folder, parts["evidence"]["rows"], int(parts["evidence"]["count"]))
        self.text.load(self.folder, parts["text"], deaths)
        self.graph.load(self.folder, parts["edges"])
        self.shelf.load(self.folder, parts["shelf"])
        self.under.load(self.folder, parts["under"])
        if self.vectors is not None:
            self.vectors.load(self.folder, parts["vectors"], deaths)
        if self.tokens is not None:
            self.tokens.load(self.folder, parts["tokens"])
        self.longest_name = int(manifest["longest_name"])
        self.bare = int(manifest.get("bare", 0))
        self.watermark, self.spare_until = int(manifest["watermark"]), int(manifest["spare_until"])
        self.saved = (self.watermark, self._changes)

    def _start_anew(self, manifest: dict[str, Any] | None) -> None:
        """Empty, but for the vectors that can be trusted."""
        self._clear()
        self.watermark, self.saved = 0, None
        if manifest is None or self.vectors is None or manifest.get("embedder") != self.fingerprint:
            return
        with suppress(*UNREADABLE):
            self.spare_until = max(int(manifest["watermark"]), int(manifest["spare_until"]))
            self.vectors.keep_spare(self.vectors.salvaged(self.folder, manifest["parts"]["vectors"]))
            if self.tokens is not None:
                self.tokens.keep_spare(self.tokens.salvaged(self.folder, manifest["parts"]["tokens"]))
