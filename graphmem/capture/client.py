"""What the readers of clients have in common: the settings they heed, and the two ways in which files are read.

A file of lines that grows is read from where it was left; a document that is written anew is compared with what was
read of it before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from graphmem.capture.batch import Batch, Cursor, Interpreter, Limits, deliver
from graphmem.capture.document import Portion, deliver_document, feed_document, portion
from graphmem.capture.tail import IsRecord, Tail
from graphmem.capture.warm import Warm
from graphmem.config import Settings


class ClientReader:
    """A reader in the making: give it a `client`, and say where its files are, which they are and how one is read."""

    client = ""

    def __init__(self, settings: Settings, *, limits: Limits | None = None) -> None:
        self.settings = settings
        self.max_line = int(settings["capture.max_line_mb"]) << 20
        self.tool_chars = int(settings["capture.tool_chars"])
        self.limits = limits or Limits()
        self.warm: Warm | None = None

    def read_lines(
        self, path: Path, talk: Interpreter, cursor: Cursor | None, *, is_record: IsRecord
    ) -> Iterator[Batch]:
        """Yield what a file of one record a line says beyond the cursor; raises OSError."""
        tail = Tail(path, max_line=self.max_line, is_record=is_record)
        yield from deliver(tail, talk, cursor, limits=self.limits, warm=self.warm)

    def read_document(
        self,
        path: Path,
        make: Callable[[], Interpreter],
        cursor: Cursor | None,
        *,
        is_record: IsRecord,
        lists: Sequence[str] = (),
    ) -> Iterator[Batch]:
        """Yield what a JSON document says beyond the cursor; raises OSError.

        The interpreter is fed its parts, those of the members in `lists` one by one; see `parts`.
        """

        told: list[Portion] = []

        def tell() -> Iterator[Portion]:
            if not told:
                talk = make()
                feed_document(path, talk, lists=lists, cap=self.max_line, is_record=is_record)
                told.append(portion(path, talk))
            yield from told

        yield from deliver_document(path, tell, cursor, limits=self.limits)
