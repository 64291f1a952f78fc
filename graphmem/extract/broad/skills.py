"""What somebody knows, and what they have never touched: "I know python well", "I only know spring"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import VERY
from graphmem.extract.parse import Word
from graphmem.extract.plain.shapes import thing_of, things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim

KNOWS = rx.compile(
    rf"^i\s+(?P<only>only\s+)?{VERY}know\s+(?P<o>[^,;]+?)(?P<w>\s+(?:well|a bit|a little|inside out|by heart|fluently"
    r"|(?:pretty|quite|really|very)\s+well|like the back of my hand))?(?P<t>\s+(?:from|since|so)\b.*)?$",
    re.IGNORECASE,
)
NEVER = rx.compile(
    rf"^i(?:['’]ve|\s+have)?\s+(?:never|not|n['’]t)\s+{VERY}(?:touched|used|tried|written|coded\s+in|worked\s+with|done"
    r"|played with|learned|learnt|looked\s+at|seen)\s+(?:any\s+)?(?P<o>[^,;]+?)(?:\s+(?:before|yet|until now"
    r"|in my life|at all))*$",
    re.IGNORECASE,
)
RUSTY = rx.compile(
    rf"^(?:i(?:['’]m|\s+am)\s+{VERY}(?P<b>rusty|weak|bad|terrible|hopeless|new|no good)\s+(?:at|with|in|to|on)"
    rf"\s+(?P<o>[^,;]+?)"
    r"|my\s+(?P<p>[\w+#. ]+?)\s+(?:is|are)\s+(?:\w+\s+)?(?P<r>rusty|weak|terrible|bad|poor|shaky|non-?existent))$",
    re.IGNORECASE,
)
LEARNING = rx.compile(
    r"^i(?:['’]m|\s+am|['’]ve been|\s+have been)?\s+(?:learn|learning|studying|teaching myself)\s+(?:the\s+|to"
    r"\s+(?:play|speak)\s+)?"
    r"(?P<o>[^,;]+?)\s+(?:since|for)\b.*$",
    re.IGNORECASE,
)


@rx.only_where(KNOWS, NEVER, RUSTY, LEARNING)
def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """The skill, or the want of it, that a statement tells."""
    for pattern, predicate in ((KNOWS, "skilled_in"), (NEVER, "new_to"), (RUSTY, "new_to")):
        match = pattern.match(stretch.text.strip(" .!"))
        if match is None:
            continue
        span = match.span("o") if match.groupdict().get("o") else match.span("p")
        for thing in crafts(stretch, span, sure=bool(match.groupdict().get("w"))):
            yield skill(stretch, predicate, thing)
        return
    match = LEARNING.match(stretch.text.strip(" .!"))
    if match is not None:
        yield from learning(stretch, match)


def crafts(stretch: Stretch, span: tuple[int, int], *, sure: bool) -> Iterator[Thing]:
    """The tools and languages that are named; people and sentences are none."""
    groups: list[list[Word]] = [[]]
    for word in stretch.between(*span):
        if word.pos in {"PRON", "SCONJ", "AUX", "PART"} or word.lower in {
            "that",
            "what",
            "how",
            "it",
            "the",
            "any",
        }:
            return
        if word.lower in {",", "or", "and", "&", "+", "/"}:
            groups.append([])
        else:
            groups[-1].append(word)
    found = [thing_of(stretch.reading, group) for group in groups if 0 < len(group) < 3]
    known = [stretch.reading.ontology.known(thing.name) for thing in found]
    for thing, kind in zip(found, known, strict=True):
        tool = kind in {"technology", "package"} or thing.kind in {"technology", "package"}
        person = thing.kind == "person" or thing.head.entity == "PERSON"
        beside = any(one in {"technology", "package"} for one in known) and len(thing.name.split()) == 1
        if tool or ((beside or sure) and not person and thing.name.islower()):
            yield thing


def skill(stretch: Stretch, predicate: str, thing: Thing) -> Claim:
    """One thing that the user knows, or is new to."""
    reading = stretch.reading
    user = reading.user(stretch.words[0])
    told = f"The user knows {thing.name}" if predicate == "skilled_in" else f"The user is new to {thing.name}"
    tool = thing.kind in {"technology", "package"}
    return reading.claim(
        user, predicate, finish(told), thing=thing if tool else None, kind="technology" if tool else "",
        value="" if tool else thing.name, confidence=0.7,
    )  # fmt: skip


def learning(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """ "I learn the accordion since January"."""
    found = things_of(stretch, stretch.between(*match.span("o")), most=4)
    if not found or any(word.pos == "PRON" for word in stretch.between(*match.span("o"))):
        return
    reading = stretch.reading
    user = reading.user(stretch.words[0])
    when = reading.when(stretch.clause(tense="present"))
    yield reading.claim(
        user,
        "studies",
        finish(f"The user is learning {found[0].name}"),
        value=found[0].name,
        when=when,
        confidence=0.7,
    )
