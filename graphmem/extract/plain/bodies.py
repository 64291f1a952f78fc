"""Health and diet in plain words: conditions, allergies, what somebody does not eat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import MORE_ADVERBS
from graphmem.extract.plain.changes import WHO, Ending, ended, person
from graphmem.extract.plain.endings import STOP as BEHIND
from graphmem.extract.plain.healing import taken_off
from graphmem.extract.plain.kinship import Who, user_of, whom
from graphmem.extract.plain.people import ADJECTIVES, HEALTH, made
from graphmem.extract.plain.stretch import NEGATED, Stretch
from graphmem.extract.reading import When
from graphmem.extract.vocabulary import DRINKS as DRUNK
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
# "I broke my wrist".
HURT = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*\b(?P<v>broken?|fractured|sprained|tore|torn|twisted|dislocated|ruptured|strained|injured)\s+"
    r"(?:my|his|her|an?)\s+(?P<o>(?:(?:left|right|lower|upper)\s+)?(?:knee|ankle|shoulder|wrist|hip|elbow|arm|leg|foot|hand"
    r"|finger|thumb|toe|rib|collarbone|nose|jaw|hamstring|meniscus|acl|achilles(?:\s+tendon)?|rotator\s+cuff|calf))\b",
    re.IGNORECASE,
)
# "I've outgrown my peanut allergy".
OUTGROWN = rx.compile(
    r"^(?:i|(?P<w>he|she))(?:['’](?:ve|s)|\s+have|\s+has)?\s+(?:(?:finally|apparently|fully|now|just)\s+)*(?:outgrown|outgrew|got(?:ten)?\s+over|lost|no\s+longer\s+have)\s+"
    r"(?:my|the|his|her|a)\s+(?P<o>[\w-]+(?:\s+[\w-]+)?)\s+(?:allergy|intolerance)\b"
    r"|^(?:my|the)\s+(?P<o2>[\w-]+(?:\s+[\w-]+)?)\s+(?:allergy|intolerance)\s+(?:is|has)\s+(?:gone|disappeared|been\s+cured)\b",
    re.IGNORECASE,
)
DRINKS = rx.compile(
    r"^i(?:['’](?:ve|m)|\s+have|\s+am)?\s+(?:started|begun|began|back\s+to|took\s+up)\s+drinking\b(?!\s+(?:more|tea|coffee|water|milk|juice|less))",
    re.IGNORECASE,
)
# "My left knee has a torn meniscus".
TORN = rx.compile(
    r"^(?P<s>)(?P<w>my|his|her)\s+(?P<b>(?:(?:left|right|lower|upper)\s+)?(?:knee|ankle|shoulder|wrist|hip|elbow|back|neck|foot|hand|arm|leg))\s+has\s+an?\s+"
    r"(?P<o>(?:torn|sprained|bruised|herniated|slipped|pinched|fractured|broken|ruptured|inflamed)\s+[a-z]+)\b",
    re.IGNORECASE,
)
BROKEN = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*\b(?:have|has|got|with)\s+an?\s+(?P<o>(?:broken|fractured|sprained|torn|dislocated|ruptured|twisted)\s+(?:left\s+|right\s+)?"
    r"(?:knee|ankle|shoulder|wrist|hip|elbow|arm|leg|foot|hand|finger|thumb|toe|rib|collarbone|nose|jaw|hamstring|meniscus|acl|achilles))\b",
    re.IGNORECASE,
)
ON_DIET = rx.compile(
    rf"^(?P<s>.*?){AUX}\s*\bon\s+(?:an?|the)\s+(?P<o>(?:strict\s+)?[a-z][\w-]*(?:\s+[a-z][\w-]*)?\s+diet)\b",
    re.IGNORECASE,
)
BORN = rx.compile(
    r"^(?:our|my)\s+(?:baby|son|daughter|little\s+(?:one|boy|girl)|twins?|first|second|third)\s*(?:(?-i:[A-Z])[\w-]+\s+)?(?:was|were|is|got|has\s+been)\s+born\b"
    r"|^(?:i|we)(?:['’]ve|\s+have)?\s+(?:just\s+|finally\s+)?(?:had\s+(?:the|our|my|a)\s+baby|gave\s+birth|given\s+birth|delivered)\b"
    r"|^the\s+baby\s+(?:is|['’]s|has)\s+(?:here|arrived|come)\b",
    re.IGNORECASE,
)
# "..., not vegan anymore": who eats like that no more.
NO_DIET = rx.compile(
    r"(?:^|[,;]\s*|\band\s+)(?:(?P<s>i|he|she)(?:['’](?:m|s)|\s+(?:am|is))\s+)?(?:not|(?P<n>no\s+longer))\s+(?:an?\s+)?(?:strictly\s+|fully\s+|really\s+)?"
    r"(?P<o>vegan|vegetarian|pescatarian|teetotal|gluten[- ]free|keto|dairy[- ]free|kosher|halal|pregnant"
    r"|sober)\b(?P<t>\s+any\s?more)?",
    re.IGNORECASE,
)
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
INTOLERANCES = (ALLERGIC, ALLERGIES, ALLERGY, INTOLERANT)
WITHOUT = rx.compile(
    rf"^(?P<s>.*?){MORE_ADVERBS}\s*\b(?:don['’]t|doesn['’]t|do not|does not"
    r"|can['’]?t|cannot|never|no longer|won['’]t)\s+(?:really\s+|ever\s+|usually\s+)?"
    r"(?:eat|eats|drink|drinks|have|do|tolerate|touch|smoke|smokes)\s+(?P<o>(?:any\s+)?(?:red meat|meat"
    r"|pork|beef|fish|shellfish|seafood|dairy|gluten|wheat|nuts|peanuts|eggs|sugar|alcohol|coffee|caffeine"
    r"|soy|milk|cheese"
    r"|onions?|garlic|mushrooms|chicken|lamb|bread|spicy food|lactose|carbs|pasta)(?:(?:,|\s+or|\s+and)\s+"
    r"(?:red meat|meat|pork|beef|fish|shellfish|seafood|dairy|gluten|wheat|nuts|peanuts|eggs|sugar|alcohol"
    r"|coffee|caffeine|soy|milk|cheese))*)",
    re.IGNORECASE,
)  # fmt: skip
MENDED = timedelta(days=70)
AGES_AGO = rx.compile(
    r"\b(?:years?|decades?|ages)\s+ago\b|\bonce\b|\bas\s+a\s+(?:kid|child|teenager)\b|\bused\s+to\b",
    re.IGNORECASE,
)
HEALED = rx.compile(
    r"(?:^|,\s+|^.+\sand\s+)(?:(?:my|the)\s+)?(?:bad\s+|left\s+|right\s+|broken\s+|sprained\s+)*(?P<o>[\w][\w -]*?)"
    r"(?:\s+(?:is|are|feels?|has|have|been)|['’]s)+\s+(?:(?:all|completely|totally|finally|much|fully|pretty\s+much|now|just)\s+)*"
    r"(?:(?P<plain>fine|ok|okay|good|better|great)(?=\s+(?:again|now)\b)|healed|cured|gone|recovered"
    r"|back\s+to\s+normal|cleared\s+up|(?:as\s+)?good\s+as\s+new|in\s+remission|pain[- ]free)\b",
    re.IGNORECASE,
)
RECOVERED = rx.compile(
    rf"^{WHO}(?:(?:fully|completely)\s+)?(?:over|recovered\s+from|cured\s+of|rid\s+of|beaten|free\s+of)\s+(?:my|the|his|her)\s+"
    rf"(?P<o>[\w][\w -]*?){BEHIND}",
    re.IGNORECASE,
)
BODY = words(
    "knee back ankle shoulder wrist hip elbow arm leg foot hand neck finger toe tooth eye ear heel tendon achilles rib"
    " stomach throat head skin"
)
AILING = rx.compile(
    r"(?:ache|aches|pain|pains|itis|algia|migraines?|asthma|allerg(?:y|ies)|flu|cold|covid|cough|fever|rash|injury|sprain"
    r"|fracture|anxiety|depression|insomnia|eczema|infection|concussion|hernia|ulcer|cancer|burnout|tinnitus|vertigo"
    r"|sciatica|gout|pneumonia|bronchitis|diabetes|epilepsy|psoriasis|leuk[ae]+mia|lymphoma|an?emia|meniscus|condition)$",
    re.IGNORECASE,
)
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
    yield from hurt(stretch)
    yield from no_diet(stretch)
    yield from born(stretch)
    yield from outgrown(stretch)
    yield from health(stretch)
    yield from taken_off(stretch)
    yield from allergies(stretch)


@rx.only_where(CONDITION, BEING)
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


@rx.only_where(BROKEN, TORN, ON_DIET, HURT)
def hurt(stretch: Stretch) -> Iterator[Claim]:
    """ "I broke my wrist": it is broken until something else is said."""
    has = BROKEN.match(stretch.text)
    whose = whom(stretch, has["s"]) if has and not stretch.negated() else None
    if has is not None and whose is not None:
        yield made(
            stretch, whose.party, "has_condition", has["o"], text=f"{whose.party.shown} has a {has['o']}"
        )
        return
    torn = TORN.match(stretch.text)
    if torn is not None and torn["w"].lower() == "my":
        me = user_of(stretch.reading, stretch.words[0])
        value = f"{torn['o'].lower()} in the {torn['b'].lower()}"
        yield made(stretch, me, "has_condition", value, text=f"The user has a {value}")
        return
    diet = ON_DIET.match(stretch.text)
    who = whom(stretch, diet["s"]) if diet else None
    if diet is not None and who is not None and not stretch.negated():
        yield made(
            stretch, who.party, "has_condition", diet["o"], text=f"{who.party.shown} is on a {diet['o']}"
        )
        return
    match = HURT.match(stretch.text)
    who = whom(stretch, match["s"]) if match else None
    if match is None or who is None or NEGATED.search(match[0]) or AGES_AGO.search(stretch.text):
        return
    verb = {"broke": "broken", "tore": "torn"}.get(match["v"].lower(), match["v"].lower())
    value = f"{verb} {match['o']}"
    when = stretch.reading.when(stretch.clause(tense="past"))
    if when.start is not None and stretch.reading.said_at - when.start > MENDED:
        return  # what broke in January has mended by June
    yield made(
        stretch,
        who.party,
        "has_condition",
        value,
        text=f"{who.party.shown} has a {value}",
        when=when._replace(end=None),
    )


@rx.only_where(HEALED, RECOVERED)
def health(stretch: Stretch) -> Iterator[Claim]:
    """ "My knee is fine again", "my migraines are gone", "I'm over my cold"."""
    match = HEALED.search(stretch.text)
    if match is None or stretch.negated():
        match = RECOVERED.match(stretch.text)
    if match is None or stretch.negated():
        return
    last = match["o"].lower().split()[-1]
    party = person(stretch, match)
    if party is None or not (last in BODY or last.rstrip("s") in BODY or AILING.search(match["o"])):
        return
    text = f"{party.shown} no longer has trouble with their {match['o']}"
    yield ended(stretch, party, Ending("has_condition", match["o"], text))


@rx.only_where(OUTGROWN, DRINKS)
def outgrown(stretch: Stretch) -> Iterator[Claim]:
    """ "I've outgrown my peanut allergy", "I've started drinking again"."""
    match, drinks = OUTGROWN.match(stretch.text), DRINKS.match(stretch.text)
    if match is None and drinks is None:
        return
    me = user_of(stretch.reading, stretch.words[0])
    when = stretch.reading.when(stretch.clause(tense="past"), ends=True)._replace(start=None)
    if match is not None and not match["w"]:
        name = (match["o"] or match["o2"]).lower()
        text = finish(f"The user is no longer allergic to {name}")
        for value in (name, f"{name}s"):  # "my cat allergy" is one to cats
            yield stretch.reading.claim(
                me, "allergic_to", text, value=value, mode="closes", when=when, confidence=0.75
            )
    if drinks is not None:
        for state in ("teetotal", "sober"):
            yield stretch.reading.claim(
                me, "has_condition", finish(f"The user is no longer {state}"), value=state, mode="closes", when=when,
                confidence=0.7,
            )  # fmt: skip


def born(stretch: Stretch) -> Iterator[Claim]:
    """ "Our daughter Ida was born on May 9": nobody is pregnant any more."""
    if BORN.match(stretch.text) is not None and not stretch.negated():
        me = user_of(stretch.reading, stretch.words[0])
        when = stretch.reading.when(stretch.clause(tense="past"), ends=True)._replace(start=None)
        yield stretch.reading.claim(
            me,
            "has_condition",
            finish("The baby is born"),
            value="pregnant",
            mode="closes",
            when=when,
            confidence=0.7,
        )


def no_diet(stretch: Stretch) -> Iterator[Claim]:
    """ "I eat cheese again, not vegan anymore"."""
    match = NO_DIET.search(stretch.text)
    if match is None or match["s"] or not (match["t"] or match["n"]):
        return  # with a subject the parse reads it
    me = user_of(stretch.reading, stretch.words[0])
    text = finish(f"The user is no longer {match['o'].lower()}")
    when = stretch.reading.when(stretch.clause(tense="past"), ends=True)._replace(start=None)
    yield stretch.reading.claim(
        me, "has_condition", text, value=match["o"].lower(), mode="ends", when=when, confidence=0.7
    )


@rx.only_where(INTOLERANCES)
def allergies(stretch: Stretch) -> Iterator[Claim]:
    """ "allergies: penicillin, cats, most pollen", "my son's allergic to eggs", "Ida has a nut allergy"."""
    for pattern in INTOLERANCES:
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
        drunk = verb == "eat" and piece.lower().split()[-1] in DRUNK
        text = finish(f"{who.party.shown} {unable} {'drink' if drunk else verb} {piece}")
        yield reading.claim(who.party, "eats", text, value=piece, mode="denies", confidence=0.75)
