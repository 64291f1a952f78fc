"""The date of a statement for those of its claims that were read without one: "the timeout is 30 s since March".

Most readers of claims see to their dates themselves. What is left undated takes the only date of the part of the
sentence in which its object stands, when that date says since when it is so, or until when.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from graphmem.extract.dates import DateMention, find_dates, written
from graphmem.extract.parse import Word
from graphmem.extract.plain.stretch import parts
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.extract.when import DAY_GRAINS
from graphmem.model import Claim

# What is so for good, is told with its date in its words, or is no state of things.
TIMELESS = words(
    "name also_known_as born_on born_in age_is comes_from pronouns_are parent_of child_of sibling_of relative_of"
    " instructs plans due_on learned failed_because did wishes visited speaks"
)
DECIDED = words("chose rejected")
# "The rent goes up to 950 in September": from then on it is so.
CHANGES = words("go rise drop fall increase decrease change jump climb")
STATED = re.compile(r"\b(?:is|are|works|lives|has|uses|owns|plays|studies)\b")  # a sentence of what goes on
# "Adopted a second cat, Olive, in April".
GAINED = words("has_pet owns member_of uses works_at lives_in")
GAINS = words("adopt get buy join move start")
STARTS = frozenset({"since", "from"})


def with_dates(reading: Reading, claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a sentence, each undated one with the date of its part of the sentence."""
    undated = [claim for claim in claims if may_be_dated(claim)]
    if not undated or not find_dates(reading.sentence.text, reading.said_at):
        return list(claims)
    pieces = list(parts(reading.sentence))
    return [dated(reading, claim, pieces) if may_be_dated(claim) else claim for claim in claims]


def may_be_dated(claim: Claim) -> bool:
    """True for a claim about a state that has no date yet."""
    undated = claim.valid_from is None and claim.valid_until is None
    return undated and claim.mode in {"asserts", "ends"} and claim.predicate not in TIMELESS


def dated(reading: Reading, claim: Claim, pieces: Sequence[list[Word]]) -> Claim:
    """The claim with the date of its part, or as it is when there is none or more than one."""
    part = next((one for one in pieces if stands_in(reading, claim, one)), None)
    if part is None:
        return claim
    date = only_date(reading, part)
    if date is None or not fits(claim, date, part) or not beside(reading, claim, date, part):
        return claim
    shown = written(date, reading.said_at)
    if claim.mode == "ends":
        return msgspec.structs.replace(claim, valid_until=date.interval.low, grain=date.grain)
    if date.direction in {"until", "through"}:
        end = (
            date.interval.high
            if date.direction == "through" and date.grain in DAY_GRAINS
            else date.interval.low
        )
        text = with_time(claim.text, f"{date.direction} {shown}", shown)
        return msgspec.structs.replace(claim, valid_until=end, grain=date.grain, text=text)
    ahead = date.interval.low > reading.said_at
    lasts = bool(date.direction) or claim.predicate not in DECIDED | GAINED
    lasts = lasts or (claim.predicate in GAINED and STATED.search(claim.text) is not None)
    lead = ("from" if ahead else "since") if lasts else "on" if shown[:4].isdigit() and "-" in shown else "in"
    text = with_time(claim.text, f"{lead} {shown}", shown)
    return msgspec.structs.replace(claim, valid_from=date.interval.low, grain=date.grain, text=text)


def stands_in(reading: Reading, claim: Claim, part: list[Word]) -> bool:
    """True when the object of the claim is in this part of the sentence."""
    low, high = reading.sentence.passage.source(part[0].start, part[-1].end)
    if claim.object is not None:
        return low <= claim.object.start < high
    return bool(claim.value) and object_place(reading, claim, part) is not None


def only_date(reading: Reading, part: list[Word]) -> DateMention | None:
    """The one date in a part of the sentence."""
    verb = next((word for word in part if word.pos in {"VERB", "AUX"}), None)
    past = verb is not None and verb.tag in {"VBD", "VBN"}
    coming = verb is not None and verb.tag == "VBZ" and verb.lemma in CHANGES
    text = reading.sentence.stretch(part)
    found = [
        date
        for date in find_dates(text, reading.said_at, tense="past" if past else "future" if coming else "")
        if date.grain not in {"second", "minute", "hour"}
    ]
    return found[0] if len(found) == 1 else None


def fits(claim: Claim, date: DateMention, part: list[Word]) -> bool:
    """True when the date says since or until when the claim is so, or when what it tells was decided or ended."""
    if claim.mode == "ends":
        return date.direction in {"", "since"}
    if date.direction in STARTS | {"until", "through"}:
        return True
    past = any(word.tag == "VBD" for word in part)
    if claim.predicate in GAINED and past and date.direction == "":
        return any(word.tag == "VBD" and word.lemma in GAINS for word in part)
    changed = any(word.tag in {"VBZ", "VBD"} and word.lemma in CHANGES for word in part)
    return ((claim.predicate in DECIDED and past) or changed) and date.direction == ""


def beside(reading: Reading, claim: Claim, date: DateMention, part: list[Word]) -> bool:
    """True when the date stands behind the object with no verb between them, or opens the part and is no end."""
    place = object_place(reading, claim, part)
    start = part[0].start + date.start
    if place is None:
        return False
    if start < place:
        return date.direction not in {"until", "through"} and date.start <= len("as of the ")
    if claim.object is None and start < place + len(claim.value):
        return False  # the value tells it: "blocked until Friday"
    between = [word for word in part if place < word.start < start]
    apart = any(word.text == "," for word in between) and any(word.tag == "POS" for word in between)
    return not apart and not any(word.pos in {"VERB", "AUX"} and not word.technical for word in between)


def object_place(reading: Reading, claim: Claim, part: list[Word]) -> int | None:
    """Where in the passage the object of a claim begins."""
    if claim.object is not None:
        source = reading.sentence.passage.source
        return next((one.start for one in part if source(one.start, one.end)[0] >= claim.object.start), None)
    found = reading.sentence.stretch(part).lower().find(claim.value.lower())
    return None if found < 0 else part[0].start + found


def with_time(text: str, time: str, shown: str) -> str:
    """The sentence with its time at the end, when it does not tell it."""
    return text if shown in text else re.sub(r"\.?$", f" {time}.", text, count=1)
