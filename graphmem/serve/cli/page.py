"""What views are made of: a console for a terminal or a pipe, blocks of lines, and tables without a frame."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from graphmem.serve.cli.words import plain


class Page(Console):
    """A console that leaves a closed pipe to the command, which knows how to end."""

    def on_broken_pipe(self) -> None:
        """Let the error go on upward; rich would leave with exit code 1."""
        raise BrokenPipeError


def block(title: str, *lines: tuple[str, str]) -> RenderableType:
    """A title with indented lines, each in its style; empty lines are left out."""
    below = [Padding(Text(line, style=style), (0, 0, 0, 4)) for line, style in lines if line]
    return Group(Text(title), *below)


def grid(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, numbers: Sequence[int] = ()
) -> RenderableType:
    """A table without a frame; an id never wraps."""
    table = Grid(box=None, pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(
            Text(name), justify="right" if place in numbers else "left", no_wrap=name == "id", overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text("" if cell is None else plain(cell)) for cell in row))
    return table
