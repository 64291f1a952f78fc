from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.technical import find_technical


def found(text):
    return [(one.name, one.kind) for one in find_technical(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see src/app/main.py please", [("src/app/main.py", "file")]),
        ("edit main.py, then stop.", [("main.py", "file")]),
        ("in ~/projects/app and /etc/hosts", [("~/projects/app", "file"), ("/etc/hosts", "file")]),
        ("the Dockerfile is wrong", [("Dockerfile", "file")]),
        ("C:\\Users\\sam\\x.txt", [("C:\\Users\\sam\\x.txt", "file")]),
        ("at https://x.example/y?z=1.", [("https://x.example/y?z=1", "url")]),
        ("on github.com/foo/bar now", [("github.com/foo/bar", "url")]),
        ("git@github.com:foo/bar.git", [("git@github.com:foo/bar.git", "repository")]),
        ("postgres://u@h/db", [("postgres://u@h/db", "url")]),
        ("localhost:8080 and 10.0.0.5", [("localhost:8080", "host"), ("10.0.0.5", "host")]),
        ("db.internal:5432", [("db.internal:5432", "host")]),
        ("orders-svc calls billing-service", [("orders-svc", "service"), ("billing-service", "service")]),
        ("the api-gateway", [("api-gateway", "service")]),
        ("my-cli and @scope/name", [("my-cli", "package"), ("@scope/name", "package")]),
        ("redis==5.0.1 or vite@5", [("redis==5.0.1", "package"), ("vite@5", "package")]),
        ("v2.3.1 and 1.4.0-rc.1", [("v2.3.1", "version"), ("1.4.0-rc.1", "version")]),
        ("Python 3.12.", [("3.12", "version")]),
        ("Node.js and Next.js", [("Node.js", "technology"), ("Next.js", "technology")]),
        ("Fly.io", [("Fly.io", "product")]),
        ("call get_user() or my_name", [("get_user()", ""), ("my_name", "")]),
        ("sam@example.com", [("sam@example.com", "")]),
        ("it is up-to-date", [("up-to-date", "")]),
    ],
)
def test_what_is_technical(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I live here.",
        "it took 3.5 seconds",
        "about 50%",
        "$3.50 a month",
        "and/or",
        "What? No!",
        "e.g. this",
        "at 3:30",
        "",
    ],
)
def test_what_is_not(text):
    assert [one for one in found(text) if one[1]] == []


@given(st.text(max_size=300))
def test_spans_are_inside_ordered_and_their_text(text):
    last = 0
    for one in find_technical(text):
        assert last <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == one.name
        last = one.end
