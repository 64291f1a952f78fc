"""The door to standing orders: each statement comes through here, and a sentence that gave nothing once more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.orders.asked import begins, holds_again, stands
from graphmem.extract.orders.customs import Order, custom, unwanted
from graphmem.extract.orders.lexicon import SHAPING
from graphmem.extract.orders.moment import is_pointed
from graphmem.extract.orders.peeled import PLEAS, Asked, peeled
from graphmem.extract.orders.phrases import is_phrase
from graphmem.extract.orders.said import instructed, lowered
from graphmem.extract.parse import Word
from graphmem.extract.plain.pieces import pieces
from graphmem.extract.plain.stretch import Stretch, stretches, whole
from graphmem.extract.reading import Reading
from graphmem.extract.restate.segments import without_lead
from graphmem.extract.restate.spliced import is_statement
from graphmem.extract.vocabulary import third, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

# Behind a rule or a state: "mocks are banned here, use testcontainers".
INSTEAD_USE = rx.compile(
    r"^use\s+(?!the\b|an?\b|that\b|this\b|my\b|our\b|your\b|it\b)[\w.`/-]+(?:\s+[\w.-]+)?$", re.IGNORECASE
)
HABIT = rx.compile(
    r"^(?P<who>i|we)\s+(?P<f>always|never|only ever)\s+(?P<v>[a-z]+)\s+(?P<o>.+)$", re.IGNORECASE
)
FOR_ME = rx.compile(r"no\s+[\w\s,]+?\s+for\s+(?:me|us)\b(?:,?\s+(?:please|thanks|ta))?$", re.IGNORECASE)
KEPT = SHAPING | words(
    "use add create modify delete remove rename run push skip touch edit import install bypass refactor mix"
)
LONGEST = 34  # words; a longer order is a task
# "Forget what I said about tabs, use 2 spaces".
FORGET = rx.compile(
    r"^(?:(?:you (?:can|may)\s+|let'?s\s+)?(?:forget|ignore|drop|scrap|lift|cancel|disregard|scratch|undo|retire"
    r"|remove"
    r"|never ?mind|skip))\s+(?:about\s+)?(?:what i (?:said|told you)(?: earlier| before)? about|(?:the|my|that|our)\s+"
    r"(?:old\s+|earlier\s+|previous\s+)?(?:rule|instruction|order|ban|restriction|requirement|thing|request|convention"
    r"|policy)s?\s+(?:about|on|of|to|that|against|for|with|regarding))\s+(?P<o>[^,;:.]+)(?P<rest>.*)$",
    re.IGNORECASE,
)
# A part of a statement is an order for good only where it says so.
LASTS = rx.compile(
    r"\b(?:before|when(?:ever)?|always|never|ever|every|each|please|pls|from\s+now\s+on)\b", re.IGNORECASE
)
# What one says to cheer somebody up.
CHEERS = rx.compile(
    r"^(?:do\s?n['’]t|dont|do\s+not|never)\s+(?:let\s+.+\b(?:you|us)\b|(?:ever\s+)?(?:stop|quit)\s+\w+ing(?:,.*)?$|give\s+up|worry|sweat"
    r"|hesitate|lose\s+(?:hope|heart|faith)|look\s+back|be\s+(?:shy|afraid|scared|sad|too\s+hard|so\s+hard))",
    re.IGNORECASE,
)
# "No need to apologize", "nothing to do here", "write a function that always returns true".
OF_THE_TURN = rx.compile(
    r"^(?:not\s+(?:only|just|even|sure|that)\b|no\s+need\s+to\s+(?:apologi[sz]e|worry|rush|hurry|thank|panic|be|say|shout)\b|nothing\s+(?:to|for)\b"
    r"|(?:write|make|create|build|give|find|show|generate|draft)\s.*\b(?:that|which|who)\s+(?:always|never|only)\s)",
    re.IGNORECASE,
)
# What somebody supposes of what has been: "the view must have been stunning". "All PRs must have passed CI" is a rule.
GUESSED = rx.compile(
    r"^(?:and\s+|so\s+|wow\s+)*(?:the|that|this|it|he|she|they|you|we|i|my|his|her|their|our|your)\b.*\bmust(?:['’]ve|\s+have|\s+of)"
    r"\s+(?:(?:really|just|all|already|also|somehow)\s+)*"
    r"(?:been|felt|had|got|gotten|made|done|seen|gone|taken|given|grown|known|become|come|cost|put|left|lost|kept|meant|run|won|met|hit|hurt|spent|sent"
    r"|[a-z]{2,}(?:ed|ought|aught|elt|ept)|[a-z]{3,}en)\b",
    re.IGNORECASE,
)
HAVING = rx.compile(r"^(?:the|that|this|your|his|her|their)\b.*\bmust\s+have\s", re.IGNORECASE)
INSTEAD = rx.compile(r"^[\s,;:.–-]+(?:and\s+|just\s+|instead\s+|now\s+|from now on\s+)*", re.IGNORECASE)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The standing order that a statement gives, or tells of."""
    if stretch.reading.by_user and not stretch.reading.sentence.asks:
        yield from told(stretch)


