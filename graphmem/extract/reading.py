"""One sentence as it is read: who speaks, who is meant, when it was, and how a claim is made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from graphmem.extract.clause_dates import dates_of, told_of_another
from graphmem.extract.clauses import Clause, is_kin
from graphmem.extract.dates import DateMention, find_dates
from graphmem.extract.focus import Focus
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.parts import part_of
from graphmem.extract.things import Thing, fit, read_thing, shows_article
from graphmem.extract.vocabulary import FAMILY, FOLK, PETS, TECHNICAL, words, words_of_kin
from graphmem.extract.when import When as When  # noqa: PLC0414 - told on to those who read
from graphmem.extract.when import holds, interval_of, of_word
from graphmem.extract.wording import stand_alone
from graphmem.model import TRUST, USER, Claim, ClaimMode, Mention, Message
from graphmem.ontology import Ontology
from graphmem.temporal import utc

# A word of the assistant counts for less than the same word of the user.
WEIGHT = {"user": 1.0, "assistant": 0.5}
# "our team" speaks for the user as "we" does.
GROUPS = words("team company group startup org squad department shop app project stack")
# "Started working", "stopped using", "used to live": one date tells of both verbs.
PHASES = frozenset({"start", "stop", "used", "keep", "decide"})


class Party(NamedTuple):
    """Who or what a claim is about: the mention, how it is written in a sentence, and whether "we" was said."""

    mention: Mention
    shown: str
    we: bool = False
    user: bool = False
    group: bool = False  # "our company": nothing personal of the user is said
    thing: Thing | None = None


@dataclass(slots=True)
class Reading:
    """A sentence of a message with all that is needed to make claims of it."""

    message: Message
    sentence: Sentence
    ontology: Ontology
    focus: Focus
    clauses: list[Clause]
    project: str = ""  # the project of the conversation, when that is known
    _things: dict[int, Thing | None] = field(default_factory=dict)
    _dates: dict[str, list[DateMention]] = field(default_factory=dict)
    cuts: dict[str, Any] = field(default_factory=dict)  # the statements it was cut into, by the way

    @property
    def text(self) -> str:
        """The sentence as the parser saw it."""
        return self.sentence.text

    @property
    def said_at(self) -> datetime:
        """The moment of speaking."""
        return self.message.sent_at

    @property
    def by_user(self) -> bool:
        """True when the user speaks."""
        return self.message.role == "user"

    def dates(self, clause: Clause) -> list[DateMention]:
        """The dates among the clause's own words, places in the passage."""
        spans = [date for date in dates_of(clause, self.dates_in, self.said_at) if not self.describes(date)]
        own = [date for date in spans if holds(clause.words, date)]
        return own or [date for date in spans if holds(self.shared(clause), date)]

    def dates_in(self, tense: str) -> list[DateMention]:
        """The dates of the sentence as they are meant in a tense, places in the passage."""
        if tense not in self._dates:
            offset = self.sentence.start
            self._dates[tense] = [
                date._replace(start=date.start + offset, end=date.end + offset)
                for date in find_dates(self.sentence.text, self.said_at, tense=tense)
            ]
        return self._dates[tense]

    def shared(self, clause: Clause) -> list[Word]:
        """The words around "started" in "in 2020 I started working at Acme": they date the work as well."""
        if clause.verb.dep not in {"xcomp", "ccomp"} or clause.aspect not in PHASES:
            return []
        above = next((one for one in self.clauses if one.verb.i == clause.verb.head), None)
        own = {word.i for word in clause.words}
        return [] if above is None else [word for word in above.words if word.i not in own]

    def outer(self, clause: Clause, dates: list[DateMention]) -> list[DateMention]:
        """The dates without those of clauses inside, as in "joined in 2015, left in 2018", when others are left."""
        inner = [
            one.words
            for one in self.clauses
            if one.verb.dep in {"advcl", "relcl", "conj"} and one.verb.i != clause.verb.i
        ]
        own = [date for date in dates if not any(holds(words_, date) for words_ in inner)]
        return own or [date for date in dates if not told_of_another(clause, self.clauses, date)]

    def describes(self, date: DateMention) -> bool:
        """True for "the summer school" and "the March release", where the date only tells which one."""
        last = next(
            (word for word in reversed(self.sentence.words) if date.start <= word.start < date.end), None
        )
        if last is None:
            return False
        lead = next((word for word in reversed(self.sentence.words) if word.end <= date.start), None)
        behind = self.sentence.words[last.i + 1 : last.i + 2]
        if lead is not None and lead.dep in {"det", "poss"} and behind and lead.head == behind[0].i:
            return behind[0].pos == "NOUN"  # "the Q3 OKR"
        if last.dep not in {"compound", "nmod"}:
            return False
        noun = self.sentence.head(last)
        return noun.start >= date.end and noun.pos == "NOUN" and noun.i == last.i + 1

    def is_date(self, word: Word, clause: Clause) -> bool:
        """True when the word is part of a date."""
        return any(date.start <= word.start < date.end for date in self.dates(clause))

    def thing(self, word: Word) -> Thing | None:
        """What the phrase around a noun names."""
        if word.i < 0:
            return None
        if word.i not in self._things:
            self._things[word.i] = read_thing(self.sentence, word, self.ontology)
        return self._things[word.i]

    def kind(self, thing: Thing, kinds: tuple[str, ...]) -> str:
        """The kind of a thing among these, or ""."""
        return fit(thing, kinds, self.focus.kinds)

    # --- who ----------------------------------------------------------------------------------

    def speaker(self, word: Word) -> Party:
        """The user, at the place of a word."""
        start, end = self.sentence.passage.source(word.start, word.end)
        we = word.lower in {"we", "us", "our", "ours"}
        shown = "The user's team" if we else "The user"
        return Party(Mention(self.message.id, start, end, USER, "person"), shown, we, user=True)

    def user(self, word: Word) -> Party:
        """The user as one person, at the place of a word."""
        return Party(self.speaker(word).mention, "The user", user=True)

    def party(self, word: Word | None, kinds: tuple[str, ...] = ()) -> Party | None:
        """Who or what a subject means, or None when that is not sure."""
        if word is None:
            return None
        lower = word.lower
        if lower in {"i", "we", "me", "us"}:
            return self.speaker(word) if self.by_user else None
        for other in self.sentence.below(word, "conj"):
            if other.lower == "i" and self.by_user:
                return self.speaker(other)  # "my girlfriend and I"
        if lower == "team" and self.by_user and [one.lower for one in self.sentence.below(word)] == ["the"]:
            return self.speaker(word)._replace(shown="The user's team", we=True)
        if lower in {"he", "she"}:
            name = self.focus.person(self.sentence.number, lower) or self.spoken_about(word)
            pet = None if name else self.focus.animal(self.sentence.number)
            return self.named(word, name or pet or "", "animal" if pet else "person") if name or pet else None
        if lower == "it":
            found = self.focus.thing(self.sentence.number)
            return None if found is None else self.named(word, found[0], found[1])
        owned = self.owned(word)
        if owned is not None:
            return owned
        thing = self.thing(word)
        if thing is None or not thing.named:
            return None if kinds and not TECHNICAL & set(kinds) else self.part(word)
        kind = self.kind(thing, kinds)
        if not kinds and not thing.sure:
            kind = self.focus.kinds.get(thing.name.lower(), kind)
        if not kind:
            return None
        shown = ("The " + thing.name) if shows_article(thing) else thing.name
        return Party(thing.mention(self.message.id, self.sentence, kind), shown, thing=thing)

    def spoken_about(self, word: Word) -> str | None:
        """ "I misspoke about Gerda: she ...": the only name behind "about" in front of a pronoun."""
        before = self.sentence.words[: word.i]
        names = {
            one.text
            for about, one in pairwise(before)
            if about.lower == "about" and one.pos == "PROPN" and not self.ontology.known(one.text)
        }
        return names.pop() if len(names) == 1 else None

    def meant(self, word: Word, kinds: tuple[str, ...]) -> Thing | None:
        """ "her", "him" and "it" as an object of one of these kinds, when only one can be meant.

        "It" is what the sentence before was about.
        """
        name, kind = None, "person"
        if word.lower in {"her", "him"}:
            name = self.focus.person(self.sentence.number)
        elif word.lower == "it":
            name, kind = self.focus.subject() or (None, "")
        if name is None or kind not in kinds:
            return None
        definite = kind != "person" and name[:1].islower()
        return Thing(name, kind, word.start, word.end, True, True, definite, word)

    def part(self, word: Word, *, loose: bool = False) -> Party | None:
        """ "The backend", "our CI": a part of the project that is talked about; "this repo" is the user's work.

        `loose` takes any definite noun: "the config", "backups".
        """
        thing = self.thing(word)
        found = part_of(self.sentence, word, thing, self.ontology, loose=loose) if self.by_user else None
        if found is None or thing is None:
            return None
        if found.whole:
            return self.speaker(word)._replace(shown=f"The user's {word.text}", we=True)
        if found.vague:
            near = self.focus.thing(self.sentence.number)
            return None if near is None else self.named(word, near[0], near[1])
        start, end = self.sentence.passage.source(thing.start, thing.end)
        name = f"{self.project} {thing.name}" if self.project else thing.name
        shown = f"The {thing.name} of {self.project}" if self.project else f"{found.article}{thing.name}"
        mention = Mention(self.message.id, start, end, name, found.kind)
        return Party(mention, shown[0].upper() + shown[1:], thing=thing)

    def named(self, word: Word, name: str, kind: str) -> Party:
        """A pronoun whose name is known."""
        start, end = self.sentence.passage.source(word.start, word.end)
        of_user = name.startswith("user's ")
        shown = f"The {name}" if " " in name and name[0].islower() and (kind != "person" or of_user) else name
        return Party(Mention(self.message.id, start, end, name, kind or "concept"), shown)

    def owned(self, word: Word) -> Party | None:
        """ "My wife Anna" is Anna; "my wife" is the user's wife as long as no name is known."""
        mine = [one for one in self.sentence.below(word, "poss") if one.lower in {"my", "our"}]
        if not mine and is_kin(self.sentence, word):
            mine = [word]  # "dad lives in Swansea"
        if not mine or not self.by_user:
            return None
        name = self.name_beside(word)
        role = word.lemma.lower()
        if name is None and role in GROUPS:
            whose = self.speaker(mine[0])
            return whose._replace(shown=f"The user's {word.text}", we=True, group=True)
        if name is not None:
            kind = "animal" if role in PETS else "person"
            start, end = self.sentence.passage.source(name.start, name.end)
            return Party(Mention(self.message.id, start, end, name.name, kind), name.name, thing=name)
        if (role in FAMILY and word.tag == "NN") or word.lower in FOLK:
            start, end = self.sentence.passage.source(mine[0].start, word.end)
            called = f"user's {role if word.tag == 'NN' else word.lower}"
            several = self.thing(word) if word.lower in FOLK else None
            mention = Mention(self.message.id, start, end, called, "person")
            return Party(mention, f"The {called}", thing=several)
        return None

    def name_beside(self, word: Word) -> Thing | None:
        """The name that stands beside "my wife": in apposition, or as the head that it describes."""
        for other in self.sentence.below(word, "appos"):
            thing = self.thing(other)
            if thing is not None and thing.named:
                return thing
        if word.i + 1 < len(self.sentence.words):
            after = self.sentence.words[word.i + 1]
            if after.pos == "PROPN" and after.text[:1].isupper() and after.lower not in FAMILY:
                thing = self.thing(after)
                if thing is not None and thing.named:
                    return thing
        return None

    def names(self, clause: Clause, party: Party | None) -> dict[int, str]:
        """What the pronouns of a clause stand for, by place."""
        found: dict[int, str] = {}
        subject = clause.subject
        if party is None or subject is None:
            return found
        found.update(
            (word.i, party.shown)
            for word in clause.words
            if word.lower in {"who", "which", "that"} and word.dep == "nsubj" and word.head == clause.verb.i
        )
        if party.user and party.shown == "The user":
            near = {"we": "the user", "us": "the user", "our": "their", "ours": "theirs"}
            found.update((word.i, near[word.lower]) for word in clause.words if word.lower in near)
            if party.we:
                found[subject.i] = "the user"
        if not party.user and (subject.lemma.lower() in FAMILY or subject.lower in FOLK):
            own = words_of_kin(subject.lower)  # "my sister took her kids": whose own they are
            found.update(
                (word.i, word.text)
                for word in clause.words
                if word.lower in own and word.dep == "poss" and word.i > subject.i
            )
        if not party.user and (subject.lower in {"he", "she", "it"} or is_kin(self.sentence, subject)):
            found[subject.i] = party.shown
            for word in clause.words:
                if word.lower in {"his", "her", "its"} and word.dep == "poss":
                    found.setdefault(word.i, f"{party.mention.name}'s")
        return found

    # --- when ---------------------------------------------------------------------------------

    def when(
        self, clause: Clause, *, ends: bool = False, lasting: bool = False, word: Word | None = None
    ) -> When:
        """The interval a clause states: a begin for what begins or holds, an end for what ends.

        A coarse date stands for the start of its grain. `lasting` says that an undated "in 2019" is the whole time;
        of dates that each have a word of their own, those of `word` count.
        """
        dates = of_word(word, self.outer(clause, self.dates(clause)))
        return interval_of(clause, dates, ends=ends, lasting=lasting)

    # --- what ---------------------------------------------------------------------------------

    def reworded(self, clause: Clause, party: Party | None, *, drop: Iterable[int] = ()) -> str | None:
        """The clause as a sentence that stands alone, or None."""
        text = stand_alone(
            clause,
            self.dates(clause),
            self.said_at,
            names=self.names(clause, party),
            subject="" if party is None else party.shown,
            drop=frozenset(drop),
        )
        return text and re.sub(r"^(The user(?:['’]s \w+)?)['’]ll\b", r"\1 will", text)

    def claim(
        self,
        party: Party,
        predicate: str,
        text: str,
        *,
        thing: Thing | None = None,
        kind: str = "",
        value: str = "",
        qualifier: str = "",
        mode: ClaimMode = "asserts",
        when: When | None = None,
        confidence: float = 0.8,
    ) -> Claim:
        """A claim of this sentence; the object is `thing` as an entity of `kind`, or the literal `value`."""
        target = None if thing is None else thing.mention(self.message.id, self.sentence, kind)
        made = self.draft(
            party, predicate, text, target=target, value=value, qualifier=qualifier, mode=mode, when=when,
            confidence=confidence,
        )  # fmt: skip
        self.remember(made)
        return made

    def remember(self, claim: Claim) -> None:
        """Who and what a claim names is near to the sentences behind it."""
        if claim.subject.name != USER:
            self.focus.meet(self.sentence.number, claim.subject.name, claim.subject.kind, subject=True)
        target = claim.object
        if target is not None:
            self.focus.kinds.setdefault(target.name.lower(), target.kind)
            if target.kind == "person" or claim.predicate == "has_pet":
                self.focus.meet(self.sentence.number, target.name, target.kind)

    def draft(
        self,
        party: Party,
        predicate: str,
        text: str,
        *,
        target: Mention | None = None,
        value: str = "",
        qualifier: str = "",
        mode: ClaimMode = "asserts",
        when: When | None = None,
        confidence: float = 0.8,
    ) -> Claim:
        """A claim that nobody has heard yet: it may be dropped again."""
        start, end = self.sentence.passage.source(self.sentence.start, self.sentence.end)
        stated = when or When()
        weight = WEIGHT.get(self.message.role, TRUST["tool"])
        return Claim(
            message_id=self.message.id,
            start=start,
            end=end,
            subject=party.mention,
            predicate=predicate,
            text=text,
            object=target,
            value=value,
            qualifier=qualifier,
            mode=mode,
            kind=self.ontology.predicate(predicate).fact,
            valid_from=None if stated.start is None else utc(stated.start),
            valid_until=None if stated.end is None else utc(stated.end),
            grain=stated.grain,
            confidence=round(confidence * weight, 3),
        )
