"""Jobs that ended, with or without a new one, in plain words: "I quit my job", "got laid off from Quillfeather".

Most of it names too little for a fact of its own ("I quit my job"): such a claim only closes what is known to hold,
whenever that was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.dates import find_dates
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.people import SUBJECT as SOMEBODY
from graphmem.extract.plain.people import subject
from graphmem.extract.plain.shapes import thing_of, things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, FAMILY, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode, Mention

# The name beside "my brother", never "my brother quit", and no verb with a capital only because it comes first.
SUBJECT = (
    r"(?!(?:got|quit|left|lost|just|finally|been|was|gave|handed|put|moved|back|sold|cut|stopped|settled|resigned|laid|let"
    r"|no|not|off|dropped|ditched|switched|between|made|promoted|recovered|relocated|today|yesterday|also|now)\b)"
    + SOMEBODY.replace("[A-Z]", "(?-i:[A-Z])").replace("[A-ZÀ", "(?-i:[A-ZÀ")
)
HAVE = r"(?:\s*['’](?:ve|s|m|re)|\s+(?:have|has|had|am|is|are|was|were))?"
ADV = (
    r"(?:(?:both|just|also|actually|finally|recently|officially|already|now|currently|unfortunately|sadly|kind of"
    r"|sort of|still|in|between|either|only|even|even)\s+)*?"
)
WHO = rf"(?:(?:yesterday|today|tonight|this\s+(?:morning|week|month))\s*,?\s+)?(?:{SUBJECT}{HAVE}\s+)?{ADV}"
THEIR = r"(?:my|our|his|her|their|the)"
FIRM = r"(?-i:[A-Z][\w&.'’-]*(?:\s+(?:[A-Z][\w&.'’-]*|&))*)"
FROM = rf"(?:\s+(?:from|by|at|with)\s+(?:my\s+job\s+(?:at|with)\s+)?(?P<o>{FIRM}))?"
JOB = r"(?:(?:old|day|current|corporate|full-time|part-time)\s+)?(?:job|position|gig|post)"
OUT_OF_WORK = (
    rf"(?:been\s+|got\s+|gotten\s+|getting\s+)?(?:laid\s+off|let\s+go|fired|sacked|made\s+redundant|furloughed"
    rf"|terminated|(?:given\s+)?the\s+(?:sack|boot|axe|push|chop)|given\s+my\s+notice|canned){FROM}"
    rf"|(?:quit|left|lost|resigned\s+from|walked\s+(?:out\s+of|away\s+from)|gave\s+up|given\s+up|packed\s+in|chucked\s+in)"
    rf"\s+{THEIR}\s+{JOB}(?:\s+(?:at|with)\s+(?P<o2>{FIRM}))?"
    rf"|(?:resigned|quit)(?:\s+from\s+(?P<o3>{FIRM}))?"
    rf"|between\s+jobs|out\s+of\s+(?:work|a\s+job)|jobless|unemployed"
)
JOBLESS = rx.compile(rf"^{WHO}(?:{OUT_OF_WORK})(?=$|[\s,.;:!)])(?P<rest>.*)$", re.IGNORECASE)
QUIT = rx.compile(r"quit|resigned", re.IGNORECASE)
# Behind "quit" or "resigned" alone: a date or a reason, not what was quit.
BARE = rx.compile(
    r"\W*(?:$|(?:on|in|at|last|this|yesterday|today|two|three|a|because|since|to|so|and|for|without|effective|as\s+of"
    r"|back|earlier|over)\b(?!\s+(?:the|my)\s+\w+ing))",
    re.IGNORECASE,
)
AS_ROLE = rx.compile(r"\s*as\s+(?!of\b)", re.IGNORECASE)
LET_GO = rx.compile(
    rf"^(?:(?P<they>they|(?:my|the)\s+(?:company|boss|employer|firm|manager)|work)|(?P<o>{FIRM}))\s+(?:just\s+)?(?:let\s+(?P<a>me|us)\s+go"
    r"|laid\s+(?P<b>me|us)\s+off|fired\s+(?P<c>me|us)|made\s+(?P<d>me|us)\s+redundant|sacked\s+(?P<e>me|us))\b",
    re.IGNORECASE,
)
NOTICE = rx.compile(
    rf"^{WHO}(?:handed\s+in|gave|put\s+in|given|submitted|turned\s+in)\s+(?:(?:my|our|his|her|their)\s+)?"
    r"(?:two\s+weeks['’]?\s+|(?:one|two|three)\s+months?['’]?\s+)?(?:notice|resignation)\b"
    rf"(?:\s+(?:at|to|with)\s+(?P<o>{FIRM}))?",
    re.IGNORECASE,
)
LAST_DAY = rx.compile(r"\blast\s+(?:working\s+)?(?:day|shift)\b[^.!?]*", re.IGNORECASE)
ITS_END = rx.compile(
    r"\b(?:it|that|which)\s+(?:(?P<p>ended|ran\s+out|expired|lapsed|finished)|ends|runs\s+out|expires|lapses|finishes)"
    r"\b(?P<d>[^.!?]*)",
    re.IGNORECASE,
)
CONTRACT = rx.compile(
    rf"^(?:my|our)\s+(?:contract|job|internship|time|stint|gig|employment)\s+(?:(?:at|with)\s+(?P<o>{FIRM})\s+)?"
    r"(?:has\s+|just\s+|has\s+just\s+)*(?:ended|ran\s+out|expired|is\s+over|came\s+to\s+an\s+end|was\s+(?:cut|terminated)"
    r"|wasn['’]t\s+(?:renewed|extended)|finished)\b",
    re.IGNORECASE,
)
EXTENDED = rx.compile(
    rf"^(?:(?:my|our)\s+)?(?:(?P<o2>{FIRM}|(?-i:[a-z][\w-]+))\s+)?(?:contract|job|internship|gig|stint|employment)"
    rf"(?:\s+(?:at|with)\s+(?P<o>{FIRM}))?\s+(?:(?:has\s+been|is|was|got|been|just)\s+)*(?:extended|renewed|prolonged)"
    r"\s+(?:until|till|to|through|by)\b",
    re.IGNORECASE,
)
NO_LONGER = rx.compile(
    rf"^{SUBJECT}\s*(?:['’](?:s|m|re)|am|is|are)\s+no\s+longer\s+(?:at|with|employed\s+(?:at|by))\s+(?P<o>{FIRM})"
)
ELSEWHERE = rx.compile(
    rf"^{SUBJECT}\s*(?:['’](?:s|m|re)|\s+(?:am|is|are))\s+(?:now\s+)?(?:with|at)\s+(?P<o>(?:the\s+)?[\w&'’ -]+?)"
    r"(?:\s+in\s+[A-Z][\w-]+)?(?:\s+now|\s+these\s+days|\s+nowadays)\b"
)
LEFT = rx.compile(
    rf"^(?:{SUBJECT}{HAVE}\s+)?(?:just\s+|finally\s+)?(?P<v>[Ll]eft|[Qq]uit)\s+(?P<o>{FIRM})(?=$|\s+(?:last|in|on|to|after|because|yesterday|two|three|a)\b)"
)
LEFT_FOR = rx.compile(
    rf"^(?:{SUBJECT}{HAVE}\s+)?{ADVERBS}(?:[Ll]eft|[Qq]uit)\s+(?P<o>{FIRM})\s+(?:for|to\s+join)"
    rf"\s+(?P<n>{FIRM})(?=$|\W*$|\s+(?:last|in|on|at|this|yesterday|two|three|a|because)\b)"
)
AWAY_TO = rx.compile(
    rf"^{SUBJECT}{HAVE}\s+(?:just\s+|recently\s+)?left\s+(?:(?:us|the\s+team|the\s+company)\s+)?"
    r"(?:for\s+an?\s+(?:new\s+)?(?:job|role|position|post)\s+(?:at|with)|to\s+(?:join|work\s+(?:at|for))|(?<=us\s)for)"
    rf"\s+(?P<o>{FIRM})",
    re.IGNORECASE,
)
NOT_THERE = rx.compile(
    rf"^{SUBJECT}\s+(?:don['’]?t|doesn['’]?t|do\s+not|does\s+not|no\s+longer)\s+works?\s+there(?:\s+any\s?more|\s+now)?\b",
    re.IGNORECASE,
)
BODIES = words(
    "authority council university hospital school ministry bank agency government library museum police army navy"
    " clinic institute department office commission foundation court charity"
)


class Ending(NamedTuple):
    """What is closed: of which predicate, the object as it is named or "", and the sentence that says so."""

    predicate: str
    name: str
    text: str
    mode: ClaimMode = "closes"


@rx.only_where(
    JOBLESS, LET_GO, NOTICE, CONTRACT, EXTENDED, NO_LONGER, NOT_THERE, ELSEWHERE, AWAY_TO, LEFT_FOR, LEFT
)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The end of a job that one statement tells."""
    if not stretch.reading.by_user:
        return
    yield from first_of(
        (jobless, let_go, notice, contract, extended, elsewhere, away_to, left_for, left), stretch
    )


