"""The turn: order of the steps, action points, the search for a Base, and how a game ends."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.engine.game.reference import rows_at, rules_of
from companion.engine.match.statistics import Fallen
from companion.games.two_bases import GAME
from companion.games.two_bases.phases import actions, moves, turn
from companion.games.two_bases.readers.board import verdict
from companion.games.two_bases.readers.guide import TURN, aids
from companion.games.two_bases.readers.statistics import fallen
from tests.games.two_bases.table import Table, at, play, position, set_up

PIECE = {"b1": "peasant1"}


@pytest.mark.rule("TWB-016")
def test_upkeep_movement_action() -> None:
    """Points first, then movement (skipped without a piece), then actions; then it is the other player's turn."""
    table = set_up()
    assert table.asked == ("blue", "Action", "")
    assert table.state.players["blue"].points == 2
    table.answer("recruit", "peasant1", "a1", "done")
    assert table.asked[:2] == ("orange", "Action")
    table.answer("done")
    assert table.asked[:2] == ("blue", "Movement")
    table.answer("done")
    assert table.asked[:2] == ("blue", "Action")


@pytest.mark.rule("TWB-017", "TWB-064")
def test_the_points_of_the_first_upkeep() -> None:
    """V02: two face-up terrains give 2 action points, and the log says what made them."""
    table = set_up()
    note = next(note for note in table.runner.notes if note.why)
    assert (note.why[0].total, [str(term.label) for term in note.why[0].terms]) == (2, ["connected terrain"])


def test_unspent_points() -> None:
    """A05: they lapse, or with `bank` are kept."""
    for rulings, left in (({}, 2), ({"unspent_points": "bank"}, 4)):
        table = set_up(**rulings).answer("done", "done")
        assert table.state.players["blue"].points == left


def test_points_come_before_the_search() -> None:
    """Without a Base nothing is connected: also where points are kept, land that the search connects earns none yet."""
    table = cut_off(unspent_points="bank").answer("b1", "forest", "c1", "base", "done")
    assert table.state.players["blue"].points == 0


def cut_off(**rulings: str) -> Table:
    """Blue's only face-up Base carries Orange's marker, the other lies face down; Blue has one piece."""
    tiles = {"h1": "base*", "h2": "plains", "h8": "base", "h7": "plains", "a1": "plains"}
    return play(turn.turn("blue"), tiles, {"a1": "peasant1"}, safe=False, rulings=rulings)


@pytest.mark.rule("TWB-018", "TWB-019")
def test_a_missing_base_is_looked_for() -> None:
    """V34: tile after tile is turned up until the Base is found; movement follows, but no Action Step."""
    table = cut_off()
    assert table.asked == ("blue", "Upkeep", "search")
    assert "h2" not in table.options()
    assert all(place[1] in "1234" for place in table.options())
    table.answer("b1", "forest")
    assert table.asked == ("blue", "Upkeep", "search")
    table.answer("c1", "base")
    assert table.asked[:2] == ("blue", "Movement")
    assert table.state.players["blue"].points == 0, "points come before the search, and nothing was connected then"
    table.answer("done")
    assert table.asked[0] == "orange"
    assert "no Action Step" in table.notes()


def test_a_claimed_base_counts_as_face_up_where_a_table_rules_so() -> None:
    """A07 `literal`: a Base that is face up, claimed or not, ends the search."""
    table = cut_off(no_base="literal")
    assert table.asked[:2] == ("blue", "Movement")
    table.answer("done")
    assert table.asked[:2] == ("blue", "Action")


@pytest.mark.rule("TWB-045")
def test_markers_on_both_bases_win_at_once() -> None:
    """V32: the second marker ends the game in the middle of the Movement Step."""
    tiles = {"a4": "plains", "a5": "base", "d5": "base*", "h8": "forest"}
    table = play(turn.turn("blue"), tiles, {"a4": "peasant1"})
    table.answer("a4", "a5", True)
    assert table.runner.done
    assert (table.runner.result, table.state.ending) == ("blue", "bases")


