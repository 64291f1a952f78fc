"""Lessons in other words: "bumping the limit made the errors go away", "root cause was a stale lockfile"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.lessons import OPEN, third_person
from graphmem.extract.plain.stretch import Stretch
from graphmem.model import Claim

TROUBLE = (
    r"(?:error|errors|crash(?:es)?|deadlocks?|leaks?|flake|flakes|flakiness|outage|incident"
    r"|timeouts?|bug|failures?|oom|ooms|segfaults?|slowness|latency|spikes?|race|races"
    r"|warnings?|hang|hangs|freezes?|downtime|regression|exceptions?|5\d\ds?|4\d\ds?"
    r"|build|builds|deploys?|deployment|tests?|ci|pipeline|jobs?|worker|workers|queue|server"
    r"|api|page|query|queries|service|import|export|sync|login|migration|cluster|pods?|app"
    r"|site|android|ios|safari|cache|database|db|db connections?|webhooks?|emails?|login"
    r"|uploads?|downloads?|memory|cpu|cron|container|containers|drift|mismatch|corruption"
    r"|duplicates|lag|backlog)"
)
ABSENT = (
    r"(?:go away|went away|disappear(?:ed)?|vanish(?:ed)?|stop(?:ped)?(?: failing| crashing|"
    r" leaking| hanging)?|gone|work(?:ed)? again|clear(?:ed)? up|get fixed|pass(?:ed)?|turn green)"
)
MADE_AWAY = rx.compile(
    rf"^(?P<c>\w+ing\s+[^,;]+?)\s+(?:made|got rid of|fixed|cured|killed|eliminated|removed|stopped"
    rf"|resolved|solved|sorted(?: out)?|got|let"
    rf"|brought)\s+(?P<s>[^,;]*\b{TROUBLE}\b[^,;]*?)(?:\s+{ABSENT})?$",
    re.IGNORECASE,
)
WENT_AWAY = rx.compile(
    rf"^(?P<s>(?:the\s+|our\s+|all\s+the\s+|those\s+)?[^,;]*\b{TROUBLE}\b[^,;]*?)\s+(?:{ABSENT}"
    rf"|were gone|was gone|is gone|are gone|stopped)\s+(?:once|after|when|as soon as|by|with"
    rf"|since)\s+(?P<c>.+)$",
    re.IGNORECASE,
)
CAME_FROM = rx.compile(
    rf"^(?P<s>(?:the\s+|our\s+|all\s+the\s+|those\s+"
    rf"|that\s+)?[^,;]*\b{TROUBLE}\b[^,;]*?)\s+(?:came (?:from|down to)|comes from|stem(?:med"
    rf"|s) from|was down to|boiled down to|turned out to be|(?:was|were|is|are) caused by"
    rf"|happened because(?: of)?|(?:was|were) due to|traced back to|was traced (?:back )?to|can"
    rf" be traced to|originated in)\s+(?P<c>.+)$",
    re.IGNORECASE,
)
BECAUSE = rx.compile(
    rf"^(?P<s>(?:the\s+|our\s+|all\s+)?[^,;]*\b{TROUBLE}\b(?:\s+(?:in|on|at|for"
    rf"|of)\s+\S+)?)\s+(?:(?:was|were|is|are|got|get|gets|kept|keeps|started|had)\s+)?(?:so\s+"
    rf"|very\s+|super\s+|always\s+)?(?:slow(?:er)?|stuck|failing|failed|fails|broke|breaks"
    rf"|broken|crash(?:ed|es|ing)|flaky|red|down|hang(?:s|ing)?|hung|choked|chokes|timed out"
    rf"|timing out|leaked|leaking|died|dies|dying|bloated|huge|empty|stale|lagging|oom\w*|blew"
    rf" up|exploded|rejected|dropped|restart(?:ed|ing)|missing|wrong|doubled|out of sync)"
    r"(?:\s+(?:on|in|at|for|last|this|yesterday|every)\b[^,;]*?)?\s*,?\s+(?:because of|because"
    r"|since|due to|as(?= (?:it|the|every|each|all|our|we))|thanks to|bc|cuz"
    r"|cause)\s+(?P<c>.+)$",
    re.IGNORECASE,
)
CAUSE = rx.compile(
    r"^(?:the\s+|our\s+)?(?:(?:actual|real|only|final|quick|underlying"
    r"|main)\s+)?(?P<k>root[- ]?c(?:ause|uase|asue|auses)|c(?:ause|uase|asue)|culprit|fix"
    r"|solution|trick|workaround|work-around|remedy|reason|offender|smoking gun|bottleneck"
    r"|gotcha|catch|issue|problem)(?:\s+(?:of|for|behind|with|here)\s*[^,;:]*?)?\s*(?:\s(?:was"
    r"|is|turned out to be|ended up being)(?:\s+that)?|:|=|->|–)\s+(?P<c>.+)$",
    re.IGNORECASE,
)
FIGURED = rx.compile(
    r"^(?:(?:i|we)(?:'ve| have)?\s+)?(?:finally\s+)?(?:found it|figured|worked|tracked|nailed"
    r"|traced|found why|found the)(?:\s+(?:it|out|down|why|the (?:cause|culprit|bug|issue|leak"
    r"|problem|reason|root cause)|what (?:broke|happened))\b[^:,;–—!]*)*\s*(?:[:–—,!]+"
    r"|\s-\s)\s*(?P<c>.+)$",
    re.IGNORECASE,
)
NOTED = rx.compile(
    r"^(?:(?:my|our|the|big|main|key|hard|today's|another)\s+)*(?:lessons?(?: learn(?:ed"
    r"|t))?(?:\s+(?:of the day|from (?:this|that|the)[\w ]*|here|for next time|today))?"
    r"|takeaways?(?:\s+(?:from[\w ]+|here))?|note to self|today i learn(?:ed|t)|moral(?: of"
    r" the story)?|gotcha|post-?mortem|rca|pro ?tip|til)(?:(?<=\btil)\s+|(?<=learned)"
    r"|(?<=learnt)|\s*(?:[:–-]|\bis\b|\bwas\b|that\b))\s*(?:that\s+)?(?P<c>.+)$",
    re.IGNORECASE,
)
IN_FULL = (NOTED, FIGURED)
LEARNED = rx.compile(
    r"^(?:(?:i|we)(?:'ve| have)?\s+)?(?:just\s+|finally\s+)?(?:learn(?:ed|t)|discovered|found"
    r" out|figured out)\s+(?:the hard way\s+|today\s+|yesterday\s+)?that\s+(?P<c>.+)$",
    re.IGNORECASE,
)
LESSONS = (NOTED, LEARNED, FIGURED, CAUSE, MADE_AWAY, WENT_AWAY, CAME_FROM, BECAUSE)
WEAK_TROUBLE = rx.compile(r"^(?:issue|problem|catch|reason|cause|solution|trick)$", re.IGNORECASE)
HAS_VERB = {"VERB", "AUX"}


@rx.only_where(LESSONS)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The lesson of one statement."""
    text = re.sub(r"[\s,]+(?:too|as well|again|btw)\W*$", "", stretch.text)
    yield from learned(stretch, text, LESSONS)


