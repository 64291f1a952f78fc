"""A graph is believed when its seal fits its bytes, in the form of today or the older one, and else never."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from graphmem.store.seal import Seal
from graphmem.store.store import Store

from .conftest import ENGINE, dump, lies, put, small_change


def of_older_version(store, *, digest=None):
    """Seal the closed graph as versions did that hashed it."""
    seal = store.home / "graph.seal"
    held = json.loads(seal.read_text())
    del held["crc32"]
    held["digest"] = digest or hashlib.blake2b(store.graph_file.read_bytes(), digest_size=16).hexdigest()
    seal.write_text(json.dumps(held))


def test_a_seal_of_an_older_version_is_believed_and_replaced_by_the_next_write(closed):
    of_older_version(closed)
    before = lies(closed)
    reader = Store(closed.settings)
    assert dump(reader)
    reader.close()
    assert reader.notices == []
    assert lies(closed) == before
    writer = Store(closed.settings)
    put(writer, small_change(3))
    writer.close()
    assert writer.notices == []
    held = json.loads((closed.home / "graph.seal").read_text())
    assert "crc32" in held
    assert "digest" not in held


def wrong_digest(store):
    of_older_version(store, digest="0" * 32)


def wrong(**fields):
    def change(store):
        seal = store.home / "graph.seal"
        held = {**json.loads(seal.read_text()), **fields}
        seal.write_text(json.dumps({name: value for name, value in held.items() if value is not None}))

    change.__name__ = "wrong_" + "_".join(f"{name}_{value}" for name, value in fields.items())
    return change


def wrong_byte_under_an_older_seal(store):
    of_older_version(store)
    data = bytearray(store.graph_file.read_bytes())
    data[len(data) // 3] ^= 1
    store.graph_file.write_bytes(data)


WRONG = [
    wrong_digest,
    wrong_byte_under_an_older_seal,
    wrong(crc32=1),
    wrong(crc32=None),
    wrong(crc32="1"),
    wrong(size=1),
    wrong(engine="another"),
    wrong(wal=True),
    wrong(schema="2"),
    wrong(schema=None),
    wrong(digest=7),
    wrong(sha256="00"),
]


@pytest.mark.parametrize("change", WRONG, ids=lambda f: f.__name__)
def test_a_wrong_seal_is_not_believed(closed, change):
    change(closed)
    assert Seal(closed.graph_file, engine=ENGINE).distrust() == "was damaged or changed from outside"


@pytest.mark.parametrize("change", [wrong_byte_under_an_older_seal, wrong(crc32=1)], ids=lambda f: f.__name__)
def test_under_a_wrong_seal_the_graph_is_made_again_with_a_word_about_it(closed, change):
    change(closed)
    again = Store(closed.settings)
    assert again.notices == [
        "The graph was damaged or changed from outside; it was made again from the ledger. Nothing was lost."
    ]
    assert dump(again)
    again.close()
    third = Store(closed.settings)
    assert third.notices == []
    third.close()


def test_a_log_beside_a_sealed_graph_is_of_somebody_else_and_not_believed(closed):
    closed.graph_file.with_name(closed.graph_file.name + ".wal").write_bytes(b"")
    again = Store(closed.settings)
    assert "changed from outside" in again.notices[0]
    again.close()


def flip(data, place, bit):
    data[place % len(data)] ^= 1 << bit
    return data


damages = st.one_of(
    st.builds(lambda at, bit: lambda data: flip(data, at, bit), st.integers(0), st.integers(0, 7)),
    st.builds(lambda at: lambda data: data[: at % len(data)], st.integers(0)),
    st.builds(lambda more: lambda data: data + more, st.binary(min_size=1)),
    st.builds(
        # A page that was not written: the bytes of another time, or zeros.
        lambda at, page: lambda data: data[: at % len(data)] + page + data[at % len(data) + len(page) :],
        st.integers(0),
        st.binary(min_size=1, max_size=64) | st.just(bytes(64)),
    ),
)


@hypothesis_settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(whole=st.binary(min_size=1, max_size=4096), damage=damages, older=st.booleans())
def test_any_damage_is_noticed_and_what_is_whole_is_believed(tmp_path, whole, damage, older):
    file = tmp_path / "graph.kuzu"
    file.write_bytes(whole)
    seal = Seal(file, engine="kuzu")
    seal.write()
    if older:
        held = json.loads(seal.path.read_text())
        del held["crc32"]
        held["digest"] = hashlib.blake2b(whole, digest_size=16).hexdigest()
        seal.path.write_text(json.dumps(held))
    assert seal.distrust() is None
    damaged = bytes(damage(bytearray(whole)))
    file.write_bytes(damaged)
    assert (seal.distrust() is None) == (damaged == whole)
