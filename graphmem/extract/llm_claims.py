"""A model's answer becomes claims: every one is checked against what was said, or it is dropped and counted.

Nothing in an answer is believed for being there. A claim needs a quote that stands in the message it cites, names
that stand in what the model was given, a mode and dates that can be read; its sentence is rewritten by us when its
words were not said.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

import msgspec

from graphmem.errors import InvalidTime
from graphmem.extract import sieve as rx
from graphmem.extract.llm_call import Unusable
from graphmem.extract.llm_prompt import Part
from graphmem.extract.llm_quotes import Ground, find_name, find_quote
from graphmem.extract.phrasing import negated, no_longer
from graphmem.extract.reading import WEIGHT
from graphmem.extract.speakers import OWN, THE_USER, other_person
from graphmem.extract.wording import finish
from graphmem.model import TRUST, USER, Claim, ClaimMode, Mention
from graphmem.ontology import LITERAL, FactKind, Ontology
from graphmem.privacy import redact
from graphmem.temporal import parse_time

MOST_CLAIMS = 200
LONGEST = {"quote": 1_500, "text": 400, "object": 300, "subject": 120, "qualifier": 100, "predicate": 60}
CERTAINTY = {"sure": 0.85, "likely": 0.7, "unsure": 0.5}
MODES: frozenset[str] = frozenset(get_args(ClaimMode)) - {"closes", "updates"}
KINDS: frozenset[str] = frozenset(get_args(FactKind))
PREDICATE = rx.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+){0,5}")
DATE = rx.compile(r"(\d{4})(-\d{2})?(-\d{2})?([T ]\d{2}:\d{2}.*)?")
GRAINS = ("year", "month", "day", "minute")
YEARS = range(1000, 3000)
FENCED = rx.compile(r"\A\s*```[a-z]*\s*\n(.*?)\n\s*```\s*\Z", re.DOTALL)
UNSEEN = rx.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
FIRST_PERSON = rx.compile(r"\b(?:i|me|my|mine|we|us|our|ours)\b", re.IGNORECASE)
# Written by the pipeline of `remember` only.
RESERVED = frozenset({"noted"})


class Dropped(Exception):
    """A claim that cannot be kept, and why, in a few words."""


def read_answer(text: str) -> list[Any]:
    """The list of claims in an answer; raises Unusable when it is none."""
    fenced = FENCED.match(text)
    try:
        value = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError) as cause:
        raise Unusable("malformed", "The answer is no JSON.") from cause
    claims = value.get("claims") if isinstance(value, dict) else None
    if not isinstance(claims, list):
        raise Unusable("malformed", "The answer holds no list of claims.")
    return claims


class ClaimReader:
    """Reads the answer to one question about these parts; `dropped` counts what was not kept, by reason."""

    def __init__(self, parts: Sequence[Part], ontology: Ontology) -> None:
        self.parts, self.ontology = parts, ontology
        self.dropped: Counter[str] = Counter()
        self.speakers = {name.casefold() for part in parts if (name := other_person(part.message))}
        self.ground = Ground([*(part.text for part in parts), *self.speakers])

    def read(self, answer: str) -> list[Claim]:
        """The claims that hold; raises Unusable for an answer that is no list of claims."""
        found: dict[tuple[Any, ...], Claim] = {}
        listed = read_answer(answer)
        if len(listed) > MOST_CLAIMS:
            self.dropped["too many"] += len(listed) - MOST_CLAIMS
        for one in listed[:MOST_CLAIMS]:
            try:
                claim = self._claim(one)
            except Dropped as why:
                self.dropped[str(why)] += 1
                continue
            target = claim.object_name
            key = (
                claim.message_id,
                claim.subject.name.casefold(),
                claim.predicate,
                target.casefold(),
                claim.mode,
            )
            if (*key, claim.qualifier) in found:
                self.dropped["said twice"] += 1
            else:
                found[*key, claim.qualifier] = claim
        return list(found.values())

    def _claim(self, one: object) -> Claim:
        if not isinstance(one, dict):
            raise Dropped("not a claim")
        part = self._part(one.get("message"))
        said = {name: words(one, name) for name in LONGEST}
        start, end = self._quote(part, said["quote"])
        predicate = self._predicate(said["predicate"])
        if predicate == "name" and part.message.role != "user":
            # A name given is another name of who gives it: nobody but the user names the user.
            raise Dropped("not the user's word")
        mode, kind = one.get("mode"), one.get("kind")
        if not isinstance(mode, str) or mode not in MODES:
            raise Dropped("unknown mode")
        known = self.ontology.predicates.get(predicate)
        subject = self._mention(part, (start, end), said["subject"], self._kind(one.get("subject_kind")))
        speaks = subject.name in {USER, other_person(part.message)}
        if known and known.domain and speaks and "person" not in known.domain:
            raise Dropped("not said of people")
        target, value = self._object(part, (start, end), said["object"], one.get("object_kind"), predicate)
        if target is not None and target.name.casefold() == subject.name.casefold():
            raise Dropped("says a thing of itself")
        since, until, grain = dates(one.get("valid_from"), one.get("valid_until"))
        qualifier = said["qualifier"] if self.ground.holds(said["qualifier"], share=0.5) else ""
        if known:
            kind = known.fact
        claim = Claim(
            message_id=part.message.id,
            start=start,
            end=end,
            subject=subject,
            predicate=predicate,
            text="",
            object=target,
            value=value,
            qualifier=qualifier,
            mode=mode,  # type: ignore[arg-type] # one of MODES
            kind=kind if isinstance(kind, str) and kind in KINDS else "fact",
            valid_from=since,
            valid_until=until,
            grain=grain,
            confidence=self._confidence(part, one.get("certainty")),
        )
        return msgspec.structs.replace(claim, text=self._sentence(claim, said["text"], part))

    def _part(self, number: object) -> Part:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(self.parts):
            raise Dropped("no such message")
        part = self.parts[number - 1]
        if part.context:
            raise Dropped("an earlier message")
        return part

    def _quote(self, part: Part, quote: str) -> tuple[int, int]:
        """The span of the quote in the whole message."""
        span = find_quote(part.text, quote)
        if span is None:
            raise Dropped("quote not found")
        said = part.text[span[0] : span[1]].rstrip("\"'”’) ")
        if said.endswith("?") or part.text[span[1] :].lstrip("\"'”’) ").startswith("?"):
            raise Dropped("a question")
        return part.start + span[0], part.start + span[1]

    def _predicate(self, name: str) -> str:
        folded = re.sub(r"[\s-]+", "_", name.strip().lower())
        if not PREDICATE.fullmatch(folded) or folded in RESERVED:
            raise Dropped("no predicate")
        return folded

    def _kind(self, kind: object) -> str:
        return kind if isinstance(kind, str) and kind in self.ontology.kinds else "concept"

    def _mention(self, part: Part, quote: tuple[int, int], name: str, kind: str) -> Mention:
        """Who or what is named; raises Dropped for a name that nobody said."""
        name = self._spoken(part, quote, name)
        if name == USER:
            return Mention(part.message.id, *quote, USER, "person")
        if not any(char.isalnum() for char in name):
            raise Dropped("no name")
        text = part.message.text
        inside = find_name(text[quote[0] : quote[1]], name)
        if inside is not None:
            return Mention(part.message.id, quote[0] + inside[0], quote[0] + inside[1], name, kind)
        elsewhere = find_name(part.text, name)
        if elsewhere is not None:
            start, end = part.start + elsewhere[0], part.start + elsewhere[1]
            return Mention(part.message.id, start, end, name, kind)
        whole = name.casefold().partition("'s ")[0]
        if whole not in self.speakers and not any(find_name(other.text, name) for other in self.parts):
            raise Dropped("name not said")
        # "It" and "she" stand for the name somewhere in the quote.
        return Mention(part.message.id, *quote, name, kind)

    def _spoken(self, part: Part, quote: tuple[int, int], name: str) -> str:
        """The name, with the person who speaks in place of "user" where that is somebody else."""
        folded, person = name.casefold().removeprefix("the "), other_person(part.message)
        if folded != USER and not folded.startswith(OWN):
            return name
        if not person:
            return USER if folded == USER else name
        if not FIRST_PERSON.search(part.message.text[quote[0] : quote[1]]):
            raise Dropped("not sure which user")
        return person if folded == USER else f"{person}'s {folded.removeprefix(OWN)}"

    def _object(
        self, part: Part, quote: tuple[int, int], name: str, kind: object, predicate: str
    ) -> tuple[Mention | None, str]:
        """The object as a thing with a name, or as a literal."""
        if not name:
            raise Dropped("no object")
        known = self.ontology.predicates.get(predicate)
        allowed = known.range if known else ()
        kinds = [one for one in allowed if one != LITERAL]
        literal = kind == LITERAL
        if known and allowed:
            literal = not kinds if not literal else known.literal
        if not literal and not isinstance(kind, str):
            raise Dropped("no kind")
        if literal:
            if not self.ground.holds(name, share=0.5):
                raise Dropped("value not said")
            return None, name
        chosen = self._kind(kind) if kind != LITERAL else kinds[0]
        return self._mention(part, quote, name, chosen), ""

    def _confidence(self, part: Part, certainty: object) -> float:
        sure = CERTAINTY.get(certainty, 0.5) if isinstance(certainty, str) else 0.5
        return round(sure * WEIGHT.get(part.message.role, TRUST["tool"]), 3)

    def _sentence(self, claim: Claim, text: str, part: Part) -> str:
        """The model's sentence when it is made of what was said, else our own."""
        own = compose(claim, self.ontology)
        if other_person(part.message) and THE_USER.search(text):
            return own
        allowed = Ground([*(part.text for part in self.parts), *self.speakers, own, *spoken_dates(claim)])
        if text and "\n" not in text and allowed.holds(text, share=0.7):
            return text if text.endswith((".", "!")) else f"{text}."
        return own


