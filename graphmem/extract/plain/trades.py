"""What someone does for a living in plain words: roles, employers, teams and boards, managers, colleagues."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS, MORE_ADVERBS
from graphmem.extract.phrasing import stated
from graphmem.extract.plain import engaged
from graphmem.extract.plain.bonds import NAMES, names_in
from graphmem.extract.plain.kinship import KIN_RE, NAME, NO_PERSON, person_thing, user_of, whom
from graphmem.extract.plain.occupations import NO_TRADE, does
from graphmem.extract.plain.people import HEADS, made
from graphmem.extract.plain.shapes import ARTICLES
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

END = (
    r"(?=\s+(?:at|for|with|in|from|by|and|who|since|on|of|now|here|living|based|but|where)\b|\s*[,.;:"
    r"(!/]|\s+[-–—]|\s*$)"
)
ROLE = r"(?P<r>(?:[\w/&+’'-]+\s+){0,4}?[\w/&+’'-]+)"
HEAD_OF = (
    r"(?:head|director|vp|chief|dean|captain|deputy head|manager|chair|secretary|president|treasurer"
    r"|leader)\s+(?:of|for)\s+(?:the\s+|our\s+|my\s+)?(?P<h>[\w&/-]+(?:\s+[\w&/-]+){0,2}?)"
)
ROLES = (
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|['’]ve|\s+am|\s+is|\s+are|\s+have|\s+has)?(?:\s+(?:currently"
               rf"|now|also|just|recently|mostly|still|been|actually))*\s*\b(?:works?|working|worked"
               rf"|started|starts|joined|began|freelanc\w+|moonlight\w*|employed|hired"
               rf"|contracting|consulting|serv\w+|trained|trading|made a living|earns? a living)\b[^,.;:"
               rf"()]{{0,35}}?\s+as\s+(?:an?\s+|the\s+)?{ROLE}{END}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]ve|['’]s|\s+have|\s+has|\s+was|\s+were|\s+got|\s+is|['’]m)?(?:\s+"
               rf"(?:just|recently|finally|been|got))*\s*\b(?:got promoted to|promoted to|became|(?:was"
               rf"|were|been|got) made)\s+(?:an?\s+|the\s+)?{ROLE}{END}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)\s*\bwent from\s+(?:being\s+)?(?:an?\s+)?(?P<q>[\w/ -]+?)\s+to\s+"
               rf"(?:being\s+)?(?:an?\s+)?{ROLE}(?=\s+(?:last|in|this|at|two|a)\b|\s*[,.;!]|\s*$)", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?:my\s+)?(?:day job|current job|job|role|job title|title|position|occupation"
               rf"|profession)\s*(?::|=|['’]s|\s+is)\s*(?:being\s+)?(?:an?\s+|the\s+)?{ROLE}{END}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?:i['’]m |i am )?(?:an?\s+)?{ROLE}\s+by\s+(?:trade|profession|training|day)\b",
               re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is|['’]ve been|\s+have been|\s+has been)\s+{ADVERBS}(?:an?"
               rf"|the)\s+{ROLE}{END}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)\s+{ADVERBS}(?P<r>retired|self-employed|self employed"
               r"|unemployed"
               r"|semi-retired|a stay-at-home (?:dad|mom|mum|parent))\b", re.IGNORECASE),
    rx.compile(r"^(?P<s>)(?P<r>retired|self-employed)(?=\s*(?:[,.;!]|$)|\s+(?:now|since|here))", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?P<r>(?:[\w/-]+\s+){{0,3}}?[\w/-]+)\s+(?:at|@|with|for)\s+(?P<e>{NAME})(?=\s*"
               rf"(?:[,.;(!]|$)|\s+(?:in|since|for|here|by|and|till|until)\b)", re.IGNORECASE),
    rx.compile(r"^(?P<s>)(?P<r>(?:[\w/-]+\s+){0,3}?[\w/-]+)\s+(?:here|of our [\w ]+?)(?=\s*(?:[,.;(!]"
               r"|$)|\s+since\b)", re.IGNORECASE),
    rx.compile(rf"^(?P<s>i)(?:['’]m|\s+am)\s+[^.;:()]{{0,35}}?\b(?:at|with)\s+(?-i:[A-Z])[\w&.'’-]*[^.;:()]{{0,20}}?"
               rf",?\s+as\s+an?\s+{ROLE}{END}", re.IGNORECASE),
)  # fmt: skip
HEADING = rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is|\s+was|['’]ve been|\s+as)?\s*(?:\b(?:now"
                     rf"|currently|the|as|our|their)\s+)*\b(?P<r>{HEAD_OF})(?=\s+(?:at|for|in|since|now"
                     rf"|and|here)\b|\s*[,.;:(!]|\s*$)", re.IGNORECASE)  # fmt: skip
ORG = r"(?P<o>(?:the\s+)?(?:[\w&.'’/-]+\s+){0,5}?[\w&.'’/-]*\w)"
OEND = (
    r"(?=\s+(?:as|in|on|and|but|now|since|for|doing|where|who|which|these|at the moment|right|from|last"
    r"|this|next|until|till|because|so|while|with|two|three|\d|a|part[ -]time|full[ -]time)\b|\s*[,.;:"
    r"()!]|\s+[-–—]|\s*$)"
)
AUX = (
    r"(?:['’]ve|['’]m|['’]s|['’]re|\s+am|\s+is|\s+are|\s+have|\s+has|\s+was|\s+were)?(?:\s+(?:also|now"
    r"|currently|still|just|recently|both|actually|been|formerly|previously|mostly|officially|got|gotten))*"
)
WORKS = (
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:works?|working|worked)\s+(?:nights|shifts|days|full[ -]time"
                rf"|part[ -]time|weekends|remotely|there|\w+ly|\w+ days a week|two jobs,)\s+(?:at"
                rf"|for)\s+{ORG}{OEND}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:works?|working)\s+(?:at|for)\s+{ORG}{OEND}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:teach|teaches|teaching)\s+(?:[a-z]+\s+){{0,2}}at\s+(?P<o>(?-i:[A-ZÀ-Þ])[\w&.'’-]*"
                rf"(?:\s+(?-i:[A-ZÀ-Þ])[\w&.'’-]*){{0,3}}){OEND}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:employed|on the payroll)\s+(?:by|at|of)\s+{ORG}{OEND}",
               re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:works?|working)\b[^,;]{{0,25}}?\s+(?:at|in|for|with)\s+(?:the|a)\s+(?:company|firm)\s+"
                rf"(?:called\s+|named\s+)?(?P<o>(?-i:[A-ZÀ-Þ])[\w&.'’-]*"
                rf"(?:\s+(?-i:[A-ZÀ-Þ])[\w&.'’-]*){{0,3}})", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\bdriv(?:es?|ing)\s+for\s+{ORG}{OEND}", re.IGNORECASE), "asserts"),
    (rx.compile(r"^(?P<s>)(?:my|our) (?:current |new )?employer(?:,|\s+is|['’]s|:)\s+(?P<o>"
                r"(?-i:[A-ZÀ-Þ])[^,.;:()]*?)(?=\s*[,.;:(!]|\s*$)", re.IGNORECASE), "asserts"),
    (rx.compile(r"^(?P<s>)(?:current )?(?:employer|company)\s*:\s*(?P<o>(?-i:[A-ZÀ-Þ])[^,.;:()]*?)"
                r"(?=\s*[,.;:(!]|\s*$)", re.IGNORECASE), "asserts"),
    (rx.compile(r"^(?P<s>.*?)(?:['’]ve|['’]s|\s+have|\s+has)?\s*\b(?:been)\s+(?:working\s+)?(?:at|with"
                r"|for)\s+(?P<o>(?-i:[A-ZÀ-Þ])[\w&.'’-]*(?:\s+(?-i:[A-ZÀ-Þ])[\w&.'’-]*){0,3})(?=\s+"
                r"(?:for|since|almost|about|over|nearly|\d))", re.IGNORECASE), "asserts"),
    (rx.compile(r"^(?P<s>.*?)(?:['’]m|\s+am|['’]s|\s+is|\s+will be)?\s*\bstart(?:s|ing|ed)?\s+(?:work"
                r"(?:ing)?\s+|a new job\s+|my new job\s+)?(?:at|with|for)\s+(?P<o>"
                r"(?-i:[A-ZÀ-Þ])[\w&.'’-]*(?:\s+(?-i:[A-ZÀ-Þ])[\w&.'’-]*){0,3})", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:got|landed|found|started|took)\s+(?:an?|the|(?:my|his|her|their))\s+"
                rf"(?:(?!lot|feel|chance)[\w-]+\s+){{0,3}}?(?:job|position|post)\s+(?:as\s+(?:an?\s+)?[\w"
                rf" -]+?\s+)?(?:at|with)\s+{ORG}{OEND}",
                re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\bstarted\s+(?:work(?:ing)?\s+)?(?:at|with)\s+(?P<o>the\s+(?:[\w&.'’/-]+\s+){{1,4}}?[\w&.'’/-]*\w)"
                rf"{OEND}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:laid off|let go|fired|made redundant|sacked)\s+(?:from|by"
                rf"|at)\s+{ORG}{OEND}", re.IGNORECASE), "ends"),
    (rx.compile(rf"^(?P<s>.*?)\s*\bused to (?:be|work)\s+(?:at|for|with)\s+{ORG}{OEND}", re.IGNORECASE), "ends"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:quit|resigned from|left my job at|retired from)"
                rf"\s+(?:my job at\s+)?(?P<o>(?-i:[A-ZÀ-Þ])[\w&.'’-]*(?:\s+"
                rf"(?-i:[A-ZÀ-Þ])[\w&.'’-]*){{0,3}})", re.IGNORECASE), "ends"),
)  # fmt: skip
GROUP = (
    r"(?:team|squad|guild|board|committee|council|club|choir|band|orchestra|union|association|society"
    r"|group|crew|chapter|tribe|cooperative|co-op|collective|church|parish|league|troupe|brigade"
    r"|working group|task force|department|platoon|jury|panel|foundation|unit|service)(?![\w-])"
)
GROUPS = (
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:sits?|serves?|serving|sitting|been|am)?\s+on\s+(?P<o>(?:the|our"
                rf"|my)\s+(?:[\w&’'/-]+\s+){{0,4}}?{GROUP})\b", re.IGNORECASE), "member_of"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:(?:an? )?(?:\w+\s+)?member of|(?:a )?part of|belongs? to|active"
                rf" in|involved (?:in|with)|sings? in|plays? (?:\w+ )?in|moved (?:over )?to|transferred to"
                rf"|switched to|joined)\s+"
                rf"(?P<o>(?:the|our|my|a|an)\s+(?:[\w&’'/-]+\s+){{1,4}}?{GROUP})\b", re.IGNORECASE), "member_of"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)\s+in\s+(?P<o>(?:the|our|my|a|an)\s+"
                rf"(?:[\w&’'/-]+\s+){{1,4}}?{GROUP})\b", re.IGNORECASE), "member_of"),
    (rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:chairs?|co-?chairs?|heads(?: up)?|head up|leads?|captains?|in"
                rf" charge of|presides? over|runs?|manages?)\s+(?P<o>(?:the|our|my|a|an)\s+"
                rf"(?:[\w&’'/-]+\s+){{0,4}}?{GROUP})\b", re.IGNORECASE), "leads"),
)  # fmt: skip
ROWS_OF = rx.compile(
    rf"\b(?:of|at)\s+(?P<o>(?:the|our|my)\s+(?:[\w&’'/-]+\s+){{0,4}}?{GROUP})\b", re.IGNORECASE
)
UNDER = (
    rx.compile(rf"^(?P<s>.*?)(?:['’]s|\s+now|\s+currently|\s+directly)*\s*\b(?:reports?(?: directly)? to"
               rf"|answers? to|reporting to|works? under|working under|managed by|supervised by)\s+"
               rf"(?P<n>{NAME})", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?P<n>{NAME})\s+(?:is|['’]s)?\s*(?:manages|supervises)\s+me\b", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?:my\s+)?(?:boss|manager|supervisor|line manager)\s*(?::|is called|is|['’]s)\s*"
               rf"(?P<n>{NAME})", re.IGNORECASE),
)  # fmt: skip
BESIDE = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*\b(?:work|works|working|paired|pairing|teamed up|collaborat\w+"
    rf"|teaming up)(?:\s+(?:closely|together|mostly|a lot|directly))*\s+(?:with"
    rf"|alongside)\s+(?P<n>{NAMES})",
    re.IGNORECASE,
)
HELPS = rx.compile(
    r"^(?P<s>.*?)(?:['’]ve|['’]m|\s+am|\s+have)?\s*\b(?:volunteers?|volunteering)\s+(?P<o>"
    r"(?:with|at|for|as)\s+(?:the|a|an|my|our)?\s*(?:[\w’'&-]+\s+){0,4}?[\w’'&-]+)(?=\s+"
    r"(?:on|every|each|in|since|once|twice|when|and|where|two)\b|\s*[,.;:(!]|\s*$)",
    re.IGNORECASE,
)
ONCE = rx.compile(
    rf"^(?P<s>.*?)\s*\b(?:used to (?:be|work as)|was once|once was)\s+an?\s+{ROLE}(?=\s+(?:before|until"
    rf"|when|till|then|once|at|for|in)\b|\s*[,.;:(!]|\s*$)",
    re.IGNORECASE,
)
# What somebody is the head of, when that is no team of the user's.
OF_WHAT = rx.compile(
    r"\s+of\s+(?!(?:the|our|my|a|an)\b)[\w-]+(?:\s+and\s+(?!(?:i|we|he|she|they|moved|now)\b)[\w-]+)?",
    re.IGNORECASE,
)
AHEAD = rx.compile(
    r"\b(?:will|going to|gonna|next|tomorrow|soon|plan\w*|want\w*|used to|about to)\b", re.IGNORECASE
)
FOUNDED = rx.compile(
    rf"^(?P<s>.*?)(?:['’]ve|\s+have|\s+has)?{MORE_ADVERBS}\s*\b"
    rf"(?:co-?founded|founded|cofounded)\s+(?P<n>{NAME})",
    re.IGNORECASE,
)
VAGUE = words(
    "company startup place firm agency employer client customer bank hospital school university shop"
    " office business lab team job clinic nonprofit charity ngo government restaurant store factory"
    " moment living fun free peanuts"
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of somebody's work."""
    if not stretch.reading.by_user:
        return
    yield from employers(stretch)
    yield from engaged.of_stretch(stretch)
    yield from former(stretch)
    if stretch.negated():
        return
    for reader in (roles, groups, under, colleagues, helping):
        yield from reader(stretch)


