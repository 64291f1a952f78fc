"""Facts of a graph of before: what later schemas tell of a fact is empty there, and no less a fact."""

from __future__ import annotations

from graphmem.config import Settings
from graphmem.store import migrate, queries
from graphmem.store.store import Store

from .conftest import ENGINE

MADE = (
    "CREATE (:Fact {id: 'fact_x', text: 'A fact.', kind: 'fact', subject: 'ent_a', predicate: 'uses', object: '', "
    "value: 'it', qualifier: '', negated: false, slot: 'slot_x', recorded_at: timestamp('2024-01-01'), "
    "valid_until: timestamp('2024-02-01'), confidence: 0.5, importance: 0.5, trust: 0.5, scope: '', pinned: false, "
    "recalls: 0, ups: 0, downs: 0, score: 0.0})"
)


def test_a_fact_that_ended_before_ends_was_named_names_none(tmp_path, monkeypatch):
    settings = Settings(tmp_path / "home", environ={"GRAPHMEM_STORE_ENGINE": ENGINE})
    known = migrate.migrations()
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "migrations", lambda: [one for one in known if one[0] < 5])
        older = Store(settings)
        older.graph.write(lambda c: c.run(MADE))
        older.close()
    newer = Store(settings)
    with newer.graph.reader() as reader:
        fact = queries.facts(reader, ["fact_x"])["fact_x"]
    newer.close()
    assert (fact.valid_until is None, fact.ended_by) == (False, "")
