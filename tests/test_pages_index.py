"""Pages among what is searched: after any writing and forgetting the index is the one that would be made anew."""

from __future__ import annotations

import json
import shutil

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.config import Settings
from graphmem.errors import NotFound
from graphmem.index import sync
from graphmem.index.filter import Filter
from graphmem.index.postings import term_hash
from graphmem.model import Change, Mentioned, Named, Page, Section, page_id
from graphmem.ontology import load_ontology
from graphmem.pipeline.follow import Pages, catch_up, open_index
from graphmem.pipeline.forget import forget
from graphmem.store.store import Store
from graphmem.temporal import parse_time
from tests.brief import Brief
from tests.index.conftest import HashEmbedder
from tests.store.conftest import day, entity, evidence, fact, message, put, session

NAMES = ("amber", "basalt", "cedar")
FACTS = range(6)
ONTOLOGY = load_ontology()
PAGES = Filter(kinds=frozenset({"page"}))
TOLD = (
    ("codex", "I work at Zanzibar Labs and live in Lisbon.", "2024-01-02"),
    ("codex", "The billing service uses Postgres. The billing service is written in Python.", "2024-01-04"),
    ("atlas", "Anna works at Zanzibar Labs. Anna maintains the billing service.", "2024-01-05"),
    ("atlas", "Anna likes tea. Anna lives in Porto.", "2024-02-03"),
)


# -- Any order of writing and forgetting ---------------------------------------------------------------------------


def first():
    """Three entities, and six facts about them, each told in a message of its own."""
    ends = [(NAMES[n % 3], NAMES[(n + 1) % 3]) for n in FACTS]
    return Change(
        sessions=(session(),),
        messages=tuple(
            message(n, text=f"Said {n} of {one} and {other}.") for n, (one, other) in enumerate(ends)
        ),
        entities=tuple(entity(name, mentions=4) for name in NAMES),
        mentions=tuple(Mentioned(f"msg_{n}", f"ent_{one}", 10, 15) for n, (one, _) in enumerate(ends)),
        facts=tuple(told(n) for n in FACTS),
        evidence=tuple(
            msgspec.structs.replace(
                evidence(0, f"fact_{n}", f"msg_{n}"), subject=f"ent_{one}", object=f"ent_{other}", end=4
            )
            for n, (one, other) in enumerate(ends)
        ),
        extracted=tuple(f"msg_{n}" for n in FACTS),
    )


def told(n, **more):
    one, other = NAMES[n % 3], NAMES[(n + 1) % 3]
    return fact(
        n, f"ent_{one}", f"ent_{other}", **{"text": f"The {one} number {n} needs the {other}.", **more}
    )


def page(subject, facts, heads, version):
    return Page(
        id=page_id(f"ent_{subject}"),
        slug=subject,
        kind="entity",
        subject=f"ent_{subject}",
        heads=tuple(Named(f"ent_{name}", name) for name in heads),
        sections=(Section(tuple(f"fact_{n}" for n in facts)),),
        version=version,
        at=day(100 + version),
    )


some = st.lists(st.sampled_from(FACTS), max_size=4, unique=True)
deeds = st.lists(
    st.one_of(
        st.tuples(
            st.just("page"),
            st.sampled_from(NAMES),
            some,
            st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
        ),
        st.tuples(st.just("drop page"), st.sampled_from(NAMES)),
        st.tuples(st.just("retell"), st.sampled_from(FACTS), st.sampled_from(["granite", "quartz"])),
        st.tuples(st.just("end"), st.sampled_from(FACTS)),
        st.tuples(st.just("retract"), st.sampled_from(FACTS)),
        st.tuples(st.just("drop fact"), st.sampled_from(FACTS)),
        st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(["obsidian", "opal"])),
        st.tuples(st.just("forget"), st.sampled_from([f"fact_{n}" for n in FACTS])),
        st.tuples(st.just("forget"), st.sampled_from([f"msg_{n}" for n in FACTS])),
        st.tuples(st.just("forget"), st.sampled_from([f"ent_{name}" for name in NAMES])),
    ),
    min_size=4,
    max_size=12,
)


