"""Mentions become entities: who or what is meant, by normalised name, in the same way in any order of import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from graphmem.model import USER, USER_ENTITY, Entity, Mention, Mentioned
from graphmem.names import better_name, blocks, entity_id


def parse_votes(text: str) -> Counter[str]:
    """`organization:3 person:1` as a counter."""
    return Counter({kind: int(count) for kind, _, count in (part.rpartition(":") for part in text.split())})


def format_votes(votes: Mapping[str, int]) -> str:
    """A counter as text, the winner first; equal counts in the order of the alphabet."""
    return " ".join(f"{kind}:{count}" for kind, count in sorted(votes.items(), key=lambda v: (-v[1], v[0])))


def resolve(
    mentions: Iterable[tuple[Mention, int, str]],
    sent_at: Mapping[str, datetime],
    counted: set[tuple[str, str]],
    voted: Collection[tuple[str, str, str]] = (),
) -> tuple[dict[str, Entity], list[Mentioned]]:
    """The entities that the mentions mean, as seen in these messages alone, and the mention links.

    Each mention comes with the weight of its vote for a kind and with the reader who casts it. `counted` are the
    pairs of message and entity that the graph has already: they do not count again. `voted` adds who has voted on
    them: another reader who comes later has a vote of its own, as if both had read at once.
    """
    found: dict[str, Entity] = {}
    links: dict[tuple[str, str, int], Mentioned] = {}
    for mention, weight, voter in mentions:
        key = USER_ENTITY if mention.name == USER else entity_id(mention.name, mention.kind)
        old = (mention.message_id, key, voter) in voted
        links[mention.message_id, key, mention.start] = Mentioned(
            message_id=mention.message_id, entity_id=key, start=mention.start, end=mention.end
        )
        moment = sent_at[mention.message_id]
        one = Entity(
            id=key,
            name=mention.name,
            kind=mention.kind,
            first_seen=moment,
            last_seen=moment,
            votes="" if old or not weight else f"{mention.kind}:{weight}",
        )
        found[key] = merge(found[key], one) if key in found else one
    fresh = (link for link in links.values() if (link.message_id, link.entity_id) not in counted)
    for key, count in Counter(link.entity_id for link in fresh).items():
        found[key] = msgspec.structs.replace(found[key], mentions=count)
    return found, sorted(links.values(), key=lambda link: (link.message_id, link.start, link.entity_id))


def merge(old: Entity, new: Entity) -> Entity:
    """Two sightings of one entity as one: sums, extremes and votes, the same in either order."""
    votes = parse_votes(old.votes) + parse_votes(new.votes)
    text = format_votes(votes)
    return Entity(
        id=old.id,
        name=better_name(old.name, new.name),
        kind=text.partition(":")[0] if text else old.kind,
        first_seen=min(old.first_seen, new.first_seen),
        last_seen=max(old.last_seen, new.last_seen),
        mentions=old.mentions + new.mentions,
        votes=text,
        summary=old.summary or new.summary,
        scope=old.scope or new.scope,
    )


def with_blocks(entity: Entity) -> Entity:
    """The entity with the keys under which its name is found."""
    return msgspec.structs.replace(entity, blocks=tuple(dict.fromkeys(blocks(entity.name))))


def merge_all(old: Mapping[str, Entity], new: Mapping[str, Entity]) -> Sequence[Entity]:
    """The new sightings laid over what the graph holds; only entities that changed come back, by id."""
    merged = ((key, merge(old[key], entity) if key in old else entity) for key, entity in sorted(new.items()))
    return [with_blocks(entity) for key, entity in merged if old.get(key) != entity]
