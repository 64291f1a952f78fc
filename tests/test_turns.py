"""A year of one person: what each message of spring told is over, or another thing, by what was told in summer.

All of it stands in one memory, as it would, so a change must end what it speaks of and nothing else; and it is read in
both orders.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Unsought

from .transcripts import claude_file

# What was told in spring, what was told in summer; what then holds no more, and what holds.
TURNS = [
    ("The changelog lives in the wiki.", "We moved the changelog to GitHub.", "stored in wiki", "GitHub"),
    ("The event bus is Kafka.", "Event bus was switched to Pulsar.", "Kafka", "Pulsar"),
    ("My cat weighs 6 kilos.", "The cat is down to 5 kilos.", "cat weighs 6 kilos", "5 kilos"),
    ("The podcast has 300 listeners.", "Podcast passed 1000 listeners.", "300 listeners", "1000 listeners"),
    ("Weekly sync is on Teams.", "Weekly sync moved to Zoom.", "sync is on Teams", "Zoom"),
    ("I have physio twice a week.", "Physio is once a week now.", "physio twice a week", "once a week"),
    ("The cache is Memcached.", "Swapped the cache to Redis.", "Memcached", "cache to Redis"),
    ("I'm looking for a new flat.", "We moved to Leipzig in June.", "looking for a new flat", "Leipzig"),
    ("I'm saving for a caravan.", "We bought a caravan.", "saving for a caravan", "owns a caravan|bought a caravan"),
    ("I'm single.", "I have a girlfriend, Ottilie.", "is single", "Ottilie"),
    ("I owe Benedikt 200 euros.", "Paid Benedikt back yesterday.", "owes Benedikt", ""),
    ("We support Safari 14.", "We dropped Safari 14 support.", "supports Safari 14", ""),
    ("My sister Svea is pregnant.", "Svea had a baby girl.", "is pregnant", ""),
    ("Priya is on the infra team.", "Priya joined the data team.", "infra team", "data team"),
    ("Our API is REST.", "The API is GraphQL now.", "REST", "GraphQL"),
    ("I'm on a low-carb diet.", "Stopped the low-carb thing.", "low-carb diet", ""),
    ("I live with two roommates and take the bus to work.", "I live alone now and bike to work.",
     "two roommates", "lives alone"),
    ("My favorite bakery is Kaffa.", "Kaffa closed.", "Kaffa", ""),
    ("The office is on Kantstraße.", "We gave up the office.", "Kantstraße", ""),
    ("Our mascot is an otter.", "Our mascot is a heron.", "otter", "heron"),
    ("We're a team of five.", "Two people joined so we're seven.", "five", "seven people"),
    ("I work four days a week.", "I'm back to full time since the promotion.", "four days", "full time"),
    ("We use FreshBooks for invoicing.", "Moved all invoicing over to Xero last week.", "FreshBooks", "Xero"),
    ("CI runs on CircleCI.", "CI got ported to Buildkite.", "CircleCI", "Buildkite"),
    ("The mobile app is in React Native.", "We rewrote the mobile app in Flutter.", "React Native", "Flutter"),
    ("My landlord is Mr. Petrov.", "My landlady is Ms. Aydin.", "landlord is Mr. Petrov", "Aydin"),
    ("Postgres is at version 13.", "Did the Postgres 16 upgrade over the weekend.", "version 13", "version 16"),
    ("I'm on the free tier of Supabase.", "Upgraded our Supabase to pro yesterday.", "plan is free", "plan is pro"),
    ("The log level is info.", "Turned the logging down to warn.", "is info", "is warn"),
    ("Our sprint is two weeks.", "We went to one-week sprints.", "two weeks", "one week"),
    ("My partner Jon works at the harbour.", "Jon got a job at the city library.", "harbour", "city library"),
    ("I use Sublime Merge.", "Sublime Merge no longer.", "uses Sublime Merge", ""),
    ("Leo is vegan.", "leo isn't vegan anymore", "vegan", ""),
    ("The wiki lives in Notion.", "We're done with Notion.", "stored in Notion", ""),
    ("My stand-up is at 9:30.", "My standup is at 10:15.", "9:30", "10:15"),
    ("The upload limit is 10 MB.", "Upload limit raised to 50 MB.", "10 MB", "50 MB"),
    ("I'm reading Middlemarch.", "Finished Middlemarch, onto the next.", "reading Middlemarch", ""),
    ("My running club meets at the lake.", "My running club meets at the stadium now.", "lake", "stadium"),
    ("I'm training for the Ghent marathon.", "Pulled out of the Ghent marathon.", "Ghent marathon", ""),
    ("We store images in S3.", "Images are in R2 now.", "S3", "R2"),
    ("Our retro is on Fridays.", "We moved the retro to Wednesdays.", "retro is on Fridays", "on Wednesdays"),
    ("We use Mailchimp for newsletters.", "Newsletters go out via Buttondown now.", "Mailchimp", "Buttondown"),
    ("I swim three times a week.", "I swim once a week now.", "three times a week", "once a week"),
    ("My budget for the bike is 800 euros.", "My budget for the bike is 1200 euros now.", "800", "1200"),
    ("I teach at Northfield High.", "I retired in June.", "Northfield High", "retired"),
    ("We're on AWS.", "We migrated to GCP.", "uses AWS", "GCP"),
    ("I catch the tram to the office.", "I walk to the office now.", "tram to the office", "walks to the office"),
    ("My salary is 62k.", "I make 68k now.", "62k", "68k"),
    ("Use British spelling please.", "Switch to American spelling please.", "British", "American"),
    ("We do retros every two weeks.", "Retros are monthly now.", "every two weeks", "monthly"),
    ("Ella is in kindergarten.", "Ella started first grade.", "in kindergarten", "first grade"),
    ("I'm preparing for the AWS exam.", "Passed the AWS exam!", "preparing for the AWS exam", ""),
    ("We log to CloudWatch.", "Logs go to Datadog now.", "CloudWatch", "Datadog"),
    ("I'm training with a coach named Rolf.", "I've stopped working with Rolf.", "coach named Rolf", ""),
    ("My working hours are 8 to 4.", "I work 10 to 6 now.", "8 to 4", "10 to 6"),
    ("We have 40 customers.", "We're at 55 customers.", "40 customers", "55 customers"),
    ("The cron runs at 2am.", "Moved the cron to 4am.", "2am", "4am"),
    ("The dev server is at localhost:3000.", "The dev server moved to localhost:5173.", "port 3000", "port 5173"),
    ("Please keep answers short.", "You can write longer answers again.", "answers short", ""),
    ("My kids are 4 and 7.", "My kids are 5 and 8 now.", "4 and 7", "5 and 8"),
    ("I live at 12 Oak Street.", "Our new address is 7 Pine Road.", "Oak Street", "Pine Road"),
    ("I have a subscription to The Economist.", "Let my Economist subscription lapse.", "uses Economist", ""),
    ("I meditate every morning.", "Haven't meditated in months.", "meditates every morning", ""),
    ("Always write commit messages in German.", "Write commit messages in English from now on.",
     "messages in German", "messages in English"),
    ("The API key rotates every 90 days.", "Keys rotate every 30 days now.", "90 days", "30 days"),
    ("I drink three coffees a day.", "I've cut down to one coffee a day.", "three coffees", "one coffee"),
    ("I take 20mg of citalopram.", "My doctor upped the citalopram to 30mg.", "20mg", "30mg"),
    ("Our docs live in GitBook.", "We moved the docs to Docusaurus.", "GitBook", "Docusaurus"),
    ("We keep feature flags in LaunchDarkly.", "Flags are in Unleash now.", "LaunchDarkly", "Unleash"),
    ("Our builds take 25 minutes.", "Got the builds down to 9 minutes.", "25 minutes", "9 minutes"),
    ("The search index is on Elasticsearch.", "Search runs on Typesense since Tuesday.", "Elasticsearch", "Typesense"),
    ("We have 12 open positions.", "Down to 7 open positions.", "12 open", "7 open"),
    ("The desktop app is on Electron.", "The desktop app is on Tauri now.", "Electron", "Tauri"),
    ("My mileage is 62000 km.", "Mileage hit 70000 km.", "62000", "70000"),
    ("My internet provider is Vodafone.", "Switched internet to Telekom.", "Vodafone", "Telekom"),
    ("Our biggest customer is Hartmann.", "Biggest customer is Nordvik these days.", "Hartmann", "Nordvik"),
    ("Releases are manual.", "Releases are automatic now.", "are manual", "are automatic"),
    ("I'm in the Lisbon office.", "I transferred to the Porto office.", "Lisbon", "Porto"),
    ("I weigh 92 kilos.", "Down to 86 kilos!", "92 kilos", "86 kilos"),
    ("Lena is my girlfriend.", "Lena and I got married in June.", "girlfriend is Lena", "married"),
    ("My son Ole goes to Oakwood Elementary.", "My son Ole starts at the Gymnasium.", "Oakwood", "Gymnasium"),
]  # fmt: skip
# Told beside each other, so that neither ends the other.
BESIDE = [
    ("Our motto is ship small.", "Our motto is also be kind.", "ship small"),
    ("We use Perl for reports.", "Nobody uses Perl anymore.", "Perl"),
    ("We host on Fly.", "Did the laundry yesterday.", "Fly"),
    ("I share a flat with Tomasz.", "I share a garden with my aunt.", "Tomasz"),
    ("The backend uses FastAPI.", "We use FastAPI for reports.", "backend uses FastAPI"),
    ("I'm saving for a boat.", "We bought a tent.", "saving for a boat"),
]
SPRING, SUMMER = "2024-03-04T10:00:00.000Z", "2024-07-15T10:00:00.000Z"
BEFORE, AFTER = datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 9, 1, tzinfo=UTC)
ALL = [*TURNS, *((first, second, "", "") for first, second, _ in BESIDE)]


@pytest.fixture(scope="module", params=["as told", "the later first"])
def held(request, tmp_path_factory):
    """What holds in May and in September, as sentences, each with the words that ended it."""
    folder = tmp_path_factory.mktemp("turns")
    files = [
        claude_file(folder, f"{when[:7]}-{number:02}", [("user", one[place], when)])
        for place, when in ((0, SPRING), (1, SUMMER))
        for number, one in enumerate(ALL)
    ]
    with Unsought(folder / "home") as memory:
        memory.ingest(files if request.param == "as told" else files[::-1])
        return [
            {
                f"{fact.text} {fact.object}": fact.ended_by.quote if fact.ended_by else ""
                for fact in memory.facts(as_of=moment)
                if not fact.negated
            }
            for moment in (BEFORE, AFTER)
        ]


def told(of, sentences):
    """True when one of the ways to say it stands in a sentence."""
    return any(one.casefold() in sentence.casefold() for one in of.split("|") for sentence in sentences)


@pytest.mark.parametrize(("first", "second", "over", "new"), TURNS, ids=[one[1] for one in TURNS])
def test_what_was_so_is_over_and_what_is_new_holds(held, first, second, over, new):
    spring, summer = held
    assert told(over, spring)
    assert not told(over, summer)
    assert not new or told(new, summer)


@pytest.mark.parametrize(("first", "second", "over", "new"), TURNS, ids=[one[1] for one in TURNS])
def test_what_is_over_names_the_words_that_ended_it(held, first, second, over, new):
    spring, _ = held
    ends = [words for sentence, words in spring.items() if told(over, [sentence])]
    # Of two that end the same thing the first does: who married in June was not single in July.
    assert any(words and any(words in later for _, later, *_ in ALL) for words in ends)


@pytest.mark.parametrize(("first", "second", "still"), BESIDE, ids=[one[1] for one in BESIDE])
def test_what_is_told_beside_it_still_holds(held, first, second, still):
    assert told(still, held[0]) == told(still, held[1])
