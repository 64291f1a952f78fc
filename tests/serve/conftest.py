"""A memory that answers from a list and writes down what it was asked, so that the commands are tested alone."""

from __future__ import annotations

import inspect
import json
import os
import shutil
from datetime import UTC, datetime

import pytest

from graphmem import Memory as RealMemory
from graphmem import listed, model, pages, result
from graphmem.capture.reader import sample_folder
from graphmem.serve.cli import answer
from tests.commands import invoke

SAID = datetime(2024, 4, 2, 8, 15, tzinfo=UTC)
SOURCE = result.Source("ses_a", "msg_a", "claude-code", "notes", "user", SAID, "I now work at Acme.")
FACT = result.FactView(
    id="fact_a", text="The user works at Acme.", kind="fact", subject="user", predicate="works_at", object="Acme",
    qualifier="", valid_from=datetime(2024, 3, 1, tzinfo=UTC), valid_until=None, recorded_at=SAID,
    retracted_at=None, negated=False,
    confidence=0.8, subject_id="ent_user", object_id="ent_acme", supersedes=("fact_z",),
    contradicts=(), sources=(SOURCE,),
)  # fmt: skip
HIT = result.Hit(
    id="fact_a", kind="fact", text="The user works at Acme.", score=0.9, why=result.Why(text=0.5), recorded_at=SAID,
    valid_from=FACT.valid_from, valid_until=None, sources=(SOURCE,),
)  # fmt: skip
STEP = result.Neighbor(
    id="ent_acme", name="Acme", kind="organisation", distance=1, predicate="works_at", direction="out",
    through="ent_user", relation_id="rel_a", valid_from=None, valid_until=SAID,
)  # fmt: skip
LINE = pages.WikiLine("fact_a", "The user works at Acme.", None, None, SAID)
PAGE = pages.WikiPage(
    id="page_a", slug="acme", title="Acme", kind="entity", subject="ent_acme", summary="Organisation. An employer.",
    sections=(pages.WikiSection("Facts", (LINE,)),), ahead=(), history=(), disputes=((LINE, LINE),), note="By hand.",
    note_id="msg_n", members=(),
    links=(pages.PageLink("user", "user", "entity"),), version=2,
    versions=(pages.PageVersion(1, SAID, "generated", 3), pages.PageVersion(2, SAID, "edited", 3)), origin="edited",
    written_at=SAID, text="# Acme\n\n## Facts\n\n- The user works at Acme. [fact_a]", tokens=20, budget=99, left_out=2,
)  # fmt: skip

