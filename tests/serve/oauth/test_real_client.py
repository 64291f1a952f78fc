"""The official client of the protocol is let in: it finds the way by itself, asks, refreshes and comes back."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

from tests.serve.daemons import serving
from tests.serve.oauth.documents import DOCUMENT, serving_document
from tests.serve.oauth.programs import field, form, send

CALLBACK = "http://127.0.0.1:3030/callback"


class Shelf:
    """Where a client keeps what it was given."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Person:
    """Opens the page that the client asks for, and lets it in."""

    def __init__(self, daemon, *, scope="write"):
        self.daemon, self.scope = daemon, scope
        self.pages, self.told = [], {}

    async def open(self, url):
        await asyncio.to_thread(self._answer, url)

    def _answer(self, url):
        path = "/authorize?" + urlsplit(url).query
        page = send(self.daemon, "GET", path)
        self.pages.append(page.text)
        fields = {
            "mark": field(page, "mark"),
            "token": self.daemon.secret,
            "scope": self.scope,
            "decision": "allow",
        }
        cookie = page.headers["set-cookie"].partition(";")[0]
        self.told = form(self.daemon, path, fields, Cookie=cookie, Origin=self.daemon.address).told

    async def come_back(self):
        return AuthorizationCodeResult(code=self.told["code"], state=self.told["state"], iss=self.told["iss"])


async def asked(daemon, person, shelf, *calls, document=None, mode="auto", late=False):
    """What the tools answer to a client that brings the address, and what it was given; `late` is after its hour."""
    provider = OAuthClientProvider(
        f"{daemon.address}/mcp",
        OAuthClientMetadata(
            client_name="Official", redirect_uris=[CALLBACK], grant_types=["authorization_code", "refresh_token"],
            token_endpoint_auth_method="none",
        ),
        shelf, person.open, person.come_back, client_metadata_url=document,
    )  # fmt: skip
    if late:
        await provider._initialize()
        provider.context.token_expiry_time = time.time() - 1
    async with httpx2.AsyncClient(auth=provider, timeout=60) as web:
        transport = streamable_http_client(f"{daemon.address}/mcp", http_client=web)
        async with Client(transport, mode=mode) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]


@pytest.fixture(scope="module")
def daemon(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("official") / "home", **{"index.embedder": "none"}) as daemon:
        yield daemon


@pytest.mark.parametrize("mode", ["legacy", "auto"], ids=["with initialize", "stateless"])
def test_it_is_let_in_refreshes_and_comes_back(daemon, mode):
    async def run():
        person, shelf = Person(daemon), Shelf()
        kept, found = await asked(
            daemon, person, shelf,
            ("remember", {"text": "I play the cello."}), ("recall", {"query": "cello"}), mode=mode,
        )  # fmt: skip
        assert not kept.is_error
        assert "cello" in found.content[0].text
        assert len(person.pages) == 1
        assert "Official" in person.pages[0]
        assert shelf.client.client_id.startswith("client_")
        first = shelf.tokens
        await asked(daemon, person, shelf, ("recall", {"query": "cello"}), mode=mode)
        assert shelf.tokens == first  # it came back with what it had
        [found] = await asked(daemon, person, shelf, ("recall", {"query": "cello"}), mode=mode, late=True)
        assert "cello" in found.content[0].text
        assert shelf.tokens.refresh_token != first.refresh_token
        assert len(person.pages) == 1

    asyncio.run(run())


def test_it_asks_its_person_again_for_what_it_may_not_do_yet(daemon):
    async def run():
        person, shelf = Person(daemon, scope="read"), Shelf()
        await asked(daemon, person, shelf, ("recall", {"query": "tea"}))
        assert shelf.tokens.scope == "read"
        person.scope = "write"
        [kept] = await asked(daemon, person, shelf, ("remember", {"text": "I drink green tea."}))
        assert not kept.is_error
        assert shelf.tokens.scope == "read write"
        assert len(person.pages) == 2

    asyncio.run(run())


def test_it_is_known_by_its_document(daemon, tmp_path, monkeypatch):
    described = {"client_name": "Documented", "redirect_uris": ["http://127.0.0.1/callback"]}
    with serving_document(described, tmp_path) as served:
        monkeypatch.setattr(daemon.door, "documents", served.documents())
        monkeypatch.setattr(daemon.door, "_servers", {})

        async def run():
            person, shelf = Person(daemon), Shelf()
            [found] = await asked(daemon, person, shelf, ("recall", {"query": "tea"}), document=DOCUMENT)
            assert not found.is_error
            assert shelf.client.client_id == DOCUMENT
            assert "Documented" in person.pages[0]
            assert "client.example" in person.pages[0]

        asyncio.run(run())
        assert served.asked == ["/metadata.json"]
