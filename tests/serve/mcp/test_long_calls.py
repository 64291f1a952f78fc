"""What takes long tells how far it is, over both transports and in both eras, and ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading

import pytest

from graphmem import Memory
from graphmem.result import IngestReport, Progress
from tests.serve.agents import ERAS, ROOT, client_of
from tests.serve.daemons import PATIENCE


@pytest.mark.parametrize("transport", ["stdio", "http"])
@ERAS
def test_a_long_call_tells_how_far_it_is(daemon, transport, mode, monkeypatch):
    def ingest(self, paths=(), *, client=None, progress=None):
        for done in range(1, 4):
            progress(Progress(file="a", files_done=done, files_total=3, messages=done, facts=0))
        return IngestReport(sessions=1, messages=3)

    monkeypatch.setattr(Memory, "ingest", ingest)
    heard = []

    async def note(done, total, message):
        heard.append((done, total, message))

    async def run():
        async with client_of(daemon, transport, mode) as client:
            answer = await client.call_tool("ingest", {}, progress_callback=note)
            assert answer.structured_content["messages"] == 3
            silent = await client.call_tool("ingest", {})
            assert not silent.is_error

    asyncio.run(run())
    assert heard == [(float(n), 3.0, f"{n} messages, 0 facts") for n in (1, 2, 3)]


def test_a_call_that_its_agent_cancels_ends(daemon, monkeypatch):
    begun, ended, on = threading.Event(), threading.Event(), threading.Event()

    def ingest(self, paths=(), *, client=None, progress=None):
        begun.set()
        try:
            for done in range(10_000):
                progress(Progress(file="a", files_done=done, files_total=10_000, messages=0, facts=0))
                on.wait(0.05)
        finally:
            ended.set()
        raise AssertionError("it went on to its end")

    monkeypatch.setattr(Memory, "ingest", ingest)
    bridge = subprocess.Popen(
        [sys.executable, "-m", "graphmem", "mcp", "--tools", "more", "--home", str(daemon.settings.home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )

    def say(**message):
        bridge.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        bridge.stdin.flush()

    try:
        say(id=7, method="tools/call", params={"name": "ingest", "arguments": {}})
        assert begun.wait(PATIENCE)
        say(method="notifications/cancelled", params={"requestId": 7})
        assert ended.wait(PATIENCE)
        say(id=8, method="ping")
        told = json.loads(bridge.stdout.readline())
        assert (told["id"], told["result"]) == (8, {})  # and nothing was said of the one that was cancelled
    finally:
        bridge.stdin.close()
        bridge.wait(PATIENCE)
        bridge.stdout.close()
