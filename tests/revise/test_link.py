"""Who is meant: links follow from the names that are there, in whatever order they came to be there."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from graphmem import Memory
from graphmem.model import Entity
from graphmem.names import better_name, blocks, entity_id, name_key
from graphmem.revise.match import compare

T0 = datetime(2024, 1, 1, tzinfo=UTC)


def thing(name, kind="person"):
    return Entity(entity_id(name), name, kind, T0, T0, blocks=tuple(blocks(name)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("orders-svc", "the orders service"),
        ("orders_service", "Orders Service"),
        ("Acme", "ACME Corp."),
        ("Acme Inc", "acme"),
        ("Kubernetes", "k8s"),
        ("Postgres", "PostgreSQL"),
        ("Zoë", "Zoe"),
        ("Priya's", "Priya"),
        ("Dr. Chen", "Chen"),
        ("shop repo", "shop repository"),
    ],
)
def test_two_spellings_of_one_name_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("orders-svc", "orders.svc.ts"),
        ("src/orders/service.py", "orders service"),
        ("Acme", "Acme Labs"),
        ("PostgreSQL 15", "PostgreSQL 16"),
        ("1.2.3", "1.2.4"),
    ],
)
def test_names_that_differ_keep_two_keys(one, other):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("one", "other", "kind", "same", "method"),
    [
        ("Bob Smith", "Robert Smith", "person", True, "nickname"),
        ("J. Smith", "John Smith", "person", True, "initial"),
        ("Priya", "Priya Patel", "person", True, "given name"),
        ("Bob", "Robert", "person", False, "nickname"),
        ("Bill", "William Tran", "person", False, "nickname"),
        ("Alex Moreau", "Alexandra Moreau", "person", False, "nickname"),
        ("Hana K.", "Hana Kobayashi", "person", True, "initial"),
        ("VS Code", "vscode", "technology", True, "spelling"),
        ("~/code/shop", "shop repo", "repository", True, "path"),
        ("src/auth/token.py", "token.py", "file", True, "path"),
        ("Smith", "John Smith", "person", False, "family name"),
        ("AWS", "Amazon Web Services", "organization", True, "acronym"),
        ("Kubernetes", "Kuberentes", "technology", True, "spelling"),
        ("billing", "billing service", "service", False, "short form"),
    ],
)
def test_what_two_names_tell(one, other, kind, same, method):
    match = compare(thing(one, kind), thing(other, kind))
    assert (match.same, match.method) == (same, method)
    assert compare(thing(other, kind), thing(one, kind)) == match
    assert set(blocks(one)) & set(blocks(other))


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Priya Patel", "Priya Shah", "person"),
        ("John Smith", "Jane Smith", "person"),
        ("Redis", "Rails", "technology"),
        ("python38", "python39", "technology"),
        ("IT", "Internal Tools", "organization"),
    ],
)
def test_what_two_names_do_not_tell(one, other, kind):
    assert compare(thing(one, kind), thing(other, kind)) is None


def test_a_person_and_a_service_of_one_word_stay_two():
    assert compare(thing("Mercury", "person"), thing("Mercury Gateway", "service")) is None


def test_the_shown_form_does_not_depend_on_the_order():
    assert better_name("acme", "Acme") == better_name("Acme", "acme") == "Acme"


def told(memory, sentences):
    for number, text in enumerate(sentences):
        memory.remember(text, at=T0 + timedelta(days=number))


def same(memory, one, other):
    return memory.entity(one).id == memory.entity(other).id


def test_a_first_name_means_the_only_one_who_bears_it(tmp_path):
    with Memory(tmp_path) as memory:
        told(memory, ["Priya owns the billing service.", "Priya Patel owns the search service."])
        assert same(memory, "Priya", "Priya Patel")
        facts = memory.facts(entity="Priya Patel")
        assert {fact.object.lower() for fact in facts} == {"billing service", "search service"}
        assert {fact.subject for fact in facts} == {"Priya Patel"}


def test_two_who_share_a_first_name_stay_two_and_the_bare_name_is_unsure(tmp_path):
    with Memory(tmp_path) as memory:
        told(
            memory,
            [
                "Priya owns the billing service.",
                "Priya Patel owns the search service.",
                "Priya Shah owns the mail service.",
            ],
        )
        assert not same(memory, "Priya Patel", "Priya Shah")
        assert not same(memory, "Priya", "Priya Patel")
        assert not same(memory, "Priya", "Priya Shah")


def test_any_order_of_names_ends_in_the_same_graph(tmp_path):
    sentences = [
        "Priya owns the billing service.",
        "Priya Patel owns the search service.",
        "Priya Shah owns the mail service.",
        "Bob Smith owns the wiki service.",
    ]
    moments = [T0 + timedelta(days=n) for n in range(4)]
    exports = set()
    for number, order in enumerate(itertools.permutations(range(4))):
        if number % 5:
            continue
        with Memory(tmp_path / str(number)) as memory:
            for place in order:
                memory.remember(sentences[place], at=moments[place], project=str(place))
            memory.export(tmp_path / "export")
        exports.add((tmp_path / "export").read_bytes())
    assert len(exports) == 1
