"""Who is what to whom, told from the side of the role: "my engineering lead is Tobias", "CTO is Hye-jin Park"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.parse import Word
from graphmem.extract.plain.engaged import SERVES
from graphmem.extract.plain.people import is_role
from graphmem.extract.reading import Party
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

MORE_ROLES = words(
    "boss mentor landlord landlady solicitor gp carer childminder nanny contact client sponsor referee"
    " advisor adviser"
    " supervisor successor predecessor deputy chair chairman chairwoman treasurer captain partner babysitter cleaner"
    " cto ceo coo cfo cpo cmo ciso vp cofounder co-founder em po"
)
FIRMS = words(
    "customer client supplier vendor competitor investor employer landlord reseller distributor publisher agency"
)
ABOVE = words("boss manager supervisor lead")
TITLES = words("dr dr. mr mr. mrs mrs. ms ms. prof prof. professor sir")
SMALL = words("van von de der den la le di da del dos bin al of")
NO_NAME = words("the a an my our his her their not now back out here there very really also still in on at")
GREETED = rx.compile(r"^(?:my|our|the|new|his|her|their|current|old)$", re.IGNORECASE)


KIN_BESIDE = rx.compile(
    r"""
    \b(?:with|and)\s+(?:his|her|their)\s+(?P<k>husband|wife|girlfriend|boyfriend|partner|fiancée?|fiance
    |brother|sister|son|daughter)\s+(?P<n>[A-Z][\w-]+)
    """,
    re.VERBOSE,
)


def beside(frame: Frame) -> Iterator[Claim]:
    """ "My daughter Helen lives in Adelaide with her husband Mark"."""
    match = KIN_BESIDE.search(frame.text(frame.rest)) if frame.rest and not frame.mine else None
    party = frame.person() if match is not None else None
    if match is None or party is None:
        return
    word = next((one for one in frame.rest if one.text == match["n"]), None)
    if word is None:
        return
    reading = frame.stretch.reading
    predicate = FAMILY[match["k"].lower()]
    thing = Thing(word.text, "person", word.start, word.end, True, True, False, word)
    yield reading.claim(
        party,
        predicate,
        finish(f"{party.shown}'s {match['k'].lower()} is {word.text}"),
        thing=thing,
        kind="person",
        confidence=0.75,
    )


def of_frame(frame: Frame) -> Iterator[Claim]:
    """The role of a person who is named behind "is" or "is called"."""
    if frame.denied or frame.modal or frame.tense != "present" or not frame.subject or not frame.rest:
        return
    called = frame.lemma in {"call", "name"} and frame.passive
    if frame.lemma != "be" and not called:
        return
    role = role_of(frame.subject)
    rest = frame.rest
    introduced = next((i for i, word in enumerate(rest[:5]) if word.lower in {"called", "named"}), 0)
    if introduced > 1 and rest[0].lower in {"a", "an"}:  # "our accountant is a woman called Saoirse"
        rest, called = rest[introduced + 1 :], True
    name = name_of(rest, called=called)
    if not role or not name:
        return
    shown = frame.text(name)
    reading = frame.stretch.reading
    if reading.ontology.known(shown) or any(
        word.entity in ({"DATE"} if called else {"GPE", "DATE"}) for word in name
    ):
        return
    start, end = reading.sentence.passage.source(name[0].start, name[-1].end)
    firm = role.lower().split()[-1] in FIRMS and name[-1].entity != "PERSON"
    party = Party(Mention(reading.message.id, start, end, shown, "organization" if firm else "person"), shown)
    whose = frame.subject[0].lower
    article = "the user's" if whose in {"my", "our"} else "the"
    if role.lower() not in ABOVE | {"partner"}:  # "my partner is called Nils" tells of no business
        serves = whose in {"my", "our"} and not called and SERVES.fullmatch(role)
        told = (
            f"works as {'an' if role[:1].lower() in 'aeio' else 'a'} {role}"
            if serves
            else f"is {article} {role}"
        )  # whose it is stands with the user
        yield reading.claim(party, "has_role", finish(f"{shown} {told}"), value=role, confidence=0.75)
    if (
        whose in {"my", "our"}
        and role.lower().split()[-1] in ABOVE
        and reading.by_user
        and "lead" not in role
    ):
        thing = Thing(shown, "person", name[0].start, name[-1].end, True, True, False, name[-1])
        boss = reading.speaker(frame.subject[0])._replace(shown="The user")
        yield reading.claim(
            boss,
            "reports_to",
            finish(f"The user reports to {shown}"),
            thing=thing,
            kind="person",
            confidence=0.75,
        )


def role_of(subject: list[Word]) -> str:
    """The role that a subject names, "" when it names none."""
    named = [word for word in subject if not GREETED.match(word.text)]
    head = [word.lower for word in named]
    for place, word in enumerate(head):
        if word in {"at", "of", "for", "in", "on"}:
            head, named = head[:place], named[:place]
            break
    if {"favourite", "favorite", "fav", "fave"} & set(head):
        return ""  # whom somebody likes best has no part in their life
    if not head or len(head) > 4 or head[-1] in FAMILY.keys() - MORE_ROLES:
        return ""
    text = " ".join(word.text for word in named)
    plain = named[-1].pos in {"NOUN", "PROPN", "VERB", "ADJ"} and named[-1].tag not in {"NNS", "NNPS"}
    if not plain or (
        subject[0].text[:1].isupper()
        and len(subject) == 1
        and head[-1] not in MORE_ROLES
        and not is_role(head[-1])
    ):
        return ""
    return text if head[-1] in MORE_ROLES | FIRMS or is_role(text.lower()) else ""


def name_of(rest: list[Word], *, called: bool) -> list[Word]:
    """The words of a name in front; small letters do when "called" stands before them or the parser sees a name."""
    name: list[Word] = []
    for word in rest:
        if word.text == "-" and name and word.start == name[-1].end:
            name.append(word)
            continue
        capital = word.text[:1].isupper() and word.pos in {"PROPN", "NOUN", "ADJ", "X", "VERB", "INTJ"}
        small = word.lower in SMALL and name
        lower = (
            not name and word.pos in {"PROPN", "NOUN", "X", "ADJ", "VERB"} and (called or word.tag == "NNP")
        )
        glued = bool(name) and name[-1].text == "-"
        if (
            word.lower in TITLES
            or capital
            or small
            or glued
            or (lower and word.lower not in NO_NAME and word.text.isalpha())
        ):
            name.append(word)
            continue
        if (
            word.text not in {",", ".", "(", ";"}
            and word.pos not in {"PUNCT", "CCONJ"}
            and word.lower not in {"from", "at", "of"}
        ):
            return []
        break
    while name and (name[-1].lower in SMALL or name[-1].text == "-"):
        name = name[:-1]
    return name if len(name) < 6 else []
