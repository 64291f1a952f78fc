"""Clauses become sentences that stand alone: names in place of "I" and "my", dates in place of "yesterday"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.dates import DateMention, written
from graphmem.extract.parse import FINITE as FINITE_VERBS
from graphmem.extract.parse import Word
from graphmem.extract.vocabulary import FAMILY, PRIVATE, TURN_WORDS, third, words

USER_WORDS = {
    "i": "the user", "me": "the user", "my": "the user's", "mine": "the user's",
    "myself": "themselves", "ourselves": "themselves",
    "we": "the user's team", "us": "the user's team", "our": "the team's", "ours": "the team's",
    "you": "the agent", "your": "the agent's", "yours": "the agent's",
}  # fmt: skip
OPEN_WORDS = words("he him his she her hers it its they them their theirs this that these those here there")
FINITE = {
    "am": "is",
    "'m": "is",
    "are": "is",
    "'re": "is",
    "were": "was",
    "have": "has",
    "'ve": "has",
    "do": "does",
}
CONTRACTED = {"'ll": "will", "ca": "can", "'s": "is", "'re": "are", "'ve": "have"}
WRITTEN_OUT = words("is are has have will would")
HAD = words("been got become gone had")  # behind these "'s" is "has"
NO_PREPOSITION = rx.compile(
    r"\b(?:in|on|at|since|until|till|by|before|after|than|through|from|during|for|of|over|around|about|to|between"
    r"|early|late|mid|spent|spend|spending)\s*(?:the)?\s*$",
    re.IGNORECASE,
)

# "She moved in last month": her "in" belongs to no date.
MOVED_IN = rx.compile(
    r"\b(?:mov(?:e|es|ed|ing)|check(?:s|ed|ing)?|hand(?:s|ed|ing)?|sign(?:s|ed|ing)?|settl(?:e|es|ed|ing)|br(?:eak|oke|oken)|kick(?:s|ed)?"
    r"|mine|theirs|it|them|notice) in$",
    re.IGNORECASE,
)

# What belongs to the subject yet: "Marek from ops is leaving".
WHOSE = re.compile(r"^(?:from|at|in|of|on) (?:the )?\w+ (?=(?:is|was|has|had|will)\b)")
# What opens a turn of talk and adds nothing.
OPENERS = rx.compile(
    r"^(?:by the way|(?:best|most|first|worst|last) of all|above all"
    r"|speaking of (?:which|that)|on (?:another|an? \w+) note|as (?:a|an) (?:side|aside) ?note"
    r"|to be honest|for (?:the record|reference|context|what it's worth)|in fact|in case it helps"
    r"|(?:a lot(?:'s| has) happened )?since (?:we|i|you) last \w+|in the meantime|long story short|guess what|good news"
    r"|as i (?:said|mentioned)|like i said|(?:small )?correction(?= ?:))\b[\s,:-]*",
    re.IGNORECASE,
)

# What ties a statement to the talk at its end.
OF_THE_TALK = rx.compile(
    r",?\s+by the way$|,?\s+since (?:we|they|the user|the user's team|their|our|the team's|the user's)\s+last\s+"
    r"(?:chat(?:ted)?|talk(?:ed)?|spoke|met|conversation|catch-?up|call|message)\b",
    re.IGNORECASE,
)


def stand_alone(
    clause: Clause,
    dates: Collection[DateMention],
    said_at: datetime,
    *,
    names: Mapping[int, str],
    subject: str = "",
    drop: Collection[int] = (),
) -> str | None:
    """A clause as a sentence of its own, or None when a word in it points somewhere that is not known.

    `names` gives the name that a pronoun at a place stands for; `subject` is put before a clause that shares the
    subject of another; `drop` names places of words to leave out.
    """
    kept = under_heading([word for word in clause.words if word.i not in drop], dates)
    chosen = trimmed(between_dashes(clause, without_question(behind_lead(clause, kept))))
    if not chosen:
        return None
    pieces: list[str] = []
    first: list[str] = []  # a date in front, which reads better behind
    skip_until = -1
    for place, word in enumerate(chosen):
        if word.start < skip_until or (first and not pieces and word.pos == "PUNCT"):
            continue
        date = next((one for one in dates if one.start <= word.start < one.end), None)
        if date is not None:
            skip_until = date.end
            if pieces and pieces[-1] == "the":
                pieces.pop()
            stranded = pieces[-1:] == ["at"] and is_stranded(chosen[place - 1], date)
            if pieces and pieces[-1] == "at" and date.grain not in {"minute", "second"} and not stranded:
                pieces.pop()  # "at the end of the month" is a day
            before = " ".join(pieces[: len(pieces) - stranded])
            shown = date.text if counts_on(clause, date) else dated(date, before, said_at)
            (pieces or first).append(shown)
            continue
        if (
            word.lower in TURN_WORDS
            and word.dep == "advmod"
            and word.head == clause.verb.i
            and not word.children
        ):
            continue
        spoken = in_third_person(clause, word, names, within=bool(pieces))
        if spoken is None:
            return None
        if pieces and is_left_out(clause, chosen[place - 1], word, drop):
            pieces.append("and")
        if pieces and is_glued(word, chosen[place - 1], spoken):
            pieces[-1] += spoken
        else:
            pieces.append(spoken)
    sentence = OF_THE_TALK.sub("", " ".join(pieces + first).strip(" ,;:-–—"))
    if subject and clause.subject is not None and clause.subject.i not in {word.i for word in chosen}:
        sentence = behind_subject(clause, subject, sentence)
    return finish(sentence)


def is_left_out(clause: Clause, before: Word, word: Word, drop: Collection[int]) -> bool:
    """True where the "and" of "on my shop and some recipes" is missing, which the parser took for the verb's."""
    between = clause.sentence.words[before.i + 1 : word.i]
    listed = before.pos in {"NOUN", "PROPN", "ADV"} and word.pos in {"DET", "ADJ", "NOUN", "PROPN"}
    return listed and [one.lower for one in between] == ["and"] and between[0].i not in drop


