"""Every client that can be wired: which file it reads, in which form, under which key, and what has to stand there.

A place is written with `~` for the home folder, `$NAME` for a variable (the place does not count where it is not set),
`{config}`, `{data}` and `{xdg}` for the folders of the system, `{editor}` for Visual Studio Code and its kin, and
`{code}` for Visual Studio Code alone. The first place counts. Of those with `//` in them each counts, and only when
what is before it exists; a place behind them counts when none of them does. `win32:`, `darwin:` and `linux:` name the
system of a place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graphmem.clients.edit.document import Format

NAME = "graphmem"  # under which the memory stands among the servers of a client
# In the shape of an entry, what differs from machine to machine.
PROGRAM, ARGUMENTS, WORDS, LINE = "<program>", "<arguments>", "<program and arguments>", "<command line>"
START, PROMPT, STOP = "session-start", "prompt", "stop"
PLAIN: Mapping[str, Any] = {"command": PROGRAM, "args": ARGUMENTS}
STDIO: Mapping[str, Any] = {"type": "stdio", "command": PROGRAM, "args": ARGUMENTS}
# Events and hooks as Claude Code has them, and those after it. A turn that is broken off has no Stop.
CLAUDE_EVENTS = ((START, "SessionStart"), (PROMPT, "UserPromptSubmit"), (STOP, "Stop"), (STOP, "SessionEnd"))
HOOK: Mapping[str, Any] = {"hooks": [{"type": "command", "command": LINE, "timeout": 10}]}


@dataclass(frozen=True)
class Server:
    """Where a client looks for MCP servers. In a list (`listed`) the entry carries its own name."""

    places: tuple[str, ...]
    form: Format
    path: tuple[str, ...]
    shape: Mapping[str, Any] = field(default_factory=lambda: PLAIN)
    listed: bool = False


@dataclass(frozen=True)
class Hooks:
    """Where a client looks for hooks: our event and its name for it, and the shape of one.

    `also` are values that the file must hold. `beside` says that hooks may stand in the file of the servers as well,
    and that a client complains when they stand in both. `windows` is how it runs a command there: without a shell, by
    its arguments; or by that shell.
    """

    places: tuple[str, ...]
    events: tuple[tuple[str, str], ...]
    path: tuple[str, ...] = ("hooks",)
    shape: Mapping[str, Any] = field(default_factory=lambda: HOOK)
    also: Mapping[str, Any] = field(default_factory=dict)
    beside: bool = False
    windows: Literal["arguments", "powershell", "cmd"] = "cmd"


@dataclass(frozen=True)
class Rules:
    """Where a client reads what it should heed: one file for everything, and one in the folder of a project."""

    own: tuple[str, ...] = ()
    project: str = "AGENTS.md"
    head: str = ""  # what a file that holds nothing else begins with


@dataclass(frozen=True)
class Client:
    """A client: its name here and among people, the command it is started with, and the parts that are wired."""

    name: str
    title: str
    server: Server
    hooks: Hooks | None = None
    rules: Rules | None = None
    commands: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()  # places that show that it is there, beside those of its settings
    after: str = ""  # what has to be done once it is wired


CLAUDE_CONFIG = ("$CLAUDE_CONFIG_DIR/.claude.json", "~/.claude.json")
CLAUDE_SETTINGS = ("$CLAUDE_CONFIG_DIR/settings.json", "~/.claude/settings.json")
GEMINI_SETTINGS = ("$GEMINI_CLI_HOME/.gemini/settings.json", "~/.gemini/settings.json")
CURSOR_RULES = "---\ndescription: When to use the memory\nalwaysApply: true\n---\n"
STORAGE = "{editor}/globalStorage/"

CLIENTS: tuple[Client, ...] = (
    Client(
        "claude-code", "Claude Code",
        Server(CLAUDE_CONFIG, "json", ("mcpServers",), STDIO),
        Hooks(CLAUDE_SETTINGS, CLAUDE_EVENTS, windows="arguments"),
        Rules(("$CLAUDE_CONFIG_DIR/CLAUDE.md", "~/.claude/CLAUDE.md"), "CLAUDE.md"),
        commands=("claude",), marks=("~/.claude",),
    ),
    Client(
        "claude-desktop", "Claude Desktop",
        Server(
            (
                "win32:{data}/Packages/Claude_*/LocalCache/Roaming/Claude//claude_desktop_config.json",
                "{config}/Claude/claude_desktop_config.json",
            ),
            "json", ("mcpServers",),
        ),
        marks=("{config}/Claude",), after="Quit it and start it again.",
    ),
    Client(
        "codex", "Codex",
        Server(("$CODEX_HOME/config.toml", "~/.codex/config.toml"), "toml", ("mcp_servers",)),
        Hooks(("$CODEX_HOME/hooks.json", "~/.codex/hooks.json"), CLAUDE_EVENTS[:3], beside=True),
        Rules(("$CODEX_HOME/AGENTS.md", "~/.codex/AGENTS.md")),
        commands=("codex",), marks=("~/.codex",), after="Start it, say /hooks and trust the three of graphmem.",
    ),
    Client(
        "cursor", "Cursor",
        Server(("~/.cursor/mcp.json",), "json", ("mcpServers",)),
        Hooks(
            ("~/.cursor/hooks.json",),
            ((START, "sessionStart"), (PROMPT, "beforeSubmitPrompt"), (STOP, "stop"), (STOP, "sessionEnd")),
            shape={"command": LINE, "timeout": 10}, also={"version": 1},
        ),
        Rules(project=".cursor/rules/graphmem.mdc", head=CURSOR_RULES),
        commands=("cursor", "cursor-agent"), marks=("~/.cursor", "{config}/Cursor"),
    ),
    Client(
        "gemini-cli", "Gemini CLI",
        Server(GEMINI_SETTINGS, "jsonc", ("mcpServers",)),
        Hooks(
            GEMINI_SETTINGS,
            ((START, "SessionStart"), (PROMPT, "BeforeAgent"), (STOP, "AfterAgent"), (STOP, "SessionEnd")),
            shape={"hooks": [{"name": NAME, "type": "command", "command": LINE, "timeout": 10_000}]},
            windows="powershell",
        ),
        Rules(("$GEMINI_CLI_HOME/.gemini/GEMINI.md", "~/.gemini/GEMINI.md"), "GEMINI.md"),
        commands=("gemini",), marks=("~/.gemini/settings.json",),
    ),
    Client(
        "copilot-chat", "Copilot in VS Code",
        Server(("{code}//mcp.json",), "jsonc", ("servers",), STDIO),
        rules=Rules(project=".github/copilot-instructions.md"),
    ),
    Client(
        "copilot-cli", "Copilot CLI",
        Server(
            ("$COPILOT_HOME/mcp-config.json", "~/.copilot/mcp-config.json"), "json", ("mcpServers",),
            {"type": "local", "command": PROGRAM, "args": ARGUMENTS, "tools": ["*"]},
        ),
        rules=Rules(("$COPILOT_HOME/copilot-instructions.md", "~/.copilot/copilot-instructions.md")),
        commands=("copilot",), marks=("~/.copilot",),
    ),
    Client(
        "opencode", "OpenCode",
        Server(
            ("$OPENCODE_CONFIG", "{xdg}/opencode/opencode.jsonc//", "{xdg}/opencode/opencode.json"),
            "jsonc", ("mcp",), {"type": "local", "command": WORDS, "enabled": True},
        ),
        rules=Rules(("{xdg}/opencode/AGENTS.md",)), commands=("opencode",), marks=("{xdg}/opencode",),
    ),
    Client(
        "cline", "Cline",
        Server(
            (
                STORAGE + "saoudrizwan.claude-dev//settings/cline_mcp_settings.json",
                "$CLINE_DIR//data/settings/cline_mcp_settings.json",
                "~/.cline//data/settings/cline_mcp_settings.json",
            ),
            "json", ("mcpServers",),
        ),
        rules=Rules(),
    ),
    Client(
        "roo-code", "Roo Code",
        Server((STORAGE + "rooveterinaryinc.roo-cline//settings/mcp_settings.json",), "json", ("mcpServers",)),
        rules=Rules(),
    ),
    Client(
        "kilo-code", "Kilo Code",
        Server((STORAGE + "kilocode.kilo-code//settings/mcp_settings.json",), "json", ("mcpServers",)),
        rules=Rules(),
    ),
    Client(
        "continue", "Continue",
        Server(
            ("$CONTINUE_GLOBAL_DIR/config.yaml", "~/.continue/config.yaml"), "yaml", ("mcpServers",),
            {"name": NAME, "command": PROGRAM, "args": ARGUMENTS}, listed=True,
        ),
        rules=Rules(project=".continue/rules/graphmem.md"), marks=("~/.continue",),
    ),
    Client(
        "goose", "Goose",
        Server(
            (
                "$GOOSE_PATH_ROOT/config/config.yaml",
                "win32:{config}/Block/goose/config/config.yaml",
                "{xdg}/goose/config.yaml",
            ),
            "yaml", ("extensions",),
            {"name": NAME, "type": "stdio", "enabled": True, "cmd": PROGRAM, "args": ARGUMENTS, "timeout": 300},
        ),
        rules=Rules(("win32:{config}/Block/goose/config/.goosehints", "{xdg}/goose/.goosehints"), ".goosehints"),
        commands=("goose",), marks=("{xdg}/goose",),
    ),
    Client(
        "zed", "Zed",
        Server(
            ("win32:{config}/Zed/settings.json", "{xdg}/zed/settings.json"), "jsonc", ("context_servers",),
            {"source": "custom", "command": PROGRAM, "args": ARGUMENTS, "env": {}},
        ),
        rules=Rules(), commands=("zed", "zeditor"), marks=("{xdg}/zed",),
    ),
    Client(
        "windsurf", "Windsurf",
        Server(("~/.codeium/windsurf/mcp_config.json",), "json", ("mcpServers",)),
        rules=Rules(("~/.codeium/windsurf/memories/global_rules.md",)),
        commands=("windsurf",), marks=("~/.codeium/windsurf",),
    ),
    Client(
        "hermes", "Hermes",
        Server(
            ("$HERMES_HOME/config.yaml", "win32:{data}/hermes/config.yaml", "~/.hermes/config.yaml"),
            "yaml", ("mcp_servers",),
        ),
        rules=Rules(), commands=("hermes",), marks=("~/.hermes", "win32:{data}/hermes"),
        after="In a session that runs: /reload-mcp.",
    ),
    Client(
        "openclaw", "OpenClaw",
        Server(
            ("$OPENCLAW_CONFIG_PATH", "$OPENCLAW_STATE_DIR/openclaw.json", "~/.openclaw/openclaw.json"),
            "json5", ("mcp", "servers"),
        ),
        rules=Rules(("~/.openclaw/workspace/AGENTS.md",)), commands=("openclaw",), marks=("~/.openclaw",),
    ),
)  # fmt: skip
BY_NAME = {client.name: client for client in CLIENTS}
