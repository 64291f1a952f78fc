"""Codex's folder goes in; the titles that it keeps outside of the rollouts come out, by thread.

They stand in `session_index.jsonl`, and in newer releases in a database that another process may be writing: it is
opened read-only, one table and two columns of it are read, and any trouble means that there are no titles.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from graphmem.capture.records import text_at
from graphmem.capture.tail import Found, Tail

INDEX = "session_index.jsonl"
STATE = re.compile(r"state_(\d+)\.sqlite")
MAX_LINE = 1 << 20
WAIT_SECONDS = 1.0


def titles(root: Path) -> dict[str, str]:
    """Titles by thread id; those of the index, where the newest line wins, before those of the database."""
    return titles_in_state(root) | titles_in_index(root / INDEX)


def titles_in_index(path: Path) -> dict[str, str]:
    """Titles by thread id from the index."""
    tail = Tail(path, max_line=MAX_LINE, is_record=lambda record: "thread_name" in record)
    try:
        lines = [item.value for item in tail.records() if isinstance(item, Found)]
    except OSError:
        return {}
    return {
        text_at(line, "id"): text_at(line, "thread_name") for line in lines if text_at(line, "thread_name")
    }


def titles_in_state(root: Path) -> dict[str, str]:
    """Titles by thread id from the database with the highest number."""
    try:
        found = [(int(match[1]), path) for path in root.iterdir() if (match := STATE.fullmatch(path.name))]
    except OSError:
        return {}
    if not found:
        return {}
    address = f"file:{quote(str(max(found)[1].resolve()))}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as database:
            rows = database.execute("SELECT id, title FROM threads").fetchall()
    except sqlite3.Error:
        return {}
    return {key: title for key, title in rows if isinstance(key, str) and isinstance(title, str) and title}
