"""Claims about who answers for what from now on: takeovers, hand-overs and the teams that run a service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.slots import clause_of, compiled, held, holder, matches, slot, span_of
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import SOFTWARE, WEEKDAYS, words
from graphmem.model import Claim, ClaimMode

SOON = r"(?:(?:has|have|had|just|recently|officially|finally|now|also|then) )*"
GIVES = r"(?:handed|passed|gave|transferred|turned|moved|given|reassigned|assigned)"
ROLES = r"(?P<role>leads?|head|manager|owner|maintainer|tech lead)"
BY_ROLE = {
    "lead": "leads",
    "leads": "leads",
    "head": "leads",
    "manager": "leads",
    "tech lead": "leads",
    "maintainer": "maintains",
}
BY_VERB = {"maintain": "maintains", "lead": "leads", "leading": "leads", "led": "leads"}


class Form(NamedTuple):
    """A sentence with slots: A answers for Y from then on, B no more; `ends` says that A does no more."""

    template: str
    predicate: str = "owns"  # "" = by the role or the verb that was named
    ends: bool = False
    team: bool = False  # A has to be a team: people run and handle all kinds of things


FORMS = (
    Form(rf"\b<A> {SOON}(?:took|taken) over (?:from <B> )?as (?:the )?{ROLES} (?:of|for) <Y>", ""),
    Form(rf"\b<A> {SOON}(?:took|taken|taking|takes) over <Y>(?: from <B>)?"),
    Form(rf"\b<A> {SOON}(?:took|taken|taking|takes) <Y> over(?: from <B>)?"),
    Form(rf"\b<A> {SOON}inherited <Y> from <B>"),
    Form(rf"\b<B> {SOON}{GIVES} (?:over |off |on )?<Y> (?:over |off |on )?to <A>"),
    Form(
        rf"^<Y> (?:was|were|got|has been|is now|is being|is) (?:now )?{GIVES} (?:over |off |on )?"
        r"(?:from <B> )?(?:over )?to <A>"
    ),
    Form(
        r"\bownership of <Y> (?:has |was |is )?(?:now )?"
        r"(?:moved|went|passed|shifted|transferred|goes|moves|handed) (?:over )?(?:from <B> )?to <A>"
    ),
    Form(r"^<Y> (?:is|'s|are) now (?:with|under) <A>\b"),
    Form(r"^<Y> (?:is|'s|are|sits|lives) with <A> (?:now|these days|since)\b"),
    Form(r"^<Y> (?:now )?belongs? to <A>\b"),
    Form(r"^<Y> (?:is|are) (?:now )?<A>'s (?:now|responsibility|job|baby)\b"),
    Form(r"^<Y> (?:is|are) (?:now )?(?P<verb>maintain)ed by <A>\b", ""),
    Form(r"^<Y> (?:is|are) (?:now )?(?:run|handled|looked after|operated|owned) by <A>\b"),
    Form(r"\b<A> (?:now )?(?P<verb>maintain)s? <Y>", ""),
    Form(r"\b<A> (?:is|are|'s) (?:now )?(?:on call|on-call|oncall|responsible|in charge) (?:for|of) <Y>"),
    Form(r"\b<A> (?:is|'s) (?:now )?the (?:new |current )?(?P<role>owner|maintainer) of <Y>", ""),
    Form(r"\b<A> (?:now )?(?:runs?|handles?|operates?|looks? after|owns?) <Y>", team=True),
    Form(r"\b<A> (?:is|'s|are) (?:now |currently )?(?P<verb>leading) <Y>", ""),
    Form(r"\b<A> (?:now )?(?P<verb>lead)s <Y>", ""),
    Form(r"\b<A> (?:no longer|doesn't|don't|does not|do not|stopped) (?P<verb>maintain)(?:s|ing)? <Y>", "", ends=True),
    Form(
        r"\b<A> (?:no longer|doesn't|don't|does not|do not) (?:runs?|handles?|looks? after|owns?) <Y>",
        ends=True, team=True,
    ),
    Form(rf"\b<A> {SOON}(?:stepped|stepping|steps) down as (?:the )?{ROLES} of <Y>", "", ends=True),
    Form(rf"\b<A> {SOON}(?:gave|given) up <Y>", ends=True, team=True),
)  # fmt: skip
PATTERNS = tuple(compiled(form.template) for form in FORMS)
LED = words("organization project service")


@rx.only_where(PATTERNS)
def of_sentence(reading: Reading) -> Iterator[Claim]:
    """The claims of every form that the sentence has; a thing is told of once."""
    told: set[tuple[str, str]] = set()
    for match, number in matches(reading, PATTERNS):
        form = FORMS[number]
        whole = clause_of(reading, match)
        if whole is None:
            continue
        role, verb = match.groupdict().get("role"), match.groupdict().get("verb")
        predicate = (
            form.predicate or BY_VERB.get((verb or "").lower()) or BY_ROLE.get((role or "").lower(), "owns")
        )
        thing = held(reading, slot(reading, match, "Y"), LED if predicate == "leads" else SOFTWARE)
        new, old = holder(reading, slot(reading, match, "A")), holder(reading, slot(reading, match, "B"))
        name = new.mention.name if new is not None else ""
        if any(letter.isdigit() for letter in name) or name.lower().removesuffix("s") in WEEKDAYS:
            continue  # "moved my account to N26", "moved the retro to Wednesdays"
        if thing is None or new is None or (form.team and new.mention.kind != "organization"):
            continue
        if predicate == "leads" and new.mention.kind != "person":
            continue
        for party, ends in ((new, form.ends), (old, True)):
            if party is None or (party.mention.name, thing.name) in told:
                continue
            told.add((party.mention.name, thing.name))
            when = span_of(reading, whole, ends=ends)
            yield claimed(reading, party, predicate, thing, when=when, ends=ends)


def claimed(reading: Reading, party: Party, name: str, thing: Thing, *, when: When, ends: bool) -> Claim:
    """One claim about a holder and a thing."""
    mode: ClaimMode = "ends" if ends else "asserts"
    predicate = reading.ontology.predicate(name)
    shown = f"the {thing.name}" if thing.definite and not thing.head.technical else thing.name
    text = stated(reading, party, predicate, shown, mode=mode, when=when)
    return reading.claim(
        party, name, text, thing=thing, kind=thing.kind, mode=mode, when=when, confidence=0.85
    )
