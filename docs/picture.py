"""Draws `docs/picture.svg`: what the terminal shows for some commands on the sample, from the real answers.

python docs/picture.py
"""

from __future__ import annotations

import re
import tempfile
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from graphmem import Memory
from graphmem.serve.cli.progress import sample
from graphmem.serve.cli.views import VIEWS

PICTURE = Path(__file__).parent / "picture.svg"
QUESTION = "where does the user work"
WIDTH = 108


def main() -> None:
    """Learn the sample, ask the same question from three points of view, and draw what is shown."""
    console = Console(
        file=StringIO(), record=True, width=WIDTH, highlight=False, markup=False, force_terminal=True
    )
    april, july, may = (datetime(2024, *day, tzinfo=UTC) for day in ((4, 15), (7, 1), (5, 20)))
    with tempfile.TemporaryDirectory() as home, Memory(home) as memory:
        prompt(console, "graphmem ingest --sample")
        report = memory.ingest([sample()])
        console.print(VIEWS["ingest"](report))
        for options, words in (
            ({"as_of": april}, "--as-of 2024-04-15"),
            ({"as_of": july}, "--as-of 2024-07-01"),
            ({"as_of": july, "known_at": may}, "--as-of 2024-07-01 --known-at 2024-05-20"),
        ):
            prompt(console, f'graphmem recall "{QUESTION}" --limit 1 {words}')
            console.print(VIEWS["recall"](memory.recall(QUESTION, limit=1, **options)))
    drawn = console.export_svg(title="graphmem", unique_id="graphmem")
    # The picture must look the same without a network: it names no font of another place.
    drawn = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", drawn, flags=re.DOTALL)
    PICTURE.write_text(re.sub(r"[ \t]+$", "", drawn, flags=re.MULTILINE), encoding="utf-8")
    print(f"{PICTURE.name}: {report.facts} facts")


def prompt(console: Console, words: str) -> None:
    """A line as somebody types it."""
    console.print(Text.assemble(("$ ", "green"), (words, "bold")))


if __name__ == "__main__":
    main()
