"""The main job, end to end: transcripts go in, answers with sources and dates come out, in any order of reading."""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime

import pytest

from graphmem import Memory
from graphmem.errors import MisuseError, NotFound, QueryError, StoreError
from graphmem.extract.spacy import SpacyExtractor
from tests.brief import Brief
from tests.exports import exported

from .transcripts import claude_file

APRIL = "I moved from Berlin to Lisbon in March 2024 and now work at Acme as a staff engineer."
JUNE = "Actually I left Acme in May; I'm at Globex now."


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def story(tmp_path):
    return [
        claude_file(tmp_path, "aaaa", [("user", APRIL, "2024-04-02T10:00:00Z")]),
        claude_file(tmp_path, "bbbb", [("user", JUNE, "2024-06-10T10:00:00Z")]),
    ]


def leads(memory, **when):
    [*hits] = memory.recall("where does the user work", **when).hits
    return hits[0].text


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_story_of_two_employers_on_both_clocks(home, story, order):
    with Brief(home) as memory:
        for number in order:
            memory.ingest([story[number]])
        assert "Acme" in leads(memory, as_of=at("2024-04-15"))
        assert "Globex" in leads(memory, as_of=at("2024-07-01"))
        assert "Acme" in leads(memory, as_of=at("2024-07-01"), known_at=at("2024-05-20"))
        assert "Globex" in leads(memory)
        facts = {fact.object: fact for fact in memory.facts(predicate="works_at", all=True)}
        assert (facts["Acme"].valid_from, facts["Acme"].valid_until) == (
            at("2024-04-02T10:00"),
            at("2024-05-01"),
        )
        assert (facts["Globex"].valid_from, facts["Globex"].valid_until) == (at("2024-06-10T10:00"), None)
        quotes = [source.quote for source in facts["Acme"].sources]
        assert quotes[0] == APRIL
        assert quotes[1].startswith("Actually I left Acme in May")
        assert facts["Acme"].recorded_at == at("2024-04-02T10:00")
        [then] = memory.facts(predicate="works_at", as_of=at("2024-07-01"), known_at=at("2024-05-20"))
        assert (then.object, then.valid_until, len(then.sources)) == ("Acme", None, 1)


def test_every_order_of_reading_gives_the_same_graph(tmp_path):
    files = [
        claude_file(tmp_path, "aaaa", [("user", APRIL, "2024-04-02T10:00:00Z")]),
        claude_file(tmp_path, "bbbb", [("user", JUNE, "2024-06-10T10:00:00Z")]),
        claude_file(
            tmp_path,
            "cccc",
            [
                ("user", "I work at Globex. I moved to Porto in August 2024.", "2024-09-01T10:00:00Z"),
                ("assistant", "The billing service depends on Postgres.", "2024-09-01T10:01:00Z"),
            ],
        ),
    ]
    exports = set()
    for number, order in enumerate(itertools.permutations(files)):
        with Brief(tmp_path / f"home{number}") as memory:
            for path in order:
                memory.ingest([path])
            exports.add(exported(memory))
    assert len(exports) == 1


def test_a_second_run_adds_nothing_and_a_grown_file_only_what_is_new(home, tmp_path, story):
    with Brief(home) as memory:
        first = memory.ingest(story)
        assert (first.sessions, first.messages) == (2, 2)
        before = exported(memory)
        again = memory.ingest(story)
        assert (again.sessions, again.messages, again.facts, again.entities) == (0, 0, 0, 0)
        story[0].touch()
        memory.ingest(story)
        assert exported(memory) == before
        claude_file(
            tmp_path,
            "aaaa",
            [
                ("user", APRIL, "2024-04-02T10:00:00Z"),
                ("user", "I prefer tabs over spaces.", "2024-04-02T10:05:00Z"),
            ],
        )
        grown = memory.ingest(story)
        assert (grown.sessions, grown.messages) == (0, 1)
        assert grown.facts >= 1


