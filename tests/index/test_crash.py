"""A folder as a crash leaves it, at every step of a flush, and files with wrong bytes: never a wrong answer."""

from __future__ import annotations

import shutil
import zlib
from types import SimpleNamespace

import pytest

from graphmem.index import files


@pytest.fixture
def tale(open_index, story, answers):
    """The story, how to open an index, and what an undisturbed one answers."""
    index = open_index(memory=True)
    for seq, change in story:
        index.apply(seq, change)
    return SimpleNamespace(story=story, open=open_index, answers=answers, expected=answers(index))


def repaired(index, story):
    """The index after the events that it has not seen."""
    for seq, change in story[index.watermark :]:
        index.apply(seq, change)
    return index


def test_a_crash_at_any_step_is_repaired_by_the_events_after_the_watermark(tale, tmp_path, monkeypatch):
    folder = tmp_path / "index"
    copies = []

    def snapshot(_=None):
        if folder.exists():
            copies.append(tmp_path / f"copy-{len(copies)}")
            shutil.copytree(folder, copies[-1])

    for name in ("write_arrays", "sync_folder", "replace", "sync"):
        real = getattr(files, name)

        def step(*arguments, real=real):
            snapshot()
            return real(*arguments)

        monkeypatch.setattr(files, name, step)
    index = tale.open(folder)
    for seq, change in tale.story:
        index.apply(seq, change)
        if seq % 2:
            index.flush()
    index.close()
    snapshot()
    monkeypatch.undo()
    assert len(copies) > 30
    states = set()
    for copy in copies:
        again = tale.open(copy)
        states.add((again.opening.state, again.watermark))
        assert again.opening.state in ("new", "ready")
        assert tale.answers(repaired(again, tale.story)) == tale.expected
    assert {watermark for _, watermark in states} == {0, 1, 3, 5, 7}


def test_a_crash_while_forgetting_is_repaired_too(tale, make, tmp_path, monkeypatch):
    folder = tmp_path / "index"
    index = tale.open(folder)
    for seq, change in tale.story:
        index.apply(seq, change)
    index.flush()
    forgetting = make.Change(forgotten=("msg_1", "fact_acme"))
    copies = []
    real = files.write_arrays

    def step(path, arrays):
        copies.append(tmp_path / f"copy-{len(copies)}")
        shutil.copytree(folder, copies[-1])
        return real(path, arrays)

    monkeypatch.setattr(files, "write_arrays", step)
    index.apply(8, forgetting)
    monkeypatch.undo()
    wanted = tale.answers(index)
    assert copies
    for copy in copies:
        again = tale.open(copy)
        assert again.watermark == 7
        again.apply(8, forgetting)
        assert tale.answers(again) == wanted


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 0x40]) + data[place + 1 :]


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: flipped(data, len(data) // 2),
        lambda data: data + b"x",
        None,
    ],
    ids=["emptied", "cut", "one bit", "longer", "deleted"],
)
def test_a_damaged_file_is_noticed_and_never_believed(tale, tmp_path, harm):
    index = tale.open(tmp_path / "index")
    for seq, change in tale.story:
        index.apply(seq, change)
        if seq == 4:
            index.flush()
    index.close()
    names = sorted(file.name for file in (tmp_path / "index").iterdir())
    assert files.MANIFEST in names
    for name in names:
        copy = tmp_path / "copy"
        shutil.copytree(tmp_path / "index", copy)
        file = copy / name
        if harm is None:
            file.unlink()
        else:
            file.write_bytes(harm(file.read_bytes()))
        again = tale.open(copy)
        gone = harm is None and name == files.MANIFEST
        assert again.opening.state == ("new" if gone else "damaged"), name
        assert again.watermark == 0
        assert again.opening.message or gone
        assert tale.answers(repaired(again, tale.story)) == tale.expected
        again.flush()
        assert tale.open(copy).opening.state == "ready"
        shutil.rmtree(copy)


def test_vectors_that_are_whole_survive_the_damage_of_others(open_index, story, tmp_path):
    index = open_index(tmp_path / "index")
    for seq, change in story:
        index.apply(seq, change)
    index.close()
    harmed = next((tmp_path / "index").glob("text-*"))
    harmed.write_bytes(b"")
    again = repaired(open_index(tmp_path / "index"), story)
    assert again.opening.state == "damaged"
    assert again.embedder.seen == []
    again.flush()
    assert again.state.vectors.spare == ()


def test_a_manifest_with_the_right_checksum_and_wrong_content_is_damage(open_index, story, tmp_path):
    index = open_index(tmp_path / "index")
    index.apply(*story[0])
    index.close()
    for body in ('{"next": 1, "files": {}}', "[]", '{"next": "x", "files": []}'):
        (tmp_path / "index" / files.MANIFEST).write_text(f"{zlib.crc32(body.encode()):08x}\n{body}")
        again = open_index(tmp_path / "index")
        assert (again.opening.state, again.watermark) == ("damaged", 0)


def test_files_that_no_manifest_names_are_swept(open_index, story, tmp_path):
    index = open_index(tmp_path / "index")
    index.apply(*story[0])
    index.flush()
    (tmp_path / "index" / "text-999999").write_bytes(b"left by a crash")
    index.apply(*story[1])
    index.flush()
    assert not (tmp_path / "index" / "text-999999").exists()
