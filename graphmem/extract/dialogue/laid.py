"""An answer laid into its question: "How long have you been married?" - "Five years" is "I have been married for five
years".

What comes out is a plain statement of the one who answers; the readers take it from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.dates import find_dates
from graphmem.extract.dialogue.fragment import (
    BE,
    MOMENT,
    NUMBER,
    OFTEN,
    REASONS,
    Fragment,
    YesOrNo,
    is_thing,
    text_of,
)
from graphmem.extract.dialogue.picked import any_of, either
from graphmem.extract.dialogue.question import HAVE, KINDS, Question
from graphmem.extract.dialogue.turned import Turned
from graphmem.extract.parse import Word
from graphmem.extract.restate.segments import Statement
from graphmem.extract.vocabulary import FAMILY, words

SPAN = rx.compile(
    r"^(?:for |about |around |almost |nearly |over |roughly |just |only |more than |like |maybe )*"
    r"(?P<n>\d+(?:\.\d)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple(?: of)?|a few"
    r"|half an?)"
    r"(?:ish)? (?P<u>(?:minute|hour|day|week|month|year|decade)s?)\b",
)
YEAR = rx.compile(r"^(?:in |since )?(?:19|20)\d\d$")
SHOWS = words("concert show gig book song album painting piece track")
TO = words("go move travel fly drive head run send ship deploy migrate write move walk")
ON = words("deploy host run live store serve")
IN = words("in at on near from to around by outside downtown inside under over behind")


def laid(question: Question, answer: Fragment, names: Mapping[int, str]) -> Iterator[Statement]:
    """The statements that some words make which answer a question; `names` stand for words that point to something."""
    asked = Turned(question, names)
    if not asked.stands:
        return
    rule = RULES.get(question.about)
    if rule is not None:
        yield from rule(asked, answer)


def confirmed(
    question: Question, answer: YesOrNo, names: Mapping[int, str], *, agent: bool
) -> Iterator[Statement]:
    """What yes or no makes of a question; an `agent` asks what was done for the moment that it works in."""
    asked = Turned(question, names)
    if not asked.stands or question.about or (answer.yes and asked.open):
        return
    happened = question.helper in HAVE or (question.helper == "did" and asked.who not in {"i", "we"})
    if agent and happened:
        return
    doing = question.verb is not None and question.verb.tag == "VBG"
    if answer.yes and doing and not any(word.lower in {"still", "currently"} for word in question.adverbs):
        return  # "are you using colours": at the moment
    if answer.yes:
        yield asked.statement()
    else:
        yield asked.denied()


def lasted(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "How long have you been married?" - "Five years", "since 2019"."""
    text = text_of(answer.words)
    span = SPAN.search(text.lower())
    perfect = asked.helper() in {"have", "has"}
    if span is not None and (perfect or asked.question.helper == "did"):
        end = next(
            (i for i in range(len(answer.words)) if len(text_of(answer.words[: i + 1])) >= span.end()), 0
        )
        first = 1 if answer.words[0].lower == "for" else 0
        yield (*asked.statement(), "for", answer.words[first : end + 1])
    elif perfect and YEAR.search(text.lower()):
        yield (*asked.statement(), "since", answer.words[-1:])
    elif perfect and answer.words[0].lower == "since" and len(answer.words) > 1:
        yield (*asked.statement(), answer.words)


