"""What fills the big screen: a battle, on a map of its own if it has one; else a tab, else the map."""

from __future__ import annotations

from companion.engine.core.text import t
from companion.engine.game.panels import BattlePanel, BattleSide, Display, MapPanel, Panel
from companion.web.play.screen import large_panels

SIDE = BattleSide(t("One"), "one", t("acts"), (), (), (), "blue")
FIGHT = BattlePanel("battle", "now", t("Battle"), (SIDE, SIDE), ())
FIELD = MapPanel("field", "now", t("Field"), ())
WORLD = MapPanel("map", "map", t("Map"), ())


def ids(*panels: Panel) -> list[str]:
    return [panel.id for panel in large_panels(panels, "")]


def test_a_battle_fills_the_screen_and_one_on_hexes_with_its_hexes():
    """The boxes of the Arena large; on hexes the hexes, and the boxes aside."""
    assert ids(FIGHT, WORLD) == ["battle"]
    assert ids(FIGHT, FIELD, WORLD) == ["field"]


def test_without_a_battle_the_map_is_large():
    assert ids(WORLD) == ["map"]
    assert ids(FIELD, WORLD) == ["map"]


def test_without_a_map_in_the_app_what_the_sides_have_is_large():
    """The map lies on the table alone; the screen is filled all the same."""
    army = Display("hero", "army", t("Hero"))
    assert ids(army) == ["hero"]
    assert ids(army, WORLD) == ["map"]
