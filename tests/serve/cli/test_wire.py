"""The commands that write into other programs' files: they show, they ask, they write, and they take it back."""

from __future__ import annotations

import json
import os
import re

import pytest

from graphmem.clients import doctor
from graphmem.clients.probe import Answer
from graphmem.result import Finding
from graphmem.serve.cli import examine, wire
from tests.clients.test_service import programs as programs  # noqa: PLC0414 - a fixture
from tests.commands import invoke


@pytest.fixture
def user(tmp_path, monkeypatch):
    """Somebody with Codex and with nothing else."""
    folder = tmp_path / "user"
    (folder / ".codex").mkdir(parents=True)
    (folder / ".codex" / "config.toml").write_text('# mine\nmodel = "x"\n')
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path / "memory"))
    return folder


def run(*words, code=0, stdin=None):
    result = invoke(words, input=stdin)
    assert result.exit_code == code, (result.exit_code, result.output, result.exception)
    return result


def at_a_terminal(monkeypatch):
    monkeypatch.setattr(wire.sys.stdin.__class__, "isatty", lambda _: True, raising=False)


def config(user):
    return (user / ".codex" / "config.toml").read_text()


def test_install_and_uninstall(user):
    before = config(user)
    told = json.loads(run("install", "--yes", "--json").stdout)
    assert [(one["client"], one["status"]) for one in told["files"]] == [
        ("codex", "written"),
        ("codex", "written"),
    ]
    assert told["advice"] == ["Codex: Start it, say /hooks and trust the three of graphmem."]
    assert "[mcp_servers.graphmem]" in config(user)
    again = json.loads(run("install", "--json").stdout)  # nothing to do, nothing to ask
    assert {one["status"] for one in again["files"]} == {"unchanged"}
    assert "written" in run("uninstall", "--yes").stdout
    assert config(user) == before
    assert "nothing to do" in run("uninstall").stdout


def test_what_would_be_written_is_shown_and_not_written(user):
    before = config(user)
    shown = run("install", "codex", "--dry-run").stdout
    assert "+[mcp_servers.graphmem]" in shown
    assert " # mine" in shown
    assert "planned" in shown
    assert config(user) == before
    assert not (user.parent / "memory").exists()


def test_nothing_is_written_without_a_yes(user, monkeypatch):
    before = config(user)
    assert "--yes writes it" in run("install", code=2).stderr
    assert config(user) == before
    monkeypatch.setattr(wire, "agreed", lambda shown, question, *, yes: "+[mcp_servers" not in shown)
    assert "Nothing was written" in run("install", code=1).stderr
    assert config(user) == before


def test_the_question_comes_after_the_difference(monkeypatch, capsys):
    class Terminal:
        def isatty(self):
            return True

    asked = []
    monkeypatch.setattr(wire.sys, "stdin", Terminal())
    monkeypatch.setattr(wire.typer, "confirm", lambda question, err: asked.append(question) or False)
    assert not wire.agreed("+ this\n", "Write it?", yes=False)
    assert asked == ["Write it?"]
    assert capsys.readouterr().err == "+ this\n"


def test_a_file_that_is_refused_fails_the_command_and_no_other_file(user):
    (user / ".codex" / "config.toml").write_text("a = \n")
    told = json.loads(run("install", "codex", "windsurf", "--yes", "--json", code=1).stdout)
    assert [one["status"] for one in told["files"]] == ["refused", "written", "written"]
    assert "no valid TOML" in told["files"][0]["reason"]
    assert "no valid TOML" in run("install", "codex", "--yes", code=1).stdout


def test_a_client_that_nobody_knows(user):
    assert "There is no client 'aider'" in run("install", "aider", code=2).stderr
    assert "--folder" in run("rules", "--client", "cursor", code=2).stderr


def test_nobody_there_to_be_wired(user):
    for path in (user / ".codex" / "config.toml", user / ".codex"):
        path.unlink() if path.is_file() else path.rmdir()
    assert "None of the clients" in run("install").stderr


def test_a_home_of_ones_own_is_told_to_the_client(user, tmp_path):
    run("install", "codex", "--yes", "--home", str(tmp_path / "other"))
    assert f'"--home", "{tmp_path / "other"}"' in config(user)


