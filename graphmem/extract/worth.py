"""Is a plain statement worth keeping beyond the conversation in which it was made?

What tells of the work of this minute ("I ran the tests", "the build is red"), of the talk itself, of what somebody
thinks, or of the world at large is not; what tells of people, of the user's own things, of named things and of days is.
"""

from __future__ import annotations

from graphmem.extract.clauses import REPORTING, Clause
from graphmem.extract.patterns_happening import someone
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words

# Verbs of the talk itself, of the work of this minute, and of what is only felt or guessed.
PASSING_VERBS = words(
    "think know guess see look say tell ask mean wonder hope seem appear feel believe suppose understand remember"
    " forget notice find check try run test paste attach show click press type open close print return throw raise"
    " crash fail break hang compile restart reload refresh retry rerun debug fix solve resolve happen thank"
    " appreciate let want need wish care matter sense talk chat discuss mention hear change update add remove delete"
    " edit rename refactor implement commit push merge rebase copy create miss confuse struggle wait expect assume"
    " imagine consider decide figure realize realise regret apologize apologise agree disagree doubt prefer like love"
    " hate explain describe summarize summarise translate provide follow continue proceed install download upload"
    " deploy stop end"
)
# Verbs that tell something only by what stands with them.
LIGHT = words(
    "be have do come go keep start begin get give make put set move take use call work help write read send"
)
# Verbs of a thing that does what it should not, or is looked at this minute.
OF_THE_MINUTE = words(
    "say show return throw raise crash fail break hang compile print happen work seem appear look complain give mean"
    " claim suggest pass listen display report"
)
OPINED = REPORTING | words("swear love hate like prefer argue agree disagree")
# Turns of a life, told with or without their day.
LIFE = words("grow marry divorce emigrate immigrate retire")
# What somebody is for long.
SELVES = words(
    "single widowed divorced separated engaged adopted bilingual trilingual religious christian catholic muslim jewish"
    " hindu buddhist atheist agnostic protestant straight gay lesbian bi bisexual trans nonbinary queer introverted"
    " extroverted introvert extrovert shy short tall colourblind teetotal childless childfree retired freelance insured"
    " uninsured person riser owl twin orphan foreigner immigrant expat parent mother father mum mom dad grandparent"
    " grandmother grandfather grandma grandpa carer widow widower sleeper"
    " eater smoker non-smoker citizen national fan native newcomer pensioner"
)
# How a part of the body does, and what somebody gets from something.
ACHES = words("hurt ache itch swell burn tingle bother")
AILMENTS = words(
    "headache migraine rash hive cramp nosebleed heartburn hiccup nausea vertigo cold blister backache hangover sunburn"
)
# What somebody may try for months, and not only this hour.
AIMED = words(
    "eat drink quit cut reduce save sleep wake lose gain learn become grow establish limit lower conceive"
    " adopt train practise"
    " practice exercise meditate walk spend budget declutter downsize retire sell buy rent date cook"
)
# What somebody who looks for it has not for long.
SOUGHT = words(
    "job work internship apprenticeship flat apartment house home room roommate flatmate tenant babysitter"
    " nanny therapist"
    " dentist gp investor cofounder co-founder mentor supervisor successor daycare kindergarten school"
)
# Of these a household has some for long.
HOUSEHOLD = words(
    "wife husband son daughter kid brother sister cousin uncle aunt nephew niece grandmother grandfather grandma"
    " grandpa flatmate housemate twin triplet grandchild grandson granddaughter stepchild stepkid stepsister"
    " stepbrother stepson stepdaughter custody licence tattoo piercing beard passport visa citizenship pension savings"
    " au-pair nanny cleaner garden balcony allotment lodger landlord"
)
# Of these "I don't" tells a way of living: "I don't work on Fridays".
LIVING = words(
    "work drive eat drink smoke cook swim dance sing play watch read sleep travel fly cycle walk exercise commute rent"
    " wear vote celebrate socialise socialize gamble shop shower bake garden ski gossip snack nap knit"
)
PASSING_ADVERBS = words("now yet currently today tonight really quite just even still anymore")
# Nouns of the talk and the work at hand, and those that name nothing.
PASSING_NOUNS = words(
    "error errors issue issues problem problems bug bugs test tests output log logs message messages question"
    " questions answer answers response code file files function functions line lines method class variable change"
    " changes diff patch commit pr page button thing things stuff way ways something anything nothing everything one"
    " ones lot bit ton bunch idea ideas example examples result results case cases screenshot link text prompt chat"
    " conversation reply request time part list point reason difference help advice look try luck sense exception"
    " stack trace traceback build step steps option options solution suggestion version draft paragraph sentence word"
    " words attempt input task tasks ui screen feature approach rule loop node section movie film meeting"
    " first second third favorite favourite"
)
# What somebody or something is for a moment, or in somebody's eyes.
MOMENTARY = words(
    "right wrong here there back ready done ok okay sure happy sad glad sorry nice great good busy late early fine"
    " cool correct welcome true false awesome amazing excited tired stuck lost curious confused aware able worth"
    " excellent perfect interesting funny overkill fast slow red green"
)
# What is never told on.
SECRETS = words("password passphrase passcode pin key token secret credential credentials login")
VAGUE = words(
    "it this that these those they he she there here which what who someone somebody everyone nobody you one all some"
    " most many both half people mine yours"
)
LASTING = frozenset({"PERSON", "GPE", "ORG", "LOC", "FAC", "NORP", "EVENT", "WORK_OF_ART", "PRODUCT"})
PLACES = frozenset({"GPE", "LOC", "NORP"})
FINE = frozenset({"hour", "minute", "second"})
COUNTED = frozenset({"CARDINAL", "ORDINAL", "TIME", ""})


