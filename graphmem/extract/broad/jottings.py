"""Notes of engineers, a label and what stands behind it: "db: postgres 16", "physics tick 120 hz"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.broad.typed import (
    ACTIVITY,
    ADDRESS,
    CODE,
    COMMAND,
    COMPONENTS,
    HEDGE,
    HOLLOW,
    NAMED_BY,
    NO_LABEL,
    PARAMETERS,
    PLACES,
    QUANTITY,
    TOOL,
    UNITED,
    VERBS,
    VERSION,
    VERSIONED,
    about,
    head_of,
    label,
    part,
    thing_at,
    tool_at,
    word_at,
)
from graphmem.extract.first import first_of
from graphmem.extract.parse import FINITE
from graphmem.extract.plain.pieces import setting
from graphmem.extract.plain.places import PATH
from graphmem.extract.plain.stacks import at_version, uses
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.plain.values import GENERIC
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import ROLE_HEADS, words
from graphmem.model import Claim

NAME = r"(?P<s>(?:(?:the|our|my)\s+)?[A-Za-z@][\w./@'’+#-]*(?:\s+[\w./@'’+#-]+){0,6}?)"
LINK = (
    r"(?P<v>\s*(?::|=|->|=>|→)\s+|\s*=\s*|(?:\s+(?:there\s+|here\s+)?(?:is|are)|['’]s)\s+(?:(?:now|still"
    r"|currently|always|all|just|at|set to|on)\s+)*)"
)
NOTE = rx.compile(rf"^{NAME}{LINK}(?P<o>\S.*)$", re.IGNORECASE)
BARE = rx.compile(
    rf"^{NAME}\s+(?P<o>{HEDGE}(?P<n>{QUANTITY}))(?P<t>\s+(?:for|on|in|per|at|of|with)\s+.+)?$", re.IGNORECASE
)
AMOUNT = rx.compile(
    rf"^{HEDGE}(?P<n>{QUANTITY})(?P<t>\s*(?:[(,].*|(?:for|on|in|per|at|of|with|by|each|both|\d+n\d|over"
    r"|across|everywhere|now|here)\b.*))?$",
    re.IGNORECASE,
)
COUNTED = rx.compile(r"^(?P<n>\d[\d.,]*k?)\s+(?P<u>[a-z-]+)$", re.IGNORECASE)
PLACED = rx.compile(rf"^(?P<p>{PATH})(?:\s+(?:in|on|for)\s.+)?$", re.IGNORECASE)
REACHED = rx.compile(
    r"^(?P<h>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://\S*[\w/]|(?:[\w-]+\.)+[a-z]{2,8}(?::\d{2,5})?(?:/[\w./~-]*[\w~-])?"
    r"|(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?|[a-z][\w-]*\w:\d{2,5})(?:\s+port\s+(?P<p>\d{2,5}))?(?P<t>\s+"
    r"(?:on|in|for)\s.+)?$",
    re.IGNORECASE,
)
ZONE = rx.compile(r"(?:Africa|America|Asia|Europe|Australia|Pacific|Atlantic)/")
CALLED = rx.compile(rf"^(?P<c>{COMMAND})$", re.IGNORECASE)
DOING = rx.compile(
    rf"^(?:(?:for|to)\s+)?(?:(?:launch|run|start|do)(?:ing)?\s+)?(?:the\s+)?{ACTIVITY}$", re.IGNORECASE
)
TOOLED = rx.compile(
    rf"^(?:(?:an?|the|plain|vanilla|good old|still|all)\s+)*(?P<o>{TOOL})(?:\s+(?P<n>v?\d+(?:\.\d+)*)(?![\w%]))?"
    r"(?P<t>\s*\(.*\)?|\s+(?:for|on|in|with|via|behind|at|everywhere|now|over|under|too|here|site|app"
    r"|project|instance)\b.*)?$",
    re.IGNORECASE,
)
IGNORED_END = words("is are was were be been to of the a an and or with for in on at by from as not no")
# Between commas, and behind "and" what has a label of its own.
PIECES = rx.compile(r"\s*[,;]\s+(?:and\s+)?|\s+and\s+|\s+[-–—]\s+|\.\s+")


class Noted(NamedTuple):
    """What a piece notes, and the label that a piece behind it may leave out."""

    claims: list[Claim]
    label: str


def of_statement(stretch: Stretch) -> list[Claim]:
    """The notes of a whole statement, piece by piece; the first piece tells whether it is notes at all."""
    found: list[Claim] = []
    before = Noted([], "")
    pieces = list(stretch.split(PIECES))
    if len(pieces) > 1 and (told := tools_in_row(pieces)):
        return told
    for place, piece in enumerate(pieces):
        noted = note(piece, before.label, opened=place == 0 or bool(found))
        found += noted.claims
        before = noted if noted.claims else before
    return found


def note(piece: Stretch, before: str, *, opened: bool) -> Noted:
    """What one piece notes."""
    if piece.negated():
        return Noted([], "")
    match = NOTE.match(piece.text)
    if match is not None and fits(piece, match):
        firm = bool(re.search(r"[:=>→]", match["v"]))
        name = named(piece, match)
        claims = first_of(
            (reached, placed, called, amount, version, tool, identifier), piece, match, name, firm
        )
        if claims:
            return Noted(claims, name)
    claims = list(unlabelled(piece, before)) if opened else []
    if claims:
        return Noted(claims, before)
    match = BARE.match(piece.text) if opened else None
    if match is not None and fits(piece, match):
        name = label(piece, match.span("s"), most=4)
        claims = list(juxtaposed(piece, match, name, before)) if name else []
        return Noted(claims, name)
    return Noted([], "")


def fits(piece: Stretch, match: re.Match[str]) -> bool:
    """True when the words in front are the name of something and no order, report or sentence."""
    name = named(piece, match)
    parts = name.lower().split()
    inside = piece.between(*match.span("s"))
    if (
        not parts
        or set(parts) & (NO_LABEL | HOLLOW - NAMED_BY - PARAMETERS - IGNORED_END)
        or parts[0] in VERBS
    ):
        return False
    if parts[-1] in IGNORED_END or parts[0] in IGNORED_END or any(word.pos == "AUX" for word in inside):
        return False
    firm = match.re == NOTE and bool(re.search(r"[:=>→]", match["v"]))
    if not firm and any(
        word.tag in FINITE and word.text.islower() and word.lower not in PARAMETERS | COMPONENTS
        for word in inside
    ):
        return False
    return not any(word.entity == "PERSON" and len(inside) == 1 for word in inside)


def named(piece: Stretch, match: re.Match[str]) -> str:
    """The label in front, or what stands before its preposition: "kernel on all nodes" is the kernel."""
    found = label(piece, match.span("s"), most=7)
    if found:
        return found
    front = re.match(r".+?(?=\s+(?:on|in|for|of|at)\s)", match["s"])
    return label(piece, (match.start("s"), match.start("s") + front.end())) if front else ""


def reached(piece: Stretch, match: re.Match[str], name: str, _: bool) -> Iterator[Claim]:
    """ "Staging: https://stage.example.dev", "the repo is github.com/a/b"."""
    found = REACHED.match(match["o"].strip(" .<>"))
    if found is None or (
        re.fullmatch(PATH, found["h"])
        and not re.search(r"[./](?:com|org|net|io|dev|app|internal)\b", found["h"])
    ):
        return
    if re.search(
        r"\.(?:py|js|ts|go|rs|md|ya?ml|json|toml|sh|txt|cfg|c|h|cpp|java|kt|gd|php|rb)$", found["h"]
    ):
        return
    if head_of(name) in NAMED_BY - words("repo repository domain remote host target") or (
        not re.search(r"[a-z]", found["h"]) and not found["h"][:1].isdigit()
    ):
        return
    if re.fullmatch(r"\d+(?:\.\d+){1,2}", found["h"]):
        return
    party = part(piece, match.span("s"), "reachable_at")
    if party is None:
        return
    yield about(piece, party, "reachable_at", found["h"])
    if found["p"]:
        yield about(piece, party, "listens_on", f"port {found['p']}")


def placed(piece: Stretch, match: re.Match[str], name: str, firm: bool) -> Iterator[Claim]:
    """ "Captures: captures/2024"."""
    found = PLACED.match(match["o"].strip(" ."))
    if found is not None and ZONE.match(found["p"]):
        return
    if (
        found is None
        or not firm
        or re.fullmatch(r"[\w.]+/(?:day|month|mo|s|min|h|hour|key|user|year|week)", found["p"])
    ):
        return
    if DOING.match(name) and found["p"].startswith("./"):
        return
    party = part(piece, match.span("s"), "located_in")
    start = match.start("o") + match["o"].find(found["p"])
    thing = thing_at(piece, start, start + len(found["p"]), "file")
    if party is not None and thing is not None:
        yield about(piece, party, "located_in", thing._replace(name=found["p"], kind="file"))


def called(piece: Stretch, match: re.Match[str], name: str, _: bool) -> Iterator[Claim]:
    """ "Lint: ruff check .", "for the tests: make check"."""
    found = CALLED.match(match["o"].strip(" ."))
    if found is None or not DOING.match(name):
        return
    command = next(found[group] for group in ("c1", "c2", "c3") if found[group])
    if " " not in command and not found["c1"]:
        return
    party = part(piece, match.span("s"), "run_with")
    if party is not None:
        yield about(piece, party, "run_with", command, text=f"The {name} is run with `{command}`")


def amount(piece: Stretch, match: re.Match[str], name: str, firm: bool) -> Iterator[Claim]:
    """ "Refresh token = 30 days", "the hard cap is 200"."""
    found = AMOUNT.match(match["o"].strip(" ."))
    if found is None or (re.fullmatch(rf"{VERSION}", found["n"]) and not parameter(name)):
        return
    united = bool(UNITED.match(found["n"].strip()))
    if re.fullmatch(r"\d{2,5}", found["n"]) and "port" in name.lower().split():
        return
    if not firm and vague(name):
        return
    if not (
        parameter(name)
        or (firm and (united or len(name.split()) > 1))
        or (united and piece.text.islower() is False and parameter(name))
    ):
        return
    if re.match(r"(?:19|20)\d\d$", found["n"].strip()) or piece.reading.ontology.known(name):
        return
    yield valued(piece, name, found["n"], found["t"] or "")


def vague(name: str) -> bool:
    """True for what says nothing without whose: "the limit is 5"."""
    return name.lower() in GENERIC


def parameter(name: str) -> bool:
    """True for what a number can be the value of."""
    parts = re.split(r"[\s/-]+", re.split(r"\s+(?:of|for|in|on|at|per)\s+", name.lower())[0])
    return bool(parts) and (
        parts[-1] in PARAMETERS or parts[0] in {"max", "min", "maximum", "minimum", "default"}
    )


def valued(piece: Stretch, name: str, number: str, tail: str) -> Claim:
    """A setting with what it holds for."""
    tail = re.sub(r"\b(?:our|my)\b", "the", tail.strip(" .,("))
    where = tail if re.match(r"(?:for|on|in|per|at)\b", tail) and len(tail.split()) < 6 else ""
    value = number.strip(" .,")
    if name.lower().endswith(" every"):
        return setting(piece, name[: -len(" every")], f"every {value}", f"The {name} {value}")
    verb = "are" if re.search(r"[a-z]s$", name) and not name.endswith("ss") else "is"
    qualifier = f"{name} {where}".strip()
    return setting(piece, qualifier, value, f"The {qualifier} {verb} {value}")


def juxtaposed(piece: Stretch, match: re.Match[str], name: str, before: str) -> Iterator[Claim]:
    """ "Learning rate 3e-4", "api timeout 10s", and behind it "min 3"."""
    last = name.lower().split()[-1]
    if not (last in PARAMETERS or parameter(name) or UNITED.match(match["n"].strip())):
        return
    if piece.reading.ontology.known(name) or re.match(r"(?:19|20)\d\d$", match["n"].strip()):
        return
    if any(
        (word.tag in {"VB", "VBP", "VBZ", "VBD"} or word.pos in {"ADP", "PRON"})
        and word.lower not in PARAMETERS | {"of"}
        for word in piece.between(*match.span("s"))
    ):
        return
    if last in {"starting", "beginning", "ending"}:
        return  # "backoff exponential starting at 200ms"
    if last in {"min", "max", "default"} and len(name.split()) == 1 and before:
        base = " ".join(word for word in before.split() if word.lower() not in {"min", "max", "default"})
        name = f"{base} {name}"
    yield valued(piece, name, match["n"], match["t"] or "")


def unlabelled(piece: Stretch, before: str) -> Iterator[Claim]:
    """Behind a labelled piece: "90 on play internal", "20 epochs", "192.168.7.20"."""
    if not before:
        return
    text = piece.text.strip(" .")
    counted = COUNTED.match(text)
    if counted is not None:
        unit = counted["u"].lower()
        if unit in PARAMETERS:
            yield valued(piece, unit, f"{counted['n']} {unit}", "")
        return
    found = AMOUNT.match(text)
    if found is not None and found["t"] and re.match(r"\s*(?:on|for|in|per|at)\b", found["t"]):
        yield valued(piece, before, found["n"], found["t"])


def version(piece: Stretch, match: re.Match[str], name: str, firm: bool) -> Iterator[Claim]:
    """ "haproxy -> 2.8", "kernel on all nodes is 6.1 lts"."""
    found = re.match(
        rf"^(?:version\s+)?(?:the\s+)?(?P<n>{VERSION})(?:\s+lts)?(?P<t>\s+(?:in|on|for|and)\s.*)?$",
        match["o"].strip(" ."),
        re.IGNORECASE,
    )
    if found is None or parameter(name):
        return
    base = re.split(r"\s+(?:of|for|in|on|at|per)\s+", name)
    what = base[1] if head_of(name) == "version" and len(base) > 1 else re.sub(r"\s+version$", "", base[0])
    what = re.sub(r"^(?:the|our|my)\s+", "", what)
    if len(what.split()) > 2 or not (
        firm or piece.reading.ontology.known(what) or head_of(what) in VERSIONED or "-" in what
    ):
        return
    start = match.start("s") + match["s"].lower().find(what.lower())
    thing = thing_at(piece, start, start + len(what))
    if thing is not None and thing.name:
        yield at_version(piece, thing, found["n"].lstrip("v"))


def tool(piece: Stretch, match: re.Match[str], name: str, firm: bool) -> Iterator[Claim]:
    """ "queue: nats", "offline db = drift (sqlite)", "app is flutter 3.22"."""
    found = TOOLED.match(match["o"].strip(" ."))
    head = head_of(name)
    if found is None or head in ROLE_HEADS | {"ai"} or len(name.split()) > 4:
        return
    if re.fullmatch(r"[A-Z][a-z]+-[A-Z][a-z]+", found["o"]):
        return  # "Mei-Lin"
    component = bool({head, name.lower()} & COMPONENTS) or head.endswith(("db", "ing"))
    numbered = bool(found["n"])
    start = match.start("o") + match["o"].find(found["o"])
    read = word_at if component and firm else tool_at
    thing = read(piece, start, start + len(found["o"]))
    if thing is None or thing.name.lower() in {"true", "false", "none", "null", "yes", "no", "on", "off"}:
        return
    sure = piece.reading.ontology.known(thing.name) != ""
    if not (
        component or (firm and sure and numbered) or (sure and numbered and head in PLACES)
    ) or re.fullmatch(VERSION, thing.name):
        return
    if not firm and not sure and not numbered and not component:
        return
    if head_of(name) in words("ci stack app") or component:
        yield uses(piece, thing, "" if head in {"stack", "app", "project"} else name)
    if numbered and not re.fullmatch(r"(?:19|20)\d\d", found["n"]):
        yield at_version(piece, thing, found["n"].lstrip("v"))


def identifier(piece: Stretch, match: re.Match[str], name: str, firm: bool) -> Iterator[Claim]:
    """ "Bundle id: com.tern.app", "lock table is tf-locks"."""
    if head_of(name) in nouns("abstract"):
        return  # "the response is JSON"
    value = match["o"].strip(" .`\"'")
    if CODE.fullmatch(value) and head_of(name) in NAMED_BY and (len(name.split()) > 1 or firm):
        yield setting(piece, name, value)


def tools_in_row(pieces: list[Stretch]) -> list[Claim]:
    """ "dbt 1.8, snowflake, looker on top": nothing but names of tools, and one of them with its number."""
    found: list[Claim] = []
    numbered = False
    for piece in pieces:
        match = TOOLED.match(piece.text.strip(" ."))
        thing = None if match is None else word_at(piece, *match.span("o"))
        if (
            match is None
            or thing is None
            or any(
                word.pos in {"VERB", "AUX", "PRON"}
                and not word.technical
                and word.lower != thing.name.lower()
                for word in piece.words
            )
        ):
            return []
        found.append(uses(piece, thing, when=When()))
        if match["n"] and (
            thing.head.technical is not None or "." in match["n"] or piece.reading.ontology.known(thing.name)
        ):
            found.append(at_version(piece, thing, match["n"].lstrip("v")))
            numbered = True
    return found if numbered and ADDRESS.search(pieces[0].text) is None else []
