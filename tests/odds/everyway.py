"""Brute force with the runner of a match: every situation, every way of chance, solved in exact fractions.

Knows nothing of tracked numbers, of heights or of circles: it takes situations out one by one, each time sending what
came to it on to where it leads.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from companion.engine.core.rules import book
from companion.engine.game.outlook import Decide
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save, State
from tests.odds.keys import Ending
from tests.odds.plain import _Enumeration

Row = dict[Any, Fraction]


def exact_endings(kind: type[State], start: Save, policy: Decide) -> dict[Ending, Fraction]:
    """The exact probability of every ending."""
    found = _Enumeration(kind, policy, book, 0.0, 10**9)
    first = found._arrived(Runner(book, kind, start))
    if isinstance(first, Ending):
        return {first: Fraction(1)}
    return _solved(_rows(found, first), first)


def _rows(found: _Enumeration, first: Any) -> dict[Any, Row]:
    rows: dict[Any, Row] = {}
    todo = [first]
    while todo:
        place = todo.pop()
        if isinstance(place, Ending) or place in rows:
            continue
        node = found._expanded(place)
        assert node.next is not None
        rows[place] = {target: Fraction(weight, node.total) for weight, target in node.next}
        todo += rows[place]
    return rows


def _solved(rows: dict[Any, Row], first: Any) -> dict[Ending, Fraction]:
    into: dict[Any, set[Any]] = {}
    for place, row in rows.items():
        for target in row:
            into.setdefault(target, set()).add(place)
    for place in [one for one in rows if one != first]:
        row = _without_itself(rows.pop(place), place)
        for source in into.get(place, set()) - {place}:
            if source in rows and place in rows[source]:
                share = rows[source].pop(place)
                for target, part in row.items():
                    rows[source][target] = rows[source].get(target, Fraction(0)) + share * part
                    into.setdefault(target, set()).add(source)
    return _without_itself(rows[first], first)


def _without_itself(row: Row, place: Any) -> Row:
    same = row.pop(place, Fraction(0))
    return {target: share / (1 - same) for target, share in row.items()}


def chance(endings: dict[Ending, Fraction], of: Callable[[bytes], bool]) -> Fraction:
    """The probability that something is true of the result."""
    return sum((mass for ending, mass in endings.items() if of(ending.result)), Fraction(0))
