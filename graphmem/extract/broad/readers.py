"""The readers of the third net in their order: what a statement tells by its form and by the class of its verb."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.broad import (
    assigned,
    belongings,
    causes,
    coming,
    components,
    deadlines,
    dealings,
    definitions,
    departures,
    ends,
    habits,
    happenings,
    homes,
    jottings,
    keepers,
    kin,
    measures,
    owners,
    passing,
    phrases,
    picks,
    reasons,
    reminders,
    roles,
    running,
    schedules,
    skills,
    statuses,
    wiring,
)
from graphmem.extract.broad.doubts import unlikely
from graphmem.extract.broad.frame import Frame, frame_of
from graphmem.extract.broad.weighing import gives_way, said_already, same_form
from graphmem.extract.first import first_of
from graphmem.extract.orders import reader as orders
from graphmem.extract.plain.pieces import pieces
from graphmem.extract.plain.stretch import Stretch, is_guess, statement, stretches, whole
from graphmem.extract.reading import Reading
from graphmem.model import Claim

OfStretch = Callable[[Stretch], Iterable[Claim]]
OfFrame = Callable[[Frame], Iterable[Claim]]
# By its form: each reads a whole statement, whatever the others have found in it.
OF_STATEMENT: tuple[OfStretch, ...] = (
    departures.of_statement,
    reasons.of_statement,
    picks.of_statement,
    jottings.of_statement,
    kin.of_statement,
)
# By its form: of each part, what the first that finds anything finds.
OF_PIECE: tuple[OfStretch, ...] = (
    keepers.of_piece,
    passing.of_piece,
    assigned.of_piece,
    deadlines.of_piece,
    running.of_piece,
    wiring.of_piece,
    skills.of_statement,
)
# By the class of its verb: of each part, what the first that finds anything finds.
OF_FRAME: tuple[OfFrame, ...] = (
    roles.of_frame,
    belongings.of_frame,
    owners.of_frame,
    dealings.of_frame,
    ends.of_frame,
    measures.of_frame,
    schedules.of_frame,
    components.of_frame,
    statuses.of_frame,
    homes.of_frame,
    coming.of_frame,
    happenings.of_frame,
    habits.of_frame,
    definitions.of_frame,
)
# "A typo is what took down login" asks nothing.
FOUND_OUT = rx.compile(
    r"\b(?:is|was|were) what\b|\b(?:found|figured) (?:out )?(?:why|what|how)\b|\bwhich\b", re.IGNORECASE
)


def third_net(reading: Reading, known: Sequence[Claim]) -> list[Claim]:
    """The claims known of a sentence, with what its statements tell beside them or in their place."""
    found = [claim for claim in known if not unlikely(reading, claim)]
    if not reading.by_user:
        return found
    for claim in by_form(reading):
        found = [one for one in found if not gives_way(one, claim)]
        if not any(same_form(one, claim) for one in found):
            found.append(claim)
    for claim in by_verb(reading):
        if not unlikely(reading, claim) and not any(said_already(reading, one, claim) for one in found):
            found.append(claim)
    return found


def by_form(reading: Reading) -> Iterator[Claim]:
    """What the statements of a sentence tell by their form: notes, changes, causes, wiring, orders."""
    entire = whole(reading)
    statements = list(statement(reading))
    for stretch in statements:
        for reader in OF_STATEMENT:
            yield from reader(stretch)
    if not statements and entire is not None and not is_guess(FOUND_OUT.sub(" ", entire.text)):
        yield from reasons.of_statement(entire)
    if not statements and entire is not None:
        yield from picks.of_sentence(entire)
    for stretch in stretches(reading):
        for piece in pieces(stretch):
            yield from first_of(OF_PIECE, piece)


def by_verb(reading: Reading) -> Iterator[Claim]:
    """What the parts of a sentence tell by the classes of their verbs, and what it asks of the agent."""
    for stretch in stretches(reading):
        if stretch.beside:
            continue
        parts = parted(stretch)
        if len(parts) > 1:
            entire_frame = frame_of(stretch)
            yield from () if entire_frame is None else dealings.of_frame(entire_frame)
        for piece in parts:
            yield from of_piece(piece)
        for piece in parts if len(parts) == 1 else [stretch, *parts]:
            yield from phrases.of_statement(piece)
        yield from phrases.of_sentence(stretch)
    for one in statement(reading):
        yield from causes.of_statement(one)
    entire = whole(reading)
    if entire is not None and not any(clause.question for clause in reading.clauses):
        yield from orders.of_parts(reading)
        asked = list(reminders.of_statement(entire))
        yield from asked
        if not asked:
            for stretch in stretches(reading):
                for piece in parted(stretch):
                    yield from reminders.of_statement(piece)


def parted(stretch: Stretch) -> list[Stretch]:
    """The parts of a statement, or the statement itself when it has none."""
    found = [*pieces(stretch)]
    return found[1:] if len(found) > 1 and found[0].text == stretch.text else found or [stretch]


def of_piece(piece: Stretch) -> Iterator[Claim]:
    """What the first reader that finds anything finds."""
    frame = frame_of(piece)
    if frame is None:
        return
    yield from roles.beside(frame)
    yield from first_of(OF_FRAME, frame)
