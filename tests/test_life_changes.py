"""What was told in one session and has ended in another is so no more, in whatever order the two are read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.brief import Unsought

from .transcripts import claude_file

# A name, what was said on 5 February 2024, what was said on 20 May 2024, a predicate of the user, and its values
# in April and in June.
STORIES = [
    ("laid off", "I work at Quillfeather.", "Got laid off from Quillfeather on Friday, so I'm job hunting.",
     "works_at", ["Quillfeather"], []),
    ("quit", "I work at Quillfeather.", "I quit my job last week.", "works_at", ["Quillfeather"], []),
    ("notice", "I'm a nurse at Quillfeather.", "Handed in my notice, last day is 31 May.",
     "works_at", ["Quillfeather"], []),
    ("between jobs", "I work for Quillfeather.", "I'm between jobs.", "works_at", ["Quillfeather"], []),
    ("a job to come", "I work at Quillfeather.", "I start at Corvid on 1 June. I quit my job today.",
     "works_at", ["Quillfeather"], ["Corvid"]),
    ("home", "I live in Riga.", "Oh, I should have told you: we moved to Ghent in May.",
     "lives_in", ["Riga"], ["Ghent"]),
    ("back", "I live in Riga.", "Back in Oslo since May.", "lives_in", ["Riga"], ["Oslo"]),
    ("role", "I'm a QA engineer.", "As of today I'm QA lead.", "has_role", ["QA engineer"], ["QA lead"]),
    ("stepped down", "I'm the tech lead now.", "I'm not the tech lead anymore.", "has_role", ["tech lead"], []),
    ("short role", "I'm a product manager.", "I'm no longer a manager.", "has_role", ["product manager"], []),
    ("editor", "I prefer Vim.", "I've switched from Vim to Helix.", "prefers", ["Vim"], []),
    ("espresso", "I love espresso.", "I don't like espresso anymore, it gives me heartburn.",
     "likes", ["espresso"], []),
    ("diet", "I'm vegetarian.", "I eat meat again.", "has_condition", ["vegetarian"], []),
    ("gym", "I'm a member of the Kraftwerk climbing gym.", "I cancelled my Kraftwerk membership.",
     "member_of", ["Kraftwerk climbing gym"], []),
    ("dog", "We have a dog named Tarquin.", "Tarquin died on Tuesday.", "has_pet", ["Tarquin"], []),
    ("nobody's pet", "I live in Riga.", "Ottokar died on Tuesday.", "has_pet", [], []),
    ("couple", "My girlfriend is Noor.", "Noor and I broke up this month.", "partner_of", ["Noor"], []),
    ("divorce", "I'm married to Noor.", "We got divorced in May.", "married_to", ["Noor"], []),
    ("car", "I own a red car.", "I sold the car.", "owns", ["red car"], []),
    ("knee", "I have a bad knee.", "My knee is fine again.", "has_condition", ["a bad knee"], []),
    ("meniscus", "I have a torn meniscus.", "Knee is all healed up.", "has_condition", ["torn meniscus"], []),
    ("cast", "I broke my wrist.", "The cast came off this morning!", "has_condition", ["broken wrist"], []),
    ("another part", "I have a torn meniscus.", "My shoulder is fine again.",
     "has_condition", ["torn meniscus"], ["torn meniscus"]),
    ("shelved", "Plan is to rewrite the importer in Rust this year.", "We shelved the rust rewrite of the importer.",
     "plans", ["plans to rewrite the importer in Rust in 2024"], []),
    ("painted", "I'm going to repaint the kitchen over the summer.", "I repainted the kitchen already.",
     "plans", ["is going to repaint the kitchen over summer 2024"], []),
    ("called off", "I live in Riga. We're moving to Leeds in June.", "We're not moving to Leeds after all.",
     "lives_in", ["Riga"], ["Riga"]),
    ("never", "I worked at Halden until 2020. I work at Corvid.", "I never worked at Halden.",
     "works_at", ["Corvid"], ["Corvid"]),
    ("days of work", "I work four days a week.", "I work five days a week.",
     "practises", ["works four days a week"], ["works five days a week"]),
    ("another class", "I teach pilates on Mondays.", "I also teach pilates on Thursdays.",
     "practises", ["teaches pilates on Mondays"],
     ["teaches pilates on Mondays", "teaches pilates on Thursdays"]),
    ("tickets", "We use Jira for tickets.", "Tickets are on Linear.", "uses", ["Jira"], ["Linear"]),
    ("half of them", "We use Jira for tickets.", "Tickets are also on Linear.", "uses", ["Jira"], ["Jira"]),
    ("moved", "CI runs on CircleCI.", "CI is on Buildkite these days.", "uses", ["CircleCI"], ["Buildkite"]),
    ("another phone", "My number is 0151 2345678.", "My phone is an iPhone 15 now.",
     "reachable_at", ["0151 2345678"], ["0151 2345678"]),
    ("my laptop", "My laptop is a ThinkPad X1.", "My laptop is a Framework 13.",
     "owns", ["ThinkPad X1"], ["Framework 13"]),
    ("sold by its name", "My bike's a Surly Straggler.", "I sold the Surly.", "owns", ["Surly Straggler"], []),
    ("stolen", "My bike's a Surly Straggler.", "My bike got stolen.", "owns", ["Surly Straggler"], []),
    ("retired", "My dentist is Dr. Weiss.", "Dr. Weiss retired.", "works_with", ["Dr. Weiss"], []),
    ("last day", "My thesis advisor is Odile.", "Odile's last day was Friday.", "works_with", ["Odile"], []),
    ("still a friend", "My best friend is Odile.", "Odile left us last month.",
     "friend_of", ["Odile"], ["Odile"]),
    ("read", "I'm reading Middlemarch.", "I finished Middlemarch.", "practises", ["is reading Middlemarch"], []),
    ("reading on", "I'm reading Middlemarch.", "I'm reading Ulysses.",
     "practises", ["is reading Middlemarch"], ["is reading Ulysses"]),
    ("standup", "We have standup at 9:30.", "Standup got pushed back to 10.", "setting_is", ["at 9:30"], ["at 10"]),
    ("lease", "The lease runs until June.", "We extended the lease until December.",
     "due_on", ["June 2024"], ["December 2024"]),
    ("ripped out", "We use Kong.", "Kong got ripped out.", "uses", ["Kong"], []),
    ("read only", "We use Jira for tickets.", "Tickets are on Linear, Jira's read only until March.",
     "uses", ["Jira"], ["Linear"]),
    ("put up", "My rent is 980 a month.", "The landlord put the rent up to 1050.",
     "setting_is", ["980 a month"], ["1050"]),
    ("traded in", "Phone's a Pixel 6.", "Finally traded the Pixel in for an iPhone 15.",
     "owns", ["Pixel 6"], ["iPhone"]),
    ("leave", "I work at Halden.", "I'm on parental leave until September.", "works_at", ["Halden"], ["Halden"]),
]  # fmt: skip


# "We're not moving to Leeds after all" speaks of more than one story: these are told alone.
ALONE = {
    "editor",
    "nobody's pet",
    "never",
    "back",
    "half of them",
    "another part",
    "traded in",
    "notice",
    "another phone",
}


def packs():
    """The stories in lists of which no two are about one predicate, so that one person may live through them all."""
    found = [[story] for story in STORIES if story[0] in ALONE]
    shared = []
    for story in STORIES:
        if story[0] not in ALONE:
            free = (pack for pack in shared if all(story[3] != other[3] for other in pack))
            pack = next(free, None)
            if pack is None:
                shared.append(pack := [])
            pack.append(story)
    return [*found, *shared]


def read(folder, sessions):
    days = dict.fromkeys(moment for _, _, moment in sessions)
    for name, text, moment in sessions:
        (folder / moment[:10]).mkdir(parents=True, exist_ok=True)
        claude_file(folder / moment[:10], name, [("user", text, moment)])
    with Unsought(folder / "home") as memory:
        for day in days:
            memory.ingest([folder / day[:10]])
        return {
            month: {
                (fact.subject, fact.predicate, fact.object)
                for fact in memory.facts(as_of=datetime(2024, month, 15, tzinfo=UTC))
                if not fact.negated
            }
            for month in (4, 6)
        }


@pytest.mark.parametrize("pack", packs(), ids=lambda pack: " + ".join(story[0] for story in pack)[:60])
def test_what_has_ended_is_so_no_more(tmp_path, pack):
    sessions = [
        (f"{number}-{place}", story[1 + place], day)
        for place, day in ((0, "2024-02-05T10:00:00Z"), (1, "2024-05-20T10:00:00Z"))
        for number, story in enumerate(pack)
    ]
    forward = read(tmp_path / "forward", sessions)
    backward = read(tmp_path / "backward", sessions[::-1])
    assert forward == backward
    for name, _, _, predicate, before, after in pack:
        told = [
            sorted(value for subject, said, value in forward[month] if (subject, said) == ("user", predicate))
            for month in (4, 6)
        ]
        assert (name, *told) == (name, before, after)


def test_a_friend_who_quits_and_begins_elsewhere(tmp_path):
    facts = read(
        tmp_path,
        [
            ("two", "Ines quit Delmar Shipping in March. She's with the port authority in Vigo now, I think.",
             "2024-05-20T10:00:00Z"),
            ("one", "My friend Ines works at Delmar Shipping.", "2024-02-05T10:00:00Z"),
        ],
    )  # fmt: skip
    works = {fact for fact in facts[6] if fact[1] == "works_at"}
    assert works == {("Ines", "works_at", "port authority")}
