"""Who looks after what, when things happen, and how far work has come: "releases go out every second Tuesday"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.date_words import A_WEEKDAY
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.plain.shapes import called, party_of, thing_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim, Mention

DAY = rf"(?:{A_WEEKDAY}s?|weekdays?|weekends?|mon|tue|wed|thu|fri)"
CLOCK = (
    r"(?:\d{1,2}[:.]\d\d(?:\s?(?:am|pm))?|\d{1,2}\s?(?:am|pm)|noon|midnight)(?:\s?(?:utc|cet|cest"
    r"|est|edt|pst|pdt|gmt|bst|ist|jst))?"
)
EVERY = (
    rf"(?:(?:every|each)\s+(?:other\s+|second\s+|third\s+|first\s+|last\s+|two\s+|three\s+"
    rf"|four\s+|six\s+|\d+\s+)?(?:{DAY}|day|night|morning|evening|hour|week|fortnight|month"
    rf"|spring|summer|autumn|winter|christmas|easter|quarter|year|sprint|days|hours|minutes|mins|min|weeks|months|\d+\s?(?:h|m|min|s|d|days"
    rf"|hours|minutes|weeks|months))"
    rf"(?:\s+of the (?:month|week|quarter))?|(?:on\s+)?(?:the\s+)?(?:first|second|third|last"
    rf"|1st|15th)\s+{DAY}(?:\s+of (?:the|each|every) (?:month|sprint|quarter))?|on the (?:first"
    rf"|last|1st|15th)(?: of (?:the|each|every) month)?"
    rf"|(?:on\s+)?{DAY}(?:\s*(?:,|and|&|/|\+)\s*{DAY})*|daily|nightly|weekly|biweekly|bi-weekly"
    rf"|fortnightly|monthly|quarterly|hourly|yearly|(?:once|twice|three times) (?:a|per) (?:day"
    rf"|week|month|quarter|sprint|year))"
)
WHEN = rf"(?:{EVERY}(?:\s*,?\s+(?:at\s+)?{CLOCK})?|(?:at\s+)?{CLOCK}(?:\s*,?\s+(?:on\s+)?{EVERY})?)"
SCHEDULED = rx.compile(
    r"^(?P<s>(?:(?:the|our|my)\s+)?[\w -]+?)\s*(?:\s(?:is|are|happens?|runs?|goes? out|go out"
    r"|takes? place|ships?|starts?|kicks? off|fires?|goes? off|go live|land|triggers?"
    r"|executes?|refresh(?:es)?|polls?|syncs?|samples?|pings?|scrapes?|reloads?|flush(?:es)?"
    r"|is scheduled for|are scheduled for|is held|are held|gets? sent|rotates?"
    r"|closes?|opens?|begins?|is at|are at|is always|are always)|:)\s+"
    rf"{ADVERBS}(?P<v>{WHEN})(?P<t>\s*,?\s+(?:except|from now"
    r" on|now|going forward|here|in|at|for|with|on zoom|unless|so)\b.*)?$",
    re.IGNORECASE,
)
RECURS = words(
    "standup stand-up daily retro retrospective planning sync demo demos release releases"
    " deploy deploys deployment deployments backup backups job jobs cron build builds sprint"
    " sprints meeting meetings"
    " review reviews report reports newsletter window maintenance hands all-hands rotation"
    " patching batch digest snapshot snapshots sweep cleanup compaction scan scans audit"
    " audits train freeze refinement grooming 1:1 one-on-one office payroll invoices"
    " invoicing"
    " export import sync rebuild reindex vacuum dump dumps pipeline etl crawl crawler scraper"
    " alerts drill training handover shift on-call oncall billing run runs cutoff cut-off"
    " restart restarts renewal rollout triage"
)
PER_PIECE = rx.compile(
    r"^(?P<s>(?:on-?call|on-?call rotation|standup|retro|releases?|deploys?|backups?|planning|demo"
    r"|sync|maintenance|rotation|all-?hands)(?:\s\w+)?)\s+(?P<v>(?:on\s+)?"
    + EVERY
    + r"(?:\s+at\s+"
    + CLOCK
    + r")?)(?P<t>$)",
    re.IGNORECASE,
)
OWNS = rx.compile(
    rf"^(?P<w>[^,;]+?)\s+{ADVERBS}(?P<v>owns?|maintains?"
    r"|looks? after|takes? care of|(?:is|are|am|'m) (?:in charge of|responsible for|on the"
    r" hook for|the (?:owner|maintainer|point person|go-to) (?:of|for)|looking after|taking"
    r" care of|maintaining|babysitting)|runs? point on|babysits?|handles?)\s+(?P<o>(?:the\s+"
    r"|our\s+|all\s+(?:the\s+)?)?[^,;]+?)(?:\s+(?:now|these days|since .*|at the moment))?$",
    re.IGNORECASE,
)
BELONGS = rx.compile(
    r"^(?P<o>(?:the\s+|our\s+)?[^,;]+?)\s+(?:(?:now\s+)?(?P<v>belongs? to|(?:is|are) (?:owned"
    r"|maintained|looked after|run|kept) by|is (?:now )?with|sits with|lies with|falls to|(?:is|are)"
    r" the responsibility of))\s+(?P<w>(?:the\s+)?[\w -]+?(?:\s+(?:team|squad|guild"
    r"|group))?)(?:\s+(?:now|these days|since .*))?$",
    re.IGNORECASE,
)
OWNER = rx.compile(
    r"^(?P<o>[\w./ -]+?)\s*(?:'s)?\s*(?:,|:|-|\()?\s*(?P<v>owner|owned by|maintainer|maintained by"
    r"|lead dev|contact|point person|dri)(?:\s+(?:is|=)"
    r"|:)?\s+(?P<w>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\)?$"
)
# Who has these in hand provides them: "my insurance is with Allianz now".
COVERED = words(
    "insurance phone mobile broadband internet electricity gas mortgage pension account savings loan contract"
)
TASKS = words(
    "ticket migration pr mr export import feature release rollout docs refactor refactoring"
    " task redesign upgrade spike epic branch rewrite audit invoice proposal draft report"
    " spec rfc design review contract launch story port"
    " integration dashboard parser onboarding project bug fix patch cutover pentest hiring"
    " deal order application grant paper thesis chapter prototype poc beta pilot demo"
    " deployment pipeline cleanup deprecation documentation tests backend frontend api"
    " app site website work rework setup sso login search billing checkout page backlog"
    " milestone v1 v2 v3 v4 v5 mvp version printer worker importer exporter change"
    " investigation purchase procurement training move translation localization"
)
STATE = (
    r"(?:blocked(?:\s+(?:on|by)\s+[^,;]+?)?|on hold|done|finished|complete|completed|in"
    r" (?:code )?review|in progress|in qa|in testing|in beta|in staging|merged|live|shipped"
    r"|released|deployed|feature[- ]complete|code[- ]complete|waiting (?:on|for)\s+[^,;]+?"
    r"|open|paused|cancell?ed|postponed|parked|frozen|half done|almost done|nearly done|mostly"
    r" done|overdue|delayed|stalled|scrapped|abandoned|approved|rejected|signed off|up for"
    r" review|under review|ready(?: for (?:review|qa|release|prod))?|not started|unassigned"
    r"|\d{1,3}\s?%(?:\s+(?:done|complete|finished|there))?)"
)
STATUS = rx.compile(
    rf"^(?P<s>(?:(?:the|our|my)\s+)?[\w./#:-]+(?:\s+[\w./#-]+){{0,5}}?)\s*(?:\s(?:is|are|got"
    rf"|was|has been|gets|stays|remains|sits)|:|=|->|–)\s+(?:(?:still|now|finally|already"
    rf"|currently|officially|basically|pretty much|all|about|roughly"
    rf"|also)\s+)*(?P<v>{STATE})(?P<t>\s+(?:till|until|since|because|now|as of|at the moment"
    rf"|this|last|yesterday|today|again|for now|pending|after|by|for)\b.*)?$",
    re.IGNORECASE,
)
SLIPS = rx.compile(
    r"^(?P<s>(?:(?:the|our|my)\s+)?[\w./ -]+?)\s+(?:is slipping|slipped|slips|got pushed(?:"
    r" back)?|was pushed(?: back)?|is pushed(?: back)?|got moved|was moved|moved|has moved|is"
    r" moving|got postponed|was postponed|is postponed|is now scheduled|is scheduled|is set|is"
    r" planned|is due|starts|begins|kicks off|opens|launches|ships|goes live|ends"
    r"|lands)\s+(?:to|for|on|until|till|by)?\s*(?P<d>.+)$",
    re.IGNORECASE,
)
DUE = words(
    "release launch freeze deadline rollout cutover go-live golive migration audit demo"
    " sprint pentest review report thesis grant proposal beta ga milestone handover deploy"
    " upgrade kickoff conference hackathon qa uat maintenance window"
    " invoice contract submission exam defense project pilot v1 v2 v3 v4 v5 mvp"
)


# "Standup got pushed to 10": the hour of what comes round has changed.
RESCHEDULED = rx.compile(
    r"^(?P<s>(?:(?:the|our|my)\s+)?[\w./ -]+?)\s+(?:(?:has|was|got|is|been|just)\s+)*(?:pushed|moved|shifted|switched"
    rf"|bumped|brought)(?:\s+(?:back|forward|up|out))?\s+(?:from\s+\S+\s+)?to\s+(?P<v>{CLOCK}|\d{{1,2}})(?=$"
    rf"|[\s,.;!])"
    r"(?!\s+(?!(?:from|on|every|each|today|tomorrow|o['’]?clock|because|since|so|and|but|for|now)\b)[a-z])(?!\s*%)",
    re.IGNORECASE,
)
HABIT = rx.compile(
    rf"^we\s+{ADVERBS}(?P<s>deploy|release|ship)\s+(?:to"
    rf" prod(?:uction)?\s+)?(?P<v>(?:on\s+)?{EVERY}(?:\s+at\s+{CLOCK})?)$",
    re.IGNORECASE,
)
FINISHED = rx.compile(
    r"^(?:just\s+|finally\s+)?(?P<v>finished|completed|shipped|released|landed|wrapped up"
    r"|submitted|published|launched"
    r"|migrated|ported|rewrote|refactored)\s+(?P<o>(?:\w+ing\s+)?(?:the|our|my|v?\d[\d.]*"
    r"|version \S+)\b[^,;]*)",
    re.IGNORECASE,
)
NOT_ALONE = rx.compile(
    r"\b(?:this|that|these|those|it|its|his|her|their|me|i|him|them|you|your|us)\b", re.IGNORECASE
)


@rx.only_where(FINISHED, OWNS, BELONGS, OWNER, HABIT, RESCHEDULED, SCHEDULED, PER_PIECE, SLIPS, STATUS)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one piece says of owners, times and states."""
    if not stretch.reading.by_user:
        return
    if not stretch.negated():
        yield from finished(stretch)
        yield from owners(stretch)
        yield from scheduled(stretch)
        yield from slipping(stretch)
        yield from state(stretch)


