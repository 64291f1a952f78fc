"""Items under a label: who does what, what is to be done, what is used, what is to be kept.

"who's on what:" tells what "Farida – ios" below it means. The label is the line that ends in a colon, or a heading; it
may stand in one line with its items: "todo before I fly: renew passport, cancel gym".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.typed import thing_at
from graphmem.extract.orders.said import lowered
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stacks import uses
from graphmem.extract.plain.stretch import Stretch, is_guess, whole
from graphmem.extract.reading import Party, Reading
from graphmem.extract.speech import Passage
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

WHO = rx.compile(
    r"\bwho(?:['’]s|\s+is|\s+does|\s+owns)?\s+(?:on\s+|doing\s+|does\s+)?what\b|\b(?:owners?|ownership|responsibilities|areas|our\s+team"
    r"|the\s+team|team\s+members)\b",
    re.IGNORECASE,
)
TODO = rx.compile(
    r"\b(?:to[- ]?do(?:s|\s+list)?\s+(?:before|for|this|today|tomorrow|on)|my\s+(?:to[- ]?dos?|list|errands"
    r"|tasks)|errands"
    r"|(?:i|we)\s+(?:still\s+)?(?:need|have)\s+to(?:\s+do)?|before\s+(?:i|we)\s+\w+)\b",
    re.IGNORECASE,
)
STACK = rx.compile(
    r"\b(?:(?:tech\s+)?stack|we\s+use|tooling|tools\s+we\s+use|our\s+(?:setup|tools))\b", re.IGNORECASE
)
RULES = rx.compile(
    r"\b(?:conventions?|house\s+rules?|rules|code\s+style|style\s+guide|guidelines|how\s+i\s+(?:want|like)\s+\w+|my\s+preferences)\b",
    re.IGNORECASE,
)
ASSIGNED = rx.compile(
    r"^(?P<w>me|I|[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)\s*(?:[–—:-]|→|->"
    r"|\()\s*(?P<o>[A-Za-z][\w /&-]{1,40}?)\)?(?P<t>\s*[,;(].*)?$"
)
ITEM_CUT = rx.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=\w+\s)")
INLINE = rx.compile(r"^(?P<l>[^:]{4,60}):\s+(?P<i>\S.+)$")
# What begins with one of these is no item that stands for itself.
NO_ITEM = rx.compile(
    r"^(?:if|when|because|so|but|and|or|it|this|that|the\s+(?:first|second|last))\b", re.IGNORECASE
)


def labels_of(passages: Iterable[Passage]) -> dict[int, str]:
    """The label above each item, by the place of the item in the message: a heading, or a line that ends in a colon."""
    label = ""
    found: dict[int, str] = {}
    for passage in passages:
        text = passage.text.rstrip()
        if passage.kind == "item" and label:
            found[passage.places[0]] = label
        elif passage.kind != "item":
            label = text if (passage.kind == "heading" or text.endswith(":")) and is_label(text) else ""
    return found


def of_sentence(reading: Reading, label: str) -> Iterator[Claim]:
    """What the user's sentence says under its label, or as a line of items."""
    if reading.by_user:
        yield from of_item(reading, label) if label else of_line(reading)


def is_label(text: str) -> bool:
    """True for a line that says what the items below it are."""
    return len(text.split()) < 12 and any(one.search(text) for one in (WHO, TODO, STACK, RULES))


def of_item(reading: Reading, label: str) -> Iterator[Claim]:
    """What an item says under its label."""
    stretch = whole(reading)
    if stretch is None or is_guess(stretch.text) or NO_ITEM.match(stretch.text) or len(stretch.words) > 16:
        return
    if WHO.search(label):
        yield from assigned(stretch)
    elif TODO.search(label):
        yield to_do(stretch, stretch.text)
    elif STACK.search(label):
        yield from used(stretch)
    elif RULES.search(label):
        yield from rule(stretch)


def of_line(reading: Reading) -> Iterator[Claim]:
    """A label and its items in one line: "todo before I fly: renew passport, cancel gym"."""
    stretch = whole(reading)
    match = None if stretch is None else INLINE.match(stretch.text)
    if stretch is None or match is None or not TODO.search(match["l"]) or is_guess(stretch.text):
        return
    low = match.start("i")
    for cut in [*ITEM_CUT.finditer(stretch.text, low), None]:
        item = stretch.text[low : cut.start() if cut else len(stretch.text)].strip(" .!")
        if 1 < len(item.split()) < 10 and not NO_ITEM.match(item):
            yield to_do(stretch, item)
        low = cut.end() if cut else low


def assigned(stretch: Stretch) -> Iterator[Claim]:
    """ "Farida – ios", "me – sync engine"."""
    match = ASSIGNED.match(stretch.text)
    thing = None if match is None else thing_at(stretch, *match.span("o"), "project")
    if match is None or thing is None:
        return
    reading = stretch.reading
    if match["w"].lower() in {"me", "i"}:
        party = user(stretch)
    else:
        inside = stretch.between(*match.span("w"))
        if not inside or reading.ontology.known(match["w"]):
            return
        start, end = reading.sentence.passage.source(inside[0].start, inside[-1].end)
        party = Party(Mention(reading.message.id, start, end, match["w"], "person"), match["w"])
    kinds = reading.ontology.predicate("works_on").range
    kind = thing.kind if thing.kind in kinds else "project"
    told = finish(f"{party.shown} works on {thing.name}")
    yield reading.claim(party, "works_on", told, thing=thing, kind=kind, confidence=0.7)


def to_do(stretch: Stretch, text: str) -> Claim:
    """One thing that the user has to do."""
    value = re.sub(r"\bmy\b", "their", text.strip(" .!"))
    return stretch.reading.claim(
        user(stretch), "plans", finish(f"The user is to {value}"), value=value, confidence=0.65
    )


def used(stretch: Stretch) -> Iterator[Claim]:
    """ "Laravel", "Vue 3"."""
    match = re.match(r"^(?P<o>[\w.+#-]+(?:\s[A-Z][\w.+#-]*)?)(?:\s+v?\d[\d.]*)?$", stretch.text)
    thing = None if match is None else thing_at(stretch, *match.span("o"))
    if thing is not None and stretch.reading.ontology.known(thing.name) in {"technology", "package"}:
        yield uses(stretch, thing)


def rule(stretch: Stretch) -> Iterator[Claim]:
    """ "4 spaces", "tests with vitest"."""
    text = stretch.text.strip(" .!")
    if len(text.split()) > 1:
        told = finish(f"The user's rule is: {text}")
        yield stretch.reading.claim(user(stretch), "instructs", told, value=lowered(text), confidence=0.6)
