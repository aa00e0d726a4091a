"""Camps on the move (7.4): when, where to, who travels along, and how they give way to guards."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import world
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack
from tests.games.heroes_vs_warlords.rows.battlefield import dice, fight, guarded, lead, pass_until
from tests.games.heroes_vs_warlords.table import Table, hex_of, on_map, position, start_at

SEATS = ("knights", "barbarians")
CAMP = "camp:home:barbarians"


def steppe(*tiles: str, face_down: int = 0, **rulings: str) -> tuple[HvWState, dict[str, str]]:
    """The start tile of the Barbarians with other tiles to the south-east, and the names of its hexes."""
    state = position(*SEATS, **rulings)
    centres = on_map(state, "B0", *tiles, face_down=face_down)
    names = {name: hex_of(centres["B0"], name) for name in ("C", "N", "NE", "SE", "S", "SW", "NW")}
    for tile in tiles:
        names |= {f"{tile}-{name}": hex_of(centres[tile], name) for name in ("C", "N", "NE", "SE", "S", "SW", "NW")}
    hero_of(state, "knights:1").place = ""
    hero_of(state, "knights:1").status = "dead"
    return state, names


def turn(state: HvWState, seat: str = "barbarians") -> Table:
    return start_at(state, movement.player_turn(seat))


def moving(state: HvWState) -> Table:
    """The Barbarians have chosen to move the Camp: where to?"""
    return turn(state).deed(CAMP)


@pytest.mark.rule("HVW-206")
def test_a_camp_moves_one_hex_once_in_a_turn():
    """Only its six neighbours are offered; after the move the Camp is greyed, until the next turn."""
    state, names = steppe("T01")
    table = moving(state)
    assert set(table.options(section="7.4")) == {names[one] for one in ("N", "NE", "SE", "S", "SW", "NW")}
    table.answer(names["SE"], section="7.4").answer(True, section="7.4")
    assert table.state.cities["home:barbarians"].place == names["SE"]
    assert table.greyed(CAMP, section="7.1") == "7.4"
    table.deed("done")
    assert turn(table.state).greyed(CAMP, section="7.1") == ""


@pytest.mark.rule("HVW-206")
def test_a_camp_moves_before_the_heroes():
    """Once a Hero of its owner has taken a step the Camp stays where it is."""
    state, names = steppe()
    table = turn(state)
    assert table.greyed(CAMP, section="7.1") == ""
    table.walk(1, names["SW"])
    assert table.greyed(CAMP, section="7.1") == "7.4"


@pytest.mark.rule("HVW-207")
def test_a_camp_enters_no_terrain_objective():
    """Resource hexes and the Recruitment Location are greyed, plain hexes are not."""
    state, names = steppe()
    table = moving(state)
    greyed = {one: table.greyed(names[one], section="7.4") for one in ("N", "NE", "SE", "S", "SW", "NW")}
    assert greyed == {"N": "7.4", "NE": "7.4", "SE": "", "S": "7.4", "SW": "", "NW": "7.4"}


@pytest.mark.rule("HVW-208")
def test_a_camp_discovers_no_tile():
    """From the rim of its tile the hexes of a face-down tile are greyed."""
    state, names = steppe(face_down=1)
    camp = state.cities["home:barbarians"]
    camp.place = hero_of(state, "barbarians:1").place = names["SE"]
    table = moving(state)
    hidden = [place for place in table.options(section="7.4") if place not in names.values()]
    assert hidden
    assert {table.greyed(place, section="7.4") for place in hidden} == {"7.4"}


@pytest.mark.rule("HVW-209")
def test_a_camp_keeps_away_from_guards():
    """Active guards beside a hex close it to the Camp; without guards in that Resource hex it is open."""
    for guards, expected in (([], ""), ([(1, 3)], "7.4")):
        state, names = steppe("T01")
        if guards:
            guarded(state, names["T01-N"], *guards, kind="resource")
        assert moving(state).greyed(names["SE"], section="7.4") == expected


@pytest.mark.rule("HVW-210")
def test_a_camp_keeps_away_from_enemy_heroes():
    """A hex next to an enemy Hero is greyed; an own Hero there does no harm."""
    for hero_id, expected in (("knights:1", "7.4"), ("barbarians:2", "")):
        state, names = steppe("T01")
        lead(state, hero_id, (1, 3), place=names["T01-N"])
        assert moving(state).greyed(names["SE"], section="7.4") == expected


@pytest.mark.rule("HVW-211")
def test_guards_of_the_barbarian_start_tile_do_not_count_there():
    """Guards in the stone hex do not close the hexes beside it on that tile, and never react into the Camp."""
    state, names = steppe("T01")
    guarded(state, names["S"], (6, 3), kind="resource")
    table = moving(state).answer(names["SE"], section="7.4").answer(True, section="7.4")
    assert table.state.cities["home:barbarians"].place == names["SE"]
    assert table.asked() == [("barbarians", "7.1")]


@pytest.mark.rule("HVW-213", "HVW-214")
@pytest.mark.parametrize("along", [True, False])
def test_a_hero_inside_travels_along_or_stays(along):
    """EX05: he goes with the Camp or stays in the old hex; either way all his MP are left."""
    state, names = steppe()
    table = moving(state).answer(names["SW"], section="7.4").answer(along, section="7.4")
    hero = table.hero("barbarians:1")
    assert hero.place == (names["SW"] if along else names["C"])
    assert (hero.mp, hero.moved) == (hero.movement, False)


@pytest.mark.rule("HVW-213")
def test_each_hero_inside_decides_for_himself():
    """Two Heroes in the Camp: one travels, the other stays behind."""
    state, names = steppe()
    lead(state, "barbarians:2", (1, 3), place=names["C"])
    table = moving(state).answer(names["SW"], section="7.4")
    table.answer(True, section="7.4").answer(False, section="7.4")
    assert table.hero("barbarians:1").place == names["SW"]
    assert table.hero("barbarians:2").place == names["C"]


@pytest.mark.rule("HVW-206", "HVW-214")
def test_without_a_map_the_camp_is_moved_on_the_table():
    """The app keeps that it has moved, and asks who travels along."""
    state = position(*SEATS)
    table = turn(state).deed(CAMP).answer(False, section="7.4")
    assert table.hero("barbarians:1").place == "open"
    assert table.greyed(CAMP, section="7.1") == "7.4"


@pytest.mark.rule("HVW-215")
def test_a_conquered_camp_moves_with_its_new_owner():
    """The Knights hold the Camp: it is theirs to move, not the Barbarians', and a siege of it is that of a Camp."""
    state, names = steppe()
    camp = state.cities["home:barbarians"]
    camp.owner = "knights"
    lead(state, "knights:1", (1, 3), place=names["C"])
    lead(state, "barbarians:1", (1, 9), place=names["S"])
    hero_of(state, "barbarians:1").place = "9,9"
    table = turn(state, "knights").deed(CAMP).answer(names["SE"], section="7.4").answer(True, section="7.4")
    assert table.state.cities["home:barbarians"].place == names["SE"]
    assert CAMP not in turn(table.state, "barbarians").options(section="7.1")
    state = table.state
    camp = state.cities["home:barbarians"]
    camp.units = [Stack("barbarians", 1, 3)]
    assert battles.attack_enemy(state, hero_of(state, "barbarians:1"), camp.place)
    assert state.battle is not None
    assert state.battle.wall is not None
    assert state.battle.wall.sp == 5


