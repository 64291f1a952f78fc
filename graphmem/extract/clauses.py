"""Sentences become clauses: a verb with its subject, objects and prepositions, and whether it is said to be so.

A clause is `real` when the speaker states it: not asked, not under "if", "could" or "maybe", not what somebody else
said or what is only wished. Conjoined verbs share a subject; "started using", "used to work" and "plan to move"
become clauses of the inner verb with an `aspect`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from graphmem.extract import sieve as rx
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.vocabulary import BARE_KIN, PRONOUNS, TURN_WORDS, words
from graphmem.remembered import remembered

CLAUSE_DEPS = words("ROOT conj ccomp xcomp advcl relcl acl parataxis pcomp csubj dep")
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
REPORTING = words(
    "say tell claim suggest think believe guess hope wish assume suppose wonder imagine hear read argue"
    " report recommend propose doubt pretend feel expect seem appear ask want need prefer fear worry warn"
    " insist write let consider understand figure bet suspect mention predict"
)
ASPECTS = {
    "start": "start", "begin": "start", "stop": "stop", "quit": "stop", "cease": "stop", "finish": "stop",
    "give": "stop", "plan": "plan", "intend": "plan", "aim": "plan", "go": "plan", "schedule": "plan",
    "decide": "decide", "end": "decide", "choose": "decide", "agree": "decide", "opt": "decide",
    "keep": "keep", "continue": "keep",
    "love": "like", "like": "like", "enjoy": "like", "prefer": "like", "hate": "like", "manage": "keep",
}  # fmt: skip
UNREAL_MODALS = words("could would might may should can ca must 'd ought shall need")
UNREAL_ADVERBS = words(
    "maybe perhaps probably possibly hypothetically theoretically supposedly apparently likely ideally"
    " allegedly"
)
MEASURES = words("bit lot lots little ton tons couple")
BESIDES = words("live work study")
UNREAL_MARKS = words("if unless whether lest")
OCCASIONS = words("when once until till after before whenever as while")
UNREAL_START = rx.compile(
    r"^\W*(?:according to|example|examples|sample|eg|in theory)\b|\b(?:suppose|imagine|assuming"
    r"|assume|let's say|lets say|let us say|say you|for example|for instance|e\.g|what if"
    r"|pretend|hypothetically|as an example|i wish|if only|it's as if|sounds like|looks like|seems)\b",
    re.IGNORECASE,
)
INVENTED = rx.compile(
    r"\b(?:write|tell|create|draft|compose|generate|make up|invent|give me)\b.{0,30}\b(?:story|poem|novel|song|scene"
    r"|character|dialogue|joke|script|screenplay|fairy ?tale|haiku|sketch|persona|tale|limerick)\b"
    r"|\b(?:act|behave|respond|answer) as (?:a|an|if)\b|^\W*you are (?:a|an|the)\b"
    r"|\bin (?:the|this|that|a) (?:movie|film|book|novel|story|game|show|series|play|episode)\b(?! clubs?\b)"
    # "Add a test where Anna is 30": what is made is told of, and nobody who lives
    r"|^\W*(?:please |now |can you )*"
    r"(?:add|write|create|make|generate|draft|build|invent|design|give|show|include|insert|mock|seed) "
    r"(?:me )?(?:please )?(?:an?|some|another|one|two|three|\d+|the|example|sample)\b[^,.;:]{0,60}"
    r"\b(?:where|in which|who|whose|called|named|that (?:has|have|says|contains|uses?|runs?|exposes?|is|are)"
    r"|with|like)\b",
    re.IGNORECASE,
)
CHAINED_WAYS = words("out away off")
CHAINED = words("instead because out rather away due ahead")
WH = words("what who whom whose where when why which how")


@dataclass(slots=True)
class Clause:
    """One verb and what belongs to it; `words` are its own words, without those of other clauses beside it."""

    sentence: Sentence
    verb: Word
    subject: Word | None = None
    passive: bool = False
    negated: bool = False
    ended: bool = False  # "no longer", "not any more"
    tense: str = "present"
    perfect: bool = False
    aspect: str = ""  # start, stop, used, plan, decide, keep, like, other
    real: bool = True
    imperative: bool = False
    question: bool = False
    objects: list[Word] = field(default_factory=list)
    complements: list[Word] = field(default_factory=list)  # what follows "be"
    prepositions: list[tuple[str, Word]] = field(default_factory=list)
    particles: list[str] = field(default_factory=list)
    adverbs: set[str] = field(default_factory=set)
    words: list[Word] = field(default_factory=list)
    modal: str = ""

    @property
    def lemma(self) -> str:
        """The verb's dictionary form."""
        return self.verb.lemma

    def behind(self, *names: str) -> list[Word]:
        """The nouns behind these prepositions; "out" is also "out of"."""
        return [
            word
            for name, word in self.prepositions
            if name in names or (" " in name and name.split()[0] in CHAINED_WAYS & set(names))
        ]


