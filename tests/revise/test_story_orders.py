"""Stories made of claims: whatever the order in which their sessions are read, the same is known on both clocks.

The claims bear on each other over slots: what is let go, handed over, planned, done, updated, announced, put off,
denied and taken back. Each story is read into two stores, in two orders, and both are written out and compared.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graphmem.model import USER, Claim, Extraction, Mention
from graphmem.revise.revise import revise
from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import talk

DAY0 = datetime(2024, 1, 1, 10, tzinfo=UTC)
THINGS = {
    "Notion": "technology",
    "exporter": "service",
    "north choir": "organization",
    "south choir": "organization",
}
PEOPLE = ("Dana", "Omar")
# Predicates with what may stand as their value; a name of THINGS stands as an entity.
VALUES = {
    "works_at": ("north choir", "south choir", "choir"),
    "member_of": ("north choir", "south choir", "choir"),
    "owns": ("exporter", "Notion", "red boat", "boat"),
    "maintains": ("exporter",),
    "uses": ("Notion", "exporter"),
    "chose": ("Notion",),
    "likes": ("Notion", "sushi"),
    "dislikes": ("sushi",),
    "prefers": ("Notion",),
    "practises": ("goes running every morning", "running"),
    "let_go": ("Notion", "notion", "exporter", "choir", "boat", "sushi", "running", "number"),
    "plans": ("is going to visit Oslo in May 2024", "plans to buy the boat", "plans to sell the boat"),
    "did": ("visited Oslo on 2024-02-02", "went to Oslo", "bought the boat"),
    "visited": ("Oslo",),
    "setting_is": ("20", "50"),
    "reachable_at": ("555-0101", "a@b.example"),
    "lives_in": ("Oslo", "Bergen"),
    "instructs": ("never use emojis in commits", "emojis"),
}
MODES = ("asserts", "asserts", "asserts", "asserts", "updates", "ends", "closes", "denies", "retracts")
ONLY_CLOSE = frozenset({"let_go", "changed_hands"})


class Told(NamedTuple):
    """One claim of a session, in days from the first."""

    who: str
    predicate: str
    value: str
    mode: str
    since: int | None
    until: int | None
    grain: str
    purpose: str = ""


@st.composite
def tellings(draw):
    predicate = draw(
        st.sampled_from(
            [*sorted(VALUES), "changed_hands", "replaced_by", "let_go", "owns", "plans", "lives_in"]
        )
    )
    days = st.none() | st.integers(-40, 120)  # what is told may be long over, or still to come
    if predicate == "changed_hands":
        return Told(
            "exporter", predicate, draw(st.sampled_from([*PEOPLE, USER])), "closes", None, draw(days), "day"
        )
    if predicate == "replaced_by":
        return Told("Notion", predicate, "exporter", "asserts", draw(days), None, "day")
    mode = "closes" if predicate in ONLY_CLOSE else draw(st.sampled_from(MODES))
    return Told(
        draw(st.sampled_from([USER, USER, *PEOPLE])), predicate, draw(st.sampled_from(VALUES[predicate])), mode,
        draw(days) if mode in {"asserts", "updates", "ends"} else None,
        draw(days) if mode in {"asserts", "ends", "closes"} else None,
        draw(st.sampled_from(["day", "day", "month", "year"])),
        draw(st.sampled_from(["", "notes", "drafts"])) if predicate in {"uses", "chose"} else "",
    )  # fmt: skip


stories = st.lists(st.lists(tellings(), min_size=1, max_size=2), min_size=2, max_size=6)


def at(days: int | None) -> datetime | None:
    return None if days is None else DAY0 + timedelta(days=days)


def mention(message_id: str, name: str) -> Mention:
    kind = "person" if name in {USER, *PEOPLE} else THINGS.get(name, "place")
    return Mention(message_id, 0, len(name), name, kind)


def claim(message_id: str, told: Told, length: int) -> Claim:
    named = told.value in THINGS or told.predicate in {"changed_hands", "visited", "lives_in"}
    if told.predicate in {"let_go", "likes"}:
        named = False
    return Claim(
        message_id, 0, length, mention(message_id, told.who), told.predicate, " ".join(told[:3]),
        object=mention(message_id, told.value) if named else None, value="" if named else told.value,
        qualifier="max size" if told.predicate == "setting_is" else told.purpose,
        mode=told.mode, valid_from=at(told.since), valid_until=at(told.until), grain=told.grain,
    )  # fmt: skip


def read_into(folder: Path, sessions: list[tuple[int, list[Told]]]) -> bytes:
    """What is known once these sessions were read one after the other; each has its number, which is its day."""
    with Unsought(folder / "home") as memory:
        for number, tellings_ in sessions:
            when = DAY0 + timedelta(days=7 * number)
            author = ("user", "Dana", "user")[number % 3]
            session, messages = talk(f"session {number}", (author, "so it was told"), at=when)
            (message,) = messages
            claims = tuple(claim(message.id, told, len(message.text)) for told in tellings_)
            extraction = Extraction(mentions=(), claims=claims, extractor="spacy", message_ids=(message.id,))

            def build(graph, session=session, messages=messages, extraction=extraction):
                change = revise(graph, messages, extraction, ontology=memory.ontology, sessions=[session])
                return [("KnowledgeExtracted", change)]

            memory._store.commit(build, actor="test")
        return exported(memory)


def open_(who, predicate, value, mode="asserts", *, since=None, until=None):
    return [Told(who, predicate, value, mode, since, until, "day")]


@example(
    [
        [*open_(USER, "uses", "Notion"), *open_("Dana", "owns", "exporter")],
        [
            *open_(USER, "let_go", "notion", "closes"),
            Told("exporter", "changed_hands", "Omar", "closes", None, 3, "day"),
        ],
        [*open_(USER, "uses", "Notion"), *open_(USER, "member_of", "north choir")],
        [*open_(USER, "let_go", "choir", "closes"), *open_(USER, "practises", "goes running every morning")],
        open_(USER, "let_go", "running", "closes"),
    ],
    77,
)
@example(
    [
        [*open_(USER, "plans", VALUES["plans"][0], since=90), *open_(USER, "plans", VALUES["plans"][1])],
        [*open_(USER, "visited", "Oslo", since=5), *open_(USER, "lives_in", "Oslo", since=60)],
        [*open_(USER, "did", "bought the boat", since=5), *open_(USER, "setting_is", "20")],
        [*open_(USER, "setting_is", "50", "updates"), *open_(USER, "lives_in", "Oslo", since=90)],
    ],
    22,
)
@example(  # an end that names no purpose, and a tool that comes back
    [
        [Told(USER, "uses", "Notion", "asserts", None, None, "day", "notes")],
        [*open_(USER, "uses", "Notion", "ends"), *open_(USER, "uses", "exporter")],
        open_(USER, "uses", "Notion"),
    ],
    5,
)
@example(  # what was replaced before it is told that it was had
    [
        [*open_(USER, "uses", "Notion"), *open_("Dana", "chose", "Notion")],
        [Told("Notion", "replaced_by", "exporter", "asserts", None, None, "day")],
        open_(USER, "uses", "Notion"),
    ],
    1,
)
@given(stories, st.integers(0, 719))
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_order_of_reading_a_story_gives_the_same(tmp_path_factory, sessions, place):
    numbered = list(enumerate(sessions))
    shuffled = []
    rest = list(numbered)
    for count in range(len(rest), 0, -1):  # the permutation of that number
        place, index = divmod(place, count)
        shuffled.append(rest.pop(index))
    one, other = (tmp_path_factory.mktemp("order") for _ in range(2))
    assert read_into(one, numbered) == read_into(other, shuffled)
