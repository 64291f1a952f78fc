"""Claims about turns in a life: an employer, a role, a town, a club, a school, a taste taken up or left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.frames import frame, framed, is_told, noun_at, person, when_near
from graphmem.extract.patterns_role import CONDITIONS, role_of
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

FRAMES = (
    frame("rejoin", r"X", "works_at", takes="company"),
    frame("go come", r"back\s+to\s+(?:work(?:ing)?\s+(?:for|at)\s+)?X", "works_at", takes="dated"),
    frame("return", r"to\s+(?:work(?:ing)?\s+(?:for|at)\s+)?X", "works_at", takes="dated"),
    frame("be", r"(?:now\s+)?back\s+(?:at|with)\s+X", "works_at", takes="firm", now=True),
    frame("be", r"now\s+with\s+X", "works_at", takes="company", now=True),
    frame("be", r"(?=with\s+\S+\s+(?:now|these days|since)\b)with\s+X", "works_at", takes="company", now=True),
    frame(
        "get land find", r"(?:a|an|the|my)\s+(?:new\s+|dream\s+)?(?:job|position|role|gig)\s+(?:at|with)\s+X",
        "works_at", takes="firm",
    ),
    frame("let", r"go\s+(?:from|by)\s+X", "works_at", "ends", takes="company"),
    frame("retire", r"from\s+X", "works_at", "ends", takes="company"),
    frame("spend", r"[\w-]+\s+(?:years?|months?)\s+(?:at|with)\s+X", "works_at", "ends", takes="company"),
    frame("move", r"back\s+(?:home\s+)?to\s+X", "lives_in", takes="place"),
    frame("be", r"(?=back\s+in\s+\S+\s+(?:since|for good)\b)back\s+in\s+X", "lives_in", takes="place", now=True),
    frame("drop flunk", r"out\s+of\s+X", "studies_at", "ends", takes="company"),
    frame("finish complete", r"my\s+(?:phd|degree|master'?s?|bachelor'?s?|studies)\s+at\s+X", "studies_at", "ends"),
    frame("come", r"(?:a)?round\s+to\s+(?!the\b|my\b|our\b)(?:liking\s+|loving\s+)?X", "likes", takes="noun"),
    frame("warm", r"(?:up\s+)?to\s+X", "likes", takes="noun"),
    frame("fall", r"in\s+love\s+with\s+X", "likes", takes="noun"),
    frame("lose", r"interest\s+in\s+X", "likes", "ends", takes="noun"),
)  # fmt: skip
MEMBER = rx.compile(r"\s+(?:a\s+|an\s+)?(?:\w+\s+)?member\s+(?:of|at|in)\s+(?P<x>.+)", re.IGNORECASE)
DISMISSES = words("lay let fire sack dismiss")
HIRES = words("hire recruit poach rehire")
APPOINTS = words("make name appoint elect")
STEPS_IN = rx.compile(r"\s+(?:up|in)\s+as\s+|\s+over\s+(?:[\w\s]{1,20}\s+)?as\s+|\s+as\s+", re.IGNORECASE)
STEPS_DOWN = rx.compile(
    r"\s+(?:down|back|aside)\s+(?:as|from(?:\s+(?:being|my\s+role\s+as|the\s+role\s+of))?)\s+|\s+as\s+"
    r"|\s+my\s+(?:job|role|position)\s+as\s+|\s+being\s+",
    re.IGNORECASE,
)
SWITCHED = rx.compile(
    r"\s+(?:\w+\s+)?from\s+(?P<old>[\w-]+)\s+(?:back\s+)?(?:over\s+)?to\s+(?P<x>[\w-]+)", re.IGNORECASE
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """What a clause says has begun or ended in somebody's life."""
    if not reading.by_user or clause.subject is None:
        return
    yield from framed(reading, clause, FRAMES)
    yield from membership(reading, clause)
    yield from elsewhere(reading, clause)
    if not is_told(clause):
        return
    yield from role_turn(reading, clause)
    yield from way_of_living(reading, clause)
    yield from by_employer(reading, clause)
    yield from switched_taste(reading, clause)


