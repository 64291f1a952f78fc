"""The parts of a plain sentence by the order of its words: who it speaks of, what it names, and when.

The parser of a small model errs on one sentence in five: "uploads go to the bucket" has no verb for it. Here a known
phrase is found first, and what stands before and behind it is read as a subject and as objects. In go stretches of a
sentence, out come parties and things as the patterns over the parse use them.
"""

from __future__ import annotations

from itertools import pairwise

from graphmem.extract import sieve as rx
from graphmem.extract.parse import FINITE, Word
from graphmem.extract.parts import ALONE
from graphmem.extract.plain.stretch import LEADS, Stretch
from graphmem.extract.reading import Party, Reading
from graphmem.extract.things import NER_KINDS, Thing
from graphmem.extract.vocabulary import (
    BARE_KIN,
    DETERMINERS,
    EMPTY_NOUNS,
    FAMILY,
    MONTHS,
    PETS,
    PRONOUNS,
    TURN_WORDS,
    WEEKDAYS,
    words,
)
from graphmem.model import Mention

STOPS = words(
    "because since so when while until till after before but which that who whose where though although"
    " if unless as"
    " for with via by instead rather over due than from to at in on under into of about like without"
    " during is are was"
    " were has have had will not no i we it you they he she"
)
JOIN = words("and & plus")
ARTICLES = DETERMINERS
OWNED = words("the our my")
NO_NAME_END = rx.compile(r"Feels|Looks|Sounds|Seems|Tastes|Smells|[A-Z][a-z]{2,}(?:ing|ional|ful|less|ous)")
NO_SUBJECT = PRONOUNS | STOPS - words("of for in on at") | words("and or there here what why how let please")
PLACE = rx.compile(
    r"(?:(?:the|a|our)\s+)?(?:(?:folder|directory|bucket|file|path|dir)\s+)?"
    r"(?P<p>[a-z][a-z0-9+.-]*://[^\s,;)]*[^\s,;).]|(?:~"
    r"|\.{1,2})?(?:/[\w.@*{}-]*[\w@*}-])+/?|[\w.@-]+(?:/[\w.@*{}-]*[\w@*}-])+/?)",
)
DAYS = WEEKDAYS | {f"{day}s" for day in WEEKDAYS} | words("weekdays weekends") | (MONTHS - {"may"})
# What hangs behind a name and is no part of it.
TRAILING = TURN_WORDS | words("too only anyway everywhere instead")
PLURAL_KIN = words("parent grandparent in-law folk sibling kid child son daughter brother sister")
# "Dad passed away in 2019": without any word in front it is the speaker's own.
ALONE_KIN = BARE_KIN | words("mummy daddy granny nan nana")
PERSONAL = words("person people team user customer client colleague man woman guy friend boss manager")


def user(stretch: Stretch) -> Party:
    """The user as the one who is spoken of."""
    return stretch.reading.user(stretch.words[0])


def team(stretch: Stretch) -> Party:
    """The user with those who work on what is spoken of."""
    return Party(stretch.reading.speaker(stretch.words[0]).mention, "The user's team", we=True, user=True)


