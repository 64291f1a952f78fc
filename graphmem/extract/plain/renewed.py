"""What something is now, told by the step that made it so: an upgrade that is done, a plan one is on, how many we are.

Nobody says "the version is 16" who has just done the upgrade to 16. Each of these is the same claim, under the same
name, as the plain statement would give, so that it takes the place of what was so before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.first import first_of
from graphmem.extract.plain.people import made
from graphmem.extract.plain.pieces import setting
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stacks import at_version, tools
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import third
from graphmem.extract.wording import finish
from graphmem.model import Claim

WE = r"(?:(?:i|we|they)(?:['’]ve|\s+have)?\s+)?(?:(?:just|finally|also|already|so|ok)\s+)*"
RAISE = r"(?:upgrade|update|migration|bump|rollout|downgrade|rollback)"
NUMBER = r"v?(?P<v>\d+(?:\.\d+)*)"
UPGRADED = (
    rx.compile(
        rf"^{WE}(?:did|finished|completed|shipped|landed|merged|deployed|rolled\s+out|wrapped\s+up|got\s+through)\s+"
        rf"(?:the\s+|our\s+)?(?P<o>[\w.+#-]+(?:\s[A-Z][\w]+)?)\s+{NUMBER}\s+{RAISE}\b",
        re.IGNORECASE,
    ),
    rx.compile(
        rf"^(?:the\s+|our\s+)?(?P<o>[\w.+#-]+(?:\s[A-Z][\w]+)?)\s+{NUMBER}\s+{RAISE}\s+(?:is\s+|has\s+(?:been\s+)?|was\s+|went\s+)"
        r"(?:now\s+|just\s+|finally\s+)*(?:done|finished|complete|completed|through|live|out|landed|merged|deployed|shipped"
        r"|in\s+prod(?:uction)?|fine|well|smoothly|ok|green)\b",
        re.IGNORECASE,
    ),
)
TIERS = (
    r"(?:free|pro|plus|team|teams|business|enterprise|premium|basic|hobby|starter|scale|standard|growth|developer|personal"
    r"|professional|family|individual|student|max|ultimate|essentials?|paid|trial|lite|unlimited|advanced)"
)
KIND = r"(?:tier|plan|subscription|edition)"
SERVICE = r"(?P<s>[A-Za-z][\w.+#-]*(?:\s(?-i:[A-Z])[\w]+)?)"
ON_TIER = rx.compile(
    rf"^(?:i(?:['’]m|\s+am)|we(?:['’]re|\s+are)|still|now)?\s*(?:(?:still|now|currently|only|just|all)\s+)*on\s+(?:the\s+|a\s+)?"
    rf"(?:{SERVICE.replace('<s>', '<s2>')}['’]s?\s+)?[\"“]?(?P<v>{TIERS})[\"”]?\s+{KIND}(?:\s+(?:of|on|at"
    rf"|with|for|from|in)\s+{SERVICE})?"
    r"(?=\s*(?:[,.;:!]|$)|\s+(?:now|and|so|but|right|at\s+the|because|since)\b)",
    re.IGNORECASE,
)
TO_TIER = rx.compile(
    rf"^{WE}(?:upgraded|downgraded|switched|moved|went|bumped|cut|dropped|changed)\s+(?:back\s+|down\s+|up\s+)?(?:(?:our|my|the)\s+)?"
    rf"{SERVICE}(?:\s+(?:account|{KIND}|workspace|org))?\s+(?:back\s+|down\s+|up\s+|over\s+)?(?:from\s+(?:the\s+)?\S+\s+)?to\s+(?:the\s+)?"
    rf"(?P<v>{TIERS})(?:\s+{KIND})?(?=\s*(?:[,.;:!]|$)|\s+(?:yesterday|today|last|this|on|in|now|and|so|because|since|after)\b)",
    re.IGNORECASE,
)
NUMBERS = (
    r"(?:\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty)"
)
# "Two joined, so we're seven": of a number alone it must be plain that heads are counted.
COUNTED = rx.compile(
    rf"(?:^|,\s+|\band\s+|(?=\bso\s+we))(?P<lead>(?:so|that\s+makes\s+us|which\s+makes\s+us|that\s+leaves\s+us|making\s+us)\s+)?(?:we(?:['’]re|\s+are)\s+)?"
    r"(?:(?:now|back|down|up|only|just|still|currently)\s+)*(?:to\s+|at\s+)?(?P<of>an?\s+(?:small\s+)?team\s+of\s+)?"
    rf"(?P<v>{NUMBERS})(?P<tail>\s+(?:now|of\s+us(?:\s+now)?|people(?:\s+now)?|strong|again|in\s+total|altogether"
    r"|engineers(?:\s+now)?|devs(?:\s+now)?|developers(?:\s+now)?))?$",
    re.IGNORECASE,
)
LEVELS = r"(?:trace|debug|info|notice|warn|warning|error|critical|fatal|verbose|off|silent)"
LOGGING = rx.compile(
    rf"^{WE}(?:turned|set|put|dialled|dialed|switched|cranked|bumped|changed|dropped|lowered|raised|moved|took|brought)\s+"
    r"(?:the\s+|our\s+)?(?:(?P<where>[\w-]+)\s+)?(?:logging|logs|log\s+levels?|verbosity)\s+(?:in\s+(?P<at>[\w-]+)\s+)?"
    rf"(?:back\s+|down\s+|up\s+|over\s+)*to\s+(?P<v>{LEVELS})\b",
    re.IGNORECASE,
)
# How much somebody works from now on.
HOURS = rx.compile(
    rf"^(?:i(?:['’]m|\s+am|['’]ve|\s+have)?\s+)?(?:(?:now|just|finally|recently|been|also)\s+)*(?:back|gone|went|go|going|switched|moved|dropped|cut"
    r"|down|up|returned)\s+(?:(?:back|down|up|over)\s+)*(?:to|on|at)\s+(?:working\s+)?(?P<v>(?:full|part|half)[ -]time"
    rf"|{NUMBERS}\s+(?:days|hours)\s+(?:a|per)\s+week|\d{{2,3}}\s?%)(?=\s*(?:[,.;:!]|$)|\s+(?:in|since|from|on|now|again|last|this|after|because|as|at|work)\b)",
    re.IGNORECASE,
)
CLOCK = r"\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm)?"
# "I work 10 to 6 now".
BETWEEN = rx.compile(
    rf"^i\s+(?:now\s+|usually\s+|normally\s+)?work\s+(?:from\s+)?(?P<v>{CLOCK}\s*(?:to|till|until|-|–)\s*{CLOCK})(?:\s+(?:now|these\s+days|on\s+weekdays))?$",
    re.IGNORECASE,
)
COMMUTES = rx.compile(
    r"^i\s+(?:[^,;.]*?\band\s+)?(?:(?:now|usually|normally|mostly|always)\s+)*(?P<o>(?:take|ride|catch|get)\s+(?:the|my|a)\s+(?:[\w:]+\s+)?(?:bus|train|tram|tube|metro|subway|underground"
    r"|s-bahn|u-bahn|ferry|bike|car|scooter)\s+to\s+(?:work|the\s+office|school|uni)"
    r"|(?:bike|cycle|walk|drive|run|carpool|scooter)\s+to\s+(?:work|the\s+office|school|uni))"
    r"(?=\s*(?:[,.;!]|$)|\s+(?:now|these\s+days|every|because|since|and|so|most|when|in)\b)",
    re.IGNORECASE,
)
BY_MYSELF = rx.compile(
    r"^i\s+(?:now\s+)?live\s+(?:alone|on\s+my\s+own|by\s+myself)(?=\s*(?:[,.;!]|$)|\s+(?:now|and|again|since|in|these)\b)",
    re.IGNORECASE,
)
REMOTE = rx.compile(
    r"^i(?:['’]m|\s+am)\s+(?:now\s+)?(?:fully|completely|entirely|100\s?%|all|permanently)\s+remote(?=\s*(?:[,.;!]|$)|\s+(?:now|these\s+days|since|and|so)\b)",
    re.IGNORECASE,
)
SPAN = r"(?P<v>(?:one|two|three|four|five|six|\d)[\s-](?:week|day|month)|weekly|fortnightly|monthly|daily)"
CYCLES = rx.compile(
    rf"^{WE}(?:went|moved|switched|changed|shifted|are|['’]re)\s+(?:(?:now|back|over|down|up)\s+)*(?:to|on|doing|onto)\s+{SPAN}\s+"
    r"(?P<s>sprint|iteration|release\s+cycle|release|cycle|standup|retro|billing|deploy)s?\b",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> list[Claim]:
    """What one statement has made so."""
    if not stretch.reading.by_user or stretch.negated():
        return []
    return [
        *first_of((upgraded, tier, counted, hours, between, level, cycle), stretch),
        *first_of((commute,), stretch),
        *first_of((household,), stretch),
    ]


@rx.only_where(UPGRADED)
def upgraded(stretch: Stretch) -> Iterator[Claim]:
    """ "Did the Postgres 16 upgrade over the weekend", "the Node 22 upgrade is done"."""
    match = next((found for one in UPGRADED if (found := one.match(stretch.text))), None)
    if match is None:
        return
    when = stretch.reading.when(stretch.clause(tense="past"))
    for thing, _ in tools(stretch, *match.span("o"), loose=True):
        yield at_version(stretch, thing, match["v"], when)


@rx.only_where(ON_TIER, TO_TIER)
def tier(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm on the free tier of Supabase", "upgraded our Supabase to pro yesterday"."""
    match = ON_TIER.match(stretch.text)
    moved = TO_TIER.match(stretch.text) if match is None else None
    found = match or moved
    if found is None:
        return
    name = found["s"] or found.groupdict().get("s2")
    if not name or name.lower() in {
        "it",
        "that",
        "this",
        "back",
        "everything",
        "everyone",
        "me",
        "us",
        "from",
    }:
        return
    when = stretch.reading.when(stretch.clause(tense="past" if moved else "present"))
    value = found["v"].lower()
    text = f"The user's {name} plan is {value}"
    yield setting(stretch, f"{name} plan", value, text, when=when)


