"""Whom a plain statement speaks of: the user, "my flatmate Bogdan", "mum", "Hanne", "me and Dovid"."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Word
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, MONTHS, PETS, WEEKDAYS, either, longest_first, words
from graphmem.model import Mention

# How kin is called besides the words of the vocabulary: the relation, and the usual word.
CALLED = {
    "hubby": "husband", "missus": "wife", "bf": "boyfriend", "gf": "girlfriend", "sis": "sister", "bro": "brother",
    "mama": "mother", "mam": "mother", "mommy": "mother", "mummy": "mother", "daddy": "dad", "papa": "father",
    "folks": "parents", "nan": "grandmother", "granny": "grandmother", "gran": "grandmother",
    "nana": "grandmother", "grandad": "grandfather", "granddad": "grandfather", "roomate": "roommate",
    "roomie": "roommate", "room mate": "roommate", "flat mate": "flatmate", "mate": "friend", "pal": "friend",
    "bestie": "friend", "buddy": "friend", "line manager": "manager", "co worker": "coworker",
    "little one": "child", "toddler": "child", "firstborn": "child", "doughter": "daughter",
    "neice": "niece", "step sister": "stepsister", "step brother": "stepbrother",
}  # fmt: skip
KIN = {
    **FAMILY,
    "stepsister": "sibling_of", "stepbrother": "sibling_of", "half-sister": "sibling_of",
    "half-brother": "sibling_of", "stepmother": "child_of", "stepfather": "child_of", "stepmom": "child_of",
    "stepdad": "child_of", "stepmum": "child_of", "sister-in-law": "relative_of", "brother-in-law": "relative_of",
    "mother-in-law": "relative_of", "father-in-law": "relative_of", "son-in-law": "relative_of",
    "daughter-in-law": "relative_of", "grandson": "relative_of", "granddaughter": "relative_of",
    "grandchild": "relative_of", "godson": "relative_of", "goddaughter": "relative_of",
    "godmother": "relative_of", "godfather": "relative_of", "half sister": "sibling_of",
    "half brother": "sibling_of", "twin": "sibling_of", "classmate": "friend_of", "penpal": "friend_of",
    "line manager": "reports_to", "team lead": "reports_to", "supervisor": "reports_to",
    "desk mate": "works_with", "business partner": "works_with", "youngest": "parent_of", "eldest": "parent_of",
    "oldest": "parent_of", "ex": "partner_of", "ex-wife": "married_to", "ex-husband": "married_to",
    "ex-girlfriend": "partner_of", "ex-boyfriend": "partner_of",
}  # fmt: skip
FOLK = {
    "parents": "child_of", "kids": "parent_of", "children": "parent_of", "sons": "parent_of",
    "daughters": "parent_of", "boys": "parent_of", "girls": "parent_of", "twins": "parent_of",
    "brothers": "sibling_of", "sisters": "sibling_of", "grandparents": "relative_of", "in-laws": "relative_of",
    "cousins": "relative_of", "nephews": "relative_of", "nieces": "relative_of", "friends": "friend_of",
    "flatmates": "friend_of", "roommates": "friend_of", "housemates": "friend_of", "grandkids": "relative_of",
    "grandchildren": "relative_of", "stepkids": "relative_of", "colleagues": "works_with",
    "coworkers": "works_with", "teammates": "works_with", "siblings": "sibling_of",
}  # fmt: skip
ANIMALS = (
    PETS
    | words(
        "tabby tomcat lab whippet mutt pup doggo kitteh chicken hen goat pony donkey cow sheep pig duck guineapig"
        " canary cockatiel cockatoo lovebird finch axolotl iguana chameleon tarantula hedgehog chinchilla rat"
        " mouse gerbil"
        " bird fish koi betta boxer doberman rottweiler dalmatian shepherd schnauzer pointer setter maltese"
        " pomeranian malinois sheltie akita shiba cockapoo labradoodle goldendoodle cavapoo lurcher mastiff"
        " staffie staffy westie yorkie weimaraner vizsla samoyed malamute newfoundland siamese persian ragdoll"
        " bengal"
        " calico ginger snail frog rooster alpaca llama mare stallion gelding"
    )
    | {
        "guinea pig",
        "maine coon",
        "great dane",
        "golden retriever",
        "border collie",
        "german shepherd",
        "bearded dragon",
    }
)
SPREAD = {name.replace("-", " "): name for name in KIN if "-" in name}  # "sister in law"
WORDS = longest_first({*KIN, *CALLED, *SPREAD, *FOLK})
KIN_RE = "(?:" + "|".join(re.escape(one).replace(r"\ ", r"[\s-]") for one in WORDS) + ")"
ADJ = (
    r"(?:(?:older|younger|little|big|baby|twin|best|oldest|eldest|youngest|new|late|old|dear|good|close|other"
    r"|only|own|lovely|current|first|second|third|middle|ex|former|adopted|foster|college|school|uni"
    r"|childhood|work"
    r"|direct|next-door|long-?time|long-distance|kid|wonderful|amazing|future|soon-to-be|teenage|adult"
    r"|\d+[ -]year[ -]old)[\s-]+){0,3}"
)
CAPITAL = r"(?-i:(?:[OD]['’])?[A-ZÀ-ÖØ-Þ][\w-]*\w)"
NAME = (
    r"(?:(?:(?-i:[A-Z])\.|(?-i:Dr|Mr|Mrs|Ms|Prof)\.?)\s+)?"
    rf"{CAPITAL}(?:\s+(?:(?-i:de|van|von|der|al|bin|da|di|del|la)\s+)?{CAPITAL}){{0,2}}"
)
SUBJECT = (
    rf"(?:(?P<user>\b(?:i|we))|(?P<pron>\b(?:he|she))"
    rf"|\bme and (?P<with>{NAME})|\b(?:(?:my|our) {KIN_RE},? )?(?P<with2>{NAME}),? and (?:i|me)\b"
    rf"|\b(?:my|our)\s+(?P<adj>{ADJ})(?P<kin>{KIN_RE})(?:\s*[,(]?\s*(?P<name>{NAME})\)?,?)?"
    rf"|(?:^|[,;:]\s+|\b(?:and|but)\s+)(?P<bare>(?-i:{KIN_RE}|(?:Mum|Mom|Dad|Wife|Hubby|Husband|Sister"
    rf"|Brother|Grandma"
    rf"|Grandpa|Granny|Nan|Sis|Bro|Son|Daughter)\b))(?:\s*[,(]?\s*(?P<bname>{NAME})\)?,?)?"
    rf"|\b(?:my|our|the)\s+(?:\w+\s+)?(?P<pet>{either(ANIMALS)})\s*[,(]?\s*"
    rf"(?P<pname>{NAME})\)?,?"
    rf"|\b(?P<only>{NAME}))"
)
WHO = rx.compile(SUBJECT + "$", re.IGNORECASE)
BEGIN = rx.compile(SUBJECT + r"(?=['’\s,])", re.IGNORECASE)
# What may stand before a subject.
FRONT = rx.compile(
    r"(?:[,;:(–—-]|\b(?:and|but|because|since|so|while|though|although|plus|where|after|before|now|then|today"
    r"|nowadays|currently|yesterday|tonight|years? ago|months? ago|\d{4}|(?:in|last|this|since|next)\s+[\w-]+"
    r"|both|that|btw|way|fyi|also|there|plus|ok|okay|oh|well|yeah|yes|no|hi|hey|hello))\s*$",
    re.IGNORECASE,
)
NO_PERSON = (
    WEEKDAYS
    | MONTHS
    | words(
        "the this that these those it its a an my our your his her their what who where when why how there"
        " here if in on at for with from to of by as and or but so not no yes ok okay please thanks thank hi"
        " hey hello just all some any every each most many more one two three four five mon tue wed thu fri"
        " sat sun today tomorrow yesterday sorry sure also then now never always only still being getting been"
        " got currently everyone everybody nobody someone somebody people god jesus christmas easter english"
        " spanish french german cet cest utc gmt est pst bst name names born single married engaged retired"
        " update fyi btw fun good great new use make let we i me you he she they user users team everything"
        " nothing something prod staging dev phd msc mba ceo cto hr it ai api really whenever however maybe"
        " perhaps class dear lol omg haha fwiw imo imho tbh eastern"
    )
)


class Who(NamedTuple):
    """Whom a statement is about, the relation by which the user named them, and who is with the user."""

    party: Party
    kin: str = ""  # the usual word: "sister"
    ex: bool = False
    named: Thing | None = None  # when a name stood beside the relation or the kind of animal
    other: Thing | None = None  # Dovid of "me and Dovid"


def usual(word: str) -> str:
    """The usual word of a relation: "hubby" is a husband."""
    plain = re.sub(r"\s+", " ", word.lower()).strip()
    plain = SPREAD.get(plain, plain)
    return CALLED.get(plain, plain)


def relation(word: str) -> str:
    """The predicate of a relation, or ""."""
    return KIN.get(usual(word)) or FOLK.get(usual(word), "")


def user_of(reading: Reading, word: Word) -> Party:
    """The user as the one who is spoken of."""
    return reading.user(word)


def person_thing(stretch: Stretch, span: tuple[int, int], kind: str = "person") -> Thing | None:
    """The words of a name as somebody; None when they are no name."""
    found = stretch.between(*span)
    if not found:
        return None
    reading = stretch.reading
    text = reading.sentence.stretch(found)
    if reading.ontology.known(text) or any(one.lower in NO_PERSON or one.technical for one in found):
        return None
    if any(stretch.dated(one) for one in found):
        return None
    return Thing(text, kind, found[0].start, found[-1].end, True, True, False, found[0])


def party_named(reading: Reading, thing: Thing, kind: str = "person") -> Party:
    """Somebody by name."""
    return Party(thing.mention(reading.message.id, reading.sentence, kind), thing.name, thing=thing)


def kin_party(stretch: Stretch, word: str, span: tuple[int, int]) -> Party:
    """ "My dad" as the user's dad."""
    reading = stretch.reading
    found = stretch.between(*span)
    start, end = reading.sentence.passage.source(found[0].start, found[-1].end)
    name = f"user's {usual(word)}"
    several = usual(word) in FOLK
    thing = (
        Thing(name, "person", found[0].start, found[-1].end, True, True, True, found[-1]) if several else None
    )
    return Party(Mention(reading.message.id, start, end, name, "person"), f"The {name}", thing=thing)


