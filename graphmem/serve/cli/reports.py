"""The reports of taking conversations in and of reading them again come in; lines and tables for a person go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from graphmem.model import Problem
from graphmem.result import ExtractReport, IngestReport, Job, SourceView
from graphmem.serve.cli.page import block, grid
from graphmem.serve.cli.words import date, number, plain

COUNTED = (
    ("session", "sessions"),
    ("message", "messages"),
    ("entity", "entities"),
    ("fact", "facts"),
    ("relation", "relations"),
)


def ingest(report: IngestReport, *, asked: bool = True) -> RenderableType:
    """What was added, what was there already, and what could not be read."""
    if not asked and not (report.messages or report.skipped or report.problems):
        return Text(
            "No conversations were found in the usual folders. Name a file or a folder, or try --sample."
        )
    added = [number(getattr(report, many), one, many) for one, many in COUNTED]
    anything = any(getattr(report, many) for _, many in COUNTED)
    lines = [Text(f"Added {', '.join(added)} in {report.seconds:.1f} s." if anything else "Nothing is new.")]
    if report.skipped:
        lines.append(Text(f"{number(report.skipped, 'message')} had been read before."))
    if report.unknown:
        kinds = ", ".join(f"{plain(kind)} ({count:,})" for kind, count in sorted(report.unknown.items()))
        lines.append(Text(f"Records of kinds that no reader knows were left out: {kinds}."))
    return Group(*lines, *problem_list(report.problems))


def problem_list(problems: Sequence[Problem]) -> list[RenderableType]:
    """The first problems of a run as a table; nothing when there were none."""
    if not problems:
        return []
    rows = [(problem.file, problem.line or "", problem.reason) for problem in problems[:20]]
    more = len(problems) - len(rows)
    rest = [Text(f"and {more:,} more; --json lists them all", style="dim")] if more > 0 else []
    head = Text(f"{number(len(problems), 'problem')}; everything beside was read:")
    return [Text(""), head, grid(("file", "line", "reason"), rows, numbers=(1,)), *rest]


def extract(report: ExtractReport) -> RenderableType:
    """What was read again, what it gave, and what still waits."""
    read = f"Read {number(report.messages, 'message')} of {number(report.sessions, 'session')}"
    lines = [Text(f"{read}; {number(report.facts, 'new fact')} in {report.seconds:.1f} s.")]
    if report.batched:
        lines.append(
            Text(f"{number(report.batched, 'session')} in batches: run extract later to collect the answers.")
        )
    if report.queued:
        lines.append(Text(f"{number(report.queued, 'session')} still to be read by the model."))
    if report.usd_today:
        lines.append(Text(f"The model cost {report.usd_today:.4f} USD today.", style="dim"))
    return Group(*lines, *problem_list(report.problems))


def turn(report: IngestReport) -> str:
    """What one turn of watching added, in a line, and its first problem."""
    added = [number(getattr(report, many), one, many) for one, many in COUNTED if getattr(report, many)]
    first = report.problems[0] if report.problems else None
    wrong = (
        [f"{number(len(report.problems), 'problem')}, the first: {first.file}: {first.reason}"]
        if first
        else []
    )
    return plain("; ".join([", ".join(added), *wrong] if added else wrong))


def sources(found: Mapping[str, Sequence[SourceView]]) -> RenderableType:
    """Each client as a block: what was read of it, and what in it was not understood."""
    listed = found["sources"]
    if not listed:
        return Text("No transcript was read yet. Try graphmem ingest.")
    return Group(*(block(plain(one.client), *client_lines(one)) for one in listed))


def client_lines(one: SourceView) -> list[tuple[str, str]]:
    """What was counted of one client, a line each, with its style."""
    files = [number(one.files, "file"), number(one.messages, "message")]
    files += [f"{one.gone:,} deleted by the client since"] if one.gone else []
    files += [f"{one.silent:,} without a message"] if one.silent else []
    kinds = [
        f"{plain(kind)} ({count:,}, since {date(one.since.get(kind))})" for kind, count in one.unknown.items()
    ]
    return [
        (", ".join(files), ""),
        (f"last read {date(one.read_at)}, newest message {date(one.said_at)}", "cyan"),
        (f"types of records that are not known: {', '.join(kinds)}" if kinds else "", ""),
        (f"{number(one.problems, 'problem')}, the last: {plain(one.problem)}" if one.problems else "", ""),
    ]


def jobs(found: Mapping[str, Sequence[Job]]) -> RenderableType:
    """One line a job."""
    rows = [[one.id, one.verb, one.status, date(one.made_at), how_far(one)] for one in found["jobs"]]
    return grid(("id", "verb", "status", "asked", "done"), rows)


def job(found: Job) -> dict[str, Any]:
    """A job with what came of it, as names and values."""
    outcome = found.problem or found.result
    return {
        "id": found.id,
        "verb": found.verb,
        "status": found.status,
        "done": how_far(found),
        **found.given,
        **(outcome if isinstance(outcome, dict) else {}),
    }


def how_far(found: Job) -> str:
    """The progress of a job in words."""
    at = found.progress
    return f"{at.files_done} of {at.files_total}" if at is not None and at.files_total else ""