def extended(stretch: Stretch) -> Iterator[Claim]:
    """ "My contract with Halden got extended until September": who works there does so until then."""
    match = EXTENDED.match(stretch.text)
    words_ = (
        stretch.between(*match.span("o" if match["o"] else "o2"))
        if match and (match["o"] or match["o2"])
        else []
    )
    if not words_:
        return
    when = stretch.reading.when(stretch.clause(tense="future"), ends=True)
    if when.end is None or words_[0].lower in {"my", "our", "the", "a"}:
        return
    reading, party = stretch.reading, user(stretch)
    firm, until = thing_of(reading, words_), When(None, when.end, when.grain)
    text = stated(
        reading, party, reading.ontology.predicate("works_at"), firm.name, mode="asserts", when=until
    )
    yield reading.claim(
        party, "works_at", text, thing=firm, kind="organization", mode="updates", when=until, confidence=0.7
    )


def past(stretch: Stretch) -> When:
    """The date of a statement as an end."""
    when = stretch.reading.when(stretch.clause(tense="past"), ends=True)
    return When(None, when.end, when.grain) if when.end else When()


def person(stretch: Stretch, match: re.Match[str]) -> Party | None:
    """Who is spoken of; nobody in front is the user."""
    return subject(stretch, match) if match.groupdict().get("s") else user(stretch)


