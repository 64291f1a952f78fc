"""Prints how much of what was said becomes facts, and how little of what was not.

python tests/bench/extract/sentences.py [--show] [--split NAME | --write]

A case is one or more turns (`u>` the user, `a>` the assistant; a day may stand before the `>`), then its facts:

    + predicate | subject | object | date      has to be found
    ? predicate | subject | object | date      may be found
    -                                           nothing may be found

`ends` or `denies` before a predicate is the mode; alternatives stand behind "/" (predicates) and "//" (subjects and
objects).

`cases_tune.txt` may be looked at while the extractor is tuned; of `cases_held.txt` only totals are printed. Its
author knew its sentences while tuning, so `cases_fresh.txt` was written afterwards; its first run gave P 0.959,
R 0.855, nothing wrongly claimed, and 9 of 11 dates. Its two wrong dates were then looked at, nothing else.
All three have one author, who had the patterns in mind. `cases_blind.txt` is by somebody who had not read them: its
first run gave P 0.922, R 0.403. The misses of every second of its cases were then read once, and two kinds were taken
up at once (short answers to a question, slips of the fingers); the readers of plain statements were widened by people
who had seen none of it.
`cases_dates.txt` and `cases_dates_held.txt` are dated sentences, every second one held out before the dates were tuned.
`cases_tech.txt` is what four engineers would type to a coding agent, to tune on; `cases_tech_held.txt` is four others,
of which only totals are printed. Both were written in one go before the readers of technical speech were widened, by
somebody who had not read those that were there.

`cases_people.txt` and `cases_people_held.txt` are the month of twelve people with an agent, each written in that
person's voice before any pattern was read: six to tune on, six frozen before that began, of which only totals count.
Their author knew the other cases to tune on, and no code. Few of their dates are written; only those are judged.

`cases_life.txt` and `cases_work.txt` are to tune on, `cases_life_held.txt` and `cases_work_held.txt` are held out. Each
pair was written as one list and dealt out in turn, by somebody who had read the ontology, this file, and the first
sixty lines of `cases_tune.txt`, but no reader and no result. Where two predicates say a thing equally well, both may
be claimed.

`cases_voices.txt` and `cases_voices_held.txt` are 110 messages of people of eleven callings, written in one go and
dealt out in turn; their author had read the readers and the misses of the life and work cases to tune on.

`cases_when.txt` and `cases_when_held.txt` are 155 dated sentences, dealt out in turn before the first run; their author
had read the ontology's labels and the page on what a date means, and no reader.

A claim is a fact of the case when

- predicate and mode are one of those written;
- the subject has all words of the one written and at most two more ("user" is the user alone, "user's dad" their dad);
- the object has all words of the one written, and at most four more when it is no sentence. What happened, is planned,
  learned, wanted of the agent, preferred, practised or chosen is a sentence: there the words may stand anywhere in the
  text. Case, accents, articles, signs of money, small words and the endings -s, -es, -ed, -ing do not count.

A claim that only closes what is known ("I quit my job"), or gives it another value ("bump the limit to 50"), shows no
fact by itself: it may answer a fact, and counts nowhere when it answers none. Each claim answers one fact and each fact
is answered once. A claim that answers none is wrong (precision); a fact with a plus that no claim answers is missed
(recall); what may be found counts neither way when it is. A case that writes nothing has to stay empty.

A note (`noted`) is a statement in its own words, of a kind that has no predicate. It answers a fact that nothing else
answers when its text has the words of its object and names its subject; one that repeats what is answered counts
nowhere. Notes count apart: `notes` are those that answer nothing or alone answer a fact, `right notes` the share of the
latter, and `told` is the recall with notes. A case that writes nothing has to stay empty of notes, too.

Dates are judged on claims that answer a fact, when either states one: what is written has to begin the moment of
the claim (`2024-03` is any moment of that March; `..2024` an end in that year). "Two weeks ago" is a week, so a claim
that is dated to a week may begin up to six days before the day that is written. A fact without a date of its own may
begin or end at the date of another fact of its case. Where two dates are as right as each other, both are written
("2024-05 // undated"). An age holds from when it was said.
A date that is found where none is written counts as wrong, though the author may not have cared to write it: most of
the technical cases and of the voices leave their dates out, so that the dates that are written are counted apart.

The dates of the held-out and blind cases were gone through once by somebody who saw no result, only texts and labels:
twelve labels asked for what the text does not say, or for one of two right readings, and were written anew.

Texts are judged too: no "I" or "my", no "yesterday".
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem.config import Settings
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import USER, Claim, Message
from graphmem.ontology import load_ontology
from graphmem.temporal import parse_time
from tests.bench.extract.table import part
from tests.bench.recall.page import write_part

HERE = Path(__file__).parent
SPLITS = {
    "tuning": "cases_tune.txt",
    "held out": "cases_held.txt",
    "fresh": "cases_fresh.txt",
    "blind": "cases_blind.txt",
    "dates, tuning": "cases_dates.txt",
    "dates, held out": "cases_dates_held.txt",
    "tech": "cases_tech.txt",
    "tech held": "cases_tech_held.txt",
    "people": "cases_people.txt",
    "people held": "cases_people_held.txt",
    "life": "cases_life.txt",
    "life held": "cases_life_held.txt",
    "work": "cases_work.txt",
    "work held": "cases_work_held.txt",
    "voices": "cases_voices.txt",
    "voices held": "cases_voices_held.txt",
    "when": "cases_when.txt",
    "when held": "cases_when_held.txt",
}
# Only of these is a case ever shown.
SHOWN = frozenset({"tuning", "dates, tuning", "people", "tech", "life", "work", "voices", "when"})
SAID = "2024-06-12"
NOTE = "noted"
UNDATED = "undated"
PEOPLE = frozenset({"people", "people held"})  # their authors wrote dates on some facts only
ROLES = {"u": "user", "a": "assistant"}
SENTENCES = frozenset(
    {
        "did",
        "plans",
        "learned",
        "failed_because",
        "instructs",
        "prefers",
        "chose",
        "likes",
        "dislikes",
        "practises",
        "wishes",
    }
)
SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "my",
        "our",
        "their",
        "his",
        "her",
        "its",
        "your",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "and",
        "or",
        "with",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "not",
        "it",
    ]
)
OPEN = re.compile(r"\b(?:I|I'm|my|me|yesterday|tomorrow|next (?:week|month|year)|last (?:week|month|year))\b")


class Fact(NamedTuple):
    """What is expected of a case."""

    required: bool
    predicates: tuple[str, ...]
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    date: str


class Case(NamedTuple):
    """Turns as (role, when it was said, text) and what they say."""

    section: str
    turns: tuple[tuple[str, str, str], ...]
    facts: tuple[Fact, ...]


class Outcome(NamedTuple):
    """What was found in a case: pairs that fit, claims that fit nothing, facts that were missed."""

    case: Case
    pairs: list[tuple[Fact, Claim]]
    wrong: list[Claim]
    missed: list[Fact]
    notes: list[Claim]  # that answer nothing
    noted: list[Fact]  # of the missed facts those that a note answers, and optional facts that one answers


def read_cases(path: Path) -> list[Case]:
    """The cases of a file."""
    cases: list[Case] = []
    section = ""
    turns: list[tuple[str, str, str]] = []
    facts: list[Fact] = []
    answered = False
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "== end"], 1):
        turn = re.match(r"([ua])(?: (\d{4}-\d\d-\d\d))?> (.*)", line)
        if answered and (turn or line.startswith("==")):
            cases.append(Case(section, tuple(turns), tuple(facts)))
            turns, facts, answered = [], [], False
        if line.startswith("== "):
            section = line[3:]
        elif turn:
            turns.append((ROLES[turn[1]], turn[2] or SAID, turn[3].replace("\\n", "\n")))
        elif line[:1] in {"+", "?"}:
            facts.append(read_fact(line, f"{path.name}:{number}"))
            answered = True
        elif line == "-":
            answered = True
        elif line.strip() and not line.startswith("#"):
            raise SystemExit(f"{path.name}:{number}: this is neither a turn nor a fact: {line}")
    return cases


def read_fact(line: str, where: str) -> Fact:
    """`+ends lives_in | user | Berlin | ..2024-05` as a Fact."""
    parts = [part.strip() for part in line[1:].split(" | ")]
    if not 3 <= len(parts) <= 4:
        raise SystemExit(f"{where}: a fact is predicate | subject | object, and a date if one was said.")
    return Fact(
        required=line[0] == "+",
        predicates=tuple(parts[0].split("/")),
        subjects=tuple(one.strip() for one in parts[1].split("//")),
        objects=tuple(one.strip() for one in parts[2].split(" // ")),
        date=parts[3] if len(parts) == 4 else "",
    )


def words_of(text: str) -> list[str]:
    """The words that count, without accents and endings."""
    plain = "".join(
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    ).casefold()
    found = [word.strip(".,:;!?()'\"`$€£¥~") for word in re.split(r"\s+", plain.replace("’", "'"))]
    return [
        re.sub(r"(?<=\w{3})(?:ing|ed|es|s)$", "", re.sub(r"'s$", "", word))
        for word in found
        if word and word not in SMALL
    ]


def covers(found: str, wanted: str, *, more: int) -> bool:
    """True when `found` has all words of `wanted` and not many more."""
    have, want = Counter(words_of(found)), Counter(words_of(wanted))
    return not want - have and sum((have - want).values()) <= more


def fits(claim: Claim, fact: Fact) -> bool:
    """True when the claim says what the fact says."""
    mode = {"closes": "ends", "updates": "asserts"}.get(claim.mode, claim.mode)
    told = claim.predicate if mode == "asserts" else f"{mode} {claim.predicate}"
    if told not in fact.predicates:
        return False
    who = "user" if claim.subject.name == USER else claim.subject.name
    if not any(who == one if "user" in {who, one} else covers(who, one, more=2) for one in fact.subjects):
        return False
    if claim.predicate in SENTENCES and claim.object is None:
        return any(covers(f"{claim.value} {claim.text}", one, more=1000) for one in fact.objects)
    shown = claim.object.name if claim.object else claim.value
    return any(covers(shown, one, more=4) for one in fact.objects)


def judge(case: Case, claims: Sequence[Claim]) -> Outcome:
    """Match claims and facts."""
    left = [claim for claim in claims if claim.predicate != NOTE]
    pairs: list[tuple[Fact, Claim]] = []
    missed: list[Fact] = []
    for fact in sorted(case.facts, key=lambda one: not one.required):
        fitting = sorted(
            (claim for claim in left if fits(claim, fact)),
            key=lambda claim: not right_date(fact, claim, case),
        )
        if fitting:
            left.remove(fitting[0])
            pairs.append((fact, fitting[0]))
        elif fact.required:
            missed.append(fact)
    wrong = [claim for claim in left if claim.mode not in {"closes", "updates"}]
    answered = [fact for fact, _ in pairs]
    open_facts = [fact for fact in case.facts if fact not in answered]
    notes: list[Claim] = []
    noted: list[Fact] = []
    for claim in claims:
        if claim.predicate == NOTE:
            told = [fact for fact in open_facts if tells(claim, fact)]
            noted += told
            open_facts = [fact for fact in open_facts if fact not in told]
            if not told and not any(tells(claim, fact) for fact in [*answered, *noted]):
                notes.append(claim)
    return Outcome(case, pairs, wrong, missed, notes, noted)


def tells(note: Claim, fact: Fact) -> bool:
    """True when the words of a note tell a fact."""
    whose = [one.removeprefix("user's ") for one in fact.subjects if one != "user"]
    named = len(whose) < len(fact.subjects) or any(covers(note.text, one, more=1000) for one in whose)
    return named and any(covers(note.text, one, more=1000) for one in fact.objects)


def right_date(fact: Fact, claim: Claim, case: Case) -> bool:
    """True when the claim holds from and until the written moments."""
    others = {date.removeprefix("..") for other in case.facts for date in written_dates(other)} - {""}
    lent = {"", *others, *(f"..{date}" for date in others if ".." not in date)}
    for date in written_dates(fact) or lent:
        start, _, end = date.partition("..")
        if begins(claim.valid_from, start, claim.grain) and ends(claim.valid_until, end, bool(start)):
            return True
    return False


def written_dates(fact: Fact) -> list[str]:
    """The dates that are written of a fact, each as right as the others; none when no date is."""
    if not fact.date:
        return []
    return ["" if one.strip() == UNDATED else one.strip() for one in fact.date.split("//")]


def begins(moment: datetime | None, written: str, grain: str = "") -> bool:
    """True when the moment lies in what is written."""
    if not written or moment is None:
        return moment is None and not written
    days = range(7) if grain == "week" else range(1)
    return any((moment + timedelta(days=day)).isoformat().startswith(written) for day in days)


def ends(moment: datetime | None, written: str, begun: bool) -> bool:
    """The same for an end, which is the first moment behind; an event may end though nothing is written of it."""
    if not written:
        return moment is None or begun
    return moment is not None and (begins(moment, written) or begins(moment - timedelta(seconds=1), written))


def is_dated(fact: Fact, claim: Claim) -> bool:
    """True when a date was written or found."""
    return bool(fact.date) or (bool(claim.valid_from or claim.valid_until) and claim.predicate != "age_is")


def outcomes(extractor: SpacyExtractor, cases: Sequence[Case]) -> Iterator[Outcome]:
    """What is found in each case."""
    for case in cases:
        messages = [
            Message(f"msg_{place}", "ses_1", role, text, place, parse_time(f"{day}T10:00:00Z"))
            for place, (role, day, text) in enumerate(case.turns)
        ]
        yield judge(case, extractor.extract(messages).claims)


def rate(part: int, whole: int) -> str:
    """A share, or a dash of nothing."""
    return f"{part / whole:.3f}" if whole else "-"


def totals(found: Sequence[Outcome], *, all_dates: bool = True) -> dict[str, str]:
    """The figures of a split; without `all_dates` a date is judged only where one is written."""
    right = sum(fact.required for one in found for fact, _ in one.pairs)
    wrong, missed = sum(len(one.wrong) for one in found), sum(len(one.missed) for one in found)
    empty = [one for one in found if not one.case.facts]
    notes = sum(len(one.notes) for one in found)
    told = sum(fact.required for one in found for fact in one.noted)
    pairs = [(one, fact, claim) for one in found for fact, claim in one.pairs]
    written = [pair for pair in pairs if pair[1].date]
    dated = [pair for pair in pairs if is_dated(*pair[1:])] if all_dates else written
    claims = [
        claim for one in found for claim in [*one.wrong, *one.notes, *(claim for _, claim in one.pairs)]
    ]
    return {
        "cases": str(len(found)),
        "facts": str(right + missed),
        "precision": rate(right, right + wrong),
        "recall": rate(right, right + missed),
        "F1": rate(2 * right, 2 * right + wrong + missed),
        "nothing said": str(len(empty)),
        "kept empty": rate(sum(not one.wrong and not one.notes for one in empty), len(empty)),
        "told": rate(right + told, right + missed),
        "notes": str(notes + told),
        "right notes": rate(told, notes + told),
        "dates": str(len(dated)),
        "right dates": rate(sum(right_date(*pair, one.case) for one, *pair in dated), len(dated)),
        "dates written": str(len(written)),
        "right of these": rate(sum(right_date(*pair, one.case) for one, *pair in written), len(written)),
        "texts alone": rate(sum(not OPEN.search(claim.text) for claim in claims), len(claims)),
    }


def by_kind(found: Sequence[Outcome]) -> list[list[str]]:
    """Precision, recall and F1 of each kind of fact."""
    ontology = load_ontology()

    def kind(predicate: str) -> str:
        return ontology.predicate(predicate.rpartition(" ")[2]).fact

    right = Counter(kind(fact.predicates[0]) for one in found for fact, _ in one.pairs if fact.required)
    wrong = Counter(kind(claim.predicate) for one in found for claim in one.wrong)
    missed = Counter(kind(fact.predicates[0]) for one in found for fact in one.missed)
    rows = []
    for name in sorted(right | wrong | missed):
        good, bad, lost = right[name], wrong[name], missed[name]
        rows.append(
            [name, str(good + lost), rate(good, good + bad), rate(good, good + lost),
             rate(2 * good, 2 * good + bad + lost)]
        )  # fmt: skip
    return rows


def show(found: Sequence[Outcome]) -> None:
    """Every case that is not right, with what was found."""
    for one in found:
        bad_dates = [pair for pair in one.pairs if is_dated(*pair) and not right_date(*pair, one.case)]
        if not (one.wrong or one.missed or one.notes or bad_dates):
            continue
        print(
            f"\n[{one.case.section}] " + " / ".join(f"{role[0]}> {text}" for role, _, text in one.case.turns)
        )
        for fact in one.missed:
            print(
                "   told   " if fact in one.noted else "   missed ",
                " | ".join(["/".join(fact.predicates), *fact.subjects[:1], *fact.objects[:1]]),
            )
        for claim in one.wrong:
            print("   wrong  ", line_of(claim))
        for claim in one.notes:
            print("   note   ", line_of(claim))
        for fact, claim in bad_dates:
            print("   date   ", fact.date or "none", "<-", line_of(claim))


def line_of(claim: Claim) -> str:
    """A claim on one line."""
    shown = claim.object.name if claim.object else repr(claim.value)
    span = f" [{claim.valid_from or ''}..{claim.valid_until or ''}]" if is_dated(NOTHING, claim) else ""
    who = "user" if claim.subject.name == USER else claim.subject.name
    return f"{claim.mode} {claim.predicate} | {who} | {shown}{span} = {claim.text}"


NOTHING = Fact(required=False, predicates=(), subjects=(), objects=(), date="")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true", help="print each wrong case of the tuning splits")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--split", choices=SPLITS, help="measure this one alone")
    which.add_argument("--write", action="store_true", help="put the figures on the page")
    options = parser.parse_args()
    figures: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as home:
        extractor = SpacyExtractor(Settings(home, environ={}))
        for split, name in SPLITS.items():
            if options.split not in {None, split}:
                continue
            found = list(outcomes(extractor, read_cases(HERE / name)))
            if options.show and split in SHOWN:
                show(found)
            print(f"\n{split}")
            figures[split] = totals(found, all_dates=split not in PEOPLE)
            for label, value in figures[split].items():
                print(f"  {label:14}{value:>8}")
            print(f"  {'kind':14}{'facts':>8}{'P':>8}{'R':>8}{'F1':>8}")
            for row in by_kind(found):
                print(f"  {row[0]:14}" + "".join(f"{cell:>8}" for cell in row[1:]))
    if options.write:
        write_part("bench-extract", part(figures))


if __name__ == "__main__":
    main()
