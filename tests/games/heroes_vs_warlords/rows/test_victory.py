"""Defeat, victory and the final comparison (12.1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game.record import begin_helper
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.moving import movement
from companion.games.heroes_vs_warlords.records.state import HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns import heroes, sequence, victory
from companion.games.heroes_vs_warlords.turns.victory import Standing, compare, standing_of
from tests.games.heroes_vs_warlords.rows.battlefield import dice, lead
from tests.games.heroes_vs_warlords.table import THREE, TWO, Table, position, start_at


def checked(state: HvWState) -> Table:
    """The victory check of a Round."""
    return start_at(state, victory.check())


def at_round(number: int, length: int = 4, *seats: str, **rulings: str) -> HvWState:
    state = position(*(seats or TWO), **rulings)
    state.round, state.length = number, length
    return state


# ---- losing


@pytest.mark.rule("HVW-345")
def test_a_lost_capital_at_the_end_of_the_round_is_defeat():
    """The Amazons' capital is in enemy hands at the check: they are out, and of two players the other has won."""
    state = at_round(2)
    state.cities["home:amazons"].owner = "knights"
    table = checked(state)
    assert table.state.players["amazons"].defeated
    assert (table.state.winners, table.state.ended) == (["knights"], "last_player")


@pytest.mark.rule("HVW-345")
def test_a_capital_retaken_in_time_is_no_defeat():
    """Lost and won back within the Round: nothing happens at the check."""
    state = at_round(2)
    state.cities["home:amazons"].owner = "amazons"
    table = checked(state)
    assert not table.state.players["amazons"].defeated
    assert table.state.ended == ""


@pytest.mark.rule("HVW-345")
def test_of_three_players_the_others_play_on():
    """One is defeated, two go on."""
    state = at_round(2, 4, *THREE)
    state.cities["home:amazons"].owner = "knights"
    table = checked(state)
    assert table.state.players["amazons"].defeated
    assert table.state.ended == ""
    assert start_at(table.state, victory.still_playing("amazons")).result is False


@pytest.mark.rule("HVW-345")
@pytest.mark.parametrize("retaken", [True, False])
def test_who_lost_hero_and_capital_together_has_one_more_turn(retaken):
    """R17: spared at this check, he must have his capital back at the end of his next turn."""
    state = at_round(2, 4, *THREE)
    state.cities["home:amazons"].owner = "knights"
    state.players["amazons"].grace = True
    table = checked(state)
    assert not table.state.players["amazons"].defeated
    state = table.state
    if retaken:
        state.cities["home:amazons"].owner = "amazons"
    table = start_at(state, sequence.sequence(1, ["amazons"]))
    table.deed("done")
    assert table.state.players["amazons"].defeated == (not retaken)


@pytest.mark.rule("HVW-346")
def test_a_player_without_heroes_loses_at_once():
    """Both Heroes have been killed and none is in play: he is out in the middle of the turn, the other has won."""
    state = position(war=True)
    lead(state, "amazons:1", (1, 1), place="open")
    state.players["amazons"].heroes[1].status = "dead"
    lead(state, "knights:1", (1, 9))
    table = start_at(state, movement.player_turn("knights")).enters("hero:amazons:1")
    if table.find(section="7.3.2"):
        table.answer(False, section="7.3.2")
    table.win()
    assert table.state.players["amazons"].defeated
    assert table.state.winners == ["knights"]
    assert table.done


@pytest.mark.rule("HVW-346")
@pytest.mark.parametrize("status", ["unused", "in_play"])
def test_with_a_hero_left_he_plays_on(status):
    """An unused second Hero replaces the dead one, one in play goes on: no defeat."""
    state = position(war=True)
    state.players["amazons"].heroes[1].status = status
    state.players["amazons"].heroes[1].place = "home:amazons" if status == "in_play" else ""
    table = start_at(state, heroes.fall("amazons:1", "knights:1", ""))
    if status == "unused":
        table.answer({"L1": 10}, section="4.1")
    assert table.done
    assert not table.state.players["amazons"].defeated


