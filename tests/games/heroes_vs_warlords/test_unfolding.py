"""Results of a siege unfold into the numbers that made them, each with its section."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.heroes_vs_warlords.records.state import Stack
from tests.games.heroes_vs_warlords.rows.battlefield import against_enemy, attack, besieged, dice, pass_until, side
from tests.games.heroes_vs_warlords.table import Table, position

Terms = list[list[tuple[int, str]]]


def siege(**rulings: str) -> Table:
    """Five archers and a Hero before a City with one tower, nine archers in it."""
    besieger = side("knights", (3, 5), hero=(2, 4), initiative=6, level=1)
    return besieged(besieger, side("amazons", (3, 9)), towers=1, **rulings)


def last(table: Table, section: str) -> Terms:
    """The sums of the last line of a section, the terms of each as (value, section): their words may change."""
    found = [note for note in table.runner.notes if note.section == section and note.why][-1]
    return [[(term.value, term.section) for term in one.terms] for one in found.why]


@pytest.mark.parametrize(("ruling", "halved"), [("by_method", -2), ("always_down", -3)])
def test_hits_on_a_tower_unfold_into_units_and_their_half(ruling: str, halved: int) -> None:
    """Five archers hit: five hits, less what the tower stops."""
    table = pass_until(siege(tower_half=ruling), "step:3")
    attack(table, "0>0", 20, 1)
    assert [(5, "8.6.1"), (halved, "8.7")] in last(table, "8.5.1")


def test_losses_in_a_tower_unfold() -> None:
    """A damaged tower: nine units, five of them stay; the breach itself is there as well."""
    table = dice(siege().answer(True, section="8.7.1"), 5)
    sums = last(table, "8.7.1")
    assert [(9, "8.7.1"), (-5, "8.7.1")] in sums
    assert [(5, ""), (1, "4.1.1")] in sums


def test_losses_in_a_destroyed_tower_unfold() -> None:
    """All nine: nothing is taken off."""
    table = dice(siege().answer(True, section="8.7.1"), 20)
    assert [(9, "8.7.1")] in last(table, "8.7.1")


@pytest.mark.parametrize(("about", "section"), [("step:8", "8.8"), ("step:9", "8.9")])
def test_rolls_against_the_initiative_unfold(about: str, section: str) -> None:
    """The die, and the Initiative it had to stay within."""
    table: Any = pass_until(siege(), about).answer(True, about=about)
    dice(table, 7)
    assert last(table, section) == [[(7, section)], [(6, section)]]


def test_experience_and_loot_unfold() -> None:
    """EP into kills and the Hero killed; loot into the stock and the tenths of the Conquest Table."""
    state = position(war=True)
    state.cities["home:amazons"].units = [Stack("amazons", 1, 1)]
    state.cities["home:amazons"].stock.wood = 2
    state.players["knights"].heroes[0].sections[0] = Stack("knights", 3, 20)
    table = against_enemy(state, "knights:1", "home:amazons").answer(True, section="8.7.1")
    dice(table, 20).win()
    (kills, fallen) = next(terms for terms in last(table, "8.11") if len(terms) > 1)
    assert kills[1] == "8.11"
    assert fallen == (10, "8.11")
    table.answer([6], about="loot:wood")
    sums = last(table, "8.12")
    assert [(2, "8.12")] in sums
    assert len(sums) > 1, "beside the stock, the tenths of the Conquest Table"
