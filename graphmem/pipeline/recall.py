"""A question becomes hits: `pipelines/recall.toml` leads it through parsing, five channels, fusion and a floor.

The viewpoint and every filter are one `Filter` that binds each channel before it ranks, so that nothing that is
not to be seen can take the place of what is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from graphmem.index.analyze import analyze
from graphmem.index.filter import Filter
from graphmem.index.sync import Asked, Index
from graphmem.ontology import Ontology
from graphmem.pipeline.windows import anchored, time_window
from graphmem.result import Hit
from graphmem.retrieve.evidence import Evidence, confidence, weigh
from graphmem.retrieve.fold import folded
from graphmem.retrieve.fuse import (
    Candidate,
    add_up,
    calibrated,
    gather,
    lend,
    outdated,
    placed,
    ranked,
    rise,
    support,
    vouch,
)
from graphmem.retrieve.hits import build_hits
from graphmem.retrieve.question import Question, read_question
from graphmem.retrieve.wording import telling
from graphmem.store.queries import Reader
from graphmem.temporal import Interval, Viewpoint, now

if TYPE_CHECKING:
    from graphmem.index.documents import Document

TOLD_IN = 8  # of the messages in which a fact was said, the last so many are looked at


@dataclass(slots=True)
class Query:
    """A recall on its way through the pipeline."""

    text: str
    limit: int  # hits; a question for all that fit may have more unless `fixed`
    view: Viewpoint
    where: Filter
    index: Index
    reader: Reader
    ontology: Ontology
    fixed: bool = True
    question: Question = field(default_factory=lambda: Question(text=""))
    asked: Asked | None = None  # the question as the embedder sees it
    channels: dict[str, dict[str, float]] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)
    seeds: dict[str, float] = field(default_factory=dict)  # where the walk through the graph begins
    walked: dict[str, float] = field(default_factory=dict)  # facts under an asked predicate, with its weight
    listed: dict[str, float] = field(default_factory=dict)  # facts that a question for all asks for
    told: dict[str, list[str]] = field(
        default_factory=dict
    )  # for each fact the messages in which it was said
    over: set[str] = field(default_factory=set)  # facts under an asked predicate that do not hold at `as_of`
    met: dict[str, float] = field(default_factory=dict)  # late interaction as it was measured
    candidates: dict[str, Candidate] = field(default_factory=dict)
    hits: tuple[Hit, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)
    confidence: float = 1.0
    hint: Hit | None = None  # the best of what was not good enough


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
    listed: int

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text"})
    assigns: ClassVar[frozenset[str]] = frozenset({"graph"})

    def run(self, work: Query) -> None:
        """Assign personalised PageRank, and to facts under an asked predicate what the walk gives on top."""
        seeds = dict.fromkeys(work.question.entities, 1.0)
        best = sorted(work.channels["text"].items(), key=lambda item: (-item[1], item[0]))[: self.seeds]
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
        ):  # what does not hold then is no answer, and the turns that tell it are none
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
            best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[: self.depth]
            keys.update((key, None) for key, _ in best)
        work.told = work.index.told_in({key for key in keys if key.startswith("fact_")} | work.over)
        self._add(work, keys, (key for told in work.told.values() for key in told[-TOLD_IN:]))
        beside = work.index.beside(key for key in keys if key.startswith("msg_"))
        self._add(work, keys, (key for near in beside.values() for key in near))
        if work.asked is None or not self.weight:
            work.channels["late"], work.weights["late"] = {}, 0.0
            return
        work.met, found = work.index.late(work.asked, list(keys), beside=beside, share=self.beside)
        mean = sum(found.values()) / max(1, len(found))
        work.channels["late"] = calibrated(list(found.items()), floor=mean)
        work.weights["late"] = self.weight if found else 0.0

    @staticmethod
    def _add(work: Query, keys: dict[str, None], more: Iterable[str]) -> None:
        """Take those to the keys that may be seen."""
        fresh = [key for key in dict.fromkeys(more) if key not in keys]
        passed = work.index.passes(fresh, work.where)
        keys.update((key, None) for key, seen in zip(fresh, passed, strict=True) if seen)


class Fuse(msgspec.Struct, frozen=True):
    """Makes one list of all."""

    depth: int
    ended: float
    entity: float
    fact: float
    lift: float
    neighbour: float
    far: float
    session: float
    many: float
    speaker: float
    window: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text", "time", "vector", "graph", "late"})
    assigns: ClassVar[frozenset[str]] = frozenset({"hits"})

    def run(self, work: Query) -> None:
        """Assign the hits, best first."""
        work.candidates = gather(work.channels)
        add_up(work.candidates.values(), work.weights)
        vouch(work.candidates, work.told, share=self.fact)
        # Few of many are worth a closer look: the rest could not rise into the answer.
        best = ranked(work.candidates.values())[: max(self.depth, 2 * work.limit)]
        kept = {candidate.id: candidate for candidate in best}
        kept.update((key, work.candidates[key]) for key in work.listed if key in work.candidates)
        work.candidates = kept
        known = work.index.documents(work.candidates)
        places = {key: (one.session_id, one.seq) for key, one in known.items() if one.kind == "message"}
        for key, named in zip(places, work.index.said_by(work.text, list(places)), strict=True):
            work.candidates[key].gain("speaker", self.speaker * named)
        # What is asked for all of lies in many places: there a place that fits says less of what lies beside.
        part = self.many if work.question.many else 1.0
        lend(work.candidates, places, share=part * self.neighbour, far=part * self.far)
        support(work.candidates, places, share=part * self.session)
        rise(work.candidates, work.told, most=self.lift)
        self._priors(work, known)
        self._hits(work)

    def _hits(self, work: Query) -> None:
        """Take the best, and for a question that asks for all of them everything that is listed."""
        order = ranked(work.candidates.values())
        chosen = order[: 2 * work.limit]  # what says the same is folded, and the next moves up
        if work.listed and not work.fixed:
            taken = {candidate.id for candidate in chosen}
            chosen += [one for one in order if one.id in work.listed and one.id not in taken]
        placed(work.channels, chosen)
        hits = folded(build_hits(work.reader, chosen, work.view))
        best = hits[: work.limit]
        if not work.fixed:
            best += [hit for hit in hits[work.limit :] if hit.id in work.listed]
        ways = work.index.ways([hit.id for hit in best if hit.why.graph], work.seeds)
        work.hits = tuple(led(hit, ways.get(hit.id, ())) for hit in best)

    def _priors(self, work: Query, known: Mapping[str, Document]) -> None:
        """Kinds weigh differently, what the time that is asked for shuts out a little less."""
        moment = work.view.as_of or now()
        question = work.question
        out: set[str] = set()  # facts of another time than the one that is asked about
        for candidate in work.candidates.values():
            if candidate.id.startswith("ent_"):
                candidate.gain("entity", (self.entity - 1.0) * candidate.score)
            document = known.get(candidate.id)
            if document is None:
                continue
            valid = work.view.valid(
                Interval(document.valid_from, document.valid_until), document.end_recorded_at
            )
            if question.window is not None and self._within(document, valid, question):
                candidate.gain("window", (self.window - 1.0) * candidate.score)
            elif question.window is not None and question.clock == "said":
                candidate.gain("window", (self.ended - 1.0) * candidate.score)
            ended = valid.end is not None and valid.end <= moment
            if document.kind != "fact" or question.window is not None or work.view.as_of is not None:
                continue
            if (ended and (question.holds == "now" or not question.past)) or (
                not ended and question.holds == "then"
            ):
                out.add(candidate.id)
        for key in out | outdated(work.told, asked={*work.walked, *work.over}, out=out | work.over):
            if key in work.candidates:
                work.candidates[key].gain("ended", (self.ended - 1.0) * work.candidates[key].score)

    @staticmethod
    def _within(document: Document, valid: Interval, question: Question) -> bool:
        """True when something was so, or was said, in the time that the question names."""
        assert question.window is not None
        if question.clock == "said" and document.said_at is not None:
            return document.said_at in question.window
        return valid.overlaps(question.window)


class Floor(msgspec.Struct, frozen=True):
    """Says that nothing was found when the best does not fit the question well enough."""

    least: float
    bias: float
    late: float
    cover: float
    together: float
    unseen: float
    stranger: float
    asked: float
    other: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "late", "hits"})
    assigns: ClassVar[frozenset[str]] = frozenset({"floor"})

    def run(self, work: Query) -> None:
        """Assign the confidence; below the floor the hits go and the best of them is left as a hint."""
        if not work.hits:
            work.confidence = 0.0
            return
        turns = [key for key in work.met if key.startswith("msg_")]
        said = dict(zip(turns, work.index.said_by(work.text, turns), strict=True))
        work.evidence = weigh(
            work.text,
            work.hits,
            told=self._told(work),
            late=work.met,
            said=said,
            walked=work.walked,
        )
        names = ("late", "cover", "together", "unseen", "stranger", "asked", "other")
        weights = {name: getattr(self, name) for name in names}
        work.confidence = confidence(work.evidence, weights, self.bias)
        if work.confidence < self.least:
            work.hint, work.hits = work.hits[0], ()

    @staticmethod
    def _told(work: Query) -> dict[str, tuple[int, float]]:
        """The terms that an answer should hold: those of the question but for the cues of a predicate that is there."""
        told = work.index.terms(telling(work.text))
        here = {name for name, share in work.question.predicates if share in set(work.walked.values())}
        cues = {term for name in here for cue in work.ontology.predicate(name).cues for term in analyze(cue)}
        return {term: value for term, value in told.items() if term not in cues}


def led(hit: Hit, path: tuple[str, ...]) -> Hit:
    """The hit with its way through the graph."""
    return msgspec.structs.replace(hit, why=msgspec.structs.replace(hit.why, path=path))


RECALL_STAGES: dict[str, type[Any]] = {
    "question": Ask,
    "text": Text,
    "time": Time,
    "vector": Vector,
    "graph": Graph,
    "late": Late,
    "fuse": Fuse,
    "floor": Floor,
}
