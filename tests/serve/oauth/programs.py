"""A program that wants to be let in, and a person with a browser, as real ones behave: for tests, over real HTTP."""

from __future__ import annotations

import base64
import hashlib
import html
import http.client
import json
import re
import secrets
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

CALLBACK = "https://app.example/callback"


@dataclass
class Answer:
    """Status, headers by small name, and body of one answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode()

    @property
    def told(self):
        """The parameters with which a browser was sent back to the program."""
        return {
            name: values[0] for name, values in parse_qs(urlsplit(self.headers["location"]).query).items()
        }


def send(daemon, method, path, *, body=None, headers=None):
    """One request, sent as it is; redirects are not followed."""
    at = urlsplit(daemon.address)
    with closing(http.client.HTTPConnection(at.hostname, at.port, timeout=30)) as connection:
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return Answer(
            answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
        )


def form(daemon, path, fields, **headers):
    """A form as a program or a browser sends it."""
    sent = {"Content-Type": "application/x-www-form-urlencoded"} | headers
    return send(daemon, "POST", path, body=urlencode(fields, doseq=True).encode(), headers=sent)


class Program:
    """A program that has registered with a daemon and plays the flow step by step; every step can be bent."""

    def __init__(self, daemon, *, base="", **metadata):
        self.daemon = daemon
        self.base = base or daemon.address
        described = {
            "client_name": "Notebook",
            "redirect_uris": [CALLBACK],
            "grant_types": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_method": "none",
        } | metadata
        self.registered = self.post_json("/register", described)
        self.id = self.registered.json.get("client_id", "")
        self.redirect_uri = next(iter(described["redirect_uris"]), None)
        self.verifier = secrets.token_urlsafe(48)
        self.state = "a state"

    @property
    def headers(self):
        return {"Host": urlsplit(self.base).netloc} | (
            {"X-Forwarded-Proto": "https"} if self.base.startswith("https") else {}
        )

    def post_json(self, path, value):
        body = json.dumps(value).encode()
        return send(
            self.daemon, "POST", path, body=body, headers={"Content-Type": "application/json"} | self.headers
        )

    def question(self, **bent):
        """The path to which the program sends the browser; what is bent to None is left out."""
        asked = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.redirect_uri,
            "state": self.state,
            "scope": "read write",
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
            "resource": f"{self.base}/mcp",
        } | bent
        return "/authorize?" + urlencode(
            {key: value for key, value in asked.items() if value is not None}, doseq=True
        )

    def look(self, **bent):
        """The page that the person is shown."""
        return send(self.daemon, "GET", self.question(**bent), headers=self.headers)

    def decide(
        self, token, *, decision="allow", scope="write", page=None, cookie=None, mark=None, headers=(), **bent
    ):
        """What comes of the person's answer."""
        page = page or self.look(**bent)
        assert page.status in (200, 403), page.text
        fields = {
            "mark": field(page, "mark") if mark is None else mark,
            "token": token,
            "scope": scope,
            "decision": decision,
        }
        sent = {"Cookie": page.headers["set-cookie"].partition(";")[0] if cookie is None else cookie}
        return form(
            self.daemon,
            self.question(**bent),
            fields,
            **sent,
            Origin=self.base,
            **self.headers,
            **dict(headers),
        )

    def code(self, token, **bent):
        """The code for a person who lets it in."""
        answer = self.decide(token, **bent)
        assert answer.status == 303, answer.text
        return answer.told["code"]

    def exchange(self, code, /, **bent):
        """What comes of a code."""
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.id,
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
        } | bent
        return form(
            self.daemon,
            "/token",
            {key: value for key, value in fields.items() if value is not None},
            **self.headers,
        )

    def refresh(self, secret, **bent):
        """What comes of a refresh token."""
        fields = {"grant_type": "refresh_token", "refresh_token": secret, "client_id": self.id} | bent
        return form(self.daemon, "/token", fields, **self.headers)

    def connected(self, token, **bent):
        """The tokens of a program that was let in."""
        answer = self.exchange(self.code(token, **bent))
        assert answer.status == 200, answer.text
        return answer.json

    def call(self, secret, method="tools/list", *, path="/mcp", **params):
        """One message of an agent."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        headers = {
            "Authorization": f"Bearer {secret}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        return send(
            self.daemon, "POST", path, body=json.dumps(message).encode(), headers=headers | self.headers
        )


def challenge_of(verifier):
    """The S256 challenge of a verifier."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def field(page, name):
    """The value of a hidden field."""
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', page.text)[1])