def test_an_export_writes_what_the_graph_holds(home, tmp_path, story):
    with Brief(home) as memory:
        memory.ingest(story)
        memory.export(tmp_path / "export.jsonl")
        assert (tmp_path / "export.jsonl").read_bytes() == exported(memory)
        memory.remember("I prefer tabs over spaces.")
        assert (tmp_path / "export.jsonl").read_bytes() != exported(memory)


def test_a_moved_file_adds_nothing(home, tmp_path, story):
    with Brief(home) as memory:
        memory.ingest(story)
        before = exported(memory)
        (tmp_path / "elsewhere").mkdir()
        moved = story[0].rename(tmp_path / "elsewhere" / story[0].name)
        report = memory.ingest([moved])
        assert (report.messages, report.facts) == (0, 0)
        assert report.skipped >= 1
        assert exported(memory) == before


def test_grown_in_steps_or_read_at_once_is_the_same_graph(tmp_path):
    turns = [
        ("user", APRIL, "2024-04-02T10:00:00Z"),
        ("assistant", "Noted. The billing service runs on port 8080.", "2024-04-02T10:01:00Z"),
        ("user", "Priya owns the billing service.", "2024-04-02T10:02:00Z"),
        ("user", JUNE, "2024-06-10T10:00:00Z"),
    ]
    with Brief(tmp_path / "steps") as memory:
        for count in range(1, len(turns) + 1):
            memory.ingest([claude_file(tmp_path, "aaaa", turns[:count])])
        steps = exported(memory)
    with Brief(tmp_path / "once") as memory:
        memory.ingest([claude_file(tmp_path, "aaaa", turns)])
        assert exported(memory) == steps


def test_secrets_and_private_spans_reach_no_file(home, tmp_path):
    secret = "sk-ant-api03-" + "Zq7Lw2Xk9Vb4Nm1Rt6Yp3Hs8Jd5Fg0Ac" * 2
    text = f"My key is {secret}. <private>my sister is ill</private> I work at Acme."
    path = claude_file(tmp_path, "aaaa", [("user", text, "2024-04-02T10:00:00Z")])
    with Brief(home) as memory:
        memory.ingest([path])
        memory.remember(f"The token is {secret}")
        assert "Acme" in leads(memory)
    for file in home.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert secret.encode() not in data, file
            assert b"sister" not in data, file


def test_remember_gives_facts_at_once_and_a_note_when_nothing_is_read(home):
    with Brief(home) as memory:
        kept = memory.remember("I work at Initech.", at=at("2024-01-05"))
        assert [fact.object for fact in kept.facts] == ["Initech"]
        assert "Initech" in leads(memory)
        note = memory.remember("blue-green on Thursdays, mostly", at=at("2024-01-06"))
        assert [fact.text for fact in note.facts] == ["blue-green on Thursdays, mostly"]
        assert memory.recall("blue-green thursdays").hits[0].text == "blue-green on Thursdays, mostly"
        with pytest.raises(MisuseError, match="empty"):
            memory.remember("  \x00 ")


def test_remembering_a_correction_closes_what_was_told(home):
    with Brief(home) as memory:
        memory.remember("I work at Initech.", at=at("2024-01-05"))
        memory.remember("I left Initech.", at=at("2024-03-05"))
        [fact] = memory.facts(predicate="works_at", all=True)
        assert (fact.valid_from, fact.valid_until) == (at("2024-01-05"), at("2024-03-05"))
        assert memory.facts(predicate="works_at") == ()


