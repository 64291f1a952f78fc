"""Ways of saying that something changed, said plainly: "mocha made way for vitest" is "we replaced mocha with vitest".

The ways stand as data in `schema/constructions.toml` under `[rewordings]`, each under the plain words that mean the
same. What else stands in that part of the sentence, a date above all, stays behind them. A plain form that ends in
"DATE" wants one there, one in "DAY" a day of the month, one in "FIGURE" a number. "IT" is what the part before spoke
of: "celery is gone, dramatiq took its place".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from graphmem.extract import sieve as rx
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.group import NOT
from graphmem.extract.construction.matcher import Match, matches
from graphmem.extract.construction.spans import CUTS, JOINS, is_finite, is_mark, subject_words
from graphmem.extract.dates import find_dates
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement, is_name_of, is_unsure
from graphmem.extract.vocabulary import FAMILY, TURN_WORDS, words
from graphmem.remembered import remembered

# Any moment will do: what is asked is only where dates stand.
MOMENT = datetime(2024, 1, 3, 12, tzinfo=UTC)
DAYS = words(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays"
    " sundays tomorrow today tonight next the a"
)
SLOTS = frozenset({"S", "O", "Q", "IT", "NAME", "VERSION"})
CLOCK = rx.compile(r"\d{1,2}(?:[:.]\d\d)?(?:am|pm|h)?$")
ORDINAL = rx.compile(r"\d{1,2}(?:st|nd|rd|th)$")
TEAMS = words("team squad crew guild department chapter tribe")
# What a number is asked to look like.
FIGURES = {
    "port": rx.compile(r"(?:[1-9]\d{3}|[1-5]\d{4}|6[0-5]\d{3})$"),
    "figure": rx.compile(r"\d[\d.,:]*$"),
}
HAPPENED = frozenset({"past", "perfect"})
NO_FIRM = words("work management boss hr company manager employer doctor team police")
# Who takes over what the part before spoke of takes what somebody had, and has no more.
HELD = words(
    "maintain maintains maintained maintainer own owns owned owner lead leads led run runs manage manages manager"
    " charge responsible handles handled looked looks"
)
LEFT = words("longer down off over up left resigned quit retired stopped anymore leaving away")
MOST = 5  # words of a phrase


class Wording:
    """A sentence with its words and the places of its dates."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.words = [word for word in sentence.words if word.pos != "SPACE"]

    def dated(self, word: Word) -> bool:
        """True for a word of a date."""
        place = word.start - self.sentence.start
        return any(low <= place < high for low, high in days_in(self.sentence.text))


@remembered(64)
def days_in(text: str) -> tuple[tuple[int, int], ...]:
    """Where the dates of a sentence stand; several rules ask for the same one after the other."""
    return tuple((one.start, one.end) for one in find_dates(text, MOMENT))


def reworded(sentence: Sentence, grammar: Grammar) -> Iterator[Statement]:
    """The plain statements that a sentence makes in other words."""
    wording = Wording(sentence)
    told: set[int] = set()
    asked = is_unsure(sentence.text)
    if asked and not is_request(sentence):
        return
    for match in matches(wording.words, grammar.rewordings, wording.dated):
        span = set(range(match.first, match.last + 1))
        if told & span or not is_so(match):
            continue
        statement = plain(wording, match, grammar)
        if statement and not (asked and not begins_part(wording, statement)):
            told |= span
            yield statement


def is_request(sentence: Sentence) -> bool:
    """True for what is asked of the agent, with nothing else in it that makes it unsure."""
    told = [word.text for word in sentence.words if word.pos != "SPACE"]
    low = " ".join(told[:2]).lower()
    return low in {"can you", "could you", "will you", "would you"} and not is_unsure(" ".join(told[2:]))


def begins_part(wording: Wording, statement: Statement) -> bool:
    """True when what is reworded stands behind a mark: "can you update the invite, retro got pushed to Friday"."""
    said = [piece[0] for piece in statement if not isinstance(piece, str) and piece]
    at = next(
        place for place, word in enumerate(wording.words) if word is min(said, key=lambda one: one.start)
    )
    while at and wording.words[at - 1].lower in {"the", "our", "my"}:
        at -= 1
    return at > 0 and is_mark(wording.words[at - 1])


