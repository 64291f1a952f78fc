"""What was planned and what was done: a plan is found by its topic, and is over once it is carried out.

"Repainted the kitchen in May" ends "is going to repaint the kitchen", "bought the Vespa" ends "plans to buy a Vespa",
wherever one of the two was told. Nothing is said of a plan that nobody made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from graphmem.model import USER_ENTITY, Evidence
from graphmem.names import entity_id
from graphmem.revise.belief import label_name, object_key, stems

# What is planned, and of which predicates it may come true.
PLANNED = "plans"
DONE = frozenset({"did", "visited", "owns"})
DUE = "due_on"
REJECTED = "rejected"
ENDS = frozenset({"ends", "closes"})
# What may stand behind the word that tells what a plan is about.
AFTER = frozenset(
    {"soon", "again", "together", "too", "instead", "now", "today", "tomorrow", "alone", "someday", "year"}
)
# The plan is of what stands with these: "the Japan trip", "the ukulele idea".
GENERIC = frozenset(
    {
        "trip",
        "visit",
        "plan",
        "plans",
        "idea",
        "ideas",
        "holiday",
        "vacation",
        "project",
        "thing",
        "dream",
        "hunt",
        "rewrite",
        "redesign",
        "refactor",
        "refactoring",
        "migration",
        "upgrade",
        "rollout",
        "relaunch",
    }
)
DATED = re.compile(
    r",|\s+(?:on|in|by|at|before|until|from|over|around|during|after|this|next|last)"
    r"\s+(?=\d|\w+\s+\d{4}|the week|the month|\w+day\b)"
)
# What stands before the verb of a plan.
LEAD = re.compile(
    r"(?:(?:also|still|really|now|probably)\s+)*(?:(?:is|are|am)\s+)?(?:(?:also|still|now)\s+)?"
    r"(?:(?:going|planning|hoping|about|supposed|due|set|looking|aiming|scheduled|determined)\s+to"
    r"|(?:plans?|wants?|needs?|has|have|intends?|hopes?|means?|aims?|decided|promised|would like)\s+to"
    r"|will|must|should|shall|to)\s+(?:be\s+)?",
    re.IGNORECASE,
)


def pasts(text: str) -> dict[str, str]:
    """Verbs by their irregular forms, from "go:went,gone"."""
    pairs = [pair.split(":") for pair in text.split()]
    return {past: verb for verb, forms in pairs for past in forms.split(",")}


PAST = pasts(
    "begin:began,begun bring:brought build:built buy:bought choose:chose,chosen come:came cut:cutting do:did,done"
    " draw:drew,drawn drive:drove,driven eat:ate,eaten find:found fly:flew,flown get:got,gotten give:gave,given"
    " go:went,gone grow:grew,grown hold:held make:made meet:met pay:paid ride:rode,ridden run:ran say:said"
    " see:saw,seen sell:sold send:sent sing:sang,sung sleep:slept speak:spoke,spoken spend:spent swim:swam,swum"
    " take:took,taken teach:taught tell:told think:thought wear:wore write:wrote,written rewrite:rewrote,rewritten"
)


def root(word: str) -> str:
    """A verb without its ending, the same for "repaint" and "repainted", "run" and "ran"."""
    verb = PAST.get(word.casefold(), word.casefold())
    if len(verb) > 3:
        verb = re.sub(r"(?:ing|ied|ies|ed|es|s|e)$", "", verb)
    return re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", verb).removesuffix("y")


def roots(verbs: str) -> frozenset[str]:
    """The roots of several verbs."""
    return frozenset(root(verb) for verb in verbs.split())


# Verbs that bring whatever was planned to its end, and those of a journey and of a purchase.
FINISHING = roots(
    "finish complete submit send ship deliver hand do wrap publish launch release file merge close pass"
)
JOURNEY = roots("visit go travel fly drive tour trip take spend see come return be")
PURCHASE = roots("buy get order purchase pick adopt")
# Who does one of these on a day does it on another when that day is moved.
RELEASE = roots("ship release launch publish deploy deliver cut demo present")
DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def topic_word(plan: str) -> str:
    """The word that tells what a plan is about: the last name in it, else the last word, its date aside."""
    told = DATED.split(plan)[0]
    words: list[str] = [word.removesuffix("'s") for word in re.findall(r"[\w'/.-]+", told)]
    kept = [word for word in words if not re.fullmatch(r"[\d:./-]+", word) and word.casefold() not in AFTER]
    while len(kept) > 1 and kept[-1].casefold() in GENERIC:
        kept = kept[:-1]
    names = [word for word in kept[1:] if word[:1].isupper()]
    return (names or kept or [plan])[-1]


def plan_topic(plan: str) -> str:
    """The topic of a plan, as it is compared."""
    last = topic_word(plan)
    return min(stems(last), default=last.casefold())


def verb_of(told: str) -> str:
    """The root of the verb of a plan or of a deed: "is going to repaint the kitchen" is of "repaint"."""
    bare = LEAD.sub("", told, count=1) if LEAD.match(told) else re.sub(r"^(?:is|are|am)\s+", "", told)
    found = re.match(r"(?:(?:finally|also|just|then|already)\s+)*([a-z-]+)", bare, re.IGNORECASE)
    return root(found[1]) if found else ""


def deed(told: str) -> str:
    """What tells deeds apart, where they may carry out a plan: verb and topic."""
    return f"{verb_of(told)} {plan_topic(told)}"


def is_journey(plan: str) -> bool:
    """True for a plan to go somewhere."""
    return verb_of(plan) in JOURNEY or bool(
        re.search(r"\b(?:trip|visit|holiday|vacation)\b", plan, re.IGNORECASE)
    )


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots in which a plan may have come true, and of the slot of the plan that a deed may end."""
    one = msgspec.structs.replace
    if witness.predicate in DONE and witness.mode == "asserts":
        yield one(witness, predicate=PLANNED, qualifier="", object="", value=witness.value)
    if witness.predicate == REJECTED and witness.mode == "asserts":
        yield one(witness, predicate=PLANNED, qualifier="", object="", value=witness.value)
    if witness.predicate == PLANNED and witness.mode in ENDS and witness.value:
        yield one(
            witness, predicate=DUE, subject=USER_ENTITY, qualifier=witness.value, object="", mode="asserts"
        )
    if witness.predicate == DUE and witness.mode == "asserts" and witness.qualifier:
        yield one(witness, predicate=PLANNED, qualifier="", object="", value=witness.qualifier)
    if witness.predicate != PLANNED or witness.mode != "asserts":
        return
    topic = topic_word(witness.value)
    for target in ("", entity_id(topic)):
        yield one(witness, predicate=REJECTED, qualifier="", object=target, value=topic)
    if DAY.search(witness.value) and verb_of(witness.value) in RELEASE:
        yield one(witness, predicate=DUE, qualifier=topic, object="", value=topic)
    verbs = {verb_of(witness.value), *FINISHING, *(JOURNEY if is_journey(witness.value) else ())}
    for verb in sorted(verbs - {""}):
        yield one(witness, predicate="did", qualifier="", object="", value=f"{verb} {topic}")
    if is_journey(witness.value):
        yield one(witness, predicate="visited", qualifier="", object=entity_id(topic, "place"), value=topic)
    if verb_of(witness.value) in PURCHASE:
        yield one(witness, predicate="owns", qualifier="", object="", value=topic)


