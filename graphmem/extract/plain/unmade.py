"""What did not come about, or comes at another time, in plain words: "I didn't move to Lisbon", "the move is put off".

What never was is taken back, so that what it had closed goes on; what is put off is taken back and told anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates, written
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.changes import FIRM, SUBJECT, firm_of, person
from graphmem.extract.plain.endings import CLUBS, STOP, town_of
from graphmem.extract.plain.positions import no_job
from graphmem.extract.plain.shapes import thing_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim

NOT = (
    r"(?:(?:did\s*n['’]?t|did\s+not|had\s*n['’]?t|had\s+not|never)\s+)(?:actually\s+|really\s+|in\s+fact\s+|ever\s+)*"
    r"(?:end\s+up\s+|ended\s+up\s+|get\s+round\s+to\s+|go\s+through\s+with\s+)?"
)
BODY = rf"(?:the|my|our|that|a)\s+(?P<c>(?:[\w'’&-]+\s+){{0,3}}{CLUBS})"
NEVER_MOVED = rx.compile(
    rf"^(?:{SUBJECT}\s+)?{NOT}(?:moved?|moving|relocat(?:e|ed|ing)|emigrat(?:e|ed|ing))(?:\s+(?:over|back|away))*"
    rf"(?:\s+from\s+(?P<a>{FIRM}))?\s+to\s+(?P<o>{FIRM}){STOP}",
    re.IGNORECASE,
)
NEVER_JOINED = rx.compile(
    rf"^(?:{SUBJECT}\s+)?{NOT}(?:join(?:ed|ing)?|start(?:ed|ing)?(?:\s+(?:at|with|working\s+(?:at|for)))?|sign(?:ed)?\s+with"
    rf"|switch(?:ed)?\s+to|(?:take|took|taking|accept(?:ed)?|get|got)\s+the\s+(?:job|offer|position|role)\s+(?:at|from|with))\s+"
    rf"(?:(?P<o>{FIRM}){STOP}|{BODY}{STOP})",
    re.IGNORECASE,
)
NEVER_GOT = rx.compile(
    rf"^(?:{SUBJECT}\s+)?{NOT}(?P<v>buy|bought|buying|get|got|getting|adopt(?:ed|ing)?)\s+(?:(?:the|a|an|that|our|my)\s+)?"
    rf"(?P<o>{FIRM}|(?-i:[a-z][\w-]+)){STOP}",
    re.IGNORECASE,
)
RESCINDED = rx.compile(
    rf"^(?P<o>{FIRM})\s+(?:has\s+|have\s+|just\s+)*(?:rescinded|withdrew|withdrawn|revoked|pulled|retracted|cancell?ed"
    r"|took\s+back|backed\s+out\s+of)\s+(?:the|my|their|its)\s+(?:job\s+)?(?:offer|contract|position)\b"
)
PUT_OFF = rx.compile(
    rf"^(?P<w>(?:the|my|our)\s+(?:(?P<t>(?-i:[A-Z])[\w'’-]+)\s+)?(?:move|relocation)(?:\s+to\s+(?P<o>{FIRM}))?"
    rf"|my\s+(?:start(?:\s+date)?|first\s+day)(?:\s+(?:at|with)\s+(?P<f>{FIRM}))?)\s+"
    r"(?:(?:has\s+been|was|got|is|will\s+be|just|been)\s+)*(?:(?:pushed|moved|put|shifted)\s+(?:back|off|out|up|forward)?"
    r"|postponed|delayed|rescheduled|brought\s+forward|slipped)\b(?:\s+again)?(?:\s+from\s+.+?)?,?\s+(?:to|until|till)\s+(?P<d>.+)$",
    re.IGNORECASE,
)


@rx.only_where(NEVER_MOVED, NEVER_JOINED, NEVER_GOT, RESCINDED, PUT_OFF)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement says has not come about, or comes at another time."""
    if not stretch.reading.by_user or re.search(r"\byet\b|\bso\s+far\b", stretch.text, re.IGNORECASE):
        return
    yield from first_of((never_moved, never_joined, never_got, rescinded, put_off), stretch)


def never(stretch: Stretch, party: Party, predicate: str, thing: Thing, text: str) -> Claim:
    """That something was never so."""
    return stretch.reading.claim(
        party, predicate, finish(text), thing=thing, kind=thing.kind, mode="retracts", confidence=0.8
    )


