"""What hands must do at the table after an answer, what a battle's dice promise, and what is compared at the end."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from companion.engine.game.panels import BattlePanel, TablePanel
from companion.games.conquest_of_zabor import GAME, facts
from companion.games.conquest_of_zabor.phases.actions import civilize
from companion.games.conquest_of_zabor.phases.conflicts import start_battle
from companion.games.conquest_of_zabor.phases.setup import new_state
from companion.games.conquest_of_zabor.readers.board import board
from companion.games.conquest_of_zabor.readers.tasks import tasks
from companion.games.conquest_of_zabor.realm.pieces import add_unit, unit_names
from companion.games.conquest_of_zabor.state import ZaborState
from companion.games.conquest_of_zabor.wording import card_words, some
from tests.games.conquest_of_zabor.table import play, world


def ids(before: ZaborState, after: ZaborState) -> dict[str, str]:
    """The tasks with their players."""
    return {task.id: task.seat for task in tasks(before, after)}


def test_pieces_and_gold_are_tasks_of_their_players() -> None:
    """Units that come and go, Upgrades, Roads, the Gold marker; those of the Barbarians are the Master of Events'."""
    before = world("lunn:land:keep:blue akran:land", units={"red": "akran infantry*2", "barbarian": "akran fleet"})
    before.players["blue"].positions, before.players["green"].positions = [], ["events"]
    after = deepcopy(before)
    del after.units["u1"], after.units["u3"]
    add_unit(after, "blue", "cavalry", "lunn")
    after.areas["lunn"].upgrade = "city"
    after.areas["akran"].roads.append("red")
    after.players["blue"].gold += 3
    assert ids(before, after) == {
        "area:lunn": "blue", "area:akran": "red", "gold:blue": "blue",
    }  # fmt: skip
    assert tasks(after, after) == ()


def test_an_area_is_one_task_with_all_who_are_there() -> None:
    """Whoever acts has it in hand; an area of which all are gone is emptied; Barbarians alone are the Master's."""
    before = world("lunn:land", units={"barbarian": "lunn infantry"})
    before.players["blue"].positions, before.players["green"].positions = [], ["events"]
    after = deepcopy(before)
    after.active = "red"
    add_unit(after, "red", "cavalry", "lunn")
    (task,) = tasks(before, after)
    assert (task.id, task.seat) == ("area:lunn", "red")
    assert all(one in str(task.text) for one in ("Red", "Cavalry", "Barbarians", "Infantry"))
    empty = deepcopy(after)
    empty.units.clear()
    (task,) = tasks(after, empty)
    assert (task.id, task.seat) == ("area:lunn", "red")
    assert "Cavalry" not in str(task.text)
    gone = deepcopy(before)
    gone.units.clear()
    assert [one.seat for one in tasks(before, gone)] == ["green"]


def test_gold_and_envoys_of_several_are_told_together() -> None:
    """Each says what it is called together with others, and who has how much."""
    before = world("lunn:land")
    before.track, before.spaces = ["rituals"], ["", ""]
    after = deepcopy(before)
    after.spaces = ["blue", "red"]
    for n, seat in enumerate(("red", "blue")):
        after.players[seat].gold += 3 + n
    kinds: dict[str, list[str]] = {}
    for task in tasks(before, after):
        kinds.setdefault(str(task.alike), []).append(str(task.part))
    assert len(kinds) == 2
    assert all(len(set(parts)) == 2 for parts in kinds.values())


def test_a_marker_goes_on_what_was_claimed() -> None:
    """A VP card, or a condition of a trait; what no card of this match says asks for no marker."""
    before = world("lunn:land:city:red", traits={"red": ["silver_tongues"]})
    after = deepcopy(before)
    after.players["red"].claims = ["trait:silver_tongues:1", "vp:full_chests", "vp:of_no_card"]
    assert list(ids(before, after)) == ["claim:red:trait:silver_tongues:1", "claim:red:vp:full_chests"]
    assert ids(after, after) == {}


