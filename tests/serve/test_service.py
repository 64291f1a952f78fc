"""A daemon in the hands of whoever keeps it running: TLS, proxies, readiness, metrics, late models, and its end."""

from __future__ import annotations

import functools
import http.client
import json
import logging
import ssl
import threading
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from prometheus_client.parser import text_string_to_metric_families

from graphmem import Memory
from graphmem.config import Settings
from graphmem.errors import MisuseError
from graphmem.index import minilm
from graphmem.index.minilm import MiniLM
from graphmem.serve import supervise
from graphmem.serve.client import Client
from graphmem.serve.daemon import Daemon
from graphmem.serve.listen import certified
from graphmem.serve.local import running
from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.routes import BASE
from tests.serve.daemons import PATIENCE, serving
from tests.serve.oauth.documents import certificate
from tests.serve.oauth.programs import send

NONE = {"index.embedder": "none"}


def bearer(daemon, secret=None):
    return {"Authorization": f"Bearer {secret or daemon.secret}"}


@pytest.fixture(scope="module")
def daemon(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("service") / "home", **NONE) as daemon:
        yield daemon


# -- TLS -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("tls"), "memory.example.org", "127.0.0.1")


def over_tls(daemon, trusted, path, **headers):
    """Status and body of one request over TLS, the certificate checked."""
    at = urlsplit(daemon.sockets.secure_address)
    context = ssl.create_default_context(cafile=str(trusted))
    with closing(
        http.client.HTTPSConnection(at.hostname, at.port, timeout=30, context=context)
    ) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_others_are_served_with_tls_and_this_machine_beside_it(tmp_path, files):
    how = {"host": "0.0.0.0", "port": 0, "hosts": ["memory.example.org"], "certificate": certified(*files)}
    with serving(tmp_path / "home", how=how, **NONE) as daemon:
        assert daemon.sockets.secure_address.startswith("https://127.0.0.1:")
        assert daemon.address.startswith("http://127.0.0.1:")
        assert daemon.sockets.plain.getsockname()[0] == "127.0.0.1"
        assert over_tls(daemon, files[0], "/health") == (200, b'{"status":"ok"}')
        told = json.loads(
            over_tls(daemon, files[0], "/.well-known/oauth-authorization-server", Host="memory.example.org")[
                1
            ]
        )
        assert told["issuer"] == "https://memory.example.org"
        assert over_tls(daemon, files[0], f"{BASE}/stats")[0] == 401
        assert over_tls(daemon, files[0], f"{BASE}/stats", **bearer(daemon))[0] == 200
        assert over_tls(daemon, files[0], "/health", Host="evil.example")[0] == 421
        place = running(tmp_path / "home")
        assert place.address == daemon.address
        assert Client(place.address, place.secret).stats()["events"] == 0


def test_a_certificate_that_is_none_is_refused_before_anything_is_opened(tmp_path, files):
    other = certificate(tmp_path, "other.example")
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")
    for chain, key in (
        (files[0], None),
        (None, files[1]),
        (files[0], other[1]),
        (broken, files[1]),
        (files[0], tmp_path / "x"),
    ):
        with pytest.raises(MisuseError, match=r"(?i)tls"):
            certified(chain, key)
    assert certified(None, None) is None


def test_a_key_with_a_password_asks_nobody(tmp_path, files):
    from cryptography.hazmat.primitives import serialization

    key = serialization.load_pem_private_key(files[1].read_bytes(), None)
    sealed = tmp_path / "sealed.pem"
    how = serialization.BestAvailableEncryption(b"secret")
    sealed.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, how))
    with pytest.raises(MisuseError, match="password"):
        certified(files[0], sealed)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "127.0.0.1.evil.example"])
def test_an_address_that_others_reach_needs_tls_or_a_proxy(tmp_path, host):
    with pytest.raises(MisuseError, match=r"--tls-cert.*--behind-proxy"):
        Daemon(Settings(tmp_path / "home", environ={}), host=host)
    assert not (tmp_path / "home").exists()


def test_one_that_listens_everywhere_is_found_by_this_machine(tmp_path):
    with serving(tmp_path / "home", how={"host": "0.0.0.0", "behind_proxy": True}, **NONE):
        place = running(tmp_path / "home")
        assert place.address.startswith("http://127.0.0.1:")
        assert Client(place.address, place.secret).stats()["events"] == 0


