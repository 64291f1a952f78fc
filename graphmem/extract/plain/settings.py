"""How a project is set up, in plain words: what its parts are called, when things happen, and the values it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.date_words import A_WEEKDAY
from graphmem.extract.parse import Word
from graphmem.extract.plain.shapes import lowered, party_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

CALLED = rx.compile(
    rf"^(?P<s>(?:the|our|my)\s.+?|it)\s+(?:is|was|are)\s+{ADVERBS}(?:called|named"
    r"|known as|nicknamed)\s+[\"“'‘`]?"
    r"(?P<n>[\w][\w./ -]*?)[\"”'’`]?(?=\s+(?:now|these days|in|on|and|because|after|since)\b|[,.;]|$)",
    re.IGNORECASE,
)
# "Our team got renamed to Osprey", "we renamed the bot Juniper".
NEW_NAME = rx.compile(
    r"^(?P<s>(?:the|our|my)\s+[a-z][\w -]{2,30}?)\s+(?:(?:has|have)\s+been|was|were|got|is\s+being|is\s+now"
    r"|is)\s+(?:re)?named\s+(?:to\s+|as\s+)?"
    r"[\"“]?(?P<n>[A-Z][\w-]*(?:\s[A-Z][\w-]*)?)[\"”]?(?=\s*(?:[,.;!(]|$)|\s+(?:now|last|this|in|on|after|because|since|yesterday)\b)"
    r"|^(?:we|they|i)\s+(?:have\s+)?(?:just\s+|finally\s+)?renamed\s+(?P<s2>(?:the|our|my)\s+[a-z][\w"
    r" -]{2,30}?)\s+(?:to\s+)?"
    r"[\"“]?(?P<n2>[A-Z][\w-]*(?:\s[A-Z][\w-]*)?)[\"”]?(?=\s*(?:[,.;!(]|$)|\s+(?:now|last|this|in|on|after|because|since|yesterday)\b)"
)
WHEN = (
    rf"(?:(?:on {A_WEEKDAY}s|every {A_WEEKDAY})(?:\s+and\s+{A_WEEKDAY}s?)*|on weekdays|on weekends|daily|nightly|weekly"
    rf"|monthly|hourly"
    r"|every (?:day|night|hour|week|month|weekday|morning|\d+ (?:minutes|hours|days))|(?:twice"
    r"|once) a (?:day|week|month))"
    r"(?:\s+at\s+\d{1,2}(?::\d\d)?\s*(?:am|pm|utc|cet|cest|est|pst)?)?"
)
SCHEDULED = rx.compile(
    r"^(?P<s>(?:(?:the|our|my)\s)?[\w -]+?)\s+(?:is|are|happens?|runs?|goes? out|go out|take place"
    r"|takes place|ships?|starts?)\s+"
    rf"{ADVERBS}(?P<v>{WHEN})(?:\s+(?:from now on|now|going forward))?$",
    re.IGNORECASE,
)
# "We do retros every two weeks", "moved the cron to 4am".
HELD = rx.compile(
    r"^we\s+(?:(?:now|usually|always|only)\s+)*(?:do|have|hold|run|write|send)\s+(?:(?:the|our|a)\s+)?(?P<s>retros?|retrospectives?|stand-?ups?|dailies|planning|sprint\s+planning"
    r"|demos?|reviews?|sprint\s+reviews?|syncs?|all-?hands|1:1s|one-on-ones|refinements?|grooming|releases?|backups?|pen\s?tests?"
    rf"|on-?call\s+handovers?|town\s?halls?|team\s+lunch(?:es)?|book\s+club|hack\s?days?|newsletters?)\s+(?P<v>{WHEN}|every\s+(?:two|three|four|other|second)\s+(?:weeks?|months?|days?))$",
    re.IGNORECASE,
)
MOVED_TO = rx.compile(
    r"^(?:(?:i|we|they)(?:['’]ve|\s+have)?\s+)?(?:(?:just|finally|also)\s+)*(?:moved|shifted|pushed|rescheduled|changed|set)\s+(?:back\s+)?(?:the|our|my)\s+"
    r"(?P<s>(?:[\w-]+\s+){0,2}?(?:cron|cronjob|cron\s+job|job|backups?|stand-?up|standup|alarm|daily|sync|report|batch|deploys?|deployment|run"
    r"|retros?|demo|planning|review|refinement|meeting|all-?hands|1:1|call|lesson|class|practice|training|rehearsal|game\s+night))\s+(?:back\s+|up\s+)?"
    r"to\s+(?P<v>(?:mon|tues|wednes|thurs|fri|satur|sun)days|\d{1,2}(?::\d\d)?\s*(?:am|pm)|\d{1,2}:\d\d|noon|midnight)$",
    re.IGNORECASE,
)
VALUED = words(
    "host url endpoint branch registry bucket domain address ip username user database db region"
    " cluster path directory folder queue"
    " topic image tag namespace environment env channel repo repository server hostname subnet prefix"
    " encoding locale charset currency"
    " timezone license licence port entrypoint schema table key id name alias profile project stack"
    " framework orm linter formatter"
)
IS_VALUE = rx.compile(
    r"^(?P<s>(?:the|our|my)\s[\w ./-]+?)\s+is\s+(?:now\s+|currently\s+|at\s+|set to\s+"
    r"|always\s+)?(?P<v>[^\s,;]+(?:\s[A-Z\d][^\s,;]*)?)$",
    re.IGNORECASE,
)
# What parsers take for verbs: "renamed the default branch to main".
BRANCHES = words("main master trunk develop")
# "Renamed the default branch to main".
RENAMED = rx.compile(
    r"^(?:(?:i|we|they)(?:['’]ve|\s+have)?\s+)?(?:just\s+|finally\s+)?(?:renamed|switched|changed|pointed|moved|set)\s+"
    r"(?P<s>(?:(?:the|our|my)\s)?[\w ./-]+?)\s+(?:from\s+[^\s,;]+\s+)?(?:over\s+)?"
    r"to\s+(?P<v>[^\s,;]+)(?:\s+(?:now|today|yesterday))?$",
    re.IGNORECASE,
)


@rx.only_where(CALLED, NEW_NAME, SCHEDULED, RENAMED, IS_VALUE, HELD, MOVED_TO)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The names, times and values of one statement."""
    if not stretch.reading.by_user or stretch.negated():
        return
    yield from called(stretch)
    yield from scheduled(stretch)
    yield from valued(stretch)


