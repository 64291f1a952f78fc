"""Who and what a message names, whether or not anything is claimed of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.heard import Heard
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.things import NER_KINDS, SAYS_LITTLE, Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, MONTHS, PRONOUNS, ROLE_HEADS, TURN_WORDS, WEEKDAYS, words
from graphmem.model import Mention
from graphmem.names import is_acronym

HUMAN_VERBS = words(
    "join say own like love work live move prefer want think tell ask write maintain lead manage leave"
    " quit marry study suggest review meet visit call email agree decide hate know speak become own teach"
)
NAME = re.compile(r"[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?")
MEETS = words("meet see know visit call tell ask help invite marry love hire")
NO_MENTION = re.compile(
    r"[\d\W]+|\d+[a-zA-Z]{1,4}|[A-Z]|(?:https?|TODO|FIXME|NOTE|WARNING|IMPORTANT|OK|FYI|TL;DR|PS|EOD|EOW|ASAP|AM|PM|(?i:inc|corp|ltd|llc|gmbh)\.?)",
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
    found = phrases(reading)
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


PARTS = words(
    "index page screen form table bucket portal platform module script bus layer suite system engine console view"
    " board tool store catalog calendar widget agent model template report runbook wiki newsletter"
)
# What stands before a name of several words, or ends it on its left.
POINTING = words("the our my your this that their his her its")
HOST = re.compile(
    r"(?:[a-z]+-)*(?:db|web|app|api|node|host|server|srv|vm|worker|cache|prod|staging|stage|gpu|master|replica|primary"
    r"|build|runner|ci|mail|proxy|lb|edge|bastion|box|pi|nas|gw|pg|redis|kafka|mysql|es|rack|lab|test|dev|mx|ns|vpn|k8s"
    r"|storage|backup|queue|jump|monitor)-\d{1,3}"
    r"|(?:db|node|host|srv|server|vm|worker|gpu|prod|runner|build|master|replica|cache|proxy|lb)\d{1,2}|(?:web|app|api|ci)0\d"
)
# "The acme/lumen repo": who owns it is a part of its name.
SLUG = re.compile(
    r"(?<![\w/.~@-])(?:(?P<a>[a-zA-Z][\w-]*/[a-zA-Z][\w.-]*[\w])(?=\s+repo(?:sitory)?\b)"
    r"|(?<=\brepo )(?P<b>[a-zA-Z][\w-]*/[a-zA-Z][\w.-]*[\w]))"
)
ENDS = words("ui web site portal core infra data admin docs ios android mobile store engine")
COUNTED = words(
    "step chapter phase sprint part section version level day week page line item option task point figure table"
    " round stage tier floor room number issue ticket question plan season grade class group block row column case"
)
NOT_NAMES = (
    WEEKDAYS | MONTHS | words("english i'm ok okay yes no thanks hi hello hey please christmas easter")
)


# "MariaDB", "GitLab": no word of the language has a capital in its middle.
CAMEL = re.compile(r"[A-Z][a-z]+[A-Z][A-Za-z]*")
# "@jmeyer merged it": who is called so; an address has something before the sign.
HANDLE = re.compile(r"(?<![\w@/.+-])@(?P<n>[A-Za-z][\w-]{1,38})(?![\w/@-]|\.\w)")
# "k8s-west", "pg15-main": letters and digits before a joint, which parsers cut in pieces.
JOINED = re.compile(r"(?<![\w/@.:-])[a-z]+\d+[a-z]*-[a-z][a-z0-9-]*(?![\w/@-]|\.\w)")
# "The Customer Data Hub": three words or more with capitals are one name, whatever the parser makes of them.
TITLED = re.compile(r"(?<=\b[Tt]he |\b[Oo]ur )[A-Z][a-z]+(?: [A-Z][a-z]+){2,4}(?![\w-])")


def by_form(reading: Reading) -> Iterator[Mention]:
    """Names that their letters tell: "@jmeyer", "k8s-west", "MariaDB", "the Customer Data Hub", "Terrafrom"."""
    sentence, text = reading.sentence, reading.sentence.text
    for pattern, kind in ((HANDLE, "person"), (JOINED, "host"), (TITLED, "concept")):
        for match in pattern.finditer(text):
            name = "n" if pattern is HANDLE else 0
            low, high = (sentence.start + place for place in match.span(name))
            inside = [word for word in sentence.words if word.start < high and word.end > low]
            dated = any(reading.is_date(word, clause) for word in inside for clause in reading.clauses)
            if inside and not dated and not any(word.quoted for word in inside):
                start, end = sentence.passage.source(low, high)
                found = reading.focus.kinds.get(match[name].lower(), kind)
                yield Mention(reading.message.id, start, end, match[name], found)
    for word in sentence.words[:1]:
        known = reading.ontology.known(word.text)
        slip = "" if known else reading.ontology.slip(word.text)
        if word.technical is None and (CAMEL.fullmatch(word.text) or slip):
            kind = known or reading.focus.kinds.get(word.lower) or slip or "concept"
            yield written(reading, [word], kind)


def phrases(reading: Reading) -> list[Mention]:
    """Names that are told by their form, however the sentence was parsed: "the config service", "db-1", "Falcon 2"."""
    found: list[Mention] = []
    for slug in SLUG.finditer(reading.sentence.text):
        low = reading.sentence.start + slug.start()
        start, end = reading.sentence.passage.source(low, low + len(slug[0]))
        found.append(Mention(reading.message.id, start, end, slug[0], "repository"))
    if reading.by_user:
        found += by_form(reading)
    heads = reading.ontology.heads
    for word in reading.sentence.words:
        if reading.by_user and (word.lower in PARTS or word.lower in heads) and word.technical is None:
            before = modifiers(reading, word)
            if before:
                kind = heads.get(word.lower, "concept")
                found.append(written(reading, [*before, word], kind))
        elif not word.technical and HOST.fullmatch(word.text):
            found.append(written(reading, [word], "host"))
        elif word.technical == "" and word.text.islower() and word.text.rpartition("-")[2] in ENDS:
            found.append(written(reading, [word], "service"))
        elif reading.by_user and numbered(reading, word):
            found.append(written(reading, reading.sentence.words[word.i : word.i + 2], "product"))
        elif reading.by_user and misread(reading, word):
            found.append(written(reading, [word], reading.focus.kinds.get(word.lower, "concept")))
    return found


def written(reading: Reading, words_: list[Word], kind: str) -> Mention:
    """Some words of the sentence as a mention."""
    start, end = reading.sentence.passage.source(words_[0].start, words_[-1].end)
    return Mention(reading.message.id, start, end, reading.sentence.stretch(words_), kind)


def modifiers(reading: Reading, noun: Word) -> list[Word]:
    """The words between "the" and a noun, up to three, when they tell which one: "order history" of "page"."""
    found: list[Word] = []
    for word in reversed(reading.sentence.words[max(0, noun.i - 4) : noun.i]):
        if word.lower in POINTING:
            plain = any(one.lower in SAYS_LITTLE or one.tag in {"JJR", "JJS", "CD"} for one in found)
            return [] if plain or (found and found[0].pos in {"ADP", "ADV"}) else found
        if not (word.technical is not None or word.tag in {"NN", "NNP", "NNS", "VBG", "JJ", "FW"}):
            return []
        found.insert(0, word)
    return []


def numbered(reading: Reading, word: Word) -> bool:
    """True for "Falcon" in "Falcon 2": a number that is a part of the name."""
    words_ = reading.sentence.words
    behind = words_[word.i + 1 : word.i + 3]
    if (
        not behind
        or not (len(behind[0].text) <= 2 and behind[0].text.isdecimal())
        or not NAME.fullmatch(word.text)
    ):
        return False
    if word.lower in COUNTED | NOT_NAMES or reading.ontology.known(word.text) or word.technical is not None:
        return False
    if word.pos not in {"PROPN", "NOUN"} or (word.i == 0 and not word.entity and word.tag != "NNP"):
        return False
    return len(behind) == 1 or behind[1].pos in {"VERB", "AUX", "PUNCT", "ADP", "CCONJ", "PART"}


def misread(reading: Reading, word: Word) -> bool:
    """True for a lone name within a sentence that the parser takes for an adjective or a verb."""
    if word.i == 0 or word.pos not in {"ADJ", "ADV", "VERB", "INTJ"} or not NAME.fullmatch(word.text):
        return False
    before = reading.sentence.words[word.i - 1]
    capitals = sum(one.text[:1].isupper() for one in reading.sentence.words)
    return (
        len(word.text) > 2
        and word.lower not in NOT_NAMES | TURN_WORDS | PRONOUNS
        and before.pos in {"ADP", "AUX", "VERB", "CCONJ", "DET", "PART", "NOUN"}
        and before.text[:1].islower()
        and capitals * 2 <= len(reading.sentence.words)
    )


def opens(thing: Thing, reading: Reading) -> bool:
    """True for a lone capitalised word that may owe its capital to its place: "Support: ...", "Retry later"."""
    words_ = reading.sentence.words
    head = thing.head
    if head.i != 0 or " " in thing.name or head.technical is not None:
        return False
    if is_acronym(thing.name) and len(thing.name) > 2 and head.dep in {"nsubj", "nsubjpass", "poss"}:
        return False
    label = len(words_) == 1 or words_[1].text in {":", "-", "–"}
    if label or head.tag not in {"NN", "NNP"}:
        return True
    spoken_of = head.dep in {"nsubj", "nsubjpass", "poss"} and head.lower not in NOT_NAMES
    if head.pos == "PROPN":
        return not (head.entity or spoken_of or acts(reading, thing))
    return not (spoken_of and head.entity in NER_KINDS)


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


NO_NAMES = PRONOUNS | EMPTY_NOUNS | TURN_WORDS


def is_mention(thing: Thing, reading: Reading) -> bool:
    """True for a name that somebody could look up later."""
    lower = thing.name.lower()
    if not thing.named or len(thing.name) > 80 or lower in NO_NAMES:
        return False
    if thing.head.lemma.lower() in ROLE_HEADS or thing.kind == "version" or NO_MENTION.fullmatch(thing.name):
        return False
    if thing.name.startswith("@") or (thing.head.technical == "" and not thing.kind):
        return False
    if opens(thing, reading) and not thing.sure:
        return False
    if thing.head.dep in {"compound", "nmod"} and thing.head.pos == "PROPN":
        above = reading.sentence.head(thing.head)
        if above.pos == "PROPN" and above.i == thing.head.i + 1:
            return False  # the middle of a longer name
    dates = {date for clause in reading.clauses for date in reading.dates(clause)}
    return not any(date.start < thing.end and thing.start < date.end for date in dates)
