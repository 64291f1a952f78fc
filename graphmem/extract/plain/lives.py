"""Where someone works, lives and has been in plain words, and what they own and made."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS, MORE_ADVERBS
from graphmem.extract.dates import written
from graphmem.extract.phrasing import day, stated
from graphmem.extract.plain.kinship import whom
from graphmem.extract.plain.people import NAME, SUBJECT, is_role, made, subject
from graphmem.extract.plain.shapes import ARTICLES, thing_of, things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS
from graphmem.extract.wording import finish
from graphmem.model import Claim

HOME = rx.compile(
    rf"^{SUBJECT}(?:'ve|'m|'re)?\s+{ADVERBS}(?:lives?|living|have lived"
    r"|has lived|stay)\s+(?:(?:on|in|at)\s+an?\s+"
    r"(?:[\w-]+\s+){1,3}?(?:near|outside(?: of)?|close to|in|by|just outside(?: of)?|south of|north of"
    r"|east of|west of)|in|near)\s+(?P<o>[^,.;:]+)",
    re.IGNORECASE,
)
BASED = rx.compile(
    rf"^{SUBJECT}\s*(?:'m|'re|’m| am| are| is)\s+(?:now\s+|currently\s+)?in\s+(?P<o>{NAME})(?:\s+(?:now"
    rf"|these days|at the moment))\W*$"
)
WORKS = rx.compile(
    rf"^{SUBJECT}\s+{ADVERBS}works?\s+(?:at"
    r"|for)\s+(?P<o>[^,.;:]+?)(?:\s+as\s+an?\s+(?P<r>[^,.;:]+?))?"
    r"(?=\s+(?:in|on|and|now|since|doing|where|until|till|til|through|from)\b|[,.;:]|$)",
    re.IGNORECASE,
)
OWNS = rx.compile(
    rf"^(?P<s>.*?)(?:['’]ve)?{MORE_ADVERBS}\s*\b(?:run|runs|own|owns|have|has|got|opened|bought"
    r"|manage|manages)\s+(?P<o>an?\s+(?:[\w-]+\s+){0,3}"
    r"(?:bakery|caf[eé]|restaurant|shop|store|studio|practice|agency|company|business|farm|bar|gallery"
    r"|garage|salon|hotel|hostel"
    r"|bookshop|bookstore|brewery|startup|consultancy|blog|podcast|newsletter|school|clinic|vineyard"
    r"|boat|house|flat|apartment"
    r"|roastery|distillery|workshop|kennel|nursery|guesthouse|charity|lab|dojo|gym(?!\s+(?:membership"
    r"|subscription|pass|class))|choir|band|label"
    r"|magazine|channel|community|meetup|barbershop|pharmacy|food truck|cabin|cottage|allotment|van"
    r"|motorbike|motorcycle|car|bike|piano|guitar|telescope|kayak"
    r"|sailboat))\b(?P<p>\s+in\s+[A-Z][\w-]+)?",
    re.IGNORECASE,
)
MOVED_INTO = rx.compile(
    rf"^{SUBJECT}(?:['’]ve|\s+have|\s+has)?\s+{ADVERBS}moved\s+(?:back\s+)?into\s+"
    r"(?:an?|the|our|my|his|her|their)\s+(?:[\w-]+\s+){0,3}?(?:flat|house|apartment|home|place|room"
    r"|studio|cottage|farm|condo|loft)"
    rf"\s+(?:in|near)\s+(?P<o>{NAME})\b"
)
BACK = rx.compile(
    r"^(?P<s>i|we)(?:'ve|'m|'re| have| am| are)?\s+(?:just\s+|only\s+just\s+|recently\s+)?(?:got|gotten"
    r"|came|come|returned|flew|drove)?"
    r"(?:\s+just)?\s+(?:back(?:\s+home)?\s+)?from\s+(?:a\s+(?:[\w-]+\s+){0,3}(?:trip|week|weekend"
    r"|holiday|vacation|visit)\s+(?:in|to)\s+)?(?P<o>[^,.;:]+)",
    re.IGNORECASE,
)
JOINED = rx.compile(
    rf"^{SUBJECT}(?:['’]ve| have| has)?\s+{ADVERBS}(?:joined"
    r"|started(?: working)? (?:at|for)"
    r"|began(?: working)? (?:at|for)|got hired (?:at|by)|(?:was|were|got) hired (?:at|by)"
    r"|signed with)\s+(?P<o>[A-Z][^,.;:]*)"
)
OFF = rx.compile(
    r"^(?:i|we)(?:['’]m|['’]re|['’]ll be| am| are| will be|['’]ll)\s+(?:taking"
    r"|take)\s+(?P<o>.+?)\s+off\b",
    re.IGNORECASE,
)
MADE = rx.compile(
    r"^(?P<o>(?:the|our|my)\s.+?|[A-Z][\w.-]*)\s+(?:was|were)\s+(?:originally\s+|first\s+)?(?:built"
    r"|made|created|developed|designed"
    r"|started|founded|written)\s+by\s+(?:an?\s+[\w-]+\s+(?:called"
    r"|named)\s+)?(?P<s>[A-Z][\w-]*(?:\s+[A-Z][\w-]*)?)"
)
PASSED_AWAY = rx.compile(
    rf"^{SUBJECT}\s+(?:(?:sadly|just|has|had|finally|suddenly|unfortunately|peacefully)\s+)*(?:died|passed(?:\s+(?:away|on))?(?=$|[.,!]|\s+(?:on|in|last|this"
    r"|yesterday|peacefully|today|at|when)\b)|is\s+no\s+longer\s+with\s+us|didn['’]t\s+make\s+it\s+through\b)"
)


def works(stretch: Stretch) -> Iterator[Claim]:
    """ "My partner Sol works at the aquarium", "I work for the city council as a planner"."""
    match = WORKS.match(stretch.text)
    party = subject(stretch, match) if match else None
    if match is None or party is None:
        return
    reading = stretch.reading
    employer = [word for word in stretch.between(*match.span("o")) if word.lower not in ARTICLES]
    if employer and len(employer) < 7 and not any(word.lower in PRONOUNS for word in employer):
        thing = thing_of(reading, employer)
        if not (thing.kind == "place" and thing.sure) and employer[0].lemma.lower() not in EMPTY_NOUNS:
            text = finish(f"{party.shown} works at {match['o']}")
            when = reading.when(stretch.clause())
            yield reading.claim(
                party, "works_at", text, thing=thing, kind="organization", when=when, confidence=0.75
            )
    if match["r"] and is_role(match["r"]):
        yield made(stretch, party, "has_role", match["r"])


def homes(stretch: Stretch) -> Iterator[Claim]:
    """ "We live on a farm near Toulouse", "I'm in Split now"."""
    match = HOME.match(stretch.text) or BASED.match(stretch.text)
    party = subject(stretch, match) if match else None
    if match is None or party is None:
        return
    reading = stretch.reading
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=3)[:1]:
        if (
            thing.named and thing.kind not in {"person", "organization", "technology"}
        ) or reading.ontology.known(thing.name) == "place":
            place = Thing(thing.name, "place", thing.start, thing.end, True, True, False, thing.head)
            when = reading.when(stretch.clause())
            predicate = reading.ontology.predicate("lives_in")
            text = stated(reading, party, predicate, place.name, mode="asserts", when=when)
            if re.search(r"\b(?:near|outside|close to|by|of)\s+$", stretch.text[: match.start("o")]):
                text = finish(f"{party.shown} lives near {place.name}")
            yield reading.claim(
                party, "lives_in", text, thing=place, kind="place", when=when, confidence=0.75
            )


def moved_into(stretch: Stretch) -> Iterator[Claim]:
    """ "Gerda moved into a nursing home in Husum in October"."""
    match = MOVED_INTO.match(stretch.text)
    party = subject(stretch, match) if match else None
    if match is None or party is None or party.mention.kind != "person":
        return
    reading = stretch.reading
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=3)[:1]:
        if not thing.named or thing.kind in {"person", "organization", "technology"}:
            continue
        place = thing._replace(kind="place", sure=True)
        when = reading.when(stretch.clause(tense="past"))
        text = stated(
            reading, party, reading.ontology.predicate("lives_in"), place.name, mode="asserts", when=when
        )
        yield reading.claim(party, "lives_in", text, thing=place, kind="place", when=when, confidence=0.75)


def possessions(stretch: Stretch) -> Iterator[Claim]:
    """ "I run a bakery in Antwerp"."""
    match = OWNS.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    party = who.party if who else None
    if match and party is not None and party.mention.kind == "person":
        value = re.sub(r"^an?\s+", "", match["o"], flags=re.IGNORECASE)
        verb = "runs" if "run" in match[0].lower().split() else "owns"
        text = f"{party.shown} {verb} {match['o']}{match['p'] or ''}"
        yield made(stretch, party, "owns", value, text=text)


def journeys(stretch: Stretch) -> Iterator[Claim]:
    """ "I just got back from Sardinia"."""
    match = BACK.match(stretch.text)
    if match is None or "back" not in match[0].lower():
        return
    reading = stretch.reading
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=4)[:1]:
        if thing.named and thing.kind not in {"person", "technology", "file"}:
            place = thing._replace(kind="place", sure=True)
            when = reading.when(stretch.clause(tense="past"))
            text = finish(f"The user came back from {place.name}")
            yield reading.claim(
                user(stretch), "visited", text, thing=place, kind="place", when=when, confidence=0.7
            )


def joins(stretch: Stretch) -> Iterator[Claim]:
    """ "I joined Bluefin in January 2022"."""
    match = JOINED.match(stretch.text)
    party = subject(stretch, match) if match else None
    if match is None or party is None:
        return
    reading = stretch.reading
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=4)[:1]:
        named = thing.named and not (thing.sure and thing.kind != "organization")
        if named and thing.head.lower not in {
            "team",
            "squad",
            "club",
            "group",
            "choir",
            "band",
            "guild",
            "call",
        }:
            when = reading.when(stretch.clause(tense="past"))
            text = stated(
                reading, party, reading.ontology.predicate("works_at"), thing.name, mode="asserts", when=when
            )
            yield reading.claim(
                party, "works_at", text, thing=thing, kind="organization", when=when, confidence=0.75
            )


def days_off(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm taking next Friday off"."""
    match = OFF.match(stretch.text)
    if match is None:
        return
    clause = stretch.clause(tense="future")
    if stretch.reading.dates(clause):
        when = stretch.reading.when(clause)
        dates = stretch.reading.dates(clause)
        text = f"The user takes {written(dates[0], stretch.reading.said_at)} off"
        yield made(
            stretch,
            user(stretch),
            "plans",
            f"takes {match['o']} off",
            text=text,
            when=when._replace(end=None),
        )


