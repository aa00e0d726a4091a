"""Mercenaries of the Basic game (8.13): one stack of 20 on a Display, and how a Hero gets them."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState, Stack
from companion.games.heroes_vs_warlords.turns import cleanup
from tests.games.heroes_vs_warlords.rows.battlefield import lead
from tests.games.heroes_vs_warlords.table import THREE, Table, position, start_at

PLACE = "recruit:amazons"


def at_location(waiting: int, led: int = 0, place: str = PLACE) -> HvWState:
    """The Amazons are out; Mercenaries wait at their Recruitment Location, and the Knights lead some already."""
    state = position(*THREE, war=True)
    state.players["amazons"].defeated = True
    for hero in state.players["amazons"].heroes:
        hero.status, hero.place, hero.sections = "dead", "", [None] * 6
    site = state.sites[PLACE]
    site.active, site.mercenaries, site.waiting = True, True, waiting
    hero = lead(state, "knights:1", (1, 5), place=place)
    if led:
        hero.sections[1] = Stack("mercenaries", 2, led)
    return state


def mercenaries(table: Table, hero_id: str = "knights:1") -> list[int]:
    stacks = table.hero(hero_id).sections
    return [stack.count for stack in stacks if stack is not None and stack.faction == "mercenaries"]


def turn(state: HvWState) -> Table:
    return start_at(state, movement.player_turn("knights"))


@pytest.mark.rule("HVW-605")
def test_mercenaries_join_their_stack_up_to_twenty():
    """Eighteen are led, five wait: two come along, three stay; a second stack cannot be formed."""
    table = turn(at_location(5, 18)).deed("recruits:1")
    assert table.greyed("new", section="3.3.2") == "17.1.3"
    table.answer("join", section="3.3.2")
    assert mercenaries(table) == [20]
    assert table.state.sites[PLACE].waiting == 3
    assert table.greyed("recruits:1", section="7.1") == "4.1"


@pytest.mark.rule("HVW-605")
def test_a_stack_of_mercenaries_is_not_split():
    """Part of it to an empty section is refused; the whole stack may lie elsewhere."""
    state = at_location(0, 8, place="home:knights")
    table = turn(state).deed("restack:1")
    move = {"source": "1", "count": 3, "target": "new"}
    assert table.refused(move, section="4.1").section == "17.1.3"
    table.answer({**move, "count": 8}, section="4.1")
    assert mercenaries(table) == [8]


@pytest.mark.rule("HVW-605")
def test_an_exchange_leaves_nobody_more_than_twenty():
    """Fifteen with the Hero, ten in the City: he takes twenty at most, and what he takes is one stack."""
    state = at_location(0, 15, place="home:knights")
    state.cities["home:knights"].units = [Stack("mercenaries", 2, 10)]
    table = turn(state).deed("city:1")
    units = {"knights:1": 5, "mercenaries:2": 25}
    assert table.refused(units, section="4.1") is not None
    table.answer({**units, "mercenaries:2": 20}, section="4.1")
    assert mercenaries(table) == [20]
    assert table.state.cities["home:knights"].units == [Stack("mercenaries", 2, 5)]


@pytest.mark.rule("HVW-605")
def test_two_heroes_share_mercenaries():
    """Twelve and twelve: one may have twenty, and the other the rest; neither all of them."""
    state = at_location(0, 12, place="field")
    second = lead(state, "knights:2", (1, 1), place="field")
    second.sections[1] = Stack("mercenaries", 2, 12)
    table = turn(state).deed("heroes:1")
    assert table.refused({"knights:1": 5, "mercenaries:2": 24}, section="4.1") is not None
    table.answer({"knights:1": 5, "mercenaries:2": 20}, section="4.1")
    assert (mercenaries(table), mercenaries(table, "knights:2")) == ([20], [4])


@pytest.mark.rule("HVW-324", "HVW-606")
def test_a_hero_who_stands_there_may_take_them_later():
    """He left them at first, and Clean Up adds one: in his next turn he takes all of them without leaving the hex."""
    state = at_location(3, place="field")
    table = turn(state).enters(PLACE).answer("leave", section="3.3.2")
    assert table.options(section="7.1")["recruits:1"] is None
    table.deed("done")
    state = start_at(table.state, cleanup.clean_up()).state
    table = turn(state).deed("recruits:1").answer("new", section="3.3.2")
    assert mercenaries(table) == [4]
    assert "recruits:1" not in table.options(section="7.1")
    assert hero_of(table.state, "knights:1").place == PLACE
