"""Short forms that have no verb of their own, or whose verb tells little: "big fan of Le Guin", "call me Fitz"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Word
from graphmem.extract.plain.shapes import thing_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

NAME = r"[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?"
FAN = rx.compile(
    r"""
    ^(?:(?:i'm|i\sam|we're)\s+)?(?:a\s+)?(?:big|huge|massive|great)\s+fan\s+of\s+(?P<o>(?!this\b|that\b
    |it\b|the\s+idea\b)[\w][\w' -]{2,40})$
    """,
    re.IGNORECASE | re.VERBOSE,
)
CALL_ME = rx.compile(
    r"^(?:please\s+|just\s+|you can\s+)*call\s+me\s+(?P<o>[A-Z][\w-]+)\b(?!\s+(?:back|when|if|at|on|crazy))"
)
ASK = rx.compile(
    rf"""
    ^(?:ask|ping|contact|go\s+to|talk\s+to|speak\s+to|email)\s+(?P<n>{NAME}|[a-z]+)\s+(?:about|for|with
    |regarding)\s+(?:anything|everything|all|questions|stuff|things)\s*(?:to\s+do\s+with|about|on
    |related\s+to|around|concerning)?\s+(?P<o>[\w][\w -]{{2,40}})$
    """,
    re.VERBOSE,
)
PERSON_FOR = rx.compile(
    rf"""
    ^(?:the|my|our)\s+(?:right\s+)?(?:person|one|guy|point\s+of\s+contact|contact|go-to\s+person)
    \s+(?:to\s+(?:ask|talk\s+to|contact|ping)\s+)?(?:about|for|on)\s+(?P<o>[\w][\w -]{{2,40}}?)\s+(?:is
    |'s)\s+(?P<n>{NAME})\b
    """,
    re.VERBOSE,
)
FRIENDS = rx.compile(
    rf"""
    ^(?P<n>{NAME})\s+and\s+(?:I|me)\s+(?:are|were|have\s+been|'ve\s+been|became|go\s+way\s+back\s+as)\s+
    (?:\w+\s+)?(?P<k>friends|colleagues|classmates|roommates|flatmates|neighbou?rs|cousins|siblings)\b
    """,
    re.VERBOSE,
)
TIES = {
    "friends": "friend_of", "roommates": "friend_of", "flatmates": "friend_of", "neighbours": "friend_of",
    "neighbors": "friend_of",
    "classmates": "friend_of", "colleagues": "works_with", "cousins": "relative_of", "siblings": "sibling_of",
}  # fmt: skip
PORT = rx.compile(
    r"""
    \b(?P<s>(?:the\s+|an?\s+|our\s+)?[\w.-]+)\s+(?:(?:is|runs|running|listens|listening|sits|lives
    |exposed)\s+)?(?:up\s+)?on\s+port\s+(?P<p>\d{2,5})\b
    """,
    re.IGNORECASE | re.VERBOSE,
)


@rx.only_where(FAN, CALL_ME, ASK, PERSON_FOR, FRIENDS)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """What a short form tells."""
    text = stretch.text.strip(" .!")
    reading = stretch.reading
    fan = FAN.match(text)
    if fan is not None and not stretch.negated():
        yield liked(stretch, fan)
    called = CALL_ME.match(text)
    if called is not None:
        yield reading.claim(
            user(stretch),
            "also_known_as",
            finish(f"The user is called {called['o']}"),
            value=called["o"],
            confidence=0.75,
        )
    asked = ASK.match(text) or PERSON_FOR.match(text)
    if asked is not None:
        yield from answers_for(stretch, asked)
        return
    friends = FRIENDS.match(text)
    if friends is not None:
        inside = stretch.between(*friends.span("n"))
        tie = TIES[friends["k"].lower()]
        thing = Thing(friends["n"], "person", inside[0].start, inside[-1].end, True, True, False, inside[-1])
        label = reading.ontology.predicate(tie).label
        yield reading.claim(
            user(stretch),
            tie,
            finish(f"The user {label} {friends['n']}"),
            thing=thing,
            kind="person",
            confidence=0.75,
        )


def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """Ports and commands wherever they stand in a sentence."""
    reading = stretch.reading
    for match in PORT.finditer(stretch.text):
        inside = [
            word for word in stretch.between(*match.span("s")) if word.lower not in {"the", "a", "an", "our"}
        ]
        if len(inside) != 1 or (
            inside[0].pos in {"VERB", "AUX", "ADV", "ADP", "PRON", "PART"} and inside[0].technical is None
        ):
            continue
        if (
            reading.ontology.known(inside[0].text)
            or inside[0].tag == "NNP"
            or inside[0].technical
            or inside[0].lower in reading.ontology.heads
        ):
            yield listening(stretch, inside[0], match["p"])
    codes = [one for one in reading.sentence.words if one.technical == "" and " " in one.text]
    for word in codes:
        behind = reading.sentence.passage.text[word.end : word.end + 40]
        named = re.match(r"\W?\s+(?:is\s+)?for\s+(?:the\s+)?(?P<w>[a-z][a-z-]+(?:\s+tests?)?)", behind)
        if named is not None:
            yield reading.claim(
                user(stretch), "run_with", finish(f"The {named['w']} are run with {word.text.strip('`')}"),
                value=word.text.strip("`"), qualifier=named["w"], confidence=0.65,
            )  # fmt: skip


def liked(stretch: Stretch, match: re.Match[str]) -> Claim:
    """What somebody is a fan of."""
    inside = stretch.between(*match.span("o"))
    thing = thing_of(stretch.reading, inside)
    kind = (
        stretch.reading.kind(thing, stretch.reading.ontology.predicate("likes").range) if thing.named else ""
    )
    return stretch.reading.claim(
        user(stretch), "likes", finish(f"The user is a fan of {thing.name}"), thing=thing if kind else None, kind=kind,
        value="" if kind else thing.name, confidence=0.7,
    )  # fmt: skip


def answers_for(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """Whom to ask about something is who answers for it."""
    inside = stretch.between(*match.span("n"))
    if (
        not inside
        or (match["n"].islower() and inside[0].tag != "NNP")
        or match["n"].lower() in {"me", "him", "her", "them", "us", "it"}
    ):
        return
    reading = stretch.reading
    start, end = reading.sentence.passage.source(inside[0].start, inside[-1].end)
    name = match["n"] if match["n"][:1].isupper() else match["n"].title()
    party = Party(Mention(reading.message.id, start, end, name, "person"), name)
    yield reading.claim(
        party,
        "owns",
        finish(f"{name} is responsible for {match['o']}"),
        value=match["o"].strip(),
        confidence=0.6,
    )


def listening(stretch: Stretch, word: Word, port: str) -> Claim:
    """The port of a program."""
    reading = stretch.reading
    start, end = reading.sentence.passage.source(word.start, word.end)
    kind = reading.ontology.known(word.text) or reading.ontology.heads.get(word.lower, "") or "service"
    party = Party(Mention(reading.message.id, start, end, word.text, kind), word.text)
    return reading.claim(
        party,
        "listens_on",
        finish(f"{word.text} listens on port {port}"),
        value=f"port {port}",
        confidence=0.7,
    )
