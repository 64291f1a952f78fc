"""What moves in a project: "we moved the shop from Heroku to Fly", "the metrics endpoint is on 9101 now".

What a thing leaves is claimed as an end only when it is named; where a predicate has one value at a time, as hosting,
ports and paths have, the new value closes the old one by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import day, stated
from graphmem.extract.plain.shapes import party_of, place_of, things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.refusals import HOSTS
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

# Who does it may be left out: "moved the docs over to Netlify".
WE = (
    r"^(?:(?:i|we|they|the team|our team|(?:the|our) [\w-]+ (?:team|folks|people))"
    rf"(?:['’]ve| have|['’]d| had)?\s+)?{ADVERBS}"
)
VERB = (
    r"(?:moved|migrated|switched|ported|relocated|shifted|transferred|transitioned|redeployed|brought|rehosted|rehomed"
    r"|cut)"
)
# "We'll migrate the API to Railway on April 8": so from that day on.
WILL = (
    r"^(?:i|we|they|the team|our team)(?:['’]ll|\s+will|['’](?:re|m)|\s+(?:are|am|is))\s+(?:going\s+to\s+)?"
    r"(?:move|migrate|switch|port|relocate|shift|transfer|redeploy|moving|migrating|switching|porting|relocating|shifting"
    r"|transferring|redeploying)"
)
BEEN = rf"(?:has been|have been|['’]s been|was|were|got|gets|is now being|is now|is|are)\s+{ADVERBS}"
FROM = r"(?:from|off of|off|away from|out of)"
TO = r"(?:over to|across to|back to|over onto|to|onto|on to|into|back onto)"
BOTH = rf"{FROM}\s+(?P<a>.+?)\s+{TO}\s+(?P<b>.+)$"
SIDE = r"(?:over\s+|across\s+|all\s+|completely\s+|entirely\s+|back\s+)?"
NEW = rf"{SIDE}{TO}\s+(?P<b>.+?)(?:\s+from\s+(?P<a>.+))?$"
RUNS = r"(?:runs?|(?:is|are|['’]s)(?: now)?(?: hosted| deployed| running| served| live)?|lives?|sits?|gets? deployed)"
HOSTING = r"(?:hosting(?: provider| platform)?|deployment|deployments|deploys|infra(?:structure)?|home|host)"


AHEAD = rx.compile(WILL, re.IGNORECASE)


def compiled(*patterns: str) -> tuple[rx.Pattern, ...]:
    """Patterns without regard to case."""
    return tuple(rx.compile(pattern, re.IGNORECASE) for pattern in patterns)


MOVES = compiled(
    rf"{WE}(?:switched|moved|changed|migrated|shifted)\s+(?P<s>.+?)['’]s?\s+{HOSTING}\s+{BOTH}",
    rf"{WE}(?:switched|moved|changed|migrated|shifted)\s+(?P<s>.+?)['’]s?\s+{HOSTING}\s+{NEW}",
    rf"{WE}(?:switched|moved|changed|migrated|shifted)\s+(?:the\s+)?{HOSTING}\s+(?:of|for)\s+(?P<s>.+?)\s+{BOTH}",
    rf"{WE}(?:switched|moved|changed|migrated|shifted)\s+(?:the\s+)?{HOSTING}\s+(?:of|for)\s+(?P<s>.+?)\s+{NEW}",
    rf"^(?:the\s+)?{HOSTING}\s+(?:of|for)\s+(?P<s>.+?)\s+(?:has\s+)?(?:moved|switched|changed|went|is now)\s+"
    rf"(?:{FROM}\s+(?P<a>.+?)\s+)?(?:{TO}|with|on|at)\s+(?P<b>.+)$",
    rf"^(?P<s>.+?)['’]s?\s+(?:hosting|infra)\s+(?:has\s+)?(?:moved|switched|changed|went|is now|is)\s+"
    rf"(?:{FROM}\s+(?P<a>.+?)\s+)?(?:{TO}|with|on|at)\s+(?P<b>.+)$",
    r"^(?P<s>.+?)['’]s?\s+new\s+(?:home|host|platform|hosting(?: provider)?)\s+is\s+(?P<b>.+)$",
    r"^the\s+new\s+(?:home|host|platform)\s+(?:of|for)\s+(?P<s>.+?)\s+is\s+(?P<b>.+)$",
    rf"{WE}{VERB}\s+(?P<s>.+?)\s+{SIDE}{BOTH}",
    rf"{WE}{VERB}\s+(?P<s>.+?)\s+{NEW}",
    rf"{WILL}\s+(?P<s>.+?)\s+{SIDE}{BOTH}",
    rf"{WILL}\s+(?P<s>.+?)\s+{NEW}",
    rf"^(?P<s>.+?)\s+{BEEN}{VERB}\s+{SIDE}{BOTH}",
    rf"^(?P<s>.+?)\s+{BEEN}{VERB}\s+{NEW}",
    rf"^(?P<s>.+?)\s+(?:has\s+|have\s+|['’]s\s+)?{ADVERBS}(?:moved|migrated|switched|went|relocated)\s+{SIDE}{BOTH}",
    rf"^(?P<s>.+?)\s+(?:has\s+|have\s+|['’]s\s+)?{ADVERBS}(?:moved|migrated|switched|relocated)\s+{NEW}",
    rf"^(?P<s>.+?)\s+{ADVERBS}{RUNS}\s+{ADVERBS}(?:on|in|at|with)\s+(?P<b>.+?),?\s+"
    r"(?:instead of|rather than|not|and not)\s+(?:on\s+|in\s+|at\s+)?(?P<a>.+)$",
    rf"^instead of\s+(?:on\s+)?(?P<a>.+?),?\s+(?P<s>.+?)\s+{ADVERBS}{RUNS}\s+{ADVERBS}(?:on|in)\s+(?P<b>.+)$",
    rf"{WE}(?:re-?)?deployed\s+(?P<s>.+?)\s+(?:to|onto)\s+(?P<b>.+?)(?:\s+instead of\s+(?P<a>.+))?$",
    r"^(?P<s>.+?)\s+(?:has\s+)?(?:found a new home|landed|ended up)\s+(?:on|at|with)\s+(?P<b>.+)$",
)
LEAVES = compiled(
    rf"{WE}(?:took|pulled|moved|migrated|got|yanked)\s+(?P<s>.+?)\s+(?:off of|off|away from)\s+(?P<a>.+)$",
    rf"^(?P<s>.+?)\s+(?:is|are)\s+{ADVERBS}off(?: of)?\s+(?P<a>.+)$",
    r"^(?P<s>.+?)\s+(?:has\s+)?(?:moved|migrated)\s+(?:off of|off|away from)\s+(?P<a>.+)$",
    r"^(?P<s>.+?)\s+(?:is|are)(?:n['’]t| not| no longer)\s+(?:hosted |deployed |running |served )?on\s+(?P<a>.+?)"
    r"(?:\s+any ?more)?$",
    r"^(?P<s>.+?)\s+(?:does\s?n['’]t|does not|no longer)\s+(?:runs?|lives?)\s+on\s+(?P<a>.+?)(?:\s+any ?more)?$",
)
# Told over two statements, whose "it" is the subject of the first.
TURNS = compiled(
    rf"{WE}(?:took|pulled|moved|migrated|got|yanked)\s+(?P<s>.+?)\s+(?:off of|off|away from|out of|from)"
    r"\s+(?P<a>[^,;.]+?)\s*(?:[,;.]|[-–—]+|\s+and)\s*(?:then\s+)?(?:put|moved|placed|set|redeployed|dropped|hosted)\s+(?:it|them)\s+(?:up\s+|over\s+)?"
    r"(?:on|to|onto|in|into)\s+(?P<b>.+)$",
    rf"{WE}(?:took|pulled|moved|migrated|got|yanked)\s+(?P<s>.+?)\s+(?:off of|off|away from)\s+(?P<a>[^,;.]+?)\s*"
    r"(?:[,;.]|[-–—]+|\s+but|\s+and)\s*(?:so\s+|now\s+)?(?:it|they|that)(?:['’]s|['’]re| is| are)?\s+(?:now\s+)?"
    r"(?:runs?\s+|lives?\s+|running\s+|hosted\s+|deployed\s+)?(?:on|to)\s+(?P<b>.+)$",
    r"^(?P<s>.+?)\s+(?:(?:is|are)(?:n['’]t| not| no longer)|no longer|does\s?n['’]t)\s+(?:hosted |deployed |running "
    r"|runs? |lives? )?on\s+(?P<a>.+?)(?:\s+any ?more)?\s*(?:[,;.]|[-–—]+|\s+but|\s+and)\s*"
    r"(?:it|they|we|that)(?:['’]s|['’]re| is| are)?\s+(?:now\s+)?(?:runs?\s+|lives?\s+|running\s+|moved\s+|hosted\s+"
    r"|deployed\s+)?(?:it\s+)?(?:on|to)\s+(?P<b>.+)$",
)
PLATFORMS = HOSTS | words(
    "fly ovh ovhcloud linode scaleway ec2 fargate nomad coolify dokku openstack proxmox vultr upcloud swarm"
    " cloudrun ionos contabo exoscale koyeb northflank surge dreamhost hostinger azure aws gcp minikube k3s eks"
    " on-prem knative pythonanywhere"
)
COMPOUND = words(
    "pages workers run engine runner hosting deploy swarm machines cloud metal ocean pi apps vps"
)
ROOMS = words("cluster server servers vps box vm machine host node datacenter datacentre pi nuc nas")
# "kestrel-5", "web02": how machines are named.
NUMBERED = rx.compile(r"[a-z]{3,}(?:-[a-z]+)*-\d{1,3}|(?:db|web|app|node|host|srv|server|box|vm|gpu)\d{1,3}")
TAILS = words(
    "entirely completely altogether fully finally now again already still currently good for too instead"
    " today once all also"
)
NO_THING = words(
    "favour favor place general total time trouble from to and but because while when then they them"
)
PORT = r"(?:ports?\s+|(?:localhost)?:)?"
PORTS = compiled(
    rf"{WE}(?:moved|switched|changed|put|set|bumped)\s+(?P<q>(?:the\s+)?(?:[\w-]+\s+)?port)\s+(?:of"
    r"|for)\s+(?P<s>.+?)\s+"
    rf"(?:from\s+(?P<a>\d{{2,5}})\s+)?to\s+(?P<v>\d{{2,5}})$",
    rf"{WE}(?:moved|switched|changed|put|set|bumped)\s+(?P<s>.+?)(?:['’]s?\s+port)?\s+(?:over\s+)?"
    rf"(?:from\s+(?P<from>{PORT})(?P<a>\d{{2,5}})\s+)?(?:to|on|onto)\s+(?P<p>{PORT})(?P<v>\d{{2,5}})$",
    rf"^(?P<s>.+?)\s+(?:has\s+|was\s+|got\s+|['’]s\s+)?{ADVERBS}(?:moved|switched|changed|went)\s+(?:over\s+)?"
    rf"(?:from\s+(?P<from>{PORT})(?P<a>\d{{2,5}})\s+)?to\s+(?P<p>{PORT})(?P<v>\d{{2,5}})$",
    rf"^(?P<s>.+?)['’]s?\s+(?P<q>port)\s+(?:is|was changed|was moved|changed|moved|went|is set)\s+{ADVERBS}"
    rf"(?:from\s+(?P<a>\d{{2,5}})\s+)?(?:to\s+)?(?P<v>\d{{2,5}})$",
    r"^(?:the\s+)?(?P<q>port)\s+(?:of|for)\s+(?P<s>.+?)\s+(?:is|was changed|was moved|changed|moved"
    rf"|went)\s+{ADVERBS}"
    rf"(?:from\s+(?P<a>\d{{2,5}})\s+)?(?:to\s+)?(?P<v>\d{{2,5}})$",
    rf"^(?P<s>.+?)(?:\s+(?:is|are|listens|runs|lives|sits|answers)|['’]s)\s+{ADVERBS}(?:listening\s+"
    r"|running\s+|served\s+"
    rf"|back\s+|reachable\s+|available\s+)?(?:on|at)\s+(?P<p>{PORT})(?P<v>\d{{2,5}})"
    rf"(?:,?\s+(?:instead of|not|no longer)\s+(?:on\s+)?{PORT}(?P<a>\d{{2,5}}))?$",
)
TAIL = rx.compile(
    r"\s+(?:now|again|these days|instead|as of (?:now|today)|for now|from now on|today|any ?more)$",
    re.IGNORECASE,
)
YEAR = rx.compile(r"(?:19|20)\d\d")
KEPT = words(
    "logs backups uploads data artifacts dumps images assets builds reports recordings snapshots photos videos media"
    " log backup archives archive invoices exports"
)


@rx.only_where(MOVES, LEAVES, PORTS)
def of_stretch(stretch: Stretch) -> list[Claim]:
    """What one statement says has moved."""
    if not stretch.reading.by_user:
        return []
    return first_of((paths, ports, hosting), stretch)


def hosting(stretch: Stretch, patterns: tuple[rx.Pattern, ...] = (*MOVES, *LEAVES)) -> Iterator[Claim]:
    """ "We moved the shop from Heroku to Fly", "staging is off Hetzner"."""
    for pattern in patterns:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        spans = match.groupdict()
        old = platform(stretch, match, "a") if spans.get("a") else None
        new = platform(stretch, match, "b") if spans.get("b") else None
        known = [one for one in (old, new) if one is not None and is_platform(one)]
        sure = match.group(0)[: match.start("s")].strip() != "" or len(known) == 2
        party = runner(stretch, stretch.between(*match.span("s")), sure=sure) if known else None
        if party is not None:
            yield from changed(stretch, party, "deployed_on", old, new)
            return


@rx.only_where(TURNS)
def of_sentence(stretch: Stretch) -> list[Claim]:
    """ "The docs site is no longer on Netlify, it's on Cloudflare Pages now": told over the whole of a sentence."""
    return list(hosting(stretch, TURNS)) if stretch.reading.by_user else []


def subject_of(stretch: Stretch, words_: list[Word], kinds: tuple[str, ...] = ()) -> Party | None:
    """What is spoken of, without "now" behind it; a date or a turn of phrase is nothing."""
    while words_ and (words_[-1].lower in TAILS or words_[-1].pos in {"PUNCT", "ADV"}):
        words_ = words_[:-1]
    if any(stretch.dated(word) or word.lower in NO_THING for word in words_):
        return None
    return party_of(stretch, words_, kinds)


def runner(stretch: Stretch, words_: list[Word], *, sure: bool) -> Party | None:
    """What runs somewhere: never the speaker; with `sure` a lone name is a project, whatever the tagger"
    " takes it for."""
    reading = stretch.reading
    predicate = reading.ontology.predicate("deployed_on")
    party = subject_of(stretch, words_, predicate.domain)
    name = words_[0] if len(words_) == 1 else None
    known = reading.focus.kinds.get(name.lower, "") if name is not None else ""
    if party is None and sure and name is not None and name.text[:1].isupper() and known in {"", "project"}:
        thing = Thing(name.text, "project", name.start, name.end, True, False, False, name)
        party = Party(thing.mention(reading.message.id, reading.sentence, "project"), name.text, thing=thing)
    if party is None or party.user or party.mention.kind not in predicate.domain:
        return None
    return party


