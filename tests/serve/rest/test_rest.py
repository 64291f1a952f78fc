"""A real daemon, asked over HTTP: who may ask, what the answers look like, and what is said of a bad request."""

from __future__ import annotations

import csv
import json
from urllib.parse import urlsplit

import pytest

from graphmem import Memory, errors
from graphmem.serve.client import Client
from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.routes import BASE, BY_RESOURCE, ROUTES
from graphmem.store.archive import FORMS
from tests.serve.daemons import ask, serving


def filled(path):
    """A path of the table with something in its places."""
    for name in ("id", "entity", "source", "name"):
        path = path.replace(f"{{{name}:path}}", "x").replace(f"{{{name}}}", "x")
    return BASE + path


EVERY = [(route.method, filled(route.path)) for route in (*ROUTES, *BY_RESOURCE)] + [
    ("GET", "/ready"),
    ("GET", "/metrics"),
    ("GET", f"{BASE}/tokens/current"),
    ("POST", f"{BASE}/tokens/link"),
    ("GET", f"{BASE}/openapi.json"),
    ("GET", f"{BASE}/tokens"),
    ("GET", f"{BASE}/export"),
    ("GET", f"{BASE}/events"),
    ("GET", f"{BASE}/jobs"),
    ("GET", f"{BASE}/jobs/x"),
    ("GET", f"{BASE}/jobs/x/events"),
    ("DELETE", f"{BASE}/jobs/x"),
    ("POST", f"{BASE}/tokens"),
    ("DELETE", f"{BASE}/tokens/x"),
    ("POST", "/mcp"),
    ("GET", "/nowhere"),
]


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_no_route_answers_without_a_token_or_with_a_wrong_one(daemon, method, path, monkeypatch):
    monkeypatch.setattr(daemon.guard, "failures", Allowance(1, 1000))
    for secret in ("", "gm_wrong"):
        status, headers, body = ask(
            daemon, method, path, secret=secret, body=b"{}" if method == "POST" else None
        )
        assert status == 401
        assert headers["www-authenticate"].startswith("Bearer ")
        assert json.loads(body)["type"] == "urn:graphmem:error:Forbidden"


@pytest.mark.parametrize(("method", "path"), [*EVERY, ("GET", "/health")])
def test_another_host_or_origin_is_refused_whatever_it_brings(daemon, method, path):
    at = urlsplit(daemon.address).netloc
    assert ask(daemon, method, path, Host="evil.example")[0] == 421
    assert ask(daemon, method, path, Host=f"127.0.0.1.evil.example:{at.rpartition(':')[2]}")[0] == 421
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "https://" + at + ".evil.example"):
        assert ask(daemon, method, path, Origin=origin)[0] == 403


def test_its_own_origin_may_ask(daemon):
    assert ask(daemon, "GET", f"{BASE}/stats", Origin=daemon.address)[0] == 200


def test_whether_it_lives_may_be_asked_by_all(daemon):
    assert ask(daemon, "GET", "/health", secret="")[2] == b'{"status":"ok"}'


def test_whether_it_follows(daemon):
    status, _, body = ask(daemon, "GET", "/ready")
    told = json.loads(body)
    assert (status, told["ready"], told["events"] == told["indexed"] > 0) == (200, True, True)


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.scope != "read"], ids=lambda route: route.verb
)
def test_a_token_that_may_read_may_do_nothing_else(daemon, route):
    secret = daemon.tokens.create("reader", scope="read").secret
    body = {
        "path": "x",
        "text": "x",
        "id": "x",
        "target": "x",
        "name": "x",
        "paths": [],
        "ids": ["x"],
        "verdict": "keep" if route.verb == "resolve" else "wrong",
        "other": "x",
    }
    fields = {
        "remember": ["text"], "forget": ["id"], "merge": ["target"], "alias": ["name"], "export": ["path"],
        "feedback": ["verdict", "ids"], "resolve": ["verdict", "id", "other"],
    }.get(route.verb, [])  # fmt: skip
    sent = json.dumps({name: body[name] for name in fields}).encode()
    status, _, answer = ask(
        daemon, route.method, filled(route.path), secret=secret, body=sent, Content_Type="application/json"
    )
    assert status == 403
    assert "may read" in json.loads(answer)["detail"]


def test_only_who_may_do_everything_sees_or_makes_tokens(daemon):
    secret = daemon.tokens.create("writer", scope="write").secret
    for method, path in (
        ("GET", "/tokens"),
        ("POST", "/tokens"),
        ("DELETE", "/tokens/local"),
        ("POST", "/tokens/local/rotate"),
    ):
        assert (
            ask(
                daemon,
                method,
                BASE + path,
                secret=secret,
                body=b'{"name":"x"}',
                Content_Type="application/json",
            )[0]
            == 403
        )


