"""What may stand in a slot: a type, the words there, and what they name as an entity or as a literal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Word
from graphmem.extract.plain.saying import phrase
from graphmem.extract.plain.shapes import thing_of
from graphmem.extract.reading import Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import (
    DETERMINERS,
    EMPTY_NOUNS,
    FAMILY,
    PRONOUNS,
    ROLE_HEADS,
    STYLED,
    words,
)

SOFTWARE = words("technology package service repository project")
ARTICLES = DETERMINERS - {"all", "both"}
TRAILING = words(
    "now too anymore already lol though again btw please anyway instead atm currently only also still here tho haha xd"
    " today these days nowadays yet ok either well everywhere ofc obviously tbh honestly alone back"
    " myself ourselves himself herself themselves"
)
NUMBERS = words(
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred"
)
AGES = {
    word: str(number)
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
         "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
        start=1,
    )
}  # fmt: skip
NO_NAME = words(
    "ok okay sorry thanks please done ready sure glad happy sad tired busy back here home new late early good"
    " great fine bad stuck lost confused curious unsure wrong right free able going trying looking working"
    " using doing not just still also really very so too from in on at a an the all more less it this that what"
    " who why how when where and or but with about hi hey hello hiya yo thx afraid aware"
)
# "Running into", "running late": with these it is no pastime.
ASTRAY = words("into out late up off behind low through across away around short back on over with")
# "The second one", "that version": one of several that only this talk knows.
CHOSEN = words(
    "first second third fourth last latter former one ones other others version option better worse"
)
OURS = re.compile(r"\b(?:my|our)\b")
HOW = frozenset({"JJR", "JJS", "RBR", "RBS"})
NAMELIKE = words("NOUN PROPN X ADJ NUM")
NO_TOOL = words("PERSON GPE DATE TIME NORP MONEY PERCENT QUANTITY CARDINAL ORDINAL LANGUAGE LOC")
PROGRAMS = words(
    "r c rust go ruby spring swift node excel stata sas android ios linux windows word powerpoint spotify tidal"
    " netflix figma"
)
VERSION = rx.compile(r"v?\d+(?:\.\d+)*(?:[.-]?(?:rc|beta|alpha|lts|x)\.?\d*)?", re.IGNORECASE)
SHAPED = rx.compile(r"[A-Z].*[A-Z\d]|\w[-_.]\w|\w\d|\d\w|[A-Z]\w|\+\+|#$")


MODELS = words("thing computer vehicle")
MODEL = rx.compile(r"[a-z]{0,3}\d{1,4}[a-z]{0,2}|pro|max|mini|air|ultra|plus|se")


class Filled(NamedTuple):
    """What stands in a slot: a thing of a kind, or a literal."""

    text: str
    thing: Thing | None = None
    kind: str = ""


def fill(
    reading: Reading, grammar: Grammar, found: Sequence[Word], types: tuple[str, ...], kinds: tuple[str, ...]
) -> Filled | None:
    """What the words name when they are of one of the types; `kinds` are those that the predicate takes."""
    kept = trimmed(found)
    if "role" in types and found and found[0].lower in {"my", "our"}:
        return None  # "Nina is my manager" says whom somebody reports to
    if "role" in types and found and found[-1].entity == "PERSON":
        return None  # "my manager is Joe Smith" tells of no smith
    if "role" in types and len(kept) > 1 and kept[0].tag == "VBG" and kept[0].lower not in STYLED:
        return None  # "I'm doing a PhD at ETH", "we're hiring two engineers"
    if kept and kept[0].lower in {"had", "been"}:
        return None  # "I've had my cat for 9 years": the verb
    if found and found[0].lower == "your":
        return None  # "I appreciate your support" tells of the talk
    if kept and kept[-1].tag == "JJ" and followed(reading, kept[-1]) == ",":
        return None  # "creating a safe, inviting place" is cut short
    if not kept or (all(word.quoted for word in kept) and "name" not in types):
        return None
    if kept[0].pos in {"ADP", "SCONJ"} and kept[0].tag != "VBG" and kept[0].technical is None:
        return None
    if any(word.lower in PRONOUNS - {"one"} for word in kept[:1]) and "self" not in types:
        return None
    for one in types or ("np",):
        filled = of_type(reading, grammar, kept, one, kinds)
        if filled is not None:
            return filled
    return None


SHORT = re.compile(r"\b(?:Inc|Ltd|Co|Corp|Jr|Sr|St|\w)\.$")


def trimmed(found: Sequence[Word]) -> list[Word]:
    """The words without an article in front and without what hangs behind."""
    kept = [word for word in found if word.pos != "SPACE"]
    if len(kept) > 1 and kept[0].lower == "busy" and kept[1].lower.endswith("ing"):
        kept = kept[1:]  # "I've been busy painting"
    while kept and (kept[0].lower in ARTICLES or (kept[0].lower in TRAILING and kept[0].technical is None)):
        kept = kept[1:]
    while kept and (
        kept[-1].lower in TRAILING or (kept[-1].pos in {"PUNCT", "INTJ"} and not kept[-1].technical)
    ):
        kept = kept[:-1]
    return kept


def of_type(
    reading: Reading, grammar: Grammar, kept: list[Word], one: str, kinds: tuple[str, ...]
) -> Filled | None:
    """What the words name as one type: a class of the grammar, a form, or a kind of the ontology."""
    text = reading.sentence.stretch(kept)
    lower = text.lower()
    if one in grammar.types:
        return lexical(reading, grammar, kept, one, kinds)
    form = FORMS.get(one) if one != "named" or not set(kinds) - {"value"} else None
    if one == "named" and form is None:
        return (
            as_thing(reading, thing_of(reading, kept), kinds, "project" if "project" in kinds else "product")
            if is_named(text, kept)
            else None
        )
    if one == "age" and lower in AGES and followed(reading, kept[-1]) in {"year", "years"}:
        return Filled(AGES[lower])
    if one == "handle":
        spoken = re.match(
            r"@[\w.-]*\w|[a-z][\w.-]*[\d_-][\w.-]*\w", reading.sentence.passage.text[kept[0].start :]
        )
        return Filled(spoken[0]) if spoken else None
    if form is not None:
        return Filled(OURS.sub("their", text)) if form(text, kept) else None
    thing = thing_of(reading, kept)
    if one == "np":
        counts = len(kept) == 1 and kept[0].tag == "CD" and text.isalpha()
        return None if counts else plain_phrase(text, kept)  # "we're a four person shop"
    if one == "part":
        if any(word.pos in {"ADP", "PRON", "NUM", "AUX"} for word in kept) or kept[0].tag in {
            "VBG",
            "VBN",
            "VBD",
        }:
            return None
        bad = kept[-1].lemma.lower() in EMPTY_NOUNS | FAMILY.keys() or any(
            w.entity in {"PERSON", "GPE"} for w in kept
        )
        if bad or len(kept) > 3 or kept[-1].pos not in {"NOUN", "PROPN", "X", "ADJ", "VERB"}:
            return None
        return as_thing(reading, thing, kinds, "service")
    entity = ENTITIES.get(one)
    if entity is not None:
        test, kind = entity
        if one == "software" and len(kept) > 1 and is_version(kept[-1].text, kept):
            kept = kept[:-1]  # "Proxmox 8"
            thing = thing_of(reading, kept)
        allowed = kinds if kind in {"technology", "host"} else (kind,)
        return as_thing(reading, thing, allowed, kind) if test(reading, kept, thing) else None
    known = reading.ontology.known(text) or reading.ontology.heads.get(lower.split()[-1], "")
    return as_thing(reading, thing, (one,), one) if known == one else None


def as_thing(reading: Reading, thing: Thing, kinds: tuple[str, ...], otherwise: str) -> Filled | None:
    """A thing with a kind that the predicate takes; its own when that is one of them."""
    allowed = [kind for kind in kinds if kind != "value"]
    if thing.name.endswith(".") and not SHORT.search(thing.name):
        thing = thing._replace(name=thing.name.rstrip("."))  # "a membership at FitX."
    kind = reading.kind(thing, kinds) if thing.sure or thing.kind in allowed else ""
    kind = kind or (otherwise if otherwise in allowed or not allowed else allowed[0])
    return Filled(thing.name, thing._replace(kind=kind), kind)


def lexical(
    reading: Reading, grammar: Grammar, kept: list[Word], one: str, kinds: tuple[str, ...]
) -> Filled | None:
    """Words of a class of the grammar: the whole phrase, its last word or its last two."""
    low = [word.lower for word in kept]
    ends = {" ".join(low), low[-1], " ".join(low[-2:]), " ".join(low[-3:])}
    if one == "medicine":
        ends.add(low[0])  # "ramipril 5mg"
    if kept[-1].pos == "NOUN":
        ends.add(kept[-1].lemma.lower())
    if one == "pastime" and followed(reading, kept[-1]) in ASTRAY:
        return None
    if one in MODELS and len(low) > 1 and MODEL.fullmatch(low[-1]):
        ends |= {low[-2], " ".join(low[:-1])}  # "macbook m2"
    counted = kept[0].pos == "NUM" and kept[-1].tag == "NNS"  # "two cars", which are told one by one
    if counted or len(kept) > 5 or not any(grammar.is_of(one, end) for end in ends):
        return None
    text = reading.sentence.stretch(kept)
    if "value" in kinds or not kinds:
        return Filled(OURS.sub("their", text))
    return as_thing(reading, thing_of(reading, kept), kinds, kinds[0])


def followed(reading: Reading, word: Word) -> str:
    """The word behind a word, in small letters."""
    behind = reading.sentence.words[word.i + 1 : word.i + 2]
    return behind[0].lower if behind else ""


def plain_phrase(text: str, kept: list[Word]) -> Filled | None:
    """A noun phrase, or an activity, as it was said."""
    shown = phrase(text, most=6)
    if any(word.lower in CHOSEN for word in kept):
        return None
    if not shown or kept[-1].pos in {"ADP", "DET", "AUX", "PRON", "SCONJ"}:
        return None
    if len(kept) == 1 and (kept[0].tag in HOW or (kept[0].pos == "ADV" and kept[0].lower.endswith("ly"))):
        return None  # "love really grounds us", "digging deeper": how, and not what
    return Filled(shown)


def is_software(reading: Reading, kept: list[Word], thing: Thing) -> bool:
    """True for the name of a program, by what is known or by its form."""
    if is_tool(reading, kept, thing) or (kept[-1].technical or "") in SOFTWARE:
        return len(kept) < 4
    if (
        reading.ontology.known(thing.name)
        or len(kept) > 3
        or kept[-1].technical
        or not kept[0].text[0].isalpha()
    ):
        return False
    if any(word.pos not in NAMELIKE or word.entity in NO_TOOL or word.lower in NO_NAME for word in kept):
        return False
    return (
        all(SHAPED.search(word.text) or word.text[0].isupper() for word in kept)
        and kept[-1].lower not in ROLE_HEADS
        and len(thing.name) > 2
    )


def is_tool(reading: Reading, _kept: list[Word], thing: Thing) -> bool:
    """True for a program that is known by name."""
    return reading.ontology.known(thing.name) in {"technology", "package"} or thing.name.lower() in PROGRAMS


def is_host(reading: Reading, kept: list[Word], _thing: Thing) -> bool:
    """True for a machine or an address of one."""
    return (kept[-1].technical or "") == "host" or reading.ontology.heads.get(
        kept[-1].lemma.lower()
    ) == "host"


def is_place(reading: Reading, _kept: list[Word], thing: Thing) -> bool:
    """True for a place that is known, or that the parser calls one."""
    known = reading.ontology.known(thing.name)
    return known == "place" or (not known and thing.kind == "place" and thing.name[:1].isupper())


def is_town(reading: Reading, kept: list[Word], thing: Thing) -> bool:
    """True for a place, or for a name where only one can stand."""
    known = reading.ontology.known(thing.name)
    named = len(kept) < 4 and is_named(thing.name, kept) and kept[0].pos in {"PROPN", "ADJ", "NOUN"}
    return is_place(reading, kept, thing) or (
        named and not known and not any(word.entity in {"PERSON", "DATE"} for word in kept)
    )


def is_org(reading: Reading, kept: list[Word], thing: Thing) -> bool:
    """True for a name that no place and no tool has."""
    known = reading.ontology.known(thing.name)
    if known in {"technology", "place"} or len(kept) > 6:
        return False
    head = kept[-1].text
    return (
        head[:1].isupper()
        and kept[-1].pos in {"PROPN", "NOUN", "ADJ", "X"}
        and kept[-1].lower not in PRONOUNS
    )


def is_person(reading: Reading, kept: list[Word], thing: Thing) -> bool:
    """True for a name of one to three words that nothing else is known by."""
    return (
        len(kept) < 4 and is_named(thing.name, kept) and reading.ontology.known(thing.name) in {"", "person"}
    )


def is_named(_text: str, kept: list[Word]) -> bool:
    """True for words that each begin with a capital and name no day."""
    if len(kept) > 1 and kept[-1].text.isdigit():
        kept = kept[:-1]  # "Kobo Libra 2"
    return all(
        re.fullmatch(r"[^\W\d_][\w.'’-]*", word.text) and word.text[:1].isupper() for word in kept
    ) and not any(word.entity in {"DATE", "TIME"} or word.technical for word in kept)


def is_small_name(text: str, kept: list[Word]) -> bool:
    """True for a capitalised name, or one word in small letters that is no word of speech."""
    if len(kept) < 4 and is_named(text, kept):
        return kept[0].lower not in NO_NAME
    one = kept[0]
    return (
        len(kept) == 1
        and one.lower.isalpha()
        and len(one.lower) > 2
        and one.lower not in NO_NAME
        and (
            one.pos in {"PROPN", "NOUN", "X", "ADJ", "ADV", "VERB", "INTJ"}
            and not one.lower.endswith(("ing", "ed", "ly"))
        )
    )


def is_number(text: str, kept: list[Word]) -> bool:
    """True for a figure with or without a unit."""
    return len(kept) < 5 and (bool(re.search(r"\d", text)) or kept[0].lower in NUMBERS)


def is_age(text: str, _kept: list[Word]) -> bool:
    """True for a whole number of years."""
    return text.isdigit() and 0 < int(text) < 120


def is_make(text: str, kept: list[Word]) -> bool:
    """True for the name of a make: a name, or a word behind "is" that no article, adjective or verb can be."""
    head = kept[-1]
    if (
        any(word.entity in {"DATE", "TIME", "PERSON"} for word in kept)
        or len(kept) > 4
        or text.lower() in NO_NAME
    ):
        return False
    if any(word.text[:1].isupper() or word.text[:1].isdigit() for word in kept):
        return head.pos in {"PROPN", "NOUN", "NUM", "X"}
    return len(kept) == 1 and head.pos in {"PROPN", "NOUN", "X"} and head.tag != "NNS"


def is_quantity(text: str, kept: list[Word]) -> bool:
    """True for a figure with its unit: "25 MB", "14 days"."""
    return (1 < len(kept) < 5 and bool(re.match(r"[~<>]?\d", text))) or bool(
        re.fullmatch(r"\d+(?:[.,]\d+)?[a-zA-Z%]{1,4}", text)
    )


def is_version(text: str, _kept: list[Word]) -> bool:
    """True for "20.11", "v3", "16"."""
    return bool(VERSION.fullmatch(text)) and not (text.isdigit() and int(text) > 999)


def is_address(text: str, _kept: list[Word]) -> bool:
    """True for an e-mail address, a phone number or a handle."""
    return bool(re.fullmatch(r"@?[\w.+-]+@[\w.-]+|\+?[\d ()/-]{6,}|@[\w.-]+", text))


def is_port(text: str, _kept: list[Word]) -> bool:
    """True for a number that can be a port."""
    return text.isdigit() and 1 < len(text) < 6 and int(text) < 65536


REVERSED = re.compile(r"(?:com|org|net|io|dev|app|de|uk|eu)(?:\.[\w-]+){2,}")


def is_path(text: str, kept: list[Word]) -> bool:
    """True for a path or an address, not for a name in reverse: "com.tern.app"."""
    if REVERSED.fullmatch(text):
        return False
    return len(kept) == 1 and ("/" in text or kept[0].technical in {"file", "url"}) and len(text) > 2


def is_command(text: str, kept: list[Word]) -> bool:
    """True for a piece of inline code with a space in it."""
    return kept[0].technical == "" and " " in text


def is_gerund(_text: str, kept: list[Word]) -> bool:
    """True for an activity: "climbing", "mending old radios"."""
    return kept[0].tag == "VBG" or (kept[0].lower.endswith("ing") and len(kept[0].lower) > 5)


ENTITIES = {
    "software": (is_software, "technology"), "tool": (is_tool, "technology"), "host": (is_host, "host"),
    "place": (is_place, "place"), "town": (is_town, "place"), "org": (is_org, "organization"),
    "person": (is_person, "person"),
}  # fmt: skip
FORMS = {
    "name": is_small_name, "named": is_named, "number": is_number, "age": is_age, "version": is_version,
    "address": is_address, "port": is_port, "path": is_path, "command": is_command, "gerund": is_gerund,
    "make": is_make, "quantity": is_quantity,
}  # fmt: skip
