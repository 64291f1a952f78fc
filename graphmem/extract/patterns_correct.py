"""Corrections of what was said just before: "no, I meant Berlin", "actually, it's 8081"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.reading import Reading
from graphmem.extract.redated import alone, redated, slipped
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

SLIP = (
    r"I (?:mistyped(?: that| it)?|misspoke(?: there| yesterday| earlier| before)?|misremembered(?: that| it)?"
    r"|mixed (?:that|those|them|it|this|these two) up|mixed up"
    r"|got (?:that|it|this) wrong"
    r"|got (?:that|them|those) mixed up|was wrong|was mistaken|confused (?:the two|them|things)"
    r"|typed (?:that|it) wrong)"
)
BREAKS = rx.compile(r"(?<=[.!?:;\n])\s+")
OPENS = rx.compile(
    r"^\W*(?:(?:sorry|wait|oops|whoops|ugh|argh|no|nope|hmm+|ah|oh|hang on|hold on|my bad|my mistake"
    r"|my error|correction|corrigendum"
    r"|scratch that|strike that|ignore that|forget that|actually|typo|wrong|not quite|that was wrong"
    r"|that's wrong|that was a typo"
    rf"|let me correct (?:that|myself)|{SLIP}|fat fingers|brain fart|and|but)\b\W*)+"
    r"(?P<meant>(?:I meant(?: to (?:say|write|type))?|I mean|make that|(?:it's|it is|that's"
    r"|that is)(?: (?:actually|really))?(?: (?:on|at|in))?"
    r"|(?:(?:that|it) )?(?:should be|should have been|should read)|rather)\b)?"
    r"\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
MEANT = rx.compile(
    r"^\W*(?:I meant(?: to (?:say|write|type))?|make that|I should have (?:said|written)|(?:that"
    r"|it) should (?:be|read|say|have been))"
    r"\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
FIRM = rx.compile(
    r"\b(?:no|nope|sorry|oops|whoops|wait|correction|typo|actually|my bad|my mistake|scratch that"
    r"|strike that|wrong|mistaken|mistyped"
    rf"|I meant|{SLIP})\b",
    re.IGNORECASE,
)
# What takes back the words before, whatever follows: "Actually" alone may only tell news.
TAKES_BACK = rx.compile(
    r"^\W*(?:(?:oh|ah|ugh|wait|hang on|hold on|actually|and|but|no)\W+)*(?:sorry|oops|whoops|correction"
    r"|scratch that|strike that|typo"
    r"|my bad|my mistake|my error|wait,? no|no wait|I meant|that was wrong|that's wrong|let me correct"
    r"|I should have (?:said|written)|make that"
    rf"|(?:that|it) should (?:be|read|say|have been)|{SLIP}|no,)(?=\W|$)",
    re.IGNORECASE,
)
SLIPPED = rx.compile(
    rf"^\W*(?:\w+\W+){{0,3}}?(?:correction|scratch that|strike that|typo|my mistake|{SLIP})\b", re.IGNORECASE
)
NOT_OLD = rx.compile(
    r"^(?:it's |it is |it was )?not\s+(?P<old>[\w@./-]+(?:\s[\w@./-]+)?)\s*(?:,|but|;|[-–—]+)\s*(?P<new>\w.*)$",
    re.IGNORECASE,
)
# A name with a number behind it, which parsers take for a number: "atlas-5".
LABEL = rx.compile(r"[A-Za-z][\w.]*-\d+")
NUMBER = rx.compile(r"\d[\d.,:]*")
DAY = rx.compile(r"\d{4}-\d\d-\d\d")
LONGEST = 14
SHORT = 36


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """The last claim of the speaker with what was meant in place of what was said."""
    sentence = reading.sentence
    if reading.by_user:
        yield from slipped(reading)
    if not reading.by_user or not reading.focus.said or len(sentence.words) > LONGEST:
        return
    if sentence.quotes:
        return
    dated = list(redated(reading))
    if dated:
        yield from dated
        return
    text = opened(reading)
    ahead = len(text) - len(sentence.text)  # the words of the sentence before
    found = MEANT.match(sentence.text) if not ahead else None
    found = found or OPENS.match(text)
    if found is not None and found.start("rest") < ahead:
        return
    if found is None or not found["rest"]:
        return
    start = sentence.start + found.start("rest") - ahead
    rest = found["rest"]
    turned = NOT_OLD.match(rest)  # "not Redis, Memcached"
    if turned is not None:
        start, rest = start + turned.start("new"), turned["new"]
    named = found.groupdict().get("meant") or found.re == MEANT
    short = len(rest.split()) <= 3 and bool(FIRM.search(text[: found.start("rest")]))
    if named or short:
        yield from corrected(reading, reading.focus.said[-1], start)


def taken_back(reading: Reading, claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a correcting sentence, and what they take back of what was said just before.

    "Sorry, I mixed that up, Mara owns the importer" takes back that Lena does; "Correction: orders-svc depends on
    RabbitMQ, not Kafka" takes back Kafka, whenever it was said. Where one value holds at a time the new one is enough.
    """
    excluded = {(new.predicate, word.lower()) for new in claims for word in denied(reading, new)}
    claims = [one for one in claims if one.mode != "asserts" or (one.predicate, target(one)) not in excluded]
    opening = opened(reading)
    if not reading.by_user or not TAKES_BACK.match(opening):
        return claims
    known = reading.ontology.predicate
    wrong = [(one.predicate, target(one)) for one in reading.focus.said if one.mode == "asserts"]
    firm = bool(SLIPPED.search(opening))
    fresh = [
        msgspec.structs.replace(one, mode="retracts")
        if one.mode == "denies" and (firm or (one.predicate, target(one)) in wrong)
        else one
        for one in claims
    ]
    gone = [one for one in fresh if one.mode == "retracts"]
    for new in [one for one in fresh if one.mode == "asserts"]:
        for old in reading.focus.said:
            if old.mode != "asserts" or old.predicate != new.predicate or old.qualifier != new.qualifier:
                continue
            same = old.subject.name.lower() == new.subject.name.lower()
            if same == (target(old) == target(new)) or (same and known(old.predicate).functional):
                continue
            gone.append(retracted(reading, old, old.subject, old.object, old.value))
        for name in others(reading, new):
            wrong_one = msgspec.structs.replace(new.subject, name=name)
            gone.append(retracted(reading, new, wrong_one, new.object, new.value))
        for word in denied(reading, new):
            if not known(new.predicate).functional:
                meant_ = msgspec.structs.replace(new.object, name=word) if new.object is not None else None
                gone.append(retracted(reading, new, new.subject, meant_, "" if meant_ else word))
    seen: set[tuple[str, str, str]] = set()
    for one in gone:
        key = (one.subject.name.lower(), one.predicate, target(one))
        if key not in seen and one not in fresh:
            fresh.append(one)
        seen.add(key)
    return fresh


