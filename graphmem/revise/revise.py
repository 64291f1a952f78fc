"""Claims become facts: what a batch of messages says is laid beside what is known, slot by slot.

In go messages with their extraction and a reader of the graph as it is; out comes the Change that takes them
in. All that was ever said about a touched slot is folded again (`fold.py`), so that any order of import ends
in the same graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from graphmem.model import (
    Alias,
    Change,
    Entity,
    Evidence,
    Extraction,
    Fact,
    FactLink,
    Mention,
    Message,
    Session,
    content_id,
)
from graphmem.ontology import Ontology
from graphmem.revise import (
    decisions,
    fulfilled,
    handover,
    instead,
    let_go,
    plans,
    rather,
    replaced,
    start,
    turned,
)  # fmt: skip
from graphmem.revise.belief import Belief
from graphmem.revise.fold import fold
from graphmem.revise.link import derived_links, unsettled
from graphmem.revise.resolve import merge, merge_all, resolve
from graphmem.revise.slots import one_at_a_time, slot_id, slots_of
from graphmem.revise.weigh import NO_VALUE
from graphmem.revise.witnesses import (
    Heard,
    author_entity,
    author_mention,
    edited_by_people,
    named,
    stated_names,
    votes_cast,
    witness_name,
    witnesses_of,
)
from graphmem.store import queries
from graphmem.store.faces import Faces
from graphmem.store.queries import Reader

# What may end what another slot tells.
BESIDE = plans.DONE | {
    let_go.LET_GO,
    handover.HANDED_OVER,
    instead.INSTEAD,
    replaced.REPLACED,
    rather.PREFERRED,
    plans.DUE,
    *fulfilled.GIVERS,
}
ENDING = (let_go, handover, instead, replaced, rather, fulfilled)
# A kind that a predicate's range demands is worth more than one that a tagger guessed.
CLAIM_VOTE, MENTION_VOTE = 3, 1


def revise(
    reader: Reader,
    messages: Sequence[Message],
    extraction: Extraction | Sequence[Extraction],
    *,
    ontology: Ontology,
    sessions: Sequence[Session] = (),
) -> Change:
    """The change that takes in these messages and what was extracted from them, by one extractor or by several.

    `messages` are those that the extractions speak of; they may be in the graph already (then what the same
    extractor gave before is replaced; of a message that reads otherwise now, what anyone gave). Facts and entities
    come back only where they differ from what the graph holds.
    """
    given = (extraction,) if isinstance(extraction, Extraction) else tuple(extraction)
    by_id = {message.id: message for message in messages}
    extracted = tuple(dict.fromkeys(key for one in given for key in one.message_ids if key in by_id))
    known = queries.known(reader, extracted)

    counted, old = queries.mentioned(reader, known), queries.evidence_of_messages(reader, known)
    sightings, links = resolve(
        (vote for vote in votes(given, by_id) if vote[0].message_id in by_id),
        {key: message.sent_at for key, message in by_id.items()},
        counted,
        votes_cast(counted, (witness for witness, _ in old)),
    )
    known_sessions = queries.sessions(reader, (session.id for session in sessions))
    for key, entity in start.sightings(sessions, {s.id for s in sessions} - known_sessions.keys()).items():
        sightings[key] = merge(sightings[key], entity) if key in sightings else entity
    entities = merge_all(queries.entities(reader, sightings), sightings)

    heard = Heard(given, by_id, queries.messages(reader, known))
    replaced = [(witness, slot) for witness, slot in old if heard.replaces(witness)]
    edited = edited_by_people(reader, [witness for witness, _ in replaced])
    fresh, guarded = witnesses_of(given, by_id, edited)
    gone = {witness.id for witness, _ in replaced} - guarded
    stated = unsettled(reader, stated_names(fresh))
    # Stated links come last: a derived one of the same pair gives way to them.
    aliases = [*derived_links(reader, entities, stated), *stated]
    faces = Faces(reader, aliases, {entity.id: entity for entity in entities})
    facts, evidence, fact_links, dropped = refold(
        reader,
        fresh,
        removed=gone,
        slots={slot for _, slot in replaced} | moved_slots(reader, aliases, faces),
        ontology=ontology,
        faces=faces,
    )
    stays = heard.kept_mentions(
        queries.mention_links(reader, known), [witness for witness, _ in old if witness.id not in gone]
    )
    places = {(link.message_id, link.start, link.entity_id): link for link in (*stays, *links)}
    links = [places[place] for place in sorted(places)]
    return Change(
        sessions=tuple(sessions),
        messages=tuple(messages),
        entities=tuple(entities),
        mentions=tuple(links),
        facts=tuple(facts),
        evidence=tuple(evidence),
        links=tuple(fact_links),
        aliases=tuple(aliases),
        extracted=extracted,
        dropped=tuple(dropped),
    )


def votes(given: Iterable[Extraction], messages: Mapping[str, Message]) -> Iterator[tuple[Mention, int, str]]:
    """The mentions of all extractions and of who speaks, each with its weight and its reader."""
    speaking: set[str] = set()
    for one in given:
        voter = witness_name(one.extractor)
        yield from ((mention, MENTION_VOTE, voter) for mention in one.mentions)
        for claim in one.claims:
            speaking.add(claim.message_id)
            sure = [claim.subject, None if claim.mode == "closes" else claim.object, named(claim)]
            weight = 0 if claim.kind == "note" else CLAIM_VOTE  # a note says nothing of what its subject is
            yield from ((mention, weight, voter) for mention in sure if mention is not None)
            if claim.mode == "closes" and claim.object is not None:
                # "Grandpa died" closes what is known of a pet Grandpa; it does not make an animal of him.
                yield claim.object, 0, voter
    for key in sorted(speaking & messages.keys()):
        author = author_mention(messages[key])
        if author is not None:
            yield author, MENTION_VOTE, ""


def relink(
    reader: Reader, aliases: Sequence[Alias], *, ontology: Ontology, entities: Sequence[Entity] = ()
) -> Change:
    """The change that makes or unmakes links between entities, and tells their facts of the new faces."""
    faces = Faces(reader, aliases, {entity.id: entity for entity in entities})
    facts, evidence, links, dropped = refold(
        reader, [], removed=set(), slots=moved_slots(reader, aliases, faces), ontology=ontology, faces=faces
    )
    return Change(
        entities=tuple(entities),
        facts=tuple(facts),
        evidence=tuple(evidence),
        links=tuple(links),
        aliases=tuple(aliases),
        dropped=tuple(dropped),
    )


def moved_slots(reader: Reader, aliases: Sequence[Alias], faces: Faces) -> set[str]:
    """The slots of facts about entities that get another face by these links, and of what these said."""
    ends = {end for alias in aliases if alias.link == "ALIAS_OF" for end in (alias.source, alias.target)}
    if not ends:
        return set()
    group = queries.aliases(reader, ends)
    before = Faces(reader)
    before.look(group)
    faces.look(group)
    moved = {key for key in group if before[key] != faces[key]}
    if not moved:
        return set()
    said = queries.slots_by_author(reader, moved)
    about = queries.facts_about(reader, {before[key] for key in moved}, None)
    return {slot for author, slot in said if author_entity(author) in moved} | {fact.slot for fact in about}


def faced(evidence: Iterable[Evidence], faces: Faces) -> list[Evidence]:
    """The evidence as told of, and by, the faces of the entities that it names; the author is an entity here."""
    listed = list(evidence)
    authors = {e.author: author_entity(e.author) for e in listed}
    faces.look({key for e in listed for key in (e.subject, e.object)} | set(authors.values()))
    return [
        msgspec.structs.replace(
            e, subject=faces[e.subject], object=faces[e.object], author=faces[authors[e.author]]
        )
        for e in listed
    ]


def refold(
    reader: Reader,
    fresh: Sequence[Evidence],
    *,
    removed: set[str],
    slots: set[str],
    ontology: Ontology,
    faces: Faces,
    restate: bool = False,
) -> tuple[list[Fact], list[Evidence], list[FactLink], list[str]]:
    """Fold again the slots that new witnesses speak of or that lose one.

    What changed of facts, evidence and links (with `restate`, all of them), and the ids of facts and evidence
    that are no more.
    """
    told = {e.id: e for e in fresh}
    slots = set(slots)
    seen: dict[str, Evidence] = {}  # as the fold hears them: of the faces
    old_facts: list[Fact] = []
    home: dict[str, str] = {}
    waiting = slots | slots_of(faced(told.values(), faces), ontology)
    while waiting:
        found, old_evidence = queries.slots(reader, waiting)
        old_facts += found
        home |= {e.id: e.fact_id for e in old_evidence}
        told = {e.id: e for e in old_evidence if e.id not in removed} | told
        slots |= waiting
        seen = {e.id: e for e in faced(told.values(), faces)}
        # A witness that is heard of another face may belong to a slot that was not looked at yet.
        lost = [e for e in old_evidence if e.id in removed]
        heard = [*seen.values(), *faced(lost, faces)]
        near = set().union(*(of.holders(reader, heard) for of in (*ENDING, turned)))
        waiting = (slots_of(heard, ontology) | near) - slots

    groups: dict[str, list[Evidence]] = defaultdict(list)
    for witness in seen.values():
        groups[slot_id(witness, ontology)].append(witness)

    old_by_id = {fact.id: fact for fact in old_facts}
    fresh_ids = {e.id for e in fresh}
    facts: dict[str, Fact] = {}
    links: dict[str, list[FactLink]] = {}
    moved: list[Evidence] = []
    beside = [w for w in seen.values() if w.predicate in BESIDE]
    turns: dict[str, list[Evidence]] = defaultdict(list)
    for end in turned.ends(seen.values()):
        turns[slot_id(end, ontology)].append(end)
    for slot, group in sorted(groups.items()):
        own = {witness.id for witness in group}
        beliefs, guests = folded(group, ontology, beside, turns[slot])
        ids = name_beliefs(beliefs)
        for belief in beliefs:
            was = old_by_id.get(ids[belief]) or old_by_id.get(home.get(belief.witnesses[0].id, ""))
            fact = as_fact(belief, ids[belief], slot, was)
            facts[fact.id] = fact
            links[fact.id] = belief_links(belief, ids)
        moved += [
            msgspec.structs.replace(told[key], fact_id=fact_id)
            for key, fact_id in homes(beliefs, ids, guests).items()
            if key in own and (home.get(key) != fact_id or key in fresh_ids)
        ]
    before = group_links(queries.links(reader, old_by_id))
    changed = [
        fact
        for key, fact in facts.items()
        if restate or old_by_id.get(key) != fact or before.get(key, []) != links[key]
    ]
    dropped = sorted((old_by_id.keys() - facts.keys()) | (removed - fresh_ids))
    return changed, moved, [link for fact in changed for link in links[fact.id]], dropped


def folded(
    group: Sequence[Evidence],
    ontology: Ontology,
    beside: Sequence[Evidence] = (),
    turns: Sequence[Evidence] = (),
) -> tuple[list[Belief], dict[Belief, frozenset[str]]]:
    """The beliefs of one slot; with each, the ids of the witnesses of something else that only close it.

    `beside` are witnesses of other slots that may end what this one tells: deeds that were planned,
    things let go or handed over; `turns` are ends that were found for this slot.
    """
    exclusive = one_at_a_time(group[0], ontology)
    planned = group[0].predicate == plans.PLANNED
    ends = [*turns, *(end for of in ENDING for end in of.ended(group, beside))]
    ends += plans.carried_out(group, beside) if planned else plans.called_off(group, beside)
    foreign = frozenset(end.id for end in ends)
    parts = [([*group, *ends], foreign)]
    if group[0].predicate in decisions.TOGETHER:
        parts = [(witnesses, closing | foreign) for witnesses, closing in decisions.parted(parts[0][0])]
    guests = {
        belief: closing
        for witnesses, closing in parts
        for belief in fold(witnesses, exclusive=exclusive, closing=closing)
    }
    return list(guests), guests


def name_beliefs(beliefs: Sequence[Belief]) -> dict[Belief, str]:
    """An id for each belief: what it says, and which it is of those that say the same."""
    count: dict[tuple[str, str, str, bool], int] = defaultdict(int)
    ids: dict[Belief, str] = {}
    for belief in beliefs:
        one = belief.witnesses[0]
        said = (one.predicate, one.qualifier, belief.key, belief.negated)
        number = count[said]
        count[said] += 1
        ids[belief] = content_id(
            *("fact", one.subject, one.predicate, one.qualifier, belief.key),
            *("not" if belief.negated else "", str(number)),
        )
    return ids


def homes(
    beliefs: Sequence[Belief], ids: dict[Belief, str], guests: dict[Belief, frozenset[str]]
) -> dict[str, str]:
    """With which fact each witness is kept: the last belief that it speaks for, else the one that it closes."""
    kept = [(w.id, ids[belief], w.id in guests[belief]) for belief in beliefs for w in belief.witnesses]
    return {key: home for key, home, guest in sorted(kept, key=lambda one: not one[2])}


def as_fact(belief: Belief, fact_id: str, slot: str, old: Fact | None) -> Fact:
    """The fact record of a belief; what people did to it (pins, votes, recalls) stays."""
    speaks = [w for w in belief.witnesses if w.mode not in NO_VALUE] or belief.witnesses
    best = max(speaks, key=lambda w: (w.trust, w.said_at, w.id))
    doubt = 1.0
    for witness in belief.witnesses:
        doubt *= 1.0 - witness.confidence
    return Fact(
        id=fact_id,
        text=best.text,
        kind=best.kind,
        subject=best.subject,
        predicate=best.predicate,
        object=best.object,
        value=best.value,
        qualifier=best.qualifier,
        negated=belief.negated,
        slot=slot,
        valid_from=belief.valid_from,
        valid_until=belief.valid_until,
        end_recorded_at=belief.end_recorded_at,
        ended_by=belief.ended_by,
        recorded_at=belief.recorded_at,
        retracted_at=belief.retracted_at,
        # Independent witnesses: the chance that not all of them err; never quite certain.
        confidence=round(min(0.99, 1.0 - doubt), 4),
        trust=belief.trust,
        importance=old.importance if old else 0.5,
        scope=old.scope if old else "",
        pinned=old.pinned if old else False,
        recalls=old.recalls if old else 0,
        ups=old.ups if old else 0,
        downs=old.downs if old else 0,
        score=old.score if old else 0.0,
    )


def belief_links(belief: Belief, ids: dict[Belief, str]) -> list[FactLink]:
    """The links that leave a belief."""
    own = ids[belief]
    found = [FactLink(own, ids[other], "SUPERSEDES", belief.recorded_at) for other in belief.supersedes]
    found += [FactLink(own, ids[other], "CONTRADICTS", at) for other, at in belief.contradicts]
    return sorted(found, key=lambda link: (link.kind, link.target))


def group_links(links: Iterable[FactLink]) -> dict[str, list[FactLink]]:
    """Links by the fact they leave, in the order of belief_links."""
    groups: dict[str, list[FactLink]] = defaultdict(list)
    for link in sorted(links, key=lambda link: (link.kind, link.target)):
        groups[link.source].append(link)
    return groups
