"""How time is spent, in plain words: "my hobbies are beekeeping and chess", "gave up piano"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.pastimes import DOING, VERBS
from graphmem.extract.plain.saying import WHO, bare, listed, person, say
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

HOBBIES = (
    rx.compile(
        r"^(?:my|our)\s+(?:(?:main|only|big(?:gest)?|new|favou?rite|other)\s+)*(?:hobb(?:y|ies)"
        r"|pastimes?|free[- ]time activities)\s*(?:[:=]|\s(?:is|are|include|includes"
        r"|would be)\s)\s*(?P<o>.+)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:hobbies|hobby|pastimes|interests|free time|spare time|weekends?|outside (?:of )?work"
        r"|off the clock)\s*(?:[:=]|\s(?:are|is|means?)\s(?:for\s+)?)\s*(?P<o>.+?)(?:\s+for me)?$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:in my (?:free|spare) time|outside (?:of )?work|on weekends|on the weekends?"
        r"|at weekends|for fun|to unwind|to relax|after work|when i(?:'m| am) not (?:coding"
        r"|working|at work|programming))\s*,?\s+(?:i(?:'m| am)?|you'?ll find me"
        r"|i can be found)\s+(?:usually\s+|mostly\s+|often\s+|always\s+|like to\s+|love to\s+"
        r"|enjoy\s+)*(?P<o>.+)$",
        re.IGNORECASE,
    ),
)
KEEN = rx.compile(
    rf"^{WHO}\s*(?:'m|’m|am|is|'s|are)\s+(?:also\s+|still\s+)?an?\s+(?:(?:avid|keen|passionate"
    r"|amateur|hobby|enthusiastic|competitive|casual|serious|part-time|lifelong|weekend"
    r"|dedicated)\s+)+(?P<o>[a-z][\w-]*(?:\s+[a-z][\w-]*)?)(?=\W|$)",
    re.IGNORECASE,
)
TAKEN_UP = rx.compile(
    rf"^{WHO}?(?:'ve|’ve|\s+have|\s+has)?\s*{ADVERBS}(?P<v>picked up|took up|taken up|got(?:ten)? "
    r"(?:really |back |super )?into"
    r"|started|fell into|discovered|been getting into)\s+(?P<o>[a-z][\w-]*(?:\s+[\w-]+)?)"
    r"(?=\s*(?:$|[,.;!]|\s(?:last|this|in|during|a|two|three|about|around|when|as|after"
    r"|because|and|with|at|since|recently|again)\b))",
    re.IGNORECASE,
)
GIVEN_UP = rx.compile(
    rf"^{WHO}?(?:'ve|’ve|\s+have|\s+has)?\s*{ADVERBS}(?P<v>gave up|given up|quit|stopped|dropped"
    r"|packed in|hung up|no longer do"
    r"|no longer does)\s+(?:doing\s+|playing\s+(?:the\s+)?"
    r"|going\s+)?(?P<o>(?:the\s+)?[a-z][\w-]*(?:\s+[\w-]+)?)(?=\s*(?:$|[,.;!]|\s(?:last|this"
    r"|in|during|a|two|three|about|around|when|as|after|because|and|with|at|since|recently|for"
    r"|years|ages)\b))",
    re.IGNORECASE,
)
DOES = rx.compile(
    rf"^{WHO}\s+{ADVERBS}(?:does|do|plays?|practi[cs]es?"
    r"|trains?(?: in)?)\s+(?:some\s+|a bit of\s+|a lot of\s+"
    r"|a little\s+)?(?P<o>[a-z][\w-]*(?:\s+[\w-]+)?)(?=\s*(?:$|[,.;!]|\s(?:on|in|every|twice"
    r"|once|three|at|as|with|and|since|for|when|a few|most|after|before)\b))",
    re.IGNORECASE,
)
COLLECTS = rx.compile(
    rf"^{WHO}\s+(?:also\s+|still\s+)?(?P<v>collects?|restores?|breeds?|grows?|brews?"
    r"|repairs?)\s+(?P<o>(?:(?!the\b|my\b|our\b|this\b)[\w-]+\s+){0,3}[\w-]+s|(?:my|his|her"
    r"|our|their) own [\w ]+)(?=\s*(?:$|[,.;!]|\s(?:as|on|in|and|for|since|with|at|whenever)\b))",
    re.IGNORECASE,
)


@rx.only_where(HOBBIES, KEEN, TAKEN_UP, GIVEN_UP, DOES, COLLECTS)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The pastimes of one statement."""
    if stretch.reading.by_user and len(stretch.words) <= 30:
        yield from pastimes(stretch)


def pastimes(stretch: Stretch) -> Iterator[Claim]:
    """ "My hobbies are beekeeping and chess", "picked up bouldering last year", "gave up piano"."""
    for pattern in HOBBIES:
        match = pattern.match(stretch.text)
        if match is not None:
            for one in listed(re.sub(r"\s+for me$", "", match["o"].strip(" .!"))):
                active = {word.lower().removesuffix("ing") for word in one.split()} & (
                    VERBS | {word.removesuffix("ing") for word in DOING}
                )
                if pattern is HOBBIES[0] or active or one.split()[0].lower().endswith("ing"):
                    yield say(stretch, user(stretch), "practises", one, f"The user spends free time on {one}")
            return
    match = KEEN.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is not None and party is not None and not stretch.negated():
        yield say(stretch, party, "practises", match["o"], f"{party.shown} is an avid {match['o']}")
        return
    for pattern, mode in ((TAKEN_UP, "asserts"), (GIVEN_UP, "ends"), (DOES, "asserts")):
        match = pattern.match(stretch.text)
        party = person(stretch, match) if match else None
        if match is None or party is None:
            continue
        value = bare(match["o"].strip())
        first, last = value.split()[0].lower(), value.split()[-1].lower()
        if not ({first, last} & DOING):
            continue
        value = value if last in DOING else first
        over: ClaimMode = "ends" if mode == "ends" else "asserts"
        when = stretch.reading.when(
            stretch.clause(tense="past" if pattern is not DOES else "present"), ends=mode == "ends"
        )
        shown = {"asserts": "has taken up" if pattern is TAKEN_UP else "does", "ends": "has given up"}[mode]
        yield say(
            stretch, party, "practises", value, finish(f"{party.shown} {shown} {value}"), mode=over, when=when
        )
        return
    match = COLLECTS.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is not None and party is not None and not stretch.negated():
        verb = match["v"].lower().removesuffix("s")
        yield say(stretch, party, "practises", f"{verb}s {match['o']}", f"{party.shown} {verb}s {match['o']}")
