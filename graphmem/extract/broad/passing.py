"""States of things that pass: "the boiler is broken", "staging is back up", "they fixed the lift".

What is wrong with a thing is one at a time, under the name of the thing; that it is well again ends it, and says
nothing where nothing was told. People are not read here, nor what is broken of somebody: that is an ailment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.broad.lexicon import mends, passing
from graphmem.extract.plain.pieces import label_of
from graphmem.extract.plain.shapes import party_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import FAMILY, PETS, past_of, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

BE = (
    r"(?:\s+(?:is|are|got|gets|has\s+been|have\s+been|has\s+gone|have\s+gone|went|goes|stays|remains|came|comes)"
    r"|['’]s(?:\s+(?:been|gone))?|['’]re)"
)
WHAT = r"(?P<s>(?:(?:the|our|my|this)\s+)?[\w./#-]+(?:['’]s\s+[\w.-]+|\s+[\w./#-]+){0,4}?)"
# Behind the state: when, since when, how long, and nothing else.
TAIL = (
    r"(?P<t>\s*$|\s*[,;]|\s+(?:again|now|since|until|till|for|today|yesterday|this|last|on|in|from|as\s+of|at\s+the"
    r"|atm|because|due\s+to|thanks\s+to|and|but|so|after|everywhere|completely|indefinitely|temporarily"
    r"|right\s+now)\b)"
)


def one_of(name: str) -> str:
    """A pattern of the states of a class."""
    return "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in passing(name))


TROUBLED = rx.compile(rf"^{WHAT}{BE}\s+{ADVERBS}(?P<v>{one_of('trouble')}){TAIL}", re.IGNORECASE)
BROKE = rx.compile(
    rf"^{WHAT}\s+(?:(?:just|has|have|had|suddenly|finally)\s+)*(?:broke(?:\s+down)?|broken\s+down"
    rf"|stopped\s+working|conked\s+out"
    r"|packed\s+(?:it\s+)?in|packed\s+up|gave\s+up\s+the\s+ghost|does\s?n['’]?t\s+work|do\s?n['’]?t\s+work"
    r"|is\s?n['’]?t\s+working"
    rf"|are\s?n['’]?t\s+working|wo\s?n['’]?t\s+(?:start|turn\s+on|boot))(?!\s+because){TAIL}",
    re.IGNORECASE,
)
WELL = rx.compile(
    rf"^{WHAT}(?:{BE}|\s+(?:was|were))\s+{ADVERBS}(?P<v>{one_of('well')})(?!\s+for\b)(?P<a>\s+again)?{TAIL}",
    re.IGNORECASE,
)
WORKS = rx.compile(
    rf"^{WHAT}\s+{ADVERBS}(?:works?|runs?|starts?|is\s+working"
    r"|are\s+working)\s+(?:fine\s+|properly\s+)?again\b(?!\s+every)"
    rf"|^{WHAT.replace('?P<s>', '?P<s2>')}\s*(?:is|are)\s?(?:n['’]?t|\s+not"
    rf"|\s+no\s+longer)\s+(?:{one_of('trouble')})(?=\s+any\s?more|\s*$)",
    re.IGNORECASE,
)
WHO = (
    r"(?:(?:i|we|they|he|she|(?:the|my|our)\s+[\w-]+|(?-i:[A-Z])[\w-]+)(?:['’]ve|\s+have|\s+has|\s+had)?\s+)?"
    r"(?:(?:just|finally|now|already|managed\s+to)\s+)*"
)
MENDED = rx.compile(
    rf"^{WHO}(?:(?P<v>{'|'.join(sorted({past_of(one) for one in mends()}))})\s+(?P<s>(?:the|our|my)\s+[\w./ -]+?)"
    r"|(?:got|had)\s+(?P<s2>(?:the|our|my)\s+[\w./ -]+?)\s+(?:fixed|repaired|mended|replaced|working|back"
    r"|running|going)(?:\s+again)?"
    r"|(?:picked|took)\s+(?:up\s+)?(?P<s3>(?:the|our|my)\s+[\w./ -]+?)\s+(?:back\s+)?up\s+again"
    r"|(?:(?:i['’]m|we['’]re|i\s+am|we\s+are|back)\s+)?(?:back\s+(?:on|at)|working\s+again\s+on"
    r"|working\s+on(?=.*\bagain\b))\s+"
    r"(?P<s4>(?:the|our|my)\s+[\w./ -]+?))(?:\s+again|\s+now)?"
    r"(?=\s*$|\s*[,;]|\s+(?:on|in|this|last|yesterday|today|since|and|but|so|after|for|at|because|with|from)\b)",
    re.IGNORECASE,
)
WELL_AGAIN = (WELL, WORKS, MENDED)
OWNED = re.compile(r"(?:the|our|my)\s", re.IGNORECASE)
# These colours tell of checks alone: an apple is red, and so is a car.
COLOURS = words("red green")
CHECKED = words(
    "build builds ci pipeline pipelines test tests checks check main master branch suite status job jobs trunk"
)
# What is no thing that breaks, or says nothing by itself.
NO_THING = words(
    "i we you he she it they this that there everything everyone something all nothing what who me people"
    " somebody someone"
    " ton tons lot lots bunch load loads"
    " team squad board job life time code text name answer question word line value voice food milk"
    " desk office computer keyboard gym"
)
# Of these the words tell of an ailment or a mood, not of a thing.
BODILY = words(
    "back knee arm leg foot toe finger wrist ankle hip rib nose tooth heart head hand shoulder neck eye ear"
    " skin nerves achilles ankles knees shins calf hamstring stomach gut bladder sciatica allergy allergies"
)


@rx.only_where(WELL_AGAIN, TROUBLED, BROKE)
def of_piece(stretch: Stretch) -> Iterator[Claim]:
    """What one piece says to be wrong with a thing, or to be well again."""
    if stretch.reading.sentence.asks:
        return
    troubled = TROUBLED.match(stretch.text) or BROKE.match(stretch.text)
    if troubled is not None:
        value = troubled.groupdict().get("v") or "broken"
        state = " ".join(value.lower().split())
        if state not in COLOURS or CHECKED & set(troubled["s"].lower().split()):
            yield from wrong(stretch, troubled, state)
        return
    for pattern in WELL_AGAIN:
        match = pattern.match(stretch.text)
        name = (
            next((one for one, said in match.groupdict().items() if one[:1] == "s" and said), "")
            if match
            else ""
        )
        if match is None or not name:
            continue
        shown = (match.groupdict().get("v") or "").lower()
        if shown.startswith(("fine", "ok", "healthy")) and not OWNED.match(match[name]):
            continue  # "normal paragraphs are fine again"
        if shown.startswith("green") and not CHECKED & set(match[name].lower().split()):
            continue
        yield from well(stretch, match, name)
        return


def label(stretch: Stretch, match: re.Match[str], name: str) -> str:
    """What the thing is called, "" for people, animals and parts of a body."""
    named = label_of(stretch, *match.span(name), most=5)
    parts = named.lower().split()
    if (
        not parts
        or "by" in parts
        or {parts[0], parts[-1]} & NO_THING
        or parts[-1] in BODILY | PETS
        or parts[-1] in FAMILY
    ):
        return ""
    spoken = stretch.between(*match.span(name))
    if spoken[-1].pos not in {"NOUN", "PROPN", "X"} and spoken[-1].technical is None:
        return ""
    if (
        len(parts) == 1
        and spoken[0].pos == "PROPN"
        and spoken[0].text[:1].isupper()
        and not spoken[0].technical
    ):
        return ""  # "Marek is back"
    party = party_of(stretch, spoken)
    if party is not None and (party.mention.kind in {"person", "animal"} or party.group):
        return ""
    return named


def wrong(stretch: Stretch, match: re.Match[str], state: str) -> Iterator[Claim]:
    """That something is wrong with a thing, since when and until when."""
    named = label(stretch, match, "s")
    reading = stretch.reading
    if not named:
        return
    when = reading.when(stretch.clause())
    if when.end is not None and when.end <= reading.said_at:
        when = reading.when(stretch.clause(tense="future"))  # "on hold until May" lies ahead
    if when.start is not None and when.start > reading.said_at and when.end is None:
        return  # what is announced is a plan
    be = "are" if stretch.between(*match.span("s"))[-1].tag in {"NNS", "NNPS"} else "is"
    text = finish(f"The {named} {be} {state}" if named[:1].islower() else f"{named} {be} {state}")
    yield reading.claim(
        user(stretch), "status_is", text, value=state, qualifier=named, when=when, confidence=0.7
    )


# What goes up, or is up, was not broken: "our rent goes up in September", "the insurance is up in October".
ENDING = rx.compile(
    r"\b(?:rent|price|prices|fee|fees|tax|taxes|bill|bills|wage|wages|salary|insurance|contract|lease|membership"
    r"|subscription|visa|term|probation|mortgage|warranty|licen[cs]e)$",
    re.IGNORECASE,
)


def well(stretch: Stretch, match: re.Match[str], name: str) -> Iterator[Claim]:
    """That whatever was wrong with a thing is over."""
    named = label(stretch, match, name)
    reading = stretch.reading
    if not named or ENDING.search(named):
        return
    when = reading.when(stretch.clause(tense="past"))
    be = "are" if stretch.between(*match.span(name))[-1].tag in {"NNS", "NNPS"} else "is"
    text = finish(f"The {named} {be} well again" if named[:1].islower() else f"{named} {be} well again")
    until = When(None, when.start or when.end, when.grain)
    if until.end is not None and until.end > reading.said_at:
        return
    yield reading.claim(
        user(stretch),
        "status_is",
        text,
        value="",
        qualifier=named,
        mode="closes",
        when=until,
        confidence=0.65,
    )
