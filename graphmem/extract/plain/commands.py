"""Commands in notes: "to start it: just dev", "`pnpm test:unit` for unit tests", "deploying is just `fly deploy`"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

PROGRAMS = (
    r"just|make|npm|npx|pnpm|yarn|bun|deno|cargo|go|mix|iex|docker|docker-compose|podman"
    r"|kubectl|helm|terraform|tofu|pulumi|ansible-playbook|poetry|uv|uvx|pip|pipenv|hatch|pdm"
    r"|tox|nox"
    r"|pytest|ruff|black|mypy|alembic|flask|django-admin|python3?|bundle|rails|rake|rspec"
    r"|gradle|\./[\w./-]+|mvn|sbt|lein|clj|dotnet|php|composer|fly|flyctl|heroku|vercel"
    r"|netlify|wrangler|bazel|buck2?"
    r"|task|invoke|inv|fab|gulp|grunt|nx|turbo|lerna|rush|vite|next|tsc|eslint|prettier|biome"
    r"|jest|vitest|playwright|cypress|cmake|ninja|meson|scons|zig|swift|xcodebuild|flutter"
    r"|dart|stack|cabal|nix|devbox"
    r"|bin/[\w./-]+|scripts?/[\w./-]+|sh|bash|sam|cdk|serverless|sls|skaffold|tilt|air|mage"
    r"|dbt|airflow|psql|sqlx|prisma|knex|drizzle-kit|hugo|jekyll|mkdocs|sphinx-build|cp|rsync"
    r"|ssh|git|hg|jj|gh|glab"
)
CMD = rf"(?P<c>(?:[A-Z_]+=\S+\s+)*(?:{PROGRAMS})\b(?:\s+\S.*?)?)"
VERB = (
    r"(?:run|start|build|deploy|test|lint|format|launch|install|migrate|seed|generate|release"
    r"|publish|serve|compile|package|debug|bootstrap|boot|spin up|bring up|set up|setup|stop"
    r"|reset|clean|type[- ]?check|check|execute|train|restore|dump|reload|restart|watch"
    r"|preview|open|regenerate|update|upgrade|roll back|rollback)"
)
NOUN = (
    r"(?:(?:unit|integration|e2e|browser|smoke|load|all|full|slow|fast|end-to-end)?\s*tests?|test"
    r" suite|lint(?:er|ing)?|format(?:ter|ting)?|type ?check(?:s|ing)?|build|deploy(?:s|ment|ing)?"
    r"|release|seed(?:ing|s)?|migrat(?:ions?|ing)|dev(?: server| mode| env)?|docs|setup"
    r"|install(?:ing)?|bench(?:marks?)?|coverage|codegen|cleanup|rollback|repl|console|shell"
    r"|backup|restore|start(?:ing|up)?|run(?:ning)?(?: it| locally| the [\w ]+)?|build(?:ing)?)"
)
PATTERNS = tuple(
    rx.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"^(?:to|for)\s+(?P<l>{VERB}(?:\s+[\w -]+?)?|{NOUN})\s*(?::|,|->|=|–|(?=\s(?:do|run|use|type)\s)"
            rf"|-)\s*(?:just\s+(?=\S+\s)(?!dev\b|test\b|run\b|build\b|lint\b|deploy\b))?(?:run\s+"
            rf"|use\s+|do\s+|type\s+|it's\s+)?{CMD}$"
        ),
        rf"^(?:(?:the|our)\s+)?(?P<l>(?:{NOUN})(?:\s+(?:the|our)?\s*[\w -]+?)?)\s*(?::|=|->|→)\s+{CMD}$",
        rf"^(?:(?:the|our)\s+)?(?P<l>[\w -]+?)\s+(?:cmd|command|script)\s+(?:is|=|:)\s+{CMD}$",
        rf"^(?:(?:the|our)\s+)?(?:cmd|command)\s+(?:to|for)\s+(?P<l>[\w -]+?)\s+(?:is|=|:)\s+{CMD}$",
        (
            rf"^(?P<l>\w+ing(?:\s+(?:the|our)?\s*[\w -]+?)?)\s+(?:is|means|works with|works via"
            rf"|happens with|happens via)\s+(?:just\s+|simply\s+|a\s+|only\s+|done with\s+|via\s+"
            rf"|with\s+)*{CMD}$"
        ),
        rf"^(?:run|use)\s+{CMD}\s+(?:to|for)\s+(?P<l>{VERB}(?:\s+(?:the|our|it|a)?\s*[\w -]*?)?|{NOUN})$",
        (
            rf"^{CMD}\s+(?:to|for)\s+(?:the\s+|running\s+|all\s+)?(?P<l>{VERB}(?:\s+(?:the|our|it"
            rf"|a)?\s*[\w -]*?)?|{NOUN})$"
        ),
        (
            rf"^{CMD}\s+(?P<v>starts|runs|builds|deploys|launches|boots|spins up|brings up|seeds"
            rf"|lints|formats|serves|tests|regenerates|generates|migrates)\s+(?P<l>(?:the|our|all"
            rf"|everything|it)\b[\w -]*)$"
        ),
        (
            rf"^(?:i|we|you)\s+(?:just\s+|can\s+|usually\s+|normally\s+)?(?P<l>{VERB}\s+(?:the|our"
            rf"|it|all|everything)?\s*[\w -]*?)\s+(?:with|via|using|by running)\s+(?:a\s+"
            rf"|just\s+)?{CMD}$"
        ),
        (
            rf"^(?P<l>(?:the\s+|our\s+)?[\w -]+?)\s+(?:are|is|get|gets)\s+(?P<w>run|started|built"
            rf"|deployed|tested|launched|generated|executed|applied|published|released"
            rf"|seeded)\s+(?:with|via|using|by|by running|through)\s+{CMD}$"
        ),
        (
            rf"^(?P<l>it|everything|(?:the\s+|our\s+)?[\w -]+?)\s+(?P<w>starts|runs"
            rf"|boots|comes up|builds|deploys)\s+(?:with|via|using|by)\s+{CMD}$"
        ),
    )
)
NOT_NOW = rx.compile(
    r"\b(?:again|and (?:fix|tell|show|check|see|report|make|send|paste)|please|pls|can you|let's"
    r"|failed|fails|failing|error|hangs|broke)\b",
    re.IGNORECASE,
)
WEAK = words(
    "go make just task stack air next mix flutter swift helm rush nix dart black rake rails"
    " bundle poetry flask turbo serverless hatch start fly play check open sh shell bash"
    " script stop git ssh bench"
)


@rx.only_where(PATTERNS)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The commands of one piece."""
    if not stretch.reading.by_user or stretch.negated() or NOT_NOW.search(stretch.text):
        return
    for pattern in PATTERNS:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        command = re.sub(r"(?<=\S)\.+$", "", match["c"].strip(" ,`"))
        if not is_command(stretch, command, match.start("c")):
            continue
        yield told(stretch, match, command)
        return


