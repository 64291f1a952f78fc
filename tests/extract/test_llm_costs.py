"""What an answer costs, and what it can cost at most."""

from __future__ import annotations

import pytest

from graphmem.config import Settings
from graphmem.extract.llm_anthropic import DEFAULT_MODEL
from graphmem.extract.llm_costs import PRICES, Price, Usage, counted, price_of
from graphmem.outbound import is_near


def price(tmp_path, model, **given):
    arguments = {f"extract.llm_{name}": value for name, value in given.items()}
    return price_of(model, Settings(tmp_path, environ={}, arguments=arguments))


def test_the_usual_model_has_a_price():
    assert DEFAULT_MODEL in PRICES


def test_a_model_is_priced_by_the_table_with_or_without_its_date(tmp_path):
    assert price(tmp_path, "claude-haiku-4-5") == Price(1.0, 5.0, 1.25, 0.1)
    assert price(tmp_path, "claude-haiku-4-5-20251001") == price(tmp_path, "claude-haiku-4-5")


def test_an_unknown_model_is_dear_elsewhere_and_free_at_home(tmp_path):
    assert price(tmp_path, "qwen3") == price(tmp_path, "claude-fable-5")
    assert price(tmp_path, "qwen3", base_url="https://api.groq.com/openai/v1").input == 10.0
    assert price(tmp_path, "qwen3", base_url="http://localhost:11434/v1") == Price(0, 0, 0, 0)


def test_the_settings_have_the_last_word(tmp_path):
    assert price(tmp_path, "claude-haiku-4-5", usd_in=2.0, usd_out=3.0) == Price(2.0, 3.0, 2.5, 2.0)


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://127.0.0.1:1/v1", True), ("http://[::1]/v1", True), ("http://192.168.1.4/v1", True),
        ("http://box.local/v1", True), ("https://8.8.8.8/v1", False), ("https://localhost.evil.example/v1", False),
        ("https://api.openai.com/v1", False), ("", False),
    ],
)  # fmt: skip
def test_an_address_is_near_or_not(url, near):
    assert is_near(url) is near


def test_a_batch_costs_half_and_no_answer_more_than_was_booked():
    one = Price(1.0, 5.0, 1.25, 0.1)
    usage = Usage(input=2_000, output=8_000, cache_write=3_000, cache_read=0)
    assert one.cost(usage, batch=True) == one.cost(usage) / 2 == pytest.approx(0.022875)
    assert one.at_most(10_000, 8_192) >= one.cost(Usage(0, 8_192, 5_000, 0))


@pytest.mark.parametrize(
    ("value", "tokens"), [(5, 5), (-1, 0), (None, 0), ("5", 0), (10**40, 10_000_000), (2.5, 0)]
)
def test_tokens_are_counted_as_far_as_they_can_be(value, tokens):
    assert counted(value) == tokens
