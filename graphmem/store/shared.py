"""The stores that are open in this process: one for each home, shared by all who ask for it."""

from __future__ import annotations

import os
import threading

from graphmem.config import Settings
from graphmem.store.files import disk_error
from graphmem.store.store import Store

_stores: dict[str, tuple[Store, int]] = {}
_stores_lock = threading.Lock()


def open_store(settings: Settings) -> Store:
    """The store of that home: opened once in a process, shared by all who ask, closed by the last."""
    key = os.path.realpath(settings.home)
    with _stores_lock:
        if key in _stores:
            store, users = _stores[key]
            _stores[key] = (store, users + 1)
            return store
        try:
            store = Store(settings)
        except OSError as cause:
            raise disk_error(settings.home, cause) from cause
        _stores[key] = (store, 1)
        return store


def close_store(store: Store) -> None:
    """Give one use of the store back."""
    key = os.path.realpath(store.home)
    with _stores_lock:
        users = _stores[key][1] - 1 if key in _stores else 0
        if users > 0:
            _stores[key] = (store, users)
            return
        _stores.pop(key, None)
    store.close()
