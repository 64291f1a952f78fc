"""How things are done here, told of a kind of thing: "PR titles must start with a verb", "we squash before merging"."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.orders.lexicon import ARTIFACTS, SHAPING, STYLE, UNWANTED, WORKS
from graphmem.extract.orders.moment import is_now, is_pointed
from graphmem.extract.orders.said import lowered
from graphmem.extract.plain.stretch import is_guess


class Order(NamedTuple):
    """What is asked for; `text` tells of it when it is no verb with its objects."""

    value: str
    text: str = ""


def rule(value: str, label: str = "rule") -> Order:
    """A rule that somebody has."""
    return Order(value, f"The user's {label} is: {lowered(value)}")


def wish(value: str) -> Order:
    """What somebody wants to have."""
    return Order(value, f"The user wants {lowered(value)}")


KIND = (
    r"(?:(?:all|our|the|new|every|each|public|private|unit|feature|db|api|sql|commit|pr)\s+)*"
    rf"(?:[\w-]+\s+)?{ARTIFACTS}"
)
DONE = (
    r"(?:named|written|wrapped|logged|sorted|grouped|prefixed|suffixed|tagged|labelled|labeled|formatted|signed"
    r"|squashed|reviewed|generated|capitali[sz]ed|indented|versioned|numbered|documented|tested|merged|rebased"
    r"|translated"
    r"|rounded|given|checked|validated|handled|raised|thrown|passed|spelled|spelt|ordered|placed|put|quoted"
    r"|hashed|cased)"
)
# "Branches are named like feat/PROJ-123", "errors get wrapped with %w".
MADE = rx.compile(
    rf"^(?:(?:in|for|on)\s+(?:this|our|the)\s+(?:repo|project|codebase|team|code),?\s+)?(?!the\b){KIND}\s+(?:here\s+)?"
    rf"(?:are|get|go|must be|have to be|should be)\s+(?:always\s+|only\s+)?(?:{DONE}\s+(?:like|as|with|in|by"
    rf"|after|under|to|at"
    r"|on|into|through|via|next to|alphabetically|without|once|using)\b.+|named\s+\S*[/<]\S*.*)$",
    re.IGNORECASE,
)
# "Tests live next to the code"; "tickets live in Jira" only says where they are.
GOES = rx.compile(
    rf"^(?!.*\bin this\b){KIND}\s+(?:always\s+)?(?:go|live|belong)\s+(?:(?:next to|under|into|beside|alongside"
    rf"|with|through)\s+.+"
    r"|(?:in|inside)\s+\S*[/.]\S*.*|(?:in|inside)\s+(?:the\s+same|a|an|their|its)\s.+|(?:in|inside)\s+.*\b(?:not"
    r"|never)\b.+)$",
    re.IGNORECASE,
)
# "Commit msgs = conventional commits, english, subject under 60 chars".
EQUALS = rx.compile(
    r"^(?:(?:commit|pr|branch|test|variable|file)\s+(?:msgs?|messages|titles?|names?|naming)|commits|branches"
    r"|prs|docstrings"
    r"|tests)\s*(?:=|:|->|→)\s*[^\d\s/~][^=]*$",
    re.IGNORECASE,
)
# What stands behind is an order of its own.
JOINED = rx.compile(
    r"[,;]\s+(?:and\s+)?(?:always|never|please|don['’]?t|do not|use|keep|avoid|prefer)\b", re.IGNORECASE
)
BRACKETS = rx.compile(r"\([^)]*\)")
PASSING = rx.compile(r"\b(?:was|were|will|would|if you)\b")
PASSES = rx.compile(r"(?:fail|pass|work|break)", re.IGNORECASE)
OWN = rx.compile(r"(?:the|this|my)\b", re.IGNORECASE)
GENERAL = r"(?:all|every|each|no|any|new|public|private)\b"
OBLIGED = rx.compile(
    rf"^(?P<s>(?:(?:all|every|each|no|any|new|public|private|our)\s+)*(?:[\w/-]+\s+){{0,3}}?{ARTIFACTS}"
    r"(?:\s+(?:in|of|for|on|to|with|from|under)\s+[\w./-]+(?:\s+[\w-]+)?)?)\s+"
    r"(?P<m>must(?:\s+(?:never|always|not))?|(?:should|shall)\s+(?:never|always|not|only|start"
    r"|live|follow|begin|end|have|contain|go|stay|be (?:in|under|kept|written|named|sorted"
    r"|short|small|at most|no longer|lower|upper|snake|kebab|camel|prefixed|signed))|ha(?:ve|s) to"
    r"|needs? (?:to|an?)|always|never|(?:go|goes|lives?|stays?|belongs?)\s+(?:in|into|next"
    r"|under|to|through)|gets?\s+(?:an?|its|their)|(?:are|is) (?:always|never"
    r"|to be)\s+(?=(?:in|under|with|at|kept|written|named|stored|sorted|lower|upper|snake"
    r"|kebab|camel|prefixed|plural|singular|private|immutable|async|utc|squashed|signed|integers?|floats?"
    r"|reviewed|pinned)\b))\s*(?P<o>.*)$",
    re.IGNORECASE,
)
# "Copy has to be under 100 characters", "money is always integer cents".
SHOULD = rx.compile(
    r"^(?P<s>(?:all\s+|our\s+|every\s+)?[a-z][\w -]{1,30}?)\s+(?:must|has\s+to|have\s+to|needs?\s+to)\s+"
    r"(?:not\s+|always\s+|never\s+|only\s+)?(?:be|stay|have|use|go|follow|start|end|come|live|contain|fit)\b.+$"
    r"|^(?P<t>[\w-]+)\s+is\s+always\s+[\w ]+,\s*never\s+.+$",
    re.IGNORECASE,
)
NO_SUBJECT = rx.compile(
    r"\b(?:i|we|you|he|she|it|they|this|that|there|someone|everyone|nobody|one|is|are|was|so|and|but|if|to|just"
    r"|must)\b",
    re.IGNORECASE,
)
BANNED = rx.compile(
    r"^(?!(?:the|this|that|it|he|she|i|we)\b)[\w][\w -]{1,40}?\s+(?:is|are)\s+(?:strictly\s+)?(?:banned"
    r"|forbidden|not\s+allowed"
    r"|prohibited|off[- ]limits|a\s+no[- ]go|verboten|mandatory|required)\b[^,]*$",
    re.IGNORECASE,
)
LABEL = rx.compile(
    r"^(?P<l>(?:(?:house|team|coding|project|code|new|standing|general|golden|ground|hard|my|our|the|a|another"
    r"|one|naming"
    r"|commit|repo)\s+)*(?P<k>conventions?|rules?(?: of thumb)?|house style|style(?: guide)?|standing orders?|policy"
    r"|guidelines?|preferences?(?: for answers)?|standing instructions?|order|instructions?|habit|practice|standard)"
    r"(?:\s+(?:here|for you|around here|of mine|in this (?:repo|project|codebase)|(?:for|on"
    r"|about)\s+[\w -]{2,25}))?)\s*"
    r"(?:(?P<mark>[:—–=]|\s-\s)|\s(?:is|are)\s+(?:that\s+|to\s+)?)\s*(?P<o>\S+\s.+)$",
    re.IGNORECASE,
)
UNLABELLED = rx.compile(
    r"(?:that's|it|a|an|not|very|too|so|stupid|good|bad|broken|clear|simple|fine|there|like|in|on|wrong|right|outdated"
    r"|described|documented|unclear|strict|the same)\b",
    re.IGNORECASE,
)
OUR_WAY = rx.compile(
    r"^(?P<x>as a rule,?\s+|by convention,?\s+|as (?:a )?policy,?\s+|here,?\s+|around here,?\s+)?we\s+"
    r"(?P<no>(?:do\s?n['’]?t|do not|never)\s+(?:ever\s+)?)?(?:(?:always|only|generally"
    r"|usually)\s+)?(?P<v>[a-z-]+)\s+(?P<o>.+?)"
    r"(?P<tail>[\s,;–-]+(?:here|around here|in (?:this|our) (?:code ?base|repo|repository|project|team|company"
    r"|shop|house|org)"
    r"|(?:so\s+)?(?:please\s+)?(?:stick|keep|hold) to (?:it|that)|(?:so\s+)?(?:please\s+)?follow (?:it|that)"
    r"|by convention"
    r"|as a rule|by policy|please do the same|so do the same))*\W*$",
    re.IGNORECASE,
)
NAMING_WAY = rx.compile(
    r"^we\s+(?:name|prefix|squash|rebase|indent|tag|version|sort|capitali[sz]e)\s+(?!it\b|them\b|this\b"
    r"|that\b)[a-z][^?]+$",
    re.IGNORECASE,
)
# "All new code needs types", "anything that touches production needs my sign-off".
RULES = rx.compile(
    r"^(?:all|every|each|any)\s+(?:new\s+|public\s+)?(?:[\w-]+\s)?(?P<n>[\w-]+)\s+(?:needs?|requires?|must|has to"
    r"|have to|goes through|go through)\s+\w.+$"
    r"|^(?P<a>(?:any)?thing|everything|whatever|nothing)\s.{3,50}?\s(?:needs|requires|goes through|gets|must"
    r"|has to have"
    r"|should have)\s+(?:my|an?)\s+(?:explicit\s+|written\s+)?(?:sign-?off|approval|ok|okay|review|permission|go-ahead"
    r"|second pair of eyes|test|ticket).*$",
    re.IGNORECASE,
)
WANTS = rx.compile(
    r"^i(?:['’]d| would)?\s+(?P<f>always\s+|only\s+|just\s+)*(?:want|like|need|prefer|expect)\s+(?:to (?:have"
    r"|see|get)\s+)?"
    r"(?:my\s+|all\s+the\s+)?(?P<o>.+)$",
    re.IGNORECASE,
)
OF_EACH = rx.compile(
    r"^(?:(?:all|every|each|any|no)\s+[a-z].+?\sto\s+(?:be\s+)?[a-z].+|(?:an?|the|one|two"
    r"|three)\s+[\w -]{2,40}?\s+(?:for|with|in"
    r"|at|under|on)\s+(?:every|each|all|any)\s+[^,;]+)",
    re.IGNORECASE,
)
WANTED = rx.compile(
    r"^(?:for\s+(?P<c>[\w -]{2,30}?),?\s+)?i\s+(?:always\s+|only\s+|just\s+)*(?:want|need|expect|like"
    r"|prefer)\s*:\s*(?P<o>.{5,})$",
    re.IGNORECASE,
)
HOW_I = rx.compile(
    r"^(?:how|the way)\s+i\s+(?:want|like|prefer|need)\s+(?:the\s+|your\s+"
    r"|my\s+)?(?P<s>[\w -]+?)\s*[:–—-]+\s*(?P<o>.+)$",
    re.IGNORECASE,
)
# "I hate when you say certainly", "it annoys me when you apologise".
VEXED = rx.compile(
    r"^(?:i\s+(?:really\s+)?(?:hate|dislike|can['’]?t stand|cannot stand|can not stand|do\s?n['’]t like|do not like)"
    r"|it\s+(?:really\s+)?(?:annoys|bothers|bugs|irritates)\s+me)\s+(?:it\s+)?(?:when|if|how)\s+you\s+(?P<k>keep\s+)?"
    r"(?:always\s+)?(?P<o>.+)$",
    re.IGNORECASE,
)
# "You can skip the explanations".
SKIPS = rx.compile(
    r"^you\s+(?:can|may|could)\s+(?:always\s+|just\s+)?(?P<o>(?:skip|omit|leave out|drop|spare me)\s+(?:all\s+)?"
    r"(?:the\s+|your\s+)?[\w -]*?(?P<n>[\w-]+))\b(?!\s+now)",
    re.IGNORECASE,
)
# "You don't need to ask before running tests".
FREES = rx.compile(
    r"^(?:you|u)\s+(?:do\s?n['’]?t|do not)\s+(?:need|have)\s+to\s+(?P<o>[a-z]+\s.*(?:before|when|every|each|all"
    r"|any)\b.+)$",
    re.IGNORECASE,
)


def custom(text: str, *, alone: bool, part: bool) -> Order | None:
    """The custom that words tell of; `alone`: nothing else was read of them; `part`: the sentence says more."""
    if part:
        return None if is_now(text) else required(text) or wanted(text, alone=alone)
    vexed = VEXED.match(text)
    if vexed is not None and not is_pointed(text):
        return Order(f"don't {vexed['k'] or ''}{vexed['o']}")
    skips = SKIPS.match(text)
    if skips is not None:
        return Order(skips["o"]) if skips["n"].lower() in STYLE else None
    if is_now(BRACKETS.sub("", text)):
        return None
    frees = FREES.match(text)
    if frees is not None:
        return Order(f"no need to {frees['o']}")
    labelled = LABEL.match(text)
    if labelled is not None:
        return of_label(labelled)
    return required(text) or of_kind(text, alone=alone) or our_way(text) or wanted(text, alone=alone)


def of_label(match: re.Match[str]) -> Order | None:
    """ "Convention: tests live next to the code", "our house style is sentence case for headings"."""
    if UNLABELLED.match(match["o"]):
        return None
    if match["mark"]:
        label = re.sub(r"^(?:our|my|the)\s+", "", match["l"], flags=re.IGNORECASE)
        return rule(match["o"], label.lower() if len(label.split()) < 4 else match["k"].lower())
    own = re.match(r"(?:our|my|the)\b", match["l"], re.IGNORECASE)
    named = re.match(r"convention|standard|guideline|policy", match["k"], re.IGNORECASE)
    return rule(match["o"], match["k"].lower()) if own and not named else None


def required(text: str) -> Order | None:
    """ "Emojis are banned", "copy has to be under 100 characters"."""
    if BANNED.match(text):
        return rule(text)
    should = SHOULD.match(text)
    if should is None or NO_SUBJECT.search(should["s"] or should["t"]):
        return None
    likely = re.search(r"^the\b.*\bmust be \w+$", text, re.IGNORECASE)  # "the tests must be broken"
    loose = should["s"] and (JOINED.search(text) or is_pointed(text))
    return None if likely or loose else rule(text)


def of_kind(text: str, *, alone: bool) -> Order | None:
    """What holds of all things of a kind."""
    rules = RULES.match(text)
    if rules is not None and (rules["a"] or (alone and rules["n"].lower() in STYLE | WORKS)):
        return rule(text)
    plain = BRACKETS.sub("", text)
    if JOINED.search(text) or is_pointed(plain) or len(text.split()) > 24:
        return None
    if EQUALS.match(text) or (not is_guess(text) and (MADE.match(text) or GOES.match(text))):
        return rule(text)
    obliged = OBLIGED.match(text)
    if obliged is None or PASSING.search(text) or PASSES.match(obliged["o"]):
        return None
    general = re.match(GENERAL, obliged["s"], re.IGNORECASE)
    strict = re.match(r"(?:must|should|shall|ha|(?:are|is) (?:always|never))", obliged["m"], re.IGNORECASE)
    return rule(text) if general or (strict and not OWN.match(text)) else None


def our_way(text: str) -> Order | None:
    """ "As a rule, we squash before merging", "we don't do force pushes here"."""
    if re.search(r"\b(?:now|yet|it|them)\b", text):
        return None
    if NAMING_WAY.match(text):
        return Order(re.sub(r"^we\s+", "", text, flags=re.IGNORECASE))
    match = OUR_WAY.match(text)
    if match is None or match["v"].lower() not in SHAPING or not (match["x"] or match["tail"]):
        return None
    rest = match["o"].strip(" ,;")
    if match["v"].lower() == "do":
        does = "does not do" if match["no"] else "does"
        return Order(f"{'no ' if match['no'] else ''}{rest}", f"The user's team {does} {rest}")
    return Order(f"{'never ' if match['no'] else ''}{match['v']} {rest}")


def wanted(text: str, *, alone: bool) -> Order | None:
    """ "I want dates as yyyy-mm-dd", "I want a changelog line for every PR"."""
    listed = WANTED.match(text)
    if listed is not None:
        return Order(f"give {listed['o']}{' for ' + listed['c'] if listed['c'] else ''}")
    how = HOW_I.match(text)
    if how is not None:
        return Order(f"{how['s']}: {how['o']}", f"The user wants {how['s']} like this: {how['o']}")
    wants = WANTS.match(text)
    if wants is None or is_pointed(text):
        return None
    what, often = wants["o"], (wants["f"] or "").strip()
    first = what.split(maxsplit=1)[0].lower()
    each = OF_EACH.match(what)
    if each is not None:
        return wish(each[0])
    if not alone:
        return None  # "I like names with double letters"
    if often and first not in {"to", "you", "that", ":"}:
        return wish(f"{what}, {often}")
    shaped = first in STYLE and re.search(r"\b(?:in|with|without|everywhere|as|under)\b", what)
    return wish(what) if shaped else None


def unwanted(text: str) -> Order | None:
    """ "No comments in the code" of "I don't want any comments in the code"."""
    what = re.sub(r"^no\s+", "", text)
    plain = re.match(UNWANTED, what, re.IGNORECASE) and not is_pointed(what)
    return Order(text, f"The user does not want {what}") if plain else None
