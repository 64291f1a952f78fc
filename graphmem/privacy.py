"""Text comes in; out goes the same text without private spans and secrets, and with a count of each kind removed.

What was taken out is replaced by `[private]` or `[redacted:kind]`, so a reader sees that something stood there.
Redacting twice is the same as redacting once, and the work grows linearly with the text: every pattern starts
at a literal that few texts contain, and reads each character a bounded number of times.
`frame()` marks recalled text as quoted data that cannot close its own frame.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

PRIVATE = "[private]"
FRAME_NAME = "graphmem-context"
FRAME_OPEN = f'<{FRAME_NAME} version="1">'
FRAME_CLOSE = f"</{FRAME_NAME}>"

Span = tuple[int, int, str]  # start, end (half-open, characters), kind
Finder = Callable[[str], Iterator[Span]]


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text that may be stored, and how many spans of each kind were taken out."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)


def redact(text: str) -> Redacted:
    """Replace `<private>` spans by `[private]` and secrets by `[redacted:kind]`.

    `counts` maps `private` and the kinds of secrets to the number of spans replaced. Never raises.
    """
    counts: Counter[str] = Counter()
    clean = without_private(text, counts)
    while True:
        # A replacement can lay bare a boundary that a pattern asks for: look again until nothing is found.
        before = counts.total()
        for find in FINDERS:
            clean = replaced(clean, find, counts)
        if counts.total() == before:
            return Redacted(clean, dict(counts))


def frame(text: str) -> str:
    """Recalled text between our marks; a mark inside it is escaped, so stored text cannot close the frame."""
    return f"{FRAME_OPEN}\n{MARK.sub('&lt;', text)}\n{FRAME_CLOSE}"


MARK = re.compile(rf"<(?=[\s/]{{0,16}}{FRAME_NAME})", re.IGNORECASE)
PRIVATE_TAG = re.compile(r"<(/?)private(?:\s[^<>]{0,200})?>", re.IGNORECASE)


def without_private(text: str, counts: Counter[str]) -> str:
    """The text without its outermost `<private>` spans; one that is never closed reaches to the end."""
    if "<" not in text:
        return text
    kept: list[str] = []
    depth = position = 0
    for tag in PRIVATE_TAG.finditer(text):
        if not tag[1]:
            if depth == 0:
                kept += (text[position : tag.start()], PRIVATE)
                counts["private"] += 1
            depth += 1
        elif depth:
            depth -= 1
            position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return "".join(kept)


def replaced(text: str, find: Finder, counts: Counter[str]) -> str:
    """The text with every span that `find` yields, in order and without overlap, replaced by its marker."""
    kept: list[str] = []
    position = 0
    for start, end, kind in find(text):
        kept += (text[position:start], f"[redacted:{kind}]")
        counts[kind] += 1
        position = end
    if not kept:
        return text
    kept.append(text[position:])
    return "".join(kept)


# -- Keys that are recognised by their own shape ---------------------------------------------------------------

KEY_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
KEY_LINES = re.compile(r"(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{16,})*")


def private_keys(text: str) -> Iterator[Span]:
    """PEM and PGP blocks; one whose end is missing reaches over its lines of base64."""
    end = KEY_END.search(text) if "-----BEGIN" in text else None
    position = 0
    while begin := KEY_BEGIN.search(text, position):
        while end is not None and end.start() < begin.end():
            end = KEY_END.search(text, end.end())
        following = KEY_BEGIN.search(text, begin.end())
        closed = end is not None and (following is None or end.start() < following.start())
        last = end if closed else KEY_LINES.match(text, begin.end())
        assert last is not None
        yield begin.start(), last.end(), "private_key"
        position = last.end()


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of key that shows by its own form; `hint` is a literal without which the pattern cannot match."""

    kind: str
    hint: str
    pattern: re.Pattern[str]
    plausible: Callable[[str], bool] = bool


