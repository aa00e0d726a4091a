"""Asking together: readers who come at the same time share one query to the database server.

**Invariant:** a reader gets what a query found that began after the reader came, never an older result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from threading import Event, Lock
from typing import Generic, TypeVar

from companion.store.errors import StoreAway

T = TypeVar("T")


class _Batch(Generic[T]):
    """Readers whose query has not begun yet."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.done = Event()
        self.found: Mapping[str, T] = {}
        self.error: Exception | None = None


class SharedQuery(Generic[T]):
    """One query at a time: whoever comes while it runs waits for the next one, with all who came meanwhile.

    `ask` returns what is found for some keys; missing keys are left out. Thread-safe.
    """

    def __init__(self, ask: Callable[[Collection[str]], Mapping[str, T]]) -> None:
        self._ask = ask
        self._asking = Lock()
        self._joining = Lock()
        self._next: _Batch[T] = _Batch()

    def get(self, key: str) -> T | None:
        """What is found for a key now, or None. Raises what the query raises."""
        with self._joining:
            batch = self._next
            first = not batch.keys
            batch.keys.add(key)
        if first:
            self._run(batch)
        else:
            batch.done.wait()
        if batch.error is not None:
            raise batch.error
        return batch.found.get(key)

    def _run(self, batch: _Batch[T]) -> None:
        """Ask for a batch as soon as the query before it is over; nobody joins it from then on."""
        with self._asking:
            with self._joining:
                self._next = _Batch()
            batch.error = StoreAway()
            try:
                batch.found = self._ask(batch.keys)
                batch.error = None
            except Exception as error:
                batch.error = error
            finally:  # whoever ends this thread, those who wait hear of it
                batch.done.set()
