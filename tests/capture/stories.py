"""Strategies that write transcripts: conversations that fork, go back, are rolled back, break off and go on."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.capture.writers import Claude, Codex, line

WORDS = st.sampled_from(
    ["Use pnpm.", "Go on.", "Deploys are on Thursdays.", "天気アプリ", "I live in Lisbon."]
)
GARBAGE = [
    b"null\n",
    b"[]\n",
    b"\0\0\0\n",
    b"{\n",
    b'{"type":"user"}\n',
    b'{"type":"new-kind","x":1}\n',
    b'{"type":"user","message":"odd","uuid":"u"}\n',
    b'{"type":"pr-link","prNu',
]

CLAUDE_STEPS = st.one_of(
    st.tuples(st.just("ask"), WORDS, st.integers(0, 9)),
    st.tuples(st.just("answer"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("grow"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("tool"), WORDS, st.integers(1, 3)),
    st.tuples(st.just("again"), WORDS, st.integers(0, 30)),
    st.tuples(st.just("back"), WORDS, st.integers(0, 30)),
    st.tuples(st.just("mark"), WORDS, st.integers(0, 30)),
    st.tuples(st.just("queue"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("title"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("compact"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("agent"), WORDS, st.integers(0, 2)),
    st.tuples(st.just("void"), WORDS, st.integers(0, 30)),
    st.tuples(st.just("garbage"), WORDS, st.integers(0, len(GARBAGE) - 1)),
)


def claude_story(steps):
    """The lines of a transcript in which these things happen."""
    talk = Claude()
    lines = []
    written = 0
    for number, (step, words, choice) in enumerate(steps):
        keys = [record["uuid"] for record in talk.records if "uuid" in record]
        old = keys[choice % len(keys)] if keys else None
        if step == "ask":
            talk.user(f"{words} {choice}")
        elif step == "answer":
            talk.says(words, answer=f"msg_{number // 2:020}")
        elif step == "grow":
            talk.says(words[:4], answer=f"msg_g{number:019}")
            talk.says(words, answer=f"msg_g{number:019}")
        elif step == "tool":
            parents = []
            for call in range(choice):
                talk.calls("Bash", {"command": words}, f"toolu_{number}_{call}", answer=f"msg_t{number:019}")
                parents.append(talk.leaf)
            for call in reversed(range(choice)):
                talk.result(f"toolu_{number}_{call}", words, parent=parents[call])
        elif step == "again" and old:
            record = next(r for r in talk.records if r.get("uuid") == old)
            talk.records.append(record | {"version": "x"})
        elif step == "back":
            talk.leaf = old
        elif step == "mark" and old:
            talk.side("last-prompt", leafUuid=old)
        elif step == "queue":
            talk.add("attachment", attachment={"type": "queued_command", "prompt": words})
        elif step == "title":
            talk.side("ai-title", aiTitle=words)
        elif step == "compact":
            talk.add("system", parent=None, logicalParentUuid=talk.leaf, subtype="compact_boundary")
            talk.user("This session is being continued from a previous conversation.", isCompactSummary=True)
        elif step == "agent":
            leaf = talk.leaf
            talk.user(words, isSidechain=True, agentId=f"a{choice}", parent=None)
            talk.leaf = leaf
        elif step == "void" and old:
            talk.says(words, supersedesUuids=[old])
        lines += map(line, talk.records[written:])
        written = len(talk.records)
        if step == "garbage":
            lines.append(GARBAGE[choice])
    return lines


CODEX_STEPS = st.one_of(
    st.tuples(st.just("turn"), WORDS, st.integers(0, 9)),
    st.tuples(st.just("ask"), WORDS, st.integers(0, 9)),
    st.tuples(st.just("ask-late"), WORDS, st.integers(0, 9)),
    st.tuples(st.just("ask-seen"), WORDS, st.integers(0, 9)),
    st.tuples(st.just("item"), WORDS, st.integers(0, 9)),
    st.tuples(st.just("answer"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("tool"), WORDS, st.integers(0, 1)),
    st.tuples(st.just("back"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("abort"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("compact"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("wrapped"), WORDS, st.integers(0, 3)),
    st.tuples(st.just("garbage"), WORDS, st.integers(0, len(GARBAGE) - 1)),
)


def codex_story(steps):
    """The lines of a rollout in which these things happen."""
    talk = Codex()
    lines = []
    written = 0
    for number, (step, words, choice) in enumerate(steps):
        if step == "turn":
            talk.turn(f"t-{choice}")
            talk.event("task_started", turn_id=f"t-{choice}")
        elif step == "ask":
            talk.user(words)
        elif step == "ask-late":
            talk.event("user_message", message=words)
            talk.message("user", words)
        elif step == "ask-seen":
            talk.message("user", f"{words} {choice}")
        elif step == "item":
            talk.completed(type="UserMessage", content=[{"type": "text", "text": words}])
            talk.completed(type="AgentMessage", content=[{"type": "Text", "text": f"{words} {choice}"}])
        elif step == "answer":
            talk.says(words)
        elif step == "tool":
            server = {"namespace": "mcp__graphmem"} if choice else {}
            talk.tool("recall", {"query": words}, words, **server)
            talk.event(
                "mcp_tool_call_end",
                call_id=f"call_{talk.calls}",
                invocation={"server": "graphmem" if number % 2 else "other", "tool": "recall"},
            )
        elif step == "back":
            talk.event("thread_rolled_back", num_turns=choice)
        elif step == "abort":
            talk.event("turn_aborted", reason="interrupted")
        elif step == "compact":
            talk.envelope("compacted", {"message": words, "replacement_history": []})
        elif step == "wrapped":
            talk.message("user", f"<environment_context>\n<cwd>/x</cwd>\n</environment_context>\n{words}")
        lines += map(line, talk.records[written:])
        written = len(talk.records)
        if step == "garbage":
            lines.append(GARBAGE[choice])
    return lines
