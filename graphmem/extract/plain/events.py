"""What happened, told without a subject or by a phrase: "been to Japan twice", "met Ingrid at PyCon in 2019"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.dates import on_or_in, written
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.saying import WHO, called, dates_of, person, say
from graphmem.extract.plain.shapes import things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.wording import finish
from graphmem.model import Claim

BEEN = rx.compile(
    rf"^(?:(?P<s>[Ii]|[Ww]e)(?:'ve|’ve| have)?\s+)?{ADVERBS}(?:[Bb]een"
    r"|[Ww]ent|[Tt]ravell?ed|[Ff]lew)\s+(?:over\s+|down\s+|up\s+"
    r"|back\s+)?to\s+(?P<o>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2}(?:(?:,\s*|\s+and\s+"
    r"|,\s*and\s+)[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?)*)(?=\s|[,.!;]|$)",
)
BACK = rx.compile(
    r"^(?:(?P<s>[Ii]|[Ww]e)(?:'ve|’ve|'m|'re|’m|’re| have| am| are)?\s+)?(?i:just\s+"
    r"|only just\s+|finally\s+|recently\s+)*(?i:come|came|flew|flown|drove)\s+(?i:back"
    r"|home)\s+from\s+(?:(?:an?|two|three|four|five|six|\d+|some|several|our|my"
    r"|the)\s+)?(?:[\w-]+\s+){0,2}?(?:days?|weeks?|months?|weekend|trip|holiday|vacation"
    r"|honeymoon|tour|visit|break)\s+(?:in|to|around|across"
    r"|through)\s+(?P<o>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})",
)
MET = rx.compile(
    r"^(?:(?P<s>[Ii]|[Ww]e)\s+)?(?:first\s+|just\s+)?(?i:met|ran into|bumped into"
    r"|got to know)\s+(?P<o>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?)\s+(?P<x>(?:at|in|on|through"
    r"|during|while|via|last|back|yesterday|when)\b[^,;!]*)",
)
PAIR = rx.compile(
    r"^(?P<a>[A-Z][\w-]+)\s+(?:and|&)\s+(?P<b>[A-Z][\w-]+)\s+(?:have\s+|just\s+|finally\s+"
    r"|got\s+|are\s+|were\s+)*(?P<v>hitched|married|tied the knot|engaged|eloped)\b",
)
READ = rx.compile(
    rf"^(?:(?P<s>[Ii]|[Ww]e)(?:'ve|’ve| have)?\s+)?{ADVERBS}(?P<v>(?i:read|watched|saw|finished"
    r"(?: reading)?|binged|re-?read"
    r"|played through|listened to))\s+(?P<o>[\"“'']?[A-Z][\w'’-]*(?:\s+(?:of|the|and|in|a|to"
    r"|[A-Z0-9][\w'’-]*))*[\"”'']?)\s*(?P<x>(?:over|last|this|in|during|on|yesterday|while|two"
    r"|three|a|back)\b[^,;!]*)?(?=[,;.!]|\s+and\b|$)",
)
GAINED = rx.compile(
    rf"^(?:{WHO}\s+)?(?i:just\s+|finally\s+|recently\s+)*(?P<v>(?i:got|earned|received|won|passed"
    r"|finished|completed|defended|ran|published|lost|broke|bought|sold|adopted|graduated"
    r"|retired|moved|opened|launched|started|quit|became|had|gave birth|came (?:first|second"
    r"|third|last)|placed (?:first|second|third)|closed on))\s+(?P<o>(?:(?:her|his"
    r"|their|my|our|a|an|the)\s+)?[^,;!]+)$",
)
PRIZES = rx.compile(
    r"\b(?:black belt|belt|degree|diploma|licen[cs]e|visa|citizenship|green card|promotion"
    r"|medal|award|prize|scholarship|grant|phd|doctorate|thesis|dissertation|marathon"
    r"|half-marathon|exam|test|certificate|certification|tenure|patent|passport|championship"
    r"|tournament|competition|contest|race|bake-off|cup|league|olympiad|nationals|keys"
    r"|triathlon|raise|first job|braces|cast|tattoo"
    r"|booster|vaccine|surgery|operation|baby|twins|house|flat|apartment|car|divorce"
    r"|bachelor'?s|master'?s|mba)\b",
    re.IGNORECASE,
)


@rx.only_where(BACK, BEEN, MET, PAIR, READ, GAINED)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The events of one statement."""
    if not stretch.reading.by_user or len(stretch.words) > 30:
        return
    if re.search(
        r"\b(?:not|n't|never|almost|nearly|didn't|haven't)\b", stretch.text, re.IGNORECASE
    ) and not BEEN.match(stretch.text):
        return
    yield from first_of((visits, meetings, weddings, reads, gains), stretch)


