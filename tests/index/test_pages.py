"""Pages in the index: found by their words, seen where all that stands on them is, and gone with what is forgotten."""

from __future__ import annotations

import pytest

from graphmem.index.adjacency import ABOUT
from graphmem.index.filter import Filter
from graphmem.index.leaves import Leaf
from graphmem.index.part import quantise
from graphmem.index.postings import term_hash
from graphmem.index.table import hash64
from graphmem.model import Named, Page, Section, page_id

SECRET = "Zanzibar"
PAGES = Filter(kinds=frozenset({"page"}))


class Wiki:
    """Pages as a graph would have them: what is put here is what the index reads."""

    def __init__(self, make):
        self.make, self.leaves, self.asked = make, {}, []

    def __call__(self, ids):
        self.asked.append(sorted(ids))
        return {key: self.leaves[key] for key in ids if key in self.leaves}

    def put(self, subject, text, *, heads=None, facts=(), day=50):
        """A page and the change that writes it."""
        key, heads = page_id(f"ent_{subject}"), [subject] if heads is None else heads
        ids = tuple(f"ent_{one}" for one in heads)
        cites = tuple(f"fact_{one}" for one in facts)
        self.leaves[key] = Leaf(key, text, self.make.at(day), ids, cites)
        named = tuple(Named(one, one) for one in ids)
        page = Page(key, subject, "entity", f"ent_{subject}", named, (Section(cites),), 1, self.make.at(day))
        return key, self.make.Change(pages=(page,))


@pytest.fixture
def wiki(make):
    return Wiki(make)


@pytest.fixture
def index(open_index, story, wiki):
    """The story on disk, with a page about Acme whose one fact was told in both projects."""
    found = open_index()
    for seq, change in story:
        found.apply(seq, change)
    key, change = wiki.put("acme", "Acme\nThe user works at Acme.", facts=["acme"])
    found.apply(8, change, wiki)
    found.flush()
    found.key = key
    return found


def keys(found):
    return [key for key, _ in found]


def about(index, entity):
    """The pages whose titles name an entity."""
    documents = index.state.documents
    return documents.ids(index.state.shelf.others([documents.find(entity)], ABOUT).tolist())


def texts(index, query="Acme", **filters):
    return keys(index.text(query, where=where(filters)))


def where(filters):
    return Filter(kinds=frozenset({"page"}), **filters)


def test_a_page_is_found_by_its_words_and_its_meaning_and_in_no_walk(index):
    assert texts(index) == [index.key]
    assert keys(index.vector("Acme The user works at Acme.", where=PAGES)) == [index.key]
    assert index.key in keys(index.text("Acme"))
    assert index.key not in keys(index.graph({"ent_acme": 1.0}))
    assert about(index, "ent_acme") == [index.key]
    assert about(index, "ent_globex") == []


def test_pages_change_nothing_in_the_walk_through_the_graph(index, open_index, story):
    other = open_index(memory=True)
    for seq, change in story:
        other.apply(seq, change)
    seeds = {"ent_user": 1.0, "ent_acme": 0.5}
    assert index.graph(seeds) == other.graph(seeds)


def test_a_page_is_known_from_when_it_was_written(index, make):
    document = index.document(index.key)
    assert (document.kind, document.recorded_at, document.valid_from) == ("page", make.at(50), make.at(50))
    assert texts(index, as_of=make.at(49)) == texts(index, known_at=make.at(49)) == []
    assert texts(index, as_of=make.at(50), known_at=make.at(51)) == [index.key]


def test_a_page_that_is_written_anew_is_as_new_as_that(index, wiki, make):
    _, change = wiki.put("acme", "Acme\nThe user left Acme.", facts=["acme"], day=60)
    index.apply(9, change, wiki)
    assert texts(index, known_at=make.at(55)) == []
    assert texts(index, "left", known_at=make.at(60)) == [index.key]
    assert texts(index, "works") == []


@pytest.mark.parametrize(
    ("filters", "seen"),
    [
        ({"project": "atlas"}, True),
        ({"project": "borealis"}, True),
        ({"project": "other"}, False),
        ({"client": "codex", "project": "borealis"}, True),
        ({"client": "codex", "project": "atlas"}, False),
        ({"scope": ""}, True),
        ({"scope": "team"}, False),
        ({"min_trust": 0.5}, True),
        ({"min_trust": 0.8}, False),
        ({"entities": frozenset({"ent_acme"})}, True),
        ({"entities": frozenset({"ent_globex"})}, False),
        ({"active_only": True}, True),
    ],
)
def test_a_page_passes_where_what_stands_on_it_passes(index, filters, seen):
    assert texts(index, **filters) == [index.key] * seen
    assert index.passes([index.key], where(filters)) == [seen]


