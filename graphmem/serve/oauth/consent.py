"""The page on which a person lets a program in, or does not: who asks, for what, and where the answer goes."""

from __future__ import annotations

import hashlib
import hmac
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from graphmem.serve.oauth.documents import is_document
from graphmem.serve.oauth.metadata import OFFERED, words_of
from graphmem.serve.oauth.redirects import is_loopback, source_of
from graphmem.serve.pages import hidden, listing, page, paragraph
from graphmem.store.connectors import ACCESS_TIME, REFRESH_TIME, Program
from graphmem.store.tokens import Scope

if TYPE_CHECKING:
    from fastapi import Response

MEANING: dict[Scope, str] = {
    "read": "read everything that is remembered",
    "write": "read, and also remember, correct, merge and forget",
}
FIELD = """
<p><label for="token">Your token, as <code>graphmem token create</code> showed it or as it stands in the file
<code>token</code> of the home</label><br>
<input type="password" id="token" name="token" autocomplete="off" spellcheck="false"></p>
"""


def consent_page(
    program: Program,
    *,
    redirect_uri: str,
    wanted: Scope,
    resource: str,
    mark: str,
    wrong: str = "",
    status: int = 200,
) -> Response:
    """The page; `mark` proves that the form was sent from it, `wrong` says what was wrong the last time."""
    choices = [scope for scope in OFFERED if scope in words_of(wanted).split()]
    body = [
        paragraph(wrong, kind="wrong") if wrong else "",
        paragraph("A program asks to use your memory. It names itself; nobody has checked its name."),
        listing(
            {
                "It calls itself": program.name,
                "Known by its document at": urlsplit(program.id).hostname or ""
                if is_document(program.id)
                else "",
                "The answer is sent to": redirect_uri,
                "It is let in to": resource,
                "For how long": duration(program),
            }
        ),
        warning(redirect_uri),
        '<form method="post" autocomplete="off">',
        hidden("mark", mark),
        "<fieldset><legend>It may</legend>",
        *(choice(scope, checked=scope == choices[0]) for scope in choices),
        "</fieldset>",
        FIELD,
        '<button type="submit" name="decision" value="allow">Let it in</button>',
        '<button type="submit" name="decision" value="deny" formnovalidate>Do not</button>',
        "</form>",
        paragraph(
            "It never sees this token. It may do no more than the token may, and counts no longer: when you take the "
            "token back, the program is out. graphmem token list shows it, graphmem token revoke ends it alone."
        ),
    ]
    return page(
        "Let a program in?", "\n".join(filter(None, body)), status=status, form_to=leads_to(redirect_uri)
    )


def leads_to(redirect_uri: str) -> str:
    """Where the form may lead: a browser counts every redirect after it, and the program may have one of its own."""
    return f"https: {source_of(redirect_uri)}"


def choice(scope: Scope, *, checked: bool) -> str:
    """One thing that it may be allowed."""
    mark = " checked" if checked else ""
    return (
        f'<label><input type="radio" name="scope" value="{scope}"{mark}> {escape(MEANING[scope])}</label><br>'
    )


def duration(program: Program) -> str:
    """How long it is let in."""
    if "refresh_token" in program.grant_types:
        return f"until it was not used for {REFRESH_TIME.days} days"
    return f"{int(ACCESS_TIME.total_seconds()) // 60} minutes"


def warning(redirect_uri: str) -> str:
    """What to look out for, by where the answer goes."""
    parts = urlsplit(redirect_uri)
    if is_loopback(parts):
        words = "The answer goes to a program on this computer. Go on only if you have just started it there."
    elif parts.scheme == "https":
        words = f"The answer goes to {parts.hostname}. Go on only if you came from there and trust it."
    else:
        words = f"The answer goes to whichever program on this computer opens {parts.scheme}: links."
    return paragraph(words, kind="careful")


def mark_of(key: bytes, cookie: str, request: str) -> str:
    """What a form carries to prove that the page was shown to the browser that holds the cookie, for this request."""
    return hmac.new(key, f"{cookie}\n{request}".encode(), hashlib.sha256).hexdigest()
