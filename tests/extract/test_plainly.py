"""Plain statements of work and life, each with its whole claim: what it says, of whom, since and until when."""

from __future__ import annotations

import pytest

from graphmem.extract.heard import listen
from graphmem.model import Message
from graphmem.temporal import parse_time

from .saying import claims
from .test_restate import in_full

SAID = parse_time("2024-06-12T10:00:00Z")


@pytest.fixture(scope="module")
def told(extractor):
    def lines(*texts: str) -> list[str]:
        """The claims of what one person says in one turn after the other."""
        turns = [Message(f"msg_{n}", "ses_1", "user", text, n, SAID) for n, text in enumerate(texts)]
        return [line(one) for one in extractor.extract(turns).claims]

    return lines


def line(claim):
    """Mode, predicate, text and the days between which it is so."""
    days = " .. ".join(f"{day:%Y-%m-%d}" if day else "" for day in (claim.valid_from, claim.valid_until))
    return f"{claim.mode} {claim.predicate}: {claim.text}" + (f" [{days}]" if days.strip(" .") else "")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        # A date in front.
        (
            "since 1 february staging has been in eu-north-1, cheaper power i guess",
            "asserts located_in: Staging has been located in eu-north-1 since 2024-02-01. [2024-02-01 .. ]",
        ),
        (
            "as of monday we deploy to fly.io",
            "asserts uses: The user's team has used fly.io for hosting since 2024-06-10. [2024-06-10 .. ]",
        ),
        # Who does it until then, and who from then on.
        (
            "currently Deepa leads the data team but from 1 july it'll be Hannes",
            "asserts leads: Deepa leads the data team until 2024-07-01. [ .. 2024-07-01]",
        ),
        (
            "currently Deepa leads the data team but from 1 july it'll be Hannes",
            "asserts leads: Hannes leads the data team from 2024-07-01. [2024-07-01 .. ]",
        ),
        ("i'm covering on-call for Farid till sunday", "ends status_is: Farid is no longer on call."),
        (
            "i'm covering on-call for Farid till sunday",
            "asserts status_is: The user is on call until 2024-06-16. [ .. 2024-06-16]",
        ),
        # Others had it done.
        ("legal made us drop Google Analytics", "ends uses: The user's team dropped Google Analytics."),
        ("my boss convinced me to switch from vim to VS Code", "ends uses: The user no longer uses vim."),
        # What is taken up beside what is given up.
        (
            "we're done with jest, vitest from now on",
            "asserts uses: The user's team uses vitest.",
        ),
        # What somebody is lent to for a time.
        (
            "lent to the fraud team for six weeks from today",
            (
                "asserts member_of: The user is a member of the fraud team from 2024-06-12 until 2024-07-24."
                " [2024-06-12 .. 2024-07-24]"
            ),
        ),
        # Orders that lapse.
        (
            "no deploys for the next two weeks, change freeze for black friday",
            "asserts instructs: The user wants no deploys until 2024-06-26. [ .. 2024-06-26]",
        ),
        (
            "please answer in german until friday",
            "asserts instructs: The user wants the agent to answer in german until 2024-06-14. [ .. 2024-06-14]",
        ),
        (
            "please don't deploy this week",
            "asserts instructs: The user's rule is: don't deploy in the week of 2024-06-10. [ .. 2024-06-17]",
        ),
        (
            "we're in a code freeze until monday",
            "asserts status_is: The user's team has a code freeze until 2024-06-17. [ .. 2024-06-17]",
        ),
        (
            "for plots use altair, I can't read matplotlib code anymore",
            (
                "asserts instructs: The user wants the agent to use altair for plots, the user can't read"
                " matplotlib code anymore."
            ),
        ),
        ("trains over planes for trips", "asserts prefers: The user prefers trains over planes for trips."),
        (
            "sign off as Bea in letters",
            "asserts instructs: The user wants the agent to sign off as Bea in letters.",
        ),
        (
            "explain the why, not just the how",
            "asserts instructs: The user wants the agent to explain the why, not just the how.",
        ),
        ("skip the pleasantries", "asserts instructs: The user wants the agent to skip the pleasantries."),
        ("one question at a time", "asserts instructs: The user wants one question at a time."),
        ("prices in euro please", "asserts instructs: The user wants prices in euro."),
        ("no workouts on sundays", "asserts instructs: The user wants no workouts on sundays."),
        (
            "remind me of my pills every evening",
            "asserts instructs: The user wants the agent to remind the user of the user's pills every evening.",
        ),
        # A lesson names its day.
        (
            "the deploy failed last week because the token expired",
            "asserts learned: The deploy failed in the week of 2024-06-03 because the token expired. [2024-06-03 .. ]",
        ),
        # Orders without a verb.
        (
            "yarn for installs in this repo, not npm",
            "asserts instructs: The user wants the agent to use yarn for installs in this repo, not npm.",
        ),
        # What programs are made of and where they run.
        ("we host everything at OVH", "asserts uses: The user's team uses OVH for hosting."),
        ("emails go out through postmark", "asserts uses: The user's team uses postmark for emails."),
        ("node is 20.11 because of the lambda runtime", "asserts version_is: node is at version 20.11."),
        (
            "still on django 4.2, upgrade is planned for january",
            "asserts version_is: django is at version 4.2.",
        ),
        ("we rewrote the importer in rust", "asserts written_in: The importer is written in rust."),
        ("uploads are capped at 20mb", "asserts setting_is: The uploads are 20mb."),
        ("security reviews are done by Petra", "asserts owns: Petra owns security reviews."),
        (
            "branch names start with the ticket id",
            "asserts noted: Branch names start with the ticket id.",
        ),
        (
            "feature branches are deleted after merge",
            "asserts noted: Feature branches are deleted after merge.",
        ),
        # What was got, and when.
        (
            "picked up the new car today, a Dacia Spring",
            "asserts owns: The user bought a Dacia Spring on 2024-06-12. [2024-06-12 .. ]",
        ),
        ("i repainted the kitchen already", "asserts did: The user repainted the kitchen."),
        (
            "plan is to rewrite the importer in Rust this quarter",
            "asserts plans: The user plans to rewrite the importer in Rust in Q2 2024. [2024-04-01 .. ]",
        ),
        ("launch moved from july to august", "asserts due_on: The launch is in 2024-08."),
        ("I've come round to spaces since working in yaml", "asserts prefers: The user prefers spaces."),
    ],
)
def test_what_is_said_plainly(told, text, claim):
    assert claim in told(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("we dropped support for ie11", "uses: The user's team uses ie11."),
        ("we dropped support for ie11", "uses: The user's team no longer uses support."),
        ("we're done with jest, vitest from now on", "dislikes"),
        ("the retro is on fridays at 3pm", "plans"),
        ("fever's gone, back at the desk", "desk"),
        ("sessions expire after 30 days", "due_on"),
        ("auth tokens are sent in the x-api-key header", "status_is"),
        ("the sdk supports python 3.9 and up", "version_is"),
        ("security reviews are done by Petra", "uses"),
        ("our ticket id starts with ACM", "userd"),
        ("since 1 february staging has been in eu-north-1", "1 february staging"),
        ("i'm 1.83", "age_is"),
        ("need to apologize", "depends_on"),
        ("no need to apologize", "instructs"),
        ("nothing to do here", "instructs"),
        ("write a function that always returns true", "instructs"),
        ("they are my rock and always cheer me on", "instructs"),
        ("don't let anything stop you", "instructs"),
        ("don't stop dreaming, buddy!", "instructs"),
        ("our bundle id is com.tern.app", "located_in"),
        ("please call me Jo", "instructs"),
        ("launch moved from july to august", "2024-07"),
        ("we moved out of the office, remote only now", "uses"),
    ],
)
def test_what_is_not_said(told, text, wrong):
    assert [one for one in told(text) if wrong in one] == []


