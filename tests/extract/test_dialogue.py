"""What is told over more than one turn: a question and its answer, a name behind what it is the name of."""

from __future__ import annotations

import pytest

from graphmem.model import Message
from graphmem.temporal import parse_time

SAID = parse_time("2024-06-12T10:00:00Z")


def told(extractor, *turns: str) -> list[str]:
    """The claims of the last turn; an assistant's turn begins with ">", a person's with their name and a colon."""
    messages = []
    for place, turn in enumerate(turns):
        agent = turn.startswith(">")
        who, _, text = ("", "", turn.lstrip("> ")) if agent or ": " not in turn[:8] else turn.partition(": ")
        role = "assistant" if agent else "user"
        messages.append(Message(f"m{place}", "ses_1", role, text, place, SAID, author=who))
    found = extractor.extract(messages)
    assert not found.problems
    mine = [one for one in found.claims if one.message_id == messages[-1].id]
    return [f"{'' if one.mode == 'asserts' else one.mode + ' '}{one.predicate}: {one.text}" for one in mine]


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("How long have you been married?", "Twelve years already!", "did: The user has been married since June 2012."),
        ("How long have you been painting?", "Since I was nine or so.",
         "practises: The user has been painting since the user was nine or so."),
        ("How long has the API been on Python 3.9?", "two years",
         "version_is: Python has been at version 3.9 since June 2022."),
        ("How often do you run?", "Three times a week", "practises: The user runs three times a week."),
        ("How many kids do you have?", "Two", "noted: The user has two kids."),
        ("How many replicas does the API have?", "4", "setting_is: The API has 4 replicas."),
        ("Where do your parents live?", "In Porto", "lives_in: The user's parents live in Porto."),
        ("Where are you from?", "Kaunas, Lithuania", "comes_from: The user comes from Kaunas."),
        ("When did you move to Berlin?", "In 2019", "lives_in: The user moved to Berlin in 2019."),
        ("When is your birthday?", "March 3rd", "born_on: The user was born on March 3."),
        ("Why did you move to Berlin?", "For work", "lives_in: The user moved to Berlin for work."),
        ("Who owns the gateway?", "The edge team", "owns: The edge team owns the gateway."),
        ("Who is your manager?", "Dana Whitfield", "reports_to: The user's manager is Dana Whitfield."),
        ("Who taught you to knit?", "My grandma", "did: The user's grandma taught the user to knit."),
        ("Which database does the billing service use?", "Thanks! MySQL for now",
         "uses: The billing service uses MySQL."),
        ("What's the service called?", "orders-api", "name: The service is called orders-api."),
        ("What's your dog called?", "Rex!", "has_pet: The user's dog is called Rex."),
        ("Cool! What instrument do you play?", "Guitar's mostly my thing.", "plays: The user plays Guitar."),
        ("What are you reading?", "Dune", "practises: The user is reading Dune."),
        ("Which port does the admin UI use?", "8443", "listens_on: The admin UI listens on port 8443."),
        ("Are you allergic to nuts?", "Yes", "allergic_to: The user is allergic to nuts."),
        ("Do you play any instruments?", "Yes, the cello", "plays: The user plays the cello."),
        ("Do you work out?", "Yeah, every morning", "practises: The user works out every morning."),
        ("Have you read Dune?", "Yes, last year", "did: The user read Dune in 2023."),
        ("Did your sister move to Oslo?", "Yes, last month", "lives_in: The user's sister moved to Oslo in May 2024."),
        ("Where did you go last summer?", "Crete", "did: The user went to Crete in summer 2023."),
        ("Do you have kids?", "Yes, two", "noted: The user has two kids."),
        ("Any siblings?", "Two brothers", "noted: The user has two brothers."),
        ("What's your favourite colour?", "blue", "favorite_is: The user's favourite colour is blue."),
        ("When did you get married?", "2015", "did: The user got married in 2015."),
        ("Since when have you been vegan?", "2019", "has_condition: The user has been vegan since 2019."),
        ("Is Sam your manager?", "yes", "reports_to: The user's manager is Sam."),
        ("Do you live in Leeds?", "No", "denies lives_in: The user does not live in Leeds."),
        ("Is your wife a teacher?", "Yes, she is", "has_role: The user's wife is a teacher."),
        ("Do you like sketching boats?", "Thanks! Yeah, I love to.",
         "likes: The user likes sketching boats."),
        ("Did you go to Rome last summer?", "Yep", "visited: The user visited Rome in summer 2023."),
        ("You're still on Postgres 14, right?", "yep", "version_is: Postgres is at version 14."),
        ("Is the API written in Go or Rust?", "Rust", "written_in: The API is written in Rust."),
        ("Is the API written in Go or Rust?", "the second one", "written_in: The API is written in Rust."),
        ("That plate is beautiful! Did you make it?", "Yeah, I did!", "did: The user made the plate."),
        ("I love that necklace! Where did you get it?", "Paris", "did: The user got the necklace in Paris."),
    ],
)  # fmt: skip
def test_an_answer_says_it_all_with_its_question(extractor, question, answer, expected):
    assert told(extractor, f"> {question}", answer) == [expected]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do you want me to fix it?", "Yes please"),
        ("Should I use tabs?", "yes"),
        ("Is it okay to delete it?", "Yes"),
        ("What do you think?", "Great idea"),
        ("What's the error?", "a timeout"),
        ("Are you ready?", "yes"),
        ("Did you have fun?", "Yes, I did"),
        ("Are you using different colours?", "Yes."),
        ("Have you tried pottery?", "Nah, I haven't."),
        ("Have you restarted the server?", "yes I did"),
        ("Did the build pass?", "yes"),
        ("Do you have the logs?", "no"),
        ("Which file should I change?", "src/app.py"),
        ("What do you like best about sailing?", "It's a chance to be together."),
        ("Do you know my sister?", "Yes, I do"),
        ("Which database do you use?", "Not sure, maybe Postgres"),
        ("How long did the build take?", "No idea"),
        ("Who wrote it?", "Priya"),
    ],
)
def test_what_is_asked_of_the_moment_or_stays_open_is_no_fact(extractor, question, answer):
    assert told(extractor, f"> {question}", answer) == []


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["Ada: We have a pup and a kitty.", "Ben: Aw! What are their names?", "Ada: Miso and Tofu!"],
         ["has_pet: Ada's pet is called Miso.", "has_pet: Ada's pet is called Tofu."]),
        (["Ada: We've got two cats.", "Ben: What are they called?", "Ada: Miso and Tofu"],
         ["has_pet: Ada's cat is called Miso.", "has_pet: Ada's cat is called Tofu."]),
        (["Ada: I have a son and a daughter.", "Ben: What are their names?", "Ada: Tim and Lea"],
         ["parent_of: Ada's child is Tim.", "parent_of: Ada's child is Lea."]),
        (["Ben: How is your new kitten?", "Ada: Great! Her name is Pepper."],
         ["has_pet: Ada's kitten is called Pepper."]),
        (["Ada: I bought a boat last summer.", "Ben: Nice! What did you name it?", "Ada: Nora"],
         ["name: The boat is called Nora."]),
    ],
)  # fmt: skip
def test_names_are_given_to_those_who_were_told_of(extractor, turns, expected):
    assert told(extractor, *turns) == expected


