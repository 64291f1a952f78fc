"""Rules for the things of the work and short forms of orders: "PR titles must start with a verb", "no emojis"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.plain.commanding import once, small, told
from graphmem.extract.plain.order_forms import (
    BAN,
    EACH,
    GENERAL,
    KEEP,
    LABEL,
    NAMING_WAY,
    OBLIGED,
    ONE_OFF_EACH,
    OUR_WAY,
    SHORT,
    WE_VERBS,
)
from graphmem.extract.plain.stretch import Stretch
from graphmem.model import Claim


def obliged(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "PR titles must start with a verb", "all SQL goes into .sql files"."""
    match = OBLIGED.match(text)
    if match is None or once(text) or re.search(r"\b(?:was|were|will|would|yet|if you)\b", text):
        return
    mild = not re.match(r"(?:must|should|shall|ha)", match["m"], re.IGNORECASE)
    if (
        mild
        and not GENERAL.match(match["s"])
        and not re.match(r"(?:always|never|(?:are|is) (?:always|never))", match["m"], re.IGNORECASE)
    ):
        return
    if re.match(r"(?:always|never)$", match["m"], re.IGNORECASE) and not GENERAL.match(match["s"]):
        return
    if re.match(r"(?:the|this|my)\b", match["s"], re.IGNORECASE) or re.match(
        r"(?:fail|pass|work|break)", match["o"], re.IGNORECASE
    ):
        return
    yield told(stretch, text, f"The user's rule is: {small(text)}")


def labelled(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Convention: tests live next to the code", "our house style is sentence case for headings"."""
    match = LABEL.match(text)
    if (
        match is None
        or once(match["o"])
        or len(match["o"].split()) < 2
        or re.match(
            r"(?:that's|it|a|an|not|very|too|so|stupid|good|bad|broken|clear|simple|fine|there|like|in"
            r"|on|wrong|right|outdated|described|documented|unclear|strict|the same)\b",
            match["o"],
            re.IGNORECASE,
        )
    ):
        return
    bare_label = not re.search(r"[:—–=]|\s-\s", text[: match.start("o")])
    if bare_label and not re.match(r"(?:our|my|the)\b", text, re.IGNORECASE):
        return
    if bare_label and re.match(r"convention|standard|guideline|policy", match["k"], re.IGNORECASE):
        return  # read by the parser's patterns as what is in use
    label = re.sub(r"^(?:our|my|the)\s+", "", text[: match.start("o")].strip(" :—–=-"), flags=re.IGNORECASE)
    label = label if label.isascii() and len(label.split()) < 4 and not bare_label else match["k"]
    yield told(stretch, match["o"], f"The user's {label.lower()} is: {small(match['o'])}")


def banned(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "No emojis please", "short answers only", "replies in German please", "type hints everywhere"."""
    match = BAN.match(text)
    if match is not None:
        value = f"no {match['o']}{match['x']}"
        yield told(stretch, value, f"The user wants {small(value)}")
        return
    match = SHORT.match(stretch.text.strip(" .!"))
    if match is not None:
        spoken = re.match(r"(?:answer|reply|comment)\s+(?:only\s+)?in\b", match["o"], re.IGNORECASE)
        yield told(stretch, match["o"], "" if spoken else f"The user wants {small(match['o'])}")


def shaped(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Keep functions under 30 lines", "prefix every branch with the ticket number"."""
    match = KEEP.match(text)
    if match is not None:
        if not once(text) and not re.match(r"(?:the|that)\b", match["n"], re.IGNORECASE):
            yield told(stretch, text)
        return
    match = EACH.match(re.sub(r",?\s*(?:e\.g\.?|for example|like|i\.e\.?)\s.*$", "", text))
    if match is not None and match["v"].lower() not in ONE_OFF_EACH and not once(text):
        yield told(stretch, match[0])


def our_way(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "As a rule, we squash before merging", "we don't do force pushes here"."""
    if NAMING_WAY.match(text) and not once(text) and not re.search(r"\b(?:now|yet|it|them)\b", text):
        yield told(stretch, re.sub(r"^we\s+(?:always\s+)?", "", text, flags=re.IGNORECASE))
        return
    match = OUR_WAY.match(text)
    if match is None or match["v"].lower() not in WE_VERBS or once(text):
        return
    ruled = match["x"] is None or (match["tail"] or "").strip(" ,;")
    if not ruled or re.search(r"\b(?:yet|it|them|that)\b", match["o"]) or text.lower().startswith("normally"):
        return
    rest = match["o"].strip(" ,;")
    if match["v"].lower() == "do":
        yield told(
            stretch,
            f"no {rest}" if match["no"] else rest,
            f"The user's team {'does not do' if match['no'] else 'does'} {rest}",
        )
    else:
        yield told(stretch, f"{'never ' if match['no'] else ''}{match['v']} {rest}")
