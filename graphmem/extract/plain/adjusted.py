"""Settings that change, and whose they are: "we bumped the timeout of orders-svc from 30 s to 60 s".

However it is put ("the timeout of", "in", "for orders-svc", "orders-svc's timeout"), the owner is the subject and
the rest is the qualifier, so that the new value finds the old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Word
from graphmem.extract.patterns_amount import AMOUNT, NOT_THESE, SETTINGS
from graphmem.extract.plain.moves import WE, compiled, subject_of, undated
from graphmem.extract.plain.shapes import lowered
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAMES = (SETTINGS - NOT_THESE) | words(
    "workers concurrency retries backoff heap rate limits expiry lifetime delay depth level ratio percentage cap"
    " connections threads buffer batch timeouts intervals sizes concurrent attempts ram cpu cpus cooldown lease"
    " parallelism throughput shards partitions sampling window trial warranty notice"
)
# What is nobody's setting, though it goes up and down.
PRIVATE = words("version salary rent income mortgage weight height age bill")
CHANGES = (
    r"(?:set|capped|limited|raised|lowered|bumped|increased|reduced|decreased|changed|cut|upped|doubled"
    r"|halved|dropped"
    r"|tightened|loosened|extended|shortened|moved|put|turned|adjusted|brought|cranked|dialed|dialled|pushed|tripled"
    r"|shrank|trimmed|reset|updated|relaxed|took)"
)
VALUE = rf"(?P<v>{AMOUNT.pattern})"
FROM = rf"(?:from\s+(?P<a>{AMOUNT.pattern})\s+)?"
WAY = r"(?:up |down |back up |back down |back |further )?"
FORMS = compiled(
    rf"{WE}{CHANGES}\s+{WAY}(?P<s>.+?)\s+{WAY}{FROM}(?:back\s+)?(?:to|at)\s+{VALUE}(?P<t>.*)$",
    r"^(?P<s>.+?)\s+(?:was|were|got|has been|have been|is now being|is now)\s+(?:just\s+"
    rf"|now\s+)?{CHANGES}\s+{WAY}{FROM}"
    rf"(?:back\s+)?(?:to|at)\s+{VALUE}(?P<t>.*)$",
    r"^(?P<s>(?:the\s+|our\s+)?(?:[\w-]+\s+){0,3}(?:limit|timeout|size|quota|cap|budget|interval|threshold|retention|ttl|window|period|trial|notice|warranty))"
    rf"\s+(?:now\s+)?(?:raised|lowered|bumped|cut|upped|reduced|increased|halved|doubled|changed|extended|shortened)\s+{WAY}{FROM}(?:back\s+)?(?:to|at)\s+{VALUE}(?P<t>.*)$",
    r"^(?P<s>.+?)\s+(?:has\s+|just\s+)*(?:went|gone|goes|jumped|rose|dropped|fell|changed"
    r"|doubled|halved|tripled|grew|climbed|shrank|increased|decreased"
    rf"|moved)\s+{WAY}{FROM}(?:back\s+)?to\s+"
    rf"{VALUE}(?P<t>.*)$",
    rf"{WE}(?:doubled|halved|tripled|raised|lowered|bumped|increased|reduced|cut)\s+(?P<s>[\w\s'’/-]+?)\s*(?:[,;–-]+|\band\b)"
    rf"\s*(?:so\s+)?(?:(?:it|they|that)(?:['’]s|['’]re|\s+is|\s+are)\s+)?(?:now\s+)?(?:at\s+)?{VALUE}(?P<t>.*)$",
    r"^(?P<s>.+?)\s+(?:is|are)\s+(?:now|back(?: at| to)?|now back(?: at| to)?|currently|down to|up to"
    r"|now at|at|still)\s+"
    rf"(?:set to\s+|at\s+|to\s+)?{VALUE}(?P<t>.*)$",
    rf"^(?P<s>.+?)\s+(?:is|are)\s+(?:set to\s+|capped at\s+)?{VALUE}(?P<t>\s+now.*)$",
    rf"^(?P<s>(?:the\s+)?[\w-]+)\s+(?:is|are)\s+(?:set to\s+|capped at\s+)?{VALUE}(?P<t>\s+(?:for|in|on)\s.+)$",
)
ORDERED = rx.compile(r"(?:please\s+)?(?:set|put|cut|reset)\b", re.IGNORECASE)
BEHIND = rx.compile(
    r"\s*(?:now|again|instead|in|on|for|since|because|after|as|so|yesterday|today|last|this|until|at"
    r"|[,;(.].*)\b.*|\W*$",
    re.IGNORECASE,
)
OWNER_BEHIND = rx.compile(r"^(?P<q>.+?)\s+(?:of|for|in|on)\s+(?P<o>.+)$", re.IGNORECASE)
OWNER_BEFORE = rx.compile(r"^(?P<o>.+?)['’]s?\s+(?P<q>.+)$", re.IGNORECASE)
OWNER_LAST = rx.compile(
    r"^\s*(?:in|on|for|of)\s+(?P<o>(?:the|our|my)?\s*[\w.@/-]+(?:\s[\w.-]+)?)\s*$", re.IGNORECASE
)
BEHIND_VALUE = re.compile(
    r"\s+(?:for|in|on|and|to|now|at|per|since|because|yesterday|today|tonight|again|instead|last|this)$"
)
UNIT = rx.compile(r"^[\d.,]+\s*(?P<u>[^\d\s].*)$")


class Setting(NamedTuple):
    """Whose setting it is, what it is called, and how its owner reads."""

    party: Party
    label: str
    owner: str


@rx.only_where(FORMS)
def of_stretch(stretch: Stretch) -> list[Claim]:
    """The setting that one statement changes."""
    return list(settings(stretch)) if stretch.reading.by_user and not stretch.negated() else []


def settings(stretch: Stretch) -> Iterator[Claim]:
    """One setting and its new value; "set it to 30" without a subject is an order to do so."""
    if ORDERED.match(stretch.text):
        return
    for pattern in FORMS:
        match = pattern.match(stretch.text)
        if match is None or not BEHIND.fullmatch(match["t"] or ""):
            continue
        found = setting_of(stretch, match)
        if found is None:
            continue
        value = BEHIND_VALUE.sub("", match["v"].strip().rstrip(".,"))
        unit = UNIT.match((match.groupdict().get("a") or "").strip())
        if unit is not None and value.replace(".", "").replace(",", "").isdigit():
            value = f"{value} {unit['u']}"  # "from 10 minutes to 5"
        reading = stretch.reading
        of = f" of {found.owner}" if found.owner else ""
        when = reading.when(stretch.clause(tense="past"))
        yield reading.claim(
            found.party, "setting_is", finish(f"The {found.label}{of} is {value}"), value=value,
            qualifier=found.label, when=when, confidence=0.8,
        )  # fmt: skip
        return


def setting_of(stretch: Stretch, match: re.Match[str]) -> Setting | None:
    """The setting that a phrase names, with its owner: one that is named, or the one it was told of before."""
    low, high = match.span("s")
    before = OWNER_BEFORE.match(match["s"])
    behind = OWNER_BEHIND.match(match["s"]) if before is None else None
    if behind is not None and re.search(r"\bbudget$", behind["q"], re.IGNORECASE):
        behind = None  # "my budget for the bike" is mine
    split = before or behind
    label = (
        stretch.between(low + split.start("q"), low + split.end("q")) if split else stretch.between(low, high)
    )
    owners = stretch.between(low + split.start("o"), low + split.end("o")) if split else []
    if not owners:
        last = OWNER_LAST.match(undated(stretch)[match.start("t") :])
        owners = (
            stretch.between(match.start("t") + last.start("o"), match.start("t") + last.end("o"))
            if last
            else []
        )
        owners = [] if any(stretch.dated(word) for word in owners) else owners
    label = [
        word for word in label if word.lower not in {"the", "our", "my", "a", "its", "that", "this", "those"}
    ]
    names = {form for word in label for form in (word.lemma.lower(), word.lower)}
    if not label or len(label) > 5 or not names & NAMES or names & PRIVATE:
        return None
    if any(word.pos == "PRON" for word in label):
        return None
    shown = lowered(stretch.reading.sentence.stretch(label), label[0])
    if owners:
        return owned(stretch, owners, shown)
    told = before_now(stretch, shown)
    if told is not None:
        return told
    party = stretch.reading.user(stretch.words[0])
    return Setting(party, shown, "")


def owned(stretch: Stretch, words_: list[Word], label: str) -> Setting | None:
    """The setting of what is named: "the timeout of orders-svc", "the gateway's rate limit"."""
    party = subject_of(stretch, words_)
    if party is None or party.mention.kind in {"person", "animal", "place"}:
        return None
    if party.user:
        return Setting(party._replace(shown="The user", we=False), label, "")
    return Setting(party, label, re.sub("^The ", "the ", party.shown))


def before_now(stretch: Stretch, label: str) -> Setting | None:
    """ "The timeout of orders-svc is 30 s. We raised the timeout to 60 s.": the owner told just before."""
    for claim in reversed(stretch.reading.focus.said):
        if (
            claim.predicate == "setting_is"
            and claim.qualifier.lower().split()[-1:] == label.lower().split()[-1:]
        ):
            name = claim.subject.name
            user = name.lower() == "user"
            article = "the " if " " in name and name.islower() else ""
            party = Party(claim.subject, "The user" if user else name, user=user)
            return Setting(party, claim.qualifier, "" if user else f"{article}{name}")
    return None
