"""What a hit was worth is noted, puts equals in order, is taken back, and is forgotten with what it is about."""

from __future__ import annotations

import shutil

import pytest

from graphmem import Memory
from graphmem.errors import MisuseError, NotFound
from graphmem.retrieve.fuse import Candidate, judged, ranked
from tests.brief import unfolded
from tests.exports import exported
from tests.test_memory import at
from tests.transcripts import claude_file

SAID = [
    ("user", "The search service depends on Redis.", "2024-01-10T10:00:00Z"),
    ("user", "The mail service depends on Redis.", "2024-02-10T10:00:00Z"),
    ("user", "I moved to Lisbon in March 2024.", "2024-04-02T10:00:00Z"),
    ("user", "I moved to Porto in June 2024.", "2024-06-20T10:00:00Z"),
]
QUESTION = "what depends on Redis?"


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged")
    with Memory(folder / "home") as memory:
        memory.ingest([claude_file(folder, "one", SAID)])
    return folder / "home"


@pytest.fixture
def memory(learned, tmp_path):
    shutil.copytree(learned, tmp_path / "home", ignore=shutil.ignore_patterns("lock"))
    memory = Memory(tmp_path / "home")
    yield memory
    unfolded(memory._store)
    memory.close()


def order(memory):
    return [hit.id for hit in memory.recall(QUESTION).hits]


@pytest.mark.parametrize("verdict", ["wrong", "outdated"])
def test_what_is_judged_moves_among_its_equals_and_back(memory, verdict):
    before = order(memory)
    scores = {hit.id: hit.score for hit in memory.recall(QUESTION).hits}
    [judged_one] = memory.feedback(verdict, [before[0]], reason="a test")
    assert (judged_one.id, getattr(judged_one, verdict)) == (before[0], 1)
    hit = next(hit for hit in memory.recall(QUESTION).hits if hit.id == before[0])
    assert 0.95 * scores[before[0]] < hit.score < scores[before[0]]
    assert hit.why.gains["feedback"] < 0
    memory.feedback("none", [before[0]])
    assert order(memory) == before


def test_a_message_can_be_judged_and_many_words_weigh_little_more_than_one(memory):
    key = next(hit.id for hit in memory.recall(QUESTION, kind=("message",)).hits)
    gains = []
    for _ in range(5):
        memory.feedback("useful", [key])
        [hit] = [hit for hit in memory.recall(QUESTION, kind=("message",)).hits if hit.id == key]
        gains.append(hit.why.gains["feedback"])
    assert gains == sorted(gains)
    assert gains[-1] < 2 * gains[0]


def test_equals_are_reordered_and_nobody_else():
    candidates = [Candidate("a", score=0.9), Candidate("b", score=0.5), Candidate("c", score=0.5)]
    judged(candidates, {"c": 1, "a": -99}, share=0.05)
    assert [one.id for one in ranked(candidates)] == ["a", "c", "b"]


def test_all_are_judged_or_none(memory):
    before = order(memory)
    with pytest.raises(NotFound, match="fact_none"):
        memory.feedback("wrong", [before[0], "fact_none"])
    assert order(memory) == before
    assert memory.cypher("MATCH (j:Judgement) RETURN count(j)").rows == ((0,),)
    for verdict, ids in (("great", before[:1]), ("useful", [])):
        with pytest.raises(MisuseError):
            memory.feedback(verdict, ids)


def test_the_ledger_tells_it_again_and_forgetting_takes_it_along(memory, tmp_path):
    key, other = order(memory)[:2]
    memory.feedback("useful", [key, other])
    memory.feedback("outdated", [key], reason="password=Tr0ub4dor&3x says so")
    told = exported(memory)
    assert b'"outdated":1' in told
    memory.rebuild()
    assert exported(memory) == told
    actors = memory._store.ledger.rows("SELECT actor FROM event WHERE kind = 'FeedbackGiven'")
    assert len(actors) == 2
    assert "Tr0ub4dor" not in str(actors)
    memory.forget(key)
    kept = [row[0] for row in memory.cypher("MATCH (j:Judgement) RETURN j.id").rows]
    assert key not in kept
    assert key not in str([event.change.judgements for event in memory._store.ledger.events()])


def test_a_timeline_is_in_the_order_in_which_things_came_to_be_so(memory):
    def homes(**when):
        return [fact.object for fact in memory.timeline("user", predicate="lives_in", **when)]

    assert homes() == ["Lisbon", "Porto"]
    assert homes(limit=1) == ["Porto"]
    assert homes(as_of=at("2024-04-15")) == ["Lisbon"]
    assert homes(known_at=at("2024-05-01")) == ["Lisbon"]
    [lisbon, _] = memory.timeline("user", predicate="lives_in")
    assert (lisbon.valid_from, lisbon.valid_until) == (at("2024-03-01"), at("2024-06-01"))
    [then] = memory.timeline("user", predicate="lives_in", known_at=at("2024-05-01"))
    assert then.valid_until is None
    with pytest.raises(NotFound):
        memory.timeline("Nobody")


def test_anything_with_an_id_is_fetched_whole(memory):
    hit = next(hit for hit in memory.recall(QUESTION, kind=("fact",)).hits)
    source = hit.sources[0]
    fact = memory.fetch(hit.id)
    assert fact.title == hit.text
    assert source.quote in fact.text
    assert fact.metadata["predicate"] == "depends_on"
    message = memory.fetch(source.message_id)
    assert message.text in {text for _, text, _ in SAID}
    assert message.metadata["session_id"] == source.session_id
    session = memory.fetch(source.session_id)
    assert all(text in session.text for _, text, _ in SAID)
    user = memory.fetch(memory.entity("user").id)
    assert "Porto" in user.text
    assert all(one.title and one.metadata["type"] for one in (fact, message, session, user))
    for key in ("fact_none", "msg_none", "ses_none", "ent_none", "evt_1", "", "x"):
        with pytest.raises(NotFound):
            memory.fetch(key)


def test_the_status_says_how_far_it_is(memory):
    told = memory.status()
    assert told["ready"]
    assert told["events"] == told["indexed"] > 0
    assert told["clients"] == ["claude-code"]
    assert told["said_at"] == at("2024-06-20T10:00")
    assert not told["watching"]
