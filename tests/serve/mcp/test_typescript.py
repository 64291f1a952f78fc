"""The official TypeScript client lists and calls every tool, over stdio and HTTP, with sessions and without.

It runs where node is installed and `GRAPHMEM_NODE_PACKAGES` names a folder in which `npm install
@modelcontextprotocol/client` was run; `make test` does both where npm is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from graphmem.serve.mcp.definitions import TOOLS
from tests.serve.agents import ALL, calls, stdio
from tests.serve.daemons import PATIENCE

PACKAGES = os.environ.get("GRAPHMEM_NODE_PACKAGES", "")
STATELESS = "2026-07-28"
SCRIPT = Path(__file__).parent / "client.mjs"
pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and Path(PACKAGES, "node_modules", "@modelcontextprotocol", "client").is_dir()),
    reason="no node, or no package of the client at GRAPHMEM_NODE_PACKAGES",
)


def played(wanted):
    done = subprocess.run(
        ["node", str(SCRIPT), PACKAGES],
        input=json.dumps(wanted),
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("stateless", [False, True], ids=["with initialize", "stateless"])
def test_every_tool_answers_the_typescript_client(daemon, transport, stateless):
    wanted = {"calls": calls(daemon), "mode": {"pin": STATELESS} if stateless else "legacy"}
    if transport == "http":
        wanted |= {"url": f"{daemon.address}/mcp?tools={ALL}", "secret": daemon.secret}
    else:
        how = stdio(daemon.settings.home)
        wanted["stdio"] = {"command": how.command, "args": how.args, "env": how.env, "cwd": how.cwd}
    told = played(wanted)
    assert (told["version"] == STATELESS) is stateless
    assert told["tools"] == [tool.name for tool in TOOLS]
    for name, answer in told["answers"].items():
        assert not answer.get("isError"), (name, answer)
        assert answer["content"][0]["text"], name
        assert answer["structuredContent"], name
    assert told["prompts"] == ["about", "brief", "changed"]
    assert "Tidewater" in told["prompt"]["messages"][0]["content"]["text"]
    assert told["resources"][0] == told["today"]["contents"][0]["uri"] == "graphmem://today"
