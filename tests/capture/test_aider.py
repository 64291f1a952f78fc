"""Histories of Aider: prompts, notices and answers in one Markdown file of a project."""

from __future__ import annotations

from pathlib import Path

from graphmem.capture.machine import Machine
from graphmem.capture.reader import find_sources
from graphmem.privacy import frame
from tests.capture.lines import make, put
from tests.capture.writers import Store, read, settings

HISTORY = """
# aider chat started at 2025-03-01 09:00:00

> Aider v0.80.0  
> Main model: claude-3-7 with diff edit format  

#### Use pnpm.  
#### And keep it short.  

Done. Here is the plan:

#### Step 1

```python
#### no prompt
# aider chat started at 2020-01-01 00:00:00
```

> Applied edit to a.py  

#### /diff  

#### /ask where is staging?  

In Osaka.

# aider chat started at 2025-03-01 09:00:00

Here are summaries of files in my repository.

# aider chat started at 2025-03-01 10:00:00

#### Thanks  
#### /add b.py  
> Added b.py to the chat

"""  # noqa: W291  Aider ends its lines so


def history(tmp_path, text=HISTORY, project="app"):
    return put(tmp_path / project / ".aider.chat.history.md", text)


def turns(store):
    return [
        (m.role, m.author, m.text) for m in sorted(store.messages.values(), key=lambda m: (m.sent_at, m.seq))
    ]


def test_a_history(tmp_path):
    store = read(make("aider", tmp_path), history(tmp_path))
    code = "```python\n#### no prompt\n# aider chat started at 2020-01-01 00:00:00\n```"
    plan = f"Done. Here is the plan:\n\n#### Step 1\n\n{code}"
    assert turns(store) == [
        ("user", "user", "Use pnpm.\nAnd keep it short."),
        ("assistant", "claude-3-7", plan),
        ("user", "user", "where is staging?"),
        ("assistant", "claude-3-7", "In Osaka."),
        ("user", "user", "Thanks\n/add b.py"),
    ]
    sessions = sorted(store.sessions.values(), key=lambda session: session.started_at)
    assert [session.project for session in sessions] == ["app", "app"]
    assert [(session.started_at.minute, session.cwd) for session in sessions] == [
        (0, str(tmp_path / "app"))
    ] * 2
    assert all(message.derived_time for message in store.messages.values())


def test_a_history_without_blanks_at_the_ends_of_lines(tmp_path):
    trimmed = "\n".join(row.rstrip() for row in HISTORY.splitlines())
    one = read(make("aider", tmp_path), history(tmp_path))
    two = read(make("aider", tmp_path), history(tmp_path, trimmed, "other"))
    assert turns(one) == turns(two)


def test_a_history_that_grows_and_one_that_moves(tmp_path):
    store, reader = Store(), make("aider", tmp_path)
    rows = HISTORY.splitlines(keepends=True)
    for count in (8, 20, 26, len(rows)):
        store.read(reader, history(tmp_path, "".join(rows[:count])))
    assert turns(store) == turns(read(reader, history(tmp_path)))
    assert set(read(reader, history(tmp_path, project="moved")).messages) == set(store.messages)


def test_its_files_are_known(tmp_path):
    history(tmp_path)
    put(tmp_path / "notes.md", "# Notes\n")
    found = find_sources([tmp_path], None, settings(tmp_path))
    assert [reader.client for reader, _ in found] == ["aider"]


def test_what_graphmem_said_is_not_heard_again(tmp_path):
    text = f"# aider chat started at 2025-03-01 09:00:00\n\n#### Hi  \n\n{frame('Old fact')}\nHello\n"
    assert read(make("aider", tmp_path), history(tmp_path, text)).texts == ["Hi", "Hello"]


def test_the_usual_places(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    places = list(
        make("aider", tmp_path).places(Machine({"HOME": "/h", "AIDER_CHAT_HISTORY_FILE": "/x.md"}, "linux"))
    )
    assert places == [Path("/x.md"), Path.cwd() / ".aider.chat.history.md", Path("/h/.aider.chat.history.md")]
