"""A person's browser is opened where a link lets it in, when somebody sits at a screen."""

from __future__ import annotations

import os
import sys
from html import escape
from pathlib import Path

FILE = "open.html"


def somebody_looks() -> bool:
    """Whether a browser that opens here would be seen: at a terminal of a machine with a screen of its own."""
    if not sys.stdout.isatty() or any(os.environ.get(name) for name in ("SSH_CONNECTION", "CI")):
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def open_browser(home: Path, link: str) -> None:
    """Open the link by way of a file that its owner alone may read.

    What stands on the command line of a browser can be read by all users, and the link lets in whoever is first.
    """
    import webbrowser  # noqa: PLC0415 - few commands open one

    path = home / FILE
    path.unlink(missing_ok=True)  # one that was there keeps its mode
    path.touch(0o600, exist_ok=False)
    path.write_text(
        '<!doctype html>\n<meta charset="utf-8">\n<meta name="referrer" content="no-referrer">\n'
        f'<meta http-equiv="refresh" content="0;url={escape(link)}">\n<title>graphmem</title>\n',
        encoding="utf-8",
    )
    webbrowser.open(path.as_uri())
