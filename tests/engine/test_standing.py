"""The standing: who leads is marked, and at the end only in what was compared."""

from __future__ import annotations

import pytest

from companion.engine.core.text import Text
from companion.engine.game.verdict import compared

KINDS = [Text("Points"), Text("Gold"), Text("Keeps")]
ROWS = [("red", Text("Red"), [5, 3, 1]), ("blue", Text("Blue"), [5, 2, 4]), ("green", Text("Green"), [1, 9, 9])]


ALL = {("red", 0), ("blue", 0), ("green", 1), ("green", 2)}


@pytest.mark.parametrize(
    ("ended", "in_order", "marked"),
    [(False, True, ALL), (True, False, ALL), (True, True, {("red", 0), ("blue", 0), ("red", 1)})],
)
def test_what_comes_after_the_decision_is_not_marked(ended: bool, in_order: bool, marked: set[tuple[str, int]]) -> None:
    """Red has won by its gold, which Green is out of; nobody looked at the keeps."""
    table = compared(KINDS, ROWS, ended=ended, in_order=in_order)
    cells = [(column - 1, row) if ended else (row, column - 1) for row, column in table.best]
    assert {(ROWS[row][0], column) for row, column in cells} == marked
