"""Positions in plain words, as they begin, pause and end: promotions, titles, leaves, offers that are turned down."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.plain.changes import (
    FIRM,
    HAVE,
    SUBJECT,
    WHO,
    Ending,
    bare_name,
    ended,
    firm_of,
    past,
    person,
    work_over,
)
from graphmem.extract.plain.people import is_role, made
from graphmem.extract.plain.saying import called
from graphmem.extract.plain.shapes import things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import ROLE_HEADS
from graphmem.extract.wording import finish
from graphmem.model import Claim

GONE_ROLE = rx.compile(
    rf"^{SUBJECT}\s*(?:['’]m|['’]s|['’]re|\s+am|\s+is|\s+are)(?:n['’]t|\s+not|\s+no\s+longer)\s+(?:the|an?|our|their)?\s*"
    r"(?P<o>[\w -]+?)(?:\s+any\s?more|\s+now)?\W*$",
    re.IGNORECASE,
)
# "imke isnt head of logistics anymore": a name in small letters.
GONE_SMALL = rx.compile(
    r"^(?P<s>(?-i:[a-z][a-z'-]{2,}))\s+is(?:n['’]t|\s+not|\s+no\s+longer)\s+(?:the|an?|our"
    r"|their)?\s*(?P<o>[\w -]+?)(?:\s+any\s?more|\s+now)?\W*$",
    re.IGNORECASE,
)
NEW_ROLE = rx.compile(
    rf"^{WHO}(?:(?:been\s+|got\s+|was\s+|were\s+)?promoted\s+to|moved\s+(?:up\s+)?(?:in)?to\s+(?:the\s+role\s+of|a\s+role\s+as|being))"
    r"\s+(?:an?\s+|the\s+)?(?P<o>[\w /-]+?)"
    r"(?=\s+(?:in|on|at|last|this|since|as\s+of|yesterday|today|a|two|three|effective|and|after|by)\b|[,.;:!]|$)",
    re.IGNORECASE,
)
PARTNER = rx.compile(
    rf"^{WHO}(?:made|been\s+made|got\s+made)\s+(?P<o>(?:equity\s+|junior\s+|senior\s+|full\s+|managing\s+|name\s+)?(?:partner"
    r"|director|manager|principal|captain|head\s+of\s+[\w-]+|team\s+lead|tech\s+lead|lead|supervisor|foreman|professor"
    r"|vp|cto|ceo|coo|cfo))"
    r"(?=\s+(?:in|on|at|last|this|since|yesterday|today|a|two|three|after|now|of)\b|[,.;:!]|$)",
    re.IGNORECASE,
)
TITLE = rx.compile(
    r"^my\s+(?:job\s+|new\s+)?(?:title|role|position)\s+(?:has\s+)?(?:changed\s+to|is\s+now|became)\s+(?:an?\s+)?"
    r"(?P<o>[\w /-]+?)(?=\s+(?:in|on|at|last|this|since|as\s+of|effective)\b|[,.;:!]|$)",
    re.IGNORECASE,
)
HEAD_OF = rx.compile(
    rf"^{SUBJECT}\s*(?:['’]m|['’]s|\s+am|\s+is)\s+(?:now\s+|currently\s+)?(?:the\s+)?"
    r"(?P<o>(?:head|director|vp|chief|chair|manager|svp)\s+of\s+(?!the\b|our\b|my\b)[\w-]+(?:\s+(?:and\s+)?(?!now\b)[\w-]+)?)(?=\s+(?:now|at|since|as\s+of)\b|$)",
    re.IGNORECASE,
)
OUR_ROLE = rx.compile(
    r"^(?P<s>[A-Z][\w-]+(?:\s+[A-Z][\w-]+)?)\s*(?:['’]s|is)\s+(?:now\s+|currently\s+)?(?:our|the)\s+(?:new\s+|current\s+)?"
    r"(?P<o>(?:[\w-]+\s+){0,2}[\w-]+?)(?:\s+(?:now|these\s+days|since\b.*))?$"
)
FROM_TO = rx.compile(
    r"^(?P<s>i|he|she|[A-Z]\w+)\s+(?:went|moved|switched)\s+from\s+(?P<a>[\w -]+?)\s+to\s+(?P<o>[\w -]+?)"
    r"(?=\s+(?:in|on|at|last|this|since|yesterday)\b|[,.;:!]|$)",
    re.IGNORECASE,
)
# Of these there is one at a place, so that who has it now ends whoever had it.
ONLY = (
    r"(?:(?:team|club|squad|co)[\s-])?(?:captain|president|secretary|treasurer|chair(?:man|woman|person)?|ceo|cto|cfo|coo|ciso|principal"
    r"|goalkeeper|conductor|scoutmaster|scout\s+leader|class\s+rep(?:resentative)?|shop\s+steward|mayor|editor[\s-]in[\s-]chief"
    r"|head\s+(?:coach|chef|teacher|gardener))"
)
OTHER = (
    r"(?:someone|somebody)(?:\s+else)?|another\s+\w+|they|a\s+\w+|(?:my|our|the)\s+[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?"
    r"|(?-i:[A-Z])[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?"
)
ONE_ROLE = rx.compile(rf"(?:[\w-]+\s+)*{ONLY}", re.IGNORECASE)
TAKEN_OVER = rx.compile(
    rf"^(?:{OTHER})(?:['’]s|\s+(?:has|have|is|just|now|finally))*\s+(?:(?:took|taken|takes|taking)\s+over\s+(?:from\s+(?:me|us)\s+)?as"
    rf"|(?:replaced|succeeded|replaces|succeeds)\s+me\s+as|(?:got|been|was)\s+(?P<e>elected|voted|appointed|made))\s+(?:the\s+|our\s+)?(?:new\s+)?"
    r"(?P<o>[\w -]+?)(?=\s+(?:in|on|at|of|for|last|this|since|from|now|so|and|yesterday|today)\b|[,.;:!]|$)",
    re.IGNORECASE,
)
HAS_ONE = rx.compile(
    rf"^{SUBJECT}\s*(?:['’]m|['’]s|\s+am|\s+is)\s+(?:now\s+|currently\s+)?(?:the\s+)?(?P<o>{ONLY})"
    r"(?=\s+(?:of|at|for|in|on)\s+(?:the|our|my)\b|\s+here\b|\W*$)",
    re.IGNORECASE,
)
NEW_ROLES = (NEW_ROLE, PARTNER, TITLE, HEAD_OF, HAS_ONE, FROM_TO, OUR_ROLE)
HAS_NOW = rx.compile(
    rf"^(?P<s>(?-i:[A-Z])[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?)(?:['’]s|\s+is)\s+(?:(?P<n>now\s+)?(?:our\s+|the\s+)?(?P<m>new\s+)?)(?P<o>{ONLY})"
    r"(?P<t>\s+(?:now|these\s+days|from\s+now\s+on|instead))?(?=\s*(?:[,.;:!]|$)|\s+(?:(?:of|at|for)\s+(?:the|our|my)|since|and|so)\b)",
    re.IGNORECASE,
)
PASSED_ON = rx.compile(
    rf"^{WHO}(?:handed|passed|gave|given|turned)\s+(?:over\s+|on\s+|up\s+)?(?:the\s+|my\s+|his\s+|her\s+)(?:role\s+of\s+|job\s+of\s+|post\s+of\s+)?"
    r"(?P<o>[\w -]+?)(?:ship|s['’]|['’]s)?(?:\s+(?:role|job|position|duties|post|hat|reins"
    r"|badge))?(?:\s+(?:over|on|off|up))?"
    r"(?=\s+to\b|\s+(?:in|last|this|at|on)\b|[,.;:!]|$)",
    re.IGNORECASE,
)
TERM = rx.compile(
    r"^my\s+(?:term|stint|time|tenure|year|years|mandate|turn|run)\s+as\s+(?:the\s+"
    r"|an?\s+)?(?P<o>[\w -]+?)\s+(?:has\s+|just\s+|is\s+|finally\s+)*"
    r"(?:ended|over|up|done|expired|finished|ran\s+out|came\s+to\s+an\s+end)\b",
    re.IGNORECASE,
)
HEIRS = (TAKEN_OVER, HAS_NOW, PASSED_ON, TERM)
# "Paul left nursing": whatever he was by it.
TRADE_LEFT = rx.compile(
    rf"^(?:{SUBJECT}{HAVE}\s+)?{ADVERBS}(?:left|quit|gave\s+up|given\s+up|got\s+out\s+of|retired\s+from)\s+"
    r"(?:teaching|nursing|acting|farming|policing|journalism|academia|consulting|banking|politics"
    r"|medicine|law|finance|tech|retail|hospitality"
    r"|the\s+(?:army|navy|police|force|trade|profession|industry|civil\s+service))(?=$|[\s,.;!])",
    re.IGNORECASE,
)
LEAVE = rx.compile(
    rf"^{SUBJECT}\s*(?:['’]m|['’]s|\s+am|\s+is|['’]ll\s+be|\s+will\s+be)\s+(?:now\s+|currently\s+|going\s+)?(?P<h>on|taking)\s+"
    r"(?:an?\s+|my\s+|his\s+|her\s+)?(?P<o>(?:(?:parental|maternity|paternity|sick|medical|unpaid|study|garden(?:ing)?|family)\s+)"
    r"leave|sabbatical|(?:year-long\s+|unpaid\s+)?sabbatical)\b",
    re.IGNORECASE,
)
BACK_TO_WORK = rx.compile(
    rf"^{WHO}(?:(?:back|returned|came\s+back)\s+(?:to\s+work\s+)?(?:from|after)\s+(?:my\s+|his\s+|her\s+|a\s+)?(?:\w+\s+)?"
    r"(?:leave|sabbatical)|back\s+(?:at\s+work|in\s+the\s+office|already|again|now|today|early|since))\b",
    re.IGNORECASE,
)
NOT_TAKING = rx.compile(
    rf"^(?:i|we)(?:['’](?:m|re|ll)|\s+(?:am|are|will))?\s*(?:(?:not|won['’]?t\s+be)\s+(?:taking|accepting|going\s+to\s+take)|turned\s+down"
    r"|declined|rejected|passed\s+on|didn['’]t\s+take|decided\s+not\s+to\s+take|backed\s+out\s+of)\s+(?:the\s+)?"
    rf"(?:job|offer|position|role)(?:\s+offer)?\s+(?:at|from|with)\s+(?P<o>{FIRM})",
    re.IGNORECASE,
)
NEVER = rx.compile(
    r"^(?P<s>i|we)(?:['’]ve|\s+have)?\s+never\s+(?:actually\s+|really\s+)?(?P<v>worked|lived)\s+(?:at|for|in)\s+"
    rf"(?P<o>{FIRM})",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of a position."""
    if not stretch.reading.by_user:
        return
    yield from succeeded(stretch)
    yield from trade_left(stretch)
    yield from first_of((roles, never, leaves, turned_down), stretch)


