"""Which language a message is in: English by its small words, else what `languages.detect` can tell."""

from __future__ import annotations

import re
from collections.abc import Collection

from graphmem.extract import sieve as rx
from graphmem.extract.languages.detect import detect, lean
from graphmem.extract.vocabulary import words

ENGLISH = words(
    "the a an and or but is are was were be been am i you we they he she it this that of to in on at for"
    " with from by as not no do does did have has had my your our their his her its if so because when"
    " what how why who where will would can could should i'm don't it's i've let's can't that's there here"
    " now just also please use want need like after before every everything through these"
    " until because without goes gone expires takes runs uses kept moved costs us about off onto out into"
    " yesterday today me him them us nobody everyone someone never always only every call calls big more most other"
)
FOREIGN = words(
    "der die das und ist nicht ein eine ich wir sie mit auf für von zu den dem im bei auch noch wenn dass"
    " habe bin el la los las que de en y es un una por para con como más pero está soy le les et est une"
    " pas je nous vous dans sur pour avec il elle qui du au ce mais suis di che non sono gli uma não"
    " com os em eu het een niet van"
)
WORD = rx.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Names, paths and numbers are of no language: the "com" of "github.com" is not that of Portuguese.
CODED = rx.compile(
    r"(?<!\S)\S*(?:\w[./@_=]\w|\d|://)\S*|(?<!\S)[a-z]+-(?:svc|api|db|app|web|worker|proxy|gateway|server)\b"
)


# Notes about a project have no small words: "backend: Go, cache TTL = 5 min".
NOTE = rx.compile(
    r"\b(?:back-?end|front-?end|repo|cache|stack|infra|monitoring|alerts|ttl|timeout|prod|staging|branch|build|lint|queue"
    r"|limit|version|owner|database|hosting|rate limit|dev server|deploys?|release)(?:['’]s\b|\s*[:=]\s)"
    r"|\b(?:logs|metrics|traces|alerts|events|errors|images|backups) (?:->|→|=>) ",
    re.IGNORECASE,
)


def is_english(text: str) -> bool:
    """True when the letters are Latin, its small words are English, and nothing says that it is another language.

    A very short text passes on its letters.
    """
    return seems_english(text) and detect(text) in {"", "en"}


def seems_english(text: str) -> bool:
    """True when English small words outweigh those of a few great languages; this alone takes Polish for English."""
    short = text[:4000]
    found = [word.lower().replace("’", "'") for word in WORD.findall(CODED.sub(" ", short))]
    if not found:
        return short.isascii() and WORD.search(short) is not None  # "eu-north-1"
    latin = sum(1 for word in found if word[0] < "ɐ")
    if latin < 0.8 * len(found):
        return False
    english = sum(1 for word in found if word in ENGLISH)
    foreign = sum(1 for word in found if word in FOREIGN)
    if english == foreign == 0 and len(found) >= 6 and text.isascii() and NOTE.search(text):
        return True
    return english >= foreign if len(found) < 6 else english > 1.5 * foreign


def language_of(text: str, expected: Collection[str] = ()) -> str:
    """The ISO 639 code of a text's language, told from the text alone, so that it is the same in any company.

    What may be several languages is in the one of them that is `expected`; a text that could be in any ("ok", "npm
    install failed") is in English when its letters allow it.
    """
    if not WORD.search(text):
        return "en"  # "37"
    found = detect(text)
    if found == "en" and not any(word.lower() in FOREIGN for word in WORD.findall(text)):
        return "en"  # "picked up bouldering last year, hooked ever since" has no small words
    if found not in {"", "en"}:
        return found
    if not seems_english(text):
        return lean(text, expected)
    return "en" if found else lean(text, expected) or "en"
