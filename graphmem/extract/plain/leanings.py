"""Tastes in the ways people have of telling them: "fav editor: Zed", "XML drives me up the wall"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS, VERY
from graphmem.extract.first import first_of
from graphmem.extract.plain.saying import WHO, bare, is_nominal, listed, person, say
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import words
from graphmem.model import Claim, ClaimMode

FAVOURITE = rx.compile(
    r"^(?:(?:my|our|hands down|probably)\s+)*(?:(?:all[- ]time|absolute|personal|current"
    r"|new)\s+)*(?P<least>least\s+)?"
    r"(?:preferred|fav|fave|favs|faves|favou?rites?|favou?rit|favorit|favourtie|favortie|faviourite)\b"
    r"(?:\s+(?P<k>[a-z][\w-]*(?:\s+[\w-]+){0,5}?))?\s*"
    r"(?P<sep>[:=]|\s-|\s+(?:is|are|was|has to be|have to be|would be|gotta be|remains"
    r"|will always be)\s|'s\s|’s\s)"
    r"\s*(?:(?:def(?:initely)?|probably|still|currently|easily|always|hands down)\s+)*(?P<o>.+)$",
    re.IGNORECASE,
)
ASKED = rx.compile(
    r"(?:^|[\s,.])(?:my\s+)?(?P<least>least\s+)?(?:fav|fave"
    r"|favou?rite)\s+(?P<k>[a-z][\w-]*(?:\s+[\w-]+){0,2})\?\s*$",
    re.IGNORECASE,
)
BACKWARDS = rx.compile(
    r"^(?P<o>[^,;:]+?)\s+(?:is|are)\s+(?:hands down\s+|still\s+|by far\s+"
    r"|easily\s+)?my\s+(?:all[- ]time\s+|absolute\s+)?"
    r"(?:fav|fave|favou?rite)(?:\s+(?P<k>[a-z][\w-]*(?:\s+[\w-]+){0,2}))?\W*$",
    re.IGNORECASE,
)
FOND = rx.compile(
    rf"^{WHO}?\s*(?:(?:'ve|’ve)?\s*(?:got|have|has|had)?\s*(?:always had\s+)?(?:an?|such a"
    rf"|this)\s+{VERY}(?:soft spot|weakness|thing"
    r"|passion|sweet tooth|crush on|love|obsession)\s+(?:for|with)"
    r"|(?:can(?:'?t|’t|not| not)|could(?:n't|nt| not| never))\s+(?:ever\s+)?get enough of"
    r"|could live (?:on|off)"
    rf"|(?:'m|’m|'s|’s|am|is|are|'re|’re)?\s*{VERY}(?:an?\s+)?{VERY}(?:hooked on|obsessed with"
    r"|crazy (?:about|for)|mad about|a?\s?sucker for"
    r"|partial to|fond of|keen on|big on|nuts about|in love with|huge on|enthusiastic about"
    r"|passionate about|geeky about"
    r"|smitten with|all about|(?:big|huge|massive|avid|lifelong|long-?time)?\s?fans? of"
    r"|super into|into|very into)"
    rf"|{VERY}(?:swears? by|lives? for|digs?|lives? and breathes?|geeks? out (?:over|on|about)"
    r"|gets? a kick out of|treasures?"
    r"|cherish(?:es)?|am loving|been loving|can never say no to|never says? no to|worships?))\s+(?P<o>.+)$",
    re.IGNORECASE,
)
SUITS = rx.compile(
    r"^(?P<o>[^,;:]+?)\s+(?:is|are)\s+(?:(?:totally|really|so|very much|definitely|kinda"
    r"|pretty much|right)\s+)*"
    r"(?P<no>not\s+(?:(?:really|exactly|quite|so much)\s+)?)?(?:my (?:jam|thing|cup of tea"
    r"|happy place|guilty pleasure"
    r"|comfort food|bag|speed|style|favou?rite|kryptonite|passion|weakness)|up my (?:alley"
    r"|street)|for me)\b\W*(?P<x>.*)$",
    re.IGNORECASE,
)
ISNT = rx.compile(
    r"^(?P<o>[^,;:]+?)\s+(?:isn'?t|aren'?t|ain'?t|isn’t|aren’t|never was"
    r"|was never)\s+(?:(?:really|exactly|quite)\s+)?"
    r"(?:my (?:jam|thing|cup of tea|bag|style|speed)|up my (?:alley|street)|for me)\b",
    re.IGNORECASE,
)
IRKS = rx.compile(
    r"^(?P<o>[^,;:]+?)\s+(?:always\s+|really\s+|just\s+|absolutely\s+|kinda\s+|seriously\s+)*"
    r"(?:(?:drives?|make|makes|gives?)\s+me\s+(?:absolutely\s+|completely\s+)?(?:crazy|nuts"
    r"|mad|insane|bonkers|batty|up the wall|round the bend"
    r"|cringe|the creeps|hives|the ick|(?:a\s+)?headaches?|a migraine|gag|want to scream|sick|nauseous)"
    r"|gets? on my (?:nerves|last nerve)|gets? under my skin|bores? me(?: to (?:tears|death))?"
    r"|annoys? me|bugs? me"
    r"|grosses? me out|creeps? me out|stress(?:es)? me out|puts? me off|hurts? my eyes"
    r"|is a (?:big\s+)?pet peeve(?: of mine)?)\W*$",
    re.IGNORECASE,
)
DELIGHTS = rx.compile(
    rf"^(?P<o>[^,;:]+?)\s+{ADVERBS}(?:brings? me (?:so much )?joy"
    r"|makes? me (?:so )?happy|calms? me(?: down)?"
    r"|relaxes me|cheers? me up|never gets? old)\W*$",
    re.IGNORECASE,
)
AVERSE = rx.compile(
    rf"^{WHO}?\s*(?:(?:'ve|’ve)?\s*(?:have|has|got)?\s*(?:no patience|little patience"
    r"|zero patience|zero tolerance|no time"
    r"|no love|no stomach|an aversion|a strong dislike|a dislike)\s+(?:for|to)"
    r"|could (?:really\s+)?(?:do|live) without"
    r"|(?:can(?:'?t|’t|not| not)|could(?:n't| not| never)|won'?t)\s+(?:really\s+"
    r"|ever\s+)?(?:deal with|be doing with|get (?:on with|into|along with|behind)"
    r"|abide|tolerate|stomach|stand|bear|take|warm to|do with|get used to)"
    r"|never (?:got|could get|really got) (?:into|used to|the hang of liking)"
    rf"|(?:'m|’m|am|is|are|'re)\s+(?:not|never)\s+{VERY}(?:an?\s+)?{VERY}(?:into|keen on|big on"
    r"|fond of|fan of|a fan of|crazy about|sold on|huge on"
    r"|mad about|the biggest fan of)"
    rf"|(?:am|'m|is|'s)\s+{VERY}(?:sick of|tired of|averse to|fed up with)"
    rf"|(?:don'?t|do not|doesn'?t|does not)\s+{VERY}(?:care for|get on with|get along with|dig|rate|miss)"
    rf"|{VERY}(?:resents?|abhors?|dreads?|avoids? eating))\s+(?P<o>.+)$",
    re.IGNORECASE,
)
BARE_AVERSE = rx.compile(
    r"^(?:not|never)\s+(?:(?:really|exactly|that|so|very|particularly|a|much|much of a"
    r"|the biggest)\s+)*(?:into|keen on|big on|fond of|fan of|crazy about"
    r"|sold on)\s+(?P<o>.+)$|^(?:can'?t|can’t|cannot|cant|could never)\s+(?:really\s+"
    r"|ever\s+)?(?:stand|bear|stomach|tolerate|abide|deal with)\s+(?P<p>.+)$",
    re.IGNORECASE,
)
FINDS = rx.compile(
    rf"^{WHO}\s+(?:always\s+|honestly\s+|really\s+|personally\s+"
    r"|just\s+)*finds?\s+(?P<o>[^,;:]+?)\s+(?:to be\s+)?"
    rf"{VERY}"
    r"(?:(?P<bad>unbearable|annoying|tedious|infuriating|unreadable|boring|ugly|awful|terrible"
    r"|horrible|insufferable|exhausting"
    r"|clunky|gross|disgusting|depressing|frustrating|obnoxious|distracting|overrated"
    r"|patronizing|patronising|creepy)"
    r"|(?P<good>delightful|relaxing|wonderful|soothing|charming|lovely|beautiful|fascinating"
    r"|calming|therapeutic|addictive"
    r"|meditative|enjoyable))\W*$",
    re.IGNORECASE,
)
SPICY = rx.compile(
    rf"^{WHO}?\s*(?:can(?:'?t|’t|not| not)|doesn'?t|don'?t|do not"
    r"|does not)\s+(?:really\s+)?(?:handle|do|take|cope with)\s+"
    r"(?P<o>(?:(?:very|really|too)\s+)?(?:spicy|spice|hot|crowded|loud|horror|scary|heights"
    r"|mornings|early mornings"
    r"|crowds|flying|needles|the cold|the heat|small talk)[^,;:]*)$",
    re.IGNORECASE,
)
AVERSIONS = (AVERSE, SPICY)
OVER_IT = rx.compile(
    rf"^{WHO}?\s*(?:(?:'m|’m|am|is|'s|are|'re)\s+)?(?:no longer|not)\s+{VERY}(?:into|a fan of"
    r"|keen on|fond of|obsessed with|hooked on)\s+"
    r"(?P<o>.+)$",
    re.IGNORECASE,
)
USED_TO = rx.compile(
    rf"^{WHO}?\s*used to\s+{VERY}(?:love|like|enjoy|adore|be (?:really |so |very |a huge "
    r"|a big )?(?:into|a fan of|fan of|obsessed with|mad about))"
    r"\s+(?P<o>.+)$",
    re.IGNORECASE,
)
ANY_MORE = rx.compile(r"\s*,?\s*\b(?:any ?more|any longer)\b", re.IGNORECASE)
TURNED_OFF = rx.compile(r"\b(?:but|gone off|these days|now|any ?more|not so much|went off)\b", re.IGNORECASE)
WARMED = rx.compile(
    rf"^{WHO}?\s*(?:'ve|’ve|have|has)?\s*(?:really\s+|slowly\s+"
    r"|finally\s+)?(?:warmed (?:up )?to|come (?:around|round) (?:to|on)"
    r"|came (?:around|round) to|grown to (?:love|like)|learned to love|learnt to love"
    r"|fallen in love with|fell in love with"
    r"|got hooked on|gotten hooked on|become hooked on)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
DRAWN = rx.compile(r"^(?P<o>[^,;:]+?)\s+(?:has|have)\s+(?:really\s+)?grown on me\b", re.IGNORECASE)
PEEVE = rx.compile(
    r"^(?:(?:my|biggest|big|number one|main|major|huge)\s+)*(?P<k>pet peeve|pet hate"
    r"|turn-?offs?|guilty pleasure|happy place|comfort food"
    r"|weakness|dislikes|hates|likes|loves)\s*(?:[:=]|\s+(?:is|are)\s)\s*(?P<o>.+)$",
    re.IGNORECASE,
)
GOOD_LABELS = words("guilty happy comfort weakness likes loves")
KINDS_REFUSED = rx.compile(
    r"\b(?:this|that|these|those|it|so far|today|part of the|bit of the|thing about)\b"
    r"|^(?:part|thing|bit|line|moment)s?(?: (?:of|about|in|here)\b|$)",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The tastes of one statement."""
    if not stretch.reading.by_user or len(stretch.words) > 30:
        return
    yield from first_of((favourites, wanes, likings, dislikings), stretch)


