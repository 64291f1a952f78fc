"""Values that are told by the step to them, how what comes round is done, and what stands beside and is not of it."""

from __future__ import annotations

import pytest

from tests.extract.saying import claims

TOLD = [
    ("make that 2000 for the batch size", "setting_is", "batch size", "2000"),
    ("Down to 86 kilos!", "noted", "", "weighs 86 kilos"),
    ("We're down to four", "setting_is", "size of the team", "four people"),
    ("we're five on the team", "setting_is", "size of the team", "five people"),
    ("down to 7 open positions", "noted", "", "is down to 7 open positions"),
    ("my internet provider is Vodafone", "uses", "internet", "Vodafone"),
    ("switched internet to Telekom finally", "uses", "internet", "Telekom"),
    ("switched my car insurance to HUK", "uses", "car insurance", "HUK"),
    ("our biggest customer is Hartmann", "setting_is", "biggest customer", "Hartmann"),
    ("I transferred to the Porto office", "noted", "", "is in the Porto office"),
    ("i renamed master to main in the repo yesterday", "setting_is", "default branch", "main"),
    ("finished migrating to Vue 3", "version_is", "", "3"),
    ("deploys are automatic on merge now", "setting_is", "deploys", "automatic on merge"),
    ("we release by hand", "setting_is", "releases", "manual"),
    ("code reviews are mandatory", "setting_is", "code reviews", "mandatory"),
    ("I see my therapist every week", "practises", "", "sees their therapist every week"),
    ("I see 20 patients a day", "practises", "", "sees 20 patients a day"),
    ("the build takes about 12 minutes", "setting_is", "build duration", "12 minutes"),
    ("i meditate twenty minutes a day now", "practises", "", "meditates twenty minutes a day"),
    ("I rent a flat in Leith", "lives_in", "", "Leith"),
    ("gave up on portuguese, doing italian now", "studies", "", "italian"),
    ("our NPS is 42", "setting_is", "NPS", "42"),
    ("weekly sync moved to Zoom", "noted", "", "The weekly sync moved to Zoom"),
    ("standup is on google meet", "noted", "", "The standup is on Google Meet"),
    ("sauna once a week now", "setting_is", "sauna", "once a week"),
    ("up to 35 minutes of stretching now", "noted", "", "is up to 35 minutes of stretching"),
    ("podcast passed 1000 listeners", "setting_is", "podcast", "1000 listeners"),
    ("deploys are done with Helm now", "uses", "deploys", "Helm"),
    ("the launch moved to the 24th", "due_on", "launch", "2024-06-24"),
    ("we moved the launch to the 24th", "due_on", "launch", "2024-06-24"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "predicate", "qualifier", "value"), TOLD, ids=[one[0] for one in TOLD])
def test_what_is_told(extractor, text, predicate, qualifier, value):
    found = [one for one in claims(extractor, text) if one.mode == "asserts"]
    assert (predicate, qualifier, value) in [(one.predicate, one.qualifier, one.object_name) for one in found]


# What was taken for something that it is not.
NOT = [
    ("the app is at 1200 daily users", "listens_on"),
    ("our NPS is 42", "version_is"),
    ("my alarm is at 6", "version_is"),
    ("at 20 kg the bag is too heavy for the cabin", "noted"),
    ("the password manager is LastPass", "reports_to"),
    ("we split up Low Tide, i'm playing solo", "partner_of"),
    ("my internet provider is Vodafone", "has_role"),
    ("quick context before we start: the checkout service is in Ruby, images sit on Cloudinary", "plans"),
    ("should the standup move to Zoom?", "noted"),
    ("padel moved to Sundays", "lives_in"),
    ("trying to cut down on coffee and allergic to trying", "allergic_to"),
    ("Weekly sync is on Teams, mondays at 10.", "setting_is"),
    ("Weekly sync is on Teams, mondays at 10.", "version_is"),
    ("deploys are done with Helm now", "depends_on"),
    ("remind me once a week now and then", "setting_is"),
    ("bought a place in Portobello, we moved in on saturday", "practises"),
]


@pytest.mark.parametrize(("text", "predicate"), NOT, ids=[" ".join(one) for one in NOT])
def test_what_is_not_told(extractor, text, predicate):
    assert predicate not in {one.predicate for one in claims(extractor, text)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cancelled puregym, i do yoga at home", "The user does yoga at home."),
        ("new office so my commute is only 20 minutes", "The user's commute is 20 minutes."),
    ],
)
def test_a_deed_in_front_is_no_part_of_it(extractor, text, told):
    texts = [one.text for one in claims(extractor, text) if one.mode == "asserts"]
    assert told in texts
    assert not [one for one in texts if one != told and told.rstrip(".").lower() in one.lower()]


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("we split up Low Tide", ("let_go", "Low Tide")),
        ("Lena and I got married in June!", ("partner_of", "Lena")),
        ("we had to put our dog down last week", ("has_pet", "dog")),
    ],
)
def test_what_is_over(extractor, text, ended):
    over = [one for one in claims(extractor, text) if one.mode in {"closes", "ends"}]
    assert ended in [(one.predicate, one.object_name) for one in over]
