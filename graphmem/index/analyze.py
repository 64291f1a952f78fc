"""The one way from text to terms, for documents and for questions alike: any Unicode string in, terms out.

Text is brought to one form (NFKC, no case, no accents) and cut into chunks. A plain word gives its English stem.
An identifier, path, version or hyphenated word gives itself whole, itself without separators, and the stems of
its parts, so that `getUserName`, `get_user_name` and "user name" find each other. Scripts that write without
spaces give single characters and pairs.

Measured on questions over three long conversations (BM25 alone, share of the right turns among the first ten):
words .507, words and stems .569, stems alone .560; without the few words below .628 and .633, and with the BM25
constants of `text.py` .644 and .656. On questions that need several turns stems alone are clearly ahead (.454 to
.378), so a word does not stand beside its stem.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from typing import Any

from graphmem.remembered import remembered

# Bumped whenever the same text gives other terms: an index made with another number is made anew.
VERSION = 3

MAX_TERM = 80  # characters of the longest term; what is longer is no word but data
MAX_PARTS = 24  # an encoded blob must not drown the words around it

# Letters of scripts that write words without spaces between them: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul.
_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099\u309a"
    "\u309d-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
# `\w` lacks the vowel signs of Indic and the points of Semitic scripts, and would cut words in two there.
_WORD = (
    r"\w\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    r"\u0900-\u0963\u0966-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ecd\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3"
)
_CHUNK = re.compile(
    rf"[{_WORD}](?:[{_WORD}]|(?<=\d),(?=\d{{3}}(?!\d))|[.\-/\\:@+#&'’](?=[{_WORD}]))*(?:\+\+|\#)?"
)
_RUNS = re.compile(rf"[{_UNSPACED}]+|[^{_UNSPACED}]+")
_SEPARATORS = re.compile(r"[._\-/\\:@+#&,'’]+")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NUMERIC = re.compile(r"v?(\d+(?:[.\-/]\d+)+)", re.IGNORECASE)
_TURNS = re.compile(r"(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])")
# Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel marks and the stretcher of Arabic.
_MARKS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670]"
)
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"})
# Words that every sentence has. A longer list (modal verbs, adverbs, prepositions of place) was measured worse.
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """a am an and are at be been being but by did do does for from had has have he her him his how i if in is it
        its me my of on or our she that the their them these they this those to us was we were what when where which
        who whom why with you your""",
    )
)
# What stands for such words where none is set apart: endings, particles and pronouns of Japanese and Chinese. Single
# hiragana are of that kind too.
STOP_GRAMS = frozenset(
    re.findall(
        r"\w+",
        """です ます まし した ませ せん して てい いる する ある こと これ それ あれ この その あの から まで ので
        のに では には とは のは って たい ない だっ った ださ さい くだ んで うに よう 何で 何が 何を は何 の何
        的 了 是 在 吗 呢 吧 啊 我 你 他 她 它 们 我们 你们 他们 她们 什么 怎么 哪里 我的 你的""",
    )
)
_HIRAGANA = range(0x3041, 0x3097)
_ARTICLES = frozenset(("the", "a", "an", "my", "our"))

_local = threading.local()


def analyze(text: str) -> list[str]:
    """The terms of a text, in its order; a term stands as often as it is said."""
    terms: list[str] = []
    for chunk in _chunks(text):
        terms.extend(_terms(chunk))
    return terms


def author_terms(text: str) -> list[str]:
    """The terms under which what somebody said is found by the words of their name."""
    return [f"by:{word}" for word in words(text) if word not in STOP_WORDS]


def words(text: str) -> list[str]:
    """The folded words of a text, in order, with identifiers split and without stems: how names are compared."""
    found: list[str] = []
    for chunk in _chunks(text):
        found.extend(_words(chunk))
    return found


def name_words(name: str) -> list[str]:
    """The words of a name, without a leading article."""
    found = words(name)
    return found[1:] if len(found) > 1 and found[0] in _ARTICLES else found


def fold(text: str) -> str:
    """The text without case, accents and compatibility forms."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFKC", _MARKS.sub("", plain).translate(_LETTERS))


