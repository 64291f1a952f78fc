"""Dates of German, Spanish and Chinese, said on Wednesday, 12 June 2024, at ten."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.extract.dates import written
from graphmem.extract.languages.dates import find_dates
from graphmem.extract.languages.grammar import language as table

SAID = datetime(2024, 6, 12, 10, tzinfo=UTC)

CASES = {
    "de": """
        gestern | 2024-06-11 |
        Vorgestern war es noch da | 2024-06-10 |
        bis morgen | 2024-06-13 | until
        letzten Monat | May 2024 |
        letzte Woche | the week of 2024-06-03 |
        nächstes Jahr | 2025 |
        letztes Wochenende | the weekend of 2024-06-08 |
        vor zwei Wochen | the week of 2024-05-27 |
        vor etwa 3 Monaten | March 2024 |
        vor einem Jahr | 2023 |
        vor ein paar Tagen | 2024-06-09 |
        in zwei Wochen | the week of 2024-06-24 |
        seit drei Jahren | June 2021 | for
        seit 2021 | 2021 | since
        ab März | March 2024 | since
        bis Ende März | March 2024 | until
        im März 2023 | March 2023 |
        im Dezember | December 2023 |
        am 5. Mai | 2024-05-05 |
        am 05.05.2023 | 2023-05-05 |
        3.4.2022 | 2022-04-03 |
        am 29.02.2024 | 2024-02-29 |
        nächsten Freitag | 2024-06-21 |
        letzten Freitag | 2024-06-07 |
        am Montag | 2024-06-10 |
        am Mittwoch | 2024-06-05 |
        von März bis Mai 2022 | March 2022 to May 2022 | range
        2021 bis 2023 | 2021 to 2023 | range
        Ich bin 2019 nach Wien gezogen | 2019 |
        im Sommer 2019 | summer 2019 |
        letzten Sommer | summer 2023 |
        Q3 2023 | Q3 2023 |
        2024-03-05 | 2024-03-05 |
    """,
    "es": """
        ayer | 2024-06-11 |
        anteayer | 2024-06-10 |
        lo vi hoy | 2024-06-12 |
        hasta mañana | 2024-06-13 | until
        el mes pasado | May 2024 |
        la semana pasada | the week of 2024-06-03 |
        el año que viene | 2025 |
        este año | 2024 |
        hace dos semanas | the week of 2024-05-27 |
        hace unos 3 meses | March 2024 |
        hace un año | 2023 |
        dentro de dos semanas | the week of 2024-06-24 |
        desde hace tres años | June 2021 | for
        llevo dos años | June 2022 | for
        hace tres años que vivo aquí | June 2021 | for
        desde 2021 | 2021 | since
        a partir de marzo | March 2024 | since
        hasta finales de marzo | March 2024 | until
        en marzo de 2023 | March 2023 |
        en diciembre | December 2023 |
        el 5 de mayo | 2024-05-05 |
        el 5 de mayo de 2023 | 2023-05-05 |
        5/4/2022 | 2022-04-05 |
        el próximo viernes | 2024-06-21 |
        el viernes pasado | 2024-06-07 |
        el lunes | 2024-06-10 |
        de marzo a mayo de 2022 | March 2022 to May 2022 | range
        de 2019 a 2021 | 2019 to 2021 | range
        en verano de 2019 | summer 2019 |
        el verano pasado | summer 2023 |
        en 2019 | 2019 |
        2024-03-05 | 2024-03-05 |
    """,
    "zh": """
        昨天 | 2024-06-11 |
        前天 | 2024-06-10 |
        明天 | 2024-06-13 |
        上个月 | May 2024 |
        上個月 | May 2024 |
        上周 | the week of 2024-06-03 |
        下个月 | July 2024 |
        去年 | 2023 |
        两周前 | the week of 2024-05-27 |
        兩週前 | the week of 2024-05-27 |
        三个月前 | March 2024 |
        3天前 | 2024-06-09 |
        一年前 | 2023 |
        两周后 | the week of 2024-06-24 |
        三年了 | June 2021 | for
        自2021年以来 | 2021 | since
        从2021年开始 | 2021 | since
        到三月 | March 2024 | until
        2024年3月 | March 2024 |
        2024年3月5日 | 2024-03-05 |
        5月5号 | 2024-05-05 |
        十二月二十五日 | 2023-12-25 |
        去年三月 | March 2023 |
        三月 | March 2024 |
        下周五 | 2024-06-21 |
        上周一 | 2024-06-03 |
        周一 | 2024-06-10 |
        2020年3月到2022年5月 | March 2020 to May 2022 | range
        2019年夏天 | summer 2019 |
        去年夏天 | summer 2023 |
        2023年第三季度 | Q3 2023 |
        2024-03-05 | 2024-03-05 |
    """,
}  # fmt: skip
ROWS = [
    (language, *(cell.strip() for cell in row.split("|")))
    for language, block in CASES.items()
    for row in block.strip().splitlines()
]


@pytest.mark.parametrize(("language", "text", "wanted", "direction"), ROWS)
def test_what_a_date_means(language, text, wanted, direction):
    [found] = find_dates(text, SAID, table(language).dates)
    assert (written(found, SAID), found.direction) == (wanted, direction)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Guten Morgen, wie geht's"), ("de", "auf Port 2020"), ("de", "am 31.02.2024"), ("de", "Version 15.2"),
        ("de", "2019 Zeilen Code"), ("es", "por la mañana"), ("es", "el puerto 2020"), ("es", "31/02/2024"),
        ("zh", "两个月"), ("zh", "端口2020"), ("zh", "2月31日"), ("zh", "第三天"),
    ],
)  # fmt: skip
def test_what_is_no_date(language, text):
    assert find_dates(text, SAID, table(language).dates) == []


def test_the_tense_settles_what_is_partial():
    for language, text in (("de", "im Dezember"), ("es", "en diciembre"), ("zh", "12月")):
        past = find_dates(text, SAID, table(language).dates, tense="past")[0]
        future = find_dates(text, SAID, table(language).dates, tense="future")[0]
        assert (written(past, SAID), written(future, SAID)) == ("December 2023", "December 2024")


def test_days_are_those_of_the_speaker():
    late = datetime(2024, 6, 12, 1, tzinfo=timezone(timedelta(hours=8)))
    [found] = find_dates("昨天", late, table("zh").dates)
    assert found.interval.start == datetime(2024, 6, 10, 16, tzinfo=UTC)
    assert written(found, late) == "2024-06-11"


@given(st.text(max_size=60), st.sampled_from(["de", "es", "zh"]))
def test_any_text_is_read_without_harm(text, language):
    dates = find_dates(text, SAID, table(language).dates)
    assert all(
        text[one.start : one.end] == one.text and one.interval.low <= one.interval.high for one in dates
    )
    assert all(one.end <= other.start for one, other in pairwise(dates))


@given(st.data(), st.sampled_from(["de", "es", "zh"]))
def test_any_row_of_date_words_is_read_without_harm(data, language):
    words = table(language).dates
    known = [*words.months, *words.units, *words.which, *words.near, *words.numbers]
    known += ["vor", "hace", "前", "2024", "31.", "."]
    text = " ".join(data.draw(st.lists(st.sampled_from(known), max_size=8)))
    for moment in (SAID, datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)):
        find_dates(text, moment, words)
