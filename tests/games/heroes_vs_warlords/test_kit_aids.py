"""What the aids and displays say is what the rules of the app do: figures and marks are compared with the code."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.catalogues import translator
from companion.engine.game.printed import ENGLISH, Say
from companion.games.heroes_vs_warlords.advanced import methods as ways
from companion.games.heroes_vs_warlords.advanced import support
from companion.games.heroes_vs_warlords.display.position import full_terrain
from companion.games.heroes_vs_warlords.fighting.siege import CAMP_SP, CITY_SP, TOWER_BOXES, WORKS_BONUS, tower_bonus
from companion.games.heroes_vs_warlords.kit import aids, methods, sheets, tables
from companion.games.heroes_vs_warlords.kit.cities import defenses
from companion.games.heroes_vs_warlords.kit.making import Making
from companion.games.heroes_vs_warlords.records.facts import RACES
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState
from companion.games.heroes_vs_warlords.turns import cities
from printables.displays.aid import Table, Terms, Words
from printables.look.theme import Look

MAKING = Making(HOUSE_SHEET, "")
STATE = cast(HvWState, SimpleNamespace(rulings={"support_modifiers": "method_4"}))


def blocks(side: str) -> dict[str, Any]:
    """The blocks of a side of the aids by their titles."""
    return {one.title: one for column in aids.sides(MAKING)[side].columns for one in column}


@pytest.mark.rule("HVW-417")
def test_the_table_of_the_four_methods_marks_what_the_rules_count() -> None:
    """A dot stands where the rule asks for it in a combat of that method, in the order of their numbers."""
    rows = methods.table(ENGLISH).rows[1:]
    for n, method in enumerate(ways.ALL, 1):
        fight = cast(Battle, SimpleNamespace(method=method, terrain=""))
        later, hits, moves = ways.is_advanced(fight), ways.advanced_hits(fight), ways.on_display(fight)
        wanted = [moves, hits, hits, later, later, full_terrain(fight), support.counts(STATE, fight), moves and hits]
        assert [row[n] == methods.YES for row in rows] == wanted, method
    assert "methods" in {name for name, one in aids.figures(MAKING).items() if one == methods.table(ENGLISH)}
    assert methods.table(ENGLISH).title in blocks("advanced")


def test_towers_add_the_same_in_the_table_in_the_words_and_in_the_rules() -> None:
    """Also to the d20 of a unit that is shot at in one (8.7.2.3, ruling R43)."""
    added = tuple(f"+{tower_bonus(n)}" for n in range(1, TOWER_BOXES + 1))
    assert all(row[1:] == added for row in tables.bonus(ENGLISH).rows)
    shot = dict(blocks("fight")["Attacks and hits"].entries)["Ranged"]
    assert all(one in shot for one in added)


@pytest.mark.parametrize("race", RACES)
def test_walls_have_the_level_that_their_marker_and_the_aid_count(race: str) -> None:
    """Built first is Level 2; the display says what stands before, too. The app has the same names."""
    points, names = (CAMP_SP, cities.CORRALS) if race == "barbarians" else (CITY_SP, cities.FACILITIES)
    first, second = defenses(MAKING, race)[:2]
    assert (first.name, second.name) == (names["defense_step_1"], names["defense_step_2"])
    assert [re.findall(r"\d+", one.name) for one in (first, second)] == [["2"], ["3"]]
    assert {int(n) for n in re.findall(r"\d+", first.effect)} >= {points[1], points[2], WORKS_BONUS[1], WORKS_BONUS[2]}
    assert {int(n) for n in re.findall(r"\d+", second.effect)} >= {points[3], WORKS_BONUS[3]}


def test_each_kind_of_marker_is_explained() -> None:
    """Whatever lies on map and displays is named on the aid for the table."""
    told = " ".join(word for word, _ in blocks("units")["Markers"].entries)
    for word in ("Control", "Hero 1", "Hero 2", "Explored", "Visited", "Damaged", "Destroyed", "Hit", "Mercenaries"):
        assert word in told


def test_no_block_stands_on_two_sides() -> None:
    shown = [one for side in aids.sides(MAKING).values() for column in side.columns for one in column]
    titles = [one.title for one in shown]
    assert len(titles) == len(set(titles))
    assert all(isinstance(one, Table | Words | Terms) or one.lines for one in shown)


def test_levels_have_their_german_letter_on_every_aid() -> None:
    german = Making(HOUSE_SHEET, "", Say(translator("de")))
    made = [tables.units(german, side) for side in HOUSE_SHEET.units]
    assert {row[0][0] for table in made for row in table.rows} == {"S"}
    assert {row[0][0] for row in tables.units(MAKING, "knights").rows} == {"L"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_credits_fit_whoevers_values_are_printed(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stand on the back of the Round track, in one line for house values and one for those of an owner."""
    for first in range(len(sheets.FILE_NAMES) + 1):
        owned = list(sheets.FILE_NAMES)[:first]
        monkeypatch.setattr(Making, "whose", lambda _self, name, owned=owned: "owner" if name in owned else "house")
        (track,) = sheets.round_track(Making(HOUSE_SHEET, "", Say(translator(language)))).pieces
        assert track.back
        assert track.back(Look("full", language)).items