def bare_name(stretch: Stretch, match: re.Match[str], *, small: bool = False) -> Party | None:
    """ "Ines" in front of "quit Delmar Shipping", which the tagger takes for a noun; `small` takes "ines" as well."""
    reading = stretch.reading
    words_ = stretch.between(*match.span("s"))
    if len(words_) != 1 or (words_[0].pos not in {"NOUN", "PROPN"} and not small):
        return None
    name = words_[0]
    plain = not small or name.tag in {"NNS", "NNPS"} or name.lower in FAMILY.keys() | PRONOUNS
    if plain and not name.text[:1].isupper():
        return None
    shown = name.text[:1].upper() + name.text[1:]
    if (
        reading.ontology.known(name.text)
        or name.lemma.lower() in reading.ontology.heads
        or name.lower in EMPTY_NOUNS
    ):
        return None
    start, end = reading.sentence.passage.source(name.start, name.end)
    return Party(Mention(reading.message.id, start, end, shown, "person"), shown)


def firm_of(stretch: Stretch, match: re.Match[str]) -> Thing | None:
    """The firm that a match names, or None."""
    name = next((key for key in ("o", "o2", "o3") if match.groupdict().get(key)), "")
    if not name or not match[name][:1].isupper():
        return None
    found = things_of(stretch, stretch.between(*match.span(name)), most=4)[:1]
    return next(
        (thing for thing in found if thing.named and not (thing.sure and thing.kind != "organization")), None
    )


