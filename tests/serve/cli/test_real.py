"""The commands on a real store: the story of two jobs, and everything that can be wrong with what is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from graphmem.memory import Memory
from tests.commands import invoke

MOVED = "I moved from Berlin to Lisbon in March 2024 and now work at Acme as a staff engineer."
LEFT = "Actually I left Acme in May; I'm at Globex now."
SAID = {MOVED: "2024-04-02", LEFT: "2024-06-10"}


def run(*words, home, code=0):
    """What a command prints and complains of, on a store of its own."""
    result = invoke([*words, "--home", str(home)])
    assert result.exit_code == code, (words, result.exit_code, result.output, result.exception)
    return result


def asked(*words, home):
    return json.loads(run(*words, "--json", home=home).stdout)


def telling(home, *sentences):
    for text in sentences:
        run("remember", text, "--at", SAID[text], home=home)
    return home


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A store that was told the story as it happened."""
    return telling(tmp_path_factory.mktemp("told") / "home", MOVED, LEFT)


@pytest.fixture(scope="module", params=["as it happened", "the other way round"])
def either(request, tmp_path_factory):
    """A store that was told the story, in one order or the other."""
    if request.param == "as it happened":
        return request.getfixturevalue("told")
    return telling(tmp_path_factory.mktemp("turned") / "home", LEFT, MOVED)


@pytest.mark.parametrize(
    ("words", "employer"),
    [
        (["--as-of", "2024-04-15"], "Acme"),
        (["--as-of", "2024-07-01"], "Globex"),
        (["--as-of", "2024-07-01", "--known-at", "2024-05-20"], "Acme"),
    ],
)
def test_where_the_user_works_depends_on_both_clocks(either, words, employer):
    found = asked("recall", "where does the user work", *words, home=either)
    assert employer in found["hits"][0]["text"]
    assert not found["nothing_found"]


def test_all_facts_show_both_jobs_with_their_intervals_and_sources(either):
    jobs = {
        fact["object"]: fact
        for fact in asked("facts", "--all", home=either)["facts"]
        if fact["predicate"] == "works_at"
    }
    assert {"Acme", "Globex"} <= set(jobs)
    assert jobs["Acme"]["valid_until"].startswith("2024-05")
    assert jobs["Acme"]["valid_from"] is not None
    assert jobs["Globex"]["valid_until"] is None
    assert jobs["Acme"]["recorded_at"] == "2024-04-02T00:00:00Z"
    assert jobs["Globex"]["recorded_at"] == "2024-06-10T00:00:00Z"
    assert MOVED in {source["quote"] for source in jobs["Acme"]["sources"]}


def test_every_reading_command_answers_on_a_real_store(either, no_clients):
    facts = asked("facts", "--all", home=either)["facts"]
    acme = next(fact for fact in facts if fact["object"] == "Acme")
    assert asked("entity", "Acme", home=either)["name"] == "Acme"
    assert asked("neighbors", "Acme", "--known-at", "2024-05-01", home=either)["neighbors"]
    assert asked("path", "Acme", "Globex", home=either)["target"]
    assert acme["id"] in {fact["id"] for fact in asked("history", acme["id"], home=either)["facts"]}
    assert asked("stats", home=either)["facts"] >= 3
    assert asked("stats", home=either)["language_model"]["waiting_sessions"] == 0
    assert all(finding["status"] == "ok" for finding in asked("doctor", home=either)["findings"])
    rows = asked(
        "cypher",
        "MATCH (e:Entity) WHERE e.name = $n RETURN e.id, e.first_seen",
        "--param",
        "n=Acme",
        home=either,
    )
    assert rows["columns"] == ["e.id", "e.first_seen"]
    assert rows["rows"][0][1].endswith("Z")


def test_people_can_read_every_answer(told):
    for words in (
        ["recall", "work"], ["facts", "--all"], ["entity", "Acme"], ["neighbors", "Acme"], ["path", "Acme", "Globex"],
        ["history", "user"], ["stats"], ["doctor"], ["tour"], ["cypher", "MATCH (n:Fact) RETURN n.text, n.valid_from"],
    ):  # fmt: skip
        assert run(*words, home=told).stdout.strip(), words


# -- What can be wrong -----------------------------------------------------------------------------------------


def complaint(*words, home, code):
    """The message of a command that fails, which is the same thing said as JSON."""
    said = run(*words, home=home, code=code).stderr
    error = json.loads(run(*words, "--json", home=home, code=code).stderr)["error"]
    assert error["message"] in said
    return f"{error['type']}: {error['message']} {error['hint']}"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)) * 64)
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "notes.txt").write_text("Nothing to see.", encoding="utf-8")
    return tmp_path


