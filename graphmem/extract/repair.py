"""Corrections of a parse where small models err in the same way again and again; words in, the same words better."""

from __future__ import annotations

import re
from typing import Any

from graphmem.extract.date_words import MONTHS, WEEKDAYS
from graphmem.extract.holidays import NAMES
from graphmem.extract.parse import FINITE, Word
from graphmem.extract.vocabulary import FAMILY, ONLY_PAST, words

# Verbs that a model takes for plural nouns behind "and": "depends on Kafka and talks to Redis".
NOUNLIKE = words(
    "talk run call listen write read work live use need play own lead manage depend serve test host build"
    " love like hate enjoy study teach speak report"
)
NAMING = words("called named")
# Behind these nothing is owned, and from those on another statement may stand.
PREDICATES = words(
    "in at on with from off out back home away over gone down up not still a an the no about around under between"
    " abroad upstairs downstairs going getting moving"
)
# What somebody is doing, where the words would as well be of what they own: "my daughter's learning the violin".
DOINGS = words(
    "learning training studying working living playing taking seeing dating having doing coming leaving"
    " starting staying"
    " visiting trying looking teaching planning turning recovering struggling reading writing building using running"
    " applying saving expecting finishing retiring travelling traveling thinking switching switched"
)
CLAUSES = words("and but so because since while when where who which that although though if as until")
# What a capital of a date may be; another capital beside one is a name.
OF_DATES = frozenset(
    {
        *MONTHS,
        *WEEKDAYS,
        "spring",
        "summer",
        "autumn",
        "fall",
        "winter",
        "day",
        "night",
        "eve",
        "week",
        "weekend",
        "year",
    }
) | {part for name in NAMES for part in name.replace("'", " '").split()}
NAMES_TOO = words("april may june august")
# What is told as a count, of which these words are none.
COUNTS = frozenset({"ORDINAL", "CARDINAL", "QUANTITY", "PERCENT", "MONEY"})
COUNTED = words(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen"
    " half quarter"
    " first second third fourth fifth sixth seventh eighth ninth tenth dollar dollars euro euros pound pounds percent"
    " usd eur gbp both none all least about around over nearly"
)


def is_name(word: Word) -> bool:
    """True for a capitalised word that counts nothing."""
    plain = word.lower.replace("-", "")
    return (
        word.text[:1].isupper()
        and plain.isalpha()
        and not any(part in COUNTED for part in word.lower.split("-"))
    )


def with_whole_id(model: Any) -> Any:
    """The model with "id" as one word: "the ticket id" is no "I'd" (speech.py knows where that is meant)."""
    rules = model.tokenizer.rules or {}
    model.tokenizer.rules = {word: rule for word, rule in rules.items() if word.lower() != "id"}
    return model


def known_name(word: Word) -> None:
    """The parser takes "Node 20" for a date and "FastAPI" for a pronoun."""
    if word.text != word.text.title() or word.entity in {"DATE", "CARDINAL", "TIME"}:
        word.entity = ""
    if word.pos in {"PRON", "PUNCT", "DET", "INTJ", "X", "NUM", "SYM"}:
        word.pos, word.tag = "PROPN", "NNP"


def repair(words_: list[Word]) -> None:
    """Put right what can be seen to be wrong, in place; children are not known yet."""
    for word in words_:
        if word.pos == "PUNCT" and word.technical is None and re.search(r"[^\W\d_]", word.text[:20]):
            word.pos, word.tag = "PROPN", "NNP"  # "ActiveMQ" at an end is no full stop
        if word.entity in COUNTS and word.pos == "PROPN" and is_name(word):
            word.entity = ""  # "Oakhurst" is no ordinal
        if word.tag in {"VBP", "VB"} and word.lower in ONLY_PAST:
            word.tag, word.lemma = "VBD", ONLY_PAST[word.lower]  # "we rewrote the importer"
        if word.i == 0 and word.pos == "PROPN" and word.dep == "ROOT" and word.lower in ONLY_PAST:
            begins_with_past(words_, word)
        mistaken(words_, word)


def mistaken(words_: list[Word], word: Word) -> None:
    """Mend a word whose role in the sentence a parser has mistaken."""
    if word.tag == "NNS" and word.dep == "conj" and word.i + 1 < len(words_):
        joined_verb(words_, word)
    elif word.lower == "got" and word.tag in {"VBN", "VBD"}:
        have_got(words_, word)
    elif word.tag == "JJ" and word.dep == "dobj":
        describes(words_, word)
    elif word.entity == "DATE" and word.pos == "PROPN":
        name_in_date(words_, word)
    elif word.tag in {"VBZ", "VBD"} and word.i > 2:
        own_subject(words_, word)
        left_out_that(words_, word)
    elif word.lower in NAMING and word.tag == "VBN" and word.i > 1:
        is_called(words_, word)
    elif word.tag == "POS" and word.lower in {"'s", "’s"}:
        is_doing(words_, word)
        is_verb(words_, word)
    elif word.lower == "type" and word.pos == "NOUN" and word.dep == "ROOT":
        have_type(words_, word)