@pytest.mark.rule("HVW-211")
def test_the_exception_asks_for_the_resource_hex_only():
    """Guards in a Resource hex of the Barbarian start tile keep no Camp away from a hex of another tile either."""
    state, names = steppe("T01")
    places = [place for place in names.values() if place not in state.sites]
    beside = {one: [p for p in world.neighbours(state.world, names[one]) if p in places] for one in ("S", "NE")}
    guards = next(one for one, found in beside.items() if any(p not in own_tile(names) for p in found))
    target = next(p for p in beside[guards] if p not in own_tile(names))
    camp = state.cities["home:barbarians"]
    camp.place = next(p for p in world.neighbours(state.world, target) if p in places and p != target)
    hero_of(state, "barbarians:1").place = camp.place
    guarded(state, names[guards], (6, 3), kind="resource")
    assert moving(state).greyed(target, section="7.4") == ""
    guarded(state, next(p for p in world.neighbours(state.world, target) if p not in own_tile(names)), (1, 1))
    assert moving(state).greyed(target, section="7.4") == "7.4"


def own_tile(names: dict[str, str]) -> set[str]:
    """The hexes of the start tile."""
    return {place for name, place in names.items() if "-" not in name}


@pytest.mark.rule("HVW-206")
def test_the_death_of_the_hero_who_moved_lets_no_camp_move():
    """He took a step and fell: a Hero has moved in this turn, so the Camp stays; in the next turn it may move."""
    state, names = steppe("T01")
    lead(state, "barbarians:2", (1, 3), place=names["SW"])
    table = turn(state).walk(1, names["SE"])
    state = table.state
    hero = hero_of(state, "barbarians:1")
    hero.status, hero.place, hero.sections = "dead", "", [None] * 6
    table = start_at(state, movement.actions("barbarians"))
    assert table.greyed(CAMP, section="7.1") == "7.4"
    table.deed("done")
    assert turn(table.state).greyed(CAMP, section="7.1") == ""


