"""Where the parts of a project are, in plain words: "logs end up in /var/log/heron", "the repo's at github.com/a/b"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS, MORE_ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.plain.shapes import party_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

HOST = (
    r"(?:https?://\S*[\w/]|(?:[\w-]+\.)+(?:internal|local|lan|corp|dev|io|com|org|net|example|test"
    r"|cloud|app|ai|co|sh|xyz|eu|de|in)(?::\d{2,5})?(?:/[\w./~-]*[\w~-])?"
    r"|(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?|localhost:\d{2,5}(?:/\S*\w)?|[a-z][\w-]*[\w]:\d{2,5})"
)
PATH = (
    r"(?:(?:~|\.{1,2})?/[\w.@*{}<>-]+(?:/[\w.@*{}<>-]+)*/?|[\w.@-]+(?:/[\w.@*{}<>-]+)+/?|[\w-]+/"
    r"|s3://\S+\w|gs://\S+\w|[\w-]+\.(?:ya?ml|toml|json|ini|conf|cfg|env|tf|sql|md|py|ts|js|lock"
    r"|txt|csv|db|sqlite))"
)
KEEPER = (
    r"(?:(?:an?|the|our|one|its own|two)\s+)?(?:(?!in\b|on\b|of\b)[\w.-]+\s+){0,3}?(?:bucket"
    r"|buckets|volume|vault|database|db|cluster|schema|table|spreadsheet|drive|wiki|repo"
    r"|repository|monorepo|queue|topic|registry|s3|gcs|r2|minio|glacier|redis|postgres|memcached"
    r"|elasticsearch|sharepoint|confluence|notion|dropbox|airtable|1password|bitwarden|doppler|ssm"
    r"|keychain|secrets manager|parameter store|nas|configmap|config map)\b(?:\s+(?:bucket|buckets"
    r"|db|database|table|instance|cluster|server|storage|streams?|store|vault)\b)?"
)
LIES = (
    r"(?:(?:is|are|was|were|moved|gets?|live|lives|sits?|goes?|ends? up|lands?|gets?|stays?|can be"
    rf" found|reside|resides|belongs?){MORE_ADVERBS}"
    r"(?:\s+(?:thrown|dumped|put|stored|kept|saved|written|uploaded|archived|backed up|cached"
    r"|pushed|synced|found|located|exposed|moved|served|reachable|available|hosted|shipped|sent"
    r"|copied|checked in|checked out|mounted|streamed|collected|tracked|managed|defined"
    r"|configured|declared|running|up))?)"
)
PLACED = rx.compile(
    rf"^(?P<s>[^,;:]+?)\s+(?P<v>{LIES}(?:\s+(?:back|over|straight|directly))?\s+(?:in|into|at|on"
    rf"|under|to|inside|onto|behind|via|by))\s+(?:(?:the|our|a)\s+)?(?:file\s+|folder\s+"
    rf"|directory\s+|path\s+|dir\s+)?(?P<o>{HOST}|{PATH})(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
KEPT = rx.compile(
    rf"^(?P<s>[^,;:]+?)\s+(?P<v>{LIES}\s+(?:in|into|on|to|inside"
    rf"|onto))\s+(?P<o>{KEEPER})(?:\s+(?:called|named)\s+(?P<n>[\w.-]+)"
    rf"|\s*,\s*(?P<m>[a-z][\w.]*-[\w.-]+))?(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
FOUND = rx.compile(
    rf"^(?:you(?:'ll| can| will)?|i|we)\s+(?:find|keep|have|store|put|see|get"
    rf"|reach)\s+(?:all\s+)?(?P<s>(?:the|our|my|all)\s+[^,;:]+?)\s+(?P<v>in|at|under|on"
    rf"|inside)\s+(?:the\s+)?(?P<o>{HOST}|{PATH})(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
TOLD = rx.compile(
    rf"^(?P<s>(?:(?:the|our|my)\s+)?[\w'’./ -]+?)\s*(?:\s(?P<v>is|are)|:|=|->"
    rf"|→)\s+(?:now\s+)?(?P<o>{HOST}|{PATH})(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
BESIDE = rx.compile(
    rf"^(?P<s>(?:(?:the|our|my)\s+)?[\w-]+(?:\s[\w-]+)?)\s+(?:sits?|lives?|is"
    rf"|are)\s+[^()]*\(\s*(?P<o>{PATH})\s*$",
    re.IGNORECASE,
)
PLACES = (BESIDE, KEPT, PLACED, FOUND, TOLD)
LISTENS = rx.compile(
    rf"^(?P<s>[^,;]+?)\s+{ADVERBS}(?P<v>is|are|listens?|runs?"
    r"|serves?|binds?|answers?|is (?:served|exposed|up|running|listening|bound|reachable"
    r"|available)|sits?|starts?|comes up|moved)\s+(?:now\s+|still\s+)?(?:on|at"
    r"|to)\s+(?:port\s+|tcp\s+|udp\s+)?:?(?P<p>\d{2,5})(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
PORT_NOTE = rx.compile(
    r"^(?P<s>(?:(?:the|our)\s+)?[\w./ -]+?)\s*(?:\s(?P<v>uses|has|takes|is|got)\s+|[:=]\s*"
    r"|\s)(?:now\s+)?port\s+:?(?P<p>\d{2,5})(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
LEVEL = rx.compile(
    r"^(?:(?:the|our|my)\s+)?(?P<s>(?:default|main|base|release|log|debug|isolation"
    r"|compression|primary|staging|prod(?:uction)?|dev|target|minimum|required|ssh|db|api"
    r"|admin|service|bucket|cluster|container|docker|git|aws|gcp|azure|deploy|node|npm"
    r"|rest)\s+(?:[\w-]+\s+)?(?:branch|level|region|zone|timezone|locale|language|currency"
    r"|encoding|charset|user|username|namespace|environment|profile|registry|format|strategy"
    r"|engine|mode|driver|backend|license|editor|shell|account|project|theme|host|hostname"
    r"|name|channel|port|schema))(?:\s+(?:in|for|on)\s+(?P<q>[\w-]+))?\s*(?:\s(?:is|=)"
    r"|:)\s+(?:set to\s+|now\s+|still\s+"
    r"|called\s+)?(?P<o>[\"'`]?[\w][\w./+-]*[\"'`]?)(?P<t>\s+(?:everywhere|in|for|on"
    r"|by)\b.*)?$",
    re.IGNORECASE,
)
NO_TAIL = rx.compile(
    r"^\s+(?:\d|%|percent|users?|people|minutes?|seconds?|hours?|days?|weeks?|years?|k\b|m\b|gb|mb"
    r"|ms|rows?|req|euros?|dollars?|and\b|or\b|[a-z]+s\b)",
    re.IGNORECASE,
)
NOT_VALUES = words(
    "broken down wrong fine missing great good bad slow up it that this here there a an the not"
    " always never too very more less different unknown same gone ok okay done new old"
)
NOT_PLACED = words(
    "i you he she they we it this that bug error problem issue typo meeting question answer call"
    " line fix change failure"
)


@rx.only_where(PLACES, LISTENS, PORT_NOTE, LEVEL)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The places and ports of one piece."""
    if not stretch.reading.by_user or stretch.negated():
        return
    yield from first_of((port, level, placed), stretch)


