"""A folder goes in; the root of the git repository that it lies in and the branch that is checked out come out.

Read from git's own files: starting git would take longer than a hook may.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

CHARS = 4096  # of a file of git that is read


class Repository(NamedTuple):
    """The root, that of the first checkout where there are several, and the branch; "" when there is none."""

    root: str
    branch: str


NONE = Repository("", "")


def repository_of(folder: str) -> Repository:
    """The repository of a folder, which need not be in one."""
    start = Path(folder)
    for place in (start, *start.parents):
        git = place / ".git"
        if git.is_dir():
            return Repository(str(place), branch_in(git))
        if git.is_file():
            return of_pointer(place, git)
    return NONE


def of_pointer(place: Path, pointer: Path) -> Repository:
    """The repository of a further checkout or of a submodule, whose `.git` is a file that names a folder."""
    named = text_of(pointer).removeprefix("gitdir:").strip()
    git = place / named
    shared = text_of(git / "commondir")
    root = (git / shared).resolve().parent if shared else place
    return Repository(str(root), branch_in(git))


def branch_in(git: Path) -> str:
    """The branch in a folder of git; "" for a commit that is checked out by itself."""
    head = text_of(git / "HEAD")
    return head.removeprefix("ref: refs/heads/") if head.startswith("ref: refs/heads/") else ""


def text_of(file: Path) -> str:
    """What stands in a small file; "" when it cannot be read."""
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            return lines.read(CHARS).strip()
    except OSError:
        return ""
