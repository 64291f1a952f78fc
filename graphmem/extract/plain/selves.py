"""What someone is called, where and when they were born, where they come from, what they speak, their address."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS, MORE_ADVERBS
from graphmem.extract.date_words import A_MONTH
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.kinship import NAME, NO_PERSON, Who, user_of, whom
from graphmem.extract.plain.occupations import does
from graphmem.extract.plain.people import made
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import When
from graphmem.extract.things import Thing
from graphmem.model import Claim

TONGUES = (
    r"(?:English|German|French|Spanish|Italian|Portuguese|Dutch|Swedish|Norwegian|Danish|Finnish|Icelandic"
    r"|Polish|Czech"
    r"|Slovak|Slovenian|Slovene|Croatian|Serbian|Bosnian|Bulgarian|Romanian|Hungarian|Greek|Turkish"
    r"|Russian|Ukrainian"
    r"|Belarusian|Lithuanian|Latvian|Estonian|Albanian|Macedonian|Georgian|Armenian|Arabic|Hebrew|Persian"
    r"|Farsi|Dari"
    r"|Pashto|Kurdish|Urdu|Hindi|Punjabi|Bengali|Gujarati|Marathi|Tamil|Telugu|Kannada|Malayalam|Sinhala"
    r"|Nepali"
    r"|Chinese|Mandarin|Cantonese|Hokkien|Japanese|Korean|Vietnamese|Thai|Lao|Khmer|Burmese|Malay|Indonesian"
    r"|Javanese|Tagalog|Filipino|Cebuano|Swahili|Amharic|Yoruba|Igbo|Hausa|Zulu|Xhosa|Afrikaans|Somali|Twi"
    r"|Wolof"
    r"|Catalan|Basque|Galician|Welsh|Irish|Gaelic|Breton|Maltese|Luxembourgish|Yiddish|Latin|Esperanto"
    r"|Quechua|Guarani"
    r"|Māori|Maori|Hawaiian|Samoan|Kazakh|Uzbek|Azerbaijani|Mongolian|Tibetan|Sami|Frisian|Swiss German"
    r"|Haitian Creole"
    r"|ASL|BSL|(?:\w+\s+)?sign language)"
)
LEVEL = (
    r"(?:(?:some|a (?:little|bit)(?: of)?|basic|decent|fluent|conversational|broken|rusty|passable|good"
    r"|native|perfect"
    r"|enough|both|mostly|mainly|only|also|okay-?ish|intermediate|beginner|pretty good|very good|poor|bad"
    r"|survival)\s+)*"
)
LANGS = (
    rf"{LEVEL}{TONGUES}(?:(?:\s*,\s*(?:and\s+|plus\s+)?|\s+and\s+|\s*&\s*|\s*/\s*|\s+plus\s+|\s+as"
    rf" well as\s+){LEVEL}{TONGUES})*"
)
SPEAKS = (
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|\s+am|\s+is|['’]s|\s+can|\s+do|\s+only)?(?:\s+(?:also|only|both"
               rf"|fluently|actually|mostly|still))*\s*\b(?:speaks?|spoke|speak both|understands?)\s+"
               rf"(?P<o>{LANGS})\b", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|\s+am|\s+is|['’]s)?(?:\s+(?:also|completely|totally|pretty|fairly"
               rf"|nearly|almost))*\s*\b(?:fluent in|bilingual(?: in|,|:)?|bilingual|conversational in"
               rf"|grew up bilingual(?: in|,|:)?|proficient in|grew up (?:speaking|with|on)|raised "
               rf"(?:speaking|on))\s*(?P<o>\(?{LANGS})\b",
               re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|\s+am|\s+is|['’]s)?\s*\b(?:an?\s+)?(?:native|fluent)\s+"
               rf"(?P<o>{LANGS})(?:[\s-]speakers?)?\b", re.IGNORECASE),
)  # fmt: skip
TONGUE_OF = (
    rx.compile(rf"^(?:my|our)\s+(?:native language|mother tongue|first language|native tongue|home"
               rf" language|languages?|second language)s?"
               rf"(?:\s+(?:is|are)|['’]s|:)\s+(?P<o>{LANGS})\b", re.IGNORECASE),
    rx.compile(rf"^(?P<o>{LANGS})(?:\s+(?:is|are)|['’]s)\s+my\s+(?:\w+\s+)?(?:native language|mother"
               rf" tongue|first language|native tongue|second language"
               r"|language)\b", re.IGNORECASE),
    rx.compile(rf"^(?:spoken )?languages(?: spoken)?\s*[:=]\s*(?P<o>{LANGS})\b", re.IGNORECASE),
    rx.compile(rf"^(?:at home )?(?:we|i) (?:speak|talk)\s+(?P<o>{LANGS})\b", re.IGNORECASE),
    rx.compile(rf"^native\s+(?P<o>{TONGUES})\s+speaker", re.IGNORECASE),
)  # fmt: skip
NAMES = (
    rx.compile(
        rf"^(?:(?:my|the) )?(?:full |first |last |real )?name\s*(?::|=|is|['’]s)\s*(?P<n>{NAME})",
        re.IGNORECASE,
    ),
    rx.compile(rf"^(?:you can |just |please |pls )*call me (?P<n>{NAME})", re.IGNORECASE),
)
ALIASES = (
    rx.compile(r"\b(?:every(?:one|body)|(?:most )?(?:people|ppl|folks|friends)|(?:my )?(?:friends|family"
               r"|colleagues|mates|coworkers|team)"
               rf"|they)(?:\s+(?:at|in|on|from)\s+\w+)?\s+{ADVERBS}calls?\s+me\s+(?P<n>{NAME})", re.IGNORECASE),
    rx.compile(rf"\b(?:i go by|i['’]m known as|i am known as|known as|my nickname(?: is|['’]s)|nicknamed"
               rf"|nickname:|goes by|a\.?k\.?a\.?)\s+(?P<n>{NAME})", re.IGNORECASE),
)  # fmt: skip
HANDLE = r"(?P<n>@?[A-Za-z][\w.-]*\w)"
SITES = (
    r"(?:github|gitlab|twitter|x|bluesky|mastodon|discord|telegram|slack|irc|linkedin|insta(?:gram)?"
    r"|reddit|bitbucket|codeberg|hn|skype|steam)"
)
HANDLES = (
    rx.compile(rf"\b(?:my|the) (?:{SITES} )?(?:handle|username|user ?name|nick|alias|login|gamertag|screen"
               rf" name|id)"
               rf"(?: (?:everywhere|everywhere online|there|online|on {SITES}))?(?:\s+is|['’]s|:)\s+{HANDLE}",
               re.IGNORECASE),
    rx.compile(rf"\bi(?:['’]m| am)\s+(?P<n>@?[\w.-]*\w)\s+on\s+{SITES}\b", re.IGNORECASE),
    rx.compile(rf"^(?:my )?{SITES}(?:\s*:\s*|\s+is\s+|\s+handle:?\s+)(?P<n>@[\w.-]*\w|\w+[-_.]\w[\w.-]*)"
               rf"(?=\s*(?:$|[,.;)]))", re.IGNORECASE),
    rx.compile(rf"\bmy {SITES}\s+is\s+(?P<n>@?[A-Za-z][\w.-]*\w)(?=\s*(?:$|[,.;)]))", re.IGNORECASE),
)  # fmt: skip
REACH = r"(?P<n>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\(?\+?\d[\d ()/-]{5,}\d)"
CONTACTS = (
    rx.compile(rf"\b(?:e-?mail|mail|reach|contact|ping|message|call|text|ring|write(?: to)?|invite"
               rf"|add)\s+me\b[^.;]{{0,25}}?\s\(?{REACH}", re.IGNORECASE),
    rx.compile(rf"\bmy\s+(?:\w+\s+)?(?:e-?mail|mail|phone|mobile|cell|number|cell ?phone|landline|whatsapp"
               rf"|signal)(?:\s+(?:address|number))?"
               rf"(?:\s+is|['’]s|:)\s+{REACH}", re.IGNORECASE),
    rx.compile(rf"\bmy\s+(?:\w+\s+)?(?:e-?mail|mail|phone|mobile|cell|number|landline|whatsapp|signal|address)"
               rf"(?:\s+(?:address|number))?\s+(?:has\s+|just\s+|is\s+)*(?:changed|changing|changes)\b[^.;]{{0,20}}?"
               rf"(?:\s+to|[,:]\s*(?:it['’]s|it\s+is|now|the\s+new\s+one\s+is|new\s+one\s+is))\s+{REACH}",
               re.IGNORECASE),
    rx.compile(rf"(?:^|[,;]\s*)(?:e-?mail|mail|phone|mobile|cell|tel|signal|whatsapp|telegram|contact)\s*"
               rf"(?::|=|\s+is)\s*{REACH}", re.IGNORECASE),
    rx.compile(rf"^(?:my\s+)?new\s+(?:phone\s+|mobile\s+|cell\s+)?number\b[^.;\d+]{{0,25}}\s{REACH}", re.IGNORECASE),
    rx.compile(rf"\bi['’]m\s+(?:reachable|available)\s+(?:at|on|under|via)\s+{REACH}", re.IGNORECASE),
)  # fmt: skip
ZONE = (
    r"(?P<n>(?:UTC|GMT)\s*(?:[+-]\s*\d{1,2}(?::?\d\d)?)?|C?ES?T|CEST|CET|E[SD]T|P[SD]T|C[SD]T|M[SD]T"
    r"|A[KS][SD]T|ET|PT|MT|IST|BST|JST|KST|AES?T|AEDT|AWST"
    r"|NZ[SD]?T|SGT|HKT|MSK|BRT|WES?T|EES?T|CAT|SAST|WAT|EAT|PKT"
    r"|(?-i:(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|US)/[A-Z]\w+"
    r"(?:/[A-Z]\w+)?)"
    r"|(?:Eastern|Pacific|Central|Mountain)(?=\s+(?:standard\s+|daylight\s+)?time\b|\s*$)(?:\s+time)?|"
    r"(?-i:[A-Z]\w+) time\b)"
)
ZONES = (
    rx.compile(r"^(?P<s>.*?)(?:['’]m|['’]re|\s+am|\s+are|\s+is|['’]s|\s+live|\s+work|\s+lives"
               rf"|\s+works)\s+{ADVERBS}(?:(?:in|on)\s+)?(?:the\s+)?{ZONE}"
               r"(?:\s+time ?zone)?\b(?!\s+(?:agency|engineer|developer|team|customers))", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?:my\s+)?(?:tz|time ?zone)\s*(?::|=|\s+is|['’]s)\s*(?:the\s+)?{ZONE}", re.IGNORECASE),
)  # fmt: skip
DAY = (
    r"(?P<n>\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?"
    rf"{A_MONTH}(?:,?\s+(?:of\s+)?\d{{4}})?|{A_MONTH}\s+"
    r"(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?)"
)
BIRTHS = (
    rx.compile(rf"^(?P<s>)(?:my\s+)?(?:b-?day|birthday|dob|d\.o\.b\.|date of birth|born)\s*(?::|['’]s"
               rf"|\s+is|\s+falls)?\s*(?:on\s+)?{DAY}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)['’]s\s+(?:b-?day|birthday)\s+(?:is|falls|was)\s+(?:on\s+)?{DAY}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)\s*(?:\b(?:was|were|am)\s+)?\bborn\s+(?:on\s+)?{DAY}", re.IGNORECASE),
    rx.compile(r"^(?P<s>.*?)\s*(?:\b(?:was|were)\s+)?\bborn\s+(?:back\s+)?(?:in\s+(?:"
               rf"(?-i:[A-ZÀ-Þ])[\w-]+\s+){{0,3}}(?:in\s+)?)?(?:in\s+)?(?P<n>(?:{A_MONTH}\s+)?(?:19|20)\d\d)\b",
               re.IGNORECASE),
)  # fmt: skip
PLACE = (
    r"(?P<o>(?:the\s+)?(?-i:[A-ZÀ-ÖØ-Þ][\w.'’-]*\w)(?:[\s-](?:(?-i:de|del|la|upon|am|an der|of|do|da"
    r"|sur|el)\s+)?(?-i:[A-ZÀ-ÖØ-Þ][\w'’-]*\w))*)"
)
ORIGINS = (
    (rx.compile(rf"^(?P<s>.*?)(?:\s+(?:was|were)|\b(?:was|were))?{MORE_ADVERBS}\s*\bborn\s+(?:and\s+(?:raised"
                rf"|bred)\s+)?(?:\d{{4}}\s+)?in\s+{PLACE}", re.IGNORECASE), "born_in"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]re|['’]s|\s+am|\s+are|\s+is)?{MORE_ADVERBS}\s*\b(?:originally(?: from)?"
                rf"|(?:comes?|came|hails?|hailing|coming) (?:originally )?from|(?:a )?native of)\s+{PLACE}",
                re.IGNORECASE), "comes_from"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]re|['’]s|\s+am|\s+are|\s+is){MORE_ADVERBS}\s+from\s+{PLACE}(?=\s*(?:$"
                rf"|[,.;!(]|and\b|but\b|originally|so\b))", re.IGNORECASE), "comes_from"),
    (rx.compile(rf"^(?P<s>.*?)(?:\s+(?:was|were)|\b(?:was|were))?{MORE_ADVERBS}\s*\b(?:grew up|raised|brought up)"
                rf"(?:\s+\w+ly)?\s+(?:in|near|around|outside)\s+{PLACE}", re.IGNORECASE), "comes_from"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)\s+an?\s+{PLACE}\s+(?:native|boy|girl|kid)\b",
               re.IGNORECASE), "comes_from"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)?\s*{PLACE}\s+born and (?:bred|raised)\b",
               re.IGNORECASE), "comes_from"),
    (rx.compile(rf"\b(?P<s>)in {PLACE},?\s+where i(?:\s+was born and)?\s+(?:grew up|was raised)",
               re.IGNORECASE), "comes_from"),
    (rx.compile(rf"\b(?P<s>)(?:where i(?:\s+\w+)? grew up|my (?:home ?town|birthplace|home ?land"
                rf"|(?:home|native) country)(?:\s+is|,))\s+{PLACE}", re.IGNORECASE), "comes_from"),
    (rx.compile(r"^(?P<s>.*?)(?:['’]m|['’]s|['’]re|\s+am|\s+is|\s+are)\s+an?\s+(?P<o>(?-i:[A-ZÀ-ÖØ-Þ]\w+"
                r"(?:er|ian|ino|ite|eño|an)))(?=\s*(?:$|,\s*born|by birth|through and through|at heart))",
               re.IGNORECASE),
     "comes_from"),
)  # fmt: skip
PRONOUNS = rx.compile(
    r"(?:^|\b)(?:my )?pronouns(?:\s+are)?\s*:?\s*(?P<n>(?:he|she|they|xe|ze|any)"
    r"(?:/\w+)+)|\(\s*(?P<m>(?:he|she|they)/\w+)\s*\)",
    re.IGNORECASE,
)
NO_PLACE = rx.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November"
                      r"|December|I|We|God|Scratch|Monday"
                      r"|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b")  # fmt: skip


INTRO = rx.compile(
    rf"^(?:(?:quick )?intro(?:duction)?|about me|hi|hey|hello|me)?\W*(?P<n>{NAME}),\s*(?P<a>[1-9]\d)\b"
    rf"(?:\s*,\s*(?P<r>[\w -]+?)"
    rf"(?:\s+(?:up |down |over |out )?(?:in|from|at|based in)\s+{PLACE})?)?\s*[.!]?$",
    re.IGNORECASE,
)
MINE = rx.compile(
    rf"\bmy (?P<o>{TONGUES})(?:\s+is|['’]s|\s+are)?\s+(?:native|fluent|rusty|so-so|ok|okay|decent|good"
    rf"|basic|broken|terrible"
    r"|bad|perfect|better|passable|pretty|not|excellent|limited|intermediate|conversational)\b",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of who somebody is."""
    if not stretch.reading.by_user or stretch.negated():
        return
    for reader in (names, contacts, zones, births, origins, tongues):
        yield from reader(stretch)


