from __future__ import annotations

import os
import subprocess
import sys

import pytest

from graphmem.errors import OntologyError
from graphmem.ontology import Ontology, Predicate, load_ontology, read_pattern


def test_the_packaged_ontology_holds_what_the_design_names():
    ontology = load_ontology()
    works_at = ontology.predicate("works_at")
    assert works_at.functional
    assert not works_at.perishable
    assert works_at.domain == ("person",)
    assert works_at.range == ("organization",)
    assert "where" in works_at.ask
    assert "employer" in works_at.cues
    assert ontology.predicate("married_to").symmetric
    assert ontology.predicate("prefers").fact == "preference"
    assert not ontology.predicate("uses").functional
    assert ontology.kinds["service"].heads


@pytest.mark.parametrize(
    "name",
    [
        "name",
        "works_at",
        "has_role",
        "lives_in",
        "located_in",
        "version_is",
        "deployed_on",
        "born_on",
        "married_to",
        "listens_on",
    ],
)
def test_one_value_at_a_time(name):
    assert load_ontology().predicate(name).functional


def test_every_predicate_can_be_asked_for_and_reads_as_a_sentence():
    for predicate in load_ontology().predicates.values():
        assert predicate.doc.endswith("."), predicate.name
        assert predicate.cues, predicate.name
        assert predicate.ask, predicate.name
        assert predicate.label, predicate.name
        assert predicate.past, predicate.name


def test_symmetric_predicates_are_their_own_inverse_or_name_none():
    for predicate in load_ontology().predicates.values():
        if predicate.symmetric:
            assert predicate.inverse in {"", predicate.name}


def test_an_unknown_predicate_is_many_valued_and_stable():
    unknown = load_ontology().predicate("was_seen_with")
    assert unknown == Predicate(name="was_seen_with", label="was seen with", past="was seen with")
    assert not unknown.functional
    assert not unknown.perishable
    assert unknown.literal


def test_a_predicate_needs_a_name():
    with pytest.raises(OntologyError):
        load_ontology().predicate(" ")


def test_the_ontology_is_read_once():
    assert load_ontology() is load_ontology()


def test_a_file_of_the_user_adds_and_changes(tmp_path):
    file = tmp_path / "ontology.toml"
    file.write_text(
        '[kinds.spaceship]\ndoc = "It flies."\n'
        '[predicates.pilots]\nlabel = "pilots"\ndomain = ["person"]\nrange = ["spaceship"]\nsays = ["pilot"]\n'
        "[predicates.works_at]\nfunctional = false\n"
    )
    ontology = load_ontology(file)
    assert ontology.predicate("pilots").past == "pilots"
    assert not ontology.predicate("works_at").functional
    assert ontology.predicate("works_at").label == "works at"
    assert "person" in ontology.kinds
    assert load_ontology().predicate("works_at").functional
    assert [pattern.predicate for pattern in ontology.patterns["pilot"]] == ["pilots"]


def test_a_changed_file_is_read_again(tmp_path):
    file = tmp_path / "ontology.toml"
    file.write_text('[predicates.a]\nlabel = "first"\n')
    assert load_ontology(file).predicate("a").label == "first"
    file.write_text('[predicates.a]\nlabel = "the second"\n')
    os.utime(file, ns=(1, 1))
    assert load_ontology(file).predicate("a").label == "the second"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[predicates.works_at]\nfunctional = 'yes'\n", "predicates.works_at.functional"),
        ("[predicates.works_at]\nfunctoinal = true\n", "functoinal"),
        ("[predicates.p]\ndomain = ['ghost']\n", "predicates.p.domain"),
        ("[predicates.p]\nfact = 'rumour'\n", "predicates.p.fact"),
        ("[predicates.p]\nsays = ['work @ home']\n", "'work @ home'"),
        ("[predicates.p]\nsays = ['one two three four five']\n", "too many"),
        ("[predicates.p]\nname = 'q'\n", "predicates.p.name"),
        ("[predicates.Upper]\nlabel = 'x'\n", "predicates.Upper"),
        ("[predicate.works_at]\nfunctional = true\n", "'predicate'"),
        ("predicates = 3\n", "predicates"),
        ("[predicates]\nworks_at = 3\n", "predicates.works_at"),
        ("[kinds.x]\nheads = 'one'\n", "kinds.x.heads"),
        ("not toml", "TOML"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_key(tmp_path, text, named):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(OntologyError) as caught:
        load_ontology(file)
    assert str(file) in str(caught.value)
    assert named in str(caught.value)


def test_a_missing_file_and_a_binary_file_are_refused(tmp_path):
    with pytest.raises(OntologyError, match="cannot be read"):
        load_ontology(tmp_path / "none.toml")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OntologyError, match="not valid TOML"):
        load_ontology(tmp_path / "b.toml")


def test_patterns_are_read_from_their_short_notation():
    pattern = read_pattern("works_at", "says", "work at|for")
    assert (pattern.verbs, pattern.prepositions, pattern.copular) == (("work",), ("at", "for"), False)
    pattern = read_pattern("lives_in", "says", "be based in")
    assert (pattern.verbs, pattern.prepositions, pattern.copular) == (("based",), ("in",), True)
    pattern = read_pattern("deployed_on", "says", "deploy * on|to")
    assert (pattern.verbs, pattern.prepositions, pattern.thing) == (("deploy",), ("on", "to"), True)
    pattern = read_pattern("located_in", "says", "be in")
    assert (pattern.verbs, pattern.prepositions, pattern.copular) == (("be",), ("in",), False)


def test_an_ontology_can_be_made_of_nothing():
    assert Ontology([], []).predicate("x").label == "x"


def test_reading_it_imports_nothing_heavy():
    code = (
        "import sys; from graphmem.ontology import load_ontology; load_ontology();"
        "print([m for m in ('spacy','numpy','kuzu','onnxruntime','networkx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