def finished(stretch: Stretch) -> Iterator[Claim]:
    """ "Finished porting the parser, only the printer is left": the speaker is not named."""
    match = FINISHED.match(stretch.text)
    if match is None or not re.search(r"\b(?:the|our|my|v?\d)", match["o"]) or NOT_ALONE.search(match["o"]):
        return
    reading = stretch.reading
    when = reading.when(stretch.clause(tense="past"))
    done = re.sub(r"\s+(?:yesterday|today|this \w+|last \w+|on \w+day|in \w+)$", "", match["o"].strip(" .!"))
    value = f"{match['v'].lower()} {re.sub(r'^(?:our|my) ', 'the ', done)}"
    party = reading.user(stretch.words[0])
    yield reading.claim(party, "did", finish(f"The user {value}"), value=value, when=when, confidence=0.7)


def scheduled(stretch: Stretch) -> Iterator[Claim]:
    """ "Standup's at 9:40 every day except fridays", "we deploy on Mondays and Thursdays"."""
    habit = HABIT.match(stretch.text)
    if habit is not None:
        verb = habit["s"].lower()
        yield setting(
            stretch, f"{verb} days", bare(habit["v"]), (f"The user's team {verb}s {bare(habit['v'])}")
        )
        return
    pushed = RESCHEDULED.match(stretch.text)
    label = label_of(stretch, *pushed.span("s")) if pushed is not None else ""
    if pushed is not None and label and RECURS & set(label.lower().split()):
        hour = f"at {pushed['v'].strip()}"
        when = stretch.reading.when(stretch.clause(tense="past"))
        yield setting(stretch, label, hour, f"The {label} is {hour}", when=when)
        return
    match = SCHEDULED.match(stretch.text) or PER_PIECE.match(stretch.text)
    if match is None:
        return
    label = label_of(stretch, *match.span("s"))
    if not label or not RECURS & set(label.lower().split()):
        return
    value = bare(match["v"] + (match["t"] or "" if re.match(r"\s*,?\s+except", match["t"] or "") else ""))
    if re.fullmatch(rf"(?:on\s+)?{DAY}", value, re.IGNORECASE) and not value.lower().endswith("s"):
        return  # "the demo is on Friday" is one day
    verb = stretch.text[match.end("s") : match.start("v")].strip(" :") or "is"
    yield setting(stretch, label, value, f"The {label} {verb} {value}")