# ---- the end


@pytest.mark.rule("HVW-347")
@pytest.mark.parametrize(("number", "over"), [(3, False), (4, True)])
def test_the_agreed_length_ends_the_game(number, over):
    """After the last Round agreed on the categories are compared; before it play goes on."""
    table = checked(at_round(number, 4))
    assert (table.state.ended == "length") == over


@pytest.mark.rule("HVW-347")
def test_with_an_open_end_the_players_are_asked():
    """Length 0: after each Round they say whether to stop and compare."""
    table = checked(at_round(3, 0))
    assert table.asked() == [("knights", "6.0")]
    table.answer(False, section="6.0").answer(True, section="6.0")
    assert table.state.ended == "agreement"


@pytest.mark.rule("HVW-166")
def test_one_player_alone_does_not_end_the_game():
    """Stopping is proposed by one and must be agreed to by all others; a single "play on" is enough to go on."""
    table = checked(at_round(3, 0, *THREE)).answer(False, section="6.0")
    assert table.asked() == [("amazons", "6.0"), ("barbarians", "6.0")]
    table.answer(True, seat="amazons").answer(False, seat="barbarians")
    assert table.done
    assert table.state.ended == ""


@pytest.mark.rule("HVW-347")
def test_length_in_player_turns_by_ruling():
    """R25: the game ends with the turn that reaches the number."""
    state = at_round(1, 5, length_unit="player_turns")
    for played, ended in ((4, ""), (5, "length")):
        state.turns_played = played
        assert start_at(state, victory.after_turn("knights")).state.ended == ended


def scene(**rulings: str) -> HvWState:
    """A position whose three categories differ for the two players."""
    state = position(**rulings)
    for number, (owner, resource) in enumerate((("knights", "wood"), ("knights", "gold"), ("amazons", "gold"))):
        place = f"hex-{number}"
        state.sites[place] = Site(place, "resource", place, resource=resource, owner=owner, active=True)
    return state


@pytest.mark.rule("HVW-348")
def test_the_first_category_counts_controlled_resource_hexes():
    """Two hexes for the Knights, one for the Amazons; other sites do not count."""
    state = scene()
    state.sites["recruit:amazons"].owner = "amazons"
    assert (standing_of(state, "knights").resources, standing_of(state, "amazons").resources) == (2, 1)


@pytest.mark.rule("HVW-349")
def test_the_second_category_sums_the_levels_of_both_heroes():
    """Levels 6 and 2 are 8; a Hero who never appeared counts 0."""
    state = scene()
    lead(state, "amazons:1", (1, 1), level=6)
    lead(state, "amazons:2", (1, 1), level=2)
    lead(state, "knights:1", (1, 1), level=5)
    assert (standing_of(state, "amazons").levels, standing_of(state, "knights").levels) == (8, 5)


@pytest.mark.rule("HVW-350")
@pytest.mark.parametrize(("reading", "army"), [("all_units", 25 + 6 + 4), ("hero_displays", 25)])
def test_the_third_category_is_level_times_number(reading, army):
    """7 x 1 + 3 x 2 + 2 x 3 + 3 Mercenaries of Level 2, and by R57 garrisons; recruits who wait do not count."""
    state = scene(army_scope=reading)
    hero = lead(state, "knights:1", (1, 7), (2, 3), (3, 2))
    hero.sections[4] = Stack("mercenaries", 2, 3)
    state.cities["home:knights"].units = [Stack("knights", 3, 2)]
    state.sites["hex-0"].garrison = [Stack("knights", 1, 4)]
    recruits = state.sites["recruit:knights"]
    recruits.active, recruits.owner, recruits.waiting = True, "knights", 9
    assert standing_of(state, "knights").army == army


