"""Prints how often recall says that nothing was found: wrongly, and where the conversation holds no answer.

python tests/bench/recall/floor.py [--homes FOLDER] [--fit]

Only LoCoMo's conversations 1-3, the tuning split, are read. Answerable are the questions of categories 1-4;
unanswerable those of category 5, which ask of one speaker what the other said, and the questions of the two other
conversations, as they are and with the names of their speakers replaced by those of the conversation asked.
`--fit` prints weights for `pipelines/recall.toml`, and what they give on a conversation that they were not fitted on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.bench.recall.harness import SHARED, Graphmem, load_harness
from tests.bench.recall.page import table

TUNING = 3
NAMES = ("late", "cover", "together", "unseen", "stranger", "asked", "other")
GROUPS = ("answerable", "adversarial", "foreign", "foreign under known names")
RATES = (0.005, 0.01, 0.02, 0.05, 0.1)
DECAY = 0.0003  # of the weights, per question: fewer than a thousand questions fix five of them


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--homes", type=Path, help="keep the memories there, and use what is there already")
    parser.add_argument("--fit", action="store_true", help="fit the weights anew")
    options = parser.parse_args()
    harness = load_harness()
    if harness is None:
        print(f"There is no harness under {SHARED}; set GRAPHMEM_SHARED to the folder that holds bench/.")
        return
    conversations = harness.load_locomo(SHARED / "bench" / "locomo" / "locomo10.json")[:TUNING]
    # The floor lets everything pass, so that what it would have held back is seen.
    system = Graphmem(options.homes, options={"floor.least": 0.0})
    asked = questions(system, conversations)
    print(shown(asked, asked.confidence))
    print()
    print(table(("group", *NAMES), [[name, *asked.means(name)] for name in GROUPS]))
    if options.fit:
        fit_all(asked)
    system.close()


class Asked:
    """The questions: of which conversation's memory, of which group, and the evidence that was found."""

    def __init__(self) -> None:
        self.home: list[int] = []
        self.group: list[str] = []
        self.rows: list[list[float]] = []
        self.sure: list[float] = []

    def add(self, home: int, group: str, evidence: Any, confidence: float) -> None:
        """One question."""
        self.home.append(home)
        self.group.append(group)
        self.rows.append([getattr(evidence, name) for name in NAMES])
        self.sure.append(confidence)

    @property
    def confidence(self) -> np.ndarray:
        """As the pipeline has it."""
        return np.array(self.sure)

    def of(self, group: str) -> np.ndarray:
        """Which of the questions are of a group."""
        return np.array([one == group for one in self.group])

    def means(self, group: str) -> list[float]:
        """The mean evidence of a group."""
        found: list[float] = np.array(self.rows)[self.of(group)].mean(axis=0).round(3).tolist()
        return found


def questions(system: Graphmem, conversations: Sequence[Any]) -> Asked:
    """Ask each memory its own questions and those of the other conversations."""
    asked = Asked()
    system.fill(conversations)
    for home, conversation in enumerate(conversations):
        memory = system.memories[conversation.conv_id]

        def ask(group: str, text: str, home: int = home, memory: Any = memory) -> None:
            with memory._looked_up(text, kind=("message", "fact")) as work:
                pass
            asked.add(home, group, work.evidence, work.confidence)

        for other in conversations:
            for question in other.questions:
                adversarial = question.category.startswith("5")
                if other is not conversation and adversarial:
                    continue
                group = GROUPS[1] if adversarial else GROUPS[0]
                ask(GROUPS[2] if other is not conversation else group, question.text)
                if other is not conversation:
                    ask(GROUPS[3], renamed(question.text, speakers(other), speakers(conversation)))
    return asked


def speakers(conversation: Any) -> list[str]:
    """Who speaks in a conversation."""
    return sorted({turn.speaker for turn in conversation.turns})


def renamed(text: str, old: Sequence[str], new: Sequence[str]) -> str:
    """The text with each old name replaced by the new one at its place."""
    for one, other in zip(old, new, strict=True):
        text = text.replace(one, other)
    return text


def shown(asked: Asked, confidence: np.ndarray) -> str:
    """Thresholds by the share of answerable questions that they would turn away, and what they catch."""
    own = np.sort(confidence[asked.of(GROUPS[0])])
    rows = []
    for rate in RATES:
        least = float(own[int(rate * len(own))])
        rows.append(
            [round(least, 3), *(float((confidence[asked.of(group)] < least).mean()) for group in GROUPS)]
        )
    return table(("least", "false nothing", *(f"caught: {group}" for group in GROUPS[1:])), rows)


def fit_all(asked: Asked) -> None:
    """The weights of all, and the figures on each conversation from weights of the two others."""
    home = np.array(asked.home)
    held = np.zeros(len(home))
    for one in range(TUNING):
        weights = fitted(asked, home != one)
        held[home == one] = predicted(asked, weights)[home == one]
    print("\nEach conversation with the weights of the two others:\n" + shown(asked, held))
    weights = fitted(asked, np.ones(len(home), bool))
    print("\nWith the weights of all:\n" + shown(asked, predicted(asked, weights)))
    print(
        "\n"
        + "\n".join(f"{name} = {value:.2f}" for name, value in zip(("bias", *NAMES), weights, strict=True))
    )


def predicted(asked: Asked, weights: np.ndarray) -> np.ndarray:
    """The confidence by these weights, the bias first."""
    return np.asarray(1.0 / (1.0 + np.exp(-(weights[0] + np.array(asked.rows) @ weights[1:]))))


def fitted(asked: Asked, chosen: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method; answerable and unanswerable weigh the same in all, and so do the two
    groups of the latter."""
    rows = np.column_stack([np.ones(len(asked.rows)), np.array(asked.rows)])[chosen]
    wanted = asked.of(GROUPS[0])[chosen].astype(float)
    share = np.zeros(len(rows))
    for group, part in zip(GROUPS, (0.5, 0.2, 0.1, 0.2), strict=True):
        of = asked.of(group)[chosen]
        share[of] = part / of.sum()
    weights = np.zeros(rows.shape[1])
    decay = np.diag([0.0, *[DECAY] * len(NAMES)])
    for _ in range(50):
        sure = 1.0 / (1.0 + np.exp(-(rows @ weights)))
        gradient = rows.T @ (share * (wanted - sure)) - decay @ weights
        curve = (rows * (share * sure * (1 - sure))[:, None]).T @ rows + decay
        weights = weights + np.linalg.solve(curve, gradient)
    return weights


if __name__ == "__main__":
    main()
