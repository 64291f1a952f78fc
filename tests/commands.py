"""Runs commands in this process. The tree of all of them is made once: it takes longer than most that they do."""

from __future__ import annotations

import functools

import typer.testing

from graphmem.serve.cli.app import app

typer.testing._get_command = functools.cache(typer.testing._get_command)


def invoke(words, **options):
    """What typer tells of a command that was run."""
    return typer.testing.CliRunner().invoke(app, list(words), prog_name="graphmem", **options)