def begins_with_past(words_: list[Word], word: Word) -> None:
    """ "Met a baker at the market": in front of an article stands no name, but a verb without its "I"."""
    if len(words_) < 3 or words_[1].tag not in {"DT", "PRP$"}:
        return
    word.pos, word.tag, word.lemma, word.entity = "VERB", "VBD", ONLY_PAST[word.lower], ""
    for one in words_:
        if one.head == 0 and one.dep == "appos":
            one.dep = "dobj"


def joined_verb(words_: list[Word], word: Word) -> None:
    """ "depends on Kafka and talks to Redis": a verb beside the verb, no noun beside the noun."""
    before, after = words_[word.i - 1], words_[word.i + 1]
    lemma = re.sub(r"s$", "", word.lower)
    if before.lower != "and" or lemma not in NOUNLIKE or not (after.pos == "ADP" or after.lower == "to"):
        return
    above = words_[word.head]
    while above.head != above.i and above.pos not in {"VERB", "AUX"}:
        above = words_[above.head]
    if above.pos not in {"VERB", "AUX"} or above.i > word.i:
        return
    word.tag, word.pos, word.lemma, word.head = "VBZ", "VERB", lemma, above.i
    if before.dep == "cc":
        before.head = above.i


def own_subject(words_: list[Word], verb: Word) -> None:
    """ "Lena lives in Faro and Omar lives in Leeds": before the second verb stands its subject, no second town."""
    noun = words_[verb.i - 1]
    served = any(one.head == verb.i and one.dep in {"nsubj", "nsubjpass", "expl", "csubj"} for one in words_)
    if (
        noun.dep != "conj"
        or noun.pos not in {"NOUN", "PROPN"}
        or served
        or verb.dep in {"relcl", "acl", "ROOT"}
    ):
        return
    first = noun.i
    while (
        first
        and words_[first - 1].head == noun.i
        and words_[first - 1].dep in {"compound", "det", "poss", "amod"}
    ):
        first -= 1
    joint, above = words_[first - 1] if first else noun, words_[noun.head]
    while above.head != above.i and above.pos not in {"VERB", "AUX"}:
        above = words_[above.head]
    if joint.dep != "cc" or above.pos not in {"VERB", "AUX"} or above.i >= joint.i:
        return
    noun.dep, noun.head = "nsubj", verb.i
    verb.dep, verb.head, joint.head = "conj", above.i, above.i


def left_out_that(words_: list[Word], verb: Word) -> None:
    """ "It was from a cruise we took last year": what we took is the cruise, and the clause only describes it."""
    subject, noun = words_[verb.i - 1], words_[verb.i - 2]
    if verb.dep != "ccomp" or subject.dep != "nsubj" or subject.tag != "PRP" or noun.tag not in {"NN", "NNS"}:
        return
    above = words_[verb.head]
    own = any(one.head == verb.i and one.dep in {"dobj", "ccomp", "xcomp", "mark"} for one in words_)
    described = any(one.head == noun.i and one.dep in {"det", "amod", "compound", "poss"} for one in words_)
    if above.lemma == "be" and above.i < noun.i and described and not own:
        verb.dep, verb.head = "relcl", noun.i


def name_in_date(words_: list[Word], word: Word) -> None:
    """ "Since June Tariq leads it", "my sister April": a name that the model drew into a date, or took for one."""
    subject = word.dep in {"nsubj", "nsubjpass"} and words_[word.head].pos in {"VERB", "AUX"}
    drawn = subject and word.text[:1].isupper() and word.text.isalpha() and word.lower not in OF_DATES
    kin = word.dep == "appos" and word.lower in NAMES_TOO and words_[word.head].lower in FAMILY
    if drawn or kin:
        word.entity = "PERSON"


def have_got(words_: list[Word], word: Word) -> None:
    """ "I've got two cats" is said of what one has."""
    helper = next((one for one in words_ if one.head == word.i and one.lower in {"'ve", "have", "has"}), None)
    subject = any(one.head == word.i and one.dep == "nsubj" for one in words_)
    owns = any(one.head == word.i and one.dep == "dobj" for one in words_)
    if helper is not None and subject and owns:
        word.lemma, word.tag, helper.dep = "have", "VBP", "intj"


