"""Kills an import at random moments, runs it again, and compares the graph with that of an undisturbed one.

python tests/bench/killed_import.py [--kills 50]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.killed import kill_and_finish
from tests.transcripts import write_transcripts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "transcripts"
        folder.mkdir()
        write_transcripts(folder, files=6, turns=40)
        cut, same = kill_and_finish(folder, Path(name), kills=options.kills)
    print(
        f"killed {cut} of {options.kills} imports; {sum(same)} of {len(same)} stores ended in the same graph"
    )
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
