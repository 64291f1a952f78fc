"""Is it really there? Words that a model claims to have read are looked up in what it was given.

A quote is found as it stands, or without regard to case, spacing and the kind of quotation marks and dashes; what
comes back is the span in the text itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from graphmem.extract import sieve as rx

Span = tuple[int, int]

SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
    }
)
EDGES = " \t\r\n\"'…."
WORD = rx.compile(r"[^\W_]+")
NUMBER = rx.compile(r"\d+")
# Compared by so many letters, "prefers" is "preferring"; "dark" is not "data".
STEM = 4
# From here on lie Thai and its neighbours, Chinese, Japanese and Korean.
UNSPACED = "\u0e00"


class Folded:
    """A text without case, doubled spaces, and differences of signs, with the place of each character in it."""

    def __init__(self, text: str) -> None:
        kept: list[str] = []
        self.places: list[int] = []
        for place, char in enumerate(text):
            for folded in " " if char.isspace() else fold_char(char):
                if folded == " " and (not kept or kept[-1] == " "):
                    continue
                kept.append(folded)
                self.places.append(place)
        self.text = "".join(kept)

    def find(self, words: str, *, whole: bool = False) -> Span | None:
        """The span of folded words in the text itself; `whole` asks for the ends of words at both ends."""
        start = self.text.find(words)
        while start >= 0:
            end = start + len(words)
            if not whole or not (continues(self.text, start) or continues(self.text, end)):
                return self.places[start], self.places[end - 1] + 1
            start = self.text.find(words, start + 1)
        return None


def continues(text: str, place: int) -> bool:
    """True when a word goes on across this place, in a script that sets spaces between words."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return before.isalnum() and after.isalnum() and min(before, after) < UNSPACED


def weight(text: str) -> int:
    """How much a text says, in letters; a sign of a script without spaces says as much as two."""
    return sum(1 + (char >= UNSPACED) for char in text if char.isalnum())


def fold_char(char: str) -> str:
    """A character as it is compared; what is not seen is nothing."""
    if unicodedata.category(char) == "Cf":
        return ""
    return unicodedata.normalize("NFKC", char.translate(SIGNS)).translate(SIGNS).casefold()


def folded(text: str) -> str:
    """A text as it is compared."""
    return Folded(text).text.strip()


def find_quote(text: str, quote: str) -> Span | None:
    """Where a quote stands in a text as whole words, or None; it says at least something, or is the whole text."""
    start = text.find(quote) if quote.strip() else -1
    end = start + len(quote)
    span = None if start < 0 or continues(text, start) or continues(text, end) else (start, end)
    if span is None:
        words = folded(quote.strip(EDGES))
        span = Folded(text).find(words, whole=True) if words else None
    if span is None:
        return None
    said = weight(text[span[0] : span[1]])
    return span if said >= STEM or said == weight(text) else None


def find_name(text: str, name: str) -> Span | None:
    """Where a name stands in a text as words of its own."""
    words = folded(name)
    return Folded(text).find(words, whole=True) if words else None


class Ground:
    """All the words that a claim may be made of: what was said, and what we know ourselves."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.words: set[str] = set()
        self.numbers: set[str] = set()
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Take more words in."""
        said = folded(text)
        self.words |= {word[:STEM] for word in WORD.findall(said)}
        self.numbers |= set(NUMBER.findall(said))

    def holds(self, text: str, *, share: float) -> bool:
        """True when every number of the text, and this share of its longer words, was said."""
        said = folded(text)
        if any(number not in self.numbers for number in NUMBER.findall(said)):
            return False
        longer = [word for word in WORD.findall(said) if len(word) >= STEM and not word.isdigit()]
        return sum(word[:STEM] in self.words for word in longer) >= share * len(longer)
