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


@pytest.mark.skipif(ENGINE != "kuzu", reason="this is the inner run")
def test_the_store_tests_pass_on_ladybug():
    if importlib.util.find_spec("ladybug") is None:
        pytest.skip("the extra [ladybug] is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(HERE)],
        cwd=HERE.parent.parent,
        env={**os.environ, "GRAPHMEM_TEST_ENGINE": "ladybug"},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
