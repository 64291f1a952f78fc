"""The store on the second engine: the same tests, in a process of their own, since the two cannot share one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ENGINE

HERE = Path(__file__).parent
# What opens no graph is the same with every engine.
WITHOUT_GRAPH = {f"test_{name}.py" for name in ("ledger", "model_work", "packed", "tokens", "vanishing")}
# Two runs and not one, so that no worker is left alone with all of it.
FILES = {path.name for path in HERE.glob("test_*.py")} - WITHOUT_GRAPH - {Path(__file__).name}
PARTS = [{"test_store.py"}, FILES - {"test_store.py"}]


@pytest.mark.skipif(ENGINE != "kuzu", reason="this is the inner run")
@pytest.mark.parametrize("names", PARTS, ids=["the store", "the rest"])
def test_the_store_tests_pass_on_ladybug(names):
    if importlib.util.find_spec("ladybug") is None:
        pytest.skip("the extra [ladybug] is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *sorted(names)],
        cwd=HERE,
        env={**os.environ, "GRAPHMEM_TEST_ENGINE": "ladybug"},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
