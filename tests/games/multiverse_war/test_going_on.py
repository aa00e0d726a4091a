"""The cube that acts stays chosen; what the log says of deeds names who did what, and where."""

from __future__ import annotations

from companion.games.multiverse_war.fighting.abilities import heal
from companion.games.multiverse_war.phases import action
from tests.games.multiverse_war.table import play, world


def test_who_has_points_left_goes_on() -> None:
    """A cube is asked on until its points are spent; its player may turn to another, or end the phase."""
    table = play(action.action_phase("red"), {"red": ["0,0 scout", "4,0 bowman"]}).answer("0,0", "1,0")
    assert (table.asked, table.state.acting) == (["unit:u1"], "u1")
    assert table.answer("back").asked == ["act"]
    table.answer("4,0", "4,1")
    assert table.asked == ["unit:u2"]
    table.answer("4,2")
    assert table.asked == ["act"]  # nothing is left
    assert table.answer("1,0").asked == ["unit:u1"]
    table.answer("done")
    assert table.runner.result is None
    assert not table.questions


def test_who_is_healed_is_said() -> None:
    """Its owner reads which cube; others only that it was one of his, unless they see its face. Nothing of no wound."""
    state = world({"red": ["0,0 bowman"]})
    assert list(heal(state, "u1")) == []
    state.units["u1"].wounds = 1
    (told,) = heal(state, "u1")
    assert ("Bowman" in str(told.text), "Bowman" in str(told.own["red"])) == (False, True)


def test_units_are_listed_as_they_stand_on_the_map_and_what_ends_stands_last() -> None:
    """Not by what they are, which others must not guess from the order."""

    def listed(*kinds: str) -> list[str]:
        stacks = [f"{place} {kind}" for place, kind in zip(("2,0", "-1,0", "0,1"), kinds, strict=True)]
        return play(action.acting("red"), {"red": stacks, "blue": ("5,0 scout",)}).ids

    found = listed("scout", "bowman", "swordsman")
    assert found == ["-1,0", "0,1", "2,0", "done", "give_up"]
    assert found == listed("swordsman", "scout", "bowman")
