"""What is no longer true of somebody's life: said in one session, over or not in the next."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Unsought
from tests.pipeline.talks import take_in, talk

APRIL, JUNE = (datetime(2024, month, 12, 10, tzinfo=UTC) for month in (4, 6))
# What was said in April and in June, and a part of the sentence that holds no more.
OVER = (
    ("I'm the secretary of the rowing club.", "Someone else took over as secretary.", "secretary"),
    ("I'm team captain of the volleyball team.", "Joana is captain now.", "team captain"),
    ("I'm president of the chess club.", "My term as chess club president ended.", "president"),
    ("Imke is the head of logistics.", "imke isnt head of logistics anymore", "Imke"),
    ("My therapist is Dr. Weiss.", "My new therapist is Dr. Okafor.", "therapist is Dr. Weiss"),
    ("My dentist is Dr. Park.", "I switched dentists, now I see Dr. Silva.", "dentist is Dr. Park"),
    ("Our landlord is Anna Lind.", "Our landlord moved abroad.", "landlord is Anna Lind"),
    ("My accountant is Ms. Berg.", "We let Ms. Berg go.", "accountant is Ms. Berg"),
    ("I do CrossFit three times a week.", "I quit CrossFit.", "CrossFit"),
    ("I love watching documentaries.", "I'm kind of off documentaries these days.", "documentaries"),
    ("I run every morning.", "I swim instead of running now.", "runs"),
    ("I commute by train.", "I cycle to work now.", "commutes"),
    ("I smoke about ten a day.", "30 days smoke free today!", "smokes"),
    ("I collect vinyl.", "Sold my whole vinyl collection.", "vinyl"),
    ("I coach my son's team.", "Handed the coaching over to another dad.", "coaches"),
    ("I teach yoga at the Lotus Studio on Tuesdays.", "Lotus closed for good in May.", "yoga"),
    ("I volunteer at the animal shelter on Saturdays.", "I don't volunteer at the shelter any longer.", "shelter"),
    ("Grandpa lives with us.", "Grandpa moved into assisted living.", "lives with"),
    ("My mom lives in Lugo.", "Mom passed away in May.", "lives in Lugo"),
    ("Paul is a nurse.", "Paul left nursing.", "nurse"),
    ("My son Leo goes to Maple Grove Elementary.", "Leo starts at Northside Middle School.", "Maple Grove"),
    ("I'm doing a PhD at ETH.", "I defended my PhD in May!", "ETH"),
    ("I take sertraline every morning.", "My doctor has weaned me off the sertraline.", "sertraline"),
    ("I'm vegan.", "I eat cheese again, not vegan anymore.", "vegan"),
    ("I broke my wrist last week.", "My wrist has healed up nicely.", "broken wrist"),
    ("I was diagnosed with type 2 diabetes.", "My diabetes is in remission.", "diabetes"),
    ("I'm pregnant.", "Our daughter Ida was born on May 9.", "pregnant"),
    ("My gf Tess and i share a flat.", "tess and i split, she kept the flat", "Tess"),
    ("My number is 555-0142.", "lost my phone, new number is 555-0199", "555-0142"),
    ("My address is 12 Hill Street, Cork.", "My new address is 4 Quay Road, Galway.", "Hill Street"),
    ("We subscribe to Netflix.", "we cut Netflix", "Netflix"),
    ("Always answer me in German.", "You can go back to English now.", "German"),
    ("Always answer in German.", "From now on answer in Spanish.", "German"),
    ("Always call me Captain.", "Stop calling me Captain please.", "always call"),
)  # fmt: skip
# Near misses: what was said goes on.
STANDS = (
    ("I'm the secretary of the rowing club.", "Someone else took over as treasurer.", "secretary"),
    ("I'm the captain of the volleyball team.", "The captain of the ship is asleep now.", "captain"),
    ("I'm the CEO of our bakery.", "Tim Cook is now CEO of Apple.", "The user"),
    ("My cleaner is Rosa.", "Our cleaner left the window open.", "cleaner is Rosa"),
    ("My dentist is Dr. Park.", "My new landlord is Anna Lind.", "dentist is Dr. Park"),
    ("I work at Halden.", "I quit CrossFit last week.", "Halden"),
    ("I love sushi.", "I'm off to the sushi place.", "sushi"),
    ("I run every morning.", "I'd rather run than swim.", "runs"),
    ("I commute by train.", "I want to cycle to work.", "commutes"),
    ("I'm a vegetarian.", "I eat cheese again.", "vegetarian"),
    ("I broke my wrist last week.", "My ankle has healed up nicely.", "broken wrist"),
    ("My email is kim@old.example.", "lost my phone, new number is 555-0199", "kim@old.example"),
    ("Never use emojis in your replies.", "Stop using emojis please.", "never to use emojis"),
    ("Never use emojis in your replies.", "You no longer need to run the linter.", "never to use emojis"),
    ("Always answer in German.", "Write commit messages in English.", "German"),
)


def held(memory, part):
    """The sentences with these words that hold in July."""
    return [fact.text for fact in memory.facts(as_of=datetime(2024, 7, 1, tzinfo=UTC)) if part in fact.text]


def told(tmp_path, first, second):
    memory = Unsought(tmp_path / "home")
    take_in(memory, talk("april", ("user", first, APRIL), at=APRIL))
    assert held(memory, "")
    take_in(memory, talk("june", ("user", second, JUNE), at=JUNE))
    return memory


@pytest.mark.parametrize(("first", "second", "part"), OVER)
def test_what_is_over_holds_no_more(tmp_path, first, second, part):
    with told(tmp_path, first, second) as memory:
        before = memory.facts(as_of=datetime(2024, 4, 20, tzinfo=UTC))
        assert [fact for fact in before if part in fact.text]
        now = [text for text in held(memory, part) if "did" not in text and "broke their" not in text]
        assert now == []


@pytest.mark.parametrize(("first", "second", "part"), STANDS)
def test_what_is_not_meant_goes_on(tmp_path, first, second, part):
    with told(tmp_path, first, second) as memory:
        assert held(memory, part)