def membership(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I'm a member of the climbing club", "I'm no longer a member of it"."""
    text = reading.sentence.passage.text
    match = MEMBER.match(text, clause.verb.end, reading.sentence.end) if clause.lemma == "be" else None
    if match is None:
        match = MEMBER.search(text, clause.verb.end, clause.verb.end + 40) if clause.lemma == "be" else None
    if match is None or not clause.real or clause.question or (clause.negated and not clause.ended):
        return
    thing = noun_at(reading, match.start("x"))
    party = person(reading, clause.subject)
    if thing is None or party is None or not (thing.named or thing.definite or thing.article):
        return
    kind = reading.kind(thing, ("organization",)) if thing.named else "organization"
    over = clause.ended or (clause.tense == "past" and not clause.perfect)
    mode: ClaimMode = "ends" if over else "asserts"
    when = reading.when(clause, ends=over)
    predicate = reading.ontology.predicate("member_of")
    article = "the " if thing.definite and thing.name[:1].islower() else ""
    if kind:
        text = stated(reading, party, predicate, article + thing.name, mode=mode, when=when)
        yield reading.claim(
            party, "member_of", text, thing=thing, kind=kind, mode=mode, when=when, confidence=0.9
        )


def elsewhere(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "My sister is in Graz now": where somebody else lives; of the user it may be a trip."""
    told = clause.real and not clause.question and not clause.negated and clause.tense == "present"
    if clause.lemma != "be" or not told or clause.complements:
        return
    party = person(reading, clause.subject)
    if party is None or party.user or not clause.adverbs & {"now", "nowadays"}:
        return
    for word in clause.behind("in"):
        thing = reading.thing(word)
        if thing is not None and thing.kind == "place" and thing.named and not reading.is_date(word, clause):
            text = finish(f"{party.shown} lives in {thing.name}")
            yield reading.claim(party, "lives_in", text, thing=thing, kind="place", confidence=0.8)


def role_turn(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I became CTO in January", "I was made team lead", "I stepped down as CTO", "she is acting as lead"."""
    lemma, end = clause.lemma, clause.verb.end
    text = reading.sentence.passage.text
    over = False
    if lemma == "retire" and not clause.objects and not clause.passive and clause.tense == "past":
        party = person(reading, clause.subject)
        if party is not None:
            yield of_role(reading, clause, party, "retired", over=False, when=reading.when(clause))
        return
    if (lemma == "become" and not clause.passive) or (lemma in APPOINTS and clause.passive):
        start = end
    elif lemma in {"step", "take", "act", "fill", "stand", "serve"}:
        into = STEPS_IN.match(text, end)
        out = STEPS_DOWN.match(text, end) if lemma == "step" else None
        step = out or into
        if step is None:
            return
        start, over = step.end(), out is not None
    elif lemma in {"resign", "quit", "leave", "stop", "retire"}:
        out = STEPS_DOWN.match(text, end)
        if out is None:
            return
        start, over = out.end(), True
    else:
        return
    ahead = clause.tense == "future" and bool(reading.dates(clause))
    going_on = clause.tense == "present" and ("-ing" in clause.adverbs) and lemma in {"act", "fill", "stand"}
    if not (clause.tense == "past" or clause.perfect or ahead or going_on):
        return
    party, role = person(reading, clause.subject), role_at(reading, start)
    if party is None or not role or (party.we and not party.user):
        return
    when = when_near(reading, clause, start, "ends" if over else "asserts")
    yield of_role(reading, clause, party, role, over=over, when=when)


def of_role(reading: Reading, clause: Clause, party: Party, role: str, *, over: bool, when: When) -> Claim:
    """A role taken or laid down."""
    mode: ClaimMode = "ends" if over else "asserts"
    predicate = reading.ontology.predicate("has_role")
    text = reading.reworded(clause, party) or stated(reading, party, predicate, role, mode=mode, when=when)
    return reading.claim(party, "has_role", text, value=role, mode=mode, when=when, confidence=0.85)


def role_at(reading: Reading, start: int) -> str:
    """The role whose words begin at a place, however the parser has cut them: "team lead", "a senior engineer"."""
    kept: list[str] = []
    role = ""
    for word in reading.sentence.words:
        if word.start < start:
            continue
        if word.pos in {"PUNCT", "ADP", "CCONJ", "AUX", "SCONJ"} or len(kept) > 5:
            break
        if word.lower in {"the", "a", "an", "our", "their", "my"}:
            continue
        kept.append(word.text)
        if role_of(reading, word):
            role = " ".join(kept)
    return role


def way_of_living(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I went vegan in January", "she became vegetarian"."""
    if clause.lemma not in {"go", "turn", "become"} or clause.tense != "past":
        return
    party = person(reading, clause.subject)
    behind = reading.sentence.words[clause.verb.i + 1 : clause.verb.i + 3]
    condition = next((word.lower for word in behind if word.lower in CONDITIONS), "")
    if party is None or not condition:
        return
    when = reading.when(clause)
    text = reading.reworded(clause, party) or finish(f"{party.shown} became {condition}")
    yield reading.claim(party, "has_condition", text, value=condition, when=when, confidence=0.9)


def by_employer(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "Acme laid me off in March", "Kestrel hired me": what a firm does with somebody."""
    fires, hires = clause.lemma in DISMISSES, clause.lemma in HIRES
    if not (fires or hires) or clause.passive or clause.tense != "past":
        return
    if clause.lemma in {"lay", "let"} and not {"off", "go"} & {
        word.lower for word in reading.sentence.words[clause.verb.i + 2 : clause.verb.i + 5]
    }:
        return
    thing = reading.thing(clause.subject) if clause.subject is not None else None
    hit = reading.sentence.words[clause.verb.i + 1 : clause.verb.i + 2]
    party = (
        person(reading, hit[0]) if hit and hit[0].lower not in {"you", "it", "them", "him", "her"} else None
    )
    if (
        thing is None
        or party is None
        or not thing.named
        or thing.kind == "person"
        or not thing.name[:1].isupper()
    ):
        return
    mode: ClaimMode = "ends" if fires else "asserts"
    when = reading.when(clause, ends=fires)
    text = reading.reworded(clause, None) or stated(
        reading, party, reading.ontology.predicate("works_at"), thing.name, mode=mode, when=when
    )
    yield reading.claim(
        party, "works_at", text, thing=thing, kind="organization", mode=mode, when=when, confidence=0.85
    )


def switched_taste(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I switched from tabs to spaces": what is preferred from then on, when neither is the name of a tool."""
    if clause.lemma not in {"switch", "change", "move", "go", "convert"} or clause.tense != "past":
        return
    match = SWITCHED.match(reading.sentence.passage.text, clause.verb.end, reading.sentence.end)
    party = person(reading, clause.subject)
    if match is None or party is None:
        return
    old, new = noun_at(reading, match.start("old")), noun_at(reading, match.start("x"))
    plain = [
        thing for thing in (old, new)
        if thing is not None and not thing.named and thing.head.pos == "NOUN"
        and not reading.is_date(thing.head, clause) and not thing.definite and not thing.article and not thing.kind
        and reading.kind(thing, ("technology",))
    ]  # fmt: skip
    if old is None or new is None or len(plain) != 2 or role_of(reading, new.head):
        return  # "from developer to manager" is a role and no taste
    when = reading.when(clause)
    text = reading.reworded(clause, party) or finish(f"{party.shown} prefers {new.name} over {old.name}")
    yield reading.claim(party, "prefers", text, value=new.name, when=when, confidence=0.8)
    over = finish(f"{party.shown} no longer prefers {old.name}")
    yield reading.claim(
        party, "prefers", over, value=old.name, mode="ends", when=When(None, when.start, when.grain),
        confidence=0.8,
    )  # fmt: skip
