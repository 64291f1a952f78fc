"""All patterns over a message: from its parse to mentions and claims, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from graphmem.extract import (
    lasting,
    noted,
    patterns_change,
    patterns_choice,
    patterns_commands,
    patterns_correct,
    patterns_days,
    patterns_family,
    patterns_happening,
    patterns_hobby,
    patterns_identity,
    patterns_labels,
    patterns_lesson,
    patterns_loss,
    patterns_naming,
    patterns_off,
    patterns_owner,
    patterns_state,
    patterns_surface,
    patterns_takeover,
    patterns_taste,
    patterns_time,
    patterns_version,
    stated,
    successions,
    turned,
)
from graphmem.extract import sieve as rx
from graphmem.extract.afterthought import afterthought
from graphmem.extract.answers import answer, question_of
from graphmem.extract.broad import lists, reports
from graphmem.extract.clauses import Clause, read_clauses
from graphmem.extract.construction.grammar import Grammar
from graphmem.extract.construction.reader import constructed
from graphmem.extract.dating import with_dates
from graphmem.extract.dialogue import ANSWER, POINTED
from graphmem.extract.earlier import told_apart
from graphmem.extract.empty import tells, without_echoes
from graphmem.extract.focus import Focus
from graphmem.extract.heard import Heard
from graphmem.extract.lapsing import lapsing
from graphmem.extract.mentions import mentions_of, technical_mentions
from graphmem.extract.orders import reader as orders
from graphmem.extract.orders.clause import of_clause as of_order
from graphmem.extract.parse import Sentence
from graphmem.extract.patterns_happening import meet_kin
from graphmem.extract.plain import commanded, handed, let_go, outlived
from graphmem.extract.plain.mistaken import not_yet
from graphmem.extract.plain.net import second_net
from graphmem.extract.plain.purposes import purposed
from graphmem.extract.reading import Reading
from graphmem.extract.replies import reply
from graphmem.extract.restate import GRANTED, INSTEAD
from graphmem.extract.unspoken import implied
from graphmem.extract.untold import gives_way, outdone, unsaid, untold
from graphmem.extract.vocabulary import NEVER_DEPLOYED, words
from graphmem.model import Claim, Mention
from graphmem.names import family
from graphmem.ontology import Ontology

OfSentence = Callable[[Reading], Iterable[Claim]]
OfClause = Callable[[Reading, Clause], Iterable[Claim]]

# What is found earlier wins.
OF_SENTENCE: tuple[OfSentence, ...] = (
    patterns_correct.of_sentence,
    patterns_off.of_sentence,
    patterns_days.of_sentence,
    patterns_loss.of_sentence,
    patterns_family.of_sentence,
    patterns_takeover.of_sentence,
    successions.of_sentence,
    patterns_version.of_sentence,
    patterns_labels.of_sentence,
    patterns_lesson.of_sentence,
    patterns_taste.of_sentence,
    patterns_happening.of_sentence,
)
OF_CLAUSE: tuple[OfClause, ...] = (
    patterns_off.of_clause,
    patterns_change.of_clause,
    patterns_family.of_clause,
    of_order,
    patterns_taste.of_clause,
    patterns_version.of_clause,  # "we chose Postgres 14" tells of a version as well
    patterns_choice.of_clause,
    patterns_lesson.of_clause,
    patterns_commands.of_clause,
    patterns_labels.of_clause,
    patterns_state.of_clause,
    patterns_identity.of_clause,
    patterns_owner.of_clause,
    patterns_surface.of_clause,
)
# What is asked only of a clause that gave nothing else.
OF_LIFE: tuple[OfClause, ...] = (
    patterns_hobby.of_clause,
    patterns_time.of_clause,
    patterns_happening.of_clause,
    lasting.of_clause,
)
# A clause that gave one of these may still give others; one that gave anything else is done.
# The assistant is full of knowledge about the world; what it says of the work at hand is of these.
CONCRETE = words("service file package repository project host")
TECHNICAL = words(
    "depends_on deployed_on stored_in located_in version_is listens_on written_in part_of replaced_by"
    " setting_is uses failed_because"
)
LEAVING = rx.compile(r"(?:dropp|ditch|scrapp|remov|abandon|retir|kill|leav|sunsett)ing\s", re.IGNORECASE)
FIGURE = rx.compile(r"\sto\s\d|^\d+\s[a-z]")
BEGINNING = words("trying going planning looking thinking hoping getting starting considering wondering")
WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.IGNORECASE)
POINTING = rx.compile(r"(?:which|who|whose|that is|it is|it's)\b", re.IGNORECASE)  # "which is planned"
CALLED = rx.compile(r"(?:called|named)\s", re.IGNORECASE)
TOOL = words("technology package product")
# No word of any language: data, over which a search for names goes again at each of its letters.
NOISE = rx.compile(r"\S{400}")
VALUED = words("version_is listens_on setting_is failed_because")
# Where one of these gave a claim, the sentence is no event beside it.
TOLD_BY_FORM = (
    patterns_correct.of_sentence,
    patterns_takeover.of_sentence,
    successions.of_sentence,
    patterns_version.of_sentence,
)
SOFTWARE = rx.compile(
    r"\b(?:password|package|window|file|task|download|clipboard|tab|version|process|plugin|font|asset|content|session|boot)"
    r"\s+managers?\b",
    re.IGNORECASE,
)
SUPPLIERS = ("", " provider", " company", " carrier", " supplier", " operator", " host", " service")
GOES_ON = words("name has_pet works_at has_role age_is has_condition version_is comes_from allergic_to owns")


def read_message(
    heard: Heard,
    sentences: Sequence[Sentence],
    ontology: Ontology,
    grammar: Grammar,
    focus: Focus,
    *,
    project: str = "",
) -> tuple[list[Mention], list[Claim]]:
    """The mentions and claims of one message; `focus` is carried along a speaker's turns and updated."""
    mentions = technical_mentions(heard)
    claims: list[Claim] = []
    focus.turn()
    labels = lists.labels_of(one.passage for one in heard.passages)
    last: list[Claim] = []
    for place, sentence in enumerate(sentences):
        reading = Reading(heard.message, sentence, ontology, focus, read_clauses(sentence), project)
        before = len(claims)
        mentions.extend(mentions_of(reading))
        said = [
            of_project(claim, project)
            for claim in read_sentence(reading, grammar, labels.get(sentence.passage.places[0], ""))
        ]
        in_full = [
            Reading(heard.message, short, ontology, focus, read_clauses(short), project)
            for short in sentence.restated
        ]
        listens = focus.asked and focus.asked[1] != heard.message.role
        if not said and listens and reading.by_user:
            said = list(answer(focus.asked[0], reading))
            in_full = [full for full in in_full if not said or full.sentence.passage.kind != ANSWER]
        laid = {
            id(full): read_sentence(full, grammar) for full in in_full if full.sentence.passage.kind == ANSWER
        }
        if not said and listens and not any(laid.values()):
            said = list(reply(focus.asked[0], reading))
        if not said and last and not any(laid.values()):
            said = afterthought(reading, sentences[place - 1], last)
            claims = [claim for claim in claims if not (said and any(claim is one for one in last))]
            before = len(claims)
        for full in in_full:
            found = laid[id(full)] if id(full) in laid else read_sentence(full, grammar)
            plainly = full.sentence.passage.kind in {INSTEAD, POINTED}
            if plainly and found:
                said = [one for one in said if not gives_way(one, found)]
            said = [one for one in said if not outdone(one, full.sentence.text, found)]
            said += untold(reading, found, said, plainly=plainly)
            if not said:
                meet_kin(full)
        if not said:
            meet_kin(reading)
        focus.keep(said)
        claims += said
        spliced = [
            full
            for full in in_full
            if full.sentence.passage.kind in {ANSWER, POINTED, GRANTED}
            or full.sentence.text.rstrip(" .") in sentence.text
        ]
        for statement in (*spliced, reading):
            claims += noted.of_sentence(statement, claims[before:])
            claims += stated.of_sentence(statement, claims[before:])
        if heard.message.role == "user":
            told = claims[before:]
            claims += [
                *handed.partings(told),
                *handed.finished(reading, told),
                *outlived.of_sentence(reading),
                *outlived.wedded(told),
                *turned.of_sentence(reading, told),
            ]
        last = said
    question = question_of(list(sentences))
    focus.asked[:] = [question, heard.message.role] if question else []
    said_at = heard.message.sent_at
    kept = without_echoes([claim for claim in distinct(claims) if tells(claim)])
    chosen = [lapsing(claim, said_at) for claim in without_slips(without_purposes(kept))]
    for claim in chosen:
        if claim.mode == "retracts":
            continue  # its place is the whole sentence
        mentions.extend(one for one in (claim.subject, claim.object) if one is not None)
    return merged(mentions), chosen


