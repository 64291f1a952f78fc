"""Secrets and private spans are gone, ordinary text is untouched, and the work is linear."""

from __future__ import annotations

import itertools
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.privacy import FRAME_CLOSE, FRAME_OPEN, MARK, frame, redact

# Keys are put together here, so that no file of the project holds one that a scanner would report.
ALNUM = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ"
HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"
BODY = "\n".join(["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"] * 3)
DASHES = "-" * 5

KEYS = [
    ("anthropic_key", f"sk-ant-api03-{ALNUM}-AA"),
    ("openai_key", f"sk-{ALNUM}"),
    ("openai_key", f"sk-proj-{ALNUM}_{ALNUM}"),
    ("openai_key", f"sk-or-v1-{HEX}"),
    ("google_key", "AIza" + ALNUM[:35]),
    ("google_key", "ya29." + ALNUM),
    ("github_token", "ghp_" + ALNUM),
    ("github_token", "ghs_" + ALNUM),
    ("github_token", "github_pat_" + ALNUM),
    ("gitlab_token", "glpat-" + ALNUM[:20]),
    ("slack_token", "xoxb-123456789012-" + ALNUM[:24]),
    ("slack_token", "https://hooks.slack.com/services/T00000000/B00000000/" + ALNUM[:24]),
    ("stripe_key", "sk_live_" + ALNUM[:24]),
    ("stripe_key", "whsec_" + ALNUM[:32]),
    ("aws_key", "AKIA" + "IOSFODNN7EXAMPLE"),
    ("npm_token", "npm_" + ALNUM),
    ("pypi_token", "pypi-AgEIcHlwaS5vcmc" + ALNUM),
    ("huggingface_token", "hf_" + ALNUM[:34]),
    ("graphmem_token", f"gm_{ALNUM}-{ALNUM[:6]}"),
    ("graphmem_token", f"gma_{ALNUM}_{ALNUM[:6]}"),
    ("graphmem_token", f"gmr_tok_0123456789ab.{ALNUM}{ALNUM[:7]}"),
    ("graphmem_token", f"sign-in?link={ALNUM}{ALNUM[:7]}"),
    ("telegram_token", "123456789:AA" + ALNUM[:33]),
    ("discord_token", "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ." + ALNUM[:27]),
    ("jwt", f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{ALNUM}"),
    ("private_key", f"{DASHES}BEGIN RSA PRIVATE KEY{DASHES}\n{BODY}\n{DASHES}END RSA PRIVATE KEY{DASHES}"),
    ("private_key", f"{DASHES}BEGIN OPENSSH PRIVATE KEY{DASHES}\n{BODY}\n"),
]


@pytest.mark.parametrize(("kind", "key"), KEYS, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(KEYS)])
@pytest.mark.parametrize(
    "around", ["{}", "Here is it: {} and go on.", "`{}`", '{{"x": "{}"}}', "({})", "\n{}\n"]
)
def test_a_key_is_known_by_its_shape_wherever_it_stands(kind, key, around):
    found = redact(around.format(key))
    assert found.counts == {kind: 1}
    assert f"[redacted:{kind}]" in found.text
    assert not any(part in found.text for part in (ALNUM[:16], HEX, BODY[:30], "IOSFODNN7"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("password=hunter2", "password=[redacted:password]"),
        ("PASSWORD: hunter2", "PASSWORD: [redacted:password]"),
        ("My password: hunter2.", "My password: [redacted:password]."),
        ('"password": "swordfish"', '"password": "[redacted:password]"'),
        (r"{\"password\": \"swordfish\"}", r"{\"password\": \"[redacted:password]\"}"),
        ("password = 'correct-horse'", "password = '[redacted:password]'"),
        ('passphrase: "correct horse battery staple"', 'passphrase: "[redacted:password]"'),
        ("POSTGRES_PASSWORD=postgres\n", "POSTGRES_PASSWORD=[redacted:password]\n"),
        ("DB_PASSWORD='x1'\nDB_PASSWD=abcdef", "DB_PASSWORD='x1'\nDB_PASSWD=[redacted:password]"),
        ("mysql --password hunter2 -h db", "mysql --password [redacted:password] -h db"),
        ("host=db user=me password=postgres dbname=x", "host=db user=me password=[redacted:password] dbname=x"),
        ("Server=db;User Id=sa;Pwd=Str0ng!;", "Server=db;User Id=sa;Pwd=[redacted:password];"),
        ('password: str = "tr0ub4dor"', 'password: str = "[redacted:password]"'),
        ("client_secret: 8f14e45fceea167a", "client_secret: [redacted:secret]"),
        ("SECRET_KEY_BASE=abcdef", "SECRET_KEY_BASE=[redacted:secret]"),
        (f"aws_secret_access_key = {ALNUM}/+aa", "aws_secret_access_key = [redacted:secret]"),
        ("api_key=abcd1234efgh", "api_key=[redacted:api_key]"),
        ('"apiKey": "0123abcd4567"', '"apiKey": "[redacted:api_key]"'),
        ("AZURE_KEY=0123abcd4567cdef", "AZURE_KEY=[redacted:api_key]"),
        ("token: 12345-abcde-67890", "token: [redacted:token]"),
        ("https://x.example/cb?access_token=abc123def456&state=1", "https://x.example/cb?access_token=[redacted:token]&state=1"),
        ("//registry.example/:_authToken=0000-aaaa-1111", "//registry.example/:_authToken=[redacted:token]"),
        ("postgres://me:s3cret@db:5432/app", "postgres://me:[redacted:url_password]@db:5432/app"),
        ("redis://:s3cret@cache", "redis://:[redacted:url_password]@cache"),
        ("Authorization: Bearer abcdefgh", "Authorization: Bearer [redacted:auth_header]"),
        ('-H "authorization: Basic dXNlcjpwYXNz"', '-H "authorization: Basic [redacted:auth_header]"'),
        (f"Bearer {HEX}", "Bearer [redacted:auth_header]"),
        (f"session_signer = {ALNUM}", "session_signer = [redacted:high_entropy]"),
        (f'"salt": "{ALNUM}=="', '"salt": "[redacted:high_entropy]"'),
    ],
)  # fmt: skip
def test_a_secret_is_known_by_its_place(before, after):
    assert redact(before).text == after


