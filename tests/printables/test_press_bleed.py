"""Colour that runs to the cut goes on beyond it: hexes lie apart, and the proof finds a face without bleed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from companion.catalogues import printed
from companion.engine.game.record import Game
from companion.games import all_games
from printables.job import PrintJob
from printables.kinds import terrain
from printables.layout.packing import spread
from printables.look.display import Style, rect
from printables.look.outlines import Outline, disc, hex_board, seven_hexes
from printables.look.outlines import rect as rect_outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece
from printables.proof.geometry import distance_to_edge
from printables.proof.proving import prove

HEX = hex_board(((0, 0),), 30.0)
ODD = hex_board(((0, 0), (1, 1), (1, 3), (0, 2), (2, 0)), 24.0)
NINETEEN = hex_board(tuple((q, 2 * r + q) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2), 24.0)


def filled(outline: Outline, beyond: float, _look: Look) -> Face:
    """All of an outline in one colour, with so much bleed."""
    w, h = outline.size
    ground = rect(-beyond, -beyond, w + 2 * beyond, h + 2 * beyond, Style(fill="#336699"))
    return Face((ground,), (ground,) if beyond else ())


def kit_of(outline: Outline, front: float, back: float, count: int = 3) -> Kit:
    faces = partial(filled, outline, front), partial(filled, outline, back)
    return Kit("k", "K", (Component("c", "C", (Piece("p", "P", count, outline, *faces),)),))


def bleeds(kit: Kit, **options: object) -> set[str]:
    problems = prove(PrintJob(kit, **options).pdf()).problems  # type: ignore[arg-type]
    return {problem.piece for problem in problems if problem.check == "bleed"}


@pytest.mark.parametrize(
    "outline", [rect_outline(20, 30, 2), disc(20), HEX, seven_hexes()], ids=["box", "disc", "hex", "7"]
)
@pytest.mark.parametrize("sides", ["duplex-long", "fold"])
def test_a_face_without_bleed_is_found(outline: Outline, sides: str) -> None:
    assert bleeds(kit_of(outline, 1.0, 1.0), sides=sides) == set()
    assert bleeds(kit_of(outline, 0.0, 1.0), sides=sides) == {"p front"}
    assert bleeds(kit_of(outline, 1.0, 0.0), sides=sides) == {"p back"}


def test_too_little_bleed_is_found() -> None:
    assert bleeds(kit_of(rect_outline(20, 30, 2), 0.4, 0.8)) == {"p front"}


def test_white_faces_need_none() -> None:
    white = replace(kit_of(HEX, 0.0, 0.0).components[0].pieces[0], front=lambda look: Face(()), back=None)
    assert bleeds(Kit("k", "K", (Component("c", "C", (white,)),))) == set()


@pytest.mark.parametrize("outline", [HEX, seven_hexes(), NINETEEN, ODD], ids=["1", "7", "19", "5"])
def test_hexes_lie_a_gap_apart(outline: Outline) -> None:
    job = PrintJob(kit_of(outline, 1.0, 1.0, 6), gap=2.0)
    for sheet in job.sheets:
        shapes = [tuple((x + p.front[4], y + p.front[5]) for x, y in outline.points) for p in sheet.placed]
        for one, other in combinations(shapes, 2):
            assert min(distance_to_edge(point, other) for point in one) >= 2.0 - 1e-6


def test_without_a_gap_hexes_share_their_sides() -> None:
    assert spread(HEX.cells, HEX.flat, 0.0) == 1.0
    sheet = PrintJob(kit_of(HEX, 1.0, 1.0, 6), gap=0.0).sheets[0]
    first, *others = [
        tuple((round(x + p.front[4], 3), round(y + p.front[5], 3)) for x, y in HEX.points) for p in sheet.placed
    ]
    assert any(len(set(first) & set(other)) == 2 for other in others)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nesting_is_not_hindered_by_the_gap(paper: str) -> None:
    """As many tiles of seven hexes on a sheet as without."""
    assert [len(sheet.placed) for sheet in PrintJob(kit_of(seven_hexes(), 1, 1, 16), paper=paper).sheets] == [8, 8]


def test_with_little_ink_hexes_are_white_and_have_no_bleed() -> None:
    assert terrain.bleed([((10.0, 10.0), "woods")], 20.0, Look("low")) == ()


@pytest.mark.slow
@pytest.mark.parametrize("game", [one for one in all_games() if one.kit], ids=lambda one: one.name)
@pytest.mark.parametrize("ink", ["full", "grey"])
def test_every_piece_of_every_game_has_bleed(game: Game, ink: str) -> None:
    """So a new game cannot forget it."""
    kit = printed(game, "en")
    one_each = tuple(replace(c, pieces=tuple(replace(p, count=1) for p in c.pieces)) for c in kit.components)
    assert bleeds(replace(kit, components=one_each), ink=ink) == set()