def whom(stretch: Stretch, left: str) -> Who | None:
    """Whom the words before a known phrase mean; an empty left side is the one spoken of before, or the"
    " user."""
    said, left = left.strip(), left.rstrip(" ,")
    if not left:
        return inherited(stretch)
    match = WHO.search(left)
    if match is not None and (match.start() == 0 or FRONT.search(left[: match.start()])):
        return meant(stretch, match)
    if re.search(r"(?:,|\b(?:and|but|then))$", said):
        return opening(stretch)
    return None


def opening(stretch: Stretch) -> Who | None:
    """Whom a statement begins with; the user when it begins with a verb: "left Caracas at 12, been in Madrid since"."""
    match = BEGIN.match(stretch.text)
    if match is not None:
        return meant(stretch, match)
    return inherited(stretch) if stretch.words[0].tag in {"VBD", "VBN", "VBG"} else None


def meant(stretch: Stretch, match: re.Match[str]) -> Who | None:
    """The person or animal of a subject."""
    reading = stretch.reading
    if match["user"]:
        return Who(user_of(reading, stretch.words[0]))
    if match["with"] or match["with2"]:
        other = person_thing(stretch, match.span("with" if match["with"] else "with2"))
        return None if other is None else Who(user_of(reading, stretch.words[0]), other=other)
    if match["pron"]:
        name = reading.focus.person(reading.sentence.number)
        found = stretch.between(*match.span("pron"))
        return Who(reading.named(found[0], name, "person")) if name and found else None
    if match["kin"] or match["bare"]:
        which, beside = ("kin", "name") if match["kin"] else ("bare", "bname")
        ex = bool(match["adj"] and re.search(r"\b(?:ex|former|late)\b", match["adj"], re.IGNORECASE))
        word = usual(match[which])
        thing = person_thing(stretch, match.span(beside)) if match[beside] else None
        if match[beside] and thing is None:
            return None
        party = party_named(reading, thing) if thing else kin_party(stretch, word, match.span(which))
        return Who(party, word, ex, thing)
    if match["pet"]:
        thing = person_thing(stretch, match.span("pname"), "animal")
        return (
            None
            if thing is None
            else Who(party_named(reading, thing, "animal"), match["pet"].lower(), False, thing)
        )
    return by_name(stretch, match.span("only"))


