"""The table of clients: where each file is on each system, and the words by which it starts the memory."""

from __future__ import annotations

import shlex
from pathlib import Path, PureWindowsPath

import pytest

from graphmem.capture.machine import Machine
from graphmem.capture.registry import CLIENTS as READERS
from graphmem.clients import places
from graphmem.clients.installer import client_named
from graphmem.clients.launch import Launch, is_ours, lasting, launch_of, quoted
from graphmem.clients.places import files_of, is_found, this_program
from graphmem.clients.table import BY_NAME, CLIENTS
from graphmem.clients.wiring import hook_entries, wanted
from graphmem.config import Settings
from graphmem.errors import MisuseError
from graphmem.serve.hooks.protocols import CLIENTS as PROTOCOLS
from graphmem.serve.hooks.protocols import EVENTS

LINUX = {"HOME": "/home/nora"}
MAC = {"HOME": "/Users/nora"}
WINDOWS = {"USERPROFILE": "/U", "APPDATA": "/U/Roaming", "LOCALAPPDATA": "/U/Local"}
WHERE = [
    ("claude-code", "linux", LINUX, "/home/nora/.claude.json"),
    ("claude-code", "linux", {**LINUX, "CLAUDE_CONFIG_DIR": "/c"}, "/c/.claude.json"),
    ("claude-code", "win32", WINDOWS, "/U/.claude.json"),
    (
        "claude-desktop",
        "darwin",
        MAC,
        "/Users/nora/Library/Application Support/Claude/claude_desktop_config.json",
    ),
    ("claude-desktop", "win32", WINDOWS, "/U/Roaming/Claude/claude_desktop_config.json"),
    ("claude-desktop", "linux", LINUX, "/home/nora/.config/Claude/claude_desktop_config.json"),
    ("codex", "linux", {**LINUX, "CODEX_HOME": "/x"}, "/x/config.toml"),
    ("codex", "darwin", MAC, "/Users/nora/.codex/config.toml"),
    ("gemini-cli", "linux", {**LINUX, "GEMINI_CLI_HOME": "/g"}, "/g/.gemini/settings.json"),
    ("opencode", "linux", {**LINUX, "XDG_CONFIG_HOME": "/c"}, "/c/opencode/opencode.json"),
    ("opencode", "darwin", MAC, "/Users/nora/.config/opencode/opencode.json"),
    ("goose", "darwin", MAC, "/Users/nora/.config/goose/config.yaml"),
    ("goose", "win32", WINDOWS, "/U/Roaming/Block/goose/config/config.yaml"),
    ("zed", "darwin", MAC, "/Users/nora/.config/zed/settings.json"),
    ("zed", "win32", WINDOWS, "/U/Roaming/Zed/settings.json"),
    ("hermes", "win32", WINDOWS, "/U/Local/hermes/config.yaml"),
    ("hermes", "linux", {**LINUX, "HERMES_HOME": "/h"}, "/h/config.yaml"),
    ("openclaw", "linux", {**LINUX, "OPENCLAW_STATE_DIR": "/o"}, "/o/openclaw.json"),
    ("windsurf", "linux", LINUX, "/home/nora/.codeium/windsurf/mcp_config.json"),
]


@pytest.mark.parametrize(("client", "platform", "environ", "file"), WHERE)
def test_each_client_is_wired_where_it_reads(client, platform, environ, file):
    assert files_of(BY_NAME[client].server.places, Machine(environ, platform)) == [Path(file)]


def test_the_store_build_of_claude_desktop_counts_where_it_is(tmp_path):
    folder = tmp_path / "Packages" / "Claude_pzs8" / "LocalCache" / "Roaming" / "Claude"
    folder.mkdir(parents=True)
    machine = Machine({"USERPROFILE": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}, "win32")
    assert files_of(BY_NAME["claude-desktop"].server.places, machine) == [
        folder / "claude_desktop_config.json"
    ]


def test_each_editor_that_has_the_extension_is_wired(tmp_path):
    users = [tmp_path / ".config" / name / "User" for name in ("Code", "Cursor")]
    for user in users:
        (user / "globalStorage" / "rooveterinaryinc.roo-cline").mkdir(parents=True)
    machine = Machine({"HOME": str(tmp_path), "PATH": ""}, "linux")
    assert len(files_of(BY_NAME["roo-code"].server.places, machine)) == 2
    assert files_of(BY_NAME["copilot-chat"].server.places, machine) == [users[0] / "mcp.json"]
    assert is_found(BY_NAME["roo-code"], machine)
    assert not is_found(BY_NAME["kilo-code"], machine)


def test_names_are_those_of_the_readers():
    assert len(BY_NAME) == len(CLIENTS)
    assert set(BY_NAME) - set(READERS) == {"claude-desktop", "windsurf"}
    assert client_named("gemini").name == "gemini-cli"
    for client in CLIENTS:
        assert client.hooks is None or {event for event, _ in client.hooks.events} == set(EVENTS)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_every_entry_is_known_as_ours_again(client, platform, tmp_path):
    name = "USERPROFILE" if platform == "win32" else "HOME"
    machine = Machine({name: str(tmp_path)}, platform)
    for words in (
        ("/opt/graphmem/bin/graphmem",),
        ("C:\\Program Files\\gm\\graphmem.exe",),
        ("/usr/bin/python3", "-m", "graphmem"),
    ):
        for part in wanted(client, Launch(words, ("--home", "/m m"), platform), machine):
            assert all(is_ours(entry.value) for entry in part.entries if entry.ours)


