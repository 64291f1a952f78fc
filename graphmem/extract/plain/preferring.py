"""What one takes rather than another, and what one does not eat: "tabs over spaces", "no dairy for me"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.plain.saying import AND, WHO, is_nominal, person, phrase, say
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import DRINKS, words
from graphmem.model import Claim

STRESS = (
    r"(?:for me|any day|any day of the week|always|every (?:single )?time|all day(?: long)?"
    r"|fight me|please|tbh|imo|no question"
    r"|hands down|in my book|no contest|thanks|for sure|personally|obviously|as always)"
)
VERSUS = rx.compile(
    r"^(?P<o>[\w.+#'-]+(?:\s+[\w.+#'-]+){0,3}?)\s*(?:>{1,3}|\s(?:over|rather than"
    r"|instead of|beats|before)\s)\s*"
    rf"(?P<r>[\w.+#'-]+(?:\s+[\w.+#'-]+){{0,3}}?)(?P<tail>(?:[\s,.]+{STRESS})+)?\W*$",
    re.IGNORECASE,
)
TAKES = rx.compile(
    r"^(?:given the choice,?\s+|personally,?\s+|if (?:i|we) (?:can|could|had to) choose,?\s+"
    r"|honestly,?\s+)?(?P<s>i|we)(?:'d|'ll|’d|’ll| would| will| always"
    r"| usually| normally| generally| mostly| typically| tend to)\s+(?:always\s+|usually\s+"
    r"|still\s+|gladly\s+|happily\s+|rather\s+)*"
    r"(?:take|pick|choose|go for|go with|reach for|opt for|grab|pick up|gravitate to(?:wards)?"
    r"|lean to(?:wards)?|default to|stick (?:with|to)|order|book)\s+"
    r"(?P<o>[^,;:.]+?)(?:\s+(?:over|instead of|rather than|before"
    r"|ahead of)\s+(?P<r>[^,;:.]+?))?(?P<tail>(?:[\s,]+" + STRESS + r")*)\W*$",
    re.IGNORECASE,
)
REACHES = rx.compile(
    r"^(?P<s>i|we)\s+(?:always\s+|usually\s+|mostly\s+|tend to\s+|now\s+)*(?:reach for|go for"
    r"|gravitate to(?:wards)?|lean to(?:wards)?|default to|favou?r|opt for)\s+"
    r"(?P<o>[^,;:.]+?)(?:\s+(?:over|instead of|rather than|before|ahead of|than)\s+(?P<r>[^,;:.]+?))?"
    r"(?:\s+(?:these days|nowadays|lately|when(?:ever)?\b.*|where\b.*|if\b.*|for\b.*))?\W*$",
    re.IGNORECASE,
)
GIVE_ME = rx.compile(
    r"^give me\s+(?P<o>[^,;:.]+?)(?:\s+(?:over|instead of"
    r"|rather than)\s+(?P<r>[^,;:.]+?))?[\s,]+(?:any day(?: of the week)?|every time|anytime"
    r"|all day)\W*$",
    re.IGNORECASE,
)
GO_TO = rx.compile(
    r"^(?:(?:my|our)\s+)(?:usual\s+|personal\s+)?(?:go-?to|goto|default|weapon of choice"
    r"|daily driver|tool of choice|drink of choice|poison|first choice|preferred)"
    r"(?:\s+(?P<k>(?!for\b|when)[a-z][\w-]*(?:\s+[\w-]+){0,2}?))?(?:\s+(?:for"
    r"|when(?:ever)?)\s+(?P<p>[^,:=]+?))?\s*(?::|=|\s(?:is|are|remains)\s|'s\s|’s\s)\s*"
    rf"{ADVERBS}(?P<o>[^,;]+)",
    re.IGNORECASE,
)
FOR_X = rx.compile(
    r"^for\s+(?P<p>[\w -]{2,30}?),?\s+(?:my|our)\s+(?:go-?to|preference|favou?rite"
    r"|first choice|default)(?:\s+(?:option|choice|tool))?\s+is\s+(?P<o>[^,;]+)",
    re.IGNORECASE,
)
IS_GO_TO = rx.compile(
    r"^(?P<o>[^,;:]+?)\s+(?:is|are)\s+(?:my|our)\s+(?:go-?to|weapon of choice|daily driver"
    r"|first choice|default(?! branch))"
    r"(?:\s+(?P<k>[a-z][\w-]*))?(?:\s+for\s+(?P<p>[^,;:]+))?\W*$",
    re.IGNORECASE,
)
WAY = rx.compile(
    r"^(?P<o>[\w.+#'-]+(?:\s+[\w.+#'-]+){0,3}?)\s+(?:all the way|everywhere|all day every day"
    r"|for life|or bust|gang|ftw|forever|every time|any day)\b(?P<x>.*)$",
    re.IGNORECASE,
)
# What is done to a text or a file is done once.
EDITS = rx.compile(
    r"(?:rename|replace|change|move|update|convert|add|remove|delete|fix|swap|turn)\b", re.IGNORECASE
)
KIND_OF = rx.compile(
    rf"^{WHO}\s*(?:'m|’m|am|is|'s|are|(?:['’]ve\s+|have\s+|has\s+)?(?:become"
    rf"|turned\s+into))\s+(?:(?:definitely|very much|really|still|always"
    r"|totally)\s+)*(?:more of\s+)?an?\s+(?P<o>[a-z][\w-]*(?:\s+[\w-]+)?)\s+"
    r"(?:person|guy|girl|gal|lover|addict|fanatic|enthusiast|nerd|buff|junkie|fiend|aficionado"
    r"|snob|geek|nut|freak)\b(?!\s+(?:who|that))",
    re.IGNORECASE,
)
NO_KIND = words(
    "good bad nice great big small new old young busy lazy tired private people morning night"
    " religious quiet happy sick"
    " different random normal average single kind patient better worse real other funny shy"
    " outgoing organized creative"
    " third second first wrong right simple family tech support sales delivery it bit little"
    " total huge massive security"
)
RATHERS = rx.compile(
    rf"^{WHO}(?:'d|’d| would)\s+(?:much\s+|honestly\s+|always\s+)*(?:sooner"
    r"|rather)\s+(?P<o>(?!not\b|you\b|we\b|it\b|that\b|be\b)[a-z][^;:]*)$",
    re.IGNORECASE,
)
# What one would rather do is told against what one did before.
INSTEAD = rx.compile(
    r"\b(?:any\s?more|these\s+days|nowadays|can['’]?t\s+stand|no\s+longer|instead)\b", re.IGNORECASE
)
OTHER_SIDE = rx.compile(r",?\s+(?:than|instead of|rather than|over)\s+", re.IGNORECASE)
ONCE = rx.compile(
    r"\b(?:it|this|that|these|those|now|today|tonight|tomorrow|first|then|here|there|yet"
    r"|for now|them|him|her|you|the|wait)\b",
    re.IGNORECASE,
)
FOODS = (
    r"(?:dairy|gluten|nuts?|peanuts?|tree nuts|shellfish|lactose|eggs?|soy|soya|wheat|bread"
    r"|alcohol|caffeine|coffee|sugar|milk|cheese|pork|beef|meat"
    r"|red meat|fish|seafood|mushrooms?|tomatoe?s?|onions?|garlic|cilantro|coriander"
    r"|bell peppers|peppers|prawns?|shrimps?|oysters|strawberries|kiwis?"
    r"|bananas|avocados?|spicy food|chocolate|sesame|corn|cow'?s milk|lamb|chicken|beans"
    r"|legumes|citrus|grapefruit|raw fish|sushi|honey|celery|almonds|cashews|walnuts|hazelnuts"
    r"|mustard)"
)
NO_FOOD = rx.compile(
    rf"^{WHO}?\s*(?P<v>can(?:'?t|’t|not| not)|don'?t|don’t|doesn'?t|doesn’t|do not|does not"
    r"|never|won'?t|mustn'?t|am not allowed to|'m not allowed to)\s+(?:really\s+|ever\s+"
    r"|actually\s+)?"
    r"(?P<do>eat|eats|have|drink|drinks|do|digest|tolerate|touch|touches"
    rf"|stomach)\s+(?P<o>(?:any\s+)?{FOODS}(?:(?:,\s*(?:or\s+|and\s+)?|\s+(?:or"
    rf"|and)\s+){FOODS})*)"
    r"(?![\w-]*\s+(?:for|until|before|today|tonight|right now|this|tomorrow|yet)\b)",
    re.IGNORECASE,
)
NO_FOR_ME = rx.compile(
    rf"^no\s+(?P<o>{FOODS}(?:(?:,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+){FOODS})*)\s+(?P<who>for (?:me|us))\b",
    re.IGNORECASE,
)
REFUSES = rx.compile(
    rf"^{WHO}\s*(?:won'?t|won’t|refuses? to|would never)\s+(?:eat|touch"
    r"|drink)\s+(?P<o>[a-z][\w-]*(?:\s+[\w-]+)?)(?=\W|$)",
    re.IGNORECASE,
)
CUT_OUT = rx.compile(
    rf"^{WHO}?\s*(?:'ve|’ve|have|has)?\s*(?:gave up|given up|quit|stopped eating"
    r"|stopped drinking|cut out|went off|swore off|sworn off|avoid|avoids|stay away from"
    r"|stays away from|steer clear of)\s+"
    rf"(?:all\s+)?(?P<o>{FOODS}(?:(?:,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+){FOODS})*)\b",
    re.IGNORECASE,
)
ALLERGEN = r"[a-z][\w'-]*(?:\s+(?!allerg|intoler|and\b|or\b|but\b)[\w'-]+){0,1}"
ALLERGIC = rx.compile(
    rf"^{WHO}?\s*(?:'m|’m|am|is|'s|’s|are|'re|was|be)?\s*(?:\s*(?:also|really|very|super"
    r"|deathly|severely|badly|mildly|highly|a bit|apparently|slightly|still|quite"
    r"|violently)\s+)*"
    rf"(?:all?er[gj]i[ck]|intolerant|hypersensitive)\s+to\s+(?P<o>[^.;:()!]+)",
    re.IGNORECASE,
)
ALLERGY = rx.compile(
    rf"^{WHO}?\s*(?:'ve|’ve)?\s*(?:(?:have|has|got|'s got|suffers? from|with)\s+)*(?:an?\s+"
    r"|my\s+)?(?:(?:severe|bad|mild|serious|terrible|nasty|slight|life-threatening)\s+)*"
    rf"(?P<o>{ALLERGEN})\s+(?:allerg(?:y|ies)|intolerance)\b(?!\s*(?:test|season|shots?|meds"
    r"|medication|pills?|clinic|doctor))(?P<x>.*)$",
    re.IGNORECASE,
)
ALLERGIES = rx.compile(
    r"^(?:(?:my|food|known|his|her)\s+)*(?:allerg(?:y|ies)|intolerances?)\s*(?:[:=-]|\s(?:is"
    r"|are|include)\s)\s*(?:to\s+)?(?P<o>[^.;]+)",
    re.IGNORECASE,
)
ENDED = rx.compile(r"\b(?:not|n't|never|no longer|any ?more|used to|outgrew|outgrown)\b", re.IGNORECASE)
NO_ALLERGEN = words(
    "my a an the some any no food seasonal bad his her their severe other new which what none"
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement prefers or does without."""
    if not stretch.reading.by_user or len(stretch.words) > 30:
        return
    yield from first_of((allergies, foods, chosen, rathers, kinds), stretch)


