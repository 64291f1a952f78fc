"""The tree in the docstring is the real tree, and every error can say what to do next."""

from __future__ import annotations

import re

import pytest

from graphmem import errors
from graphmem.errors import GraphmemError, MisuseError

KINDS = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
}


def drawn():
    """Child and parent of every line of the tree in the docstring."""
    line = re.compile(r"^ {4}([│ ]*)(?:[├└]── )?([A-Z]\w+) {2,}\S")
    parents = []
    tree = {}
    for found in filter(None, map(line.match, errors.__doc__.splitlines())):
        depth = 0 if "──" not in found[0] else len(found[1]) // 4 + 1
        parents[depth:] = [found[2]]
        tree[found[2]] = parents[depth - 1] if depth else "Exception"
    return tree


def test_the_tree_in_the_docstring_is_the_real_tree():
    assert drawn() == {name: kind.__base__.__name__ for name, kind in KINDS.items()}


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_error_says_what_happened_and_what_to_do(kind):
    error = kind("It broke.", hint="Mend it.")
    assert (error.message, error.hint) == ("It broke.", "Mend it.")
    assert str(error) == "It broke. Mend it."
    assert str(kind("It broke.")) == "It broke."
    assert error.exit_code == (2 if issubclass(kind, MisuseError) else 1)
    assert kind.__doc__.count("\n") == 0
    assert issubclass(kind, GraphmemError)