def owners(stretch: Stretch) -> Iterator[Claim]:
    """ "The terraform modules belong to the platform team", "me and Priya look after the ledger"."""
    match = OWNS.match(stretch.text) or BELONGS.match(stretch.text) or OWNER.match(stretch.text)
    if match is None:
        return
    reading = stretch.reading
    name = (
        "owns"
        if re.match(
            r"own|belong|(?:is|are) owned|(?:is|are|am|'m) (?:in charge|responsible|on the hook|the"
            r" owner)|is with|sits|lies|falls|dri",
            match["v"].lower().replace("is now with", "is with"),
            re.IGNORECASE,
        )
        else "maintains"
    )
    label = label_of(stretch, *match.span("o"))
    if (
        not label
        or (match["v"].lower().endswith("with") and COVERED & set(label.lower().split()))
        or match["v"].lower().startswith("handle")
        or re.search(
            r"\b(?:kids?|house|dog|cat|garden|home|mom|dad|mother|father|parents?|car|baby|family"
            r"|cooking|dishes|children|himself|herself|myself)\b",
            label,
            re.IGNORECASE,
        )
    ):
        return
    predicate = reading.ontology.predicate(name)
    named = [
        word for word in stretch.between(*match.span("o")) if word.lower not in {"the", "our", "my", "all"}
    ]
    if called(reading, named):
        return  # "Tomas is with Halden now"
    thing = thing_of(reading, named)
    kind = reading.kind(thing, predicate.range) or "project"
    if thing.kind in {"person", "place", "animal", "food"} and thing.sure:
        return
    if kind in {"concept", "value"}:
        kind = "project"
    for party in holders(stretch, *match.span("w")):
        when = reading.when(stretch.clause())
        text = stated(
            reading,
            party,
            predicate,
            f"the {thing.name}" if thing.head.technical is None and thing.name.islower() else thing.name,
            mode="asserts",
            when=when,
        )
        yield reading.claim(
            party, name, text, thing=thing._replace(name=thing.name), kind=kind, when=when, confidence=0.7
        )


