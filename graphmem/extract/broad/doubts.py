"""What the nets before have read wrongly, whatever the words: a score is no version, a person has none."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.pastimes import DOING
from graphmem.extract.plain.mistaken import is_pupil
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import FOLK, words
from graphmem.model import Claim

SCORES = rx.compile(r"0\.\d+|\.\d+|\d+(?:\.\d+)?%")
FRONT = words("for in on at with from by of to as since about if when")
ORDERING = words("don't don’t dont do please never stop gone")
# "Allergic to terrible this week": what is no thing.
JUDGED = rx.compile(
    r"^(?:terrible|bad|awful|worse|better|horrible|killing|acting|back|gone|fine|ok|okay|so|really)\b",
    re.IGNORECASE,
)
ROYAL = rx.compile(
    r"^(?:queen|king|president|pope|emperor|empress|saint|st|prince|princess|tsar|lord|lady)\b", re.IGNORECASE
)
DRIVEN = rx.compile(
    r"^(?:tram|bus|train|lorry|taxi|cab|forklift|ambulance|school bus|delivery van)$", re.IGNORECASE
)
OF_A_TIME = rx.compile(r"\b(?:after|before|past)\s+(?:\d|noon|midnight|lunch|dinner|bed)", re.IGNORECASE)


TONGUE = rx.compile(r"(?:native|first|second|mother|home)\s+(?:language|tongue)", re.IGNORECASE)
# What somebody is by conviction or temper is no work: "I'm an atheist".
BELIEVERS = words(
    "atheist pacifist feminist optimist pessimist perfectionist introvert extrovert christian muslim buddhist hindu jew"
    " catholic protestant socialist communist idealist realist minimalist nudist humanist agnostic insomniac owl"
)
# "I'm off to the dentist", "I'm scared of the dentist".
NO_ROLE = rx.compile(
    r"(?:off|out|on|at|in|to|up|with|back|near|scared|afraid|terrified|frightened|fond|tired|sick|married|engaged|related"
    r"|allergic|used|seeing|waiting|between|about|over|from|like|not)\s",
    re.IGNORECASE,
)
# "Studying part time": how, and not what.
MANNER = rx.compile(
    r"(?:part|full)[- ]?time|abroad|online|remotely|from home|hard|again|alone|together|at night|evenings",
    re.IGNORECASE,
)
# What one keeps doing, and no pastime: "caring more", "feeling better".
STATES = words(
    "caring feeling being having getting thinking seeing liking loving wondering noticing realizing realising becoming"
    " making doubting worrying missing wanting needing hoping wishing believing regretting appreciating losing"
    " enjoying hating knowing"
)
# A pastime is named by what is taught: "the dance classes".
TAUGHT = words("class classes lesson lessons course courses workshop workshops session sessions training")
# What one has to deal with, and owns no more than the weather.
FACED = words(
    "situation situations matter matters issue issues problem problems challenge challenges stress pressure"
    " conversation conversations criticism feedback rejection conflict conflicts emotions feelings loss news truth"
    " moment crisis emergency"
)
MORE = rx.compile(
    r"(?:more|better|less|fewer|some|enough|another|lots? of|a lot of|much|many)\b", re.IGNORECASE
)
MEASURES = (
    r"m|cm|kg|kgs|kilos?|lbs?|pounds|stone|feet|foot|ft|weeks?|months?|days?|hours?|minutes?|mins?|%|percent"
)


def named(claim: Claim) -> str:
    """What a claim is about beside its subject."""
    return claim.object_name


def is_measured(reading: Reading, claim: Claim) -> bool:
    """True for "I'm 1.83 tall" and "I'm 24 weeks pregnant" read as an age."""
    measured = rf"\b{re.escape(claim.value)}(?:[.,:]\d|\s?(?:{MEASURES})\b)"
    if claim.predicate == "age_is" and claim.subject.name.removeprefix("user's ") in FOLK:
        return True  # "our kids are 8 and 11" tells of one each
    found = claim.predicate == "age_is" and re.search(measured, reading.sentence.text, re.IGNORECASE)
    return bool(found)


def is_faced(claim: Claim) -> bool:
    """True for a state read as a pastime, for more of a thing read as a need of it, and for what nobody owns."""
    said = named(claim).lower()
    if claim.predicate == "practises":
        first, _, rest = said.partition(" ")
        return first in STATES or (not rest and first in TAUGHT)
    if claim.predicate == "prefers":
        return said.endswith(" person")  # "I'm more of a tea person"
    if claim.predicate == "depends_on":
        return MORE.match(said) is not None  # "the team needs more people"
    return claim.predicate == "owns" and said.rpartition(" ")[2] in FACED  # "helped me handle the situation"


def unlikely(reading: Reading, claim: Claim) -> bool:
    """True for a claim whose predicate cannot hold of what it names."""
    known = reading.ontology.known(claim.subject.name)
    first = claim.subject.name.split(" ", 1)[0].lower()
    ordered = (
        first in ORDERING
        or is_faced(claim)
        or (claim.predicate == "setting_is" and claim.qualifier.lower() in ORDERING)
    )
    if ordered or (first in FRONT and not known):
        return True  # "don't write to /tmp", "Gone: moment.js"; "For citations always use IEEE style"
    if claim.predicate == "version_is":
        person = any(
            word.entity == "PERSON" and word.text in claim.subject.name for word in reading.sentence.words
        )
        if re.search(
            rf"{re.escape(claim.value)}\s?(?:[kmgt]i?b|ms|s|m|h|%|percent|hours?|minutes?|days?)\b",
            reading.sentence.text,
            re.IGNORECASE,
        ):
            return True  # "node_modules is 1.8 gb"
        return not known and (bool(SCORES.fullmatch(claim.value)) or (person and claim.value.isdigit()))
    if claim.predicate == "did" and claim.subject.kind != "person" and len(claim.value.split()) == 1:
        return claim.value in {"won", "lost"}  # "Clerk won" is a choice
    if claim.predicate == "has_role":
        return bool(BELIEVERS & set(named(claim).lower().split()[-1:]) or NO_ROLE.match(named(claim)))
    if claim.predicate in {"studies", "age_is"}:
        return bool(MANNER.fullmatch(named(claim))) or is_measured(reading, claim)
    if claim.predicate == "allergic_to" or (claim.predicate == "eats" and claim.mode == "denies"):
        return bool(
            JUDGED.match(claim.value)
            if claim.predicate == "allergic_to"
            else OF_A_TIME.search(reading.sentence.text)
        )
    if claim.predicate == "uses" and (
        re.fullmatch(r"[\d.,]+", claim.value) or TONGUE.fullmatch(claim.qualifier)
    ):
        return True
    if claim.predicate == "owns":
        driven = DRIVEN.search(named(claim)) and "driv" in reading.sentence.text  # "Paul drives a tram"
        return bool(driven or re.match(r"[\d.,]+\s?(?:%|percent)", named(claim)))
    if claim.predicate in {"uses", "depends_on"} and claim.object is not None:
        return claim.object.name.lower().endswith((" one", " ones"))
    if claim.predicate in {"lives_in", "works_at"} and claim.mode != "asserts":
        pastime = claim.object is not None and claim.object.name.lower() in DOING
        return pastime or bool(ROYAL.match(claim.subject.name))  # "I quit CrossFit"
    if claim.predicate == "works_at" and claim.mode == "asserts":
        return is_pupil(reading.sentence.text, claim) or bool(
            re.search(
                r"\bstart\w*\s+(?:my|a|an|the)\s+(?:\w+\s)?(?:master|degree|phd|course|bachelor|class|mba)",
                reading.sentence.text,
                re.IGNORECASE,
            )
        )
    return False
