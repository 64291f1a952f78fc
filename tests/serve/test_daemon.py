"""The daemon as a process: started once however many ask, stopped cleanly, found again, and never open to others."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphmem import Memory
from graphmem.config import Settings
from graphmem.errors import DaemonError, MisuseError, StoreLocked
from graphmem.serve.client import Client
from graphmem.serve.daemon import Daemon
from graphmem.serve.local import find_or_start, running
from graphmem.store.lock import wait_until_free
from tests.commands import invoke

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 90.0


def graphmem(*words, home, code=0):
    """What a command prints."""
    done = invoke([*words, "--home", str(home)], env={"GRAPHMEM_SERVE_PORT": "0"})
    assert done.exit_code == code, (words, done.output, done.exception)
    return done


def as_a_person(*words, home, code=0):
    """What a command prints, run as a person would."""
    done = subprocess.run(
        [sys.executable, "-m", "graphmem", *words, "--home", str(home)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"GRAPHMEM_SERVE_PORT": "0"},
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    yield home
    place = running(home)
    if place is not None:
        os.kill(json.loads((home / "owner.json").read_text(encoding="utf-8"))["pid"], signal.SIGKILL)


def test_up_remember_down_and_everything_is_there(home):
    told = json.loads(as_a_person("up", "--json", home=home).stdout)
    assert told["address"].startswith("http://127.0.0.1:")
    assert told["link"].startswith(told["address"] + "/sign-in?link=")
    for name in ("token", "owner.json", "daemon.log", "ledger.db"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o600
    as_a_person("remember", "I work at Acme.", home=home)
    assert [path for path in home.rglob("*") if path.stat().st_mode & 0o077] == []
    assert "Acme" in as_a_person("recall", "where do I work", home=home).stdout
    with pytest.raises(StoreLocked, match=told["address"]):
        Memory(home)
    assert json.loads(as_a_person("down", "--json", home=home).stdout)["stopped"]
    assert not json.loads(graphmem("down", "--json", home=home).stdout)["stopped"]
    with Memory(home) as memory:
        assert memory.notices == ()  # it was closed cleanly
        assert [fact.object for fact in memory.facts(predicate="works_at")] == ["Acme"]


def test_five_that_come_at_once_find_one_daemon(home):
    with ThreadPoolExecutor(5) as pool:
        told = [
            json.loads(one.stdout)
            for one in pool.map(lambda _: as_a_person("up", "--json", home=home), range(5))
        ]
    assert len({one["address"] for one in told}) == 1


def test_a_daemon_that_was_killed_is_started_again_and_nothing_acknowledged_is_lost(home):
    graphmem("up", home=home)
    graphmem("remember", "I live in Lisbon.", home=home)
    os.kill(json.loads((home / "owner.json").read_text(encoding="utf-8"))["pid"], signal.SIGKILL)
    assert wait_until_free(home, PATIENCE)
    graphmem("up", home=home)
    assert "Lisbon" in graphmem("facts", home=home).stdout


def test_a_daemon_leaves_no_zombie_to_whoever_started_it_and_lives_on(home):
    place = find_or_start(home, seconds=PATIENCE)
    pid = json.loads((home / "owner.json").read_text(encoding="utf-8"))["pid"]
    reaper = next(thread for thread in threading.enumerate() if thread.name == f"graphmem daemon of {home}")
    assert place == running(home)
    os.kill(pid, signal.SIGKILL)
    reaper.join(PATIENCE)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_secret_is_kept_and_made_anew_when_it_was_taken_back(home):
    graphmem("up", home=home)
    first = (home / "token").read_text(encoding="utf-8")
    graphmem("down", home=home)
    graphmem("up", home=home)
    assert (home / "token").read_text(encoding="utf-8") == first
    graphmem("token", "revoke", "local", home=home)
    graphmem("down", home=home)
    graphmem("up", home=home)
    assert (home / "token").read_text(encoding="utf-8") != first
    assert "Serving" not in graphmem("stats", home=home).stdout


def test_tokens_at_the_terminal(home):
    made = json.loads(
        graphmem("token", "create", "ci", "--scope", "read", "--expires", "2999", "--json", home=home).stdout
    )
    place = running(home)
    assert Client(place.address, made["secret"]).stats()["facts"] == 0
    shown = graphmem("token", "list", home=home).stdout
    assert "ci" in shown
    assert made["secret"] not in shown
    link = json.loads(graphmem("token", "link", "--scope", "read", "--json", home=home).stdout)["link"]
    assert link.startswith(place.address + "/sign-in?link=")
    again = json.loads(graphmem("token", "rotate", "ci", "--json", home=home).stdout)
    assert again["secret"] != made["secret"]
    assert "no token" in graphmem("token", "revoke", "nobody", home=home, code=1).stderr
    assert "scope" in graphmem("token", "create", "x", "--scope", "root", home=home, code=2).stderr


def test_a_daemon_that_cannot_begin_says_where_to_look(home):
    home.mkdir()
    (home / "graphmem.toml").write_text("[store]\nengine = 'abacus'\n", encoding="utf-8")
    (home / "ledger.db").write_bytes(b"no database at all, but long enough to be looked at" * 100)
    assert graphmem("up", home=home, code=2).stderr
    (home / "graphmem.toml").unlink()
    assert "daemon.log" in graphmem("up", home=home, code=1).stderr


def test_two_daemons_cannot_own_one_home_nor_one_port(home, tmp_path):
    graphmem("up", home=home)
    with pytest.raises(StoreLocked):
        Daemon(Settings(home, environ={}))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(DaemonError, match="--port"):
            Daemon(Settings(tmp_path / "other", environ={}), port=port)
        usual = Daemon(Settings(tmp_path / "third", environ={}, arguments={"serve.port": port}))
        assert usual.sockets.plain.getsockname()[1] != port
        usual.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.org"])
def test_an_address_that_others_reach_is_refused_before_anything_is_opened(tmp_path, host):
    with pytest.raises(MisuseError, match="--behind-proxy"):
        Daemon(Settings(tmp_path / "home", environ={}), host=host)
    assert not (tmp_path / "home").exists()
