"""Who answers for what and who made it, also in small letters: "kiran owns the labels service"."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns, verbs
from graphmem.extract.parse import Word
from graphmem.extract.parts import ALONE
from graphmem.extract.plain.shapes import STOPS, party_of, thing_of
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

NOBODY = words("nobody everybody everyone someone somebody anyone who people they it this that which what")
DUTIES = {"take": ("over", "owns"), "look": ("after", "maintains")}
PERSONAL = words(
    "own maintain lead head manage build write create make design take look cover handle run chair"
)


def of_frame(frame: Frame) -> Iterator[Claim]:
    """Whose a thing is by what a frame says."""
    if frame.denied or frame.modal or frame.mine or frame.passive or frame.going or not frame.rest:
        return
    if frame.lemma == "be" and frame.rest[0].lower in {"mine", "ours"}:
        yield from mine(frame)
        return
    if frame.lemma == "belong" and frame.rest[0].lower == "to" and frame.tense == "present":
        yield from belonging(frame)
        return
    predicate, rest = duty(frame)
    if not predicate:
        return
    party = somebody(frame)
    if party is None:
        return
    named: list[Word] = []
    for word in rest:
        if word.lower in {"the", "our", "my", "all", "a", "an"} and not named:
            continue
        if word.lower in STOPS or word.lower == "and" or word.pos == "PUNCT" or frame.stretch.dated(word):
            break
        named.append(word)
    while named and named[-1].pos == "ADV":
        named = named[:-1]
    if (
        not named
        or len(named) > 5
        or named[-1].lower in PRONOUNS | EMPTY_NOUNS
        or named[-1].pos not in {"NOUN", "PROPN", "X"}
    ):
        return
    if predicate == "created" and (frame.tense != "past" or rest[0].lower not in {"the", "our", "my"}):
        return
    reading = frame.stretch.reading
    known = reading.ontology.predicate(predicate)
    found = party_of(frame.stretch, [word for word in rest if word.i <= named[-1].i])
    thing = thing_of(reading, named)
    kind = reading.kind(thing, known.range) or (
        found.mention.kind if found and found.mention.kind in known.range else ""
    )
    label = known.past if predicate == "created" else known.label
    article = "the " if rest[0].lower in {"the", "our", "my"} and thing.name[:1].islower() else ""
    yield reading.claim(
        party, predicate, finish(f"{party.shown} {label} {article}{thing.name}"), thing=thing if kind else None,
        kind=kind, value="" if kind else thing.name, when=frame.when(), confidence=0.65,
    )  # fmt: skip


def mine(frame: Frame) -> Iterator[Claim]:
    """ "His dashboards are mine now"."""
    named = [word for word in frame.subject if word.pos in {"NOUN", "PROPN", "X"}]
    if not named or named[-1].lower in EMPTY_NOUNS:
        return
    reading = frame.stretch.reading
    thing = thing_of(reading, named)
    party = reading.speaker(frame.rest[0])._replace(shown="The user")
    kind = reading.kind(thing, reading.ontology.predicate("owns").range) if thing.named else ""
    yield reading.claim(
        party, "owns", finish(f"The user owns the {thing.name}"), thing=thing if kind else None, kind=kind,
        value="" if kind else thing.name, confidence=0.65,
    )  # fmt: skip


def belonging(frame: Frame) -> Iterator[Claim]:
    """ "Helm charts belong to the platform team": a person or a team owns them."""
    named = [word for word in frame.rest[1:] if word.lower not in {"the", "our"}]
    end = next(
        (place for place, word in enumerate(named) if word.lower in STOPS or word.pos == "PUNCT"), len(named)
    )
    named = named[:end]
    party = frame.thing()
    if party is None or not 0 < len(named) < 4:
        return
    reading = frame.stretch.reading
    team = named[-1].lemma.lower() in {"team", "squad", "guild", "group", "department"}
    person = named[-1].entity == "PERSON" or named[-1].tag == "NNP"
    if not (team or person) or reading.ontology.known(named[-1].text):
        return
    name = reading.sentence.stretch(named)
    start, end_at = reading.sentence.passage.source(named[0].start, named[-1].end)
    owner = Mention(reading.message.id, start, end_at, name, "organization" if team else "person")
    shown = f"The {name}" if team and name[:1].islower() else name
    label = party.shown[0].lower() + party.shown[1:] if party.shown.startswith("The ") else party.shown
    kind = party.mention.kind if party.mention.kind in reading.ontology.predicate("owns").range else ""
    thing = party.thing if kind else None
    yield reading.claim(
        Party(owner, shown), "owns", finish(f"{shown} owns {label}"), thing=thing, kind=kind,
        value="" if thing else party.mention.name, confidence=0.7,
    )  # fmt: skip


def duty(frame: Frame) -> tuple[str, list[Word]]:
    """What a verb says of a duty, and the words of what it is a duty for."""
    lemma, rest = frame.lemma, frame.rest
    if lemma in DUTIES and rest[0].lower == DUTIES[lemma][0] and len(rest) > 1:
        return DUTIES[lemma][1], rest[1:]
    if frame.tense in {"present", "past"}:
        if lemma in verbs("own") and rest[0].lower in {"the", "our", "my", "all"} | nouns("departments"):
            return "owns" if frame.tense == "present" else "", rest
        if lemma in verbs("maintain"):
            return "maintains", rest
        if lemma in verbs("lead") and rest[0].pos != "NUM":
            owns = lemma == "run" and rest[0].lower in {"a", "an"}  # "they run a small hotel"
            return ("owns" if owns else "leads" if frame.tense == "present" else ""), rest
        if lemma in verbs("make"):
            return "created", rest
    return "", rest


def somebody(frame: Frame) -> Party | None:
    """The person in front; one word in small letters that is no common noun is a name there."""
    party = frame.person()
    if party is not None:
        return party
    if len(frame.subject) != 1 or frame.lemma not in PERSONAL:
        return None
    word = frame.subject[0]
    lone = word.pos == "PROPN" and word.tag == "NNP" and word.text.isalpha() and not word.technical
    reading = frame.stretch.reading
    if not lone or word.lower in NOBODY | nouns("departments") or reading.ontology.known(word.text):
        return None
    if word.lower in reading.ontology.heads or word.lower in ALONE:
        return None
    start, end = reading.sentence.passage.source(word.start, word.end)
    name = word.text if word.text[:1].isupper() else word.text.title()
    return Party(Mention(reading.message.id, start, end, name, "person"), name)
