"""Every command: what it asks of the memory, the JSON it prints, and what people see."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from graphmem import result
from graphmem.model import Problem
from graphmem.serve.cli.progress import sample
from graphmem.serve.cli.verbs import ALONE, VERBS

T = datetime(2024, 4, 15, tzinfo=UTC)
SOURCE = {
    "session_id": "ses_a", "message_id": "msg_a", "client": "claude-code", "project": "notes", "author": "user",
    "sent_at": "2024-04-02T08:15:00Z", "quote": "I now work at Acme.",
}  # fmt: skip
FACT = {
    "id": "fact_a", "text": "The user works at Acme.", "kind": "fact", "subject": "user", "predicate": "works_at",
    "object": "Acme", "qualifier": "", "valid_from": "2024-03-01T00:00:00Z", "valid_until": None,
    "recorded_at": "2024-04-02T08:15:00Z", "retracted_at": None, "negated": False, "confidence": 0.8,
    "subject_id": "ent_user",
    "object_id": "ent_acme", "supersedes": ["fact_z"], "contradicts": [], "sources": [SOURCE], "ended_by": None,
}  # fmt: skip
STEP = {
    "id": "ent_acme", "name": "Acme", "kind": "organisation", "distance": 1, "predicate": "works_at",
    "direction": "out", "through": "ent_user", "relation_id": "rel_a", "valid_from": None,
    "valid_until": "2024-04-02T08:15:00Z",
}  # fmt: skip


def test_ingest(terminal):
    assert terminal.json("ingest", "a", "b", "--client", "codex") == {
        "sessions": 1, "messages": 2, "facts": 1, "entities": 2, "relations": 1, "skipped": 3,
        "problems": [{"file": "a.jsonl", "line": 7, "reason": "no JSON"}], "seconds": 0.25, "unknown": {"x": 4},
    }  # fmt: skip
    [(name, asked)] = terminal.calls
    assert (name, asked["paths"], asked["client"]) == ("ingest", [Path("a"), Path("b")], "codex")


def test_ingest_of_the_sample_reads_the_packaged_folder(terminal):
    terminal("ingest", "--sample")
    assert terminal.calls[0][1]["paths"] == [sample()]
    assert list(sample().rglob("*.jsonl"))


def test_the_sample_takes_no_paths(terminal):
    assert "--sample takes no paths" in terminal("ingest", "--sample", "a", code=2).stderr


def test_ingest_shows_people_what_was_added_and_what_was_not(terminal):
    shown = terminal("ingest", "a").stdout
    assert "Added 1 session, 2 messages, 2 entities, 1 fact, 1 relation in 0.2 s." in shown
    assert "3 messages had been read before." in shown
    assert "no reader knows were left out: x (4)." in shown
    assert re.search(r"a\.jsonl\s+7\s+no JSON", shown)


def test_ingest_that_finds_nothing_says_where_to_look(terminal):
    terminal.answers["ingest"] = result.IngestReport()
    assert "No conversations were found" in terminal("ingest").stdout
    assert terminal("ingest", "folder").stdout == "Nothing is new.\n"


def test_an_interrupted_ingest_says_what_is_kept(terminal):
    def stopped(paths, *, client, progress):
        progress(result.Progress(file="a", files_done=2, files_total=9, messages=70, facts=11))
        raise KeyboardInterrupt

    terminal.answers["ingest"] = stopped
    assert "2 of 9 files; 70 messages and 11 facts are kept" in terminal("ingest", code=130).stderr


def test_recall(terminal):
    found = terminal.json(
        "recall", "where?", "--limit", "3", "--as-of", "2024-04-15", "--known-at", "2024-04-15T00:00:00Z",
        "--kind", "fact,message", "--kind", "page", "--entity", "Acme", "--project", "notes", "--client", "codex",
        "--since", "2024-04-15", "--until", "2024-04-15",
    )  # fmt: skip
    assert found == {
        "hits": [
            {
                "id": "fact_a", "kind": "fact", "text": "The user works at Acme.", "score": 0.9,
                "why": {
                    "text": 0.5, "vector": 0.0, "late": 0.0, "graph": 0.0, "time": 0.0, "ranks": {}, "gains": {},
                    "path": [],
                },
                "valid_from": "2024-03-01T00:00:00Z", "valid_until": None, "recorded_at": "2024-04-02T08:15:00Z",
                "sources": [SOURCE], "title": "", "slug": "",
            }
        ],
        "nothing_found": False, "took_ms": 1.5, "asked": {}, "confidence": 1.0, "hint": None,
    }  # fmt: skip
    assert terminal.calls == [
        ("recall", {
            "query": "where?", "limit": 3, "as_of": T, "known_at": T, "kind": ("fact", "message", "page"),
            "entity": "Acme", "project": "notes", "client": "codex", "since": T, "until": T,
        })
    ]  # fmt: skip


def test_recall_shows_people_the_date_and_the_source(terminal):
    shown = terminal("recall", "where?").stdout
    assert " 1. The user works at Acme." in shown
    assert "since 2024-03-01 · said 2024-04-02 08:15 by user in claude-code/notes" in shown
    assert "“I now work at Acme.”" in shown


def test_recall_shows_people_the_address_of_a_page(terminal):
    hit = terminal.known["recall"].hits[0]
    page = msgspec.structs.replace(
        hit, id="page_a", kind="page", text="Acme: Makes anvils.", title="Acme", slug="acme", sources=()
    )
    terminal.answers["recall"] = result.Recall(hits=(page,), nothing_found=False, took_ms=1.0, asked={})
    shown = terminal("recall", "Acme").stdout
    assert "Acme: Makes anvils." in shown
    assert "graphmem wiki acme" in shown


def test_recall_of_nothing_is_no_error(terminal):
    terminal.answers["recall"] = result.Recall(hits=(), nothing_found=True, took_ms=1.0, asked={})
    assert "Nothing was found" in terminal("recall", "x").stdout
    assert terminal.json("recall", "x")["nothing_found"] is True


def test_recall_of_nothing_names_what_came_nearest(terminal):
    hint = terminal.known["recall"].hits[0]
    terminal.answers["recall"] = result.Recall(hits=(), nothing_found=True, took_ms=1.0, asked={}, hint=hint)
    assert "The user works at Acme." in terminal("recall", "x").stdout


def test_context(terminal):
    asked = (
        "context", "where?", "--budget", "100", "--detail", "full", "--history", "--as-of", "2024-04-15", "--known-at",
        "2024-04-15", "--entity", "Acme", "--project", "notes", "--client", "codex", "--since", "2024-04-15",
        "--until", "2024-04-15",
    )  # fmt: skip
    found = terminal.json(*asked)
    assert (found["tokens"], found["budget"], found["left_out"], found["nothing_found"]) == (
        31,
        100,
        2,
        False,
    )
    assert found["lines"][0] == {
        "id": "fact_a", "text": "Works at Acme.", "entity": "user (person)", "score": 0.9, "sources": [SOURCE],
    }  # fmt: skip
    assert terminal.calls == [
        ("context", {
            "query": "where?", "budget": 100, "detail": "full", "history": True, "as_of": T, "known_at": T,
            "entity": "Acme", "project": "notes", "client": "codex", "since": T, "until": T,
        })
    ]  # fmt: skip


def test_ask(terminal):
    asked = (
        "ask", "where?", "--as-of", "2024-04-15", "--known-at", "2024-04-15", "--entity", "Acme", "--project", "notes",
        "--client", "codex", "--since", "2024-04-15", "--until", "2024-04-15",
    )  # fmt: skip
    found = terminal.json(*asked)
    assert (found["text"], found["known"], found["method"]) == ("The user works at Acme.", True, "extracted")
    assert found["sentences"] == [{"text": "The user works at Acme.", "cites": ["fact_a"]}]
    assert found["cited"][0]["sources"] == [SOURCE]
    assert terminal.calls == [
        ("ask", {
            "query": "where?", "as_of": T, "known_at": T, "entity": "Acme", "project": "notes", "client": "codex",
            "since": T, "until": T,
        })
    ]  # fmt: skip
    shown = terminal("ask", "where?").stdout
    assert "The user works at Acme.\n" in shown
    assert "fact_a · said 2024-04-02 08:15 by user in claude-code/notes" in shown


def test_ask_says_what_is_not_known_and_what_came_nearest(terminal):
    known = terminal.known["ask"]
    terminal.answers["ask"] = result.Answer(
        text="This is not known.", known=False, method="extracted", sentences=(), cited=(), confidence=0.1, asked={},
        hint=known.cited[0],
    )  # fmt: skip
    shown = terminal("ask", "where?").stdout
    assert shown.startswith("This is not known.")
    assert "The user works at Acme." in shown


def test_an_unknown_detail_names_the_allowed(terminal):
    assert "brief, normal, full" in terminal("context", "x", "--detail", "long", code=2).stderr


def test_context_prints_the_block_as_it_stands(terminal):
    assert terminal("context", "where?").stdout == terminal.known["context"].text + "\n"


def test_an_unknown_kind_names_the_allowed(terminal):
    assert "fact, message, entity, page" in terminal("recall", "x", "--kind", "facts", code=2).stderr


def test_remember(terminal):
    assert terminal.json("remember", "I like tea.", "--project", "p", "--at", "2024-04-15") == {
        "message_id": "msg_b", "facts": [FACT], "problems": [],
    }  # fmt: skip
    assert terminal.calls == [("remember", {"text": "I like tea.", "project": "p", "at": T})]


def test_remember_tells_what_kept_a_model_from_reading(terminal):
    kept = terminal.known["remember"]
    problem = Problem("model m", 0, "m: the key is not taken.")
    terminal.answers["remember"] = msgspec.structs.replace(kept, problems=(problem,))
    assert terminal("remember", "I like tea.").stdout.endswith("m: the key is not taken.\n")
    assert terminal.json("remember", "I like tea.")["problems"][0]["reason"] == problem.reason


def test_remember_reads_standard_input(terminal):
    terminal("remember", "-", stdin="I like tea.\n")
    assert terminal.calls[0][1]["text"] == "I like tea."


def test_remember_of_nothing_is_refused(terminal):
    assert "nothing to remember" in terminal("remember", "  ", code=2).stderr


def test_facts(terminal):
    assert terminal.json(
        "facts", "--entity", "Acme", "--predicate", "works_at", "--as-of", "2024-04-15", "--known-at", "2024-04-15",
        "--all", "--limit", "2", "--after", "fact_z", "--project", "notes",
    ) == {"facts": [FACT]}  # fmt: skip
    assert terminal.calls == [
        ("facts", {
            "entity": "Acme", "predicate": "works_at", "as_of": T, "known_at": T, "all": True, "limit": 2,
            "after": "fact_z", "project": "notes",
        })
    ]  # fmt: skip


def test_entity(terminal):
    found = terminal.json("entity", "Acme", "--as-of", "2024-04-15", "--known-at", "2024-04-15")
    assert found["aliases"] == ["Acme Corp"]
    assert found["facts"] == [FACT]
    assert terminal.calls == [("entity", {"name": "Acme", "as_of": T, "known_at": T})]


def test_neighbors(terminal):
    asked = (
        "--depth",
        "2",
        "--predicate",
        "knows",
        "--as-of",
        "2024-04-15",
        "--known-at",
        "2024-04-15",
        "--limit",
        "9",
    )
    assert terminal.json("neighbors", "user", *asked) == {"neighbors": [STEP]}
    assert terminal.calls == [
        ("neighbors", {
            "entity": "user", "depth": 2, "predicate": "knows", "as_of": T, "known_at": T, "limit": 9,
        })
    ]  # fmt: skip
    assert "works_at →" in terminal("neighbors", "user").stdout


def test_path(terminal):
    asked = ("--max-length", "2", "--as-of", "2024-04-15", "--known-at", "2024-04-15")
    assert terminal.json("path", "user", "Acme", *asked) == {
        "source": "user",
        "target": "Acme",
        "steps": [STEP],
    }
    assert terminal.calls == [
        ("path", {"source": "user", "target": "Acme", "max_length": 2, "as_of": T, "known_at": T})
    ]


def test_a_path_that_is_not_there(terminal):
    terminal.answers["path"] = result.Route("user", "Acme", ())
    assert "no way from user to Acme" in terminal("path", "user", "Acme").stdout


def test_history(terminal):
    assert terminal.json("history", "fact_a", "--predicate", "works_at") == {"facts": [FACT]}
    assert terminal.calls == [("history", {"id": "fact_a", "predicate": "works_at"})]
    assert "supersedes fact_z" in terminal("history", "fact_a").stdout


def test_evolve(terminal):
    assert terminal.json("evolve", "--dry-run")["changes"] == [
        {"slug": "acme", "title": "Acme", "effect": "changed"}
    ]
    assert terminal.calls == [("evolve", {"dry_run": True})]
    shown = terminal("evolve").stdout
    assert "2 communities of 9 entities, 1 would change; 4 pages, 1 would change." in shown
    assert "Acme (acme)" in shown


def test_communities(terminal):
    [found] = terminal.json("communities", "Acme", "--level", "0", "--limit", "3")["communities"]
    assert (found["size"], found["members"][0]["name"]) == (3, "Acme")
    assert terminal.calls == [("communities", {"community": "Acme", "level": 0, "limit": 3})]
    assert re.search(r"0\s+Acme and Globex\s+3\s+Acme\s+acme-and-globex", terminal("communities").stdout)
    terminal.answers["communities"] = ()
    assert "graphmem evolve" in terminal("communities").stdout


def test_sessions(terminal):
    [found] = terminal.json("sessions", "--project", "acme", "--since", "2024", "--limit", "3")["sessions"]
    assert (found["id"], found["messages"]) == ("ses_a", 12)
    [(verb, given)] = terminal.calls
    assert (verb, given["project"], given["client"], given["limit"]) == ("sessions", "acme", None, 3)
    assert given["since"] == datetime(2024, 1, 1, tzinfo=UTC)
    assert re.search(r"codex\s+acme\s+First days\s+12\s+ses_a", terminal("sessions").stdout)
    terminal.answers["sessions"] = ()
    assert "graphmem ingest" in terminal("sessions").stdout


def test_relations(terminal):
    asked = ("--subject", "user", "--object", "Acme", "--entity", "user", "--predicate", "works_at",
             "--as-of", "2024-04-15", "--known-at", "2024-04-15", "--all", "--project", "notes", "--limit", "3",
             "--after", "rel_z")  # fmt: skip
    [found] = terminal.json("relations", *asked)["relations"]
    assert (found["id"], found["fact_id"], found["subject"], found["object"]) == (
        "rel_a",
        "fact_a",
        "user",
        "Acme",
    )
    assert terminal.calls == [
        ("relations", {
            "entity": "user", "subject": "user", "object": "Acme", "predicate": "works_at", "as_of": T, "known_at": T,
            "all": True, "project": "notes", "limit": 3, "after": "rel_z",
        })
    ]  # fmt: skip
    assert re.search(r"user\s+works_at\s+Acme\s+since 2024-03-01\s+rel_a", terminal("relations").stdout)
    terminal.answers["relations"] = ()
    assert "No relation fits" in terminal("relations").stdout


def test_messages(terminal):
    asked = ("--session", "ses_a", "--role", "user", "--kind", "text", "--since", "2024-04-15", "--until", "2024-04-15",
             "--project", "acme", "--client", "codex", "--limit", "3", "--after", "msg_z")  # fmt: skip
    [found] = terminal.json("messages", *asked)["messages"]
    assert (found["id"], found["text"], found["seq"]) == ("msg_a", "I now work at Acme.", 3)
    assert terminal.calls == [
        ("messages", {
            "session": "ses_a", "role": "user", "kind": "text", "since": T, "until": T, "project": "acme",
            "client": "codex", "limit": 3, "after": "msg_z",
        })
    ]  # fmt: skip
    shown = terminal("messages").stdout
    assert "I now work at Acme.\n" in shown
    assert "2024-04-02 08:15 · user in codex/acme" in shown
    assert "msg_a · ses_a" in shown
    assert "Allowed: user, assistant" in terminal("messages", "--role", "cook", code=2).stderr
    terminal.answers["messages"] = ()
    assert "graphmem ingest" in terminal("messages").stdout


def test_pages(terminal):
    [found] = terminal.json("pages", "employer", "--limit", "3")["pages"]
    assert (found["slug"], found["version"], found["origin"]) == ("acme", 2, "edited")
    assert terminal.calls == [("pages", {"query": "employer", "limit": 3})]
    assert re.search(r"acme\s+Acme\s+Organisation\. An employer\.\s+3", terminal("pages").stdout)
    terminal.answers["pages"] = ()
    assert "graphmem evolve" in terminal("pages").stdout


def test_wiki(terminal):
    asked = ("--version", "1", "--budget", "99", "--as-of", "2024-04-15", "--known-at", "2024-04-15")
    found = terminal.json("wiki", "acme", *asked)
    assert (found["sections"][0]["lines"][0]["id"], found["note"]) == ("fact_a", "By hand.")
    assert terminal.calls == [
        ("wiki", {"page": "acme", "version": 1, "budget": 99, "as_of": T, "known_at": T})
    ]
    shown = terminal("wiki", "acme").stdout
    assert "- The user works at Acme. [fact_a]\n" in shown
    assert "version 2, 2024-04-02 08:15 · 2 lines more with a larger --budget" in shown


def test_edit(terminal):
    assert terminal.json("edit", "acme", "By hand.")["note"] == "By hand."
    assert terminal.calls == [("edit", {"page": "acme", "text": "By hand.", "undo": False})]
    terminal("edit", "acme", "-", stdin="Two\nlines\n")
    assert terminal.calls[-1][1]["text"] == "Two\nlines\n"
    terminal("edit", "acme", "--undo")
    assert terminal.calls[-1][1] == {"page": "acme", "text": "", "undo": True}


def test_extract(terminal):
    assert terminal.json("extract", "--again", "--session", "ses_a", "--batch")["queued"] == 1
    verb, given = terminal.calls[0]
    assert (verb, given.pop("progress") is not None) == ("extract", True)
    assert given == {"again": True, "session": "ses_a", "batch": True}
    shown = terminal("extract").stdout
    for words in ("Read 9 messages of 2 sessions; 3 new facts", "4 sessions in batches", "1 session still",
                  "0.0123 USD", "did not answer in time"):  # fmt: skip
        assert words in shown


def test_forget(terminal):
    assert terminal.json("forget", "fact_a", "--reason", "asked to") == {
        "id": "fact_a", "messages": 1, "facts": 2, "entities": 0, "events_rewritten": 3, "at": "2024-04-02T08:15:00Z",
    }  # fmt: skip
    assert terminal.calls == [("forget", {"id": "fact_a", "reason": "asked to"})]
    assert "Erased 1 message, 2 facts, 0 entities; 3 events" in terminal("forget", "fact_a").stdout


def test_cypher(terminal):
    found = terminal.json("cypher", "RETURN $n", "--param", "n=3", "--param", "s=a=b", "--param", 'l=["x"]')
    assert found == {
        "columns": ["e.name", "at"], "rows": [["Acme", "2024-01-01T00:00:00Z"], ["[red]x", None]], "truncated": False,
    }  # fmt: skip
    assert terminal.calls == [("cypher", {"query": "RETURN $n", "params": {"n": 3, "s": "a=b", "l": ["x"]}})]


def test_a_parameter_without_a_value_is_refused(terminal):
    assert "--param name=value" in terminal("cypher", "RETURN 1", "--param", "n", code=2).stderr


@pytest.mark.parametrize("name", ["stats", "rebuild"])
def test_counts(terminal, name):
    found = terminal.json(name)
    assert found["facts"] == 1
    assert "facts" in terminal(name).stdout


def test_stats_flattens_what_is_nested(terminal):
    assert re.search(r"clients\.codex\s+1", terminal("stats").stdout)


def test_export(terminal):
    assert terminal.json("export", "out.gexf", "--format", "gexf")["nodes"] == 4
    verb, given = terminal.calls[0]
    assert (verb, given["path"], given["format"]) == ("export", Path("out.gexf"), "gexf")
    assert "parquet" in terminal("export", "out", "--format", "xls", code=2).stderr


def test_a_healthy_store(terminal, no_clients):
    assert terminal.json("doctor") == {
        "findings": [
            {"subject": "ledger", "status": "ok", "detail": "2 events, all checksums right", "repair": ""},
            {
                "subject": "clients",
                "status": "ok",
                "detail": "none of the clients that graphmem knows is on this computer",
                "repair": "",
            },
        ]
    }


def test_a_broken_store_fails_and_still_lists_the_findings(terminal, no_clients):
    terminal.answers["doctor"] = (result.Finding("graph", "error", "damaged", "graphmem rebuild"),)
    shown = terminal("doctor", code=1)
    assert "graphmem rebuild" in shown.stdout
    assert terminal.json("doctor", code=1)["findings"][0]["status"] == "error"


def test_config_prints_each_value_with_its_origin(terminal, home, monkeypatch):
    home.mkdir()
    (home / "graphmem.toml").write_text("[recall]\nlimit = 3\n", encoding="utf-8")
    monkeypatch.setenv("GRAPHMEM_CYPHER_ROWS", "7")
    found = terminal.json("config", "--home", str(home))
    rows = {row["key"]: (row["value"], row["origin"]) for row in found["settings"]}
    assert rows["recall.limit"] == (3, str(home / "graphmem.toml"))
    assert rows["cypher.rows"] == (7, "GRAPHMEM_CYPHER_ROWS")
    assert rows["store.engine"] == ("kuzu", "default")
    assert (found["home"], found["home_origin"]) == (str(home), "argument")
    assert "GRAPHMEM_CYPHER_ROWS" in terminal("config", "--home", str(home)).stdout


def test_config_prints_the_model_of_another_language(terminal, home, monkeypatch):
    home.mkdir()
    (home / "graphmem.toml").write_text('[extract.models]\nes = "es_core_news_sm"\n', encoding="utf-8")
    before = terminal.json("config", "--home", str(home))["settings"]
    assert "extract.models.de" not in {row["key"] for row in before}
    monkeypatch.setenv("GRAPHMEM_EXTRACT_MODELS_DE", "de_core_news_sm")
    found = terminal.json("config", "--home", str(home))
    rows = {row["key"]: (row["value"], row["origin"]) for row in found["settings"]}
    assert rows["extract.models.de"] == ("de_core_news_sm", "GRAPHMEM_EXTRACT_MODELS_DE")
    assert rows["extract.models.es"] == ("es_core_news_sm", str(home / "graphmem.toml"))
    shown = terminal("config", "--home", str(home)).stdout
    assert re.search(r"extract\.models\.de\s+de_core_news_sm\s+GRAPHMEM_EXTRACT_MODELS_DE", shown)
    monkeypatch.setenv("GRAPHMEM_EXTRACT_MODELS_ENGLISH", "en_core_web_sm")
    assert "ISO 639" in terminal("config", "--home", str(home), code=2).stderr


def test_config_that_cannot_be_read(terminal, home):
    home.mkdir()
    (home / "graphmem.toml").write_text("recall = ", encoding="utf-8")
    assert "is not valid TOML" in terminal("config", "--home", str(home), code=2).stderr


def test_version(terminal):
    assert terminal.json("version")["version"] == terminal("--version").stdout.split()[1]


def test_tour_shows_counts_facts_with_sources_and_what_to_try(terminal, home):
    shown = terminal("tour", "--home", str(home)).stdout
    assert "What is known: 1 session, 2 messages, 2 entities, 1 fact, 1 relation." in shown
    assert "since 2024-03-01 · said 2024-04-02 08:15 by user in claude-code/notes" in shown
    assert " history fact_a\n" in shown
    assert [name for name, _ in terminal.calls] == ["stats", "facts"]


def test_tour_of_an_empty_memory_takes_the_sample_into_a_memory_of_its_own(terminal, home):
    learned = terminal.known["facts"]

    def nothing_then_something(**_):
        return () if terminal.memories[-1].home == home else learned

    terminal.answers["facts"] = nothing_then_something
    result = terminal("tour", "--home", str(home))
    assert "made-up conversations" in result.stderr
    assert [(memory.home, [name for name, _ in memory.calls]) for memory in terminal.memories] == [
        (home, ["stats", "facts"]),
        (home / "sample", ["ingest"]),
        (home / "sample", ["stats", "facts"]),
    ]
    assert f"export GRAPHMEM_HOME={home / 'sample'}\n" in result.stdout


@pytest.mark.parametrize("command", sorted({*VERBS, *ALONE} - {"job", "service", "token"}))
def test_every_command_has_help_a_home_and_json(terminal, command):
    shown = terminal(command, "--help").stdout
    assert "--json" in shown
    assert "--home" in shown


@pytest.mark.parametrize("command", sorted(set(VERBS) - {"ingest", "doctor", "watch"}))
def test_the_home_reaches_the_memory(terminal, command, tmp_path):
    words = {
        "recall": ["q"], "context": ["q"], "ask": ["q"], "remember": ["t"], "entity": ["e"], "neighbors": ["e"],
        "path": ["a", "b"], "history": ["i"], "timeline": ["e"], "wiki": ["e"], "edit": ["e"],
        "fetch": ["i"], "feedback": ["useful", "i"], "forget": ["i"], "cypher": ["q"],
        "keep": ["i"], "retract": ["i"], "merge": ["e", "f"], "split": ["e"], "alias": ["n", "e"], "export": ["p"],
        "resolve": ["both", "i", "o"],
    }.get(command, [])  # fmt: skip
    found = terminal(command, *words, "--home", str(tmp_path), "--json").stdout
    assert found.count("\n") == 1
    json.loads(found)
    assert terminal.memories[-1].home == tmp_path


def test_review_lists_doubts_with_the_commands_that_settle_them(terminal):
    said = terminal("review", "--limit", "5").stdout
    assert "The user works at Acme. / The user works at Globex." in said
    assert "graphmem keep fact_a" in said
    assert "“I now work at Acme.” · said 2024" in said
    assert terminal.json("review")["doubts"][0]["kind"] == "contradiction"


def test_a_doubt_is_settled_by_its_two_ids(terminal):
    found = terminal.json("resolve", "both", "fact_a", "fact_b")
    assert (found["verdict"], found["ids"], found["entity"]) == ("both", ["fact_a", "fact_b"], None)
    assert terminal.calls == [("resolve", {"verdict": "both", "id": "fact_a", "other": "fact_b"})]
    assert "The user works at Acme." in terminal("resolve", "keep", "fact_a", "fact_b").stdout
    acme = result.Merged("ent_acme", "Acme", ("Acme Corp",), ("ent_corp", "ent_acme"))
    terminal.answers["resolve"] = result.Resolved("merge", ("ent_corp", "ent_acme"), entity=acme)
    assert "Acme, also Acme Corp" in terminal("resolve", "merge", "ent_corp", "ent_acme").stdout
    assert "Allowed: keep, retract, both" in terminal("resolve", "burn", "a", "b", code=2).stderr


def test_a_merge_and_its_undoing_reach_the_memory(terminal):
    assert "Acme, also Acme Corp" in terminal("merge", "Acme Corp", "Acme").stdout
    assert terminal("split", "Acme Corp", "--other", "Acme").exit_code == 0
    assert terminal("alias", "the company", "Acme").exit_code == 0
    assert terminal.calls == [
        ("merge", {"source": "Acme Corp", "target": "Acme"}),
        ("split", {"entity": "Acme Corp", "other": "Acme"}),
        ("alias", {"name": "the company", "entity": "Acme"}),
    ]
