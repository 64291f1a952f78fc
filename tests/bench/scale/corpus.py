"""A made-up life of any size from a seed: entities, facts, the messages that tell them, and questions about them.

Words and entities are Zipfian, so that a few entities are hubs (the user is the greatest: every sixth fact is about
them); facts are dated over eight years, every fifth has ended; sessions belong to thirty projects of three clients.
Words are those that the embedding model knows whole, so that a text has about as many tokens as it has words.
"""

from __future__ import annotations

import json
from calendar import month_name
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from graphmem.index.minilm import find_tokenizer
from graphmem.model import (
    USER_ENTITY,
    Change,
    Entity,
    Evidence,
    Fact,
    Mentioned,
    Message,
    Session,
    content_id,
)
from graphmem.names import entity_id
from graphmem.ontology import load_ontology

START = datetime(2018, 1, 1, tzinfo=UTC)
YEARS = 8
TURNS = 40  # of a session
SESSIONS = 5  # in one event, as an import commits them
PROJECTS, CLIENTS = 30, ("claude", "codex", "own")
ABOUT_USER = 1 / 6
PREDICATES = {  # of the packaged ontology, with a question that asks for it and the kind of its object
    "works_at": ("where does {} work", "organization"),
    "lives_in": ("where does {} live", "place"),
    "likes": ("what does {} like", "concept"),
    "dislikes": ("what does {} dislike", "concept"),
    "uses": ("which tool does {} use", "technology"),
    "prefers": ("what does {} prefer", "technology"),
    "knows": ("who does {} know", "person"),
    "visited": ("which places did {} visit", "place"),
    "owns": ("what does {} own", "product"),
    "plans": ("what does {} plan", "concept"),
}


def zipf(count: int) -> np.ndarray:
    """Where each of so many shares ends, the first the greatest (Zipf-Mandelbrot)."""
    shares = 1.0 / (np.arange(1, count + 1) + 2.7)
    ends: np.ndarray = np.cumsum(shares / shares.sum())
    return ends


def vocabulary() -> list[str]:
    """The words that the model's tokenizer has whole, in the order of its own list, which is that of their use."""
    known = json.loads(find_tokenizer().read_text(encoding="utf-8"))["model"]["vocab"]
    ordered = sorted(known, key=known.__getitem__)
    return [word for word in ordered if len(word) > 3 and word.isascii() and word.isalpha()]


@dataclass(frozen=True)
class Question:
    """One question and of which kind it is."""

    kind: str  # named, user, words, dated
    text: str