def subject(stretch: Stretch, start: int, end: int, kinds: tuple[str, ...]) -> Party | None:
    """What lies or listens somewhere: a known thing, or a part of the project."""
    label = label_of(stretch, start, end)
    if (
        not label
        or NOT_PLACED & set(label.lower().split())
        or re.match(r"(?:in|on|at|for)\b", label, re.IGNORECASE)
    ):
        return None
    inside = [word for word in stretch.between(start, end) if word.lower not in {"'s", "’s", "all"}]
    party = party_of(stretch, inside, kinds) if inside else None
    if party is not None and (party.user or party.mention.kind in {"person", "animal"}):
        return None
    if party is None:
        low, high = stretch.reading.sentence.passage.source(inside[0].start, inside[-1].end)
        kind = next((one for one in ("service", "project", "file") if not kinds or one in kinds), "concept")
        party = Party(Mention(stretch.reading.message.id, low, high, label, kind), f"The {label}")
    return party


@rx.only_where(PLACES)
def placed(stretch: Stretch) -> Iterator[Claim]:
    """ "Dashboards are at grafana.internal:3000", "uploads are thrown into a MinIO bucket called inbox"."""
    for pattern in PLACES:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        target = match["o"].strip(" .,")
        tail = bare((match.groupdict().get("t") or "").strip())
        if tail and not re.match(
            (r"(?:in|on|for|with|behind|rotated|as|per|by|and|now|of|one|under|from|inside)\b"), tail
        ):
            return
        if (
            pattern is KEPT
            and target.split()[0].lower() in {"the", "our"}
            and len(target.split()) == 2
            and not match["n"]
        ):
            return
        if pattern is TOLD:
            yield from addressed(stretch, match, target)
        else:
            yield from lying(stretch, match, target)
        return


