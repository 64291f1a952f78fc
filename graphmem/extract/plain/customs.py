"""How a team works and writes: "prices are stored as integer cents", "we do trunk based development"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

WAYS = (
    r"(?:[\w-]+[\s-]+(?:based|driven|first)\s+(?:development|design|testing|programming"
    r"|workflow|deployments?)|tdd|bdd|ddd|scrum|kanban|gitflow|git flow|github flow"
    r"|trunk[- ]based(?: development)?|pair programming|mob programming"
    r"|conventional commits|semantic versioning|semver|calver|squash merges?|rebase merges?"
    r"|merge commits|feature flags|code reviews?|blue[- ]green(?: deploy(?:s|ments?))?|canary"
    r" (?:releases|deploys|deployments)|continuous (?:delivery|deployment|integration)|weekly"
    r" releases|stacked (?:prs|diffs)|monorepo|design docs|adrs?|rfcs|clean architecture"
    r"|hexagonal architecture|event sourcing|cqrs|okrs|sprints|standups|shape up|story points"
    r"|linear history)"
)
DOES = rx.compile(
    rf"^(?:i|we)(?:'re| are| have)?\s+{ADVERBS}(?:do|doing"
    r"|practi[sc]e|practicing|follow|following|work with|use|using|run|adhere to|stick to|write"
    rf"|require|believe in)\s+(?P<o>{WAYS})\b(?P<t>.*)$",
    re.IGNORECASE,
)
MADE = rx.compile(
    rf"^(?P<s>[^,;:]+?)\s+(?:is|are|get|gets|must be|have to be)\s+{ADVERBS}(?P<v>stored as|kept as"
    r"|saved as|represented as|encoded (?:as|in|with)"
    r"|formatted (?:as|with|in|by)|serialized (?:as|to|with)|serialised (?:as|to|with)"
    r"|prefixed (?:with|by)|suffixed with|namespaced (?:by|under|with)|named (?:after|like|in)"
    r"|tagged (?:with|as)|versioned (?:by|with|in|via)|indented with|written (?:in|as)"
    r"|returned (?:as|in)|signed with|hashed (?:with|using)|encrypted (?:with|using)"
    r"|compressed (?:with|using)|grouped by|sorted by|partitioned by|sharded by|keyed by"
    r"|expressed in|measured in|denominated in|logged (?:as|in)|paginated (?:with|by|via)"
    r"|soft[- ]deleted(?: with| via)?|authenticated (?:with|via|by|using)"
    r"|reviewed by|linted (?:with|by)|validated (?:with|by"
    r"|against))\s+(?P<o>[^,;]+)$",
    re.IGNORECASE,
)
CODED = rx.compile(
    r"^(?P<s>(?:all|every|each|the|our)?\s*[\w -]+?)\s+(?P<v>use|uses|start with|starts with"
    r"|begin with|begins with|end in|ends in|end with|ends with|have|has|carry|carries|follow"
    r"|follows|go by|need|needs|contain|contains|are|is)\s+(?:the\s+"
    r"|an?\s+)?(?P<o>(?:[A-Z]{2,}_[A-Z_]*|[\w-]*_[\w.]+|[\w.-]+\+[\w.-]+|(?:snake|kebab|camel"
    r"|pascal)[_-]?case|SCREAMING_SNAKE(?:_CASE)?|ISO ?8601|RFC ?\d+|UTC|uuid(?:s|v\d)?|ulids?"
    r"|utf-?8|semver|protobuf|grpc|graphql|json|yaml|toml)(?:\s+(?:and"
    r"|or)\s+[\w_.-]+)*(?:\s+(?:timestamps|names|keys|strings|dates|format|prefix|suffix"
    r"|columns))?)(?P<t>\s+.*)?$",
    re.IGNORECASE,
)
WRITTEN = words(
    "price prices amount amounts money timestamp timestamps date dates time times id ids key"
    " keys column columns table tables field fields file files test tests module modules"
    " class classes function functions variable variables env var vars"
    " branch branches commit commits message messages endpoint endpoints api apis route"
    " routes url urls error errors response responses request requests log logs event events"
    " payload payloads topic topics queue queues package packages migration migrations"
    " component components hook hooks style styles token tokens password passwords secret"
    " secrets record records row rows user users config configs setting settings constant"
    " constants enum enums name names pr prs pull release releases image images tag tags"
    " version versions"
    " duration durations distance distances currency currencies string strings document"
    " documents model models fixture fixtures schema schemas query queries cookie cookies"
    " header headers job jobs backup backups versioning naming identifier identifiers service"
    " services codebase code docs comment comments changelog"
)
NO_CUSTOM = rx.compile(
    r"\b(?:this|that|these|those|it|its|his|her|their|him|them|you|your|my|failing|broken|wrong"
    r"|missing)\b",
    re.IGNORECASE,
)


@rx.only_where(DOES, MADE, CODED)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The custom that one piece tells."""
    if not stretch.reading.by_user or stretch.negated():
        return
    match = DOES.match(stretch.text)
    if match is not None:
        yield from way(stretch, match)
        return
    match = MADE.match(stretch.text) or CODED.match(stretch.text)
    if match is None or NO_CUSTOM.search(stretch.text):
        return
    label = label_of(stretch, *match.span("s"))
    label = re.sub(r"^(?:all|every|each)\s+(?:the\s+|our\s+)?", "", label, flags=re.IGNORECASE)
    if not label or not WRITTEN & set(label.lower().split()):
        return
    value = bare(match["o"])
    if (
        match.re == CODED
        and match["v"].lower() in {"are", "is"}
        and re.search(r"^(?:json|yaml|toml)$", value)
    ):
        return
    shown = "" if match.re == MADE and match["v"].lower().endswith(" as") else match["v"].split()[-1].lower()
    told = stretch.text[match.start("s") : match.end("o")]
    told = re.sub(r"^(?:the|our|my)\s+", "The ", told, flags=re.IGNORECASE)
    yield setting(
        stretch,
        label,
        (f"{match['v'].split()[0].lower()} {shown} {value}")
        if shown in {"with", "in", "by"} and match.re == MADE
        else value,
        told,
    )


def way(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """ "We do trunk based development"."""
    reading = stretch.reading
    party = Party(reading.speaker(stretch.words[0]).mention, "The user's team", we=True, user=True)
    if re.match(r"\s+(?:on|in|for|at)\s+(?:this|that|the next)\b", match["t"]):
        return
    text = finish(f"The user's team uses {match['o']}")
    yield reading.claim(party, "uses", text, value=match["o"], qualifier="", confidence=0.7)
