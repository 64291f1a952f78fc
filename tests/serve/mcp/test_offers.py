"""Beyond our own tools: the contract of connectors, the tools of other memories, prompts and resources."""

from __future__ import annotations

import asyncio
import json

import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from graphmem.capture.own import strip_own_blocks
from graphmem.errors import Forbidden, NotFound
from graphmem.serve.mcp import offers
from graphmem.serve.mcp.choice import groups_in, offered
from graphmem.serve.mcp.definitions import DEFAULT_GROUPS, OWN, TOOLS
from graphmem.serve.mcp.documents import title
from graphmem.serve.mcp.seeds import SEEDS
from graphmem.serve.mcp.server import make_server
from tests.serve.daemons import post, serving

QUESTION = "where is Tidewater deployed?"


def play(daemon, story, groups=DEFAULT_GROUPS):
    """Let a client in this process talk with a server over the daemon's memory."""

    async def run():
        server = make_server(lambda: daemon.memory, groups)
        async with Client(server, raise_exceptions=True) as client:
            return await story(client)

    return asyncio.run(run())


def called(daemon, name, groups=DEFAULT_GROUPS, **arguments):
    return play(daemon, lambda client: client.call_tool(name, arguments), groups)


def test_search_and_fetch_are_what_connectors_ask_for(daemon):
    def ask(name, **arguments):
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        told = post(daemon, message | {"params": {"name": name, "arguments": arguments}})[1]["result"]
        [content] = told["content"]
        assert json.loads(content["text"]) == told["structuredContent"]
        return told["structuredContent"]

    results = ask("search", query=QUESTION)["results"]
    assert results
    for one in results:
        assert one.keys() == {"id", "title", "url"}
        assert one["url"] == f"{daemon.address}/api/v1/fetch/{one['id']}"
        found = ask("fetch", id=one["id"])
        assert found.keys() == {"id", "title", "text", "url", "metadata"}
        assert (found["id"], found["url"]) == (one["id"], one["url"])
        assert all(isinstance(value, str) for value in found["metadata"].values())
        assert strip_own_blocks(found["text"]).strip() == ""


def test_a_title_is_one_line_and_short():
    assert title("two\nlines") == "two lines"
    assert len(title("x" * 500)) == 80


# What a prompt of old would call, and a word that must stand in the answer.
OLD = {
    "loomem": {
        "memory_store": ({"content": "I like rye bread.", "source": "x", "subject": "user", "metadata": {}}, "rye"),
        "memory_ingest": ({"content": "I like plum jam.", "conversation_date": "2024-05-01"}, "plum"),
        "memory_search": (
            {"query": QUESTION, "top_k": 3, "valid_at": 1720000000, "include_superseded": True}, "Fly.io",
        ),
        "memory_context": ({"query": QUESTION, "budget_tokens": 300, "sections": ["x"]}, "Fly.io"),
        "memory_profile": ({"format": "json", "refresh": True}, "user"),
        "memory_associate": ({"query": "Tidewater", "mechanisms": "graph", "count": 3}, "Fly.io"),
        "memory_dream": ({}, ""),
        "memory_reflect": ({"max_chunks": 200}, "ledger"),
        "memory_graph": ({"entity": "Tidewater"}, "Fly.io"),
        "memory_history": ({"chunk_id": "FACT", "limit": 3}, ""),
        "memory_feedback": ({"chunk_id": "FACT", "usefulness": 4, "justification": "it was"}, "FACT"),
        "memory_status": ({}, "ready"),
        "memory_stats": ({}, "sessions"),
        "memory_namespaces": ({}, "tidewater"),
        "memory_delete": ({"chunk_id": "KEPT"}, "Erased"),
    },
    "loop-memory": {
        "recall": ({"query": QUESTION, "limit": 4, "max_chars": 900, "level": 1}, "Fly.io"),
        "list_wiki": ({"limit": 100}, "Tidewater"),
        "get_wiki": ({"slug": "Tidewater"}, "Fly.io"),
        "recent_memories": ({"limit": 5}, ""),
        "wiki_summary": ({}, "user"),
        "remember": ({"text": "I like dark rye.", "kind": "fact", "importance": 0.5, "tags": ["x"]}, "rye"),
        "feedback": ({"id": "FACT", "value": "up"}, "FACT"),
        "remember_edge": ({"src": "The kiosk service", "dst": "Redis", "kind": "depends_on"}, "Redis"),
        "subgraph": ({"query": "Tidewater"}, "Fly.io"),
        "cognitive_sleep": ({"apply": True, "stale_days": 90}, ""),
        "audit": ({"kind": "x", "limit": 3}, "ledger"),
        "forget": ({"id": "KEPT"}, "Erased"),
    },
}  # fmt: skip