def words(one: Mapping[str, Any], name: str) -> str:
    """A field of text on one line; raises Dropped for one that is no text, too long, or holds a secret."""
    value = one.get(name)
    if not isinstance(value, str):
        raise Dropped(f"{name} is no text")
    if name == "quote":
        text = value.strip()
    else:
        text = " ".join(UNSEEN.sub("", value.encode("utf-8", "replace").decode()).split())
    if len(text) > LONGEST[name]:
        raise Dropped(f"{name} too long")
    if "[redacted:" in text or "[private]" in text or redact(text).text != text:
        raise Dropped("secret")
    return text


def dates(since: object, until: object) -> tuple[datetime | None, datetime | None, str]:
    """Both ends and the finer grain; raises Dropped for a date that is none, or an end before the beginning."""
    start, first = read_date(since)
    end, last = read_date(until)
    if start is not None and end is not None and end <= start:
        raise Dropped("dates in the wrong order")
    return start, end, max((first, last), key=lambda grain: GRAINS.index(grain) if grain else -1)


def read_date(value: object) -> tuple[datetime | None, str]:
    """A date as an instant, with its grain; None and "" when none was stated."""
    if value is None or value == "":
        return None, ""
    match = DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or int(match[1]) not in YEARS:
        raise Dropped("no date")
    try:
        moment = parse_time(match[0])
    except InvalidTime as cause:
        raise Dropped("no date") from cause
    return moment, GRAINS[sum(match[group] is not None for group in (2, 3, 4))]


def spoken_dates(claim: Claim) -> list[str]:
    """The dates of a claim in the forms in which a sentence may write them."""
    found = [when for when in (claim.valid_from, claim.valid_until) if when is not None]
    return [
        when.strftime("%Y-%m-%d %B %b %d ") + f"{when.year} {when.month} {when.day} {when.hour}"
        for when in found
    ]


def compose(claim: Claim, ontology: Ontology) -> str:
    """A sentence of ours for a claim."""
    predicate = ontology.predicate(claim.predicate)
    subject = "The user" if claim.subject.name == USER else claim.subject.name
    target = claim.object_name
    target = "the user" if target == USER else target
    label = predicate.label
    if claim.mode != "asserts":
        label = negated(label) if claim.mode == "denies" else no_longer(label)
    behind = f" for {claim.qualifier}" if claim.qualifier else ""
    return finish(f"{subject} {label} {target}{behind}")
