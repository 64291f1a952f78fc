"""How many English date expressions are read as the moment or span that they mean, by somebody else's specification.

python tests/bench/extract/dates.py [--show]

The sentences are those of Microsoft's Recognizers-Text (Specs/DateTime/English, MIT), read from
`$GRAPHMEM_SHARED/bench/dates_recognizers`; nothing is printed but a remark when they are not there. An expression is
of the tuning or of the held-out half by a hash of its sentence; `--show` prints what is wrong in the tuning half.

An expression is right when a date is found where it stands and begins and ends as written for the past or for the
future, whichever is meant. The specification differs from the rules of `graphmem.extract.date_absolute` in places,
and is not followed there. Left out, and counted as such:

- times of day, durations and repetitions by themselves: they name no interval in the calendar;
- "now", "soon" and what the specification leaves unresolved, as it does most seasons;
- the start, middle, end or "about" of a span: here the end is its last day and early, mid and late are thirds, there
  all of them are halves or nothing but a mark;
- "last", "past" and "coming" before a weekday: here the nearest one, there that of the week before or after;
- "last three days" and "next two weeks": here they reach from or to the moment, there they are whole days;
- "the day", "the month after": here counted from what was told before, there from the moment;
- the first or last week of a month: here the seven days at that edge, there a week from Monday to Sunday;
- what stands in the name of a file or a page: here a name is left whole;
- holidays of other calendars and countries, and what is counted in business days, fiscal or school years.

Judged less closely: a part of a day has other hours here, so its day counts; a count of weeks, months or years is
as exact as its unit, so "two weeks ago" may be the week that holds the day; the last unit of a range counts here, so
a range may end where its last unit begins or ends; "since", "until", "before" and "after" leave one side open there;
a moment counts to the minute.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem.extract.dates import DateMention, find_dates

FOLDER = Path("bench") / "dates_recognizers"
TYPES = {"date": "day", "daterange": "span of days", "datetime": "moment", "datetimerange": "span of hours"}
WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b"
UNITS = r"(?:second|minute|hour|day|week|month|quarter|year|decade|centur(?:y|ie)|yr|hr|min|mon)s?\b"
LEFT_OUT = {
    "now and soon": re.compile(
        r"\b(?:now|asap|as soon as possible|recently|previously|currently|soon"
        r"|at (?:the |this )?(?:present|minute|time)"
        r"|at the present time|till date)\b"
    ),
    "told before": re.compile(r"^the (?:next |following )?(?:day|week|month|year)(?: (?:before|after))?$"),
    "weeks of a month": re.compile(r"\b(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\s+(?:\d+\s+)?weeks?\b"),
    "edges of spans": re.compile(
        r"\b(?:early|earlier|mid|middle|late|later|beginning|start|end|half|first half|rest|remaining|so far|to date"
        r"|ytd|mtd|eo[dmwy]|around|about|circa|approx\w*|roughly|nearly|almost)\b"
    ),
    "last or coming weekday": re.compile(
        rf"\b(?:last|past|previous|coming|upcoming|prev|upcoming|first|same)\s+(?:week\s*)?{WEEKDAY}"
        rf"|{WEEKDAY}\s+(?:last|past)\b"
    ),
    "last three days": re.compile(
        r"\b(?:last|past|previous|next|following|coming|upcoming|recent|within|in less than|in more than)\b.*"
        rf"\b(?:\d+|\w+|(?:couple|few)\s+of)\s+(?:more\s+)?{UNITS}.*"
    ),
    "other calendars": re.compile(
        r"\b(?:business|working|fiscal|school|academic|fy\s?\d*|sy\s?\d*|workday|weekday)s?\b"
        r"|\b(?:chinese|lunar|ramadan|eid|diwali|hanukkah|passover|yuandan|girls?|boys?|teachers?|youth|singles?"
        r"|white lover|arbor|inauguration|maosbirthday|sakura|bank holiday|cpc"
        r"|ramadh?an|rama[zt]h?an|ramzan|hijri|arabic|islamic|breaking the fast)\b"
    ),
}  # fmt: skip
SHORT_SPAN = re.compile(
    rf"\b(?:last|past|previous|next|following|coming|this)\s+(?:week|month|quarter|year|decade)s?\b(?!.*{UNITS})"
)


class Expected(NamedTuple):
    """An expression of a sentence, and the spans that it may mean; an open side is None."""

    sentence: str
    said_at: datetime
    start: int
    end: int
    kind: str
    spans: tuple[tuple[datetime | None, datetime | None], ...]


class Verdict(NamedTuple):
    """What became of an expression: right, another span, or not found; and what was found there."""

    expected: Expected
    outcome: str
    found: DateMention | None


def read_time(text: str) -> datetime:
    """A time of the specification; without a zone it is UTC."""
    found = datetime.fromisoformat(text.strip())
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def resolutions(result: dict[str, Any]) -> Iterator[dict[str, str]]:
    """What an expression may mean, as the files of the single parsers and those of the whole write it."""
    value = result.get("Resolution") or result.get("Value") or {}
    if "values" in value:
        yield from value["values"]
        return
    for way in ("PastResolution", "FutureResolution"):
        found = {
            key.removesuffix("Date").removesuffix("DateTime"): one for key, one in value.get(way, {}).items()
        }
        if found:
            yield {
                **found,
                "timex": value.get("Timex", ""),
                **({"Mod": value["Mod"]} if value.get("Mod") else {}),
            }


def span_of(values: dict[str, str], kind: str) -> tuple[datetime | None, datetime | None] | None:
    """One meaning as a span, or None when it is not resolved."""
    single = values.get("value") or values.get("date") or values.get("dateTime")
    if single and re.match(r"\d{4}-", single):
        low = read_time(single)
        return low, low + (timedelta(days=1) if kind == "date" else timedelta(0))
    ends = [read_time(values[key]) if values.get(key, "")[:4].isdigit() else None for key in ("start", "end")]
    return (ends[0], ends[1]) if any(ends) else None


def left_out(text: str, kind: str, found: list[dict[str, str]]) -> str:
    """The reason why an expression is not judged, or ""."""
    if kind not in TYPES:
        return {"set": "repetitions", "duration": "durations"}.get(kind, "times of day")
    if any(one.get("Mod", "") not in {"", "since", "until", "before", "after"} for one in found):
        return "edges of spans"
    if found and all(one.get("value", one.get("date", "")).startswith("0001") for one in found):
        return "not resolved there"
    for reason, pattern in LEFT_OUT.items():
        if pattern.search(text) and not (reason == "last three days" and SHORT_SPAN.search(text)):
            return reason
    return "" if any(span_of(one, kind) for one in found) else "not resolved there"


def expressions(folder: Path) -> tuple[list[Expected], Counter[str], list[tuple[str, datetime]]]:
    """Each expression once; how many are left out for which reason; and the sentences without any."""
    known: dict[tuple[str, str, int], Expected] = {}
    without: dict[str, datetime] = {}
    skipped: dict[tuple[str, str, int], str] = {}
    for path in sorted(folder.glob("*.json")):
        for spec in json.loads(path.read_text(encoding="utf-8-sig")):
            said = spec.get("Context", {}).get("ReferenceDateTime")
            if not said:
                continue
            sentence, said_at = spec["Input"], read_time(said)
            if not spec["Results"] and path.name == "DateTimeModel.json":
                without[sentence] = said_at
            for result in spec["Results"]:
                kind = (result.get("TypeName") or result.get("Type") or "").removeprefix("datetimeV2.")
                start = result["Start"]
                end = start + result["Length"] if "Length" in result else result["End"] + 1
                found = list(resolutions(result))
                key = (sentence, said, start)
                reason = left_out(sentence[start:end].lower(), kind, found)
                if re.search(r"[/_]\S*-$", sentence[:start]):
                    reason = "names of files"
                spans = tuple(one for one in (span_of(each, kind) for each in found) if one)
                if reason:
                    skipped.setdefault(key, reason)
                elif key in known:
                    known[key] = known[key]._replace(spans=known[key].spans + spans)
                else:
                    known[key] = Expected(sentence, said_at, start, end, kind, spans)
    reasons = Counter(reason for key, reason in skipped.items() if key not in known)
    return list(known.values()), reasons, sorted(without.items())


def is_tuning(sentence: str) -> bool:
    """True for the half that may be looked at."""
    return hashlib.sha256(sentence.encode()).digest()[0] % 2 == 0


def judge(expected: Expected) -> Verdict:
    """Compare an expression with what is found where it stands."""
    found = [
        date
        for date in find_dates(expected.sentence, expected.said_at)
        if date.start < expected.end and expected.start < date.end
    ]
    if not found:
        return Verdict(expected, "not found", None)
    best = max(found, key=lambda one: min(one.end, expected.end) - max(one.start, expected.start))
    for date in found:
        if any(is_meant(date, span, expected) for span in expected.spans):
            return Verdict(expected, "right", date)
    return Verdict(expected, "another span", best)


def is_meant(date: DateMention, span: tuple[datetime | None, datetime | None], expected: Expected) -> bool:
    """True when a date is this span, as closely as told above."""
    low, high = date.interval.low, date.interval.high
    start, end = span
    if start is None or end is None:  # "before 2016", "since May"
        edges = {low, high, date.last}
        return (start or end) in edges and date.direction != ""
    if expected.kind == "datetime":
        return low.replace(second=0) == start.replace(second=0)
    if expected.kind == "datetimerange" and date.grain != "minute":
        return low.date() == start.date()
    if expected.kind == "date" and date.grain in {"week", "month", "quarter", "year"}:
        return low <= start and end <= high
    if date.direction == "range":
        return low == start and end in {high, date.last, high - timedelta(days=1)}
    return low == start and end == high


def false_finds(
    without: list[tuple[str, datetime]], *, tuning: bool
) -> tuple[int, list[tuple[str, DateMention]]]:
    """The sentences of a half in which the specification finds nothing, and what is found in them."""
    half = [(sentence, said_at) for sentence, said_at in without if is_tuning(sentence) == tuning]
    return len(half), [
        (sentence, date) for sentence, said_at in half for date in find_dates(sentence, said_at)[:1]
    ]


def line_of(verdict: Verdict) -> str:
    """An expression that is not right, on one line."""
    expected, found = verdict.expected, verdict.found
    spans = sorted({f"{minute(low)}..{minute(high)}" for low, high in expected.spans})
    text = expected.sentence[expected.start : expected.end]
    line = f"  [{minute(expected.said_at)}] {expected.sentence!r}: {text!r} {' or '.join(spans)}"
    if found is None:
        return line
    low, high = found.interval.low, found.interval.high
    return f"{line}  <-  {found.text!r} {minute(low)}..{minute(high)} {found.grain} {found.direction}"


def minute(moment: datetime | None) -> str:
    """A moment as it is printed; nothing for an open side."""
    return "" if moment is None else f"{moment:%Y-%m-%dT%H:%M}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true", help="print what is wrong in the tuning half")
    options = parser.parse_args()
    shared = os.environ.get("GRAPHMEM_SHARED", "")
    folder = Path(shared) / FOLDER
    if not shared or not folder.is_dir():
        print(f"Skipped: set GRAPHMEM_SHARED to a folder that has {FOLDER} in it.")
        return
    known, reasons, without = expressions(folder)
    for tuning in (True, False):
        verdicts = [judge(one) for one in known if is_tuning(one.sentence) == tuning]
        empty, false = false_finds(without, tuning=tuning)
        if options.show and tuning:
            for outcome in ("not found", "another span"):
                print(f"{outcome}:")
                print("\n".join(sorted(line_of(one) for one in verdicts if one.outcome == outcome)))
            print(
                "where nothing is:", *(f"  {sentence!r}: {date.text!r}" for sentence, date in false), sep="\n"
            )
        print(f"\n{'tuning' if tuning else 'held out'}")
        print(f"  {'kind':16}{'all':>8}{'right':>8}{'other':>8}{'missed':>8}")
        for kind, name in [*TYPES.items(), ("", "all")]:
            count = Counter(one.outcome for one in verdicts if kind in {"", one.expected.kind})
            whole = sum(count.values())
            shares = [count[outcome] / (whole or 1) for outcome in ("right", "another span", "not found")]
            print(f"  {name:16}{whole:8}" + "".join(f"{share:8.3f}" for share in shares))
        print(f"  sentences without a date {empty}, in which one is found {len(false)}")
    print("\nleft out  " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))


if __name__ == "__main__":
    main()
