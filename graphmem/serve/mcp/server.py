"""The Model Context Protocol over one memory, in every version that its clients speak, without sessions.

A tool call is a verb of Memory: its arguments are checked against the schema that the agent was told, its scope against
the token of the request. What goes wrong comes back as an error that the agent can read and act on.
"""

from __future__ import annotations

import functools
import inspect
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import anyio.from_thread
import anyio.to_thread
import mcp_types as types
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types of its own
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError

import graphmem
from graphmem.errors import GraphmemError, MisuseError
from graphmem.memory import Memory
from graphmem.result import Progress
from graphmem.serve.mcp import offers
from graphmem.serve.mcp.choice import Offered, offered
from graphmem.serve.mcp.definitions import INSTRUCTIONS, LONG, Tool
from graphmem.serve.mcp.documents import DOCUMENTS
from graphmem.serve.mcp.shown import Shown, show
from graphmem.serve.rest.who import STATE, check
from graphmem.store.tokens import Token
from graphmem.temporal import parse_time

log = logging.getLogger("graphmem")

TIMES = frozenset({"as_of", "known_at", "since", "until"})
LISTS = frozenset({"kind"})  # an agent names one where a program may name several
INVALID = -32602  # invalid params, as the specification has it
TEXT = "text/plain"

T = TypeVar("T")

Context = ServerRequestContext[Any, Any]


def make_server(memory: Callable[[], Memory], groups: Sequence[str]) -> Server[Any]:
    """The server with the tools of some groups."""
    tools = offered(groups)
    checkers = {name: Draft202012Validator(one.tool.input_schema) for name, one in tools.items()}
    listed = types.ListToolsResult(tools=[defined(one.tool) for one in tools.values()])

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = tools.get(params.name)
        if tool is None:
            known = ", ".join(tools)
            raise MCPError(INVALID, f"There is no tool {params.name!r}. There are: {known}.")
        caller = caller_of(context)
        work = functools.partial(called, memory, tool, checkers[params.name], params.arguments or {}, caller)
        # A verb reads files and waits for disks: it must not hold up the other requests.
        if tool.tool.verb not in LONG:
            return await anyio.to_thread.run_sync(work)
        running = Running(context)
        try:
            return await anyio.to_thread.run_sync(
                functools.partial(work, progress=running.told), abandon_on_cancel=True
            )
        finally:
            running.stop.set()

    picked = Picked(memory)
    return Server(
        "graphmem",
        version=graphmem.__version__,
        title="graphmem",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=picked.list_prompts,
        on_get_prompt=picked.get_prompt,
        on_list_resources=picked.list_resources,
        on_list_resource_templates=picked.list_templates,
        on_read_resource=picked.read_resource,
    )


class Picked:
    """The handlers of prompts and resources of one memory."""

    def __init__(self, memory: Callable[[], Memory]) -> None:
        self.memory = memory

    async def list_prompts(
        self, _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """Every prompt."""
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=one.name,
                    title=one.title,
                    description=one.told,
                    arguments=[
                        types.PromptArgument(name=name, description=told, required=needed)
                        for name, told, needed in one.given
                    ],
                )
                for one in offers.PROMPTS
            ]
        )

    async def get_prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """The text of one."""
        words = await self._read(
            context, functools.partial(offers.prompt_text, params.name, params.arguments or {})
        )
        content = types.TextContent(type="text", text=words)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    async def list_resources(
        self, context: Context, _: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """Those that are shown."""
        found = await self._read(context, offers.listed)
        return types.ListResourcesResult(
            resources=[
                types.Resource(name=name, uri=uri, description=told, mime_type=TEXT)
                for name, uri, told in found
            ]
        )

    async def list_templates(
        self, _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """The forms of all that there are."""
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name=one.name, uri_template=one.form, description=one.told, mime_type=TEXT
                )
                for one in offers.TEMPLATES
            ]
        )

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """One of them."""
        uri = str(params.uri)
        words = await self._read(context, functools.partial(offers.resource_text, uri))
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type=TEXT, text=words)]
        )

    async def _read(self, context: Context, read: Callable[[offers.Asker], T]) -> T:
        """What is read for one caller; errors of ours become errors of the protocol."""
        asker = offers.Asker(self.memory(), caller_of(context).token)
        try:
            return await anyio.to_thread.run_sync(read, asker)
        except GraphmemError as error:
            raise MCPError(INVALID, str(error)) from error


