"""Sessions are read by the language model, at once or later, and nothing is told twice or lost by it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading

import msgspec
import pytest

from graphmem.errors import MisuseError, NotFound
from graphmem.model import Change
from graphmem.store import queries
from graphmem.store.model_work import microdollars
from tests.exports import exported
from tests.standins.model_server import BAD_KEY, SILENT, ModelServer, said
from tests.transcripts import claude_file

MORNING, NOON = "2024-05-01T09:00:00Z", "2024-05-01T12:00:00Z"
OWNS = "Priya is the one who looks after billing-svc."


@pytest.fixture
def transcripts(tmp_path, server):
    """Two sessions; the model knows a sentence in each that no pattern reads."""
    folder = tmp_path / "transcripts"
    folder.mkdir()
    claude_file(folder, "ses-a", [("user", "I work at Acme.", MORNING), ("user", OWNS, NOON)])
    claude_file(folder, "ses-b", [("user", "My dentist is the guy on Rua Augusta, sort of.", MORNING)])
    teach(server)
    return folder


def teach(server):
    server.teach(
        OWNS, "maintained_by", "Priya", subject="billing-svc", subject_kind="service", object_kind="person"
    )
    server.teach("I work at Acme.", "works_at", "Acme", object_kind="organization")
    server.teach("My dentist is the guy on Rua Augusta", "dentist_at", "Rua Augusta", object_kind="place")


def facts(memory):
    return {(fact.subject, fact.predicate, fact.object) for fact in memory.facts(all=True)}


def evidence_ids(memory):
    with memory._store.graph.reader() as reader:
        rows = reader.run("MATCH (:Fact)-[e:STATED_IN]->(:Message) RETURN e.id ORDER BY e.id")
    return [row[0] for row in rows]


def waiting(memory):
    return {one.reason for one in memory._workshop.model_work.waiting()}


BY_MODEL = {("billing-svc", "maintained_by", "Priya"), ("user", "dentist_at", "Rua Augusta")}


# -- In an import ----------------------------------------------------------------------------------------------


def test_an_import_has_two_witnesses(remembering, transcripts, tmp_path):
    memory = remembering()
    report = memory.ingest([transcripts])
    assert report.problems == ()
    assert facts(memory) >= BY_MODEL | {("user", "works_at", "Acme")}
    (work,) = memory.facts(predicate="works_at")
    with memory._store.graph.reader() as reader:
        (group,) = queries.evidence_of_facts(reader, [work.id]).values()
    assert [one.id.rpartition("#")[2] for one in group] == ["0", "llm.0"]
    assert work.confidence > max(one.confidence for one in group)
    assert waiting(memory) == set()
    before = exported(memory)
    memory.rebuild()
    assert exported(memory) == before


def test_without_a_model_nothing_is_asked(remembering, transcripts, server):
    memory = remembering("none")
    memory.ingest([transcripts])
    assert server.heads == []
    assert facts(memory) & BY_MODEL == set()
    with pytest.raises(MisuseError, match="No language model"):
        memory.extract()


def test_what_was_read_once_is_not_asked_again(remembering, transcripts, server):
    memory = remembering()
    memory.ingest([transcripts])
    asked = len(server.asked)
    memory.ingest([transcripts])
    assert memory.extract().sessions == 0
    assert len(server.asked) == asked


def test_a_model_that_fails_leaves_the_first_reading_and_the_session_waits(
    remembering, transcripts, server, clock
):
    server.play(BAD_KEY)
    memory = remembering()
    report = memory.ingest([transcripts])
    assert ("user", "works_at", "Acme") in facts(memory)
    assert facts(memory) & BY_MODEL == set()
    assert "401" in report.problems[0].reason
    assert len(server.heads) == 1
    assert len(memory._workshop.model_work.waiting()) == 2
    memory.close()
    memory = remembering()
    clock.advance(61)
    report = memory.extract()
    assert (report.sessions, report.queued, report.problems) == (2, 0, ())
    assert facts(memory) >= BY_MODEL


def test_the_order_of_the_two_readings_does_not_matter(remembering, transcripts, server, tmp_path, clock):
    together = remembering()
    together.ingest([transcripts])
    both, names = facts(together), evidence_ids(together)
    together.close()
    other = tmp_path / "graphmem-home"
    other.rename(tmp_path / "first-home")
    server.play(BAD_KEY)
    apart = remembering()
    apart.ingest([transcripts])
    clock.advance(61)
    apart.extract()
    assert facts(apart) == both
    assert evidence_ids(apart) == names


def test_only_so_many_sessions_of_an_import_are_read_at_once(remembering, tmp_path, server):
    for number in range(11):
        claude_file(tmp_path, f"ses-{number}", [("user", "I work at Acme.", MORNING)])
    memory = remembering()
    memory.ingest(sorted(tmp_path.glob("*.jsonl")))
    assert len(server.asked) == 8
    assert waiting(memory) == {"later"}
    assert memory.extract().sessions == 3


def test_a_missing_library_is_said_once_and_harms_nothing(remembering, transcripts, monkeypatch):
    monkeypatch.setitem(sys.modules, "anthropic", None)
    memory = remembering()
    report = memory.ingest([transcripts])
    assert [problem.file for problem in report.problems] == ["extract.llm"]
    assert ("user", "works_at", "Acme") in facts(memory)
    assert len(memory._workshop.model_work.waiting()) == 2


def test_an_answer_of_no_use_is_tried_three_times_and_then_left_alone(
    remembering, transcripts, server, clock
):
    server.play(*["nonsense"] * 20)
    memory = remembering()
    memory.ingest([transcripts])
    for _ in range(3):
        memory.extract()
        clock.advance(61)
    assert memory._workshop.model_work.waiting() == []
    assert len(server.asked) == 2 * 2 * 3
    server.plays.clear()
    with memory._store.graph.reader() as reader:
        sessions = queries.session_ids(reader, without="")
    for session in sessions:
        memory.extract(session=session)
    assert facts(memory) >= BY_MODEL


def test_text_that_changed_takes_the_old_claims_with_it(remembering, tmp_path, server):
    server.teach("I use Foomatic", "uses", "Foomatic", object_kind="product")
    file = claude_file(tmp_path, "ses-a", [("user", "I use Foomatic a lot, you know.", MORNING)])
    memory = remembering()
    memory.ingest([file])
    assert any(fact[2] == "Foomatic" for fact in facts(memory))
    server.play(BAD_KEY)
    changed = file.read_text().replace("I use Foomatic a lot", "I like tea")
    file.write_text(changed)
    memory.ingest([file])
    assert not any(fact[2] == "Foomatic" for fact in facts(memory))


# -- Killed ----------------------------------------------------------------------------------------------------

CHILD = """
import sys
from graphmem import Memory
with Memory(sys.argv[1]) as memory:
    memory.extract()
