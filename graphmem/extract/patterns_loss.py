"""Claims about animals that died or were given away, and couples that met or parted, whoever they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import PETS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

NAME = r"[A-Z][\w'’-]+"
KINDS = "|".join(sorted(PETS))
DIED = rx.compile(
    rf"\b(?:(?P<mine>[Mm]y|[Oo]ur)\s+(?:old\s+|beloved\s+|sweet\s+)*(?P<kind>{KINDS})\s*,?\s*)?(?P<name>{NAME})?,?\s*"
    r"(?:sadly\s+|just\s+|has\s+|had\s+|finally\s+|unfortunately\s+)*"
    r"(?:died|passed\s+(?:away|on)|(?:was|had\s+to\s+be|got)\s+(?:put\s+(?:down|to\s+sleep)|euthani[sz]ed)"
    r"|crossed\s+the\s+rainbow|is\s+no\s+longer\s+with\s+us|didn['’]?t\s+make\s+it)"
)
PUT_DOWN = rx.compile(
    rf"\b(?:I|we|We)\s+(?:had\s+to\s+|sadly\s+|have\s+)*(?:put\s+(?:(?:my|our)\s+(?P<kind>{KINDS})\s*)?(?P<name>{NAME})?\s*"
    r"(?:down|to\s+sleep))"
)
REHOMED = rx.compile(
    rf"\b(?:I|we|We)\s+(?:had\s+to\s+|have\s+)*(?:re-?homed?|gave\s+away|lost|buried)\s+(?:my|our)\s+(?P<kind>{KINDS})"
    rf"(?!\s+(?:allerg\w+|food|toys?|collar|hair|sitter|photos?|pictures?))\b\s*(?P<name>{NAME})?"
)
GONE = (PUT_DOWN, REHOMED, DIED)
# Names that animals have far oftener than people.
CALLED = words(
    "rufus rex fido buddy rocky milo oreo biscuit mochi miso pepper shadow smokey tiger whiskers mittens simba nala"
    " garfield cookie peanut coco rusty duke bruno luna bella bandit bear lucky snowball fluffy felix socks patches"
    " muffin pumpkin waffles noodle nugget ziggy scout boomer rover spot princess pickles snickers pebbles marley"
    " chewie cleo toto lassie benji cosmo thor loki zeus apollo odin sushi tofu mango kiwi hazel olive daisy rosie"
)
PAIRED = rx.compile(
    rf"\b(?P<one>{NAME})\s+and\s+(?P<two>{NAME})\s+(?:have\s+|just\s+|finally\s+|are\s+(?:now\s+)?|got\s+|were\s+)*"
    r"(?P<how>married|engaged|divorced|separated|broke\s+up|split\s+up|broken\s+up|dating)\b"
)
LEFT = rx.compile(
    rf"\b(?P<one>{NAME})\s+(?:and\s+I\s+(?:have\s+)?(?:just\s+)?(?:separated|parted)|(?:left|dumped)\s+me)\b"
)
PARTED = rx.compile(r"\b(?:broke(?:n)?\s+up|split\s+up|separated|divorced|left\s+me|dumped\s+me)\b")
OF_TWO = {
    "married": ("married_to", False), "engaged": ("partner_of", False), "dating": ("partner_of", False),
    "divorced": ("married_to", True),
}  # fmt: skip


class Bond(NamedTuple):
    """What ties somebody to a named one, whose characters in the passage are [start, end)."""

    predicate: str
    name: str
    kind: str
    start: int
    end: int


def is_over(text: str, *, pet: bool) -> bool:
    """True when a sentence tells the end of an animal, or of a couple."""
    if pet:
        return any(pattern.search(text) for pattern in GONE)
    return bool(PARTED.search(text))


@rx.only_where(GONE, PAIRED, LEFT)
def of_sentence(reading: Reading) -> Iterable[Claim]:
    """What a sentence tells of an animal's end and of two people."""
    sentence = reading.sentence
    if not reading.by_user or sentence.quotes or sentence.asks:
        return
    if not all(clause.real for clause in reading.clauses):
        return
    yield from gone(reading)
    yield from two_people(reading)
    yield from left_by(reading)


