"""The page of the vocabulary: kinds and predicates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphmem.ontology import load_ontology
from reference_pages.markdown import code, table


def ontology() -> Iterator[str]:
    """Kinds and predicates."""
    known = load_ontology()
    yield "# The ontology"
    yield (
        "The kinds of things, and what can be said of them, as `schema/ontology.toml` has them. A predicate that "
        "stands nowhere is allowed too: it may have many values at a time and never fades."
    )
    yield "## Kinds"
    yield table(("kind", "what it is"), [(code(k.name), k.doc) for k in known.kinds.values()])
    yield "## Predicates"
    yield (
        "*one*: one value at a time, a new one closes the old. *fades*: loses weight with age unless it is said again. "
        "*both ways*: holds in both directions."
    )
    yield table(
        ("predicate", "reads", "from", "to", "", "what it says"),
        [
            (
                code(p.name),
                p.label,
                ", ".join(p.domain) or "any",
                ", ".join(p.range) or "any",
                traits(p),
                p.doc,
            )
            for p in known.predicates.values()
        ],
    )


def traits(predicate: Any) -> str:
    """How a predicate behaves."""
    words = {"one": predicate.functional, "fades": predicate.perishable, "both ways": predicate.symmetric}
    inverse = [f"inverse {code(predicate.inverse)}"] if predicate.inverse else []
    return ", ".join([*(word for word, holds in words.items() if holds), *inverse])
