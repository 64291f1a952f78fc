"""The page of REST: every route of the daemon."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.serve.oauth.metadata import AUTHORIZE, REGISTER, RESOURCE_PATH, REVOKE, SERVER_PATH, TOKEN
from graphmem.serve.rest.browser import MARK
from graphmem.serve.rest.fresh import TAGGED
from graphmem.serve.rest.pages import ORDERS
from graphmem.serve.routes import BASE, BY_RESOURCE, ROUTES
from graphmem.store.archive import FORMS
from reference_pages.markdown import code, table, words

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