def favourites(stretch: Stretch) -> Iterator[Claim]:
    """ "Fav editor: Zed", "favourite food? ramen", "Stalker is my all-time favourite film"."""
    reading = stretch.reading
    match = FAVOURITE.match(stretch.text) or BACKWARDS.match(stretch.text)
    if match is None:
        passage = reading.sentence.passage.text
        start = stretch.words[0].start
        asked = ASKED.search(passage[max(0, start - 60) : start])
        if asked is not None and len(stretch.words) < 12 and is_nominal(stretch, (0, len(stretch.text))):
            yield from favourite(stretch, stretch.text, kind=asked["k"], least=bool(asked["least"]))
        return
    kind = match["k"] or ""
    label = match.groupdict().get("sep", "").strip() in {":", "=", "-"}
    if not kind and match.re == FAVOURITE and not label and not match["least"]:
        return  # "my favourite is the third": of what was spoken of before
    if not kind and match.re == BACKWARDS and not re.match(r"[a-z]+ing\b|[A-Z]", match["o"]):
        return
    if KINDS_REFUSED.search(kind) and not match.groupdict().get("least"):
        return
    yield from favourite(stretch, match["o"], kind=kind, least=bool(match.groupdict().get("least")))


def favourite(stretch: Stretch, text: str, *, kind: str, least: bool) -> Iterator[Claim]:
    """One favourite, or several that are liked."""
    party = user(stretch)
    many = listed(text)
    single = kind.rstrip().endswith("s") is False or len(many) == 1
    for one in many[:1] if single else many:
        label = kind.lower() or "one"
        if least:
            yield say(stretch, party, "dislikes", one, f"{party.shown}'s least favourite {label} is {one}")
        elif not kind or not single:
            yield say(stretch, party, "likes", one, f"{party.shown} has {one} as a favourite")
        else:
            shown = f"{party.shown}'s favourite {label} is {one}"
            yield say(stretch, party, "favorite_is", one, shown, qualifier=label, confidence=0.8)


