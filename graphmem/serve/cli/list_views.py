"""Relations, sessions and messages as tables for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from graphmem.listed import MessageView, RelationView, SessionView
from graphmem.serve.cli.page import block, grid
from graphmem.serve.cli.words import QUOTE, date, number, plain, span


def relations(found: Mapping[str, Sequence[RelationView]]) -> RenderableType:
    """One line a relation."""
    listed = found["relations"]
    if not listed:
        return Text("No relation fits.")
    rows = [
        (
            one.subject,
            one.predicate,
            one.object,
            span(one.valid_from, one.valid_until)
            + (f", taken back {date(one.retracted_at)}" if one.retracted_at else ""),
            one.id,
        )
        for one in listed
    ]
    last = Text(number(len(listed), "relation"), style="dim")
    return Group(grid(("from", "how", "to", "true", "id"), rows), Text(""), last)


def sessions(found: Mapping[str, Sequence[SessionView]]) -> RenderableType:
    """One line a conversation."""
    listed = found["sessions"]
    if not listed:
        return Text("No conversation fits. Try graphmem ingest.")
    rows = [
        (date(one.started_at), one.client, one.project, one.title, one.messages, one.id) for one in listed
    ]
    return grid(("begun", "client", "project", "title", "messages", "session"), rows, numbers=(4,))


def messages(found: Mapping[str, Sequence[MessageView]]) -> RenderableType:
    """Each message as a block: who said it when, and its beginning."""
    listed = found["messages"]
    if not listed:
        return Text("No message fits. Try graphmem ingest.")
    return Group(*(message(one) for one in listed))


def message(one: MessageView) -> RenderableType:
    """One message."""
    words = plain(one.text)
    place = "/".join(part for part in (one.client, one.project) if part)
    kind = "" if one.kind == "text" else f" · {one.kind}"
    return block(
        words if len(words) <= QUOTE else f"{words[: QUOTE - 1]}…",
        (plain(f"{date(one.sent_at)} · {one.author or one.role} in {place}{kind}"), "cyan"),
        (f"{one.id} · {one.session_id}", "dim"),
    )