def platform(stretch: Stretch, match: re.Match[str], name: str) -> Thing | None:
    """What stands where a platform may be named."""
    found = things_of(stretch, without_tail(stretch.between(*match.span(name))))
    return (
        found[0] if found and not re.search(r":\d{2,5}$", found[0].name) else None
    )  # "localhost:5173" is a port


def without_tail(words_: list[Word]) -> list[Word]:
    """The words without "entirely" and "for good" behind them."""
    while words_ and (words_[-1].lower in TAILS or words_[-1].pos == "PUNCT"):
        words_ = words_[:-1]
    return words_


def is_platform(thing: Thing) -> bool:
    """True for what is known to run programs: "Fly", "Cloudflare Pages", "our own cluster"."""
    parts = thing.name.lower().split()
    if thing.kind == "host" or thing.name.lower() in PLATFORMS or NUMBERED.fullmatch(thing.name):
        return True
    return parts[-1] in ROOMS or (len(parts) > 1 and parts[-1] in COMPOUND and thing.name[:1].isupper()) or (
        parts[0] in PLATFORMS and len(parts) < 3
    )  # fmt: skip


def changed(
    stretch: Stretch, party: Party, name: str, old: Thing | None, new: Thing | None
) -> Iterator[Claim]:
    """The end of the old value, when it was named, and the new one."""
    reading = stretch.reading
    predicate = reading.ontology.predicate(name)
    coming = bool(AHEAD.match(stretch.text))
    when = reading.when(stretch.clause(tense="future" if coming else "past"))
    if coming and (when.start is None or when.start <= reading.said_at):
        return
    for thing, mode in ((old, "ends"), (new, "asserts")):
        if thing is None:
            continue
        kind = reading.kind(thing, predicate.range)
        kind = kind if kind in {"file", "url", "host", "service", "product", "repository"} else "technology"
        over = mode == "ends"
        mood: ClaimMode = "ends" if over else "asserts"
        span = When(None, when.start or when.end, when.grain) if over else when
        text = stated(reading, party, predicate, thing.name, mode=mood, when=span)
        if coming and not over and when.start is not None:
            label = predicate.label.replace("is ", "will be ", 1)
            text = finish(f"{party.shown} {label} {thing.name} from {day(reading, when, when.start)}")
        yield reading.claim(party, name, text, thing=thing, kind=kind, mode=mood, when=span, confidence=0.8)


