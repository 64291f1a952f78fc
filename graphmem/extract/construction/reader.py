"""What the constructions in a sentence claim, beside what is known of it already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.broad.doubts import unlikely
from graphmem.extract.broad.weighing import covers, same_form
from graphmem.extract.clauses import Clause
from graphmem.extract.construction.fillers import Filled, fill
from graphmem.extract.construction.grammar import Construction, Grammar
from graphmem.extract.construction.matcher import Match, begins, matches
from graphmem.extract.construction.praise import is_of_moment
from graphmem.extract.construction.spans import JOINS, Dated, is_finite, is_mark, subject_words
from graphmem.extract.construction.subjects import parties, speaker, subjects
from graphmem.extract.construction.told import is_closed, is_told
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.turnings import named
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import words
from graphmem.model import Claim, ClaimMode
from graphmem.ontology import Predicate

# What is worth saying when it is not so.
DENIABLE = words(
    "eats uses owns depends_on skilled_in speaks plays practises has_condition has_pet lives_in works_at"
)
# What is over when it was said of the past and for how long.
PASSED = words("works_at lives_in has_role studies_at leads member_of uses owns plays practises works_on")
LASTED = rx.compile(
    r"\b(?:until|till|for\s+(?:[\w-]+\s+){0,2}(?:years?|months?|decades?|ages)|years ago|back then|before)\b",
    re.IGNORECASE,
)
# What something is called, which other claims tell beside what it is.
CALLED = words("name also_known_as")
# In which words a predicate is told of a class of words, when its own do not suit them.
LABELS: dict[tuple[str, ...], tuple[str, str]] = {
    ("has_pet", "animal"): ("has", "had"),
    ("has_condition", "ailment"): ("has", "had"),
    ("has_condition", "condition"): ("has", "had"),
    ("has_condition", "state_of_health"): ("is", "was"),
    ("has_condition", "regimen"): ("is on", "was on"),
    ("skilled_in", "drive"): ("can", "could"),
}
OF_OTHERS = words("his her its their")
TASTES = words("likes dislikes")
EVENTS = words("did visited created chose rejected learned failed_because")


def constructed(reading: Reading, known: Sequence[Claim], grammar: Grammar) -> list[Claim]:
    """The claims of the constructions in a sentence that none of those known makes already."""
    if is_closed(reading):
        return []
    fresh: list[Claim] = []
    for claim in found_in(reading, grammar):
        if unlikely(reading, claim) or not claim.text:
            continue
        if not any(is_known(reading, one, claim) for one in (*known, *fresh)):
            reading.remember(claim)
            fresh.append(claim)
    return fresh


def is_known(reading: Reading, old: Claim, new: Claim) -> bool:
    """True when a claim says what a construction found, or speaks of the same words in another way."""
    one, other = named(old), named(new)
    if new.predicate in CALLED and other in {old.subject.name.lower(), one}:
        return True  # "my brother is called Leo" says first of all whose brother he is
    if old.predicate == "status_is" and new.predicate == "stored_in" and other in one:
        return True  # "my car is in the garage"
    if new.predicate == "uses" and other == old.subject.name.lower():
        return True  # "we're on Node 20" tells a version
    if old.subject.name != new.subject.name:
        return old.predicate == new.predicate and one == other and old.mode == new.mode
    if old.predicate == "did" and new.mode == "asserts" and new.predicate in {"has_role", "has_condition"}:
        return False  # "made senior analyst on the 1st" tells a role as well
    if one == other:
        return old.mode != "closes" or old.predicate == new.predicate
    if old.predicate == new.predicate:
        if within(one, other):
            return True
        if reading.ontology.predicate(new.predicate).functional and old.qualifier == new.qualifier:
            return old.mode == new.mode
        return False
    if old.predicate == "uses" and new.predicate == "eats" and other.startswith(one):
        return True  # "I take sertraline every morning" tells of no meal
    return covers(old, new) or same_form(old, new)


def within(one: str, other: str) -> bool:
    """True when all words of one name are words of the other."""
    left, right = ({word.strip(",") for word in name.split()} for name in (one, other))
    return bool(left and right) and (left <= right or right <= left)


def found_in(reading: Reading, grammar: Grammar) -> Iterator[Claim]:
    """Every claim of every construction in a sentence."""
    tokens = [word for word in reading.sentence.words if word.pos != "SPACE"]
    days = [date for tense in ("", "future") for date in reading.dates_in(tense)]

    def dated(word: Word) -> bool:
        return any(date.start <= word.start < date.end for date in days)

    for match in matches(tokens, grammar.by_word, dated):
        if match.construction.predicate not in reading.ontology.predicates:
            continue
        mode = mode_of(match, tokens, reading)
        first = match.group.first if match.group is not None else match.first
        if mode is not None and is_told(reading, tokens, first, match.last):
            yield from claims_of(reading, grammar, tokens, match, mode=mode, dated=dated)


def mode_of(match: Match, tokens: Sequence[Word], reading: Reading) -> ClaimMode | None:
    """How a construction is told here; None when it says nothing of what is."""
    role, group = match.construction.role, match.group
    negated, over = match.negated, match.over
    tense, passive, helped = "present", False, False
    if group is not None:
        if group.unreal:
            return None
        negated, over = negated != group.negated, over or group.over
        tense, passive, helped = group.tense, group.passive, group.helped
    following = " ".join(word.lower for word in tokens[match.last : match.last + 3])
    if negated and re.search(r"\bany ?more\b", following):
        negated, over = False, True
    if tense == "future" or (passive and "be" not in verb_words(match.construction)):
        return None
    if role == "affirms" and (negated or over):
        return None  # whose first language is not English may well speak it
    if role in {"denies", "ends"}:
        return None if negated or over or (role == "denies" and tense == "past") else role
    if role == "happens":
        return "asserts" if not negated and not over and tense in {"past", "perfect"} else None
    if role == "starts":
        verb = tokens[match.first]
        behind = tokens[match.last + 1 : match.last + 2]
        if verb.tag == "VBG" and not helped and behind and is_finite(tokens, match.last + 1):
            return None  # "joining a choir can be fun" tells of nobody
        plain = tense == "present" and verb.tag in {"VBZ", "VBP", "VB"} and group is not None and not helped
        return None if negated or over or plain else "asserts"
    if over:
        return "ends"
    if negated:
        return "denies" if match.construction.predicate in DENIABLE and tense != "past" else None
    if tense == "past" and match.construction.predicate not in EVENTS:
        lasted = match.construction.predicate in PASSED and LASTED.search(reading.sentence.text)
        return "ends" if lasted else None
    return "asserts"


def verb_words(construction: Construction) -> frozenset[str]:
    """The words of the verb of a construction."""
    return construction.elements[construction.verb].words if construction.verb >= 0 else frozenset()


def claims_of(
    reading: Reading, grammar: Grammar, tokens: list[Word], match: Match, *, mode: ClaimMode, dated: Dated
) -> Iterator[Claim]:
    """The claims of one match: everybody it speaks of, with everything that is said."""
    predicate = reading.ontology.predicate(match.construction.predicate)
    slot = {one.slot: one for one in match.construction.elements if one.slot}
    front = match.construction.leading
    if front and front != "S":
        first = match.group.first if match.group is not None else match.first
        said = subject_words(tokens, first, dated)
        at = first - len(said)
        before = at - (at > 1 and tokens[at - 1].pos == "ADV")
        if before and tokens[before - 1].lower in JOINS:
            return  # "portraits and pop art is my favourite"
        if not said or (match.construction.opens and not (tokens[at] is said[0] and begins(tokens, at))):
            return
        match.slots[front] = [said]
        match.first = at
    who = spoken_of(reading, grammar, tokens, match, predicate, dated=dated)
    if not who:
        return
    if (
        "_" in slot
        and slot["_"].types
        and fill(reading, grammar, match.slots["_"][0], slot["_"].types, ()) is None
    ):
        return
    predicate = told_of(predicate, slot["O"].types)
    filled = objects(reading, grammar, tokens, match, predicate)
    if not filled:
        return
    qualifier = qualifier_of(reading, grammar, match, slot["Q"].types if "Q" in slot else ())
    if qualifier is None:
        return
    clause = clause_of(reading, tokens, match, ahead=mode == "ends")
    when = reading.when(clause, ends=mode == "ends")
    if predicate.name == "age_is":
        when = When(reading.said_at, None, "day")
    for party in who:
        for lead, one in filled:
            if party.user and lead.lower in OF_OTHERS:
                continue  # "passionate about nurses and their rights"
            if one.text.lower() != party.mention.name.lower():
                yield claim_of(reading, party, predicate, one, mode=mode, when=when, qualifier=qualifier)


def objects(
    reading: Reading, grammar: Grammar, tokens: Sequence[Word], match: Match, predicate: Predicate
) -> list[tuple[Word, Filled]]:
    """What is said of somebody, each with the first word of its phrase; nothing when the first is none."""
    phrases = match.slots["O"]
    types = next(one.types for one in match.construction.elements if one.slot == "O")
    filled = [fill(reading, grammar, phrase, types, predicate.range) for phrase in phrases]
    if not filled or filled[0] is None or filled[0].text.lower().startswith("to "):
        return []  # "need to apologize" is no need of a thing
    if predicate.name in TASTES and is_of_moment(tokens, match):
        return []
    return [(phrase[0], one) for phrase, one in zip(phrases, filled, strict=True) if one is not None]


def told_of(predicate: Predicate, types: tuple[str, ...]) -> Predicate:
    """The predicate in the words that suit what is said: who has "chickens" has no pet of that name."""
    label, past = LABELS.get((predicate.name, *types), (predicate.label, predicate.past))
    return msgspec.structs.replace(predicate, label=label, past=past)


def spoken_of(
    reading: Reading,
    grammar: Grammar,
    tokens: list[Word],
    match: Match,
    predicate: Predicate,
    *,
    dated: Dated,
) -> list[Party]:
    """The parties in the slot S, wherever it stands; the one before when the construction has no such slot."""
    elements = match.construction.elements
    slot = next((one for one in elements if one.slot == "S"), None)
    kinds = slot.types if slot is not None and slot.types else predicate.domain
    classes = slot.types if slot is not None and set(slot.types) <= grammar.types.keys() - {"animal"} else ()
    if classes:  # "traces go to tempo": the subject is of a class of words
        first = match.group.first if match.group is not None else match.first
        said = subject_words(tokens, first, dated)
        if not said or fill(reading, grammar, said, classes, ()) is None:
            return []
        kinds = predicate.domain
    if not kinds and predicate.fact == "preference":
        kinds = ("person", "animal")
    if "S" in match.slots:
        return [party for phrase in match.slots["S"] for party in parties(reading, phrase, kinds)]
    if slot is None and (not match.construction.opens or match.construction.leading == "Q"):
        return [speaker(reading, tokens[match.first])]
    return subjects(reading, tokens, match, kinds, dated)


def qualifier_of(reading: Reading, grammar: Grammar, match: Match, types: tuple[str, ...]) -> str | None:
    """What stands in the slot Q, "" without one; None when that is nothing that can be kept."""
    if "Q" not in match.slots:
        return ""
    found = fill(reading, grammar, match.slots["Q"][0], types, ())
    return None if found is None else found.text


def clause_of(reading: Reading, tokens: list[Word], match: Match, *, ahead: bool = False) -> Clause:
    """The part of the sentence in which a construction stands, so that its dates can be read.

    `ahead` says that a present tense means what is to come: "my contract ends in August".
    """
    group = match.group
    low = group.first if group is not None else match.first
    high = match.last + 1
    while low and not (is_mark(tokens[low - 1]) or tokens[low - 1].lower in {"but", "because", "so"}):
        low -= 1
    while high < len(tokens) and not (
        is_mark(tokens[high]) or tokens[high].lower in {"but", "because", "so", "and"}
    ):
        high += 1
    verb = tokens[match.first]
    tense = group.tense if group is not None else "present"
    goes_on = group is not None or any(
        word.tag in {"VBZ", "VBP"} for word in tokens[match.first : match.last + 1]
    )
    if ahead and tense == "present" and goes_on:
        tense = "future"
    subject = Word(-1, "I", "I", "PRON", "PRP", "nsubj", verb.i, verb.start, verb.start + 1)
    clause = Clause(
        reading.sentence,
        verb,
        subject=subject,
        tense="past" if tense == "perfect" else tense,
        words=tokens[low:high],
    )
    clause.perfect = tense == "perfect"
    return clause


def claim_of(
    reading: Reading,
    party: Party,
    predicate: Predicate,
    one: Filled,
    *,
    mode: ClaimMode,
    when: When,
    qualifier: str,
) -> Claim:
    """One claim with its sentence."""
    text = stated(reading, party, predicate, one.text, mode=mode, when=when, qualifier=qualifier)
    target = (
        one.thing.mention(reading.message.id, reading.sentence, one.kind) if one.thing and one.kind else None
    )
    return reading.draft(
        party, predicate.name, text, target=target, value="" if target else one.text, mode=mode, when=when,
        qualifier=qualifier, confidence=0.7,
    )  # fmt: skip
