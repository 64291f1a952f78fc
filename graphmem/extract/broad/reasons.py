"""Why something broke and what helped: "I2C hung because ...", "a typo is what took down login"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.broad.typed import shoptalk
from graphmem.extract.plain.lessons import third_person
from graphmem.extract.plain.shapes import party_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

CAUSE = r"(?P<c>[^?]{6,}?)"
# What goes wrong with a program or a machine, in any tense.
FAILS = (
    r"(?:fail|failed|fails|failing|broke|breaks|broken|breaking|crash(?:ed|es|ing)?|explod(?:ed|es|ing)|blew"
    r" up|blows up|died|dies|dying|hung|hangs"
    r"|hanging|stall(?:ed|s|ing)?|froze|freezes|frozen|stuck|stopped(?: working)?|went (?:down|dark|red|to"
    r" spam|missing|haywire|offline)|was down|were down"
    r"|timed out|times out|timing out|leak(?:ed|s|ing)?|drift(?:ed|s|ing)?|diverg(?:ed|es|ing)|corrupt(?:ed"
    r"|s)?|overflow(?:ed|s)?|desync(?:ed|s)?|drop(?:ped|s)"
    r"|rejected|refused|restarted|rebooted|panicked|segfault(?:ed|s)?|oom(?:ed|s)?|spiked|slowed(?: down)?"
    r"|flak(?:ed|es)|choked|deadlocked|misbehaved|missed"
    r"|disappeared|vanished|duplicated|bounced|lagged|jittered|stutter(?:ed|s)?|flicker(?:ed|s)?|burn(?:ed"
    r"|t)|overheated|did ?n['’]t (?:start|boot|build|work|load|compile|link|connect|fire|send))"
)
AS = r"(?:because(?: of)?|since|cause|cuz|bc|coz|due to|as|when|after|thanks to|owing to|on account of)"
TIME = r"(?:\s+(?:on|at|in|last|this|yesterday|today|again|twice|for|every)\b[^,;]{0,30}?)?"
SUBJECT = r"(?P<s>(?:(?:the|our|my|all|all the)\s+)?[\w./'’-]+(?:\s+[\w./'’-]+){0,5}?)"
BROKE = rx.compile(
    rf"^{SUBJECT}\s+(?:(?:was|were|is|are|kept|keeps|got|had)\s+)?{FAILS}{TIME}\s*,?\s+{AS}\s+{CAUSE}$",
    re.IGNORECASE,
)
WAS_BECAUSE = rx.compile(
    rf"^{SUBJECT}{TIME}\s+(?:was|were|happened|is|are|came about)\s+{ADVERBS}(?:because(?:"
    rf" of)?|due to|down to|on account of)\s+{CAUSE}$",
    re.IGNORECASE,
)
CAME_FROM = rx.compile(
    rf"^{SUBJECT}{TIME}\s+(?:came|comes|was coming|were coming|is coming|stems|stemmed|originated"
    rf"|resulted)\s+(?:down\s+)?(?:from|to)\s+{CAUSE}$",
    re.IGNORECASE,
)
TURNED_OUT = rx.compile(
    rf"^{SUBJECT}{TIME}\s+(?:turned out to be|ended up being|boiled down to|was traced to|was caused by|were"
    rf" caused by)\s+{CAUSE}$",
    re.IGNORECASE,
)
TOOK_DOWN = rx.compile(
    r"^(?P<c>(?:an?|the|one|our|some)\s+[^,;]{3,60}?)\s+(?:(?:is|was|were)\s+(?:what|the thing that)\s+)?"
    r"(?:took down|brought down|knocked out|broke|killed|crashed|took out|tripped|nuked|corrupted"
    r"|blocked)\s+"
    rf"{SUBJECT}{TIME}$",
    re.IGNORECASE,
)
REASON_FOR = rx.compile(
    rf"^(?P<c>[^,;]{{3,60}}?)\s+(?:is|was|were|turned out to be)\s+(?:the\s+)?(?:real\s+|actual\s+|only\s+"
    rf"|main\s+)?(?:reason|cause|culprit|root cause|problem|source)\s+(?:for|of|behind|with)\s+{SUBJECT}$",
    re.IGNORECASE,
)
CULPRIT = rx.compile(
    r"^(?:the\s+)?(?:real\s+|actual\s+)?(?:root cause|cause|culprit|problem|issue|bug|reason|solution|fix"
    r"|trick|cure|remedy|workaround)(?:\s+(?:was|is|for it was)\s+(?:coming\s+from\s+|that\s+|to\s+)?"
    r"|\s*:\s*)(?P<c>.{6,})$",
    re.IGNORECASE,
)
SOLVED = rx.compile(
    rf"^{SUBJECT}\s+(?:is|are|was|['’]s|got)\s+(?:now\s+|finally\s+)?(?:fixed|sorted|solved|gone|resolved"
    r"|cured|fine again)(?:\s+out)?\s*[,;:-]+\s*(?:(?:it|that|this)\s+)?(?:was|were|turned out to be|we had"
    rf"|i had|had|we['’]d)\s+{CAUSE}$",
    re.IGNORECASE,
)
HELPED = rx.compile(
    r"^(?P<d>(?:(?:i|we)\s+)?[a-z]+(?:ed|t|d|ade|ut|et|ot|an)\s+[^,;]{4,60}?)\s*[,;]\s*(?:(?:and\s+)?(?:that"
    r"|which|this|it)\s+)(?:finally\s+)?(?P<v>stopped|fixed|solved|cured|resolved|killed|got rid of|ended"
    r"|sorted|did the trick)\b\s*(?P<s>[^,;]*)$",
    re.IGNORECASE,
)
WAS_THE = rx.compile(
    r"^(?P<s>(?:the|our)\s+[^,;]{3,50}?)\s+was\s+(?P<c>(?:the|an?)\s+[^,;]{3,40}?)\s*[,;]\s*(?:removing"
    r"|disabling|upgrading|reverting|dropping|replacing|deleting|turning)\b[^,;]*\b(?:fixed|solved|cured"
    r"|helped|did)\b.*$",
    re.IGNORECASE,
)
NOTED = rx.compile(
    r"^(?:(?:my|our|the|big|main|hard|biggest)\s+)*lessons?(?:\s+learn(?:ed|t))?(?:\s+(?:from|of"
    r"|for)\s+[\w ]{2,25}?)?\s*[:–—-]+\s*(?P<c>.{8,})$",
    re.IGNORECASE,
)
FOUND = rx.compile(
    r"^(?:(?:i|we)(?:['’]ve| have)?\s+)?(?:just\s+|finally\s+)?(?:learn(?:ed|t)|discovered|found out|figured"
    r" out|noticed|realized|realised)\s+(?:the hard way\s+)?that\s+(?P<c>.{8,})$",
    re.IGNORECASE,
)
REASONS = (
    NOTED, FOUND, SOLVED, WAS_THE, HELPED, REASON_FOR, TOOK_DOWN, BROKE, WAS_BECAUSE, CAME_FROM, TURNED_OUT, CULPRIT,
)  # fmt: skip
TROUBLE = words(
    "bug crash crashes jank stutter leak leaks desync outage failure failures error errors screen hang"
    " freeze lag latency spike spikes drift deadlock deadlocks timeout timeouts packets hardfault fault"
    " flake flakes flakiness regression loss corruption mismatch slowness downtime incident glitch"
    " artifacts noise reset resets reboot reboots 500s 502s 504s race segfault panic oom problem issue"
    " slowdown duplicates drops alert alerts"
)
OPEN = rx.compile(r"\b(?:this|that|these|those|here|there|you|your|he|she|him)\b", re.IGNORECASE)
DREAM = rx.compile(
    r"\b(?:film|movie|book|marriage|relationship|heart|leg|arm|wrist|back|mom|dad|wife|husband|kid|son"
    r"|daughter|friend)\b",
    re.IGNORECASE,
)

# "Root cause of Friday's outage: the cert on lb-02 expired", "Fix: certbot renew and a cron".
NOTE = rx.compile(
    r"^(?:(?:the\s+)?(?:root\s+cause|cause|culprit)(?:\s+(?:of|for|behind)\s+[^:]{2,40})?|(?:the\s+)?fix|workaround|resolution)"
    r"\s*:\s+(?P<c>(?!(?:see|todo|tbd|none|unknown|the following)\b).+)$",
    re.IGNORECASE,
)


@rx.only_where(REASONS, NOTE)
def of_statement(stretch: Stretch) -> list[Claim]:
    """The lesson of one statement."""
    noted = NOTE.match(stretch.text.strip(" .!"))
    if (
        stretch.reading.by_user
        and noted is not None
        and len(noted["c"].split()) > 2
        and not OPEN.search(noted["c"])
    ):
        return list(told(stretch, noted, noted["c"]))
    text = re.sub(r"[\s,]+(?:too|as well|again|btw|lol|sigh|ugh)\W*$", "", stretch.text.strip(" .!"))
    if not stretch.reading.by_user or not 4 <= len(text.split()) <= 34 or DREAM.search(text):
        return []
    for pattern in REASONS:
        match = pattern.match(text)
        if match is not None and holds(stretch, match):
            return list(told(stretch, match, text))
    return []


def holds(stretch: Stretch, match: re.Match[str]) -> bool:
    """True when it stands alone and speaks of what can break."""
    groups = match.groupdict()
    cause, what = groups.get("c") or groups.get("d") or "", groups.get("s") or ""
    if re.match(r"(?:about\s+|only\s+)?\d[\d.,]*\s?[a-z]*(?:\s+from\b.*)?$", cause, re.IGNORECASE):
        return False  # "times out after 8 seconds"
    if (len(cause.split()) < 2 and match.re not in {TURNED_OUT, REASON_FOR}) or OPEN.search(
        re.sub(r"\b(?:before|after|when|until|if|unless) you\b", "", cause)
    ):
        return False
    if re.match(r"(?:it|they|he|she|i|we|you|this|that|who|what)\b", what, re.IGNORECASE):
        return match.re == BROKE and what.lower() == "it" and shoptalk(stretch)
    if match.re == NOTED:
        return len(cause.split()) > 3
    if match.re in {FOUND, CULPRIT, HELPED}:
        return shoptalk(stretch) and len(cause.split()) > (1 if match.re == CULPRIT else 2)
    parts = set(re.split(r"[\s'’-]+", what.lower()))
    if match.re in {CAME_FROM, WAS_BECAUSE, TURNED_OUT, REASON_FOR, TOOK_DOWN}:
        return bool(parts & TROUBLE) or (shoptalk(stretch) and (match.re in {TOOK_DOWN, WAS_BECAUSE}))
    return shoptalk(stretch) or bool(parts & TROUBLE)


def told(stretch: Stretch, match: re.Match[str], text: str) -> Iterator[Claim]:
    """What failed and why when that has a name, else what the user has learned."""
    reading, groups = stretch.reading, match.groupdict()
    when = reading.when(stretch.clause(tense="past"))
    span = stretch.text.lower().find((groups.get("s") or "\0").lower())
    if match.re in {BROKE, WAS_BECAUSE, TOOK_DOWN} and span >= 0:
        inside = [
            word
            for word in stretch.between(span, span + len(groups["s"]))
            if not stretch.dated(word) and word.lower != "on"
        ]
        party = party_of(stretch, inside)
        if party is not None and not party.user and party.mention.kind not in {"person", "animal"}:
            yield reading.claim(
                party,
                "failed_because",
                third_person(text),
                value=third_person(groups["c"]).rstrip("."),
                when=when,
                confidence=0.7,
            )
            return
    said = groups["c"] if match.re in {NOTED, FOUND} else text
    if match.re == NOTE:
        said = stretch.text.strip(" .!")
    sentence = third_person(re.sub(r"\b(?:I|we) had\b", "the team had", said) if match.re == SOLVED else said)
    yield reading.claim(
        user(stretch), "learned", finish(sentence), value=sentence.rstrip("."), when=when, confidence=0.7
    )
