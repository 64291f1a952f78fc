"""The document of a program is fetched from the open network alone, in little time, and must be its own."""

from __future__ import annotations

import ipaddress
import json
import socket
import threading
import time

import pytest

from graphmem.errors import MisuseError
from graphmem.serve.oauth.documents import Documents, place_of, public
from graphmem.serve.rest.allowance import Allowance
from tests.serve.daemons import serving
from tests.serve.oauth.documents import DOCUMENT, serving_document
from tests.serve.oauth.programs import Program

FINE = {
    "client_name": "Documented",
    "redirect_uris": ["https://client.example/callback"],
    "grant_types": ["authorization_code", "refresh_token"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("certificates")


def test_a_document_is_read_once_and_kept_for_a_while(folder):
    now = [0.0]
    with serving_document(FINE, folder) as served:
        documents = served.documents(clock=lambda: now[0])
        found = documents.program(DOCUMENT)
        assert (found.id, found.name, found.auth_method) == (DOCUMENT, "Documented", "none")
        assert documents.program(DOCUMENT) == documents.kept(DOCUMENT) == found
        assert served.asked == ["/metadata.json"]
        now[0] = 4000.0
        assert documents.kept(DOCUMENT) is None
        documents.program(DOCUMENT)
        assert len(served.asked) == 2


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"client_id": "https://other.example/x"} | FINE, "another program"),
        (FINE | {"redirect_uris": []}, "redirect URI"),
        (FINE | {"redirect_uris": ["javascript:alert(1)"]}, "answer can be sent"),
        (FINE | {"token_endpoint_auth_method": "client_secret_post"}, "secret"),
        (FINE | {"client_name": "x" * (17 << 10)}, "bytes"),
        (FINE | {"client_name": 3}, "metadata"),
    ],
)
def test_a_document_that_is_not_fine_is_refused_and_not_asked_for_again(folder, document, words):
    with serving_document(document, folder) as served:
        documents = served.documents()
        for _ in range(2):
            with pytest.raises(MisuseError, match=words):
                documents.program(DOCUMENT)
        assert len(served.asked) == 1


def redirect(handler):
    handler.send_response(302)
    handler.send_header("Location", "http://127.0.0.1/secret")
    handler.end_headers()


def html(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    handler.wfile.write(json.dumps({"client_id": DOCUMENT} | FINE).encode())


def endless(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    handler.wfile.write(b" " * (1 << 20))


@pytest.mark.parametrize(("answer", "words"), [(redirect, "302"), (html, "JSON"), (endless, "bytes")])
def test_an_answer_that_is_no_document_is_refused(folder, answer, words):
    with serving_document(FINE, folder, answer=answer) as served, pytest.raises(MisuseError, match=words):
        served.documents().program(DOCUMENT)


def test_who_answers_a_little_at_a_time_is_not_waited_for(folder):
    over = threading.Event()

    def drip(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.end_headers()
        while not over.wait(0.05):
            handler.wfile.write(b" ")
            handler.wfile.flush()

    with serving_document(FINE, folder, answer=drip) as served:
        began = time.monotonic()
        with pytest.raises(MisuseError):
            served.documents(seconds=0.5).program(DOCUMENT)
        over.set()
        assert time.monotonic() - began < 5


def test_a_certificate_for_another_name_or_of_nobody_is_refused(folder):
    with (
        serving_document(FINE, folder, host="other.example") as served,
        pytest.raises(MisuseError, match="certificate"),
    ):
        served.documents().program(DOCUMENT)
    with serving_document(FINE, folder) as served:
        import ssl

        with pytest.raises(MisuseError, match="certificate"):
            served.documents(context=ssl.create_default_context).program(DOCUMENT)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
        "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "::127.0.0.1",
    ],
)  # fmt: skip
def test_an_address_of_a_network_of_ones_own_is_not_looked_at(address, monkeypatch):
    assert not public(ipaddress.ip_address(address))
    tried = []
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: tried.append(1))
    for found in ([address], ["93.184.216.34", address]):
        documents = Documents(
            resolve=lambda _host, _port, found=found: [ipaddress.ip_address(one) for one in found]
        )
        with pytest.raises(MisuseError, match="open network"):
            documents.program(DOCUMENT)
    assert tried == []


def test_an_address_of_the_open_network_may_be_looked_at():
    for address in ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"):
        assert public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "https://client.example", "https://client.example/", "https://client.example:8443/x", "https://u@client.example/x",
        "https://client.example/a/../x", "https://client.example/./x", "https://client.example/x#y",
        "https://client.example/\u00e4", "https://client.example/x y", "https://client.example/\r\nHost: x", "https:///x",
        "https://client.example/" + "x" * 600, "https://[::1/x",
    ],
)  # fmt: skip
def test_a_url_that_may_not_be_an_id_is_not_looked_at(url):
    with pytest.raises(MisuseError, match="no address"):
        place_of(url)


def test_only_so_many_are_fetched_at_once(folder):
    hold, begun = threading.Event(), threading.Semaphore(0)

    def slow(handler):
        begun.release()
        hold.wait(10)
        html(handler)

    with serving_document(FINE, folder, answer=slow) as served:
        documents = served.documents()
        failed = []

        def ask(number):
            try:
                documents.program(f"https://client.example/{number}")
            except MisuseError as cause:
                failed.append(str(cause))

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert begun.acquire(timeout=10)
        with pytest.raises(MisuseError, match="Too many"):
            documents.program("https://client.example/5")
        hold.set()
        for thread in threads:
            thread.join()
        assert len(failed) == 4


def test_the_daemon_shows_why_and_sends_nobody_anywhere(tmp_path, folder, monkeypatch):
    with serving(tmp_path / "home", **{"index.embedder": "none"}) as daemon:
        monkeypatch.setattr(daemon.guard, "strangers", Allowance(1, 10_000))
        program = Program(daemon)
        program.id = "https://localhost/metadata.json"
        page = program.look()
        assert page.status == 400
        assert "no host of the open network" in page.text
        with serving_document(FINE, folder) as served:
            monkeypatch.setattr(daemon.door, "documents", served.documents())
            monkeypatch.setattr(daemon.door, "_servers", {})
            program.id, program.redirect_uri = DOCUMENT, "https://client.example/callback"
            told = program.connected(daemon.secret)
            assert program.look(redirect_uri="https://app.example/callback").status == 400
        # The host is gone: who was let in goes on, since the daemon keeps what it needs.
        monkeypatch.setattr(daemon.door, "documents", Documents(resolve=lambda *_: []))
        monkeypatch.setattr(daemon.door, "_servers", {})
        assert program.refresh(told["refresh_token"]).status == 200
        for number in range(25):
            program.id = f"https://client.example/{number}"
            last = program.look()
        assert last.status == 429
