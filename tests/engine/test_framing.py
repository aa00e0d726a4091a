"""Which part of a map is shown where a place is asked for."""

from __future__ import annotations

import pytest

from companion.engine.core.text import t
from companion.engine.game.framing import ABOVE, ASIDE, SHAPE, frame, whole
from companion.engine.game.panels import HexView, MapPanel

WORLD = [(48.0 * q, 55.42 * (r + q / 2)) for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6]
LARGEST_PHONE = {320: (296, 176), 360: (336, 222)}


@pytest.mark.parametrize("places", [
    [WORLD[0]], WORLD[:4], WORLD[-9:], WORLD[40:60], [WORLD[3], WORLD[-3]], WORLD,
])  # fmt: skip
def test_every_place_is_whole_in_the_picture(places: list[tuple[float, float]]) -> None:
    """Whatever is asked for, and however near the rim; what matters beside it is shown if it lies near."""
    x, y, wide, high = frame(places, WORLD, [WORLD[0]])
    assert all(x + ASIDE <= a + 0.01 and a <= x + wide - ASIDE + 0.01 for a, _b in places)
    assert all(y + ABOVE <= b + 0.01 and b <= y + high - ABOVE + 0.01 for _a, b in places)
    assert wide >= SHAPE * high - 0.01 or high > 400


def test_the_rest_of_the_picture_is_where_the_world_is() -> None:
    """Four rows high at the left rim: the picture begins there, and its right half shows the next tiles."""
    left = min(x for x, _y in WORLD)
    places = [(x, y) for x, y in WORLD if x <= left + 48 and abs(y) < 100]
    x, _y, wide, _high = frame(places, WORLD)
    assert abs(x - (left - ASIDE)) < 1
    assert x + wide > max(a for a, _b in places) + 48


@pytest.mark.parametrize("width", LARGEST_PHONE)
def test_five_rows_fill_the_box_of_a_phone(width: int) -> None:
    """The reach of a Hero with some Movement points: 36 pixels a hex at 320, 43 at 360, all of it in view."""
    places = [(x, y) for x, y in WORLD if -110 <= y <= 112 and -170 <= x <= -90]
    _x, _y, wide, high = frame(places, WORLD)
    box = LARGEST_PHONE[width]
    assert 55.42 * min(box[0] / wide, box[1] / high) >= (33 if width == 320 else 40)


def test_without_a_choice_the_whole_map_is_drawn() -> None:
    """The same when nothing asked for is on the map."""
    one = MapPanel("map", "map", t("Map"), (HexView("a", 0, 0), HexView("b", 1, 0)))
    assert one.frame() == one.frame(["elsewhere"]) == whole([(0, 0), (48, 27.71)], 38)
    assert MapPanel("map", "map", t("Map"), ()).frame()[2] > 0


def test_who_acts_is_in_the_middle_of_the_places_near_it() -> None:
    """All of it in the picture, also where every place lies to one side of it."""
    hexes = tuple(HexView(f"{q},{r}", q, r, "plains") for q in range(-6, 7) for r in range(-6, 7))
    panel = MapPanel("map", "map", t("Map"), hexes)
    left, top, wide, high = panel.frame(["0,-1", "1,-1"], ["0,0"])
    assert abs(left + wide / 2) < 1 > abs(top + high / 2)
    far = panel.frame(["0,-5"], ["0,0"])
    assert far[1] <= -36
    assert far[1] + far[3] >= 36