@rx.only_where(COUNTED)
def counted(stretch: Stretch) -> Iterator[Claim]:
    """ "We're seven now", "so we're seven"."""
    match = COUNTED.search(stretch.text)
    if match is None or not re.search(r"\b(?:we|us)\b", match[0], re.IGNORECASE):
        return
    if not (match["lead"] or match["tail"] or match["of"]):
        return
    value = f"{match['v'].lower()} people"
    yield setting(stretch, "size of the team", value, f"The user's team is {value}")


@rx.only_where(HOURS)
def hours(stretch: Stretch) -> Iterator[Claim]:
    """ "Back to full time since the promotion"."""
    match = HOURS.match(stretch.text)
    if match is not None:
        value = f"works {match['v'].lower().replace('-', ' ')}"
        when = stretch.reading.when(stretch.clause(tense="past"))
        yield made(stretch, user(stretch), "practises", value, text=f"The user {value}", when=when)


@rx.only_where(BETWEEN)
def between(stretch: Stretch) -> Iterator[Claim]:
    """ "I work 10 to 6 now"."""
    match = BETWEEN.match(stretch.text)
    if match is not None:
        value = re.sub(r"\s*(?:till|until|-|–)\s*", " to ", match["v"])
        yield setting(stretch, "working hours", value, f"The user's working hours are {value}")


