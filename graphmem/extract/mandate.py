"""Standing orders by their structure: what is asked for holds for good when something in it is true of all times.

The readers before this one know an order by its words; what they leave is one all the same when it begins with a verb,
or is a mere phrase that says how things are to look, and shows that no single piece of work is meant: an occasion that
comes round ("before you commit"), a choice ("json, not plain text"), a kind of thing and no one thing ("new
components", "commit messages").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.parse import FINITE, NAMING, Word
from graphmem.extract.patterns_orders import lowered, ordered, turned
from graphmem.extract.reading import Reading
from graphmem.extract.restate.segments import without_lead
from graphmem.extract.restate.spliced import BINDING, UNMARKED
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

LONGEST = 30  # words; a longer order is a task
POLITE = words("please pls plz also and just ok okay so but then btw kindly reminder remember note to that")
PLEAS = words("please pls plz thanks thx")
# How things are to look and to be said: nouns that a style guide speaks of.
STYLE = words(
    "spelling english american british indentation indent spaces tabs quotes comment comments docstring docstrings"
    " timestamp timestamps date dates time times unit units number numbers currency amount amounts price prices name"
    " names naming identifier identifiers keyword keywords message messages commit commits pr prs branch branches"
    " changelog docs documentation readme answer answers reply replies response responses explanation explanations"
    " summary summaries sentence sentences paragraph paragraphs prose bullet bullets list lists table tables heading"
    " headings title titles emoji emojis dash dashes semicolon semicolons brace braces bracket brackets comma commas"
    " parenthesis line lines width casing case import imports type types annotation annotations hint hints log logs"
    " error errors exception exceptions test tests fixture fixtures mock mocks config configs letter letters font"
    " theme mode code snippet snippets example examples diff diffs script scripts path paths url urls endpoint"
    " endpoints query queries sql migration migrations component components function functions class classes"
    " variable variables constant constants file files folder folders module modules package packages citation"
    " citations source sources footnote footnotes temperature temperatures distance distances measurement measurements"
)
# "No errors", "logs in loki": a report, and no wish.
UNSTYLED = words(
    "comments errors exceptions tests mocks logs messages commits prs branches docs answers replies responses files"
    " folders changes dates times examples diffs scripts queries migrations packages sources lines imports endpoints"
    " urls amounts prices names numbers components functions classes variables constants modules paths"
)
# Whole answers to how something is to be given.
MEASURES = words("metric imperial celsius fahrenheit utc cet gmt iso si kelvin kilometers kilometres")
PLACED = words(
    "in as with without under at to by into on like inside below above for everywhere only after from"
)
MANNERS = words("in with without everywhere as under")
DEFINITE = words("the my your our")
# What one puts somewhere as a rule, and what is written in a style.
KEEPING = words("put keep store leave name prefix suffix place")
WRITTEN = words("messages comments docs names answers replies")
# Verbs of one piece of work: with these a choice alone makes no rule.
TASKS = words(
    "add fix create implement refactor rename delete remove move run update change look check try build make generate"
    " write test debug find search open read review show tell give explain send draft rewrite replace convert port"
    " translate summarize summarise list compare pick choose book order buy start restart deploy install upgrade revert"
    " merge go let see take do have be get help wait come think say note imagine consider assume suppose keep call"
)
# Verbs that ask for a custom by themselves.
CUSTOMS = rx.compile(
    r"(?:stick (?:to|with)|default to|adhere to|follow|respect|favou?r|prefer|opt for)\s", re.IGNORECASE
)
# Verbs in front that taggers take for something else.
VERBS = words(
    "format log squash comment name default stick lint test cache mirror prefix indent document favor favour respect"
    " sign tag pin quote cite sort wrap type guard validate prefer use put keep leave store pass return throw raise"
    " group"
)
# With these a tool is named and no object: "format with black".
TOOLED = words("format lint sign type-check typecheck manage pin deploy document bundle")
OCCASION = rx.compile(
    r"\b(?:before|after|when|whenever|unless|until|while) (?:you|i)(?:'re| are)? (?!are\b|have\b|'ve\b|get\b|need\b"
    r"|want\b|see\b|think\b|like\b|feel\b|could\b|find\b|finish\b|done\b|ready\b|can\b|back\b)[a-z]+|\b(?:before|after|when"
    r"|while|without) [a-z]+ing\b|\buntil i say\b|\bunless i (?:say|ask|tell)\b|\b(?:when|if) in doubt\b"
    r"|\bby default\b|\boften\b|\bfrom now on\b|\bin general\b|\balways\b|\bnever\b|\bevery time\b"
    r"|\bwhere(?:ver)? possible\b",
    re.IGNORECASE,
)
# Of how much it holds: with a verb of one piece of work this is only how much work there is.
SCOPE = rx.compile(
    r"\bfor (?:any|every|all|each|most)(?:thing|one)?\b|\b(?:in|on|with|at|to) (?:any|every|all|each)\b|\beverywhere\b",
    re.IGNORECASE,
)
CHOICE = rx.compile(
    r"(?:,|\s-+)?\s(?:not|never|and not|instead of|rather than)\s(?!the\b|this\b|that\b|it\b|yet\b|now\b|just\b"
    r"|only\b|sure\b|a\b|all\b|my\b|your\b|there\b|here\b|so\b)[\w./<>-]+",
    re.IGNORECASE,
)
MOMENT = rx.compile(
    r"\b(?:this|these|those|it|them|they|him|her|yet|now|today|tonight|tomorrow|again|current|currently|latest|above"
    r"|below|attached|following|previous|same|next|last|here|there|more(?! than)|another|else|other one)\b",
    re.IGNORECASE,
)
LATER = rx.compile(r"\b(?:from now on|until (?:i|we) say|here (?:too|as well))\b", re.IGNORECASE)
# "I want dates as yyyy-mm-dd", "I always want the simplest thing".
WANTS = rx.compile(
    r"^i(?:'d| would)?\s+(?P<f>always\s+|only\s+)?(?:want|like|need|prefer|expect)\s+(?:to (?:have|see|get)\s+)?"
    r"(?:my\s+|all\s+(?:the\s+)?)?(?P<o>.+)$",
    re.IGNORECASE,
)
# "I hate when you say certainly", "it annoys me when you apologise".
VEXED = rx.compile(
    r"^(?:i\s+(?:really\s+)?(?:hate|dislike|can't stand|cannot stand|can not stand|don't like|do n't like|do not like)"
    r"|it\s+(?:really\s+)?(?:annoys|bothers|bugs|irritates)\s+me)\s+(?:it\s+)?(?:when|if|how)\s+you\s+(?P<k>keep\s+)?"
    r"(?:always\s+)?(?P<o>.+)$",
    re.IGNORECASE,
)
# "You can skip the explanations".
SKIPS = rx.compile(
    r"^you\s+(?:can|may|could)\s+(?:always\s+|just\s+)?(?P<o>(?:skip|omit|leave out|drop|spare me)\s+(?:all\s+)?"
    r"(?:the\s+|your\s+)?[\w -]+)",
    re.IGNORECASE,
)


# What is asked of an agent in these words is asked for good, whatever stands behind.
OF_MANNER = rx.compile(
    r"^(?:assume\s+(?:that\s+)?(?:i|we|my)\b|(?:treat|regard|count)\s+(?!this|that|it|the)[a-z]+s\s+as\b"
    r"|(?:start|begin|lead|open|end|close)\s+with\s+(?:the|a|your)\s+(?:answer|summary|conclusion|result|code|diff"
    r"|reasons?|short version|tl;?dr)\b|(?:do n't|don't|dont|never)\s+(?:guess|assume|apologi[sz]e|hallucinate"
    r"|improvise|speculate|invent|sugarcoat|overthink|over-?engineer)\b|(?:address|greet)\s+me\s+\w|round\s+to\s+\w+\s+(?:decimals?"
    r"|digits|places))",
    re.IGNORECASE,
)
# "No more than 5 files per change".
LIMITS = rx.compile(
    r"^(?:no more than|at most|max(?:imum)?|at least|never more than)\s+\w+\s+[\w-]+"
    r"\s+(?:per|a|an|in (?:a|one|any|each))\s+\w+$",
    re.IGNORECASE,
)
# "For new endpoints write an integration test first".
FOR_ALL = rx.compile(
    r"^(?:for|in|on)\s+(?:all|any|every|new|each)\s+[\w-]+(?:\s[\w-]+)??,?\s+(?P<o>[a-z]+\s.+)$"
)
# "All new code needs types", "every change goes through review".
RULES = rx.compile(
    r"^(?:all|every|each|any)\s+(?:new\s+|public\s+)?(?:[\w-]+\s)?(?P<n>[\w-]+)\s+(?:needs?|requires?|must|has to"
    r"|have to|goes through|go through)\s+\w.+$",
    re.IGNORECASE,
)
# What is worked on, beside what a style guide speaks of.
WORKS = words(
    "code pr prs change changes feature features release releases deploy deploys deployment service services dependency"
    " dependencies secret secrets hotfix hotfixes merge merges review reviews api apis image images job jobs"
)
# "You don't need to ask before running tests".
FREES = rx.compile(
    r"^(?:you|u)\s+(?:do n't|don't|dont|do not)\s+(?:need|have)\s+to\s+"
    r"(?P<o>[a-z]+\s.*(?:before|when|every|each|all|any)\b.+)$",
    re.IGNORECASE,
)
# "Classes in PascalCase", "times in 24h format".
SHAPES = rx.compile(
    r"\b(?:snake|kebab|camel|pascal|title|sentence|upper|lower)[-_ ]?case\b|\b(?:format|notation)$",
    re.IGNORECASE,
)


class Order(NamedTuple):
    """What is asked for; `lead` tells of it when it is no verb with its objects."""

    text: str
    lead: str = ""


def of_sentence(reading: Reading, said: Sequence[Claim]) -> Iterator[Claim]:
    """The standing order that a sentence gives, when nothing else was claimed of it."""
    sentence = reading.sentence
    told = [one for one in said if not (one.predicate == "instructs" and one.mode == "ends")]
    if told or not reading.by_user or sentence.passage.kind == "heading":
        return
    if sentence.text.rstrip().endswith("?") or any(word.quoted and word.i < 3 for word in sentence.words):
        return
    own = without_please(without_lead([word for word in sentence.words if word.pos != "SPACE"]))
    if not 1 <= len(own) <= LONGEST:
        return
    order = order_of(reading, own)
    if order is None:
        return
    party = reading.user(own[0])
    shown = finish(turned(f"{order.lead} {order.text}")) if order.lead else ordered(order.text)
    yield reading.claim(party, "instructs", shown, value=lowered(order.text), confidence=0.7)


def without_please(own: list[Word]) -> list[Word]:
    """The words without what only makes them polite; "please" in front of a comma ends what is asked for."""
    ends = [
        at for at, one in enumerate(own[:-1]) if one.lower in PLEAS and own[at + 1].text in {",", ".", ";"}
    ]
    own = own[: ends[0]] if ends and ends[0] else own
    while own and (own[0].lower in POLITE or own[0].pos == "PUNCT"):
        own = own[1:]
    while own and (own[-1].lower in PLEAS or own[-1].pos == "PUNCT"):
        own = own[:-1]
    return own


def order_of(reading: Reading, own: list[Word]) -> Order | None:
    """What is asked for with these words, for good."""
    text = reading.sentence.stretch(own).strip(" .,;!")
    text += '"' * (text.count('"') % 2)
    vexed = VEXED.match(text)
    if vexed is not None and not MOMENT.search(vexed["o"]):
        return Order(f"don't {vexed['k'] or ''}{vexed['o']}")
    skips = SKIPS.match(text)
    if skips is not None and own[-1].lower != "now":
        return Order(skips["o"]) if skips["o"].split()[-1].lower() in STYLE else None
    if MOMENT.search(LATER.sub("", text)):
        return None
    frees = FREES.match(text)
    if frees is not None:
        return Order(f"no need to {frees['o']}", "The user sees")
    rule = RULES.match(text)
    if rule is not None and rule["n"].lower() in STYLE | WORKS:
        return Order(text, "The user's rule is:")
    if LIMITS.match(text):
        return Order(text, "The user wants")
    scoped = FOR_ALL.match(text)
    if scoped is not None and scoped["o"].split()[0] in TASKS | VERBS | UNMARKED:
        return Order(f"{scoped['o']} {text[: scoped.start('o')].strip(' ,')}")
    wants = WANTS.match(text)
    if wants is not None:
        return wanted(own, wants["f"] or "", wants["o"])
    if OF_MANNER.match(text):
        return Order(text)
    strict = own[0].lower in {"only", "always"} and len(own) > 2
    if is_command(own[1:] if strict else own):
        return Order(text) if strict or is_lasting(own, text) else None
    polite = any(word.lower in PLEAS for word in reading.sentence.words)
    return Order(lowered(text), "The user wants") if is_style(own, text, polite=polite) else None


def wanted(own: Sequence[Word], often: str, what: str) -> Order | None:
    """ "Dates as yyyy-mm-dd" of "I want dates as yyyy-mm-dd"."""
    first = what.split(maxsplit=1)[0].lower()
    if often and first not in {"to", "you", "that"}:
        return Order(f"{what}, {often.strip()}", "The user wants")
    head = next((word for word in own if word.lower == first), own[0])
    shaped = first in STYLE and any(word.lower in MANNERS for word in own if word.i > head.i)
    return Order(what, "The user wants") if shaped else None


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


def is_lasting(own: Sequence[Word], text: str) -> bool:
    """True when an order holds for more than the work of this hour."""
    verb = own[0].lower
    if OCCASION.search(text) or (SCOPE.search(text) and verb not in TASKS):
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
        return False
    manner = own[len(target) + 1].lower in MANNERS
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


def is_style(own: Sequence[Word], text: str, *, polite: bool) -> bool:
    """True for "timestamps in utc", "two spaces indentation in yaml", "metric please"."""
    if any(word.tag in FINITE | {"VB", "VBG", "PRP", "WP", "WRB"} for word in main_part(own)):
        return False
    place = next((at for at, word in enumerate(own) if at and word.lower in PLACED), len(own))
    head = [word for word in own[:place] if word.pos not in {"PUNCT", "ADV"}]
    if not head or any(word.lower in DEFINITE | {"a", "an", "some"} for word in head):
        return False
    last = noun(head[-1])
    if own[-1].lower == "only" and head[-1].tag == "NNS" and len(own) <= 4 and place == len(own) - 1:
        return True  # "window seats only"
    counted = any(word.tag == "CD" for word in head) and last not in {"indent", "indentation"}
    if last in MEASURES:
        return polite or CHOICE.search(text) is not None
    if last not in STYLE or counted or own[-1].pos == "ADJ":
        return False  # "timestamps in the export look wrong"
    whole = place == len(own)
    if SHAPES.search(text) or (OCCASION.search(text) and not whole):
        return True
    if polite:
        return (not whole and own[place].lower in MANNERS) or len(head) > 1
    return not whole and last not in UNSTYLED and own[place].lower in MANNERS
