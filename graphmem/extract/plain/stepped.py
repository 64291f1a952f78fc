"""A value that is told by the step to it alone: "make that 2000 for the batch size", "down to 86 kilos".

Who says so names neither what was before nor, often, what it is of. Each gives the claim, under the same name, that the
plain statement would give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.first import first_of
from graphmem.extract.plain.people import made
from graphmem.extract.plain.pieces import setting
from graphmem.extract.plain.renewed import NUMBERS
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stacks import at_version, tools, uses
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.model import Claim

SO = r"(?:(?:ok|okay|actually|sorry|no|hm+|so|oh|wait|please|and|then|now|also)\b[\s,]*)*"
AMOUNT = r"(?P<v>[$€£]?\d[\d.,]*\s?(?:%|[a-z]{1,7}\b)?)"
MAKE_IT = rx.compile(
    rf"^{SO}(?:let['’]?s\s+)?make\s+(?:that|it)\s+{AMOUNT}\s+(?:for|on|as)\s+(?:the\s+|our\s+"
    rf"|my\s+)?(?P<s>[\w-]+(?:\s[\w-]+){{0,3}})$",
    re.IGNORECASE,
)
SCALES = rx.compile(
    rf"^{SO}(?:i(?:['’]m|\s+am|['’]ve|\s+have)?\s+)?(?:(?:now|finally|already|just|weigh|weighing|gone|went|got"
    rf"|dropped|lost)\s+)*"
    r"(?:back\s+)?(?:down|up|back)\s+to\s+(?P<v>\d+(?:[.,]\d+)?\s?(?:kilos?|kgs?|lbs?|pounds|stone))\b",
    re.IGNORECASE,
)
LEFT = rx.compile(
    rf"^{SO}(?:(?:i(?:['’]m|\s+am)|we(?:['’]re|\s+are))\s+)?(?:(?:now|only|just|already)\s+)*(?P<w>down|up)\s+to\s+"
    r"(?P<v>\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|twelve)\s+(?P<o>(?:minutes|hours|pages|km|miles|cups|glasses)\s+of\s+[a-z-]+|(?:[a-z-]+\s+){0,2}[a-z-]+s)"
    r"(?P<t>\s+(?:a|per|every)\s+\w+)?(?:\s+now)?$",
    re.IGNORECASE,
)
HEADS = rx.compile(
    rf"^{SO}(?:we(?:['’]re|\s+are)|that\s+leaves\s+us(?:\s+(?:at|with))?)\s+(?:(?:now|back|just|only)\s+)*"
    rf"(?:(?:(?:down|up)\s+to|at)\s+(?P<v>{NUMBERS})(?:\s+(?:people|engineers|devs|of\s+us))?"
    rf"|(?P<w>{NUMBERS})(?:\s+(?:people|engineers|devs))?\s+(?:on|in)\s+(?:the|our|my)\s+team)$",
    re.IGNORECASE,
)
# "Standup is on Zoom", "the weekly sync moved to Google Meet".
CALL = rx.compile(
    rf"^{SO}(?:(?:the|our|my)\s+)?(?P<s>(?:[a-z-]+\s+)?(?:stand-?up|sync|retro|planning|demo|all-?hands|daily|1:1|one-on-one"
    r"|call|meeting|meetup|review|lesson|class|session|seminar|office\s+hours|therapy|book\s+club))s?\s+"
    r"(?P<w>(?:is|are|happens?)(?:\s+(?:now|held))?\s+(?:on|in|via|over)|(?:(?:was|were|got)\s+)?moved(?:\s+over)?\s+to)\s+"
    r"(?:a\s+)?(?P<o>zoom|(?:(?:ms|microsoft)\s+)?teams|(?:google\s+)?meet|slack(?:\s+huddles?)?|discord|webex|jitsi|skype"
    r"|gather|facetime|whereby|signal|whatsapp)(?=\s*(?:[,.;!]|$)|\s+(?:now|since|last|this|these|from|as|because)\b)",
    re.IGNORECASE,
)
# "Sauna once a week now": how often, without a verb.
OFTEN = rx.compile(
    rf"^{SO}(?P<s>(?!(?:i|we|he|she|it|they|that|this|only|not|just|about|at)\b)[a-z-]+(?:\s[a-z-]+)?)\s+"
    r"(?P<v>(?:once|twice|(?:two|three|four|five|six|\d)\s+times)\s+(?:a|per|every)\s+(?:day|week|month|year))"
    r"\s+(?:now|these\s+days|nowadays)$",
    re.IGNORECASE,
)
# "Down to two minutes": nobody knows of what.
UNSAID = re.compile(
    r"\b(?:seconds|minutes|hours|days|weeks|months|years|dollars|euros|bucks|pounds|times|things|ones)$"
)
SUPPLIED = (
    r"(?:internet|broadband|phone|mobile|cell(?:\s+phone)?|electricity|power|energy|gas|water|(?:health|car|home"
    r"|travel|pet)\s+insurance"
    r"|insurance|bank|banking|hosting|email|payment|payments|dns|cdn|cloud|sms|search|logging|monitoring"
    r"|shipping|payroll|browser|editor|terminal|password\s+manager|calendar|notes?\s+app)"
)
FIRM = r"(?P<o>(?-i:[A-Z])[\w&.'-]*(?:\s(?-i:[A-Z])[\w&.'-]*){0,2})"
SUPPLIER = rx.compile(
    rf"^{SO}(?:my|our|the)\s+(?:new\s+)?(?P<p>{SUPPLIED})\s+(?:provider|company|carrier|supplier|operator|host"
    rf"|service|contract)"
    rf"\s+is\s+(?:now\s+)?(?:with\s+)?{FIRM}(?:\s+now)?$",
    re.IGNORECASE,
)
SUPPLIED_BY = rx.compile(
    rf"^{SO}(?:(?:i|we)(?:['’]ve|\s+have)?\s+)?(?:just\s+|finally\s+)?(?:switched|moved|changed"
    rf"|transferred)\s+(?:my\s+|our\s+|the\s+)?"
    rf"(?P<p>{SUPPLIED})(?:\s+(?:provider|company|carrier|supplier|operator|host"
    rf"|contract)s?)?\s+(?:over\s+)?(?:from\s+\S+\s+)?to\s+{FIRM}"
    r"(?=\s*(?:[,.;!]|$)|\s+(?:yesterday|today|last|this|in|on|because|since|after|now|finally|already)\b)",
    re.IGNORECASE,
)
# "Out of the Lisbon office", "transferred to the Porto office": where one works from.
OFFICE = rx.compile(
    rf"^{SO}i(?:['’]m|\s+am|['’]ve|\s+have)?\s+(?:(?:now|just|been|recently|currently)\s+)*(?:(?:based|working"
    rf"|work)\s+)?"
    r"(?:(?:transferred|moved|relocated|switched|reassigned)\s+to|out\s+of|in|at|from)\s+the\s+"
    r"(?P<o>(?-i:[A-Z])[\w-]+(?:\s(?-i:[A-Z])[\w-]+)?)\s+office"
    r"(?=\s*(?:[,.;!]|$)|\s+(?:now|since|in|on|last|this|these|because|and)\b)",
    re.IGNORECASE,
)
RENAMED_BRANCH = rx.compile(
    rf"^{SO}(?:(?:i|we)(?:['’]ve|\s+have)?\s+)?(?:just\s+|finally\s+)?(?:renamed|moved|switched"
    rf"|changed)\s+(?:(?:the\s+)?(?:default\s+)?branch\s+from\s+)?"
    r"(?:the\s+)?[\"`']?(?P<a>master|main|trunk|develop)[\"`']?(?:\s+branch)?\s+to\s+[\"`']?(?P<v>master|main"
    r"|trunk|develop)[\"`']?\b",
    re.IGNORECASE,
)
MIGRATED = rx.compile(
    rf"^{SO}(?:(?:i|we)(?:['’]ve|['’]re|\s+have|\s+are)?\s+)?(?:just\s+|finally\s+|now\s+)*(?:finished|completed"
    rf"|done|through)\s+(?:with\s+)?"
    r"(?:migrating|upgrading|moving|porting)\s+(?:(?:the"
    r"|our)\s+[\w -]{2,25}?\s+)?(?:over\s+)?to\s+(?P<o>[A-Za-z][\w.+#-]*(?:\s(?-i:[A-Z])\w+)?)\s+"
    r"v?(?P<n>\d+(?:\.\d+)*)(?=\s*(?:[,.;!]|$)|\s+(?:yesterday|today|last|this|in|on|now)\b)",
    re.IGNORECASE,
)
# Of these there is one at a time.
TOP = rx.compile(
    rf"^{SO}(?:(?:our|my|the)\s+)?(?P<s>(?:biggest|largest|main|top|oldest|newest|best|only|key"
    rf"|first)\s+(?:customer|client|competitor|supplier"
    rf"|investor|partner|account|market|sponsor|donor|vendor|patient|tenant|user"
    rf"|rival))\s+is\s+(?:now\s+)?{FIRM}(?:\s+(?:now|these\s+days))?$",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> list[Claim]:
    """What one step has made so."""
    if not stretch.reading.by_user or stretch.negated():
        return []
    return first_of(READERS, stretch)


@rx.only_where(MAKE_IT)
def amount(stretch: Stretch) -> Iterator[Claim]:
    """ "Make that 2000 for the batch size"."""
    match = MAKE_IT.match(stretch.text)
    if match is not None:
        label, value = match["s"].lower(), match["v"].strip()
        yield setting(stretch, label, value, f"The {label} is {value}")


@rx.only_where(SCALES)
def weight(stretch: Stretch) -> Iterator[Claim]:
    """ "Down to 86 kilos!"."""
    match = SCALES.match(stretch.text)
    if match is not None:
        value = f"weighs {match['v'].lower()}"
        yield made(stretch, user(stretch), "noted", value, text=f"The user {value}", when=When())


@rx.only_where(LEFT)
def left(stretch: Stretch) -> Iterator[Claim]:
    """ "Down to 7 open positions"."""
    match = LEFT.match(stretch.text)
    if match is not None and not UNSAID.search(match["o"]):
        value = f"is {match['w'].lower()} to {match['v']} {match['o']}{match['t'] or ''}"
        yield made(stretch, user(stretch), "noted", value, text=f"The user {value}", when=When())


@rx.only_where(HEADS)
def heads(stretch: Stretch) -> Iterator[Claim]:
    """ "We're down to four", "we're five on the team"."""
    match = HEADS.match(stretch.text)
    if match is not None:
        value = f"{(match['v'] or match['w']).lower()} people"
        yield setting(stretch, "size of the team", value, f"The user's team is {value}")


@rx.only_where(SUPPLIER, SUPPLIED_BY)
def supplier(stretch: Stretch) -> Iterator[Claim]:
    """ "My internet provider is Vodafone", "switched internet to Telekom"."""
    match = SUPPLIER.match(stretch.text) or SUPPLIED_BY.match(stretch.text)
    if match is None:
        return
    when = stretch.reading.when(stretch.clause(tense="past")) if match.re == SUPPLIED_BY else When()
    for thing, _ in tools(stretch, *match.span("o"), loose=True):
        yield uses(stretch, thing, match["p"].lower(), party=user(stretch), when=when)


@rx.only_where(TOP)
def top(stretch: Stretch) -> Iterator[Claim]:
    """ "Our biggest customer is Hartmann"."""
    match = TOP.match(stretch.text)
    if match is not None:
        label = match["s"].lower()
        yield setting(stretch, label, match["o"], f"The user's {label} is {match['o']}")


@rx.only_where(OFFICE)
def office(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm in the Lisbon office", "I transferred to the Porto office"."""
    match = OFFICE.match(stretch.text)
    if match is not None:
        value = f"is in the {match['o']} office"
        when = stretch.reading.when(stretch.clause(tense="past"))
        yield made(stretch, user(stretch), "noted", value, text=f"The user {value}", when=when)


