"""Claims from the days on which a job begins and ends: "today is my first day at X", "I start in July"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.dates import DateMention, find_dates
from graphmem.extract.frames import is_company, noun_at
from graphmem.extract.objects import held_kind, written_name
from graphmem.extract.phrasing import day, stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import ROLE_HEADS
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

DAY = rx.compile(
    r"(?:(?P<who>\bmy|[\w'’ ]+['’]s)\s+|^\W*)(?P<which>first|last|final|1st)\s+(?:official\s+|ever\s+"
    r"|full\s+)?(?:work(?:ing)?\s+)?"
    r"(?:day|week|shift|month)(?:\s+back)?(?:\s+(?:as|in)\s+(?:an?|the|my|our)\s+(?P<role>[\w -]+?))?\s+(?:at"
    r"|with|for)\s+(?P<x>[A-Z`].*)",
    re.IGNORECASE,
)
# "Week two at Lumenar": who counts the weeks works there.
COUNTED = rx.compile(
    r"(?:^\W*|\bmy\s+)(?:(?:day|week|month)\s+(?:two|three|four|five|six|\d{1,2})|(?:second|third|fourth|2nd"
    r"|3rd|4th)\s+(?:day|week|month))"
    r"(?:\s+(?:as|in)\s+(?:an?|the|my|our)\s+(?P<role>[\w -]+?))?\s+(?:at|with)\s+(?:(?:the|my)\s+new\s+(?:job"
    r"|place|gig)\s+(?:at|with)\s+)?"
    r"(?P<x>[A-Z`].*)",
    re.IGNORECASE,
)
SIGNED = rx.compile(
    rf"\b(?P<who>I|we|\w+)(?:['’]ve|\s+have|\s+has|['’]s)?\s+{ADVERBS}"
    r"(?:signed\s+(?:a\s+contract\s+|on\s+)?(?:with|at)|(?:accepted|took|got|landed|signed)\s+(?:a|an"
    r"|the|my"
    r"|their)\s+"
    r"(?:\w+\s+)?(?:offer|job|position|role|contract|gig)\s+(?:from|at|with)|(?:got|was"
    r"|been)\s+hired\s+(?:by|at))\s+"
    r"(?P<x>[A-Z`].*)"
)
SIGNED_BARE = rx.compile(
    r"^\W*(?:(?:just|finally|so|ok|hey|news)\W+)*[Ss]igned\s+(?:a\s+contract\s+|on\s+)?(?:with|at)\s+(?P<x>[A-Z`].*)"
)
BEGINS = rx.compile(
    r"\b(?:start(?:s|ing)?|begin(?:s|ning)?|first day|joining)\b(?P<when>[^.!?\n]*)", re.IGNORECASE
)
LEADS = rx.compile(r"\W*(?:(?:since|from|as of|in|on)\s+)?(?:the\s+)?$", re.IGNORECASE)
FRONTED = rx.compile(
    r"\s*,?\s*(?P<s>[A-Z][\w-]+)\s+(?P<v>leads|runs|heads|manages|owns|maintains)\s+(?P<x>(?:the|our)\s+\w.*)"
)
HELD = {"owns": "owns", "maintains": "maintains"}
AHEAD = 220  # characters behind a signature in which the first day is looked for


@rx.only_where(DAY, COUNTED, SIGNED_BARE, SIGNED, FRONTED)
def of_sentence(reading: Reading) -> Iterable[Claim]:
    """First and last days, and contracts whose first day is told."""
    sentence = reading.sentence
    if not reading.by_user or sentence.quotes:
        return
    if sentence.passage.text[sentence.end - 1 : sentence.end] == "?" or not all(
        clause.real for clause in reading.clauses
    ):
        return
    yield from first_or_last(reading)
    yield from counted(reading)
    yield from signed(reading)
    yield from fronted(reading)


def first_or_last(reading: Reading) -> Iterator[Claim]:
    """ "Today is my first day at Northwind", "my last day at Acme is Friday"."""
    sentence = reading.sentence
    match = DAY.search(sentence.text)
    if match is None or re.search(r"\b(?:not|n't|never)\b", sentence.text[: match.end("which") + 30]):
        return
    thing = noun_at(reading, sentence.start + match.start("x"))
    party = whose(reading, match)
    if thing is None or party is None or not is_company(reading, thing, firm=True):
        return
    over = match["which"].lower() in {"last", "final"}
    past = bool(re.search(r"\b(?:was|had)\b", sentence.text))
    ahead = bool(re.search(r"\b(?:is|will|'s)\b", sentence.text)) and not past
    dates = find_dates(sentence.text, reading.said_at, tense="past" if past else "future" if ahead else "")
    own = (match.start("which"), match.start("x"))  # "last day" is no date here
    dates = [one for one in dates if not (one.start < own[1] and own[0] < one.end)]
    dates = [one for one in dates if one.direction in {"", "since"}]
    behind = (
        one for one in dates if one.start > match.start("x")
    )  # "notice given today, my last day at X is 31 July"
    date = next(behind, dates[0] if dates else None)
    if date is None and past:
        return
    grain = date.grain if date is not None else "day"
    at = date.interval.low if date is not None else reading.said_at
    yield from () if over else as_role(reading, match, party)
    when = When(None, at, grain) if over else When(at, None, grain)
    shown = day(reading, when, at)
    place = "on" if shown[:1].isdigit() and "-" in shown else "in"
    verb = "was" if at <= reading.said_at else "is"
    which = "last" if over else "first"
    text = finish(f"{party.shown}'s {which} day at {thing.name} {verb} {place} {shown}")
    yield reading.claim(
        party, "works_at", text, thing=thing, kind="organization", mode="ends" if over else "asserts",
        when=when, confidence=0.9,
    )  # fmt: skip


def as_role(reading: Reading, match: re.Match[str], party: Party) -> Iterator[Claim]:
    """The role in which a day was the first: "first week as a firmware engineer at Lumenar"."""
    role = (match["role"] or "").strip().lower()
    if role and ROLE_HEADS & set(role.split()[-1:]):
        text = finish(f"{party.shown} works as a {role}")
        yield reading.claim(party, "has_role", text, value=role, confidence=0.8)


def counted(reading: Reading) -> Iterator[Claim]:
    """ "Week two at Lumenar, loving it": the user works there, since when is not said."""
    sentence = reading.sentence
    match = COUNTED.search(sentence.text)
    thing = noun_at(reading, sentence.start + match.start("x")) if match else None
    if match is None or thing is None or not is_company(reading, thing, firm=True):
        return
    party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    yield from as_role(reading, match, party)
    text = finish(f"{party.shown} works at {thing.name}")
    yield reading.claim(party, "works_at", text, thing=thing, kind="organization", confidence=0.75)


def whose(reading: Reading, match: re.Match[str]) -> Party | None:
    """Whose day it is: "my", nobody's, or "Anna's"."""
    sentence = reading.sentence
    who = match["who"]
    if not who or who.lower() == "my":
        return reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    for word in sentence.words:
        if word.dep == "poss" and sentence.start + match.start(
            "who"
        ) <= word.start < sentence.start + match.end("who"):
            party = reading.party(word, ("person",))
            if party is not None and party.mention.kind == "person":
                return party
    return None


