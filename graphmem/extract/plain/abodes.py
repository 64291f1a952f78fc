"""Where someone lives and has lived in plain words, and what and where they study."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import MORE_ADVERBS
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.kinship import Who, whom
from graphmem.extract.plain.people import made
from graphmem.extract.plain.selves import NO_PLACE
from graphmem.extract.plain.stretch import NEGATED, Stretch
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

CITY = (
    r"(?:(?-i:the\s+(?=[A-Z]))?(?-i:[A-ZÀ-ÖØ-Þ][\w.'’-]*\w)(?:[\s-](?:(?-i:de|del|la|upon|am|an der|of"
    r"|do|da|sur|el)\s+)?(?-i:[A-ZÀ-ÖØ-Þ][\w'’-]*\w))*)"
)
PLACE = rf"(?P<o>{CITY})"
AUX = (
    r"(?:['’]ve|['’]m|['’]s|['’]re|['’]ll|\s+am|\s+is|\s+are|\s+have|\s+has|\s+was|\s+were)?(?:\s+"
    r"(?:also|now|currently|still|just|recently|both|actually|been|mostly|finally|all|usually|presently"
    r"|only|happily|normally))*"
)
SPOT = (
    r"(?:(?:in|on|at)\s+(?:an?|the|our|my)\s+(?:[\w’'-]+\s+){1,4}?)?(?:in|near|outside(?: of)?|close to"
    r"|just outside(?: of)?|by|around|over in|up in|down in|out in|south of|north of|east of|west of)"
)
LIVES = (
    rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:lives?|living|based|sett?led(?: down)?|resid(?:es?|ing)|located"
               rf"|situated|staying|camped|holed up)(?:\s+(?:here|abroad|out|over|down|up|alone|together"
               rf"|happily|remotely|full[ -]time))*\s+{SPOT}\s+{PLACE}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]ve|['’]s|\s+have|\s+has)?\s*\b(?:been)\s+(?:living\s+)?"
               rf"(?:here\s+)?in\s+{PLACE}\s+(?:(?:ever\s+)?since|for\s+(?:[\w-]+\s+){{1,3}}(?:years?|yrs?"
               rf"|months?|decades?))", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?:my\s+)?home\s*(?:base\s*)?(?:\s+is|['’]s|:)\s+(?:now\s+|currently\s+"
               rf"|in\s+)*{PLACE}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>)(?:my\s+)?(?:current\s+)?(?:location|city|based|address|hometown now|residence"
               rf"|lives)\s*(?::|=|\s+is)\s*(?:in\s+)?{PLACE}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:(?:all|now|a family of \w+|the \w+ of"
               rf" us)\s+)*in\s+an?\s+"
               rf"(?:[\w-]+\s+){{0,2}}(?:house|flat|apartment|cottage|studio|farm|village|suburb|condo|loft|bungalow"
               rf"|townhouse|town)\s+(?:in|near|outside)\s+{PLACE}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:rent(?:s|ing)?|(?:bought|got|own(?:s)?|found)(?=.*\bmoved\s+in\b))\s+(?:an?|our|my|the)\s+"
               rf"(?:[\w-]+\s+){{0,2}}(?:house|flat|apartment|room|studio|place|condo|loft|bungalow|cottage)\s+(?:in|near)\s+{PLACE}",
               re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have|\s+has)?\s*\bcall(?:s|ed)?\s+{PLACE}\s+home\b", re.IGNORECASE),
    rx.compile(rf"^(?:[^,]+,\s+)?(?P<s>)\b(?:now\s+|currently\s+|based\s+|living\s+)+(?:in\s+|out"
               rf" of\s+){PLACE}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]re|['’]s|\s+am|\s+are|\s+is)\s+(?:(?:now|currently|based|out"
               rf"|over|down|up|in|the|sticks|countryside|middle|of|nowhere|suburbs|on|outskirts)\s+)+"
               rf"(?:near|outside|close to|over in|in)\s+{PLACE}", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:now\s+|currently\s+)?in\s+{PLACE}(?=\s+"
               rf"(?:now|these days|nowadays|at the moment|currently|full[ -]time)|,?\s+so\b)", re.IGNORECASE),
    rx.compile(rf"^(?P<s>.*?){AUX}\s*\b(?:moved|relocated|upped sticks|emigrated|transplanted|resettled)\s+(?:back\s+"
               rf"|over\s+|here\s+|out\s+|down\s+|up\s+)*(?:from\s+(?P<q>{CITY})\s+)?(?:to|into"
               rf"|in)\s+{PLACE}", re.IGNORECASE),
)  # fmt: skip
TWO = rx.compile(
    rf"^(?P<s>.*?)(?:['’]m)?\s*\b(?:splits?|splitting|divides?|dividing|shares?)\s+(?:my|our|his|her"
    rf"|their)?\s*time\s+between\s+(?P<o>{CITY})\s+and\s+(?P<p>{CITY})",
    re.IGNORECASE,
)
LEFT = rx.compile(
    rf"^(?P<s>.*?)\s*\b(?:left|moved away from|moved out of)\s+{PLACE}\s+(?:when|at|aged|as"
    rf" a|back in|in|for)\b",
    re.IGNORECASE,
)
FUTURE = rx.compile(
    r"\b(?:will|going to|gonna|next|moving|soon|plan\w*|want\w*|hop(?:e|ing)|might|about"
    r" to)\b",
    re.IGNORECASE,
)
TAUGHT = (
    r"(?:master['’]?s?|msc|ma|m\.sc\.?|bachelor['’]?s?|bsc|ba|b\.sc\.?|degree|phd|ph\.d\.?|doctorate"
    r"|mba|undergrad|diploma|apprenticeship|minor|major|a-levels|thesis|dissertation)"
)
SUBJ = (
    r"(?P<o>(?-i:[a-zA-ZÀ-ÿ][\w&-]*)(?:\s+(?!(?:at|from|in|and|but|back|with|ended|then|now|last|this"
    r"|before|by|for|while)\b)[\w&-]+){0,3}?)"
)
SCHOOL = (
    r"(?P<c>(?:the\s+)?(?-i:[A-ZÀ-ÖØ-Þ][\w.'’-]*)(?:\s+(?:(?-i:of|for|in|di|de|del|la|do|da|des|du|der)\s+)*"
    r"(?-i:[A-ZÀ-ÖØ-Þ][\w'’-]*))*)"
)
AT = rf"(?:\s+(?:at|from|in)\s+{SCHOOL})"
SEND = (
    r"(?=\s+(?:at|from|in|and|but|back|with|last|this|before|by|for|while|here|now|on|since)\b|\s*[,.;:"
    r"(!]|\s*$)"
)
# Where children learn.
PUPILS = (
    r"(?:Elementary|Primary|Middle\s+School|Junior\s+High|High(?:\s+School)?|Secondary|Grammar\s+School"
    r"|Kindergarten|Preschool|Pre-?K"
    r"|Nursery|Gymnasium|Gymnasiet|Lyc[eé]e|Montessori|Academy)"
)
FINISHED = rx.compile(
    rf"^(?P<s>.*?)(?:['’]ve|\s+have|\s+has)?{MORE_ADVERBS}\s*\b(?:(?:defended"
    r"|finished|completed|submitted|wrapped\s+up)\s+"
    rf"(?:my|his|her|the)\s+(?:[\w-]+\s+)?{TAUGHT}(?!\s+(?:chapter|proposal|draft|class|course|exam"
    r"|application))\b|graduated\b(?!.*\b(?:19|20)\d\d\b)"
    r"|(?:dropped\s+out\s+of|quit|left|flunked\s+out\s+of)\s+(?:uni|university|college|(?:grad|law"
    r"|med|medical"
    r"|business|art)\s+school|(?:my|the|his|her)\s+"
    r"(?:[\w-]+\s+)?(?:degree|course|studies|programme|program|phd|master['’]?s|bachelor['’]?s))\b)",
    re.IGNORECASE,
)
STUDIES = (
    (rx.compile(rf"^(?P<s>.*?)(?:['’]s|\s+is|\s+has)?{MORE_ADVERBS}\s*\b(?:goes|go|going|starts"
    r"|started|starting|moved|moves"
                r"|transferred|switched|changed|attends|got\s+in)\s+(?:over\s+)?(?:to|at"
                rf"|in)\s+(?=[^,.;]*\b(?-i:{PUPILS})\b){SCHOOL}",
                re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>)(?:an?\s+)?(?:first|second|third|fourth|fifth|final|last)[\s-]year\s+"
                rf"(?P<o>[\w-]+(?:\s+[\w-]+)?)"
                rf"\s+student(?:\s+at\s+{SCHOOL})?", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]s|['’]m|\s+is|\s+am)\s+at\s+(?=[^,.;]*\b(?-i:School|University"
                rf"|College|Academy|Institute|Uni|{PUPILS})\b)"
                rf"{SCHOOL}(?:\s+(?:doing|studying|reading)\s+{SUBJ}{SEND})?", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|['’]s|\s+have|\s+has)?\s*\b(?:did|got|finished|completed|earned"
                rf"|holds?|have|has|received)\s+(?:my|a|an|his|her)\s+(?:\w+\s+)?{TAUGHT}(?:\s+degree)?"
                rf"(?:\s+in\s+(?!\d){SUBJ}{SEND})?(?:\s+in\s+\d{{4}})?(?:{AT})?", re.IGNORECASE), "ends"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)?{MORE_ADVERBS}\s*\b(?:doing"
                r"|pursuing|working on|writing|finishing|starting|started|taking)\s+(?:my|a|an|his"
                rf"|her)\s+(?:[\w-]+\s+)?{TAUGHT}(?:\s+degree)?(?:\s+(?:in|on)\s+{SUBJ}{SEND})?(?:{AT})?",
               re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)\s*\b(?:majored|double majored|minored|graduated)\s+in\s+(?!\d){SUBJ}{SEND}"
                rf"(?:{AT})?", re.IGNORECASE), "ends"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have)?\s*\b(?:studied)\s+{SUBJ}{SEND}(?:{AT})?", re.IGNORECASE), "ends"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)?{MORE_ADVERBS}\s*\b"
                rf"(?:study|studies|studying|reading|majoring in)\s+{SUBJ}{SEND}{AT}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)?{MORE_ADVERBS}\s*\b"
                rf"(?:studying|majoring in)\s+{SUBJ}{SEND}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)?{MORE_ADVERBS}\s*\benrolled\s+(?:in|on|for|at)\s+"
                r"(?:an?\s+|the\s+)?"
                rf"(?:[\w-]+\s+)??{SUBJ}{SEND}{AT}", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)\s+(?:in\s+)?(?:my|her|his|the|a)\s+(?:first"
                rf"|second|third|fourth|fifth|final|last|1st|2nd|3rd|4th|5th)[\s-]year\s+(?:of\s+)?"
                rf"(?:student\s+(?:of|in)\s+)?{SUBJ}{SEND}(?:{AT})?", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]m|['’]s|\s+am|\s+is)\s+an?\s+(?:[\w-]+\s+)?(?:phd|ph\.d\.|doctoral"
                rf"|grad(?:uate)?|master['’]?s|undergrad(?:uate)?)\s+(?:student|candidate)(?:\s+in\s+(?-i:"
                rf"(?=[a-z])){SUBJ}{SEND})?(?:\s+(?:at|from)\s+{SCHOOL})?", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>(?:i\b)?)(?:['’]ve|['’]m|\s+have|\s+am)?(?:\s*\b(?:just|finally|now|also"
    rf"|officially))*\s*\b(?:(?:re-?)?enrolled|matriculated"
                rf"|(?:got|been)\s+(?:in|accepted|admitted))\s+(?:at|(?:in|into|to)"
                rf"(?=[^,.;]*\b(?-i:University|College|Uni|School|Institute|Academy|Polytechnic)\b))\s+{SCHOOL}"
                rf"(?:\s+(?:for|to\s+study|to\s+do|doing|in|studying)\s+(?!\d|the\b|a\b|two|three|one)"
                rf"{SUBJ}{SEND})?", re.IGNORECASE), "asserts"),
    (rx.compile(rf"^(?P<s>.*?)(?:['’]ve|\s+have)?(?:\s+just)?\s*\b(?:graduated from|dropped out of|got my"
                rf" degree from|alum(?:na|nus|ni)? of|went to (?=(?:the\s+)?[A-Z][\w ]*(?:University"
                rf"|College|Uni|School|Institute|Academy)))\s*{SCHOOL}", re.IGNORECASE), "ends"),
)  # fmt: skip
CLASSES = rx.compile(
    r"^(?P<s>.*?)(?:['’]m|['’]ve|\s+am|\s+is|\s+have been|['’]ve been)?(?:\s+(?:currently|now|also|just"
    r"|been|started))*\s*\b(?:taking|doing|attending|started|take)\s+"
    r"(?:an?\s+)?(?:(?:evening|night|online|weekly|private|weekend|beginner|beginners['’]?)\s+)*(?:"
    r"(?P<o>[\w’'-]+(?:\s+[\w’'-]+)?)\s+(?:classes|lessons)|(?:classes|lessons|an? course|course|courses|a"
    r" class)\s+(?:in|on)\s+(?P<p>[\w’'-]+(?:\s+[\w’'-]+){0,2}?))"
    r"(?=\s+(?:at|on|every|with|since|in|now|and|for|this|from)\b|\s*[,.;:(!]|\s*$)",
    re.IGNORECASE,
)
# "Studying law part time".
HOW = rx.compile(r"\s+(?:(?:part|full)[- ]?time|abroad|online|remotely|at night)$", re.IGNORECASE)
NO_SUBJECT = words("to it this that them the a an my your our his her for how what why hard more")


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of homes and studies."""
    if not stretch.reading.by_user:
        return
    if stretch.negated():
        yield from finished(stretch)  # "dropped out of uni, law isn't for me"
        return
    yield from homes(stretch)
    yield from studies(stretch)


