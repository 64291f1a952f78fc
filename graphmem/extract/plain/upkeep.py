"""What is kept up in a project: versions raised, dependencies dropped, features switched off, tasks that slip."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS, MORE_ADVERBS
from graphmem.extract.dates import find_dates, written
from graphmem.extract.first import first_of
from graphmem.extract.parse import Word
from graphmem.extract.patterns_state import DEADLINE_OF
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.moves import WE, compiled, subject_of
from graphmem.extract.plain.shapes import lowered, things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import EMPTY_NOUNS, FAMILY, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

NUMBER = r"v?\d+(?:\.\d+){0,3}(?:-?(?:rc|beta|alpha)\.?\d*)?"
TOOL = (
    r"(?P<o>@?[A-Za-z][\w.+#/-]*(?:\s(?!to\b|from\b|for\b|is\b|in\b|on\b|at\b|since\b|by\b)[A-Za-z][\w.]*)?)"
)
RAISES = (
    r"(?:upgraded|updated|bumped|migrated|moved|downgraded|pinned|switched|reverted|rolled|took|put|brought"
    r"|roll|upgrade"
    r"|revert|downgrade|move|bump|pin|dropped|go|went)"
)
FORCED = WE.replace(r"(?:['’]ve| have|['’]d| had)?", r"(?:['’]ve| have|['’]d| had)?(?:\s+(?:had|have) to)?")
DONE = r"(?:done|complete|completed|finished|live|through|merged|out|shipped|deployed|in|over|in production|in prod)"
WORK = r"(?:upgrade|update|bump|move|migration|switch|rollback|downgrade|roll-out|rollout)"
VERSIONS = compiled(
    rf"{FORCED}(?:(?:i|we)\s+)?(?:had to\s+)?{RAISES}\s+(?P<s>.+?)\s+(?:back\s+|up\s+|down\s+"
    r"|over\s+)?(?:from\s+.+?\s+)?"
    rf"(?:to|at|on)\s+{TOOL}\s+(?P<v>{NUMBER})(?![\w%:.]*\w)",
    rf"^(?:the\s+)?{WORK}\s+(?:of\s+(?P<s>.+?)\s+)?(?:from\s+.+?\s+)?to\s+{TOOL}\s+(?P<v>{NUMBER})"
    r"(?:\s+(?:of"
    rf"|for|in|on)\s+.+?)?\s+(?:is|was|has been|went|got)\s+{ADVERBS}{DONE}\b",
    rf"^(?:the\s+)?{TOOL}\s+{WORK}\s+to\s+(?:version\s+)?(?P<v>{NUMBER})\s+(?:is|was|has been|went|got)\s+"
    rf"{ADVERBS}{DONE}\b",
    rf"^(?:the\s+)?{TOOL}\s+(?P<v>{NUMBER})\s+{WORK}\s+(?:is|was|has been|went|got)\s+{ADVERBS}{DONE}\b",
    r"^(?P<s>[\w -]+?)(?::|\s+is|['’]s)\s+(?:now\s+|still\s+|back\s+|already\s+|again\s+|up\s+"
    rf"|finally\s+)*(?:on\s+|to\s+)?{TOOL}"
    rf"\s+(?:{NUMBER}\s*(?:→|->|=>|-->|to)\s*)?(?P<v>{NUMBER}){MORE_ADVERBS}$",
    rf"^(?P<s>.+?)\s+{ADVERBS}(?:runs|uses)\s+{TOOL}\s+(?P<v>{NUMBER}){MORE_ADVERBS}$",
    rf"^finished\s+(?:the\s+)?{WORK}\s+(?:of\s+.+?\s+)?to\s+{TOOL}\s+(?P<v>{NUMBER})\b",
)
OWN = compiled(
    rf"{FORCED}(?:had to\s+)?{RAISES}\s+(?P<s>.+?)\s+(?:back\s+|up\s+"
    r"|down\s+)?(?:from\s+v?[\d.]+\s+)?to\s+(?:version\s+|v\s?)?"
    rf"(?P<v>v?\d+\.\d+(?:\.\d+)*|v\d+)(?![\w%:])",
    rf"^(?P<s>.+?)(?:\s+is|['’]s|\s+{ADVERBS}(?:runs|is\s+running)(?=\s+(?:on\s+"
    r"|at\s+)?version))\s+"
    r"(?:(?:now|still|back|already|currently)\s+)*(?:(?:on|at)\s+)?(?:version\s+)?"
    rf"(?P<v>v?\d+\.\d+(?:\.\d+)*|v\d+){MORE_ADVERBS}$",
    r"^(?P<s>.+?)\s+(?:was|got|has been)\s+(?:upgraded|bumped|updated|rolled back|downgraded"
    r"|reverted)\s+(?:from\s+v?[\d.]+\s+)?"
    r"to\s+(?:version\s+)?(?P<v>v?\d+\.\d+(?:\.\d+)*|v\d+)(?![\w%:])",
)
DROPS = (
    r"(?:dropped|removed|ditched|ripped out|kicked out|threw out|got rid of|stripped|pulled|retired|deleted"
    r"|purged|axed"
    r"|eliminated|phased out|took out|uninstalled|yanked|tore out)"
)
DEPENDENCIES = compiled(
    rf"{WE}{DROPS}\s+(?P<x>.+?)\s+(?:from|out of|in)\s+(?P<s>.+)$",
    rf"{WE}(?:ripped|kicked|threw|took|pulled|tore)\s+(?P<x>.+?)\s+out of\s+(?P<s>.+)$",
    r"^(?P<s>.+?)\s+(?:has\s+)?(?:stopped using|dropped|got rid of|ditched|moved off(?: of)?|shed"
    r"|lost its dependency on)\s+(?P<x>.+)$",
    r"^(?P<s>.+?)\s+(?:doesn['’]?t|does not|don['’]?t|do not)\s+(?:need|require|depend on|rely on|talk to"
    r"|call)\s+(?P<x>.+?)\s+any ?more$",
    rf"^(?P<x>.+?)\s+(?:is|was|got|has been)\s+{ADVERBS}(?:gone|removed|dropped"
    r"|stripped|ripped out|out)\s+(?:from|of)\s+(?P<s>.+)$",
    r"^(?P<s>.+?)\s+(?:is|are)\s+(?:now\s+|finally\s+)*(?:free of|rid of|independent of)\s+(?P<x>.+)$",
)
SWAPS = compiled(
    rf"{WE}(?:replaced|swapped(?: out)?)\s+(?P<x>.+?)\s+(?:with|for|by)\s+(?P<y>.+?)\s+in\s+(?P<s>.+)$",
    r"^(?P<s>.+?)\s+(?:now\s+)?(?P<verb>uses|depends on|talks to|needs)\s+(?P<y>.+?)\s+(?:now\s+)?(?:instead of"
    r"|rather than|in place of)\s+(?P<x>.+)$",
)
SWITCHES = compiled(
    rf"{WE}(?:turned|switched|flipped|toggled)\s+(?P<v>on|off)\s+(?P<s>.+)$",
    rf"{WE}(?:turned|switched|flipped|toggled)\s+(?P<s>.+?)\s+(?:back\s+)?(?P<v>on|off)(?:\s+again)?$",
    rf"{WE}(?:re-?)?(?P<v>enabled|disabled|activated|deactivated|paused|resumed)\s+(?P<s>.+)$",
    r"^(?P<s>.+?)\s+(?:is|was|got|has been|are)\s+(?:now\s+|back\s+|still\s+|finally\s+)*(?:turned "
    r"|switched |flipped )?"
    r"(?P<v>on|off|enabled|disabled|activated|deactivated|paused)(?:\s+(?:now|again|everywhere|for everyone"
    r"|in prod|by default))*$",
)
SWITCHED = words(
    "flag flags feature features toggle mode experiment beta rollout alert alerts cron job jobs backup"
    " backups sync check"
    " checks cache caching logging tracing autoscaling deploys endpoint webhook webhooks proxy 2fa telemetry retries"
    " indexing prefetch compression sampling mirroring replication throttling canary linting"
)
CALLED_OFF = compiled(
    rf"{WE}(?P<v>parked|shelved|descoped|postponed|cancell?ed|abandoned|scrapped|paused"
    r"|dropped)\s+(?P<s>(?:the|our|my)\s.+)$",
    r"^(?:we|i)(?:\s+won['’]?t|['’]ll not|\s+will not)\s+(?:do|be doing|build|ship"
    r"|implement)\s+(?P<s>(?:the|our|my)\s.+)$",
    r"^(?:we|i)(?:['’]re|['’]m|\s+are|\s+am)\s+(?:not|no longer)\s+(?:doing|building|shipping"
    r"|implementing)\s+(?P<s>(?:the|our|my)\s.+)$",
    r"^(?P<s>(?:the|our|my)\s.+\s(?:task|ticket|story|item|work|epic|spike))\s+(?:is|got|was"
    rf"|has been)\s+{ADVERBS}"
    r"(?P<v>done|finished|completed?|closed|merged|shipped|blocked|in progress)$",
    r"^(?P<s>(?:the|our|my)\s.+?)\s+(?:is|was|got|has been|['’]s)\s+(?:now\s+|a\s+|marked (?:as\s+)?)*"
    r"(?P<v>won['’]?t[ -](?:do|fix)|wontfix|descoped|parked|shelved|on hold|cancell?ed|off the table"
    r"|postponed indefinitely|abandoned)\b",
)
WORKS = words(
    "migration rewrite task ticket story epic feature refactor refactoring redesign rollout upgrade"
    " integration release launch"
    " cleanup port spike project importer exporter module milestone sprint item work page dashboard api project audit"
)
SLIPS = compiled(
    r"^(?P<s>(?:(?:the|our|my)\s)?.+?)\s+(?:has\s+|just\s+|had\s+|got\s+|was\s+)*(?:slipped|slips|moved"
    r"|shifted)\s+(?:again\s+|back\s+|out\s+|forward\s+)?"
    r"(?:from\s+.+?\s+)?(?:to|until|by .+? to)\s+(?P<d>.+)$",
    r"^(?P<s>(?:(?:the|our|my)\s)?.+?)\s+(?:is|was|got|has been|gets|is being)\s+(?:now\s+)?(?:pushed|moved"
    r"|rebooked|extended|renewed"
    r"|postponed|delayed|rescheduled|bumped"
    r"|shifted|brought forward|pulled forward|pulled in)\s*(?:back\s+|out\s+"
    r"|forward\s+)?(?:from\s+.+?\s+)?(?:to|until)\s+(?P<d>.+)$",
    rf"{WE}(?:pushed|moved|rebooked|extended|renewed|prolonged|postponed|delayed|rescheduled|shifted|brought|pulled)\s+(?P<s>(?:the|our"
    r"|my)\s.+?)\s+(?:back\s+|out\s+|forward\s+|in\s+)?"
    r"(?:from\s+.+?\s+)?(?:to|until|till)\s+(?P<d>.+)$",
    r"^(?P<s>(?:the|our|my)\s.+?)['’]s\s+been\s+(?:pushed|moved|rebooked|extended|postponed|delayed|rescheduled)"
    r"\s+(?:back\s+|out\s+|forward\s+)?(?:to|until|till)\s+(?P<d>.+)$",
    r"^(?:the\s+)?new\s+(?:date|deadline|due date)\s+(?:for|of)\s+(?P<s>.+?)\s+is\s+(?P<d>.+)$",
)
DUE = words(
    "release launch deadline milestone sprint demo migration rollout delivery beta cutover freeze rewrite"
    " upgrade audit"
    " launch go-live handover report review redesign version presentation submission"
)
# The day of these is told as the beginning of a job or of a home.
OTHERS = words("date move start day relocation job birthday")
# What is so until a day is so now: "paused until May".
LASTING = re.compile(r"^(?!.*\b(?:was|were)\b).*\b(?:until|till)\b", re.IGNORECASE)
NO_TOOL = words("person place event version")
LIFTS = compiled(
    r"^(?:the|our|my|that)\s+(?P<x>.+?)\s+(?:rule|convention|policy|ban|requirement|guideline)\s+(?:is|was"
    r"|has been|['’]s)\s+"
    rf"{ADVERBS}(?:lifted|gone|dropped|history|dead|off|void|abolished|withdrawn|no more|over)\b",
    r"^(?:the|our|my|that)\s+(?P<x>.+?)\s+(?:rule|convention|policy|ban|requirement|guideline)\s+"
    r"(?:no longer applies|doesn['’]?t apply any ?more|does not apply any ?more)",
    rf"{WE}(?:lifted|dropped|scrapped|abolished|got rid of|retired)\s+(?:the|our|my|that)\s+(?P<x>.+?)\s+"
    r"(?:rule|convention|policy|ban|requirement|guideline)\b",
)


@rx.only_where(VERSIONS, OWN, SWITCHES, SLIPS, CALLED_OFF, LIFTS)
def of_stretch(stretch: Stretch) -> list[Claim]:
    """What one statement says of the upkeep of a project."""
    if not stretch.reading.by_user:
        return []
    return first_of((versions, own_versions, switches, slips, called_off, lifted), stretch)


@rx.only_where(SWAPS, DEPENDENCIES)
def of_dependencies(stretch: Stretch) -> list[Claim]:
    """What a part of the project needs no more."""
    return list(dependencies(stretch)) if stretch.reading.by_user else []


def versions(stretch: Stretch) -> Iterator[Claim]:
    """ "Had to roll the storefront back to Django 4.2", "upgrade to Django 5 is done": the tool is at"
    " that version."""
    reading = stretch.reading
    predicate = reading.ontology.predicate("version_is")
    for pattern in VERSIONS:
        match = pattern.match(stretch.text)
        if match is None or stretch.negated() or any(map(stretch.dated, stretch.between(*match.span("v")))):
            continue
        for thing in things_of(stretch, stretch.between(*match.span("o"))):
            kind = thing.kind if thing.kind in predicate.domain else ""
            loose = "." in match["v"] and thing.named and (thing.sure or thing.kind != "place")
            if not (kind and thing.sure) and not loose:
                continue
            party = Party(
                thing.mention(reading.message.id, reading.sentence, kind or "technology"),
                thing.name,
                thing=thing,
            )
            when = reading.when(stretch.clause(tense="past"))
            text = stated(reading, party, predicate, match["v"], mode="asserts", when=when)
            yield reading.claim(party, "version_is", text, value=match["v"], when=when, confidence=0.8)
            return