def party_of(stretch: Stretch, words_: list[Word], kinds: tuple[str, ...] = ()) -> Party | None:
    """Whom or what the words before a known phrase speak of; None when that is not sure."""
    reading = stretch.reading
    while words_ and (words_[0].lower in LEADS or words_[0].pos == "PUNCT"):
        words_ = words_[1:]
    if not words_ or len(words_) > 6 or words_[0].start > words_[-1].start:
        return None  # in the last case a verb that was lent stands in it
    if len(words_) == 1 and words_[0].lower in {"i", "we", "he", "she", "it"}:
        return reading.party(words_[0], kinds)
    first, head = words_[0], head_of(words_)
    if len(words_) == 1 and first.lower in ALONE_KIN and reading.by_user:
        start, end = reading.sentence.passage.source(first.start, first.end)
        name = f"user's {first.lower}"
        return Party(Mention(reading.message.id, start, end, name, "person"), f"The {name}")
    owned = reading.owned(head)
    if owned is not None and first.lower in {"my", "our"}:
        return owned
    if first.lower in {"my", "our"} and len(words_) > 2 and words_[2].text[:1].isupper() and reading.by_user:
        role = words_[1].lemma.lower()
        if role in FAMILY or role in PETS:
            start, end = reading.sentence.passage.source(words_[2].start, head.end)
            name = reading.sentence.stretch(words_[2:])
            return Party(
                Mention(reading.message.id, start, end, name, "animal" if role in PETS else "person"), name
            )
    if (
        first.lower in {"my", "our"}
        and len(words_) == 2
        and head.lemma.lower() in PLURAL_KIN
        and reading.by_user
    ):
        start, end = reading.sentence.passage.source(first.start, head.end)
        name = f"user's {head.lower}"
        thing = Thing(name, "person", first.start, head.end, True, True, True, head)
        return Party(Mention(reading.message.id, start, end, name, "person"), f"The {name}", thing=thing)
    if any(word.lower in NO_SUBJECT for word in words_[first.lower in OWNED :]) or head.pos == "PRON":
        return None
    if kinds == ("person",) and len(words_) == 1 and NO_NAME_END.fullmatch(first.text):
        return None  # "Feels like a dream", "Unconditional love is rare"
    party = reading.party(head, kinds)
    if party is not None and covers(words_, party):
        return party
    return noun_party(stretch, words_, head, kinds)


def head_of(words_: list[Word]) -> Word:
    """The noun of a phrase: its last word before a preposition."""
    for before, word in pairwise(words_):  # words that were left out are lent from elsewhere
        if word.lower in {"of", "for", "in", "on", "at"}:
            return before
    return words_[-1]


def covers(words_: list[Word], party: Party) -> bool:
    """True when the party is the whole phrase and not a word of it."""
    if party.user or party.thing is None:
        return True
    named = [word for word in words_ if word.lower not in ARTICLES]
    return party.thing.start <= named[0].start and named[-1].end <= party.thing.end


def noun_party(stretch: Stretch, words_: list[Word], head: Word, kinds: tuple[str, ...]) -> Party | None:
    """ "The crawler", "our design tokens", "uploads", "prod": a part of the project at hand."""
    reading = stretch.reading
    named = [word for word in words_ if word.lower not in ARTICLES]
    if (
        not reading.by_user
        or not named
        or words_[0].lower in {"this", "that", "these", "those", "a", "an", "your"}
    ):
        return None
    definite = words_[0].lower in OWNED
    if "person" in kinds and called(reading, named):
        text = reading.sentence.stretch(named)
        start, end = reading.sentence.passage.source(named[0].start, named[-1].end)
        return Party(Mention(reading.message.id, start, end, text, "person"), text)
    plural = head.tag in {"NNS", "NNPS"} or head.lower.endswith("s")
    bare = (
        plural
        or head.lower in ALONE
        or len(named) > 1
        or head.technical
        or head.lower in reading.ontology.heads
    )
    if not (definite or bare or head.pos in {"PROPN", "NOUN"}) or head.lemma.lower() in PERSONAL:
        return None
    if len(named) == 1 and (head.lemma.lower() in EMPTY_NOUNS or head.lower in EMPTY_NOUNS) and not definite:
        return None
    if len(named) == 1 and head.lemma.lower() in EMPTY_NOUNS - words("tests file files version data"):
        return None
    if any(word.entity in {"PERSON", "GPE"} for word in named):
        return None
    text = lowered(reading.sentence.stretch(named), named[0])
    known = reading.ontology.heads.get(head.lemma.lower(), "") or reading.ontology.known(text)
    kind = (
        known
        if not kinds or known in kinds
        else next((one for one in ("service", "project") if one in kinds), "")
    )
    if kinds and not kind:
        return None
    thing = Thing(text, kind or "concept", named[0].start, named[-1].end, False, False, definite, head)
    start, end = reading.sentence.passage.source(thing.start, thing.end)
    name = f"{reading.project} {text}" if reading.project else text
    article = "the " if definite else ""
    shown = f"The {text} of {reading.project}" if reading.project else f"{article}{text}"
    mention = Mention(reading.message.id, start, end, name, kind or "concept")
    return Party(mention, shown[0].upper() + shown[1:], thing=thing)


