"""Small plans of how large pieces lie together, for aids: their outlines to scale, in the colours of their sides."""

from __future__ import annotations

from dataclasses import dataclass

from printables.look.display import Item, Style, polygon
from printables.look.icons import icon
from printables.look.outlines import Box, bounds
from printables.look.theme import Look
from printables.units import Point


@dataclass(frozen=True)
class Shape:
    """An outline in any unit, common to the plan; that of a `side` has its colour and emblem."""

    points: tuple[Point, ...]
    side: str = ""


@dataclass(frozen=True)
class Plan:
    """A named arrangement."""

    name: str
    shapes: tuple[Shape, ...]


def sketch(plan: Plan, box: Box, look: Look) -> list[Item]:
    """The plan as large as fits into a box (mm), in its middle."""
    left, top, right, bottom = bounds(tuple(p for shape in plan.shapes for p in shape.points))
    k = min((box[2] - box[0]) / (right - left), (box[3] - box[1]) / (bottom - top))
    dx, dy = ((box[i] + box[i + 2] - k * (low + high)) / 2 for i, low, high in ((0, left, right), (1, top, bottom)))
    out: list[Item] = []
    for shape in plan.shapes:
        points = tuple((x * k + dx, y * k + dy) for x, y in shape.points)
        out += _side(points, shape.side, look) if shape.side else [_land(points, look)]
    return out


def _land(points: tuple[Point, ...], look: Look) -> Item:
    return polygon(points, Style(look.neutral("panel"), look.neutral("soft"), 0.25))


def _side(points: tuple[Point, ...], side: str, look: Look) -> list[Item]:
    plate = look.plate("side", side)
    left, top, right, bottom = bounds(points)
    size = 0.62 * min(right - left, bottom - top)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    ground = polygon(points, Style(plate.fill, plate.stroke or look.neutral("soft"), 0.25))
    return [ground, icon(look.side(side).emblem, *middle, size, plate.text)]
