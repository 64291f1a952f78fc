"""A fact in the making, and when two of them say the same or speak of the same thing in other words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from graphmem.model import Evidence
from graphmem.remembered import remembered
from graphmem.revise.frames import BESIDE, FRAMED, frame
from graphmem.temporal import MAX, MIN, Interval

# The words of an order that do not tell what it is about.
IDLE = re.compile(
    r"(?:an?|the|to|in|on|at|of|for|with|and|or|please|always|never|not|do|does|don't|you|your|it|us(?:e|ing)|add|put"
    r"|write|include|make|sure|avoid|stop|keep|any|more)$"
)
# In which language somebody wants to be answered, by what name to be called, and what is not to be done.
TONGUE = re.compile(
    r"\b(?:(?:answer|reply|respond|speak|talk|chat)(?:s|ing)?(?:\s+(?:to\s+)?(?:me|us|the\s+user))?"
    r"(?:\s+(?:only|back|always))?\s+in|speak|(?:go|switch|change)\s+(?:back\s+)?to|back\s+to)\s+"
    r"(english|german|french|spanish|portuguese|italian|dutch|danish|swedish|norwegian|finnish|polish|czech"
    r"|russian|ukrainian"
    r"|turkish|greek|arabic|hebrew|hindi|mandarin|chinese|japanese|korean|catalan|galician|hungarian|romanian)\b",
    re.IGNORECASE,
)
# In what shape an answer is to be, how long, how polite, and in which units: of each one at a time.
SHAPES = tuple(
    {word: way for way, told in axis.items() for word in told.split()}
    for axis in (
        {
            "list": "bullet bullets bulleted list lists",
            "prose": "paragraph paragraphs prose",
            "table": "table tables",
        },
        {
            "short": "short brief terse concise shorter briefly concisely",
            "long": "long longer detailed detail thorough verbose length",
        },
        {"formal": "formal formally polite", "casual": "casual casually informal"},
        {"metric": "metric celsius kilometres kilometers", "imperial": "imperial fahrenheit miles"},
    )
)
ANSWERS = re.compile(
    r"\b(?:answer|reply|replies|respond|write|explain|format|give|use|keep|be|talk|responses?|answers|speak"
    r"|tell|show)\b",
    re.IGNORECASE,
)
# Two ways of one thing, of which somebody wants one at a time.
WAYS = (
    ("tabs", "spaces"), ("single quotes", "double quotes"), ("dark mode", "light mode"), ("dark theme", "light theme"),
    ("british", "american"), ("uk english", "us english"), ("two spaces", "four spaces"), ("2 spaces", "4 spaces"),
    ("camelcase", "snake_case"), ("merge", "rebase"), ("12 hour", "24 hour"),
)  # fmt: skip
OPPOSITE = {way: other for pair in WAYS for way, other in (pair, pair[::-1])}
# "Write commit messages in German" and "... in English".
WRITTEN_IN = re.compile(
    r"(?:always\s+)?(?:write|keep|put|do)\s+(?:(?:the|our|all|my)\s+)*(?P<what>[\w"
    r" -]+?)\s+in\s+(?P<tongue>english|german|french|spanish|portuguese|italian"
    r"|dutch|danish|swedish|norwegian|finnish|polish|czech|russian|ukrainian|turkish|greek|japanese|chinese|korean|hungarian|romanian)\b",
    re.IGNORECASE,
)
CALLED = re.compile(r"\bcall(?:s|ing)?\s+(?:me|the\s+user)\s+([\w-]+)", re.IGNORECASE)
REFUSED = re.compile(r"(?:please\s+)?(?:never|don['’]?t|do\s+not|stop|no|avoid|quit)\b", re.IGNORECASE)
# Words of a plan that is off that the plan itself need not have.
PLANNED = frozenset(
    {"plan", "trip", "visit", "idea", "dream", "goal", "holiday", "vacation", "flight", "booking"}
)
# What is lifted may be called one of these, by their stems.
RULES = frozenset({"rul", "ban", "policy", "instruction", "restriction", "no"})
# Words of the name of a setting or of a deadline that go without saying: "the max upload size", "the upload limit".
IMPLIED = re.compile(
    r"(?:max|maximum|limit|limits|cap|size|new|current|value|setting|deadline|due|date|schedule|now)$"
)
# "The retry limit" and "the number of retries" are how many there are.
COUNTED = frozenset({"retri", "attempt", "worker", "replica", "thread", "connection", "instanc", "shard"})
# What somebody earns, in other words.
PAY = {"income": "salary", "wage": "salary", "wages": "salary", "pay": "salary", "earnings": "salary"}
SETTING = "setting_is"
FACETS = {
    "clock": re.compile(r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2}\s?[ap]m\b|\b(?:noon|midnight)\b", re.IGNORECASE),
    "weekday": re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b", re.IGNORECASE),
    "often": re.compile(
        r"\b(?:(?:bi-?)?weekly|(?:bi-?)?monthly|fortnightly|quarterly|yearly|annual(?:ly)?"
        r"|every\s+(?:other\s+|second\s+|two\s+|three\s+|four\s+|six\s+|\d+\s+)?(?:weeks?|months?|quarters?|years?|fortnight)"
        r"|(?:once|twice|\w+\s+times)\s+(?:a|per)\s+(?:week|month|quarter|year))\b",
        re.IGNORECASE,
    ),
    "long": re.compile(
        r"^(?!every\b).*\b(?:\d+|an?|half\s+an|one|two|fifteen|twenty|thirty|forty-five|sixty)[\s-](?:minutes?|mins?|hours?)\b"
        r"(?!\s+(?:ago|before|after|ahead))",
        re.IGNORECASE,
    ),
}
DAILY = re.compile(
    r"\b(?:daily|nightly|every\s+(?:day|night|morning|evening|weekday)|weekdays)\b", re.IGNORECASE
)
GRAIN_DAYS = {"day": 1, "week": 7, "month": 31, "quarter": 92, "season": 92, "year": 366}


@dataclass(slots=True, eq=False)
class Belief:
    """A fact in the making."""

    key: str
    negated: bool
    valid_from: datetime | None
    valid_until: datetime | None
    recorded_at: datetime
    stated_start: bool  # somebody said since when; else it is only known to hold since it was said
    end_recorded_at: datetime | None = None
    ended_by: str = ""  # the witness of the end
    retracted_at: datetime | None = None
    witnesses: list[Evidence] = field(default_factory=list)
    supersedes: list[Belief] = field(default_factory=list)
    contradicts: list[tuple[Belief, datetime]] = field(default_factory=list)
    closed_by: Belief | None = None  # the rival that put an end to it
    closed_in: Evidence | None = None  # the word that put an end to it
    held_until: datetime | None = None  # the end that it had before either

    @property
    def span(self) -> Interval:
        """When it was so."""
        return Interval(self.valid_from, self.valid_until)

    @property
    def cut_by(self) -> Belief | None:
        """The rival with whose beginning it ends, if it does."""
        end = self.closed_by
        return end if end is not None and self.valid_until == end.low else None

    @property
    def low(self) -> datetime:
        """The start as a comparable time."""
        return self.valid_from or MIN

    @property
    def high(self) -> datetime:
        """The end as a comparable time."""
        return self.valid_until or MAX

    @property
    def told(self) -> str:
        """The value in words."""
        return self.witnesses[0].value

    @property
    def what(self) -> str:
        """The qualifier: for what it is used, what sort of thing it is."""
        return self.witnesses[0].qualifier.casefold()

    @property
    def trust(self) -> float:
        """The word of the best witness."""
        return max((witness.trust for witness in self.witnesses), default=0.0)

    def end(self, at: datetime, witness: Evidence, learned: datetime | None = None) -> None:
        """Close the open interval; the end was learned as it was said, unless that is told otherwise."""
        self.valid_until = max(at, self.low)
        self.end_recorded_at, self.ended_by = learned or witness.said_at, witness.id

    def told_with(self, word: Evidence | None) -> bool:
        """True when the sentence of that word also told this: "we moved from Berlin to Lisbon"."""
        place = word and (word.message_id, word.start, word.end)
        return any((w.message_id, w.start, w.end) == place for w in self.witnesses if w.mode == "asserts")


def object_key(evidence: Evidence) -> str:
    """What tells two values of a slot apart: the entity, or the literal without case and doubled spaces."""
    return evidence.object or " ".join(evidence.value.casefold().split())


def covers(order: str, lifted: str) -> bool:
    """True when an order speaks of all that is lifted: "never use emojis in commits" of "the no emojis rule"."""
    asked = stems(lifted) - RULES or stems(lifted)
    return bool(asked) and asked <= stems(order)


@remembered(4096)
def against(one: str, other: str) -> bool:
    """True for two orders that cannot both stand: "always answer in German" and "answer in English", "add tests" and
    "never add tests", two names to be called by."""
    said, again = WRITTEN_IN.match(one), WRITTEN_IN.match(other)
    if said is not None and again is not None and stems(said["what"]) == stems(again["what"]):
        return said["tongue"].casefold() != again["tongue"].casefold()
    opposed = bool(REFUSED.match(one)) != bool(REFUSED.match(other))
    for form in (TONGUE, CALLED):
        first, second = form.search(one), form.search(other)
        if first is not None and second is not None:
            return (first[1].casefold() != second[1].casefold()) != opposed
    shapes = [(shape_of(one, axis), shape_of(other, axis)) for axis in SHAPES]
    if not opposed and any(first and second and first != second for first, second in shapes):
        return about_answers(one) and about_answers(other)
    if not opposed and any(turned(one, other, *pair) or turned(other, one, *pair) for pair in WAYS):
        return True
    return opposed and bool(stems(one)) and stems(one) == stems(other)


def turned(one: str, other: str, way: str, opposed: str) -> bool:
    """True for two orders that ask for the two ways of one thing, and are the same in all else."""
    first, second = f" {one.casefold()} ", f" {other.casefold()} "
    if (
        f" {way} " not in first
        or f" {opposed} " not in second
        or f" {opposed} " in first
        or f" {way} " in second
    ):
        return False
    return rest_of(one, way) == rest_of(other, opposed)


def rest_of(order: str, way: str) -> set[str]:
    """The words of an order that say for what a way is asked."""
    return (
        stems(order) - stems(way) - {"switch", "change", "prefer", "from", "now", "back", "again", "instead"}
    )


def opposite(way: str) -> str:
    """The other of two ways of one thing, "" when there is none: light mode of dark mode."""
    return OPPOSITE.get(way.casefold(), "")


def shape_of(order: str, axis: dict[str, str]) -> str:
    """Where an order stands between two ways to answer, "" when it speaks of neither or of both."""
    found = {axis[word] for word in re.findall(r"[a-z]+", order.casefold()) if word in axis}
    return found.pop() if len(found) == 1 and not REFUSED.match(order) else ""


def about_answers(order: str) -> bool:
    """True for an order about all answers: "write normal paragraphs", and not "write short commit messages"."""
    return ANSWERS.search(order) is not None and not re.search(
        r"\b(?:commits?|messages?|names?|titles?|tests?|functions?|comments?|docs?|docstrings?|readme|emails?"
        r"|e-mails?|prs?|for|when)\b",
        order,
        re.IGNORECASE,
    )


def at_odds(one: Belief, other: Belief) -> bool:
    """True for two orders that cannot both stand, and for two values of one statement, or of what is "my bike"."""
    if not one.witnesses or not other.witnesses or one.negated or other.negated:
        return False
    first, second = one.witnesses[0], other.witnesses[0]
    if first.predicate in FRAMED and first.message_id != second.message_id:
        later = max(first, second, key=lambda witness: witness.said_at)
        return frame(one.told) == frame(other.told) != "" and not BESIDE.search(later.quote)
    if first.predicate == "owns" and first.message_id != second.message_id:
        return one.what == other.what != ""  # "my bike is a ..."
    return first.predicate == "instructs" and against(one.told, other.told)


def apart(one: Belief, other: Belief) -> bool:
    """True for two values of a setting that tell different things of it: "every two weeks" and "on Wednesdays"."""
    if not (one.witnesses and other.witnesses) or one.witnesses[0].predicate != SETTING:
        return False
    first, second = facets(one.told), facets(other.told)
    return bool(first and second) and not first & second


@remembered(4096)
def facets(value: str) -> frozenset[str]:
    """What of a date that comes round a value tells: the time of day, the weekday, how often, how long."""
    found = {name for name, pattern in FACETS.items() if pattern.search(value)}
    return frozenset(found | ({"weekday", "often"} if DAILY.search(value) else set()))


def answers_else(order: str, lifted: str) -> bool:
    """True when an order asks for another language or shape than that to which one goes back: "you can go back to
    English", "you can write longer answers again"."""
    shaped = any(shape_of(lifted, axis) for axis in SHAPES)
    return (TONGUE.search(lifted) is not None or shaped) and against(order, lifted)