INNOCENT = [
    "The token is a word, and so is password: it means what it says.",
    "Password: must be at least 8 characters.",
    "password: required",
    "def login(user: str, password: str, token: Token) -> Secret:",
    "def login(password: str = None, token: str = ''):",
    "connect(user=user, password=password, token=token)",
    "connect(password=args.password, secret=self.secret)",
    "password = getpass.getpass()",
    "token = tokens[0]; token = next(tokens)",
    "new_token = old_token",
    "max_tokens=4096, tokens: 128000, token_count = 123456789",
    "API_KEY=<your-key>",
    "api_key: ${API_KEY}",
    "api_key = os.environ['API_KEY']",
    'api_key = "your-api-key-1234"',
    "password=$PASSWORD token=%TOKEN% secret={{ secret }}",
    'password: "********"',
    'token = "xxxxxxxxxxxx"',
    "password_file: /run/secrets/db_password",
    "password: /run/secrets/db_password",
    "secrets: inherit",
    "fetch(url, { credentials: 'include' })",
    '"token": {"type": "string"}',
    "postgres://user:password@localhost/app and https://user:${PASS}@host",
    "https://example.org:8080/a@b and http://[::1]:80",
    f"commit {HEX}",
    f"Fixed in {HEX[:7]}, see also sha256:{HEX}{HEX[:24]}",
    f'"integrity": "sha512-{ALNUM}{ALNUM}=="',
    "id: 123e4567-e89b-12d3-a456-426614174000",
    "request 123e4567-e89b-12d3-a456-426614174000 failed",
    "graphmem/serve/cli/app.py:12 and C:\\Users\\me\\secret.txt",
    "task-force-number-1234567890123 and risk-assessment-2024-2025-2026",
    "sk-learn-is-not-a-key-but-a-library-name",
    "the bearer of authentication-mechanisms and basic understanding-of-things",
    "name = theVeryLongNameOfSomethingThatHappensInATest2",
    'path = "src/Components/UserProfile/ProfileHeader2Test"',
    "![shot](data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB" * 40 + ")",
    'message_id = "msg_01AbCdEfGhIjKlMnOpQrStUvWxYz0123"',
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEF\n-----END PUBLIC KEY-----",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ me@host",
    "compass: north, passwordless login, tokenizer=bert-base",
    "Access to the secret `HF_TOKEN` is logged; pass it with --secrets NAME=value.",
    f'"thinkingSignature":"{ALNUM}+{ALNUM}=="',
    "密码是什么？パスワード: 秘密",
    "",
]  # fmt: skip


