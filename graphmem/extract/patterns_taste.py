"""Claims about what someone likes, prefers and wants the agent always to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphmem.extract.clauses import Clause
from graphmem.extract.parse import Word
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, third, words
from graphmem.extract.wording import OPEN_WORDS, USER_WORDS, finish
from graphmem.model import Claim, ClaimMode

LIKES = words("like love enjoy adore")
DISLIKES = words("hate dislike detest loathe despise")
STANDING = re.compile(
    r"\b(?:always|never|from now on|going forward|in (?:the )?future|every time|by default)\b", re.IGNORECASE
)
REFUSED = re.compile(
    r"^\W*(?:(?:and|but|so|also|oh|ok(?:ay)?|btw|by the way|remember|note)\W+)*(?:please\W+(?:do\s?n[o']?t|don't|never|avoid|stop)|(?:do\s?n[o']?t|don't)\s+(?:ever|please))\b",
    re.IGNORECASE,
)
LEAD_IN = re.compile(
    r"^\W*(?:(?:and|but|so|also|oh|ok(?:ay)?|btw|by the way|please|pls|remember(?:\s+(?:to|that))?|note(?:\s+that)?|from now on|going forward|in (?:the )?future)[\s,:]*)+",
    re.IGNORECASE,
)
# A longer order is a task; so is one that begins with its occasion.
LONGEST = 30
FROM_NOW_ON = re.compile(
    r"^\W*(?:ok(?:ay)?,?\s+)?(?:from now on|going forward|from here on|in (?:the )?future),?\s+(?:please\s+)?"
    r"((?!i\b|we\b|you\b|the\b|it\b|he\b|she\b|they\b|there\b|our\b|my\b|this\b|that\b).+)$",
    re.IGNORECASE,
)
RATHER = re.compile(r",\s+(?:and\s+)?(?:not|never)\s+\w|\binstead of\b|\brather than\b")
TASK = re.compile(r"^\W*(?:when|while|once|after|before|for (?:this|now|the))\b", re.IGNORECASE)
# From the user's mouth into a sentence about both.
TURNED = tuple(
    (re.compile(rf"\b{word}\b"), other)
    for word, other in (
        ("me", "the user"),
        ("I", "the user"),
        ("my", "the user's"),
        ("you", "it"),
        ("your", "its"),
    )
)
GENERIC = words("use add write create commit push put include mention generate install")


def of_sentence(reading: Reading) -> Iterable[Claim]:
    """ "From now on answer in short sentences": the opening says that it is a standing instruction."""
    sentence = reading.sentence
    found = FROM_NOW_ON.match(sentence.text)
    if (
        not reading.by_user
        or not found
        or len(sentence.words) > LONGEST
        or any(word.quoted for word in sentence.words)
    ):
        return
    rest = found[1].strip(" .!,")
    if (
        any(word.lower in OPEN_WORDS and word.pos in {"PRON", "DET"} for word in sentence.words)
        or len(rest.split()) < 2
    ):
        return
    party = Party(reading.speaker(sentence.words[0]).mention, "The user", user=True)
    yield reading.claim(party, "instructs", ordered(rest), value=lowered(rest), confidence=0.9)


def of_clause(reading: Reading, clause: Clause) -> Iterable[Claim]:
    """Preferences of whoever is the subject, and standing instructions of the user."""
    if not reading.by_user or clause.verb.quoted or clause.question:
        return
    if clause.imperative or clause.subject is None:
        yield from instruction(reading, clause)
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
    return re.sub(r"([-(])\s+", r"\1", text).strip(" ,.;:")


def verb_phrase(reading: Reading, word: Word) -> str:
    """ "writing tests first" as it stands, or "" when it points elsewhere."""
    part = reading.sentence.subtree(word, without=frozenset({"nsubj", "advcl"}))
    if (
        any(one.lower in OPEN_WORDS | {"you", "me"} and one.pos in {"PRON", "DET"} for one in part)
        or len(part) < 2
    ):
        return ""
    return reading.sentence.stretch(part).strip(" ,.;:")


def targets(reading: Reading, clause: Clause) -> Iterator[tuple[Word, str]]:
    """What is liked: the objects, or the verb phrase that stands in their place."""
    found = False
    for word in clause.objects:
        if word.lower in PRONOUNS or word.pos == "PRON":
            continue
        text = phrase_of(reading, clause, word, without=("prep",) if clause.lemma == "prefer" else ())
        if text:
            found = True
            yield word, text
    if found or clause.objects:
        return
    for word in reading.sentence.below(clause.verb, "xcomp", "ccomp"):
        if not reading.sentence.below(word, "nsubj"):
            text = verb_phrase(reading, word)
            if text:
                yield word, text


def made(
    reading: Reading, clause: Clause, party: Party, predicate: str, word: Word, text: str, sentence: str,
    *, mode: ClaimMode = "asserts", qualifier: str = "", confidence: float = 0.85,
) -> Claim:  # fmt: skip
    """A preference; a named thing becomes an entity, all else stays as it was said."""
    thing = reading.thing(word) if word.pos in {"NOUN", "PROPN", "X"} or word.technical else None
    kind = ""
    if thing is not None and thing.named and thing.name == text and thing.head.technical != "":
        kind = reading.kind(thing, reading.ontology.predicate(predicate).range)
    return reading.claim(
        party, predicate, finish(sentence), thing=thing if kind else None, kind=kind, value="" if kind else text,
        mode=mode, when=reading.when(clause, ends=mode == "ends"), qualifier=qualifier, confidence=confidence,
    )  # fmt: skip


def preferring(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I prefer tabs over spaces for Go", "I'd rather use pnpm than npm"."""
    over = [phrase_of(reading, clause, word) for word in clause.behind("over", "to", "than", "instead of")]
    other = next((text for text in over if text), "")
    purpose = next((phrase_of(reading, clause, word) for word in clause.behind("for", "in", "when")), "")
    place = next((name for name, _ in clause.prepositions if name in {"for", "in", "when"}), "for")
    for word, text in targets(reading, clause):
        against = f" over {other}" if other and other not in text else ""
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
            word,
            text,
            f"{party.shown} {verb} {text}{against}{scope}",
            mode=mode,
            qualifier=purpose if scope else "",
            confidence=0.9,
        )


