"""Claims about how people spend their time, what they are afraid of, what ails them and what they dream of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.first import first_of
from graphmem.extract.parse import Word
from graphmem.extract.pastimes import (
    AILMENTS,
    BUSINESSES,
    COURSES,
    CREATIONS,
    DOING,
    OUTINGS,
    VERBS,
    holds,
    is_trade,
    names_one,
    reached,
)
from graphmem.extract.patterns_happening import helpers, phrase_of, sentence_of, someone
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish, stand_alone
from graphmem.model import Claim, ClaimMode

OFTEN = rx.compile(
    r"\b(?:every|each|usually|often|regularly|daily|weekly|sometimes|always|whenever|(?:once|twice|\w+ times) an? \w+"
    r"|(?:on|in the|at) (?:\w+ )?(?:\w+days|mornings|evenings|weekends|afternoons|nights|summers?|winters?)"
    r"|most \w+s|(?:a few|several) times|after work|before work|for fun|in my (?:free|spare) time)\b",
    re.IGNORECASE,
)
GIVEN_TO = words("volunteer coach mentor tutor foster collect crochet knit busk garden meditate")
PURSUES = words("do practice practise take train study learn attend play teach try")
BUILDS = words("write build restore paint make knit sew compose record illustrate design")
READS = words("read reread")
CAREERS = words(
    "career adoption counseling counselling degree fostering surrogacy ivf immigration citizenship"
)
LASTING = words("family home house kid child baby career")
AFRAID = words("scared afraid terrified frightened petrified phobic")
HELPS = words("help keep give let make")
RELIEF = words(
    "relax unwind destress de-stress calm recharge cope heal focus escape decompress breathe sane therapy peace joy"
    " outlet escape therapeutic head mind happy-place grounded stress relaxing calming"
)
MEANS = words("passion hobby escape outlet therapy pastime refuge sanctuary")
CALLINGS = words(
    "become be open start run own write adopt live move travel visit learn build teach study have get retire"
)
STEPS = words("get make do keep let fix ship finish have see")
MENDS = words(
    "reduce improve understand migrate replace refactor remove add support avoid test cut speed convert move"
)
DREAMS = words("dream goal ambition wish aspiration")
DESIRES = words("want hope dream wish aspire long")
SOON = rx.compile(r"\b(?:today|now|tonight|first|next|here|this|that|it|the|sure|able)\b", re.IGNORECASE)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Pastimes, fears, ailments and dreams of a person."""
    if not reading.by_user or clause.question or clause.imperative or clause.negated or not clause.real:
        return
    if (
        clause.subject is None
        or len(clause.words) > 30
        or clause.verb.dep in {"relcl", "acl", "pcomp", "csubj"}
    ):
        return
    if is_trade(clause) or clause.ended:
        return
    yield from first_of(
        (formerly, pursued, involved, enjoyed, afraid, suffering, dreaming, relieved), reading, clause
    )


def as_told(
    reading: Reading, clause: Clause, predicate: str, *, when: When | None = None, mode: ClaimMode = "asserts"
) -> Iterator[Claim]:
    """The whole clause as the value of the predicate."""
    party = someone(reading, clause)
    text = None if party is None else sentence_of(reading, clause, party)
    if party is not None and text:
        yield reading.claim(
            party, predicate, text, value=phrase_of(text, party), when=when, mode=mode, confidence=0.75
        )