# What has a price or a measure, and no port.
PAID = re.compile(
    r"\b(?:rents?|price|fees?|salary|pay|wage|budget|costs?|rates?|bonus|bill|premium|deposit|mortgage|fund|allowance"
    r"|limit|quota|size|count|number|total|target|goal|mileage|distance|steps|calories|score|points|capacity|length)$",
    re.IGNORECASE,
)


@rx.only_where(PORTS)
def ports(stretch: Stretch) -> Iterator[Claim]:
    """ "The metrics endpoint is on 9101 now", "we moved orders-svc to port 8081"."""
    text = undated(stretch)
    for pattern in PORTS:
        match = pattern.match(text)
        if match is None:
            continue
        spans = match.groupdict()
        said = bool(spans.get("p") or spans.get("from") or spans.get("q"))
        bare = len(match["v"]) >= 4 and not YEAR.fullmatch(match["v"]) and not PAID.search(match["s"])
        domain = stretch.reading.ontology.predicate("listens_on").domain
        party = subject_of(stretch, stretch.between(*match.span("s")), domain) if said or bare else None
        if party is None or party.user or party.mention.kind not in domain:
            continue
        reading = stretch.reading
        predicate = reading.ontology.predicate("listens_on")
        value, when = f"port {match['v']}", reading.when(stretch.clause(tense="past"))
        shown = stated(reading, party, predicate, value, mode="asserts", when=when)
        yield reading.claim(party, "listens_on", shown, value=value, when=when, confidence=0.8)
        return


