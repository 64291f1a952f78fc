"""The page of figures: each benchmark writes its own part of docs/explanation/benchmarks.md, and nobody else does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs" / "explanation" / "benchmarks.md"
HEAD = """# Benchmarks

Every figure on this page was written by the command that is named above it; nothing here is typed by hand.
"""
PARTS = (
    "bench-extract", "bench-answered", "bench-resolve", "bench-stories", "bench-recall", "bench-recall-tuning",
    "bench-recall-held-out", "bench-recall-longmemeval", "bench-recall-goals", "bench-recall-ablation",
    "bench-recall-floor", "bench-recall-answers", "bench-recall-against", "bench-recall-pooled", "bench-scale",
)  # fmt: skip


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; floats with three places."""
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    lines += [f"| {' | '.join(shown(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def shown(cell: object) -> str:
    """A cell as text."""
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def write_part(name: str, text: str, *, page: Path = PAGE) -> None:
    """Put the text of one benchmark in its place on the page, in the place of what it wrote before."""
    parts = read_parts(page)
    parts[name] = text.strip()
    order = sorted(parts, key=lambda part: (PARTS.index(part) if part in PARTS else len(PARTS), part))
    body = [f"<!-- begin {part} -->\n{parts[part]}\n<!-- end {part} -->\n" for part in order]
    page.write_text("\n".join([HEAD, *body]), encoding="utf-8")


def read_parts(page: Path = PAGE) -> dict[str, str]:
    """The parts that are there."""
    parts: dict[str, str] = {}
    if not page.exists():
        return parts
    rest = page.read_text(encoding="utf-8")
    while (start := rest.find("<!-- begin ")) >= 0:
        name, _, rest = rest[start + len("<!-- begin ") :].partition(" -->\n")
        text, _, rest = rest.partition(f"\n<!-- end {name} -->")
        parts[name] = text
    return parts