@remembered(1024)
def is_unreal(text: str) -> bool:
    """True for a sentence that tells of nothing that is: a condition, a wish, an invention; it is asked often."""
    return UNREAL_START.search(text) is not None or INVENTED.search(text) is not None


def read_clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence in the order of their verbs."""
    made: dict[int, Clause] = {}
    order = sorted(
        (word for word in sentence.words if is_clause(sentence, word)), key=lambda one: depth(sentence, one)
    )
    asked = is_question(sentence)
    unreal = is_unreal(sentence.text)
    for verb in order:
        made[verb.i] = read_clause(sentence, verb, made, asked=asked, unreal=unreal)
    return [made[i] for i in sorted(made)]


def is_clause(sentence: Sentence, word: Word) -> bool:
    """True for a verb that can say something."""
    if word.pos in {"VERB", "AUX"} and word.dep in CLAUSE_DEPS:
        return True
    return bool(sentence.below(word, "nsubj", "nsubjpass", "cop")) and word.dep in CLAUSE_DEPS


def depth(sentence: Sentence, word: Word) -> tuple[int, int]:
    """How far below the root a word stands."""
    steps, current = 0, word
    while current.head != current.i and steps < 64:
        current = sentence.head(current)
        steps += 1
    return steps, word.i


def is_question(sentence: Sentence) -> bool:
    """True when the sentence asks: a question mark at its end, or a verb before its subject."""
    if "?" in sentence.text[-4:] or sentence.passage.text[sentence.end :].lstrip()[:1] == "?":
        return True
    spoken = [word for word in sentence.words if word.pos not in {"PUNCT", "INTJ", "CCONJ"}]
    if not spoken:
        return False
    first = spoken[0]
    if first.pos == "AUX" and first.lower not in {"be", "'m", "am", "do", "don't"} and len(spoken) > 1:
        asked = (one for one, word in pairwise(spoken) if word.tag in {"VB", "VBP"} and one.pos != "NUM")
        if first.lower == "did" and not any(asked):
            return False  # "did the Postgres upgrade over the weekend" tells what was done
        return spoken[1].dep in SUBJECTS or spoken[1].pos in {"PRON", "PROPN", "DET"}
    if first.lower == "do" and len(spoken) > 1:
        return spoken[1].lower in {"you", "we", "i", "they"}
    if first.lower in WH:
        rest = [word for word in spoken[1:5] if word.pos == "AUX" or word.dep in SUBJECTS]
        return bool(rest) and rest[0].pos == "AUX" and first.lower != "when"
    return False


def read_clause(
    sentence: Sentence, verb: Word, made: dict[int, Clause], *, asked: bool, unreal: bool
) -> Clause:
    """One clause; the clauses above it are made already."""
    clause = Clause(sentence, verb, question=asked)
    head = made.get(verb.head) if verb.head != verb.i else None
    own = [word for word in sentence.below(verb, *SUBJECTS) if word.i < verb.i or word.dep != "expl"]
    before = [word for word in own if word.i < verb.i]
    clause.subject = before[-1] if before else own[0] if own else unseen_subject(sentence, verb)
    if (
        verb.dep == "relcl"
        and clause.subject is not None
        and clause.subject.lower in {"who", "which", "that"}
    ):
        clause.subject = sentence.head(verb)  # "Raj, who works at Initech"
    clause.passive = bool(sentence.below(verb, "auxpass", "nsubjpass"))
    read_auxiliaries(clause)
    clause.real = not (asked or unreal or verb.quoted) and is_stated(clause, head)
    if head is not None and clause.subject is None:
        inherit(clause, head)
    elif clause.subject is None and verb.dep == "acl" and verb.tag == "VBG" and verb.lemma in BESIDES:
        noun = sentence.head(verb)  # "I'm a nurse living in Lyon"
        above = made.get(noun.head) if noun.dep == "attr" else None
        clause.subject = above.subject if above is not None else None
    clause.imperative = clause.subject is None and verb.tag in {"VB", "VBP"} and clause.tense == "present"
    clause.words = [word for word in sentence.subtree(verb) if owner(sentence, word, verb)]
    gather(clause)
    return clause


def unseen_subject(sentence: Sentence, verb: Word) -> Word | None:
    """A name in front of "is" or "lives" that the parser took for an adverb: "Raj is an engineer"."""
    first = sentence.words[0]
    fits = verb.tag == "VBZ" and verb.dep == "ROOT" and first.head == verb.i and first.i < verb.i
    name = (
        first.text[:1].isupper()
        and first.lower not in TURN_WORDS | PRONOUNS | WH
        and not first.lower.endswith("ly")
    )
    if not (fits and name and first.dep in {"advmod", "npadvmod", "dep"}):
        return None
    first.pos, first.dep = "PROPN", "nsubj"
    return first


def read_auxiliaries(clause: Clause) -> None:
    """Negation, tense, modality and adverbs, from the words around the verb."""
    sentence, verb = clause.sentence, clause.verb
    helpers = sentence.below(verb, "aux", "auxpass")
    clause.negated = bool(sentence.below(verb, "neg"))
    for word in sentence.below(verb, "advmod", "npadvmod", "neg", "mark", "intj", "dep"):
        clause.adverbs.update(one.lower for one in sentence.subtree(word) if one.pos != "PUNCT")
    for name in sentence.below(verb, "attr", "acomp"):
        clause.adverbs.update(one.lower for one in sentence.below(name, "advmod", "neg"))
    if "longer" in clause.adverbs and "no" in clause.adverbs:
        clause.ended, clause.negated = True, False
    if clause.negated and ({"anymore", "more"} & clause.adverbs):
        clause.ended, clause.negated = True, False
    modals = [word.lower for word in helpers if word.tag == "MD"]
    clause.modal = modals[0] if modals else ""
    finite = helpers[0] if helpers else verb
    if (
        verb.lower in {"quit", "split"}
        and verb.tag in {"VBP", "VB"}
        and not helpers
        and clause.subject is not None
    ):
        clause.tense = "past"  # the form is the same, and so said it is nearly always the past
    if any(modal in {"will", "'ll", "wo"} for modal in modals):
        clause.tense = "future"
    elif finite.tag == "VBD" or finite.lower in {"was", "were", "did", "had"}:
        clause.tense = "past"
    elif verb.tag == "VBN" and any(word.lemma == "have" or word.lower in {"'ve", "has"} for word in helpers):
        clause.perfect, clause.tense = True, "past"
    elif verb.tag == "VBN" and not helpers and verb.dep != "relcl":
        clause.tense = "past"
        clause.perfect = verb.lower == "been"  # "been on Fastmail for three years now"
    if verb.tag == "VBG" and any(word.lemma == "be" or word.lower in {"'m", "'re", "'s"} for word in helpers):
        clause.adverbs.add("-ing")


def is_stated(clause: Clause, head: Clause | None) -> bool:
    """True unless the words around the verb make it a condition, a wish, a doubt or somebody else's word."""
    sentence, verb = clause.sentence, clause.verb
    if clause.modal in UNREAL_MODALS or clause.adverbs & UNREAL_ADVERBS:
        return False
    marks = {word.lower for word in sentence.below(verb, "mark", "advmod")}
    if verb.dep == "advcl" and marks & OCCASIONS and clause.tense != "past":
        return False  # "when I visit Bangkok" has not happened yet
    if marks & UNREAL_MARKS or ("as" in marks and "if" in marks):
        return False
    for branch in sentence.below(verb, "advcl"):
        if {word.lower for word in sentence.below(branch, "mark", "advmod")} & UNREAL_MARKS:
            return False
    if head is None:
        return True
    if verb.dep in {"ccomp", "parataxis"} and head.verb.lemma in REPORTING:
        return False
    if verb.dep in {"ccomp", "xcomp", "advcl", "conj", "relcl", "acl", "pcomp"} and verb.dep != "conj":
        return head.real or verb.dep == "relcl"
    return True