def is_stranded(word: Word, date: DateMention) -> bool:
    """True for the "at" of "a school I teach at yesterday", which belongs to no date."""
    return (
        word.lower == "at"
        and re.match(r"(?:yesterday|last|today|tomorrow|next|this|on)\b", date.text) is not None
    )


def without_question(words_: list[Word]) -> list[Word]:
    """The words without what is asked of them at their end: "I'm going to repaint the kitchen, which primer"."""
    comma = next((place for place in range(len(words_) - 1, 1, -1) if words_[place].text == ","), 0)
    behind = words_[comma + 1 :] if comma else []
    asked = (
        bool(behind)
        and behind[0].tag in {"WDT", "WP", "WRB"}
        and behind[0].lower in {"which", "what", "how", "where"}
    )
    return words_[:comma] if asked and not any(word.tag in FINITE_VERBS for word in behind) else words_


# "Some background: we rent a flat" tells that something is told, and no more.
ANNOUNCING = words("background context news update info recap summary")


def behind_lead(clause: Clause, words_: list[Word]) -> list[Word]:
    """The words without what stands in front by itself: "sold the car, we take the train", "new job so I commute"."""
    subject = clause.subject
    colon = next((at for at, word in enumerate(words_[:5]) if word.text == ":"), 0)
    if colon and any(word.lower in ANNOUNCING for word in words_[:colon]):
        words_ = words_[colon + 1 :]
    place = next((at for at, word in enumerate(words_) if subject is not None and word.i == subject.i), 0)
    alone = place > 2 and words_[place - 1].text == "," and words_[place].lower in {"i", "we"}
    if alone and words_[0].tag in {"VBD", "VBN", "VB", "VBP"}:
        return words_[place:]
    own = {word.i for word in clause.sentence.subtree(subject)} if subject is not None and place else set()
    so = next((at for at in range(1, place) if words_[at].lower == "so"), 0)
    opened = so and all(word.i in own for word in words_[so + 1 : place])
    return words_[so + 1 :] if opened and words_[0].pos in {"NOUN", "ADJ", "PROPN"} else words_


def under_heading(words_: list[Word], dates: Collection[DateMention]) -> list[Word]:
    """The words of "On Monday: we released it" without the preposition and the colon of the heading."""
    colon = next((place for place, word in enumerate(words_[:8]) if word.text == ":"), 0)
    if colon < 2 or words_[0].lower not in {"on", "in", "at"}:
        return words_
    heading = words_[1:colon]
    if not any(date.start <= heading[0].start and heading[-1].end <= date.end for date in dates):
        return words_
    return heading + words_[colon + 1 :]


def between_dashes(clause: Clause, words_: list[Word]) -> list[Word]:
    """The words around the verb up to the next dash: "so much happened - I joined a club - it is great"."""
    low, high = 0, len(words_)
    for place, word in enumerate(words_):
        if word.text in {"-", "--", "–", "—"} or (word.text.endswith("-") and len(word.text) > 2):
            spaced = (
                word.i + 1 >= len(clause.sentence.words) or clause.sentence.words[word.i + 1].start > word.end
            )
            if not spaced:
                continue
            if word.i < clause.verb.i:
                low = place + 1
            else:
                high = min(high, place + (word.text[-1] != word.text[0]))  # "faith-" is a word with a dash
    return words_[low:high]


