"""Claims that one name is another of the same: renamed, called differently now, short for, also known as."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import MONTHS, PRONOUNS, WEEKDAYS, words
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim, Mention

# A name: up to five capitalised or technical words, with a number behind; quotes and ticks do not count.
_WORD = r"(?:[A-Z][\w&.'’+#]*(?:-\w+)*|[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+)"
_NAME = rf"(?:{_WORD}(?: (?:of|and|for|de|van|von) (?=[A-Z])| (?=[A-Z]))){{0,4}}{_WORD}(?: \d{{1,2}}\b)?"
# "the orders service": small letters need an article and a noun that tells what it is.
_PHRASE = (
    r"(?:(?<=[Tt]he )|(?<=[Oo]ur ))[a-z][\w-]*(?: [a-z]+)?"
    r" (?:service|repo|repository|project|app|api|API|team|database|server|library|tool|job|worker|pipeline|cluster)\b"
)
_THE = r"(?:(?:[Tt]he|[Oo]ur|[Mm]y|its|project|an?)\s+)?"
_QUOTE = "[\"'`“”*]*"
_OLD = rf"{_THE}{_QUOTE}(?P<old>{_NAME}|{_PHRASE}){_QUOTE}"
_NEW = rf"{_THE}{_QUOTE}(?P<new>{_NAME}|{_PHRASE}){_QUOTE}"
_NOW = r"(?:now|nowadays|these days|from now on|since then)"
_ADVERB = rf"(?:since\s+)?{ADVERBS}"
_WHO = r"(?:(?:which|who|that)\s+)?"
_MADE = r"(?:is|was|has been|got|gets|is being)"
_CHANGED = r"(?:re-?branded|renamed itself|changed (?:its|her|his|their) (?:\w+ )?name)"
_ENDS = r"(?=\s*(?:$|[.,;!)]))"
_BARE = rf"{_QUOTE}(?P<bare>[a-z][\w-]*){_QUOTE}{_ENDS}"
_ONE_AND_ALL = rf"(?:[Ww]e|[Ee]veryone|[Ee]verybody|[Pp]eople|[Tt]hey|[Ff]olks)\s+{ADVERBS}calls?"
_BEFORE = r"(?:formerly|previously|originally)"

RULES = tuple(
    rx.compile(pattern)
    for pattern in (
        # It was given another name.
        rf"\b(?:[Rr]e-?named|[Rr]e-?branded)\s+{_OLD}\s+(?:to|as|into)\s+(?:{_NEW}|{_BARE})",
        rf"{_OLD},?\s+{_MADE}\s+{_ADVERB}(?:re-?named|re-?branded)\s+(?:(?:to|as|into)\s+)?{_NEW}",
        rf"{_OLD}\s+(?:has\s+)?{_ADVERB}{_CHANGED}\s+(?:to|as)\s+{_NEW}",
        rf"{_OLD}\b[^.;]{{0,40}}?(?:\bis|\bare|'s)\s+(?:now\s+)?(?:called|named|known as)\s+{_NEW}\s+{_NOW}",
        rf"{_OLD}\b[^.;]{{0,40}}?(?:\bis|\bare|\bgoes|'s)\s+now\s+(?:called|named|known as|by|by the name)\s+{_NEW}",
        rf"{_OLD}\b[^.;]{{0,40}}?\bnow\s+(?:goes by|calls (?:it|her|him)self)\s+{_NEW}",
        rf"{_OLD},\s+(?:now(?! it['’]?s\b)|aka|a\.k\.a\.|alias|also known as|now (?:called|known as|named))\s+{_NEW}",
        rf"{_OLD}\s+(?:aka|a\.k\.a\.|AKA)\s+{_NEW}",
        rf"{_OLD}\s+\((?:aka|a\.k\.a\.|now|now called|also known as|{_BEFORE}|formerly known as|née|nee)\s+{_NEW}",
        # It had another name before.
        rf"{_OLD},\s+{_WHO}(?:was\s+)?{_BEFORE}\s+(?:called\s+|named\s+|known as\s+)?{_NEW}",
        rf"{_OLD},?\s+{_WHO}(?:used to be|was(?: once| {_BEFORE})?)\s+(?:called|named|known as)\s+{_NEW}",
        rf"{_OLD},?\s+(?:née|nee)\s+{_NEW}",
        rf"{_OLD}\s+is\s+(?:just\s+)?(?:the new|another|the old|the former)\s+name\s+(?:of|for)\s+{_NEW}",
        rf"{_OLD}\s+and\s+{_NEW}\s+are\s+the\s+same\s+(?:person|thing|service|company|project|repo|team|tool|system)\b",
        # It is called otherwise by somebody, or for short.
        rf"{_OLD},?\s+(?:or\s+)?{_NEW}\s+for\s+short\b",
        rf"{_OLD}\s+(?:is\s+short|stands|is\s+an?\s+(?:acronym|abbreviation|nickname|alias))\s+(?:for|of)\s+{_NEW}",
        rf"{_OLD}\s+(?:also\s+)?(?:goes by|is also (?:called|known as|named)|is known as|is nicknamed)\s+{_NEW}",
        rf"\b{_ONE_AND_ALL}\s+(?P<old>{_WORD})\s+(?P<new>{_WORD})(?=\s*(?:$|[.,;!)]|for short|here|internally|now))",
        rf"{_OLD},?\s+(?:\(|but\s+|and\s+|or\s+)?{_ONE_AND_ALL}\s+(?:it|him|her|them)\s+{_NEW}{_ENDS}",
    )
)
# Brackets behind a name hold another one when its letters are those of the words before: "... Portal (IDP)".
BRACKETS = (
    rx.compile(rf"{_OLD}\s*\(\s*(?:or\s+)?(?P<new>[A-Z][A-Za-z0-9&]{{1,5}})\s*\)"),
    rx.compile(
        r"(?<!\w)(?P<old>[A-Z][A-Z0-9&]{1,5})\s*\(\s*(?P<new>[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){1,5})\s*\)"
    ),
)
# "Nora Klein got married and is now Nora Weiss": the given name tells that both are one.
MARRIED = rx.compile(
    rf"{_OLD}\b[^.;]{{0,40}}?\b(?:is|goes|was)\s+now\s+(?:by\s+)?(?P<new>[A-Z][\w'’-]+ [A-Z][\w'’-]+)"
)
FAMILY_NAME = rx.compile(
    r"(?P<old>[A-Z][\w'’-]+ [A-Z][\w'’-]+)\b[^.;]{0,40}?\b(?:changed|took)\s+(?:her|his|their)\s+"
    r"(?:last |family |sur)name\s+(?:to|as)\s+(?P<new>[A-Z][\w'’-]+)\b"
)
# Small letters before capitals in brackets: as many words as there are letters, "content delivery network (CDN)".
LETTERS = rx.compile(r"(?P<words>(?:[A-Za-z][\w-]* ){2,7})\((?:or )?(?P<new>[A-Z]{2,6})s?\)")
HEAD = rx.compile(r"(?<= )(?:service|repo|repository|project|app|api|API|team|database|server|library|tool|job|worker"
                  r"|pipeline|cluster)$")  # fmt: skip
NO_NAME = (
    PRONOUNS
    | WEEKDAYS
    | MONTHS
    | words(
        "the a an is was now we it no yes ok if when so but and or i i'm it's not head lead senior down up on"
        " off back"
    )
)
_INTRODUCED = r"(?P<name>[A-Z][a-zà-ÿ]+(?: [A-Z][\w'’-]+)?)"
SELF = rx.compile(
    r"(?:^|[,.!;]\s*|\b(?:[Hh]i|[Hh]ey|[Hh]ello|[Yy]o)[,!]?\s+)"
    r"(?:[Ii]['’]?m|[Ii] am|[Tt]his is|[Mm]y name(?:['’]s| is))"
    rf"\s+{_INTRODUCED}(?=\s*(?:$|[,.!;–—-]|and I\b|from\b|here\b))"
)
HERE = rx.compile(rf"^(?:(?:hi|hey|hello)[,!]?\s+)?{_INTRODUCED} here\s*(?:[,.!–—-]|$)", re.IGNORECASE)
NO_PERSON = words(
    "german french spanish italian english british american canadian indian chinese japanese russian polish dutch"
    " irish scottish welsh swedish danish norwegian finnish czech austrian swiss greek turkish brazilian mexican"
    " portuguese ukrainian european asian african australian jewish muslim christian catholic vegan vegetarian"
    " sorry happy glad done sick tired busy curious afraid sure stuck lost confused back ready new nothing someone"
    " still right great good fine nobody anyone everyone all looking trying working"
)


@rx.only_where(SELF, HERE, MARRIED, FAMILY_NAME, LETTERS, RULES, BRACKETS)
def of_sentence(reading: Reading) -> Iterable[Claim]:
    """Other names that a sentence of the user gives to someone or something, or to the user."""
    text = reading.sentence.text.rstrip()
    if (
        not reading.by_user
        or text.endswith("?")
        or re.match(r"(?:if|should|could|can|let's|maybe)\b", text.lower())
    ):
        return
    yield from own_name(reading)
    for old, new, at in by_family(reading):
        if is_other(old, new):
            yield called(reading, old, new, at)
            return
    for rule in (*RULES, *BRACKETS):
        match = rule.search(reading.sentence.text)
        if match is None:
            continue
        old = match["old"].strip(" .,'’")
        new = (match["new"] or match.groupdict().get("bare") or "").strip(" .,'’")
        old = old.removesuffix("'s").removesuffix("’s")
        if rule is RULES[0] and HEAD.search(old) and re.fullmatch(r"[a-z][\w-]*", new):
            new = f"{new} {HEAD.findall(old)[0]}"  # "we renamed the hermes service to mailroom"
        if is_other(old, new) and (rule not in BRACKETS or abbreviates(old, new)):
            yield called(reading, old, new, match.start("old"))
            return


def called(reading: Reading, old: str, new: str, at: int) -> Claim:
    """The claim that a name of the sentence has another beside it."""
    text = finish(f"{old} is also known as {new}")
    subject = place(reading, at, old)
    return reading.claim(Party(subject, old), "also_known_as", text, value=new, confidence=0.9)


def by_family(reading: Reading) -> Iterator[tuple[str, str, int]]:
    """People who keep their given name under another family name, and letters in brackets that stand for words."""
    text = reading.sentence.text
    match = MARRIED.search(text)
    if match and len(match["old"].split()) == 2 and match["old"].split()[0] == match["new"].split()[0]:
        yield match["old"], match["new"], match.start("old")
    match = FAMILY_NAME.search(text)
    if match:
        yield match["old"], f"{match['old'].split()[0]} {match['new']}", match.start("old")
    for match in LETTERS.finditer(text):
        listed = match["words"].split()
        for count in range(2, len(listed) + 1):
            old = " ".join(listed[-count:])
            if abbreviates(old, match["new"]):
                yield old, match["new"], match.end("words") - 1 - len(old)
                break


def is_other(old: str, new: str) -> bool:
    """True for two names that differ, neither of them a pronoun or a day of the week."""
    return (
        old.lower() != new.lower()
        and not {old.lower(), new.split(maxsplit=1)[0].lower()} & NO_NAME
        and len(old) > 1
    )


def abbreviates(one: str, other: str) -> bool:
    """True when the shorter is made of the first letters of the longer, its small words aside."""
    short, full = sorted((one, other), key=len)
    listed = re.split(r"[\s-]+", full)
    every = "".join(word[0] for word in listed).lower()
    large = "".join(
        word[0] for word in listed if word.lower() not in {"of", "the", "and", "for", "in"}
    ).lower()
    return len(listed) > 1 and short.replace("&", "").lower() in {every, large}


def place(reading: Reading, at: int, name: str) -> Mention:
    """A name of the sentence as a mention, of the kind that it has where it stands."""
    low = reading.sentence.start + at
    start, end = reading.sentence.passage.source(low, low + len(name))
    inside = [word for word in reading.sentence.words if low <= word.start < low + len(name)]
    thing = reading.thing(inside[-1]) if inside else None
    kind = reading.focus.kinds.get(name.lower()) or (thing.kind if thing is not None else "")
    return Mention(reading.message.id, start, end, name, kind or "concept")


def own_name(reading: Reading) -> Iterator[Claim]:
    """ "I'm Teo, ...", "Teo here": the user's own name, where the parser sees an adjective."""
    match = SELF.search(reading.sentence.text) or HERE.match(reading.sentence.text)
    if match is None or reading.ontology.known(match["name"]) or not match["name"][0].isupper():
        return
    at = reading.sentence.start + match.start("name")
    first = next((word for word in reading.sentence.words if word.start == at), None)
    if (
        first is None
        or first.entity in {"GPE", "NORP", "LANGUAGE", "DATE"}
        or first.lower in NO_NAME | NO_PERSON
    ):
        return
    start, end = reading.sentence.passage.source(first.start, first.end)
    user = Party(Mention(reading.message.id, start, end, USER, "person"), "The user", user=True)
    yield reading.claim(
        user, "name", finish(f"The user is called {match['name']}"), value=match["name"], confidence=0.9
    )
