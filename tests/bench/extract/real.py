"""Facts of conversations that really took place: how many a session gives, and a sample to judge beside its source.

The transcripts of Claude Code and Codex and the first three chats of LoCoMo (their text alone) are imported through
the real pipeline into a memory that is thrown away. `--sample N --seed S` prints N facts, each with its dates, its
quote and where it was said. Without the shared folder (GRAPHMEM_SHARED, default: ../shared beside the checkout) there
is nothing to read, and the script says so.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from graphmem import Memory
from graphmem.result import FactView
from tests.bench.recall import talk

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("GRAPHMEM_SHARED", ROOT.parent / "shared"))
CLIENTS = ("claude-code", "codex")
CHATS = 3  # the rest of LoCoMo is kept for measuring recall
MOST = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="print N random facts to judge")
    parser.add_argument("--seed", type=int, default=3, help="of the sample")
    options = parser.parse_args()
    transcripts = [SHARED / "fixtures" / "transcripts" / client for client in CLIENTS]
    chats = SHARED / "bench" / "locomo" / "locomo10.json"
    if not all(path.exists() for path in [*transcripts, chats]):
        print(f"No shared conversations in {SHARED}: nothing was read. GRAPHMEM_SHARED names another place.")
        return
    talk.register()
    facts: list[FactView] = []
    with tempfile.TemporaryDirectory() as home:
        for path in transcripts:
            facts += read(path, Path(home) / path.name, path.name)
        for number, conversation in enumerate(json.loads(chats.read_text(encoding="utf-8"))[:CHATS], 1):
            path = talk.write_talk(
                Path(home) / f"chat{number}.talk.jsonl", turns_of(number, conversation["conversation"])
            )
            facts += read(path, Path(home) / f"chat{number}", f"chat {number}")
    if options.sample:
        facts.sort(key=lambda fact: fact.id)
        for fact in random.Random(options.seed).sample(facts, min(options.sample, len(facts))):
            show(fact)


def read(path: Path, home: Path, title: str) -> list[FactView]:
    """Import a file or folder into a memory of its own and print what came of it."""
    with Memory(home) as memory:
        report = memory.ingest([path])
        facts = list(memory.facts(all=True, limit=MOST))
    kinds = Counter(fact.kind for fact in facts)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    rate = len(facts) / report.sessions if report.sessions else 0.0
    print(f"{title:12} {report.sessions:4} sessions {report.messages:5} messages {len(facts):5} facts"
          f" {rate:6.1f} a session  {told}")  # fmt: skip
    return facts


def turns_of(number: int, conversation: dict[str, Any]) -> Iterator[talk.Turn]:
    """The text of a chat, session by session."""
    for key in sorted(
        (key for key in conversation if key.startswith("session_") and not key.endswith("_date_time")),
        key=lambda key: int(key.rpartition("_")[2]),
    ):
        said = datetime.strptime(conversation[f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(
            tzinfo=UTC
        )
        for place, turn in enumerate(conversation[key]):
            name = f"{number}/{key}"
            yield talk.Turn(name, f"{name}/{place}", turn["speaker"], turn["text"], said.isoformat())


def show(fact: FactView) -> None:
    """A fact beside where it comes from."""
    print(f"\n{fact.text}\n   {fact.kind} · {fact.subject} · {fact.predicate} · {fact.object or '-'}")
    print(f"   true {fact.valid_from or '?'} to {fact.valid_until or 'now'}")
    for source in fact.sources[:2]:
        print(f"   {source.sent_at} {source.author} in {source.client}: “{source.quote}”")


if __name__ == "__main__":
    main()
