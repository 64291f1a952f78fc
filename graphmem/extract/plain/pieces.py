"""A statement is cut further at its commas: "our bill is 8k, budget is 6k" holds two values and one verb each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import is_unreal
from graphmem.extract.plain.shapes import lowered
from graphmem.extract.plain.stretch import Stretch, is_guess, leads
from graphmem.extract.reading import Reading, When
from graphmem.extract.vocabulary import PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

CUT = rx.compile(
    r"\s*[,;()]+\s+|\s*[()]+\s*$|(?<!\b[DMS]r)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bProf)\.\s+|\s+[-–—]+\s+"
    r"|,?\s+(?:and|but|while|so(?=\s+(?:my|our)\b))\s+(?=\S+\s+\S)"
)
# "The frontend is deployed to Cloudflare Pages, the api to Render": the verb is said once.
GAP = rx.compile(
    r"^(?P<s>(?:(?:the|our|my)\s+)?[\w./-]+(?:\s+[\w./-]+){0,2}?)\s+(?P<v>(?:[a-z]+(?:\s+(?!to\b|on\b|in\b|at\b"
    r"|after\b)[a-z]+){0,2}))"
    r"\s+(?P<p>to|on|in|at|through|via|by|after|under|with|from)\s+(?P<o>[^,]+?),?\s*(?:,"
    r"|\band\b)\s+(?:and\s+)?"
    r"(?P<t>(?:(?:the|our|my)\s+)?(?:[\w./-]+\s+){1,3}?)(?P<q>(?P=p)\s+[^,]+)$",
    re.IGNORECASE,
)
PREPS = r"(?:to|on|in|at|through|via|by|under|with|from)"
OBJECT = r"(?:(?:the|our|an?)\s+)?[\w./@:-]+(?:\s(?!(?:to|on|in|at|and)\b)[\w./@:-]+){0,2}"
SUBJECT = r"(?P<s>(?:(?:the|our|my)\s+)?[\w./-]+(?:\s+[\w./-]+){0,3}?)"
SERIES = rx.compile(
    rf"^{SUBJECT}\s+(?P<v>is|are|goes?|lives?|sits?|runs?|lands?)\s+{PREPS}\s+{OBJECT}(?=\s*,)", re.IGNORECASE
)
PART = rx.compile(
    rf"\s*(?:,|\band\b)\s*(?:and\s+)?{SUBJECT}\s+(?P<q>{PREPS}\s+{OBJECT})(?=\s*(?:,|$|\band\b))",
    re.IGNORECASE,
)
ASIDE = rx.compile(r"\s*\([^()]{2,60}\)")
# "Figured out why the jobs got stuck: ..." asks nothing.
FOUND_WHY = rx.compile(
    r"\b(?:found|figured|worked|know|tracked|learned)(?:\s+(?:out|down))?\s+(?:why|what|how)\b", re.IGNORECASE
)
NOTES = rx.compile(
    r"^\W*(?:(?:my|our|today's|the|big|hard)\s+)*(?:til|today i learn(?:ed|t)|lessons?"
    r"|takeaway|note to self|gotcha)\b",
    re.IGNORECASE,
)
NO_LABEL = PRONOUNS | words("there here what when who how if then so because since until and or but not no")
TRAIL = rx.compile(
    r"\s+(?:now|here|by default|per default|at the moment|right now|these days|atm|currently"
    r"|today|so far|only|max"
    r"|from now on|going forward|at most|tops|already|for now|everywhere|as of (?:today|now)|in general)$",
    re.IGNORECASE,
)
BEHIND = rx.compile(
    r"\s+(?:because|since|so that|due to|as (?:it|we|the|they)|after|before|unless|until|till"
    r"|so|which|when|but"
    r"|thanks to|to (?:keep|avoid|make|be|save|stay|not|prevent))\b.*$",
    re.IGNORECASE,
)


def pieces(stretch: Stretch) -> Iterator[Stretch]:
    """The statement as a whole, with a verb that is said once put into both halves, and then its parts."""
    if stretch.pieces is None:
        stretch.pieces = list(cut_up(stretch))
    yield from stretch.pieces


def cut_up(stretch: Stretch) -> Iterator[Stretch]:
    """The pieces, cut anew."""
    plain = without_aside(stretch)
    whole = list(filled(plain))
    yield from whole
    if len(whole) > 1:
        return
    cuts = [0]
    for match in CUT.finditer(stretch.text):
        cuts += match.span()
    cuts.append(len(stretch.text))
    if len(cuts) == 2:
        return
    for low, high in zip(cuts[::2], cuts[1::2], strict=True):
        inside = stretch.between(low, high)
        if inside:
            yield Stretch(stretch.reading, inside, more=stretch.all if len(cuts) == 2 else None)


def without_aside(stretch: Stretch) -> Stretch:
    """The statement without what stands in brackets: "hulda (the invoice bot) is written in Elixir"."""
    match = ASIDE.search(stretch.text)
    if match is None:
        return stretch
    kept = [*stretch.between(0, match.start()), *stretch.between(match.end(), len(stretch.text))]
    return Stretch(stretch.reading, kept) if len(kept) > 2 else stretch


def entire(reading: Reading) -> Stretch | None:
    """The whole sentence as one statement, when it is told as so."""
    if "entire" not in reading.cuts:
        reading.cuts["entire"] = uncut(reading)
    found: Stretch | None = reading.cuts["entire"]
    return found


def uncut(reading: Reading) -> Stretch | None:
    """The whole sentence as one statement, made anew."""
    sentence = reading.sentence
    text = FOUND_WHY.sub(" ", sentence.text)
    if is_unreal(sentence.text):
        return None
    if sentence.asks or sentence.quotes:
        return None
    if is_guess(text) and not NOTES.match(sentence.text):
        return None
    inside = sentence.words
    while len(inside) > 1 and (leads(inside) or inside[0].pos == "PUNCT"):
        inside = inside[1:]
    while len(inside) > 1 and inside[-1].pos in {"PUNCT", "SPACE"} and not inside[-1].technical:
        inside = inside[:-1]
    return Stretch(reading, inside) if len(inside) > 3 else None


def filled(stretch: Stretch) -> Iterator[Stretch]:
    """One stretch, or two where the second lacks its verb."""
    series = list(in_series(stretch))
    if series:
        yield from series
        return
    match = GAP.match(stretch.text)
    verb = stretch.between(*match.span("v")) if match else []
    spoken = any(word.pos in {"VERB", "AUX"} or word.lower[-1:] == "s" for word in verb)
    if match is None or not spoken or any(word.pos == "PROPN" or word.tag == "NN" for word in verb[1:]):
        yield stretch  # "speak Japanese at home and English at work" has a noun where a verb alone is lent
        return
    first = stretch.between(0, match.end("o"))
    second = [*stretch.between(*match.span("t")), *verb, *stretch.between(*match.span("q"))]
    yield Stretch(stretch.reading, first)
    yield Stretch(stretch.reading, second)


def in_series(stretch: Stretch) -> Iterator[Stretch]:
    """ "Sessions are in valkey, the rest in postgres, files on minio": the first part lends its verb to the others."""
    first = SERIES.match(stretch.text)
    if first is None or not any(word.pos in {"VERB", "AUX"} for word in stretch.between(*first.span("v"))):
        return
    verb = stretch.between(*first.span("v"))
    found: list[Stretch] = []
    low = first.end()
    while low < len(stretch.text):
        part = PART.match(stretch.text, low)
        if part is None or any(word.pos in {"VERB", "AUX"} for word in stretch.between(*part.span("s"))):
            return
        inside = [*stretch.between(*part.span("s")), *verb, *stretch.between(*part.span("q"))]
        found.append(Stretch(stretch.reading, inside))
        low = part.end()
    if len(found) > 1:
        yield Stretch(stretch.reading, stretch.between(0, first.end()))
        yield from found


def label_of(stretch: Stretch, start: int, end: int, *, most: int = 6) -> str:
    """The words of a stretch as what a value is called, or "" when they are no short noun phrase."""
    named = stretch.between(start, end)
    while named and (
        named[0].lower in {"the", "our", "my", "a", "an", "and", "also", "btw"} or named[0].pos == "PUNCT"
    ):
        named = named[1:]
    if not named or len(named) > most or any(word.lower in NO_LABEL for word in named):
        return ""
    if named[0].start > named[-1].start:
        return ""  # a verb that was lent stands in it
    if (
        any(word.pos == "PRON" or word.tag in {"VBZ", "VBP", "MD"} for word in named[:-1])
        or named[-1].pos == "PRON"
    ):
        return ""
    if named[0].lower in {"last", "this", "next"} and len(named) > 1:
        return ""  # "last week's 502s" is no name of a setting
    place = named[0].start
    text = stretch.reading.sentence.passage.text
    shown = lowered(text[place : named[-1].end], named[0])
    return re.sub(r"['’]s$", "", shown).strip(" :=")


def bare(text: str) -> str:
    """A value without what only says when or why it is so."""
    text = BEHIND.sub("", text.strip(" .,;"))
    while True:
        short = TRAIL.sub("", text)
        if short == text:
            return text.strip(" .,;")
        text = short


# What a thing has so many of, and names of settings that such a number is.
COUNTED = rx.compile(
    r"\d+ (?:retries|workers|replicas|shards|partitions|nodes|pods|instances|seats|threads|brokers|cores|v?cpus)",
    re.IGNORECASE,
)
LIMIT = rx.compile(
    r"\b(?:max|min|maximum|minimum|limit|cap|size|count|number|quota|default|total)\b", re.IGNORECASE
)


def setting(
    stretch: Stretch,
    label: str,
    value: str,
    text: str = "",
    *,
    when: When | None = None,
    confidence: float = 0.7,
) -> Claim:
    """A value that the user's work goes by."""
    reading = stretch.reading
    party = reading.user(stretch.words[0])
    mine = re.match(r"\W*my\b", stretch.text, re.IGNORECASE)
    shown = text or f"{'The user' + chr(39) + 's' if mine else 'The'} {label} is {value}"
    if COUNTED.fullmatch(value) and not LIMIT.search(label):
        shown = shown.replace(f" is {value}", f" has {value}")  # "webhooks worker: 5 retries"
    since = When() if when is None else when
    return reading.claim(
        party, "setting_is", finish(shown[:1].upper() + shown[1:]), value=value, qualifier=label, when=since,
        confidence=confidence,
    )  # fmt: skip
