"""Who does it until a day and who from then on: "Deepa leads the data team but from 1 July it'll be Hannes".

Both are said in full, each with the time that is theirs; what the first part says alone would be taken for all time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.spans import is_mark
from graphmem.extract.parse import FINITE, Sentence, Word
from graphmem.extract.restate.reworded import Wording, is_person
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import third, words

# What one does for a time, and another after that.
DOES = words("lead run own maintain manage head handle chair coordinate cover moderate host do review")
DUTIES = words(
    "call duty support pager rotation lead leader owner maintainer manager captain chair head host coordinator"
    " responsible charge contact moderator scribe reviewer shift watch admin"
)
NOW = words("currently now right at the moment still for atm presently so far")
JOINTS = words("but and then so")
IT = words("it that")
PASSES = words("be 's ’s is goes go passes pass falls fall back to will 'll ’ll over")
ENDS = words("until till through")
BEGINS = words("from since as of on starting after in at")
ME = words("me i")
TRADED = words("traded swapped switched exchanged")
COVERS = words("cover covers covering took take taking")


def followed(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """What the first does until then, and what the second does from then on."""
    wording = Wording(sentence)
    found = wording.words
    yield from relieved(wording)
    if not any(word.lower in IT for word in found):
        return
    for at in range(3, len(found) - 1):
        if not (is_mark(found[at]) or found[at].lower in JOINTS):
            continue
        behind = successor(wording, found[at + 1 :])
        if behind is None:
            continue
        date, heir = behind
        first = duty(wording, found[:at])
        if first is not None:
            yield from both(first, date, heir)
            return


def successor(wording: Wording, found: Sequence[Word]) -> tuple[list[Word], list[Word]] | None:
    """The date and the person of "from 1 July it'll be Hannes", "then it goes back to Pavel", "next week it's me"."""
    end = next((i for i, word in enumerate(found) if is_mark(word) and i > 3), len(found))
    told = [word for word in found[:end] if not is_mark(word)]
    while told and told[0].lower in JOINTS:
        told = told[1:]
    date = [word for word in told if wording.dated(word)]
    rest = [word for word in told if not wording.dated(word) and word.lower not in BEGINS | {"that's", "on"}]
    it = next((i for i, word in enumerate(rest) if word.lower in IT), -1)
    if it < 0 or it > 1:
        return None
    rest = rest[it + 1 :]
    passed = 0
    while passed < len(rest) and rest[passed].lower in PASSES:
        passed += 1
    who = rest[passed:]
    if not passed or not who or len(who) > 3:
        return None
    return (date, who) if who[0].lower in ME or is_person(who) else None


def relieved(wording: Wording) -> Iterator[Statement]:
    """ "Farid and I traded, I'm on call this week", "I'm covering on-call for Farid till Sunday": who no longer is."""
    found = wording.words
    for at, word in enumerate(found):
        if word.lower in TRADED and at > 2 and found[at - 1].lower in ME and found[at - 2].lower == "and":
            who = [one for one in found[max(0, at - 4) : at - 2] if not is_mark(one)]
            mine = duty(wording, found[at + 1 :])
            if mine is not None and mine.who[0].lower == "i" and who and is_name(who):
                yield (named(who), "is no longer", mine.what)
            return
        if word.lower in COVERS and 0 < at < 4 and found[0].lower == "i":
            gives = next(
                (i for i in range(at + 1, min(at + 6, len(found))) if found[i].lower in {"for", "from"}), -1
            )
            what = found[at + 1 : gives] if gives > 0 else []
            who = [
                one
                for one in found[gives + 1 : gives + 3]
                if not wording.dated(one) and one.lower not in ENDS
            ]
            if gives > 0 and is_name(who[:2]) and any(one.lower.endswith("call") for one in what):
                yield (
                    ("I am on call", found[gives + 1 + len(who[:2]) :])
                    if len(found) > gives + 1 + len(who)
                    else ("I am on call",)
                )
                yield (named(who[:2]), "is no longer on call")
            return


def is_name(phrase: Sequence[Word]) -> bool:
    """True for a person, by a name in small letters too."""
    return is_person(phrase) or (
        len(phrase) == 1 and phrase[0].pos == "PROPN" and phrase[0].technical is None
    )


def named(phrase: Sequence[Word]) -> str:
    """The name as it is written elsewhere: "Farid" for "farid"."""
    return " ".join(word.text[:1].upper() + word.text[1:] for word in phrase)


class Duty:
    """Who does what, and until when as far as it is said."""

    def __init__(self, who: list[Word], verb: Word, what: list[Word], until: list[Word]) -> None:
        self.who, self.verb, self.what, self.until = who, verb, what, until


def duty(wording: Wording, found: Sequence[Word]) -> Duty | None:
    """The duty that the words in front of the joint tell of."""
    start = max((i + 1 for i, word in enumerate(found) if is_mark(word) and i + 4 < len(found)), default=0)
    told = list(found[start:])
    until = limit(wording, found)
    told = [word for word in told if not wording.dated(word) and word.lower not in ENDS | {"this", "since"}]
    while told and (told[0].lower in NOW | JOINTS or is_mark(told[0])):
        told = told[1:]
    while told and (is_mark(told[-1]) or told[-1].lower in NOW - {"so"}):
        told = told[:-1]
    verb = next((i for i, word in enumerate(told[:5]) if i and word.tag in FINITE), -1)
    if verb < 1 or len(told) - verb < 2:
        return None
    who = [word for word in told[:verb] if word.lower not in NOW]
    what = told[verb + 1 :]
    rest = next((i for i, word in enumerate(what) if i and word.lower in {"rest", "whole", "all"}), len(what))
    what = what[: rest - 1] if rest < len(what) and what[rest - 1].lower == "the" else what[:rest]
    be = told[verb].lemma.lower() in {"be", "'s", "’s"}
    fits = any(word.lower in DUTIES for word in what) if be else told[verb].lemma.lower() in DOES
    if not fits or not who or not (who[0].lower == "i" or is_person(who)):
        return None
    return Duty(who, told[verb], what, until)


def limit(wording: Wording, found: Sequence[Word]) -> list[Word]:
    """The date behind "until" in these words."""
    at = next((i for i, word in enumerate(found) if word.lower in ENDS), -1)
    if at < 0:
        return []
    end = at + 1
    while end < len(found) and wording.dated(found[end]):
        end += 1
    return list(found[at + 1 : end])


def both(first: Duty, date: list[Word], heir: list[Word]) -> Iterator[Statement]:
    """The two statements, each with its time."""
    until = first.until or date
    if not until:
        return  # "for the next month it's Signe, then Pavel again" does not say when that is
    yield (
        first.who,
        first.verb.text if first.verb.lemma != "'s" else "is",
        first.what,
        *(("until", until) if until else ()),
    )
    since = date or first.until
    mine = heir[0].lower in ME
    be = first.verb.lemma.lower() in {"be", "'s", "’s"}
    lemma = first.verb.lemma.lower()
    form = ("am" if mine else "is") if be else (lemma if mine else third(lemma))
    if since:
        yield ("I" if mine else heir, form, first.what, "from", since)