@pytest.mark.parametrize("what", ["session", "message", "fact", "entity"])
def test_what_is_forgotten_is_in_no_file_and_never_comes_back(home, tmp_path, what):
    word = "Zanzibarica"
    turns = [
        ("user", f"I work at {word}.", "2024-04-02T10:00:00Z"),
        ("user", "I prefer tabs over spaces.", "2024-04-02T10:01:00Z"),
    ]
    path = claude_file(tmp_path, "aaaa", turns)
    other = claude_file(tmp_path, "bbbb", [("user", "I live in Lisbon.", "2024-04-03T10:00:00Z")])
    with Brief(home) as memory:
        memory.ingest([path, other])
        [fact] = memory.facts(predicate="works_at")
        source = fact.sources[0]
        key = {
            "session": source.session_id,
            "message": source.message_id,
            "fact": fact.id,
            "entity": fact.object_id,
        }[what]
        receipt = memory.forget(key, reason="a test")
        assert receipt.events_rewritten >= 1
        assert word not in json.dumps(str(receipt))
        assert all(word not in hit.text for hit in memory.recall(f"where does the user work {word}").hits)
        assert memory.facts(predicate="works_at", all=True) == ()
        assert [fact.object for fact in memory.facts(predicate="lives_in")] == ["Lisbon"]
        path.touch()
        memory.ingest([path, other])
        moved = tmp_path / "moved"
        moved.mkdir()
        (moved / path.name).write_bytes(path.read_bytes())
        memory.ingest([moved])
        assert memory.facts(predicate="works_at", all=True) == ()
        memory.rebuild()
        assert word.encode() not in exported(memory)
    for file in home.rglob("*"):
        if file.is_file():
            assert word.encode() not in file.read_bytes(), file
            assert word.lower().encode() not in file.read_bytes().lower(), file


@pytest.mark.parametrize("what", ["session", "message"])
def test_what_is_forgotten_while_more_of_its_session_is_parsed_does_not_come_back(
    home, tmp_path, monkeypatch, what
):
    word = "Zanzibarica"
    turns = [
        ("user", f"I work at {word}.", "2024-04-02T10:00:00Z"),
        ("user", f"I live in {word}.", "2024-04-02T10:01:00Z"),
    ]
    path = claude_file(tmp_path, "aaaa", turns[:1])
    with Brief(home) as memory:
        memory.ingest([path])
        [said] = memory.messages()
        real = SpacyExtractor.extract

        def meanwhile(self, messages, **given):
            found = real(self, messages, **given)
            memory.forget(said.session_id if what == "session" else said.id)
            return found

        monkeypatch.setattr(SpacyExtractor, "extract", meanwhile)
        # The session goes on, or the client has written its message anew.
        written = turns if what == "session" else [("user", f"I live in {word}.", turns[0][2])]
        claude_file(tmp_path, "aaaa", written)
        memory.ingest([path])
        assert memory.messages() == ()
        memory.rebuild()
        assert word.encode() not in exported(memory)
        assert memory.messages() == ()


def test_forgetting_one_witness_weighs_the_others_again(home):
    with Brief(home) as memory:
        memory.remember("I work at Acme.", at=at("2024-01-01"))
        leaving = memory.remember("I left Acme.", at=at("2024-02-01"))
        assert memory.facts(predicate="works_at") == ()
        memory.forget(leaving.message_id)
        [fact] = memory.facts(predicate="works_at")
        assert (fact.object, fact.valid_until) == ("Acme", None)


def test_forgetting_what_is_not_there_or_who_asks_is_refused(home):
    with Brief(home) as memory:
        memory.remember("I work at Acme.", at=at("2024-01-01"))
        user = memory.facts(predicate="works_at")[0].subject_id
        with pytest.raises(NotFound):
            memory.forget("fact_nothing")
        with pytest.raises(MisuseError, match="stands for you"):
            memory.forget(user)


def test_neighbors_path_entity_and_history(home):
    with Brief(home) as memory:
        memory.remember("Priya owns the billing service.", at=at("2024-01-01"))
        memory.remember("The billing service depends on Postgres.", at=at("2024-01-02"))
        memory.remember("I work at Acme.", at=at("2024-01-03"))
        memory.remember("I work at Globex.", at=at("2024-02-03"))
        near = {n.name.lower(): n.distance for n in memory.neighbors("Priya", depth=2)}
        assert near == {"billing service": 1, "postgres": 2}
        route = memory.path("Priya", "Postgres")
        assert [step.predicate for step in route.steps] == ["owns", "depends_on"]
        assert memory.path("Priya", "Globex").steps == ()
        assert memory.entity("priya").facts[0].predicate == "owns"
        [*past] = memory.history("user", predicate="works_at")
        assert [(fact.object, fact.valid_until) for fact in past] == [
            ("Acme", at("2024-02-03")),
            ("Globex", None),
        ]
        assert memory.history(past[0].id) == tuple(past)
        with pytest.raises(NotFound):
            memory.entity("nobody at all")