def opened(reading: Reading) -> str:
    """The sentence with the short one before it: "My mistake. Mara owns the importer."."""
    before = reading.sentence.passage.text[: reading.sentence.start].rstrip()
    last = BREAKS.split(before)[-1]
    alone = 0 < len(last) <= SHORT and TAKES_BACK.match(last)
    return f"{last} {reading.sentence.text}" if alone else reading.sentence.text


def target(claim: Claim) -> str:
    """The object or the value, in lower case."""
    return claim.object_name.lower()


def denied(reading: Reading, new: Claim) -> Iterator[str]:
    """What stands behind "not" beside the new value: "RabbitMQ, not Kafka", "not Kafka but RabbitMQ"."""
    if "not" not in reading.sentence.text.lower():
        return
    value = re.escape(new.object_name)
    old = r"(?P<x>[\w@.+#/-]*[\w+#])"
    for pattern in (
        rf"{value},?\s+(?:and\s+)?not\s+(?:(?:in|at|on|to|with|for|by)\s+)?{old}(?=\W*$|\s+(?:as|like)\s+i\b)",
        rf"\bnot\s+{old}(?:,|\s+but)\s+(?:\w+\s+){{0,3}}{value}",
    ):
        match = re.search(pattern, reading.sentence.text, re.IGNORECASE)
        if (
            match is not None
            and match["x"].lower() != target(new)
            and match["x"] not in {*others(reading, new)}
        ):
            yield match["x"]


def others(reading: Reading, new: Claim) -> Iterator[str]:
    """Who stands behind "not" beside whom the claim is about: "Mara owns the importer, not Lena"."""
    if new.subject.kind != "person" or (new.object is not None and new.object.kind == "person"):
        return
    if "not" not in reading.sentence.text:
        return
    value = re.escape(new.object_name)
    match = re.search(rf"{value},?\s+(?:and\s+)?not\s+(?P<x>[A-Z][\w'’-]+)\W*$", reading.sentence.text)
    word = next((one for one in reading.sentence.words if match and one.text == match["x"]), None)
    if match is not None and word is not None and word.entity == "PERSON":
        yield match["x"]


