"""How the parts of a system hang together: where they run, where their data lies, what they call and what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.broad.typed import (
    COMPONENTS,
    HOLLOW,
    MACHINE,
    SHOP,
    TOOL,
    about,
    head_of,
    label,
    part,
    shoptalk,
    thing_at,
    tool_at,
)
from graphmem.extract.first import first_of
from graphmem.extract.plain.places import HOST, PATH
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import words
from graphmem.model import Claim

STRAIGHT = (
    r"(?:(?:all|now|still|just|also|always|both|currently|mostly|directly|only|already|usually|physically"
    r"|actually|simply"
    r"|entirely|over|back|straight|automatically|mainly)\s+)*"
)
NAME = (
    r"(?P<s>(?:(?:the|our|my|all|all the|all our|every|each)\s+)?[\w./@'’+#-]+(?:\s+(?:of|for"
    r"|in)?\s*[\w./@'’+#-]+){0,4}?)"
)
TAIL = (
    r"(?P<t>\s+(?:since|for|with|via|over|behind|in|on|at|under|by|because|so|as|now|too|these days|called"
    r"|named|and|until|till|next to)\b.*|\s*[,(].*)?$"
)
MACHINES = rf"(?:(?:an?|the|our|my|one|two|three|four|\d+)\s+)?(?:[\w.$€-]+\s+){{0,3}}?{MACHINE}"
RUN_VERB = (
    r"(?:runs?|is running|are running|lives?|sits?|stays?|is staying|is|are|is hosted|are hosted|is deployed"
    r"|are deployed"
    r"|gets? deployed|serves?|is served|trains?|builds?|resides?|is installed|has moved|moved|comes? out"
    r"|come out|executes?)"
)
RUNS = rx.compile(
    rf"^{NAME}\s+{STRAIGHT}(?P<v>{RUN_VERB})\s+{STRAIGHT}(?P<p>on|at|from|of|in|off)\s+(?P<o>{MACHINES}|"
    rf"(?P<h>[a-z][\w-]*-\d+|[a-z]{{2,}}\d{{1,3}}|{HOST})|(?P<k>{TOOL}))"
    rf"(?P<t>\s+(?:in|at|with|under|behind|since|now|for|by)\b.*)?$",
    re.IGNORECASE,
)
KEPT = rx.compile(
    rf"^{NAME}\s+{STRAIGHT}(?P<v>(?:is|are|get|gets|was|were|has been|have been|be)(?:\s+{STRAIGHT}(?:stored"
    r"|stocked|kept|saved|put|dumped|placed|written(?! in)"
    r"|archived|served|persisted|cached|collected|synced|pushed|uploaded|mirrored|located|checked in|tracked"
    r"|held|hosted|backed up))?"
    r"|lives?|sits?|goes?|lands?|ends? up|stays?|resides?|reside|go|flow|flows|gets? shipped|gets? sent)"
    rf"\s+{STRAIGHT}(?P<p>in|into|on|to|onto|under|at|inside|from)\s+(?P<o>(?:(?:an?|the|our)\s+)?(?:"
    r"(?P<b>bucket|table|topic|queue|volume|folder|share|database|repo|index|cluster)\s+(?:called"
    r"|named)\s+)?"
    rf"(?P<x>[a-z0-9+]+://[^\s,;)]+|{PATH}|(?:{TOOL})(?:\s+(?:bucket|sheet|drive|volume|cluster|db|database"
    rf"|sector|partition|table|instance|store|server|share|repo|project|board))?|(?:[\w-]+\s+){{0,3}}"
    r"(?:bucket|sector|keychain|db|database|partition|nas|eeprom|flash|volume|vault|drive|sheet|wiki)))"
    rf"(?:\s+(?:bucket|volume)?\s*(?:called|named)\s+(?P<n>[\w./-]+))?{TAIL}",
    re.IGNORECASE,
)
DATA = words(
    "image images picture pictures photo photos video videos event events log logs trace traces metric"
    " metrics backup backups file files recording recordings token tokens secret secrets state notebook"
    " notebooks capture captures data dataset datasets upload uploads attachment attachments artifact"
    " artifacts dump dumps snapshot snapshots report reports record records document documents runbook"
    " runbooks password passwords credential credentials key keys cert certs checkpoint checkpoints"
    " weights embedding embeddings vector vectors feature features label labels session sessions cookie"
    " cookies asset assets sprite sprites texture textures save saves config configs configuration"
    " settings calibration translation translations string strings message messages email emails"
    " transcript transcripts order orders invoice invoices user users account accounts customer"
    " customers analytics telemetry crash crashes errors design designs mockups docs documentation model"
    " models migration migrations script scripts schema schemas spec specs image binary binaries build"
    " builds package packages container containers thumbnails avatars media parquet csv csvs table"
    " tables ticket tickets firmware database job jobs queue history payload payloads payment payments"
    " results preferences"
)
REACHES = rx.compile(
    rf"^{NAME}\s+{STRAIGHT}(?:is|are|sits?|lives?|runs?|listens?|answers?|can be (?:found|reached)|is "
    rf"(?:reachable|available|served|exposed))(?:\s+(?:behind|on|via)\s+(?:the\s+)?[\w-]+)?\s+{STRAIGHT}"
    rf"(?:at|on|under)\s+(?P<o>https?://\S*[\w/]|{HOST}){TAIL}",
    re.IGNORECASE,
)
NEEDS = rx.compile(
    rf"^{NAME}\s+{STRAIGHT}(?:needs?|requires?|depends? (?:on|of)|relies on|rely on|calls?|hits?|talks? (?:to"
    r"|with)|speaks? (?:to|with)|connects? (?:to|with)|is (?:connected|coupled) (?:to|with)"
    r"|reads? from|writes? to|consumes? from|subscribes? to|polls?|queries|goes? through|go through|is built"
    r" on(?: top of)?|sits? on top of|is backed by|are backed by|wraps?|is blocked (?:on|by))\s+"
    rf"{STRAIGHT}(?P<o>(?:both\s+)?(?:the\s+|our\s+)?[\w./@+#-]+(?:\s+[\w./@+#-]+){{0,3}}?(?:\s+and\s+"
    rf"(?:the\s+|our\s+)?[\w./@+#-]+(?:\s+[\w./@+#-]+){{0,2}}?)?)"
    r"(?P<t>\s+(?:to be|to (?:start|work|run|boot|build|function)|over|via|through|with|for|before|when|at"
    r"|by|using|in order|first|on)\b.*|\s*,.*)?$",
    re.IGNORECASE,
)
MADE = rx.compile(
    rf"^{NAME}\s+(?:is|are|was)\s+{ADVERBS}(?:(?:an?|plain|pure|written in|built "
    rf"(?:in|with|on)|coded in|done in)\s+)+(?P<o>{TOOL})"
    r"(?:\s+(?P<n>\d[\d.]*))?(?:\s+(?P<w>app|application|monolith|service|site|website|project|package"
    r"|module|library|lib|script|plugin|extension|binary|backend|frontend|server|daemon|classifier|model"
    r"|pipeline|worker|bot|cli|tool|game))?"
    rf"(?:\s+(?P<l>on|with|using|in|over)\s+(?P<m>{TOOL})(?:\s+(?P<q>\d[\d.]*))?)?{TAIL}",
    re.IGNORECASE,
)
EXCEPT = rx.compile(
    r"\b(?:except|but|apart from|besides)\s+(?P<s>(?:the|our)\s+[\w-]+)(?:,)?\s+(?:which|that)(?:['’]s| is|"
    rf" uses| runs on)\s+(?:in\s+)?(?P<o>{TOOL})\b",
    re.IGNORECASE,
)
POINTING = rx.compile(
    r"\b(?:it|this|that|these|those|they|he|she|i|we|you|there|here|what|which|who|one)\b", re.IGNORECASE
)
NO_PARTS = words(
    "problem issue bug error fix question idea meeting answer point reason cause people person team guy"
    " everyone someone everybody family cat dog house car"
)


@rx.only_where(REACHES, KEPT, RUNS, NEEDS, EXCEPT, MADE)
def of_piece(piece: Stretch) -> list[Claim]:
    """What one piece tells of the parts of a system."""
    if piece.negated() or re.match(r"(?:when|after|before|while|because|so)\b", piece.text, re.IGNORECASE):
        return []
    return first_of((reaches, kept, runs, needs, made), piece)


def named(piece: Stretch, match: re.Match[str], group: str = "s") -> str:
    """The label of what is spoken of, or "" for what points elsewhere or is nobody's part."""
    if POINTING.search(match[group]):
        return ""
    name = label(piece, match.span(group))
    return "" if not name or head_of(name) in NO_PARTS or set(name.lower().split()) <= HOLLOW else name


