"""Who said it: what was read as the user's word becomes the word of the person who spoke, in a chat of several."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.vocabulary import words
from graphmem.model import USER, Claim, Mention, Message, speaker

THE_USER = rx.compile(r"\bthe user\b", re.IGNORECASE)
THE_AGENT = rx.compile(r"\bthe agent\b", re.IGNORECASE)
OWN = f"{USER}'s "
# What people do together they do as no team, unless they say so.
LIVED = words("noted did plans practises likes dislikes wishes chose")
AT_WORK = rx.compile(
    r"\b(?:team|squad|deploy\w*|releas\w+|repo\w*|code\w*|api|apis|server\w*|sprint\w*|ticket\w*|branch\w*|build\w*"
    r"|tests?|customers?|clients?|users?|products?|database\w*|db|prod\w*|staging|back-?end|front-?end|services?|compan\w+"
    r"|office|standups?|roadmap|hir(?:e|ed|ing)|migrat\w+|ship(?:ped|ping)?|merg\w+|app|apps|pipeline\w*|backlog)\b"
    r"|\w[._/]\w|`|(?-i:[a-z][A-Z])|\d\w*%",
    re.IGNORECASE,
)
TEAM = rx.compile(r"\bthe user's team\b|\bthe team(?='s\b)", re.IGNORECASE)
TOGETHER = rx.compile(
    r"\b(?:bring\w*|brought|keep\w*|kept|get\w*)\s+(?:the user)\s+(?:all\s+)?(?:together|closer)\b",
    re.IGNORECASE,
)


def other_person(message: Message) -> str:
    """The name of the person who speaks when it is somebody else than the user; else ""."""
    name = speaker(message.role, message.author)
    return name if message.role == "user" and name != USER else ""


def as_spoken(
    message: Message, mentions: Iterable[Mention], claims: Iterable[Claim]
) -> tuple[list[Mention], list[Claim]]:
    """What a message says, told of whoever wrote it: "I" is the user, or the person of that name.

    Among several people "you" may be any of them: what somebody else wants of "the agent" is left out.
    """
    name = other_person(message)
    if not name:
        return list(mentions), list(claims)
    told = [one for claim in claims if (one := told_of(name, claim, message)) is not None]
    return [mention_of(mention, name) for mention in mentions], told


def told_of(name: str, claim: Claim, message: Message) -> Claim | None:
    """A claim that was read as the user's, as one of that person; None when it is not sure who is meant."""
    quote = message.text[claim.start : claim.end]
    texts = (claim.text, claim.value, claim.qualifier)
    if claim.predicate in LIVED and not AT_WORK.search(quote):
        texts = (as_one(claim.text), as_one(claim.value), as_one(claim.qualifier))
    if TOGETHER.search(texts[0]):
        return None
    if any(THE_AGENT.search(text) for text in texts) and not THE_AGENT.search(quote):
        return None
    told = [renamed_text for text in texts if (renamed_text := renamed(text, name, quote)) is not None]
    if len(told) < len(texts):
        return None
    return msgspec.structs.replace(
        claim,
        subject=mention_of(claim.subject, name),
        object=None if claim.object is None else mention_of(claim.object, name),
        text=told[0],
        value=told[1],
        qualifier=told[2],
    )


def as_one(text: str) -> str:
    """The text of one who says "we", with nobody's team in it."""
    return TEAM.sub(lambda found: f"{found[0][:1]}he user", text)


def mention_of(mention: Mention, name: str) -> Mention:
    """The user becomes the person; the user's wife becomes the person's wife."""
    if mention.name == USER:
        return msgspec.structs.replace(mention, name=name, kind="person")
    if mention.name.startswith(OWN):
        return msgspec.structs.replace(mention, name=f"{name}'s {mention.name.removeprefix(OWN)}")
    return mention


def renamed(text: str, name: str, quote: str) -> str | None:
    """The person's name in place of "the user"; None when the speaker talks of some user, too, and it is not clear
    which is which."""
    said = len(THE_USER.findall(quote))
    ours = len(THE_USER.findall(text)) - said
    if said == 0:
        return THE_USER.sub(lambda _: name, text)
    if ours <= 0:
        return text
    first = THE_USER.match(text)
    return name + text[first.end() :] if ours == 1 and first and not THE_USER.match(quote) else None