@rx.only_where(RENAMED_BRANCH)
def branch(stretch: Stretch) -> Iterator[Claim]:
    """ "Renamed master to main in the repo yesterday"."""
    match = RENAMED_BRANCH.match(stretch.text)
    if match is not None and match["a"].lower() != match["v"].lower():
        when = stretch.reading.when(stretch.clause(tense="past"))
        yield setting(stretch, "default branch", match["v"].lower(), when=when)


@rx.only_where(MIGRATED)
def migrated(stretch: Stretch) -> Iterator[Claim]:
    """ "Finished migrating to Vue 3"."""
    match = MIGRATED.match(stretch.text)
    if match is None:
        return
    when = stretch.reading.when(stretch.clause(tense="past"))
    for thing, _ in tools(stretch, *match.span("o"), loose=True):
        yield at_version(stretch, thing, match["n"], when)


@rx.only_where(CALL)
def call(stretch: Stretch) -> Iterator[Claim]:
    """ "Standup is on Zoom", "the weekly sync moved to Google Meet"."""
    match = CALL.match(stretch.text)
    if match is not None:
        words = "moved to" if "moved" in match["w"].lower() else "is on"
        tool = match["o"] if any(char.isupper() for char in match["o"]) else match["o"].title()
        value = f"The {match['s'].lower()} {words} {tool}"
        when = stretch.reading.when(stretch.clause(tense="past")) if words == "moved to" else When()
        yield made(stretch, user(stretch), "noted", value, text=value, when=when)


@rx.only_where(OFTEN)
def often(stretch: Stretch) -> Iterator[Claim]:
    """ "Sauna once a week now"."""
    match = OFTEN.match(stretch.text)
    if match is not None:
        label, value = match["s"].lower(), match["v"].lower()
        yield setting(stretch, label, value, f"{label.capitalize()} is {value}")


READERS = (amount, weight, heads, left, supplier, top, office, branch, migrated, call, often)