def test_a_missing_file_is_named(folder, home):
    assert "nowhere.jsonl" in complaint("ingest", str(folder / "nowhere.jsonl"), home=home, code=1)


def test_an_empty_file_is_named(folder, home):
    assert "empty.jsonl is empty" in complaint("ingest", str(folder / "empty.jsonl"), home=home, code=1)


def test_a_folder_without_transcripts_is_named(folder, home):
    assert str(folder / "bare") in complaint("ingest", str(folder / "bare"), home=home, code=1)


def test_a_binary_file_is_a_problem_or_an_error_and_no_crash(folder, home):
    result = invoke(["ingest", str(folder / "binary.jsonl"), "--home", str(home), "--json"])
    said = json.loads(result.stdout)["problems"][0]["file"] if result.exit_code == 0 else result.stderr
    assert "binary.jsonl" in said
    assert result.exit_code in {0, 1}


def test_an_unknown_client_is_misuse_and_the_known_are_named(folder, home):
    said = complaint("ingest", "--client", "clippy", home=home, code=2)
    assert "clippy" in said
    assert "codex" in said


@pytest.mark.parametrize("statement", ["MATCH (n RETURN n", "MATCH (n:Nothing) RETURN n", "RETURN $x", ""])
def test_bad_cypher_is_misuse(told, statement):
    assert complaint("cypher", statement, home=told, code=2).startswith("QueryError")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (e:Entity {id: 'x'})",
        "MATCH (e:Entity) SET e.name = 'x'",
        "MATCH (e:Entity) DETACH DELETE e",
        "DROP TABLE Entity",
        "COPY Entity FROM 'x.csv'",
        "LOAD FROM 'x.csv' RETURN *",
        "RETURN 1; RETURN 2",
    ],
)
def test_cypher_that_would_write_or_reach_outside_is_misuse_and_changes_nothing(told, statement):
    before = asked("stats", home=told)["entities"]
    assert complaint("cypher", statement, home=told, code=2).startswith("QueryError")
    assert asked("stats", home=told)["entities"] == before


@pytest.mark.parametrize(
    "words",
    [
        ["entity", "Nobody"],
        ["history", "fact_nothing"],
        ["neighbors", "Nobody"],
        ["path", "user", "Nobody"],
        ["forget", "fact_nothing", "--yes"],
    ],
)
def test_what_is_not_there_is_named(told, words):
    assert complaint(*words, home=told, code=1).startswith("NotFound")


def test_a_store_that_another_process_owns_is_named_with_its_owner(home):
    with Memory(home):
        words = [sys.executable, "-m", "graphmem", "stats", "--home", str(home)]
        result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert str(os.getpid()) in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bad_setting_opens_no_store(home):
    home.mkdir()
    (home / "graphmem.toml").write_text("[store]\nengine = 'neo4j'\n", encoding="utf-8")
    assert "kuzu, ladybug" in complaint("stats", home=home, code=2)
    assert [file.name for file in home.iterdir()] == ["graphmem.toml"]


def test_a_page_is_found_and_forgotten_with_whom_it_is_about(home):
    for told in ("runs on Hetzner", "uses Postgres", "is written in Python"):
        run("remember", f"The zuleika service {told}.", "--at", "2024-04-02", home=home)
    run("evolve", home=home)
    found = asked("recall", "tell me about the zuleika service", home=home)["hits"]
    [page] = [hit for hit in found if hit["slug"] == "zuleika-service"]
    assert (page["kind"], page["title"]) == ("page", "zuleika service")
    assert f"# {page['title']}" in asked("wiki", page["slug"], home=home)["text"]
    asked("forget", asked("entity", page["title"], home=home)["id"], "--yes", home=home)
    left = asked("recall", "zuleika service", "--kind", "page", home=home)
    assert "uleika" not in json.dumps(left["hits"])
    assert not any(b"zuleika" in file.read_bytes().lower() for file in home.rglob("*") if file.is_file())


def test_forgetting_leaves_no_word_and_a_receipt(home):
    run("remember", "My sister Zuleika lives in Porto.", "--at", "2024-04-02", home=home)
    message = asked("recall", "sister Zuleika", "--kind", "message", home=home)["hits"][0]["id"]
    receipt = asked("forget", message, "--yes", home=home)
    assert receipt["messages"] == 1
    assert asked("recall", "sister Zuleika", home=home)["hits"] == []
    assert not any(b"Zuleika" in file.read_bytes() for file in home.rglob("*") if file.is_file())


def test_a_secret_is_never_stored(home):
    run("remember", "The login is <private>swordfish</private> and password=hunter2.", home=home)
    held = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    assert b"swordfish" not in held
    assert b"hunter2" not in held
