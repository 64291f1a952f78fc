"""That a thing has changed hands, or a purpose its tool: what was before is over, though nobody says what it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.plain.shapes import called
from graphmem.extract.plain.stretch import stretches
from graphmem.extract.reading import Reading
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim, Mention
from graphmem.names import family

HELD = frozenset({"owns", "maintains", "leads"})
IN_USE = frozenset({"uses", "chose"})
MADE_OF = frozenset({"written_in", "stored_in"})
FINISHED = re.compile(
    r"(?:finished|completed|passed|aced)\s+(?:(?:reading|watching|playing|building|writing|knitting|studying)\s+)?"
    r"(?P<the>(?:the|their|a|an)\s+)?(?P<o>\w[\w'’-]*(?:\s+\w[\w'’-]*){0,3}?)(?:\s+(?:on|in|last|yesterday)\b.*|\s*[,;–-].*)?$"
)
OUT_OF = re.compile(
    r"\b(?:pulled|dropped|bowed|backed|withdrew|withdrawn)\s+(?:out\s+)?(?:of|from)\b", re.IGNORECASE
)
# Without a subject it is worth no fact of its own: "finished Middlemarch, onto Ulysses".
TITLE_DONE = rx.compile(
    r"^\W*(?:(?:ok|so|just|finally|and|also)\s+)*(?:i\s+)?(?:(?:just|finally)\s+)?(?:finished|completed|done\s+with)\s+(?:(?:reading|watching"
    r"|playing)\s+)?[\"“]?(?P<o>(?-i:[A-Z])[\w'’:-]*(?:\s+(?:(?:of|the|and|in)\s+)*(?-i:[A-Z])[\w'’-]*){0,5})[\"”]?(?=\s*(?:[,;.!–-]|$))",
    re.IGNORECASE,
)
LEFT = ("left the user's team", "left us", "left the company", "left the team")
# "Sana left for another company": nobody who works elsewhere is one's advisor.
GONE_TO = re.compile(
    r"(?:has\s+)?(?:left|moved\s+on|gone)\s+(?:for|to)\s+(?:a|another)\s+(?:new\s+)?(?:job|company|firm|post|role|position|team)\b"
)
NOW = (
    r"now|nowadays|these\s+days|from\s+now\s+on|as\s+of|again|instead|no\s+longer|any\s?more"
    r"|since\s+the\s+(?!beginning|start|very)\w+|new\s+(?:owner|maintainer|lead|head)"
)
TAKEN = rx.compile(
    r"\b(?:(?:took|taken|takes|taking)\b.*\bover|inherit\w*|(?:handed|passed|given|gave|transferred|reassigned|moved)\b.*\b(?:to|back)"
    rf"|{NOW})\b",
    re.IGNORECASE,
)
SHARED = rx.compile(
    r"\b(?:too|also|as\s+well|both|together|jointly|shares?|co-\w+|co(?:own|lead|maintain|manage)\w*|alongside|along\s+with|help\w*|additionally|another)\b",
    re.IGNORECASE,
)
HAS_IT = rx.compile(
    r"(?:[,;:.–—-]|\b(?:and|so|because|but|now))\s+(?P<w>[A-Z][\w-]+)(?:['’]s)?\s+(?:(?:now|has|have|will|is|just)\s+)*"
    r"(?:has|have|owns?|took|takes?|taken|taking|picked|picks|inherited|maintains|looks\s+after|runs)\s+(?:over\s+|on\s+)?it\b"
)
TURNED = rx.compile(
    rf"\b(?:{NOW}|going\s+forward|switched|moved|migrated|ported|transitioned|shifted|transferred|rewrote|rewritten|converted|rebuilt|starting|since(?!\s+(?:we|it|they|i|you|there|that|he|she|our|my|the\s+\w+\s+is))"
    r"(?=\s+\w))\b",
    re.IGNORECASE,
)
IN_PART = rx.compile(
    r"\b(?:instead\s+of|rather\s+than|some|most|mostly|mainly|partly|partially|half|part\s+of|only|sometimes|besides|plus|either|or|next\s+to"
    r"|in\s+addition|on\s+top|try(?:ing)?|test(?:ing)?\s+out|evaluat\w+|experiment\w*|pilot\w*|still)\b",
    re.IGNORECASE,
)
RUNS = r"(?:is|are|runs?|goes|go|lives?|sits?|happens?)\s+(?:all\s+)?(?:out\s+)?(?:on|in|through|via|with|at)"
# "Payments go through Adyen in Brazil now": elsewhere they go on as before.
ELSEWHERE = rx.compile(
    r"^['’\w]*\s+(?:in|for|from|at|on|when|if|where|with)\s+(?!(?:now|prod|production|general|everything|all|good)\b)",
    re.IGNORECASE,
)


def of_sentence(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """Beside each claim that somebody has a thing now, or that a tool serves a purpose now: that nothing else does."""
    if reading.by_user:
        taken = list(next_holder(reading, found))
        yield from taken
        yield from hands(reading, [*found, *taken])
        yield from tools(reading, found)


def finished(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """ "Finished Middlemarch": whatever the user was at with it is over."""
    told = False
    for one in found:
        if (
            one.predicate == "plans"
            and one.mode in {"ends", "closes"}
            and OUT_OF.search(reading.sentence.text)
        ):
            # "Pulled out of the marathon": nobody trains for what is off.
            yield msgspec.structs.replace(
                one, predicate="let_go", mode="closes", object=None, qualifier="activity", confidence=0.6,
            )  # fmt: skip
            continue
        match = FINISHED.match(one.value) if one.predicate == "did" and one.subject.name == USER else None
        if match is not None:
            yield msgspec.structs.replace(
                one, predicate="let_go", mode="closes", object=None, value=match["o"], qualifier="activity",
                text=finish(f"The user is through with {match['the'] or ''}{match['o']}"), valid_from=None,
                valid_until=one.valid_from, confidence=0.6,
            )  # fmt: skip
            told = True
    match = None if told else TITLE_DONE.match(reading.sentence.text)
    if match is not None and not reading.sentence.asks:
        who = reading.user(reading.sentence.words[0])
        text = finish(f"The user is through with {match['o']}")
        yield reading.claim(
            who, "let_go", text, value=match["o"], qualifier="activity", mode="closes", confidence=0.6
        )


def partings(found: Sequence[Claim]) -> Iterator[Claim]:
    """ "Odile's last day was Friday", "Dr. Weiss retired": who leaves works with the user no more."""
    for one in found:
        if one.predicate == "has_role" and one.value == "retired" and one.mode == "asserts":
            shown = "The user" if one.subject.name == USER else one.subject.name
            yield msgspec.structs.replace(
                one, predicate="works_at", mode="closes", value="", text=finish(f"{shown} works nowhere any more"),
                valid_from=None, valid_until=one.valid_from, confidence=0.6,
            )  # fmt: skip
        gone = one.predicate == "did" and (one.value.startswith(LEFT) or GONE_TO.match(one.value) is not None)
        gone = gone or (one.predicate == "has_role" and one.value == "retired" and one.mode == "asserts")
        somebody = one.subject.kind == "person" or one.subject.name[:1].isupper()
        if gone and somebody and one.subject.name != USER:
            who = msgspec.structs.replace(one.subject, name=USER)
            yield msgspec.structs.replace(
                one, subject=who, object=None, value=one.subject.name, predicate="let_go", mode="closes",
                qualifier="work", text=finish(f"The user works with {one.subject.name} no more"), valid_from=None,
                valid_until=one.valid_from, confidence=0.6,
            )  # fmt: skip


def next_holder(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """ "The pipeline isn't mine anymore, Pernille has it": the name behind what somebody has no more."""
    gone = [one for one in found if one.predicate in HELD | {"let_go"} and one.mode in {"ends", "closes"}]
    match = HAS_IT.search(reading.sentence.text)
    if match is None or not gone:
        return
    start = reading.sentence.start + match.start("w")
    word = next((one for one in reading.sentence.words if one.start == start), None)
    if word is None or not called(reading, [word]):
        return
    last = gone[-1]
    low, high = reading.sentence.passage.source(word.start, word.end)
    who = Mention(reading.message.id, low, high, word.text, "person")
    kind = reading.ontology.heads.get(last.value.rpartition(" ")[2].lower(), "project")
    thing = last.object or Mention(reading.message.id, last.start, last.end, last.value, kind)
    yield msgspec.structs.replace(
        last, subject=who, predicate="owns", object=thing, value="", mode="asserts", valid_from=last.valid_until,
        valid_until=None, text=finish(f"{word.text} owns the {thing.name}"),
    )  # fmt: skip


def hands(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """ "Omar took over the exporter", "Mia owns it now"."""
    text = reading.sentence.text
    if not TAKEN.search(text) or SHARED.search(text):
        return
    held = [
        one for one in found if one.predicate in HELD and one.mode == "asserts" and one.object is not None
    ]
    for one in held:
        rivals = [
            other for other in held if other.object == one.object and other.subject.name != one.subject.name
        ]
        if one.object is None or rivals:
            continue
        who = "the user" if one.subject.name == USER else one.subject.name
        yield msgspec.structs.replace(
            one, subject=one.object, object=one.subject, predicate="changed_hands", mode="closes",
            qualifier=one.object.name,
            text=finish(f"{one.object.name} has gone over to {who}"), valid_from=None, valid_until=one.valid_from,
            confidence=0.6,
        )  # fmt: skip


def tools(reading: Reading, found: Sequence[Claim]) -> Iterator[Claim]:
    """ "Payments go through Adyen as of this week", "I'm on Helix now"."""
    if any(one.predicate == "rejected" or (one.mode == "ends" and one.predicate in IN_USE) for one in found):
        return  # it is said what it takes the place of
    used = [
        (one, one.object.name, one.qualifier or family(one.object.name))
        for one in found
        if one.predicate in IN_USE and one.mode == "asserts" and one.object is not None
    ]
    used += [  # "we rewrote the mobile app in Flutter" may be told of what was said to use React Native
        (one, one.object_name, one.subject.name)
        for one in found
        if one.predicate in MADE_OF and one.mode == "asserts" and not re.search(r"[/:\\]", one.object_name)
    ]
    for one, name, purpose in used:
        alone = all(other == name or why != purpose for _, other, why in used)
        if not purpose or not alone:
            continue
        turned = turned_to(reading, name, purpose)
        if turned or serves_all(reading, name, one.qualifier):
            # What "CI moved to Actions" tells of CI was told, and will be, as of the user's.
            who = (
                one.subject
                if one.subject.name.casefold() != purpose.casefold()
                else msgspec.structs.replace(one.subject, name=USER)
            )
            yield msgspec.structs.replace(
                one, subject=who, predicate="serves_instead", mode="closes", qualifier=purpose, valid_from=None,
                text=finish(f"{name} serves for {purpose} instead of what did before"), valid_until=one.valid_from,
                confidence=0.6 if turned else 0.5,  # less sure where it is not said that it changed (revise/instead.py)
            )  # fmt: skip


def serves_all(reading: Reading, name: str, purpose: str) -> bool:
    """True for "tickets are on Linear": told of all of a purpose, it is what serves it."""
    if not purpose:
        return False
    what, which = re.escape(purpose), re.escape(name)
    told = rf"(?:^|[.!?;,\n]\s*)(?:(?:all|the|our|my)\s+)*{what}\s+(?:{RUNS})\s+{which}\b(?P<b>[^.!?,;\n]*)"
    match = re.search(told, reading.message.text, re.IGNORECASE)
    if match is None or SHARED.search(match[0]) or IN_PART.search(match[0]):
        return False
    return not ELSEWHERE.match(match["b"])


def turned_to(reading: Reading, name: str, purpose: str) -> bool:
    """True when the statement that names a tool tells that it has not always been this one, and says it of all."""
    for stretch in stretches(reading):
        text = stretch.text
        at = text.lower().find(name.lower())
        if at < 0 or not TURNED.search(text) or SHARED.search(text) or IN_PART.search(text):
            continue
        behind = text[at + len(name) :]
        told = re.match(r"\s+for\s+(?:the\s+|our\s+|my\s+)?", behind)
        if told is not None and purpose and behind[told.end() :].lower().startswith(purpose.lower()):
            behind = behind[told.end() + len(purpose) :]
        return not stretch.negated() and not ELSEWHERE.match(behind)
    return False
