"""The fall of a Hero and the defeat of a player (8.13): Equipment, neutral goods, and the Mercenaries they leave."""

from __future__ import annotations

import pytest

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.rules import step
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns import cities, cleanup, heroes
from companion.games.heroes_vs_warlords.turns.victory import army_strength
from tests.games.heroes_vs_warlords.rows.battlefield import dice, lead
from tests.games.heroes_vs_warlords.table import THREE, Table, position, start_at

# ---- Equipment


def slain(*equipment: str, victor: str = "knights:1", **rulings: str) -> Table:
    """The Amazons' Hero with this Equipment has died; his second Hero is in play."""
    state = position(war=True, **rulings)
    lead(state, "amazons:2", (1, 3), place="home:amazons")
    lead(state, "amazons:1", (1, 1), place="field", equipment=list(equipment))
    for piece in equipment:
        state.cup[piece] -= 1
    return start_at(state, heroes.fall("amazons:1", victor, ""))


@pytest.mark.rule("HVW-317")
def test_the_winner_chooses_one_piece_and_rolls_for_it():
    """Of two kinds he names one, then rolls a die; the other piece leaves the game."""
    table = slain("attack+1", "movement+2")
    assert table.question(section="8.13").seat == "knights"
    assert set(table.options(section="8.13")) == {"attack+1", "movement+2"}
    table.answer("movement+2", section="8.13")
    dice(table, 2)
    assert table.hero("knights:1").equipment == ["movement+2"]
    assert table.hero("amazons:1").equipment == []
    assert table.state.cup["attack+1"] == facts.EQUIPMENT["attack+1"].count - 1


@pytest.mark.rule("HVW-318")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_even_captures_and_odd_destroys(die):
    """TV15: on an even die the piece changes hands, on an odd one it is out of the game."""
    table = slain("attack+1").answer("attack+1", section="8.13")
    dice(table, die)
    assert table.hero("knights:1").equipment == (["attack+1"] if die % 2 == 0 else [])
    assert table.state.cup["attack+1"] == facts.EQUIPMENT["attack+1"].count - 1


@pytest.mark.rule("HVW-318")
def test_lost_pieces_and_many_pieces_by_ruling():
    """R53: a lost piece may go back into the cup, and every piece may be rolled for."""
    table = slain("attack+1", lost_equipment="back_to_cup").answer("attack+1", section="8.13")
    dice(table, 1)
    assert table.state.cup["attack+1"] == facts.EQUIPMENT["attack+1"].count
    table = slain("attack+1", "movement+2", equipment_loot="every_piece_rolled")
    dice(table, 2, 4)
    assert table.hero("knights:1").equipment == ["attack+1", "movement+2"]


@pytest.mark.rule("HVW-317")
def test_guards_and_garrisons_take_no_equipment():
    """Without a winning Hero nobody is asked and every piece leaves the game."""
    table = slain("attack+1", victor="")
    assert table.find(section="8.13") is None
    assert table.hero("amazons:1").equipment == []
    assert table.state.cup["attack+1"] == facts.EQUIPMENT["attack+1"].count - 1


# ---- a defeated player


@step("12.1")
def amazons_lose(state: HvWState) -> Rule[None]:
    """The Amazons are defeated, as by the loss of their last Hero."""
    yield from note(t("A test."))
    yield from heroes.defeat(state, ["amazons"], "no_hero")


def before_defeat(**rulings: str) -> HvWState:
    """Three players; the Amazons own a City with units, a Resource hex with a garrison and their recruits."""
    state = position(*THREE, war=True, **rulings)
    state.cities["home:amazons"].units = [Stack("amazons", 2, 4)]
    garrison = [Stack("amazons", 1, 3)]
    state.sites["wood-1"] = Site(
        "wood-1", "resource", "Wood 1", resource="wood", active=True, cleared=True, owner="amazons", garrison=garrison
    )
    recruits = state.sites["recruit:amazons"]
    recruits.active, recruits.owner, recruits.waiting = True, "amazons", 7
    return state


def defeated(state: HvWState | None = None) -> HvWState:
    return start_at(state or before_defeat(), amazons_lose()).state


def turn(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, movement.player_turn(seat))


@pytest.mark.rule("HVW-319")
def test_unconquered_cities_become_neutral():
    """The capital is nobody's and empty, keeps its stock; a City taken before stays with its conqueror."""
    state = before_defeat()
    state.cities["home:barbarians"].owner = "knights"
    state = defeated(state)
    home = state.cities["home:amazons"]
    assert (home.owner, home.units) == ("", [])
    assert home.stock.gold == 4
    assert state.cities["home:barbarians"].owner == "knights"
    assert army_strength(state, "amazons") == 0
    assert all(hero.status == "dead" for hero in state.players["amazons"].heroes)


