"""Holy places (15.4): stopping, the list, once a Round."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.advanced import holy
from companion.games.heroes_vs_warlords.moving import sites
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from companion.games.heroes_vs_warlords.turns import cleanup
from tests.games.heroes_vs_warlords.advanced.country import country, stand, turn
from tests.games.heroes_vs_warlords.rows.battlefield import lead
from tests.games.heroes_vs_warlords.table import Table, hex_of, position, start_at


def at_a_holy_place(**rulings: str) -> Table:
    """A Hero with 6 MP beside the holy place of T03 walks in."""
    state, centres = country("K0", "T03", "A0", **rulings)
    stand(state, centres, "T03 S", mp=6)
    for resource in ("gold", "wood", "wood", "stone"):
        place = f"{resource}{len(state.sites)}"
        state.sites[place] = Site(place, "resource", resource, resource, owner="knights", cleared=True, active=True)
    return turn(state).walk(1, hex_of(centres["T03"], "SW"))


@pytest.mark.rule("HVW-364")
def test_passing_through_does_nothing():
    """Who does not stop keeps his Movement and may come back."""
    table = at_a_holy_place()
    table.answer(False, section="15.4")
    hero = table.hero("knights:1")
    assert hero.mp == 5
    assert not table.state.sites[hero.place].visited


@pytest.mark.rule("HVW-364", "HVW-365", "HVW-367", "HVW-368")
@pytest.mark.parametrize(("die", "gold", "mp"), [(1, 1, 0), (5, 1, 0), (11, 0, 4), (15, 0, 4), (16, 1, 0), (19, 1, 0)])
def test_the_list(die, gold, mp):
    """TV16 and EX12: Gold; 4 MP to go on with; one of each kind for every Resource hex owned."""
    table = at_a_holy_place()
    before = table.state.cities["home:knights"].stock
    table.answer(True, section="15.4").answer([die], section="15.4")
    after = table.state.cities["home:knights"].stock
    assert after.gold - before.gold == gold
    assert table.hero("knights:1").mp == mp
    many = die >= 16
    assert (after.wood - before.wood, after.stone - before.stone, after.crystal) == ((2, 1, 0) if many else (0, 0, 0))


@pytest.mark.rule("HVW-369")
def test_a_twenty_gives_experience():
    """EP equal to a further d20."""
    table = at_a_holy_place().answer(True, section="15.4").answer([20], section="15.4").answer([13], section="15.4")
    assert table.hero("knights:1").ep == 13


@pytest.mark.rule("HVW-370", "HVW-537")
def test_once_a_round():
    """The Hero Visited marker closes the place until Clean Up takes it off."""
    table = at_a_holy_place().answer(True, section="15.4").answer([1], section="15.4")
    hero = table.hero("knights:1")
    state = table.state
    site = state.sites[hero.place]
    assert not holy.offers(state, hero, site)
    after = start_at(state, cleanup.clean_up())
    assert holy.offers(after.state, hero, after.state.sites[site.place])
    assert any("holy places" in line for line in after.notes("20.0"))


@pytest.mark.rule("HVW-370")
@pytest.mark.parametrize(("reading", "again"), [("per_place", False), ("per_place_and_hero", True)])
def test_another_hero(reading, again):
    """Ruling R69: once for all, or once for each Hero."""
    table = at_a_holy_place(holy_limit=reading).answer(True, section="15.4").answer([1], section="15.4")
    state = table.state
    site = state.sites[table.hero("knights:1").place]
    assert holy.offers(state, hero_of(state, "amazons:1"), site) is again
    assert not holy.offers(state, hero_of(state, "knights:1"), site)


def test_the_basic_game_knows_no_holy_places():
    """Without terrain the hex is plain (ruling R92)."""
    state, centres = country("K0", "T03", "A0")
    state.rulings["terrain"] = "basic"
    stand(state, centres, "T03 S", mp=6)
    table = turn(state).walk(1, hex_of(centres["T03"], "SW"))
    assert table.find(section="15.4") is None


def test_by_hand_a_holy_place_can_be_named():
    """Without a map it is one of the places a Hero may come upon, with terrain only."""
    table = turn(position(terrain="advanced")).enters("new:holy_place")
    assert table.find(section="15.4") is not None
    assert table.state.sites["holy_place-1"].label == "Holy place 1"


@pytest.mark.rule("HVW-366")
@pytest.mark.parametrize(("choice", "gained"), [("on", 3), ("off", 0)])
def test_honor_for_each_stack(choice, gained):
    """6-10: a point for each stack he leads, Mercenaries included, where the match plays with Honor (R69, R92)."""
    table = at_a_holy_place(honor=choice)
    hero = hero_of(table.state, "knights:1")
    assert hero.honor == 0
    state = table.state
    lead(state, "knights:1", (1, 5), (2, 1)).sections[2] = Stack("mercenaries", 2, 3)
    state.sites[hero.place].visited = False
    table = start_at(state, sites.benefit("knights:1")).answer(True, section="15.4").answer([6], section="15.4")
    assert table.hero("knights:1").honor == gained
