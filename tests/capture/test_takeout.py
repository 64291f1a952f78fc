"""The activity with Gemini as Google Takeout gives it: newest first, in any language, answers in HTML."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.capture.reader import find_sources
from graphmem.capture.takeout import plain_text
from tests.capture.lines import make, put, said
from tests.capture.packing import packed
from tests.capture.writers import Store, read, settings, stamp


def record(second, title, *html, thread="", **more):
    address = f"https://gemini.google.com/app/{thread}" if thread else None
    return {
        "header": "Gemini Apps",
        "title": title,
        "titleUrl": address,
        "time": stamp(second),
        "products": ["Gemini Apps"],
        "safeHtmlItem": [{"html": one} for one in html],
    } | more


LOG = [
    record(9, "Selected preferred draft"),
    record(8, "Prompted And in Porto?", "<p>There <b>too</b>.</p>", thread="t-1"),
    record(7, "送信したメッセージ: 猫の名前はミルクです", "<p>覚えました。</p>"),
    record(6, "Prompted An answer that was not kept"),
    record(5, "Prompted Is it warm in Lisbon?", "<p>It is.</p>", "<ul><li>In July</li></ul>", thread="t-1",
           attachedFiles=[{"name": "map.pdf"}]),
]  # fmt: skip
EXPECTED = """
    # activity of 2025-03-01 |  |  |
    m0 after - 09:00:06 user/text user: An answer that was not kept
    m1 after m0 09:00:07 user/text user: 猫の名前はミルクです
    m2 after m1 09:00:07 assistant/text gemini: 覚えました。
    # t-1 |  |  |
    m3 after - 09:00:05 user/text user: Is it warm in Lisbon?

    [file: map.pdf]
    m4 after m3 09:00:05 assistant/text gemini: It is.

    - In July
    m5 after m4 09:00:08 user/text user: And in Porto?
    m6 after m5 09:00:08 assistant/text gemini: There too.
    """


def test_the_log_itself(tmp_path):
    said("gemini-takeout", put(tmp_path / "MyActivity.json", json.dumps(LOG, indent=1)), EXPECTED)


def test_an_archive_of_many_services(tmp_path):
    youtube = json.dumps(
        [{"header": "YouTube", "title": "Watched x", "time": stamp(0), "products": ["YouTube"]}]
    )
    files = {
        "Takeout/My Activity/YouTube/MyActivity.json": youtube,
        "Takeout/Meine Aktivitäten/Gemini-Apps/MeineAktivitäten.json": json.dumps(LOG),
    }
    said("gemini-takeout", packed(tmp_path / "takeout.zip", files), EXPECTED)


def test_a_log_is_found_where_takeout_puts_it(tmp_path):
    put(tmp_path / "Takeout" / "Meine Aktivitäten" / "Gemini-Apps" / "MeineAktivitäten.json", json.dumps(LOG))
    put(tmp_path / "Takeout" / "My Activity" / "Search" / "MyActivity.json", "[]")
    put(tmp_path / "code" / "package.json", json.dumps(LOG))
    found = find_sources([tmp_path], None, settings(tmp_path))
    assert [(reader.client, path.name) for reader, path in found] == [
        ("gemini-takeout", "MeineAktivitäten.json")
    ]
    assert find_sources([tmp_path / "code" / "package.json"], None, settings(tmp_path))


def test_a_later_log_holds_the_same_messages(tmp_path):
    store, reader, path = Store(), make("gemini-takeout", tmp_path), tmp_path / "MyActivity.json"
    store.read(reader, put(path, json.dumps(LOG)))
    before = dict(store.messages)
    store.read(reader, put(path, json.dumps([record(20, "Prompted More", "<p>Yes</p>", thread="t-1"), *LOG])))
    assert len(store.messages) == len(before) + 2


def test_activity_with_other_services_is_none_of_its(tmp_path):
    other = [{"header": "Search", "title": "Searched for gemini", "time": stamp(0), "products": ["Search"]}]
    assert not make("gemini-takeout", tmp_path).recognises(
        put(tmp_path / "MyActivity.json", json.dumps(other))
    )


def test_damage_costs_one_record(tmp_path):
    broken = json.dumps(LOG).replace('"time"', '"time', 1)
    store = read(make("gemini-takeout", tmp_path), put(tmp_path / "MyActivity.json", broken))
    assert "Is it warm in Lisbon?\n\n[file: map.pdf]" in store.texts
    assert store.problems


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a &amp; b</p>", "a & b"),
        ("<p>a<br>b</p>", "a\nb"),
        ("<script>x</script>a", "a"),
        ("<ol><li>a</li><li>b</li></ol>", "- a\n- b"),
        ("<p>not closed", "not closed"),
        ("", ""),
        ("<p>a</p><![weird>b<p>c</p>", "a\nb\nc"),
    ],
)
def test_text_in_html(html, text):
    assert plain_text(html) == text


@given(st.text(alphabet="<>!/[]-a&;\"' p", max_size=40))
def test_any_html_is_taken(html):
    assert isinstance(plain_text(html), str)
