"""The second net over a sentence: what the patterns over the parse have left is read by the order of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from graphmem.extract.broad.readers import third_net
from graphmem.extract.first import first_of
from graphmem.extract.orders import reader as orders
from graphmem.extract.plain import (
    acquired,
    biography,
    changes,
    choices,
    commands,
    customs,
    endings,
    events,
    findings,
    freezes,
    holdings,
    leanings,
    leisure,
    lessons,
    modes,
    places,
    plans,
    positions,
    preferring,
    premises,
    renewed,
    settings,
    stacks,
    standings,
    stays,
    stepped,
    swaps,
    tastes,
    technical,
    unmade,
    values,
    verdicts,
)
from graphmem.extract.plain.mistaken import mistaken, real
from graphmem.extract.plain.pieces import entire, pieces
from graphmem.extract.plain.same import told
from graphmem.extract.plain.stretch import Stretch, stretches, whole
from graphmem.extract.plain.turnings import changes_of, named, taken
from graphmem.extract.reading import Reading
from graphmem.model import USER, Claim

OfStretch = Callable[[Stretch], Iterable[Claim]]
READERS: tuple[OfStretch, ...] = (
    orders.of_command,
    unmade.of_stretch,
    acquired.of_stretch,
    changes.of_stretch,
    endings.of_stretch,
    positions.of_stretch,
    freezes.of_stretch,
    stays.of_stretch,
    choices.of_stretch,
    lessons.of_stretch,
    biography.of_stretch,
    tastes.of_stretch,
    technical.of_stretch,
    settings.of_stretch,
    preferring.of_stretch,
    leanings.of_stretch,
    holdings.of_stretch,
    leisure.of_stretch,
    events.of_stretch,
)
# These read a sentence from end to end.
OF_WHOLE: tuple[OfStretch, ...] = (verdicts.of_sentence, findings.of_sentence)
# These read each part of a statement for itself, whatever the readers above have found in the whole.
OF_PIECE: tuple[OfStretch, ...] = (
    renewed.of_stretch,
    stepped.of_stretch,
    modes.of_stretch,
    commands.of_stretch,
    verdicts.of_stretch,
    findings.of_stretch,
    standings.of_stretch,
    places.of_stretch,
    premises.of_stretch,
    swaps.of_stretch,
    stacks.of_stretch,
    customs.of_stretch,
    values.of_stretch,
    technical.of_stretch,
    leanings.of_stretch,
    preferring.of_stretch,
)
# What is told as an event in full by the parser is not told again in short, but an end says more than an event.
LIVED = frozenset({"practises", "did"})
BESIDE = 3  # words of an event beside what is practised: "has taken up pottery" tells no more than "pottery"
# What is asked of a sentence before it is cut.
WHOLE: tuple[OfStretch, ...] = (orders.of_whole, plans.of_sentence)


def second_net(reading: Reading, found: Sequence[Claim]) -> list[Claim]:
    """The claims `found` in a sentence, with those of its plain statements that they do not hold in some form.

    "My dad turned 70 in May" is no mere event once it is read as an age: what says more takes its place.
    """
    found = real(reading.sentence.text, found)
    changed, found = changes_of(reading, found)
    firm = [*changed, *(one for one in found if one.predicate != "did" and not is_tool_joined(reading, one))]
    happened = [claim for claim in found if claim.predicate == "did"]
    read = [claims for stretch in stretches(reading) if (claims := of_stretch(stretch))]
    orders = [claim for claims in read for claim in claims if claim.predicate == "instructs"]
    if len(orders) > 1:  # the parser has taken a list of orders for one
        firm = [
            one
            for one in firm
            if one.predicate != "instructs" or sum(named(new) in named(one) for new in orders) < 2
        ]
    firm = [one for one in firm if not any(mistaken(one, new) for claims in read for new in claims)]
    piece = whole(reading)
    told_whole = first_of(WHOLE, piece) if piece is not None else []
    if len(orders) > 1:
        told_whole = [claim for claim in told_whole if claim.predicate != "instructs"]
    fresh = unsaid(reading, told_whole, firm)
    known = [*firm, *fresh]
    fresh += [
        claim
        for claims in read
        for claim in unsaid(reading, claims, known)
        if claim.predicate not in LIVED
        or claim.mode == "ends"
        or tells_all(claim, happened)
        or unsaid(reading, [claim], happened)
    ]
    fresh = [claim for claim in fresh if not taken(claim, changed)]
    firm = [one for one in firm if one in changed or not is_port(one)]
    for claim in (claim for stretch in stretches(reading) for claim in of_pieces(stretch)):
        firm, fresh = ([one for one in known if not lacks_purpose(one, claim)] for known in (firm, fresh))
        if not any(told(reading, one, claim) for one in [*firm, *fresh]) and not taken(claim, changed):
            fresh.append(claim)
    served = {one.object.name for one in fresh if one.predicate == "uses" and one.object}
    firm = [one for one in firm if one.predicate != "owns" or one.subject.name not in served]
    for claim in of_whole(reading):
        inside = claim.text.lower()
        firm = [one for one in firm if one.predicate != "instructs" or named(one) not in inside]
        fresh = [one for one in fresh if one.predicate != "instructs" or named(one) not in inside]
        if not any(told(reading, one, claim) for one in [*firm, *fresh]):
            fresh.append(claim)
    events = [one for one in happened if not any(named(new) and named(new) in named(one) for new in fresh)]
    return third_net(reading, [*firm, *events, *fresh])


def lacks_purpose(old: Claim, new: Claim) -> bool:
    """True for "uses Xero" where the new claim tells of the same what for."""
    same = old.predicate == new.predicate == "uses" and old.mode == new.mode == "asserts"
    same = same and old.subject.name == USER
    return same and not old.qualifier and bool(new.qualifier) and named(old) == named(new)


def tells_all(claim: Claim, happened: Sequence[Claim]) -> bool:
    """True for a pastime of which an event tells in hardly more words."""
    size = len(named(claim).split()) + BESIDE
    return claim.predicate == "practises" and any(
        named(claim) in named(one) and len(named(one).split()) <= size for one in happened
    )


def unsaid(reading: Reading, claims: Sequence[Claim], known: Sequence[Claim]) -> list[Claim]:
    """The claims that none of those known says in some form."""
    return [claim for claim in claims if not any(told(reading, one, claim) for one in known)]


def of_stretch(stretch: Stretch) -> list[Claim]:
    """What the first reader that finds anything finds in one statement; what only closes stands beside it."""
    known = stretch.reading.ontology.predicates
    closing: list[Claim] = []
    for reader in (biography.of_stretch,) if stretch.beside else READERS:
        claims = [claim for claim in reader(stretch) if claim.predicate in known]
        if any(claim.mode != "closes" for claim in claims):
            return [*claims, *closing]
        closing += claims
    return closing


def of_pieces(stretch: Stretch) -> list[Claim]:
    """What the first of the readers of parts finds in the whole statement and in each part of it."""
    found: list[Claim] = []
    for piece in pieces(stretch):
        found += first_of(OF_PIECE, piece)
    return found


def of_whole(reading: Reading) -> list[Claim]:
    """What only the whole sentence tells: "we considered Mongo but picked Postgres"."""
    whole = entire(reading)
    if whole is None:
        return []
    return first_of(OF_WHOLE, whole)


def is_port(claim: Claim) -> bool:
    """True for "the dev server is on 5174" read as a version."""
    return (
        claim.predicate == "version_is"
        and claim.value.isdigit()
        and len(claim.value) > 3
        and not 1990 < int(claim.value) < 2050
    )


def is_tool_joined(reading: Reading, claim: Claim) -> bool:
    """True for "we're on Kubernetes" read as a team that one belongs to."""
    return (
        claim.predicate == "member_of"
        and claim.object is not None
        and (reading.ontology.known(claim.object.name) in {"technology", "package"})
    )
