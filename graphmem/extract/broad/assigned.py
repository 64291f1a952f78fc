"""Settings by the names that programs give them: "LOG_LEVEL is debug in prod", "set cache.ttl back to 300".

A name in capitals with underscores, in snake case, with dots or behind two dashes is a setting wherever a value is
told of it; any value will do, be it a word. What is asked of the agent is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAME = (
    r"`?(?P<s>(?-i:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|--[a-z][a-z0-9-]+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+"
    r"|[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]+)+))`?"
)
UNITS = r"(?:s|ms|secs?|seconds?|min(?:ute)?s?|h|hours?|days?|[kmg]i?b|percent)"
VALUE = rf"`?(?P<v>[\w./:@%+-]*[\w%](?:\s{UNITS})?)`?"
TAIL = (
    r"(?=\s*$|\s*[,;)]|\.\s*$|\s+(?:in|on|for|again|now|since|because|and|but|so|everywhere|by|from|until"
    r"|instead|last"
    r"|yesterday|today|this|as|locally|temporarily)\b)"
)
IS = rx.compile(
    rf"^(?:(?:the|our|my)\s+)?{NAME}(?:\s+is\s+|\s+(?:was|got|has\s+been)\s+set\s+(?:back\s+)?to\s+|\s*=\s*|:\s+)"
    rf"(?:(?:now|still|currently|back\s+(?:to|at)|set\s+to|temporarily)\s+)*{VALUE}{TAIL}",
    re.IGNORECASE,
)
SET = rx.compile(
    r"^(?P<who>(?:i|we|they|(?-i:[A-Z])[\w-]+)(?:['’]ve|\s+have|\s+has)?\s+)?(?:(?:just|finally|now|also"
    r"|had\s+to)\s+)*"
    r"(?P<verb>set|put|changed|bumped|raised|lowered|increased|reduced|switched|turned|dropped|moved|reset|cut"
    r"|updated|flipped|reverted)"
    rf"\s+(?:the\s+|our\s+|my\s+)?{NAME}(?:\s+(?:back|down|up))?(?:\s+from\s+\S+)?\s+(?:back\s+|down\s+"
    rf"|up\s+)?to\s+{VALUE}{TAIL}",
    re.IGNORECASE,
)
# What is told of a name and is no value of it.
NO_VALUE = words(
    "a an the not my our what how why where there here it this that used unused deprecated missing undefined"
    " wrong right correct"
    " needed required optional broken gone called named defined done fine ok set unset slow fast great bad good"
    " better worse"
    " responsible always never just also only too very"
)
SET_TO = words(
    "true false yes no none null auto always never debug info warn warning error trace silent strict lax json text"
    " utc production development staging prod dev"
)
CARRIED = words("moved put switched turned dropped updated cut")  # a thing, too, and not its value alone
SWITCHED = words("on off enabled disabled broken down")
FILE = rx.compile(
    r"\.(?:py|js|ts|tsx|rs|go|md|txt|json|ya?ml|toml|sh|css|html|com|org|net|io|dev|internal|app|log|csv|sql)$"
)
# These may be orders, and with "I" a try, unless something behind tells that it is done.
ORDERS = words("set put cut reset")
DONE = rx.compile(
    r"\b(?:yesterday|last|better|fixed|works|helped|this morning)\b",
    re.IGNORECASE,
)


@rx.only_where(IS, SET)
def of_piece(stretch: Stretch) -> Iterator[Claim]:
    """The setting that one piece names with its value."""
    match = IS.match(stretch.text) or SET.match(stretch.text)
    if match is None or FILE.search(match["s"]) or match["v"].lower() in NO_VALUE:
        return
    verb = (match.groupdict().get("verb") or "").lower()
    if not verb and match["v"].lower() in SWITCHED:
        return  # a state, which is read elsewhere
    if verb in ORDERS and not DONE.search(stretch.reading.sentence.text):
        return
    if not is_value(match["s"], match["v"], verb):
        return
    reading = stretch.reading
    name, value = match["s"], match["v"].rstrip(".")
    when = reading.when(stretch.clause(tense="past" if verb else "present"))
    owner = reading.user(stretch.words[0])
    yield reading.claim(
        owner,
        "setting_is",
        finish(f"{name} is {value}"),
        value=value,
        qualifier=name,
        when=when,
        confidence=0.75,
    )


def is_value(name: str, value: str, verb: str) -> bool:
    """True for what a program is set to and nothing that is told of it: "user_id is indexed", "moved jobs_db to s3"."""
    if value.lower() in SET_TO:
        return True
    if verb in CARRIED or (verb and "." in name and re.fullmatch(r"v?\d+(?:\.\d+)+", value)):
        return value[:1].isdigit() and "." not in name
    return name.isupper() or not value.isalpha()