def own_versions(stretch: Stretch) -> Iterator[Claim]:
    """ "We upgraded the cluster to 1.30": a thing of our own with a version."""
    reading = stretch.reading
    predicate = reading.ontology.predicate("version_is")
    for pattern in OWN:
        match = pattern.match(stretch.text)
        if match is None or stretch.negated():
            continue
        party = subject_of(stretch, stretch.between(*match.span("s")), predicate.domain)
        if party is None or party.user or party.mention.kind not in predicate.domain:
            continue
        when = reading.when(stretch.clause(tense="past"))
        text = stated(reading, party, predicate, match["v"], mode="asserts", when=when)
        yield reading.claim(party, "version_is", text, value=match["v"], when=when, confidence=0.75)
        return


def dependencies(stretch: Stretch) -> Iterator[Claim]:
    """ "We dropped Redis from the shop", "the shop now uses Valkey instead of Redis"."""
    reading = stretch.reading
    needs = reading.ontology.predicate("depends_on")
    for pattern in (*SWAPS, *DEPENDENCIES):
        match = pattern.match(stretch.text)
        if match is None:
            continue
        party = subject_of(stretch, stretch.between(*match.span("s")), needs.domain)
        if party is None or party.user or party.mention.kind not in needs.domain:
            continue
        use = (match.groupdict().get("verb") or "").lower() == "uses"
        claims = [
            claim
            for group, mode in (("x", "ends"), ("y", "asserts"))
            if match.groupdict().get(group)
            for claim in needed(stretch, party, stretch.between(*match.span(group)), mode, use=use)
        ]
        if any(claim.mode == "ends" for claim in claims):
            yield from claims
            return


