"""A process makes the one command that it was asked for."""

from __future__ import annotations

import pytest
import typer

from graphmem.serve.cli.app import app, keep_only

WHOLE = typer.main.get_command(app).commands


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    monkeypatch.setattr(app, "registered_commands", list(app.registered_commands))
    monkeypatch.setattr(app, "registered_groups", list(app.registered_groups))


def told(command):
    return command.callback.__wrapped__, command.get_help(typer.Context(command))


@pytest.mark.parametrize("word", sorted(WHOLE.keys() - {"job", "service", "token"}))
def test_a_command_is_made_alone_and_as_it_is_among_the_others(word):
    keep_only(word)
    alone = typer.main.get_command(app).commands
    assert list(alone) == [word]
    assert told(alone[word]) == told(WHOLE[word])


@pytest.mark.parametrize("word", ["", "stts", "--help", "--version", "token", "job", "service"])
def test_whatever_is_no_command_of_its_own_leaves_them_all(word):
    keep_only(word)
    assert typer.main.get_command(app).commands.keys() == WHOLE.keys()