def covers_plan(plan: str, off: str) -> bool:
    """True when a plan is what is off: "is planning to visit Iceland in August" of "the trip to Iceland"."""
    asked = stems(off) - PLANNED
    return bool(asked) and asked <= stems(plan)


def stems(text: str) -> set[str]:
    """The words of an order that tell what it is about, without their endings."""
    told = [word for word in re.findall(r"[\w'/.-]+", text.casefold()) if not IDLE.match(word)]
    cut = [re.sub(r"(?:ing|es|s|e)$", "", word) if len(word) > 3 else word for word in told]
    return {re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", word) for word in cut}  # "running" is of "run"


def label_key(label: str) -> str:
    """The name of a setting or of a deadline as it is compared: "retry limit" is of "max retries"."""
    words = re.sub(r"['’]s\b", "", label.casefold()).replace("stand-up", "standup")
    words = " ".join(PAY.get(word, word) for word in words.split())
    told = [
        re.sub(r"y$", "i", stem) for stem in stems(" ".join(w for w in words.split() if not IMPLIED.match(w)))
    ]
    kept = {stem for stem in told if not (stem in {"number", "count"} and COUNTED & set(told))}
    return " ".join(sorted(kept)) or label.casefold()


def label_name(label: str) -> str:
    """The name of what a deadline is of, without what goes with any: "code review deadline" is of the code review."""
    told = re.sub(r"['’]s\b", "", label.casefold()).split()
    return " ".join([w for w in told if not IMPLIED.match(w) and w not in {"the", "my", "our"}] or told)


def grain_days(grain: str) -> timedelta:
    """How long a date of that grain is at the most; a finer one is a moment."""
    return timedelta(days=GRAIN_DAYS.get(grain, 0)) or timedelta.resolution


def grain_length(belief: Belief) -> timedelta:
    """How uncertain the start of a belief is, by the coarsest date that was stated for it."""
    return max(
        (grain_days(w.grain) for w in belief.witnesses if w.valid_from == belief.valid_from),
        default=timedelta.resolution,
    )
