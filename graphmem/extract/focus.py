"""What was named and said in the last sentences of one speaker; it decides who "she" and what "it" is."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphmem.extract.vocabulary import MEN, SOFTWARE, WOMEN
from graphmem.model import Claim

# Whom these cannot mean: "user's mum" is not "he".
NOT_MEANT = {"he": WOMEN, "him": WOMEN, "his": WOMEN, "she": MEN, "her": MEN}


@dataclass(slots=True)
class Focus:
    """What was named in the last sentences of one speaker, newest last; decides who "she" and what "it" is."""

    people: list[tuple[int, str]] = field(default_factory=list)
    perhaps: list[tuple[int, str]] = field(default_factory=list)  # names that may be those of people
    animals: list[tuple[int, str]] = field(default_factory=list)
    things: list[tuple[int, str, str]] = field(default_factory=list)
    topic: tuple[int, str, str] | None = None
    kinds: dict[str, str] = field(default_factory=dict)  # of a name in lower case, as it was seen
    named: set[str] = field(
        default_factory=set
    )  # by the user of this session, in lower case; shared by its speakers
    asked: list[str] = field(
        default_factory=list
    )  # the question that waits for an answer and the role that asked; shared like `named`
    said: list[Claim] = field(default_factory=list)  # by the last sentence that claimed something
    silent: int = 0  # sentences since then

    def turn(self) -> None:
        """A new turn of the same speaker: sentences are counted anew, the last names stay near."""
        self.topic = None
        self.perhaps = [(-1, name) for place, name in self.perhaps[-3:] if place >= 0]
        self.people = [(-1, name) for place, name in self.people[-3:] if place >= 0]
        self.animals = [(-1, name) for place, name in self.animals[-1:] if place >= 0]
        self.things = [(-1, name, kind) for place, name, kind in self.things[-1:] if place >= 0]

    def keep(self, claims: list[Claim]) -> None:
        """What a sentence has claimed, for the two sentences behind it."""
        self.silent = 0 if claims else self.silent + 1
        if claims or self.silent > 1:
            self.said = claims

    def meet(self, number: int, name: str, kind: str, *, subject: bool = False) -> None:
        """Something was named in this sentence; what a sentence is about is what "it" means in the next."""
        if kind == "person":
            self.people.append((number, name))
        elif kind == "animal":
            self.animals.append((number, name))
        elif kind in SOFTWARE:
            self.things.append((number, name, kind))
            if subject:
                self.topic = (number, name, kind)
        if subject:
            self.kinds.setdefault(name.lower(), kind)

    def person(self, number: int, pronoun: str = "") -> str | None:
        """The only person named in this sentence or the two before it whom the pronoun can mean."""
        near = {
            name
            for place, name in (*self.people, *self.perhaps)
            if number - 2 <= place <= number
            and self.kinds.get(name.lower(), "person") == "person"
            and name.rpartition(" ")[2] not in NOT_MEANT.get(pronoun, frozenset())
        }
        return near.pop() if len(near) == 1 else None

    def animal(self, number: int) -> str | None:
        """The only animal named in this sentence or the one before it, where "she" can be no person."""
        if any(number - 2 <= place <= number for place, _ in (*self.people, *self.perhaps)):
            return None
        near = {name for place, name in self.animals if number - 1 <= place <= number}
        return near.pop() if len(near) == 1 else None

    def subject(self) -> tuple[str, str] | None:
        """The only one that the last claims were about, with its kind."""
        about = {(one.subject.name, one.subject.kind) for one in self.said}
        return about.pop() if len(about) == 1 else None

    def thing(self, number: int) -> tuple[str, str] | None:
        """The only thing named in the sentence before this one, with its kind."""
        if self.topic is not None and self.topic[0] == number - 1:
            return self.topic[1], self.topic[2]
        near = {(name, kind) for place, name, kind in self.things if place == number - 1}
        return near.pop() if len(near) == 1 else None
