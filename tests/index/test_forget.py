from __future__ import annotations

import pytest

from graphmem.errors import DiskFull
from graphmem.index import analyze, files
from graphmem.index.part import quantise
from graphmem.index.postings import term_hash
from graphmem.index.table import hash64

SECRET = "Zanzibar"


@pytest.fixture
def index(open_index, story, make):
    """The story, and an entity, a message and a fact that speak of a secret, all on disk."""
    found = open_index()
    for seq, change in story:
        found.apply(seq, change)
    found.apply(
        8,
        make.Change(
            messages=(make.message("8", f"The launch is in {SECRET}.", ses="s2", seq=1, day=30.5),),
            entities=(make.entity("secret", SECRET, day=30),),
            mentions=(make.mentioned("8", "secret"), make.mentioned("8", "acme")),
            facts=(make.fact("secret", f"The launch is in {SECRET}.", object="secret", day=30),),
            evidence=(make.evidence("0", "secret", "8", day=30), make.evidence("9", "acme", "8", day=30)),
            aliases=(make.alias("secret", "acme"),),
            extracted=("msg_8",),
        ),
    )
    found.flush()
    return found


IDS = ("fact_secret", "msg_8", "ent_secret")


def traces(index):
    """What must stand in no file: the word, its hash, its vector, the hash of its sentence, the ids."""
    sentence = f"The launch is in {SECRET}."
    vector = quantise(index.embedder.embed([sentence]))[0].tobytes()
    hashes = [term_hash(SECRET.lower()), hash64(sentence), hash64(SECRET), *(hash64(key) for key in IDS)]
    return [
        SECRET.encode(),
        SECRET.lower().encode(),
        vector,
        *(value.to_bytes(8, "little") for value in hashes),
        *(key.encode() for key in IDS),
    ]


def found_in_files(index, marks):
    content = [file.read_bytes() for file in index.state.folder.path.iterdir()]
    return [mark for mark in marks if any(mark in data for data in content)]


def test_nothing_of_the_forgotten_stays_in_any_file(index, make):
    marks = traces(index)
    # The name in lower case stands nowhere to begin with; its terms are hashes.
    assert set(marks) - set(found_in_files(index, marks)) == {SECRET.lower().encode()}
    index.apply(9, make.Change(forgotten=IDS))
    assert found_in_files(index, marks) == []
    assert analyze._terms.cache_info().currsize == term_hash.cache_info().currsize == 0


def test_a_disk_that_is_full_while_forgetting_only_delays_it(index, make, monkeypatch):
    marks = traces(index)
    with monkeypatch.context() as patch:

        def full(path, arrays):
            raise OSError(28, "No space left on device")

        patch.setattr(files, "write_arrays", full)
        with pytest.raises(DiskFull):
            index.apply(9, make.Change(forgotten=IDS))
    assert index.text(SECRET) == []
    index.apply(10, make.Change(messages=(make.message("9", "something else", ses="s2", seq=9, day=40),)))
    index.flush()
    assert found_in_files(index, marks) == []


def test_what_is_forgotten_is_gone_from_every_channel(index, make):
    assert any("secret" in key or key == "msg_8" for key, _ in index.text(SECRET))
    index.apply(9, make.Change(forgotten=IDS))
    assert index.text(SECRET) == []
    assert not {key for key, _ in index.vector(f"The launch is in {SECRET}.")} & set(IDS)
    assert not {key for key, _ in index.graph({"ent_acme": 1.0, "ent_user": 1.0})} & set(IDS)
    assert index.entity_ids([SECRET])[SECRET] == ()
    assert index.names_in(f"the launch in {SECRET}") == []
    assert index.documents(IDS) == {}
    assert not {key for key, _, _ in index.neighbours("ent_acme")} & set(IDS)


def test_what_stays_is_as_if_the_forgotten_had_never_been(index, open_index, story, make, answers):
    index.apply(9, make.Change(forgotten=IDS))
    other = open_index(memory=True)
    for seq, change in story:
        other.apply(seq, change)
    # What was said there of the others stays: the fact about Acme was told once more on that day.
    assert answers(index) == answers(other)
    again = open_index()
    assert again.watermark == 9
    assert answers(again) == answers(other)


def test_turns_close_ranks_over_a_forgotten_one(index, make):
    assert index.beside(["msg_4"]) == {"msg_4": ["msg_8"]}
    index.apply(9, make.Change(forgotten=("msg_8",)))
    assert index.beside(["msg_4"]) == {"msg_4": ["msg_5"]}


def test_a_forgotten_alias_is_no_word_of_whom_it_meant(index, make):
    assert "ent_acme" in [key for key, _ in index.text(SECRET)]
    index.apply(9, make.Change(forgotten=("ent_secret",)))
    assert "ent_acme" not in [key for key, _ in index.text(SECRET)]


def test_an_older_text_of_a_message_goes_with_the_next_forgetting(index, make):
    index.apply(9, make.Change(messages=(make.message("4", "[forgotten]", ses="s2", day=30),)))
    marks = [term_hash("globex").to_bytes(8, "little")]
    index.apply(10, make.Change(forgotten=IDS))
    # "globex" is still the name of an entity; as a word of the message it stands in no segment any more.
    assert "msg_4" not in [key for key, _ in index.text("globex")]
    assert all(segment.alive is None for segment in index.state.text.pile.segments)
    assert found_in_files(index, marks) == marks


def test_forgetting_what_is_unknown_changes_nothing(index, make, answers):
    before = answers(index)
    index.apply(9, make.Change(forgotten=("msg_nobody", "fact_nothing")))
    assert answers(index) == before
    assert index.watermark == 9


def test_a_project_that_only_the_forgotten_had_is_no_longer_named(index, make):
    index.apply(9, make.Change(sessions=(make.session("s3", project="hush"),)))
    index.flush()
    assert found_in_files(index, [b"hush"]) == [b"hush"]
    index.apply(10, make.Change(forgotten=("ses_s3",)))
    assert found_in_files(index, [b"hush"]) == []
