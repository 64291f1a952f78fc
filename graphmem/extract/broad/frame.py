"""A statement as subject, verb and rest by the order of its words, whatever the parser has made of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphmem.extract import sieve as rx
from graphmem.extract.broad.lexicon import spoken
from graphmem.extract.clauses import Clause
from graphmem.extract.dates import DateMention
from graphmem.extract.parse import FINITE, Word
from graphmem.extract.plain.shapes import party_of
from graphmem.extract.plain.stretch import Stretch, short_for_is
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import FAMILY, words

HELPERS = words(
    "am is are was were 'm 's 're ’m ’s ’re be been being have has had 've ’ve will 'll ’ll wo do does did get gets"
    " got ca can would could should might may must 'd ’d to going gotta supposed"
)
BETWEEN = words(
    "not n't n’t never no longer now still always usually mostly normally currently just already only also finally"
    " really actually often sometimes generally basically all both recently even ever typically regularly"
)
MODALS = words("ca can would could should might may 'd ’d must")
DENIES = words("not n't n’t never")
BARE = words("VBD VBN VBG")
MOST_SUBJECT = 7
# Forms that the parser leaves as they are.
PLAIN = {"getting": "get", "having": "have", "doing": "do", "being": "be", "going": "go"}
# "Want to reach B1 before Christmas": these may stand in front without "I".
SELF = words("want need plan hope aim wanna love hate prefer")
# Behind these a clause of its own begins.
CUTS = words("because so but which while although though whereas unless until till otherwise if cause")
SAME = words("put cut set hit let shut cost hurt spread bet beat read")  # present and past alike
OVER = rx.compile(r"\b(?:last|ago|yesterday|back in)\b", re.IGNORECASE)


@dataclass(slots=True)
class Frame:
    """Who, does, what: the words of one statement, in the order in which they were said."""

    stretch: Stretch
    subject: list[Word]  # empty when the speaker leaves out "I"
    helpers: list[Word]
    verb: Word
    lemma: str
    rest: list[Word]
    denied: bool = False
    over: bool = False  # "no longer", "not any more"
    _dates: list[DateMention] | None = field(default=None)

    @property
    def mine(self) -> bool:
        """True when the speaker speaks of themself."""
        return not self.subject or (len(self.subject) == 1 and self.subject[0].lower in {"i", "we"})

    @property
    def modal(self) -> bool:
        """True for what only can, could or should be."""
        return any(word.lower in MODALS for word in self.helpers)

    @property
    def tense(self) -> str:
        """Past, present, perfect or future, by the forms around the verb."""
        helped = {word.lower for word in self.helpers}
        if helped & {"will", "'ll", "’ll", "wo"} or {"going", "to"} <= helped:
            return "future"
        if self.verb.tag == "VBN" and helped & {"have", "has", "'ve", "’ve", "had"}:
            return "perfect"
        if helped & {"was", "were", "did", "had", "got"} or (self.verb.tag == "VBD" and not helped):
            return "past"
        if not helped and self.verb.tag in {"VBP", "VB"} and self.is_told_of_past():
            return "past"
        if not self.subject and not helped and self.verb.tag == "VBN":
            return "past"
        return "present"

    def is_told_of_past(self) -> bool:
        """True for "I quit smoking in March", "we put it down last week": the forms are the same."""
        form = self.verb.lower
        return form in {"quit", "split"} or (form in SAME and OVER.search(self.said) is not None)

    @property
    def going(self) -> bool:
        """True for "is writing"; also without "is" when nobody stands in front."""
        return self.verb.tag == "VBG"

    @property
    def passive(self) -> bool:
        """True for "is stored", "got merged"."""
        helped = {word.lower for word in self.helpers}
        be = words("am is are was were 'm 's 're ’m ’s ’re be been being get gets got")
        return self.verb.tag in {"VBN", "VBD"} and bool(helped & be) and self.tense != "perfect"

    def text(self, words_: list[Word]) -> str:
        """Some words as they were said."""
        return self.stretch.reading.sentence.stretch(words_)

    @property
    def said(self) -> str:
        """What stands behind the verb, in small letters."""
        return self.text(self.rest).lower()

    @property
    def words(self) -> list[Word]:
        """All words of the frame in order."""
        return [*self.subject, *self.helpers, self.verb, *self.rest]

    def clause(self, *, coming: bool = False) -> Clause:
        """The frame as a clause, so that its dates and its sentence can be made; `coming` takes dates as ahead."""
        subject = self.subject[-1] if self.subject else None
        if subject is None:
            subject = Word(
                -1, "I", "I", "PRON", "PRP", "nsubj", self.verb.i, self.verb.start, self.verb.start + 1
            )
        tense = "future" if coming else {"perfect": "past"}.get(self.tense, self.tense)
        clause = Clause(
            self.stretch.reading.sentence, self.verb, subject=subject, tense=tense, words=sorted_words(self)
        )
        clause.perfect = self.tense == "perfect"
        if self.going and not self.helpers:
            clause.adverbs = {"-ing"}
        return clause

    def dates(self) -> list[DateMention]:
        """The dates among its words, places in the passage."""
        if self._dates is None:
            self._dates = self.stretch.reading.dates(self.clause())
        return self._dates

    def when(self, *, ends: bool = False, coming: bool = False) -> When:
        """The interval that it states."""
        return self.stretch.reading.when(self.clause(coming=coming), ends=ends)

    def while_so(self) -> When:
        """The interval that it states, as long as its only plain date: "off this week"."""
        when, plain = self.when(), [date for date in self.dates() if date.direction == ""]
        if len(plain) != 1 or when.end is not None or when.start != plain[0].interval.low:
            return when
        return When(when.start, plain[0].interval.high, when.grain)

    def ahead(self) -> DateMention | None:
        """The first date that lies ahead when it is read as one to come."""
        reading = self.stretch.reading
        if self.tense in {"past", "perfect"} or not reading.dates_in("future"):
            return None
        dates = reading.dates(self.clause(coming=True))
        found = (one for one in dates if one.direction not in {"for", "since", "through"})
        return next((one for one in found if one.interval.low > reading.said_at), None)

    def person(self) -> Party | None:
        """The person who is spoken of, when it is one."""
        if self.mine:
            start = self.subject[0] if self.subject else self.verb
            return self.stretch.reading.speaker(start)._replace(shown="The user")
        party = party_of(self.stretch, self.subject, ("person", "animal"))
        if party is None or party.mention.kind not in {"person", "animal"} or party.group:
            return None
        return party

    def thing(self) -> Party | None:
        """The thing that is spoken of; none for people."""
        if self.mine or self.subject[-1].lemma.lower() in FAMILY:
            return None
        party = party_of(self.stretch, self.subject)
        return None if party is None or party.user or party.mention.kind in {"person", "animal"} else party

    def retold(self, party: Party, *, coming: bool = False) -> str | None:
        """The frame as a sentence that stands alone, or None when a word points where nobody can see."""
        told = self.stretch.reading.reworded(self.clause(coming=coming), party)
        if told is not None and not self.subject and self.helpers and self.helpers[0].lower == "been":
            told = told.replace(" been ", " has been ", 1)
        return told


def sorted_words(frame: Frame) -> list[Word]:
    """The words of a frame in the order of the sentence, with a date that stands in front."""
    own = {word.i: word for word in (*frame.stretch.all, *frame.words)}
    first, last = frame.words[0].i, frame.words[-1].i
    lead = [word for i, word in own.items() if i < first and frame.stretch.dated(word)]
    return sorted([*lead, *(word for i, word in own.items() if first <= i <= last)], key=lambda one: one.i)


def frame_of(stretch: Stretch) -> Frame | None:
    """The frame of a statement, None when it has no verb that can be found."""
    found = [word for word in stretch.words if word.pos != "SPACE"]
    if any(word.quoted for word in found) or not found:
        return None
    at = next((place for place in range(min(len(found), MOST_SUBJECT + 1)) if verbal(found, place)), None)
    if at is None:
        return None
    subject = spoken_of(
        stretch, [word for word in found[:at] if word.lower not in BETWEEN and word.pos != "PUNCT"]
    )
    if len(subject) > 1 and subject[-1].lower in {"i", "we"} and subject[-2].lower not in {"and", "&"}:
        return None  # "these figurines I bought remind me of home"
    place, helpers = at, []
    denied = over = False
    while place < len(found) - 1 and (found[place].lower in HELPERS or found[place].lower in BETWEEN):
        word = found[place]
        if word.lower in HELPERS and word.lower != "to" and not leads_on(found, place):
            break
        denied = denied or word.lower in DENIES
        over = over or word.lower == "longer"
        helpers.append(word)
        place += 1
    denied = denied or any(word.lower in DENIES for word in found[:at])
    over = over or any(word.lower == "longer" for word in found[:at])
    verb = found[place]
    if verb.pos not in {"VERB", "AUX"} and verb.lower not in spoken() and verb.lower not in {"'s", "’s"}:
        if not helpers:
            return None
        verb, place = helpers.pop(), place - 1
    rest = cut(found[place + 1 :])
    while rest and rest[0].lower in DENIES:
        denied, rest = True, rest[1:]
    if rest and rest[-1].lower in {"anymore", "more"} and denied:
        over, rest = True, rest[:-2] if rest[-1].lower == "more" else rest[:-1]
    lemma = verb.lemma.lower() if verb.pos in {"VERB", "AUX"} else spoken().get(verb.lower, verb.lower)
    lemma = PLAIN.get(lemma, lemma)
    lemma = {"'s": "be", "’s": "be", "'m": "be", "'re": "be", "’m": "be", "’re": "be", "'ve": "have"}.get(
        lemma, lemma
    )
    return Frame(
        stretch, subject, [one for one in helpers if one.lower in HELPERS], verb, lemma, rest, denied, over
    )


def spoken_of(stretch: Stretch, subject: list[Word]) -> list[Word]:
    """The subject without what stands in front of it: "next week I", "in my simulations the time step"."""
    while len(subject) > 1 and stretch.dated(subject[0]):
        subject = subject[1:]
    if len(subject) > 2 and subject[0].lower in {"in", "for", "on", "with", "at", "since", "from", "during"}:
        if subject[-1].lower in {"i", "we", "he", "she", "it"}:
            return subject[-1:]
        later = next(
            (i for i, word in enumerate(subject) if i > 1 and word.lower in {"the", "our", "my", "all"}), 0
        )
        return subject[later:] if later else subject
    return subject


def verbal(found: list[Word], place: int) -> bool:
    """True where the verb of a statement begins."""
    word = found[place]
    if word.technical is not None:
        return False
    if place == 0:
        if word.lower in SELF:
            return len(found) > 2 and found[1].lower == "to"
        subject = word.tag in {"VBG", "VBN"} and any(
            one.lower in {"is", "are", "was", "were"} for one in found[1:4]
        )
        return not subject and (word.tag in BARE or (word.pos == "AUX" and word.lower == "been"))
    before = found[place - 1]
    if word.lower in {"'s", "’s"} and short_for_is(found, word, before):
        return True
    if word.pos == "AUX" or word.tag in FINITE:
        return before.tag not in {"DT", "PRP$", "IN"} or word.pos == "AUX"
    if (
        word.tag == "VB"
        and found[0].lower in {"i", "we", "they"}
        and all(one.lower in BETWEEN for one in found[1:place])
    ):
        return True
    if word.tag in {"VBG", "VBN"} and all(one.lower in BETWEEN for one in found[:place]):
        return True
    return (
        word.lower in spoken()
        and before.pos in {"NOUN", "PROPN", "PRON"}
        and before.tag != "PRP$"
        and word.pos in {"NOUN", "PROPN", "VERB", "X", "ADJ"}
        and place + 1 < len(found)
        and found[place + 1].pos in {"DET", "PRON", "ADP", "NUM", "PROPN", "ADJ", "NOUN"}
    )


def leads_on(found: list[Word], place: int) -> bool:
    """True for an auxiliary that another verb follows: "is" in "is now stored", not in "is a nurse"."""
    for word in found[place + 1 : place + 5]:
        if word.lower in {"do", "have", "get"} and word.tag == "VB":
            return True
        if word.lower in BETWEEN or word.lower in HELPERS - {"to", "going", "be", "been", "being"}:
            continue
        if word.lower in {"to", "going"}:
            return True
        if word.lower in {"be", "been", "being"}:
            return True
        return word.pos in {"VERB", "AUX"} and word.tag in {"VBN", "VBG", "VB", "VBD", "VBP"}
    return False


def cut(rest: list[Word]) -> list[Word]:
    """The words up to the next clause."""
    for place, word in enumerate(rest):
        if word.lower in CUTS or (word.text in {";", ":", "(", ")"} and place):
            rest = rest[:place]
            break
        if (
            word.lower == "since"
            and place + 1 < len(rest)
            and any(one.tag in FINITE for one in rest[place + 1 : place + 6])
        ):
            rest = rest[:place]
            break
    while rest and (rest[-1].pos in {"PUNCT", "CCONJ", "SPACE"} and rest[-1].technical is None):
        rest = rest[:-1]
    return rest