def of_project(claim: Claim, project: str) -> Claim:
    """A tool's version as one of the project that is talked about: another project has its own."""
    whose = claim.qualifier.partition(" ")[0]
    if claim.predicate != "version_is" or claim.subject.kind not in TOOL or not project or whose == project:
        return claim
    place = f" ({claim.qualifier})"
    text = claim.text.rstrip(".").removesuffix(place)
    label = f"{project} {claim.qualifier}".strip()
    return msgspec.structs.replace(claim, qualifier=label, text=f"{text} ({label}).")


def read_sentence(reading: Reading, grammar: Grammar, label: str = "") -> list[Claim]:
    """The claims of one sentence; `label` is the line above it when it is an item."""
    if reading.sentence.passage.kind == "heading" or NOISE.search(reading.sentence.text):
        return []
    claims: list[Claim] = []
    formed = False
    if not any(clause.question for clause in reading.clauses):
        for of_sentence in OF_SENTENCE:
            found = list(of_sentence(reading))
            formed = formed or (bool(found) and of_sentence in TOLD_BY_FORM)
            claims.extend(found)
    for clause in reading.clauses:
        if clause.question:
            continue
        read = read_clause(reading, implied(reading, clause))
        claims.extend(claim for claim in read if not (formed and claim.predicate in {"did", "has_role"}))
    claims.extend(patterns_naming.of_sentence(reading))  # last: a name alone tells no kind
    claims = [claim for claim in claims if admitted(reading, claim)]
    claims = [claim for claim in second_net(reading, claims) if admitted(reading, claim)]
    claims += unsaid(reading, lists.of_sentence(reading, label), claims)
    claims += [claim for claim in constructed(reading, claims, grammar) if admitted(reading, claim)]
    if not reading.by_user:
        claims += unsaid(reading, reports.of_sentence(reading), claims)
    claims = told_apart(reading, with_dates(reading, claims))
    claims += unsaid(reading, commanded.of_sentence(reading), claims)
    claims += list(orders.of_sentence(reading, claims))
    claims = [not_yet(claim) for claim in purposed(claims)]
    claims += list(let_go.of_sentence(reading, claims))
    claims += list(handed.of_sentence(reading, claims))
    return patterns_correct.taken_back(reading, claims)


