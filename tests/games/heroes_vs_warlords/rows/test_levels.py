"""When Levels may be bought (8.11): after any combat, in the own turn, in Production, before the final comparison."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import battles
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns import cities, sequence
from tests.games.heroes_vs_warlords.rows.battlefield import against_guards, dice, guarded, lead
from tests.games.heroes_vs_warlords.table import Table, position, start_at

RISE = "8.11"


def attacked(ep: int, **rulings: str) -> Table:
    """The Amazons' Hero has walked into the Knights' and lost; the Knights defended with these EP before."""
    state = position(war=True, **rulings)
    lead(state, "amazons:2", (1, 3), place="home:amazons")
    lead(state, "amazons:1", (1, 1), place="field")
    lead(state, "knights:1", (1, 9), place="field", ep=ep)
    state.active = "amazons"
    battles.attack_enemy(state, hero_of(state, "amazons:1"), "field")
    return start_at(state, battles.fight()).lose()


@pytest.mark.rule("HVW-602")
def test_a_defender_rises_right_after_the_combat():
    """11 EP from the combat and 9 before make two Levels; both are offered in the turn of the Amazons."""
    table = attacked(9)
    assert table.hero("knights:1").ep == 20
    for level in (2, 3):
        assert table.question(section=RISE).seat == "knights"
        table.answer(True, section=RISE).answer("attack", section=RISE)
        assert table.hero("knights:1").level == level
    assert table.done
    assert (table.hero("knights:1").ep, table.hero("knights:1").attack) == (0, 4)


@pytest.mark.rule("HVW-602")
def test_he_may_keep_his_points():
    """He says "later": nothing changes, and he is not asked again for this combat."""
    table = attacked(9).answer(False, section=RISE)
    assert table.done
    assert (table.hero("knights:1").level, table.hero("knights:1").ep) == (1, 20)


@pytest.mark.rule("HVW-602")
def test_too_few_points_are_no_question():
    """A win over guards that brings 3 EP asks nothing."""
    state = position()
    lead(state, "knights:1", (1, 9))
    table = against_guards(state, "knights:1", guarded(state, "ruin", (1, 3))).win()
    assert table.done
    assert table.hero("knights:1").ep == 3


@pytest.mark.rule("HVW-603")
def test_levels_in_production():
    """In Turn 5 a Hero with 10 EP may rise wherever he is; one without is not offered it."""
    state = position()
    hero_of(state, "knights:1").ep = 10
    table = start_at(state, cities.produce("knights"))
    assert "level@knights:1" in table.options()
    table.answer("level@knights:1").answer("movement", section=RISE)
    assert (table.hero("knights:1").level, table.hero("knights:1").movement) == (2, 7)
    assert "level@knights:1" not in table.options()


def last_round(**ended: str) -> HvWState:
    """The last Round is over and was decided, or not."""
    state = position()
    state.round, state.length = 4, 4
    for name, value in ended.items():
        setattr(state, name, value)
    return state


@pytest.mark.rule("HVW-604", "HVW-349")
def test_a_level_before_the_final_comparison_wins_the_game():
    """24 EP are two Levels: with them the Knights win the second category and the game, without them it is a draw."""
    for rises, winners in ((True, ["knights"]), (False, ["knights", "amazons"])):
        state = last_round(ended="agreement")
        hero_of(state, "knights:1").ep = 24
        table = start_at(state, sequence.game_round())
        dice(table, 20, 1)
        assert table.question().seat == "knights"
        table.answer(rises, section=RISE)
        if rises:
            table.answer("attack", section=RISE).answer(True, section=RISE).answer("defense", section=RISE)
        assert table.done
        assert table.result == winners


@pytest.mark.rule("HVW-604")
def test_a_game_that_is_won_asks_for_no_levels():
    """Somebody is left alone: nothing is compared, so nobody is asked."""
    state = last_round(ended="last_player")
    state.winners = ["amazons"]
    state.players["knights"].defeated = True
    hero_of(state, "amazons:1").ep = 24
    table = start_at(state, sequence.game_round())
    assert table.done
    assert table.result == ["amazons"]
