"""What patterns need is found out once and kept beside the byte code; what is kept never changes what is found."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from graphmem.extract import needs_kept
from graphmem.extract.needs import necessary
from graphmem.extract.needs_kept import MANY, needs_of

PATTERNS = [(rf"\b(?:quagga|okapi){number}\s+(?:is|was)\b", 0) for number in range(MANY)]
NEEDS = [necessary(*one) for one in PATTERNS]


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """The file, in a folder of its own."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return needs_kept.place()


@pytest.fixture
def found_out(monkeypatch):
    """The patterns of which it was found out."""
    asked = []

    def counted(pattern, flags):
        asked.append((pattern, flags))
        return necessary(pattern, flags)

    monkeypatch.setattr(needs_kept, "necessary", counted)
    return asked


def test_it_is_found_out_once(kept, found_out):
    assert needs_of(PATTERNS) == NEEDS
    assert (len(found_out), kept.is_file()) == (MANY, True)
    assert needs_of(PATTERNS) == NEEDS
    assert len(found_out) == MANY
    assert [file.name for file in kept.parent.iterdir()] == [kept.name]


def test_one_pattern_with_other_flags_is_another(found_out):
    needs_of(PATTERNS)
    assert needs_of([("(?i)a" + PATTERNS[0][0], 2), *PATTERNS[1:]])[1:] == NEEDS[1:]
    needs_of([(PATTERNS[0][0], 2), *PATTERNS[1:]])
    assert len(found_out) == MANY + 2


def test_a_few_patterns_are_not_kept(kept):
    assert needs_of(PATTERNS[:-1]) == NEEDS[:-1]
    assert not kept.exists()


def test_what_other_code_found_out_is_not_used(kept, found_out, monkeypatch):
    needs_of(PATTERNS)
    monkeypatch.setattr(sys, "version", "another")
    assert needs_of(PATTERNS) == NEEDS
    assert len(found_out) == 2 * MANY


@pytest.mark.parametrize("damaged", [b"", b"{", b"\xff", b"[]", b'{"code": 3}'])
def test_a_damaged_file_is_made_anew(kept, damaged):
    needs_of(PATTERNS)
    whole = kept.read_bytes()
    kept.write_bytes(damaged)
    assert needs_of(PATTERNS) == NEEDS
    assert kept.read_bytes() == whole


def test_where_no_file_can_be_it_is_found_out_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "file"))
    assert needs_of(PATTERNS) == NEEDS


def test_who_wants_no_byte_code_gets_no_file(kept, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert needs_of(PATTERNS) == NEEDS
    assert not kept.exists()


def test_the_readers_ask_for_the_same_in_every_process():
    code = (
        "from graphmem.extract import sieve, spacy\n"
        "for one in sieve._waiting: print(ascii((one.pattern, int(one.flags))))"
    )
    asked = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]
    assert len(asked[0]) > 800
    assert asked[0] == asked[1]
