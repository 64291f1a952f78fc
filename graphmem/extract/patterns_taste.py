"""Claims about what someone likes, prefers and wants the agent always to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause, with_conjuncts
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, third, words
from graphmem.extract.wording import OPEN_WORDS, USER_WORDS, finish
from graphmem.model import Claim, ClaimMode

# What follows "be", and the preposition behind it; True for fondness.
LEANINGS = {
    ("fond", "of"): True, ("keen", "on"): True, ("crazy", "about"): True, ("passionate", "about"): True,
    ("obsessed", "with"): True, ("sick", "of"): False, ("tired", "of"): False, ("into", ""): True,
    ("addicted", "to"): True, ("wary", "of"): False,
}  # fmt: skip
FAN = rx.compile(
    r"^\W*(?:(?:still|really|definitely|also|and|but|so)\s+)*(not\s+|never\s+(?:been\s+)?)?(?:really\s+)?(?:a\s+|an\s+|the\s+)?"
    r"(?:big|huge|great|massive|biggest)?\s*fan of\b",
    re.IGNORECASE,
)
# Words of a sentence that tells of a taste that was another before.
CHANGED = rx.compile(
    r"\b(?:changed my mind|come (?:a)?round|these days|nowadays|from now on|no longer|by now|(?<!for )now)\b",
    re.IGNORECASE,
)
UNPLACED = frozenset({"spending time"})  # where, with whom?
LIKES = words("like love enjoy adore")
DISLIKES = words("hate dislike detest loathe despise")


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Preferences of whoever is the subject, and standing instructions of the user."""
    if not reading.by_user or clause.verb.quoted or clause.question:
        return
    if clause.imperative or clause.subject is None:
        return
    lemma = clause.lemma
    rather = clause.modal in {"'d", "would"} and (lemma == "prefer" or "rather" in clause.adverbs)
    if not clause.real and not rather and not (clause.modal in {"ca", "can"} and lemma in {"stand", "bear"}):
        return
    if clause.aspect in {"plan", "other"} or clause.tense == "future":
        return
    party = reading.party(clause.subject, ("person",))
    if party is None or party.mention.kind != "person":
        yield from favourite(reading, clause)
        return
    if party.we and not party.group:
        party = party._replace(shown="The user")
    if lemma == "prefer" or (rather and lemma in {"use", "have", "take"}):
        yield from preferring(reading, clause, party)
    elif lemma in LIKES or lemma in DISLIKES or lemma in {"stand", "bear"}:
        yield from liking(reading, clause, party)
    elif lemma == "use" and clause.adverbs & {"always", "never"}:
        yield from habit(reading, clause, party)
    elif (
        clause.adverbs & {"always", "never"}
        and lemma not in {"be", "have", "get", "see", "know"}
        and party.user
    ):
        yield from routine(reading, clause, party)
    elif lemma == "be":
        yield from fan(reading, clause, party)
        yield from leaning(reading, clause, party)


def phrase_of(reading: Reading, clause: Clause, word: Word, *, without: tuple[str, ...] = ()) -> str:
    """A noun with all that describes it, or "" when a word in it points elsewhere."""
    branches = frozenset({"conj", "cc", "punct", "advcl", "relcl", "appos", *without})
    part = [
        one for one in reading.sentence.subtree(word, without=branches) if not reading.is_date(one, clause)
    ]
    part = [
        one
        for one in part
        if not (one.dep in {"det", "predet"} and one.head == word.i and one.lower not in {"no", "all"})
    ]
    if part and part[-1].i == word.i and word.i - part[0].i >= len(part):
        part = reading.sentence.words[part[0].i : word.i + 1]  # "hiking and board games" under one head
    pieces: list[str] = []
    for one in part:
        lower = one.lower
        if lower in OPEN_WORDS and one.pos in {"PRON", "DET", "ADV"}:
            return ""
        pieces.append(
            "their"
            if lower in {"my", "our"}
            else USER_WORDS.get(lower, one.text)
            if one.pos == "PRON"
            else one.text
        )
    if word.lemma.lower() in EMPTY_NOUNS and (len(pieces) == 1 or reading.sentence.below(word, "prep")):
        return ""  # "the idea of ..." is a turn of talk, no taste
    text = re.sub(r"\s+([,.;:'’)-])", r"\1", " ".join(pieces))
    text = re.sub(r"([-(])\s+", r"\1", text).strip(" ,.;:")
    return "" if "each other" in text.lower() else text


