"""Decisions and changes of tools: what was taken, what was left, and what one moved to from what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.shapes import ARTICLES, is_tool, party_of, thing_of, things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.refusals import HOSTS, TOOLS
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

WHO = (
    r"^(?:(?P<who>i|we|(?:the|our|my) team|the (?:[\w-]+ )?team|everyone)(?:'ve|'re|'m| have| has| are"
    rf"| am| is)?\s+)?{ADVERBS}"
)
TAKES = (
    r"decided (?:to (?:use|go with|adopt|switch to|stick with|stay with|keep using|standardi[sz]e on)"
    r"|on|for)|chose(?: to use)?"
    r"|picked(?! up| on| at| out)|selected|settled (?:on|for)|agreed (?:on|to use|to go with)|went with"
    r"|going with"
    r"|gone with|opted (?:for|to use)"
    r"|voted for|landed on|stuck with|sticking with|ended up (?:using|with|going with|choosing|picking)"
    r"|committed to"
    r"|standardi[sz]ed on|chosen|concluded on"
)
CHOSE = rx.compile(rf"{WHO}(?:{TAKES})\s+(?P<o>.+)$", re.IGNORECASE)
LETS = rx.compile(
    r"^(?:ok(?:ay)?,?\s+|alright,?\s+|so,?\s+)?let['’]?s\s+(?:just\s+)?(?:go with|use|pick|choose"
    r"|stick with|settle on|adopt)\s+"
    r"(?P<who>)(?P<o>(?!the\b|this|that|it\b|these|those|a\b|an\b|your|option\b)\S.*)$",
    re.IGNORECASE,
)
AGAINST = rx.compile(
    rf"{WHO}(?:decided against(?: using)?|ruled out|rejected|passed on|discarded|turned down|vetoed|scrapped"
    r"|dropped the idea of|decided not to (?:use|adopt|go with))\s+(?P<r>.+)$",
    re.IGNORECASE,
)
INSTEAD = rx.compile(
    r"^instead of (?P<r>.+?),?\s+(?P<who>i|we)(?:'ll| will|'re| are| now|'ve)*\s+(?:decided to\s+|going to\s+)?"
    r"(?:use|using|go with|going with|adopt|run|picked|chose|went with)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
FAVOUR = rx.compile(
    rf"{WHO}(?:dropped|ditched|abandoned|gave up(?: on)?|replaced|swapped(?: out)?|traded|left|retired"
    rf"|killed|removed)\s+"
    r"(?P<r>.+?)\s+in favou?r of\s+(?P<o>.+)$",
    re.IGNORECASE,
)
MOVED = rx.compile(
    rf"{WHO}(?:moved|migrated|switched|converted|ported|transitioned)\s+(?:over\s+)?(?:from|off"
    rf"|away from)\s+(?P<a>.+?)\s+"
    r"(?:to|onto|over to)\s+(?P<b>.+)$",
    re.IGNORECASE,
)
CHOICES = (INSTEAD, FAVOUR, MOVED, AGAINST, LETS, CHOSE)
OVER = rx.compile(
    r",?\s+(?:over|instead of|rather than|in preference to|as opposed to|not)\s+", re.IGNORECASE
)
REASON = rx.compile(
    r",?\s+(?:because|since|as (?:it|we|they|the)|due to|so that|mostly|mainly|so we|so i|after|before"
    r"|in the end|for now"
    r"|last|next|this|yesterday|today|in \d{4})\b|[,;:(]",
    re.IGNORECASE,
)
ARTICLE = rx.compile(r"^(?:the|our|my|an?)\s+", re.IGNORECASE)
PURPOSE = rx.compile(r"\s+(?:for|as)\s+(?P<q>.+)$", re.IGNORECASE)


class Phrase(NamedTuple):
    """A noun phrase of a decision: the thing it names and how it is written."""

    thing: Thing
    text: str


@rx.only_where(CHOICES)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The decisions of one statement."""
    if not stretch.reading.by_user or re.search(
        r"n't\b|\bnot (?:yet|sure)\b|\bhaven't\b|\bnever\b", stretch.text
    ):
        return
    for pattern in CHOICES:
        match = pattern.match(stretch.text)
        if match is not None:
            yield from told(stretch, match)
            return


