"""Noun phrases become things: what is named, what kind of thing it is, and where it stands in the message."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS
from graphmem.model import Mention
from graphmem.names import PERSON, entity_ids
from graphmem.ontology import Ontology

NER_KINDS = {
    "PERSON": "person", "ORG": "organization", "GPE": "place", "LOC": "place", "FAC": "place", "NORP": "concept",
    "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "work", "LANGUAGE": "concept", "LAW": "work",
}  # fmt: skip
# "API", "CI" and the like in capitals are no names.
HEADS_ALONE = frozenset(
    {
        "api",
        "db",
        "ci",
        "cd",
        "ui",
        "vm",
        "sdk",
        "app",
        "repo",
        "cli",
        "sql",
        "url",
        "id",
        "pr",
        "prs",
        "os",
        "ide",
        "faq",
        "mvp",
        "qa",
    }
)
# What a thing of a sure kind may be taken for, the nearest first.
NEAR = {
    "technology": ("package", "product", "service", "organization"),
    "package": ("technology", "project"),
    "service": ("project", "technology"),
    "product": ("technology", "service", "organization"),
}
# Labels of names that may hold small words: "St. Mary's Hospital", "Bank of America".
SPANNING = frozenset({"PERSON", "ORG", "FAC", "EVENT", "WORK_OF_ART"})
NO_NAME = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})
# Adjectives that tell nothing of what a thing is called.
SAYS_LITTLE = frozenset(
    [
        "own", "new", "old", "current", "whole", "entire", "first", "last", "next", "relevant", "other", "same", "main",
        "right", "wrong", "correct", "different", "specific", "actual", "final", "initial", "remaining", "necessary",
        "previous", "existing", "simple", "small", "big", "great", "good", "bad", "original", "corresponding", "only",
        "full", "separate", "certain", "entire", "appropriate", "respective",
    ]
)  # fmt: skip
BRANCHES = frozenset(
    {"prep", "relcl", "acl", "conj", "cc", "punct", "appos", "advcl", "ccomp", "npadvmod", "preconj"}
)
DROPPED = frozenset({"det", "poss", "predet", "neg", "quantmod", "advmod", "intj", "mark", "case"})
CAPITAL = rx.compile(r"[^\W\d_]*[A-Z]|\d")


class Thing(NamedTuple):
    """What a noun phrase names: its words without articles, the kind it seems to be, its characters in the passage."""

    name: str
    kind: str  # "" when nothing tells
    start: int
    end: int
    named: bool  # a proper or technical name, or a phrase such as "the billing service"
    sure: bool  # the kind is known and may not be bent to fit a predicate
    definite: bool  # "the", "this", "my" stood before it
    head: Word
    article: str = ""

    def mention(self, message_id: str, sentence: Sentence, kind: str) -> Mention:
        """The thing as a mention of the message."""
        start, end = sentence.passage.source(self.start, self.end)
        return Mention(message_id, start, end, self.name, kind)


def core(sentence: Sentence, head: Word) -> list[Word]:
    """The words of a noun phrase that name it, in one piece around its head."""
    words = sentence.subtree(head, without=BRANCHES)
    kept = {word.i for word in words if not (word.dep in DROPPED and word.head == head.i)}
    low = high = head.i
    while low - 1 in kept:
        low -= 1
    while high + 1 in kept:
        high += 1
    found = sentence.words[low : high + 1]
    while (
        found
        and found[0].i != head.i
        and (found[0].pos in {"DET", "PRON", "PUNCT", "ADV", "SPACE", "PART"} or found[0].text in SAYS_LITTLE)
    ):
        found = found[1:]
    return found


def read_thing(sentence: Sentence, head: Word, ontology: Ontology) -> Thing | None:
    """What the phrase around a noun names; None for pronouns and for what names nothing."""
    if head.lower in PRONOUNS or head.pos in {"PRON", "DET", "PUNCT", "SYM", "ADP", "ADV"}:
        return None
    words = core(sentence, head)
    if not words:
        return None
    called = called_name(sentence, head, ontology)
    if called is not None:
        return called
    article = next((word.lower for word in sentence.below(head, "det")), "")
    definite = any(
        word.dep in {"det", "poss"} and word.lower not in {"a", "an", "any", "some", "no", "every", "each"}
        for word in sentence.below(head)
    )
    proper = proper_part(sentence, head, words)
    if head.technical is not None and head.technical != "":
        return Thing(head.text, head.technical, head.start, head.end, True, True, definite, head, article)
    if proper:
        return name_of(sentence, proper, ontology, head, definite=definite)._replace(article=article)
    text = sentence.stretch(words)
    known = ontology.known(text)
    if known:
        return Thing(text, known, words[0].start, words[-1].end, True, True, definite, head, article)
    kind = ontology.heads.get(head.lemma.lower()) or ontology.heads.get(head.lower)
    modified = any(word.i != head.i and word.dep in {"compound", "amod", "nmod"} for word in words)
    named = bool(kind) and modified and definite and head.tag == "NN" and head.technical is None
    named = named or head.technical == ""
    return Thing(
        text, kind or "", words[0].start, words[-1].end, named, bool(kind) and named, definite, head, article
    )


def called_name(sentence: Sentence, head: Word, ontology: Ontology) -> Thing | None:
    """ "a startup called Freightly" is Freightly; a small letter will do for a program."""
    behind = sentence.words[head.i + 1 : head.i + 5]
    if len(behind) < 2 or behind[0].lower not in {"called", "named"} or head.pos not in {"NOUN", "PROPN"}:
        return None
    kind = ontology.heads.get(head.lemma.lower(), "")
    small = kind in NEAR or kind in {"project", "repository"}
    names = behind[1:2] if small or behind[1].text[:1].isupper() else []
    while names and len(names) < 3 and len(behind) > len(names) + 1:
        following = behind[len(names) + 1]
        if not (following.text[:1].isupper() and following.pos == "PROPN"):
            break
        names.append(following)
    if not names or not names[0].text[:1].isalpha() or names[0].lower in PRONOUNS | {"after", "for", "by"}:
        return None
    return Thing(sentence.stretch(names), kind, names[0].start, names[-1].end, True, bool(kind), False, head)


def proper_part(sentence: Sentence, head: Word, words: list[Word]) -> list[Word]:
    """The run of capitalised or tagged names that ends in the head."""
    if head.entity in NO_NAME and not head.technical:
        return []
    if not is_proper(head, first=sentence.words[0]):
        return []
    if len(words) == 1 and head.lower in HEADS_ALONE:
        return []
    low = head.i
    inside = {word.i for word in words}
    while low - 1 in inside and is_proper(sentence.words[low - 1], first=sentence.words[0]):
        low -= 1
    while (
        low > 0
        and head.entity in SPANNING
        and sentence.words[low - 1].entity == head.entity
        and sentence.words[low - 1].pos in {"PROPN", "PART", "ADP", "NOUN"}
        and sentence.words[low - 1].lower not in {"to", "from", "with", "by"}
    ):
        low -= 1
    high = head.i
    while high + 1 in inside and is_proper(sentence.words[high + 1], first=sentence.words[0]):
        high += 1
    behind = sentence.words[high + 1 : high + 3]
    if head.entity in SPANNING and [word.lower for word in behind[:1]] == ["of"] and len(behind) == 2:
        last = behind[1]  # "University of Vienna"
        if last.pos == "PROPN" and last.entity == head.entity:
            high = last.i
    return sentence.words[low : high + 1]


def is_proper(word: Word, *, first: Word) -> bool:
    """True for a word that is a name by its spelling; the first word of a sentence needs the parser's word for it."""
    if (
        word.pos in {"PRON", "DET", "ADP", "AUX", "CCONJ", "PUNCT"}
        or word.entity in NO_NAME
        or word.lower in EMPTY_NOUNS
    ):
        return False
    if word.technical:
        return word.technical != "version"
    capital = bool(CAPITAL.match(word.text)) and not word.text.isdigit()
    if word.i == first.i:
        labelled = word.entity in NER_KINDS and word.tag in {"NN", "NNP"}
        return capital and (word.pos == "PROPN" or labelled or bool(re.match(r".+[A-Z\d]", word.text)))
    return capital or (word.pos == "PROPN" and word.entity in {"PERSON", "ORG", "GPE", "PRODUCT"})