def of_parts(reading: Reading) -> Iterator[Claim]:
    """The standing order of a sentence, else those of its statements, else those of their parts."""
    entire = whole(reading)
    found = [] if entire is None else list(of_stretch(entire))
    for stretch in [] if found else stretches(reading):
        within = list(of_stretch(stretch))
        firm = [piece for piece in pieces(stretch) if LASTS.search(piece.text)] if not within else []
        found += within or [one for piece in firm for one in of_stretch(piece)]
    yield from found


def of_command(stretch: Stretch) -> Iterator[Claim]:
    """The standing order that a statement gives and that makes it no other statement, or what one always does."""
    if stretch.reading.by_user and not stretch.reading.sentence.asks:
        yield from told(stretch, customs=False)
        yield from habit(stretch)


def habit(stretch: Stretch) -> Iterator[Claim]:
    """ "We always squash before merging"."""
    match = HABIT.match(stretch.text.strip(" .!"))
    if match is None or is_pointed(match["o"]) or match["v"].lower() not in KEPT:
        return
    who = "The user" if match["who"].lower() == "i" else "The user's team"
    verb, often = match["v"].lower(), match["f"].lower()
    rest = re.sub(r"\b(?:my|our)\b", "their", match["o"])
    shown = finish(f"{who} {often} {third(verb)} {rest}")
    party = stretch.reading.user(stretch.words[0])
    yield stretch.reading.claim(party, "prefers", shown, value=f"{often} {verb} {rest}", confidence=0.7)


def of_whole(stretch: Stretch) -> Iterator[Claim]:
    """The standing order of a sentence in one piece, or the one that it lifts."""
    match = FORGET.match(stretch.text.strip(" .!"))
    if match is None or not stretch.reading.by_user:
        yield from told(stretch, customs=False)
        return
    value = match["o"].strip()
    told_off = finish(f"The user has lifted their rule about: {value}")
    party = stretch.reading.user(stretch.words[0])
    yield stretch.reading.claim(party, "instructs", told_off, value=value, mode="ends", confidence=0.8)
    rest = re.sub(r"\s+(?:instead|from now on|from here on)$", "", INSTEAD.sub("", match["rest"]))
    own = stretch.between(stretch.text.find(rest), len(stretch.text))
    if len(rest.split()) > 1 and begins(own, rest) and not re.search(r"\bgo ahead\b", rest):
        yield instructed(stretch.reading, own[0], rest)


