"""What a predicate does not take as its object, however well the words fit: one moves to a place and to a company."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.reading import Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import CHILDREN, words
from graphmem.ontology import Predicate

# Verbs that speak of tools only when a tool is what they name.
NEEDS_TOOL = words(
    "deploy build test lint format write adopt add introduce move run remove replace drop retire abandon convert port"
)
# One joins a company to work at it, and a team to be in it.
TEAMS = words("team squad department guild group club band choir board")
HOSTS = words(
    "aws azure gcp heroku kubernetes k8s fly.io vercel netlify ecs eks gke lambda railway render hetzner"
    " cloudflare digitalocean supabase firebase openshift"
)
# What one switches to or quits, and never a firm.
COMMON = words(
    "coffee tea meat sugar alcohol beer wine keto dairy gluten gym work school sport yoga tennis football climbing"
    " caffeine soda tobacco nicotine chocolate bread milk fish chess piano guitar uni university"
    " college medication therapy"
)
# Words that only firms and teams have in their names.
FIRM_WORDS = rx.compile(
    r"\b(?:Inc|Ltd|LLC|GmbH|AG|Corp|Co|Labs?|Systems|Software|Technologies|Tech|Group|Team|Bank|Shipping|Studios?"
    r"|Consulting|Partners|Analytics|Energy|Logistics|Media|University|College|Capital|Ventures|Robotics|Health|AI"
    r"|Academy|Elementary|Primary|Kindergarten|Preschool|High School|Middle School)\b"
)
# Words around a move that tell of work: "left Acme and moved to Globex", "moved to Globex as a designer".
OF_WORK = rx.compile(
    r"\b(?:left|quit|job|jobs|role|career|employer|compan(?:y|ies)|startup|hired|joined|colleagues?|salary"
    r"|offer|work(?:ed|ing)?"
    r"|engineer|manager|designer|developer|lead|as\s+an?\s+\w+)\b",
    re.IGNORECASE,
)
# What comes in is used when it is told for what.
GAINED = words("add introduce")
# With these one moves oneself.
HOUSEHOLD = words("house home flat family household base us everyone place apartment back again life")
RACES = words("race marathon half-marathon mile 5k 10k ultra lap")
TOOLS = words("technology package service product repository file")


class Offer(NamedTuple):
    """A thing as the object of a clause; `role` is that of the pattern that fits."""

    reading: Reading
    clause: Clause
    thing: Thing
    role: str


def is_refused(reading: Reading, clause: Clause, predicate: Predicate, thing: Thing, role: str) -> bool:
    """True when the thing is not what the verb and the predicate speak of."""
    refuses = BY_PREDICATE.get(predicate.name)
    if refuses is not None and refuses(Offer(reading, clause, thing, role)):
        return True
    return predicate.range == ("place",) and role != "says" and not is_place(reading, thing, role)


def is_place(reading: Reading, thing: Thing, role: str) -> bool:
    """One moves to a company or leaves it as well; what is left has to be known as a place."""
    if thing.kind != "place":
        return False
    known = reading.ontology.known(thing.name) == "place"
    return role != "ends" or known or reading.focus.kinds.get(thing.name.lower()) == "place"


def no_workplace(offer: Offer) -> bool:
    """A team is joined to be in it, a place is moved to, and one switches to a tool."""
    team = offer.thing.head.lemma.lower() in TEAMS
    moves = offer.clause.lemma in {"move", "switch"}
    elsewhere = offer.clause.lemma == "move" and offer.thing.kind == "place"
    wrong = offer.thing.sure and offer.thing.kind != "organization"
    if offer.thing.head.tag == "VBG" or (offer.role != "says" and plain(offer.thing)):
        return True  # "quit smoking", "switched from tabs to spaces"
    return elsewhere or (offer.role != "says" and team) or (moves and wrong) or is_unheard(offer)


def is_unheard(offer: Offer) -> bool:
    """ "Clara moved to Bergen": a name of which nothing is known is a town and no employer."""
    if offer.clause.lemma != "move" or offer.role != "starts":
        return False
    thing, seen = offer.thing, offer.reading.focus.kinds
    return not (
        (thing.sure and thing.kind == "organization")
        or seen.get(thing.name.lower()) == "organization"
        or FIRM_WORDS.search(thing.name)
        or OF_WORK.search(offer.reading.sentence.text)
    )


def plain(thing: Thing) -> bool:
    """True for a plural or a word that is only ever a common noun: "tabs"."""
    return thing.name.islower() and (
        thing.head.tag == "NNS" or thing.name.endswith("ing") or thing.name in COMMON
    )


def no_group(offer: Offer) -> bool:
    """One is a member of a team that has a name."""
    if no_residence(offer):
        return True
    return offer.role != "says" and not (offer.thing.head.lemma.lower() in TEAMS and offer.thing.named)


def no_pet(offer: Offer) -> bool:
    """ "A second cat, Dill" is told of by its name."""
    if offer.thing.head.lemma.lower() in CHILDREN:
        return True  # "we adopted a toddler"
    beside = offer.reading.sentence.below(offer.thing.head, "appos")
    return not offer.thing.named and any(word.pos == "PROPN" for word in beside)


def no_work(offer: Offer) -> bool:
    """To write Rust is not to create it."""
    return bool(offer.reading.ontology.known(offer.thing.name))


def no_sight(offer: Offer) -> bool:
    """One also goes to bed."""
    return offer.clause.lemma in {"go", "travel", "fly"} and offer.thing.kind != "place"


def no_home(offer: Offer) -> bool:
    """ "Production is on AWS", but not "on Postgres 15", which tells what is used."""
    if offer.clause.lemma not in {"be", "run"}:
        return False
    if versioned(offer.reading, offer.thing):
        return True
    if offer.clause.lemma == "run":
        return not offer.thing.sure and not offer.clause.behind("on")
    return (
        not offer.thing.sure
        and offer.thing.kind not in {"host", "url"}
        and offer.thing.name.lower() not in HOSTS
    )


def no_location(offer: Offer) -> bool:
    """ "It is in Lisbon", but not "in trouble"."""
    return (
        offer.clause.lemma == "be"
        and not offer.thing.sure
        and offer.thing.kind not in {"place", "file", "url"}
    )


def no_lead(offer: Offer) -> bool:
    """One runs a team, but also a race, or a program."""
    thing = offer.thing
    other = thing.kind in {"technology", "package"} or thing.head.lemma.lower() in RACES
    return offer.clause.lemma == "run" and (thing.name[:1].isdigit() or other)


def no_tool(offer: Offer) -> bool:
    """Some verbs speak of a tool only when a tool is named; one writes in Rust, but not in a file."""
    if offer.clause.lemma in NEEDS_TOOL and not (offer.thing.sure and offer.thing.kind in TOOLS):
        return True
    if offer.clause.lemma in GAINED and (offer.clause.behind("to") or not offer.clause.behind("for")):
        return True  # "we added Redis to the list"
    return offer.clause.lemma in {"write", "run", "code"} and offer.thing.kind not in {
        "technology",
        "package",
    }


def versioned(reading: Reading, thing: Thing) -> bool:
    """True when a number stands behind the name."""
    behind = next((word for word in reading.sentence.words if word.start >= thing.end), None)
    return behind is not None and (behind.technical == "version" or behind.text[:1].isdigit())


def no_residence(offer: Offer) -> bool:
    """Who moves somebody or something does not move there: "we moved the server to Linz"."""
    taken = [
        word for word in offer.clause.objects if word.i > offer.clause.verb.i and word.i < offer.thing.head.i
    ]
    return offer.clause.lemma in {"move", "relocate", "transfer"} and any(
        word.lemma.lower() not in HOUSEHOLD and not offer.reading.is_date(word, offer.clause)
        for word in taken
    )


BY_PREDICATE = {
    "lives_in": no_residence,
    "works_at": no_workplace,
    "member_of": no_group,
    "created": no_work,
    "has_pet": no_pet,
    "visited": no_sight,
    "deployed_on": no_home,
    "located_in": no_location,
    "uses": no_tool,
    "leads": no_lead,
}
