"""The sheets of rules: what decides a question stands first, with the readings that it quotes."""

from __future__ import annotations

import re

import pytest

from companion.engine.game.reference import rows_at
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.language import ABILITIES
from companion.games.conquest_of_zabor.readers.guide import aids
from companion.web.reading.reference import places_of, rows_of
from tests.games.conquest_of_zabor.table import world

TITLES = {one.title: one for one in GAME.rulings}


def first(section: str, place: str) -> set[str]:
    """The ids of the rows that come first at a question."""
    return {row.id for row in rows_of(rows_at(GAME, section), {place})}


def test_a_quoted_ruling_stands_with_its_rule() -> None:
    """A rule that quotes a ruling is listed where this ruling is, and brings its reading along."""
    quoted = [(row, TITLES[title]) for row in GAME.rows for title in re.findall("“(.*?)”", row.rule)]
    assert len(quoted) >= 3
    for row, ruling in quoted:
        assert ruling.id in places_of(row)
        assert "Battle" in ruling.sections


@pytest.mark.parametrize(("place", "wanted"), [
    ("battle.battle_round#dice", {"ZAB-074", "ZAB-117", "ZAB-217"}),
    ("battle.battle_round#casualties", {"ZAB-076", "ZAB-212"}),
    ("battle.first_strike#casualties", {"ZAB-073"}),
    ("battle.battle_round#absorb", {"ZAB-117"}),
])  # fmt: skip
def test_a_battle_tells_what_decides_now(place: str, wanted: set[str]) -> None:
    """Support and Absorb where dice are rolled, wounds where they are taken."""
    assert wanted <= first("Battle", place)


def test_each_ability_is_in_one_table_of_the_aid() -> None:
    """Those of a battle stand at the battle, those of a move at the move."""
    told = [str(row[0]) for one in aids(world()) if one.section in ("Battle", "Movement") for row in one.rows]
    assert sorted(told) == sorted(one.replace("_", " ").title() for one in ABILITIES)


@pytest.mark.parametrize(("key", "reading"), [("support", "by-type"), ("absorb", "per-round")])
def test_the_aid_tells_the_readings_of_the_match(key: str, reading: str) -> None:
    """Another reading makes other lines of a battle."""
    usual, other = (next(one.lines for one in aids(world(rulings=rulings)) if one.id == "battle")
                    for rulings in ({}, {key: reading}))  # fmt: skip
    assert len(usual) == len(other)
    assert sum(one != two for one, two in zip(usual, other, strict=True)) == 1


def test_what_is_bought_has_its_table() -> None:
    """Prices of Units and Upgrades stand at the actions that buy them."""
    tables = {one.section: one for one in aids(world()) if one.id in ("units", "upgrades")}
    assert set(tables) == {"Action card: Build Army", "Action card: Civilize"}
    assert len(tables["Action card: Build Army"].rows) == len(facts.UNITS)
