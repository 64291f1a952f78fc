"""Verdicts in the short words of a chat: "sqs out, nats in", "zustand it is, redux is overkill", "meilisearch won"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.typed import thing_at
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.things import Thing
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAME = r"(?P<o>(?:plain\s+)?[\w@][\w.+#/-]*(?:\s(?!(?:is|was|it|won|lost|out|in)\b)[\w.+#-]+)?)"
FRONT = r"(?:(?:so|ok|okay|then|and|nah|no|yes|yeah|well|tl;?dr|in the end|decision|verdict)[\s,:]+)*"
FOR_IT = rx.compile(
    rf"^{FRONT}{NAME}\s+(?:it\s+is(?:\s+then)?|it\s+will\s+be|wins|won|in|got\s+the\s+job|is\s+the\s+(?:winner|pick|choice|way\s+to\s+go)"
    r"|for\s+the\s+win|all\s+the\s+way)(?P<t>\s*(?:[,(]|(?:then|for|because|since|bc|in|on|by)\b).*)?$",
    re.IGNORECASE,
)
OVER = (
    r"(?:out|lost|no\s+chance|(?:is|was)\s+(?:overkill|off\s+the\s+table|a\s+no[- ]go)"
    r"|would(?:\s+have)?\s+(?:be|been)\s+(?:nicer|better|overkill|nice|too\s+\w+)\b.*\bbut\b.*)"
)
AGAINST = rx.compile(
    rf"^{FRONT}{NAME}\s+{OVER}(?P<t>\s*(?:[,(]|(?:for|because|since|bc)\b).*)?$", re.IGNORECASE
)
NOT_THIS = rx.compile(rf"^{FRONT}not\s+{NAME}(?:\s+(?:this\s+time|again|here|anymore))?$", re.IGNORECASE)
# The parts stand between commas, and what stands in brackets by itself.
PARTS = rx.compile(r"\s*[,;:]\s+|\s*\(|\)\s*|\s+(?:and|but)\s+")


def of_statement(stretch: Stretch) -> Iterator[Claim]:
    """The verdicts of one statement, part by part; a name that nobody knows counts beside one that is known."""
    if not any(
        stretch.reading.ontology.known(word.text) in {"technology", "package"} for word in stretch.words
    ):
        return
    for part in stretch.split(PARTS, least=2):
        for pattern, predicate in ((AGAINST, "rejected"), (NOT_THIS, "rejected"), (FOR_IT, "chose")):
            if pattern is NOT_THIS and part.start > stretch.reading.sentence.start + 6:
                continue  # "Postgres, not MongoDB" is read with what stands before it
            match = pattern.match(part.text.strip(" .!"))
            thing = None if match is None else thing_at(part, *match.span("o"))
            if match is not None and thing is not None and tool(part, thing):
                yield verdict(part, thing, predicate)
                break


def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """ "Kotlin multiplatform would have been nicer, but nobody has time to learn it": told, though it says "would"."""
    match = AGAINST.match(stretch.text.strip(" .!"))
    thing = None if match is None else thing_at(stretch, *match.span("o"))
    if thing is not None and tool(stretch, thing):
        yield verdict(stretch, thing, "rejected")


def tool(stretch: Stretch, thing: Thing) -> bool:
    """True for a program, or a word that is none of speech where programs are weighed."""
    known = stretch.reading.ontology.known
    first = thing.name.split()[0]
    if known(thing.name) in {"technology", "package"} or known(first) in {"technology", "package"}:
        return True
    return thing.name.islower() and len(thing.name.split()) == 1 and thing.head.pos in {"PROPN", "X"}


def verdict(stretch: Stretch, thing: Thing, predicate: str) -> Claim:
    """What was taken, or what was not."""
    told = (
        f"The user chose {thing.name}" if predicate == "chose" else f"The user decided against {thing.name}"
    )
    kind = thing.kind if thing.kind in stretch.reading.ontology.predicate(predicate).range else ""
    return stretch.reading.claim(
        user(stretch), predicate, finish(told), thing=thing if kind else None, kind=kind,
        value="" if kind else thing.name, confidence=0.7,
    )  # fmt: skip
