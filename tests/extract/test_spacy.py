from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import graphmem.extract.spacy as extracting
from graphmem.config import Settings
from graphmem.errors import MissingExtra
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import USER, Message
from graphmem.ontology import Ontology, load_ontology
from graphmem.temporal import parse_time

AT = parse_time("2024-06-10T12:00:00Z")


def said(text, *, role="user", place=0, **more):
    return Message(f"msg_{place}", "ses_1", role, text, place, AT, **more)


def mentions(extractor, text, **more):
    return [
        (one.name, one.kind) for one in extractor.extract([said(text, **more)]).mentions if one.name != USER
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work at Acme in Lisbon.", [("Acme", "organization"), ("Lisbon", "place")]),
        ("Hi, can you look at the problem?", []),
        ("Hello there! Thanks a lot.", []),
        ("Fix src/app.py please.", [("src/app.py", "file")]),
        ("orders-svc talks to Redis.", [("orders-svc", "service"), ("Redis", "technology")]),
        ("The billing service is slow.", [("billing service", "service")]),
        ("We use Postgres and Python 3.12.", [("Postgres", "technology"), ("Python", "technology")]),
        ("The meeting is on Friday in May 2024.", []),
        ("Marie Curie visited Warsaw.", [("Marie Curie", "person"), ("Warsaw", "place")]),
        ("TODO: the error is in line 12.", []),
        ("Das liegt in src/app.py und der Rest auch.", [("src/app.py", "file")]),
    ],
)
def test_mentions(extractor, text, expected):
    assert mentions(extractor, text) == expected


def test_mentions_are_the_characters_of_the_message(extractor):
    text = "- I use **ruff**\n- `orders-svc` runs on   Fly.io\n\n```\ncode\n```\nPriya Raman owns it."
    found = extractor.extract([said(text)]).mentions
    assert {"ruff", "orders-svc", "Fly.io", "Priya Raman"} <= {one.name for one in found}
    for one in found:
        if one.name != USER:
            assert text[one.start : one.end] in {one.name, "it"}
    assert {text[one.start : one.end] for one in found if one.name == "orders-svc"} == {"orders-svc", "it"}


def test_only_active_text_of_people_and_agents_is_read(extractor):
    text = "I live in Rome."
    silent = [
        said(text, role="system"), said(text, role="tool"), said(text, kind="tool_result", place=2),
        said(text, kind="summary", place=3), said(text, active=False, place=4), said(text, role="assistant", place=5),
    ]  # fmt: skip
    result = extractor.extract(silent)
    assert result.claims == ()
    assert len(result.message_ids) == len(silent)


def test_claims_of_the_assistant_weigh_less(extractor):
    text = "The orders service depends on Redis."
    (of_user,) = extractor.extract([said(text)]).claims
    (of_agent,) = extractor.extract([said(text, role="assistant")]).claims
    assert of_agent.confidence < of_user.confidence


def test_context_explains_pronouns_and_claims_nothing(extractor):
    before = said("Priya works at Acme.", place=0)
    after = said("She lives in Rome.", place=1)
    alone = extractor.extract([after])
    together = extractor.extract([after], context=[before])
    assert alone.claims == ()
    assert [claim.subject.name for claim in together.claims] == ["Priya"]
    assert {claim.message_id for claim in together.claims} == {after.id}
    assert {one.message_id for one in together.mentions} == {after.id}


def test_a_part_of_a_project_is_that_of_the_project_at_hand(extractor):
    (claim,) = extractor.extract([said("The backend uses FastAPI.")], projects={"ses_1": "curio"}).claims
    assert (claim.subject.name, claim.subject.kind) == ("curio backend", "service")
    assert claim.text == "The backend of curio uses FastAPI."


def test_the_assistant_names_what_is_known_or_was_named_by_the_user(extractor):
    text = "The relevant package is Widgetry, and Parsing Overview explains how Python reads src/app.py."
    alone = extractor.extract([said(text, role="assistant")]).mentions
    assert {one.name for one in alone} == {"Python", "src/app.py"}
    after = extractor.extract(
        [said("We use Widgetry.", place=0), said(text, role="assistant", place=1)]
    ).mentions
    assert "Widgetry" in {one.name for one in after if one.message_id == "msg_1"}


def test_a_correction_is_a_claim_of_the_message_that_corrects(extractor):
    turns = [said("I live in Munich.", place=0), said("Sorry, I meant Augsburg.", place=1)]
    claims = extractor.extract(turns).claims
    assert [(one.message_id, one.object.name) for one in claims] == [
        ("msg_0", "Munich"),
        ("msg_1", "Augsburg"),
    ]


def test_the_same_messages_give_the_same_extraction(extractor):
    batch = [said("I moved from Berlin to Lisbon in March 2024.", place=place) for place in range(3)]
    assert extractor.extract(batch) == extractor.extract(batch)


def test_nothing_gives_nothing(extractor):
    result = extractor.extract([])
    assert (result.mentions, result.claims, result.problems) == ((), (), ())


