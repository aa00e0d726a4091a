"""What an owner typed in is printed, and labelled as his."""

from __future__ import annotations

import pytest

from companion.games import load_game
from companion.games.heroes_vs_warlords.records.sheet import VALUES
from printables.job import preview_svg

pytestmark = pytest.mark.slow

GAME = load_game("heroes_vs_warlords")


def test_changed_units_are_the_owner_s_on_the_aid():
    """Counters carry no label of their own."""
    own = preview_svg(GAME.printed(owner=VALUES.checked({"units/knights/1/attack": 19})), "table_aid", "back", "full")
    assert "owner" in own.lower()


@pytest.mark.parametrize(
    ("component", "side", "path", "value"),
    [
        ("soldiers", "front", "units/knights/1/attack", 19),
        ("hero_displays", "front", "heroes/knights/attack", 7),
        ("city_displays", "front", "costs/tavern/knights/gold", 9),
        ("tiles", "front", "tiles/T06/C", "hills/ruin"),
        ("player_aid", "front", "guards/ruin/1", "2xL6"),
    ],
)
def test_a_changed_value_is_printed_with_its_label(component, side, path, value):
    """The sheets differ from the house sheets, and say owner where house stood."""
    house = preview_svg(GAME.printed(), component, side, "full")
    own = preview_svg(GAME.printed(owner=VALUES.checked({path: value})), component, side, "full")
    assert own != house
    if component != "soldiers":  # counters have no room for it: the aid and the credits tell it
        assert own.lower().count("owner") > house.lower().count("owner")
    assert preview_svg(GAME.printed(), component, side, "full") == house
