"""What somebody got is told behind a comma: "picked up the new car, a Dacia Duster" is a Dacia Duster.

Only what people own one of and call by its make is read so, and only behind a verb that tells that they have it now.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.extract.broad.lexicon import nouns
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence
from graphmem.extract.restate.reworded import Wording
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import words

GOT = words("got bought picked collected ordered purchased received inherited")
MARKS = words(", : – — -")
ARTICLES = words("a an")
MOST = 5


def apposed(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """The speaker's having got what the last part names."""
    found = [word for word in sentence.words if word.pos != "SPACE"]
    while found and found[-1].pos == "PUNCT":
        found = found[:-1]
    cut = next((i for i, word in enumerate(found) if word.text in MARKS and i > 2), -1)
    if cut < 0 or found[cut + 1 : cut + 2] == [] or found[cut + 1].lower not in ARTICLES:
        return
    before, named = found[:cut], found[cut + 1 :]
    verb = next((i for i, word in enumerate(before[:4]) if word.lower in GOT), -1)
    mine = verb >= 0 and all(
        word.lower in {"i", "we", "just", "finally", "'ve", "have"} for word in before[:verb]
    )
    owned = any(word.lemma.lower() in nouns("owned") for word in before[verb + 1 :])
    name = [word for word in named[1:] if word.text[:1].isupper() or word.text[:1].isdigit()]
    if mine and owned and 1 < len(named) <= MOST and len(name) == len(named) - 1:
        wording = Wording(sentence)
        day = [word for word in before if wording.dated(word)]
        day = (
            before[before.index(day[0]) - 1 :]
            if day and before[before.index(day[0]) - 1].pos == "ADP"
            else day
        )
        yield ("I bought", named, day) if day else ("I bought", named)
