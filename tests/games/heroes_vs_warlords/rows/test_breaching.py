"""Breaching walls and towers (8.7.1): who, when, on which total, and what falls."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import siege
from companion.games.heroes_vs_warlords.records.state import Side, Wall
from tests.games.heroes_vs_warlords.rows.battlefield import besieged, counts, dice, fight, pass_until, side, steps_asked
from tests.games.heroes_vs_warlords.table import Table


def begun(*units: tuple[int, int], towers: int = 0, level: int = 1, works: int = 1, **rulings: str) -> Table:
    """A siege of a City at the question whether to breach."""
    knights = side("knights", (1, 9), hero=(2, 4), initiative=6, level=level)
    return besieged(knights, side("amazons", *(units or ((1, 9),))), works=works, towers=towers, **rulings)


def strike(table: Table, die: int) -> Table:
    table.answer(True, section="8.7.1")
    return dice(table, die)


def next_round(table: Table) -> Table:
    """The combat goes on quietly to the next question of step 1."""
    pass_until(table, "step:9")
    table.answer(False, about="step:9")
    return pass_until(table, "step:1")


def wall(table: Table) -> Wall:
    found = fight(table).wall
    assert found is not None
    return found


@pytest.mark.rule("HVW-232", "HVW-277")
def test_the_besieging_hero_may_breach_once_a_combat_round_in_step_1():
    """The attacker's player is asked first of all; whatever he does, he is asked again in the next round only."""
    table = begun()
    assert [(q.seat, q.part.about) for q in table.runner.questions()] == [("knights", "step:1")]
    strike(table, 1)
    assert "step:1" not in steps_asked(table)
    next_round(table)
    table.answer(False, section="8.7.1")
    assert "step:1" not in steps_asked(table)


@pytest.mark.rule("HVW-277")
def test_the_step_of_the_breach_is_a_ruling():
    """R39 `7`: the attempt comes after the attacks of step 7, and its questions say so."""
    table = begun((3, 5), towers=1, breach_step="7")
    assert steps_asked(table) == ["step:2"]
    table.answer("pass", section="8.3")
    assert [(q.section, q.part.about) for q in table.runner.questions()] == [("8.7.1", "step:7")]
    table.answer(True, section="8.7.1")
    assert steps_asked(table) == ["step:7"]


@pytest.mark.rule("HVW-278", "HVW-279", "HVW-280", "HVW-281")
@pytest.mark.parametrize(
    ("level", "die", "state"),
    [(1, 9, "destroyed"), (1, 8, "damaged"), (1, 4, "damaged"), (1, 3, "intact"), (5, 5, "destroyed"),
     (5, 4, "damaged"), (4, 1, "damaged"), (3, 1, "intact")],
)  # fmt: skip
def test_the_total_is_die_plus_level_against_10_sp(level, die, state):
    """10 or more destroys, 5 to 9 damages, 4 or less does nothing."""
    assert wall(strike(begun(level=level), die)).state == state


@pytest.mark.rule("HVW-279", "HVW-280", "HVW-281")
@pytest.mark.parametrize(("points", "damages", "destroys"), [(5, 3, 5), (10, 5, 10), (20, 10, 20), (40, 20, 40)])
def test_the_bounds_for_every_strength(points, damages, destroys):
    """TV03: the lowest totals that damage and destroy, without rounding errors at 5 SP."""
    assert siege.breach_result(destroys, points) == "destroyed"
    assert siege.breach_result(destroys - 1, points) == "damaged"
    assert siege.breach_result(damages, points) == "damaged"
    assert siege.breach_result(damages - 1, points) == "none"


@pytest.mark.rule("HVW-278", "HVW-280")
@pytest.mark.parametrize(("die", "state"), [(18, "intact"), (19, "damaged"), (20, "damaged")])
def test_a_strong_city_withstands_a_weak_hero(die, state):
    """40 SP: a Hero of Level 1 damages from 19 on and never destroys at once."""
    assert wall(strike(begun(works=3), die)).state == state


@pytest.mark.rule("HVW-282")
def test_a_second_damage_destroys():
    """Damaged twice, the wall is down."""
    table = strike(begun(), 5)
    assert wall(table).state == "damaged"
    strike(next_round(table), 5)
    assert wall(table).state == "destroyed"


@pytest.mark.rule("HVW-273")
@pytest.mark.parametrize(("units", "left"), [(7, 4), (6, 3), (1, 1)])
def test_damage_takes_half_of_the_only_tower_rounded_down(units, left):
    """Of seven three die, of six three, a single unit survives; they count as kills of the besieger."""
    table = strike(begun((3, units), (1, 3), towers=1), 5)
    assert (wall(table).state, wall(table).towers) == ("damaged", ["damaged"])
    assert counts(table, "defender") == [left, 3]
    assert sum(fight(table).attacker.kills.values()) == units - left


