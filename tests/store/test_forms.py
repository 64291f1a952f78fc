"""The whole graph in every form, read back by a program that knows the form: nothing is lost and nothing moves."""

from __future__ import annotations

import csv
import io
import json
import threading
import zipfile
from collections import Counter
from datetime import datetime

import msgspec
import networkx
import pyarrow.parquet as pq
import pytest

from graphmem import Memory
from graphmem.config import Settings
from graphmem.errors import DiskFull, MisuseError
from graphmem.store import archive, shape
from graphmem.store.files import write_error
from graphmem.store.graph import Graph
from graphmem.store.snapshot import PREFIX
from graphmem.store.store import Store

from .conftest import ENGINE, T0, day, dump, put, small_change

AWKWARD = 'It\'s "so" \\ `x`; // ]]> <b>&amp; $id\n\ttwo\r\nlines;\n \x07 = 50% 知 🌍'


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store whose texts hold all that a form could stumble over, and whose pages are small."""
    home = tmp_path_factory.mktemp("forms") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shape, "ROWS", 3)
        opened = Store(Settings(home, environ={"GRAPHMEM_STORE_ENGINE": ENGINE}))
        put(opened, *(small_change(n) for n in range(5)))
        held = small_change(7)
        spoken = tuple(msgspec.structs.replace(one, text=AWKWARD) for one in held.messages)
        timed = tuple(msgspec.structs.replace(one, valid_from=T0, valid_until=day(9)) for one in held.facts)
        put(opened, msgspec.structs.replace(held, messages=spoken, facts=timed))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def known(store):
    """What the store holds, as plain rows by table."""
    found = [json.loads(line) for line in dump(store)]
    return {
        "nodes": [one for one in found if "node" in one],
        "edges": [one for one in found if "edge" in one],
    }


def written(store, form):
    file = io.BytesIO()
    counts = archive.write(store, file, form)
    assert counts.bytes == len(file.getvalue())
    return file.getvalue(), counts


def outer(rows, key):
    """Without the tables by which the engine looks things up."""
    inner = {kind.name for kind in (*shape.NODES, *shape.EDGES) if kind.inner}
    return [row for row in rows if row[key] not in inner]


@pytest.mark.parametrize("form", archive.FORMS)
def test_the_same_beliefs_give_the_same_bytes(store, form):
    assert written(store, form)[0] == written(store, form)[0]


def test_lines_are_what_a_reader_of_the_graph_sees(store, known):
    data, counts = written(store, "jsonl")
    assert data.splitlines() == dump(store)
    assert (counts.nodes, counts.edges) == (len(known["nodes"]), len(known["edges"]))
    assert AWKWARD in [row.get("text") for row in known["nodes"]]


def test_json_ld_is_json_and_every_edge_ends_at_a_node_that_is_there(store, known):
    document = json.loads(written(store, "jsonld")[0])
    nodes = {one["@id"]: one for one in document["@graph"] if "@id" in one}
    edges = [one for one in document["@graph"] if "@id" not in one]
    assert len(nodes) == len(outer(known["nodes"], "node"))
    assert len(edges) == len(outer(known["edges"], "edge"))
    assert all(edge["from"] in nodes and edge["to"] in nodes for edge in edges)
    assert {"valid_from", "recorded_at"} <= {
        key for edge in edges if edge["@type"] == "RELATES" for key in edge
    }
    assert document["@context"]["valid_from"]["@type"] == "xsd:dateTime"
    assert AWKWARD in [node.get("text") for node in nodes.values()]


@pytest.mark.parametrize(("form", "read"), [("graphml", networkx.read_graphml), ("gexf", networkx.read_gexf)])
def test_networkx_reads_the_same_nodes_and_edges(store, known, form, read):
    graph = read(io.BytesIO(written(store, form)[0]))
    nodes, edges = outer(known["nodes"], "node"), outer(known["edges"], "edge")
    assert set(graph.nodes) == {one["id"] for one in nodes}
    assert Counter((a, b, data["table"]) for a, b, data in graph.edges(data=True)) == Counter(
        (one["from"], one["to"], one["edge"]) for one in edges
    )
    related = [data for _, _, data in graph.edges(data=True) if data["table"] == "RELATES"]
    told = [one for one in edges if one["edge"] == "RELATES"]
    for name in ("predicate", "valid_from", "valid_until", "recorded_at"):
        assert Counter(data.get(name) for data in related) == Counter(one.get(name) for one in told)
    if form == "gexf":
        days = [one["valid_from"][:10] if "valid_from" in one else None for one in told]
        assert Counter(data.get("start") for data in related) == Counter(days)
    shown = {data.get("text") for _, data in graph.nodes(data=True)}
    # XML has no way to write some signs, and reads every end of a line in an attribute as it was written.
    assert AWKWARD.replace("\x07", "\ufffd") in shown


def test_an_engine_that_runs_the_script_holds_the_same_graph(store, tmp_path):
    script = written(store, "cypher")[0].decode()
    with_schema, *rest = script.split("\nCREATE (:", 1)
    statements = [one for one in with_schema.split(";\n") if "CREATE" in one or "ALTER" in one]
    statements += [one for one in ("CREATE (:" + rest[0]).split(";\n") if one.strip()]
    copy = Graph(tmp_path / "copy", engine=ENGINE, buffer_pool_mb=64, max_db_gb=1)
    try:

        def run(connection):
            connection.script([one for one in statements if "TABLE" in one.split("{")[0]])
            with connection.transaction():
                connection.script([one for one in statements if "TABLE" not in one.split("{")[0]])

        copy.write(run)
        with copy.reader() as reader:
            assert list(archive.lines(reader)) == dump(store)
    finally:
        copy.close()


def told_of(known, kind):
    """The rows of one kind; those of a table that leads to nodes of several are told apart by where they lead."""
    if not kind.source:
        return [one for one in known["nodes"] if one["node"] == kind.name]
    ids = {one["id"] for one in known["nodes"] if one["node"] == kind.target}
    return [one for one in known["edges"] if one["edge"] == kind.name and one["to"] in ids]


def test_csv_has_a_file_for_each_table_and_no_formula(store, known):
    packed = zipfile.ZipFile(io.BytesIO(written(store, "csv")[0]))
    for key, folder in (("node", "nodes"), ("edge", "edges")):
        for kind in shape.NODES if key == "node" else shape.EDGES:
            text = io.TextIOWrapper(packed.open(f"{folder}/{kind.file}.csv"), "utf-8", newline="")
            rows = list(csv.DictReader(text))
            told = told_of(known, kind)
            assert len(rows) == len(told)
            for row, one in zip(rows, told, strict=True):
                assert (
                    row
                    | {
                        column: str(value)
                        for column, value in one.items()
                        if isinstance(value, str) and column != key
                    }
                    == row
                )
    assert [archive.tables.cell(text) for text in ("=1+1", "-x", "ok")] == ["'=1+1", "'-x", "ok"]


def test_parquet_has_the_types_of_the_graph(store, known):
    packed = zipfile.ZipFile(io.BytesIO(written(store, "parquet")[0]))
    for folder, key in (("nodes", "node"), ("edges", "edge")):
        for kind in shape.NODES if key == "node" else shape.EDGES:
            found = pq.read_table(io.BytesIO(packed.read(f"{folder}/{kind.file}.parquet")))
            told = told_of(known, kind)
            assert found.num_rows == len(told)
            for row, one in zip(found.to_pylist(), told, strict=True):
                plain = {
                    column: shape.plainly(value) for column, value in row.items() if value not in (None, "")
                }
                assert plain == {column: value for column, value in one.items() if column != key}
    facts = pq.read_table(io.BytesIO(packed.read("nodes/Fact.parquet")))
    assert isinstance(facts.column("recorded_at")[0].as_py(), datetime)
    assert facts.column("recorded_at")[0].as_py().tzinfo is not None


def test_no_more_rows_are_in_memory_than_may_be_however_much_one_node_has(store, known, monkeypatch):
    monkeypatch.setattr(shape, "ROWS", 2)
    with store.graph.reader() as reader:
        small = shape.Shape(reader)
        for kind in (*shape.NODES, *shape.EDGES):
            pages = list(small.pages(kind))
            # What joins the same two nodes cannot be parted.
            assert all(len(page) <= 2 or len({row[:2] for row in page}) == 1 for page in pages), kind.name
            rows = [row for page in pages for row in page]
            assert len(rows) == len(told_of(known, kind))
            assert rows == [row for page in whole(reader, kind) for row in page]


def whole(reader, kind):
    """The pages of a table where everything fits on one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shape, "ROWS", 10_000)
        return list(shape.Shape(reader).pages(kind))


