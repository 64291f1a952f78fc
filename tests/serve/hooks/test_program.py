"""`graphmem hook` as a client runs it: what it says, and that nothing that fails reaches or holds up the client."""

from __future__ import annotations

import http.server
import json
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphmem.config import Settings
from graphmem.serve.hooks import program
from graphmem.serve.hooks.program import GUARD, INPUT_BYTES, LOG, STARTED, home_of

ROOT = Path(__file__).parent.parent.parent.parent
SAID = {"session_id": "s", "cwd": "/src/lighthouse", "prompt": "which lamp does the lighthouse have?"}
TEXT = "- The lamp is a Fresnel lens. ✨"


@contextmanager
def standin(home, answer):
    """A daemon that notes what it is asked and answers as told: (status, body), or nothing for ever."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, self.headers["Authorization"], json.loads(body)))
            if answer is None:
                forever.wait(30)
                return
            status, body = answer
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    forever = threading.Event()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    home.mkdir(exist_ok=True)
    address = f"http://127.0.0.1:{server.server_port}"
    (home / "owner.json").write_text(json.dumps({"pid": os.getpid(), "address": address}), encoding="utf-8")
    (home / "token").write_text("gm_secret\n", encoding="utf-8")
    try:
        yield asked
    finally:
        forever.set()
        server.shutdown()
        server.server_close()
        thread.join()


def hook(home, *words, said=SAID, environ=None, code=0, limit=None):
    """What the hook writes to standard output, run as a client would, or with another limit."""
    given = said if isinstance(said, bytes) else json.dumps(said).encode()
    started = ["-m", "graphmem", "hook"]
    if limit:
        run = f"import sys; from graphmem.serve.hooks import program as p; p.LIMIT = {limit}; p.answer(sys.argv[1:])"
        started = ["-c", run]
    done = subprocess.run(
        [sys.executable, *started, *words, "--home", str(home)],
        input=given,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environ or {})},
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (code, b"")
    return done.stdout


def log_of(home):
    return (home / LOG).read_text(encoding="utf-8") if (home / LOG).exists() else ""


@pytest.fixture
def patient(monkeypatch):
    """The limit is for a machine that has time; a test that is about something else has all of it.

    The process that runs the tests has been at work for long, which is counted as time that the hook took.
    """
    monkeypatch.setattr(program, "LIMIT", 60.0 + time.process_time())


def run_here(capfdbinary, monkeypatch, home, *words, said=SAID, patch=None):
    """The same in this process, which it would end."""
    ended = []

    def end(code):
        ended.append(code)
        raise SystemExit(code)

    import io

    given = said if isinstance(said, bytes) else json.dumps(said).encode()
    with monkeypatch.context() as here:
        here.setattr(program.os, "_exit", end)
        here.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        here.setenv(GUARD, "")
        for target, name, value in patch or ():
            here.setattr(target, name, value)
        with pytest.raises(SystemExit):
            program.answer([*words, "--home", str(home)])
    assert ended == [0]
    return capfdbinary.readouterr().out


def answers(capfdbinary, monkeypatch, home, answer, *words, **options):
    with standin(home, answer) as asked:
        return run_here(capfdbinary, monkeypatch, home, *words, **options), asked


def found(text):
    return 200, json.dumps({"text": text}).encode()


def test_a_prompt_is_answered_with_what_the_daemon_says(home, patient, capfdbinary, monkeypatch):
    out, asked = answers(capfdbinary, monkeypatch, home, found(TEXT), "prompt", "--client", "claude-code")
    assert json.loads(out)["hookSpecificOutput"]["additionalContext"] == TEXT
    [(path, token, content)] = asked
    assert (path, token) == ("/api/v1/inject", "Bearer gm_secret")
    assert content == {
        "prompt": SAID["prompt"], "event": "prompt", "session": "s", "client": "claude-code",
        "cwd": "/src/lighthouse", "root": "", "branch": "",
    }  # fmt: skip
    assert log_of(home) == ""


def test_the_whole_of_it_as_a_process_in_a_locale_without_utf_8(home):
    said = {**SAID, "prompt": "wo wohnt Söll?"}
    with standin(home, found(TEXT)) as asked:
        environ = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
        out = hook(home, "prompt", "--client", "codex", said=said, environ=environ, limit=60)
    assert json.loads(out)["hookSpecificOutput"]["additionalContext"] == TEXT
    assert asked[-1][2]["prompt"] == "wo wohnt Söll?"


def test_nothing_to_tell_is_no_byte(home, patient, capfdbinary, monkeypatch):
    out, _ = answers(capfdbinary, monkeypatch, home, found(""), "session-start", "--client", "gemini")
    assert out == b""


def test_a_session_that_goes_on_asks_nothing(home, patient, capfdbinary, monkeypatch):
    said = {"session_id": "s", "source": "resume"}
    words = ("session-start", "--client", "codex")
    out, asked = answers(capfdbinary, monkeypatch, home, found(TEXT), *words, said=said)
    assert (out, asked) == (b"", [])


def test_a_stop_has_the_transcript_read_and_says_nothing(home, patient, capfdbinary, monkeypatch):
    said = {"session_id": "s", "transcript_path": "/t.jsonl", "last_assistant_message": "bye"}
    words = ("stop", "--client", "cursor")
    out, asked = answers(capfdbinary, monkeypatch, home, found(TEXT), *words, said=said)
    assert out == b""
    assert [(path, content) for path, _, content in asked] == [
        ("/api/v1/capture", {"client": "cursor", "path": "/t.jsonl"})
    ]


HOSTILE = {
    "nothing": b"",
    "no JSON": b"Traceback: the user said hunter2",
    "another kind": b"[1, 2]",
    "deep": b"[" * 200_000,
    "too much": b'{"prompt": "' + b"x" * INPUT_BYTES + b'"}',
    "NULs": b"\x00" * 1000,
}


@pytest.mark.parametrize("said", HOSTILE.values(), ids=HOSTILE)
def test_input_that_no_client_writes_is_logged_without_a_word_of_it(
    home, patient, capfdbinary, monkeypatch, said
):
    words = ("prompt", "--client", "claude-code")
    out, asked = answers(capfdbinary, monkeypatch, home, found(TEXT), *words, said=said)
    assert (out, asked) == (b"", [])
    assert "prompt claude-code: " in log_of(home)
    assert "hunter2" not in log_of(home)
    assert stat.S_IMODE((home / LOG).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "answer", [(500, b"{}"), (401, b"{}"), (200, b"no JSON"), (200, b"[]"), (200, b'{"text": 3}')]
)
def test_a_daemon_that_fails_holds_up_nobody(home, patient, capfdbinary, monkeypatch, answer):
    out, _ = answers(capfdbinary, monkeypatch, home, answer, "prompt", "--client", "claude-code")
    assert out == b""


@pytest.mark.parametrize(
    "words",
    [(), ("prompt",), ("fly", "--client", "codex"), ("prompt", "--client", "x"), ("stop", "--client")],
)
def test_a_command_line_that_is_wrong_never_ends_with_the_code_that_blocks(home, words):
    assert hook(home, *words) == b""


def test_help_is_for_people():
    done = subprocess.run(
        [sys.executable, "-m", "graphmem", "hook", "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert "--client" in done.stdout


def test_a_daemon_that_never_answers_is_left_within_the_limit(home):
    with standin(home, None):
        started = time.monotonic()
        assert hook(home, "prompt", "--client", "claude-code") == b""
        assert time.monotonic() - started < 20  # it would have waited for 30 s and more
    assert "took too long while" in log_of(home)


def test_standard_input_that_is_never_closed_is_left_within_the_limit(home):
    with standin(home, found(TEXT)):
        process = subprocess.Popen(
            [sys.executable, "-m", "graphmem", "hook", "stop", "--client", "codex", "--home", str(home)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        try:
            assert process.wait(20) == 0
            assert process.stdout.read() == b""
        finally:
            process.stdin.close()
            process.stdout.close()
    assert "stop codex: took too long while" in log_of(home)


def test_it_starts_a_daemon_when_none_runs_but_not_time_and_again(home, patient, capfdbinary, monkeypatch):
    started = []

    def popen(command, **options):
        started.append((command, options, os.environ[GUARD]))

    patch = [(subprocess, "Popen", popen)]
    words = ("stop", "--client", "codex")
    for _ in range(3):
        assert run_here(capfdbinary, monkeypatch, home, *words, patch=patch) == b""
    [(command, options, guard)] = started
    assert command == [sys.executable, "-m", "graphmem", "up", "--home", str(home)]
    assert options["start_new_session"]
    assert options["cwd"] == home
    assert guard == "1"  # nothing that this daemon starts will answer a hook
    os.utime(home / STARTED, (0, 0))
    run_here(capfdbinary, monkeypatch, home, *words, patch=patch)
    assert len(started) == 2


def test_what_a_hook_started_answers_no_hook(home):
    with standin(home, found(TEXT)) as asked:
        assert hook(home, "prompt", "--client", "claude-code", environ={GUARD: "1"}) == b""
        assert asked == []


def test_an_owner_that_does_not_listen_is_no_daemon(home, patient, capfdbinary, monkeypatch):
    home.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    (home / "owner.json").write_text(json.dumps({"pid": os.getpid(), "address": address}), encoding="utf-8")
    patch = [(subprocess, "Popen", lambda *_, **__: None)]
    assert run_here(capfdbinary, monkeypatch, home, "prompt", "--client", "codex", patch=patch) == b""
    assert "no daemon runs" in log_of(home)


def test_the_log_begins_anew_when_it_is_long(home):
    home.mkdir()
    (home / LOG).write_text("x" * (program.LOG_BYTES + 1), encoding="utf-8")
    program.note(home, "one\nline")
    assert log_of(home).endswith("Z one line\n")
    assert (home / f"{LOG}.1").stat().st_size == program.LOG_BYTES + 1


def test_a_home_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    program.note(tmp_path / "file" / "home", "lost")


@pytest.mark.parametrize("named", ["", "~/notes", "/srv/notes"])
def test_the_home_is_that_of_the_settings(named, monkeypatch):
    assert home_of(named) == Settings(named or None).home
    monkeypatch.setenv("GRAPHMEM_HOME", "~/other")
    assert home_of(named) == Settings(named or None).home