def party_at(piece: Stretch, match: re.Match[str], predicate: str) -> Party | None:
    """The part in front; never a person."""
    party = part(piece, match.span("s"), predicate)
    return None if party is None or party.mention.kind in {"person", "animal", "place", "food"} else party


def reaches(piece: Stretch) -> Iterator[Claim]:
    """ "Vault sits behind vpn at vault.int.qcorp.net"."""
    match = REACHES.match(piece.text)
    if match is None or not named(piece, match):
        return
    party = party_at(piece, match, "reachable_at")
    if party is not None and re.search(r"[.:]", match["o"]):
        yield about(piece, party, "reachable_at", match["o"].strip(" .,"))


def kept(piece: Stretch) -> Iterator[Claim]:
    """ "All the product images sit in a bucket called orderly-media", "logs go to loki"."""
    match = KEPT.match(piece.text)
    name = named(piece, match) if match else ""
    if match is None or not name:
        return
    heads = {head_of(name), *name.lower().split()}
    data = bool(heads & DATA)
    strong = bool(
        re.search(
            r"stored|stocked|kept|saved|dumped|archived|persisted|written (?:to|into)|cached|uploaded|pushed"
            r"|tracked|collected|backed",
            match["v"],
            re.IGNORECASE,
        )
    )
    if not (data or strong):
        return
    target = match["x"].strip(" .,")
    path = re.fullmatch(rf"{PATH}|[a-z0-9+]+://\S+", target) is not None
    if match["n"]:
        start, end, kind = *match.span("n"), "product"
    else:
        start, end, kind = *match.span("x"), "file" if path else "technology"
    if path:
        thing = thing_at(piece, start, end, kind)
        thing = (
            None if thing is None else thing._replace(name=target, kind="url" if "://" in target else "file")
        )
    elif (
        match["n"]
        or match["b"]
        or re.search(
            r"\b(?:bucket|sector|keychain|db|database|partition|nas|flash|volume|vault|drive|sheet|wiki"
            r"|eeprom|table)$",
            target,
            re.IGNORECASE,
        )
    ):
        thing = thing_at(piece, start, end, kind)
    else:
        loose = (
            data
            and match["p"].lower() in {"in", "to", "into", "on"}
            and not re.match(r"(?:is|are)$", match["v"])
        )
        thing = tool_at(piece, start, end, loose=loose or strong)
    lies = "stored_in" if strong or not path or "://" in target else "located_in"
    party = party_at(piece, match, lies)
    if (
        thing is None
        or party is None
        or (not path and not match["n"] and set(thing.name.lower().split()) <= HOLLOW | NO_PARTS)
    ):
        return
    yield about(piece, party, lies, thing, when=piece.reading.when(piece.clause()))


