"""The block of rules: short, marked, once, and gone without a trace."""

from __future__ import annotations

import pytest

from graphmem.clients import installer
from graphmem.clients.rules import BEGIN, END, TEXT, rules_file, to_write
from graphmem.clients.table import BY_NAME, CLIENTS
from graphmem.errors import MisuseError
from graphmem.serve.mcp.definitions import TOOLS

HAD = [
    b"",
    b"# Mine\n\nBe brief.\n",
    b"# Mine",
    b"\xef\xbb\xbf# Mine\r\n\r\nBe brief.\r\n",
    b"one\r\ntwo",
    b"\n\n",
]


def write(computer, client, file, **options):
    step = to_write(BY_NAME[client], file, computer.receipts, **options)
    [(_, error)] = installer.take([step], computer.receipts, back=options.get("remove", False))
    return step, error


@pytest.mark.parametrize("had", HAD)
def test_the_block_comes_and_goes(computer, had):
    path = computer.write(".claude/CLAUDE.md", had)
    write(computer, "claude-code", path)
    text = path.read_bytes()
    assert text.startswith(had)
    assert text.count(BEGIN.encode()) == text.count(END.encode()) == 1
    assert (b"\r\n" in had) == (b"\r\n" in text)
    assert not to_write(BY_NAME["claude-code"], path, computer.receipts).changes
    write(computer, "claude-code", path, remove=True)
    assert path.read_bytes() == had


@pytest.mark.parametrize("had", [had for had in HAD if had.strip()])
def test_what_was_written_around_it_stays(computer, had):
    path = computer.write("AGENTS.md", had)
    write(computer, "codex", path)
    path.write_bytes(b"First.\n" + path.read_bytes() + b"Last.\n")
    write(computer, "codex", path, remove=True)
    left = path.read_bytes()
    assert left.startswith(b"First.\n")
    assert left.endswith(b"Last.\n")
    assert b"graphmem" not in left


def test_an_older_block_gives_way_where_it_stands(computer):
    path = computer.write("AGENTS.md", f"a\n\n{BEGIN}\nold words\n{END}\nb\n".encode())
    write(computer, "codex", path)
    assert path.read_text() == f"a\n\n{TEXT}b\n"


def test_a_file_that_was_not_there_is_removed_again(computer):
    for client in ("claude-code", "cursor"):
        path = rules_file(BY_NAME[client], computer.machine, computer.home / "project")
        write(computer, client, path)
        assert path.exists()
        write(computer, client, path, remove=True)
        assert not path.exists()


def test_cursor_is_told_to_heed_it_always(computer):
    path = rules_file(BY_NAME["cursor"], computer.machine, computer.home)
    assert path == computer.home / ".cursor" / "rules" / "graphmem.mdc"
    write(computer, "cursor", path)
    assert path.read_text().startswith("---\ndescription: ")
    assert "\nalwaysApply: true\n---\n" in path.read_text()
    with pytest.raises(MisuseError) as caught:
        rules_file(BY_NAME["cursor"], computer.machine, None)
    assert "--folder" in caught.value.hint


def test_each_client_with_rules_has_a_file(computer):
    for client in CLIENTS:
        if client.rules is None:
            with pytest.raises(MisuseError):
                rules_file(client, computer.machine, computer.home)
        else:
            assert rules_file(client, computer.machine, computer.home).is_relative_to(computer.home)
    assert rules_file(BY_NAME["codex"], computer.machine, None) == computer.home / ".codex" / "AGENTS.md"


def test_a_file_in_another_encoding_is_refused(computer):
    path = computer.write("AGENTS.md", b"caf\xe9")
    _, error = write(computer, "codex", path)
    assert "UTF-8" in error.message
    assert path.read_bytes() == b"caf\xe9"


def test_the_block_names_tools_that_there_are():
    import re

    named = set(re.findall(r"`(\w+)`", TEXT)) - {"graphmem"}
    assert named
    assert named <= {tool.name for tool in TOOLS if tool.group == "core"}
    assert len(TEXT) < 1200
