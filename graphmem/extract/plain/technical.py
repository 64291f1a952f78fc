"""What software is made of and where it runs: "the crawler depends on Playwright", "uploads go to the bucket X"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.patterns_amount import AMOUNT, NOT_THESE, SETTINGS
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.purposes import is_purpose
from graphmem.extract.plain.shapes import is_tool, lowered, party_of, things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.refusals import HOSTS
from graphmem.extract.things import fit
from graphmem.extract.vocabulary import NEVER_DEPLOYED, TECHNICAL
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode
from graphmem.names import family

NOT = r"(?P<no>(?:no longer|do(?:es)?\s?n['o]t|do(?:es)? not|never)\s+)?"
# A phrase and the predicate it tells; the first that fits a stretch counts.
LINKS: tuple[tuple[str, str], ...] = (
    ("replaced_by", r"(?:has been|have been|was|were|got|is being|is|are)\s+replaced\s+(?:by|with)"),
    (
        "depends_on",
        (
            r"depends? on|rel(?:y|ies) on|requires?|needs?|talks? to|connects? to|reads? from|writes? to"
            r"|publish(?:es)? to"
            r"|(?:pulls?|fetch(?:es)?|reads?|gets?|imports?|loads?) (?:\w+ ){1,2}from"
            r"|(?:push(?:es)?|sends?|forwards?) (?:\w+ ){1,2}to"
            r"|consumes? from|subscribes? to|pulls? from|(?:is|are) backed by|(?:is|are) powered by"
            r"|sits? (?:on top of|behind)"
            r"|calls?|wraps?|syncs? with|integrates? with|authenticates? (?:via|against|with)"
        ),
    ),
    (
        "written_in",
        r"(?:is|are|was) (?:all )?(?:written|built|implemented|coded|programmed) (?:in|with|on|using)",
    ),
    (
        "uses",
        (
            r"uses?|(?:is|are) (?:handled|managed|provided|done|generated|rendered|monitored|built|tested"
            r"|compiled|bundled"
            r"|formatted|linted) (?:by|with|using|via|through)|goes? through|runs? through|makes? use of"
        ),
    ),
    (
        "deployed_on",
        (
            r"runs? (?:on|in)|(?:is|are|gets?|was|were) (?:hosted|deployed|running|live"
            r"|shipped|pushed) (?:on|in|to|at|via|with)|deploys? to"
            r"|lives? on|(?:is|are) on"
        ),
    ),
    (
        "stored_in",
        (
            r"(?:(?:is|are|get|gets) (?:all )?(?:stored|kept|saved|written|uploaded|archived|backed up"
            r"|cached|put|pushed|synced)"
            r"|goes?|go|ends? up|lands?)(?: in| to| into| on| at| under)"
        ),
    ),
    ("located_in", r"(?:lives?|sits?|(?:is|are)(?: located| found| checked out)?) (?:in|at|under|on)"),
)
PATTERNS = tuple(
    (
        predicate,
        rx.compile(
            rf"^(?P<s>.+?)\s+{ADVERBS}{NOT}{ADVERBS}(?:{phrase})\s+{ADVERBS}(?P<o>.+)$", re.IGNORECASE
        ),
    )
    for predicate, phrase in LINKS
)
LISTENS = rx.compile(
    rf"^(?P<s>.+?)\s+{ADVERBS}(?:listens?|runs?|(?:is|are)(?: served| exposed| reachable| running"
    rf"| available| listening)?)"
    r"\s+(?:on|at|under)\s+(?:port\s*)?(?:(?:localhost|127\.0\.0\.1"
    r"|0\.0\.0\.0):)?:?(?P<v>\d{2,5})\b(?![.\d]*\s*(?:%|[a-z]+))",
    re.IGNORECASE,
)
PORT_OF = rx.compile(
    r"^(?:the\s+)?(?:port|ports)\s+(?:of|for)\s+(?P<s>.+?)\s+is\s+(?P<v>\d{2,5})\b", re.IGNORECASE
)
SET = rx.compile(
    rf"^(?P<s>.+?)\s+(?:is|are|defaults to|was)\s+{ADVERBS}(?:set to|set at|capped at|limited to"
    rf"|fixed at|at|around|about)?\s*"
    rf"(?P<v>(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+[a-z]+\b|{AMOUNT.pattern})",
    re.IGNORECASE,
)
CHANGED = rx.compile(
    r"^(?:i|we)(?:'ve| have)?\s+(?:just\s+)?(?:set|capped|limited|raised|lowered|bumped|increased"
    r"|reduced|decreased|changed"
    rf"|cut|upped|doubled|halved)\s+(?P<s>.+?)\s+(?:from\s+.+?\s+)?(?:to|at)\s+(?P<v>{AMOUNT.pattern})",
    re.IGNORECASE,
)
WE_RUN = rx.compile(
    rf"^(?:i|we)(?:'re| are)?\s+{ADVERBS}(?:host|deploy|run|hosting|running|deploying)\s+(?P<s>(?:the"
    rf"|our|my|all|everything)\b.*?)\s+"
    r"(?:on|in|to)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
WE_KEEP = rx.compile(
    rf"^(?:i|we)\s+{ADVERBS}(?:keep|store|put|save|archive|back up)\s+(?P<s>.+?)\s+(?:in|on|at|under"
    rf"|to)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
RUNNING = rx.compile(
    r"\b(?:running|on|using)\s+(?P<o>[A-Za-z][\w.+-]*)\s+v?(?P<v>\d+(?:\.\d+)*)(?![\w%:])", re.IGNORECASE
)
RUNS_VERSION = rx.compile(
    rf"^(?P<s>.+?)\s+{ADVERBS}(?:runs?|(?:is|are)(?: running| pinned)?)\s+{ADVERBS}(?:on\s+|to\s+"
    rf"|at\s+)?(?P<o>[A-Za-z][\w.+-]*(?:\s+[A-Z]\w+)?)"
    r"\s+v?(?P<v>\d+(?:\.\d+)*(?:-?(?:rc|beta|alpha)\.?\d*)?)(?![\w%:])",
    re.IGNORECASE,
)


DATING = rx.compile(
    r"\s(?:since|in|from|until|till|by|before|after|of)$", re.IGNORECASE
)  # "on S3 since 2022"


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The technical claims of one statement."""
    yield from ports(stretch)
    yield from amounts(stretch)
    yield from versions(stretch)
    yield from links(stretch)
    yield from kept(stretch)


