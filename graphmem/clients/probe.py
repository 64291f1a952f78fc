"""A command that a client would run is run as the client runs it; whether it answers, and how, comes out."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

MCP_SECONDS = 90.0  # the daemon may have to be started first
HOOK_SECONDS = 10.0  # what the clients are told
SHELLS = {"powershell": ["powershell", "-NoProfile", "-Command"], "cmd": ["cmd", "/d", "/s", "/c"]}
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "graphmem doctor", "version": "1"},
}


class Answer(NamedTuple):
    """Whether a command did what its client needs, and what it said or why not."""

    good: bool
    detail: str


def ask_mcp(words: Sequence[str], environ: Mapping[str, str]) -> Answer:
    """Start an MCP server, open a session with it, list its tools, and let it end."""
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    ran = run(words, "".join(json.dumps(one) + "\n" for one in asked), environ, MCP_SECONDS)
    if isinstance(ran, Answer):
        return ran
    answers = {
        told.get("id"): told for told in map(parsed, ran.stdout.splitlines()) if isinstance(told, dict)
    }
    tools = result_of(answers.get(2)).get("tools")
    if not result_of(answers.get(1)) or not isinstance(tools, list):
        wrong = next((str(told["error"].get("message")) for told in answers.values() if "error" in told), "")
        return Answer(False, wrong or said(ran) or "it ended without an answer")
    server = result_of(answers[1]).get("serverInfo", {})
    return Answer(
        bool(tools), f"{server.get('name')} {server.get('version')} answers with {len(tools)} tools"
    )


def fire_hook(words: Sequence[str], event: Mapping[str, Any], environ: Mapping[str, str]) -> Answer:
    """Run a hook with a sample event on its standard input; it must end well and say JSON or nothing."""
    began = time.perf_counter()
    ran = run(words, json.dumps(event), environ, HOOK_SECONDS)
    if isinstance(ran, Answer):
        return ran
    took = f"{(time.perf_counter() - began) * 1000:.0f} ms"
    if ran.returncode:
        return Answer(False, f"exit code {ran.returncode}: {said(ran)}")
    if ran.stdout.strip() and not isinstance(parsed(ran.stdout), dict):
        return Answer(False, "it says something on standard output that is no JSON")
    return Answer(True, took)


def through_shell(line: str, platform: str, shell: str) -> list[str]:
    """The words by which a client has a shell run a command line."""
    return [*SHELLS[shell], line] if platform == "win32" else ["/bin/sh", "-c", line]


def run(
    words: Sequence[str], given: str, environ: Mapping[str, str], seconds: float
) -> subprocess.CompletedProcess[str] | Answer:
    """Run a command to its end, or say why that was not to be."""
    if not Path(words[0]).exists() and not shutil.which(words[0], path=environ.get("PATH")):
        return Answer(False, f"{words[0]} is not there")
    try:
        return subprocess.run(  # noqa: S603 - what stands in the client's own settings
            words,
            input=given,
            env=dict(environ),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Answer(False, f"it did not end within {seconds:g} s")
    except OSError as cause:
        return Answer(False, f"it cannot be started: {cause.strerror}")


def said(ran: subprocess.CompletedProcess[str]) -> str:
    """The last thing that a command complained of."""
    lines = [line.strip() for line in ran.stderr.splitlines() if line.strip(" ╭╰─╮╯")]
    return lines[-1].strip("│ ") if lines else ""


def parsed(text: str) -> Any:
    """JSON, or None."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def result_of(told: Any) -> dict[str, Any]:
    """The result in an answer, or nothing."""
    result = told.get("result") if isinstance(told, dict) else None
    return result if isinstance(result, dict) else {}
