from __future__ import annotations

import resource
import subprocess
import sys
from contextlib import contextmanager

import pytest

from graphmem.errors import DiskFull, StoreError
from graphmem.index import files, growth
from graphmem.index.filter import Filter
from graphmem.index.sync import Index


@pytest.fixture
def told(open_index, story):
    """An index that holds the whole story."""
    index = open_index()
    for seq, change in story:
        index.apply(seq, change)
    return index


def ids(found):
    return [key for key, _ in found]


def test_text_finds_messages_facts_and_entities(told):
    found = ids(told.text("acme"))
    assert {"msg_1", "msg_2", "msg_3", "msg_4", "fact_acme", "ent_acme"} == set(found)
    assert ids(told.text("working")) == ids(told.text("works"))
    assert ids(told.text("lindqvist", where=Filter(kinds=frozenset({"entity"})))) == ["ent_maya", "ent_user"]


def test_the_speaker_is_found_when_it_has_a_name(told):
    assert "msg_2" in ids(told.text("opus"))
    assert "msg_1" not in ids(told.text("user", where=Filter(kinds=frozenset({"message"}))))


def test_vectors_stand_for_said_text_and_facts_only(told):
    assert set(ids(told.vector("work"))) == {
        "msg_1",
        "msg_2",
        "msg_4",
        "msg_5",
        "msg_6",
        "fact_acme",
        "fact_globex2",
    }
    assert ids(told.vector("The user works at Acme."))[0] == "fact_acme"
    assert told.stats()["vectors"] == 7


def test_without_an_embedder_there_are_no_vectors(open_index, story):
    index = open_index(embedder=None)
    for seq, change in story:
        index.apply(seq, change)
    assert index.vector("acme") == []
    assert index.text("acme")


def test_both_clocks_bind_every_channel(told, make):
    facts = frozenset({"fact"})
    for search in (
        lambda where: told.text("works employed", where=where),
        lambda where: told.vector("works employed", where=where),
        lambda where: told.graph({"ent_user": 1.0, "ent_globex": 1.0}, where=where),
    ):
        # The fact about Globex was told anew without a beginning: it has held since ever.
        assert set(ids(search(Filter(kinds=facts, as_of=make.at(10))))) == {"fact_acme", "fact_globex2"}
        assert "fact_acme" not in ids(search(Filter(kinds=facts, as_of=make.at(40))))
        # Before it was said that it ended, it was still believed.
        assert ids(search(Filter(kinds=facts, as_of=make.at(40), known_at=make.at(20)))) == ["fact_acme"]
        assert ids(search(Filter(known_at=make.at(-1)))) == []


def test_places_bind_and_facts_pass_wherever_they_were_said(told):
    atlas, borealis = Filter(project="atlas"), Filter(project="borealis", client="codex")
    assert "msg_4" not in ids(told.text("acme", where=atlas))
    assert ids(told.text("globex", where=atlas)) == []
    assert "fact_acme" in ids(told.text("acme", where=atlas))
    assert "fact_acme" in ids(told.text("acme", where=borealis))
    assert "msg_1" not in ids(told.text("acme", where=borealis))
    assert told.text("acme", where=Filter(project="nowhere")) == []
    assert (
        told.text("acme", where=Filter(project="atlas", client="codex", kinds=frozenset({"message"}))) == []
    )


@pytest.mark.parametrize("projects", [5, 64, 65, 150])
def test_what_was_said_in_many_places_passes_for_each_and_for_no_other(open_index, make, projects):
    index = open_index(embedder=None)
    for number in range(projects):
        spoken = number % 3 != 1
        index.apply(
            number + 1,
            make.Change(
                sessions=(make.session(f"p{number}", project=f"project{number}"),),
                messages=(make.message(f"m{number}", "a note about gizmos", ses=f"p{number}"),),
                entities=(make.entity("gizmo", "gizmo"),),
                facts=(make.fact("gizmo", "The gizmo works."),),
                mentions=(make.mentioned(f"m{number}", "gizmo"),) if spoken else (),
                evidence=(make.evidence("0", "gizmo", f"m{number}"),) if spoken else (),
                extracted=(f"msg_m{number}",),
            ),
        )
    about = Filter(kinds=frozenset({"fact", "entity"}))
    assert len(index.text("gizmo", where=about)) == 2
    for number in range(projects):
        found = ids(index.text("gizmo", where=Filter(project=f"project{number}")))
        expected = {f"msg_m{number}"} | ({"fact_gizmo", "ent_gizmo"} if number % 3 != 1 else set())
        assert set(found) == expected
    said = {("claude", f"project{number}") for number in range(projects) if number % 3 != 1}
    assert set(index.document("fact_gizmo").places) == set(index.document("ent_gizmo").places) == said


def test_a_project_that_is_renamed_takes_its_conversation_along(told, make):
    told.apply(100, make.Change(sessions=(make.session(project="renamed"),)))
    assert "msg_1" in ids(told.text("acme", where=Filter(project="renamed")))
    assert "fact_acme" in ids(told.text("acme", where=Filter(project="renamed")))
    assert told.text("acme", where=Filter(project="atlas")) == []


