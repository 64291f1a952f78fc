"""A daemon over what was learned from the sample, for tests that change nothing of note."""

from __future__ import annotations

import shutil

import pytest

from tests.serve.daemons import serving


@pytest.fixture(scope="module")
def daemon(learned, tmp_path_factory):
    home = tmp_path_factory.mktemp("daemon") / "home"
    shutil.copytree(learned, home)
    with serving(home) as daemon:
        yield daemon