@rx.only_where(PATTERNS)
def links(stretch: Stretch) -> Iterator[Claim]:
    """Two things and the phrase between them."""
    for name, pattern in PATTERNS:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        predicate = stretch.reading.ontology.predicate(name)
        party = party_of(stretch, stretch.between(*match.span("s")), predicate.domain)
        if party is None or party.user or party.mention.kind in {"person", "animal", "place"}:
            continue
        if name == "uses" and is_purpose(match["s"]):
            return  # "login goes through Keycloak": that is what Keycloak is used for
        if name == "uses" and party.mention.kind == "concept":
            party = party._replace(mention=msgspec.structs.replace(party.mention, kind="project"))
        if name == "deployed_on" and match["s"].lower().rpartition(" ")[2] in NEVER_DEPLOYED:
            return
        ended = bool(re.search(r"\bno longer\b|\bany ?more\b", stretch.text, re.IGNORECASE))
        mode: ClaimMode = "ends" if ended else "denies" if match["no"] else "asserts"
        claims = list(link(stretch, party, name, stretch.between(*match.span("o")), mode))
        if claims:
            yield from claims
            return


# A name that nobody gave to a tool, at the end.
BY_SOMEBODY = re.compile(r"\bby\s+[A-Z][a-zà-ÿ]+(?:\s+[A-Z][a-zà-ÿ]+)?\W*$")


def link(stretch: Stretch, party: Party, name: str, behind: list[Word], mode: ClaimMode) -> Iterator[Claim]:
    """The claims of one predicate about the things behind its phrase."""
    reading = stretch.reading
    predicate = reading.ontology.predicate(name)
    these = next((place for place, word in enumerate(behind) if word.lower == "these"), len(behind))
    for thing in things_of(stretch, behind[:these]):  # "goes through Keycloak these days"
        if (
            not thing.sure
            and thing.kind in {"person", "place", "organization"}
            and " by " not in stretch.text
        ):
            thing = thing._replace(kind="")  # noqa: PLW2901 - a guess of the tagger about a name it never met
        if name == "uses" and BY_SOMEBODY.search(stretch.text) and not reading.ontology.known(thing.name):
            continue  # "security reviews are done by Petra"
        kind = reading.kind(thing, predicate.range)
        if not kind and not thing.sure and not thing.kind:
            kind = fit(thing, predicate.range, {})
        if (
            not kind
            or kind in {"concept", "value"}
            or not is_tool(thing)
            or not allowed(name, thing.kind, thing.name)
        ):
            continue
        when = reading.when(stretch.clause(), ends=mode == "ends")
        text = stated(reading, party, predicate, thing.name, mode=mode, when=when)
        yield reading.claim(party, name, text, thing=thing, kind=kind, mode=mode, when=when, confidence=0.75)


def allowed(name: str, kind: str, text: str) -> bool:
    """Where something runs is a host or a platform; where it lies is a path, an address or a region."""
    if name == "located_in":
        return kind in {"file", "url", "repository"} or bool(re.fullmatch(r"[a-z]{2}-[a-z]+-\d[a-z]?", text))
    if name == "deployed_on" and family(text) == "ci":
        return False  # "our CI runs on CircleCI": it is used for that
    if name == "deployed_on" and text.upper() in {"UTC", "CET", "GMT", "CEST", "EST", "PST"}:
        return False
    if name == "deployed_on":
        return (
            kind in {"host", "service", "technology", "product", "url"} or text.lower() in HOSTS or kind == ""
        )
    if name == "written_in":
        return kind in {"technology", "package", ""}
    return kind in TECHNICAL | {"url", "organization", ""}


