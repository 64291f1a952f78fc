"""The groups that were asked for become the tools that an agent is offered, each with what answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from graphmem.serve.mcp.definitions import DEFAULT_GROUPS, GROUPS, TOOLS, Tool

if TYPE_CHECKING:
    from graphmem.memory import Memory

Answer = Callable[["Memory", Mapping[str, Any]], Any]


class Offered(NamedTuple):
    """A tool and what answers it: a memory and the checked arguments go in."""

    tool: Tool
    answer: Answer


def groups_in(words: Iterable[str]) -> tuple[str, ...]:
    """The groups that are named, in their order; the usual ones when none is."""
    named = set(words)
    return tuple(group for group in GROUPS if group in named) or DEFAULT_GROUPS


def offered(groups: Iterable[str]) -> dict[str, Offered]:
    """The tools of some groups by name, always in the same order; of two of one name our own."""
    from graphmem.serve.mcp.seeds import SEEDS  # noqa: PLC0415 - brings the memory, which whoever only lists needs not

    wanted = set(groups)
    found = [Offered(tool, partial(by_verb, tool.verb)) for tool in TOOLS if tool.group in wanted]
    found += [Offered(*seed) for name, seeds in SEEDS.items() if name in wanted for seed in seeds]
    made: dict[str, Offered] = {}
    for one in found:
        made.setdefault(one.tool.name, one)
    return made


def by_verb(verb: str, memory: Memory, values: Mapping[str, Any]) -> Any:
    """What the verb of a memory gives."""
    return getattr(memory, verb)(**values)