# ---- giving way


def roused_beside(**rulings: str) -> tuple[Table, dict[str, str]]:
    """The Knights have roused the guards of a Resource hex next to the Camp and fled from them."""
    state, names = steppe("T01", **rulings)
    state.world.open_war = False
    state.world.face_down = 1
    camp = state.cities["home:barbarians"]
    camp.place = names["SE"]
    hero_of(state, "barbarians:1").place = names["SE"]
    gold = names["T01-N"]
    state.sites[gold] = Site(gold, "resource", "Gold", resource="gold")
    lead(state, "knights:1", (1, 9), place=names["T01-NE"], initiative=18)
    table = turn(state, "knights").walk(1, gold)
    dice(table, 1)
    assert fight(table).site == gold
    pass_until(table, "step:9")
    table.answer(True, section="8.9")
    dice(table, 1)
    return table, names


@pytest.mark.rule("HVW-212")
def test_a_camp_gives_way_to_guards_that_appear_beside_it():
    """Its owner must choose a hex away from them; only legal hexes not beside the guards are offered.

    The Hero inside is asked as in a normal move, and the normal move of the turn is not used up.
    """
    table, names = roused_beside()
    assert table.asked() == [("barbarians", "7.4")]
    assert set(table.options(section="7.4")) == {names["C"]}
    table.answer(names["C"], section="7.4").answer(True, section="7.4")
    camp = table.state.cities["home:barbarians"]
    assert (camp.place, camp.moved) == (names["C"], False)
    assert table.hero("barbarians:1").place == names["C"]
    assert table.asked() == [("knights", "7.1")]


@pytest.mark.rule("HVW-212")
def test_a_camp_with_nowhere_to_go_stays():
    """The only hex away from the guards is closed by an enemy Hero: the Camp stays, and play goes on."""
    state, names = steppe("T01")
    state.world.face_down = 1
    for name in ("C", "S"):
        state.sites[names[name]] = Site(names[name], "outpost", "Outpost")
    state.cities["home:barbarians"].place = names["SE"]
    hero_of(state, "barbarians:1").place = names["SE"]
    gold = names["T01-N"]
    state.sites[gold] = Site(gold, "resource", "Gold", resource="gold")
    lead(state, "knights:1", (1, 9), place=names["T01-NE"], initiative=18)
    table = turn(state, "knights").walk(1, gold)
    dice(table, 1)
    pass_until(table, "step:9").answer(True, section="8.9")
    dice(table, 1)
    assert table.asked() == [("knights", "7.1")]
    assert table.state.cities["home:barbarians"].place == names["SE"]
    assert any("nowhere" in line for line in table.notes("7.4"))


