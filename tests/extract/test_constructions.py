"""Constructions: a line of the grammar is one way of saying a predicate, whoever says it, in any tense and list."""

from __future__ import annotations

import pytest

from graphmem.config import Settings
from graphmem.errors import OntologyError
from graphmem.extract.construction.checked import READ, grammar_of
from graphmem.extract.construction.fillers import ENTITIES, FORMS
from graphmem.extract.construction.grammar import load_grammar, read_construction
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import USER, Message
from graphmem.ontology import load_ontology
from graphmem.temporal import parse_time


def told(extractor, text):
    """What is claimed, as "mode predicate who what"."""
    message = Message("msg_1", "ses_1", "user", text, 0, parse_time("2024-06-12T10:00:00Z"))
    found = set()
    for claim in extractor.extract([message]).claims:
        who = "user" if claim.subject.name == USER else claim.subject.name
        what = claim.object.name if claim.object else claim.value
        found.add(f"{claim.mode} {claim.predicate} {who} {what}")
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My cousin Ivo is terrified of geese.", "asserts fears Ivo geese"),
        ("still paying off the tractor", "asserts owns user tractor"),
        ("My dad takes atorvastatin and metformin.", "asserts uses user's dad metformin"),
        ("My sister is into bouldering and chess.", "asserts likes user's sister bouldering"),
        ("The recorder talks to Redis and Kafka.", "asserts depends_on recorder Kafka"),
        ("The importer is hosted on Hetzner.", "asserts deployed_on importer Hetzner"),
        ("The scheduler is written in Elixir.", "asserts written_in scheduler Elixir"),
        ("We no longer use Sentry.", "ends uses user Sentry"),
        ("My uncle doesn't eat pork.", "denies eats user's uncle pork"),
        ("I became a lorry driver in 2021.", "asserts has_role user lorry driver"),
        ("I started eating fish again.", "asserts eats user fish"),
    ],
)
def test_what_a_construction_says_is_claimed(extractor, text, expected):
    assert expected in told(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "Are you scared of geese?",
        "If I were scared of geese I would not live here.",
        "My cousin says he might be scared of geese.",
        "Translate this: I am scared of geese.",
        'The note reads "I am scared of geese".',
        "Imagine you are paying off a tractor.",
        "Suppose the recorder talks to Kafka.",
        "Would the recorder talk to Kafka?",
        "In the novel the hero quits smoking.",
        "I wish I could quit smoking.",
        "Maybe we should use Sentry.",
        "Does anybody here go bouldering?",
        "`my dad takes metformin`",
        "> my dad takes metformin",
        "Write a story in which my dad takes metformin.",
        "Should I be on metformin?",
        "People who are scared of geese should stay away.",
        "I've been running into flaky tests all day.",
        "I'm at the dentist until noon.",
        "I like the second one better.",
        "Apparently the importer is hosted on Hetzner.",
        "Let's say the scheduler is written in Elixir.",
        "Don't write to /tmp on those machines.",
        "What would it take to quit smoking?",
        "Ideally the recorder talks to Redis.",
    ],
)
def test_what_is_asked_guessed_quoted_or_told_of_others_is_not(extractor, text):
    predicates = {
        "fears",
        "owns",
        "depends_on",
        "eats",
        "uses",
        "practises",
        "has_role",
        "likes",
        "deployed_on",
    }
    found = {line for line in told(extractor, text) if line.split()[1] in predicates | {"written_in"}}
    assert not found


def test_a_line_stands_for_each_of_its_choices():
    found = list(read_construction("fears", "says", "S be (scared|afraid) of (the)? O:np"))
    assert [[sorted(one.words) for one in c.elements if one.words] for c in found] == [
        [["be"], ["afraid", "scared"], ["of"], ["the"]],
        [["be"], ["afraid", "scared"], ["of"]],
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[constructions.fears]\nsays = ['S be afraid']\n", "no slot O"),
        ("[constructions.fears]\nsays = ['O']\n", "no word"),
        ("[constructions.fears]\nsays = ['S be %% of O']\n", "is no word"),
        ("[constructions.fears]\nsometimes = ['S fear O']\n", "sometimes is not known"),
        ("[constructions.fears]\nsays = 'S fear O'\n", "says is not known"),
        ("[constructions.fears]\nsays = [1]\n", "says is not known"),
        ("[types.ghost]\nwords = 1\n", "ghost is no class of words"),
        ("[types.ghost]\nword = 'x'\n", "ghost is no class of words"),
        ("types = 1\n", "types is no table"),
        ("constructions", "cannot be read|is not|TOML|Expected"),
    ],
)
def test_a_file_that_is_no_grammar_is_named_with_what_is_wrong(tmp_path, text, reason):
    file = tmp_path / "constructions.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError, match=reason) as refused:
        load_grammar(file)
    assert str(file) in str(refused.value)


def test_every_type_that_a_construction_asks_for_is_there():
    grammar, ontology = load_grammar(), load_ontology()
    known = {*grammar.types, *ENTITIES, *FORMS, *ontology.kinds, *READ}
    for one in grammar.constructions:
        assert one.predicate in ontology.predicates, one.source
        assert {name for element in one.elements for name in element.types} <= known, one.source


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[constructions.adores]\nsays = ['S adore O']\n", "adores, which is no predicate"),
        ("[constructions.fears]\nsays = ['S dread O:ghost']\n", "asks for ghost, which is no type"),
    ],
)
def test_a_construction_that_nobody_knows_is_named(tmp_path, text, reason):
    (tmp_path / "constructions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError, match=reason):
        grammar_of(tmp_path, load_ontology())


def test_a_home_brings_constructions_of_its_own(tmp_path):
    (tmp_path / "constructions.toml").write_text(
        "[types.ghost]\nwords = 'poltergeist, banshee'\n[constructions.fears]\nsays = ['S be spooked by O:ghost']\n",
        encoding="utf-8",
    )
    extractor = SpacyExtractor(Settings(tmp_path, environ={}))
    assert "asserts fears user banshee" in told(extractor, "I'm spooked by the banshee")
    elsewhere = told(SpacyExtractor(Settings(tmp_path / "other", environ={})), "I'm spooked by the banshee")
    assert elsewhere == {"asserts noted user is spooked by the banshee"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Joining a choir can be quite cheering.", "member_of"),
        ("I appreciate your support.", "likes"),
    ],
)
def test_what_tells_of_the_talk_or_of_nobody_claims_nothing(extractor, text, wrong):
    assert not [line for line in told(extractor, text) if wrong in line]


def test_a_phrase_is_not_cut_between_its_adjectives(extractor):
    found = told(extractor, "These days I'm passionate about building a warm, quiet room for readers.")
    assert not [line for line in found if line.endswith("a warm")]
