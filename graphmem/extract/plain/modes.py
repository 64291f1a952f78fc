"""How what comes round is done: "deploys are automatic now", "we release by hand", "backups are nightly".

Each is a setting of the process, so that another way of it takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.first import first_of
from graphmem.extract.plain.people import made
from graphmem.extract.plain.pieces import setting
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import third
from graphmem.model import Claim

PROCESS = (
    r"(?:(?:prod|production|staging|db|database|nightly|code|schema|dependency|security|password|data|load|smoke"
    r"|e2e|unit"
    r"|integration|release|deploy|api|key|backup|log)\s+)?"
    r"(?:deploys?|deployments?|releases?|builds?|backups?|migrations?|reviews?|rollbacks?|merges?|tests"
    r"|snapshots?|updates?"
    r"|upgrades?|renewals?|refunds?|invoicing|onboarding|sign-?ups?|registrations?|approvals?|audits?|checks?|scans?"
    r"|rotation|retention|autoscaling|caching|telemetry|tracking|mfa|2fa|sso|linting|formatting|type checking"
    r"|auto-?merge"
    r"|force[- ]push(?:es|ing)?|squash(?:ing| merges?)?|direct pushes|notifications|alerts|strict mode|debug mode)"
)
MODE = (
    r"(?:fully\s+|completely\s+|semi-?)?(?:manual|automatic|automated|mandatory|required|optional|enabled"
    r"|disabled|turned\s+(?:on|off)"
    r"|switched\s+(?:on|off)|blocked|allowed|forbidden|nightly|hourly|daily|weekly|monthly|quarterly|opt-in"
    r"|opt-out|self-service)"
)
TAIL = r"(?P<t>\s+(?:on|after|before|for|in|with|via|through|by)\s+[\w ./-]{2,30}?)?"
NOW = r"(?:(?:now|all|always|currently|still|also|just|finally|these\s+days|again)\s+)*"
IS_MODE = rx.compile(
    rf"^(?:(?:ok|so|fyi|btw|and|also)\s+)*(?:all\s+)?(?:the\s+|our\s+|my\s+)?(?P<s>{PROCESS})\s+(?:is|are|became"
    rf"|have\s+become)\s+{NOW}"
    rf"(?P<v>{MODE}){TAIL}(?:\s+(?:now|again|these\s+days|by\s+default))*$",
    re.IGNORECASE,
)
DO = {
    "deploy": "deploys", "release": "releases", "build": "builds", "merge": "merges", "review": "reviews",
    "test": "tests", "back up": "backups", "migrate": "migrations", "upgrade": "upgrades",
}  # fmt: skip
BY_HAND = rx.compile(
    rf"^(?:i|we)\s+{NOW}(?P<s>{'|'.join(DO)})\s+(?:everything\s+|it\s+all\s+)?(?P<v>by\s+hand|manually"
    rf"|automatically)(?:\s+[\w ]{{2,40}})?$",
    re.IGNORECASE,
)
# Whom one sees, and how often.
HELPER = (
    r"(?:therapist|psychologist|psychiatrist|counsell?or|coach|trainer|personal\s+trainer|physio(?:therapist)?"
    r"|chiropractor"
    r"|osteopath|doctor|dentist|dermatologist|tutor|teacher|mentor|advisor|adviser|supervisor|manager"
    r"|nutritionist|dietitian)"
)
CLIENTS = rx.compile(
    rf"^(?:i|we)\s+{NOW}(?P<v>see|treat|teach|coach|train|serve|have|host)\s+(?:about\s+|around\s+"
    rf"|roughly\s+)?(?P<n>\d{{1,4}})\s+"
    r"(?P<o>patients|clients|students|pupils|customers|guests|visitors|classes|kids)\s+(?P<t>(?:a|per|each"
    r"|every)\s+(?:day|week|month|year|term|semester))\b",
    re.IGNORECASE,
)
SEES = rx.compile(
    rf"^i\s+{NOW}(?P<v>see|meet)\s+(?P<w>my|a|an|the)\s+(?P<o>{HELPER})\s+(?P<t>(?:every|each|once|twice|(?:two"
    rf"|three|four)\s+times)\s+[\w ]+?)"
    r"(?:\s+(?:now|these\s+days))?$",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> list[Claim]:
    """How one thing that comes round is done."""
    if not stretch.reading.by_user or stretch.negated():
        return []
    return first_of((mode, by_hand, seen, clients), stretch)


@rx.only_where(IS_MODE)
def mode(stretch: Stretch) -> Iterator[Claim]:
    """ "Deploys are automatic on merge now"."""
    match = IS_MODE.match(stretch.text)
    if match is not None:
        label, value = match["s"].lower(), f"{match['v'].lower()}{match['t'] or ''}"
        verb = "are" if label.endswith("s") else "is"
        yield setting(stretch, label, value, f"{label[:1].upper()}{label[1:]} {verb} {value}")


@rx.only_where(BY_HAND)
def by_hand(stretch: Stretch) -> Iterator[Claim]:
    """ "We deploy by hand every second Friday"."""
    match = BY_HAND.match(stretch.text)
    if match is not None:
        label = DO[match["s"].lower()]
        value = "automatic" if match["v"].lower() == "automatically" else "manual"
        yield setting(stretch, label, value, f"{label.capitalize()} are {value}")


@rx.only_where(SEES)
def seen(stretch: Stretch) -> Iterator[Claim]:
    """ "I see my therapist every week"."""
    match = SEES.match(stretch.text)
    if match is not None:
        whose = "their" if match["w"].lower() == "my" else match["w"].lower()
        value = f"{third(match['v'].lower())} {whose} {match['o'].lower()} {match['t']}"
        yield made(stretch, user(stretch), "practises", value, text=f"The user {value}", when=When())


@rx.only_where(CLIENTS)
def clients(stretch: Stretch) -> Iterator[Claim]:
    """ "I see 20 patients a day"."""
    match = CLIENTS.match(stretch.text)
    if match is not None:
        value = f"{third(match['v'].lower())} {match['n']} {match['o'].lower()} {match['t'].lower()}"
        yield made(stretch, user(stretch), "practises", value, text=f"The user {value}", when=When())
