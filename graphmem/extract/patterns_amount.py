"""Claims about amounts: limits, settings, prices, budgets and counts, kept exactly as they were said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import FAMILY, PETS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

SETTINGS = words(
    "timeout limit size interval threshold budget quota ttl port memory retention rate window count cost"
    " price fee salary pool replicas rent income mortgage deposit height weight capacity maximum minimum"
    " max min frequency length width duration deadline score goal target age bill subscription tax"
)
NOT_THESE = words("age deadline port")
COUNTED = words("year day week month hour minute time problem issue question idea thing way minute point kid")
NO_UNIT = (
    r"(?:please|pls|thanks|for|from|and|in|on|at|to|by|now|again|until|till|instead|then|because|so|as|this|an?|per|each"
    r"|every)\b"
)
# A figure is taken whole or not at all: "5,000" is no 5.
AMOUNT = rx.compile(
    r"[$€£¥]\s?\d(?:[\d,.]*\d)?+\s?(?:[kKmMbB]\b|thousand|million|billion)?"
    r"(?:\s?(?:/|per\b|an?\b|each\b)\s?(?:month|year|week|day|hour|user|seat|person|night"
    r"|minute|second|request|min|sec|mo|yr|wk|hr))?"
    r"|\d(?:[\d,.]*\d)?+\s?(?:%|percent\b|[kKmM]\b|(?:thousand|million|billion)\b(?:\s[a-z]+)?"
    rf"|(?!{NO_UNIT}|an?\b)[a-zA-Zµ]+)?"
    r"(?:\s?(?:/|per\b|an?\b)\s?(?:month|year|week|day|hour|user|seat|person|night|minute"
    r"|second|request|min|sec|mo|yr|wk|hr)s?)?"
)
PAYS = words("pay")


def of_amount(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """The amounts of a clause in the present tense."""
    if clause.tense != "present" or clause.subject is None:
        return
    if clause.lemma == "have":
        yield from held(reading, clause)
    elif clause.lemma == "cost":
        yield from costing(reading, clause)
    elif clause.lemma in PAYS and clause.behind("for") and reading.by_user:
        yield from paying(reading, clause)
    elif clause.lemma in {"be", "set", "limit", "cap"}:
        yield from setting(reading, clause)


def amount_behind(reading: Reading, place: int, *, within: int) -> str:
    """The amount that begins at most so many characters behind a place of the passage, or ""."""
    found = AMOUNT.search(reading.sentence.passage.text, place, reading.sentence.end)
    if found is None or found.start() - place > within:
        return ""
    return found[0].strip().rstrip(".,")


def setting(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The timeout of orders-svc is 30 seconds", "my rent is 980 euros a month", "the upload limit is 25 MB"."""
    subject = clause.subject
    assert subject is not None
    if subject.lemma.lower() not in SETTINGS - NOT_THESE or (clause.lemma != "be" and not clause.passive):
        return
    value = amount_behind(reading, clause.verb.end, within=14)
    owner = owner_of(reading, clause, subject)
    if not value or owner is None:
        return
    label = " ".join(
        [one.text for one in reading.sentence.below(subject, "compound", "amod")] + [subject.text]
    )
    about = topic_of(reading, subject) if owner.user else ""
    qualifier = f"{label} {about}".strip()
    if owner.user and owner.shown:
        mine = any(one.lower in {"my", "our"} for one in reading.sentence.below(subject, "poss"))
        text = f"The user's {qualifier} is {value}" if mine else f"The {qualifier} is {value}"
    else:
        text = f"The {label} of {re.sub('^The ', 'the ', owner.shown)} is {value}"
    yield reading.claim(owner, "setting_is", finish(text), value=value, qualifier=qualifier, confidence=0.85)