def deaths(stretch: Stretch) -> Iterator[Claim]:
    """ "Mum passed away in May": lives and works nowhere from then on."""
    match = PASSED_AWAY.match(stretch.text)
    party = subject(stretch, match) if match else None
    if party is None or party.user or party.mention.kind != "person":
        return
    when = stretch.reading.when(stretch.clause(tense="past"), ends=True)._replace(start=None)
    since = stretch.reading.when(stretch.clause(tense="past"))
    at = day(stretch.reading, since, since.start) if since.start else ""
    value = f"died {'on' if '-' in at else 'in'} {at}" if at else "died"
    yield made(stretch, party, "did", value, text=f"{party.shown} {value}", when=since)
    for predicate in ("lives_in", "works_at", "has_role"):
        yield stretch.reading.claim(
            party, predicate, finish(f"{party.shown} has died"), mode="closes", when=when, confidence=0.7
        )


def makers(stretch: Stretch) -> Iterator[Claim]:
    """ "The customer portal was built by an agency called Nordlicht"."""
    match = MADE.match(stretch.text)
    if match is None:
        return
    reading = stretch.reading
    by = thing_of(reading, stretch.between(*match.span("s")))
    what = [word for word in stretch.between(*match.span("o")) if word.lower not in ARTICLES]
    if not what or len(what) > 5 or reading.ontology.known(by.name) or any(w.lower in PRONOUNS for w in what):
        return
    kind = "organization" if by.kind == "organization" or "called" in match[0] else "person"
    thing = thing_of(reading, what)
    allowed = reading.ontology.predicate("created").range
    mention = by.mention(reading.message.id, reading.sentence, kind)
    text = finish(
        f"{by.name} created {'the ' if match['o'][:4].lower() in {'the ', 'our '} else ''}{thing.name}"
    )
    kind_of = thing.kind if thing.kind in allowed else "project"
    yield reading.claim(
        Party(mention, by.name, thing=by), "created", text, thing=thing, kind=kind_of,
        when=reading.when(stretch.clause(tense="past")), confidence=0.7,
    )  # fmt: skip


@rx.only_where(WORKS, JOINED, HOME, BASED, MOVED_INTO, PASSED_AWAY, OWNS, OFF, BACK, MADE)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of a person's work, home and days."""
    if not stretch.reading.by_user or stretch.negated():
        return
    for reader in (
        works,
        joins,
        homes,
        moved_into,
        deaths,
        possessions,
        journeys,
        days_off,
        makers,
    ):
        yield from reader(stretch)