def verb_phrase(reading: Reading, word: Word) -> str:
    """ "writing tests first" as it stands, or "" when it points elsewhere."""
    part = reading.sentence.subtree(word, without=frozenset({"nsubj", "advcl"}))
    if any(
        one.lower in OPEN_WORDS | {"you", "me", "i", "we", "us"} and one.pos in {"PRON", "DET"}
        for one in part
    ) or (len(part) < 2 and not (word.tag == "VBG" and len(word.text) > 5)):
        return ""
    if any(one.lower in {"i", "we", "you"} for one in reading.sentence.words[part[0].i : part[-1].i]):
        return ""  # "walking with the neighbours I have"
    text = re.split(r"\s[-–—]+(?:\s|$)", reading.sentence.stretch(part))[0].strip(" ,.;:")
    return re.sub(r"\b(?:my|our)\b", "their", text)


def is_described(reading: Reading, word: Word) -> bool:
    """True for "I like my coffee black": how, and not the coffee."""
    spoken = [one for one in reading.sentence.words if one.pos != "PUNCT"]
    return spoken[-1].tag == "JJ" and spoken[-1].i == word.i + 1


def limit_of(reading: Reading, clause: Clause, word: Word, text: str) -> str:
    """ " before 10" of "I hate meetings before 10": when or with what something is liked, or not."""
    behind = reading.sentence.words[word.i + 1 :]
    if not behind or behind[0].lower not in LIMITS or behind[0].head != clause.verb.i:
        return ""
    part = reading.sentence.subtree(behind[0], without=frozenset({"relcl", "advcl", "conj", "cc"}))
    shown = reading.sentence.stretch(part).strip(" ,.;:!")
    pointing = any(one.lower in OPEN_WORDS | {"you", "your"} for one in part)
    return "" if pointing or len(part) > 4 or shown in text else f" {shown}"


def targets(reading: Reading, clause: Clause) -> Iterator[tuple[Word, str]]:
    """What is liked: the objects, or the verb phrase that stands in their place."""
    found = False
    for word in clause.objects:
        if word.lower in PRONOUNS or word.pos == "PRON":
            continue
        first = reading.sentence.head(word) if word.dep == "conj" else word
        dets = {one.lower for one in reading.sentence.below(first, "det", "predet")}
        asks = any(one.lower in {"how", "what", "which"} for one in reading.sentence.subtree(word))
        if asks or is_described(reading, word):
            continue
        if (
            dets & {"the", "this", "that", "these", "those"}
            and clause.lemma != "prefer"
            and word.pos != "PROPN"
        ):
            continue  # "I love the new layout" speaks of what lies before them
        text = phrase_of(reading, clause, word, without=("prep",) if clause.lemma == "prefer" else ())
        if text and clause.lemma != "prefer":
            text += limit_of(reading, clause, word, text)
        if text and text not in UNPLACED:
            found = True
            yield word, text
    if found or clause.objects:
        return
    for word in reading.sentence.below(clause.verb, "ccomp"):
        named = reading.sentence.below(word, "nsubj")
        if word.tag == "VBG" and named and named[0].pos in {"NOUN", "PROPN"} and named[0].i == word.i - 1:
            yield word, reading.sentence.stretch(reading.sentence.subtree(word)).strip(" ,.;:")
    for word in reading.sentence.below(clause.verb, "xcomp", "ccomp"):
        if not reading.sentence.below(word, "nsubj"):
            text = verb_phrase(reading, word)
            if text and text not in UNPLACED:
                yield word, text


