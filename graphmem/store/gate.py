"""A gate that many readers pass together and a writer alone; who reads may read again inside."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Readers share, the writer waits for those inside, and those who come later wait for the writer."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._local = threading.local()
        self._readers = 0
        self._waiting = 0
        self._writing = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Inside, nothing changes."""
        depth = getattr(self._local, "depth", 0)
        if not depth:
            with self._condition:
                while self._writing or self._waiting:
                    self._condition.wait()
                self._readers += 1
        self._local.depth = depth + 1
        try:
            yield
        finally:
            self._local.depth = depth
            if not depth:
                with self._condition:
                    self._readers -= 1
                    self._condition.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Inside, nobody else reads or writes; must not be entered while reading."""
        with self._condition:
            self._waiting += 1
            try:
                while self._writing or self._readers:
                    self._condition.wait()
            finally:
                self._waiting -= 1
            self._writing = True
        try:
            yield
        finally:
            with self._condition:
                self._writing = False
                self._condition.notify_all()
