"""What must not be done for a time: "no deploys for the next two weeks", "code freeze until Monday".

Such an order lapses by itself, so it is kept only with the day on which it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.dates import DateMention, on_or_in, written
from graphmem.extract.plain.saying import dates_of
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.wording import finish
from graphmem.model import Claim

WORK = (
    r"(?:deploy(?:s|ing|ment|ments)?|releas(?:es?|ing)|merg(?:es?|ing)|push(?:es|ing)?|ship(?:s|ping)?|migrat(?:ions?|ing)"
    r"|commit(?:s|ting)?|chang(?:es?|ing)|refactor(?:s|ings?)?|rewrit(?:es?|ing)|upgrad(?:es?|ing)|hotfix(?:es)?|rollouts?"
    r"|publish(?:es|ing)?|renam(?:es?|ing)|delet(?:es?|ing)|touch(?:ing)?|features?|dependenc(?:y|ies)|prs?|tickets?)"
)
LASTS = (
    r"(?:until|till|til|before|through|for\s+(?:the\s+)?(?:next|rest|coming|now)"
    r"|this\s+(?:week|month|sprint|weekend))"
)
BAN = rx.compile(
    rf"^(?:(?:please|pls|and|also|remember:?|reminder:?|note:?|fyi:?)[,\s]+)*(?P<no>no\s+(?:more\s+|new\s+)?(?:\w+\s+)?{WORK}\b[^,;.]*?"
    rf"|(?:do\s*n['o]t|don['’]?t|do\s+not|never)\s+{WORK}\b[^,;.]*?|nothing\s+(?:gets?|is|goes|will\s+be)\s+[^,;.]*?)"
    rf"\s+(?P<d>{LASTS}\b[^,;.]*)",
    re.IGNORECASE,
)
FREEZE = rx.compile(
    r"^(?:(?:we['’]?re|we\s+are|we\s+have|there['’]?s|there\s+is|we['’]?ve\s+got)\s+)?(?:(?:in|under|on)\s+)?(?:an?\s+|the\s+|our\s+)?"
    r"(?P<o>(?:\w+\s+)?(?:code|change|feature|deploy|deployment|merge|release|content|hiring|spending|config|prod|production)"
    r"\s+freeze)\b(?:\s+(?:is|holds|lasts|goes|runs|starts|ends|in\s+effect|on|active))*\s+(?P<d>(?:until|till|from|between|for\s+the"
    r"|through|this|starting)\b[^;.]*)",
    re.IGNORECASE,
)


@rx.only_where(BAN, FREEZE)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The order or the freeze with its end."""
    if not stretch.reading.by_user:
        return
    yield from banned(stretch)
    yield from frozen(stretch)


def banned(stretch: Stretch) -> Iterator[Claim]:
    """ "No merges to main until Friday", "nothing gets merged before the 3rd"."""
    match = BAN.match(stretch.text)
    found = lasts(stretch, match.start("d")) if match else None
    if match is None or found is None:
        return
    date = found[0]
    held = f"{on_or_in(date.grain)} {written(date, stretch.reading.said_at)}"  # "this week"
    told = f"{match['no'].lower()} {held if date.direction == '' else f'until {shown(stretch, date)}'}"
    text = finish(f"The user wants {told}" if told.startswith("no ") else f"The user's rule is: {told}")
    yield stretch.reading.claim(user(stretch), "instructs", text, value=told, when=found[1], confidence=0.8)


def frozen(stretch: Stretch) -> Iterator[Claim]:
    """ "Code freeze from 20 December to 3 January"."""
    match = FREEZE.match(stretch.text)
    found = lasts(stretch, match.start("d")) if match else None
    if match is None or found is None:
        return
    date, when = found
    what = match["o"].lower()
    begun = when.start is not None and date.direction == "range"
    since = f" from {when.start:%Y-%m-%d}" if begun and when.start else ""
    text = finish(f"The user's team has a {what}{since} until {shown(stretch, date)}")
    yield stretch.reading.claim(
        user(stretch),
        "status_is",
        text,
        value=what,
        when=when if begun else when._replace(start=None),
        confidence=0.75,
    )


def lasts(stretch: Stretch, after: int) -> tuple[DateMention, When] | None:
    """The date behind a place and the time until then; None for what says no end."""
    date = next((one for one in dates_of(stretch, "future") if one.end > after), None)
    if date is None or date.direction in {"since", "by", "after", "for"}:
        return None
    low, high = date.interval.low, date.interval.high
    end = low if date.direction in {"until", "before"} else high
    start = low if date.direction == "range" else None
    return None if end <= stretch.reading.said_at else (date, When(start, end, date.grain))


def shown(stretch: Stretch, date: DateMention) -> str:
    """The end as it is written."""
    return written(date, stretch.reading.said_at).rpartition(" to ")[2]
