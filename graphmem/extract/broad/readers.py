"""The readers of the third net in their order, and what they may say beside what is known already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from graphmem.extract.broad import (
    asks,
    belongings,
    causes,
    coming,
    components,
    dealings,
    definitions,
    ends,
    habits,
    happenings,
    homes,
    measures,
    owners,
    phrases,
    roles,
    statuses,
)
from graphmem.extract.broad.doubts import unlikely
from graphmem.extract.broad.frame import Frame, frame_of
from graphmem.extract.plain.pieces import pieces
from graphmem.extract.plain.same import told
from graphmem.extract.plain.stretch import Stretch, statement, stretches, whole
from graphmem.extract.plain.turnings import named
from graphmem.extract.reading import Reading
from graphmem.model import Claim

OfFrame = Callable[[Frame], Iterable[Claim]]
# What is told as a sentence: it says more than the names in it.
SENTENCES = frozenset({"did", "plans", "learned", "failed_because", "instructs", "practises", "wishes"})
OF_FRAME: tuple[OfFrame, ...] = (
    roles.of_frame,
    belongings.of_frame,
    owners.of_frame,
    dealings.of_frame,
    ends.of_frame,
    measures.of_frame,
    components.of_frame,
    statuses.of_frame,
    homes.of_frame,
    coming.of_frame,
    happenings.of_frame,
    habits.of_frame,
    definitions.of_frame,
)

# What tells of a clause as it was said, when nothing more exact was read in it.
LIVED = frozenset({"did", "plans", "practises"})


def third_net(reading: Reading, known: Sequence[Claim]) -> list[Claim]:
    """The claims known of a sentence, with what its parts tell beside them by the classes of their verbs."""
    found = [claim for claim in known if not unlikely(reading, claim)]
    for claim in read(reading) if reading.by_user else ():
        if not any(
            told(reading, one, claim) if one.predicate == claim.predicate else covers(one, claim)
            for one in found
        ):
            found.append(claim)
    return found


def covers(old: Claim, new: Claim) -> bool:
    """True when a claim of another predicate leaves nothing to say: it names the same, or tells the same sentence."""
    one, other = named(old), named(new)
    if old.mode == "closes":
        return new.predicate in LIVED
    if new.predicate == "did" and old.predicate in {"failed_because", "learned"}:
        return new.subject.name.lower() in old.text.lower()
    if new.predicate == "practises" and old.predicate in {"prefers", "instructs"}:
        return new.value.split(" ", 1)[0] in {"always", "never"}
    if new.predicate in LIVED and one and one in other:
        return True
    if new.predicate in SENTENCES:
        return old.predicate in SENTENCES and (other in one or one in other)
    if old.predicate in SENTENCES - {"instructs", "learned", "failed_because"}:
        return bool(other) and f" {other}" in f" {one}"
    return one == other or (new.predicate == "status_is" and new.subject.name.lower() in one)


def read(reading: Reading) -> Iterator[Claim]:
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
        asked = list(asks.of_statement(entire))
        yield from asked
        if not asked:
            for stretch in stretches(reading):
                for piece in parted(stretch):
                    yield from asks.of_statement(piece)


def parted(stretch: Stretch) -> list[Stretch]:
    """The parts of a statement, or the statement itself when it has none."""
    found = [*pieces(stretch)]
    return found[1:] if len(found) > 1 and found[0].text == stretch.text else found or [stretch]


def of_piece(piece: Stretch) -> Iterator[Claim]:
    """What the first reader that finds anything finds."""
    frame = frame_of(piece)
    if frame is None:
        yield from measures.of_words(piece)
        return
    yield from roles.beside(frame)
    for reader in OF_FRAME:
        found = list(reader(frame))
        if found:
            yield from found
            return
