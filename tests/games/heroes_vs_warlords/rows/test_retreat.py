"""Where a Hero may be put without moving there (4.1, 8.9): nowhere that the rules close to him."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Site
from companion.games.heroes_vs_warlords.turns import heroes
from tests.games.heroes_vs_warlords.rows.battlefield import guarded, lead
from tests.games.heroes_vs_warlords.table import hex_of, on_map, position, start_at

Names = dict[str, str]


def at_the_heart(war: bool = True) -> tuple[HvWState, Names]:
    """A Hero of the Knights in the middle of a tile, with the Amazons' home next to it."""
    state = position(war=war)
    centres = on_map(state, "T01", "A0", "K0", face_down=0 if war else 1)
    names = {name: hex_of(centres["T01"], name) for name in ("C", "N", "NE", "SE", "S", "SW", "NW")}
    for name in ("N", "NE", "SE", "S", "SW", "NW"):
        state.sites.pop(names[name], None)
    lead(state, "knights:1", (1, 5), place=names["C"])
    return state, names


def offered(state: HvWState, names: Names) -> set[str]:
    """The hexes round the middle he may withdraw to when the attack came from the North."""
    places = battles.retreat_places(state, hero_of(state, "knights:1"), names["N"])
    return {name for name, place in names.items() if place in places}


@pytest.mark.rule("HVW-298", "HVW-607")
def test_nobody_withdraws_into_an_active_recruitment_location_of_an_enemy():
    """Active for the Amazons it is closed; not yet active, or theirs no longer, it is open."""
    state, names = at_the_heart()
    site = Site(names["S"], "recruitment", "Recruitment", race="amazons")
    state.sites[names["S"]] = site
    assert offered(state, names) == {"NE", "SE", "S", "SW", "NW"}
    site.active = True
    assert offered(state, names) == {"NE", "SE", "SW", "NW"}
    state.players["amazons"].defeated = True
    assert "S" in offered(state, names)


@pytest.mark.rule("HVW-298", "HVW-607", "HVW-180")
@pytest.mark.parametrize("war", [True, False])
def test_in_peace_nobody_withdraws_into_a_resource_hex_of_an_enemy(war):
    """An empty Resource hex with the Amazons' Control marker is closed until players may attack each other."""
    state, names = at_the_heart(war)
    state.sites[names["S"]] = Site(
        names["S"], "resource", "Wood", resource="wood", owner="amazons", active=True, cleared=True
    )
    assert ("S" in offered(state, names)) is war


@pytest.mark.rule("HVW-069", "HVW-607")
def test_a_second_hero_does_not_appear_in_an_enemys_recruitment_location():
    """His capital fell with the first Hero: the active Recruitment Location of the Amazons is not offered."""
    state, names = at_the_heart()
    lead(state, "knights:1", (1, 1), place=names["C"])
    own = next(site for site in state.sites.values() if site.race == "knights")
    theirs = Site(names["S"], "recruitment", "Recruitment", race="amazons", active=True)
    own.active = True
    state.sites[names["S"]] = theirs
    home = state.cities["home:knights"]
    home.owner, home.place = "amazons", names["C"]
    hero = hero_of(state, "knights:1")
    hero.status, hero.place, hero.sections = "dead", "", [None] * 6
    found = start_at(state, heroes.replace_hero("knights:1", "home:knights")).options(section="4.1")
    assert names["S"] not in found
    assert names["N"] in found


@pytest.mark.rule("HVW-298")
@pytest.mark.parametrize(("cost", "terrain", "back"), [
    (1, "basic", "home:knights"), (2, "basic", "open"), (3, "advanced", "home:knights"), (4, "advanced", "open"),
])  # fmt: skip
def test_without_a_map_he_goes_back_to_the_hex_he_came_from(cost, terrain, back):
    """Who has walked several hexes came from a plain one; a single hex never costs more than a mountain."""
    state = position(terrain=terrain, early_withdraw="basic_too")
    lead(state, "knights:1", (1, 9), movement=6, initiative=12)
    guarded(state, "cave", (1, 5))
    table = start_at(state, movement.player_turn("knights")).enters("cave", cost=cost)
    table.answer(True, section="8.9").answer([1], section="8.9").play_until("7.1", about="turn:")
    assert table.hero("knights:1").place == back
