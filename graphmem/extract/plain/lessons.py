"""What was learned, in plain words: "clearing the cache solved it", "turns out pandas drops the index"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.shapes import party_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim

BROKE = (
    r"failing|failed|fails|broke|breaks|broken|crashed|crashing|crashes|slow|flaky|down|stuck|hanging"
    r"|hung|timed out|timing out"
    r"|leaking|red|unavailable|corrupted|deadlocked|stopped working|did(?:n't| not) (?:work|start|build"
    r"|compile)|blew up"
    r"|happened|caused|triggered"
)
TURNS_OUT = rx.compile(
    r"^(?:it\s+)?(?:turns\s+out(?:\s+that)?|turned\s+out\s+(?:that|(?=(?:the|our|a|an|my|every|all)\s)|:)),?\s*(?P<o>.+)$",
    re.IGNORECASE,
)
FIXED_BY = rx.compile(
    r"^(?:i|we)(?:'ve| have)?\s+(?:finally\s+|just\s+)?(?P<v>fixed|solved|resolved|worked around"
    r"|got around|cured|sped up"
    r"|unblocked|stopped|avoided|got rid of)\s+(?P<s>.+?)\s+by\s+(?P<o>\w+ing\b.+)$",
    re.IGNORECASE,
)
CURED = rx.compile(
    r"^(?P<o>[A-Za-z]+ing\s+.+?)\s+(?P<v>fixed|solved|resolved|cured|did the trick for"
    r"|sorted)\s+(?P<s>it|that|this|(?:the|our|my)\s.+)$",
    re.IGNORECASE,
)
TRICK = rx.compile(r"^(?P<o>[A-Za-z]+ing\s+.+?)\s+did the trick$", re.IGNORECASE)
BECAUSE = rx.compile(
    rf"^(?P<s>.+?)\s+(?:(?:was|were|kept|is|are|got|has been|keeps)\s+)?(?:{BROKE})\s+(?:in \w+\s+|on \w+\s+)?"
    r"(?:because of|because|due to|by|thanks to|as a result of)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
CAUSE_WAS = rx.compile(
    r"^(?:the\s+|our\s+)?(?:(?:actual|real|only|final|quick)\s+)?(?P<k>root cause|cause|culprit|fix"
    r"|solution|trick|workaround"
    r"|remedy|reason)(?:\s+(?:of|for|behind)\s+.+?)?\s+(?:was|is|turned out to be)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
NOTED = rx.compile(
    r"^(?:lessons?\s+learn(?:ed|t)|lesson|takeaway|note to self|til|gotcha|pro ?tip)\s*[:,–-]\s*(?P<o>.+)$",
    re.IGNORECASE,
)
LESSONS = (NOTED, TURNS_OUT, FIXED_BY, CURED, TRICK, CAUSE_WAS)
OPEN = rx.compile(
    r"\b(?:it|its|this|that|these|those|them|they|he|she|him|her|there|here|you|your)\b", re.IGNORECASE
)
TAIL = rx.compile(r"[\s,]+(?:there|here|too|as well|now|again)\W*$", re.IGNORECASE)


@rx.only_where(LESSONS, BECAUSE)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The lesson of one statement."""
    if not stretch.reading.by_user or len(stretch.words) > 30:
        return
    text = TAIL.sub("", stretch.text)
    for pattern in LESSONS:
        match = pattern.match(text)
        if match is not None:
            yield from learned(stretch, match, text)
            return
    match = BECAUSE.match(text)
    if match is not None:
        yield from failed(stretch, match, text)


def learned(stretch: Stretch, match: re.Match[str], text: str) -> Iterator[Claim]:
    """A lesson of the user."""
    about = match["o"] if match.re not in (FIXED_BY, CURED) else f"{match['o']} {match['s']}"
    if OPEN.search(re.sub(r"\b(?:it|that|this)$", "", about)) or len(about.split()) < 2:
        return
    if match.re == CURED and match["s"].lower() in {"it", "that", "this"}:
        text = f"{match['o']} {match['v']} the problem"
    if match.re == TURNS_OUT:
        text = f"It turned out that {match['o']}"
    if match.re == NOTED:
        text = match["o"]
    sentence = third_person(text)
    party = stretch.reading.user(stretch.words[0])
    when = stretch.reading.when(stretch.clause(tense="past"))
    yield stretch.reading.claim(
        party, "learned", sentence, value=sentence.rstrip("."), when=when, confidence=0.7
    )


def failed(stretch: Stretch, match: re.Match[str], text: str) -> Iterator[Claim]:
    """ "The build was failing due to a missing peer dependency"."""
    if OPEN.search(text):
        return
    reading = stretch.reading
    words_ = stretch.between(*match.span("s"))
    party = party_of(stretch, words_)
    if party is None or party.user or party.mention.kind == "person":
        party = reading.user(stretch.words[0])
    sentence = third_person(text)
    when = reading.when(stretch.clause(tense="past"))
    predicate = "learned" if party.user else "failed_because"
    value = sentence.rstrip(".") if party.user else match["o"].strip(" .")
    yield reading.claim(party, predicate, sentence, value=value, when=when, confidence=0.7)


def third_person(text: str) -> str:
    """The words of the user as somebody else would say them."""
    for pattern, word in (
        (r"\bI'm\b|\bI am\b", "the user is"),
        (r"\bwe're\b|\bwe are\b", "the user's team is"), (r"\bI've\b", "the user has"),
        (r"\bI\b", "the user"), (r"\bwe\b", "the user's team"), (r"\bmy\b", "the user's"), (r"\bour\b", "the team's"),
        (r"\bus\b", "the team"), (r"\bme\b", "the user"),
    ):  # fmt: skip
        text = re.sub(pattern, word, text, flags=re.IGNORECASE if word != "the user" else 0)
    text = text.strip(" .")
    return finish(text[:1].upper() + text[1:])