def read_clause(reading: Reading, clause: Clause) -> list[Claim]:
    """The claims of one clause; one that gives nothing else may be a dated event or a plan."""
    clause = patterns_time.ahead(reading, clause)
    claims: list[Claim] = []
    for of_clause in OF_CLAUSE:
        found = list(of_clause(reading, clause))
        claims.extend(found)
        if of_clause is not patterns_owner.of_clause and any(
            claim.predicate not in GOES_ON for claim in found
        ):
            return claims
    for of_clause in OF_LIFE:
        if not claims:
            claims = list(of_clause(reading, clause))
    return claims


def taken_for_name(claim: Claim) -> bool:
    """True for a weekday as a place or a label, and a verb as a thing: "padel moved to Sundays", "... and trying"."""
    of, to, label = claim.subject.name.rpartition(" ")[2], claim.object_name, claim.qualifier
    named = {"lives_in": to, "works_at": to, "setting_is": label, "version_is": of, "listens_on": of}
    day = WEEKDAY.fullmatch(named.get(claim.predicate, ""))
    return day is not None or to.lower() in BEGINNING


def admitted(reading: Reading, claim: Claim) -> bool:
    """The assistant is heard about named things only, never about itself or as an echo of the user."""
    if not claim.text or len(claim.text) > 400 or POINTING.match(claim.text):
        return False
    if claim.object is not None and CALLED.match(claim.object.name):
        return False  # "my app is called Tern": it is a name, and no "called Tern" is used
    if claim.predicate == "owns" and claim.value.startswith("to "):
        return False  # "we have to sell the car"
    if taken_for_name(claim):
        return False
    if claim.predicate == "reports_to" and SOFTWARE.search(reading.sentence.text):
        return False  # "the password manager is LastPass"
    if claim.predicate == "uses" and FIGURE.search(claim.object_name):
        return False  # "we dropped the price to 9 euros"
    if claim.predicate == "chose" and LEAVING.match(claim.value):
        return False  # "we're dropping GraphQL": that it is used no longer says it all
    if claim.predicate == "name" and set(claim.value.lower().split()) <= set(
        claim.subject.name.lower().split()
    ):
        return False  # "no wait: staging moved" gives the staging database no name
    if claim.predicate == "version_is" and claim.subject.name.lower() in NEVER_DEPLOYED:
        return False  # "standup is at 10"
    if claim.predicate == "deployed_on" and claim.object is not None and family(claim.object.name) == "ci":
        return False  # "our CI runs on CircleCI": it is used for that, and nothing is served from it
    if reading.by_user:
        return True
    if claim.subject.kind == "technology":
        return claim.predicate == "version_is"
    return (
        claim.subject.kind in CONCRETE
        and claim.predicate in TECHNICAL
        and (claim.object is not None or claim.predicate in VALUED)
    )


