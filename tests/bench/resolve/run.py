"""Prints how often two names that mean one are joined, and two that mean two are kept apart.

python tests/bench/resolve/run.py [--show] [--write]

Each scene is told to a memory of its own; then both names are looked up. They are one when they lead to the same
entity, or to one as another name of the other. `tune.txt` may be looked at while rules are tuned; `held.txt` never, nor
`blind.txt`, whose author had not read the rules.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem import Memory
from graphmem.errors import NotFound
from tests.bench.recall.page import table, write_part
from tests.bench.resolve.scenes import Scene, read_scenes

HERE = Path(__file__).parent
SPLITS = {"tuning": "tune.txt", "held out": "held.txt", "blind": "blind.txt"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true", help="print each wrong scene of the tuning split")
    parser.add_argument("--write", action="store_true", help="write the tables to the page of benchmarks")
    options = parser.parse_args()
    rows, kinds = [], []
    for split, name in SPLITS.items():
        scenes = read_scenes(HERE / name)
        found = [outcome(scene) for scene in scenes]
        rows.append([split, *figures(scenes, found)])
        if split == "tuning":
            kinds = by_tag(scenes, found)
        if options.show and split == "tuning":
            show(scenes, found)
    head = (
        "split",
        "scenes",
        "precision",
        "recall",
        "false merges",
        "missed merges",
        "unsure kept apart",
        "unsure asked about",
        "unknown names",
    )
    text = "\n\n".join(
        [
            "## Who is meant",
            "`make bench-extract`",
            table(head, rows),
            "### Right decisions by kind, tuning split",
            table(("kind", "scenes", "right"), kinds),
        ]
    )
    print(text)
    if options.write:
        write_part("bench-resolve", text)


def outcome(scene: Scene) -> str:
    """What a memory makes of a scene: "one", "two", "unsure" when it asks, "unknown" when a name leads nowhere."""
    with tempfile.TemporaryDirectory() as home, Memory(home) as memory:
        for said in scene.said:
            memory.remember(said.text, at=said.at)
        try:
            left, right = (memory.entity(name) for name in (scene.left, scene.right))
        except NotFound:
            return "unknown"
        if left.id == right.id or left.name in right.aliases or right.name in left.aliases:
            return "one"
        ends = {left.id, right.id}
        asked = any(
            ends == set(doubt.ids) for doubt in memory.review(limit=1000) if doubt.kind == "candidate"
        )
        return "unsure" if asked else "two"


def figures(scenes: Sequence[Scene], found: Sequence[str]) -> list[object]:
    """Precision and recall of merges, the rates of false and of missed ones, and what could not be looked up."""
    count = Counter(zip((scene.verdict for scene in scenes), found, strict=True))
    one = sum(n for (truth, _), n in count.items() if truth == "one")
    apart = len(scenes) - one
    unsure = sum(n for (truth, _), n in count.items() if truth == "unsure")
    hit = count["one", "one"]
    false = count["two", "one"] + count["unsure", "one"]
    return [
        len(scenes),
        hit / (hit + false) if hit + false else 1.0,
        hit / one,
        false / apart,
        1 - hit / one,
        1 - count["unsure", "one"] / unsure,
        count["unsure", "unsure"] / unsure,
        sum(n for (_, made), n in count.items() if made == "unknown") / len(scenes),
    ]


def right(scene: Scene, made: str) -> bool:
    """True when the decision is the true one; asking about two that are two is no error, but about one it is."""
    return made == scene.verdict or (scene.verdict == "two" and made == "unsure")


def by_tag(scenes: Sequence[Scene], found: Sequence[str]) -> list[list[object]]:
    """How many decisions are right for each kind of scene."""
    rows: dict[str, list[bool]] = {}
    for scene, made in zip(scenes, found, strict=True):
        rows.setdefault(scene.tag, []).append(right(scene, made))
    return [[tag, len(made), sum(made)] for tag, made in rows.items()]


def show(scenes: Sequence[Scene], found: Sequence[str]) -> None:
    """The scenes that went wrong."""
    for scene, made in zip(scenes, found, strict=True):
        if not right(scene, made):
            print(f"[{scene.tag}] {scene.left} / {scene.right}: is {scene.verdict}, made {made}")
            print("".join(f"    {said.text}\n" for said in scene.said))


if __name__ == "__main__":
    main()
