"""The talk of engineers: notes, tools that come and go, wiring, causes, owners, deadlines, orders, and look-alikes."""

from __future__ import annotations

import pytest

from graphmem.extract.language import language_of
from graphmem.model import USER

from .saying import claims

TOLD = {
    "notes": [
        ("learning rate 2e-4, batch size 128", ["setting_is user 2e-4", "setting_is user 128"]),
        ("session lifetime = 45m, remember-me token = 14 days", ["setting_is user 45m", "setting_is user 14 days"]),
        ("page default is 40 and the hard cap is 500", ["setting_is user 40", "setting_is user 500"]),
        ("offline db = realm", ["uses user realm"]),
        ("queue: beanstalkd, cdn: fastly", ["uses user beanstalkd", "uses user fastly"]),
        ("envoy -> 1.29.2, nginx -> 1.25.4", ["version_is envoy 1.29.2", "version_is nginx 1.25.4"]),
        ("dbt 1.7, redshift, metabase on top", ["uses user dbt", "version_is dbt 1.7", "uses user metabase"]),
        ("mockups: figma.com/file/heron-2", ["reachable_at mockups figma.com/file/heron-2"]),
        ("the wiki is wiki.heron.internal", ["wiki wiki.heron.internal"]),
    ],
    "departures": [
        ("we've swapped celery for dramatiq", ["ends uses user celery", "uses user dramatiq"]),
        ("switched from make to ninja in the firmware repo", ["ends uses user make", "uses user ninja"]),
        ("session store used to be mysql, now it's redis", ["ends uses user mysql", "uses user redis"]),
        ("hand-written routing has been replaced by go_router", ["replaced_by hand-written routing go_router"]),
        ("we threw out the BERT model, too slow", ["ends uses user BERT model"]),
        ("we are off Heroku since may", ["ends uses user Heroku"]),
        ("we moved the vectors out of pinecone into pgvector", ["ends uses user pinecone", "uses user pgvector"]),
    ],
    "wiring": [
        ("training runs on 8 H100s", ["deployed_on training 8 H100s"]),
        ("all the order photos sit in a bucket called heron-photos", ["stored_in order photos heron-photos"]),
        ("tokens are saved in the keychain", ["stored_in tokens keychain"]),
        ("orders-svc calls stock-svc over grpc", ["depends_on orders-svc stock-svc"]),
        ("the mail worker needs both redis and the template service to be up",
         ["depends_on mail worker redis", "depends_on mail worker template service"]),
        ("our main service is a Kotlin monolith on Spring Boot 3.2",
         ["written_in main service Kotlin", "uses main service Spring Boot"]),
        ("widget tests run via melos run test", ["run_with widget tests melos run test"]),
        ("the upload endpoint times out after 12 seconds", ["setting_is user 12 seconds"]),
        ("vault sits behind vpn at vault.int.heron.net", ["reachable_at vault vault.int.heron.net"]),
    ],
    "reasons": [
        ("the importer crashed because the csv had a byte order mark", ["importer crashed because"]),
        ("a stale lockfile is what took down the build on sunday", ["failed_because build"]),
        ("the animation jank came from rebuilding the whole list", ["learned user"]),
        ("clock drift was the reason for the lost packets", ["learned user"]),
    ],
    "keepers": [
        ("Dimitri is the one who looks after the ledger repo", ["maintains Dimitri ledger repo"]),
        ("Solveig does the Android side", ["works_on Solveig Android side"]),
        ("I'm the only one maintaining the labeling tool", ["maintains user labeling tool"]),
        ("Ayo handed the k8s stuff over to me", ["ends owns Ayo k8s stuff", "owns user k8s stuff"]),
    ],
    "deadlines": [
        ("postmortem is due friday", ["due_on user 2024-06-14"]),
        ("the csv export must be ready by June 28", ["due_on user 2024-06-28"]),
        ("certification slot is booked for 2 September", ["2024-09-02"]),
    ],
    "orders": [
        ("after each change run flutter analyze", ["instructs user run flutter analyze after each change"]),
        ("please stop adding comments above every widget", ["instructs user"]),
        ("don't page me for disk warnings below 85%", ["instructs user"]),
        ("never restart kafka-1 without draining it first", ["instructs user"]),
        ("reply with the diff only", ["instructs user"]),
        ("use UTC in everything you write", ["instructs user use UTC"]),
        ("when you write sql, lowercase keywords please", ["instructs user"]),
        ("for plots use altair", ["instructs user use altair"]),
    ],
}  # fmt: skip
SILENT = [
    "change the baud to 230400 and try",
    "rerun it with lr 1e-3 and batch 64",
    "what port does the gateway use again?",
    "if we went with dynamo we'd lose joins",
    "should the boss have 500 or 800 hp?",
    "switched from tea to coffee last week?",
    "scale edge to 6 and watch the latency",
    "don't run it yet",
    "maybe we should try a transformer at some point",
    "ERROR: Parse Error: Unexpected Indent in class body. (res://player.gd:41)",
    "kubectl rollout restart deploy/edge -n prod",
    "bump the timeout to 30s and rerun the suite",
    "no worries, take your time",
]


def lines(extractor, text):
    """The claims of a text on a line each."""
    found = []
    for claim in claims(extractor, text):
        if claim.mode == "updates":
            continue  # says nothing where nothing holds
        who = "user" if claim.subject.name == USER else claim.subject.name
        shown = claim.object.name if claim.object else claim.value
        mode = "" if claim.mode == "asserts" else f"{claim.mode} "
        found.append(f"{mode}{claim.predicate} {who} {shown}")
    return found


@pytest.mark.parametrize(
    ("text", "expected"), [pytest.param(*row, id=row[0][:60]) for rows in TOLD.values() for row in rows]
)
def test_what_engineers_tell(extractor, text, expected):
    found = lines(extractor, text)
    for wanted in expected:
        assert any(wanted.lower() in one.lower() for one in found), found


@pytest.mark.parametrize("text", SILENT, ids=[text[:60] for text in SILENT])
def test_what_tells_nothing(extractor, text):
    assert lines(extractor, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "grpc gateway is on 9443, metrics on 9100",
        "the grpc gateway is on 9443, the metrics endpoint on 9100",
    ],
)
def test_a_verb_that_is_lent_breaks_no_sentence(extractor, text):
    assert lines(extractor, text)


@pytest.mark.parametrize(
    "text",
    [
        "repo is github.com/heron/field",
        "orders-svc calls stock-svc over grpc",
        "learning rate 3e-4, batch size 256, 20 epochs",
        "bundle id: com.heron.app",
    ],
)
def test_names_and_numbers_are_of_no_language(text):
    assert language_of(text) == "en"
