"""spaCy without its command line, which takes a third of the time of its import."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any


@contextmanager
def without_commands() -> Iterator[None]:
    """Inside, the import of spaCy brings no command line with it; who asks for that later gets it as ever."""
    if "spacy" in sys.modules:
        yield
        return
    package, told = ModuleType("spacy.cli"), ModuleType("spacy.cli.info")
    told.__dict__["info"] = info
    stand_ins = {"spacy.cli": package, "spacy.cli.info": told}
    sys.modules |= stand_ins
    try:
        yield
    finally:
        for name, module in stand_ins.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def info(*arguments: Any, **named: Any) -> Any:
    """What stands as `spacy.info`: the real one, imported when it is called."""
    return importlib.import_module("spacy.cli.info").info(*arguments, **named)
