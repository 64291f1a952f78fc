"""Writes `docs/reference/` from the code and the data, so that the reference cannot say what is not so.

python docs/generate.py            write the pages
python docs/generate.py --check    write nothing; fail when a page is not what it would be
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer

from graphmem import errors, listed, model, result
from graphmem import pages as of_pages
from graphmem.clients.table import CLIENTS
from graphmem.config import DEFAULT_HOME, MODEL, SETTINGS, resource
from graphmem.memory import Memory
from graphmem.ontology import load_ontology
from graphmem.serve.cli.app import app
from graphmem.serve.cli.verbs import VERBS
from graphmem.serve.mcp.definitions import DEFAULT_GROUPS, TOOLS
from graphmem.serve.mcp.offers import PROMPTS, TEMPLATES, TODAY
from graphmem.serve.mcp.seeds import SEEDS
from graphmem.serve.oauth.metadata import AUTHORIZE, REGISTER, RESOURCE_PATH, REVOKE, SERVER_PATH, TOKEN
from graphmem.serve.rest.browser import MARK
from graphmem.serve.rest.fresh import TAGGED
from graphmem.serve.rest.pages import ORDERS
from graphmem.serve.routes import BASE, BY_RESOURCE, ROUTES
from graphmem.store.archive import FORMS

PAGES = Path(__file__).parent / "reference"
NOTE = "<!-- Written by docs/generate.py; change the code instead. -->"


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def code(words: object) -> str:
    """The words as code, or nothing."""
    return f"`{words}`" if words not in ("", None) else ""


# -- The command line ------------------------------------------------------------------------------------------


def cli() -> Iterator[str]:
    """Every command with its arguments and options."""
    group: Any = typer.main.get_command(app)
    yield "# The command line"
    yield (
        "Every command takes `--home` and `--json`. The answer is on standard output and nothing else is; progress "
        "and errors are on standard error. Exit codes: 0 done, 1 failed, 2 misuse, 130 interrupted. With `--json` "
        'an error is `{"error": {"type", "message", "hint"}}` on standard error.'
    )
    yield group.epilog
    alone = {name: command for name, command in group.commands.items() if not hasattr(command, "commands")}
    below = {
        f"{name} {inner}": command
        for name, outer in group.commands.items()
        for inner, command in getattr(outer, "commands", {}).items()
    }
    commands = alone | below
    yield table(
        ("command", "what it does"),
        [(f"[`{name}`](#{name.replace(' ', '-')})", summary(command)) for name, command in commands.items()],
    )
    for name, command in commands.items():
        yield f"## {name}"
        yield inspect.cleandoc(command.help or "")
        words = [spelled(param) for param in command.params if param.param_type_name == "argument"]
        yield f"```\ngraphmem {' '.join([name, *words])} [OPTIONS]\n```"
        yield table(
            ("argument or option", "default", "what it means"),
            [(code(spelled(param)), default(param), param.help or "") for param in command.params],
        )


def summary(command: Any) -> str:
    """The first line of a command's help."""
    return (command.help or "").strip().splitlines()[0]


def spelled(param: Any) -> str:
    """A parameter as one types it."""
    if param.param_type_name == "argument":
        word = (param.metavar or param.name).upper()
        return f"{word}..." if param.nargs == -1 else word
    names = ", ".join([*param.opts, *param.secondary_opts])
    return names if param.is_flag else f"{names} {param.metavar or param.opts[0].lstrip('-').upper()}"


def default(param: Any) -> str:
    """A default that says something."""
    return (
        code(param.default) if isinstance(param.default, int) and not isinstance(param.default, bool) else ""
    )


# -- The settings ----------------------------------------------------------------------------------------------


def config() -> Iterator[str]:
    """Every setting with its variable."""
    yield "# The settings"
    yield (
        "A setting comes from `graphmem.toml` in the home, then from its environment variable, then from an argument; "
        "the later wins. `graphmem config` prints each value with its origin. The home itself is the argument, else "
        f"`GRAPHMEM_HOME`, else `{DEFAULT_HOME}`."
    )
    yield table(
        ("key", "default", "allowed", "environment", "what it does"),
        [(code(s.key), code(s.default), allowed(s), code(s.variable), s.doc) for s in (*SETTINGS, MODEL)],
    )
    yield "```toml\n# graphmem.toml\n[recall]\nlimit = 20\n```"


