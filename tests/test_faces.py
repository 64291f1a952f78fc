"""The methods of Memory and the commands are the same verbs with the same parameter names and defaults."""

from __future__ import annotations

import inspect

import pytest
import typer

from graphmem.memory import Memory
from graphmem.serve.cli.app import app
from graphmem.serve.cli.verbs import ALONE, NOT_ON_THE_TERMINAL, OF_THE_TERMINAL, SINGULAR, VERBS
from graphmem.serve.client import Client
from graphmem.serve.mcp.definitions import TOOLS
from graphmem.serve.rest.app import make_app
from graphmem.serve.rest.pages import ORDERS
from graphmem.serve.routes import BASE, BY_ITSELF, NOT_IN_A_REQUEST, ROUTES

COMMANDS = typer.main.get_command(app).commands
# How a list is asked for a page at a time.
OF_PAGES = frozenset({"cursor", "limit"})
# What the owner of a store must do with it; nothing that a user asks.
NO_VERBS = {"close", "warm"}


def spoken(command):
    """The names by which a command's parameters are known to whoever types them, with their defaults."""
    names = {}
    for param in COMMANDS[command].params:
        if param.param_type_name == "argument":
            names[(param.metavar or param.name).lower()] = param.default
        else:
            names[param.opts[0].lstrip("-").replace("-", "_")] = param.default
    return {name: default for name, default in names.items() if name not in OF_THE_TERMINAL}


def named(method):
    """The names of a method's parameters as a terminal would have them, with their defaults."""
    parameters = list(inspect.signature(getattr(Memory, method)).parameters.values())[1:]
    return {
        SINGULAR.get(parameter.name, parameter.name): parameter.default
        for parameter in parameters
        if parameter.name not in NOT_ON_THE_TERMINAL
    }


def test_every_command_is_in_the_table_and_the_other_way_round():
    assert set(COMMANDS) == set(VERBS) | set(ALONE)


def test_every_public_method_is_a_command():
    methods = {name for name, _ in inspect.getmembers(Memory, inspect.isfunction)}
    public = {name for name in methods if not name.startswith("_")}
    assert public - NO_VERBS == set(VERBS.values())


@pytest.mark.parametrize("command", VERBS)
def test_a_command_has_the_parameters_of_its_method(command):
    assert set(spoken(command)) == set(named(VERBS[command]))


@pytest.mark.parametrize("command", VERBS)
def test_a_command_has_the_defaults_of_its_method(command):
    theirs = named(VERBS[command])
    for name, default in spoken(command).items():
        if isinstance(default, str | int) and default is not False:
            assert theirs[name] == default, name


@pytest.mark.parametrize("command", VERBS)
def test_what_a_method_requires_stands_without_a_dash(command):
    required = [name for name, default in named(VERBS[command]).items() if default is inspect.Parameter.empty]
    arguments = [
        (param.metavar or param.name).lower()
        for param in COMMANDS[command].params
        if param.param_type_name == "argument" and param.required
    ]
    assert arguments == required


@pytest.mark.parametrize("verb", sorted(set(VERBS.values()) - BY_ITSELF))
def test_the_client_has_the_signature_of_the_memory(verb):
    ours, theirs = (inspect.signature(getattr(kind, verb)) for kind in (Memory, Client))
    assert list(theirs.parameters) == list(ours.parameters)
    for name, parameter in ours.parameters.items():
        other = theirs.parameters[name]
        assert (other.kind, other.default, other.annotation) == (
            parameter.kind,
            parameter.default,
            parameter.annotation,
        )
    assert theirs.return_annotation == ours.return_annotation


def test_every_verb_has_its_route_with_its_parameters():
    told = make_app(lambda: None, None, None).openapi()
    for route in ROUTES:
        operation = told["paths"][BASE + route.path.replace(":path", "")][route.method.lower()]
        names = {one["name"] for one in operation.get("parameters", [])}
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            reference = schema.get("$ref") or schema["allOf"][0]["$ref"]
            names |= set(told["components"]["schemas"][reference.rpartition("/")[2]].get("properties", {}))
        method = inspect.signature(getattr(Memory, route.verb)).parameters
        paged = OF_PAGES if route.verb in ORDERS else frozenset()
        assert paged <= names, route.verb
        assert names - paged == set(method) - {"self"} - NOT_IN_A_REQUEST - paged, route.verb
    assert {route.verb for route in ROUTES} | BY_ITSELF == set(VERBS.values())


def test_every_tool_is_a_verb_with_its_parameters():
    scopes = {route.verb: route.scope for route in ROUTES}
    for tool in TOOLS:
        assert tool.given.keys() <= inspect.signature(getattr(Memory, tool.verb)).parameters.keys(), tool.name
        assert tool.scope == scopes[tool.verb]
