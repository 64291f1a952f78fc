"""Files and folders find their readers; what cannot be read is told with its reason."""

from __future__ import annotations

import os

import pytest
import zstandard

from graphmem.capture.reader import CLIENTS, discover_all, find_sources, names, readers, sample_folder
from graphmem.errors import SourceError, UnknownClient
from graphmem.model import Message
from tests.capture.writers import SESSION, Claude, Codex, claude_reader, read, settings


@pytest.fixture
def claude_home(tmp_path):
    story = Claude()
    story.user("Said to Claude Code")
    story.write(tmp_path / "claude" / "projects" / "-app" / f"{SESSION}.jsonl")
    return tmp_path / "claude"


@pytest.fixture
def codex_home(tmp_path):
    story = Codex()
    story.user("Said to Codex")
    story.write(tmp_path / "codex")
    return tmp_path / "codex"


def found(paths, tmp_path, client=None):
    return [(r.client, p.name) for r, p in find_sources(paths, client, settings(tmp_path))]


def test_a_folder_gives_the_transcripts_of_all_clients(claude_home, codex_home, tmp_path):
    (tmp_path / "notes.txt").write_text("no transcript")
    (tmp_path / "data.jsonl").write_text('{"a": 1}\n')
    (tmp_path / "hooks.jsonl").write_text('{"session_id": "x", "hook_event_name": "Stop"}\n')
    clients = [client for client, _ in found([tmp_path], tmp_path)]
    assert clients == ["claude-code", "codex"]
    assert [client for client, _ in found([tmp_path], tmp_path, "codex")] == ["codex"]
    assert [client for client, _ in found([tmp_path], tmp_path, "claude")] == ["claude-code"]


def test_the_order_does_not_depend_on_the_disk(tmp_path):
    for name in ("b", "a", "c"):
        story = Claude(session=name)
        story.user("Hello there")
        story.write(tmp_path / "projects" / name / f"{name}.jsonl")
    (tmp_path / "history.jsonl").write_text('{"display": "x", "timestamp": 1, "project": "/a"}\n')
    names = [name for _, name in found([tmp_path], tmp_path)]
    assert names == ["a.jsonl", "b.jsonl", "c.jsonl", "history.jsonl"]


def test_a_file_is_found_once_by_whatever_name(claude_home, tmp_path):
    [file] = claude_home.rglob("*.jsonl")
    (tmp_path / "link.jsonl").symlink_to(file)
    (tmp_path / "loop").symlink_to(tmp_path)
    (claude_home / "again").symlink_to(claude_home / "projects")
    assert len(found([tmp_path, claude_home, file, tmp_path / "link.jsonl"], tmp_path)) == 1


def test_a_packed_twin_is_passed_over(claude_home, tmp_path):
    [file] = claude_home.rglob("*.jsonl")
    packed = file.with_name(f"{file.name}.zst")
    packed.write_bytes(zstandard.compress(file.read_bytes()))
    assert found([claude_home], tmp_path) == [("claude-code", file.name)]
    file.unlink()
    assert found([claude_home], tmp_path) == [("claude-code", packed.name)]
    assert found([packed], tmp_path) == [("claude-code", packed.name)]


def test_what_is_no_chat_is_passed_over(claude_home, tmp_path):
    [file] = claude_home.rglob("*.jsonl")
    for place in ("tool-results/x.jsonl", f"{SESSION}/subagents/journal.jsonl", "todos/x.jsonl"):
        other = file.parent / place
        other.parent.mkdir(parents=True, exist_ok=True)
        other.write_bytes(file.read_bytes())
    assert found([claude_home], tmp_path) == [("claude-code", file.name)]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("gone.jsonl", None, "does not exist"),
        ("empty.jsonl", b"", "is empty"),
        ("picture.jsonl", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "binary"),
        ("program", b"\x7fELF\x02\x01\0\0\0" + b"\0\x01\x02" * 500, "binary"),
        ("notes.txt", b"Notes\nNothing of a client.\n", "no transcript"),
        ("other.jsonl", b'{"level": "info", "content": "hello"}\n', "no transcript"),
        ("broken.zip", b"PK\x03\x04 and no more", "a damaged or empty archive"),
        ("broken.jsonl.zst", b"not packed", "no transcript"),
    ],
)
def test_a_named_file_that_cannot_be_read_is_an_error(tmp_path, name, content, reason):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SourceError, match=reason) as error:
        find_sources([path], None, settings(tmp_path))
    assert str(path) in str(error.value)
    assert error.value.hint


