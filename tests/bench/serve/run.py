"""Twenty clients read and write at once for a minute while a large import runs and the daemon is killed in the midst.

python tests/bench/serve/run.py [--clients 20] [--seconds 60] [--messages 20000] [--write]

Prints what was measured as JSON; with --write also into docs/explanation/benchmarks.md. Fails when anything was lost
or doubled, or when a client met an error.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.serve.load import run  # noqa: E402 - the path comes first

PAGE = ROOT / "docs" / "explanation" / "benchmarks.md"
TURNS = 100
MARKS = "<!-- begin bench-serve -->", "<!-- end bench-serve -->"


def written(told):
    """The figures as a part of the page."""
    rows = "\n".join(
        f"| {name} | {len(value) if isinstance(value, list) else value} |" for name, value in told.items()
    )
    return (
        f"{MARKS[0]}\n## Many clients at once\n\n`make bench-serve`, on {told['cores']} cores\n\n"
        f"| what | |\n| --- | --- |\n{rows}\n{MARKS[1]}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--write", action="store_true", help="put the figures into the page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = run(
            Path(folder) / "home",
            clients=options.clients,
            seconds=options.seconds,
            files=options.messages // TURNS,
            turns=TURNS,
            idle_seconds=5.0,
        )
    told |= {"cores": os.cpu_count(), "python": platform.python_version()}
    print(json.dumps(told, indent=1))
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        part = re.compile(f"{re.escape(MARKS[0])}.*?{re.escape(MARKS[1])}", re.DOTALL)
        new = (
            part.sub(lambda _: written(told), page)
            if part.search(page)
            else page.rstrip() + "\n\n" + written(told) + "\n"
        )
        PAGE.write_text(new, encoding="utf-8")
    return 1 if told["errors"] or told["lost"] or told["doubled"] or told["never_told"] else 0


if __name__ == "__main__":
    sys.exit(main())
