"""Versions raised and rolled back, and services that go from one team to another: sentences and the facts they give."""

from __future__ import annotations

import pytest

from graphmem.config import Settings
from graphmem.extract.spacy import SpacyExtractor
from tests.extract.test_golden import FOLDER, cases, line_of, messages

CHANGES = list(cases(FOLDER / "changes.txt"))


@pytest.fixture(scope="module")
def extractor(tmp_path_factory):
    return SpacyExtractor(Settings(tmp_path_factory.mktemp("home"), environ={}))


@pytest.mark.parametrize(("turns", "expected"), CHANGES, ids=[turns[0][2][:60] for turns, _ in CHANGES])
def test_what_changes(extractor, turns, expected):
    assert [line_of(claim) for claim in extractor.extract(messages(turns)).claims] == expected


def test_it_is_what_the_sentence_before_told_of(extractor):
    text = "Aiko no longer maintains the importer. The data team maintains it now."
    claims = extractor.extract(messages([("user", "2024-06-10T12:00:00Z", text)])).claims
    first, second = (claim for claim in claims if claim.mode != "closes")
    assert (first.mode, first.subject.name) == ("ends", "Aiko")
    assert (second.mode, second.subject.name) == ("asserts", "data team")
    assert first.object.name == second.object.name == "importer"
    assert ("changed_hands", "data team") in [(c.predicate, c.object.name) for c in claims if c.object]
