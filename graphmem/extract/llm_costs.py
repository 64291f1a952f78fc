"""What a model's answer costs: usage in tokens goes in, US dollars come out, by a table of list prices."""

from __future__ import annotations

from typing import NamedTuple

from graphmem.config import Settings
from graphmem.outbound import is_near

# USD per million tokens: input, output, cache read. Writing the cache costs 1.25 times the input, a batch half of
# everything. Source: https://platform.claude.com/docs/en/about-claude/pricing, as of 2026-10-10; the cache-read
# rates of the 5.5 models as of 2026-10-07. A date at the end of a model's name does not matter.
PRICES: dict[str, tuple[float, float, float]] = {
    "claude-haiku-5-5": (0.10, 0.50, 0.01),  # for prompts up to 100,000 tokens; ours are shorter
    "claude-haiku-4-5": (1.00, 5.00, 0.10),
    "claude-sonnet-5-5": (2.00, 10.00, 0.10),
    "claude-sonnet-5": (2.00, 10.00, 0.20),
    "claude-sonnet-4-6": (3.00, 15.00, 0.30),
    "claude-sonnet-4-5": (3.00, 15.00, 0.30),
    "claude-opus-5-5": (4.00, 20.00, 0.20),
    "claude-opus-5": (5.00, 25.00, 0.50),
    "claude-opus-4-8": (5.00, 25.00, 0.50),
    "claude-opus-4-7": (5.00, 25.00, 0.50),
    "claude-opus-4-6": (5.00, 25.00, 0.50),
    "claude-opus-4-5": (5.00, 25.00, 0.50),
    "claude-fable-5-1": (10.00, 50.00, 0.25),
    "claude-fable-5": (10.00, 50.00, 1.00),
}
CACHE_WRITE = 1.25
BATCH = 0.5

# A token takes at least so many bytes in what people write: about 4 in English, 2 to 3 in other scripts.
BYTES_PER_TOKEN = 2


# No answer of ours can use more; a server that claims so is not believed.
MOST_TOKENS = 10_000_000


def counted(value: object) -> int:
    """A number of tokens as a server reports it; 0 for what cannot be one."""
    return min(value, MOST_TOKENS) if isinstance(value, int) and value > 0 else 0


class Usage(NamedTuple):
    """Tokens of one answer, in four disjoint groups."""

    input: int = 0
    output: int = 0
    cache_write: int = 0
    cache_read: int = 0


class Price(NamedTuple):
    """USD per million tokens."""

    input: float
    output: float
    cache_write: float
    cache_read: float

    def cost(self, usage: Usage, *, batch: bool = False) -> float:
        """What this usage costs, in USD."""
        full = (
            self.input * usage.input
            + self.output * usage.output
            + self.cache_write * usage.cache_write
            + self.cache_read * usage.cache_read
        )
        return full / 1e6 * (BATCH if batch else 1.0)

    def at_most(self, size: int, max_tokens: int, *, batch: bool = False) -> float:
        """An upper bound for a prompt of so many bytes and an answer of at most so many tokens, in USD."""
        tokens = size // BYTES_PER_TOKEN + 1
        dearest = max(self.input, self.cache_write) * tokens + self.output * max_tokens
        return dearest / 1e6 * (BATCH if batch else 1.0)


def price_of(model: str, settings: Settings) -> Price:
    """The price of a model: the settings, else the table; a model on this machine or in this network is free.

    An unknown model of somebody else is taken to be as dear as the dearest known, so that the limit of a day stops
    it too early rather than too late.
    """
    given = float(settings["extract.llm_usd_in"]), float(settings["extract.llm_usd_out"])
    if any(given):
        return Price(given[0], given[1], given[0] * CACHE_WRITE, given[0])
    known = PRICES.get(model) or PRICES.get(model.rpartition("-")[0] if model[-8:].isdigit() else "")
    if known is None and is_near(str(settings["extract.llm_base_url"])):
        return Price(0.0, 0.0, 0.0, 0.0)
    entry, leave, read = known or max(PRICES.values())
    return Price(entry, leave, entry * CACHE_WRITE, read)
