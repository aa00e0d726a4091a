"""Aids whose words stand in a data file."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game.printed import say
from printables.displays import aids
from printables.displays.aid import Steps, Table, Terms, Words
from printables.errors import BadOption

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
    side = aids.sides(DATA, say, {"n": 3}, {"prices": TABLE})["one"]
    assert side.columns == (
        (Steps("First", ("Take 3.",), icon="eye", section="1.2"),),
        (Words("Then", ("Over.",)), TABLE, Terms("Words", (("MP", "movement, 3 a turn"),))),
    )


@pytest.mark.parametrize("block", [{"steps": ["{much}"]}, {"terms": [["{much}", ""]]}, {}])
def test_what_is_not_there_is_named(block: dict[str, object]) -> None:
    """A number that nobody hands in, and a block that says nothing, are refused."""
    with pytest.raises(BadOption):
        aids.block({"title": "x", **block}, say, {})


def test_an_unknown_block_is_named() -> None:
    with pytest.raises(BadOption, match="prices"):
        aids.sides(DATA, say, {"n": 3}, {})


def test_translators_get_every_text_with_words() -> None:
    found = list(aids.messages(DATA))
    assert {"Aid", "Then", "Over.", "Take {n}.", "MP", "movement, {n} a turn"} <= set(found)
    assert "{n}" not in found
