"""Keys are looked up one by one or read off a scan: the rows are the same, and few keys never cost a scan."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graphmem.config import Settings
from graphmem.model import Alias, Change, FactLink, Mentioned
from graphmem.store import lookup, queries, shown
from graphmem.store.store import Store
from tests.store.conftest import ENGINE, day, entity, evidence, fact, message, session

COUNT = 40
FACTS = [f"fact_{i}" for i in range(COUNT)]
MESSAGES = [f"msg_{i}" for i in range(COUNT)]
ENTITIES = [f"ent_{i}" for i in range(COUNT)]
ASKED = {
    "sessions": lambda r, n: queries.sessions(r, [f"ses_{i}" for i in range(n)]),
    "messages": lambda r, n: queries.messages(r, MESSAGES[:n]),
    "entities": lambda r, n: queries.entities(r, ENTITIES[:n]),
    "facts": lambda r, n: queries.facts(r, FACTS[:n]),
    "told": lambda r, n: shown.told(r, FACTS[:n]),
    "grains": lambda r, n: shown.grains(r, FACTS[:n]),
    "contradicting": lambda r, n: sorted(queries.contradicting(r, FACTS[:n]), key=repr),
    "slots": lambda r, n: tuple(map(by_id, queries.slots(r, [f"slot_{i}" for i in range(n)]))),
    "evidence_of_messages": lambda r, n: sorted(queries.evidence_of_messages(r, MESSAGES[:n]), key=repr),
    "evidence_of_facts": lambda r, n: queries.evidence_of_facts(r, FACTS[:n]),
    "known": lambda r, n: queries.known(r, MESSAGES[:n]),
    "mentioned": lambda r, n: queries.mentioned(r, MESSAGES[:n]),
    "mention_links": lambda r, n: sorted(queries.mention_links(r, MESSAGES[:n]), key=repr),
    "slots_by_author": lambda r, n: sorted(queries.slots_by_author(r, ENTITIES[:n])),
    "links": lambda r, n: sorted(queries.links(r, FACTS[:n]), key=repr),
    "sources": lambda r, n: queries.sources(r, MESSAGES[:n]),
    "facts_about": lambda r, n: by_id(queries.facts_about(r, ENTITIES[:n], None)),
    "slots_telling": lambda r, n: sorted(
        queries.slots_telling(r, ENTITIES[:n], {"lives_in", "works_at", "uses"}, "")
    ),
    "alias_pairs": lambda r, n: queries.alias_pairs(r, ENTITIES[:n]),
    "alias_links": lambda r, n: sorted(queries.alias_links(r, ENTITIES[:n]), key=repr),
    "in_blocks": lambda r, n: {k: sorted(v) for k, v in queries.in_blocks(r, BLOCKS[:n], most=99).items()},
    "relations": lambda r, n: sorted(queries.relations(r, ENTITIES[:n], None, outward=True), key=repr),
    "relations back": lambda r, n: sorted(queries.relations(r, ENTITIES[:n], None, outward=False), key=repr),
}
BLOCKS = [f"key {i}" for i in range(COUNT)]


def by_id(records):
    return sorted(records, key=lambda record: record.id)


class Recorder:
    """Hands statements on and keeps them."""

    def __init__(self, reader):
        self.reader, self.statements = reader, []

    def run(self, statement, parameters=None):
        self.statements.append(statement)
        return self.reader.run(statement, parameters)


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    """Everything that a graph can hold, joined in every way."""
    numbers = range(COUNT)
    change = Change(
        sessions=tuple(session(i) for i in range(3)),
        messages=tuple(replace(message(i, f"ses_{i % 3}"), author=f"Person {i % 4}") for i in numbers),
        entities=tuple(replace(entity(str(i)), blocks=(f"key {i}", f"key {i // 2}")) for i in numbers),
        facts=tuple(fact(i, f"ent_{i}", f"ent_{(i + 1) % COUNT}", slot=f"slot_{i // 2}") for i in numbers),
        evidence=tuple(replace(evidence(0, f"fact_{i}", f"msg_{i}"), grain="day") for i in numbers),
        mentions=tuple(Mentioned(f"msg_{i}", f"ent_{j}", 0, 1) for i in numbers for j in (i, i // 3)),
        links=tuple(
            FactLink(f"fact_{i}", f"fact_{i + 1}", kind, day(3))
            for i in range(0, COUNT - 1, 3)
            for kind in ("SUPERSEDES", "CONTRADICTS")
        ),
        aliases=tuple(Alias(f"ent_{i}", f"ent_{i + 1}", "stated", 0.9) for i in range(0, COUNT - 1, 4)),
    )
    store = Store(Settings(tmp_path_factory.mktemp("lookup"), environ={"GRAPHMEM_STORE_ENGINE": ENGINE}))
    store.commit(lambda _: [("KnowledgeExtracted", change)], actor="test")
    yield store.graph
    store.close()


@pytest.mark.parametrize("name", ASKED)
def test_one_by_one_and_by_a_scan_are_the_same(graph, monkeypatch, name):
    with graph.reader() as reader:
        recorder = Recorder(reader)
        alone = ASKED[name](recorder, COUNT)
        monkeypatch.setattr(lookup, "FEW", 0)
        monkeypatch.setattr(lookup, "SCANNED", 10**9)
        monkeypatch.setattr(lookup, "FOLLOWED", 10**9)
        scanned = ASKED[name](recorder, COUNT)
        assert any("IN $ids" in statement for statement in recorder.statements)
    assert alone
    assert alone == scanned


@pytest.mark.parametrize(
    "ask",
    [
        queries.slots,
        queries.alias_links,
        queries.alias_pairs,
    ],
    ids=["slots", "alias_links", "alias_pairs"],
)
def test_no_edge_of_what_is_new_is_followed(graph, ask):
    """An import asks about hundreds of keys that no node has yet: not one statement for each."""
    with graph.reader() as reader:
        recorder = Recorder(reader)
        found = ask(recorder, [f"new_{i}" for i in range(300)])
    assert not any(found)
    assert recorder.statements
    assert not [statement for statement in recorder.statements if "]-" in statement]


@pytest.mark.parametrize("name", ASKED)
def test_few_keys_cost_no_scan(graph, name):
    with graph.reader() as reader:
        recorder = Recorder(reader)
        ASKED[name](recorder, 3)
    assert recorder.statements
    assert not [statement for statement in recorder.statements if "IN $ids" in statement]


@pytest.mark.parametrize("end", [0, 1], ids=["from where it leaves", "from where it arrives"])
def test_a_link_has_its_direction_whichever_end_is_asked(graph, end):
    with graph.reader() as reader:
        (alias,) = queries.alias_links(reader, [("ent_4", "ent_5")[end]])
        assert (alias.source, alias.target) == ("ent_4", "ent_5")
        assert ("ent_4", "ent_5") in queries.alias_pairs(reader, [("ent_4", "ent_5")[end]])
        known = queries.links(reader, [("fact_3", "fact_4")[end]])
    assert FactLink("fact_3", "fact_4", "CONTRADICTS", day(3)) in known


def test_contradictions_are_those_among_the_links(graph):
    with graph.reader() as reader:
        for asked in (FACTS, FACTS[:4], FACTS[5:6], FACTS[-1:]):
            links = [link for link in queries.links(reader, asked) if link.kind == "CONTRADICTS"]
            assert sorted(queries.contradicting(reader, asked), key=repr) == sorted(links, key=repr)


def test_the_grain_of_a_fact_is_the_first_that_was_told(graph):
    with graph.reader() as reader:
        assert shown.grains(reader, FACTS[:2]) == {"fact_0": "day", "fact_1": "day"}
        assert shown.grains(reader, ["fact_unknown"]) == {}
