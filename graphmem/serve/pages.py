"""The pages that the daemon writes by itself: words and a form go in, HTML that loads and runs nothing comes out."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from html import escape

from fastapi import Response

STYLE = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
dt { font-weight: 600; margin-top: .8rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.wrong, .careful { border-left: .3rem solid #c33; padding-left: .8rem; }
input[type=password] { width: 100%; font: inherit; padding: .4rem; box-sizing: border-box; }
button { font: inherit; padding: .5rem 1.2rem; margin: 1rem .5rem 0 0; }
"""
NOWHERE = "frame-ancestors 'none'; base-uri 'none'"


def page(title: str, body: str, *, status: int = 200, form_to: str = "") -> Response:
    """A page of HTML that is safe already; `form_to` is one more place that a form on it may lead to."""
    nonce = secrets.token_urlsafe(16)
    html = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)} - graphmem</title>\n'
        f'<style nonce="{nonce}">{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n{body}\n'
        f"</main>\n</body>\n</html>\n"
    )
    leads = f"'self' {form_to}".strip()
    policy = f"default-src 'none'; style-src 'nonce-{nonce}'; form-action {leads}; {NOWHERE}"
    headers = {
        "content-security-policy": policy,
        "x-frame-options": "DENY",
        "cache-control": "no-store",
        # Without any, a browser sends "Origin: null" with a form, which is that of nobody.
        "referrer-policy": "same-origin",
    }
    return Response(html, status_code=status, headers=headers, media_type="text/html")


def paragraph(words: str, *, kind: str = "") -> str:
    """A paragraph of plain words."""
    return f'<p class="{kind}">{escape(words)}</p>' if kind else f"<p>{escape(words)}</p>"


def listing(told: Mapping[str, str]) -> str:
    """Names and what they stand for, in plain words."""
    rows = (f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in told.items() if words)
    return f"<dl>{''.join(rows)}</dl>"


def hidden(name: str, value: str) -> str:
    """A field that is sent and not seen."""
    return f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