@pytest.mark.parametrize("entry", [
    {"command": "/x/graphmem-other"}, {"command": "npx", "args": ["graphmemory"]}, {"url": "https://graphmem.example"},
    {"command": "say graphmemes"}, "graphmem", None, {"command": 3},
])  # fmt: skip
def test_what_only_looks_like_ours_is_not(entry):
    assert not is_ours(entry)


WINDOWS_PROGRAM = "C:\\Users\\Nora B\\graphmem.exe"


@pytest.mark.parametrize(("client", "wanted_line"), [
    ("codex", f'"{WINDOWS_PROGRAM}" hook stop --client codex'),
    ("gemini-cli", f'& "{WINDOWS_PROGRAM}" hook stop --client gemini'),
    ("cursor", f'"{WINDOWS_PROGRAM}" hook stop --client cursor'),
])  # fmt: skip
def test_a_program_in_a_folder_with_a_space_is_quoted_for_the_shell_of_each_client(client, wanted_line):
    machine = Machine(WINDOWS, "win32")
    one = BY_NAME[client]
    part, *_ = hook_entries(one, one.hooks, Launch((WINDOWS_PROGRAM,), platform="win32"), machine)
    item = part.entries[-1].value
    assert (item["hooks"][0] if "hooks" in item else item)["command"] == wanted_line


def test_claude_code_needs_no_shell_on_windows():
    one = BY_NAME["claude-code"]
    part, *_ = hook_entries(
        one, one.hooks, Launch((WINDOWS_PROGRAM,), platform="win32"), Machine(WINDOWS, "win32")
    )
    assert part.entries[0].value["hooks"][0] == {
        "type": "command",
        "command": WINDOWS_PROGRAM,
        "args": ["hook", "session-start", "--client", "claude-code"],
        "timeout": 10,
    }


def test_a_plain_path_needs_no_quotes_on_windows():
    assert quoted(["C:\\gm\\graphmem.exe", "hook"], "win32", "powershell") == "C:\\gm\\graphmem.exe hook"
    assert PureWindowsPath("C:\\gm\\graphmem.exe").is_absolute()


def test_any_path_is_quoted_for_a_posix_shell():
    words = ["/a b/it's/graphmem", "hook", "stop", "--home", "/$HOME"]
    assert shlex.split(quoted(words, "linux", "cmd")) == words


def test_only_a_home_of_ones_own_is_told(tmp_path):
    machine = Machine({"HOME": str(tmp_path), "PATH": ""}, "linux")
    assert launch_of(Settings(environ={}), machine).home == ()
    assert launch_of(Settings(tmp_path, environ={}), machine).home == ("--home", str(tmp_path))
    told = launch_of(Settings(environ={"GRAPHMEM_HOME": str(tmp_path)}), machine)
    assert told.command("mcp")[-3:] == ["mcp", "--home", str(tmp_path)]


def test_the_program_is_named_by_its_whole_path_and_by_the_link_that_lasts(tmp_path):
    machine = Machine({"PATH": ""}, "linux")
    words = this_program(machine)
    assert Path(words[0]).is_absolute()
    if words[1:]:
        pytest.skip("graphmem is not installed as a command here")
    link = tmp_path / "graphmem"
    link.symlink_to(words[0])
    assert this_program(Machine({"PATH": str(tmp_path)}, "linux")) == [str(link)]
    link.unlink()
    link.write_text("#!/bin/sh\n")
    link.chmod(0o755)
    assert this_program(Machine({"PATH": str(tmp_path)}, "linux")) == words


def test_the_program_of_the_hooks_knows_every_client_that_calls_it(tmp_path):
    for client in CLIENTS:
        if client.hooks:
            part, *_ = hook_entries(
                client, client.hooks, Launch(("/g",)), Machine({"HOME": str(tmp_path)}, "linux")
            )
            item = part.entries[-1].value
            words = (item["hooks"][0] if "hooks" in item else item)["command"].split()
            assert words[1:3] == ["hook", "stop"]
            protocol = PROTOCOLS[words[words.index("--client") + 1]]
            assert protocol.client == client.name
            assert protocol.events == tuple(name for event, name in client.hooks.events if event != "stop")


@pytest.mark.parametrize("folder", [".cache/uv/archive-v0/x1/bin", ".local/pipx/.cache/x1/bin"])
def test_a_program_that_may_be_gone_tomorrow_is_not_wired(folder, tmp_path, monkeypatch):
    program = tmp_path / folder / "graphmem"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    monkeypatch.setattr(places.sys, "executable", str(program.with_name("python")))
    with pytest.raises(MisuseError, match="cache") as caught:
        lasting(launch_of(Settings(environ={}), Machine({"HOME": str(tmp_path), "PATH": ""}, "linux")))
    assert "uv tool install" in caught.value.hint
