"""Movement of Heroes (2.0, 4.1, 7.1): who may move how far, terrain objectives, shared hexes."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import camps, clashes, movement, paths, prospects
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, hero_of
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET
from companion.games.heroes_vs_warlords.records.state import Hero, HvWState, Site, Stack
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


def second(state: HvWState, place: str) -> Hero:
    hero = hero_of(state, "knights:2")
    hero.status, hero.place, hero.sections[0] = "in_play", place, Stack("knights", 1, 1)
    return hero


# ---- moving


@pytest.mark.rule("HVW-168", "HVW-009")
def test_the_active_player_moves_his_heroes_with_their_armies():
    """Only the active player is asked; both his Heroes move, in any order, their stacks with them."""
    state, centres = mapped()
    second(state, hex_of(centres["K0"], "SE"))
    table = turn(state)
    assert table.asked() == [("knights", "7.1")]
    table.walk(2, hex_of(centres["T06"], "NW"))
    table.walk(1, hex_of(centres["K0"], "SE"))
    one, two = table.hero("knights:1"), table.hero("knights:2")
    assert (one.place, two.place) == (hex_of(centres["K0"], "SE"), hex_of(centres["T06"], "NW"))
    assert one.sections[0].count == 5
    table.deed("done")
    assert table.done


def test_a_step_that_begins_a_fight_is_marked_and_says_against_whom():
    """The City of an enemy with wall and towers, an empty City, an enemy Hero, guards; a quiet hex is a plain step."""
    state, centres = mapped(war=True)
    hero, foe, city = hero_of(state, "knights:1"), hero_of(state, "amazons:1"), state.cities["home:amazons"]
    foe.place, city.works, city.towers, city.units = city.place, 2, 1, [Stack("amazons", 1, 3)]
    siege = clashes.awaited(state, paths.Ground(state, hero), city.place, 1)
    assert siege is not None
    assert siege.detail is not None
    assert {20, 1} <= set(_numbers(siege.detail))
    city.units, foe.sections = [], [None] * 6
    empty = clashes.awaited(state, paths.Ground(state, hero), city.place, 1)
    assert empty is not None
    assert empty.detail is None
    foe.place, foe.sections[0] = hex_of(centres["T06"], "C"), Stack("amazons", 1, 4)
    met = clashes.awaited(state, paths.Ground(state, hero), foe.place, 2)
    assert met is not None
    assert 4 in _numbers(met.detail)
    site = next(one for one in state.sites.values() if one.kind == "resource" and not one.owner)
    site.cleared = True
    assert clashes.awaited(state, paths.Ground(state, hero), site.place, 1) is None
    site.guards = [Stack("neutrals", 1, 5)]
    guards = clashes.awaited(state, paths.Ground(state, hero), site.place, 1)
    assert guards is not None
    assert 5 in _numbers(guards.detail)
    offered = turn(state).question("knights", "7.1").part.form.options
    steps = [one for one in offered if "," in one.id]
    assert any(one.grave for one in steps)
    met = {one.id: clashes.awaited(state, paths.Ground(state, hero), one.id, 1) for one in steps}
    assert all(one.grave == (fight is not None and fight.sure) for one in steps for fight in [met[one.id]])


def test_a_step_says_which_guards_come_and_what_the_hex_brings():
    """Home guards are known, those of the table as a chance; a hex of one's own brings nothing new."""
    state, _centres = mapped(war=True)
    ground = paths.Ground(state, hero_of(state, "knights:1"))
    site = next(one for one in state.sites.values() if one.kind == "resource" and one.home and not one.owner)
    home = clashes.awaited(state, ground, site.place, 1)
    assert home is not None
    assert home.sure
    assert {count for _level, count in facts.HOME_GUARDS} <= set(_numbers(home.detail))
    brings = prospects.prospect(state, ground, site.place, home)
    assert RESOURCE_TITLES[site.resource] in str(brings)
    assert str(home.detail) in str(brings)
    site.owner, site.cleared = "knights", True
    assert prospects.prospect(state, ground, site.place, None) is None
    assert clashes.awaited(state, ground, site.place, 1) is None
    site.owner, site.cleared, site.kind, site.home = "", False, "tower", False
    may = clashes.awaited(state, ground, site.place, 1)
    assert may is not None
    assert not may.sure
    assert 0 < max(_numbers(may.detail)) < 100