@pytest.mark.rule("HVW-273")
def test_half_may_be_rounded_up_by_ruling():
    """R40 `ceil`: of seven four die."""
    table = strike(begun((3, 7), towers=1, damaged_tower_loss="ceil"), 5)
    assert counts(table, "defender") == [3]


@pytest.mark.rule("HVW-273")
def test_of_two_towers_the_besieger_picks_the_one_that_suffers():
    """His pick loses half; the other one is whole. The question belongs to step 1."""
    table = strike(begun((3, 8), (3, 6), towers=2), 5)
    question = table.question(section="8.7.1")
    assert (question.seat, question.part.about) == ("knights", "step:1")
    table.answer("1", section="8.7.1")
    assert counts(table, "defender") == [8, 3]
    assert wall(table).towers == ["intact", "damaged"]


@pytest.mark.rule("HVW-274")
def test_destruction_takes_the_tower_and_all_in_it():
    """With the wall the tower falls: everybody in it is dead, those behind the wall are not."""
    table = strike(begun((3, 7), (1, 3), towers=1), 20)
    assert (wall(table).state, wall(table).towers) == ("destroyed", ["destroyed"])
    assert counts(table, "defender") == [0, 3]
    assert fight(table).attacker.kills == {"amazons:3": 7}


@pytest.mark.rule("HVW-274", "HVW-283")
@pytest.mark.parametrize("die", [5, 20])
def test_the_damaged_tower_is_the_one_destroyed(die):
    """Tower 2 was damaged: the next success takes it without a question, and tower 1 stays intact."""
    table = strike(begun((3, 8), (3, 6), (1, 3), towers=2), 5)
    table.answer("1", section="8.7.1")
    strike(next_round(table), die)
    assert wall(table).state == "destroyed"
    assert wall(table).towers == ["intact", "destroyed"]
    assert counts(table, "defender") == [8, 0, 3]


def first_tower_down(**rulings: str) -> Table:
    """Wall and first tower are destroyed; eight archers stand in the second."""
    table = strike(begun((3, 6), (3, 8), (1, 9), towers=2, **rulings), 20)
    return table.answer("0", section="8.7.1")


@pytest.mark.rule("HVW-284")
def test_the_second_tower_can_be_breached_once_wall_and_first_are_down():
    """From the next round on with the same roll: damage halves its units, a second damage takes them."""
    table = next_round(first_tower_down())
    strike(table, 5)
    assert wall(table).towers == ["destroyed", "damaged"]
    assert counts(table, "defender") == [0, 4, 9]
    strike(next_round(table), 5)
    assert wall(table).towers == ["destroyed", "destroyed"]
    assert counts(table, "defender") == [0, 0, 9]
    pass_until(table, "step:9").answer(False, about="step:9")
    assert "step:1" not in steps_asked(table)


@pytest.mark.rule("HVW-284")
def test_the_second_tower_is_out_of_reach_before():
    """While the wall is only damaged each success strikes the wall and the damaged tower, never the second."""
    table = strike(begun((3, 8), (3, 6), (1, 9), towers=2), 5)
    table.answer("0", section="8.7.1")
    strike(next_round(table), 9)
    assert wall(table).towers == ["destroyed", "intact"]


@pytest.mark.rule("HVW-284")
def test_the_second_tower_may_be_safe_by_ruling():
    """R45 `safe`: no attempt is offered any more."""
    table = first_tower_down(second_tower="safe")
    pass_until(table, "step:9").answer(False, about="step:9")
    assert "step:1" not in steps_asked(table)


@pytest.mark.rule("HVW-285")
def test_a_besieger_who_cannot_breach_may_withdraw():
    """He is asked at the end of every combat round, whether he tried or not, and leaves on his Initiative."""
    table = begun(works=3)
    for tries in (False, True):
        table.answer(tries, section="8.7.1")
        if tries:
            dice(table, 1)
        pass_until(table, "step:9")
        assert table.question(about="step:9").seat == "knights"
        table.answer(tries, about="step:9")
    dice(table, 6)
    assert table.done
    assert table.result == "defender"


@pytest.mark.rule("HVW-277")
def test_only_a_hero_breaches():
    """A side without Hero is never asked."""
    guards = Side("knights", "garrison", side("knights", (1, 9)).stacks)
    table = besieged(guards, side("amazons", (3, 3)), towers=1)
    assert "step:1" not in steps_asked(table)
