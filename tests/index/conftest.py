"""Small records with sensible defaults, and an embedder that needs no model."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import numpy as np
import pytest

from graphmem.config import Settings
from graphmem.index.sync import Index
from graphmem.model import Alias, Change, Entity, Evidence, Fact, Mentioned, Message, Session

START = datetime(2024, 1, 1, tzinfo=UTC)


class HashEmbedder:
    """Words become fixed random directions; a text is their sum."""

    name = "hash"
    dimensions = 32
    fingerprint = "hash/1"
    floor = 0.0

    def __init__(self):
        self.seen = []

    def embed(self, texts):
        self.seen.extend(texts)
        return np.array([self.direction(text) for text in texts], np.float32).reshape(-1, self.dimensions)

    def embed_question(self, question):
        return self.embed([question])[0]

    def direction(self, text):
        words = [word.strip(".,?!").encode() for word in text.casefold().split()] or [b""]
        seeds = [int.from_bytes(hashlib.blake2b(word, digest_size=4).digest()) for word in words]
        total = sum(np.random.default_rng(seed).normal(size=self.dimensions) for seed in seeds)
        return total / np.linalg.norm(total)


def at(days):
    return START + timedelta(days=days)


def session(key="s1", *, client="claude", project="atlas", day=0):
    return Session(
        id=f"ses_{key}",
        client=client,
        external_id=key,
        started_at=at(day),
        ended_at=at(day + 1),
        project=project,
    )


def message(key, text, *, ses="s1", seq=0, day=0.0, author="user", **more):
    return Message(
        id=f"msg_{key}",
        session_id=f"ses_{ses}",
        role="user",
        text=text,
        seq=seq,
        sent_at=at(day),
        author=author,
        **more,
    )


def entity(key, name, *, day=0, kind="thing"):
    return Entity(id=f"ent_{key}", name=name, kind=kind, first_seen=at(day), last_seen=at(day))


def fact(key, text, *, subject="user", object="", day=0, **more):  # noqa: A002 - the field's name
    return Fact(
        id=f"fact_{key}",
        text=text,
        kind="fact",
        subject=f"ent_{subject}",
        object=f"ent_{object}" if object else "",
        predicate="works_at",
        recorded_at=at(day),
        slot="slot_1",
        **more,
    )


def evidence(key, fact_key, message_key, *, day=0):
    return Evidence(
        id=f"msg_{message_key}#{key}",
        fact_id=f"fact_{fact_key}",
        message_id=f"msg_{message_key}",
        said_at=at(day),
        mode="asserts",
        quote="",
        start=0,
        end=0,
        text="",
        kind="fact",
        subject="ent_user",
        predicate="works_at",
        object="",
        value="",
        qualifier="",
        valid_from=None,
        valid_until=None,
        grain="",
        confidence=0.5,
        trust=0.5,
    )


def mentioned(message_key, entity_key, start=0):
    return Mentioned(
        message_id=f"msg_{message_key}", entity_id=f"ent_{entity_key}", start=start, end=start + 1
    )


def alias(source, target, **more):
    return Alias(f"ent_{source}", f"ent_{target}", "stated", 0.9, **more)


@pytest.fixture(scope="session")
def make():
    """Makers of records."""
    return SimpleNamespace(
        at=at,
        session=session,
        message=message,
        entity=entity,
        fact=fact,
        evidence=evidence,
        mentioned=mentioned,
        alias=alias,
        Change=Change,
        HashEmbedder=HashEmbedder,
    )


@pytest.fixture(scope="session")
def story():
    """Seven changes, by sequence number: two sessions, two employers, aliases, and a correction."""
    changes = [
        Change(
            sessions=(session(),),
            messages=(
                message("1", "I work at Acme as a staff engineer.", seq=0, day=0),
                message("2", "Noted, Acme it is.", seq=1, day=0.1, author="claude-opus", kind="text"),
                message("3", "ls -la /srv/acme", seq=2, day=0.2, author="bash", kind="tool_call"),
            ),
            entities=(entity("user", "user", kind="person"), entity("acme", "Acme", kind="organization")),
            mentions=(mentioned("1", "acme", 10), mentioned("1", "user"), mentioned("2", "acme")),
            facts=(fact("acme", "The user works at Acme.", object="acme", valid_from=at(0)),),
            evidence=(evidence("0", "acme", "1"),),
            extracted=("msg_1", "msg_2"),
        ),
        Change(
            sessions=(session("s2", client="codex", project="borealis", day=30),),
            messages=(message("4", "I left Acme, I'm at Globex now.", ses="s2", day=30),),
            entities=(
                entity("user", "user", kind="person"),
                entity("acme", "Acme", kind="organization"),
                entity("globex", "Globex Corp", day=30),
            ),
            mentions=(mentioned("4", "acme"), mentioned("4", "globex", 9), mentioned("4", "user")),
            facts=(
                fact(
                    "acme",
                    "The user works at Acme.",
                    object="acme",
                    valid_from=at(0),
                    valid_until=at(30),
                    end_recorded_at=at(30),
                ),
                fact("globex", "The user works at Globex Corp.", object="globex", day=30, valid_from=at(30)),
            ),
            evidence=(evidence("0", "acme", "4", day=30), evidence("1", "globex", "4", day=30)),
            extracted=("msg_4",),
        ),
        Change(
            entities=(entity("maya", "Maya Lindqvist", day=31),),
            aliases=(alias("maya", "user"),),
            messages=(message("5", "My name is Maya Lindqvist.", ses="s2", seq=1, day=31),),
            mentions=(mentioned("5", "maya"), mentioned("5", "user")),
            extracted=("msg_5",),
        ),
        # A message that was missed: it belongs between the first and the second.
        Change(messages=(message("6", "By the way, the deploy key is in the vault.", seq=1, day=0.05),)),
        # The fact about Globex is told anew by a better sentence, under another id.
        Change(
            facts=(fact("globex2", "Maya is employed by Globex Corp.", object="globex", day=30),),
            evidence=(evidence("1", "globex2", "4", day=30),),
            dropped=("fact_globex",),
        ),
        # Extracted again: the second message no longer mentions Acme.
        Change(extracted=("msg_2",)),
        Change(messages=(message("7", "", ses="s2", seq=2, day=32),)),
    ]
    return list(enumerate(changes, 1))


@pytest.fixture
def settings(home):
    return Settings(home, environ={}, arguments={"index.embedder": "none"})


@pytest.fixture
def open_index(tmp_path, settings):
    """Opens the index of a folder, the test's own when none is given; nothing works on it after the test."""
    opened = []

    def opener(folder=None, *, embedder="hash", memory=False):
        chosen = HashEmbedder() if embedder == "hash" else embedder
        where = None if memory else (folder or tmp_path / "index")
        opened.append(Index.open(where, settings=settings, embedder=chosen))
        return opened[-1]

    yield opener
    for index in opened:
        index.tidier.stop()  # the folder is deleted next, and a merge would write into it


