"""Readers of other packages stand beside the built-in ones; what is wrong with one is told and harms no other."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from graphmem.capture.machine import this_machine
from graphmem.capture.reader import CLIENTS, FORMATS, discover_all, find_sources, names, readers
from graphmem.errors import SourceError
from tests.capture.lines import put
from tests.capture.writers import SESSION, Claude, Store, read, settings

HOW_TO = Path(__file__).parent.parent.parent / "docs" / "how-to"

READER = """
class Reader:
    client = "notes"

    def __init__(self, settings):
        self.settings = settings

    def places(self, machine):
        yield machine.home / "notes"

    def discover(self, root):
        yield from sorted(root.rglob("*.talk"))

    def recognises(self, path):
        return path.suffix == ".talk"

    def read(self, path, cursor):
        return iter(())


class Twin(Reader):
    client = "twin"


class Nameless(Reader):
    client = "other"


def broken(settings):
    raise RuntimeError("no such library")
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs a package with readers, as pip leaves one."""

    def put(*entries):
        site = tmp_path / "site"
        info = site / "their_readers-1.0.dist-info"
        info.mkdir(parents=True)
        (site / "their_readers.py").write_text(READER)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-readers\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("\n".join(["[graphmem.readers]", *entries]) + "\n")
        monkeypatch.syspath_prepend(str(site))

    return put


def test_a_package_brings_a_reader(install, tmp_path):
    install("notes = their_readers:Reader")
    assert "notes" in names()
    [reader] = readers(settings(tmp_path), "notes")
    assert reader.client == "notes"
    talk = tmp_path / "notes" / "a.talk"
    talk.parent.mkdir()
    talk.write_text("hello")
    assert [(r.client, p) for r, p in find_sources([talk], None, settings(tmp_path))] == [("notes", talk)]
    found = discover_all(settings(tmp_path), environ={"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)})
    assert [(r.client, p) for r, p in found] == [("notes", talk)]


def test_a_package_cannot_take_the_name_of_a_built_in_reader(install, tmp_path):
    install("codex = their_readers:Reader")
    assert type(readers(settings(tmp_path), "codex")[0]).__module__ == "graphmem.capture.codex"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("notes = nowhere:Reader", "cannot be loaded"),
        ("notes = their_readers:broken", "no such library"),
        ("notes = their_readers:Nameless", "its client is not 'notes'"),
        ("notes = builtins:repr", "it has no places, discover, recognises, read"),
    ],
)
def test_a_reader_that_is_none_is_told_with_its_package(install, tmp_path, entry, reason):
    install(entry)
    with pytest.raises(SourceError, match=reason) as error:
        readers(settings(tmp_path))
    assert "their-readers" in str(error.value)
    assert error.value.hint
    assert [reader.client for reader in readers(settings(tmp_path), "codex")] == ["codex"]


def test_a_file_that_two_clients_know_is_asked_about(install, tmp_path):
    install("notes = their_readers:Reader", "twin = their_readers:Twin")
    talk = tmp_path / "a.talk"
    talk.write_text("hello")
    with pytest.raises(SourceError, match="notes or twin") as error:
        find_sources([talk], None, settings(tmp_path))
    assert "--client notes or --client twin" in error.value.hint
    assert [r.client for r, _ in find_sources([talk], "twin", settings(tmp_path))] == ["twin"]


def test_a_file_in_a_folder_goes_to_the_first_that_knows_it(install, tmp_path):
    install("notes = their_readers:Reader", "twin = their_readers:Twin")
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks" / "a.talk").write_text("hello")
    story = Claude()
    story.user("Said to Claude Code")
    story.write(tmp_path / "talks" / f"{SESSION}.jsonl")
    found = find_sources([tmp_path / "talks"], None, settings(tmp_path))
    assert [(r.client, p.suffix) for r, p in found] == [("claude-code", ".jsonl"), ("notes", ".talk")]


def test_folders_that_are_set_are_looked_into_for_every_client(tmp_path):
    story = Claude()
    story.user("Said on the old laptop")
    story.write(tmp_path / "laptop" / "claude" / f"{SESSION}.jsonl")
    put(tmp_path / "server" / "s.jsonl", [{"type": "session", "version": 3, "id": "s", "cwd": "/"}])
    put(tmp_path / "server" / "data.jsonl", [{"role": "user", "content": "of a data set"}])
    more = os.pathsep.join(map(str, [tmp_path / "laptop", tmp_path / "server", tmp_path / "nowhere", ""]))
    environ = {"HOME": str(tmp_path / "empty"), "USERPROFILE": str(tmp_path / "empty")}
    found = discover_all(settings(tmp_path, capture__folders=more), environ=environ)
    assert [(reader.client, path.name) for reader, path in found] == [
        ("claude-code", f"{SESSION}.jsonl"),
        ("pi", "s.jsonl"),
    ]


def test_the_page_on_readers_names_every_client_once():
    page = (HOW_TO / "read-your-conversations.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w[\w-]*)` \|", page, re.MULTILINE)) == sorted([*CLIENTS, *FORMATS])


def test_the_reader_in_the_manual_is_one(tmp_path, monkeypatch):
    page = (HOW_TO / "write-a-reader.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    [entry] = re.findall(r"^parley = \"(.*)\"$", page, re.MULTILINE)
    [record] = map(json.loads, re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    assert sum(bool(row.strip()) for row in code.splitlines()) <= 30
    info = tmp_path / "site" / "parley-1.0.dist-info"
    put(info.parent / f"{entry.partition(':')[0]}.py", code)
    put(info / "METADATA", "Metadata-Version: 2.1\nName: parley\nVersion: 1.0\n")
    put(info / "entry_points.txt", f"[graphmem.readers]\nparley = {entry}\n")
    monkeypatch.syspath_prepend(str(info.parent))

    environ = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    [reader] = readers(settings(tmp_path), "parley")
    [place] = reader.places(this_machine(settings(tmp_path), environ))
    answer = record | {"id": "m2", "who": "it", "said": "Noted."}
    path = put(place / "a.jsonl", [record, {"chat": 7}, answer])
    [(reader, found)] = discover_all(settings(tmp_path), "parley", environ=environ)
    store = read(reader, found)
    assert [(m.role, m.text) for m in store.ordered()] == [("user", "Use pnpm."), ("assistant", "Noted.")]
    assert [problem.line for problem in store.problems] == [2]
    [session] = store.sessions.values()
    assert (session.client, session.external_id) == ("parley", "42")
    put(path, [record, {"chat": 7}, answer, answer | {"id": "m3", "said": "And again."}])
    assert [m.text for batch in reader.read(path, store.cursor) for m in batch.messages] == ["And again."]
    assert Store().read(reader, path)
