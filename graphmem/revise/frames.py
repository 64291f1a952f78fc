"""Statements that say the same with another value: "works four days a week" and, later, "works five days a week".

A custom or a note is kept in its own words, so what tells two of them apart is not a value but a part of a sentence: a
number, a weekday, a month, a time of day, or where somebody is. The rest is the frame. Of some things there is one at a
time however it is put, as of a household or a way to work: these are `ASPECTS`. Of two that have one frame the
later is so now; two of one message are both so ("yoga on Mondays, yoga on Thursdays"), and what "also" is so is, too.
"""

from __future__ import annotations

import re

from graphmem.remembered import remembered

# Of these predicates a value is a statement in its own words.
FRAMED = frozenset({"noted", "practises"})
NUMBERS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
    "|once|twice|half|full|part"
)
DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|mornings?|afternoons?|evenings?|nights?"
MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)(?:\s+\d{4})?"
)
VALUE = re.compile(
    rf"(?:\b(?:{NUMBERS})|(?<![\w.-])\d+)\s+times\b|\d{{4}}-\d\d(?:-\d\d)?\b|\b(?:{MONTHS}|{DAYS}|{NUMBERS})\b|(?<![\w.-])[$€£]?\d[\d.,:]*(?:st|nd|rd|th|am|pm|[a-z%]{{1,2}})?(?![\w-])"
)
# A number that tells which one is meant, and how a subject is told from what is said of it.
WHICH = re.compile(
    r"\b(room|floor|phase|level|line|gate|unit|zone|version|port|node|server|shard|chapter|grade|route|bus|tram|table|desk"
    r"|house|number|no\.|page|step|day|week|sprint|stage|group|team|site|building|door|lane|block)\s+(?=\d)"
)
SUBJECT = re.compile(r"^.*?\b(?:is|are|has|have|does|do|need|cost|take|last|[a-z]{2,}s)\b")
LISTED = re.compile(r"#(?:(?:\s*(?:,|and|or|to|-|–|/)\s*)+#)+")
# "He also teaches on Thursdays" takes nothing back.
BESIDE = re.compile(r"\b(?:also|too|another|second|sometimes|as well|extra|additional)\b", re.IGNORECASE)
# What happened is not undone by what happened another time.
HAPPENED = re.compile(
    r"\b(?:was|were|had|did|went|got|took|made|came|ran|saw|met|(?!need|feed|speed|breed|indeed)\w{2,}ed)\b"
)
IS_DONE = re.compile(r"\b(?:is|are|be|been|being|has|have)\s+(?:\w+ly\s+)?\w+(?:ed|t|en)\b")
# Where somebody is, and what somebody is reading: of both there is one at a time.
PLACED = re.compile(
    r"(?:is|are)\s+(?:(?:now|back|still|currently)\s+)*(?:(?:in|at)\s+(?:(?:the\s+)?(?:hospital|jail|prison|rehab)"
    r"|[A-Z][\w.'-]*(?:\s+[\w.'-]+){0,3})(?:\s+(?:now|again))?|home\b.{0,30})$"
)
READS = re.compile(r"(?:is|are)\s+(?:now\s+|currently\s+)?reading\s+[\"“]?[A-Z].*$")
# What a group or a household has one of at a time, whatever it is: "our mascot is an otter".
ONE = (
    r"mascots?|mottos?|slogan|theme|venue|meetup|offices?|headquarters|hq|codename|uniform|dress code|logo"
    r"|wallpaper|ringtone"
    r"|seat|desk|locker|parking (?:spot|space)|gate|shift|shifts|(?:(?:opening|office|support|working"
    r"|business|visiting) )?hours"
    r"|diet|dose|dosage|bedtime|curfew|neighbou?rhood|priority|focus|north star|star sign|alarm|favou?rite"
    r" [\w-]+"
    r"|guilty pleasure|go-to [\w-]+|comfort food|main (?:goal|focus|priority|worry|hobby|project|client"
    r"|customer|language|bank|bike|car)"
    r"|(?:current|biggest) (?:goal|focus|priority|project|client|customer|read|obsession)|dominant hand"
    r"|blood type|safe word|cleaning day|bin day"
)
ONE_IS = re.compile(
    rf"^(?:the |their |our |my |user(?:'s team)?'s |team's )*(?P<a>{ONE})(?: now)? (?:is|are) (?!not\b|no\b"
    rf"|never\b|also\b)(?!being\b|getting\b)",
    re.IGNORECASE,
)
# Where a group comes together.
MEETS = re.compile(
    r"^(?P<a>.*?\b(?:meets?|rehearses?|trains?|practi[sc]es?|plays?|gathers?|is held|are held|takes"
    r" place))\s+(?:now\s+)?(?:at|in)\s+(?:the|[A-Z])"
)
# How much somebody works: "four days a week", "full time".
WORKS = re.compile(
    r"^(?:is|are|works?|working|has gone|went|goes)\s+(?:now\s+|back\s+|currently\s+)*(?:working\s+|on\s+|to\s+)*"
    r"(?:(?:full|part|half)[ -]time|(?:\w+|\d+(?:\.\d)?)\s+(?:days|hours)\s+(?:a|per)\s+week"
    r"|\d+\s*%)(?:\s+(?:now|again|these days))*$",
    re.IGNORECASE,
)
# With whom somebody lives, and whom somebody owes.
HOUSEHOLD = re.compile(
    r"(?:lives?|is living|has been living|shares? (?:a|the|an|their) (?:flat|house|apartment|place"
    r"|room))\s+(?:now\s+)?(?:alone|with\s+(?!.*\b(?:cats?|dogs?|pets?"
    r"|rabbits?|parrots?|pain|anxiety|depression|adhd|ms|diabetes|disease|condition|epilepsy|arthritis)\b)"
    r"|by (?:my|him|her|them)self|on (?:my|his|her|their) own)",
    re.IGNORECASE,
)
OWES = re.compile(r"owes?\s+(?:(?:their|my)\s+)?(?P<a>[\w'-]+)", re.IGNORECASE)
SUPPORTS = re.compile(r"supports?\s+(?P<a>[A-Za-z][\w.+#-]*(?:\s[\w.+#-]+)?)$", re.IGNORECASE)
LIVES_AT = re.compile(r"lives? at \d", re.IGNORECASE)
# How far somebody at school is.
STAGE = re.compile(
    r"(?:[A-Z][\w-]+ )?(?:(?:is|are)(?: now)? in|(?:has |have )?(?:just )?started|starts?|is starting) (?:the )?"
    r"(?:kindergarten|preschool|daycare|nursery|school|primary school|elementary school|middle school|high"
    r" school|university|uni|college"
    r"|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\d{1,2}(?:st|nd"
    r"|rd|th)) (?:grade|class|year)|year \d{1,2})\b",
    re.IGNORECASE,
)
OFFICE = re.compile(r"(?:is|works) (?:in|out of|from|at) the [A-Z][\w-]+(?: [A-Z][\w-]+)? office$")
# How somebody gets to work.
COMMUTE = re.compile(
    r"(?:takes?|rides?|catch(?:es)?|gets?) (?:the|my|his|her|their|a) [\w: -]{2,30}? to (?:work|the office"
    r"|school|uni)\b"
    r"|works? (?:fully )?remotely\b|commutes? by\b|(?:bikes?|cycles?|walks?|drives?|runs?|commutes?"
    r"|carpools?|scooters?) to (?:work|the office|school|uni)\b",
    re.IGNORECASE,
)
# What of each there is one at a time, and how it is called.
ASPECTS = (
    (PLACED, "is at #"),
    (OFFICE, "is in the office #"),
    (READS, "is reading #"),
    (WORKS, "works #"),
    (ONE_IS, "{a} is #"),
    (MEETS, "{a} at #"),
    (HOUSEHOLD, "lives with #"),
    (LIVES_AT, "lives at #"),
    (OWES, "owes {a}"),
    (STAGE, "is in school #"),
    (COMMUTE, "gets to work #"),
    (SUPPORTS, "supports {a}"),
)
LEAST = 2  # words that a frame has beside its values


@remembered(4096)
def frame(told: str) -> str:
    """What a statement says beside its values; "" for one that has none, or says of the past or of something more."""
    if BESIDE.search(told):
        return ""
    for aspect, key in ASPECTS:
        found = aspect.match(told)
        if found is not None:
            return key.format(**{name: text.casefold() for name, text in found.groupdict().items()})
    low = told.casefold()
    if HAPPENED.search(IS_DONE.sub("is", low)):
        return ""
    head = SUBJECT.match(low)
    at = head.end() if head else 0
    marked, count = VALUE.subn("#", WHICH.sub(r"\1_", low[at:]))
    if not count:
        return ""
    kept = re.findall(r"[#\w'/]+", low[:at] + LISTED.sub("#", marked))
    words = [
        re.sub(r"(?<=\w{3})s$", "", word)
        for word, behind in zip(kept, [*kept[1:], ""], strict=True)
        if word not in {"a", "an", "the", "per", "about", "only", "just"} and (word, behind) != ("for", "#")
    ]
    listed = count > 1 and low.startswith("are ")  # "my kids are 4 and 7"
    return " ".join(words) if sum(word != "#" for word in words) >= (1 if listed else LEAST) else ""
