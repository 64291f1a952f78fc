"""What is taken up beside what is given up, without a verb: "we ripped out tailwind, css modules from now on"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import FINITE, Sentence, Word
from graphmem.extract.restate.segments import Statement, is_name_of, segments, without_lead
from graphmem.extract.vocabulary import TURN_WORDS, words

# What stands behind it; the weak ones are said of much else too.
STRONG = (
    ("from", "now", "on"),
    ("from", "here", "on"),
    ("from", "today", "on"),
    ("going", "forward"),
    ("it", "is"),
)
WEAK = (("only", "now"), ("only",), ("instead",), ("now",))
TOOLS = ("sink", "platform", "framework", "runtime")
GIVES_UP = words(
    "rip ripped throw threw kick kicked drop dropped ditch ditched dump dumped remove removed retire retired scrap"
    " scrapped leave left abandon abandoned replace replaced migrate migrated move moved switch switched out off away"
    " gone dead done over longer stop stopped quit axe axed bye goodbye"
)
# What a choice between two ways of writing is about.
STYLES = words(
    "tabs spaces spelling units quotes case english imports exports functions classes hooks composition types"
    " interfaces enums markdown tables bullets lists prose rebase rebasing squash merge dashes semicolons commas"
    " celsius fahrenheit kilometers kilometres km miles kilograms kg pounds format notation style indentation"
    " components promises callbacks"
)
MOST, MOST_CHOSEN = 5, 8


def adopted(sentence: Sentence, grammar: Grammar) -> Iterator[Statement]:
    """That the speakers use what the part names, when a part before says that they gave something up."""
    given_up = ours = False
    for segment in segments(sentence):
        named = named_in(without_lead(segment.words), grammar) if given_up else ()
        if named and not is_time(named):
            yield ("we use" if ours else "I use", named, "now")
        spoken = {word.lower for word in segment.words}
        given_up = given_up or bool(spoken & GIVES_UP)
        ours = ours or bool(spoken & {"we", "our", "us"})


def rather(sentence: Sentence, grammar: Grammar) -> Iterator[Statement]:
    """ "Yarn for installs, not npm": what to use, said as the order that it is."""
    found = [word for word in sentence.words if word.pos != "SPACE"]
    while found and found[0].lower in TURN_WORDS:
        found = found[1:]  # a parser takes "pnpm" for an exclamation
    while found and (found[-1].pos == "PUNCT" or found[-1].lower in {"please", "pls", "thanks"}):
        found = found[:-1]
    over = next((i for i, word in enumerate(found) if i and word.lower == "over"), 0)
    if over and len(found) <= MOST_CHOSEN and are_alike(found[:over], found[over + 1 :]):
        yield ("I prefer", found)
        return
    cut = next((i for i, word in enumerate(found) if word.text == ","), 0)
    if not cut or cut > MOST_CHOSEN or len(found) - cut > MOST or found[cut + 1].lower != "not":
        return
    wanted = found[: next((i for i, word in enumerate(found[:cut]) if word.lower in {"for", "in"}), cut)]
    if (
        any((word.tag in FINITE and not is_tool([word], grammar)) or word.pos == "PRON" for word in found)
        or not wanted
        or is_time(found)
    ):
        return
    tool = any(word.technical or is_tool([word], grammar) for word in wanted)
    if found[0].tag.startswith("VB") and not is_tool(found[:1], grammar):
        return  # "put it in src/ui, not src/components" says what to do already
    if tool or wanted[-1].lower in STYLES:
        yield ("use", found)


def are_alike(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """True for "trains", "planes for trips": two kinds of things, and nothing is done to either."""
    if (
        any(word.tag in FINITE or word.tag[:2] in {"VB", "PR", "DT", "CD"} for word in (*one, *other))
        or not other
    ):
        return False
    last = (
        next((i for i, word in enumerate(other) if i and word.lower in {"for", "in", "on"}), len(other)) - 1
    )
    return all(word.tag == "NNS" or word.lower in STYLES for word in (one[-1], other[last]))


def is_tool(named: Sequence[Word], grammar: Grammar) -> bool:
    """True for a tool that is known by name."""
    whole = " ".join(word.lower for word in named)
    return any(grammar.is_of(kind, whole) for kind in TOOLS)


def named_in(found: Sequence[Word], grammar: Grammar) -> Sequence[Word]:
    """The words in front of "from now on"; in front of "now" only a tool; nothing without either."""
    for tail in (*STRONG, *WEAK):
        if tuple(word.lower for word in found[-len(tail) :]) != tail:
            continue
        named = found[: -len(tail)]
        named = named[1:] if named and named[0].lower in {"only", "just", "all"} else named
        tool = any(word.technical for word in named) or is_tool(named, grammar)
        fits = tool or (tail in STRONG and is_name_of(named, most=MOST))
        return named if fits and len(named) <= MOST else ()
    return ()


def is_time(named: Sequence[Word]) -> bool:
    """True for a day or a person, which are not used."""
    return any(word.entity in {"DATE", "TIME", "PERSON", "GPE"} for word in named)
