"""The events of an OpenClaw session go in; what people and models said comes out, without what the gateway added.

The events are Pi's. Before each message the gateway writes who sent it, when and where; it wakes the agent by
itself, and mirrors what it delivered.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from graphmem.capture.pi_talk import PiTalk
from graphmem.capture.records import dict_at, text_at
from graphmem.capture.tail import decode

STATES = (".openclaw", ".clawdbot", ".moltbot", ".moldbot")
ABOUT = re.compile(
    r"\s*(?P<what>[A-Z][\w ,'()/-]{2,80}?) ?\(untrusted[^)\n]{0,60}\):?\s*```json\s*(?P<json>.*?)```",
    re.DOTALL,
)
ENVELOPE = re.compile(
    r"\s*\[(?:[^\[\]\n]{1,160} )?(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?"
    r"(?: ?[A-Z]{1,5}(?:[+-]\d{1,2}(?::?\d\d)?)?)?Z?\] ?"
)
MESSAGE_ID = re.compile(r"\n?\[message_id: [^\]\n]*\]\s*$")
SYSTEM_LINE = re.compile(r"\s*System: \[[^\]\n]*\][^\n]*(?:\n|$)")
CONTROL = re.compile(r"\[\[\s*(?:reply_to_current|reply_to:[^\]]*|audio_as_voice|tts:[^\]]*)\s*\]\]\s*")
SILENT_ANSWERS = frozenset({"NO_REPLY", "HEARTBEAT_OK"})
MIRRORS = frozenset({"delivery-mirror", "gateway-injected"})
CRON = re.compile(r"\s*\[cron:[^\]\n]*\]\s*")
HARNESS = re.compile(
    r"\s*(?:Read HEARTBEAT\.md|Pre-compaction memory flush|A new session was started via|A subagent task"
    r"|\[System Message\]|A scheduled reminder has been triggered|An async command)"
)


def is_openclaw(path: Path, first: list[dict[str, Any]]) -> bool:
    """True for a session that lies where OpenClaw keeps them, or that its agent worked in."""
    parts = path.parts
    if any(state in parts for state in STATES):
        return True
    if "sessions" in parts[:-1] and parts[parts.index("sessions") - 2 : parts.index("sessions") - 1] == (
        "agents",
    ):
        return True
    cwd = next((text_at(record, "cwd") for record in first if record.get("type") == "session"), "")
    return any(f"/{state}/" in f"{cwd}/".replace("\\", "/") for state in STATES)


class OpenClawTalk(PiTalk):
    """What the events of one session say."""

    client = "openclaw"

    def __init__(self, path: Path, *, tool_chars: int, group: bool = False, title: str = "") -> None:
        super().__init__(path, tool_chars=tool_chars)
        self.group, self.label = group, title
        self.asked = ""  # what the user said last, when nobody has answered yet
        self.answers: set[str] = set()

    def title(self, session: object) -> str:  # noqa: ARG002  there is one session in a file
        """The name that the gateway has for the session."""
        return self.label

    def user(self, event: dict[str, Any], text: str) -> None:
        """A prompt, without what the gateway wrote before it; tried with another model, it stands there again."""
        said, about = without_envelope(text)
        if HARNESS.match(said) or not said:
            return
        if CRON.match(said):
            self.say(
                self.current, "system", CRON.sub("", said), key=self.key(event, said), author="cron",
                node=self.node(event),
            )  # fmt: skip
            return
        if said == self.asked:
            return
        self.asked = said
        group = self.group or about.get("is_group_chat") is True or about.get("chat_type") == "group"
        author = (text_at(about, "name", "username", "label", "sender") if group else "") or "user"
        self.say(self.current, "user", said, key=self.key(event, text), author=author, node=self.node(event))

    def answer(self, text: str, author: str) -> str:
        """What was sent to the user: no control marks, no silence, no mirror of what stands there already."""
        text = CONTROL.sub("", text).strip()
        if text in SILENT_ANSWERS or (author in MIRRORS and text in self.answers):
            return ""
        if text:
            self.asked = ""
            self.answers.add(text)
        return text


def without_envelope(text: str) -> tuple[str, dict[str, Any]]:
    """The words of a message, and what the gateway wrote about its sender and its conversation."""
    about: dict[str, Any] = {}
    while (match := ABOUT.match(text)) is not None:
        about |= told_about(match["json"])
        text = text[match.end() :]
    while (line := SYSTEM_LINE.match(text)) is not None:
        text = text[line.end() :]
    envelope = ENVELOPE.match(text)
    if envelope is not None:
        text = text[envelope.end() :]
    return MESSAGE_ID.sub("", text).strip(), about


def told_about(data: str) -> dict[str, Any]:
    """The object in a block of metadata, or an empty one."""
    try:
        value = decode(data.strip().encode())
    except ValueError:
        return {}
    return dict_at({"value": value}, "value")