class Corpus:
    """So many facts from a seed; `part` of it can be had without making the rest."""

    def __init__(self, size: int, *, seed: int = 1) -> None:
        self.size, self.seed = size, seed
        ontology = load_ontology(None)
        self.predicates = [name for name in PREDICATES if name in ontology.predicates]
        self.labels = [ontology.predicate(name).label for name in self.predicates]
        self.words = vocabulary()
        self.word_ends = zipf(len(self.words))
        random = np.random.default_rng(seed)
        self.count = max(50, size // 8)
        self.entity_ends = zipf(self.count)
        # Names of two words that are not the most usual ones; the number keeps them apart.
        picks = random.integers(len(self.words) // 8, len(self.words), (self.count, 2)).tolist()
        self.names = [f"{self.words[a].title()} {self.words[b].title()}" for a, b in picks]
        self.ids = [entity_id(name) for name in self.names]
        kinds = [kind for _, kind in PREDICATES.values()]
        self.kinds = [kinds[i % len(kinds)] for i in range(self.count)]

    @property
    def span(self) -> timedelta:
        """The time between two messages."""
        return timedelta(days=365 * YEARS) / self.size

    def sentence(self, random: np.random.Generator, length: int) -> str:
        """Words as they come."""
        return " ".join(self.words[i] for i in draw(random, self.word_ends, length).tolist())

    def changes(self) -> Iterator[Change]:
        """What an import would have committed, in its order."""
        yield Change(entities=(Entity(USER_ENTITY, "user", "person", START, START),))
        step = TURNS * SESSIONS
        for first in range(0, self.size, step):
            yield self._change(range(first, min(first + step, self.size)))

    def _change(self, numbers: range) -> Change:
        random = np.random.default_rng((self.seed, numbers[0]))
        told = [self._told(i, random) for i in numbers]
        sessions = {message.session_id: message for message, *_ in told}
        last = {message.session_id: message.sent_at for message, *_ in told}
        used: dict[str, tuple[int, datetime]] = {}
        for message, _, _, ends in told:
            used.update((self.ids[end], (end, message.sent_at)) for end in ends)
        return Change(
            sessions=tuple(self._session(message, last[key]) for key, message in sessions.items()),
            messages=tuple(message for message, *_ in told),
            entities=tuple(
                Entity(key, self.names[i], self.kinds[i], START, when, mentions=1)
                for key, (i, when) in sorted(used.items())
            ),
            mentions=tuple(
                Mentioned(message.id, self.ids[end], 0, len(self.names[end]))
                for message, _, _, ends in told
                for end in ends
            ),
            facts=tuple(fact for _, fact, _, _ in told),
            evidence=tuple(evidence for _, _, evidence, _ in told),
            extracted=tuple(message.id for message, *_ in told),
        )

    def _session(self, message: Message, ended: datetime) -> Session:
        number = int(message.session_id[4:])
        return Session(
            id=message.session_id,
            client=CLIENTS[number % len(CLIENTS)],
            external_id=str(number),
            started_at=START + self.span * (number * TURNS),
            ended_at=ended,
            project=f"project{number % PROJECTS}",
        )

    def _told(self, i: int, random: np.random.Generator) -> tuple[Message, Fact, Evidence, list[int]]:
        when = START + self.span * i
        one, other = draw(random, self.entity_ends, 2).tolist()
        of_user = random.random() < ABOUT_USER
        which = int(draw(random, zipf(len(self.predicates)), 1)[0])
        subject, name = (USER_ENTITY, "The user") if of_user else (self.ids[one], self.names[one])
        text = f"{name} {self.labels[which]} {self.names[other]}, {self.sentence(random, 4)}."
        said = f"{self.sentence(random, 7)}. {text.replace('The user', 'I')} {self.sentence(random, 8)}."
        message = Message(
            id=content_id("msg", str(self.seed), str(i)),
            session_id=f"ses_{i // TURNS:020d}",
            role="user",
            text=said,
            seq=i % TURNS,
            sent_at=when,
            author="user",
            trust=0.9,
        )
        ended = i % 5 == 0
        fact = Fact(
            id=content_id("fact", str(self.seed), str(i)),
            text=text,
            kind="fact",
            subject=subject,
            predicate=self.predicates[which],
            object=self.ids[other],
            value=self.names[other],
            recorded_at=when,
            slot=content_id("slot", str(self.seed), str(i)),
            valid_from=when,
            valid_until=when + timedelta(days=90) if ended else None,
            end_recorded_at=when + timedelta(days=91) if ended else None,
            confidence=0.8,
            trust=0.9,
        )
        evidence = Evidence(
            id=f"{message.id}#0", fact_id=fact.id, message_id=message.id, said_at=when, mode="asserts", quote=text,
            start=0, end=len(text), text=text, kind="fact", subject=subject, predicate=fact.predicate,
            object=fact.object, value=fact.value, qualifier="", valid_from=when, valid_until=None, grain="day",
            confidence=0.8, trust=0.9, author="user",
        )  # fmt: skip
        return message, fact, evidence, [other] if of_user else [one, other]

    def messages(self, count: int) -> list[str]:
        """The texts of the first so many messages."""
        found: list[str] = []
        for change in self.changes():
            found += [message.text for message in change.messages]
            if len(found) >= count:
                break
        return found[:count]

    def questions(self, count: int) -> list[Question]:
        """Questions of four kinds in turn; no two are the same."""
        random = np.random.default_rng((self.seed, 7))
        asks = [ask for name, (ask, _) in PREDICATES.items() if name in self.predicates]
        found: list[Question] = []
        for i in range(count):
            ask = asks[int(random.integers(len(asks)))]
            name = self.names[int(draw(random, self.entity_ends, 1)[0])]
            words = self.sentence(random, 3)
            if i % 4 == 0:
                found.append(Question("named", f"{ask.format(name)} {words}?"))
            elif i % 4 == 1:
                mine = ask.format("I").replace("does I", "do I")
                found.append(Question("user", f"{mine} {words}?"))
            elif i % 4 == 2:
                found.append(Question("words", f"{self.sentence(random, 6)} {name.split()[0]}?"))
            else:
                year, month = 2018 + int(random.integers(YEARS)), MONTHS[int(random.integers(12))]
                found.append(Question("dated", f"what did {name} say of {words} in {month} {year}?"))
        return found


MONTHS = tuple(month_name)[1:]


def draw(random: np.random.Generator, ends: np.ndarray, count: int) -> np.ndarray:
    """Numbers that fall between the ends as often as the gaps are wide."""
    found: np.ndarray = np.minimum(np.searchsorted(ends, random.random(count)), len(ends) - 1)
    return found
