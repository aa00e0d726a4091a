"""Secrets: no byte that a seat is sent depends on what it may not know."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, field

from companion.engine.core.text import Text
from companion.engine.game.panels import Board
from companion.engine.running.save import State
from companion.engine.running.views import HIDDEN, OWN, keeps_secrets, secrets_of, view
from companion.engine.testing.leaks import hidden_fields, leaks, perturbed
from tests.engine import toy
from tests.engine.support import advance, lengths, new_runner, seeds


def sent(state: State, seat: str) -> bytes:
    return msgspec.json.encode([view(state, seat), toy.board(state, seat)])  # type: ignore[arg-type]


@given(seeds, lengths, st.lists(st.sampled_from(toy.CARDS), max_size=6), st.lists(st.text(), max_size=6))
def test_hidden_values_move_no_byte(seed: int, steps: int, hand: list[str], cup: list[str]) -> None:
    """Put anything at all into the hidden fields: what the others are sent stays equal, byte for byte."""
    rng = Random(seed)
    runner = new_runner(rng)
    advance(runner, rng, steps)
    state = msgspec.json.decode(runner.state_json, type=toy.Fair)
    before = {seat: sent(state, seat) for seat in ("", *toy.SEATS)}
    owner = rng.choice(list(state.sides))
    changed = state.sides[owner].hand != hand
    state.sides[owner].hand, state.cup = hand, cup
    for seat in ("", *toy.SEATS):
        assert (sent(state, seat) == before[seat]) == (seat != owner or not changed)


def test_own_and_hidden() -> None:
    """A seat sees its own hand, nobody sees the cup, everybody sees the rest."""
    state = toy.new_state(["ann", "bob"], {})
    state.sides["ann"].hand = ["joker"]
    assert view(state, "ann")["sides"]["ann"]["hand"] == ["joker"]
    for seat in ("bob", ""):
        assert "hand" not in view(state, seat)["sides"]["ann"]
    assert "cup" not in view(state, "ann")
    assert view(state, "ann")["sides"]["bob"]["gold"] == 0


class Odd(State):
    """Marks in places where they are easily overlooked."""

    maybe: Annotated[str, HIDDEN] | None = None
    many: list[Annotated[int, HIDDEN]] = field(default_factory=list)
    number: Annotated[int, HIDDEN, "a remark"] = 0
    flag: Annotated[bool, OWN] = False
    table: Annotated[dict[str, int], HIDDEN] = field(default_factory=dict)
    plain: Annotated[int, "no secret"] = 0


def test_marks_inside_count_for_the_whole_field() -> None:
    """A mark of an optional value or of an element hides the field; a record without a seat owns nothing."""
    assert secrets_of(Odd) == {
        "maybe": "hidden",
        "many": "hidden",
        "number": "hidden",
        "flag": "own",
        "table": "hidden",
    }
    assert view(Odd(), "ann") == {"plain": 0, "schema": 1, "rulings": {}, "owner": {}}


def test_perturbing_changes_every_kind_of_value() -> None:
    """Numbers, flags, lists and tables are all changed, and nothing that the seat may see."""
    odd = Odd(many=[1, 2], table={"a": 1, "b": 2}, plain=5)
    other = perturbed(odd, "ann")
    assert isinstance(other, Odd)
    assert (other.many, other.number, other.flag, other.table, other.plain) == ([2, 1], 1, True, {"a": 2, "b": 1}, 5)
    assert [name for _, name in hidden_fields(odd, "ann")] == ["maybe", "many", "number", "flag", "table"]
    assert perturbed(State(), "ann") is None


def _open_hand(state: Any, seat: str) -> Board:
    return Board(Text(",".join(card for side in state.sides.values() for card in side.hand)), Text(""))


def _counted_hand(state: Any, seat: str) -> Board:
    return Board(Text(",".join(str(len(side.hand)) for side in state.sides.values())), Text(""))


@pytest.mark.parametrize(("board", "leaking"), [(_open_hand, True), (_counted_hand, False), (toy.board, False)])
def test_a_board_that_shows_a_rivals_hand_is_found(board: Any, leaking: bool) -> None:
    """The search finds a board that shows cards, and does not mind one that shows how many there are."""
    state = toy.new_state(["ann", "bob"], {})
    state.sides["ann"].hand, state.sides["bob"].hand = ["joker", "judge"], ["giant", "goose"]
    game = msgspec.structs.replace(toy.GAME, board=board)
    assert bool(leaks(game, state, ["ann", "bob"])) == leaking


class Spot(Struct):
    """A face-down spot."""

    what: Annotated[str, HIDDEN]


class Land(State):
    """Spots whose contents are exchanged when looking for leaks."""

    spots: list[Spot]


def test_single_hidden_words_are_exchanged_between_records() -> None:
    """A hidden word cannot be made up, but it can be swapped with that of another record."""
    land = perturbed(Land(spots=[Spot("gold"), Spot("dust")]), "ann")
    assert isinstance(land, Land)
    assert [spot.what for spot in land.spots] == ["dust", "gold"]


class Held(Struct):
    cards: Annotated[list[str], OWN] = []


class Dealt(Struct):
    hands: dict[str, Held | None] = {}


class Scores(Struct):
    points: dict[str, int] = {}


def test_a_state_keeps_secrets_or_not() -> None:
    """Wherever in it a field is marked; one that lies open keeps none."""
    assert keeps_secrets(Dealt)
    assert not keeps_secrets(Scores)