def allowed(setting: Any) -> str:
    """What values a setting may have."""
    if setting.allowed:
        return ", ".join(code(value) for value in setting.allowed)
    word = {str: "text", int: "whole number", float: "number"}[setting.kind]
    return word if setting.low is None else f"{word}, at least {setting.low:g}"


# -- The vocabulary and the graph ------------------------------------------------------------------------------


def ontology() -> Iterator[str]:
    """Kinds and predicates."""
    known = load_ontology()
    yield "# The ontology"
    yield (
        "The kinds of things, and what can be said of them, as `schema/ontology.toml` has them. A predicate that "
        "stands nowhere is allowed too: it may have many values at a time and never fades."
    )
    yield "## Kinds"
    yield table(("kind", "what it is"), [(code(k.name), k.doc) for k in known.kinds.values()])
    yield "## Predicates"
    yield (
        "*one*: one value at a time, a new one closes the old. *fades*: loses weight with age unless it is said again. "
        "*both ways*: holds in both directions."
    )
    yield table(
        ("predicate", "reads", "from", "to", "", "what it says"),
        [
            (
                code(p.name),
                p.label,
                ", ".join(p.domain) or "any",
                ", ".join(p.range) or "any",
                traits(p),
                p.doc,
            )
            for p in known.predicates.values()
        ],
    )


def traits(predicate: Any) -> str:
    """How a predicate behaves."""
    words = {"one": predicate.functional, "fades": predicate.perishable, "both ways": predicate.symmetric}
    inverse = [f"inverse {code(predicate.inverse)}"] if predicate.inverse else []
    return ", ".join([*(word for word, holds in words.items() if holds), *inverse])


def schema() -> Iterator[str]:
    """Every table of the graph."""
    text = (resource("schema") / "schema.cypher").read_text(encoding="utf-8")
    yield "# The graph"
    yield (
        "What `graphmem cypher` can ask, as `schema/schema.cypher` has it. Every time is UTC. `valid_*` is when it was "
        "so in the world; `recorded_*` and `retracted_at` are when it was said and when it was taken back. Intervals "
        "are half-open, and an end that is null is still open."
    )
    made = re.compile(r"((?://[^\n]*\n)*)CREATE (NODE|REL) TABLE (\w+)\(([^;]*)\);")
    tables = [(note, kind, name, columns(body)) for note, kind, name, body in made.findall(text)]
    for kind, title in (("NODE", "Nodes"), ("REL", "Edges")):
        yield f"## {title}"
        for note, sort, name, held in tables:
            if sort == kind:
                yield f"### {name}"
                yield remark(note)
                yield from between(held)
                properties = [(code(n), t.lower()) for n, t in held if n != "FROM"]
                yield table(("property", "type"), properties) if properties else ""


def columns(body: str) -> list[tuple[str, str]]:
    """The names and types in the brackets of a table."""
    parts = [" ".join(part.split()) for part in body.split(",")]
    return [
        (name, rest.replace(" PRIMARY KEY", ", the key"))
        for name, _, rest in (part.partition(" ") for part in parts)
    ]


def between(held: list[tuple[str, str]]) -> Iterator[str]:
    """From which node to which an edge goes."""
    ends = [f"`{kind.replace(' TO ', '` → `')}`" for name, kind in held if name == "FROM"]
    if ends:
        yield ", ".join(ends)


def remark(note: str) -> str:
    """A comment of the schema as prose."""
    return " ".join(line.removeprefix("//").strip() for line in note.splitlines())


# -- REST and MCP ----------------------------------------------------------------------------------------------


DAEMON = {
    "GET /health": "that the daemon lives, to everybody",
    "GET /ready": """
        whether everything follows the ledger (200, else 503): `events` and `indexed` are the newest that there is and
        that the indexes have seen, `behind` what is between; `models` is `ready`, `loading`, `failed` or `none`;
        `tasks` tells of each what it is doing, how often it was begun anew, why, and in how many seconds it will be
    """,
    "GET /metrics": "the same, and the requests by route, for Prometheus",
}
OAUTH = {
    f"GET {RESOURCE_PATH}": "protected resource metadata (RFC 9728)",
    f"GET {SERVER_PATH}": "authorization server metadata (RFC 8414)",
    f"POST {REGISTER}": "dynamic client registration (RFC 7591)",
    f"GET {AUTHORIZE}": "the page for the person: PKCE with S256, `resource` (RFC 8707), `iss` (RFC 9207)",
    f"POST {TOKEN}": "an access token of one hour, and a refresh token that serves once",
    f"POST {REVOKE}": "revocation (RFC 7009)",
}


