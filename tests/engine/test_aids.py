"""Player aids as data: what a line waits for, what the game fills in, what the file may not say."""

from __future__ import annotations

import pytest
from msgspec import convert

from companion.engine.core.errors import DataError
from companion.engine.core.text import t
from companion.engine.game.data import shape
from companion.engine.game.guidance import Aid, AidFigures, AidText
from companion.games.heroes_vs_warlords.readers.aids import PARTS

RAW = [
    {"id": "walls", "title": "Walls", "lines": ["{n} points.", {"when": "siege", "text": "No way out."}]},
    {"id": "camps", "title": "Camps", "when": "siege"},
    {"id": "units"},
    {"id": "prices", "title": "Prices", "columns": ["What", "Gold"], "rows": [["Hut", "{n}"]]},
]


def told(siege: bool) -> tuple[Aid, ...]:
    own = {"units": [Aid("units-red", t("Red")), Aid("units-blue", t("Blue"))]}
    figures = AidFigures({"siege": siege}, {"n": 3, "unused": 4}, {"prices": [(t("Wall"), t("2"))]}, own)
    return figures.told(convert(RAW, tuple[AidText, ...]))


def test_parts_and_lines_stand_there_when_something_holds() -> None:
    """In the order of the file; what the game makes stands where its id does."""
    assert [one.id for one in told(siege=True)] == ["walls", "camps", "units-red", "units-blue", "prices"]
    assert [one.id for one in told(siege=False)] == ["walls", "units-red", "units-blue", "prices"]
    assert [len(told(siege)[0].lines) for siege in (False, True)] == [1, 2]


def test_words_take_the_values_they_name_and_tables_their_rows() -> None:
    """And no others, so that a text says the same whatever else the game counts."""
    walls, *_, prices = told(siege=False)
    assert walls.lines == (t("{n} points.", n=3),)
    assert prices.rows == ((t("Hut"), t("{n}", n=3)), (t("Wall"), t("2")))


def test_a_wrong_word_in_the_file_is_named() -> None:
    """With file and field."""
    with pytest.raises(DataError, match=r"aids\.toml: aid.*lnes"):
        shape([{"id": "walls", "lnes": []}], tuple[AidText, ...], "aids.toml: aid")


def test_messages_are_all_words_of_a_part() -> None:
    """Lines that wait for something too: translators see them."""
    walls = convert(RAW[0], AidText)
    assert walls.messages == ["Walls", "{n} points.", "No way out."]
    assert convert(RAW[3], AidText).messages == ["Prices", "What", "Gold", "Hut"]
    assert all(one.messages or one.id in ("units", "prices") for one in PARTS)
