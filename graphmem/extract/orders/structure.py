"""What makes an order one for good whatever its words: an occasion that comes round, a choice, a kind of thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.orders.lexicon import DEFINITE, MANNER_WORDS, PLACED, STYLE, TASKS, UNSTYLED, VERBS
from graphmem.extract.orders.moment import is_pointed
from graphmem.extract.orders.peeled import Asked
from graphmem.extract.parse import FINITE, NAMING, Word
from graphmem.extract.restate.spliced import BINDING, UNMARKED
from graphmem.extract.vocabulary import words

OCCASION = rx.compile(
    r"\b(?:before|after|when|whenever|unless|until|while) (?:you|i)(?:'re| are)? (?!are\b|have\b|'ve\b|get\b|need\b"
    r"|want\b|see\b|think\b|like\b|feel\b|could\b|find\b|finish\b|done\b|ready\b|can\b|back\b|go\b)[a-z]+"
    r"|\b(?:before|after|when"
    r"|while|without) [a-z]+ing\b|\buntil i say\b|\bunless i (?:say|ask|tell)\b|\b(?:when|if) in doubt\b"
    r"|\bby default\b|\boften\b|\bin general\b|\balways\b|\bnever\b|\bevery time\b|\bwhere(?:ver)? possible\b",
    re.IGNORECASE,
)
# Of how much it holds: with a verb of one piece of work this is only how much work there is.
EVERY = rx.compile(
    r"\bfor (?:any|every|all|each|most)(?:thing|one)?\b|\b(?:in|on|with|at|to) (?:any|every|all|each)\b"
    r"|\beverywhere\b",
    re.IGNORECASE,
)
CHOICE = rx.compile(
    r"(?:,|\s-+)?\s(?:not|never|and not|instead of|rather than)\s(?!the\b|this\b|that\b|it\b|yet\b|now\b|just\b"
    r"|only\b|sure\b|a\b|all\b|my\b|your\b|there\b|here\b|so\b)[\w./<>-]+",
    re.IGNORECASE,
)
# Verbs that ask for a custom by themselves.
CUSTOMS = rx.compile(
    r"(?:stick (?:to|with)|default to|adhere to|follow|respect|favou?r|prefer|opt for)\s", re.IGNORECASE
)
# What one puts somewhere as a rule, and what is written in a style.
KEEPING = words("put keep store leave name prefix suffix place")
WRITTEN = words("messages comments docs names answers replies")
# With these a tool is named and no object: "format with black".
TOOLED = words("format lint sign type-check typecheck manage pin deploy document bundle")


def is_command(own: Sequence[Word]) -> bool:
    """True when a verb that asks for something stands in front."""
    first = own[0]
    if len(own) < 2 or first.technical or own[1].text in {":", "=", "-"} or own[1].lemma == "be":
        return False
    if first.tag == "VB" or first.lower in VERBS | UNMARKED:
        return not any(word.tag in FINITE for word in main_part(own[1:]))
    return first.tag == "VBP" and first.lower == first.lemma


def main_part(own: Sequence[Word]) -> list[Word]:
    """The words up to a comma or to what binds another clause."""
    found: list[Word] = []
    for word in own:
        if word.text in {",", ";"} or word.lower in BINDING | {"before", "even"}:
            break
        found.append(word)
    return found


def is_lasting(asked: Asked, own: Sequence[Word]) -> bool:
    """True when an order holds for more than the work of this hour, by its structure alone."""
    strict = own[0].lower in {"only", "always"} and len(own) > 2
    own = own[1:] if strict else own
    if not is_command(own) or is_pointed(asked.whole):
        return False
    text, verb = asked.text, own[0].lower
    if strict or OCCASION.search(text) or (EVERY.search(text) and verb not in TASKS):
        return True
    custom = CUSTOMS.match(text)
    target = object_of(own, behind=len(custom[0].split()) if custom else 1)
    if custom:
        return is_known(target)
    if any(word.lower in DEFINITE for word in target):
        return False
    if CHOICE.search(text) and verb not in TASKS:
        return True
    if not target:
        return verb in TOOLED and own[1].lower in {"with", "using"}  # "format with black"
    placed = any(word.lower in PLACED for word in own[len(target) + 1 : len(target) + 2])
    if not placed or target[-1].tag != "NNS" or any(word.tag == "CD" for word in target):
        return (
            verb in KEEPING and target[0].tag == "NNS" and "<" in target[-1].text
        )  # "name branches feat/<ticket>"
    manner = own[len(target) + 1].lower in MANNER_WORDS
    return verb in KEEPING or (manner and noun(target[-1]) in STYLE - UNSTYLED | WRITTEN)


def is_known(target: Sequence[Word]) -> bool:
    """True for "postgres" and "the standard library", which explain themselves; "the plan" is that of the moment."""
    named = [word for word in target if word.lower not in DEFINITE]
    own = bool(named) and named[-1].tag in NAMING
    return own and (len(named) == len(target) or len(named) > 1 or " " in named[-1].text)


def noun(word: Word) -> str:
    """The noun of a word that may be a whole name: "commit messages"."""
    return word.lower.rpartition(" ")[2]


def object_of(own: Sequence[Word], *, behind: int) -> list[Word]:
    """The words behind the verb up to what says how, where or when."""
    found: list[Word] = []
    for word in own[behind:]:
        if word.lower in PLACED or word.pos in {"PUNCT", "SCONJ", "CCONJ"} or word.tag in {"IN", "TO"}:
            break
        found.append(word)
    return found
