"""What the pages are made of: tables, code, and names in a row."""

from __future__ import annotations


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def code(words: object) -> str:
    """The words as code, or nothing."""
    return f"`{words}`" if words not in ("", None) else ""


def words(names: list[str]) -> str:
    """Names in a row."""
    return f"{', '.join(code(name) for name in names[:-1])} and {code(names[-1])}"
