"""The same sentences in other hands: bm25s alone, usearch alone, and Loop Memory in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import bm25s

from graphmem.index.part import new_graph, quantise
from tests.bench.scale.corpus import Corpus
from tests.bench.scale.home import timed
from tests.bench.scale.probe import percentiles
from tests.bench.scale.vectors import Directions

LOOP = "loop-memory==0.4.17"
LOOP_MOST = 3_000  # sentences: it takes ten and more milliseconds for each
VECTORS_MOST = 100_000  # sentences: a graph of a million takes half an hour
ASKED = 40


def peers(folder: Path, size: int) -> dict[str, Any]:
    """Sentences a second in, and the p50 and p95 of a question, in milliseconds."""
    corpus = Corpus(size)
    texts = corpus.messages(size)
    questions = [question.text for question in corpus.questions(ASKED)]
    return {
        "bm25s alone": words_alone(texts, questions),
        "usearch alone": vectors_alone(texts, questions),
        f"{LOOP}": loop_memory(folder, texts[:LOOP_MOST], questions[:ASKED]),
    }


def words_alone(texts: list[str], questions: list[str]) -> dict[str, Any]:
    """bm25s as its documentation has it."""
    found = bm25s.BM25()

    def build() -> None:
        found.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)

    def ask(question: str) -> None:
        tokens = bm25s.tokenize([question], stopwords="en", show_progress=False)
        found.retrieve(tokens, k=10, show_progress=False)

    seconds = timed(build)
    return figures(len(texts), seconds, [timed(lambda q=q: ask(q)) for q in questions])


def vectors_alone(texts: list[str], questions: list[str]) -> dict[str, Any]:
    """usearch with 8-bit vectors that are made already, as are those of the questions."""
    if len(texts) > VECTORS_MOST:
        return {"left out": "not measured"}
    embedder, graph = Directions(), new_graph(384)
    seconds = 0.0
    for start in range(0, len(texts), 4096):
        rows = quantise(embedder.embed(texts[start : start + 4096]))
        keys = range(start, start + len(rows))
        seconds += timed(lambda keys=keys, rows=rows: graph.add(list(keys), rows, threads=1))
    asked = quantise(embedder.embed(questions))
    return figures(
        len(texts), seconds, [timed(lambda row=row: graph.search(row, 10, threads=1)) for row in asked]
    )


def loop_memory(folder: Path, texts: list[str], questions: list[str]) -> dict[str, Any]:
    """Loop Memory in an environment made here; says why when it cannot be had."""
    home = folder / "loop"
    python = home / "bin" / "python"
    try:
        if not python.exists():
            venv.create(home, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "-q", LOOP], check=True, capture_output=True)
        given = folder / "sentences.json"
        given.write_text(json.dumps({"texts": texts, "questions": questions}), encoding="utf-8")
        (folder / "loop.db").unlink(missing_ok=True)
        script = Path(__file__).with_name("loop_peer.py")
        done = subprocess.run(
            [python, script, given, folder / "loop.db"], check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError) as cause:
        return {"left out": f"it could not be had here ({type(cause).__name__})"}
    told = json.loads(done.stdout.splitlines()[-1])
    return figures(len(texts), told["stored"], told["times"])


def figures(count: int, seconds: float, times: list[float]) -> dict[str, Any]:
    """As the table has them."""
    return {"sentences": count, "rate": count / seconds, "ask": percentiles([t * 1000 for t in times])}


if __name__ == "__main__":
    sys.exit("Run tests/bench/scale/run.py.")