def undated(stretch: Stretch) -> str:
    """The text without "now", "since Monday" and "because ..." at its end."""
    text = re.split(r",?\s+(?:because|since|as|so that|due to)\s", stretch.text, maxsplit=1)[0]
    for word in stretch.words:
        if stretch.dated(word) and not word.text.isdigit():
            text = (
                text[: word.start - stretch.start]
                if len(stretch.text) == stretch.end - stretch.start
                else text
            )
            text = re.sub(r"\s+(?:on|in|since|at|last|this|the)$", "", text.rstrip())
            break
    while TAIL.search(text):
        text = TAIL.sub("", text)
    return text.rstrip(" ,.;")


def paths(stretch: Stretch) -> Iterator[Claim]:
    """ "We moved the logs from /var/log/quarry to /srv/logs", "the config moved to /srv/quarry"."""
    if "/" not in stretch.text:
        return
    for pattern in MOVES[8:16]:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        new = place_of(stretch, stretch.between(*match.span("b")))
        old = place_of(stretch, stretch.between(*match.span("a"))) if match.groupdict().get("a") else None
        if new is None:
            continue
        behind = stretch.between(*match.span("s"))
        name = "stored_in" if behind and behind[-1].lower in KEPT else "located_in"
        party = subject_of(stretch, behind)
        if party is not None and not party.user and party.mention.kind not in {"person", "animal", "place"}:
            yield from changed(stretch, party, name, old, new)
            return