@rx.only_where(TWO, LEFT, LIVES)
def homes(stretch: Stretch) -> Iterator[Claim]:
    """ "we setled in Tasmania in 2015", "home is Medellín these days", "I split my time between Lyon and"
    " Geneva"."""
    match = TWO.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match and who:
        for name in "op":
            yield from home(stretch, who.party, match.span(name), "asserts", When())
        return
    match = LEFT.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match and who and surely_place(stretch, match.span("o"), left="left" in match[0].lower().split()):
        when = stretch.reading.when(stretch.clause(tense="past"), ends=True)
        yield from home(stretch, who.party, match.span("o"), "ends", when)
    if FUTURE.search(stretch.text):
        return
    for pattern in LIVES:
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None or who.party.mention.kind != "person":
            continue
        moved = "q" in pattern.groupindex
        if moved and any(
            one.entity in {"ORG", "PERSON", "PRODUCT"} for one in stretch.between(*match.span("o"))
        ):
            continue
        when = stretch.reading.when(stretch.clause(tense="past" if moved else "present"))
        if moved and match["q"]:
            over = When(None, when.start, when.grain)
            yield from home(stretch, who.party, match.span("q"), "ends", over)
        yield from home(stretch, who.party, match.span("o"), "asserts", when)
        return


def surely_place(stretch: Stretch, span: tuple[int, int], *, left: bool) -> bool:
    """True for what is known as a place: "left Oracle in 2020" is no move."""
    found = stretch.between(*span)
    later = re.match(
        r"\s+(?:when (?:i|he|she|we) (?:was|were)|aged|at(?: age)?|as a)\s+(?:a\s+)?(?:1?\d"
        r"|kid|child|baby|teen\w*|boy|girl|little|young|small)\b",
        stretch.text[span[1] :],
        re.IGNORECASE,
    )
    return bool(found) and all(later or (not left and one.entity in {"GPE", "LOC"}) for one in found)


