"""What a row of the ledger holds of an event: its JSON as it is, or packed by zstd where that is shorter.

Which of the two it is tells its beginning, so that a ledger may hold both: JSON begins with a brace.
"""

from __future__ import annotations

from graphmem.errors import LedgerDamaged

MARK = b"\x28\xb5\x2f\xfd"  # how every frame of zstd begins
LEAST = 1024  # bytes below which packing wins too little
LEVEL = 3
MOST = 1_000_000_000  # bytes: a longer event no row could hold as it is


def pack(text: bytes) -> bytes:
    """The shorter way to keep an event."""
    if not LEAST <= len(text) <= MOST:
        return text
    import zstandard  # noqa: PLC0415 - a client that only asks the daemon never needs it

    made = zstandard.compress(text, LEVEL)
    return made if len(made) < len(text) else text


def unpack(kept: bytes) -> bytes:
    """The JSON of an event; raises LedgerDamaged for what was packed and cannot be read."""
    if not is_packed(kept):
        return kept
    import zstandard  # noqa: PLC0415 - as above

    hint = "Restore ledger.db from a backup."
    if not 0 <= length(kept) <= MOST:
        raise LedgerDamaged(
            "An event of the ledger cannot be unpacked: it says that it is longer than any event.", hint=hint
        )
    try:
        return zstandard.decompress(kept)
    except zstandard.ZstdError as cause:
        raise LedgerDamaged(f"An event of the ledger cannot be unpacked: {cause}.", hint=hint) from cause


def is_packed(kept: bytes) -> bool:
    """Whether what is kept is packed."""
    return kept.startswith(MARK)


def size(kept: bytes) -> int:
    """How long the JSON of an event is; as long as it is kept when what it says of that is no length."""
    if not is_packed(kept):
        return len(kept)
    told = length(kept)
    return told if 0 <= told <= MOST else len(kept)


def length(kept: bytes) -> int:
    """What a packed event says of its length; -1 when it says nothing."""
    import zstandard  # noqa: PLC0415 - as above

    try:
        return zstandard.frame_content_size(kept)
    except zstandard.ZstdError:
        return -1
