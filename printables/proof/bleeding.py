"""Part of the proof: colour that runs to the cut goes on beyond it, on every side of every piece.

Wherever the art of a face has a colour just inside of its outline, there must be one so far outside of it as the docs
promise (`TOLERANCE`): bleed of its own, or a piece that it touches. Sheets printed with little ink have white grounds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printables.look.outlines import PathData, bounds
from printables.proof.geometry import inside
from printables.proof.problem import Problem
from printables.proof.readback import Fill, Seen, SeenPage, nodes
from printables.units import Point, apply

TOLERANCE = 0.65
"""So far (mm) beyond the cut there must be colour: what a knife may be off, less the rounding of the file."""
WITHIN = 0.3
"""So far inside of the cut colour counts as running to its edge: more than a line around the piece is wide."""
WHITE = 0.97
"""From here on every part of a colour is white to the eye."""
LEAST = 1.0
"""A shorter side (mm) is a part of a rounding."""
ALONG = (0.2, 0.5, 0.8)
"""Where on each straight side it is looked."""


def check_bleed(pages: Sequence[SeenPage]) -> list[Problem]:
    """Faces with colour at the cut and none beyond it, once for each face."""
    found: dict[tuple[str, str], Problem | None] = {}
    for page in pages:
        for piece in page.pieces:
            key = (piece.piece, piece.side)
            if key not in found:
                found[key] = _check(piece, page)
    return [problem for problem in found.values() if problem]


def _check(piece: Seen, page: SeenPage) -> Problem | None:
    own = piece.picture.fills
    for at, out in _edge(piece.picture.trim):
        within, beyond = (
            (at[0] - out[0] * WITHIN, at[1] - out[1] * WITHIN),
            (at[0] + out[0] * TOLERANCE, at[1] + out[1] * TOLERANCE),
        )
        if _colored(within, own) and not (
            _reaches(beyond, piece) or _on_page(apply(piece.matrix, beyond), piece, page)
        ):
            name = f"{piece.piece} {piece.side}"
            text = f"its colour ends at the cut ({at[0]:.1f}, {at[1]:.1f}): no bleed of {TOLERANCE:g} mm"
            return Problem("bleed", name, piece.page, TOLERANCE, text)
    return None


def _edge(trim: PathData) -> Iterator[tuple[Point, Point]]:
    """Points along the straight sides of an outline, or of a round one its nodes, with the way out from each."""
    points = nodes(trim)
    left, top, right, bottom = bounds(points)
    sides = [(a, b) for a, (op, _), b in zip(points, trim[1:], points[1:], strict=False) if op == "L"]
    sides += [(points[-1], points[0])] if points else []
    sides = [side for side in sides if math.dist(*side) > LEAST]
    for (x1, y1), (x2, y2) in sides:
        length = math.dist((x1, y1), (x2, y2))
        way = ((y2 - y1) / length, (x1 - x2) / length)
        middle = ((x1 + x2) / 2 + way[0] * 0.1, (y1 + y2) / 2 + way[1] * 0.1)
        way = (-way[0], -way[1]) if inside(middle, points) else way
        yield from (((x1 + (x2 - x1) * t, y1 + (y2 - y1) * t), way) for t in ALONG)
    if not sides:
        middle, radius = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
        yield from ((p, ((p[0] - middle[0]) / radius, (p[1] - middle[1]) / radius)) for p in points)


def _colored(point: Point, fills: Sequence[Fill]) -> bool:
    """Whether what is painted last at a point is not white."""
    last = next((one for one in reversed(fills) if _covers(one, point)), None)
    return last is not None and min(last.color or (0.0,)) < WHITE


def _covers(fill: Fill, point: Point) -> bool:
    x, y = point
    if fill.window and not (fill.window[0] <= x <= fill.window[2] and fill.window[1] <= y <= fill.window[3]):
        return False
    return sum(inside(point, ring) for ring in fill.rings) % 2 == 1


def _reaches(point: Point, piece: Seen) -> bool:
    """Whether the face itself has colour there, beyond its own cut."""
    return inside(point, nodes(piece.picture.clip)) and _colored(point, piece.picture.fills)


def _on_page(point: Point, piece: Seen, page: SeenPage) -> bool:
    """Whether the sheet has colour there: bleed painted under the pieces, or a piece that touches."""
    if any(_covers(one, point) and min(one.color or (0.0,)) < WHITE for one in page.fills):
        return True
    return any(other is not piece and inside(point, other.trim) for other in page.pieces)