@rx.only_where(IN_FULL)
def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """The lesson of a whole sentence."""
    yield from learned(stretch, stretch.text, IN_FULL)


def learned(stretch: Stretch, text: str, patterns: tuple[rx.Pattern, ...]) -> Iterator[Claim]:
    """The lesson that the first of these patterns finds that holds."""
    if not stretch.reading.by_user or not 4 <= len(stretch.words) <= 32:
        return
    for pattern in patterns:
        match = pattern.match(text)
        if match is not None and holds(stretch, match):
            yield lesson(stretch, match, text)
            return


def holds(stretch: Stretch, match: re.Match[str]) -> bool:
    """True when the statement stands alone and says more than that something is so."""
    cause = re.sub(
        r"\b(unless|if|when|until|once) you\b", r"\1", match["c"].strip(" .,!"), flags=re.IGNORECASE
    )
    if len(cause.split()) < 2 or OPEN.search(re.sub(r"\b(?:it|its|their)\b", "", cause, flags=re.IGNORECASE)):
        return False
    if "s" in match.groupdict() and OPEN.search(match["s"] or ""):
        return False
    told = stretch.between(match.start("c"), len(stretch.text))
    if match.re == NOTED and re.match(
        r"\W*(?:\w+\s+)?(?:lesson|takeaway|note to self)", stretch.text, re.IGNORECASE
    ):
        return len(cause.split()) > 3
    if match.re in {NOTED, FIGURED, LEARNED} or (match.re == CAUSE and WEAK_TROUBLE.match(match["k"])):
        return len(cause.split()) > 3 and any(word.pos in HAS_VERB for word in told)
    if match.re == MADE_AWAY:
        return bool(re.search(r"ing\b", match["c"].split()[0]))
    return True


def lesson(stretch: Stretch, match: re.Match[str], text: str) -> Claim:
    """What the user has learned."""
    reading = stretch.reading
    told = match["c"] if match.re in {NOTED, FIGURED, LEARNED} else text
    if match.re == CAUSE and re.match(r"root", match["k"], re.IGNORECASE):
        told = re.sub(r"root[- ]?c(?:uase|asue)", "root cause", text, flags=re.IGNORECASE)
    sentence = third_person(told.strip(" .!"))
    party = reading.user(stretch.words[0])
    when = reading.when(stretch.clause(tense="past"))
    return reading.claim(party, "learned", sentence, value=sentence.rstrip("."), when=when, confidence=0.7)
