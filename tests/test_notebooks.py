"""The notebooks run from the first cell to the last, what they claim is true, and they show what their cells print."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def command():
    """The names of the script that writes the outputs."""
    return runpy.run_path(str(ROOT / "docs" / "notebooks.py"))


def cells(notebook):
    return json.loads(notebook.read_text(encoding="utf-8"))["cells"]


def named(notebooks):
    return [notebook.stem for notebook in notebooks]


def test_there_are_notebooks():
    assert named(NOTEBOOKS) == ["graph", "quickstart"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named(NOTEBOOKS))
def test_every_cell_runs_and_shows_what_it_prints(notebook, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    shown, printed = cells(notebook), json.loads(command["ran"](notebook))["cells"]
    assert [cell.get("outputs") for cell in shown] == [cell.get("outputs") for cell in printed]
    assert not list(tmp_path.iterdir()), "a notebook leaves files behind"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named(NOTEBOOKS))
def test_a_notebook_is_one_that_programs_read(notebook):
    told = json.loads(notebook.read_text(encoding="utf-8"))
    assert (told["nbformat"], told["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in told["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", one) for one in ids)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named(NOTEBOOKS))
def test_a_notebook_names_no_place_of_one_machine(notebook):
    assert not re.search(r"/(?:root|work|tmp|home|Users)/", notebook.read_text(encoding="utf-8"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named(NOTEBOOKS))
def test_every_link_leads_somewhere(notebook):
    prose = "\n".join("".join(cell["source"]) for cell in cells(notebook) if cell["cell_type"] == "markdown")
    targets = re.findall(r"\]\(([^)\s]+)\)", prose)
    assert targets
    for target in targets:
        assert (notebook.parent / target).exists(), target


def test_a_cell_that_fails_or_warns_is_told(command, tmp_path):
    def notebook(*sources):
        path = tmp_path / "wrong.ipynb"
        told = [{"cell_type": "code", "source": [source]} for source in sources]
        path.write_text(json.dumps({"cells": told}), encoding="utf-8")
        return path

    with pytest.raises(AssertionError, match="no"):
        command["ran"](notebook("said = 'no'", "assert said == 'yes', said"))
    with pytest.raises(DeprecationWarning):
        command["ran"](notebook("import warnings", "warnings.warn('old', DeprecationWarning)"))
    [cell] = json.loads(command["ran"](notebook("print('a')\n1 + 1")))["cells"]
    assert [one.get("text") or one["data"] for one in cell["outputs"]] == [["a\n"], {"text/plain": ["2"]}]
