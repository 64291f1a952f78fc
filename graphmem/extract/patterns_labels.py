"""Claims of short forms: "stack: Elixir, Phoenix", "my editor is Neovim", "the frontend is a React app"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.refusals import TOOLS
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import OPEN_WORDS, finish
from graphmem.model import Claim

LABELS = (
    r"(?:tech )?stack|languages?|frameworks?|db|database|queue|broker|message broker|cache|hosting|infra(?:structure)?"
    r"|deployment|deploy|ci(?:/cd)?|front[ -]?end|back[ -]?end|editor|ide|os|shell|terminal|package manager|linter"
    r"|formatter|testing|tests|test runner|orm|auth|monitoring|styling|runtime|search|storage|tools?|tooling|build tool"
)
LABELLED = rx.compile(rf"^\W*(?:(?:our|my|the)\s+)?(?P<label>{LABELS})\s*(?::|=|->|→|–)\s+\S", re.IGNORECASE)
# Where the next label begins: "backend = Go, frontend = Svelte".
OTHER = rx.compile(r"[,;]\s*[A-Za-z][\w /-]{1,20}?\s*(?:=|:|->|→)\s")
TOOL_NOUNS = words(
    "editor ide shell terminal os database db framework language linter formatter queue cache orm browser"
    " debugger broker runtime ci distro"
)
CUSTOMS = words("convention standard guideline policy")
NUMBER = rx.compile(r"v?\d+(?:\.\d+){0,3}")
ITSELF = words("stack tools tool tooling")
LONGEST = 16


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """A label and the known names behind it."""
    sentence = reading.sentence
    found = LABELLED.match(sentence.text) if reading.by_user and len(sentence.words) <= LONGEST else None
    if found is None or sentence.quotes:
        return
    start = sentence.start + found.end() - 1
    other = OTHER.search(sentence.text, found.end())
    end = sentence.start + other.start() if other is not None else sentence.end
    label = found["label"].lower()
    party = Party(reading.speaker(sentence.words[0]).mention, "The user's team", user=True)
    for word in sentence.words:
        if not start <= word.start < end:
            continue
        if word.lower in {"not", "no", "instead", "vs", "or"}:
            return
        thing = tool(reading, word)
        if thing is not None and thing.end == word.end:
            yield from using(reading, party, thing, "" if label in ITSELF or "stack" in label else label)
            yield from at_version(reading, thing)


def tool(reading: Reading, word: Word) -> Thing | None:
    """The known program that a word names."""
    known = reading.ontology.known(word.text)
    if known in TOOLS:
        return Thing(word.text, known, word.start, word.end, True, True, False, word)
    if word.pos in {"PUNCT", "DET", "PRON", "VERB", "AUX"} and word.technical is None:
        return None
    thing = reading.thing(word)
    return thing if thing is not None and thing.sure and thing.named and thing.kind in TOOLS else None


def using(reading: Reading, party: Party, thing: Thing, purpose: str) -> Iterator[Claim]:
    """The program in use, for what the label says."""
    predicate = reading.ontology.predicate("uses")
    text = stated(reading, party, predicate, thing.name, mode="asserts", when=When(), qualifier=purpose)
    yield reading.claim(party, "uses", text, thing=thing, kind=thing.kind, qualifier=purpose, confidence=0.85)


def at_version(reading: Reading, thing: Thing) -> Iterator[Claim]:
    """The number behind a name."""
    behind = next((word for word in reading.sentence.words if word.start >= thing.end), None)
    if behind is None or not NUMBER.fullmatch(behind.text) or behind.start - thing.end > 1:
        return
    party = Party(thing.mention(reading.message.id, reading.sentence, thing.kind), thing.name, thing=thing)
    text = finish(f"{thing.name} is at version {behind.text}")
    yield reading.claim(party, "version_is", text, value=behind.text, confidence=0.85)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """What "be" says of tools, of parts of a project and of where they are."""
    subject = clause.subject
    if (
        subject is None
        or clause.lemma != "be"
        or not clause.real
        or clause.negated
        or clause.tense != "present"
    ):
        return
    mine = [one for one in reading.sentence.below(subject, "poss") if one.lower in {"my", "our"}]
    compound = {one.lower for one in reading.sentence.below(subject, "compound")}
    managed = subject.lower == "manager" and compound & {"package", "password", "window", "dependency"}
    if mine and reading.by_user and (managed or subject.lemma.lower() in TOOL_NOUNS):
        yield from named_tool(reading, clause, subject, mine[0])
        return
    if subject.lemma.lower() in CUSTOMS and reading.by_user:
        yield from custom(reading, clause, subject)
        return
    for word in clause.complements:
        if word.technical in {"host", "url", "file"}:
            yield from placed(reading, clause, subject, word)
        elif reading.ontology.heads.get(word.lemma.lower()) in {"project", "service"}:
            yield from made_with(reading, subject, word)


def custom(reading: Reading, clause: Clause, subject: Word) -> Iterator[Claim]:
    """ "Our convention is to prefix private modules", "the convention here is snake_case for JSON keys"."""
    owners = {one.lower for one in reading.sentence.below(subject, "det", "poss")}
    behind = [word for word in clause.words if word.i > clause.verb.i and word.pos != "PUNCT"]
    if not owners & {"the", "our", "my"} or not 1 <= len(behind) <= 20 or len(reading.clauses) > 3:
        return
    if any(word.lower in OPEN_WORDS and word.pos in {"PRON", "DET"} for word in behind):
        return
    value = re.sub(r"^(?:that|to)\s+", "", reading.sentence.stretch(behind))
    label = reading.sentence.stretch([*reading.sentence.below(subject, "compound", "amod"), subject])
    shown = reading.sentence.stretch(behind)
    party = Party(reading.speaker(subject).mention, "The user's team", user=True)
    text = finish(f"The {label} of the user's team is {shown}")
    yield reading.claim(party, "uses", text, value=value, qualifier=label, confidence=0.8)


def named_tool(reading: Reading, clause: Clause, subject: Word, mine: Word) -> Iterator[Claim]:
    """ "My editor is Neovim"."""
    party = reading.speaker(mine)
    label = " ".join([one.text for one in reading.sentence.below(subject, "compound")] + [subject.text])
    for word in clause.complements:
        thing = tool(reading, word) or reading.thing(word)
        if thing is None or not thing.named or thing.kind in {"person", "place", "version"}:
            continue
        kind = thing.kind if thing.kind in TOOLS else "technology"
        text = finish(f"The user's {label} is {thing.name}")
        yield reading.claim(party, "uses", text, thing=thing, kind=kind, qualifier=label, confidence=0.85)


def placed(reading: Reading, clause: Clause, subject: Word, word: Word) -> Iterator[Claim]:
    """ "Our staging host is stage-3.internal:9000", "the repo is github.com/acme/curio"."""
    party = reading.part(subject, loose=True) or reading.party(subject)
    thing = reading.thing(word)
    if party is None or party.user or thing is None or len(clause.complements) > 1:
        return
    if word.technical == "host":
        text = finish(f"{party.shown} is {thing.name}")
        yield reading.claim(party, "listens_on", text, thing=thing, kind="host", confidence=0.85)
    else:
        text = finish(f"{party.shown} is at {thing.name}")
        yield reading.claim(party, "located_in", text, thing=thing, kind=thing.kind, confidence=0.8)


def made_with(reading: Reading, subject: Word, word: Word) -> Iterator[Claim]:
    """ "The frontend is a React app"."""
    party = reading.party(subject, ("service", "project", "repository", "package"))
    if party is None or (party.user and not party.we):
        return
    predicate = reading.ontology.predicate("uses")
    for one in reading.sentence.below(word, "compound", "amod", "nmod"):
        thing = tool(reading, one)
        if thing is not None:
            text = stated(reading, party, predicate, thing.name, mode="asserts", when=When())
            yield reading.claim(party, "uses", text, thing=thing, kind=thing.kind, confidence=0.8)
