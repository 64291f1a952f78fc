"""The channels of recall: the question is read, then words, time, vectors and the graph find what may answer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

import msgspec

from graphmem.index.analyze import analyze
from graphmem.pipeline.query import Query
from graphmem.pipeline.windows import anchored, time_window
from graphmem.retrieve.fuse import calibrated, is_page, measuring
from graphmem.retrieve.question import read_question
from graphmem.retrieve.wording import broad
from graphmem.temporal import now

TOLD_IN = 8  # of the messages in which a fact was said, the last so many are looked at


class Ask(msgspec.Struct, frozen=True):
    """Reads the question."""

    requires: ClassVar[frozenset[str]] = frozenset({"query"})
    assigns: ClassVar[frozenset[str]] = frozenset({"question"})

    def run(self, work: Query) -> None:
        """Assign what the question asks for; the embedder begins to read it."""
        work.reading = work.index.begin(work.text)
        names = work.index.names_in(work.text)
        work.question = read_question(
            work.text,
            ontology=work.ontology,
            named=lambda _: [key for named in names for key in named.ids],
            broad=lambda text: broad(text, [named.text for named in names], analyze),
            stems=analyze,
            window=lambda text: time_window(text, (work.view.as_of or now()).astimezone(work.zone)),
        )
        if work.question.anchor:
            window = anchored(work.question, work.index, work.reader, work.where)
            work.question = msgspec.structs.replace(work.question, window=window)


class Text(msgspec.Struct, frozen=True):
    """Finds by words."""

    depth: int
    weight: float

    requires: ClassVar[frozenset[str]] = frozenset({"question"})
    assigns: ClassVar[frozenset[str]] = frozenset({"text"})

    def run(self, work: Query) -> None:
        """Assign BM25 scores as shares of the best."""
        work.channels["text"] = calibrated(work.index.text(work.text, where=work.where, limit=self.depth))
        work.weights["text"] = self.weight


class Time(msgspec.Struct, frozen=True):
    """Finds by the time that the question names: by words among what was said then."""

    depth: int
    weight: float
    late: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text"})
    assigns: ClassVar[frozenset[str]] = frozenset({"time"})

    def run(self, work: Query) -> None:
        """Assign BM25 scores within the window as shares of the best; nothing when no time is named."""
        window = work.question.window
        work.channels["time"] = {}
        if window is None or not self.weight:
            return
        # What happened is often told some days later; what was said was said then.
        later = timedelta(days=self.late if work.question.clock == "valid" else 0)
        bounds = [work.where.since, window.start], [work.where.until, window.end and window.end + later]
        since = max((moment for moment in bounds[0] if moment), default=None)
        until = min((moment for moment in bounds[1] if moment), default=None)
        where = replace(work.where, since=since, until=until)
        work.channels["time"] = calibrated(work.index.text(work.text, where=where, limit=self.depth))
        work.weights["time"] = self.weight if work.channels["time"] else 0.0


class Vector(msgspec.Struct, frozen=True):
    """Finds by meaning."""

    depth: int
    weight: float
    alone: float
    floor: float

    requires: ClassVar[frozenset[str]] = frozenset({"question"})
    assigns: ClassVar[frozenset[str]] = frozenset({"vector"})

    def run(self, work: Query) -> None:
        """Assign cosines above the floor as shares of the best."""
        work.asked = work.reading() if work.reading else work.index.read(work.text)
        query = work.text if work.asked is None else work.asked.vector
        found = work.index.vector(query, where=work.where, limit=self.depth) if self.weight else []
        work.channels["vector"] = calibrated(found, floor=max(self.floor, work.index.floor))
        work.weights["vector"] = self.alone if work.asked is None and found else self.weight


class Graph(msgspec.Struct, frozen=True):
    """Finds by walking: from the entities that the question names, and from what the words found."""

    depth: int
    weight: float
    walk: float
    seeds: int
    listed: int

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text"})
    assigns: ClassVar[frozenset[str]] = frozenset({"graph"})

    def run(self, work: Query) -> None:
        """Assign personalised PageRank, and to facts under an asked predicate what the walk gives on top."""
        seeds = dict.fromkeys(work.question.entities, 1.0)
        found_by_words = (item for item in work.channels["text"].items() if not is_page(item[0]))
        best = sorted(found_by_words, key=lambda item: (-item[1], item[0]))[: self.seeds]
        for key, score in best:
            seeds[key] = max(seeds.get(key, 0.0), score)
        work.seeds = seeds
        found = calibrated(work.index.graph(seeds, where=work.where, limit=self.depth)) if seeds else {}
        asked = self._walk(work)
        if not self.weight:
            found, asked = {}, {}
        top = 1.0 + self.walk / self.weight if asked else 1.0
        scores = {key: score / top for key, score in found.items()}
        for key, share in asked.items():
            scores[key] = scores.get(key, 0.0) + share * (1.0 - 1.0 / top)
        work.channels["graph"] = scores
        work.weights["graph"] = self.weight * top

    def _walk(self, work: Query) -> dict[str, float]:
        """Facts of the named entities under the predicates that are asked for, each with the weight of its reading."""
        shares = dict(work.question.predicates)
        if not shares or not work.question.entities:
            return {}
        most = self.listed if work.question.many else self.depth
        said = work.index.said_of(work.question.entities, shares, limit=most, where=work.where)
        found = {key: shares[predicate] for key, predicate in said}
        work.walked = found
        if (
            work.view.as_of is not None
        ):  # what does not hold then is no answer, nor are the turns that tell it
            ever = replace(work.where, as_of=None)
            told = work.index.said_of(work.question.entities, shares, limit=most, where=ever)
            work.over = {key for key, _ in told} - found.keys()
        if work.question.many:
            best = max(shares.values())
            work.listed = {key: share for key, share in found.items() if share == best}
        return found


class Late(msgspec.Struct, frozen=True):
    """Weighs the best that the other channels found, what told them and the turns beside them, word by word."""

    depth: int
    weight: float
    beside: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text", "vector", "graph"})
    assigns: ClassVar[frozenset[str]] = frozenset({"late"})

    def run(self, work: Query) -> None:
        """Assign what each gives beyond the average of all, as shares of the best."""
        keys: dict[str, None] = {}
        for scores in work.channels.values():
            best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
            # Pages come on top: what they repeat is not to lose its place to them.
            keys.update((key, None) for key, _ in [one for one in best if not is_page(one[0])][: self.depth])
            keys.update((key, None) for key, _ in [one for one in best if is_page(one[0])][: self.depth])
        work.told = work.index.told_in({key for key in keys if key.startswith("fact_")} | work.over)
        self._add(work, keys, (key for told in work.told.values() for key in told[-TOLD_IN:]))
        beside = work.index.beside(key for key in keys if key.startswith("msg_"))
        self._add(work, keys, (key for near in beside.values() for key in near))
        if work.asked is None or not self.weight:
            work.channels["late"], work.weights["late"] = {}, 0.0
            return
        met = work.index.late(work.asked, list(keys), beside=beside, share=self.beside)
        work.met, found = met.alone, met.beside
        work.sessions = calibrated(list(met.session.items()), floor=average(met.session))
        work.channels["late"] = calibrated(list(found.items()), floor=average(found))
        work.weights["late"] = self.weight if found else 0.0

    @staticmethod
    def _add(work: Query, keys: dict[str, None], more: Iterable[str]) -> None:
        """Take those to the keys that may be seen."""
        fresh = [key for key in dict.fromkeys(more) if key not in keys]
        passed = work.index.passes(fresh, work.where)
        keys.update((key, None) for key, seen in zip(fresh, passed, strict=True) if seen)


def average(scores: Mapping[str, float]) -> float:
    """The mean, of pages only where there is nothing else; 0 of none."""
    found = measuring(list(scores.items()))
    return sum(score for _, score in found) / max(1, len(found))