def rest() -> Iterator[str]:
    """Every route of the daemon."""
    yield "# REST"
    yield (
        "What `graphmem serve` answers. Every request carries `Authorization: Bearer TOKEN`; `graphmem token create` "
        "makes one, and the file `token` in the home holds the one for this machine. A route asks for a scope: `read`, "
        "`write` or `admin`, each with what is before it. Requests under another name of the host, or from pages of "
        "another origin, are refused. Parameters of `GET` stand in the address, those of `POST` in a JSON object; they "
        "are those of the method of [Memory](python.md) that the route is named after, and an unknown one is an error. "
        "A name with a slash that stands in the path has it as `%252F`."
    )
    yield (
        "Errors are problem details (RFC 9457) with `detail` and `hint`. Lists also come as `application/x-ndjson` and "
        f"`text/csv`, when `Accept` asks for it. `{BASE}/openapi.json` describes everything."
    )
    rows = [
        (code(f"{r.method} {BASE}{r.path.replace(':path', '')}"), code(r.verb), code(r.scope), code(r.listed))
        for r in ROUTES
    ]
    yield table(("route", "verb", "scope", "list"), rows)
    yield "By what they are about, the same verbs are also here:"
    again = [
        (code(f"{r.method} {BASE}{r.path.replace(':path', '')}"), code(r.verb), code(r.scope), code(r.listed))
        for r in BY_RESOURCE
    ]
    yield table(("route", "verb", "scope", "list"), again)
    yield "## Pages, tags and keys"
    yield (
        f"{words(sorted(ORDERS))} come in pages: `limit` and `cursor`, and `next` in the answer. "
        f"{words(sorted(TAGGED))} carry an `ETag` and honour `If-None-Match`. Every route that writes honours "
        "`Idempotency-Key`. [Ask from a program](../how-to/ask-from-a-program.md) tells more."
    )
    yield "## Jobs and events"
    yield (
        f"{words([r.verb for r in ROUTES if r.long])} are done as a job for `Prefer: respond-async`. "
        f"`GET {BASE}/jobs` lists the jobs, `GET {BASE}/jobs/{{id}}` tells of one, `DELETE` stops it, and "
        f"`GET {BASE}/jobs/{{id}}/events` follows it; all ask for `admin`. `GET {BASE}/events` sends every change of "
        "the memory as it is made, and asks for `read`."
    )
    yield "## Export"
    yield (
        f"`GET {BASE}/export?format=...` hands out the whole graph, and asks for `read`; `POST {BASE}/export` writes "
        "it to a file of the daemon's machine."
    )
    yield table(
        ("format", "media type", "file"),
        [(code(name), code(f.media_type), code(f"graphmem.{f.ending}")) for name, f in FORMS.items()],
    )
    yield "## Tokens"
    yield (
        f"`GET {BASE}/tokens` lists them, `POST` makes one of `name`, `scope`, `project` and `expires`, "
        f"`DELETE {BASE}/tokens/{{name}}` takes one back and `POST {BASE}/tokens/{{name}}/rotate` gives it another "
        f"secret; all ask for `admin`. `GET {BASE}/tokens/current` tells whose the request is, and "
        f"`POST {BASE}/tokens/link` makes a link that lets a browser in, once and in ten minutes; any token will do."
    )
    yield (
        f"A browser that was let in sends its cookie. What changes something carries `{MARK.title()}` as well, as "
        f"`{BASE}/tokens/current` tells it; `/sign-in` shows who is in and lets them out."
    )
    yield "## The daemon"
    yield table(
        ("route", "what it tells"),
        [(code(route), " ".join(words.split())) for route, words in DAEMON.items()],
    )
    yield "## OAuth"
    yield (
        "For programs that a person lets in: [Reach it from elsewhere](../how-to/reach-it-from-elsewhere.md). The "
        "addresses stand in the metadata, which is there at the root and with the path of the resource."
    )
    yield table(("route", "what it is"), [(code(route), words) for route, words in OAUTH.items()])