def past(stretch: Stretch) -> When:
    """When it was."""
    return stretch.reading.when(stretch.clause(tense="past"))


def visits(stretch: Stretch) -> Iterator[Claim]:
    """ "Been to Japan twice", "we've just come back from two weeks in Sardinia"."""
    match = BACK.match(stretch.text)
    been = None if match else BEEN.match(stretch.text)
    found = match or been
    if found is None:
        return
    reading = stretch.reading
    when = past(stretch) if been is not None else When()
    for thing in things_of(stretch, stretch.between(*found.span("o")), most=3):
        if thing.named and thing.kind not in {"person", "technology", "organization", "file"}:
            place = thing._replace(kind="place", sure=True)
            text = stated(
                reading,
                user(stretch),
                reading.ontology.predicate("visited"),
                place.name,
                mode="asserts",
                when=when,
            )
            if been is None:
                text = finish(f"The user came back from {place.name}")
            yield reading.claim(
                user(stretch), "visited", text, thing=place, kind="place", when=when, confidence=0.7
            )


def told(stretch: Stretch, party: Party, value: str) -> Claim:
    """An event in a few words, with its date written out."""
    when = past(stretch)
    dates = [one for one in dates_of(stretch, "past") if one.direction != "for"]
    for date in dates[:1]:
        said = stretch.text[date.start : date.end]
        bare = re.sub(r"^(?:on|in|at|over|during)\s+", "", said, flags=re.IGNORECASE)
        shown = written(date, stretch.reading.said_at)
        on = on_or_in(date.grain)
        value = re.sub(
            rf"(?:\b(?:on|in|at|over|during|back in)\s+)?(?:the\s+)?{re.escape(bare)}",
            f"{on} {shown}",
            value,
            count=1,
        )
    value = re.sub(r"\b(?:my|our)\b", "their", value).strip(" .!")
    return say(stretch, party, "did", value, f"{party.shown} {value}", when=when, confidence=0.7)


def meetings(stretch: Stretch) -> Iterator[Claim]:
    """ "Met Ingrid at PyCon in 2019"."""
    match = MET.match(stretch.text)
    if match is not None and not re.search(
        r"\b(?:my|the) (?:match|deadline|goal|requirements)\b", stretch.text
    ):
        yield told(stretch, user(stretch), f"met {match['o']} {match['x']}")


def weddings(stretch: Stretch) -> Iterator[Claim]:
    """ "Hamza and Lucie got hitched last Saturday"."""
    match = PAIR.match(stretch.text)
    if match is None:
        return
    one = called(stretch, match.span("a"))
    others = things_of(stretch, stretch.between(*match.span("b")))
    if one is None or one.user or not others:
        return
    name = "partner_of" if match["v"].lower() == "engaged" else "married_to"
    when = past(stretch)
    verb = "is engaged to" if name == "partner_of" else "is married to"
    yield stretch.reading.claim(
        one,
        name,
        finish(f"{one.shown} {verb} {others[0].name}"),
        thing=others[0],
        kind="person",
        when=when,
        confidence=0.75,
    )


def reads(stretch: Stretch) -> Iterator[Claim]:
    """ "I read Middlemarch over the winter, loved it"."""
    match = READ.match(stretch.text)
    if match is None:
        return
    felt = re.search(
        r"\b(?:loved|hated|adored|enjoyed|great|brilliant|amazing|masterpiece|boring)\b",
        stretch.reading.sentence.text,
        re.IGNORECASE,
    )
    if (match["x"] or felt) and not re.search(
        r"\b(?:README|PR|RFC|API|Slack|Stack|CI|JIRA|Jira|GitHub|The|It|This)$|\b(?:docs|log|logs"
        r"|error)\b",
        match["o"],
    ):
        yield told(stretch, user(stretch), f"{match['v'].lower()} {match['o']} {match['x'] or ''}".strip())


def gains(stretch: Stretch) -> Iterator[Claim]:
    """ "Soo got her black belt over the weekend"."""
    match = GAINED.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or not PRIZES.search(match["o"]):
        return
    if party.user and not re.match(r"got|earned|received|won|came|placed|closed", match["v"], re.IGNORECASE):
        return  # the parser reads what the user does
    yield told(stretch, party, f"{match['v'].lower()} {match['o']}")
