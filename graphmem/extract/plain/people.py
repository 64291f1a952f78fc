"""Who someone is in plain words: names, ages, health and roles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.kinship import whom
from graphmem.extract.plain.shapes import party_of, things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.vocabulary import EMPTY_NOUNS, FAMILY, ROLE_HEADS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

NAME = r"[A-ZÀ-ÖØ-Þ][\w-]+(?:\s+[A-ZÀ-ÖØ-Þ][\w-]+){0,2}"
NAMED = (
    rx.compile(
        rf"^(?:(?:[Hh]i|[Hh]ey|[Hh]ello)(?: there| all| everyone"
        rf"| team)?[\s,!]+)?(?P<n>{NAME}) here\s*(?:[,.!:;]|$)"
    ),
    rx.compile(rf"^[Tt]his is (?P<n>{NAME})(?:\s+(?:from|at|speaking|again|writing)\b|\s*[,.!]|$)"),
    rx.compile(rf"^[Mm]y name(?:'s|’s| is) (?P<n>{NAME})"),
    rx.compile(rf"^(?:[Ii]t's|[Ii]'m) (?P<n>{NAME}) (?:speaking|again|here|writing)\b"),
)
NO_NAMES = words(
    "what this everything nothing all ok okay good bad sure please thanks today monday happy error the"
)
ROLE = rx.compile(
    r"^(?:i'm|i am|i’m|i work as|i'm working as|my (?:day )?job is(?: being)?"
    rf"|by trade i'm)\s+{ADVERBS}"
    r"(?:an?|the)\s+(?P<o>[^,.;:()]+?)(?=\s+(?:at|for|with|in|from|by|and|who|living|based|working|on"
    r"|near|of|now|here)\b|[,.;:(]|$)",
    re.IGNORECASE,
)
OF_KIN = rx.compile(
    r"^(?P<s>(?:my|our)\s+[\w-]+(?:\s+[A-Z][\w-]+)?|[A-Z][\w-]+(?:\s+[A-Z][\w-]+)?|she|he),?\s+(?:is"
    r"|was trained as|works as|who is)\s+"
    r"an?\s+(?P<o>[^,.;:()]+?)(?=\s+(?:at|for|with|in|from|by|and|who|living|based|on|near|of|now)\b"
    r"|[,.;:(]|$)",
)
ROLE_ENDING = rx.compile(
    r"(?:ist|ian|eer|yst|wright|smith|keeper|maker|monger|ologist|ographer|trician|surgeon|nurse"
    r"|midwife|herder|worker"
    r"|seller|dresser|driver|owner|lator|tor|cher|ner|ger|der|cker|ver|mer|rer|ller|ster|ctor|ssor|cian"
    r"|ant|manager"
    r"|chef|cook|monk|priest|judge|vet|guide|clerk|pilot|coach|student|intern|apprentice|agent)$"
)
HEADS = words("head director vp svp chief chair")
NO_ROLE = words(
    "fan beginner lover believer member customer father mother brother sister daughter foreigner"
    " teenager newcomer winner"
    " loser reader follower supporter stranger neighbour neighbor partner quitter starter sucker"
    " sufferer riser owner never"
    " eater smoker sleeper thinker other stickler master number matter letter paper computer server"
    " router order user"
    " better over under after minor junior senior elder older younger water ant giant want participant"
    " vegetarian vegan pescatarian flexitarian tor"
)
AGE = rx.compile(
    r"^(?P<s>i|(?:my|our)\s+[\w-]+(?:\s+[A-Z][\w-]+)?|[A-Z][\w-]+|he|she)(?:'ve| have|'s"
    r"| has)?\s+(?:just\s+|recently\s+)?"
    r"(?:turned|turns|became)\s+(?P<v>\d{1,3})\b",
    re.IGNORECASE,
)
HEALTH = (
    r"(?:type (?:1|2|one|two) )?diabetes|asthma|adhd|add|autism|arthritis|(?:chronic )?migraines?"
    r"|epilepsy|coeliac(?: disease)?"
    r"|celiac(?: disease)?|eczema|depression|(?:social |generali[sz]ed )?anxiety|insomnia|hypertension"
    r"|(?:high|low) blood pressure"
    r"|tinnitus|dyslexia|lactose intolerance|scoliosis|psoriasis|ibs|crohn'?s(?: disease)?"
    r"|endometriosis|hay ?fever|vertigo"
    r"|hypothyroidism|an?emia|parkinson'?s|alzheimer'?s|dementia|ptsd|ocd|bipolar(?: disorder)?|gout"
    r"|sciatica|glaucoma|pcos|copd"
    r"|tendonitis|a (?:heart condition|bad (?:knee|back|hip|shoulder)|slipped disc|peanut allergy"
    r"|nut allergy|hernia)"
)
ADJECTIVES = (
    r"diabetic|asthmatic|dyslexic|autistic|coeliac|celiac|colou?r-?blind|epileptic|deaf|blind|hard of hearing"
    r"|lactose[- ]intolerant|gluten[- ]intolerant|an?emic|pregnant|immunocompromised|near-?sighted"
    r"|short-?sighted|overweight|underweight|obese|pre-?diabetic|hypertensive|(?:left|right)[- ]handed"
)
SUBJECT = r"(?P<s>(?i:i|we|he|she)|(?i:my|our)\s+[\w-]+(?:\s+[A-Z][\w-]+)?|[A-Z][\w-]+(?:\s+[A-Z][\w-]+)?)"
CONDITION = rx.compile(
    rf"^{SUBJECT}(?:\s+(?:also|still)|,)?\s*(?:'ve got|have|has|'s got|has got|suffers? from|(?:was"
    rf"|were|got|been|is|am) diagnosed with"
    rf"|live with|lives with|have had|has had)\s+(?:(?:quite|really)?\s*(?:bad|severe|mild|chronic"
    rf"|slight)\s+)?(?P<o>{HEALTH})\b",
    re.IGNORECASE,
)
BEING = rx.compile(
    rf"^{SUBJECT}\s*(?:'m|’m|'s| am| is| are)\s+(?:also\s+|actually\s+|a bit\s+|severely\s+"
    rf"|mildly\s+)?(?P<o>{ADJECTIVES})\b",
    re.IGNORECASE,
)
DIET = rx.compile(
    rf"^{SUBJECT}\s*(?:'m|’m|'ve been|'s| am| is| are| have been| has been| went| became"
    rf"| turned)\s+(?:an?\s+)?(?:(?:mostly|strict|strictly"
    r"|now|fully|basically|lifelong)\s+)*(?P<o>vegan|vegetarian|pescatarian|teetotal|kosher|halal"
    r"|gluten[- ]free|flexitarian)\b",
    re.IGNORECASE,
)
ALLERGIC = rx.compile(
    rf"^{SUBJECT}\s*(?:'m|’m|'s| am| is| are)\s+(?:also\s+|really\s+|very\s+|severely\s+"
    rf"|deathly\s+)*allergic to\s+(?P<o>[^.;:]+)",
    re.IGNORECASE,
)


@rx.only_where(NAMED, AGE, CONDITION, BEING, DIET, ALLERGIC, ROLE, OF_KIN)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of a person."""
    if not stretch.reading.by_user:
        return
    yield from names(stretch)
    if stretch.negated():
        return
    for reader in (ages, health, roles):
        yield from reader(stretch)