def test_one_fact_of_another_project_hides_a_page(index, wiki):
    _, change = wiki.put("acme", "Acme\nThe user works at Acme.", facts=["acme", "globex2"])
    index.apply(9, change, wiki)
    assert texts(index, project="atlas") == []
    assert texts(index, project="borealis") == [index.key]
    assert texts(index, client="claude") == []


def test_a_name_of_another_project_in_the_title_hides_a_page(index, wiki):
    _, change = wiki.put("acme", "Acme and Globex", heads=["acme", "globex"], facts=["acme"])
    index.apply(9, change, wiki)
    assert texts(index, project="atlas") == []
    assert texts(index, project="borealis") == [index.key]


def test_a_page_with_nothing_on_it_passes_no_filter_of_places(index, wiki):
    _, change = wiki.put("acme", "Acme", heads=[])
    index.apply(9, change, wiki)
    assert texts(index) == [index.key]
    assert texts(index, project="atlas") == texts(index, scope="") == []


def test_since_and_until_bind_a_page_by_when_its_facts_were_told(index, wiki, make):
    assert texts(index, since=make.at(20)) == [index.key]  # what it tells was told again then
    assert texts(index, since=make.at(31)) == texts(index, until=make.at(0)) == []
    assert texts(index, until=make.at(1)) == [index.key]
    _, change = wiki.put("acme", "Acme", heads=["acme"], facts=["acme", "globex2"])
    index.apply(9, change, wiki)
    assert texts(index, until=make.at(1)) == []


def test_places_beyond_the_bits_of_a_mask_are_told_apart(index, wiki, make):
    sessions = tuple(make.session(f"far{n}", project=f"far{n}", day=40) for n in range(70))
    told = make.message("far", "Acme makes anvils.", ses="far69", day=40)
    index.apply(
        9,
        make.Change(
            sessions=sessions,
            messages=(told,),
            facts=(make.fact("far", "Acme makes anvils.", subject="acme", day=40),),
            evidence=(make.evidence("0", "far", "far", day=40), make.evidence("1", "acme", "far", day=40)),
            mentions=(make.mentioned("far", "acme"),),
            extracted=("msg_far",),
        ),
    )
    _, change = wiki.put("acme", "Acme", facts=["far", "acme"])
    index.apply(10, change, wiki)
    assert texts(index, project="far69") == [index.key]
    assert texts(index, project="far5") == texts(index, project="atlas") == []


def test_what_a_change_touches_is_read_again_and_nothing_else(index, wiki, make, story):
    _, change = wiki.put("globex", "Globex Corp", facts=["globex2"])
    index.apply(9, change, wiki)
    wiki.asked.clear()
    index.apply(10, make.Change(messages=(make.message("9", "Hello.", seq=9, day=60),)), wiki)
    index.apply(11, make.Change(facts=(story[1][1].facts[0],)), wiki)  # as it is known already
    assert wiki.asked == []
    wiki.put("acme", "Acme\nThe user left Acme.", facts=["acme"])
    retold = make.fact("acme", "The user left Acme.", object="acme", valid_until=make.at(30))
    index.apply(12, make.Change(facts=(retold,)), wiki)
    assert wiki.asked == [[index.key]]
    assert texts(index, "left") == [index.key]
    assert texts(index, "works") == []


def test_a_name_that_changes_changes_the_titles_that_have_it(index, wiki, make):
    wiki.put("acme", "Acme Limited\nThe user works at Acme.", facts=["acme"])
    index.apply(9, make.Change(entities=(make.entity("acme", "Acme Limited"),)), wiki)
    assert texts(index, "limited") == [index.key]


def test_a_fact_that_is_dropped_leaves_the_page(index, wiki, make):
    wiki.put("acme", "Acme", facts=[])
    index.apply(9, make.Change(dropped=("fact_acme",)), wiki)
    assert texts(index, "works") == []
    assert texts(index, "Acme") == [index.key]