def inherit(clause: Clause, head: Clause) -> None:
    """A verb without a subject of its own has that of the verb above it."""
    verb = clause.verb
    if verb.dep == "xcomp":
        clause.subject = head.subject
        clause.imperative = head.imperative
        lemma, lower = head.verb.lemma, head.verb.lower
        clause.aspect = "used" if lower == "used" and verb.tag == "VB" else ASPECTS.get(lemma, "other")
        clause.tense, clause.perfect = head.tense, head.perfect
        if clause.aspect == "plan":
            clause.tense = "future" if head.tense != "past" else "past"
        clause.negated = clause.negated != head.negated
        clause.adverbs |= head.adverbs
        clause.real = clause.real and head.real
        if lemma == "go" and "-ing" not in head.adverbs:
            clause.aspect = "other"
        if lemma == "give" and "up" not in head.particles:
            clause.aspect = "other"
        if lemma in {"be", "get", "have"}:
            clause.aspect = "other"
    elif verb.dep in {"conj", "dep", "parataxis"}:
        clause.subject, clause.aspect = head.subject, head.aspect
        if head.passive and verb.tag == "VBN" and not clause.sentence.below(verb, "aux", "auxpass"):
            clause.passive, clause.tense = True, head.tense  # "is written in Go and owned by Sanjay"
        if not clause.modal and head.modal and verb.tag in {"VB", "VBP"}:
            clause.modal, clause.tense = head.modal, head.tense
            clause.real = clause.real and head.real
        if not head.real:
            clause.real = False
    elif verb.dep == "relcl":
        clause.subject = None
    elif verb.dep == "advcl" and verb.tag == "VBG" and verb.lemma in BESIDES and verb.i > head.verb.i:
        clause.subject = head.subject  # "I'm 41, living in Hamburg"
        clause.adverbs.add("-ing")


