"""Tokens: made once, told by their hash alone, and gone when they are taken back or their time is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graphmem.errors import MisuseError, NotFound
from graphmem.store.ledger import Ledger
from graphmem.store.tokens import SCOPES, Tokens
from graphmem.temporal import now


@pytest.fixture
def ledger(tmp_path):
    ledger = Ledger(tmp_path / "ledger.db")
    yield ledger
    ledger.close()


@pytest.fixture
def tokens(ledger):
    return Tokens(ledger)


def test_a_token_is_known_by_its_secret_and_by_nothing_near_it(tokens):
    made = tokens.create("ci", scope="read")
    assert tokens.of(made.secret) == made.token
    for other in ("", made.secret[:-1], made.secret + "x", made.secret.swapcase(), made.token.id):
        assert tokens.of(other) is None


def test_the_secret_is_256_bits_and_stands_nowhere_on_the_disk(tokens, ledger, tmp_path):
    made = tokens.create("ci")
    assert len(made.secret) == len("gm_") + 43
    ledger.close()
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert made.secret.encode() not in held
    assert made.secret[3:].encode() not in held


def test_tokens_outlive_their_process(tokens, ledger):
    made = tokens.create("ci", project="web")
    assert Tokens(ledger).of(made.secret) == made.token


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_allows_itself_and_what_is_below(tokens, scope):
    token = tokens.create("x", scope=scope).token
    assert [token.allows(other) for other in SCOPES] == [
        SCOPES.index(other) <= SCOPES.index(scope) for other in SCOPES
    ]


def test_a_revoked_token_counts_no_more_and_stays_in_the_list(tokens, ledger):
    made = tokens.create("ci")
    assert tokens.revoke("ci").revoked_at is not None
    for table in (tokens, Tokens(ledger)):
        assert table.of(made.secret) is None
        assert [token.revoked_at is not None for token in table.all()] == [True]
    with pytest.raises(NotFound, match="ci"):
        tokens.revoke("ci")


def test_a_rotated_token_has_another_secret_and_may_do_the_same(tokens):
    old = tokens.create("ci", scope="read", project="web")
    new = tokens.rotate(old.token.id)
    assert tokens.of(old.secret) is None
    assert tokens.of(new.secret) == new.token
    assert (new.token.name, new.token.scope, new.token.project) == ("ci", "read", "web")


def test_a_token_ends(tokens, monkeypatch):
    made = tokens.create("ci", expires_at=now() + timedelta(hours=1))
    assert tokens.of(made.secret) is not None
    monkeypatch.setattr("graphmem.store.tokens.now", lambda: made.token.expires_at)
    assert tokens.of(made.secret) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x", "scope": "root"},
        {"name": "x", "expires_at": now() - timedelta(seconds=1)},
    ],
)
def test_nonsense_makes_no_token(tokens, wrong):
    with pytest.raises(MisuseError):
        tokens.create(**wrong)
    assert tokens.all() == []
