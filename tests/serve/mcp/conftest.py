"""One daemon that has learned the sample, for all who talk MCP with it."""

from __future__ import annotations

import shutil

import pytest

from tests.serve.daemons import serving


@pytest.fixture(scope="module")
def daemon(learned, tmp_path_factory):
    home = tmp_path_factory.mktemp("agents") / "home"
    shutil.copytree(learned, home)
    with serving(home) as daemon:
        daemon.store.announce(daemon.address)
        yield daemon