@pytest.fixture(scope="session")
def answers():
    """Everything that a search of the story can tell, for comparing two indexes."""
    from graphmem.index.filter import Filter

    filters = [
        Filter(),
        Filter(as_of=at(10)),
        Filter(as_of=at(40), known_at=at(20)),
        Filter(kinds=frozenset({"fact"})),
        Filter(project="atlas"),
        Filter(client="codex"),
        Filter(entities=frozenset({"ent_globex"})),
        Filter(since=at(20)),
    ]

    def rounded(found):
        return sorted((key, round(score, 4)) for key, score in found)

    def everything(index):
        found = []
        for where in filters:
            found.append(rounded(index.text("Where does Maya work? Acme, Globex, deploy, user", where=where)))
            found.append(rounded(index.vector("user works at Acme", where=where)))
            found.append(rounded(index.graph({"ent_user": 1.0, "ent_globex": 0.5}, where=where)))
        keys = [*(f"msg_{i}" for i in range(1, 8)), "fact_acme", "fact_globex", "fact_globex2", "ent_user"]
        found += [(k, index.document(k), sorted(index.neighbours(k)), index.turns(k)) for k in keys]
        found.append(index.entity_ids(["acme", "Maya Lindqvist", "globex corp", "nobody"]))
        found.append(
            [(n.text, n.ids) for n in index.names_in("does maya lindqvist work for the globex corp?")]
        )
        return found

    return everything
