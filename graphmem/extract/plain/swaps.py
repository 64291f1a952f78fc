"""Tools that come and go, in plain words: "we're off Jira and on Linear", "swapped Mailgun for Resend in April"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.plain.stacks import tools, uses
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.model import Claim

OFF_ON = rx.compile(
    rf"^(?:as of [\w ]+?,?\s+)?(?:i(?:'m| am)|we(?:'re| are))\s+{ADVERBS}(?:off"
    r"|done with)\s+(?P<x>[\w.+#-]+)(?:\s+(?:and|,)\s*(?:now\s+)?(?:on"
    r"|using|on to)\s+(?P<o>[\w.+#-]+))?(?:\s+(?:now|since|as of|for good).*)?$",
    re.IGNORECASE,
)
NO_LONGER = rx.compile(
    r"^(?:(?:i(?:'m| am)|we(?:'re| are))\s+)?no longer (?:on|using|with)\s+(?P<x>[\w.+#-]+)$"
    r"|^(?:(?:i|we)(?:'ve| have)?\s+)?(?:finally\s+|just\s+)?(?:got rid of|ditched|dropped"
    r"|phased out|retired"
    r"|sunset|kicked out|threw out|ripped out)\s+(?P<y>[\w.+#-]+)(?:\s+(?:entirely|completely"
    r"|last|this|in|for good|everywhere)\b.*)?$|^(?P<z>[A-Z][\w.+#-]*)(?:'s| is| got| was| has"
    r" been)\s+(?:gone|kicked out|ripped out|retired|removed|phased out|ditched|out"
    r"|history|dead to us)(?:\s+(?:now|for good))?$",
    re.IGNORECASE,
)
WORK_WITH = rx.compile(
    r"^(?:i|we)\s+(?:now\s+)?(?:do|handle|manage|run)\s+(?:the\s+|our\s+"
    r"|all\s+)?(?P<a>[a-z][\w -]{2,25}?)\s+(?:with|in|via"
    r"|through)\s+(?P<o>[\w.+#-]+(?:\s[A-Z]\w+)?)$",
    re.IGNORECASE,
)
ON_TOP = rx.compile(r"^(?P<o>[A-Z][\w.+#-]+)\s+on top of\s+(?P<m>[A-Z][\w.+#-]+)$")
ON_NOW = rx.compile(
    r"^(?:i(?:'m| am)|we(?:'re| are))\s+(?:now\s+)?(?:on|using"
    r"|running)\s+(?P<o>[A-Z][\w.+#-]+)(?:\s+now)?(?:,?\s+(?:instead of|not|and no"
    r" longer)\s+(?P<m>[A-Z][\w.+#-]+))?$",
    re.IGNORECASE,
)
SWAPPED = rx.compile(
    r"^(?:(?:i|we)(?:'ve| have)?\s+)?(?:just\s+|finally\s+)?(?:swapped(?: out)?|replaced"
    r"|traded(?: in)?|exchanged)\s+(?P<x>[A-Z][\w.+#-]+)\s+(?:for|with"
    r"|by)\s+(?P<o>[A-Z][\w.+#-]+)(?:\s+(?:in|last|this|on|for|since|yesterday)\b.*)?$"
)


@rx.only_where(OFF_ON, NO_LONGER, SWAPPED, ON_TOP, ON_NOW, WORK_WITH)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The tools that one piece takes up or leaves."""
    if stretch.reading.by_user:
        yield from left_behind(stretch)
        yield from swapped(stretch)


def swapped(stretch: Stretch) -> Iterator[Claim]:
    """ "Swapped Mailgun for Resend in April", "we're on Kubernetes now instead of Swarm"."""
    match = SWAPPED.match(stretch.text)
    if match is not None:
        when = stretch.reading.when(stretch.clause(tense="past"))
        for thing, _ in tools(stretch, *match.span("x"), loose=False):
            yield uses(stretch, thing, mode="ends", when=When(None, when.start, when.grain))
        for thing, _ in tools(stretch, *match.span("o"), loose=False):
            yield uses(stretch, thing, when=when)
        return
    match = ON_TOP.match(stretch.text) or ON_NOW.match(stretch.text) or WORK_WITH.match(stretch.text)
    if match is None or stretch.negated():
        return
    groups = match.groupdict()
    for thing, _ in tools(stretch, *match.span("o"), loose=False):
        if match.re == ON_NOW and not thing.sure and not groups["m"]:
            return
        yield uses(stretch, thing, (groups.get("a") or "").strip())
    if groups.get("m"):
        for thing, _ in tools(stretch, *match.span("m"), loose=False):
            yield uses(stretch, thing, mode="ends" if match.re == ON_NOW else "asserts")


def left_behind(stretch: Stretch) -> Iterator[Claim]:
    """ "We're off Jira and on Linear", "no longer on slack", "Kafka's gone"."""
    match = OFF_ON.match(stretch.text) or NO_LONGER.match(stretch.text)
    if match is None:
        return
    group = "x" if match.re == OFF_ON or match["x"] else "y" if match["y"] else "z"
    firm = group == "x"
    when = stretch.reading.when(stretch.clause(tense="past"))
    for thing, _ in tools(stretch, *match.span(group), loose=firm):
        if not thing.sure and (not firm or group == "z"):
            return
        yield uses(stretch, thing, mode="ends", when=When(None, when.start, when.grain))
    if match.re == OFF_ON and match["o"]:
        for thing, _ in tools(stretch, *match.span("o"), loose=True):
            yield uses(stretch, thing, when=when)
