"""Finds constructions in the words of a sentence: each is looked for where its rarest word stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from graphmem.extract.construction.grammar import Construction, Element, Filed
from graphmem.extract.construction.group import BE, FILLERS, NOT, Group, group_at
from graphmem.extract.construction.spans import CUTS, JOINS, Dated, is_finite, is_mark, object_words
from graphmem.extract.parse import Word
from graphmem.remembered import remembered

NOTHING: frozenset[str] = frozenset()
# Prepositions that may stand inside a phrase of these types.
THROUGH = {
    "np": frozenset({"of", "in", "with"}), "org": frozenset({"of"}), "role": frozenset({"of"}),
    "gerund": frozenset({"of", "in", "on", "with", "up", "to", "for"}), "condition": frozenset({"of"}),
    "part": frozenset({"of"}), "thing": frozenset({"of"}),
}  # fmt: skip
REACH = 9


@dataclass(slots=True)
class Match:
    """A construction in a sentence: the places of its words, and the phrases in its slots."""

    construction: Construction
    first: int  # the place of its first word, of its verb when it has one
    last: int  # of the last word, phrases included
    group: Group | None = None
    negated: bool = False
    over: bool = False
    copula: bool = True  # False when "be" was left out
    slots: dict[str, list[list[Word]]] = field(default_factory=dict)


def matches(tokens: Sequence[Word], filed: Filed, dated: Dated) -> Iterator[Match]:
    """All of the filed constructions in a sentence, those with more words of their own first."""
    found: list[Match] = []
    keys = [keys_of(word) for word in tokens]
    said = frozenset().union(*keys)
    for place, those in enumerate(keys):
        for key in those:
            for construction, at in filed.get(key, ()):
                if are_said(construction.needs, said):
                    found += matches_at(tokens, construction, at, place, dated)
    found.sort(
        key=lambda one: (-sum(bool(element.words) for element in one.construction.elements), one.first)
    )
    yield from found


def are_said(needs: tuple[frozenset[str], ...], said: frozenset[str]) -> bool:
    """True when a sentence has one word of each of these choices."""
    for needed in needs:  # noqa: SIM110 - a generator costs more than what it asks here, and much is asked
        if said.isdisjoint(needed):
            return False
    return True


def keys_of(word: Word) -> frozenset[str]:
    """The forms under which a word is looked up."""
    if word.technical:
        return _keys(word.lower, "", "", "")
    return _keys(word.lower, word.lemma, word.tag, word.pos)


@remembered(16384)
def _keys(lower: str, lemma: str, tag: str, pos: str) -> frozenset[str]:
    lower = lower.replace("’", "'")
    if not pos:
        return frozenset({lower})
    keys = {lower, lemma.lower()}
    if lower in BE and tag != "POS":
        keys.add("be")
    if len(lower) > 3 and pos in {"NOUN", "PROPN", "X", "ADJ"} and lower.endswith("s"):
        keys.add(lower[:-1])  # a verb that the parser takes for a plural
    return frozenset(keys)


def matches_at(
    tokens: Sequence[Word], construction: Construction, at: int, place: int, dated: Dated
) -> Iterator[Match]:
    """The construction with its anchor at a place."""
    elements = construction.elements
    start = construction.start
    if start == at:
        found = match_from(tokens, construction, start, place, dated)
        if found is not None:
            yield found
        return
    for low in range(place - 1, max(-1, place - REACH), -1):
        if is_word(tokens[low], elements[start]):
            found = match_from(tokens, construction, start, low, dated)
            if found is not None and found.last >= place:
                yield found
                return
    bare = elements[start].words == {"be"} and start + 1 == at and construction.verb == start
    if bare and begins(tokens, place):
        found = match_from(tokens, construction, at, place, dated)
        if found is not None:
            found.copula = False
            yield found


def is_word(word: Word, element: Element) -> bool:
    """True when a word is one of those of an element."""
    return not keys_of(word).isdisjoint(element.words)


def begins(tokens: Sequence[Word], place: int) -> bool:
    """True at the beginning of a part of a sentence."""
    while place and tokens[place - 1].lower in FILLERS | NOT:
        place -= 1
    return place == 0 or is_mark(tokens[place - 1]) or tokens[place - 1].lower in CUTS | JOINS


def closes(tokens: Sequence[Word], place: int, dated: Dated) -> bool:
    """True at the end of a part of a sentence."""
    while place < len(tokens) and tokens[place].lower in FILLERS:
        place += 1
    return (
        place >= len(tokens)
        or is_mark(tokens[place])
        or tokens[place].lower in CUTS | JOINS
        or dated(tokens[place])
    )


def match_from(
    tokens: Sequence[Word], construction: Construction, element: int, place: int, dated: Dated
) -> Match | None:
    """The construction from one of its elements on, with that element at a place."""
    elements = construction.elements
    verbal = construction.verb >= 0 and element == construction.verb
    if verbal and tokens[place].pos in {"ADP", "SCONJ", "ADV", "DET", "INTJ", "CCONJ"}:
        return None
    if construction.opens and not construction.leading and not begins(tokens, place):
        return None
    found = Match(construction, place, place, group_at(tokens, place) if verbal else None)
    for number in range(element, len(elements)):
        one = elements[number]
        if one.slot == "$":
            if not closes(tokens, place, dated):
                return None
        elif one.words:
            place = skip(tokens, place, one, found) if number > element else place
            if place >= len(tokens) or not is_word(tokens[place], one):
                return None
            if found.group is None and one.words == {"be"}:
                found.group = group_at(tokens, place)._replace(first=found.first)
            found.last = place
            place += 1
        elif one.slot:
            following = next((later for later in elements[number + 1 :] if later.words), None)
            phrases = phrases_in(tokens, place, one, following, dated)
            if not phrases:
                return None
            found.slots[one.slot] = phrases
            place = behind(tokens, phrases[-1][-1], place)
            found.last = place - 1
    return found


def skip(tokens: Sequence[Word], place: int, wanted: Element, found: Match) -> int:
    """The next place that is no adverb and no "not" between the words of a construction; what is skipped counts."""
    for _ in range(3):
        if place >= len(tokens) or is_word(tokens[place], wanted):
            break
        lower = tokens[place].lower
        if lower in NOT:
            found.negated = True
        elif lower == "no" and place + 1 < len(tokens) and tokens[place + 1].lower == "longer":
            found.over = True
            place += 1
        elif not (lower in FILLERS or (tokens[place].tag == "RB" and lower.endswith("ly"))):
            break
        place += 1
    return place


def phrases_in(
    tokens: Sequence[Word], place: int, slot: Element, following: Element | None, dated: Dated
) -> list[list[Word]]:
    """The phrases in a slot that begins at a place."""
    through = through_of(slot.types)
    if following is None:
        return object_words(tokens, place, dated, through=through)
    for end in range(place, min(len(tokens), place + REACH)):
        if end > place and is_word(tokens[end], following):
            kept = [word for word in tokens[place:end] if not dated(word)]
            while kept and kept[-1].lower in FILLERS and kept[-1].technical is None:
                kept = kept[:-1]
            return [kept] if kept and not any(word.lower in JOINS | CUTS for word in kept) else []
        if is_mark(tokens[end]) or is_finite(tokens, end):
            return []
    return []


@lru_cache(maxsize=1024)
def through_of(types: tuple[str, ...]) -> frozenset[str]:
    """The prepositions that may stand inside a phrase of one of these types."""
    return frozenset().union(*(THROUGH.get(one, NOTHING) for one in types or ("np",)))


def behind(tokens: Sequence[Word], word: Word, start: int) -> int:
    """The place behind a word."""
    return next(place for place in range(start, len(tokens)) if tokens[place] is word) + 1
