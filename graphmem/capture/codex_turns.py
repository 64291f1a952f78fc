"""What a rollout says two or three times goes in; each thing once comes out, and which turns count.

A rollout holds what the model saw and what the user saw, so words stand in it twice, in either order. A fork repeats
its parent's whole history under new times. A rollback cancels turns that stand there all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graphmem.capture.talk import Draft
from graphmem.model import Role

NEVER = 1 << 62
BURST = timedelta(seconds=1)  # a copied history is written at once
VERSION_PLACE, MILLISECONDS = 14, 12  # in a UUID: the digit of its version, and how many digits are its time


@dataclass(slots=True)
class Said:
    """Something that was said, by one of the ways in which it was written down; a lower rank is preferred."""

    role: Role
    rank: int
    words: str  # the text with its blanks evened out
    order: int
    segment: int
    draft: Draft
    occurrence: int = 0


@dataclass(slots=True)
class Turns:
    """Marks of the turns of a rollout, by the order of records."""

    ids: list[tuple[int, str]] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    rollbacks: list[tuple[int, int]] = field(default_factory=list)  # order, number of turns
    copied: tuple[int, datetime | None] | None = None  # where the copied head of the parent stands
    later: list[tuple[int, datetime]] = field(default_factory=list)  # times of the records behind it


@dataclass(slots=True)
class Parent:
    """What is known of the thread that another one was copied from."""

    turn_ids: frozenset[str]
    said: list[tuple[Role, str]]


def merged(said: Sequence[Said]) -> list[Said]:
    """Everything that was said, once, in the order in which it first stood there.

    The n-th time that some words come by one way is the n-th time that they come by another. What has no such
    twin counts only in a segment where nothing came by a better way. Within a segment one way repeats nothing.
    """
    best: dict[tuple[Role, int], int] = {}
    seen: set[tuple[Role, int, int, str]] = set()
    counts: Counter[tuple[Role, int, str]] = Counter()
    twins: dict[tuple[Role, str, int], list[Said]] = {}
    for item in said:
        slot = (item.role, item.segment)
        best[slot] = min(best.get(slot, item.rank), item.rank)
        if (*slot, item.rank, item.words) in seen:
            continue
        seen.add((*slot, item.rank, item.words))
        item.occurrence = counts[item.role, item.rank, item.words]
        counts[item.role, item.rank, item.words] += 1
        twins.setdefault((item.role, item.words, item.occurrence), []).append(item)
    kept = []
    for group in twins.values():
        first = min(group, key=lambda item: item.order)
        chosen = min(group, key=lambda item: item.rank)
        if chosen.rank == best[chosen.role, chosen.segment]:
            kept.append(first)
    return sorted(kept, key=lambda item: item.order)


def rolled_back(prompts: Sequence[int], turns: Turns) -> list[tuple[int, int]]:
    """The spans of records that were cancelled, half-open, by the order of the prompts that began turns."""
    spans: list[tuple[int, int]] = []
    for order, count in turns.rollbacks:
        open_turns = [
            start
            for start in prompts
            if start < order and not any(low <= start < high for low, high in spans)
        ]
        if open_turns and count > 0:
            spans.append((open_turns[-min(count, len(open_turns))], order))
    return spans


def replay_end(said: Sequence[Said], turns: Turns, parent: Parent | None, thread: str) -> int:
    """The order of the first record that is the thread's own and not copied from its parent.

    Turns that the parent has, or that are older than the thread itself, are copies; without ids of turns, the
    words that both begin with; without the parent, what was written in one burst behind its copied head.
    """
    known = parent.turn_ids if parent else frozenset()
    copied = [(order, key) for order, key in turns.ids if key in known or is_older(key, thread)]
    if copied:
        names = {key for _, key in copied}
        own = next((order for order, key in turns.ids if key not in names and order > copied[0][0]), NEVER)
        return with_prompt(own, said, turns, parent)
    if parent is not None:
        common = common_start([(item.role, item.words) for item in said], parent.said)
        if common >= 2 or (common and turns.copied is not None):
            return said[common].order if common < len(said) else NEVER
    if turns.copied is not None and parent is None:
        order, moment = turns.copied
        if moment is not None:
            return next((at for at, time in turns.later if at > order and time > moment + BURST), NEVER)
    return 0


def with_prompt(own: int, said: Sequence[Said], turns: Turns, parent: Parent | None) -> int:
    """The begin of the first own turn; its prompt may stand before the record that names the turn."""
    closed = max(
        [item.order for item in said if item.role != "user" and item.order < own]
        + [end for end in turns.ends if end < own],
        default=-1,
    )
    theirs = {words for role, words in parent.said if role == "user"} if parent else set()
    prompts = (i.order for i in said if i.role == "user" and closed < i.order < own and i.words not in theirs)
    return min(prompts, default=own)


def common_start(mine: Sequence[tuple[Role, str]], theirs: Sequence[tuple[Role, str]]) -> int:
    """How many entries two lists begin with alike."""
    count = 0
    for left, right in zip(mine, theirs, strict=False):
        if left != right:
            break
        count += 1
    return count


def is_older(turn: str, thread: str) -> bool:
    """True when both are time-ordered UUIDs and the turn's was made before the thread's."""
    return is_ordered(turn) and is_ordered(thread) and milliseconds(turn) < milliseconds(thread)


def is_ordered(key: str) -> bool:
    """True for a version 7 UUID."""
    return len(key) == 36 and key[VERSION_PLACE] == "7" and key.replace("-", "").isalnum()


def milliseconds(key: str) -> str:
    """The digits of such a UUID that are its time."""
    return key.replace("-", "")[:MILLISECONDS].lower()
