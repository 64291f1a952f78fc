"""A client and the command that starts the memory come in; the changes to the client's files go out, not yet made."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.capture.machine import Machine
from graphmem.clients.edit.document import Document, Format
from graphmem.clients.files import Held, hold
from graphmem.clients.launch import Launch, filled, is_ours, quoted, without_shell
from graphmem.clients.places import files_of
from graphmem.clients.table import NAME, Client, Hooks, Server
from graphmem.errors import SettingsFileError
from graphmem.privacy import redact


class Entry(NamedTuple):
    """What has to stand in a file: a mapping under a key, or one among the items of a list (`item`)."""

    path: tuple[str, ...]
    value: Any
    item: bool = False
    ours: bool = True  # what is not is only seen to, and stays


class Wanted(NamedTuple):
    """All that has to stand in one file of a client."""

    file: Path
    form: Format
    entries: tuple[Entry, ...]


class Change(NamedTuple):
    """A file of a client as it was read, what is to become of it, and which keys are made on the way."""

    client: str
    held: Held
    after: bytes | None
    made: tuple[tuple[str, ...], ...] = ()

    @property
    def is_one(self) -> bool:
        """Whether anything changes."""
        return self.after != self.held.data

    def diff(self) -> str:
        """What changes, as people compare files, without the secrets that may stand around it."""
        old, new = (self.held.data, self.after)
        before, after = ((data or b"").decode(errors="replace").splitlines() for data in (old, new))
        was, becomes = ("/dev/null" if data is None else str(self.held.path) for data in (old, new))
        return redact("\n".join(difflib.unified_diff(before, after, was, becomes, lineterm="", n=2))).text


def wanted(
    client: Client, launch: Launch, machine: Machine, *, hooks: bool = True, everywhere: bool = False
) -> list[Wanted]:
    """What has to stand where, for a client to be wired; a file that holds both is named once.

    With `everywhere`, all that may stand anywhere.
    """
    found: dict[Path, Wanted] = {}
    parts = [*server_entries(client.server, launch, machine)]
    if client.hooks and hooks:
        places = list(hook_entries(client, client.hooks, launch, machine))
        parts += places if everywhere else places[:1]
    for part in parts:
        known = found.get(part.file)
        found[part.file] = part._replace(entries=known.entries + part.entries) if known else part
    return list(found.values())


def server_entries(server: Server, launch: Launch, machine: Machine) -> Iterator[Wanted]:
    """The entry of the MCP server, in every file where it is read."""
    value = filled(server.shape, launch.command("mcp"), "")
    path = server.path if server.listed else (*server.path, NAME)
    for file in files_of(server.places, machine):
        yield Wanted(file, server.form, (Entry(path, value, item=server.listed),))


def hook_entries(client: Client, hooks: Hooks, launch: Launch, machine: Machine) -> Iterator[Wanted]:
    """The hooks, and what their file must hold beside them; first where they belong, then where they might be."""
    also = [Entry((key,), value, ours=False) for key, value in hooks.also.items()]
    entries = [
        Entry((*hooks.path, name), hook(client, hooks, event, launch), item=True)
        for event, name in hooks.events
    ]
    for file, form in hook_files(client, hooks, machine):
        yield Wanted(file, form, (*also, *entries))


def hook_files(client: Client, hooks: Hooks, machine: Machine) -> list[tuple[Path, Format]]:
    """The file for the hooks of a client. Of two that may hold them, the one that does comes first."""
    [own, *_] = files_of(hooks.places, machine)
    servers = files_of(client.server.places, machine)
    if own in servers:
        return [(own, client.server.form)]
    found: list[tuple[Path, Format]] = [(own, "json")]
    if hooks.beside and servers:
        beside = (servers[0], client.server.form)
        found.insert(0 if not own.exists() and has_hooks(*beside, hooks.path) else 1, beside)
    return found


def has_hooks(file: Path, form: Format, path: Sequence[str]) -> bool:
    """Whether a file holds hooks of any event."""
    try:
        there = Document(hold(file).data or b"", form).get(path)
    except (SettingsFileError, ValueError):
        return False  # it is told where the servers are written
    return isinstance(there, dict) and any(isinstance(groups, list) for groups in there.values())


def hook(client: Client, hooks: Hooks, event: str, launch: Launch) -> Any:
    """One hook of a client."""
    words = launch.command("hook", event, "--client", client.name.removesuffix("-cli"))
    if launch.platform == "win32" and hooks.windows == "arguments":
        return without_shell(hooks.shape, words)
    return filled(hooks.shape, words, quoted(words, launch.platform, hooks.windows))


def installed(client: str, part: Wanted) -> Change:
    """The file with everything that is wanted in it. Raises SettingsFileError."""
    return edited(client, part, set_up)


def removed(client: str, part: Wanted, made: Sequence[Sequence[str]] = ()) -> Change:
    """The file without what is ours in it, nor the keys that were made for it and hold nothing else now."""

    def tear_down(document: Document, part: Wanted) -> None:
        for entry in part.entries:
            take_away(document, entry)
        for path in sorted(map(tuple, made), key=len, reverse=True):
            if document.get(path) in ({}, []):
                document.drop(path)

    return edited(client, part, tear_down)


def edited(client: str, part: Wanted, edit: Callable[[Document, Wanted], None]) -> Change:
    """The file with an edit. Raises SettingsFileError when it is not what its client reads, or cannot be changed."""
    held = hold(part.file)
    try:
        document = Document(held.data or b"", part.form)
    except ValueError as cause:
        raise SettingsFileError(
            f"{part.file} is no valid {part.form.upper()}: {reason(cause)}.",
            hint="Nothing was changed. Correct the file, then run it again.",
        ) from cause
    try:
        made = tuple(missing(document, part))
        edit(document, part)
    except ValueError as cause:
        raise SettingsFileError(
            f"{part.file} cannot be changed: {reason(cause)}.",
            hint="Nothing was changed. graphmem install --dry-run --json shows the entry, to write it by hand.",
        ) from cause
    unchanged = held.data is None and document.text == ""
    return Change(client, held, None if unchanged else document.data, made)


def reason(cause: ValueError) -> str:
    """Why a text cannot be read, in words."""
    return "it is not in UTF-8" if isinstance(cause, UnicodeDecodeError) else str(cause).rstrip(".")


def missing(document: Document, part: Wanted) -> Iterator[tuple[str, ...]]:
    """The keys above the entries that are not there yet."""
    for entry in part.entries:
        until = len(entry.path) + (1 if entry.item else 0)
        yield from (entry.path[:end] for end in range(1, until) if document.get(entry.path[:end]) is None)


def set_up(document: Document, part: Wanted) -> None:
    """Have every entry stand in a document; what others added to one of ours stays."""
    for entry in part.entries:
        if entry.item:
            set_item(document, entry)
        elif (there := document.get(entry.path)) is None:
            document.put(entry.path, entry.value)
        elif entry.ours:
            if not is_ours(there):
                raise ValueError(f"{'.'.join(entry.path)} is there already and starts another program")
            for key, value in entry.value.items():
                if there.get(key) != value:
                    document.put((*entry.path, key), value)


def set_item(document: Document, entry: Entry) -> None:
    """Have one item of ours, and only one, among those of a list."""
    places = own_items(document, entry)
    items = document.get(entry.path)
    if len(places) == 1 and holds(items[places[0]], entry.value):
        return
    for index in reversed(places):
        document.drop(entry.path, index)
    document.append(entry.path, entry.value)


def take_away(document: Document, entry: Entry) -> None:
    """Remove an entry of ours, when it is there."""
    if entry.item:
        for index in reversed(own_items(document, entry)):
            document.drop(entry.path, index)
    elif entry.ours and is_ours(document.get(entry.path)):
        document.drop(entry.path)


def own_items(document: Document, entry: Entry) -> list[int]:
    """Which items of a list are ours."""
    items = document.get(entry.path)
    return [index for index, item in enumerate(items) if is_ours(item)] if isinstance(items, list) else []


def holds(there: Any, value: Any) -> bool:
    """Whether something has all that a value has, and maybe more."""
    if isinstance(value, Mapping):
        return isinstance(there, Mapping) and all(holds(there.get(key), held) for key, held in value.items())
    if isinstance(value, list):
        return isinstance(there, list) and len(there) == len(value) and all(map(holds, there, value))
    return bool(there == value)


def is_wired(document: Document, part: Wanted) -> bool:
    """Whether everything that is wanted stands in a document."""
    for entry in part.entries:
        there = document.get(entry.path)
        if entry.item and not any(
            holds(one, entry.value) for one in (there if isinstance(there, list) else ())
        ):
            return False
        if not entry.item and not holds(there, entry.value):
            return False
    return True