class Caller(NamedTuple):
    """Who asks, and under which address: the token of the request, and the daemon as its client calls it."""

    token: Token | None
    address: str


def caller_of(context: Context) -> Caller:
    """Who makes a request."""
    request = context.request
    token: Token | None = getattr(getattr(request, "state", None), STATE, None)
    return Caller(token, str(getattr(request, "base_url", "")))


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class Running:
    """A call that takes long: how far it is goes to whoever asked, and it ends when they have gone."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.stop = threading.Event()

    def told(self, progress: Progress) -> None:
        """Pass on how far it is; raises Stopped when nobody waits. Called in a thread of its own."""
        if self.stop.is_set():
            raise Stopped
        words = f"{progress.messages} messages, {progress.facts} facts"
        report = self.context.session.report_progress
        anyio.from_thread.run(report, float(progress.files_done), float(progress.files_total), words)


def make_manager(server: Server[Any], *, streams: bool = False) -> StreamableHTTPSessionManager:
    """What answers the server's requests over HTTP: each by itself, since many clients lose a session's id.

    Host and Origin are checked before a request comes here.
    """
    return StreamableHTTPSessionManager(server, json_response=not streams, stateless=True)


def defined(tool: Tool) -> types.Tool:
    """A tool as the protocol has it."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.told,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations.model_validate({"title": tool.title, **tool.hints}),
    )


def called(
    memory: Callable[[], Memory],
    one: Offered,
    checker: Draft202012Validator,
    arguments: dict[str, Any],
    caller: Caller,
    **more: Any,
) -> types.CallToolResult:
    """What a call gives, or an error that says what to do."""
    tool, token = one.tool, caller.token
    try:
        values = values_of(tool, checker, arguments)
        if token is not None:
            known = tool.given if tool.lenient else inspect.signature(getattr(Memory, tool.verb)).parameters
            check(token, tool.verb, tool.scope, values, known.keys())
        words, flat = shown_as(tool.view or tool.verb, one.answer(memory(), values | more), caller.address)
    except GraphmemError as error:
        return failed(str(error))
    except Stopped:
        return failed("It was stopped; what was read is kept.")
    except Exception as cause:  # a fault of ours must not end the connection; its place goes to the log
        log.exception("The tool %s failed.", tool.name)
        return failed(f"An error that should not be: {type(cause).__name__}.")
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], structured_content=flat)


def shown_as(view: str, value: Any, address: str) -> Shown:
    """What a verb gave, as text and as an object; a document with where it is read."""
    if view in DOCUMENTS:
        return DOCUMENTS[view](value, address)
    return show(view, value)


def failed(words: str) -> types.CallToolResult:
    """An error for the agent to read."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], is_error=True)


def values_of(tool: Tool, checker: Draft202012Validator, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments as the method takes them; raises MisuseError for what does not fit the schema, and InvalidTime."""
    # Some clients send null for what was left out.
    given = {name: value for name, value in arguments.items() if value is not None}
    wrong = sorted(checker.iter_errors(given), key=lambda error: list(error.path))
    if wrong:
        reasons = "; ".join(
            f"{'.'.join(map(str, error.path)) or 'the arguments'}: {error.message}" for error in wrong[:5]
        )
        raise MisuseError(f"{tool.name}: {reasons}.", hint=f"It takes {', '.join(tool.given) or 'nothing'}.")
    if tool.lenient:
        return given
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name in TIMES:
            values[name] = parse_time(value)
        else:
            values[name] = [value] if name in LISTS else value
    return values
