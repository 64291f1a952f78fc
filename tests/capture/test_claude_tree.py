"""Branches that were left are told from parallel calls, late results and notes, which leave nothing behind."""

from __future__ import annotations

import pytest

from tests.capture.writers import Claude, Store, claude_reader, read


@pytest.fixture
def story():
    return Claude()


@pytest.fixture
def states(tmp_path, story):
    def states():
        store = read(claude_reader(tmp_path), story.write(tmp_path / "talk.jsonl"))
        return {m.text: m.active for m in store.ordered()}

    return states


def left(found):
    return [text for text, active in found.items() if not active]


def begin(story):
    story.user("Where is staging?")
    return story.says("In Osaka.")


def test_an_edited_prompt_leaves_its_branch(story, states):
    fork = begin(story)
    story.user("It moved to Tokio.")
    story.says("Noted: Tokio.")
    story.user("Since when?")
    story.leaf = fork
    story.user("It moved to Sapporo.")
    story.says("Noted: Sapporo.")
    assert left(states()) == ["It moved to Tokio.", "Noted: Tokio.", "Since when?"]


def test_notes_before_the_prompt_do_not_hide_the_fork(story, states):
    fork = begin(story)
    story.add("system", subtype="turn_duration")
    story.add("attachment", attachment={"type": "hook_success"})
    story.user("It moved to Tokio.")
    story.leaf = fork
    story.user("It moved to Sapporo.")
    assert left(states()) == ["It moved to Tokio."]


def test_the_mark_of_the_client_decides(story, states):
    fork = begin(story)
    story.user("It moved to Tokio.")
    leaf = story.says("Noted: Tokio.")
    story.leaf = fork
    story.user("It moved to Sapporo.")
    story.side("last-prompt", leafUuid=leaf)
    assert left(states()) == ["It moved to Sapporo."]


def test_a_mark_that_is_older_than_the_last_words_does_not(story, states):
    fork = begin(story)
    story.user("It moved to Tokio.")
    story.side("last-prompt", leafUuid=story.leaf)
    story.leaf = fork
    story.user("It moved to Sapporo.")
    assert left(states()) == ["It moved to Tokio."]


def test_going_back_without_a_new_prompt(story, states):
    back = begin(story)
    story.user("It moved to Tokio.")
    story.says("Noted: Tokio.")
    story.side("last-prompt", leafUuid=back)
    assert left(states()) == ["It moved to Tokio.", "Noted: Tokio."]


def test_a_mark_in_the_middle_of_a_turn_takes_the_rest_of_it_along(story, states):
    prompt = story.user("Where is staging?")
    story.calls("Bash", {}, "t1")
    story.result("t1", "osaka")
    story.says("In Osaka.")
    story.side("last-prompt", leafUuid=prompt)
    assert left(states()) == []


def test_a_mark_that_points_nowhere_is_ignored(story, states):
    begin(story)
    story.side("last-prompt", leafUuid="elsewhere")
    assert left(states()) == []


@pytest.mark.parametrize("chained", [True, False])
def test_parallel_calls_leave_nothing_behind(story, states, chained):
    prompt = story.user("Look at three files.")
    where = "leaf" if chained else prompt
    calls = [story.calls(f"Read{n}", {}, f"t{n}", answer="msg_p", parent=where) for n in range(3)]
    for number in (1, 2, 0):
        story.result(f"t{number}", f"content {number}", parent=calls[number])
    story.says("All read.")
    story.user("Go on.")
    story.says("Done.")
    assert left(states()) == []


def test_a_late_result_does_not_end_the_talk(story, states):
    story.user("Run it in the background.")
    call = story.calls("Bash", {}, "t1")
    story.says("It runs.", parent=call)
    story.user("Meanwhile, look at this.")
    story.says("I looked.")
    story.result("t1", "finished", parent=call)
    assert left(states()) == []


def test_a_queued_prompt_never_leaves_a_branch(story, states):
    story.user("Work.")
    call = story.calls("Bash", {}, "t1")
    story.add("attachment", attachment={"type": "queued_command", "prompt": "And hurry."}, parent=call)
    story.result("t1", "ok", parent=call)
    story.says("Done.")
    story.user("Thanks, next one.")
    assert left(states()) == []