@rx.only_where(NEW_ROLES, GONE_ROLE, GONE_SMALL)
def roles(stretch: Stretch) -> Iterator[Claim]:
    """ "I got promoted to principal engineer", "she made partner in January", "I'm not the team lead anymore"."""
    if stretch.negated():
        match = GONE_ROLE.match(stretch.text) or GONE_SMALL.match(stretch.text)
        over = re.search(r"\bany\s?more\b|\bno\s+longer\b", stretch.text, re.IGNORECASE)
        gone = match if match and over and is_role(match["o"]) else None
        party = (person(stretch, gone) or bare_name(stretch, gone, small=True)) if gone else None
        if match is not None and party is not None:
            yield ended(
                stretch,
                party,
                Ending(
                    "has_role", match["o"].strip(), f"{party.shown} is no longer {match['o'].strip()}", "ends"
                ),
            )
        return
    for pattern in NEW_ROLES:
        match = pattern.match(stretch.text)
        if match is None or not (pattern in {PARTNER, HEAD_OF, HAS_ONE} or is_role(match["o"])):
            continue
        if pattern is OUR_ROLE and match["o"].split()[-1].lower() not in ROLE_HEADS:
            continue
        party = person(stretch, match)
        if party is None and match.groupdict().get("s"):
            party = bare_name(stretch, match)
        if party is None or (pattern is FROM_TO and not is_role(match["a"])):
            return
        when = stretch.reading.when(stretch.clause(tense="past"))
        yield made(stretch, party, "has_role", match["o"], when=when)
        return


