"""A write with a key of its own is done once, whatever happens to its answer; things are forgotten by what they are."""

from __future__ import annotations

import json
import sqlite3
import threading
from datetime import timedelta

import pytest

from graphmem import Memory
from graphmem.serve.client import Client
from graphmem.serve.routes import BASE
from graphmem.store import replies
from graphmem.store.ledger import Ledger
from graphmem.store.replies import Replies
from tests.serve.daemons import ask, serving


def remember(daemon, text, key, **more):
    return ask(daemon, "POST", f"{BASE}/remember", body={"text": text, **more}, Idempotency_Key=key)


def test_the_same_key_gives_the_same_answer_and_does_nothing_twice(daemon):
    first = remember(daemon, "The lift code is 4711.", "a")
    again = remember(daemon, "The lift code is 4711.", "a")
    assert (first[0], first[2]) == (again[0], again[2])
    assert ("idempotency-replayed" in first[1], again[1]["idempotency-replayed"]) == (False, "true")
    other = remember(daemon, "The lift code is 4711.", "b")
    assert json.loads(other[2])["message_id"] != json.loads(first[2])["message_id"]


def test_a_key_is_good_for_one_request_of_one_token(daemon):
    secret = daemon.tokens.create("second", scope="write").secret
    first = remember(daemon, "The gate opens at six.", "c")
    status, _, body = remember(daemon, "The gate opens at seven.", "c")
    assert (status, "another request" in json.loads(body)["detail"]) == (422, True)
    assert ask(daemon, "POST", f"{BASE}/forget", body={"id": "x"}, Idempotency_Key="c")[0] == 422
    sent = {"text": "The gate opens at six."}
    theirs = ask(daemon, "POST", f"{BASE}/remember", body=sent, secret=secret, Idempotency_Key="c")
    assert "idempotency-replayed" not in theirs[1]
    assert theirs[0] == first[0] == 200
    for key in ("", " ", "x" * 256):
        assert remember(daemon, "No.", key)[0] == 422


def test_what_failed_was_not_done_and_may_be_asked_again(daemon):
    def merge():
        return ask(
            daemon, "POST", f"{BASE}/entities/tram/merge", body={"target": "user"}, Idempotency_Key="d"
        )[0]

    assert merge() == 404
    with Client(daemon.address, daemon.secret) as client:
        client.alias("tram", "Tidewater")
    assert merge() == 200


def test_who_asks_twice_at_once_is_told_to_wait(daemon, monkeypatch):
    inside, go = threading.Event(), threading.Event()
    real = Memory.remember

    def slowly(self, text, **more):
        inside.set()
        assert go.wait(30)
        return real(self, text, **more)

    monkeypatch.setattr(Memory, "remember", slowly)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(remember(daemon, "The well is dry.", "e")))
    thread.start()
    assert inside.wait(30)
    status, headers, body = remember(daemon, "The well is dry.", "e")
    go.set()
    thread.join(30)
    assert (status, headers["retry-after"], json.loads(body)["title"]) == (409, "1", "InProgress")
    assert answers[0][0] == 200
    assert remember(daemon, "The well is dry.", "e")[2] == answers[0][2]


def test_a_write_that_was_cut_off_is_done_as_it_was_and_not_again(own, monkeypatch):
    with serving(own) as daemon:
        monkeypatch.setattr(Replies, "answered", lambda *_: None)  # as if it had been killed before
        first = json.loads(remember(daemon, "The barn is red.", "f")[2])
    monkeypatch.undo()
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:
        again = json.loads(remember(daemon, "The barn is red.", "f")[2])
        assert again["message_id"] == first["message_id"]
        rows = client.cypher("MATCH (m:Message) WHERE m.text = 'The barn is red.' RETURN count(m)").rows
        assert rows == ((1,),)
        assert remember(daemon, "The barn is red.", "f")[1]["idempotency-replayed"] == "true"


