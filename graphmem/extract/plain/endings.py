"""What ends or moves in a life beside work, in plain words: homes, pets, couples, clubs and habits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.first import first_of
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.changes import FIRM, WHO, Ending, ended, past, person
from graphmem.extract.plain.shapes import thing_of, things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.refusals import FIRM_WORDS, OF_WORK
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import FAMILY, PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode, Mention

STOP = (
    r"(?=\s+(?:in|on|at|last|this|the|since|yesterday|today|two|three|a|because|after|before|for|with|to|when|and|so|now"
    r"|again|over|from|back|early|late|around|recently|these)\b|[,.;:!)(]|$)"
)
MOVED = rx.compile(
    rf"^{WHO}(?:moved|relocated|emigrated|moving|transferred)"
    r"(?:\s+(?:back|over|out|up|down|away|home|permanently|all the way))*"
    rf"(?:\s+from\s+(?P<a>{FIRM}))?\s+to\s+(?P<o>{FIRM}){STOP}",
)
SETTLED = rx.compile(
    rf"^(?:{WHO}(?:settled|[Bb]ack|living|lives?)\s+in\s+(?P<o>{FIRM})"
    r"(?:\s+(?P<since>since|for good|now|again)\b|$)"
    rf"|[Mm]y\s+(?:new\s+)?(?:address|home|place|flat|apartment)\s+is\s+(?:now\s+)?in\s+(?P<o2>{FIRM}){STOP})",
)
DIED = rx.compile(
    r"^(?:(?i:poor|dear|old|little|sweet)\s+)*(?P<o>[A-Z][\w'’-]+)\s+(?:(?:sadly|just|has|had|finally|unfortunately|suddenly)\s+)*(?:died"
    r"|passed(?:\s+(?:away|on))?(?=$|\s+(?:on|in|last|this|yesterday|two|peacefully|today|at)\b)|is\s+no\s+longer\s+with\s+us"
    r"|didn['’]t\s+make\s+it|crossed\s+the\s+rainbow|(?:was|had\s+to\s+be|got)\s+(?:put\s+(?:down|to\s+sleep)|euthani[sz]ed)"
    r"|ran\s+away)"
)
LOST = rx.compile(
    rf"^(?i:i|we)\s+(?:have\s+|sadly\s+|just\s+)*(?:lost|buried|rehomed|re-homed|gave\s+away)\s+(?P<o>[A-Z][\w'’-]+){STOP}"
)
AWAY = rx.compile(
    r"^(?:i|we)\s+(?:have\s+|had\s+to\s+|just\s+)*(?:(?:gave|give|given)\s+(?:her|him|it)\s+(?:away|up|back|to)\b"
    r"|(?:re-?homed?|buried|lost)\s+(?:her|him|it)\b|put\s+(?:her|him|it)\s+(?:down|to\s+sleep)\b)",
    re.IGNORECASE,
)
PARTED = rx.compile(
    r"(?:^|,\s+)(?:(?P<o>[A-Z][\w'’-]+)\s+and\s+I\s+(?:are\s+(?:no\s+longer\s+together|not\s+together\s+any\s?more|over|done|divorced"
    r"|separated|getting\s+divorced)|(?:have\s+|just\s+|recently\s+)*(?:split(?:\s+up)?|broke(?:n)?\s+up|separated|parted\s+ways|called\s+it\s+quits"
    r"|divorced|got\s+divorced))"
    r"|(?P<o2>[A-Z][\w'’-]+)\s+(?:just\s+|has\s+)?(?:broke(?:n)?\s+up\s+with|left|dumped|divorced)\s+me\b"
    r"|(?i:i)\s+(?:just\s+|have\s+)*(?:broke(?:n)?\s+up\s+with|split\s+(?:up\s+)?(?:with|from)|dumped|divorced)\s+(?P<o3>[A-Z][\w'’-]+)"
    + STOP
    + ")"
)
PARTED_SMALL = rx.compile(
    r"^(?:(?P<o>(?-i:[a-z][a-z'-]+))\s+and\s+i|me\s+and\s+(?P<o2>[\w'-]+))\s+(?:have\s+|just\s+|finally\s+|recently\s+)*"
    r"(?:split(?:\s+up)?|broke(?:n)?\s+up|separated|parted\s+ways|got\s+divorced|are\s+(?:no\s+longer\s+together|done|over|divorced|separated))(?=$|[\s,.;!])",
    re.IGNORECASE,
)
DIVORCED = rx.compile(
    r"^(?:(?:i|we|my\s+(?:wife|husband|ex|spouse)\s+and\s+i)(?:['’](?:m|re|ve)|\s+(?:am|are|have|just|finally))*\s+(?:got\s+|been\s+|getting\s+)?(?:divorced)"
    r"|(?:my|our|the)\s+divorce\s+(?:from\s+[A-Z][\w'’-]+\s+)?(?:has\s+|have\s+|just\s+|finally\s+)*"
    r"(?:is|was|went|came|come|gone|got|been)\s+(?:finally\s+)?(?:final|through|finali[sz]ed))\b",
    re.IGNORECASE,
)
SINGLE = rx.compile(
    r"^(?:(?:we|my\s+(?:girlfriend|boyfriend|partner|fianc[eé]e?)\s+and\s+i|me\s+and\s+my\s+(?:girlfriend|boyfriend|partner))"
    r"\s+(?:have\s+|just\s+)*(?:broke(?:n)?\s+up|split\s+up)(?!\s+(?:(?:the|our|my|an?|it|this|that|into)\b|(?-i:[A-Z])))"
    r"|my\s+(?:girlfriend|boyfriend|partner|fianc[eé]e?)\s+(?:just\s+)?(?:broke\s+up\s+with|left|dumped)\s+me"
    r"|i(?:['’]m|\s+am)\s+single\s+(?:again|now)|(?:we|i)\s+(?:broke|called)\s+off\s+(?:the|our|my)\s+engagement)\b",
    re.IGNORECASE,
)
GOODS = (
    r"(?:old\s+|family\s+|company\s+|second\s+)?(?:car|van|truck|bike|bicycle|motorbike|motorcycle|scooter|boat|kayak|caravan|camper"
    r"|trailer|house|flat|apartment|cottage|cabin|land|farm|shop|bakery|caf[eé]|business|company|piano|guitar|cello|drums|telescope"
    r"|allotment|(?-i:[A-Z][\w-]+))\b"
)
SOLD = rx.compile(
    rf"^{WHO}(?:sold|got\s+rid\s+of|gotten\s+rid\s+of|traded\s+in|scrapped|donated|totall?ed|wrote\s+off|gave\s+away|returned"
    r"|gave(?=\s.+\sto\s+(?:my|our|his|her|the|an?|(?-i:[A-Z]))))"
    rf"\s+(?:the\s+(?={GOODS})|(?:my|our|his|her)\s+)(?:old\s+)?(?P<o>[\w][\w -]*?){STOP}",
    re.IGNORECASE,
)
CLUBS = (
    r"(?:gym|club|choir|band|team|league|society|association|union|orchestra|group|studio|dojo|crew|guild|co-?op|board"
    r"|committee|church|congregation|troupe|ensemble|squad)"
)
QUIT_CLUB = rx.compile(
    rf"^{WHO}(?:quit|left|dropped\s+out\s+of|stepped\s+away\s+from|resigned\s+from|stopped\s+going\s+to)\s+(?:the|my|our|his|her)\s+"
    rf"(?P<o>(?:[\w'’&-]+\s+){{0,4}}{CLUBS}){STOP}",
    re.IGNORECASE,
)
JOINED_CLUB = rx.compile(
    rf"^{WHO}(?:re-?joined|(?:signed\s+up|went\s+back|returned|back)(?:\s+again)?\s+(?:at|for|to|with|in|on))\s+(?:the|my|our|his|her)\s+"
    rf"(?:old\s+)?(?P<o>(?:[\w'’&-]+\s+){{0,4}}{CLUBS}){STOP}",
    re.IGNORECASE,
)
CONSUMED = (
    r"(?:red\s+|processed\s+|refined\s+|all\s+)?(?:coffee|caffeine|alcohol|booze|meat|sugar|dairy|gluten|wine|beer|espresso|tea"
    r"|soda|sodas|chocolate|bread|carbs|fish|seafood|eggs|milk|cheese|energy\s+drinks|cigarettes|nicotine|pork|beef|sweets"
    r"|fast\s+food|junk\s+food|salt|spirits|wheat|soft\s+drinks|cola|coke)"
)
GAVE_UP = rx.compile(
    rf"^{WHO}(?:gave\s+up|given\s+up|giving\s+up|quit|cut\s+out|cutting\s+out|swore\s+off|sworn\s+off|stopped\s+(?:drinking|eating|having)"
    rf"|laid\s+off(?:\s+the)?|off(?:\s+the)?|kicked|done\s+with)\s+(?P<o>{CONSUMED}){STOP}",
    re.IGNORECASE,
)
MEAT = rx.compile(
    rf"^{WHO}(?:(?:started|begun|began|went\s+back\s+to|gone\s+back\s+to|back\s+to|back\s+on|eat|eats|eating|having)\s+)+"
    r"(?:meat|eating\s+meat|chicken|beef|steak|bacon|(?P<less>fish|seafood)|(?P<milk>dairy|cheese|eggs|milk|butter|yogh?urt))\b(?P<again>.*\bagain\b)?",
    re.IGNORECASE,
)
COLUMNS = words(
    "done review archive archived backlog trash inbox qa testing production staging prod main master draft blocked"
)
ELDERS = words("grandpa grandma nana granny gran granddad grandad mum mom dad mummy daddy papa uncle aunt")
DIETS = ("vegetarian", "vegan", "pescatarian")
SWITCHED = rx.compile(
    rf"^(?P<s>(?i:i|he|she)|(?!We\b)[A-Z][\w-]+)(?:['’](?:ve|s)|\s+have|\s+has)?\s+{ADVERBS}"
    r"(?:(?:switched|moved|migrated|gone|went|converted)\s+(?:over\s+)?(?:from|away\s+from"
    r"|off)\s+(?P<o>[\w.+#-]+(?:\s[A-Z][\w.+#-]*)?)\s+(?:over\s+)?to\s+"
    r"|(?:ditched|dropped|abandoned|left|traded|swapped)\s+(?P<o2>[\w.+#-]+"
    r"(?:\s[A-Z][\w.+#-]*)?)\s+for\s+)[\w.+#-]+"
)
BOUGHT = rx.compile(
    rf"^(?P<s>{FIRM})\s+(?:was|got|has\s+been|were|is\s+being)\s+(?:just\s+|recently\s+)?(?:acquired|bought(?:\s+out)?|taken\s+over)\s+by\s+(?P<o>{FIRM})"
)


@rx.only_where(
    MOVED, SETTLED, DIED, LOST, AWAY, PARTED, PARTED_SMALL, DIVORCED,
    SINGLE, SOLD, QUIT_CLUB, JOINED_CLUB, GAVE_UP, MEAT, SWITCHED, BOUGHT,
)  # fmt: skip
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement says has ended or moved."""
    if not stretch.reading.by_user:
        return
    yield from first_of((homes, pets, couples, things, clubs, habits, switched, firms), stretch)


