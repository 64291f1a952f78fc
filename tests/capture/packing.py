"""Archives as services send them, and as nobody should."""

from __future__ import annotations

import struct
import zipfile

from tests.capture.lines import put


def packed(path, files, *, level=zipfile.ZIP_DEFLATED):
    """An archive of files, by name and content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", level) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def encrypted(path, name):
    """An archive that says of a member that it is encrypted."""
    data = bytearray(packed(path, {name: b"[]"}).read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(signature) + offset
        data[at : at + 2] = struct.pack("<H", struct.unpack("<H", data[at : at + 2])[0] | 1)
    return put(path, bytes(data))


def damaged(path, files):
    """An archive in whose first member one byte is another."""
    data = bytearray(packed(path, files, level=zipfile.ZIP_STORED).read_bytes())
    data[60] ^= 0xFF
    return put(path, bytes(data))
