"""Winners: who has won which match, for code that counts matches. Independent of requests."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from companion.engine.core.errors import CompanionError
from companion.store import MatchInfo, Store, StoreError


class Winners:
    """A cache of who has won which match, because finding out reads a state. Thread-safe."""

    def __init__(self, store: Store, room: int = 1000) -> None:
        self._store = store
        self._known: OrderedDict[tuple[str, int], tuple[str, ...]] = OrderedDict()
        self._room, self._lock = room, Lock()

    def of(self, info: MatchInfo) -> tuple[str, ...]:
        """The winners of an ended match; empty when it cannot be read."""
        name = info.code, info.version
        with self._lock:
            if name in self._known:
                return self._known[name]
        try:
            view = self._store.read(info.code)
            won = tuple(view.game.winners(view.state)) if view.game.winners else ()
        except (CompanionError, StoreError):
            won = ()
        with self._lock:
            self._known[name] = won
            while len(self._known) > self._room:
                self._known.popitem(last=False)
        return won
