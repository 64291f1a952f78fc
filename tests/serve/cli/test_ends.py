"""How a command can end: errors, misuse, interruption, a closed pipe, a question, and hostile text."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import errors, model, result
from graphmem.serve.cli.answer import encoded
from graphmem.serve.cli.words import plain

ERRORS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_an_error_is_a_message_a_hint_and_an_exit_code(terminal, kind):
    terminal.answers["stats"] = kind("It broke.", hint="Mend it.")
    code = 2 if issubclass(kind, errors.MisuseError) else 1
    result = terminal("stats", code=code)
    assert result.stderr == "graphmem: It broke.\n  Mend it.\n"
    assert result.stdout == ""


def test_an_error_for_a_program_is_json_on_stderr(terminal):
    terminal.answers["stats"] = errors.StoreLocked("Owned by 12.", hint="Stop it.")
    result = terminal("stats", "--json", code=1)
    assert json.loads(result.stderr) == {
        "error": {"type": "StoreLocked", "message": "Owned by 12.", "hint": "Stop it."}
    }
    assert result.stdout == ""


def test_a_fault_of_ours_is_one_line_and_where_to_see_more(terminal, monkeypatch):
    terminal.answers["stats"] = ValueError("odd\n  value")
    result = terminal("stats", code=1)
    assert result.stderr == (
        "graphmem: An error that should not be: ValueError: odd value\n"
        "  Run it again with GRAPHMEM_DEBUG=1 to see where, and report it.\n"
    )
    assert json.loads(terminal("stats", "--json", code=1).stderr)["error"]["type"] == "ValueError"
    monkeypatch.setenv("GRAPHMEM_DEBUG", "1")
    assert isinstance(terminal("stats", code=1).exception, ValueError)


@pytest.mark.parametrize("option", ["--as-of", "--known-at", "--since", "--until"])
def test_a_bad_time_is_misuse_and_opens_nothing(terminal, option):
    assert "Write it like 2024-04-15" in terminal("recall", "x", option, "soon", code=2).stderr
    assert terminal.memories == []


@pytest.mark.parametrize(
    "words",
    [["no-such"], ["recall"], ["recall", "x", "--limit", "0"], ["facts", "--nope"], ["recall", "x", "y"]],
)
def test_misuse_leaves_with_two(terminal, words):
    terminal(*words, code=2)


def test_no_words_at_all_show_the_help(terminal):
    assert "Usage:" in terminal(code=2).output


def test_a_file_that_cannot_be_opened_names_it(terminal):
    terminal.answers["stats"] = PermissionError(13, "Permission denied", "/somewhere/ledger.db")
    assert terminal("stats", code=1).stderr == "graphmem: Permission denied: /somewhere/ledger.db.\n"


def test_an_interruption_leaves_with_130(terminal):
    terminal.answers["rebuild"] = KeyboardInterrupt()
    assert "is kept" in terminal("rebuild", code=130).stderr


def run(*words, **options):
    return subprocess.Popen([sys.executable, "-m", "graphmem", *words], text=True, **options)


def test_a_closed_pipe_is_silent():
    with run("config", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_forget_asks_on_a_terminal_and_no_means_no(home):
    ours, theirs = pty.openpty()
    with run("forget", "fact_a", "--home", str(home), stdin=theirs, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        os.write(ours, b"n\n")
        said = process.stderr.read()
    os.close(ours)
    assert process.returncode == 1
    assert "Nothing was erased." in said
    assert not home.exists()


def test_forget_does_not_ask_a_program(terminal):
    terminal("forget", "fact_a", stdin="")
    assert [name for name, _ in terminal.calls] == ["forget"]


def test_nothing_but_the_answer_is_on_stdout_and_no_colour_in_a_pipe(terminal):
    for words in (["ingest", "a"], ["recall", "x"], ["facts"], ["tour"]):
        result = terminal(*words)
        assert "\x1b" not in result.stdout
        assert result.stderr == ""


HOSTILE = "\x1b[2J\x1b]0;owned\x07[red]bold[/red] \x9b31m\u202eback\x00 :smile:"


def test_recalled_text_cannot_command_the_terminal(terminal):
    source = result.Source("ses_a", "msg_a", HOSTILE, HOSTILE, HOSTILE, model.datetime.max, HOSTILE)
    hit = result.Hit("fact_a", "fact", HOSTILE, 0.5, result.Why(), None, None, None, (source,))
    terminal.answers["recall"] = result.Recall((hit,), nothing_found=False, took_ms=0.1, asked={})
    shown = terminal("recall", "x").stdout
    assert not any(char in shown for char in "\x1b\x07\x9b\u202e\x00")
    assert "owned" not in shown
    assert "[red]bold[/red]" in shown
    assert ":smile:" in shown


@given(st.text())
def test_plain_text_holds_no_control_character(text):
    shown = plain(text)
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
    assert plain(shown) == shown


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(),
        lambda c: st.lists(c, max_size=3),
    )
)
def test_json_holds_what_a_row_held(value):
    if not all(char.isprintable() or ord(char) < 0xD800 for char in json.dumps(value, ensure_ascii=False)):
        return
    assert json.loads(encoded(result.Table(("x",), ((value,),))))["rows"] == [[value]]
