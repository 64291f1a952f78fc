"""What must go when something is forgotten, and how a change reads without it.

Forgetting a session or a message takes the message. Forgetting a fact or an entity blanks, in the messages that
told of it, the stretches that did; what else those messages say stays. An entity that nothing speaks of any more
goes too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import msgspec

from graphmem.errors import MisuseError, NotFound
from graphmem.model import Change, Evidence, Message, page_id
from graphmem.names import slug_of, standing
from graphmem.store import queries, wiki_erase
from graphmem.store.queries import Reader

BLANK = "[forgotten]"

Span = tuple[int, int]


@dataclass(slots=True)
class Erasure:
    """All that one forget takes away."""

    sessions: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    names: frozenset[str] = frozenset()  # of these entities, as addresses of pages have them
    evidence: set[str] = field(default_factory=set)  # ids of witnesses that are heard no more
    slots: set[str] = field(default_factory=set)  # slots that lose a witness
    restated: set[str] = field(
        default_factory=set
    )  # facts of those slots that stay; a later event tells them anew
    recounted: dict[str, int] = field(
        default_factory=dict
    )  # mentions that entities lose, which themselves stay
    spans: dict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))  # blanked, by message

    @property
    def ids(self) -> frozenset[str]:
        """Every id that must never come back."""
        return frozenset(self.sessions | self.messages | self.facts | self.entities)

    def rewrite(self, change: Change) -> Change:
        """The change without what is forgotten."""
        gone = self.ids
        pages = {page_id(key) for key in self.entities}
        stale = gone | self.restated
        evidence = [
            self.blank_quote(e)
            for e in change.evidence
            if e.id not in self.evidence and e.message_id not in gone and e.fact_id not in gone
        ]
        messages = [self.blank(m) for m in change.messages if m.id not in gone]
        return msgspec.structs.replace(
            change,
            sessions=tuple(s for s in change.sessions if s.id not in gone),
            messages=tuple(messages),
            entities=tuple(e for e in change.entities if e.id not in gone),
            mentions=tuple(
                m
                for m in change.mentions
                if not gone & {m.message_id, m.entity_id} and not self.covered(m.message_id, m.start, m.end)
            ),
            facts=tuple(f for f in change.facts if f.id not in stale and not gone & {f.subject, f.object}),
            evidence=tuple(e for e in evidence if not gone & {e.subject, e.object}),
            links=tuple(k for k in change.links if k.source not in stale and k.target not in gone),
            aliases=tuple(a for a in change.aliases if not gone & {a.source, a.target}),
            communities=tuple(filter(None, (wiki_erase.community(one, gone) for one in change.communities))),
            pages=tuple(filter(None, (wiki_erase.page(one, gone, self.names) for one in change.pages))),
            page_links=wiki_erase.links(change.page_links, gone),
            judgements=tuple(one for one in change.judgements if one.id not in gone | pages),
            extracted=tuple(key for key in change.extracted if key not in gone),
            dropped=tuple(key for key in change.dropped if key not in gone and key not in self.evidence),
        )

    def blank(self, message: Message) -> Message:
        """The message with the forgotten stretches made unreadable; its length stays, and so do all other offsets."""
        text = message.text
        for start, end in self.spans.get(message.id, ()):
            text = text[:start] + filler(len(text[start:end])) + text[end:]
        return message if text == message.text else msgspec.structs.replace(message, text=text)

    def blank_quote(self, evidence: Evidence) -> Evidence:
        """The evidence without its quote when that is blanked in the message."""
        if not self._touched(evidence.message_id, evidence.start, evidence.end):
            return evidence
        return msgspec.structs.replace(evidence, quote=BLANK)

    def _touched(self, message_id: str, start: int, end: int) -> bool:
        return any(start < b and a < end for a, b in self.spans.get(message_id, ()))

    def covered(self, message_id: str, start: int, end: int) -> bool:
        """True when the stretch lies inside a blanked one."""
        return any(a <= start and end <= b for a, b in self.spans.get(message_id, ()))


def filler(length: int) -> str:
    """Text of exactly that length that says that something was here."""
    return BLANK.ljust(length)[:length] if length >= len(BLANK) else "·" * length


def plan(reader: Reader, key: str, *, protected: frozenset[str]) -> Erasure:
    """What forgetting this id takes away; raises NotFound, and MisuseError for an id that cannot be forgotten."""
    erasure = Erasure()
    prefix = key.partition("_")[0]
    if key in protected:
        raise MisuseError(
            f"{key} stands for you and cannot be forgotten.", hint="Forget facts or sessions instead."
        )
    if prefix == "ses" and queries.sessions(reader, [key]):
        erasure.sessions.add(key)
        rows = reader.run("MATCH (:Session {id: $id})-[:HAS_MESSAGE]->(m:Message) RETURN m.id", {"id": key})
        erasure.messages |= {row[0] for row in rows}
    elif prefix == "msg" and queries.messages(reader, [key]):
        erasure.messages.add(key)
    elif prefix == "fact" and queries.facts(reader, [key]):
        _add_facts(reader, erasure, {key})
    elif prefix == "ent" and queries.entities(reader, [key]):
        erasure.entities.add(key)
        _add_facts(reader, erasure, {fact.id for fact in queries.facts_about(reader, [key], None)})
        rows = reader.run(
            "MATCH (m:Message)-[r:MENTIONS]->(:Entity {id: $id}) RETURN m.id, r.start_char, r.end_char",
            {"id": key},
        )
        for message_id, start, end in rows:
            erasure.spans[message_id].append((start, end))
    else:
        raise NotFound(
            f"There is nothing with the id {key!r}.", hint="recall --json shows the ids of what it finds."
        )
    for witness, slot in queries.evidence_of_messages(reader, erasure.messages):
        erasure.evidence.add(witness.id)
        erasure.slots.add(slot)
    facts, evidence = queries.slots(reader, erasure.slots)
    still = {witness.fact_id for witness in evidence if witness.id not in erasure.evidence}
    erasure.facts |= {fact.id for fact in facts} - still
    erasure.restated = still - erasure.facts
    _add_orphans(reader, erasure, protected)
    told = (slug_of(one.name) for one in queries.entities(reader, erasure.entities).values())
    erasure.names = frozenset(filter(None, told))
    return erasure


def _add_facts(reader: Reader, erasure: Erasure, ids: set[str]) -> None:
    """Take facts, their witnesses, and the stretches of text that told of them."""
    erasure.facts |= ids
    for fact in queries.facts(reader, ids).values():
        erasure.slots.add(fact.slot)
    for group in queries.evidence_of_facts(reader, ids).values():
        for witness in group:
            erasure.evidence.add(witness.id)
            erasure.spans[witness.message_id].append((witness.start, witness.end))


def _add_orphans(reader: Reader, erasure: Erasure, protected: frozenset[str]) -> None:
    """Entities that only the forgotten speaks of go too; the others lose the mentions that go."""
    rows = [
        (one.message_id, one.entity_id, one.start, one.end)
        for one in queries.mention_links(reader, erasure.messages | set(erasure.spans))
    ]
    lost: Counter[str] = Counter(
        entity
        for message, entity, start, end in rows
        if message in erasure.messages or erasure.covered(message, start, end)
    )
    stay, bereft = _standing(reader, erasure)
    entities = queries.entities(reader, (lost.keys() | bereft) - erasure.entities)
    for key, entity in entities.items():
        elsewhere = entity.mentions > lost[key] or key in protected | stay
        if elsewhere or any(f.id not in erasure.facts for f in queries.facts_about(reader, [key], None)):
            erasure.recounted[key] = lost[key]
        else:
            erasure.entities.add(key)


def _standing(reader: Reader, erasure: Erasure) -> tuple[set[str], set[str]]:
    """The agents and projects of sessions that stay, and those of forgotten sessions that no other has."""
    rows = reader.run("MATCH (s:Session) RETURN s.id", {})
    sessions = queries.sessions(reader, (row[0] for row in rows))
    stay = {key for one in sessions.values() if one.id not in erasure.sessions for key in standing(one)}
    gone = {key for one in sessions.values() if one.id in erasure.sessions for key in standing(one)}
    return stay, gone - stay
