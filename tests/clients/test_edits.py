"""The editors change one entry and no other byte, in any text of any form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.clients.edit.document import Document
from tests.clients.settings_texts import OURS, is_within, json_texts, toml_texts, yaml_texts

JSON, TOML, YAML = ("mcpServers", "graphmem"), ("mcp_servers", "graphmem"), ("mcp_servers", "graphmem")
BEFORE_AND_AFTER = [
    # A neighbour's indentation, and its way of ending lines.
    (
        "json",
        '{\n\t"mcpServers": {\n\t\t"x": {}\n\t}\n}\n',
        '{\n\t"mcpServers": {\n\t\t"x": {},\n\t\t"graphmem": {\n\t\t\t"command": "c"\n\t\t}\n\t}\n}\n',
    ),
    (
        "json",
        '{\r\n  "a": {}\r\n}',
        '{\r\n  "a": {},\r\n  "mcpServers": {\r\n    "graphmem": {\r\n      "command": "c"\r\n    }\r\n  }\r\n}',
    ),
    # One line stays one line.
    ("json", '{"a":1,"mcpServers":{"x":{}}}', '{"a":1,"mcpServers":{"x":{}, "graphmem": {"command": "c"}}}'),
    ("json", '{"mcpServers":{}}', '{"mcpServers":{"graphmem": {"command": "c"}}}'),
    ("json", "", '{\n  "mcpServers": {\n    "graphmem": {\n      "command": "c"\n    }\n  }\n}\n'),
    # A comment stays with its line, and whoever ends with a comma goes on to.
    (
        "jsonc",
        '{\n "mcpServers": {\n  "x": {} // one\n  // "y": {}\n },\n}\n',
        '{\n "mcpServers": {\n  "x": {}, // one\n  "graphmem": {\n   "command": "c"\n  }\n  // "y": {}\n },\n}\n',
    ),
    (
        "jsonc",
        '{\n "mcpServers": {\n  "x": {}, // one\n },\n}\n',
        '{\n "mcpServers": {\n  "x": {}, // one\n  "graphmem": {\n   "command": "c"\n  },\n },\n}\n',
    ),
    (
        "json5",
        "{mcpServers: {x: {command: 'y', n: +.5e1, h: 0xFF},}}",
        '{mcpServers: {x: {command: \'y\', n: +.5e1, h: 0xFF}, "graphmem": {"command": "c"},}}',
    ),
    # A table of its own, at the end; where none may stand, in the line.
    (
        "toml",
        "# mine\n[mcp_servers.x]\na = 1 # z\n",
        '# mine\n[mcp_servers.x]\na = 1 # z\n\n[mcp_servers.graphmem]\ncommand = "c"\n',
    ),
    ("toml", "a = 1", 'a = 1\n\n[mcp_servers.graphmem]\ncommand = "c"\n'),
    (
        "toml",
        "mcp_servers.x.a = 1\r\n",
        'mcp_servers.x.a = 1\r\n\r\n[mcp_servers.graphmem]\r\ncommand = "c"\r\n',
    ),
    ("toml", "mcp_servers = {x = {a = 1}}\n", 'mcp_servers = {x = {a = 1},graphmem = {command = "c"}}\n'),
    (
        "yaml",
        "mcp_servers:\n    x:\n        command: y  # z\n# next\nother: 1\n",
        "mcp_servers:\n    x:\n        command: y  # z\n    graphmem:\n      command: c\n# next\nother: 1\n",
    ),
    ("yaml", "mcp_servers: {x: {a: y}}\n", "mcp_servers: {x: {a: y}, graphmem: {command: c}}\n"),
    ("yaml", "mcp_servers:\nother: 1\n", "mcp_servers:\n  graphmem:\n    command: c\nother: 1\n"),
    (
        "yaml",
        "mcp_servers:\n  x:\n    note: |\n      two\n      lines\nb: 1\n",
        "mcp_servers:\n  x:\n    note: |\n      two\n      lines\n  graphmem:\n    command: c\nb: 1\n",
    ),
    (
        "yaml",
        "a: &x {q: 1}\nmcp_servers:\n  y: *x\n",
        "a: &x {q: 1}\nmcp_servers:\n  y: *x\n  graphmem:\n    command: c\n",
    ),
    ("yaml", "# nothing yet", "# nothing yet\nmcp_servers:\n  graphmem:\n    command: c\n"),
]


@pytest.mark.parametrize(("form", "before", "after"), BEFORE_AND_AFTER)
def test_an_entry_goes_where_a_person_would_put_it(form, before, after):
    document = Document(before.encode(), form)
    document.put(JSON if form.startswith("json") else TOML, {"command": "c"})
    assert document.data.decode() == after


@pytest.mark.parametrize(("form", "before", "after"), BEFORE_AND_AFTER)
def test_an_entry_comes_out_again_and_leaves_what_was_there(form, before, after):
    path = JSON if form.startswith("json") else TOML
    document = Document(after.encode(), form)
    document.drop(path)
    if Document(before.encode(), form).get(path[:1]):
        assert document.data.decode() == before
    else:
        assert document.get(path[:1]) in ({}, None)


@given(st.data())
@settings(max_examples=40)
@pytest.mark.parametrize(("form", "path", "texts"), [
    ("json", JSON, json_texts()),
    ("json5", JSON, json_texts(comments=True)),
    ("toml", TOML, toml_texts()),
    ("yaml", YAML, yaml_texts()),
])  # fmt: skip
def test_nothing_but_the_entry_changes_in_any_text(form, path, texts, data):
    before = data.draw(texts)
    document = Document(before.encode(), form)
    there = bool(document.get(path[:1]))
    try:
        document.put(path, OURS)
    except ValueError:
        # Refused, as where what is above it is no mapping; never spoiled.
        assert document.data == before.encode()
        return
    if not before.lstrip().startswith(("{", "mcp_servers = {")) or form != "toml":
        assert is_within(before, document.text)
    between = document.text
    document.drop(path)
    assert is_within(document.text.replace("mcp_servers: {}", "mcp_servers:"), between)
    if there and form != "yaml":
        assert document.text == before or form == "toml"


def test_a_list_gets_one_more_item():
    document = Document(b"name: a\nmcpServers:\n- name: x\n  command: y\nz: 1\n", "yaml")
    document.append(("mcpServers",), {"name": "graphmem", **OURS})
    assert document.data == (
        b'name: a\nmcpServers:\n- name: x\n  command: y\n- name: graphmem\n  command: "/opt/graphmem/bin/graphmem"\n'
        b"  args: [mcp]\nz: 1\n"
    )
    document.drop(("mcpServers",), 1)
    assert document.data == b"name: a\nmcpServers:\n- name: x\n  command: y\nz: 1\n"


def test_a_list_in_toml_and_json_too():
    for form, before, after in (
        ("toml", b"[a]\nb = [1]\n", b"[a]\nb = [1, 2]\n"),
        ("toml", b"", b"[a]\nb = [2]\n"),
        ("json", b'{"a": {"b": [1]}}', b'{"a": {"b": [1, 2]}}'),
    ):
        document = Document(before, form)
        document.append(("a", "b"), 2)
        assert document.data == after
        document.drop(("a", "b"), len(document.get(("a", "b"))) - 1)
        assert document.get(("a", "b")) == ([1] if before else [])


def test_a_value_gives_way_to_another():
    for form, before, after in (
        (
            "jsonc",
            b'{\n  // here\n  "a": {"b": 1}, // there\n}',
            b'{\n  // here\n  "a": {"b": [2, "x"]}, // there\n}',
        ),
        ("toml", b"[a] # here\nb = 1 # there\n", b'[a] # here\nb = [2, "x"] # there\n'),
        ("yaml", b"a:\n  b: 1 # there\n", b"a:\n  b: [2, x] # there\n"),
    ):
        document = Document(before, form)
        document.put(("a", "b"), [2, "x"])
        assert document.data == after


def test_a_mark_of_the_byte_order_stays():
    document = Document(b'\xef\xbb\xbf{"a": 1}', "json")
    document.put(("b",), 2)
    assert document.data == b'\xef\xbb\xbf{"a": 1, "b": 2}'


@pytest.mark.parametrize(("form", "text", "said"), [
    ("json", '{"a": 1,}', "line 1, column"),
    ("json", "{\n// no\n}", "line 2, column 1"),
    ("json", "[1]", "holds no keys"),
    ("jsonc", '{"a": 1 "b": 2}', "line 1, column 9"),
    ("jsonc", '{"a": "unended', "line 1, column 7"),
    ("json5", "{a: 1", "line 1, column 6"),
    ("json5", "{a: [1, 2}", "',' or ']'"),
    ("json5", "{" * 5000, "key"),
    ("json5", "[" * 5000, "deep"),
    ("json", "[" * 100_000, "deep"),
    ("toml", "a = \n", "line 1"),
    ("toml", "a = 1\na = 2\n", "line 2"),
    ("yaml", "a: [1\n", "line 2"),
    ("yaml", "a: 1\na: 2\n", "duplicate"),
    ("yaml", "a: 1\n--- \nb: 1\n", ""),
    ("yaml", "- 1\n", "holds no keys"),
])  # fmt: skip
def test_what_cannot_be_read_is_refused_with_the_place(form, text, said):
    with pytest.raises(ValueError, match=r"(?s).*") as caught:
        Document(text.encode(), form)
    assert said in str(caught.value)


@pytest.mark.parametrize(("form", "text"), [
    ("json", '{"mcpServers": []}'),
    ("json", '{"mcpServers": "x"}'),
    ("json", '{"mcpServers": null}'),
    ("toml", "mcp_servers = 1\n"),
    ("toml", "[[mcp_servers]]\nx = 1\n"),
    ("yaml", "mcp_servers: [1]\n"),
    ("yaml", "a: &x {b: 1}\nmcp_servers: *x\n"),
])  # fmt: skip
def test_what_has_no_place_for_an_entry_is_refused_and_left(form, text):
    document = Document(text.encode(), form)
    with pytest.raises(ValueError, match=r"."):
        document.put(JSON if form == "json" else TOML, OURS)
    assert document.data == text.encode()


@pytest.mark.parametrize(
    "word",
    ["'it\\'s'", '"a\\\nb"', r'"\x41é"', r'"\ud83d\ude00"', "NaN", "-Infinity", "0x1F", "+1", ".5", "5."],
)
def test_every_form_of_a_value_is_read_and_kept(word):
    document = Document(f"{{k: {word}, /* c */}}".encode(), "json5")
    document.put(("b",), True)
    assert word in document.text
    document.drop(("b",))
    assert document.text == f"{{k: {word}, /* c */}}"


def test_a_header_inside_a_text_is_no_header():
    text = 'note = """\n[mcp_servers.graphmem]\n"""\n'
    document = Document(text.encode(), "toml")
    document.put(TOML, OURS)
    assert document.get(("note",)) == "[mcp_servers.graphmem]\n"
    document.drop(TOML)
    assert document.get(("note",)) == "[mcp_servers.graphmem]\n"
    assert document.get(TOML) is None


def test_what_a_client_has_added_below_our_table_goes_with_it():
    document = Document(
        b'[mcp_servers.graphmem]\ncommand = "c"\n\n[mcp_servers.graphmem.tools.recall]\na = 1\n\n# x\n[y]\n',
        "toml",
    )
    document.drop(TOML)
    assert document.data == b"\n# x\n[y]\n"


def test_a_table_of_a_list_is_a_block_where_it_may_be_one():
    for before, after in (
        ("[[a.b]]\nx = 1\n", '[[a.b]]\nx = 1\n\n[[a.b]]\ny = [{ z = "ä" }]\n'),
        ("a = {b = [{x = 1}]}\n", 'a = {b = [{x = 1}, {y = [{z = "ä"}]}]}\n'),
    ):
        document = Document(before.encode(), "toml")
        document.append(("a", "b"), {"y": [{"z": "ä"}]})
        assert document.data.decode() == after
        document.drop(("a", "b"), 1)
        assert document.data.decode().rstrip() == before.rstrip()