EXAMPLE = {"amazons": Standing(5, 8, 25), "knights": Standing(6, 5, 29), "barbarians": Standing(3, 5, 18)}


@pytest.mark.rule("HVW-351")
def test_rulebook_example_of_the_final_comparison():
    """EX10: the Knights win Resources and army, the Amazons the Levels: the Knights win the game."""
    won, winners = compare(EXAMPLE, "nobody")
    assert won == {"resources": ["knights"], "levels": ["amazons"], "army": ["knights"]}
    assert winners == ["knights"]


@pytest.mark.rule("HVW-351", "HVW-347")
def test_the_helper_compares_the_same_way():
    """EX10 typed into the stand-alone helper, unit by unit."""
    table = Table(begin_helper(GAME, GAME.helper("victory"), {}))
    table.answer({"knights": True, "amazons": True, "barbarians": True}, section="12.1")
    armies: dict[str, Any] = {
        "knights": {"resources": 6, "level_1": 4, "level_2": 1, "units": {"L1": 6, "L2": 4, "L3": 5}},
        "amazons": {"resources": 5, "level_1": 6, "level_2": 2, "units": {"L1": 7, "L2": 3, "L3": 4}},
        "barbarians": {"resources": 3, "level_1": 5, "level_2": 0, "units": {"L1": 3, "L2": 6, "L3": 1}},
    }
    for seat in ("knights", "amazons", "barbarians"):
        table.answer(armies[seat], section="12.1", about=seat)
    assert table.result == ["knights"]


@pytest.mark.rule("HVW-351")
@pytest.mark.parametrize(("reading", "winners"), [("nobody", ["barbarians"]), ("all_tied", ["amazons", "knights"])])
def test_a_tied_category_is_nobodys_or_everybodys_by_ruling(reading, winners):
    """R57: Amazons and Knights tie in two categories, the Barbarians win the third alone."""
    standings = {"amazons": Standing(5, 8, 1), "knights": Standing(5, 8, 2), "barbarians": Standing(1, 1, 3)}
    assert compare(standings, reading)[1] == winners


@pytest.mark.rule("HVW-352")
@pytest.mark.parametrize(
    ("standings", "winners"),
    [({"amazons": Standing(5, 1, 1), "knights": Standing(1, 5, 1)}, ["amazons", "knights"]),
     ({"amazons": Standing(1, 1, 1), "knights": Standing(1, 1, 1)}, ["amazons", "knights"]),
     ({"amazons": Standing(9, 1, 1), "knights": Standing(1, 9, 1), "barbarians": Standing(1, 1, 9)},
      ["amazons", "knights", "barbarians"])],
)  # fmt: skip
def test_equal_numbers_of_categories_are_a_draw(standings, winners):
    """One each, none each, or one for each of three: all of them share the game."""
    assert compare(standings, "nobody")[1] == winners


@pytest.mark.rule("HVW-347", "HVW-352")
def test_the_match_ends_with_its_winners_in_the_log():
    """The last Round is over: the three categories stand in the log, and the result of the match names who won."""
    state = scene()
    state.round, state.length = 4, 4
    state.ended = "length"
    table = start_at(state, victory.conclude())
    assert table.result == ["knights"]
    assert [line.partition(":")[0] for line in table.notes("12.1")[:3]] == [
        words for _name, words in victory.CATEGORIES
    ]
    state.sites = {}
    assert start_at(state, victory.conclude()).result == ["knights", "amazons"]


@pytest.mark.rule("HVW-346", "HVW-351")
def test_after_the_end_nobody_is_asked_any_more():
    """A player wins in the first sequence: no further turn, income or Production follows."""
    state = position(war=True)
    state.players["amazons"].defeated, state.ended, state.winners = True, "last_player", ["knights"]
    table = start_at(state, sequence.game_round())
    while not table.done:
        question = table.runner.questions()[0]
        assert question.section == "5.2"
        dice(table, 20)
    assert table.result == ["knights"]