def test_a_name_goes_to_the_one_who_was_told_of_before(extractor):
    assert "has_pet: The user's puppy is called Fig." in told(
        extractor, "I got a puppy in May! Her name's Fig."
    )
    assert "parent_of: The user's son is Kyle." in told(
        extractor, "Our two-year-old is so sweet, his name is Kyle!"
    )
    assert "has_pet: The user's dog is called Biscuit." in told(
        extractor, "We adopted a dog. We named him Biscuit."
    )


@pytest.mark.parametrize(
    "text",
    [
        "I saw a puppy at the park. Her name was Daisy.",
        "My wife and my sister came by. Her name is Ana.",
        "My sister has a kitten. Her name is Fig.",
        "The kids love the neighbour's dog. His name is Rex.",
    ],
)
def test_a_name_that_may_be_of_another_is_given_to_nobody(extractor, text):
    assert not [
        one for one in told(extractor, text) if "called" in one or one.split()[-1][:-1] in text.split()[-1]
    ]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["What does your wife do?", "She's a nurse at the clinic."], "has_role: The user's wife is a nurse."),
        (["How's your sister doing?", "She moved to Oslo last month."],
         "lives_in: The user's sister moved to Oslo in May 2024."),
        (["Who is Laura?", "She's my cousin."], "relative_of: The user's cousin is Laura."),
        (["That stool is splendid! Did you make it?", "Yeah, I made it in my carpentry course yesterday."],
         "did: The user made the stool in their carpentry course on 2024-06-11."),
        (["Where did you get those earrings?", "I bought them in Istanbul last summer."],
         "did: The user bought the earrings in Istanbul in summer 2023."),
        (["This necklace is dear to me. My grandma bought it in 1980."],
         "did: The user's grandma bought the necklace in 1980."),
        (["This vase is a present from my aunt. She made it in 2015."],
         "did: The user's aunt made the vase in 2015."),
        (["My brother bought a boat. He painted it green last week."],
         "did: The user's brother painted the boat green in the week of 2024-06-03."),
        (["We have a billing service. It's written in Go."], "written_in: The billing service is written in Go."),
        (["We have a new parser. I wrote it in May."], "did: The user wrote the new parser in May 2024."),
        (["I read a memoir last month. I bought it in Porto."], "did: The user bought the memoir in Porto."),
        (["Ada: I went to a concert on Friday.", "Ben: What concert was it?", "Ada: It was Matt Holm!"],
         "noted: The concert was by Matt Holm."),
        (["Ada: We took the kids to the museum.", "Ben: What did they like?", "Ada: They love reading about rockets."],
         "likes: Ada's kids loves reading about rockets."),
        (["Ada: We had fun.", "Ben: What games did you all play?", "Ada: Some fun ones like charades"],
         "did: Ada played some fun games like charades."),
    ],
)  # fmt: skip
def test_a_pronoun_means_what_was_told_of_before(extractor, turns, expected):
    asked = [
        turn if ": " in turn[:8] or place == len(turns) - 1 else f"> {turn}"
        for place, turn in enumerate(turns)
    ]
    assert expected in told(extractor, *asked)


