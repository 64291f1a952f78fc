"""The graph as tables, one file each in a zip: CSV for people with spreadsheets, Parquet for programs."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

from graphmem.store.shape import EDGES, NODES, Kind, Shape, plainly

if TYPE_CHECKING:
    import pyarrow as pa

OLDEST = (1980, 1, 1, 0, 0, 0)  # a zip knows no earlier time, and the bytes must not depend on the clock
FORMULA = frozenset("=+-@\t\r")


def write_csv(shape: Shape, file: IO[bytes]) -> None:
    """Write a zip of CSV files, each with a head."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for kind, path in files("csv"):
            with member(packed, path) as raw, io.TextIOWrapper(raw, "utf-8", newline="") as text:
                writer = csv.writer(text)
                writer.writerow(heads(kind))
                for row in shape.rows(kind):
                    writer.writerow([cell(value) for value in row])


def write_parquet(shape: Shape, file: IO[bytes]) -> None:
    """Write a zip of Parquet files, each in groups of rows."""
    import pyarrow as pa  # noqa: PLC0415 - heavy, and only who exports it needs it
    import pyarrow.parquet as pq  # noqa: PLC0415

    # They are packed already.
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as packed:
        for kind, path in files("parquet"):
            schema = pa.schema(fields(kind, shape))
            with member(packed, path) as raw, pq.ParquetWriter(Counted(raw), schema) as writer:
                for rows in shape.pages(kind):
                    columns = [
                        pa.array(values, field.type)
                        for values, field in zip(zip(*rows, strict=True), schema, strict=True)
                    ]
                    writer.write_table(pa.table(columns, schema=schema))


def files(ending: str) -> Iterator[tuple[Kind, str]]:
    """Every table with the path of its file."""
    for folder, kinds in (("nodes", NODES), ("edges", EDGES)):
        for kind in kinds:
            yield kind, f"{folder}/{kind.file}.{ending}"


def member(packed: zipfile.ZipFile, path: str) -> IO[bytes]:
    """A file in a zip, of any size."""
    info = zipfile.ZipInfo(path, OLDEST)
    info.compress_type = packed.compression
    info.create_system, info.external_attr = 3, 0o600 << 16
    return packed.open(info, "w", force_zip64=True)


def heads(kind: Kind) -> tuple[str, ...]:
    """The names of a table's columns; those of an edge begin with its ends."""
    return ("from", "to", *kind.columns) if kind.source else kind.columns


def fields(kind: Kind, shape: Shape) -> Iterator[pa.Field]:
    """The columns of a table as Parquet has them."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    known = {"INT64": pa.int64(), "DOUBLE": pa.float64(), "BOOL": pa.bool_()}
    types = {"from": "STRING", "to": "STRING", **shape.types(kind)}
    for name in heads(kind):
        moment = pa.timestamp("us", tz="UTC")
        yield pa.field(name, moment if types[name] == "TIMESTAMP" else known.get(types[name], pa.string()))


class Counted(io.RawIOBase):
    """A file that is only written to, and knows where it is: what Parquet asks and a zip does not tell."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file, self._at = file, 0

    def writable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """How much was written."""
        return self._at

    def write(self, data: Any) -> int:
        """Write on."""
        self._file.write(data)
        self._at += len(data)
        return len(data)


def cell(value: Any) -> str:
    """A value as a cell; a text that a spreadsheet would take for a formula begins with an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, str):
        return unformed(value)
    return str(plainly(value)).lower() if isinstance(value, bool) else str(plainly(value))


def unformed(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in FORMULA else text
