"""Capitals that are lost: several at once, those nobody holds, and a grace that lasts (4.1, 12.1)."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns import heroes, victory
from tests.games.heroes_vs_warlords.rows.battlefield import lead
from tests.games.heroes_vs_warlords.table import THREE, TWO, position, start_at


def lost(state: HvWState, **holders: str) -> HvWState:
    """The capitals of some players are in the hands of others; an empty name means nobody."""
    state.round, state.length = 2, 9
    for seat, holder in holders.items():
        state.cities[f"home:{seat}"].owner = holder
    return state


@pytest.mark.rule("HVW-345", "HVW-600")
def test_two_who_hold_each_others_capital_share_the_game():
    """Both have lost at the same check: neither has won because he sits later. By default that is a draw."""
    state = lost(position(*TWO, war=True), knights="amazons", amazons="knights")
    table = start_at(state, victory.check())
    assert (table.state.ended, table.state.winners) == ("all_lost", ["knights", "amazons"])
    assert start_at(table.state, victory.conclude()).result == ["knights", "amazons"]


@pytest.mark.rule("HVW-345", "HVW-600")
@pytest.mark.parametrize("third", ["knights", "amazons", "barbarians"])
def test_two_of_three_lose_together_and_the_third_wins(third):
    """Wherever he sits, the one whose capital stands is the winner; no one who lost is named."""
    losers = [seat for seat in THREE if seat != third]
    state = lost(position(*THREE, war=True), **{losers[0]: losers[1], losers[1]: losers[0]})
    table = start_at(state, victory.check())
    assert [seat for seat in THREE if table.state.players[seat].defeated] == losers
    assert (table.state.ended, table.state.winners) == ("last_player", [third])


@pytest.mark.rule("HVW-345", "HVW-600")
def test_who_is_spared_wins_when_all_others_lose():
    """R17: the Amazons have a turn of grace left, the Knights have not: the Knights alone have lost."""
    state = lost(position(*TWO, war=True), knights="amazons", amazons="knights")
    state.players["amazons"].grace = True
    table = start_at(state, victory.check())
    assert table.state.players["knights"].defeated
    assert table.state.winners == ["amazons"]


@pytest.mark.rule("HVW-345", "HVW-601")
def test_a_capital_that_nobody_holds_does_not_defeat_its_owner():
    """The conqueror was defeated and the City is neutral: it is not occupied, so its owner plays on."""
    state = lost(position(*THREE, war=True), amazons="knights")
    lead(state, "knights:1", (1, 5))
    state.players["knights"].heroes[0].status = state.players["knights"].heroes[1].status = "dead"
    table = start_at(state, heroes.defeat_without_heroes("knights"))
    assert table.state.cities["home:amazons"].owner == ""
    table = start_at(table.state, victory.check())
    assert not table.state.players["amazons"].defeated
    assert table.state.ended == ""


@pytest.mark.rule("HVW-071")
def test_a_later_death_takes_no_grace_away():
    """R17 `always_one_turn`: the capital fell first; then the first Hero falls elsewhere. The turn of grace stays."""
    state = lost(position(*THREE, war=True, capital_grace="always_one_turn"), amazons="knights")
    state.players["amazons"].grace = True
    table = start_at(state, heroes.fall("amazons:1", "knights:1", "")).answer({"L1": 10}, section="4.1")
    assert table.done
    table = start_at(table.state, victory.check())
    assert not table.state.players["amazons"].defeated
    assert table.state.players["amazons"].last_chance


@pytest.mark.rule("HVW-613")
@pytest.mark.parametrize(("length", "ended"), [(2, "length"), (9, "")])
def test_a_turn_of_grace_that_does_not_come_any_more_defeats_nobody(length, ended):
    """The agreed length is over: who still had his turn of grace is compared with the others, not defeated."""
    state = lost(position(*THREE, war=True), amazons="knights")
    state.length = length
    state.players["amazons"].grace = True
    table = start_at(state, victory.check())
    assert (table.state.ended, table.state.players["amazons"].defeated) == (ended, False)
    assert "amazons" in victory.alive(table.state)
