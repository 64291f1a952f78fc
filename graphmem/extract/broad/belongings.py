"""What is meant by "my laptop", "my bank": what somebody owns and whose services they use."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.plain.shapes import ARTICLES, thing_of
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

# The year of a car, and not since when it is somebody's.
MADE_IN = rx.compile(r"(?:19|20)\d\d$")
ENDS = words("with and w/ which that from in on at for by running w now but called or since via")


def of_frame(frame: Frame) -> Iterator[Claim]:
    """What is named behind "my laptop is"."""
    if frame.denied or frame.modal or frame.lemma != "be" or frame.tense != "present" or not frame.rest:
        return
    own = [word.lower for word in frame.subject[:1]]
    head = frame.subject[-1].lemma.lower() if frame.subject else ""
    if own not in (["my"], ["our"]) or len(frame.subject) > 4:
        return
    owned, used = head in nouns("owned"), head in nouns("provider")
    if not (owned or used):
        return
    named = []
    for place, word in enumerate(frame.rest):
        year = frame.rest[place + 1].text if word.lower == "from" and place + 1 < len(frame.rest) else ""
        if (word.lower in ENDS and not MADE_IN.match(year)) or (
            word.pos == "PUNCT" and word.text in {",", "(", ";"}
        ):
            break
        named.append(word)
    while named and (named[0].lower in ARTICLES or named[0].lower in {"still", "now", "just"}):
        named = named[1:]
    if (
        not named
        or named[-1].lower == "old"
        or len(named) > 5
        or (
            named[0].pos in {"ADJ", "VERB", "ADP", "ADV", "PRON", "SCONJ"} and not named[0].text[:1].isupper()
        )
    ):
        return
    if not owned and not any(
        word.pos == "PROPN" or word.technical or word.text[:1].isupper() for word in named
    ):
        return
    reading = frame.stretch.reading
    one = len(named) > 1 and named[-1].lower == "one"  # "my keyboard is a split one"
    thing = thing_of(reading, named[:-1] if one else named)
    article = frame.rest[0].lower if frame.rest[0].lower in {"a", "an"} else ""
    shown = f"{article} {thing.name}".strip() + (" one" if one else "")
    if one:
        thing = thing._replace(name=f"{thing.name} {head}", named=False)
    label = " ".join(word.text for word in frame.subject[1:])
    party = reading.speaker(frame.subject[0])._replace(shown="The user")
    predicate = "owns" if owned else "uses"
    kind = reading.kind(thing, reading.ontology.predicate(predicate).range) if thing.named else ""
    yield reading.claim(
        party,
        predicate,
        finish(f"The user's {label} is {shown}"),
        thing=thing if kind else None,
        kind=kind,
        value="" if kind else thing.name,
        qualifier=label,
        confidence=0.7,
    )
