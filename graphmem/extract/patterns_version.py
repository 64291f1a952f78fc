"""Claims about versions: what something is at, was raised or rolled back to, and was at before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import words
from graphmem.model import Claim, ClaimMode

VERSION = rx.compile(r"v?\d+(?:\.\d+){0,3}(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)[.-]?\d*)?\+?", re.IGNORECASE)
RAISES = words(
    "upgrade update bump migrate move downgrade pin switch revert lock freeze jump rollback hop bring"
)
PICKS = words("choose pick")
RETURNS = words("roll go drop fall switch move step take put bring come slip")  # with "back"
RELEASES = words("release ship publish tag cut deploy")
RUNS = words("use run be require support target need stay stick remain sit hold freeze pin keep")
STUCK = words("stuck pinned locked frozen held capped back down up")
VERSIONED = words("technology package service product repository project")
LEADS = words("version release v versions")
AT = words("to at on is")
OLD = words("from off")
DENIED = words("not")
UPGRADES = words("upgrade migration bump downgrade update")
DONE = words("done finished complete completed live shipped merged through over")
# Where something runs beside the place that counts: there it may well be at another version.
ASIDE = rx.compile(
    r"\b(?:on|in|for|at)?\s*(?:the |my |our )?(staging|dev|local|test|ci|laptop|sandbox|qa)\b", re.IGNORECASE
)


WENT = rx.compile(r"\bwent (?:straight |directly )?from\b.+\bto\b", re.IGNORECASE)
# A report without a subject, which parsers take for a list of names.
LINE = rx.compile(
    r"^\W*(?:(?:just|finally|also|ok|done)[,:]?\s+)*(?:(?:upgraded|downgraded|bumped|updated|reverted|rolled back)\s+)?"
    r"(?P<name>[A-Za-z][\w.@/-]*?):?\s+(?:from\s+)?v?(?P<old>\d+(?:\.\d+)*)\s*(?:to|→|->|=>|-->)\s*v?(?P<new>\d+(?:\.\d+)*)"
    r"(?=[\s.,;!)]|$)(?!\s*(?:%|ms|s|mb|gb|minutes|seconds|replicas)\b)",
    re.IGNORECASE,
)
LONGEST = 14


class Seen(NamedTuple):
    """A number beside the thing that it is the version of, and what the words before it make of it."""

    thing: Thing
    number: str
    role: str  # at, old or denied


def of_clause(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "We're on Python 3.12", "rolled Node back to 18", "until March we were still on Terraform 1.5"."""
    if not clause.real or clause.imperative or clause.subject is None:
        return
    if clause.aspect in {"plan", "like"} or (clause.aspect == "other" and not forced(reading, clause)):
        return
    change = changes(clause)
    if not (change or clause.lemma in RUNS or finished(clause)) or clause.negated:
        return
    if clause.tense == "future" or (change and "-ing" in clause.adverbs):
        return
    found = list(versions(reading, clause, change=change))
    when = reading.when(clause)
    for seen in found:
        if seen.role == "denied":
            continue
        mode: ClaimMode = "asserts"
        span = when
        if seen.role == "old":
            if not any(one.role == "at" and one.thing.name == seen.thing.name for one in found):
                continue
            mode, span = "ends", When(None, when.start, when.grain)
        elif clause.ended or clause.aspect in {"stop", "used"}:
            mode, span = "ends", reading.when(clause, ends=True)
        elif clause.tense == "past" and not change and not clause.perfect and not finished(clause):
            past = bygone(reading, clause)
            if past is None:
                continue
            mode, span = past
        yield from claimed(reading, clause, seen, mode, span)


def forced(reading: Reading, clause: Clause) -> bool:
    """True for "had to roll back"."""
    head = reading.sentence.words[clause.verb.head]
    return head.lower == "had" and clause.tense == "past"


def of_sentence(reading: Reading) -> Iterator[Claim]:
    """ "Downgraded Django from 5.0 to 4.2", "typescript: 5.1 -> 5.4"."""
    sentence = reading.sentence
    found = LINE.match(sentence.text) if reading.by_user and len(sentence.words) <= LONGEST else None
    if found is None:
        return
    start = sentence.start + found.start("name")
    word = next((one for one in sentence.words if one.start == start), None)
    thing = named_tool(reading, word) if word is not None and not word.quoted else None
    if thing is None or word is None:
        return
    whole = Clause(sentence, word, tense="past", words=list(sentence.words))
    when = reading.when(whole)
    yield from claimed(
        reading, whole, Seen(thing, found["old"], "old"), "ends", When(None, when.start, when.grain)
    )
    yield from claimed(reading, whole, Seen(thing, found["new"], "at"), "asserts", when)


