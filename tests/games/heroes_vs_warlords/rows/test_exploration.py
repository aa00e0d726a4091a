"""Exploration and the peace before the map is known (7.1.3, 7.2)."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack
from tests.games.heroes_vs_warlords.table import Table, hex_of, on_map, position, start_at

TILES = ("K0", "T06", "A0")


def turn(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, movement.player_turn(seat))


def mapped(
    *seats: str, face_down: int = 1, war: bool = False, **rulings: str
) -> tuple[HvWState, dict[str, tuple[int, int]]]:
    state = position(*seats, war=war, **rulings)
    centres = on_map(state, *TILES, face_down=face_down)
    return state, centres


def refusal(table: Table, into: str) -> str:
    """Without a map: the section that forbids a destination of the Hero who is about to move; empty if allowed."""
    form = table.question(about="hero:").part.form
    options = next(field.form for field in form.fields if field.id == "into").options
    found = next(one.refusal for one in options if one.id == into)
    return found.section if found is not None else ""


# ---- exploration


@pytest.mark.rule("HVW-174", "HVW-175", "HVW-176")
def test_a_face_down_tile_is_entered_at_a_named_hex():
    """The Hero names the hex, then the tile is drawn and turned where it lies, and he stands in that very hex."""
    state, centres = mapped(face_down=2)
    hero = hero_of(state, "knights:1")
    q, r = centres["?1"]
    edge = hex_of(centres["A0"], "SE")
    hero.place = edge
    named = next(one for one in world.neighbours(state.world, edge) if one in world.hexes_around((q, r)))
    table = turn(state)
    assert table.options(section="7.1")[named] is None
    table.deed(named)
    assert [(tile.q, tile.r, tile.id) for tile in table.state.world.tiles if (tile.q, tile.r) == (q, r)] == [(q, r, "")]
    assert set(table.options(section="7.1.3")) == set(state.world.unseen)
    table.answer(["T07"], section="7.1.3")
    after = table.state
    assert [tile.id for tile in after.world.tiles if (tile.q, tile.r) == (q, r)] == ["T07"]
    assert after.world.face_down == 1
    assert "T07" not in after.world.unseen
    assert hero_of(after, "knights:1").place == named
    assert after.sites[world.place_of(q + 1, r - 1)].kind == "holy_place"
    assert after.sites[world.place_of(q - 1, r + 1)].resource == "crystal"


@pytest.mark.rule("HVW-175")
def test_nobody_walks_through_a_face_down_tile():
    """Only its first hex can be named; what lies behind is not on offer."""
    state, centres = mapped(face_down=2)
    hero_of(state, "knights:1").place = hex_of(centres["A0"], "SE")
    table = turn(state)
    offered = [name for name in table.options(section="7.1") if world.tile_at(state.world, name)]
    hidden = [place for place in offered if not world.known(state.world, place)]
    assert hidden
    start = hex_of(centres["A0"], "SE")
    around = {place for tile in TILES for place in world.hexes_around(centres[tile])}
    for place in hidden:
        assert any(world.distance(place, one) == 1 for one in (start, *around))


@pytest.mark.rule("HVW-176")
def test_a_real_draw_may_be_typed():
    """The table may turn over any tile that is still unseen, and only such a one."""
    state, centres = mapped(face_down=1)
    hero_of(state, "knights:1").place = hex_of(centres["A0"], "SE")
    hidden = next(
        one
        for one in turn(state).options(section="7.1")
        if world.tile_at(state.world, one) and not world.known(state.world, one)
    )
    table = turn(state).deed(hidden)
    table.refused(["K0"], section="7.1.3")
    table.refused(["T99"], section="7.1.3")


# ---- peace


@pytest.mark.rule("HVW-178", "HVW-180")
def test_no_attacks_before_all_tiles_are_discovered():
    """Enemy Heroes, Cities and Resource hexes with a foreign marker are closed by 7.2, empty of defenders or not."""
    for war, section in ((False, "7.2"), (True, "")):
        state = position(war=war)
        hero_of(state, "amazons:1").place = "open"
        state.sites["wood-1"] = Site("wood-1", "resource", "Wood", "wood", active=True, cleared=True, owner="amazons")
        table = turn(state).deed("walk:1")
        assert [refusal(table, into) for into in ("hero:amazons:1", "home:amazons", "wood-1")] == [section] * 3
        assert refusal(table, "open") == ""


@pytest.mark.rule("HVW-178", "HVW-180")
def test_no_attacks_on_the_map_either():
    """The hexes are shown greyed with 7.2 while a tile is still face down."""
    state, centres = mapped(face_down=1)
    stone = hex_of(centres["A0"], "NE")
    state.sites[stone].owner, state.sites[stone].active, state.sites[stone].cleared = "amazons", True, True
    hero = hero_of(state, "knights:1")
    hero.place = hex_of(centres["A0"], "N")
    table = turn(state)
    assert table.greyed(stone, section="7.1") == "7.2"
    assert table.greyed(state.cities["home:amazons"].place, section="7.1") == "7.2"
    table.refused(stone, section="7.1")


@pytest.mark.rule("HVW-178")
def test_no_reaction_of_heroes_in_peace():
    """An enemy Hero next to the mover is not even asked before the ban ends."""
    for war in (False, True):
        state = position(war=war)
        state.world.near = ["amazons:1"]
        table = turn(state).deed("walk:1")
        near = ["amazons:1"] if war else []
        table.answer({"cost": 1, "into": "open", "near": near, "tiles": 0}, about="hero:")
        assert (table.find("amazons", "7.3.2") is not None) == war


@pytest.mark.rule("HVW-179")
@pytest.mark.parametrize("units", [0, 3])
def test_entering_an_enemys_hex_is_combat(units):
    """Two players never share a hex: the enemy fights, or, without units, falls at once."""
    state = position(war=True)
    foe = hero_of(state, "amazons:1")
    foe.place = "field:amazons:1"
    foe.sections[0] = Stack("amazons", 1, units) if units else None
    state.sites["field:amazons:1"] = Site("field:amazons:1", "holy_place", "The field")
    hero_of(state, "knights:1").sections[0] = Stack("knights", 4, 20)
    table = turn(state).enters("field:amazons:1")
    if units:
        assert table.state.battle is not None
        table.win()
    assert table.hero("amazons:1").status == "dead"
    assert table.hero("knights:1").place == "field:amazons:1"


@pytest.mark.rule("HVW-179")
def test_a_loser_leaves_the_hex():
    """After a combat that a Hero withdraws from, the two are apart again."""
    state, centres = mapped(face_down=0, war=True)
    hero_of(state, "knights:1").place = hex_of(centres["A0"], "SW")
    foe = hero_of(state, "amazons:1")
    foe.place = hex_of(centres["A0"], "NW")
    state.sites.pop(foe.place)
    foe.sections[0] = Stack("amazons", 1, 20)
    table = turn(state).deed(foe.place)
    while table.find("knights", "8.9") is None:
        question = table.question()
        table.answer("pass" if question.section == "8.3" else False)
    table.answer(True, "knights", "8.9").answer([1], "knights", "8.9")
    assert table.hero("knights:1").place == hex_of(centres["A0"], "SW")
    assert table.hero("amazons:1").place == foe.place


@pytest.mark.rule("HVW-181")
@pytest.mark.parametrize(("reading", "at_once"), [("next_turn", False), ("at_once", True)])
@pytest.mark.parametrize("mode", ["map", "table"])
def test_the_ban_ends_with_the_next_turn(reading, at_once, mode):
    """The turn in which the last tile is discovered is still peaceful; the next player may attack (R26)."""
    if mode == "table":
        state = position(peace_end=reading)
        state.world.face_down = 1
        table = turn(state).enters("open", tiles=1)
    else:
        state, centres = mapped(face_down=1, peace_end=reading)
        edge = hex_of(centres["A0"], "SE")
        hero_of(state, "knights:1").place = edge
        hidden = world.hexes_around(centres["?1"])
        table = turn(state).deed(next(one for one in world.neighbours(state.world, edge) if one in hidden))
        table.answer(["T06" if "T06" in state.world.unseen else "T07"], section="7.1.3")
    assert table.state.world.face_down == 0
    assert table.state.world.open_war == at_once
    table.play_until("7.1").deed("done")
    assert turn(table.state, "amazons").state.world.open_war


@pytest.mark.rule("HVW-181")
def test_the_ban_does_not_end_before():
    """While a tile lies face down the next turn is peaceful too."""
    state = position()
    state.world.face_down = 2
    table = turn(state).enters("open", tiles=1).deed("done")
    assert not turn(table.state, "amazons").state.world.open_war
