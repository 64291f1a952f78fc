"""Pages among the hits of recall: found when one asks broadly, behind what answers exactly, seen by whom it may be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from graphmem.errors import NotFound
from graphmem.index.filter import Filter
from graphmem.temporal import parse_time
from tests.evolve.conftest import told


def pages_of(found):
    return [hit for hit in found.hits if hit.kind == "page"]


def slugs(memory, query="billing service", **options):
    return [hit.slug for hit in memory.recall(query, kind=("page",), **options).hits]


@pytest.mark.parametrize(
    "query",
    ["tell me about the billing service", "what do we know about the billing service?", "billing service"],
)
def test_who_asks_broadly_finds_the_page(read_only, query):
    found = read_only.recall(query)
    [first, *_] = pages_of(found)
    assert found.asked["broad"]
    assert (first.slug, first.title) == ("billing-service", "billing service")
    assert first.why.gains["page"] > 0
    assert first.sources == ()
    # Close behind the best, however much fits better by itself.
    assert [hit.slug for hit in read_only.recall(query, limit=6).hits if hit.slug] == ["billing-service"]
    assert found.hits[0].kind != "page"


def test_who_asks_for_another_is_not_told_of_themselves_and_who_asks_for_themselves_is(read_only):
    assert "user" not in {hit.slug for hit in read_only.recall("tell me about the billing service").hits}
    found = read_only.recall("what do you know about me")
    assert "user" in {hit.slug for hit in found.hits}
    assert found.confidence >= 0.2
    assert read_only.recall("what do you know about me", kind=("fact", "message")).asked["broad"]


def test_who_asks_broadly_for_somebody_without_a_page_finds_what_there_is(read_only):
    found = read_only.recall("tell me about Python")
    assert found.asked["broad"]
    assert found.hits[0].kind != "page"


def test_an_exact_question_has_its_answer_first_and_the_page_behind(read_only):
    found = read_only.recall("what is the billing service written in", limit=20)
    kinds = [hit.kind for hit in found.hits]
    assert found.hits[0].text == "The billing service is written in Python."
    assert kinds.index("page") > kinds.index("message")
    assert all(hit.why.gains["page"] < 0 for hit in pages_of(found))


def test_a_hit_of_a_page_tells_its_title_and_what_holds(read_only):
    [hit] = [one for one in read_only.recall("user", kind=("page",)).hits if one.slug == "user"]
    page = read_only.wiki("user")
    assert hit.text.startswith("user: The user ")
    assert "Porto" in hit.text
    assert "Lisbon" not in hit.text  # where they live no more
    assert hit.valid_from == hit.recorded_at == page.written_at
    assert read_only.fetch(hit.id).text == read_only.wiki(hit.slug, budget=20_000).text


def test_an_answer_has_few_pages_unless_pages_are_asked_for(read_only):
    asked = "billing service Anna Zanzibar Labs user Hetzner Python Lisbon"
    assert len(pages_of(read_only.recall(asked, limit=50))) == 2
    assert len(slugs(read_only, asked)) == 4
    assert {hit.kind for hit in read_only.recall(asked, kind=("fact", "page"), limit=50).hits} == {
        "fact",
        "page",
    }
    assert pages_of(read_only.recall(asked, kind=("fact", "message", "entity"), limit=50)) == []


def test_what_is_told_to_a_model_rests_on_facts_and_turns(read_only):
    query = "tell me about the billing service"
    block = read_only.context(query)
    assert block.lines
    assert not [line for line in block.lines if line.id.startswith("page_")]
    answer = read_only.ask(query)
    assert {key.partition("_")[0] for one in answer.sentences for key in one.cites} <= {"fact", "msg"}


def test_without_pages_the_others_are_as_they_were(memory):
    """A page takes no place and sets no measure: what is found beside it is found as without it."""
    asked = ("where does Anna work", "what does the billing service run on", "where do I live")
    kinds = ("fact", "message", "entity")
    before = [[hit.id for hit in memory.recall(query, kind=kinds).hits] for query in asked]
    memory.evolve()
    after = [[hit.id for hit in memory.recall(query, kind=kinds).hits] for query in asked]
    assert after == before
    for query, ids in zip(asked, before, strict=True):
        mixed = [hit.id for hit in memory.recall(query, limit=len(ids) + 2).hits if hit.kind != "page"]
        assert mixed[: len(ids)] == ids


# -- Who sees a page, and when -------------------------------------------------------------------------------------


def test_a_page_is_not_seen_before_it_was_written(read_only):
    before = read_only.wiki("billing-service").written_at - timedelta(seconds=1)
    assert slugs(read_only)
    assert slugs(read_only, known_at=before) == slugs(read_only, as_of=before) == []
    assert slugs(read_only, as_of=datetime.now(UTC), known_at=datetime.now(UTC))


def test_a_page_that_was_written_again_tells_nothing_to_who_asks_of_before(memory):
    memory.evolve()
    between = datetime.now(UTC)
    told(memory, ("The billing service uses Kafka.", "2024-08-01"))
    memory.evolve()
    assert memory.wiki("billing service").version == 2
    assert "billing-service" in slugs(memory)
    assert "billing-service" not in slugs(memory, known_at=between)


def test_what_was_taken_back_is_told_and_found_no_more(memory):
    memory.evolve()
    [fact] = memory.facts(predicate="written_in")
    memory.retract(fact.id)
    hits = memory.recall("billing service", kind=("page",)).hits
    assert not [hit for hit in hits if fact.text in hit.text]
    assert not memory._index.text("written", where=Filter(kinds=frozenset({"page"})))


@pytest.fixture
def places(memory):
    """Two projects that know Anna, and one that knows nobody else."""
    for project, text in (
        ("atlas", "Anna likes tea. Anna lives in Porto. Anna speaks Greek."),
        ("hush", "Omar works at Umbra. Omar lives in Oslo. Omar likes chess. Omar knows Anna."),
    ):
        memory.remember(text, project=project, at=parse_time("2024-08-01"))
    memory.evolve()
    return memory


def test_a_project_sees_only_pages_of_which_all_was_said_in_it(places):
    seen = set(slugs(places, "Omar Anna billing service tea Umbra", project="hush"))
    assert "omar" in seen
    assert seen & {"anna", "billing-service", "user"} == set()
    everything = str(msgspec.to_builtins(places.recall("Anna Omar billing", project="atlas", limit=50).hits))
    for secret in ("Omar", "Umbra", "Oslo", "omar", "billing"):
        assert secret not in everything
    assert slugs(places, "Anna Omar", project="nowhere") == []


def test_an_address_that_names_others_is_not_told_to_who_sees_only_a_project(places):
    def build(graph):
        from graphmem.model import Change
        from graphmem.store import wiki_queries

        page = wiki_queries.page_named(graph, "omar")
        return [("PageWritten", Change(pages=(msgspec.structs.replace(page, slug="omar-and-anna"),)))]

    places._store.commit(build, actor="test")
    assert "omar-and-anna" in slugs(places, "Omar")
    hidden = slugs(places, "Omar", project="hush")
    [address] = [slug for slug in hidden if slug.startswith("page_")]
    assert "omar-and-anna" not in hidden
    assert places.wiki(address).slug == "omar-and-anna"


def test_pages_are_bound_by_whom_and_when_as_all_others(places):
    assert "anna" in slugs(places, "Anna tea", entity="Anna")
    assert "user" not in slugs(places, "Anna user tea", entity="Anna")
    assert slugs(places, "Omar", since=parse_time("2024-08-01")) == ["omar", "omar-umbra-and-oslo"]
    assert "billing-service" not in slugs(places, since=parse_time("2024-04-01"))


# -- What it costs, and what comes after ---------------------------------------------------------------------------


def test_without_a_page_among_the_hits_the_graph_is_asked_nothing_more(read_only, monkeypatch):
    def counted(**options):
        asked = []
        with read_only._looked_up("where does Anna work", limit=10, **options) as work:
            pass
        run = type(work.reader).run
        with monkeypatch.context() as patch:
            patch.setattr(
                type(work.reader), "run", lambda self, *args: asked.append(args[0]) or run(self, *args)
            )
            found = read_only.recall("where does Anna work", **options)
        return len(asked), len(pages_of(found))

    without, none = counted(kind=("fact", "message"))
    mixed, some = counted(kind=("fact", "message", "page"))
    assert none == 0 < some
    assert mixed <= without + 2  # all pages, and the words of what is told of them


def test_a_page_may_be_judged(memory):
    memory.evolve()
    [first, *_] = memory.recall("billing service", kind=("page",)).hits
    [judged] = memory.feedback("useful", [first.id])
    assert (judged.id, judged.useful) == (first.id, 1)
    again = memory.recall("billing service", kind=("page",)).hits[0]
    assert again.why.gains["feedback"] > 0
    memory.forget(memory.entity("billing service").id)
    with pytest.raises(NotFound):
        memory.feedback("none", [first.id])
    memory.rebuild()
    assert not memory.cypher("MATCH (j:Judgement) RETURN j.id").rows


def test_an_index_of_before_is_made_anew_with_the_pages(memory, monkeypatch):
    from graphmem.index import state
    from tests.evolve.conftest import opened

    with monkeypatch.context() as patch:
        patch.setattr(state, "FORMAT", state.FORMAT - 1)
        memory.evolve()
        memory.close()
    with opened(memory.settings.home) as again:
        assert any("another version" in notice for notice in again.notices)
        assert "billing-service" in slugs(again)
