"""Who belongs to someone, in plain words: kin and friends by name, couples, pets, and how old they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.dates import written
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.kinship import (
    ADJ,
    ANIMALS,
    FOLK,
    KIN_RE,
    NAME,
    Who,
    party_named,
    person_thing,
    relation,
    user_of,
    usual,
    whom,
)  # fmt: skip
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import either
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode, Mention

NAMES = rf"{NAME}(?:\s*,\s*{NAME})*(?:\s*,?\s*(?:and|&|\+)\s+{NAME})?"
PET = f"(?:{either(ANIMALS)})(?:es|s)?"
ONE = r"(?:an?|one|two|three|four|five|six|\d)"
# Every way in which a name stands beside the word for what somebody is to the user.
KIN_NAMES = (
    rx.compile(rf"\b(?:my|our)\s+(?P<adj>{ADJ})(?P<k>{KIN_RE})\s*(?:,|\(|is|are|is called|are called|named"
               rf"|called|was"
               rf"|['’]re)?\s*(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"(?:^|[,;:(]\s*|\b(?:and|the|my|our)\s+)(?P<adj>{ADJ})(?P<k>{KIN_RE})['’]s?\s+names?"
               rf"(?:\s+(?:is|are)|['’]s)\s+(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"(?:^|[,;:(]\s*|\band\s+)(?:the|my|our)\s+(?P<adj>{ADJ})(?P<k>kids|children|twins|boys"
               rf"|girls)\s*(?:are|,|\()"
               rf"\s*(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"\b(?:i|we)(?:['’]ve(?: got)?|\s+have(?: got)?|\s+got|\s+(?:live|share[\w ]*|work)"
               rf" with)\s+(?:my\s+)?{ONE}\s+(?P<adj>{ADJ})"
               rf"(?P<k>{KIN_RE}),?\s*"
               rf"(?:called\s+|named\s+|\(|:\s*)?(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"(?:\ba|\band an?)\s+(?P<adj>{ADJ})(?P<k>son|daughter|brother|sister)\s*,?\s*(?:called\s+"
               rf"|named\s+)?(?P<n>{NAME})"
               r"(?=\s*(?:who|\(|,|$))", re.IGNORECASE),
    rx.compile(rf"\b(?P<adj>{ADJ})(?P<k>{KIN_RE})\s+of (?:mine|ours)\s*(?:,|\(|called|named)\s*(?P<n>{NAME})",
               re.IGNORECASE),
    rx.compile(rf"\b(?P<n>{NAMES})(?:\s+(?:is|are|was|has been|have been)|['’]s|['’]s been|,)\s+(?:my"
               rf"|our)\s+(?P<adj>{ADJ})"
               rf"(?P<k>{KIN_RE})(?=\s*(?:$|[,.;:!()–-])|\s+(?:and|but|who|from|in|at|is|was|by|so|too"
               rf"|here|now|since|lives|works|btw|lol)\b)",
               re.IGNORECASE),
    rx.compile(rf",\s*(?P<n>{NAME})\s+(?:is\s+)?(?:my|our)\s+(?P<adj>{ADJ})(?P<k>{KIN_RE})\s*$", re.IGNORECASE),
    rx.compile(rf"^(?P<adj>{ADJ})(?P<k>{KIN_RE})\s*(?::|,|\()?\s*(?P<n>{NAMES})(?=\s*(?:is|are|was|has|had"
               rf"|lives|works|owns|runs|plays|speaks|teaches|moved|started|joined|got|went|loves|studies"
               r"|turned|just|[,.;)]|$))", re.IGNORECASE),
)  # fmt: skip
PET_NAMES = (
    rx.compile(rf"\b(?:my|our)\s+(?:[\w-]+\s+){{0,3}}?(?P<k>{PET})\s*(?:,|\(|is called|are called|is named"
               rf"|named|called)?\s*"
               rf"(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"^(?:the\s+)?(?P<k>dog|cat|puppy|kitten|parrot|hamster|rabbit|pet)s?\s*[:(]\s*"
               rf"(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"(?:^|[:,]\s*)(?:\d\s+|an?\s+|one\s+)?(?P<k>{PET})\s*\((?P<n>{NAMES})\)", re.IGNORECASE),
    rx.compile(rf"(?:^|\b(?:i|we)(?:['’]ve)?\s+)(?:have|got|adopted|rescued|own|keep|also have)\s+"
               rf"(?:got\s+)?{ONE}\s+(?:[\w-]+\s+){{0,3}}?"
               rf"(?P<k>{PET}),?\s+(?:called\s+|named\s+)?(?P<n>{NAMES})", re.IGNORECASE),
    rx.compile(rf"\b(?P<n>{NAME})(?:\s+is|['’]s|,)\s+(?:my|our)\s+(?:[\w-]+\s+){{0,3}}?(?P<k>{PET})"
               rf"(?!['’]s)\b", re.IGNORECASE),
    rx.compile(rf"\b(?:my|our|the)\s+(?:[\w-]+\s+){{0,2}}?(?P<k>{PET})['’]s?\s+names?(?:\s+(?:is|are)"
               rf"|['’]s)\s+(?P<n>{NAMES})", re.IGNORECASE),
)  # fmt: skip
HERS = rx.compile(
    rf"\b(?P<n>{NAME})(?:\s+is|['’]s)\s+my\s+(?P<k>{KIN_RE})['’]s\s+(?:[\w-]+\s+)?"
    rf"(?P<p>{PET})\b",
    re.IGNORECASE,
)
GONE = rx.compile(
    r"\b(?:died|passed away|passed|put (?:\w+ )*(?:down|to sleep)|lost|used to|was|were|no"
    r" longer|late)\b"
)
YEARS = r"(?P<v>[1-9]\d?|10\d)"
OLD = r"(?:\s*(?:years?(?: old)?|yrs?(?: old)?|y/?o)\b)?"
AGES = (
    rx.compile(rf"^(?P<s>.*?)\s*(?:['’]s|['’]m|\s+is|\s+am|\s+has|['’]ve|\s+have)?\s*(?:just|recently"
               rf"|already|now|finally)?\s*"
               rf"\bturned\s+{YEARS}\b(?!\s*(?:%|percent|of))", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]s|['’]m|\s+is|\s+am)\s+(?:only\s+|now\s+|already\s+|almost\s+"
               rf"|about\s+)?{YEARS}"
               r"(?:(?:\s+years? old|\s+yrs? old|\s*y/?o\b)|(?=\s*(?:$|[,;!)]|\.(?!\d)|now\b|today\b|this\b"
               r"|already\b|and\b)))", re.IGNORECASE),
)  # fmt: skip
NOT_YET = rx.compile(r"\b(?:before|until|till|when|once|by\s+the\s+time)\s+\S+$", re.IGNORECASE)
AGE_BESIDE = (
    rx.compile(rf"\b(?P<n>{NAME})\s*\((?:(?:he|she|they)(?:['’]s|\s+is)\s+)?(?:now\s+"
               rf"|aged?\s+)?{YEARS}{OLD}(?:\)|$)", re.IGNORECASE),
    rx.compile(rf"\b(?P<n>{NAME})\s*,?\s+who(?:['’]s|\s+is|\s+just turned)\s+(?:now\s+|only\s+)?{YEARS}\b"
               rf"(?!\s+(?!years?|and|now)\w)", re.IGNORECASE),
    rx.compile(rf"\b(?P<n>{NAME}),\s+(?:aged?\s+|now\s+)?{YEARS}{OLD}\s*(?:[,;.)]|$|and\b|\w+ (?:mix|cross))",
               re.IGNORECASE),
    rx.compile(rf"\b(?P<n>{NAME}),\s+(?:aged?\s+|a\s+|an\s+)?{YEARS}[\s-]*(?:years?[\s-]old|yrs?[\s-]old"
               rf"|y/?o)\b", re.IGNORECASE),
)  # fmt: skip
BOTH = rx.compile(
    rf"\((?P<n>{NAME}(?:,\s*{NAME})*\s+(?:and|&)\s+{NAME})\)\s*(?:are|just turned|turned"
    rf"|both turned)\s+{YEARS}\b",
    re.IGNORECASE,
)
OWN_AGE = rx.compile(rf"(?:^|[,;(]\s*)(?:i['’]m an?\s+|an?\s+)?{YEARS}[\s-]*(?:yo|y/o|years? old|yr old"
                     rf"|year[- ]old)\b(?=.*\b(?:here|dad|mom|mum|man|woman|father"
                     r"|mother|developer|engineer|student|teacher|nurse)\b)", re.IGNORECASE)  # fmt: skip
SPAN = r"(?:\s+(?:for|since|almost|nearly|about|over)\b|\s*$|[,.;!]|\s+(?:now|\d))"
COUPLES = (
    (rx.compile(r"^(?P<s>.*?)(?:['’]ve|\s+have|['’]re|\s+are)?\s+(?:now\s+)?(?:been\s+)?together(?=\s+"
                r"(?:for|since|now|\d)|\s*$)", re.IGNORECASE), "partner_of", False),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have|\s+am|['’]m|['’]re|\s+are)?\s*{ADVERBS}(?:\b(?:been|got"
                r"|get)\s+)?(?:happily\s+)?(?:\bmarried|\bhitched|\btied the knot)"
                rf"(?:\s+(?:to|with)\s+(?P<o>{NAME}))?(?=\s|[,.!]|$)", re.IGNORECASE), "married_to", False),
    (rx.compile(rf"^(?P<s>.*?)\s*\bmarried\s+(?P<o>{NAME})(?=\s+(?:in|on|last|at|back|when|this|two|three"
                rf"|\d)|[,.!]|$)", re.IGNORECASE), "married_to", False),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have|\s+am|['’]m|['’]re|\s+are)?\s*(?:just\s+|recently\s+)?"
                rf"(?:\b(?:been|got|get)\s+)?\bengaged(?:\s+to\s+(?P<o>{NAME}))?"
                r"(?=\s|[,.!]|$)(?!\s+(?:in|with|on)\s+(?:a|the|this|our))", re.IGNORECASE), "partner_of", False),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have|['’]m|\s+am)?\s*(?:been\s+)?\b(?:dating|seeing|going out"
                rf" with)\s+(?P<o>{NAME})(?=\s|[,.!]|$)", re.IGNORECASE),
     "partner_of", False),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have|['’]re|\s+are)?\s*(?:just\s+|recently\s+)?(?:\bgot\s+)?\b"
                rf"(?:broke up|broken up|split up|separated|parted ways"
                rf"|called it quits|are over|split)(?:\s+(?:with|from)\s+(?P<o>{NAME}))?(?=\s|[,.!]|$)"
                r"(?!\s+(?:(?:the|our|my|an?|it|this|that)\b|(?-i:[A-Z])))",
               re.IGNORECASE), "partner_of", True),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have|['’]re|\s+are|['’]m|\s+am)?\s*(?:just\s+|recently\s+)?"
                rf"(?:\bgot\s+)?\bdivorced(?:\s+(?:from\s+)?(?P<o>{NAME}))?"
                r"(?=\s|[,.!]|$)", re.IGNORECASE), "married_to", True),
    (rx.compile(rf"^(?P<s>.*?)\s*(?:\b(?:newly|now|recently|suddenly)\s+)?\bsingle(?: again)?\s+after\s+"
                rf"(?:[\w-]+\s+){{1,3}}(?:years?|months?)\s+with\s+(?P<o>{NAME})", re.IGNORECASE),
     "partner_of", True),
)  # fmt: skip
WITH_ME = rx.compile(rf"\b(?:me and (?P<a>{NAME})|(?P<b>{NAME}) and (?:me|i))\b", re.IGNORECASE)
EXPECT = rx.compile(
    r"^(?P<s>(?:i|we)|(?:my|our) (?:wife|girlfriend|partner|fianc[eé]e) and i)(?:['’]re|['’]m|\s+are"
    r"|\s+am)\s+(?:also\s+|currently\s+)?expecting\s+"
    r"(?P<o>(?:our|my|a|twins|another)\b(?:\s+(?:first|second|third|fourth|baby|child|kid|son|daughter"
    r"|girl|boy|little one|one))*)", re.IGNORECASE,
)  # fmt: skip


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of those around somebody."""
    if not stretch.reading.by_user:
        return
    yield from pets(stretch)
    yield from kin_by_name(stretch)
    yield from couples(stretch)
    if not stretch.negated():
        yield from ages(stretch)
        yield from expecting(stretch)


