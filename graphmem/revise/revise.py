"""Claims become facts: what a batch of messages says is laid beside what is known, slot by slot.

In go messages with their extraction and a reader of the graph as it is; out comes the Change that takes them
in. All that was ever said about a touched slot is folded again (`fold.py`), so that any order of import ends
in the same graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

import msgspec

from graphmem.model import (
    USER,
    USER_ENTITY,
    Alias,
    Change,
    Claim,
    Evidence,
    Extraction,
    Fact,
    FactLink,
    Mention,
    Mentioned,
    Message,
    Session,
    content_id,
)
from graphmem.ontology import Ontology
from graphmem.revise.fold import Belief, fold, object_key
from graphmem.revise.resolve import entity_id, merge_all, resolve
from graphmem.store import queries
from graphmem.store.queries import Reader

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
    counted = frozenset(queries.mentioned(reader, known))

    claims = [claim for one in given for claim in one.claims]
    weighted = [(mention, MENTION_VOTE) for one in given for mention in one.mentions]
    for claim in claims:
        weighted += [(m, CLAIM_VOTE) for m in (claim.subject, claim.object, named(claim)) if m is not None]
    sightings, links = resolve(
        ((m, weight) for m, weight in weighted if m.message_id in by_id),
        {key: message.sent_at for key, message in by_id.items()},
        counted,
    )
    entities = merge_all(queries.entities(reader, sightings), sightings)

    old = queries.evidence_of_messages(reader, known)
    heard = Heard(given, by_id, queries.messages(reader, known))
    replaced = [(witness, slot) for witness, slot in old if heard.replaces(witness)]
    edited = edited_by_people(reader, [witness for witness, _ in replaced])
    fresh, guarded = witnesses_of(given, by_id, edited)
    gone = {witness.id for witness, _ in replaced} - guarded
    facts, evidence, fact_links, dropped = refold(
        reader, fresh, removed=gone, slots={slot for _, slot in replaced}, ontology=ontology
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
        aliases=tuple(stated_names(fresh)),
        extracted=extracted,
        dropped=tuple(dropped),
    )


def witness_name(extractor: str) -> str:
    """How an extractor is named in the ids of its evidence; the one that always runs needs no name."""
    return "" if extractor.partition(":")[0] in {"", "spacy"} else extractor


def heard_by(evidence_id: str) -> str:
    """Whose evidence it is: `msg_x#3` is of the extractor without a name, `msg_x#llm.3` of "llm"."""
    return evidence_id.rpartition("#")[2].rpartition(".")[0]


class Heard:
    """Which extractors have read which messages now, and what that leaves of what was heard before."""

    def __init__(
        self, given: Sequence[Extraction], messages: dict[str, Message], stored: dict[str, Message]
    ) -> None:
        self.readers: dict[str, set[str]] = defaultdict(set)
        for one in given:
            for key in one.message_ids:
                self.readers[key].add(witness_name(one.extractor))
        self.otherwise = {
            key
            for key, old in stored.items()
            if (old.text, old.active) != (messages[key].text, messages[key].active)
        }

    def replaces(self, witness: Evidence) -> bool:
        """True when this witness is heard no more, or anew."""
        return (
            witness.message_id in self.otherwise or heard_by(witness.id) in self.readers[witness.message_id]
        )

    def kept_mentions(self, links: Iterable[Mentioned], witnesses: Iterable[Evidence]) -> Iterable[Mentioned]:
        """The mentions that others found before: of whom their evidence speaks, and all when only they name things."""
        spoken = {(w.message_id, entity) for w in witnesses for entity in (w.subject, w.object)}
        for link in links:
            unread = "" not in self.readers[link.message_id]
            if link.message_id not in self.otherwise and (
                unread or (link.message_id, link.entity_id) in spoken
            ):
                yield link


def edited_by_people(reader: Reader, witnesses: Iterable[Evidence]) -> list[Evidence]:
    """Those witnesses whose fact somebody pinned or judged."""
    listed = list(witnesses)
    facts = queries.facts(reader, {witness.fact_id for witness in listed})
    chosen = {key for key, fact in facts.items() if fact.pinned or fact.ups or fact.downs}
    return [witness for witness in listed if witness.fact_id in chosen]


def statement(witness: Evidence) -> tuple[str, ...]:
    """What a witness says, without the words."""
    return (
        *(witness.message_id, witness.mode, witness.subject, witness.predicate),
        *(object_key(witness), witness.qualifier),
    )


def witnesses_of(
    given: Sequence[Extraction], messages: dict[str, Message], edited: Sequence[Evidence]
) -> tuple[list[Evidence], set[str]]:
    """The evidence of all extractions, and the ids of edited old ones that stay, since nobody says them anew."""
    said = {statement(w) for one in given for w in witnesses(one.claims, messages)}
    guarded = {
        w.id
        for w in edited
        if statement(w) not in said and messages[w.message_id].text[w.start : w.end] == w.quote
    }
    fresh = [
        w for one in given for w in witnesses(one.claims, messages, witness_name(one.extractor), guarded)
    ]
    return fresh, guarded


def witnesses(
    claims: Iterable[Claim], messages: dict[str, Message], name: str = "", taken: Collection[str] = ()
) -> Iterable[Evidence]:
    """Claims as evidence: entities in place of mentions, and an id that is the same at every extraction."""
    numbers: dict[str, int] = defaultdict(int)
    for claim in claims:
        message = messages.get(claim.message_id)
        if message is None:
            continue
        prefix = f"{message.id}#{name}{'.' if name else ''}"
        while f"{prefix}{numbers[message.id]}" in taken:
            numbers[message.id] += 1
        number = numbers[message.id]
        numbers[message.id] += 1
        yield Evidence(
            id=f"{prefix}{number}",
            fact_id="",
            message_id=message.id,
            said_at=message.sent_at,
            mode=claim.mode,
            quote=message.text[claim.start : claim.end],
            start=claim.start,
            end=claim.end,
            text=claim.text,
            kind=claim.kind,
            subject=mention_entity(claim.subject),
            predicate=claim.predicate,
            object=mention_entity(claim.object) if claim.object else "",
            value=claim.object.name if claim.object else claim.value,
            qualifier=claim.qualifier,
            valid_from=claim.valid_from,
            valid_until=claim.valid_until,
            grain=claim.grain,
            confidence=claim.confidence,
            trust=message.trust,
        )


def mention_entity(mention: Mention) -> str:
    """The id of the entity that a mention means."""
    return USER_ENTITY if mention.name == USER else entity_id(mention.name)


def slot_id(witness: Evidence, *, exclusive: bool) -> str:
    """The slot that a witness speaks of; a many-valued predicate has one for each object."""
    value = "" if exclusive else object_key(witness)
    return content_id("slot", witness.subject, witness.predicate, witness.qualifier, value)


def refold(
    reader: Reader,
    fresh: Sequence[Evidence],
    *,
    removed: set[str],
    slots: set[str],
    ontology: Ontology,
    restate: bool = False,
) -> tuple[list[Fact], list[Evidence], list[FactLink], list[str]]:
    """Fold again the slots that new witnesses speak of or that lose one.

    What changed of facts, evidence and links (with `restate`, all of them), and the ids of facts and evidence
    that are no more.
    """
    exclusive = {name: ontology.predicate(name).functional for name in {e.predicate for e in fresh}}
    touched = slots | {slot_id(e, exclusive=exclusive[e.predicate]) for e in fresh}
    old_facts, old_evidence = queries.slots(reader, touched)
    replaced = {e.id for e in fresh}
    kept = [e for e in old_evidence if e.id not in removed and e.id not in replaced]

    groups: dict[str, list[Evidence]] = defaultdict(list)
    for witness in [*kept, *fresh]:
        functional = ontology.predicate(witness.predicate).functional
        groups[slot_id(witness, exclusive=functional)].append(witness)

    old_by_id = {fact.id: fact for fact in old_facts}
    home = {e.id: e.fact_id for e in old_evidence}
    facts: dict[str, Fact] = {}
    links: dict[str, list[FactLink]] = {}
    moved: list[Evidence] = []
    for slot, group in sorted(groups.items()):
        functional = ontology.predicate(group[0].predicate).functional
        beliefs = fold(group, exclusive=functional)
        ids = name_beliefs(beliefs)
        for belief in beliefs:
            fact = as_fact(belief, ids[belief], slot, old_by_id.get(ids[belief]))
            facts[fact.id] = fact
            links[fact.id] = belief_links(belief, ids)
        moved += [
            msgspec.structs.replace(witness, fact_id=fact_id)
            for witness, fact_id in homes(beliefs, ids).values()
            if home.get(witness.id) != fact_id or witness.id in replaced
        ]
    before = group_links(queries.links(reader, old_by_id))
    changed = [
        fact
        for key, fact in facts.items()
        if restate or old_by_id.get(key) != fact or before.get(key, []) != links[key]
    ]
    dropped = sorted((old_by_id.keys() - facts.keys()) | (removed - replaced))
    return changed, moved, [link for fact in changed for link in links[fact.id]], dropped


def name_beliefs(beliefs: Sequence[Belief]) -> dict[Belief, str]:
    """An id for each belief: what it says, and which it is of those that say the same."""
    count: dict[tuple[str, bool], int] = defaultdict(int)
    ids: dict[Belief, str] = {}
    for belief in beliefs:
        one = belief.witnesses[0]
        number = count[belief.key, belief.negated]
        count[belief.key, belief.negated] += 1
        ids[belief] = content_id(
            *("fact", one.subject, one.predicate, one.qualifier, belief.key),
            *("not" if belief.negated else "", str(number)),
        )
    return ids


def homes(beliefs: Sequence[Belief], ids: dict[Belief, str]) -> dict[str, tuple[Evidence, str]]:
    """Where each witness is kept: with the last belief that it speaks for."""
    return {w.id: (w, ids[belief]) for belief in beliefs for w in belief.witnesses}


def as_fact(belief: Belief, fact_id: str, slot: str, old: Fact | None) -> Fact:
    """The fact record of a belief; what people did to it (pins, votes, recalls) stays."""
    speaks = [w for w in belief.witnesses if w.mode != "ends"] or belief.witnesses
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


def named(claim: Claim) -> Mention | None:
    """The name that someone gives themselves or a thing, as a mention of its own."""
    if claim.predicate != "name" or claim.mode != "asserts" or not claim.value:
        return None
    return Mention(claim.message_id, claim.start, claim.end, claim.value, claim.subject.kind)


def stated_names(fresh: Iterable[Evidence]) -> Iterable[Alias]:
    """ "My name is Maya" makes Maya another name of who said it."""
    for witness in fresh:
        if witness.predicate != "name" or witness.mode != "asserts" or not witness.value:
            continue
        other = witness.object or entity_id(witness.value)
        if other != witness.subject:
            yield Alias(other, witness.subject, "stated", witness.confidence)
