"""A verb that stands in front without a subject: "switched to pnpm last week" tells of the speaker."""

from __future__ import annotations

from dataclasses import replace

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words

FELT = words("hate love prefer loathe detest adore dislike")


def implied(reading: Reading, clause: Clause) -> Clause:
    """ "Switched to pnpm last week": a verb in front without a subject is the user's own."""
    verb = clause.verb
    before = reading.sentence.words[: verb.i]
    if verb.tag == "VBG" and verb.lemma in {"love", "like", "enjoy", "hate"}:
        return clause  # "loving the new layout" is a word of the moment
    felt = verb.lemma in FELT and clause.tense == "present" and verb.tag in {"VB", "VBP"} and not clause.modal
    stood = verb.lemma in {"stand", "bear"} and clause.modal in {"ca", "can"} and clause.negated
    fragment = verb.dep == "ROOT" and (
        verb.tag in {"VBD", "VBN"} or (verb.tag == "VBG" and not clause.passive) or felt or stood
    )
    if (
        not reading.by_user
        or clause.subject is not None
        or not fragment
        or any(
            word.pos not in {"ADV", "INTJ", "CCONJ", "PUNCT", "PART"}
            and word.lower not in {"got", "ca", "can", "been"}
            for word in before
        )
    ):
        return clause
    speaker = Word(-1, "I", "I", "PRON", "PRP", "nsubj", verb.i, verb.start, verb.start + 1)
    adverbs = clause.adverbs | ({"-ing"} if verb.tag == "VBG" else set())
    tense = "present" if verb.tag == "VBG" or felt or stood else "past"
    return replace(clause, subject=speaker, imperative=False, tense=tense, adverbs=adverbs)
