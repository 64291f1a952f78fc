"""Everyday talk of what changes: the same told in several ways, and what looks like it and changes nothing."""

from __future__ import annotations

import re

import pytest

from graphmem.extract.small_names import capitalised
from graphmem.model import USER

from .saying import claims

# What was said, and what some claim then says: its mode, subject, predicate, value, qualifier, and its dates if told.
TOLD = {
    "implied by another verb": [
        ("I had to sell the car.", "ends user owns car"),
        ("Ended up selling the Vespa last week.", "ends user owns Vespa ..2024-06-03"),
        ("We had to switch to Postgres in May.", "asserts user uses Postgres 2024-05-01.."),
        ("I ended up taking the job at Halden.", "asserts user works_at Halden"),
        ("had to push the launch to March 3", "asserts user due_on 2025-03-03 [launch]"),
        ("my sister had to give up judo", "ends user's sister practises judo"),
        ("I was forced to close Tidepool in January.", "closes user let_go Tidepool ..2024-01-01"),
    ],
    "past an adverb": [
        ("the boiler is technically broken", "asserts user status_is broken [boiler]"),
        ("I unfortunately gave up judo", "ends user practises judo"),
    ],
    "the end of a job told beside it": [
        ("my contract with Halden wasn't renewed, it ended on May 31", "ends user works_at Halden ..2024-05-31"),
        ("I gave notice at Halden, my last working day is 31 July", "ends user works_at Halden ..2024-07-31"),
    ],
    "what is wrong with a thing": [
        ("our boiler is broken, 14 degrees in here", "asserts user status_is broken [boiler]"),
        ("the elevator is out of order", "asserts user status_is out of order [elevator]"),
        ("the wifi isn't working", "asserts user status_is broken [wifi]"),
        ("staging is down since this morning, 502 everywhere", "asserts user status_is down [staging]"),
        ("the dishwasher broke down on sunday", "asserts user status_is broken [dishwasher] 2024-06-09.."),
        ("the car is in the shop until thursday", "asserts user status_is in the shop [car] ..2024-06-13"),
        ("The migration is on hold until May", "asserts user status_is on hold [migration] ..2025-05-01"),
    ],
    "an animal that he or she is": [
        ("our cat's called Biscuit. she is 12", "asserts Biscuit age_is 12"),
        ("the dog's called Mot", "asserts user has_pet Mot"),
        ("we have a dog, Mot. He is 9 years old", "asserts Mot age_is 9"),
        # A person near goes before an animal.
        ("my sister has a dog called Rex. She lives in Kiel", "asserts user's sister lives_in Kiel"),
    ],
    "a label and what is set behind it": [
        ("webhooks worker: 5 retries, dead letter after that", "asserts user setting_is 5 retries [webhooks worker]"),
        ("celery: 4 workers, prefetch 1", "asserts user setting_is 1 [prefetch of the celery]"),
        ("api gateway: 30s timeout, max body 8mb", "asserts api gateway setting_is 30s [timeout]"),
        ("api gateway: 30s timeout, max body 8mb", "asserts user setting_is 8mb [max body of the api gateway]"),
        ("db: postgres 16, cache: valkey 8, queue: nats", "asserts user uses valkey [cache]"),
        ("metrics -> prometheus, logs -> loki, traces -> tempo", "asserts user uses tempo [traces]"),
        ("staging runs 2 replicas, prod 6", "asserts user setting_is 6 replicas [prod]"),
        ("the pool was capped at 20 connections, I bumped it to 60", "asserts user setting_is 60 [pool]"),
    ],
    "a clause about what stands before it": [
        ("we promised a csv export for the 0.9 release, which is planned for mid july",
         "asserts user due_on July 2024 [0.9 release]"),
        ("the sync job, which runs on hetzner-3, is slow", "asserts sync job deployed_on hetzner-3"),
        ("the invoice worker got its own box last week, it's on hetzner-3 now",
         "asserts invoice worker deployed_on hetzner-3"),
    ],
    "what is written beside a figure": [
        ("Logs: /var/log/orrery/*.jsonl", "asserts logs located_in /var/log/orrery/*.jsonl"),
        ("backups: s3://acme-bk/**/*.zst, 30 days", "asserts backups located_in s3://acme-bk/**/*.zst"),
        ("metrics live in mimir, retention is 90 days", "asserts user setting_is 90 days [retention]"),
        ("redis's policy is allkeys-lru", "asserts user setting_is allkeys-lru [redis's policy]"),
        ("Login is written in go", "asserts login written_in go"),
        ("my vat number is BE0712345678", "asserts user noted The user's vat number is BE0712345678"),
        ("my work number is 0711 2345678", "asserts user reachable_at 0711 2345678"),
    ],
    "and is well again": [
        ("the boiler got fixed on thursday but now the landlord wants me to pay",
         "closes user status_is  [boiler] ..2024-06-06"),
        ("the boiler works again", "closes user status_is  [boiler]"),
        ("they repaired the boiler", "closes user status_is  [boiler]"),
        ("staging's back up, was a full disk", "closes user status_is  [staging]"),
        ("the build is green again", "closes user status_is  [build]"),
        ("we resumed the migration", "closes user status_is  [migration]"),
        ("back on the Heron migration, what did we have left?", "closes user status_is  [Heron migration]"),
    ],
    "moved to another day": [
        ("We moved the wedding to September 21.", "asserts user due_on 2024-09-21 [wedding]"),
        ("we moved the barbecue to Sunday", "asserts user due_on 2024-06-16 [barbecue]"),
    ],
    "others are moved": [
        ("We moved Hilde to a care home in Linz in May", "asserts Hilde lives_in Linz 2024-05-01.."),
        ("we relocated grandpa to Graz last month", "asserts user's grandpa lives_in Graz 2024-05-01.."),
        ("We moved Rosa to the platform team", "asserts Rosa member_of platform team"),
        ("so Ivo moved out last weekend, back to Split", "asserts Ivo lives_in Split"),
    ],
    "what will not be": [
        ("I won't be running Rotterdam after all", "closes user plans running Rotterdam"),
        ("I'm not going to run the Rotterdam marathon", "closes user plans run Rotterdam marathon"),
        ("skipping Rotterdam this year", "closes user plans Rotterdam"),
        ("Marek cancelled on me", "closes user plans Marek"),
        ("marek bailed on us, so no dinner friday", "closes user plans Marek"),
        ("Marek can't make it on Friday", "closes user plans Marek"),
    ],
    "given a role by others": [
        ("we hired Omar as a designer", "asserts Omar has_role designer"),
        ("they promoted Ana to head of ops", "asserts Ana has_role head of ops"),
        ("my new role is staff engineer", "asserts user has_role staff engineer"),
    ],
    "extended": [
        ("we extended the contract with Halden until December",
         "asserts user due_on December 2024 [contract with Halden]"),
        ("my visa got extended to March 2026", "asserts user due_on March 2026 [visa]"),
    ],
    "how to answer": [
        ("the bullet points are getting annoying, write normal paragraphs again",
         "asserts user instructs write normal paragraphs"),
        ("use tables instead", "asserts user instructs use tables"),
    ],
    "ported": [
        ("last month we migrated checkout to Go, finally. ruby is gone", "asserts checkout written_in Go 2024-05-01.."),
        ("We migrated the checkout service to Go", "asserts checkout service written_in Go"),
    ],
    "until a day": [
        ("code freeze until January 6", "asserts user plans code freeze until 2025-01-06 ..2025-01-06"),
    ],
    "from a day on": [
        ("from June 20 on the ingest api will listen on 7443", "asserts ingest api listens_on port 7443 2024-06-20.."),
        ("the api will be on port 9000 from Monday", "asserts api listens_on port 9000 2024-06-17.."),
        ("From July 1 on I'm the team lead", "asserts user has_role team lead 2024-07-01.."),
        ("from June 20 on I'll be working at Halden", "asserts user works_at Halden 2024-06-20.."),
        ("From July to December we'll be in Porto", "asserts user lives_in Porto 2024-07-01..2024-12-01"),
    ],
    "settings by name": [
        ("LOG_LEVEL is debug in prod", "asserts user setting_is debug [LOG_LEVEL]"),
        ("set LOG_LEVEL to warning in prod, much better", "asserts user setting_is warning [LOG_LEVEL]"),
        ("changed `cache.ttl` from 60 to 300", "asserts user setting_is 300 [cache.ttl]"),
        ("MAX_RETRIES is 5", "asserts user setting_is 5 [MAX_RETRIES]"),
        ("I bumped max_connections to 200", "asserts user setting_is 200 [max_connections]"),
    ],
    "days and weeks of a job": [
        ("first week as a firmware engineer at Lumenar", "asserts user works_at Lumenar"),
        ("first week as a firmware engineer at Lumenar", "asserts user has_role firmware engineer"),
        ("week two at Lumenar, loving it", "asserts user works_at Lumenar"),
        ("first shift back at St. Brigid yesterday, my feet", "asserts user works_at St. Brigid"),
        ("Kasper works in our support team", "asserts Kasper member_of support team"),
    ],
    "schools": [
        ("i dropped out of uni in may, law isn't for me", "closes user studies_at  ..2024-05-01"),
        ("I quit my master's last week", "closes user studies_at  ..2024-06-03"),
        ("enrolled at Delft for industrial design, classes start today!", "asserts user studies_at Delft"),
    ],
    "names in small letters": [
        ("noor and i broke up in december", "ends user partner_of Noor ..2023-12-01"),
        ("yusuf handed the docs repo over to Annika before his leave", "asserts Annika owns docs repo"),
        ("priya quit last week", "closes Priya works_at "),
    ],
    "he and she": [
        ("ask Lena about the parser, she maintains it", "asserts Lena maintains parser"),
    ],
}  # fmt: skip
# What was said, and the predicate of which it says nothing.
SILENT = [
    ("I almost had to sell the car.", "owns"),
    ("I would have had to sell the car.", "owns"),
    ("We didn't have to sell the car.", "owns"),
    ("We never managed to sell the car.", "owns"),
    ("We have to sell the car.", "owns"),
    ("If we had to sell the car, I'd cry.", "owns"),
    ("is staging down?", "status_is"),
    ("if the boiler is broken, call me", "status_is"),
    ("my back is broken", "status_is"),
    ("my car is red", "status_is"),
    ("Marek is back", "status_is"),
    ("everything is broken", "status_is"),
    ("the sky is green", "status_is"),
    ("staging was down yesterday", "status_is"),
    ("We moved the server to Linz.", "lives_in"),
    ("I moved my stuff to Kiel", "lives_in"),
    ("We moved our office to Linz in May.", "lives_in"),
    ("They moved Marek to the Berlin office", "lives_in"),
    ("I can't open the file", "plans"),
    ("we couldn't reproduce the bug", "plans"),
    ("The build can't find the module", "plans"),
    ("set LOG_LEVEL to debug please", "setting_is"),
    ("main.py is broken", "setting_is"),
    ("I'll be in Paris from Monday to Friday", "lives_in"),
    ("production quit working", "works_at"),
    ("rent's gone up to 1100", "let_go"),
    ("rent's gone up to 1100", "status_is"),
    ("write the tests again", "instructs"),
    ("We saw the movie, it's on Netflix", "deployed_on"),
    ("the password policy is 14 characters now", "uses"),
    ("we dropped the price to 9 euros", "uses"),
]