def test_a_reply_outlives_the_daemon_and_no_word_of_it_what_is_forgotten(own):
    with serving(own) as daemon:
        kept = json.loads(remember(daemon, "The zebra is called Quagmire.", "g")[2])
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:
        assert json.loads(remember(daemon, "The zebra is called Quagmire.", "g")[2]) == kept
        client.forget(kept["message_id"])
        status, _, body = remember(daemon, "The zebra is called Quagmire.", "g")
        assert (status, json.loads(body)["title"]) == (409, "ReplyGone")
    for file in own.glob("ledger.db*"):
        assert b"Quagmire" not in file.read_bytes()


def test_replies_are_kept_for_a_day_and_so_many(tmp_path, monkeypatch):
    monkeypatch.setattr(replies, "KEPT", 3)
    ledger = Ledger(tmp_path / "ledger.db")
    table = Replies(ledger)
    for number in range(5):
        with table.asked("tok", str(number), b"x") as reply:
            assert reply.status is None
        table.answered("tok", str(number), 200, {}, b"{}")
    assert ledger.rows("SELECT key FROM reply ORDER BY key") == [("2",), ("3",), ("4",)]
    table.answered("tok", "4", 200, {}, b"x" * (replies.LONGEST + 1))
    with table.asked("tok", "4", b"x") as reply:
        assert (reply.status, reply.body) == (200, None)
    late = replies.now() + timedelta(days=2)
    monkeypatch.setattr(replies, "now", lambda: late)
    with table.asked("tok", "4", b"x") as reply:
        assert (reply.status, reply.at) == (None, late)
    assert ledger.rows("SELECT key FROM reply") == [("4",)]
    ledger.close()
    assert sqlite3.connect(tmp_path / "ledger.db").execute("SELECT count(*) FROM reply").fetchone() == (1,)


def test_a_client_asks_again_without_doing_it_twice(own, monkeypatch):
    """The daemon does the work and dies before it says so; its successor knows."""
    with serving(own) as first:
        port = first.sockets.plain.getsockname()[1]
        client = Client(first.address, first.secret, patience=60)
        inside, go = threading.Event(), threading.Event()
        real = Memory.remember

        def slowly(self, text, **more):
            kept = real(self, text, **more)
            inside.set()
            assert go.wait(30)
            return kept

        with monkeypatch.context() as patch:
            patch.setattr(Memory, "remember", slowly)
            patch.setattr(Replies, "answered", lambda *_: None)
            found = []
            thread = threading.Thread(target=lambda: found.append(client.remember("The attic is full.")))
            thread.start()
            assert inside.wait(30)
            for connection in list(first._server.server_state.connections):
                first._server.servers[0].get_loop().call_soon_threadsafe(connection.transport.abort)
            first.stop()
            go.set()
    with serving(own, **{"serve.port": port}) as second:
        thread.join(60)
        assert found[0].message_id
        rows = second.memory.cypher(
            "MATCH (m:Message) WHERE m.text = 'The attic is full.' RETURN count(m)"
        ).rows
        assert rows == ((1,),)


def test_what_is_said_again_has_the_form_that_it_had(daemon):
    fact = json.loads(remember(daemon, "The sluice is shut.", "h")[2])["facts"][0]["id"]
    sent = {"body": {}, "Idempotency_Key": "i", "Accept": "text/csv"}
    first, again = (ask(daemon, "POST", f"{BASE}/facts/{fact}/keep", **sent) for _ in range(2))
    assert first[2] == again[2]
    assert first[1]["content-type"] == again[1]["content-type"] == "text/csv; charset=utf-8"


@pytest.mark.parametrize("kind", ["facts", "messages"])
def test_things_are_forgotten_by_what_they_are(daemon, kind):
    kept = json.loads(ask(daemon, "POST", f"{BASE}/messages", body={"text": f"The {kind} are blue."})[2])
    key = kept["message_id"] if kind == "messages" else kept["facts"][0]["id"]
    assert json.loads(ask(daemon, "GET", f"{BASE}/facts/{kept['facts'][0]['id']}/history")[2])["facts"]
    status, _, body = ask(daemon, "DELETE", f"{BASE}/{kind}/{key}?reason=test")
    assert (status, json.loads(body)["facts"] + json.loads(body)["messages"] > 0) == (200, True)
    assert ask(daemon, "DELETE", f"{BASE}/{kind}/{key}")[0] == 404