def words(names: list[str]) -> str:
    """Names in a row."""
    return f"{', '.join(code(name) for name in names[:-1])} and {code(names[-1])}"


def mcp() -> Iterator[str]:
    """Every tool for agents."""
    yield "# MCP"
    yield (
        "`graphmem mcp` speaks the Model Context Protocol on standard input and output, and the daemon at `/mcp` over "
        "HTTP: the versions 2024-11-05 to 2025-11-25, with and without `initialize`, and 2026-07-28. `--tools` and "
        f"`?tools=` choose groups; {' and '.join(code(group) for group in DEFAULT_GROUPS)} are there if none is named."
    )
    yield table(
        ("tool", "group", "scope", "what an agent is told"),
        [(f"[`{t.name}`](#{t.name})", t.group, code(t.scope), t.told) for t in TOOLS],
    )
    yield "## Prompts and resources"
    yield (
        "A person picks them by hand in a client that shows them. What they hold is quoted, and read with the scope "
        "and the project of the token."
    )
    yield table(
        ("prompt", "takes", "what it holds"),
        [(code(one.name), ", ".join(code(name) for name, _, _ in one.given), one.told) for one in PROMPTS],
    )
    yield table(("resource", "what it holds"), [(code(one.form), one.told) for one in (TODAY, *TEMPLATES)])
    yield "## The tools of other memories"
    yield (
        "`--tools loomem` and `--tools loop-memory` offer the tools of these two by their own names and arguments, "
        "over the verbs of this one, so that prompts that name them go on. An argument that means nothing here is "
        "taken and has no effect. Pages of a wiki are not made yet: where one is asked for, an entity stands in."
    )
    for group, seeds in SEEDS.items():
        yield table(
            (group, "arguments", "what an agent is told"),
            [(code(s.tool.name), ", ".join(code(name) for name in s.tool.given), s.tool.told) for s in seeds],
        )
    for tool in TOOLS:
        yield f"## {tool.name}"
        yield (
            table(
                ("parameter", "type", "what it means"),
                [
                    (
                        code(name) + ("" if name in tool.asked else " (may be left out)"),
                        kind_of(schema),
                        schema["description"],
                    )
                    for name, schema in tool.given.items()
                ],
            )
            if tool.given
            else "It takes nothing."
        )
        yield f"The structured answer has {', '.join(code(name) for name in tool.answer)}."


def kind_of(schema: dict[str, Any]) -> str:
    """The type of a parameter."""
    if "enum" in schema:
        return " or ".join(code(word) for word in schema["enum"])
    if "minimum" in schema:
        return f"{schema['type']}, {schema['minimum']} to {schema['maximum']}"
    return str(schema["type"])


# -- The clients -----------------------------------------------------------------------------------------------


def clients() -> Iterator[str]:
    """Every client that can be wired, and every file that is written for it."""
    yield "# Clients"
    yield (
        "What `graphmem install` writes, and where: the first of the places that is there, or the first; each of those "
        "that must exist. `$NAME` counts where that variable is set. `config`, `data` and `xdg` are the folders of the "
        "system for settings, for data and for settings as on Linux; `editor` is the `User` folder of Visual Studio "
        "Code and of each of its kin, and `code` that of the first alone."
    )
    yield table(
        ("client", "MCP server", "key", "hooks", "rules"),
        [
            (
                f"{client.title} ({code(client.name)})",
                places_told(client.server.places),
                code(".".join(client.server.path)),
                places_told(client.hooks.places) if client.hooks else "",
                places_told((*client.rules.own, client.rules.project)) if client.rules else "",
            )
            for client in CLIENTS
        ],
    )
    yield "## Hooks"
    yield "The events of a client at which graphmem is called, and as what."
    yield table(
        ("client", "event", "called as"),
        [
            (client.title, code(name), code(f"graphmem hook {event}"))
            for client in CLIENTS
            for event, name in (client.hooks.events if client.hooks else ())
        ],
    )