def subject(stretch: Stretch, match: re.Match[str]) -> Party | None:
    """The person in front; "we" is the user."""
    if re.match(r"(?:my|our)\b", match["s"], re.IGNORECASE):
        who = whom(stretch, match["s"])
        if who is not None:
            return who.party
    party = party_of(stretch, stretch.between(*match.span("s")), ("person", "animal"))
    if party is None or party.mention.kind not in {"person", "animal"} or party.group:
        return None
    return party._replace(shown="The user") if party.user else party


def made(
    stretch: Stretch, party: Party, predicate: str, value: str, *, text: str = "", when: When | None = None
) -> Claim:
    """A claim with a literal as its object."""
    reading = stretch.reading
    span = reading.when(stretch.clause()) if when is None else when
    sentence = text or stated(
        reading, party, reading.ontology.predicate(predicate), value, mode="asserts", when=span
    )
    return reading.claim(party, predicate, finish(sentence), value=value, when=span, confidence=0.75)


def names(stretch: Stretch) -> Iterator[Claim]:
    """ "Ruben here", "this is Agnieszka from the office", "my name's Lior"."""
    for pattern in NAMED:
        match = pattern.match(stretch.text)
        if match is None or match["n"].lower() in NO_NAMES or stretch.reading.ontology.known(match["n"]):
            continue
        if all(word.pos == "PROPN" for word in stretch.between(*match.span("n"))):
            yield made(stretch, user(stretch), "name", match["n"], when=When())
            return