def homes(stretch: Stretch) -> Iterator[Claim]:
    """ "We moved to Ghent in April", "back in Oslo since May": a town that no list knows is one all the same."""
    match = MOVED.match(stretch.text) or SETTLED.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if match is None or party is None or party.mention.kind != "person":
        return
    name = "o" if match.groupdict().get("o") else "o2"
    town = town_of(stretch, match, name, party)
    if town is None:
        return
    reading = stretch.reading
    predicate = reading.ontology.predicate("lives_in")
    when = reading.when(stretch.clause(tense="past"))
    if match.re == MOVED and match["a"] and (old := town_of(stretch, match, "a", party)) is not None:
        until = When(None, when.start, when.grain)
        text = stated(reading, party, predicate, old.name, mode="ends", when=until)
        yield reading.claim(
            party, "lives_in", text, thing=old, kind="place", mode="ends", when=until, confidence=0.8
        )
    text = stated(reading, party, predicate, town.name, mode="asserts", when=when)
    yield reading.claim(party, "lives_in", text, thing=town, kind="place", when=when, confidence=0.8)


def town_of(stretch: Stretch, match: re.Match[str], name: str, party: Party) -> Thing | None:
    """The place one moved to; of the user, who also moves to tools, a single word has to be known for a place."""
    found = things_of(stretch, stretch.between(*match.span(name)), most=3)[:1]
    if not found or not found[0].name[:1].isupper():
        return None
    town, focus = found[0], stretch.reading.focus.kinds
    known = focus.get(town.name.lower(), "") or (town.kind if town.sure else "")
    if known not in {"", "place"} or FIRM_WORDS.search(town.name) or town.name.lower() in COLUMNS:
        return None
    if OF_WORK.search(stretch.text) and known != "place":
        return None
    beside = match.groupdict().get("a") and name == "o" and "place" in kinds_of(stretch, match["a"])
    sure = (
        known == "place"
        or town.kind == "place"
        or " " in town.name
        or not party.user
        or stretch.framed
        or beside
    )
    return town._replace(kind="place", named=True, sure=True) if sure else None


