"""Names of clients come in; what is to be changed for them goes out as steps, which are shown first and then taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.capture.machine import Machine
from graphmem.capture.registry import ALIASES
from graphmem.clients.files import hold
from graphmem.clients.launch import Launch
from graphmem.clients.places import files_of, is_found
from graphmem.clients.receipts import Receipts
from graphmem.clients.table import BY_NAME, CLIENTS, Client
from graphmem.clients.wiring import Change, Wanted, installed, removed, wanted
from graphmem.errors import SettingsFileError, UnknownClient


class Step(NamedTuple):
    """One file of one client: the change to it, or why there is none.

    `clean` is what the file is without us.
    """

    client: Client
    file: str
    change: Change | None = None
    clean: bytes | None = None
    error: SettingsFileError | None = None

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return self.change is not None and self.change.is_one


def chosen(names: Sequence[str], machine: Machine) -> list[Client]:
    """The clients of these names, else those that are on this computer. Raises UnknownClient."""
    if not names:
        return [client for client in CLIENTS if is_found(client, machine)]
    return [client_named(name) for name in dict.fromkeys(names)]


def client_named(name: str) -> Client:
    """A client that can be wired. Raises UnknownClient with the names that are known."""
    client = BY_NAME.get(ALIASES.get(name.lower(), name.lower()))
    if client is None:
        raise UnknownClient(
            f"There is no client {name!r} that graphmem can be wired into.",
            hint=f"Those that speak MCP: {', '.join(BY_NAME)}.",
        )
    return client


def to_install(
    clients: Iterable[Client], launch: Launch, machine: Machine, receipts: Receipts, *, hooks: bool = True
) -> list[Step]:
    """What has to change for clients to be wired."""
    steps: list[Step] = []
    for client in clients:
        parts = wanted(client, launch, machine, hooks=hooks)
        if not files_of(client.server.places, machine):
            absent = SettingsFileError(
                f"{client.title} is not on this computer: none of its folders is there.",
                hint="Install it and start it once; then run this again.",
            )
            steps.append(Step(client, "", error=absent))
            continue
        for part in parts:
            try:
                change = installed(client.name, part)
                steps.append(Step(client, str(part.file), change, without_us(client, part, receipts)))
            except SettingsFileError as error:
                steps.append(Step(client, str(part.file), error=error))
    return steps


def to_uninstall(
    clients: Iterable[Client], launch: Launch, machine: Machine, receipts: Receipts
) -> list[Step]:
    """What has to change for nothing of ours to stand in the files of clients."""
    steps: list[Step] = []
    for client in clients:
        for part in wanted(client, launch, machine, everywhere=True):
            try:
                held = hold(part.file)
                if held.data is None:
                    receipts.forget(held)
                    continue
                clean = without_us(client, part, receipts)
                steps.append(Step(client, str(part.file), Change(client.name, held, clean)))
            except SettingsFileError as error:
                steps.append(Step(client, str(part.file), error=error))
    return steps


def without_us(client: Client, part: Wanted, receipts: Receipts) -> bytes | None:
    """What a file is without us: as it was before, or as others have changed it since; None when there was none."""
    held = hold(part.file)
    if receipts.untouched(held):
        return receipts.before(held)
    change = removed(client.name, part, receipts.made(held))
    receipt = receipts.of(held)
    ours_alone = receipt is not None and not receipt["copy"] and is_empty(change.after)
    return None if ours_alone else change.after


def is_empty(data: bytes | None) -> bool:
    """Whether a file holds no settings."""
    return data is None or data.strip() in (b"", b"{}")


def take(
    steps: Iterable[Step], receipts: Receipts, *, back: bool = False
) -> list[tuple[Step, SettingsFileError | None]]:
    """Make the changes, or take them back; each step with what went wrong. One that fails keeps no other from it."""
    outcomes: list[tuple[Step, SettingsFileError | None]] = []
    for step in steps:
        error = step.error
        if step.change is not None and step.changes:
            try:
                if back:
                    receipts.take_back(step.change)
                else:
                    receipts.carry_out(step.change, step.clean)
            except SettingsFileError as cause:
                error = cause
        outcomes.append((step, error))
    return outcomes
