"""What a store holds becomes commands that answer something on it, for whoever looks at it for the first time."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from graphmem.result import FactView
from graphmem.serve.cli.words import plain


def suggestions(shown: Mapping[str, Any]) -> list[str]:
    """Commands that answer something on this very store, for the shell."""
    listed: Sequence[FactView] = shown["facts"]
    named = [name for fact in listed if fact.object_id for name in (fact.object, fact.subject)]
    about = shlex.quote(plain(named[0] if named else "user"))
    command = shown["command"]
    first = [f"export GRAPHMEM_HOME={shlex.quote(shown['home'])}"] if shown["elsewhere"] else []
    return [
        *first,
        f"{command} recall {about}",
        f"{command} facts --entity {about} --all",
        *(f"{command} history {fact.id}" for fact in listed[:1]),
        f"{command} cypher 'MATCH (e:Entity) RETURN e.name, e.kind ORDER BY e.mentions DESC LIMIT 5'",
        f"{command} --help",
    ]
