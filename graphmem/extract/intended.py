"""What somebody means to do, told among people: "I'm gonna show my sculptures", "we're thinking about sailing"."""

from __future__ import annotations

from graphmem.extract.clauses import Clause
from graphmem.extract.lived import INNER, among_people, is_firm_noun, is_work
from graphmem.extract.parse import Word
from graphmem.extract.pastimes import DOING
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words

GOES_ON = words("keep stay continue remain be try")  # what is so already is no plan
WEIGHS = {
    "think": ("of", "about"),
    "look": ("into", "at"),
    "dream": ("of", "about"),
    "plan": ("on",),
}
TAKES = words("consider plan hope aim prepare")
WEIGHED = words("think look dream consider plan hope aim prepare")


def intends(reading: Reading, clause: Clause) -> bool:
    """True for "I'm going to sell the boat", which is meant to be done."""
    goes = clause.lemma == "go" and clause.verb.tag == "VBG"
    inner = reading.sentence.below(clause.verb, "xcomp")
    return goes and any(one.tag == "VB" and one.lemma not in GOES_ON for one in inner)


def meant(reading: Reading, clause: Clause) -> bool:
    """True for a deed that the speaker is about to do or weighs, and that names what, where or with whom."""
    subject = clause.subject
    if subject is None or subject.lower not in {"i", "we"} or not among_people(reading):
        return False
    if clause.negated or clause.question or not clause.real or clause.tense != "present" or is_work(reading):
        return False
    if clause.verb.tag != "VBG" or clause.verb.dep in {"relcl", "acl", "advcl", "pcomp", "csubj", "ccomp"}:
        return False
    deed = deed_of(reading, clause)
    if (
        deed is None
        or deed.lemma in INNER | GOES_ON
        or any(one.pos == "PRON" for one in objects(reading, deed))
    ):
        return False
    below = reading.sentence.subtree(deed)
    return any(
        (is_firm_noun(reading, clause, word) or word.lower in DOING) and word.i >= deed.i for word in below
    )


def deed_of(reading: Reading, clause: Clause) -> Word | None:
    """The verb or the noun of what is meant to be done."""
    sentence, verb = reading.sentence, clause.verb
    if intends(reading, clause):
        return next(one for one in sentence.below(verb, "xcomp") if one.tag == "VB")
    for behind in sentence.below(verb, "prep"):
        if behind.lower in WEIGHS.get(clause.lemma, ()):
            return next((one for one in sentence.below(behind, "pcomp") if one.tag == "VBG"), None)
    if clause.lemma in TAKES:
        return next((one for one in sentence.below(verb, "xcomp") if one.tag in {"VBG", "VB"}), None)
    return None


def objects(reading: Reading, deed: Word) -> list[Word]:
    """What it acts on."""
    return reading.sentence.below(deed, "dobj", "dative")