def me(stretch: Stretch) -> Who:
    """The user."""
    return Who(user_of(stretch.reading, stretch.words[0]))


def names(stretch: Stretch) -> Iterator[Claim]:
    """ "Full name: Adaeze Okafor-Lind", "most ppl call me Tobi", "pronouns: she/her"."""
    text = stretch.text
    match = INTRO.match(stretch.reading.sentence.text)
    if (
        match
        and match["n"].lower() not in NO_PERSON
        and (match["r"] is None or does(match["r"], stated_so=False))
    ):
        party = me(stretch).party
        yield made(stretch, party, "name", match["n"], when=When())
        yield made(
            stretch, party, "age_is", match["a"], text=f"The user is {match['a']} years old", when=When()
        )
        if match["r"]:
            yield made(stretch, party, "has_role", match["r"], when=When())
    for patterns, predicate in ((NAMES, "name"), (ALIASES, "also_known_as")):
        for pattern in patterns:
            match = pattern.search(text)
            if match and not set(match["n"].lower().split()) & NO_PERSON and not known(stretch, match["n"]):
                yield made(stretch, me(stretch).party, predicate, match["n"], when=When())
                break
    for pattern in HANDLES:
        match = pattern.search(text)
        if match and match["n"].lower() not in NO_PERSON | {"down", "back", "active", "full"}:
            yield made(stretch, me(stretch).party, "also_known_as", match["n"], when=When())
            break
    match = PRONOUNS.search(text)
    if match and (match["n"] or re.match(r"(?:i['’]m|name|this is|hi|hello|hey)\b", text, re.IGNORECASE)):
        yield made(stretch, me(stretch).party, "pronouns_are", match["n"] or match["m"], when=When())


