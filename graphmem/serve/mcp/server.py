"""The Model Context Protocol over one memory, in every version that its clients speak, without sessions.

A tool call is a verb of Memory: its arguments are checked against the schema that the agent was told, its scope against
the token of the request. What goes wrong comes back as an error that the agent can read and act on.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from typing import Any

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
from graphmem.serve.mcp.definitions import INSTRUCTIONS, Tool, chosen
from graphmem.serve.mcp.shown import show
from graphmem.serve.rest.who import STATE, check
from graphmem.store.tokens import Token
from graphmem.temporal import parse_time

log = logging.getLogger("graphmem")

TIMES = frozenset({"as_of", "known_at", "since", "until"})
LISTS = frozenset({"kind"})  # an agent names one where a program may name several
UNKNOWN_TOOL = -32602  # invalid params, as the specification has it

Context = ServerRequestContext[Any, Any]


def make_server(memory: Callable[[], Memory], groups: Sequence[str]) -> Server[Any]:
    """The server with the tools of some groups."""
    tools = {tool.name: tool for tool in chosen(tuple(groups))}
    checkers = {name: Draft202012Validator(tool.input_schema) for name, tool in tools.items()}
    listed = types.ListToolsResult(tools=[defined(tool) for tool in tools.values()])

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = tools.get(params.name)
        if tool is None:
            known = ", ".join(tools)
            raise MCPError(UNKNOWN_TOOL, f"There is no tool {params.name!r}. There are: {known}.")
        token: Token | None = getattr(getattr(context.request, "state", None), STATE, None)
        work = functools.partial(called, memory, tool, checkers[tool.name], params.arguments or {}, token)
        # A verb reads files and waits for disks: it must not hold up the other requests.
        return await anyio.to_thread.run_sync(work)

    return Server(
        "graphmem",
        version=graphmem.__version__,
        title="graphmem",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def make_manager(server: Server[Any]) -> StreamableHTTPSessionManager:
    """What answers the server's requests over HTTP: each by itself, since many clients lose a session's id.

    Host and Origin are checked before a request comes here.
    """
    return StreamableHTTPSessionManager(server, json_response=True, stateless=True)


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
    tool: Tool,
    checker: Draft202012Validator,
    arguments: dict[str, Any],
    token: Token | None,
) -> types.CallToolResult:
    """What a call gives, or an error that says what to do."""
    try:
        values = values_of(tool, checker, arguments)
        if token is not None:
            check(token, tool.verb, tool.scope, values, frozenset(tool.given))
        words, flat = show(tool.verb, getattr(memory(), tool.verb)(**values))
    except GraphmemError as error:
        return failed(str(error))
    except Exception as cause:  # a fault of ours must not end the connection; its place goes to the log
        log.exception("The tool %s failed.", tool.name)
        return failed(f"An error that should not be: {type(cause).__name__}.")
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], structured_content=flat)


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
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name in TIMES:
            values[name] = parse_time(value)
        else:
            values[name] = [value] if name in LISTS else value
    return values