def name_of(
    sentence: Sentence, words: list[Word], ontology: Ontology, head: Word, *, definite: bool
) -> Thing:
    """A proper name as a thing, its kind by the gazetteer, the head noun or the parser's label."""
    text = sentence.stretch(words)
    known = ontology.known(text)
    kind = (
        known
        or ontology.heads.get(words[-1].lower, "")
        or next((NER_KINDS[word.entity] for word in reversed(words) if word.entity in NER_KINDS), "")
    )
    technical = next((word.technical for word in words if word.technical), "")
    sure = bool(known or technical)
    return Thing(text, known or technical or kind, words[0].start, words[-1].end, True, sure, definite, head)


def may_be_person(thing: Thing) -> bool:
    """True for the bare name of a known tool or place that people are called after."""
    bare = thing.name[:1].isupper() and not thing.definite and not thing.article
    return bare and len(entity_ids(thing.name)) > 1


def fit(thing: Thing, kinds: tuple[str, ...], known: dict[str, str]) -> str:
    """The kind that a thing has as an object of these kinds, or "" when it cannot be one.

    A label of the parser is a guess that gives way; a technical name or a known name does not.
    """
    remembered = known.get(thing.name.lower(), "")
    allowed = [kind for kind in kinds if kind != "value"]
    if PERSON in allowed and thing.kind not in allowed and may_be_person(thing):
        return PERSON  # Ruby who moved to Plymouth, whatever else goes by that name here
    if not allowed:
        return remembered or thing.kind or "concept"
    if remembered in allowed:
        return remembered
    if remembered and not (len(entity_ids(thing.name)) > 1 and thing.kind in allowed):
        return ""
    if thing.kind in allowed:
        return thing.kind
    if thing.sure:
        return next((kind for kind in NEAR.get(thing.kind, ()) if kind in allowed), "")
    return allowed[0]


def shows_article(thing: Thing) -> bool:
    """True for "billing service", which reads "the billing service" in a sentence."""
    return (
        thing.definite and thing.head.pos == "NOUN" and not thing.head.technical and thing.name[:1].islower()
    )