def made(
    reading: Reading,
    clause: Clause,
    party: Party,
    predicate: str,
    *,
    target: tuple[Word, str],
    sentence: str,
    mode: ClaimMode = "asserts",
    qualifier: str = "",
    confidence: float = 0.85,
) -> Claim:  # fmt: skip
    """A preference; a named thing becomes an entity, all else stays as it was said."""
    word, text = target
    thing = reading.thing(word) if word.pos in {"NOUN", "PROPN", "X"} or word.technical else None
    kind = ""
    if thing is not None and thing.named and thing.name == text and thing.head.technical != "":
        kind = reading.kind(thing, reading.ontology.predicate(predicate).range)
    return reading.claim(
        party, predicate, finish(sentence), thing=thing if kind else None, kind=kind, value="" if kind else text,
        mode=mode, when=reading.when(clause, ends=mode == "ends"), qualifier=qualifier, confidence=confidence,
    )  # fmt: skip


LIMITS = words("before after without during")
AGAINST = ("over", "to", "than", "instead of")


def preferring(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I prefer tabs over spaces for Go", "I'd rather use pnpm than npm"."""
    over = [phrase_of(reading, clause, word) for word in clause.behind(*AGAINST)]
    other = next((text for text in over if text), "")
    purpose = next((phrase_of(reading, clause, word) for word in clause.behind("for", "in", "when")), "")
    place = next((name for name, _ in clause.prepositions if name in {"for", "in", "when"}), "for")
    # The parser hangs the one below the other, whichever stands first: each is said once.
    other = other.removesuffix(f" {place} {purpose}")
    for sign in AGAINST:
        purpose = purpose.removesuffix(f" {sign} {other}")
    for word, told in targets(reading, clause):
        text = told
        for sign in AGAINST if other else ():
            text = text.removesuffix(f" {sign} {other}")
        against = f" over {other}" if other and f" {other} " not in f" {text} " else ""
        scope = f" {place} {purpose}" if purpose and purpose not in text else ""
        if clause.negated:
            continue
        mode: ClaimMode = "ends" if clause.ended or clause.aspect in {"used", "stop"} else "asserts"
        verb = "no longer prefers" if mode == "ends" else "prefers"
        yield made(
            reading,
            clause,
            party,
            "prefers",
            target=(word, text),
            sentence=f"{party.shown} {verb} {text}{against}{scope}",
            mode=mode,
            qualifier=purpose if scope else "",
            confidence=0.9,
        )
        if other and mode == "asserts" and CHANGED.search(reading.sentence.text):
            yield reading.claim(
                party, "prefers", finish(f"{party.shown} no longer prefers {other}"), value=other, mode="ends",
                qualifier=purpose if scope else "", confidence=0.8,
            )  # fmt: skip


def liking(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I love hiking", "I can't stand ORMs", "I don't like meetings"."""
    if clause.modal in {"would", "'d", "will", "'ll"}:
        return
    never = clause.negated or clause.ended  # "can't stand it anymore" is a dislike that has begun
    bad = clause.lemma in DISLIKES or (clause.lemma in {"stand", "bear"} and never)
    if clause.lemma in {"stand", "bear"} and not never:
        return
    if clause.lemma not in {"stand", "bear"} and clause.negated:
        if bad:
            return
        bad = True
        shown = f"does not {clause.lemma}"
    elif bad and clause.lemma in {"stand", "bear"}:
        shown = f"can't {clause.lemma}"
    else:
        shown = third(clause.lemma)
    if clause.tense == "past" and not clause.perfect and clause.aspect not in {"used", "stop", "start"}:
        return
    over = clause.ended and clause.lemma not in {"stand", "bear"}
    mode: ClaimMode = "ends" if over or clause.aspect in {"used", "stop"} else "asserts"
    if mode == "ends":
        shown = f"no longer {third(clause.lemma)}"
    predicate = "dislikes" if bad else "likes"
    for word, text in targets(reading, clause):
        yield made(
            reading,
            clause,
            party,
            predicate,
            target=(word, text),
            sentence=f"{party.shown} {shown} {text}",
            mode=mode,
        )


def habit(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I always use pnpm", "we never use ORMs"."""
    never = "never" in clause.adverbs or clause.negated
    if never and clause.tense == "past":
        return  # "never used Terraform before" tells of no taste
    for word, text in targets(reading, clause):
        predicate = "dislikes" if never else "prefers"
        often = "never" if never else "always"
        yield made(
            reading,
            clause,
            party,
            predicate,
            target=(word, text),
            sentence=f"{party.shown} {often} uses {text}",
        )


def fan(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I'm a big fan of htmx", "I'm not a fan of meetings"."""
    if not any(word.lower in {"fan", "fond", "lover"} for word in clause.complements):
        return
    for word in clause.behind("of"):
        text = phrase_of(reading, clause, word)
        if text:
            verb = "is not" if clause.negated else "is"
            yield made(
                reading,
                clause,
                party,
                "dislikes" if clause.negated else "likes",
                target=(word, text),
                sentence=f"{party.shown} {verb} a fan of {text}",
            )


@rx.only_where(FAN)
def of_sentence(reading: Reading) -> Iterable[Claim]:
    """ "Not a fan of ORMs": a taste without a verb, which is the user's."""
    sentence = reading.sentence
    found = FAN.match(sentence.text) if reading.by_user else None
    word = next((one for one in sentence.words if one.lower == "fan"), None)
    if found is None or word is None or word.quoted:
        return
    party = reading.user(sentence.words[0])
    clause = Clause(sentence, word, words=sentence.words)
    for preposition in sentence.below(word, "prep"):
        for noun in sentence.below(preposition, "pobj"):
            for one in with_conjuncts(sentence, noun):
                text = phrase_of(reading, clause, one)
                if text:
                    shown = f"The user is {'not ' if found[1] else ''}a fan of {text}"
                    predicate = "dislikes" if found[1] else "likes"
                    yield made(reading, clause, party, predicate, target=(one, text), sentence=shown)


def leaning(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I'm really into film photography", "I'm not keen on meetings", "I'm sick of YAML"."""
    heads = {word.lower for word in clause.complements}
    for (head, preposition), fond in LEANINGS.items():
        if head not in heads and not (not preposition and clause.behind(head)):
            continue
        if clause.negated and not fond:
            continue
        likes = fond != clause.negated
        mode: ClaimMode = "ends" if clause.ended else "asserts"
        for word in clause.behind(preposition or head):
            text = phrase_of(reading, clause, word)
            if word.tag == "VBG":
                text = verb_phrase(reading, word)
            if not text or word.lower in PRONOUNS:
                continue
            verb = "is no longer" if mode == "ends" else "is not" if clause.negated else "is"
            shown = " ".join(one for one in (party.shown, verb, head, preposition, text) if one)
            yield made(
                reading, clause, party, "likes" if likes else "dislikes", target=(word, text), sentence=shown, mode=mode
            )  # fmt: skip


def routine(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I always write tests first"."""
    text = reading.reworded(clause, party)
    if text and len(clause.words) <= 30 and clause.tense == "present" and clause.objects:
        value = re.sub(rf"^{re.escape(party.shown)}\s+", "", text).rstrip(".")
        yield reading.claim(party, "prefers", text, value=value, confidence=0.8)


def favourite(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "My favourite editor is Helix"."""
    subject = clause.subject
    if subject is None or clause.lemma != "be" or clause.negated or clause.tense != "present":
        return
    below = reading.sentence.below(subject)
    mine = [one for one in below if one.lower == "my"]
    which = [one for one in below if one.lower in {"favorite", "favourite", "preferred"}]
    if not mine or not which or subject.lemma.lower() in {"part", "bit", "line"}:
        return
    label = subject.lemma if subject.pos == "NOUN" else subject.text
    label = " ".join([one.text for one in below if one.dep == "compound"] + [label])
    for word in clause.complements:
        text = phrase_of(reading, clause, word)
        if text:
            party = reading.speaker(mine[0])
            yield made(
                reading,
                clause,
                party,
                "favorite_is",
                target=(word, text),
                sentence=f"The user's favourite {label} is {text}",
                qualifier=label,
                confidence=0.9,
            )
            return