def is_kin(sentence: Sentence, word: Word) -> bool:
    """True for the "mum" or "dad" of a clause that stands alone and so is the speaker's."""
    if word.lower not in BARE_KIN or word.dep not in {"nsubj", "nsubjpass"}:
        return False
    return not sentence.below(word, "poss", "det", "amod", "compound", "nmod", "nummod", "appos")


def owner(sentence: Sentence, word: Word, verb: Word) -> bool:
    """True when the nearest clause that could stand alone above the word is that of the verb."""
    current = word
    while current.i != verb.i:
        if (
            current.dep in {"conj", "parataxis"}
            and current.head == verb.i
            and (current.pos in {"VERB", "AUX"} or sentence.below(current, "nsubj", "nsubjpass"))
        ):
            return False
        if (
            current.dep in {"ccomp", "advcl"}
            and current.head == verb.i
            and sentence.below(current, *SUBJECTS)
            and (current.dep == "ccomp" and verb.lemma not in REPORTING and current.i < verb.i)
        ):
            return False
        current = sentence.head(current)
    if word.head == verb.i and word.dep == "cc":
        following = [one for one in sentence.below(verb, "conj") if one.i > word.i]
        return not following
    return True


def gather(clause: Clause) -> None:
    """Objects, complements, particles and prepositions; those of nouns count too, for the parser often errs there."""
    sentence, verb = clause.sentence, clause.verb
    for word in sentence.below(verb):
        if word.dep in {"dobj", "dative", "oprd"} and word.pos != "ADP":
            clause.objects.extend(measured(sentence, one) for one in with_conjuncts(sentence, word))
        elif word.dep in {"attr", "acomp"}:
            clause.complements.extend(with_conjuncts(sentence, word))
        elif word.dep == "prt":
            clause.particles.append(word.lower)
    for word in sentence.below(verb):
        if word.dep in {"prep", "agent", "dative", "advmod", "prt"}:
            follow(clause, word, word.lower)
    for word in [*clause.objects, *clause.complements, *(noun for _, noun in clause.prepositions)]:
        for below in sentence.below(word, "prep"):
            follow(clause, below, below.lower)


def follow(clause: Clause, preposition: Word, name: str, steps: int = 0) -> None:
    """The nouns behind a preposition, through chains like "instead of", "out of" and "because of"."""
    sentence = clause.sentence
    before = sentence.words[preposition.i - 1].lower if preposition.i else ""
    if before in CHAINED and " " not in name:
        name = f"{before} {name}"
    for word in sentence.below(preposition, "pobj", "pcomp"):
        if word.pos == "ADP":
            follow(clause, word, f"{name} {word.lower}", steps + 1)
            continue
        for noun in with_conjuncts(sentence, word):
            clause.prepositions.append((name, noun))
            for below in sentence.below(noun, "prep"):
                if steps < 4:
                    follow(clause, below, below.lower, steps + 1)
    if steps < 4:
        for below in sentence.below(preposition, "prep"):
            follow(clause, below, f"{name} {below.lower}", steps + 1)


def measured(sentence: Sentence, word: Word) -> Word:
    """ "a bit of German" is German."""
    if word.lower in MEASURES:
        for preposition in sentence.below(word, "prep"):
            for noun in sentence.below(preposition, "pobj") if preposition.lower == "of" else []:
                return noun
    return word


def with_conjuncts(sentence: Sentence, word: Word) -> list[Word]:
    """A noun and those joined to it by "and" or a comma, but not by "not" or "or"."""
    found, pending = [word], [word]
    while pending:
        current = pending.pop()
        joint = {one.lower for one in sentence.below(current, "cc", "neg")}
        if joint & {"or", "not", "but", "than", "of"}:
            continue
        for other in sentence.below(current, "conj"):
            if sentence.words[other.i - 1].lower in {"not", "than", "of"}:
                continue
            if other.pos in {"NOUN", "PROPN", "NUM", "X", "ADJ"}:
                found.append(other)
                pending.append(other)
    return found
