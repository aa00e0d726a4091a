"""How many more units a side would need for a good chance to win."""

from __future__ import annotations

import time
from collections.abc import Iterator

from companion.engine.game.outlook import Policy
from companion.odds.asking.computing import Computation
from companion.odds.asking.record import Needed, Record
from companion.odds.asking.subject import Situation
from companion.odds.chance import OddsError

GOAL = 0.8
_MOST = 120


def needed(asked: Situation, policy: Policy, record: Record, seconds: float) -> tuple[Needed, ...]:
    """The fewest more units with which a side would win with a chance of 80 %: for the side that asks, or for both if
    the record is of nobody in particular.

    A side that has that chance already is left out, and so is one for which the `seconds` do not suffice. The search
    assumes that more units never do harm. Empty for games that cannot reinforce, and for sampled figures.
    """
    if asked.outlook.reinforced is None or not record.exact:
        return ()
    until = time.monotonic() + seconds
    return tuple(_of_sides(asked, policy, record, until))


def _of_sides(asked: Situation, policy: Policy, record: Record, until: float) -> Iterator[Needed]:
    for figure in record.figures:
        if figure.leading and figure.is_chance and figure.value < GOAL and record.side in (0, figure.side):
            try:
                yield Needed(figure.side, figure.title, GOAL, _fewest(asked, policy, figure.side, until))
            except OddsError:
                return


def _fewest(asked: Situation, policy: Policy, side: int, until: float) -> int | None:
    """The fewest that are enough, by halving. Raises OddsError when the time is over."""
    low, high = 0, 1
    while not _enough(asked, policy, side, high, until):
        low, high = high, 2 * high
        if low >= _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if _enough(asked, policy, side, middle, until):
            high = middle
        else:
            low = middle
    return high if _with(asked, side, high) is not None else None


def _enough(asked: Situation, policy: Policy, side: int, units: int, until: float) -> bool:
    """Whether so many are enough; what finds no room counts as enough, so that the search comes to an end."""
    other = _with(asked, side, units)
    if other is None:
        return True
    if time.monotonic() > until:
        raise OddsError("no time is left")
    found = Computation(other, policy, until, brief=True).record().record
    if not found.exact:
        raise OddsError("no time is left")
    value = found.first.value
    return (value if side == 1 else 1 - value - found.endless) >= GOAL


def _with(asked: Situation, side: int, units: int) -> Situation | None:
    assert asked.outlook.reinforced is not None
    more = asked.outlook.reinforced(asked.state(), side, units)
    return None if more is None else asked.with_state(more)
