"""A Markdown file goes in; its lines come out, each with its place and whether it stands inside a fence of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from graphmem.capture.tail import BOM, clean_text, lines, opened

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")


class Row(NamedTuple):
    """A line of text, without its end."""

    offset: int
    number: int
    text: str
    fenced: bool  # inside a fence, or one of its two ends


def rows(path: Path, *, cap: int) -> Iterator[Row]:
    """The lines of a file; one of more than `cap` bytes is empty. Raises OSError.

    A fence that is never closed holds nothing: someone forgot to close it, and all that follows would be lost.
    """
    found: list[Row] = []
    fence, since = "", 0
    with opened(path) as stream:
        for line in lines(stream, cap=cap):
            data = (line.data or b"").removeprefix(BOM if line.number == 1 else b"")
            text = clean_text(data.replace(b"\0", b" ").decode("utf-8", "replace")).rstrip("\r\x0b\x0c")
            mark = FENCE.match(text)
            inside = bool(fence)
            if mark is not None and not fence and "`" not in mark[2]:
                fence, since, inside = mark[1], len(found), True
            elif mark is not None and fence and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
            found.append(Row(line.offset, line.number, text, inside))
    for index, row in enumerate(found):
        yield row._replace(fenced=False) if fence and index >= since else row
