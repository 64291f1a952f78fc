from __future__ import annotations

from graphmem.model import Session
from graphmem.revise.start import sightings
from graphmem.temporal import parse_time
from tests.brief import Unsought


def session(key, client="claude-code", project="shop", day=1):
    at = parse_time(f"2024-03-{day:02}T10:00:00Z")
    return Session(f"ses_{key}", client, key, at, at, project=project)


def test_a_session_brings_the_user_its_agent_and_its_project():
    found = sightings([session("a"), session("b", day=9)], {"ses_a", "ses_b"})
    told = sorted((one.name, one.kind, one.votes, one.last_seen.day) for one in found.values())
    assert told == [
        ("claude-code", "agent", "agent:2", 9),
        ("shop", "project", "project:2", 9),
        ("user", "person", "person:2", 9),
    ]


def test_a_session_that_is_known_votes_no_more():
    found = sightings([session("a", day=5)], set())
    assert {one.votes for one in found.values()} == {""}
    assert {one.last_seen.day for one in found.values()} == {5}


def test_what_people_note_themselves_is_no_agents(tmp_path):
    with Unsought(tmp_path) as memory:
        memory.remember("It rains.", project="shop")
        assert memory.entity("shop").kind == "project"
        names = {row[0] for row in memory.cypher("MATCH (e:Entity) RETURN e.name").rows}
    assert names == {"user", "shop"}


def test_a_forgotten_session_takes_its_project_with_it(tmp_path):
    with Unsought(tmp_path) as memory:
        memory.remember("It rains.", project="shop")
        memory.remember("It snows.", project="barn")
        rows = memory.cypher("MATCH (s:Session) WHERE s.project = 'barn' RETURN s.id").rows
        memory.forget(str(rows[0][0]))
        names = {row[0] for row in memory.cypher("MATCH (e:Entity) RETURN e.name").rows}
    assert names == {"user", "shop"}
