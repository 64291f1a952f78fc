"""What people use, hold, refuse and speak, and what they changed for what: "I don't trust online banking"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.frame import Frame
from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.first import first_of
from graphmem.extract.parse import Word
from graphmem.extract.plain.shapes import STOPS, thing_of
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import EMPTY_NOUNS, POINTING, PRONOUNS, third, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

POINTS = POINTING | words("him her how why all one")
HELD = words(
    "scholarship visa licence license permit degree diploma subscription insurance membership mortgage"
    " loan contract pension"
    "tattoo patent allotment garden allowance grant stall shop practice studio website blog podcast"
    " newsletter channel"
)
CHANGES = words("switch move migrate change convert go port pivot")
KEEPS = words("keep pick choose select take prefer")
DROPS = rx.compile(
    r"""
    \b(?:and|but)\s+(?:we\s+|i\s+)?(?:dropped|ditched|rejected|skipped|binned|scrapped|discarded)\s+
    (?P<x>[\w.+ -]{2,30}?)(?=\s+(?:because|since|for|as)\b|[,;:.]|$)
    """,
    re.IGNORECASE | re.VERBOSE,
)
LEVEL = rx.compile(
    r"""
    ^(?:at|on)\s+(?:an?\s+|the\s+)?(?:[ABC][12]|beginner|intermediate|advanced|native)(?:\s+level)?\s+
    (?:in|of)\s+(?P<o>[\w]+)
    """,
    re.IGNORECASE | re.VERBOSE,
)
NOT_USED_TO = words("comfortable familiar experienced good fluent confident versed")


def of_frame(frame: Frame) -> Iterator[Claim]:
    """What a frame tells of dealings with things."""
    if not frame.rest:
        yield from abstains(frame)
        return
    yield from first_of(
        (abstains, banks_with, tongues, refused, changed, kept, unskilled, used, held, worked), frame
    )


def made(
    frame: Frame,
    party: Party,
    predicate: str,
    named: list[Word],
    text: str,
    *,
    mode: ClaimMode = "asserts",
    qualifier: str = "",
) -> Claim:
    """A claim about what some words name."""
    reading = frame.stretch.reading
    thing = thing_of(reading, named)
    named_well = thing.named or named[-1].tag == "NNP"
    kind = reading.kind(thing, reading.ontology.predicate(predicate).range) if named_well else ""
    return reading.claim(
        party, predicate, finish(text), thing=thing if kind else None, kind=kind, value="" if kind else thing.name,
        mode=mode, qualifier=qualifier, when=frame.when(ends=mode == "ends"), confidence=0.65,
    )  # fmt: skip


def noun_phrase(frame: Frame, words_: list[Word], *, most: int = 5, articles: bool = True) -> list[Word]:
    """The noun phrase in front, without its article; empty when it points elsewhere."""
    named: list[Word] = []
    for word in words_:
        if not named and word.lower in {"the", "a", "an", "my", "our", "any"}:
            if not articles:
                return []
            continue
        if word.lower in STOPS | {"and", "or", "but", "anymore", "too", "now"} or word.pos == "PUNCT":
            break
        if frame.stretch.dated(word) or word.lower in {"last", "these", "every"}:
            break
        named.append(word)
    while named and named[-1].pos in {"ADV", "ADP", "PART"}:
        named = named[:-1]
    if not named or len(named) > most or any(word.lower in POINTS | PRONOUNS for word in named):
        return []
    return (
        named
        if named[-1].pos in {"NOUN", "PROPN", "X", "ADJ", "VERB", "NUM"}
        and named[-1].lower not in EMPTY_NOUNS
        else []
    )


def tongues(frame: Frame) -> Iterator[Claim]:
    """ "I speak Japanese at home and English at work", "I'm at A2 level in Dutch"."""
    party = frame.person() if not frame.denied else None
    if party is None or frame.tense != "present" or frame.modal:
        return
    level = LEVEL.match(frame.text(frame.rest)) if frame.lemma == "be" else None
    studied = frame.lemma in {"learn", "study"}
    if level is None and frame.lemma not in {"speak", "understand"} and not studied:
        return
    for word in frame.rest:
        if word.lower not in nouns("tongues") or (level is not None and word.lower != level["o"].lower()):
            continue
        predicate = "studies" if studied else "speaks"
        shown = word.text[:1].upper() + word.text[1:]
        yield made(
            frame, party, predicate, [word], f"{party.shown} {'is learning' if studied else 'speaks'} {shown}"
        )


def abstains(frame: Frame) -> Iterator[Claim]:
    """ "I don't drink", "she doesn't smoke anymore"."""
    if frame.lemma not in {"drink", "smoke"} or not frame.denied or frame.tense != "present" or frame.modal:
        return
    what = {"drink": "alcohol", "smoke": "tobacco"}[frame.lemma]
    plain = (
        not frame.rest or frame.rest[0].pos in {"ADV", "PUNCT"} or frame.rest[0].lower in {"alcohol", "at"}
    )
    party = frame.person() if plain and frame.subject else None
    if party is not None:
        verb = f"no longer {third(frame.lemma)}" if frame.over else f"does not {frame.lemma}"
        yield frame.stretch.reading.claim(
            party, "eats", finish(f"{party.shown} {verb}" + (" alcohol" if what == "alcohol" else "")), value=what,
            mode="ends" if frame.over else "denies", confidence=0.65,
        )  # fmt: skip


def banks_with(frame: Frame) -> Iterator[Claim]:
    """ "I'm with Monzo now"."""
    if (
        frame.lemma != "be"
        or not frame.mine
        or frame.denied
        or frame.tense != "present"
        or len(frame.rest) < 3
    ):
        return
    word = frame.rest[1]
    if (
        frame.rest[0].lower == "with"
        and word.pos == "PROPN"
        and word.entity not in {"PERSON", "GPE"}
        and frame.rest[2].lower in {"now", "for"}
    ):
        party = frame.person()
        if party is not None and frame.subject:
            yield made(frame, party, "uses", [word], f"The user is with {word.text}")


def refused(frame: Frame) -> Iterator[Claim]:
    """ "I can't use any cloud service", "I don't trust online banking", "I don't do phone calls"."""
    if not frame.denied or frame.over or not frame.mine or frame.tense in {"past", "perfect"} or frame.going:
        return
    named = noun_phrase(frame, frame.rest)
    if not named or frame.lemma not in {"use", "trust", "do", "allow"}:
        return
    generic = (
        frame.rest[0].lower not in {"the", "my", "a", "an"} and frame.rest[0].pos != "DET"
    ) or frame.rest[0].lower == "any"
    if not generic or not frame.subject:
        return
    party = frame.person()
    if party is None or (frame.lemma == "do" and named[-1].tag not in {"NNS", "NNPS"}):
        return
    value = frame.text(named)
    if frame.lemma == "use":
        yield made(frame, party, "uses", named, f"The user does not use {value}", mode="denies")
    elif frame.lemma == "trust":
        yield made(frame, party, "dislikes", named, f"The user does not trust {value}")
    elif frame.lemma == "do" and frame.subject[0].lower == "i":
        yield made(frame, party, "dislikes", named, f"The user does not do {value}")


def changed(frame: Frame) -> Iterator[Claim]:
    """ "Switched from zsh to fish last month", "moved the consumer off SQS and onto NATS"."""
    if not frame.mine or frame.denied or frame.lemma not in CHANGES or frame.tense not in {"past", "perfect"}:
        return
    place = {word.lower: i for i, word in reversed(list(enumerate(frame.rest)))}
    low = next((place[name] for name in ("from", "off") if name in place), -1)
    high = next((place[name] for name in ("onto", "to", "into") if name in place), -1)
    if low < 0 or high < 0:
        return
    old, new = noun_phrase(frame, frame.rest[low + 1 :]), noun_phrase(frame, frame.rest[high + 1 :])
    reading = frame.stretch.reading
    if any(one[0].pos == "NUM" or one[0].text.isdigit() for one in (old, new) if one):
        return
    tools = [thing_of(reading, one) for one in (old, new) if one]
    usable = reading.ontology.predicate("uses").range
    if len(tools) < 2 or any(one.kind in {"place", "person", "organization"} for one in tools[:1]):
        return
    if not any(one.kind in usable or one.head.tag == "NNP" for one in tools) or any(
        frame.stretch.dated(one[0]) for one in (old, new)
    ):
        return
    party = reading.speaker(frame.subject[0] if frame.subject else frame.verb)._replace(
        shown="The user's team"
    )
    yield made(frame, party, "uses", old, f"The user's team no longer uses {tools[0].name}", mode="ends")
    yield made(frame, party, "uses", new, f"The user's team uses {tools[1].name}")


def kept(frame: Frame) -> Iterator[Claim]:
    """ "I kept LightGBM and dropped CatBoost"."""
    if not frame.mine or frame.denied or frame.lemma not in KEEPS or frame.tense != "past":
        return
    drop = DROPS.search(frame.stretch.reading.sentence.text)
    named = noun_phrase(frame, frame.rest)
    if drop is None or not named or frame.verb.start > frame.stretch.reading.sentence.start + drop.start():
        return
    party = frame.person()
    if party is not None:
        yield made(
            frame, party, "chose", named, f"The user chose {frame.text(named)} over {drop['x'].strip()}"
        )


def unskilled(frame: Frame) -> Iterator[Claim]:
    """ "I'm not comfortable with Scala"."""
    if not frame.denied or not frame.mine or frame.lemma != "be" or frame.tense != "present":
        return
    spoken = [word for word in frame.rest if word.pos != "ADV"]
    if len(spoken) > 2 and spoken[0].lower in NOT_USED_TO and spoken[1].lower in {"with", "at", "in"}:
        named = noun_phrase(frame, spoken[2:])
        party = frame.person()
        if named and party is not None:
            yield made(
                frame,
                party,
                "skilled_in",
                named,
                f"The user is not {spoken[0].lower} {spoken[1].lower} {frame.text(named)}",
                mode="denies",
            )


def used(frame: Frame) -> Iterator[Claim]:
    """ "For categorical columns we use target encoding", "he uses a blue inhaler"."""
    if frame.denied or frame.modal or frame.lemma != "use" or frame.tense != "present" or not frame.subject:
        return
    if re.match(r"\w+\s+(?:always|never|usually|mostly)\b", frame.text(frame.words), re.IGNORECASE):
        return  # a taste or a habit, which other readers tell
    named = noun_phrase(frame, frame.rest, articles=not frame.mine)
    party = frame.person() if named else None
    if party is None or (frame.going and not frame.helpers):
        return
    if frame.mine and (named[0].pos == "DET" or (len(named) < 2 and named[0].tag == "NN")):
        return
    yield made(
        frame,
        party,
        "uses",
        named,
        f"{party.shown} uses {'a ' if frame.rest[0].lower in {'a', 'an'} else ''}{frame.text(named)}",
    )


def held(frame: Frame) -> Iterator[Claim]:
    """ "I have a scholarship from Vingroup", "I've got liability insurance until May"."""
    if (
        frame.denied
        or frame.modal
        or frame.lemma not in {"have", "get"}
        or frame.going
        or frame.tense in {"past", "future"}
    ):
        return
    named = noun_phrase(frame, [word for word in frame.rest if word.lower != "got"])
    if not named or named[-1].lemma.lower() not in HELD or frame.rest[0].lower in {"the", "that"}:
        return
    party = frame.person()
    if party is not None:
        yield made(
            frame,
            party,
            "owns",
            named,
            f"{party.shown} has {'an' if named[0].lower[0] in 'aeiou' else 'a'} {frame.text(named)}",
        )


def worked(frame: Frame) -> Iterator[Claim]:
    """ "I work on churn prediction", "I worked on the parser until May"."""
    if (
        frame.denied
        or frame.modal
        or frame.lemma != "work"
        or frame.tense != "present"
        or frame.rest[0].lower != "on"
    ):
        return
    named = noun_phrase(frame, frame.rest[1:], articles=False)
    party = frame.person() if named else None
    if party is not None and frame.subject and not frame.going:
        yield made(frame, party, "works_on", named, f"{party.shown} {third('work')} on {frame.text(named)}")