def being(shown: str, role: str) -> str:
    """ "The user is self-employed": as what nobody works; "" where "works as" tells it."""
    if re.search(r"(?:-employed|freelance)$", role, re.IGNORECASE):
        return f"{shown} is {role}"
    return f"{shown} is a {role}" if re.match(r"(?:retired|former)\s", role, re.IGNORECASE) else ""


@rx.only_where(ROLES, HEADING)
def roles(stretch: Stretch) -> Iterator[Claim]:
    """ "SRE at Polarsteps", "freelancing as a technical illustrator", "my wife's a judge"."""
    reading = stretch.reading
    for pattern in (*ROLES, HEADING):
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None or who.party.mention.kind != "person":
            continue
        if not match["s"] and whole_is_other(stretch, match):
            continue
        value = re.sub(r"^(?:an?|the)\s+", "", match["r"].strip(), flags=re.IGNORECASE).split("/")[0].strip()
        of_what = OF_WHAT.match(stretch.text, match.end("r"))
        if of_what is not None and value.lower().split()[-1] in HEADS:
            value += of_what[0]  # "head of operations"
        if re.match(r"\w+ing\s+(?:an?|the|my|his|her)\s", value, re.IGNORECASE):
            continue  # "doing a PhD at ETH"
        if pattern is not HEADING and not does(
            value, stated_so=pattern in ROLES[:4] or pattern in ROLES[6:8]
        ):
            continue
        if reading.ontology.known(value) or value.lower().split()[0] in PRONOUNS:
            continue
        when = reading.when(stretch.clause_at(match.span("r")))
        yield made(stretch, who.party, "has_role", value, text=being(who.party.shown, value), when=when)
        if "q" in pattern.groupindex and does(match["q"].strip(), stated_so=False):
            over = When(None, when.start, when.grain)
            text = stated(
                reading,
                who.party,
                reading.ontology.predicate("has_role"),
                match["q"].strip(),
                mode="ends",
                when=over,
            )
            yield reading.claim(
                who.party, "has_role", text, value=match["q"].strip(), mode="ends", when=over, confidence=0.7
            )
        if "e" in pattern.groupindex and match["e"] and not value.lower().endswith(("student", "candidate")):
            yield from employed(stretch, who.party, match.span("e"), "asserts", when)
        of = ROWS_OF.search(stretch.text)
        if of and pattern is ROLES[-1]:
            yield grouped(stretch, who.party, "member_of", of.span("o"), when)
        return


