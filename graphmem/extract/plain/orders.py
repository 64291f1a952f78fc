"""Standing orders in plain words: "do not edit generated files by hand", "use British spelling in the docs"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.patterns_orders import lowered, ordered
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import third, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

POLITE = r"^(?:(?:please|pls|also|and|ok|okay|so|remember|reminder|note|important|rule|btw)[\s,:]+)*"
REFUSES = rx.compile(
    rf"{POLITE}(?:do\s?n['o]?t|do not|never|avoid|refrain from|stop|no)\s+(?:ever\s+)?(?P<v>\w+)(?P<o>.*)$",
    re.IGNORECASE,
)
CUSTOM = rx.compile(
    rf"{POLITE}(?P<v>use|keep|write|prefer|format|name|answer|reply|respond|follow|stick to|sort|indent"
    rf"|wrap|document|type"
    r"|prefix|group|separate|quote|cite|address|speak|talk|start|end|sign|call|explain|limit|favou?r"
    r"|return|phrase|spell)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
ENSURES = rx.compile(
    rf"{POLITE}(?:make sure|be sure|remember|ensure|see to it)\s+(?:that\s+)?(?:to\s+"
    rf"|you\s+(?:always\s+)?)?(?P<o>.+)$",
    re.IGNORECASE,
)
HABIT = rx.compile(
    r"^(?P<who>i|we)\s+(?P<f>always|never|only ever)\s+(?P<v>[a-z]+)\s+(?P<o>.+)$", re.IGNORECASE
)
ALWAYS = rx.compile(rf"{POLITE}(?:always|never)\s+(?P<v>\w+)\s+(?P<o>.+)$", re.IGNORECASE)
MANNER = rx.compile(
    rf"{POLITE}(?:keep (?:it|things|everything)|be|stay)\s+(?:really\s+|very\s+|more\s+)?(?P<o>short"
    rf"|brief|concise|terse|simple|formal|informal"
    r"|polite|precise|direct|honest|casual|explicit|succinct|to the point)$",
    re.IGNORECASE,
)
# With these a statement begins, and no order: "make sure every endpoint has a limit".
NAMED = frozenset({"DT", "NN", "NNS", "NNP", "NNPS", "PRP", "PRP$", "CD"})
# What speaks of this moment and not of all times.
MOMENT = rx.compile(
    r"\b(?:this|that|these|those|it|them|here|there|yet|now|today|tomorrow|tonight|again|first|next"
    r"|above|below|him|her|us"
    r"|current|currently|latest|new one|same|one|following|previous|last|until|instead|then)\b|[\w-]+\.(?:py"
    r"|js|ts|go|rs|java|md|json)\b",
    re.IGNORECASE,
)
TIMES = rx.compile(
    r"\b(?:before|after|when|whenever|every|each|always|all|any|never|in general|by default)\b", re.IGNORECASE
)
IDLE = words(
    "worry forget mind know think hesitate care bother get let be have need want see understand say"
    " tell panic ask give take"
    " go come happen feel hold rush laugh judge blame shoot sweat one problem way thanks idea more"
    " longer need like love hate liked loved hated prefer enjoy stand wanted heard saw did was were had"
)
# What an agent is asked not to do; "don't quit" is a word of comfort.
WORK = words(
    "use add write create commit push put include mention generate install touch edit modify change"
    " delete remove rename run"
    " import log print merge rebase deploy skip ignore hardcode hard-code mock mix suggest propose"
    " explain repeat apologize"
    " apologise summarize summarise send format wrap abbreviate translate assume invent guess return"
    " expose store leave start"
    " end nest inline duplicate copy paste catch swallow force squash review test pin tag release pair"
    " document call name write"
    " force-push commit reformat refactor upgrade bump bypass disable quote cite reply answer respond"
    " sign overwrite"
)
# Where a custom holds.
FIELDS = rx.compile(
    r"\b(?:in|for|as|on)\s+(?:(?:the|all|any|every|new|our|each)\s+)?(?:docs|documentation|code|tests?"
    r"|commits?|comments?|names?|variables?"
    r"|files?|modules?|components?|branch(?:es)?|prs?|pull requests?|e?mails?|answers?|replies|python"
    r"|sql|css|html|typescript"
    r"|javascript|rust|go|dates|times|numbers|prices|strings|logging|logs|validation|formatting"
    r"|migrations?|queries|scripts?"
    r"|configs?|examples?|headings?|titles?|commit messages|python code|file names?|identifiers?|apis?"
    r"|endpoints?|errors?)\b",
    re.IGNORECASE,
)
SPEECH = rx.compile(
    r"\b(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|output|summar(?:y|ies)|tone"
    r"|sentences?|comments?|reviews?"
    r"|paragraphs?|emails?|language|english|british|american|metric|units)\b",
    re.IGNORECASE,
)
DEFINITE = rx.compile(r"\b(?:the|my|our|your)\s+(?P<a>[\w-]+)(?:\s+(?P<b>[\w-]+))?", re.IGNORECASE)


@rx.only_where(MANNER, ENSURES, ALWAYS, REFUSES, CUSTOM, HABIT)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The standing order or the custom of one statement."""
    text = stretch.text.strip(" .!")
    if not stretch.reading.by_user or len(stretch.words) > 25 or len(text.split()) < 2:
        return
    match = MANNER.match(text)
    if match is not None:
        yield order(stretch, match, f"be {match['o']}" if " it" in text else text)
        return
    if len(text.split()) < 3:
        return
    text = re.sub(r"[\s,]+(?:please|pls|thanks|thank you|ok|okay)\W*$", "", text, flags=re.IGNORECASE)
    for pattern, standing in ((ENSURES, ensured), (ALWAYS, always), (REFUSES, refused), (CUSTOM, customary)):
        match = pattern.match(text)
        if match is not None:
            if standing(stretch, match) and not MOMENT.search(match["o"]):
                yield order(stretch, match, text)
            return
    match = HABIT.match(text)
    if match is not None and not MOMENT.search(match["o"]) and match["v"].lower() in WORK:
        yield habit(stretch, match)