def runs(piece: Stretch) -> Iterator[Claim]:
    """ "Training runs on 4 A100s in us-central1", "the worker is on hetzner-3"."""
    match = RUNS.match(piece.text)
    name = named(piece, match) if match else ""
    if match is None or not name:
        return
    head = head_of(name)
    if head in DATA - SHOP and match["h"] is None:
        return
    machine = match["h"] is None and match["k"] is None
    if not (machine or match["h"]):
        return
    if match["p"].lower() in {"in", "of"} and not re.search(rf"\b{MACHINE}$", match["o"], re.IGNORECASE):
        return
    if re.match(r"(?:is|are)$", match["v"], re.IGNORECASE) and not (
        head in SHOP or piece.words[0].technical or shoptalk(piece)
    ):
        return
    party = party_at(piece, match, "deployed_on")
    thing = thing_at(piece, *match.span("o"), "host")
    if party is None or thing is None or re.match(r"(?:its|their|his|her|your)\b", match["o"], re.IGNORECASE):
        return
    yield about(
        piece, party, "deployed_on", thing._replace(kind="host"), when=piece.reading.when(piece.clause())
    )


def needs(piece: Stretch) -> Iterator[Claim]:
    """ "The notification service needs both redis and the user service to be up"."""
    match = NEEDS.match(piece.text)
    name = named(piece, match) if match else ""
    if match is None or not name:
        return
    first = piece.words[0]
    head = head_of(name)
    firm = re.search(r"\b(?:depends? (?:on|of)|rel(?:y|ies) on|requires?)\b", match[0], re.IGNORECASE)
    if not (
        firm
        or head in SHOP | COMPONENTS
        or re.search(r"[a-z]-[a-z]", name)
        or first.technical
        or piece.reading.ontology.known(name)
        or head in piece.reading.ontology.heads
    ):
        return
    party = party_at(piece, match, "depends_on")
    if party is None:
        return
    low = match.start("o") + len(re.match(r"(?:both\s+)?", match["o"], re.IGNORECASE)[0])  # type: ignore[index]
    text = piece.text[low : match.end("o")]
    for one in re.finditer(r"(?:(?!\s+and\s+).)+", text):
        said = re.sub(r"^\s*and\s+|^\s+", "", one[0])
        start = low + one.end() - len(said)
        thing = thing_at(piece, start, low + one.end(), "service")
        if thing is None or POINTING.search(said) or set(thing.name.lower().split()) & HOLLOW:
            continue
        sure = (
            thing.head.technical
            or piece.reading.ontology.known(thing.name)
            or re.search(r"[a-z]-[a-z]|[A-Z]", thing.name)
        )
        if sure or thing.head.lower in SHOP | COMPONENTS | set(piece.reading.ontology.heads):
            yield about(piece, party, "depends_on", thing)


