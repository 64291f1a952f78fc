"""What a few words mean that answer a question about the work: "Which port does the admin UI use?" - "8443".

The label stands in the question and the value in the answer. A choice between two things that the question names is
what the one who answers wants of the agent. The assistant answers only with what can be checked: a port, a version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates
from graphmem.extract.orders.said import lowered, ordered
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, PETS, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

MOST = 8
PORT = rx.compile(
    r"\b(?:which|what)\s+port\s+(?:does|do|is|are|will|should)\s+(?P<s>(?:the|your|our)?\s*[\w./ -]{2,40}?)"
    r"\s+(?:use|using|run|running"
    r"|listen|listening|on|need|expose|bind)\b|\bwhat(?:['’]s|\s+is)\s+the\s+port\s+(?:of|for)"
    r"\s+(?P<t>[\w./ -]{2,40}?)\s*\?",
    re.IGNORECASE,
)
VERSION = rx.compile(
    r"\b(?:which|what)\s+(?:version\s+of\s+)?(?P<s>[A-Z][\w.+#-]*|[a-z][\w.+#-]*)\s+(?:version\s+)?(?:are|do|is|does)\s+(?:you|we|the"
    r"|your)\b",
)
LABELLED = rx.compile(
    r"\b(?:what|which|when)(?:['’]s|\s+is|\s+are)\s+(?:your|the|our)\s+(?P<l>[\w/ -]{2,40}?)(?:\s+(?:here|now"
    r"|there))?\s*\?",
    re.IGNORECASE,
)
COUNTED = rx.compile(r"\bhow\s+many\s+(?P<l>[\w -]{2,30}?)\s+(?:are|do|does|is|have|should)\b", re.IGNORECASE)
SHOULD = rx.compile(
    r"\b(?:which|what)\s+(?P<l>[\w -]{2,30}?)\s+(?:(?:should|shall)\s+(?:i|we)|do\s+you\s+want|would\s+you\s+like)\b",
    re.IGNORECASE,
)
# "Shall I label it in inches or in centimetres?", "do you use tabs or spaces?"
EITHER = rx.compile(
    r"\b(?:(?P<i>(?:shall|should)\s+(?:i|we)\b.*?\b(?:in|with|as|use|using))|do\s+you\s+(?:\w+\s+)?(?:use|prefer|like|favou?r))\s+"
    r"(?P<a>[\w-]+(?:\s[\w-]+)?)\s+or\s+(?:in\s+|with\s+|use\s+)?(?P<b>[\w-]+(?:\s[\w-]+)?)\s*\?",
    re.IGNORECASE,
)
WHO = rx.compile(
    r"\bwho(?:['’]s)?\s+(?:(?P<v>owns|maintains|leads|runs)|(?:is\s+)?(?:the\s+)?(?P<r>owner|maintainer|lead)"
    r"\s+of)\s+(?P<o>the\s+[\w ./-]+?"
    r"|[\w./-]+)\s*\?",
    re.IGNORECASE,
)
AMOUNT = rx.compile(
    r"^(?:about|around|roughly|only|just|max|at most|up to|~)?\s*(?P<n>[$€£~]?\d[\d.,]*\s?(?:k|m|%"
    r"|[a-zµ]+(?:\s(?:a|per)\s\w+)?)?)$",
    re.IGNORECASE,
)
DUE = words("deadline due date launch release birthday exam appointment start end")
KEPT = {
    "owns": "owns",
    "owner": "owns",
    "maintains": "maintains",
    "maintainer": "maintains",
    "leads": "leads",
    "lead": "leads",
}
IDLE = PRONOUNS | words(
    "yes no none nothing both neither maybe dunno idk later first second last unknown unsure"
)
MANNER = words("language tone style format spelling")
# Of these one asks about the moment or the task in hand.
PASSING = words(
    "problem error issue question difference goal point matter plan idea file line function class output result reason"
    " weather time status step answer name"
)


def reply(question: str, reading: Reading) -> Iterator[Claim]:
    """The claims of a short turn that answers a question about the work or the agent."""
    told = [word for word in reading.sentence.words if word.pos not in {"PUNCT", "SPACE"} or word.technical]
    text = reading.sentence.text.strip(" .!")
    if not told or len(told) > MOST or text.endswith("?") or any(word.lower in IDLE for word in told):
        return
    port = PORT.search(question)
    if port is not None:
        yield from on_port(reading, port["s"] or port["t"], text)
        return
    version = VERSION.search(question)
    if version is not None and re.fullmatch(r"v?\d+(?:\.\d+)*", text):
        yield from at_version(reading, version["s"], text.lstrip("v"))
        return
    if not reading.by_user:
        return
    either = EITHER.search(question)
    if either is not None:
        yield from chosen(reading, either, text)
        return
    who = WHO.search(question)
    if who is not None:
        yield from kept(reading, who, told)
        return
    match = LABELLED.search(question) or COUNTED.search(question) or SHOULD.search(question)
    if match is not None and (len(told) == 1 or all(clause.subject is None for clause in reading.clauses)):
        yield from valued(reading, match, text)


def user(reading: Reading) -> Party:
    """The one who answers."""
    return reading.user(reading.sentence.words[0])


def named(reading: Reading, label: str, kind: str) -> Party:
    """What a question is about, as a thing; it stands in the turn before, so the whole answer is its place."""
    name = re.sub(r"^(?:the|your|our|a|an)\s+", "", label.strip(), flags=re.IGNORECASE)
    passage = reading.sentence.passage
    start, end = passage.source(reading.sentence.start, reading.sentence.end)
    known = reading.ontology.known(name) or reading.ontology.heads.get(name.split()[-1].lower(), "") or kind
    shown = name if reading.ontology.known(name) else f"The {name}"
    return Party(Mention(reading.message.id, start, end, name, known), shown)


def on_port(reading: Reading, label: str, text: str) -> Iterator[Claim]:
    """ "8443"."""
    match = re.fullmatch(r"(?:it['’]s\s+|on\s+)?(?:port\s+)?(?P<p>\d{2,5})", text, re.IGNORECASE)
    if match is not None:
        party = named(reading, label, "service")
        told = finish(f"{party.shown} listens on port {match['p']}")
        yield reading.claim(party, "listens_on", told, value=f"port {match['p']}", confidence=0.8)


def at_version(reading: Reading, label: str, number: str) -> Iterator[Claim]:
    """ "Which Postgres are you on?" - "15"."""
    if reading.ontology.known(label) in {"technology", "package"}:
        party = named(reading, label, "technology")
        yield reading.claim(
            party, "version_is", finish(f"{label} is at version {number}"), value=number, confidence=0.8
        )


def chosen(reading: Reading, match: re.Match[str], text: str) -> Iterator[Claim]:
    """ "In inches or in centimetres?" - "metric please": what the one who answers wants."""
    value = re.sub(
        r"(?:,?\s+)?(?:please|pls|thanks|thx)$|^(?:the\s+|in\s+)", "", text, flags=re.IGNORECASE
    ).strip(" ,")
    polite = re.search(r"\b(?:please|pls)$", text, re.IGNORECASE) is not None
    first, second = match["a"].lower(), match["b"].lower()
    one = any(value.lower() == name or value.lower() in name.split() for name in (first, second))
    if not (one or polite) or not value or len(value.split()) > 4:
        return
    if match["i"]:
        yield reading.claim(
            user(reading),
            "instructs",
            ordered(f"use {value}"),
            value=f"use {lowered(value)}",
            confidence=0.65,
        )
    elif one:
        yield reading.claim(
            user(reading), "prefers", finish(f"The user prefers {value}"), value=value, confidence=0.65
        )


def kept(reading: Reading, match: re.Match[str], told: list[Word]) -> Iterator[Claim]:
    """ "Who owns the billing service?" - "Priya"."""
    if len(told) > 2 or not all(word.text[:1].isupper() for word in told):
        return
    name = reading.sentence.stretch(told)
    start, end = reading.sentence.passage.source(told[0].start, told[-1].end)
    party = Party(Mention(reading.message.id, start, end, name, "person"), name)
    what = named(reading, match["o"], "service")
    predicate = KEPT.get((match["v"] or match["r"]).lower(), "owns")
    thing = Thing(
        what.mention.name, what.mention.kind, told[0].start, told[-1].end, True, True, False, told[-1]
    )
    shown = what.shown[0].lower() + what.shown[1:] if what.shown.startswith("The ") else what.shown
    yield reading.claim(
        party,
        predicate,
        finish(f"{name} {predicate} {shown}"),
        thing=thing,
        kind=what.mention.kind,
        confidence=0.75,
    )


def valued(reading: Reading, match: re.Match[str], text: str) -> Iterator[Claim]:
    """The value of what the question names: a date, an amount, a name."""
    label = match["l"].strip().lower()
    head = label.split()[-1] if label else ""
    parts = set(label.split())
    if not 0 < len(parts) < 5 or parts & (PASSING | PRONOUNS) or head == "like":
        return
    if match.re == COUNTED and (head in FAMILY or head.removesuffix("s") in FAMILY.keys() | PETS):
        return  # "how many kids do you have": no setting
    if match.re == COUNTED and not re.search(r"\b(?:you|your|we|our)\b", match.string, re.IGNORECASE):
        return
    text = re.sub(r"(?:,?\s+)(?:please|pls|thanks|thx)$", "", text, flags=re.IGNORECASE)
    dates = find_dates(text, reading.said_at, tense="future")
    if dates and (head in DUE or parts & DUE):
        stamp = dates[0].interval.low.date().isoformat()
        yield reading.claim(
            user(reading),
            "due_on",
            finish(f"The {label} is on {stamp}"),
            value=stamp,
            qualifier=label,
            confidence=0.75,
        )
        return
    amount = AMOUNT.match(text)
    if match.re == COUNTED and amount is None and text.lower() not in NUMBERS:
        return
    name = f"number of {label}" if match.re == COUNTED else label
    lone = len(text.split()) == 1
    single = lone or (
        len(text.split()) < 4 and not any(one.pos in {"VERB", "AUX"} for one in reading.sentence.words)
    )
    if head in MANNER and single:
        told = ordered(f"answer in {text}" if head == "language" else f"use {text} as {label}")
        yield reading.claim(user(reading), "instructs", told, value=f"{text} as {label}", confidence=0.65)
        return
    if amount is not None or match.re == COUNTED or (single and not dates):
        told = finish(f"The {name} is {text}")
        yield reading.claim(user(reading), "setting_is", told, value=text, qualifier=name, confidence=0.65)


NUMBERS = words("one two three four five six seven eight nine ten eleven twelve")