def bygone(reading: Reading, clause: Clause) -> tuple[ClaimMode, When] | None:
    """What "were on 16" says when a date or a word tells that it is over; None when it only tells a story."""
    dates = reading.dates(clause)
    if any(date.direction in {"until", "before", "by", "range"} for date in dates):
        span = reading.when(clause, lasting=True)
        return ("asserts" if span.start else "ends"), span
    if dates and any(date.grain in {"year", "quarter", "month"} for date in dates):
        return "asserts", reading.when(clause, lasting=True)
    if clause.adverbs & {"previously", "formerly", "before", "originally", "initially"}:
        return "ends", When()
    return None


# What is the least and not the one in use: "supports python 3.9 and up".
AND_UP = rx.compile(
    r"\d\s*(?:\+(?!\w)|(?:and|or)\s+(?:up|upwards|above|later|newer|higher|greater)\b)", re.IGNORECASE
)


def claimed(reading: Reading, clause: Clause, seen: Seen, mode: ClaimMode, when: When) -> Iterator[Claim]:
    """The claim, under the place it is told of when that is not where it counts."""
    predicate = reading.ontology.predicate("version_is")
    kind = reading.kind(seen.thing, predicate.domain)
    if not kind or AND_UP.search(reading.sentence.text):
        return
    thing = seen.thing
    party = Party(thing.mention(reading.message.id, reading.sentence, kind), thing.name, thing=thing)
    place = ASIDE.search(reading.sentence.stretch(clause.words)) if clause.words else None
    aside = place[1].lower() if place and place[1].lower() != thing.name.lower() else ""
    text = stated(reading, party, predicate, seen.number, mode=mode, when=when)
    if aside:
        text = f"{text.rstrip('.')} ({aside})."
    yield reading.claim(
        party, "version_is", text, value=seen.number, qualifier=aside, mode=mode, when=when, confidence=0.9
    )


def changes(clause: Clause) -> bool:
    """True for a verb that brings something to a version."""
    back = "back" in clause.particles or "back" in clause.adverbs or "down" in clause.particles
    back = back or any(name.startswith(("back", "down")) for name, _ in clause.prepositions)
    went = clause.lemma == "go" and bool(clause.words) and bool(WENT.search(clause.sentence.text))
    held = clause.lemma in {"stick", "stay", "keep", "hold"}
    if held or (clause.lemma in {"pin", "lock", "freeze"} and clause.passive):
        return clause.tense == "past"
    return (
        clause.lemma in RAISES | PICKS
        or went
        or taken(clause)
        or (clause.lemma in RETURNS and back)
        or clause.lemma in RELEASES
    ) and (clause.tense == "past" or clause.passive or clause.perfect)


def taken(clause: Clause) -> bool:
    """True for "we went with Postgres 14" and "we've gone to Java 21"."""
    ways = {name for name, _ in clause.prepositions}
    return clause.lemma == "go" and bool(ways & ({"with", "to"} if clause.perfect else {"with"}))


def finished(clause: Clause) -> bool:
    """ "The upgrade to Django 5 is done"."""
    subject = clause.subject
    if subject is None or subject.lemma.lower() not in {
        "upgrade",
        "migration",
        "bump",
        "downgrade",
        "rollback",
    }:
        return False
    told = {word.lower for word in clause.complements} | ({clause.verb.lower} if clause.passive else set())
    return bool(told & DONE)


def versions(reading: Reading, clause: Clause, *, change: bool) -> Iterator[Seen]:
    """Every number of the clause that stands beside a name, or behind "to", "at" and "on" of one."""
    sentence = reading.sentence
    words_ = sentence.words
    last: Thing | None = None
    for word in clause.words:
        if word.i == 0 or not VERSION.fullmatch(word.text) or unit_behind(reading, word):
            continue
        thing, lead = beside(reading, clause, word)
        if thing is None and words_[word.i - 1].text in {"→", "->", "=>"} and last is not None:
            thing, lead = last, "to"
        dotted = "." in word.text or word.text[:1] in "vV"
        if thing is None:
            if lead not in AT | OLD | DENIED or (reading.is_date(word, clause) and not dotted and not change):
                continue
            thing = last or holder(reading, clause, change=change)
        if thing is None:
            continue
        last = thing
        before = lead_before(reading, word)
        role = "denied" if before in DENIED else "old" if before in OLD else "at"
        if not (clause.lemma in RELEASES and role != "at"):
            yield Seen(thing, word.text, role)


def unit_behind(reading: Reading, word: Word) -> bool:
    """True for "30 s", "5 %", "3 replicas" and "18 May", which are no versions."""
    behind = reading.sentence.words[word.i + 1 : word.i + 2]
    if not behind or word.technical == "version" or "." in word.text:
        return False
    return behind[0].tag == "NNS" or behind[0].text in {"%", ":", "/"} or behind[0].lower in {
        "s", "ms", "mb", "gb", "kb", "percent", "am", "pm", "minutes", "seconds",
    }  # fmt: skip


