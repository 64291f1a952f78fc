"""A label and what stands behind it: "db: postgres 16, cache: valkey 8", "bundle id = com.tern.app"."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.gapped import PLACES, is_subject, is_value
from graphmem.extract.restate.segments import Statement, are, is_name_of, segments
from graphmem.extract.vocabulary import words

LINKS = frozenset({":", "=", "→", "->", "=>"})
# What stands before a colon and names nothing.
ANNOUNCES = words(
    "note update correction reminder fyi news todo ps edit question problem issue idea example context background tl;dr"
    " tldr heads lesson lessons takeaway gotcha warning important goal ask request remember rule rules steps task tasks"
    " patient fav favourite favorite preferred fix cause reason result summary error"
    " yes no ok so plan gone postmortem"
)
SIDES = words("side part half end land world")
MOST = 9
GROUPS = words("env environment stack setup versions tools tooling deps dependencies system machine specs")


def labelled(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """Each label with the first thing behind it, and what more is said of it."""
    label: list[Word] = []
    first = True
    for one, behind in pairs(sentence):
        if behind is not None:
            label, first = one, True
            continue
        if not label:
            continue
        yield from told(label, one, first=first)
        first = False


def pairs(sentence: Sentence) -> Iterator[tuple[list[Word], str | None]]:
    """The segments of a sentence; with a label comes the mark behind it."""
    found = segments(sentence, marks=frozenset({",", ";", ":", "=", "→", "->", "=>", "."}))
    links = {word.i for word in sentence.words if word.text in LINKS and word.technical is None}
    for segment in found:
        behind = next(
            (word for word in sentence.words if word.i > segment.words[-1].i and word.pos != "SPACE"), None
        )
        if behind is not None and behind.i in links:
            yield (segment.words if is_label(segment.words) else []), behind.text
        else:
            yield segment.words, None


def is_label(found: list[Word]) -> bool:
    """True for a short noun phrase that is no mere announcement."""
    if (
        {word.lower for word in found} & ANNOUNCES
        or not found[0].text[0].isalpha()
        or len(found[-1].text) < 2
    ):
        return False
    return is_name_of(found, most=4) or (
        len(found) == 1 and found[0].pos in {"VERB", "ADJ"} and found[0].text.islower()
    )


def told(label: list[Word], part: list[Word], *, first: bool) -> Iterator[Statement]:
    """What one part behind a label says of it."""
    named: tuple[list[Word] | str, ...] = (label,) if label[0].pos == "DET" else ("the", label)
    be, head = are(label), part[0]
    if len(part) > MOST or head.entity == "DATE" or any(word.text in LINKS for word in part):
        return
    at = next((i for i in range(1, len(part) - 1) if part[i].lower in PLACES), -1)
    if label[-1].lower in GROUPS:
        if is_named_figure(part):
            yield ("we use", part)
    elif label[-1].lower in SIDES:
        if at > 0 and is_subject(part[:at]):
            yield (part[:at], are(part[:at]), part[at:])
    elif head.tag == "VBZ" and len(part) > 1:
        yield (*named, part)
    elif head.tag in {"VBN", "VBD"} and len(part) > 1:
        yield (*named, be, part)
    elif head.text[:1].isdigit() and len(part) > 1 and part[-1].tag == "NNS":
        yield (*named, "has" if be == "is" else "have", part)
    elif head.text.startswith(("/", "~/", "./")):
        yield (*named, be, "in", part)
    elif (
        first
        and at > 0
        and part[at].lower in {"on", "in"}
        and (at == 1 or all(is_value(word) for word in part[:at]))
    ):
        yield (*named, be, part[:at])
        yield (*named, be, part[at:])
    elif first:
        yield (*named, be, part)


def is_named_figure(part: list[Word]) -> bool:
    """True for "pnpm 9": a name and a figure."""
    return (
        len(part) in {2, 3}
        and part[-1].text[:1].isdigit()
        and not part[0].text[:1].isdigit()
        and (is_value(part[0]) or part[0].pos == "NOUN")
    )
