"""The few words of a turn that answer a question: what stands in front of a verb of its own, and yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.construction.spans import is_mark
from graphmem.extract.parse import FINITE, Sentence, Word
from graphmem.extract.plain.stretch import is_guess
from graphmem.extract.vocabulary import DETERMINERS, PRONOUNS, words

MOST = 14  # words
YES = words("yes yeah yep yup ya yea sure definitely absolutely totally indeed correct")
NO = words("no nope nah")
# What is said before one answers.
POLITE = words(
    "thanks thank thx you good great nice question wow hey hi hello oh aw aww haha ha lol hah sweet cool awesome ok"
    " okay like appreciate it so much a lot right well yes yeah yep yup sure totally definitely absolutely of course no"
    " nope nah glad asked love that for asking ya hmm um uh please too agreed exactly"
)
SMALL = words("a it so that for you too of course right like")
LEADS = words(
    "well oh um uh hmm so mostly mainly usually just mm actually honestly basically probably currently still"
    " yes yeah yep yup no nope nah sure"
)
GUESSED = words(
    "probably perhaps maybe dunno idk unsure depends whatever either any anything something nothing none"
)
TAILS = words("please thanks thx pls lol haha though actually already now btw too ha mostly mainly actually")
POINTS = words("it that they this these those")
BE = words("is 's ’s are 're ’re was were be")
REASONS = words("because cause 'cause ’cause cuz cos bc coz since")
CHOICES = words("thing favourite favorite fave fav pick choice jam go-to preference")
HALVES = words("do did does am are is was were have has had 've ’ve 'm ’m ca wo")
UNCLEAR = PRONOUNS - DETERMINERS - words("one ones other another each such")
NUMBER = words(
    "one two three four five six seven eight nine ten eleven twelve a an couple few several half dozen"
)
ORDER = (
    frozenset({"the first", "the first one", "first one", "the former"}),
    frozenset({"the second", "the second one", "second one", "the latter"}),
)
# Any moment will do: what is asked is only whether there is a date.
MOMENT = datetime(2024, 1, 3, 12, tzinfo=UTC)
OFTEN = rx.compile(
    r"\b(?:times?|once|twice|every|daily|weekly|monthly|yearly|usually|rarely|often|weekends?|nights?|mornings?)\b"
)
FILLS = words("of course still totally so far for sure not exactly too oh")
DENIES = words("n't n’t not never")


class Fragment(NamedTuple):
    """The words, and the sentence they stand in."""

    sentence: Sentence
    words: Sequence[Word]
    being: bool = False  # "it's" stood in front of them


class YesOrNo(NamedTuple):
    """Which of the two, by what words; `yet` for what is still to come."""

    sentence: Sentence
    words: Sequence[Word]
    yes: bool
    yet: bool


def told(sentence: Sentence) -> list[Word]:
    """Its words without spaces and the marks at its end."""
    found = [word for word in sentence.words if word.pos != "SPACE"]
    while (
        found
        and (found[-1].pos == "PUNCT" or found[-1].text in {"!", ".", ")"})
        and found[-1].technical is None
    ):
        found.pop()
    return found


def is_polite(sentence: Sentence) -> bool:
    """True for "Thanks, Nadia!" and "Good question." in front of an answer."""
    found = [
        word for word in told(sentence) if word.pos not in {"PUNCT", "SYM"} or word.technical is not None
    ]
    if len(found) > 6 or not any(word.lower in POLITE - SMALL for word in found):
        return not found
    return all(
        word.lower in POLITE or word.pos == "INTJ" or (word.pos == "PROPN" and word.i > 0) for word in found
    )


def fragment_of(sentences: Sequence[Sentence]) -> Fragment | None:
    """The words that answer without a verb of their own, in the first sentence that says something."""
    for sentence in sentences[:3]:
        whole = told(sentence)
        found = without_leads(whole)
        if not found or is_polite(sentence):
            continue
        if sentence.asks or is_guess(sentence.text):
            return None
        cut = cut_at(found)
        own = list(found[:cut])
        while own and (own[-1].lower in TAILS or is_mark(own[-1]) or own[-1].pos == "ADP"):
            own.pop()
        if not own or len(own) > MOST or any(word.lower in GUESSED for word in own):
            return None
        clause = own[0].lower in REASONS
        both = [word.lower for word in own] == ["both"]
        if not clause and not both and any(word.lower in UNCLEAR for word in own):
            return None
        return Fragment(sentence, own, any(word.lower in POINTS for word in whole[: whole.index(own[0])]))
    return None


def without_leads(found: Sequence[Word]) -> list[Word]:
    """The words without "well, mostly" and "it's" in front."""
    rest = list(found)
    while (
        rest
        and rest[0].technical is None
        and (rest[0].lower in LEADS or rest[0].pos == "INTJ" or is_mark(rest[0]))
    ):
        rest = rest[1:]
    if len(rest) > 2 and rest[0].lower in POINTS and rest[1].lower in BE:
        rest = rest[2:]
        while rest and rest[0].lower in LEADS:
            rest = rest[1:]
    return rest


def cut_at(found: Sequence[Word]) -> int:
    """Where the answer ends: at the mark or the "and" in front of another statement; 0 if it is a statement itself."""
    clause = found[0].lower in REASONS
    marks = [at for at, word in enumerate(found) if at and is_mark(word) and word.tag != "POS"]
    if clause:
        return marks[0] if marks else len(found)
    verb = next((at for at in range(len(found)) if is_verb(found, at)), len(found))
    strong = next((at for at in marks if found[at].text != "," and at < verb), -1)
    if strong > 0:
        return strong
    if verb == len(found):
        return verb
    if is_choice(found[verb + 1 :]):
        return verb
    for at in range(verb - 1, 0, -1):
        if at in marks:
            return at
        if found[at].lower in {"and", "but", "so"} and found[at + 1].lower in PRONOUNS:
            return at - 1 if at - 1 in marks else at
    return 0


def is_verb(found: Sequence[Word], at: int) -> bool:
    """True for a verb that makes a statement, the "'s" of "Guitar's mostly my thing" among them."""
    word = found[at]
    if word.technical is not None:
        return False
    behind = found[at + 1] if at + 1 < len(found) else None
    short = word.lower in {"'s", "’s"}
    stated = short and behind is not None and (behind.pos in {"ADV", "DET"} or behind.tag == "PRP$")
    ends = behind is not None and behind.pos == "ADJ" and (at + 2 == len(found) or is_mark(found[at + 2]))
    return word.tag in FINITE or (short and (word.pos == "AUX" or ends)) or stated


def is_choice(behind: Sequence[Word]) -> bool:
    """True for "is my favourite": what stands in front is the answer."""
    low = [word.lower for word in behind if word.lower not in LEADS]
    return len(low) > 1 and low[0] == "my" and low[-1] in CHOICES and len(low) < 5


def word_of(sentences: Sequence[Sentence]) -> YesOrNo | None:
    """The yes or no that a turn begins with, where nothing else is told in its place."""
    for sentence in sentences[:3]:
        found = told(sentence)
        while found and found[0].lower in {"oh", "well", "ha", "haha", ","}:
            found = found[1:]
        if found and (found[0].lower in YES | NO or is_not_yet(found)):
            return answer_in(sentence, found)
        if not is_polite(sentence):
            return None
    return None


def is_not_yet(found: Sequence[Word]) -> bool:
    """True for "not yet"."""
    return len(found) == 2 and found[0].lower == "not" and found[1].lower == "yet"


def answer_in(sentence: Sentence, found: Sequence[Word]) -> YesOrNo | None:
    """Yes or no, alone or with no more than "I do" and "I haven't" behind it."""
    yes = found[0].lower in YES
    parts = [part for part in parts_of(found[1:]) if not all(word.lower in YES | NO | FILLS for word in part)]
    half = parts[0] if parts else []
    if half and not is_half(half) and not is_not_yet(half):
        return None
    denied = any(word.lower in DENIES for word in half)
    if half and denied == yes:
        return None
    yet = any(word.lower == "yet" for word in (*found[:2], *half))
    return YesOrNo(sentence, found[:1], yes, yet)


def parts_of(found: Sequence[Word]) -> list[list[Word]]:
    """The words between the marks, and in front of "and" and "but"."""
    parts: list[list[Word]] = [[]]
    for word in found:
        if is_mark(word) or word.lower in {"and", "but"}:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def is_half(rest: Sequence[Word]) -> bool:
    """ "I do", "I haven't yet", "it is", "I love to": a statement whose other half stands in the question."""
    low = [word.lower for word in rest if word.lower not in {"n't", "n’t", "not", "yet", "still", "too"}]
    if len(low) == 2 and low[0] in {"i", "we", "it", "she", "he", "they"} and low[1] in HALVES:
        return True
    return (
        len(low) == 3
        and low[0] in {"i", "we"}
        and low[1] in {"love", "like", "want", "plan"}
        and low[2] == "to"
    )


def is_number(word: Word) -> bool:
    """True for "two" and "2"."""
    return word.text.isdigit() or (word.lower in NUMBER and word.pos == "NUM")


def is_thing(found: Sequence[Word]) -> bool:
    """True for the name of something, or some things."""
    if text_of(found).lower() in {"both", *ORDER[0], *ORDER[1]}:
        return False
    if (
        len(found) > 10
        or found[0].pos in {"ADP", "SCONJ", "ADV", "AUX"}
        or found[0].tag in {"VB", "VBD", "VBN"}
    ):
        return False
    if len(found) == 1 and found[0].pos == "ADJ":
        return True
    return any(
        word.pos in {"NOUN", "PROPN", "NUM", "X"} or word.technical is not None or word.tag == "VBG"
        for word in found
    )


def text_of(found: Sequence[Word]) -> str:
    """The words as they are written, one blank between two."""
    return " ".join(word.text for word in found)
