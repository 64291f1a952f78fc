"""A change of the graph becomes work for the channels: rows, texts, names and edges, in and out.

What comes out says only what differs from what the index holds: a change that is made twice does nothing then.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from graphmem.index.adjacency import (
    ABOUT,
    ALIAS_OF,
    HAS_ALIAS,
    IN_SESSION,
    MENTIONS,
    NEXT,
    STATED_IN,
    Adjacency,
    Delta,
)
from graphmem.index.documents import ACTIVE, ALIVE, FORM, KIND, ROW, Documents, micros
from graphmem.index.draft import FIELDS, Draft, end, start
from graphmem.index.leaves import Leaves, lay, nothing, touched
from graphmem.index.places import MANY, NOWHERE, bit
from graphmem.index.table import Table, hash64
from graphmem.model import Alias, Change, Entity, Evidence, Fact, Message, Session

EVIDENCE = np.dtype([("key", "<u8"), ("fact", "<u4"), ("message", "<u4")])
CROWDED = 4096  # edges
_Record = TypeVar("_Record", Session, Message, Entity, Fact, Evidence)
# Authors that say no more than the role; any other is a name that people ask for.
_ROLES = frozenset(("", "user", "assistant", "system", "tool"))


@dataclass(slots=True)
class Staged:
    """What a change does to the index."""

    numbers: np.ndarray  # of rows that are new or differ
    rows: np.ndarray
    names: dict[int, str]
    texts: dict[int, str]  # that are new or differ; "" when there is no text any more
    authors: dict[int, str]
    embedded: frozenset[int]  # those of them that want a vector
    edges: list[Delta]
    shelf: list[Delta]  # edges of pages, which lie apart
    gone: list[str]  # pages that are no more
    evidence: list[
        tuple[int, int, int]
    ]  # number, fact and message of evidence that moved; zeros when it is gone


class Staging:
    """One change on its way into the index; the writer's, and it changes nothing but reserving numbers."""

    def __init__(self, documents: Documents, graph: Adjacency, shelf: Adjacency, evidence: Table) -> None:
        self.documents, self.graph, self.shelf, self.evidence = documents, graph, shelf, evidence
        self.drafts: dict[int, Draft] = {}
        self.texts: dict[int, str] = {}
        self.authors: dict[int, str] = {}  # of messages
        self.embedded: set[int] = set()
        self.names: dict[int, str] = {}
        self.edges: list[Delta] = []
        self.shelved: list[Delta] = []
        self.gone: list[str] = []
        self.retold: set[int] = set()  # facts that say something else now, or at another time, or are no more
        self.moved: dict[int, tuple[int, int]] = {}
        # By session: messages that are new there or stand elsewhere, and those that went to another session.
        self.arrived: dict[int, set[int]] = defaultdict(set)
        self.departed: dict[int, set[int]] = defaultdict(set)
        self.bereft: set[int] = set()  # facts and entities that a message told or mentioned and does no more
        self.renamed: dict[int, dict[int, bool]] = defaultdict(dict)  # aliases that were opened or closed

    def take(self, change: Change, leaves: Leaves = nothing) -> Staged:
        """All that the change does, but for forgetting; `leaves` reads pages as they are after it."""
        for session in last(change.sessions):
            self._session(session)
        for message in last(change.messages):
            self._message(message)
        for number in sorted(self.arrived.keys() | self.departed.keys()):
            self.edges += self.order(number, arrived=self.arrived[number], leaving=self.departed[number])
        for entity in last(change.entities):
            self._entity(entity)
        for fact in last(change.facts):
            self._fact(fact)
        self._mentions(change)
        for evidence in last(change.evidence):
            self._evidence(evidence)
        self._aliases(change.aliases)
        for key in change.dropped:
            self._drop(key)
        # Of a hub it would cost more than it tells to look at all that speak of it.
        self.mend(number for number in self.bereft if self.graph.degree(number) <= CROWDED)
        if pages := touched(self, change):
            lay(self, pages, leaves(pages))
        return self.finish()

    def draft(self, number: int) -> Draft:
        """The row of a number as this change leaves it so far."""
        found = self.drafts.get(number)
        if found is None:
            found = self.drafts[number] = Draft(*self.documents.rows[number].item())
        return found

    def begin(self, key: str, kind: str, scope: str) -> tuple[int, Draft, Draft]:
        """The number of a record that comes in full, its row as it was, and its new row."""
        if len(raw := key.encode()) > ROW["id"].itemsize:
            raise ValueError(f"the id {key!r} is longer than {ROW['id'].itemsize} bytes")
        number = self.documents.reserve(key)
        old = self.draft(number)
        new = Draft(
            key=old.key,
            digest=old.digest,
            id=raw,
            mask=old.mask,
            place=old.place,
            said_at=old.said_at,
            scope=self.documents.places.string(scope),
            kind=KIND[kind],
            flags=ALIVE | ACTIVE,
        )
        self.drafts[number] = new
        return number, old, new

    def _session(self, session: Session) -> None:
        number, old, row = self.begin(session.id, "session", session.scope)
        row.valid_from = row.recorded_at = micros(session.started_at)
        row.said_at = micros(session.ended_at)
        row.place = self.documents.places.place(session.client, session.project)
        row.mask = bit(row.place)
        if old.place != row.place:
            # The conversation was given to another project: what was said in it moves along.
            messages = self.graph.others([number], IN_SESSION).tolist()
            for message in messages:
                self.draft(message).place, self.draft(message).mask = row.place, row.mask
            self.mend(self.told(messages))

    def _message(self, message: Message) -> None:
        number, old, row = self.begin(message.id, "message", "")
        session = self.documents.reserve(message.session_id)
        home = self.draft(session)
        row.session, row.place, row.mask, row.scope = session, home.place, home.mask, home.scope
        row.valid_from = row.recorded_at = row.said_at = micros(message.sent_at)
        row.seq, row.trust, row.form = message.seq, message.trust, FORM[message.kind]
        row.flags = ALIVE | (ACTIVE if message.active else 0)
        known = bool(old.flags & ALIVE)
        if known and old.session != session:
            self.edges.append((old.session, number, IN_SESSION, -1))
            self.departed[old.session].add(number)
            known = False
        if not known:
            self.edges.append((session, number, IN_SESSION, 1))
        if not known or (old.seq, old.said_at) != (row.seq, row.said_at):
            self.arrived[session].add(number)
        self.text(number, spoken(message), embed=is_embedded(message))
        self.authors[number] = "" if message.author in _ROLES else message.author

    def _entity(self, entity: Entity) -> None:
        number, _, row = self.begin(entity.id, "entity", entity.scope)
        row.valid_from = row.recorded_at = micros(entity.first_seen)
        row.said_at = micros(entity.last_seen)
        row.trust = 1.0
        if row.digest and self.documents.names.get(number) == entity.name:
            return
        self.names[number] = entity.name
        self.name_text(number)
        for other, _ in self.graph.neighbours(number, ALIAS_OF):
            self.name_text(other)

    def _fact(self, fact: Fact) -> None:
        number, old, row = self.begin(fact.id, "fact", fact.scope)
        row.valid_from, row.valid_until = start(fact.valid_from), end(fact.valid_until)
        row.end_known = start(fact.end_recorded_at)
        row.recorded_at, row.retracted_at = micros(fact.recorded_at), end(fact.retracted_at)
        row.said_at, row.trust = max(row.said_at, row.recorded_at), fact.trust
        row.subject = self.documents.reserve(fact.subject)
        row.predicate = self.documents.predicate(fact.predicate)
        wanted = {self.documents.reserve(key) for key in (fact.subject, fact.object) if key}
        self._set_edges(number, wanted, ABOUT)
        self.text(number, fact.text, embed=bool(fact.text.strip()))
        told = ("digest", "valid_until", "retracted_at")
        if any(getattr(old, name) != getattr(row, name) for name in told):
            self.retold.add(number)

    def _mentions(self, change: Change) -> None:
        groups: dict[str, set[int]] = {key: set() for key in change.extracted}
        for mention in change.mentions:
            groups.setdefault(mention.message_id, set()).add(self.documents.reserve(mention.entity_id))
        whole = frozenset(change.extracted)
        for key, entities in groups.items():
            message = self.documents.reserve(key)
            self._set_edges(message, entities, MENTIONS, only_add=key not in whole)
            for entity in entities:
                self._join(entity, self.draft(message))

    def _evidence(self, evidence: Evidence) -> None:
        key = hash64(evidence.id)
        number = self.evidence.find(key)
        if number is None:
            number = self.evidence.add(key)
        fact = self.documents.reserve(evidence.fact_id)
        message = self.documents.reserve(evidence.message_id)
        self._move(number, fact, message)
        row = self.draft(fact)
        row.said_at = max(row.said_at, micros(evidence.said_at))
        self._join(fact, self.draft(message))

    def _move(self, number: int, fact: int, message: int) -> None:
        """An evidence speaks for this fact now; zeros when it is gone."""
        old = self.moved.get(number)
        if old is None:
            old = int(self.evidence.rows["fact"][number]), int(self.evidence.rows["message"][number])
        if old == (fact, message):
            return
        if all(old):
            self.edges.append((*old, STATED_IN, -1))
            self.bereft.add(old[0])
        if fact and message:
            self.edges.append((fact, message, STATED_IN, 1))
        self.moved[number] = fact, message

    def _aliases(self, aliases: Iterable[Alias]) -> None:
        # Who may be one, and who surely is not, are no names of each other.
        joined = {(alias.source, alias.target): alias for alias in aliases if alias.link == "ALIAS_OF"}
        for alias in joined.values():
            source, target = self.documents.reserve(alias.source), self.documents.reserve(alias.target)
            there = (target, ALIAS_OF) in self.graph.neighbours(source, ALIAS_OF)
            wanted = alias.valid_until is None
            if there != wanted:
                self.edges.append((source, target, ALIAS_OF, 1 if wanted else -1))
                self.renamed[target][source] = wanted
            self.name_text(target)

    def _drop(self, key: str) -> None:
        number = self.evidence.find(hash64(key))
        if number is not None:
            self._move(number, 0, 0)
        elif (found := self.documents.find(key)) is not None and self.draft(found).kind == KIND["fact"]:
            self.draft(found).flags = 0
            self.text(found, "", embed=False)
            self.retold.add(found)

    def _join(self, number: int, message: Draft) -> None:
        """One more message in which a document was spoken of."""
        row = self.draft(number)
        if message.place and message.place != row.place:
            row.place = MANY if row.place else message.place
        row.mask |= message.mask

    def told(self, messages: Sequence[int]) -> set[int]:
        """The facts and entities that these messages speak of."""
        return {n for kind in (STATED_IN, MENTIONS) for n in self.graph.others(messages, kind).tolist()}

    def mend(self, numbers: Iterable[int]) -> None:
        """Look again where these facts and entities are spoken of, and when the facts were last."""
        coming: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for one, other, kind, sign in self.edges:
            coming[one, kind].append((other, sign))
            coming[other, kind].append((one, sign))
        for number in numbers:
            row = self.draft(number)
            fact = row.kind == KIND["fact"]
            kind = STATED_IN if fact else MENTIONS
            row.place, row.mask = NOWHERE, 0
            if fact and row.flags & ALIVE:
                row.said_at = row.recorded_at
            there = Counter({other: n for (other, _), n in self.graph.neighbours(number, kind).items()})
            for other, sign in coming[number, kind]:
                there[other] += sign
            for message in (self.draft(other) for other, n in sorted(there.items()) if n > 0):
                if message.flags & ALIVE:
                    self._join(number, message)
                    row.said_at = max(row.said_at, message.said_at) if fact else row.said_at

    def _set_edges(self, node: int, wanted: set[int], kind: int, *, only_add: bool = False) -> None:
        there = {other for other, _ in self.graph.neighbours(node, kind)}
        self.edges += [(node, other, kind, 1) for other in sorted(wanted - there)]
        if not only_add:
            self.edges += [(node, other, kind, -1) for other in sorted(there - wanted)]
            if kind == MENTIONS:
                self.bereft |= there - wanted

    def text(self, number: int, text: str, *, embed: bool) -> None:
        """What a document is found by from now on."""
        row = self.draft(number)
        digest = hash64(text) if text.strip() else 0
        if digest == row.digest:
            return
        row.digest = digest
        self.texts[number] = text if digest else ""
        self.embedded.discard(number)
        if embed and digest:
            self.embedded.add(number)

    def name_text(self, number: int) -> None:
        """An entity is found by its name and its other names."""
        others = {other for other, _ in self.graph.neighbours(number, HAS_ALIAS)}
        for source, opened in self.renamed.get(number, {}).items():
            (others.add if opened else others.discard)(source)
        names = [self.names.get(n) or self.documents.names.get(n, "") for n in (number, *sorted(others))]
        if names[0]:
            self.text(number, "\n".join(dict.fromkeys(name for name in names if name)), embed=False)

    def order(self, session: int, *, arrived: Iterable[int] = (), leaving: Iterable[int] = ()) -> list[Delta]:
        """What changes in who follows whom in a session when messages come, move or go."""
        rows = self.documents.rows
        there = self.graph.others([session], IN_SESSION)
        there = there[(rows["flags"][there] & ALIVE) != 0]
        before = [(int(rows["seq"][n]), int(rows["said_at"][n]), n) for n in there.tolist()]
        gone, fresh = set(leaving), set(arrived)
        after = [entry for entry in before if entry[2] not in gone and entry[2] not in fresh]
        after += [(self.draft(n).seq, self.draft(n).said_at, n) for n in fresh - gone]
        old, new = pairs(before), pairs(after)
        return [(*pair, NEXT, 1) for pair in sorted(new - old)] + [
            (*pair, NEXT, -1) for pair in sorted(old - new)
        ]

    def finish(self) -> Staged:
        """What differs from what the index holds."""
        numbers = np.array(sorted(self.drafts), np.int64)
        rows = np.array(
            [tuple(getattr(self.drafts[n], name) for name in FIELDS) for n in numbers.tolist()], ROW
        )
        differs = self.documents.rows[numbers] != rows
        texts = {n: text for n, text in self.texts.items() if text or self.documents.rows["digest"][n]}
        return Staged(
            numbers=numbers[differs],
            rows=rows[differs],
            names=self.names,
            texts=texts,
            authors=self.authors,
            embedded=frozenset(self.embedded & texts.keys()),
            edges=self.edges,
            shelf=self.shelved,
            gone=self.gone,
            evidence=[(number, *home) for number, home in self.moved.items()],
        )


def spoken(message: Message) -> str:
    """The text by which a message is found, with who said it when that is more than a role."""
    return message.text if message.author in _ROLES else f"{message.author}: {message.text}"


def is_embedded(message: Message) -> bool:
    """True for a message that gets a vector."""
    return message.kind in ("text", "summary") and bool(message.text.strip())


def last(records: Sequence[_Record]) -> Iterable[_Record]:
    """The records, of those with one id only the last."""
    return {record.id: record for record in records}.values()


def pairs(entries: Sequence[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """Who stands beside whom, given (seq, time, number) of each."""
    ordered = [number for _, _, number in sorted(entries)]
    return {(min(pair), max(pair)) for pair in pairwise(ordered)}