def signed(reading: Reading) -> Iterator[Claim]:
    """ "I signed with Corvid! I start there on 1 July": an employer from the first day on, and not before."""
    sentence = reading.sentence
    match = SIGNED_BARE.match(sentence.text) or SIGNED.search(sentence.text)
    if match is None:
        return
    thing = noun_at(reading, sentence.start + match.start("x"))
    date = first_day(reading, sentence.start + match.start("x"))
    told = match.start("who") if "who" in match.groupdict() else -1
    who = next((w for w in sentence.words if w.start == sentence.start + told), None)
    party = reading.party(who, ("person",)) if told >= 0 else reading.speaker(sentence.words[0])
    if thing is None or date is None or party is None or party.mention.kind != "person":
        return
    if party.user:
        party = party._replace(shown="The user", we=False)
    if not is_company(reading, thing, firm=True):
        return
    when = When(date.interval.low, None, date.grain)
    shown = day(reading, when, date.interval.low)
    place = "on" if shown[:1].isdigit() and "-" in shown else "in"
    text = finish(f"{party.shown} starts at {thing.name} {place} {shown}")
    yield reading.claim(party, "works_at", text, thing=thing, kind="organization", when=when, confidence=0.85)


def first_day(reading: Reading, start: int) -> DateMention | None:
    """The day to come on which the work begins, told in the same breath or the next sentence."""
    text = reading.sentence.passage.text[start : start + AHEAD]
    for match in BEGINS.finditer(text):
        for date in find_dates(match["when"], reading.said_at, tense="future"):
            if date.interval.low > reading.said_at:
                return date
    return None


@rx.only_where(FRONTED)
def fronted(reading: Reading) -> Iterator[Claim]:
    """ "Since the beginning of April Lena leads the platform team": a date in front hides the name from the parser."""
    sentence = reading.sentence
    for date in find_dates(sentence.text, reading.said_at)[:1]:
        if date.direction not in {"since", ""} or not LEADS.match(sentence.text[: date.start]):
            continue
        match = FRONTED.match(sentence.text, date.end)
        word = next(
            (w for w in sentence.words if match and w.start == sentence.start + match.start("s")), None
        )
        thing = noun_at(reading, sentence.start + match.start("x")) if match else None
        if match is None or word is None or thing is None or date.interval.low > reading.said_at:
            return
        predicate = reading.ontology.predicate(HELD.get(match["v"], "leads"))
        kind = reading.kind(thing, predicate.range) if thing.named else held_kind(reading, thing)
        if not kind or kind not in {*predicate.range, "project"}:
            return
        start, end = sentence.passage.source(word.start, word.end)
        party = Party(Mention(reading.message.id, start, end, word.text, "person"), word.text)
        when = When(date.interval.low, None, date.grain)
        text = stated(reading, party, predicate, written_name(thing), mode="asserts", when=when)
        yield reading.claim(party, predicate.name, text, thing=thing, kind=kind, when=when, confidence=0.85)
