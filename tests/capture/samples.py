"""A sound file of every client, as bytes, with a record of it that must survive whatever happens to the others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.capture import (
    test_aider,
    test_chatgpt,
    test_claude_ai,
    test_cline,
    test_continue,
    test_copilot,
    test_cursor_lines,
    test_gemini,
    test_generic,
    test_markdown,
    test_openclaw,
    test_pi,
    test_takeout,
    test_vscode,
)
from tests.capture.writers import Claude, Codex, line

GOOD = "The good record"


@dataclass(frozen=True)
class Sample:
    """A file by its name, its records, how they are written, and the last one, which is good."""

    client: str
    name: str
    records: list[Any]
    good: Any
    before: bytes = b""
    between: bytes = b""
    after: bytes = b""

    @property
    def place(self):
        """Its name, below a folder that is its own."""
        return f"{self.client} {self.name}/{self.name}"

    def bytes(self, records=None):
        """The file, with other records in place of its own."""
        records = [*(self.records if records is None else records), self.good]
        return self.before + self.between.join(map(self.written, records)) + self.after

    def written(self, record):
        """One record."""
        if isinstance(record, bytes):
            return record
        return line(record) if not self.between else json.dumps(record, ensure_ascii=False).encode()


def lines(client, name, records, good):
    return Sample(client, name, records, good)


def document(client, name, records, good, head=None):
    """A document that is a list of records, or whose head has them in place of an ellipsis."""
    before, after = ("[", "]")
    if head is not None:
        before, after = json.dumps(head, default=lambda _: ["..."]).split('"..."')
    return Sample(client, name, records, good, before.encode(), b", ", after.encode())


def claude():
    story = Claude()
    story.user("Where is staging?")
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}
    story.blocks({"type": "text", "text": "a"}, call, answer="m")
    story.result("t1", [{"type": "text", "text": "osaka"}])
    good = Claude(base=5)
    good.user(GOOD, parent=None)
    return lines("claude-code", "talk.jsonl", story.records, good.records[0])


def codex():
    story = Codex()
    story.turn("t-1")
    story.user("Where is staging?")
    story.tool("exec_command", {"cmd": "ls"}, "osaka")
    good = Codex(meta=False)
    good.event("user_message", message=GOOD)
    return lines("codex", "rollout-2025-03-01T09-00-00-x.jsonl", story.records, good.records[0])


def without(record, *names):
    return {name: value for name, value in record.items() if name not in names}


def user(**more):
    return {"role": "user", "content": GOOD} | more


def chatgpt():
    talks = [test_chatgpt.TALK, test_chatgpt.conversation(conversation_id="c-8")]
    good = test_chatgpt.conversation(test_chatgpt.node("a", "root", parts=[GOOD]), conversation_id="c-9")
    return document("chatgpt", "conversations.json", talks, good)


def claude_ai():
    good = test_claude_ai.talk(test_claude_ai.message(1, "human", [test_claude_ai.text(GOOD)]), uuid="c-9")
    talks = [test_claude_ai.TALK, test_claude_ai.TALK | {"uuid": "c-8"}]
    return document("claude-ai", "conversations.json", talks, good)


def vscode():
    good = test_vscode.request(99, GOOD)
    head = without(test_vscode.STATE, "requests") | {"requests": ...}
    return (
        lines("copilot-chat", "s.jsonl", test_vscode.LOG, {"kind": 2, "k": ["requests"], "v": [good]}),
        document("copilot-chat", "s.json", test_vscode.STATE["requests"], good, head),
    )


def gemini():
    good = test_gemini.message(99, "user", GOOD)
    head = test_gemini.HEAD | {"messages": ...}
    return (
        lines("gemini-cli", "s.jsonl", [test_gemini.HEAD, *test_gemini.TALK, *test_gemini.NEWER], good),
        document("gemini-cli", "s.json", test_gemini.TALK, good, head),
    )


def cline():
    seen = test_cline.seen(99, "say", "user_feedback", GOOD)
    return (
        document("cline", "ui_messages.json", test_cline.SEEN, seen),
        document("cline", "api_conversation_history.json", test_cline.SENT, user()),
    )


def continued():
    head = without(test_continue.TALK, "history") | {"history": ...}
    return document("continue", "s.json", test_continue.HISTORY, {"message": user()}, head)


def generic():
    shared = {"conversations": [{"from": "human", "value": GOOD}]}
    return (
        lines("openai-messages", "s.jsonl", [test_generic.TALK, *test_generic.MESSAGES], user()),
        document("openai-messages", "s.json", [test_generic.TALK, *test_generic.MESSAGES], user()),
        lines("sharegpt", "s.jsonl", [test_generic.SHARED], shared),
    )


def text(client, name, content, good):
    return Sample(client, name, [row.encode() for row in content.splitlines(keepends=True)], good.encode())


SAMPLES = [
    claude(),
    codex(),
    lines("pi", "s.jsonl", test_pi.TALK, test_pi.message(99, 0, "user", GOOD)),
    lines("openclaw", "s.jsonl", test_openclaw.TALK, test_pi.message(99, 0, "user", GOOD)),
    *gemini(),
    *cline(),
    *vscode(),
    lines("copilot-cli", "s.jsonl", test_copilot.TALK, test_copilot.event(99, "user.message", content=GOOD)),
    lines("cursor", "s.jsonl", test_cursor_lines.TALK, {"role": "user", "message": user()}),
    continued(),
    chatgpt(),
    claude_ai(),
    document("gemini-takeout", "MyActivity.json", test_takeout.LOG, test_takeout.record(99, f"Prompted {GOOD}")),
    *generic(),
    text(
        "aider", "s.aider.chat.history.md", test_aider.HISTORY,
        f"\n# aider chat started at 2026-01-01 00:00:00\n\n#### {GOOD}  \n",
    ),
    text("markdown", "s.md", test_markdown.CHAT, f"\n## User\n{GOOD}\n\n## Assistant\nYes.\n"),
]  # fmt: skip
