"""A computer of its own for each test: a home folder, nothing on its search path, and a program to be started."""

from __future__ import annotations

import pytest

from graphmem.capture.machine import Machine
from graphmem.clients import installer
from graphmem.clients.launch import Launch
from graphmem.clients.receipts import Receipts

PROGRAM = "/opt/graphmem/bin/graphmem"


class Computer:
    """Installs and uninstalls in a home folder, as the commands do."""

    def __init__(self, folder, platform="linux", **environ):
        self.home = folder / "user"
        self.home.mkdir(exist_ok=True)
        variable = "USERPROFILE" if platform == "win32" else "HOME"
        self.machine = Machine({variable: str(self.home), "PATH": str(folder / "bin"), **environ}, platform)
        self.launch = Launch((PROGRAM,), platform=platform)
        self.receipts = Receipts(folder / "graphmem")

    def write(self, name, data, mode=0o644):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(mode)
        return path

    def read(self, name):
        path = self.home / name
        return path.read_bytes() if path.exists() else None

    def steps(self, *names, **options):
        clients = installer.chosen(names, self.machine)
        return installer.to_install(clients, self.launch, self.machine, self.receipts, **options)

    def install(self, *names, **options):
        return installer.take(self.steps(*names, **options), self.receipts)

    def uninstall(self, *names):
        clients = installer.chosen(names, self.machine)
        steps = installer.to_uninstall(clients, self.launch, self.machine, self.receipts)
        return installer.take(steps, self.receipts, back=True)


@pytest.fixture
def computer(tmp_path):
    return Computer(tmp_path)
