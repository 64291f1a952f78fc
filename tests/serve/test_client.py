"""The client gives what the memory itself gives: the same records, and the same errors."""

from __future__ import annotations

import inspect
import json
import socket
import subprocess
import sys
import threading
from datetime import UTC, datetime

import msgspec
import pytest

from graphmem import Memory, errors
from graphmem.capture.reader import sample_folder
from graphmem.serve.client import Client
from graphmem.serve.problems import details, raised
from graphmem.serve.routes import BY_ITSELF, ROUTES
from tests.serve.daemons import serving

JULY = datetime(2024, 7, 1, tzinfo=UTC)
TIMED = {"took_ms", "seconds"}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    home = tmp_path_factory.mktemp("both") / "home"
    with Memory(home) as memory:
        memory.ingest([sample_folder()])
    with serving(home) as daemon, Client(daemon.address, daemon.secret) as client:
        yield daemon.memory, client


def told(value):
    """A record as plain values, without what differs from call to call."""
    plain = json.loads(msgspec.json.encode(value))
    return (
        {key: item for key, item in plain.items() if key not in TIMED} if isinstance(plain, dict) else plain
    )


READS = [
    ("recall", ["where does the user work"], {"limit": 3, "kind": ["fact"], "as_of": JULY}),
    ("context", ["deploying Tidewater"], {"budget": 300, "history": True}),
    ("ask", ["where does the user work"], {}),
    ("facts", [], {"entity": "user", "all": True, "limit": 5}),
    ("facts", [], {"predicate": "works_at", "as_of": JULY, "known_at": JULY}),
    ("entity", ["Tidewater"], {}),
    ("neighbors", ["Tidewater"], {"depth": 2, "limit": 4}),
    ("path", ["user", "Fly.io"], {"max_length": 3}),
    ("history", ["Tidewater"], {"predicate": "deployed_on"}),
    ("review", [], {"limit": 2}),
    ("sources", [], {"client": "codex"}),
    (
        "cypher",
        ["MATCH (e:Entity) WHERE e.mentions > $n RETURN e.name, e.mentions ORDER BY e.id"],
        {"params": {"n": 1}},
    ),
]


@pytest.mark.parametrize(
    ("verb", "given", "named"), READS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_a_read_gives_the_same_records(both, verb, given, named):
    memory, client = both
    mine, theirs = (getattr(one, verb)(*given, **named) for one in (memory, client))
    assert type(mine) is type(theirs)
    assert told(mine) == told(theirs)
    assert told(mine) or verb == "review"


def test_stats_and_doctor_are_the_same(both):
    memory, client = both
    assert json.loads(msgspec.json.encode(memory.stats())) == client.stats()
    assert {finding.subject for finding in client.doctor()} == {
        finding.subject for finding in memory.doctor()
    }


def test_a_memory_is_written_through_the_client(both, tmp_path):
    memory, client = both
    kept = client.remember("I prefer tea over coffee.", project="kitchen", at=JULY)
    assert kept.facts[0].valid_from == JULY or kept.facts[0].recorded_at == JULY
    fact = kept.facts[0].id
    assert client.keep(fact)[0].id == fact
    assert client.retract(fact)[-1].retracted_at is not None
    client.remember("I work at Acme and I work at Globex.", at=JULY)
    doubt = next(one for one in client.review() if one.kind == "contradiction")
    settled = client.resolve("both", *doubt.ids)
    assert (settled.ids, settled.facts) == (doubt.ids, memory.history(doubt.ids[0]))
    assert doubt.ids not in [one.ids for one in client.review()]
    with pytest.raises(errors.MisuseError):
        client.resolve("both", *doubt.ids)
    assert client.merge("Fly.io", "Hetzner").ids
    assert client.split("Fly.io").ids
    assert client.alias("the boat", "Tidewater").aliases
    written = client.export(tmp_path / "all.jsonl")
    assert written["nodes"] + written["edges"] == len((tmp_path / "all.jsonl").read_bytes().splitlines())
    assert memory.export(tmp_path / "mine.jsonl") == {**written, "path": str(tmp_path / "mine.jsonl")}
    assert (tmp_path / "mine.jsonl").read_bytes() == (tmp_path / "all.jsonl").read_bytes()
    assert client.rebuild()["facts"] > 0
    assert (
        client.extract(again=True, session=memory.recall("Tidewater").hits[0].sources[0].session_id).sessions
        == 1
    )
    assert client.ingest([sample_folder()]).messages == 0
    assert client.forget(kept.message_id, reason="a test").messages == 1
    assert client.recall("tea over coffee", kind=["fact"], entity="user", project="kitchen").nothing_found


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda client: client.entity("Nobody"), errors.NotFound),
        (lambda client: client.context("x", budget=1), errors.MisuseError),
        (lambda client: client.cypher("CREATE (n)"), errors.QueryError),
        (lambda client: client.ingest(["/nowhere.jsonl"]), errors.SourceError),
        (lambda client: client.ingest(client="clippy"), errors.UnknownClient),
        (lambda client: client.recall("x", kind=["story"]), errors.MisuseError),
    ],
)
def test_an_error_is_raised_here_as_there(both, call, kind):
    memory, client = both
    with pytest.raises(kind) as theirs:
        call(client)
    assert type(theirs.value) is kind
    assert theirs.value.message
    if kind is not errors.MisuseError or "budget" in inspect.getsource(call):
        with pytest.raises(kind) as mine:
            call(memory)
        assert (mine.value.message, mine.value.hint) == (theirs.value.message, theirs.value.hint)


def test_every_error_of_ours_survives_the_way():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    for kind in kinds:
        members = details(kind("What happened.", hint="What to do."))
        again = raised(members, members["status"])
        assert (type(again), again.message, again.hint) == (kind, "What happened.", "What to do.")


def test_no_daemon_and_a_daemon_that_breaks_off(tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}"
    with pytest.raises(errors.DaemonError, match="graphmem serve"):
        Client(address, "x", patience=0.2).stats()
    with socket.create_server(("127.0.0.1", 0)) as rude:

        def refuse():
            rude.accept()[0].close()

        thread = threading.Thread(target=refuse)
        thread.start()
        with pytest.raises(errors.DaemonError):
            Client(f"http://127.0.0.1:{rude.getsockname()[1]}", "x", patience=0).stats()
        thread.join()


def test_every_route_has_its_method():
    assert {route.verb for route in ROUTES} | BY_ITSELF == {
        name
        for name, _ in inspect.getmembers(Memory, inspect.isfunction)
        if not name.startswith("_") and name not in {"close", "warm"}
    }


def test_the_client_loads_nothing_heavy():
    code = (
        "import sys; import graphmem.serve.client, graphmem.serve.local, graphmem.serve.mcp.bridge;"
        "print(*[name for name in ('fastapi', 'mcp', 'uvicorn', 'kuzu', 'numpy', 'spacy', 'pydantic', 'httpx', 'typer')"
        " if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
