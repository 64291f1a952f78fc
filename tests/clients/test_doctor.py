"""What the doctor says of clients: whether they are wired, and whether what they would run answers when it is run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from graphmem.clients.doctor import Patient, examine
from graphmem.clients.launch import Launch
from graphmem.clients.probe import ask_mcp, fire_hook, through_shell
from graphmem.config import Settings
from graphmem.result import SourceView

# A program that speaks MCP and takes hooks as it is told to: well, or in one of the ways that go wrong.
STANDIN = """
import json, sys
words = sys.argv[1:]
how = {how!r}
if words[0] == "mcp":
    if how == "dies":
        sys.exit("no memory there")
    for line in sys.stdin:
        asked = json.loads(line)
        if asked.get("id") == 1:
            told = {{"serverInfo": {{"name": "graphmem", "version": "9"}}}}
        elif asked.get("id") == 2:
            told = {{"tools": [] if how == "no tools" else [{{"name": "recall"}}]}}
        else:
            continue
        body = {{"error": {{"message": "locked"}}}} if how == "error" else {{"result": told}}
        print(json.dumps({{"jsonrpc": "2.0", "id": asked["id"], **body}}))
else:
    event = json.load(sys.stdin)
    assert event["hook_event_name"] and words[2:] == ["--client", words[3]]
    print({{"words": "hello", "dies": ""}}.get(how, '{{"continue": true}}' if words[1] == "prompt" else ""), end="")
    sys.exit(3 if how == "dies" else 0)
"""


def standin(computer, how="well"):
    """Have the computer's program be a stand-in."""
    script = computer.home.parent / "graphmem.py"
    script.write_text(STANDIN.format(how=how))
    program = computer.home.parent / "bin" / "graphmem"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "{script}" "$@"\n')
    program.chmod(0o755)
    computer.launch = Launch((str(program),))
    return str(program)


def findings(computer, sources=()):
    patient = Patient(
        Settings(computer.home.parent / "memory", environ={}), computer.machine, computer.launch, sources
    )
    return {finding.subject: finding for finding in examine(patient)}


def test_a_computer_without_clients_is_well(computer):
    [finding] = findings(computer).values()
    assert (finding.subject, finding.status) == ("clients", "ok")


def test_a_wired_client_is_run_and_answers(computer):
    standin(computer)
    computer.install("codex", "hermes")
    state = "".join(
        f'[hooks.state."{computer.home}/.codex/hooks.json:{event}:0:0"]\ntrusted_hash = "sha256:0"\n'
        for event in ("session_start", "user_prompt_submit", "stop")
    )
    path = computer.home / ".codex" / "config.toml"
    waiting = findings(computer)
    assert (waiting["codex trust"].status, waiting["codex trust"].repair) == ("warning", "in Codex: /hooks")
    path.write_text(path.read_text() + state)
    found = findings(computer)
    assert {finding.status for finding in found.values()} == {"ok"}, found
    assert found["mcp"].detail == "graphmem 9 answers with 1 tools"
    assert {"codex", "codex hooks", "codex SessionStart", "codex UserPromptSubmit", "hermes"} <= set(found)
    assert found["codex Stop"].detail.endswith(" ms")


@pytest.mark.parametrize(("how", "subject", "said"), [
    ("dies", "mcp", "no memory there"),
    ("no tools", "mcp", "0 tools"),
    ("error", "mcp", "locked"),
    ("dies", "cursor stop", "exit code 3"),
    ("words", "cursor sessionStart", "no JSON"),
])  # fmt: skip
def test_what_is_run_and_does_not_answer_is_told(computer, how, subject, said):
    standin(computer, how)
    computer.install("cursor")
    finding = findings(computer)[subject]
    assert finding.status == "error"
    assert said in finding.detail
    assert finding.repair == "graphmem install cursor"


def test_a_client_that_is_not_wired_is_told_how(computer):
    computer.write(".codex/config.toml", b"")
    found = findings(computer)
    assert (found["codex"].status, found["codex"].repair) == ("warning", "graphmem install codex")
    assert found["codex hooks"].status == "warning"
    assert "mcp" not in found