@pytest.mark.rule("HVW-609", "HVW-213")
@pytest.mark.parametrize("moved", [True, False])
def test_in_a_forced_move_a_hero_who_has_moved_stays(moved):
    """The other Hero roused the guards: who has moved in this turn is left behind unasked, who has not is asked."""
    state, names = steppe("T01")
    state.world.face_down = 1
    state.cities["home:barbarians"].place = names["SE"]
    lead(state, "barbarians:1", (1, 3), place=names["SE"])
    gold = names["T01-N"]
    state.sites[gold] = Site(gold, "resource", "Gold", resource="gold")
    lead(state, "barbarians:2", (1, 9), place=names["T01-NE"], initiative=18)
    table = start_at(state, movement.player_turn("barbarians"))
    if moved:
        table.walk(1, names["C"], names["SE"])
    table.walk(2, gold)
    dice(table, 1)
    pass_until(table, "step:9").answer(True, section="8.9")
    dice(table, 1)
    table.answer(names["C"], section="7.4")
    assert (table.find(section="7.4") is None) is moved
    if moved:
        assert table.hero("barbarians:1").place == names["SE"]


@pytest.mark.rule("HVW-609")
def test_who_moved_in_his_own_turn_travels_in_the_turn_of_another():
    """The forced move comes in the turn of the Knights: the Hero of the Barbarians has not moved in it."""
    state, names = steppe("T01")
    state.world.face_down = 1
    state.cities["home:barbarians"].place = names["SE"]
    lead(state, "barbarians:1", (1, 3), place=names["SE"], moved=True)
    gold = names["T01-N"]
    state.sites[gold] = Site(gold, "resource", "Gold", resource="gold")
    lead(state, "knights:1", (1, 9), place=names["T01-NE"], initiative=18)
    table = turn(state, "knights").walk(1, gold)
    dice(table, 1)
    pass_until(table, "step:9").answer(True, section="8.9")
    dice(table, 1)
    table.answer(names["C"], section="7.4").answer(True, section="7.4")
    assert table.hero("barbarians:1").place == names["C"]


@pytest.mark.rule("HVW-212")
def test_camps_stay_by_ruling():
    """R32 `off`: nothing is asked."""
    table, names = roused_beside(forced_camp_move="off")
    assert table.asked() == [("knights", "7.1")]
    assert table.state.cities["home:barbarians"].place == names["SE"]


@pytest.mark.rule("HVW-212")
def test_guards_of_other_tiles_drive_a_camp_away_by_ruling_too():
    """R32 `not_on_start_tile`: the Gold hex lies on another tile, so the Camp has to go as usual."""
    table, names = roused_beside(forced_camp_move="not_on_start_tile")
    assert set(table.options(seat="barbarians", section="7.4")) == {names["C"]}


@pytest.mark.rule("HVW-212")
def test_without_a_map_the_owner_is_asked_whether_his_camp_stands_there():
    """He says yes: his Hero inside is asked whether he travels along; no: nothing happens."""
    state = position(*SEATS)
    lead(state, "knights:1", (1, 9), initiative=18)
    table = turn(state, "knights").enters("new:wood")
    dice(table, 1)
    pass_until(table, "step:9").answer(True, section="8.9")
    dice(table, 1)
    if table.find(section="7.3.1"):
        table.answer([], section="7.3.1")
    assert table.question(section="7.4").seat == "barbarians"
    table.answer(True, section="7.4").answer(True, section="7.4")
    assert any("moves one hex away" in line for line in table.notes("7.4"))
    assert table.asked() == [("knights", "7.1")]
