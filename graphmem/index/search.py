"""What an index can be asked: ids with scores by words, by meaning and by walking; what lies around an id; names."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from graphmem.errors import EmbedderError
from graphmem.index import analyze
from graphmem.index.embed import Embedder
from graphmem.index.filter import EVERYTHING, Filter

if TYPE_CHECKING:
    import numpy as np

    from graphmem.index.documents import Document
    from graphmem.index.meanwhile import Meanwhile
    from graphmem.index.sieve import Sieve
    from graphmem.index.state import State
    from graphmem.store.gate import Gate

log = logging.getLogger(__name__)

Scored = list[tuple[str, float]]
NOBODY: Mapping[str, Sequence[str]] = {}


@dataclass(frozen=True, slots=True)
class Named:
    """Words of a question that are a name: their places, half-open, and the entities that go by it."""

    text: str
    start: int
    end: int
    ids: tuple[str, ...]  # whom an alias means stands before the alias


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the embedder sees it."""

    vector: np.ndarray
    tokens: np.ndarray  # unit vectors
    rarity: list[float]  # for each token how much its word tells


class Met(NamedTuple):
    """How well texts meet a question, by key, about -1 to 1."""

    alone: dict[str, float]
    beside: dict[str, float]  # with the texts beside each
    session: dict[str, float]  # of messages: what was looked at of the whole session together