def retracted(reading: Reading, claim: Claim, subject: Mention, target_: Mention | None, value: str) -> Claim:
    """That a claim was never so, said by this sentence."""
    low, high = reading.sentence.passage.source(reading.sentence.start, reading.sentence.end)
    own = {"message_id": reading.message.id, "start": low, "end": high}
    wrong = None if target_ is None else msgspec.structs.replace(target_, **own)
    shown, told = target_.name if target_ is not None else value, target(claim)
    lead = re.sub(re.escape(told), shown, claim.text, flags=re.IGNORECASE).rstrip(".")
    if subject.name != claim.subject.name:
        lead = lead.replace(claim.subject.name, subject.name, 1)
    lead = f"the{lead[3:]}" if lead.startswith("The ") else lead
    return msgspec.structs.replace(
        claim, **own, subject=msgspec.structs.replace(subject, **own), object=wrong, value=value, mode="retracts",
        valid_from=None, valid_until=None, grain="",
        text=finish(f"It was never so that {lead}"),
    )  # fmt: skip


def corrected(reading: Reading, claim: Claim, start: int) -> Iterator[Claim]:
    """The claim anew, with the name or the number that stands behind a place of the passage."""
    old = claim.object_name
    new, thing = "", None
    if DAY.fullmatch(old) and claim.object is None:
        new = another_day(reading, old, start)
    elif NUMBER.search(old) and claim.object is None:
        number = NUMBER.search(reading.sentence.passage.text, start, reading.sentence.end)
        new = NUMBER.sub(number[0].rstrip(".,:"), old, count=1) if number else ""
    else:
        thing = meant(reading, claim, start)
        new = thing.name if thing is not None else ""
    if not new or new == old or old not in claim.text:
        return
    low, high = reading.sentence.passage.source(reading.sentence.start, reading.sentence.end)
    target = None
    if thing is not None and claim.object is not None:
        kind = reading.kind(thing, reading.ontology.predicate(claim.predicate).range) or claim.object.kind
        target = thing.mention(reading.message.id, reading.sentence, kind)
    own = {"message_id": reading.message.id, "start": low, "end": high}
    subject = msgspec.structs.replace(claim.subject, message_id=reading.message.id, start=low, end=high)
    yield msgspec.structs.replace(
        claim, **own, subject=subject, object=target, value="" if target else new,
        text=finish(claim.text.replace(old, new, 1)),
    )  # fmt: skip


def another_day(reading: Reading, old: str, start: int) -> str:
    """The day behind a place of the passage, "the 4th" in the month of the old one; "" when none stands there."""
    rest = reading.sentence.passage.text[start : reading.sentence.end]
    zone = reading.said_at.tzinfo
    day = datetime.fromisoformat(old).replace(tzinfo=zone)
    near = (day.replace(day=1) - timedelta(days=1), reading.said_at)
    read = (alone(text, at, "future") for text in (rest, f"on {rest}") for at in near)
    days = [one[0].interval.low for one in read if one is not None and one[0].grain == "day"]
    return min(days, key=lambda one: abs(one - day)).date().isoformat() if days else ""


def meant(reading: Reading, claim: Claim, start: int) -> Thing | None:
    """The only name behind a place, of a kind that the claim may have."""
    found: list[Thing] = []
    for word in reading.sentence.words:
        if word.start < start or not (
            word.pos in {"NOUN", "PROPN", "X", "ADJ"} or LABEL.fullmatch(word.text)
        ):
            continue
        before = reading.sentence.words[word.i - 1].lower if word.i else ""
        if before in {"not", "than", "of"}:
            break
        thing = reading.thing(word)
        if thing is None or thing.end != word.end:
            continue
        allowed = reading.ontology.predicate(claim.predicate).range
        if LABEL.fullmatch(word.text) and claim.object is not None:
            found.append(relabelled(claim.object, thing))
        elif claim.object is None or (thing.named and reading.kind(thing, allowed)):
            found.append(thing)
    return found[0] if len(found) == 1 else None


def relabelled(old: Mention, thing: Thing) -> Thing:
    """ "atlas-5" said of "host atlas-3" is host atlas-5."""
    lead, _, label = old.name.rpartition(" ")
    name = f"{lead} {thing.name}" if lead and LABEL.fullmatch(label) else thing.name
    return thing._replace(name=name, kind=old.kind, named=True)
