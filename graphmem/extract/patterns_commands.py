"""Claims about commands: how the tests are run, the server is started, the site is deployed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

DOES = words(
    "run start build deploy test lint format launch install migrate seed generate check release publish execute"
    " serve compile package debug bootstrap"
)
THROUGH = words("with via using through by")
# A longer sentence is a task of the moment and tells no custom.
LONGEST = 14
NOT_NOW = rx.compile(
    r"\b(?:then|again|now|first|and (?:fix|tell|show|check|see|report|make|send|paste)|please|can you|let's)\b",
    re.IGNORECASE,
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """ "Run the tests with `make check`", "to start the dev server, run `npm run dev`"."""
    if not reading.by_user or not clause.real or clause.negated or clause.tense == "past":
        return
    if len(reading.sentence.words) > LONGEST or NOT_NOW.search(reading.sentence.text):
        return
    commands = [word for word in clause.words if word.technical == "" and is_command(reading, word)]
    if len(commands) != 1:
        return
    command = commands[0]
    if clause.lemma in {"run", "use", "call", "execute", "type", "be"}:
        yield from aimed(reading, clause, command)
    before = reading.sentence.words[command.i - 1].lower if command.i else ""
    if before in THROUGH and clause.lemma in DOES:
        yield from run_through(reading, clause, clause.lemma, command)


def is_command(reading: Reading, word: Word) -> bool:
    """True for code of several words, or one that is started by a known program."""
    code = any(low <= word.start < high for low, high in reading.sentence.passage.codes)
    return (
        code
        and (" " in word.text or word.text.startswith(("./", "make")))
        and not re.search(r"[(){};=]", word.text)
    )


def aimed(reading: Reading, clause: Clause, command: Word) -> Iterator[Claim]:
    """ "To start the dev server, run `x`", "use `x` to build the docs", "the command to deploy is `x`"."""
    for verb in reading.sentence.words:
        to = any(one.lower == "to" and one.i < verb.i for one in reading.sentence.below(verb, "aux"))
        if to and verb.lemma in DOES and verb.i != clause.verb.i:
            objects = reading.sentence.below(verb, "dobj")
            yield made(reading, verb.lemma, objects[0] if objects else None, command)
            return


def run_through(reading: Reading, clause: Clause, verb: str, command: Word) -> Iterator[Claim]:
    """ "We deploy with `x`", "tests are run with `x`"."""
    objects = [clause.subject] if clause.passive else [word for word in clause.objects if word.i != command.i]
    target = objects[0] if objects else None
    if target is not None and target.pos == "PRON":
        return
    yield made(reading, verb, target, command)


def made(reading: Reading, verb: str, target: Word | None, command: Word) -> Claim:
    """The claim; what is run is a part of the project, or the user's work when it has no name."""
    party = reading.part(target, loose=True) if target is not None else None
    if party is None or party.user:
        party = reading.user(command)
    label = verb
    if target is not None:
        thing = reading.thing(target)
        article = "the " if thing is not None and thing.definite and thing.name[:1].islower() else ""
        label = f"{verb} {article}{thing.name if thing else target.text}"
    text = finish(f"The command to {label} is `{command.text}`")
    return reading.claim(party, "run_with", text, value=command.text, qualifier=verb, confidence=0.75)
