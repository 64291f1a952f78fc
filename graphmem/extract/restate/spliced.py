"""Two statements with a comma alone between them: "the dog's called Mot, she is 9 and half deaf".

Typed speech is full of these, and a parser of written English makes the first statement a part of the second. The
words' tags tell of a subject and a finite verb on both sides of the comma; there each part is read by itself, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.clauses import REPORTING, is_unreal
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.told import DOUBT
from graphmem.extract.parse import FINITE, NAMING, Sentence, Word
from graphmem.extract.restate.segments import Statement, without_lead
from graphmem.extract.vocabulary import words

SUBJECTS = words("i he she we they it there")
POINTED = words("then there that this it them those these")  # to what was said in front of it
POINTING = words("that this these those")
NOUNS = NAMING | {"CD", "PRP"}
BEFORE_NOUNS = frozenset({"DT", "PRP$", "CD", "JJ", "POS", "VBN", "VBG", *NAMING})
MARKS = words(", ; - – — -- ...")
TIES = words("so and but then also plus")  # stand before what binds or joins
# What makes the words behind it a part of what comes: "when I moved, the lease ended".
BINDING = words(
    "if when whenever while because since although though as after before once unless until till whether where"
    " wherever given assuming suppose supposing imagine even whatever whoever who which that for like say with"
    " according provided lest whereas cause cuz bc"
)
# Behind these nothing is told as so, and what follows a comma may be told under them still.
UNSURE = DOUBT | words(
    "let lets hear reads wrote sample dialogue dialog scene poem exercise mock fake sentence sentences"
)
PLEAS = words("please pls so then just do also always never")
# What stands behind a verb that asks for something: "put it on every invoice".
ASKED_OF = frozenset({"DT", "JJ", "PRP", "PRP$", "NN", "NNS", "NNP", "IN", "RP", "CD"})
UNMARKED = words("put set let cut read")  # look alike when they ask and when they tell
LONGEST_SUBJECT = 5


def spliced(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The statements that stand in one sentence side by side, when there are several."""
    for part in parts_of(sentence):
        found = without_lead(part)
        if len(found) > 1:
            yield (found,)


def parts_of(sentence: Sentence) -> list[list[Word]]:
    """The words of each such statement; none when the sentence is one."""
    parts: list[list[Word]] = []
    first = 0
    for place, word in enumerate(sentence.words):
        if (
            (word.lower in MARKS or (word.lower == "so" and stands_alone(sentence.words[place + 1 :])))
            and place > first
            and is_statement(sentence.words[first:place])
            and begins(sentence.words, place + 1)
        ):
            parts.append(sentence.words[first:place])
            first = place + 1
    return [*parts, sentence.words[first:]] if parts else []


def is_statement(before: Sequence[Word]) -> bool:
    """True when the words before the comma tell something by themselves."""
    start = next(
        (i for i, one in enumerate(before) if one.lower not in TIES and one.tag not in {"UH", ","}), 0
    )
    own = before[start:]
    if not own or own[0].lower in BINDING or any(word.lower in UNSURE for word in own):
        return False
    told = " ".join(word.text for word in before)
    if is_unreal(told):
        return False
    if own[0].tag in {"VBD", "VBN"}:
        return len(own) > 1  # "handed in my notice yesterday, last shift is 12 July"
    named = False
    for word in own:
        if word.tag in FINITE and named:
            return True
        named = named or word.tag in NOUNS or word.lower in SUBJECTS | POINTING
    return False


def begins(found: Sequence[Word], place: int) -> bool:
    """True when a subject and its finite verb stand behind the comma, or a request."""
    while place < len(found) and (found[place].lower == "so" or found[place].tag == "UH"):
        place += 1
    if place >= len(found):
        return False
    if asks(found, place):
        return True
    word = found[place]
    if word.lower in SUBJECTS | {"you"}:
        verb = finite_at(found, place + 1)
        return verb is not None and not (word.lower in {"i", "you"} and verb.lemma in REPORTING)
    if word.lower in POINTING and place + 1 < len(found):
        return found[place + 1].lemma in {"be", "'s", "’s"}
    named = False
    for behind in range(place, min(place + LONGEST_SUBJECT, len(found))):
        if named and finite_at(found, behind) is not None:
            return True
        if found[behind].tag not in BEFORE_NOUNS:
            return False
        named = found[behind].tag in NAMING
    return False


def stands_alone(found: Sequence[Word]) -> bool:
    """True for a request behind "so" that points to nothing in front of it."""
    return asks(found, 0) and not any(word.lower in POINTED for word in found)


def finite_at(found: Sequence[Word], place: int) -> Word | None:
    """The finite verb at a place, adverbs before it left out."""
    for word in found[place : place + 3]:
        if word.tag in FINITE:
            return word
        if word.tag != "RB":
            return None
    return None


def asks(found: Sequence[Word], place: int) -> bool:
    """True when a request begins: "adjust the dsn please", "so don't suggest recipes"."""
    while place < len(found) and found[place].lower in PLEAS:
        place += 1
        if found[place - 1].lower == "do" and place < len(found) and found[place].lower in {"n't", "not"}:
            return True
    if place >= len(found) or not (found[place].tag == "VB" or found[place].lower in UNMARKED):
        return False
    return place + 1 < len(found) and found[place + 1].tag in ASKED_OF
