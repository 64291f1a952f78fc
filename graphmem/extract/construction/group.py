"""The words before a verb: who leaves them out, and what they make of it - denied, over, planned, only possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extract.parse import Word
from graphmem.extract.vocabulary import words

BE = words("be am is are was were been being 'm 's 're ’m ’s ’re m s re ai")
HAVE = words("have has had having 've ’ve 'd ’d 's ’s")
DO = words("do does did")
WILL = words("will 'll ’ll wo shall")
MODALS = words("can ca could would should might may must 'd ’d ought")
NOT = words("not n't n’t never cannot nt")
GET = words("get gets got getting")
STARTS = words("start begin keep continue resume")
STOPS = words("stop quit finish cease")
HEADING = words(
    "want need hope wish try plan intend aim have like love hate prefer decide hesitate refuse seem gotta wanna"
)
FILLERS = words(
    "now still always usually mostly normally currently just already only also finally really actually often sometimes"
    " generally basically all both recently even ever typically regularly mainly rather quite very so pretty super"
    " totally completely absolutely mildly severely slightly terribly deathly a bit little kinda sort kind of once"
    " first originally officially technically formally presently lately again too since here no longer yet soon"
    " probably secretly genuinely truly deeply strongly hugely massively seriously badly extremely incredibly fairly"
    " apparently to directly exclusively primarily solely then more most less especially particularly hopelessly"
)
HELPS = BE | HAVE | DO | WILL | MODALS | GET
HELPING = frozenset({"AUX", "VERB", "PART", "PRON", "X", "NOUN"})
HEADS = frozenset({"VERB", "AUX", "ADJ"})
TELLING = frozenset({"no", "still", "now", "never", "also"})
HAD = HAVE - {"'s", "’s", "'d", "’d"}
IS = frozenset({"'s", "’s"})
BE_GET = (BE | GET) - IS
BEING = words("called named based located situated dubbed titled")


class Group(NamedTuple):
    """A verb with what stands before it; `first` is the place of the first word of all that."""

    first: int
    tense: str  # past, present, perfect, future
    negated: bool = False
    over: bool = False  # "no longer", "used to", "stopped"
    unreal: bool = False  # only possible, wished or tried
    passive: bool = False
    helped: bool = False  # an auxiliary stands before the verb


def group_at(tokens: Sequence[Word], place: int) -> Group:
    """The group of the verb at a place."""
    verb = tokens[place]
    i, first = place - 1, place
    helpers: set[str] = set()
    negated = over = unreal = planned = heading = False
    while i >= 0:
        word = tokens[i]
        lower, lemma = word.lower, word.lemma.lower()
        if lower in NOT:
            negated = True
        elif lower == "longer" and i and tokens[i - 1].lower == "no":
            over = True
            i -= 1
        elif lower == "used" and heading:
            over = True
        elif lower == "going" and heading:
            planned = True
        elif lower == "to" and i and tokens[i - 1].pos in HEADS:
            heading = True
        elif heading and lemma in HEADING:
            unreal = True
        elif (verb.tag == "VBG" or heading) and lemma in STARTS and word.pos in {"VERB", "AUX"}:
            pass
        elif verb.tag == "VBG" and lemma in STOPS and word.pos in {"VERB", "AUX"}:
            over = True
        elif lower in HELPS and word.pos in HELPING:
            helpers.add(lower)
        elif not (lower in FILLERS or (word.tag == "RB" and lower.endswith("ly"))):
            break
        if lower not in FILLERS or lower in TELLING:
            first = i
        i -= 1
    unreal = unreal or bool(helpers & MODALS - ({"'d", "’d"} if verb.tag == "VBN" else set()))
    return Group(
        first,
        tense_of(verb, helpers, planned=planned),
        negated,
        over,
        unreal or (heading and not over and not planned),
        verb.lemma.lower() not in BE and verb.tag == "VBN" and bool(helpers & (BE_GET | is_of(verb))),
        bool(helpers),
    )


def is_of(verb: Word) -> frozenset[str]:
    """The short forms that are "is" in front of a verb, which else may be "has": "the cat's called Biscuit"."""
    return IS if verb.lower in BEING else frozenset()


def tense_of(verb: Word, helpers: set[str], *, planned: bool) -> str:
    """Past, present, perfect or future by the forms around the verb."""
    if planned or helpers & WILL:
        return "future"
    had = helpers & HAD or (helpers & IS and verb.lower == "been")
    if "been" in helpers | {verb.lower} or (had and verb.tag in {"VBN", "VBD"}):
        return "past" if "had" in helpers else "perfect"
    if helpers & {"was", "were", "did", "had"} or verb.lower in {"was", "were"}:
        return "past"
    if helpers & IS and verb.tag == "VBN":
        return "perfect"
    if verb.tag == "VBD" or (verb.tag == "VBN" and not helpers):
        return "past"
    return "present"
