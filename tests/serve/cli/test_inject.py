"""The commands of hooks, as people try them: inject and capture."""

from __future__ import annotations

from graphmem import result


def test_inject_shows_what_an_agent_would_be_told(terminal):
    shown = terminal(
        "inject", "where do I work?", "--session", "s", "--client", "codex", "--cwd", "/w/shop", "--root", "/w",
        "--branch", "main", "--project", "shop", "--budget", "200",
    ).stdout  # fmt: skip
    assert shown == f"{terminal.known['inject'].text}\n"
    assert terminal.calls == [
        ("inject", {
            "prompt": "where do I work?", "event": "prompt", "session": "s", "client": "codex", "cwd": "/w/shop",
            "root": "/w", "branch": "main", "project": "shop", "budget": 200,
        })
    ]  # fmt: skip


def test_inject_says_why_it_would_tell_nothing(terminal):
    terminal.answers["inject"] = result.Injection("", 0, "none", 0.1, (), "nothing is known about it")
    told = terminal("inject", "x")
    assert (told.stdout, told.stderr) == ("", "Nothing is told: nothing is known about it.\n")
    assert terminal.json("inject", "x")["tier"] == "none"
    assert terminal.json("inject", "--event", "start")["reason"]


def test_inject_knows_its_events(terminal):
    assert "start, resume, compact, prompt" in terminal("inject", "--event", "noon", code=2).stderr


def test_capture_tells_what_became_of_the_transcript(terminal):
    assert terminal("capture", "/a.jsonl", "--client", "codex").stdout == "It is read next.\n"
    assert terminal.calls == [("capture", {"path": "/a.jsonl", "client": "codex"})]
    terminal.answers["capture"] = result.Captured("/a.jsonl", queued=False, messages=2)
    assert terminal("capture", "/a.jsonl").stdout == "Added 2 messages.\n"