def test_cypher_reads_and_only_reads(home):
    with Brief(home) as memory:
        memory.remember("Priya owns the billing service.", at=at("2024-01-01"))
        table = memory.cypher(
            "MATCH (a:Entity)-[r:RELATES]->(b:Entity) WHERE r.predicate = $p RETURN a.name AS who, b.name AS what",
            params={"p": "owns"},
        )
        assert table.columns == ("who", "what")
        assert table.rows == (("Priya", "billing service"),)
        with pytest.raises(QueryError, match="would write"):
            memory.cypher("MATCH (n) DETACH DELETE n")
        assert len(memory.facts()) == 1


def test_filters_bind_kind_project_client_entity_and_time(home, story):
    with Brief(home) as memory:
        memory.ingest(story)
        memory.remember("The billing service runs on port 8080.", project="ops", at=at("2024-08-01"))
        kinds = {hit.kind for hit in memory.recall("work", kind=["message"]).hits}
        assert kinds == {"message"}
        found = memory.recall("port of the billing service", project="ops").hits
        assert found
        assert all(s.project == "ops" for hit in found for s in hit.sources)
        assert {s.client for hit in memory.recall("work", client="claude").hits for s in hit.sources} == {
            "claude-code"
        }
        since = memory.recall("Acme", since=at("2024-06-01"), kind=["message"]).hits
        assert [hit.valid_from for hit in since] == [at("2024-06-10T10:00")]
        assert all("Acme" in hit.text for hit in memory.recall("work", entity="Acme", kind=["fact"]).hits)


def test_nothing_is_found_in_an_empty_memory(home):
    with Brief(home) as memory:
        found = memory.recall("where does the user work")
        assert (found.hits, found.nothing_found) == ((), True)
        assert memory.facts() == ()
        assert memory.stats()["facts"] == 0


def test_two_memories_of_one_home_are_one(home):
    with Memory(home) as one, Memory(home) as two:
        one.remember("I work at Acme.", at=at("2024-01-01"))
        assert "Acme" in leads(two)
    with Brief(home) as three:
        assert "Acme" in leads(three)
    with pytest.raises(StoreError, match="closed"):
        three.stats()


def test_doctor_finds_nothing_wrong_with_a_sound_store(home, story):
    with Brief(home) as memory:
        memory.ingest(story)
        assert [f for f in memory.doctor() if f.status == "error"] == []


def test_what_is_only_read_is_not_written(home, story, tmp_path):
    def lies():
        return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in home.glob("graph.*")}

    with Memory(home) as memory:
        memory.ingest(story)
    before = lies()
    assert sorted(before) == ["graph.kuzu", "graph.seal"]
    with Memory(home) as memory:
        assert memory.ask("where does the user work?").text
        assert memory.recall("where does the user work").hits
        assert memory.context("work").text
        assert memory.facts(all=True)
        assert memory.pages() == ()
        assert memory.doctor()
        assert memory.stats()
        assert memory.cypher("MATCH (f:Fact) RETURN f.id").rows
        exported(memory)
    assert lies() == before


@pytest.mark.parametrize("part", ["graph.kuzu", "index", "graph.seal"])
def test_what_is_derived_comes_back_when_it_is_deleted(home, story, tmp_path, part):
    import shutil

    with Memory(home) as memory:
        memory.ingest(story)
        before = exported(memory)
        hits = memory.recall("where does the user work").hits
    target = home / part
    shutil.rmtree(target) if target.is_dir() else target.unlink()
    with Brief(home) as memory:
        assert exported(memory) == before
        assert memory.recall("where does the user work").hits == hits
