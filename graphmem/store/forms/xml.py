"""What the two forms in XML share: which attributes there are, and text that XML may hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from graphmem.store.shape import Kind, Shape, plainly
from graphmem.store.values import Row

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'
TYPES = {"INT64": "long", "DOUBLE": "double", "BOOL": "boolean"}  # anything else is text
# XML 1.0 has no way to write these, not even as references.
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def attributes(shape: Shape, kinds: Iterable[Kind]) -> dict[str, str]:
    """The columns of these tables by name with their types; where tables differ in the type, it is text."""
    found: dict[str, str] = {}
    for kind in kinds:
        for name, type_ in shape.types(kind).items():
            word = TYPES.get(type_, "string")
            found[name] = word if found.get(name, word) == word else "string"
    return dict(sorted(found.items()))


def values(names: Iterable[str], row: Row) -> Iterable[tuple[str, str]]:
    """The columns of a row that hold something, as text."""
    for name, value in zip(names, row, strict=True):
        if value is not None and value != "":
            shown = str(plainly(value))
            yield name, shown.lower() if isinstance(value, bool) else shown


def text(words: str) -> str:
    """Words between tags."""
    # A reader would take a carriage return for a line feed.
    return escape(NOT_IN_XML.sub("\ufffd", words), {"\r": "&#13;"})


def quoted(words: str) -> str:
    """Words as the value of an attribute, with its quotes."""
    return quoteattr(NOT_IN_XML.sub("\ufffd", words))
