"""Runs the notebooks and writes what their cells print into them, so that a reader sees it without running anything.

python docs/notebooks.py            write the outputs
python docs/notebooks.py --check    write nothing; fail when a cell fails or an output is not what it would be
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import linecache
import sys
import warnings
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


def ran(notebook: Path) -> str:
    """The text of the notebook with the outputs that its cells have, run in their order in one namespace.

    Warnings are errors, and what a cell raises is raised.
    """
    told = json.loads(notebook.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in told["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, start=1):
        cell["execution_count"] = number
        cell["outputs"] = outputs("".join(cell["source"]), f"{notebook.name}, cell {number}", names, number)
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def outputs(source: str, title: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line, in the form in which a notebook keeps them."""
    linecache.cache[title] = (len(source), None, source.splitlines(keepends=True), title)  # for tracebacks
    body = ast.parse(source, title).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(ast.Module(body, []), title, "exec"), names)
        value = eval(compile(ast.Expression(last.value), title, "eval"), names) if last else None
    made: list[dict[str, Any]] = []
    if printed.getvalue():
        made.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        made.append(
            {"data": shown(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return made


def shown(value: Any) -> dict[str, list[str]]:
    """A value by the type of what shows it: a drawing as one, and always as text."""
    drawn = {"image/svg+xml": lines(value._repr_svg_())} if hasattr(value, "_repr_svg_") else {}
    return {**drawn, "text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    """A text as a notebook keeps it."""
    return text.splitlines(keepends=True)


def main() -> int:
    """Run all notebooks and write what is new, or with --check only tell; the exit code."""
    stale = {
        path: text
        for path in sorted(NOTEBOOKS.glob("*.ipynb"))
        if (text := ran(path)) != path.read_text(encoding="utf-8")
    }
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(NOTEBOOKS.parent)} does not show what its cells print; run: make docs")
        return 1 if stale else 0
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
    print(f"{len(stale)} notebooks changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
