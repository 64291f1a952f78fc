"""The page of Python: Memory, the records and the errors."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from graphmem import errors, listed, model, result
from graphmem import pages as of_pages
from graphmem.memory import Memory
from graphmem.serve.cli.verbs import VERBS
from reference_pages.markdown import code, table


def python() -> Iterator[str]:
    """Memory, the records and the errors."""
    yield "# Python"
    yield "```python\nfrom graphmem import Memory\n```"
    yield "## Memory"
    yield inspect.getdoc(Memory) or ""
    for name in VERBS.values():
        method = getattr(Memory, name)
        yield f"### {name}"
        yield f"```python\n{name}{signature(method)}\n```"
        yield inspect.getdoc(method) or ""
    yield "## Records"
    yield "All are frozen. Those that a method returns, with their fields:"
    for name in ANSWERS:
        yield from record(
            next(getattr(home, name) for home in (result, listed, of_pages, model) if hasattr(home, name))
        )
    yield "## Errors"
    yield f"```\n{inspect.cleandoc((errors.__doc__ or '').split(chr(10), 1)[1])}\n```"


ANSWERS = (
    "IngestReport", "Problem", "Progress", "Recall", "Hit", "Why", "Source", "ContextBlock", "ContextLine",
    "Answer", "AnswerSentence", "Injection", "Remembered", "FactView", "EntityView", "Neighbor", "Route", "Table",
    "Receipt", "Fetched", "Judgement", "Finding", "Doubt", "Resolved", "Merged", "SourceView", "Job", "Heard",
    "Captured", "EvolveReport", "PageChange", "CommunityView", "Member", "PageEntry", "WikiPage", "WikiSection",
    "WikiLine", "PageLink", "PageVersion", "SessionView", "MessageView", "RelationView",
)  # fmt: skip


def signature(method: Any) -> str:
    """The parameters as the source has them, one a line where they are many, without self."""
    told = inspect.signature(method)
    words: list[str] = []
    for parameter in list(told.parameters.values())[1:]:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        noted = parameter.annotation is not parameter.empty
        word = f"{parameter.name}: {parameter.annotation}" if noted else parameter.name
        if parameter.default is not parameter.empty:
            word += f" = {parameter.default!r}" if noted else f"={parameter.default!r}"
        words.append(word)
    outcome = "" if told.return_annotation is told.empty else f" -> {told.return_annotation}"
    short = f"({', '.join(words)}){outcome}"
    return short if len(short) < 80 else "(\n    " + ",\n    ".join(words) + f",\n){outcome}"


def record(kind: type[msgspec.Struct]) -> Iterator[str]:
    """A record with its fields."""
    yield f"### {kind.__name__}"
    yield inspect.getdoc(kind) or ""
    fields = msgspec.structs.fields(kind)
    yield table(("field", "type"), [(code(field.name), code(typed(field.type))) for field in fields])


def typed(kind: Any) -> str:
    """A type as one writes it."""
    inner = get_args(kind)
    if getattr(kind, "__origin__", None) is tuple:
        return f"tuple[{', '.join('...' if part is ... else typed(part) for part in inner)}]"
    if inner and "Literal" in str(kind):
        return " | ".join(repr(part) for part in inner)
    if inner and getattr(kind, "__origin__", None) is None:
        return " | ".join(typed(part) for part in inner)
    return "None" if kind is type(None) else getattr(kind, "__name__", str(kind)) if not inner else str(kind)
