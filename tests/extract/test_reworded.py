"""What changed is told in many ways, and read as if it were told plainly; what is unsure is told in none."""

from __future__ import annotations

import pytest

from graphmem.errors import OntologyError
from graphmem.extract.construction.grammar import load_grammar
from tests.extract.test_restate import in_full, said


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("mocha made way for vitest last month", "we replaced mocha with vitest last month"),
        ("celery is gone, dramatiq took its place", "we replaced celery with dramatiq"),
        (
            "oskar stepped down as maintainer of the parser crate, Lena does it now",
            "Lena took over the parser crate",
        ),
        ("jira got the axe", "we dropped jira"),
        ("so i gave chess the boot", "I dropped chess"),
        ("went back on the monorepo thing", "we decided against monorepo"),
        ("tailwind got vetoed, plain css it is", "we decided against tailwind"),
        ("board meeting postponed to july 1", "board meeting was moved to july 1"),
        ("beta slips to the 28th", "beta is due on the 28th"),
        ("i got an extension for the thesis until july 15", "the thesis was moved to july 15"),
        (
            "can you update the invite, retro got pushed to fridays at 3pm",
            "retro was moved to fridays at 3pm",
        ),
        ("ops let us increase the max upload size to 50 MB", "we changed the max upload size to 50 MB"),
        ("got django up to 5.1", "django was bumped to 5.1"),
        ("node 18 here, is that still supported", "node is at 18"),
        ("forget the type hints rule", "scrap the rule about type hints"),
        ("back to English please", "please answer in English"),
        ("the offsite is not happening", "the offsite fell through"),
        ("noor and i got back together", "Noor is my partner again"),
        ("quillbridge laid me off on friday", "I no longer work at quillbridge on friday"),
        ("we found Kiwi a new home", "we gave away Kiwi"),
    ],
)
def test_what_changed_is_said_plainly(extractor, text, plain):
    assert plain in in_full(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "did mocha make way for vitest?",
        "if beta slips to july 28 we are late",
        "the release might be pushed to july 28",
        "jira did not get the axe",
        "the image was pushed to registry.example.org",
        "Tom doesn't like the new dashboard, but Ines does",
        "my start date got pushed back to august 1",
        "the error is not happening anymore",
        "can you check whether the release got pushed to july 28",
        "my boss let me go early",
        "the server is fine again",
        "drop the eslint rule",
    ],
)
def test_what_is_unsure_or_means_something_else_is_not_reworded(extractor, text):
    plain = (
        "replaced",
        "moved",
        "dropped",
        "took over",
        "fell through",
        "no longer",
        "you can use",
        "scrap",
        "is due",
    )
    assert not [one for one in in_full(extractor, text) if any(f" {way} " in f" {one} " for way in plain)]


def test_a_plain_form_stands_in_place_of_what_the_sentence_else_tells(extractor):
    claims = extractor.extract([said("the board meeting got pushed to july 1")]).claims
    assert {(one.predicate, one.value) for one in claims} == {("due_on", "2024-07-01")}


def test_a_file_of_ones_own_may_reword_too(tmp_path, extractor):
    own = tmp_path / "constructions.toml"
    own.write_text('[rewordings."S dropped O"]\nhappens = ["S yeet O"]\n')
    assert load_grammar(own).rewordings["yeet"]
    own.write_text('[rewordings."S dropped O"]\nsometimes = ["S yeet O"]\n')
    with pytest.raises(OntologyError, match="sometimes"):
        load_grammar(own)
