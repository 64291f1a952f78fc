"""Where things are kept, run and found: "logs go to loki", "raw events live in BigQuery", "prod db is on rds"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns, verbs
from graphmem.extract.parse import Word
from graphmem.extract.parts import ALONE
from graphmem.extract.plain.shapes import STOPS, party_of, place_of, thing_of
from graphmem.extract.reading import Party, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, NEVER_DEPLOYED, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

PLACES = words("in on at to under into onto via with from behind")
DATA = words(
    "log logs event events feature features backup backups roadmap ticket tickets photo photos photographs"
    " picture pictures"
    "record records data metrics docs notes note spec specs file files feedback trace traces asset assets"
    " secret secrets"
    "snapshot snapshots report reports invoice invoices receipt receipts recording recordings save saves"
    " playbook playbooks"
    "dump dumps export exports image images artifact artifacts blob blobs message messages decision"
    " decisions contract"
    "contracts flag flags token tokens password passwords certificate certificates schema schemas key keys"
    " credential credentials config configs settings manuscript diary bookkeeping expenses model models"
)
NOT_THERE = words(
    "time trouble charge touch line order place particular general fact theory shape use production mind hand"
)


NEEDS = words("need require call query hit consume")

NUMBERED = rx.compile(r"(?:version|release|v)?\s*\d", re.IGNORECASE)


def needed(frame: Frame) -> Iterator[Claim]:
    """ "Tests need docker running", "the model needs CUDA"."""
    if frame.lemma not in NEEDS or frame.going or frame.passive:
        return
    named = phrase([word for word in frame.rest if word.tag != "VBG"])
    reading = frame.stretch.reading
    thing = thing_of(reading, named) if named else None
    party = frame.thing() if thing is not None else None
    if thing is None or party is None or thing.kind not in {"technology", "package", "service"}:
        return
    need = "need" if frame.subject[-1].tag == "NNS" else "needs"
    yield reading.claim(
        party, "depends_on", finish(f"{party.shown} {need} {thing.name}"), thing=thing, kind=thing.kind,
        confidence=0.65,
    )  # fmt: skip


def of_frame(frame: Frame) -> Iterator[Claim]:
    """Where a frame says that something is."""
    if frame.denied or frame.modal or frame.tense not in {"present", "perfect"} or not frame.rest:
        return
    if not frame.mine:
        yield from needed(frame)
    place = at(frame)
    if frame.mine:
        yield from put(frame)
        yield from lived(frame)
        return
    if place is None:
        return
    predicate = predicate_of(frame, place)
    party = frame.thing() if predicate else None
    if party is None or frame.subject[0].lower in {"this", "that", "it", "everything", "a", "an"}:
        return
    yield from stored(frame, party, predicate, place)


def lived(frame: Frame) -> Iterator[Claim]:
    """ "im in cluj", "I live near poznan": a town in small letters."""
    how = frame.rest[0].lower
    if (
        frame.going
        or not frame.subject
        or not (
            (frame.lemma == "be" and how == "in") or (frame.lemma == "live" and how in {"in", "near", "at"})
        )
    ):
        return
    named = phrase(frame.rest[1:])
    if (
        len(named) != 1
        or named[0].tag != "NNP"
        or named[0].text[:1].isupper()
        or named[0].technical is not None
    ):
        return
    reading = frame.stretch.reading
    word = named[0]
    if (
        reading.ontology.known(word.text) not in {"", "place"}
        or word.lower in reading.ontology.heads
        or frame.stretch.dated(word)
    ):
        return
    place = Thing(word.text.title(), "place", word.start, word.end, True, True, False, word)
    party = reading.speaker(frame.subject[0])._replace(shown="The user")
    yield reading.claim(
        party,
        "lives_in",
        finish(f"The user lives in {place.name}"),
        thing=place,
        kind="place",
        confidence=0.5,
    )


def at(frame: Frame) -> Thing | None:
    """The thing behind the preposition."""
    behind = frame.rest
    if behind[0].lower not in PLACES:
        return None
    named = phrase(behind[1:])
    return (
        None
        if not named or frame.stretch.dated(named[0])
        else place_of(frame.stretch, behind[1:]) or thing_of(frame.stretch.reading, named)
    )


def phrase(words_: list[Word]) -> list[Word]:
    """The noun phrase in front, without its article."""
    named: list[Word] = []
    for word in words_:
        if word.lower in {"the", "our", "my", "a", "an"} and not named:
            continue
        if (
            word.lower in STOPS
            or word.lower in {"and", "too", "as", "every", "each", "now"}
            or word.text in {",", ".", "("}
        ):
            break
        named.append(word)
    if (
        not named
        or len(named) > 5
        or re.fullmatch(r"[\d.,:%]+", named[0].text)
        or named[-1].lower in PRONOUNS
        or named[-1].lower in NOT_THERE
    ):
        return []
    if len(named) == 1 and named[0].lower in EMPTY_NOUNS:
        return []
    return (
        named
        if named[-1].pos in {"NOUN", "PROPN", "X", "NUM", "VERB", "ADJ", "ADV"} or named[-1].technical
        else []
    )


def predicate_of(frame: Frame, place: Thing) -> str:
    """What a verb with its preposition says of a thing, "" when nothing."""
    how = frame.rest[0].lower
    head = frame.subject[-1].lower
    if NUMBERED.match(place.name):
        return ""  # "the gateway is on version 2.5"
    sure = (
        place.named
        or place.head.tag == "NNP"
        or place.kind in {"technology", "service", "product", "file", "url", "package", "host"}
    )
    lone = (
        place.head.pos in {"NOUN", "X", "PROPN"}
        and " " not in place.name
        and place.name.lower() not in nouns("conditions")
    )
    if frame.lemma in {"be", "live", "sit"} and how == "in" and head in DATA and lone and not place.named:
        return "stored_in"
    if (
        place.kind == "place"
        and how == "in"
        and frame.lemma in {"be", "live", "sit", "run"}
        and head in ALONE
    ):
        return "located_in"
    if not sure and not (head in DATA and frame.lemma in verbs("rests") - {"be", "go"}):
        return ""
    if frame.passive and frame.lemma in verbs("kept") and how in {"in", "on", "at", "to", "under", "into"}:
        return "stored_in"
    if (
        frame.passive
        and frame.lemma in verbs("served")
        and how in {"on", "with", "in", "at", "from", "via", "to"}
    ):
        return "deployed_on"
    if (
        frame.passive
        or frame.lemma not in verbs("rests")
        or how not in {"in", "on", "at", "to", "under", "into"}
    ):
        return ""
    if frame.lemma == "be":
        runs = (
            place.kind in {"technology", "host", "service"}
            or place.head.tag == "NNP"
            or place.head.technical is not None
        )
        on = how == "on" and place.kind != "place" and head not in NEVER_DEPLOYED
        return "deployed_on" if runs and on else ""
    if head in DATA or frame.lemma == "go":
        return "stored_in" if place.kind not in {"place", "person"} else ""
    return "" if place.kind in {"place", "person", ""} else "located_in"


def stored(frame: Frame, party: Party, predicate: str, place: Thing) -> Iterator[Claim]:
    """The claim of a thing and its place."""
    reading = frame.stretch.reading
    known = reading.ontology.predicate(predicate)
    kind = reading.kind(place, known.range) if place.named or place.head.tag == "NNP" else ""
    heads = [
        one
        for one in (party.thing.head if party.thing is not None else None, *frame.subject[-1:])
        if one is not None
    ]
    several = bool(heads) and heads[0].tag in {"NNS", "NNPS"}
    label = known.label.replace("is ", "are ", 1) if several else known.label
    yield reading.claim(
        party, predicate, finish(f"{party.shown} {label} {place.name}"), thing=place if kind else None, kind=kind,
        value="" if kind else place.name, when=frame.when() if "since" in frame.said else When(), confidence=0.65,
    )  # fmt: skip


def put(frame: Frame) -> Iterator[Claim]:
    """ "I keep the photographs in the blue box file", "we track everything in MLflow"."""
    if frame.lemma not in verbs("kept") - {"write", "log", "dump"} or frame.going:
        return
    preposition = next(
        (i for i, word in enumerate(frame.rest) if word.lower in {"in", "on", "at", "under"}), 0
    )
    if not preposition:
        return
    reading = frame.stretch.reading
    inside = phrase(frame.rest[preposition + 1 :])
    what = frame.rest[:preposition]
    if (
        not inside
        or frame.stretch.dated(inside[0])
        or what[-1].lower in {"up", "out", "it", "them", "that", "this"}
    ):
        return
    place = place_of(frame.stretch, frame.rest[preposition + 1 :]) or thing_of(reading, inside)
    if what[-1].lower in {"everything", "all", "things", "stuff", "track"}:
        if place.named and place.kind not in {"place", "person"}:
            speaker = reading.speaker(frame.subject[0] if frame.subject else frame.verb)
            kind = reading.kind(place, reading.ontology.predicate("uses").range)
            yield reading.claim(
                speaker, "uses", finish(f"{speaker.shown} uses {place.name}"), thing=place if kind else None, kind=kind,
                value="" if kind else place.name, confidence=0.65,
            )  # fmt: skip
        return
    party = party_of(frame.stretch, what)
    definite = what[0].lower in {"the", "my", "our", "all"} or what[-1].tag in {"NNS", "NNPS"}
    if party is None or party.user or not definite or len(what) > 4:
        return
    yield from stored(frame, party, "stored_in", place)