def needed(stretch: Stretch, party: Party, words_: list[Word], mode: str, *, use: bool) -> Iterator[Claim]:
    """What something needs, or uses, from now on or no more."""
    reading = stretch.reading
    predicate = reading.ontology.predicate("uses" if use else "depends_on")
    when = reading.when(stretch.clause(tense="past"))
    mood: ClaimMode = "ends" if mode == "ends" else "asserts"
    span = When(None, when.start, when.grain) if mood == "ends" else when
    for thing in things_of(stretch, words_):
        if not (thing.named and (thing.sure or thing.name[:1].isupper())) or thing.kind in NO_TOOL:
            continue
        kind = (reading.kind(thing, predicate.range) if thing.sure else "") or "technology"
        text = stated(reading, party, predicate, thing.name, mode=mood, when=span)
        yield reading.claim(
            party, predicate.name, text, thing=thing, kind=kind, mode=mood, when=span, confidence=0.75
        )


def part_of_work(
    stretch: Stretch, words_: list[Word], heads: frozenset[str] | None
) -> tuple[Party, str] | None:
    """What a phrase names when one of these words is in it, and its label when it is the user's work at large.

    Without `heads` any thing will do: whatever is moved to a day has that day.
    """
    named = [word for word in words_ if word.lower not in {"the", "our", "my", "a"}]
    lone = len(named) == 1 and named[0].lower in EMPTY_NOUNS
    if (
        not named
        or len(named) > 6
        or lone
        or any(word.pos == "PRON" and word not in words_[:1] for word in words_)
    ):
        return None
    forms = {form for word in named for form in (word.lower, word.lemma.lower())}
    literal = len(named) == 1 and ("_" in named[0].text or named[0].technical == "")
    if heads is None and (len(named) > 4 or not is_event(named)):
        return None
    if heads is not None and not forms & heads and not literal:
        return None
    reading = stretch.reading
    label = lowered(reading.sentence.stretch(named), named[0])
    return reading.user(words_[0]), label


