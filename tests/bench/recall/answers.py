"""Prints how good the answers of `ask` are without a language model, on LoCoMo's tuning split.

python tests/bench/recall/answers.py [--homes FOLDER]

An answer cites turns: `cites gold` is the share of questions whose answer cites a gold turn, `of gold` the share of
gold turns that are cited. Words are compared as in SQuAD (case, punctuation and articles do not matter): `F1` with the
gold answer, and `told` the share of the gold answer's words that stand in the answer, which is fairer to one that
quotes a sentence. Both are over all questions; "not known" counts as nothing. For unanswerable questions (category 5)
"not known" is right.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem.result import Answer
from tests.bench.recall.harness import SHARED, Graphmem, load_harness
from tests.bench.recall.page import table

TUNING = 3
HEAD = ("category", "questions", "known", "cites gold", "of gold", "F1", "told")
WORD = re.compile(r"\w+")
ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Score:
    """One answer, scored."""

    known: float
    cites: float
    of_gold: float
    f1: float
    told: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--homes", type=Path, help="keep the memories there, and use what is there already")
    options = parser.parse_args()
    harness = load_harness()
    if harness is None:
        print(f"There is no harness under {SHARED}; set GRAPHMEM_SHARED to the folder that holds bench/.")
        return
    conversations = harness.load_locomo(SHARED / "bench" / "locomo" / "locomo10.json")[:TUNING]
    print(answers(Graphmem(options.homes), conversations))


def answers(system: Graphmem, conversations: Sequence[Any]) -> str:
    """The table, a line for each category and one for all that can be answered."""
    system.fill(conversations)
    groups: dict[str, list[Score]] = defaultdict(list)
    for conversation in conversations:
        for question in conversation.questions:
            unanswerable = question.category.startswith("5")
            if not unanswerable and not question.gold_turns:
                continue
            found = system.memories[conversation.conv_id].ask(question.text)
            cited = frozenset(system.turns_of(conversation.conv_id, found.cited))
            one = scored(found, cited, question.gold_turns, question.answer)
            groups[question.category].append(one)
            if not unanswerable:
                groups["OVERALL"].append(one)
    system.close()
    return table(HEAD, ([name, len(group), *means(group)] for name, group in sorted(groups.items())))


def means(group: Sequence[Score]) -> list[float]:
    """The mean of each column."""
    return [
        statistics.fmean(getattr(one, name) for one in group)
        for name in ("known", "cites", "of_gold", "f1", "told")
    ]


def scored(answer: Answer, cited: frozenset[str], gold: frozenset[str], wanted: str) -> Score:
    """One answer beside the gold turns and the gold answer."""
    both = len(cited & gold)
    f1, told = overlap(answer.text if answer.known else "", wanted)
    return Score(float(answer.known), float(both > 0), both / max(1, len(gold)), f1, told)


def overlap(answer: str, wanted: str) -> tuple[float, float]:
    """F1 of the words of two texts, and the share of the wanted words that are there."""
    one, other = Counter(compared(answer)), Counter(compared(wanted))
    both = (one & other).total()
    if not both:
        return 0.0, 0.0
    precision, recall = both / one.total(), both / other.total()
    return 2 * precision * recall / (precision + recall), recall


def compared(text: str) -> Iterable[str]:
    """The words that are compared."""
    return (word for word in WORD.findall(text.casefold()) if word not in ARTICLES)


if __name__ == "__main__":
    main()
