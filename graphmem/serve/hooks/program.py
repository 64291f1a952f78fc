"""`graphmem hook`: what a client says at a turn of a session comes in; out goes what its agent should know, or nothing.

The client waits, so that all of it, from the start of the process to its end, has 400 ms. Whatever goes wrong or
takes longer ends with exit code 0 and nothing on standard output, and with a line in `hook.log` of the home that holds
no word of a conversation. Only the standard library is imported.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from graphmem.serve.hooks import protocols
from graphmem.serve.hooks.protocols import CLIENTS, EVENTS, Protocol, Told

LIMIT = 0.4  # seconds from the start of the process to its end
RESERVE = 0.06  # of them, for what a process cannot measure of itself
GUARD = "GRAPHMEM_HOOK"  # set for all that a hook starts, and nothing that has it answers a hook
INPUT_BYTES = 8 << 20
LOG, LOG_BYTES = "hook.log", 256 << 10
STARTED, START_SECONDS = "hook.started", 60.0  # a daemon that does not come up is started so often


def answer(words: Sequence[str]) -> NoReturn:
    """Answer one hook, and end this process with exit code 0 within the limit, whatever happens."""
    # What the interpreter has used of the processor is the least that has gone by since it was started.
    until = time.monotonic() - time.process_time() + LIMIT - RESERVE
    if not os.environ.get(GUARD):
        os.environ[GUARD] = "1"
        hook = Hook(words, sys.stdin.buffer)
        thread = threading.Thread(target=hook.run, args=(until,), daemon=True)
        thread.start()
        thread.join(max(0.0, until - time.monotonic()))
        said = b"" if thread.is_alive() else hook.said
        problem = f"took too long while {hook.doing}" if thread.is_alive() else hook.problem
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.buffer.write(said)
            sys.stdout.buffer.flush()
        if problem:
            note(hook.home, f"{hook}: {problem}")
    # Nothing is left to be tidied up, and a thread that hangs must not hold up the client.
    os._exit(0)


class Hook:
    """One hook on its way: what it has to say in `said`, and what went wrong in `problem`, in words."""

    def __init__(self, words: Sequence[str], stdin: BinaryIO) -> None:
        self.stdin = stdin
        self.said, self.problem, self.doing = b"", "", "starting"
        event, *rest = [*words, ""]
        options = dict(zip(rest[::2], rest[1::2], strict=False))
        self.home = home_of(options.pop("--home", ""))
        self.event, self.protocol = event, CLIENTS.get(options.pop("--client", ""))
        if event not in EVENTS or self.protocol is None or options:
            self.protocol = None
            self.problem = f"called otherwise than {'|'.join(EVENTS)} --client {'|'.join(CLIENTS)}"

    def __str__(self) -> str:
        """Event and client, when they are known ones."""
        return f"{self.event} {self.protocol.client}" if self.protocol else "hook"

    def run(self, until: float) -> None:
        """Do all of it, by that time (monotonic seconds); raises nothing."""
        try:
            if self.protocol is not None:
                self._run(self.protocol, until)
        except Exception as cause:  # noqa: BLE001 - whatever it is, the client goes on
            # An error of the operating system tells of a file or an address; others may quote what they were given.
            words = str(cause) if isinstance(cause, OSError) else ""
            self.problem = f"{type(cause).__name__} while {self.doing}: {words}".rstrip(": ")

    def _run(self, protocol: Protocol, until: float) -> None:
        self.doing = "reading standard input"
        told = protocols.read(drained(self.stdin), os.environ)
        self.doing = "looking for the daemon"
        from graphmem.serve.local import running  # noqa: PLC0415 - after the input, which the client is writing

        place = running(self.home)
        if place is None:
            self.problem = "no daemon runs; it is being started"
            wake(self.home)
            return
        self.doing = "asking the daemon"
        path, content = asked(self.event, protocol, told)
        if path:
            found = post(place.address, place.secret, path, content, until - time.monotonic())
            if self.event != "stop":
                self.said = protocols.injected(protocol, self.event, protocols.first(found.get("text")))


def home_of(argument: str) -> Path:
    """The home of the memory, as the settings have it."""
    return Path(argument or os.environ.get("GRAPHMEM_HOME") or "~/.graphmem").expanduser().absolute()


def drained(stdin: BinaryIO) -> bytes:
    """All of standard input, so that the client can write it all; raises OSError when it is more than we take."""
    kept = stdin.read(INPUT_BYTES + 1)
    if len(kept) <= INPUT_BYTES:
        return kept
    while stdin.read(1 << 20):
        pass
    raise OSError(f"the input has more than {INPUT_BYTES:,} bytes")


def asked(event: str, protocol: Protocol, told: Told) -> tuple[str, dict[str, Any]]:
    """Path and content of the request to the daemon; no path when there is nothing to ask."""
    if event == "stop":
        return "capture", {"client": protocol.client, "path": told.transcript}
    from graphmem.serve.hooks.repository import repository_of  # noqa: PLC0415 - a stop has no need of it

    folder = protocols.here(told)
    repository = repository_of(folder)
    turn = protocols.moment(event, told)
    if turn == "resume" or (turn == "prompt" and not told.prompt.strip()):
        return "", {}
    content = {
        "prompt": told.prompt if event == "prompt" else "",
        "event": turn,
        "session": told.session,
        "client": protocol.client,
        "cwd": folder,
        "root": repository.root,
        "branch": repository.branch,
    }
    return "inject", content


def post(address: str, secret: str, path: str, content: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What the daemon answers; raises OSError, or ValueError for no JSON."""
    import http.client  # noqa: PLC0415 - only when there is a daemon to ask
    import json  # noqa: PLC0415 - as above
    from urllib.parse import urlsplit  # noqa: PLC0415 - as above

    at = urlsplit(address)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=max(0.01, seconds))
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1/{path}", json.dumps(content).encode(), headers)
    response = connection.getresponse()
    body = response.read()
    if response.status >= 400:
        raise OSError(f"the daemon answered with status {response.status}")
    found = json.loads(body)
    return found if isinstance(found, dict) else {}


def wake(home: Path) -> None:
    """Have the daemon of a home started by a process of its own, and wait for nothing; not time and again."""
    import subprocess  # noqa: PLC0415 - only when none runs

    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    mark = home / STARTED
    with contextlib.suppress(FileNotFoundError):
        if 0 <= time.time() - mark.stat().st_mtime < START_SECONDS:
            return
    mark.touch(mode=0o600)
    subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "graphmem", "up", "--home", str(home)],
        cwd=home,  # it outlives the session, and must not hold on to the folder of a project
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def note(home: Path, words: str) -> None:
    """A line in the log; when that has grown long it begins anew, and the one before is kept."""
    with contextlib.suppress(OSError):
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        log = home / LOG
        if log.exists() and log.stat().st_size > LOG_BYTES:
            log.replace(log.with_name(f"{LOG}.1"))
        descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8", errors="replace") as lines:
            at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            lines.write(f"{at} {' '.join(words.split())[:500]}\n")
