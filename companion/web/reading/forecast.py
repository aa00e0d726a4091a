"""The forecast of a fight: what its odds say unasked, beside the armies, on phones and the big screen.

It is worked out once for each state of a match, in a moment, and left out where that is not enough.
"""

from __future__ import annotations

import logging
from collections.abc import Hashable
from threading import Lock

from companion.odds.asking import ask, situation
from companion.odds.asking.record import Record
from companion.odds.chance import OddsError
from companion.odds.exact.lookahead import Unaffordable
from companion.store import MatchView
from companion.web.app.cache import AMID_PLAY, MATCHES, Cache

log = logging.getLogger(__name__)
SECONDS = 0.25
"""A page waits no longer for the figures."""
PATIENCE = 1.0
"""Nor for the forecasts of other matches."""


class Forecasts:
    """The odds of the fights that are being fought, by match; None where there are none."""

    def __init__(self) -> None:
        self._known: Cache[str, tuple[Hashable, Record | None]] = Cache(MATCHES, idle=AMID_PLAY)
        self._one = Lock()

    def of(self, view: MatchView) -> Record | None:
        """The odds of the fight in a match as it stands."""
        if (known := self._at(view)) is not None:
            return known[0]
        if not self._one.acquire(timeout=PATIENCE):
            return None
        try:
            known = self._at(view)
            found = _worked_out(view) if known is None else known[0]
            self._known.put(view.code, (view.mark, found))
        finally:
            self._one.release()
        return found

    def _at(self, view: MatchView) -> tuple[Record | None] | None:
        known = self._known.get(view.code)
        return (known[1],) if known is not None and known[0] == view.mark else None


def _worked_out(view: MatchView) -> Record | None:
    """The figures in so short a time, or None."""
    try:
        return ask(situation(view.game, view.match.runner.save()), seconds=SECONDS, compare=0)
    except (OddsError, Unaffordable):
        return None
    except Exception:  # the page opens all the same
        log.exception("%s: no forecast", view.code)
        return None
