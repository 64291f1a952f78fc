"""Rows of the ledger that are packed: what is no event is refused before it is unpacked."""

from __future__ import annotations

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import LedgerDamaged
from graphmem.store import packed
from graphmem.store.packed import MARK, pack, unpack


@given(st.binary(max_size=5000).map(lambda tail: b"{" + tail))
def test_what_is_packed_comes_back(text):
    kept = pack(text)
    assert unpack(kept) == text
    assert packed.size(kept) == len(text)
    assert len(kept) <= len(text)


def lying(length: int) -> bytes:
    """The head of a frame that claims this length in eight bytes, and holds nothing."""
    return MARK + b"\xe0" + length.to_bytes(8, "little") + b"\x01\x00\x00"


@pytest.mark.parametrize(
    "kept",
    [
        lying(2**45),
        lying(packed.MOST + 1),
        MARK,
        MARK + b"\xe0\x00",
        zstandard.compress(b"{" * 4096)[:-3],
        zstandard.ZstdCompressor(write_content_size=False).compress(b"{" * 4096),
    ],
)
def test_a_row_that_lies_or_is_cut_off_is_damaged(kept):
    assert 0 <= packed.size(kept) <= packed.MOST
    with pytest.raises(LedgerDamaged, match="event of the ledger"):
        unpack(kept)


def test_a_small_row_does_not_grow_past_what_a_row_can_hold(monkeypatch):
    monkeypatch.setattr(packed, "MOST", 10_000)
    bomb = zstandard.compress(b"\0" * 10_001)
    assert len(bomb) < 100
    with pytest.raises(LedgerDamaged, match="longer than any event"):
        unpack(bomb)
