"""Set-up: what is dealt and laid, three tiles turned up, one replaced by a Base, who goes first."""

from __future__ import annotations

from copy import deepcopy

import pytest

from companion.engine.core.effects import Draw
from companion.games.two_bases import GAME, facts
from companion.games.two_bases.deck import deck
from companion.games.two_bases.land import HALF, PLACES
from companion.games.two_bases.readers.board import other_tiles, piles
from companion.games.two_bases.readers.guide import tasks
from tests.games.two_bases.table import kinds, match, position, set_up

LAND = {"b4": "plains", "b5": "plains"}


@pytest.mark.rule("TWB-001", "TWB-002", "TWB-003", "TWB-004")
def test_the_table_is_told_how_to_lay_the_tiles() -> None:
    """Bases aside, 31 tiles and one Base a side, four rows of eight, face down and landscape."""
    told = GAME.first_tasks(match().state) if GAME.first_tasks else ()
    seats = [sorted(one.seat for one in told if str(one.text) == str(words)) for words, _once in facts.LAYING]
    assert seats == [[""] if once else sorted(facts.SEATS) for _words, once in facts.LAYING]
    assert seats.count([""]) == 2
    assert GAME.first_tasks
    assert not GAME.first_tasks(match().answer("ready").state)
    words = " ".join(str(one) for one, _once in facts.LAYING)
    assert all(one in words for one in ("60 small", "21 large"))
    assert all(one in words for one in ("Bases aside", "31", "one Base", "face down", "landscape", "4 rows of 8"))


@pytest.mark.rule("TWB-002", "TWB-004", "TWB-012")
def test_the_board_has_64_tiles_face_down() -> None:
    """32 spaces a side; 62 terrain tiles and two Bases a side are enough for both, with two tiles to swap out."""
    state = match().state
    assert [HALF[place] for place in PLACES].count("blue") == 32 == [HALF[place] for place in PLACES].count("orange")
    assert kinds(state) == []
    assert sum(facts.TILES.values()) == 62
    assert facts.BOARD["bases_each"] == 2


@pytest.mark.rule("TWB-005", "TWB-006")
def test_three_tiles_are_turned_up_and_one_makes_room() -> None:
    """V01, V02: each side has three places face up, one of them a Base; the tile replaced is out of the game."""
    table = set_up()
    assert sorted(kinds(table.state)) == ["base", "base", "forest", "forest", "plains", "plains"]
    assert table.state.gone == {"mountain": 2}
    assert table.state.pool == {}


def test_who_turns_up_tiles_knows_how_many_are_left() -> None:
    """The question counts them, for each side anew."""
    table, said = match().answer("ready"), []
    for place in ("a1", "b1", "c1"):
        said.append(table.question.part.prompt.values)
        table.answer(place, "plains")
    assert said == [{"n": n, "of": 3} for n in (1, 2, 3)]
    assert table.answer("a1").question.part.prompt.values == said[0]


@pytest.mark.rule("TWB-005")
def test_only_the_own_half_is_turned_up() -> None:
    """Blue chooses among Blue's 32 tiles, Orange among the others, and no tile twice."""
    table = match().answer("ready")
    assert table.asked[0] == "blue"
    assert all(HALF[place] == "blue" for place in table.open())
    table.answer("a1", "plains")
    assert "a1" not in table.options()
    table.answer("b1", "plains", "c1", "plains", "a1")
    assert table.asked[0] == "orange"
    assert [HALF[place] for place in table.open()] == ["orange"] * 32


def test_the_replaced_tile_goes_back_where_a_table_rules_so() -> None:
    """Ruling A02 `back-to-pool`: the tile lies in the pool beside the board and is not out of the game."""
    table = set_up(swapped_tile="back-to-pool")
    assert (table.state.pool, table.state.gone) == ({"mountain": 2}, {})
    rows = [tuple(map(str, row)) for row in other_tiles(table.state).rows]
    assert ("Mountain", "16", "2", "0") in rows
    assert ("Mountain", "16", "0", "2") in [tuple(map(str, row)) for row in other_tiles(set_up().state).rows]


