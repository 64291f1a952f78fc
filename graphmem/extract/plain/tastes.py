"""What one likes and who answers for what, in plain words: "i hate yaml", "Farid looks after the staging cluster"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.saying import say
from graphmem.extract.plain.shapes import ARTICLES, party_of, thing_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

SUBJECT = r"(?P<s>i|we|he|she|(?:my|our)\s+[\w-]+(?:\s+[A-Z][\w-]+)?|[A-Z][\w-]+(?:\s+[A-Z][\w-]+)?)"
HOW_MUCH = (
    r"(?:(?:much|far|vastly|strongly|generally|really|absolutely|just|also|still|kinda|kind of"
    r"|totally|do|genuinely|actually|truly"
    r"|particularly|quite|always)\s+)*"
)
FEELS = rx.compile(
    rf"^{SUBJECT}\s+{HOW_MUCH}(?P<no>(?:don'?t|do not|doesn'?t|does not|can'?t|cannot|can not|never"
    rf"|didn'?t|could never)\s+)?"
    rf"{HOW_MUCH}(?P<v>liked?|likes|loves?|adores?|enjoys?|hates?|despises?|detests?|loathes?|stand|bear"
    rf"|dislikes?|prefers?)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
RATHER = rx.compile(
    r"^(?P<s>i|we)(?:'d| would)\s+(?:much\s+)?(?:rather\s+(?:have|use|get|see|do|take|drink|eat"
    r"|work with)?|prefer(?:\s+to\s+(?:use|have))?)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
TIRED = rx.compile(
    rf"^{SUBJECT}(?:'ve|'m| have| has| am| is)?\s+(?:really\s+|kind of\s+|totally\s+|so\s+)?(?:gone off"
    rf"|grown tired of|got(?:ten)? tired of|got(?:ten)? sick of"
    r"|fed up with|done with|sick of|fallen out of love with|over it with)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
CUT = rx.compile(
    r",?\s+(?:because|since|as|when|but|so|especially|mostly|and\s+(?:i|we|it)|which|until|lately"
    r"|these days)\b|[,;:()–]",
    re.IGNORECASE,
)
OVER = rx.compile(r"\s+(?:over|than|to|rather than|instead of)\s+(?=[\w'])", re.IGNORECASE)
POINTS = rx.compile(
    r"^(?:the|this|that|these|those|it|them|him|her|you|your|how|what|when|where|to\b(?: (?:be|see|know"
    r"|have))?$|to (?:be|see|know|have|ask|say|bother|admit|interrupt|break|disappoint|tell"
    r"|think|hear)|if|us|me|of|all the|something|anything|some of|any of"
    r"|everything|when|doing that|so)\b",
    re.IGNORECASE,
)
# "Walking with the neighbours I have", "each other's company": of those who talk.
SPOKEN = rx.compile(r"\b(?:I|we|you|your|each other)\b")
GOOD = ("like", "love", "adore", "enjoy")
HOLDS = rx.compile(
    rf"^(?P<s>.+?)\s+{ADVERBS}(?:(?P<own>owns?|(?:is|are|am|'m"
    r"|'re)\s+(?:the owners? of|responsible for|in charge of|accountable for))"
    r"|(?P<keep>maintains?|looks? after|takes? care of|(?:is|are|am|'m)\s+(?:the )?maintainers? of"
    r"|supports?|babysits?)"
    r"|(?P<lead>leads?|heads?(?: up)?|manages?|(?:is|am|'m)\s+(?:the\s+)?(?:[\w-]+\s+)?(?:lead|head"
    r"|manager|director|captain|leader|lead engineer|owner) (?:of|for|on)))\s+"
    r"(?P<o>(?:the|our|all(?: of)?(?: the| our)?|my)\s.+|[\w-]+)$",
    re.IGNORECASE,
)
HELD = rx.compile(
    rf"^(?P<o>(?:the|our|my)\s.+?|[\w./-]+)\s+(?:is|are)\s+{ADVERBS}(?:(?P<own>owned)"
    r"|(?P<keep>maintained|looked after|supported|taken care of)"
    r"|(?P<lead>led|run|headed|managed))\s+by\s+(?P<s>.+)$",
    re.IGNORECASE,
)
FIRST = {"own": "owns", "keep": "maintains", "lead": "leads"}
END = rx.compile(
    r"\s+(?:since|because|for now|these days|until|while|and\s+(?:i|we|he|she)|from|as of|starting"
    r"|at the moment|now|but|so)\b|[,;:()]",
    re.IGNORECASE,
)


@rx.only_where(RATHER, FEELS, TIRED, HELD, HOLDS)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The tastes and the duties of one statement."""
    if not stretch.reading.by_user:
        return
    yield from rather(stretch)
    yield from feels(stretch)
    yield from tired(stretch)
    yield from holds(stretch)


def person(stretch: Stretch, match: re.Match[str]) -> Party | None:
    """The person in front."""
    party = party_of(stretch, stretch.between(*match.span("s")), ("person",))
    if party is None or party.mention.kind != "person":
        return None
    return party._replace(shown="The user") if party.user else party


def liked(text: str) -> str:
    """What is liked, as it is written, or "" when it points elsewhere."""
    phrase = CUT.split(text, maxsplit=1)[0].strip(" .!")
    if (
        not phrase
        or POINTS.match(phrase)
        or len(phrase.split()) > 8
        or SPOKEN.search(phrase)
        or phrase.lower() in PRONOUNS | EMPTY_NOUNS
    ):
        return ""
    return re.sub(
        r"\b(?:my|our)\b", "their", re.sub(r"^(?:an?|some|any)\s+", "", phrase, flags=re.IGNORECASE)
    )