def is_place(stretch: Stretch, span: tuple[int, int]) -> bool:
    """True for the name of a place."""
    found = stretch.between(*span)
    known = stretch.reading.ontology.known(stretch.reading.sentence.stretch(found)) if found else ""
    return known == "place" or (not known and bool(found) and all(one.entity == "GPE" for one in found))


def home(
    stretch: Stretch, party: Party, span: tuple[int, int], mode: ClaimMode, when: When
) -> Iterator[Claim]:
    """One home."""
    reading = stretch.reading
    found = [one for one in stretch.between(*span) if one.lower != "the"]
    while found and stretch.dated(found[-1]):
        found = found[:-1]
    if not found or len(found) > 4 or any(one.technical for one in found) or NO_PLACE.match(found[0].text):
        return
    name = reading.sentence.stretch(found)
    if reading.ontology.known(name) not in {"", "place"} or reading.focus.kinds.get(
        name.lower(), "place"
    ) not in {"place", "concept", "organization"}:
        return
    thing = Thing(name, "place", found[0].start, found[-1].end, True, True, False, found[-1])
    text = stated(reading, party, reading.ontology.predicate("lives_in"), name, mode=mode, when=when)
    if re.search(r"\b(?:near|outside(?: of)?|close to|by|around|of)\s+$", stretch.text[: span[0]]):
        text = finish(f"{party.shown} lives near {name}")
    yield reading.claim(
        party, "lives_in", text, thing=thing, kind="place", mode=mode, when=when, confidence=0.75
    )


