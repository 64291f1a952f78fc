"""Relatives in the short words of a chat: "mum's called Blessing", "my 2 brothers kwame & yaw", "his wife Shirin"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Word
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, PETS, either
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

KIN = either(re.escape(one) for one in (*FAMILY, *PETS))
NAME = r"[A-Za-zÀ-ÿ][\w'’-]+"
CALLED = rx.compile(
    rf"^(?:and\s+)?(?:(?:my|our)\s+)?(?P<k>{KIN})(?:['’]s|\s+is|\s+was)\s+(?:called|named)\s+(?P<n>{NAME})\b",
    re.IGNORECASE,
)
SEVERAL = rx.compile(
    rf"(?:^|\b(?:there\s+are|there['’]s|i\s+have|we\s+have|and)\s+)(?:my|our)\s+(?:(?:\d|two|three|four|five|older|younger|"
    rf"big|little|twin)\s+)*(?P<k>(?:{KIN})s)[\s,:]+(?P<a>{NAME})\s*(?:&|and|\+|,)\s*(?P<b>{NAME})(?:\s*(?:&|and|,)\s*"
    rf"(?P<c>{NAME}))?\s*(?=$|[,.;!])",
    re.IGNORECASE,
)
# "Who else?" - "my cousin Hamid, his wife Shirin": whose relative that is was named just before.
OF_NAMED = rx.compile(
    rf"(?P<o>[A-Z][\w'’-]+)\s*,?\s+(?:and\s+)?(?:his|her|their)\s+(?P<k>{KIN})\s+(?P<n>[A-Z][\w'’-]+)\b"
)
SAME_NAME = rx.compile(
    rf"\b(?:my|our)\s+(?P<k>{KIN})\s+(?:has|is\s+called|got)\s+the\s+same(?:\s+name)?\s+(?:name\s+)?as\s+me\b,?\s*(?P<n>[A-Z]\w+)?",
    re.IGNORECASE,
)
NO_NAMES = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "and",
        "or",
        "who",
        "both",
        "all",
        "in",
        "from",
        "with",
        "after",
        "like",
        "by",
        "the",
        "a",
    ]
)


@rx.only_where(CALLED, SAME_NAME, SEVERAL, OF_NAMED)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """The relatives whom a statement names."""
    text = stretch.text
    for match in (CALLED.match(text), SAME_NAME.search(text)):
        if match is not None and match["n"]:
            yield from related(stretch, match, ["n"])
    match = SEVERAL.search(text)
    if match is not None:
        yield from related(stretch, match, ["a", "b", "c"])
    match = OF_NAMED.search(text)
    if match is not None:
        yield from married(stretch, match)


def related(stretch: Stretch, match: re.Match[str], groups: list[str]) -> Iterator[Claim]:
    """Each of these names as a relative or a pet of the user."""
    said = match["k"].lower()
    role = said if said in FAMILY or said in PETS else said.removesuffix("s")
    predicate = "has_pet" if role in PETS else FAMILY.get(role, "")
    reading = stretch.reading
    names = [named for group in groups if match[group] for named in stretch.between(*match.span(group))[:1]]
    if not predicate or any(
        one.lower in NO_NAMES or one.pos in {"VERB", "AUX", "ADP", "DET"} for one in names
    ):
        return
    user = reading.user(stretch.words[0])
    for word in names:
        thing, name = person(word)
        kind = "animal" if role in PETS else "person"
        told = finish(f"The user's {role} is {name}")
        yield reading.claim(
            user, predicate, told, thing=thing._replace(kind=kind), kind=kind, confidence=0.75
        )


def married(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """The husband, wife or other relative of somebody who was named just before."""
    reading = stretch.reading
    owner, other = (stretch.between(*match.span(group)) for group in "on")
    predicate = FAMILY.get(match["k"].lower(), "")
    if not owner or not other or not predicate or reading.ontology.known(owner[0].text):
        return
    start, end = reading.sentence.passage.source(owner[0].start, owner[0].end)
    party = Party(Mention(reading.message.id, start, end, owner[0].text, "person"), owner[0].text)
    thing, name = person(other[0])
    told = finish(f"{owner[0].text}'s {match['k'].lower()} is {name}")
    yield reading.claim(party, predicate, told, thing=thing, kind="person", confidence=0.75)


def person(word: Word) -> tuple[Thing, str]:
    """A word as the name of somebody, with the capital that the speaker left out."""
    name = word.text if word.text[:1].isupper() else word.text.title()
    return Thing(name, "person", word.start, word.end, True, True, False, word), name
