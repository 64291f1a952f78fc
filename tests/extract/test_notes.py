"""Short notes of engineers: names, paths and numbers are of no language."""

from __future__ import annotations

import pytest

from graphmem.extract.language import language_of


@pytest.mark.parametrize(
    "text",
    [
        "repo is github.com/heron/field",
        "orders-svc calls stock-svc over grpc",
        "learning rate 3e-4, batch size 256, 20 epochs",
        "bundle id: com.heron.app",
    ],
)
def test_names_and_numbers_are_of_no_language(text):
    assert language_of(text) == "en"
