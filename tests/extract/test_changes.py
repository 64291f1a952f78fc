"""Services that go from one team to another over two sentences; `golden/changes.txt` has the single ones."""

from __future__ import annotations

from graphmem.config import Settings
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import Message
from graphmem.temporal import parse_time


def test_it_is_what_the_sentence_before_told_of(tmp_path):
    text = "Aiko no longer maintains the importer. The data team maintains it now."
    told = Message("msg_0", "ses_1", "user", text, 0, parse_time("2024-06-10T12:00:00Z"))
    claims = SpacyExtractor(Settings(tmp_path, environ={})).extract([told]).claims
    first, second = (claim for claim in claims if claim.mode != "closes")
    assert (first.mode, first.subject.name) == ("ends", "Aiko")
    assert (second.mode, second.subject.name) == ("asserts", "data team")
    assert first.object.name == second.object.name == "importer"
    assert ("changed_hands", "data team") in [(c.predicate, c.object.name) for c in claims if c.object]
