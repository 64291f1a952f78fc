"""Prints how much of what answers a question recall finds: LoCoMo and LongMemEval, by the shared harness.

python tests/bench/recall/run.py [--limit-conversations 3] [--ablate] [--against bm25 strong] [--write]

LoCoMo's conversations 1-3 are the tuning split, 4-10 are held out; nothing was tuned on the latter.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.bench.recall.harness import SHARED, Graphmem, baselines, evaluate, has_option, load_harness
from tests.bench.recall.page import table, write_part

TUNING = 3
METRICS = ("recall@1", "recall@5", "recall@10", "mrr", "all@10")
ABLATIONS: dict[str, dict[str, Any]] = {
    "everything": {},
    "text off": {"options": {"text.weight": 0.0}},
    "vectors off": {"options": {"vector.weight": 0.0}},
    "late interaction off": {"options": {"late.weight": 0.0}},
    "graph off": {"options": {"graph.weight": 0.0}},
    "neighbours off": {"options": {"fuse.neighbour": 0.0}},
    "facts off": {"kinds": ("message",)},
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit-conversations", type=int, default=0, metavar="N", help="LoCoMo: the first N")
    parser.add_argument("--homes", type=Path, help="keep the memories there, and use what is there already")
    parser.add_argument("--set", nargs="*", default=[], metavar="STAGE.OPTION=VALUE", help="other options")
    parser.add_argument("--kinds", nargs="*", default=["message", "fact"], help="kinds of hits")
    parser.add_argument(
        "--against", nargs="*", default=[], help="systems of the harness, run on the same turns"
    )
    parser.add_argument("--ablate", action="store_true", help="one channel off in turn, on the tuning split")
    parser.add_argument("--no-longmemeval", action="store_true")
    parser.add_argument("--write", action="store_true", help="write the tables to the page of benchmarks")
    options = parser.parse_args()
    harness = load_harness()
    if harness is None:
        print(f"There is no harness under {SHARED}; set GRAPHMEM_SHARED to the folder that holds bench/.")
        return
    bench = Bench(harness, options)
    bench.locomo()
    if options.ablate:
        bench.ablation()
    if not options.no_longmemeval:
        bench.longmemeval()
    if options.write:
        write_part("bench-recall", bench.page())


class Bench:
    """One run; what is printed is kept for the page."""

    def __init__(self, harness: Any, options: argparse.Namespace) -> None:
        self.harness, self.options = harness, options
        self.settings = {name: float(value) for name, _, value in (one.partition("=") for one in options.set)}
        self.parts: list[str] = ["## Recall", "`make bench-recall`"]
        data = SHARED / "bench" / "locomo" / "locomo10.json"
        self.conversations = harness.load_locomo(data)[: options.limit_conversations or None]

    def say(self, text: str) -> None:
        """Print, and keep for the page."""
        print(f"\n{text}", flush=True)
        self.parts.append(text)

    def page(self) -> str:
        """What was said."""
        return "\n\n".join(self.parts)

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

    def locomo(self) -> None:
        """Both splits apart, by category, and beside the baselines."""
        splits = {
            "tuning (conversations 1-3)": self.conversations[:TUNING],
            "held out (conversations 4-10)": self.conversations[TUNING:],
        }
        for split, conversations in splits.items():
            if not conversations:
                continue
            rows = []
            for name in ("graphmem", *self.options.against):
                started = time.perf_counter()
                summary = self.measure(self.system(name), conversations)
                rows += self.rows(name, summary)
                speed = summary["speed"]
                rows_speed = (
                    f"{name}: {speed['ingest_ms_per_turn']:.1f} ms a turn in, query p50 {speed['query_ms_p50']:.1f} ms,"
                    f" p95 {speed['query_ms_p95']:.1f} ms, {time.perf_counter() - started:.0f} s in all"
                )
                print(rows_speed, flush=True)
                if name == "graphmem":
                    self.parts.append(rows_speed)
            self.say(f"### LoCoMo, {split}, {sum(len(c.turns) for c in conversations)} turns")
            self.say(table(("system", "level", "category", "questions", *METRICS), rows))
        self.against_peers()

    def rows(self, name: str, summary: dict[str, Any]) -> list[list[Any]]:
        """A line for each level and category."""
        return [
            [name, level, category, figures["n"], *(figures[metric] for metric in METRICS)]
            for level in ("turn", "session")
            for category, figures in summary[level].items()
            if level == "turn" or category == "OVERALL"
        ]

    def against_peers(self) -> None:
        """The published baselines, over all ten conversations."""
        if found := baselines():
            head, *rows = found
            self.say("### Baselines over all ten conversations, measured with the same harness")
            self.say(table(head, rows))

    def ablation(self) -> None:
        """One thing off in turn, on the tuning split."""
        rows = []
        for name, change in ABLATIONS.items():
            if not all(map(has_option, change.get("options", {}))):
                continue
            turn = self.measure(self.system("graphmem", **change), self.conversations[:TUNING])["turn"]
            multi, whole = turn["1-multi-hop"], turn["OVERALL"]
            rows.append([name, whole["recall@5"], whole["recall@10"], whole["mrr"], multi["recall@10"]])
            print(rows[-1], flush=True)
        self.say("### Ablation, tuning split, turn level")
        self.say(table(("what is off", "R@5", "R@10", "MRR", "multi-hop R@10"), rows))

    def longmemeval(self) -> None:
        """The slice that comes with the harness; session level is what its gold answers name."""
        path = SHARED / "bench" / "longmemeval" / "longmemeval_s_slice.json"
        if path.exists():
            conversations = self.harness.load_longmemeval(path)
            summary = self.measure(self.system("graphmem"), conversations)
            self.say(f"### LongMemEval slice, {sum(len(c.turns) for c in conversations)} turns")
            self.say(
                table(("system", "level", "category", "questions", *METRICS), self.rows("graphmem", summary))
            )


if __name__ == "__main__":
    main()
