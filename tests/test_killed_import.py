"""An import that is killed at any moment and run again ends where an undisturbed one does."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from graphmem import Memory
from graphmem.capture.reader import sample_folder

from .test_memory import claude_file

NAMES = ["Priya", "Tomas", "Aiko", "Lena", "Omar"]
SERVICES = ["billing service", "search service", "mail service"]


def write_transcripts(folder, *, files, turns, seed=7):
    """Made-up sessions in which people own services and the user moves between companies."""
    rng = random.Random(seed)
    for number in range(files):
        said = []
        for turn in range(turns):
            moment = f"2024-{1 + number % 12:02}-{1 + turn % 28:02}T10:{turn % 60:02}:00Z"
            text = rng.choice(
                [
                    f"{rng.choice(NAMES)} owns the {rng.choice(SERVICES)}.",
                    f"I work at {rng.choice(['Acme', 'Globex', 'Initech'])}.",
                    f"The {rng.choice(SERVICES)} depends on {rng.choice(['Postgres', 'Redis', 'Kafka'])}.",
                    f"I moved to {rng.choice(['Lisbon', 'Porto', 'Berlin'])}.",
                ]
            )
            said.append(("user" if turn % 3 else "assistant", text, moment))
        claude_file(folder, f"made-{number:03}", said)


def run_import(folder, home, *, kill_after=None):
    """Import in a process of its own, killed after so many seconds; True when it came to its end."""
    command = [sys.executable, "-m", "graphmem", "ingest", str(folder), "--home", str(home), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        try:
            _, said = child.communicate(timeout=kill_after)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            return False
        assert child.returncode == 0, said
        return True


def exported(home, tmp_path):
    with Memory(home) as memory:
        memory.export(tmp_path / "export.jsonl")
    return (tmp_path / "export.jsonl").read_bytes()


def kill_and_finish(folder, tmp_path, *, kills, seed=1):
    """How often the import was really cut off, and whether it ended in the same graph."""
    started = time.perf_counter()
    assert run_import(folder, tmp_path / "whole")
    whole = time.perf_counter() - started
    rng = random.Random(seed)
    cut = 0
    for number in range(kills):
        # A home that was imported to its end has nothing left to cut: begin another one.
        home = tmp_path / f"cut{number - number % 4}"
        cut += not run_import(folder, home, kill_after=rng.uniform(0.05, 1.0) * whole)
    expected = exported(tmp_path / "whole", tmp_path)
    homes = sorted(tmp_path.glob("cut*"))
    for home in homes:
        run_import(folder, home)
    return cut, [exported(home, tmp_path) == expected for home in homes]


@pytest.mark.parametrize("kills", [4])
def test_a_killed_import_ends_in_the_same_graph(tmp_path, kills):
    folder = tmp_path / "transcripts"
    folder.mkdir()
    write_transcripts(folder, files=6, turns=40)
    cut, same = kill_and_finish(folder, tmp_path, kills=kills)
    assert cut
    assert all(same)


def test_the_sample_is_found_by_its_folder():
    assert any(sample_folder().rglob("*.jsonl"))
