"""Settings files as people have them: texts of every form with the values in them, and any text that is allowed."""

from __future__ import annotations

import json
from io import StringIO

import tomlkit
from hypothesis import assume
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

OURS = {"command": "/opt/graphmem/bin/graphmem", "args": ["mcp"]}

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=6)
NAMES = st.one_of(st.sampled_from(["a", "theme", "x-y", "ключ", "a b", "//", "#", "[x]"]), WORDS.filter(bool))
SCALARS = st.one_of(
    st.booleans(), st.integers(-(10**6), 10**6), WORDS, st.sampled_from(["{", "}", ",", "/* */", "# no"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
SERVERS = st.dictionaries(
    NAMES, st.fixed_dictionaries({"command": WORDS, "args": st.lists(WORDS, max_size=2)}), max_size=3
)
BREAKS = st.sampled_from(["\n", "\r\n"])


@st.composite
def settings_values(draw, key):
    """Settings of a client, with servers under a key, without, or with none."""
    values = draw(st.dictionaries(NAMES.filter(lambda name: name != key), VALUES, max_size=4))
    if draw(st.booleans()):
        values[key] = draw(SERVERS)
    names = draw(st.permutations(list(values)))
    return {name: values[name] for name in names}


@st.composite
def json_texts(draw, key="mcpServers", *, comments=False):
    """A JSON document with any white space, and with comments and trailing commas where they are allowed."""
    gaps = ["", " ", "\n", "\n  ", "\t", "\n\n"]
    if comments:
        gaps += ['// said { " , \n', "/* , } */", " // x\n\t", "\n  /* one\n two */\n"]
    gap = st.sampled_from(gaps)

    def shown(value):
        if isinstance(value, dict):
            parts = [f"{json.dumps(name, ensure_ascii=draw(st.booleans()))}{draw(gap)}:{draw(gap)}{shown(held)}"
                     for name, held in value.items()]  # fmt: skip
            return bracketed("{", parts, "}")
        if isinstance(value, list):
            return bracketed("[", [shown(held) for held in value], "]")
        return json.dumps(value, ensure_ascii=draw(st.booleans()))

    def bracketed(begin, parts, end):
        text = ",".join(draw(gap) + part + draw(gap) for part in parts)
        comma = "," + draw(gap) if parts and comments and draw(st.booleans()) else ""
        return begin + (text or draw(gap)) + comma + end

    text = draw(gap) + shown(draw(settings_values(key))) + draw(gap)
    return text.replace("\n", draw(BREAKS))


@st.composite
def toml_texts(draw, key="mcp_servers"):
    """A TOML document."""
    text = tomlkit.dumps(draw(settings_values(key).map(without_control)))
    return (
        draw(st.sampled_from(["", "# mine\n"]))
        + text.rstrip("\n")
        + draw(st.sampled_from(["\n", "", "\n\n", "\n# end\n"]))
    )


def without_control(value):
    """The values that TOML can hold as they are."""
    return json.loads(json.dumps(value))


@st.composite
def yaml_texts(draw, key="mcp_servers"):
    """A YAML document in block style, in flow style, or some of both, with comments at its ends."""
    writer = YAML(typ="safe", pure=True)
    writer.default_flow_style = draw(st.sampled_from([None, False]))
    writer.indent = draw(st.sampled_from([2, 4]))
    writer.allow_unicode = True
    stream = StringIO()
    writer.dump(draw(settings_values(key)), stream)
    assume(is_yaml(stream.getvalue()))
    text = (
        draw(st.sampled_from(["", "# mine\n", "---\n"]))
        + stream.getvalue()
        + draw(st.sampled_from(["", "# end\n"]))
    )
    return text.replace("\n", draw(BREAKS))


def is_within(short, long):
    """Whether a text comes out of a longer one by leaving characters away alone."""
    rest = iter(long)
    return all(letter in rest for letter in short)


def is_yaml(text):
    """Whether ruamel.yaml reads what it has written: not so for a key like `:0` in braces."""
    try:
        YAML(typ="safe", pure=True).load(StringIO(text))
    except YAMLError:
        return False
    return True
