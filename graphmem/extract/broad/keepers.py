"""Who does which part of the work: "Ayo handed the k8s stuff over to me", "firmware is mine"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.broad.typed import COMPONENTS, HOLLOW, SHOP, label, thing_at
from graphmem.extract.first import first_of
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.saying import called
from graphmem.extract.plain.shapes import user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import PRONOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode, Mention

WHO = (
    r"(?P<w>(?:[Ii]|[A-Z][\w-]+(?:\s[A-Z][\w-]+)?|(?:[A-Z][\w-]+['’]s|the\s+[\w-]+|our\s+[\w-]+)\s+(?:team"
    r"|squad|guild|group)))"
)
ROLE = (
    r"(?:(?:my|our|the)\s+(?:[\w-]+\s+)?(?:contractor|freelancer|intern|designer|colleague|coworker|teammate"
    r"|cofounder|co-founder|lead|dev|developer|engineer)\s+)?"
)
NOW = rf"{ADVERBS}"
WHAT = r"(?P<o>(?:(?:the|our|all|all the)\s+)?[^,;.]+?)"
END = (
    r"(?P<t>\s+(?:now|these days|from now on|since\b.*|at the moment|so\b.*|for us|here|because\b.*|most "
    r"(?:days|of the time)|up to date|alive|running))*$"
)
DOES = rx.compile(
    rf"^(?:{ROLE})(?-i:{WHO})\s+{NOW}(?P<v>does|do|makes?|builds?|is (?:making|doing|building)|am (?:making"
    rf"|doing|building)|develops?|codes?|programs?|draws?)\s+{WHAT}{END}",
    re.IGNORECASE,
)
LOOKS = rx.compile(
    rf"^(?:{ROLE})(?-i:{WHO})(?:\s+|(?=['’]))(?:is|am|['’]m|['’]s|was)?\s*{NOW}(?:the\s+(?:only\s+)?(?:one"
    r"|person|guy|woman)\s+(?:who(?:['’]s| is)?\s+|that\s+)?)?"
    r"(?P<v>looks? after|looking after|takes? care of|taking care of|maintains?|maintaining|owns?|owning"
    r"|keeps|responsible for|in charge of|babysits?"
    rf"|ha(?:s|ve) the responsibility (?:for|of))\s+{WHAT}{END}",
    re.IGNORECASE,
)
MINE = rx.compile(
    rf"^{WHAT}\s+(?:is|are)\s+(?:all\s+)?(?P<m>mine|(?:my|(?-i:[A-Z][\w-]+)['’]s)\s+(?:job|baby|thing"
    rf"|responsibility|area|domain|turf|code)|on me|(?-i:[A-Z][\w-]+)['’]s){END}",
    re.IGNORECASE,
)
HANDED = rx.compile(
    rf"^(?-i:(?P<a>[A-Z][\w-]+))\s+(?:has\s+|have\s+)?(?:handed|passed|gave|transferred|dumped)\s+{WHAT}\s+"
    rf"(?:over|off|on)?\s*(?:to|on)\s+(?P<b>me|us|(?-i:[A-Z][\w-]+)){END}",
    re.IGNORECASE,
)
TAKEN = rx.compile(
    rf"^(?-i:{WHO})\s+(?:has\s+|have\s+|['’]ve\s+)?{NOW}(?:picked up|took over|taken over|inherited|adopted"
    rf"|took on)\s+{WHAT}(?:\s+from\s+(?-i:(?P<a>[A-Z][\w-]+)))?{END}",
    re.IGNORECASE,
)
ASIDE = rx.compile(
    r"(?:except(?: for)?|but not|apart from|besides)\s+(?P<o>[\w -]+?),?\s+(?:that|which|this)(?:['’]s|"
    r" is)\s+(?-i:(?P<w>[A-Z][\w-]+))(?:['’]s)?(?:\s+(?:job|thing|area))?$",
    re.IGNORECASE,
)
WORKS = rx.compile(
    rf"^(?:me\s+)?(?P<w>i)\s+{NOW}(?:work|am working|['’]m working)\s+{NOW}on\s+{WHAT}{END}", re.IGNORECASE
)
POINTING = rx.compile(
    r"\b(?:it|this|that|these|those|them|him|her|you|your|everything|something|anything|nothing|stuff like"
    r"|what|things?|a lot|lots|most|my|his|some)\b",
    re.IGNORECASE,
)
HOME = words(
    "dishes laundry cooking cleaning shopping garden kids children house yoga sports homework music"
    " dinner lunch breakfast coffee money sense fun noise mistakes mistake difference decision decisions"
    " best same opposite bread cake sure job work research trick fine great well things talking favor"
    " favour harm"
)
FIELDS = (
    words(
        "android ios frontend backend front back web mobile firmware design infra infrastructure devops"
        " qa testing security data shaders level levels audio sound music art animation animations ui ux"
        " marketing site website app server api docs documentation statistics catalogue catalog billing"
        " payments checkout search shipping orders auth login onboarding reporting exports imports"
        " dashboard ranking churn growth networking netcode physics gameplay deployment hardware board"
        " boards drivers driver bootloader layout sales support hiring module sheet localization"
        " translations side part stuff half end piece area bits code recommender ranking ltv"
    )
    | SHOP
    | COMPONENTS
)


@rx.only_where(HANDED, TAKEN, LOOKS, DOES, MINE, WORKS, ASIDE)
def of_piece(piece: Stretch) -> list[Claim]:
    """What one piece tells of who does what."""
    if piece.negated() or not piece.reading.by_user:
        return []
    return first_of((handed, taken, looks, does, mine, works, aside), piece)


def people(piece: Stretch, span: tuple[int, int]) -> Party | None:
    """The user, a person or a team."""
    text = piece.text[slice(*span)]
    if text.lower() in {"i", "me", "us"}:
        return user(piece)
    inside = piece.between(*span)
    team = re.fullmatch(r"(?P<n>.+?)\s+(?:team|squad|guild|group)", text, re.IGNORECASE)
    if team is not None and inside:
        name = re.sub(r"^(?:the|our)\s+", "", text)
        start, end = piece.reading.sentence.passage.source(inside[0].start, inside[-1].end)
        return Party(
            Mention(piece.reading.message.id, start, end, name, "organization"),
            name if name[0].isupper() else f"The {name}",
        )
    if re.search(r"[’']s$", text) or text.lower() in PRONOUNS:
        return None
    party = called(piece, span)
    return None if party is None or party.user or piece.reading.ontology.known(text) else party


def area(piece: Stretch, match: re.Match[str], *, wide: bool = False) -> str:
    """The part of the work that is named, or ""."""
    name = label(piece, match.span("o"), most=5)
    name = re.sub(r"^(?:all|the|our)\s+", "", name)
    parts = {one.strip("'’") for one in re.split(r"[\s/-]+", name.lower())}
    if (
        not name
        or POINTING.search(match["o"])
        or parts & HOME
        or parts <= HOLLOW
        or any(piece.dated(word) for word in piece.between(*match.span("o")))
    ):
        return ""
    ours = (
        parts & FIELDS
        or piece.reading.ontology.known(name)
        or any(word.technical for word in piece.between(*match.span("o")))
    )
    return name if ours or wide else ""


def tell(
    piece: Stretch,
    party: Party,
    predicate: str,
    match: re.Match[str],
    *,
    mode: ClaimMode = "asserts",
    when: When | None = None,
) -> Iterator[Claim]:
    """One claim about a part of the work."""
    reading = piece.reading
    known = reading.ontology.predicate(predicate)
    thing = thing_at(piece, *match.span("o"), "project")
    if thing is None:
        return
    thing = thing._replace(name=re.sub(r"^(?:all\s+)?(?:(?:the|our)\s+)?", "", thing.name))
    kind = thing.kind if thing.kind in known.range else "project"
    shown = f"the {thing.name}" if thing.name[:1].islower() and not thing.head.technical else thing.name
    text = stated(reading, party, known, shown, mode=mode, when=when or When())
    yield reading.claim(
        party, predicate, finish(text), thing=thing, kind=kind, mode=mode, when=when, confidence=0.7
    )


def does(piece: Stretch) -> Iterator[Claim]:
    """ "Solveig does the Android side"."""
    match = DOES.match(piece.text)
    if match is not None and area(piece, match) and piece.words[0].pos != "VERB":
        party = people(piece, match.span("w"))
        if party is not None:
            yield from tell(piece, party, "works_on", match)


def looks(piece: Stretch) -> Iterator[Claim]:
    """ "Dimitri is the one who looks after the ledger repo"."""
    match = LOOKS.match(piece.text)
    if match is None:
        return
    kept = match["v"].lower() == "keeps"
    if kept and not re.search(r"\b(?:up to date|alive|running)$", piece.text):
        return
    party = people(piece, match.span("w"))
    if party is None or not area(
        piece,
        match,
        wide=bool(re.match(r"own|maintain|look|tak|ha|resp|in ch", match["v"]))
        and match["o"].lower().startswith(("the ", "our ")),
    ):
        return
    owns = re.match(r"own|resp|in charge|ha", match["v"], re.IGNORECASE)
    yield from tell(piece, party, "owns" if owns else "maintains", match)


def mine(piece: Stretch) -> Iterator[Claim]:
    """ "Firmware is mine"."""
    match = MINE.match(piece.text)
    if match is None or not area(piece, match):
        return
    other = re.match(r"[A-Z][\w-]+(?=['’]s)", match["m"])
    party = (
        user(piece) if other is None else people(piece, (match.start("m"), match.start("m") + len(other[0])))
    )
    if party is not None:
        yield from tell(piece, party, "owns", match)


def handed(piece: Stretch) -> Iterator[Claim]:
    """ "Ayo handed the k8s stuff over to me"."""
    match = HANDED.match(piece.text)
    if match is None or not area(piece, match, wide=True) or match["o"].lower() in {"away", "out", "by"}:
        return  # "Mortimer passed away on Saturday"
    giver, taker = people(piece, match.span("a")), people(piece, match.span("b"))
    when = piece.reading.when(piece.clause(tense="past"))
    if giver is not None and taker is not None:
        yield from tell(piece, giver, "owns", match, mode="ends", when=When(None, when.start, when.grain))
        yield from tell(piece, taker, "owns", match, when=when)


def taken(piece: Stretch) -> Iterator[Claim]:
    """ "Hana's team picked up the search stuff"."""
    match = TAKEN.match(piece.text)
    if match is None or not area(piece, match):
        return
    party = people(piece, match.span("w"))
    if party is not None:
        when = piece.reading.when(piece.clause(tense="past"))
        yield from tell(piece, party, "owns", match, when=when)


def works(piece: Stretch) -> Iterator[Claim]:
    """ "I work on the recommender most days"."""
    match = WORKS.match(piece.text)
    if match is not None and re.match(r"(?:the|our|all)\s", match["o"], re.IGNORECASE) and area(piece, match):
        yield from tell(piece, user(piece), "works_on", match)


def aside(piece: Stretch) -> Iterator[Claim]:
    """ "I run everything myself except design, that's Paloma"."""
    match = ASIDE.search(piece.text)
    if match is not None and area(piece, match):
        party = people(piece, match.span("w"))
        if party is not None:
            yield from tell(piece, party, "works_on", match)
