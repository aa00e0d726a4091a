"""Part of the proof: every place where a marker lies in play is large enough for it, with room for fingers.

The places stand in the file, each with the beginning of the ids of the pieces that lie there; their sizes are those of
the pieces in the same file. So a file with displays only says nothing of their places; the whole kit does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printables.look.outlines import Box, bounds
from printables.proof.problem import Problem
from printables.proof.readback import Picture, Seen, nodes
from printables.units import Point

ROOM = 0.5
"""The least space in mm around a marker on all sides of its place: fingers lift it without moving its neighbours."""
SLACK = 0.02
"""Rounding of the file, in mm."""


def check_places(seen: Sequence[Seen]) -> list[Problem]:
    """Markers that are larger than their places, and places that lie on each other."""
    sizes = {piece.piece: _size(bounds(nodes(piece.picture.trim))) for piece in seen}
    faces = {(piece.piece, piece.side): piece for piece in seen if piece.picture.places}
    return [problem for piece in faces.values() for problem in _check_face(piece, piece.picture, sizes)]


def _check_face(piece: Seen, face: Picture, sizes: Mapping[str, Point]) -> list[Problem]:
    out = []
    for takes, box in face.places:
        width, height = _size(box)
        for lying in (name for name in sizes if name.startswith(takes)):
            over = max(sizes[lying][0] + 2 * ROOM - width, sizes[lying][1] + 2 * ROOM - height)
            if over > SLACK:
                text = f"a place of {width:.1f} x {height:.1f} mm is {over:.2f} mm too small for {lying} and fingers"
                out.append(_problem(piece, text, over))
                break
    for i, (_, one) in enumerate(face.places):
        for takes, other in face.places[i + 1 :]:
            depth = min(one[2] - other[0], other[2] - one[0], one[3] - other[1], other[3] - one[1])
            if depth > SLACK:
                out.append(_problem(piece, f"two places for {takes}... overlap by {depth:.2f} mm", depth))
    return out


def _size(box: Box) -> Point:
    return (box[2] - box[0], box[3] - box[1])


def _problem(piece: Seen, text: str, amount: float) -> Problem:
    return Problem("place", f"{piece.piece} {piece.side}", piece.page, amount, text)
