"""What runs what, and when: "widget tests run via melos", "codemagic builds everything", "times out after 8 s"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.typed import (
    ACTIVITY,
    COMMAND,
    COMMAND_WORDS,
    SHOP,
    TOOL,
    about,
    head_of,
    label,
    part,
    shoptalk,
    tool_at,
)
from graphmem.extract.broad.wiring import POINTING, named
from graphmem.extract.first import first_of
from graphmem.extract.plain.pieces import setting
from graphmem.extract.plain.stacks import uses
from graphmem.extract.plain.stretch import Stretch
from graphmem.model import Claim

RUN_BY = rx.compile(
    rf"^(?:(?P<a>(?:the\s+|our\s+)?{ACTIVITY})\s+(?:runs?|gets?(?:\s+\w+(?:ed|t|n))?|(?:is|are)\s+\w+(?:ed|t"
    rf"|n)|compiles? for \w+,?|goes?|starts?)\s+(?:via|with|using|by|through)\s+(?P<k>{COMMAND})"
    r"|(?:run|launch|start|seed|build|flash|bake|deploy|format|lint|generate|apply|execute)\s+(?P<b>"
    r"(?:the\s+|our\s+)?[\w-]+(?:\s+[\w-]+)?)\s+(?:with|via|using|by|through)\s+"
    rf"(?P<l>{COMMAND.replace('c1', 'd1').replace('c2', 'd2').replace('c3', 'd3')}))(?P<t>\s*,.*)?$",
    re.IGNORECASE,
)
DOES_ALL = rx.compile(
    rf"^(?P<o>{TOOL})\s+(?:now\s+|still\s+)?(?:builds|handles|hosts|runs|does|serves|deploys|sends|renders"
    r"|manages|tracks|monitors|collects|formats|lints|bundles|delivers|powers|schedules|signs|stores"
    r"|covers)\s+"
    rf"(?:all\s+(?:of\s+)?)?(?P<s>(?:the\s+|our\s+)[\w -]{{2,25}}?|everything|builds|deploys|logs|metrics"
    r"|emails|releases|payments|backups|crashes)(?:\s+for us|\s+here|\s+now)*$",
    re.IGNORECASE,
)
TIMED = rx.compile(
    r"^(?P<s>[^,;]+?)\s+(?P<v>times? out|expires?|gives up|retries|fails over|kicks? off|fires?|starts?)\s+"
    r"(?:after|in|every|at)\s+(?P<n>\d[\d.,:]*\s?(?:utc|cet|[a-z]+)?(?:\s(?:attempts|tries|utc|cet))?)$",
    re.IGNORECASE,
)
QUOTED = rx.compile(
    r"^(?:(?:run|launch|start|seed|build|flash|deploy|format|lint|generate)\s+)?"
    r"(?P<s>everything|(?:the\s+|our\s+|all\s+)?[\w-]+(?:\s+[\w-]+)?)\s+(?:with|via|using)\s+(?P<k>[a-z./][\w./-]*\s.+)$",
    re.IGNORECASE,
)
SPOKEN = {"time": "timeout", "expire": "expiry", "kick": "schedule", "fire": "schedule", "start": "schedule"}


@rx.only_where(RUN_BY, QUOTED, DOES_ALL, TIMED)
def of_piece(piece: Stretch) -> list[Claim]:
    """What one piece tells of commands, helpers and times."""
    if piece.negated() or re.match(r"(?:when|after|before|while|because|so)\b", piece.text, re.IGNORECASE):
        return []
    return first_of((run_by, quoted, does_all, timed), piece)


def run_by(piece: Stretch) -> Iterator[Claim]:
    """ "Widget tests run via melos run test", "seed the db with pnpm db:seed"."""
    match = RUN_BY.match(piece.text)
    if match is None:
        return
    group = "a" if match["a"] else "b"
    command = next((match[one] for one in ("c1", "c2", "c3", "d1", "d2", "d3") if match[one]), "").rstrip(
        " ."
    )
    if " " not in command and "/" not in command and not (match["c1"] or match["d1"]):
        return
    if POINTING.search(match[group]) or (re.search(r"\s\d+(?:\.\d+)*$", command) and command.count(" ") == 1):
        return
    name = label(piece, match.span(group))
    party = part(piece, match.span(group), "run_with")
    if name and party is not None:
        yield about(piece, party, "run_with", command, text=f"The {name} is run with `{command}`")


def quoted(piece: Stretch) -> Iterator[Claim]:
    """ "Start everything with `docker compose up`", "tests with `make test`"."""
    match = QUOTED.match(piece.text)
    if match is None or POINTING.search(match["s"].lower().replace("everything", "")):
        return
    if re.fullmatch(COMMAND_WORDS, match["k"].split()[0]) is None:
        return
    name = re.sub(r"^(?:the|our|all)\s+", "", match["s"].lower())
    party = part(piece, match.span("s"), "run_with")
    verb = "are" if name.endswith("s") else "is"
    command = match["k"].strip("` .")
    if party is not None:
        yield about(piece, party, "run_with", command, text=f"The {name} {verb} run with `{command}`")


def does_all(piece: Stretch) -> Iterator[Claim]:
    """ "Codemagic builds everything for us"."""
    match = DOES_ALL.match(piece.text)
    if match is None:
        return
    thing = tool_at(piece, *match.span("o"), loose=not re.search(r"[A-Z]", match["o"]))
    if thing is None or any(word.entity == "PERSON" for word in piece.between(*match.span("o"))):
        return
    known = piece.reading.ontology.known(thing.name)
    if known or (thing.name.islower() and re.search(r"everything|for us", match[0])):
        yield uses(piece, thing, re.sub(r"^(?:the|our)\s+", "", match["s"]))


def timed(piece: Stretch) -> Iterator[Claim]:
    """ "The webhooks endpoint times out after 8 seconds"."""
    match = TIMED.match(piece.text)
    name = named(piece, match) if match else ""
    if (
        match is not None
        and name
        and (shoptalk(piece) or head_of(name) in SHOP)
        and re.search(r"times? out|expires?|gives|retries|fails|kicks|fires", match["v"])
    ):
        verb = match["v"].lower()
        yield setting(
            piece,
            f"{name} {next((noun for key, noun in SPOKEN.items() if key in verb), 'retries')}",
            match["n"].strip(),
            f"The {piece.text[match.start('s') :].removeprefix('the ').removeprefix('The ')}",
        )