@rx.only_where(OVER_IT, USED_TO)
def wanes(stretch: Stretch) -> Iterator[Claim]:
    """ "No longer into craft beer", "I used to love running but I've gone off it"."""
    over = ANY_MORE.search(stretch.text)
    text = ANY_MORE.sub("", stretch.text)
    match = OVER_IT.match(text)
    if match is not None and (over or "no longer" in match[0].lower()):
        yield from felt(stretch, match, "likes", "no longer likes", mode="ends")
        return
    match = USED_TO.match(text)
    if match is not None and (over or TURNED_OFF.search(stretch.reading.sentence.text)):
        yield from felt(stretch, match, "likes", "no longer likes", mode="ends")


@rx.only_where(FOND, WARMED, SUITS, DELIGHTS, DRAWN, PEEVE)
def likings(stretch: Stretch) -> Iterator[Claim]:
    """ "I've got a soft spot for old ThinkPads", "Rust is right up my alley"."""
    match = FOND.match(stretch.text)
    if match is not None and not re.search(
        r"\b(?:not|never|n't|no longer)\b", match[0][: match.start("o")].replace("can't", "")
    ):
        if match["s"] or re.match(
            r"(?:really |so |super |very |big |huge |always )*(?:into|hooked|obsessed|fan|big fan"
            r"|partial|a sucker"
            r"|sucker|got|can|could|swear|love)",
            match[0],
            re.IGNORECASE,
        ):
            yield from felt(stretch, match, "likes", "is fond of")
        return
    match = WARMED.match(stretch.text)
    if match is not None:
        yield from felt(stretch, match, "likes", "has come to like")
        return
    match = SUITS.match(stretch.text)
    if match is not None and (match["no"] or not match[0].rstrip(" .!").lower().endswith("for me")):
        yield from subject_felt(stretch, match, "dislikes" if match["no"] else "likes")
        return
    match = DELIGHTS.match(stretch.text) or DRAWN.match(stretch.text)
    if match is not None:
        yield from subject_felt(stretch, match, "likes")
        return
    match = PEEVE.match(stretch.text)
    if match is not None:
        good = match["k"].lower().split()[0] in GOOD_LABELS
        for one in listed(match["o"]):
            shown = "likes" if good else "dislikes"
            yield say(stretch, user(stretch), shown, one, f"The user {shown} {one}")


