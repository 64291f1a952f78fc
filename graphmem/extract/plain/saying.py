"""What the readers of tastes, orders, plans and belongings share: phrases as they are kept, lists, and their claims."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.dates import DateMention, find_dates
from graphmem.extract.plain.shapes import ARTICLES, party_of, thing_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode, Mention

# Who is spoken of in front; nobody is the user.
WHO = r"(?P<s>(?:(?i:i|we|he|she)|(?i:my|our)\s+[\w-]+(?:\s+[A-Z][\w-]+)?|[A-Z][\w-]+(?:\s+[A-Z][\w-]+)?)\b)"
TAIL = rx.compile(
    r",?\s+(?:because|since|as|when|but|so|especially|mostly|and\s+(?:i|we|it|he|she)|which|until|lately"
    r"|these days|nowadays|tbh|imo|imho|lol|haha|honestly|though|actually|anyway|btw|at all|at the moment"
    r"|right now|any day(?: of the week)?|every time|for sure|too much|to be honest|no contest|hands down"
    r"|always has been|by far)\b.*$|[,;:()!–].*$|\s+[-—]\s.*$",
    re.IGNORECASE,
)
POINTS = rx.compile(
    r"^(?:this|that|these|those|it|its|them|him|her|you|your|how|what|when|where|who|why|if|us"
    r"|me|of|something"
    r"|anything|everything|nothing|so|to|not|yes|no|nope|none|idk|dunno|sure|ok|okay|here"
    r"|there|one|tastes?|feels?|sounds?|looks|smells?|makes|gives|hurts|found|especially)\b",
    re.IGNORECASE,
)
WITHIN = rx.compile(
    r"\b(?:this|that|these|those|it|them|here|there|you|your|above|below|him|today|tonight|tomorrow)\b",
    re.IGNORECASE,
)
AND = rx.compile(r",\s*(?:and\s+|or\s+)?|\s+(?:and|&|plus)\s+", re.IGNORECASE)


def person(stretch: Stretch, match: re.Match[str]) -> Party | None:
    """The person in the group `s`; the user when nobody stands there."""
    if match.groupdict().get("s") is None:
        return user(stretch)
    party = party_of(stretch, stretch.between(*match.span("s")), ("person", "animal"))
    if party is None or party.mention.kind not in {"person", "animal"} or party.group:
        return None
    return party._replace(shown="The user") if party.user else party


def called(stretch: Stretch, span: tuple[int, int]) -> Party | None:
    """Whom a capital names where only a person can stand, though the parser takes it for a verb: "Hamza and ..."."""
    reading, inside = stretch.reading, stretch.between(*span)
    found = party_of(stretch, inside, ("person",))
    if found is not None or not inside:
        return found if found is not None and found.mention.kind == "person" else None
    text = reading.sentence.stretch(inside)
    if reading.ontology.known(text) or not all(
        word.text[:1].isupper() and word.text[1:].islower() for word in inside
    ):
        return None
    start, end = reading.sentence.passage.source(inside[0].start, inside[-1].end)
    return Party(Mention(reading.message.id, start, end, text, "person"), text)


def phrase(text: str, *, most: int = 8) -> str:
    """A noun phrase as it is kept: without what follows it and without its article; "" when it points elsewhere."""
    kept = TAIL.sub("", text.strip(" .!,\"'")).strip(" .!,\"'")
    kept = re.sub(r"^(?:an?|some|any|the|my|our)\s+", "", kept, flags=re.IGNORECASE)
    if not kept or POINTS.match(kept) or WITHIN.search(kept) or len(kept.split()) > most:
        return ""
    if kept.lower() in PRONOUNS | EMPTY_NOUNS or not re.search(r"[^\W\d_]{2}|\b[A-Z]\b", kept):
        return ""
    return re.sub(r"\b(?:my|our)\b", "their", kept)


def listed(text: str) -> list[str]:
    """ "beekeeping, chess and restoring radios" as three phrases; one phrase when a part is none."""
    kept = re.sub(
        r"\s+(?:so|because|since|but|when|which|where|until)\s.*$|[;:()!].*$",
        "",
        text.strip(" .!"),
        flags=re.IGNORECASE,
    )
    parted = AND.split(kept)
    long = parted[0][:1].islower() and len(parted[0].split()) > 3 and len(parted) == 2 and ", " not in kept
    pieces = [phrase(one, most=6) for one in parted]
    return pieces if all(pieces) and not long else [one for one in [phrase(kept)] if one]


def is_nominal(stretch: Stretch, span: tuple[int, int]) -> bool:
    """True for a few words without a finite verb, a pronoun or a number among them."""
    inside = stretch.between(*span)
    return bool(inside) and not any(
        word.pos == "AUX"
        or (word.pos == "VERB" and word.tag not in {"VBG", "VBN", "VB"})
        or (word.lower in PRONOUNS and word.lower not in {"my", "our"})
        or (word.pos == "NUM" and word.text.isdigit())
        for word in inside
    )


def say(
    stretch: Stretch,
    party: Party,
    predicate: str,
    value: str,
    text: str,
    *,
    mode: ClaimMode = "asserts",
    when: When | None = None,
    qualifier: str = "",
    confidence: float = 0.75,
) -> Claim:
    """One claim; what is known by name becomes an entity, all else stays as it was said."""
    reading = stretch.reading
    named = [word for word in stretch.words if word.text in value.split()]
    kind = ""
    thing = thing_of(reading, named) if named and reading.sentence.stretch(named) == value else None
    if thing is not None and thing.sure:
        kind = reading.kind(thing, reading.ontology.predicate(predicate).range)
    return reading.claim(
        party, predicate, finish(text), thing=thing if kind else None, kind=kind, value="" if kind else value,
        mode=mode, when=when, qualifier=qualifier, confidence=confidence,
    )  # fmt: skip


def dates_of(stretch: Stretch, tense: str) -> list[DateMention]:
    """The dates of a statement, places in its own text."""
    return find_dates(stretch.text, stretch.reading.said_at, tense=tense)


def bare(text: str) -> str:
    """The text without an article in front."""
    first, _, rest = text.partition(" ")
    return rest if rest and first.lower() in ARTICLES else text