def is_called(words_: list[Word], verb: Word) -> None:
    """ "Our cat's called Biscuit": behind a noun "'s" is a verb, and the cat owns no "called Biscuit"."""
    mark, noun = words_[verb.i - 1], words_[verb.i - 2]
    if mark.tag != "POS" or verb.i + 1 >= len(words_):
        return
    above = words_[verb.head]
    if above is noun or (verb.dep == "amod" and above.i > verb.i):
        # The verb takes the place of the noun or the name that it was drawn to.
        verb.dep, verb.head = above.dep, verb.i if above.head == above.i else above.head
        above.dep, above.head = "oprd", verb.i
    mark.pos, mark.tag, mark.lemma, mark.dep, mark.head = "AUX", "VBZ", "be", "auxpass", verb.i
    noun.dep, noun.head = "nsubjpass", verb.i


def is_verb(words_: list[Word], mark: Word) -> None:
    """ "My brother's in Braga": before a preposition or an article "'s" is a verb, where the part has no other."""
    if mark.i + 3 > len(words_) or not mark.i or words_[mark.i + 1].lower not in PREDICATES:
        return
    for word in words_[mark.i + 1 :]:
        if word.lower in CLAUSES or word.pos == "PUNCT":
            break
        if word.tag in FINITE:
            return
    noun = words_[mark.i - 1]
    above = words_[noun.head]
    if above is not noun and noun.dep in {"poss", "nsubj"} and above.i > mark.i and above.pos != "VERB":
        top = above  # "my landlady's a Ms. Aydin": the name was taken for what is owned
    elif noun.dep == "ROOT":
        top = noun
    else:
        return
    mark.dep, mark.head = top.dep, mark.i if top.head == top.i else top.head
    for word in words_:
        if word.head == noun.i and word.i > mark.i:
            word.head = mark.i
    if top is not noun:
        top.dep, top.head = "attr", mark.i
    mark.pos, mark.tag, mark.lemma = "AUX", "VBZ", "be"
    noun.dep, noun.head = "nsubj", mark.i


def is_doing(words_: list[Word], mark: Word) -> None:
    """ "My daughter's learning the violin": of somebody "'s" before what one does is a verb, where the"
    " part has none."""
    if not mark.i or mark.i + 2 >= len(words_) or words_[mark.i + 1].lower not in DOINGS:
        return
    noun, verb = words_[mark.i - 1], words_[mark.i + 1]
    somebody = noun.lower in FAMILY or (noun.text[:1].isupper() and noun.tag == "NNP")
    rest = [word for word in words_ if word.i > verb.i]
    until = next((word.i for word in rest if word.lower in CLAUSES or word.pos == "PUNCT"), len(words_))
    part = [word for word in words_ if word.i < noun.i or verb.i < word.i < until]
    if not somebody or any(word.tag in FINITE for word in part) or words_[verb.i + 1].tag in {"POS", "CC"}:
        return
    above = words_[noun.head]
    if noun.dep == "poss" and above.i > verb.i:  # what is done was taken for what is owned
        verb.dep, verb.head = above.dep, verb.i if above.head == above.i else above.head
        above.dep, above.head = "dobj", verb.i
    elif above is not verb:
        return
    verb.pos, verb.tag = "VERB", "VBG"
    verb.lemma = verb.lemma if not verb.lemma.endswith("ing") else verb.lemma[: -len("ing")]
    noun.dep, noun.head = "nsubj", verb.i
    mark.pos, mark.tag, mark.lemma, mark.dep, mark.head = "AUX", "VBZ", "be", "aux", verb.i


def describes(words_: list[Word], word: Word) -> None:
    """ "I love spicy and sour soups": two adjectives of one noun, and not two things that are loved."""
    behind = words_[word.i + 1 : word.i + 4]
    if [one.lower for one in behind[:1]] != ["and"] or [one.tag for one in behind[1:2]] != ["JJ"]:
        return
    noun = behind[-1]
    if len(behind) == 3 and noun.tag in {"NN", "NNS"} and noun.dep == "dobj" and noun.head == word.head:
        word.dep, word.head = "amod", noun.i


def have_type(words_: list[Word], word: Word) -> None:
    """ "I have type 1 diabetes": the verb is "have"."""
    helper = next((one for one in words_ if one.head == word.i and one.lemma == "have"), None)
    thing = next((one for one in words_ if one.head == word.i and one.dep == "dobj"), None)
    if helper is None or thing is None:
        return
    for one in words_:
        if one.head == word.i and one.i not in {word.i, thing.i}:
            one.head = helper.i
    helper.head, helper.dep, helper.pos = helper.i, "ROOT", "VERB"
    thing.head = helper.i
    word.head, word.dep = thing.i, "compound"
