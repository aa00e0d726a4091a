"""What Heroes cost and where they come back (4.1): 6, 12, 18... by the losses of their player."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns import cities, heroes
from tests.games.heroes_vs_warlords.table import TWO, Table, position, start_at


def production(state: HvWState, seat: str = "knights") -> Table:
    return start_at(state, cities.produce(seat))


@pytest.mark.rule("HVW-067")
def test_the_unused_second_hero_costs_6_gold():
    """He is bought in Turn 5, paid from the home Display, and appears there without army."""
    state = position()
    city = state.cities["home:knights"]
    city.stock.gold = 5
    assert production(state).greyed("hero", section="11.0") == "4.1"
    city.stock.gold = 7
    table = production(state).answer("hero", section="11.0")
    hero = table.hero("knights:2")
    assert (hero.status, hero.place, [s for s in hero.sections if s]) == ("in_play", city.place, [])
    assert table.state.cities["home:knights"].stock.gold == 1
    assert table.greyed("hero", section="11.0") == "4.1"


@pytest.mark.rule("HVW-073", "HVW-075", "HVW-076", "HVW-077")
@pytest.mark.parametrize(("losses", "price"), [(1, 12), (2, 18), (3, 24), (7, 48)])
def test_a_killed_hero_is_bought_back_for_6_more_each_time(losses, price):
    """6 x (losses + 1): 12 for the first, 24 after three losses, without limit; the losses are kept on record."""
    state = position()
    player = state.players["knights"]
    player.losses, player.heroes[1].status = losses, "dead"
    state.cities["home:knights"].stock.gold = price
    assert heroes.hero_price(state, player) == price
    table = production(state).answer("hero", section="11.0")
    assert table.hero("knights:2").status == "in_play"
    assert table.state.cities["home:knights"].stock.gold == 0


@pytest.mark.rule("HVW-077")
def test_every_loss_is_recorded():
    """Losing a Hero counts, whoever he was and whatever follows."""
    state = position()
    second = hero_of(state, "knights:2")
    second.status, second.place = "in_play", "open"
    table = start_at(state, heroes.fall("knights:2", "", ""))
    assert table.done
    assert table.state.players["knights"].losses == 1
    assert heroes.hero_price(table.state, table.state.players["knights"]) == 12


@pytest.mark.rule("HVW-076")
def test_the_price_by_purchases():
    """R13, other reading: 6 for the unused one, 12 for the first buy-back, 6 more for each later one."""
    state = position(hero_price="by_purchases")
    player = state.players["knights"]
    player.losses = 4
    assert heroes.hero_price(state, player) == 6
    player.heroes[1].status = "dead"
    assert heroes.hero_price(state, player) == 12
    player.purchases = 2
    assert heroes.hero_price(state, player) == 24


@pytest.mark.rule("HVW-074")
def test_a_bought_back_hero_appears_at_home():
    """In the home City, with what R14 lets him keep; without the home he cannot come."""
    for reading, attack in (("keeps_progress", 9), ("fresh_start", facts.HERO_START["knights"].attack)):
        state = position(revived_hero=reading)
        hero = state.players["knights"].heroes[1]
        hero.status, hero.attack, state.players["knights"].losses = "dead", 9, 1
        state.cities["home:knights"].stock.gold = 12
        table = production(state).answer("hero", section="11.0")
        after = table.hero("knights:2")
        assert (after.place, after.attack) == ("home:knights", attack)
    state = position(*TWO, war=True)
    state.players["knights"].heroes[1].status = "dead"
    state.cities["home:knights"].owner = "amazons"
    state.cities["home:amazons"].owner = "knights"
    assert production(state).greyed("hero", section="11.0") == "4.1"
