"""Parts of the project at hand that have no name of their own: "the backend", "our CI", "staging"."""

from __future__ import annotations

from typing import NamedTuple

from graphmem.extract.parse import Sentence, Word
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, words
from graphmem.ontology import Ontology

ALONE = words("staging production prod ci")
KINDS = words("service technology repository project product host")
# Many of these may be meant; only what was named before tells which.
VAGUE = words(
    "service job package library plugin dependency sdk node machine endpoint microservice svc box vm host"
    " application laptop phone car bike monitor keyboard camera game site website bot"
)
WHOLE = words("project repo repository codebase monorepo stack")
FILES = words(
    "config configuration settings logs log docs documentation tests test migrations schema secrets"
)
OURS = words("the our my")


class Part(NamedTuple):
    """What kind of part a noun names, and the article it reads with."""

    kind: str
    article: str = "the "
    whole: bool = False  # the project itself
    vague: bool = False  # only what was named before tells which one


def part_of(
    sentence: Sentence, word: Word, thing: Thing | None, ontology: Ontology, *, loose: bool
) -> Part | None:
    """The part of the project that a noun names, or None."""
    if thing is None or thing.named or word.quoted or word.pos not in {"NOUN", "PROPN", "ADJ", "X"}:
        return None
    owners = {one.lower for one in sentence.below(word, "det", "poss")}
    alone = thing.name == word.text
    lemma = word.lemma.lower()
    if lemma in WHOLE and alone and owners & (OURS | {"this"}):
        return Part("project", whole=True)
    if word.lower in ALONE and alone and owners <= OURS:
        return Part("service", article="the " if owners else "")
    kind = ontology.heads.get(lemma) or ontology.heads.get(word.lower, "")
    if owners & OURS and kind in KINDS and word.tag != "NNS":
        if alone and lemma in VAGUE:
            return Part(kind, vague=True)
        return Part(kind)
    plural = word.tag == "NNS" and not owners - OURS - {"all"}
    fits = (owners & OURS or plural) and (lemma not in EMPTY_NOUNS or lemma in FILES or not alone)
    if loose and fits and ontology.heads.get(lemma) != "person":
        return Part("file" if word.lower in FILES else "concept", article="the " if owners & OURS else "")
    return None