def done(store, index, deed, version):
    """One deed of the many; what is no more cannot be written on."""
    kind, subject, *rest = deed
    with store.graph.reader() as reader:
        there = {
            key for table in ("Fact", "Entity") for (key,) in reader.run(f"MATCH (n:{table}) RETURN n.id")
        }
    if kind == "page":
        facts = [n for n in rest[0] if f"fact_{n}" in there]
        heads = [name for name in rest[1] if f"ent_{name}" in there]
        if f"ent_{subject}" in there:
            put(store, Change(pages=(page(subject, facts, heads, version),)))
    elif kind == "drop page":
        put(store, Change(dropped=(page_id(f"ent_{subject}"),)))
    elif kind == "rename":
        if f"ent_{subject}" in there:
            put(store, Change(entities=(msgspec.structs.replace(entity(subject), name=rest[0]),)))
    elif kind == "forget":
        forgotten(store, index, subject)
    elif f"fact_{subject}" in there:
        put(store, changed(kind, subject, *rest))


def changed(kind, n, text=""):
    more = {
        "retell": {"text": f"Of {text} is number {n}."},
        "end": {"valid_until": day(50)},
        "retract": {"retracted_at": day(60)},
    }
    return Change(dropped=(f"fact_{n}",)) if kind == "drop fact" else Change(facts=(told(n, **more[kind]),))


def forgotten(store, index, key):
    def work():
        try:
            forget(key, reason="", store=store, ontology=ONTOLOGY)
        except NotFound:
            return
        catch_up(index, store)

    store.alone(work)


def snapshot(index, store):
    """All that the index can tell of pages, and that every channel gives."""
    words = ["amber basalt cedar number needs granite quartz obsidian opal"]
    ids = [page_id(f"ent_{name}") for name in NAMES]
    views = [
        PAGES,
        Filter(),
        Filter(kinds=PAGES.kinds, known_at=day(103)),
        Filter(kinds=PAGES.kinds, since=day(3)),
    ]
    views += [Filter(kinds=PAGES.kinds, entities=frozenset({f"ent_{name}"})) for name in NAMES]
    views.append(Filter(kinds=PAGES.kinds, client="test"))

    def rounded(found):
        return sorted((key, round(score, 4)) for key, score in found)

    return {
        "documents": index.documents(ids),
        "leaves": Pages(store)(ids),
        **{
            f"{ask.__name__} {place}": rounded(ask(text, where=where))
            for place, where in enumerate(views)
            for text in words
            for ask in (index.text, index.vector)
        },
    }


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds)
def test_after_any_order_of_deeds_the_index_is_the_one_made_anew(tmp_path_factory, monkeypatch, deeds):
    monkeypatch.setattr(sync, "open_embedder", lambda _: HashEmbedder())
    store = Store(Settings(tmp_path_factory.mktemp("deeds"), environ={}))
    try:
        index = store.attached("index", lambda: open_index(store))
        put(
            store,
            first(),
            *(Change(pages=(page(name, FACTS[n:], [name], 1),)) for n, name in enumerate(NAMES)),
        )
        for version, deed in enumerate(deeds, 2):
            done(store, index, deed, version)
        followed = snapshot(index, store)
        found = {key for key, _ in index.text("amber basalt cedar obsidian opal number", where=PAGES)}
        assert found == {key for key, leaf in followed["leaves"].items() if leaf.text}
        index.reset()
        catch_up(index, store)
        assert snapshot(index, store) == followed
    finally:
        store.close()


# -- What is forgotten ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    home = tmp_path_factory.mktemp("learned") / "home"
    with Memory(home) as opened:
        for project, text, when in TOLD:
            opened.remember(text, project=project, at=parse_time(when))
        opened.evolve()
    return home


@pytest.fixture
def memory(learned, tmp_path):
    shutil.copytree(learned, tmp_path / "home")
    with Memory(tmp_path / "home") as opened:
        yield opened


def key_of(memory, what):
    [found] = [one for one in memory.facts(predicate="works_at") if one.subject == "Anna"]
    source = found.sources[0]
    ids = {"session": source.session_id, "message": source.message_id, "fact": found.id}
    return {**ids, "entity": found.object_id}[what]