def taste(
    stretch: Stretch, party: Party, predicate: str, text: str, *, shown: str, mode: ClaimMode = "asserts"
) -> Claim:
    """One taste."""
    return say(stretch, party, predicate, text, f"{party.shown} {shown} {text}", mode=mode)


def feels(stretch: Stretch) -> Iterator[Claim]:
    """ "i hate yaml", "I never liked Jira", "my wife loves gardening"."""
    match = FEELS.match(stretch.text)
    party = person(stretch, match) if match else None
    if match is None or party is None:
        return
    verb, no = match["v"].lower(), bool(match["no"])
    spoken = stretch.between(*match.span("v"))
    if spoken and spoken[0].pos == "NOUN" and not party.user:
        return  # "unconditional love is ..."
    stem = {"liked": "like", "likes": "like", "prefers": "prefer"}.get(verb, verb.removesuffix("s"))
    past = verb == "liked"
    if (stem in {"stand", "bear"} and not no) or (past and not no) or (stem == "prefer" and no):
        return
    over = re.search(r"\bany ?more\b|\bno longer\b", stretch.text, re.IGNORECASE)
    good = stem in GOOD
    if stem not in (*GOOD, "prefer") and no and stem not in {"stand", "bear"}:
        return
    text = liked(re.sub(r"\s*\bany ?more\b", "", match["o"], flags=re.IGNORECASE))
    if not text:
        return
    if stem == "prefer":
        yield taste(stretch, party, "prefers", OVER.split(text, maxsplit=1)[0], shown="prefers")
    elif no and over and good:
        yield taste(stretch, party, "likes", text, shown=f"no longer {stem}s", mode="ends")
    elif no:
        shown = (
            f"can't {stem}" if stem in {"stand", "bear"} else f"never {stem}d" if past else f"does not {stem}"
        )
        yield taste(stretch, party, "dislikes", text, shown=shown)
    else:
        yield taste(stretch, party, "likes" if good else "dislikes", text, shown=f"{stem}s")


def rather(stretch: Stretch) -> Iterator[Claim]:
    """ "I'd rather have bullet points than long paragraphs"."""
    match = RATHER.match(stretch.text)
    text = liked(match["o"]) if match else ""
    if match and not text and re.match(r"the\s+\w+", match["o"], re.IGNORECASE):
        text = CUT.split(match["o"], maxsplit=1)[0].strip(" .!")
    party = person(stretch, match) if match else None
    if text and party is not None and not re.match(r"(?:not|you|it|we|that)\b", text, re.IGNORECASE):
        pieces = OVER.split(text, maxsplit=1)
        shown = f"prefers {pieces[0]}" + (f" over {pieces[1]}" if len(pieces) == 2 else "")
        claim = taste(stretch, party, "prefers", pieces[0], shown="prefers")
        yield (
            claim
            if len(pieces) == 1
            else stretch.reading.claim(
                party, "prefers", finish(f"{party.shown} {shown}"), value=pieces[0], confidence=0.75
            )
        )


def tired(stretch: Stretch) -> Iterator[Claim]:
    """ "I've gone off podcasts lately"."""
    match = TIRED.match(stretch.text)
    text = liked(match["o"]) if match else ""
    party = person(stretch, match) if match else None
    if match and re.search(r"\bdone with\s", match[0]) and is_left(stretch, match.span("o")):
        return
    if match and text and party is not None:
        yield taste(stretch, party, "dislikes", text, shown="no longer likes")
        yield taste(stretch, party, "likes", text, shown="no longer likes", mode="ends")


def is_left(stretch: Stretch, span: tuple[int, int]) -> bool:
    """True for a place or somebody: who is done with one has left, whether or not it was liked."""
    found = stretch.between(*span)
    known = stretch.reading.ontology.known(stretch.reading.sentence.stretch(found))
    return known in {"place", "organization", "person"} or any(
        one.entity in {"GPE", "PERSON"} for one in found
    )


def holds(stretch: Stretch) -> Iterator[Claim]:
    """Who owns, maintains or leads something of the project."""
    match = HELD.match(stretch.text) or HOLDS.match(stretch.text)
    if match is None or stretch.negated():
        return
    reading = stretch.reading
    name = next(FIRST[group] for group in FIRST if match[group])
    predicate = reading.ontology.predicate(name)
    low, high = match.span("s")
    holder = END.split(stretch.text[low:high], maxsplit=1)[0]
    party = party_of(stretch, stretch.between(low, low + len(holder)), predicate.domain)
    if party is None or party.mention.kind not in {"person", "organization"}:
        return
    party = (
        party._replace(shown="The user") if party.shown == "The user's team" and name == "leads" else party
    )
    held = END.split(match["o"], maxsplit=1)[0]
    start = match.start("o")
    words_ = [
        word for word in stretch.between(start, start + len(held)) if word.lower not in ARTICLES | {"of"}
    ]
    if not words_ or len(words_) > 5 or any(word.lower in PRONOUNS for word in words_):
        return
    thing = thing_of(reading, words_)
    definite = bool(re.match(r"(?:the|our|my|all)\b", held, re.IGNORECASE))
    if not (definite or thing.sure or thing.head.technical) or thing.head.lemma.lower() in EMPTY_NOUNS:
        return
    if not thing.sure and thing.kind not in predicate.range:
        thing = thing._replace(kind="")
    kind = reading.kind(thing, predicate.range) if thing.kind else "project"
    if not kind or kind in {"person", "value"}:
        return
    shown = f"the {thing.name}" if definite else thing.name
    when = reading.when(stretch.clause())
    text = stated(reading, party, predicate, shown, mode="asserts", when=when)
    yield reading.claim(party, name, text, thing=thing, kind=kind, when=when, confidence=0.75)
