"""What the doctor looks at beside the store: each client on this computer, and whether its memory answers it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.capture.machine import Machine
from graphmem.capture.registry import CLIENTS as READERS
from graphmem.capture.registry import places_of, readers_of
from graphmem.clients.edit.document import Document
from graphmem.clients.files import hold
from graphmem.clients.launch import Launch, is_ours
from graphmem.clients.places import is_found
from graphmem.clients.probe import Answer, ask_mcp, fire_hook, through_shell
from graphmem.clients.table import CLIENTS, Client
from graphmem.clients.wiring import Wanted, hook_entries, is_wired, reason, server_entries
from graphmem.config import Settings
from graphmem.errors import SettingsFileError
from graphmem.result import Finding, SourceView

HOOK_LOG, HOOK_GUARD = "hook.log", "GRAPHMEM_HOOK"
TRUSTED = ("hooks", "state")  # where Codex writes which hooks its user trusts


class Patient(NamedTuple):
    """What the examination needs to know."""

    settings: Settings
    machine: Machine
    launch: Launch
    sources: Sequence[SourceView]

    @property
    def environ(self) -> dict[str, str]:
        """What a client gives to what it runs; a hook inside a hook would do nothing."""
        return {name: value for name, value in self.machine.environ.items() if name != HOOK_GUARD}


def examine(patient: Patient) -> list[Finding]:
    """Every finding about the clients of this computer; what they run is run last, the server before the hooks."""
    found = [client for client in CLIENTS if is_found(client, patient.machine)]
    if not found:
        return [Finding("clients", "ok", "none of the clients that graphmem knows is on this computer")]
    findings: list[Finding] = []
    servers: dict[tuple[str, ...], str] = {}
    hooked: list[tuple[Client, Wanted, Document]] = []
    for client in found:
        findings += transcripts(client, patient)
        for part in server_entries(client.server, patient.launch, patient.machine):
            finding, document = wired(client.name, client, part)
            findings.append(finding)
            if finding.status == "ok" and document is not None:
                servers.setdefault(command_of(document, part), client.name)
        if client.hooks is not None:
            part = next(hook_entries(client, client.hooks, patient.launch, patient.machine))
            finding, document = wired(f"{client.name} hooks", client, part)
            findings.append(finding)
            if finding.status == "ok" and document is not None:
                hooked.append((client, part, document))
    for words, name in servers.items():
        findings.append(judged("mcp", ask_mcp(words, patient.environ), f"graphmem install {name}"))
    for client, part, document in hooked:
        findings += hooks(client, part, document, patient)
    return findings


def transcripts(client: Client, patient: Patient) -> Iterator[Finding]:
    """Whether the transcripts of a client were seen."""
    subject = f"{client.name} transcripts"
    if client.name not in READERS:
        return
    known = next((one for one in patient.sources if one.client == client.name), None)
    if known is not None:
        yield Finding(subject, "ok", f"{known.files} files read")
        return
    readers = readers_of(client.name, patient.settings)
    if any(
        path
        for reader in readers
        for place in places_of(reader, patient.machine)
        if place.exists()
        for path in reader.discover(place)
    ):
        yield Finding(subject, "warning", "none was read yet", f"graphmem ingest --client {client.name}")
    else:
        yield Finding(subject, "ok", "it has written none yet")


def wired(subject: str, client: Client, part: Wanted) -> tuple[Finding, Document | None]:
    """Whether a file of a client holds what it should."""
    repair = f"graphmem install {client.name}"
    try:
        held = hold(part.file)
        document = Document(held.data or b"", part.form)
    except SettingsFileError as error:
        return Finding(subject, "error", error.message, error.hint), None
    except ValueError as cause:
        detail = f"{part.file} is no valid {part.form.upper()}: {reason(cause)}"
        return Finding(subject, "error", detail, "correct the file"), None
    if is_wired(document, part):
        return Finding(subject, "ok", f"wired in {part.file}"), document
    if any(is_ours(document.get(entry.path)) for entry in part.entries):
        return Finding(
            subject, "error", f"wired in {part.file}, but to another program or home", repair
        ), document
    return Finding(subject, "warning", f"not wired in {part.file}", repair), document


def command_of(document: Document, part: Wanted) -> tuple[str, ...]:
    """The command of the MCP server as it stands in a file."""
    entry = part.entries[0]
    there = document.get(entry.path)
    if entry.item:
        there = next(one for one in there if is_ours(one))
    program = there.get("command", there.get("cmd"))
    words = program if isinstance(program, list) else [program, *there.get("args", ())]
    return tuple(map(str, words))


def hooks(client: Client, part: Wanted, document: Document, patient: Patient) -> Iterator[Finding]:
    """Whether the hooks of a client do what they should, each really run."""
    assert client.hooks is not None
    log = patient.settings.home / HOOK_LOG
    for (_, name), entry in zip(client.hooks.events, (one for one in part.entries if one.item), strict=True):
        subject, repair = f"{client.name} {name}", f"graphmem install {client.name}"
        words = hook_words(next(filter(is_ours, document.get(entry.path))), client, patient.machine.platform)
        event = sample(client.name, name, patient.machine.home)
        for _ in range(2):  # the daemon may only just have been started, and be slow once
            before = len(lines_of(log))
            answer = fire_hook(words, event, patient.environ)
            complaints = lines_of(log)[before:]
            if not answer.good or not complaints:
                break
        # A hook holds up no client: what went wrong stands in its log alone.
        if answer.good and complaints:
            yield Finding(subject, "warning", complaints[-1], f"see {log}")
        else:
            yield judged(subject, answer, repair)
    if client.name == "codex":
        yield from trust(client, part, document, patient)


def lines_of(log: Path) -> list[str]:
    """The lines of a log."""
    try:
        return log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def hook_words(item: Mapping[str, Any], client: Client, platform: str) -> list[str]:
    """The words by which a client runs a hook of ours."""
    one = item["hooks"][0] if "hooks" in item else item
    if "args" in one:
        return [str(one["command"]), *map(str, one["args"])]
    assert client.hooks is not None
    shell = "powershell" if client.hooks.windows == "powershell" else "cmd"
    return through_shell(str(one["command"]), platform, shell)


def sample(client: str, name: str, home: Path) -> dict[str, Any]:
    """An event as a client would send it, of a session that is none."""
    common = {"hook_event_name": name, "prompt": "What do we know about this project?", "source": "startup"}
    if client == "cursor":
        return {
            **common,
            "conversation_id": "graphmem-doctor",
            "generation_id": "1",
            "workspace_roots": [str(home)],
        }
    return {**common, "session_id": "graphmem-doctor", "transcript_path": "", "cwd": str(home)}


def trust(client: Client, part: Wanted, hooks: Document, patient: Patient) -> Iterator[Finding]:
    """Whether Codex's user has trusted our hooks: until then they do not run."""
    for settings in server_entries(client.server, patient.launch, patient.machine):
        try:
            states = Document(hold(settings.file).data or b"", settings.form).get(TRUSTED) or {}
        except (SettingsFileError, ValueError):
            return  # told already
        ours = [states.get(key) for key in trust_keys(part, hooks)]
        if all(isinstance(state, Mapping) and state.get("trusted_hash") for state in ours):
            yield Finding("codex trust", "ok", "its hooks are trusted")
        else:
            yield Finding(
                "codex trust", "warning", "Codex runs no hook before it is trusted", "in Codex: /hooks"
            )


def trust_keys(part: Wanted, hooks: Document) -> Iterator[str]:
    """By which names Codex knows our hooks: file, event, place among the groups, place in the group."""
    for entry in part.entries:
        event = re.sub(r"(?<!^)(?=[A-Z])", "_", entry.path[-1]).lower()
        group = next(index for index, item in enumerate(hooks.get(entry.path)) if is_ours(item))
        yield f"{part.file}:{event}:{group}:0"


def judged(subject: str, answer: Answer, repair: str) -> Finding:
    """A finding about something that was run."""
    return (
        Finding(subject, "ok", answer.detail)
        if answer.good
        else Finding(subject, "error", answer.detail, repair)
    )