def test_a_page_that_is_dropped_is_found_no_more_and_may_come_back(index, wiki, make):
    leaf = wiki.leaves.pop(index.key)
    index.apply(9, make.Change(dropped=(index.key,)), wiki)
    assert texts(index) == keys(index.vector("Acme", where=PAGES)) == []
    assert index.document(index.key) is None
    assert about(index, "ent_acme") == []
    wiki.leaves[index.key] = leaf
    _, change = wiki.put("acme", leaf.text, facts=["acme"])
    index.apply(10, change, wiki)
    assert texts(index) == [index.key]


def test_pages_are_there_when_the_index_is_opened_again(index, open_index, make):
    index.close()
    again = open_index()
    assert again.opening.state == "ready"
    assert texts(again) == texts(again, project="atlas") == [index.key]
    assert again.document(index.key).recorded_at == make.at(50)


def secret_page(index, wiki, make):
    """A page that names a secret in its title and tells of it, and another that only cites the fact, all on disk."""
    index.apply(
        9,
        make.Change(
            messages=(make.message("8", f"The launch is in {SECRET}.", ses="s2", seq=1, day=30.5),),
            entities=(make.entity("secret", SECRET, day=30),),
            mentions=(make.mentioned("8", "secret"),),
            facts=(make.fact("secret", f"The launch is in {SECRET}.", object="secret", day=30),),
            evidence=(make.evidence("0", "secret", "8", day=30),),
            extracted=("msg_8",),
        ),
        wiki,
    )
    said = [SECRET, f"Acme\nThe launch is in {SECRET}.", f"Acme and {SECRET}"]
    _, own = wiki.put("secret", said[0], facts=["secret"])
    _, cites = wiki.put("acme", said[1], facts=["secret", "acme"])
    _, named = wiki.put("globex", said[2], heads=["acme", "secret"], facts=["acme"])
    for seq, change in enumerate((own, cites, named), 10):
        index.apply(seq, change, wiki)
    index.flush()
    return said


IDS = ("fact_secret", "msg_8", "ent_secret")


def marks_of(index, said):
    """What must stand in no file: the word and its hash, the vectors and hashes of the texts, the ids."""
    keyed = [*IDS, page_id("ent_secret")]
    texts = [*said, f"The launch is in {SECRET}."]
    hashes = [term_hash(SECRET.lower()), *map(hash64, texts), *map(hash64, keyed)]
    return [
        SECRET.encode(),
        *(quantise(index.embedder.embed([text]))[0].tobytes() for text in texts),
        *(value.to_bytes(8, "little") for value in hashes),
        *(key.encode() for key in keyed),
    ]


def in_files(index, marks):
    content = [file.read_bytes() for file in index.state.folder.path.iterdir()]
    return [mark for mark in marks if any(mark in data for data in content)]


def test_what_is_forgotten_leaves_pages_and_every_file_in_the_same_moment(index, wiki, make):
    said = secret_page(index, wiki, make)
    marks = marks_of(index, said)
    assert in_files(index, marks) == marks
    gone = page_id("ent_secret")
    del wiki.leaves[gone]
    wiki.put("acme", "Acme\nThe user works at Acme.", facts=["acme"])
    key, _ = wiki.put("globex", "Acme", heads=["acme"], facts=["acme"])
    index.apply(13, make.Change(forgotten=IDS), wiki)
    assert in_files(index, marks) == []
    assert index.text(SECRET) == []
    assert index.documents([gone, *IDS]) == {}
    assert texts(index) == texts(index, project="atlas") == sorted([index.key, key], key=texts(index).index)
    assert not {k for k, score in index.vector(SECRET, where=PAGES) if score > 0.99}


def test_a_page_of_the_forgotten_that_was_dropped_before_leaves_no_trace(index, wiki, make):
    said = secret_page(index, wiki, make)
    marks = marks_of(index, said)
    gone = page_id("ent_secret")
    del wiki.leaves[gone]
    index.apply(13, make.Change(dropped=(gone,)), wiki)
    wiki.put("acme", "Acme", facts=["acme"])
    wiki.put("globex", "Acme", heads=["acme"], facts=["acme"])
    index.apply(14, make.Change(forgotten=IDS), wiki)
    assert in_files(index, marks) == []


def test_without_pages_to_read_nothing_is_read(open_index, story, wiki):
    found = open_index(memory=True)
    for seq, change in story:
        found.apply(seq, change, wiki)
    assert wiki.asked == []
