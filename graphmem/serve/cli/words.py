"""Values and texts of a record come in; short plain words for a person go out."""

from __future__ import annotations

import re
from datetime import datetime

from graphmem.result import Source
from graphmem.temporal import format_time

QUOTE = 160  # characters of a quoted source

ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?")
# Control characters, and the marks that turn the direction of what follows.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def plain(text: object) -> str:
    """The text without escape sequences, control characters and turns of direction, on one line."""
    return " ".join(CONTROLS.sub("", ESCAPES.sub("", str(text))).split())


def date(moment: datetime | None) -> str:
    """A time for people: the day, and the hour where it is not midnight."""
    if moment is None:
        return ""
    written = str(format_time(moment))
    day, _, hour = written.partition("T")
    return day if hour.startswith("00:00:00") else f"{day} {hour[:5]}"


def span(start: datetime | None, end: datetime | None) -> str:
    """An interval for people."""
    if start is None and end is None:
        return "no date stated"
    if end is None:
        return f"since {date(start)}"
    return f"until {date(end)}" if start is None else f"{date(start)} to {date(end)}"


def origin(source: Source) -> str:
    """Where something was said, in one line."""
    place = "/".join(part for part in (source.client, source.project) if part)
    return plain(f"said {date(source.sent_at)} by {source.author or 'someone'} in {place}")


def quoted(source: Source) -> str:
    """The words of a source, shortened."""
    words = plain(source.quote)
    return f"“{words if len(words) <= QUOTE else words[: QUOTE - 1] + '…'}”"


def number(count: int, one: str, many: str = "") -> str:
    """A count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def figure(value: object) -> str:
    """A value for people: thousands apart, fractions short."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain(format_time(value) if isinstance(value, datetime) else value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.2f}" if not value or abs(value) >= 0.1 else f"{value:.4f}"