def holders(stretch: Stretch, start: int, end: int) -> Iterator[Party]:
    """The people or the team that a phrase names: "me and Priya"."""
    reading = stretch.reading
    group: list[Word] = []
    groups = [group]
    for word in stretch.between(start, end):
        if word.lower in {"and", "&", "+"} or word.text == ",":
            group = []
            groups.append(group)
        else:
            group.append(word)
    for one in groups:
        if len(one) == 1 and one[0].lower in {"i", "me", "we", "us", "myself"}:
            yield reading.speaker(one[0])
        elif one and one[-1].lower in {"team", "squad", "guild", "group"} and len(one) < 5:
            inside = [word for word in one if word.lower not in {"the", "our"}]
            name = reading.sentence.stretch(inside)
            low, high = reading.sentence.passage.source(inside[0].start, inside[-1].end)
            if len(inside) > 1:
                yield Party(Mention(reading.message.id, low, high, name, "organization"), f"The {name}")
        elif one and len(one) < 3 and called(reading, one):
            party = party_of(stretch, one, ("person",))
            if party is not None:
                yield party


def state(stretch: Stretch) -> Iterator[Claim]:
    """ "The invoice export is blocked on legal", "migration: done"."""
    match = STATUS.match(stretch.text)
    if match is None:
        return
    label = label_of(stretch, *match.span("s"))
    parts = set(re.split(r"[\s-]+", label.lower()))
    number = bool(re.fullmatch(r"(?:pr|mr|ticket|issue|[A-Z]{2,6})?[ #-]*#?\d+", label, re.IGNORECASE))
    if (
        not label
        or not (parts & TASKS or number)
        or (match["v"].lower() in {"done", "open", "live", "complete"} and len(label) < 2)
    ):
        return
    value = bare(match["v"]).lower()
    ahead = re.match(r"\s+(?:until|till)\b", match["t"] or "", re.IGNORECASE)
    when = stretch.reading.when(stretch.clause(tense="future" if ahead else "past"))
    reading = stretch.reading
    party = reading.user(stretch.words[0])
    article = "" if number or not label[:1].islower() else "The "
    text = finish(f"{article}{label} is {value}")
    yield reading.claim(
        party,
        "status_is",
        text[:1].upper() + text[1:],
        value=value,
        qualifier=label,
        when=when,
        confidence=0.7,
    )


def slipping(stretch: Stretch) -> Iterator[Claim]:
    """ "Release is slipping to the 28th", "deploy freeze starts Dec 18"."""
    match = SLIPS.match(stretch.text)
    if match is None:
        return
    label = label_of(stretch, *match.span("s"))
    if not label or not DUE & set(re.split(r"[\s-]+", label.lower())):
        return
    reading = stretch.reading
    clause = stretch.clause(tense="future")
    when = reading.when(clause)
    moved = reading.dates(clause)[-1:] if re.search(r"\bfrom\b.+\bto\b", stretch.text, re.IGNORECASE) else []
    for date in moved:  # "moved from July to August"
        when = When(date.last if date.direction == "range" else date.interval.low, None, date.grain)
    if when.start is None or when.grain not in {"day", "month", "week", ""}:
        return
    stamp = when.start.date().isoformat()
    if when.start < reading.said_at and when.grain == "day" and stamp != reading.said_at.date().isoformat():
        return
    value = stamp if when.grain != "month" else stamp[:7]
    party = reading.user(stretch.words[0])
    text = finish(f"The {label} is on {value}" if when.grain != "month" else f"The {label} is in {value}")
    yield reading.claim(
        party, "due_on", text, value=value, qualifier=label, when=When(None, None, when.grain), confidence=0.7
    )