def names_in(stretch: Stretch, span: tuple[int, int], kind: str = "person") -> Iterator[Thing]:
    """The names of "Emre, Can and Defne"; nothing when one of them is none."""
    found = [person_thing(stretch, (span[0] + one.start(), span[0] + one.end()), kind)
             for one in re.finditer(rf"(?!and\b){NAME}", stretch.text[slice(*span)])]  # fmt: skip
    if all(one is not None and no_place(stretch, one) for one in found):
        yield from (one for one in found if one is not None)


def no_place(stretch: Stretch, thing: Thing) -> bool:
    """False for "my sister Berlin"-like misreadings, where the name is surely a place or a people."""
    within = [one for one in stretch.words if thing.start <= one.start < thing.end]
    return not any(one.entity in {"NORP", "LANGUAGE", "DATE", "TIME"} for one in within)


@rx.only_where(KIN_NAMES)
def kin_by_name(stretch: Stretch) -> Iterator[Claim]:
    """ "my flatmate Bogdan", "the kids are Joar and Tuva", "Jonna's my stepsister"."""
    seen: set[str] = set()
    for pattern in KIN_NAMES:
        for match in pattern.finditer(stretch.text):
            word = usual(match["k"])
            ex = bool(re.search(r"\b(?:ex|former)\b", f"{match['adj']} {word}", re.IGNORECASE))
            predicate = relation(word)
            before = stretch.text[: match.start()].rstrip().lower()
            if not predicate or before.endswith(("not", "n't", "'s", "his", "her", "their", "your")):
                continue
            if ex and predicate not in {"married_to", "partner_of"}:
                continue
            for thing in names_in(stretch, match.span("n")):
                if thing.name.lower() not in seen:
                    seen.add(thing.name.lower())
                    yield bond(stretch, word, predicate, thing, ex=ex)


