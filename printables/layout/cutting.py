"""The lines to cut on a sheet, each exactly once: what neighbours share belongs to both. Geometry in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable

from printables.layout.placing import Placed, Sheet
from printables.look.outlines import PathData, moved
from printables.units import Point, apply

Edge = tuple[Point, Point]
Key = tuple[int, int]
SHARP = math.radians(80)
"""A turn from which on a new stroke begins."""


def cut_paths(sheet: Sheet) -> list[PathData]:
    """All lines to cut: round outlines as they are, straight sides joined into long strokes.

    Boxes that lie edge to edge lose their small round corners, so that one cut frees both; discs keep their shape.
    """
    touching = sheet.setup.gap == 0
    whole, straight = [], []
    for placed in sheet.placed:
        outline = placed.piece.outline
        if outline.radius and (outline.disc or not touching):
            whole.append(moved(outline.path, placed.front))
        else:
            straight.append(placed)
    return whole + shared_sides(straight)


def shared_sides(pieces: Iterable[Placed]) -> list[PathData]:
    """The straight sides of pieces, those of two neighbours once, joined into strokes."""
    edges: dict[tuple[Key, Key], Edge] = {}
    for placed in pieces:
        points = [apply(placed.front, p) for p in placed.piece.outline.points]
        for a, b in zip(points, [*points[1:], points[0]], strict=True):
            first, second = sorted((_key(a), _key(b)))
            edges.setdefault((first, second), (a, b))
    return _strokes(list(edges.values()))


def _key(p: Point) -> Key:
    return (round(p[0] * 1000), round(p[1] * 1000))


def _strokes(edges: list[Edge]) -> list[PathData]:
    """Edges joined end to end as far as they go, straight on where that is possible."""
    left = dict.fromkeys(range(len(edges)))
    at: dict[Key, list[int]] = {}
    for i, edge in enumerate(edges):
        for end in edge:
            at.setdefault(_key(end), []).append(i)
    out: list[PathData] = []
    while left:
        first = next(iter(left))
        del left[first]
        run = [*edges[first]]
        for _end in range(2):
            run.reverse()
            while (found := _onward(run, [i for i in at[_key(run[-1])] if i in left], edges)) is not None:
                del left[found]
                run.append(_far_end(edges[found], run[-1]))
        out.append((("M", run[0]), *(("L", p) for p in _corners(run))))
    return out


def _onward(run: list[Point], candidates: list[int], edges: list[Edge]) -> int | None:
    """The edge that goes on from the end of a stroke with the least turn; at a right angle the stroke ends."""
    turns = {i: _turn(run[-2], run[-1], _far_end(edges[i], run[-1])) for i in candidates}
    found = min(turns, key=turns.__getitem__, default=None)
    return None if found is None or turns[found] > SHARP else found


def _far_end(edge: Edge, near: Point) -> Point:
    return edge[1] if _key(edge[0]) == _key(near) else edge[0]


def _turn(a: Point, b: Point, c: Point) -> float:
    turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
    return round(abs(math.remainder(turn, math.tau)), 6)


def _corners(run: list[Point]) -> list[Point]:
    """The points of a stroke after its first, without those it goes straight through."""
    inner = [b for a, b, c in zip(run, run[1:], run[2:], strict=False) if _turn(a, b, c) > 1e-4]
    return [*inner, run[-1]]
