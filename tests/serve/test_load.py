"""A few clients at once for a few seconds, an import and a kill in the midst; tests/bench/serve does it for longer."""

from __future__ import annotations

from tests.serve.load import run


def test_nothing_is_lost_or_doubled_and_clients_come_back(tmp_path):
    told = run(tmp_path / "home", clients=4, seconds=2.0, files=3, turns=20, idle_seconds=0.2)
    assert told["errors"] == []
    assert (told["lost"], told["doubled"], told["never_told"]) == (0, 0, 0), told
    assert told["reads"] > 0
    assert told["writes"] > 0