def places_told(places: tuple[str, ...]) -> str:
    """Places as a list of paths."""
    return ", ".join(code(place.replace("//", "/").rstrip("/")) for place in places)


# -- Python ----------------------------------------------------------------------------------------------------


def python() -> Iterator[str]:
    """Memory, the records and the errors."""
    yield "# Python"
    yield "```python\nfrom graphmem import Memory\n```"
    yield "## Memory"
    yield inspect.getdoc(Memory) or ""
    for name in VERBS.values():
        method = getattr(Memory, name)
        yield f"### {name}"
        yield f"```python\n{name}{signature(method)}\n```"
        yield inspect.getdoc(method) or ""
    yield "## Records"
    yield "All are frozen. Those that a method returns, with their fields:"
    for name in ANSWERS:
        yield from record(
            next(getattr(home, name) for home in (result, listed, of_pages, model) if hasattr(home, name))
        )
    yield "## Errors"
    yield f"```\n{inspect.cleandoc((errors.__doc__ or '').split(chr(10), 1)[1])}\n```"


ANSWERS = (
    "IngestReport", "Problem", "Progress", "Recall", "Hit", "Why", "Source", "ContextBlock", "ContextLine",
    "Answer", "AnswerSentence", "Injection", "Remembered", "FactView", "EntityView", "Neighbor", "Route", "Table",
    "Receipt", "Fetched", "Judgement", "Finding", "Doubt", "Resolved", "Merged", "SourceView", "Job", "Heard",
    "Captured", "EvolveReport", "PageChange", "CommunityView", "Member", "PageEntry", "WikiPage", "WikiSection",
    "WikiLine", "PageLink", "PageVersion", "SessionView", "MessageView", "RelationView",
)  # fmt: skip


def signature(method: Any) -> str:
    """The parameters as the source has them, one a line where they are many, without self."""
    told = inspect.signature(method)
    words: list[str] = []
    for parameter in list(told.parameters.values())[1:]:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        noted = parameter.annotation is not parameter.empty
        word = f"{parameter.name}: {parameter.annotation}" if noted else parameter.name
        if parameter.default is not parameter.empty:
            word += f" = {parameter.default!r}" if noted else f"={parameter.default!r}"
        words.append(word)
    outcome = "" if told.return_annotation is told.empty else f" -> {told.return_annotation}"
    short = f"({', '.join(words)}){outcome}"
    return short if len(short) < 80 else "(\n    " + ",\n    ".join(words) + f",\n){outcome}"


def record(kind: type[msgspec.Struct]) -> Iterator[str]:
    """A record with its fields."""
    yield f"### {kind.__name__}"
    yield inspect.getdoc(kind) or ""
    fields = msgspec.structs.fields(kind)
    yield table(("field", "type"), [(code(field.name), code(typed(field.type))) for field in fields])


def typed(kind: Any) -> str:
    """A type as one writes it."""
    inner = get_args(kind)
    if getattr(kind, "__origin__", None) is tuple:
        return f"tuple[{', '.join('...' if part is ... else typed(part) for part in inner)}]"
    if inner and "Literal" in str(kind):
        return " | ".join(repr(part) for part in inner)
    if inner and getattr(kind, "__origin__", None) is None:
        return " | ".join(typed(part) for part in inner)
    return "None" if kind is type(None) else getattr(kind, "__name__", str(kind)) if not inner else str(kind)


# -- Writing ---------------------------------------------------------------------------------------------------


def pages() -> dict[Path, str]:
    """Every page with the text that it ought to have."""
    made = {
        "cli": cli(), "config": config(), "ontology": ontology(), "schema": schema(), "python": python(),
        "rest": rest(), "mcp": mcp(), "clients": clients(),
    }  # fmt: skip
    return {
        PAGES / f"{name}.md": "\n\n".join([NOTE, *(part for part in parts if part)]) + "\n"
        for name, parts in made.items()
    }


def main() -> int:
    """Write the pages, or with --check compare them; the exit code."""
    stale = [p for p, text in pages().items() if not p.is_file() or p.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for page in stale:
            print(f"{page.relative_to(PAGES.parent.parent)} is not what the code says; run: make docs")
        return 1 if stale else 0
    PAGES.mkdir(exist_ok=True)
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
    print(f"{len(stale)} of {len(pages())} pages changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