def by_name(stretch: Stretch, span: tuple[int, int]) -> Who | None:
    """Somebody who is only named; a capital alone makes no person."""
    thing = person_thing(stretch, span)
    if thing is None:
        return None
    reading = stretch.reading
    found = stretch.between(*span)
    known = reading.focus.kinds.get(thing.name.lower(), "")
    if known == "animal":
        return Who(party_named(reading, thing, "animal"))
    plain = all(one.text[:1].isupper() and one.text[1:].islower() and one.pos == "PROPN" for one in found)
    other = any(one.entity in {"GPE", "LOC", "NORP", "LANGUAGE", "DATE"} for one in found)
    heads = any(one.lower in reading.ontology.heads for one in found)
    if known != "person" and (not plain or other or heads or len(found) > 3):
        return None
    return Who(party_named(reading, thing))


def inherited(stretch: Stretch) -> Who | None:
    """The subject of the statement before in the sentence; the user where nothing stands before."""
    sentence = stretch.reading.sentence
    before = sentence.text[: stretch.start - sentence.start].strip(" ,;:-–—!.()")
    before = re.sub(r"^(?:(?:oh|ah|hi|hey|hello|yeah|yes|yep|no|nope|ok|okay|and|but|so|well|btw|by the"
                    r" way|fyi|also"
                    r"|update|lol|haha|sorry|thanks|actually)\b[\s,:!-]*)+",
                    "", before, flags=re.IGNORECASE)  # fmt: skip
    if not before or re.match(r"(?:i|we|i['’]\w+|we['’]\w+)\b", before, re.IGNORECASE):
        return Who(user_of(stretch.reading, stretch.words[0]))
    first = [one for one in sentence.words if one.start < stretch.start]
    front = Stretch(stretch.reading, first)
    match = BEGIN.match(front.text)
    if match is not None:
        return meant(front, match)
    if re.match(rf"(?:my|our|the|they|it|this|that|{CAPITAL})\b", before, re.IGNORECASE):
        return None
    return Who(user_of(stretch.reading, stretch.words[0])) if len(before.split()) < 4 else None
