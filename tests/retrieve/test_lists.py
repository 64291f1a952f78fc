"""Facts, relations and turns are listed as they are seen from a viewpoint, by what they are about, in pieces."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from graphmem.capture.reader import sample_folder
from graphmem.errors import NotFound
from graphmem.retrieve.lists import fact_place, message_place, session_place
from graphmem.store import queries
from graphmem.temporal import MIN, Viewpoint
from tests.brief import Brief


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with Brief(tmp_path_factory.mktemp("lists") / "home") as opened:
        opened.ingest([sample_folder()])
        day = datetime(2024, 5, 1, tzinfo=UTC)
        opened.remember("I work at Initech.", at=day, project="tidewater")
        opened.remember("I left Initech.", at=day + timedelta(days=30))
        opened.remember("My wife Mira does not like Fly.io.", at=day + timedelta(days=31))
        opened.retract(opened.facts(predicate="lives_in")[0].id)
        yield opened


def every(memory):
    with memory._store.graph.reader() as reader:
        ids = [row[0] for row in reader.run("MATCH (f:Fact) RETURN f.id")]
        return list(queries.facts(reader, ids).values())


def moments(facts):
    """Times at which something changes, and just before: on both clocks."""
    found = {fact.recorded_at for fact in facts} | {fact.retracted_at for fact in facts}
    found |= {fact.valid_from for fact in facts} | {fact.end_recorded_at for fact in facts}
    listed = sorted(filter(None, found))
    picked = listed[:: max(1, len(listed) // 4)]
    return [None, *picked, *(one - timedelta(microseconds=1) for one in picked[1::2])]


def expected(facts, view):
    seen = [one for one in facts if view.sees(one.valid, one.recorded, one.end_recorded_at)]
    order = sorted(seen, key=lambda one: one.valid_from or MIN, reverse=True)
    return sorted(
        order, key=lambda one: (one.retracted_at is not None, -(one.valid_from or MIN).timestamp(), one.id)
    )


def test_a_list_is_what_the_viewpoint_sees(memory):
    facts = every(memory)
    assert len({fact.retracted_at is None for fact in facts}) == 2
    assert any(fact.end_recorded_at for fact in facts)
    for as_of, known_at in product(moments(facts), repeat=2):
        if as_of is None and known_at is None:
            continue
        view = Viewpoint(as_of, known_at)
        wanted = expected(facts, view)
        found = memory.facts(as_of=as_of, known_at=known_at, all=True)
        assert [one.id for one in found] == [one.id for one in wanted], (as_of, known_at)
        related = [one for one in wanted if one.object and not one.negated]
        told = memory.relations(as_of=as_of, known_at=known_at, all=True)
        assert [one.fact_id for one in told] == [one.id for one in related]
        for one, fact in zip(told, related, strict=True):
            assert one.valid_until == view.valid(fact.valid, fact.end_recorded_at).end


def test_relations_are_the_triples_of_the_graph(memory):
    found = memory.relations(all=True)
    rows = memory.cypher("MATCH (a:Entity)-[:SUBJECT_OF]->(r:Relation)-[:OBJECT_IS]->(b:Entity) "
                         "RETURN r.id, a.name, r.predicate, b.name, r.weight").rows  # fmt: skip
    assert {(r.id, r.subject, r.predicate, r.object, r.weight) for r in found} == set(rows)
    assert len(found) == len(rows)
    held = memory.relations()
    assert {one.id for one in held} < {one.id for one in found}
    assert all(one.retracted_at is None for one in held)


def test_relations_are_found_by_their_ends(memory):
    def ids(**asked):
        return {one.id for one in memory.relations(all=True, **asked)}

    whole = memory.relations(all=True)
    tide, user = memory.entity("Tidewater").id, memory.entity("user").id
    leaving, reaching = ids(subject="Tidewater"), ids(object="Tidewater")
    assert leaving == {one.id for one in whole if one.subject_id == tide}
    assert reaching == {one.id for one in whole if one.object_id == tide}
    assert leaving
    assert reaching
    assert ids(entity="Tidewater") == leaving | reaching
    assert ids(subject="user", object="Tidewater") == {
        one.id for one in whole if (one.subject_id, one.object_id) == (user, tide)
    }
    assert ids(entity="user", object="Tidewater") == ids(subject="user", object="Tidewater")
    assert ids(subject="Tidewater", entity="user") == ids(subject="Tidewater", object="user")
    assert ids(subject="user", predicate="works_at") == {
        one.id for one in whole if (one.subject_id, one.predicate) == (user, "works_at")
    }
    with pytest.raises(NotFound):
        memory.relations(subject="Nobody at all")


def test_what_is_one_is_listed_once_under_each_of_its_names(tmp_path):
    with Brief(tmp_path / "home") as memory:
        memory.remember("Maya owns the billing service.")
        memory.remember("Lena owns the search service.")
        memory.remember("Maya knows Lena.")
        memory.merge("Maya", "Lena")
        by_name = [memory.relations(subject=name) for name in ("Maya", "Lena")]
        assert by_name[0] == by_name[1]
        assert len({one.id for one in by_name[0]}) == len(by_name[0])
        assert {one.object for one in by_name[0]} >= {"billing service", "search service"}
        assert memory.relations(entity="Lena", limit=1) == memory.relations(entity="Lena")[:1]


def test_a_project_has_what_was_said_in_it_and_no_other_source(memory):
    tide = memory.facts(project="tidewater", all=True)
    elsewhere = {one.id for one in memory.facts(all=True)} - {one.id for one in tide}
    assert tide
    assert elsewhere
    assert {source.project for one in tide for source in one.sources} == {"tidewater"}
    for one in memory.facts(all=True):
        assert (one.id in elsewhere) == all(source.project != "tidewater" for source in one.sources)
    told = {one.fact_id for one in memory.relations(project="tidewater", all=True)}
    assert told == {one.id for one in tide if one.object_id and not one.negated}
    assert memory.facts(project="nowhere") == memory.relations(project="nowhere") == ()
    assert memory.relations(project="tidewater", subject="user", all=True)


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    ("verb", "asked", "place"),
    [
        ("facts", {"all": True}, fact_place), ("facts", {"entity": "user", "all": True}, fact_place),
        ("facts", {"project": "tidewater"}, fact_place),
        ("relations", {"all": True}, fact_place), ("relations", {"entity": "Tidewater"}, fact_place),
        ("relations", {"project": "tidewater", "subject": "user"}, fact_place),
        ("sessions", {}, session_place), ("messages", {}, message_place),
        ("messages", {"role": "user", "client": "claude-code"}, message_place),
        ("messages", {"project": "tidewater", "kind": "text"}, message_place),
    ],
)  # fmt: skip
def test_the_pieces_together_are_the_list(memory, verb, asked, place, size):
    list_of = getattr(memory, verb)
    whole = list_of(**asked)
    assert len(whole) > 2
    by_id, by_place = [], []
    while piece := list_of(**asked, limit=size, **({"after": by_id[-1].id} if by_id else {})):
        by_id += piece
    while piece := list_of(**asked, limit=size, **({"after": place(by_place[-1])} if by_place else {})):
        by_place += piece
    assert tuple(by_id) == tuple(by_place) == whole


def test_messages_are_the_newest_first_and_those_of_a_session_as_it_went_on(memory):
    newest = memory.messages()
    assert [one.sent_at for one in newest] == sorted((one.sent_at for one in newest), reverse=True)
    assert len(newest) == memory.stats()["messages"]
    session = max(memory.sessions(), key=lambda one: one.messages)
    turns = memory.messages(session=session.id)
    assert [one.seq for one in turns] == sorted(one.seq for one in turns)
    assert len(turns) == session.messages
    assert {(one.session_id, one.client, one.project) for one in turns} == {
        (session.id, session.client, session.project)
    }
    assert memory.messages(session=session.id, limit=2, after=turns[2].id) == turns[3:5]
    assert memory.messages(session="ses_nothing") == ()


def test_messages_are_found_by_who_said_them_when_and_what_they_are(memory):
    whole = memory.messages()
    middle = whole[len(whole) // 2].sent_at
    for asked, fits in (
        ({"role": "user"}, lambda one: one.role == "user"),
        ({"role": "assistant"}, lambda one: one.role == "assistant"),
        ({"kind": "text"}, lambda one: one.kind == "text"),
        ({"since": middle}, lambda one: one.sent_at >= middle),
        ({"until": middle}, lambda one: one.sent_at < middle),
        ({"since": middle, "role": "user", "project": "tidewater"},
         lambda one: one.sent_at >= middle and one.role == "user" and one.project == "tidewater"),
        ({"client": "claude"}, lambda one: one.client == "claude-code"),
    ):  # fmt: skip
        wanted = tuple(filter(fits, whole))
        assert memory.messages(**asked) == wanted
        assert wanted, asked


@pytest.mark.parametrize("verb", ["facts", "relations", "sessions", "messages"])
@pytest.mark.parametrize(
    "after",
    [
        "fact_none",
        "rel_none",
        "ses_none",
        "msg_none",
        "x",
        "",
        "a/2",
        "True/nan/x",
        f"False/{'9' * 40}/f",
        "1/a/m",
    ],
)
def test_what_is_no_place_is_said(memory, verb, after):
    with pytest.raises(NotFound):
        getattr(memory, verb)(after=after)
