"""Agents for tests: the official client of MCP, over each transport and in each era of the protocol."""

from __future__ import annotations

import os
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from graphmem.serve.mcp.definitions import OWN

ROOT = Path(__file__).parent.parent.parent
ALL = ",".join(OWN)
ERAS = pytest.mark.parametrize("mode", ["legacy", "auto"], ids=["with initialize", "stateless"])


def stdio(home, *, tools=ALL):
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "graphmem", "mcp", "--home", str(home), "--tools", tools],
        env=os.environ | {"PYTHONPATH": str(ROOT), "GRAPHMEM_SERVE_PORT": "0"},
        cwd=str(ROOT),
    )


@asynccontextmanager
async def client_of(daemon, transport, mode):
    """The official client over one transport."""
    if transport == "stdio":
        async with Client(stdio(daemon.settings.home), mode=mode) as client:
            yield client
        return
    headers = {"Authorization": f"Bearer {daemon.secret}"}
    async with httpx2.AsyncClient(headers=headers, timeout=90) as web:
        url = f"{daemon.address}/mcp?tools={ALL}"
        async with Client(streamable_http_client(url, http_client=web), mode=mode) as client:
            yield client
