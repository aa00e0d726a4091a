"""The two sides of the Battle Display as hexes (19.4): their names, terrain, distances and lines of sight.

Columns A to I, numbers down each column; hexes with one number lie in a row towards the upper right (ruling R73).
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any, Literal

from companion.games.heroes_vs_warlords.records import facts

Side = Literal["open", "city"]
COLUMNS = "ABCDEFGHI"
ROWS = 11
_STEPS = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))
_EPS = 1e-9


def _named(c: int, n: int) -> str:
    return f"{COLUMNS[c - 1]}{n}"


HEXES: dict[str, tuple[int, int]] = {
    _named(c, n): (c, n) for c in range(1, len(COLUMNS) + 1) for n in range(c // 2 + 1, c // 2 + ROWS + 1)
}
"""Full hexes, the only ones that are played on (19.4.1): name -> column and number."""


def row(name: str) -> int:
    """The row of a hex, from 1 at the attacker's edge to 11 at the defender's."""
    c, n = HEXES[name]
    return n - c // 2


def axial(name: str) -> tuple[int, int]:
    """The hex as axial coordinates (q, r) of a map with flat tops."""
    c, n = HEXES[name]
    return c, n - c


@lru_cache(maxsize=512)
def neighbours(name: str) -> tuple[str, ...]:
    """The full hexes next to a hex."""
    c, n = HEXES[name]
    known = set(HEXES.values())
    return tuple(_named(c + dc, n + dn) for dc, dn in _STEPS if (c + dc, n + dn) in known)


def distance(a: str, b: str) -> int:
    """The number of hexes from a to b (ruling R73)."""
    (ac, an), (bc, bn) = HEXES[a], HEXES[b]
    dc, dn = bc - ac, bn - an
    return max(abs(dc), abs(dn), abs(dn - dc))


# ---- what lies where


def _listed(side: Side, kind: str) -> frozenset[str]:
    found: Any = facts.FIELDS[side].get(kind, ())
    return frozenset([found] if isinstance(found, str) else found)


KINDS = ("stones", "woods", "fords", "tents", "walls", "drawbridge", "towers")
_KINDS: dict[tuple[Side, str], frozenset[str]] = {
    (side, kind): _listed(side, kind) for side in ("open", "city") for kind in KINDS
}
GRAVEYARD: dict[str, frozenset[str]] = {
    side: frozenset(facts.FIELDS[side]["graveyard_attacker"]) | frozenset(facts.FIELDS[side]["graveyard_defender"])
    for side in ("open", "city")
}
TOWERS: tuple[str, ...] = tuple(facts.FIELDS["city"]["towers"])
DRAWBRIDGE: str = facts.FIELDS["city"]["drawbridge"]
WALLS: tuple[str, ...] = (*facts.FIELDS["city"]["walls"], DRAWBRIDGE)
"""Every hex of the wall; the drawbridge is one of them (19.4.1.7)."""


def of_kind(side: Side, kind: str) -> frozenset[str]:
    """The hexes with a kind of terrain."""
    return _KINDS[side, kind]


def _between(side: Side, key: str) -> frozenset[str]:
    first, last = facts.FIELDS[side][key]
    return frozenset(name for name in HEXES if first <= row(name) <= last and name not in GRAVEYARD[side])


SETUP: dict[str, frozenset[str]] = {
    "open": _between("open", "defender_setup_rows"),
    "city": _between("city", "city_rows"),
}
"""Where the defender deploys: from the red line, or the wall, to his edge (19.5)."""
CITY = SETUP["city"]
"""City hexes, towers included (19.4.1.9)."""


# ---- line of sight


@lru_cache(maxsize=8192)
def sees(side: Side, a: str, b: str, *, near: bool = False) -> bool:
    """Whether no stone blocks the straight line between two hexes (19.4.1.3, ruling R73); `near` also forbids one
    next to b.
    """
    stones = [one for one in of_kind(side, "stones") if one not in (a, b) and (not near or one in neighbours(b))]
    return not any(_cuts(stone, a, b) for stone in stones)


def _middle(name: str) -> tuple[float, float]:
    q, r = axial(name)
    return 1.5 * q, sqrt(3) * (r + q / 2)


def _cuts(stone: str, a: str, b: str) -> bool:
    """Whether the line from a to b passes through the inside of a hex; running along a side does not."""
    (x0, y0), (x1, y1), (cx, cy) = _middle(a), _middle(b), _middle(stone)
    dx, dy = x1 - x0, y1 - y0
    enter, leave = 0.0, 1.0
    for nx, ny in ((0.0, 1.0), (sqrt(3) / 2, 0.5), (sqrt(3) / 2, -0.5)):
        for sign in (1, -1):
            speed = sign * (nx * dx + ny * dy)
            room = sqrt(3) / 2 - sign * (nx * (x0 - cx) + ny * (y0 - cy))
            if abs(speed) < _EPS:
                if room <= _EPS:
                    return False
            elif speed > 0:
                leave = min(leave, room / speed)
            else:
                enter = max(enter, room / speed)
    return leave - enter > _EPS
