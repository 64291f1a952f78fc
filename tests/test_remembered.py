"""What a process remembers of words is forgotten with them, and nothing remembers words by itself."""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import types

import graphmem
from graphmem import remembered
from tests.brief import Unsought

from .transcripts import claude_file

# These remember what is ours: tables, statements, models and the cues of a vocabulary.
OURS = {
    "_load", "_tables", "_families", "_nicknamer", "_loaded", "_there", "_branches", "_count", "away", "checked",
    "cue_stems", "language", "listed", "mends", "mentions", "moments", "nouns", "passing", "spoken", "states",
    "through_of", "verbs", "with_keys",
}  # fmt: skip
SECRET = "quizzaciously"


def caches():
    """Every function of the package that remembers its answers."""
    found = {}
    for module in pkgutil.walk_packages(graphmem.__path__, "graphmem."):
        if module.name.endswith("__main__") or module.name == "graphmem.extract.worker":
            continue
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, functools._lru_cache_wrapper):
                found[f"{one.__module__}.{one.__name__}"] = one
    return found


def test_whatever_remembers_words_can_be_made_to_forget_them():
    found = caches()  # first: a module registers its caches when it is imported
    known = {id(empty.__self__) for empty in remembered._emptied if hasattr(empty, "__self__")}
    loose = [
        name
        for name, one in found.items()
        if name.startswith("graphmem.") and id(one) not in known and name.rpartition(".")[2] not in OURS
        and not name.startswith("graphmem.index.local.")
    ]  # fmt: skip
    assert loose == []


def holders(word):
    """The names of caches in which the word still lies."""
    kept = {name: one for name, one in caches().items() if name.startswith("graphmem.")}
    kept["graphmem.extract.sieve"] = importlib.import_module("graphmem.extract.sieve")._texts
    kept["graphmem.extract.sieve units"] = importlib.import_module("graphmem.extract.sieve")._units
    return {name for name, one in kept.items() if any(word in text.casefold() for text in texts_of(one))}


def texts_of(cache):
    """The texts that a cache refers to."""
    seen, waiting = set(), [cache]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif id(one) not in seen and not isinstance(one, types.ModuleType | types.FunctionType | type):
            seen.add(id(one))
            if (
                one is cache
                or isinstance(one, tuple | list | dict | frozenset)
                or "lru" in type(one).__name__
            ):
                waiting += [
                    part for part in gc.get_referents(one) if part is not getattr(cache, "__dict__", 0)
                ]


def test_a_word_that_was_forgotten_lies_in_no_cache(tmp_path):
    text = f"The {SECRET} key rotates every 90 days. My landlord is Mr. {SECRET.title()}, he lives in Graz."
    path = claude_file(tmp_path, "one", [("user", text, "2024-03-04T10:00:00.000Z")])
    with Unsought(tmp_path / "home") as memory:
        memory.ingest([path])
        memory.recall(f"what about the {SECRET} key?")
        assert holders(SECRET)
        path.unlink()
        memory.forget(memory.sessions()[0].id)
        assert holders(SECRET) == set()
