"""A label and what stands behind it: "db: postgres 16, cache: valkey 8", "bundle id = com.tern.app"."""

from __future__ import annotations

import re
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
    " yes no ok so plan gone postmortem style"
)
ARROWS = frozenset({"→", "->", "=>"})
# What stands behind the name of a setting and is its value: "late acks on".
SWITCHES = words("on off true false enabled disabled")
# What a figure in front of it is the value of: "30s timeout".
SET = words(
    "timeout ttl backoff retention delay interval window cooldown lifetime expiry quota limit cap concurrency"
    " parallelism batch buffer deadline prefetch jitter lease threshold budget memory heap"
)
IN_NAMES = frozenset({"NN", "NNS", "NNP", "JJ", "VB", "VBP", "VBG"})
SIDES = words("side part half end land world")
MOST = 9
GROUPS = words("env environment stack setup versions tools tooling deps dependencies system machine specs")


def labelled(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """Each label with the first thing behind it, and what more is said of it."""
    label: list[Word] = []
    mark = ""
    first = True
    for one, behind in pairs(sentence):
        if behind is not None:
            label, mark, first = one, behind, True
            continue
        if not label:
            continue
        if mark in ARROWS and first and label[-1].tag == "NNS" and all(is_value(word) for word in one):
            yield (label, "go to", one)
        else:
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
    named: Statement = (label,) if label[0].pos == "DET" else ("the", label)
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
    elif setting_at(part) or (head.text[:1].isdigit() and len(part) > 1):
        yield from figured(label, named, part)
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


def figured(label: list[Word], named: Statement, part: list[Word]) -> Iterator[Statement]:
    """What a part with a figure says: "5 retries", "30s timeout", "max body 8mb"."""
    at = setting_at(part)
    if at:
        yield ("the", part[:at], "of", *named, "is", part[at:])
    elif len(part) == 2 and part[-1].tag == "NN" and part[-1].lower in SET:
        yield ("the", part[1:], "of", *named, "is", part[:1])
    elif part[-1].tag == "NNS":
        yield (*named, "has" if are(label) == "is" else "have", part)


def setting_at(part: list[Word]) -> int:
    """The place of the figure in "max body 8mb" and "prefetch 1", behind what is set; 0 where there is none."""
    at = next((i for i, word in enumerate(part) if word.text[:1].isdigit() or word.lower in SWITCHES), 0)
    names, figure = part[:at], part[at:]
    if not 1 <= len(names) <= 3 or len(figure) > 2 or (len(figure) == 2 and not figure[1].text.isalpha()):
        return 0
    if any(word.entity in {"DATE", "TIME"} for word in figure):
        return 0
    last = names[-1].lower
    united = len(figure) == 2 or re.fullmatch(r"\d[\d.,]*[a-z%]{1,3}", figure[0].lower)
    if len(figure) == 2 and not figure[0].text.isdigit():
        return 0  # "sveltekit on netlify"
    if not united and last not in SET and figure[0].lower not in SWITCHES:
        return 0  # "mariadb 11" is a version
    plain = all(word.tag in IN_NAMES and word.text.islower() and word.technical is None for word in names)
    return at if plain else 0


def is_named_figure(part: list[Word]) -> bool:
    """True for "pnpm 9": a name and a figure."""
    return (
        len(part) in {2, 3}
        and part[-1].text[:1].isdigit()
        and not part[0].text[:1].isdigit()
        and (is_value(part[0]) or part[0].pos == "NOUN")
    )
