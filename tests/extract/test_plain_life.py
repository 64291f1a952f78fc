"""What people say of themselves in passing: homes, families, health, studies, food, what they own and how they live."""

from __future__ import annotations

import pytest

from graphmem.extract.spacy import SpacyExtractor

from .saying import claims

# What was said, and the one sentence that is kept of it.
KEPT = {
    "whose it is": [
        ("our wedding is on 12 october", "The user's wedding is on 2024-10-12."),
        ("our cat is 14", "The user's cat is 14."),
        ("our house is from 1920", "The user's house is from 1920."),
        ("our dog needs pills twice a day", "The user's dog needs pills twice a day."),
        ("my shell is fish", "The user uses fish for shell."),
        ("my mum lives with us", "The user's mum lives with the user."),
        ("my ex and i share custody", "The user's ex and the user share custody."),
    ],
    "one of a kind": [
        ("we have two rabbits", "The user has two rabbits."),
        ("we've got chickens", "The user has chickens."),
        ("i don't have a car", "The user does not own a car."),
        ("i play in a band", "The user is a member of a band."),
        ("i drive a 2015 golf", "The user owns a 2015 golf."),
        ("my keyboard is a split one", "The user's keyboard is a split one."),
        ("my car is a skoda octavia from 2016", "The user's car is a skoda octavia from 2016."),
        ("i'm on a macbook m2", "The user uses a macbook m2."),
        ("i have a spotify family plan", "The user uses spotify."),
    ],
    "studies": [
        ("i'm studying part time at the Open University", "The user studies at Open University."),
        ("i'm studying full-time at TU Delft", "The user studies at TU Delft."),
        ("i'm studying law part time", "The user studies law."),
        ("i did my masters in Delft", "The user studied at Delft."),
        ("she's learning to swim", None),
        ("i'm learning to swim", "The user is learning to swim."),
    ],
    "birth and age": [
        ("born in 1988", "The user was born in 1988."),
        ("my birthday is the 3rd of august", "The user was born on August 3."),
        ("i'm 1.83 tall", "The user is 1.83 tall."),
        ("i'm 34", "The user is 34 years old."),
    ],
    "illness and way of eating": [
        ("i've got a cold", "The user has a cold."),
        ("my daughter has the flu", "The user's daughter has the flu."),
        ("i caught a nasty cold", "The user has a cold."),
        ("i have a cold shower every morning", "The user has a cold shower every morning."),
        ("no dairy for me please", "The user does not eat dairy."),
        ("no alcohol for me", "The user does not drink alcohol."),
        ("i stopped drinking in january", "The user has given up drinking in January 2024."),
        ("i drink green tea", "The user drinks green tea."),
        ("i don't drink coffee after noon", "The user doesn't drink coffee after noon."),
        ("i skip breakfast", "The user skips breakfast."),
        ("we're vegetarian at home", "The user is vegetarian."),
    ],
    "a way of living": [
        ("my native language is tamil", "The user speaks tamil."),
        ("i can't have caffeine", "The user can't drink caffeine."),
        ("our kids are 8 and 11", "The user's kids are 8 and 11."),
        ("my father in law is a retired judge", "The user's father-in-law is a retired judge."),
        ("i don't drive", "The user doesn't drive."),
        ("i don't work on fridays", "The user doesn't work on fridays."),
        ("i'm not a morning person", "The user is not a morning person."),
        ("i'm single", "The user is single."),
        ("i grew up on a farm", "The user grew up on a farm."),
        ("we have twins", "The user has twins."),
        ("i have a british passport", "The user has a british passport."),
        ("i start at 7 and finish at 3", "The user starts at 7 and finishes at 3."),
        ("i'm self-employed", "The user is self-employed."),
        ("i'm an atheist", "The user is an atheist."),
        ("i'm a heavy sleeper", "The user is a heavy sleeper."),
        ("we rent", "The user rents."),
        ("i snore", "The user snores."),
        ("we go to Brittany every summer", "The user goes to Brittany every summer."),
        ("i have a stepsister in Leeds", "The user has a stepsister in Leeds."),
        ("my phone is 5 years old", "The user's phone is 5 years old."),
        ("i pay 45 a month for the gym", "The user pays 45 a month for gym."),
    ],
    "what is liked": [
        ("i hate meetings before 10", "The user hates meetings before 10."),
        ("i like my coffee black", "The user likes their coffee black."),
        ("i've taken up pottery instead", "The user has taken up pottery."),
    ],
    "days and places": [
        ("my girlfriend moved in last month", "The user's girlfriend moved in during May 2024."),
        ("my sister is getting married in june", "The user's sister is getting married in June 2024."),
        ("we're off to Corsica for two weeks in july", "The user travels to Corsica in July 2024."),
        ("just back from a week in Crete", "The user visited Crete."),
        ("my driving test is on the 18th", "The user has a driving test on 2024-06-18."),
    ],
    "who is what": [
        ("liam is our designer", "Liam is a designer."),
        ("as a nurse i work nights a lot", "The user works as a nurse."),
        ("never used terraform before", "The user is new to terraform."),
        ("i can't swim", "The user cannot swim."),
        ("i'm in a book club", "The user is a member of a book club."),
    ],
}
# What was said, and what must not be made of it: a predicate, or the beginning of a text.
NEVER = [
    ("english isn't my first language", "speaks"),
    ("french is not her native tongue", "speaks"),
    ("I'm done with uppsala", "dislikes"),
    ("I'm done with uppsala", "likes"),
    ("never used terraform before", "dislikes"),
    ("my car is in the garage", "stored_in"),
    ("i skip breakfast", "plans"),
    ("my favourite author is Ursula Le Guin", "has_role"),
    ("i'm 24 weeks pregnant", "age_is"),
    ("i'm off to the dentist at 4", "has_role"),
    ("i'm scared of the dentist", "has_role"),
    ("our kids are 8 and 11", "age_is"),
    ("our rent goes up in september", "status_is"),
    ("our car insurance is up in october", "status_is"),
    ("the dog goes to the groomer on friday", "due_on"),
    ("i'm studying to become a midwife", "studies"),
    ("vim is my editor", "has_role"),
    ("postgres is our planner", "has_role"),
]
# What was said, and two sentences of which each is kept.
BOTH = [
    ("doing a master's in statistics at Uppsala University",
     "The user studies statistics.", "The user studies at Uppsala University."),
    ("as a junior analyst, i mostly write sql", "The user works as a junior analyst.", "The user mostly writes sql."),
    ("made senior analyst on the 1st!!",
     "The user made senior analyst on 2024-06-01.", "The user has worked as a senior analyst since 2024-06-01."),
]  # fmt: skip


@pytest.mark.parametrize(("said", "text"), [one for group in KEPT.values() for one in group])
def test_it_is_told_once_and_as_it_was_said(extractor: SpacyExtractor, said: str, text: str | None) -> None:
    assert [one.text for one in claims(extractor, said)] == ([text] if text else [])


@pytest.mark.parametrize(("said", "predicate"), NEVER)
def test_it_is_not_taken_for_something_else(extractor: SpacyExtractor, said: str, predicate: str) -> None:
    assert predicate not in {one.predicate for one in claims(extractor, said)}


@pytest.mark.parametrize(("said", "first", "second"), BOTH)
def test_both_are_told(extractor: SpacyExtractor, said: str, first: str, second: str) -> None:
    assert {first, second} <= {one.text for one in claims(extractor, said)}
