"""What a sentence takes for granted, though it asks or wishes: "a lens for my camera, which I bought at a flea market?"

Whoever asks what to pack for "my trip to Lisbon in May" has told of a trip. So what stands behind "my" is a
statement of its own, in a question as elsewhere: how it was come by, how old somebody is, where one is going, who
one is, and what one says the question is asked for ("since I just moved to Ghent, ...").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.plain.people import is_role
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import FAMILY, FOLK, words

THING = r"(?P<o>(?:[\w.'’/-]+\s+){0,5}?[\w.'’/-]+)"
COME_BY = (
    r"(?:got|bought|purchased|ordered|picked\s+up|inherited|received|adopted|rescued|built|made|knitted|found|won|acquired"
    r"|started|finished|signed\s+up\s+for|joined|visited|booked|rented|leased)"
)
# Where the clause behind a thing ends and the request goes on.
END = (
    r"(?=\s*[.?!;]|,?\s+(?:and|so|but|because|which|can|could|do|does|would|should|is|are|what|how|if|when|that)\b"
    r"|,\s+(?:by\s+the\s+way|btw|any|please|i)\b|\s*,|\s*$)"
)
GOT = rx.compile(
    rf"\bmy\s+{THING},?\s+(?:(?:that|which)\s+)?i(?:['’]ve|\s+have)?\s+(?:(?:just|recently|finally|actually)\s+)*"
    rf"(?P<v>{COME_BY})(?P<r>(?:\s+[^\s,.;?!]+|\.(?=\d)|,(?=\d)){{0,14}}?){END}",
    re.IGNORECASE,
)
AGED = rx.compile(
    r"\bmy\s+(?P<n>\d{1,2})[\s-](?:year|yr)s?[\s-]old(?:\s+(?P<o>[a-z]+))?\b|\bmy\s+(?P<o2>[a-z]+),?\s+who(?:['’]s|\s+is)\s+(?P<n2>\d{1,2})\b"
    r"|\bmy\s+(?P<o3>[a-z]+)\s+\((?P<n3>\d{1,2})\)",
    re.IGNORECASE,
)
# What one has a day for.
EVENTS = (
    r"(?:trip|flight|vacation|holiday|cruise|wedding|interview|exam|marathon|half[\s-]marathon|race|surgery|appointment"
    r"|conference|honeymoon|presentation|recital|tour|road\s+trip|camping\s+trip|hike|retreat|visit|audition|thesis\s+defen[cs]e)"
)
AHEAD = rx.compile(
    rf"(?P<for>\b(?:for|before|about|during|planning)\s+)?\b(?:my|our)\s+(?P<o>(?:(?:upcoming|next|big|solo|family|annual|long)\s+)*(?:[\w-]+\s+){{0,2}}?{EVENTS}\s+(?:to|in|at|with|for|on|through|around)\s+"
    r"(?:[^\s,.;?!]+\s+){0,7}?[^\s,.;?!]+)(?=\s*[.?!;,]|\s+(?:and|so|but|because|can|could|do|would|should|what|how|if|that|which)\b|$)",
    re.IGNORECASE,
)
# "My trip to Rome" may be told of as well when it is over; a day, or what it is asked for, tells that it is to come.
COMING = rx.compile(
    r"\b(?:upcoming|next|tomorrow|tonight|soon|january|february|march|april|may|june|july|august|september|october|november"
    r"|december|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|week|month|year|christmas"
    r"|easter|\d{1,2}(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
OVER = rx.compile(r"\b(?:last|previous|recent|past|first)\b|\b(?:my|our)\s", re.IGNORECASE)
AS_A = rx.compile(
    r"^\W*(?:(?:so|and|also|hi|hey|ok)[,\s]+)*as\s+(?P<a>an?)\s+(?P<o>(?:[\w-]+\s+){0,4}?[\w-]+),(?:\s*$|\s+)(?!i\s+(?:want|need\s+to\s+be\s+able|should\s+be\s+able)\b)",
    re.IGNORECASE,
)
BEINGS = words(
    "vegetarian vegan pescatarian beginner parent mom mum dad father mother grandmother grandfather widow"
    " widower diabetic celiac"
    " coeliac student freshman sophomore homeowner renter tenant introvert extrovert foreigner immigrant"
    " expat newcomer veteran"
    " retiree pensioner caregiver freelancer night-owl muslim christian jew hindu buddhist catholic atheist"
)
REASON = rx.compile(
    r"(?:^|,\s*|\band\s+|\bbut\s+)(?:since|because|now\s+that|given\s+that|seeing\s+as|considering(?:\s+that)?)\s+"
    r"(?P<o>(?:i(?:['’](?:m|ve))?|we(?:['’](?:re|ve))?|my\s+\w+)\s+[^,;.?!]+)",
    re.IGNORECASE,
)
# "I'm planning a trip to Zion next month and I was wondering ...": the plan is none of what is wondered.
BEFORE = rx.compile(
    r"^\W*(?:(?:so|hi|hey|hello|ok|and|also)[,!\s]+)*(?P<o>(?:i|we)(?:['’](?:m|re|ve)|\s+(?:am|are|have|just|recently))?\s+[^,;.?!]{8,140}?)"
    r"(?:,?\s+(?:and|so|but)\s+|,\s+(?:so\s+|and\s+)?)(?:i(?:['’]m|\s+am|\s+was|['’]d|\s+would)?\s+(?:also\s+|just\s+|really\s+)?(?:wondering|think|guess|thinking|like\s+to|love\s+to"
    r"|curious|hoping|not\s+sure|need\s+(?:help|some|advice))|(?:can|could|would|do|does|any|what|which|where|how|is|are)\b)",
    re.IGNORECASE,
)
NOT_SURE = rx.compile(
    r"\b(?:wonder\w*|think\w*|thought|guess|maybe|perhaps|probably|consider\w*|if|whether|would|could|might|should|hop(?:e|ing)|looking\s+(?:for|to|into)"
    r"|want|need|like|love|interested|curious|heard|struggling|it|them|this|that|those|these|there)\b",
    re.IGNORECASE,
)
IDLE = words("question request order idea point problem issue mind understanding knowledge answer first turn")
# The kind of a passage that says what is taken for granted.
GRANTED = "granted"
LONGEST = 20  # words of what is taken for granted


def presupposed(sentence: Sentence, _grammar: Grammar) -> Iterator[Statement]:
    """Each thing that is taken for granted, as a statement."""
    if sentence.quotes and sum(word.quoted for word in sentence.words) > LONGEST:
        return
    yield from come_by(sentence)
    yield from aged(sentence)
    for match in AHEAD.finditer(sentence.text):
        inside = between(sentence, *match.span("o"))
        coming = match["for"] or COMING.search(match["o"])
        if inside and coming and len(inside) <= LONGEST and not OVER.search(match["o"]):
            yield ("I have", "an" if inside[0].lower[:1] in "aeiou" else "a", inside)
    yield from being(sentence)
    for pattern in (REASON, BEFORE):
        for match in pattern.finditer(sentence.text):
            inside = between(sentence, *match.span("o"))
            sure = pattern is REASON or sentence.text.strip() != match["o"].strip()
            if inside and sure and len(inside) <= LONGEST and not NOT_SURE.search(match["o"]):
                yield (inside,)


def come_by(sentence: Sentence) -> Iterator[Statement]:
    """ "My new laptop that I got from the corner shop in May": I got it there."""
    for match in GOT.finditer(sentence.text):
        thing, verb = between(sentence, *match.span("o")), between(sentence, *match.span("v"))
        rest = between(sentence, *match.span("r"))
        if (
            not thing
            or not verb
            or thing[-1].lemma.lower() in IDLE
            or thing[-1].pos in {"VERB", "ADP", "AUX"}
        ):
            continue
        if any(
            word.pos in {"VERB", "AUX", "PUNCT", "PRON"} and word.tag not in {"VBG", "VBN"} for word in thing
        ):
            continue
        yield ("I", verb, "my", thing, rest) if rest else ("I", verb, "my", thing)


def aged(sentence: Sentence) -> Iterator[Statement]:
    """ "My 10-year-old niece": she is ten."""
    for match in AGED.finditer(sentence.text):
        place = next(name for name in ("o", "o2", "o3") if match[name] or match[name.replace("o", "n")])
        who = between(sentence, *match.span(place)) if match[place] else []
        age = match[place.replace("o", "n")]
        if who and who[-1].lemma.lower() in FAMILY.keys() | FOLK:
            yield ("my", who, f"is {age} years old")


def being(sentence: Sentence) -> Iterator[Statement]:
    """ "As a vegetarian, what can I eat?": I'm one."""
    match = AS_A.match(sentence.text)
    inside = between(sentence, *match.span("o")) if match is not None else []
    if match is not None and inside and (inside[-1].lemma.lower() in BEINGS or is_role(match["o"])):
        yield ("I am", match["a"].lower(), inside)


def between(sentence: Sentence, low: int, high: int) -> Sequence[Word]:
    """The words of the sentence between two places of its text."""
    return [
        word for word in sentence.words if low <= word.start - sentence.start < high and word.pos != "SPACE"
    ]