def bond(stretch: Stretch, word: str, predicate: str, thing: Thing, *, ex: bool = False) -> Claim:
    """One person and what they are to the user."""
    reading = stretch.reading
    single = {"kids": "child", "children": "child", "twins": "child", "in-laws": "relative"}.get(word, word)
    single = single.removesuffix("s") if word in FOLK and single == word else single
    single = {"youngest": "youngest child", "oldest": "oldest child", "eldest": "eldest child"}.get(
        single, single
    )
    former = "former " if ex and not single.startswith("ex") else ""
    text = finish(f"The user's {former}{single} is {thing.name}")
    mode: ClaimMode = "ends" if ex else "asserts"
    me = user_of(reading, stretch.words[0])
    return reading.claim(me, predicate, text, thing=thing, kind="person", mode=mode, confidence=0.8)


@rx.only_where(HERS, PET_NAMES)
def pets(stretch: Stretch) -> Iterator[Claim]:
    """ "dog: Biscuit", "three chickens named Salt, Pepper and Paprika"."""
    reading = stretch.reading
    match = HERS.search(stretch.text)
    if match:
        thing = person_thing(stretch, match.span("n"), "animal")
        if thing is not None:
            word = usual(match["k"])
            start, end = reading.sentence.passage.source(thing.start, thing.end)
            mention = Mention(reading.message.id, start, end, f"user's {word}", "person")
            owner = Party(mention, f"The user's {word}")
            text = finish(f"The user's {word} has a pet called {thing.name}")
            yield reading.claim(owner, "has_pet", text, thing=thing, kind="animal", confidence=0.75)
        return
    if GONE.search(stretch.text) or stretch.negated():
        return
    for pattern in PET_NAMES:
        match = pattern.search(stretch.text)
        if match is None:
            continue
        if match["k"][0].isupper() and match.start("k"):
            continue  # "my Snake Plant"
        for thing in names_in(stretch, match.span("n"), "animal"):
            kind = match["k"].lower()
            single = kind if kind in ANIMALS else kind.removesuffix("s")
            text = finish(f"The user's {single} is called {thing.name}")
            me = user_of(reading, stretch.words[0])
            yield reading.claim(me, "has_pet", text, thing=thing, kind="animal", confidence=0.8)
        return


