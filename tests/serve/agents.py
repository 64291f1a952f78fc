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


def calls(daemon):
    """Arguments for every tool, in an order in which each can succeed."""
    fact = daemon.memory.facts(predicate="works_at", all=True)[0].id
    kept = daemon.memory.remember("I prefer oat milk in coffee.")
    return {
        "recall": {"query": "where does the user work", "kind": "fact", "as_of": "2024-07", "project": None},
        "context": {"query": "deploying Tidewater", "budget": 300},
        "remember": {"text": "I drink green tea.", "project": "kitchen"},
        "forget": {"id": kept.message_id, "reason": "a test"},
        "entity": {"name": "Tidewater"},
        "neighbors": {"entity": "Tidewater", "depth": 2},
        "path": {"source": "user", "target": "Fly.io"},
        "history": {"id": fact},
        "cypher": {"query": "MATCH (e:Entity) RETURN e.name, e.first_seen ORDER BY e.id LIMIT $n", "params": {"n": 2}},
        "wiki": {"page": "Tidewater", "budget": 300, "as_of": "2024-03"},
        "evolve": {},
        "communities": {"community": "Tidewater"},
        "pages": {"query": "Tidewater"},
        "edit": {"page": "Tidewater", "text": "The runbook is in docs/deploy.md."},
        "ingest": {"client": "codex"},
        "merge": {"source": "Fly.io", "target": "Hetzner"},
        "split": {"entity": "Fly.io"},
        "review": {},
        "resolve": {"verdict": "split", "id": "Fly.io", "other": "Hetzner"},
        "keep": {"id": fact},
        "retract": {"id": fact},
        "stats": {},
        "status": {},
        "feedback": {"verdict": "useful", "ids": [fact], "reason": "a test"},
        "search": {"query": "where does the user work"},
        "fetch": {"id": fact},
        "timeline": {"entity": "Tidewater", "limit": 5},
    }  # fmt: skip