def addressed(stretch: Stretch, match: re.Match[str], target: str) -> Iterator[Claim]:
    """ "Mailhog's UI: http://localhost:8025", "jump host is bastion02.corp.lan"."""
    label = label_of(stretch, *match.span("s"))
    if label and not NOT_PLACED & set(label.lower().split()) and re.search(r"[./:]", target):
        yield setting(stretch, label, target)


def lying(stretch: Stretch, match: re.Match[str], target: str) -> Iterator[Claim]:
    """A part of the project and the path, the address or the store that holds it."""
    reading = stretch.reading
    kept = match.re == KEPT
    name = (
        "stored_in"
        if kept
        or re.search(
            r"stored|kept|saved|written|uploaded|archived|backed|dumped|thrown|goes?\b|ends? up|lands?"
            r"|put|pushed|sent|copied|s3://|gs://",
            match[0],
            re.IGNORECASE,
        )
        else "located_in"
    )
    predicate = reading.ontology.predicate(name)
    party = subject(stretch, *match.span("s"), predicate.domain)
    behind = stretch.between(*match.span("o"))
    if party is None or not behind:
        return
    shown = re.sub(r"^(?:an?|the|our|one|its own)\s+", "", target, flags=re.IGNORECASE)
    label = match["n"] or match["m"] if kept else None
    full = f"{shown} {label}" if label else shown
    kind = "technology" if kept else "url" if "://" in target or re.fullmatch(HOST, target) else "file"
    start = behind[0].start + target.lower().find(shown.lower())
    thing = Thing(
        full if not label else shown, kind, start, start + len(shown), True, True, False, behind[-1]
    )
    when = reading.when(stretch.clause())
    text = stated(
        reading,
        party,
        predicate,
        full if not kept else f"the {full}" if label is None and shown != target else full,
        mode="asserts",
        when=when,
    )
    if kept and not reading.ontology.known(shown):
        yield reading.claim(party, name, text, value=full, when=when, confidence=0.7)
    else:
        yield reading.claim(party, name, text, thing=thing, kind=kind, when=when, confidence=0.7)


def port(stretch: Stretch) -> Iterator[Claim]:
    """ "Vite's dev server is on 5174 because 5173 was taken"."""
    match = LISTENS.match(stretch.text) or PORT_NOTE.match(stretch.text)
    if match is None or NO_TAIL.match(match["t"] or "") or not 20 < int(match["p"]) < 65536:
        return
    told = re.search(r"\bport\b|listen|bind|bound|\bserve|:\d", match[0], re.IGNORECASE) is not None
    reading = stretch.reading
    predicate = reading.ontology.predicate("listens_on")
    party = subject(stretch, *match.span("s"), predicate.domain)
    if party is None or party.mention.kind not in predicate.domain:
        return
    behind = stretch.between(match.start("t"), match.end("t")) if match["t"] else []
    counted = bool(behind) and behind[0].pos in {"NOUN", "ADJ"}  # "the app is at 1200 daily users"
    if not told and (counted or len(match["p"]) < 4 or 1900 <= int(match["p"]) <= 2100):
        return
    when = reading.when(stretch.clause())
    value = f"port {match['p']}"
    text = stated(reading, party, predicate, value, mode="asserts", when=when)
    yield reading.claim(party, "listens_on", text, value=value, when=when, confidence=0.75)


def level(stretch: Stretch) -> Iterator[Claim]:
    """ "Default branch is trunk", "log level in prod is WARN"."""
    match = LEVEL.match(stretch.text)
    if match is None or match["o"].lower().strip("\"'`") in NOT_VALUES:
        return
    told = stretch.between(*match.span("o"))
    if not told or (told[0].tag in {"VBG", "RB", "JJR", "JJS"} and told[0].text.islower()):
        return
    label = match["s"].lower() + (f" in {match['q']}" if match["q"] else "")
    value = match["o"].strip("\"'`.")
    yield setting(stretch, label, value, finish(f"The {label} is {value}"))
