"""Long work is done as a job that can be followed and stopped; whoever listens hears each change, or is let go."""

from __future__ import annotations

import json
import shutil
import socket
import threading
import time
from contextlib import closing
from itertools import islice
from urllib.parse import urlsplit

import pytest

from graphmem import Memory, errors
from graphmem.capture.reader import sample_folder
from graphmem.result import Progress
from graphmem.serve import jobs as job_module
from graphmem.serve.bell import Bell
from graphmem.serve.client import Client
from graphmem.serve.jobs import Jobs
from graphmem.serve.rest import live, streams
from graphmem.serve.routes import BASE
from graphmem.store.ledger import Ledger
from tests.serve.daemons import ask, serving

PATIENCE = 30


@pytest.fixture
def client(daemon):
    with Client(daemon.address, daemon.secret) as client:
        yield client


@pytest.fixture
def copied(tmp_path):
    """Conversations that were read before, in files that were not."""
    return shutil.copytree(sample_folder(), tmp_path / "copied")


def work(daemon, verb, body):
    status, headers, answer = ask(daemon, "POST", f"{BASE}/{verb}", body=body, Prefer="respond-async")
    assert (status, headers["preference-applied"]) == (202, "respond-async")
    job = json.loads(answer)
    assert headers["location"] == f"{BASE}/jobs/{job['id']}"
    return job["id"]


@pytest.mark.parametrize(
    ("verb", "named"), [("ingest", "skipped"), ("rebuild", "facts"), ("extract", "sessions")]
)
def test_long_work_is_done_as_a_job(daemon, client, copied, verb, named):
    given = {"ingest": {"paths": [str(copied)]}, "rebuild": {}, "extract": {"again": True}}[verb]
    key = work(daemon, verb, given)
    states = list(client.follow(key))
    assert (states[-1].status, states[-1].verb, states[-1].given) == ("done", verb, given)
    assert states[-1].result[named] > 0
    assert client.job(key) == states[-1]
    assert key in {job.id for job in client.jobs()}
    assert client.cancel(key).status == "done"


def test_the_same_key_begins_one_job(daemon):
    sent = {"body": {}, "Prefer": "respond-async", "Idempotency_Key": "job"}
    first, again = (ask(daemon, "POST", f"{BASE}/rebuild", **sent) for _ in range(2))
    assert (first[0], first[2]) == (again[0], again[2]) == (202, first[2])
    assert first[1]["location"] == again[1]["location"]


def test_a_job_that_fails_says_why(daemon, client, tmp_path):
    key = work(daemon, "export", {"path": str(tmp_path / "nowhere" / "x")})
    *_, last = client.follow(key)
    assert (last.status, last.problem["title"]) == ("failed", "MisuseError")
    with pytest.raises(errors.SourceError):
        client.ingest(["/nowhere.jsonl"], progress=lambda _: None)
    for call in (client.job, client.cancel, lambda key: next(client.follow(key))):
        with pytest.raises(errors.NotFound):
            call("job_none")


def test_a_client_that_shows_progress_has_it_done_as_a_job(client, copied):
    seen = []
    report = client.ingest([copied], progress=seen.append)
    assert report.skipped > 0
    assert seen[-1].files_done == seen[-1].files_total
    assert client.jobs()[0].verb == "ingest"


def test_whoever_stops_looking_stops_the_work(own):
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client:

        def stop(_):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            client.extract(again=True, progress=stop)
        *_, last = client.follow(client.jobs()[0].id)
        assert last.status in {"cancelled", "done"}


class Slow:
    """A memory whose work goes on until it is told to end."""

    def __init__(self):
        self.step, self.begun = threading.Event(), threading.Event()

    def ingest(self, *, progress, paths=()):
        for number in range(1000):
            self.begun.set()
            progress(Progress("a", number, 1000, 0, 0))
            self.step.wait(0.01)

    def rebuild(self):
        self.begun.set()
        assert self.step.wait(PATIENCE)
        raise RuntimeError("the user said: hunter2")


@pytest.fixture
def ledger(tmp_path):
    with closing(Ledger(tmp_path / "ledger.db")) as ledger:
        yield ledger


def ended(jobs, key):
    jobs.close()
    return jobs.get(key)


def test_a_running_job_and_a_waiting_one_are_cancelled(ledger, monkeypatch):
    monkeypatch.setattr(job_module, "AT_ONCE", 1)
    memory = Slow()
    jobs = Jobs(lambda: memory, ledger, Bell())
    running = jobs.start("ingest", {"paths": ["a"]})
    assert memory.begun.wait(PATIENCE)
    waiting = jobs.start("ingest", {})
    assert jobs.cancel(waiting.id).status == "cancelled"
    jobs.cancel(running.id)
    assert ended(jobs, running.id).status == "cancelled"
    assert [job.status for job in jobs.all()] == ["cancelled", "cancelled"]


