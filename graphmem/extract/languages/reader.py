"""Sentences of a language other than English to claims, by the table of that language.

Little is asked of the parse: which words belong to a clause, what is its subject, its object and what stands behind a
preposition. Verbs are known by their forms. A sentence in which anything makes a claim doubtful claims nothing, and
so does what the assistant says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from graphmem.extract.dates import DateMention
from graphmem.extract.languages.dates import find_dates
from graphmem.extract.languages.grammar import Kin, Language, Rule
from graphmem.extract.languages.labelled import ISO, KIND_OF, NAMED, NO_TIME, When, interval
from graphmem.extract.parse import Sentence, Word
from graphmem.model import USER, Claim, ClaimMode, Mention, Message
from graphmem.ontology import Ontology

CONFIDENCE = 0.75


class Party(NamedTuple):
    """Who a claim is about: the mention and how it is written in a sentence."""

    mention: Mention
    shown: str


class Clause(NamedTuple):
    """A verb, the verbs above it in the same clause, and all words of the clause in order."""

    verb: Word
    chain: list[Word]
    words: list[Word]


@dataclass(slots=True)
class Reader:
    """One sentence with all that is needed to make claims of it."""

    message: Message
    sentence: Sentence
    language: Language
    ontology: Ontology
    dates: list[DateMention] = field(default_factory=list)

    def __post_init__(self) -> None:
        offset = self.sentence.start
        self.dates = [
            one._replace(start=one.start + offset, end=one.end + offset)
            for one in find_dates(self.sentence.text, self.message.sent_at, self.language.dates)
        ]

    def claims(self) -> Iterator[Claim]:
        """What the sentence says."""
        text, words = self.sentence.text, self.sentence.words
        if self.message.role != "user" or self.language.no_claim.search(text):
            return
        if any(word.quoted for word in words) or self.sentence.passage.kind == "heading":
            return
        order = self.language.orders.match(text)
        if order:
            party = self.user(words[0])
            yield self.claim(party, "instructs", value=text.strip(" .!。！"), dated=False)
            return
        yield from self.phrases(text)
        yield from self.relatives()
        taken: set[tuple[int, int]] = set()
        for word in words:
            for rule in self.language.rules:
                if word.lower in rule.verbs.split() or word.lemma.lower() in rule.verbs.split():
                    yield from self.by_rule(rule, self.clause(word), taken)

    def phrases(self, text: str) -> Iterator[Claim]:
        """What needs no parser: "Ich heiße Anna", "tengo 34 años", "我是工程师"."""
        for predicate, pattern in self.language.phrases:
            found = pattern.search(text)
            if found:
                at = self.sentence.start + found.start()
                word = next((one for one in self.sentence.words if one.end > at), self.sentence.words[0])
                value = found["o"].strip()
                yield self.claim(self.user(word), predicate, value=value, dated=predicate == "has_role")

    def relatives(self) -> Iterator[Claim]:
        """ "My sister Anna" is that the user has a sister Anna, whatever is said of her."""
        for word in self.sentence.words:
            kin = self.kin(word)
            name = self.beside(word) if kin else None
            if kin and name:
                text = self.language.says["name"].asserts.format(s=kin.shown, o=name.name)
                yield self.made(self.user(word), kin.predicate, text, "asserts", thing=name)

    def by_rule(self, rule: Rule, clause: Clause, taken: set[tuple[int, int]]) -> Iterator[Claim]:
        """The claims of one rule for one clause; an object is taken once by a verb."""
        lower = {word.lower for word in clause.words}
        if lower & self.language.not_yet:
            return
        if rule.also and not {word.lower for word in self.sentence.words} & set(rule.also.split()):
            return
        party = self.pleased(clause) if rule.takes == "subject" else self.party(clause)
        if party is None:
            return
        for word in self.arguments(rule, clause):
            key = (clause.verb.i, word.i)
            if key in taken or self.is_date(word) or party.mention.start == self.place(word, word)[0]:
                continue
            mode = self.mode(rule, clause)
            if mode is None:
                continue
            if rule.kinds:
                thing = self.thing(word, rule.kinds)
                if thing is None:
                    continue
                taken.add(key)
                if rule.predicate != "name":
                    yield self.claim(party, rule.predicate, thing=thing, mode=mode, clause=clause)
                elif mode == "asserts":
                    yield from self.kin_named(clause, thing)
            elif value := self.phrase(word):
                taken.add(key)
                predicate = rule.predicate
                if mode == "denies" and predicate in self.language.opposite:
                    predicate, mode = self.language.opposite[predicate], "asserts"
                yield self.claim(party, predicate, value=value, mode=mode, clause=clause)

    # --- the clause ---------------------------------------------------------------------------

    def clause(self, verb: Word) -> Clause:
        """The clause around a verb: up to its auxiliary, and down without the clauses that hang on it."""
        labels, sentence = self.language.labels, self.sentence
        chain = [verb]
        while chain[-1].dep in labels.chain and chain[-1].head != chain[-1].i:
            chain.append(sentence.head(chain[-1]))
        inside: list[Word] = []
        pending = [chain[-1]]
        while pending:
            word = pending.pop()
            inside.append(word)
            pending += [
                child
                for child in sentence.below(word)
                if child in chain or not (child.dep in labels.joined and self.is_verb(child))
            ]
        return Clause(verb, chain, sorted(inside, key=lambda one: one.i))

    def is_verb(self, word: Word) -> bool:
        """True for a verb, also one that the model takes for a noun but which means the speaker."""
        return word.pos in {"VERB", "AUX"} or self.is_mine(word)

    def is_mine(self, word: Word) -> bool:
        """True for a form that means the speaker without a pronoun."""
        return word.lower in self.language.my_forms | self.language.our_forms

    def subject(self, clause: Clause) -> Word | None:
        """The subject of a clause, of the one it is joined to when it has none."""
        labels, top = self.language.labels, clause.chain[-1]
        above = [*clause.chain]
        while True:
            for word in above:
                found = self.sentence.below(word, *labels.subject)
                if found:
                    return found[0]
            if top.dep not in labels.joined or top.head == top.i:
                return None
            above = self.clause(self.sentence.head(top)).chain
            top = above[-1]

    def mode(self, rule: Rule, clause: Clause) -> ClaimMode | None:
        """Whether the clause says that it is so, is not so or is so no longer; None for "I have not left"."""
        own = self.sentence.passage.text[clause.words[0].start : clause.words[-1].end]
        if self.language.over.search(own):
            return "ends" if rule.mode == "asserts" else None
        if any(word.lower in self.language.negations for word in clause.words):
            return "denies" if rule.mode == "asserts" else None
        return rule.mode

    def arguments(self, rule: Rule, clause: Clause) -> list[Word]:
        """The words in the place that a rule asks for."""
        labels, sentence = self.language.labels, self.sentence
        below = [child for word in clause.chain for child in sentence.below(word)]
        if rule.takes == "subject":
            return [word for word in below if word.dep in labels.subject]
        place, _, prepositions = rule.takes.partition(":")
        wanted = set(prepositions.split("|"))
        found: list[Word] = []
        for word in below:
            marks = [mark for mark in sentence.below(word) if mark.dep in labels.case]
            case = [" ".join(one.lower for one in sentence.subtree(mark)) for mark in marks]
            if place == "object":
                # Who says "usamos Jenkins" is not Jenkins, whatever the model says.
                spoken = word.dep in labels.subject and word.i > clause.verb.i and self.is_mine(clause.verb)
                found += [word] if (word.dep in labels.object or spoken) and not case else []
            elif word.dep in labels.prepositional | labels.object:
                if wanted & set(case):
                    found.append(word)
                elif word.lower in wanted:
                    found += [noun for noun in sentence.below(word) if noun.dep in labels.kernel]
        return found

    # --- who and what -------------------------------------------------------------------------

    def user(self, word: Word, *, we: bool = False) -> Party:
        """The user, at the place of a word."""
        start, end = self.place(word, word)
        shown = self.language.team if we else self.language.user
        return Party(Mention(self.message.id, start, end, USER, "person"), shown)

    def pleased(self, clause: Clause) -> Party | None:
        """The user, when it is "me" who is pleased."""
        found = [word for word in clause.words if word.lower in self.language.pleased]
        return self.user(found[0]) if found else None

    def party(self, clause: Clause) -> Party | None:
        """Who the subject of a clause is, or None when that is not sure."""
        word, own = self.subject(clause), self.language
        helping = [
            one
            for verb in clause.chain
            for one in self.sentence.below(verb)
            if one.pos == "AUX" and word is None
        ]
        for verb in (*clause.chain, *helping):
            if self.is_mine(verb):
                return self.user(verb, we=verb.lower in own.our_forms)
        if word is None:
            return None
        if word.lower in own.me | own.us:
            return self.user(word, we=word.lower in own.us)
        kin = self.kin(word)
        if kin is not None:
            name = self.beside(word)
            if name is not None:
                return Party(name, name.name)
            start, end = self.place(word, word)
            return Party(Mention(self.message.id, start, end, f"user's {kin.english}", "person"), kin.shown)
        if word.pos != "PROPN" or word.technical or self.ontology.known(word.text) or self.is_date(word):
            return None
        thing = self.thing(word, ("person",))
        return None if thing is None else Party(thing, thing.name)

    def kin(self, word: Word) -> Kin | None:
        """ "My sister", when the word is for a relative and "my" stands with it."""
        found = self.language.kin.get(word.lower)
        if found is None:
            return None
        near = {one.lower for one in self.sentence.below(word)} | {
            self.sentence.words[max(word.i - 1, 0)].lower
        }
        return found if near & self.language.my else None

    def beside(self, word: Word) -> Mention | None:
        """ "Anna" in "my sister Anna"."""
        for other in self.sentence.below(word, *self.language.labels.beside):
            if other.i > word.i and other.pos == "PROPN":
                return self.thing(other, ("person",))
        return None

    def kin_named(self, clause: Clause, thing: Mention) -> Iterator[Claim]:
        """ "My sister is called Clara" is that the user has a sister Clara."""
        word = self.subject(clause)
        kin = None if word is None else self.kin(word)
        if kin is None or word is None:
            return
        text = self.language.says["name"].asserts.format(s=kin.shown, o=thing.name)
        yield self.made(self.user(word), kin.predicate, text, "asserts", thing=thing)

    def thing(self, word: Word, kinds: tuple[str, ...]) -> Mention | None:
        """The name around a word as one of these kinds, or None when it is no name or of another kind."""
        parts = self.named(word)
        name = self.sentence.stretch(parts)
        known = word.technical or self.ontology.known(name)
        if word.technical == "" or not name or len(name) > 60:
            return None
        if known and known not in kinds:
            if not (known == "technology" and "organization" in kinds):
                return None
            known = ""
        proper = word.pos == "PROPN" or word.entity in NAMED or (not self.language.spaced and name.isascii())
        if not known and not (
            proper and (name[:1].isupper() or not name[:1].isascii() or name[:1].isdigit())
        ):
            return None
        kind = known or KIND_OF.get(word.entity, "")
        start, end = self.place(parts[0], parts[-1])
        return Mention(self.message.id, start, end, name, kind if kind in kinds else kinds[0])

    def named(self, word: Word) -> list[Word]:
        """The words of a name, side by side."""
        found = [word, *self.sentence.below(word, *self.language.labels.name)]
        places = {one.i for one in found if not self.is_date(one)}
        low = high = word.i
        while low - 1 in places:
            low -= 1
        while high + 1 in places:
            high += 1
        return self.sentence.words[low : high + 1]

    def phrase(self, word: Word) -> str:
        """What is liked or preferred, in words, without articles."""
        if word.pos in {"PRON", "DET", "ADV"} or word.lower in self.language.me | self.language.pleased:
            return ""
        words = self.sentence.subtree(word, without=self.language.labels.aside)
        while words and words[0].lower in self.language.leading:
            words = words[1:]
        if words:
            words = self.sentence.words[words[0].i : words[-1].i + 1]
        less = next((place for place, one in enumerate(words) if one.lower in self.language.than), len(words))
        words = words[:less]
        return self.sentence.stretch(words)

    def is_date(self, word: Word) -> bool:
        """True when the word is part of a date."""
        return any(one.start < word.end and word.start < one.end for one in self.dates)

    def place(self, first: Word, last: Word) -> tuple[int, int]:
        """The characters from one word to another, in the message."""
        return self.sentence.passage.source(first.start, last.end)

    # --- the claim ----------------------------------------------------------------------------

    def claim(
        self, party: Party, predicate: str, *, thing: Mention | None = None, value: str = "",
        mode: ClaimMode = "asserts", clause: Clause | None = None, dated: bool = True,
    ) -> Claim:  # fmt: skip
        """A claim in the words of the language, with the date that was said."""
        says = self.language.says[predicate]
        text = getattr(says, mode).format(s=party.shown, o=thing.name if thing else value)
        words = self.sentence.words if clause is None else clause.words
        own = [one for one in self.dates if any(one.start <= word.start < one.end for word in words)]
        start, end, grain = interval(own, mode) if dated else NO_TIME
        for moment, form in ((start, self.language.since), (end, self.language.until)):
            if moment is not None:
                local = moment.astimezone(self.message.sent_at.tzinfo)
                text += f" ({form.format(d=local.strftime(ISO.get(grain, '%Y-%m-%d')))})"
        return self.made(party, predicate, text, mode, thing=thing, value=value, when=When(start, end, grain))

    def made(
        self, party: Party, predicate: str, text: str, mode: ClaimMode, *, thing: Mention | None = None,
        value: str = "", when: When = NO_TIME,
    ) -> Claim:  # fmt: skip
        """The record, which quotes the sentence."""
        low, high = self.place(self.sentence.words[0], self.sentence.words[-1])
        return Claim(
            self.message.id, low, high, party.mention, predicate, text + ("." if self.language.spaced else "。"),
            object=thing, value=value, mode=mode, kind=self.ontology.predicate(predicate).fact,
            valid_from=when.start, valid_until=when.end, grain=when.grain, confidence=CONFIDENCE,
        )  # fmt: skip
