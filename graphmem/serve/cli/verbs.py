"""Which command is which method of Memory: the one table by which the faces are compared.

A command that is no method reads only what lies beside the store, or is made of several methods.
"""

from __future__ import annotations

VERBS: dict[str, str] = {
    "ingest": "ingest",
    "watch": "watch",
    "capture": "capture",
    "sources": "sources",
    "extract": "extract",
    "recall": "recall",
    "context": "context",
    "ask": "ask",
    "inject": "inject",
    "remember": "remember",
    "facts": "facts",
    "entity": "entity",
    "neighbors": "neighbors",
    "path": "path",
    "history": "history",
    "timeline": "timeline",
    "relations": "relations",
    "sessions": "sessions",
    "messages": "messages",
    "fetch": "fetch",
    "feedback": "feedback",
    "forget": "forget",
    "review": "review",
    "keep": "keep",
    "retract": "retract",
    "resolve": "resolve",
    "merge": "merge",
    "split": "split",
    "alias": "alias",
    "evolve": "evolve",
    "communities": "communities",
    "pages": "pages",
    "wiki": "wiki",
    "edit": "edit",
    "cypher": "cypher",
    "stats": "stats",
    "status": "status",
    "rebuild": "rebuild",
    "doctor": "doctor",
    "export": "export",
}

ALONE: dict[str, str] = {
    "config": "prints the settings and where each came from",
    "tour": "is made of stats, facts and, in an empty store, ingest",
    "version": "prints the version",
    "serve": "is the daemon",
    "up": "starts the daemon in the background",
    "down": "stops the daemon",
    "hook": "answers what a client asks at a turn of a session",
    "mcp": "speaks the protocol of agents",
    "install": "writes into the files of other programs on this computer",
    "uninstall": "takes that out again",
    "rules": "writes into the instructions of agents on this computer",
    "service": "has the system start the daemon",
    "job": "shows and stops the long work of the daemon",
    "token": "makes and takes back the tokens by which the daemon is asked",
}

# Options that a command has for the sake of the terminal; no method knows them.
OF_THE_TERMINAL = frozenset({"home", "json", "yes", "sample", "help", "fix"})

# What a terminal cannot hand over, and the singular under which a repeatable option goes.
NOT_ON_THE_TERMINAL = frozenset({"progress", "interrupted", "heard"})
SINGULAR: dict[str, str] = {"params": "param"}
