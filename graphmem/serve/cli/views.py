"""A record comes in; lines and tables for a person go out.

What was said somewhere may hold escape sequences or markup: every text passes `plain()` and is printed as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from graphmem.model import Judgement
from graphmem.result import (
    Answer,
    Captured,
    Doubt,
    EntityView,
    FactView,
    Fetched,
    Finding,
    Hit,
    Merged,
    Neighbor,
    Recall,
    Receipt,
    Remembered,
    Resolved,
    Route,
    Source,
    Table,
)
from graphmem.serve.cli import list_views, wiki_views
from graphmem.serve.cli.changes import service, wired
from graphmem.serve.cli.page import Page, block, grid
from graphmem.serve.cli.reports import COUNTED, extract, ingest, job, jobs, problem_list, sources
from graphmem.serve.cli.suggest import suggestions
from graphmem.serve.cli.words import date, figure, number, origin, plain, quoted, span
from graphmem.temporal import format_time

PIPED = 160  # columns where there is no terminal to ask


def show(view: str, value: Any, **details: Any) -> None:
    """Print a record through the view of that name, on standard output."""
    terminal = sys.stdout.isatty()
    console = Page(
        file=sys.stdout, width=None if terminal else PIPED, highlight=False, markup=False, emoji=False
    )
    if terminal:
        console.print(VIEWS[view](value, **details))
        return
    with console.capture() as drawn:
        console.print(VIEWS[view](value, **details))
    sys.stdout.writelines(line.rstrip() + "\n" for line in drawn.get().splitlines())


# -- The views -------------------------------------------------------------------------------------------------


def recall(found: Recall) -> RenderableType:
    """The hits, the best first, each with its dates and its first source."""
    if found.nothing_found:
        nearest = [(plain(found.hint.text)[:160], "dim")] if found.hint else []
        return block("Nothing was found. Try other words, or fewer filters.", *nearest)
    return Group(
        *(part for place, hit in enumerate(found.hits, 1) for part in (hit_block(place, hit), Text("")))
    )


def hit_block(place: int, hit: Hit) -> RenderableType:
    """One hit with the interval of a fact and its first source."""
    dates = f"{span(hit.valid_from, hit.valid_until)} · " if hit.kind == "fact" else ""
    source = hit.sources[0] if hit.sources else None
    more = f" and {len(hit.sources) - 1} more" if len(hit.sources) > 1 else ""
    page = f"a page, see graphmem wiki {plain(hit.slug)}" if hit.slug else ""
    said = f"{dates}{origin(source)}{more}" if source else page or dates.rstrip(" ·")
    words = quoted(source) if source and plain(source.quote) != plain(hit.text) else ""
    return block(
        f"{place:>2}. {plain(hit.text)}",
        (said, "cyan"),
        (words, "italic"),
        (f"{hit.id} · score {hit.score:.3f}", "dim"),
    )


def ask(found: Answer) -> RenderableType:
    """The answer, each sentence with what it rests on; below it why a model did not write it."""
    if not found.known:
        nearest = [(plain(found.hint.text)[:160], "dim")] if found.hint else []
        return block(plain(found.text), *nearest)
    places = {hit.id: origin(hit.sources[0]) for hit in found.cited if hit.sources}
    said = [
        block(
            plain(one.text), *((f"{key} · {places.get(key, '')}".rstrip(" ·"), "cyan") for key in one.cites)
        )
        for one in found.sentences
    ]
    return Group(*said, *problem_list(found.problems))


def facts(found: Mapping[str, Sequence[FactView]]) -> RenderableType:
    """One line a fact."""
    listed = found["facts"]
    if not listed:
        return Text("No fact fits.")
    rows = [(fact.text, lifetime(fact), first_origin(fact), fact.id) for fact in listed]
    return Group(
        grid(("fact", "true", "said", "id"), rows), Text(""), Text(number(len(listed), "fact"), style="dim")
    )


def lifetime(fact: FactView) -> str:
    """When a fact was so; and since when it is taken back, if it is."""
    withdrawn = f", taken back {date(fact.retracted_at)}" if fact.retracted_at else ""
    return span(fact.valid_from, fact.valid_until) + withdrawn


def first_origin(fact: FactView) -> str:
    """Where a fact was said first."""
    return origin(fact.sources[0]).removeprefix("said ") if fact.sources else date(fact.recorded_at)


def history(found: Mapping[str, Sequence[FactView]]) -> RenderableType:
    """Each belief as a block, the oldest first, with what it replaced, and where else its end was told."""
    blocks: list[RenderableType] = []
    quoted_anyway = {fact.sources[0].message_id for fact in found["facts"] if fact.sources}
    for fact in found["facts"]:
        links = [f"supersedes {', '.join(fact.supersedes)}"] if fact.supersedes else []
        links += [f"contradicts {', '.join(fact.contradicts)}"] if fact.contradicts else []
        elsewhere = fact.ended_by if fact.ended_by and fact.ended_by.message_id not in quoted_anyway else None
        blocks.append(fact_block(fact, " · ".join([fact.id, *links]), ended_by=elsewhere))
    return Group(*blocks) if blocks else Text("No belief was ever held about it.")


def fact_block(fact: FactView, last: str, *, ended_by: Source | None = None) -> RenderableType:
    """One fact with its dates, its first source, and where its end was told."""
    source = fact.sources[0] if fact.sources else None
    said = origin(source) if source else f"said {date(fact.recorded_at)}"
    undated = fact.valid_from == fact.recorded_at and not (fact.valid_until or fact.retracted_at)
    return block(
        plain(fact.text),
        (said if undated else f"{lifetime(fact)} · {said}", "cyan"),
        (quoted(source) if source else "", "italic"),
        (f"ended, {origin(ended_by)}: {quoted(ended_by)}" if ended_by else "", "italic"),
        (last, "dim"),
    )


def entity(found: EntityView) -> RenderableType:
    """The entity, its other names, and its facts."""
    names = f"also {', '.join(found.aliases)}" if found.aliases else ""
    head = block(
        plain(f"{found.name} ({found.kind})"),
        (plain(names), ""),
        (plain(found.summary), ""),
        (f"{number(found.mentions, 'mention')}, {date(found.first_seen)} to {date(found.last_seen)}", "cyan"),
        (found.id, "dim"),
    )
    return Group(head, Text(""), facts({"facts": found.facts}))


def neighbors(found: Mapping[str, Sequence[Neighbor]]) -> RenderableType:
    """One line a neighbour."""
    listed = found["neighbors"]
    if not listed:
        return Text("It is connected with nothing.")
    rows = [
        (step.distance, arrow(step), step.name, step.kind, span(step.valid_from, step.valid_until), step.id)
        for step in listed
    ]
    return grid(("steps", "how", "name", "kind", "true", "id"), rows, numbers=(0,))


def arrow(step: Neighbor) -> str:
    """The predicate, with the direction in which it is said."""
    return f"{step.predicate} →" if step.direction == "out" else f"← {step.predicate}"


def path(found: Route, *, ends: tuple[str, str]) -> RenderableType:
    """The steps between the ends, which were asked for by these names."""
    if not found.steps:
        return Text(plain(f"There is no way from {ends[0]} to {ends[1]}."))
    steps = [
        block(plain(f"{arrow(step)} {step.name}"), (span(step.valid_from, step.valid_until), "cyan"))
        for step in found.steps
    ]
    return Group(Text(plain(ends[0])), *steps)


def table(found: Table) -> RenderableType:
    """The rows of a Cypher statement."""
    rows = [[written(cell) for cell in row] for row in found.rows]
    cut = " (cut at the limit cypher.rows)" if found.truncated else ""
    last = Text(number(len(rows), "row") + cut, style="dim")
    return Group(grid([plain(name) for name in found.columns], rows), Text(""), last)


def written(cell: object) -> object:
    """A cell for people: times as RFC 3339."""
    return format_time(cell) if isinstance(cell, datetime) else cell


def remember(kept: Remembered) -> RenderableType:
    """What was understood."""
    if not kept.facts:
        return Text(f"Kept as {kept.message_id}; no fact was found in it.")
    facts = (fact_block(fact, fact.id) for fact in kept.facts)
    return Group(Text("Kept."), *facts, *(Text(plain(one.reason), style="dim") for one in kept.problems))


def doubts(found: Mapping[str, Sequence[Doubt]]) -> RenderableType:
    """Each doubt as a block: who said which, and the commands that settle it."""
    listed = found["doubts"]
    if not listed:
        return Text("Nothing waits to be settled.")
    return Group(
        *(
            block(
                f"{plain(doubt.texts[0])} / {plain(doubt.texts[1])}",
                (f"{doubt.kind}: {plain(doubt.why)}", "dim"),
                *((f"{quoted(source)} · {origin(source)}", "cyan") for source in doubt.sources),
                *((verb, "") for verb in doubt.verbs),
            )
            for doubt in listed
        )
    )


def merged(found: Merged) -> RenderableType:
    """The entity as it is now, with its other names."""
    others = f", also {', '.join(plain(name) for name in found.aliases)}" if found.aliases else ""
    return Text(f"{plain(found.name)}{others} ({found.id})")


def resolved(found: Resolved) -> RenderableType:
    """What is believed now in the place of the facts, or the entity as it is now."""
    return merged(found.entity) if found.entity else history({"facts": found.facts})


def receipt(gone: Receipt) -> RenderableType:
    """What was erased, in counts."""
    erased = (
        number(gone.messages, "message"),
        number(gone.facts, "fact"),
        number(gone.entities, "entity", "entities"),
    )
    rewritten = f"{number(gone.events_rewritten, 'event')} of the ledger rewritten"
    return Text(f"Erased {', '.join(erased)}; {rewritten}. The receipt is {gone.id}.")


def findings(found: Mapping[str, Sequence[Finding]]) -> RenderableType:
    """One line a finding, with its repair."""
    rows = [
        (finding.status, finding.subject, finding.detail, finding.repair) for finding in found["findings"]
    ]
    return grid(("status", "what", "how it is", "repair"), rows)


def settings(found: Mapping[str, Any]) -> RenderableType:
    """Each setting with its origin."""
    home = Text(plain(f"home is {found['home']} ({found['home_origin']}); settings file {found['file']}"))
    rows = [(row["key"], row["value"], row["origin"], row["doc"]) for row in found["settings"]]
    return Group(home, Text(""), grid(("setting", "value", "from", "what it does"), rows))


def mapping(found: Mapping[str, Any]) -> RenderableType:
    """Names and values, nested names with dots."""
    table = Grid(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(overflow="fold")
    for name, value in flattened(found):
        table.add_row(Text(plain(name.replace("_", " "))), Text(figure(value)))
    return table


def flattened(found: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """The leaves of nested mappings."""
    leaves: list[tuple[str, Any]] = []
    for name, value in found.items():
        if isinstance(value, Mapping):
            leaves += flattened(value, f"{prefix}{name}.")
        else:
            leaves.append((f"{prefix}{name}", value))
    return leaves


def tour(shown: Mapping[str, Any]) -> RenderableType:
    """Counts, a few facts with dates and sources, and what to type next."""
    counts, listed = shown["counts"], shown["facts"]
    line = ", ".join(number(counts[many], one, many) for one, many in COUNTED if many in counts)
    return Group(
        Text(f"What is known: {line}.", style="bold"),
        Text(""),
        *(fact_block(fact, fact.id) for fact in listed),
        *([] if listed else [Text("No fact was learned yet.")]),
        Text(""),
        Text("Try next:", style="bold"),
        *(Text(f"  {line}") for line in suggestions(shown)),
    )


def tokens(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> RenderableType:
    """One line a token."""
    names = ("name", "kind", "scope", "project", "created_at", "expires_at", "revoked_at", "id")
    rows = [[one.get(name) for name in names] for one in found["tokens"]]
    return grid(("name", "what", "scope", "project", "made", "ends", "taken back", "id"), rows)


def captured(found: Captured) -> RenderableType:
    """What became of a transcript."""
    if found.queued:
        return Text("It is read next.")
    return Text(f"Added {number(found.messages, 'message')}.")


def fetched(found: Fetched) -> RenderableType:
    """The title, what is told of it, and the text."""
    told = ", ".join(f"{plain(name)} {plain(value)}" for name, value in found.metadata.items())
    lines = [Text(plain(line)) for line in found.text.splitlines()]
    return Group(Text(plain(found.title), style="bold"), Text(f"{told} [{found.id}]", style="dim"), *lines)


def judgements(found: Mapping[str, Sequence[Judgement]]) -> RenderableType:
    """One line a record, with how often it was judged how."""
    rows = [(one.id, one.useful, one.wrong, one.outdated) for one in found["judgements"]]
    return grid(("id", "useful", "wrong", "outdated"), rows, numbers=(1, 2, 3))


VIEWS: dict[str, Callable[..., RenderableType]] = {
    "ask": ask,
    "captured": captured,
    "entity": entity,
    "extract": extract,
    "facts": facts,
    "fetched": fetched,
    "findings": findings,
    "history": history,
    "ingest": ingest,
    "judgements": judgements,
    "job": lambda found: mapping(job(found)),
    "jobs": jobs,
    "mapping": mapping,
    "neighbors": neighbors,
    "path": path,
    "recall": recall,
    "doubts": doubts,
    "merged": merged,
    "receipt": receipt,
    "resolved": resolved,
    "remember": remember,
    "service": service,
    "settings": settings,
    "sources": sources,
    "table": table,
    "tokens": tokens,
    "tour": tour,
    "communities": wiki_views.communities,
    "evolve": wiki_views.evolve,
    "pages": wiki_views.pages,
    "relations": list_views.relations,
    "sessions": list_views.sessions,
    "messages": list_views.messages,
    "wiki": wiki_views.wiki,
    "wired": wired,
}
