"""What another verb says was done, said plainly: "had to sell the car" and "ended up selling it" are "sold".

These verbs imply that what stands behind them came about, so whoever reads "we sold the car" need not know them.
Nothing is said of what one has to do still, nearly did, did not manage, or would have had to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import TURN_WORDS, past_of, words

# The words in front of "to sell" or of "selling", the last ones first; the longer ones before what they end in.
BEFORE_TO = (
    ("have", "had"),
    ("has", "had"),
    ("'ve", "had"),
    ("'s", "had"),
    ("had",),
    ("have", "managed"),
    ("has", "managed"),
    ("'ve", "managed"),
    ("managed",),
    ("was", "forced"),
    ("were", "forced"),
    ("got", "forced"),
    ("was", "obliged"),
    ("were", "obliged"),
    *(
        (verb, whom)
        for verb in ("convinced", "persuaded", "forced", "got", "pushed", "led", "prompted")
        for whom in ("us", "me")
    ),
)
# The words in front of a bare "drop".
BEFORE_BARE = (("made", "us"), ("made", "me"), ("had", "us"), ("had", "me"))
# Who did it stands behind the verb of these.
WHOM = {"us": "we", "me": "I"}
BEFORE_ING = (
    ("ended", "up"),
    ("have", "ended", "up"),
    ("'ve", "ended", "up"),
    ("has", "ended", "up"),
    ("wound", "up"),
    ("got", "around", "to"),
    ("got", "round", "to"),
    ("have", "got", "around", "to"),
    ("succeeded", "in"),
    ("resorted", "to"),
    *((verb, whom, "into") for verb in ("talked", "persuaded", "pushed", "argued") for whom in ("us", "me")),
    ("went", "ahead", "and"),
    ("went", "and"),
    ("bit", "the", "bullet", "and"),
    ("took", "the", "plunge", "and"),
    ("caved", "and"),
)
ADVERBS = words("finally just eventually actually then also sadly recently even only reluctantly")
# Before these nothing came about, and behind "had to be" nothing was done by who is spoken of.
UNTOLD = words(
    "would could might should may n't not never nearly almost hardly barely if unless will 'll wo used"
)
# What one had to do, or ended up doing, counts when it changes something: "had to restart it" is of the hour.
CHANGING = words(
    "sell give leave cancel move quit drop let close fire sack return hand stop end scrap shut abandon resign cut"
    " switch replace rehome postpone push delay take raise lower increase reduce bump migrate upgrade downgrade adopt"
    " rewrite rename split merge turn disable enable remove"
)
STATES = words("be have admit say think wonder ask wait laugh smile agree confess look check")


# The kind of a passage that says in other words all that the sentence says.
INSTEAD = "instead"


def implied(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The sentence with the verb that was meant in the past, without the one that implies it."""
    found = sentence.words
    for at, verb in enumerate(found):
        first = begin_of(found, at)
        if first < 0 or verb.lemma.lower() in STATES:
            continue
        before, behind = found[:first], found[at + 1 :]
        if verb.lemma.lower() not in CHANGING:
            continue
        if not behind or any(word.lower in UNTOLD for word in before[-3:]):
            continue
        who = doer(found[first:at]) or subject(before)
        yield tuple(piece for piece in (who, past_of(verb.lemma.lower()), behind) if piece)
        return


def begin_of(found: Sequence[Word], at: int) -> int:
    """Where the words begin that imply the verb at a place, -1 when nothing implies it."""
    verb, to = found[at], found[at - 1] if at else None
    if to is not None and to.lower in WHOM and verb.tag in {"VB", "VBP", "NN"}:
        return behind_way(found, at, BEFORE_BARE)
    if to is not None and to.lower == "to" and verb.tag in {"VB", "VBP", "NN"}:
        return behind_way(found, at - 1, BEFORE_TO)
    told = verb.tag == "VBG" or (to is not None and to.lower == "and" and verb.tag in {"VBD", "VBN", "VB"})
    return behind_way(found, at, BEFORE_ING) if told else -1


def behind_way(found: Sequence[Word], end: int, ways: Sequence[tuple[str, ...]]) -> int:
    """Where the longest of these ways begins that ends at a place, with the adverbs around it; -1 without one."""
    while end and found[end - 1].lower in ADVERBS:
        end -= 1
    fits = [
        end - len(way)
        for way in ways
        if end >= len(way) and tuple(word.lower for word in found[end - len(way) : end]) == way
    ]
    if not fits:
        return -1
    first = min(fits)
    while first and found[first - 1].lower in ADVERBS:
        first -= 1
    return first


def doer(way: Sequence[Word]) -> str:
    """ "we" of "talked us into", "I" of "convinced me to", "" where the subject did it."""
    return next((WHOM[word.lower] for word in way if word.lower in WHOM), "")


def subject(before: Sequence[Word]) -> Sequence[Word] | str:
    """The words in front, or "I" where nothing stands there that one could speak of."""
    named = any(word.pos in {"PRON", "PROPN", "NOUN"} or word.technical is not None for word in before[-4:])
    opened = all(word.lower in TURN_WORDS or word.pos in {"INTJ", "PUNCT", "CCONJ"} for word in before)
    return before if named or not opened else "I"