def called(stretch: Stretch) -> Iterator[Claim]:
    """ "Our staging database is called heron"."""
    match = CALLED.match(stretch.text)
    renamed = NEW_NAME.match(stretch.text) if match is None else None
    match = match or renamed
    if match is None:
        return
    other = "2" if renamed is not None and renamed["s2"] else ""
    party = party_of(stretch, stretch.between(*match.span(f"s{other}")))
    name = match[f"n{other}"].strip()
    if party is None or party.user or party.mention.kind in {"person", "animal"} or len(name.split()) > 3:
        return
    if " are " in f"{match[0]} " and " and " not in (match["s"] or ""):
        return  # "our branches are named feature/<ticket>" is a custom
    reading = stretch.reading
    text = finish(f"{party.shown} is called {name}")
    yield reading.claim(party, "name", text, value=name, when=reading.when(stretch.clause()), confidence=0.8)
    reading.focus.meet(
        reading.sentence.number, name, party.mention.kind, subject=True
    )  # "It" is the name now


def scheduled(stretch: Stretch) -> Iterator[Claim]:
    """ "Deploys are on Thursdays from now on"."""
    moved = MOVED_TO.match(stretch.text)
    if moved is not None:
        named = stretch.between(*moved.span("s"))
        label = lowered(stretch.reading.sentence.stretch(named), named[0])
        since = stretch.reading.when(stretch.clause(tense="past"))
        at = "on" if moved["v"].lower().endswith("days") else "at"
        yield setting(stretch, named, f"{at} {moved['v']}", f"The {label} is {at} {moved['v']}", when=since)
        return
    held = HELD.match(stretch.text)
    if held is not None:
        named = stretch.between(*held.span("s"))
        yield setting(stretch, named, held["v"], f"The user's team does {held['s']} {held['v']}", when=When())
        return
    match = SCHEDULED.match(stretch.text)
    if match is None:
        return
    named = [word for word in stretch.between(*match.span("s")) if word.lower not in {"the", "our", "my"}]
    if not named or len(named) > 5 or any(word.pos in {"PRON", "VERB", "AUX"} for word in named):
        return
    yield setting(stretch, named, match["v"], finish(stretch.text[: match.end("v")]), when=When())


def valued(stretch: Stretch) -> Iterator[Claim]:
    """ "The staging host is stage-3.acme.example"."""
    renamed = RENAMED.match(stretch.text)
    match = renamed or IS_VALUE.match(stretch.text)
    if match is None:
        return
    named = [word for word in stretch.between(*match.span("s")) if word.lower not in {"the", "our", "my"}]
    told = stretch.between(*match.span("v"))
    if not named or len(named) > 5 or not told or any(word.pos in {"PRON", "VERB", "AUX"} for word in named):
        return
    if re.fullmatch(r"(?:on|at) (?:port )?\d{4,5}", match["v"]):
        return  # a port, which others read
    exact = told[0].technical is not None or bool(re.search(r"\d|[._/:@-]\w|^[A-Z]{2,}", match["v"]))
    exact = exact or (
        named[-1].lower in {"branch", "username", "license"}
        and (told[0].pos in {"NOUN", "PROPN", "ADJ"} or told[0].lower in BRANCHES)
    )
    if exact and len(named) > 1 and named[-1].lower in VALUED:
        since = stretch.reading.when(stretch.clause(tense="past")) if renamed else None
        yield setting(stretch, named, match["v"].strip("\"'`."), "", when=since)


def setting(stretch: Stretch, named: list[Word], value: str, text: str, *, when: When | None = None) -> Claim:
    """A setting of the user's work."""
    reading = stretch.reading
    label = lowered(reading.sentence.stretch(named), named[0])
    party = reading.user(stretch.words[0])
    since = reading.when(stretch.clause()) if when is None else when
    shown = re.sub(r"\b(?:my|our)\s", "the ", text or f"The {label} is {value}", flags=re.IGNORECASE)
    sentence = finish(shown[:1].upper() + shown[1:])
    return reading.claim(
        party,
        "setting_is",
        sentence,
        value=value,
        qualifier=label,
        when=since if since.start else When(),
        confidence=0.7,
    )
