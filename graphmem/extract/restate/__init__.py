"""Statements that a sentence makes in short form, said in full: "logs go to loki, traces to tempo".

Chat leaves out what a reader can fill in: the verb that was said before, the speaker, "is" behind a label. Each such
part of a sentence becomes a plain statement of its own ("traces go to tempo"), whose every character knows its place
in the message; it is parsed and read like any other sentence. What the readers find there and not in the sentence as
it was typed is claimed beside it.

`segments.py` cuts a sentence and writes statements; `gapped.py`, `labelled.py`, `profiles.py` and
`carried.py` know what can be left out, `spliced.py` where two statements stand side by side, `implied.py`
which verbs say that another thing was done, `taken.py` who was moved by others, `pointed.py` whom a part
points back to, `relative.py` what a clause behind "which" tells, `apposed.py` what was got, `ahead.py` what
will be so from a day on, `followed.py` who follows whom, `fronted.py` a date in front, `presupposed.py` what
a question takes for granted, `peeled.py` a "now" behind, `adopted.py` what is taken up without a verb, and
`reworded.py` which plain words mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence
from graphmem.extract.restate.adopted import adopted, rather
from graphmem.extract.restate.ahead import ahead
from graphmem.extract.restate.apposed import apposed
from graphmem.extract.restate.carried import carried
from graphmem.extract.restate.followed import followed
from graphmem.extract.restate.fronted import fronted
from graphmem.extract.restate.gapped import gapped
from graphmem.extract.restate.implied import INSTEAD, implied
from graphmem.extract.restate.labelled import labelled
from graphmem.extract.restate.peeled import peeled
from graphmem.extract.restate.pointed import pointed
from graphmem.extract.restate.presupposed import GRANTED, presupposed
from graphmem.extract.restate.profiles import profiled
from graphmem.extract.restate.relative import relative
from graphmem.extract.restate.reworded import reworded
from graphmem.extract.restate.segments import Statement, is_unsure, may_tell, passage_of, tells
from graphmem.extract.restate.spliced import spliced
from graphmem.extract.restate.taken import taken
from graphmem.extract.speech import Passage

Rule = Callable[[Sentence, Grammar], Iterator[Statement]]
RULES: tuple[Rule, ...] = (
    labelled,
    profiled,
    gapped,
    carried,
    spliced,
    pointed,
    apposed,
    relative,
    adopted,
    rather,
    implied,
    taken,
    followed,
    ahead,
    fronted,
    peeled,
    reworded,
    presupposed,
)
# Of a sentence that asks or wishes these tell what is so all the same.
ASKING: tuple[Rule, ...] = (presupposed,)
PLAINLY = frozenset(
    {apposed, adopted, rather, implied, taken, followed, ahead, reworded}
)  # what they say stands in place of the sentence
# More than this in one sentence is a list of something else.
MOST = 8


def restated(sentence: Sentence, grammar: Grammar) -> list[Passage]:
    """The statements that a sentence makes in short form, each as a passage of its own; of a question what it
    takes for granted."""
    # "Hanne does the invoices, so ask her if it's about money": the first of two statements may be sure alone.
    rules = (
        RULES if tells(sentence) else (spliced, fronted, reworded, *ASKING) if may_tell(sentence) else ASKING
    )
    found: dict[str, Passage] = {}
    for rule in rules:
        for statement in rule(sentence, grammar):
            passage = passage_of(sentence, statement)
            if rules is RULES or not is_unsure(passage.text):
                kind = GRANTED if rule is presupposed else INSTEAD if rule in PLAINLY else passage.kind
                passage = passage._replace(kind=kind)
                found.setdefault(passage.text.lower(), passage)
    return list(found.values())[:MOST]


def restated_again(short: Sequence[Sentence], grammar: Grammar) -> list[Passage]:
    """What the statements that a sentence makes in short form say in plain words, beyond what it said so itself."""
    known = {one.text.lower().rstrip(" .") for one in short}
    found: dict[str, Passage] = {}
    for sentence in short:
        if sentence.passage.kind in {INSTEAD, GRANTED}:
            continue
        for statement in reworded(sentence, grammar):
            passage = passage_of(sentence, statement)._replace(kind=INSTEAD)
            if passage.text.lower() not in known:
                found.setdefault(passage.text.lower(), passage)
    return list(found.values())[:MOST]


__all__ = ["GRANTED", "INSTEAD", "restated", "restated_again"]
