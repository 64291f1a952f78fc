"""The tools of two other memories, by their own names and arguments, over our verbs: prompts that name them go on.

An argument that means nothing here is taken, is told to nobody, and has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from graphmem.errors import MisuseError, NotFound
from graphmem.memory import Memory
from graphmem.serve.mcp.definitions import (
    ADDS,
    ERASES,
    NOTES,
    READS,
    Tool,
    number,
    text,
)
from graphmem.store.tokens import Scope
from graphmem.temporal import parse_time

Values = Mapping[str, Any]
Call = Callable[[Memory, Values], Any]
PROJECTS = "MATCH (s:Session) WHERE s.project <> '' RETURN s.project AS project, count(*) AS sessions ORDER BY project"
SUMMARISED = 12  # pages


class Seed(NamedTuple):
    """How a tool of another memory is answered."""

    tool: Tool
    call: Call


def said(memory: Memory, given: Values) -> Any:
    """Keep a text; a date is that of the conversation."""
    at = parse_time(given["conversation_date"]) if given.get("conversation_date") else None
    return memory.remember(given.get("content") or given["text"], project=given.get("stream", ""), at=at)


def searched(memory: Memory, given: Values) -> Any:
    """Hits; `valid_at` is seconds since 1970, and `time_filter` the day from which on something was said."""
    seconds = given.get("valid_at")
    since = parse_time(given["time_filter"]) if given.get("time_filter") else None
    return memory.recall(
        given["query"],
        limit=given.get("top_k"),
        project=given.get("stream"),
        since=since,
        as_of=None if seconds is None else datetime.fromtimestamp(seconds, UTC),
    )


def judged(memory: Memory, given: Values) -> Any:
    """Feedback: 0 to 4 and a flag in the one, up, down and ignore in the other."""
    if "value" in given:
        words = {"up": "useful", "down": "wrong", "ignore": "outdated"}
        verdict = words.get(given["value"])
    else:
        worth = given.get("usefulness", 2)
        verdict = "wrong" if given.get("harmful") or worth < 2 else "useful" if worth > 2 else "none"
    if verdict is None:
        raise MisuseError(f"{given['value']!r} is no value.", hint="Allowed: up, down, ignore.")
    reason = given.get("justification", "")
    return memory.feedback(verdict, [key_of(given)], reason=reason)  # type: ignore[arg-type]  # a word of ours


def key_of(given: Values) -> str:
    """The id that is meant; raises MisuseError for one of another system."""
    key = given.get("chunk_id") or given.get("id")
    if not key:
        raise MisuseError(
            "No id is given.", hint="Give the id that stands in an answer; ids of others are not kept."
        )
    return str(key)


def around(memory: Memory, given: Values) -> Any:
    """What is connected with the entity of that name, or else with the one that fits the words best."""
    name, most = given.get("entity") or given["query"], given.get("count", 32)
    try:
        return memory.neighbors(name, depth=2, limit=most)
    except NotFound:
        found = memory.recall(name, kind=("entity",), limit=1)
        if not found.hits:
            raise
        return memory.neighbors(found.hits[0].id, depth=2, limit=most)


def tool(  # noqa: PLR0917 - a line of a table, which names would tear apart
    group: str, name: str, view: str, scope: Scope, told: str, given: dict[str, Any], asked: str, call: Call
) -> Seed:
    """One of the tools; `view` is the view of the verb that answers it."""
    hints = (
        READS if scope == "read" else ERASES if view == "forget" else NOTES if view == "feedback" else ADDS
    )
    title = name.replace("_", " ").capitalize()
    made = Tool(
        name, group, view, scope, title, told, given, tuple(asked.split()), hints, {}, view, lenient=True
    )
    return Seed(made, call)


STREAM = text("The project.")
QUERY = text("A question or words.")
CHUNK = text("An id from an earlier answer.")
FEW = number("At most so many.", 1, 100)

LOOMEM = (
    tool("loomem", "memory_store", "remember", "write", "Keep something that was told.",
         {"content": text("What to keep."), "stream": STREAM}, "content", said),
    tool("loomem", "memory_ingest", "remember", "write", "Keep a text and learn facts from it.",
         {"content": text("The text."), "conversation_date": text("When it was said."), "stream": STREAM},
         "content", said),
    tool("loomem", "memory_search", "recall", "read", "Search what is known.",
         {"query": QUERY, "top_k": FEW, "time_filter": text("Said from that day on."),
          "valid_at": {"type": "number", "description": "True at that second since 1970."},
          "stream": STREAM}, "query", searched),
    tool("loomem", "memory_context", "context", "read", "What is known about a task, as one block.",
         {"query": QUERY, "budget_tokens": number("Tokens.", 64, 8000), "stream": STREAM},
         "query", lambda m, v: m.context(v["query"], budget=v.get("budget_tokens"), project=v.get("stream"))),
    tool("loomem", "memory_profile", "wiki", "read", "What is known of the user.",
         {}, "", lambda m, _: m.wiki("user")),
    tool("loomem", "memory_associate", "neighbors", "read", "What is connected with what a query names.",
         {"query": QUERY, "count": FEW}, "query", around),
    tool("loomem", "memory_dream", "review", "read", "What could be merged or contradicts; nothing is merged unasked.",
         {}, "", lambda m, _: m.review()),
    tool("loomem", "memory_reflect", "doctor", "read", "How the memory is, and what would mend it.",
         {}, "", lambda m, _: m.doctor()),
    tool("loomem", "memory_graph", "neighbors", "read", "What an entity is connected with.",
         {"entity": text("A name.")}, "entity", around),
    tool("loomem", "memory_history", "history", "read", "How a fact changed.",
         {"chunk_id": CHUNK, "limit": FEW}, "chunk_id",
         lambda m, v: m.history(key_of(v))[-v.get("limit", 20) :]),
    tool("loomem", "memory_delete", "forget", "write", "Erase something for ever.",
         {"chunk_id": CHUNK}, "chunk_id", lambda m, v: m.forget(key_of(v))),
    tool("loomem", "memory_feedback", "feedback", "write", "Say what a hit was worth.",
         {"chunk_id": CHUNK, "usefulness": number("0 is useless, 4 is very useful.", 0, 4),
          "harmful": {"type": "boolean", "description": "It was wrong."}, "justification": text("Why.")},
         "chunk_id", judged),
    tool("loomem", "memory_status", "status", "read", "How the memory does.", {}, "", lambda m, _: m.status()),
    tool("loomem", "memory_stats", "stats", "read", "How much is known.", {}, "", lambda m, _: m.stats()),
    tool("loomem", "memory_namespaces", "cypher", "read", "The projects.", {}, "", lambda m, _: m.cypher(PROJECTS)),
)  # fmt: skip

LOOP = (
    tool("loop-memory", "recall", "recall", "read", "Search what is known.",
         {"query": QUERY, "limit": FEW, "source": text("Only of this client.")},
         "query", lambda m, v: m.recall(v["query"], limit=v.get("limit", 8), client=v.get("source"))),
    tool("loop-memory", "list_wiki", "pages", "read", "The pages of the wiki.",
         {"limit": FEW}, "", lambda m, v: m.pages(limit=v.get("limit", 20))),
    tool("loop-memory", "get_wiki", "wiki", "read", "A page of the wiki.",
         {"slug": text("Its address, or a name.")}, "slug", lambda m, v: m.wiki(v["slug"])),
    tool("loop-memory", "recent_memories", "facts", "read", "The newest facts.",
         {"limit": FEW}, "", lambda m, v: m.facts(limit=v.get("limit", 20))),
    tool("loop-memory", "wiki_summary", "pages", "read", "The pages with most on them, each in a line.",
         {}, "", lambda m, _: m.pages(limit=SUMMARISED)),
    tool("loop-memory", "remember", "remember", "write", "Keep something that was told.",
         {"text": text("What to keep.")},
         "text", said),
    tool("loop-memory", "forget", "forget", "write", "Erase something for ever.",
         {"id": CHUNK}, "", lambda m, v: m.forget(key_of(v))),
    tool("loop-memory", "feedback", "feedback", "write", "Say what a hit was worth: up, down or ignore.",
         {"id": CHUNK, "value": text("up, down or ignore.")}, "value", judged),
    tool("loop-memory", "remember_edge", "remember", "write", "Keep that two things are connected.",
         {"src": text("From."), "dst": text("To."), "kind": text("How, as depends_on.")}, "src dst",
         lambda m, v: m.remember(f"{v['src']} {v.get('kind', 'relates to').replace('_', ' ')} {v['dst']}.")),
    tool("loop-memory", "subgraph", "neighbors", "read", "What is connected with what a query names.",
         {"query": QUERY}, "query", around),
    tool("loop-memory", "cognitive_sleep", "review", "read",
         "What could be merged or contradicts; nothing is deleted unasked.",
         {}, "", lambda m, _: m.review()),
    tool("loop-memory", "audit", "doctor", "read", "How the memory is, and what would mend it.",
         {}, "", lambda m, _: m.doctor()),
)  # fmt: skip

SEEDS: dict[str, tuple[Seed, ...]] = {"loomem": LOOMEM, "loop-memory": LOOP}