def work_over(
    stretch: Stretch,
    party: Party,
    firm: Thing | None,
    when: When,
    text: str = "",
    *,
    mode: ClaimMode = "ends",
) -> Claim:
    """The end of a job: at a firm that is named, or wherever it was."""
    reading = stretch.reading
    if firm is None:
        sentence = finish(text or f"{party.shown} no longer has a job")
        return reading.claim(party, "works_at", sentence, mode="closes", when=when, confidence=0.75)
    predicate = reading.ontology.predicate("works_at")
    sentence = finish(text) if text else stated(reading, party, predicate, firm.name, mode=mode, when=when)
    return reading.claim(
        party, "works_at", sentence, thing=firm, kind="organization", mode=mode, when=when, confidence=0.8
    )


def jobless(stretch: Stretch) -> Iterator[Claim]:
    """ "Got laid off from Quillfeather on Friday", "I quit my job", "I'm between jobs"."""
    match = JOBLESS.match(stretch.text)
    if match is None or stretch.negated():
        return
    firm = firm_of(stretch, match)
    alone = match[0][: match.start("rest")].split()[-1]
    if firm is None and QUIT.fullmatch(alone) and not BARE.match(match["rest"]):
        return
    if AS_ROLE.match(match["rest"]) or re.match(r"\s+(?:the|my|our)\s+\w+", match["rest"]):
        return
    if not match["s"] and not re.match(
        r"(?:just\s+|finally\s+)?(?:got|been|quit|lost|resigned|laid|between)\b", stretch.text, re.IGNORECASE
    ):
        return
    party = person(stretch, match)
    if party is not None:
        yield work_over(stretch, party, firm, last_day(stretch) or past(stretch))


def last_day(stretch: Stretch) -> When | None:
    """The last day at work that is told beside: "last day is 31 May"."""
    found = near(stretch, LAST_DAY, 160)
    return None if found is None else end_in(stretch, found[0], "future", behind=len("last day"))


def own_end(stretch: Stretch) -> When | None:
    """When a contract ended that was not renewed: "it ended on May 31"."""
    found = near(stretch, ITS_END, 120)
    return None if found is None else end_in(stretch, found["d"], "past" if found["p"] else "future")


def near(stretch: Stretch, pattern: rx.Pattern, more: int) -> re.Match[str] | None:
    """What a pattern finds in a statement and so many characters behind it."""
    text = stretch.reading.sentence.passage.text
    return pattern.search(text, stretch.start, min(len(text), stretch.end + more))


def end_in(stretch: Stretch, text: str, tense: str, *, behind: int = -1) -> When | None:
    """The end that the first date behind a place of a text tells."""
    dates = [date for date in find_dates(text, stretch.reading.said_at, tense=tense) if date.start > behind]
    return When(None, dates[0].interval.low, dates[0].grain) if dates else None


def let_go(stretch: Stretch) -> Iterator[Claim]:
    """ "They let me go last Thursday", "Nordlot laid me off"."""
    match = LET_GO.match(stretch.text)
    if match is not None:
        firm = None if match["they"] else firm_of(stretch, match)
        if match["they"] or firm is not None:
            yield work_over(stretch, user(stretch), firm, past(stretch))


def notice(stretch: Stretch) -> Iterator[Claim]:
    """ "Handed in my notice, last day is 31 May": over on the last day, when it is told; till then nothing is over."""
    match = NOTICE.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if match is None or party is None:
        return
    when = last_day(stretch)
    if when is not None:
        yield work_over(stretch, party, firm_of(stretch, match), when)


def contract(stretch: Stretch) -> Iterator[Claim]:
    """ "My contract at Halden ended in May"."""
    match = CONTRACT.match(stretch.text)
    if match is not None:
        when = past(stretch)
        when = when if when.end else own_end(stretch) or when
        yield work_over(stretch, user(stretch), firm_of(stretch, match), when)


