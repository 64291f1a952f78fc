"""Claims by the surface patterns of the ontology: "work at", "move from A to B", "be deployed on", "depend on"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from graphmem.extract.clauses import Clause
from graphmem.extract.objects import purpose, target_of, written_name
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.refusals import GAINED
from graphmem.extract.vocabulary import third, words
from graphmem.model import USER, Claim, ClaimMode
from graphmem.ontology import Pattern, Predicate

# Predicates that are over when they are told in the past tense.
STATES = words(
    "works_at lives_in has_role studies_at member_of reports_to leads owns maintains deployed_on  works_on"
)
# Predicates that no past tense ends.
ALWAYS = words("comes_from born_in")
NOT_WE = words("has_role comes_from born_in allergic_to speaks")
PERSONAL = words("buy sell adopt")
LOOSE = words("stored_in located_in")  # "the config", "backups"
CHANGES = words("deploy host store build write implement rewrite replace keep")


class Match(NamedTuple):
    """A pattern that fits a clause, with the nouns it binds."""

    pattern: Pattern
    subject: Word | None
    objects: list[Word]


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """The claims of the best pattern that fits the clause, and those of other predicates beside it."""
    if not clause.real or clause.imperative or clause.aspect in {"other", "plan", "like"}:
        return []
    if clause.tense == "future" and not reading.dates(clause):
        return []
    claims: list[Claim] = []
    bound: set[int] = set()
    for match in sorted(matches(reading, clause), key=lambda one: -rank(one)):
        if any(word.i in bound for word in match.objects):
            continue
        found = list(claims_of(reading, clause, match))
        if found:
            bound.update(word.i for word in match.objects)
            claims.extend(found)
    return claims


def rank(match: Match) -> int:
    """Moves first, then what names a preposition, then plain objects."""
    pattern = match.pattern
    return 4 * (pattern.role == "moves") + 2 * bool(pattern.prepositions) + pattern.copular


def matches(reading: Reading, clause: Clause) -> Iterator[Match]:
    """Every pattern whose words stand in the clause."""
    table = reading.ontology.patterns
    for pattern in table.get(clause.lemma, ()):
        if pattern.copular:
            continue
        match = bind(clause, pattern)
        if match is not None:
            yield match
    heads = [clause.verb] if clause.passive else list(clause.complements)
    if not clause.passive and clause.verb.tag == "VBN":
        heads.append(clause.verb)
    for head in heads:
        later = [word.i for word in clause.complements if word.i > head.i]
        for pattern in table.get(head.lower, ()):
            objects = clause.behind(*pattern.prepositions) if pattern.copular else []
            objects = [word for word in objects if not later or word.i < later[0] or word.i < head.i]
            if objects:
                yield Match(pattern, clause.subject, objects)


def bind(clause: Clause, pattern: Pattern) -> Match | None:
    """The nouns that a pattern binds in a clause, or None."""
    if pattern.role == "moves":
        source, target = clause.behind("from"), clause.behind("to", "into")
        return Match(pattern, clause.subject, [source[0], target[0]]) if source and target else None
    if pattern.thing:
        things = [clause.subject] if clause.passive else clause.objects[:1]
        objects = clause.behind(*pattern.prepositions)
        return Match(pattern, things[0], objects) if things and things[0] is not None and objects else None
    if clause.passive:
        return None
    if any(particle in pattern.prepositions for particle in clause.particles) and clause.objects:
        return Match(pattern, clause.subject, clause.objects)
    objects = clause.behind(*pattern.prepositions) if pattern.prepositions else clause.objects
    if pattern.verbs == ("use",) and not pattern.prepositions:
        objects = [*objects, *joined_tools(clause, objects)]
    if pattern.prepositions and clause.lemma == "be" and not clause.passive:
        objects = [
            word
            for name, word in clause.prepositions
            if name in pattern.prepositions and hangs_on(clause, word)
        ]
    return Match(pattern, clause.subject, objects) if objects else None


def joined_tools(clause: Clause, objects: list[Word]) -> list[Word]:
    """ "mypy" in "ruff for linting and mypy for type checking", wherever the parser has put it."""
    words_ = clause.sentence.words
    found = []
    for word in clause.words:
        before = words_[word.i - 1].lower if word.i else ""
        after = words_[word.i + 1].lower if word.i + 1 < len(words_) else ""
        if (
            word.pos == "PROPN"
            and ((after == "for" and before in {"and", ","}) or before in {"with", "alongside"})
            and word not in objects
            and word.i > clause.verb.i
        ):
            found.append(word)
    return found


def hangs_on(clause: Clause, word: Word) -> bool:
    """True when the preposition before a noun belongs to the verb "be" itself, as in "I'm at Globex"."""
    preposition = clause.sentence.head(word)
    origin = clause.sentence.words[preposition.i - 1].lower == "originally" if preposition.i else False
    return origin or (preposition.head == clause.verb.i and not clause.complements)


def claims_of(reading: Reading, clause: Clause, match: Match) -> Iterator[Claim]:
    """The claims that a match gives; none when subject or object does not fit the predicate."""
    predicate = reading.ontology.predicate(match.pattern.predicate)
    party = reading.party(match.subject, predicate.domain)
    if party is None and predicate.name in LOOSE and match.subject is not None:
        party = reading.part(match.subject, loose=True)
    if (
        party is None
        or not fits(party, predicate)
        or (party.we and predicate.name in NOT_WE)
        or (party.group and predicate.domain == ("person",))
        or (party.we and predicate.name == "works_at" and clause.lemma in {"move", "switch", "migrate"})
    ):
        return
    role = match.pattern.role
    if party.we and (predicate.domain == ("person",) or clause.lemma in PERSONAL):
        party = party._replace(shown="The user")
    if role == "moves":
        yield from moved(reading, clause, match, party, predicate)
        return
    mode = mode_of(clause, match, predicate, bygone=is_bygone(reading, clause))
    if mode is None or (mode == "asserts" and predicate.name == "eats"):  # everybody eats
        return
    for word in match.objects:
        if reading.is_date(word, clause):
            continue
        claim = one_claim(reading, clause, match, party=party, predicate=predicate, word=word, mode=mode)
        if claim is not None:
            yield claim


def mode_of(clause: Clause, match: Match, predicate: Predicate, *, bygone: bool) -> ClaimMode | None:
    """Whether the clause asserts, ends or denies; None when it does none of these for sure.

    `bygone` says that a date or an adverb puts an end to what is told in the past tense.
    """
    role = match.pattern.role
    if role == "ends":
        done = clause.tense in {"past", "future"} or "-ing" in clause.adverbs
        return "ends" if done and not clause.negated and clause.aspect in {"", "keep"} else None
    if role == "starts":
        if clause.negated or clause.aspect == "stop":
            return None
        return "asserts" if clause.tense != "present" or "-ing" in clause.adverbs else None
    if clause.ended or clause.aspect in {"stop", "used"}:
        return "ends"
    if clause.negated:
        lasting = clause.tense == "present" and predicate.fact != "event"
        return "denies" if lasting and not clause.adverbs & {"always", "yet"} else None
    if predicate.fact == "event":
        return "asserts" if clause.tense == "past" and clause.aspect in {"", "keep"} else None
    if clause.aspect in {"start", "decide"} or match.pattern.thing:
        return "asserts"
    if predicate.name in ALWAYS:
        return "asserts"
    if (match.pattern.copular and clause.lemma in {"get", "become"}) or clause.verb.lower == "got":
        return "asserts" if clause.tense == "past" else None
    if clause.tense == "past" and not clause.passive and clause.lemma not in CHANGES:
        if clause.perfect:
            return "asserts"
        if predicate.name == "uses":
            return "ends" if bygone else "asserts"
        return "ends" if predicate.name in STATES else None
    return "asserts"


def is_bygone(reading: Reading, clause: Clause) -> bool:
    """True for "until 2022", "from 2015 to 2019", "back then"."""
    ends = {date.direction for date in reading.dates(clause)} & {"until", "through", "range"}
    return bool(
        ends or clause.adverbs & {"previously", "formerly", "before", "originally", "then", "initially"}
    )


def one_claim(
    reading: Reading,
    clause: Clause,
    match: Match,
    *,
    party: Party,
    predicate: Predicate,
    word: Word,
    mode: ClaimMode,
) -> Claim | None:
    """The claim for one object; of "Node 18.2.1" that is what has the version."""
    if word.technical == "version" and word.i > 0:
        word = reading.sentence.words[word.i - 1]
    thing = reading.thing(word) or reading.meant(word, predicate.range)
    if thing is None:
        return None
    kind, value = target_of(reading, clause, predicate, thing, match.pattern.role)
    if not kind and not value:
        return None
    when = when_of(reading, clause, match, predicate, mode=mode, word=word)
    if (
        clause.perfect
        and predicate.name in STATES
        and when.start is None
        and mode == "asserts"
        and match.pattern.role == "says"
    ):
        return None
    if mode == "ends" and when.start and when.end:
        mode = "asserts"
    qualifier = (
        purpose(reading, clause, thing)
        if predicate.name == "uses" and (match.pattern.role == "says" or clause.lemma in GAINED)
        else ""
    )
    shown = written_name(thing) if kind or clause.lemma == "play" else value
    told = (
        msgspec.structs.replace(predicate, label=third(clause.lemma))
        if predicate.name == "eats"
        else predicate
    )
    if predicate.name == "deployed_on" and clause.lemma == "run":
        told = msgspec.structs.replace(predicate, label="runs on", past="ran on")
    text = stated(reading, party, told, shown, mode=mode, when=when, qualifier=qualifier)
    if match.pattern.role in {"starts", "ends"} and clause.aspect == "":
        text = reading.reworded(clause, party) or text
    return reading.claim(
        party, predicate.name, text, thing=thing if kind else None, kind=kind, value=value, qualifier=qualifier,
        mode=mode, when=when, confidence=0.9 if thing.named or kind else 0.75,
    )  # fmt: skip


def when_of(
    reading: Reading, clause: Clause, match: Match, predicate: Predicate, *, mode: ClaimMode, word: Word
) -> When:
    """The interval of a claim; a state told in the past tense with a date held at that date."""
    if predicate.name in ALWAYS:
        return When()
    told = mode == "ends" and match.pattern.role == "says" and clause.aspect == "" and not clause.ended
    if told:
        spans = [
            date
            for date in reading.dates(clause)
            if date.direction not in {"until", "through", "before", "by"}
        ]
        return (
            reading.when(clause, lasting=True, word=word)
            if spans
            else reading.when(clause, ends=True, word=word)
        )
    if (
        mode == "asserts"
        and match.pattern.role == "says"
        and clause.tense == "past"
        and not clause.perfect
        and predicate.name in STATES
        and not match.pattern.thing
        and clause.aspect == ""
    ):
        return reading.when(clause, lasting=True, word=word)
    return reading.when(clause, ends=mode == "ends", word=word)


def moved(
    reading: Reading, clause: Clause, match: Match, party: Party, predicate: Predicate
) -> Iterator[Claim]:
    """ "from A to B": an end for A and a beginning for B."""
    if clause.negated or (clause.tense == "present" and "-ing" not in clause.adverbs) or clause.aspect:
        return
    source, target = (reading.thing(word) for word in match.objects)
    if source is None or target is None or (party.we and predicate.name == "works_at"):
        return
    kinds = [target_of(reading, clause, predicate, thing, "starts") for thing in (source, target)]
    if not all(kind or value for kind, value in kinds):
        return
    when = reading.when(clause)
    past = When(None, when.start, when.grain)
    qualifier = purpose(reading, clause, target) if predicate.name == "uses" else ""
    whole = reading.reworded(clause, party)
    if predicate.name == "uses" and (moving := carried(reading, clause, party)) is not None:
        # It was Lantern that used SQLite; when all that is known is that the team did, that is over too.
        name = kinds[0][1] or written_name(source)
        text = stated(reading, party, predicate, name, mode="ends", when=past)
        yield reading.claim(
            party, predicate.name, text, thing=source if kinds[0][0] else None, kind=kinds[0][0], value=kinds[0][1],
            mode="closes", when=past, confidence=0.6,
        )  # fmt: skip
        party = moving
    for thing, (kind, value), mode, span in (
        (source, kinds[0], "ends", past),
        (target, kinds[1], "asserts", when),
    ):
        mood: ClaimMode = "ends" if mode == "ends" else "asserts"
        text = stated(
            reading, party, predicate, value or written_name(thing), mode=mood, when=span, qualifier=qualifier
        )
        yield reading.claim(
            party, predicate.name, whole if mood == "asserts" and whole else text, thing=thing if kind else None,
            kind=kind, value=value, qualifier=qualifier, mode=mood, when=span, confidence=0.9,
        )  # fmt: skip


def carried(reading: Reading, clause: Clause, party: Party) -> Party | None:
    """What the user took from one tool to another, by its name: "moved Lantern from SQLite to Postgres"."""
    word = next((one for one in clause.objects if one.dep == "dobj"), None)
    if word is None or party.mention.name != USER:
        return None
    found = reading.party(word)
    is_thing = (
        found is not None and not found.user and found.mention.kind not in {"person", "animal", "place"}
    )
    return found if is_thing else None


def fits(party: Party, predicate: Predicate) -> bool:
    """True when the subject may have this predicate; "we" may stand for an organisation or a project."""
    if not predicate.domain or party.mention.kind in predicate.domain:
        return True
    return party.we and bool({"organization", "project"} & set(predicate.domain)) and predicate.literal
