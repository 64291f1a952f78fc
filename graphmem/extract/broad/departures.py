"""Tools that leave and those that come for them: "swapped airflow for dagster", "we're off Heroku since march"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.departure_forms import (
    ALL_NOW,
    DO_NOW,
    FROM_TO,
    GONE,
    INSTEAD,
    LEFT,
    NOT_ON,
    OFF,
    PASSIVE,
    PERSONAL,
    POINTS,
    SWAPPED,
    TOO_BAD,
    TURNED,
    WAS_ONCE,
)
from graphmem.extract.broad.typed import (
    COMPONENTS,
    HOLLOW,
    about,
    label,
    part,
    shoptalk,
    thing_at,
    tool_at,
    word_at,
)
from graphmem.extract.first import first_of
from graphmem.extract.plain.stacks import at_version, uses
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.things import Thing
from graphmem.model import Claim

RAISED = rx.compile(
    rf"\b{TURNED}\s+(?:over\s+)?from\s+(?P<x>[A-Za-z][\w.+#-]*)\s+v?\d[\d.]*\s+to\s+(?:"
    r"(?P<y>[A-Za-z][\w.+#-]*)\s+)?v?(?P<n>\d[\d.]*\d|\d)",
    re.IGNORECASE,
)
# The pieces of a statement each have a verb of their own.
PIECES = rx.compile(
    r"\s*[,;.]\s+(?:and\s+|so\s+|but\s+)?|\s+(?:and|but)\s+(?=(?:we|i|it|the|went|now)\b)|\s+[-–—]+\s+"
)


def of_statement(stretch: Stretch) -> list[Claim]:
    """What one statement says has come for what."""
    if re.match(r"(?:when|after|before|since|until|while|because)\b", stretch.text, re.IGNORECASE):
        return []
    return first_of((raised, exchanged, at_first, over), stretch)


@rx.only_where(FROM_TO, SWAPPED, TOO_BAD)
def exchanged(stretch: Stretch) -> Iterator[Claim]:
    """One tool for another."""
    match = FROM_TO.match(stretch.text) or SWAPPED.match(stretch.text) or TOO_BAD.match(stretch.text)
    if match is None:
        return
    groups = match.groupdict()
    old, new = named(stretch, match.span("x")), named(stretch, match.span("y"))
    if match["x"].lower() == "support":
        return  # "we dropped support for ie11"
    if (
        old is None
        or new is None
        or old.kind in {"place", "person"}
        or new.kind in {"place", "person"}
        or old.name == new.name
    ):
        return
    if (
        match.re == SWAPPED
        and re.match(r".*\b(?:left|traded|dropped)\b", match[0][: match.start("x")])
        and not (technical(stretch, old.name) or technical(stretch, new.name))
    ):
        return
    flawed = match.re == TOO_BAD and re.search(
        r"too (?:flaky|buggy|brittle|heavy|bloated|slow|complex|unstable|unreliable|verbose|hungry)", match[0]
    )
    if not (
        flawed
        or shoptalk(stretch)
        or technical(stretch, old.name)
        or technical(stretch, new.name)
        or plumbing(groups.get("s") or "")
    ):
        return
    when = stretch.reading.when(stretch.clause(tense="past"))
    if groups.get("n") and groups.get("m") and old.name.lower() == new.name.lower():
        return
    what = label(stretch, match.span("s")).lower() if groups.get("s") else ""
    yield uses(stretch, old, what, mode="ends", when=When(None, when.start, when.grain))
    yield uses(stretch, new, what, when=when)
    for further in re.finditer(r"[\w.+#-]*[\w#+]", groups.get("z") or ""):
        if further[0].lower() != "and":
            start = match.start("z") + further.start()
            more = tool_at(stretch, start, start + len(further[0]), loose=True)
            if more is not None:
                yield uses(stretch, more, what, when=when)


def named(stretch: Stretch, span: tuple[int, int]) -> Thing | None:
    """A tool, or any one word where the statement speaks of software: "nftables"."""
    return word_at(stretch, *span) if shoptalk(stretch) else tool_at(stretch, *span, loose=True)


def technical(stretch: Stretch, name: str) -> bool:
    """True for a tool that is known, or written as one."""
    return bool(
        stretch.reading.ontology.known(name) in {"technology", "package", "service"}
        or re.search(r"\d|[a-z][._+#-]\w|\w[A-Z]", name)
    )


def plumbing(text: str) -> bool:
    """True for words that name a part of a system."""
    return bool(set(re.split(r"[\s-]+", text.lower())) & COMPONENTS)


@rx.only_where(PASSIVE, WAS_ONCE, INSTEAD)
def at_first(stretch: Stretch) -> Iterator[Claim]:
    """A part of the project, what filled it once, and what fills it now."""
    match = PASSIVE.match(stretch.text)
    if match is not None:
        new, old = (
            tool_at(stretch, *match.span("y"), loose=True),
            part(stretch, match.span("x"), "replaced_by"),
        )
        if new is not None and old is not None and not POINTS.search(match["x"]):
            when = stretch.reading.when(stretch.clause(tense="past"))
            yield about(stretch, old, "replaced_by", new, when=when)
        return
    match = WAS_ONCE.match(stretch.text) or INSTEAD.match(stretch.text)
    if match is None or POINTS.search(match["s"]):
        return
    name = label(stretch, match.span("s"))
    old_tool, new_tool = (
        tool_at(stretch, *match.span("x"), loose=True),
        tool_at(stretch, *match.span("y"), loose=True),
    )
    if (
        not name
        or old_tool is None
        or new_tool is None
        or not (plumbing(name) or technical(stretch, old_tool.name) or technical(stretch, new_tool.name))
    ):
        return
    yield uses(stretch, old_tool, name, mode="ends")
    yield uses(stretch, new_tool, name)


def over(stretch: Stretch) -> Iterator[Claim]:
    """What is over, and what stands beside it as what is done now."""
    now = list(in_use(stretch))
    for piece in stretch.split(PIECES, least=2):
        match = NOT_ON.match(piece.text)
        thing = tool_at(piece, *match.span("x"), loose=False) if match else None
        if thing is not None:
            yield uses(piece, thing, mode="denies")
            continue
        match = LEFT.match(piece.text) or OFF.match(piece.text)
        if match is not None:
            yield from ended(piece, match, told=bool(now))
            continue
        match = GONE.match(piece.text)
        if match is not None:
            yield from ended(piece, match, told=bool(now))
    yield from now


def in_use(stretch: Stretch) -> Iterator[Claim]:
    """What is done now, where something else is told to be over: "it's all Fastify now", "we do plain dns now"."""
    text = stretch.text
    if not re.search(
        r"\b(?:moved off|off|out|gone|ditched|dropped|done with|flaky|tried|nothing but|removed|retired|went"
        r" back|gave up|dead)\b",
        text,
        re.IGNORECASE,
    ):
        return
    for piece in stretch.split(PIECES, least=2):
        match = ALL_NOW.match(piece.text) or (
            DO_NOW.match(piece.text)
            if re.search(r"\b(?:now|went|back|instead|these days)\b", piece.text)
            else None
        )
        if match is None:
            continue
        groups = match.groupdict()
        if match.re == ALL_NOW and not (groups["a"] or groups["b"]):
            continue
        thing = tool_at(piece, *match.span("y"), loose=True)
        if thing is None or not (shoptalk(stretch) or technical(piece, thing.name)):
            continue
        subject = re.match(
            r"(?:(?:the|our)\s+)?[\w./-]+(?:\s[\w-]+)?(?=\s+(?:moved|is|was|went|switched|has)\b)", text
        )
        party = part(stretch, subject.span(), "uses") if subject and match.re == ALL_NOW else None
        yield uses(
            piece, thing, party=party if party is not None and party.mention.kind != "concept" else None
        )


def ended(piece: Stretch, match: re.Match[str], *, told: bool = False) -> Iterator[Claim]:
    """What is named as over: a tool, or a part of the work."""
    verb = (match.groupdict().get("v") or "off").lower()
    said = re.sub(
        r"^(?:(?:the|our|all|any)\s+)*(?:support for\s+|the idea of\s+)?(?:(?:the|our)\s+)?",
        "",
        match["x"],
        flags=re.IGNORECASE,
    )
    start = match.end("x") - len(said)
    if re.match(
        r"(?:in|on|at|to|for|from|by|with|as|about|early|late|it|because|after)\b", said, re.IGNORECASE
    ):
        return
    if verb.startswith("gave up") and piece.words[0].lower == "i":
        return  # for a while, perhaps
    name = label(piece, (start, match.end("x")), most=6)
    parts = set(name.lower().split())
    if not name or parts & PERSONAL or POINTS.search(said) or parts <= HOLLOW or re.fullmatch(r"\d.*", name):
        return
    if any(
        (word.entity == "PERSON" and not technical(piece, word.text))
        or (word.tag == "VBG" and len(parts) == 1)
        for word in piece.between(start, match.end("x"))
    ):
        return
    thing = thing_at(piece, start, match.end("x"))
    if thing is not None and said != match["x"] and "support for" in match["x"].lower():
        thing = thing._replace(name=said.strip(" ."))  # not API keys go, but those in query strings
    if thing is None or len(thing.name.split()) > 6:
        return
    tool = technical(piece, thing.name) or (
        told and len(parts) == 1 and tool_at(piece, start, match.end("x"), loose=True) is not None
    )
    definite = bool(re.match(r"(?:the|our|support|all)\b", match["x"], re.IGNORECASE))
    if verb == "out" and not told:
        return  # "Pulsar is out" may tell of a release
    if verb in {"out", "dead", "gone", "history"} and not (
        tool or (verb in {"gone", "history"} and definite)
    ):
        return
    weak = verb in {
        "removed",
        "pulled",
        "killed",
        "no longer",
        "turned off",
        "switched off",
        "shut down",
        "left",
        "dropped",
        "nuked",
        "deprecated",
    }
    first = piece.words[0].lower in {"i", "we", "they"} or piece.words[0].lower == verb.split()[0]
    if weak and not (
        tool
        or re.match(r"support for", match["x"], re.IGNORECASE)
        or (definite and first and plumbing(name))
        or (verb in {"shut down", "no longer", "deprecated"} and definite)
    ):
        return
    if match.re == OFF and not (tool or thing.name[:1].isupper()):
        return
    if not (tool or definite or len(parts) > 1 or thing.name[:1].isupper() or plumbing(name)):
        return
    ahead = piece.reading.when(piece.clause(tense="future"))
    if verb.endswith("ing") and ahead.start is not None and ahead.start > piece.reading.said_at:
        return  # that is a plan
    when = piece.reading.when(piece.clause(tense="past"))
    kind = thing.kind if tool else "concept"
    yield uses(piece, thing._replace(kind=kind), mode="ends", when=When(None, when.start, when.grain))


def raised(stretch: Stretch) -> Iterator[Claim]:
    """ "Since monday we have passed from php 8.1 to php 8.3"."""
    match = RAISED.search(stretch.text)
    if match is None or (match["y"] and match["y"].lower() != match["x"].lower()):
        return
    thing = tool_at(stretch, *match.span("x"), loose=True)
    if thing is not None:
        yield at_version(stretch, thing, match["n"], stretch.reading.when(stretch.clause(tense="past")))