def when(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "When did you start running?" - "Last March"."""
    text = text_of(answer.words)
    if not (find_dates(text, MOMENT) or YEAR.search(text)) or not asked.question.subject:
        return
    if asked.question.verb is None:
        if asked.helper() == "is" and not asked.question.rest:
            yield (
                *asked.statement(),
                *(() if answer.words[0].pos in {"ADP", "ADV"} else ("on",)),
                answer.words,
            )
        return
    bare = len(answer.words) == 1 and (answer.words[0].text[:1].isupper() or YEAR.search(text) is not None)
    month = bare and answer.words[0].pos in {"PROPN", "NUM"} and not text.lower().endswith("day")
    yield (*asked.statement(), *(("in",) if month else ()), answer.words)


def where(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "Where did you grow up?" - "Leeds"."""
    question = asked.question
    if not question.subject or len(answer.words) > 6:
        return
    rest = list(question.rest)
    stranded = rest[-1].lower if rest and rest[-1].lower in {"from", "to"} else ""
    own = answer.words[0].lower in IN
    named = all(
        word.pos in {"PROPN", "NOUN", "DET", "ADP", "PUNCT", "CCONJ", "ADJ", "NUM"} for word in answer.words
    )
    if not named or (
        question.verb is None and not stranded and question.helper not in {"is", "are", "'s", "’s"}
    ):
        return
    if stranded:
        words_ = answer.words[1:] if own else answer.words
        yield (*asked.statement(), words_)
        return
    lemma = question.verb.lemma.lower() if question.verb else "be"
    named_place = answer.words[0].pos == "PROPN" or answer.words[0].technical is not None
    if not own and not (named_place or answer.words[0].pos == "DET"):
        return
    at = (
        ()
        if own
        else ("to",)
        if lemma in TO - ON
        else ("on",)
        if lemma in ON and lemma != "live"
        else ("in",)
    )
    behind = asked.text(rest)
    if behind and find_dates(behind, MOMENT):
        yield (*asked.statement(rest=()), *at, answer.words, behind)
    else:
        yield (*asked.statement(), *at, answer.words)


def often(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "How often do you run?" - "Three times a week"."""
    if asked.question.verb is not None and OFTEN.search(text_of(answer.words).lower()):
        yield (*asked.statement(), answer.words)


def old(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "How old is your son?" - "five"."""
    first = next((word for word in answer.words if word.lower not in {"he", "she", "is", "'s"}), None)
    if first is None or asked.helper() not in {"is", "am"} or asked.question.rest:
        return
    number = first.text.isdigit() or (first.lower in NUMBER and first.lower not in {"a", "an"})
    if number and len(answer.words) <= 3:
        ends = (
            ()
            if answer.words[-1].lower == "old"
            else ("old",)
            if "year" in text_of(answer.words)
            else ("years old",)
        )
        yield (asked.subject, asked.helper(), answer.words, *ends)


def many(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "How many kids do you have?" - "Two"."""
    question = asked.question
    if question.verb is None or not question.subject:
        return
    first = answer.words[0]
    if not question.noun:
        price = first.pos in {"NUM", "SYM"} and len(answer.words) in {2, 3} and question.about == "how much"
        if price:
            yield from gap(asked, answer.words)
        return
    if len(answer.words) == 1 and (first.text.isdigit() or first.lower in NUMBER):
        subject, *rest = asked.statement(rest=())
        yield (subject, *rest, answer.words, asked.text(question.noun), asked.text(question.rest))


def why(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "Why did you pick Postgres?" - "Because we needed JSON"."""
    if not asked.question.subject or asked.question.verb is None:
        return
    first = answer.words[0]
    if first.lower in REASONS - {"since"} and len(answer.words) > 2:
        yield (*asked.statement(), "because", answer.words[1:])
    elif first.lower == "for" or (first.lower == "to" and answer.words[1:2] and answer.words[1].tag == "VB"):
        yield (*asked.statement(), answer.words)


def who(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "Who owns billing?" - "Priya"; "who do you work with?" - "my brother"."""
    if not is_someone(answer.words):
        return
    question = asked.question
    if not question.subject:
        if question.verb is not None:
            both = any(word.lower == "and" for word in answer.words) and question.verb.tag == "VBZ"
            verb = question.verb.lemma.lower() if both else question.verb.text
            yield (answer.words, verb, asked.text(question.rest))
    elif question.verb is None and not question.rest and question.helper in BE:
        yield (asked.subject, asked.helper(), answer.words)
    elif question.verb is not None and question.verb.lemma.lower() not in {"go", "come"}:
        yield from gap(asked, answer.words)


def is_someone(found: Sequence[Word]) -> bool:
    """True for a name, "my wife", "the platform team"."""
    if len(found) > 8:
        return False
    first, last = found[0], found[-1]
    if first.lower in {"my", "our"}:
        return last.lemma.lower() in FAMILY or last.pos in {"NOUN", "PROPN"}
    named = all(word.pos == "PROPN" or word.lower in {"and", ",", "from", "in", "the", "&"} for word in found)
    return (named and last.text[:1].isupper()) or (
        first.lower == "the" and last.lower in {"team", "guild", "squad"}
    )


def what(asked: Turned, answer: Fragment) -> Iterator[Statement]:
    """ "Which database do you use?" - "Postgres"; "what's your dog called?" - "Rex"."""
    question, found = asked.question, answer.words
    if not is_thing(found):
        return
    if found[0].text.isdigit() or (len(found) == 1 and found[0].pos == "NUM"):
        if "port" in {word.lower for word in question.noun} and question.subject and len(found) == 1:
            yield (asked.subject, "listens" if asked.who == "one" else "listen", "on port", found)
        return
    kind = bool(question.noun) and question.noun[0].lower in KINDS
    noun = [word for word in question.noun if word.lower not in KINDS | {"of", "one", "ones"}]
    alone = len(found) == 1 and found[0].pos == "ADJ"
    coloured = alone and question.verb is None and not question.rest and is_coloured(question.subject)
    if alone and not noun and not coloured:
        return
    pieces: Statement = (found, asked.text(noun)) if alone and noun else (found,)
    ones = next(
        (i for i, word in enumerate(found) if word.lower in {"ones", "one"} and word.pos == "NOUN"), -1
    )
    if ones > 0 and (kind or not noun):
        return
    if ones > 0:
        pieces = (found[:ones], asked.text(noun), found[ones + 1 :])
    if question.subject:
        yield from named(asked, answer, pieces, counted=bool(noun))
    elif question.verb is not None and noun:
        yield (*pieces, question.verb.text, asked.text(question.rest))


def is_coloured(subject: Sequence[Word]) -> bool:
    """True for what a colour can be: "your favourite colour"."""
    return bool(subject) and subject[-1].lemma.lower() in {"color", "colour"}


def named(asked: Turned, answer: Fragment, pieces: Statement, *, counted: bool) -> Iterator[Statement]:
    """What the subject is, is called, or does with what is named."""
    question, verb = asked.question, asked.question.verb
    called = verb is not None and verb.lower in {"called", "named"}
    if asked.its_own:
        by = ("by",) if question.noun[-1].lemma.lower() in SHOWS and answer.words[0].pos == "PROPN" else ()
        noun = [word for word in question.noun if word.lower not in KINDS | {"of"}]
        yield (f"the {asked.text(noun)}", asked.helper(), *by, *pieces)
        return
    if called or (verb is None and not question.rest):
        if asked.who != "i" or called:
            yield (asked.subject, asked.helper(), *((verb.text,) if verb is not None else ()), *pieces)
        return
    if answer.being:
        return  # "what do you love about it?" - "it's a chance to": no thing is named
    if verb is not None and verb.lemma.lower() in {"call", "name"} and question.rest:
        yield (asked.text(question.rest), "is called", *pieces)
        return
    empty = verb is not None and verb.lemma.lower() in {"do", "be"}
    if not empty or (counted and answer.words[-1].tag in {"VBG", "NN"} and question.helper == "do"):
        yield from gap(asked, *pieces)


def gap(asked: Turned, *pieces: Sequence[Word] | str) -> Iterator[Statement]:
    """The answer in the place that the question leaves open: behind the verb, or behind what stands last."""
    rest = list(asked.question.rest)
    if rest and rest[-1].pos in {"ADP", "PART"} and rest[-1].dep in {"prep", "prt", "ROOT", "advmod"}:
        yield (*asked.statement(), *pieces)
    elif asked.question.verb is not None:
        yield tuple(one for one in (*asked.statement(rest=()), *pieces, asked.text(rest)) if one)


RULES = {
    "": either,
    "any": any_of,
    "how long": lasted,
    "how often": often,
    "how old": old,
    "how many": many,
    "how much": many,
    "when": when,
    "where": where,
    "why": why,
    "who": who,
    "what": what,
    "which": what,
}
