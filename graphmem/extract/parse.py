"""A neutral view of a parse: words with their grammar, in sentences; patterns read this and no parser's own types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from graphmem.extract.speech import Passage

FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})  # tags of a verb that says something of a subject
NAMING = frozenset({"NN", "NNS", "NNP", "NNPS"})  # tags of what is named


@dataclass(slots=True)
class Word:
    """One word of a sentence; `start` and `end` are characters of the passage, `head` is a place in the sentence.

    Part of speech, tag and dependency are those of the English models (Universal Dependencies parts of speech, Penn
    tags, ClearNLP dependencies). `technical` is None for an ordinary word, else the kind of technical name it is.
    """

    i: int
    text: str
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int
    start: int
    end: int
    entity: str = ""
    technical: str | None = None
    quoted: bool = False
    children: list[int] = field(default_factory=list)
    lower: str = field(init=False)  # the word in lower case

    def __post_init__(self) -> None:
        self.lower = self.text.lower()


@dataclass(slots=True)
class Sentence:
    """The words of one sentence and the passage they stand in; `number` counts the sentences of a message."""

    words: list[Word]
    passage: Passage
    number: int = 0
    restated: list[Sentence] = field(default_factory=list)  # what it says in short form, said in full
    text: str = field(init=False)  # the sentence as the parser saw it

    def __post_init__(self) -> None:
        self.text = self.passage.text[self.start : self.end]

    @property
    def start(self) -> int:
        """The first character, in the passage."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Behind the last character, in the passage."""
        return self.words[-1].end

    @property
    def quotes(self) -> bool:
        """True when a word of it is quoted."""
        return any(word.quoted for word in self.words)

    @property
    def asks(self) -> bool:
        """True when it ends as a question."""
        return self.text.rstrip().endswith("?")

    def head(self, word: Word) -> Word:
        """The word that governs this one; the root governs itself."""
        return self.words[word.head]

    def below(self, word: Word, *deps: str) -> list[Word]:
        """The direct dependents, of these kinds when any are named."""
        if not word.children:
            return []
        words = self.words
        return [words[i] for i in word.children if not deps or words[i].dep in deps]

    def subtree(self, word: Word, *, without: frozenset[str] = frozenset()) -> list[Word]:
        """The word and all below it in order, leaving out branches whose dependency is in `without`."""
        return sorted(self._walk(word, without), key=lambda one: one.i)

    def _walk(self, word: Word, without: frozenset[str]) -> Iterator[Word]:
        pending = [word]
        while pending:
            current = pending.pop()
            yield current
            pending.extend(
                self.words[i] for i in current.children if self.words[i].dep not in without and i != current.i
            )

    def stretch(self, words: list[Word]) -> str:
        """The text from the first to the last of some words, which may have been lent from an earlier statement."""
        if not words:
            return ""
        if words[0].start > words[-1].start:
            return " ".join(word.text for word in words)
        return self.passage.text[words[0].start : words[-1].end]
