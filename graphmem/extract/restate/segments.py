"""A sentence cut at its commas, and statements written from pieces of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extract.clauses import is_unreal
from graphmem.extract.construction.spans import is_finite
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.plain.stretch import is_guess
from graphmem.extract.speech import Passage
from graphmem.extract.vocabulary import PRONOUNS, TURN_WORDS, words
from graphmem.extract.wording import denies

MARKS = frozenset({",", ";", "–", "—", "-", "(", ")", ".", "!", "…", "...", ":", "→", "->", "="})
JOINTS = words("and but plus while whereas so")
LONGEST = 60  # words; more is no sentence
# Pieces of a statement: words of the sentence as they stand, or words that were left out.
Statement = tuple["Sequence[Word] | str", ...]


class Segment(NamedTuple):
    """The words between two commas, with the marks and joints in front of them."""

    words: list[Word]
    before: str

    @property
    def verb(self) -> int:
        """The place of the first finite verb behind a subject, -1 without one."""
        return next((at for at in range(1, len(self.words)) if is_finite(self.words, at)), -1)


def tells(sentence: Sentence) -> bool:
    """True for a sentence that says what is so: no question, no wish, no quotation, no long text."""
    return may_tell(sentence) and not is_unsure(sentence.text)


def may_tell(sentence: Sentence) -> bool:
    """True unless a sentence asks, quotes, or is a long text."""
    if not 3 <= len(sentence.words) <= LONGEST or sentence.asks:
        return False
    return not sentence.quotes


def is_unsure(text: str) -> bool:
    """True for what is wished, guessed or made up."""
    return is_unreal(text) or is_guess(text)


def segments(sentence: Sentence, *, marks: frozenset[str] = MARKS) -> list[Segment]:
    """The parts of a sentence between its commas, brackets and dashes."""
    found: list[Segment] = []
    inside: list[Word] = []
    before: list[str] = []
    for word in sentence.words:
        if word.pos == "SPACE":
            continue
        cut = word.text in marks and word.technical is None
        if cut and inside:
            found.append(Segment(inside, " ".join(before)))
            inside, before = [], []
        if cut or (not inside and word.lower in JOINTS):
            before.append(word.lower)
        else:
            inside.append(word)
    return [*found, Segment(inside, " ".join(before))] if inside else found


def unfolded(segment: Segment) -> list[Segment]:
    """The parts of a segment between "and" and "but"."""
    found: list[Segment] = []
    inside: list[Word] = []
    before = segment.before
    for word in segment.words:
        if word.lower in JOINTS and inside:
            found.append(Segment(inside, before))
            inside, before = [], word.lower
        else:
            inside.append(word)
    return [*found, Segment(inside, before)] if inside else found


def without_lead(found: Sequence[Word]) -> list[Word]:
    """The words without those that only open the talk."""
    kept = list(found)
    while kept and (kept[0].lower in TURN_WORDS or kept[0].pos in {"INTJ", "PUNCT"}):
        if denies(kept):
            break
        kept = kept[1:]
    return kept


def are(named: Sequence[Word]) -> str:
    """ "is" or "are", as a subject wants it."""
    last = named[-1]
    many = (
        last.pos == "NOUN"
        and len(last.text) > 3
        and last.lower.endswith("s")
        and not last.lower.endswith("ss")
    )
    plural = last.tag in {"NNS", "NNPS"} or many
    return {"i": "am", "we": "are", "you": "are", "they": "are"}.get(last.lower, "are" if plural else "is")


def is_name_of(found: Sequence[Word], *, most: int = 5) -> bool:
    """True for words that can be what a statement is about: a noun phrase without a verb and without a pronoun."""
    if not found or len(found) > most:
        return False
    if any(word.lower in PRONOUNS and word.lower not in {"my", "our", "its"} for word in found):
        return False
    if any(
        word.pos in {"ADP", "SCONJ", "AUX", "PUNCT", "ADV", "PART"}
        for word in found
        if word.technical is None
    ):
        return False
    if any(word.tag in {"VB", "VBP"} for word in found if word.technical is None):
        return False
    head = found[-1]
    return head.technical is not None or head.pos in {"NOUN", "PROPN", "X", "NUM"}


def passage_of(sentence: Sentence, statement: Statement) -> Passage:
    """The statement as a passage; a word that was left out stands where the next word that was said does."""
    text, places = "", list[int]()
    codes: list[tuple[int, int]] = []
    source = sentence.passage
    for piece in statement:
        if text:
            text += " "
            places.append(-1)
        if isinstance(piece, str):
            text += piece
            places.extend([-1] * len(piece))
            continue
        low, high = piece[0].start, piece[-1].end
        shift = len(text) - low
        codes += [(start + shift, end + shift) for start, end in source.codes if low <= start and end <= high]
        text += source.text[low:high]
        places.extend(source.places[low:high])
    following = source.places[sentence.end - 1]
    for at in range(len(places) - 1, -1, -1):
        if places[at] < 0:
            places[at] = following
        following = places[at]
    return Passage(text, tuple(places), "prose", tuple(codes), ())
