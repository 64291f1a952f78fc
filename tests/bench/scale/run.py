"""Prints how a store fares as it grows: 10,000, 100,000 and 1,000,000 facts with the messages that tell them.

python tests/bench/scale/run.py [--size 10000 --size 100000] [--keep FOLDER] [--write]

Each part runs in a process of its own. With --keep, stores and figures stay in the folder, and a size that was measured
before is not measured again. The table tells what was measured and how.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

SIZES = (10_000, 100_000, 1_000_000)
REAL = 10_000  # facts up to which the real model embeds
PARTS = ("build", "probe", "peers")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, action="append", help="facts; may be given more than once")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where stores and figures stay")
    parser.add_argument(
        "--real", type=int, default=REAL, metavar="FACTS", help="embed with the model up to here"
    )
    parser.add_argument("--questions", type=int, default=200, help="so many are asked")
    parser.add_argument("--messages", type=int, default=1000, help="so many are imported")
    parser.add_argument("--write", action="store_true", help="write the tables to the page of benchmarks")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(json.dumps(part(options, options.size[0])))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        for size in options.size or SIZES:
            measure(options, folder, size)
        from tests.bench.recall.page import write_part
        from tests.bench.scale.table import shown

        text = shown(known(folder))
        print(text)
        if options.write:
            write_part("bench-scale", text)


def known(folder: Path) -> dict[int, Any]:
    """What was measured and kept, by size."""
    files = sorted(folder.glob("scale-*.json"), key=lambda file: int(file.stem.split("-")[1]))
    return {int(file.stem.split("-")[1]): json.loads(file.read_text(encoding="utf-8")) for file in files}


def measure(options: argparse.Namespace, folder: Path, size: int) -> None:
    """Every part that is not known yet, one process after the other."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"scale-{size}.json"
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in PARTS:
        if name in found:
            continue
        given = {
            "part": name,
            "keep": folder,
            "size": size,
            "real": options.real,
            "questions": options.questions,
            "messages": options.messages,
        }
        words = [word for key, value in given.items() for word in (f"--{key}", str(value))]
        done = subprocess.run(
            [sys.executable, __file__, *words], check=True, stdout=subprocess.PIPE, text=True
        )
        found[name] = json.loads(done.stdout.splitlines()[-1])
        path.write_text(json.dumps(found, indent=1), encoding="utf-8")
        print(f"{size:,} facts, {name}: {done.stdout.splitlines()[-1]}", flush=True)


def part(options: argparse.Namespace, size: int) -> dict[str, Any]:
    """One part, in this process."""
    from tests.bench.scale import home, peers, probe
    from tests.bench.scale.corpus import Corpus

    folder: Path = options.keep
    vectors = "minilm" if size <= options.real else "directions"
    home.choose(vectors, paid=options.part == "probe")
    store = folder / f"home-{size}"
    if options.part == "build":
        found = home.build(store, Corpus(size))
    elif options.part == "probe":
        found = probe.probe(store, size, count=options.questions, messages=options.messages)
    else:
        found = peers.peers(folder, size)
    return {**found, "vectors": vectors, "load": os.getloadavg()[1]}


if __name__ == "__main__":
    main()
