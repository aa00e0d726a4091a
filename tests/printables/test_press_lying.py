"""Pictures of displays with their markers: on a track the marker lies where it is when a game begins."""

from __future__ import annotations

from functools import partial

from printables.displays.blocks import Area, track
from printables.layout.sheets import Faces
from printables.look.display import Use
from printables.look.outlines import rect
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.render.preview import lying

STEP, HIGH = 10.0, 9.0


def board(*starts: str | None) -> Kit:
    """A kit with tracks from 1 to 5 below each other, and the marker of all."""

    def front(look: Look) -> Face:
        rows = (Area(0.0, n * STEP, 5 * STEP, HIGH) for n in range(len(starts)))
        made = (
            track(row, "12345", "attack", look, start, takes="mark") for row, start in zip(rows, starts, strict=True)
        )
        return Face(tuple(item for items in made for item in items))

    def blank(_look: Look) -> Face:
        return Face(())

    pieces = (
        Piece("board", "Board", 1, rect(5 * STEP, 30.0), front),
        Piece("mark", "Mark", 1, rect(8.0, 8.0), partial(blank)),
    )
    return Kit("toy", "Toy", (Component("all", "All", pieces),))


def test_markers_lie_where_they_begin() -> None:
    """One on each track; where no box is the first of the game, in the second box."""
    kit = board("4", "1", None)
    look = Look()
    drawn = lying(kit, kit.components[0].pieces[0], "front", look, Faces(look))
    columns = [int(one.matrix[4] // STEP) + 1 for one in drawn if isinstance(one, Use)]
    assert columns == [4, 1, 2]
