"""What the agent is to remind of: "remind me to book annual leave before the 30th" stands on the user's list."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates, written
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim

REMIND = rx.compile(
    r"^(?:(?:please|pls|kindly|also|and|so|ok|okay|btw|oh)(?:\s+to)?[\s,]+)*(?:remind\s+me"
    r"|don['’]?t\s+let\s+me\s+forget)\s+"
    r"(?P<d>.{0,25}?)to\s+(?P<o>[a-z]+\s.+)$",
    re.IGNORECASE,
)


@rx.only_where(REMIND)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """What one part of what was said puts on the user's list."""
    match = REMIND.match(stretch.text.strip(" .!"))
    reading = stretch.reading
    if match is None or not reading.by_user or len(stretch.text.split()) > 26 or reading.sentence.asks:
        return
    what = re.sub(r"\b(?:my|our)\b", "their", f"{match['o']} {match['d'] or ''}".strip(" .!"))
    if re.search(r"\b(?:this|that|it|these|those|what|how)\b", what, re.IGNORECASE):
        return
    dates = find_dates(what, stretch.reading.said_at, tense="future")
    for date in dates[:1]:
        what = f"{what[: date.start]}{written(date, stretch.reading.said_at)}{what[date.end :]}"
    party = stretch.reading.user(stretch.words[0])
    yield stretch.reading.claim(party, "plans", finish(f"The user is to {what}"), value=what, confidence=0.7)
