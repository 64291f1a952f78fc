"""Is an undated past clause worth remembering? Its verb and what it acts on tell: what is done and stays done is."""

from __future__ import annotations

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words

ACHIEVES = words(
    "finish complete submit publish graduate pass win sign ship release launch receive accept attend celebrate"
    " marry retire enroll enrol register earn donate propose injure found resign defend lose inherit hire"
)
# What is done at home and stays done.
FITS_OUT = words(
    "repaint paint renovate redo refurbish retile tile wallpaper insulate plaster rewire remodel assemble"
)
HOME = words(
    "kitchen bathroom bedroom nursery hallway livingroom room house flat apartment attic basement cellar garage shed"
    " fence deck patio garden roof wall ceiling floor door window stair balcony terrace bike boat van table hedge"
    " lawn shelf"
)
NEWS = words(
    "offer job degree promotion raise certificate visa scholarship grant award license licence mortgage loan"
    " diagnosis tattoo internship invitation prize medal approval passport contract"
)
GETS = words(
    "accepted approved pre-approved preapproved admitted hired promoted engaged married certified selected nominated"
    " awarded invited fired elected published divorced"
)
# Steps of the work of an hour.
STEPS = words(
    "test tests build file run script command fix job install download task step code pr function module"
)


def achieved(reading: Reading, clause: Clause) -> bool:
    """True for "I passed my driving test" and "I got accepted into the program"."""
    lemma = clause.lemma
    if clause.passive and any(one.lemma == "get" for one in reading.sentence.below(clause.verb, "auxpass")):
        return clause.verb.lower in GETS
    if lemma == "get":
        heads = {word.lemma.lower() for word in clause.objects if word.tag != "NNS"} | {
            word.lower for word in clause.complements
        }
        return bool(heads & (NEWS | GETS))
    if lemma in FITS_OUT and not clause.passive:
        return any(word.lemma.lower() in HOME for word in clause.objects)
    if lemma not in ACHIEVES or clause.passive:
        return False
    inner = reading.sentence.below(clause.verb, "xcomp")
    if lemma == "finish" and inner:
        return any(word.pos in {"NOUN", "PROPN"} for word in reading.sentence.subtree(inner[0]))
    return any(
        word.pos in {"NOUN", "PROPN"} and not reading.is_date(word, clause) and not is_step(reading, word)
        for word in clause.objects
    )


def is_step(reading: Reading, word: Word) -> bool:
    """True for "the tests", but not for "my driving test"."""
    mine = any(one.lower in {"my", "our"} for one in reading.sentence.below(word, "poss"))
    return word.lemma.lower() in STEPS and not mine
