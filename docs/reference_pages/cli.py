"""The page of the command line: every command with its arguments and options."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer

from graphmem.serve.cli.app import app
from reference_pages.markdown import code, table


def cli() -> Iterator[str]:
    """Every command with its arguments and options."""
    group: Any = typer.main.get_command(app)
    yield "# The command line"
    yield (
        "Every command takes `--home` and `--json`. The answer is on standard output and nothing else is; progress "
        "and errors are on standard error. Exit codes: 0 done, 1 failed, 2 misuse, 130 interrupted. With `--json` "
        'an error is `{"error": {"type", "message", "hint"}}` on standard error.'
    )
    yield group.epilog
    alone = {name: command for name, command in group.commands.items() if not hasattr(command, "commands")}
    below = {
        f"{name} {inner}": command
        for name, outer in group.commands.items()
        for inner, command in getattr(outer, "commands", {}).items()
    }
    commands = alone | below
    yield table(
        ("command", "what it does"),
        [(f"[`{name}`](#{name.replace(' ', '-')})", summary(command)) for name, command in commands.items()],
    )
    for name, command in commands.items():
        yield f"## {name}"
        yield inspect.cleandoc(command.help or "")
        words = [spelled(param) for param in command.params if param.param_type_name == "argument"]
        yield f"```\ngraphmem {' '.join([name, *words])} [OPTIONS]\n```"
        yield table(
            ("argument or option", "default", "what it means"),
            [(code(spelled(param)), default(param), param.help or "") for param in command.params],
        )


def summary(command: Any) -> str:
    """The first line of a command's help."""
    return (command.help or "").strip().splitlines()[0]


def spelled(param: Any) -> str:
    """A parameter as one types it."""
    if param.param_type_name == "argument":
        word = (param.metavar or param.name).upper()
        return f"{word}..." if param.nargs == -1 else word
    names = ", ".join([*param.opts, *param.secondary_opts])
    return names if param.is_flag else f"{names} {param.metavar or param.opts[0].lstrip('-').upper()}"


def default(param: Any) -> str:
    """A default that says something."""
    return (
        code(param.default) if isinstance(param.default, int) and not isinstance(param.default, bool) else ""
    )
