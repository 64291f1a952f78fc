"""Facts, relations, sessions and messages as lists: records go in; views come out, and the place of each in its list.

A place is told as text that says where a record stands also when the record is there no more; a list goes on behind it,
or behind a record by its id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from graphmem.errors import NotFound
from graphmem.listed import MessageView, RelationView, SessionView
from graphmem.model import Fact
from graphmem.result import FactView
from graphmem.retrieve.browse import entity_name
from graphmem.store import queries
from graphmem.store.held import MessagePlace, SessionPlace, messages_held, said_in, sessions_held
from graphmem.store.listed import FactPlace
from graphmem.store.queries import Reader
from graphmem.store.state import fact_of, relation_id
from graphmem.temporal import MIN, Viewpoint

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

P = TypeVar("P")


# -- Places ----------------------------------------------------------------------------------------------------


def fact_place(one: FactView | RelationView | Fact) -> str:
    """Where a fact or a relation stands."""
    return told(one.retracted_at is not None, seconds(one.valid_from or MIN), one.id)


def session_place(one: SessionView) -> str:
    """Where a session stands."""
    return told(seconds(one.started_at), one.id)


def message_place(one: MessageView) -> str:
    """Where a message stands."""
    return told(seconds(one.sent_at), one.seq, one.id)


def told(*parts: object) -> str:
    """A place as text."""
    return "/".join(map(str, parts))


def seconds(moment: datetime) -> int:
    """Microseconds since 1970: a whole number, which no text rounds."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def instant(word: str) -> datetime:
    """The moment; raises ValueError and OverflowError where there is none."""
    return EPOCH + timedelta(microseconds=int(word))


def int64(word: str) -> int:
    """The number, as the engine can compare it; raises ValueError and OverflowError."""
    number = int(word)
    number.to_bytes(8, "big", signed=True)
    return number


def behind_fact(reader: Reader, after: str) -> FactPlace:
    """The place of a fact by its id, or of a relation by its own, or the one that a text tells; raises NotFound."""

    def read(retracted: str, begin: str, key: str) -> FactPlace:
        return FactPlace({"True": True, "False": False}[retracted], instant(begin), fact_key(key))

    def known(key: str) -> str | None:
        found = queries.facts(reader, [fact_key(key)]).get(fact_key(key))
        return fact_place(found) if found else None

    return behind(after, ("fact", "rel"), known, read)


def fact_key(key: str) -> str:
    """The id of the fact that a relation comes from, or of the fact that it is."""
    return fact_of(key) if key.startswith("rel_") else key


def behind_session(reader: Reader, after: str) -> SessionPlace:
    """The place of a session by its id, or the one that a text tells; raises NotFound."""

    def known(key: str) -> str | None:
        found = queries.sessions(reader, [key]).get(key)
        return told(seconds(found.started_at), found.id) if found else None

    return behind(after, ("ses",), known, lambda at, key: SessionPlace(instant(at), key))


def behind_message(reader: Reader, after: str) -> MessagePlace:
    """The place of a message by its id, or the one that a text tells; raises NotFound."""

    def known(key: str) -> str | None:
        found = queries.messages(reader, [key]).get(key)
        return told(seconds(found.sent_at), found.seq, found.id) if found else None

    def read(at: str, seq: str, key: str) -> MessagePlace:
        return MessagePlace(instant(at), int64(seq), key)

    return behind(after, ("msg",), known, read)


def behind(after: str, kinds: Sequence[str], known: Callable[[str], str | None], read: Callable[..., P]) -> P:
    """The place behind which a list goes on; raises NotFound."""
    word: str | None = after
    if after.partition("_")[0] in kinds:
        word = known(after)
    try:
        return read(*(word or "").split("/"))
    except (ValueError, TypeError, KeyError, OverflowError):
        raise NotFound(
            f"The list has nothing {after!r} to go on behind.", hint="Ask for it from its beginning."
        ) from None


# -- Views -----------------------------------------------------------------------------------------------------


def relation_views(reader: Reader, facts: Sequence[Fact], view: Viewpoint) -> tuple[RelationView, ...]:
    """Facts that join two entities as triples, with names beside ids."""
    entities = queries.entities(reader, {end for fact in facts for end in (fact.subject, fact.object)})
    return tuple(
        RelationView(
            id=relation_id(fact.id),
            fact_id=fact.id,
            subject=entity_name(entities, fact.subject),
            predicate=fact.predicate,
            object=entity_name(entities, fact.object),
            valid_from=fact.valid_from,
            valid_until=view.valid(fact.valid, fact.end_recorded_at).end,
            recorded_at=fact.recorded_at,
            retracted_at=fact.retracted_at,
            weight=fact.confidence,
            subject_id=fact.subject,
            object_id=fact.object,
        )
        for fact in facts
    )


def session_views(
    reader: Reader, given: dict[str, object], *, after: str | None, limit: int | None
) -> tuple[SessionView, ...]:
    """Sessions in which anything was said from `since` on and before `until`, with how much."""
    place = behind_session(reader, after) if after is not None else None
    chosen = sessions_held(reader, given, after=place, limit=limit)
    counts = said_in(reader, [one.id for one in chosen])
    return tuple(
        SessionView(
            id=one.id,
            client=one.client,
            project=one.project,
            branch=one.branch,
            title=one.title,
            started_at=one.started_at,
            ended_at=one.ended_at,
            messages=counts.get(one.id, 0),
        )
        for one in chosen
    )


def message_views(
    reader: Reader, given: dict[str, object], *, after: str | None, limit: int | None
) -> tuple[MessageView, ...]:
    """Messages with where each was said."""
    place = behind_message(reader, after) if after is not None else None
    chosen = messages_held(reader, given, after=place, limit=limit)
    places = queries.sessions(reader, {one.session_id for one in chosen})
    return tuple(
        MessageView(
            id=one.id,
            session_id=one.session_id,
            client=places[one.session_id].client if one.session_id in places else "",
            project=places[one.session_id].project if one.session_id in places else "",
            role=one.role,
            author=one.author,
            kind=one.kind,
            text=one.text,
            seq=one.seq,
            sent_at=one.sent_at,
            active=one.active,
        )
        for one in chosen
    )
