"""What changes in a project from one session to the next: hosting, decisions, settings, slips, versions."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Unsought
from tests.pipeline.talks import take_in, talk

FIRST, SECOND = datetime(2024, 3, 4, 9, tzinfo=UTC), datetime(2024, 5, 20, 9, tzinfo=UTC)
BEFORE, AFTER = datetime(2024, 4, 1, tzinfo=UTC), datetime(2024, 7, 1, tzinfo=UTC)
# What was said first and later; of whom is asked, by which predicates; what held before and after.
STORIES = {
    "hosting": (
        "The shop is deployed on Heroku.", "We migrated the shop from Heroku to Fly.",
        "shop", {"deployed_on"}, {"Heroku"}, {"Fly"},
    ),
    "hosting, only where to": (
        "Quarry is deployed on Heroku.", "Quarry lives on Render now.",
        "Quarry", {"deployed_on"}, {"Heroku"}, {"Render"},
    ),
    "a choice for a purpose": (
        "We decided to use MongoDB for the audit log.",
        "We're replacing MongoDB with Postgres for the audit log because of the joins.",
        "user", {"chose", "uses"}, {"MongoDB"}, {"Postgres"},
    ),
    "a choice, without its purpose": (
        "We decided to use RabbitMQ for the event bus.", "RabbitMQ is out, Kafka is in.",
        "user", {"chose", "uses"}, {"RabbitMQ"}, {"Kafka"},
    ),
    "what was turned down is taken up": (
        "We went with MongoDB instead of Postgres.", "We went back to Postgres, instead of MongoDB.",
        "user", {"rejected"}, {"Postgres"}, set(),
    ),
    "a setting, by another wording": (
        "The timeout of orders-svc is 30 s.", "We bumped orders-svc's timeout from 30 s to 60 s.",
        "orders-svc", {"setting_is"}, {"30 s"}, {"60 s"},
    ),
    "a port": (
        "The metrics endpoint is on port 9100.", "The metrics endpoint is on 9101 now.",
        "metrics endpoint", {"listens_on"}, {"port 9100"}, {"port 9101"},
    ),
    "a slip": (
        "orders-svc depends on Kafka.", "Correction: orders-svc depends on RabbitMQ, not Kafka.",
        "orders-svc", {"depends_on"}, {"Kafka"}, {"RabbitMQ"},
    ),
    "a version": (
        "We're on Django 5.0 for the storefront.", "Had to roll the storefront back to Django 4.2.",
        "Django", {"version_is"}, {"5.0"}, {"4.2"},
    ),
    "a dependency": (
        "The shop uses Redis.", "We dropped Redis from the shop.",
        "shop", {"depends_on", "uses"}, {"Redis"}, set(),
    ),
    "moved from one tool to another, by name": (
        "Lantern uses SQLite and runs on Heroku.", "We moved Lantern from SQLite to Postgres.",
        "Lantern", {"uses"}, {"SQLite"}, {"Postgres"},
    ),
    "moved by name, where only the team was said to use it": (
        "We use SQLite.", "We moved Lantern from SQLite to Postgres.",
        "user", {"uses"}, {"SQLite"}, set(),
    ),
    "a flag": (
        "The new checkout flag is on.", "We turned off the new checkout flag.",
        "user", {"status_is"}, {"on"}, {"off"},
    ),
}  # fmt: skip


def values(memory, name, predicates, **when):
    found = memory.facts(entity=name, **when)
    return {fact.object for fact in found if fact.predicate in predicates and fact.subject == name}


@pytest.mark.parametrize("backwards", [False, True], ids=["forwards", "backwards"])
@pytest.mark.parametrize("story", STORIES.values(), ids=list(STORIES))
def test_the_new_closes_the_old_on_both_clocks(tmp_path, story, backwards):
    first, later, name, predicates, held, holds = story
    sessions = [talk("first", ("user", first), at=FIRST), talk("second", ("user", later), at=SECOND)]
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, *(sessions[::-1] if backwards else sessions))
        assert values(memory, name, predicates, as_of=AFTER) == holds
        assert values(memory, name, predicates, as_of=BEFORE, known_at=BEFORE) == held
        assert values(memory, name, predicates, as_of=AFTER, known_at=BEFORE) == held


def test_a_slip_was_never_so(tmp_path):
    turns = [
        ("user", "We use Redis for caching.", FIRST),
        ("user", "Sorry, I meant Memcached, not Redis.", SECOND),
    ]
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, talk("one", *turns, at=FIRST))
        assert values(memory, "user", {"uses"}, as_of=AFTER) == {"Memcached"}
        assert values(memory, "user", {"uses"}, as_of=BEFORE) == set()
        assert values(memory, "user", {"uses"}, as_of=BEFORE, known_at=BEFORE) == {"Redis"}


def test_what_stays_in_use_for_something_else_is_not_closed(tmp_path):
    sessions = [
        talk("first", ("user", "We use Redis for caching."), at=FIRST),
        talk("second", ("user", "We no longer use Redis for sessions."), at=SECOND),
    ]
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, *sessions)
        assert values(memory, "user", {"uses"}, as_of=AFTER) == {"Redis"}
