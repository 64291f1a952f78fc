"""Runs `pipelines/*.toml`: each stage takes the work so far and gives it back with more assigned.

Built-in stages stand in one table in `ingest.py` and one in `recall.py`; others plug in by the entry point
`graphmem.stages`. A stage is a msgspec struct whose fields are its options; it declares what it `requires` and
`assigns`, and both are checked, with every option, when the file is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from graphmem.config import read_toml, resource
from graphmem.errors import PipelineError

Work = TypeVar("Work")
W_contra = TypeVar("W_contra", contravariant=True)


class Stage(Protocol[W_contra]):
    """One step of a pipeline."""

    requires: ClassVar[frozenset[str]]
    assigns: ClassVar[frozenset[str]]

    def run(self, work: W_contra) -> None:
        """Add to the work what this stage assigns."""


class Pipeline(Generic[Work]):
    """Stages in order; made by `load_pipeline`, which has checked that each finds what it requires."""

    def __init__(self, name: str, doc: str, stages: Sequence[tuple[str, Stage[Work]]]) -> None:
        self.name, self.doc, self.stages = name, doc, tuple(stages)

    def run(self, work: Work, *, only: frozenset[str] | None = None) -> Work:
        """Run the stages, or only those of these names, in their order."""
        for name, stage in self.stages:
            if only is None or name in only:
                stage.run(work)
        return work


def load_pipeline(name: str, known: Mapping[str, type[Any]], *, folder: Path | None = None) -> Pipeline[Any]:
    """The pipeline of `NAME.toml` in the user's folder when it is there, else the one that ships.

    Raises PipelineError naming the file, the stage, and what is allowed: for an unknown stage, an unknown or
    missing option, a wrong value, or a stage that requires what no earlier one assigns.
    """
    own = folder / f"{name}.toml" if folder else None
    path = own if own is not None and own.exists() else resource("pipelines") / f"{name}.toml"
    data = read_toml(path)
    head = data.get("pipeline", {})
    tables = data.get("stage", [])
    if not isinstance(head, dict) or not isinstance(tables, list) or not tables:
        raise PipelineError(f"{path} has no [pipeline] and [[stage]] tables.")
    available = set(head.get("given", []))
    stages: list[tuple[str, Stage[Any]]] = []
    for number, table in enumerate(tables, 1):
        options = dict(table)
        use = options.pop("use", "")
        kind = find_stage(use, known)
        if kind is None:
            names = ", ".join(sorted(known))
            raise PipelineError(
                f"{path}: stage {number} uses {use!r}, which does not exist.", hint=f"Known: {names}."
            )
        stage = make_stage(kind, options, f"{path}: stage {number} ({use})")
        if missing := sorted(kind.requires - available):
            raise PipelineError(
                f"{path}: stage {number} ({use}) requires {', '.join(missing)}, which no earlier stage assigns.",
                hint="Move it behind the stage that does.",
            )
        available |= kind.assigns
        stages.append((use, stage))
    return Pipeline(str(head.get("name", name)), str(head.get("doc", "")), stages)


def find_stage(name: str, known: Mapping[str, type[Any]]) -> type[Any] | None:
    """The class of a stage: built in, else of another package by the entry point `graphmem.stages`."""
    if name in known:
        return known[name]
    for entry in entry_points(group="graphmem.stages", name=name):
        loaded: type[Any] = entry.load()
        return loaded
    return None


def make_stage(kind: type[Any], options: Mapping[str, Any], where: str) -> Any:
    """The stage with its options; all must be there, since a pipeline file hides no default."""
    names = [field.name for field in msgspec.structs.fields(kind)]
    for wrong, text in (
        (sorted(set(options) - set(names)), "unknown"),
        (sorted(set(names) - set(options)), "missing"),
    ):
        if wrong:
            raise PipelineError(
                f"{where}: {text} option {', '.join(wrong)}.",
                hint=f"Its options: {', '.join(names) or 'none'}.",
            )
    try:
        return msgspec.convert(dict(options), kind, strict=False)
    except msgspec.ValidationError as cause:
        raise PipelineError(f"{where}: {cause}.") from cause
