"""Winners: who has won which match, for code that counts matches. Independent of requests."""

from __future__ import annotations

from companion.engine.core.errors import CompanionError
from companion.store import MatchInfo, Store, StoreError
from companion.web.app.cache import MATCHES, Cache


class Winners:
    """A cache of who has won which match, because finding out reads a state. Thread-safe."""

    def __init__(self, store: Store, room: int = MATCHES) -> None:
        self._store = store
        self._known: Cache[tuple[str, int], tuple[str, ...]] = Cache(room)

    def of(self, info: MatchInfo) -> tuple[str, ...]:
        """The winners of an ended match; empty when it cannot be read."""
        name = info.code, info.version
        if (known := self._known.get(name)) is not None:
            return known
        try:
            view = self._store.read(info.code)
            won = tuple(view.game.winners(view.state)) if view.game.winners else ()
        except (CompanionError, StoreError):
            won = ()
        return self._known.put(name, won)
