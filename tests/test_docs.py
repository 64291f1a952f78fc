"""The documents say what is so: the reference is what the code says, and every example runs as it is shown."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphmem
from tests.commands import invoke

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = [
    page
    for page in PAGES
    if "```console" in page.read_text(encoding="utf-8") or "```python" in page.read_text(encoding="utf-8")
]
EXAMPLES = [page for page in SHOWN if page.parent.name != "reference"]


def named(pages):
    return [str(page.relative_to(ROOT)) for page in pages]


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A memory that has read the sample; each page works on a copy of it."""
    home = tmp_path_factory.mktemp("docs") / "home"
    in_this_process("graphmem ingest --sample", home.parent, {"GRAPHMEM_HOME": str(home)})
    return home


@pytest.fixture
def place(learned, tmp_path):
    """The working folder and the environment of somebody who follows a page."""
    shutil.copytree(learned, tmp_path / "home")
    environment = {
        **os.environ,
        "GRAPHMEM_HOME": str(tmp_path / "home"),
        "COLUMNS": "160",
        "PYTHONWARNINGS": "error",
    }
    return tmp_path, environment


def test_the_reference_is_what_the_code_says():
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("page", EXAMPLES, ids=named(EXAMPLES))
def test_every_example_runs_as_it_is_shown(page, place):
    folder, environment = place
    if "$ graphmem ingest --sample" in page.read_text(encoding="utf-8"):
        shutil.rmtree(folder / "home")
    for language, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            for words, expected in steps(body):
                assert matches(expected, shell(words, folder, environment)), words
        elif language == "python":
            with pytest.MonkeyPatch.context() as patch:
                patch.chdir(folder)
                patch.setenv("GRAPHMEM_HOME", environment["GRAPHMEM_HOME"])
                exec(compile(body, str(page), "exec", dont_inherit=True), {"__name__": "__main__"})


def steps(body):
    """Each command of a block with the output shown below it."""
    for block in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = block.partition("\n")
        yield command, expected


# A command of ours alone, and what a shell does with what it prints. Whatever else stands there is the shell's.
OURS = re.compile(
    r"""(graphmem\ (?!up\b) (?: [\w./ -] | "[\w\ ./?<>,=*]*" | '[^']*' )*?) \s* (?: (\||>) \s* (.+) )?""",
    re.VERBOSE,
)


def shell(words, folder, environment):
    """What commands print; one of ours runs in this process, where the models are loaded already."""
    ours = OURS.fullmatch(words)
    if ours is None:
        return in_bash(words, folder, environment)
    command, passed, on = ours.groups()
    printed = in_this_process(command, folder, environment)
    if passed is None:
        return printed
    return in_bash(on if passed == "|" else f"cat > {on}", folder, environment, given=printed)


def in_this_process(words, folder, environment):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        done = invoke(shlex.split(words)[1:], env=environment)
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout


def in_bash(words, folder, environment, *, given=""):
    """What a shell prints; `graphmem` is the one of this interpreter, whatever else is on the path."""
    command = f'graphmem() {{ {shlex.quote(sys.executable)} -m graphmem "$@"; }}\n{words}'
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, (words, result.stderr)
    return result.stdout


def matches(expected, printed):
    """True when what is shown is what is printed; three dots stand for anything."""

    def trimmed(text):
        return "\n".join(line.rstrip() for line in text.strip().splitlines())

    if not expected.strip():
        return True
    pattern = re.escape(trimmed(expected)).replace(re.escape("..."), "(?s:.*?)")
    assert re.fullmatch(pattern, trimmed(printed)), printed
    return True


@pytest.mark.parametrize("page", PAGES, ids=named(PAGES))
def test_every_link_leads_somewhere(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file) if file else page
        assert there.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}, (
                target
            )


@pytest.mark.parametrize("page", PAGES, ids=named(PAGES))
def test_every_file_that_is_named_is_there(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    if page.parent.name == "reference":
        return
    for name in re.findall(r"`((?:graphmem|schema|pipelines|tests|docs)/[\w./*-]+)`", text):
        assert list(ROOT.glob(name.rstrip("/"))), name


@pytest.mark.parametrize("page", PAGES, ids=named(PAGES))
def test_a_page_names_no_place_of_one_machine(page):
    assert not re.search(r"/(?:root|work|tmp)/|/home/(?!nora)", page.read_text(encoding="utf-8"))


def test_the_changelog_begins_with_what_is_unreleased():
    heads = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heads[0] == "Unreleased"
    assert graphmem.__version__ in {*heads, "0.1.0"}