@pytest.mark.parametrize(
    ("turns", "wrong"),
    [
        (["I have a car and a bike. I bought it last year."], "bought the"),
        (["My wife and my sister came by. She made it in 2015."], "made the"),
        (["I get it, clear words matter."], "gets the"),
        (["I started a bakery. It's had a great effect."], "had a great"),
        (["Here's a photo from my walk. It always tells me to slow down."], "walk always"),
        (["> Your daughter and your niece are so alike!", "She moved to Oslo last month."], "moved to Oslo"),
        (["> Did the cat and the dog get along? How did they react?", "He's a beagle."], "beagle"),
        (["I love that photo. I took it at the beach."], "took the"),
        (["We finished the book club. We keep it up!"], "keeps the"),
    ],
)
def test_a_pronoun_that_may_mean_another_stays_one(extractor, turns, wrong):
    assert not [one for one in told(extractor, *turns) if wrong in one]


def test_an_answer_is_read_alike_wherever_the_session_is_cut(extractor):
    asked = Message("m0", "ses_1", "assistant", "Where do your parents live?", 0, SAID)
    answer = Message("m1", "ses_1", "user", "In Porto", 1, SAID)
    cut = extractor.extract([answer], context=[asked]).claims
    assert [one.text for one in cut] == ["The user's parents live in Porto."]
    assert cut == extractor.extract([asked, answer]).claims
