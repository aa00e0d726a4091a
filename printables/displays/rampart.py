"""The front of a city or camp behind its facilities: walls with merlons between towers, or a fence of stakes.

Every facility of the front keeps its own box on a display; here the boxes grow battlements and the gaps between
them are closed, so that the row reads as what stands before an attacker.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from printables.displays.blocks import Area
from printables.look.display import Item, Path, Style, line, polygon
from printables.look.outlines import Segment
from printables.look.theme import Look
from printables.units import Point

Part = Literal["tower", "wall"]

TOOTH, GAP = 3.1, 2.1
"""About how wide a merlon and the gap beside it are, in mm."""
TOWER, WALL = 3.4, 2.0
"""How high towers and walls rise above their boxes."""
MERLON = 1.3


def rampart(parts: tuple[tuple[Part, Area], ...], look: Look, stakes: bool = False) -> list[Item]:
    """The front from left to right; parts next to each other are joined by a lower wall."""
    out: list[Item] = []
    for (_, a), (_, b) in pairwise(parts):
        between = Area(a.x + a.w - 0.1, a.y + 7.0, b.x - a.x - a.w + 0.2, a.h - 7.0)
        out += _wall(between, 0.0, look, stakes)
    for part, area in parts:
        out += _wall(area, TOWER if part == "tower" else WALL, look, stakes)
    return out


def _wall(area: Area, rise: float, look: Look, stakes: bool) -> list[Item]:
    """One stretch of wall, its body from `rise` above the box to the ground."""
    left, top, right, bottom = area.x, area.y - rise + MERLON, area.x + area.w, area.y + area.h
    edge = _stakes(left, right, top) if stakes else _merlons(left, right, top)
    fill = "#ffffff" if look.low else look.neutral("panel")
    stone = Style(fill, look.neutral("soft"), 0.3)
    body = polygon((*edge, (right, bottom), (left, bottom)), stone)
    return [body, *(_planks(area, top, look) if stakes else _courses(area, top, look))]


def _merlons(left: float, right: float, top: float) -> tuple[Point, ...]:
    """The upper edge with teeth, a tooth at both ends."""
    count = max(1, round((right - left + GAP) / (TOOTH + GAP)))
    tooth = TOOTH if count > 1 else right - left
    gap = (right - left - count * tooth) / (count - 1) if count > 1 else 0.0
    out: list[Point] = []
    for i in range(count):
        x = left + i * (tooth + gap)
        out += [(x, top), (x, top - MERLON), (x + tooth, top - MERLON), (x + tooth, top)]
    return tuple(out)


def _stakes(left: float, right: float, top: float) -> tuple[Point, ...]:
    """The upper edge as points of stakes."""
    count = max(1, round((right - left) / TOOTH))
    width = (right - left) / count
    out: list[Point] = [(left, top)]
    for i in range(count):
        out += [(left + (i + 0.5) * width, top - MERLON), (left + (i + 1) * width, top)]
    return tuple(out)


def _courses(area: Area, top: float, look: Look) -> list[Item]:
    """Stones in the band above the box, where no words stand; all the way down in a piece between boxes."""
    style = Style(stroke=look.neutral("line"), width=0.15)
    right, step = area.x + area.w, 1.6
    depth = area.y + (area.h if top > area.y else 0.0) - top
    data: list[Segment] = []
    for row in range(1, int(depth / step) + 1):
        y = top + row * step
        data += [("M", (area.x, y)), ("L", (right, y))]
        joints = int(area.w / 4.2) + 1
        for x in (area.x + (i + (0.5 if row % 2 else 1.0)) * 4.2 for i in range(joints)):
            if x < right:
                data += [("M", (x, y - step)), ("L", (x, y))]
    return [Path(tuple(data), style)] if data else []


def _planks(area: Area, top: float, look: Look) -> list[Item]:
    """The rope that holds the stakes."""
    y = top + 0.9
    return [line(area.x, y, area.x + area.w, y, Style(stroke=look.neutral("line"), width=0.3))]
