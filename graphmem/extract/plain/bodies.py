"""Health and diet in plain words: conditions, allergies, what somebody does not eat."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.kinship import Who, user_of, whom
from graphmem.extract.plain.people import ADJECTIVES, HEALTH, made
from graphmem.extract.plain.stretch import NEGATED, Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

ILLS = (
    rf"(?:{HEALTH}|(?-i:MS|ME|MND|IBD|GERD|RSI|OCD|PTSD|HIV|POTS|EDS|BPD)\b|multiple sclerosis|lupus"
    rf"|fibromyalgia|(?:\w+ )?cancer|leuk[ae]+mia|narcolepsy"
    r"|sleep apn(?:ea|oea)|acid reflux|long covid|tourette['’]?s?|asperger['’]?s?|carpal tunnel(?:"
    r" syndrome)?|rosacea|vitiligo"
    r"|ulcerative colitis|colitis|chronic (?:pain|fatigue|back pain)|high cholesterol|osteoporosis"
    r"|astigmatism|cataracts|cerebral palsy"
    r"|cystic fibrosis|sickle cell|hepatitis|hashimoto['’]?s|graves['’]? disease|meniere['’]?s|rheumatoid"
    r" arthritis|dyscalculia"
    r"|dyspraxia|aphantasia|prosopagnosia|synesthesia|cluster headaches|a (?:pacemaker|stoma|hearing loss"
    r"|heart murmur)|hearing loss"
    r"|kidney (?:disease|stones)|heart disease|a bad (?:\w+)|gestational diabetes|atrial fibrillation"
    r"|schizophrenia|bulimia|anorexia"
    r"|haemophilia|hemophilia|angina|restless legs?(?: syndrome)?|pre-?diabetes|hip dysplasia|feline \w+|a"
    r" thyroid (?:condition|problem))"
)
AUX = (
    r"(?:['’]ve|['’]m|['’]s|['’]re|\s+am|\s+is|\s+are|\s+have|\s+has|\s+was|\s+were|\s+got)?(?:\s+"
    r"(?:also|now|currently|still|just|recently|both|actually|been|already|always|only|really|very"
    r"|slightly|severely|mildly|deathly|badly|highly|a bit|fairly|quite))*"
)
DEGREE = (
    r"(?:(?:quite|really|pretty|bad|severe|mild|chronic|slight|early[- ]stage|late[- ]stage|stage \w+"
    r"|early|advanced|terrible|awful|a bit of|a touch of|lifelong|recurring|occasional|adult"
    r"|childhood|some|seasonal|horrible|my)\s+)*"
)
CONDITION = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*(?:\b(?:have|has|had|got|suffers? from|suffering from|diagnosed with|living with"
    rf"|lives? with|deals? with|dealing with|struggles? with|battling|managing)|(?<=['’]ve)|(?<=['’]s))\s+"
    rf"(?:had\s+|got\s+)?{DEGREE}(?P<o>{ILLS})\b(?!\s+(?:ticket|feature|bug|test|app|data|project|dataset))",
               re.IGNORECASE)  # fmt: skip
BEING = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*(?<![\w-])(?:an?\s+)?(?:(?:mostly|strict|strictly|fully|basically|lifelong|gone"
    rf"|went|became|turned|going|red-green|type \d|profoundly|legally|partially|also|completely)\s+)*"
    rf"(?P<o>{ADJECTIVES}|vegan|vegetarian|pescatarian|pescetarian|teetotal(?:ler)?|kosher|halal|gluten[-"
    rf" ]free|flexitarian|keto|dairy[- ]free|neurodivergent|left-?handed|right-?handed|sober)"
    r"(?=\s*(?:$|[,.;:!(/-])|\s+(?:here|now|so|since|and|for|in|but|too|as|because|btw|myself|cat|dog)\b)",
               re.IGNORECASE)  # fmt: skip
ALLERGIC = rx.compile(rf"^(?P<s>.*?){AUX}\s*\ballergic to\s+(?P<o>[^.;:(]+)", re.IGNORECASE)
ALLERGIES = rx.compile(
    r"^(?P<s>)(?:(?:my|food)\s+)?(?:allerg(?:ies|y)|intolerances?)\s*(?::|are|is)\s*"
    r"(?P<o>[^.;(]+)",
    re.IGNORECASE,
)
ALLERGY = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*\b(?:have|has|got|with)\s+(?:an?\s+)?(?:(?:pretty|quite|really|very|severe|bad|mild"
    rf"|serious|slight|nasty)\s+)*(?P<o>[\w-]+(?:\s+(?!allerg)[\w-]+)?)\s+allerg(?:y|ies)\b",
    re.IGNORECASE,
)
INTOLERANT = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*\b(?P<o>lactose|gluten|fructose|histamine)[- ]intolerant\b", re.IGNORECASE
)
WITHOUT = rx.compile(
    r"^(?P<s>.*?)(?:\s+(?:really|also|just|basically|simply))*\s*\b(?:don['’]t|doesn['’]t|do not|does not"
    r"|can['’]?t|cannot|never|no longer|won['’]t)\s+(?:really\s+|ever\s+|usually\s+)?"
    r"(?:eat|eats|drink|drinks|have|do|tolerate|touch|smoke|smokes)\s+(?P<o>(?:any\s+)?(?:red meat|meat"
    r"|pork|beef|fish|shellfish|seafood|dairy|gluten|wheat|nuts|peanuts|eggs|sugar|alcohol|coffee|caffeine"
    r"|soy|milk|cheese"
    r"|onions?|garlic|mushrooms|chicken|lamb|bread|spicy food|lactose|carbs|pasta)(?:(?:,|\s+or|\s+and)\s+"
    r"(?:red meat|meat|pork|beef|fish|shellfish|seafood|dairy|gluten|wheat|nuts|peanuts|eggs|sugar|alcohol"
    r"|coffee|caffeine|soy|milk|cheese))*)",
    re.IGNORECASE,
)  # fmt: skip
CUT = rx.compile(r"\s*(?:,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*&\s*|\s*/\s*)\s*", re.IGNORECASE)
STOP = rx.compile(
    r"\s+(?:so|but|because|since|which|that|when|if|while|unless|as|in|for|at|with|she|he|i"
    r"|we|they|it|please|pls|my|our|too|btw|though)\b.*$",
    re.IGNORECASE,
)
LEAD = rx.compile(
    r"^(?:all|most|some|any|certain|kinds of|the|tree|both|basically|pretty much|like|to)\s+"
    r"(?=\w)",
    re.IGNORECASE,
)
NO_THING = words(
    "meetings monday him her them it you me us work mondays meetings change that this everything"
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """What one statement tells of somebody's health and food."""
    if not stretch.reading.by_user:
        return
    yield from without(stretch)
    yield from conditions(stretch)
    yield from allergies(stretch)


