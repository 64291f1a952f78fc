"""What a claim is about: from a noun phrase and a predicate to an entity or a literal, and the purpose beside it."""

from __future__ import annotations

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.refusals import TOOLS, is_refused
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, words
from graphmem.ontology import Predicate

HELD = words("owns maintains leads works_on")
HOLDS = words("own maintain lead take manage be look inherit sell head")
# Verbs that take an ordinary noun as a literal; the others need a name.
TAKES_LITERAL = words(
    "use buy drive eat drink smoke follow great play adopt sell get allergic intolerant speak study learn write"
    " fluent diagnosed good experienced proficient new unfamiliar work serve become promoted"
)


def target_of(
    reading: Reading, clause: Clause, predicate: Predicate, thing: Thing, role: str
) -> tuple[str, str]:
    """The object's kind when it is an entity, its text when it is a literal; both empty when it is neither."""
    entity_kinds = tuple(kind for kind in predicate.range if kind != "value")
    literal_only = predicate.range == ("value",)
    if is_refused(reading, clause, predicate, thing, role):
        return "", ""
    if predicate.name == "owns" and clause.lemma in {"buy", "sell", "drive"} and not thing.sure:
        mine = thing.definite and not (clause.lemma == "sell" and owned_by_speaker(reading, thing))
        return ("product", "") if thing.named else ("", "" if mine or empty_noun(thing) else thing.name)
    if not literal_only and (thing.named or (clause.lemma != "be" and bare(thing, predicate))):
        kind = reading.kind(thing, predicate.range)
        if kind and thing.head.technical != "":
            return kind, ""
        if kind and thing.head.technical == "" and entity_kinds:
            return kind, ""
    kind, value = held_target(reading, clause, predicate, thing)
    if kind or value:
        return kind, value
    verbs = {clause.lemma, clause.verb.lower, *(word.lower for word in clause.complements)}
    if (
        predicate.literal
        and verbs & TAKES_LITERAL
        and (not thing.definite or clause.lemma == "play")
        and thing.head.lemma.lower() not in EMPTY_NOUNS
        and not loose(reading, thing)
    ):
        return "", thing.name
    return "", ""


def held_target(reading: Reading, clause: Clause, predicate: Predicate, thing: Thing) -> tuple[str, str]:
    """ "The onboarding flow" as something that somebody answers for."""
    if predicate.name not in HELD or clause.lemma not in HOLDS or not reading.by_user:
        return "", ""
    kind = held_kind(reading, thing)
    if kind and (kind in predicate.range or kind == "project"):
        return kind, ""
    owned = predicate.name == "owns" and clause.lemma in {"own", "sell"}
    return "", thing.name if owned and thing.definite and not empty_noun(thing) else ""


def empty_noun(thing: Thing) -> bool:
    """True for "stuff", "the thing"."""
    return thing.head.lemma.lower() in EMPTY_NOUNS


def owned_by_speaker(reading: Reading, thing: Thing) -> bool:
    """True for "my camera"."""
    return any(one.lower in {"my", "our"} for one in reading.sentence.below(thing.head, "poss"))


def held_kind(reading: Reading, thing: Thing) -> str:
    """The kind of "the onboarding flow" as something one answers for; "" for what names nothing."""
    head = thing.head
    described = any(one.dep == "compound" for one in reading.sentence.below(head))
    empty = head.lemma.lower() in EMPTY_NOUNS and not described
    if (
        not thing.definite
        or head.tag not in {"NN", "NNP"}
        or empty
        or thing.kind in {"person", "event", "product"}
    ):
        return ""
    return thing.kind if thing.kind in TOOLS | {"organization"} else "project" if described else ""


def loose(reading: Reading, thing: Thing) -> bool:
    """True for a noun such as "app" that says nothing without a word before it."""
    return thing.name == thing.head.text and thing.head.lemma.lower() in reading.ontology.heads


def bare(thing: Thing, predicate: Predicate) -> bool:
    """True for a lower-case noun without an article where only a name can stand: "i work at stripe"."""
    plain = thing.head.tag in {"NN", "NNP", "NNS", "FW", "JJ"} and not (thing.definite or thing.article)
    alone = thing.name == thing.head.text and thing.head.lemma.lower() not in EMPTY_NOUNS
    only_names = "value" not in predicate.range and len(predicate.range) == 1
    return plain and alone and only_names


def written_name(thing: Thing) -> str:
    """The name with the article that it had: "the billing service", "a Volvo"."""
    plain = thing.head.pos in {"NOUN", "PRON"} and thing.name[:1].islower() and not thing.head.technical
    if thing.definite:
        return f"the {thing.name}" if plain else thing.name
    return f"{thing.article} {thing.name}" if thing.article in {"a", "an"} else thing.name


def purpose(reading: Reading, clause: Clause, thing: Thing) -> str:
    """What stands behind "for", next to the thing or after the clause: "uses ruff for linting"."""
    words_ = clause.sentence.words
    follower = next((word for word in words_ if word.start >= thing.end), None)
    heads = [follower] if follower is not None and follower.lower == "for" else []
    if not heads and len(clause.objects) == 1:
        heads = [clause.sentence.head(word) for name, word in clause.prepositions if name == "for"][:1]
    for preposition in heads:
        kept: list[Word] = []
        for word in words_[preposition.i + 1 :]:
            if (
                word.pos in {"CCONJ", "PUNCT", "SCONJ", "PRON", "AUX"}
                or reading.is_date(word, clause)
                or word.dep == "prep"
            ):
                break
            if not (word.dep in {"det", "poss"} or word.lower in {"now", "too", "mostly", "all"}):
                kept.append(word)
        if kept and kept[-1].lower not in EMPTY_NOUNS and kept[-1].pos in {"NOUN", "PROPN", "VERB"}:
            return clause.sentence.stretch(kept)
    return ""