def whole_is_other(stretch: Stretch, match: re.Match[str]) -> bool:
    """True for a fragment that is no fragment: something stands before it in the sentence."""
    before = stretch.reading.sentence.text[: stretch.start - stretch.reading.sentence.start].strip(
        " ,;:-–—!."
    )
    return len(before.split()) > 3 and match.re in ROLES[8:]


def former(stretch: Stretch) -> Iterator[Claim]:
    """ "used to be a line cook before I got into coding"."""
    match = ONCE.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match and who and does(match["r"], stated_so=False):
        reading = stretch.reading
        text = stated(
            reading, who.party, reading.ontology.predicate("has_role"), match["r"], mode="ends", when=When()
        )
        yield reading.claim(who.party, "has_role", text, value=match["r"], mode="ends", confidence=0.75)


@rx.only_where(WORKS)
def employers(stretch: Stretch) -> Iterator[Claim]:
    """ "I work nights at the hospital pharmacy", "employed by the city of Ghent", "laid off from Vroomly"."""
    for pattern, mode in WORKS:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None or (stretch.negated() and mode == "asserts"):
            continue
        ends = mode == "ends" or bool(
            re.search(r"\bworked\s+(?:\S+\s+)?(?:at|for)\b", match[0], re.IGNORECASE)
        )
        when = stretch.reading.when(stretch.clause(tense="past" if ends else "present"), ends=ends)
        yield from employed(stretch, who.party, match.span("o"), "ends" if ends else "asserts", when)
        return


