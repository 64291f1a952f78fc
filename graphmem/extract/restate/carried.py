"""Who and what is still spoken of: "the pool was capped at 20, I bumped it to 60", "she's 4 and called Líza"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.gapped import lender
from graphmem.extract.restate.segments import (
    Segment,
    Statement,
    are,
    is_name_of,
    segments,
    unfolded,
    without_lead,
)
from graphmem.extract.vocabulary import FAMILY, words

IT = words("it them")
DONE = words("VBD VBN")
BE = frozenset({"be", "'s", "’s", "'m", "'re", "’m", "’re"})
HEADS = words("due called on in at off out down")


def carried(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The parts of a sentence whose subject or whose "it" stands in a part before."""
    subject: list[Word] = []
    things: list[list[Word]] = []
    speaking = False
    for whole in segments(sentence, marks=frozenset({",", ";", "–", "—", ":", "."})):
        for part in unfolded(whole):
            found = without_lead(part.words)
            if not found:
                continue
            lent = lender(Segment(found, part.before))
            if lent is not None and lent.subject[-1].lower == "it" and is_thing(subject):
                yield (subject, "is" if lent.is_ else lent.verb, found[len(lent.subject) + len(lent.verb) :])
                continue
            if lent is not None:
                yield from named_again(found, things)
                yield from plainly(found)
                subject = lent.subject
                speaking = speaking or subject[-1].lower in {"i", "we"}
                things += phrases(lent.subject) + phrases(lent.rest)
                continue
            yield from plainly(found)
            things += phrases(found) if part.verb > 0 else []
            joined = list(participles(subject, found, sentence))
            yield from joined or own(found, things, speaking=speaking)


def is_thing(subject: Sequence[Word]) -> bool:
    """True for what "it" in the next statement of a sentence can be."""
    if not subject or not is_name_of(subject, most=4) or subject[-1].tag in {"NNS", "NNPS"}:
        return False
    return not any(word.entity in {"PERSON", "DATE", "TIME", "GPE"} for word in subject)


def phrases(found: Sequence[Word]) -> list[list[Word]]:
    """The noun phrases of things that "it" can stand for: one noun with what stands before it, nobody, no date."""
    heads = [
        word
        for word in found
        if (word.pos in {"NOUN", "PROPN"} or word.technical is not None)
        and word.dep not in {"compound", "poss", "npadvmod", "attr", "appos"}
        and word.entity not in {"DATE", "TIME", "PERSON", "GPE", "CARDINAL", "MONEY"}
        and word.lower not in FAMILY
        and not (
            word.pos == "PROPN" and word.text[:1].isupper() and word.technical is None and not word.entity
        )
    ]
    made: list[list[Word]] = []
    for head in heads:
        at = found.index(head)
        low = at
        while low and (
            found[low - 1].dep in {"compound", "amod", "det", "poss"} and found[low - 1].head == head.i
        ):
            low -= 1
        made.append(list(found[low : at + 1]))
    return made


def meant(pronoun: Word, things: Sequence[list[Word]]) -> list[Word]:
    """The only thing so far that "it" or "them" can stand for, or nothing."""
    several = pronoun.lower == "them"
    found = [one for one in things if (one[-1].tag in {"NNS", "NNPS"}) == several]
    return found[0] if len(found) == 1 and is_name_of(found[0]) else []


def named_again(found: list[Word], things: Sequence[list[Word]]) -> Iterator[Statement]:
    """ "I bumped it to 60": the statement with the name of the only thing that "it" can mean."""
    at = next(
        (i for i, word in enumerate(found) if i > 1 and word.lower in IT and word.dep in {"dobj", "pobj"}), -1
    )
    thing = meant(found[at], things) if at > 0 else []
    if thing and (found[0].lower in {"i", "we", "she", "he"} or found[0].pos == "PROPN"):
        yield tuple(piece for piece in (found[:at], thing, found[at + 1 :]) if piece)


def own(found: list[Word], things: Sequence[list[Word]], *, speaking: bool) -> Iterator[Statement]:
    """ "swapped it for OPNsense", "handed in my notice": what the speaker did."""
    head = found[0]
    if len(found) < 2 or head.pos != "VERB":
        return
    mine = any(word.lower in {"my", "our", "me", "us"} for word in found[1:])
    at = next((i for i, word in enumerate(found) if i and word.lower in IT), -1)
    done = head.tag in DONE and (at > 0 or mine or (speaking and found[1].pos not in {"ADP", "SCONJ"}))
    thing = meant(found[at], things) if at > 0 else []
    if done and thing:
        yield tuple(piece for piece in ("I", found[:at], thing, found[at + 1 :]) if piece)
    elif done and at < 0:
        yield ("I", found)


def participles(subject: list[Word], found: list[Word], sentence: Sentence) -> Iterator[Statement]:
    """ "she's 4 and called Líza and scared of the hoover": what more is said with the same "is"."""
    if not subject or len(found) < 2:
        return
    behind = next((word for word in sentence.words if word.i > subject[-1].i), None)
    head, second = found[0], found[1]
    if head.lower == "got" and second.tag in DONE:
        yield (subject, found)
    elif behind is not None and behind.lemma in BE:
        bound = (
            head.pos != "AUX"
            and head.tag in {"VBN", "VBD", "JJ"}
            and second.pos in {"ADP", "PART"}
            and head.lower != "got"
        )
        if bound or (head.lower in {"called", "named"} and second.text[:1].isupper()):
            yield (subject, are(subject), found)


def plainly(found: list[Word]) -> Iterator[Statement]:
    """ "my team lead's Caoimhe", "the filing's due 20 July": "is" in full where a parser reads a genitive."""
    at = next((i for i, word in enumerate(found) if word.text in {"'s", "’s"} and 0 < i < len(found) - 1), -1)
    if at < 0 or found[at - 1].tag not in {"NN", "NNS"} or found[at].pos == "AUX":
        return
    behind = found[at + 1]
    if behind.pos in {"PROPN", "NUM"} or behind.lower in HEADS:
        yield (found[:at], "is", found[at + 1 :])
