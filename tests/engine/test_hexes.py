"""A board of hexes: names, coordinates, neighbours and distances agree with each other."""

from __future__ import annotations

from itertools import product

import pytest

from companion.engine.core.errors import RuleError
from companion.engine.game.hexes import Hexes, axial_distance, fullest

FIELD = Hexes(7, 6)


def test_places_are_named_by_column_and_row() -> None:
    """`a1` is the first; every second column lies half a hex lower, so rows shift in axial coordinates."""
    assert FIELD.places[0] == "a1"
    assert len(FIELD.places) == 42
    assert (FIELD.at("a1"), FIELD.at("b1"), FIELD.at("c1"), FIELD.at("c3")) == ((0, 0), (1, 0), (2, -1), (2, 1))


def test_neighbours_go_both_ways_and_are_one_step_apart() -> None:
    """Whoever touches me, I touch; and nobody else is one step away."""
    for one, other in product(FIELD.places, repeat=2):
        assert (other in FIELD.neighbours(one)) == (one in FIELD.neighbours(other)) == (FIELD.distance(one, other) == 1)


def test_a_hex_inside_has_six_neighbours_and_the_rim_has_fewer() -> None:
    """Also the rim is told: of 7 columns and 6 rows, 5 by 4 lie inside."""
    assert len(FIELD.neighbours("c3")) == 6
    assert sum(not FIELD.is_edge(place) for place in FIELD.places) == 20


def test_distance_is_the_length_of_the_shortest_way() -> None:
    """Step by step from one corner, each place is reached after as many steps as its distance says."""
    reached, border, steps = {"a1": 0}, ["a1"], 0
    while border:
        steps += 1
        border = list(dict.fromkeys(to for at in border for to in FIELD.neighbours(at) if to not in reached))
        reached.update(dict.fromkeys(border, steps))
    assert reached == {place: FIELD.distance("a1", place) for place in FIELD.places}
    assert axial_distance((0, 0), (3, -1)) == 3


def test_there_are_no_more_columns_than_letters() -> None:
    """More cannot be named."""
    with pytest.raises(RuleError):
        Hexes(27, 2)


def test_the_fullest_place_is_the_first_of_those_named_most_often() -> None:
    assert fullest(["b2", "a1", "", "a1", "b2", ""]) == "b2"
    assert fullest(["", "c3"]) == "c3"
    assert fullest([]) == ""