def is_event(named: list[Word]) -> bool:
    """True for a phrase of nouns that names nobody and no time: "the kick-off with Halden"."""
    if any(
        word.entity in {"PERSON", "DATE", "TIME"} or word.pos in {"VERB", "AUX", "PRON", "ADV"}
        for word in named[-1:]
    ):
        return False
    return (
        named[-1].pos in {"NOUN", "PROPN", "X"}
        and named[-1].lower not in FAMILY
        and named[-1].lower not in OTHERS
    )


def state(stretch: Stretch, found: tuple[Party, str], name: str, value: str) -> Claim:
    """A state or a date of a piece of the user's work."""
    party, label = found
    label = DEADLINE_OF.sub("", label) if name == "due_on" else label
    reading = stretch.reading
    tense = "present" if LASTING.search(stretch.text) else "past"
    when = reading.when(stretch.clause(tense=tense)) if name == "status_is" else When()
    article = "" if "_" in label else "The "
    text = finish(f"{article}{label} {'is due on' if name == 'due_on' else 'is'} {value}")
    return reading.claim(party, name, text, value=value, qualifier=label, when=when, confidence=0.75)


def switches(stretch: Stretch) -> Iterator[Claim]:
    """ "We turned off the beta search flag", "new_checkout is off"."""
    for pattern in SWITCHES:
        match = pattern.match(stretch.text)
        if match is None or stretch.negated():
            continue
        found = part_of_work(stretch, stretch.between(*match.span("s")), SWITCHED)
        if found is not None:
            yield state(stretch, found, "status_is", match["v"].lower())
            return


