"""Clients are wired and unwired in files as people have them, byte for byte."""

from __future__ import annotations

import json
import os
import stat
import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.clients import files, installer
from graphmem.clients.receipts import Receipts
from graphmem.clients.table import BY_NAME
from graphmem.errors import SettingsFileError, UnknownClient
from tests.clients.conftest import PROGRAM, Computer
from tests.clients.settings_texts import json_texts, toml_texts, yaml_texts

# What a person had in the files of each client, in the client's own shape, with comments and the entries of others.
FOLDER = Path(__file__).parent / "had"
HAD = {
    folder.name: {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    for folder in sorted(FOLDER.iterdir())
}
# As Windows writes it, and as an editor there does.
HAD["claude-desktop"] = {name: data.replace(b"\n", b"\r\n") for name, data in HAD["claude-desktop"].items()}
HAD["gemini-cli"] = {name: b"\xef\xbb\xbf" + data for name, data in HAD["gemini-cli"].items()}


def test_there_are_files_of_every_client():
    assert set(HAD) == set(BY_NAME)


@pytest.fixture(params=sorted(HAD))
def had(request, computer):
    for name, data in HAD[request.param].items():
        computer.write(name, data)
    return request.param, computer


def test_every_client_is_wired_and_unwired_to_the_byte(had):
    client, computer = had
    outcomes = computer.install(client)
    assert outcomes
    assert not [error for _, error in outcomes if error]
    for name, data in HAD[client].items():
        if name != ".claude/settings.json" or client != "claude-code":
            assert computer.read(name) != data
    assert all(not step.changes for step in computer.steps(client))  # once is enough
    computer.uninstall(client)
    for name, data in HAD[client].items():
        assert computer.read(name) == data
    assert computer.read(".codex/hooks.json") is None  # what was not there is gone again


def test_what_others_write_in_between_stays(had):
    client, computer = had
    computer.install(client)
    wanted = {}
    for name, data in HAD[client].items():
        path = computer.home / name
        text, ours = path.read_bytes(), path.suffix
        mark = {".json": b"\n \n", ".jsonc": b"\n \n", ".toml": b"\n# later\n", ".yaml": b"# later\n"}[ours]
        path.write_bytes(text + mark)
        wanted[name] = (data, mark)
    assert all(not step.changes for step in computer.steps(client))
    computer.uninstall(client)
    for name, (data, mark) in wanted.items():
        after = computer.read(name)
        assert after.endswith(mark)
        assert b"graphmem" not in after
        assert b"".join(after.split()) == b"".join((data + mark).split()) or not data


def test_a_client_that_was_never_wired_is_left_alone(had):
    client, computer = had
    assert not [step for step, _ in computer.uninstall(client) if step.changes]
    for name, data in HAD[client].items():
        assert computer.read(name) == data


@given(text=st.one_of(json_texts().map(lambda text: (".claude.json", "claude-code", text)),
                      json_texts("mcp", comments=True).map(lambda text: (".openclaw/openclaw.json", "openclaw", text)),
                      toml_texts().map(lambda text: (".codex/config.toml", "codex", text)),
                      yaml_texts().map(lambda text: (".hermes/config.yaml", "hermes", text))))  # fmt: skip
@settings(max_examples=25)
def test_install_and_uninstall_give_back_any_file(text):
    name, client, held = text
    with tempfile.TemporaryDirectory() as folder:
        computer = Computer(Path(folder))
        computer.write(name, held.encode())
        outcomes = computer.install(client)
        changed = computer.read(name) != held.encode()
        assert changed or any(error for _, error in outcomes)
        computer.uninstall(client)
        assert computer.read(name) == held.encode()
        assert not computer.receipts.known


def test_the_files_that_were_missing_are_made_private_and_removed_again(computer):
    computer.install("claude-code", "codex", "hermes")
    made = [path for path in computer.home.rglob("*") if path.is_file()]
    assert sorted(path.name for path in made) == [
        ".claude.json", "config.toml", "config.yaml", "hooks.json", "settings.json",
    ]  # fmt: skip
    for path in made:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    computer.uninstall()
    assert not [path for path in computer.home.rglob("*") if path.is_file()]
    assert not [path for path in computer.receipts.folder.iterdir() if path.name != "receipts.json"]


def test_claude_code_reads_a_command_that_is_whole(computer):
    computer.install("claude-code")
    assert json.loads(computer.read(".claude.json"))["mcpServers"] == {
        "graphmem": {"type": "stdio", "command": PROGRAM, "args": ["mcp"]}
    }
    hooks = json.loads(computer.read(".claude/settings.json"))["hooks"]
    assert {name: groups[0]["hooks"][0]["command"] for name, groups in hooks.items()} == {
        "SessionStart": f"{PROGRAM} hook session-start --client claude-code",
        "UserPromptSubmit": f"{PROGRAM} hook prompt --client claude-code",
        "Stop": f"{PROGRAM} hook stop --client claude-code",
        "SessionEnd": f"{PROGRAM} hook stop --client claude-code",
    }


def test_the_hooks_of_the_others_say_who_they_are(computer):
    computer.install("codex", "gemini-cli", "cursor")
    for name, client in (
        (".codex/hooks.json", "codex"),
        (".gemini/settings.json", "gemini"),
        (".cursor/hooks.json", "cursor"),
    ):
        hooks = json.loads(computer.read(name))["hooks"]
        assert len(hooks) == (3 if client == "codex" else 4)
        for groups in hooks.values():
            handler = groups[0]["hooks"][0] if "hooks" in groups[0] else groups[0]
            assert handler["command"].endswith(f"--client {client}")
    assert json.loads(computer.read(".cursor/hooks.json"))["version"] == 1


def test_codex_has_its_hooks_where_its_user_has_them(computer):
    """It complains when some stand in one file and some in the other."""
    had = b'# mine\n[[hooks.Stop]]\nhooks = [{ type = "command", command = "say done" }]\n\n[tui]\ntheme = "x"\n'
    path = computer.write(".codex/config.toml", had)
    computer.install("codex")
    assert computer.read(".codex/hooks.json") is None
    hooks = tomllib.loads(path.read_text())["hooks"]
    assert {name: len(groups) for name, groups in hooks.items()} == {
        "SessionStart": 1,
        "UserPromptSubmit": 1,
        "Stop": 2,
    }
    assert hooks["Stop"][1]["hooks"][0]["command"] == f"{PROGRAM} hook stop --client codex"
    assert all(not step.changes for step in computer.steps("codex"))
    path.write_bytes(path.read_bytes() + b"# later\n")
    computer.uninstall("codex")
    assert b"".join(computer.read(".codex/config.toml").split()) == b"".join((had + b"# later\n").split())


def test_hooks_are_found_wherever_they_were_written(computer):
    path = computer.write(".codex/config.toml", b"[[hooks.Stop]]\nhooks = []\n")
    computer.install("codex")
    other = computer.write(".codex/hooks.json", b"{}")  # now that is where they belong
    computer.install("codex")
    assert b"graphmem" in other.read_bytes()
    computer.uninstall("codex")
    assert other.read_bytes() == b"{}"
    assert b"graphmem" not in path.read_bytes()


def test_without_hooks_only_the_server_is_written(computer):
    computer.install("codex", hooks=False)
    assert computer.read(".codex/hooks.json") is None


def test_a_program_that_has_moved_is_written_anew_and_what_the_user_added_stays(computer):
    computer.install("claude-code", "codex")
    path = computer.home / ".claude.json"
    held = json.loads(path.read_text())
    held["mcpServers"]["graphmem"]["env"] = {"A": "b"}
    path.write_text(json.dumps(held, indent=2))
    computer.launch = computer.launch._replace(words=("/new/graphmem",))
    computer.install("claude-code", "codex")
    entry = json.loads(path.read_text())["mcpServers"]["graphmem"]
    assert entry == {"type": "stdio", "command": "/new/graphmem", "args": ["mcp"], "env": {"A": "b"}}
    hooks = json.loads(computer.read(".claude/settings.json"))["hooks"]
    assert [len(groups) for groups in hooks.values()] == [1, 1, 1, 1]
    assert b'command = "/new/graphmem"' in computer.read(".codex/config.toml")
    computer.uninstall()
    assert [path for path in computer.home.rglob("*") if path.is_file()] == []


def test_the_first_copy_is_kept_through_later_installs(computer):
    had = b'{"mcpServers":   {}}'
    computer.write(".cursor/mcp.json", had)
    computer.install("cursor")
    computer.launch = computer.launch._replace(words=("/new/graphmem",))
    computer.install("cursor")
    computer.uninstall("cursor")
    assert computer.read(".cursor/mcp.json") == had


def test_a_server_of_that_name_that_is_another_program_is_not_touched(computer):
    had = b'{"mcpServers": {"graphmem": {"command": "npx", "args": ["other-memory"]}}}'
    computer.write(".cursor/mcp.json", had)
    [error] = [error for step, error in computer.install("cursor") if step.file.endswith("mcp.json")]
    assert "starts another program" in error.message
    computer.uninstall("cursor")
    assert computer.read(".cursor/mcp.json") == had


@pytest.mark.parametrize(("name", "client", "bad"), [
    (".claude.json", "claude-code", b'{"a": 1,}'),
    (".codex/config.toml", "codex", b"a = \n"),
    (".hermes/config.yaml", "hermes", b"a: [\n"),
    (".cursor/mcp.json", "cursor", b"\xff\xfe"),
    (".cursor/mcp.json", "cursor", b"[]"),
])  # fmt: skip
def test_a_file_that_cannot_be_read_is_refused_by_name_and_the_others_are_written(
    computer, name, client, bad
):
    path = computer.write(name, bad)
    outcomes = computer.install(client, "windsurf")
    [refused] = [error for step, error in outcomes if step.file == str(path)]
    assert str(path) in refused.message
    assert refused.hint
    assert path.read_bytes() == bad
    assert computer.read(".codeium/windsurf/mcp_config.json")


def test_a_read_only_file_is_refused_even_to_who_could_write_it(computer):
    path = computer.write(".cursor/mcp.json", b"{}", mode=0o444)
    [error] = [error for step, error in computer.install("cursor") if step.file == str(path)]
    assert "read-only" in error.message
    assert "chmod u+w" in error.hint
    assert path.read_bytes() == b"{}"


def test_a_link_stays_one_and_the_mode_of_what_it_names_is_kept(computer):
    real = computer.write("dotfiles/mcp.json", b"{}", mode=0o640)
    (computer.home / ".cursor").mkdir()
    link = computer.home / ".cursor" / "mcp.json"
    link.symlink_to("../dotfiles/mcp.json")
    computer.install("cursor")
    assert link.is_symlink()
    assert b"graphmem" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    computer.uninstall("cursor")
    assert link.is_symlink()
    assert real.read_bytes() == b"{}"


def test_a_link_to_a_file_that_is_not_there_yet_makes_it(computer):
    (computer.home / ".cursor").mkdir()
    link = computer.home / ".cursor" / "mcp.json"
    link.symlink_to(computer.home / "later.json")
    computer.install("cursor")
    assert link.is_symlink()
    assert b"graphmem" in computer.read("later.json")


def test_what_was_written_between_reading_and_writing_is_not_lost(computer):
    path = computer.write(".cursor/mcp.json", b"{}")
    steps = computer.steps("cursor")
    path.write_bytes(b'{"new": true}')
    [error] = [error for step, error in installer.take(steps, computer.receipts) if step.file == str(path)]
    assert "changed by another program" in error.message
    assert path.read_bytes() == b'{"new": true}'
    path.unlink()
    [error] = [error for step, error in installer.take(steps, computer.receipts) if step.file == str(path)]
    assert "changed by another program" in error.message
    assert not path.exists()


def test_a_write_that_fails_leaves_the_file_and_nothing_beside_it(computer, monkeypatch):
    path = computer.write(".cursor/mcp.json", b"{}")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    held = files.hold(path)
    with pytest.raises(SettingsFileError, match="No space left"):
        files.replace(held, b"{1}")
    assert path.read_bytes() == b"{}"
    assert [one.name for one in path.parent.iterdir()] == ["mcp.json"]


def test_a_damaged_list_of_receipts_is_told(computer):
    computer.install("cursor")
    computer.receipts.list.write_text("{")
    with pytest.raises(SettingsFileError, match="damaged"):
        Receipts(computer.receipts.folder.parent)


def test_secrets_around_the_change_are_not_shown(computer):
    key = "sk-" + "ant-api03-" + "Ab1" * 12
    computer.write(
        ".cursor/mcp.json", json.dumps({"mcpServers": {"x": {"env": {"API_KEY": key}}}}, indent=2).encode()
    )
    [step] = [step for step in computer.steps("cursor") if step.file.endswith("mcp.json")]
    assert "+" in step.change.diff()
    assert key not in step.change.diff()


def test_only_the_clients_that_are_there_are_wired_unasked(computer):
    assert computer.steps() == []
    computer.write(".codex/auth.json", b"{}")
    computer.write("../bin/gemini", b"#!/bin/sh\n", mode=0o755)
    assert {step.client.name for step in computer.steps()} == {"codex", "gemini-cli"}


def test_a_client_that_is_not_there_and_has_no_place_says_so(computer):
    [step] = computer.steps("roo-code")
    assert "not on this computer" in step.error.message


def test_an_unknown_client_names_those_that_are_known(computer):
    with pytest.raises(UnknownClient, match="aider") as caught:
        computer.steps("aider")
    assert "claude-code" in caught.value.hint
    assert installer.client_named("Claude").name == "claude-code"


@pytest.mark.skipif(os.name == "nt", reason="a folder is made read-only by its mode")
def test_a_folder_that_cannot_be_written_is_told(computer, monkeypatch):
    path = computer.write(".cursor/mcp.json", b"{}")
    held = files.hold(path)

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.os, "open", refuse)
    with pytest.raises(SettingsFileError, match="Permission denied"):
        files.replace(held, b"{1}")


def test_a_file_that_its_owner_has_deleted_leaves_no_copy_behind(computer):
    path = computer.write(".cursor/mcp.json", b'{"x": 1}')
    computer.install("cursor")
    path.unlink()
    computer.uninstall("cursor")
    assert not computer.receipts.known
    assert [one.name for one in computer.receipts.folder.iterdir()] == ["receipts.json"]
    assert not path.exists()
