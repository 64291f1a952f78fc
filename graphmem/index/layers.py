"""When small layers become one: sizes of layers go in, the oldest first; how many of the last to merge comes out.

Every channel of the index is a pile of immutable layers, as in a log-structured merge tree (O'Neil et al. 1996).
A layer is merged when those above it have together reached a quarter of its size: the number of layers stays
logarithmic in the number of documents, and so does how often one document is written.
"""

from __future__ import annotations

from collections.abc import Sequence

FACTOR = 4


def tail_to_merge(sizes: Sequence[int], *, factor: int = FACTOR) -> int:
    """How many of the last layers should become one; 0 when all is well."""
    count = 1
    total = sizes[-1] if sizes else 0
    while count < len(sizes) and sizes[-count - 1] < factor * total:
        total += sizes[-count - 1]
        count += 1
    return count if count > 1 else 0
