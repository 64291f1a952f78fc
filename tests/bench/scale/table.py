"""Figures of several sizes become the tables of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.bench.recall.page import table

HEAD = """## Speed and size

`make bench-scale`

Stores made from a seed by `tests/bench/scale`: Zipfian words and entities, facts of eight years each told by one
message of about 25 words, every sixth about the user, sessions in 30 projects of three clients; written as events to
the ledger, from which graph and index were made as `rebuild` makes them. Where the vectors are not those of the model,
each word has a random direction in their place, for embedding so many texts takes hours; a question is read by the
model all the same, and so is every text of the import that is measured. The machine has two cores and was shared with
other work (its load is told; at 2 nobody waits): wall times are those of a loaded machine, processor times suffer less,
and ratios within a column tell most."""
OTHERS = """bm25s and usearch find one list by one channel and keep no text, no time and no source; usearch is given
vectors that are made already. Loop Memory keeps at most 3,000 of the sentences here."""

MISSING = {"left out": "not measured"}

Row = tuple[str, Callable[[int, Mapping[str, Any]], str]]


def pair(times: list[float]) -> str:
    """p50 and p95, and the processor's p50 when it was taken."""
    wall = f"{times[0]:.1f} / {times[1]:.1f}"
    return f"{wall} ({times[2]:.1f})" if len(times) > 2 else wall


def rate(count: float, seconds: float) -> str:
    """So many a second."""
    return f"{count / seconds:,.0f}"


def times_bare(found: Mapping[str, Any]) -> str:
    """How many times what the bare models take."""
    wall, processor = (took / bare for took, bare in zip(found["took"]["import"], found["bare"], strict=True))
    return f"{wall:.2f} x ({processor:.2f} x)"


def imported(found: Mapping[str, Any]) -> str:
    """Messages a second."""
    return f"{found['messages'] / found['took']['import'][0]:.1f}"


ROWS: tuple[Row, ...] = (
    ("vectors", lambda _, f: f["build"]["vectors"]),
    ("questions", lambda _, f: str(f["probe"]["questions"])),
    ("messages of the import", lambda _, f: f"{f['probe']['import']['messages']:,}"),
    ("load of the machine", lambda _, f: f"{f['probe']['load']:.1f}"),
    (
        "import beside spaCy and embedding alone (processor time)",
        lambda _, f: times_bare(f["probe"]["import"]),
    ),
    ("messages a second imported", lambda _, f: imported(f["probe"]["import"])),
    (
        "rebuild of the graph, facts/s (a second of processor time)",
        lambda n, f: f"{rate(n, f['build']['graph'])} ({rate(n, f['build']['graph processor'])})",
    ),
    (
        "rebuild of the index, facts/s (a second of processor time)",
        lambda n, f: f"{rate(n, f['build']['index'])} ({rate(n, f['build']['index processor'])})",
    ),
    ("cold start: open, s", lambda _, f: f"{f['probe']['opened']:.2f}"),
    ("cold start to the first answer, s", lambda _, f: f"{f['probe']['first']:.2f}"),
    ("resident memory, MB", lambda _, f: f"{f['probe']['resident'][1][0]:,.0f}"),
    ("of it no mapped file, MB", lambda _, f: f"{f['probe']['resident'][1][1]:,.0f}"),
    ("disk, bytes a fact with its message", lambda n, f: f"{f['build']['bytes']['all'] / n:,.0f}"),
    ("of it ledger", lambda n, f: f"{f['build']['bytes']['ledger'] / n:,.0f}"),
    ("of it graph", lambda n, f: f"{f['build']['bytes']['graph'] / n:,.0f}"),
    ("of it index", lambda n, f: f"{f['build']['bytes']['index'] / n:,.0f}"),
    (
        "recall while an import runs, ms p50 / p95",
        lambda _, f: pair(f["probe"]["while importing"][:2]),
    ),
)


def shown(found: Mapping[int, Mapping[str, Any]]) -> str:
    """The page's part."""
    sizes = [size for size, parts in found.items() if "probe" in parts]
    head = ["", *(f"{size:,} facts" for size in sizes)]
    whole = [[label, *(value(size, found[size]) for size in sizes)] for label, value in ROWS]
    names = dict.fromkeys(name for size in sizes for name in found[size]["probe"]["recall"])
    stages = [
        [name, *(pair(found[size]["probe"]["recall"][name]) for size in sizes)]
        for name in sorted(
            names, key=lambda name: (name != "all", name.startswith("of kind"), list(names).index(name))
        )
    ]
    views = dict.fromkeys(name for size in sizes for name in found[size]["probe"]["seen"])
    seen = [[name, *(pair(found[size]["probe"]["seen"][name]) for size in sizes)] for name in views]
    return "\n\n".join(
        [
            HEAD,
            table(head, whole),
            "### `recall`, end to end and by stage, ms p50 / p95 (p50 of processor time)",
            table(head, stages),
            "### `recall` from other viewpoints",
            table(head, seen),
            "### The same sentences in other hands: sentences a second in, ms of a question p50 / p95",
            OTHERS,
            table(head, beside(found, sizes)),
        ]
    )


def beside(found: Mapping[int, Mapping[str, Any]], sizes: list[int]) -> list[list[str]]:
    """A line for each of the others, and ours."""
    measured = [found[size].get("peers", {}) for size in sizes]
    names = dict.fromkeys(name for cells in measured for name in cells if name not in ("vectors", "load"))
    rows = [[name, *(other(cells.get(name, MISSING)) for cells in measured)] for name in names]
    ours = [
        f"{imported(found[size]['probe']['import'])}/s, {pair(found[size]['probe']['recall']['all'][:2])}"
        for size in sizes
    ]
    return [*rows, ["graphmem, everything", *ours]]


def other(cell: Mapping[str, Any]) -> str:
    """One cell."""
    if "left out" in cell:
        return str(cell["left out"])
    return f"{cell['rate']:,.0f}/s, {pair(cell['ask'])}"
