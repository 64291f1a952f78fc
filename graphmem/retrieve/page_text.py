"""A page as records becomes the same page as Markdown, as much of it as fits a number of tokens."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from graphmem.model import TRUST
from graphmem.pages import WikiLine, WikiPage
from graphmem.retrieve.counter import count

BY_HAND = "## Written by hand"
APART = frozenset({"", BY_HAND})  # what stands under them is paragraphs, and not a list
TRUSTED = TRUST["assistant"]  # what is worth no more was said by an agent or a tool alone
SHOWN = 12  # members that are named
# A paragraph that stands under a heading, and goes in whole or not at all.
Piece = tuple[str, str]


def markdown(page: WikiPage) -> WikiPage:
    """The page with its text: what a person wrote before what was found, what holds before what held.

    A line that does not fit is passed over for the next, and counted; its tokens never exceed the budget.
    """
    text, left, out, above = "", page.budget, 0, ""
    for heading, piece in pieces(page):
        lines = f"{heading}\n\n{piece}" if heading and heading != above else piece
        gap = "" if not text else "\n" if heading == above and heading not in APART else "\n\n"
        cost = count(gap + lines)
        if cost > left:
            out += 1
            continue
        text, left, above = text + gap + lines, left - cost, heading
    tokens = count(text)
    return msgspec.structs.replace(page, text=text, tokens=tokens, left_out=out)


def pieces(page: WikiPage) -> Iterator[Piece]:
    """Everything on the page, the most needed first."""
    yield "", f"# {page.title}"
    yield "", page.summary
    if page.members:
        names = [one.name for one in page.members]
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        yield "", f"Belongs together: {', '.join(names[:SHOWN])}{more}."
    if page.note:
        for paragraph in page.note.split("\n\n"):
            if paragraph.strip():
                yield BY_HAND, paragraph.strip()
    for section in page.sections:
        for line in section.lines:
            yield f"## {section.title}", told(line)
    for one, other in page.disputes:
        yield "## In doubt", f"- {one.text} [{one.id}] / {other.text} [{other.id}]"
    for line in page.ahead:
        yield "## Ahead", told(line)
    for line in page.history:
        yield "## Before", told(line)
    if page.links:
        yield "## See also", ", ".join(f"{one.title} ({one.slug})" for one in page.links)


def told(line: WikiLine) -> str:
    """A fact with its dates and its id; that no person said it is told beside it."""
    doubt = "" if line.trust > TRUSTED else ", said by no person"
    return f"- {line.text} ({dates(line)}{doubt}) [{line.id}]"


def dates(line: WikiLine) -> str:
    """When it was so, as far as that is known; else when it was said."""
    if line.valid_until is not None:
        since = f"{day(line.valid_from)} to " if line.valid_from else "until "
        return since + day(line.valid_until)
    if line.valid_from is None or line.valid_from == line.said_at:
        return f"said {day(line.said_at)}"
    return f"since {day(line.valid_from)}"


def day(moment: datetime | None) -> str:
    """The day of a time."""
    return f"{moment:%Y-%m-%d}" if moment else ""
