"""What belongs to the moment is no fact: praise, cheering, moods, guesses; what lasts is kept beside it."""

from __future__ import annotations

import pytest

from tests.extract.saying import claims

NOTHING = (
    # Praise of what is shown or said.
    "Love the colours and the light in it!",
    "Loving the energy here",
    "I love the way he sings",
    "Love that scarf!",
    "Love having you around, buddy",
    "I love the hat and the blue shoes",
    "I hate the new dashboard",
    "Enjoy the rest of your evening",
    "Enjoy Paris!",
    # Shards of a sentence.
    "Family love really matters",
    "Digging deeper into the logs helped",
    "I started caring more about sleep",
    "Talking to her helped me handle the situation",
    "The neighbourhood needs more playgrounds",
    "The parser needs better tests",
    "I do those spin classes",
    "I love spending time with the people I work with",
    # Guesses.
    "Your holiday must have been amazing!",
    "The vibe there must have unreal!",
    "That must have taken ages",
    "The build must have been cached",
    "The migration must have run twice",
    "Not only for the money, but also for the people",
    # Cheering and moods.
    "I won't give up on this",
    "We won't quit",
    "I'm not going to let anything stop me",
    "I'm going to keep pushing for my dreams",
    "We rock as a team",
    "I'm living my best life",
    "I'm over the moon about the new job",
    "I'm so thankful for the bug report",
    "My kids are so cute",
    "Our staging box is awesome",
    "🎉🧡",
    "I'm inspired seeing my music touch somebody",
    "We all learn from our mistakes",
    "We're sketching some to help families",
    "I'm going to rock the stage",
    "My kids have so much",
    "We don't go often",
)
KEPT = {
    "I love live music": ("likes", "live music"),
    "I love the outdoors": ("likes", "outdoors"),
    "I love the Beatles": ("likes", "Beatles"),
    "My sister loves the theatre": ("likes", "theatre"),
    "we love dark mode": ("likes", "dark mode"),
    "I love the borrow checker in Rust": ("likes", "borrow checker in Rust"),
    "I recently got into bouldering": ("practises", "bouldering"),
    "I've been busy knitting": ("practises", "knitting"),
    "I'm passionate about nurses and their pay": ("likes", "nurses"),
    "Lena handles the billing service": ("owns", "billing service"),
    "The api needs redis": ("depends_on", "redis"),
    "All PRs must have passed CI before the merge": (
        "instructs",
        "all PRs must have passed CI before the merge",
    ),
    "Every commit must have a ticket id": ("instructs", "every commit must have a ticket id"),
    "We won't migrate to Mongo after all": ("plans", "migrate Mongo"),
    "I'm not going to renew the lease after all": ("plans", "renew lease"),
    "I've been busy gardening": ("practises", "gardening"),
    "I like the command line": ("likes", "command line"),
    "We adopted a kitten in March": ("has_pet", "kitten"),
    "We adopted a toddler in March": ("did", "adopted a toddler in March 2024"),
    "We adopted trunk-based development": ("chose", "trunk-based development"),
    "I was upset that the deploy broke on Friday": ("did", "was upset that the deploy broke on 2024-06-07"),
    "My dream is to open a bakery": ("wishes", "open a bakery"),
    "I've moved to the platform team": ("member_of", "platform team"),
    "We chose Stripe for payments since it supports SEPA": ("chose", "Stripe"),
}


@pytest.mark.parametrize("text", NOTHING)
def test_the_moment_leaves_no_fact(extractor, text):
    assert [one.text for one in claims(extractor, text)] == []


@pytest.mark.parametrize("text", KEPT)
def test_what_lasts_is_kept(extractor, text):
    assert KEPT[text] in {(one.predicate, one.object_name) for one in claims(extractor, text)}


def test_an_accident_is_no_liking_and_a_group_that_was_visited_is_not_left(extractor):
    told = claims(extractor, "My brother got into a car crash. I went to a book group last night.")
    assert {one.predicate for one in told} == {"did"}


def test_what_is_told_twice_is_told_once(extractor):
    told = [one.text for one in claims(extractor, "I usually bake bread, cook soups and make jam at home")]
    assert not any(one != other and other.startswith(one.rstrip(".")) for one in told for other in told)
    told = [one.object_name for one in claims(extractor, "We love running, swimming, and playing chess")]
    assert "swimming" not in told


def test_a_bank_account_is_no_bank(extractor):
    assert [one.value for one in claims(extractor, "I closed my bank account")] == ["bank account"]
    assert [one.value for one in claims(extractor, "closed my Chase account")] == ["Chase"]


WORDED = {
    "We retook the exam last week": "The user retook the exam in the week of 2024-06-03.",
    "I'm working on my shop and some new recipes": "The user is working on their shop and some new recipes.",
    "I've developed a course for beginners, by the way": "The user has developed a course for beginners.",
    "On a brighter note, I'm moving to Kent in July": "The user is moving to Kent in July 2024.",
    "Best of all, my nephews are getting keen on swimming": "The user's nephews are getting keen on swimming.",
    "I gave a talk at a school I teach at yesterday": (
        "The user gave a talk at a school the user teaches at on 2024-06-11."
    ),
    "I love being outside - going for walks, swimming": "The user loves being outside.",
}


@pytest.mark.parametrize("text", WORDED)
def test_a_sentence_is_told_without_a_splice(extractor, text):
    assert WORDED[text] in {one.text for one in claims(extractor, text)}


@pytest.mark.parametrize(
    "text",
    [
        "I learned it the hard way in March",
        "We ended up laughing and dancing",
        "We always enjoy each other's company",
        "Music is just me",
        "I'm feeling inspired by winter so I'm planning a few things",
        "Collect papers such as diplomas, pay slips and vaccination cards",
    ],
)
def test_a_turn_of_speech_leaves_no_fact(extractor, text):
    assert [one.text for one in claims(extractor, text)] == []
