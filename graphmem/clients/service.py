"""How a system keeps the daemon running: the file that asks for it, and the commands that begin and end it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from graphmem.capture.machine import Machine
from graphmem.clients.files import hold, replace
from graphmem.clients.launch import Launch, quoted
from graphmem.errors import MisuseError, SettingsFileError

LABEL = "graphmem"
PLIST_LABEL = "org.graphmem.daemon"
USUAL = {"darwin": "launchd", "win32": "windows"}
NOT_AGAIN = "It is not started again should it end."
CRON_MARK = "# graphmem: begins the daemon with the computer"


class Service(NamedTuple):
    """A file that has the daemon started, the commands that begin and end it, and what to know about it.

    Without a file (cron) `text` is the line of the table that the commands are given. `is_daemon` says that what it
    starts is the daemon itself, beside which there may be no other.
    """

    kind: str
    file: Path | None
    text: str
    begin: tuple[tuple[str, ...], ...]
    end: tuple[tuple[str, ...], ...]
    note: str = ""
    is_daemon: bool = False


def service_of(kind: str | None, launch: Launch, machine: Machine) -> Service:
    """The service of a kind, else of the one that the system has. Raises MisuseError."""
    name = kind or USUAL.get(machine.platform, "systemd")
    if name not in KINDS:
        raise MisuseError(f"There is no kind {name!r} of service.", hint=f"Allowed: {', '.join(KINDS)}.")
    return KINDS[name](launch, machine)


def systemd(launch: Launch, machine: Machine) -> Service:
    """A unit of the user's own systemd."""
    file = machine.moved("XDG_CONFIG_HOME", ".config") / "systemd" / "user" / f"{LABEL}.service"
    text = f"""[Unit]
Description=graphmem, the memory of your agents

[Service]
ExecStart={" ".join(map(systemd_word, launch.command("serve")))}
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""
    control = ("systemctl", "--user")
    begin = ((*control, "daemon-reload"), (*control, "enable", "--now", f"{LABEL}.service"))
    end = ((*control, "disable", "--now", f"{LABEL}.service"),)
    note = "It runs while you are logged in; to have it run always: loginctl enable-linger"
    return Service("systemd", file, text, begin, end, note, is_daemon=True)


def systemd_word(word: str) -> str:
    """A word of a command as systemd reads it."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{plain}"' if plain != word or any(mark in word for mark in " \t'") else word


def launchd(launch: Launch, machine: Machine) -> Service:
    """An agent of launchd."""
    file = machine.home / "Library" / "LaunchAgents" / f"{PLIST_LABEL}.plist"
    words = "\n".join(f"    <string>{escape(word)}</string>" for word in launch.command("serve"))
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>{PLIST_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
{words}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
"""
    domain = f"gui/{os.getuid() if hasattr(os, 'getuid') else 0}"
    begin = (("launchctl", "bootstrap", domain, str(file)),)
    end = (("launchctl", "bootout", f"{domain}/{PLIST_LABEL}"),)
    return Service("launchd", file, text, begin, end, is_daemon=True)


def windows(launch: Launch, machine: Machine) -> Service:
    """A task that begins when the user logs on."""
    program, *arguments = launch.command("up")
    file = machine.data / "graphmem" / "task.xml"
    user = "\\".join(filter(None, (machine.environ.get("USERDOMAIN"), machine.environ.get("USERNAME"))))
    who = f"<UserId>{escape(user)}</UserId>" if user else ""  # the logon of anybody asks for an administrator
    text = f"""<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>graphmem, the memory of your agents</Description></RegistrationInfo>
  <Triggers>
    <LogonTrigger><Enabled>true</Enabled>{who}</LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">{who}<LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>{escape(program)}</Command>
      <Arguments>{escape(quoted(arguments, "win32", "cmd"))}</Arguments>
    </Exec>
  </Actions>
</Task>
"""
    task = ("/TN", LABEL)
    begin = (("schtasks", "/Create", *task, "/XML", str(file), "/F"), ("schtasks", "/Run", *task))
    end = (("schtasks", "/Delete", *task, "/F"),)
    return Service("windows", file, text, begin, end, "graphmem down stops the daemon that it has started.")


def cron(launch: Launch, machine: Machine) -> Service:
    """A line of the user's crontab, where there is no better."""
    del machine
    line = shlex.join(launch.command("up")).replace("%", "\\%")
    text = f"@reboot {line} {CRON_MARK}\n"
    return Service(
        "cron", None, text, (("crontab", "-"),), (("crontab", "-"),), "It is not started again should it end."
    )


KINDS: dict[str, Callable[[Launch, Machine], Service]] = {
    "systemd": systemd,
    "launchd": launchd,
    "windows": windows,
    "cron": cron,
}


def set_up(service: Service) -> list[str]:
    """Write the file and begin the service; what went wrong, in words. Raises SettingsFileError."""
    if service.file is None:
        return write_crontab(
            lambda rest: rest + ("" if not rest or rest.endswith("\n") else "\n") + service.text
        )
    held = hold(service.file)
    if held.data is not None:
        for command in service.end:
            run(command)  # the one that may run is of the older file
    replace(held, service.text.encode())
    return [problem for command in service.begin if (problem := run(command))]


def take_down(service: Service) -> list[str]:
    """End the service and remove its file; what went wrong, in words. Raises SettingsFileError."""
    if service.file is None:
        return write_crontab(lambda rest: rest)
    problems = [problem for command in service.end if (problem := run(command))]
    replace(hold(service.file), None)
    return problems


def is_set_up(service: Service) -> bool:
    """Whether the file, or the line, is there."""
    if service.file is None:
        return bool(shutil.which("crontab")) and CRON_MARK in crontab()
    return service.file.exists()


def write_crontab(change: Callable[[str], str]) -> list[str]:
    """Change the user's table, from what it is without our line; what went wrong."""
    rest = "".join(line for line in crontab().splitlines(keepends=True) if CRON_MARK not in line)
    problem = run(("crontab", "-"), change(rest))
    return [problem] if problem else []


def crontab() -> str:
    """The user's table; empty when there is none. Raises SettingsFileError without the program."""
    try:
        return subprocess.run(["crontab", "-l"], capture_output=True, text=True, check=False).stdout  # noqa: S607 - as the user would
    except OSError as cause:
        raise SettingsFileError(
            "There is no crontab on this computer.", hint="Choose another --kind."
        ) from cause


def run(command: Sequence[str], given: str | None = None) -> str:
    """Run a command; what it complained of, or nothing."""
    try:
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)  # noqa: S603 - of the table
    except OSError as cause:
        return f"{shlex.join(command)}: {cause.strerror}"
    said = " ".join((done.stderr or done.stdout).split())
    return f"{shlex.join(command)}: {said or f'exit code {done.returncode}'}" if done.returncode else ""


def in_words(commands: Sequence[Sequence[str]]) -> list[str]:
    """Commands as one types them."""
    return [shlex.join(command) for command in commands]
