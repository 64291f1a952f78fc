"""Where the phrases of a statement begin and end: the subject before a verb, the objects behind a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphmem.extract.parse import FINITE, Word
from graphmem.extract.vocabulary import DETERMINERS, words

# A phrase does not reach over these.
CUTS = words(
    "because since so but which who whom whose that while when whenever until till although though whereas unless if as"
    " than after before then where cause bc yet or nor and & instead otherwise due thanks whether how why what btw"
    " except apart including"
)
# Behind an object these begin something else about the statement.
STEPS = words(
    "in on at to for with from by about via through over under without during into onto within against behind across"
    " around near above below per like of"
)
JOINS = words("and & plus + n")
ARTICLES = DETERMINERS | {"each", "every", "no"}
MARKS = frozenset(",;:()[]–—-.!?/\"'…") | {"--", "...", "->", "→", "=>", ":("}
MOST = 7
SUBJECT_MOST = 6

Dated = Callable[[Word], bool]


def is_mark(word: Word) -> bool:
    """True for punctuation that ends a phrase."""
    return word.technical is None and (
        word.text in MARKS or (word.pos == "PUNCT" and not word.text[0].isalnum())
    )


def is_finite(tokens: Sequence[Word], place: int) -> bool:
    """True for a verb that says something of a subject before it."""
    word = tokens[place]
    if word.technical is not None or word.lower in ARTICLES:
        return False
    if word.lower in {"'s", "’s"}:
        return word.pos in {"AUX", "VERB"}
    if word.pos == "AUX":
        return True
    return word.pos == "VERB" and word.tag in FINITE


def subject_words(tokens: Sequence[Word], end: int, dated: Dated) -> list[Word]:
    """The words of the phrase that ends before a place; none when a mark, a joint or a verb stands there."""
    low = end
    while low and end - low < SUBJECT_MOST:
        word = tokens[low - 1]
        if is_mark(word) or word.lower in CUTS or dated(word) or is_finite(tokens, low - 1):
            break
        if word.pos in {"INTJ", "SPACE"} or (
            word.pos == "ADV" and word.lower in {"here", "there", "now", "btw", "also"}
        ):
            break
        low -= 1
    found = list(tokens[low:end])
    led = False
    while found and (found[0].pos in {"ADP", "PART", "ADV"} and found[0].technical is None):
        led |= found[0].pos == "ADP"
        found = found[1:]
    if led:  # "in the tutorial the app", "for work I": what the preposition leads is no subject
        starts = [at for at, word in enumerate(found) if at and (word.pos == "DET" or word.tag == "PRP")]
        return found[starts[-1] :] if starts and found[-1].tag == "PRP" else []
    return found


def object_words(
    tokens: Sequence[Word], start: int, dated: Dated, *, through: frozenset[str]
) -> list[list[Word]]:
    """The phrases from a place on, joined by commas and "and"; prepositions in `through` may stand in one."""
    phrases: list[list[Word]] = []
    place = start
    while place < len(tokens):
        phrase = one_phrase(tokens, place, dated, through)
        if not phrase:
            break
        if (
            phrases
            and place + len(phrase) < len(tokens)
            and begins_clause(tokens, place, place + len(phrase))
        ):
            break
        phrases.append(phrase)
        place += len(phrase)
        step = joint(tokens, place)
        if not step:
            break
        place += step
    return phrases


def one_phrase(tokens: Sequence[Word], start: int, dated: Dated, through: frozenset[str]) -> list[Word]:
    """The words from a place to the next boundary."""
    found: list[Word] = []
    for place in range(start, min(len(tokens), start + MOST)):
        word = tokens[place]
        if word.lower == "and" and found and describes_on(found[-1], word):
            found.append(word)
            continue
        if is_mark(word) or word.lower in CUTS or word.lower in JOINS or dated(word):
            break
        if word.lower in STEPS and word.lower not in through and word.technical is None and found:
            break
        if is_finite(tokens, place):
            break
        if word.pos == "INTJ" and found:
            break
        found.append(word)
    return found


def describes_on(word: Word, joint: Word) -> bool:
    """True for "safe" in "a safe and loving home": what it describes stands behind the joint."""
    return word.dep == "amod" and word.head > joint.i


def joint(tokens: Sequence[Word], place: int) -> int:
    """How many words join the next phrase of a list here: ",", "and", ", and"; 0 when the list is over."""
    step = 0
    while place + step < len(tokens) and step < 3:
        word = tokens[place + step]
        if not (word.text == "," or word.lower in JOINS):
            break
        step += 1
    return step


def begins_clause(tokens: Sequence[Word], start: int, end: int) -> bool:
    """True when the phrase is the subject of a clause of its own: ", the cat is ill"."""
    if tokens[start].lower in {"i", "we", "he", "she", "it", "they", "you", "please", "pls"}:
        return True  # "allergic to penicillin, please remember that"
    behind = end
    while behind < len(tokens) and tokens[behind].pos in {"ADV", "PART"}:
        behind += 1
    return behind < len(tokens) and is_finite(tokens, behind)
