"""What HTTP asks of every answer: HEAD, ids, smaller bodies, limits, and problem details for whatever goes wrong."""

from __future__ import annotations

import gzip
import json
import logging
import socket
from urllib.parse import urlsplit

import pytest

from graphmem import Memory
from graphmem.serve.routes import BASE, ROUTES
from tests.serve.daemons import ask

READS = ["/facts?limit=2", "/entities/user", "/stats", "/openapi.json", "/tokens", "/jobs"]


@pytest.mark.parametrize("path", READS)
def test_head_tells_what_get_would_and_sends_nothing(daemon, path):
    whole = ask(daemon, "GET", BASE + path)
    head = ask(daemon, "HEAD", BASE + path)
    assert (head[0], head[2]) == (200, b"")
    for name in ("content-type", "content-length"):
        if path != "/stats":  # its bytes change
            assert head[1][name] == whole[1][name]
    assert ask(daemon, "HEAD", "/health", secret="")[0] == 200
    assert ask(daemon, "HEAD", f"{BASE}/nowhere")[::2] == (404, b"")


@pytest.mark.parametrize("path", ["/events", "/export", "/jobs/x/events"])
def test_head_is_not_answered_where_it_would_cost_as_much_or_never_end(daemon, path):
    assert ask(daemon, "HEAD", BASE + path)[0] == 405


def test_every_answer_has_an_id_that_may_be_brought_along(daemon):
    ids = {ask(daemon, "GET", f"{BASE}/stats")[1]["x-request-id"] for _ in range(3)}
    assert len(ids) == 3
    assert ask(daemon, "GET", f"{BASE}/stats", X_Request_ID="mine-1.2:3")[1]["x-request-id"] == "mine-1.2:3"
    for wrong in ("two words", "x" * 65, "é"):
        assert ask(daemon, "GET", f"{BASE}/stats", X_Request_ID=wrong)[1]["x-request-id"] != wrong


def test_an_error_and_the_log_name_the_request(daemon, monkeypatch, caplog):
    def broken(*_, **__):
        raise RuntimeError("the user said: hunter2")

    told = json.loads(ask(daemon, "GET", f"{BASE}/nowhere", X_Request_ID="lost")[2])
    assert told["instance"] == "urn:graphmem:request:lost"
    told = json.loads(ask(daemon, "GET", f"{BASE}/stats", secret="gm_wrong", X_Request_ID="who")[2])
    assert told["instance"] == "urn:graphmem:request:who"
    monkeypatch.setattr(Memory, "stats", broken)
    with caplog.at_level(logging.ERROR, logger="graphmem"):
        told = json.loads(ask(daemon, "GET", f"{BASE}/stats", X_Request_ID="fault-9")[2])
    assert told["instance"] == "urn:graphmem:request:fault-9"
    assert any("fault-9" in record.getMessage() for record in caplog.records)


def test_a_long_answer_is_packed_for_whoever_unpacks_it(daemon):
    plain = ask(daemon, "GET", f"{BASE}/facts")
    packed = ask(daemon, "GET", f"{BASE}/facts", Accept_Encoding="gzip")
    assert packed[1]["content-encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2]
    assert "accept-encoding" in packed[1]["vary"].lower()
    assert len(packed[2]) < len(plain[2])
    assert "content-encoding" not in ask(daemon, "GET", "/health", Accept_Encoding="gzip")[1]
    told = ask(daemon, "GET", f"{BASE}/facts?{'x' * 3000}=1", Accept_Encoding="gzip")
    assert told[0] == 422
    body = gzip.decompress(told[2]) if "content-encoding" in told[1] else told[2]
    assert json.loads(body)["instance"]


POSTS = [route for route in ROUTES if route.method == "POST"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_that_is_no_json_is_refused(daemon, kind):
    sent = {"Content_Type": kind} if kind else {}
    status, headers, body = ask(daemon, "POST", f"{BASE}/remember", body=b"text=x", **sent)
    assert (status, headers["accept-post"], headers["content-type"]) == (
        415,
        "application/json",
        "application/problem+json",
    )
    assert json.loads(body)["title"] == "NotJson"
    right = ask(
        daemon,
        "POST",
        f"{BASE}/cypher",
        body=b'{"query": "RETURN 1 AS one"}',
        Content_Type="application/problem+json; charset=utf-8",
    )
    assert right[0] == 200


@pytest.mark.parametrize(
    ("path", "kind"), [(f"{BASE}/remember", "application/json"), ("/mcp", "application/json")]
)
def test_a_body_that_does_not_tell_its_length_is_cut_at_the_same_one(daemon, path, kind):
    at = urlsplit(daemon.address)
    with socket.create_connection((at.hostname, at.port), timeout=30) as raw:
        raw.sendall(
            f"POST {path} HTTP/1.1\r\nHost: {at.netloc}\r\nAuthorization: Bearer {daemon.secret}\r\n"
            f"Accept: application/json, text/event-stream\r\n"
            f"Content-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        piece = b"%x\r\n%s\r\n" % (1 << 20, b" " * (1 << 20))
        try:
            for _ in range(10):
                raw.sendall(piece)
            raw.sendall(b"0\r\n\r\n")
        except OSError:
            pass  # it has answered already
        with raw.makefile("rb") as answer:
            assert answer.readline().split()[1] == b"413"


def test_no_other_origin_is_let_in_and_a_preflight_gets_no_leave(daemon):
    for method in ("OPTIONS", "GET"):
        _, headers, _ = ask(daemon, method, f"{BASE}/facts", Origin=daemon.address)
        assert not [name for name in headers if name.startswith("access-control")]
    status, headers, _ = ask(daemon, "OPTIONS", f"{BASE}/facts", Origin="http://evil.example")
    assert (status, [name for name in headers if name.startswith("access-control")]) == (403, [])


def test_a_method_that_is_not_there_is_told_with_those_that_are(daemon):
    status, headers, body = ask(daemon, "PATCH", f"{BASE}/facts")
    assert (status, headers["allow"], json.loads(body)["status"]) == (405, "GET", 405)
