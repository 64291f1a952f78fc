"""A whole statement of which nothing else was made, read by its form alone and kept in its own words.

A parser of written English loses many a sentence that is typed: "Release train leaves every second thursday" has no
verb for it, and "kept mongo for the event store" no subject. Where the words in their order show a subject and what is
said of it, or a label with its value, and what is said is worth keeping, the sentence becomes a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import Clause
from graphmem.extract.construction.told import is_closed
from graphmem.extract.noted import (
    LEAST,
    LONGEST,
    NOTE,
    SHARED,
    content,
    in_own_words,
    is_cut,
    told_by,
)
from graphmem.extract.parse import FINITE, NAMING, Word
from graphmem.extract.patterns_happening import replace_end
from graphmem.extract.reading import Party, Reading, When
from graphmem.extract.restate.segments import without_lead
from graphmem.extract.restate.spliced import BINDING, TIES, parts_of
from graphmem.extract.vocabulary import FAMILY, words
from graphmem.extract.wording import stand_alone, without_opener
from graphmem.extract.worth import (
    FINE,
    LASTING,
    MOMENTARY,
    OF_THE_MINUTE,
    PASSING_NOUNS,
    PASSING_VERBS,
    PLACES,
    SECRETS,
    VAGUE,
)
from graphmem.model import Claim

# Behind a noun that looks like a verb ("changes", "targets") these show that it is one.
BEHIND_VERBS = frozenset({"DT", "IN", "CD", "PRP$", "TO", "RP", "JJ", "NN", "NNS", "NNP"})
# What stands behind the verb of somebody who leaves "I" out: "kept mongo", "turned off dependabot".
BEHIND_OWN = frozenset({"DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD", "RP"})
IN_LABELS = NAMING | {"DT", "JJ", "CD", "POS", "PRP$", "IN", "VBG", "HYPH"}
# What comes round, or holds without exception.
HABIT = words("nightly weekly daily monthly yearly hourly never only until till unless exceptions default")
ROUNDS = words(
    "day night morning evening week month quarter year hour weekday weekend sprint release commit push pr deploy build"
    " branch monday tuesday wednesday thursday friday saturday sunday other second third time"
)
# What a team does as a rule.
PRACTICE = words(
    "call name ship deploy review host run store keep log tag merge release version test build cap bill charge sell pin"
    " lint format squash rebase document track archive rotate sign mirror cache proxy mount"
)
# What is true of this talk alone.
OF_THE_TALK = words(
    "buddy mate pal dude bro folks guys you your yours u ur yourself thanks thx sorry hello lol pls please let lets"
)
# What one is told to do and the parser takes for a name: "Gather papers like references".
TOLD_TO = words("gather collect grab bring bake mix boil chop practice practise remember imagine check pick")
ASKING = words(
    "what who whom whose where when why which how is are was were do does did can could will would should"
)
# Labels of what is talked about, and no names of anything.
NO_LABELS = PASSING_NOUNS | words(
    "note notes example tldr ps nb edit context todo subject title input inputs output expected actual summary warning"
    " info debug re fw cc from to date hint goal goals plan plans requirement requirements instruction instructions"
    " constraint constraints format topic objective deliverable criteria remark remarks reminder caveat"
)
UNSURE = rx.compile(
    r"\b(?:if|whether|should|could|might|may|would|shall|gonna|wanna|(?:going|about|want|wants|wanted|trying|tried) to"
    r"|maybe|perhaps|probably|possibly|suppos\w+|assum\w+|guess\w*|thinks?|thought|believ\w+|hop(?:e|es|ing)|wish\w*"
    r"|seems?|seemed|apparently|allegedly|rumou?r\w*|heard|says?|said|tells?|told|claim(?:s|ed)?|consider\w*|jok\w+"
    r"|kidding|e\.g|example|ideally|wonder\w*|translat\w+)\b"
)
# What is only felt, thought, or asked for.
FELT = words(
    "think believe guess hope wish assume suppose wonder imagine feel expect seem appear fear worry love hate like"
    " prefer argue agree disagree bet suspect doubt understand thank appreciate mean look sound"
)
STATES = words("be have use")  # tell how it was, and no deed
LABELS = 5  # words of a label, at most
WORST = 0.34  # of the words of a statement, so many may be marks

TOOLS = frozenset({"technology", "package", "service"})
# What a team makes and handles, of which customs are told.
WORK = words(
    "branch test migration retry fixture deploy release commit merge hotfix note flag token session cookie"
    " snapshot backup webhook job worker queue event metric log alert dashboard ticket issue postmortem doc secret"
    " key credential image container pod build artifact dependency package module component endpoint route schema"
    " table index query id timestamp price amount date config env variable header response error request payload"
    " event upload file bucket asset page name review approval incident runbook changelog tag version environment"
    " replica"
)


class Plain(NamedTuple):
    """A statement by its form: the noun or name that it is about (None: the speaker), its verb, what is behind."""

    subject: Word | None
    about: list[Word]
    verb: Word
    behind: list[Word]

    @property
    def mine(self) -> bool:
        """True for what the speaker tells of "I" or "we", said or left out."""
        return self.subject is None or self.subject.lower in {"i", "we"}


def of_sentence(reading: Reading, said: Sequence[Claim]) -> Iterator[Claim]:
    """The sentence as a note, when it tells something lasting that none of the claims `said` of it tells."""
    if NOTE not in reading.ontology.predicates or is_closed(reading) or is_cut(reading):
        return
    if parts_of(reading.sentence):
        return  # each part is read by itself
    plain = plain_of(reading.sentence.words)
    if plain is None or not is_sure(reading) or not is_worth(reading, plain):
        return
    claim = note_of(reading, plain)
    if claim is not None and not is_known(reading, plain, said):
        reading.remember(claim)
        yield claim


def plain_of(tokens: Sequence[Word]) -> Plain | None:
    """Subject and verb of a statement by the order of its words; None for what does not look like one."""
    spoken = without_opener([word for word in tokens if word.pos != "SPACE"])
    lead = len(spoken) - len(without_lead(spoken))
    while lead < len(spoken) and (spoken[lead].lower in TIES or spoken[lead].pos == "PUNCT"):
        lead += 1
    own = spoken[lead:]
    if not LEAST <= len(own) <= LONGEST or own[0].lower in BINDING | ASKING | TOLD_TO or own[0].quoted:
        return None
    if own[0].tag in {"VBD", "VBN"} and own[1].tag in BEHIND_OWN:
        return Plain(None, [], own[0], own[1:])
    at = colon_at(own) or verb_at(own)
    if at is None or any(word.quoted for word in own[at : at + 2]):
        return None
    about = own[:at]
    subject = headed(about)
    if about and about[0].tag in {"VBG", "VB"}:
        return None  # "having friends around helps"
    return None if subject is None else Plain(subject, about, own[at], own[at + 1 :])


def verb_at(own: Sequence[Word]) -> int | None:
    """The place of the first finite verb behind a noun, or of a noun that can only be one."""
    named = False
    for at, word in enumerate(own):
        if word.tag in {"WDT", "WP", "WRB"} or word.text in {":", ";"}:
            return None
        if word.dep == "intj":
            continue  # "I've got": the verb is "got"
        if named and word.technical is None and (word.tag in FINITE or is_unseen_verb(own, at)):
            return at
        named = named or word.tag in NAMING or word.lower in {"i", "we"}
    return None


def is_unseen_verb(own: Sequence[Word], at: int) -> bool:
    """True for "leaves" in "release train leaves every" and "time" in "webhooks time out", tagged as something else."""
    if not at or at + 1 >= len(own) or own[at - 1].tag not in NAMING or own[at + 1].tag not in BEHIND_VERBS:
        return False
    if any(one.tag in FINITE for one in own[at + 1 : at + 4]):
        return False
    word, behind = own[at], own[at + 1].tag
    if own[at - 1].lower.endswith("s"):
        return word.tag == "VB" or (word.tag == "NN" and behind in {"IN", "RP"})
    return word.tag == "NNS" and behind not in NAMING


def colon_at(own: Sequence[Word]) -> int | None:
    """The place of the mark between a label and its value: "feature flags: growthbook", "front = svelte"."""
    at = next((place for place, word in enumerate(own[: LABELS + 1]) if word.text in {":", "="}), 0)
    label = own[:at]
    if not at or at + 1 >= len(own) or label[-1].lemma.lower() in NO_LABELS or label[0].lower in NO_LABELS:
        return None
    return at if all(word.tag in IN_LABELS or word.technical for word in label) else None


def headed(about: Sequence[Word]) -> Word | None:
    """The noun, name or pronoun that a subject is about: the last one in front of a preposition or a comma."""
    head: Word | None = None
    for word in about:
        if head is not None and (word.tag in {"IN", "VBN", "VBG", "TO", "WDT"} or word.text in {",", "("}):
            break
        if word.tag in NAMING or word.lower in {"i", "we"} or word.technical:
            head = word
        elif word.tag in {"IN", "VB", "VBP", "PRP", "TO", "MD"} and not (
            head is not None and word.lower == "me"
        ):
            return None
    return head


def is_sure(reading: Reading) -> bool:
    """True for a sentence that guesses, quotes, asks and wishes nothing and speaks of nobody present."""
    sentence = reading.sentence
    if any(word.quoted and word.i < 3 for word in sentence.words) or UNSURE.search(sentence.text.lower()):
        return False
    said = {word.lower for word in sentence.words}
    if said & OF_THE_TALK or "yet" in said or {"we", "all"} <= said:
        return False
    marks = sum(word.pos in {"PUNCT", "SYM"} for word in sentence.words)
    return marks <= WORST * len(sentence.words)


def is_worth(reading: Reading, plain: Plain) -> bool:
    """True when what is said is firm enough to hold beyond this hour."""
    verb, subject = plain.verb, plain.subject
    if verb.lemma in FELT or any(word.lower in MOMENTARY for word in plain.behind[:3]):
        return False
    if verb.lemma == "go" and not any(word.tag in {"IN", "TO", "RP", "VBG"} for word in plain.behind):
        return False  # "we don't go often": where?
    if verb.tag == "MD" or (verb.tag == "VBZ" and not plain.behind):
        return False  # "art can be a booster", "papers and medical checks"
    the = any(word.lower == "the" for word in plain.about)  # a count behind "the" is of what is looked at
    known = reading.ontology.known
    heavy = any(
        (is_heavy(word) and not (the and word.tag == "CD")) or known(word.lower) in TOOLS
        for word in plain.behind
    )
    habit = is_habit([*plain.about, *plain.behind])
    past = verb.tag in {"VBD", "VBN"}
    nouns = sum(word.tag in NAMING for word in plain.behind)
    if subject is None or plain.mine:
        if verb.lemma in PASSING_VERBS or is_passing(plain):
            return False
        ours = subject is not None and subject.lower == "we" and verb.lemma in PRACTICE
        return heavy or (not past and (habit or (ours and nouns > 1)))
    if subject.lower in VAGUE - {"everyone"} or subject.lower in SECRETS or verb.lemma in OF_THE_MINUTE:
        return False
    if subject.lemma.lower() in PASSING_NOUNS and (past or not is_generic(plain)):
        return False
    if any(word.entity in PLACES for word in plain.about):
        return False  # "the capital of France is Paris"
    if past and subject.entity == "PERSON" and sum(word.tag == "NNP" for word in plain.about) > 1:
        return False  # a full name may be anybody of history
    named = plain.about == [subject] and subject.tag == "NNP" and not subject.technical
    named = named and not reading.ontology.known(subject.text)
    return heavy or (not past and (habit or is_custom(plain) or (named and nouns > 0 and verb.lemma != "be")))


def is_custom(plain: Plain) -> bool:
    """True for what is done with all work of a kind: "feature branches are deleted after merge"."""
    done = plain.verb.lemma != "be" or any(word.tag == "VBN" for word in plain.behind[:2])
    return is_generic_work(plain) and done and len(plain.behind) > 1


def is_generic_work(plain: Plain) -> bool:
    """True for a subject that names all of a kind of work or of parts of a system."""
    subject = plain.subject
    many = subject is not None and subject.tag == "NNS" and plain.about[0].tag in {"NNS", "NN", "JJ", "NNP"}
    return many and subject is not None and subject.lemma.lower() in WORK


def is_passing(plain: Plain) -> bool:
    """True for what somebody is doing this hour, or where: "I'm getting a TypeError", "I'm at the dentist"."""
    follows = next((word for word in plain.behind if word.tag != "RB"), None)
    return plain.verb.lemma in {"be", "'m", "’m"} and (follows is None or follows.tag in {"VBG", "IN"})


def is_habit(spoken: Sequence[Word]) -> bool:
    """True for "every second thursday", "never", "by default"."""
    return any(
        word.lower in HABIT
        or (word.lower in {"every", "each"} and {one.lower for one in spoken[at + 1 : at + 3]} & ROUNDS)
        for at, word in enumerate(spoken)
    )


def is_generic(plain: Plain) -> bool:
    """True when a statement is about all of a kind: "logs are json lines", but not "the logs ..."."""
    subject = plain.subject
    return subject is not None and subject.tag == "NNS" and plain.about[0] is subject


def is_heavy(word: Word) -> bool:
    """True for a name, a path, a figure: what makes a statement concrete."""
    if word.technical or (word.tag == "CD" and word.lower != "one"):
        return True
    return word.pos == "PROPN" and word.text[:1].isupper() and (word.entity in LASTING or word.tag == "NNP")


def is_known(reading: Reading, plain: Plain, said: Sequence[Claim]) -> bool:
    """True when the claims of a statement tell every name of it and every figure with its unit.

    So they do when a note has most of its words, and when they tell of a change: "from 3 servers to 5".
    """
    if not said:
        return False
    clause = clause_of(reading, plain)
    own = content(" ".join(word.text for word in clause.words))
    if any(len(own & told_by(one)) >= SHARED * len(own) for one in said if one.predicate == NOTE):
        return True
    if any(one.mode != "asserts" for one in said):
        return True
    told = " ".join(
        f"{one.subject.name} {one.text} {one.qualifier} {one.value} {one.object.name if one.object else ''}"
        for one in said
    ).lower()
    return not any(
        word.lower not in told and not reading.is_date(word, clause)
        for at, word in enumerate(plain.behind)
        if is_heavy(word) and (word.tag != "CD" or is_counted(plain.behind, at))
    )


def is_counted(spoken: Sequence[Word], at: int) -> bool:
    """True when a figure has a noun behind it and is no old value: "type 1 diabetes", but not "from 3 servers"."""
    old = at > 0 and spoken[at - 1].lower == "from"
    written = any(letter.isdigit() for letter in spoken[at].text)  # "three" is told by the names behind it
    return written and not old and at + 1 < len(spoken) and spoken[at + 1].tag in NAMING


def clause_of(reading: Reading, plain: Plain) -> Clause:
    """The statement as a clause."""
    last = plain.behind[-1].i if plain.behind else plain.verb.i
    first = plain.about[0].i if plain.about else plain.verb.i
    inside = [word for word in reading.sentence.words if first <= word.i <= last]
    past = plain.verb.tag in {"VBD", "VBN"}
    return Clause(
        reading.sentence, plain.verb, plain.subject, words=inside, tense="past" if past else "present"
    )


def note_of(reading: Reading, plain: Plain) -> Claim | None:
    """The claim that holds the statement; None when a word of it points to what is not known."""
    clause = clause_of(reading, plain)
    dates = reading.dates(clause)
    if clause.tense == "present" and any(date.grain in FINE for date in dates):
        dates = [date for date in dates if date.grain not in FINE]  # "at 16:15" comes round every day
    party = reading.speaker(plain.subject or plain.verb) if plain.mine else about(reading, plain)
    names = reading.names(clause, party) | meant_inside(clause)
    text = stand_alone(clause, dates, reading.said_at, names=names, subject=party.shown) or ""
    if text and plain.subject is None:
        text = f"The user {text[:1].lower()}{text[1:]}"
    when = replace_end(reading.when(clause))
    ahead = when.start is not None and when.start > reading.said_at
    if ahead and not any(date.direction == "since" for date in dates):
        when = When()  # "leaves every second thursday, next one on the 20th" is so already
    did = plain.mine and clause.tense == "past" and bool(dates) and plain.verb.lemma not in STATES
    return in_own_words(reading, party, "did" if did else NOTE, text, when=when, personal=plain.mine)


def about(reading: Reading, plain: Plain) -> Party:
    """What the statement is about: a thing that has a name, or the user who tells of it."""
    party = reading.party(plain.subject)
    if party is not None:
        return party
    return reading.speaker(plain.about[0])._replace(shown="")


def meant_inside(clause: Clause) -> dict[int, str]:
    """The pronouns that mean something named before them in the same statement, by place."""
    found: dict[int, str] = {}
    things = False
    for word in clause.words:
        if things and word.lower in {"it", "its", "they", "them", "their"}:
            found[word.i] = word.text
        if word.tag in {"WDT", "WP"} and things:
            found[word.i] = word.text
        things = things or (
            word.tag in NAMING and word.lemma.lower() not in FAMILY.keys() | {"somebody", "someone"}
        )
    return found
