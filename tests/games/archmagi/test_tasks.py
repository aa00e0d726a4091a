"""What hands must do at the table after an answer, what a battle roll promises, and how the end is compared."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import pytest

from companion.engine.core.effects import Draw, Note, Roll
from companion.engine.game.panels import BattlePanel, BattleSide, TablePanel
from companion.games.archmagi.fights.battle import roll_both
from companion.games.archmagi.fights.forecast import chances
from companion.games.archmagi.phases.piles import draw_chits, new_unit
from companion.games.archmagi.phases.setup import starts
from companion.games.archmagi.readers.board import board, hand, own_stacks
from companion.games.archmagi.readers.tasks import tasks
from companion.games.archmagi.state import Battle, Force
from companion.games.archmagi.wording import says
from companion.web.reading.task_list import OpenTask, merged
from tests.games.archmagi.table import world


def test_a_chit_that_comes_in_is_put_face_down_and_not_named() -> None:
    """Players may share a phone, so the task does not say which chit it is."""
    before = world({"red": ["b2 archmage_of_dawn"]})
    after = deepcopy(before)
    new_unit(after, "red", "griffons", "c4")
    (task,) = tasks(before, after)
    assert task.seat == "red"
    assert "Griffons" not in str(task.text)


def test_a_stack_of_which_one_chit_lies_open_tells_it_from_one_that_lies_open_whole() -> None:
    """Beside the number of chits: a name alone could be meant for all of them."""
    before, told = world({"red": ["c4 griffons elves"]}), []
    for shown in (["u1"], ["u1", "u2"]):
        after = deepcopy(before)
        for name in shown:
            after.units[name].face = after.units[name].kind
        told += [one.text.message for one in tasks(before, after)]
    assert len(set(told)) == len(told) == 2


def test_an_archmagi_that_only_one_coast_was_open_to_is_a_task_of_its_player() -> None:
    """It was placed without a question: its player is told where, and why; who had a choice is told where only."""
    before = world({"red": ["b5 archmage_of_dawn"]}, banners={"b5": "red"})
    new_unit(before, "blue", "archmage_of_tides", "")
    told = {}
    for place in (*starts(before), "c3"):
        after = deepcopy(before)
        after.units["u2"].place, after.hexes[place].banner = place, "blue"
        told[place] = next(one for one in tasks(before, after) if "stack" in one.id)
        assert (told[place].seat, told[place].section) == ("blue", "Setup")
    (forced,) = starts(before)
    assert len(str(told[forced].text)) > len(str(told["c3"].text))


def test_who_draws_or_holds_chits_reads_what_they_do() -> None:
    """The cards of a draw have what the lists say of them, and the hand has a line for each kind."""
    state = world({"red": ["b2 archmage_of_dawn"]})
    for pile in ("unit", "spell", "artifact"):
        part = next(draw_chits(state, "red", pile))
        assert isinstance(part, Draw)
        assert all(card.detail for card in part.deck)
    player = state.players["red"]
    player.reserve, player.spells = ["levy_spears", "griffons", "griffons"], ["true_sight"]
    piles = {"levy_spears": "unit", "griffons": "unit", "true_sight": "spell"}
    cards = [card for held in hand(state, player).held for card in held.cards]
    assert [(card.id, card.count) for card in cards] == [("levy_spears", 1), ("griffons", 2), ("true_sight", 1)]
    assert all(card.detail and card.detail.says(says(state, piles[card.id], card.id)) for card in cards)


def test_of_own_stacks_equal_chits_are_one_with_their_number() -> None:
    """What an artifact or paralysis makes of a chit sets it apart."""
    state = world({"red": ["b2 elves elves elves goblins"]})
    state.units["u3"].paralyzed = 1
    (held,) = own_stacks(state, "red").held
    assert [(card.id, card.count) for card in held.cards] == [("elves", 2), ("elves", 1), ("goblins", 1)]
    assert held.cards[0].detail != held.cards[1].detail


def test_chits_turned_up_taken_off_and_banners_are_tasks_of_their_players() -> None:
    """Each is told to whom it belongs, once."""
    before = world({"red": ["c4 griffons"], "blue": ["c5 elves elves"]}, banners={"b2": "red"})
    after = deepcopy(before)
    after.units["u1"].face = "griffons"
    del after.units["u2"], after.units["u3"]
    after.hexes["b2"].banner = "blue"
    found = {task.id: task.seat for task in tasks(before, after)}
    assert found == {"stack:red:c4": "red", "stack:blue:c5": "blue", "banner:blue:b2": "blue", "banner:red:b2": "red"}
    assert tasks(after, after) == ()


def test_of_a_long_battle_each_stack_is_one_task() -> None:
    """What is shown, falls and comes in stands in one line for each side, which the next change takes the place of."""
    state, due = world({"red": ["c4 griffons elves"], "blue": ["c4 elves goblins"]}), {}
    steps = [("u1", "griffons"), ("u3", "elves"), ("u3", None), ("u2", "elves"), ("u4", "goblins"), ("u1", None)]
    for name, face in steps:
        before = deepcopy(state)
        if face is None:
            del state.units[name]
        else:
            state.units[name].face = face
        due |= {task.id: task for task in tasks(before, state)}
    assert set(due) == {"stack:red:c4", "stack:blue:c4"}
    assert "Elves" in str(due["stack:red:c4"].text)
    assert "Griffons" not in str(due["stack:red:c4"].text)


def test_stacks_and_banners_of_a_side_are_a_line_each() -> None:
    """However many have changed: what is to be done stays short, and those of two sides on one phone are told apart."""
    before = world(
        {"red": ["c4 griffons elves", "b3 goblins"], "blue": ["c5 elves", "d5 elves"]}, banners={"b2": "red"}
    )
    after = deepcopy(before)
    for unit, place in zip(after.units.values(), ("b2", "c3", "b4", "d4", "d3"), strict=True):
        unit.place = place
    after.units["u1"].face = "griffons"
    for place, banner in (("b2", ""), ("b3", "red"), ("c5", "blue"), ("d5", "blue")):
        after.hexes[place].banner = banner
    lines = merged(
        [(one, OpenTask(one.id, one.text, one.section, None, part=one.part)) for one in tasks(before, after)]
    )
    assert len(lines) == 4
    red = next(str(one.text) for one in lines if "stack:red" in one.key)
    assert all(place in red for place in ("B2", "C3", "B4", "C4", "B3"))
    assert "Griffons" in red
    assert "Elves" not in red


def test_what_is_drawn_is_named_in_a_line_and_told_in_full_behind_a_tap() -> None:
    """The log has the names, how often, and beside them what each says."""
    state = world({"red": ["b2 archmage_of_dawn"]})
    rule = draw_chits(state, "red", "spell", 3)
    next(rule)
    told = rule.send(["gale", "gale", "mist"])
    assert isinstance(told, Note)
    assert len(str(told.text)) < 40
    assert [str(one).partition(":")[0] for one in told.more] == ["Gale", "Mist"]
    assert all(
        str(says(state, "spell", one)) in str(line) for one, line in zip(("gale", "mist"), told.more, strict=True)
    )


@pytest.mark.parametrize(
    ("lead", "expected"), [(0, (42, 16, 42)), (2, (72, 11, 17)), (-5, (0, 3, 97)), (6, (100, 0, 0))]
)
def test_the_chances_of_a_battle_roll(lead: int, expected: tuple[int, int, int]) -> None:
    """Counted by hand from the 36 results of two dice; together they are 100."""
    assert chances(lead) == expected


def test_the_chance_stands_beside_both_dice_and_in_the_battle() -> None:
    """Before anybody rolls: on the question of each side, and in the picture that all see."""
    state = world({"red": ["c4 griffons"], "blue": ["c4 elves"]})
    for unit in state.units.values():
        unit.face = unit.kind
    state.battle = Battle("c4", Force(["red"], "u1"), Force(["blue"], "u2"))
    asked = next(roll_both(state))
    needs = [part.needs.values for part in asked.parts if isinstance(part, Roll) and part.needs]  # type: ignore[union-attr]
    assert [(one["won"], one["tie"]) for one in needs] == [(58, 14), (28, 14)]
    panel = next(one for one in board(state, "").panels if isinstance(one, BattlePanel))
    assert [line.values["won"] for line in panel.lines] == [58]
    state.units["u2"].face = ""
    panel = next(one for one in board(state, "").panels if isinstance(one, BattlePanel))
    assert panel.lines == ()


def test_the_best_figures_of_the_standing_are_marked() -> None:
    """At the end the strength of the units is among them, as it is compared last."""
    state = world(
        {"red": ["c4 griffons"], "blue": ["c5 elves elves"]}, banners={"b2": "red", "b3": "red", "c5": "blue"}
    )
    panel = next(one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "standing")
    assert panel.best == ((0, 1), (1, 2))
    state.winners = ["red"]
    ended = next(one for one in board(state, "").panels if isinstance(one, TablePanel) and one.id == "standing")
    assert len(ended.rows) == len(panel.columns) - 2
    assert len(ended.columns) == 3


def test_the_terms_of_what_is_added_stand_with_the_battle() -> None:
    """Each side's figure is the sum of its terms; a die stands with them only between the roll and what comes of it."""
    state = world({"red": ["c4 griffons"], "blue": ["c4 elves"]})
    for unit in state.units.values():
        unit.face = unit.kind
    state.battle = Battle("c4", Force(["red"], "u1"), Force(["blue"], "u2"))

    def sides() -> Sequence[BattleSide]:
        return next(one for one in board(state, "").panels if isinstance(one, BattlePanel)).sides

    assert [side.made.total for side in sides() if side.made] == [side.gauges[0].value for side in sides()]
    assert [side.die for side in sides()] == [0, 0]
    state.battle.dice = [2, 5]
    assert [side.die for side in sides()] == [2, 5]
