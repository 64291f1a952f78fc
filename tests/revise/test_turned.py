"""What a word of change ends: the topic and the kind of value that are meant, in any order of reading, and no other."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graphmem.model import USER, Claim, Extraction, Mention
from graphmem.revise.revise import revise
from tests.brief import Unsought
from tests.exports import exported
from tests.pipeline.talks import take_in, talk

DAY0 = datetime(2024, 1, 1, 10, tzinfo=UTC)
LABELS = ("keys", "API key", "SSH keys", "key retention")
SPANS = ("every 30 days", "every 90 days", "20 minutes", "500")
PLACES = ("Fly", "Render")
OWN = ("dog", "user's dog", "podcast", "new podcast")
THINGS = ("search", "search index", "search page", "docs site", "docs")
WORDS = (
    "drinks three coffees a day", "goes to the gym twice a week", "The standup is on Zoom",
    "has cut down to one coffee a day", "takes 20mg of citalopram",
    "ships the docs with Fly", "goes to the gym on Tuesdays and Thursdays",
)  # fmt: skip
STEPS = (
    "coffee|one coffee a day",
    "citalopram|30mg",
    "gym|Mondays",
    "keys|every 30 days",
    "API key|every 90 days",
    "the dog|14 kilos",
    "podcast|1000 listeners",
    "The standup|Meet",
    "docs|Render",
)


class Told(NamedTuple):
    """One claim: of whom, under which predicate, with which qualifier and value."""

    who: str
    predicate: str
    qualifier: str
    value: str

    def claim(self, message_id: str, length: int) -> Claim:
        """The claim that an extractor would make of it."""
        placed = self.value in PLACES and not self.predicate.startswith("turned_")
        text = f"The {self.qualifier or self.who} is {self.predicate} {self.value}"
        if self.who in OWN:
            text = f"The {self.who} {self.value}"
        return Claim(
            message_id, 0, length, named(message_id, self.who), self.predicate, text,
            object=named(message_id, self.value) if placed else None, value="" if placed else self.value,
            qualifier=self.qualifier, mode="closes" if self.predicate.startswith("turned_") else "asserts",
        )  # fmt: skip


def named(message_id: str, name: str) -> Mention:
    kind = "person" if name in {USER, "Dana"} else "technology" if name in PLACES else "service"
    return Mention(message_id, 0, len(name), name, kind)


def told_of(parts: str) -> Told:
    topic, value = parts.split("|")
    return Told(USER, "turned_noted", topic, value)


settled = st.builds(
    Told, st.just(USER), st.just("setting_is"), st.sampled_from(LABELS), st.sampled_from(SPANS)
)
placed = st.builds(
    Told,
    st.sampled_from(THINGS),
    st.sampled_from(["deployed_on", "stored_in"]),
    st.just(""),
    st.sampled_from(PLACES),
)
used = st.builds(
    Told, st.sampled_from([USER, "Dana"]), st.just("uses"), st.sampled_from(THINGS), st.sampled_from(PLACES)
)
worded = st.builds(
    Told,
    st.sampled_from([USER, "Dana"]),
    st.sampled_from(["noted", "practises"]),
    st.just(""),
    st.sampled_from(WORDS),
)
owned = st.one_of(
    st.builds(Told, st.sampled_from(OWN[:2]), st.just("noted"), st.just(""), st.just("weighs 12 kilos")),
    st.builds(
        Told, st.sampled_from(OWN[2:]), st.just("setting_is"), st.just("listeners"), st.just("300 listeners")
    ),
)
turned = st.sampled_from(STEPS).map(told_of) | st.builds(
    Told,
    st.sampled_from([USER, *THINGS]),
    st.sampled_from([f"turned_{one}" for one in ("deployed_on", "stored_in", "uses", "setting_is", "noted")]),
    st.sampled_from(THINGS),
    st.sampled_from(PLACES),
)
stories = st.lists(
    st.lists(settled | placed | used | worded | owned | turned | turned, min_size=1, max_size=2),
    min_size=2,
    max_size=6,
)


def read_into(folder: Path, sessions: list[tuple[int, list[Told]]]) -> bytes:
    with Unsought(folder / "home") as memory:
        for number, tellings in sessions:
            session, messages = talk(
                f"session {number}", ("user", "so it was told"), at=DAY0 + timedelta(days=7 * number)
            )
            (message,) = messages
            claims = tuple(one.claim(message.id, len(message.text)) for one in tellings)
            extraction = Extraction(mentions=(), claims=claims, extractor="spacy", message_ids=(message.id,))

            def build(graph, session=session, messages=messages, extraction=extraction):
                change = revise(graph, messages, extraction, ontology=memory.ontology, sessions=[session])
                return [("KnowledgeExtracted", change)]

            memory._store.commit(build, actor="test")
        return exported(memory)


@example(
    [
        [Told(USER, "setting_is", "API key", "every 90 days")],
        [told_of("keys|every 30 days")],
        [Told(USER, "setting_is", "SSH keys", "every 90 days")],
    ],
    5,
)
@example(
    [
        [Told("search index", "deployed_on", "", "Fly"), Told("Dana", "uses", "search", "Fly")],
        [Told("search", "turned_deployed_on", "search", "Render")],
        [Told("docs site", "stored_in", "", "Fly")],
    ],
    3,
)
@given(stories, st.integers(0, 719))
@settings(
    max_examples=int(os.environ.get("GRAPHMEM_ORDER_EXAMPLES", "3")), deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
def test_every_order_of_reading_gives_the_same(tmp_path_factory, sessions, place):
    numbered, shuffled = list(enumerate(sessions)), []
    rest = list(numbered)
    for count in range(len(rest), 0, -1):  # the permutation of that number
        place, index = divmod(place, count)
        shuffled.append(rest.pop(index))
    one, other = (tmp_path_factory.mktemp("order") for _ in range(2))
    assert read_into(one, numbered) == read_into(other, shuffled)


# What was told, and later; how often each of the first still holds.
TOLD = {
    "a shorter name": (["The API key rotates every 90 days."], "keys rotate every 30 days now", [False]),
    "another full name": (["The API key rotates every 90 days."], "SSH keys rotate every 30 days now", [True]),
    "one of two that may be meant": (
        ["The API key rotates every 90 days.", "The SSH key rotates every 60 days."],
        "keys rotate every 30 days now", [True, True],
    ),
    "its very own name": (
        ["The timeout is 30 seconds.", "The login timeout is 60 seconds."],
        "the timeout is 20 seconds now", [False, True],
    ),
    "another kind of value": (["I take 20mg of citalopram."], "I take the citalopram on Mondays now", [True]),
    "a dose": (["I take 20mg of citalopram."], "my doctor upped the citalopram to 30mg", [False]),
    "somebody else's": (["I take 20mg of citalopram."], "Priya upped her citalopram to 30mg", [True]),
    "a thing by its short name": (
        ["The search index is on Elasticsearch."], "search runs on Typesense since tuesday", [False],
    ),
    "a service by its short name": (
        ["The checkout service is written in Elixir."], "we rewrote checkout in Go over the summer", [False],
    ),
    "beside it": (["The search index is on Elasticsearch."], "search also runs on Typesense now", [True]),
    "a part of it": (["Our docs live in GitBook."], "some of the docs are in Docusaurus now", [True]),
    "all of it": (["Our docs live in GitBook."], "we moved the docs to Docusaurus", [False]),
    "what it is written in": (
        ["The payments service is written in Elixir."], "we moved the payments service to Fly.io last week", [True],
    ),
    "a measure by its unit": (["I drink three coffees a day."], "i've cut down to one coffee a day", [False]),
    "what somebody has": (["My dog weighs 12 kilos."], "the dog is up to 14 kilos", [False]),
    "another of the kind": (["My dog weighs 12 kilos."], "my cat is up to 5 kilos", [True]),
    "how often": (["I go to the gym twice a week."], "gym is once a week now", [False]),
    "how often, of another": (["I go to the gym twice a week."], "sauna once a week now", [True]),
    "a call": (["Standup is on Zoom."], "standup moved to Meet", [False]),
    "another call": (["Standup is on Zoom."], "the retro moved to Meet", [True]),
    "what a queue runs on": (["The queue is on RabbitMQ."], "queue was moved to NATS", [False]),
    "what a service uses": (["The shop is deployed on Zoom."], "we moved the shop from MySQL to SQLite", [True]),
    "a name of a setting": (["The office wifi is LanternGuest."], "office wifi is LanternStaff now", [False]),
    "a name in small letters": (
        ["The primary region is eu-west-1."], "primary region switched to eu-central-1", [False],
    ),
    "a place in small letters": (["The cron is in crontab."], "the cron moved to systemd timers", [False]),
    "a day that is named": (
        ["The queue is RabbitMQ."], "we swapped the queue to NATS over the weekend", [False],
    ),
    "only one": (["I tutor two kids."], "I only tutor one kid now", [False]),
    "what it has": (["The podcast has 300 listeners."], "podcast passed 1000 listeners", [False]),
    "of another thing": (["The newsletter has 300 listeners."], "podcast passed 1000 listeners", [True]),
    "the same again": (["The API key rotates every 90 days."], "keys rotate every 90 days now", [True]),
}  # fmt: skip
FIRST, LATER = datetime(2024, 3, 4, 9, tzinfo=UTC), datetime(2024, 5, 20, 9, tzinfo=UTC)


@pytest.mark.parametrize("backwards", [False, True], ids=["forwards", "backwards"])
@pytest.mark.parametrize("story", TOLD.values(), ids=list(TOLD))
def test_it_ends_what_is_meant_and_nothing_else(tmp_path, story, backwards):
    first, later, holds = story
    sessions = [
        *(talk(f"first {number}", ("user", one), at=FIRST) for number, one in enumerate(first)),
        talk("later", ("user", later), at=LATER),
    ]
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, *(sessions[::-1] if backwards else sessions))
        known = memory.facts(all=True, limit=50)
        values = [next(word for word in one.rstrip(".").split()[::-1] if word in VALUES) for one in first]
        told = [[fact for fact in known if value in f"{fact.text} {fact.object}" and fact.valid_from <= FIRST]
                for value in values]  # fmt: skip
        assert all(told)
        assert [any(fact.valid_until is None for fact in facts) for facts in told] == holds


VALUES = {
    "Elixir",
    "90",
    "60",
    "30",
    "20mg",
    "Elasticsearch",
    "GitBook",
    "three",
    "12",
    "twice",
    "Zoom",
    "RabbitMQ",
    "300",
    "LanternGuest",
    "eu-west-1",
    "crontab",
    "two",
}
