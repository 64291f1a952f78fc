"""Pages tell what is believed from any viewpoint, keep what a person wrote, and hold nothing that was forgotten."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import msgspec
import pytest

from graphmem.capture.reader import sample_folder
from graphmem.errors import MisuseError, NotFound
from graphmem.evolve.layout import ranked
from graphmem.model import Change, FactLink
from graphmem.pipeline import evolve as module
from graphmem.retrieve.counter import count
from graphmem.store import queries, wiki_queries
from graphmem.temporal import parse_time
from tests.brief import Brief
from tests.evolve.conftest import opened, told
from tests.exports import exported

KINDS = {"Community", "Page", "PageVersion", "IN_COMMUNITY", "PART_OF", "DESCRIBES", "CITES", "LINKS_TO"}


def rows(memory, *, at=True):
    """Everything about communities and pages; without `at` but for the moment at which pages were written."""
    found = [json.loads(line) for line in exported(memory).splitlines()]
    kept = [row for row in found if row.get("node", row.get("edge")) in KINDS]
    for row in [] if at else kept:
        row.pop("at", None)
        if "body" in row:
            row["body"] = {key: value for key, value in json.loads(row["body"]).items() if key != "at"}
    return kept


def texts(page):
    return [line.text for section in page.sections for line in section.lines]


def every_page(memory):
    """Every page at each of its versions, as text."""
    for entry in memory.pages():
        page = memory.wiki(entry.slug, budget=5000)
        yield page
        for version in page.versions:
            yield memory.wiki(entry.slug, version=version.version, budget=5000)


# -- What a build makes ----------------------------------------------------------------------------------------


def test_a_build_makes_pages_of_topics_and_entities_that_lead_to_each_other(read_only):
    entries = {entry.slug: entry for entry in read_only.pages()}
    assert set(entries) == {
        *("user", "billing-service", "zanzibar-labs-anna-and-lisbon", "billing-service-python-and-hetzner"),
    }
    assert entries["billing-service"].summary.startswith("Service. The billing service")
    links = {link.slug for link in read_only.wiki("billing-service-python-and-hetzner").links}
    assert links == {"billing-service"}
    [topic, _] = read_only.communities()
    assert (topic.level, topic.size, topic.page) == (0, 5, "billing-service-python-and-hetzner")


def test_a_build_of_nothing_new_writes_nothing(memory):
    assert memory.evolve().pages_written == 4
    events = memory.watermarks[0]
    report = memory.evolve()
    assert (report.communities_changed, report.pages_written, report.pages_gone) == (0, 0, 0)
    assert memory.watermarks[0] == events


def test_a_dry_run_tells_what_a_build_then_does_and_writes_nothing(memory):
    events = memory.watermarks[0]
    planned = memory.evolve(dry_run=True)
    assert memory.watermarks[0] == events
    assert memory.pages() == ()
    done = memory.evolve()
    assert done.changes == planned.changes
    assert [one.effect for one in done.changes] == ["new"] * 4


def test_only_what_changed_has_a_new_version(memory):
    memory.evolve()
    told(memory, ("Anna maintains the invoice worker.", "2024-07-01"))
    report = memory.evolve()
    versions = {entry.slug: entry.version for entry in memory.pages()}
    assert versions["billing-service"] == 1
    assert {one.slug for one in report.changes} == {slug for slug, n in versions.items() if n == 2} | {"anna"}
    assert versions["anna"] == 1


def test_a_page_of_whom_too_little_is_left_goes_and_comes_back_with_its_number(memory):
    memory.evolve()
    service = memory.facts(entity="billing service")
    kept = [memory.retract(fact.id)[0].id for fact in service[:3]]
    assert "gone" in {one.effect for one in memory.evolve().changes}
    assert "billing-service" not in {entry.slug for entry in memory.pages()}
    for key in kept:
        memory.keep(key)
    memory.evolve()
    page = memory.wiki("billing service")
    assert (page.version, [one.version for one in page.versions]) == (2, [1, 2])


def test_what_was_built_is_built_again_from_the_ledger_to_the_byte(memory):
    memory.evolve()
    memory.edit("billing-service", "The runbook is in the wiki.")
    told(memory, ("Anna maintains the invoice worker.", "2024-07-01"))
    memory.evolve()
    before = rows(memory)
    memory.rebuild()
    assert rows(memory) == before


@pytest.fixture(scope="module")
def sample_rows(tmp_path_factory):
    """What comes of the sample, read from its files in one order or the other."""

    def built(files):
        with opened(tmp_path_factory.mktemp("order") / "home") as memory:
            for file in files:
                memory.ingest([file])
            memory.evolve()
            return rows(memory, at=False)

    files = sorted(sample_folder().rglob("*.jsonl"))
    return built(files), built(files[::-1])


def test_any_order_of_import_gives_the_same_communities_and_pages(sample_rows):
    one, other = sample_rows
    assert {row.get("node", row.get("edge")) for row in one} == KINDS
    assert one == other


# -- What a page tells -----------------------------------------------------------------------------------------


def test_a_page_tells_what_holds_then_and_apart_from_it_what_held_before(read_only):
    now = read_only.wiki("user")
    assert "The user moved to Porto in June 2024." in texts(now)
    assert [line.text for line in now.history] == ["The user lives in Lisbon."]
    then = read_only.wiki("user", as_of=parse_time("2024-03"))
    assert "The user lives in Lisbon." in texts(then)
    assert [line.text for line in then.ahead] == ["The user moved to Porto in June 2024."]
    assert "## Ahead" in then.text
    known = read_only.wiki("user", known_at=parse_time("2024-03"))
    assert "Porto" not in known.text
    assert known.history == ()


def test_what_was_taken_back_is_on_no_page_though_it_was_chosen(memory):
    memory.evolve()
    [fact] = memory.facts(predicate="deployed_on")
    before = datetime.now(UTC)
    memory.retract(fact.id)
    for name in ("billing-service", "billing-service-python-and-hetzner"):
        assert "Hetzner." not in memory.wiki(name).text
        assert fact.text in memory.wiki(name, known_at=before).text
    assert not [entry for entry in memory.pages() if fact.text in entry.summary]


def test_a_word_that_only_ends_something_is_chosen_for_no_page(read_only):
    with read_only._store.graph.reader() as reader:
        known = wiki_queries.all_told(reader)
    never = {fact.id for fact in known if fact.retracted_at == fact.recorded_at}
    assert any(fact.predicate.startswith("turned_") for fact in known if fact.id in never)
    assert {fact.id for fact in ranked(known, now=datetime.now(UTC))} == {fact.id for fact in known} - never


def test_what_was_said_since_stands_on_a_page_before_it_is_built_again(memory):
    memory.evolve()
    memory.remember("The billing service uses Redis.")
    page = memory.wiki("billing service")
    assert page.version == 1
    [newer] = [section for section in page.sections if section.title.startswith("New since")]
    assert [line.text for line in newer.lines] == ["The billing service uses Redis."]
    assert "Redis" not in memory.wiki("billing service", version=1).text


def test_facts_that_stand_against_each_other_are_named_as_in_doubt(memory):
    memory.evolve()
    [one], [other] = memory.facts(predicate="uses"), memory.facts(predicate="written_in")
    dispute(memory, one.id, other.id)
    [pair] = memory.wiki("billing service").disputes
    assert {line.id for line in pair} == {one.id, other.id}
    assert "## In doubt" in memory.wiki("billing service").text
    memory.retract(other.id)
    assert memory.wiki("billing service").disputes == ()


def dispute(memory, one, other):
    """Have one fact stand against another."""

    def build(graph):
        [fact] = queries.facts(graph, [one]).values()
        return [
            ("Test", Change(facts=(fact,), links=(FactLink(one, other, "CONTRADICTS", fact.recorded_at),)))
        ]

    memory._store.commit(build, actor="test")


@pytest.mark.parametrize("budget", [0, 10, 40, 100, 5000])
def test_the_text_fits_its_budget_and_says_what_does_not(read_only, budget):
    page = read_only.wiki("billing service", budget=budget)
    assert page.tokens == count(page.text) <= budget
    whole = read_only.wiki("billing service", budget=5000)
    assert (page.left_out == 0) == (page.text == whole.text)
    assert whole.text.startswith("# billing service\n\nService. ")


@pytest.mark.parametrize(
    "word", ["billing-service", "Billing-Service", "billing service", "the Billing Service"]
)
def test_a_page_is_found_by_its_address_its_title_and_any_name(read_only, word):
    assert read_only.wiki(word).slug == "billing-service"
    assert read_only.wiki(read_only.wiki(word).id).slug == "billing-service"


def test_an_entity_without_a_page_has_one_made_on_the_spot(read_only):
    page = read_only.wiki("Anna")
    assert (page.version, page.versions, page.slug) == (0, (), "anna")
    assert "Anna works at Zanzibar Labs." in texts(page)


def test_a_page_that_is_not_there_says_what_to_do(read_only):
    with pytest.raises(NotFound, match="no page 'billing postgres'") as told:
        read_only.wiki("billing postgres")
    assert "billing-service" in told.value.hint
    assert "graphmem pages" in told.value.hint
    with pytest.raises(NotFound, match="no version 7"):
        read_only.wiki("billing service", version=7)


def test_pages_are_found_by_words_of_their_title_and_summary(read_only):
    found = [entry.slug for entry in read_only.pages("billing")]
    assert set(found) == {"billing-service", "billing-service-python-and-hetzner"}
    assert read_only.pages("nothing of the kind") == ()
    assert len(read_only.pages(limit=1)) == 1


def test_a_community_is_asked_for_by_id_title_and_member(read_only):
    [topic, other] = read_only.communities()
    for word in (topic.id, topic.title.upper(), "Postgres"):
        [found] = read_only.communities(word)
        assert (found.id, {member.name for member in found.members} >= {"Postgres", "Fly.io"}) == (
            topic.id,
            True,
        )
    assert read_only.communities(level=1) == ()
    with pytest.raises(NotFound):
        read_only.communities("com_none")
    assert read_only.communities(limit=1) == (topic,)
    assert other.id != topic.id


# -- What a person wrote ---------------------------------------------------------------------------------------


def test_a_build_never_changes_what_a_person_wrote(memory):
    memory.evolve()
    page = memory.edit("billing service", "Ask Anna before a release.\n\n\nNever on Fridays.")
    assert (page.origin, page.version) == ("edited", 2)
    told(memory, ("The billing service uses Kafka.", "2024-08-01"))
    memory.evolve()
    page = memory.wiki("billing service")
    assert page.version == 3
    assert "Kafka" in page.text
    assert "## Written by hand\n\nAsk Anna before a release.\n\nNever on Fridays." in page.text
    assert "Fridays" not in memory.wiki("billing service", version=1).text
    assert "Fridays" not in memory.wiki("billing service", known_at=parse_time("2024-09")).text


def test_a_page_with_a_note_stays_whatever_is_left_to_tell(memory):
    memory.edit("Anna", "Prefers mail.")
    assert "anna" in {entry.slug for entry in memory.pages()}
    for fact in memory.facts(entity="Anna"):
        memory.retract(fact.id)
    memory.evolve()
    assert memory.wiki("Anna").note == "Prefers mail."


def test_an_edit_can_be_undone_and_done_again(memory):
    memory.evolve()
    memory.edit("billing service", "One.")
    memory.edit("billing service", "Two.")
    assert memory.edit("billing service", undo=True).note == "One."
    assert memory.edit("billing service", undo=True).note == "Two."
    gone = memory.edit("billing service")
    assert (gone.note, gone.origin) == ("", "generated")
    assert memory.edit("billing service", undo=True).note == "Two."
    with pytest.raises(MisuseError, match="Nobody has written"):
        memory.edit("user", undo=True)
    with pytest.raises(MisuseError, match="exclude"):
        memory.edit("user", "x", undo=True)


def test_no_secret_comes_through_this_door(memory):
    secret = "ghp_" + "a1B2" * 9
    page = memory.edit("billing service", f"The token is {secret}. <private>And this is mine.</private>")
    assert "[redacted" in page.note
    assert "[private]" in page.note
    memory.close()
    for file in memory.settings.home.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes(), file


# -- What is forgotten -----------------------------------------------------------------------------------------


def key_of(memory, what):
    [fact] = [fact for fact in memory.facts(entity="Zanzibar Labs", all=True) if fact.subject == "Anna"]
    return {
        "session": fact.sources[0].session_id,
        "message": fact.sources[0].message_id,
        "fact": fact.id,
        "entity": fact.object_id,
    }[what]


@pytest.mark.parametrize("what", ["session", "message", "fact", "entity"])
def test_what_is_forgotten_is_on_no_version_of_any_page_and_in_no_file(memory, what):
    memory.evolve()
    memory.edit("Zanzibar Labs", "A good place.")
    told(memory, ("Anna maintains the invoice worker.", "2024-07-01"))
    memory.evolve()
    key = key_of(memory, what)
    assert "zanzibar" in " ".join(page.slug for page in every_page(memory))
    memory.forget(key)
    whole = " ".join(f"{page.slug} {page.title} {page.text} {page.sections}" for page in every_page(memory))
    whole += str(memory.communities())
    assert key not in whole
    if what in ("session", "entity"):
        assert "zanzibar" not in whole.lower()
    if what != "session":  # all was said in one
        assert "billing" in whole
    before = rows(memory)
    memory.rebuild()
    assert rows(memory) == before
    memory.evolve()
    assert key not in json.dumps(rows(memory))
    memory.close()
    if what in ("session", "entity"):
        for file in memory.settings.home.rglob("*"):
            assert not file.is_file() or b"zanzibar" not in file.read_bytes().lower(), file


def test_a_note_is_forgotten_in_every_version(memory):
    memory.evolve()
    note = memory.edit("billing service", "The safe is behind the picture.").note_id
    memory.edit("billing service", "Nothing to see.")
    memory.forget(note)
    assert "safe" not in " ".join(page.text for page in every_page(memory))
    assert memory.wiki("billing service").note == "Nothing to see."


def meanwhile(memory, monkeypatch, deed):
    """Something happens once, after a build was worked out and before it is written."""
    deeds = [deed]
    write = module.write

    def late(work, heard):
        if deeds:
            deeds.pop()()
        write(work, heard)

    monkeypatch.setattr(module, "write", late)


def test_what_is_forgotten_while_a_build_is_worked_out_does_not_come_back(memory, monkeypatch):
    key = key_of(memory, "entity")
    meanwhile(memory, monkeypatch, lambda: memory.forget(key))
    memory.evolve()
    assert memory.pages()
    assert "zanzibar" not in json.dumps(rows(memory)).lower()


def test_what_is_written_on_a_page_while_a_build_is_worked_out_stays(memory, monkeypatch):
    memory.evolve()
    told(memory, ("The billing service uses Kafka.", "2024-08-01"))
    meanwhile(memory, monkeypatch, lambda: memory.edit("billing service", "By hand."))
    memory.evolve()
    page = memory.wiki("billing service", version=3)
    assert page.note == "By hand."
    assert "Kafka" in page.text


def test_a_pipeline_of_ones_own_decides_who_has_a_page(memory):
    from graphmem.config import resource

    folder = memory.settings.home / "pipelines"
    folder.mkdir()
    text = (resource("pipelines") / "evolve.toml").read_text(encoding="utf-8")
    (folder / "evolve.toml").write_text(text.replace("least_facts = 3", "least_facts = 2"), encoding="utf-8")
    memory.evolve()
    assert "zanzibar-labs" in {entry.slug for entry in memory.pages()}


def test_an_old_store_is_brought_up(story, tmp_path):
    """A graph of before there were versions of pages gets their table when it is opened."""
    import shutil

    shutil.copytree(story, tmp_path / "home")
    with opened(tmp_path / "home") as memory:
        memory._store.graph.write(
            lambda graph: graph.script(["DROP TABLE PageVersion", "MATCH (m:Meta) SET m.schema_version = 2"])
        )
    with Brief(tmp_path / "home") as memory:
        assert memory.evolve().pages_written == 4


def test_a_page_is_fetched_by_its_id(read_only):
    page = read_only.wiki("billing service", budget=5000)
    found = read_only.fetch(page.id)
    assert (found.title, found.text, found.metadata["type"]) == (page.title, page.text, "page")
    with pytest.raises(NotFound):
        read_only.fetch("page_none")


def test_what_no_person_said_is_marked_as_that(memory):
    memory.evolve()
    [fact] = memory.facts(predicate="written_in")

    def build(graph):
        [known] = queries.facts(graph, [fact.id]).values()
        return [("Test", Change(facts=(msgspec.structs.replace(known, trust=0.5),)))]

    memory._store.commit(build, actor="test")
    lines = memory.wiki("billing service").text.splitlines()
    assert [line for line in lines if "said by no person" in line] == [
        f"- {fact.text} (said 2024-01-04, said by no person) [{fact.id}]"
    ]
