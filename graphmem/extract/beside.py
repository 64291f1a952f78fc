"""A long import is parsed in a process beside this one, which stores and embeds meanwhile.

Parsing holds the interpreter's lock, so a thread would only take turns with the rest. The process is begun once an
import has proved long; until it is ready, and whenever it fails, messages are read here: what is understood is the
same. It is not made by `multiprocessing`, which would run the program of whoever calls us a second time.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from graphmem.config import Settings
from graphmem.extract.extractor import Extractor
from graphmem.model import Extraction, Message

log = logging.getLogger("graphmem")
T = TypeVar("T")

# So many messages make an import a long one: beginning a process costs about what reading a hundred does.
LONG = 150
# What we were told not to look at is not looked at beside either; -P: the folder one stands in gives no code.
TOLD = {"-I": sys.flags.isolated, "-E": sys.flags.ignore_environment, "-s": sys.flags.no_user_site}
PROGRAM = (*(flag for flag, given in TOLD.items() if given), "-P", "-m", "graphmem.extract.worker")
SIZE = 8  # bytes that say how long a frame is
# It has ended, or what it says is nonsense: of another form, or longer than could be.
FAILED = (OSError, EOFError, OverflowError, MemoryError, msgspec.MsgspecError)


def code_of(file: str) -> str:
    """Which code that is: where it lies and since when, for an upgrade puts other code in the same place."""
    path = Path(file).resolve()
    return f"{path} {path.stat().st_mtime_ns}" if path.exists() else str(path)


CODE = code_of(__file__)  # as it was when this process began, which may be a daemon that outlives an upgrade


class Task(msgspec.Struct, array_like=True):
    """What an extractor is given."""

    messages: tuple[Message, ...]
    context: tuple[Message, ...]
    projects: dict[str, str]


class Start(msgspec.Struct, array_like=True):
    """What the process has to know, and says of itself when it is ready; it is used when both are the same."""

    code: str
    home: str
    settings: dict[str, Any]
    words: str


class Beside:
    """An extractor for one import; `inside` reads what is not read by the process beside.

    `words` are the `own_words` of the home when `inside` read them: a process that reads others is not used.
    """

    def __init__(self, settings: Settings, inside: Callable[[], Extractor], *, words: str = "") -> None:
        self.settings, self.inside = settings, inside
        self.words = words or own_words(settings.home)
        self._seen = 0
        self._child: Child | None = None
        self._wanted = int(settings["extract.processes"]) > 1 and cores() > 1 and bool(python())

    def extract(
        self,
        messages: Sequence[Message],
        *,
        context: Sequence[Message] = (),
        projects: Mapping[str, str] | None = None,
    ) -> Extraction:
        """As of every extractor."""
        if self._wanted and self._child is None and self._seen >= LONG:
            self._begin()
        self._seen += len(messages)
        if self._child is not None and self._child.ready.is_set():
            try:
                return self._child.read(Task(tuple(messages), tuple(context), dict(projects or {})))
            except FAILED as cause:
                log.warning("The process that parses beside this one failed, so it is done here: %s", cause)
                self._wanted = False
                self.close()
        return self.inside().extract(messages, context=context, projects=projects)

    def _begin(self) -> None:
        """Begin the process; an import goes on without one that cannot be begun."""
        try:
            self._child = Child(start_of(self.settings, words=self.words))
        except (OSError, RuntimeError) as cause:  # also no more threads
            log.warning("No process could be begun to parse beside this one: %s", cause)
            self._wanted = False

    def close(self) -> None:
        """Let the process end; safe to call twice."""
        child, self._child = self._child, None
        if child is not None:
            child.close()


class Child:
    """The process: `ready` is set once it has its models; it ends when its input does, so it never outlives us."""

    def __init__(self, start: Start) -> None:
        self.start, self.ready = start, threading.Event()
        self.process = subprocess.Popen(  # noqa: S603 - our own program, by the interpreter that runs us
            [python(), *PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt is for the one who was asked, which then ends it
        )
        self._listener = threading.Thread(target=self._greet, name="graphmem-beside", daemon=True)
        self._listener.start()

    def _greet(self) -> None:
        """Wait until it is ready; one that runs other code than this, or has read other words, is ended."""
        try:
            write_frame(self._pipe("stdin"), self.start)
            if read_frame(self._pipe("stdout"), Start) == self.start:
                self.ready.set()
            else:
                self.process.kill()
        except (*FAILED, ValueError) as cause:
            log.info("The process that would parse beside this one did not begin: %s", cause)

    def _pipe(self, name: str) -> IO[bytes]:
        pipe: IO[bytes] | None = getattr(self.process, name)
        assert pipe is not None
        return pipe

    def read(self, task: Task) -> Extraction:
        """What it understands. Raises OSError, EOFError, and MsgspecError when it has ended or talks nonsense."""
        write_frame(self._pipe("stdin"), task)
        return read_frame(self._pipe("stdout"), Extraction)

    def close(self) -> None:
        """End it and wait until it has ended."""
        self.process.kill()  # it holds nothing that could be lost
        self._listener.join()
        for name in ("stdin", "stdout"):
            with contextlib.suppress(OSError):  # what was not sent is not wanted any more
                self._pipe(name).close()
        self.process.wait()


def start_of(settings: Settings, *, code: str = "", words: str = "") -> Start:
    """What a process has to know to read as this one does."""
    values = {key: one.value for key, one in settings.values.items() if key.startswith("extract.")}
    return Start(code or CODE, str(settings.home), values, words or own_words(settings.home))


def own_words(home: Path) -> str:
    """A digest of the vocabulary and the grammar of a home, which may be edited while somebody reads by them."""
    found = blake2b(digest_size=16)
    for name in ("ontology.toml", "constructions.toml"):
        with contextlib.suppress(OSError):
            found.update(name.encode() + (home / name).read_bytes())
    return found.hexdigest()


def python() -> str:
    """The interpreter that runs us; "" in a program frozen into one file, which would be begun a second time."""
    return "" if getattr(sys, "frozen", False) else sys.executable or ""


def write_frame(to: IO[bytes], what: msgspec.Struct) -> None:
    """Send one thing, behind its length."""
    data = msgspec.json.encode(what)
    to.write(len(data).to_bytes(SIZE, "big") + data)
    to.flush()


def read_frame(source: IO[bytes], kind: type[T]) -> T:
    """Receive one thing. Raises EOFError when there is no more, and MsgspecError for what is no such thing."""
    data = whole(source, int.from_bytes(whole(source, SIZE), "big"))
    return msgspec.json.decode(data, type=kind)


def whole(source: IO[bytes], size: int) -> bytes:
    """So many bytes. Raises EOFError when there are fewer."""
    data = source.read(size)
    if len(data) < size:
        raise EOFError("it has ended")
    return data


def cores() -> int:
    """The processors that this process may use."""
    known = getattr(os, "sched_getaffinity", None)
    return len(known(0)) if known else os.cpu_count() or 1