@pytest.mark.rule("TWB-045")
def test_one_base_is_not_enough() -> None:
    """The markers must lie there at the same time: one taken off in between counts no more."""
    tiles = {"a4": "plains", "a5": "base", "d5": "base", "h8": "forest"}
    table = play(turn.turn("blue"), tiles, {"a4": "peasant1"})
    table.answer("a4", "a5", True)
    assert not table.state.winner


@pytest.mark.rule("TWB-046")
def test_the_last_terrain_loses() -> None:
    """V33: Orange's last face-up terrain gets Blue's marker; a Base that is left does not help (A25)."""
    tiles = {"a4": "plains", "a5": "forest", "h7": "", "h8": "base"}
    table = play(turn.turn("blue"), tiles, {"a4": "peasant1"}).answer("a4", "a5", "mark")
    assert (table.runner.result, table.state.ending) == ("blue", "terrain")
    table = play(turn.turn("blue"), tiles, {"a4": "peasant1"}, rulings={"last_terrain": "base-counts"})
    table.answer("a4", "a5", "mark")
    assert table.state.winner == ""


def test_a_player_can_give_up() -> None:
    """At any question of the own turn; the other player wins."""
    for call, more in ((moves.movement("blue"), PIECE), (actions.actions("blue"), {})):
        table = play(call, {"b1": "plains"}, more).answer("give_up")
        assert (table.state.winner, table.state.ending) == ("orange", "given_up")
        assert table.runner.done


def test_the_game_ends_with_its_winner() -> None:
    """After the end nothing is asked any more."""
    state = position({"b1": "plains"}, PIECE)
    state.winner = "orange"
    table = at(state, turn.turn("blue"))
    assert (table.runner.done, table.runner.result) == (True, "orange")


def test_the_statistics_count_the_fallen() -> None:
    """A killed piece is its owner's loss and the other's kill, an engine beside it another one; disbanding is none."""
    tiles = {"b4": "plains", "b5": "plains"}
    table = play(moves.movement("blue"), tiles, {"b4": "barbarian3", "b5": "orange:soldier1 orange:siege_engine"})
    table.answer("b4", "b5")
    assert fallen(table.state, table.runner.notes) == [Fallen(1, "orange", "blue")] * 2
    older = [structs.replace(note, facts={}) for note in table.runner.notes]  # as releases wrote them before
    assert fallen(table.state, older) == fallen(table.state, table.runner.notes)
    table = play(actions.actions("blue"), tiles, {"b4": "peasant1"}, ap=3).answer("disband", "b4")
    assert fallen(table.state, table.runner.notes) == []


def test_figures_that_decided_nothing_are_called_so() -> None:
    """Who gives up may lead in all that is counted."""
    table = play(moves.movement("blue"), {"b1": "plains"}, PIECE).answer("give_up")
    assert verdict(table.state).ended.message
    table.state.ending = "terrain"
    assert not verdict(table.state).ended.message


def test_whatever_is_asked_and_told_has_rules_below_it() -> None:
    """A section that a step, a part of the turn or a part of the aid names is one of the rules."""
    parts = aids(position({}, {}))
    named = {section for code in rules_of(GAME) for section in code.sections}
    named |= {one.section for one in (*TURN, *parts) if one.section}
    assert [one for one in sorted(named) if not rows_at(GAME, one)] == []


@pytest.mark.parametrize(("ruling", "reading"), [("onto_face_down", "face-up-only"), ("mark_base", "attack-too")])
def test_the_aid_says_what_the_readings_of_the_match_say(ruling: str, reading: str) -> None:
    """About tiles that lie face down, and about the marker of a Base."""
    usual, other = position({}, {}), position({}, {})
    other.rulings[ruling] = reading
    assert aids(usual) != aids(other)
