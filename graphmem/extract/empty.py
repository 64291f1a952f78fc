"""Does a claim in its own words tell anything? Cheering, moods and what is cut in two are never asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.vocabulary import words
from graphmem.model import Claim

# These hold what was said as it was said.
NOTE = "noted"
AS_SAID = words("noted did plans practises chose")
TASTES = words("likes prefers dislikes")
# Words of encouragement: a claim of these alone tells of no deed, no thing and no plan.
CHEER = words(
    "dream dreams goal goals ambition ambitions best difference impact impacts heart hearts voice self selves"
    " path paths way journey it up on going go goes keep keeps kept keeping pursue pursuing chase chases chasing"
    " chased follow following push pushes pushing work working hard harder fight fighting try trying live lives"
    " living livin' make makes making made happen happening come comes true reach reaching achieve achieving give"
    " gives giving put puts putting help helping change changes lift others people everyone everybody world place"
    " better bigger real big great positive team good strong stronger stay stays staying positivity kindness love"
    " spread spreading hope inspire inspiring rock rocks rocking face faces facing challenge challenges struggle"
    " struggles success successful thing things vibes life lives moment moments full forward ahead matter matters"
    " important what passion passions passionate energy all out use using same own together always never"
    " definitely really still just even more so much not no one step steps stop quit get gets down back anything"
    " something nothing comes determined motivated focused confident hopeful optimistic believe believes believing"
    " themselves yourself shine shining grow growing strive striving smile smiles joy future awesome amazing"
    " incredible wonderful fantastic super cool cute adorable lovely sweet beautiful special"
    " learn learns learning lot new comfort zone zones experience"
)
# Without one of these they may well tell of a deed: "is going back to work".
LOUD = words(
    "dream dreams goal goals ambition ambitions best difference impact impacts heart hearts voice self selves"
    " journey keep keeps kept keeping push pushes pushing fight fighting positivity rock rocks rocking challenge"
    " challenges struggle struggles shine shining passion determined motivated hopeful optimistic confident"
)
PLAIN = words(
    "is are was were am be been being has have had does do did doing will would can going to the a an and or for"
    " in of at with as by into through their his her its them they user's team's that this every each what"
    " whatever matter than till until when if but from 'll"
)
# How somebody feels about what has just been told or shown.
MOOD = rx.compile(
    r"^(?:(?:is|was|are|were|am|has been|have been|feels?|felt|gets?|got)\s+)"
    r"(?:(?:so|really|very|super|more|most|also|still|just|even|truly|always|absolutely|totally|such|now)\s+)*"
    r"(?:grateful|thankful|over the moon|pumped|stoked|psyched|thrilled|overjoyed|ecstatic|overwhelmed|comforted"
    r"|humbled|touched|blown away|upset|heartbroken|bummed|gutted|proud|glad|happy|honou?red|delighted|relieved|amazed"
    r"|astonished|speechless|in awe|blessed|beyond (?:grateful|happy|excited)|inspired (?:seeing|to see))\b"
    r"|^(?:will |is going to |are going to )?(?:rocks? (?:it|the|this|that)"
    r"|(?:kill|crush|nail|slay|smash)(?:s|es)? it)\b"
    r"|.*\b(?:some|several|a few|any) (?:to|for)\s",
    re.IGNORECASE,
)
# What lasts is told all the same: "is happy in Lisbon", "is proud of her Irish roots".
ROOTED = rx.compile(
    r"\bsince\b|\bthat\b.*\d{4}|\b(?:happy|proud)\s+(?:with|in|at|living|owner|parent|mother|father|mum|mom|dad)\b"
)
# A mere judgement: "our kids are so cute".
JUDGED = rx.compile(
    r".{1,50}\b(?:is|are|was|were)\s+(?:(?:so|really|very|super|just|always|truly|pretty|absolutely|definitely|all)\s+)*"
    r"(?:awesome|amazing|cute|adorable|sweet|beautiful|lovely|great|wonderful|incredible|fantastic|important|special|cool"
    r"|gorgeous|precious|priceless|perfect|stunning|inspiring|the best)"
    r"|.{1,50}\b(?:has|have) (?:so|too) (?:much|many|little)",
    re.IGNORECASE,
)
# "Won't give up", "isn't going to let anything stop them".
HOLDS_OUT = rx.compile(
    r"(?:wo\s?n't|will (?:not|never)|(?:is|are) not going to|(?:is|are)n't going to|never|(?:is|are) not)"
    r" (?:ever )?(?:give up|giving up|quit|quitting|back(?:ing)? down|surrender|lose (?:hope|heart|faith)"
    r"|let (?:any|no|this|that|it|them|\S+ down))\b",
    re.IGNORECASE,
)
# What only speaks of the talk: "I like the idea of ...", "I'm interested in learning more about ...".
OF_THE_TALK = rx.compile(
    r"^(?:is|are|has been|have been|was|were)\s+(?:(?:also|really|very|particularly|especially|most|quite"
    r"|just|always)\s+)*"
    r"(?:interested\s+(?:in|to)\s+(?:\w+ly\s+|more\s+)?(?:learn|explor|hear|know|find|understand|read|see|try|discover|delv)\w*"
    r"|curious\s+(?:about|to|whether|if|how|what)\b)",
    re.IGNORECASE,
)
PROPOSED = rx.compile(
    r"^(?:the\s+)?(?:idea|sound|thought|concept|notion|suggestion|approach|option|recommendation|look|tip|advice)s?\b(?:\s+(?:of|that|about|to)\b|$)",
    re.IGNORECASE,
)
# Verbs that name nothing without what they are done to.
DANGLING = words(
    "watching reading playing listening working using doing going making trying looking getting having"
    " taking putting buying"
    " eating drinking keeping giving writing seeing being becoming starting"
)
POINTED = rx.compile(r"(?:they|it|he|she|this|that|these|those)\s", re.IGNORECASE)
# "Before we start: the checkout service is in Ruby", read as what is to be started.
MISREAD = rx.compile(r"\b(?:is|are) to (?:the|an?|their|it|there|this|that)\b")
DOUBLED = rx.compile(r"\b(?:has has|is is|have have|will does|will is|will has|gotta|is back through)\b")


def tells(claim: Claim) -> bool:
    """True for a claim that somebody may ask for later."""
    shown = claim.value or claim.text
    if claim.mode == "asserts" and claim.predicate in TASTES | AS_SAID and is_of_the_talk(claim, shown):
        return False
    if claim.predicate not in AS_SAID or claim.mode != "asserts":
        return True
    if not re.search(r"[^\W\d_]{2}", shown) or shown.count('"') % 2 or POINTED.match(claim.text):
        return False
    if MISREAD.search(claim.text):
        return False
    if JUDGED.fullmatch(claim.text.rstrip(".!")) or DOUBLED.search(shown) or HOLDS_OUT.match(shown):
        return False
    if (MOOD.match(shown) and not ROOTED.search(shown)) or takes_two(claim, shown):
        return False
    return claim.object is not None or claim.valid_from is not None or not is_cheer(claim, shown)


def is_of_the_talk(claim: Claim, shown: str) -> bool:
    """True for what only answers what was proposed, and for a verb without what it is done to."""
    if claim.predicate in TASTES | {"practises"} and shown.lower() in DANGLING:
        return True
    if claim.predicate in TASTES:
        return PROPOSED.match(shown) is not None
    return OF_THE_TALK.match(shown) is not None


def takes_two(claim: Claim, shown: str) -> bool:
    """True for "enjoys each other's company", told of the speaker alone."""
    return claim.text.startswith("The user ") and "each other" in shown


def is_cheer(claim: Claim, shown: str) -> bool:
    """True when all words of a claim, its subject left out, are those with which people encourage each other."""
    spoken = set(shown.lower().replace("’", "'").rstrip(".!").replace(",", " ").split())
    spoken -= set(re.findall(r"[\w'-]+", claim.subject.name.lower()))
    return bool(spoken & LOUD) and spoken <= CHEER | PLAIN


def without_echoes(claims: Sequence[Claim]) -> list[Claim]:
    """The claims without those that another one of the same subject begins with and goes on.

    A note that goes on so is told under the predicate of what it goes on.
    """
    kept: list[Claim] = []
    under: dict[int, Claim] = {}  # the short form of a note, by the place of the note
    for claim in claims:
        longer = next((at for at, other in enumerate(claims) if goes_on(other, claim)), None)
        if longer is None:
            kept.append(claim)
        elif claims[longer].predicate == NOTE:
            under[id(claims[longer])] = claim
    return [
        msgspec.structs.replace(one, predicate=under[id(one)].predicate, kind=under[id(one)].kind)
        if id(one) in under
        else one
        for one in kept
    ]


def goes_on(longer: Claim, claim: Claim) -> bool:
    """True when a claim in its own words is the beginning of another one."""
    if {longer.predicate, claim.predicate} - AS_SAID or claim.object or claim.valid_from:
        return False
    if claim.mode != "asserts" or longer.mode != "asserts" or longer.subject.name != claim.subject.name:
        return False
    own = claim.text.rstrip(".")
    return longer.text.startswith((f"{own} ", f"{own},"))
