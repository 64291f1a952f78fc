"""Of whom or what a construction speaks: a phrase, a pronoun, the one of the clause before, or the speaker."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.extract.construction.group import group_at
from graphmem.extract.construction.matcher import Match
from graphmem.extract.construction.spans import CUTS, JOINS, Dated, is_finite, is_mark, subject_words
from graphmem.extract.parse import Word
from graphmem.extract.plain.shapes import party_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import TURN_WORDS, words

RELATIVES = words("who that which")
# In the first person and without "I" these are news; any other bare verb tells the agent what to do.
STATIVE = words("live love hate like prefer speak own have suffer come enjoy dislike need work adore loathe")
OPENING = TURN_WORDS | words("and but also plus been hi hello hey btw still just only never not")
Found = tuple[Party, list[Word]]


def subjects(
    reading: Reading, tokens: Sequence[Word], match: Match, kinds: tuple[str, ...], dated: Dated
) -> list[Party]:
    """Everybody of whom the construction is told; nobody when that is not sure."""
    first = match.group.first if match.group is not None else match.first
    said = subject_words(tokens, first, dated)
    if said:
        return with_joined(reading, tokens, said, kinds, dated)
    low = first
    while low and (tokens[low - 1].lower in OPENING or dated(tokens[low - 1])):
        low -= 1
    if low and tokens[low - 1].lower in RELATIVES and low > 1:
        end = low - 1 - (tokens[low - 2].text == ",")
        noun = subject_words(tokens, end, dated)
        return parties(reading, noun, kinds) if noun else []
    if low == 0 or (is_mark(tokens[low - 1]) and tokens[low - 1].text in {":", "-", "–", "—"} and low < 4):
        return [speaker(reading, tokens[first])] if is_own(match, tokens) else []
    if tokens[low - 1].lower in JOINS | {"but", "then"} or is_mark(tokens[low - 1]):
        return shared(reading, tokens, low - 1, match, kinds, dated=dated)
    return []


def is_own(match: Match, tokens: Sequence[Word]) -> bool:
    """True when nobody else can be meant by a statement without a subject."""
    verb = tokens[match.first]
    if match.construction.verb < 0:
        return True
    if not match.copula:
        return True
    if match.group is not None and match.group.helped:
        return not (match.group.negated and verb.tag in {"VB", "VBP"})  # "don't write to /tmp"
    return verb.tag in {"VBD", "VBN", "VBG"} or verb.lemma.lower() in STATIVE or verb.lower in {"been", "got"}


def shared(
    reading: Reading, tokens: Sequence[Word], end: int, match: Match, kinds: tuple[str, ...], *, dated: Dated
) -> list[Party]:
    """The subject of the clause before: "got diagnosed with X and is panicking"; the name before a comma."""
    verb = tokens[match.first]
    if (
        match.construction.verb >= 0
        and match.copula
        and verb.tag in {"VB", "VBP"}
        and not (match.group and match.group.helped)
    ):
        return []  # ", use X" tells the agent what to do
    for place in range(end - 1, -1, -1):
        if tokens[place].text in {";", "."} or tokens[place].lower in {"because", "if"}:
            return []
        if is_finite(tokens, place) or (place == 0 and tokens[0].tag in {"VBD", "VBN", "VBG"}):
            group = group_at(tokens, place)
            said = subject_words(tokens, group.first, dated)
            if said:
                return parties(reading, said, kinds)
            if group.first == 0:
                return [speaker(reading, tokens[0])]
    name = subject_words(tokens, end, dated)
    if name and len(name) == end and all(word.pos == "PROPN" and word.text[:1].isupper() for word in name):
        return parties(reading, name, kinds)
    verbless = reading.sentence.number == 0 and match.construction.verb < 0
    return (
        [speaker(reading, tokens[0])]
        if verbless or (not match.copula and reading.sentence.number == 0)
        else []
    )


def with_joined(
    reading: Reading, tokens: Sequence[Word], said: list[Word], kinds: tuple[str, ...], dated: Dated
) -> list[Party]:
    """The party of a phrase, with those joined to it by "and" at the beginning of the statement."""
    own = parties(reading, said, kinds)
    at = next(place for place, word in enumerate(tokens) if word is said[0])
    if at < 2 or tokens[at - 1].lower not in JOINS or any(word.lower == "i" for word in said):
        return own
    before = subject_words(tokens, at - 1, dated)
    low = at - 1 - len(before)
    if not before or not (low == 0 or is_mark(tokens[low - 1])) or tokens[at].lower in CUTS:
        return own
    return [*parties(reading, before, kinds), *own]


def parties(reading: Reading, said: list[Word], kinds: tuple[str, ...]) -> list[Party]:
    """Whom the words name, as one that can be spoken of; none when it is of no such kind."""
    if len(said) == 1 and said[0].lower in {"me", "mine", "myself"} and (not kinds or "person" in kinds):
        return [speaker(reading, said[0])]
    if not said or said[-1].pos == "ADP" or any(word.quoted for word in said):
        return []
    if [word.lower for word in said[-2:]] == ["in", "law"]:
        return []  # "my father in law" is not the father
    personal = set(kinds) <= {"person", "animal"} and bool(kinds)
    found = party_of(Stretch(reading, said), said, kinds)
    if found is None:
        return []
    if personal and (found.mention.kind not in kinds or found.group):
        return []
    if kinds and not personal and ("person" if found.user else found.mention.kind) not in kinds:
        return []
    return [found._replace(shown="The user") if personal and found.user else found]


def speaker(reading: Reading, word: Word) -> Party:
    """The user, who leaves out "I"."""
    return reading.speaker(word)._replace(shown="The user", we=False)
