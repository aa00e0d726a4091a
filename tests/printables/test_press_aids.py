"""Aids whose words stand in a data file."""

from __future__ import annotations

from typing import Any

import pytest

from companion.catalogues import printed
from companion.engine.game.printed import ENGLISH
from companion.games import load_game
from companion.games.archmagi import facts as archmagi
from companion.games.archmagi.kit.aids import figures as archmagi_figures
from companion.games.conquest_of_zabor import facts as zabor
from companion.games.conquest_of_zabor.kit.aids import figures as zabor_figures
from companion.games.two_bases import facts as two_bases
from companion.games.two_bases.kit.aid import sides as two_bases_sides
from companion.games.two_bases.sheet import HOUSE_SHEET
from printables.displays import aid, aids
from printables.displays.aid import Steps, Table, Terms, Words
from printables.errors import BadOption
from printables.look import fonts
from printables.look.display import Text
from printables.look.theme import Look

TABLE = Table("Prices", (), (("a", "1"),), (1, 1))
DATA: dict[str, Any] = {
    "side": [{"id": "one", "title": "Aid", "subtitle": "", "columns": [["first"], ["then", "prices", "words"]]}],
    "block": {
        "then": {"title": "Then", "words": ["Over."]},
        "first": {"title": "First", "icon": "eye", "section": "1.2", "steps": ["Take {n}."]},
        "words": {"title": "Words", "terms": [["MP", "movement, {n} a turn"]]},
    },
}


def test_blocks_come_column_by_column_with_numbers_and_tables_in_their_places() -> None:
    """A block is numbered steps, paragraphs, words with their meaning, or a table that the game makes."""
    side = aids.sides(DATA, ENGLISH, {"n": 3}, {"prices": TABLE})["one"]
    assert side.columns == (
        (Steps("First", ("Take 3.",), icon="eye", section="1.2"),),
        (Words("Then", ("Over.",)), TABLE, Terms("Words", (("MP", "movement, 3 a turn"),))),
    )


@pytest.mark.parametrize("block", [{"steps": ["{much}"]}, {"terms": [["{much}", ""]]}, {}])
def test_what_is_not_there_is_named(block: dict[str, object]) -> None:
    """A number that nobody hands in, and a block that says nothing, are refused."""
    with pytest.raises(BadOption):
        aids.block({"title": "x", **block}, ENGLISH, {})


def test_an_unknown_block_is_named() -> None:
    with pytest.raises(BadOption, match="prices"):
        aids.sides(DATA, ENGLISH, {"n": 3}, {})


def test_translators_get_every_text_with_words() -> None:
    found = list(aids.messages(DATA))
    assert {"Aid", "Then", "Over.", "Take {n}.", "MP", "movement, {n} a turn"} <= set(found)
    assert "{n}" not in found


FULL, READ, LEAST = 0.8, 8.0, 6.0
"""How far down a column of an aid reaches at least, as part of the sheet; the least points of sentences and of all."""
AIDS = [
    (game, component, language)
    for game, components, languages in (
        ("archmagi", ("player_aid", "table_aid"), ("en",)),
        ("conquest_of_zabor", ("aid", "table_aid"), ("en",)),
        ("two_bases", ("player_aid",), ("en", "de")),
    )
    for component in components
    for language in languages
]


@pytest.mark.parametrize(("game", "component", "language"), AIDS)
def test_aids_are_full_and_large_enough_to_read(game: str, component: str, language: str) -> None:
    """No column ends high above the foot of the sheet, and nothing was made small to fit."""
    found = next(one for one in printed(load_game(game), language).components if one.id == component)
    for piece in found.pieces:
        for face in (piece.front, piece.back):
            assert face is not None
            texts = [one for one in face(Look("full", language)).items if isinstance(one, Text)]
            body = [one for one in texts if aid.TOP < one.y < aid.HEIGHT - 5]
            left = [one.y for one in body if one.x < aid.WIDTH / 2]
            right = [one.y for one in body if one.x >= aid.WIDTH / 2]
            assert min(max(left), max(right)) > FULL * aid.HEIGHT, (component, max(left), max(right))
            assert min((one.size for one in body if one.font == fonts.TEXT), default=READ) >= READ
            assert min(one.size for one in body) >= LEAST


def test_tables_of_archmagi_count_the_hexes_and_hands_of_the_data() -> None:
    """Land and sea of a map are all its hexes; the rolls for land and sea reach every row of the chart."""
    made = archmagi_figures(ENGLISH, archmagi.HOUSE)
    size, limits = made["map"], made["limits"]
    assert isinstance(size, Table)
    assert isinstance(limits, Table)
    for (players, _size, land, sea), (known, (high, wide)) in zip(
        size.rows, archmagi.SETUP["map"].items(), strict=True
    ):
        assert (players, int(land) + int(sea)) == (known, high * wide)
    assert ("Units in a hex", str(archmagi.LIMITS["stack"])) in limits.rows
    chart = made["terrain"]
    assert isinstance(chart, Table)
    assert len(chart.rows) == len(archmagi.TERRAIN)
    assert "again on 17 to 20" in chart.note
    assert "add 16" in chart.note


def test_tables_of_zabor_have_every_piece_and_both_slots_of_every_action() -> None:
    made = zabor_figures()
    supply = made["supply"]
    assert isinstance(supply, Table)
    assert {row[0] for row in supply.rows} == {one.name for one in (*zabor.UNITS.values(), *zabor.ITEMS.values())}
    for slot in ("primary", "secondary"):
        block = made[slot]
        assert isinstance(block, Terms)
        assert [word for word, _ in block.entries] == list(zabor.ACTIONS.values())


def test_the_cards_of_the_two_base_game_are_counted_on_its_aid() -> None:
    """60 small and 21 large cards a side, 62 tiles without the Bases."""
    pieces, _high, built, terrain = (
        one for one in two_bases_sides(ENGLISH, HOUSE_SHEET)["cards"].columns[0] if isinstance(one, Table)
    )
    assert sum(int(row[5]) for row in pieces.rows) == 60
    assert sum(int(row[2]) for row in built.rows) == 21
    assert sum(int(row[1]) for row in terrain.rows) == sum(two_bases.TILES.values()) == 62
