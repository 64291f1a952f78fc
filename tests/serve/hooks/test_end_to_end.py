"""A hook, a real daemon and a real memory: told once, taken in when the agent stops, and nothing else on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.serve.hooks.program import LOG
from tests.serve.daemons import PATIENCE, serving
from tests.transcripts import claude_file

ROOT = Path(__file__).parent.parent.parent.parent
# The limit is that of a machine with time; here each hook may take as long as it takes.
RUN = "import sys; from graphmem.serve.hooks import program as p; p.LIMIT = 60; p.answer(sys.argv[1:])"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hooks")


@pytest.fixture(scope="module")
def daemon(folder):
    said = [
        ("user", "The billing service uses PostgreSQL.", "2024-03-01T10:00:00Z"),
        ("user", "Always run the linter before you commit.", "2024-03-01T10:01:00Z"),
    ]
    with Memory(folder / "home") as memory:
        memory.ingest([claude_file(folder, "shop-1", said)])
    with serving(
        folder / "home",
        watch=True,
        **{"capture.claude_home": str(folder / "none"), "capture.codex_home": str(folder)},
    ) as daemon:
        daemon.store.announce(daemon.address)
        yield daemon


def hook(daemon, event, client="claude-code", **said):
    """What a client reads of its hook, as JSON; None for nothing."""
    given = {"session_id": "s", "cwd": "/home/maya/shop", **said}
    done = subprocess.run(
        [sys.executable, "-c", RUN, event, "--client", client, "--home", str(daemon.settings.home)],
        input=json.dumps(given).encode(),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=PATIENCE,
    )
    assert done.stderr == b""
    return json.loads(done.stdout) if done.stdout else None


def test_a_session_from_its_start_to_its_end(daemon, folder):
    start = hook(daemon, "session-start", source="startup")
    assert "linter" in start["hookSpecificOutput"]["additionalContext"]
    asked = {"prompt": "which database does the billing service use?"}
    told = hook(daemon, "prompt", **asked)
    assert "PostgreSQL" in told["hookSpecificOutput"]["additionalContext"]
    assert hook(daemon, "prompt", prompt="go on") is None
    again = hook(daemon, "prompt", **asked)
    assert again is None or "PostgreSQL" not in json.dumps(again)
    assert hook(daemon, "session-start", source="resume") is None

    before = daemon.memory.stats()["messages"]
    path = claude_file(folder, "elsewhere", [("user", "My cat is Milk.", "2024-04-01T10:00:00Z")])
    assert hook(daemon, "stop", transcript_path=str(path)) is None
    for _ in range(int(PATIENCE * 20)):
        if daemon.memory.stats()["messages"] > before:
            break
        daemon._stopping.wait(0.05)
    assert daemon.memory.stats()["messages"] == before + 1
    assert not (daemon.settings.home / LOG).exists()


def test_each_client_is_told_in_its_form(daemon):
    asked = {"prompt": "which database does the billing service use?", "session_id": "of each"}
    for client in ("codex", "gemini"):
        said = hook(daemon, "prompt", client, **asked)
        assert "PostgreSQL" in said["hookSpecificOutput"]["additionalContext"]
    said = hook(daemon, "prompt", "cursor", **asked)
    assert said["continue"] is True
    assert "PostgreSQL" in said["additional_context"]


def test_a_daemon_that_does_not_know_the_token_is_no_hindrance(daemon, folder):
    token = daemon.settings.home / "token"
    secret = token.read_text(encoding="utf-8")
    token.write_text("gm_wrong", encoding="utf-8")
    try:
        assert hook(daemon, "prompt", prompt="which database does the billing service use?") is None
    finally:
        token.write_text(secret, encoding="utf-8")
    log = daemon.settings.home / LOG
    assert "status 401" in log.read_text(encoding="utf-8")
    log.unlink()
