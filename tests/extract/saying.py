"""What the extractor makes of one message that somebody sent on a Wednesday in June."""

from __future__ import annotations

from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import Claim, Message
from graphmem.temporal import parse_time

SAID = parse_time("2024-06-12T10:00:00Z")


def claims(extractor: SpacyExtractor, text: str, role: str = "user") -> list[Claim]:
    """Its claims."""
    found = extractor.extract([Message("msg_1", "ses_1", role, text, 0, SAID)])
    assert not found.problems
    return list(found.claims)


def notes(extractor: SpacyExtractor, text: str, role: str = "user") -> list[str]:
    """The statements of it that are kept in their own words."""
    return [one.text for one in claims(extractor, text, role) if one.predicate == "noted"]
