"""Writes `docs/reference/` from the code and the data, so that the reference cannot say what is not so.

python docs/generate.py            write the pages
python docs/generate.py --check    write nothing; fail when a page is not what it would be
"""

from __future__ import annotations

import sys
from pathlib import Path

from reference_pages.cli import cli
from reference_pages.clients import clients
from reference_pages.config import config
from reference_pages.mcp import mcp
from reference_pages.ontology import ontology
from reference_pages.python import python
from reference_pages.rest import rest
from reference_pages.schema import schema

PAGES = Path(__file__).parent / "reference"
NOTE = "<!-- Written by docs/generate.py; change the code instead. -->"


def pages() -> dict[Path, str]:
    """Every page with the text that it ought to have."""
    made = {
        "cli": cli(), "config": config(), "ontology": ontology(), "schema": schema(), "python": python(),
        "rest": rest(), "mcp": mcp(), "clients": clients(),
    }  # fmt: skip
    return {
        PAGES / f"{name}.md": "\n\n".join([NOTE, *(part for part in parts if part)]) + "\n"
        for name, parts in made.items()
    }


def main() -> int:
    """Write the pages, or with --check compare them; the exit code."""
    stale = [p for p, text in pages().items() if not p.is_file() or p.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for page in stale:
            print(f"{page.relative_to(PAGES.parent.parent)} is not what the code says; run: make docs")
        return 1 if stale else 0
    PAGES.mkdir(exist_ok=True)
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
    print(f"{len(stale)} of {len(pages())} pages changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