def kinds_of(stretch: Stretch, name: str) -> set[str]:
    """What a name is known for, from lists and from what was said before."""
    reading = stretch.reading
    return {reading.ontology.known(name), reading.focus.kinds.get(name.lower(), "")}


def pets(stretch: Stretch) -> Iterator[Claim]:
    """ "Biscuit died on Tuesday": whoever that is, a pet of that name is no more."""
    match = DIED.match(stretch.text) or LOST.match(stretch.text)
    if match is not None:
        name, words_ = match["o"], stretch.between(*match.span("o"))
    elif (found := given_away(stretch)) is not None:
        name, words_ = found.text, [found]
    else:
        return
    if not words_ or stretch.reading.ontology.known(name) or words_[0].pos not in {"PROPN", "NOUN"}:
        return
    if (
        name.lower() in FAMILY
        or name.lower() in ELDERS
        or stretch.reading.focus.kinds.get(name.lower()) == "person"
    ):
        return
    head = words_[0]
    thing = Thing(head.text, "animal", head.start, head.end, True, True, False, head)
    yield closed(stretch, user(stretch), "has_pet", thing, f"{name} is gone")


def given_away(stretch: Stretch) -> Word | None:
    """The name that is spoken of in "Pixel was too wild, so we gave her away": the only one in front."""
    match = AWAY.match(stretch.text)
    start = stretch.words[0].start
    names = [
        word
        for word in stretch.reading.sentence.words
        if word.start < start and word.pos == "PROPN" and word.text[:1].isupper()
    ]
    return names[0] if match is not None and len({name.text for name in names}) == 1 else None


