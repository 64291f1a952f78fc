"""What a change is told of, in other words than before: "keys rotate every 30 days now" ends "the API key rotates
every 90 days".

A statement that says that something changed is one more witness, in a slot of its own, beside the claim of what is so
now. It ends what was told earlier with another value of one kind (minutes, weekdays, a time of day, the name of a
tool or a place) about a topic that has all the words of its own. A word that may be meant of several topics ends none
of them, unless one of them is its very own; then it ends that one alone. What a thing is called in full is never ended
by what goes by another full name: "SSH keys" are not "the API key".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from graphmem.model import USER_ENTITY, Evidence, content_id
from graphmem.names import entity_id, family, name_key, singular
from graphmem.remembered import remembered
from graphmem.revise.belief import object_key, stems
from graphmem.store import queries
from graphmem.store.queries import Reader

# Such a word is told under the predicate of the claim beside which it stands: "turned_deployed_on".
TURNED = "turned_"
NAME = "name"
# Where the value is one word for a place or a tool, and the topic what is said to be there or made so.
PLACED = frozenset({"located_in", "stored_in", "deployed_on", "written_in", "reachable_at"})
IN_USE = frozenset({"uses", "chose"})
NAMED_BY_LABEL = frozenset({"setting_is", "due_on"})
IN_WORDS = frozenset({"noted", "practises"})
ENDABLE = PLACED | IN_USE | NAMED_BY_LABEL | IN_WORDS
SAID = frozenset({"asserts", "updates"})
# Of what these say of a thing there is one at a time, under whichever of them it was told.
SAME = ({"located_in", "stored_in"}, {"uses", "chose"}, {"setting_is", "noted"})
# "Images moved to Bunny" may be of where they are kept as well as of what they use; what they are written in stays.
KEPT = IN_USE | {"located_in", "stored_in"}
MOVED = frozenset({"noted", "did"})
# A thing is called by its short name, too: "search" for the search index, "payments" for the payments service.
IDLE = re.compile(
    r"(?:the|our|my|their|hit|reach|climb|grow|grew|shrunk|scal|extend|shorten|cost|servic|system"
    r"|provider|index|duration|number|count|level|current|default|amount|valu"
    r"|setting|now|new|is|are|has|have|be|been|was|get|got|take|go|run|per|about|every|each|only|just|still|all"
    r"|this|that"
    r"|from|since|until|by|as|so|which|it)$"
)
HEADS = (
    "service", "services", "index", "environment", "env", "database", "db", "system", "server", "servers",
    "provider", "app", "application", "site", "website", "repo", "repository", "project", "platform", "cluster",
    "pipeline", "process",
)  # fmt: skip
HEADED = re.compile(rf"(?<=\w)\s+(?:{'|'.join(HEADS)})$", re.IGNORECASE)
NUMBERS = (
    "half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
    "|ninety"
)
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
VALUE = re.compile(
    rf"(?P<weekday>\b(?:(?:every|first|last|each)\s+)?(?:(?:other|second|third|first"
    rf"|last)\s+)?{DAY}\b(?:(?:\s*,\s*|\s+and\s+|\s+or\s+|\s+to\s+){DAY}\b)*)"
    rf"|(?P<date>\b\d{{4}}-\d\d(?:-\d\d)?\b|\b{MONTH}\s+20\d\d\b|(?:(?<=\bin )|(?<=\bby )|(?<=since )"
    rf"|(?<=until ))20\d\d\b|\b{MONTH}(?:\s+\d{{1,2}}(?:st|nd|rd|th)?)?\b)"
    r"|(?P<clock>(?<![\w.:-])\d{1,2}[:.]\d\d(?:\s?[ap]m)?\b(?!\s?%)|(?<![\w.:-])\d{1,2}\s?[ap]m\b|(?<=\bat )\d{1,2}$)"
    r"|(?P<times>\b(?:once|twice)(?=\s+(?:a|per|every|each)\b))"
    r"|(?P<pressure>\b\d{2,3}\s?(?:/|over)\s?\d{2,3}\b)"
    rf"|(?P<number>(?<![\w.:-])[$€£]?\d[\d.,]*k?|\b(?:{NUMBERS}|every other|every second)\b)"
    r"[\s-]?(?P<unit>%|[a-z]+)?",
    re.IGNORECASE,
)
UNITS = {
    "s": "second", "sec": "second", "secs": "second", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour",
    "hrs": "hour", "d": "day", "kg": "kilo", "kgs": "kilo", "kilogram": "kilo", "lb": "pound", "lbs": "pound",
    "percent": "%", "euro": "money", "dollar": "money", "buck": "money", "eur": "money", "usd": "money",
}  # fmt: skip
NO_UNIT = frozenset(
    {"in", "of", "at", "on", "a", "an", "to", "for", "and", "or", "by", "per", "now", "the", "with"}
)
# By its unit alone nobody knows what a value of these is of.
COMMON = frozenset(
    {"", "second", "minute", "hour", "day", "week", "month", "year", "%", "money", "time", "mb", "gb", "kb"}
)
COMMON |= {"ms", "clock", "weekday", "date", NAME, "people", "person"}
USERS = re.compile(
    r"\b(?:the\s+)?user(?:['’]s)?(?:\s+team(?:['’]s)?)?(?!\w)|\bthe\s+team['’]s", re.IGNORECASE
)
# "Priya upped her magnesium": what is somebody else's.
THEIRS = re.compile(r"\b(?:her|his|their|its)\b", re.IGNORECASE)
# "The queue was moved to NATS": what such a part runs on is what it is made of; what a service uses is not.
PARTS = frozenset(
    stems("message event job task queue bus broker cache scheduler search cdn feature flags session store")
)
WENT = re.compile(r"\b(?:moved|migrated|switched|ported|swapped)\b.*\b(?:to|for|onto)\b", re.IGNORECASE)
# Whoever names what was left ends that and no other.
LEFT = re.compile(r"\bfrom\s+(?:the\s+|our\s+)?(?P<n>[\w.+#-]+(?:\s[A-Z][\w.+#-]*)*)\s+(?:over\s+)?to\b")
ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
# A statement of more words than these is of no one topic.
MOST = 12
# More things than these under one word tell nothing.
MANY = 200
PROPER = r"[A-Z][\w.+#-]*(?:\s[A-Z][\w.+#-]*)?"
# In a statement in its own words: "ships the desktop app with Electron".
MADE_WITH = re.compile(
    r"\b(?:ships?|builds?|writes?|runs?|hosts?|serves?|makes?|develops?|handles?|manages?|tracks?|monitors?"
    r"|sends?|bundles?"
    r"|packages?|distributes?|renders?)\s+(?P<t>.+?)\s+(?:with|on|in|via|through"
    rf"|using)\s+(?P<v>{PROPER})$"
)
# "Weekly sync is on Teams", "team lead is Marta": a name is told of what stands in front.
NAMED = re.compile(
    r"^(?!The user\b)(?P<t>[\w'’-]+(?:\s[\w'’-]+){0,3}?)\s(?:is|are)\s(?:(?:on|in|at|with|via)\s)?"
    rf"(?P<v>{PROPER}|(?<=\s[ioa][nt]\s)[\w.+#-]+)$"
)
# The value of a setting that is a name alone, of which "eu-west-1" is one.
ONE_NAME = re.compile(rf"{PROPER}|[a-z]+(?:-[a-z]+)*-\d+[a-z]?")


class Told(NamedTuple):
    """A value and what it is of, as two statements are compared."""

    topic: frozenset[str]
    kind: str
    value: str


@remembered(4096)
def _figure(words: str) -> tuple[str, str, str] | None:
    """The one value of a statement: its kind, the value and the words beside it; None for several or none."""
    found = list(VALUE.finditer(words))
    if len(found) != 1:
        return None
    match = found[0]
    unit = (match["unit"] or "").casefold()
    if match.lastgroup == "times":
        return "time", match[0].casefold(), f"{words[: match.start()]} {words[match.end() :]}"
    if match.lastgroup in {"weekday", "date", "clock", "pressure"}:
        return str(match.lastgroup), match[0].casefold(), f"{words[: match.start()]} {words[match.end() :]}"
    end = match.end("number") if unit in NO_UNIT else match.end()
    unit = "" if unit in NO_UNIT else unit
    if re.match(r"[$€£]", match["number"]):
        end, unit = match.end("number"), "money"
    kind = UNITS.get(unit) or UNITS.get(re.sub(r"s$", "", unit)) or re.sub(r"(?<=\w{2})s$", "", unit)
    value = match["number"].casefold().rstrip(".,")
    return kind, value, f"{words[: match.start()]} {words[end:]}"


def is_word(one: Evidence) -> bool:
    """True for a word of change."""
    return one.predicate.startswith(TURNED)


def told_of(one: Evidence) -> Told | None:
    """What a witness tells the value of; None where it tells none that another may take the place of."""
    if one.predicate in PLACED or (one.predicate in IN_USE and one.qualifier):
        return _told(short(one.qualifier or _head_of(one.text)), NAME, one.value)
    if is_word(one) and one.predicate.removeprefix(TURNED) in PLACED | IN_USE:
        return _told(_said(one), NAME, one.value)
    if one.predicate in NAMED_BY_LABEL or (is_word(one) and one.qualifier):
        figure = _figure(one.value)
        of = "" if one.subject == USER_ENTITY or is_word(one) else _before_verb(one.text)
        if figure is None and is_word(one):
            return _told(_said(one), NAME, one.value)
        if figure is None and ONE_NAME.fullmatch(one.value):
            return _told(f"{one.qualifier} {of}", NAME, one.value)
        return _told(f"{one.qualifier} {of}", *figure[:2]) if figure else None
    if one.predicate in IN_WORDS or is_word(one):
        made = MADE_WITH.search(one.value) or NAMED.match(one.value)
        figure = _figure(one.value) if made is None else None
        if made is not None:
            return _told(made["t"], NAME, made["v"])
        return _told(f"{_whose(one)} {figure[2]}", *figure[:2]) if figure else None
    return None


def _whose(one: Evidence) -> str:
    """Of whom a statement in its own words is: what stands before it, for it begins with its verb."""
    return one.text.partition(one.value)[0] if one.subject != USER_ENTITY and not is_word(one) else ""


def short(name: str) -> str:
    """The name of a thing without what it ends in and is understood without: "payments" for the payments service."""
    return HEADED.sub("", name)


def _said(word: Evidence) -> str:
    """The topic of a word without the project whose it is: "shop search", of which "the search of shop" is told."""
    told, text = short(word.qualifier), word.text.casefold()
    whose, _, rest = told.partition(" ")
    return rest if rest and f" of {whose.casefold()} " in text else told


def _head_of(text: str) -> str:
    """What a statement is of: what stands before its verb, but for the project whose it is."""
    return re.sub(r"(?<=\w)\s+of\s+\S+$", "", _before_verb(text))


def _before_verb(text: str) -> str:
    return re.split(r"\s(?:is|are|has|have|was|were|can)\s", text, maxsplit=1)[0]


def _told(topic: str, kind: str, value: str) -> Told | None:
    stemmed = stems(USERS.sub(" ", topic))
    words = frozenset(stem for stem in stemmed if not IDLE.match(stem) and stem.strip("'/.-"))
    fits = len(words) <= MOST and (words or kind not in COMMON)
    return Told(words, kind, value.casefold()) if fits else None


def slot_of(word: Evidence) -> str:
    """The slot of such a word: by the longest word of its topic, or by its unit; one that is looked up has no value."""
    told = told_of(word) if word.value else None
    return _slot(_head(told) if told is not None else word.qualifier)


@remembered(4096)
def _slot(key: str) -> str:
    return content_id("slot", "", TURNED, key, "")


def _head(told: Told) -> str:
    return max(told.topic, key=lambda stem: (len(stem), stem)) if told.topic else told.kind


def neighbours(witness: Evidence) -> Iterator[Evidence]:
    """Witnesses of the slots of the words that may end what is told."""
    told = told_of(witness) if witness.predicate in ENDABLE and witness.mode in SAID else None
    if told is not None:
        for stem in sorted(told.topic) + [told.kind] * (told.kind not in COMMON):
            yield msgspec.structs.replace(witness, predicate=TURNED, qualifier=stem, object="", value="")


def holders(reader: Reader, witnesses: Iterable[Evidence]) -> set[str]:
    """The slots that tell of what may have changed by such words."""
    slots: set[str] = set()
    for word in witnesses:
        told = told_of(word) if is_word(word) and word.value else None
        if told is None:
            continue
        near = {word.subject, USER_ENTITY, *things(reader, word.qualifier), *things(reader, _said(word))}
        part = _head(told) if told.topic else ""  # a unit may be written in many ways
        slots |= queries.slots_telling(reader, near, ENDABLE, part)
    return slots


def things(reader: Reader, topic: str) -> set[str]:
    """The entities that may be the topic: of that name, with or without a head, or of a longer one that ends so."""
    longer = queries.in_blocks(reader, sorted(_last(topic)), most=MANY)
    return {*_ids(topic), *(key for members in longer.values() for key in members)}


@remembered(1024)
def _ids(topic: str) -> frozenset[str]:
    """The ids of the names under which a thing may be known that goes by this one."""
    name = short(topic)
    return frozenset(entity_id(one) for one in (topic, name, *(f"{name} {head}" for head in HEADS)))


def _last(name: str) -> set[str]:
    """The keys of the last word of a name."""
    words = name_key(name).split()[-1:]
    return {f"last:{form}" for word in words for form in (word, singular(word))}


def ends(heard: Iterable[Evidence]) -> list[Evidence]:
    """The ends that words of change put to what was told before, under the ids of these words.

    Which topic is meant is told by all that was heard of it, whatever slot it is in.
    """
    listed = list(heard)
    words = [(one, told) for one in listed if is_word(one) and (told := told_of(one)) is not None]
    if not words:
        return []
    known = [
        (one, told)
        for one in listed
        if one.predicate in ENDABLE and one.mode in SAID and (told := told_of(one)) is not None
    ]
    return [end for word, told in words for end in _ended(word, told, known)]


def _ended(word: Evidence, told: Told, known: Sequence[tuple[Evidence, Told]]) -> Iterator[Evidence]:
    """The ends that one word puts to what was told of the topic that is meant."""
    meant: dict[frozenset[str], list[Evidence]] = defaultdict(list)
    for one, was in known:
        if one.message_id != word.message_id and one.said_at < word.said_at and meets(word, told, one, was):
            meant[was.topic] += [one] if was.value != told.value else []
    least = told.topic if told.topic in meant else min(meant, key=len, default=told.topic)
    one_topic = all(
        least <= topic for topic in meant
    )  # "the feature flags" and "the feature flags of the shop"
    chosen = [least] if least == told.topic else list(meant) if one_topic else []
    said = [one for topic in chosen for one in meant[topic]]
    for one in {(o.subject, o.predicate, o.qualifier, object_key(o)): o for o in said}.values():
        yield msgspec.structs.replace(
            word, subject=one.subject, predicate=one.predicate, qualifier=one.qualifier, mode="closes",
            object=one.object, value=one.value, valid_from=None, valid_until=word.valid_until or word.said_at,
        )  # fmt: skip


def meets(word: Evidence, told: Told, one: Evidence, was: Told) -> bool:
    """True when what was told is of what the word speaks of."""
    named = NAME in {told.kind, was.kind}
    alike = told.kind == was.kind or (bool(told.topic) and "" in {told.kind, was.kind} and not named)
    more = was.topic - told.topic
    if not alike or not told.topic <= was.topic or any(re.search(r"['’]s?$", stem) for stem in more):
        return False
    return (not named or serves_alike(word, told, one, was)) and in_reach(word, one)


def serves_alike(word: Evidence, told: Told, one: Evidence, was: Told) -> bool:
    """True for two names that may be had for the same: where something is deployed is not what it is written in."""
    left = LEFT.search(word.quote)
    if left is not None and name_key(left["n"]) not in name_key(was.value):
        return False
    before, now = one.predicate, word.predicate.removeprefix(TURNED)
    if now == before or {now, before} in SAME:
        return True
    went = bool({now, before} & MOVED) or (told.topic <= PARTS and WENT.search(word.quote) is not None)
    moved = went and {now, before} <= KEPT | MOVED | {"deployed_on"}
    kinds = family(told.value), family(was.value)
    return (moved or {now, before} <= KEPT) and (kinds[0] == kinds[1] or not all(kinds))


def in_reach(word: Evidence, one: Evidence) -> bool:
    """True for what `holders` finds as well, so that it does not matter which of the two is read first."""
    if word.subject == one.subject:
        return True
    if one.subject == USER_ENTITY:
        return bool(word.qualifier) and not THEIRS.search(word.qualifier)
    names = (word.qualifier, _said(word))
    if one.predicate in PLACED:
        return any(one.subject in _ids(name) or _last(name) & _last(_head_of(one.text)) for name in names)
    # Any other statement may begin with something else than its subject.
    told = _whose(one) if one.predicate in IN_WORDS else _before_verb(one.text)
    head, _, project = ARTICLE.sub("", told).partition(" of ")
    own = one.subject in _ids(head) or (
        bool(project) and one.subject == entity_id(f"{project} {short(head)}")
    )
    alike = any(_last(name) & _last(head) for name in names)
    return one.predicate in IN_WORDS | NAMED_BY_LABEL and own and alike
