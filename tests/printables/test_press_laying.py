"""Places for markers: the proof compares them with the pieces that lie there."""

from __future__ import annotations

from functools import partial

import pytest

from printables.job import PrintJob
from printables.kinds import counter, marker, small
from printables.look.display import Place, Style, rect
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.proof.laying import ROOM
from printables.proof.proving import prove
from printables.proof.readback import read_pages


def board(places: tuple[Place, ...], look: Look) -> Face:
    ground = rect(-1, -1, 62, 42, Style(fill=look.neutral("panel")))
    return Face((ground, *places), (ground,))


def kit(*places: Place) -> Kit:
    draw, face = partial(board, places), partial(marker.face, marker.Marker(big="1"))
    tiny = partial(small.face, small.SmallMarker("hourglass"))
    return Kit("k", "K", (
        Component("boards", "Boards", (Piece("board", "Board", 1, rect_outline(60, 40), draw),), stock="boards"),
        Component("markers", "Markers", (
            Piece("number-1", "Number", 2, counter.outline(), face, face, 0.9),
            Piece("track-blue", "Track", 2, small.outline(), tiny, tiny, 0.5),
        )),
    ))  # fmt: skip


def problems(*places: Place) -> list[str]:
    return [str(p) for p in prove(PrintJob(kit(*places)).pdf()).problems]


def test_places_that_hold_their_markers_pass() -> None:
    enough = 16 + 2 * ROOM
    assert not problems(Place(2, 2, enough, enough, "number-"), Place(2 + enough, 2, 9, 9, "track-"))


@pytest.mark.parametrize(
    ("size", "takes", "missing"), [(16.0, "number-", 1.0), (11.3, "number-", 5.7), (8.5, "track-", 0.5)]
)
def test_a_place_too_small_for_its_marker_is_caught(size: float, takes: str, missing: float) -> None:
    (problem,) = prove(PrintJob(kit(Place(2, 2, size, 20, takes))).pdf()).problems
    assert (problem.check, problem.piece) == ("place", "board front")
    assert problem.amount == pytest.approx(missing, abs=0.01)


def test_places_that_lie_on_each_other_are_caught() -> None:
    (problem,) = problems(Place(2, 2, 18, 18, "number-"), Place(19, 2, 18, 18, "number-"))
    assert "overlap by 1.00 mm" in problem


def test_places_are_in_the_file_and_paint_nothing() -> None:
    pages, _ = read_pages(PrintJob(kit(Place(2, 3, 18, 19, "number-")), components=["boards"]).pdf())
    (piece,) = pages[0].pieces
    assert piece.picture.places == [("number-", pytest.approx((2, 3, 20, 22)))]
    with_, without = (PrintJob(kit(*p), components=["boards"]) for p in ((Place(2, 3, 18, 19, "x"),), ()))
    from printables.render import png

    assert png.pages(with_.pdf(), 50) == png.pages(without.pdf(), 50)
