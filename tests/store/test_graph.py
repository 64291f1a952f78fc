"""Each trap of the engine that design and experience name, and what stands against it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from graphmem.errors import EngineError, QueryError, StoreError
from graphmem.store.graph import Graph
from graphmem.store.migrate import migrate, newest_schema
from graphmem.store.screen import check_parameters, screen

from .conftest import ENGINE


def open_graph(path):
    return Graph(path, engine=ENGINE, buffer_pool_mb=64, max_db_gb=16)


@pytest.fixture
def graph(tmp_path):
    opened = open_graph(tmp_path / "graph.db")
    opened.write(migrate)
    yield opened
    opened.close()


def add_slots(graph, *ids):
    def write(connection):
        with connection.transaction():
            for key in ids:
                connection.run("CREATE (n:Slot {id: $id})", {"id": key})

    graph.write(write)


def slots(graph):
    return [row[0] for row in graph.read("MATCH (n:Slot) RETURN n.id ORDER BY n.id")]


def test_a_path_opened_twice_in_one_process_is_refused(graph):
    with pytest.raises(StoreError, match="open in this process already"):
        open_graph(graph.path)
    add_slots(graph, "still works")
    assert slots(graph) == ["still works"]


def test_the_same_file_by_another_name_is_the_same_path(graph, tmp_path):
    (tmp_path / "link").symlink_to(graph.path)
    with pytest.raises(StoreError, match="open in this process already"):
        open_graph(tmp_path / "link")


def test_a_closed_graph_can_be_opened_again_and_says_so_when_used(tmp_path):
    graph = open_graph(tmp_path / "graph.db")
    graph.write(migrate)
    graph.close()
    graph.close()
    with pytest.raises(StoreError, match="is closed"):
        graph.read("RETURN 1")
    again = open_graph(tmp_path / "graph.db")
    assert again.read("MATCH (m:Meta) RETURN m.schema_version") == [(newest_schema(),)]
    again.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_use_after_a_fork_is_refused_instead_of_hanging(graph):
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from graphmem.store.graph import Graph\n"
        f"graph = Graph(Path({str(graph.path) + '.forked'!r}), engine={ENGINE!r}, buffer_pool_mb=64, max_db_gb=16)\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    try:\n"
        "        graph.write(lambda c: c.run('RETURN 1'))\n"
        "    except Exception as error:\n"
        "        os.write(1, str(error).encode())\n"
        "    os._exit(0)\n"
        "os.waitpid(pid, 0)\n"
        "graph.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert "before this process was forked" in done.stdout


def test_many_threads_write_through_one_writer_and_nothing_is_lost(graph):
    threads = [
        threading.Thread(target=add_slots, args=(graph, *(f"{t}-{n}" for n in range(20)))) for t in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(slots(graph)) == 160


def test_readers_see_whole_commits_only_while_a_writer_works(graph):
    seen = set()
    stop = threading.Event()

    def read():
        while not stop.is_set():
            seen.add(graph.read("MATCH (n:Slot) RETURN count(n)")[0][0])

    thread = threading.Thread(target=read)
    thread.start()
    for n in range(20):
        add_slots(graph, *(f"{n}-{i}" for i in range(5)))
    stop.set()
    thread.join()
    assert all(count % 5 == 0 for count in seen)


def test_an_error_inside_a_transaction_rolls_all_of_it_back_and_the_writer_lives(graph):
    with pytest.raises(EngineError):
        add_slots(graph, "a", "b", "a")
    assert slots(graph) == []
    add_slots(graph, "c")
    assert slots(graph) == ["c"]


def test_our_own_error_inside_a_transaction_rolls_back_too(graph):
    def write(connection):
        with connection.transaction():
            connection.run("CREATE (n:Slot {id: 'x'})")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        graph.write(write)
    assert slots(graph) == []


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("MATCH (n:Slot) WHERE n.id = $id RETURN n", {}),
        ("MATCH (n:Slot) WHERE n.id = $id RETURN n", {"ID": 1}),
        ("MATCH (n:Slot) RETURN n", {"id": 1}),
        ("MATCH (n:Slot) WHERE n.id = $a OR n.id = $b RETURN n", {"a": 1}),
    ],
)
def test_parameters_must_be_exactly_those_of_the_statement(graph, statement, values):
    # Unbound, the engine would take $id for true and give every row.
    with pytest.raises(QueryError, match=r"\$"):
        graph.read(statement, values)


def test_a_dollar_in_text_or_comment_is_no_parameter():
    check_parameters("RETURN '$a', \"$b\" // $c\n", {})
    check_parameters("RETURN '\\'$a', $b", {"b": 1})


def test_times_with_an_offset_keep_their_moment(graph):
    moment = datetime(2024, 6, 1, 12, tzinfo=timezone(timedelta(hours=-7)))
    [(back,)] = graph.read("RETURN $t", {"t": moment})
    assert back == moment
    assert back.tzinfo is UTC


def test_results_are_closed_so_that_a_checkpoint_works_while_reading(graph):
    add_slots(graph, *(str(n) for n in range(50)))
    for _ in range(5):
        graph.read("MATCH (n:Slot) RETURN n.id")
    graph.checkpoint()
    assert len(slots(graph)) == 50


def test_the_size_of_the_engine_is_bounded(graph, monkeypatch):
    given = {}

    class Fake:
        class Database:
            def __init__(self, path, **options):
                given.update(options)
                raise RuntimeError("enough")

    monkeypatch.setattr("graphmem.store.graph.load_engine", lambda name: Fake)
    with pytest.raises(EngineError, match="enough"):
        open_graph(graph.path.with_name("other"))
    assert given == {"buffer_pool_size": 64 << 20, "max_db_size": 16 << 30}


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("CREATE (n:Slot {id: 'x'})", "would write"),
        ("MATCH (n:Slot) SET n.id = 'y'", "would write"),
        ("MATCH (n:Slot) DETACH DELETE n", "would write"),
        ("DROP TABLE Slot", "would write"),
        ("MATCH (n:Slot) RETURN n; MATCH (n) DETACH DELETE n", "one statement"),
        ("LOAD FROM '/etc/passwd' RETURN *", "LOAD is not allowed"),
        ("load from '/etc/passwd' return *", "LOAD is not allowed"),
        ("COPY Slot FROM '/etc/passwd'", "COPY is not allowed"),
        ("COPY (MATCH (n) RETURN n) TO '/tmp/x.csv'", "COPY is not allowed"),
        ("ATTACH 'x' AS y (dbtype duckdb)", "ATTACH is not allowed"),
        ("INSTALL httpfs", "INSTALL is not allowed"),
        ("EXPORT DATABASE '/tmp/x'", "EXPORT is not allowed"),
        ("CALL threads=8", "CALL threads is not allowed"),
        ("BEGIN TRANSACTION", "BEGIN is not allowed"),
        ("COMMIT", "COMMIT is not allowed"),
        ("", "empty"),
        ("// only a comment", "empty"),
        ("MATCH (n:Nothing) RETURN n", "Nothing"),
        ("MATCH (n RETURN", "error"),
    ],
)
def test_a_users_statement_only_reads(graph, statement, reason):
    add_slots(graph, "kept")
    with pytest.raises(QueryError, match=f"(?i){reason}"):
        graph.query(statement, {}, seconds=5, rows=10)
    assert slots(graph) == ["kept"]


def test_words_inside_quotes_do_not_matter(graph):
    columns, rows = graph.query("RETURN 'LOAD; COPY' AS text", {}, seconds=5, rows=10)
    assert (columns, rows) == (("text",), [("LOAD; COPY",)])
    screen("MATCH (n:Slot) RETURN n;")


def test_a_statement_that_runs_too_long_is_stopped(graph):
    add_slots(graph, *(str(n) for n in range(400)))
    endless = (
        "MATCH (a:Slot), (b:Slot), (c:Slot), (d:Slot) WHERE a.id + b.id = c.id + d.id + 'x' RETURN count(*)"
    )
    with pytest.raises(QueryError, match="longer than"):
        graph.query(endless, {}, seconds=0.2, rows=10)
    assert len(slots(graph)) == 400


def test_who_asks_does_not_wait_where_the_engine_cannot_be_stopped(graph, monkeypatch):
    from graphmem.store import graph as module

    add_slots(graph, "kept")
    going, whole = threading.Event(), graph._query

    def endless(*asked, **how):
        going.wait(60)
        return whole(*asked, **how)

    monkeypatch.setattr(module, "GRACE", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(graph, "_query", endless)
        for _ in range(module.STRANGERS):
            with pytest.raises(QueryError, match="longer than"):
                graph.query("MATCH (n:Slot) RETURN n.id", {}, seconds=0.01, rows=10)
        with pytest.raises(QueryError, match="other statements are running"):
            graph.query("MATCH (n:Slot) RETURN n.id", {}, seconds=0.01, rows=10)
        going.set()
    assert slots(graph) == ["kept"]
    assert graph.query("MATCH (n:Slot) RETURN n.id", {}, seconds=60, rows=10)[1] == [("kept",)]


@pytest.mark.parametrize(
    "told",
    [
        "date('99999-01-01')", "date('0000-01-01')", "timestamp('0001-01-01') - interval('5 years')",
        "date('9999-12-31') + 5", "[date('99999-01-01')]", "{a: [date('99999-01-01')]}",
        "map([timestamp('99999-01-01')], [1])", "cast('99999-01-01' as TIMESTAMP_SEC)",
        "cast('99999-01-01' as TIMESTAMP_TZ)", "interval('999999999 days') + interval('999999999 days')",
    ],
)  # fmt: skip
def test_a_time_that_python_has_not_is_an_error_and_not_the_end(graph, told):
    with pytest.raises(QueryError, match="outside the years"):
        graph.query(f"RETURN {told}", {}, seconds=60, rows=10)


def test_times_come_as_they_are_beside_nodes_and_lists(graph):
    graph.write(lambda c: c.run("CREATE (:Judgement {id: 'a', at: timestamp('2024-04-02 08:15:00')})"))
    _, [(at, days, node, length)] = graph.query(
        "MATCH (j:Judgement) RETURN j.at, [date('2024-01-02')], j, interval('2 days')",
        {},
        seconds=60,
        rows=10,
    )
    assert at == datetime(2024, 4, 2, 8, 15, tzinfo=UTC)
    assert (days, length) == ([date(2024, 1, 2)], timedelta(days=2))
    assert node["id"] == "a"


@pytest.mark.parametrize(
    "deep",
    ["(" * 41 + "1" + ")" * 41, "[" * 2000 + "]" * 2000, "abs(" * 100 + "1" + ")" * 100,
     "CASE WHEN true THEN " * 50 + "1" + " END" * 50, "1" + "+1" * 6000, "NOT " * 5000 + "true"],
)  # fmt: skip
def test_what_the_engine_would_read_for_ever_is_not_given_to_it(graph, deep):
    with pytest.raises(QueryError, match="in each other"):
        graph.query(f"RETURN {deep}", {}, seconds=60, rows=10)


@pytest.mark.parametrize(
    "grows",
    ["range(1, 100000000)", "range(1, 99999 * 99999)", "range(1, $n)", "RANGE (1,1000000,2)", "repeat('x', 1000000)",
     "lpad('x', 2000000000, 'y')", "range(range(1, 2)[1], 1000000)", "rpad('x', $n, 'y')"],
)  # fmt: skip
def test_what_would_fill_the_memory_is_not_given_to_the_engine(graph, grows):
    with pytest.raises(QueryError, match="five digits"):
        screen(f"UNWIND {grows} AS x RETURN x")
    _, rows = graph.query(
        "UNWIND range(1, 3) AS n RETURN n, repeat('ab', 2), lpad('x', 3, '0')", {}, seconds=60, rows=10
    )
    assert rows == [(n, "abab", "00x") for n in (1, 2, 3)]


def test_long_texts_and_what_is_not_deep_are_fine():
    screen(f"RETURN '{'(' * 50_000}' AS text")
    screen(
        "MATCH (a) WHERE EXISTS { MATCH (a)-[]->(b) WHERE b.id IN [1, 2] } RETURN CASE WHEN true THEN 1 END"
    )
    screen(f"RETURN {' + '.join(['(1)'] * 500)}")


def test_rows_are_cut_at_the_limit(graph):
    add_slots(graph, *(str(n) for n in range(30)))
    _, rows = graph.query("MATCH (n:Slot) RETURN n.id", {}, seconds=5, rows=10)
    assert len(rows) == 11


def test_the_two_engines_refuse_to_share_a_process(monkeypatch):
    from graphmem.store.graph import load_engine

    other = "ladybug" if ENGINE == "kuzu" else "kuzu"
    monkeypatch.setitem(sys.modules, other, object())
    with pytest.raises(EngineError, match="cannot live in one"):
        load_engine(ENGINE)


def test_schema_cypher_is_the_sum_of_the_migrations():
    from graphmem.config import resource
    from graphmem.store.migrate import migrations, statements

    summed = [s for _, file in migrations() for s in statements(file.read_text(encoding="utf-8"))]
    assert statements((resource("schema") / "schema.cypher").read_text(encoding="utf-8")) == summed


def test_a_failed_migration_leaves_the_version_where_it_was(graph, monkeypatch, tmp_path):
    bad = tmp_path / "9999_bad.cypher"
    bad.write_text("CREATE NODE TABLE Good(id STRING PRIMARY KEY); CREATE NONSENSE;")
    from graphmem.store import migrate as module

    known = module.migrations()
    monkeypatch.setattr(module, "migrations", lambda: [*known, (9999, bad)])
    with pytest.raises(EngineError, match="9999_bad"):
        graph.write(migrate)
    assert graph.write(module.schema_version) == known[-1][0]
    assert "Good" not in [row[0] for row in graph.read("CALL show_tables() RETURN name")]


def test_edges_of_nodes_made_in_the_same_transaction_are_read_by_their_key_only(graph):
    """kuzu answers `IN $ids` over edges wrongly for a node that the transaction itself made; by key it is right."""

    def build(connection):
        connection.run("CREATE (:Entity {id: 'old'})")
        connection.run("CREATE (:NameKey {id: 'key'})")
        connection.run(
            "MATCH (e:Entity {id: 'old'}) MATCH (k:NameKey {id: 'key'}) CREATE (e)-[:KNOWN_BY]->(k)"
        )
        with connection.transaction():
            connection.run("CREATE (:Entity {id: 'new'})")
            return connection.run("MATCH (:Entity {id: 'new'})-[:KNOWN_BY]->(k:NameKey) RETURN k.id")

    assert graph.write(build) == []
