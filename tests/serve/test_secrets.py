"""A secret that comes in by any door of the daemon is nowhere on the disk, in no answer and in no log."""

from __future__ import annotations

import json
import logging

import pytest

from graphmem.serve.client import Client
from graphmem.serve.routes import BASE
from tests.serve.daemons import serving
from tests.serve.oauth.programs import Program, send

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ"


@pytest.fixture(scope="module")
def daemon(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("secrets") / "home", **{"index.embedder": "none"}) as daemon:
        yield daemon


@pytest.fixture
def logged():
    """What the daemon logs meanwhile."""
    lines = []

    class Kept(logging.Handler):
        def emit(self, record):
            lines.append(record.getMessage())

    handler = Kept()
    logging.getLogger().addHandler(handler)
    yield lines
    logging.getLogger().removeHandler(handler)


def post(daemon, path, value):
    headers = {"Authorization": f"Bearer {daemon.secret}", "Content-Type": "application/json"}
    return send(daemon, "POST", path, body=json.dumps(value).encode(), headers=headers)


def tool(daemon, name, **arguments):
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    return post(daemon, "/mcp?tools=core,graph,more", message)


def sdk(daemon, text):
    with Client(daemon.address, daemon.secret) as client:
        return client.remember(text, project=f"p {SECRET}")


DOORS = {
    "REST": lambda daemon, text: post(daemon, f"{BASE}/remember", {"text": text, "project": text}),
    "MCP": lambda daemon, text: tool(daemon, "remember", text=text, project=text),
    "SDK": sdk,
    "a name": lambda daemon, text: post(daemon, f"{BASE}/entities/user/aliases", {"name": text}),
    "a reason": lambda daemon, text: post(
        daemon,
        f"{BASE}/forget",
        {"id": daemon.memory.remember("I play the cello.").message_id, "reason": text},
    ),
    "a question": lambda daemon, text: tool(daemon, "recall", query=text),
    "a name of a token": lambda daemon, text: post(daemon, f"{BASE}/tokens", {"name": text}),
    "a program": lambda daemon, text: Program(daemon, client_name=text).registered,
}


@pytest.mark.parametrize("door", DOORS)
def test_a_secret_stays_outside(daemon, logged, door):
    DOORS[door](daemon, f"My key is {SECRET}, <private>swordfish <private>deeper</private>")
    daemon.memory._index.flush()
    held = [file for file in daemon.settings.home.rglob("*") if file.is_file()]
    for file in held:
        content = file.read_bytes()
        assert SECRET.encode() not in content, file
        assert b"swordfish" not in content, file
    assert not any(SECRET in line for line in logged)
    for path in ("facts?all=true", "tokens", "stats", "openapi.json"):
        answer = send(daemon, "GET", f"{BASE}/{path}", headers={"Authorization": f"Bearer {daemon.secret}"})
        assert SECRET not in answer.text


def test_the_daemon_keeps_and_logs_no_token_of_its_own(daemon, logged, caplog):
    caplog.set_level(logging.DEBUG)
    program = Program(daemon)
    told = program.connected(daemon.secret)
    told |= program.refresh(told["refresh_token"]).json
    program.refresh(told["refresh_token"] + "x")
    program.decide("gm_wrong-token")
    secrets = [told["access_token"], told["refresh_token"], daemon.secret, "gm_wrong-token"]
    files = [file for file in daemon.settings.home.rglob("*") if file.is_file() and file.name != "token"]
    for secret in secrets:
        assert not any(secret in line for line in logged)
        assert not any(secret.encode() in file.read_bytes() for file in files)
