"""Terrain and movement of the Advanced game (15.0, 18.0)."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.advanced import terrain
from companion.games.heroes_vs_warlords.moving import camps, reaction
from companion.games.heroes_vs_warlords.readers.board import map_panel
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import PlacedTile, Site, Stack
from tests.games.heroes_vs_warlords.advanced.country import country, stand, turn
from tests.games.heroes_vs_warlords.table import hex_of, position


def price(tile: str, here: str, there: str, **rulings: str) -> int | None:
    """What a step inside a tile costs."""
    state, centres = country("K0", tile, "A0", **rulings)
    return terrain.price(state, hex_of(centres[tile], here), hex_of(centres[tile], there))


# ---- what a hex costs


@pytest.mark.rule("HVW-372", "HVW-373", "HVW-374")
@pytest.mark.parametrize(
    ("tile", "here", "there", "mp"),
    [
        ("T01", "C", "NW", 2),  # woods
        ("T01", "C", "NE", 2),  # hills
        ("T01", "C", "N", 3),  # mountain
        ("T04", "C", "S", 1),  # desert
        ("T02", "C", "N", 1),  # clear
        ("T03", "C", "SW", 1),  # holy place
        ("K0", "N", "C", 1),  # City
    ],
)
def test_a_hex_costs_what_its_terrain_costs(tile, here, there, mp):
    """The list of 15.6; TV17 of the vectors."""
    state, centres = country(*dict.fromkeys(("K0", tile, "A0")))
    assert terrain.price(state, hex_of(centres[tile], here), hex_of(centres[tile], there)) == mp


def test_without_the_choice_every_hex_costs_one():
    """The Basic game knows no terrain."""
    state, centres = country("K0", "T01", "A0")
    state.rulings["terrain"] = "basic"
    assert terrain.price(state, hex_of(centres["T01"], "C"), hex_of(centres["T01"], "N")) == 1


@pytest.mark.rule("HVW-371")
def test_a_road_costs_one_whatever_lies_around():
    """A road makes the way, here even through woods and over a closed side (15.5)."""
    state, centres = country("K0", "T13", "A0")
    road = hex_of(centres["T13"], "C"), hex_of(centres["T13"], "S")
    assert facts.TILES["T13"].hexes["S"].terrain == "woods"
    assert terrain.price(state, *road) == terrain.price(state, *reversed(road)) == 1
    tile = facts.TILES["T05"]
    here = terrain.Country(state)
    roaded = facts.Tile(tile.id, tile.hexes, "", tile.blocked, (("C", "N"),))
    assert here._inside(roaded, "C", "N", "") == 1  # 15.5: even where it is closed


@pytest.mark.rule("HVW-371")
def test_roads_that_meet_at_the_edge_of_two_tiles_connect_their_hexes():
    """Hills on all sides cost 2 from tile to tile; 1 when both tiles have a road out over the common side (15.5)."""
    state, _ = country("K0", "T01", "A0")
    land = terrain.Country(state)
    pairs = ((a, b, terrain.direction(a, b)) for a in land.layout.index for b in land.layout.index)
    here, there, way = next(
        (a, b, d) for a, b, d in pairs if d and land._hex(a) and land._hex(b) and land._hex(a)[0] != land._hex(b)[0]
    )
    (_, one, start), (_, other, goal) = land._hex(here), land._hex(there)
    hills = dict.fromkeys(one.hexes, facts.HexFacts("hills"))
    out, into = ((start, way),), ((goal, terrain.direction(there, here)),)
    for left, right, mp in (((), (), 2), (out, (), 2), ((), into, 2), (out, into, 1)):
        tiles = {one.id: facts.Tile(one.id, hills, exits=left), other.id: facts.Tile(other.id, hills, exits=right)}
        land.tiles = {**land.tiles, **tiles}
        assert land.price(here, there) == land.price(there, here) == mp


@pytest.mark.rule("HVW-375")
@pytest.mark.parametrize(("reading", "mp"), [("terrain", 2), ("one", 1)])
def test_a_hex_with_a_camp_costs_its_terrain(reading, mp):
    """Ruling R70."""
    state, centres = country("K0", "T02", "A0", camp_entry_cost=reading)
    city = state.cities["home:amazons"]
    city.camp, city.place = True, hex_of(centres["T02"], "S")
    assert terrain.price(state, hex_of(centres["T02"], "C"), city.place) == mp


# ---- what bars the way


@pytest.mark.rule("HVW-358", "HVW-359", "HVW-362", "HVW-378")
def test_a_river_is_crossed_at_its_bridge_only():
    """T06: the bridge stands between C and N; NE lies behind the river."""
    assert price("T06", "C", "N") == 1
    assert price("T06", "N", "C") == 1
    assert price("T06", "C", "NE") is None
    assert price("T06", "NW", "N") is None


@pytest.mark.rule("HVW-357", "HVW-360", "HVW-363", "HVW-376", "HVW-377")
def test_lakes_and_ranges_are_closed_mountains_are_not():
    """No side of the lake of T07 or of the range of T05 is open; the mountain beside it is."""
    for tile in ("T05", "T07"):
        assert {price(tile, name, "C") for name in ("N", "NE", "SE", "S", "SW", "NW")} == {None}
    assert price("T05", "NE", "N") == 3


@pytest.mark.rule("HVW-562", "HVW-376", "HVW-377")
@pytest.mark.parametrize(("reading", "mp"), [("as_mountain", 3), ("as_clear", 1), ("closed", None)])
def test_a_range_hex_is_entered_over_an_open_side_from_outside(reading, mp):
    """T12 NW can be entered from the south-west, not from its own tile or the north-west; going back is possible."""
    state, centres = country("K0", "T12", "A0", range_entry_cost=reading)
    inside = hex_of(centres["T12"], "NW")
    q, r = map(int, inside.split(","))
    outside = f"{q - 1},{r + 1}"
    assert terrain.price(state, outside, inside) == mp
    assert terrain.price(state, inside, outside) == 1
    assert terrain.price(state, f"{q},{r - 1}", inside) == mp
    assert terrain.price(state, f"{q - 1},{r}", inside) is None
    assert terrain.price(state, hex_of(centres["T12"], "N"), inside) is None


# ---- walking


@pytest.mark.rule("HVW-412", "HVW-358")
def test_ways_go_round_what_is_closed_and_cost_what_they_cost():
    """From T06 SE to NE, next door, the way leads over C and the bridge; its price is that of the hexes."""
    state, centres = country()
    stand(state, centres, "T06 SE", mp=6)
    table = turn(state)
    goal = hex_of(centres["T06"], "NE")
    table.deed(goal)
    hero = table.hero("knights:1")
    assert hero.place == goal
    assert hero.mp == 6 - (1 + 1 + 2)  # C, the bridge to N, the woods of NE


@pytest.mark.rule("HVW-413", "HVW-414")
@pytest.mark.parametrize(("mp", "left"), [(1, 0), (2, 0), (3, 0), (4, 1)])
def test_one_last_hex_is_always_possible(mp, left):
    """TV18: with 1 MP a Hero may enter a mountain, then he stops; what the hex holds happens to him."""
    state, centres = country("K0", "T01", "A0")
    stand(state, centres, "T01 C", mp=mp)
    goal = hex_of(centres["T01"], "N")
    table = turn(state).walk(1, goal)
    assert table.state.battle is not None or table.find(section="3.3.1") is not None
    assert (table.hero("knights:1").mp, table.hero("knights:1").place) == (left, goal)


@pytest.mark.rule("HVW-413")
def test_without_movement_points_nobody_moves():
    """The last line of TV18."""
    state, centres = country("K0", "T01", "A0")
    stand(state, centres, "T01 C", mp=0)
    assert turn(state).greyed("walk:1", section="7.1") == "7.1.1"


@pytest.mark.rule("HVW-361")
@pytest.mark.parametrize(
    ("reading", "left", "inside"), [("stay_pay_1", 5, False), ("stay_free", 6, False), ("enter_anyway", 5, True)]
)
def test_a_newly_turned_hex_may_turn_out_to_be_closed(reading, left, inside):
    """EX11 and ruling R93: the tile is turned up, its near side is a white peak, and the Hero stays outside."""
    state, centres = country("K0", "T01", blocked_discovery=reading)
    q, r = centres["T01"]
    state.world.tiles.append(PlacedTile(q + 2, r + 1))
    state.world.face_down = 1
    named = hex_of((q + 2, r + 1), "NW")
    stand(
        state, centres, "T01 NE" if hex_of(centres["T01"], "NE") in world.neighbours(state.world, named) else "T01 SE"
    )
    here = next(one for one in world.neighbours(state.world, named) if terrain.direction(named, one) == "NW")
    hero_of(state, "knights:1").place = here
    hero_of(state, "knights:1").movement = 6
    table = turn(state).walk(1, named)
    table.answer(["T12"], section="7.1.3")
    hero = table.hero("knights:1")
    assert hero.place == (named if inside else here)
    assert hero.mp == left
    assert table.state.world.tiles[-1].id == "T12"


@pytest.mark.rule("HVW-361")
def test_a_hex_that_turns_out_to_be_woods_costs_woods():
    """The price is known once the tile lies face up."""
    state, centres = country("K0", "T01", face_down=1)
    q, r = centres["?1"]
    named = hex_of((q, r), "C")
    border = [one for one in world.neighbours(state.world, hex_of((q, r), "NW")) if world.known(state.world, one)]
    hero = hero_of(state, "knights:1")
    hero.place, hero.movement = border[0], 6
    goal = hex_of((q, r), "NW")
    table = turn(state).walk(1, goal)
    table.answer(["T02" if named == goal else "T10"], section="7.1.3")
    assert table.hero("knights:1").mp == 4  # T10 NW is woods


# ---- reactions and Camps


@pytest.mark.rule("HVW-412")
@pytest.mark.parametrize(("reading", "reached"), [("blocked_by_impassable", False), ("adjacent_is_enough", True)])
def test_nobody_reacts_across_a_closed_side(reading, reached):
    """Ruling R95: guards in T06 NE and an enemy Hero there do not see a Hero in SE, over the river."""
    state, centres = country(war=True, reaction_terrain=reading)
    here = stand(state, centres, "T06 SE")
    there = hex_of(centres["T06"], "NE")
    state.sites[there] = Site(there, "resource", "Wood", "wood", active=True, guards=[Stack("neutrals", 1, 5)])
    hero = hero_of(state, "knights:1")
    assert bool(reaction.eligible_guards(state, hero)) is reached
    state.sites.clear()
    stand(state, centres, "T06 NE", hero="amazons:1")
    assert reaction._may_react(state, hero_of(state, "amazons:1"), hero) is reached
    assert hero.place == here


@pytest.mark.rule("HVW-415", "HVW-416")
def test_a_camp_obeys_closed_sides_but_no_costs():
    """A Camp goes one hex over open sides, also into mountains; never over a river or into an objective (18.1)."""
    state, centres = country("K0", "T06", "A0")
    camp = state.cities["home:knights"]
    camp.camp, camp.place = True, hex_of(centres["T06"], "SE")
    closed = camps._place_refusal(state, camp, hex_of(centres["T06"], "NE"))
    assert closed.kind == "closed_side"
    assert camps._place_refusal(state, camp, hex_of(centres["T06"], "C")) is None
    outpost = camps._place_refusal(state, camp, hex_of(centres["T06"], "S"))
    assert outpost is not None
    assert outpost.section == "7.4"
    mountains, centres = country("K0", "T11", "A0")
    camp = mountains.cities["home:knights"]
    camp.camp, camp.place = True, hex_of(centres["T11"], "C")
    camp.place = hex_of(centres["T11"], "S")
    assert terrain.price(mountains, camp.place, hex_of(centres["T11"], "SE")) == 3
    assert camps._place_refusal(mountains, camp, hex_of(centres["T11"], "SE")) is None


def test_without_a_map_the_table_types_what_the_way_cost():
    """By hand the form asks for the points used, as before."""
    table = turn(position(terrain="advanced")).enters("open", cost=3)
    assert table.hero("knights:1").mp == 3


# ---- on the phone's map


@pytest.mark.parametrize(("rules", "seen"), [("basic", ((), (), ())), ("advanced", (("NE", "N"), ("N",), ()))])
def test_the_map_shows_rivers_and_bridges_where_they_count(rules, seen):
    """T06: the middle is bounded by the river to the north-east, and over the bridge to the north one gets across."""
    state, centres = country("K0", "T06", "A0")
    state.rulings["terrain"] = rules
    middle = next(one for one in map_panel(state, "knights").hexes if one.place == hex_of(centres["T06"], "C"))
    closed, bridges, roads = seen
    assert set(middle.closed) == set(closed) - set(bridges)
    assert (middle.bridges, middle.roads) == (bridges, roads)


def test_the_map_shows_roads_and_closed_rims():
    """The road of K0 runs through its City; the peaks of T12 are closed to the outside as well."""
    state, centres = country("K0", "T12", "A0")
    found = {one.place: one for one in map_panel(state, "knights").hexes}
    assert set(found[hex_of(centres["K0"], "C")].roads) == {"SE", "SW"}
    assert "NW" in found[hex_of(centres["T12"], "NW")].closed
