"""A home goes in; the address and the secret of its daemon come out, which is started when none runs.

Whoever starts a process for one question comes through here, so nothing heavy is imported. When several come at once,
one starts the daemon and the others wait for it at a lock.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from graphmem.errors import DaemonError
from graphmem.store.lock import read_owner, wait_until_free

START_SECONDS = 60.0  # opening a store whose graph has to be made again takes long
STOP_SECONDS = 30.0  # a daemon finishes what it is storing within that
LISTEN_SECONDS = 5.0  # a daemon that is busy takes a connection all the same
LOG = "daemon.log"


class Place(NamedTuple):
    """Where a daemon answers, and the secret of the token for programs of this machine."""

    address: str
    secret: str


def running(home: Path) -> Place | None:
    """The daemon of a home, or None when none serves it."""
    owner = read_owner(home / "owner.json")
    address = str(owner.get("address") or "")
    if not address or not alive(owner.get("pid")) or not listens(address):
        return None
    try:
        return Place(address, (home / "token").read_text(encoding="utf-8").strip())
    except OSError:
        return None


def listens(address: str) -> bool:
    """Whether anybody answers there: a process that was killed keeps its number until its parent has asked for it."""
    at = urlsplit(address)
    try:
        socket.create_connection((at.hostname or "", at.port or 0), timeout=LISTEN_SECONDS).close()
    except OSError:
        return False
    return True


def alive(pid: object) -> bool:
    """Whether a process of that number runs."""
    if not isinstance(pid, int) or pid <= 0:
        return False
    if os.name == "nt":
        return windows_alive(pid)
    # One that we started ourselves and that has ended keeps its number until somebody asks how it ended.
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0]:
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def windows_alive(pid: int) -> bool:
    """The same where signals would end the process."""
    import ctypes  # noqa: PLC0415 - only there

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]  # only there
    handle = kernel.OpenProcess(0x1000, 0, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
    if handle:
        kernel.CloseHandle(handle)
    return bool(handle)


def find_or_start(home: Path, *, seconds: float = START_SECONDS) -> Place:
    """The daemon of a home, started when none runs; raises DaemonError when it does not begin to answer."""
    place = running(home)
    if place is not None:
        return place
    from filelock import FileLock, Timeout  # noqa: PLC0415 - only who starts it

    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with FileLock(home / "start.lock", timeout=seconds, mode=0o600):
            return running(home) or start(home, seconds=seconds)
    except Timeout as cause:
        raise DaemonError(
            f"Somebody else has been starting the daemon of {home} for {seconds:g} s.",
            hint=f"See {home / LOG}.",
        ) from cause


def stop(home: Path) -> bool:
    """Have the daemon of a home end, once it has finished what it is storing; False when none ran.

    Raises DaemonError when it does not end.
    """
    owner = read_owner(home / "owner.json")
    if not owner.get("address") or not alive(owner.get("pid")):
        return False
    os.kill(int(owner["pid"]), signal.SIGTERM)
    if not wait_until_free(home, STOP_SECONDS):
        raise DaemonError(
            f"The daemon of {home} (process {owner['pid']}) does not end.", hint=f"kill -9 {owner['pid']}"
        )
    return True


def start(home: Path, *, seconds: float) -> Place:
    """Start a daemon that outlives this process, and wait until it answers.

    It writes a line to a pipe when it does; should it end before, the pipe closes.
    """
    log = home / LOG
    command = [sys.executable, "-m", "graphmem", "serve", "--home", str(home)]
    told, tell = os.pipe()
    try:
        with log.open("ab") as errors:
            log.chmod(0o600)
            process = subprocess.Popen(  # noqa: S603 - our own program
                command,
                stdin=subprocess.DEVNULL,
                stdout=tell,
                stderr=errors,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
    finally:
        os.close(tell)
    # Whoever starts it may outlive it: no zombie stays behind, and nobody waits for it.
    threading.Thread(target=process.wait, daemon=True, name=f"graphmem daemon of {home}").start()
    with os.fdopen(told, "rb") as line:
        answered = first_line(line.fileno(), seconds)
    place = running(home) if answered else None
    if place is None:
        with contextlib.suppress(OSError):
            process.terminate()
        raise DaemonError(f"The daemon of {home} did not begin to answer.", hint=f"See {log}.")
    return place


def first_line(pipe: int, seconds: float) -> bool:
    """Whether anything comes through a pipe before it closes or the time is over."""
    if os.name == "posix":
        import select  # noqa: PLC0415 - only who waits

        if not select.select([pipe], [], [], seconds)[0]:
            return False
    return bool(os.read(pipe, 1))
