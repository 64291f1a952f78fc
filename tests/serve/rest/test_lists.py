"""Long lists come in pages, whatever is written meanwhile, and what did not change is not sent again."""

from __future__ import annotations

import base64
import csv
import io
import json
import threading
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from graphmem.errors import NotFound
from graphmem.serve.client import Client
from graphmem.serve.rest import fresh
from graphmem.serve.routes import BASE
from tests.serve.daemons import ask, serving


def pages(daemon, path, name, size, between=lambda: None):
    """The records of every page, as they come."""
    sign = "&" if "?" in path else "?"
    address, found = f"{BASE}{path}{sign}limit={size}", []
    while address:
        status, headers, body = ask(daemon, "GET", address)
        assert status == 200, body
        told = json.loads(body)
        assert len(told[name]) <= size
        found.append(told[name])
        address = headers["link"].partition(">")[0][1:] if told["next"] else None
        between()
    return found


LISTS = [
    ("/facts", "facts"),
    ("/facts?all=true", "facts"),
    ("/facts?entity=user&predicate=works_at&all=true", "facts"),
    ("/history/user", "facts"),
    ("/entities/user/history", "facts"),
    ("/entities/user/neighbors?depth=2", "neighbors"),
    ("/review", "doubts"),
    ("/facts?project=tidewater", "facts"),
    ("/relations", "relations"),
    ("/relations?all=true&entity=Tidewater", "relations"),
    ("/relations?subject=user&as_of=2024-04-15&known_at=2024-06&project=tidewater", "relations"),
    ("/messages", "messages"),
    ("/messages?role=user&kind=text&client=claude-code&project=tidewater&since=2024-02", "messages"),
    ("/sessions", "sessions"),
    ("/sessions?client=claude-code", "sessions"),
    ("/pages", "pages"),
    ("/pages?query=tidewater", "pages"),
    ("/communities", "communities"),
    ("/communities/Tidewater", "communities"),
]


@pytest.mark.parametrize(("path", "name"), LISTS)
@pytest.mark.parametrize("size", [1, 4])
def test_the_pages_together_are_the_list(daemon, path, name, size):
    whole = json.loads(ask(daemon, "GET", BASE + path)[2])[name]
    parts = pages(daemon, path, name, size)
    assert [one for part in parts for one in part] == whole
    assert all(len(part) == size for part in parts[:-1])


def test_writing_meanwhile_neither_drops_nor_doubles_what_was_there(own):
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:
        before = {fact.id for fact in client.facts()}
        retracted = min(before)
        number = iter(range(100))

        def write():
            at = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=next(number) * 30)
            client.remember(f"The code of door {at:%y%m} is {at:%m%d}.", at=at)

        client.retract(retracted)
        found = [fact["id"] for page in pages(daemon, "/facts", "facts", 5, write) for fact in page]
        assert len(found) == len(set(found))
        assert set(found) >= before - {retracted}


def test_a_list_goes_on_behind_a_fact_or_where_it_stood(own):
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:
        whole = client.facts()
        assert client.facts(after=whole[3].id) == whole[4:]
        assert client.facts(after=whole[3].id, limit=2) == whole[4:6]
        told = json.loads(ask(daemon, "GET", f"{BASE}/facts?limit=4")[2])
        client.forget(whole[3].id)
        rest = json.loads(ask(daemon, "GET", f"{BASE}/facts?limit=100&cursor={told['next']}")[2])
        assert {fact["id"] for fact in rest["facts"]} == {fact.id for fact in whole[4:]}
        for gone in (whole[3].id, "nowhere", "True/x/y"):
            with pytest.raises(NotFound):
                client.facts(after=gone)


@pytest.mark.parametrize(
    "cursor", ["x", "é", "bnVsbA", "WzEsMiwzXQ", "W251bGwsIm5vdyIsIiJd", "%00", "a" * 5000]
)
def test_what_is_no_cursor_is_an_error_that_says_so(daemon, cursor):
    for path in ("/facts", "/history/user", "/review", "/relations", "/sessions", "/messages"):
        status, _, body = ask(daemon, "GET", f"{BASE}{path}?cursor={quote(cursor)}")
        assert status == 422
        assert "cursor" in json.loads(body)["detail"]


@pytest.mark.parametrize("path", ["/facts", "/relations", "/messages", "/sessions", "/pages", "/communities"])
@pytest.mark.parametrize(
    "key",
    [
        "a/b/c",
        [1],
        [None],
        ["x", 1, 2],
        [[], {}],
        "False/nan/x",
        f"False/{'9' * 400}/x",
        f"{'9' * 19}/5/x",
        "1/\0/x",
        f"1/{'9' * 30}/x",
        {},
        5,
    ],
    ids=repr,
)
def test_a_cursor_that_was_written_into_is_an_error_that_says_so(daemon, path, key):
    sent = json.loads(ask(daemon, "GET", f"{BASE}{path}?limit=1")[2])["next"]
    _, at, asked = json.loads(base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4)))
    bent = base64.urlsafe_b64encode(json.dumps([key, at, asked]).encode()).decode()
    status, _, body = ask(daemon, "GET", f"{BASE}{path}?limit=1&cursor={bent}")
    assert status == 200 or (status in {404, 422} and json.loads(body)["hint"]), body


