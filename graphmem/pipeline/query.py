"""A recall on its way through the pipeline: what is asked, of which time and by whom, and what each stage found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from graphmem.index.filter import Filter
from graphmem.index.search import Asked
from graphmem.index.sync import Index
from graphmem.ontology import Ontology
from graphmem.result import Hit
from graphmem.retrieve.evidence import Evidence
from graphmem.retrieve.fuse import Candidate
from graphmem.retrieve.question import Question
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint


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
    zone: tzinfo = UTC  # of those who ask: a day they name is a day of theirs
    fixed: bool = True
    question: Question = field(default_factory=lambda: Question(text=""))
    reading: Callable[[], Asked | None] | None = None  # what gives the question as the embedder sees it
    asked: Asked | None = None  # the question as the embedder sees it
    channels: dict[str, dict[str, float]] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)
    seeds: dict[str, float] = field(default_factory=dict)  # where the walk through the graph begins
    walked: dict[str, float] = field(default_factory=dict)  # facts under an asked predicate, with its weight
    listed: dict[str, float] = field(default_factory=dict)  # facts that a question for all asks for
    meant: set[str] = field(default_factory=set)  # pages of whom the question asks all that is known
    told: dict[str, list[str]] = field(
        default_factory=dict
    )  # for each fact the messages in which it was said
    over: set[str] = field(default_factory=set)  # facts under an asked predicate that do not hold at `as_of`
    met: dict[str, float] = field(default_factory=dict)  # late interaction as it was measured
    sessions: dict[str, float] = field(
        default_factory=dict
    )  # for each message how well its session meets the question as a whole, a share of the best
    candidates: dict[str, Candidate] = field(default_factory=dict)
    hits: tuple[Hit, ...] = ()
    evidence: Evidence = field(default_factory=Evidence)
    confidence: float = 1.0
    hint: Hit | None = None  # the best of what was not good enough
