"""An id goes in; the whole of what it names comes out as text: a fact, a turn, a session, an entity or a page."""

from __future__ import annotations

from graphmem.errors import NotFound
from graphmem.model import Message
from graphmem.result import Fetched
from graphmem.retrieve import browse, wiki
from graphmem.store import queries, wiki_queries
from graphmem.store.queries import Reader
from graphmem.temporal import Viewpoint, format_time, now

TITLE = 80  # characters
PAGE_TOKENS = 20_000  # more than any page has
SESSION_CHARS = 100_000  # of a session's turns; the rest is told to be left out


def fetch(reader: Reader, key: str) -> Fetched:
    """All of a record by id; raises NotFound."""
    made = {"fact": fact, "msg": message, "ses": session, "ent": entity, "page": page}.get(
        key.partition("_")[0]
    )
    found = made(reader, key) if made else None
    if found is None:
        raise NotFound(
            f"There is nothing with the id {key!r}.",
            hint="Ids stand in the answers of recall; they begin with fact_, msg_, ent_, ses_ or page_.",
        )
    return found


def fact(reader: Reader, key: str) -> Fetched | None:
    """A fact with when it was true and what was said of it."""
    facts = list(queries.facts(reader, [key]).values())
    if not facts:
        return None
    [view] = browse.fact_views(reader, facts, Viewpoint())
    heard = [*view.sources, *([view.ended_by] if view.ended_by else [])]
    said = [f"{s.sent_at:%Y-%m-%d} {s.author or 'someone'}: {s.quote}" for s in dict.fromkeys(heard)]
    times = {
        "valid_from": format_time(view.valid_from) or "",
        "valid_until": format_time(view.valid_until) or "",
        "retracted_at": format_time(view.retracted_at) or "",
    }
    names = {"subject": view.subject, "predicate": view.predicate, "object": view.object}
    return made(key, "fact", view.text, "\n".join([view.text, *said]), {**names, **times})


def message(reader: Reader, key: str) -> Fetched | None:
    """A turn in full."""
    source = queries.sources(reader, [key]).get(key)
    if source is None:
        return None
    told = {
        "session_id": source.session_id, "client": source.client, "project": source.project,
        "author": source.author, "sent_at": format_time(source.sent_at) or "",
    }  # fmt: skip
    title = f"{source.author or 'someone'}, {source.sent_at:%Y-%m-%d}: {source.quote}"
    return made(key, "message", title, source.quote, told)


def session(reader: Reader, key: str) -> Fetched | None:
    """A conversation, turn by turn, as far as it is text."""
    found = queries.sessions(reader, [key]).get(key)
    if found is None:
        return None
    text = "\n\n".join(turn(one) for one in queries.session_messages(reader, key) if one.kind == "text")
    if len(text) > SESSION_CHARS:
        text = f"{text[:SESSION_CHARS]}\n[... {len(text) - SESSION_CHARS} characters left out ...]"
    told = {
        "client": found.client, "project": found.project, "branch": found.branch,
        "started_at": format_time(found.started_at) or "", "ended_at": format_time(found.ended_at) or "",
    }  # fmt: skip
    return made(key, "session", found.title or f"{found.client}, {found.started_at:%Y-%m-%d}", text, told)


def turn(one: Message) -> str:
    """A turn of a session in text."""
    return f"{one.author or one.role} ({one.sent_at:%Y-%m-%d %H:%M}): {one.text}"


def entity(reader: Reader, key: str) -> Fetched | None:
    """Someone or something with the facts that hold."""
    found = queries.entities(reader, [key]).get(key)
    if found is None:
        return None
    view = browse.entity_view(reader, found, Viewpoint(now()))
    also = f"Also: {', '.join(view.aliases)}." if view.aliases else ""
    lines = [f"{view.name} ({view.kind})", also, view.summary, *(f"- {fact.text}" for fact in view.facts)]
    return made(key, "entity", lines[0], "\n".join(filter(None, lines)), {"kind": view.kind})


def page(reader: Reader, key: str) -> Fetched | None:
    """A page of the wiki with what holds now."""
    found = wiki_queries.pages(reader, [key]).get(key)
    if found is None:
        return None
    told = wiki.render(reader, found, view=Viewpoint(), moment=now(), budget=PAGE_TOKENS)
    written = {"slug": told.slug, "kind": told.kind, "written_at": format_time(told.written_at) or ""}
    return made(key, "page", told.title, told.text, written)


def made(key: str, kind: str, title: str, text: str, metadata: dict[str, str]) -> Fetched:
    """The record; the title on one line, and nothing empty beside it."""
    line = " ".join(title.split())
    short = line if len(line) <= TITLE else line[: TITLE - 1] + "…"
    told = {"type": kind, **{name: value for name, value in metadata.items() if value}}
    return Fetched(id=key, title=short, text=text, metadata=told)