def never_moved(stretch: Stretch) -> Iterator[Claim]:
    """ "I did not move to Lisbon": whatever home that had ended goes on."""
    match = NEVER_MOVED.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or party.mention.kind != "person":
        return
    town = town_of(stretch, match, "o", party)
    if town is not None:
        yield never(
            stretch,
            party,
            "lives_in",
            town._replace(kind="place"),
            f"{party.shown} did not move to {town.name}",
        )


def never_joined(stretch: Stretch) -> Iterator[Claim]:
    """ "I never joined Corvid", "she didn't join the choir"."""
    match = NEVER_JOINED.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or party.mention.kind != "person":
        return
    if match["c"]:
        words_ = stretch.between(*match.span("c"))
        head = words_[-1]
        thing = Thing(match["c"], "organization", words_[0].start, head.end, True, True, True, head)
        text = f"{party.shown} did not join the {thing.name}"
        yield never(stretch, party, "member_of", thing, text)
        return
    firm = firm_of(stretch, match)
    if firm is not None:
        text = f"{party.shown} did not join {firm.name}"
        yield never(stretch, party, "works_at", firm._replace(kind="organization"), text)


def never_got(stretch: Stretch) -> Iterator[Claim]:
    """ "We didn't buy the Vespa", "we never adopted Juno"."""
    match = NEVER_GOT.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or party.mention.kind != "person":
        return
    words_ = stretch.between(*match.span("o"))
    thing = thing_of(stretch.reading, words_) if words_ else None
    if thing is None or thing.kind in {"place", "person", "organization", "technology"}:
        return
    adopted = match["v"].lower().startswith("adopt")
    if not adopted and not match["v"].lower().startswith(("buy", "bought")):
        return
    predicate, kind = ("has_pet", "animal") if adopted else ("owns", thing.kind or "product")
    text = f"{party.shown} did not {'adopt' if adopted else 'buy'} {thing.name}"
    yield never(stretch, party, predicate, thing._replace(kind=kind), text)


def rescinded(stretch: Stretch) -> Iterator[Claim]:
    """ "Silverpine rescinded the offer"."""
    match = RESCINDED.match(stretch.text)
    firm = firm_of(stretch, match) if match and not stretch.negated() else None
    if firm is not None:
        yield no_job(stretch, firm)


def put_off(stretch: Stretch) -> Iterator[Claim]:
    """ "The move to Glasgow got pushed back to July": taken back, and told anew with its date."""
    match = PUT_OFF.match(stretch.text)
    if match is None or stretch.negated():
        return
    reading, party = stretch.reading, user(stretch)
    dates = find_dates(match["d"], reading.said_at, tense="future")
    if not dates or dates[0].start > len("the "):
        return
    home = bool(re.search(r"\b(?:move|relocation)\b", match["w"].split(" to ")[0], re.IGNORECASE))
    name = ("o" if match["o"] else "t" if match["t"] else "") if home else ("f" if match["f"] else "")
    found = named_before(stretch, home=home) if not name else None
    if name:
        found = town_of(stretch, match, name, party) if home else firm_named(stretch, match)
    if found is None:
        return
    predicate = reading.ontology.predicate("lives_in" if home else "works_at")
    kind = "place" if home else "organization"
    when = When(dates[0].interval.low, None, dates[0].grain)
    text = f"{party.shown} {'moves to' if home else 'starts at'} {found.name}"
    shown = written(dates[0], reading.said_at)
    yield never(stretch, party, predicate.name, found._replace(kind=kind), f"{text} later than was planned")
    told = f"{text} {'on' if shown[:1].isdigit() and '-' in shown else 'in'} {shown}"
    text = finish(told) if shown else stated(reading, party, predicate, found.name, mode="asserts", when=when)
    yield reading.claim(party, predicate.name, text, thing=found, kind=kind, when=when, confidence=0.8)


def firm_named(stretch: Stretch, match: re.Match[str]) -> Thing | None:
    """The firm behind "my start at"."""
    words_ = stretch.between(*match.span("f"))
    return thing_of(stretch.reading, words_)._replace(named=True) if words_ else None


def named_before(stretch: Stretch, *, home: bool) -> Thing | None:
    """The town or the firm that the sentence before spoke of."""
    predicate = "lives_in" if home else "works_at"
    for claim in stretch.reading.focus.said:
        if claim.predicate == predicate and claim.object is not None and claim.mode == "asserts":
            head = stretch.words[0]
            return Thing(claim.object.name, claim.object.kind, head.start, head.end, True, True, False, head)
    return None
