"""A sentence is cut into statements: stretches of words with one verb each, told as so and not guessed or wished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause, is_unreal
from graphmem.extract.dates import DateMention
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import TURN_WORDS, words
from graphmem.extract.when import holds
from graphmem.extract.wording import OPENERS
from graphmem.remembered import remembered

VERBS = (
    r"(?:has|have|is|am|are|was|works?|lives?|uses?|runs?|owns?|likes?|loves?|hates?|speaks?|listens?"
    r"|depends?|talks?|needs?"
    r"|sits?|plays?|drives?|studies|teaches|left|joined|moved|started|became|got|maintains?|leads?|suffers?)"
)
PARTICIPLES = (
    r"(?:deployed|hosted|written|built|stored|owned|maintained|led|backed|handled|kept"
    r"|located|served|replaced)"
)
# Where a part of a statement ends.
MARKS = frozenset({",", ";", "and", "but", "then"})
ORDERS = r"(?:always|never|please|don'?t|do not|use|keep|avoid|prefer|make sure)"
# Where one statement of a sentence ends and the next begins.
JOINTS = rx.compile(
    r"\s*;\s+|,?\s+(?:but|whereas)\s+|,\s+(?:and|so|then)\s+|\s+[-–—]+\s+"
    r"|,\s+(?=(?:it|i|we|he|she|they|that)(?:['’]|\s))"
    r"|,?\s+and\s+(?=(?:it|i|we|he|she|they)(?:['’]|\s)"
    r"|(?:the|our|my)\s+(?:\S+\s+){1,3}(?:is|are|runs?|uses?|lives?|goes|has)\s"
    rf"|{VERBS}\s|{PARTICIPLES}\s+(?:in|on|to|at|by|with)\s)"
    rf"|[,:]\s+(?:and\s+)?(?={ORDERS}\s)"
    r"|:\s+(?=(?:the|our|my|i|we|he|she|it|they)(?:\s|['’]))",
    re.IGNORECASE,
)
BARE_AND = rx.compile(r"\s+and\s", re.IGNORECASE)
SHARED = rx.compile(rf"(?:{VERBS}|(?P<p>{PARTICIPLES}))\s", re.IGNORECASE)
# Words that make of a statement a guess, a wish or a hearsay.
UNSURE = rx.compile(
    r"\?|\b(?:if|unless|whether|would|could|might"
    r"|(?<!since )(?<!in )(?<!until )(?<!till )(?<!by )(?<!of )(?-i:may)|maybe|perhaps|probably|possibly|likely|should"
    r"|shall|suppose|imagine|assum\w+|wonder\w*|wish|hope|hopefully|seems?|seemed|looks? like|sounds? like"
    r"|think|thinks|(?<!second )thought|guess|believe|said|says|say|told|tells|claims?|claimed|heard|apparently"
    r"|supposedly|rumou?r\w*|(?<![\w.@-])example(?!\.)|e\.g|let's say|pretend|considering|wondering"
    r"|ideally|ought|can we|(?:in|from) (?:the|this|that|their|a|his|her) (?:tutorial|book|course|video|sample)"
    r"|can you|could you|hypothetical\w*|what|why|how|who)\b",
    re.IGNORECASE,
)
NEGATED = rx.compile(
    r"\bnot\b|n['’]t\b|\bnever\b|\bno longer\b|\bany ?more\b|\bneither\b|\bused to\b|\bcannot\b",
    re.IGNORECASE,
)
# "My brother Leo, who's 5": a clause beside a name, and no question.
BESIDE = rx.compile(
    r"(?<!know)(?<!ask)(?<!asked)(?<!wonder)(?<!see)(?<!sure)(?<!remember)(?<!forgot)(?<!about)(?<!tell)"
    r"(?<!knows)"
    r"(?<=[\w,)])\s+who(?=['’]s|\s)",
    re.IGNORECASE,
)
SHORT = frozenset({"'s", "’s"})
LEADS = TURN_WORDS | words(
    "ah and but so um uh well note remember right good ps update correction careful fyi"
)
NAMING = rx.compile(r"\b(?:called|named|titled|known as|nicknamed)\b", re.IGNORECASE)
# "Change of plan: deploys are on Thursdays".
ANNOUNCED = rx.compile(
    r"(?:(?:[\w-]+ (?:is|was|are|were)|[\w-]+['’](?:s|re)) right"
    r"|change of plans?|heads[- ]?up|small (?:update|correction|note)|quick (?:update|note|question)"
    r"|update|correction|reminder|fyi|note"
    r"|(?:some|more|a bit of|quick|a little|big|life)\s+(?:background|context|news|update|info)|background|context"
    r"|important|btw|news|good news|bad news|warning|careful|no wait|wait|oh|ah|sorry|actually)\s*[:,!–-]\s+",
    re.IGNORECASE,
)
# What only says that something is told, and late: "I should have told you", "did I mention that".
FRAME = rx.compile(
    r"^\W*(?:(?:oh|ah|hey|btw|by the way|also|so|and|sorry|right|wait|actually|well|anyway|ps|p\.s\.)\b[\s,:!-]*)*"
    r"(?:i\s+(?:should(?:['’]?ve|\s+have)?|forgot\s+to|meant\s+to|wanted\s+to|keep\s+forgetting\s+to)\s+(?:probably\s+)?"
    r"(?:(?:tell|told)\s+you|mention(?:ed)?|say|said|add)"
    r"|(?:did\s+i\s+(?:ever\s+|already\s+)?|have\s+i\s+|i\s+don['’]?t\s+think\s+i(?:['’]ve)?\s+(?:ever\s+)?"
    r"|(?:i['’]m\s+)?not\s+sure\s+(?:if|whether)\s+i\s+|i\s+don['’]?t\s+know\s+(?:if|whether)\s+i\s+)"
    r"(?:(?:tell|told)\s+you|mention(?:ed)?)"
    r"|you\s+should\s+(?:probably\s+)?know)"
    r"(?:\s+(?:to\s+you|guys|all|this|it|already|before|earlier|yet))*\s*(?:,|:|-+|–|—|\.\.\.)?\s*"
    r"(?:that\s+)?(?=\w)",
    re.IGNORECASE,
)
# "After some back and forth the team picked ...": what stands before the subject.
BEFORE = rx.compile(
    r"(?:after|following|in|on|at|since|last|this|during|for|given|with)\b[^,;:]{2,45}?,?\s+(?=(?:i|we"
    r"|the team|our team|my team)\s)",
    re.IGNORECASE,
)


class Stretch:
    """The words of one statement in a sentence, and their text; `all` are those with the date in front."""

    def __init__(
        self, reading: Reading, words_: list[Word], *, more: list[Word] | None = None, framed: bool = False
    ) -> None:
        self.reading = reading
        self.framed = framed  # "I should have told you": news about the speaker
        self.words = words_
        self.beside = False  # true when only a "who" that stands beside a name may make it unsure
        self.all = more or words_
        self.start, self.end = words_[0].start, words_[-1].end
        text = reading.sentence.passage.text
        pieces: list[str] = []
        self._places: list[int] = []
        self._negated: bool | None = None
        self._dates: list[DateMention] | None = None
        self.pieces: list[Stretch] | None = None  # once they are asked for
        length = 0
        for before, word in zip([None, *words_[:-1]], words_, strict=True):
            joined = before is not None and before.i + 1 == word.i
            gap = text[before.end : word.start] if joined and before is not None else " " if before else ""
            shown = text[word.start : word.end]
            if before is not None and word.lower in SHORT and short_for_is(words_, word, before):
                gap, shown = " ", "is"
            pieces += [gap, shown]
            self._places.append(length + len(gap))
            length += len(gap) + len(shown)
        self.text = "".join(pieces)

    def between(self, start: int, end: int) -> list[Word]:
        """The words that begin in [start, end) of the stretch's text."""
        return [word for word, place in zip(self.words, self._places, strict=True) if start <= place < end]

    def split(self, marks: rx.Pattern, *, least: int = 1) -> Iterator[Stretch]:
        """The pieces between the marks that a pattern finds, of `least` words or more."""
        low = 0
        for match in [*marks.finditer(self.text), None]:
            inside = self.between(low, match.start() if match else len(self.text))
            if len(inside) >= least:
                yield Stretch(self.reading, inside)
            low = match.end() if match else low

    def clause(self, *, tense: str = "present") -> Clause:
        """The stretch as a clause, so that its dates and its text can be read."""
        verb = next((word for word in self.words if word.pos in {"VERB", "AUX"}), self.words[0])
        subject = next((word for word in self.words[:4] if word.lower in {"i", "we"}), None)
        return Clause(self.reading.sentence, verb, subject=subject, tense=tense, words=self.all)

    def clause_at(self, span: tuple[int, int]) -> Clause:
        """The clause with the dates of the part that holds [start, end): "joined in 2019, became a lead in 2021"."""
        whole = self.clause()
        inside = self.between(*span)
        if not inside:
            return whole
        low = max((word.i for word in self.all if word.i < inside[0].i and word.lower in MARKS), default=-1)
        behind = (word.i for word in self.all if word.i > inside[-1].i and word.lower in MARKS)
        high = next(behind, self.all[-1].i + 1)
        part = [word for word in self.all if low < word.i < high]
        own = [date for date in self.reading.dates(whole) if holds(part, date)]
        return replace(whole, words=part) if own else whole

    def negated(self) -> bool:
        """True when something in it is denied or over."""
        if self._negated is None:
            self._negated = NEGATED.search(self.text) is not None
        return self._negated

    def dated(self, word: Word) -> bool:
        """True for a word of a date."""
        if self._dates is None:
            self._dates = self.reading.dates(self.clause())
        return any(date.start <= word.start < date.end for date in self._dates)