def pages_with(memory, word):
    """The pages that any channel finds by a word, and those of which the text tells it."""
    found = {key for key, _ in memory._index.text(word, where=PAGES)}
    hits = memory.recall(word, kind=("page",), limit=50).hits
    shown = {hit.id for hit in hits if word.lower() in f"{hit.text} {hit.title} {hit.slug}".lower()}
    return found, shown


@pytest.mark.parametrize("what", ["session", "message", "fact", "entity"])
def test_what_is_forgotten_leaves_the_pages_in_every_channel(memory, what):
    key = key_of(memory, what)
    before, _ = pages_with(memory, "Zanzibar")
    assert before
    memory.forget(key)
    everyone = memory.recall("Zanzibar Labs Anna billing", limit=50)
    assert key not in json.dumps(msgspec.to_builtins(everyone.hits))
    found, shown = pages_with(memory, "Zanzibar")
    if what == "entity":  # nothing else tells of it
        assert found == shown == set()
        assert "zanzibar" not in json.dumps(msgspec.to_builtins(everyone.hits)).lower()
        memory._index.flush()
        for file in memory.settings.home.rglob("*"):
            data = file.read_bytes().lower() if file.is_file() else b""
            assert b"zanzibar" not in data, file
            assert term_hash("zanzibar").to_bytes(8, "little") not in data, file
    leaves = Pages(memory._store)([hit.id for hit in memory.pages()])
    assert all(key not in (*leaf.facts, *leaf.heads) for leaf in leaves.values())
    for one, leaf in leaves.items():
        assert not leaf.text or one in {k for k, _ in memory._index.text(leaf.text, where=PAGES)}


@pytest.mark.parametrize("what", ["session", "message", "fact", "entity"])
def test_the_index_of_pages_is_that_of_what_is_left(memory, what):
    memory.forget(key_of(memory, what))

    def asked():
        ids = [page.id for page in memory.pages()]
        views = (
            PAGES,
            Filter(kinds=PAGES.kinds, project="atlas"),
            Filter(kinds=PAGES.kinds, project="codex"),
        )
        read = memory._index.read("who maintains billing at Zanzibar")
        return (
            memory._index.documents(ids),
            {key: round(score, 4) for key, score in memory._index.late(read, ids).alone.items()},
            [sorted(memory._index.text("Zanzibar Anna billing Porto", where=where)) for where in views],
        )

    after = asked()
    memory.rebuild()
    assert asked() == after


def test_an_address_keeps_no_name_that_was_forgotten(memory):
    """A page keeps its address when its title changes; the name that once stood there is forgotten there too."""
    old = next(page for page in memory.pages() if "zanzibar" in page.slug)
    with memory._store.graph.reader() as reader:
        from graphmem.store import wiki_queries

        [whole] = wiki_queries.pages(reader, [old.id]).values()
    kept = tuple(one for one in whole.heads if "Zanzibar" not in one.name) or (Named("ent_x", "Someone"),)
    newer = msgspec.structs.replace(whole, heads=kept, version=whole.version + 1)
    memory._store.commit(lambda _: [("PageWritten", Change(pages=(newer,)))], actor="test")
    assert "zanzibar" in memory.wiki(old.id).slug
    memory.forget(key_of(memory, "entity"))
    assert "zanzibar" not in " ".join(page.slug for page in memory.pages())
    memory.close()
    for file in memory.settings.home.rglob("*"):
        assert not file.is_file() or b"zanzibar" not in file.read_bytes().lower(), file


def test_what_was_forgotten_while_the_index_was_away_leaves_the_pages_too(memory, monkeypatch):
    from graphmem import memory as module

    key, home = key_of(memory, "entity"), memory.settings.home
    memory._index.flush()
    with monkeypatch.context() as patch:
        patch.setattr(module, "catch_up", lambda *_: None)
        memory.forget(key)
    memory.close()
    with Brief(home) as again:
        assert pages_with(again, "Zanzibar") == (set(), set())
        assert again.recall("Anna", kind=("page",)).hits
    for file in (home / "index").iterdir():
        assert term_hash("zanzibar").to_bytes(8, "little") not in file.read_bytes()
