"""Standing orders that are known as such, and the single tasks, reports and wishes that are none."""

from __future__ import annotations

import pytest

from .saying import claims


@pytest.fixture(scope="module")
def told(extractor):
    def orders(text: str) -> list[str]:
        found = claims(extractor, text)
        return [one.text for one in found if one.predicate == "instructs" and one.mode == "asserts"]

    return orders


@pytest.mark.parametrize(
    ("text", "order"),
    [
        # An occasion that comes round.
        ("squash before merging", "to squash before merging."),
        ("read CONTRIBUTING.md before you start", "to read CONTRIBUTING.md before it starts."),
        ("use the old api until i say otherwise", "to use the old api until the user says otherwise."),
        # A choice, a custom.
        ("log in json, not plain text", "to log in json, not plain text."),
        ("default to postgres when you need a db", "to default to postgres when it needs a db."),
        ("stick to the standard library if you can", "to stick to the standard library if it can."),
        ("format with black, isort with profile black", "to format with black, isort with profile black."),
        # A kind of thing and where or how it goes.
        (
            "put new components in src/ui, not src/components",
            "to put new components in src/ui, not src/components.",
        ),
        (
            "please write commit messages in the imperative",
            "to write commit messages in the imperative.",
        ),
        # What somebody cannot stand.
        ('i hate when you say "certainly"', 'never to say "certainly".'),
        # What is quoted and what is a pattern stays whole.
        ('from now on say "you", not "the user"', 'to say "you", not "the user".'),
        ("name branches feat/<ticket>", "to name branches feat/<ticket>."),
        # What leads to an order is no part of it.
        ("Every time you change the API, update the docs.", "to update the docs every time it changes the API."),
        ("I'd like you to answer in short sentences from now on", "to answer in short sentences."),
        # A rule about all of something is no order to do all of it.
        ("make sure every endpoint has a rate limit", "to make sure every endpoint has a rate limit."),
        ("answer in german from now on", "to answer in german."),
        ("if you're unsure about a date, ask", "to ask if it is unsure about a date."),
        ("for new endpoints write an integration test first",
         "to write an integration test first for new endpoints."),
        ("skip the tests when you only change docs", "to skip the tests when it only changes docs."),
        ("commit early, commit often", "to commit early, commit often."),
        ("only use free libraries", "to only use free libraries."),
        ("treat warnings as errors", "to treat warnings as errors."),
        ("name branches after the ticket", "to name branches after the ticket."),
        ("start with the answer, then the reasons", "to start with the answer, then the reasons."),
        ("assume i'm on arch linux", "to assume the user is on arch linux."),
        ("don't guess, ask", "never to guess, ask."),
        ("round to two decimals", "to round to two decimals."),
        ("i'm on a mac so don't give me apt commands", "never to give the user apt commands."),
        ('don\'t use the word "delve"', 'never to use the word "delve".'),
        ("keep answers short, i don't need the preamble",
         "to keep answers short, the user does not need the preamble."),
    ],
)  # fmt: skip
def test_an_order_that_holds_for_good(told, text, order):
    assert told(text) == [f"The user wants the agent {order}"]


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("variables in snake_case, classes in PascalCase", "variables in snake_case, classes in PascalCase."),
        ("times in 24h format", "times in 24h format."),
        ("prices always with vat", "prices always with vat."),
        ("window seats only", "window seats only."),
        ("no more than 5 files per change", "no more than 5 files per change."),
        ("i want dates as yyyy-mm-dd", "dates as yyyy-mm-dd."),
        ("metric please, i never know what a fahrenheit is", "metric."),
        ("british english in the docs", "british english in the docs."),
        ("two spaces indentation in yaml", "two spaces indentation in yaml."),
        ("timestamps in utc please", "timestamps in utc."),
        ("i always want the simplest thing that works", "the simplest thing that works, always."),
        (
            "comments in english, even if i write spanish",
            "comments in english, even if the user writes spanish.",
        ),
    ],
)
def test_how_things_are_to_look(told, text, wish):
    assert told(text) == [f"The user wants {wish}"]


@pytest.mark.parametrize(
    "text",
    [
        "add a button below the header",
        "use the existing helper instead of writing a new one",
        "put the config in src/config.ts",
        "squash these commits before merging",
        "make it red, not blue",
        "a summary please",
        "code please",
        "book two tables for 7pm please",
        "write unit tests for edge cases",
        "cache responses in redis",
        "stick to the plan",
        "default to yes",
        "default settings in chrome are bad",
        "win over Arsenal",
        "all my colleagues should be there",
        "any idea should work",
        "every employee must wear a badge",
        "for the new endpoint write a test",
        "start with the second file",
        "Add a docstring to every function.",
        # A report.
        "errors in staging",
        "no errors in the log",
        "timestamps in the export look wrong",
        "dates in the csv are broken",
        "logs in datadog show a spike",
        "i want names for my dog",
        "can you put new components in src/ui, not src/components?",
    ],
)
def test_what_is_meant_for_once_is_no_standing_order(told, text):
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("all new code needs types", "The user's rule is: all new code needs types."),
        ("you don't need to ask before running tests", "The user sees no need to ask before running tests."),
    ],
)
def test_rules_and_what_need_not_be_done(told, text, rule):
    assert told(text) == [rule]


def test_a_label_keeps_its_words(told):
    assert told("House style: British spelling in docs") == [
        "The user's house style is: British spelling in docs."
    ]