def is_command(stretch: Stretch, command: str, place: int) -> bool:
    """True for code, and for the name of a program with an argument that is no plain English."""
    parts = command.split()
    first = stretch.between(place, place + 1)
    if first and " " in first[0].text and first[0].text.startswith(parts[0]):
        return True  # written as code
    if len(parts) > 8 or (len(parts) == 1 and parts[0].lower() in WEAK):
        return False
    coded = any(re.search(r"[-:./=_]", part) for part in parts[1:])
    plain = parts[0].lower() in WEAK and not coded
    return (
        len(parts) == 1
        or coded
        or (len(parts) <= 3 and (not plain or bool(re.search(r"[:=]\s", stretch.text[:place]))))
    )


def told(stretch: Stretch, match: re.Match[str], command: str) -> Claim:
    """The claim: what the command does is its qualifier."""
    reading = stretch.reading
    label = re.sub(r"\b(?:our|my|the)\s+", "", (match["l"] or "").strip().lower())
    spoken = match.groupdict().get("v") or match.groupdict().get("w") or ""
    if match.groupdict().get("w") and label:
        label = f"{label}"
    elif spoken:
        label = f"{spoken.split()[0].rstrip('s')} {label}".strip()
    label = re.sub(r"\b(?:it|a|an)$", "", label).strip() or "start"
    party = reading.user(stretch.words[0])
    acts = re.match(rf"{VERB}\b", label)
    shown = f"The command {'to ' if acts and not label.endswith('ing') else 'for '}{label} is `{command}`"
    return reading.claim(party, "run_with", finish(shown), value=command, qualifier=label, confidence=0.75)