# -- A proxy ---------------------------------------------------------------------------------------------------


def test_what_a_proxy_adds_is_not_believed_where_none_stands(daemon, monkeypatch):
    monkeypatch.setattr(daemon.guard, "failures", Allowance(0.001, 3))
    statuses = []
    for number in range(5):  # whoever guesses cannot give himself another address
        sent = {
            "Authorization": f"Bearer gm_{number}",
            "X-Forwarded-For": f"10.0.0.{number}",
            "Forwarded": f"for=10.0.0.{number}",
        }
        statuses.append(send(daemon, "GET", f"{BASE}/stats", headers=sent).status)
    assert statuses == [401, 401, 401, 429, 429]
    sent = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    told = send(daemon, "GET", "/.well-known/oauth-authorization-server", headers=sent).json
    assert told["issuer"] == daemon.address


def test_behind_a_proxy_who_asks_is_the_last_that_it_names(tmp_path, monkeypatch):
    how = {"behind_proxy": True, "hosts": ["memory.example.org"]}
    with serving(tmp_path / "home", how=how, **NONE) as daemon:
        monkeypatch.setattr(daemon.guard, "failures", Allowance(0.001, 2))

        def guess(sent):
            headers = {
                "X-Forwarded-For": sent,
                "Authorization": "Bearer gm_wrong",
                "Host": "memory.example.org",
            }
            return send(daemon, "GET", f"{BASE}/stats", headers=headers).status

        # What stands before the last was written by whoever asks.
        assert [guess(f"10.0.0.{number}, 203.0.113.7") for number in range(3)] == [401, 401, 429]
        assert guess("203.0.113.7, 203.0.113.8") == 401
        forged = {"Host": "evil.example", "X-Forwarded-Host": "memory.example.org"}
        assert send(daemon, "GET", "/health", headers=forged).status == 421
        forged = {"Host": "memory.example.org", "X-Forwarded-Host": "evil.example"}
        assert send(daemon, "GET", "/health", headers=forged).status == 421
        own = {
            "X-Forwarded-Host": "memory.example.org",
            "X-Forwarded-Proto": "https",
            "Origin": "https://memory.example.org",
        }
        assert send(daemon, "GET", "/health", headers=own).status == 200


# -- Readiness and metrics -------------------------------------------------------------------------------------


def numbers(daemon):
    """The metrics by name and labels."""
    answer = send(daemon, "GET", "/metrics", headers=bearer(daemon))
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_the_metrics_count_by_route_and_hold_no_word_that_was_sent(daemon):
    before = numbers(daemon)
    for path in (f"{BASE}/entities/Mallory", f"{BASE}/facts?entity=Mallory", "/Mallory", f"{BASE}/stats"):
        send(daemon, "GET", path, headers=bearer(daemon))
    send(daemon, "MALLORY", "/x", headers=bearer(daemon))
    send(daemon, "POST", "/mcp", headers=bearer(daemon))
    after = numbers(daemon)
    key = ("graphmem_requests_total", "/api/v1/stats", "200", "GET")
    assert after[key] == before.get(key, 0) + 1
    assert ("graphmem_requests_total", "/api/v1/entities/{name:path}", "404", "GET") in after
    assert any(key[0] == "graphmem_requests_total" and "/mcp" in key for key in after)
    assert not any("Mallory" in part or "MALLORY" in part for key in after for part in key)
    assert after[("graphmem_events",)] == after[("graphmem_indexed_events",)]
    assert after[("graphmem_behind_events",)] == 0
    assert after[("graphmem_ready",)] == 1
    assert after[("graphmem_request_seconds_count", "/api/v1/stats")] >= 1


@pytest.mark.parametrize("path", ["/metrics", "/ready"])
def test_how_it_is_doing_is_told_to_who_may_read(daemon, path):
    assert send(daemon, "GET", path).status == 401
    assert (
        send(
            daemon, "GET", path, headers=bearer(daemon, daemon.tokens.create("scraper", scope="read").secret)
        ).status
        == 200
    )