@pytest.mark.rule("TWB-003", "TWB-007")
def test_a_base_is_not_replaced_by_a_base() -> None:
    """V03: the shuffled Base may come up; it stays, and one of the other two makes room."""
    table = match().answer("ready", "a1", "base", "b1", "plains", "c1", "forest")
    assert table.open() == ["b1", "c1"]
    assert table.refused("a1") == "Setup"
    table.answer("b1")
    assert [table.state.board[place].kind for place in ("a1", "b1", "c1")] == ["base", "base", "forest"]


@pytest.mark.rule("TWB-003")
def test_each_half_holds_one_shuffled_base() -> None:
    """The chance that a tile of the half is its Base is one in all that lie face down, and nothing once it is found."""
    state = match().state
    cards = {card.id: card.count * card.weight for card in deck(state, "blue")}
    assert cards["base"] * 32 == sum(cards.values())
    state.board["a1"].kind = "base"
    assert "base" not in {card.id for card in deck(state, "blue")}
    assert "base" in {card.id for card in deck(state, "orange")}
    blue = [place for place in PLACES if HALF[place] == "blue" and place != "d4"]
    kinds_left = ["base", *["plains"] * 15, *["forest"] * 15]
    last = position(dict(zip(blue, kinds_left, strict=True)), safe=False)
    assert [card.id for card in deck(last, "blue")] == ["base"]


@pytest.mark.rule("TWB-008", "TWB-009", "TWB-010")
def test_each_player_has_a_pile_of_60_small_and_21_large_cards() -> None:
    """V35: the numbers of the document, and the pile is shown."""
    for player in set_up().state.players.values():
        small = dict.fromkeys(("peasant", "soldier", "hunter", "barbarian", "siege_engine"), 0)
        for card in facts.PIECES.values():
            small[card.kind] += player.available[card.id]
        assert small == {"peasant": 14, "soldier": 14, "hunter": 14, "barbarian": 14, "siege_engine": 4}
        large = {name: player.available[name] for name in facts.DEVELOPMENTS}
        assert large == {
            "village": 6, "mill": 3, "mine": 3, "town": 2, "fort": 2, "city": 2, "stronghold": 2, "citadel": 1,
        }  # fmt: skip
        shown = {str(row[0]): str(row[1]) for row in piles(player).rows}
        assert shown["Soldier I"] == "8"


@pytest.mark.rule("TWB-011")
def test_chance_says_who_goes_first() -> None:
    """Either side may, with equal chances, and it is that side's turn."""
    for first in facts.SEATS:
        assert set_up(first).state.active == first
    fresh = match().answer("ready")
    for row in ("1", "8"):
        for column in "abc":
            fresh.answer(f"{column}{row}", "plains")
        fresh.answer(f"a{row}")
    part = fresh.question.part
    assert isinstance(part, Draw)
    assert [(card.id, card.count, card.weight) for card in part.deck] == [("blue", 1, 1), ("orange", 1, 1)]


@pytest.mark.rule("TWB-013")
def test_two_play() -> None:
    """The game is for two, who sit at opposite sides."""
    assert GAME.players == (2,)
    assert len(GAME.seats) == 2


def test_what_is_turned_up_or_laid_is_a_task() -> None:
    """A tile that lies open now is one of whoever acts, a Base that was laid of its owner; what lay there before is
    none.
    """
    before = position(LAND)
    after = deepcopy(before)
    after.board["a5"].kind = "forest"
    assert [(one.id, one.seat) for one in tasks(before, after)] == [("tile:a5", "blue")]
    before.active = after.active = ""
    after.board["a5"].kind, after.board["b5"].kind = "", "base"
    assert [(one.id, one.seat) for one in tasks(before, after)] == [("tile:b5", "orange")]


def test_where_the_tile_goes_that_a_base_replaces_is_told_by_the_reading() -> None:
    """Out of the game or into the pool; a tile that was entered wrongly is no Base that was laid."""
    told = {}
    for reading in ("out", "back-to-pool"):
        before = position(LAND)
        before.rulings["swapped_tile"] = reading
        after = deepcopy(before)
        after.board["b5"].kind = "base"
        (told[reading],) = (one.text for one in tasks(before, after))
        after.board["b5"].kind = next(kind for kind in ("plains", "forest") if kind != before.board["b5"].kind)
        (told["entered"],) = (one.text for one in tasks(before, after))
    assert len({text.message for text in told.values()}) == 3