@remembered(1024)
def is_guess(text: str) -> bool:
    """True for a guess, a wish or hearsay; it is asked of the same words often, and there is much to look for."""
    return UNSURE.search(text) is not None


def stretches(reading: Reading) -> Iterator[Stretch]:
    """The statements of a sentence that are told as so, one by one."""
    if "stretches" not in reading.cuts:
        reading.cuts["stretches"] = list(cut_apart(reading))
    yield from reading.cuts["stretches"]


def cut_apart(reading: Reading) -> Iterator[Stretch]:
    """The statements, cut anew."""
    sentence = reading.sentence
    if is_unreal(sentence.text):
        return
    frame = FRAME.match(sentence.text)
    if frame is None and (any(clause.question for clause in reading.clauses) or sentence.asks):
        return
    shared: list[Word] = []
    for part in parts(sentence, frame.end() if frame is not None else 0):
        joined = SHARED.match(sentence.stretch(part) + " ")
        if (
            joined
            and joined[0].strip().lower() == "use"
            and shared
            and shared[0].pos in {"NOUN", "PROPN", "DET"}
        ):
            joined, shared = None, part  # "mocks are banned, use testcontainers" tells the agent what to do
        inside = part
        if joined and shared:
            inside = [*with_verb(shared, participle=bool(joined["p"])), *part]
        elif not joined:
            shared = part
        quoted = sum(word.quoted for word in inside)
        if len(inside) < 2 or (quoted and (quoted > 3 or not NAMING.search(sentence.stretch(inside)))):
            continue
        stretch = Stretch(reading, inside, framed=frame is not None)
        before = BEFORE.match(stretch.text)
        if before is not None:
            stretch = Stretch(reading, stretch.between(before.end(), len(stretch.text)), more=inside)
        if not is_guess(stretch.text) or stretch.text.lower().startswith("turns out"):
            yield stretch
        elif not is_guess(BESIDE.sub(" ", stretch.text)):
            stretch.beside = True
            yield stretch