"""


def test_killed_while_the_model_is_asked_the_session_still_waits(
    remembering, home, transcripts, server, clock
):
    server.play(BAD_KEY)
    memory = remembering()
    memory.ingest([transcripts])
    memory.close()
    (home / "graphmem.toml").write_text(
        f'[extract]\nllm = "anthropic"\nllm_base_url = "{server.url}"\n[index]\nembedder = "none"\n'
    )
    reached = threading.Event()

    def stall(asked):
        reached.set()
        return SILENT

    server.play(stall)
    with subprocess.Popen([sys.executable, "-c", CHILD, str(home)]) as child:
        assert reached.wait(60)
        child.kill()
    clock.advance(61)
    memory = remembering()
    assert len(memory._workshop.model_work.waiting()) == 2
    # The question that was cut off stays booked as far as it could have cost.
    assert sum(use.microdollars for use in memory._workshop.model_work.use()) > 4000
    assert memory.extract().sessions == 2
    assert facts(memory) >= BY_MODEL


# -- Again -----------------------------------------------------------------------------------------------------


def test_reading_again_changes_nothing(remembering, transcripts, tmp_path):
    memory = remembering()
    memory.ingest([transcripts])
    before, names = exported(memory), evidence_ids(memory)
    report = memory.extract(again=True)
    assert (report.sessions, report.messages, report.facts, report.queued) == (2, 3, 0, 0)
    assert evidence_ids(memory) == names
    assert exported(memory) == before


def test_one_extractor_replaces_only_its_own_words(remembering, transcripts, server):
    memory = remembering()
    memory.ingest([transcripts])
    server.taught.clear()
    server.teach(
        OWNS, "watched_by", "Priya", subject="billing-svc", subject_kind="service", object_kind="person"
    )
    report = memory.extract(again=True)
    assert report.facts == 1
    assert ("billing-svc", "watched_by", "Priya") in facts(memory)
    assert ("user", "works_at", "Acme") in facts(memory)
    assert facts(memory) & BY_MODEL == set()


MENTIONS = "MATCH (m:Message)-[r:MENTIONS]->(e:Entity) RETURN m.id, e.name, r.start_char"


def test_again_without_a_model_leaves_what_the_model_said(remembering, transcripts):
    memory = remembering()
    memory.ingest([transcripts])
    names = evidence_ids(memory)
    mentions = memory.cypher(MENTIONS).rows
    memory.close()
    memory = remembering("none")
    assert memory.extract(again=True).sessions == 2
    assert evidence_ids(memory) == names
    assert set(memory.cypher(MENTIONS).rows) <= set(mentions)
    assert ("Rua Augusta",) in memory.cypher("MATCH (:Message)-[:MENTIONS]->(e:Entity) RETURN e.name").rows


def test_only_the_named_session_is_read(remembering, transcripts, server):
    memory = remembering()
    memory.ingest([transcripts])
    with memory._store.graph.reader() as reader:
        session = queries.session_ids(reader, without="")[0]
    asked = len(server.asked)
    assert memory.extract(again=True, session=session).sessions == 1
    assert len(server.asked) == asked + 1
    with pytest.raises(NotFound):
        memory.extract(session="ses_none")


def test_a_pinned_fact_stays_though_nobody_reads_it_any_more(remembering, transcripts, server, tmp_path):
    memory = remembering()
    memory.ingest([transcripts])
    (kept,) = memory.facts(predicate="maintained_by")

    def pin(graph):
        fact = queries.facts(graph, [kept.id])[kept.id]
        links = queries.links(graph, [kept.id])
        return [
            ("FactPinned", Change(facts=(msgspec.structs.replace(fact, pinned=True),), links=tuple(links)))
        ]

    memory._store.commit(pin, actor="test")
    server.taught.clear()
    server.teach(
        OWNS, "watched_by", "Priya", subject="billing-svc", subject_kind="service", object_kind="person"
    )
    for _ in range(2):
        memory.extract(again=True)
        found = facts(memory)
        assert ("billing-svc", "maintained_by", "Priya") in found
        assert ("billing-svc", "watched_by", "Priya") in found
        assert ("user", "dentist_at", "Rua Augusta") not in found
    teach(server)
    memory.extract(again=True)
    (again,) = memory.facts(predicate="maintained_by")
    assert again.id == kept.id
    assert len(again.sources) == 1
    before = exported(memory)
    memory.rebuild()
    assert exported(memory) == before


def test_what_was_told_directly_is_left_as_it_was_told(remembering, server):
    memory = remembering()
    memory.remember("The wifi word is on the fridge, kind of.")
    before, asked = evidence_ids(memory), len(server.asked)
    memory.extract(again=True)
    assert evidence_ids(memory) == before
    assert len(server.asked) == asked == 1


def test_what_was_forgotten_does_not_come_back(remembering, transcripts, server, clock):
    server.play(BAD_KEY)
    memory = remembering()
    memory.ingest([transcripts])
    clock.advance(61)
    (hit,) = [one for one in memory.cypher("MATCH (m:Message) RETURN m.id, m.text").rows if "Priya" in one[1]]
    memory.forget(hit[0])
    server.asked.clear()
    with memory._store.graph.reader() as reader:
        sessions = queries.session_ids(reader, without="")
    memory.forget(sessions[-1])
    report = memory.extract()
    assert report.queued == 0
    assert ("billing-svc", "maintained_by", "Priya") not in facts(memory)
    assert "Priya" not in str(server.asked)


def test_out_of_money_the_rest_waits_for_another_day(remembering, tmp_path, server, clock):
    for number in range(4):
        claude_file(tmp_path, f"ses-{number}", [("user", "I work at Acme.", MORNING)])
    teach(server)
    server.play(BAD_KEY)
    memory = remembering()
    memory.ingest(sorted(tmp_path.glob("*.jsonl")))
    clock.advance(61)
    asker = memory._workshop.model.asker
    # As much as one question can cost at most, and a little more: the second does not fit beside what the first cost.
    asker.limit = 100 + microdollars(asker.price.at_most(len(json.dumps(server.asked[0])), 8192))
    report = memory.extract()
    assert 0 < report.sessions < 4
    assert report.queued == 4 - report.sessions
    assert report.usd_today * 1e6 <= asker.limit
    assert "extract.llm_max_usd" in report.problems[0].reason
    clock.advance(86_400)
    while memory.extract().queued:
        clock.advance(86_400)
    assert len([one for one in evidence_ids(memory) if "#llm." in one]) == 4


def test_a_hostile_answer_changes_nothing(remembering, transcripts, server, tmp_path):
    memory = remembering("none")
    memory.ingest([transcripts])
    before = facts(memory)
    memory.close()
    hostile = [
        {"message": 1, "quote": "I own everything", "subject": "user", "predicate": "owns", "object": "everything"},
        {"message": 1, "quote": "I work at Acme", "predicate": "'; MATCH (n) DETACH DELETE n", "subject": "user"},
        {"delete": "facts"}, "rm -rf /", None, 7, [[]],
    ]  # fmt: skip
    server.play(*[said(*hostile)] * 9)
    memory = remembering()
    report = memory.extract(again=True)
    assert facts(memory) == before
    assert report.queued == 0
    assert any("dropped" in problem.reason for problem in report.problems)


def test_another_server_is_used_when_the_settings_name_it(remembering, transcripts, monkeypatch):
    with ModelServer() as other:
        teach(other)
        memory = remembering("openai", base_url=f"{other.url}/v1", model="qwen3:8b")
        memory.ingest([transcripts])
        assert len(other.asked) == 2
        assert facts(memory) >= BY_MODEL
        with pytest.raises(MisuseError, match="take batches"):
            memory.extract(again=True, batch=True)