@pytest.mark.parametrize(
    ("before", "correction", "claim"),
    [
        ("the standup is at 9:30", "wrong, it's 9:45", "The standup is at 9:45."),
        ("my flight is on the 3rd of september", "sorry, the 4th", "The user's flight is on 2024-09-04."),
        ("my flight is on the 3rd", "oops i meant the 5th of july", "The user's flight is on 2024-07-05."),
        (
            "the metrics gateway listens on 9443",
            "i misspoke, it's 8443",
            "The metrics gateway listens on port 8443.",
        ),
    ],
)
def test_what_was_said_wrong_is_told_anew_whole(told, before, correction, claim):
    assert any(one.endswith(claim) for one in told(before, correction))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my knee is all healed up", {"knee"}),
        ("cast came off this morning!", {"cast"}),
        ("the stitches are out", {"stitches"}),
        ("off the crutches since yesterday", {"crutches"}),
    ],
)
def test_what_is_well_with_a_part_of_the_body(extractor, text, names):
    over = {one.value for one in claims(extractor, text) if one.mode == "closes"}
    assert names <= over


@pytest.mark.parametrize(
    "text",
    [
        "got a cast on my arm",
        "the stitches are not out yet",
        "can the cast come off this week?",
        "got stitches",
    ],
)
def test_who_is_not_well_yet(extractor, text):
    assert [one for one in claims(extractor, text) if one.mode == "closes"] == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("tabs, not spaces", "use tabs, not spaces"),
        ("pnpm, not npm", "use pnpm, not npm"),
        ("Berlin, not Munich", ""),
        ("the second one, not the first", ""),
        ("monday, not tuesday", ""),
        ("it works, not well though", ""),
    ],
)
def test_a_choice_is_an_order_only_of_tools_and_of_ways_to_write(extractor, text, order):
    said = [one for one in in_full(extractor, text) if one.startswith("use ")]
    assert said == ([order] if order else [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id rather use tabs", "I'd rather use tabs"),
        ("so ill be in Paris until friday", "so I'll be in Paris until friday"),
        ("the tenant id like all ids is a uuid", "the tenant id like all ids is a uuid"),
        ("my dog is ill", "my dog is ill"),
    ],
)
def test_id_is_a_word_where_nothing_tells_otherwise(text, said):
    heard = listen(Message("msg_1", "ses_1", "user", text, 0, SAID))
    assert [one.passage.text.lower() for one in heard.spoken] == [said.lower()]
