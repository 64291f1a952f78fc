"""Standing orders by their parse: a verb in front without a subject, and something that makes it hold for good."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.orders.said import instructed
from graphmem.extract.parse import NAMING, Sentence, Word
from graphmem.extract.parts import WHOLE
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import OPEN_WORDS
from graphmem.model import Claim

REFUSED = rx.compile(
    r"^\W*(?:(?:and|but|so|also|oh|ok(?:ay)?|btw|by the way|remember"
    r"|note)\W+)*(?:please\W+(?:do\s?n[o']?t|don't|never|avoid|stop)|(?:do\s?n[o']?t|don't)\s+(?:ever"
    r"|please))\b",
    re.IGNORECASE,
)
LEAD_IN = rx.compile(
    r"^\W*(?:(?:and|but|so|also|oh|ok(?:ay)?|btw|by the way|please|pls|remember(?:\s+(?:to|that))?"
    r"|note(?:\s+that)?|from now on|going forward|in (?:the )?future)[\s,:]*)+",
    re.IGNORECASE,
)
GENERIC = words("use add write create commit push put include mention generate install")
# A longer order is a task; so is one that begins with its occasion.
LONGEST = 30
RATHER = rx.compile(r",\s+(?:and\s+)?(?:not|never)\s+\w|\binstead of\b|\brather than\b")
TASK = rx.compile(r"^\W*(?:when|while|once|after|before|for (?:this|now|the))\b", re.IGNORECASE)
SURELY = rx.compile(
    r"^(?:please )?(?:make sure|be sure|remember|try) (?:to|that you|you)\s+(?=\w+\s+\w)", re.IGNORECASE
)
# With these a verb speaks of all times; with the others only some verbs do: "add a test to every module" is a task.
EVERY_TIME = rx.compile(
    r"\b(?:after|before|with|on|at) (?:every|each|any)\b|\bevery time\b|\bwhenever\b"
    r"|\bwhen you (?!can|are|have|get|need|want|see|think|like|feel|could|'re|'ve|find|finish)|\bbefore you \w+\b",
    re.IGNORECASE,
)
EVERYWHERE = rx.compile(
    r"\b(?:in|for|to) (?:all|every|each|any)\b|\beverywhere\b"
    r"|\b(?:in|for) (?:this|the) (?:repo|repository|project|codebase)\b",
    re.IGNORECASE,
)
CUSTOMARY = words("use write keep prefer follow format answer reply respond avoid stick name apologize")
# "When you make the initial file" is an occasion of this task.
THIS_ONCE = rx.compile(r"\bwhen(?:ever)? you [^,]*\b(?:the|this|that|these|those)\b", re.IGNORECASE)
WHENEVER = rx.compile(r"^\W*(?:when(?:ever)? you|whenever|before you|after you|every time)\b", re.IGNORECASE)
MANNERS = words(
    "concise brief short terse polite formal informal direct honest blunt simple minimal precise explicit casual plain"
    " shorter briefer crisp succinct"
)
SPEECH = words(
    "answer reply response explanation message output summary tone sentence comment review language"
)
LEADING = rx.compile(
    r"\b(?:from now on|going forward|in (?:the )?future|every time|by default)\b", re.IGNORECASE
)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """ "Always run the tests before you commit", "please don't use emojis in commit messages"."""
    if not reading.by_user or clause.verb.quoted or clause.question or clause.subject is not None:
        return
    if (
        clause.verb.dep not in {"ROOT", "conj", "ccomp", "xcomp", "parataxis"}
        or clause.verb.tag not in {"VB", "VBP"}
        or clause.modal
    ):
        return
    sentence = reading.sentence
    own = sentence.stretch(clause.words)
    lead = sentence.text[: max(0, clause.words[0].start - sentence.start)] if clause.words else ""
    opening = LEADING.search(own) or LEADING.search(lead)
    refused = REFUSED.match(own) or (REFUSED.match(sentence.text) and clause.verb.dep == "ROOT")
    standing = bool(clause.adverbs & {"always", "never"} or opening or refused)
    standing = standing or (
        clause.lemma in {"stop", "avoid"} and clause.verb.dep == "ROOT" and gives_up(reading, clause)
    )
    standing = standing or is_general(reading, clause, own) or manner(reading, clause)
    standing = standing or (clause.lemma == "use" and bool(RATHER.search(own)) and general(reading, clause))
    if not standing and not (clause.negated and clause.lemma in GENERIC and general(reading, clause)):
        return
    if any(points(sentence, word) for word in clause.words):
        return
    if not orders(clause):
        return
    if (
        len(clause.words) > LONGEST
        or any(word.quoted for word in clause.words)
        or THIS_ONCE.search(own)
        or (TASK.match(own) and not clause.adverbs & {"always", "never"} and not WHENEVER.match(own))
    ):
        return
    text = SURELY.sub("", LEAD_IN.sub("", own)).strip(" ,.;:!")
    if clause.lemma == "be" and not manner(reading, clause):
        return
    if len(text.split()) < 2 or clause.lemma in {"mind", "worry", "forget", "know", "get", "let"}:
        return
    yield instructed(reading, clause.words[0], text, confidence=0.9)


def points(sentence: Sentence, word: Word) -> bool:
    """True for a word that only the talk explains; "this repo" explains itself, and so does "comments that ..."."""
    if word.lower not in OPEN_WORDS or word.pos not in {"PRON", "DET"} or word.tag == "WDT":
        return False
    return not (word.dep == "det" and sentence.head(word).lemma.lower() in WHOLE)


def orders(clause: Clause) -> bool:
    """True for a verb in front with something behind it, alone or joined to another such verb."""
    sentence, verb = clause.sentence, clause.verb
    above = verb
    while above.dep in {"conj", "parataxis", "ccomp", "xcomp"} and above.head != above.i:
        above = sentence.head(above)
    if above.dep != "ROOT" or above.pos not in {"VERB", "AUX"} or sentence.below(above, "nsubj", "nsubjpass"):
        return False
    occasion = {one.i for branch in sentence.below(verb, "advcl") for one in sentence.subtree(branch)}
    before = [word for word in clause.words if word.i < verb.i and word.i not in occasion]
    if any(word.lower == "to" or word.pos in {"PRON", "NOUN", "PROPN"} for word in before):
        return False
    return any(word.i > verb.i and word.pos != "PUNCT" and word.dep != "prt" for word in clause.words)


def is_general(reading: Reading, clause: Clause, own: str) -> bool:
    """ "After every change", "when you write tests"; "in all docs" with verbs of custom."""
    if THIS_ONCE.search(own):
        return False
    inner = {one.lemma for one in reading.sentence.below(clause.verb, "xcomp")}
    customary = bool(({clause.lemma} | (inner if clause.lemma == "stop" else set())) & CUSTOMARY)
    return bool(EVERY_TIME.search(own)) or (customary and bool(EVERYWHERE.search(own)))


def manner(reading: Reading, clause: Clause) -> bool:
    """ "Keep your answers short", "be concise": how the agent is to speak, now and later."""
    sentence = reading.sentence
    if clause.lemma == "be":
        return any(word.lower in MANNERS for word in clause.complements)
    if clause.lemma not in {"keep", "make", "write", "format", "give", "answer", "reply", "respond"}:
        return False
    speech = any(word.lemma.lower() in SPEECH for word in clause.objects)
    plain = bool({word.lower for word in sentence.subtree(clause.verb)} & MANNERS)
    yours = any(
        one.lower in {"your", "all", "the"} for word in clause.objects for one in sentence.below(word)
    )
    return speech and plain and (yours or clause.lemma in {"answer", "reply", "respond", "give", "write"})


def gives_up(reading: Reading, clause: Clause) -> bool:
    """ "Stop adding emojis", but not "stop the server"."""
    inner = reading.sentence.below(clause.verb, "xcomp", "dobj")
    return any(
        one.tag == "VBG"
        and (
            any(noun.tag == "NNS" for noun in reading.sentence.below(one, "dobj"))
            or one.lemma in {"apologize", "apologise", "summarize", "summarise", "repeat", "ramble", "guess"}
        )
        for one in inner
    )


def general(reading: Reading, clause: Clause) -> bool:
    """True when a refusal is about things in general and not about this one here."""

    def pointed(word: Word) -> bool:
        below = reading.sentence.below(word, "det", "poss")
        return any(one.lower not in {"any", "a"} for one in below)

    told = all(word.tag in NAMING and not pointed(word) for word in clause.objects)
    return bool(clause.objects) and told