def whole(reading: Reading) -> Stretch | None:
    """The sentence in one piece, for what its parts do not tell: "when in doubt, ask"; None for questions."""
    if "whole" not in reading.cuts:
        reading.cuts["whole"] = in_one(reading)
    found: Stretch | None = reading.cuts["whole"]
    return found


def in_one(reading: Reading) -> Stretch | None:
    """The sentence in one piece, made anew."""
    sentence = reading.sentence
    if is_unreal(sentence.text) or len(sentence.words) > 60:
        return None
    if sentence.asks or sum(word.quoted for word in sentence.words) > 3:
        return None
    inside = sentence.words
    opener = OPENERS.match(sentence.text) or ANNOUNCED.match(sentence.text)
    if opener is not None:
        inside = [one for one in inside if one.start - sentence.start >= opener.end()]
    while inside and leads(inside):
        inside = inside[1:]
    inside = unended(inside)
    return Stretch(reading, inside) if len(inside) > 1 else None


def statement(reading: Reading) -> Iterator[Stretch]:
    """The whole sentence as one statement, when it is told as so and not guessed, quoted or asked."""
    piece = whole(reading)
    asked = any(clause.question for clause in reading.clauses)
    if piece is None or asked or is_guess(reading.sentence.text):
        return
    if len(piece.words) > 2 and not any(word.quoted for word in piece.words):
        yield piece