def learnt(reading: Reading, party: Party, predicate: str, target: str, span: tuple[ClaimMode, When]) -> str:
    """ "The user studied hydrology": a degree is not what somebody no longer studies."""
    known = reading.ontology.predicate(predicate)
    mode, when = span
    if mode == "ends" and not when.end:
        return finish(f"{party.shown} {known.past} {target}")
    return stated(reading, party, known, target, mode=mode, when=when)


def finished(stretch: Stretch) -> Iterator[Claim]:
    """ "I defended my PhD": a student no more, wherever that was."""
    match = FINISHED.match(stretch.text)
    who = whom(stretch, match["s"]) if match and not NEGATED.search(match[0]) else None
    if who is None or who.party.mention.kind != "person":
        return
    text = finish(f"{who.party.shown} has finished their studies")
    when = stretch.reading.when(stretch.clause(tense="past"), ends=True)._replace(start=None)
    for predicate, value in (("studies_at", ""), ("has_role", "student")):
        yield stretch.reading.claim(
            who.party, predicate, text, value=value, mode="closes", when=when, confidence=0.65
        )


@rx.only_where(CLASSES, FINISHED, STUDIES)
def studies(stretch: Stretch) -> Iterator[Claim]:
    """ "I did my masters in hydrology at TU Delft", "in my third year of med school at Charité"."""
    reading = stretch.reading
    match = CLASSES.match(stretch.text)
    who: Who | None = whom(stretch, match["s"]) if match else None
    if match and who:
        value = match["o"] or match["p"]
        if value.lower().split()[0] not in NO_SUBJECT:
            yield made(stretch, who.party, "studies", value)
            return
    yield from finished(stretch)
    for number, (pattern, mode) in enumerate(STUDIES):
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None:
            continue
        if (
            number == 0
            and who.party.user
            and re.search(r"\bstart|\bmoved|\btransferred|\bswitched", match[0])
        ):
            continue  # who starts at a school may teach there
        subject = match["o"] if "o" in pattern.groupindex else None
        school = match["c"] if "c" in pattern.groupindex else None
        subject = subject and HOW.sub("", subject)
        if subject and (subject.lower().split()[0] in NO_SUBJECT or subject[0].isdigit()):
            continue
        if subject and not school and is_place(stretch, match.span("o")):
            subject, school = None, match["o"]  # "I did my masters in Delft"
        ends: ClaimMode = "ends" if mode == "ends" else "asserts"
        when = reading.when(
            stretch.clause(tense="past" if mode == "ends" else "present"), ends=mode == "ends"
        )
        if subject:
            text = learnt(reading, who.party, "studies", subject, (ends, when))
            yield reading.claim(
                who.party, "studies", text, value=subject, mode=ends, when=when, confidence=0.75
            )
        if school:
            found = [
                one
                for one in stretch.between(*match.span("o" if match["c"] is None else "c"))
                if one.lower != "the" and not stretch.dated(one)
            ]
            while found and found[-1].text.islower():
                found = found[:-1]  # "Northside Middle School in" September
            if found:
                name = reading.sentence.stretch(found)
                thing = Thing(
                    name, "organization", found[0].start, found[-1].end, True, True, False, found[-1]
                )
                text = learnt(reading, who.party, "studies_at", name, (ends, when))
                yield reading.claim(
                    who.party,
                    "studies_at",
                    text,
                    thing=thing,
                    kind="organization",
                    mode=ends,
                    when=when,
                    confidence=0.75,
                )
        if subject or school:
            return
