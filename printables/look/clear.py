"""How large a symbol may be between labels in the corners: its own outline decides, not the box around it.

Lengths are mm. A diagonal sword is kept clear of two corners, a shield of none.
"""

from __future__ import annotations

import math
from functools import cache

from printables.look.icons import GRID, icon_path
from printables.look.outlines import Box
from printables.units import Point

STEP = 0.04
"""Points along the outline of a symbol stand at most so far apart, as a part of its size."""
SHIFTS = tuple((dx / 2, dy / 2) for dx in range(-3, 4) for dy in range(-3, 4) if 0 < dx * dx + dy * dy < 18)
"""Where else (mm) from the middle of its panel a symbol may stand."""
FINER = tuple((dx / 4, dy / 4) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
"""And from the best of these places."""
WORTH = 0.2
"""So much larger (mm) a symbol must be for each mm that it stands out of the middle."""
Signs = tuple[int, int]


@cache
def outline_points(name: str, turn: float = 0.0) -> tuple[Point, ...]:
    """Points along the outline of a symbol of size 1 around (0, 0), turned clockwise by `turn` degrees."""
    out: list[Point] = []
    x = y = start_x = start_y = 0.0
    for op, values in icon_path(name):
        if op == "M":
            x, y = start_x, start_y = values
            continue
        to_x, to_y = values[-2:] if values else (start_x, start_y)
        parts = max(2 if op == "C" else 1, int(math.hypot(to_x - x, to_y - y) / (STEP * GRID)) + 1)
        if op == "C":
            x1, y1, x2, y2 = values[:4]
            out += [(_cubic(x, x1, x2, to_x, i / parts), _cubic(y, y1, y2, to_y, i / parts)) for i in range(parts)]
        else:
            out += [(x + (to_x - x) * i / parts, y + (to_y - y) * i / parts) for i in range(parts)]
        x, y = to_x, to_y
    sin, cos = math.sin(math.radians(turn)) / GRID, math.cos(math.radians(turn)) / GRID
    half = GRID / 2
    return tuple([((x - half) * cos - (y - half) * sin, (x - half) * sin + (y - half) * cos) for x, y in out])


def _cubic(a: float, b: float, c: float, d: float, t: float) -> float:
    """A point of a curve, in one direction."""
    u = 1 - t
    return u * u * (u * a + 3 * t * b) + t * t * (3 * u * c + t * d)


@cache
def _frontier(name: str, turn: float, signs: Signs) -> tuple[Point, ...]:
    """The points of a symbol that reach farthest towards a corner, as seen from there: none is behind another."""
    out: list[Point] = []
    highest = 0.0
    for x, y in sorted([(x * signs[0], y * signs[1]) for x, y in outline_points(name, turn)], reverse=True):
        if y > highest and x > 0:
            out.append((x, y))
            highest = y
    return tuple(out)


@cache
def between(name: str, turn: float, panel: Box, labels: tuple[Box, ...], most: float) -> tuple[float, float, float]:
    """Middle (x, y) and size of a symbol: as large as fits into the panel, clear of the labels, `most` at the most.

    A symbol leaves the middle of the panel only if it becomes clearly larger.
    """
    middle = ((panel[0] + panel[2]) / 2, (panel[1] + panel[3]) / 2)
    found = (*middle, _largest(name, turn, middle, panel, labels, most, 0.0))
    worth = found[2]
    for shifts in (SHIFTS, FINER):
        x, y = found[:2]  # the middle first
        for at in [(x + dx, y + dy) for dx, dy in shifts]:
            loss = WORTH * math.hypot(at[0] - middle[0], at[1] - middle[1])
            if most - loss > worth:
                size = _largest(name, turn, at, panel, labels, most, worth + loss)
                if size - loss > worth:
                    found, worth = (*at, size), size - loss
    return (*found[:2], math.floor(found[2] * 20) / 20)


def _largest(
    name: str, turn: float, at: Point, panel: Box, labels: tuple[Box, ...], most: float, enough: float
) -> float:
    """The largest size around a middle; less than `enough` need not be exact."""
    room = (at[0] - panel[0], at[1] - panel[1], panel[2] - at[0], panel[3] - at[1])
    size = most
    for free, reach in zip(room, _extremes(name, turn), strict=True):
        if reach * size > free:
            size = free / reach
    for left, top, right, bottom in labels:
        signs = (-1 if left + right < 2 * at[0] else 1, -1 if top + bottom < 2 * at[1] else 1)
        free_x = at[0] - right if signs[0] < 0 else left - at[0]
        free_y = at[1] - bottom if signs[1] < 0 else top - at[1]
        if free_x <= 0 or free_y <= 0:  # beside the middle, not at a corner: the whole side of the symbol counts
            left_up, right_down = _extremes(name, turn)[:2], _extremes(name, turn)[2:]
            across, down = (right_down[i] if signs[i] > 0 else left_up[i] for i in (0, 1))
            size = min(size, free_x / across if free_x > 0 else free_y / down)
            continue
        for x, y in _frontier(name, turn, signs):
            if x * size > free_x and y * size > free_y:
                across, down = free_x / x, free_y / y
                size = across if across > down else down
        if size < enough:
            break
    return size


@cache
def _extremes(name: str, turn: float) -> tuple[float, float, float, float]:
    """How far a symbol of size 1 reaches to the left, up, to the right and down."""
    points = outline_points(name, turn)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (-min(xs), -min(ys), max(xs), max(ys))
