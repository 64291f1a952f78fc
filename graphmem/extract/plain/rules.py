"""Standing orders by the whole sentence: with a condition, a scope or a label, in short forms, as rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract.first import first_of
from graphmem.extract.patterns_orders import lowered
from graphmem.extract.plain.commanding import commands, once, told
from graphmem.extract.plain.house_rules import banned, labelled, obliged, our_way, shaped
from graphmem.extract.plain.order_forms import (
    AGAIN,
    ANY_IF,
    BAN_NOUN,
    BEHIND,
    BOTHER,
    CHECK_FIRST,
    DARE,
    EVERY,
    FORGET,
    FRONT,
    HABITUAL,
    MARKED,
    NEVER_FRONT,
    NEVER_WANT,
    NOW,
    ONLY_YOU,
    OPEN_IF,
    POINTED,
    POLITE,
    SCOPED,
    TIMES,
    WANT,
    WE_VERBS,
    WHEN,
)
from graphmem.extract.plain.orders import IDLE, WORK
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim


def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """The standing orders of one sentence, as a whole."""
    text = re.sub(
        r"[\s,]+(?:please|pls|plz|thanks|thx|thank you|ok|okay)\W*$",
        "",
        stretch.text.strip(" .!"),
        flags=re.IGNORECASE,
    )
    text = re.sub(r"\bb4\b", "before", text)
    text = re.sub(r"[\s,]+ever$", "", text, flags=re.IGNORECASE) if NEVER_FRONT.match(text) else text
    if not stretch.reading.by_user or len(stretch.words) > 40 or len(text.split()) < 2 or text.endswith("?"):
        return
    yield from first_of(
        (
            lifted,
            banned,
            forbidden,
            lasting,
            conditional,
            scoped,
            obliged,
            labelled,
            shaped,
            our_way,
        ),
        stretch,
        text,
    )


def lasting(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "From here on, keep commits small", "I'd like you to answer in bullet points going forward"."""
    match = FRONT.match(text) or BEHIND.match(text) or AGAIN.match(text)
    if match is None:
        return
    rest = re.sub(rf"^{POLITE}", "", match["o"], flags=re.IGNORECASE)
    want = WANT.match(rest)
    once_only = bool(re.match(r"(?:always|ever)\b", match["l"], re.IGNORECASE)) and want is None
    rest = want["o"] if want else rest
    no = re.match(
        r"(?P<n>no\s+[a-z][\w -]+|(?:answers?|repl(?:y|ies)|responses?)\s+in\s+\w+.*"
        r"|[a-z-]+ (?:answers|replies|only))$",
        rest,
        re.IGNORECASE,
    )
    if once(rest) and not re.search(r"\bthis (?:project|repo|codebase)\b", rest):
        return
    if want is not None and rest.split(" ", 1)[0].lower() in IDLE - {
        "ask",
        "give",
        "tell",
        "be",
        "care",
        "say",
    }:
        return
    if no is not None or want is not None or commands(stretch, rest, wide=not once_only):
        front = (
            "always "
            if match["l"].lower() in {"always", "every time", "at all times"}
            and not re.match(r"(?:never|always|don|do not)", rest, re.IGNORECASE)
            else ""
        )
        if no is not None and want is None:
            yield told(stretch, rest, f"The user wants from now on: {rest}")
        elif match["l"].lower() == "next time":
            yield told(stretch, f"{rest}")
        else:
            yield told(stretch, front + rest)