ANSWERS = {
    "ingest": result.IngestReport(
        sessions=1, messages=2, facts=1, entities=2, relations=1, skipped=3, seconds=0.25,
        problems=(model.Problem("a.jsonl", 7, "no JSON"),), unknown={"x": 4},
    ),
    "watch": None,
    "sources": (
        result.SourceView(
            client="codex", files=3, gone=1, silent=1, messages=7, read_at=SAID, said_at=SAID, problems=1,
            problem="a.jsonl: no JSON", unknown={"turn_note": 4}, since={"turn_note": SAID},
        ),
    ),
    "extract": result.ExtractReport(
        sessions=2, messages=9, facts=3, queued=1, batched=4, usd_today=0.0123, seconds=0.5,
        problems=(model.Problem("model m", 0, "The model did not answer in time."),),
    ),
    "recall": result.Recall(hits=(HIT,), nothing_found=False, took_ms=1.5, asked={}),
    "context": result.ContextBlock(
        text='<graphmem-context version="1">\nQuoted.\n## user\n- Works at Acme. [fact_a]\n</graphmem-context>',
        tokens=31, budget=100, detail="normal", left_out=2, nothing_found=False,
        lines=(result.ContextLine("fact_a", "Works at Acme.", "user (person)", 0.9, (SOURCE,)),),
    ),
    "ask": result.Answer(
        text="The user works at Acme.", known=True, method="extracted", cited=(HIT,), confidence=0.9, asked={},
        sentences=(result.AnswerSentence("The user works at Acme.", ("fact_a",)),), took_ms=2.5,
    ),
    "inject": result.Injection(
        text='<graphmem-context version="1">\n- Works at Acme. [fact_a]\n</graphmem-context>', tokens=21, tier="full",
        confidence=0.8, ids=("fact_a",),
    ),
    "capture": result.Captured(path="/a.jsonl", queued=True),
    "remember": result.Remembered(message_id="msg_b", facts=(FACT,)),
    "facts": (FACT,),
    "entity": result.EntityView(
        "ent_acme", "Acme", "organisation", ("Acme Corp",), 3, SAID, SAID, "An employer.", (FACT,)
    ),
    "neighbors": (STEP,),
    "path": result.Route("user", "Acme", (STEP,)),
    "history": (FACT,),
    "timeline": (FACT,),
    "fetch": result.Fetched("msg_a", "user, 2024-04-02", "I now work at Acme.", {"type": "message"}),
    "feedback": (model.Judgement("fact_a", SAID, useful=1),),
    "status": {"ready": True, "events": 2, "clients": ["codex"]},
    "forget": result.Receipt("fact_a", 1, 2, 0, 3, SAID),
    "cypher": result.Table(("e.name", "at"), (("Acme", datetime(2024, 1, 1)), ("[red]x", None)), truncated=False),  # noqa: DTZ001 - as an engine may give it
    "review": (
        result.Doubt(
            "contradiction", ("fact_a", "fact_b"), ("The user works at Acme.", "The user works at Globex."),
            "both were said of one time", 1.0, ("graphmem keep fact_a",), (SOURCE,),
        ),
    ),
    "evolve": pages.EvolveReport(
        dry_run=True, entities=9, communities=2, communities_changed=1, pages=4, pages_written=1,
        changes=(pages.PageChange("acme", "Acme", "changed"),), seconds=0.25,
    ),
    "communities": (
        pages.CommunityView(
            id="com_a", title="Acme and Globex", level=0, size=3, parent="", page="acme-and-globex",
            members=(pages.Member("ent_acme", "Acme", "organisation"),),
        ),
    ),
    "pages": (
        pages.PageEntry("page_a", "acme", "Acme", "entity", "Organisation. An employer.", 3, 2, "edited", SAID, 0.5),
    ),
    "relations": (
        listed.RelationView(
            "rel_a", "fact_a", "user", "works_at", "Acme", FACT.valid_from, None, SAID, None, 0.8, "ent_user",
            "ent_acme",
        ),
    ),
    "messages": (
        listed.MessageView(
            "msg_a", "ses_a", "codex", "acme", "user", "user", "text", "I now work at Acme.", 3, SAID, active=True
        ),
    ),
    "sessions": (
        listed.SessionView("ses_a", "codex", "acme", "main", "First days", SAID, SAID, 12),
    ),
    "wiki": PAGE,
    "edit": PAGE,
    "keep": (FACT,),
    "retract": (FACT,),
    "resolve": result.Resolved("both", ("fact_a", "fact_b"), (FACT,)),
    "merge": result.Merged("ent_acme", "Acme", ("Acme Corp",), ("ent_acme", "ent_corp")),
    "split": result.Merged("ent_acme", "Acme", (), ("ent_acme", "ent_corp")),
    "alias": result.Merged("ent_acme", "Acme", ("Acme Corp",), ("ent_acme", "ent_corp")),
    "stats": {"sessions": 1, "messages": 2, "entities": 2, "facts": 1, "relations": 1, "clients": {"codex": 1}},
    "rebuild": {"facts": 1, "messages": 2, "seconds": 0.5},
    "doctor": (result.Finding("ledger", "ok", "2 events, all checksums right"),),
    "export": {"path": "out.jsonl", "format": "jsonl", "nodes": 4, "edges": 5, "bytes": 812},
}  # fmt: skip


class Memory:
    """Every method of the real one, by its real signature, answered from ANSWERS."""

    def __init__(self, home=None, *, answers=None):
        self.home = home
        self.answers = {**ANSWERS, **(answers or {})}
        self.calls = []
        self.closed = False

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.closed = True

    def __getattr__(self, name):
        if name not in ANSWERS:
            raise AttributeError(name)
        signature = inspect.signature(getattr(RealMemory, name))

        def method(*args, **kwargs):
            bound = signature.bind(self, *args, **kwargs)
            self.calls.append((name, {key: value for key, value in bound.arguments.items() if key != "self"}))
            found = self.answers[name]
            if isinstance(found, BaseException):
                raise found
            return found(*args, **kwargs) if callable(found) else found

        return method


class Terminal:
    """Runs commands against a fake memory and holds what came out."""

    def __init__(self, patch):
        self.known = ANSWERS
        self.answers = {}
        self.memories = []
        patch.setattr(answer, "open_memory", self.open)

    def open(self, home):
        self.memories.append(Memory(home, answers=self.answers))
        return self.memories[-1]

    def __call__(self, *words, code=0, stdin=None):
        result = invoke(words, input=stdin)
        assert result.exit_code == code, (result.exit_code, result.output, result.exception)
        assert all(memory.closed for memory in self.memories)
        return result

    def json(self, *words, **options):
        result = self(*words, "--json", **options)
        return json.loads(result.stdout)

    @property
    def calls(self):
        return [call for memory in self.memories for call in memory.calls]


@pytest.fixture(scope="session")
def learned(tmp_path_factory):
    """The home of a memory that has read the sample, closed; for copies."""
    home = tmp_path_factory.mktemp("served") / "home"
    with RealMemory(home) as memory:
        memory.ingest([sample_folder()])
        memory.evolve()
    return home


@pytest.fixture
def own(learned, tmp_path):
    """A home of its own that has learned the sample, for tests that write."""
    shutil.copytree(learned, tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def terminal(monkeypatch):
    return Terminal(monkeypatch)


@pytest.fixture
def no_clients(tmp_path, monkeypatch):
    """A computer on which no client is: an empty home folder, and no program of theirs on the search path."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PATH", os.defpath)
