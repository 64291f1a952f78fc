"""Prints how often the answer is right at a given instant, on both clocks, for stories told over several sessions.

python tests/bench/stories/run.py [--show] [--write] [--split NAME ...]

Each story is imported session by session in its order, and again in a second memory from its end to its beginning;
an answer counts as right only when both give it. `tune.txt`, `more.txt`, `dated.txt`, `everyday.txt`, `switches.txt`
and the longer `lives.txt` may be looked at while rules are tuned; `held.txt`, `more_held.txt`, `dated_held.txt`,
`everyday_held.txt` and `switches_held.txt` never, nor `blind.txt`, whose author had not read the rules; of
`changes.txt` every other story may, from the first on, and those between them may not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem import Memory
from graphmem.errors import NotFound
from graphmem.result import FactView
from tests.bench.recall import talk
from tests.bench.recall.page import table, write_part
from tests.bench.stories.story import Question, Story, read_stories

HERE = Path(__file__).parent
SPLITS = {
    "tuning": "tune.txt",
    "held out": "held.txt",
    "blind": "blind.txt",
    "more": "more.txt",
    "more held": "more_held.txt",
    "lives": "lives.txt",
    "changes": "changes.txt",
    "changes held": "changes.txt",
    "dated": "dated.txt",
    "dated held": "dated_held.txt",
    "everyday": "everyday.txt",
    "everyday held": "everyday_held.txt",
    "switches": "switches.txt",
    "switches held": "switches_held.txt",
}
# Which stories of a file that two splits share are whose.
HALVES = {"changes": slice(0, None, 2), "changes held": slice(1, None, 2)}
# What may be looked at.
OPEN = ("tuning", "more", "lives", "changes", "dated", "everyday", "switches")


@dataclass(frozen=True)
class Outcome:
    """What two orders of import answered to one question."""

    story: Story
    question: Question
    answers: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def right(self) -> bool:
        """Both orders give the true answer."""
        return all(fits(self.question, answer) for answer in self.answers)

    @property
    def even(self) -> bool:
        """Both orders give the same."""
        return self.answers[0] == self.answers[1]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--show", action="store_true", help="print each wrong answer of the open splits")
    parser.add_argument("--write", action="store_true", help="write the tables to the page of benchmarks")
    parser.add_argument(
        "--split", nargs="+", choices=SPLITS, default=list(SPLITS), help="ask these splits alone"
    )
    options = parser.parse_args()
    talk.register()
    rows, looked_at = [], []
    for split in options.split:
        stories = read_stories(HERE / SPLITS[split])[HALVES.get(split, slice(None))]
        found = [outcome for story in stories for outcome in ask(story)]
        rows.append([split, len(stories), *figures(found)])
        if split in OPEN:
            looked_at += found
            if options.show:
                show(found)
    head = ("split", "stories", "questions", "right", "facts", "recalls", "known_at", "holds")
    head += ("does not hold", "depend on order")
    text = "\n\n".join(
        [
            "## What was so, and when",
            "`make bench-extract`",
            table(head, rows),
            "### Right answers by kind, the splits that may be looked at",
            table(("kind", "questions", "right"), by_tag(looked_at)),
        ]
    )
    print(text)
    if options.write:
        write_part("bench-stories", text)


def ask(story: Story) -> list[Outcome]:
    """Every question of a story, answered by two memories."""
    forward = answers(story, story.sessions)
    backward = answers(story, story.sessions[::-1])
    return [
        Outcome(story, *rest)
        for rest in zip(story.questions, zip(forward, backward, strict=True), strict=True)
    ]


def answers(story: Story, sessions: Iterable[Sequence[talk.Turn]]) -> list[tuple[str, ...]]:
    """What a memory answers that was told the sessions in this order."""
    with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "home") as memory:
        for number, session in enumerate(sessions):
            path = talk.write_talk(Path(folder) / f"{number}.talk.jsonl", session)
            memory.ingest([path], client=talk.CLIENT)
        return [answer(memory, question) for question in story.questions]


def answer(memory: Memory, question: Question) -> tuple[str, ...]:
    """The values that hold, or the text of the first fact that recall gives."""
    when = {"as_of": question.as_of, "known_at": question.known_at}
    if question.words:
        hits = memory.recall(question.words, kind=["fact"], limit=1, **when).hits  # type: ignore[arg-type]
        return tuple(hit.text for hit in hits)
    own, facts = set[str](), list[FactView]()
    for name in question.entity.split("|"):  # whichever of them it is told of
        names, known = known_of(memory, name, when)
        own, facts = own | names, [*facts, *known]
    # The deadline of the beta may be known of the beta, or as one of the user's.
    facts += [
        fact
        for fact in known_of(memory, "user", when)[1]
        if fact.qualifier.lower() in question.entity.lower().split("|")
    ]
    told = [
        fact
        for fact in {fact.id: fact for fact in facts}.values()
        if fact.predicate in question.predicates
        and (fact.subject in own or fact.qualifier.lower() in question.entity.lower().split("|"))
    ]
    chosen = [fact for fact in told if not fact.negated]  # "does not live in Graz" names no home
    return tuple(sorted(fact.object for fact in chosen))


def known_of(memory: Memory, name: str, when: dict[str, datetime | None]) -> tuple[set[str], list[FactView]]:
    """By which names an entity goes, and the facts that hold of it or name it."""
    try:
        view = memory.entity(name)
        return {view.name, *view.aliases}, [*memory.facts(entity=name, **when)]  # type: ignore[arg-type]
    except NotFound:
        return set(), []


def fits(question: Question, given: Sequence[str]) -> bool:
    """True when an answer is the true one; a value may stand with its article or a word beside it."""
    low = [value.casefold() for value in given]
    wanted = [value.casefold() for value in question.values]
    if question.sign == "-":
        return not any(wanted[0] in value for value in low)
    covered = all(any(one in value for value in low) for one in wanted)
    if question.sign == "+" or question.words:
        return covered and bool(wanted)
    return covered and len(low) == len(wanted)


def figures(found: Sequence[Outcome]) -> list[object]:
    """How many questions there are, and the share answered rightly: of all, and of each form."""
    return [
        len(found),
        share(found),
        share([o for o in found if not o.question.words]),
        share([o for o in found if o.question.words]),
        share([o for o in found if o.question.known_at]),
        share([o for o in found if o.question.values and o.question.sign != "-"]),
        share([o for o in found if not o.question.values or o.question.sign == "-"]),
        sum(not o.even for o in found),
    ]


def share(found: Sequence[Outcome]) -> float:
    """The share of right answers; 0 of none."""
    return sum(outcome.right for outcome in found) / max(1, len(found))


def by_tag(found: Sequence[Outcome]) -> list[list[object]]:
    """Right answers for each kind of story."""
    rows: dict[str, list[bool]] = {}
    for outcome in found:
        rows.setdefault(outcome.story.tag, []).append(outcome.right)
    return [[tag, len(made), sum(made)] for tag, made in rows.items()]


def show(found: Sequence[Outcome]) -> None:
    """The answers that were wrong."""
    for outcome in found:
        if not outcome.right:
            print(f"[{outcome.story.tag}] {outcome.story.title}\n    {outcome.question.line}")
            print(f"    in order {outcome.answers[0]}, from the end {outcome.answers[1]}")


if __name__ == "__main__":
    main()
