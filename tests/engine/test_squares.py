"""A board of squares: names, neighbours, and what hangs together."""

from __future__ import annotations

import pytest

from companion.engine.core.errors import RuleError
from companion.engine.game.squares import Squares

BOARD = Squares(4, 3)


def test_places_are_called_by_column_and_row() -> None:
    """Row by row from a1; names of columns and rows are there too."""
    assert BOARD.places == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3")
    assert (BOARD.columns, BOARD.rows) == (("a", "b", "c", "d"), ("1", "2", "3"))
    assert (BOARD.at("a1"), BOARD.at("d2")) == ((0, 0), (3, 1))
    assert Squares(2, 12).places[-1] == "b12"
    assert Squares(26, 1).places[-1] == "z1"
    with pytest.raises(RuleError, match="27 columns"):
        Squares(27, 1)


@pytest.mark.parametrize(
    ("place", "edges", "corners"),
    [
        ("b2", "b3 c2 b1 a2", "c3 c1 a1 a3"),
        ("a1", "a2 b1", "b2"),
        ("d2", "d3 d1 c2", "c1 c3"),
        ("c3", "d3 c2 b3", "d2 b2"),
    ],
)
def test_neighbours_end_at_the_edge_of_the_board(place: str, edges: str, corners: str) -> None:
    """Up to four by edges, up to eight with corners."""
    assert list(BOARD.neighbours(place)) == edges.split()
    assert sorted(BOARD.neighbours(place, corners=True)) == sorted(edges.split() + corners.split())


def test_neighbours_are_mutual() -> None:
    """Whoever lies beside a place has it beside himself."""
    for corners in (False, True):
        for place in BOARD.places:
            assert all(
                place in BOARD.neighbours(other, corners=corners) for other in BOARD.neighbours(place, corners=corners)
            )


def test_what_hangs_together() -> None:
    """Edge to edge, never over a corner, never over what lies outside; the start belongs to it in any case."""
    over = {"a1", "b1", "b2", "d1", "c3"}
    assert sorted(BOARD.connected(["a1"], over)) == ["a1", "b1", "b2"], "c3 touches b2 at a corner only"
    assert sorted(BOARD.connected(["c1"], over)) == ["a1", "b1", "b2", "c1", "d1"]
    assert sorted(BOARD.connected(["a1", "c3"], over)) == ["a1", "b1", "b2", "c3"]
    assert list(BOARD.connected([], over)) == []
    assert sorted(BOARD.connected(["d3"], set(BOARD.places))) == sorted(BOARD.places)
