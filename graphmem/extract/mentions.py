"""Who and what a message names, whether or not anything is claimed of it."""

from __future__ import annotations

import re

from graphmem.extract.heard import Heard
from graphmem.extract.reading import Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, ROLE_HEADS, TURN_WORDS, words
from graphmem.model import Mention

HUMAN_VERBS = words(
    "join say own like love work live move prefer want think tell ask write maintain lead manage leave"
    " quit marry study suggest review meet visit call email agree decide hate know speak become own teach"
)
NAME = re.compile(r"[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?")
MEETS = words("meet see know visit call tell ask help invite marry love hire")
NO_MENTION = re.compile(
    r"[\d\W]+|\d+[a-zA-Z]{1,4}|[A-Z]|(?:https?|TODO|FIXME|NOTE|WARNING|IMPORTANT|OK|FYI|TL;DR|PS|EOD|EOW|ASAP|AM|PM)",
    re.ASCII,
)


def technical_mentions(heard: Heard) -> list[Mention]:
    """Files, URLs, services and the like, by their form alone; these need no parser and no English."""
    found: list[Mention] = []
    for one in heard.passages:
        for technical in one.technical:
            if technical.kind and technical.kind != "version":
                start, end = one.passage.source(technical.start, technical.end)
                found.append(Mention(heard.message.id, start, end, technical.name, technical.kind))
    return found


def mentions_of(reading: Reading) -> list[Mention]:
    """The names in a sentence; what is named here is what "she" and "it" may mean in the next."""
    found: list[Mention] = []
    number = reading.sentence.number
    for word in reading.sentence.words:
        if word.pos not in {"NOUN", "PROPN", "X", "NUM"} and not word.technical:
            continue
        thing = reading.thing(word)
        if thing is None or not is_mention(thing, reading):
            continue
        if reading.by_user:
            reading.focus.named.add(thing.name.lower())
        elif not is_plain(thing, reading):
            continue
        kind = reading.focus.kinds.get(thing.name.lower()) or thing.kind
        if not thing.sure and (beside_person(reading, thing) or (not kind and acts(reading, thing))):
            kind = "person"
            reading.focus.kinds[thing.name.lower()] = kind
        kind = kind or "concept"
        if kind != "person" and not thing.sure and may_be_person(reading, thing):
            reading.focus.perhaps.append((number, thing.name))
        found.append(thing.mention(reading.message.id, reading.sentence, kind))
        reading.focus.meet(number, thing.name, kind)
    return found


def opens(thing: Thing, reading: Reading) -> bool:
    """True for a lone capitalised word that may owe its capital to its place: "Support: ...", "Retry later"."""
    words_ = reading.sentence.words
    head = thing.head
    if head.i != 0 or " " in thing.name or head.technical is not None:
        return False
    label = len(words_) == 1 or words_[1].text in {":", "-", "–"}
    return label or head.pos != "PROPN" or not (head.entity or acts(reading, thing))


def beside_person(reading: Reading, thing: Thing) -> bool:
    """True for "Berta" in "Anna and Berta"."""
    head = thing.head
    if head.dep != "conj" or head.technical is not None or not NAME.fullmatch(thing.name):
        return False
    other = reading.thing(reading.sentence.head(head))
    return other is not None and other.named and other.kind == "person" and bool(NAME.fullmatch(other.name))


def may_be_person(reading: Reading, thing: Thing) -> bool:
    """True for a lone capitalised name that somebody is said to have met or to have told."""
    head = thing.head
    above = reading.sentence.head(head)
    met = head.dep == "dobj" and above.lemma in MEETS
    return bool(NAME.fullmatch(thing.name)) and head.technical is None and (met or head.dep == "nsubj")


def acts(reading: Reading, thing: Thing) -> bool:
    """True when a name without a kind does what people do: "Priya joined the team"."""
    head = thing.head
    if head.dep != "nsubj" or head.technical is not None or not NAME.fullmatch(thing.name):
        return False
    return reading.sentence.head(head).lemma in HUMAN_VERBS


def is_plain(thing: Thing, reading: Reading) -> bool:
    """True for what the assistant names beyond doubt: what the user has named, or a known or technical name.

    Its text is full of capitalised terms and of "the relevant package"; people and places count by the parser's label.
    """
    if thing.name.lower() in reading.focus.named:
        return True
    if thing.sure:
        return bool(thing.head.technical) or bool(reading.ontology.known(thing.name))
    certain = thing.head.entity in {"PERSON", "GPE"} and thing.head.tag == "NNP" and thing.head.i > 0
    return certain and thing.kind in {"person", "place"} and bool(NAME.fullmatch(thing.name))


def is_mention(thing: Thing, reading: Reading) -> bool:
    """True for a name that somebody could look up later."""
    lower = thing.name.lower()
    if not thing.named or len(thing.name) > 80 or lower in PRONOUNS | EMPTY_NOUNS | TURN_WORDS:
        return False
    if thing.head.lemma.lower() in ROLE_HEADS or thing.kind == "version" or NO_MENTION.fullmatch(thing.name):
        return False
    if thing.head.technical == "" and not thing.kind:
        return False
    if opens(thing, reading) and not thing.sure:
        return False
    if thing.head.dep in {"compound", "nmod"} and thing.head.pos == "PROPN":
        above = reading.sentence.head(thing.head)
        if above.pos == "PROPN" and above.i == thing.head.i + 1:
            return False  # the middle of a longer name
    dates = {date for clause in reading.clauses for date in reading.dates(clause)}
    return not any(date.start < thing.end and thing.start < date.end for date in dates)
