"""The folders of Cline, Roo Code and Kilo Code: which files are tasks, whose they are, and reading one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.capture.batch import Batch, Cursor
from graphmem.capture.client import ClientReader
from graphmem.capture.cline_talk import ClineTalk, is_seen, is_sent
from graphmem.capture.machine import Machine
from graphmem.capture.records import text_at
from graphmem.capture.sources import first_parts, walk
from graphmem.capture.tail import decode
from graphmem.config import Settings

SEEN, SENT = "ui_messages.json", "api_conversation_history.json"
ITEM = "history_item.json"
NEWER = ".messages.json"
EXTENSIONS = {
    "saoudrizwan.claude-dev": "cline",
    "rooveterinaryinc.roo-cline": "roo-code",
    "kilocode.kilo-code": "kilo-code",
}
SMALL = 64 << 20


class ClineReader(ClientReader):
    """Reads the tasks of Cline."""

    client = "cline"

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.extension = next(name for name, client in EXTENSIONS.items() if client == self.client)

    def places(self, machine: Machine) -> Iterator[Path]:
        """The folders of tasks in every editor, and that of the programs outside of one."""
        for editor in machine.editors():
            yield editor / "globalStorage" / self.extension / "tasks"
        if self.client == "cline":
            home = machine.moved("CLINE_DIR", ".cline") / "data"
            yield home / "sessions"
            yield home / "tasks"

    def discover(self, root: Path) -> Iterator[Path]:
        """The file of each task below a folder, in a fixed order."""
        for path in walk(root, (SEEN, SENT, NEWER)):
            if path.name != SENT or not path.with_name(SEEN).is_file():
                yield path

    def recognises(self, path: Path) -> bool:
        """True for a task of this client: all three write the same, and only the place tells whose it is."""
        return path.name.endswith((SEEN, SENT, NEWER)) and owner(path) == self.client and is_task(path)

    def read(self, path: Path, cursor: Cursor | None) -> Iterator[Batch]:
        """Yield what the task says beyond the cursor; raises OSError when it cannot be read."""
        if path.name == SENT and path.with_name(SEEN).is_file():
            path = path.with_name(SEEN)
        external = path.name.removesuffix(NEWER) if path.name.endswith(NEWER) else path.parent.name

        def make() -> ClineTalk:
            return ClineTalk(
                path,
                client=self.client,
                external=external,
                tool_chars=self.tool_chars,
                about=about(path, external),
            )

        yield from self.read_document(path, make, cursor, is_record=is_message, lists=("", "messages"))


class RooReader(ClineReader):
    """Reads the tasks of Roo Code."""

    client = "roo-code"


class KiloReader(ClineReader):
    """Reads the tasks of Kilo Code."""

    client = "kilo-code"


def owner(path: Path) -> str:
    """The client in whose folder a task lies; elsewhere, what lies beside it tells."""
    known = [client for extension, client in EXTENSIONS.items() if extension in path.parts]
    return known[0] if known else "roo-code" if path.with_name(ITEM).is_file() else "cline"


def is_message(record: dict[str, Any]) -> bool:
    """True for a message of a task, as opposed to an object from within one."""
    return is_seen(record) or is_sent(record)


def is_task(path: Path) -> bool:
    """True when a file begins as a task does."""
    items = [item for part in first_parts(path) for item in part.values() if isinstance(item, dict)]
    return any(map(is_message, items))


def about(path: Path, external: str) -> dict[str, Any]:
    """What the client notes of a task elsewhere: its title, its folder."""
    found: dict[str, Any] = {}
    for beside in (path.with_name(ITEM), path.with_name(f"{external}.json")):
        value = value_of(beside)
        found |= value if isinstance(value, dict) else {}
    history = value_of(path.parent.parent.parent / "state" / "taskHistory.json")
    for item in history if isinstance(history, list) else ():
        if isinstance(item, dict) and text_at(item, "id") == external:
            found |= item
    return found


def value_of(path: Path) -> Any:
    """The JSON value that a file is, or None."""
    try:
        return decode(path.read_bytes()) if path.stat().st_size <= SMALL else None
    except (OSError, ValueError):
        return None