def made(piece: Stretch) -> Iterator[Claim]:
    """ "Our main service is a Kotlin monolith on Spring Boot 3.2", "the scraper is in Go"."""
    match = EXCEPT.search(piece.text)
    if match is not None:
        party, thing = (
            part(piece, match.span("s"), "written_in"),
            tool_at(piece, *match.span("o"), loose=True),
        )
        if party is not None and thing is not None:
            yield about(piece, party, "written_in", thing)
        return
    match = MADE.match(piece.text)
    name = named(piece, match) if match else ""
    if match is None or not name:
        return
    head = head_of(name)
    if head.endswith("ing"):
        return  # "rate limiting is done in Envoy"
    party = party_at(piece, match, "written_in")
    thing = tool_at(piece, *match.span("o"))
    if party is None or thing is None:
        return
    known = piece.reading.ontology.known(thing.name) in {"technology", "package"}
    wrought = bool(
        re.search(
            r"\b(?:written|built|coded|done)\s+(?:in|with|on)\b|\bin\s+" + re.escape(match["o"]),
            match[0],
            re.IGNORECASE,
        )
    )
    if not (
        (known and (match["w"] or wrought or match["m"]))
        or (wrought and (head in SHOP or thing.name[:1].isupper()))
        or (match["w"] and head in SHOP and thing.name[:1].isupper())
    ):
        return
    yield about(
        piece, party, "uses" if match["w"] in {"model", "classifier", "pipeline"} else "written_in", thing
    )
    if match["m"]:
        other = tool_at(piece, *match.span("m"))
        if other is not None and piece.reading.ontology.known(other.name):
            yield about(piece, party, "uses", other)
