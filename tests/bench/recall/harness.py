"""The shared retrieval harness, found by `GRAPHMEM_SHARED` (default: ../shared beside the checkout), and graphmem
as one of its systems: turns go in through the real ingest, questions through the real recall."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from graphmem import Memory
from graphmem.config import resource
from graphmem.index.minilm import find_tokenizer
from graphmem.result import Hit
from tests.bench.recall import talk

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("GRAPHMEM_SHARED", ROOT.parent / "shared"))


def load_harness() -> ModuleType | None:
    """The harness as a module, or None when it is not there."""
    path = SHARED / "bench" / "retrieval_eval.py"
    if not path.exists():
        return None
    os.environ.setdefault("MINILM_TOKENIZER", str(find_tokenizer()))
    spec = importlib.util.spec_from_file_location("retrieval_eval", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["retrieval_eval"] = module
    spec.loader.exec_module(module)
    return module


class Graphmem:
    """An adapter of the harness: one memory for each conversation.

    `homes` keeps the memories for the next run; `options` are laid over `pipelines/recall.toml`, as "stage.option";
    `kinds` are those of the hits that are asked for. A fact stands for the turns that it was said in.
    """

    def __init__(
        self,
        homes: Path | None = None,
        *,
        options: dict[str, float] | None = None,
        kinds: tuple[str, ...] = ("message", "fact"),
    ) -> None:
        talk.register()
        self._temporary = tempfile.TemporaryDirectory() if homes is None else None
        self.homes = homes or Path(self._temporary.name)  # type: ignore[union-attr]
        self.options, self.kinds = options or {}, kinds
        self.turns: dict[str, list[talk.Turn]] = {}
        self.memories: dict[str, Memory] = {}
        self.turn_of: dict[str, dict[str, str]] = {}
        self.facts = 0

    def add(self, conversation_id, turn_id, session_id, speaker, text, timestamp) -> None:  # noqa: PLR0917 - the harness calls it so
        """One turn."""
        turn = talk.Turn(
            session=f"{conversation_id}/{session_id}",
            turn=f"{conversation_id}/{turn_id}",
            speaker=speaker,
            text=text,
            at=timestamp,
            project=conversation_id,
        )
        self.turns.setdefault(conversation_id, []).append(turn)
        known = self.turn_of.setdefault(conversation_id, {})
        known[talk.message_id(turn.turn)] = turn_id

    def finish(self, conversation_id: str) -> None:
        """Import the conversation."""
        home = self.homes / conversation_id
        (home / "pipelines").mkdir(parents=True, exist_ok=True)
        (home / "pipelines" / "recall.toml").write_text(recall_file(self.options), encoding="utf-8")
        path = home / "turns.talk.jsonl"
        if not path.exists():
            talk.write_talk(path, self.turns[conversation_id])
        memory = self.memories[conversation_id] = Memory(home)
        remember_questions(memory)
        memory.ingest([path], client=talk.CLIENT)
        self.facts += memory.stats()["facts"]
        memory.recall("warm up")

    def search(self, conversation_id: str, query: str, k: int) -> list[str]:
        """Turn ids, best first."""
        found = self.memories[conversation_id].recall(query, limit=k, kind=self.kinds)  # type: ignore[arg-type]
        return self.turns_of(conversation_id, found.hits)[:k]

    def turns_of(self, conversation_id: str, hits: Iterable[Hit]) -> list[str]:
        """The turns that hits stand for, in their order."""
        turn_of = self.turn_of[conversation_id]
        ids: dict[str, None] = {}
        for hit in hits:
            # A turn may have another folded into it; a fact has no turn's id.
            for key in (hit.id, *(source.message_id for source in hit.sources)):
                if key in turn_of:
                    ids[turn_of[key]] = None
        return list(ids)

    def fill(self, conversations: Iterable[Any]) -> None:
        """Import whole conversations, as the harness does turn by turn."""
        for conversation in conversations:
            for turn in conversation.turns:
                self.add(
                    conversation.conv_id,
                    turn.turn_id,
                    turn.session_id,
                    turn.speaker,
                    turn.text,
                    turn.timestamp,
                )
            self.finish(conversation.conv_id)

    def close(self) -> None:
        """Give the memories back."""
        for memory in self.memories.values():
            memory.close()
        self.memories.clear()
        if self._temporary is not None:
            self._temporary.cleanup()


QUESTIONS: dict[str, Any] = {}


def remember_questions(memory: Memory) -> None:
    """Embed each question once in this process, whatever is measured with it: an ablation asks it a dozen times."""
    embedder = memory._index.embedder
    if embedder is not None:
        begin = embedder.begin  # type: ignore[attr-defined]
        embedder.begin = lambda text: (  # type: ignore[attr-defined]
            lambda: QUESTIONS[text] if text in QUESTIONS else QUESTIONS.setdefault(text, begin(text)())
        )


def recall_file(options: dict[str, float]) -> str:
    """`pipelines/recall.toml` with some options set otherwise; an option that is not there is an error."""
    text = (resource("pipelines") / "recall.toml").read_text(encoding="utf-8")
    for name, value in options.items():
        stage, _, option = name.partition(".")
        pattern = re.compile(
            rf'(use = "{stage}"\n(?:(?!\[\[stage\]\]).)*?^{option} = )[^\n]+', re.DOTALL | re.MULTILINE
        )
        text, count = pattern.subn(rf"\g<1>{value}", text)
        if count != 1:
            raise SystemExit(f"pipelines/recall.toml has no {name}")
    return text


def option(name: str) -> float:
    """The value of "stage.option" in `pipelines/recall.toml`."""
    stage, _, key = name.partition(".")
    stages = tomllib.loads((resource("pipelines") / "recall.toml").read_text(encoding="utf-8"))["stage"]
    return next(float(one[key]) for one in stages if one["use"] == stage)


def has_option(name: str) -> bool:
    """True when `pipelines/recall.toml` has the stage of "stage.option"."""
    stage = name.partition(".")[0]
    return f'use = "{stage}"' in (resource("pipelines") / "recall.toml").read_text(encoding="utf-8")


def baselines() -> list[list[str]]:
    """The first table of the shared baselines, its head first; empty when it is not there."""
    path = SHARED / "reference" / "bench.md"
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [row for row in rows if not set("".join(row)) <= set("-")]


def evaluate(harness: ModuleType, system: Any, conversations: list[Any]) -> dict[str, Any]:
    """What the harness measures; conversations without an evidence are passed over by it."""
    result: dict[str, Any] = harness.evaluate(system, conversations, verbose=False)
    return result
