"""Names of people typed in small letters get their capital, where the words around leave no doubt who is meant.

"noor and i broke up", "yusuf handed the docs repo over to Annika": in English a lone noun without an article stands
before "and I", or does what only people do, when it is a name. Every character stays in its place.
"""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.vocabulary import FAMILY, FOLK, PETS, PRONOUNS, ROLE_HEADS, TURN_WORDS, words

OPENS = (
    r"(?:(?:^|[.!?;,:\n]\s+|\b(?:so|and|but|since|because|that|when|now|then|today|yesterday|ok|well|update"
    r"|also)\s+))"
)
WITH_ME = rx.compile(
    rf"{OPENS}(?P<n>[a-z][a-z-]+)(?=\s+(?:and|&)\s+(?:i|I|me)\s+(?:['’]?(?:re|ve)|are|were|have|had|got|just"
    rf"|broke|split|finally|moved|met|live"
    r"|divorced|separated|married|went|called|decided|adopted|bought|started|parted)\b)"
)
# Tools are called so too: "vim is my editor".
NO_ROLES = words(
    "editor driver planner tester assistant administrator admin lead vp coach supervisor cook vet author phd"
)
DEEDS = (
    r"(?:handed\s+(?:the|his|her|over|in)|quit\b(?!\s+(?:working|responding))|resigned|retired\s+(?:from|in"
    r"|last|this)|stepped\s+down|got\s+(?:married"
    r"|engaged|promoted|fired|hired|laid\s+off|pregnant|divorced)|moved\s+(?:in|out)\b|took\s+over\s+(?:the"
    r"|from|as)|left\s+(?:us|me|the\s+(?:team"
    r"|company|firm))|works\s+(?:at|for|as)\b|lives\s+(?:in|with)\b|(?:cancell?ed|bailed|flaked)\s+on\s+(?:me"
    r"|us)|is\s+on\s+(?:maternity|paternity"
    r"|parental|sick)\s+leave|is\s+(?:my|our)\s+(?:new\s+)?(?:boss|manager|wife|husband|girlfriend|boyfriend"
    r"|partner|roommate|flatmate|landlord"
    r"|dentist|doctor|lead)|is\s+(?:my|our)\s+(?:new\s+)?"
    r"(?:(?:lead|senior|junior|head|ux|product|backend|frontend|data|graphic|web)\s+)?"
    rf"(?:{'|'.join(sorted(ROLE_HEADS - NO_ROLES))})\b"
    r"|(?:isnt|isn['’]t|is\s+no\s+longer)\s+(?:my|our|the)\s+(?:boss|manager|lead|head|owner)"
    # What only somebody is or does.
    r"|(?:is|isnt|isn['’]t|was|went|turned|became)\s+(?:(?:now|not|also|no\s+longer|still|going|fully)\s+)*(?:vegan|vegetarian|pescatarian|pregnant|engaged"
    r"|divorced|retired|allergic\s+to|diabetic|a\s+(?:vegan|vegetarian))\b|left\s+for\s+(?-i:[A-Z])|passed\s+away"
    r"|(?:got|landed|found|took|started)\s+(?:an?|his|her|the)\s+(?:new\s+)?(?:[\w-]+\s+)?(?:job|internship|apprenticeship)\b"
    r"|(?:starts?|started|goes\s+to|finished|left)\s+(?:primary\s+|high\s+|middle\s+|elementary\s+)?(?:school|uni|university|college"
    r"|kindergarten|daycare|preschool|kita)\b|moved\s+(?:back\s+)?(?:home|to\s+(?-i:[A-Z])\w+\s*(?:$|[,.;!]|for|last|in\b|this))"
    r"|(?:has|had|gave\s+birth\s+to)\s+(?:a|her|his)\s+(?:baby|son|daughter)\b|speaks\s+(?-i:[A-Z])|was\s+born\b"
    r"|(?:plays|learns|took\s+up|gave\s+up|is\s+learning|practises)\s+(?:the\s+)?(?:piano|violin|guitar|drums|cello|flute|football"
    r"|soccer|tennis|chess|hockey|basketball|sax(?:ophone)?|trumpet|ukulele)\b)"
)
DOES = rx.compile(
    rf"{OPENS}(?P<n>[a-z][a-z-]+)(?=\s+(?:just\s+|finally\s+|also\s+|has\s+|already\s+)*{DEEDS})"
)
# Words that stand there and are nobody's name.
COMMON = (
    PRONOUNS
    | frozenset(FAMILY)
    | FOLK
    | PETS
    | ROLE_HEADS
    | TURN_WORDS
    | words(
        "everybody anybody management support ops marketing sales finance legal hr design product engineering"
        " platform security"
        " data infra qa leadership accounting production staging prod granny gran nan nana granddad grandad"
        " auntie mommy daddy"
        " hubby wifey bf gf bestie people folks team company staff customers users clients most several many"
        " few and or but not"
        " then who which he she landlord tenant tenants neighbours neighbors students kids guys dude bro sis"
        " babe honey"
        " security management half dad mum mom tomorrow yesterday everyone music code work life love"
    )
)
NO_NAME = re.compile(r"(?:ing|tion|sion|ment|ness|ity|ware|ers|ors|ists|ees)$")


def capitalised(text: str) -> str:
    """The text with these names in capitals."""
    for pattern in (WITH_ME, DOES):
        for match in pattern.finditer(text):
            name = match["n"]
            if len(name) > 2 and name not in COMMON and not NO_NAME.search(name):
                start = match.start("n")
                text = f"{text[:start]}{name[:1].upper()}{text[start + 1 :]}"
    return text
