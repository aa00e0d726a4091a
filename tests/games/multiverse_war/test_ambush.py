"""Who reads what a cube is: an ambush shows no explorer, a fight shows all in it; the owner reads his own name."""

from __future__ import annotations

import pytest

from companion.engine.core.effects import Ask, Roll
from companion.engine.game.panels import BattlePanel
from companion.games.multiverse_war import GAME
from companion.games.multiverse_war.fighting.exploring import EVENTS
from companion.games.multiverse_war.fighting.fight import attack, battle
from companion.games.multiverse_war.phases import action
from companion.games.multiverse_war.readers.board import board
from companion.games.multiverse_war.readers.odds import is_ready
from companion.games.multiverse_war.readers.tasks import tasks
from companion.games.multiverse_war.world import facts
from companion.games.multiverse_war.world.sight import refresh
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import label, label_for, label_known
from tests.games.multiverse_war.table import Table, run, world

PIKEMAN, HORSEMAN = (facts.HOUSE.units[one].name for one in ("pikeman", "horseman"))
FAR = {"red": ["-5,0 horseman"], "blue": ["5,0 pikeman"]}


def ambushed() -> WarState:
    """Blue's hidden Pikeman runs into an ambush, far from every foe."""
    state = world(FAR)
    event = next(one for one in facts.EVENTS.values() if one.effect == "ambush")
    list(EVENTS["ambush"](state, "u2", ("5,0", "4,0"), event))
    return state


def fought(state: WarState, seat: str) -> BattlePanel:
    """The battle as a seat sees it."""
    return next(one for one in board(state, seat).panels if isinstance(one, BattlePanel))


def told(state: WarState, seat: str) -> str:
    """Everything that the battle tells a seat."""
    return repr(fought(state, seat))


def test_an_ambush_shows_its_owner_alone_who_was_ambushed() -> None:
    """His own phone has name, symbol and health; the others, and the TV, have a hidden cube."""
    state = ambushed()
    mine, theirs = fought(state, "blue").sides[1].stacks[0], fought(state, "red").sides[1].stacks[0]
    assert str(mine.label) == PIKEMAN
    assert mine.health == facts.HOUSE.units["pikeman"].health
    assert mine.kind
    assert theirs.defense is None
    assert not theirs.kind
    for seat in ("red", ""):
        assert PIKEMAN not in told(state, seat)
    assert not is_ready(state)


def test_picture_question_log_and_tasks_of_an_ambush_follow_one_rule() -> None:
    """No line that all may read names the explorer, even when he falls; the strength of an ambush is told to all."""
    table = run(ambushed(), battle())
    asked = table.questions[0].part
    assert isinstance(asked, Roll)
    assert PIKEMAN not in str(asked.prompt)
    assert PIKEMAN in str(asked.own)
    assert all((one.values["n"], one.values["of"]) == (1, 2) for one in (asked.prompt, asked.own) if one)
    assert GAME.guide is not None
    tip = GAME.guide.advice_for(table.questions[0], "blue")
    assert tip is not None
    assert tip.about == "ambush"
    assert fought(table.state, "").sides[0].gauges[0].value == 6
    before = table.state
    table.rolls(1, 1)
    assert "u2" not in table.state.units
    assert not [str(note.text) for note in table.runner.notes if not note.to and PIKEMAN in str(note.text)]
    assert not [one for one in tasks(before, table.state) if PIKEMAN in str(one.text)]


def test_looking_about_in_an_ambush_turns_no_cube_up() -> None:
    """As sight is checked again while it lasts."""
    state = ambushed()
    refresh(state)
    assert not state.units["u2"].face


def test_an_attack_shows_both_to_all() -> None:
    """The cubes of a fight lie open while it lasts; both sides read names and figures."""
    state = world({"red": ["0,0 horseman"], "blue": ["1,0 pikeman"]})
    attack(state, "u1", "1,0", shot=False)
    for seat in ("red", "blue", ""):
        assert HORSEMAN in told(state, seat)
        assert PIKEMAN in told(state, seat)


def test_the_owner_is_asked_about_his_own_cube_by_its_name() -> None:
    """What everybody reads calls it a hidden cube."""
    table = run(world(FAR), action.acting("red")).answer("-5,0")
    asked = table.questions[0].part
    assert isinstance(asked, Ask)
    assert HORSEMAN in str(asked.own)
    assert HORSEMAN not in str(asked.prompt)


@pytest.mark.parametrize(("other", "there"), [("4,0 pikeman", False), ("5,0 pikeman", True), ("4,0 bowman", False)])
def test_a_cube_has_a_letter_only_where_others_of_its_name_stand_beside_it(other: str, there: bool) -> None:
    """These are the ones in the same hex, as far as who reads it can tell: elsewhere its place tells it apart."""
    state = world({"blue": ["5,0 pikeman", other]})
    state.units["u1"].face = "pikeman"
    assert str(label_for(state, "blue", "u1")).startswith(f"{PIKEMAN} A " if there else f"{PIKEMAN} on")
    assert str(label_known(state, "blue", "u1")) == (f"{PIKEMAN} A" if there else PIKEMAN)
    assert str(label(state, "u1")) == PIKEMAN


def test_a_lone_beast_has_no_number() -> None:
    """It is the only one."""
    state = world({"": ["0,0 beast"], "red": ["1,0 horseman"]})
    assert str(label(state, "u1")) == facts.HOUSE.units["beast"].name


def test_two_of_a_kind_in_one_fight_are_told_by_their_owners() -> None:
    """Nobody has to know which side a number belongs to."""
    state = world({"red": ["0,0 pikeman"], "blue": ["1,0 pikeman"]})
    attack(state, "u1", "1,0", shot=False)
    asked: Table = run(state, battle())
    words = str(asked.questions[0].part.prompt)
    assert facts.TITLES["red"] in words
    assert facts.TITLES["blue"] in words
