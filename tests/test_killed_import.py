"""An import that is killed at any moment and run again ends where an undisturbed one does."""

from __future__ import annotations

from .killed import kill_and_finish
from .transcripts import write_transcripts


def test_a_killed_import_ends_in_the_same_graph(tmp_path):
    folder = tmp_path / "transcripts"
    folder.mkdir()
    write_transcripts(folder, files=6, turns=40)
    cut, same = kill_and_finish(folder, tmp_path, kills=3)
    assert cut
    assert all(same)
