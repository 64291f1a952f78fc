"""What a statement may hold: ours exactly the parameters that are given, a user's nothing but reading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from graphmem.errors import EngineError, QueryError

_LITERAL = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`|//[^\n]*|/\*.*?\*/", re.DOTALL)
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")
# What a user's statement may not hold: it would read files, load code or change the engine itself.
_FORBIDDEN = re.compile(
    r"\b(COPY|LOAD|ATTACH|DETACH\s+DATABASE|INSTALL|UNINSTALL|EXPORT|IMPORT|USE|BEGIN|COMMIT|ROLLBACK|CHECKPOINT)\b",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[(\[{}\])]|\b(?:CASE|END)\b", re.IGNORECASE)
# Functions whose answer is as large as a number in them says: beside its clock the engine forgets its memory there.
_GROWS = re.compile(r"\b(range|repeat|lpad|rpad)\s*\(", re.IGNORECASE)
_SMALL = re.compile(
    r"\b(?:range\s*\(\s*-?\d{1,5}\s*(?:,\s*-?\d{1,5}\s*)+\)|(?:repeat|lpad|rpad)\s*\([\w\s.]*,\s*\d{1,5}\s*[,)])",
    re.IGNORECASE,
)
_CALL = re.compile(r"\bCALL\s+(\w+)", re.IGNORECASE)
_SAFE_CALLS = frozenset({"show_tables", "table_info", "show_connection", "show_functions", "db_version"})


def check_parameters(statement: str, values: Mapping[str, Any]) -> None:
    """Refuse a statement whose parameters are not exactly the given ones: an unbound one matches every row."""
    wanted = set(_PARAMETER.findall(_LITERAL.sub("", statement)))
    if missing := sorted(wanted - set(values)):
        raise QueryError(
            f"The statement uses ${', $'.join(missing)}, which was not given.",
            hint=f"Pass it with --param {missing[0]}=VALUE.",
        )
    if unknown := sorted(set(values) - wanted):
        raise QueryError(f"The statement has no parameter ${', $'.join(unknown)}.")


# The engine reads a statement by recursion, in a time that grows with its depth, and nothing can stop it there.
LONGEST, DEEPEST = 10_000, 40  # characters beside literals, and brackets in brackets


def screen(statement: str) -> None:
    """Refuse what a reading statement never needs; raises QueryError."""
    bare = _LITERAL.sub(" ", statement)
    if len(bare) > LONGEST or deepest(bare) > DEEPEST:
        raise QueryError(
            f"A statement may have {LONGEST:,} characters beside its texts, and {DEEPEST} brackets in each other.",
            hint="Give long lists as parameters: WHERE e.id IN $ids.",
        )
    if ";" in bare.strip().rstrip(";"):
        raise QueryError("Only one statement at a time is run.", hint="Send them one by one.")
    if not bare.strip():
        raise QueryError("The statement is empty.", hint="Try: MATCH (e:Entity) RETURN e.name LIMIT 5")
    if found := _FORBIDDEN.search(bare):
        raise QueryError(f"{found[1].upper()} is not allowed here: cypher only reads the graph.")
    if len(_GROWS.findall(bare)) > len(_SMALL.findall(bare)):
        raise QueryError(
            "range, repeat, lpad and rpad take numbers of five digits at the most, written out.",
            hint="Give a list of your own as a parameter: UNWIND $numbers AS n.",
        )
    for name in _CALL.findall(bare):
        if name.lower() not in _SAFE_CALLS:
            raise QueryError(
                f"CALL {name} is not allowed here.", hint=f"Allowed: {', '.join(sorted(_SAFE_CALLS))}."
            )


def deepest(bare: str) -> int:
    """How many brackets stand in each other at the most."""
    depth = most = 0
    for sign in _BRACKET.findall(bare):
        depth += -1 if sign in ")]}" or sign.upper() == "END" else 1
        most = max(most, depth)
    return most


def query_error(cause: EngineError, seconds: float) -> QueryError:
    """What the engine said about a user's statement, in words that tell what to do."""
    text = cause.message.replace("\n", " ").strip()
    if "read-only transaction" in text or "read only" in text.lower():
        return QueryError(
            "The statement would write, and cypher only reads.", hint="Use remember or forget instead."
        )
    if "Interrupted" in text:
        return QueryError(
            f"The statement ran longer than {seconds:g} seconds and was stopped.",
            hint="Narrow it, add LIMIT, or raise cypher.seconds.",
        )
    return QueryError(
        text.replace("exception:", "error:"), hint="The tables are listed in schema/schema.cypher."
    )