@rx.only_where(BY_MYSELF)
def household(stretch: Stretch) -> Iterator[Claim]:
    """ "I live alone now and bike to work"."""
    if BY_MYSELF.match(stretch.text):
        yield made(
            stretch, user(stretch), "practises", "lives alone", text="The user lives alone", when=When()
        )


@rx.only_where(COMMUTES, REMOTE)
def commute(stretch: Stretch) -> Iterator[Claim]:
    """ "I take the bus to work"."""
    if REMOTE.match(stretch.text):
        yield made(
            stretch, user(stretch), "practises", "works remotely", text="The user works remotely", when=When()
        )
        return
    match = COMMUTES.match(stretch.text)
    if match is not None:
        verb, rest = match["o"].split(" ", 1)
        value = f"{third(verb.lower())} {rest}".replace(" my ", " their ")
        yield made(stretch, user(stretch), "practises", value, text=f"The user {value}", when=When())


@rx.only_where(LOGGING)
def level(stretch: Stretch) -> Iterator[Claim]:
    """ "Turned prod logging down to warn"."""
    match = LOGGING.match(stretch.text)
    if match is None:
        return
    where = (match["where"] or match["at"] or "").lower()
    place = f" in {where}" if where and where not in {"the", "all", "our", "down", "up"} else ""
    when = stretch.reading.when(stretch.clause(tense="past"))
    value = match["v"].lower()
    yield setting(stretch, "log level", value, f"The log level{place} is {value}", when=when)


@rx.only_where(CYCLES)
def cycle(stretch: Stretch) -> Iterator[Claim]:
    """ "We went to one-week sprints after the retro"."""
    match = CYCLES.match(stretch.text)
    if match is None:
        return
    label = match["s"].lower()
    value = match["v"].lower().replace("-", " ")
    value = re.sub(r"^(?!one\b|1\b)(\w+ (?:week|day|month))$", r"\1s", value)
    party = user(stretch)
    yield stretch.reading.claim(
        party, "setting_is", finish(f"The {label} is {value}"), value=value, qualifier=label,
        when=stretch.reading.when(stretch.clause(tense="past")), confidence=0.7,
    )  # fmt: skip
