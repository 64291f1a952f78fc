"""The extractor that the tests of what is read share: its model takes as long to load as many a test to run."""

from __future__ import annotations

import pytest

from graphmem.config import Settings
from graphmem.extract.spacy import SpacyExtractor


@pytest.fixture(scope="session")
def extractor(tmp_path_factory):
    return SpacyExtractor(Settings(tmp_path_factory.mktemp("home"), environ={}))
