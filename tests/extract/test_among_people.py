"""In a chat of people, what somebody did is kept, with or without a date; what is felt or meant is not."""

from __future__ import annotations

import pytest

from graphmem.model import Claim, Message
from tests.extract.saying import SAID, claims

DID = (
    ("We held some workshops for the neighbours.", ["held some workshops for the neighbours"]),
    ("I ran into an old classmate at the bakery.", ["ran into an old classmate at the bakery"]),
    ("I applied to three nursing schools.", ["applied to three nursing schools"]),
    ("I emailed some landlords and one wrote back.", ["emailed some landlords"]),
    ("I spoke about my years abroad and urged the pupils to apply.",
     ["spoke about their years abroad", "urged the pupils to apply"]),
    ("We sang songs and danced around the fire.", ["sang songs", "danced around the fire"]),
    ("I had a nasty encounter on a trail.", ["had a nasty encounter on a trail"]),
    ("I had to take a break from ballet.", ["had to take a break from ballet"]),
    ("I taught my nephew to swim.", ["taught their nephew to swim"]),
    ("Yes, I glazed this mug in my ceramics class!", ["glazed a mug in their ceramics class"]),
    ("Lost my job as a teacher last month.", ["lost their job as a teacher in May 2024"]),
    ("Met a baker at the market.", ["met a baker at the market"]),
    ("Had that recital and it was great.", ["had a recital"]),
    ("Yes, I sketched this lighthouse two summers ago!", ["sketched a lighthouse in summer 2022"]),
    ("Nearly forgot: I had an interview for a summer traineeship yesterday!",
     ["had an interview for a summer traineeship on 2024-06-11"]),
    ("I bumped into a group of hikers who said something that hurt me.", ["bumped into a group of hikers"]),
    ("I just started lending a hand at a repair shop for neighbours who lost their cars.",
     ["started lending a hand at a repair shop for neighbours"]),
    ("Yesterday I met this kind man, Otto, who had lost his shop.",
     ["met a kind man, Otto on 2024-06-11"]),
    ("I found a new garden gnome for my allotment.", ["found a new garden gnome for their allotment"]),
    ("I was invited to a wedding in Crete.", ["was invited to a wedding in Crete"]),
    ("I got bitten by a dog.", ["got bitten by a dog"]),
    ("When I met the mayor, she gave me a medal.", ["met the mayor"]),
    ("We built a treehouse for the kids.", ["built a treehouse for the kids"]),
    ("I failed my driving test.", ["failed their driving test"]),
    ("I was raised by my aunt.", ["was raised by their aunt"]),
    ("The best day was when I met my wife at a concert.", ["met their wife at a concert"]),
    ("That photo is from the day we hiked to the glacier.", ["hiked to the glacier"]),
    ("I've finished two paintings for the show.", ["has finished two paintings for the show"]),
    ("It has been hard since I lost my shop in May.", ["lost their shop in May 2024"]),
)  # fmt: skip
SHOWN = (
    ("Here's a sketch I made last week.", "made a sketch in the week of 2024-06-03"),
    ("These lamps I bought yesterday look like my aunt's.", "bought lamps on 2024-06-11"),
    ("This novel I borrowed in May changed me.", "borrowed a novel in May 2024"),
    ("I got plenty of tips from a gardening group I attended.", "attended a gardening group"),
    ("That picture was from a cruise we took last year for my son's graduation.",
     "took a cruise in 2023 for their son's graduation"),
    ("One highlight was a street fair that we went to in May.", "went to a street fair in May 2024"),
)  # fmt: skip
PLANNED = (
    ("I'm going to show my sculptures at the fair.", "is going to show their sculptures at the fair"),
    ("I'm gonna sell the boat to my brother.", "is going to sell the boat to their brother"),
    ("Gonna finish my degree and look at jobs in publishing.",
     "is going to finish their degree and look at jobs in publishing"),
    ("We're thinking about going sailing next month.", "is thinking about going sailing in July 2024"),
    ("I'm thinking of working with some bakers.", "is thinking of working with some bakers"),
    ("I'm considering moving to Oslo.", "is considering moving to Oslo"),
    ("Plus, I'm going to do more readings.", "is going to do more readings"),
)  # fmt: skip
BUSY = (
    ("Still working on opening a bakery.", "is working on opening a bakery"),
    ("Been practising our routines lately.", "has been practising their routines"),
    ("I'm opening a bakery 'cause I need a change.", "is opening a bakery because Nora needs a change"),
)
LASTING = (
    ("I've got a collection of old maps.", "owns", "a collection of old maps"),
    ("I have loads of vinyl records at home.", "owns", "many vinyl records"),
    ("I've known these neighbours for six years.", "noted", "has known neighbours since June 2018"),
    ("This ring is from my aunt in my home country, Norway.", "comes_from", "Norway"),
    ('I loved reading "Heidi" as a child.', "likes", "Heidi"),
    ("I write poems about the sea.", "practises", "writes poems about the sea"),
    ("I'd love to visit Japan.", "wishes", "visit Japan"),
    ("I hope to plant an orchard.", "wishes", "plant an orchard"),
)  # fmt: skip
NOTHING = (
    "I had no idea what to say.",
    "I felt great after that.",
    "I told you about the garden.",
    "I got your message about the tickets.",
    "We had so much fun together.",
    "I made a big difference in the world.",
    "If I sold the house, I would travel.",
    "Did I tell you I painted the fence?",
    "I ran the tests and pushed the branch.",
    "I put my heart into this dream.",
    "I found the courage to be myself.",
    "I saw your point.",
    "I wanted to buy a boat.",
    "I tried to call the vet.",
    "I gotta check the oven.",
    "It's the support I got that helped me.",
    "The word I liked is gone.",
    "Sorry for the fence you painted.",
    "I'm thinking about you.",
    "I'm going to keep trying.",
    "I'm gonna do it!",
    "I'm looking forward to your party.",
    "I'm waiting for the bus.",
    "I'm getting ready for bed.",
    "Should I be thinking about selling the car?",
    "When I was in the garden I felt calm.",
    "When I see a dog I smile.",
    "I'm debugging the server with Tom.",
    "Hiking to the top was amazing.",
    "Seeing my son's face light up was the best.",
    "I felt totally accepted.",
    "We've all been cheering each other.",
    "I have lots of ideas.",
    "We have plenty of time.",
    "I've got tons of work to do.",
    "I'd love to help with that.",
    "I'd love to see your garden.",
    "I hope to see you soon.",
    "I make mistakes.",
    "I've seen that film.",
    "I updated the page.",
    "We always go to the fair in autumn.",
)
KEPT = {"did", "noted", "plans", "practises", "wishes", "owns", "likes"}
STEPS = (
    "I changed the layout of the page.",
    "I opened the file and copied the table.",
    "I emailed some vendors.",
    "I'm thinking about moving the tests into a folder.",
    "I'm going to rename the table.",
    "Still working on the parser.",
    "Here's a chart I made.",
    "I made a new folder for the invoices.",
)


