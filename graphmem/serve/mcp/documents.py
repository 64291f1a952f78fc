"""The memory as documents to be cited, in the form that connectors of ChatGPT ask for: `search` and `fetch`.

Each answer is one text that holds a JSON object, and the same object beside it. A document has an address, without
which it is not cited: where its daemon was asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from graphmem.privacy import frame
from graphmem.result import Fetched, Recall
from graphmem.serve.mcp.shown import NOTE, Shown
from graphmem.serve.routes import BASE

TITLE = 80  # characters


def search(found: Recall, address: str) -> Shown:
    """Ids, titles and addresses, the best first."""
    results = [{"id": one.id, "title": title(one.text), "url": url_of(one.id, address)} for one in found.hits]
    return as_json({"results": results})


def fetch(found: Fetched, address: str) -> Shown:
    """One document; its text is framed as quoted, whoever said it."""
    return as_json(
        {
            "id": found.id,
            "title": found.title,
            "text": frame(f"{NOTE}\n{found.text}"),
            "url": url_of(found.id, address),
            "metadata": found.metadata,
        }
    )


def as_json(flat: dict[str, Any]) -> Shown:
    """An object as text and as itself."""
    return json.dumps(flat, ensure_ascii=False), flat


def url_of(key: str, address: str) -> str:
    """Where a document is read."""
    return f"{address.rstrip('/')}{BASE}/fetch/{key}"


def title(text: str) -> str:
    """A text on one line and not too long."""
    line = " ".join(text.split())
    return line if len(line) <= TITLE else line[: TITLE - 1] + "…"


DOCUMENTS: dict[str, Callable[[Any, str], Shown]] = {"search": search, "fetch": fetch}