def employed(
    stretch: Stretch, party: Party, span: tuple[int, int], mode: ClaimMode, when: When
) -> Iterator[Claim]:
    """One employer."""
    reading = stretch.reading
    found = [one for one in stretch.between(*span) if one.lower not in ARTICLES]
    while found and (stretch.dated(found[-1]) or found[-1].lower in {"full", "part", "here", "there"}):
        found = found[:-1]
    if (
        not found
        or len(found) > 6
        or any(one.lower in NO_TRADE for one in found)
        or any(one.technical for one in found)
    ):
        return
    name = reading.sentence.stretch(found)
    capital = any(one.text[:1].isupper() for one in found)
    if not capital and ((found[-1].lemma.lower() in VAGUE and len(found) < 2) or found[0].tag == "VBG"):
        return
    article = stretch.text[span[0] : span[0] + 4].lower().startswith(("a ", "an "))
    if (
        (article and not capital)
        or reading.ontology.known(name) == "place"
        or re.fullmatch(KIN_RE, name, re.IGNORECASE)
    ):
        return
    thing = Thing(name, "organization", found[0].start, found[-1].end, True, True, False, found[-1])
    text = stated(
        reading,
        party,
        reading.ontology.predicate("works_at"),
        stretch.text[slice(*span)],
        mode=mode,
        when=when,
    )
    yield reading.claim(
        party, "works_at", text, thing=thing, kind="organization", mode=mode, when=when, confidence=0.75
    )