def lasts(reading: Reading, clause: Clause) -> bool:
    """True when what a clause tells is worth keeping."""
    subject = clause.subject
    if subject is None or subject.lower in VAGUE or subject.lemma.lower() in PASSING_NOUNS | SECRETS:
        return False
    if subject.pos in {"NUM", "DET"} or is_momentary(clause):
        return False
    if clause.lemma in OPINED and not is_needed(reading, clause):
        return False
    if clause.negated and "yet" in clause.adverbs:
        return False
    heavy = anchors(reading, clause)
    if subject.lower in {"i", "we"}:
        return (bool(heavy) and of_the_user(reading, clause)) or is_life(reading, clause)
    party = someone(reading, clause)
    behind = any(word.pos in {"ADJ", "VERB"} for word in clause.words if word.i > clause.verb.i)
    if party is not None:
        known = party.user or party.mention.name.startswith("user's")
        if " " in party.mention.name and not known:
            return False  # a full name may be anybody of history
        return bool(heavy) or bool(clause.complements) or behind or is_dated(reading, clause)
    if clause.lemma in OF_THE_MINUTE:
        return False
    if subject.tag == "NNP" and subject.technical is None and not reading.ontology.known(subject.text):
        return bool(heavy) or behind
    owned = any(one.lower in {"my", "our"} for one in reading.sentence.below(subject, "poss"))
    if (
        owned
        and clause.lemma in ACHES
        and clause.tense == "present"
        and any(one.pos in {"SCONJ", "ADP"} for one in clause.words)
    ):
        return not clause.adverbs & PASSING_ADVERBS  # "my knee hurts when I run"
    return (owned and bool(heavy or clause.complements)) or is_concrete(reading, clause)


def is_needed(reading: Reading, clause: Clause) -> bool:
    """True for what somebody of the user's needs all the time: "our cat needs insulin twice a day"."""
    subject = clause.subject
    others = subject is not None and subject.lower not in {"i", "we"} and someone(reading, clause) is not None
    return others and clause.lemma == "need" and any(word.pos in {"NOUN", "PROPN"} for word in clause.objects)


def is_dated(reading: Reading, clause: Clause) -> bool:
    """True when a day, a month or a year is told."""
    return any(date.grain not in FINE for date in reading.dates(clause))


