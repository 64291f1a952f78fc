"""Communities and pages in a living graph and in one made again from the ledger are the same, whatever came or went."""

from __future__ import annotations

import msgspec
import pytest

from graphmem.model import Change, Named, Page, PageLinks, page_id
from graphmem.names import slug_of
from graphmem.store import wiki_erase, wiki_queries

from .conftest import community, day, dump, entity, fact, page, put, small_change

NAMES = [f"name{n:02}" for n in range(20)]


def same_again(store):
    before = dump(store)
    store.rebuild()
    assert dump(store) == before


def members(store, key):
    with store.graph.reader() as reader:
        return set(wiki_queries.members(reader, key))


def test_many_members_come_and_go_also_with_those_who_are_new(store):
    crowd = tuple(entity(name) for name in NAMES)
    put(store, Change(entities=crowd[:15], communities=(community(1, *NAMES[:12]),)))
    assert members(store, "com_1") == {f"ent_{name}" for name in NAMES[:12]}
    put(store, Change(entities=crowd[15:], communities=(community(1, *NAMES[3:], "nobody"),)))
    assert members(store, "com_1") == {f"ent_{name}" for name in NAMES[3:]}
    same_again(store)


def test_a_community_that_goes_takes_its_edges_and_comes_back_without_them(store):
    put(store, small_change(1))
    put(store, Change(dropped=("com_1",)))
    same_again(store)
    put(store, Change(communities=(community(1, "billing", "postgres"),)))
    same_again(store)
    with store.graph.reader() as reader:
        assert reader.run("MATCH (p:Page)-[:DESCRIBES]->(:Community) RETURN p.id") == []


def test_a_fact_that_comes_back_is_not_cited_by_who_cited_it(store):
    put(store, small_change(1))
    put(store, Change(dropped=("fact_1",)))
    put(store, Change(facts=(fact(1),)))
    same_again(store)


def test_every_version_is_kept_and_the_newest_is_the_page(store):
    put(store, small_change(1))
    put(store, Change(pages=(page("billing", "ent_billing", "fact_1001", version=3, note="msg_1"),)))
    with store.graph.reader() as reader:
        newest = wiki_queries.page_named(reader, "BILLING")
        assert (newest.version, newest.note) == (3, "msg_1")
        assert [one.version for one in wiki_queries.versions(reader, newest)] == [2, 3]
        assert wiki_queries.newest_versions(reader)["page_billing"] == 3
    put(store, Change(dropped=("page_billing",)))
    same_again(store)
    with store.graph.reader() as reader:
        assert wiki_queries.pages(reader, ["page_billing"]) == {}
        assert wiki_queries.newest_versions(reader)["page_billing"] == 3


def test_what_is_forgotten_leaves_no_id_and_no_name():
    one = community(1, "secret", "billing", "postgres")
    left = wiki_erase.community(one, {"ent_secret"})
    assert b"secret" not in msgspec.json.encode(left)
    assert wiki_erase.community(one, set(one.members)) is None
    told = Page(
        id="page_x", slug="secret-and-billing", kind="topic", subject="com_1", heads=one.heads, version=1, at=day(1),
        sections=page("x", "com_1", "fact_secret", "fact_1").sections, note="msg_secret", origin="edited",
    )  # fmt: skip
    gone = {"ent_secret", "fact_secret", "msg_secret"}
    left = wiki_erase.page(told, gone)
    assert b"secret" not in msgspec.json.encode(left)
    assert (left.heads, left.cites, left.origin) == (
        (Named("ent_billing", "billing"),),
        ("fact_1",),
        "generated",
    )
    assert wiki_erase.page(told, {"com_1"}) is None
    assert wiki_erase.page(told, set(), {"nobody"}) == told
    linked = (
        PageLinks(page_id("ent_secret"), ("page_x",)),
        PageLinks("page_x", (page_id("ent_secret"), "page_y")),
    )
    assert wiki_erase.links(linked, gone) == (PageLinks("page_x", ("page_y",)),)


@pytest.mark.parametrize(
    ("slug", "name", "found"),
    [
        ("anna-zanzibar-labs-and-lisbon", "Zanzibar Labs", True),
        ("zanzibar-labs", "Zanzibar  Labs!", True),
        ("anna", "Anna", True),
        ("annapolis-and-joanna", "Anna", False),
        ("zanzibar", "Zanzibar Labs", False),
        ("anna", "?!", False),
        (f"{'a' * 70}-zanzibar", "Zanzibar Labs", True),  # an address ends after so many letters
        (f"{'a' * 70}-zanzibar-abc123", "Zanzibar Labs", True),
        (f"{'a' * 60}-zanzibar-bays", "Zanzibar Labs", False),
    ],
)
def test_whether_a_name_stands_in_an_address(slug, name, found):
    assert wiki_erase.tells(slug, frozenset(filter(None, [slug_of(name)]))) is found
