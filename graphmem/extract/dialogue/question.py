"""The parts of a question, so that what answers it can be laid into it: what is asked for, of whom, and the verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from graphmem.extract.parse import FINITE, Sentence, Word
from graphmem.extract.restate.segments import segments, without_lead
from graphmem.extract.vocabulary import words

DO = words("do does did")
HAVE = words("have has had 've ’ve")
BE = words("is are was were 's ’s 're ’re am")
HELPERS = DO | HAVE | BE
NOT = words("n't n’t not")
ASKS = words("what which who where when why")
HOW = words("long often old many much")
KINDS = words("kind kinds sort sorts type types")
TAGS = words("right correct yeah yes no huh eh")
VERBS = frozenset({"VB", "VBP", "VBZ", "VBD", "VBN", "VBG"})
MANNER = words(
    "still usually normally currently already always mainly mostly typically ever also actually both all"
)
LEADS = words("and but so also btw wow cool nice great oh hey hi ok okay well")
FRIENDS = words("guys all both two")


class Question(NamedTuple):
    """What is asked for ("how long", "where", "what", "" for yes or no), of what noun, and the rest by its parts."""

    about: str
    noun: Sequence[Word]
    subject: Sequence[Word]  # none when it is asked for
    helper: str
    adverbs: Sequence[Word]
    verb: Word | None
    rest: Sequence[Word]
    told: bool = False  # a statement with "right?" behind it


def question_of(sentence: Sentence) -> Question | None:
    """The last question of a sentence, None where it has another form."""
    parts = [list(part.words) for part in segments(sentence)]
    parts = [part[:-1] if part[-1].text == "?" else part for part in parts if part]
    parts = [part for part in parts if part]
    if len(parts) > 1 and is_tag(parts[-1]):
        return statement_of(parts[-2])
    if len(parts) > 1 and len(parts[-1]) == 1 and parts[-1][0].pos == "PROPN":
        parts = parts[:-1]
    return read(parts[-1]) if parts else None


def is_tag(part: Sequence[Word]) -> bool:
    """True for "right?" and "aren't you?" behind a statement."""
    first = part[0].lower
    if len(part) == 1:
        return first in TAGS
    short = len(part) <= 3 and part[-1].lower in {"you", "it", "they", "he", "she"}
    return short and first in HELPERS | {"do", "ai"}


def read(part: Sequence[Word]) -> Question | None:
    """The parts of a question that is one stretch of words."""
    found = without_lead(part)
    while found and found[0].lower in LEADS:
        found = found[1:]
    if len(found) < 2:
        return None
    first, second = found[0].lower, found[1].lower
    if first == "how":
        if second == "come":
            return None
        if second not in HOW:
            return None
        return asked(f"how {second}", found[2:], counts=second in {"many", "much"})
    if first == "since" and second == "when":
        return asked("how long", found[2:], counts=False)
    if first in ASKS:
        return asked(first, found[1:], counts=first in {"what", "which"})
    if first in HELPERS:
        return inverted("", (), found)
    if first in {"any", "got"} and len(found) < 5:
        noun = found[2:] if first == "got" and second == "any" else found[1:]
        return Question("any", noun, (), "", (), None, ()) if first == "any" or second == "any" else None
    if first == "you" and found[1].tag in {"VBP", "VB"} and found[1].lower not in HELPERS:
        return Question("", (), found[:1], "do", (), found[1], found[2:])
    return None


def asked(about: str, found: Sequence[Word], *, counts: bool) -> Question | None:
    """The rest of a question behind "how long", "where", "which"; `counts` if a noun may stand there."""
    noun: list[Word] = []
    while counts and found and found[0].lower not in HELPERS and found[0].tag not in FINITE:
        noun.append(found[0])
        found = found[1:]
    if len(noun) > 4 or not found:
        return None
    if found[0].lower in HELPERS:
        return inverted(about, noun, found)
    if about in {"who", "what", "which"} and found[0].tag in FINITE and found[0].pos == "VERB":
        return Question(about, noun, (), "", (), found[0], found[1:])
    return None


def inverted(about: str, noun: Sequence[Word], found: Sequence[Word]) -> Question | None:
    """ "Do you use pnpm", "is your son at school", behind what is asked for."""
    helper, rest = found[0].lower, list(found[1:])
    if rest and rest[0].lower in NOT:
        rest = rest[1:]
    end = subject_end(rest, verbal=helper in DO)
    if not end:
        return None
    if helper in DO and end == len(rest) and end > 1 and rest[-2].tag not in {"DT", "PRP$"}:
        end -= 1  # "does the billing service use": taken for a noun
        rest[-1] = replace(rest[-1], tag="VB", pos="VERB", lemma=rest[-1].lower)
    subject, rest = rest[:end], rest[end:]
    adverbs: list[Word] = []
    while rest and rest[0].lower in MANNER:
        adverbs, rest = [*adverbs, rest[0]], rest[1:]
    if helper in DO:
        if not rest or not (rest[0].tag in VERBS or rest[0].dep == "ROOT"):
            return None
        return Question(about, noun, subject, helper, adverbs, rest[0], rest[1:])
    verb = participle(rest)
    if helper in HAVE and verb is None:
        return None
    if not about and verb is None and not rest:
        if len(subject) < 3:
            return None
        subject, rest = subject[:-1], subject[-1:]  # "is the repo public": taken for a noun
    return Question(about, noun, subject, helper, adverbs, verb, rest[1:] if verb else rest)


def participle(found: Sequence[Word]) -> Word | None:
    """The first word where it belongs to a helping verb."""
    is_one = bool(found) and found[0].tag in {"VBG", "VBN", "VBD"} and found[0].pos in {"VERB", "AUX"}
    return found[0] if is_one else None


def subject_end(found: Sequence[Word], *, verbal: bool = False) -> int:
    """How many of the first words are the subject, 0 if that is not clear."""
    if not found:
        return 0
    first = found[0]
    if first.lower == "you":
        end = 2 if len(found) > 1 and found[1].lower in FRIENDS else 1
        if (
            len(found) > end + 1
            and found[end].lower == "and"
            and found[end + 1].pos in {"PRON", "PROPN", "DET"}
        ):
            more = subject_end(found[end + 1 :], verbal=verbal)
            return end + 1 + more if more else 0
        return end
    if first.lower in {"it", "they", "he", "she"}:
        return 1
    end = 0
    while end < len(found) and within(found, end, verbal=verbal):
        end += 1
    while end and found[end - 1].pos in {"ADJ", "ADV", "DET", "ADP", "CCONJ"}:
        end -= 1
    return (
        end if any(word.pos in {"NOUN", "PROPN"} or word.technical is not None for word in found[:end]) else 0
    )


def within(found: Sequence[Word], at: int, *, verbal: bool) -> bool:
    """True for a word that can stand in the subject of a question."""
    word = found[at]
    if word.technical is not None or word.lower in {"of", "'s", "’s", "and"}:
        return at > 0 or word.technical is not None
    if verbal and at and word.dep == "ROOT":
        return False
    if at and (word.pos == "DET" or word.tag == "PRP$") and found[at - 1].pos in {"NOUN", "PROPN"}:
        return False  # "is your wife a teacher"
    if word.tag in {"VBN", "VBG"}:
        return word.dep in {"amod", "compound"}
    return (
        word.pos in {"DET", "ADJ", "NOUN", "PROPN", "NUM"}
        or word.tag == "PRP$"
        or word.lower in {"this", "that"}
    )


def statement_of(part: Sequence[Word]) -> Question | None:
    """ "You're still on Postgres 14", with "right?" behind it, as a question for yes or no."""
    found = without_lead(part)
    while found and found[0].lower in LEADS:
        found = found[1:]
    end = subject_end(found)
    rest = found[end:]
    if not end or not rest:
        return None
    adverbs: list[Word] = []
    while rest and rest[0].lower in MANNER:
        adverbs, rest = [*adverbs, rest[0]], rest[1:]
    if not rest or rest[0].tag not in FINITE or rest[0].tag == "MD":
        return None
    helper = rest[0].lower if rest[0].lower in BE | HAVE and rest[0].pos == "AUX" else ""
    if helper:
        rest = rest[1:]
        if any(word.lower in NOT for word in rest[:1]):
            return None
        while rest and rest[0].lower in MANNER:
            adverbs, rest = [*adverbs, rest[0]], rest[1:]
        verb = participle(rest)
        return Question("", (), found[:end], helper, adverbs, verb, rest[1:] if verb else rest, told=True)
    return Question(
        "", (), found[:end], "did" if rest[0].tag == "VBD" else "do", adverbs, rest[0], rest[1:], told=True
    )