def called_off(stretch: Stretch) -> Iterator[Claim]:
    """ "We won't do the rewrite", "the SSO task is on hold"."""
    for pattern in CALLED_OFF:
        match = pattern.match(stretch.text)
        found = part_of_work(stretch, stretch.between(*match.span("s")), WORKS) if match is not None else None
        if match is not None and found is not None:
            told = (match.groupdict().get("v") or "cancelled").lower()
            yield state(stretch, found, "status_is", "cancelled" if "won" in told else told)
            return


def slips(stretch: Stretch) -> Iterator[Claim]:
    """ "The release slipped to 14 May"."""
    for pattern in SLIPS:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        dates = find_dates(match["d"], stretch.reading.said_at, tense="future")
        whole = bool(dates) and dates[0].start < 4 and dates[0].grain in {"day", "week", "month"}
        found = part_of_work(stretch, stretch.between(*match.span("s")), None if whole else DUE)
        if found is not None and dates and dates[0].start < 4:
            yield state(stretch, found, "due_on", written(dates[0], stretch.reading.said_at))
            return


def lifted(stretch: Stretch) -> Iterator[Claim]:
    """ "The no-squash rule is gone": the standing order that speaks of it has ended."""
    for pattern in LIFTS:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        about = re.sub(r"^(?:no|never|always)[ -]", "", match["x"].strip(), flags=re.IGNORECASE)
        reading = stretch.reading
        party = reading.user(stretch.words[0])
        when = reading.when(stretch.clause(tense="past"))
        over = When(None, when.start, when.grain)
        text = finish(f"The rule about {about} no longer applies")
        yield reading.claim(party, "instructs", text, value=about, mode="ends", when=over, confidence=0.8)
        return