class Searches:
    """The reading half of `Index`, which owns what is searched. Any number of threads may search."""

    embedder: Embedder | None
    gate: Gate
    state: State
    meanwhile: Meanwhile
    patient: bool = True  # a question waits until the embedder is loaded, else it is answered without

    @property
    def compares(self) -> bool:
        """Whether a question is compared by meaning now."""
        return self.embedder is not None and (self.patient or getattr(self.embedder, "loaded", True))

    @property
    def floor(self) -> float:
        """The cosine that texts reach that have nothing in common."""
        return 0.0 if self.embedder is None else self.embedder.floor

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Inside, all searches see one moment. Keep it short: changes wait."""
        with self.gate.reading():
            yield

    def text(
        self,
        query: str | Sequence[str] | Mapping[str, float],
        *,
        limit: int = 100,
        where: Filter = EVERYTHING,
    ) -> Scored:
        """BM25: ids and scores, best first. `query` is text, or its terms, or terms with weights."""
        terms = analyze.analyze(query) if isinstance(query, str) else query
        with self.gate.reading():
            numbers, scores = self.state.text.search(terms, limit=limit, allowed=self._sieve(where))
            return self._scored(numbers, scores)

    def vector(self, query: str | np.ndarray, *, limit: int = 100, where: Filter = EVERYTHING) -> Scored:
        """Nearest sentences: ids and cosines, best first; empty when there is no embedder, or none answers."""
        if self.state.vectors is None or self.embedder is None or not self.compares:
            return []
        if isinstance(query, str):
            try:
                query = self.embedder.embed_question(query)
            except EmbedderError as cause:
                log.warning("recall goes on without vectors: %s", cause)
                return []
        with self.gate.reading():
            numbers, scores = self.state.vectors.search(query, limit=limit, allowed=self._sieve(where))
            return self._scored(numbers, scores)

    def begin(self, question: str) -> Callable[[], Asked | None]:
        """Begin to read a question; what is called gives it as the embedder sees it, once that is there.

        None when there is no embedder that tells tokens apart.
        """
        embedder = self.state.teller
        if embedder is None or not self.compares:
            return lambda: None
        made = self.meanwhile.begin(embedder.begin(question))

        def asked() -> Asked:
            vector, tokens, words = made()
            with self.gate.reading():
                rarity = [self.state.text.rarity(analyze.analyze(word)) for word in words]
            return Asked(vector, tokens, rarity)

        return asked

    def read(self, question: str) -> Asked | None:
        """The question as the embedder sees it; None when there is none that tells tokens apart."""
        return self.begin(question)()

    def terms(self, text: str) -> dict[str, tuple[int, float]]:
        """For each term of a text in how many documents it stands, and how much it tells as idf."""
        with self.gate.reading():
            found = dict.fromkeys(analyze.analyze(text))
            return {term: self.state.text.told(term) for term in found}

    def late(
        self,
        asked: Asked,
        keys: Sequence[str],
        *,
        beside: Mapping[str, Sequence[str]] = NOBODY,
        share: float = 0.0,
    ) -> Met:
        """How well each text meets the words of the question (MaxSim), the rare words counting more.

        What a text `beside` it meets better is met there, at that `share` of the likeness: a reply seldom repeats the
        words of what it replies to.
        """
        import numpy as np  # noqa: PLC0415 - brought by the channels

        from graphmem.index.documents import KIND  # noqa: PLC0415 - as above
        from graphmem.index.tokens import grouped, weighed  # noqa: PLC0415 - as above

        if self.state.tokens is None or not asked.rarity:
            return Met({}, {}, {})
        weights = np.array(asked.rarity, np.float32)
        weights /= weights.sum()
        with self.gate.reading():
            numbers = self.state.documents.numbers(keys)
            matched = self.state.tokens.matched(numbers, asked.tokens)
            rows = self.state.documents.rows[numbers]
        # Number 0 has no text, and so no score.
        places = {keys[place]: place for place in np.flatnonzero(~np.isnan(matched[:, 0])).tolist()}
        pairs = [(places[k], places[o]) for k in places for o in beside.get(k, ()) if o in places]
        alone, together = weighed(matched, weights, pairs, share)
        turns = {key: at for key, at in places.items() if rows["kind"][at] == KIND["message"]}
        chosen = np.array([*turns.values()], np.int64)
        by_session = grouped(matched[chosen], rows["session"][chosen], weights)
        return Met(
            {key: alone[place] for key, place in places.items()},
            {key: together[place] for key, place in places.items()},
            dict(zip(turns, by_session, strict=True)),
        )

    def said_by(self, text: str, keys: Sequence[str]) -> list[bool]:
        """Which of the messages were said by somebody whose name, or a part of it, stands in the text."""
        return self.having(analyze.author_terms(text), keys)

    def having(self, terms: Sequence[str], keys: Sequence[str]) -> list[bool]:
        """Which of the documents have any of the terms."""
        with self.gate.reading():
            numbers = self.state.documents.numbers(keys)
            found: list[bool] = self.state.text.having(terms, numbers).tolist()
            return found

    def sizes(self, keys: Sequence[str]) -> list[int]:
        """Of how many tokens the text of each document is; 0 where that is not known."""
        if self.state.tokens is None:
            return [0] * len(keys)
        with self.gate.reading():
            found: list[int] = self.state.tokens.sizes(self.state.documents.numbers(keys)).tolist()
            return found

    def graph(
        self,
        seeds: Mapping[str, float],
        *,
        limit: int = 100,
        where: Filter = EVERYTHING,
        **options: Any,
    ) -> Scored:
        """Personalised PageRank from weighted ids: ids and scores, best first, the seeds among them.

        The walk steps on documents of any kind that are alive and true from the filter's point of view; the
        filter's other conditions bind what comes out. `options` as in `walk.personalised_pagerank`.
        """
        from graphmem.index.walk import personalised_pagerank  # noqa: PLC0415 - brings numpy

        with self.gate.reading():
            known = zip(self.state.documents.numbers(seeds).tolist(), seeds.values(), strict=True)
            numbers_of = {number: weight for number, weight in known if number}
            numbers, scores = personalised_pagerank(
                self.state.graph, numbers_of, allowed=self._sieve(where, walk=True), **options
            )
            passed = self._sieve(where)(numbers)
            return self._scored(numbers[passed][:limit], scores[passed][:limit])

    def document(self, key: str) -> Document | None:
        """What the index knows of one id, or None."""
        return self.documents([key]).get(key)

    def documents(self, keys: Iterable[str]) -> dict[str, Document]:
        """What the index knows of each id; unknown ids are left out."""
        with self.gate.reading():
            numbers = self.state.documents.numbers(keys)
            found = self.state.documents_of(numbers[numbers != 0])
            return {document.id: document for document in found.values()}

    def places(self, keys: Iterable[str]) -> dict[str, tuple[str, str]]:
        """The client and the project of the sessions in which these messages were said, as far as they are known."""
        found = self.documents(keys).values()
        return {
            one.session_id: one.places[0] for one in found if one.kind == "message" and len(one.places) == 1
        }

    def passes(self, keys: Sequence[str], where: Filter) -> list[bool]:
        """Which of the ids are there and pass the filter."""
        with self.gate.reading():
            numbers = self.state.documents.numbers(keys)
            passed: list[bool] = self._sieve(where)(numbers).tolist()
            return passed

    def neighbours(self, key: str, kind: str | None = None) -> list[tuple[str, str, int]]:
        """The living neighbours of an id: their ids, the kind of edge as seen from it, and how many there are.

        Kinds: about, mentions, stated_in, in_session, next, alias_of, has_alias.
        """
        from graphmem.index.adjacency import EDGE_KINDS  # noqa: PLC0415 - brings numpy

        names = {code: name for name, code in EDGE_KINDS.items()}
        with self.gate.reading():
            number = self._number(key)
            if number is None:
                return []
            found = self.state.graph.neighbours(number, None if kind is None else EDGE_KINDS[kind])
            documents = self.state.documents
            return [
                (documents.id(other), names[code], count)
                for (other, code), count in sorted(found.items())
                if documents.alive(other)
            ]

    def ways(self, keys: Sequence[str], seeds: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """For each id a shortest way from one of the seeds over at most two edges: ids, and between them the kinds of
        the edges, each as seen from the end that it leads away from or, of the last, from the id.

        Seeds that come first are preferred. Empty when there is no such way; the id alone when it is a seed itself.
        """
        from graphmem.index import around  # noqa: PLC0415 - brings numpy

        with self.gate.reading():
            documents = self.state.documents
            numbers, starts = documents.numbers(keys), documents.numbers(seeds)
            found = around.ways(
                documents, self.state.graph, numbers[numbers != 0].tolist(), starts[starts != 0].tolist()
            )
            ends = sorted({end for way in found.values() for end in way if isinstance(end, int)})
            names = dict(zip(ends, documents.ids(ends), strict=True))
            return {
                key: tuple(names[step] if isinstance(step, int) else step for step in found[number])
                for key, number in zip(keys, numbers.tolist(), strict=True)
                if number
            }

    def said_of(
        self,
        subjects: Iterable[str],
        predicates: Mapping[str, float],
        *,
        limit: int,
        where: Filter = EVERYTHING,
    ) -> list[tuple[str, str]]:
        """Id and predicate of what is said of the subjects under one of the predicates, the newest first."""
        with self.gate.reading():
            found = self.state.said_of(list(subjects), predicates, where, limit)
            ids = self.state.documents.ids(number for number, _ in found)
            return [(key, predicate) for key, (_, predicate) in zip(ids, found, strict=True)]

    def turns(self, key: str, *, before: int = 1, after: int = 1) -> list[str]:
        """The message and its neighbours in its session, in their order."""
        from graphmem.index import around  # noqa: PLC0415 - as above

        with self.gate.reading():
            number = self._number(key)
            if number is None:
                return []
            documents, graph = self.state.documents, self.state.graph
            return documents.ids(around.turns(documents, graph, number, before, after))

    def beside(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """For each message the turns just before and after it; one look for all, and so cheap for many."""
        return self._messages(keys, "next")

    def told_in(self, facts: Iterable[str]) -> dict[str, list[str]]:
        """For each fact the messages in which it was said, the earlier before the later."""
        return self._messages(facts, "stated_in")

    def _messages(self, keys: Iterable[str], kind: str) -> dict[str, list[str]]:
        from graphmem.index import around  # noqa: PLC0415 - as above
        from graphmem.index.adjacency import EDGE_KINDS  # noqa: PLC0415 - as above

        with self.gate.reading():
            asked = list(keys)
            numbers = self.state.documents.numbers(asked)
            found = around.beside(
                self.state.documents, self.state.graph, numbers[numbers != 0], EDGE_KINDS[kind]
            )
            others = list({other for near in found.values() for other in near})
            ids = dict(zip(others, self.state.documents.ids(others), strict=True))
            return {
                key: [ids[other] for other in found[number]]
                for key, number in zip(asked, numbers.tolist(), strict=True)
                if number
            }

    def name(self, key: str) -> str:
        """The name of an entity, or ""."""
        with self.gate.reading():
            number = self._number(key)
            return "" if number is None else self.state.documents.names.get(number, "")

    def entity_ids(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """For each name the entities that go by it; case, accents, articles and separators do not matter."""
        with self.gate.reading():
            return {name: self.state.entities(analyze.name_words(name)) for name in names}

    def names_in(self, text: str) -> list[Named]:
        """The names of entities in a text, the longest that fit, in their order; cost grows with the text only."""
        words = analyze.words(text)
        with self.gate.reading():
            found = self.state.names_in(words)
        return [Named(" ".join(words[start:end]), start, end, ids) for start, end, ids in found]

    def stats(self) -> dict[str, Any]:
        """Counts of documents by kind, of vectors and edges, and the bytes on disk."""
        with self.gate.reading():
            return self.state.stats()

    def _number(self, key: str) -> int | None:
        number = self.state.documents.find(key)
        return number if number is not None and self.state.documents.alive(number) else None

    def _sieve(self, where: Filter, *, walk: bool = False) -> Sieve:
        return self.state.sieve(where, walk=walk)

    def _scored(self, numbers: np.ndarray, scores: np.ndarray) -> Scored:
        return list(zip(self.state.documents.ids(numbers.tolist()), scores.tolist(), strict=True))