@pytest.mark.parametrize("group", OLD)
def test_the_tools_of_another_memory_answer_to_its_own_arguments(daemon, group):
    assert set(OLD[group]) == {one.tool.name for one in SEEDS[group]} == set(offered((group,)))
    ids = {
        "FACT": daemon.memory.facts(predicate="deployed_on")[0].id,
        "KEPT": daemon.memory.remember(f"I like figs from {group}.").message_id,
    }

    async def story(client):
        for name, (arguments, word) in OLD[group].items():
            given = {key: ids.get(str(value), value) for key, value in arguments.items()}
            answer = await client.call_tool(name, given)
            assert not answer.is_error, (name, answer.content[0].text)
            assert ids.get(word, word) in answer.content[0].text, name

    play(daemon, story, (group,))


@pytest.mark.parametrize(
    ("group", "name", "arguments", "words"),
    [
        ("loomem", "memory_delete", {}, "chunk_id"),
        ("loomem", "memory_search", {"query": 3}, "string"),
        ("loop-memory", "forget", {"external_id": "mine"}, "No id"),
        ("loop-memory", "feedback", {"id": "fact_none", "value": "sideways"}, "up, down, ignore"),
        ("loop-memory", "get_wiki", {"slug": "Nobody"}, "no page"),
    ],
)
def test_what_they_are_asked_wrongly_is_an_error_that_says_so(daemon, group, name, arguments, words):
    answer = called(daemon, name, (group,), **arguments)
    assert answer.is_error
    assert words in answer.content[0].text


@pytest.mark.parametrize(
    ("usefulness", "harmful", "counted"),
    [
        (4, False, "useful"),
        (3, False, "useful"),
        (1, False, "wrong"),
        (0, False, "wrong"),
        (4, True, "wrong"),
    ],
)
def test_worth_in_numbers_becomes_a_verdict(daemon, usefulness, harmful, counted):
    key = daemon.memory.facts(predicate="deployed_on")[0].id
    daemon.memory.feedback("none", [key])
    given = {"chunk_id": key, "usefulness": usefulness, "harmful": harmful}
    [told] = called(daemon, "memory_feedback", ("loomem",), **given).structured_content["judgements"]
    assert told[counted] == 1
    assert sum(told[name] for name in ("useful", "wrong", "outdated")) == 1


def test_our_own_tool_wins_where_two_have_one_name():
    both = offered((*OWN, "loop-memory"))
    for name in ("recall", "remember", "forget", "feedback"):
        assert not both[name].tool.lenient
    assert len(both) == len(TOOLS) + len(SEEDS["loop-memory"]) - 4
    assert groups_in(["loomem", "core"]) == ("core", "loomem")
    assert groups_in([]) == DEFAULT_GROUPS


def test_prompts_are_listed_and_hold_what_is_known(daemon):
    async def story(client):
        listed = (await client.list_prompts()).prompts
        assert [one.name for one in listed] == ["about", "brief", "changed"]
        return {
            name: (await client.get_prompt(name, given)).messages[0].content.text
            for name, given in (
                ("about", {"topic": QUESTION}), ("brief", {"project": "tidewater"}), ("changed", {"since": "2024-04"}),
            )
        }  # fmt: skip

    texts = play(daemon, story)
    for name, text in texts.items():
        assert "Fly.io" in text, name
        assert text.endswith("</graphmem-context>")
        assert "Fly.io" not in strip_own_blocks(text)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [("fly", {}, "no prompt"), ("about", {}, "needs topic"), ("changed", {"since": "someday"}, "someday")],
)
def test_a_prompt_that_cannot_be_made_says_why(daemon, name, given, words):
    async def story(client):
        with pytest.raises(MCPError, match=words):
            await client.get_prompt(name, given)

    play(daemon, story)