@pytest.mark.rule("HVW-320")
def test_an_empty_neutral_city_is_occupied_by_the_procedure_of_conquest():
    """The Knights enter: rolls on the Conquest Table, then the Display is theirs with works of Level 1."""
    state = defeated()
    state.cities["home:amazons"].works = 3
    table = turn(state).enters("home:amazons")
    assert table.question(section="8.12").seat == "knights"
    while table.find(section="8.12"):
        dice(table, 6)
    home = table.state.cities["home:amazons"]
    assert (home.owner, home.works) == ("knights", 1)
    assert table.state.cities["home:knights"].stock.gold == 4 + 3


@pytest.mark.rule("HVW-321")
def test_their_resource_hexes_are_guarded_again_when_next_attacked():
    """Nobody owns the hex and nobody guards it; who enters it rolls on the Guards Table and fights."""
    state = defeated()
    site = state.sites["wood-1"]
    assert (site.owner, site.garrison, site.guards) == ("", [], [])
    table = turn(state).enters("wood-1")
    assert table.question(section="3.3.1").seat == "knights"
    dice(table, 1)
    assert table.state.battle is not None
    assert [(one.level, one.count) for one in table.state.battle.defender.stacks] == [(1, 3)]


@pytest.mark.rule("HVW-322", "HVW-323")
@pytest.mark.parametrize("active", [True, False])
def test_their_recruitment_location_becomes_neutral_and_collects_mercenaries(active):
    """Seven recruits are gone, one Mercenary waits, whether it was ever activated; each Clean Up adds one more."""
    state = before_defeat()
    recruits = state.sites["recruit:amazons"]
    if not active:
        recruits.active, recruits.owner, recruits.waiting = False, "", 0
    state = defeated(state)
    site = state.sites["recruit:amazons"]
    assert (site.owner, site.mercenaries, site.waiting) == ("", True, 1)
    table = start_at(state, cleanup.clean_up())
    assert table.state.sites["recruit:amazons"].waiting == 2


@pytest.mark.rule("HVW-324")
@pytest.mark.parametrize("seat", ["knights", "barbarians"])
def test_the_first_hero_there_takes_the_mercenaries(seat):
    """Whoever comes gets as many Level 2 Mercenaries as the marker says; the next one finds nobody."""
    state = defeated()
    state.sites["recruit:amazons"].waiting = 3
    state.seats = list(THREE)
    table = turn(state, seat).enters("recruit:amazons")
    table.play_until("7.1", seat=seat)
    kinds = {(one.faction, one.level, one.count) for one in table.hero(f"{seat}:1").sections if one}
    assert ("mercenaries", 2, 3) in kinds
    assert table.state.sites["recruit:amazons"].waiting == 0
    other = "barbarians" if seat == "knights" else "knights"
    lead(table.state, f"{seat}:1", (1, 1), place="open")
    later = turn(table.state, other)
    later.enters("recruit:amazons").play_until("7.1", seat=other)
    assert all(one.faction != "mercenaries" for one in later.hero(f"{other}:1").sections if one)


@pytest.mark.rule("HVW-325")
def test_mercenaries_come_from_nowhere_else_in_the_basic_game():
    """Own recruits are of the own race, and no City sells Mercenaries, not even with a Tavern."""
    state = position()
    table = turn(state).enters("recruit:knights")
    table.play_until("7.1")
    assert {one.faction for one in table.hero("knights:1").sections if one} == {"knights"}
    state = position()
    state.cities["home:knights"].facilities.append("tavern")
    state.cities["home:knights"].stock.gold = 20
    production = start_at(state, cities.produce("knights")).answer("units@home:knights", section="11.0")
    production.answer({"L1": 3}, section="11.2")
    assert {one.faction for one in production.state.cities["home:knights"].units} == {"knights"}
    assert not any("ercenar" in option for option in production.options(section="11.0"))


@pytest.mark.rule("HVW-319")
def test_nobody_loses_his_goods_while_he_plays():
    """The others keep what they own."""
    state = defeated()
    assert state.cities["home:knights"].owner == "knights"
    assert not state.players["knights"].defeated
    assert hero_of(state, "knights:1").status == "in_play"
    assert not battles.attack_enemy(state, hero_of(state, "knights:1"), "home:amazons")
