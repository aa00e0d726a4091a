"""Part of the proof: everything printed can be read: no type too small, no two lines of text on each other, no line
wider than the panel it stands on.
"""

from __future__ import annotations

from collections.abc import Sequence

from printables.look.outlines import Box, bounds
from printables.proof.problem import Problem
from printables.proof.readback import Fill, Line, Seen

LEAST = 6.5
"""The smallest type on any piece, in points: capitals of 1.6 mm."""
OVERLAP = 0.15
"""So far (mm) the boxes of two lines may reach into each other: descenders and rounding."""
SLACK = 0.01
PANEL = 0.85
"""An area that fills so much of its box is a panel; patterns and figures are none."""
OVER, HIGH = 0.1, 0.3
"""So far (mm) a line may stand over the side of its panel, and over its upper and lower edge: serifs and rounding."""
MOSTLY = 0.75
"""What is narrower than this part of a line is no panel for it: a bar of a picture behind it."""


def check_legible(seen: Sequence[Seen]) -> list[Problem]:
    """Text that is too small, lies on other text or is too wide for its panel, once for each face."""
    faces = {(piece.piece, piece.side): piece for piece in seen}
    checks = (_small, _overlapping, _too_wide)
    return [problem for piece in faces.values() for check in checks for problem in check(piece)]


def _small(piece: Seen) -> list[Problem]:
    return [
        _problem(piece, LEAST - line.size, f"the text {line.text!r} has {line.size:.1f} points, too small to read")
        for line in piece.picture.lines
        if line.size < LEAST - SLACK
    ]


def _overlapping(piece: Seen) -> list[Problem]:
    out = []
    lines = piece.picture.lines
    for i, one in enumerate(lines):
        for other in lines[i + 1 :]:
            a, b = one.box, other.box
            depth = min(a[2] - b[0], b[2] - a[0], a[3] - b[1], b[3] - a[1])
            if depth > OVERLAP:
                out.append(_problem(piece, depth, f"{one.text!r} and {other.text!r} lie on each other"))
    return out


def _too_wide(piece: Seen) -> list[Problem]:
    panels = [box for fill in piece.picture.fills if (box := _panel(fill))]
    out = []
    for line in piece.picture.lines:
        around = min((box for box in panels if _on(line, box)), key=_area, default=line.box)
        over = max(around[0] - line.box[0], line.box[2] - around[2])
        if over > OVER:
            out.append(_problem(piece, over, f"{line.text!r} is {over:.2f} mm wider than the panel it stands on"))
    return out


def _panel(fill: Fill) -> Box | None:
    """The box of an area that fills it, `None` of another."""
    points = tuple(point for ring in fill.rings for point in ring)
    if not points:
        return None
    around, doubled = bounds(points), 0.0
    for ring in fill.rings:
        doubled += abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)))
    return around if doubled / 2 > PANEL * _area(around) > 0.0 else None


def _on(line: Line, box: Box) -> bool:
    """Whether the middle of a line stands on a panel that is about as wide, and all of its height."""
    left, top, right, bottom = line.box
    if box[2] - box[0] < MOSTLY * (right - left):
        return False
    return box[0] < (left + right) / 2 < box[2] and top >= box[1] - HIGH and bottom <= box[3] + HIGH


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _problem(piece: Seen, amount: float, text: str) -> Problem:
    return Problem("legible", f"{piece.piece} {piece.side}", piece.page, amount, text)