def test_entities_bind_to_what_speaks_of_them(told):
    about = Filter(entities=frozenset({"ent_globex"}))
    assert set(ids(told.text("acme globex employed", where=about))) == {"msg_4", "fact_globex2", "ent_globex"}
    # Through the alias: what is about the user is about Maya.
    assert "fact_acme" in ids(told.text("acme", where=Filter(entities=frozenset({"ent_maya"}))))


def test_time_of_saying_binds(told, make):
    assert "msg_1" not in ids(told.text("acme", where=Filter(since=make.at(20))))
    # It was said again on day 30.
    assert "fact_acme" in ids(told.text("acme", where=Filter(since=make.at(20))))
    assert "msg_4" not in ids(told.text("acme", where=Filter(until=make.at(20))))


def test_a_fact_that_changed_is_updated_in_place_without_embedding_again(open_index, story):
    index = open_index()
    for seq, change in story[:2]:
        index.apply(seq, change)
    seen = index.embedder.seen
    assert seen.count("The user works at Acme.") == 1
    assert index.document("fact_acme").valid_until is not None


def test_what_is_dropped_is_gone_from_every_channel(told):
    assert told.document("fact_globex") is None
    for found in (told.text("globex"), told.vector("globex"), told.graph({"ent_globex": 1.0})):
        assert "fact_globex" not in ids(found)
        assert "fact_globex2" in ids(found)
    # Its evidence went to the fact that took its place.
    assert ("fact_globex2", "stated_in", 1) in told.neighbours("msg_4")


def test_a_dropped_fact_can_come_back(told, make):
    told.apply(
        100, make.Change(facts=(make.fact("globex", "The user works at Globex Corp.", object="globex"),))
    )
    assert "fact_globex" in ids(told.text("globex"))
    assert "fact_globex" in ids(told.vector("globex"))


def test_mentions_are_replaced_when_a_message_is_extracted_again(told):
    assert told.neighbours("msg_2", "mentions") == []
    assert ("ent_acme", "mentions", 1) in told.neighbours("msg_1")


def test_turns_are_in_order_whenever_they_came(told):
    assert told.turns("msg_6", before=5, after=5) == ["msg_1", "msg_6", "msg_2", "msg_3"]
    assert told.turns("msg_6") == ["msg_1", "msg_6", "msg_2"]
    assert sorted(told.neighbours("msg_6", "next")) == [("msg_1", "next", 1), ("msg_2", "next", 1)]
    assert told.neighbours("msg_3", "next") == [("msg_2", "next", 1)]


def test_turns_beside_many_messages_are_found_at_once(told):
    assert told.beside(["msg_6", "msg_1", "msg_3", "msg_5", "fact_acme", "nobody"]) == {
        "msg_6": ["msg_1", "msg_2"],
        "msg_1": ["msg_6"],
        "msg_3": ["msg_2"],
        "msg_5": ["msg_4", "msg_7"],
        "fact_acme": [],
    }


def test_a_walk_goes_from_entities_through_facts_to_messages(told):
    found = ids(told.graph({"ent_globex": 1.0}))
    assert found[0] == "ent_globex"
    assert {"fact_globex2", "msg_4", "ent_user"} <= set(found)
    assert "msg_7" not in found[:5]


def test_names_lead_to_entities_and_aliases_to_whom_they_mean(told):
    assert told.entity_ids(["the ACME", "maya lindqvist", "Globex-Corp", "x"]) == {
        "the ACME": ("ent_acme",),
        "maya lindqvist": ("ent_user", "ent_maya"),
        "Globex-Corp": ("ent_globex",),
        "x": (),
    }
    named = told.names_in("Did Maya Lindqvist leave Acme's office for Globex Corp?")
    assert [(n.text, n.ids[0]) for n in named] == [
        ("maya lindqvist", "ent_user"),
        ("acme", "ent_acme"),
        ("globex corp", "ent_globex"),
    ]
    assert told.name("ent_globex") == "Globex Corp"


def test_an_entity_that_is_renamed_is_found_by_its_new_name_alone(told, make):
    told.apply(100, make.Change(entities=(make.entity("maya", "Maya Okafor", day=31),)))
    assert told.entity_ids(["Maya Lindqvist", "maya okafor"]) == {
        "Maya Lindqvist": (),
        "maya okafor": ("ent_user", "ent_maya"),
    }
    entities = Filter(kinds=frozenset({"entity"}))
    assert ids(told.text("okafor", where=entities)) == ["ent_maya", "ent_user"]
    assert told.text("lindqvist", where=entities) == []


def test_an_alias_that_is_closed_means_nobody_else(told, make):
    told.apply(100, make.Change(aliases=(make.alias("maya", "user", valid_until=make.at(40)),)))
    assert told.entity_ids(["Maya Lindqvist"])["Maya Lindqvist"] == ("ent_maya",)
    assert ids(told.text("lindqvist", where=Filter(kinds=frozenset({"entity"})))) == ["ent_maya"]