def test_a_token_that_is_taken_back_counts_no_more_at_once(daemon):
    made = json.loads(
        ask(
            daemon,
            "POST",
            f"{BASE}/tokens",
            body=b'{"name":"brief","scope":"read"}',
            Content_Type="application/json",
        )[2]
    )
    assert ask(daemon, "GET", f"{BASE}/stats", secret=made["secret"])[0] == 200
    assert ask(daemon, "DELETE", f"{BASE}/tokens/brief")[0] == 200
    assert ask(daemon, "GET", f"{BASE}/stats", secret=made["secret"])[0] == 401
    assert made["secret"].encode() not in ask(daemon, "GET", f"{BASE}/tokens")[2]


def test_a_page_is_a_hit_with_an_address_that_leads_to_it(daemon):
    status, _, body = ask(daemon, "GET", f"{BASE}/recall?query=tell%20me%20about%20Tidewater&kind=page")
    hits = json.loads(body)["hits"]
    assert (status, {hit["kind"] for hit in hits}) == (200, {"page"})
    [hit] = [one for one in hits if one["title"] == "Tidewater"]
    status, _, body = ask(daemon, "GET", f"{BASE}/pages/{hit['slug']}")
    page = json.loads(body)
    assert (status, page["id"], page["title"]) == (200, hit["id"], "Tidewater")
    assert ask(daemon, "GET", f"{BASE}/recall?query=x&kind=leaf")[0] == 422


def test_a_token_of_one_project_sees_only_pages_of_that_project(daemon):
    secret = daemon.tokens.create("leaf", scope="read", project="tidewater").secret
    with Client(daemon.address, daemon.secret) as whole, Client(daemon.address, secret) as bound:
        every = whole.recall("user", kind=["page"], limit=50).hits
        seen = {hit.id for hit in bound.recall("user", kind=["page"], limit=50).hits}
        for hit in every:
            page = whole.wiki(hit.slug, budget=8000)
            lines = [line for section in page.sections for line in section.lines] + [
                *page.history,
                *page.ahead,
            ]
            told = [one for line in lines for one in whole.history(line.id) if one.id == line.id]
            alone = all("tidewater" in {source.project for source in one.sources} for one in told)
            assert alone or hit.id not in seen
        assert set() < seen < {hit.id for hit in every}
        with pytest.raises(errors.Forbidden):
            bound.wiki("user")


def test_a_token_of_one_project_sees_nothing_of_another(daemon):
    secret = daemon.tokens.create("web", scope="write", project="tidewater").secret
    with Client(daemon.address, secret) as bound:
        found = bound.recall("where does the user work", limit=50).hits
        assert {source.project for hit in found for source in hit.sources[:1]} <= {"tidewater"}
        assert {source.project for fact in bound.facts() for source in fact.sources} == {"tidewater"}
        for asked in (
            lambda: bound.recall("work", project="notes"),
            lambda: bound.facts(project="notes"),
            lambda: bound.history("user"),
            lambda: bound.resolve("both", "fact_x", "fact_y"),
            lambda: bound.cypher("MATCH (m:Message) RETURN m.text"),
            lambda: bound.entity("user"),
            lambda: bound.forget("fact_x"),
        ):
            with pytest.raises(errors.Forbidden, match="tidewater"):
                asked()


def test_too_many_wrong_tokens_are_not_looked_at(own):
    with serving(own) as daemon:
        statuses = [ask(daemon, "GET", f"{BASE}/stats", secret=f"gm_{number}")[0] for number in range(30)]
        assert statuses[0] == 401
        status, headers, _ = ask(daemon, "GET", f"{BASE}/stats")
        assert (status, int(headers["retry-after"]) >= 1) == (429, True)
        assert ask(daemon, "GET", "/health", secret="")[0] == 200


def test_a_token_that_asks_too_often_waits(own):
    with serving(own, **{"serve.rate": 1.0}) as daemon:
        statuses = [ask(daemon, "GET", f"{BASE}/stats")[0] for _ in range(12)]
        assert statuses[:4] == [200] * 4
        assert 429 in statuses