def test_a_watcher_that_fails_is_told_and_begun_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(supervise, "FIRST_SECONDS", 0.01)
    on, began = threading.Event(), threading.Event()
    calls = []

    def watch(self, *, interrupted, **_):
        calls.append(1)
        if len(calls) == 1:
            raise OSError("no more watches")
        began.set()
        while not interrupted():
            on.wait(0.01)

    monkeypatch.setattr(Memory, "watch", watch)
    with serving(tmp_path / "home", watch=True, **NONE) as daemon:
        assert began.wait(PATIENCE)
        told = send(daemon, "GET", "/ready", headers=bearer(daemon)).json
        assert (told["ready"], told["watching"]) == (True, True)
        assert told["tasks"]["watcher"]["restarts"] == 1
        assert "no more watches" in told["tasks"]["watcher"]["problem"]
        assert numbers(daemon)[("graphmem_task_restarts", "watcher")] == 1


def test_while_a_watcher_waits_to_begin_anew_it_is_not_ready_and_stops_at_once(tmp_path, monkeypatch):
    failed = threading.Event()

    def watch(self, **_):
        raise OSError("no more watches")

    class Heard(logging.Handler):
        def emit(self, record):
            failed.set()

    log = logging.getLogger("graphmem")
    monkeypatch.setattr(log, "handlers", [*log.handlers, Heard()])
    monkeypatch.setattr(Memory, "watch", watch)
    monkeypatch.setattr(supervise, "FIRST_SECONDS", 200.0)
    with serving(tmp_path / "home", watch=True, **NONE) as daemon:
        assert failed.wait(PATIENCE)
        answer = send(daemon, "GET", "/ready", headers=bearer(daemon))
        assert (answer.status, answer.json["watching"]) == (503, False)
        assert "no more watches" in answer.json["problem"]
        assert 100 < answer.json["tasks"]["watcher"]["seconds"] <= 200
        assert send(daemon, "GET", f"{BASE}/stats", headers=bearer(daemon)).status == 200


# -- Models ----------------------------------------------------------------------------------------------------


def test_until_the_models_are_there_the_words_answer(tmp_path, monkeypatch):
    with Memory(tmp_path / "home") as memory:
        memory.remember("I play the cello.")
    asked, come = threading.Event(), threading.Event()
    load = MiniLM._load

    def slow(self):
        if not self.loaded:
            asked.set()
            assert come.wait(PATIENCE)
        return load(self)

    monkeypatch.setattr(MiniLM, "_load", slow)
    # As in a process that has embedded nothing yet.
    monkeypatch.setattr(minilm, "_loaded", {})
    with (
        serving(tmp_path / "home") as daemon,
        Client(daemon.address, daemon.secret, timeout=PATIENCE) as client,
    ):
        try:
            assert asked.wait(PATIENCE)
            state = send(daemon, "GET", "/ready", headers=bearer(daemon)).json
            assert (state["ready"], state["models"], state["tasks"]["models"]["doing"]) == (
                True,
                "loading",
                "running",
            )
            found = client.recall("cello", limit=1).hits[0]
            assert "cello" in found.text
            assert found.why.vector == 0
            assert numbers(daemon)[("graphmem_models_loaded",)] == 0
        finally:
            come.set()
        next(one for one in daemon.works if one.name == "models").join()
        assert send(daemon, "GET", "/ready", headers=bearer(daemon)).json["models"] == "ready"
        assert client.recall("cello", limit=1).hits[0].why.vector > 0


# -- The end ---------------------------------------------------------------------------------------------------


def test_what_is_being_answered_is_finished_when_it_is_told_to_stop(tmp_path, monkeypatch):
    began, stopped, answers = threading.Event(), threading.Event(), []
    alias = Memory.alias

    @functools.wraps(alias)
    def slow(self, *arguments, **named):
        began.set()
        stopped.wait(PATIENCE)
        return alias(self, *arguments, **named)

    with Memory(settings=Settings(tmp_path / "home", environ={}, arguments=NONE)) as memory:
        memory.remember("I play the cello.")
    monkeypatch.setattr(Memory, "alias", slow)
    with serving(tmp_path / "home", **NONE) as daemon:
        client = Client(daemon.address, daemon.secret)
        thread = threading.Thread(target=lambda: answers.append(client.alias("The cellist", "user")))
        thread.start()
        assert began.wait(PATIENCE)
        daemon.stop()
        stopped.set()
        thread.join(PATIENCE)
    assert "The cellist" in answers[0].aliases
    with Memory(settings=Settings(tmp_path / "home", environ={}, arguments=NONE)) as memory:
        assert memory.notices == ()
        assert "The cellist" in memory.entity("user").aliases
