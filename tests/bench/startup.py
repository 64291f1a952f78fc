"""How long `graphmem --help` takes beside importing spaCy: the command line must answer in under a quarter of it.

    python tests/bench/startup.py [ROUNDS]

Prints the best of some rounds of each, as a whole process, in milliseconds, and their ratio.
"""

from __future__ import annotations

import subprocess
import sys
import time

GOAL = 0.25


def best(command: list[str], rounds: int) -> float:
    """The shortest of `rounds` runs of the whole process, in seconds; one run before them warms the disk."""
    seconds = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - start)
    return min(seconds[1:])


def main() -> None:
    """Print the two times and their ratio."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    bare = best(["-c", "pass"], rounds)
    ours = best(["-m", "graphmem", "--help"], rounds)
    spacy = best(["-c", "import spacy"], rounds)
    print(f"python -c pass    {bare * 1000:7.1f} ms")
    print(f"graphmem --help   {ours * 1000:7.1f} ms")
    print(f"import spacy      {spacy * 1000:7.1f} ms")
    print(f"ratio             {ours / spacy:7.3f} (goal: under {GOAL})")


if __name__ == "__main__":
    main()