def pursued(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I volunteer at a food bank on Saturdays", "I've been painting for years", "we camp every summer"."""
    if clause.aspect not in {"", "start", "keep"} or clause.verb.dep == "advcl" or clause.modal:
        return
    lemma, lasting = clause.lemma, "been" in helpers(clause) and clause.verb.tag == "VBG"
    ongoing = clause.verb.tag == "VBG" and clause.tense == "present"
    now = clause.tense == "present" and clause.verb.tag in {"VBP", "VBZ", "VB"}
    if not (lasting or ongoing or now):
        return
    often = bool(OFTEN.search(reading.sentence.text))
    if ongoing and not lasting and reading.dates(clause) and not often:
        return  # "I'm running a race on Sunday" is a plan
    behind = {name for name, _ in clause.prepositions}
    astray = bool(
        clause.particles or behind & {"into", "out", "through"} or (lemma == "run" and clause.objects)
    )
    active = (lemma in VERBS and not astray) or (lemma in PURSUES | {"go"} and names_one(clause, DOING))
    into = lemma == "get" and any(holds(reading.sentence, word, DOING) for word in clause.behind("into"))
    taught = lemma in PURSUES and lemma != "do" and names_one(clause, COURSES | DOING)
    busy = lemma in READS and titled(clause)
    busy = busy or (lemma in BUILDS and not now and names_one(clause, CREATIONS))
    busy = busy or (
        lemma == "work"
        and not now
        and any(holds(reading.sentence, one, CREATIONS | BUSINESSES) for one in clause.behind("on"))
    )
    given = lemma in GIVEN_TO or (lemma in {"sing", "dance", "act", "play"} and in_group(reading, clause))
    given = given or (ongoing and (lemma == "renovate" or (lemma in {"learn", "take"} and taught)))
    taught = taught or (lemma == "apply" and ongoing and names_one(clause, COURSES))
    taught = taught or (lemma == "host" and often and names_one(clause, OUTINGS | {"night"}))
    steady = (
        lasting
        or often
        or given
        or (ongoing and not active)
        or lemma in {"do", "practice", "practise", "train"}
    )
    leisure = (active or taught or given) and steady
    if not leisure and not ((busy or into) and (lasting or ongoing)):
        return
    if lemma in {"coach", "mentor", "tutor", "foster", "collect", "teach"} and not (
        clause.objects or clause.prepositions
    ):
        return
    if lemma in {"play", "study", "learn"} and not often and not lasting and not ongoing:
        return
    yield from as_told(reading, clause, "practises", when=since(reading, clause) if lasting else None)


def formerly(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I used to row with my uncle as a teenager"."""
    if clause.aspect != "used" or not (clause.lemma in VERBS or names_one(clause, DOING | COURSES)):
        return
    above = next((one for one in reading.clauses if one.verb.i == clause.verb.head), None)
    if above is not None and above.verb.lower == "used":
        yield from as_told(reading, above, "practises", mode="ends")


def involved(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I've been involved in charity work", "I've been looking into counseling as a career"."""
    within = (
        clause.behind("in", "with")
        if clause.lemma == "involve" and clause.passive and not clause.aspect
        else []
    )
    if any(word.pos == "NOUN" for word in within):
        yield from as_told(reading, clause, "practises", when=since(reading, clause))
    looking = clause.lemma == "look" and clause.verb.tag == "VBG" and clause.behind("into")
    if looking and names_one(clause, CAREERS | COURSES):
        yield from as_told(reading, clause, "practises")


def enjoyed(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I loved "The Moomins" as a kid": a work that is named in quotation marks."""
    if clause.lemma not in {"love", "enjoy", "adore"} or clause.tense != "past" or clause.aspect:
        return
    first = min((word.i for word in reading.sentence.words if word.quoted), default=-1)
    between = {word.lemma for word in reading.sentence.words[clause.verb.i + 1 : max(first, 0)]}
    if first > clause.verb.i and between <= {
        '"',
        "“",
        "read",
        "watch",
        "see",
        "play",
        "the",
        "book",
        "film",
        "movie",
    }:
        party = someone(reading, clause)
        text = None if party is None else sentence_of(reading, clause, party)
        title = re.search(r'["“]([^"”]+)["”]', text or "")
        if party is not None and text and title and title[1][:1].isupper():
            yield reading.claim(party, "likes", text, value=title[1].strip(" ,."), confidence=0.75)


def in_group(reading: Reading, clause: Clause) -> bool:
    """ "I sing in a choir"."""
    return any(holds(reading.sentence, word, COURSES) for word in clause.behind("in", "with"))


def since(reading: Reading, clause: Clause) -> When:
    """Since when, if that is told."""
    when = reading.when(clause)
    return When(when.start, None, when.grain) if when.start and when.start <= reading.said_at else When()


def titled(clause: Clause) -> bool:
    """ "I'm reading The Overstory", "a book about lighthouses"."""
    return any(
        word.lemma.lower() in {"book", "novel", "biography", "memoir", "series", "trilogy"}
        or (word.pos == "PROPN" and not word.technical)
        or word.quoted
        for word in clause.objects
    )


def afraid(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I'm scared of heights"."""
    if clause.lemma != "be" or clause.tense != "present":
        return
    for word in clause.complements:
        if word.lower not in AFRAID:
            continue
        for preposition in reading.sentence.below(word, "prep"):
            of = reading.sentence.below(preposition, "pobj", "pcomp") if preposition.lower == "of" else []
            if any(one.pos in {"NOUN", "VERB"} and not reading.sentence.below(one, "det") for one in of):
                party = someone(reading, clause)
                if party is not None:
                    what = reading.sentence.stretch(reading.sentence.subtree(of[0])).removesuffix(" though")
                    text = sentence_of(reading, clause, party)
                    if text:
                        yield reading.claim(party, "fears", text, value=what, confidence=0.8)


def suffering(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "I've been dealing with migraines since college", "my dad has arthritis"."""
    if clause.lemma in {"deal", "struggle", "live", "battle", "cope", "fight"}:
        things = [*clause.behind("with"), *clause.objects]
    elif clause.lemma in {"have", "get"} and clause.tense == "present":
        things = clause.objects
    else:
        return
    party = someone(reading, clause)
    if party is None or clause.tense == "future":
        return
    for word in things:
        if holds(reading.sentence, word, AILMENTS):
            text = reading.reworded(clause, party)
            if text:
                yield reading.claim(
                    party, "has_condition", text, value=word.text.lower() if word.text.istitle() else word.text,
                    when=since(reading, clause), confidence=0.8,
                )  # fmt: skip


def dreaming(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "My dream is to open a cafe", "I want to become a counselor", "I hope to move to Canada someday"."""
    if clause.tense != "present" and not (clause.perfect and "always" in clause.adverbs):
        return
    subject, inner = clause.subject, reading.sentence.below(clause.verb, "xcomp", "ccomp", "advcl")
    if clause.lemma == "be" and subject is not None and subject.lemma.lower() in DREAMS:
        mine = [one for one in reading.sentence.below(subject, "poss") if one.lower == "my"]
        steps = STEPS | (set() if subject.lemma.lower() == "dream" else MENDS)
        if (
            mine
            and inner
            and inner[0].tag == "VB"
            and inner[0].i > clause.verb.i
            and inner[0].lemma not in steps
        ):
            yield from wish(reading, clause, reading.speaker(mine[0]), inner[0])
        return
    if clause.lemma not in DESIRES or clause.aspect not in {"", "plan"}:
        return
    someday = re.search(
        r"\b(?:someday|one day|some day|eventually|always wanted)\b",
        reading.sentence.text,
        re.IGNORECASE,
    )
    for verb in inner:
        calling = bool(verb.lemma == "become" and reading.sentence.below(verb, "attr")) or (
            verb.lemma in CALLINGS and someday
        )
        calling = calling or (
            clause.lemma in {"hope", "dream"}
            and verb.lemma in CALLINGS
            and names_one(clause, BUSINESSES | LASTING)
        )
        if not calling or verb.tag not in {"VB", "VBG"} or reading.sentence.below(verb, "nsubj"):
            continue
        party = someone(reading, clause)
        if party is not None:
            yield from wish(reading, clause, party, verb)


def wish(reading: Reading, clause: Clause, party: Party, verb: Word) -> Iterator[Claim]:
    """What somebody wants of their life."""
    named = any(one.pos in {"NOUN", "PROPN"} for one in reading.sentence.subtree(verb))
    text = sentence_of(reading, clause, party) if named else None
    if text:
        phrase = re.sub(r"^.*?\bto (?=\w)", "", text).rstrip(".")
        yield reading.claim(party, "wishes", text[:1].upper() + text[1:], value=phrase, confidence=0.75)


def relieved(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "Running helps me clear my head", "painting is my escape"."""
    subject = clause.subject
    if subject is None or clause.tense != "present" or not holds(reading.sentence, subject, DOING):
        return
    if reading.sentence.below(subject, "poss", "det"):
        return
    if clause.lemma == "be":
        mine = [
            one
            for word in clause.complements
            for one in reading.sentence.below(word, "poss")
            if one.lower in {"my", "our"} and word.lemma.lower() in MEANS
        ]
    elif clause.lemma in HELPS:
        mine = [word for word in clause.words if word.lower in {"me", "us"} and word.i > clause.verb.i]
        if not any(holds(reading.sentence, word, RELIEF) for word in [*reached(clause), *clause.words]):
            return
    else:
        return
    if not mine:
        return
    party = reading.speaker(mine[0])._replace(shown="The user")
    theirs = {
        word.i: "their"
        for word in clause.words
        if word.lower == "my" and word.i > clause.verb.i and clause.lemma != "be"
    }
    text = stand_alone(clause, reading.dates(clause), reading.said_at, names=theirs, subject="")
    if text:
        shown = finish(text[:1].upper() + text[1:])
        yield reading.claim(party, "practises", shown, value=subject.text.lower(), confidence=0.75)