def test_rules(user, tmp_path):
    told = json.loads(run("rules", "--client", "codex", "--yes", "--json").stdout)
    path = user / ".codex" / "AGENTS.md"
    assert told["files"][0]["file"] == str(path)
    assert "graphmem: begin" in path.read_text()
    run("rules", "--client", "cursor", "--folder", str(tmp_path), "--yes")
    assert (tmp_path / ".cursor" / "rules" / "graphmem.mdc").exists()
    run("rules", "--client", "codex", "--remove", "--yes")
    assert not path.exists()


def test_the_service_is_shown_installed_and_removed(user, programs):
    shown = run("service", "show", "--kind", "systemd").stdout
    assert "ExecStart=" in shown
    assert "not installed" in shown
    assert "$ systemctl --user enable --now graphmem.service" in shown
    assert "Nobody is there" in run("service", "install", "--kind", "systemd", code=2).stderr
    told = json.loads(run("service", "install", "--kind", "systemd", "--yes", "--json").stdout)
    assert (told["installed"], told["problems"]) == (True, [])
    assert os.path.exists(told["file"])  # noqa: PTH110 - as it is told
    told = json.loads(run("service", "uninstall", "--kind", "systemd", "--yes", "--json").stdout)
    assert told["installed"] is False
    assert "not installed" in run("service", "uninstall", "--kind", "systemd").stdout
    (programs[0] / "fail").touch()
    assert "no bus" in run("service", "install", "--kind", "systemd", "--yes", code=1).stdout


def test_a_daemon_that_runs_makes_way_for_the_service(user, programs, monkeypatch):
    stopped = []
    monkeypatch.setattr(wire, "stop", lambda home: stopped.append(home) or True)
    assert "was stopped" in run("service", "install", "--kind", "systemd", "--yes").stderr
    assert stopped == [user.parent / "memory"]
    run("service", "install", "--kind", "cron", "--yes")  # which only starts it with the computer
    assert len(stopped) == 1


# -- The doctor -----------------------------------------------------------------------------------------------


def test_the_doctor_mends_what_can_do_no_harm(user, terminal, tmp_path, monkeypatch):
    run("install", "codex", "--yes", "--no-hooks")
    path = user / ".codex" / "config.toml"
    held = path.read_text()
    path.write_text(re.sub(r'command = ".*"', 'command = "/elsewhere/graphmem"', held))
    monkeypatch.setattr(doctor, "ask_mcp", lambda *_: Answer(True, "answers"))
    # With no server run before them, the hooks would start a daemon that nobody ends.
    monkeypatch.setattr(doctor, "fire_hook", lambda *_: Answer(True, "1 ms"))
    loose = tmp_path / "loose file"
    loose.touch(mode=0o644)
    made = []

    def rebuilt():
        made.append("rebuild")
        terminal.answers["doctor"] = (Finding("graph", "ok", "whole"),)
        return {}

    terminal.answers["rebuild"] = rebuilt
    terminal.answers["doctor"] = (
        Finding("graph", "error", "behind", "graphmem rebuild"),
        Finding("permissions", "warning", "open", f"chmod 600 {loose}"),
        Finding("parser", "error", "none", "pip install it"),
    )
    findings = examine.examine(None)
    done = examine.mend(None, findings)
    assert made == ["rebuild"]
    assert loose.stat().st_mode & 0o777 == 0o600
    assert str(path) in " ".join(done)
    assert "pip" not in " ".join(done)
    assert path.read_text() == held
    assert {one.subject: one.status for one in examine.examine(None)}["codex"] == "ok"


def test_the_doctor_wires_nobody_who_was_not_wired(user, terminal):
    before = config(user)
    run("doctor", "--fix")
    assert config(user) == before


def test_the_doctor_leaves_the_daemon_as_it_was(user, tmp_path):
    """The command that a client runs is really run: here it starts the daemon, which is stopped again."""
    run("install", "codex", "--yes", "--no-hooks")
    told = {one["subject"]: one for one in json.loads(run("doctor", "--json").stdout)["findings"]}
    assert told["mcp"]["status"] == "ok"
    assert "tools" in told["mcp"]["detail"]
    assert told["codex hooks"]["status"] == "warning"
    assert not (tmp_path / "memory" / "owner.json").exists() or examine.running(tmp_path / "memory") is None