def test_flat_files_of_related_clients_have_no_branches(story, states):
    root = story.user("Start the app.")
    story.blocks(
        {"type": "text", "text": "I look first."},
        {"type": "tool_use", "id": "t1", "name": "read", "input": {}},
        answer="r-1",
        parent=root,
    )
    story.result("t1", "content")
    story.says("Started.", answer="r-2", parent=root)
    assert left(states()) == []


def test_an_answer_that_was_asked_for_again_is_left(story, states):
    prompt = story.user("Where is staging?")
    story.says("In Kyoto.", answer="msg_1")
    story.says("Or Nara.", answer="msg_1")
    story.says("In Osaka.", answer="msg_2", parent=prompt)
    story.user("Right.")
    assert left(states()) == ["In Kyoto.", "Or Nara."]


def test_lines_without_the_id_of_an_answer_are_not_taken_for_two(story, states):
    prompt = story.user("Where is staging?")
    story.says("I think", answer=None)
    story.says("in Osaka.", answer=None, parent=prompt)
    assert left(states()) == []


def test_what_the_client_declares_void_is_left(story, states):
    prompt = story.user("Where is staging?")
    aborted = story.says("In Ky", isAbortedMidStream=True)
    story.says("In Osaka.", supersedesUuids=[aborted], parent=prompt)
    assert left(states()) == ["In Ky"]


def test_compaction_breaks_no_chain(story, states):
    begin(story)
    story.add("system", parent=None, logicalParentUuid=story.leaf, subtype="compact_boundary")
    story.user("This session is being continued from a previous conversation.", isCompactSummary=True)
    story.user("Go on.")
    story.side("last-prompt", leafUuid=story.leaf)
    assert left(states()) == []


def test_compaction_without_a_link_back_leaves_nothing(story, states):
    begin(story)
    story.add("system", parent=None, subtype="compact_boundary")
    story.user("This session is being continued from a previous conversation.", isCompactSummary=True)
    story.user("Go on.")
    story.says("Going on.")
    story.side("last-prompt", leafUuid=story.leaf)
    assert left(states()) == []


def test_an_edited_first_prompt(story, states):
    story.user("Build a boat.", parent=None)
    story.says("Which one?")
    story.user("Build a house.", parent=None)
    story.says("How large?")
    assert left(states()) == []  # without a mark it could be two conversations
    story.side("last-prompt", leafUuid=story.leaf)
    assert left(states()) == ["Build a boat.", "Which one?"]


def test_records_without_parents_make_no_branches(story, states):
    for number in range(3):
        story.user(f"Request {number}", parent=None)
        story.says(f"Answer {number}", parent=None)
    story.side("last-prompt", leafUuid=story.leaf)
    assert left(states()) == []


def test_agents_within_the_file_are_no_branches(story, states):
    leaf = begin(story)
    story.user("Search for TODO", isSidechain=True, agentId="a1", parent=None)
    story.says("Found none.", isSidechain=True, agentId="a1")
    story.leaf = leaf
    story.user("Go on.")
    assert left(states()) == []


def test_circles_of_parents_end(story, states):
    one = story.user("One", parent="b", uid="a")
    story.user("Two", parent=one, uid="b")
    story.user("Three", parent="c", uid="c")
    story.says("Four", parent="c")
    assert set(states()) == {"One", "Two", "Three", "Four"}


def test_an_abandoned_branch_comes_again_as_inactive_and_back_as_active(story, tmp_path):
    fork = begin(story)
    first = story.user("It moved to Tokio.")
    path = story.write(tmp_path / "talk.jsonl")
    store = Store()
    store.read(claude_reader(tmp_path), path)
    story.leaf = fork
    story.user("It moved to Sapporo.")
    story.write(path)
    [batch] = store.read(claude_reader(tmp_path), path)
    assert [(m.text, m.active) for m in batch.messages] == [
        ("It moved to Tokio.", False),
        ("It moved to Sapporo.", True),
    ]
    story.leaf = first
    story.says("Noted: Tokio.")
    story.write(path)
    store.read(claude_reader(tmp_path), path)
    assert store.texts == ["Where is staging?", "In Osaka.", "It moved to Tokio.", "Noted: Tokio."]
