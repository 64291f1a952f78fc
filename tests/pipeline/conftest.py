"""A memory with a language model behind a stand-in server, and a clock that stands still."""

from __future__ import annotations

import pytest

from graphmem.config import Settings
from graphmem.extract.llm import LlmExtractor
from graphmem.memory import Memory
from tests.brief import unfolded
from tests.standins.clock import StillClock
from tests.standins.model_server import KEY, ModelServer


@pytest.fixture
def server():
    with ModelServer() as running:
        yield running


@pytest.fixture
def clock():
    return StillClock()


def with_model(home, server, clock, provider="anthropic", **options):
    """The memory of a home, with the model of that server and a clock for the model's time."""
    given = {"index.embedder": "none", "extract.llm": provider, "extract.llm_base_url": server.url}
    given |= {f"extract.llm_{name}": value for name, value in options.items()}
    memory = Memory(settings=Settings(home, environ={}, arguments=given))
    if provider != "none":
        memory._workshop.model = LlmExtractor(
            memory.settings, memory._workshop.model_work, ontology=memory.ontology, clock=clock
        )
    return memory


@pytest.fixture
def remembering(home, server, clock, monkeypatch):
    """Opens the memory of one home with these settings; the model's time is the clock's."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    opened = []

    def open_memory(provider="anthropic", **options):
        opened.append(with_model(home, server, clock, provider, **options))
        return opened[-1]

    yield open_memory
    for memory in opened:
        unfolded(memory._store)
        memory.close()