def fulfils(deed_: Evidence, plan: Evidence) -> bool:
    """True when what was done is what was planned before."""
    if deed_.mode != "asserts" or deed_.said_at <= plan.said_at or deed_.subject != plan.subject:
        return False
    if deed_.predicate == DUE:
        return moves(deed_, plan)
    if plan_topic(deed_.value) != plan_topic(plan.value):
        return False
    if deed_.predicate == REJECTED:
        return True
    if deed_.predicate == "visited":
        return is_journey(plan.value)
    verb = verb_of(plan.value)
    if deed_.predicate == "owns":
        return verb in PURCHASE
    done = verb_of(deed_.value)
    return (
        done == verb
        or (done in FINISHING and verb not in PURCHASE)
        or (done in JOURNEY and is_journey(plan.value))
    )


def moves(deadline: Evidence, plan: Evidence) -> bool:
    """True when a plan to bring something out on a day has got another day: "the beta slips to the 28th"."""
    old, new = DAY.search(plan.value), DAY.search(deadline.value)
    same = bool(deadline.qualifier) and plan_topic(deadline.qualifier) == plan_topic(plan.value)
    return same and verb_of(plan.value) in RELEASE and bool(old and new and old[0] != new[0])


def called_off(deadlines: Sequence[Evidence], words: Iterable[Evidence]) -> list[Evidence]:
    """The ends of the dates of what is off, under the ids of the words that say so: "the board meeting is off"."""
    dated = {object_key(one): one for one in deadlines if one.predicate == DUE and one.mode == "asserts"}
    return [
        msgspec.structs.replace(
            word, predicate=DUE, subject=one.subject, qualifier=one.qualifier, mode="closes", object=one.object,
            value=one.value,
        )
        for word in words
        for one in dated.values()
        if word.predicate == PLANNED and word.mode in ENDS and word.value and word.said_at > one.said_at
        and entity_id(label_name(word.value))
        == (entity_id(label_name(one.qualifier)) if one.subject == USER_ENTITY else one.subject)
    ]  # fmt: skip


def carried_out(plans: Sequence[Evidence], deeds: Iterable[Evidence]) -> list[Evidence]:
    """The ends of those plans that were carried out, under the ids of the deeds."""
    made = {object_key(plan): plan for plan in sorted(plans, key=lambda w: (w.said_at, w.id), reverse=True)}
    return [
        msgspec.structs.replace(
            one, predicate=PLANNED, qualifier=plan.qualifier, mode="closes", object=plan.object, value=plan.value,
            valid_from=None, valid_until=(one.valid_from if one.predicate != DUE else None) or one.said_at,
        )
        for one in deeds
        for plan in made.values()
        if plan.mode == "asserts" and fulfils(one, plan)
    ]  # fmt: skip
