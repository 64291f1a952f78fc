"""Who is meant: links follow from the names that are there, in whatever order they came to be there."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.model import Entity
from graphmem.names import better_name, blocks, entity_id, listed, name_key
from graphmem.ontology import load_ontology
from graphmem.revise.match import compare
from tests.brief import Unsought
from tests.exports import exported

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
        ("Dr. Ada Chen", "Ada Chen"),
        ("Mrs. Hall", "Ms Hall"),
        ("Halcyon, Inc.", "Halcyon"),
        ("shop repo", "shop repository"),
        ("PG", "Postgres"),
        ("TS", "TypeScript"),
        ("GH", "GitHub"),
        ("GCP", "Google Cloud"),
        ("AWS", "Amazon Web Services"),
        ("VS Code", "vscode"),
        ("Node.js", "node"),
        ("https://github.com/lantern/shop", "git@github.com:lantern/shop.git"),
        ("the feature flags service", "feature-flag service"),
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
        ("db-1", "db-2"),
        ("DR plan", "plan"),
        ("Mr. Hall", "Mrs. Hall"),
        ("Officer Park", "Mr. Park"),
        ("MS Office", "Office"),
        ("GitHub", "GitHub Actions"),
        ("Java", "JavaScript"),
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
        ("Night Owl", "nightowl", "technology", True, "spelling"),
        ("~/code/shop", "shop repo", "repository", True, "path"),
        ("src/auth/token.py", "token.py", "file", True, "path"),
        ("Novak", "Tomas Novak", "person", True, "family name"),
        ("Dr. Chen", "Chen", "person", True, "family name"),
        ("Ms. Okoye", "Chioma Okoye", "person", True, "family name"),
        ("Mr. Taylor", "James Taylor", "person", True, "family name"),
        ("Mr. Taylor", "Taylor", "person", False, "family name"),
        ("Dr. Chen", "Mrs. Chen", "person", False, "family name"),
        ("Tomas", "Tomas Novak", "person", True, "given name"),
        ("James Lee", "Jim Lee", "person", True, "nickname"),
        ("Thomas Becker", "Tom Becker", "person", True, "nickname"),
        ("/home/ana/code/atlas", "atlas repo", "repository", True, "path"),
        ("github.com/acme/lumen", "acme/lumen", "repository", True, "path"),
        ("Taylor", "James Taylor", "person", False, "family name"),
        ("IDP", "Internal Developer Portal", "organization", True, "acronym"),
        ("MLP", "ML platform", "service", False, "acronym"),
        ("GPT", "Great Plains Transit", "organization", False, "acronym"),
        ("PDF", "Product Data Feed", "concept", False, "acronym"),
        ("idp", "Internal Developer Portal", "service", False, "acronym"),
        ("Katie Lind", "Katherine Lind", "person", True, "nickname"),
        ("Bill Lind", "Robert Lind", "person", False, "nickname"),
        ("Maria Santos", "Mario Santos", "person", False, "spelling"),
        ("Anna Schmidt", "Anna Maria Schmidt", "person", True, "middle name"),
        ("Ana Ruiz", "Ana Ruiz-Novak", "person", False, "longer name"),
        ("Robert Kellar", "Robert Keller", "person", False, "spelling"),
        ("github.com/lantern/shop", "shop repo", "repository", True, "path"),
        ("lantern/shop", "github.com/lantern/shop", "repository", True, "path"),
        ("Linear", "Linear Technology", "organization", False, "short form"),
        ("users-service", "user database", "service", False, "same stem"),
        ("notifcation worker", "notification worker", "service", False, "spelling"),
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
        ("Falcon", "Falcon 2", "person"),
        ("Mr. Hall", "Mrs. Hall", "person"),
        ("Dr. James", "James Taylor", "person"),
        ("db-1", "db-2", "host"),
        ("Acme", "Acme Foods", "person"),
        ("Acme Labs", "Acme Foods", "organization"),
        ("Michael Rossi", "Michele Rossi", "person"),
        ("M. Rossi", "Paolo Rossi", "person"),
        ("~/code/shop", "~/backup/shop", "file"),
        ("orders.py", "orders service", "service"),
        ("SLA", "SLO", "concept"),
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
    with Unsought(tmp_path) as memory:
        told(memory, ["Priya owns the billing service.", "Priya Patel owns the search service."])
        assert same(memory, "Priya", "Priya Patel")
        facts = memory.facts(entity="Priya Patel")
        assert {fact.object.lower() for fact in facts} == {"billing service", "search service"}
        assert {fact.subject for fact in facts} == {"Priya Patel"}


def test_two_who_share_a_first_name_stay_two_and_the_bare_name_is_unsure(tmp_path):
    with Unsought(tmp_path) as memory:
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
        with Unsought(tmp_path / str(number)) as memory:
            for place in order:
                memory.remember(sentences[place], at=moments[place], project=str(place))
            exports.add(exported(memory))
    assert len(exports) == 1


RENAMES = [
    (["Pigeon is our message bus.", "We renamed Pigeon to Courier."], "Pigeon", "Courier"),
    (["Dana Fox leads the data team.", "Dana Fox is now called Dana Hartley."], "Dana Fox", "Dana Hartley"),
    (["Ana Ruiz, now Ana Novak, leads design."], "Ana Ruiz", "Ana Novak"),
    (["Courier, formerly Pigeon, drops messages."], "Pigeon", "Courier"),
    (["We are building the Internal Deployment Board (IDB) in Go."], "IDB", "Internal Deployment Board"),
    (["billing-svc was renamed to invoice-svc."], "billing-svc", "invoice-svc"),
    (["The orders service used to be called order-hub."], "orders service", "order-hub"),
    (["hi, I'm Teo, I work on the compiler team.", "Assign it to Teo."], "user", "Teo"),
    (["Maya Lind here, good morning."], "user", "Maya Lind"),
    (
        ["Nora Klein leads support.", "Nora Klein got married and is now Nora Weiss."],
        "Nora Klein",
        "Nora Weiss",
    ),
    (["Nora Klein changed her last name to Weiss."], "Nora Klein", "Nora Weiss"),
    (["Our content delivery network (CDN) is Fastly."], "CDN", "content delivery network"),
]


@pytest.mark.parametrize(("said", "one", "other"), RENAMES)
def test_a_stated_name_is_another_name_in_any_order(tmp_path, said, one, other):
    links = set()
    for number, order in enumerate(dict.fromkeys((tuple(said), tuple(said[::-1])))):
        with Unsought(tmp_path / str(number)) as memory:
            for text in order:
                memory.remember(text, at=T0 + timedelta(days=said.index(text)), project=text)
            assert same(memory, one, other)
            links.add(str(memory.cypher(ALL_LINKS).rows))
    assert len(links) == 1


ALL_LINKS = (
    "MATCH (a:Entity)-[r]->(b:Entity) WHERE label(r) <> 'RELATES' "
    "RETURN a.name, label(r), b.name, r.method, r.confidence ORDER BY a.name, b.name"
)


@pytest.mark.parametrize(
    "text",
    [
        "Should we rename Pigeon to Courier?",
        "If we renamed Pigeon to Courier, people would be lost.",
        "We migrated from Pigeon to Courier.",
        "Pigeon is now on Courier.",
        "Pigeon (the old Courier client) is slow.",
    ],
)
def test_what_renames_nothing_joins_nothing(tmp_path, text):
    with Unsought(tmp_path) as memory:
        memory.remember(text, at=T0)
        assert not memory.cypher("MATCH (a:Entity)-[r:ALIAS_OF]->(b:Entity) RETURN a.name").rows


def test_a_stranger_who_shares_the_users_first_name_is_asked_about(tmp_path):
    with Unsought(tmp_path) as memory:
        told(memory, ["I'm Anna.", "Anna Schmidt owns the billing service."])
        assert not same(memory, "user", "Anna Schmidt")
        assert [(d.texts, d.why) for d in memory.review() if d.kind == "candidate"] == [
            (("Anna", "Anna Schmidt"), "the given name alone is that of the other")
        ]


def test_a_name_that_a_tagger_took_for_a_company_is_that_of_the_person(tmp_path):
    with Unsought(tmp_path) as memory:
        told(memory, ["Ingrid Holm is our CFO.", "Ingrid approved the budget.", "Mr. Hall is our plumber."])
        assert same(memory, "Ingrid", "Ingrid Holm")
        assert memory.entity("Hall").name == "Mr. Hall"


def test_who_was_said_to_be_bob_is_not_every_bob(tmp_path):
    with Unsought(tmp_path) as memory:
        told(memory, ["Robert Keller goes by Bob.", "Bob Smith owns the wiki service."])
        assert same(memory, "Bob", "Robert Keller")
        assert not same(memory, "Bob Smith", "Robert Keller")


def test_candidates_are_no_names_of_each_other(tmp_path):
    with Unsought(tmp_path) as memory:
        told(memory, ["Bill said the budget is frozen.", "William Tran owns the billing service."])
        assert not same(memory, "Bill", "William Tran")
        assert memory.entity("Bill").name == "Bill"


def test_a_name_of_two_meanings_has_an_id_for_a_person_and_one_for_all_else():
    assert entity_id("Ruby", "person") != entity_id("Ruby", "technology") == entity_id("ruby")
    assert entity_id("Priya", "person") == entity_id("Priya", "technology") == entity_id("Priya")
    assert entity_id("Ruby Chen", "person") == entity_id("Ruby Chen")


def test_each_name_of_two_meanings_is_known_for_something_else_than_a_person():
    ontology = load_ontology()
    kinds = {name: ontology.known(name) or ontology.known(name.title()) for name in listed("two_meanings")}
    assert set(kinds.values()) <= set(ontology.kinds) - {"person"}


def test_a_person_who_is_there_under_the_name_alone_is_the_same_person():
    old = Entity(entity_id("Ruby"), "Ruby", "person", T0, T0, votes="person:3")
    new = Entity(entity_id("Ruby", "person"), "Ruby", "person", T0, T0, votes="person:1")
    tool = Entity(entity_id("Ruby"), "Ruby", "technology", T0, T0, votes="technology:3")
    assert compare(old, new).same
    assert compare(tool, new) is None