def test_an_allowance_fills_again():
    now = [0.0]
    allowance = Allowance(0.5, 2, clock=lambda: now[0])
    assert [allowance.take("a") for _ in range(3)] == [True, True, False]
    assert allowance.take("b")
    assert allowance.wait("a") == 2
    now[0] = 2.0
    assert [allowance.take("a") for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [allowance.take("a") for _ in range(3)] == [True, True, False]


def test_a_request_that_is_too_large_is_refused(daemon):
    assert ask(daemon, "POST", f"{BASE}/remember", body=b" " * (9 << 20))[0] == 413


@pytest.mark.parametrize(
    ("request_", "status", "words"),
    [
        (("GET", "/recall", None), 422, "query"),
        (("GET", "/recall?query=x&limit=many", None), 422, "limit"),
        (("GET", "/recall?query=x&kinds=fact", None), 422, "kinds"),
        (("GET", "/recall?query=x&kind=story", None), 422, "kind"),
        (("GET", "/recall?query=x&as_of=someday", None), 422, "someday"),
        (("GET", "/recall?query=x&entity=Nobody", None), 404, "Nobody"),
        (("GET", "/context?query=x&budget=3", None), 422, "64"),
        (("GET", "/entities/Nobody", None), 404, "Nobody"),
        (("GET", "/nowhere", None), 404, "Not Found"),
        (("DELETE", "/recall", None), 405, "Method Not Allowed"),
        (("POST", "/remember", b"{"), 422, "JSON"),
        (("POST", "/remember", b'{"text": 3}'), 422, "text"),
        (("POST", "/remember", b'{"text": "x", "mood": "y"}'), 422, "mood"),
        (("POST", "/cypher", b'{"query": "MATCH (n) DELETE n"}'), 422, "write"),
        (("POST", "/forget", b'{"id": "fact_none"}'), 404, "fact_none"),
        (("POST", "/ingest", b'{"paths": ["/nowhere.jsonl"]}'), 422, "nowhere"),
    ],
)
def test_a_bad_request_says_what_is_wrong(daemon, request_, status, words):
    method, path, body = request_
    got, headers, answer = ask(daemon, method, BASE + path, body=body, Content_Type="application/json")
    told = json.loads(answer)
    assert (got, told["status"], headers["content-type"]) == (status, status, "application/problem+json")
    assert words in told["detail"] + told.get("hint", "")


def test_a_fault_of_ours_tells_no_word_of_a_conversation(daemon, monkeypatch):
    def broken(*_, **__):
        raise RuntimeError("the user said: hunter2")

    monkeypatch.setattr(Memory, "stats", broken)
    status, _, body = ask(daemon, "GET", f"{BASE}/stats")
    assert status == 500
    assert b"hunter2" not in body
    assert b"RuntimeError" in body


def test_a_list_comes_as_json_as_lines_and_as_a_table(daemon):
    path = f"{BASE}/facts?entity=user&limit=3"
    listed = json.loads(ask(daemon, "GET", path)[2])["facts"]
    lines = ask(daemon, "GET", path, Accept="application/x-ndjson")[2].splitlines()
    assert [json.loads(line) for line in lines] == listed
    rows = list(csv.DictReader(ask(daemon, "GET", path, Accept="text/csv")[2].decode().splitlines()))
    assert [row["text"] for row in rows] == [fact["text"] for fact in listed]


def test_names_with_slashes_and_signs_reach_the_memory(own):
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:
        for name in ("api/v2 & co", "50% größer?#", "a/neighbors"):
            client.alias(name, "Tidewater")
            found = client.entity(name)
            assert {found.name, *found.aliases} >= {name, "Tidewater"}
        assert client.neighbors("api/v2 & co", limit=1)
        assert client.history("50% größer?#")


def test_what_openapi_says_is_whole(daemon):
    told = json.loads(ask(daemon, "GET", f"{BASE}/openapi.json")[2])
    assert {path for path in told["paths"] if not path.startswith(f"{BASE}/tokens")} >= {
        BASE + route.path.replace(":path", "") for route in ROUTES
    }
    schemas = told["components"]["schemas"]
    used = set()

    def walk(node):
        if isinstance(node, dict):
            if "$ref" in node:
                used.add(node["$ref"].rpartition("/")[2])
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(told)
    assert used <= schemas.keys()


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_graph_is_handed_out_in_every_form(daemon, tmp_path, form):
    status, headers, body = ask(daemon, "GET", f"{BASE}/export?format={form}")
    assert (status, headers["content-type"]) == (200, FORMS[form].media_type)
    with Client(daemon.address, daemon.secret) as client:
        told = client.export(tmp_path / "all", format=form)
    assert (tmp_path / "all").read_bytes() == body
    assert told["bytes"] == len(body) == int(headers["content-length"])
    assert told["nodes"] == int(headers["x-graphmem-nodes"]) > 0
    assert f"graphmem.{FORMS[form].ending}" in headers["content-disposition"]
    assert not list(daemon.settings.home.glob("snapshot-*"))


def test_who_may_see_one_project_is_not_handed_the_graph(daemon):
    secret = daemon.tokens.create("part", scope="write", project="tidewater").secret
    assert ask(daemon, "GET", f"{BASE}/export", secret=secret)[0] == 403
    assert ask(daemon, "GET", f"{BASE}/export?format=xls")[0] == 422
