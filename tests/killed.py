"""An import in a process of its own that is killed, run again and compared."""

from __future__ import annotations

import random
import subprocess
import sys
import time

from graphmem import Memory


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
        with Memory(home) as memory:
            memory.ingest([folder])
    return cut, [exported(home, tmp_path) == expected for home in homes]