def owner_of(reading: Reading, clause: Clause, subject: Word) -> Party | None:
    """Whose setting it is: "the timeout of orders-svc", "our budget", "orders-svc's timeout"; else the user's work."""
    for one in reading.sentence.below(subject, "poss"):
        if one.lower in {"my", "our"} and reading.by_user:
            return reading.speaker(one)
        return reading.party(one) if one.pos in {"PROPN", "NOUN"} else None
    inside = clause.behind("in", "for", "on") if clause.lemma == "set" else []
    for noun in [*nouns_of(reading, subject), *inside]:
        owner = reading.party(noun)
        if owner is not None and not owner.user:
            return owner
    described = bool(reading.sentence.below(subject, "compound", "amod"))
    definite = any(one.lower == "the" for one in reading.sentence.below(subject, "det"))
    if reading.by_user and described and (definite or clause.passive):
        return reading.user(subject)
    return None


def nouns_of(reading: Reading, subject: Word) -> list[Word]:
    """The nouns behind "of", "for", "on" and "in" of a noun."""
    return [
        noun
        for preposition in reading.sentence.below(subject, "prep")
        if preposition.lower in {"of", "for", "on", "in"}
        for noun in reading.sentence.below(preposition, "pobj")
    ]


def topic_of(reading: Reading, subject: Word) -> str:
    """ "for the redesign" of "our budget for the redesign"."""
    for preposition in reading.sentence.below(subject, "prep"):
        part = reading.sentence.subtree(preposition)
        if not any(word.pos == "PRON" for word in part):
            return reading.sentence.stretch(part)
    return ""


def held(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "orders-svc has a timeout of 30 seconds", "the dataset has 1.2 million rows"."""
    assert clause.subject is not None
    party = reading.party(clause.subject)
    if party is None:
        party = reading.part(clause.subject, loose=True)
    if party is None or party.user or party.mention.kind in {"person", "animal"}:
        return
    for word in clause.objects:
        lemma = word.lemma.lower()
        if lemma in SETTINGS:
            value, label = amount_behind(reading, word.end, within=6), label_of(reading, word)
            text = f"{party.shown} has a {label} of {value}"
        else:
            if lemma in COUNTED or lemma in FAMILY or lemma in PETS:
                continue
            counts = [
                one for one in reading.sentence.subtree(word) if one.pos == "NUM" and one.text[:1].isdigit()
            ]
            if not counts or not reading.sentence.below(word, "nummod"):
                continue
            value = reading.sentence.passage.text[counts[0].start : word.end]
            label = label_of(reading, word)
            limit = {one.lower for one in reading.sentence.subtree(word)} & {"maximum", "minimum"}
            text = f"{party.shown} has {f'a {min(limit)} of ' if limit else ''}{value}"
            label = f"{min(limit)} {label}" if limit else label
        if value:
            yield reading.claim(
                party, "setting_is", finish(text), value=value, qualifier=label, confidence=0.85
            )


def label_of(reading: Reading, word: Word) -> str:
    """A noun with what describes it."""
    return " ".join([one.text for one in reading.sentence.below(word, "compound", "amod")] + [word.text])


def costing(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "The plan costs $29 per month"."""
    assert clause.subject is not None
    value = amount_behind(reading, clause.verb.end, within=16)
    party = reading.party(clause.subject) or reading.part(clause.subject, loose=True)
    if party is not None and not party.user and value:
        text = finish(f"{party.shown} costs {value}")
        yield reading.claim(party, "setting_is", text, value=value, qualifier="price", confidence=0.85)


def paying(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We pay $1,200/month for Datadog"."""
    value = amount_behind(reading, clause.verb.end, within=10)
    party = reading.party(clause.subject, ("person", "organization"))
    for word in clause.behind("for"):
        thing = reading.thing(word)
        if party is None or thing is None or not value or not re.search(r"[$€£¥]|\d\s?[a-zA-Z]", value):
            continue
        text = finish(f"{party.shown} pays {value} for {thing.name}")
        yield reading.claim(
            party, "setting_is", text, value=value, qualifier=f"price of {thing.name}", confidence=0.85
        )
