"""The sentences of a text, and how well each meets the words of a question."""

from __future__ import annotations

import re
from collections.abc import Mapping

from graphmem.index.analyze import analyze

READ = 20_000  # characters of a text that are looked at
END = re.compile(r"(?<=[.!?…])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])|\s*\n+\s*")

Told = Mapping[str, tuple[int, float]]  # a term of the question with its count and idf in the store


def sentences(text: str) -> list[str]:
    """The sentences of a text on one line each, in order; none is empty."""
    found = (" ".join(part.split()) for part in END.split(text[:READ]))
    return [part for part in found if part]


def meets(text: str, told: Told) -> float:
    """The share of what the question's words tell that stands in the text, between 0 and 1."""
    whole = sum(idf for _, idf in told.values())
    here = set(analyze(text))
    return sum(idf for term, (_, idf) in told.items() if term in here) / whole if whole else 0.0


def excerpt(text: str, told: Told, limit: int) -> str:
    """The text on one line, or of a longer one the sentences around the one that meets the question best."""
    whole = " ".join(text[:READ].split())
    if len(whole) <= limit and len(text) <= READ:
        return whole
    parts = sentences(text)
    best = max(range(len(parts)), key=lambda place: (meets(parts[place], told), -place), default=0)
    if not parts:
        return ""
    first = last = best
    size = len(parts[best])
    while True:
        after = last + 1 < len(parts) and size + len(parts[last + 1]) < limit
        before = first > 0 and size + len(parts[first - 1]) < limit
        if not after and not before:
            break
        # The reply to a sentence stands behind it: look there first.
        if after:
            last += 1
            size += len(parts[last]) + 1
        else:
            first -= 1
            size += len(parts[first]) + 1
    told_text = " ".join(parts[first : last + 1])
    if len(told_text) > limit:
        told_text = told_text[: limit - 1].rsplit(" ", 1)[0] + "…"
    return ("… " if first else "") + told_text + (" …" if last + 1 < len(parts) else "")
