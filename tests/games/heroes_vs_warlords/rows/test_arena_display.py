"""The printed Arena Display (8.1, 8.2, 8.6.2): two sides with their boxes, wall, towers and graveyards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from companion.engine.game.printed import ENGLISH
from companion.games.heroes_vs_warlords.fighting import deployment, siege
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.kit.battles import city_side, open_side
from printables.look.display import Text
from printables.look.theme import Look
from printables.model import Face


def items(found: Iterable[Any]) -> Iterator[Any]:
    for one in found:
        yield one
        yield from items(getattr(one, "items", ()))


def words(face: Callable[[Look], Face]) -> list[str]:
    drawn = face(Look())
    return [one.text for one in items([*drawn.items, *drawn.forms]) if isinstance(one, Text)]


def sides() -> tuple[list[str], list[str]]:
    """The words on the front and on the back of the display in the kit."""
    (piece,) = kit().component("arena_display").pieces
    assert piece.back is not None
    return words(piece.front), words(piece.back)


@pytest.mark.rule("HVW-220")
def test_the_front_is_open_terrain_and_the_back_a_city():
    """One display with two sides: no wall in the open; a wall and two tower boxes in the City."""
    front, back = sides()
    assert "Field battle" in front
    assert "Siege" in back
    assert not any("WALL" in word for word in front)
    assert any("WALL" in word for word in back)
    assert (open_side(ENGLISH).wall, city_side(ENGLISH).wall != "") == ("", True)
    assert [row.boxes for row in city_side(ENGLISH).rows if row.icon == "tower"] == [siege.TOWER_BOXES]
    assert not [row for row in open_side(ENGLISH).rows if row.icon == "tower"]


@pytest.mark.rule("HVW-225", "HVW-220")
def test_its_boxes_are_those_of_the_rules():
    """Two Ranged and five other boxes a side in the open; five behind the wall of the City; the besieger as ever."""
    ranged, others = deployment.RANGED_BOXES, deployment.ALL_BOXES - deployment.RANGED_BOXES
    assert [row.boxes for row in open_side(ENGLISH).rows] == [ranged, others, others, ranged]
    assert [row.boxes for row in city_side(ENGLISH).rows] == [siege.BEHIND_WALL, siege.TOWER_BOXES, others, ranged]


@pytest.mark.rule("HVW-258")
def test_both_sides_have_a_graveyard_for_each_player():
    """Front and back show two graveyards, one marked for the defender and one for the attacker."""
    for side in sides():
        assert side.count("Graveyard") == 2
        assert side.count("Defender") == side.count("Attacker") == 1