def said_by(extractor, text: str, author: str = "Nora") -> list[Claim]:
    """The claims of one message of somebody by name."""
    found = extractor.extract([Message("msg_1", "ses_1", "user", text, 0, SAID, author=author)])
    assert not found.problems
    return list(found.claims)


@pytest.mark.parametrize(("text", "deeds"), DID)
def test_what_somebody_did_is_kept(extractor, text, deeds):
    found = [claim for claim in said_by(extractor, text) if claim.predicate == "did"]
    assert sorted(claim.value for claim in found) == sorted(deeds)
    assert {claim.subject.name for claim in found} == {"Nora"}


@pytest.mark.parametrize(("text", "deed"), SHOWN)
def test_what_is_shown_tells_of_a_deed(extractor, text, deed):
    assert deed in [claim.value for claim in said_by(extractor, text) if claim.predicate == "did"]


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_felt_or_meant_is_no_deed(extractor, text):
    assert [
        claim.value for claim in said_by(extractor, text) if claim.predicate in {"did", "noted", "plans"}
    ] == []


@pytest.mark.parametrize("text", STEPS)
def test_the_steps_of_a_session_with_an_agent_are_not_kept(extractor, text):
    assert claims(extractor, text) == []


@pytest.mark.parametrize(("text", "plan"), PLANNED)
def test_what_is_going_to_be_done_or_weighed_is_a_plan(extractor, text, plan):
    assert [(one.predicate, one.value) for one in said_by(extractor, text)] == [("plans", plan)]


@pytest.mark.parametrize(("text", "note"), BUSY)
def test_what_somebody_is_at_is_kept(extractor, text, note):
    assert note in [one.value for one in said_by(extractor, text)]


@pytest.mark.parametrize(("text", "predicate", "shown"), LASTING)
def test_what_goes_on_in_a_life_is_kept(extractor, text, predicate, shown):
    assert (predicate, shown) in [(one.predicate, one.object_name) for one in said_by(extractor, text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Our voyage ran into a storm off Lisbon.", "Nora's voyage ran into a storm off Lisbon."),
        ("Our village held a fair last weekend.", "Nora's village held a fair on the weekend of 2024-06-08."),
        ("Our team won the cup in May.", "Nora's team won the cup in May 2024."),
    ],
)
def test_we_among_people_is_no_team_unless_one_is_named(extractor, text, told):
    assert told in [one.text for one in said_by(extractor, text)]
