"""A question becomes hits: `pipelines/recall.toml` leads it through parsing, five channels, fusion and a floor.

The viewpoint and every filter are one `Filter` that binds each channel before it ranks, so that nothing that is
not to be seen can take the place of what is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from graphmem.index.analyze import analyze
from graphmem.model import USER_ENTITY, page_id
from graphmem.pipeline.channels import Ask, Graph, Late, Text, Time, Vector
from graphmem.pipeline.query import Query
from graphmem.result import Hit
from graphmem.retrieve.evidence import confidence, weigh
from graphmem.retrieve.fold import answers_first, folded
from graphmem.retrieve.fuse import (
    Candidate,
    add_up,
    best_of,
    candidates_of,
    is_page,
    judged,
    lend,
    outdated,
    ranked,
    ranks,
    rise,
    support,
    vouched,
)
from graphmem.retrieve.hits import build_hits
from graphmem.retrieve.page_hits import Shelf
from graphmem.retrieve.question import Question
from graphmem.retrieve.wording import MOMENTS, telling
from graphmem.store import queries
from graphmem.temporal import Interval, now

if TYPE_CHECKING:
    from graphmem.index.documents import Document

AS_WELL = 0.9  # of the likeness of one fact to a question, that another has which meets it as well
SPARE = 4  # hits that are looked up beyond those that are asked for, since some fold together


class Fuse(msgspec.Struct, frozen=True):
    """Makes one list of all."""

    depth: int
    ended: float
    entity: float
    page: float
    broad: float
    pages: int
    summary: float
    fact: float
    lift: float
    neighbour: float
    far: float
    session: float
    together: float
    many: float
    speaker: float
    own: float
    dated: float
    slight: float
    enough: int
    window: float
    asking: float
    reply: float
    feedback: float

    requires: ClassVar[frozenset[str]] = frozenset({"question", "text", "time", "vector", "graph", "late"})
    assigns: ClassVar[frozenset[str]] = frozenset({"hits"})

    def run(self, work: Query) -> None:
        """Assign the hits, best first."""
        scores = add_up(work.channels, work.weights)
        gains = vouched(scores, work.told, share=self.fact)
        # Few of many are worth a closer look: the rest could not rise into the answer.
        best = best_of(scores, gains, max(self.depth, 2 * work.limit))
        work.meant = meant(work)
        for key in work.meant:
            scores.setdefault(key, 0.0)
        kept = (*best, *(key for key in work.listed if key in scores), *work.meant)
        work.candidates = candidates_of(kept, work.channels, scores, gains)
        known = work.index.documents(work.candidates)
        places = {key: (one.session_id, one.seq) for key, one in known.items() if one.kind == "message"}
        said = work.index.said_by(work.text, list(places))
        for key, named in zip(places, said, strict=True):
            work.candidates[key].gain("speaker", self.speaker * named)
        # What is asked for all of lies in many places: there a place that fits says less of what lies beside.
        part = self.many if work.question.many else 1.0
        lend(work.candidates, places, share=part * self.neighbour, far=part * self.far)
        support(work.candidates, places, share=part * self.session)
        for key in places:
            work.candidates[key].gain("together", part * self.together * work.sessions.get(key, 0.0))
        self._alone(work, list(places), said)
        rise(work.candidates, work.told, most=self.lift, asked=work.walked)
        self._priors(work, known)
        self._pages(work)
        self._hits(work, places)

    def _alone(self, work: Query, turns: list[str], said: Sequence[bool]) -> None:
        """Let turns gain or lose what those beside them and the rest of their session have no share in."""
        asked = work.question.kind == "when"
        dated = work.index.having(moments(), turns) if asked else [False] * len(turns)
        told = {turn for of_fact in work.told.values() for turn in of_fact}
        for key, named, when, size in zip(turns, said, dated, work.index.sizes(turns), strict=True):
            one = work.candidates[key]
            one.gain("speaker", self.own * named)
            one.gain("dated", self.dated * when)
            # Where a fact was read something was said, in however few words; and of some the size is not known.
            if 0 < size < self.enough and key not in told:
                one.gain("slight", self.slight * (size / self.enough - 1.0))

    def _hits(self, work: Query, places: Mapping[str, tuple[str, int]]) -> None:
        """Take the best, and for a question that asks for all of them everything that is listed."""
        order = ranked(work.candidates.values())
        self._feedback(work, order[: 2 * work.limit + SPARE])
        order = ranked(order)
        listed = set() if work.fixed else work.listed.keys()
        built: dict[str, Hit] = {}
        at = ranks(work.channels)
        # What says the same is folded and the next moves up; that is seldom more than a few, and looking up is dear.
        order = self._few_pages(work, order)
        for most in (work.limit + SPARE, 2 * work.limit + SPARE):
            chosen = [one for place, one in enumerate(order) if place < most or one.id in listed]
            self._build(work, [one for one in chosen if one.id not in built], built, at)
            hits = self._shown(work, [built[one.id] for one in chosen if one.id in built], places)
            if len(hits) >= work.limit:
                break
        best = [hit for place, hit in enumerate(hits) if place < work.limit or hit.id in listed]
        ways = work.index.ways([hit.id for hit in best if hit.why.graph], work.seeds)
        work.hits = tuple(led(hit, ways.get(hit.id, ())) for hit in best)

    def _few_pages(self, work: Query, order: Sequence[Candidate]) -> list[Candidate]:
        """Candidates with the best pages only, as the next mostly repeat them; who asks for pages gets them all."""
        if work.where.kinds == {"page"}:
            return list(order)
        best = {one.id for one in [one for one in order if is_page(one.id)][: self.pages]}
        return [one for one in order if one.id in best or not is_page(one.id)]

    @staticmethod
    def _build(
        work: Query,
        chosen: Sequence[Candidate],
        built: dict[str, Hit],
        at: Mapping[str, Mapping[str, int]],
    ) -> None:
        """Put the hits of candidates to those that are built; `at` tells at which place each channel had them."""
        for one in chosen:
            one.ranks = {name: places[one.id] for name, places in at.items() if one.id in places}
        found = build_hits(work.reader, chosen, work.view, places=work.index.places, shelf=shelf_of(work))
        built.update((hit.id, hit) for hit in found)

    def _shown(self, work: Query, found: Sequence[Hit], places: Mapping[str, tuple[str, int]]) -> list[Hit]:
        """The hits in their order, answers before what asks, each told once."""
        if work.question.clock == "valid":  # "what did I ask you about billing" is answered by a question
            found = answers_first(found, places, keep=self.asking, reply=self.reply)
        return folded(found)

    def _feedback(self, work: Query, best: Sequence[Candidate]) -> None:
        """Put those in order that are as good as each other by what was said of their worth."""
        said = queries.judgements(work.reader, [one.id for one in best]) if self.feedback else {}
        worth = {key: one.useful - one.wrong - one.outdated for key, one in said.items()}
        judged(best, worth, share=self.feedback)

    def _priors(self, work: Query, known: Mapping[str, Document]) -> None:
        """Kinds weigh differently, what the time that is asked for shuts out a little less."""
        question = work.question
        for candidate in work.candidates.values():
            document = known.get(candidate.id)
            if candidate.id.startswith("ent_"):
                candidate.gain("entity", (self.entity - 1.0) * candidate.score)
            elif is_page(candidate.id):
                continue  # written once for whoever asks, it was said at no time
            if document is None:
                continue
            if document.form == "summary":
                candidate.gain("summary", (self.summary - 1.0) * candidate.score)
            if question.window is None:
                continue
            if self._within(document, valid_of(document, work), question):
                candidate.gain("window", (self.window - 1.0) * candidate.score)
            elif question.clock == "said":
                candidate.gain("window", (self.ended - 1.0) * candidate.score)
        out = work.over | self._out(work, known)
        gone = outdated(work.told, asked={*work.walked, *work.over}, out=out)
        gone |= outdated(work.told, asked=self._followed(work, known, out), out=out)
        for key in (out & known.keys()) | gone:
            if key in work.candidates:
                work.candidates[key].gain("ended", (self.ended - 1.0) * work.candidates[key].score)

    def _pages(self, work: Query) -> None:
        """A page counts less than what stands on it, unless nothing is asked but what is known of whom it is about."""
        found = work.candidates.values()
        others = [one for one in found if not is_page(one.id)] or found
        best = max((one.score for one in others), default=0.0)
        for one in [one for one in found if is_page(one.id)]:
            share = max(one.score, self.broad * best) if one.id in work.meant else self.page * one.score
            one.gain("page", share - one.score)

    @staticmethod
    def _out(work: Query, known: Mapping[str, Document]) -> set[str]:
        """The facts of another time than the one that is asked about, when no time is named."""
        question = work.question
        if question.window is not None or work.view.as_of is not None:
            return set()
        facts = {key: one for key, one in known.items() if one.kind == "fact"}
        moment = now()
        ends = ((key, valid_of(one, work).end) for key, one in facts.items())
        over = {key for key, end in ends if end is not None and end <= moment}
        if question.holds == "then":
            # When nothing of what is asked for is known to have ended, what is known is the best answer still.
            return facts.keys() - over if over & work.walked.keys() or not work.walked else set()
        return over if question.holds == "now" or not question.past else set()

    @staticmethod
    def _followed(work: Query, known: Mapping[str, Document], out: Collection[str]) -> set[str]:
        """The facts of another time beside which one of this time meets the question as well, and those of this time.

        "The cap is 5,000" follows "the cap is 4,200", though the question names no predicate: who asks for the cap
        means what it is, and so a turn that only tells what it was says it no longer.
        """
        fits = {key: work.met[key] for key, one in known.items() if one.kind == "fact" and key in work.met}
        here = {key for key in fits if key not in out}
        best = max((fits[key] for key in here), default=0.0)
        over = {key for key in fits if key in out and best >= AS_WELL * fits[key]}
        return over | here if over else set()

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
            # With the words of several facts a page seems to answer what none of them does.
            [hit for hit in work.hits if hit.kind != "page"] or work.hits,
            told=self._told(work),
            late=work.met,
            said=said,
            walked=work.walked,
        )
        names = ("late", "cover", "together", "unseen", "stranger", "asked", "other")
        weights = {name: getattr(self, name) for name in names}
        work.confidence = confidence(work.evidence, weights, self.bias)
        if any(hit.id in work.meant for hit in work.hits):  # all is asked that is known, and something is
            work.confidence = max(work.confidence, self.least)
        if work.confidence < self.least:
            work.hint, work.hits = work.hits[0], ()

    @staticmethod
    def _told(work: Query) -> dict[str, tuple[int, float]]:
        """The terms that an answer should hold: those of the question but for the cues of a predicate that is there."""
        told = work.index.terms(telling(work.text))
        here = {name for name, share in work.question.predicates if share in set(work.walked.values())}
        cues = {term for name in here for cue in work.ontology.predicate(name).cues for term in analyze(cue)}
        return {term: value for term, value in told.items() if term not in cues}


@lru_cache(maxsize=1)
def moments() -> tuple[str, ...]:
    """The terms by which a text says when something was."""
    return tuple(dict.fromkeys(term for word in MOMENTS for term in analyze(word)))


def valid_of(document: Document, work: Query) -> Interval:
    """When a document was so, as it is known from the viewpoint of the question."""
    return work.view.valid(Interval(document.valid_from, document.valid_until), document.end_recorded_at)


def meant(work: Query) -> set[str]:
    """The pages of whom the question asks all that is known, as far as there are such and they may be seen."""
    if not work.question.broad:
        return set()
    named = work.question.entities
    # "Tell me about Tidewater" speaks of the user and asks for Tidewater.
    keys = [page_id(key) for key in named if key != USER_ENTITY or len(named) == 1]
    return set(compress(keys, work.index.passes(keys, work.where)))


def shelf_of(work: Query) -> Shelf:
    """What hits of pages need: of a page facts are told that hold at the time that is looked at, as was known then."""
    where = replace(work.where, kinds=frozenset(), entities=frozenset(), as_of=work.view.as_of or now())
    return Shelf(
        name=work.index.name,
        holds=lambda keys: work.index.passes(keys, where),
        apart=any(bound is not None for bound in (where.project, where.client, where.scope)),
    )


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