def test_a_cursor_is_good_for_its_own_list_alone(daemon):
    cursor = json.loads(ask(daemon, "GET", f"{BASE}/facts?limit=1")[2])["next"]
    for path in ("/facts?all=true", "/facts?entity=user", "/history/user?limit=1"):
        sign = "&" if "?" in path else "?"
        assert ask(daemon, "GET", f"{BASE}{path}{sign}cursor={cursor}")[0] == 422


@pytest.mark.parametrize(
    "path",
    ["/facts?limit=2", "/recall?query=work", "/context?query=work", "/entities/user", "/review", "/history/user",
     "/entities/user/neighbors", "/relations?limit=2", "/messages?limit=2", "/sessions",
     "/paths?source=user&target=Tidewater", "/pages/tidewater"],
)  # fmt: skip
def test_what_a_client_has_is_not_sent_again_until_something_changes(daemon, monkeypatch, path):
    moment = datetime(2026, 1, 1, 12, 0, 30, tzinfo=UTC)
    monkeypatch.setattr(fresh, "now", lambda: moment)
    tag = ask(daemon, "GET", BASE + path)[1]["etag"]
    status, headers, body = ask(daemon, "GET", BASE + path, If_None_Match=f'"other", {tag}')
    assert (status, headers["etag"], body) == (304, tag, b"")
    for header in ({"Accept": "text/csv"}, {}):
        elsewhere = f"{BASE}{path}{'&' if '?' in path else '?'}as_of=2024" if not header else BASE + path
        if any(verb in path for verb in ("review", "history", "messages", "sessions")):
            break
        assert ask(daemon, "GET", elsewhere, If_None_Match=tag, **header)[0] == 200
    monkeypatch.setattr(fresh, "now", lambda: moment + timedelta(minutes=1))
    assert ask(daemon, "GET", BASE + path, If_None_Match=tag)[0] == 200


def test_a_tag_is_never_newer_than_what_is_read(own):
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:
        stop = threading.Event()

        def write():
            number = 0
            while not stop.is_set():
                client.remember(f"Door {number} is open.")
                number += 1

        thread = threading.Thread(target=write)
        thread.start()
        try:
            path = f"{BASE}/facts?as_of=2030"
            for _ in range(15):
                _, headers, body = ask(daemon, "GET", path)
                status, _, again = ask(daemon, "GET", path, If_None_Match=headers["etag"])
                if status == 304:
                    # Nothing was written in between, or it was read without being in the tag, which is no harm.
                    continue
                assert len(json.loads(again)["facts"]) >= len(json.loads(body)["facts"])
        finally:
            stop.set()
            thread.join()
        # With everything at rest the tag that was seen last tells the truth.
        _, headers, body = ask(daemon, "GET", path)
        assert ask(daemon, "GET", path, If_None_Match=headers["etag"])[0] == 304
        client.remember("Door 1000 is open.")
        assert ask(daemon, "GET", path, If_None_Match=headers["etag"])[0] == 200


def test_what_changes_without_an_event_has_no_tag(daemon):
    for path in ("/stats", "/doctor", "/sources"):
        assert "etag" not in ask(daemon, "GET", BASE + path)[1]


def test_the_turns_of_a_session_stand_under_it_and_come_as_lines_and_as_a_table(daemon):
    [session, *_] = json.loads(ask(daemon, "GET", f"{BASE}/sessions")[2])["sessions"]
    path = f"{BASE}/sessions/{session['id']}/messages"
    turns = json.loads(ask(daemon, "GET", path)[2])["messages"]
    assert len(turns) == session["messages"]
    assert turns == json.loads(ask(daemon, "GET", f"{BASE}/messages?session={session['id']}")[2])["messages"]
    lines = ask(daemon, "GET", path, Accept="application/x-ndjson")[2].splitlines()
    assert [json.loads(line) for line in lines] == turns
    told = list(csv.DictReader(io.StringIO(ask(daemon, "GET", path, Accept="text/csv")[2].decode())))
    assert [row["id"] for row in told] == [turn["id"] for turn in turns]
    rows = list(
        csv.DictReader(io.StringIO(ask(daemon, "GET", f"{BASE}/relations", Accept="text/csv")[2].decode()))
    )
    assert {row["predicate"] for row in rows} >= {"works_at"}


@pytest.mark.parametrize(
    "path", ["/messages?role=cook", "/messages?kind=song", "/relations?limit=0", "/messages?x=1"]
)
def test_a_filter_that_is_none_is_refused(daemon, path):
    status, _, body = ask(daemon, "GET", BASE + path)
    assert status == 422
    assert path.partition("?")[2].partition("=")[0] in json.loads(body)["detail"]


def test_a_token_of_one_project_lists_it_and_nothing_else(daemon):
    secret = daemon.tokens.create("lister", scope="read", project="tidewater").secret
    for path, name in (("/messages", "messages"), ("/sessions", "sessions")):
        found = json.loads(ask(daemon, "GET", BASE + path, secret=secret)[2])[name]
        assert found
        assert {one["project"] for one in found} == {"tidewater"}
        assert ask(daemon, "GET", f"{BASE}{path}?project=notes", secret=secret)[0] == 403
    facts = json.loads(ask(daemon, "GET", f"{BASE}/facts", secret=secret)[2])["facts"]
    assert {source["project"] for one in facts for source in one["sources"]} == {"tidewater"}
    told = json.loads(ask(daemon, "GET", f"{BASE}/relations", secret=secret)[2])["relations"]
    assert {one["fact_id"] for one in told} <= {one["id"] for one in facts}
