"""Sentences read as text with slots: "<holder> took over <thing> from <holder>", where parsers stumble over names.

A slot takes a short run of words; what stands there becomes a party or a thing by its form and by what is known of
its name, without the parser's help. Whether the sentence is stated at all is still the parser's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, MONTHS, PRONOUNS, ROLE_HEADS, SOFTWARE, WEEKDAYS, words
from graphmem.model import Mention

# A holder: a person, a team, or the speaker. A thing: an article and up to four words.
HOLDER = (
    r"(?:I|we|(?:[Tt]he\s+|[Oo]ur\s+)[\w-]+(?:\s[\w-]+){0,2}?\s(?:team|squad|crew|guild|group|folks|people)"
    r"|[A-Z][\w-]+(?:\s[A-Z][\w-]+)?(?:\steam)?)"
)
STOPS = (
    "and|but|so|from|to|for|on|off|over|in|at|with|by|now|is|was|has|got|since|until|because|instead|again|anymore"
    "|last|this|next|yesterday|today|as|of|into|onto"
)
THING = (
    r"(?:(?:the|our|my|all\sof)\s+)?[\w@][\w@/.-]*"
    rf"(?:\s(?!(?:{STOPS})\b)[\w@/.-]+){{0,3}}"
)
TEAMS = words(
    "platform payments growth infra infrastructure data search security mobile web core billing checkout identity"
    " devops sre ops support marketing sales design finance legal product analytics ml research frontend backend qa"
)
GROUPS = words("team squad crew guild group folks people")
CALENDAR = WEEKDAYS | MONTHS | words("today yesterday since now so and but then")
SERVICES = words(
    "billing checkout search payments auth authentication onboarding login signup infra indexing notifications"
    " logging monitoring reporting analytics invoicing deployments releases docs ingestion"
)
UNREAL = rx.compile(
    r"\b(?:if|whether|maybe|perhaps|might|could|should|would|wish|wants? to|plans? to|need to)\b",
    re.IGNORECASE,
)


class Slot(NamedTuple):
    """A stretch of the passage without its article."""

    name: str
    start: int
    end: int
    article: str


def compiled(template: str) -> rx.Pattern:
    """A pattern of a template in which A and B are holders, Y, P and Q are things."""
    for mark in "AB":
        template = template.replace(f"<{mark}>", rf"(?P<{mark}>(?-i:{HOLDER}))")
    for mark in "YPQ":
        template = template.replace(f"<{mark}>", rf"(?P<{mark}>{THING})")
    template = template.replace(
        "^", r"(?:^\W*|[,;:]\s+|\s[-–—]\s+|\b(?:and|but|so|now|then|today|yesterday)\s+)"
    )
    return rx.compile(template.replace(" ", r"\s+"), re.IGNORECASE)


def slot(reading: Reading, match: re.Match[str], name: str) -> Slot | None:
    """What stands in a slot, in places of the passage; None when the slot is not in the match."""
    text = match.groupdict().get(name)
    if not text:
        return None
    start = reading.sentence.start + match.start(name)
    article = re.match(r"(?:(?:all\s+of\s+)?(?:the|our|my)\s+)+", text, re.IGNORECASE)
    if article:
        start, text = start + article.end(), text[article.end() :]
    text = text.rstrip(".,;:!")
    return Slot(text, start, start + len(text), article[0].split()[-1].lower() if article else "")


def clause_of(reading: Reading, match: re.Match[str]) -> Clause | None:
    """The clause of a match, with all words of a sentence that has only one date; None when it is not told."""
    sentence = reading.sentence
    low, high = sentence.start + match.start(), sentence.start + match.end()
    inside = [one for one in reading.clauses if low <= one.verb.start < high]
    told = inside or reading.clauses
    if any(not one.real or one.question or one.verb.quoted for one in told) or UNREAL.search(sentence.text):
        return None
    if any(low <= word.start < high and word.quoted for word in sentence.words):
        return None
    verb = inside[0].verb if inside else sentence.words[0]
    tense = inside[0].tense if inside else "past"
    if inside and inside[0].imperative:
        return None
    whole = Clause(sentence, verb, tense=tense, words=list(sentence.words))
    if len(reading.dates(whole)) > 1 and inside:
        return inside[0]
    if tense == "future" and not reading.dates(whole):
        return None
    return whole


def holder(reading: Reading, place: Slot | None) -> Party | None:
    """The person, the team or the speaker in a slot."""
    if place is None:
        return None
    word = word_at(reading, place.end)
    if word is None:
        return None
    if place.name.lower() in {"i", "we"}:
        return reading.speaker(word) if reading.by_user else None
    parts = place.name.split()
    while len(parts) > 1 and parts[0].lower() in CALENDAR:
        parts = parts[1:]
    name = " ".join(parts)
    lower = name.lower()
    if lower in PRONOUNS | CALENDAR | EMPTY_NOUNS or parts[-1].lower() in ROLE_HEADS:
        return None
    group = parts[-1].lower() in GROUPS
    if group and len(parts) == 1:
        return None
    known = reading.ontology.known(name) or reading.focus.kinds.get(lower, "")
    if group or lower in TEAMS or known == "organization":
        kind = "organization"
    elif known not in {"", "person"} or not name[:1].isupper() or word.technical:
        return None
    else:
        kind = "person"
    start, end = reading.sentence.passage.source(place.end - len(name), place.end)
    shown = f"The {name}" if group and name[:1].islower() else name
    return Party(Mention(reading.message.id, start, end, name, kind), shown)


def held(reading: Reading, place: Slot | None, kinds: frozenset[str] = SOFTWARE) -> Thing | None:
    """The service, project or tool in a slot; None for what names nothing."""
    if place is None or not place.name:
        return None
    word = word_at(reading, place.end)
    if word is None or word.quoted:
        return None
    if place.name.lower() == "it":
        subject = reading.focus.subject()
        near = subject if subject is not None and subject[1] in kinds else None
        near = near or reading.focus.thing(reading.sentence.number) or last_object(reading)
        fits = near is not None and near[1] in kinds
        return None if near is None or not fits else Thing(
            near[0], near[1], place.start, place.end, True, True, near[0][:1].islower(), word
        )  # fmt: skip
    lower, last = place.name.lower(), place.name.split()[-1].lower()
    if lower in PRONOUNS or last in EMPTY_NOUNS | PRONOUNS | ROLE_HEADS or last in CALENDAR:
        return None
    kind = reading.ontology.known(place.name) or word.technical or reading.focus.kinds.get(lower, "")
    kind = kind or reading.ontology.heads.get(last, "")
    if not kind:
        made = last.endswith(("er", "or")) and bool(place.article)
        kind = "service" if last in SERVICES or made else "project" if place.article else ""
    if kind not in kinds or (
        not place.article and not word.technical and last == lower and kind == "project"
    ):
        return None
    return Thing(
        place.name, kind, place.start, place.end, True, True, bool(place.article), word, place.article
    )


def last_object(reading: Reading) -> tuple[str, str] | None:
    """What the last claim was told of: "Aiko no longer maintains the importer. The data team maintains it now."."""
    objects = {(one.object.name, one.object.kind) for one in reading.focus.said if one.object is not None}
    return objects.pop() if len(objects) == 1 else None


def word_at(reading: Reading, end: int) -> Word | None:
    """The word that ends at a place of the passage."""
    return next((word for word in reading.sentence.words if word.start < end <= word.end), None)


def matches(reading: Reading, patterns: tuple[rx.Pattern, ...]) -> Iterator[tuple[re.Match[str], int]]:
    """The first match of each pattern that fits the sentence, with the number of the pattern."""
    for number, pattern in enumerate(patterns):
        found = pattern.search(reading.sentence.text)
        if found is not None:
            yield found, number


def span_of(reading: Reading, clause: Clause, *, ends: bool) -> When:
    """The interval of what begins, or of what ends, by the only date of a sentence."""
    if ends:
        when = reading.when(clause)
        return When(None, when.start or when.end, when.grain)
    return reading.when(clause)