def liking(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I love hiking", "I can't stand ORMs", "I don't like meetings"."""
    if clause.modal in {"would", "'d", "will", "'ll"}:
        return
    bad = clause.lemma in DISLIKES or (clause.lemma in {"stand", "bear"} and clause.negated)
    if clause.lemma in {"stand", "bear"} and not clause.negated:
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
    if clause.tense == "past" and not clause.perfect and clause.aspect != "used":
        return
    mode: ClaimMode = "ends" if clause.ended or clause.aspect in {"used", "stop"} else "asserts"
    if mode == "ends":
        shown = f"no longer {third(clause.lemma)}"
    predicate = "dislikes" if bad else "likes"
    for word, text in targets(reading, clause):
        yield made(reading, clause, party, predicate, word, text, f"{party.shown} {shown} {text}", mode=mode)


def habit(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I always use pnpm", "we never use ORMs"."""
    never = "never" in clause.adverbs or clause.negated
    for word, text in targets(reading, clause):
        predicate = "dislikes" if never else "prefers"
        often = "never" if never else "always"
        yield made(reading, clause, party, predicate, word, text, f"{party.shown} {often} uses {text}")


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
                word,
                text,
                f"{party.shown} {verb} a fan of {text}",
            )


def routine(reading: Reading, clause: Clause, party: Party) -> Iterator[Claim]:
    """ "I always write tests first"."""
    text = reading.reworded(clause, party)
    if text and len(clause.words) <= LONGEST and clause.tense == "present" and clause.objects:
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
    if not mine or not which:
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
                word,
                text,
                f"The user's favourite {label} is {text}",
                qualifier=label,
                confidence=0.9,
            )
            return


def instruction(reading: Reading, clause: Clause) -> Iterator[Claim]:
    """ "Always run the tests before you commit", "please don't use emojis in commit messages"."""
    if (
        clause.verb.dep not in {"ROOT", "conj", "ccomp", "parataxis"}
        or clause.verb.tag not in {"VB", "VBP"}
        or clause.modal
    ):
        return
    sentence = reading.sentence
    own = sentence.stretch(clause.words)
    lead = sentence.text[: max(0, clause.words[0].start - sentence.start)] if clause.words else ""
    standing = (
        bool(STANDING.search(own))
        or bool(STANDING.search(lead))
        or bool(REFUSED.match(own))
        or bool(REFUSED.match(sentence.text) and clause.verb.dep == "ROOT")
    )
    standing = standing or (
        clause.lemma in {"stop", "avoid"} and clause.verb.dep == "ROOT" and gives_up(reading, clause)
    )
    standing = standing or (clause.lemma == "use" and bool(RATHER.search(own)) and general(reading, clause))
    if not standing and not (clause.negated and clause.lemma in GENERIC and general(reading, clause)):
        return
    if any(word.lower in OPEN_WORDS and word.pos in {"PRON", "DET"} for word in clause.words):
        return
    if len(clause.words) > LONGEST or any(word.quoted for word in clause.words) or TASK.match(own):
        return
    text = LEAD_IN.sub("", own).strip(" ,.;:!")
    if len(text.split()) < 2 or clause.lemma in {"mind", "worry", "forget", "know", "get", "let", "be"}:
        return
    party = Party(reading.speaker(clause.words[0]).mention, "The user", user=True)
    yield reading.claim(party, "instructs", ordered(text), value=lowered(text), confidence=0.9)


def ordered(text: str) -> str:
    """An order as a sentence about it: "don't use emojis" -> "The user wants the agent never to use emojis."."""
    rest = re.sub(
        r"^(?:please\s+)?(?:(?:don't|do not|never)\s+(?:ever\s+)?|stop\s+(?=\w+ing\b))",
        "",
        text,
        flags=re.IGNORECASE,
    )
    if re.match(r"stop\s+\w+ing\b", text, re.IGNORECASE):
        shown = f"The user wants the agent to stop {rest}"
    elif rest != text:
        shown = f"The user wants the agent never to {rest}"
    else:
        shown = f"The user wants the agent to {lowered(text)}"
    for pattern, word in TURNED:
        shown = pattern.sub(word, shown)
    return finish(shown)


def gives_up(reading: Reading, clause: Clause) -> bool:
    """ "Stop adding emojis", but not "stop the server"."""
    inner = reading.sentence.below(clause.verb, "xcomp", "dobj")
    return any(
        one.tag == "VBG" and any(noun.tag == "NNS" for noun in reading.sentence.below(one, "dobj"))
        for one in inner
    )


def general(reading: Reading, clause: Clause) -> bool:
    """True when a refusal is about things in general and not about this one here."""
    return bool(clause.objects) and all(
        word.tag in {"NNS", "NN", "NNP", "NNPS"} and not any(one.dep in {"det", "poss"} and one.lower not in {"any", "a"} for one in reading.sentence.below(word))
        for word in clause.objects
    )  # fmt: skip


def lowered(text: str) -> str:
    """The text with a small first letter, unless its first word is a name."""
    return text[0].lower() + text[1:] if len(text) > 1 and not text[1].isupper() else text