def refused(stretch: Stretch, match: re.Match[str]) -> bool:
    """ "Don't touch the vendored folder" is meant for good; "don't run the tests" is not."""
    verb = match["v"].lower()
    if (
        not {verb, verb.removesuffix("ing"), verb.removesuffix("ing") + "e", verb.removesuffix("ing")[:-1]}
        & WORK
    ):
        return False
    if verb in IDLE or (stretch.words[0].lower in {"no", "stop"} and not verb.endswith("ing")):
        return False
    definite = DEFINITE.search(match["o"])
    return bool(match["o"].strip()) and (definite is None or described(stretch, definite))


def described(stretch: Stretch, definite: re.Match[str]) -> bool:
    """True for "the vendored folder" and "the docs"; "the tests" and "the file" are those of the moment."""
    if definite["b"] is None:
        return definite["a"].lower() in {
            "docs",
            "main",
            "production",
            "prod",
            "master",
            "readme",
            "changelog",
        }
    tags = {word.lower: word.pos for word in stretch.words}
    return tags.get(definite["a"].lower()) in {"ADJ", "NOUN", "PROPN", "VERB"} and tags.get(definite["b"].lower()) in {
        "NOUN", "PROPN",
    }  # fmt: skip


def customary(stretch: Stretch, match: re.Match[str]) -> bool:
    """ "Use British spelling in the docs", "keep the answers under 200 words", "write commit messages in English"."""
    rest, verb = match["o"], match["v"].lower()
    first = stretch.words[0]
    if first.pos in {"NOUN", "PROPN"} and first.lower == verb and re.match(r"(?:is|are|was)\b", rest):
        return False
    speech = bool(SPEECH.search(rest))
    definite = DEFINITE.search(rest)
    if verb in {"keep", "explain", "limit"}:
        return speech
    if verb in {"call", "address"}:
        return bool(re.match(r"me\s+\w+", rest))
    if verb in {"answer", "reply", "respond", "speak", "talk", "phrase"}:
        return bool(re.search(r"\b(?:in|with|using|briefly|concisely|shortly|plainly|like)\b", rest))
    if verb in {"use", "prefer", "favour", "favor", "follow", "stick to"}:
        return (
            (definite is None or definite.start() > 0)
            and bool(FIELDS.search(rest) or speech)
            and not re.match(r"the\b|a\b|an\b", rest)
        )
    plural = re.match(r"(?:all\s+)?(?:[\w-]+\s+){0,2}[a-z]+s\b", rest)
    shaped = re.search(r"\b(?:in|as|with|by|before|after|alphabetically|like|under|at)\b", rest)
    return definite is None and bool(plural) and bool(shaped)


def always(stretch: Stretch, match: re.Match[str]) -> bool:
    """ "Always run `just check` before committing"."""
    verb = match["v"]
    told = any(word.text == verb and word.pos in {"VERB", "AUX"} for word in stretch.words)
    return (
        (told or verb in WORK)
        and verb not in IDLE | {"has", "is", "does", "been"}
        and verb.islower()
        and not verb.endswith(("ed", "ing"))
    )


def ensured(_: Stretch, match: re.Match[str]) -> bool:
    """ "Make sure you run the tests before pushing"."""
    return bool(TIMES.search(match["o"]))


def order(stretch: Stretch, match: re.Match[str], text: str) -> Claim:
    """What the agent is to do from now on."""
    rest = re.sub(POLITE, "", text, flags=re.IGNORECASE).strip(" .!,")
    rest = re.sub(r"^do not\s+", "don't ", rest, flags=re.IGNORECASE)
    rest = re.sub(r"^(?:dont|don’t)\s+", "don't ", rest, flags=re.IGNORECASE)
    if match.re == ENSURES:
        first = next((word for word in stretch.words if word.text == match["o"].split(" ", 1)[0]), None)
        rest = match["o"] if first is None or first.tag not in NAMED else f"make sure {match['o']}"
    party = stretch.reading.user(stretch.words[0])
    return stretch.reading.claim(party, "instructs", ordered(rest), value=lowered(rest), confidence=0.75)


def habit(stretch: Stretch, match: re.Match[str]) -> Claim:
    """ "We always squash before merging"."""
    party = stretch.reading.user(stretch.words[0])
    who = "The user" if match["who"].lower() == "i" else "The user's team"
    verb = match["v"].lower()
    rest = re.sub(r"\b(?:my|our)\b", "their", match["o"])
    text = finish(f"{who} {match['f'].lower()} {third(verb)} {rest}")
    return stretch.reading.claim(
        party, "prefers", text, value=f"{match['f'].lower()} {verb} {rest}", confidence=0.7
    )
