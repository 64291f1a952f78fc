"""A sentence with what its pronouns point to: "My wife paints. She made it for me", with the vase told of before.

Only what leaves no choice is laid in: "he" and "she" who the other asked about, "it" and "them" behind a verb of
making and getting, and in front of what a thing is for, from or of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.dialogue.fragment import LEADS, is_polite, told
from graphmem.extract.dialogue.pointing import Near, spoken_of
from graphmem.extract.dialogue.turns import Talk
from graphmem.extract.parse import FINITE, Sentence, Word
from graphmem.extract.plain.stretch import is_guess
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import words

MOST = 35  # words
MADE = words(
    "make paint build write buy get find adopt receive finish start bake knit sew draw carve restore repair fix sell"
    " give record compose plant win order inherit borrow rent publish read visit use wear keep create design choose"
    " pick"
)
LASTING = words("use wear keep sell make")
# What a thing does by being what it is.
TELLS = words(
    "represent symbolize symbolise depict stand remind commemorate feature contain belong cost date come teach mean"
    " show hold hang"
)
ALSO = words("also really always just still")
PEOPLE = words("he she they")
THINGS = words("it they this these")
AIMS = words("it them")
BEHIND = words("for from by about in at made painted built written designed called named released")
BE = words("be 's ’s 're ’re")
GIFTS = words("gift present souvenir heirloom keepsake prize reward")
EXPANDED = {
    "'re": "are", "’re": "are", "'ve": "have", "’ve": "have", "'ll": "will", "’ll": "will", "'m": "am", "’m": "am",
}  # fmt: skip


def pointed_out(
    talk: Talk, speaker: str, sentences: Sequence[Sentence]
) -> Iterator[tuple[Sentence, Statement]]:
    """The sentences of a turn with names for what they point to, where nothing else could be meant."""
    said: dict[str, str] = {}  # whom and what the sentence before began with, by the pronoun
    for place, sentence in enumerate(sentences):
        found = told(sentence)
        if is_polite(sentence):
            continue
        before, said = said, {}
        if sentence.asks or sentence.quotes or not 2 < len(found) <= MOST or is_guess(sentence.text):
            continue
        first = next((i for i, word in enumerate(found) if not is_lead(word)), 0)
        begins = found[first].lower
        near = Near(talk, speaker, sentences[:place])
        one = begun(found, first, before, near, alone=all(map(is_polite, sentences[:place])))
        if one:
            said = {begins: one}
        names = {first: one} if one else made(sentence, found, near)
        statement = written(found, names) if names else None
        if statement is not None:
            yield sentence, statement


def begun(found: Sequence[Word], first: int, before: dict[str, str], near: Near, *, alone: bool) -> str:
    """Whom or what the pronoun means that a sentence begins with; `alone` if one's own turn says nothing before it."""
    pronoun = found[first].lower
    if len(found) < first + 3:
        return ""  # "yes she is"
    if pronoun in PEOPLE:
        if pronoun == "they" and any(word.dep == "attr" and word.tag == "NNS" for word in found):
            return ""
        if pronoun in before:
            return before[pronoun]
        one = spoken_of(near.other().meant(pronoun, living=True), pronoun) if alone else ""
        if not one and alone and near.points(pronoun):
            one = spoken_of(near.meant(pronoun, living=True), pronoun)
        if one:
            return one
    if pronoun in THINGS and is_told_of(found, first):
        return before.get(pronoun) or spoken_of(
            near.meant(pronoun, living=False, far=1 if pronoun == "it" else 3)
        )
    return ""


def is_lead(word: Word) -> bool:
    """True for a word that only opens the talk."""
    return word.lower in LEADS or word.pos in {"INTJ", "PUNCT"} or word.lower in {"and", "but"}


def is_told_of(found: Sequence[Word], first: int) -> bool:
    """True for "it's for my niece", "they were a gift from my aunt": what is told is no mere liking."""
    rest = [word for word in found[first + 1 :] if word.lower not in ALSO]
    if len(rest) < 3:
        return False
    if rest[0].lemma.lower() in TELLS and rest[0].tag in FINITE:
        return True
    if rest[0].lemma not in BE:
        return False
    named = any(word.pos in {"NOUN", "PROPN"} or word.tag == "VBG" for word in rest[2:])
    if rest[1].lower in BEHIND and named:
        return rest[1].pos == "ADP" or rest[2].pos == "ADP" or rest[1].lower in {"called", "named"}
    gift = next((i for i, word in enumerate(rest[1:5], 1) if word.lemma.lower() in GIFTS), -1)
    return gift > 0 and any(word.lower in {"from", "for"} for word in rest[gift + 1 : gift + 2])


def made(sentence: Sentence, found: Sequence[Word], near: Near) -> dict[int, str]:
    """What "it" and "them" mean behind a verb that makes or gets a thing, and who "she" is that does so."""
    at = next((i for i, word in enumerate(found) if word.lower in AIMS and word.dep == "dobj"), -1)
    if at < 1 or at + 1 >= len(found):
        return {}
    verb = sentence.head(found[at])
    subject = next(iter(sentence.below(verb, "nsubj")), None)
    past = verb.tag in {"VBD", "VBN"} or verb.lemma.lower() in LASTING
    if verb.lemma.lower() not in MADE or subject is None or not past or sentence.below(verb, "prt"):
        return {}
    if any(word.pos in {"NOUN", "PROPN"} and word.i > subject.i for word in found[:at]):
        return {}  # what is meant may stand in the sentence itself
    if any(word.lower in {"it", "them", "that", "this"} for i, word in enumerate(found) if i < at):
        return {}
    thing = spoken_of(near.meant(found[at].lower, living=False, far=1))
    if not thing:
        return {}
    names = {at: thing}
    if subject.lower in {"he", "she"}:
        who = spoken_of(near.meant(subject.lower, living=True), subject.lower)
        if not who:
            return {}
        names[found.index(subject)] = who
    elif subject.lower in {"it", "they", "you", "this", "that", "who", "which"}:
        return {}
    return names


def written(found: Sequence[Word], names: dict[int, str]) -> Statement | None:
    """The sentence with names in place of pronouns, and its short forms behind them written out."""
    pieces: list[Sequence[Word] | str] = []
    run: list[Word] = []
    for at, word in enumerate(found):
        long = long_form(found, at) if at - 1 in names else word.text
        if long is None:
            return None
        if at in names or long != word.text:
            pieces += [run] if run else []
            pieces.append(names.get(at, long))
            run = []
        else:
            run.append(word)
    pieces += [run] if run else []
    return tuple(pieces)


def long_form(found: Sequence[Word], at: int) -> str | None:
    """The word behind a pronoun that a name has taken the place of; None for what cannot be told."""
    word = found[at]
    behind = found[at + 1] if at + 1 < len(found) else None
    if word.lower in {"'s", "’s"}:
        return "has" if behind is not None and behind.lower in {"been", "got", "had"} else "is"
    if word.lower in {"'d", "’d"}:
        return None
    return EXPANDED.get(word.lower, word.text)
