"""Prints how much of what answers a question recall finds: LoCoMo and LongMemEval, by the shared harness.

python tests/bench/recall/run.py [--only tuning held-out ...] [--against bm25 strong] [--homes FOLDER] [--write]

LoCoMo's conversations 1-3 are the tuning split, 4-10 are held out; nothing was tuned on the latter. With `--write` the
page is written after each part, which takes the place of what it wrote before, and tells which parts were never run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.bench.recall.answers import answers
from tests.bench.recall.floor import GROUPS, questions
from tests.bench.recall.harness import SHARED, Graphmem, baselines, evaluate, has_option, load_harness, option
from tests.bench.recall.page import read_parts, table, write_part

TUNING = 3
ANSWERS = (
    "`cites gold`: an answer cites a gold turn; `of gold`: share of gold turns cited; `F1` with the gold answer; "
    "`told`: share of the gold answer's words that stand in the answer. For category 5 the right `known` is 0."
)
METRICS = ("recall@1", "recall@5", "recall@10", "mrr", "all@10")
NO_FACTS: dict[str, Any] = {"options": {"fuse.fact": 0.0}, "kinds": ("message",)}
ABLATIONS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "walk through the graph off": {"options": {"graph.weight": 0.0}},
    "facts speak for no turn": {"options": {"fuse.fact": 0.0}},
    "facts off": NO_FACTS,
    "facts and walk off": {**NO_FACTS, "options": {"fuse.fact": 0.0, "graph.weight": 0.0}},
    "text off": {"options": {"text.weight": 0.0}},
    "vectors off": {"options": {"vector.weight": 0.0}},
    "late interaction off": {"options": {"late.weight": 0.0}},
    "late interaction with no turn beside": {"options": {"late.beside": 0.0}},
    "neighbours lend nothing": {"options": {"fuse.neighbour": 0.0, "fuse.far": 0.0}},
    "sessions support nothing": {"options": {"fuse.session": 0.0, "fuse.together": 0.0}},
    "speakers not heeded": {"options": {"fuse.speaker": 0.0, "fuse.own": 0.0}},
    "speakers gain nothing for their turn alone": {"options": {"fuse.own": 0.0}},
    "times like any other words": {"options": {"fuse.dated": 0.0}},
    "short turns like long ones": {"options": {"fuse.slight": 0.0}},
    "stored questions like any other turn": {"options": {"fuse.asking": 1.0, "fuse.reply": 0.0}},
    "questions for all like any other": {"options": {"fuse.many": 1.0}},
    "floor off": {"options": {"floor.least": 0.0}},
}
PARTS = ("tuning", "held-out", "longmemeval", "goals", "ablation", "floor", "answers", "against", "pooled")
# Level, category, figure, and what it should be at least: all ten conversations of LoCoMo, then the LongMemEval slice.
GOALS = {
    "LoCoMo": (
        ("turn", "OVERALL", "recall@5", 0.72), ("turn", "OVERALL", "recall@10", 0.80), ("turn", "OVERALL", "mrr", 0.60),
        ("turn", "1-multi-hop", "recall@10", 0.58), ("session", "OVERALL", "recall@1", 0.70),
        ("session", "OVERALL", "recall@5", 0.90),
    ),
    "LongMemEval slice": (("session", "OVERALL", "recall@5", 0.98), ("session", "OVERALL", "recall@1", 0.95)),
}  # fmt: skip
FLOOR = (
    "The share of questions to which recall says that nothing was found. Unanswerable are those of category 5 "
    "(adversarial), and those of the two other conversations, as they are and with the names of the speakers put in."
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="*", choices=PARTS, default=PARTS, help="these parts only")
    parser.add_argument("--limit-conversations", type=int, default=0, metavar="N", help="LoCoMo: the first N")
    parser.add_argument("--homes", type=Path, help="keep the memories there, and use what is there already")
    parser.add_argument("--set", nargs="*", default=[], metavar="STAGE.OPTION=VALUE", help="other options")
    parser.add_argument("--kinds", nargs="*", default=["message", "fact"], help="kinds of hits")
    parser.add_argument(
        "--against", nargs="*", default=[], help="systems of the harness, run on the same turns"
    )
    parser.add_argument("--write", action="store_true", help="write the tables to the page of benchmarks")
    options = parser.parse_args()
    harness = load_harness()
    if harness is None:
        print(f"There is no harness under {SHARED}; set GRAPHMEM_SHARED to the folder that holds bench/.")
        return
    bench = Bench(harness, options)
    for part in PARTS:
        if part in options.only:
            bench.run(part)
            if options.write:
                bench.write(part)


class Bench:
    """One run; what a part prints is kept for the page."""

    def __init__(self, harness: Any, options: argparse.Namespace) -> None:
        self.harness, self.options = harness, options
        self.settings = {name: float(value) for name, _, value in (one.partition("=") for one in options.set)}
        self.said: list[str] = []
        self.found: dict[str, dict[str, Any]] = {}  # what the harness measured of graphmem, by part
        data = SHARED / "bench" / "locomo" / "locomo10.json"
        self.conversations = harness.load_locomo(data)[: options.limit_conversations or None]
        self.splits = {
            "tuning": ("tuning split (conversations 1-3)", self.conversations[:TUNING]),
            "held-out": ("held out (conversations 4-10)", self.conversations[TUNING:]),
        }

    def run(self, part: str) -> None:
        """One part of the page."""
        self.said = []
        if part in self.splits:
            title, conversations = self.splits[part]
            self.shown(title, conversations, {"graphmem": self.summary(part)})
        else:
            getattr(self, part)()

    def say(self, text: str) -> None:
        """Print, and keep for the page."""
        print(f"\n{text}", flush=True)
        self.said.append(text)

    def write(self, part: str) -> None:
        """Put what was said in its place on the page, and above all parts which of them were never run."""
        write_part(f"bench-recall-{part}", "\n\n".join(self.said))
        missing = [one for one in PARTS if f"bench-recall-{one}" not in read_parts()]
        gaps = [f"Not run yet: {', '.join(missing)}."] if missing else []
        write_part("bench-recall", "\n\n".join(["## Recall", "`make bench-recall`", *gaps]))

    def system(self, name: str, **more: Any) -> Any:
        """A system of the harness, or graphmem."""
        if name != "graphmem":
            return self.harness.SYSTEMS[name]()
        chosen = {**self.settings, **more.get("options", {})}
        return Graphmem(
            self.options.homes, options=chosen, kinds=more.get("kinds", tuple(self.options.kinds))
        )

    def measure(self, system: Any, conversations: list[Any]) -> dict[str, Any]:
        """The harness's summary."""
        summary: dict[str, Any] = self.harness.summarise(evaluate(self.harness, system, conversations))
        return summary

    def measured(self, part: str) -> dict[str, Any]:
        """What the harness measured of graphmem on a split or the slice, once in a run."""
        if part not in self.found:
            path = SHARED / "bench" / "longmemeval" / "longmemeval_s_slice.json"
            chosen = self.splits[part][1] if part in self.splits else self.harness.load_longmemeval(path)
            self.found[part] = evaluate(self.harness, self.system("graphmem"), chosen)
        return self.found[part]

    def summary(self, *parts: str) -> dict[str, Any]:
        """The harness's summary of these parts together."""
        found = [self.measured(part) for part in parts]
        together = {**found[0]}
        for key in ("rows", "latencies_s"):
            together[key] = [one for result in found for one in result[key]]
        summary: dict[str, Any] = self.harness.summarise(together)
        return summary

    def shown(self, title: str, conversations: list[Any], summaries: dict[str, dict[str, Any]]) -> None:
        """A table by category, for each system."""
        turns = sum(len(conversation.turns) for conversation in conversations)
        self.say(f"### LoCoMo, {title}, {turns} turns: {', '.join(summaries)}")
        rows = [row for name, summary in summaries.items() for row in self.rows(name, summary)]
        self.say(table(("system", "level", "category", "questions", *METRICS), rows))
        for name, summary in summaries.items():
            speed = summary["speed"]
            # Told on the screen only: what else the machine did is in them.
            print(f"{name}: query p50 {speed['query_ms_p50']:.1f} ms, p95 {speed['query_ms_p95']:.1f} ms")

    def locomo(self, title: str, conversations: list[Any], systems: Sequence[str]) -> None:
        """One split by category, for each system."""
        summaries = {name: self.measure(self.system(name), conversations) for name in systems}
        if conversations:
            self.shown(title, conversations, summaries)

    def goals(self) -> None:
        """What was to be reached, over all conversations, and what was."""
        summaries = {
            "LoCoMo": self.summary(*self.splits),
            "LongMemEval slice": self.summary("longmemeval"),
        }
        rows = [
            [f"{name}, {level}, {category}", figure, goal, value := summaries[name][level][category][figure],
             "yes" if value >= goal else f"{value - goal:.3f}"]
            for name, goals in GOALS.items() for level, category, figure, goal in goals
        ]  # fmt: skip
        self.say("### Goals, over all ten conversations")
        self.say(table(("what", "figure", "goal", "found", "reached"), rows))

    def floor(self) -> None:
        """How often nothing is found, where there is an answer and where there is none."""
        system = self.system("graphmem", options={"floor.least": 0.0})
        asked = questions(system, self.conversations[:TUNING])
        system.close()
        least = option("floor.least")
        rows = [
            [group, int(asked.of(group).sum()), float((asked.confidence[asked.of(group)] < least).mean())]
            for group in GROUPS
        ]
        self.say("### Nothing found, LoCoMo, tuning split")
        self.say(FLOOR)
        self.say(table(("questions", "count", "nothing found"), rows))

    def against(self) -> None:
        """The baselines on both splits, and those that were published over all ten conversations."""
        if self.options.against:
            for split, conversations in self.splits.values():
                self.locomo(split, conversations, self.options.against)
        if found := baselines():
            head, *rows = found
            self.say("### Baselines over all ten conversations, measured with the same harness")
            self.say(table(head, rows))

    def pooled(self) -> None:
        """All conversations in one store: the shape of a memory that holds everything."""
        self.locomo("all conversations in one store", self.harness.pool(self.conversations), ("graphmem",))

    def answers(self) -> None:
        """What `ask` answers without a language model."""
        self.say("### Answers without a language model, LoCoMo, tuning split")
        self.say(ANSWERS)
        self.say(answers(self.system("graphmem"), self.conversations[:TUNING]))

    def rows(self, name: str, summary: dict[str, Any]) -> list[list[Any]]:
        """A line for each level and category."""
        return [
            [name, level, category, figures["n"], *(figures[metric] for metric in METRICS)]
            for level in ("turn", "session")
            for category, figures in summary[level].items()
            if level == "turn" or category == "OVERALL"
        ]

    def ablation(self) -> None:
        """One thing off in turn, on the tuning split."""
        # Without the questions that have no answer, which no figure here is of.
        conversations = [
            replace(one, questions=[q for q in one.questions if not q.category.startswith("5")])
            for one in self.conversations[:TUNING]
        ]
        head = ("R@5", "R@10", "MRR", "multi-hop R@5", "multi-hop R@10", "single-hop R@10", "session R@1")
        rows = []
        for name, change in ABLATIONS.items():
            if not all(map(has_option, change.get("options", {}))):
                continue
            summary = self.measure(self.system("graphmem", **change), conversations)
            turn, session = summary["turn"], summary["session"]
            whole, multi, single = turn["OVERALL"], turn["1-multi-hop"], turn["4-single-hop"]
            rows.append(
                [name, *(whole[metric] for metric in ("recall@5", "recall@10", "mrr")), multi["recall@5"],
                 multi["recall@10"], single["recall@10"], session["OVERALL"]["recall@1"]]
            )  # fmt: skip
            print(rows[-1], flush=True)
            self.said = [
                "### Ablation, LoCoMo, tuning split, turn level",
                table(("what is off", *head), rows),
            ]
            if self.options.write:  # line by line, since it takes long
                self.write("ablation")

    def longmemeval(self) -> None:
        """The slice that comes with the harness; session level is what its gold answers name."""
        summary = self.summary("longmemeval")
        self.say(f"### LongMemEval slice, {summary['speed']['turns']} turns")
        head = ("system", "level", "category", "questions", *METRICS)
        self.say(table(head, self.rows("graphmem", summary)))


if __name__ == "__main__":
    main()