def known(stretch: Stretch, name: str) -> str:
    """The kind of a thing that is known by this name."""
    return stretch.reading.ontology.known(name)


@rx.only_where(CONTACTS)
def contacts(stretch: Stretch) -> Iterator[Claim]:
    """ "best to email me (petra@lumafold.io)", "signal is +47 912 33 871"."""
    seen: set[str] = set()
    for pattern in CONTACTS:
        for match in pattern.finditer(stretch.text):
            if match["n"] not in seen:
                seen.add(match["n"])
                yield made(stretch, me(stretch).party, "reachable_at", match["n"].strip(), when=When())


@rx.only_where(ZONES)
def zones(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm CET", "tz: America/Bogota", "on Eastern time"."""
    for pattern in ZONES:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if (
            match
            and who
            and not re.match(r"(?:some|any|real|run|first|full|next|last|this)\b", match["n"], re.IGNORECASE)
        ):
            yield made(stretch, who.party, "time_zone_is", match["n"].strip(), when=When())
            return


@rx.only_where(BIRTHS)
def births(stretch: Stretch) -> Iterator[Claim]:
    """ "bday's the 3rd of november", "born in 1988"."""
    for pattern in BIRTHS:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match and who:
            value = re.sub(r"^the\s+", "", match["n"])
            day = re.search(r"\b\d{1,2}(?!\d)", value)
            text = f"{who.party.shown} was born {'on' if day else 'in'} {value}"
            yield made(stretch, who.party, "born_on", value, text=text, when=When())
            return


@rx.only_where(ORIGINS)
def origins(stretch: Stretch) -> Iterator[Claim]:
    """ "my folks are from Gujarat", "I was born in Iquitos but grew up in Lima"."""
    reading = stretch.reading
    for pattern, predicate in ORIGINS:
        match = pattern.search(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None or NO_PLACE.match(match["o"]):
            continue
        found = [one for one in stretch.between(*match.span("o")) if one.lower != "the"]
        if (
            not found
            or any(one.technical for one in found)
            or any(one.entity in {"ORG", "PERSON"} and len(found) > 1 for one in found)
        ):
            continue
        name = reading.sentence.stretch(found)
        if reading.ontology.known(name) not in {"", "place"}:
            continue
        thing = Thing(name, "place", found[0].start, found[-1].end, True, True, False, found[-1])
        text = stated(
            reading, who.party, reading.ontology.predicate(predicate), name, mode="asserts", when=When()
        )
        yield reading.claim(
            who.party, predicate, text, thing=thing, kind="place", when=When(), confidence=0.75
        )
        if predicate != "born_in":
            return


@rx.only_where(MINE, TONGUE_OF, SPEAKS)
def tongues(stretch: Stretch) -> Iterator[Claim]:
    """ "Korean is my mother tongue", "fluent in Dutch and French"."""
    for one in MINE.finditer(stretch.text):
        yield made(stretch, me(stretch).party, "speaks", one["o"], when=When())
    for pattern in (*TONGUE_OF, *SPEAKS):
        match = pattern.match(stretch.text)
        who = None if match is None else me(stretch) if pattern in TONGUE_OF else whom(stretch, match["s"])
        if match is None or who is None:
            continue
        for one in re.finditer(TONGUES, match["o"], re.IGNORECASE):
            start, end = match.start("o") + one.start(), match.start("o") + one.end()
            found = stretch.between(start, end)
            if (found and found[0].text[:1].isupper()) or one[0].lower().endswith("sign language"):
                yield made(stretch, who.party, "speaks", one[0], when=When())
        return