def test_a_message_that_breaks_the_parser_is_a_problem_and_the_others_go_on(extractor, monkeypatch):
    real = extracting.tokenized

    def fragile(nlp, heard, ontology):
        if "poison" in heard.passage.text:
            raise ValueError("cannot read this")
        return real(nlp, heard, ontology)

    monkeypatch.setattr(extracting, "tokenized", fragile)
    result = extractor.extract(
        [said("I live in Rome.", place=0), said("this is poison", place=1), said("I use vim.", place=2)]
    )
    assert [claim.predicate for claim in result.claims] == ["lives_in", "uses"]
    assert len(result.problems) == 1
    assert result.problems[0].file == "msg_1"
    assert "cannot read this" in result.problems[0].reason


def test_a_missing_model_names_the_install(tmp_path):
    missing = SpacyExtractor(Settings(tmp_path, environ={}, arguments={"extract.model": "xx_no_such_model"}))
    with pytest.raises(MissingExtra, match=r"python -m spacy download xx_no_such_model"):
        missing.extract([said("I live in Rome.")])


def test_pip_is_named_only_for_the_model_that_we_pin(monkeypatch):
    from graphmem.extract import spacy as module

    monkeypatch.setattr(module, "AUTO", ("xx_no_such_one", "xx_no_such_other"))
    with pytest.raises(MissingExtra, match=r"Run: pip install xx-no-such-other$"):
        module._load("auto")


def test_the_model_is_loaded_once(tmp_path, monkeypatch):
    loads = []
    monkeypatch.setattr(extracting, "_models", {})
    real = extracting._load
    monkeypatch.setattr(extracting, "_load", lambda name: loads.append(name) or real(name))
    shared = SpacyExtractor(Settings(tmp_path, environ={}))
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(shared.extract([said("I use vim.")])))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loads == ["auto"]
    assert len(results) == 4
    assert all(result == results[0] for result in results)


def test_a_predicate_of_the_user_is_read(tmp_path):
    file = tmp_path / "ontology.toml"
    file.write_text(
        '[predicates.sponsors]\nlabel = "sponsors"\ndomain = ["person", "organization"]\n'
        'range = ["project"]\nsays = ["sponsor"]\n'
    )
    own = SpacyExtractor(Settings(tmp_path, environ={}), ontology=load_ontology(file))
    (claim,) = own.extract([said("I sponsor Curio.")]).claims
    assert (claim.predicate, claim.object.name, claim.object.kind) == ("sponsors", "Curio", "project")


def test_an_empty_ontology_claims_only_what_needs_no_pattern(tmp_path):
    bare = SpacyExtractor(Settings(tmp_path, environ={}), ontology=Ontology([], []))
    assert bare.extract([said("I work at Acme.")]).claims == ()


PIECES = st.sampled_from(
    [
        "I",
        "we",
        "she",
        "it",
        "my",
        "the",
        "Acme",
        "Berlin",
        "moved",
        "live",
        "work",
        "at",
        "in",
        "to",
        "from",
        "and",
        "or",
        "not",
        "if",
        "never",
        "don't",
        "because",
        "since",
        "2021",
        "May",
        "last",
        "week",
        "yesterday",
        "Postgres",
        "orders-svc",
        "`x`",
        '"',
        "'",
        ",",
        ".",
        "?",
        "!",
        "-",
        ":",
        ";",
        "\n",
        "\n\n",
        "```",
        ">",
        "#",
        "|",
        "**",
        "is",
        "are",
        "use",
        "prefer",
        "instead",
        "of",
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(PIECES, min_size=1, max_size=40).map(" ".join), st.sampled_from(["user", "assistant"]))
def test_words_in_any_order_are_survived(extractor, text, role):
    check(extractor, text, role)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200))
def test_any_text_is_survived(extractor, text):
    check(extractor, text, "user")


def check(extractor, text, role):
    result = extractor.extract([said(text, role=role)])
    assert result.problems == ()
    for claim in result.claims:
        assert 0 <= claim.start < claim.end <= len(text)
        assert claim.text.strip()
        assert claim.object is not None or claim.value
        if claim.valid_from and claim.valid_until:
            assert claim.valid_from <= claim.valid_until
    for one in result.mentions:
        assert 0 <= one.start < one.end <= len(text)


def test_the_command_line_of_spacy_is_not_imported_with_it_and_there_for_who_asks():
    code = (
        "import sys\n"
        "from graphmem.extract.spacy import load_model\n"
        "[word] = load_model('auto')('Hello')\n"
        "print([name for name in ('spacy.cli', 'weasel', 'requests') if name in sys.modules])\n"
        "import spacy\n"
        "print(spacy.info(silent=True)['spacy_version'] == spacy.__version__)\n"
        "from spacy.cli.info import info\n"
        "print(info.__module__, spacy.cli.download.__module__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "True", "spacy.cli.info spacy.cli.download"]


def test_importing_the_extractor_does_not_import_spacy():
    code = "import sys, graphmem.extract.spacy; print({'spacy', 'numpy', 'thinc'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