def without_purposes(claims: Sequence[Claim]) -> list[Claim]:
    """The claims without those that take a purpose for a thing, or for a trade: "payments go through Adyen" is no need
    of payments, and who "my internet provider is Vodafone" names works as nothing."""
    serves = {
        (one.qualifier.lower(), one.object.name) for one in claims if one.predicate == "uses" and one.object
    }
    named = serves | {(one.qualifier.lower(), one.value) for one in claims if one.predicate == "setting_is"}
    trades = {(f"{purpose}{kind}", name) for purpose, name in named for kind in SUPPLIERS}
    return [
        one
        for one in claims
        if not (one.predicate == "depends_on" and one.object and (one.subject.name.lower(), one.object.name) in serves)
        and not (one.predicate == "has_role" and (one.value.lower(), one.subject.name) in trades)
    ]  # fmt: skip


def distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Claims that say the same of the same are one; the first stays."""
    seen: set[tuple[str, ...]] = set()
    kept: list[Claim] = []
    for claim in claims:
        target = claim.object.name.lower() if claim.object else claim.value.lower()
        key = (claim.subject.name.lower(), claim.predicate, target, claim.mode, claim.qualifier)
        undated = claim.predicate == "has_pet" and claim.object is None and claim.valid_from is None
        if undated and is_named(claim, claims):
            continue
        if key not in seen and target != claim.subject.name.lower():
            seen.add(key)
            kept.append(claim)
    return kept


def is_named(pet: Claim, claims: Sequence[Claim]) -> bool:
    """True for "a new kitten" where another claim tells that the kitten is called Fig."""
    kind = pet.value.lower().split()[-1:]
    return bool(kind) and any(
        f"'s {kind[0]} is called " in one.text.lower()
        for one in claims
        if one.predicate == "has_pet" and one.object is not None and one.subject.name == pet.subject.name
    )


def without_slips(claims: Sequence[Claim]) -> list[Claim]:
    """The claims without those that a later sentence of the same message takes back."""

    def key(claim: Claim) -> tuple[str, ...]:
        shown = claim.object_name
        return claim.subject.name.lower(), claim.predicate, claim.qualifier, shown.lower()

    slips: set[int] = set()
    for place, claim in enumerate(claims):
        if claim.mode == "retracts":
            before = [i for i in range(place) if claims[i].mode == "asserts" and key(claims[i]) == key(claim)]
            slips |= {place, *before} if before else set()
    return [claim for place, claim in enumerate(claims) if place not in slips]


def merged(mentions: Sequence[Mention]) -> list[Mention]:
    """One mention for a place; a later one, which a claim has settled, gives its kind; longer ones win."""
    by_place: dict[tuple[int, int], Mention] = {}
    for mention in mentions:
        by_place[mention.start, mention.end] = mention
    kept: list[Mention] = []
    for mention in sorted(by_place.values(), key=lambda one: (one.start, -one.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept
