"""What takes the place of something without naming it, from one session to the next; near misses end nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Unsought
from tests.pipeline.talks import take_in, talk

FIRST, SECOND = datetime(2024, 3, 4, 9, tzinfo=UTC), datetime(2024, 5, 20, 9, tzinfo=UTC)
BEFORE, AFTER = datetime(2024, 4, 1, tzinfo=UTC), datetime(2024, 7, 1, tzinfo=UTC)
# What was said first and later; what is told to hold before and after, by predicate and object or value.
STORIES = {
    "a purpose": (
        "We use Stripe for payments.", "payments go through Adyen as of this week",
        "uses", {"Stripe"}, {"Adyen"},
    ),
    "a purpose by another word": (
        "package manager is yarn", "we're a pnpm repo now", "uses", {"yarn"}, {"pnpm"},
    ),
    "a purpose that was moved": (
        "We use Linear for tickets.", "tickets moved back to Jira", "uses", {"Linear"}, {"Jira"},
    ),
    "one's own tool": ("i use vim", "im on neovim now, vim's config drove me mad", "uses", {"vim"}, {"neovim"}),
    "a host of code": (
        "the repo is on gitlab", "repo's on github as of today", "uses", {"gitlab"}, {"github"},
    ),
    "where builds run": (
        "Our CI runs on CircleCI.", "CI is GitHub Actions since this sprint",
        "uses", {"CircleCI"}, {"GitHub Actions"},
    ),
    "the system of a machine": (
        "The staging box runs Ubuntu.", "The staging box runs Debian now.", "uses", {"Ubuntu"}, {"Debian"},
    ),
    "a service by its short name": (
        "Rosa owns the billing service.", "billing is now with Deniz", "owns", {"billing service"}, {"billing"},
    ),
    "who has it then": (
        "I own the ingest pipeline.", "the ingest pipeline isn't mine anymore, Pernille has it since last week",
        "owns", {"ingest pipeline"}, {"ingest pipeline"},
    ),
    "a limit by its plural": ("The retry limit is 3.", "bump retries to 5", "setting_is", {"3"}, {"5"}),
    "a limit by a shorter name": (
        "The max upload size is 25 MB.", "upload limit's 100 MB now", "setting_is", {"25 MB"}, {"100 MB"},
    ),
    "a deadline by a shorter name": (
        "The deadline for the GDPR export is June 20.", "gdpr export deadline got moved to july 4",
        "due_on", {"2024-06-20"}, {"2024-07-04"},
    ),
    "a branch": (
        "Default branch is master.", "renamed default branch to main", "setting_is", {"master"}, {"main"},
    ),
    "a version that was chosen": (
        "We went with Postgres 14.", "Upgraded Postgres to 15 over the weekend.", "version_is", {"14"}, {"15"},
    ),
    "a version in small letters": ("We're on Ruby 2.7.", "we run ruby 3.3 as of today", "version_is", {"2.7"}, {"3.3"}),
}  # fmt: skip
# What ends nothing of what was said before.
BESIDE = {
    "also": ("We use Stripe for payments.", "We also use Adyen for payments."),
    "some of it": ("We use Stripe for payments.", "some payments go through Adyen now"),
    "somewhere": ("We use Stripe for payments.", "payments go through Adyen in Brazil now"),
    "perhaps": ("We use Stripe for payments.", "we might use Adyen for payments as of next week"),
    "without a word of change": ("We use Stripe for payments.", "We use Adyen for payments."),
    "another purpose": ("We use Jest for the unit tests.", "we use playwright for the e2e tests now"),
    "another machine": ("The staging box runs Ubuntu.", "The build box runs Debian now."),
    "another family": ("i use vim", "im on zsh now"),
    "somebody with somebody": ("Rosa owns the billing service.", "Rosa is now with Deniz"),
    "another service": ("Rosa owns the billing service.", "search is now with Deniz"),
    "another setting": ("The retry limit is 3.", "the retry delay is 5 s now"),
    "another limit": ("The upload limit is 25 MB.", "the download limit is 100 MB now"),
}


def told(memory, predicate="", **when):
    return [one for one in memory.facts(limit=50, **when) if predicate in {"", one.predicate}]


@pytest.mark.parametrize("backwards", [False, True], ids=["forwards", "backwards"])
@pytest.mark.parametrize("story", STORIES.values(), ids=list(STORIES))
def test_the_new_takes_the_place_of_the_old(tmp_path, story, backwards):
    first, later, predicate, held, holds = story
    sessions = [talk("first", ("user", first), at=FIRST), talk("second", ("user", later), at=SECOND)]
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, *(sessions[::-1] if backwards else sessions))
        now = told(memory, predicate, as_of=AFTER)
        assert {one.object for one in now} == holds
        assert len(now) == len(holds)
        assert {one.object for one in told(memory, predicate, as_of=BEFORE, known_at=BEFORE)} == held


@pytest.mark.parametrize("story", BESIDE.values(), ids=list(BESIDE))
def test_what_is_told_beside_it_ends_nothing(tmp_path, story):
    first, later = story
    with Unsought(tmp_path / "home") as memory:
        take_in(memory, talk("first", ("user", first), at=FIRST))
        before = {one.id for one in told(memory, as_of=BEFORE)}
        take_in(memory, talk("second", ("user", later), at=SECOND))
        assert before
        assert before <= {one.id for one in told(memory, as_of=AFTER)}
