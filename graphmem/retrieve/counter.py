"""Text becomes a number of tokens, counted offline by the tokenizer that comes with the embedding model.

Models of other makers cut text otherwise; for English the counts lie close together. What this tokenizer does not
tell well is counted high: each character beyond ASCII as a token of its own, those of pictures as three.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

from graphmem.index.minilm import find_tokenizer

UNKNOWN = "[UNK]"
PICTURE = 3  # tokens of a character beyond the basic plane
LONG_WORD = 2  # characters of a word that the tokenizer gives up on count as one token

_lock = threading.Lock()


def count(text: str) -> int:
    """How many tokens the text takes; that of two texts joined by a line break is the sum and one more.

    Raises MissingExtra when the tokenizer is not installed.
    """
    plain, beyond = [], 0
    for char in text:
        if char.isascii():
            plain.append(char)
        else:
            plain.append(" ")
            beyond += 1 if ord(char) < 0x10000 else PICTURE
    encoded = _tokenizer().encode("".join(plain), add_special_tokens=False)
    pieces = sum(
        1 if token != UNKNOWN else (end - start + LONG_WORD - 1) // LONG_WORD
        for token, (start, end) in zip(encoded.tokens, encoded.offsets, strict=True)
    )
    return pieces + beyond + text.count("\n")


def _tokenizer() -> Any:
    with _lock:
        return _loaded()


@lru_cache(maxsize=1)
def _loaded() -> Any:
    from tokenizers import Tokenizer  # noqa: PLC0415 - heavy

    tokenizer = Tokenizer.from_file(str(find_tokenizer()))
    # The embedder reads the beginning of a text; here every word counts.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