def is_so(match: Match) -> bool:
    """True when it is told as what came about, or as what is so."""
    group, role = match.group, match.construction.role
    negated = match.negated != (group is not None and group.negated)
    if match.over or negated != (role == "denies"):
        return False
    if group is None:
        return True
    if group.over or group.unreal or (group.tense == "future" and role != "denies"):
        return False
    be = match.construction.verb >= 0 and "be" in match.construction.elements[match.construction.verb].words
    if group.passive and not be:
        return False
    return role in {"says", "denies"} or group.tense in HAPPENED


def plain(wording: Wording, match: Match, grammar: Grammar) -> Statement:
    """The statement in plain words; none when a slot holds nothing that can stand there."""
    found = wording.words
    first = match.group.first if match.group is not None else match.first
    slots = {name: one[0] for name, one in match.slots.items() if one}
    front = match.construction.leading
    if front:
        slots[front] = subject_words(found, first, wording.dated)
        first -= len(slots[front])
        if front == "S" and not slots[front] and is_left_out(found, match.first):
            del slots[front]
    whose = [word.lower for word in slots.get("S", ())[:1]]
    if match.construction.predicate.startswith("my ") and whose in (["my"], ["our"]):
        return ()  # so it was said
    asked = {one.slot: one.types for one in match.construction.elements if one.slot in slots}
    if any(not fits(slots[name], types, grammar, kept=name != "_") for name, types in asked.items()):
        return ()
    *form, last = match.construction.predicate.split(" ")
    form += [] if last in {"DATE", "DAY", "FIGURE"} else [last]
    if "VERSION" in form and len(slots["O"]) > 1:
        slots["NAME"], slots["VERSION"] = slots["O"][:-1], slots["O"][-1:]
    if "IT" in form:
        held = HELD & {word.lower for word in found[:first]} and LEFT & {word.lower for word in found[:first]}
        slots["IT"] = before(wording, first) if held or "over" not in form else []
    pieces: list[Sequence[Word] | str] = []
    for one in form:
        if one in SLOTS:
            if not slots.get(one) and (one != "S" or one in slots):
                return ()
            pieces.append(slots.get(one, "we"))
        else:
            pieces.append(are_of(one, pieces))
    behind = rest(wording, match.last + 1)
    if not is_followed(wording, last, slots, behind):
        return ()
    return (*pieces, behind) if behind else tuple(pieces)


def is_followed(wording: Wording, last: str, slots: dict[str, list[Word]], behind: Sequence[Word]) -> bool:
    """True when behind the plain words stands what they ask for."""
    if last in {"DATE", "DAY"} and any(phrase[-1].lower in {"date", "day"} for phrase in slots.values()):
        return False  # "my start date got pushed back" is told of what starts
    if last == "DATE":
        return bool(behind) and is_time(wording, behind[0])
    if last == "DAY":
        return len(behind) > 1 and behind[0].lower == "the" and ORDINAL.match(behind[1].lower) is not None
    return last != "FIGURE" or (bool(behind) and behind[0].text[0].isdigit())


def is_time(wording: Wording, word: Word) -> bool:
    """True for what begins a date or a time of day."""
    return wording.dated(word) or word.lower in DAYS or CLOCK.match(word.lower) is not None


def are_of(word: str, pieces: Sequence[Sequence[Word] | str]) -> str:
    """The word of the plain form; "is" and "was" as many need it."""
    if word not in {"is", "was"} or not pieces or isinstance(pieces[-1], str):
        return word
    subject = pieces[-1][-1]
    many = subject.tag in {"NNS", "NNPS"} or subject.lower in {"we", "they"}
    if subject.lower == "i" and word == "is":
        return "am"
    return {"is": "are", "was": "were"}[word] if many else word


def is_left_out(found: Sequence[Word], verb: int) -> bool:
    """True where the speaker need not be named: "went back on the monorepo"."""
    first = verb
    while first and (found[first - 1].pos == "ADV" or found[first - 1].lower in TURN_WORDS | JOINS):
        first -= 1
    return found[verb].tag in {"VBD", "VBN"} and (first == 0 or is_mark(found[first - 1]))