def of_sentence(reading: Reading, said: Sequence[Claim]) -> Iterator[Claim]:
    """The standing order that a whole sentence gives, when nothing else was claimed of it."""
    sentence = reading.sentence
    if not reading.by_user or sentence.passage.kind == "heading":
        return
    if any(one.predicate != "instructs" or one.mode != "ends" for one in said):
        return
    own = without_lead([word for word in sentence.words if word.pos != "SPACE"])
    ends = [
        at
        for at, one in enumerate(own[:-1])
        if at and one.lower in PLEAS and own[at + 1].text in {",", ".", ";"}
    ]
    own = own[: ends[0]] if ends else own  # "metric please, i never know what a fahrenheit is"
    if own and not any(word.quoted and word.i < 3 for word in own):
        yield from told(Stretch(reading, own), alone=True)


def told(stretch: Stretch, *, alone: bool = False, customs: bool = True) -> Iterator[Claim]:
    """The claim of an order; `alone`: nothing else was read of the words."""
    text = stretch.text.strip(" .,;!")
    if OF_THE_TURN.match(text) or is_guessed(stretch, text):
        return
    if FOR_ME.match(text) or CHEERS.match(text) or is_carried_on(stretch):
        return  # "no dairy for me please" tells what is not eaten
    if text.endswith("?") or len(text.split()) < 2 - alone or len(stretch.words) > LONGEST:
        return
    asked = peeled(text)
    part = not alone and is_part(stretch)
    told_of = f"{asked.where}, {asked.text}".removeprefix(", ")
    order = custom(told_of, alone=alone, part=part) if customs and "question" not in asked.marks else None
    if (
        order is not None
        and order.text.startswith("The user's rule")
        and stretch.reading.dates(stretch.clause())
    ):
        return  # "the thesis has to be in by 1 October"
    order = order or order_of(stretch, asked, alone=alone)
    if order is not None:
        yield instructed(stretch.reading, stretch.words[0], order.value, order.text)


def order_of(stretch: Stretch, asked: Asked, *, alone: bool) -> Order | None:
    """What is asked for, for good."""
    if "no" in asked.marks:
        return unwanted(asked.text)
    own = words_of(stretch, asked)
    if not own:
        return None
    behind = stretch.start > stretch.reading.sentence.start + 3
    polite = any(word.lower in PLEAS for word in stretch.reading.sentence.words)
    if stands(asked, own, alone=alone) or (behind and INSTEAD_USE.match(asked.text)):
        return Order(asked.whole)
    if asked.marks & {"wish", "question"} or (asked.where and not holds_again(asked.where)):
        return None
    polite = polite or asked.firm or bool(asked.where)
    if not polite and is_part(stretch):
        return None  # "we use sqlc, no orm" tells what is so
    text = asked.text if "always" not in asked.marks else f"{asked.text.removeprefix('always ')} always"
    if not is_phrase(text, own, polite=polite, alone=alone):
        return None
    shown = f"{text} {lowered(asked.where)}".strip()
    return Order(shown, f"The user wants {lowered(shown)}")


def is_guessed(stretch: Stretch, text: str) -> bool:
    """True for what is supposed: "that must have hurt", "the crowd must have unreal energy!"."""
    calls = stretch.reading.sentence.text.rstrip().endswith("!")
    return GUESSED.match(text) is not None or (calls and HAVING.match(text) is not None)


def is_carried_on(stretch: Stretch) -> bool:
    """True for what others do: "they cheer me on and always make me smile"."""
    first = stretch.words[0]
    before = [word for word in stretch.reading.sentence.words if word.i < first.i]
    if first.lower not in {"always", "never"} or not before or before[-1].lower not in {"and", "or"}:
        return False
    mine = any(word.lower in {"i", "we"} for word in before)
    return not mine and is_statement(before[:-1])


def is_part(stretch: Stretch) -> bool:
    """True when the sentence says more than this."""
    entire = whole(stretch.reading)
    return entire is not None and len(stretch.words) < len(entire.words)


def words_of(stretch: Stretch, asked: Asked) -> list[Word]:
    """The words of what is asked for."""
    for text in (asked.text, asked.text.partition(" ")[2]):  # "never" may have been put in front
        place = stretch.text.find(text)
        if text and place >= 0:
            return stretch.between(place, place + len(text))
    return []
