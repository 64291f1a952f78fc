"""Other languages without a model, or with one that is missing: nothing false is learned, nothing is lost."""

from __future__ import annotations

import pytest

from graphmem import Memory
from graphmem.config import Settings
from graphmem.errors import ConfigError
from graphmem.extract.languages.names import names_in
from graphmem.extract.spacy import SpacyExtractor
from graphmem.model import Message
from graphmem.ontology import load_ontology
from graphmem.temporal import parse_time

from .lines import LINES

AT = parse_time("2024-06-12T10:00:00Z")
OTHERS = [(language, line) for language, line in LINES if language not in {"en", ""}]


def said(text, place=0):
    return Message(f"msg_{place}", f"ses_{place}", "user", text, place, AT)


def test_sixty_lines_in_fifteen_languages_claim_nothing(tmp_path):
    assert len(OTHERS) >= 60
    assert len({language for language, _ in OTHERS}) >= 15
    extractor = SpacyExtractor(Settings(tmp_path, environ={}))
    found = extractor.extract([said(line, place) for place, (_, line) in enumerate(OTHERS)])
    assert [claim.text for claim in found.claims] == []
    assert found.problems == ()


def test_a_missing_model_is_one_problem_that_names_the_remedy_and_the_rest_goes_on(tmp_path):
    settings = Settings(tmp_path, environ={}, arguments={"extract.models.de": "de_no_such_model"})
    german = [said("Ich wohne seit drei Jahren in der Nähe von Hamburg.", place) for place in range(2)]
    found = SpacyExtractor(settings).extract([*german, said("I live in Rome.", 2)])
    assert [claim.object.name for claim in found.claims] == ["Rome"]
    (problem,) = found.problems
    assert problem.file == "extract.models.de"
    assert "python -m spacy download de_no_such_model" in problem.reason


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Ich heiße Anna und wohne nicht mehr in Hamburg.", "Anna Hamburg wohnen"),
        ("Me llamo Anna y ya no vivo en Madrid.", "Anna vivo Madrid"),
        ("我叫安娜，上个月搬到了里斯本，在西门子工作。", "里斯本"),
        ("私の名前はアンナです。東京に住んでいます。", "東京"),
        ("지난달에 리스본으로 이사했어요", "리스본"),
    ],
)
def test_a_message_in_another_language_is_found(tmp_path, text, query):
    with Memory(tmp_path / "home") as memory:
        for other in ("The build takes ten minutes.", "我们用的是 Postgres 15。", "今日はいい天気ですね。"):
            memory.remember(other)
        memory.remember(text)
        assert not memory.facts(predicate="lives_in")
        assert text[:8] in memory.recall(query, limit=3).hits[0].text


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("de", "Frau Müller arbeitet bei der Hansa GmbH mit GitHub.",
         [("Müller", "person"), ("Hansa GmbH", "organization"), ("GitHub", "technology")]),
        ("de", "Die Rechnung für das Haus liegt im Ordner.", []),
        ("es", "Ayer hablé con Lucía Gómez sobre Docker.", [("Lucía Gómez", "concept"), ("Docker", "technology")]),
        ("es", "Mi hermana se llama así.", []),
        ("zh", "我在北京大学读书，喜欢《三体》。", [("北京大学", "organization"), ("三体", "work")]),
        ("zh", "我们公司很大。", []),
        ("ja", "株式会社の人と『雪国』を読みました。", [("雪国", "work")]),
    ],
)  # fmt: skip
def test_names_are_told_by_the_ways_of_their_script(language, text, names):
    found = names_in(text, language, load_ontology())
    assert [(text[start:end], kind) for start, end, kind in found] == names


def test_a_model_is_set_by_file_variable_or_argument(tmp_path):
    (tmp_path / "graphmem.toml").write_text(
        '[extract.models]\nde = "de_core_news_sm"\nes = "es_core_news_sm"\n'
    )
    settings = Settings(
        tmp_path,
        environ={"GRAPHMEM_EXTRACT_MODELS_ES": "es_core_news_md"},
        arguments={"extract.models.zh": "zh_x"},
    )
    assert settings.models() == {"de": "de_core_news_sm", "es": "es_core_news_md", "zh": "zh_x"}
    assert settings.values["extract.models.es"].origin == "GRAPHMEM_EXTRACT_MODELS_ES"
    assert [one.key for one in settings.known()][-3:] == [
        f"extract.models.{code}" for code in ("de", "es", "zh")
    ]


@pytest.mark.parametrize(
    "key", ["extract.models.en", "extract.models.german", "extract.models.d", "extract.models."]
)
def test_what_is_no_other_language_is_refused(tmp_path, key):
    with pytest.raises(ConfigError, match="names no language"):
        Settings(tmp_path, environ={}, arguments={key: "some_model"})


def test_a_model_is_a_name(tmp_path):
    with pytest.raises(ConfigError, match="must be text"):
        Settings(tmp_path, environ={}, arguments={"extract.models.de": 3})
