"""Who was brought elsewhere or given a role, said of them: "we moved Hilde to Linz" is "Hilde moved to Linz".

Only people are read so: a server that was moved to Linz lives nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import FINITE, Sentence, Word
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import FAMILY, FOLK, words

TAKES = words("moved relocated resettled rehoused settled transferred brought got")
PLACED = words("put placed moved settled got")
# What is done to somebody who then has a role.
RAISES = words("hired promoted appointed demoted elected recruited")
ROLES = words("to as")
BE = words("was were got been is are being")
TO = words("to into over down up out back in")
CARE = words("care nursing retirement assisted old hospice home sheltered memory residential dementia")
TEAMS = words("team squad department crew")
KIN = (
    frozenset(FAMILY)
    | FOLK
    | words("mom mum dad mother father gran granny nan nana grandma grandpa granddad grandad")
)
LONGEST = 4  # words of a name
# A small model takes a lone name for a company or a people.
NAMES = frozenset({"", "PERSON", "ORG", "NORP", "GPE"})
PLACES = frozenset({"GPE", "LOC"})


def taken(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The statement with whoever was moved in front."""
    found = sentence.words
    for at, verb in enumerate(found):
        if (
            verb.lower in RAISES
            and at
            and verb.tag in {"VBD", "VBN", "VB", "VBP"}
            and found[at - 1].lower not in BE
        ):
            yield from raised(found, at)
            return
        if verb.lower not in TAKES | PLACED or verb.tag not in {"VBD", "VBN", "VB", "VBP"}:
            continue
        if any(word.dep == "neg" or word.tag == "MD" for word in found[max(0, at - 4) : at]):
            return
        if verb.lower == "moved" and found[at + 1 : at + 2] and found[at + 1].lower == "out":
            yield from elsewhere(found, at)
            return
        passive = at > 1 and found[at - 1].lower in BE
        if passive and verb.lower in TAKES:
            who, behind = before_of(found, at - 1), found[at + 1 :]
        else:
            who = behind_of(found, at + 1)
            behind = found[at + 1 + len(who) :]
        if who and goes(verb, behind):
            start = next(
                i for i, word in enumerate(behind) if word.lower not in {"over", "down", "up", "out"}
            )
            way = "into" if any(word.lower in CARE for word in behind[1:6]) else "to"
            yield (who, "moved", way, behind[start + 1 :])
            return


def raised(found: Sequence[Word], at: int) -> Iterator[Statement]:
    """ "They promoted Ana to head of ops", "we hired Omar as a designer": told of whoever has the role now."""
    who = behind_of(found, at + 1, ROLES)
    behind = found[at + 1 + len(who) :]
    if who and len(behind) > 1 and behind[0].lower in ROLES:
        yield (who, "was", found[at : at + 1], behind)


def elsewhere(found: Sequence[Word], at: int) -> Iterator[Statement]:
    """ "Ivo moved out last weekend, back to Split": where he moved to stands further behind."""
    to = next((i for i in range(at + 2, len(found) - 1) if found[i].lower == "to"), -1)
    if (
        to < 0
        or not found[to + 1].text[:1].isupper()
        or any(word.tag in FINITE for word in found[at + 1 : to])
    ):
        return
    who = before_of(found, at) or [
        word for word in found[at - 1 : at] if word.lower in {"i", "we", "he", "she"}
    ]
    if who:
        yield (who, "moved to", found[to + 1 :])


def goes(verb: Word, behind: Sequence[Word]) -> bool:
    """True when a place to live follows, a town or a home in a town, or a team."""
    if not behind or behind[0].lower not in TO:
        return False
    if verb.lower in {"moved", "transferred"} and any(word.lower in TEAMS for word in behind[2:6]):
        return True
    named = [word for word in behind[1:12] if word.text[:1].isupper() and word.pos in {"NOUN", "PROPN"}]
    if not any(word.entity in PLACES or (word.lower != word.text and word.entity == "") for word in named):
        return False
    home = any(word.lower in CARE for word in behind[1:6])
    first = next((word for word in behind if word.lower not in TO), behind[-1])
    if verb.lower in {"put", "placed", "brought", "got", "settled"}:
        return home
    return home or first.entity in PLACES


def behind_of(found: Sequence[Word], start: int, ways: frozenset[str] = TO) -> list[Word]:
    """The person right behind the verb."""
    for end in range(min(start + LONGEST, len(found)), start, -1):
        if is_person(found[start:end]) and end < len(found) and found[end].lower in ways:
            return list(found[start:end])
    return []


def before_of(found: Sequence[Word], end: int) -> list[Word]:
    """The person right before the auxiliary."""
    while end and found[end - 1].lower in {"has", "had", "have", "just", "also", "finally"}:
        end -= 1
    for start in range(max(0, end - LONGEST), end):
        if is_person(found[start:end]):
            return list(found[start:end])
    return []


def is_person(phrase: Sequence[Word]) -> bool:
    """True for a name, a relative, or a relative by name: "my grandmother Hilde", "mum"."""
    rest = [word for word in phrase if word.lower not in {"my", "our"}]
    owned = len(rest) < len(phrase) and phrase[0].lower in {"my", "our"}
    kin = [word for word in rest if word.lower in KIN]
    names = [
        word for word in rest if word.pos == "PROPN" and word.text[:1].isupper() and word.technical is None
    ]
    if not rest or len(kin) + len(names) < len(rest) or len(kin) > 1:
        return False
    lone = len(names) < 3 and not any(word.lower in {"team", "group", "bank"} for word in rest)
    known = lone and all(word.entity in NAMES for word in names)
    return known and (bool(kin) or not owned)
