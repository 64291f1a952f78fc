"""Whatever comes first, and however it is cut into events: the same memory has the same communities and pages."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.config import Settings
from graphmem.model import Change, Mentioned
from graphmem.pipeline.evolve import EVOLVE_STAGES, evolve
from graphmem.pipeline.load import load_pipeline
from graphmem.store.store import Store
from tests.store.conftest import day, dump, entity, fact, message, put, session

NAMES = [f"name{n}" for n in range(8)]
FIRST = Change(
    sessions=(session(),),
    entities=(*(entity(name, mentions=n) for n, name in enumerate(NAMES)), entity("postgres")),
)


def piece(number, ends, named, until):
    """A message that names some, and a fact that it tells of two."""
    subject, target = (f"ent_{NAMES[end]}" for end in ends)
    return Change(
        messages=(message(number),),
        mentions=tuple(Mentioned(f"msg_{number}", f"ent_{NAMES[n]}", 0, 1) for n in sorted(named)),
        facts=(fact(number, subject, target, valid_until=until),),
        extracted=(f"msg_{number}",),
    )


def joined(changes):
    """Several changes as one event."""
    fields = ("messages", "mentions", "facts", "extracted")
    return Change(
        **{name: tuple(one for change in changes for one in getattr(change, name)) for name in fields}
    )


pieces = st.lists(
    st.tuples(
        st.permutations(range(8)).map(lambda order: order[:2]),
        st.sets(st.integers(0, 7), max_size=4),
        st.sampled_from([None, day(5)]),
    ),
    min_size=4,
    max_size=16,
).map(lambda rows: [piece(number, *row) for number, row in enumerate(rows)])


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), pieces)
def test_any_order_and_any_cut_give_the_same(tmp_path_factory, data, changes):
    folder = tmp_path_factory.mktemp("order")
    cut = data.draw(st.integers(1, len(changes)))
    dumps = []
    for place, order in enumerate((changes, data.draw(st.permutations(changes)))):
        store = Store(Settings(folder / str(place), environ={}))
        try:
            put(store, FIRST, *(order if place == 0 else (joined(order[:cut]), joined(order[cut:]))))
            evolve(store, load_pipeline("evolve", EVOLVE_STAGES), at=day(900), dry_run=False)
            dumps.append(dump(store))
        finally:
            store.close()
    assert dumps[0] == dumps[1]
