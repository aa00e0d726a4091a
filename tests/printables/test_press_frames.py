"""Lines around a face: they run over the cut or stand well inside, so that a knife a little off takes no side away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from companion.catalogues import printed
from companion.engine.game.record import Game
from companion.games import all_games
from printables.look.display import Group, Item, Path, Style, Use, rect
from printables.look.frames import INSIDE, LEAST, OUT, THIN_OUT, frame, rim
from printables.look.outlines import bounds
from printables.look.theme import Ink, Look, luminance
from printables.model import Face, Kit
from printables.storage import storage
from printables.units import IDENTITY, Matrix, Point, apply, then

SLACK = 0.011


def lines_around(face: Face, size: Point, items: Sequence[Item] | None = None) -> Iterator[tuple[float, float]]:
    """From where to where (mm inside of the cut) each line stands that keeps as far from all four sides of a face."""
    forms = {form.name: form.items for form in face.forms}
    for path, matrix in strokes(face.items if items is None else items, forms):
        ends = tuple(apply(matrix, (values[-2], values[-1])) for _op, values in path.data if values)
        left, top, right, bottom = bounds(ends)
        away = (left, top, size[0] - right, size[1] - bottom)
        if max(away) - min(away) < SLACK:
            yield away[0] - path.style.width / 2, away[0] + path.style.width / 2


def strokes(
    items: Sequence[Item], forms: dict[str, tuple[Item, ...]], matrix: Matrix = IDENTITY
) -> Iterator[tuple[Path, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from strokes(item.items, forms, then(item.matrix, matrix))
        elif isinstance(item, Use):
            yield from strokes(forms[item.form], forms, then(item.matrix, matrix))
        elif isinstance(item, Path) and item.style.stroke:
            yield item, matrix


def wrong(face: Face, size: Point, ink: Ink = "full") -> list[tuple[float, float]]:
    """The lines around a face that a knife a little off would take away on one side."""
    out = THIN_OUT if ink == "low" else OUT
    over = [outer for outer, _inner in lines_around(face, size, face.bleed) if outer <= SLACK - out]
    return [
        (outer, inner)
        for outer, inner in lines_around(face, size)
        if outer < INSIDE - SLACK and not (outer <= SLACK - out and inner >= LEAST - SLACK and over)
    ]


def faces(kit: Kit, ink: Ink) -> Iterator[tuple[str, Face, Point]]:
    parts = (*kit.components, *storage(kit, kit.components, 1.0)[1:])
    for piece in (one for part in parts for one in part.pieces if one.outline.straight):
        for side, draw in (("front", piece.front), ("back", piece.back)):
            if draw:
                yield f"{piece.id} {side}", draw(Look(ink)), piece.outline.size


@pytest.mark.parametrize("ink", ["full", "low", "grey"])
@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
def test_no_line_around_a_face_is_lost_to_the_knife(game: Game, ink: Ink) -> None:
    found = {name: lines for name, face, size in faces(printed(game, "en"), ink) if (lines := wrong(face, size, ink))}
    assert found == {}


def test_a_line_just_inside_of_the_cut_is_found() -> None:
    near = rect(0.5, 0.5, 29.0, 19.0, Style(stroke="#000000", width=0.5), 1.0)
    over = rim(30.0, 20.0, 0.8, "#000000", Look())
    assert wrong(Face((near,)), (30.0, 20.0))
    assert wrong(Face((over,)), (30.0, 20.0))  # it must be painted beyond the cut, too
    assert not wrong(Face((over,), (over,)), (30.0, 20.0))
    assert not wrong(Face((frame(30.0, 20.0, Style(stroke="#000000", width=0.3), 1.0),)), (30.0, 20.0))


def test_frames_that_would_be_lost_are_refused() -> None:
    for make in (
        partial(rim, wide=0.4, color="#000000", look=Look()),
        partial(frame, style=Style(), radius=1.0, inside=0.5),
    ):
        with pytest.raises(ValueError, match=r"cut|rim"):
            make(30.0, 20.0)


def test_with_little_ink_a_rim_is_thinner_and_paler() -> None:
    low, full = (rim(30.0, 20.0, 1.4, "#203040", Look(ink)) for ink in ("low", "full"))
    assert low.style.width < 0.5 * full.style.width
    assert luminance(low.style.stroke or "") > luminance(full.style.stroke or "")