@rx.only_where(AGE_BESIDE, BOTH, OWN_AGE, AGES)
def ages(stretch: Stretch) -> Iterator[Claim]:
    """ "Noor (she's 9)", "turned 29 last week", "Biscuit, 4 y/o"."""
    seen: set[str] = set()
    for pattern in AGE_BESIDE:
        for one in pattern.finditer(stretch.text):
            thing = person_thing(stretch, one.span("n"))
            if thing is None or thing.name in seen or not somebody(stretch, thing):
                continue
            seen.add(thing.name)
            kind = stretch.reading.focus.kinds.get(thing.name.lower(), "person")
            yield aged(stretch, Who(party_named(stretch.reading, thing, kind)), one["v"])
    both = BOTH.search(stretch.text)
    if both:
        for thing in names_in(stretch, both.span("n")):
            yield aged(stretch, Who(party_named(stretch.reading, thing)), both["v"])
        return
    own = OWN_AGE.search(stretch.text)
    if own and not seen:
        yield aged(stretch, Who(user_of(stretch.reading, stretch.words[0])), own["v"])
        return
    for pattern in AGES:
        match = pattern.match(stretch.text)
        if match and NOT_YET.search(match["s"]):
            return
        who = (beast(stretch, match["s"]) or whom(stretch, match["s"])) if match else None
        if match and who and not seen and not re.search(r"\bwe$", match["s"].strip(), re.IGNORECASE):
            if who.party.user and not match["s"].strip() and "turned" not in match[0].lower():
                continue
            yield aged(stretch, who, match["v"])
            return


