"""An index from which something was taken is the one that would be made of what is left."""

from __future__ import annotations

import json
import shutil

import pytest

from graphmem import Memory
from graphmem.index.filter import Filter
from graphmem.pipeline.follow import catch_up
from graphmem.temporal import now
from tests.brief import Brief

TOLD = (
    ("codex", "I work at Zanzibar Labs and live in Lisbon.", "2024-01-02T10:00:00Z"),
    ("codex", "My wife Anna loves tea.", "2024-01-03T10:00:00Z"),
    ("atlas", "I still work at Zanzibar Labs. Anna works there too.", "2024-02-02T10:00:00Z"),
    ("atlas", "We use Postgres for billing, says Anna.", "2024-02-03T10:00:00Z"),
)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    home = tmp_path_factory.mktemp("told") / "home"
    with Memory(home) as opened:
        for project, text, moment in TOLD:
            opened.remember(text, project=project, at=now().fromisoformat(moment))
    return home


@pytest.fixture
def memory(told, tmp_path):
    shutil.copytree(told, tmp_path / "home")
    with Memory(tmp_path / "home") as opened:
        yield opened


def everything(memory):
    """All that the index can tell, by id."""
    index = memory._index
    with memory._store.graph.reader() as reader:
        tables = ("Session", "Message", "Entity", "Fact")
        ids = sorted(key for t in tables for (key,) in reader.run(f"MATCH (n:{t}) RETURN n.id"))
    later = Filter(since=now().fromisoformat("2024-02-01T00:00:00Z"))
    views = (Filter(), Filter(project="atlas"), Filter(project="codex"), later)

    def rounded(found):
        return sorted((key, round(score, 4)) for key, score in found)

    asked = index.read("where does Anna work, at Zanzibar Labs")
    people = [key for key in ids if key.startswith("ent_")]
    return {
        "documents": index.documents(ids),
        "neighbours": {key: sorted(index.neighbours(key)) for key in ids},
        "turns": {key: index.turns(key) for key in ids if key.startswith("msg_")},
        "late": {key: round(score, 4) for key, score in index.late(asked, ids).alone.items()},
        "said": index.said_of(people, memory.ontology.predicates, limit=100),
        "names": [(one.text, one.ids) for one in index.names_in("Anna of Zanzibar Labs in Lisbon")],
        **{
            f"{channel} {where}": rounded(ask("Zanzibar Labs Lisbon Anna tea Postgres", where))
            for where in views
            for channel, ask in {
                "text": lambda query, where: index.text(query, where=where),
                "vector": lambda query, where: index.vector(query, where=where),
                "graph": lambda query, where: index.graph(dict.fromkeys(people, 1.0), where=where),
            }.items()
        },
    }


def key_of(memory, what):
    [fact] = [fact for fact in memory.facts(predicate="works_at") if "user" in fact.text.lower()]
    source = fact.sources[0]
    return {
        "session": source.session_id,
        "message": source.message_id,
        "fact": fact.id,
        "entity": fact.object_id,
    }[what]


@pytest.mark.parametrize("what", ["session", "message", "fact", "entity"])
def test_it_is_the_index_of_what_is_left(memory, what):
    memory.forget(key_of(memory, what))
    after = everything(memory)
    index = memory._index
    index.reset()
    catch_up(index, memory._store)
    assert everything(memory) == after


def test_it_is_not_made_again(memory, monkeypatch):
    key = key_of(memory, "entity")
    monkeypatch.setattr(type(memory._index), "reset", lambda _: pytest.fail("the index was made again"))
    memory.forget(key)
    assert not memory._index.text("Zanzibar")


def test_what_was_forgotten_while_the_index_was_away_is_taken_up(memory, monkeypatch):
    """The process may be gone between the ledger and the index: the next opening takes from the index what is due."""
    from graphmem import memory as module

    key, home = key_of(memory, "entity"), memory.settings.home
    memory._index.flush()
    with monkeypatch.context() as patch:
        patch.setattr(module, "catch_up", lambda *_: None)
        memory.forget(key)
    memory.close()
    with Brief(home) as again:
        assert not again._index.text("Zanzibar")
        assert not [hit for hit in again.recall("Zanzibar Labs").hits if "Zanzibar" in json.dumps(str(hit))]
    for file in (home / "index").iterdir():
        assert b"zanzibar" not in file.read_bytes().lower()
