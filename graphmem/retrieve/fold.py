"""Hits that say the same become one with the sources of both; a figure, a "not" or another date keeps them apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence

import msgspec

from graphmem.index.analyze import words
from graphmem.result import Hit, Source

SHORT = 160  # characters: so short a turn says no more than the fact that was read from it
LEAST = 4  # words of a text that may have one word less than another and say the same
ASKING = frozenset("?？؟")
ENDS = re.compile(r"[.!?؟](?=\s|$)|[。！？]")
GREEK = re.compile(r"[\u0370-\u03ff]")  # asks with a semicolon
ASIDE = re.compile(r"\[(?:image|file|audio|video)[^\]]{0,200}\]")
# "which port does billing use", typed in haste; and neither "what I did there was hard" nor "which is why I left".
UNMARKED = re.compile(
    r"(?:who|whose|what|which|where|when|why|how)(?:['’]s\b|(?:\s+(?!(?:I|we|you|he|she|they|it|this|that)\b)[\w'’-]+){0,3}?"
    r"\s+(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had)\b)(?!\s+why\b)[^\n]*$",
    re.IGNORECASE,
)
ARTICLES = frozenset(("a", "an", "the"))
NOT = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly)\b|n['’]t\b", re.IGNORECASE
)


def folded(hits: Sequence[Hit]) -> list[Hit]:
    """The hits in their order, each that says nothing beyond a better one folded into that."""
    kept: list[Hit] = []
    facts_of = Counter(source.message_id for hit in hits if hit.kind == "fact" for source in hit.sources)
    read: dict[str, int] = {}  # messages, and the places of the facts that were read from them
    places: dict[Hashable, list[int]] = defaultdict(list)
    for hit in hits:
        # A turn from which several facts were read says more than each of them.
        alone = hit.kind == "message" and len(hit.text) <= SHORT and facts_of[hit.id] == 1
        twin = read.get(hit.id) if alone else None
        keys = tuple(looks(hit))
        if twin is None:
            near = sorted({place for key in keys for place in places[key]})
            twin = next((place for place in near if alike(kept[place], hit)), None)
        if twin is not None:
            both = joined(kept[twin].sources, hit.sources)
            kept[twin] = msgspec.structs.replace(kept[twin], sources=both)
        else:
            twin = len(kept)
            kept.append(hit)
            for key in keys:
                places[key].append(twin)
        if hit.kind == "fact":
            for source in hit.sources:
                read.setdefault(source.message_id, twin)
    return kept


def answers_first(
    hits: Sequence[Hit], places: Mapping[str, tuple[str, int]], *, keep: float, reply: float
) -> list[Hit]:
    """The hits anew in order: nothing looks more like a question than the same question, asked before.

    A turn that only asks keeps so much of its score, and the turn behind it, which most likely answers, has at least
    the share `reply` of what it had. `places` gives for each turn its session and its place in it.
    """
    telling = {source.message_id for hit in hits if hit.kind == "fact" for source in hit.sources}
    asking = {
        hit.id: hit.score
        for hit in hits
        if hit.kind == "message" and hit.id not in telling and only_asks(hit.text)
    }
    at = {place: key for key, place in places.items()}
    least: dict[str, float] = {}
    for key, score in asking.items():
        if key in places:
            session, place = places[key]
            least[at.get((session, place + 1), "")] = reply * score
    weighed = []
    for hit in hits:
        gain = (keep - 1.0) * hit.score if hit.id in asking else max(0.0, least.get(hit.id, 0.0) - hit.score)
        if gain:
            why = msgspec.structs.replace(hit.why, gains={**hit.why.gains, "asking": round(gain, 4)})
            hit = msgspec.structs.replace(hit, score=round(hit.score + gain, 4), why=why)  # noqa: PLW2901
        weighed.append(hit)
    return sorted(weighed, key=lambda hit: -hit.score)


def only_asks(text: str) -> bool:
    """Whether a turn asks and says nothing: all its sentences end as questions do, or it is one without a mark."""
    said = ASIDE.sub(" ", text).strip()
    if GREEK.search(said):
        said = said.replace(";", "?")
    ends = ENDS.findall(said)
    return (
        all(end in ASKING for end in ends) if said[-1:] in ASKING else not ends and bool(UNMARKED.match(said))
    )


def looks(hit: Hit) -> Iterator[Hashable]:
    """Keys of which hits that say the same share one: a list of a thousand is folded in one pass."""
    if hit.kind == "message":
        yield " ".join(hit.text.split())
    elif hit.kind == "fact":
        said = told(hit.text)
        yield said
        for word in said:
            yield said - {word}


def alike(one: Hit, other: Hit) -> bool:
    """True when two hits of one kind say the same of the same time; turns only when one person said both."""
    if one.kind != other.kind or one.kind in {"entity", "page"}:
        return False
    if one.kind == "message":
        authors = {source.author for source in (*one.sources, *other.sources)}
        return len(authors) == 1 and one.text.split() == other.text.split()
    starts = one.valid_from == other.valid_from or not (dated(one) and dated(other))
    return starts and one.valid_until == other.valid_until and same(one.text, other.text)


def dated(hit: Hit) -> bool:
    """True when a fact has a start of its own, and not only the moment at which it was said."""
    return hit.valid_from is not None and hit.valid_from not in {source.sent_at for source in hit.sources}


def same(one: str, other: str) -> bool:
    """True when one text has the words of the other and at most one beyond, which is no figure and no "not"."""
    return alike_in_words(told(one), told(other)) and bool(NOT.search(one)) == bool(NOT.search(other))


def alike_in_words(one: frozenset[str], other: frozenset[str]) -> bool:
    """True when one has the words of the other and at most one beyond, which is no figure."""
    few, many = sorted((one, other), key=len)
    if not few or len(many) - len(few) > (len(few) >= LEAST) or not few <= many:
        return False
    return not any(char.isdigit() for word in many - few for char in word)


def told(text: str) -> frozenset[str]:
    """The words of a text but for articles."""
    return frozenset(words(text)) - ARTICLES


def joined(one: Sequence[Source], other: Sequence[Source]) -> tuple[Source, ...]:
    """The sources of both, each message once, oldest first."""
    known = {source.message_id: source for source in (*other, *one)}
    return tuple(sorted(known.values(), key=lambda source: (source.sent_at, source.message_id)))
