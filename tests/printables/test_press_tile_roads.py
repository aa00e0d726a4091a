"""Roads of a tile: never under a label, and ended by what they lead to."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from companion.games import load_game
from printables.kinds import tile
from printables.kinds.tile import MIDDLES
from printables.look.display import Path, Text
from printables.look.theme import Look
from printables.units import Point

PLAIN = {name: tile.Hex("clear") for name in MIDDLES}


def model(roads: tuple[tuple[str, ...], ...], **content: tile.Hex) -> tile.Tile:
    return tile.Tile("T1", tuple((PLAIN | content).items()), roads=roads)


def distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a stretch."""
    (px, py), (ax, ay), (bx, by) = p, a, b
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
    return float(((px - ax - share * dx) ** 2 + (py - ay - share * dy) ** 2) ** 0.5)


def test_a_road_ends_at_content_and_goes_on_behind_it() -> None:
    ruin = tile.Hex("clear", "ruin", "Ruin")
    assert len(tile.road_lines(model((("N", "C", "S"),)))) == 1
    first, second = tile.road_lines(model((("N", "C", "S"),), C=ruin))
    assert first[-1] == MIDDLES["C"]
    assert second[0] == pytest.approx((MIDDLES["C"][0], MIDDLES["C"][1] + tile.BELOW_WORD))


@pytest.mark.parametrize("name", ["N", "NE", "SE", "S", "SW", "NW"])
def test_small_labels_keep_clear_of_roads(name: str) -> None:
    """The number of the tile and the names of its hexes, for a road in every direction."""
    drawn = model((("C", name),))
    labels = [item for item in tile.front(drawn, Look()).items if isinstance(item, Text)]
    assert len(labels) == len(MIDDLES)
    for points in tile.road_lines(drawn):
        for a, b in pairwise(points):
            assert all(distance((label.x, label.y - 0.8), a, b) > 2.2 for label in labels)


def test_labels_keep_clear_of_roads_on_every_tile_of_the_games() -> None:
    from companion.games.heroes_vs_warlords.kit.making import Making
    from companion.games.heroes_vs_warlords.kit.tiles import one_tile
    from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET

    assert load_game("heroes_vs_warlords")
    for facts in HOUSE_SHEET.tiles.values():
        drawn = one_tile(Making(HOUSE_SHEET), facts)
        labels = [item for item in tile.front(drawn, Look()).items if isinstance(item, Text) and item.size < 7]
        for points in tile.road_lines(drawn):
            for a, b in pairwise(points):
                assert all(distance((label.x, label.y - 0.8), a, b) > 1.5 for label in labels), drawn.number


def test_roads_lead_out_to_where_those_of_neighbours_come_in() -> None:
    """Beyond the middle of the outer side, on the line between the middles of the two hexes that share it."""
    one = tile.Tile("T1", tuple(PLAIN.items()), roads=(("SE", "C", "N"),), exits=(("SE", "SE"), ("N", "N")))
    ((first, *_, last),) = tile.road_lines(one)
    for out, name in ((first, "SE"), (last, "N")):
        (x, y), (dx, dy) = MIDDLES[name], (MIDDLES[name][0] - MIDDLES["C"][0], MIDDLES[name][1] - MIDDLES["C"][1])
        assert (out[0] - x) * dy == pytest.approx((out[1] - y) * dx)
        assert tile.FLAT / 2 + 0.7 < dist(out, (x, y)) < tile.FLAT * 0.6


def test_every_road_of_the_games_ends_at_content_or_at_the_edge() -> None:
    from companion.games.heroes_vs_warlords.records import facts

    for one in facts.TILES.values():
        for chain in one.roads:
            for end in (chain[0], chain[-1]):
                assert one.hexes[end].feature or any(name == end for name, _ in one.exits), (one.id, end)


def test_the_roads_that_are_drawn_are_these() -> None:
    """Each line of a road is on the front, from its first point to its last."""
    one = model((("SE", "C", "N"),), C=tile.Hex("clear", "ruin", "Ruin"))
    drawn = [item.data for item in tile.front(one, Look()).items if isinstance(item, Path)]
    for points in tile.road_lines(one):
        assert any(data[0][1] == points[0] and data[-1][1] == points[-1] for data in drawn)
    out = tile.Tile("T1", tuple(PLAIN.items()), roads=(("SE", "C", "N"),), exits=(("SE", "SE"),))
    ends = {values for item in tile.front(out, Look()).items if isinstance(item, Path) for _, values in item.data}
    assert tile.road_lines(out)[0][0] in ends
