"""Archives come from elsewhere: nothing of them touches the disk, and none of them can do harm."""

from __future__ import annotations

import json

import pytest

from graphmem.capture import archives
from graphmem.capture.archives import closed, members
from graphmem.capture.reader import find_sources
from graphmem.errors import SourceError
from tests.capture.lines import make, put
from tests.capture.packing import damaged, encrypted, packed
from tests.capture.test_chatgpt import conversation
from tests.capture.writers import read, settings

GOOD = json.dumps([conversation()])


def test_an_encrypted_archive_is_told(tmp_path):
    path = encrypted(tmp_path / "export.zip", "conversations.json")
    for client in (None, "chatgpt", "claude-ai"):
        with pytest.raises(SourceError, match="encrypted archive") as error:
            find_sources([path], client, settings(tmp_path))
        assert "Unpack it" in error.value.hint


def test_one_encrypted_member_costs_the_others_nothing(tmp_path):
    path = packed(tmp_path / "x.zip", {"conversations-000.json": GOOD, "conversations-001.json": "[]"})
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02") + 8
    data[at] |= 1
    store = read(make("chatgpt", tmp_path), put(path, bytes(data)))
    assert store.texts
    assert [problem.reason for problem in store.problems] == ["conversations-001.json is encrypted"]


def test_a_damaged_member_is_told(tmp_path):
    path = damaged(tmp_path / "x.zip", {"conversations-000.json": GOOD, "conversations-001.json": GOOD})
    store = read(make("chatgpt", tmp_path), path)
    assert store.texts
    assert any("conversations-000.json" in problem.reason for problem in store.problems)


def test_a_member_that_is_said_to_lie_before_the_file_is_told(tmp_path):
    path = packed(tmp_path / "x.zip", {"conversations-000.json": GOOD, "conversations-001.json": GOOD})
    data = bytearray(path.read_bytes())
    at = (
        data.rindex(b"PK\x05\x06") + 16
    )  # where the list of members begins, and from that how much lies before
    data[at : at + 4] = (int.from_bytes(data[at : at + 4], "little") + 4482).to_bytes(4, "little")
    store = read(make("chatgpt", tmp_path), put(path, bytes(data)))
    assert not store.texts
    assert store.problems
    assert all("damaged" in problem.reason for problem in store.problems)


def test_names_that_lead_out_of_an_archive_lead_nowhere(tmp_path):
    outside = tmp_path / "inside" / "deep"
    path = packed(outside / "x.zip", {"../../conversations.json": GOOD, "/etc/conversations.json": GOOD})
    before = sorted(tmp_path.rglob("*"))
    assert make("chatgpt", tmp_path).recognises(path)
    assert read(make("chatgpt", tmp_path), path).texts
    assert sorted(tmp_path.rglob("*")) == before


def test_a_bomb_is_not_unpacked_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "RATIO_FROM", 2 << 20)
    monkeypatch.setattr(archives, "RATIO_LIMIT", 20)
    path = packed(tmp_path / "x.zip", {"conversations.json": GOOD[:-1] + "," + " " * (8 << 20) + "{}]"})
    store = read(make("chatgpt", tmp_path), path)
    assert store.texts
    assert "unpacks to more than is reasonable" in store.problems[-1].reason


def test_a_member_that_is_too_large_is_not_read_on(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MEMBER_LIMIT", 1 << 10)
    path = packed(tmp_path / "x.zip", {"conversations.json": json.dumps([conversation()] * 100)})
    assert "unpacks to more" in read(make("chatgpt", tmp_path), path).problems[-1].reason


def test_an_archive_of_something_else_is_no_transcript(tmp_path):
    path = packed(tmp_path / "x.zip", {"photo.txt": "x", "conversations.json": '[{"a": 1}]'})
    with pytest.raises(SourceError, match="no transcript that I know"):
        find_sources([path], None, settings(tmp_path))


def test_an_archive_is_known_by_its_bytes(tmp_path):
    path = packed(tmp_path / "export.bin", {"conversations.json": GOOD})
    assert [reader.client for reader, _ in find_sources([path], None, settings(tmp_path))] == ["chatgpt"]
    assert not closed(put(tmp_path / "x.zip", "no archive"))
    assert [member.name for member in members(path)] == ["conversations.json"]


def test_archives_below_a_folder_are_found(tmp_path):
    packed(tmp_path / "a" / "export.zip", {"conversations.json": GOOD})
    packed(tmp_path / "a" / "holiday.zip", {"photo.json": "{}"})
    found = find_sources([tmp_path], None, settings(tmp_path))
    assert [(reader.client, path.name) for reader, path in found] == [("chatgpt", "export.zip")]