def shape(kind: str, hint: str, pattern: str, plausible: Callable[[str], bool] = bool) -> Shape:
    """A Shape whose key does not continue a word: `task-force` holds no `sk-`."""
    return Shape(kind, hint, re.compile(rf"(?<![A-Za-z0-9_]){pattern}"), plausible)


def has_digits(value: str) -> bool:
    """True for a key, False for words joined by hyphens."""
    return sum(char.isdigit() for char in value) >= 3


SHAPES = (
    shape("anthropic_key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{16,}"),
    shape("openai_key", "sk-", r"sk-[A-Za-z0-9_-]{20,}", has_digits),
    shape("google_key", "AIza", r"AIza[A-Za-z0-9_-]{35,}"),
    shape("google_key", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,}"),
    shape("google_key", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    shape("github_token", "gh", r"gh[pousr]_[A-Za-z0-9]{20,}"),
    shape("github_token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,}"),
    shape("gitlab_token", "gl", r"gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[A-Za-z0-9_.-]{16,}"),
    shape("slack_token", "xox", r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}"),
    shape("slack_token", "xapp-", r"xapp-[A-Za-z0-9-]{10,}"),
    shape("slack_token", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}"),
    shape("stripe_key", "k_", r"[rs]k_(?:live|test)_[A-Za-z0-9]{10,}"),
    shape("stripe_key", "whsec_", r"whsec_[A-Za-z0-9+/=]{16,}"),
    shape("aws_key", "A", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    shape("npm_token", "npm_", r"npm_[A-Za-z0-9]{30,}"),
    shape("pypi_token", "pypi-", r"pypi-[A-Za-z0-9_-]{40,}"),
    shape("graphmem_token", "gm", r"gm[acr]?_(?:tok_[0-9a-f]{12}\.)?[A-Za-z0-9_-]{43,}", has_digits),
    shape("graphmem_token", "sign-in?link=", r"sign-in\?link=[A-Za-z0-9_-]{43,}"),
    shape("huggingface_token", "hf_", r"hf_[A-Za-z0-9]{20,}"),
    shape("telegram_token", ":AA", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}"),
    shape("discord_token", ".", r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}"),
    shape("discord_token", "/webhooks/", r"discord(?:app)?\.com/api/webhooks/[0-9]{10,}/[A-Za-z0-9_-]{30,}"),
    shape("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,3}"),
)


def shaped(form: Shape) -> Finder:
    """The finder of one Shape."""

    def find(text: str) -> Iterator[Span]:
        if form.hint not in text:
            return
        for match in form.pattern.finditer(text):
            if form.plausible(match[0]):
                yield match.start(), match.end(), form.kind

    return find


# -- Secrets that are recognised by their place ----------------------------------------------------------------

URL_PASSWORD = re.compile(r"://[^\s:/@?#\"'<>\[\]]*:([^\s@/\"'<>\[\]]+)@")
AUTH_HEADER = re.compile(
    r"""(?P<header>authorization\\{0,3}["']?\s{0,4}[:=,]\s{0,4}\\{0,3}["']?\s{0,4})?(?<![a-z0-9_])
    (?P<scheme>bearer|basic|digest|token)\s{1,4}(?P<value>[a-z0-9._~+/=-]{6,})""",
    re.IGNORECASE | re.VERBOSE,
)


def url_passwords(text: str) -> Iterator[Span]:
    """The password of `scheme://user:password@host`."""
    if "://" not in text:
        return
    for match in URL_PASSWORD.finditer(text):
        if not is_placeholder(match[1]):
            yield match.start(1), match.end(1), "url_password"


def auth_headers(text: str) -> Iterator[Span]:
    """What follows `Authorization: Bearer` or `Basic`, or a bare `Bearer` when it is long and no word."""
    folded = text.lower()
    if "bearer" not in folded and "authorization" not in folded:
        return
    for match in AUTH_HEADER.finditer(text):
        value = match["value"]
        if is_placeholder(value):
            continue
        bare = match["scheme"].lower() == "bearer" and len(value) >= 16 and has_digits(value)
        if match["header"] or bare:
            yield match.start("value"), match.end("value"), "auth_header"


PASSWORD, SECRET, TOKEN = "password", "secret", "token"
KINDS = {"pass": PASSWORD, "pwd": PASSWORD, "secr": SECRET, "priv": SECRET, "encr": SECRET, "cred": SECRET}
ASSIGNMENT = re.compile(
    r"""(?P<key>pass(?:words?|wd|phrase)|pwd|credentials?
        |(?:secret|account|private|encryption|shared[_-]?access)[_-]?(?:access[_-]?)?key|secrets?
        |api[_-]?(?:keys?|token)|access[_-]?key(?:[_-]?id)?|(?:auth|access|refresh|bearer|session)?[_-]?token
        |(?-i:_KEY))
    (?:[_-]?(?:base|value|prod|production|dev|staging|test|live|b64|base64|[0-9]{1,3}))?
    (?P<sign>
        \\{0,3}["'`]?[\ \t]{0,4}
        (?::[\ \t]{0,2}(?:str|string|bytes|SecretStr)[\ \t]{0,2}=|=>|:=|[:=](?![:=]))[\ \t]{0,4}
        |\ {1,4}
    )
    (?:\\{0,3}(?:"(?P<double>[^"\\\n]+)|'(?P<single>[^'\\\n]+)|`(?P<back>[^`\\\n]+))
        |(?P<bare>[^\s"'`,;(){}\[\]<>\\|&]+))""",
    re.IGNORECASE | re.VERBOSE,
)
STEMS = ("pass", "pwd", "secret", "token", "key", "credential")
FLAG = re.compile(r"--[A-Za-z0-9_-]{0,40}$")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|->|::)[A-Za-z_][A-Za-z0-9_]*)*[?!]?")
PLACEHOLDER = re.compile(
    r"""[<\[{(*].* | \$[A-Za-z_{(].* | %[A-Za-z_]+%? | \#\{.* | [x*.•_-]{3,} | (?:your|my|the|some|insert|enter)[-_ ].*
    | (?:x|abc|foo|bar|baz|test|dummy|example|sample|placeholder|redacted|hidden|todo|tbd|changeme|change[-_]me|secret
        |pass(?:word|wd)?|pwd|token|inherit|include|omit|same-origin|none|null|nil|undefined|true|false|yes|no|on|off|required|optional|empty|missing
        |str(?:ing)?|text|bytes?|object|any|self|secretstr|optional|v?(?:ar)?char|u?int(?:eger)?[0-9]{0,3}
        |[iuf][0-9]{1,3}|float[0-9]{0,3}|bool(?:ean)?|number)
    | (?:os|env|process|config|settings|secrets|vault|keyring|args|self|this|ctx|options|params)[.:].*
    | (?:https?|file|op)://.* | [a-z]:[\\/].* | \.{0,2}/[\w.-]+(?:/[\w.-]+)*/? | ~/.*""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def is_placeholder(value: str) -> bool:
    """True for what stands where a secret would: `<your-key>`, `${VAR}`, `***`, a type, a path, our own marker."""
    return len(set(value)) == 1 or PLACEHOLDER.fullmatch(value) is not None


def assignments(text: str) -> Iterator[Span]:
    """The value of `password=`, `"secret": `, `API_KEY=`, `--token ` and their like, when it can be a secret."""
    folded = text.lower()
    if not any(stem in folded for stem in STEMS):
        return
    position = 0
    while match := ASSIGNMENT.search(text, position):
        group = next(name for name in ("double", "single", "back", "bare") if match[name] is not None)
        start, end = match.span(group)
        if group == "bare":
            end = start + len(match[group].rstrip(".,:"))
        value = text[start:end]
        kind = KINDS.get(match["key"][:4].lower(), TOKEN)
        if match["sign"].isspace() and not FLAG.search(text[max(0, match.start() - 42) : match.start()]):
            accepted = False
        elif group == "bare":
            accepted = bare_secret(match, kind, value, text)
        else:
            accepted = quoted_secret(match["key"], kind, value)
        if accepted and not is_placeholder(value):
            yield start, end, "api_key" if "key" in match["key"].lower() and kind == TOKEN else kind
            position = end
        else:
            # Inside quotes another assignment may stand; a bare value is read once, to stay linear.
            position = max(match.end() if group == "bare" else start, position + 1)


def quoted_secret(key: str, kind: str, value: str) -> bool:
    """True when a quoted value after a key of that kind can be a secret."""
    if any(char.isspace() for char in value):
        return "phrase" in key.lower() and value.count(" ") < 10
    if kind == TOKEN:
        return len(value) >= 8 and mixed(value)
    return len(value) >= 4 and (mixed(value) or not names_itself(kind, value))


def bare_secret(match: re.Match[str], kind: str, value: str, text: str) -> bool:
    """True when an unquoted value can be a secret and is no name in a program and no word in a sentence."""
    after = text[match.end() : match.end() + 1]
    sign = match["sign"]
    if len(value) < (8 if kind == TOKEN else 4) or after in {"(", "["}:
        return False
    if sign.isspace() and "=" in value:
        return False
    if not WORD.fullmatch(value):
        return mixed(value)
    if "." in value or ":" in value or "->" in value or names_itself(kind, value):
        return False
    argument = after in {",", ")"} and not match["key"].isupper()
    if kind != TOKEN and sign == "=" and not argument:
        return True
    return mixed(value) and len(value) >= 6 and not argument


def names_itself(kind: str, value: str) -> bool:
    """True for `password=new_password`: the value is the name of a variable."""
    return kind in value.lower() and WORD.fullmatch(value) is not None


def mixed(value: str) -> bool:
    """True when letters stand beside digits or signs, as they do in a password and not in a word."""
    letters = any(char.isalpha() for char in value)
    return letters and any(char.isdigit() or char in "!@#$%^&*+=?~" for char in value)


# -- Values that look drawn at random --------------------------------------------------------------------------

RUN = re.compile(r"(?<![A-Za-z0-9+/_.~-])[A-Za-z0-9+/_-]{32,200}={0,2}(?![A-Za-z0-9+/=_~-])")
GIVEN = re.compile(r"""([A-Za-z][\w.-]{0,60})["'`\\]{0,4}\s{0,4}(?::=|=>|[:=])\s{0,4}["'`\\]{0,4}$""")
HARMLESS = re.compile(
    r"sha\d*|hash|digest|checksum|integrity|commit|rev(?:ision)?|etag|.*id|sig|.*signature|h1|data|image|src|url|path|"
    r"file|name|cursor|fingerprint|module|class|test",
    re.IGNORECASE,
)


def random_values(text: str) -> Iterator[Span]:
    """A value of an assignment that looks drawn at random, under a name that does not promise a hash."""
    for match in RUN.finditer(text):
        given = GIVEN.search(text[max(0, match.start() - 80) : match.start()])
        if given is None or HARMLESS.fullmatch(given[1].rsplit(".", 1)[-1].rsplit("_", 1)[-1]):
            continue
        if random_looking(match[0]) and not match[0].lower().startswith("sha"):
            yield match.start(), match.end(), "high_entropy"


def random_looking(value: str) -> bool:
    """True when upper, lower and digits alternate as by chance and Shannon's entropy is over 4 bits a character.

    Hex digests, UUIDs, paths and names in camel case are not.
    """
    if len(value) < 32 or not (any(c.isupper() for c in value) and any(c.islower() for c in value)):
        return False
    if "/" in value and "+" not in value and not value.endswith("="):
        return False
    classes = [0 if c.isdigit() else 1 if c.isupper() else 2 for c in value]
    changes = sum(left != right for left, right in pairwise(classes))
    bits = -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())
    return any(c.isdigit() for c in value) and changes / len(value) > 0.35 and bits > 4.0


FINDERS: tuple[Finder, ...] = (
    private_keys,
    url_passwords,
    auth_headers,
    *(shaped(form) for form in SHAPES),
    assignments,
    random_values,
)