def trimmed(words_: list[Word]) -> list[Word]:
    """The words without what only ties the sentence to the talk: "and", "by the way", "actually"."""
    chosen = without_opener(words_)
    while (
        chosen
        and not denies(chosen)
        and not opens_aside(chosen)
        and (
            chosen[0].pos in {"CCONJ", "PUNCT", "INTJ"}
            or chosen[0].dep in {"mark", "cc"}
            or chosen[0].lower in TURN_WORDS
        )
    ):
        chosen = chosen[1:]
    chosen = without_opener(chosen)
    while chosen and chosen[-1].pos in {"PUNCT", "CCONJ"}:
        chosen = chosen[:-1]
    return chosen


def opens_aside(found: Sequence[Word]) -> bool:
    """True for "while waiting, I met him", which has its own "while"."""
    head = next((word for word in found if word.i == found[0].head), None)
    return found[0].dep == "mark" and head is not None and (head.tag, head.dep) == ("VBG", "advcl")


def denies(found: Sequence[Word]) -> bool:
    """True for "no need to run all of it", which denies; "no, run all of it" answers."""
    return len(found) > 1 and found[0].lower == "no" and found[1].pos != "PUNCT"


def without_opener(words_: list[Word]) -> list[Word]:
    """The words without "by the way", "since we last spoke"."""
    opener = OPENERS.match(" ".join(word.text for word in words_))
    return words_[len(opener[0].split()) :] if opener else words_


def counts_on(clause: Clause, date: DateMention) -> bool:
    """True for "for an hour" when it tells how long something takes and not since when it is so."""
    lasting = clause.perfect or any(word.lower == "been" for word in clause.words)
    return date.direction == "for" and not lasting and date.text.lower().startswith("for")


def is_glued(word: Word, before: Word, spoken: str) -> bool:
    """True when a word stands right behind the one before it and is not written out: "do" + "n't"."""
    written_out = spoken in WRITTEN_OUT and word.text.startswith(("'", "’"))
    return spoken == "n't" or (before.end == word.start and not written_out)


def behind_subject(clause: Clause, subject: str, sentence: str) -> str:
    """A clause behind a subject that it shares with another: "is working on the parser"."""
    helped = clause.sentence.below(clause.verb, "aux") or clause.verb.tag != "VBG"
    return f"{subject} {'' if helped else 'is '}{sentence[:1].lower()}{sentence[1:]}"


def in_third_person(clause: Clause, word: Word, names: Mapping[int, str], *, within: bool) -> str | None:
    """One word as somebody else would say it; None for a pronoun that nobody has explained.

    `within` tells that the sentence has begun, so that "my" can be "their".
    """
    if word.i in names:
        return names[word.i]
    lower = word.lower.replace("’", "'")
    mine = speaks_of_me(clause, clause.verb)
    if lower == "our" and is_private(clause, word):
        return "their" if mine and within else "the user's"
    if lower == "our" and within_group(clause, word):
        return "the user's"  # and not "the team's team"
    if lower == "us" and (is_private(clause, clause.subject) or is_of_kin(clause)):
        return "the user"  # "my mum lives with us"
    if word.pos in {"PRON", "DET"} and lower in USER_WORDS:
        return "their" if lower == "my" and mine and within else USER_WORDS[lower]
    firm = word.text in {"it", "It", "they", "They"}  # whatever the parser made of it
    if lower in OPEN_WORDS and (
        firm or word.pos in {"PRON", "DET"} or (word.pos == "ADV" and word.dep != "expl")
    ):
        return word.text if lower in {"that", "there"} and word.dep in {"mark", "expl"} else None
    if word.pos in {"AUX", "VERB"} and speaks_of_me(clause, word):
        if lower in FINITE and not is_joined(clause) and not is_ahead(clause, word):
            return FINITE[lower]
        if lower == "got":
            return word.text  # "I've got some other stuff"
        helped = any(one.i < word.i for one in clause.sentence.below(word, "aux", "auxpass"))
        if is_joined(clause):
            return CONTRACTED.get(lower, word.text)
        present = word.tag == "VBP" or (word.tag == "VB" and (word.i == clause.verb.i or word.dep == "conj"))
        past = word.i == clause.verb.i and clause.tense == "past"
        return third(word.lemma) if present and not helped and not past else CONTRACTED.get(lower, word.text)
    if lower == "'s" and word.pos in {"AUX", "VERB"} and follows(clause, word) in HAD:
        return "has"
    return CONTRACTED.get(lower, word.text) if word.pos in {"AUX", "VERB"} else word.text


