"""Who does what for whom, by the word for it: "our CTO, Maren", "my dentist is Dr. Park", "we have a new landlord".

Whom the user has for something there is one of at a time: the next ends the last, and so does the word that nobody
has the place any more, though it names nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.changes import WHO, past, person
from graphmem.extract.plain.kinship import NAME, party_named, person_thing, user_of
from graphmem.extract.plain.occupations import TITLES
from graphmem.extract.plain.people import made
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.wording import finish
from graphmem.model import Claim

NEW = r"(?:(?:new|current|regular|own|family)\s+)?"
# Whom one has for oneself, each once.
SERVING = (
    r"(?:(?:physical\s+|speech\s+|occupational\s+|massage\s+|couples\s+)?therapist|counsell?or|psychologist|psychiatrist|shrink|dentist"
    r"|orthodontist|doctor|gp|paediatrician|pediatrician|gyn(?:a?ecologist)?|dermatologist|cardiologist|oncologist|neurologist"
    r"|physio(?:therapist)?|chiropractor|osteopath|optician|midwife|dietitian|nutritionist|vet|landlord|landlady|letting\s+agent"
    r"|estate\s+agent|literary\s+agent|accountant|bookkeeper|tax\s+advis[eo]r|financial\s+advis[eo]r|lawyer|solicitor|attorney"
    r"|nanny|babysitter|childminder|au\s+pair|cleaner|cleaning\s+lady|gardener|hairdresser|barber|stylist|mechanic|case\s?worker"
    r"|social\s+worker|carer|dog\s?walker|dog\s?sitter|(?:personal\s+|running\s+|tennis\s+|swim(?:ming)?\s+|life\s+|career\s+)?(?:trainer|coach)"
    r"|(?:piano|guitar|violin|cello|singing|music|spanish|french|german|italian|maths?|driving|yoga|art|dance|class)\s+(?:teacher|instructor|tutor)"
    r"|(?:phd\s+|thesis\s+|academic\s+)?(?:advis[eo]r)|mentor|tutor)"
)
SERVES = rx.compile(SERVING, re.IGNORECASE)
OURS = (
    rx.compile(rf"\b(?:our|my)\s+(?:new\s+|current\s+|lead\s+|old\s+)?(?P<r>{TITLES})\s*(?:,|\(|is|are|is"
               rf" called|['’]s)?\s*(?P<n>{NAME})", re.IGNORECASE),
    rx.compile(rf"\b(?P<n>{NAME})(?:\s+is|['’]s|,|\s*\()\s*(?:our|my|the)\s+(?:new\s+|current\s+)?"
               rf"(?P<r>{TITLES})(?=\s*(?:[,.;)!]|$)|\s+(?:at|for|on|of|and|who|now|since|here)\b)", re.IGNORECASE),
)  # fmt: skip
MINE = (
    rx.compile(
        rf"\b(?:our|my)\s+{NEW}(?P<r>{SERVING})\s*(?:,|\(|is\s+(?:now\s+)?(?:called\s+)?|['’]s\s+name\s+is|['’]s|:)?\s*(?P<n>{NAME})",
        re.IGNORECASE,
    ),
    rx.compile(
        rf"^(?P<n>{NAME})(?:\s+is|['’]s|,|\s*\()\s*(?:now\s+)?(?:our|my)\s+{NEW}(?P<r>{SERVING})"
        r"(?=\s*(?:[,.;)!]|$)|\s+(?:and|who|now|since|here|these)\b)",
        re.IGNORECASE,
    ),
    rx.compile(
        rf"^{WHO}(?:have|got|have\s+got|found|hired|see|go\s+to|switched\s+to|changed\s+to|started\s+with|signed\s+with)\s+(?:now\s+)?an?\s+"
        rf"(?:new\s+)?(?P<r>{SERVING}),?\s+(?:called\s+|named\s+|now,?\s+|\()?(?P<n>{NAME})",
        re.IGNORECASE,
    ),
)
# "I switched dentists": whoever it was.
CHANGED = rx.compile(
    rf"^{WHO}(?:(?:switched|changed)\s+(?P<r>{SERVING})s\b|(?:switched|changed|moved)\s+to\s+(?:a|another)\s+(?:new\s+|different\s+)?(?P<r2>{SERVING})\b"
    rf"|(?:have|got|found|hired)\s+(?:a\s+new|another)\s+(?P<r3>{SERVING})\b"
    rf"|(?:fired|sacked|dropped|left|ditched|let\s+go\s+of|broke\s+up\s+with|stopped\s+seeing)\s+(?:my|our)\s+(?:old\s+)?(?P<r4>{SERVING})\b"
    rf"|(?:do\s?n['’]?t|do\s+not|no\s+longer)\s+have\s+an?\s+(?P<r5>{SERVING})(?=\s+(?:any\s?more|now)\b|\W*$))",
    re.IGNORECASE,
)
GONE = rx.compile(
    rf"^(?:my|our)\s+(?:old\s+)?(?P<r>{SERVING})\s+(?:has\s+|have\s+|just\s+|is\s+|finally\s+|sadly\s+)*"
    r"(?:retired|left(?=\W*$|\s*[,.;!]|\s+(?:us|in|last|this|the\s+(?:practi[cs]e|clinic|country|city|town|area))\b)|moved\s+(?:away|abroad|on)|quit|died(?!\s+(?:her|his|their|my)\b)|passed\s+away|closed\s+(?:his|her|their|the)\s+practice|stopped\s+practi[sc]ing)\b",
    re.IGNORECASE,
)
# "..., now I see Dr. Silva": who it is from then on.
NEXT = rx.compile(
    rf"\b(?:now\s+(?:i|we)\s+(?:see|have|go\s+to|use)|(?:i|we)\s+(?:now\s+)?(?:see|go\s+to|use)|it['’]s|(?:he|she)['’]s\s+called|(?:the\s+)?new\s+one"
    rf"\s+is|(?:i['’]m|we['’]re)\s+with)\s+(?:now\s+)?(?P<n>{NAME})",
    re.IGNORECASE,
)


@rx.only_where(OURS, MINE, CHANGED, GONE)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """Who has a role at the user's place, and whom the user has for something."""
    for pattern in OURS:
        match = pattern.search(stretch.text)
        thing = person_thing(stretch, match.span("n")) if match else None
        if match is None or thing is None:
            continue
        yield made(stretch, party_named(stretch.reading, thing), "has_role", match["r"], when=When())
        break
    yield from serving(stretch)


