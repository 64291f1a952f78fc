"""What communities are worth and what a build costs: modularity with and without the user, and seconds at a size.

python -m tests.bench.evolve --sample              the sample's graph, woven with and without the user
python -m tests.bench.evolve --home FOLDER         the same of a memory of one's own
python -m tests.bench.evolve --facts 160000        seconds of each part of a build in a made-up store of that size

The made-up life has an entity for every eight facts. Seconds are those of this machine; only their ratios carry over.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import networkx as nx

from graphmem import Memory
from graphmem.capture.reader import sample_folder
from graphmem.config import Settings
from graphmem.evolve import weave as weaving
from graphmem.pipeline.evolve import EVOLVE_STAGES, Evolution, evolve, told, write
from graphmem.pipeline.load import load_pipeline
from graphmem.store.store import Store
from graphmem.temporal import now
from tests.bench.scale.corpus import Corpus
from tests.bench.scale.home import settings_of, write_ledger


def divided(store: Store) -> None:
    """Print what the graph of entities falls into, with and without the user."""
    pipeline = load_pipeline("evolve", EVOLVE_STAGES)
    left_out = weaving.USER_ENTITY
    for name, out in (("with the user", ""), ("without", left_out)):
        weaving.USER_ENTITY = out
        work = pipeline.run(Evolution(store, now()), only=frozenset({"weave", "communities"}))
        weaving.USER_ENTITY = left_out
        graph = nx.Graph()
        graph.add_weighted_edges_from((*pair, weight) for pair, weight in work.edges.items())
        parts = nx.community.louvain_communities(graph, weight="weight", seed=1)
        broad = [len(one.members) for one in work.communities if one.level == 0]
        print(
            f"{name}: {len(graph)} entities, {len(work.edges)} edges, {len(broad)} communities, the largest "
            f"{max(broad, default=0)}, modularity {nx.community.modularity(graph, parts, weight='weight'):.3f}"
        )


def timed(facts: int) -> None:
    """Print the seconds of each part of the first build, and of a second one that finds nothing new."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        write_ledger(home, Corpus(facts))
        store = Store(settings_of(home))
        pipeline = load_pipeline("evolve", EVOLVE_STAGES)
        try:
            work = Evolution(store, now())
            for name, stage in pipeline.stages:
                began = time.perf_counter()
                stage.run(work)
                print(f"{name}: {time.perf_counter() - began:.1f} s")
            held: list[float] = []
            commit = store.commit

            def measured(*arguments: object, **more: object) -> object:
                began = time.perf_counter()
                done = commit(*arguments, **more)  # type: ignore[arg-type]
                held.append(time.perf_counter() - began)
                return done

            store.commit = measured  # type: ignore[method-assign, assignment]
            began = time.perf_counter()
            write(work, lambda _: None)
            store.commit = commit  # type: ignore[method-assign]
            print(
                f"writing: {time.perf_counter() - began:.1f} s in {len(held)} events, the longest {max(held):.1f} s"
            )
            report = told(work, dry_run=False)
            print(f"{report.entities} entities, {report.communities} communities, {report.pages} pages")
            began = time.perf_counter()
            again = evolve(store, pipeline, at=now(), dry_run=False)
            print(f"again: {time.perf_counter() - began:.1f} s, {again.pages_written} pages written")
        finally:
            store.close()


def main() -> None:
    """Run what is asked for."""
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--sample", action="store_true")
    asks.add_argument("--home", type=Path)
    asks.add_argument("--facts", type=int)
    given = asks.parse_args()
    if given.sample:
        with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "home") as memory:
            memory.ingest([sample_folder()])
            divided(memory._store)
    if given.home:
        with Memory(settings=Settings(given.home)) as memory:
            divided(memory._store)
    if given.facts:
        timed(given.facts)


if __name__ == "__main__":
    main()