@rx.only_where(HEIRS)
def succeeded(stretch: Stretch) -> Iterator[Claim]:
    """ "Someone else took over as secretary", "Joana is captain now", "my term as president ended"."""
    if stretch.negated():
        return
    for pattern in HEIRS:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        told, name = match.groupdict(), match["o"].strip()
        if pattern is HAS_NOW and not (told["n"] or told["m"] or told["t"]):
            return
        party = person(stretch, match) if pattern is PASSED_ON else user(stretch)
        one = ONE_ROLE.fullmatch(name) is not None
        if party is None or not (one or (is_role(name) and not told.get("e"))):
            return  # "Anna was made engineer": of these there are many
        if pattern is HAS_NOW and (who := person(stretch, match) or bare_name(stretch, match)) is not None:
            yield made(stretch, who, "has_role", name)
        text = (
            f"{party.shown} is {name} no longer"
            if pattern in {PASSED_ON, TERM}
            else f"Somebody else is {name}"
        )
        yield ended(stretch, party, Ending("has_role", name, text))
        return


def trade_left(stretch: Stretch) -> Iterator[Claim]:
    """ "Paul left nursing and drives a tram now"."""
    match = TRADE_LEFT.match(stretch.text)
    party = (person(stretch, match) or bare_name(stretch, match)) if match and not stretch.negated() else None
    if party is not None and party.mention.kind == "person":
        text = f"{party.shown} has left the profession"
        yield ended(stretch, party, Ending("has_role", "", text))
        yield work_over(stretch, party, None, past(stretch), text)