def forbidden(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Under no circumstances edit the generated client", "I never want you to push to main"."""
    match = NEVER_WANT.match(text)
    if match is not None:
        rest = next((match[name] for name in "vwmu" if match[name]), "")
        if rest and not once(rest) and rest.split(" ", 1)[0].lower() not in IDLE | {"just", "also"}:
            strict = (
                match["u"]
                or match["m"]
                or match["w"]
                or re.search(r"\bnever\b|\bany\b|s$", text, re.IGNORECASE)
            )
            if strict and (rest.split(" ", 1)[0].lower() in WORK or match["u"] or "never" in text.lower()):
                yield told(stretch, f"never {rest}")
        elif (
            match["n"]
            and re.match(rf"(?:any\s+)?(?:more\s+)?{BAN_NOUN}", match["n"].strip(), re.IGNORECASE)
            and not once(match["n"])
        ):
            yield told(
                stretch,
                f"no {re.sub(r'^any ', '', match['n'].strip())}",
                f"The user does not want {match['n'].strip()}",
            )
        return
    match = EVERY.match(text)
    if match is not None:
        rest = next(match[name] for name in "opq" if match[name])
        if not once(rest) and not re.search(r"\b(?:it|them|that)\b", rest):
            yield told(stretch, rest, "" if match["q"] else f"The user wants this: {rest}")
        return
    match = DARE.match(text)
    if match is not None:
        if not once(match["o"]) and not re.search(r"\b(?:it|them|that)\b", match["o"]):
            yield told(stretch, f"never {match['o']}")
        return
    match = ONLY_YOU.match(text)
    if match is not None and commands(stretch, match["o"], wide=True) and not once(match["o"]):
        yield told(stretch, f"always {match['o']}")
        return
    match = BOTHER.match(text)
    if (
        match is not None
        and not once(match["o"])
        and HABITUAL.search(match["o"])
        and not POINTED.search(match["o"])
    ):
        yield told(
            stretch,
            re.sub(rf"^{POLITE}(?:no need to|stop|quit|no)\s+", lambda _: "don't ", text, flags=re.IGNORECASE)
            if not re.match(r"(?:no need|stop|quit)", text, re.IGNORECASE)
            else re.sub(r"^no need to\s+", "don't ", text, flags=re.IGNORECASE),
        )


def conditional(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "When you're not sure, ask me before deleting anything", "if a test fails, show me the traceback first"."""
    match = CHECK_FIRST.match(text)
    if match is not None and not once(text) and not re.search(r"\b(?:the|that|it|them)\b", match["o"]):
        yield told(stretch, text)
        return
    match = WHEN.match(text)
    if match is None or once(text):
        return
    condition, rest = match["c"], match["o"]
    want = WANT.match(rest)
    rest = want["o"] if want else rest
    if not commands(stretch, rest, wide=True):
        return
    free = OPEN_IF.match(condition) is not None
    general = TIMES.match(condition) is not None or (
        ANY_IF.match(condition) is not None and bool(MARKED.search(rest))
    )
    if free or (general and not POINTED.search(condition) and not re.search(r"\b(?:that|those)\b", rest)):
        shown = re.sub(
            r"^(?:whenever|when|if)\s+(?=in doubt|unsure|not sure|uncertain)",
            "when ",
            condition,
            flags=re.IGNORECASE,
        )
        yield told(
            stretch,
            f"{lowered(shown)}, {lowered(rest)}"
            if re.match(r"(?:when|while|before|after)", shown, re.IGNORECASE)
            else f"{rest} {lowered(shown)}",
        )


def scoped(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "In this codebase we write docstrings in Google style", "in Python code prefer pathlib to os.path"."""
    match = SCOPED.match(text)
    if match is None:
        return
    rest = re.sub(
        r"[\s,;]+(?:so\s+)?(?:please\s+)?(?:stick|keep|hold) to (?:it|that).*$",
        "",
        match["o"],
        flags=re.IGNORECASE,
    )
    first = (
        re.sub(r"^(?:never|always|do\s?n['’]?t|do not|please)\s+", "", rest, flags=re.IGNORECASE)
        .split(" ", 1)[0]
        .lower()
    )
    now = NOW.search(re.sub(r"\bthis\b", "", text)) is not None
    if now or re.search(r"\b(?:it|them|that)\b", rest):
        return
    standing = (
        first in WE_VERBS
        if match["we"]
        else first
        in {"use", "prefer", "write", "keep", "avoid", "stick", "follow", "favor", "favour", "name", "put"}
        or re.match(r"(?:never|always|do)", rest, re.IGNORECASE)
    )
    if (
        match["we"] is None
        and first in {"use", "write", "put", "keep"}
        and not re.match(r"(?:never|always|do)", rest, re.IGNORECASE)
    ):
        standing = not re.search(
            r"\b(?:a|an|the)\b", rest.split(" ", 3)[1] if " " in rest else ""
        ) and not re.match(r"in the\b", match["c"], re.IGNORECASE)
    if standing:
        where = re.sub(r"\bthis\b", "the", match["c"]) if re.search(r"\bthis\b", match["c"]) else match["c"]
        yield told(stretch, f"{rest} {lowered(where)}")


def lifted(stretch: Stretch, text: str) -> Iterator[Claim]:
    """ "Forget what I said about tabs, use 2 spaces", "drop the rule about asking first"."""
    match = FORGET.match(text)
    if match is None:
        return
    value = match["o"].strip()
    yield stretch.reading.claim(
        user(stretch),
        "instructs",
        finish(f"The user has lifted their rule about: {value}"),
        value=value,
        mode="ends",
        confidence=0.8,
    )
    rest = re.sub(
        r"^[\s,;:.–-]+(?:and\s+|just\s+|instead\s+|now\s+|from now on\s+)*", "", match["rest"]
    ).strip()
    if len(rest.split()) > 1 and commands(stretch, rest, wide=True) and not re.search(r"\bgo ahead\b", rest):
        yield told(stretch, re.sub(r"\s+(?:instead|from now on|from here on)$", "", rest))
