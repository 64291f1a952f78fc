"""Claims about what is called off, lapses or is lifted: plans that fell through, memberships, standing orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.dates import find_dates
from graphmem.extract.frames import is_company, is_town, noun_at, person
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import third, words
from graphmem.extract.wording import OPEN_WORDS, finish
from graphmem.model import Claim

GONE = (
    r"(?:(?:has\s+|have\s+|'s\s+)?f[ae]ll(?:en)?\s+through|(?:is|are|was|were|got|has\s+been|'s)\s+(?:all\s+)?"
    r"(?:off|cancel+ed|called\s+off|dead|scrapped|rescinded|withdrawn)|(?:is|are)n['’]?t\s+happening"
    r"|is\s+not\s+happening|won['’]?t\s+happen|did\s?n['’]?t\s+(?:work\s+out|happen|go\s+through|come\s+through))\b"
)
PLAN = r"(?:move|plan|relocation|offer|job|contract|transfer|plans|thing)"
FELL = rx.compile(
    rf"\b(?i:the|my|our|that|this)\s+(?:(?P<front>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s+)?(?P<what>{PLAN})s?"
    rf"(?:\s+(?:to(?:\s+move\s+to)?|at|from|with|in)\s+(?P<x>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?))?\s+{GONE}"
)
DROPPED = rx.compile(
    r"\b(?:called\s+off|cancel+ed|scrapped|dropped|gave\s+up(?:\s+on)?|abandoned)\s+(?:the|my|our)\s+"
    rf"(?:(?P<front>[A-Z][\w-]+)\s+)?(?P<what>{PLAN})s?(?:\s+(?:to(?:\s+move\s+to)?|at|from|with)\s+(?P<x>[A-Z][\w-]+"
    r"(?:\s[A-Z][\w-]+)?))?"
)
NOT_TO = rx.compile(
    r"\b(?:decided|chose)\s+(?:not\s+to|against)\s+(?P<what>mov(?:e|ing)|relocat(?:e|ing)|join(?:ing)?)\s+(?:back\s+)?(?:to\s+)?"
    r"(?P<x>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)"
)
STAYS = rx.compile(r"\b(?:I|we)(?:['’](?:m|re|ll)|\s+(?:am|are|will|decided))?\s+(?:to\s+)?(?:be\s+)?stay(?:ing)?\s+"
                   r"(?:put\s+)?(?P<how>in|at|with)\s+(?P<x>[A-Z][\w-]+)")  # fmt: skip
CALLED_OFF = rx.compile(
    rf"{GONE}|\bafter\s+all\b|\bcall(?:ed|ing)\s+off\b|\bdecided\s+(?:not|against)\b"
    r"|\bscratch\s+that\b|\bchange\s+of\s+plans?\b"
    r"|\b(?:rescinded|withdrew|revoked|pulled)\s+(?:the|my|their)\s+(?:job\s+)?(?:offer|contract)\b",
    re.IGNORECASE,
)
GOES = words("move relocate join start sign transfer emigrate")

AGAIN = r"(?:again|after\s+all|from\s+now\s+on|now|anyway)"
LIFTS = (
    rx.compile(
        r"\byou\s+(?:(?P<no>no\s+longer)\s+(?:need|have)\s+to|do\s?n['’]?t\s+(?:need|have)\s+to|do\s+not\s+(?:need|have)\s+to"
        r"|need\s?n['’]?t)\s+(?P<x>\w.*)", re.IGNORECASE,
    ),
    rx.compile(r"^\W*(?:there['’]?s\s+|there\s+is\s+)?no\s+(?:more\s+)?need\s+to\s+(?P<x>\w.*)", re.IGNORECASE),
    rx.compile(r"\byou\s+(?:can|may)\s+(?P<no>stop)\s+(?P<x>\w+ing\b.*)", re.IGNORECASE),
    rx.compile(
        rf"(?:\byou\s+(?:can|may|are\s+allowed\s+to)|\b(?:it['’]?s|it\s+is)\s+(?:fine|ok|okay|all\s?right|allowed)\s+to"
        rf"|\bfeel\s+free\s+to)\s+"
        rf"(?P<x>\w+\s+(?!(?:the|this|that|my|our|your)\b)\w.*?)\s+(?P<no>{AGAIN})\b", re.IGNORECASE,
    ),
    rx.compile(
        r"^\W*(?:please\s+|ok(?:ay)?,?\s+|actually,?\s+)*(?P<no>forget|scrap|drop|ignore|never\s?mind|disregard|cancel|lift"
        r"|undo)\s+(?:about\s+)?(?:the|my|that|our)\s+(?:earlier\s+|previous\s+|old\s+|standing\s+)?"
        r"(?:rule|instruction|order|request|preference|convention|ban)s?"
        r"\s+(?:about|on|to|that|regarding|against)\s+(?P<x>\w.*)", re.IGNORECASE,
    ),
    rx.compile(r"^\W*(?P<no>forget|ignore|never\s?mind|scrap)\s+what\s+I\s+(?:said|told\s+you|asked)\s+about\s+(?P<x>\w.*)",
               re.IGNORECASE),
    rx.compile(
        r"\b(?:the|my|that)\s+(?:rule|instruction|ban|convention|order)\s+(?:about|on|regarding|of|against|to)\s+(?P<x>\w.*?)\s+"
        r"(?P<no>no\s+longer\s+applies|does\s?n['’]?t\s+apply|is\s+(?:gone|off|lifted|void|obsolete))", re.IGNORECASE,
    ),
    rx.compile(r"\bno\s+(?:more\s+)?need\s+for\s+(?P<x>\w.*)", re.IGNORECASE),
)  # fmt: skip
MINE = r"(?!(?:my|the|our|his|her|its?|this|that|all|everything|i|we|he|she|they|you)\b)"
# What may speak of a rule as well as of the moment, and so only ends a rule that is known.
LOOSELY = (
    rx.compile(
        r"\byou\s+(?:can|may|could)\s+(?:now\s+)?(?:drop|skip|lose|omit|quit|forget|ditch|leave\s+out|do\s+without|relax)\s+"
        r"(?!(?:\w+\s+)?(?:rule|instruction|order|request|convention)s?\b)"
        r"(?:(?:the|all|that|those|your)\s+)*(?P<x>\w.*)", re.IGNORECASE,
    ),
    rx.compile(
        rf"(?:^\W*(?:(?:ok(?:ay)?|and|so|also|actually)\W+)*|[,;]\s+){MINE}(?P<x>\w[\w' -]*?)\s+(?:is|are)\s+"
        r"(?:totally\s+|perfectly\s+)?(?:fine|ok|okay|allowed|welcome|all\s?right|permitted|good)\s+(?:again|now|from\s+now\s+on)\b",
        re.IGNORECASE,
    ),
    rx.compile(r"^\W*(?:enough\s+(?:with|of)|no\s+more(?!\s+than\b)|stop\s+with|quit\s+(?:it\s+with|with))\s+(?:the\s+|those\s+|all\s+)*(?P<x>\w.*)",
               re.IGNORECASE),
)  # fmt: skip
STILL = rx.compile(r"\b(?:any\s?more|any\s+longer|from\s+now\s+on)\b", re.IGNORECASE)
TAIL = rx.compile(
    r"\s*(?:[,;:(.!]\s.*|\s-+\s.*|\b(?:any\s?more|any\s+longer|either|again|from\s+now\s+on|now|please|because\b.*|since\b.*)\W*)$",
    re.IGNORECASE,
)
# "I cancelled it, it runs out on May 31": the end lies ahead.
AHEAD = rx.compile(
    r"\b(?:runs?\s+(?:out|until|till)|(?:it|that|which|membership|subscription)\s+(?:expires|ends|lapses|stops)"
    r"|(?:still\s+)?valid\s+(?:until|till|through)|effective|will\s+(?:end|expire|lapse)|ends?\s+(?:on|in|at))\b",
    re.IGNORECASE,
)
LAPSED = rx.compile(
    r"\b(?:(?P<did>did\s?n['’]?t\s+renew|did\s+not\s+renew|cancel+ed|ended|quit|gave\s+up|dropped|let(?=.+\b(?:lapse|expire)))"
    r"\s+)?my\s+(?P<x>[\w'’-]+(?:\s[\w'’-]+)?)?\s*(?P<kind>membership|subscription)\b"
    r"(?:\s+(?:in|at|of|with|to|for)\s+(?:the\s+)?(?P<y>\w.*?))?"
    r"(?P<over>\s+(?:has\s+|just\s+)?(?:expired|lapsed|ran\s+out|ended)|\s+(?:lapse|expire))?(?=$|[\s.,;!])",
    re.IGNORECASE,
)


@rx.only_where(LIFTS, LOOSELY, FELL, DROPPED, NOT_TO, STAYS, LAPSED)
def of_sentence(reading: Reading) -> Iterable[Claim]:
    """What a sentence calls off, lifts or lets lapse."""
    sentence = reading.sentence
    if not reading.by_user or sentence.quotes or sentence.asks:
        return
    yield from lifted(reading)
    if not all(clause.real or clause.lemma == "happen" for clause in reading.clauses):
        return
    yield from fallen_through(reading)
    yield from staying(reading)
    yield from lapsed(reading)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """ "We're not moving to Leeds after all", "I won't be joining Corvid"."""
    if not reading.by_user or not clause.real or clause.question or clause.lemma not in GOES:
        return
    if not (clause.negated or clause.ended) or clause.aspect not in {"", "plan"}:
        return
    if clause.tense != "future" and "-ing" not in clause.adverbs and clause.aspect != "plan":
        return
    party = person(reading, clause.subject)
    names = [*clause.behind("to", "at", "with"), *(clause.objects if clause.lemma == "join" else [])]
    for word in names if party is not None else []:
        thing = reading.thing(word)
        if party is not None and thing is not None and not reading.is_date(word, clause):
            work = clause.lemma in {"join", "start", "sign"}
            yield from not_so(reading, party, thing, work=work)


def not_so(reading: Reading, party: Party, thing: Thing, *, work: bool) -> Iterator[Claim]:
    """A home or an employer that somebody will not have."""
    fits = is_company(reading, thing) if work else is_town(reading, thing)
    if not fits:
        return
    name, kind = ("works_at", "organization") if work else ("lives_in", "place")
    shown = "will not work at" if work else "will not move to"
    yield reading.claim(
        party, name, finish(f"{party.shown} {shown} {thing.name}"), thing=thing, kind=kind, mode="denies",
        confidence=0.85,
    )  # fmt: skip


def fallen_through(reading: Reading) -> Iterator[Claim]:
    """ "The move to Madrid fell through", "we called off the move", "I decided not to move to Madrid"."""
    sentence = reading.sentence
    match = FELL.search(sentence.text) or DROPPED.search(sentence.text) or NOT_TO.search(sentence.text)
    if match is None:
        return
    found = match.groupdict()
    name = "x" if found.get("x") else "front" if found.get("front") else ""
    work = found["what"].rstrip("s") in {"offer", "job", "contract"} or found["what"].startswith("join")
    party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    if name:
        start = sentence.start + match.start(name)
        beside = next((word for word in sentence.words if word.start == start), None)
        thing = reading.thing(beside) if name == "front" and beside is not None else noun_at(reading, start)
        if thing is not None:
            yield from not_so(reading, party, thing, work=work)
        return
    predicate = "works_at" if work else "lives_in"
    for claim in reading.focus.said:
        planned = claim.valid_from is not None and claim.valid_from > reading.said_at
        if claim.predicate == predicate and claim.object is not None and claim.mode == "asserts" and planned:
            head = sentence.words[0]
            thing = Thing(claim.object.name, claim.object.kind, head.start, head.end, True, True, False, head)
            shown = "will not work at" if work else "will not move to"
            yield reading.claim(
                party, predicate, finish(f"{party.shown} {shown} {thing.name}"), thing=thing,
                kind=claim.object.kind, mode="denies", confidence=0.8,
            )  # fmt: skip


def staying(reading: Reading) -> Iterator[Claim]:
    """ "The plan fell through, I'm staying in Dublin": the old home or employer is kept."""
    sentence = reading.sentence
    match = STAYS.search(sentence.text)
    if match is None or not CALLED_OFF.search(
        sentence.passage.text[max(0, sentence.start - 120) : sentence.end]
    ):
        return
    thing = noun_at(reading, sentence.start + match.start("x"))
    party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    if thing is None:
        return
    work = match["how"].lower() != "in"
    if is_company(reading, thing) if work else is_town(reading, thing):
        predicate = reading.ontology.predicate("works_at" if work else "lives_in")
        text = finish(f"{party.shown} {predicate.label} {thing.name}")
        kind = "organization" if work else "place"
        yield reading.claim(party, predicate.name, text, thing=thing, kind=kind, confidence=0.85)


@rx.only_where(LIFTS, LOOSELY)
def lifted(reading: Reading) -> Iterator[Claim]:
    """ "You no longer need to run the linter", "forget the rule about emojis", "you can use emojis again"."""
    sentence = reading.sentence
    for pattern in (*LIFTS, *LOOSELY):
        match = pattern.search(sentence.text)
        loose = pattern in LOOSELY
        if match is None or not (loose or match.groupdict().get("no") or STILL.search(sentence.text)):
            continue
        value = match["x"].strip()
        for _ in range(3):
            value = TAIL.sub("", value).strip(" .,!;:")
        value = re.sub(r"^(?:always|never)\s+", "", value, flags=re.IGNORECASE)
        spoken = {word.lower() for word in re.findall(r"[\w']+", value)}
        if not value or spoken & (OPEN_WORDS - {"this", "there"}) or len(spoken) > 20:
            continue
        party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
        asked = pattern in LIFTS[:2]  # the others name what was forbidden, or what the rule was about
        ended = f"no longer wants the agent to {value}" if asked else f"has lifted their rule about: {value}"
        text = re.sub(r"\bmy\b", "the user's", re.sub(r"\byour\b", "its", ended))
        text = re.sub(r"\byou (\w+)", lambda found: f"it {third(found[1])}", text)
        yield reading.claim(
            party, "instructs", finish(f"{party.shown} {text}"), value=value, mode="closes" if loose else "ends",
            confidence=0.85,
        )  # fmt: skip
        reminded = re.match(
            r"remind(?:ing)?\s+(?:me|us)\s+(?:about|of|to)\s+(?:the\s+|my\s+)?(?P<o>.+)", value, re.IGNORECASE
        )
        if reminded is not None:
            off = finish(f"The user needs no reminder of {reminded['o']}")
            yield reading.claim(party, "plans", off, value=reminded["o"], mode="closes", confidence=0.7)
        if loose:
            return


def lapsed(reading: Reading) -> Iterator[Claim]:
    """ "I didn't renew my gym membership", "I cancelled my Netflix subscription"."""
    sentence = reading.sentence
    match = LAPSED.search(sentence.text)
    if match is None or not (match["did"] or match["over"]) or not (match["x"] or match["y"]):
        return
    if match["kind"].lower() == "subscription" and not match["x"]:
        return
    name = "x" if match["x"] else "y"
    low = sentence.start + match.start(name)
    inside = [word for word in sentence.words if low <= word.start < sentence.start + match.end(name)]
    if not inside or (
        name == "x" and inside[-1].pos in {"ADJ", "DET", "PRON"} and not inside[-1].text[:1].isupper()
    ):
        return
    tool = match["kind"].lower() == "subscription"
    kind = "service" if tool else "organization"
    head = inside[-1]
    thing = Thing(sentence.stretch(inside), kind, inside[0].start, head.end, True, True, name == "y", head)
    if tool:
        known = reading.ontology.known(thing.name)
        if not thing.name[:1].isupper():
            return
        kind = known or "product"
    predicate = reading.ontology.predicate("uses" if tool else "member_of")
    dates = find_dates(
        sentence.text, reading.said_at, tense="future" if AHEAD.search(sentence.text) else "past"
    )
    when = When(None, dates[0].interval.low, dates[0].grain) if dates else When()
    party = reading.speaker(sentence.words[0])._replace(shown="The user", we=False)
    text = stated(reading, party, predicate, thing.name, mode="ends", when=when)
    yield reading.claim(
        party, predicate.name, text, thing=thing, kind=kind, mode="ends", when=when, confidence=0.85
    )