def couples(stretch: Stretch) -> Iterator[Claim]:
    """ "Noor and I are no longer together", "we got divorced": a wife is one no longer either."""
    match = PARTED.search(stretch.text) or PARTED_SMALL.match(stretch.text)
    if match is not None:
        name = next(key for key, told in match.groupdict().items() if told)
        words_ = stretch.between(*match.span(name))
        small = match.re == PARTED_SMALL
        plain = small and (words_[0].lower in FAMILY.keys() | PRONOUNS or words_[0].tag == "NNS")
        if (
            plain
            or (words_[0].pos != "PROPN" and not small)
            or stretch.reading.ontology.known(words_[0].text)
        ):
            return
        head, called = words_[0], words_[0].text[:1].upper() + words_[0].text[1:]
        thing = Thing(called, "person", head.start, head.end, True, True, False, head)
        text = f"The user and {called} are no longer together"
        yield closed(stretch, user(stretch), "married_to", thing, text)
        yield closed(
            stretch, user(stretch), "partner_of", thing, text, mode="closes" if "left" in match[0] else "ends"
        )
    elif DIVORCED.match(stretch.text):
        yield ended(stretch, user(stretch), Ending("married_to", "", "The user is divorced"))
    elif SINGLE.match(stretch.text):
        yield ended(
            stretch,
            user(stretch),
            Ending("partner_of", "", "The user and their partner are no longer together"),
        )


def closed(
    stretch: Stretch, party: Party, predicate: str, thing: Thing, text: str, *, mode: ClaimMode = "closes"
) -> Claim:
    """The end of what ties somebody to a named one."""
    return stretch.reading.claim(
        party,
        predicate,
        finish(text),
        thing=thing,
        kind=thing.kind,
        mode=mode,
        when=past(stretch),
        confidence=0.75,
    )


