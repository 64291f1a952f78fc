"""What a store of some size is like for who asks it: in a new process, from the cold start on."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np

from graphmem import Memory
from graphmem.extract.spacy import load_model
from graphmem.index.embed import open_embedder
from tests.bench.recall import talk
from tests.bench.scale.corpus import START, Corpus, Question
from tests.bench.scale.home import settings_of, timed

WARM = 10  # questions before the clock runs


class Clock:
    """Wall and processor time of what is asked, by name, in milliseconds."""

    def __init__(self) -> None:
        self.wall: dict[str, list[float]] = {}
        self.processor: dict[str, list[float]] = {}

    def time(self, name: str, work: Any) -> None:
        """Do it and keep how long it took."""
        wall, processor = time.perf_counter(), time.process_time()
        work()
        self.processor.setdefault(name, []).append((time.process_time() - processor) * 1000)
        self.wall.setdefault(name, []).append((time.perf_counter() - wall) * 1000)

    def figures(self) -> dict[str, list[float]]:
        """Of each name p50 and p95 of the wall time, and p50 of the processor time."""
        return {
            name: [*percentiles(times), percentiles(self.processor[name])[0]]
            for name, times in self.wall.items()
        }


class Timed:
    """A stage of a pipeline with a clock around it."""

    def __init__(self, name: str, stage: Any, clock: Clock) -> None:
        self.name, self.stage, self.clock = name, stage, clock

    def run(self, work: Any) -> None:
        """Run the stage."""
        self.clock.time(self.name, lambda: self.stage.run(work))


def probe(home: Path, size: int, *, count: int, messages: int) -> dict[str, Any]:
    """Everything that is measured of an open store, by so many questions, and so many messages of an import."""
    corpus = Corpus(size)
    questions = corpus.questions(count + WARM + 1)
    before = resident()
    started = time.perf_counter()
    memory = Memory(settings=settings_of(home))
    opened = time.perf_counter() - started
    memory.recall(questions[0].text)
    found: dict[str, Any] = {"opened": opened, "first": time.perf_counter() - started}
    with memory:
        for question in questions[1 : WARM + 1]:
            memory.recall(question.text)
        asked = questions[WARM + 1 :]
        found |= {"recall": recalls(memory, asked), "seen": seen_from(memory, asked[: count // 3])}
        found["resident"] = [before, resident()]
        found |= imports(memory, corpus, home, asked[: count // 2], messages=messages)
        found["questions"] = count
    return found


def recalls(memory: Memory, questions: Sequence[Question]) -> dict[str, list[float]]:
    """The whole, by kind of question, and by stage."""
    clock = Clock()
    pipeline = memory._workshop.recall
    stages = pipeline.stages
    pipeline.stages = tuple((name, Timed(name, stage, clock)) for name, stage in stages)
    for question in questions:
        clock.time("all", lambda question=question: memory.recall(question.text))
        for times in (clock.wall, clock.processor):
            times.setdefault(f"of kind {question.kind}", []).append(times["all"][-1])
    pipeline.stages = stages
    return clock.figures()


def seen_from(memory: Memory, questions: Sequence[Question]) -> dict[str, list[float]]:
    """The same question as seen from other viewpoints."""
    clock = Clock()
    filters: dict[str, dict[str, Any]] = {
        "as_of a day of the first year": {"as_of": START + timedelta(days=200)},
        "known_at a day of the first year": {"known_at": START + timedelta(days=200)},
        "since and until, a week": {
            "since": START + timedelta(days=900),
            "until": START + timedelta(days=907),
        },
        "one of 30 projects": {"project": "project7"},
    }
    for name, where in filters.items():
        for question in questions:
            clock.time(name, lambda question=question, where=where: memory.recall(question.text, **where))
    return clock.figures()


def imports(
    memory: Memory, corpus: Corpus, home: Path, questions: Sequence[Question], *, messages: int
) -> dict[str, Any]:
    """An import into the store beside the bare models on the same text, and what asking takes meanwhile."""
    talk.register()
    fresh = Corpus(corpus.size, seed=corpus.seed + 1).messages(3 * messages)
    texts = fresh[:messages]
    nlp, embedder = load_model("auto"), open_embedder(memory.settings)
    assert embedder is not None
    clock, mark = Clock(), memory.stats()["events"]
    memory.ingest(
        [transcript(home / f"warm-{mark}.talk.jsonl", fresh[messages : messages + 8])], client=talk.CLIENT
    )
    reports = []
    file = transcript(home / f"one-{mark}.talk.jsonl", texts)

    def bare_models(when: str) -> None:
        clock.time(f"spacy {when}", lambda: list(nlp.pipe(texts)))
        clock.time(f"embedding {when}", lambda: embedder.embed(texts))

    # The bare models before and behind the import, since others use the machine too.
    bare_models("before")
    others = of_children()
    clock.time("import", lambda: reports.append(memory.ingest([file], client=talk.CLIENT)))
    clock.processor["import"][0] += (of_children() - others) * 1000
    bare_models("behind")
    took = {name: [clock.wall[name][0] / 1000, clock.processor[name][0] / 1000] for name in clock.wall}
    bare = [sum(took[name][i] for name in took if name != "import") / 2 for i in (0, 1)]
    stop = threading.Event()

    def work() -> None:
        for number in range(100):
            if stop.is_set():
                return
            path = home / f"more-{mark}-{number}.talk.jsonl"
            memory.ingest([transcript(path, fresh[2 * messages : 2 * messages + 40])], client=talk.CLIENT)

    writer = threading.Thread(target=work)
    writer.start()
    times = [timed(lambda q=q: memory.recall(q.text)) * 1000 for q in questions]
    stop.set()
    writer.join()
    return {
        "import": {"messages": reports[0].messages, "took": took, "bare": bare, "facts": reports[0].facts},
        "while importing": [*percentiles(times), max(times)],
    }


def transcript(path: Path, texts: Iterable[str]) -> Path:
    """Some texts as a conversation of now."""
    turns = (
        talk.Turn(f"{path.stem}/{i // 40}", f"{path.stem}/{i}", "user", text, "2026-01-05T10:00:00")
        for i, text in enumerate(texts)
    )
    return talk.write_talk(path, turns)


def percentiles(times: Sequence[float]) -> list[float]:
    """The median and the 95th percentile."""
    return [float(value) for value in np.percentile(times, [50, 95])]


def of_children() -> float:
    """Processor time of the processes that this one began and has waited for, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def resident() -> list[float]:
    """Resident memory in MB, and how much of it is no mapped file."""
    pages = [int(value) for value in Path("/proc/self/statm").read_text(encoding="ascii").split()]
    return [pages[1] * 4096 / 1e6, (pages[1] - pages[2]) * 4096 / 1e6]
