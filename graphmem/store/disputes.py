"""What waits for a person: pairs of entities that may be one, and of facts that stand against each other."""

from __future__ import annotations

from graphmem.model import Alias
from graphmem.store.queries import Reader
from graphmem.store.state import ALIAS

_PAIRS = (
    f"MATCH (a:Entity)-[r:MAY_BE]->(b:Entity) RETURN a.id, b.id, {', '.join(f'r.{name}' for name in ALIAS)} "
    "ORDER BY r.confidence DESC, a.id, b.id"
)
_RIVALS = (
    "MATCH (a:Fact)-[:CONTRADICTS]->(b:Fact) WHERE a.retracted_at IS NULL AND b.retracted_at IS NULL "
    "RETURN a.id, b.id ORDER BY a.id, b.id"
)


def candidates(reader: Reader) -> list[Alias]:
    """Pairs of entities that may be one, the likeliest first."""
    rows = reader.run(_PAIRS)
    return [Alias(row[0], row[1], **dict(zip(ALIAS, row[2:], strict=True)), link="MAY_BE") for row in rows]


def contradictions(reader: Reader) -> list[tuple[str, str]]:
    """Pairs of live facts that stand against each other."""
    return [(row[0], row[1]) for row in reader.run(_RIVALS)]