def parts(sentence: Sentence, start: int = 0) -> Iterator[list[Word]]:
    """The words between the joints of a sentence, without what only opens the talk and without punctuation around."""
    cuts = [start]
    for match in JOINTS.finditer(sentence.text, start):
        before = [one for one in sentence.words if cuts[-1] <= one.start - sentence.start < match.start()]
        if BARE_AND.match(match[0]) and not any(one.pos in {"VERB", "AUX"} for one in before):
            continue  # "Noor and I are no longer together"
        behind = [one for one in sentence.words if one.start - sentence.start >= match.end()][:6]
        if any(one.pos in {"VERB", "AUX"} for one in behind):  # "Redis, Kafka, and MinIO" stays one
            cuts += match.span()
    cuts.append(len(sentence.text))
    for low, high in zip(cuts[::2], cuts[1::2], strict=True):
        inside = [one for one in sentence.words if low <= one.start - sentence.start < high]
        opener = OPENERS.match(sentence.stretch(inside)) or ANNOUNCED.match(sentence.stretch(inside))
        if opener is not None:
            inside = [one for one in inside if one.start - inside[0].start >= opener.end()]
        while inside and leads(inside):
            inside = inside[1:]
        inside = unended(inside)
        if inside:
            yield inside


def unended(words_: list[Word]) -> list[Word]:
    """The words without the marks behind them, but with the one that closes what is quoted: 'never say "sure"'."""
    inside = words_
    while inside and inside[-1].pos in {"PUNCT", "SPACE"} and not inside[-1].technical:
        if (
            inside[-1].text == '"'
            and sum(word.text == '"' for word in inside) % 2 == 0
            and inside[-2].text != '"'
        ):
            break
        inside = inside[:-1]
    return inside


def short_for_is(words_: list[Word], word: Word, before: Word) -> bool:
    """True for the "'s" of "the rate limit's 120 a minute"; not for "Vite's dev server" or "she's"."""
    if word.lower not in SHORT or before.pos not in {"NOUN", "PROPN"} or before.end != word.start:
        return False
    behind = next((one for one in words_ if one.i > word.i), None)
    if behind is None:
        return False
    if before.lower in {"master", "bachelor"}:
        return False  # "a master's in statistics"
    if behind.lower in {"reachable", "available", "live", "up", "down", "due", "ready"}:
        return True
    return (
        word.pos == "AUX" or behind.tag in {"CD", "IN", "VBN", "RB", "DT", "PDT"} or behind.text[0].isdigit()
    )


def with_verb(words_: list[Word], *, participle: bool) -> list[Word]:
    """The subject that a statement lends to the next, with its "is" before a participle."""
    for place, word in enumerate(words_):
        if word.pos in {"VERB", "AUX"} and place:
            helped = participle and word.lemma == "be"
            return words_[: place + helped] if helped or not participle else []
    return []


def leads(words_: list[Word]) -> bool:
    """True when the first word only opens the statement."""
    first = words_[0]
    if first.lower == "no" and len(words_) > 1 and words_[1].pos not in {"PUNCT", "INTJ", "SPACE"}:
        return False  # "no longer", "no emojis"
    if first.lower == "instead" and len(words_) > 1 and words_[1].lower == "of":
        return False
    if (
        first.lower in {"there", "all", "everyone", "folks", "team"}
        and len(words_) > 1
        and words_[1].text in ",!"
    ):
        return True
    return (
        first.lower in LEADS
        or (first.lower == "that" and first.dep == "mark")  # "remember that I'm on vacation until May"
        or first.pos in {"PUNCT", "SPACE"}
        or (first.pos == "INTJ" and first.text.islower())
    )
