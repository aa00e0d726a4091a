"""What phones draw of an invasion: both pieces face to face, and who has fallen until the next deed."""

from __future__ import annotations

from companion.engine.game.panels import BattlePanel, MapPanel
from companion.games.two_bases.readers.board import board
from tests.games.two_bases.table import Table
from tests.games.two_bases.test_combat import invade


def picture(table: Table) -> BattlePanel | None:
    """The fight on the board, if there is one."""
    panels = board(table.state, "orange").panels
    return next((panel for panel in panels if isinstance(panel, BattlePanel)), None)


def test_who_has_fallen_stays_in_the_picture_until_the_next_deed() -> None:
    """The loser sees his piece struck out beside the winner; once that is settled the map comes back."""
    table = invade("soldier2", "soldier1")
    assert table.asked == ("blue", "Combat", "advance")
    drawn = picture(table)
    assert drawn is not None
    winner, loser = drawn.sides
    assert [(one.lost, str(one.label)) for one in winner.stacks] == [(False, "Soldier II")]
    assert [(one.lost, str(one.label)) for one in loser.stacks] == [(True, "Soldier I")]
    assert (winner.lost, [str(one) for one in loser.lost]) == ((), ["Soldier I"])
    table.answer(False)
    assert picture(table) is None


def test_both_stand_both_are_drawn() -> None:
    """As long as both live, nobody is struck out, and each has its figures."""
    drawn = picture(invade("soldier2", "soldier2"))
    assert drawn is not None
    assert [one.lost for side in drawn.sides for one in side.stacks] == [False, False]
    assert all(side.gauges and not side.lost for side in drawn.sides)


def test_the_title_names_the_piece_and_the_square() -> None:
    """`Soldier II invades B5`: never two squares, whose names are like those of pieces."""
    words = board(invade("soldier2", "soldier2").state, "blue").doing
    assert {"Soldier II", "B5"} <= {str(one) for one in words.values.values()}


def test_pieces_on_the_map_are_figures_and_no_squares() -> None:
    """Each has the figure of its counter and a stroke for each level: no letter and number that could be a square."""
    state = invade("hunter3", "peasant1", damage=(0, 0)).state
    tokens = [one for panel in board(state, "blue").panels if isinstance(panel, MapPanel) for spot in panel.hexes
              for one in spot.tokens]  # fmt: skip
    assert [(one.icon, one.level, one.letter) for one in tokens] == [("bowman", 3, "H")]
