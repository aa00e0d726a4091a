"""A small kit of our own: nothing of any game is needed to test the press."""

from __future__ import annotations

from functools import partial

import pytest

from printables.job import PrintJob
from printables.kinds import counter, tile
from printables.look.display import Item, Style, Text, rect
from printables.look.outlines import Outline
from printables.look.theme import Look
from printables.model import Component, Face, Kit, Piece

WEDGE = Outline(((0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (8.0, 22.0), (0.0, 22.0)))
"""An outline without any symmetry, so that a wrong mirror or turn cannot hide."""


def plain(text: str, look: Look) -> Face:
    ground = rect(-1, -1, 32, 24, Style(fill=look.neutral("panel")))
    items: tuple[Item, ...] = (
        ground,
        Text(3, 8, text, "BarlowCondensed-Bold", 14, look.neutral("ink")),
    )
    return Face(items, (ground,))


def unit(side: str, level: int) -> Piece:
    corners = tuple(counter.Corner(a, level + i) for i, a in enumerate(("attack", "defense", "cost", "movement")))
    model = counter.UnitCounter(side, "sword", "close", corners, "Close")  # type: ignore[arg-type]
    back = counter.EmblemBack(side, side.upper())
    return Piece(
        f"{side}-{level}",
        f"{side} {level}",
        7,
        counter.outline(),
        partial(counter.unit_front, model),
        partial(counter.emblem_back, back),
        0.7,
    )


def wedge(number: int) -> Piece:
    return Piece(f"wedge-{number}", "Wedge", 3, WEDGE, partial(plain, "front"), partial(plain, "back"), 1.0)


def hex_tile(number: int) -> Piece:
    names = ("C", "N", "NE", "SE", "S", "SW", "NW")
    hexes = tuple((n, tile.Hex("woods", "wood", "Wood", ("resource", "wood"), True)) for n in names)
    model = tile.Tile(f"X{number}", hexes, side="teal" if number == 1 else None, side_name="Start")
    return Piece(f"tile-{number}", "Tile", 1, tile.OUTLINE, partial(tile.front, model), partial(tile.back, model), 2.0)


@pytest.fixture(scope="session")
def kit() -> Kit:
    return Kit(
        "sample",
        "Sample game",
        (
            Component("units", "Units", tuple(unit(s, n) for s in ("blue", "teal") for n in (1, 2))),
            Component("wedges", "Wedges", (wedge(1), wedge(2))),
            Component("tiles", "Tiles", tuple(hex_tile(n) for n in range(9)), "tiles"),
            Component(
                "cards", "Card without back", (Piece("card", "Card", 2, WEDGE, partial(plain, "only")),), "cards"
            ),
        ),
    )


@pytest.fixture(scope="session")
def long_edge(kit: Kit) -> bytes:
    return PrintJob(kit).pdf()