def elsewhere(stretch: Stretch) -> Iterator[Claim]:
    """ "Dan's no longer with Corvid", "she's with the port authority now", "I don't work there anymore"."""
    match = NO_LONGER.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is not None and party is not None:
        firm = firm_of(stretch, match)
        if firm is not None and firm.kind != "place":
            yield work_over(stretch, party, firm, past(stretch))
        return
    match = NOT_THERE.match(stretch.text)
    party = person(stretch, match) if match else None
    if party is not None:
        yield work_over(stretch, party, None, past(stretch))
        return
    yield from with_firm(stretch)


def with_firm(stretch: Stretch) -> Iterator[Claim]:
    """ "She's with the port authority in Vigo now": where somebody else works."""
    match = ELSEWHERE.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if match is None or party is None or party.mention.kind != "person":
        return
    words_ = [word for word in stretch.between(*match.span("o")) if word.lower != "the"]
    if (
        not words_
        or len(words_) > 4
        or (words_[-1].lemma.lower() not in BODIES and not words_[0].text[:1].isupper())
    ):
        return
    thing = thing_of(stretch.reading, words_)
    if thing.kind in {"place", "person", "technology"} and words_[-1].lemma.lower() not in BODIES:
        return
    text = finish(f"{party.shown} works at {match['o']}")
    yield stretch.reading.claim(
        party, "works_at", text, thing=thing, kind="organization",
        when=stretch.reading.when(stretch.clause()), confidence=0.75,
    )  # fmt: skip


def away_to(stretch: Stretch) -> Iterator[Claim]:
    """ "Omar left us for a job at Brightwater", "she left to join Brightwater"."""
    match = AWAY_TO.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    firm = firm_of(stretch, match) if match else None
    if party is None or firm is None or party.mention.kind != "person":
        return
    reading = stretch.reading
    when = reading.when(stretch.clause(tense="past"))
    text = stated(
        reading, party, reading.ontology.predicate("works_at"), firm.name, mode="asserts", when=when
    )
    yield reading.claim(party, "works_at", text, thing=firm, kind="organization", when=when, confidence=0.75)


def left_for(stretch: Stretch) -> Iterator[Claim]:
    """ "I left Orbis for Tern in May": one employer ends and another begins."""
    match = LEFT_FOR.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    old = firm_of(stretch, match) if match else None
    if match is None or party is None or old is None or party.mention.kind != "person":
        return
    words_ = stretch.between(*match.span("n"))
    new = thing_of(stretch.reading, words_)
    kinds = {stretch.reading.ontology.known(one.name) for one in (old, new)} | {new.kind, old.kind}
    if kinds & {"place", "technology", "person"} or any(word.entity in {"GPE", "LOC"} for word in words_):
        return
    when = past(stretch)
    yield work_over(stretch, party, old, when)
    reading, since = stretch.reading, When(when.end, None, when.grain)
    text = stated(
        reading, party, reading.ontology.predicate("works_at"), new.name, mode="asserts", when=since
    )
    yield reading.claim(party, "works_at", text, thing=new, kind="organization", when=since, confidence=0.75)


def left(stretch: Stretch) -> Iterator[Claim]:
    """ "Left Halden last week to take care of my dad": without a subject."""
    match = LEFT.match(stretch.text)
    party = (person(stretch, match) or bare_name(stretch, match)) if match and not stretch.negated() else None
    firm = firm_of(stretch, match) if match else None
    if match is None or party is None or firm is None or (match["s"] and firm.kind in {"place", "person"}):
        return
    if party.mention.kind == "person":
        yield work_over(stretch, party, firm, past(stretch))


def ended(stretch: Stretch, party: Party, ending: Ending, when: When | None = None) -> Claim:
    """The end of something that has a literal as its object."""
    return stretch.reading.claim(
        party, ending.predicate, finish(ending.text), value=ending.name, mode=ending.mode,
        when=past(stretch) if when is None else when, confidence=0.75,
    )  # fmt: skip