@rx.only_where(VERSUS, GIVE_ME, REACHES, TAKES, GO_TO, FOR_X, IS_GO_TO, WAY)
def chosen(stretch: Stretch) -> Iterator[Claim]:
    """ "Tabs over spaces, fight me", "I reach for httpx before requests", "my go-to for charts is Vega-Lite"."""
    text = stretch.text
    match = VERSUS.match(text)
    if match is not None and weighed(stretch, match):
        yield preferred(stretch, match)
        return
    match = GIVE_ME.match(text) or REACHES.match(text)
    if match is None:
        match = TAKES.match(text)
        habit = match is not None and bool(
            match["r"]
            or match["tail"].strip()
            or re.search(r"\b(?:always|usually|normally|generally|mostly|typically|tend to)\b", match[0])
        )
        match = (
            match
            if habit and match is not None and re.search(r"'d|would|'ll|always|usually|tend", match[0])
            else None
        )
    if match is not None and not ONCE.search(match["o"]):
        yield preferred(stretch, match)
        return
    match = GO_TO.match(text) or FOR_X.match(text) or IS_GO_TO.match(text)
    if match is not None:
        found = match.groupdict()
        value = phrase(match["o"])
        label = (found.get("p") or found.get("k") or "").strip()
        if value:
            behind = f" for {label}" if found.get("p") else f" as their {label}" if label else ""
            yield say(
                stretch,
                user(stretch),
                "prefers",
                value,
                f"The user's first choice{behind} is {value}",
                qualifier=label,
            )
        return
    opens = (
        stretch.words[0].start - stretch.reading.sentence.start < 12
    )  # no "so much noise and cheer all over"
    match = (
        WAY.match(text)
        if opens and stretch.words[0].tag not in {"VB", "VBP"} and not EDITS.match(text)
        else None
    )
    if (
        match is not None
        and is_nominal(stretch, match.span("o"))
        and not re.match(r"(?:it|this|that|so|the|all)\b", match["o"], re.IGNORECASE)
    ):
        value = phrase(match["o"])
        if value and not re.search(
            r"(?:tests?|hints?|types?|docstrings?|comments?|errors?|logs?|bugs?)$", value, re.IGNORECASE
        ):
            yield say(stretch, user(stretch), "prefers", value, f"The user prefers {value}")


