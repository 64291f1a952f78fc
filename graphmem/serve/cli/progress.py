"""Progress of an ingest comes in; a bar on a terminal goes out, and nothing where there is no terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self, TextIO

import graphmem
from graphmem.result import Progress

if TYPE_CHECKING:
    from types import TracebackType

    import rich.progress


def sample() -> Path:
    """The folder of made-up conversations that comes with graphmem."""
    return Path(graphmem.__file__).parent / "sample"


class Bar:
    """A bar on `stream` while the context is open; silent when the stream is no terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __enter__(self) -> Self:
        if self._stream.isatty():
            import rich.console  # noqa: PLC0415 - only where somebody looks
            import rich.progress  # noqa: PLC0415

            self._bar = rich.progress.Progress(
                rich.progress.TextColumn("{task.description}", markup=False),
                rich.progress.BarColumn(),
                rich.progress.MofNCompleteColumn(),
                rich.progress.TimeElapsedColumn(),
                console=rich.console.Console(file=self._stream),
                transient=True,
            )
            self._task = self._bar.add_task("Reading", total=None)
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, progress: Progress) -> None:
        """Move the bar to where the ingest is."""
        if self._bar is None or self._task is None:
            return
        self._bar.update(
            self._task,
            completed=progress.files_done,
            total=progress.files_total or None,
            description=f"{progress.messages} messages, {progress.facts} facts",
        )
