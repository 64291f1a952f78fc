"""Decisions that are revised: "we're replacing MongoDB with Postgres for the audit log", "RabbitMQ is out".

The loser ends for the purpose that is named; what was once chosen, or turned down, is closed beside it when the
claims are weighed (`revise/decisions.py`), so it is claimed once only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.choices import CHOSE, PURPOSE, REASON, WHO, purpose_of, speaker, told
from graphmem.extract.plain.moves import compiled, is_platform, without_tail
from graphmem.extract.plain.shapes import is_tool, things_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.refusals import TOOLS
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

SECOND = rx.compile(
    r"^(?:on second thoughts?|after all|in the end|update|turns out|after a rethink|change of plans?|plot twist"
    r"|new decision|scratch that|never ?mind|eventually|ok(?:ay)? so)\s*[,:–—-]*\s+(?=\w)",
    re.IGNORECASE,
)
CHANGED_MIND = (
    rf"^(?:(?:so|ok|update)[,:]?\s+)?(?:(?:i|we)(?:['’]ve| have)?\s+(?:since\s+)?)?{ADVERBS}(?:reversed|changed"
    r"|revised|overturned"
    r"|flipped|revisited|reconsidered|switched)\s+(?:that|this|it|course|(?:our|my|the)\s+(?:minds?"
    r"|decision|choice|pick|call))"
    r"(?:\s+(?:on|about|for|regarding)\s+(?P<q>[^,:;]+?))?\s*(?:[,:;]|[-–—]+|\s+and)\s*"
)
NOW = (
    r"(?:(?:and|so|now|it['’]s|it is|we|i)(?:['’]re|['’]m| are| am| went|['’]ll)?\s+)*"
    r"(?:(?:going|went|go|back|staying|sticking)\s+(?:with|to|for)\s+|(?:using|use|choosing|picking|taking"
    r"|chose|picked)\s+)?"
)
RATHER = r",?\s+(?:instead of|rather than|over|not|and not|in place of)\s+"
MINDS = compiled(
    rf"{CHANGED_MIND}{NOW}(?P<b>.+?){RATHER}(?P<a>.+)$",
    rf"{CHANGED_MIND}{NOW}(?P<b>.+)$",
)
REPLACES = compiled(
    rf"{WHO}(?:replac(?:ed|ing)|swap(?:ped|ping)(?: out)?|trad(?:ed|ing))\s+(?P<a>.+?)\s+(?:with|for"
    r"|by)\s+(?P<b>.+)$",
    rf"{WHO}(?:ditch(?:ed|ing)|dump(?:ed|ing)|dropp(?:ed|ing)|scrapp(?:ed|ing)|abandon(?:ed|ing)|retir(?:ed"
    r"|ing)|kill(?:ed|ing)"
    rf"|left|leaving|remov(?:ed|ing))\s+(?P<a>.+?)\s+(?:for|in favou?r of)\s+(?P<b>.+)$",
    r"^(?P<b>.+?)\s+(?:has\s+|have\s+|is\s+|now\s+|just\s+|fully\s+)*(?:replaced|replaces|replacing"
    r"|superseded|supersedes"
    r"|took over from|takes over from|taking over from)\s+(?P<a>.+)$",
    rf"^(?P<a>.+?)\s+(?:has been|have been|was|were|got|gets|is being|is)\s+{ADVERBS}"
    r"(?:replaced|superseded|swapped(?: out)?)\s+(?:by|with|for)\s+(?P<b>.+)$",
    r"^(?P<a>.+?)\s+(?:is|are)\s+(?:now\s+)?out(?:\s+for\s+(?P<q>[^,;]+?))?(?:\s*[,;]\s*|\s+and\s+"
    r"|\s*[-–—]+\s*)(?:and\s+)?(?P<b>.+?)\s+"
    r"(?:is|are)\s+(?:now\s+)?in(?:\s+instead)?(?P<t>\s+for\s+.+)?$",
    r"^out with\s+(?P<a>.+?),?\s+in with\s+(?P<b>.+)$",
    r"^(?P<b>.+?)\s+(?:is|are)\s+(?:now\s+)?in(?:\s+for\s+(?P<q>[^,;]+?))?(?:\s*[,;]\s*"
    r"|\s+and\s+)(?P<a>.+?)\s+(?:is|are)\s+(?:now\s+)?out$",
)
LEFT = compiled(
    rf"{WHO}(?:moved|migrated|switched|got|weaned ourselves|came)\s+{ADVERBS}"
    r"(?:off of|off|away from)\s+(?P<a>.+)$",
    rf"{WHO}(?:off)\s+(?P<a>.+?)\s+(?:now|completely|entirely|for good)$",
    r"^(?P<a>.+?)\s+(?:is|are)\s+(?:now\s+)?(?:out|gone|history|retired)(?:\s+for\s+(?P<q>[^,;]+))?$",
    rf"{WHO}(?:scrapped|ditched|dumped|got rid of|retired|sunset|decommissioned|phased out|kicked out"
    r"|threw out|scrapping|ditching|dumping|getting rid of|retiring|sunsetting|decommissioning|phasing out|throwing out"
    r"|dropping|abandoning)\s+(?P<a>.+)$",
)
RETURNED = compiled(
    rf"{WHO}(?:went|gone|switched|moved|reverted|migrated|rolled|came|going|moving|switching|reverting"
    r"|changed)\s+(?:straight\s+)?"
    r"(?:right\s+)?back\s+(?:over\s+)?(?:to|with)\s+(?P<b>.+?)(?:\s+from\s+(?P<a>.+))?$",
    rf"{WHO}back\s+(?:on|to|with|using)\s+(?P<b>.+)$",
    rf"{WHO}reverted\s+(?:from\s+(?P<a>.+?)\s+)?to\s+(?P<b>.+)$",
)
PLAN = rx.compile(r"\s+(?:idea|plan|approach|option|route|experiment|rollout|migration)\b", re.IGNORECASE)


ON_ITS_WAY = rx.compile(
    r"\b(?:replac|swapp|trad|ditch|dump|dropp|scrapp|abandon|retir|kill|leav|remov)ing\b|\bis in\b|\bin with\b"
    r"|\bin favou?r of\b",
    re.IGNORECASE,
)


class Turn(NamedTuple):
    """Who turns from what to what, and for what."""

    party: Party
    old: Thing | None
    new: Thing | None
    purpose: str


@rx.only_where(MINDS, REPLACES, RETURNED, LEFT, SECOND)
def of_stretch(stretch: Stretch) -> list[Claim]:
    """The revised decision of one statement."""
    if not stretch.reading.by_user or re.search(r"n['’]t\b|\bnot (?:yet|sure)\b|\bnever\b", stretch.text):
        return []
    for patterns, verb in ((MINDS, "chose"), (REPLACES, ""), (RETURNED, "chose"), (LEFT, "uses")):
        for pattern in patterns:
            match = pattern.match(stretch.text)
            turn = turn_of(stretch, match) if match is not None else None
            if match is not None and turn is not None:
                if patterns is RETURNED and not turn.party.we:
                    return list(turned(stretch, turn, "uses"))  # one's own tool, and no decision
                return list(turned(stretch, turn, verb or kind_of_turn(match)))
    return second_thought(stretch) or list(perhaps_left(stretch))


def perhaps_left(stretch: Stretch) -> Iterator[Claim]:
    """ "Pulsar is out" of a name that no list knows: whatever tool it may be, it is used no longer."""
    match = LEFT[2].match(stretch.text)
    name = match["a"] if match is not None else ""
    head = stretch.between(0, 1)[0] if re.fullmatch(r"[A-Z][\w.+#-]+", name) else None
    reading = stretch.reading
    if match is None or head is None or head.entity == "PERSON":
        return
    if reading.ontology.known(name) not in {"", *TOOLS} or reading.focus.kinds.get(name.lower()) == "person":
        return
    thing = Thing(head.text, "technology", head.start, head.end, True, False, False, head)
    party = reading.speaker(head)._replace(shown="The user's team", we=True)
    yield reading.claim(
        party, "uses", finish(f"{party.shown} no longer uses {name}"), thing=thing, kind="technology",
        qualifier=purpose_of((match["q"] or "").strip(" .")), mode="closes", confidence=0.7,
    )  # fmt: skip


def second_thought(stretch: Stretch) -> list[Claim]:
    """ "On second thought we're going with Svelte instead of React": a decision behind what only opens it."""
    opens = SECOND.match(stretch.text)
    if opens is None:
        return []
    behind = stretch.between(opens.end(), len(stretch.text))
    rest = Stretch(stretch.reading, behind, more=stretch.all) if behind else stretch
    match = CHOSE.match(rest.text)
    return list(told(rest, match)) if match is not None else []


def kind_of_turn(match: re.Match[str]) -> str:
    """What is on its way is a decision, what is done is in use."""
    return "chose" if ON_ITS_WAY.search(match[0]) else "uses"


def turn_of(stretch: Stretch, match: re.Match[str]) -> Turn | None:
    """The tools and the purpose of a match; None when no tool is known among them."""
    spans = match.groupdict()
    party = speaker(stretch, spans.get("who") or "")
    purpose = (spans.get("q") or "").strip(" .")
    things: list[Thing | None] = []
    for name in ("a", "b"):
        thing, behind = tool(stretch, match, name) if spans.get(name) else (None, "")
        things.append(thing)
        purpose = purpose or behind
    purpose = purpose or (spans.get("t") or "").strip(" .").removeprefix("for ")
    old, new = things
    named = [thing for thing in things if thing is not None]
    if party is None or len(named) < sum(bool(spans.get(name)) for name in "ab"):
        return None
    known = [thing for thing in named if thing.sure and thing.kind in TOOLS]
    if not known or (match.re in LEFT and any(is_platform(thing) for thing in named)):
        return None
    if match.re in RETURNED and not (new is not None and new.sure and new.kind in TOOLS):
        return None
    if party.we and party.user:
        party = party._replace(shown="The user's team")
    return Turn(party, old, new, purpose)


def tool(stretch: Stretch, match: re.Match[str], name: str) -> tuple[Thing | None, str]:
    """The tool of a group and the purpose behind it; a plan about a tool is not its use."""
    text = REASON.split(match[name], maxsplit=1)[0]
    low = match.start(name)
    purpose = PURPOSE.search(text)
    end = low + (purpose.start() if purpose else len(text))
    found = things_of(stretch, without_tail(stretch.between(low, end)))
    if len(found) != 1 or PLAN.search(match[name][: end - low]) or re.match(r"v?\d", found[0].name):
        return None, ""
    thing = found[0] if found[0].sure else found[0]._replace(kind="")
    if not is_tool(thing) or (not thing.sure and not thing.name[:1].isupper()):
        return None, ""
    if not thing.sure and len(thing.name.split()) > 2:
        return None, ""
    return thing, undated(stretch, low, purpose) if purpose else ""


def undated(stretch: Stretch, low: int, purpose: re.Match[str]) -> str:
    """A purpose up to its date: "the audit log last week"."""
    kept = []
    for word in stretch.between(low + purpose.start("q"), low + purpose.end("q")):
        if stretch.dated(word):
            break
        kept.append(word)
    return stretch.reading.sentence.stretch(kept) if kept else ""


def turned(stretch: Stretch, turn: Turn, verb: str) -> Iterator[Claim]:
    """The end of the old tool and the new one, for the purpose that was named."""
    reading = stretch.reading
    when = reading.when(stretch.clause(tense="past"))
    for thing, name, mode in ((turn.old, "uses", "ends"), (turn.new, verb, "asserts")):
        if thing is None:
            continue
        mood: ClaimMode = "ends" if mode == "ends" else "asserts"
        span = When(None, when.start, when.grain) if mood == "ends" else when
        predicate = reading.ontology.predicate(name)
        kind = reading.kind(thing, predicate.range) or "technology"
        text = stated(
            reading, turn.party, predicate, thing.name, mode=mood, when=span, qualifier=turn.purpose
        )
        if name == "chose" and turn.old is not None:
            behind = f" for {turn.purpose}" if turn.purpose else ""
            text = finish(f"{turn.party.shown} decided on {thing.name} instead of {turn.old.name}{behind}")
        yield reading.claim(
            turn.party, name, text, thing=thing, kind=kind, qualifier=purpose_of(turn.purpose), mode=mood, when=span,
            confidence=0.8,
        )  # fmt: skip