def test_an_export_sees_one_instant_and_nobody_waits_for_it(settings, monkeypatch):
    store = Store(settings)
    try:
        put(store, small_change(1))
        before = b"".join(line + b"\n" for line in dump(store))
        file, seen = io.BytesIO(), []

        def write_meanwhile(progress):
            if not seen:
                thread = threading.Thread(target=put, args=(store, small_change(2)))
                thread.start()
                thread.join(30)
                assert not thread.is_alive(), "the writer waits for the export"
                store.graph.checkpoint()
            seen.append(progress)

        archive.write(store, file, "jsonl", progress=write_meanwhile)
        assert file.getvalue() == before
        assert seen[-1].files_done == seen[-1].files_total == len(before.splitlines())
        assert len(dump(store)) > len(before.splitlines())
        assert not list(store.home.glob(PREFIX + "*"))
    finally:
        store.close()


def test_an_export_that_is_broken_off_leaves_the_older_file_and_nothing_else(store, tmp_path):
    path = tmp_path / "all.jsonl"
    path.write_text("old", encoding="utf-8")

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.export(store, path, "jsonl", progress=stop)
    assert [file.name for file in tmp_path.iterdir()] == ["all.jsonl"]
    assert path.read_text(encoding="utf-8") == "old"
    assert not list(store.home.glob(PREFIX + "*"))
    assert archive.export(store, path, "jsonl")["bytes"] == path.stat().st_size
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("where", ["nowhere/all.jsonl", "."])
def test_a_file_that_cannot_be_written_is_an_error_that_says_so(store, tmp_path, where):
    with pytest.raises(MisuseError, match="cannot be written"):
        archive.export(store, tmp_path / where, "jsonl")
    with pytest.raises(MisuseError, match="gexf"):
        archive.export(store, tmp_path / "x", "tables")
    assert isinstance(write_error(tmp_path, OSError(28, "No space left on device")), DiskFull)


def test_what_a_killed_process_left_of_a_copy_is_gone_with_the_next_opening(home):
    left = home / f"{PREFIX}x"
    left.mkdir(parents=True)
    (left / "graph.kuzu").write_bytes(b"what was said")
    with Memory(settings=Settings(home, environ={"GRAPHMEM_STORE_ENGINE": ENGINE})):
        assert not left.exists()
