"""Names as they are compared: two spellings of one name have one key, and what may be one is found by shared blocks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from graphmem.model import content_id

_ARTICLE = re.compile(r"^(?:the|a|an|my|our|this|that)\s+")
_EDGE = re.compile(r"^[\s\"'`“”‘’«»()\[\]{}<>.,;:!?*_]+|[\s\"'`“”‘’«»()\[\]{}<>,;:!?*_]+$")
_POSSESSIVE = re.compile(r"['’]s?$")
# What stands for itself, letter by letter: addresses, paths, files, versions.
_LITERAL = re.compile(r"[/\\@]|://|\.[a-z]{1,5}$|^v?\d+(?:\.\d+)*$")
_JOINT = re.compile(r"[-_\s]+")

# Short forms that are written for the same word in names of technical things.
_WORDS = {
    "svc": "service",
    "srv": "service",
    "services": "service",
    "microservice": "service",
    "repo": "repository",
    "db": "database",
    "k8s": "kubernetes",
    "postgres": "postgresql",
    "golang": "go",
    "mongo": "mongodb",
    "pg": "postgresql",
    "prod": "production",
    "dev": "development",
}
_LEGAL = {"inc", "corp", "corporation", "ltd", "llc", "gmbh", "ag", "co", "plc", "sa"}
_TITLES = {"mr", "mrs", "ms", "dr", "prof", "sir", "madam"}
# Short forms that people of any sex go by: the full form behind one is anybody's guess.
OPEN_FORMS = frozenset(
    {
        "alex",
        "andy",
        "ash",
        "billie",
        "charlie",
        "chris",
        "dani",
        "drew",
        "jess",
        "jo",
        "kim",
        "max",
        "mel",
        "nic",
    }
    | {"pat", "robin", "sam", "sandy", "sasha", "steph", "terry", "val"}
)
_SMALL = {"of", "the", "and", "for", "in", "de", "la", "von", "van"}


def name_key(name: str) -> str:
    """The name without case, accents, articles, quotes, joints, legal forms and short forms of common words."""
    text = unicodedata.normalize("NFKD", name)
    text = "".join(char for char in text if not unicodedata.combining(char)).casefold()
    text = _POSSESSIVE.sub("", _EDGE.sub("", " ".join(text.split())))
    text = _ARTICLE.sub("", text)
    if not _LITERAL.search(text):
        words = [_WORDS.get(word.rstrip("."), word.rstrip(".")) for word in _JOINT.split(text) if word]
        while len(words) > 1 and (words[-1] in _LEGAL or words[0] in _TITLES):
            words = words[1:] if words[0] in _TITLES else words[:-1]
        # What a thing is for is written in either number: "notifications worker", "notification-worker".
        text = " ".join([singular(word) for word in words[:-1]] + words[-1:])
    return text or name.casefold().strip()


def singular(word: str) -> str:
    """A word without the s of its plural."""
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word


def place_name(name: str) -> str:
    """The last part of a path or an address of a folder, a repository or a file; "" for any other name."""
    key = name_key(name).rstrip("/")
    return key.rsplit("/", 1)[-1].removesuffix(".git") if "/" in key else ""


def entity_id(name: str) -> str:
    """The id of whoever goes by that name."""
    return content_id("ent", name_key(name))


def words_of(name: str) -> list[str]:
    """The words of a name's key."""
    return name_key(name).split()


def better_name(one: str, other: str) -> str:
    """The form that is shown: mixed case before all capitals before lower case, then the shorter, then by letter.

    The same winner whichever came first, so that the order of imports leaves no trace.
    """

    def rank(name: str) -> tuple[int, int, str]:
        mixed = name != name.lower() and name != name.upper()
        return (0 if mixed else 1 if name != name.lower() else 2, len(name), name)

    return min(one, other, key=rank)


def fuller(name: str) -> tuple[int, int, str]:
    """Orders names of one entity: more words first, then the longer, then by letter; how it is spelled is no matter."""
    key = name_key(name)
    return (-len(key.split()), -len(key), key)


def acronym(name: str) -> str:
    """The initials of a name of three or more words (small ones aside), or of two; "" for fewer."""
    words = [word for word in words_of(name) if word not in _SMALL and word[:1].isalpha()]
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def is_acronym(name: str) -> bool:
    """True for two to six capitals."""
    return name.isupper() and name.isalpha() and 2 <= len(name) <= 6


@cache
def _nicknamer() -> Any:
    from nicknames import NickNamer  # noqa: PLC0415 - reads a file of names, which few processes need

    return NickNamer()


@cache
def given_names(word: str) -> frozenset[str]:
    """A given name with the full forms that it may be short for: bob -> bob, robert."""
    return frozenset({word} | set(_nicknamer().canonicals_of(word)))


def same_given(one: str, other: str) -> bool:
    """True when two given names are one, or one is a short form of the other, or both of a third."""
    return bool(given_names(one) & given_names(other))


def blocks(name: str) -> Iterator[str]:
    """The keys under which others that may be the same are found; a function of the name alone."""
    key = name_key(name)
    words = key.split()
    if place := place_name(name):
        yield f"place:{place}"
    elif len(words) == 1 or words[-1:] == ["repository"]:
        yield f"place:{words[0]}"
    if not words or _LITERAL.search(key):
        return
    for given in given_names(words[0]):
        yield f"given:{given}"
    yield f"last:{words[-1]}"
    yield f"solid:{''.join(words)}"
    if is_acronym(name):
        yield f"letters:{name.casefold()}"
    elif letters := acronym(name):
        yield f"letters:{letters}"
    # A slip of letters that changed places leaves the first letter and the set of the others.
    if len(words) == 1 and len(words[0]) >= MIN_TYPO:
        yield f"frame:{words[0][0]}{''.join(sorted(set(words[0][1:]) - set('aeiou')))}"


MIN_TYPO = 7
