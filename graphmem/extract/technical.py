"""Technical names in a text: files, URLs, hosts, packages, services and versions, each with its exact place."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract import sieve as rx

EXTENSIONS = (
    "py|pyi|ipynb|js|jsx|mjs|cjs|ts|tsx|vue|svelte|rs|go|java|kt|kts|swift|c|h|cc|cpp|hpp|cs|rb|php|scala|ex|exs|erl|hs"
    "|lua|r|jl|sh|bash|zsh|fish|ps1|bat|sql|graphql|proto|html|htm|css|scss|sass|less|json|jsonl|json5|yaml|yml|toml|ini"
    "|cfg|conf|env|xml|csv|tsv|parquet|md|mdx|rst|txt|log|lock|tf|tfvars|gradle|dockerfile|db|sqlite|sqlite3|pdf|png|jpg"
    "|jpeg|svg|gif|zip|gz|tgz|tar|whl|wasm|cypher|pem|key|crt|service|plist"
)
SERVICE_ENDS = (
    "svc|service|services|api|worker|workers|server|gateway|backend|frontend|proxy|scheduler|consumer|producer|daemon"
    "|web|bot|db|queue|cron|job|agent|ingest|exporter|operator|controller"
)
PACKAGE_ENDS = "cli|sdk|lib|py|js|rs|plugin|client|utils|core|kit|types|loader|adapter"
# Names with a dot that look like files or hosts.
DOTTED_TECHNOLOGY = frozenset(
    [
        "node.js",
        "next.js",
        "vue.js",
        "nuxt.js",
        "react.js",
        "express.js",
        "three.js",
        "d3.js",
        "chart.js",
        "socket.io",
        "asp.net",
        ".net",
        "backbone.js",
        "ember.js",
        "angular.js",
        "nest.js",
        "solid.js",
        "alpine.js",
        "moment.js",
        "day.js",
        "deno.land",
        "bun.sh",
        "draw.io",
    ]
)
TOP_LEVEL = "com|org|net|io|dev|ai|app|co|de|uk|eu|gov|edu|cloud|sh|xyz|me|tech|so|gg|local|internal"


class Technical(NamedTuple):
    """A technical name: characters [start, end), how it is shown, and its kind; kind "" is a literal."""

    start: int
    end: int
    name: str
    kind: str


RULES: tuple[tuple[str, rx.Pattern], ...] = tuple(
    (kind, rx.compile(pattern, re.VERBOSE))
    for kind, pattern in (
        ("url", (
            r"\b(?:https?|ftp|ssh|git|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|wss?|s3"
            r"|file)://[^\s<>\"'`)\]}]+"
        )),
        ("repository", r"\bgit@[\w.-]+:[\w./-]+"),
        ("email", r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b"),
        ("host", (
            r"(?<![\w./@-])(?:localhost|(?:\d{1,3}\.){3}\d{1,3}"
            r"|[a-z][\w-]*(?:\.[a-z][\w-]*)*):\d{2,5}\b(?![\w:])"
        )),
        ("host", r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}\b(?![.\w])"),
        ("package", r"(?<![\w/])@[a-z0-9][\w.-]*/[a-z0-9][\w.-]*"),
        ("package", r"\b[A-Za-z][\w.-]*(?:\[[\w,]+\])?(?:==|>=|~=|\^)\d[\w.*]*"),
        ("package", r"\b[a-z][\w./-]*@\^?\d+(?:\.\d+)*\b"),
        ("file", (
            r"(?<![\w:/.~-])(?:~|\.{1,2})?/(?:[\w.@+-]+/)+[\w.@+*-]*|(?<![\w:/.~-])~/[\w.@+-]+"
            r"|(?<![\w:/.~-])/(?:etc|var|usr|opt|home|tmp|srv|mnt|Users)\b"
        )),
        ("file", r"\b[A-Z]:\\[\w.\\ -]*[\w.\\-]"),
        ("file", (
            rf"(?<![\w:/.@-])(?:\.{{0,2}}/)?(?:[\w.@+-]+/)*\.?[\w+-][\w.+-]*\.(?:{EXTENSIONS})\b(?![\w/-]"
            rf"|\.\w)"
        )),
        ("file", (
            r"(?<![\w/.])(?:Dockerfile|Makefile|Justfile|Procfile|Gemfile|Jenkinsfile|\.gitignore"
            r"|\.env(?:\.\w+)?|CLAUDE\.md|AGENTS\.md)\b"
        )),
        ("file", (
            r"(?<![\w:/.@-])(?:src|lib|app|apps|packages|tests?|docs|cmd|internal|pkg|config|scripts"
            r"|components|pages|api)/[\w.@/+-]*[\w/]"
        )),
        ("url", rf"(?<![\w@./-])(?:[a-z0-9][a-z0-9-]*\.)+(?:{TOP_LEVEL})(?:/[^\s<>\"'`)\]}},]*)?(?![\w-]|\.\w)"),
        ("service", rf"(?<![\w/.-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*[-_](?:{SERVICE_ENDS})\b(?![\w/-]|\.\w)"),
        ("package", rf"(?<![\w/.-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*[-_](?:{PACKAGE_ENDS})\b(?![\w/-]|\.\w)"),
        ("version", (
            r"(?<![\w.$€£/-])(?:v\d+(?:\.\d+){0,3}|\d+\.\d+\.\d+(?:\.\d+)?)(?:[-.]?(?:a|b|rc|alpha|beta"
            r"|dev|post)[.-]?\d*)?\b(?![\w%/-]|\.\d)"
        )),
        ("version", (
            r"(?:(?<=[A-Za-z]\s)|(?<=ersion\s))\d{1,2}\.\d{1,3}\b(?![\w%/-]|\.\d|\s?(?:%|[KMG]B|ms"
            r"|seconds?|minutes?|hours?|days?|weeks?|months?|years?|million|billion|percent|USD|EUR"
            r"|euros?|dollars?)\b)"
        )),
        ("name", r"(?<![\w/.@-])[A-Z][\w-]*\.(?:io|ai|dev|com|app|js|net|org)\b(?![\w/-]|\.\w)"),
        ("identifier", (
            r"(?<![\w/.@-])(?:[a-z][\w.]*\(\)|[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z0-9]+)+"
            r"|[a-z]+(?:[A-Z][a-z0-9]+)+)(?![\w/-]|\.\w)"
        )),
        ("hyphenated", r"(?<![\w/.@-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w/-]|\.\w)"),
    )
)  # fmt: skip
LITERALS = frozenset({"email", "identifier", "hyphenated"})
HINT = rx.compile(r"[/:@._\-\\=]|\d|[a-z][A-Z]|Dockerfile|Makefile|Procfile|Gemfile|Justfile|Jenkinsfile")


def find_technical(text: str) -> list[Technical]:
    """The technical names of a text, in order, without overlaps; a literal has the kind ""."""
    if not HINT.search(text):
        return []
    taken: list[Technical] = []
    for kind, pattern in RULES:
        for match in pattern.finditer(text):
            start, end = match.start(), match.start() + len(match[0].rstrip(".,;:!?'"))
            if end <= start or any(start < other.end and other.start < end for other in taken):
                continue
            name = text[start:end]
            shown = kind_of(kind, name)
            if shown is not None:
                taken.append(Technical(start, end, name, shown))
    return sorted(taken)


def kind_of(kind: str, name: str) -> str | None:
    """The ontology's kind for a match of a rule, "" for a literal, None when it is nothing after all."""
    lower = name.lower()
    if lower in DOTTED_TECHNOLOGY:
        return "technology"
    if kind == "name":
        return "product"
    if (
        kind == "version"
        and name.count(".") == 1
        and re.fullmatch(r"\d+\.\d+", name)
        and name.startswith("0.0")
    ):
        return None
    if kind == "host" and re.fullmatch(r"(?:\d+:)\d+", name):
        return None
    if kind == "file" and re.fullmatch(r"\w/\w", name):
        return None
    return "" if kind in LITERALS else kind