def is_life(reading: Reading, clause: Clause) -> bool:
    """True for a way of living, whatever its words name: "I don't drive", "I'm single", "I grew up on a farm"."""
    if clause.lemma in LIFE and clause.tense == "past":
        return clause.lemma != "grow" or any(word.lower == "up" for word in clause.words)
    if clause.tense != "present" or clause.adverbs & PASSING_ADVERBS - (
        {"quite"} if clause.lemma == "be" else set()
    ):
        return False
    said = {word.lemma.lower() for word in clause.complements} | {word.lower for word in clause.complements}
    if clause.lemma == "be":
        return bool(said & SELVES)
    if clause.lemma == "have":
        return bool({word.lemma.lower() for word in clause.objects} & HOUSEHOLD)
    if clause.lemma in {"look", "search", "hunt"}:
        return any(word.lemma.lower() in SOUGHT for name, word in clause.prepositions if name == "for")
    if clause.lemma == "try":  # "I'm trying to eat less sugar"
        more = any(word.lower == "more" for word in clause.words)  # "to learn more about Rust" is of the talk
        return not more and any(
            word.lemma.lower() in AIMED for word in reading.sentence.below(clause.verb, "xcomp")
        )
    if clause.lemma == "get" and clause.prepositions:  # "I get headaches from red wine"
        return bool({word.lemma.lower() for word in clause.objects} & AILMENTS)
    if clause.lemma in {"learn", "study", "train"}:
        return bool(reading.sentence.below(clause.verb, "xcomp"))
    if not clause.negated or clause.lemma not in LIVING or clause.verb.tag == "VBG":
        return False
    return not any(
        one.lower in {"the", "this", "that", "any", "these", "those"}
        for word in clause.words
        for one in reading.sentence.below(word, "det")
    ) and not any(word.pos == "PRON" and word.i > clause.verb.i for word in clause.words)


def of_the_user(reading: Reading, clause: Clause) -> bool:
    """True for what the user did or keeps doing, when it is more than a step of this hour."""
    if clause.lemma in PASSING_VERBS or (clause.lemma == "get" and clause.tense == "present"):
        return False
    passed = clause.tense == "past" and not clause.perfect
    return firm(reading, clause) or not (clause.lemma in LIGHT or passed)


def is_momentary(clause: Clause) -> bool:
    """True for "Asha is right" and "I'm back in Slack"."""
    return clause.lemma == "be" and bool(
        {word.lower for word in clause.complements} & MOMENTARY or clause.adverbs & {"back", "here", "there"}
    )


def is_concrete(reading: Reading, clause: Clause) -> bool:
    """True when a statement about a thing names something behind its verb: a name, a path, a day, an amount.

    A mere count behind "the" tells of what is looked at: "the limit is 5".
    """
    subject = clause.subject
    if subject is None:
        return False
    below = reading.sentence.subtree(subject)
    if any(word.entity in PLACES for word in below):
        return False  # "the capital of France is Paris"
    the = any(word.lower == "the" for word in below)
    return any(
        word.technical
        or word.pos == "PROPN"
        or (word.entity or "") not in COUNTED
        or (word.pos == "NUM" and not the)
        for word in clause.words
        if word.i > clause.verb.i
    )


def firm(reading: Reading, clause: Clause) -> bool:
    """True when a clause names somebody, a place, a day, or something that is the user's own."""
    if any(date.grain not in FINE for date in reading.dates(clause)):
        return True
    behind = [word for word in clause.words if word.i > clause.verb.i]
    named = any(
        word.entity in LASTING and word.pos == "PROPN" and word.technical is None and word.text[:1].isupper()
        for word in behind
    )
    own = {reading.sentence.head(word).lemma.lower() for word in behind if word.lower in {"my", "our"}}
    return named or bool(own - PASSING_NOUNS)


def anchors(reading: Reading, clause: Clause) -> set[str]:
    """The words that tell what a clause is about: nouns, names and figures beside its subject and its dates."""
    subject = -1 if clause.subject is None else clause.subject.i
    return {
        word.lower
        for word in clause.words
        if word.pos in {"NOUN", "PROPN", "NUM"} and word.i != subject and not reading.is_date(word, clause)
    } - PASSING_NOUNS
