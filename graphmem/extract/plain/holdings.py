"""What belongs to whom and what was made by whom, in plain words and short forms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.saying import WHO, called, person, phrase, say
from graphmem.extract.plain.shapes import ARTICLES, party_of, thing_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, words
from graphmem.model import Claim, ClaimMode

PERSON = r"[A-ZÀ-Þ][\w'’-]*?(?:\s+[A-ZÀ-Þ][\w-]+)?"
PART = r"(?:the\s+|our\s+|all of\s+|all the\s+)?[\w./-]+(?:\s+[\w./-]+){0,3}?"
END = (
    r"(?=\s*(?:$|[,;.:!()–]|\s-\s|\s(?:now|these days|since|at the moment|for now|currently"
    r"|until|because|so|and (?:i|we|he|she|they)|but|if|from|as of|too|as well|don'?t)\b))"
)
OWNER = (
    rx.compile(
        rf"^(?P<s>{PERSON})(?:\s+now|\s+currently|\s+still)?\s+(?:owns|is (?:the )?owner of"
        r"|is (?:now )?(?:responsible|on the hook) for|is in charge of|handles|looks after"
        r"|is (?:the )?(?:point person|contact|go-to(?: person)?|one responsible"
        rf"|person responsible) for|has ownership of|took ownership of)\s+(?P<o>{PART}){END}"
    ),
    rx.compile(
        rf"^(?P<o>{PART})\s+(?:is|are)\s+{ADVERBS}(?P<s>{PERSON})['’]s?\s+(?:baby"
        rf"|domain|responsibility|area|turf|thing|department|territory|show|job|call|project){END}"
    ),
    rx.compile(rf"^(?P<o>{PART})\s+(?:now\s+)?(?:belongs?|falls?)\s+(?:to|under)\s+(?P<s>{PERSON}){END}"),
    rx.compile(
        r"^(?:[Oo]wner|[Mm]aintainer|DRI|[Cc]ontact|[Pp]oint person) (?:of"
        rf"|for) (?P<o>{PART})\s*(?::|=|\sis\s)\s*(?P<s>{PERSON}){END}"
    ),
    rx.compile(rf"^(?P<o>{PART})\s+(?:owner|DRI|maintainer)\s*(?::|=|\sis\s)\s*(?P<s>{PERSON}){END}"),
)
NOBODY = rx.compile(
    rf"^(?:(?:nobody|no one|noone|no-one)\s+{ADVERBS}(?:owns"
    rf"|maintains|looks after|is responsible for)\s+(?P<o>{PART})|(?P<p>{PART})\s+(?:has"
    rf"|have)\s+(?:had\s+)?no (?:owner|maintainer)|(?P<q>{PART})\s+(?:is|are|has been"
    r"|'s)\s+(?:ownerless|unowned|orphaned|unmaintained))"
    r"(?P<x>\s+(?:ever\s+)?(?:since|after|now that"
    rf"|because)\s+(?P<s>{PERSON})\s+(?:has\s+)?(?:left|quit|moved|retired|went|resigned"
    r"|departed|changed).*)?$",
    re.IGNORECASE,
)
NO_HELD = words(
    "it this that them us me time place fun part one way issue problem bug question"
    " everything nothing things stuff fear mistakes"
)
GADGETS = (
    r"(?:car|bike|bicycle|motorbike|motorcycle|scooter|van|truck|laptop|computer|desktop"
    r"|workstation|phone|camera|guitar|bass|piano|keyboard|monitor|tablet|watch|telescope|boat"
    r"|kayak|printer|turntable|synth|violin|cello|drum kit|tent|surfboard|skateboard|console"
    r"|headphones?|mouse|chair|router|nas|server|e-?reader|drone|ride|rig|pc|mac|daily driver"
    r"|house|flat|apartment|cabin|cottage)"
)
IS_MY = rx.compile(
    r"^(?i:my|our)\s+(?P<k>(?:new\s+|current\s+|work\s+|personal\s+|home\s+|old\s+|dev\s+"
    rf"|main\s+)*{GADGETS})(?:'s|’s|\s+is|\s+are|\s*:)\s+{ADVERBS}(?P<art>an?\s+|the\s+)?(?P<o>(?:"
    r"(?:old|used|second-?hand|battered|beat-up|new"
    rf"|trusty|vintage|\d{{4}}|\d{{2}}\")\s+)*[A-Z][\w-]*(?:\s+[\w\"-]+){{0,4}}?){END}",
)
HAS = rx.compile(
    rf"^{WHO}(?:'ve|’ve)?\s*{ADVERBS}(?:got|have|has|own|owns|drive"
    r"|drives|ride|rides|(?<=ve))\s*(?:got\s+)?(?:(?P<n>two|three|four|five"
    rf"|\d)\s+(?P<many>{GADGETS}s|houses|properties|motorcycles)\b[,:]?\s*|)(?P<o>an?\s+.+)$",
    re.IGNORECASE,
)
HAVING = rx.compile(
    r"^(?:(?:an?|one)\s+)?(?P<o>(?:(?:old|used|second-?hand|battered|beat-up|new|trusty"
    r"|vintage|tiny|little|small|big|custom|home-?built|cheap|decent|folding|electric|cargo"
    rf"|road|mountain|acoustic|electric|upright|gaming|\d{{4}})\s+)*(?:{GADGETS}"
    r"|[A-Z][\w-]*(?:\s+(?!(?:at|in|near|by|on|from|since|for|with|that|which|as|up|down"
    r"|out)\b)[\w-]+){0,3}))"
    r"(?:\s+(?:up|down|out|over|back)?\s*(?:in|at|near|by|on|from|since|for|outside|with|that"
    r"|which|as)\b.*)?$"
)
NOT_MINE = rx.compile(
    r"^(?:a|an)\s+(?:question|problem|issue|bug|feeling|hunch|meeting|call|plan|idea|lot|few"
    r"|bit|couple|hard|great|good|bad|nice|test|look)\b|\b(?:Monday|Tuesday|Wednesday|Thursday"
    r"|Friday|Saturday|Sunday|PhD|MSc|BSc|MBA|Bachelor|Master|Zoom|Teams|Slack|PR|MR|CI|API|UI"
    r"|SQL|HTTP|JSON|CSV|URL)\b"
)
MAKE = (
    r"(?:co-?(?:wrote|built|created|authored|designed|developed)|built|created|made|wrote"
    r"|started|founded|co-?founded|launched|developed|designed"
    r"|invented|released|published|open-?sourced|coded|set up|shipped|hacked together"
    r"|put together|composed|painted)"
)
TOGETHER = rx.compile(
    rf"^(?:(?:me\s+(?:and|&)\s+(?P<a>{PERSON}))|(?:(?P<b>{PERSON})\s+(?:and|&)\s+(?:me|I|i"
    rf"|myself)))\s+(?:first\s+|originally\s+)?(?P<v>{MAKE})\s+(?P<o>.+)$",
    re.IGNORECASE,
)
MADE = rx.compile(
    rf"^(?:(?P<s>i|we|my\s+[a-z]+|{PERSON})(?:'ve|’ve| have| has)?\s+)?(?:also\s+|just\s+"
    rf"|originally\s+|once\s+|actually\s+|recently\s+)*(?P<v>{MAKE})\s+(?P<o>.+)$",
    re.IGNORECASE,
)
NAMED = rx.compile(
    r"^(?:an?|our|my|the|this)\s+(?P<k>(?:[\w-]+\s+){0,4}?[\w-]+?)(?:,\s+|\s+(?:called|named"
    r"|titled)\s+|:\s+)[\"'`“]?(?P<n>[\w.&'-]+(?:\s+(?:&\s+)?[A-Z][\w.&'-]*){0,3})(?=[\"'`”]?"
    r"(?:\s*[,.;!]|\s+(?:with|in|to|for|that|which|back|on|at|about|during|last|and|from"
    r"|using)\b|$))"
)
VERSION_OF = rx.compile(
    r"^(?:(?:the|an?)\s+)?(?:(?:very\s+)?(?:first|original|initial|early)\s+)?(?:version"
    r"|prototype|release|draft|iteration|beta|mvp)\s+of\s+(?:the\s+)?(?P<n>[\w.-]+"
    r"(?:\s+(?-i:[A-Z])[\w.-]*)*)",
    re.IGNORECASE,
)
AUTHOR = rx.compile(
    rf"^{WHO}\s*(?:'m|’m|am|is|'s|was|are|were)\s+(?:(?:also|one of)\s+)*(?:the\s+"
    r"|an?\s+)?(?:original\s+|main\s+|sole\s+|first\s+)?(?:author|creator|inventor|founder"
    r"|co-?founder|co-?author|designer|brains|mind|maker)s?\s+(?:of|behind)\s+(?:the\s+|a\s+"
    r"|an\s+)?(?P<o>[^,;:()!]+)",
    re.IGNORECASE,
)
BRAINCHILD = rx.compile(
    rf"^(?P<o>{PART})\s+(?:is|was)\s+(?:(?P<m>my)|(?P<s>{PERSON})['’]s)\s+(?:brainchild"
    rf"|creation|invention|side[- ]project|pet project|hobby project|weekend project){END}",
    re.IGNORECASE,
)
BY = rx.compile(
    r"^(?P<o>(?i:the|our|my|this)\s+[\w-]+(?:\s+[\w-]+){0,2}|[A-Z][\w.-]*)\s+(?:was|were|is"
    r"|are)\s+(?:originally\s+|first\s+)?(?:designed|built|made|created|developed|written"
    rf"|started|founded|drawn|painted|composed|invented|coded)\s+by\s+(?P<s>{PERSON}){END}"
)
KINDS = words(
    "tool script app application library package crate plugin extension game website site"
    " blog book novel album song podcast newsletter company startup bakery band cli bot"
    " framework module gem service course project paper comic zine font theme shop store"
    " magazine charity club studio agency language compiler dashboard editor parser client"
    " server"
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """Owners, belongings and works of one statement."""
    if not stretch.reading.by_user or len(stretch.words) > 30:
        return
    yield from first_of((nobody, owners, belongings, works), stretch)


def held(
    stretch: Stretch,
    party: Party,
    span: tuple[int, int],
    *,
    mode: ClaimMode = "asserts",
    when: When | None = None,
) -> Iterator[Claim]:
    """Who answers for a part of the work."""
    reading = stretch.reading
    inside = [word for word in stretch.between(*span) if word.lower not in ARTICLES | {"of"}]
    if (
        not inside
        or len(inside) > 4
        or any(word.lower in PRONOUNS | NO_HELD for word in inside)
        or inside[-1].lemma.lower() in EMPTY_NOUNS
    ):
        return
    if (
        any(word.pos in {"AUX", "PRON"} or word.tag in {"VBD", "VBZ", "VBP"} for word in inside[:-1])
        or inside[0].pos == "NUM"
    ):
        return
    predicate = reading.ontology.predicate("owns")
    thing = thing_of(reading, inside)
    kind = thing.kind if thing.kind in predicate.range and thing.kind != "value" else "project"
    definite = bool(re.match(r"(?:the|our|all)\b", stretch.text[slice(*span)], re.IGNORECASE))
    text = stated(
        reading,
        party,
        predicate,
        f"the {thing.name}" if definite else thing.name,
        mode=mode,
        when=when or When(),
    )
    yield reading.claim(party, "owns", text, thing=thing, kind=kind, mode=mode, when=when, confidence=0.75)


def owner(stretch: Stretch, span: tuple[int, int]) -> Party | None:
    """A person by name; "Soraya's team" is no single one."""
    party = called(stretch, span)
    return None if party is None or party.user else party


@rx.only_where(OWNER)
def owners(stretch: Stretch) -> Iterator[Claim]:
    """ "Farid owns checkout", "search is Anouk's baby", "billing belongs to Dovid"."""
    for pattern in OWNER:
        match = pattern.match(stretch.text)
        party = owner(stretch, match.span("s")) if match else None
        if match is not None and party is not None and not stretch.negated():
            yield from held(stretch, party, match.span("o"))
            return


def nobody(stretch: Stretch) -> Iterator[Claim]:
    """ "Nobody owns the importer since Kim left": who owned it no longer does."""
    match = NOBODY.match(stretch.text)
    if match is None or match["s"] is None:
        return
    party = owner(stretch, match.span("s"))
    name = next(one for one in "opq" if match[one])
    if party is not None:
        yield from held(stretch, party, match.span(name), mode="ends")


def belongings(stretch: Stretch) -> Iterator[Claim]:
    """ "My bike's a Surly Straggler", "I've got a Framework 13 and an old Mac mini at home"."""
    if stretch.negated():
        return
    match = IS_MY.match(stretch.text)
    if match is not None:
        value = phrase(match["o"])
        shown = f"{match['art'] or ''}{value}"
        if value and not re.match(r"(?:OK|Okay|Broken|Dead)\b", value):
            yield say(
                stretch,
                user(stretch),
                "owns",
                value,
                f"The user's {match['k'].lower()} is {shown}",
                qualifier=match["k"].lower(),
            )
        return
    match = HAS.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None:
        return
    for one in re.split(r",?\s+and\s+(?=an?\s)|,\s+(?=an?\s)", match["o"].strip(" .!")):
        if NOT_MINE.search(one):
            return
        found = HAVING.match(one)
        value = phrase(found["o"]) if found else ""
        if value:
            article = "an" if value[:1].lower() in "aeiou" else "a"
            yield say(stretch, party, "owns", value, f"{party.shown} owns {article} {value}")


@rx.only_where(TOGETHER, AUTHOR, BRAINCHILD, BY, MADE)
def works(stretch: Stretch) -> Iterator[Claim]:
    """ "Me and Dovid built the first version of Larkspur in 2016", "wrote a little tool, csvgrep"."""
    text = stretch.text
    match = TOGETHER.match(text)
    if match is not None:
        group = "a" if match["a"] else "b"
        other = owner(stretch, match.span(group))
        for party in (user(stretch), other):
            if party is not None:
                yield from creation(stretch, party, match.start("o"), match["o"])
        return
    match = AUTHOR.match(text)
    if match is not None:
        maker = person(stretch, match)
        if maker is not None:
            yield from creation(stretch, maker, match.start("o"), match["o"], loose=of_kind(match["o"]))
        return
    match = BRAINCHILD.match(text) or BY.match(text)
    if match is not None:
        mine = match.groupdict().get("m")
        maker = user(stretch) if mine else owner(stretch, match.span("s"))
        if maker is not None:
            yield from creation(stretch, maker, match.start("o"), match["o"], loose=True)
        return
    match = MADE.match(text)
    if (
        match is not None
        and (NAMED.match(match["o"]) or VERSION_OF.match(match["o"]))
        and not stretch.negated()
    ):
        who = (match["s"] or "i").lower()
        maker = (
            user(stretch)
            if who in {"i", "we"}
            else party_of(stretch, stretch.between(*match.span("s")), ("person",))
        )
        if maker is not None and maker.mention.kind == "person":
            yield from creation(stretch, maker, match.start("o"), match["o"])


def of_kind(text: str) -> bool:
    """True for "tinyfsm crate", which names a work though in small letters."""
    pieces = text.split()
    return len(pieces) > 1 and pieces[-1].strip(".!").lower() in KINDS


def creation(
    stretch: Stretch, party: Party, start: int, text: str, *, loose: bool = False
) -> Iterator[Claim]:
    """What was made, by its name."""
    reading = stretch.reading
    named = NAMED.match(text)
    version = VERSION_OF.match(text)
    if named is not None and named["k"].split()[-1].lower() in KINDS:
        low, high, kind_noun = start + named.start("n"), start + named.end("n"), named["k"]
    elif version is not None:
        low, high, kind_noun = start + version.start("n"), start + version.end("n"), ""
    else:
        plain = re.match(
            r"(?:the|an?|our|my|this)?\s*(?P<n>[\w.&-]+(?:\s+(?!in\b|with\b|for\b|to\b|at\b|on\b"
            r"|during\b|back\b|that\b|last\b|which\b|and\b)[\w.&-]+){0,3})",
            text,
            re.IGNORECASE,
        )
        if plain is None:
            return
        low, high, kind_noun = start + plain.start("n"), start + plain.end("n"), ""
    inside = [word for word in stretch.between(low, high) if word.lower not in ARTICLES]
    while inside and stretch.dated(inside[-1]):
        inside = inside[:-1]
    if not inside or any(word.lower in PRONOUNS for word in inside):
        return
    thing = thing_of(reading, inside)
    called = named is not None or thing.named
    if not (called or loose) or thing.head.lemma.lower() in EMPTY_NOUNS:
        return
    allowed = reading.ontology.predicate("created").range
    noun_kind = reading.ontology.heads.get(kind_noun.split()[-1].lower(), "") if kind_noun else ""
    kind = next((one for one in (noun_kind, thing.kind) if one in allowed), "project")
    when = reading.when(stretch.clause(tense="past"))
    shown = f"{kind_noun} {thing.name}".strip() if kind_noun else thing.name
    definite = "the " if loose and re.match(r"(?:the|our|this)\b", text, re.IGNORECASE) else ""
    statement = stated(
        reading, party, reading.ontology.predicate("created"), f"{definite}{shown}", mode="asserts", when=when
    )
    yield reading.claim(party, "created", statement, thing=thing, kind=kind, when=when, confidence=0.75)
