"""Special buildings (17.3): Blacksmith, Shaman Tent, Temple."""

from __future__ import annotations

import pytest

from companion.engine.core.text import hinted
from companion.games.heroes_vs_warlords.advanced import special
from companion.games.heroes_vs_warlords.fighting import arena, exchange, siege
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side
from companion.games.heroes_vs_warlords.turns import cities, conquest
from tests.games.heroes_vs_warlords.advanced.fighting import ADVANCED, led
from tests.games.heroes_vs_warlords.rows.battlefield import counts, pass_until, side
from tests.games.heroes_vs_warlords.table import Table, position, start_at

HONOR = {"honor": "on"}


def home(race: str, stored: int = 6, **rulings: str) -> HvWState:
    """A race whose City or Camp has its special building with so many points."""
    state = position("knights", "amazons", "barbarians", **{**HONOR, **ADVANCED, **rulings})
    city = state.cities[f"home:{race}"]
    city.facilities.append("special_building")
    city.honor = stored
    return state


def second_round(state: HvWState, race: str, *stacks: Fighter, hero: Side | None = None) -> Table:
    """A siege of its home, after the first combat round; nobody has attacked."""
    other = "amazons" if race == "knights" else "knights"
    defender = hero or Side(race, "garrison", list(stacks))
    wall = siege.wall_for(1, 0, race == "barbarians")
    attacker = led(other, (1, 5))
    state.battle = Battle(f"home:{race}", "", attacker, defender, "defender", wall, city=f"home:{race}")
    table = start_at(state, arena.battle())
    assert table.find(section=special.SECTIONS[race]) is None  # not before a round is complete
    return pass_until(pass_until(table, "step:9").answer(False, about="step:9"), "role:defender")


def give(table: Table, race: str, stacks: dict[str, int], own: int = 0) -> Table:
    return table.answer({"stacks": stacks, "own": own}, section=special.SECTIONS[race])


# ---- building and storing


@pytest.mark.rule("HVW-404")
def test_built_at_home_and_never_again_after_a_conquest():
    """Only where Honor is played; once the place was conquered it is gone, with its points."""
    state = home("knights", 5)
    city = state.cities["home:knights"]
    city.facilities.remove("special_building")
    assert "special_building" in cities.buildable(state, city)
    city.conquered = True
    assert "special_building" not in cities.buildable(state, city)
    other = home("knights", 5)
    hero_of(other, "amazons:1").place = other.cities["home:knights"].place
    fallen = start_at(other, conquest.conquer("home:knights", "amazons:1"))
    while not fallen.done:
        fallen.answer([3])
    assert fallen.state.cities["home:knights"].honor == 0
    assert "special_building" not in fallen.state.cities["home:knights"].facilities
    assert "special_building" not in cities.buildable(position(), position().cities["home:knights"])


@pytest.mark.rule("HVW-400", "HVW-403")
def test_a_hero_stores_honor_for_good():
    """He must be there; there is no offer to take points out."""
    state = home("knights", 1)
    hero = hero_of(state, "knights:1")
    hero.honor = 4
    (offer,) = special.store_offers(state, hero)
    rule = offer.do()
    next(rule)
    rule.send(3)
    assert list(rule) == []
    assert (hero.honor, state.cities["home:knights"].honor) == (1, 4)
    hero.place = "open"
    assert special.store_offers(state, hero) == []


# ---- Blacksmith and Temple


@pytest.mark.rule("HVW-401", "HVW-405", "HVW-407")
def test_the_blacksmith_raises_attack():
    """Without a Hero stored points serve; the stack shows them and adds them to its die."""
    table = second_round(home("knights"), "knights", Fighter("knights", 4, 3, 100), Fighter("knights", 1, 3, 101))
    give(table, "knights", {"0": 3, "1": 1})
    stack = table.state.battle.defender.stacks[0]
    assert (stack.attack_plus, table.state.battle.defender.stacks[1].attack_plus) == (3, 1)
    assert table.state.cities["home:knights"].honor == 2
    terms = exchange.attack_terms(table.state, table.state.battle.defender, stack)
    assert sum(term.value for term in terms if term.section == "17.3.1") == 3


def test_the_blacksmith_counts_in_what_a_shot_promises():
    """The chance shown before a Ranged attack is the one it is rolled with."""
    table = second_round(home("knights"), "knights", Fighter("knights", 3, 3, 100))
    fight = table.state.battle
    archers, target = fight.defender.stacks[0], fight.attacker.stacks[0]
    told = []
    for points in (0, 2):
        archers.attack_plus = points
        promised = exchange.promise(table.state, fight, exchange.ARENA, "defender", archers, target, shot=True)
        told.append([hinted(hint) for hint in promised])
    assert told[0] != told[1]