def beast(stretch: Stretch, left: str) -> Who | None:
    """Bramble as the "he" of "Our horse is called Bramble and he's 19"."""
    if left.strip().lower() not in {"he", "she", "it"}:
        return None
    sentence = stretch.reading.sentence
    before = [one for one in sentence.words if one.start < stretch.start]
    if not before:
        return None
    front = Stretch(stretch.reading, before)
    for pattern in PET_NAMES:
        match = pattern.search(front.text)
        thing = person_thing(front, match.span("n"), "animal") if match else None
        if thing is not None:
            return Who(party_named(stretch.reading, thing, "animal"))
    return None


def somebody(stretch: Stretch, thing: Thing) -> bool:
    """True for a name that is surely somebody's: known as such, or the user's kin in this sentence."""
    kind = stretch.reading.focus.kinds.get(thing.name.lower(), "")
    if kind in {"person", "animal"}:
        return True
    named = [*PET_NAMES, *KIN_NAMES]
    text = stretch.text
    return any(thing.name in match["n"] for one in named for match in one.finditer(text))


def aged(stretch: Stretch, who: Who, years: str) -> Claim:
    """An age, which holds from when it was said or reached."""
    reading = stretch.reading
    when = reading.when(stretch.clause(tense="past"))
    text = finish(f"{who.party.shown} is {years} years old")
    return reading.claim(who.party, "age_is", text, value=years, when=when, confidence=0.8)


@rx.only_where(COUPLES)
def couples(stretch: Stretch) -> Iterator[Claim]:
    """ "me and Dovid have been together for six years", "been married to Luis since 2003"."""
    reading = stretch.reading
    for pattern, predicate, over in COUPLES:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None or (stretch.negated() and not over):
            continue
        target = (
            person_thing(stretch, match.span("o")) if "o" in pattern.groupindex and match["o"] else who.other
        )
        party = who.party
        if target is None and party.user:
            target = beside(stretch)
        if target is None:
            continue
        kin_word = re.search(r"\b(?:wife|husband|married|divorced)\b", reading.sentence.text, re.IGNORECASE)
        named = "married_to" if over and kin_word else predicate
        mode: ClaimMode = "ends" if over else "asserts"
        when = reading.when(stretch.clause(tense="past" if over else "present"), ends=over)
        text = stated(reading, party, reading.ontology.predicate(named), target.name, mode=mode, when=when)
        yield reading.claim(
            party, named, text, thing=target, kind="person", mode=mode, when=when, confidence=0.8
        )
        return


def beside(stretch: Stretch) -> Thing | None:
    """Claire of "We separated last autumn, me and Claire"."""
    match = WITH_ME.search(stretch.text)
    return None if match is None else person_thing(stretch, match.span("a" if match["a"] else "b"))


def expecting(stretch: Stretch) -> Iterator[Claim]:
    """ "We're expecting our first in October"."""
    match = EXPECT.match(stretch.text)
    if match is None:
        return
    reading = stretch.reading
    clause = stretch.clause(tense="future")
    dates = reading.dates(clause)
    said = re.sub(r"^(?:our|my)\b", "their", match["o"], flags=re.IGNORECASE)
    said += " child" if re.search(r"(?:first|second|third|fourth|another|one)$", said, re.IGNORECASE) else ""
    value = f"is expecting {said}" + (f" in {written(dates[0], reading.said_at)}" if dates else "")
    me = user_of(reading, stretch.words[0])
    when: When = reading.when(clause)._replace(end=None)
    yield reading.claim(me, "plans", finish(f"The user {value}"), value=value, when=when, confidence=0.8)
