"""A browser opens where somebody sees it, and nobody else on the machine reads the link."""

from __future__ import annotations

import re
import stat
import sys
import webbrowser

import pytest

from graphmem.serve.opening import FILE, open_browser, somebody_looks
from tests.serve.daemons import serving
from tests.serve.oauth.programs import field, form, send

SCREEN = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("platform", "terminal", "given", "seen"),
    [
        ("linux", True, SCREEN, True),
        ("linux", True, {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", True, {}, False),
        ("linux", False, SCREEN, False),
        ("linux", True, SCREEN | {"SSH_CONNECTION": "10.0.0.2 22"}, False),
        ("linux", True, SCREEN | {"CI": "true"}, False),
        ("darwin", True, {}, True),
        ("darwin", True, {"SSH_CONNECTION": "10.0.0.2 22"}, False),
        ("win32", True, {}, True),
        ("win32", False, {}, False),
    ],
)
def test_it_opens_where_somebody_sits_at_a_screen(monkeypatch, platform, terminal, given, seen):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    assert somebody_looks() is seen


def test_the_link_stands_in_a_file_of_its_owner_and_on_no_command_line(tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    (tmp_path / FILE).write_text("of everybody")
    (tmp_path / FILE).chmod(0o644)
    open_browser(tmp_path, "http://127.0.0.1:7787/sign-in?link=secret&x=1")
    [address] = opened
    assert address == (tmp_path / FILE).as_uri()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert "url=http://127.0.0.1:7787/sign-in?link=secret&amp;x=1" in (tmp_path / FILE).read_text()


def test_the_link_of_a_daemon_lets_in_once_and_its_root_leads_there(tmp_path):
    with serving(tmp_path / "home", **{"index.embedder": "none"}) as daemon:
        root = send(daemon, "GET", "/")
        assert (root.status, root.headers["location"]) == (303, "/sign-in")
        path = daemon.link().removeprefix(daemon.address)
        page = send(daemon, "GET", path)
        fields = {"mark": field(page, "mark"), "link": re.sub(".*link=", "", path)}
        sent = {"Cookie": page.headers["set-cookie"].partition(";")[0], "Origin": daemon.address}
        assert form(daemon, "/sign-in", fields, **sent).status == 303
        assert form(daemon, "/sign-in", fields, **sent).status == 403
