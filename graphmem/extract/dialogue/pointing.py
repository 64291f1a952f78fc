"""Whom and what a pronoun means that points to an earlier sentence or to the turn of the other.

What is near is looked through from the end: the last sentence that names somebody, or something, of the right kind
decides, and only if it leaves no choice. The words are those of whoever points: "your dog" becomes "my dog".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import NamedTuple

from graphmem.extract.dialogue.turns import Talk
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.vocabulary import FAMILY, FOLK, MEN, MONTHS, PETS, WEEKDAYS, WOMEN, words

PEOPLE = (
    FAMILY.keys()
    | FOLK
    | words(
        "buddy teacher coach therapist mentor instructor tutor trainer doctor dentist newborn toddler grandson"
        " granddaughter bestie landlord landlady grandkid grandchild classmate"
    )
)
ANIMALS = PETS | words("pup puppy kitten kitty doggo pooch bunny pet foal chick calf piglet")
CHILDREN = words("baby newborn toddler kid child")
# What is no thing that "it" could mean.
VAGUE = words(
    "time day way thing lot kind sort type part bit moment week weekend month year night morning afternoon evening"
    " today hour minute fun idea one ones thanks thank hand case fact point reason love luck news life people person"
    " man woman guy everyone someone world sense plan hope question name birthday color colour"
    " look break chance course place piece couple side front end start past future home work heart mind total"
    " matter stuff size shape kids others rest reminder feeling experience journey support help issue problem"
)
HAD = words("get have adopt buy rescue own welcome bring take foster raise find name")
LEFT = frozenset({"det", "poss", "amod", "compound", "nummod"})
NAMED_BY = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "conj", "ROOT", "appos"})
NOWHERE = frozenset({"GPE", "LOC", "DATE", "TIME", "NORP", "LANGUAGE", "EVENT", "CARDINAL", "ORDINAL"})
PICTURES = words("pic picture photo photograph image shot snap")  # that are shown and not named
ABSTRACT = ("ity", "ness", "ism", "ance", "ence")
# What is made up of people: "they" as well as "it".
ORGS = words(
    "agency company shop store charity shelter team school firm church club organization organisation band group"
)
HE, SHE = words("he him his"), words("she her hers")
IT, THEY = words("it its this"), words("they them their these")
FAR = 2  # sentences with nothing fitting that may stand between


class Known(NamedTuple):
    """Somebody or something that was named, in the words of the one who points; no `text` if it is not theirs."""

    text: str
    head: str
    many: bool
    kind: str
    sex: str
    topic: bool
    aim: bool


class Near:
    """What was said last, the newest first: earlier sentences of the turn, the turn of the other, one's own before."""

    def __init__(self, talk: Talk, speaker: str, before: Sequence[Sentence]) -> None:
        self.speakers = [turn.speaker.lower() for turn in talk.turns]
        turns = [(list(before), True)]
        turns += [(list(turn.sentences), turn.speaker == speaker) for turn in reversed(talk.turns[-3:])]
        self.last = [id(one) for one in talk.turns[-1].sentences] if talk.turns else []
        self.said = [(sentence, own) for sentences, own in turns for sentence in reversed(sentences)]

    def before(self, sentence: Sentence) -> Near:
        """The same without a sentence and what was said behind it."""
        at = next((i for i, (one, _) in enumerate(self.said) if one is sentence), -1)
        self.said = self.said[at + 1 :]
        return self

    def names(self, found: Sequence[Word]) -> dict[int, str]:
        """What the pronouns among some words mean, by where they stand; those that are not sure are left out."""
        names: dict[int, str] = {}
        for word in found:
            if word.lower in HE | SHE | THEY or (word.lower in IT and word.dep != "det"):
                one = spoken_of(self.meant(word.lower), word.lower)
                if one:
                    names[word.start] = f"{one}'s" if word.tag == "PRP$" else one
        return names

    def other(self) -> Near:
        """The same with the last turn alone, which is of the other."""
        less = copy(self)
        less.said = [(sentence, own) for sentence, own in self.said if not own and id(sentence) in self.last]
        return less

    def points(self, pronoun: str) -> bool:
        """True where the question of the other points to somebody in the same way."""
        same = HE if pronoun in HE else SHE if pronoun in SHE else THEY
        asked = self.other().said
        return any(word.lower in same for sentence, _ in asked if sentence.asks for word in sentence.words)

    def inside(self, sentence: Sentence) -> bool:
        """True where the sentence itself names who is meant, as others read it: "we got a cat, she's called Fig"."""
        return any(one.kind == "animal" or one.sex for one in self.named(sentence, own=True))

    def meant(
        self, pronoun: str, *, living: bool | None = None, far: int = FAR, given: Collection[str] = ()
    ) -> list[Known]:
        """Who or what a pronoun means: one, or several that were named together; none when it is not sure.

        What has a name that is `given` is not among them.
        """
        for passed, (sentence, own) in enumerate(self.said):
            found = [
                one
                for one in self.named(sentence, own=own)
                if fits(one, pronoun, living) and one.head not in given
            ]
            if found:
                return decided(found, pronoun)
            if passed >= far:
                break
        return []

    def named(self, sentence: Sentence, *, own: bool) -> Iterator[Known]:
        """Who and what a sentence names."""
        for word in sentence.words:
            if is_aged(sentence, word):
                yield child(sentence, word, own=own)
            elif word.pos == "PROPN" and word.entity == "PERSON":
                one = self.person(sentence, word)
                if one is not None:
                    yield one
            elif (
                word.pos == "PROPN" and word.dep in NAMED_BY - {"conj", "ROOT"} and word.entity not in NOWHERE
            ):
                left = [one for one in sentence.below(word, "compound") if one.pos == "PROPN"]
                name = sentence.stretch([*left, word])
                yield Known(
                    name, name.lower(), False, "thing", "", is_topic(sentence, word), is_aim(sentence, word)
                )
            elif word.pos == "NOUN" and word.dep in NAMED_BY and word.technical is None:
                if word.dep == "conj" and sentence.head(word).pos == "PRON":
                    continue  # "she and your other dog": she is another
                one = noun_of(sentence, word, own=own)
                if one is not None:
                    yield one

    def person(self, sentence: Sentence, word: Word) -> Known | None:
        """A name, unless it calls one of those who speak."""
        if word.dep not in NAMED_BY - {"ROOT", "appos"} or any(
            name.startswith(word.lower) or word.lower.startswith(name) for name in self.speakers
        ):
            return None
        left = [one for one in sentence.below(word, "compound") if one.pos == "PROPN"]
        text = sentence.stretch([*left, word])
        return Known(
            text, text.lower(), False, "person", "", is_topic(sentence, word), is_aim(sentence, word)
        )