def gone(reading: Reading) -> Iterator[Claim]:
    """ "Our cat Miso passed away last week", "Rufus died on Sunday", "we had to put Rufus down"."""
    sentence = reading.sentence
    matches = [(pattern, pattern.search(sentence.text)) for pattern in GONE]
    pattern, match = next(((one, found) for one, found in matches if found), (DIED, None))
    if match is None:
        return
    name, kind = match["name"] or "", match["kind"] or ""
    known = reading.focus.kinds.get(name.lower(), "")
    sure = bool(kind) or known == "animal" or name.lower() in CALLED or pattern is PUT_DOWN
    if not sure or known == "person" or not (name or kind):
        return
    when = past_date(reading)
    party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    if name:
        start, end = (sentence.start + place for place in match.span("name"))
        yield ended(
            reading,
            party,
            Bond("has_pet", name, "animal", start, end),
            when,
            f"The user's pet {name} is gone",
        )
    else:
        text = finish(f"The user no longer has a {kind}")
        yield reading.claim(party, "has_pet", text, value=kind, mode="ends", when=when, confidence=0.8)


def two_people(reading: Reading) -> Iterator[Claim]:
    """ "Clara and Tom got married in May", "Clara and Tom broke up"."""
    sentence = reading.sentence
    match = PAIRED.search(sentence.text)
    if match is None or match["two"] == "I":
        return
    predicate, over = OF_TWO.get(match["how"], ("partner_of", True))
    words_ = {word.start: word for word in sentence.words}
    one = words_.get(sentence.start + match.start("one"))
    party = named_party(reading, one)
    if party is None:
        return
    low, high = (sentence.start + place for place in match.span("two"))
    when = past_date(reading)
    text = f"{match['one']} and {match['two']} {'are no longer together' if over else 'are ' + match['how']}"
    bond = Bond(predicate, match["two"], "person", low, high)
    if over:
        yield ended(reading, party, bond, when, text)
        return
    begun = When(when.end, None, when.grain)
    yield paired(reading, party, bond, begun, text)


def left_by(reading: Reading) -> Iterator[Claim]:
    """ "Jo and I separated in May", "Jo left me"."""
    sentence = reading.sentence
    match = LEFT.search(sentence.text)
    if match is None:
        return
    low, high = (sentence.start + place for place in match.span("one"))
    word = next((one for one in sentence.words if one.start == low), None)
    if word is None or word.pos != "PROPN":
        return
    wife = re.search(r"\b(?:wife|husband)\b", sentence.text)
    party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    text = f"The user and {match['one']} are no longer together"
    predicate = "married_to" if wife else "partner_of"
    yield ended(reading, party, Bond(predicate, match["one"], "person", low, high), past_date(reading), text)


def named_party(reading: Reading, word: Word | None) -> Party | None:
    """The person of that name."""
    if word is None or word.pos != "PROPN" or reading.ontology.known(word.text):
        return None
    start, end = reading.sentence.passage.source(word.start, word.end)
    return Party(Mention(reading.message.id, start, end, word.text, "person"), word.text)


def past_date(reading: Reading) -> When:
    """The date of the sentence as an end."""
    dates = find_dates(reading.sentence.text, reading.said_at, tense="past")
    plain = [date for date in dates if date.direction in {"", "since"}]
    return When(None, plain[0].interval.low, plain[0].grain) if plain else When()


def ended(reading: Reading, party: Party, bond: Bond, when: When, text: str) -> Claim:
    """Something between somebody and a named one that is over."""
    return msgspec.structs.replace(paired(reading, party, bond, when, text), mode="ends")


def paired(reading: Reading, party: Party, bond: Bond, when: When, text: str) -> Claim:
    """Something between somebody and a named one."""
    predicate, name, kind, start, end = bond
    head = next(word for word in reading.sentence.words if word.start >= start)
    thing = Thing(name, kind, start, end, True, True, False, head)
    return reading.claim(party, predicate, finish(text), thing=thing, kind=kind, when=when, confidence=0.85)
