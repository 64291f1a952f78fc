"""What every test stands on: a home of its own, settled settings, and the shared transcripts when they are there."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).parent.parent

# A slow machine is no failure; on CI the examples are the same every time, so that red means a change.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

# Variables that move the folders of clients and of programs.
MOVED = (
    "APPDATA", "CLAUDE_CONFIG_DIR", "CLINE_DIR", "CODEX_HOME", "COPILOT_HOME", "CURSOR_CONFIG_DIR", "CURSOR_DATA_DIR",
    "FLATPAK_XDG_DATA_HOME", "GEMINI_CLI_HOME", "GOOSE_PATH_ROOT", "HERMES_HOME", "LOCALAPPDATA",
    "OPENCLAW_STATE_DIR", "OPENCODE_DB", "PI_CODING_AGENT_DIR", "VSCODE_PORTABLE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
)  # fmt: skip

# Files with a test that takes as long as hundreds of others: begun last, it would keep one worker after the rest ended.
LONG = {"test_engines.py", "test_killed_import.py", "test_load.py", "test_schema.py"}


@pytest.hookimpl(trylast=True)  # behind the shuffling
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.path.name not in LONG)


@pytest.fixture(scope="session", autouse=True)
def no_real_home():
    """Nothing in a test, nor in a process that it starts, sees the home folder of whoever runs it."""
    with (
        tempfile.TemporaryDirectory(prefix="graphmem-tests-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        for name in [
            name for name in os.environ if name.startswith("GRAPHMEM_") and name != "GRAPHMEM_SHARED"
        ]:
            patch.delenv(name)
        for name in ("HOME", "USERPROFILE"):
            patch.setenv(name, folder)
        for name in MOVED:
            patch.delenv(name, raising=False)
        yield Path(folder)


@pytest.fixture
def home(tmp_path):
    """A fresh home of graphmem, not yet made."""
    return tmp_path / "graphmem-home"


@pytest.fixture(scope="session")
def shared():
    """The folder of shared transcripts and measures, beside the checkout or at GRAPHMEM_SHARED."""
    folder = Path(os.environ.get("GRAPHMEM_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip("no shared folder beside the checkout")
    return folder
