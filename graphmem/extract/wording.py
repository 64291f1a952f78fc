"""Clauses become sentences that stand alone: names in place of "I" and "my", dates in place of "yesterday"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import datetime

from graphmem.extract.clauses import Clause
from graphmem.extract.dates import DateMention, written
from graphmem.extract.parse import Word
from graphmem.extract.vocabulary import TURN_WORDS, third, words

USER_WORDS = {
    "i": "the user", "me": "the user", "my": "the user's", "mine": "the user's", "myself": "themselves",
    "we": "the user's team", "us": "the user's team", "our": "the team's", "ours": "the team's",
    "you": "the agent", "your": "the agent's", "yours": "the agent's",
}  # fmt: skip
OPEN_WORDS = words("he him his she her hers it its they them their theirs this that these those here there")
FINITE = {
    "am": "is",
    "'m": "is",
    "are": "is",
    "'re": "is",
    "were": "was",
    "have": "has",
    "'ve": "has",
    "do": "does",
}
NO_PREPOSITION = re.compile(
    r"\b(?:in|on|at|since|until|till|by|before|after|from|during|for|of|over|around|about|to|between|early|late|mid)\s*(?:the)?\s*$",
    re.IGNORECASE,
)


# What opens a turn of talk and adds nothing.
OPENERS = re.compile(
    r"^(?:by the way|speaking of (?:which|that)|on (?:another|a side|a related) note|as (?:a|an) (?:side|aside) ?note"
    r"|to be honest|for (?:the record|reference|context|what it's worth)|in fact|first of all|in case it helps"
    r"|as i (?:said|mentioned)|like i said)\b[\s,:-]*",
    re.IGNORECASE,
)


def stand_alone(
    clause: Clause,
    dates: Collection[DateMention],
    said_at: datetime,
    *,
    names: Mapping[int, str],
    words: list[Word] | None = None,
    subject: str = "",
    drop: Collection[int] = (),
) -> str | None:
    """A clause as a sentence of its own, or None when a word in it points somewhere that is not known.

    `names` gives the name that a pronoun at a place stands for; `subject` is put before a clause that shares the
    subject of another; `drop` names places of words to leave out.
    """
    chosen = [word for word in (clause.words if words is None else words) if word.i not in set(drop)]
    while chosen and (
        chosen[0].pos in {"CCONJ", "PUNCT", "INTJ"}
        or chosen[0].dep in {"mark", "cc"}
        or chosen[0].lower in TURN_WORDS
    ):
        chosen = chosen[1:]
    opener = OPENERS.match(" ".join(word.text for word in chosen))
    if opener:
        gone = len(opener[0].split())
        chosen = chosen[gone:]
    while chosen and chosen[-1].pos in {"PUNCT", "CCONJ"}:
        chosen = chosen[:-1]
    if not chosen:
        return None
    first_person = clause.subject is not None and clause.subject.lower in {"i", "we"}
    shared = clause.subject is not None and clause.subject.i not in {word.i for word in chosen}
    pieces: list[str] = []
    first: list[str] = []  # a date in front, which reads better behind
    skip_until = -1
    for place, word in enumerate(chosen):
        if word.start < skip_until:
            continue
        date = next((one for one in dates if one.start <= word.start < one.end), None)
        if date is not None:
            skip_until = date.end
            if pieces and pieces[-1] == "the":
                pieces.pop()
            held = date.direction == "for" and not (clause.perfect or "been" in {one.lower for one in chosen})
            if held and not date.text.lower().startswith("for"):
                held = False
            shown = date.text if held else dated(date, " ".join(pieces), said_at)
            (pieces if pieces else first).append(shown)
            continue
        if first and not pieces and word.pos == "PUNCT":
            continue
        if word.lower in TURN_WORDS and word.dep == "advmod" and word.head == clause.verb.i:
            continue
        spoken = in_third_person(clause, word, names, agree=first_person)
        if spoken is None:
            return None
        if word.lower == "my" and first_person and pieces:
            spoken = "their"
        gap = "" if not pieces or (place and chosen[place - 1].end == word.start) else " "
        if spoken == "n't":
            gap, spoken = "", "n't"
        elif spoken in {"is", "has", "will", "would"} and word.text.startswith(("'", "’")):
            gap = " "
        if gap or not pieces:
            pieces.append(spoken)
        else:
            pieces[-1] += spoken
    sentence = " ".join(pieces + first).strip(" ,;:-–—")
    if shared and subject:
        sentence = f"{subject} {sentence[:1].lower()}{sentence[1:]}"
    return finish(sentence)


def in_third_person(clause: Clause, word: Word, names: Mapping[int, str], *, agree: bool) -> str | None:
    """One word as somebody else would say it; None for a pronoun that nobody has explained."""
    if word.i in names:
        return names[word.i]
    lower = word.lower.replace("’", "'")
    if word.pos in {"PRON", "DET"} and lower in USER_WORDS:
        return USER_WORDS[lower]
    if lower in OPEN_WORDS and (word.pos in {"PRON", "DET"} or (word.pos == "ADV" and word.dep != "expl")):
        return None if not (lower in {"that", "there"} and word.dep in {"mark", "expl"}) else word.text
    if lower in FINITE and word.pos in {"AUX", "VERB"} and speaks_of_me(clause, word):
        return FINITE[lower]
    if word.i == clause.verb.i and clause.tense == "past":
        return word.text
    if agree and word.i == clause.verb.i or (word.tag == "VBP" and speaks_of_me(clause, word)):
        helpers = [one for one in clause.sentence.below(word, "aux", "auxpass") if one.i < word.i]
        if not helpers and (word.tag == "VBP" or (word.tag == "VB" and clause.tense == "present")):
            return third(word.lemma)
    if lower == "'ll":
        return "will"
    if lower == "ca" and word.tag == "MD":
        return "can"
    if lower in {"'s", "’s"} and word.pos in {"AUX", "VERB"}:
        return "is" if word.lemma == "be" else "has"
    return word.text


def speaks_of_me(clause: Clause, word: Word) -> bool:
    """True for a verb whose subject is "I" or "we", in this clause or in one inside it."""
    sentence = clause.sentence
    verb = sentence.head(word) if word.dep in {"aux", "auxpass"} else word
    if verb.i == clause.verb.i:
        return clause.subject is not None and clause.subject.lower in {"i", "we"}
    return any(one.lower in {"i", "we"} for one in sentence.below(verb, "nsubj", "nsubjpass"))


def dated(date: DateMention, before: str, said_at: datetime) -> str:
    """A date in its place, with a preposition when the words before it bring none."""
    text = written(date, said_at)
    if date.direction == "for":
        return f"since {text}"
    if date.direction == "range":
        joined = " to ".join(text.split(" to ", 1))
        return joined if NO_PREPOSITION.search(before) else f"from {joined}"
    if NO_PREPOSITION.search(before):
        return text
    place = "on" if re.match(r"\d{4}-|the weekend", text) else "in"
    return f"{place} {text}"


def finish(sentence: str) -> str:
    """A capital at the beginning, one full stop at the end, plain spaces between."""
    text = re.sub(r"\s+([,.;:!?')\]])", r"\1", re.sub(r"\s+", " ", sentence)).strip(" ,;")
    text = re.sub(r"([(\[])\s+", r"\1", text)
    if not text:
        return ""
    if text.startswith(("the user", "the agent", "the team")):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!")) else text + "."
