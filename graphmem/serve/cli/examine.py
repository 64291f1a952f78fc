"""What the doctor's command does: it looks at the store and at the clients of this computer, and mends what is safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from graphmem.capture.machine import this_machine
from graphmem.clients import installer
from graphmem.clients.doctor import Patient
from graphmem.clients.doctor import examine as examine_clients
from graphmem.clients.launch import lasting, launch_of
from graphmem.clients.receipts import Receipts
from graphmem.config import Settings
from graphmem.result import Finding
from graphmem.serve.cli import answer as end
from graphmem.serve.local import running, stop

REBUILD, CHMOD, INSTALL = "graphmem rebuild", "chmod ", "graphmem install "


def examine(home: Path | None) -> list[Finding]:
    """Every finding: about the store first, then about the clients."""
    settings = Settings(home)
    with end.open_memory(home) as memory:
        findings, sources = list(memory.doctor()), memory.sources()
    machine = this_machine(settings)
    with as_it_was(settings.home):
        return findings + examine_clients(Patient(settings, machine, launch_of(settings, machine), sources))


@contextmanager
def as_it_was(home: Path) -> Iterator[None]:
    """Inside, a client's command may start the daemon; one that ran before goes on, another one is stopped."""
    before = running(home)
    try:
        yield
    finally:
        if before is None:
            stop(home)


def mend(home: Path | None, findings: Sequence[Finding]) -> list[str]:
    """Make the repairs that can do no harm; what was done, in words.

    A client is wired again only where it was wired before: another one is for its user to choose.
    """
    repairs = {finding.repair for finding in findings if finding.status != "ok"}
    broken = {finding.repair for finding in findings if finding.status == "error"}
    done = []
    for repair in sorted(repairs):
        if repair.startswith(CHMOD):
            mode, path = repair.removeprefix(CHMOD).split(" ", 1)
            Path(path).chmod(int(mode, 8))
        elif repair == REBUILD:
            with end.open_memory(home) as memory:
                memory.rebuild()
        elif repair.startswith(INSTALL) and repair in broken:
            done += wired_again(home, repair.removeprefix(INSTALL))
            continue
        else:
            continue
        done.append(repair)
    return done


def wired_again(home: Path | None, name: str) -> list[str]:
    """Wire one client anew; which files were written, in words."""
    settings = Settings(home)
    machine, kept = this_machine(settings), Receipts(settings.home)
    steps = installer.to_install(
        [installer.client_named(name)], lasting(launch_of(settings, machine)), machine, kept
    )
    outcomes = installer.take([step for step in steps if step.changes], kept)
    return [f"{step.file} written" for step, error in outcomes if error is None]
