"""Short ways to write a transcript and to say what should be read of it."""

from __future__ import annotations

import os
import textwrap

from graphmem.capture.batch import Limits
from graphmem.capture.reader import readers
from tests.capture.writers import line, read, settings, shown

MTIME = 1_750_000_000  # a talk without any time has that of its file


def make(client, tmp_path, *, messages=200, characters=2_000_000, **arguments):
    """The reader of a client, as a program would get it."""
    [reader] = readers(settings(tmp_path, **arguments), client)
    reader.limits = Limits(messages, characters)
    return reader


def put(path, content):
    """A file of bytes, of text, or of records one a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, list):
        content = b"".join(map(line, content))
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, (MTIME, MTIME))
    return path


def said(client, path, expected):
    """Compare what a file says with what it should say; the reader must know the file and hand out nothing twice."""
    reader = make(client, path.parent)
    assert reader.recognises(path)
    store = read(reader, path)
    told = "\n".join(row.rstrip() for row in shown(store).splitlines())
    wanted = textwrap.dedent(expected).strip()
    assert told == wanted, f"it says\n{told}\nand should say\n{wanted}"
    assert list(reader.read(path, store.cursor)) == []
    return store