def test_a_folder_without_transcripts_is_an_error(tmp_path):
    (tmp_path / "x").mkdir()
    with pytest.raises(SourceError, match="no transcripts"):
        find_sources([tmp_path / "x"], None, settings(tmp_path))


def test_a_file_of_another_client_than_asked_for_is_an_error(claude_home, tmp_path):
    [file] = claude_home.rglob("*.jsonl")
    with pytest.raises(SourceError, match="no transcript"):
        find_sources([file], "codex", settings(tmp_path))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_an_error(claude_home, tmp_path):
    [file] = claude_home.rglob("*.jsonl")
    file.chmod(0)
    with pytest.raises(SourceError, match="cannot be read"):
        find_sources([file], None, settings(tmp_path))


def test_an_unknown_client_is_told_which_are_known(tmp_path):
    with pytest.raises(UnknownClient, match="nobody") as error:
        find_sources([tmp_path], "nobody", settings(tmp_path))
    assert all(name in str(error.value) for name in names())


def test_each_reader_names_its_client(tmp_path):
    chosen = settings(tmp_path)
    assert list(dict.fromkeys(reader.client for reader in readers(chosen))) == names()
    assert list(dict.fromkeys(reader.client for reader in readers(chosen, forms=False))) == list(CLIENTS)
    assert {name: {reader.client for reader in readers(chosen, name)} for name in names()} == {
        name: {name} for name in names()
    }


def test_the_usual_folders(claude_home, codex_home, tmp_path):
    chosen = settings(tmp_path, capture__claude_home=str(claude_home), capture__codex_home=str(codex_home))
    assert [r.client for r, _ in discover_all(chosen, environ={})] == ["claude-code", "codex"]
    assert [r.client for r, _ in discover_all(chosen, "codex", environ={})] == ["codex"]


def test_a_home_holds_much_that_is_no_transcript(claude_home, codex_home, tmp_path):
    [talk] = claude_home.rglob("*.jsonl")
    sample = claude_home / "plugins" / "cache" / "sample.jsonl"
    sample.parent.mkdir(parents=True)
    sample.write_bytes(talk.read_bytes())
    (claude_home / "history.jsonl").write_text('{"display": "x", "timestamp": 1, "project": "/a"}\n')
    [rollout] = codex_home.rglob("*.jsonl")
    packed = codex_home / "archived_sessions" / f"{rollout.name}.zst"
    packed.parent.mkdir()
    packed.write_bytes(zstandard.compress(rollout.read_bytes()))
    chosen = settings(tmp_path, capture__claude_home=str(claude_home), capture__codex_home=str(codex_home))
    names = [path.name for _, path in discover_all(chosen, environ={})]
    assert names == [talk.name, "history.jsonl", rollout.name]


def test_the_variables_of_the_clients_move_their_folders(claude_home, codex_home, tmp_path):
    moved = {"CLAUDE_CONFIG_DIR": str(claude_home), "CODEX_HOME": str(codex_home)}
    assert len(discover_all(settings(tmp_path), environ=moved)) == 2
    assert discover_all(settings(tmp_path), environ={}) == []
    elsewhere = settings(tmp_path, capture__claude_home=str(tmp_path / "nowhere"))
    assert [r.client for r, _ in discover_all(elsewhere, environ=moved)] == ["codex"]


def test_the_sample_is_read_whole(tmp_path):
    sources = find_sources([sample_folder()], None, settings(tmp_path))
    stores = [read(reader, path) for reader, path in sources]
    assert {reader.client for reader, _ in sources} == {"claude-code", "codex"}
    assert all(store.texts and not store.problems and not store.unknown for store in stores)
    dates = {m.sent_at.date() for store in stores for m in store.messages.values()}
    assert len(dates) >= 3
    assert all(isinstance(m, Message) and m.active for store in stores for m in store.messages.values())


def test_a_client_file_with_damage_at_its_head_is_recognised(claude_home, tmp_path):
    [file] = claude_home.rglob("*.jsonl")
    file.write_bytes(b"\0\0\0\0\n{broken\nnull\n" + file.read_bytes())
    assert claude_reader(tmp_path).recognises(file)
