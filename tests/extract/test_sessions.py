"""Whole conversations as text: a transcript goes in, the facts that a careful reader would keep come out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphmem.model import USER, Claim, Message
from graphmem.temporal import parse_time

SESSIONS = sorted((Path(__file__).parent / "golden" / "sessions").glob("*.txt"))
TURN = re.compile(r"(user|assistant) (\S+Z)> (.+)")
OPEN = re.compile(r"\b(?:I|I'm|my|me|we|our|yesterday|tomorrow|(?:last|next) (?:week|month|year))\b")


def transcript(path: Path) -> tuple[list[Message], list[str]]:
    """The turns of a file, and behind its line "facts:" what they say."""
    above, _, below = path.read_text(encoding="utf-8").partition("\nfacts:\n")
    turns = [TURN.fullmatch(line) for line in above.split("\n") if line and not line.startswith("#")]
    messages = [
        Message(f"msg_{place}", "ses_1", turn[1], turn[3], place, parse_time(turn[2]))
        for place, turn in enumerate(turns)
        if turn is not None
    ]
    assert len(messages) == len(turns)
    return messages, below.splitlines()


def line_of(claim: Claim) -> str:
    """A claim as a person would check it: who says what of whom, since when."""
    who = "user" if claim.subject.name == USER else claim.subject.name
    began = f" [{claim.valid_from:%Y-%m-%d}]" if claim.valid_from else ""
    mode = "" if claim.mode == "asserts" else f"{claim.mode} "
    return f"{mode}{who} {claim.predicate}{began}: {claim.text}"


@pytest.mark.parametrize("path", SESSIONS, ids=[path.stem for path in SESSIONS])
def test_what_was_said_is_what_is_kept(extractor, path):
    messages, expected = transcript(path)
    found = [line_of(claim) for claim in extractor.extract(messages).claims]
    assert found == expected
    assert not [line for line in found if OPEN.search(line)]


def test_there_is_a_chat_and_an_agent_session():
    assert {path.stem for path in SESSIONS} >= {"chat", "agent"}