def shown(claim):
    subject = "user" if claim.subject.name == USER else claim.subject.name
    value = claim.object.name if claim.object else claim.value
    label = f" [{claim.qualifier}]" if claim.qualifier else ""
    days = [day.date().isoformat() if day else "" for day in (claim.valid_from, claim.valid_until)]
    return f"{claim.mode} {subject} {claim.predicate} {value}{label}", f" {'..'.join(days)}"


@pytest.mark.parametrize(("text", "wanted"), [one for cases in TOLD.values() for one in cases])
def test_what_is_told(extractor, text, wanted):
    found = [shown(claim) for claim in claims(extractor, text)]
    assert any(wanted in {told, told + days} for told, days in found), found


@pytest.mark.parametrize(("text", "predicate"), SILENT)
def test_what_changes_nothing(extractor, text, predicate):
    assert [shown(one) for one in claims(extractor, text) if one.predicate == predicate] == []


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("we hired Omar as a designer", "has_role"),
        ("We moved Rosa to the platform team", "member_of"),
        ("we relocated grandpa to Graz last month", "lives_in"),
    ],
)
def test_what_is_done_to_others_is_not_told_of_the_user(extractor, text, predicate):
    found = [one for one in claims(extractor, text) if one.predicate == predicate]
    assert found
    assert all(one.subject.name != USER for one in found)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("our cat's called Biscuit", "depends on"),
        ("Login is written in go", "stored"),
        ("my vat number is BE0712345678", "user's number"),
        ("webhooks worker: 5 retries, backoff exponential starting at 200ms", "is 5|starting is"),
        ("we promised a csv export for the 0.9 release, which is planned for july", "^[Ww]hich"),
        ("the pool was capped at 20 connections, I bumped it to 60", "20"),
        ("trip: 3 days Rome, hotel booked", "of the trip"),
        ("our docs have been on Notion since 2021", "version|has were"),
        ("backups are stored in S3 since March", "has were"),
        ("the replicas run on hetzner since may", "has were"),
        ("I love spicy and sour soups", "spicy\\.|sour\\."),
        (
            "My dream is to build a bright and quiet workshop for these apprentices.",
            "build a bright\\.|to quiet",
        ),
        ("we've got 3 replicas of postgres", "has has"),
        ("grew up between Accra and Graz, now it's Accra again", "known as"),
        # "No" denies what stands behind it, and is not only a word of the turn.
        ("no need to run the whole suite each time, pytest -x on the folder is enough", ". Need"),
        ("no need to run the whole suite each time, pytest -x on the folder is enough", "^Need"),
    ],
)
def test_what_is_not_said(extractor, text, wrong):
    assert not [one.text for one in claims(extractor, text) if re.search(wrong, one.text)]


def test_having_been_somewhere_for_long_is_no_end(extractor):
    assert all(one.mode == "asserts" for one in claims(extractor, "been on Fastmail for three years now"))


@pytest.mark.parametrize(
    "text",
    [
        "mum and i moved to Kiel",
        "support took over the importer",
        "everyone quit last week",
        "the code and i are done",
        "production quit working",
        "Noor and I broke up",
    ],
)
def test_no_name_is_made_of_other_words(text):
    assert capitalised(text) == text


def test_a_name_in_small_letters_keeps_its_place():
    assert capitalised("so noor and i broke up") == "so Noor and i broke up"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("We never modify applied migrations", "The user's team never modifies applied migrations."),
        ("We never push to main", "The user's team never pushes to main."),
    ],
)
def test_what_a_team_does_as_a_rule_is_told_in_the_third_person(extractor, text, told):
    assert [claim.text for claim in claims(extractor, text)] == [told]