def test_applying_twice_is_applying_once(open_index, story, answers):
    once, twice = open_index(memory=True), open_index(memory=True)
    for seq, change in story:
        once.apply(seq, change)
        twice.apply(2 * seq, change)
        twice.apply(2 * seq + 1, change)
    assert answers(twice) == answers(once)


def test_events_up_to_the_watermark_are_skipped(told, make):
    assert told.watermark == 7
    told.apply(7, make.Change(messages=(make.message("9", "too late"),)))
    assert told.document("msg_9") is None


def test_a_flushed_index_opens_as_it_was(told, open_index, answers):
    told.flush()
    again = open_index()
    assert again.opening.state == "ready"
    assert again.watermark == told.watermark
    assert answers(again) == answers(told)
    assert again.embedder.seen == ["user works at Acme"] * 8


def test_flushing_after_every_event_ends_in_the_same(open_index, story, answers, told):
    folder = told.state.folder.path.parent / "other"
    for seq, change in story:
        index = open_index(folder)
        index.apply(seq, change)
        index.close()
    assert answers(open_index(folder)) == answers(told)


def test_a_reset_begins_anew_and_keeps_vectors(told, open_index, story, answers):
    expected = answers(told)
    told.flush()
    told.reset()
    assert told.watermark == 0
    assert told.text("acme") == []
    assert told.vector("acme") == []
    again = open_index()
    assert again.watermark == 0
    for seq, change in story:
        again.apply(seq, change)
    assert again.embedder.seen == []
    assert answers(again) == expected
    again.flush()
    assert again.state.vectors.spare == ()


def test_another_embedder_makes_the_index_anew(told, open_index, make):
    told.flush()
    other = make.HashEmbedder()
    other.fingerprint = "hash/2"
    again = open_index(embedder=other)
    assert (again.opening.state, again.watermark) == ("outdated", 0)
    assert "embedder" in again.opening.message


def test_in_memory_nothing_is_written(open_index, story, tmp_path):
    index = open_index(memory=True)
    for seq, change in story:
        index.apply(seq, change)
    index.flush()
    assert index.text("acme")
    assert not (tmp_path / "index").exists()


def test_a_full_disk_is_told_and_the_last_flush_holds(told, open_index, make, monkeypatch, answers):
    told.flush()
    expected = answers(open_index())
    told.apply(100, make.Change(messages=(make.message("9", "more"),)))
    with monkeypatch.context() as patch:

        def full(path, arrays):
            raise OSError(28, "No space left on device")

        patch.setattr(files, "write_arrays", full)
        with pytest.raises(DiskFull):
            told.flush()
    assert answers(open_index()) == expected
    told.flush()
    assert open_index().document("msg_9") is not None


def test_a_graph_for_which_there_is_no_room_is_told_and_the_last_flush_holds(
    open_index, make, monkeypatch, answers
):
    """The graph is written by its library, which reports a full disk in its own way."""
    index = open_index()
    index.apply(1, make.Change(sessions=(make.session(),)))
    index.flush()
    texts = tuple(make.message(str(i), f"turn {i}", seq=i) for i in range(40))
    monkeypatch.setattr(growth, "GRAPH_SIZE", 16)
    index.apply(2, make.Change(messages=texts))
    write = files.write_arrays

    def roomy(path, arrays):
        """Only what the library itself writes meets the limit."""
        with file_size(resource.RLIM_INFINITY):
            return write(path, arrays)

    monkeypatch.setattr(files, "write_arrays", roomy)
    with file_size(1000), pytest.raises(StoreError, match=r"graph-\d+ could not be written"):
        index.flush()
    assert open_index().watermark == 1
    assert len(index.vector("turn 7", limit=50)) == 40
    index.flush()
    assert [name for name in index.state.folder.entries if name.startswith("graph-")]
    assert answers(open_index()) == answers(index)


@contextmanager
def file_size(most):
    """No file of this process grows beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_inactive_messages_and_little_trust_can_be_left_out(open_index, make):
    index = open_index()
    index.apply(
        1,
        make.Change(
            sessions=(make.session(),),
            messages=(
                make.message("1", "rewound plan", active=False, trust=0.9),
                make.message("2", "kept plan", seq=1, trust=0.3),
            ),
        ),
    )
    assert set(ids(index.text("plan"))) == {"msg_1", "msg_2"}
    assert ids(index.text("plan", where=Filter(active_only=True))) == ["msg_2"]
    assert ids(index.text("plan", where=Filter(min_trust=0.5))) == ["msg_1"]
    assert index.passes(["msg_1", "msg_2", "msg_3"], Filter(active_only=True)) == [False, True, False]


def test_opening_is_light():
    code = (
        "import sys, graphmem.index.sync, graphmem.index.filter, graphmem.index.embed, graphmem.index.analyze\n"
        "heavy = {'numpy', 'usearch', 'bm25s', 'onnxruntime', 'tokenizers', 'Stemmer', 'spacy', 'kuzu'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_settings_choose_the_embedder(settings, tmp_path):
    assert Index.open(tmp_path / "x", settings=settings).embedder is None
