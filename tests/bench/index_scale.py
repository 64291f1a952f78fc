"""Prints how the index fares as it grows: ingest, each channel's latency, memory, disk and cold start.

python tests/bench/index_scale.py [--size 10000 --size 100000 ...]

A size is a number of facts; each has a message that tells it, words and entities are Zipfian, and all is made from
a seed. Vectors are sums of random directions of words, so that a large store does not wait for a model; what the
model takes is measured apart, on a sample of the same texts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from graphmem.index.filter import Filter
from graphmem.index.minilm import MiniLM
from graphmem.index.sync import Index
from graphmem.model import Change, Entity, Evidence, Fact, Mentioned, Message, Session

START = datetime(2020, 1, 1, tzinfo=UTC)
WORDS, BATCH, QUESTIONS = 40_000, 200, 200
SYLLABLES = [a + b for a in "bcdfghjklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er")]


class Directions:
    """A fast stand-in for a model: texts that share words point in like directions."""

    name, dimensions, fingerprint, floor = "directions", 384, "directions/1", 0.0

    def __init__(self) -> None:
        self.table = np.random.default_rng(7).normal(size=(4096, self.dimensions)).astype(np.float32)

    def embed(self, texts: list[str]) -> np.ndarray:
        rows = np.array(
            [self.table[[hash_of(word) % 4096 for word in text.split()]].sum(axis=0) for text in texts]
        )
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def embed_question(self, question: str) -> np.ndarray:
        return self.embed([question])[0]


def hash_of(word: str) -> int:
    return int.from_bytes(word.encode()[-6:], "little")


class Corpus:
    """Facts, messages and entities from a seed."""

    def __init__(self, size: int, *, seed: int = 1) -> None:
        self.size = size
        self.random = np.random.default_rng(seed)
        spell = self.random.integers(0, len(SYLLABLES), (WORDS, 3))
        self.words = ["".join(SYLLABLES[i] for i in row) for row in spell.tolist()]
        self.word_ends = np.cumsum(zipf(WORDS))
        self.entities = max(20, size // 10)
        self.entity_ends = np.cumsum(zipf(self.entities))
        picks = self.draw(self.word_ends, (self.entities, 2))
        self.names = [
            f"{self.words[a].title()} {self.words[b].title()}{i}" for i, (a, b) in enumerate(picks.tolist())
        ]

    def draw(self, ends: np.ndarray, shape: tuple[int, int] | int) -> np.ndarray:
        """Numbers that fall between ends as often as the gaps are wide."""
        return np.minimum(np.searchsorted(ends, self.random.random(shape)), len(ends) - 1)

    def sentence(self, length: int) -> str:
        return " ".join(self.words[i] for i in self.draw(self.word_ends, length).tolist())

    def changes(self) -> Iterator[Change]:
        """Sessions of 200 messages, each telling one fact about two entities."""
        for number, first in enumerate(range(0, self.size, BATCH)):
            count = min(BATCH, self.size - first)
            pairs = self.draw(self.entity_ends, (count, 2)).tolist()
            when = START + timedelta(minutes=10 * first)
            session = Session(
                id=f"ses_{number:020d}",
                client="claude",
                external_id=str(number),
                started_at=when,
                ended_at=when,
                project=f"project{number % 20}",
            )
            told = [self._told(session.id, first + i, one, other) for i, (one, other) in enumerate(pairs)]
            used = sorted({entity for pair in pairs for entity in pair})
            yield Change(
                sessions=(session,),
                messages=tuple(message for message, _, _, _ in told),
                facts=tuple(fact for _, fact, _, _ in told),
                evidence=tuple(evidence for _, _, evidence, _ in told),
                mentions=tuple(mention for _, _, _, mentions in told for mention in mentions),
                extracted=tuple(message.id for message, _, _, _ in told),
                entities=tuple(
                    Entity(
                        id=entity_id(i), name=self.names[i], kind="thing", first_seen=START, last_seen=when
                    )
                    for i in used
                ),
            )

    def _told(self, session: str, i: int, one: int, other: int) -> tuple[Any, ...]:
        when = START + timedelta(minutes=10 * i)
        name = f"{self.names[one]} {self.sentence(6)} {self.names[other]}"
        message = Message(
            id=f"msg_{i:020d}",
            session_id=session,
            role="user",
            text=f"{self.sentence(5)} {name} {self.sentence(8)}",
            seq=i % BATCH,
            sent_at=when,
        )
        fact = Fact(
            id=f"fact_{i:020d}",
            text=name,
            kind="fact",
            subject=entity_id(one),
            object=entity_id(other),
            predicate="uses",
            recorded_at=when,
            slot=f"slot_{i}",
            valid_from=when,
            valid_until=when + timedelta(days=90) if i % 5 == 0 else None,
            end_recorded_at=when + timedelta(days=91) if i % 5 == 0 else None,
        )
        evidence = Evidence(
            *(f"{message.id}#0", fact.id, message.id, when, "asserts", "", 0, 0, "", "fact"),
            *(fact.subject, fact.predicate, fact.object, "", "", None, None, "", 0.5, 0.5),
        )
        mentions = [Mentioned(message.id, entity_id(entity), 0, 1) for entity in (one, other)]
        return message, fact, evidence, mentions

    def questions(self) -> list[dict[str, Any]]:
        """Questions of six words about one or two entities."""
        asked = self.draw(self.entity_ends, (QUESTIONS, 2)).tolist()
        return [
            {
                "text": f"where did {self.names[one]} {self.sentence(5)} with {self.names[other].split()[0]}",
                "entities": [entity_id(one), entity_id(other)],
            }
            for one, other in asked
        ]


def zipf(count: int) -> np.ndarray:
    shares = 1.0 / (np.arange(1, count + 1) + 2.7)
    return shares / shares.sum()


def entity_id(number: int) -> str:
    return f"ent_{number:020d}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, action="append", help="facts; may be given more than once")
    parser.add_argument("--probe", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.probe:
        probe(options.probe)
        return
    model = model_speed()
    for size in options.size or [10_000, 100_000]:
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder), size, model)
            # Another process, so that nothing is warm and the memory is that of an index in use.
            subprocess.run([sys.executable, __file__, "--probe", folder], check=True)


def model_speed() -> float:
    """Milliseconds a text that the real model takes on texts of this kind."""
    corpus = Corpus(300)
    texts = [text for change in corpus.changes() for text in (m.text for m in change.messages)]
    model = MiniLM()
    model.embed(texts[:8])
    started = time.perf_counter()
    model.embed(texts)
    return (time.perf_counter() - started) / len(texts) * 1000


def build(folder: Path, size: int, model: float) -> None:
    corpus = Corpus(size)
    embedder = Directions()
    index = Index(folder / "index", embedder=embedder)
    changes = list(corpus.changes())
    vector_seconds = timed(lambda: [embedder.embed([m.text for m in c.messages]) for c in changes[:20]])
    vector_seconds *= 2 * len(changes) / min(20, len(changes))
    slowest, flushing = 0.0, 0.0
    started = time.perf_counter()
    for seq, change in enumerate(changes, 1):
        slowest = max(slowest, timed(lambda seq=seq, change=change: index.apply(seq, change)))
        if seq % 100 == 0:
            flushing += timed(index.flush)
    flushing += timed(index.flush)
    seconds = time.perf_counter() - started
    own = (seconds - vector_seconds) / (2 * size) * 1000
    documents = sum(index.stats()["documents"].values())
    print(f"\n{size:,} facts, {documents:,} documents, {index.stats()['vectors']:,} vectors")
    print(
        f"  ingest        {size / seconds:,.0f} facts/s; a text costs the index {own:.2f} ms and the model "
        f"{model:.1f} ms ({1 + own / model:.2f} x embedding alone)"
    )
    print(f"                slowest change of {BATCH} {slowest * 1000:,.0f} ms; all flushes {flushing:.1f} s")
    print(f"  disk          {index.stats()['bytes'] / size:,.0f} bytes a fact with its message")
    print(f"  small write   {small_write(index, corpus, len(changes)):.1f} ms to apply and flush one message")
    during = latency_during_import(index, corpus, len(changes) + 10)
    print(f"  text search   p50 {during[0]:.2f} ms, p95 {during[1]:.2f} ms while an import runs")
    (folder / "questions.json").write_text(json.dumps(corpus.questions()), encoding="utf-8")


def small_write(index: Index, corpus: Corpus, last: int) -> float:
    times = []
    for i in range(5):
        message = Message(f"msg_small{i}", "ses_small", "user", corpus.sentence(9), i, START)
        times.append(timed(lambda i=i, m=message: write(index, last + 1 + i, Change(messages=(m,)))))
    return sorted(times)[2] * 1000


def write(index: Index, seq: int, change: Change) -> None:
    index.apply(seq, change)
    index.flush()


def latency_during_import(index: Index, corpus: Corpus, last: int) -> tuple[float, float]:
    """Search while another thread applies changes."""
    stop = threading.Event()
    fresh = Corpus(20_000, seed=2)

    def work() -> None:
        for seq, change in enumerate(fresh.changes(), last):
            if stop.is_set():
                return
            index.apply(seq, change)

    writer = threading.Thread(target=work)
    writer.start()
    times = [timed(lambda q=q: index.text(q["text"])) * 1000 for q in corpus.questions()]
    stop.set()
    writer.join()
    return float(np.percentile(times, 50)), float(np.percentile(times, 95))


def probe(folder: Path) -> None:
    """Open what was built, in a new process, and ask."""
    questions = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    before = resident()
    started = time.perf_counter()
    index = Index(folder / "index", embedder=Directions())
    state = index.state.load()[0]
    opened = time.perf_counter() - started
    ask(index, questions[0], Filter())
    first = time.perf_counter() - started
    times: dict[str, list[float]] = {}
    for where, label in (
        (Filter(), ""),
        (Filter(as_of=START + timedelta(days=300), kinds=frozenset({"fact"})), " filtered"),
    ):
        for question in questions:
            for channel, took in ask(index, question, where).items():
                times.setdefault(channel + label, []).append(took)
    print(
        f"  cold start    {opened * 1000:,.0f} ms to open ({state}), {first * 1000:,.0f} ms to the first answers"
    )
    whole, own = resident()
    print(
        f"  resident      {whole:,.0f} MB, {own:,.0f} MB of it its own and the rest mapped files; before opening "
        f"{before[0]:,.0f} MB (no model loaded)"
    )
    for channel, took in times.items():
        p50, p95 = np.percentile(took, [50, 95])
        print(f"  {channel:<22} p50 {p50:7.2f} ms   p95 {p95:7.2f} ms")


def ask(index: Index, question: dict[str, Any], where: Filter) -> dict[str, float]:
    """Milliseconds of each channel."""
    vector = index.embedder.embed([question["text"]])[0] if index.embedder else np.zeros(1)
    found: list[tuple[str, float]] = []
    took = {"names": timed(lambda: index.names_in(question["text"]))}
    took["text"] = timed(lambda: found.extend(index.text(question["text"], where=where)))
    took["vector"] = timed(lambda: index.vector(vector, where=where))
    seeds = dict.fromkeys(question["entities"], 1.0) | dict(found[:5])
    took["graph"] = timed(lambda: index.graph(seeds, where=where))
    took["beside"] = timed(lambda: index.beside(key for key, _ in found))
    took["documents"] = timed(lambda: index.documents(key for key, _ in found))
    return {channel: seconds * 1000 for channel, seconds in took.items()}


def timed(work: Any) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def resident() -> tuple[float, float]:
    """Resident memory in MB, and how much of it is no mapped file."""
    pages = [int(value) for value in Path("/proc/self/statm").read_text(encoding="ascii").split()]
    return pages[1] * 4096 / 1e6, (pages[1] - pages[2]) * 4096 / 1e6


if __name__ == "__main__":
    main()