def is_ahead(clause: Clause, word: Word) -> bool:
    """True for the "do" of "I'll do my best", which a modal goes before."""
    return any(one.tag == "MD" and one.i < word.i for one in clause.sentence.below(word, "aux"))


def is_joined(clause: Clause) -> bool:
    """True for "my ex and I share custody": the two of them."""
    subject = clause.subject
    before = None if subject is None or subject.i < 2 else clause.sentence.words[subject.i - 1]
    return (
        before is not None and before.lower in {"and", "&"} and any(one.i < before.i for one in clause.words)
        and clause.sentence.words[before.i - 1].pos in {"NOUN", "PROPN"}
    )  # fmt: skip


def follows(clause: Clause, word: Word) -> str:
    """The word behind another one, adverbs left out."""
    behind = (one for one in clause.sentence.words[word.i + 1 : word.i + 4] if one.tag != "RB")
    return next((one.lower for one in behind), "")


def is_private(clause: Clause, word: Word | None) -> bool:
    """True for the "our" of "our wedding": no team has one."""
    noun = word if word is None or word.dep != "poss" else clause.sentence.head(word)
    return noun is not None and noun.lemma.lower() in PRIVATE


def is_of_kin(clause: Clause) -> bool:
    """True for a clause of which somebody's relative is the subject."""
    return clause.subject is not None and clause.subject.lemma.lower() in FAMILY


def within_group(clause: Clause, word: Word) -> bool:
    """True for the "our" of "our team" and "our small company"."""
    return word.dep == "poss" and clause.sentence.head(word).lower in {
        "team",
        "group",
        "squad",
        "company",
        "startup",
    }


def speaks_of_me(clause: Clause, word: Word) -> bool:
    """True for a verb whose subject is "I" or "we", in this clause or in one inside it."""
    sentence = clause.sentence
    verb = sentence.head(word) if word.dep in {"aux", "auxpass"} else word
    if verb.i == clause.verb.i:
        return clause.subject is not None and clause.subject.lower in {"i", "we"}
    if word.tag == "VBP" and word.i and sentence.words[word.i - 1].lower in {"i", "we"}:
        return True  # whatever the parser made of it
    if any(one.lower in {"i", "we"} for one in sentence.below(verb, "nsubj", "nsubjpass")):
        return True
    if verb.dep == "conj" and verb.tag == "VBP" and not sentence.below(verb, "nsubj", "nsubjpass", "expl"):
        return clause.subject is not None and clause.subject.lower in {"i", "we"} and word.pos != "AUX"
    shares = verb.dep == "conj" and verb.tag in {"VBP", "VB"} and verb.pos == "VERB"
    shares = shares and not sentence.below(verb, "nsubj", "nsubjpass", "aux")
    return shares and sentence.head(verb).tag == "VBP" and speaks_of_me(clause, sentence.head(verb))


def dated(date: DateMention, before: str, said_at: datetime) -> str:
    """A date in its place, with a preposition when the words before it bring none."""
    text = written(date, said_at)
    if date.direction == "for":
        return f"since {text}"
    if date.direction == "range":
        joined = " to ".join(text.split(" to ", 1))
        return joined if NO_PREPOSITION.search(before) else f"from {joined}"
    if date.direction == "within":
        return f"{'until' if date.text.lower().startswith('for') else 'by'} {text}"
    moved = MOVED_IN.search(before) is not None
    if NO_PREPOSITION.search(before) and not moved:
        return text
    place = "on" if re.match(r"\d{4}-|the weekend", text) else "during" if moved else "in"
    return f"{place} {text}"


def finish(sentence: str) -> str:
    """A capital at the beginning, one full stop at the end, plain spaces between."""
    text = re.sub(r"\s+([,;!?')\]]|:(?!\d)|\.(?![\w/]))", r"\1", re.sub(r"\s+", " ", sentence)).strip(
        " ,;-–—"
    )
    text = re.sub(r"([(\[])\s+", r"\1", text)
    if not text:
        return ""
    if re.match(
        r"(?:the|a|an|our|their|my|after|before|in|on|at|since|until|when|with|for|some|all|no)\s", text
    ):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!")) else text + "."
