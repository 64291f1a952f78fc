"""Claims become witnesses: evidence under stable ids, and what new readings leave of what was heard before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from graphmem.model import (
    TRUST,
    USER,
    USER_ENTITY,
    Alias,
    Claim,
    Evidence,
    Extraction,
    Mention,
    Mentioned,
    Message,
    speaker,
)
from graphmem.names import entity_id, entity_ids
from graphmem.revise.belief import object_key
from graphmem.revise.pairs import OF_TWO
from graphmem.revise.weigh import SETTLED
from graphmem.store import queries
from graphmem.store.queries import Reader

# Predicates whose value is a name of the subject, and what a link is worth that somebody stated, however it was said.
NAMING, STATED = frozenset({"name", "also_known_as"}), 0.95


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
        spoken = {
            (w.message_id, entity)
            for w in witnesses
            for entity in (w.subject, w.object, author_entity(w.author))
        }
        for link in links:
            unread = "" not in self.readers[link.message_id]
            if link.message_id not in self.otherwise and (
                unread or (link.message_id, link.entity_id) in spoken
            ):
                yield link


def votes_cast(
    counted: Iterable[tuple[str, str]], witnesses: Iterable[Evidence]
) -> set[tuple[str, str, str]]:
    """Message, entity and reader wherever a reader has voted on what the entity is.

    The one that always runs has voted on all that it found; of any other its evidence tells.
    """
    cast = {(message_id, entity, "") for message_id, entity in counted}
    for one in witnesses:
        other = named_id(one) if one.predicate in NAMING and one.value else one.object
        cast |= {(one.message_id, entity, heard_by(one.id)) for entity in (one.subject, one.object, other)}
    return cast


def edited_by_people(reader: Reader, witnesses: Iterable[Evidence]) -> list[Evidence]:
    """Those witnesses whose fact somebody pinned, judged, kept or retracted."""
    listed = list(witnesses)
    ids = {witness.fact_id for witness in listed}
    chosen = {
        key for key, fact in queries.facts(reader, ids).items() if fact.pinned or fact.ups or fact.downs
    }
    for key, group in queries.evidence_of_facts(reader, ids).items():
        if any(witness.trust >= SETTLED or witness.mode in OF_TWO for witness in group):
            chosen.add(key)
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
            value=claim.object_name,
            qualifier=claim.qualifier,
            valid_from=claim.valid_from,
            valid_until=claim.valid_until,
            grain=claim.grain,
            confidence=claim.confidence,
            trust=message.trust,
            author=speaker(message.role, message.author),
        )


def mention_entity(mention: Mention) -> str:
    """The id of the entity that a mention means."""
    return USER_ENTITY if mention.name == USER else entity_id(mention.name, mention.kind)


def author_entity(author: str) -> str:
    """The id of the entity that speaks; what no person said keeps the name of its role."""
    if author == USER:
        return USER_ENTITY
    return author if author in TRUST or not author else entity_id(author, "person")


def author_mention(message: Message) -> Mention | None:
    """A person with a name who speaks, as a mention: who said something is found from there."""
    name = speaker(message.role, message.author)
    return None if name in TRUST else Mention(message.id, 0, 0, name, "person")


def named(claim: Claim) -> Mention | None:
    """The name that someone gives themselves or a thing, as a mention of its own."""
    if claim.predicate not in NAMING or claim.mode != "asserts" or not claim.value:
        return None
    # Of "X is also known as Y" a witness does not tell what X is, and so the name alone says which entity Y is.
    person = claim.subject.kind == "person" and claim.predicate != "name"
    kind = "concept" if person and len(entity_ids(claim.value)) > 1 else claim.subject.kind
    return Mention(claim.message_id, claim.start, claim.end, claim.value, kind)


def named_id(witness: Evidence) -> str:
    """The id of whoever goes by the name that a witness gives: "my name is Ruby" is said by a person."""
    return entity_id(witness.value, "person" if witness.predicate == "name" else "")


def stated_names(fresh: Iterable[Evidence]) -> Iterable[Alias]:
    """ "My name is Maya" makes Maya another name of who said it; "X is now called Y" makes Y one of X."""
    for witness in fresh:
        if witness.predicate not in NAMING or witness.mode != "asserts" or not witness.value:
            continue
        other = witness.object or named_id(witness)
        if other != witness.subject:
            yield Alias(other, witness.subject, "stated", STATED)
