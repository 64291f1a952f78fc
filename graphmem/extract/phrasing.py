"""A triple as a sentence: "The user works at Acme", "no longer works at Acme", "worked at Acme until May 2024"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import msgspec

from graphmem.extract.dates import written_unit
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import DRINKS, words
from graphmem.extract.wording import finish
from graphmem.model import ClaimMode
from graphmem.ontology import Predicate

# What is told of these is one of its kind, or several, as often as it has a name.
COUNTED = words("owns uses member_of has_pet works_at studies_at has_condition")
COUNT = r"\b(an?|two|three|four|five|six|seven|eight|nine|ten|several|[2-9]|\d\d) "
THE_OR_COUNT = COUNT.replace("(an?", "(the|an?")
SMOKES = words("cigarettes cigars tobacco weed cannabis pot")
PARTICIPLES = {
    "spoke": "spoken", "chose": "chosen", "came": "come", "did": "done", "ran": "run", "went": "gone",
    "wrote": "written", "began": "begun",
}  # fmt: skip


def stated(
    reading: Reading,
    party: Party,
    predicate: Predicate,
    target: str,
    *,
    mode: ClaimMode,
    when: When,
    qualifier: str = "",
) -> str:
    """The sentence that a claim of this predicate reads as; `target` is the object as it is written."""
    target = counted(reading, predicate, target)
    if predicate.name == "eats":
        predicate = taken(predicate, target)
    if party.thing is not None and party.thing.head.tag in {"NNS", "NNPS"} and party.thing.name[:1].islower():
        predicate = msgspec.structs.replace(
            predicate, label=plural(predicate.label), past=plural(predicate.past)
        )
    behind = f" for {qualifier}" if qualifier else ""
    since = f" since {day(reading, when, when.start)}" if when.start else ""
    if when.start and when.start > reading.said_at and mode == "asserts" and predicate.fact != "event":
        until = f" until {day(reading, when, when.end)}" if when.end else ""
        return finish(
            f"{party.shown} {predicate.label} {target}{behind} from {day(reading, when, when.start)}{until}"
        )
    until = f" until {day(reading, when, when.end)}" if when.end else ""
    if mode == "ends" and predicate.name == "eats" and target.endswith("ing"):
        at = day(reading, when, when.end) if when.end else ""
        place = f" {'on' if at[:1].isdigit() and '-' in at else 'in'} {at}" if at else ""
        return finish(f"{party.shown} has given up {target}{place}")
    if mode == "denies":
        return finish(f"{party.shown} {negated(predicate.label)} {target}{behind}")
    if mode == "ends" and not until:
        return finish(f"{party.shown} {no_longer(predicate.label)} {target}{behind}")
    if mode == "asserts" and when.end is not None and when.end > reading.said_at:
        if when.start and (reading.said_at - when.start) < timedelta(days=1):  # it begins today
            since = f" from {day(reading, when, when.start)}"
            return finish(f"{party.shown} {predicate.label} {target}{behind}{since}{until}")
        return finish(
            f"{party.shown} {perfect(predicate) if since else predicate.label} {target}{behind}{since}{until}"
        )
    if mode == "ends" or until:
        begun = f" from {day(reading, when, when.start)}" if when.start else ""
        return finish(f"{party.shown} {predicate.past} {target}{behind}{begun}{until}")
    if predicate.fact == "event":
        at = day(reading, when, when.start) if when.start else ""
        place = f" {'on' if at[:1].isdigit() and '-' in at else 'in'} {at}" if at else ""
        return finish(f"{party.shown} {predicate.past} {target}{behind}{place}")
    if predicate.name == "has_role" and not target.lower().startswith(("the ", "a ", "an ", "head ", "vp ")):
        target = f"{'an' if target[:1].lower() in 'aeio' else 'a'} {target}"
    label = perfect(predicate) if since else predicate.label
    return finish(f"{party.shown} {label} {target}{behind}{since}")


def taken(predicate: Predicate, target: str) -> Predicate:
    """What is eaten, drunk or smoked, each in its word; "gave up drinking" tells of a habit."""
    last = target.lower().rpartition(" ")[2]
    if last.endswith("ing"):
        return msgspec.structs.replace(predicate, label="goes in for", past="went in for")
    if last in DRINKS:
        return msgspec.structs.replace(predicate, label="drinks", past="drank")
    if last in SMOKES:
        return msgspec.structs.replace(predicate, label="smokes", past="smoked")
    return msgspec.structs.replace(predicate, label="eats", past="ate")


def counted(reading: Reading, predicate: Predicate, target: str) -> str:
    """ "car" as it was said: "a car", "two cars"; what has a name of its own stays as it is."""
    if predicate.name not in COUNTED or not (target[:1].islower() or target[:1].isdigit()):
        return target
    count = THE_OR_COUNT if target in {"flu", "stomach flu"} else COUNT
    said = re.search(
        count + r"(?:(?!of\b)\w+ )?" + re.escape(target) + r"(?!\w)", reading.sentence.text, re.IGNORECASE
    )
    if said is None:
        return target
    sentence = reading.sentence
    behind = next((one for one in sentence.words if one.start - sentence.start >= said.end()), None)
    if predicate.name == "uses" and behind is not None and behind.pos in {"NOUN", "PROPN"}:
        return target  # "a Spotify family plan"
    return f"{said[1].lower()} {target}"


def day(reading: Reading, when: When, moment: datetime) -> str:
    """A moment of an interval, written as coarsely as it was said."""
    local = moment.astimezone(reading.said_at.tzinfo) if reading.said_at.tzinfo else moment
    grain = when.grain or "day"
    if grain in {"year", "quarter", "month"} and (local.day, local.hour) != (1, 0):
        grain = "month"  # counted back from the moment of speaking: "for three years"
    return written_unit(local, grain)


def perfect(predicate: Predicate) -> str:
    """ "works at" -> "has worked at", "is from" -> "has been from", "are stored in" -> "have been stored in"."""
    first, _, rest = predicate.label.partition(" ")
    have = "have" if many(first) else "has"
    if first in {"is", "was", "are", "were"}:
        return f"{have} been {rest}"
    past, _, behind = predicate.past.partition(" ")
    return f"{have} {PARTICIPLES.get(past, past)} {behind}".strip()


def negated(label: str) -> str:
    """ "works at" -> "does not work at", "is from" -> "is not from"."""
    first, _, rest = label.partition(" ")
    rest = f" {rest}" if rest else ""
    if first == "can":
        return f"cannot{rest}"
    if first in {"is", "was", "are", "were", "could"}:
        return f"{first} not{rest}"
    return f"do not {first}{rest}" if many(first) else f"does not {base(first)}{rest}"


def no_longer(label: str) -> str:
    """ "works at" -> "no longer works at", "is from" -> "is no longer from"."""
    first, _, rest = label.partition(" ")
    if first in {"is", "was", "are", "were", "can"}:
        return f"{first} no longer {rest}".strip()
    return f"no longer {label}"


def many(verb: str) -> bool:
    """True for a verb in the form that several things want: "are", "depend", and not "depends" or "created"."""
    return verb == "were" or not (verb.endswith(("s", "ed")) or verb in {"did", "chose", "can", "could"})


def plural(label: str) -> str:
    """ "is stored in" -> "are stored in", "depends on" -> "depend on"."""
    first, _, rest = label.partition(" ")
    known = {"is": "are", "was": "were", "has": "have"}
    return f"{known.get(first, base(first))} {rest}".strip()


def base(verb: str) -> str:
    """ "works" -> "work", "studies" -> "study", "has" -> "have"."""
    if verb == "has":
        return "have"
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "zes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