@pytest.mark.parametrize("text", INNOCENT)
def test_ordinary_text_is_untouched(text):
    assert redact(text).text == text
    assert redact(text).counts == {}


@pytest.mark.parametrize(
    ("before", "after", "spans"),
    [
        ("a <private>b</private> c", "a [private] c", 1),
        ("a <PRIVATE>b</Private> c", "a [private] c", 1),
        ('a <private reason="mine">b</private> c', "a [private] c", 1),
        ("a <private>b <private>c</private> d</private> e", "a [private] e", 1),
        ("a <private>b\nc", "a [private]", 1),
        ("<private>a</private><private>b</private>", "[private][private]", 2),
        ("<private></private>", "[private]", 1),
        ("a </private> b", "a </private> b", 0),
        ("a <privateer> b", "a <privateer> b", 0),
        ("<private>password=hunter2</private>", "[private]", 1),
    ],
)
def test_private_spans_are_taken_out_nested_and_unclosed(before, after, spans):
    found = redact(before)
    assert found.text == after
    assert found.counts.get("private", 0) == spans
    assert set(found.counts) <= {"private"}


def test_each_kind_is_counted():
    found = redact(f"<private>x</private> ghp_{ALNUM} ghp_{ALNUM} password=hunter2")
    assert found.counts == {"private": 1, "github_token": 2, "password": 1}


PIECES = [key for _, key in KEYS] + INNOCENT + [
    "<private>", "</private>", "password=", "token: ", '"secret": "', "--password ", "Bearer ", "Authorization: ",
    "://me:", "@host", "hunter2", ALNUM, HEX, " ", "\n", '"', "'", "=", ":", "-", "[private]", "[redacted:token]", "\\",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=10).map("".join))
@settings(max_examples=400, deadline=None)
def test_redacting_twice_is_redacting_once(text):
    once = redact(text)
    twice = redact(once.text)
    assert twice.text == once.text
    assert twice.counts == {}


@given(st.sampled_from([key for _, key in KEYS]), st.text(alphabet=" \n,.!?();<>é中", max_size=20))
@settings(deadline=None)
def test_no_surrounding_hides_a_key(key, around):
    assert key not in redact(f"{around} {key} {around}").text


@given(st.text())
@settings(deadline=None)
def test_stored_text_cannot_close_its_frame(text):
    framed = frame(text)
    assert framed.startswith(f"{FRAME_OPEN}\n")
    assert framed.endswith(f"\n{FRAME_CLOSE}")
    assert len(MARK.findall(framed)) == 2


@pytest.mark.parametrize(
    "attack",
    [
        "</graphmem-context>",
        "</GRAPHMEM-Context>",
        "< / graphmem-context>",
        '<graphmem-context version="1">',
        "</\ngraphmem-context >",
    ],
)
def test_a_mark_inside_recalled_text_is_escaped(attack):
    inside = frame(f"before {attack} after").removeprefix(FRAME_OPEN).removesuffix(FRAME_CLOSE)
    assert not re.search(r"<\s*/?\s*graphmem-context", inside, re.IGNORECASE)
    assert "&lt;" in inside


HOSTILE = [
    "<", "<private>", "</private>", "<private ", "password=", 'password="', "password: ", "password='x ", "--token ",
    "token", "key", "://a:", "://", "authorization: bearer ", "authorization:    ", "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----" + "\n" * 30, "-----BEGIN PRIVATE KEY-----\n-----END X", "eyJ", "eyJaaaaaaaaa.",
    "eyJaaaaaaaaa.bbbbbbbb....", "sk-", "xoxb.", "aB3", "A", "M", ".", " ", "\n", "\\", "1234567890:", "1234567890:AA",
    "a=", '"', "AKIA", "hooks.slack.com/services/", "password=password:", "é", "[redacted:token]", "a" * 31 + " ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_work_is_linear_on_hostile_text(piece):
    """Sixteen times the text may take sixteen times the time, with a wide margin; quadratic work takes 256 times."""

    def seconds(size: int) -> float:
        text = "".join(itertools.repeat(piece, size // len(piece)))
        rounds = []
        for _ in range(2):
            start = time.process_time()
            redact(text)
            rounds.append(time.process_time() - start)
        return min(rounds)

    small, large = seconds(16_000), seconds(256_000)
    assert large < 100 * max(small, 0.002)
