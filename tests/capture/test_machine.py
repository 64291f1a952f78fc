"""Each system keeps the files of programs elsewhere, and variables move them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.capture.machine import Machine


@pytest.mark.parametrize(
    ("platform", "environ", "config", "data"),
    [
        ("linux", {"HOME": "/h"}, "/h/.config", "/h/.local/share"),
        ("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c", "/d"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support", "/h/Library/Application Support"),
        ("win32", {"USERPROFILE": "/u"}, "/u/AppData/Roaming", "/u/AppData/Local"),
        ("win32", {"USERPROFILE": "/u", "APPDATA": "/r", "LOCALAPPDATA": "/l"}, "/r", "/l"),
    ],
)
def test_where_programs_keep_their_files(platform, environ, config, data):
    machine = Machine(environ, platform)
    assert (machine.config, machine.data) == (Path(config), Path(data))


def test_the_folders_of_editors():
    found = list(Machine({"HOME": "/h", "VSCODE_PORTABLE": "/p"}, "linux").editors())
    assert Path("/h/.config/Code/User") in found
    assert Path("/h/.config/VSCodium/User") in found
    assert Path("/h/.vscode-server/data/User") in found
    assert Path("/p/user-data/User") in found
    assert Path("/h/Library/Application Support/Cursor/User") in Machine({"HOME": "/h"}, "darwin").editors()


def test_without_a_variable_the_home_folder_is_that_of_the_system():
    assert Machine({}).home == Path.home()