def lowered(text: str, first: Word) -> str:
    """The text with a small letter in front when only the beginning of the sentence has made it a capital."""
    plain = first.pos in {"ADJ", "NOUN", "ADV", "VERB"} and first.tag != "NNP" and first.text[1:].islower()
    return text[:1].lower() + text[1:] if plain and not first.technical else text


def called(reading: Reading, words_: list[Word]) -> bool:
    """True for what is written as the name of a person: "Ravi", which the parser took for a noun."""
    text = reading.sentence.stretch(words_)
    plain = all(word.text[:1].isupper() and word.text[1:].islower() and not word.technical for word in words_)
    plain = plain and all(word.pos == "PROPN" or word.entity == "PERSON" for word in words_)
    noun = any(word.tag == "NNS" or word.lower in reading.ontology.heads for word in words_)
    return plain and not noun and len(words_) < 3 and not reading.ontology.known(text)


def place_of(stretch: Stretch, words_: list[Word]) -> Thing | None:
    """A path or an address in front of what follows, which the parser cuts to pieces: "db/migrate"."""
    if not words_:
        return None
    text = stretch.reading.sentence.passage.text
    match = PLACE.match(text, words_[0].start, stretch.end)
    if match is None:
        return None
    start, end = match.span("p")
    kind = "url" if "://" in match["p"] else "file"
    head = next((word for word in words_ if word.end >= end), words_[-1])
    return Thing(match["p"], kind, start, end, True, True, False, head)


def things_of(stretch: Stretch, words_: list[Word], *, most: int = 5) -> list[Thing]:
    """What the words behind a known phrase name, up to the next preposition: "RabbitMQ and Redis" are two."""
    place = place_of(stretch, words_)
    if place is not None:
        return [place]
    found: list[Thing] = []
    group: list[Word] = []
    for word in words_:
        ends = (
            word.lower in STOPS
            or word.lower in DAYS
            or word.text in {".", ";", ":", "(", ")"}
            or stretch.dated(word)
        )
        if ends or word.lower in JOIN or word.text == ",":
            if group:
                found.append(thing_of(stretch.reading, group))
            elif not ends:
                continue
            group = []
            if ends or (word.text == "," and begins_statement(words_, word)):
                break
            continue
        if word.lower in ARTICLES or (
            not group and word.pos in {"ADV", "INTJ"} and word.text.islower() and not word.technical
        ):
            continue
        group.append(word)
    if group:
        found.append(thing_of(stretch.reading, group))
    return [thing for thing in found if thing.name and len(thing.name.split()) <= most]


def begins_statement(words_: list[Word], comma: Word) -> bool:
    """True when what stands behind a comma is said of something else: "it uses Postgres, MongoDB is history"."""
    behind = [word for word in words_ if word.i > comma.i]
    piece = next((i for i, word in enumerate(behind) if word.text == "," or word.lower in JOIN), len(behind))
    return any(word.tag in FINITE for word in behind[:piece])


def thing_of(reading: Reading, words_: list[Word]) -> Thing:
    """A few words as a thing: named when a capital, a digit or a known name says so."""
    while len(words_) > 1 and words_[-1].lower in TRAILING:
        words_ = words_[:-1]
    text = reading.sentence.stretch(words_)
    known = reading.ontology.known(text)
    technical = next((word.technical for word in words_ if word.technical), "")
    label = next((NER_KINDS[one.entity] for one in reversed(words_) if one.entity in NER_KINDS), "")
    head = words_[-1]
    kind = known or technical or reading.ontology.heads.get(head.lemma.lower(), "") or label
    capital = any(any(char.isupper() for char in word.text) and word.lower not in PRONOUNS for word in words_)
    named = bool(known or technical or capital or head.technical == "")
    return Thing(text, kind, words_[0].start, words_[-1].end, named, bool(known or technical), False, head)


def is_tool(thing: Thing) -> bool:
    """True for what can stand as a program, a file or an address; no person and no place."""
    return thing.named and thing.kind not in {"person", "place", "version", "event"}
