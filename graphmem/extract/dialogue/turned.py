"""A question turned round, as who answers would say it: "have you been to Rome" is "I have been to Rome".

Where it asks after the one who asks, or points to what is not named, it does not stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.extract.dialogue.question import DO, HAVE, Question
from graphmem.extract.parse import Word
from graphmem.extract.vocabulary import past_of, third, words

# What is asked of the moment or of the task in hand.
PASSING = words(
    "want need think mean say suggest expect recommend guess wonder hope believe agree mind happen seem remember"
    " imagine show ask understand"
)
SEEN = words("see look hear tell know feel prefer")  # of these one asks what was so a moment ago
MOMENTS = words(
    "problem error issue question difference goal point matter idea line function class output result reason weather"
    " status step answer thoughts thing plan bug stacktrace next wrong new news up ok okay ready sure done fine good"
    " free busy excited task"
)
MINE = words("i me my mine myself we us our ours ourselves")
POINTS = words(
    "it its itself they them their theirs he him his she her hers these those one ones there here something anything"
    " someone anyone everything nothing else same other others such both"
)
TURNED = {
    "you": "me",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "yourselves": "ourselves",
    "any": "",
}
# Written as one in a question, and two words behind a subject.
APART = {
    "workout": "work out",
    "setup": "set up",
    "backup": "back up",
    "login": "log in",
    "hangout": "hang out",
}
DROPPED = words("ever actually")


class Turned:
    """A question turned round: what the one who answers says of themselves, of somebody or of something."""

    def __init__(self, question: Question, names: Mapping[int, str]) -> None:
        self.question, self.names = question, names
        self.who = self.person()
        self.open = any(word.lower in {"any", "something"} for word in question.rest)
        told = (*question.subject, *question.rest, *question.noun)
        if self.its_own:
            told = (*question.noun,)
        verb = question.verb
        self.stands = not any(self.unclear(word) for word in told) and not (
            verb is not None and (verb.lemma.lower() in PASSING or verb.lower in {"going", "gon"})
        )
        if verb is not None and verb.lemma.lower() in SEEN and question.about in {"", "what", "which"}:
            self.stands = False
        if any(word.lemma.lower() in MOMENTS for word in (*question.subject, *question.noun)):
            self.stands = False
        if verb is None and any(word.lower in MOMENTS for word in question.rest[:1]):
            self.stands = False

    @property
    def its_own(self) -> bool:
        """True for "what concert was it?": it is the concert."""
        question = self.question
        low = [word.lower for word in question.subject]
        return (
            bool(question.noun) and low in (["it"], ["that"]) and question.verb is None and not question.rest
        )

    def unclear(self, word: Word) -> bool:
        """True for what points to the one who asks, or to what is not named."""
        low = word.lower
        return word.start not in self.names and (
            low in MINE or low in POINTS or (low in {"this", "that"} and word.dep != "det")
        )

    def person(self) -> str:
        """ "i", "we", "one" or "many": how the verb goes behind the subject."""
        subject = self.question.subject
        if not subject:
            return "one"
        if subject[0].lower == "you":
            return "i" if len(subject) == 1 else "we"
        named = self.names.get(subject[-1].start, "")
        if any(word.lower == "and" for word in subject) or subject[-1].lower == "they":
            return "many"
        return "many" if subject[-1].tag in {"NNS", "NNPS"} and not named else "one"

    @property
    def subject(self) -> str:
        """The subject as who answers would say it."""
        subject = self.question.subject
        if self.who == "i":
            return "I"
        if subject and subject[0].lower == "you":
            others = self.text(subject[2:]) if "and" in [w.lower for w in subject] else ""
            return f"{others} and I" if others else "we"
        return self.text(subject)

    def text(self, found: Sequence[Word]) -> str:
        """Words of the question as who answers would say them."""
        parts: list[str] = []
        for at, word in enumerate(found):
            if word.lower in DROPPED:
                continue
            low = word.lower
            said = self.names.get(word.start) or TURNED.get(low, word.text)
            if low in {"this", "that"}:
                said = "the"
            glued = at > 0 and found[at - 1].end == word.start
            parts.append(said if glued or not parts else f" {said}")
        return " ".join("".join(parts).split())

    def helper(self) -> str:
        """The helping verb in its form, "" for one that falls away."""
        helper = self.question.helper
        been = (
            self.question.verb is not None
            and self.question.verb.tag == "VBN"
            and self.question.verb.lower == "been"
        )
        if helper in {"was", "were", "had"}:
            return {"i": "was", "one": "was"}.get(self.who, "were") if helper != "had" else "had"
        if helper in HAVE or (helper in {"'s", "’s"} and been):
            return "has" if self.who == "one" else "have"
        if helper in DO or not helper:
            return ""
        return {"i": "am", "one": "is"}.get(self.who, "are")

    def verb(self) -> str:
        """The verb in its form."""
        verb = self.question.verb
        if verb is None:
            return ""
        if not self.question.subject:
            return verb.text
        lemma = APART.get(verb.lower, verb.lemma.lower())
        if self.question.helper == "did":
            return "was" if lemma == "be" and self.who in {"i", "one"} else past_of(lemma)
        if self.question.helper in DO or not self.question.helper:
            first, *rest = lemma.split()
            return " ".join([third(first) if self.who == "one" else first, *rest])
        return verb.text

    def adverbs(self) -> str:
        """What stands in front of the verb."""
        return self.text([word for word in self.question.adverbs if word.lower != "already"])

    def statement(self, *, rest: Sequence[Word] | None = None) -> tuple[str, ...]:
        """All of it, in the order of a statement."""
        behind = self.question.rest if rest is None else rest
        parts = (self.subject, self.helper(), self.adverbs(), self.verb(), self.text(behind))
        return tuple(part for part in parts if part)

    def denied(self) -> tuple[str, ...]:
        """The opposite of it."""
        question = self.question
        rest = self.text(question.rest)
        if question.helper in DO | {""}:
            does = "did" if question.helper == "did" else "does" if self.who == "one" else "do"
            verb = question.verb.lemma.lower() if question.verb else ""
            parts = (self.subject, f"{does} not", verb, rest)
        else:
            parts = (self.subject, f"{self.helper()} not", self.verb(), rest)
        return tuple(part for part in parts if part)