def is_aged(sentence: Sentence, word: Word) -> bool:
    """True for the last word of "our two-year-old"."""
    before = sentence.words[word.i - 1 : word.i]
    return word.lower.endswith("-old") or (word.lower == "old" and bool(before) and before[0].text == "-")


def child(sentence: Sentence, word: Word, *, own: bool) -> Known:
    """ "Our two-year-old" is a child of the speaker."""
    mine = own and any(one.lower in {"my", "our"} for one in sentence.words[max(0, word.i - 6) : word.i])
    return Known(
        "my child" if mine else "",
        "child",
        False,
        "person",
        "",
        is_topic(sentence, word),
        is_aim(sentence, word),
    )


def noun_of(sentence: Sentence, word: Word, *, own: bool) -> Known | None:
    """What a noun names."""
    head = word.lemma.lower()
    kind = "person" if head in PEOPLE or word.lower in PEOPLE else "animal" if head in ANIMALS else "thing"
    if (
        head in VAGUE
        or (kind == "thing" and head.endswith(ABSTRACT))
        or (kind == "thing" and (word.entity in {"DATE", "TIME"} or head in WEEKDAYS | MONTHS))
    ):
        return None
    sex = "he" if head in MEN else "she" if head in WOMEN else ""
    many = word.tag == "NNS"
    told = phrase_of(sentence, word, kind, own=own)
    return Known(told, head, many, kind, sex, is_topic(sentence, word), is_aim(sentence, word))