@rx.only_where(AVERSIONS, FINDS, BARE_AVERSE, IRKS, ISNT)
def dislikings(stretch: Stretch) -> Iterator[Claim]:
    """ "XML drives me up the wall", "I find Jira unbearable", "can't stand cilantro"."""
    match = FINDS.match(stretch.text)
    if match is not None:
        yield from felt(
            stretch, match, "dislikes" if match["bad"] else "likes", f"finds {match['bad'] or match['good']}:"
        )
        return
    match = BARE_AVERSE.match(stretch.text)
    if match is not None:
        yield from felt(stretch, match, "dislikes", "does not like", group="o" if match["o"] else "p")
        return
    for pattern in AVERSIONS:
        match = pattern.match(stretch.text)
        if match is not None:
            if match["s"] or pattern is SPICY:
                yield from felt(stretch, match, "dislikes", "does not like")
            return
    match = IRKS.match(stretch.text) or ISNT.match(stretch.text)
    if match is not None:
        yield from subject_felt(stretch, match, "dislikes")


def felt(
    stretch: Stretch,
    match: re.Match[str],
    predicate: str,
    shown: str,
    *,
    mode: ClaimMode = "asserts",
    group: str = "o",
) -> Iterator[Claim]:
    """What somebody feels about the things behind."""
    party = person(stretch, match)
    if party is None or re.match(
        r"the\s+(?!idea\b)|(?:taste|feel|sound|look|smell)s?\s", match[group], re.IGNORECASE
    ):
        return  # "the new layout" is what lies before them
    for one in listed(match[group]):
        if party.user and re.match(r"(?:their|his|her|its)\s", one) and one in match[group]:
            continue  # "fond of teachers and their stories"
        text = f"{party.shown} {shown} {one}"
        if shown.endswith(":"):
            text = f"{party.shown} finds {one} {shown[6:-1]}"
        yield say(stretch, party, predicate, one, text, mode=mode)


def subject_felt(stretch: Stretch, match: re.Match[str], predicate: str) -> Iterator[Claim]:
    """What the user feels about the thing in front."""
    if re.match(
        r"(?:the|this|that|it|he|she|they|you|i|we|what|which|who|there|everything|being|seeing"
        r"|knowing|having|getting"
        r"|nothing|something|someone|nobody|how|when|tastes?|feels?|sounds?|looks?|just|all|these"
        r"|those|your)\b",
        match["o"],
        re.IGNORECASE,
    ):
        return
    for one in listed(match["o"]):
        shown = "likes" if predicate == "likes" else "dislikes"
        yield say(stretch, user(stretch), predicate, bare(one), f"The user {shown} {bare(one)}")
