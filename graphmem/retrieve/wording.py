"""The words by which a question tells of what kind its answer is, of which time, and whose words are meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal


def _any(*words: str) -> re.Pattern[str]:
    """A pattern for any of these, as whole words."""
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


USER = _any(
    "i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "the user", "user", "the user's", "user's"
)
ASKS = re.compile(r"\b(who|whom|whose|where|when|what|which|why|how many|how much|how)\b", re.IGNORECASE)
PAST = _any(
    "used to", "previously", "formerly", "before", "earlier", "past", "former", "old", "was", "were", "did", "had",
    "ever", "history", "originally",
)  # fmt: skip
DONE = _any("was", "were", "did", "had", "has", "have", "happened", "got", "went")
NOW = _any(
    "now", "nowadays", "currently", "current", "today", "these days", "at the moment", "at present", "presently",
    "still", "latest", "newest", "most recent", "as of today", "up to date", "any ?more", "any longer",
)  # fmt: skip
THEN = re.compile(
    r"\b(?:used? to (?!now)|previous(?:ly)?|formerly|former|in the past|originally|initially|back then|at first"
    r"|once (?:use|work|live|own|like|prefer|have|had|was|were)d?|prior|no longer|earlier on|any earlier"
    r"|(?:my|our|the|his|her|their|\w+'s) (?:old|ex|last but one)\b|ex-\w+)\b"
    r"|\b(?:before|earlier|beforehand)\s*(?:that|this|then|now)?\s*[?.!]*\s*$",
    re.IGNORECASE,
)
# "Are you used to it" speaks of a habit, and "is used to build" of a purpose.
ACCUSTOMED = re.compile(
    r"\b(?:am|are|is|was|were|be|been|being|get|got|getting|'m|'re|'s) used to\b", re.IGNORECASE
)
HISTORY = re.compile(
    r"\b(?:history|over (?:time|the years)|timeline|evol\w+|so far|how (?:has|have|did) .{1,60}\bchang\w+"
    r"|changes? (?:of|in|to)|what (?:has )?changed|each time|ever since)\b",
    re.IGNORECASE,
)
SAYING = re.compile(
    r"\b(?:sa(?:y|id|ys|ying)|t(?:ell|old|elling)|mention\w*|talk\w*|discuss\w*|ask(?:ed)?|wrote|spoke|speak\w*"
    r"|chat\w*|conversations?|sessions?|suggest\w*|recommend\w*|promis\w+)\b",
    re.IGNORECASE,
)
# What only leads to the question: "do you remember where I parked" asks where.
LEAD = re.compile(
    r"^\W*(?:(?:so|and|but|ok(?:ay)?|hey|hi|hello|please|pls|well|um+)\b[\s,]*)*"
    r"(?:(?:do|can|could|would|will) (?:you|u|we) (?:please |pls )?(?:still )?(?:know|remember|recall|tell (?:me|us)"
    r"|remind (?:me|us)|say|look up|find(?: out)?|check|show (?:me|us)|give (?:me|us))"
    r"|(?:please |pls )?(?:tell|remind|show|give) (?:me|us)|i (?:want|need|would like|'d like) to know"
    r"|i wonder|any idea|remember)\b[\s,:]*(?:about |again )?",
    re.IGNORECASE,
)

# By which what is told says of when it was.
MOMENTS = (
    "yesterday", "today", "tonight", "tomorrow", "last", "ago", "next", "weekend", "week", "month", "year", "monday",
    "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

# How to answer, and not of what.
FILLER = _any(
    "list", "enumerate", "all", "every", "everything", "everyone", "everybody", "anything", "something", "tell", "show",
    "give", "know", "known", "remember", "recall", "kinds? of", "types? of", "sorts? of", "many", "much", "exactly",
    "please", "pls", "currently", "current", "right now", "these days", "used? to", "previous(?:ly)?", "former(?:ly)?",
    "before", "earlier", "beforehand", "originally", "initially", "at present", "presently", "nowadays", "now", "today",
    "still", "latest", "in the past", "ever",
)  # fmt: skip

# How to ask of somebody or something as a whole.
ABOUT = _any(
    "about", "summar(?:y|ies|ise|ize)", "overview", "background", "profile", "describe", "introduce", "info",
    "information", "details?", "brief", "rundown", "recap", "catch", "fill", "up", "more", "story", "there",
)  # fmt: skip

_FIGURE = re.compile(
    r"\bhow (?:many|much|often|long|old|far|big|large|tall|high|fast|expensive)\b(?! ago)|\bthe number of\b"
    r"|\b(?:what|which) (?:number|amount|count|percentage|price|cost|total|size|limit|age)\b"
    r"|\bwhat(?: is| are| was| were|'s) the (?:number|amount|count|total|price|cost|average)\b"
    r"|\bcount (?:of|all|the)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^\W*(?:and |since |until |till |by |from )?when\b"
    r"|\b(?:what|which) (?:\w+ )?(?:date|day|time|year|month|week|weekday|season|deadline|birthday)\b"
    r"|\bwhat(?:'s| is| was| are| were) the (?:exact )?(?:date|day|time|year|deadline)\b"
    r"|\b(?:how long ago|since when|until when|by when|at what time)\b",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"\bwhy\b|\bhow come\b|\bwhat(?:'s| is| was| were| are)? ?(?:the |your |my |our |his |her |their |\w+'s )?"
    r"(?:main |real )?(?:reasons?|motivations?|motives?|rationale|causes?)\b|\bfor what reason\b"
    r"|\breasons? (?:for|behind|why)\b|\bwhat (?:made|led|caused|motivated|prompted|inspired)\b",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\b(?:who|whom|whose|who's)\b"
    r"|\b(?:which|what) (?:person|people|colleague|friend|team ?mate|co-?worker|man|woman|guy|one of us)s?\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\bwhere\b|\b(?:which|what|in (?:which|what)) (?:city|cities|country|countries|town|place|village|state|region"
    r"|street|address|folder|directory|path|location|venue|neighbou?rhood|continent)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\bdeci(?:de[ds]?|ding|sions?)\b|\bch(?:oose|ose|osen|oice)s?\b|\b(?:settled?|agreed?) (?:on|upon|to)\b"
    r"|\b(?:go|went|gone|going) with\b|\bpick(?:ed)?\b|\bopt(?:ed)? for\b|\bconclu(?:de|ded|sion)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\bprefer\w*|\bfavou?rites?\b|\brather\b|\blikes? (?:best|better|more|most|least)\b|\bbest like\b"
    r"|\btastes? in\b"
    r"|\b(?:do|does|did|would) (?:\S+ ){1,3}(?:like|love|enjoy|hate|dislike|want|favou?r)\b"
    r"|\bhow (?:do|does|should|would) (?:i|we|you|\w+) (?:like|want|feel about)\b"
    r"|\b(?:dis)?likes? and (?:dis)?likes?\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^\W*(?:do|does|did|is|are|was|were|am|has|have|had|can|could|will|would|should|may|must|isn't|aren't|wasn't"
    r"|weren't|don't|doesn't|didn't|hasn't|haven't|won't|can't)\b",
    re.IGNORECASE,
)
_HOW = re.compile(r"^\W*how\b|\bhow (?:do|does|did|to|can|should|is|are|was|were|has|have)\b", re.IGNORECASE)
_WHAT = re.compile(r"\b(?:what|which)\b", re.IGNORECASE)

_LISTED = re.compile(
    r"^\W*(?:list|enumerate|name)\b|\b(?:list|name|give|show|tell)(?: me| us)? (?:all|every|each|everything|everyone)\b"
    r"|\ball (?:of )?(?:the|my|our|your|his|her|their|these|those|\w+'s)\b"
    r"|\ball (?:\w+ )?\w+s\b|\bevery(?:one|body|thing)?\b"
    r"|\bwhat all\b|\bwho all\b|\bwhich (?:of|ones)\b|\ba list of\b"
    r"|\b(?:what|which) (?:kinds?|types?|sorts?) of\b|\bwhat else\b",
    re.IGNORECASE,
)
# A plural before the verb: "what books has she read", "which of my servers run Debian".
_PLURAL = re.compile(
    r"\b(?:what|which)(?: (?!is\b|does\b|was\b|has\b|of\b)[\w'-]+){0,3}? "
    r"((?!has\b|does\b|was\b|is\b|this\b)[a-z'-]{3,}s|people|children|men|women|mice) (?:(?:that|which) )?"
    r"(?:ha(?:s|ve|d)|do(?:es)?|did|are|were|can|should|will|would|use|run|am|i|we|you|[a-z]+ed)\b",
    re.IGNORECASE,
)
_PLURAL_AFTER = re.compile(
    r"\b(?:what|who|which)(?: are|'re| were) (?:the |my |our |your |his |her |their |\w+(?:'s|s') |some (?:of )?)?"
    r"(?:[\w'-]+ ){0,3}?(?!is\b|was\b|this\b|his\b)([a-z'-]{3,}s|people|children|men|women)\b",
    re.IGNORECASE,
)
# They end like a plural and are none.
_ONE = frozenset(
    ("is", "was", "this", "his", "has", "does", "us", "bus", "gas", "news", "class", "address", "process", "status",
     "always", "pass", "boss", "glass", "less", "unless", "as", "its", "yes", "plus", "perhaps", "sometimes")
)  # fmt: skip

_BOUND = re.compile(
    r"\b(?P<word>before|prior to|until|till|up to|after|since|following|once|during|while|at the time of|around)\s+"
    r"(?P<what>(?:the|my|our|your|his|her|their|a|an|i|we|he|she|they|you|[A-Z][\w'-]*|\w+ing)\b[^?!.,;]{0,80})",
)
_CUT = re.compile(r"\s+(?:did|do|does|what|who|which|where|when|why|how)\b.*$", re.IGNORECASE)
_RELATION: dict[str, Literal["before", "after", "during"]] = {
    "before": "before", "prior to": "before", "until": "before", "till": "before", "up to": "before",
    "after": "after", "since": "after", "following": "after", "once": "after",
    "during": "during", "while": "during", "at the time of": "during", "around": "during",
}  # fmt: skip
_VERBS = (
    r"(?:say|said|tell|told|mention(?:ed)?|suggest(?:ed)?|recommend(?:ed)?|advise[d]?|propose[d]?|ask(?:ed)?|write|wrote"
    r"|promise[d]?|warn(?:ed)?|think|thought|explain(?:ed)?|talk(?:ed)?)"
)
_WHOSE_WORDS = (
    re.compile(
        rf"\b(?:did|do|does|has|have|had) (?P<who>[A-Z][\w-]*|[a-z]+) (?:ever |already |just |also )?{_VERBS}\b"
    ),
    re.compile(r"\baccording to (?P<who>[A-Z][\w-]*|you|me|us)\b"),
    re.compile(rf"\b(?P<who>[A-Z][a-z][\w-]*|you|I|we) (?:had |have |has |ever )?{_VERBS}\b"),
)
_NOBODY = frozenset(("what", "who", "which", "where", "when", "why", "how", "did", "do", "does", "the"))


def telling(text: str) -> str:
    """The question without the words that only say how to answer: what is left must stand in an answer."""
    return FILLER.sub(" ", bare(text))


def bare(text: str) -> str:
    """The question without what only leads to it."""
    return text[found.end() :] if (found := LEAD.match(text)) else text


def kind(text: str) -> Any:
    """Of what kind the answer is: a `question.Kind`."""
    core = bare(text)
    tests: Sequence[tuple[str, re.Pattern[str]]] = (
        ("when", _WHEN), ("how many", _FIGURE), ("why", _WHY), ("where", _WHERE), ("who", _WHO),
    )  # fmt: skip
    places = [
        (found.start(), place, name) for place, (name, p) in enumerate(tests) if (found := p.search(core))
    ]
    # "Who knows where she lives" asks who: what is asked first counts, a reason always does.
    if any(name == "why" for _, _, name in places) and not re.match(
        r"\W*(?:when|how many)\b", core, re.IGNORECASE
    ):
        return "why"
    first = min(places, default=None)
    other = _WHAT.search(core)
    if first is not None and (other is None or first[0] <= other.start()):
        return first[2]
    rest = (("decision", _DECISION), ("preference", _PREFERENCE))
    for name, pattern in rest:
        if pattern.search(core) and not _YES_NO.match(core):
            return name
    if many(text):
        return "list"
    for name, pattern in (("yes or no", _YES_NO), ("how", _HOW), ("what", _WHAT)):
        if pattern.search(core):
            return name
    return ""


def many(text: str) -> bool:
    """True when all that fit are asked for, and not the one best answer."""
    core = bare(text)
    if _LISTED.search(core):
        return True
    found = [*_PLURAL.finditer(core), *_PLURAL_AFTER.finditer(core)]
    return any(one[1].lower() not in _ONE and not one[1].lower().endswith(("ss", "'s")) for one in found)


def broad(text: str, names: Sequence[str], stems: Callable[[str], Sequence[str]]) -> bool:
    """True when nothing is asked of those whom a question names but what is known of them.

    `names` are their names as they stand in it. "Who is Priya" and "the billing service" are such, and so is "tell me
    about the billing service"; "where is Priya" is not.
    """
    if kind(text) not in {"", "who", "what", "list"}:
        return False
    left = set(stems(ABOUT.sub(" ", telling(text)))) - {stem for name in names for stem in stems(name)}
    return not left and bool(names or (USER.search(text) and ABOUT.search(text)))


def holds(text: str) -> Literal["now", "then", ""]:
    """Whether only what holds is meant, or only what no longer does."""
    then = THEN.search(text) and not ACCUSTOMED.search(text)
    if then:
        return "then"
    return "now" if NOW.search(text) else ""


def anchor(text: str) -> tuple[Literal["before", "after", "during", ""], str]:
    """How the time that is asked for lies to an event, and the words for the event; two empty strings without one."""
    found = _BOUND.search(text) or _BOUND.search(text[:1].lower() + text[1:])
    if found is None:
        return "", ""
    what = _CUT.sub("", found["what"]).strip()
    return (_RELATION[found["word"].lower()], what) if what else ("", "")


def speaker(text: str) -> str:
    """Whose words are asked for: user, assistant, or a name as it is written; "" when nobody's."""
    for pattern in _WHOSE_WORDS:
        for found in pattern.finditer(text):
            who = found["who"]
            if who.lower() in {"i", "me", "we", "us"}:
                return "user"
            if who.lower() == "you":
                return "assistant"
            if who[0].isupper() and who.lower() not in _NOBODY:
                return who
    return ""
