"""A memory whose vectors a server makes: as good as with the model that ships, and whole when the server is away."""

from __future__ import annotations

from graphmem import Memory
from graphmem.config import Settings
from tests.standins.model_server import ModelServer, Reply


def opened(home, server):
    told = {
        "index.embedder": "openai",
        "index.model": "stand-in",
        "index.dimensions": 32,
        "index.base_url": f"{server.url}/v1",
    }
    return Memory(settings=Settings(home, environ={}, arguments=told))


def says_the_same(memory):
    """Whether a message is found by its vector."""
    return any(hit.why.vector > 0 for hit in memory.recall("live in Lisbon", kind=["message"]).hits)


def test_texts_are_found_by_the_vectors_of_a_server(home):
    with ModelServer() as server:
        with opened(home, server) as memory:
            memory.remember("I live in Lisbon.")
            [hit, *_] = memory.recall("Where do I live?").hits
            assert "Lisbon" in hit.text
            assert says_the_same(memory)
        seen = len(server.asked)
        with opened(home, server) as memory:
            assert memory.stats()
        assert len(server.asked) == seen


def test_a_server_that_is_away_costs_the_vectors_and_nothing_else(home):
    with ModelServer() as server:
        with opened(home, server) as memory:
            server.play(*[Reply(404, {"error": {"message": "no such model"}})])
            memory.remember("I live in Lisbon.")
            assert "Lisbon" in memory.recall("Where do I live?").hits[0].text
            assert [f.detail for f in memory.doctor() if f.subject == "embedder" and f.status == "warning"]
        server.plays.clear()
        with opened(home, server) as memory:
            assert any("lacks the vectors" in notice for notice in memory.notices)
            assert says_the_same(memory)
            assert not [f for f in memory.doctor() if f.subject == "embedder" and f.status == "warning"]
        with opened(home, server) as memory:
            assert not memory.notices
