"""What an agent is told unasked: a turn of its session comes in, the little that is known and not told yet comes out.

A prompt is answered like a question; what the session said itself, what it was shown and what says only the prompt
again is taken out, and the rest is judged anew: sure is told in full, less sure in one line, unsure not at all. A new
session is told what stands: instructions, decisions, plans and lessons of its project and of its user.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from graphmem.capture.harness import folder_name
from graphmem.index.analyze import analyze
from graphmem.index.filter import Filter
from graphmem.index.sync import Index
from graphmem.model import USER_ENTITY
from graphmem.pipeline.answer import SURE
from graphmem.pipeline.context import mark_contradictions, subject_names
from graphmem.pipeline.query import Query
from graphmem.privacy import redact
from graphmem.result import ContextBlock, ContextLine, Hit, Injection
from graphmem.retrieve.context import block, entries
from graphmem.retrieve.counter import count
from graphmem.retrieve.fuse import Candidate
from graphmem.retrieve.hits import build_hits
from graphmem.retrieve.wording import telling
from graphmem.store import queries
from graphmem.temporal import now

LOOKED_AT = 40  # hits of a prompt
LINES = 6  # told in full with one prompt
CERTAIN = (
    0.5  # of the confidence: more likely than not the answer is among the hits, and they are told in full
)
LEAST_TOKENS = 64  # what fits into less is not worth its frame
ELSEWHERE = 0.7  # what a hit keeps of its score that was said in another project
ON_BRANCH = 1.1  # what one gains that was said on the branch that is checked out
SAME = 0.9  # of the terms of a turn in the prompt: it says only the prompt again
GIST = 1200  # characters of a prompt that are looked up
SAID = "in:"  # before the id of a turn: a fact of it was shown, and not the turn
WORDS = 2  # that tell something; a prompt of fewer asks for nothing that could be known

# What stands of a project, and how much it matters when a session begins.
STANDING: dict[str, float] = {
    "instructs": 1.0, "due_on": 0.9, "plans": 0.85, "chose": 0.8, "run_with": 0.8, "rejected": 0.75, "learned": 0.75,
    "failed_because": 0.7, "prefers": 0.7, "dislikes": 0.65, "status_is": 0.6, "deployed_on": 0.6, "version_is": 0.5,
}  # fmt: skip
PERSONAL = {name: STANDING[name] for name in ("instructs", "prefers", "dislikes")}
NEWEST = 40  # facts of each kind of standing that are looked at

COMMAND = re.compile(r"\s*(?:[/!#]\w|<[\w-]+>)")
FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
LOGGED = re.compile(r"^(?:[ ]{4,}|\t|>|\s*at ).*$|\S{120,}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Occasion:
    """A turn of a session: where it is held, and what must not be told."""

    session_id: str  # as the store has it; "" when the client did not say
    projects: tuple[str, ...]  # names under which the project may be known
    branch: str
    told: frozenset[str]  # ids that the session was shown
    strict: bool = False  # nothing of other projects


def projects_of(*folders: str) -> tuple[str, ...]:
    """The names of folders, each once."""
    return tuple(dict.fromkeys(name for folder in folders if folder and (name := folder_name(folder))))


def gist(prompt: str) -> str:
    """What of a prompt tells what it is about: no code, no logs, of a long one its beginning and its end."""
    text = LOGGED.sub(" ", FENCED.sub(" ", prompt)).strip()
    half = GIST // 2
    return text if len(text) <= GIST else f"{text[:half]} {text[-half:]}"


def asks_nothing(text: str) -> bool:
    """True for a command of the client, and for words that carry the talk on without a subject ("yes, go on")."""
    return COMMAND.match(text) is not None or len(set(analyze(telling(text)))) < WORDS


def nothing(reason: str, confidence: float = 0.0) -> Injection:
    """Told is nothing, and why."""
    return Injection("", 0, "none", round(confidence, 4), (), reason)


# -- A prompt --------------------------------------------------------------------------------------------------


def for_prompt(
    work: Query, occasion: Occasion, *, budget: int, judge: Callable[[Query], object]
) -> tuple[Injection, list[str]]:
    """What is known about a prompt that went through the pipeline; its reader must be open.

    `judge` weighs anew how well the hits fit the prompt: the best of before may have been taken out.
    """
    if not work.hits:
        return nothing("nothing is known about it", work.confidence), []
    own = of_session(work, occasion.session_id)
    forms = work.index.documents(hit.id for hit in work.hits)
    words = set(analyze(work.text))
    kept = tuple(
        hit
        for hit in work.hits
        if not was_told(hit, occasion.told)
        and not any(source.session_id in own for source in hit.sources)
        and not (hit.kind == "message" and (echoes(hit, words) or forms[hit.id].form.startswith("tool")))
    )
    if len(kept) < len(work.hits):
        work.hits = kept
        judge(work)
    sure = work.confidence >= SURE
    # An order names its thing and hardly sounds like a question: what it asks for of that thing is told all the same.
    chosen = placed(work, [hit for hit in work.hits if sure or hit.id in work.walked], occasion)
    if not chosen:
        told = "what is known is not sure enough" if kept else "all that is known of it was told"
        return nothing(told, work.confidence), []
    full = work.confidence >= CERTAIN
    made = told_block(work, chosen, budget=budget, lines=LINES if full else 1)
    return injection(made, "full" if full else "brief", work.confidence)


def of_session(work: Query, session_id: str) -> frozenset[str]:
    """A session and those of the agents that it started, as far as the hits were said there."""
    if not session_id:
        return frozenset()
    said = {source.session_id for hit in work.hits for source in hit.sources}
    below = [one.id for one in queries.sessions(work.reader, said).values() if one.parent_id == session_id]
    return frozenset({session_id, *below})


def echoes(hit: Hit, words: set[str]) -> bool:
    """True for a turn that says only the prompt again."""
    terms = set(analyze(hit.text))
    return not terms or len(terms & words) / len(terms | words) >= SAME


def was_told(hit: Hit, told: frozenset[str]) -> bool:
    """Whether a session was shown a hit, a turn that states it, or a fact that a turn states."""
    return hit.id in told or SAID + hit.id in told or any(one.message_id in told for one in hit.sources)


def marks(lines: Sequence[ContextLine]) -> list[str]:
    """What a session is to be known to have been shown: each line, and in which turns a fact was said."""
    said = [SAID + s.message_id for one in lines if one.id.startswith("fact_") for s in one.sources]
    return [one.id for one in lines] + said


def placed(work: Query, hits: Sequence[Hit], occasion: Occasion) -> tuple[Hit, ...]:
    """The hits with what the place where they were said does to their scores, the best first."""
    here = {name.casefold() for name in occasion.projects}
    known = work.index.documents(hit.id for hit in hits)
    branches = {
        key: one.branch
        for key, one in queries.sessions(
            work.reader, {source.session_id for hit in hits for source in hit.sources}
        ).items()
    }
    found = []
    for hit in hits:
        said_in = {project.casefold() for _, project in known[hit.id].places if project}
        share = ELSEWHERE if said_in and here and not said_in & here else 1.0
        if occasion.branch and any(branches.get(s.session_id) == occasion.branch for s in hit.sources):
            share *= ON_BRANCH
        found.append(msgspec.structs.replace(hit, score=hit.score * share))
    return tuple(sorted(found, key=lambda hit: (-hit.score, hit.id)))


# -- A new session ---------------------------------------------------------------------------------------------


def for_start(work: Query, occasion: Occasion, *, budget: int) -> tuple[Injection, list[str]]:
    """What stands of the project and of the user; its reader must be open."""
    shares = standing(work.index, work.where, occasion)
    ids = [key for key in shares if key not in occasion.told]
    hits = build_hits(work.reader, [Candidate(key, score=shares[key]) for key in ids], work.view)
    if not hits:
        return nothing("nothing stands of this project"), []
    made = told_block(work, placed(work, hits, occasion), budget=budget, lines=None)
    return injection(made, "full", 1.0)


def standing(index: Index, where: Filter, occasion: Occasion) -> dict[str, float]:
    """The facts that stand, by id, with how much each matters: a newer one of a kind a little more."""
    found: dict[str, float] = {}
    for project in occasion.projects:
        subjects = (USER_ENTITY, *index.entity_ids([project])[project])
        add(found, index.said_of(subjects, STANDING, limit=NEWEST, where=replace(where, project=project)))
    if not occasion.strict:
        personal = index.said_of([USER_ENTITY], PERSONAL, limit=NEWEST, where=where)
        places = index.documents(key for key, _ in personal)
        # What was said in one project alone is meant for that one.
        add(found, [one for one in personal if len({p for _, p in places[one[0]].places if p}) != 1])
    return found


def add(found: dict[str, float], facts: Sequence[tuple[str, str]]) -> None:
    """Note facts with their predicates, the newest first."""
    for place, (key, predicate) in enumerate(facts):
        found.setdefault(key, STANDING[predicate] * (1.0 - 0.5 * place / NEWEST))


# -- Both ------------------------------------------------------------------------------------------------------


def told_block(work: Query, hits: Sequence[Hit], *, budget: int, lines: int | None) -> ContextBlock:
    """The block of the best lines."""
    facts = queries.facts(work.reader, [hit.id for hit in hits if hit.kind == "fact"])
    chosen = entries(
        hits,
        facts,
        names=subject_names(work, facts),
        told=work.index.terms(telling(work.text)),
        detail="brief",
        ended=False,
        moment=now(),
    )[:lines]
    mark_contradictions(work, chosen, facts)
    return block(chosen, budget=budget, detail="brief", count=count)


def injection(
    made: ContextBlock, tier: Literal["full", "brief"], confidence: float
) -> tuple[Injection, list[str]]:
    """The block as it is told, and by what it is known again.

    Secrets that a rule of today knows and one of before did not are taken out.
    """
    if not made.lines:
        return nothing("it does not fit", confidence), []
    told = Injection(
        text=redact(made.text).text,
        tokens=made.tokens,
        tier=tier,
        confidence=round(confidence, 4),
        ids=tuple(one.id for one in made.lines),
    )
    return told, marks(made.lines)
