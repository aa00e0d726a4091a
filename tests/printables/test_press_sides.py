"""Pieces of two sides are told apart without colour: every counter and marker of every game, as pictures in grey."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from companion.catalogues import printed
from companion.engine.game.record import Game
from companion.games import all_games
from printables.look.theme import Look
from printables.model import Kit, Piece
from printables.render.faces import pictures

pytestmark = pytest.mark.slow
GAMES = [one for one in all_games() if one.kit and len(printed(one, "en").seats) > 1]
LARGEST = 24.0
"""Counters and markers (mm): of larger pieces a band or an emblem differs, with the name beside it."""
APART = 10.0
"""So much (mean of 255 steps) the fronts differ at least: half a marker in the next grey, or patterns all over it."""


def alike_but_for_the_side(kit: Kit) -> Iterator[list[Piece]]:
    """The same piece of each side, side by side."""
    found: dict[str, list[Piece]] = {}
    for component in kit.components:
        for piece in component.pieces:
            seat = kit.owner(piece)
            if seat and max(piece.outline.size) <= LARGEST:
                role = "-".join("*" if part == seat else part for part in piece.id.split("-"))
                found.setdefault(role, []).append(piece)
    yield from (pieces for pieces in found.values() if len(pieces) > 1)


@pytest.mark.parametrize("ink", ["full", "grey"])
@pytest.mark.parametrize("game", GAMES, ids=lambda one: one.name)
def test_small_pieces_of_two_sides_differ_in_grey(game: Game, ink: str) -> None:
    """In full colour copied without colour, and in the greys of the press."""
    groups = list(alike_but_for_the_side(printed(game, "en")))
    assert groups
    for pieces in groups:
        found = pictures(pieces, Look(ink), 60.0)  # type: ignore[arg-type]
        grey = {p.name: Image.open(io.BytesIO(found[f"{p.id}-front"])).convert("L") for p in pieces}
        for (one, a), (other, b) in combinations(grey.items(), 2):
            apart = ImageStat.Stat(ImageChops.difference(a, b)).mean[0]
            assert apart >= APART, (one, other, round(apart, 1))
