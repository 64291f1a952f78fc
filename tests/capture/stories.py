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


class ClaudeStory(Claude):
    """What may happen in a conversation with Claude Code; `old` is an earlier record, if there is one."""

    def ask(self, words, choice, number, old):
        self.user(f"{words} {choice}")

    def answer(self, words, choice, number, old):
        self.says(words, answer=f"msg_{number // 2:020}")

    def grow(self, words, choice, number, old):
        self.says(words[:4], answer=f"msg_g{number:019}")
        self.says(words, answer=f"msg_g{number:019}")

    def tools(self, words, choice, number, old):
        calls = [f"toolu_{number}_{call}" for call in range(choice % 3 + 1)]
        parents = [
            self.calls("Bash", {"command": words}, call, answer=f"msg_t{number:019}") for call in calls
        ]
        for call, parent in reversed(list(zip(calls, parents, strict=True))):
            self.result(call, words, parent=parent)

    def again(self, words, choice, number, old):
        if old:
            self.records.append(next(r for r in self.records if r.get("uuid") == old) | {"version": "x"})

    def back(self, words, choice, number, old):
        self.leaf = old

    def mark(self, words, choice, number, old):
        self.side("last-prompt", leafUuid=old)

    def queue(self, words, choice, number, old):
        self.add("attachment", attachment={"type": "queued_command", "prompt": words})

    def title(self, words, choice, number, old):
        self.side("ai-title", aiTitle=words)

    def compact(self, words, choice, number, old):
        self.add("system", parent=None, logicalParentUuid=self.leaf, subtype="compact_boundary")
        self.user("This session is being continued from a previous conversation.", isCompactSummary=True)

    def agent(self, words, choice, number, old):
        leaf = self.leaf
        self.user(words, isSidechain=True, agentId=f"a{choice % 3}", parent=None)
        self.leaf = leaf

    def void(self, words, choice, number, old):
        self.says(words, supersedesUuids=[old])


class CodexStory(Codex):
    """What may happen in a conversation with Codex."""

    def new_turn(self, words, choice, number, old):
        self.turn(f"t-{choice}")
        self.event("task_started", turn_id=f"t-{choice}")

    def ask(self, words, choice, number, old):
        self.user(words)

    def ask_first_seen_by_the_user(self, words, choice, number, old):
        self.event("user_message", message=words)
        self.message("user", words)

    def ask_unseen(self, words, choice, number, old):
        self.message("user", f"{words} {choice}")

    def items(self, words, choice, number, old):
        self.completed(type="UserMessage", content=[{"type": "text", "text": words}])
        self.completed(type="AgentMessage", content=[{"type": "Text", "text": f"{words} {choice}"}])

    def answer(self, words, choice, number, old):
        self.says(words)

    def tools(self, words, choice, number, old):
        self.tool("recall", {"query": words}, words, **({"namespace": "mcp__graphmem"} if choice % 2 else {}))
        call = {"server": "graphmem" if number % 2 else "other", "tool": "recall"}
        self.event("mcp_tool_call_end", call_id=f"call_{self.calls}", invocation=call)

    def back(self, words, choice, number, old):
        self.event("thread_rolled_back", num_turns=choice % 4)

    def abort(self, words, choice, number, old):
        self.event("turn_aborted", reason="interrupted")

    def compact(self, words, choice, number, old):
        self.envelope("compacted", {"message": words, "replacement_history": []})

    def wrapped(self, words, choice, number, old):
        self.message("user", f"<environment_context>\n<cwd>/x</cwd>\n</environment_context>\n{words}")


def steps(story):
    """Lists of what happens: a method of the story, or a line of garbage."""
    names = [name for name, value in vars(story).items() if callable(value)]
    return st.lists(st.tuples(st.sampled_from([*names, "garbage"]), WORDS, st.integers(0, 30)), max_size=25)


def told(story, happened):
    """The lines of a transcript in which these things happen."""
    talk = story()
    lines = []
    written = 0
    for number, (step, words, choice) in enumerate(happened):
        keys = [record["uuid"] for record in talk.records if "uuid" in record]
        if step == "garbage":
            lines.append(GARBAGE[choice % len(GARBAGE)])
        else:
            getattr(talk, step)(words, choice, number, keys[choice % len(keys)] if keys else None)
        lines += map(line, talk.records[written:])
        written = len(talk.records)
    return lines


CLAUDE_STORIES = steps(ClaudeStory).map(lambda happened: told(ClaudeStory, happened))
CODEX_STORIES = steps(CodexStory).map(lambda happened: told(CodexStory, happened))