def test_a_client_that_starts_another_copy_is_an_error(computer):
    standin(computer)
    computer.install("windsurf")
    computer.launch = Launch(("/elsewhere/graphmem",))
    found = findings(computer)
    assert (found["windsurf"].status, found["windsurf"].repair) == ("error", "graphmem install windsurf")
    assert "mcp" not in found


def test_a_program_that_is_gone_is_told(computer):
    computer.install("windsurf")
    assert "is not there" in findings(computer)["mcp"].detail


def test_a_file_that_cannot_be_read_is_told(computer):
    computer.write(".cursor/mcp.json", b"{")
    found = findings(computer)
    assert found["cursor"].status == "error"
    assert "no valid JSON" in found["cursor"].detail


def test_the_transcripts_of_each_client_are_counted_or_asked_for(computer):
    computer.write(".codex/sessions/2026/01/01/rollout-x.jsonl", b"{}\n")
    unread = Settings(
        computer.home.parent / "memory",
        environ={},
        arguments={"capture.codex_home": str(computer.home / ".codex")},
    )
    patient = Patient(unread, computer.machine, computer.launch, ())
    found = {finding.subject: finding for finding in examine(patient)}
    assert found["codex transcripts"].repair == "graphmem ingest --client codex"
    read = SourceView(
        client="codex", files=3, gone=0, silent=0, messages=7, read_at=None, said_at=None, problems=0, problem="",
        unknown={}, since={},
    )  # fmt: skip
    found = {finding.subject: finding for finding in examine(patient._replace(sources=(read,)))}
    assert (found["codex transcripts"].status, found["codex transcripts"].detail) == ("ok", "3 files read")


def test_what_a_hook_has_written_in_its_log_is_told(computer):
    program = standin(computer)
    computer.install("codex")
    memory = computer.home.parent / "memory"
    memory.mkdir()
    (memory / "hook.log").write_text("2026-01-01T00:00:00Z stop of codex: an old story\n")
    assert findings(computer)["codex hooks"].status == "ok"
    script = Path(program)
    script.write_text(script.read_text().replace("exec ", f"echo new trouble >> {memory}/hook.log\nexec "))
    finding = findings(computer)["codex Stop"]
    assert (finding.status, finding.detail) == ("warning", "new trouble")


def test_a_command_that_does_not_end_is_given_up(monkeypatch, tmp_path):
    import os

    from graphmem.clients import probe

    monkeypatch.setattr(probe, "HOOK_SECONDS", 0.2)
    answer = fire_hook([sys.executable, "-c", "import sys, time; time.sleep(60)"], {}, os.environ)
    assert not answer.good
    assert "did not end" in answer.detail
    assert not ask_mcp([str(tmp_path)], os.environ).good


def test_a_hook_is_run_as_its_client_runs_it(computer):
    assert through_shell("x y", "linux", "cmd") == ["/bin/sh", "-c", "x y"]
    assert through_shell("& x", "win32", "powershell")[-1] == "& x"
    program = standin(computer)
    spaced = computer.home.parent / "a b"
    spaced.mkdir()
    (spaced / "graphmem").symlink_to(program)
    computer.launch = Launch((str(spaced / "graphmem"),))
    computer.install("gemini-cli")
    command = json.loads(computer.read(".gemini/settings.json"))["hooks"]["SessionStart"][0]["hooks"][0][
        "command"
    ]
    assert command.startswith(f"'{spaced}/graphmem' ")
    assert findings(computer)["gemini-cli BeforeAgent"].status == "ok"


def test_a_hook_that_is_slow_once_is_asked_again(computer):
    program = standin(computer)
    computer.install("cursor")
    memory = computer.home.parent / "memory"
    memory.mkdir()
    script, log = Path(program), memory / "hook.log"
    script.write_text(
        script.read_text().replace("exec ", f"[ -e {log} ] || echo took too long > {log}\nexec ")
    )
    assert {finding.status for finding in findings(computer).values()} == {"ok"}
