"""The commands watch and sources: a line a turn, an end by signal, and how the clients' files do."""

from __future__ import annotations

import json
import os
import signal

from graphmem import model, result

TURN = result.IngestReport(sessions=1, messages=2, facts=1, seconds=0.1)


def test_watch_prints_a_line_for_each_turn(terminal):
    def turns(*, client, interrupted, heard):
        assert not interrupted()
        heard(TURN)
        heard(result.IngestReport(problems=(model.Problem("a.jsonl", 7, "no \x1b[31mJSON"),)))

    terminal.answers["watch"] = turns
    done = terminal("watch", "--client", "codex")
    first, second = done.stdout.splitlines()
    assert first[8:] == "Z 1 session, 2 messages, 1 fact"
    assert second[8:] == "Z 1 problem, the first: a.jsonl: no JSON"
    assert terminal.calls[0][1]["client"] == "codex"
    assert "Ctrl-C" in done.stderr


def test_watch_prints_a_report_a_line_for_programs(terminal):
    terminal.answers["watch"] = lambda *, client, interrupted, heard: heard(TURN)
    [line] = terminal("watch", "--json").stdout.splitlines()
    assert json.loads(line)["messages"] == 2


def test_a_signal_ends_watching_and_is_nobody_elses_afterwards(terminal):
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    asked = []

    def until_told(*, client, interrupted, heard):
        for name in (signal.SIGTERM, signal.SIGINT):
            os.kill(os.getpid(), name)
        asked.append(interrupted())

    terminal.answers["watch"] = until_told
    terminal("watch")
    assert asked == [True]
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before


def test_the_home_reaches_the_memory_that_watches(terminal, tmp_path):
    terminal("watch", "--home", str(tmp_path))
    assert terminal.memories[-1].home == tmp_path


def test_sources(terminal):
    [found] = terminal.json("sources")["sources"]
    assert (found["client"], found["files"], found["unknown"]) == ("codex", 3, {"turn_note": 4})
    shown = terminal("sources", "--client", "codex").stdout
    assert "3 files, 7 messages, 1 deleted by the client since, 1 without a message" in shown
    assert "types of records that are not known: turn_note (4, since 2024-04-02" in shown
    assert "1 problem, the last: a.jsonl: no JSON" in shown


def test_sources_of_a_new_memory(terminal):
    terminal.answers["sources"] = ()
    assert "graphmem ingest" in terminal("sources").stdout