def beside(reading: Reading, clause: Clause, word: Word) -> tuple[Thing | None, str]:
    """The name right before a number, and the small word before both; "v2.4 of orders-svc" stands the other way."""
    words_ = reading.sentence.words
    place = word.i - 1
    while place > 0 and words_[place].lower in LEADS:
        place -= 1
    before = words_[place]
    if before.pos in {"PROPN", "NOUN", "X", "ADJ", "VERB"} or before.technical:
        thing = named_tool(reading, before) or in_small_letters(reading, before, word)
        if thing is not None and thing.end <= word.start:
            return thing, before.lower
    if clause.lemma in RELEASES:
        behind = words_[word.i + 1 : word.i + 4]
        if behind and behind[0].lower == "of":
            for one in behind[1:]:
                thing = named_tool(reading, one)
                if thing is not None:
                    return thing, ""
    return None, before.lower


def lead_before(reading: Reading, word: Word) -> str:
    """The preposition or "not" that a number, or a name with its number, stands behind."""
    words_ = reading.sentence.words
    for place in range(word.i - 1, max(word.i - 5, -1), -1):
        one = words_[place]
        if one.lower == "of" and place and words_[place - 1].lower == "instead":
            return "not"
        if one.lower == "than" and place and words_[place - 1].lower == "rather":
            return "not"
        if one.pos in {"ADP", "PART", "VERB", "AUX", "SCONJ"} or one.lower in AT | OLD | DENIED:
            return one.lower
    return ""


def named_tool(reading: Reading, word: Word) -> Thing | None:
    """A name that may have a version."""
    known = reading.ontology.known(word.text)
    if known in VERSIONED:
        return Thing(word.text, known, word.start, word.end, True, True, False, word)
    if word.pos not in {"PROPN", "NOUN", "X"} and not word.technical:
        return None
    thing = reading.thing(word)
    fits = thing is not None and thing.named and thing.sure and thing.kind in VERSIONED
    return thing if fits else None


def in_small_letters(reading: Reading, word: Word, number: Word) -> Thing | None:
    """ "ruby 3.3", where a name that is a common word as well has a number behind it that only a program has."""
    known = reading.ontology.known(word.text.capitalize()) if word.text.islower() else ""
    if known not in VERSIONED or "." not in number.text:
        return None
    return Thing(word.text, known, word.start, word.end, True, True, False, word)


def holder(reading: Reading, clause: Clause, *, change: bool) -> Thing | None:
    """What a lone number is the version of: the object, the subject, or what was named last."""
    upgraded = change or clause.lemma in {"be", "stay", "remain", "sit"}
    heads: list[Word] = []
    if change and not clause.passive:
        heads = [*clause.objects]
        of = [head for head in heads if head.lower == "version"]
        heads = [
            *(one for head in of for one in reading.sentence.below(head, "compound", "nmod", "amod")),
            *heads,
        ]
    if clause.subject is not None and (clause.passive or clause.lemma == "be" or not heads):
        heads.append(clause.subject)
    for head in heads:
        thing = named_tool(reading, head) or reading.thing(head)
        if thing is not None and thing.named and thing.kind not in {"person", "version", "host", "place"}:
            return thing
    if not upgraded:
        return None
    near = tools_of(reading, (word for word in reading.sentence.words)) or raised(reading)
    if len(near) == 1:
        return next(iter(near.values()))
    it = heads[-1] if heads else None
    if it is None or it.lower in {"it", "that", "we", "i"}:
        return remembered(reading, it or clause.verb)
    return None


def tools_of(reading: Reading, among: Iterable[Word]) -> dict[str, Thing]:
    """The names among these words that have a number behind them, by name."""
    found: dict[str, Thing] = {}
    for word in among:
        behind = reading.sentence.words[word.i + 1 : word.i + 2]
        if behind and VERSION.fullmatch(behind[0].text):
            thing = named_tool(reading, word)
            if thing is not None:
                found[thing.name] = thing
    return found


def raised(reading: Reading) -> dict[str, Thing]:
    """The tool that the sentence speaks of raising: "the Postgres upgrade caused trouble, so we rolled back to 14"."""
    found: dict[str, Thing] = {}
    for word in reading.sentence.words[:-1]:
        behind = reading.sentence.words[word.i + 1]
        thing = named_tool(reading, word) if behind.lemma.lower() in UPGRADES else None
        if thing is not None:
            found[thing.name] = thing
    return found


def remembered(reading: Reading, word: Word) -> Thing | None:
    """What the sentence before was about."""
    near = reading.focus.thing(reading.sentence.number)
    if near is None or near[1] not in VERSIONED:
        return None
    return Thing(near[0], near[1], word.start, word.end, True, True, False, word)