def ages(stretch: Stretch) -> Iterator[Claim]:
    """ "My dad turned 70 in May", "my son turns 16 on Saturday"."""
    match = AGE.match(stretch.text)
    party = subject(stretch, match) if match else None
    if match and party is not None:
        coming = re.search(r"\b(?:turns|turning|will)\b", match[0], re.IGNORECASE)
        when = stretch.reading.when(stretch.clause(tense="future" if coming else "past"))
        yield made(
            stretch, party, "age_is", match["v"], text=f"{party.shown} is {match['v']} years old", when=when
        )


def health(stretch: Stretch) -> Iterator[Claim]:
    """ "My son Leo has asthma", "our cat is diabetic", "I'm allergic to penicillin and cats"."""
    match = CONDITION.match(stretch.text)
    if match and (party := subject(stretch, match)):
        yield made(stretch, party, "has_condition", match["o"], text=f"{party.shown} has {match['o']}")
    match = BEING.match(stretch.text)
    if match and (party := subject(stretch, match)):
        yield made(stretch, party, "has_condition", match["o"], text=f"{party.shown} is {match['o']}")
    match = DIET.match(stretch.text)
    if match and (party := subject(stretch, match)):
        when = stretch.reading.when(stretch.clause())
        yield made(
            stretch, party, "has_condition", match["o"], text=f"{party.shown} is {match['o']}", when=when
        )
    match = ALLERGIC.match(stretch.text)
    if match and (party := subject(stretch, match)):
        for thing in things_of(stretch, stretch.between(*match.span("o")), most=3):
            yield made(stretch, party, "allergic_to", thing.name)


def roles(stretch: Stretch) -> Iterator[Claim]:
    """ "I'm a freelance illustrator", "my boyfriend is a firefighter"."""
    match = ROLE.match(stretch.text)
    party = user(stretch) if match else None
    if match is None:
        match = OF_KIN.match(stretch.text)
        party = subject(stretch, match) if match else None
    if match and party is not None and is_role(match["o"]):
        yield made(stretch, party, "has_role", match["o"])


def is_role(text: str) -> bool:
    """True for what one does for a living, by its last word."""
    text = text.split(" of ", maxsplit=1)[0]  # "director of quality"
    parts = text.lower().replace("-", " ").split()
    last = parts[-1] if parts else ""
    if " ".join(parts[-2:]) in {"scrum master", "product owner", "system owner"} or last in HEADS:
        return True
    if (
        not last
        or len(parts) > 5
        or last in NO_ROLE
        or last in EMPTY_NOUNS
        or last in FAMILY.keys() - ROLE_HEADS
    ):
        return False
    if text.rsplit(maxsplit=1)[-1].istitle() and last not in ROLE_HEADS:
        return False  # "a Berliner"
    return last in ROLE_HEADS or bool(ROLE_ENDING.search(last))