def told(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """What one of the sentences says."""
    who = speaker(stretch, match["who"] or "")
    if who is None:
        return
    if match.re == MOVED:
        yield from moved(stretch, match, who)
        return
    spans = match.groupdict()
    taken = left = qualifier = ""
    if spans.get("o"):
        start = match.start("o")
        taken, left, qualifier = parted(spans["o"])
    if spans.get("r"):
        left_text = REASON.split(spans["r"], maxsplit=1)[0]
        yield from one(stretch, who, "rejected", start=match.start("r"), text=left_text, qualifier=qualifier)
    if taken:
        yield from one(stretch, who, "chose", start=start, text=taken, qualifier=qualifier)
        if left:
            yield from one(
                stretch, who, "rejected", start=start + spans["o"].index(left), text=left, qualifier=qualifier
            )


def parted(text: str) -> tuple[str, str, str]:
    """`Kotlin over Java for the backend because ...` as what was taken, what was left, and what for."""
    taken = REASON.split(text, maxsplit=1)[0] if not OVER.search(text) else text
    left = ""
    pieces = OVER.split(taken, maxsplit=1)
    if len(pieces) == 2:
        taken, left = pieces[0], REASON.split(pieces[1], maxsplit=1)[0]
    qualifier = ""
    for side in (taken, left):
        purpose = PURPOSE.search(side)
        if purpose is not None:
            qualifier = purpose["q"].strip(" .")
    return PURPOSE.sub("", taken).strip(" ."), PURPOSE.sub("", left).strip(" ."), qualifier


def purpose_of(text: str) -> str:
    """What something is for, without its article, as the patterns over the parse write it."""
    return ARTICLE.sub("", text.strip(" ."))


def speaker(stretch: Stretch, who: str) -> Party | None:
    """Who decided: the user, with or without a team; a team that is named."""
    first = stretch.words[0]
    lower = who.lower()
    if lower in {"", "i", "we", "everyone"} or lower in {"the team", "our team", "my team"}:
        party = Party(stretch.reading.speaker(first).mention, "The user", we=lower != "i", user=True)
        return party._replace(shown="The user's team") if "team" in lower else party
    return party_of(stretch, stretch.between(0, len(who)), ("organization",))


def one(
    stretch: Stretch, who: Party, predicate: str, *, start: int, text: str, qualifier: str = ""
) -> Iterator[Claim]:
    """A claim about one thing that was taken or left."""
    phrase = phrase_of(stretch, stretch.between(start, start + len(text)))
    if phrase is None:
        return
    reading = stretch.reading
    kinds = reading.ontology.predicate(predicate).range
    kind = reading.kind(phrase.thing, kinds) if phrase.thing.sure and phrase.thing.name == phrase.text else ""
    clause = stretch.clause(tense="past")
    opens = stretch.words[0].lower != "instead"
    told_whole = predicate == "chose" and opens and clause.subject is not None
    whole = reading.reworded(clause, who) if told_whole else None
    verb = "decided on" if predicate == "chose" else "decided against"
    sentence = whole or finish(f"{who.shown} {verb} {phrase.text}{f' for {qualifier}' if qualifier else ''}")
    yield reading.claim(
        who, predicate, sentence, thing=phrase.thing if kind else None, kind=kind, value=
            "" if kind else phrase.text,
        qualifier=purpose_of(qualifier), when=reading.when(clause), confidence=0.75,
    )  # fmt: skip


def phrase_of(stretch: Stretch, words_: list[Word]) -> Phrase | None:
    """A short noun phrase without its article, or None."""
    while words_ and (
        words_[0].lower in ARTICLES or words_[0].pos == "PUNCT" or words_[0].lower in {"plain", "using"}
    ):
        words_ = words_[1:]
    while words_ and words_[-1].pos == "PUNCT":
        words_ = words_[:-1]
    if not words_ or len(words_) > 8 or any(word.lower in PRONOUNS for word in words_):
        return None
    if len(words_) == 1 and words_[0].text in EMPTY_NOUNS:
        return None
    if words_[0].lower in {"to", "that", "how", "what"}:
        return None
    thing = thing_of(stretch.reading, words_)
    return Phrase(thing, thing.name)


def moved(stretch: Stretch, match: re.Match[str], who: Party) -> Iterator[Claim]:
    """ "We moved from Jenkins to Buildkite": a tool that ends and one that begins, when a tool is known"
    " among them."""
    old, new = (things_of(stretch, stretch.between(*match.span(name))) for name in "ab")
    if not old or not new or not any(thing.sure and thing.kind in TOOLS for thing in (old[0], new[0])):
        return
    reading = stretch.reading
    when = reading.when(stretch.clause(tense="past"))
    predicate = reading.ontology.predicate("uses")
    for thing, mode in ((old[0], "ends"), (new[0], "asserts")):
        if not is_tool(thing._replace(kind=thing.kind if thing.sure else "")) or thing.name.lower() in HOSTS:
            continue
        kind = thing.kind if thing.kind in TOOLS else "technology"
        mood: ClaimMode = "ends" if mode == "ends" else "asserts"
        span = when if mood == "asserts" else When(None, when.start, when.grain)
        text = stated(reading, who, predicate, thing.name, mode=mood, when=span)
        yield reading.claim(who, "uses", text, thing=thing, kind=kind, mode=mood, when=span, confidence=0.8)