def phrase_of(sentence: Sentence, word: Word, kind: str, *, own: bool) -> str:
    """The noun as the one who points would say it: "my dog", "the red bowl"; "" for what is somebody else's."""
    left = sorted(
        (one for one in sentence.below(word) if one.dep in LEFT and one.i < word.i), key=lambda one: one.i
    )
    name = [one for one in left if one.dep in {"amod", "compound"} and one.i >= word.i - 3]
    if any(
        one.pos == "PUNCT" for one in sentence.words[min([one.i for one in name], default=word.i) : word.i]
    ):
        name = []
    told = " ".join(one.text if one.pos == "PROPN" or one.i else one.lower for one in (*name, word))
    if word.lemma.lower() in PICTURES:
        return ""
    if any(one.lower in {"other", "another", "next", "last"} for one in left):
        return ""
    owner = next((one for one in left if one.dep == "poss"), None)
    if owner is not None:
        mine = owner.lower in ({"my", "our"} if own else {"your"})
        return f"my {told}" if mine else ""
    first = next((one.lower for one in left if one.dep == "det"), "")
    if kind == "thing" and word.tag == "NNS" and not left and is_topic(sentence, word):
        return told  # "flowers bring joy": all of them
    if kind == "thing":
        return f"the {told}" if first or word.tag == "NNS" else ""
    if word.lower in FAMILY and not first:
        return f"my {told}" if own else ""
    if first in {"the", "this", "that", "these", "those"}:
        return f"my {told}" if kind == "animal" or word.lemma.lower() in CHILDREN else ""
    return f"my {told}" if own and is_had(sentence, word) else ""


def is_had(sentence: Sentence, word: Word) -> bool:
    """True for "I got a puppy": it is the speaker's."""
    verb = sentence.head(word)
    while verb.dep == "conj" and verb.pos == "NOUN":
        verb = sentence.head(verb)
    if word.dep == "conj" and verb.pos == "NOUN":
        verb = sentence.head(verb)
    subject = next(iter(sentence.below(verb, "nsubj")), None)
    mine = subject is None or subject.lower in {"i", "we"}
    return verb.lemma.lower() in HAD | {"'ve", "’ve"} and mine and verb.pos in {"VERB", "AUX"}


def is_topic(sentence: Sentence, word: Word) -> bool:
    """True for a subject, and for what is named together with it."""
    return place_of(sentence, word) in {"nsubj", "nsubjpass"}


def is_aim(sentence: Sentence, word: Word) -> bool:
    """True for an object, and for what is named together with it."""
    return place_of(sentence, word) == "dobj"


def place_of(sentence: Sentence, word: Word) -> str:
    """What a noun is in its sentence, also behind "and"."""
    while (
        word.dep == "conj"
        and sentence.head(word).pos in {"NOUN", "PROPN"}
        and sentence.head(word) is not word
    ):
        word = sentence.head(word)
    return word.dep


def fits(one: Known, pronoun: str, living: bool | None) -> bool:
    """True for somebody or something that the pronoun can mean."""
    alive = one.kind != "thing"
    if living is not None and alive != living:
        return False
    if pronoun in HE | SHE:
        return alive and not one.many and one.sex in {"", "he" if pronoun in HE else "she"}
    if pronoun in IT:
        return not one.many and one.kind != "person"
    return True


def decided(found: Sequence[Known], pronoun: str) -> list[Known]:
    """The only one that is meant, or all that were named together for "they"."""
    apart = list({one.head: one for one in found}.values())
    if pronoun in THEY:
        several = [one for one in apart if one.many or one.head in ORGS]
        if len(several) == 1 and several[0].text:
            return several
        alive = [one for one in apart if one.kind != "thing"]
        together = (
            len(alive) > 1
            and all(one.text for one in alive)
            and (
                all(one.kind == "animal" for one in alive)
                or all(FAMILY.get(one.head) == "parent_of" for one in alive)
            )
        )
        return alive if together and not several else []
    if len(apart) > 1:
        for chosen in ([one for one in apart if one.topic], [one for one in apart if one.aim]):
            if len(chosen) == 1 and chosen[0].kind == "thing":
                apart = chosen
                break
    return apart if len(apart) == 1 and apart[0].text else []


def spoken_of(found: Sequence[Known], pronoun: str = "") -> str:
    """Those who are meant, as the words of whoever points."""
    if not found:
        return ""
    if len(found) > 1:
        return "my pets" if found[0].kind == "animal" else "my kids"
    one = found[0]
    if one.text == "my child":
        return f"my {'son' if pronoun in HE else 'daughter' if pronoun in SHE else 'child'}"
    return one.text
