"""How much of what people ask of real conversations is told by facts: the answers that stand in what was read.

python tests/bench/extract/answered.py [--chats N ...] [--show] [--write]

Each chat of LoCoMo is imported into a memory that is thrown away. A question names the turns that answer it; it is
`told` when the facts read from those turns hold two thirds of the words of its answer, or, when the answer is a date,
when one of them begins, ends or is told of in that time. `some` is the share of questions from whose turns any fact
was read. The questions with no answer are left out. Chats 1 to 3 may be read while rules are tuned, the others never.
Without the shared folder (GRAPHMEM_SHARED, default: ../shared beside the checkout) there is nothing to ask.
"""

from __future__ import annotations

import argparse
import calendar
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem import Memory
from graphmem.result import FactView
from tests.bench.extract.real import SHARED, turns_of
from tests.bench.recall import talk
from tests.bench.recall.page import table, write_part

HEAD = """## What real chats tell

`python tests/bench/extract/answered.py --write`

Of the questions about the ten chats of LoCoMo, `some` is the share for whose answering turns any fact was read, and
`told` the share whose answer stands in these facts: two thirds of its words, or its time. Chats 1 to 3 are open, and
rules are made by reading them; the others are not."""
KINDS = {1: "several turns", 2: "when", 3: "to conclude", 4: "one turn"}
OPEN = (1, 2, 3)
ENOUGH = 2 / 3
MOST = 100_000
MANY = 27  # days: a month or a year, which a text may name without a day
SMALL = frozenset(
    re.findall(
        r"\w+", "a an the of to in on at for with and or is are was were her his their they she he it by from"
    )
)
MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
WEEKDAYS = {name.casefold(): number for number, name in enumerate(calendar.day_name)}
DAY = re.compile(r"(\d{1,2}) ([a-z]+),? (\d{4})")
MONTH = re.compile(r"\b([a-z]+),? (\d{4})\b")
BEFORE = re.compile(r"(?:the )?(week|weekend|[a-z]+day) (?:before|of)")


@dataclass(frozen=True)
class Asked:
    """One question, whether any fact came of its turns, and whether they tell its answer."""

    kind: str
    question: str
    answer: str
    some: bool
    told: bool


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--chats", type=int, nargs="+", metavar="N", help="these chats alone, counted from 1")
    parser.add_argument("--show", action="store_true", help="print what is not told, of the open chats")
    parser.add_argument("--write", action="store_true", help="write the table to the page of benchmarks")
    options = parser.parse_args()
    path = SHARED / "bench" / "locomo" / "locomo10.json"
    if not path.exists():
        print(f"No shared conversations in {SHARED}: nothing was asked. GRAPHMEM_SHARED names another place.")
        return
    talk.register()
    found: dict[str, list[Asked]] = defaultdict(list)
    for number, chat in enumerate(json.loads(path.read_text(encoding="utf-8")), 1):
        if options.chats and number not in options.chats:
            continue
        asked = list(ask(number, chat))
        found["open" if number in OPEN else "held out"] += asked
        for one in asked if options.show and number in OPEN else ():
            if not one.told:
                print(f"{'' if one.some else 'nothing: '}{one.question} -> {one.answer}")
    text = table(("chats", "questions", "of", "some", "told"), rows(found))
    print(text)
    if options.write:
        write_part("bench-answered", f"{HEAD}\n\n{text}")


def rows(found: dict[str, list[Asked]]) -> Iterator[list[object]]:
    """The figures of each kind of question."""
    for split, asked in found.items():
        for kind in ("all", *KINDS.values()):
            some = [one for one in asked if kind in {"all", one.kind}]
            count = max(1, len(some))
            yield [
                split,
                len(some),
                kind,
                sum(o.some for o in some) / count,
                sum(o.told for o in some) / count,
            ]


def ask(number: int, chat: dict[str, Any]) -> Iterator[Asked]:
    """The questions of a chat that have an answer."""
    of = facts_by_turn(number, chat["conversation"])
    for asked in chat["qa"]:
        if asked["category"] not in KINDS or "answer" not in asked:
            continue
        facts = [fact for turn in asked["evidence"] for fact in of.get(turn.strip(), ())]
        answer = str(asked["answer"])
        yield Asked(KINDS[asked["category"]], asked["question"], answer, bool(facts), tells(facts, answer))


def facts_by_turn(number: int, conversation: dict[str, Any]) -> dict[str, list[FactView]]:
    """What was read from each turn, by the turn's name in the questions ("D3:12")."""
    turns = list(turns_of(number, conversation))
    names = {}
    for turn in turns:
        _, session, place = turn.turn.split("/")
        names[talk.message_id(turn.turn)] = f"D{session.removeprefix('session_')}:{int(place) + 1}"
    of: dict[str, list[FactView]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "home") as memory:
        memory.ingest([talk.write_talk(Path(folder) / "chat.talk.jsonl", turns)], client=talk.CLIENT)
        for fact in memory.facts(all=True, limit=MOST):
            for source in fact.sources:
                of[names.get(source.message_id, "")].append(fact)
    return of


def tells(facts: Sequence[FactView], answer: str) -> bool:
    """True when the facts hold most words of the answer, or one of them the time that it is."""
    meant = time_of(answer.casefold())
    if meant is not None:
        return any(meets(fact, *meant) for fact in facts)
    wanted = set(words_of(answer))
    told = {word for fact in facts for word in words_of(f"{fact.text} {fact.object}")}
    return bool(wanted) and len(wanted & told) >= ENOUGH * len(wanted)


def meets(fact: FactView, first: date, last: date) -> bool:
    """True when a fact begins or ends in this time, or its text names a day of it."""
    ends = [end.date() for end in (fact.valid_from, fact.valid_until) if end is not None]
    named = [date.fromisoformat(day) for day in re.findall(r"\d{4}-\d{2}-\d{2}", fact.text)]
    text = fact.text.casefold()
    if (last - first).days < MANY:
        return any(first <= day <= last for day in ends + named)
    name = f"{calendar.month_name[first.month]} " if first.month == last.month else ""
    return f"{name}{first.year}".casefold() in text or any(first <= day <= last for day in ends + named)


def time_of(answer: str) -> tuple[date, date] | None:
    """The first and last day of an answer that is a time: a day, the week before a day, a month, a year."""
    if day := DAY.search(answer):
        if day[2] not in MONTHS:
            return None
        end = date(int(day[3]), MONTHS[day[2]], int(day[1]))
        told = BEFORE.search(answer[: day.start()])
        if told is None:
            return end, end
        if told[1] in WEEKDAYS:
            end -= timedelta(days=(end.weekday() - WEEKDAYS[told[1]] - 1) % 7 + 1)
            return end, end
        return end - timedelta(days=end.weekday() + 7), end
    if (month := MONTH.search(answer)) and month[1] in MONTHS:
        year, number = int(month[2]), MONTHS[month[1]]
        return date(year, number, 1), date(year, number, calendar.monthrange(year, number)[1])
    if re.fullmatch(r"(?:in )?(?:19|20)\d{2}", answer.strip()):
        year = int(answer.strip()[-4:])
        return date(year, 1, 1), date(year, 12, 31)
    return None


def words_of(text: str) -> Iterator[str]:
    """The words that count, without their endings."""
    for word in re.findall(r"\w+", text.casefold()):
        if word not in SMALL:
            yield re.sub(r"(?<=\w{3})(?:ing|ed|es|s|e)$", "", word)


if __name__ == "__main__":
    main()