def test_a_fault_in_a_job_tells_no_word_and_too_many_are_refused(ledger, monkeypatch):
    monkeypatch.setattr(job_module, "WAITING", 0)
    memory = Slow()
    jobs = Jobs(lambda: memory, ledger, Bell())
    first, _ = jobs.start("rebuild", {}), jobs.start("rebuild", {})
    with pytest.raises(errors.MisuseError, match="wait already"):
        jobs.start("rebuild", {})
    memory.step.set()
    failed = ended(jobs, first.id)
    assert (failed.status, failed.problem["title"]) == ("failed", "Fault")
    assert "hunter2" not in str(failed)


def test_what_a_killed_daemon_left_open_is_interrupted_and_the_oldest_go(ledger, monkeypatch):
    memory = Slow()
    jobs = Jobs(lambda: memory, ledger, Bell())
    left = jobs.start("ingest", {})
    assert memory.begun.wait(PATIENCE)
    again = Jobs(lambda: memory, ledger, Bell())
    assert again.get(left.id).status == "interrupted"
    jobs.close()
    monkeypatch.setattr(job_module, "KEPT", 2)
    memory.ingest = lambda **_: None
    for _ in range(4):
        again.start("ingest", {})
    again.close()
    assert len(again.all()) <= 3


def test_each_change_is_heard_and_what_was_missed_can_be_made_up_for(daemon, client):
    heard, begun = [], threading.Event()

    def listen():
        begun.set()
        heard.extend(islice(client.changes(after=last), 2))

    last = daemon.store.ledger.last_seq
    thread = threading.Thread(target=listen)
    thread.start()
    assert begun.wait(PATIENCE)
    kept = client.remember("The harbour is closed.")
    client.retract(kept.facts[0].id)
    thread.join(PATIENCE)
    assert [one.seq for one in heard] == [last + 1, last + 2]
    assert heard[0].kind == "FactRemembered"
    assert kept.facts[0].id in heard[0].ids
    assert heard[0].counts["messages"] == 1
    assert [one.seq for one in islice(client.changes(after=0), last + 2)] == list(range(1, last + 3))
    assert "harbour" not in str(heard)


def test_a_reader_resumes_by_the_id_of_the_last_event(daemon):
    def first_id(**asked):
        at = urlsplit(daemon.address)
        with socket.create_connection((at.hostname, at.port), timeout=PATIENCE) as raw:
            headers = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in asked.items())
            raw.sendall(
                f"GET {BASE}/events?after=0 HTTP/1.1\r\nHost: {at.netloc}\r\n"
                f"Authorization: Bearer {daemon.secret}\r\n{headers}\r\n".encode()
            )
            with raw.makefile("rb") as lines:
                return next(int(line[4:]) for line in lines if line.startswith(b"id: "))

    assert first_id() == 1
    assert first_id(Last_Event_ID=1) == 2
    for wrong in ("-1", "x", "9" * 30):
        assert ask(daemon, "GET", f"{BASE}/events", Last_Event_ID=wrong)[0] == 422
    secret = daemon.tokens.create("narrow", scope="read", project="tidewater").secret
    assert ask(daemon, "GET", f"{BASE}/events", secret=secret)[0] == 403


def test_a_quiet_stream_beats_and_a_daemon_that_stops_ends_it(own, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    with (
        serving(own) as daemon,
        Client(daemon.address, daemon.secret) as client,
        client.answer("GET", f"{BASE}/events", headers={"Accept": "text/event-stream"}) as response,
    ):
        lines = [response.readline() for _ in range(6)]
        assert b": heartbeat\n" in lines
        daemon.stop()
        while response.readline():
            pass  # it ends


def test_a_reader_that_takes_nothing_is_let_go_and_nobody_else_waits(own, monkeypatch):
    monkeypatch.setattr(streams, "SLOW_SECONDS", 0.3)
    monkeypatch.setattr(live, "changes", lambda _, place: [streams.Sent(place + 1, "change", b"x" * 100_000)])
    with serving(own) as daemon, Client(daemon.address, daemon.secret) as client, socket.socket() as raw:
        at = urlsplit(daemon.address)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect((at.hostname, at.port))
        raw.sendall(
            f"GET {BASE}/events HTTP/1.1\r\nHost: {at.netloc}\r\n"
            f"Authorization: Bearer {daemon.secret}\r\n\r\n".encode()
        )
        assert raw.recv(100)
        assert client.remember("The bridge is up.").facts
        gone = threading.Event()
        until = time.monotonic() + PATIENCE
        while daemon.bell.waiting and time.monotonic() < until:
            gone.wait(0.02)
        assert not daemon.bell.waiting


def test_no_more_listen_than_may(daemon, monkeypatch):
    monkeypatch.setattr("graphmem.serve.rest.live.READERS", 0)
    status, headers, body = ask(daemon, "GET", f"{BASE}/events")
    assert (status, headers["retry-after"], json.loads(body)["title"]) == (503, "5", "TooManyReaders")


def test_all_of_memory_that_is_long_is_a_job_with_progress_where_it_has_one():
    import inspect

    for verb in job_module.WITH_PROGRESS:
        assert "progress" in inspect.signature(getattr(Memory, verb)).parameters
