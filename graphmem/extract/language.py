"""Is a text English? A cheap and honest answer by its letters and its small words."""

from __future__ import annotations

import re

from graphmem.extract.vocabulary import words

ENGLISH = words(
    "the a an and or but is are was were be been am i you we they he she it this that of to in on at for"
    " with from by as not no do does did have has had my your our their his her its if so because when"
    " what how why who where will would can could should i'm don't it's i've let's can't that's there here"
    " now just also please use want need like"
)
FOREIGN = words(
    "der die das und ist nicht ein eine ich wir sie mit auf für von zu den dem im bei auch noch wenn dass"
    " habe bin el la los las que de en y es un una por para con como más pero está soy le les et est une"
    " pas je nous vous dans sur pour avec il elle qui du au ce mais suis di che non per sono gli uma não"
    " com os em eu het een niet van"
)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_english(text: str) -> bool:
    """True when the letters are Latin and its small words are English; a very short text passes on its letters."""
    found = [word.lower().replace("’", "'") for word in WORD.findall(text[:4000])]
    if not found:
        return False
    latin = sum(1 for word in found if word[0] < "ɐ")
    if latin < 0.8 * len(found):
        return False
    english = sum(1 for word in found if word in ENGLISH)
    foreign = sum(1 for word in found if word in FOREIGN)
    return english >= foreign if len(found) < 6 else english > 1.5 * foreign
