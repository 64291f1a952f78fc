"""A store in an empty home, and small records to put into it."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.config import Settings
from graphmem.model import (
    Change,
    Community,
    Entity,
    Evidence,
    Fact,
    FactLink,
    Mentioned,
    Message,
    Named,
    Page,
    PageLinks,
    Section,
    Session,
)
from graphmem.store.store import Store
from tests.brief import unfolded

# Which engine these tests run on; test_engines.py runs them again on the other one, in a process of its own.
ENGINE = os.environ.get("GRAPHMEM_TEST_ENGINE", "kuzu")
T0 = datetime(2024, 1, 1, tzinfo=UTC)


def day(n):
    return T0 + timedelta(days=n)


def session(n=0):
    return Session(
        id=f"ses_{n}", client="test", external_id=str(n), started_at=T0, ended_at=day(n), title=f"Talk {n}"
    )


def message(n, session_id="ses_0", text="The billing service runs on port 8080."):
    return Message(
        id=f"msg_{n}", session_id=session_id, role="user", text=text, seq=n, sent_at=day(n), trust=0.9
    )


def entity(name, kind="service", mentions=1):
    return Entity(
        id=f"ent_{name}",
        name=name,
        kind=kind,
        first_seen=T0,
        last_seen=T0,
        mentions=mentions,
        votes=f"{kind}:1",
    )


def fact(n, subject="ent_billing", obj="ent_postgres", **more):
    values = {
        "text": f"Fact {n}.",
        "kind": "fact",
        "predicate": "uses",
        "recorded_at": day(n),
        "slot": f"slot_{n}",
    }
    return Fact(id=f"fact_{n}", subject=subject, object=obj, value="postgres", **{**values, **more})


def evidence(n, fact_id, message_id):
    return Evidence(
        id=f"{message_id}#{n}",
        fact_id=fact_id,
        message_id=message_id,
        said_at=T0,
        mode="asserts",
        quote="The billing service",
        start=0,
        end=19,
        text="Fact.",
        kind="fact",
        subject="ent_billing",
        predicate="uses",
        object="ent_postgres",
        value="postgres",
        qualifier="",
        valid_from=None,
        valid_until=None,
        grain="",
        confidence=0.5,
        trust=0.9,
    )


def community(n, *members, parent=""):
    heads = tuple(Named(f"ent_{name}", name) for name in members[:2])
    return Community(f"com_{n}", int(bool(parent)), tuple(f"ent_{name}" for name in members), heads, parent)


def page(key, subject, *facts, version=1, **more):
    values = {"heads": (Named("ent_billing", "billing"),), "kind": "entity", "at": day(version), "slug": key}
    return Page(
        id=f"page_{key}",
        subject=subject,
        sections=(Section(facts, kind="fact"),),
        version=version,
        **{**values, **more},
    )


def small_change(n=0):
    """One of everything, numbered."""
    return Change(
        sessions=(session(n),),
        messages=(message(n, f"ses_{n}"),),
        entities=(entity("billing"), entity("postgres", "technology")),
        mentions=(
            Mentioned(message_id=f"msg_{n}", entity_id="ent_billing", start=4, end=11),
            Mentioned(message_id=f"msg_{n}", entity_id="ent_postgres", start=0, end=3),
        ),
        facts=(fact(n), fact(n + 1000, slot=f"slot_{n}", retracted_at=day(n + 1))),
        evidence=(evidence(0, f"fact_{n}", f"msg_{n}"),),
        communities=(
            community(n, "billing", "postgres"),
            community(n + 100, "billing", "nobody", parent=f"com_{n}"),
        ),
        pages=(
            page("billing", "ent_billing", f"fact_{n}", "fact_none", version=n + 1),
            page(f"topic{n}", f"com_{n}", f"fact_{n}", kind="topic"),
        ),
        page_links=(PageLinks(f"page_topic{n}", ("page_billing", "page_none")),),
        links=(FactLink(f"fact_{n}", f"fact_{n + 1000}", "SUPERSEDES", day(n)),),
        extracted=(f"msg_{n}",),
    )


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "home", environ={"GRAPHMEM_STORE_ENGINE": ENGINE})


@pytest.fixture
def store(settings):
    opened = Store(settings)
    yield opened
    unfolded(opened)
    opened.close()


def lies(store):
    """The bytes and the times of the graph, of its seal, and of whatever else the engine put there."""
    files = (store.graph_file, *store.home.glob("graph.*"))
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The home of a store with something in it, closed; to be copied."""
    home = tmp_path_factory.mktemp("made") / "home"
    store = Store(Settings(home, environ={"GRAPHMEM_STORE_ENGINE": ENGINE}))
    put(store, small_change(1), small_change(2))
    store.close()
    return home


@pytest.fixture
def closed(made, settings):
    """A store with something in it, closed."""
    shutil.copytree(made, settings.home)
    store = Store(settings)
    store.close()
    return store


def killed(store, folder):
    """The home as it would lie there if the owner of the store were killed now, and its settings."""
    home = folder / f"killed{len(list(folder.glob('killed*')))}"
    shutil.copytree(store.home, home, ignore=shutil.ignore_patterns("lock"))
    return Settings(home, environ={"GRAPHMEM_STORE_ENGINE": ENGINE})


def put(store, *changes):
    for change in changes:
        store.commit(lambda _, c=change: [("KnowledgeExtracted", c)], actor="test")


def dump(store):
    from graphmem.store.archive import lines

    with store.graph.reader() as reader:
        return list(lines(reader))