def weighed(stretch: Stretch, match: re.Match[str]) -> bool:
    """True for two things that are set against each other, and not for "win over Arsenal"."""
    for name in "or":
        if not is_nominal(stretch, match.span(name)) or re.search(
            r"\d|^(?:the|this|that|all|it|no|not)\b", match[name], re.IGNORECASE
        ):
            return False
    if match["tail"]:
        return True
    known = stretch.reading.ontology.known
    sides = [match["o"].strip(), match["r"].strip()]
    return all(known(one) for one in sides) or all(
        len(one.split()) == 1 and one.endswith("s") and one.islower()
        for one in (sides[0].lower(), sides[1].lower())
    )


def preferred(stretch: Stretch, match: re.Match[str]) -> Claim:
    """The thing that is taken, over the one that is left."""
    value = phrase(match["o"])
    other = phrase(match.groupdict().get("r") or "")
    over = f" over {other}" if other else ""
    return say(
        stretch, user(stretch), "prefers", value or match["o"].strip(), f"The user prefers {value}{over}"
    )


def rathers(stretch: Stretch) -> Iterator[Claim]:
    """ "I'd rather write fakes by hand", "I'd much sooner read a book than watch TV"."""
    match = RATHERS.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None:
        return
    sides = OTHER_SIDE.split(match["o"].strip(" .!"), maxsplit=1)
    kept = re.split(r",|\s+(?:because|since|so|but|if|when)\s", sides[0])[0].strip()
    if (
        2 <= len(kept.split()) <= 9
        and not ONCE.search(kept)
        and (len(sides) == 2 or len(kept.split()) > 2 or INSTEAD.search(stretch.reading.sentence.text))
    ):
        kept = re.sub(r"\b(?:my|our)\b", "their", kept)
        over = f" to {phrase(sides[1])}" if len(sides) == 2 and phrase(sides[1]) else ""
        yield say(
            stretch,
            party,
            "prefers",
            kept,
            f"{party.shown} would rather {kept}{f' than {over[4:]}' if over else ''}",
        )


