"""The service of each system: a file that its program would take, and the commands, run by stand-ins for them."""

from __future__ import annotations

import os
import plistlib
import shlex
from xml.etree import ElementTree

import pytest

from graphmem.capture.machine import Machine
from graphmem.clients import service
from graphmem.clients.launch import Launch
from graphmem.errors import MisuseError, SettingsFileError

LAUNCH = Launch(("/opt/a b/100%/graphmem",), ("--home", "/home/nora/$x"))
TASK = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


def of(kind, computer, launch=LAUNCH):
    return service.service_of(kind, launch, computer.machine)


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """systemctl, launchctl, schtasks and crontab as stand-ins: they write down how they were called."""
    folder = tmp_path / "programs"
    folder.mkdir()
    log = tmp_path / "log"
    log.touch()
    told = f'echo "$(basename $0)" "$@" >> {log}\n[ ! -e {folder}/fail ] || {{ echo no bus >&2; exit 1; }}\n'
    for name in ("systemctl", "launchctl", "schtasks"):
        (folder / name).write_text(f"#!/bin/sh\n{told}")
    table = tmp_path / "table"
    lists = f'if [ "$1" = -l ]; then [ -e {table} ] && exec cat {table}; echo none >&2; exit 1; fi\n'
    (folder / "crontab").write_text(f"#!/bin/sh\n{lists}exec cat > {table}\n")
    for path in folder.iterdir():
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder, log, table


def test_systemd_reads_the_words_as_they_are(computer):
    one = of("systemd", computer)
    assert one.file == computer.home / ".config/systemd/user/graphmem.service"
    [line] = [line for line in one.text.splitlines() if line.startswith("ExecStart=")]
    assert line == 'ExecStart="/opt/a b/100%%/graphmem" serve --home "/home/nora/$$x"'


def test_launchd_reads_the_words_as_they_are(computer):
    one = of("launchd", computer)
    assert plistlib.loads(one.text.encode())["ProgramArguments"] == LAUNCH.command("serve")
    assert one.file == computer.home / "Library/LaunchAgents/org.graphmem.daemon.plist"


def test_windows_reads_the_words_as_they_are(tmp_path):
    machine = Machine({"USERPROFILE": str(tmp_path), "USERDOMAIN": "PC", "USERNAME": "nora & co"}, "win32")
    launch = Launch(("C:\\Program Files\\graphmem.exe",), ("--home", "D:\\my memory"), "win32")
    root = ElementTree.fromstring(service.service_of(None, launch, machine).text)
    assert root.find(f".//{TASK}Command").text == "C:\\Program Files\\graphmem.exe"
    assert root.find(f".//{TASK}Arguments").text == 'up --home "D:\\my memory"'
    assert {one.text for one in root.iter(f"{TASK}UserId")} == {"PC\\nora & co"}


def test_cron_reads_the_words_as_they_are(computer):
    line = of("cron", computer).text
    command = line.removeprefix("@reboot ").replace("\\%", "%")
    assert shlex.split(command, comments=True) == LAUNCH.command("up")


def test_each_system_has_its_own(computer):
    kinds = {"linux": "systemd", "darwin": "launchd", "win32": "windows"}
    for platform, kind in kinds.items():
        machine = Machine({"HOME": "/h", "USERPROFILE": "/h"}, platform)
        assert service.service_of(None, LAUNCH, machine).kind == kind
    with pytest.raises(MisuseError) as caught:
        of("init", computer)
    assert "systemd" in caught.value.hint


@pytest.mark.parametrize("kind", ["systemd", "launchd", "windows"])
def test_a_service_is_begun_begun_anew_and_ended(computer, programs, kind):
    _, log, _ = programs
    one = of(kind, computer)
    assert not service.is_set_up(one)
    assert service.set_up(one) == []
    assert one.file.read_text() == one.text
    assert [shlex.split(line) for line in log.read_text().splitlines()] == [
        list(words) for words in one.begin
    ]
    assert service.is_set_up(one)
    log.write_text("")
    service.set_up(one)
    assert log.read_text().count("\n") == len(one.end) + len(one.begin)
    assert service.take_down(one) == []
    assert not one.file.exists()


def test_what_the_system_complains_of_is_told(computer, programs):
    folder, _, _ = programs
    (folder / "fail").touch()
    assert service.set_up(of("systemd", computer)) == [
        "systemctl --user daemon-reload: no bus",
        "systemctl --user enable --now graphmem.service: no bus",
    ]


@pytest.mark.parametrize("had", [None, "# mine\n0 3 * * * backup\n", "0 3 * * * backup"])
def test_a_line_of_cron_comes_once_and_goes(computer, programs, had):
    _, _, table = programs
    if had is not None:
        table.write_text(had)
    one = of("cron", computer)
    service.set_up(one)
    service.set_up(one)
    assert table.read_text().count("@reboot") == 1
    assert table.read_text().startswith(had or "@reboot")
    assert service.is_set_up(one)
    service.take_down(one)
    assert table.read_text().rstrip("\n") == (had or "").rstrip("\n")
    assert not service.is_set_up(one)


def test_a_system_without_the_program_says_so(computer, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert service.set_up(of("systemd", computer)) == [
        "systemctl --user daemon-reload: No such file or directory",
        "systemctl --user enable --now graphmem.service: No such file or directory",
    ]
    assert not service.is_set_up(of("cron", computer))
    with pytest.raises(SettingsFileError, match="no crontab"):
        service.set_up(of("cron", computer))
