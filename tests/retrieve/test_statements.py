"""How often a question asks the graph, where each statement costs about as much as what it brings, and the model."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.pipeline.recall import SPARE
from graphmem.store.graph import Connection
from tests.brief import Brief

LIMIT = 10
NAMES = [
    "Anna",
    "Boris",
    "Clara",
    "Dario",
    "Elena",
    "Farid",
    "Greta",
    "Hiroshi",
    "Ines",
    "Jonas",
    "Katya",
    "Liam",
    "Mona",
    "Nils",
    "Olga",
    "Pedro",
    "Quinn",
    "Rosa",
]


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    begin = datetime(2024, 1, 1, tzinfo=UTC)
    with Brief(tmp_path_factory.mktemp("many")) as opened:
        for day, name in enumerate(NAMES):
            opened.remember(f"{name} works at Acme and lives in Lisbon.", at=begin + timedelta(days=day))
        yield opened


@pytest.fixture
def statements(monkeypatch):
    """Every statement that is run from here on."""
    run, found = Connection.run, []

    def kept(self, statement, parameters=None, **options):
        found.append(statement)
        return run(self, statement, parameters, **options)

    monkeypatch.setattr(Connection, "run", kept)
    return found


@pytest.mark.parametrize("question", ["who works at Acme", "Lisbon", "where does Anna live now"])
def test_a_question_costs_a_statement_for_each_fact_and_few_beside(memory, statements, question):
    hits = memory.recall(question, limit=LIMIT).hits
    assert hits
    facts = [one for one in statements if "STATED_IN" in one]
    # What folds together is made up for once, and nothing is looked up anew for that.
    assert 0 < len(facts) <= 2 * LIMIT + SPARE
    # One whether anything was judged; the messages of all hits, eight at a time and then fewer, both times.
    assert len(statements) - len(facts) <= 1 + 2 * ((LIMIT + SPARE) // 8 + 3)


def test_a_question_asks_no_statement_that_reads_a_table(memory, statements):
    memory.recall("who works at Acme", limit=LIMIT)
    assert statements
    assert not [one for one in statements if re.search(r"IN \$|count\(", one)]


def test_a_question_is_read_once(memory, monkeypatch):
    embedder = memory._index.embedder
    begin, read = embedder.begin, []

    def begun(question):
        made = begin(question)
        return lambda: (read.append(question), made())[1]

    monkeypatch.setattr(embedder, "begin", begun)
    assert memory.recall("who works at Acme").hits
    assert read == ["who works at Acme"]