@rx.only_where(LISTENS, PORT_OF)
def ports(stretch: Stretch) -> Iterator[Claim]:
    """ "The admin UI runs on port 3000"."""
    match = LISTENS.match(stretch.text) or PORT_OF.match(stretch.text)
    if match is None or re.search(r"\bno longer\b|\bnot\b|n't\b", stretch.text):
        return
    port = (
        "port" in match[0].lower()
        or "listen" in match[0].lower()
        or ":" in match[0]
        or "localhost" in match[0]
    )
    predicate = stretch.reading.ontology.predicate("listens_on")
    party = party_of(stretch, stretch.between(*match.span("s")), predicate.domain)
    if port and party is not None and not party.user and party.mention.kind not in {"person", "concept"}:
        reading = stretch.reading
        value = f"port {match['v']}"
        when = reading.when(stretch.clause())
        text = stated(reading, party, predicate, value, mode="asserts", when=when)
        yield reading.claim(party, "listens_on", text, value=value, when=when, confidence=0.8)


@rx.only_where(CHANGED, SET)
def amounts(stretch: Stretch) -> Iterator[Claim]:
    """ "Max upload size is 25 MB", "we set the pool size to 20"."""
    match = CHANGED.match(stretch.text) or SET.match(stretch.text)
    if match is None or not stretch.reading.by_user:
        return
    before = stretch.between(*match.span("s"))
    while before and before[0].lower in {"the", "our", "my", "a"}:
        before = before[1:]
    label = lowered(stretch.reading.sentence.stretch(before), before[0]) if before else ""
    nouns = {word.lemma.lower() for word in before} | {word.lower for word in before}
    if (
        not before
        or len(before) > 7
        or not nouns & (SETTINGS - NOT_THESE)
        or any(w.pos == "PRON" or w.text == "," for w in before)
    ):
        return  # "metrics live in mimir, retention is 90 days" are two statements
    value = match["v"].strip().rstrip(".,")
    if len(before) == 1 and match.re == SET:
        return  # "the limit is 5" says nothing without whose
    reading = stretch.reading
    party = reading.user(before[0])
    mine = re.match(r"\W*my\b", stretch.text, re.IGNORECASE)
    text = finish(f"{'The user' + chr(39) + 's' if mine else 'The'} {label} is {value}")
    when = reading.when(stretch.clause(tense="past" if match.re == CHANGED else "present"))
    yield reading.claim(party, "setting_is", text, value=value, qualifier=label, when=when, confidence=0.75)


def until_comma(stretch: Stretch, end: int) -> Clause:
    """The words up to a comma behind a place, unless a date follows it: "still on django 4.2, upgrade is planned"."""
    clause = stretch.clause()
    cut = stretch.text.find(",", end)
    behind = stretch.between(cut + 1, len(stretch.text)) if cut >= 0 else []
    if not behind or behind[0].pos in {"ADP", "SCONJ"} or stretch.dated(behind[0]):
        return clause
    return replace(clause, words=stretch.between(0, cut))


@rx.only_where(RUNS_VERSION, RUNNING)
def versions(stretch: Stretch) -> Iterator[Claim]:
    """ "Prod runs Kubernetes 1.29"."""
    match = RUNS_VERSION.match(stretch.text)
    if match is None and re.search(r"\b(?:is|are|am|'m|'re)\b", stretch.text, re.IGNORECASE):
        match = RUNNING.search(stretch.text)
    if match is None or stretch.negated() or DATING.search(match["o"]):
        return
    reading = stretch.reading
    predicate = reading.ontology.predicate("version_is")
    for thing in things_of(stretch, stretch.between(*match.span("o"))):
        if not thing.sure or thing.kind not in predicate.domain:
            continue
        party = Party(
            thing.mention(reading.message.id, reading.sentence, thing.kind), thing.name, thing=thing
        )
        when = reading.when(until_comma(stretch, match.end("v")))
        text = stated(reading, party, predicate, match["v"], mode="asserts", when=when)
        yield reading.claim(party, "version_is", text, value=match["v"], when=when, confidence=0.8)


@rx.only_where(WE_RUN, WE_KEEP)
def kept(stretch: Stretch) -> Iterator[Claim]:
    """ "We host the wiki on a Raspberry Pi", "we keep the secrets in Vault"."""
    for name, pattern in (("deployed_on", WE_RUN), ("stored_in", WE_KEEP)):
        match = pattern.match(stretch.text)
        if match is None or not stretch.reading.by_user:
            continue
        domain = stretch.reading.ontology.predicate(name).domain
        party = party_of(stretch, stretch.between(*match.span("s")), domain)
        if party is not None and not party.user and party.mention.kind != "person":
            yield from link(stretch, party, name, stretch.between(*match.span("o")), "asserts")
