"""Names as they are compared: two spellings of one name have one key, and what may be one is found by shared blocks."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from graphmem.config import resource
from graphmem.model import USER, USER_ENTITY, Session, content_id
from graphmem.remembered import remembered

PERSON = "person"
# The sessions of what people tell this memory themselves are no agent's.
OWN_CLIENT = "graphmem"
_ARTICLE = re.compile(r"^(?:the|a|an|my|our|this|that)\s+")
# Shorter names are too near to each other to tell a slip from another name.
MIN_TYPO = 7
SLUG = 80  # characters of an address
_EDGE = re.compile(r"^[\s\"'`“”‘’«»()\[\]{}<>.,;:!?*_]+|[\s\"'`“”‘’«»()\[\]{}<>,;:!?*_]+$")
_POSSESSIVE = re.compile(r"['’]s?$")
# What stands for itself, letter by letter: addresses, paths, files, versions.
_LITERAL = re.compile(r"[/\\@]|://|\.[a-z]{1,5}$|^v?\d+(?:\.\d+)*$")
# An address of a repository or of a page of a code host, in any of its forms.
_HOSTED = re.compile(
    r"(?:(?:https?|ssh|git)://)?(?:www\.)?(?:[\w.-]+@)?((?:github|gitlab|bitbucket|codeberg)\.(?:com|org))[/:](.+)"
)
_JOINT = re.compile(r"[-_\s]+")

_LEGAL = {
    "inc",
    "corp",
    "corporation",
    "ltd",
    "llc",
    "gmbh",
    "ag",
    "co",
    "plc",
    "sa",
    "bv",
    "oy",
    "ab",
    "srl",
    "pty",
}
# Forms of address, each with the one under which those of one meaning are kept.
TITLES = (
    dict.fromkeys(("mr", "sir", "herr"), "mr")
    | dict.fromkeys(("mrs", "ms", "miss", "madam", "frau"), "ms")
    | {"mx": "mx", "dr": "dr", "doctor": "dr", "prof": "prof", "professor": "prof"}
    | {rank: rank for rank in ("officer", "judge", "pastor", "captain", "sergeant", "detective", "senator")}
)
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


@cache
def _tables() -> dict[str, dict[str, Any]]:
    """What stands for the same, from `schema/names.toml`: whole names, words in any name, given names."""
    return tomllib.loads((resource("schema") / "names.toml").read_text(encoding="utf-8"))


@cache
def listed(name: str) -> frozenset[str]:
    """One of the lists of words in `schema/names.toml`."""
    return frozenset(_tables()["lists"][name])


@cache
def _families() -> dict[str, str]:
    return {name_key(name): key for key, names in _tables()["families"].items() for name in names}


def family(name: str) -> str:
    """What kind of tool a name is of, where people have one of a kind at a time: "code host"; else ""."""
    return _families().get(name_key(name), "")


@remembered(1 << 14)
def name_key(name: str) -> str:
    """The name without case, accents, articles, quotes, joints, legal forms and short forms of common words."""
    text = unicodedata.normalize("NFKD", name)
    text = "".join(char for char in text if not unicodedata.combining(char)).casefold()
    text = _POSSESSIVE.sub("", _EDGE.sub("", " ".join(text.split())))
    text = _ARTICLE.sub("", text)
    whole, parts = _tables()["names"], _tables()["words"]
    if text in whole:
        return str(whole[text])
    if _LITERAL.search(text):
        return _address(text) or name.casefold().strip()
    words = [word for part in _JOINT.split(text) if (word := parts.get(part.rstrip(".,"), part.rstrip(".,")))]
    # "DR plan" and "MS Office" begin with letters of their own.
    titled = not re.match(r"\W*[A-Z]{2}\b", name)
    while len(words) > 1 and (words[-1] in _LEGAL or (titled and words[0] in TITLES)):
        if len(words) == 2 and words[-1] not in _LEGAL:
            # Mr. Hall and Mrs. Hall are two; of "Dr. Ada Chen" the name alone tells who she is.
            words = [TITLES[words[0]], words[1]]
            break
        words = words[1:] if titled and words[0] in TITLES else words[:-1]
    # What a thing is for is written in either number: "notifications worker", "notification-worker".
    if words and words[-1] in listed("counted_heads"):
        words = [singular(word) for word in words[:-1]] + words[-1:]
    text = " ".join(words)
    return str(whole.get(text, text)) or name.casefold().strip()


def slug_of(title: str, key: str = "") -> str:
    """A title as one part of an address: letters and digits of any script, joined by dashes; with the end of a key."""
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", title).casefold())
    slug = "-".join(words)[:SLUG].strip("-")
    return "-".join(filter(None, (slug, key[-6:])))


def _address(text: str) -> str:
    """An address of code without what only tells how to get there: `https://`, `git@host:`, `.git`."""
    if hosted := _HOSTED.match(text):
        return f"{hosted[1]}/{hosted[2].rstrip('/').removesuffix('.git')}"
    return text


def singular(word: str) -> str:
    """A word without the s of its plural."""
    ends = ("ss", "us", "is") if word in listed("plurals") else ("ss", "us", "is", "as")
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(ends)
    return word[:-1] if plural else word


def place_name(name: str) -> str:
    """The last part of a path or an address of a folder, a repository or a file; "" for any other name."""
    key = name_key(name).rstrip("/")
    return key.rsplit("/", 1)[-1].removesuffix(".git") if "/" in key else ""


def entity_id(name: str, kind: str = "") -> str:
    """The id of whoever goes by that name; of a person, when the name is as well that of a tool or a place.

    A name alone is the id of all but a few: Ruby who lives in Exeter and the language Ruby are two. Whether a name is
    one of these is told by a list and not by the graph, so that any order of import gives the same ids.
    """
    key = name_key(name)
    return (
        content_id("ent", key, PERSON)
        if kind == PERSON and key in listed("two_meanings")
        else content_id("ent", key)
    )


def entity_ids(name: str) -> tuple[str, ...]:
    """Every id that a name may have, whatever goes by it."""
    return tuple(dict.fromkeys((entity_id(name), entity_id(name, PERSON))))


def addressed(name: str) -> list[str]:
    """The ids of whoever may be addressed so: "Mr. Hall" for "Hall", and "Hall" for "Dr. Hall"."""
    words = words_of(name)
    if len(words) == 2 and words[0] in TITLES.values():
        return [content_id("ent", words[1])]
    return (
        [content_id("ent", f"{t} {words[0]}") for t in sorted(set(TITLES.values()))]
        if len(words) == 1
        else []
    )


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
    """The initials of a name of two or more words, small ones aside; capitals count whole ("ML platform": mlp)."""
    capitals = (
        {word.casefold() for word in re.findall(r"\b[A-Z]{2,4}\b", name)} if not name.isupper() else set()
    )
    words = [word for word in words_of(name) if word not in _SMALL and word[:1].isalpha()]
    return "".join(word if word in capitals else word[0] for word in words) if len(words) > 1 else ""


def is_acronym(name: str) -> bool:
    """True for two to six capitals."""
    return name.isupper() and name.isalpha() and 2 <= len(name) <= 6


def may_be_acronym(name: str) -> bool:
    """True for capitals, and for one short word in small letters, as acronyms are typed in haste."""
    return is_acronym(name) or (name.isalpha() and name.islower() and 3 <= len(name) <= 5)


@cache
def _nicknamer() -> Any:
    from nicknames import NickNamer  # noqa: PLC0415 - reads a file of names, which few processes need

    return NickNamer()


@remembered(1 << 12)
def given_names(word: str) -> frozenset[str]:
    """A given name with the full forms that it may be short for: bob -> bob, robert."""
    return frozenset({word, *_nicknamer().canonicals_of(word), *_tables()["given"].get(word, ())})


def is_given_name(word: str) -> bool:
    """True for a word that is known as a given name."""
    known = _nicknamer()
    return word in listed("either_names") or bool(known.canonicals_of(word) or known.nicknames_of(word))


def same_given(one: str, other: str) -> bool:
    """True when two given names are one, or one is a short form of the other, or both of a third."""
    return bool(given_names(one) & given_names(other))


def surely_short(one: str, other: str) -> bool:
    """True when one is the usual short form of the other (Bob, Robert), and not only now and then (Bill, Robert)."""
    usual = _tables()["given"]
    return other in usual.get(one, ()) or one in usual.get(other, ())


def blocks(name: str) -> Iterator[str]:
    """The keys under which others that may be the same are found; a function of the name alone."""
    key = name_key(name)
    words = key.split()
    if place := place_name(name):
        yield f"place:{place}"
    elif len(words) == 1 or words[-1:] == ["repository"]:
        # The joints of a repository's name are gone from its key: "web app repository" is what acme/web-app is called.
        yield f"place:{'-'.join(words[:-1] or words)}"
    if not words or _LITERAL.search(key):
        return
    if len(words) > 1 and words[0] in TITLES.values():
        words = words[1:]
    for given in given_names(words[0]):
        yield f"given:{given}"
    yield f"last:{words[-1]}"
    yield f"solid:{''.join(words)}"
    if may_be_acronym(name):
        yield f"letters:{name.casefold()}"
    elif letters := acronym(name):
        yield f"letters:{letters}"
    # A slip of letters that changed places leaves the first letter and the set of the others.
    if len(words) == 1 and len(words[0]) >= MIN_TYPO:
        yield f"frame:{words[0][0]}{''.join(sorted(set(words[0][1:]) - set('aeiou')))}"


# What the rule that links two entities saw, in words for a person who has to settle it.
REASONS = {
    "stated": "somebody said that the one is another name of the other",
    "confirmed": "a person said so",
    "nickname": "the one given name is a short form of the other",
    "given name": "the given name alone is that of the other",
    "family name": "the family name alone is that of the other",
    "initial": "the names agree and one is cut to an initial",
    "middle name": "the names agree but for one in the middle",
    "longer name": "the one has a further name",
    "spelling": "the names differ by a letter",
    "acronym": "the letters begin the words of the other",
    "short form": "the one is the other without its last word",
    "same stem": "both begin alike and end in words that may be used for one thing",
    "path": "the path or address ends in the name of the other",
}


def reason(method: str) -> str:
    """The rule of a link in words; the rule itself when it has none."""
    return REASONS.get(method, method)


def standing(session: Session) -> dict[str, tuple[str, str]]:
    """The entities that a session stands for, whatever is said in it: by id, name and kind of user, agent, project."""
    found = {USER_ENTITY: (USER, "person")}
    if session.client and session.client != OWN_CLIENT:
        found[entity_id(session.client)] = (session.client, "agent")
    if session.project:
        found[entity_id(session.project)] = (session.project, "project")
    return found
