"""Which verb of Memory is which route, who may use it, and under which name a list of its records goes.

The routes are made from this table and from the signatures of the methods, so that a program, a person at the
terminal and an agent use the same words.
"""

from __future__ import annotations

from typing import NamedTuple

from graphmem.store.tokens import Scope

BASE = "/api/v1"


class Route(NamedTuple):
    """A verb, its HTTP method and path below BASE, the scope that it asks for, and the name of its list, if it has one.

    A `local` route names files of the machine that the daemon runs on; a `long` one may be done as a job.
    """

    verb: str
    method: str
    path: str
    scope: Scope
    listed: str = ""
    local: bool = False
    long: bool = False


ROUTES: tuple[Route, ...] = (
    Route("recall", "GET", "/recall", "read"),
    Route("context", "GET", "/context", "read"),
    Route("ask", "GET", "/ask", "read"),
    Route("inject", "POST", "/inject", "read"),
    Route("facts", "GET", "/facts", "read", "facts"),
    Route("history", "GET", "/history/{id:path}", "read", "facts"),
    Route("relations", "GET", "/relations", "read", "relations"),
    Route("sessions", "GET", "/sessions", "read", "sessions"),
    Route("messages", "GET", "/messages", "read", "messages"),
    Route("fetch", "GET", "/fetch/{id}", "read"),
    Route("feedback", "POST", "/feedback", "write", "judgements"),
    Route("keep", "POST", "/facts/{id}/keep", "write", "facts"),
    Route("retract", "POST", "/facts/{id}/retract", "write", "facts"),
    Route("neighbors", "GET", "/entities/{entity:path}/neighbors", "read", "neighbors"),
    Route("timeline", "GET", "/entities/{entity:path}/timeline", "read", "facts"),
    Route("merge", "POST", "/entities/{source:path}/merge", "write"),
    Route("split", "POST", "/entities/{entity:path}/split", "write"),
    Route("alias", "POST", "/entities/{entity:path}/aliases", "write"),
    Route("entity", "GET", "/entities/{name:path}", "read"),
    Route("edit", "POST", "/pages/{page:path}/edit", "write"),
    Route("wiki", "GET", "/pages/{page:path}", "read"),
    Route("pages", "GET", "/pages", "read", "pages"),
    Route("communities", "GET", "/communities", "read", "communities"),
    Route("path", "GET", "/paths", "read"),
    Route("review", "GET", "/review", "read", "doubts"),
    Route("resolve", "POST", "/review", "write"),
    Route("remember", "POST", "/remember", "write"),
    Route("forget", "POST", "/forget", "write"),
    Route("cypher", "POST", "/cypher", "read"),
    Route("stats", "GET", "/stats", "read"),
    Route("status", "GET", "/status", "read"),
    Route("sources", "GET", "/sources", "read", "sources"),
    Route("doctor", "GET", "/doctor", "read", "findings"),
    Route("ingest", "POST", "/ingest", "admin", local=True, long=True),
    Route("capture", "POST", "/capture", "admin", local=True),
    Route("extract", "POST", "/extract", "admin", long=True),
    Route("evolve", "POST", "/evolve", "admin", long=True),
    Route("rebuild", "POST", "/rebuild", "admin", long=True),
    Route("export", "POST", "/export", "admin", local=True, long=True),
)

# The same verbs by what they are about, for whoever looks for them there.
BY_RESOURCE: tuple[Route, ...] = (
    Route("history", "GET", "/facts/{id}/history", "read", "facts"),
    Route("forget", "DELETE", "/facts/{id}", "write"),
    Route("history", "GET", "/entities/{id:path}/history", "read", "facts"),
    Route("forget", "DELETE", "/entities/{id:path}", "write"),
    Route("communities", "GET", "/communities/{community}", "read", "communities"),
    Route("messages", "GET", "/sessions/{session}/messages", "read", "messages"),
    Route("remember", "POST", "/messages", "write"),
    Route("forget", "DELETE", "/messages/{id}", "write"),
    Route("forget", "DELETE", "/sessions/{id}", "write"),
)
BY_VERB = {route.verb: route for route in ROUTES}

# What a method takes and no request can hand over.
NOT_IN_A_REQUEST = frozenset({"progress", "interrupted", "heard"})

# The daemon does it by itself, for as long as it runs.
BY_ITSELF = frozenset({"watch"})