@rx.only_where(GROUPS)
def groups(stretch: Stretch) -> Iterator[Claim]:
    """ "I sit on the school board", "part of the accessibility guild", "I chair the allotment committee"."""
    for pattern, predicate in GROUPS:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match and who and who.party.mention.kind == "person":
            when = stretch.reading.when(stretch.clause())
            yield grouped(stretch, who.party, predicate, match.span("o"), when)
            return


def grouped(stretch: Stretch, party: Party, predicate: str, span: tuple[int, int], when: When) -> Claim:
    """Somebody in a group or at its head."""
    reading = stretch.reading
    found = [one for one in stretch.between(*span) if one.lower not in ARTICLES]
    found = found[1:] if len(found) > 2 and found[0].lower in {"new", "local", "whole"} else found
    name = reading.sentence.stretch(found)
    thing = Thing(name, "organization", found[0].start, found[-1].end, True, True, True, found[-1])
    text = stated(
        reading, party, reading.ontology.predicate(predicate), f"the {name}", mode="asserts", when=when
    )
    return reading.claim(party, predicate, text, thing=thing, kind="organization", when=when, confidence=0.75)


@rx.only_where(UNDER)
def under(stretch: Stretch) -> Iterator[Claim]:
    """ "I answer to Chidi"."""
    for pattern in UNDER:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        thing = person_thing(stretch, match.span("n")) if match else None
        if match and who and thing is not None:
            text = finish(f"{who.party.shown} reports to {thing.name}")
            yield stretch.reading.claim(
                who.party, "reports_to", text, thing=thing, kind="person", confidence=0.8
            )
            return