@rx.only_where(MINE, CHANGED, GONE)
def serving(stretch: Stretch) -> Iterator[Claim]:
    """ "Our new landlord is Anna Lind", "I switched dentists, now I see Dr. Silva", "my therapist retired"."""
    for pattern in MINE:
        match = pattern.search(stretch.text)
        thing = person_thing(stretch, match.span("n")) if match and not stretch.negated() else None
        if match is not None and thing is not None:
            yield served(stretch, match["r"], thing.name, match.span("n"))
            return
    match = CHANGED.match(stretch.text) or GONE.match(stretch.text)
    party = person(stretch, match) if match is not None else None
    if match is None or party is None or not party.user:
        return
    role = next(word for key, word in match.groupdict().items() if word and key.startswith("r"))
    yield stretch.reading.claim(
        party, "works_with", finish(f"The user has another {role.lower()}, or none"), qualifier=role.lower(),
        mode="closes", when=past(stretch), confidence=0.7,
    )  # fmt: skip
    followed = NEXT.search(stretch.reading.sentence.text)
    if followed is not None:
        yield from named_next(stretch, role, followed)


def named_next(stretch: Stretch, role: str, match: re.Match[str]) -> Iterator[Claim]:
    """Whom the user has from then on, named anywhere in the sentence."""
    sentence = stretch.reading.sentence
    low, high = (sentence.start + place for place in match.span("n"))
    inside = [word for word in sentence.words if low <= word.start < high]
    whole = Stretch(stretch.reading, inside) if inside else None
    if whole is not None and person_thing(whole, (0, len(whole.text))) is not None:
        yield served(whole, role, whole.text, (0, len(whole.text)))


def served(stretch: Stretch, role: str, name: str, span: tuple[int, int]) -> Claim:
    """Somebody whom the user has for something."""
    thing = person_thing(stretch, span)
    me = user_of(stretch.reading, stretch.words[0])
    when = stretch.reading.when(stretch.clause())
    what = role if role.isupper() else role.lower()
    text = finish(f"The user's {what} is {name}")
    return stretch.reading.claim(
        me, "works_with", text, thing=thing, kind="person", qualifier=what, when=when, confidence=0.75
    )