def _chunks(text: str) -> Iterator[str]:
    """Stretches without spaces, with the punctuation around them gone."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return (match for match in _CHUNK.findall(text) if match != "_")


@remembered(1 << 16)
def _words(chunk: str) -> tuple[str, ...]:
    bare = chunk.rstrip("+#")
    found = [
        word
        for run, unspaced in _runs(_bare(bare))
        for word in (fold(run) if unspaced else (fold(part) for part in _SEPARATORS.split(run)))
        if word
    ]
    if found:
        found[-1] += chunk[len(bare) :]  # C++ is not C
    return tuple(found)


@remembered(1 << 16)
def _terms(chunk: str) -> tuple[str, ...]:
    """The terms of one chunk, each once; language repeats its words, so nearly every call is remembered."""
    if chunk.isascii() and chunk.isalpha() and (chunk.islower() or chunk[1:].islower() or chunk.isupper()):
        return _stem(chunk.lower()[:MAX_TERM])
    found: dict[str, None] = {}
    for run, unspaced in _runs(_bare(chunk)):
        found.update(dict.fromkeys(_grams(fold(run)) if unspaced else _identifier(run)))
    # A mark that stands alone folds to nothing.
    return tuple(term for term in found if term and term not in STOP_WORDS)


def _runs(chunk: str) -> Iterator[tuple[str, bool]]:
    """The chunk cut where it changes between a script without spaces and one with them."""
    if chunk.isascii():
        yield chunk, False
        return
    for match in _RUNS.finditer(chunk):
        first = match[0][0]
        yield match[0], _RUNS.match(first) is not None and re.match(f"[{_UNSPACED}]", first) is not None


def _grams(run: str) -> Iterator[str]:
    """Single characters and pairs of neighbours, without those that every sentence has."""
    for i, char in enumerate(run):
        if ord(char) not in _HIRAGANA and char not in STOP_GRAMS:
            yield char
        if i + 1 < len(run) and (pair := run[i : i + 2]) not in STOP_GRAMS:
            yield pair


def _bare(chunk: str) -> str:
    """The chunk without what apostrophes hang on: "Maya's" is Maya, "we'll" is we, "don't" is dont."""
    head, mark, tail = chunk.replace("’", "'").rpartition("'")
    if not mark:
        return chunk
    if tail.lower() in ("s", "ll", "re", "ve", "d", "m"):
        return head.replace("'", "")
    return head + tail if tail.lower() == "t" else chunk


def _identifier(run: str) -> Iterator[str]:
    """A word, name or code: whole, without separators, and the stems of its parts."""
    if _THOUSANDS.fullmatch(run):
        run = run.replace(",", "")
    parts = [part for part in _SEPARATORS.split(run) if part]
    numeric = _NUMERIC.fullmatch(run)
    if len(parts) == 1 and run != parts[0] and len(run.strip("_")) <= len(parts[0]):
        run = parts[0]
    elif numeric:
        yield from _numeric(numeric[1])
        return
    whole = fold(run)
    if len(parts) == 1 and whole.isalpha() and not _inner_capitals(run):
        yield from _stem(whole[:MAX_TERM])
        return
    if len(whole) <= MAX_TERM:
        yield whole
        if 1 < len(parts) <= 4:
            yield "".join(fold(part) for part in parts)
    for part in parts[:MAX_PARTS]:
        if len(parts) > 1 and len(part) > 1:
            yield from _stem(fold(part)[:MAX_TERM])
        yield from _pieces(part)


def _numeric(run: str) -> Iterator[str]:
    """A version or a date: whole, and what it begins with, so that 0.11 finds 0.11.3 and 2024 finds 2024-04."""
    end = len(run)
    while end > 0:
        if "." in run[:end] or "-" in run[:end] or "/" in run[:end] or end >= 4:
            yield run[:end]
        end = max(run.rfind(separator, 0, end) for separator in ".-/")


def _pieces(part: str) -> Iterator[str]:
    """The words inside `camelCase` and `python3`; a hash has none."""
    if not part.isascii() or part.isdigit() or (not _inner_capitals(part) and not _TURNS.search(part)):
        return
    if len(part) > MAX_TERM or len(_TURNS.findall(part)) > 2:
        return
    for piece in _PIECE.findall(part):
        if len(piece) > 1 and piece.isalpha():
            yield from _stem(piece.lower())


def _inner_capitals(word: str) -> bool:
    return word[1:] != word[1:].lower() and word != word.upper()


def _stem(word: str) -> tuple[str, ...]:
    """The English stem of a word; nothing for a stop word."""
    if word in STOP_WORDS:
        return ()
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return (word,)
    stem = _stemmer().stemWord(word)
    return (word if stem in STOP_WORDS else stem,)  # "Ors" is not the word that every sentence has


def _stemmer() -> Any:
    # A stemmer keeps state while it works: one for each thread.
    if not hasattr(_local, "stemmer"):
        import Stemmer  # noqa: PLC0415 - loaded with the first word that is analysed

        _local.stemmer = Stemmer.Stemmer("english")
    return _local.stemmer
