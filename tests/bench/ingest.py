"""Prints how long an import takes beside the bare spaCy and embedding time on the same text, in one run.

python tests/bench/ingest.py [--sessions 20] [--turns 50]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from graphmem import Memory
from graphmem.capture.reader import find_sources
from graphmem.config import Settings
from graphmem.extract.spacy import load_model
from graphmem.index.embed import open_embedder
from tests.transcripts import write_transcripts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--turns", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options.sessions, options.turns)


def measure(folder: Path, sessions: int, turns: int) -> None:
    """Bare models first, then the whole import, on the same turns."""
    transcripts = folder / "transcripts"
    transcripts.mkdir()
    write_transcripts(transcripts, files=sessions, turns=turns, seed=random.Random(3).randrange(1000))
    settings = Settings(folder / "home", environ={})
    texts = [
        message.text
        for reader, path in find_sources([transcripts], None, settings)
        for batch in reader.read(path, None)
        for message in batch.messages
    ]
    nlp, embedder = load_model("auto"), open_embedder(settings)
    assert embedder is not None
    embedder.embed(["warm"])
    list(nlp.pipe(["warm"]))
    spacy_seconds = timed(lambda: list(nlp.pipe(texts)))
    embed_seconds = timed(lambda: embedder.embed(texts))
    with Memory(settings=settings) as memory:
        memory.remember("warm up the models")
        report = memory.ingest([transcripts])
        again = memory.ingest([transcripts])
        stats = memory.stats()
        rebuild = memory.rebuild()
    bare = spacy_seconds + embed_seconds
    print(f"turns {report.messages}, facts {report.facts}, entities {report.entities}")
    print(f"spaCy alone {spacy_seconds:.2f} s, embedding alone {embed_seconds:.2f} s, together {bare:.2f} s")
    print(f"import {report.seconds:.2f} s = {report.seconds / bare:.2f} x the two alone")
    print(f"second import {again.seconds:.3f} s, adds {again.messages} turns and {again.facts} facts")
    print(f"rebuild {rebuild['seconds']:.2f} s, bytes on disk {stats['bytes']['all']:,}")


def timed(work: object) -> float:
    """Seconds that a call takes."""
    started = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
