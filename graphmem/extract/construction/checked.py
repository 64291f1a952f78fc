"""A grammar against the vocabulary: what it claims has to be a predicate, what its slots ask for has to be a type."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from graphmem.errors import OntologyError
from graphmem.extract.construction.fillers import ENTITIES, FORMS
from graphmem.extract.construction.grammar import Grammar, load_grammar
from graphmem.ontology import Ontology

# Types that need more than the words of the phrase.
READ = frozenset({"np", "part", "handle", "self"})


def grammar_of(home: Path, ontology: Ontology) -> Grammar:
    """The packaged grammar with `constructions.toml` of a home added to it, if there is one.

    Raises OntologyError for a file that cannot be read, and for a construction of it whose predicate or whose types
    nobody knows; a packaged one whose predicate is not in the vocabulary says nothing.
    """
    own = home / "constructions.toml"
    return checked(load_grammar(own), ontology) if own.exists() else load_grammar()


@lru_cache(maxsize=8)
def checked(grammar: Grammar, ontology: Ontology) -> Grammar:
    """The grammar, when all in it that is not packaged goes with the vocabulary; raises OntologyError."""
    known = {*grammar.types, *ENTITIES, *FORMS, *ontology.kinds, *READ}
    for one in sorted(grammar.constructions - load_grammar().constructions, key=lambda one: one.source):
        if one.predicate not in ontology.predicates:
            raise OntologyError(
                f"The construction {one.source!r} claims {one.predicate}, which is no predicate.",
                hint="Add it to ontology.toml of the home, or correct its name.",
            )
        unknown = {name for element in one.elements for name in element.types} - known
        if unknown:
            raise OntologyError(
                f"The construction {one.source!r} of {one.predicate} asks for {', '.join(sorted(unknown))}, which is "
                "no type.",
                hint="Add [types.NAME] to constructions.toml of the home, or correct its name.",
            )
    return grammar
