"""Text of a transcript goes in; what a person or a model said comes out, without what the client wrapped around it.

Wrappers are taken away only where they stand as the client writes them, in pairs; a person who talks about such a
tag keeps the words.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import msgspec

from graphmem.capture.own import strip_own_blocks
from graphmem.privacy import redact
from graphmem.remembered import remembered

ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]")
DATA_URI = re.compile(r"data:[\w.+-]+/[\w.+-]+;base64,[A-Za-z0-9+/=_-]+")
BASE64 = re.compile(r"[A-Za-z0-9+/_-]{400,}={0,2}")

CLAUDE_TAGS = (
    "system-reminder",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "persisted-output",
    "command-name",
    "command-message",
    "command-args",
    "command-contents",
    "user-prompt-submit-hook",
)
CODEX_TAGS = (
    "environment_context",
    "user_instructions",
    "instructions",
    "permissions instructions",
    "skill",
    "skills_instructions",
    "turn_aborted",
    "subagent_notification",
    "recommended_plugins",
    "goal_context",
    r"codex_internal_context[\w.-]*",
    "app-context",
    "collaboration_mode",
    "personality_spec",
    "user_shell_command",
    "model_switch",
)


def paired(tags: tuple[str, ...]) -> re.Pattern[str]:
    """The start of a wrapper of any of these names."""
    return re.compile(rf"<({'|'.join(tags)})(?:\s[^<>]{{0,200}})?>", re.IGNORECASE)


CLAUDE_OPEN = paired(CLAUDE_TAGS)
CODEX_OPEN = paired(CODEX_TAGS)
COMMAND_ARGS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
COMMAND_NAME = re.compile(r"<command-name>\s*/?([^<]*?)\s*</command-name>")
INTERRUPTED = re.compile(r"\[Request interrupted by user[^\]\n]*\]")
CLAUDE_NOISE = ("Stop hook feedback:", "Caveat: The messages below", "No response requested.")
CONTINUED = "This session is being continued from a previous conversation"
AGENTS_MD = re.compile(r"# AGENTS\.md instructions[^\n]*\n*", re.IGNORECASE)
IDE_REQUEST = re.compile(r"^#+ My request for Codex:?[ \t]*\n?", re.MULTILINE)
IDE_CONTEXT = "# Context from my IDE setup"

# What stands behind these commands is an option of the client, not a request to the model.
OPTION_COMMANDS = re.compile(
    r"model|config|add-dir|resume|rename|theme|effort|permissions|mcp|plugin|login|logout|clear|fork|branch|export"
    r"|cd|color|tag|compact|hooks|agents|memory|status|cost|doctor|help|exit|quit|fast|vim|ide",
    re.IGNORECASE,
)


def without_wrappers(text: str, opening: re.Pattern[str], *, leading: bool = False) -> str:
    """The text without wrapped parts, or without those it begins with.

    A wrapper at the very start that is never closed takes all with it.
    """
    kept: list[str] = []
    unclosed: set[str] = set()
    begun = False  # something that is no wrapper stands before
    at = scan = 0
    while match := opening.search(text, scan):
        begun = begun or bool(text[scan : match.start()].strip())
        if leading and begun:
            break
        tag = match[1].lower()
        closing = None if tag in unclosed else closing_of(tag).search(text, match.end())
        if closing is not None:
            kept.append(text[at : match.start()])
            at = scan = closing.end()
        elif not begun:
            return ""
        else:
            unclosed.add(tag)
            scan = match.end()
    kept.append(text[at:])
    return "".join(kept)


@remembered(256)
def closing_of(tag: str) -> re.Pattern[str]:
    """The end of a wrapper of that name."""
    return re.compile(re.escape(f"</{tag}>"), re.IGNORECASE)


def plain(text: str) -> str:
    """Text without terminal colours, NULs, inlined files and our own blocks."""
    text = strip_own_blocks(text.replace("\0", ""))
    return DATA_URI.sub("[data]", ANSI.sub("", text))


def spoken_to_claude(text: str) -> str:
    """What the user typed into Claude Code; empty when nothing of the text is the user's."""
    text = plain(text)
    if text.lstrip().startswith(CLAUDE_NOISE):
        return ""
    request = command_request(text)
    rest = INTERRUPTED.sub("", without_wrappers(text, CLAUDE_OPEN)).strip()
    return f"{request}\n\n{rest}".strip()


def command_request(text: str) -> str:
    """What stands behind a slash command, when it is a request in words and not an option."""
    args = COMMAND_ARGS.search(text)
    if args is None:
        return ""
    name = COMMAND_NAME.search(text)
    return request_in(name[1] if name else "", args[1])


def request_in(command: str, rest: str) -> str:
    """The words behind a slash command: at least two of them, or some in a script that needs no blanks."""
    rest = rest.strip()
    if OPTION_COMMANDS.fullmatch(command):
        return ""
    words = [word for word in rest.split() if any(map(str.isalpha, word))]
    dense = sum(ord(letter) > 0x2E7F for letter in rest)
    return rest if len(words) >= 2 or dense >= 4 else ""


def spoken_by_model(text: str) -> str:
    """What a model answered, without harness phrases."""
    text = plain(text).strip()
    return "" if text == "No response requested." else text


def spoken_to_codex(text: str) -> str:
    """What the user typed into Codex; empty when the whole text was injected."""
    text = plain(text)
    request = IDE_REQUEST.search(text)
    if request is not None and text.lstrip().startswith(IDE_CONTEXT):
        text = text[request.end() :]
    heading = AGENTS_MD.match(text.lstrip())
    if heading is not None:
        # Without a closing tag there is no telling where the file ends and the prompt begins.
        text = text.lstrip()[heading.end() :]
        if not text.lower().startswith("<instructions>"):
            return ""
    return without_wrappers(text, CODEX_OPEN, leading=True).strip()


def tool_text(text: str, limit: int) -> str:
    """What went into or came out of a tool: at most `limit` characters, of the beginning and the end.

    Secrets are taken out before it is cut, because half a secret looks like none.
    """
    text = without_wrappers(plain(text), CLAUDE_OPEN)
    text = BASE64.sub("[data]", text).strip()
    if len(text) <= limit:
        return text
    text = redact(text).text
    if len(text) <= limit:
        return text
    note = f"\n[... {len(text) - limit} characters left out ...]\n"
    keep = max(limit - len(note), 0)
    head = keep - keep // 3
    return f"{text[:head]}{note}{text[len(text) - (keep - head) :]}" if keep else text[:limit]


def compact(value: Any) -> str:
    """A JSON value on one line; text stays as it is."""
    if isinstance(value, str):
        return value
    try:
        return msgspec.json.encode(value).decode()
    except (RecursionError, TypeError, ValueError, msgspec.MsgspecError):
        return ""


def folder_name(folder: str) -> str:
    """The last part of a working folder, as Windows or other systems write it."""
    path = PureWindowsPath(folder) if "\\" in folder or folder[1:2] == ":" else PurePosixPath(folder)
    return path.name
