"""The clients themselves read what install writes: they list the server, connect with it, and find the hooks.

A client is tried when its program is on the search path, or in the folder that GRAPHMEM_CLIENTS names (as the
`node_modules/.bin` of `npm install @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai`). None of
this asks a network. Without a client its file is tested alone, in test_installer.py.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap

import pytest

from graphmem.clients.launch import Launch
from tests.clients.conftest import Computer

FOLDERS = os.pathsep.join(filter(None, (os.environ.get("GRAPHMEM_CLIENTS"), os.environ.get("PATH"))))
SECONDS = 120
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def real(tmp_path):
    """A computer whose graphmem speaks just enough of the protocol to be connected with."""
    computer = Computer(tmp_path)
    program = tmp_path / "bin" / "graphmem"
    program.parent.mkdir()
    script = tmp_path / "server.py"
    script.write_text(
        textwrap.dedent(
            """
            import json, sys
            for line in sys.stdin:
                asked = json.loads(line)
                if "id" not in asked:
                    continue
                params = asked.get("params") or {}
                told = {
                    "initialize": {
                        "protocolVersion": params.get("protocolVersion", "2025-06-18"),
                        "capabilities": {"tools": {}},
                        "serverInfo": {"name": "graphmem", "version": "1"},
                    },
                    "tools/list": {"tools": []},
                }.get(asked["method"])
                body = {"result": told} if told is not None else {"error": {"code": -32601, "message": "no"}}
                print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **body}), flush=True)
            """
        )
    )
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "{script}"\n')
    program.chmod(0o755)
    computer.launch = Launch((str(program),))

    def run(*words, given=""):
        found = shutil.which(words[0], path=FOLDERS)
        if found is None:
            pytest.skip(f"{words[0]} is not here")
        environ = {"HOME": str(computer.home), "PATH": FOLDERS, "TERM": "dumb", "NO_COLOR": "1"}
        ran = subprocess.run(
            [found, *words[1:]], input=given, env=environ, cwd=computer.home, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        return COLOURS.sub("", ran.stdout)

    return computer, run


def test_claude_code_connects(real):
    computer, run = real
    run("claude", "--version")
    computer.install("claude-code")
    [line] = [line for line in run("claude", "mcp", "list").splitlines() if line.startswith("graphmem:")]
    assert "Connected" in line
    computer.uninstall("claude-code")
    assert "graphmem:" not in run("claude", "mcp", "list")


def test_codex_lists_the_server_and_finds_its_hooks(real):
    computer, run = real
    computer.write(".codex/config.toml", b'# mine\nmodel = "gpt-5"\n')
    computer.install("codex")
    [row] = [line.split() for line in run("codex", "mcp", "list").splitlines() if line.startswith("graphmem")]
    assert row[1:3] == [computer.launch.words[0], "mcp"]
    found = hooks_of_codex(computer)
    assert not found["errors"]
    hooks = {hook["eventName"]: hook for hook in found["hooks"]}
    assert set(hooks) == {"sessionStart", "userPromptSubmit", "stop"}
    assert hooks["stop"]["command"] == f"{computer.launch.words[0]} hook stop --client codex"
    # By these names it writes down what its user trusts, and the doctor looks for it.
    assert hooks["userPromptSubmit"]["key"] == f"{computer.home}/.codex/hooks.json:user_prompt_submit:0:0"


def test_codex_finds_hooks_beside_those_of_its_user(real):
    computer, run = real
    run("codex", "--version")
    computer.write(
        ".codex/config.toml", b'[[hooks.Stop]]\nhooks = [{ type = "command", command = "say done" }]\n'
    )
    computer.install("codex")
    found = hooks_of_codex(computer)
    assert not found["errors"]
    assert not found["warnings"]
    assert {(hook["eventName"], "graphmem" in hook["command"]) for hook in found["hooks"]} == {
        ("sessionStart", True), ("userPromptSubmit", True), ("stop", True), ("stop", False),
    }  # fmt: skip


def hooks_of_codex(computer):
    """What Codex says of the hooks that it has found."""
    asked = [
        {
            "id": 1,
            "method": "initialize",
            "params": {"clientInfo": {"name": "t", "version": "1"}, "capabilities": {}},
        },
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(computer.home)]}},
    ]
    environ = {"HOME": str(computer.home), "PATH": FOLDERS}
    with subprocess.Popen(
        [shutil.which("codex", path=FOLDERS), "app-server"], env=environ, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        server.stdin.writelines(json.dumps(one) + "\n" for one in asked)
        server.stdin.flush()
        told = next(one for one in map(json.loads, server.stdout) if one.get("id") == 2)
        server.kill()
    [found] = told["result"]["data"]
    return found


def test_gemini_cli_lists_the_server(real):
    computer, run = real
    computer.write(".gemini/settings.json", b'{\n  // dark\n  "ui": {}\n}\n')
    computer.install("gemini-cli")
    said = run("gemini", "mcp", "list")
    assert f"graphmem: {computer.launch.words[0]} mcp (stdio)" in said


def test_opencode_connects(real):
    computer, run = real
    computer.write(".config/opencode/opencode.jsonc", b"{\n  // mine\n}\n")
    computer.install("opencode")
    assert "graphmem connected" in " ".join(run("opencode", "mcp", "list").split())