def kinds(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm more of a tea person", "my husband is a history buff"."""
    match = KIND_OF.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None or set(match["o"].lower().split()) & NO_KIND or stretch.negated():
        return
    yield say(stretch, party, "likes", match["o"].lower(), f"{party.shown} is a {match['o'].lower()} person")


@rx.only_where(REFUSES, NO_FOOD, NO_FOR_ME, CUT_OUT)
def foods(stretch: Stretch) -> Iterator[Claim]:
    """ "Can't eat gluten", "my wife can't have dairy", "no nuts for me"."""
    match = REFUSES.match(stretch.text)
    if match is not None:
        party, value = person(stretch, match), phrase(match["o"], most=3)
        if party is not None and value and not party.user:
            yield say(stretch, party, "eats", value, f"{party.shown} does not eat {value}", mode="denies")
        return
    match = NO_FOOD.match(stretch.text) or NO_FOR_ME.match(stretch.text)
    ends = None if match else CUT_OUT.match(stretch.text)
    found = match or ends
    party = person(stretch, found) if found else None
    if found is None or party is None:
        return
    if found.re == NO_FOOD and found["s"] is None and not found["v"].lower().startswith("can"):
        return  # "don't eat pork": an order or advice
    can = found.re == NO_FOOD and found["v"].lower().startswith("can")
    for one in re.split(r",\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+", found["o"]):
        value = re.sub(r"^any\s+", "", one.strip(), flags=re.IGNORECASE)
        if ends is not None and not re.search(r"avoid|stays? away|steer", found[0], re.IGNORECASE):
            when = stretch.reading.when(stretch.clause(tense="past"), ends=True)
            yield say(
                stretch, party, "eats", value, f"{party.shown} has given up {value}", mode="ends", when=when
            )
        else:
            takes = "drink" if value.lower().split()[-1] in DRINKS else "eat"
            verb = f"can't {takes}" if can else f"does not {takes}"
            yield say(stretch, party, "eats", value, f"{party.shown} {verb} {value}", mode="denies")


def allergies(stretch: Stretch) -> Iterator[Claim]:
    """ "Penicillin allergy here", "im alergic to cashews and pollen", "allergies: shellfish, latex"."""
    text = re.sub(r"^im\s+", "I'm ", stretch.text)
    if ENDED.search(text):
        return
    match = ALLERGIES.match(text) or ALLERGIC.match(text)
    if match is None:
        match = ALLERGY.match(text)
        if (
            match is None
            or match["o"].lower().split()[0] in NO_ALLERGEN
            or not (match["s"] or re.match(r"\s*(?:here|over here|,|$|too|as well|btw)", match["x"]))
        ):
            return
    shift = len(text) - len(stretch.text)
    party = user(stretch)
    if match.groupdict().get("s") and match["s"].lower() not in {"i", "we"}:
        found = person(stretch, match) if shift == 0 else None
        if found is None:
            return
        party = found
    if match.re == ALLERGIC and not (
        match["s"]
        or re.match(r"(?:also |really |very |super |deathly |severely )*al", match[0], re.IGNORECASE)
    ):
        return
    for one in AND.split(match["o"].strip(" .!")):
        value = phrase(re.sub(r"\s+(?:by the way|fyi|too|as well|though)$", "", one.strip()), most=3)
        value = re.sub(r"\s+(?:by the way|fyi|too|as well|though)$", "", value)
        if value and not re.search(
            r"\b(?:meetings?|mondays?|work|bullshit|code|php|java|yaml|xml)\b", value, re.IGNORECASE
        ):
            yield say(
                stretch, party, "allergic_to", value, f"{party.shown} is allergic to {value}", confidence=0.8
            )