def test_an_envoy_is_put_down_and_taken_back() -> None:
    """The same space: the later task takes the place of the first."""
    none = world("lunn:land")
    none.track, none.spaces = ["rituals", "campaign"], ["", "", "", ""]
    down = deepcopy(none)
    down.spaces[2] = "blue"
    assert ids(none, down) == ids(down, none) == {"envoys:blue": "blue"}
    more = deepcopy(down)
    more.spaces[0] = "blue"
    assert len(tasks(none, more)) == 1  # one line for all


def test_the_battle_tells_what_both_sides_roll() -> None:
    """Dice, expected hits and what is absorbed, before anything is rolled."""
    state = world("lunn:land:keep:blue", units={"red": "lunn infantry*3 cavalry", "blue": "lunn auxiliary infantry"},
                  moved="red")  # fmt: skip
    start_battle(state, "red", "blue", "lunn")
    panel = next(one for one in board(state, "").panels if isinstance(one, BattlePanel))
    assert [[gauge.value for gauge in side.gauges] for side in panel.sides] == [[0, 10], [1, 3]]
    assert len(panel.lines) == 2
    assert "3.3" in str(panel.lines[0])


def test_the_track_is_shown_while_it_is_used() -> None:
    """From the laying of the cards to the last action; on a phone free spaces say what they are for."""
    state = world("lunn:land")
    state.track, state.spaces, state.phase = ["rituals", "campaign"], ["red", "", "", ""], "Place Envoys"
    for seat in ("", "red"):
        (panel,) = [one for one in board(state, seat).panels if isinstance(one, TablePanel) and one.id == "track"]
        assert all(str(cell) for row in panel.rows for cell in row)
    state.phase = "Warfare"
    assert not [one for one in board(state, "").panels if one.id == "track"]


def test_at_the_end_all_figures_of_the_comparison_are_there() -> None:
    """VP and what breaks a tie, with the best of each marked as far as it was compared."""
    state = world("lunn:land:city:red akran:land:keep:blue", gold={"red": 3, "blue": 9})
    state.winners = ["red"]
    panel = next(one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "standing")
    assert len(panel.rows) == len(facts.UPGRADES) + 3
    assert len(panel.columns) == 4
    assert panel.best == ((2, 2),)
    assert not [one for one in board(state, "red").panels if one.id == "hand"]


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("name", [one.name for one in (*facts.UNITS.values(), *facts.ITEMS.values())])
def test_pieces_are_counted(n: int, name: str) -> None:
    """One City, two Cities."""
    words = str(some(n, name))
    assert words.startswith(str(n))
    assert (words == f"{n} {name}") == (n == 1 or name in ("Infantry", "Cavalry"))


def test_units_of_several_kinds_are_counted() -> None:
    """Each kind once, with its number."""
    assert str(unit_names(world("lunn:land"), ["fleet", "infantry", "fleet"])) == "2 Fleets, 1 Infantry"


def test_no_card_counts_one_thing_as_many() -> None:
    """No `1 dice` and no `1 areas` on the house cards, and no `2 free Keep`."""
    lines = [line for deck in facts.HOUSE.cards.values() for card in deck.values() for line in card_words(card)]
    assert not [
        line for line in lines if re.search(r"\b1 (free |more )?(dice|areas|Keeps|Roads|Fleets|Cities)\b", line)
    ]
    assert not [line for line in lines if re.search(r"\b[2-9] (free |more )?(Keep|Road|Fleet|City|Sorcerer)\b", line)]


def test_an_upgrade_that_fits_nowhere_says_why() -> None:
    """A Metropol without a City: the reason is the place, not that there is nothing to choose."""
    table = play(civilize("red", "primary"), "a:land:keep:red", gold={"red": 40})
    reason = next(one.refusal for one in table.options if one.id == "metropol")
    assert reason is not None
    assert reason.section.startswith("Glossary")


def test_before_the_first_question_the_table_is_laid() -> None:
    """The map and the decks once, the pieces by each player; nothing of it once somebody has a home."""
    state = new_state(["red", "blue", "green"], {})
    assert GAME.first_tasks is not None
    found = GAME.first_tasks(state)
    assert {one.seat for one in found} == {"", *state.seats}
    assert any(str(facts.NUMBER["land_areas"]) in str(one.text) for one in found)
    state.players["red"].home = "a"
    assert not GAME.first_tasks(state)
