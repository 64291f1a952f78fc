from __future__ import annotations

import os

import numpy as np
import pytest

from graphmem.errors import DiskFull, StoreError
from graphmem.index import files
from graphmem.index.files import MANIFEST, Damaged, Folder, map_arrays, measure
from graphmem.index.layers import tail_to_merge
from graphmem.index.table import KeyTable, Table, hash64

ARRAYS = {
    "numbers": np.arange(1000, dtype=np.uint32),
    "empty": np.empty((0, 7), np.int8),
    "rows": np.array([(1, b"x", 2.5)], np.dtype([("key", "<u8"), ("id", "S5"), ("t", "<f4")])),
    "bits": np.array([True, False]),
}


def test_arrays_come_back_as_they_were(tmp_path):
    folder = Folder(tmp_path)
    name = folder.write("kind", ARRAYS)
    found = folder.map(name)
    assert list(found) == list(ARRAYS)
    for key, array in ARRAYS.items():
        assert found[key].dtype == array.dtype
        assert np.array_equal(found[key], array)
        assert not found[key].flags.writeable
    assert folder.entries[name] == measure(tmp_path / name)


def test_a_file_of_another_make_is_damage(tmp_path):
    for content in (
        b"",
        b"something else",
        b"gmindex\x01" + b"\xff" * 8,
        b"gmindex\x01" + bytes(8) + b"x" * 64,
    ):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(Damaged):
            map_arrays(tmp_path / "file")


def test_only_what_the_manifest_names_stays(tmp_path):
    folder = Folder(tmp_path)
    first, second = folder.write("a", ARRAYS), folder.write("b", ARRAYS)
    folder.commit({"watermark": 1}, [first, second])
    third = folder.write("c", ARRAYS)
    folder.commit({"watermark": 2}, [second, third])
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([MANIFEST, second, third])
    again = Folder(tmp_path)
    assert again.read_manifest()["watermark"] == 2
    for name in (second, third):
        again.check(name)
    assert again.write("d", ARRAYS) not in (first, second, third)


def test_there_may_be_no_manifest(tmp_path):
    assert Folder(tmp_path / "nowhere").read_manifest() is None
    assert Folder(None).read_manifest() is None


def test_a_disk_without_room_or_right_is_told(tmp_path, monkeypatch):
    folder = Folder(tmp_path)
    for number, kind in ((28, DiskFull), (13, StoreError)):

        def fail(path, arrays, number=number):
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(files, "write_arrays", fail)
        with pytest.raises(kind):
            folder.write("a", ARRAYS)


def test_layers_merge_when_those_above_have_grown():
    assert tail_to_merge([]) == 0
    assert tail_to_merge([100]) == 0
    assert tail_to_merge([100, 10]) == 0
    assert tail_to_merge([100, 30]) == 2
    assert tail_to_merge([1000, 100, 20, 10]) == 3
    assert tail_to_merge([120, 20, 10]) == 2
    assert tail_to_merge([100, 20, 10]) == 3


def test_keys_lead_to_every_number_they_were_given(monkeypatch):
    from graphmem.index import table

    monkeypatch.setattr(table, "_SETTLE", 8)
    keys = KeyTable()
    for number in range(100):
        keys.add(hash64(str(number % 30)), number)
    for value in range(30):
        assert sorted(keys.get(hash64(str(value)))) == list(range(value, 100, 30))
    assert keys.get(hash64("none")) == []


def test_a_table_comes_back_from_its_layers(tmp_path):
    dtype = np.dtype([("key", "<u8"), ("value", "<i4")])
    folder, kept = Folder(tmp_path), Table("t", dtype)
    for round_ in range(12):
        for i in range(30):
            key = hash64(f"{round_ * 20 + i}")
            number = kept.find(key)
            number = kept.add(key) if number is None else number
            kept.put(np.array([number]), np.array([(key, round_)], dtype))
        kept.save(folder)
        again = Table("t", dtype)
        again.load(folder, kept.files.names, kept.count)
        assert np.array_equal(again.rows[: again.count], kept.rows[: kept.count])
        assert again.find(hash64("5")) == kept.find(hash64("5"))
    assert len(kept.files.names) < 8
    kept.erase(np.array([3]))
    kept.save(folder, whole=True)
    assert len(kept.files.names) == 1
    assert kept.find(hash64("3")) is None
