"""Part of the proof: everything printed can be read: no type too small, no two lines of text on each other."""

from __future__ import annotations

from collections.abc import Sequence

from printables.proof.problem import Problem
from printables.proof.readback import Seen

LEAST = 5.5
"""The smallest type on any piece, in points: capitals of 1.4 mm."""
OVERLAP = 0.15
"""So far (mm) the boxes of two lines may reach into each other: descenders and rounding."""
SLACK = 0.01


def check_legible(seen: Sequence[Seen]) -> list[Problem]:
    """Text that is too small, and text that lies on other text, once for each face."""
    faces = {(piece.piece, piece.side): piece for piece in seen}
    return [problem for piece in faces.values() for problem in (*_small(piece), *_overlapping(piece))]


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


def _problem(piece: Seen, amount: float, text: str) -> Problem:
    return Problem("legible", f"{piece.piece} {piece.side}", piece.page, amount, text)
