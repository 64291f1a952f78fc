"""Which statements tell of a change: beside "the keys rotate every 30 days now", that it was otherwise before.

Such a word is one more claim, for what is so now may be told in other words than what was so before: `revise/turned.py`
finds by its topic and by the kind of its value what it takes the place of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.plain.handed import ELSEWHERE, IN_PART, SHARED, TURNED
from graphmem.extract.reading import Reading
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim

# What a statement is of stands in its qualifier, or is its subject.
OF_LABEL = frozenset({"setting_is", "due_on"})
OF_PURPOSE = frozenset({"uses", "chose"})
OF_SUBJECT = frozenset({"located_in", "stored_in", "deployed_on", "written_in", "reachable_at"})
IN_WORDS = frozenset({"noted", "practises"})
CHANGED = rx.compile(
    r"\b(?:renewed|swapped|ported|upped|raised|lowered|bumped|increased|reduced|decreased|cut|halved|doubled|tripled|extended"
    r"|shortened|shrunk"
    r"|shrank|grew|grown|scaled|climbed|dropped|fell|rose|reached|refinanced|relocated|resized|trimmed|(?:down"
    r"|up)\s+from"
    r"|(?:is|are|am|['’]m|['’]re|['’]s|back|now|went|gone)\s+(?:down|up)\s+to|changed"
    r"|(?:hit|passed|topped|went\s+to)(?=\s+[$€£]?\d)"
    r"|(?:got|get|brought|went|gone)\b.{1,40}\b(?:down|up)\s+to)\b|^\W*(?:(?:our|the|my)\s+)?new\s|^\W*(?:down"
    r"|up)\s+to\s",
    re.IGNORECASE,
)
# The step to a value, told as what somebody did: "got the CI down to 9 minutes", "has cut down to one coffee a day".
STEP = re.compile(
    r"^(?:(?:the\s+)?user['’]s\s+[\w-]+\s+(?=\w+\s+(?:the|my|their)\b))?(?:(?P<s>(?!(?:got|has"
    r"|is)\b)(?:[\w'’-]+\s+){1,4}?)(?=\w+\s+(?:(?:down|up|back"
    r"|over)\s+)*(?:from\s+\S+(?:\s\w+)?\s+)?to\s))?"
    r"(?:has\s+|have\s+|was\s+|were\s+|been\s+|just\s+|finally\s+)*(?:got|brought|cut|switched|migrated|swapped|ported|bumped|upped|raised|lowered|increased|reduced"
    r"|decreased|dropped"
    r"|took|moved|changed|put|pushed|went|came|gone|extended|shortened|shrunk|shrank|grew|grown|scaled|climbed"
    r"|fell|rose|trimmed"
    r"|is|are)\b(?:\s+(?P<t>(?!down\b|up\b|back\b|over\b|to\b|from\b).+?))?(?:\s+(?:down|up|back"
    r"|over))*(?:\s+from\s+.+?)?"
    r"\s+to\s+(?P<v>.+?)(?P<d>\s+(?:in|over|during|on)\s+the\s+(?:week|weekend|month)\s+of\s+\S+|\s+(?:in|on|since|last|this|as\s+of)\s+(?:the\s+)?[\w-]+(?:\s\d{4})?)?$",
    re.IGNORECASE,
)
# Where no name is told, only a figure or a day says that another stood there.
FIGURE = re.compile(
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten"
    r"|twelve|fifteen|twenty"
    r"|thirty|forty|fifty|sixty|ninety"
    r"|every\s+(?:other|second)|(?:once|twice)(?=\s+(?:a|per|every|each)\b))\b",
    re.IGNORECASE,
)
# "The cron moved to systemd timers": a thing in small letters, told by how it came there.
GONE_TO = re.compile(
    r"(?:the\s+)?[\w-]+(?:\s[\w-]+)?\s+(?:(?:was|were|got)\s+)?(?:moved|switched|migrated|ported)\b",
    re.IGNORECASE,
)
SHORT = re.compile(r"(?!(?:a|an|the|my|our|his|her|their)\b)[\w.+#-]+(?:\s[\w.+#-]+)?")
# What was moved to a tool or a place, where the claim names only that.
MOVED = re.compile(
    r"\b(?:moved|switched|migrated|ported|changed|swapped|transferred)\s+(?:the\s+|our\s+|their\s+)?"
    r"(?P<t>(?!(?:from|over|away|out|to|onto)\b)[\w-]+(?:\s+(?!(?:from|over|away|out|to|onto)\b)[\w-]+){0,3})"
    r"\s+(?:over\s+)?(?:to|onto|for)\s",
    re.IGNORECASE,
)
# "Reviews need only one approval now" is said of all of them.
ONLY = re.compile(r"\bonly(?=\s+(?:\d|one|two|three|four|five|six|every|once|twice)\b)", re.IGNORECASE)
# What a statement in its own words is of, and what it says of it: a figure, or in or on what it is.
STATED = re.compile(
    r"^(?P<s>(?!The user)(?:[\w'’-]+\s+){1,5}?)(?:is|are|needs?|takes?|runs?|costs?|goes|go|has|have|starts?"
    r"|opens?|closes?"
    r"|begins?|ends?|lasts?|holds?|rotates?)\s+(?P<v>(?:(?:in|on|at|with|via"
    r"|through)\s+(?P<n>[A-Z][\w.+#-]*(?:\s[A-Z][\w.+#-]*)?)$)?.*)$"
)
GOES_ON = re.compile(r"\bha(?:s|ve)\s+been\b")


def of_sentence(reading: Reading, told: Sequence[Claim]) -> Iterator[Claim]:
    """Beside each claim of a value in a statement of change: that it was another before."""
    text = reading.sentence.text
    if not (reading.by_user and (TURNED.search(text) or CHANGED.search(text))):
        return
    if SHARED.search(text) or IN_PART.search(ONLY.sub(" ", text)):
        return
    for one in told:
        name = one.object_name
        behind = text[text.find(name) + len(name) :] if one.object is not None else ""
        if one.mode in {"asserts", "updates"} and not ELSEWHERE.match(behind):
            yield from word(one)


def word(one: Claim) -> Iterator[Claim]:
    """The word of change that goes with a claim."""
    step = STEP.match(one.value) if one.predicate in IN_WORDS | {"did"} else None
    topic, value = "", one.value
    if step is not None:
        whose = one.subject.name if one.predicate == "did" and one.subject.name != USER else ""
        topic, value = step["t"] or step["s"] or whose, step["v"]
    elif one.predicate in OF_LABEL:
        topic = one.qualifier if one.subject.name == USER else f"{one.qualifier} {one.subject.name}"
    elif one.predicate in OF_PURPOSE:
        moved = MOVED.search(one.text)
        topic = one.qualifier or (moved["t"] if moved else "")
    elif one.predicate in OF_SUBJECT:
        topic = one.subject.name if one.subject.name != USER else ""
    elif one.predicate not in IN_WORDS or GOES_ON.search(one.value):
        return
    elif (stated := STATED.match(one.value)) is not None and one.text.startswith(one.value[:1].upper()):
        topic, value = stated["s"].strip(), stated["n"] or stated["v"]
    told = (step is not None or one.predicate in IN_WORDS | {"setting_is"}) and value[:1].isupper()
    told = told or (
        step is not None and GONE_TO.match(step[0]) is not None and SHORT.fullmatch(value) is not None
    )
    calls = one.object is not None or one.predicate in OF_SUBJECT or told
    if not (calls and topic) and not (FIGURE.search(value) and (topic or re.search(r"[a-z]", value))):
        return
    if one.object is not None and (not topic or one.object.name.casefold() == topic.casefold()):
        return
    yield msgspec.structs.replace(
        one, predicate=f"turned_{one.predicate}", mode="closes", qualifier=topic, kind="fact", object=None,
        value=one.object_name if one.object is not None else value,
        text=finish(f"It was otherwise before: {one.text}"),
        valid_from=None, valid_until=one.valid_from, confidence=0.6,
    )  # fmt: skip
