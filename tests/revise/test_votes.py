"""Who is one with whom, and what everybody is, follow from what was read; never from the order of reading."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.model import USER, Claim, Extraction, Mention, Message
from graphmem.revise.revise import revise
from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import MORNING, talk

SESSION, MESSAGES = talk(
    "names",
    (USER, "We renamed Pigeon to Courier."),
    (USER, "Pigeon drops messages."),
    (USER, "My name is Maya."),
    (USER, "Maya likes tea."),
    (USER, "Robert Keller goes by Bob."),
    (USER, "Bob Smith owns the wiki."),
    (USER, "Bill met William Tran."),
)


def spot(message: Message, name: str, kind: str) -> Mention:
    start = message.text.find(name)
    return Mention(message.id, max(start, 0), max(start, 0) + len(name), name, kind)


def claim(message: Message, subject: Mention, predicate: str, *, value: str = "", other=None) -> Claim:
    return Claim(
        message.id, 0, len(message.text), subject, predicate, message.text, object=other, value=value
    )


def read(number: int, *claims: Claim, mentions=(), by: str = "spacy") -> tuple[Message, Extraction]:
    message = MESSAGES[number]
    return message, Extraction(
        mentions=tuple(mentions), claims=tuple(claims), extractor=by, message_ids=(message.id,)
    )


def readings() -> list[tuple[Message, Extraction]]:
    m = MESSAGES
    pigeon, bob = spot(m[0], "Pigeon", "service"), spot(m[4], "Robert Keller", "person")
    owner, wiki = spot(m[5], "Bob Smith", "person"), spot(m[5], "wiki", "service")
    return [
        read(0, claim(m[0], pigeon, "also_known_as", value="Courier"), mentions=[pigeon]),
        read(1, mentions=[spot(m[1], "Pigeon", "animal")]),
        read(2, claim(m[2], Mention(m[2].id, 0, 2, USER, "person"), "name", value="Maya")),
        read(3, mentions=[spot(m[3], "Maya", "person")]),
        read(4, claim(m[4], bob, "also_known_as", value="Bob"), mentions=[bob]),
        read(5, claim(m[5], owner, "owns", other=wiki), mentions=[owner, wiki]),
        read(6, mentions=[spot(m[6], "Bill", "person"), spot(m[6], "William Tran", "person")]),
        read(5, claim(m[5], owner, "owns", other=spot(m[5], "wiki", "product")), by="llm:m"),
        read(1, claim(m[1], spot(m[1], "Pigeon", "service"), "did", value="drops messages"), by="llm:m"),
    ]


def take_in(memory: Memory, *steps: tuple[Message, tuple[Extraction, ...]]) -> None:
    for message, given_ in steps:

        def build(graph, message=message, given_=given_):
            change = revise(graph, [message], given_, ontology=memory.ontology, sessions=[SESSION])
            return [("KnowledgeExtracted", change)]

        memory._store.commit(build, actor="test")


def kind_of(memory: Memory, name: str) -> str:
    return memory.entity(name).kind


@pytest.fixture(scope="module")
def straight(tmp_path_factory):
    home = tmp_path_factory.mktemp("straight")
    with Unsought(home) as memory:
        take_in(memory, *((message, (one,)) for message, one in readings()))
        ids = {
            name: memory.entity(name).id
            for name in ("Pigeon", "Courier", "Maya", "user", "Bob", "Robert Keller")
        }
        assert ids["Pigeon"] == ids["Courier"]
        assert ids["Maya"] == ids["user"]
        assert ids["Bob"] == ids["Robert Keller"] != memory.entity("Bob Smith").id
        assert {frozenset(d.texts) for d in memory.review() if d.kind == "candidate"} >= {
            frozenset({"Bill", "William Tran"})
        }
        return exported(memory)


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(7)), st.integers(5, 8), st.integers(5, 8))
def test_any_order_of_reading_ends_in_the_same_graph(straight, tmp_path_factory, order, late, later):
    steps = readings()
    # The model reads a message at some time after the reader that always runs.
    plan = list(order)
    for number, wish, after in ((7, late, 5), (8, later, 1)):
        plan.insert(max(wish, plan.index(after) + 1), number)
    home = tmp_path_factory.mktemp("order")
    with Unsought(home) as memory:
        take_in(memory, *((steps[number][0], (steps[number][1],)) for number in plan))
        assert exported(memory) == straight


def test_a_model_that_reads_later_has_its_vote(tmp_path):
    message, first = read(1, mentions=[spot(MESSAGES[1], "Pigeon", "animal")])
    _, model = readings()[-1]
    kinds = []
    for number, steps in enumerate(([(first, model)], [(first,), (model,)], [(first,), (model,), (model,)])):
        with Unsought(tmp_path / str(number)) as memory:
            take_in(memory, *((message, step) for step in steps))
            (row,) = memory.cypher(
                "MATCH (e:Entity) WHERE e.name = 'Pigeon' RETURN e.kind, e.votes, e.mentions"
            ).rows
            kinds.append(tuple(row))
    assert kinds == [("service", "service:3 animal:1", 1)] * 3


def test_a_person_is_shown_by_a_name_and_not_by_a_handle(tmp_path):
    session, messages = talk("handles", ("maya_k", "My name is Maya."), at=MORNING + timedelta(days=1))
    person = Mention(messages[0].id, 0, 2, "maya_k", "person")
    told = Extraction(
        claims=(claim(messages[0], person, "name", value="Maya"),), message_ids=(messages[0].id,)
    )
    with Unsought(tmp_path) as memory:

        def build(graph):
            return [
                (
                    "KnowledgeExtracted",
                    revise(graph, messages, told, ontology=memory.ontology, sessions=[session]),
                )
            ]

        memory._store.commit(build, actor="test")
        assert memory.entity("maya_k").name == memory.entity("Maya").name == "Maya"


def test_the_review_names_whom_both_have_to_do_with(tmp_path):
    with Unsought(tmp_path) as memory:
        memory.remember("Bill works at Globex.", at=MORNING)
        memory.remember("William Tran works at Globex.", at=MORNING)
        (doubt,) = [d for d in memory.review() if d.kind == "candidate"]
        assert doubt.why == "the one given name is a short form of the other; both have to do with Globex"
        assert doubt.score == 0.65