def _numbers(text):
    found = []
    for value in text.values.values():
        found += _numbers(value) if hasattr(value, "values") else [value]
    return found


@pytest.mark.parametrize("mode", ["map", "table"])
@pytest.mark.rule("HVW-169")
def test_a_hero_without_units_does_not_begin_to_move(mode):
    """Greyed by 7.1; once units from the City join him he may go."""
    state = mapped()[0] if mode == "map" else position()
    hero_of(state, "knights:1").sections = [None] * 6
    state.cities["home:knights"].units = [Stack("knights", 1, 2)]
    table = turn(state)
    assert table.greyed("walk:1", section="7.1") == "7.1"
    table.deed("city:1").answer({"knights:1": 2}, section="4.1")
    assert table.greyed("walk:1", section="7.1") == ""
    assert table.hero("knights:1").mp == facts.HERO_START["knights"].movement


@pytest.mark.rule("HVW-169")
def test_who_leaves_his_last_units_behind_may_go_on():
    """The rule looks at the beginning of the movement only."""
    state = position()
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood", "wood", active=True, cleared=True, owner="knights")
    table = turn(state).enters("wood-1").deed("drop:1").answer({"knights:1": 5}, section="9.1")
    table.enters("open")
    assert table.hero("knights:1").place == "open"


@pytest.mark.rule("HVW-170")
@pytest.mark.parametrize(("movement_points", "equipment"), [(3, []), (6, []), (3, ["movement+2"])])
def test_the_allowance_is_the_current_movement(movement_points, equipment):
    """At the start of the turn the Hero has as many MP as his Movement, Equipment included."""
    state = position()
    hero = hero_of(state, "knights:1")
    hero.movement, hero.equipment, hero.mp = movement_points, equipment, 0
    table = turn(state)
    assert table.hero("knights:1").mp == movement_points + 2 * len(equipment)


@pytest.mark.rule("HVW-170", "HVW-171")
def test_movement_six_enters_six_hexes():
    """The picture of 7.1.1: six hexes, one MP each, whatever the terrain; a seventh is refused by 7.1.1."""
    state, centres = mapped()
    hero_of(state, "knights:1").place = hex_of(centres["K0"], "SE")
    path = [hex_of(centres["T06"], name) for name in ("NW", "SW", "NW", "SW", "NW", "SW")]
    table = turn(state)
    for number, place in enumerate(path, 1):
        table.walk(1, place)
        assert table.hero("knights:1").mp == 6 - number
    hero = table.hero("knights:1")
    assert movement.walk_refusal(table.state, hero).section == "7.1.1"
    assert not [name for name in table.options(section="7.1") if world.tile_at(state.world, name)]


@pytest.mark.rule("HVW-171")
def test_every_terrain_costs_one_mp():
    """Each hex next to a Hero costs 1 MP, on every tile of the game."""
    for tile in facts.TILES.values():
        if tile.start:
            continue
        state = position()
        centres = on_map(state, "K0", tile.id, face_down=1)
        hero = hero_of(state, "knights:1")
        hero.place = hex_of(centres[tile.id], "C")
        found = paths.reach(paths.Ground(state, hero))
        assert {len(found[other]) for other in world.neighbours(state.world, hero.place)} == {1}


@pytest.mark.rule("HVW-171")
def test_a_far_hex_costs_its_distance():
    """The app offers farther quiet hexes at once and charges every hex on the way."""
    state, centres = mapped()
    far = hex_of(centres["T06"], "NW")
    table = turn(state)
    table.walk(1, far)
    away = world.distance(hex_of(centres["K0"], "C"), far)
    assert away > 1
    assert table.hero("knights:1").mp == 6 - away