def never(stretch: Stretch) -> Iterator[Claim]:
    """ "I never worked at Halden": what was believed is taken back."""
    match = NEVER.match(stretch.text)
    if match is None:
        return
    home = match["v"].lower() == "lived"
    for thing in things_of(stretch, stretch.between(*match.span("o")), most=4)[:1]:
        if not thing.name[:1].isupper() or (thing.sure and (thing.kind == "place") != home):
            return
        predicate, kind = ("lives_in", "place") if home else ("works_at", "organization")
        text = finish(f"The user never {match['v'].lower()} {'in' if home else 'at'} {thing.name}")
        yield stretch.reading.claim(
            user(stretch), predicate, text, thing=thing, kind=kind, mode="retracts", confidence=0.75
        )


@rx.only_where(LEAVE, BACK_TO_WORK)
def leaves(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm on parental leave until September", "back from my sabbatical"."""
    match = LEAVE.match(stretch.text)
    party = None
    if match is not None and not stretch.negated():
        party = person(stretch, match) or called(stretch, match.span("s"))
    if match is not None and party is not None:
        state = f"on {match['o']}"
        when = stretch.reading.when(stretch.clause(tense="future" if match["h"] == "taking" else "present"))
        if match["h"] == "taking" and when.start is None:
            return
        text = finish(
            f"{party.shown} is {state}"
            if match["h"] == "on"
            else f"{party.shown} takes {'a ' * ('leave' not in state)}{match['o']}"
        )
        yield stretch.reading.claim(party, "status_is", text, value=state, when=when, confidence=0.75)
        return
    match = BACK_TO_WORK.match(stretch.text)
    party = None
    if match is not None and not stretch.negated():
        party = person(stretch, match) or called(stretch, match.span("s"))
    if party is not None:
        yield ended(stretch, party, Ending("status_is", "", f"{party.shown} is back at work"))


def turned_down(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm not taking the job at Corvid after all"."""
    match = NOT_TAKING.match(stretch.text)
    firm = firm_of(stretch, match) if match else None
    if firm is not None:
        yield no_job(stretch, firm)


def no_job(stretch: Stretch, firm: Thing) -> Claim:
    """That the user will not begin at a firm."""
    party = user(stretch)
    text = finish(f"{party.shown} will not work at {firm.name}")
    return stretch.reading.claim(
        party, "works_at", text, thing=firm, kind="organization", mode="denies", confidence=0.8
    )