def conditions(stretch: Stretch) -> Iterator[Claim]:
    """ "mum's got early stage Parkinson's", "colourblind here", "gone vegan since january"."""
    for pattern, verb in ((CONDITION, "has"), (BEING, "is")):
        match = pattern.match(stretch.text)
        who = whom(stretch, match["s"]) if match else None
        if match is None or who is None or NEGATED.search(match[0]):
            continue
        if (
            pattern is BEING
            and not match["s"]
            and not re.search(
                r"\b(?:here|gone|went|became|turned|going|been|since|so)\b|^\W*(?:an?\s+)?[\w-]+[,.!]?$",
                stretch.text,
                re.IGNORECASE,
            )
        ):
            continue
        when = stretch.reading.when(stretch.clause())
        yield made(
            stretch,
            who.party,
            "has_condition",
            match["o"],
            text=f"{who.party.shown} {verb} {match['o']}",
            when=when,
        )
        return


def allergies(stretch: Stretch) -> Iterator[Claim]:
    """ "allergies: penicillin, cats, most pollen", "my son's allergic to eggs", "Ida has a nut allergy"."""
    for pattern in (ALLERGIC, ALLERGIES, ALLERGY, INTOLERANT):
        match = pattern.match(stretch.text)
        who: Who | None = None
        if match is not None:
            who = (
                whom(stretch, match["s"])
                if match["s"] or pattern is not ALLERGIES
                else Who(user_of(stretch.reading, stretch.words[0]))
            )
        if match is None or who is None or NEGATED.search(match[0][: match.start("o")]):
            continue
        for piece in CUT.split(STOP.sub("", match["o"].strip())):
            value = LEAD.sub("", re.sub(r"\s+(?:and|or|but|so)$", "", piece.strip(" ,.!-")))
            if (
                value
                and len(value.split()) < 4
                and value.lower() not in NO_THING
                and not value.lower().startswith(("none", "no "))
            ):
                yield made(stretch, who.party, "allergic_to", value, when=When())
        return


def without(stretch: Stretch) -> Iterator[Claim]:
    """ "my husband can't do dairy", "I don't drink alcohol"."""
    match = WITHOUT.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match is None or who is None or who.party.mention.kind != "person":
        return
    reading = stretch.reading
    said = match[0][: match.start("o") - match.start()].lower()
    unable = "can't" if re.search(r"\bcan(?:not|['’]?t)\b", said) else "does not"
    verb = next((one for one in ("drink", "smoke") if one in said), "eat")
    for piece in CUT.split(re.sub(r"^any\s+", "", match["o"], flags=re.IGNORECASE)):
        text = finish(f"{who.party.shown} {unable} {verb} {piece}")
        yield reading.claim(who.party, "eats", text, value=piece, mode="denies", confidence=0.75)