@pytest.mark.rule("HVW-017")
@pytest.mark.parametrize("seat", ["knights", "barbarians"])
def test_a_city_or_camp_costs_one_mp(seat):
    """Coming home is one hex like any other."""
    state = position(seat, "amazons")
    tile = HOUSE_SHEET.start_tile(seat).id
    centres = on_map(state, tile, "T06", "A0", face_down=1)
    home = state.cities[f"home:{seat}"].place
    hero_of(state, f"{seat}:1").place = hex_of(centres[tile], "SE")
    table = turn(state, seat).walk(1, home)
    hero = table.hero(f"{seat}:1")
    assert (hero.place, hero.mp) == (home, hero.movement - 1)


@pytest.mark.rule("HVW-011")
@pytest.mark.parametrize("kind", ["resource", "ruin", "tower", "outpost", "recruitment", "holy_place", "city"])
def test_terrain_objectives_stop_a_camp(kind):
    """Each of the seven kinds closes its hex to a Camp by 7.4; the same hex without it is open."""
    state = position("knights", "barbarians")
    centres = on_map(state, "B0", "T06", "K0", face_down=1)
    place = hex_of(centres["B0"], "SE")
    for objective in (False, True):
        if objective and kind == "city":
            state.cities["home:knights"].place = place
        elif objective:
            state.sites[place] = Site(place, kind, kind)
        table = turn(state, "barbarians").deed("camp:home:barbarians")
        assert table.greyed(place, section="7.4") == ("7.4" if objective else "")


@pytest.mark.rule("HVW-011")
def test_every_feature_of_a_tile_becomes_an_objective():
    """A tile turned over puts each of its golden and marked hexes on record; plain hexes stay plain."""
    for tile in facts.TILES.values():
        state = position("knights", "barbarians")
        centres = on_map(state, tile.id, face_down=1)
        towns = {city.place for city in state.cities.values()}
        for name, hex in tile.hexes.items():
            place = hex_of(centres[tile.id], name)
            home = hex.feature in ("home_city", "home_camp")
            assert (place in state.sites) == (bool(hex.feature) and not home)
            assert not home or place in towns or tile.start not in state.seats


@pytest.mark.rule("HVW-078")
@pytest.mark.parametrize(
    ("reading", "moved", "in_city", "section"),
    [
        ("not_if_moved", True, True, "4.1"),
        ("not_if_moved", True, False, "4.1"),
        ("not_if_moved", False, True, ""),
        ("never", False, True, "4.1"),
        ("allowed_in_city", True, True, ""),
        ("allowed_in_city", True, False, "4.1"),
    ],
)
def test_two_heroes_do_not_end_in_one_hex(reading, moved, in_city, section):
    """They may meet in passing; the turn cannot end while they share a hex (R18 for the exceptions)."""
    state = position(shared_end_hex=reading)
    place = "home:knights" if in_city else "wood-1"
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood", "wood", active=True, cleared=True, owner="knights")
    hero_of(state, "knights:1").place = place
    second(state, "open" if moved else place)
    table = turn(state)
    if moved:
        table.enters(place, number=2)
    assert table.greyed("done", section="7.1") == section
    if section:
        table.enters("open", number=2)
        assert table.greyed("done", section="7.1") == ""


@pytest.mark.rule("HVW-078")
def test_who_cannot_move_any_more_does_not_block_the_game():
    """Heroes without MP left may end together: the app never locks a table up."""
    state = position()
    second(state, "open")
    table = turn(state).enters("home:knights", number=2, cost=6).enters("open", number=1, cost=5)
    table.enters("home:knights", number=1, cost=1)
    assert table.greyed("done", section="7.1") == ""


@pytest.mark.rule("HVW-011")
def test_plain_land_stops_no_camp():
    """The counterpart: plain hexes of the start tile are open to the Camp."""
    state = position("knights", "barbarians")
    centres = on_map(state, "B0", "T06", "K0", face_down=1)
    table = turn(state, "barbarians").deed("camp:home:barbarians")
    choices = table.options(section="7.4")
    assert choices[hex_of(centres["B0"], "SE")] is None
    assert choices[hex_of(centres["B0"], "N")].section == "7.4"
    assert camps.move_refusal(table.state, table.state.cities["home:barbarians"]) is None
