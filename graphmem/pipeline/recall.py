"""A question becomes hits: `pipelines/recall.toml` leads it through parsing, four channels and fusion.

The viewpoint and every filter are one `Filter` that binds each channel before it ranks, so that nothing that is
not to be seen can take the place of what is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from graphmem.extract.dates import find_dates
from graphmem.index.analyze import analyze
from graphmem.index.filter import Filter
from graphmem.index.sync import Asked, Index
from graphmem.ontology import Ontology
from graphmem.result import Hit
from graphmem.retrieve.fuse import Candidate, add_up, calibrated, gather, lend, ranked, support
from graphmem.retrieve.hits import build_hits
from graphmem.retrieve.question import Question, read_question
from graphmem.store import queries
from graphmem.store.queries import Reader
from graphmem.temporal import Interval, Viewpoint, now

if TYPE_CHECKING:
    from graphmem.index.documents import Document


@dataclass(slots=True)
class Query:
    """A recall on its way through the pipeline."""

    text: str
    limit: int
    view: Viewpoint
    where: Filter
    index: Index
    reader: Reader
    ontology: Ontology
    question: Question = field(default_factory=lambda: Question(text=""))
    asked: Asked | None = None  # the question as the embedder sees it
    channels: dict[str, dict[str, float]] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)
    candidates: dict[str, Candidate] = field(default_factory=dict)
    hits: tuple[Hit, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """Reads the question."""

    requires: ClassVar[frozenset[str]] = frozenset({"query"})
    assigns: ClassVar[frozenset[str]] = frozenset({"question"})

    def run(self, work: Query) -> None:
        """Assign what the question asks for."""
        work.question = read_question(
            work.text,
            ontology=work.ontology,
            named=lambda text: [key for named in work.index.names_in(text) for key in named.ids],
            stems=analyze,
            window=lambda text: time_window(text, work.view.as_of or now()),
        )


def time_window(text: str, moment: datetime) -> Interval | None:
    """The first span of time that the text names, as it is meant at that moment."""
    dates = find_dates(text, moment)
    return dates[0].interval if dates else None


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


class Vector(msgspec.Struct, frozen=True):
    """Finds by meaning."""

    depth: int
    weight: float
    floor: float

    requires: ClassVar[frozenset[str]] = frozenset({"question"})
    assigns: ClassVar[frozenset[str]] = frozenset({"vector"})

    def run(self, work: Query) -> None:
        """Assign cosines above the floor as shares of the best."""
        work.asked = work.index.read(work.text)
        query = work.text if work.asked is None else work.asked.vector
        found = work.index.vector(query, where=work.where, limit=self.depth) if self.weight else []
        work.channels["vector"] = calibrated(found, floor=self.floor)
        work.weights["vector"] = self.weight


class Graph(msgspec.Struct, frozen=True):
    """Finds by walking: from the entities that the question names, and from what the words found."""

    depth: int
    weight: float
    walk: float
    seeds: int

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text"})
    assigns: ClassVar[frozenset[str]] = frozenset({"graph"})

    def run(self, work: Query) -> None:
        """Assign personalised PageRank, and to facts under an asked predicate what the walk gives on top."""
        seeds = dict.fromkeys(work.question.entities, 1.0)
        best = sorted(work.channels["text"].items(), key=lambda item: (-item[1], item[0]))[: self.seeds]
        for key, score in best:
            seeds[key] = max(seeds.get(key, 0.0), score)
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
        rows = queries.facts_under(work.reader, work.question.entities, shares, limit=self.depth)
        passed = work.index.passes([key for key, _ in rows], work.where)
        return {key: shares[predicate] for (key, predicate), seen in zip(rows, passed, strict=True) if seen}


class Late(msgspec.Struct, frozen=True):
    """Weighs the best that the other channels found, and the turns beside them, word by word."""

    depth: int
    weight: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text", "vector", "graph"})
    assigns: ClassVar[frozenset[str]] = frozenset({"late"})

    def run(self, work: Query) -> None:
        """Assign what each gives beyond the average of all, as shares of the best."""
        keys: dict[str, None] = {}
        for scores in work.channels.values():
            best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[: self.depth]
            keys.update((key, None) for key, _ in best)
        beside = work.index.beside(key for key in keys if key.startswith("msg_"))
        near = list(dict.fromkeys(key for around in beside.values() for key in around if key not in keys))
        passed = work.index.passes(near, work.where)
        keys.update((key, None) for key, seen in zip(near, passed, strict=True) if seen)
        found = work.index.late(work.asked, list(keys)) if work.asked and self.weight else {}
        mean = sum(found.values()) / max(1, len(found))
        work.channels["late"] = calibrated(list(found.items()), floor=mean)
        work.weights["late"] = self.weight if found else 0.0


class Fuse(msgspec.Struct, frozen=True):
    """Makes one list of all."""

    depth: int
    ended: float
    message: float
    entity: float
    neighbour: float
    far: float
    session: float
    speaker: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text", "vector", "graph", "late"})
    assigns: ClassVar[frozenset[str]] = frozenset({"hits"})

    def run(self, work: Query) -> None:
        """Assign the hits, best first."""
        work.candidates = gather(work.channels)
        add_up(work.candidates.values(), work.weights)
        # Few of many are worth a closer look: the rest could not rise into the answer.
        best = ranked(work.candidates.values())[: max(self.depth, 2 * work.limit)]
        work.candidates = {candidate.id: candidate for candidate in best}
        known = work.index.documents(work.candidates)
        places = {key: (one.session_id, one.seq) for key, one in known.items() if one.kind == "message"}
        for key, named in zip(places, work.index.said_by(work.text, list(places)), strict=True):
            work.candidates[key].score += self.speaker * named
        lend(work.candidates, places, share=self.neighbour, far=self.far)
        support(work.candidates, places, share=self.session)
        self._priors(work, known)
        work.hits = build_hits(work.reader, ranked(work.candidates.values())[: work.limit], work.view)

    def _priors(self, work: Query, known: Mapping[str, Document]) -> None:
        """Kinds and ended facts weigh a little less; a stated window lifts what lies in it."""
        moment = work.view.as_of or now()
        window = work.question.window
        for candidate in work.candidates.values():
            if candidate.id.startswith("msg_"):
                candidate.score *= self.message
            elif candidate.id.startswith("ent_"):
                candidate.score *= self.entity
            document = known.get(candidate.id)
            if document is None:
                continue
            valid = work.view.valid(
                Interval(document.valid_from, document.valid_until), document.end_recorded_at
            )
            if window is not None and valid.overlaps(window):
                candidate.time = 1.0
                candidate.score *= 1.15
            ended = valid.end is not None and valid.end <= moment
            if ended and not work.question.past and window is None and work.view.as_of is None:
                candidate.score *= self.ended


RECALL_STAGES: dict[str, type[Any]] = {
    "question": Ask,
    "text": Text,
    "vector": Vector,
    "graph": Graph,
    "late": Late,
    "fuse": Fuse,
}