def fits(phrase: Sequence[Word], types: tuple[str, ...], grammar: Grammar, *, kept: bool) -> bool:
    """True when a phrase can stand in a slot: a name of something, and of one of the types when some are asked."""
    if not phrase or len(phrase) > MOST + 1:
        return False
    lone = len(phrase) == 1 and phrase[0].pos == "ADJ"  # a small parser takes "monorepo" for one
    if "versioned" in types:
        name = " ".join(word.lower for word in phrase[:-1])
        return phrase[-1].text[0].isdigit() and grammar.is_of("runtime", name)
    if kept and not lone and not is_name_of(phrase, most=MOST) and not is_person(phrase):
        return False
    if not types:
        return True
    last, whole = phrase[-1].lower, " ".join(word.lower for word in phrase)
    for one in types:
        if one in FIGURES:
            return len(phrase) == 1 and FIGURES[one].match(whole) is not None
        if one == "firm" and is_firm(phrase):
            return True
        if one == "person" and is_person(phrase):
            return True
        if one == "team" and any(word.lower in TEAMS for word in phrase):
            return True
        if one == "thing" and not is_somebody(phrase):
            return True
        if grammar.is_of(one, whole) or grammar.is_of(one, last):
            return True
    return False


def is_person(phrase: Sequence[Word]) -> bool:
    """True for a name, a relative, or one of the people who speak of themselves."""
    head = phrase[-1]
    if len(phrase) == 1 and head.lower in {"i", "we", "he", "she", "they"}:
        return True
    if head.lower in FAMILY or head.entity == "PERSON":
        return True
    named = head.pos in {"PROPN", "NOUN", "X"} and head.technical is None
    return named and len(phrase) < 4 and all(word.text[:1].isupper() for word in phrase)


def is_somebody(phrase: Sequence[Word]) -> bool:
    """True for what is surely one of the people: a pronoun, a relative, whom the parser calls a person."""
    head = phrase[-1]
    return head.pos == "PRON" or head.lower in FAMILY or (head.entity == "PERSON" and head.technical is None)


def is_firm(phrase: Sequence[Word]) -> bool:
    """True for a name that can be an employer's, in small letters too: "quillbridge laid me off"."""
    bare = all(word.pos in {"NOUN", "PROPN", "X"} and word.entity != "PERSON" for word in phrase)
    return bare and len(phrase) < 4 and phrase[-1].lower not in FAMILY.keys() | NO_FIRM


def before(wording: Wording, first: int) -> list[Word]:
    """What the part of the sentence before spoke of: its last thing that is nobody and no date."""
    found = wording.words
    end = first
    while end and (is_mark(found[end - 1]) or found[end - 1].lower in JOINS | {"so", "but"}):
        end -= 1
    if end == first:
        return []
    at = end - 1
    while at >= 0 and not is_mark(found[at]):
        word = found[at]
        noun = word.pos in {"NOUN", "PROPN"} or word.technical is not None
        if noun and not wording.dated(word) and not is_person([word]):
            return phrase_at(found, at)
        at -= 1
    return []


def phrase_at(found: Sequence[Word], at: int) -> list[Word]:
    """The noun phrase that ends with a word."""
    low = at
    while (
        low
        and (
            found[low - 1].dep in {"compound", "amod", "det", "poss", "nmod"}
            or found[low - 1].tag in {"NN", "NNP", "JJ", "DT"}
        )
        and not is_finite(found, low - 1)
    ):
        low -= 1
    phrase = list(found[low : at + 1])
    return phrase if is_name_of(phrase, most=MOST) else []


def rest(wording: Wording, start: int) -> Sequence[Word]:
    """What stands behind in the same part of the sentence."""
    found = wording.words
    end = start
    while end < len(found) and not is_mark(found[end]):
        bound = found[end].lower in {"until", "till", "since", "as", "from"} and any(
            map(wording.dated, found[end + 1 : end + 3])
        )
        if not bound and found[end].lower in CUTS | JOINS | NOT:
            break
        end += 1
    return found[start:end]