def colleagues(stretch: Stretch) -> Iterator[Claim]:
    """ "working with Ferran and Lluc on the routing stuff"."""
    match = BESIDE.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match is None or who is None:
        return
    found = list(names_in(stretch, match.span("n")))
    for thing in found:
        within = [one for one in stretch.words if thing.start <= one.start < thing.end]
        if (len(found) < 2 and any(one.entity in {"ORG", "PRODUCT", "GPE"} for one in within)) or set(
            thing.name.lower().split()
        ) & NO_PERSON:
            continue
        if stretch.reading.ontology.heads.get(within[-1].lower) or within[-1].tag == "NNS":
            continue
        text = finish(f"{who.party.shown} works with {thing.name}")
        yield stretch.reading.claim(who.party, "works_with", text, thing=thing, kind="person", confidence=0.7)


@rx.only_where(FOUNDED, HELPS)
def helping(stretch: Stretch) -> Iterator[Claim]:
    """ "I volunteer with the mountain rescue service", "we co-founded Nettle in 2021"."""
    match = FOUNDED.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    thing = person_thing(stretch, match.span("n")) if match else None
    if match and who and thing is not None:
        when = stretch.reading.when(stretch.clause(tense="past"))
        text = stated(stretch.reading, who.party, stretch.reading.ontology.predicate("created"), thing.name,
                      mode="asserts", when=when)  # fmt: skip
        yield stretch.reading.claim(
            who.party, "created", text, thing=thing, kind="organization", when=when, confidence=0.75
        )
        return
    match = HELPS.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match and who and who.party.user and not AHEAD.search(stretch.text):
        party = user_of(stretch.reading, stretch.words[0])
        value = f"volunteers {match['o']}".replace(" my ", " their ").replace(" our ", " their ")
        yield made(stretch, party, "practises", value, text=f"The user {value}")
