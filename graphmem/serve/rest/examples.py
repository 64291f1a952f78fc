"""One example of each verb for OpenAPI: what it is given, and what it answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from graphmem import listed, pages, result
from graphmem.model import Judgement
from graphmem.serve.answers import encoded

SAID = datetime(2024, 4, 2, 8, 15, tzinfo=UTC)
MARCH = datetime(2024, 3, 1, tzinfo=UTC)
SOURCE = result.Source(
    session_id="ses_b2c7", message_id="msg_91f3", client="claude", project="tidewater", author="user",
    sent_at=SAID, quote="I now work at Acme.",
)  # fmt: skip
FACT = result.FactView(
    id="fact_7ka2", text="The user works at Acme.", kind="fact", subject="user", predicate="works_at",
    object="Acme", qualifier="", valid_from=MARCH, valid_until=None, recorded_at=SAID, retracted_at=None,
    negated=False, confidence=0.8, subject_id="ent_user", object_id="ent_acme", supersedes=("fact_1c9d",),
    contradicts=(), sources=(SOURCE,),
)  # fmt: skip
HIT = result.Hit(
    id=FACT.id, kind="fact", text=FACT.text, score=0.91, why=result.Why(text=0.5, vector=0.4, ranks={"text": 1}),
    valid_from=MARCH, valid_until=None, recorded_at=SAID, sources=(SOURCE,),
)  # fmt: skip
STEP = result.Neighbor(
    id="ent_acme", name="Acme", kind="organization", distance=1, predicate="works_at", direction="out",
    through="ent_user", relation_id="rel_7ka2", valid_from=MARCH, valid_until=None,
)  # fmt: skip
MERGED = result.Merged(id="ent_acme", name="Acme", aliases=("Acme Corp",), ids=("ent_acme", "ent_acme_corp"))
LINE = result.ContextLine(id=FACT.id, text="Works at Acme.", entity="user", score=0.91, sources=(SOURCE,))
LINE_OF_PAGE = pages.WikiLine("fact_2kd8", "Tidewater is deployed on Fly.io.", MARCH, None, SAID)
PAGE = pages.WikiPage(
    id="page_91b3", slug="tidewater", title="Tidewater", kind="entity", subject="ent_tide",
    summary="Service. Tidewater is deployed on Fly.io.", sections=(pages.WikiSection("State", (LINE_OF_PAGE,)),),
    ahead=(), history=(), disputes=(), note="", note_id="", members=(),
    links=(pages.PageLink("user", "user", "entity"),),
    version=1, versions=(pages.PageVersion(1, SAID, "generated", 4),), origin="generated", written_at=SAID,
    text="# Tidewater\n\n## State\n\n- Tidewater is deployed on Fly.io. (since 2024-03-01) [fact_2kd8]", tokens=34,
    budget=600, left_out=0,
)  # fmt: skip
ASKED = {"text": "where does the user work"}

GIVEN: dict[str, dict[str, Any]] = {
    "recall": {"query": "where does the user work", "limit": 5, "as_of": "2024-04-15"},
    "context": {"query": "deploying Tidewater", "budget": 800},
    "ask": {"query": "where does the user work"},
    "inject": {"prompt": "how do we deploy Tidewater", "event": "prompt", "client": "claude"},
    "capture": {"path": "~/.claude/projects/tidewater/a.jsonl", "client": "claude"},
    "facts": {"entity": "user", "predicate": "works_at", "limit": 20},
    "history": {"id": "ent_user", "predicate": "works_at"},
    "fetch": {"id": FACT.id},
    "feedback": {"verdict": "useful", "ids": [FACT.id], "reason": "it answered the question"},
    "timeline": {"entity": "Acme", "limit": 20},
    "keep": {"id": FACT.id},
    "retract": {"id": FACT.id},
    "neighbors": {"entity": "Tidewater", "depth": 2, "limit": 20},
    "merge": {"source": "Acme Corp", "target": "Acme"},
    "split": {"entity": "Acme", "other": "Acme Corp"},
    "alias": {"entity": "Acme", "name": "the office"},
    "entity": {"name": "Tidewater", "known_at": "2024-06"},
    "path": {"source": "user", "target": "Acme", "max_length": 3},
    "review": {"limit": 10},
    "resolve": {"verdict": "both", "id": FACT.id, "other": "fact_1c9d"},
    "remember": {"text": "I work at Acme.", "project": "tidewater", "at": "2024-04-02T08:15:00Z"},
    "forget": {"id": "msg_91f3", "reason": "asked to"},
    "cypher": {"query": "MATCH (e:Entity) WHERE e.mentions > $n RETURN e.name LIMIT 5", "params": {"n": 3}},
    "evolve": {"dry_run": True},
    "communities": {"community": "Tidewater", "level": 0},
    "pages": {"query": "deployment", "limit": 20},
    "relations": {"subject": "user", "object": "Acme", "predicate": "works_at", "as_of": "2024-04-15"},
    "sessions": {"project": "tidewater", "since": "2024-04"},
    "messages": {"session": "ses_30aa", "role": "user", "kind": "text", "since": "2024-04"},
    "wiki": {"page": "tidewater", "budget": 600, "as_of": "2024-04-15"},
    "edit": {"page": "tidewater", "text": "The runbook is in docs/deploy.md."},
    "sources": {"client": "claude"},
    "ingest": {"paths": ["~/transcripts"], "client": "claude"},
    "extract": {"again": True, "session": "ses_b2c7"},
    "export": {"path": "everything.graphml", "format": "graphml"},
}

ANSWERED: dict[str, Any] = {
    "recall": result.Recall(hits=(HIT,), nothing_found=False, took_ms=8.4, asked=ASKED, confidence=0.9),
    "context": result.ContextBlock(
        text="## user\n- Works at Acme. [fact_7ka2]", tokens=14, budget=800, detail="normal", lines=(LINE,),
        left_out=0, nothing_found=False,
    ),
    "ask": result.Answer(
        text="The user works at Acme.", known=True, method="extracted",
        sentences=(result.AnswerSentence("The user works at Acme.", (FACT.id,)),), cited=(HIT,), confidence=0.9,
        asked=ASKED, took_ms=9.1,
    ),
    "inject": result.Injection(
        text="Tidewater is deployed on Fly.io. [fact_7ka2]", tokens=15, tier="brief", confidence=0.8, ids=(FACT.id,)
    ),
    "capture": result.Captured(path="/home/nora/.claude/projects/tidewater/a.jsonl", queued=True),
    "facts": (FACT,),
    "history": (FACT,),
    "fetch": result.Fetched(
        id=FACT.id, title="user works at", text="The user works at Acme.",
        metadata={"kind": "fact", "project": "tidewater"},
    ),
    "feedback": (Judgement(id=FACT.id, at=SAID, useful=1),),
    "timeline": (FACT,),
    "status": {
        "home": "/home/nora/.graphmem", "ready": True, "events": 2, "indexed": 2, "watching": True,
        "clients": ["claude"], "read_at": SAID, "said_at": SAID, "waiting": 0,
    },
    "keep": (FACT,),
    "retract": (msgspec.structs.replace(FACT, retracted_at=SAID),),
    "neighbors": (STEP,),
    "merge": MERGED,
    "split": MERGED,
    "alias": MERGED,
    "entity": result.EntityView(
        id="ent_acme", name="Acme", kind="organization", aliases=("Acme Corp",), mentions=3, first_seen=MARCH,
        last_seen=SAID, summary="An employer.", facts=(FACT,),
    ),
    "path": result.Route(source="ent_user", target="ent_acme", steps=(STEP,)),
    "review": (
        result.Doubt(
            kind="candidate", ids=("ent_acme", "ent_acme_corp"), texts=("Acme", "Acme Corp"),
            why="one is short for the other",
            score=0.7, verbs=("graphmem merge ent_acme_corp ent_acme",), sources=(SOURCE,),
        ),
    ),
    "resolve": result.Resolved(verdict="both", ids=(FACT.id, "fact_1c9d"), facts=(FACT,)),
    "remember": result.Remembered(message_id="msg_91f3", facts=(FACT,)),
    "forget": result.Receipt(
        id="rcp_20be", messages=1, facts=1, entities=0, events_rewritten=1, at=SAID
    ),
    "cypher": result.Table(columns=("e.name",), rows=(("Acme",), ("Tidewater",))),
    "stats": {"sessions": 2, "messages": 30, "entities": 25, "facts": 21, "relations": 12, "events": 2, "indexed": 2},
    "evolve": pages.EvolveReport(
        dry_run=True, entities=25, communities=5, communities_changed=1, pages=7, pages_written=1,
        changes=(pages.PageChange("tidewater", "Tidewater", "changed"),), seconds=0.1,
    ),
    "communities": (
        pages.CommunityView(
            id="com_5f0a", title="Tidewater, Fly.io and Python", level=0, size=6, parent="",
            page="tidewater-fly-io-and-python", members=(pages.Member("ent_tide", "Tidewater", "service"),),
        ),
    ),
    "pages": (
        pages.PageEntry(
            id="page_91b3", slug="tidewater", title="Tidewater", kind="entity",
            summary="Service. Tidewater is deployed on Fly.io.", facts=4, version=1, origin="generated",
            written_at=SAID, score=0.67,
        ),
    ),
    "wiki": PAGE,
    "edit": msgspec.structs.replace(
        PAGE, note="The runbook is in docs/deploy.md.", note_id="msg_77d1", origin="edited", version=2
    ),
    "relations": (
        listed.RelationView(
            id="rel_7ka2", fact_id=FACT.id, subject="user", predicate="works_at", object="Acme", valid_from=MARCH,
            valid_until=None, recorded_at=SAID, retracted_at=None, weight=0.8, subject_id="ent_user",
            object_id="ent_acme",
        ),
    ),
    "messages": (
        listed.MessageView(
            id="msg_91f3", session_id="ses_30aa", client="claude-code", project="tidewater", role="user",
            author="user", kind="text", text="I now work at Acme.", seq=4, sent_at=SAID, active=True,
        ),
    ),
    "sessions": (
        listed.SessionView(
            id="ses_30aa", client="claude-code", project="tidewater", branch="main", title="Queue for the webhooks",
            started_at=SAID, ended_at=SAID, messages=12,
        ),
    ),
    "sources": (
        result.SourceView(
            client="claude", files=3, gone=0, silent=0, messages=24, read_at=SAID, said_at=SAID, problems=0,
            problem="", unknown={}, since={},
        ),
    ),
    "doctor": (result.Finding("ledger", "ok", "2 events, each matches its checksum"),),
    "ingest": result.IngestReport(sessions=2, messages=30, facts=21, entities=25, relations=12, seconds=1.4),
    "extract": result.ExtractReport(sessions=1, messages=12, facts=2, seconds=0.8),
    "rebuild": {"events": 2, "facts": 21, "messages": 30, "seconds": 0.5},
    "export": {"path": "everything.graphml", "format": "graphml", "nodes": 90, "edges": 310, "bytes": 120_000},
}  # fmt: skip
JOB = result.Job(
    id="job_4f1e0c", verb="ingest", given={"paths": ["~/transcripts"]}, status="running", made_at=SAID, begun_at=SAID,
    progress=result.Progress("transcripts/a.jsonl", 3, 12, 240, 31),
)  # fmt: skip
TOKEN = {
    "id": "tok_5d1f", "name": "dashboard", "scope": "read", "project": "", "created_at": "2024-04-02T08:15:00Z",
    "expires_at": None, "revoked_at": None,
}  # fmt: skip
LINK = {"link": "http://127.0.0.1:7787/sign-in?link=...", "expires_at": "2024-04-02T08:25:00Z"}
CHANGE = b'id: 7\nevent: change\ndata: {"seq":7,"kind":"FactRemembered","counts":{"facts":1}}\n\n'


def plain(value: Any) -> Any:
    """An example as OpenAPI holds it."""
    return msgspec.json.decode(encoded(value))


def shown(value: Any, *, media_type: str = "application/json") -> dict[str, Any]:
    """An answer with an example, as an entry of `responses`."""
    return {"content": {media_type: {"example": plain(value)}}}
