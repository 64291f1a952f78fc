"""What lies ahead, in short forms too: "dentist on Tuesday at 9", "deadline for the grant: 1 July"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.dates import DateMention, on_or_in, written
from graphmem.extract.first import first_of
from graphmem.extract.plain.plan_forms import (
    CALENDAR,
    CALLED_OFF,
    DUE,
    GAVE_UP,
    HOLDS_OUT,
    MUST,
    NO_PLAN,
    NOT_ANY_MORE,
    NOT_DUE,
    OFF_TO,
    PLAN_NOUNS,
    SOFT,
    TODO,
    UNPLANNED,
    WE_CALLED_OFF,
    WHOSE,
    WISH,
)
from graphmem.extract.plain.saying import bare, dates_of, phrase, say
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import BARE_KIN, EMPTY_NOUNS, PRONOUNS
from graphmem.extract.wording import finish
from graphmem.model import Claim

DEADLINES = frozenset({"by", "before", "until", "through", "within"})


HABITUAL = rx.compile(r"(?:i|we|he|she|they)\s+(?:\w+ly\s+|always\s+|often\s+)?skips?\b", re.IGNORECASE)


@rx.only_where(
    WISH,
    DUE,
    WE_CALLED_OFF,
    CALLED_OFF,
    GAVE_UP,
    NOT_ANY_MORE,
    UNPLANNED,
    WHOSE,
    CALENDAR,
    OFF_TO,
    TODO,
    MUST,
)
def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """What a sentence says of days to come."""
    if not stretch.reading.by_user or len(stretch.words) > 35 or stretch.reading.sentence.asks:
        return
    if re.search(
        r"^\W*(?:if|should|would(?! (?:love|like) to\b)|could|can|maybe|perhaps|suppose|unless)\b"
        r"|\b(?:might|maybe"
        r"|not sure|hypothetically)\b",
        stretch.text,
        re.IGNORECASE,
    ):
        return
    yield from first_of((wishes, deadlines, cancelled, appointments, journeys, todos), stretch)


def ahead(stretch: Stretch, text: str) -> DateMention | None:
    """The first date in a part of the sentence, when it does not lie behind."""
    place = stretch.text.find(text)
    said = stretch.reading.said_at
    for date in dates_of(stretch, "future"):
        if date.start < place or date.end > place + len(text):
            continue
        if date.interval.high >= said and date.direction not in {"for", "since", "through"}:
            return date
    return None


@rx.only_where(WISH)
def wishes(stretch: Stretch) -> Iterator[Claim]:
    """ "Someday I want to sail across the Atlantic", "on my bucket list: seeing the northern lights"."""
    for pattern in WISH:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        value = re.split(
            r"\s+(?:but|because|although|though|if|so)\s|[;:()!]|,\s+(?!and\b)", match["o"].strip(" .!")
        )[0].strip()
        value = re.sub(r"^to\s+", "", value)
        if len(value.split()) < 2 or len(value.split()) > 14 or SOFT.search(value):
            return
        value = re.sub(r"\b(?:my|our)\b", "their", value)
        shown = (
            f"dreams of {value}"
            if re.match(r"\w+ing\b|[A-Z]|an?\s|the\s", value)
            else f"wants to {value} one day"
        )
        yield say(stretch, user(stretch), "wishes", value, f"The user {shown}")
        return


@rx.only_where(DUE)
def deadlines(stretch: Stretch) -> Iterator[Claim]:
    """ "Deadline for the grant: 1 July", "paper's due next Friday", "the slides have to be in by Monday"."""
    for pattern in DUE:
        match = pattern.match(stretch.text)
        date = ahead(stretch, match["d"]) if match else None
        if (
            match is None
            or date is None
            or NOT_DUE.search(match["o"])
            or match["o"].lower() in PRONOUNS | EMPTY_NOUNS
        ):
            continue
        label = bare(match["o"].strip())
        shown = written(date, stretch.reading.said_at)
        grain = date.grain
        owner = user(stretch)
        be = "are" if label.endswith("s") and not label.endswith("ss") else "is"
        on = on_or_in(grain)
        text = f"The {label} {be} due {on} {shown}"
        yield stretch.reading.claim(
            owner,
            "due_on",
            finish(text),
            value=shown,
            qualifier=label,
            when=When(None, None, grain),
            confidence=0.75,
        )
        return


def appointments(stretch: Stretch) -> Iterator[Claim]:
    """ "Dentist on Tuesday at 9", "interview with Monzo tomorrow 2pm", "Mum's surgery is on the 3rd of July"."""
    match = WHOSE.match(stretch.text)
    whose = ""
    if match is not None:
        whose = re.sub(r"^(?:my|our)\s+", "user's ", match["who"], flags=re.IGNORECASE).removesuffix("'s")
        whose = f"user's {whose.lower()}" if whose.lower() in BARE_KIN else whose
    else:
        match = CALENDAR.match(stretch.text)
    if match is None or re.search(
        r"\b(?:was|were|went|had|did|every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:moved|pushed|slipped|postponed|shifted)\s+from|not|n't|don't|cancel\w*|said|says|remind)\b|\bto\s+call\b",
        stretch.text,
        re.IGNORECASE,
    ):
        return
    if any(word.tag == "VBD" for word in stretch.between(*match.span("o"))):
        return
    date = ahead(stretch, match["d"])
    if (
        date is None
        or date.start - stretch.text.find(match["d"]) > 12
        or date.interval.low < stretch.reading.said_at.replace(hour=0)
    ):
        return
    label = bare(match["o"].strip(" ,:-"))
    if not label or re.match(
        r"(?:i|we|you|it|he|she|they|am|is|are|let|please|can|ok|yes|no|after|before)\b", label, re.IGNORECASE
    ):
        return
    label = re.sub(r"\b(?:my|our)\b", "their", label)
    if re.search(
        r"\b(?:dentist|doctor|gp|optometrist|optician|orthodontist|dermatologist|vet|physio)$",
        label,
        re.IGNORECASE,
    ):
        label += " appointment"
    label = (
        label[0].lower() + label[1:]
        if label[1:2].islower() and stretch.words[0].text == label.split()[0]
        else label
    )
    shown = written(date, stretch.reading.said_at)
    when = When(date.interval.low, None, date.grain)
    on = on_or_in(date.grain)
    if date.direction in {"until", "through"}:  # it is so now, and ends then
        if not re.match(r"(?:until|till|through)\b", match["d"], re.IGNORECASE):
            return  # "the migration is on hold until May"
        on = date.direction
        when = When(None, date.interval.low if on == "until" else date.interval.high, date.grain)
    if whose:
        text = (
            f"The {whose}'s {label} is {on} {shown}"
            if whose.startswith("user")
            else f"{whose}'s {label} is {on} {shown}"
        )
        label = f"{whose}'s {label}"
    else:
        text = f"The user has {'an' if label[:1].lower() in 'aeiou' else 'a'} {label} {on} {shown}"
        if re.match(r"(?:dinner|lunch|drinks|therapy|surgery|brunch|[A-Z]|their)", label):
            text = f"The user has {label} {on} {shown}"
    yield say(stretch, user(stretch), "plans", f"{label} {on} {shown}", text, when=when)


def journeys(stretch: Stretch) -> Iterator[Claim]:
    """ "Off to Krakow next weekend with the boys"."""
    match = OFF_TO.match(stretch.text)
    date = ahead(stretch, match["d"]) if match and match["d"].strip() else None
    if match is None or date is None:
        return
    shown = written(date, stretch.reading.said_at)
    on = on_or_in(date.grain)
    value = f"travels to {match['o']} {on} {shown}"
    yield say(
        stretch,
        user(stretch),
        "plans",
        value,
        f"The user {value}",
        when=When(date.interval.low, None, date.grain),
    )


def todos(stretch: Stretch) -> Iterator[Claim]:
    """ "TODO for me this month: finish the tax return", "I'm supposed to renew my passport before August"."""
    match = TODO.match(stretch.text)
    must = None if match else MUST.match(stretch.text)
    found = match or must
    if (
        found is None
        or SOFT.search(found["o"])
        or re.search(r"\b(?:not|n't|never)\b", stretch.text, re.IGNORECASE)
    ):
        return
    dates = [
        one
        for one in dates_of(stretch, "future")
        if one.interval.high >= stretch.reading.said_at and one.direction not in {"for", "since"}
    ]
    if match is not None:
        personal = bool(match["m"].strip()) or match["l"].lower().startswith(
            ("note", "reminder to", "my", "resol", "new year")
        )
        if not personal and not dates:
            return
        tagged = next(
            (
                word
                for word in stretch.words
                if word.start >= stretch.words[0].start and word.text == found["o"].split(" ", 1)[0]
            ),
            None,
        )
        if tagged is None or tagged.pos not in {"VERB", "NOUN", "AUX", "PROPN"}:
            return
    elif (
        not dates
        or must is None
        or (
            must["s"] is None
            and not re.match(
                r"(?:aiming|hoping|planning|looking|gotta|need|going|supposed|intend|gonna)",
                stretch.text,
                re.IGNORECASE,
            )
        )
    ):
        return
    date = dates[0] if dates else None
    if must is not None and date is not None and is_of_today(stretch, date):
        return  # "I have to leave at noon"
    value = re.split(r",\s|;|\s+(?:but|because|so)\s|[()]", found["o"].strip(" .!"))[0]
    if date is not None:
        tail = stretch.text[date.start : date.end]
        value = value.replace(tail, written_with(stretch, date))
    value = re.sub(r"\b(?:my|our)\b", "their", value)
    if len(value.split()) > 14 or re.search(r"\b(?:i|me|we|us)\b", value):
        return
    # A deadline is part of what is planned and no end of it: what was not done by then is still to be done.
    owed = date is None or date.direction in DEADLINES
    when = When() if date is None or owed else When(date.interval.low, None, date.grain)
    yield say(stretch, user(stretch), "plans", value, f"The user plans to {value}", when=when)


def is_of_today(stretch: Stretch, date: DateMention) -> bool:
    """True for a date that begins on the day on which it was said."""
    said = stretch.reading.said_at
    return date.interval.low.astimezone(said.tzinfo).date() == said.date()


def written_with(stretch: Stretch, date: DateMention) -> str:
    """A date as it is written, with its preposition."""
    said = stretch.text[date.start : date.end].split(" ", 1)[0].lower()
    shown = written(date, stretch.reading.said_at)
    if date.direction == "range":
        return f"from {shown}"
    if said in {"by", "before", "until", "on", "in", "at", "till"}:
        return f"{said} {shown}"
    before = stretch.text[: date.start].rstrip().lower()
    joined = before.endswith(
        (" by", " before", " until", " on", " in", " at", " of", " end of", " from", " till")
    )
    return (
        shown if joined else f"{'in' if date.grain in {'month', 'year', 'quarter', 'week'} else 'on'} {shown}"
    )


@rx.only_where(WE_CALLED_OFF, CALLED_OFF, GAVE_UP, NOT_ANY_MORE, UNPLANNED)
def cancelled(stretch: Stretch) -> Iterator[Claim]:
    """ "Trip to Iceland got cancelled, sadly", "we're no longer moving to Canada"."""
    match = WE_CALLED_OFF.match(stretch.text) or CALLED_OFF.match(stretch.text)
    if match is not None:
        value = phrase(match["o"], most=7)
        if (
            value
            and PLAN_NOUNS.search(value)
            and not re.search(
                r"\b(?:subscription|account|membership|order|request|build|job|job run)\b", value
            )
        ):
            yield say(stretch, user(stretch), "plans", value, f"The user's plan is off: {value}", mode="ends")
            return
    match = GAVE_UP.match(stretch.text)
    if match is not None:
        value = phrase(match["i"] or match["o"], most=7)
        if value and not SOFT.search(value):
            yield say(
                stretch,
                user(stretch),
                "plans",
                value,
                f"The user no longer plans this: {value}",
                mode="closes",
            )
        return
    off = next((found for form in UNPLANNED if (found := form.match(stretch.text))), None)
    if off is not None:
        verb, value = (off.groupdict().get("v") or ""), phrase(off["o"], most=7)
        if HOLDS_OUT.fullmatch(verb) and not re.search(r"\bafter all\b", stretch.text):
            return  # "I won't give up"
        if HABITUAL.match(stretch.text):
            return  # "I skip breakfast" tells of a way of living
        if value and not SOFT.search(value) and not (verb and NO_PLAN.fullmatch(verb)):
            value = f"{verb} {value}".strip()
            yield say(stretch, user(stretch), "plans", value, f"This plan is off: {value}", mode="closes")
        return
    match = NOT_ANY_MORE.match(stretch.text)
    if match is None or not (match["a"] or match["t"]):
        return
    verb = match["v"] or match["w"] or match["g"]
    if NO_PLAN.fullmatch(verb) or HOLDS_OUT.fullmatch(re.sub(r"ing$", "", verb)) or SOFT.search(match["o"]):
        return
    value = f"{verb} {match['o'].strip(' .!')}"
    yield say(stretch, user(stretch), "plans", value, f"The user no longer plans this: {value}", mode="ends")
