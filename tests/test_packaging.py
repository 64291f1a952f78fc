"""The wheel holds everything, and works where there is no checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout, built without a network."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel in it, which finds the libraries of this one."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(python),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            str(wheel),
        ],
        check=True,
        capture_output=True,
    )
    [site] = folder.rglob("site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


def run(python, *words, folder):
    result = subprocess.run([str(python), *words], cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def files(folder, pattern="**/*"):
    return {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / folder).glob(pattern)
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc"
    }


def test_the_wheel_holds_code_data_and_marks(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert files("graphmem") <= held
    assert {f"graphmem/{name}" for name in files("schema") | files("pipelines")} <= held
    assert "graphmem/py.typed" in held
    assert any(name.startswith("graphmem/sample/") and name.endswith(".jsonl") for name in held)
    assert any(name.endswith("licenses/LICENSE") for name in held)
    assert {name.split("/")[0].split("-")[0] for name in held} == {"graphmem"}


def test_the_installed_package_works_outside_the_checkout(installed, tmp_path):
    code = (
        "import json, graphmem, graphmem.config as c\n"
        "print(json.dumps([graphmem.__file__, *(str(c.resource(f)) for f in ('schema', 'pipelines'))]))"
    )
    found = json.loads(run(installed, "-c", code, folder=tmp_path))
    assert all(Path(place).is_relative_to(installed.parent.parent) for place in found)
    assert (Path(found[1]) / "ontology.toml").is_file()
    assert list((Path(found[1]) / "migrations").glob("*.cypher"))
    assert {file.name for file in Path(found[2]).glob("*.toml")} >= {"ingest.toml", "recall.toml"}


def test_the_installed_command_answers(installed, tmp_path):
    command = installed.with_name("graphmem" + installed.suffix)
    assert "Usage: graphmem" in run(command, "--help", folder=tmp_path)


def test_the_installed_command_learns_and_answers(installed, tmp_path):
    home = str(tmp_path / "home")
    run(installed, "-m", "graphmem", "ingest", "--sample", "--home", home, folder=tmp_path)
    found = json.loads(
        run(
            installed,
            "-m",
            "graphmem",
            "recall",
            "where do I work?",
            "--json",
            "--home",
            home,
            folder=tmp_path,
        )
    )
    assert found["hits"]
    assert found["hits"][0]["sources"]