@pytest.mark.rule("HVW-406", "HVW-411")
@pytest.mark.parametrize("race", ["knights", "amazons"])
def test_no_stack_gets_more_than_its_level_and_each_once(race):
    """The form allows as many points as the Level; a stack served is not in the next form."""
    table = second_round(home(race, 20), race, Fighter(race, 4, 3, 100), Fighter(race, 1, 3, 101))
    rows = table.question(section=special.SECTIONS[race]).part.form.fields[0].form.rows
    assert [row.high for row in rows] == [4, 1]
    give(table, race, {"0": 4})
    pass_until(table, "step:9").answer(False, about="step:9")
    rows = table.question(section=special.SECTIONS[race]).part.form.fields[0].form.rows
    assert [row.value for row in rows] == [1]


@pytest.mark.rule("HVW-410")
def test_the_temple_raises_defense():
    """The bonus lasts until the combat ends."""
    table = second_round(home("amazons"), "amazons", Fighter("amazons", 4, 3, 100))
    give(table, "amazons", {"0": 2})
    pass_until(table, "step:9").answer(False, about="step:9")
    battle = table.state.battle
    terms = exchange.defense_terms(table.state, battle, battle.defender, battle.defender.stacks[0])
    assert sum(term.value for term in terms if term.section == "17.3.3") == 2


@pytest.mark.rule("HVW-402")
def test_stored_points_and_those_of_a_hero():
    """With a Hero there, either or both; the parts must add up."""
    hero = led("knights", (4, 3), honor=2)
    table = second_round(home("knights", 2), "knights", hero=hero)
    refused = table.refused({"stacks": {"0": 4}, "own": 0}, section="17.3.1")
    assert refused.section == "17.3.1"
    give(table, "knights", {"0": 4}, own=2)
    assert (table.state.cities["home:knights"].honor, table.state.battle.defender.honor) == (0, 0)


# ---- Shaman Tent


def wounded(count: int, start: int, marker: int = 0, level: int = 3) -> Fighter:
    return Fighter("barbarians", level, count, 100, wounds=marker, start=start)


@pytest.mark.rule("HVW-408", "HVW-409")
@pytest.mark.parametrize(
    ("method", "stack", "points", "count", "marker"),
    [
        ("arena_advanced", (2, 4, 1), 4, 3, 0),
        ("arena_advanced", (2, 4, 1), 1, 2, 0),
        ("arena_advanced", (2, 4, 0), 6, 4, 0),
        ("arena_basic", (2, 4, 0), 2, 4, 0),
    ],
)
def test_the_shaman_revives_units_or_hits(method, stack, points, count, marker):
    """A unit costs its Level in Honor, a single hit one point (R72); with Basic hits whole units only."""
    count_now, start, hits = stack
    state = home("barbarians", 9, combat_method=method)
    fight = Battle("", "", side("knights", (1, 1)), Side("barbarians", "garrison", []), "defender")
    city = state.cities["home:barbarians"]
    one = wounded(count_now, start, hits)
    fight.method = method
    fight.attacker.kills = {"barbarians:3": start - count_now}
    special._help(fight, city, one, points)
    assert (one.count, one.wounds) == (count, marker)
    assert fight.attacker.kills["barbarians:3"] == start - count
    assert one.boosted


@pytest.mark.rule("HVW-409")
@pytest.mark.parametrize(("reading", "most"), [("start_of_combat", 3 * 2 + 1), ("twenty", 3 * 18 + 1)])
def test_what_the_shaman_cannot_do(reading, most):
    """Not above the size at the start (R101), no stack twice, none that is gone."""
    state = home("barbarians", 90, revive_cap=reading)
    battle = Battle("", "", side("knights", (1, 1)), Side("barbarians", "garrison", []), "defender")
    battle.method = "arena_advanced"
    city = state.cities["home:barbarians"]
    battle.defender.stacks = [wounded(2, 4, 1), wounded(0, 4)]
    rows = special._rows(state, battle, city)
    assert [(row.value, row.high) for row in rows] == [(0, most)]
    battle.defender.stacks[0].boosted = True
    assert special._rows(state, battle, city) == []


@pytest.mark.rule("HVW-405")
@pytest.mark.parametrize(("reading", "again"), [("any_round_end", True), ("first_round_end_only", False)])
def test_when_they_serve(reading, again):
    """R72: after any round, or after the first only."""
    table = second_round(home("knights", 20, forge_timing=reading), "knights", Fighter("knights", 4, 3, 100))
    give(table, "knights", {})
    pass_until(table, "step:9").answer(False, about="step:9")
    assert (table.find(section="17.3.1") is not None) is again
    assert counts(table, "defender") == [3]
