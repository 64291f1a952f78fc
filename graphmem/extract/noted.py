"""What is told plainly and read by nothing else: the statement itself, kept as a note on whom or what it tells of.

People say more than any list of predicates holds: "my husband works away on the rigs", "OTA images are signed with
ed25519". A clause that states something lasting, and of which no other reader has made a claim, becomes one in its own
words: what a person did or plans under these predicates, everything else as `noted`. What points to something unknown
stays unsaid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.construction.told import is_closed, is_told
from graphmem.extract.intended import intends, meant
from graphmem.extract.lived import among_people, busy, introduced, lived, shortened
from graphmem.extract.patterns_happening import phrase_of, replace_end, sentence_of, someone
from graphmem.extract.patterns_time import USUAL, lies_ahead, reworded_ahead
from graphmem.extract.presented import shown
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.restate.spliced import parts_of
from graphmem.extract.unspoken import implied
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import stand_alone, without_opener
from graphmem.extract.worth import FINE, anchors, lasts
from graphmem.model import Claim

BELOW = words("relcl acl pcomp csubj xcomp advcl ccomp")
LEAST, LONGEST = 3, 28  # words of a clause
SHARED = 0.5  # of the words of a statement, such a share in what is claimed already tells it
NOTE = "noted"  # an ontology without this predicate wants no notes
LEADING = frozenset({"INTJ", "PUNCT", "CCONJ"})
NEAR = 40  # characters behind a sentence in which more of it may stand that the parser did not see
LONGEST_TEXT = 300  # characters
CONFIDENCE = 0.6
# What rewording leaves of words that belong together ("and the user'm bridesmaid"), words that point to the speaker,
# and what was only meant to be.
BROKEN = rx.compile(
    r"[Uu]ser['’](?:m|ve|re|ll|d)\b|^(?:[Dd]id|[Dd]oes|[Ww]as|[Ww]ere|[Ii]s|[Aa]re|[Hh]as|[Hh]ave)\b"
    r"|\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Oo]urs?|[Ww]e|us)\b|\b(?:was|were) (?:going|about|supposed|meant) to\b"
    r"|\bthe agent\b|\bused to (?:say|tell|think|believe)\b"
)
TO_DO = rx.compile(r"\[ ?\]\s*$")  # "- [ ] my dentist moved": a box that is to be ticked
LETTER = rx.compile(r"\W*dear\s", re.IGNORECASE)
FILLING = words("the a an of to in on at for with and or is are was were has have had user user's team's")


def of_sentence(reading: Reading, said: Sequence[Claim]) -> Iterator[Claim]:
    """The statements of a sentence that none of the claims `said` of it tells."""
    if NOTE not in reading.ontology.predicates:
        return
    if is_closed(reading) or is_cut(reading) or parts_of(reading.sentence):
        return
    known = {word for claim in said for word in told_by(claim)}
    for clause in reading.clauses:
        claim = next(filter(None, (note_of(reading, told) for told in tellings(reading, clause))), None)
        if claim is not None and not is_known(reading, clause, claim, known):
            reading.remember(claim)
            yield claim
    for clause in shown(reading):
        claim = note_of(reading, clause)
        if claim is not None and not is_known(reading, clause, claim, known):
            reading.remember(claim)
            yield claim


def tellings(reading: Reading, clause: Clause) -> Iterator[Clause]:
    """The clause when what it states is worth keeping; among people also a deed, if need be without its additions."""
    whole = implied(reading, clause) if clause.subject is None and among_people(reading) else clause
    if states(reading, clause) and lasts(reading, clause):
        yield clause
    elif meant(reading, whole):
        yield introduced(reading, whole)
        yield shortened(reading, whole)
    if (lived(reading, whole) or busy(reading, whole)) and states(reading, whole):
        if is_dated_in_front(reading, whole):
            yield shortened(reading, whole)  # a date that moves behind belongs to nothing else there
        yield introduced(reading, whole)
        yield shortened(reading, whole)


def is_dated_in_front(reading: Reading, clause: Clause) -> bool:
    """True for "yesterday I met a woman who had left": its date comes to stand at the end."""
    subject = clause.subject
    return subject is not None and any(date.end <= subject.start for date in reading.dates(clause))


def is_cut(reading: Reading) -> bool:
    """True when not all of the sentence came to the parser, as of "feature/<ticket>", and for a task or a letter."""
    sentence = reading.sentence
    start, end = sentence.passage.source(sentence.start, sentence.end)
    if TO_DO.search(reading.message.text[max(0, start - NEAR) : start]) or LETTER.match(sentence.text):
        return True
    behind = reading.message.text[end : end + NEAR].partition("\n")[0]
    return bool(re.search(r"[<>{}]", reading.message.text[start:end] + behind))


def states(reading: Reading, clause: Clause) -> bool:
    """True for a clause of its own that tells what is, was or will be so."""
    subject, verb = clause.subject, clause.verb
    if clause.question or clause.imperative or not clause.real or verb.dep in BELOW or subject is None:
        return False
    if clause.modal not in {"", "will", "'ll", "wo"} or clause.ended or clause.aspect not in {"", "keep"}:
        return False
    helped = bool(reading.sentence.below(verb, "aux", "auxpass"))
    bare = verb.tag == "VB" or (verb.tag in {"VBG", "VBN"} and subject.i >= 0)
    if not LEAST <= len(clause.words) <= LONGEST or (bare and not helped):
        return False
    if clause.lemma == "be" and any(word.lower in {"me", "us", "you"} for word in clause.complements):
        return False  # "music is just me"
    if is_headless(clause) or (is_lent(clause) and verb.tag in {"VB", "VBP"} and not helped):
        return False  # "otherwise surprise me": nobody's doing
    if subject.lower in {"i", "we"} and verb.tag == "VBZ":
        return False  # "'cause nature brings peace"
    if subject.lower == "we" and any(
        word.lower == "all" and word.i == subject.i + 1 for word in clause.words
    ):
        return False  # "we all walk our separate ways" is of everybody
    if verb.lemma == "do" and "so" in clause.adverbs:
        return False  # "so does having friends"
    if subject.tag == "VBG" and any(one.lower == "do" for one in reading.sentence.below(verb, "aux")):
        return False  # "finding peace is key - don't give up"
    if not is_lent(clause) and leads(reading, clause):
        return False
    inside = [word.i for word in clause.words]
    return is_told(reading, reading.sentence.words, min(inside), max(inside))


def leads(reading: Reading, clause: Clause) -> bool:
    """True when a noun, but no "in my spare time", stands in front of the subject: "no time any more, I stopped"."""
    subject = clause.subject
    if subject is None:
        return False
    own = {word.i for word in reading.sentence.subtree(subject)}
    first = next((word for word in without_opener(clause.words) if word.pos not in LEADING), clause.words[0])
    if first.pos in {"ADP", "SCONJ"}:
        return False  # "at the fair I had a row with somebody"
    opened = first.i
    if any(word.i == subject.i - 1 and word.lower == "and" for word in clause.words):
        return False  # "my ex and I share custody"
    if (
        reading.is_date(clause.words[0], clause)
        and clause.words[0].i in own
        and subject.i > clause.words[0].i
    ):
        return True  # "since 1 february staging has been": the date is no part of the name
    return any(
        word.pos in {"NOUN", "PROPN"} and word.i not in own and not reading.is_date(word, clause)
        for word in clause.words
        if opened <= word.i < subject.i
    )


def is_lent(clause: Clause) -> bool:
    """True when the subject stands with another verb."""
    return clause.subject is not None and clause.subject.i not in {word.i for word in clause.words}


def is_headless(clause: Clause) -> bool:
    """True for "did my first 10k", where the parser took what was done for who did it."""
    return not is_lent(clause) and clause.words[0].pos in {"VERB", "AUX"}


def is_known(reading: Reading, clause: Clause, note: Claim, known: set[str]) -> bool:
    """True when most of what a statement is about, or most of its words, is told by claims of its sentence."""
    subject = clause.subject
    about_ = anchors(reading, clause)
    if not about_ and subject is not None and subject.lower not in {"i", "we"}:
        about_ = {subject.lower}
    texts = (" ".join(about_), note.text, " ".join(word.text for word in clause.words))
    return any(len(own & known) >= SHARED * len(own) for own in map(content, texts) if own)


def told_by(claim: Claim) -> set[str]:
    """The words of what a claim tells."""
    shown = claim.object_name
    if claim.predicate == "let_go":
        return content(shown) if shown != "live" else set()  # "Grandpa moved into assisted living"
    if claim.predicate == "born_on":
        shown += " birthday"
    return content(f"{claim.subject.name} {shown} {claim.text}")


def content(text: str) -> set[str]:
    """The words of a text that tell something, without their endings."""
    found = {word.strip(".,:;()'\"").lower() for word in text.split()}
    return {re.sub(r"(?<=\w{3})(?:ing|ed|es|s|e)$", "", word) for word in found - FILLING if word}


def note_of(reading: Reading, clause: Clause) -> Claim | None:
    """The clause as a sentence of its own: what a person did or plans, or a note."""
    subject = clause.subject
    if subject is not None and is_lent(clause) and clause.verb in reading.sentence.subtree(subject):
        return None  # "sources that provide news and updates": it only says more of its subject
    alive = someone(reading, clause)
    party = alive or about(reading, clause)
    now, coming = clause.tense == "present", replace(clause, tense="future")
    if now and clause.adverbs & USUAL and reading.dates(coming):
        return None  # "in autumn" is each autumn
    if now and any(date.grain in FINE for date in (*reading.dates(clause), *reading.dates(coming))):
        return habit_of(reading, clause, alive)
    aim = now and (intends(reading, clause) or meant(reading, clause))
    ahead = clause.tense == "future" or aim or (now and lies_ahead(reading, clause))
    told = coming if ahead else clause
    text = reworded_ahead(reading, told, party) if ahead else sentence_of(reading, clause, party)
    predicate = NOTE
    goes_on = now or (clause.perfect and any(date.direction == "since" for date in reading.dates(clause)))
    if alive is not None and not clause.negated and (ahead or not goes_on):
        predicate = "plans" if ahead else "did"
    text = (text or "").replace(f" {clause.verb.text.title()} ", f" {clause.verb.lower} ", 1)
    when = replace_end(reading.when(told))
    return in_own_words(reading, party, predicate, text, when=when, personal=alive is not None)


def habit_of(reading: Reading, clause: Clause, party: Party | None) -> Claim | None:
    """A clause with a time of day, which comes round every day: what somebody does not do then is so for long."""
    if party is None or not clause.negated:
        return None
    dates = [date for date in reading.dates(clause) if date.grain not in FINE]
    text = stand_alone(
        clause, dates, reading.said_at, names=reading.names(clause, party), subject=party.shown
    )
    return in_own_words(reading, party, NOTE, text or "", when=When(), personal=True)


def in_own_words(
    reading: Reading, party: Party, predicate: str, text: str, *, when: When, personal: bool
) -> Claim | None:
    """The claim that a text makes by itself; None when it is too long, or a word of it points to what is not known.

    The value of a `personal` one is what it tells of its party, that of another the whole text.
    """
    if predicate == "did" and when.start is not None and when.start > reading.said_at:
        when = When()  # "landed a contract, starting in September"
    if not text or len(text) > LONGEST_TEXT or BROKEN.search(text):
        return None
    return reading.draft(
        party,
        predicate,
        text[:1].upper() + text[1:],
        value=phrase_of(text, party) if personal else text.rstrip("."),
        when=when,
        confidence=CONFIDENCE,
    )


def about(reading: Reading, clause: Clause) -> Party:
    """What a statement about no person is about: a thing that has a name, or the user who tells of it."""
    party = reading.party(clause.subject)
    if party is not None:
        return party
    subject = clause.subject or clause.verb
    shown = reading.sentence.stretch(reading.sentence.subtree(subject)) if is_lent(clause) else ""
    return reading.speaker(clause.words[0])._replace(shown=shown)