def test_resources_are_listed_and_read(daemon):
    async def story(client):
        listed = {str(one.uri): one for one in (await client.list_resources()).resources}
        forms = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        texts = {}
        for uri in [*listed, "graphmem://timeline/Tidewater", "graphmem://project/tidewater"]:
            texts[uri] = (await client.read_resource(uri)).contents[0].text
        return listed, forms, texts

    listed, forms, texts = play(daemon, story)
    assert "graphmem://today" in listed
    for kind in ("entity", "page"):
        assert any(uri.startswith(f"graphmem://{kind}/") for uri in listed)
    assert forms == [one.form for one in offers.TEMPLATES]
    for uri in ("graphmem://timeline/Tidewater", "graphmem://project/tidewater"):
        assert "Fly.io" in texts[uri]
    for text in filter(None, texts.values()):
        assert strip_own_blocks(text).strip() == ""


@pytest.mark.parametrize(
    "uri",
    [
        "graphmem://",
        "graphmem://entity/",
        "graphmem://entity/Nobody",
        "graphmem://page/Nobody",
        "file:///etc/passwd",
    ],
)
def test_a_resource_that_is_not_there(daemon, uri):
    with pytest.raises(NotFound):
        offers.resource_text(uri, offers.Asker(daemon.memory, None))


def test_a_token_of_one_project_reads_nothing_else(daemon):
    secret = daemon.tokens.create("bound", scope="read", project="notes").secret
    asker = offers.Asker(daemon.memory, daemon.tokens.of(secret))
    assert "Fly.io" not in offers.prompt_text("about", {"topic": QUESTION}, asker)
    assert "Fly.io" not in offers.resource_text("graphmem://project/tidewater", asker)
    for uri in ("graphmem://entity/Tidewater", "graphmem://timeline/Tidewater"):
        with pytest.raises(Forbidden):
            offers.resource_text(uri, asker)
    call = {"name": "search", "arguments": {"query": QUESTION}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    found = post(daemon, message, secret=secret)[1]["result"]["structuredContent"]["results"]
    assert "Fly.io" not in json.dumps(found)
    with pytest.raises(Forbidden):
        offers.prompt_text("changed", {"since": "2024"}, asker)


def test_a_doubt_is_settled_by_what_review_tells(own):
    with serving(own) as daemon:
        daemon.memory.remember("I work at Acme and I work at Globex.")

        async def story(client):
            def doubts(answer):
                return [one for one in answer.structured_content["doubts"] if one["kind"] == "contradiction"]

            [doubt] = doubts(await client.call_tool("review", {}))
            id_, other = doubt["ids"]
            settled = await client.call_tool("resolve", {"verdict": "both", "id": id_, "other": other})
            told = settled.structured_content
            assert (told["verdict"], told["ids"]) == ("both", doubt["ids"])
            assert {one["id"] for one in told["facts"] if not one["retracted"]} >= set(doubt["ids"])
            assert "Acme" in settled.content[0].text
            assert doubts(await client.call_tool("review", {})) == []
            again = await client.call_tool("resolve", {"verdict": "both", "id": id_, "other": other})
            assert again.is_error
            assert "do not contradict" in again.content[0].text
            await client.call_tool("resolve", {"verdict": "reopen", "id": id_, "other": other})
            assert doubts(await client.call_tool("review", {})) == [doubt]
            wrong = await client.call_tool("resolve", {"verdict": "burn", "id": id_, "other": other})
            assert wrong.is_error

        play(daemon, story, ("more",))