def things(stretch: Stretch) -> Iterator[Claim]:
    """ "I sold the car", "got rid of my motorbike"."""
    match = SOLD.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if (
        match is not None
        and party is not None
        and party.mention.kind == "person"
        and len(match["o"].split()) < 4
    ):
        name = match["o"].strip()
        words_ = stretch.between(*match.span("o"))
        thing = thing_of(stretch.reading, words_)
        text = f"{party.shown} no longer owns {name if name[:1].isupper() else 'the ' + name}"
        if name[:1].isupper() and thing.kind not in {"person", "place"}:
            named = thing._replace(kind=thing.kind or "product")
            yield closed(stretch, party, "owns", named, text)
        else:
            yield ended(stretch, party, Ending("owns", name, text))


def clubs(stretch: Stretch) -> Iterator[Claim]:
    """ "I quit the choir", "dropped out of the book club", "I rejoined the choir"."""
    match = QUIT_CLUB.match(stretch.text) or JOINED_CLUB.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if match is None or party is None or party.mention.kind != "person":
        return
    words_ = stretch.between(*match.span("o"))
    head = words_[-1]
    thing = Thing(match["o"], "organization", words_[0].start, head.end, True, True, True, head)
    if match.re == JOINED_CLUB:
        reading = stretch.reading
        when = reading.when(stretch.clause(tense="past"))
        predicate = reading.ontology.predicate("member_of")
        text = stated(reading, party, predicate, f"the {match['o']}", mode="asserts", when=when)
        yield reading.claim(
            party, "member_of", text, thing=thing, kind="organization", when=when, confidence=0.75
        )
        return
    team = head.lower in {"team", "group", "squad", "crew"} and not words_[0].text[:1].isupper()
    text = f"{party.shown} is no longer a member of the {match['o']}"
    yield closed(stretch, party, "member_of", thing, text, mode="closes" if team else "ends")


def habits(stretch: Stretch) -> Iterator[Claim]:
    """ "I gave up coffee", "I eat meat again"."""
    match = GAVE_UP.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if match is not None and party is not None and party.mention.kind == "person":
        name = re.sub(r"^all\s+", "", match["o"].lower())
        yield ended(stretch, party, Ending("eats", name, f"{party.shown} has given up {name}", "ends"))
        return
    match = MEAT.match(stretch.text)
    if match is None or stretch.negated() or not (match["again"] or "back" in match[0].lower()):
        return
    party = person(stretch, match)
    if party is not None and party.mention.kind == "person":
        eaten = DIETS[1:2] if match["milk"] else DIETS[:2] if match["less"] else DIETS
        for diet in eaten:  # with fish one may still be pescatarian
            yield ended(stretch, party, Ending("has_condition", diet, f"{party.shown} is no longer {diet}"))


def switched(stretch: Stretch) -> Iterator[Claim]:
    """ "I've switched from Vim to Helix": what was preferred is so no more."""
    match = SWITCHED.match(stretch.text)
    party = person(stretch, match) if match and not stretch.negated() else None
    if match is None or party is None or party.mention.kind != "person":
        return
    found = things_of(stretch, stretch.between(*match.span("o" if match["o"] else "o2")), most=3)[:1]
    for thing in found:
        kind = stretch.reading.kind(thing, ("technology", "package", "product")) if thing.named else ""
        text = f"{party.shown} no longer prefers {thing.name}"
        if kind:
            yield closed(stretch, party, "prefers", thing._replace(kind=kind), text)


def firms(stretch: Stretch) -> Iterator[Claim]:
    """ "Halden was acquired by Corvid"."""
    match = BOUGHT.match(stretch.text)
    if match is None or stretch.negated():
        return
    reading = stretch.reading
    one, other = (thing_of(reading, stretch.between(*match.span(name))) for name in "so")
    for thing in (one, other):
        if (thing.sure and thing.kind != "organization") or re.search(r"[a-z][A-Z]|[_/()]", thing.name):
            return
    start, end = reading.sentence.passage.source(one.start, one.end)
    party = Party(Mention(reading.message.id, start, end, one.name, "organization"), one.name, thing=one)
    when = reading.when(stretch.clause(tense="past"))
    text = finish(f"{one.name} belongs to {other.name}")
    yield reading.claim(party, "part_of", text, thing=other, kind="organization", when=when, confidence=0.75)
