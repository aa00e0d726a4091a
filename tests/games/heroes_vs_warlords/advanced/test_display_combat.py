"""Movement, fire and Close Combat on the Battle Display (19.6 to 19.14)."""

from __future__ import annotations

import pytest

from companion.engine.core.text import hinted
from companion.games.heroes_vs_warlords.display import fire, moves
from companion.games.heroes_vs_warlords.display.ground import DisplayGround
from companion.games.heroes_vs_warlords.records.state import HvWState
from tests.games.heroes_vs_warlords.advanced.hexes import a_round, a_step, army, fight_of, go, on_display, stack
from tests.games.heroes_vs_warlords.rows.battlefield import counts


def meeting(*mine: tuple[int, int, str], foes=((1, 5, "E11"),), kind: str = "hero", **more) -> HvWState:
    """Knights against Amazons on open ground; the attacker is to act (`second`)."""
    return on_display(army("knights", *mine), army("amazons", *foes, kind=kind), **more)


def reach(state: HvWState, role: str = "attacker", index: int = 0) -> dict[str, int]:
    fight = fight_of(state)
    return moves.reach(state, fight, role, getattr(fight, role).stacks[index])


# ---- the sequence


@pytest.mark.rule("HVW-453", "HVW-454", "HVW-455", "HVW-456", "HVW-457", "HVW-458", "HVW-420", "HVW-423", "HVW-452")
def test_the_steps_of_a_round():
    """Ranged, Cavalry, the others, each of the defender first; then Initiative and withdrawal."""
    state = on_display(
        army("knights", (3, 2, "H5"), (5, 2, "H6"), (1, 2, "I6")),
        army("barbarians", (3, 2, "A11"), (5, 2, "B11"), (1, 2, "C10")),
    )
    table = a_round(state)
    seen = []
    for _ in range(60):
        question = table.runner.questions()[0]
        step = (question.part.about, question.seat)
        if not seen or seen[-1] != step:
            seen.append(step)
        if question.part.about == "step:9" and question.seat == "barbarians":
            break
        form = getattr(question.part, "form", None)
        options = [one.id for one in getattr(form, "options", ()) if one.refusal is None]
        last = next((one for one in ("done", "pass") if one in options), options[0] if options else False)
        table.runner.answer(question.key, last if not hasattr(question.part, "sides") else [10])
    expected = [("step:2", "barbarians"), ("step:3", "knights"), ("step:4", "barbarians"), ("step:5", "knights")]
    expected += [("step:6", "barbarians"), ("step:7", "knights"), ("step:8", "knights"), ("step:9", "knights")]
    assert seen == [*expected, ("step:9", "barbarians")]


# ---- movement


@pytest.mark.rule("HVW-473")
def test_a_stack_moves_as_far_as_its_counter_says():
    """Knights of Level 1 have 2, their cavalry 5."""
    state = meeting((1, 3, "H8"), (5, 2, "A2"))
    assert max(reach(state).values()) == 2
    assert max(reach(state, index=1).values()) == 5


def test_a_stack_that_is_gone_is_not_offered_where_another_one_stands_now():
    """Its hex is remembered, but there is nobody to move; the living stack there is offered once, and moves."""
    state = meeting((1, 3, "H8"), (1, 5, "H8"), (1, 2, "A2"))
    fight_of(state).attacker.stacks[0].count = 0
    table = a_step(state, 7, "second", "close")
    options = table.runner.questions()[0].part.form.options
    assert [one.id for one in options if one.value is not None] == ["H8", "A2"]
    assert next(one.value for one in options if one.id == "H8").count == 5


@pytest.mark.rule("HVW-434", "HVW-439")
def test_dear_hexes_need_the_points():
    """With 2 points a stone or ford is entered, but only from next door."""
    state = meeting((1, 3, "D7"))
    assert reach(state)["D8"] == 2
    far = meeting((1, 3, "D6"))
    assert "D8" not in reach(far)


@pytest.mark.rule("HVW-431", "HVW-474")
def test_graveyards_and_enemies_are_closed():
    """Nobody enters them."""
    state = meeting((5, 3, "C3"), foes=((1, 5, "C5"), (1, 2, "H12")))
    assert "C2" not in reach(state)
    assert "C5" not in reach(state)


@pytest.mark.rule("HVW-475")
def test_friends_can_be_passed():
    """At 1 point a hex, but no movement ends there."""
    state = meeting((1, 3, "A4"), (1, 2, "A5"))
    found = reach(state)
    assert "A5" not in found
    assert found["A6"] == 2


@pytest.mark.rule("HVW-476")
def test_next_to_an_enemy_it_stops():
    """E10 is next to E11: a cavalry stack gets there and no further."""
    state = meeting((5, 3, "E7"), foes=((1, 5, "E10"),))
    found = reach(state)
    assert "D9" in found
    assert "E11" not in found  # only over hexes next to the enemy, or too far round
    assert "E12" not in found


@pytest.mark.rule("HVW-478")
def test_moving_away_goes_through_a_free_hex():
    """From E9 beside E10 the first hex may not touch an enemy; after it one may come back."""
    state = meeting((5, 3, "E9"), foes=((1, 5, "E10"),))
    found = reach(state)
    assert "D9" not in {name for name, used in found.items() if used == 1}
    assert found["E8"] == 1
    assert found["D9"] >= 3


@pytest.mark.rule("HVW-459", "HVW-460", "HVW-472")
def test_the_duty_to_go_on():
    """A stack that can neither fire nor attack must move, and not away from the nearest enemy."""
    state = meeting((1, 3, "E6"))
    table = a_step(state, 7, "second", "close")
    assert table.greyed("done", section="19.9") == "19.7"
    places = table.answer("E6", section="19.9").options(section="19.9")
    assert "E5" not in places
    assert "E7" in places
    assert "F7" in places
    table.answer("E8", section="19.9")
    assert stack(table, "attacker").box == "E8"


@pytest.mark.rule("HVW-464")
def test_guards_may_stand():
    """They have no duty, next to an enemy or not."""
    state = meeting((1, 3, "H6"), kind="guards")
    table = a_step(state, 6, "first", "close")
    assert table.greyed("done", section="19.9") == ""
    assert table.answer("done", section="19.9").done
    beside = meeting((1, 3, "E10"), kind="guards")
    table = a_step(beside, 6, "first", "close").answer("done", section="19.9")
    assert table.greyed("pass", section="19.11") == ""


@pytest.mark.rule("HVW-463")
def test_who_has_stood_beside_an_enemy_is_free():
    """For the rest of the combat it may stand or go anywhere, but still fights or leaves when an enemy is beside it."""
    state = meeting((1, 3, "E9"), foes=((1, 5, "E10"),))
    table = go(a_step(state, 7, "second", "close"), "E9", "E8")
    one = stack(table, "attacker")
    assert one.freed
    fight = fight_of(table.state)
    assert not moves.has_duty(state, fight, "attacker", one)
    one.moved, one.box = False, "E7"
    assert "E6" in moves.allowed(table.state, fight, "attacker", one)


def test_who_only_came_beside_an_enemy_is_not_free():
    """The second exception of 19.7.1 is for stacks that start their movement there."""
    table = go(a_step(meeting((1, 3, "E8"), foes=((1, 5, "E10"),)), 7, "second", "close"), "E8", "E9")
    table.answer("pass", section="19.11")
    assert not stack(table, "attacker").freed


@pytest.mark.rule("HVW-463")
def test_archers_who_begin_their_movement_beside_an_enemy_are_free():
    """Their step is the one in which they move, whatever the enemy does before they may fight hand to hand."""
    table = a_step(meeting((3, 4, "E10")), 3, "second", "ranged").answer("done", section="19.9")
    assert stack(table, "attacker").freed


@pytest.mark.rule("HVW-461")
def test_a_breach_attempt_is_offensive_for_the_whole_side():
    """R103: then the besieging stacks may stand in this round."""
    state = on_display(army("knights", (1, 3, "A3")), army("amazons", (1, 3, "E12")), works=1)
    fight = fight_of(state)
    one = fight.attacker.stacks[0]
    assert moves.has_duty(state, fight, "attacker", one)
    fight.breach_tried = True
    assert not moves.has_duty(state, fight, "attacker", one)


# ---- fire


@pytest.mark.rule("HVW-481", "HVW-484", "HVW-486")
@pytest.mark.parametrize(("dice", "left"), [((5, 10), 4), ((4, 10), 6)])
def test_fire(dice, left):
    """d20 + 6 against a plain d20: above it two Level 3 archers do six hits, equal misses; it may not move as well."""
    state = meeting((3, 2, "F9"), foes=((3, 6, "F12"),))
    table = a_step(state, 3, "second", "ranged").answer("done", section="19.9")
    table.answer("0>0", section="19.10").answer([dice[0]]).answer([dice[1]])
    assert counts(table, "defender") == [left]
    assert stack(table, "attacker").fought
    assert table.done
    moved = go(a_step(state, 3, "second", "ranged"), "F9", "F10")
    assert moved.done


@pytest.mark.rule("HVW-485", "HVW-421")
def test_fire_with_basic_hits():
    """Method 2: each firing unit kills one."""
    state = meeting((3, 2, "F9"), foes=((3, 6, "F12"),), method="display_basic")
    table = a_step(state, 3, "second", "ranged").answer("done", section="19.9")
    table.answer("0>0", section="19.10").answer([20]).answer([1])
    assert counts(table, "defender") == [4]


@pytest.mark.rule("HVW-459", "HVW-461")
def test_who_stays_to_fire_must_fire():
    """A shot meets the duty; passing is greyed while it is possible."""
    state = meeting((3, 2, "F9"), foes=((3, 6, "F12"),))
    table = a_step(state, 3, "second", "ranged")
    assert table.greyed("done", section="19.9") == ""
    table.answer("done", section="19.9")
    assert table.greyed("pass", section="19.10") == "19.7"


@pytest.mark.rule("HVW-477", "HVW-487", "HVW-505")
def test_archers_beside_an_enemy():
    """R75: they do not fire; they move away in their step, or fight hand to hand in the last one."""
    state = meeting((3, 4, "E10"))
    fight = fight_of(state)
    assert not fire.may_fire(state, fight, "attacker", fight.attacker.stacks[0])
    table = a_step(state, 3, "second", "ranged").answer("done", section="19.9")
    assert table.done
    last = a_step(table.state, 7, "second", "close")
    assert last.greyed("pass", section="19.11") == "19.9"


# ---- Close Combat


@pytest.mark.rule("HVW-488", "HVW-477", "HVW-479", "HVW-491")
def test_a_stack_attacks_one_neighbour():
    """Beside two enemies it must attack, and picks one of them; distant ones are no targets."""
    state = meeting((1, 3, "E10"), foes=((1, 5, "E11"), (1, 4, "D9"), (1, 2, "A11")))
    table = a_step(state, 7, "second", "close").answer("done", section="19.9")
    assert set(table.options(section="19.11")) == {"0>0", "0>1", "pass"}
    assert table.greyed("pass", section="19.11") == "19.9"
    table.answer("0>1", section="19.11").answer([20]).answer([1])
    assert counts(table, "defender") == [5, 1, 2]
    assert table.done


@pytest.mark.rule("HVW-476")
def test_who_came_beside_an_enemy_may_attack():
    """He chooses."""
    state = meeting((1, 3, "E9"))
    table = go(a_step(state, 7, "second", "close"), "E9", "E10")
    assert table.greyed("pass", section="19.11") == ""
    assert table.answer("pass", section="19.11").done


@pytest.mark.rule("HVW-489", "HVW-420")
def test_all_attacks_are_announced_before_a_die_rolls():
    """Movements, then announcements in the order wanted, then the dice; an attack on nobody is lost (R102)."""
    state = meeting((1, 9, "E10"), (1, 3, "F11"), foes=((1, 2, "E11"),))
    table = a_step(state, 7, "second", "close").answer("done", section="19.9")
    table.answer("1>0", section="19.11").answer("0>0", section="19.11")
    table.answer([20]).answer([1])
    assert table.done
    assert counts(table, "defender") == [0]


@pytest.mark.rule("HVW-490")
@pytest.mark.parametrize(("earlier", "minus"), [(0, 0), (1, -1), (2, -2), (5, -5), (6, -5)])
def test_several_attackers_lower_the_defense(earlier, minus):
    """TV21: 0 to -5 for the first to the sixth; with Advanced hits only (R59)."""
    state = meeting((1, 3, "E10"))
    fight = fight_of(state)
    one, target = fight.attacker.stacks[0], fight.defender.stacks[0]
    terms = DisplayGround(earlier).defense(state, fight, fight.defender, target, one)
    assert sum(term.value for term in terms if term.section == "19.12") == minus
    fight.method = "display_basic"
    terms = DisplayGround(earlier).defense(state, fight, fight.defender, target, one)
    assert all(term.section != "19.12" for term in terms)


@pytest.mark.rule("HVW-490", "HVW-491")
def test_attacks_are_counted_in_the_announced_order():
    """The second attack on a stack meets a Defense one lower."""
    state = meeting((1, 1, "E10"), (1, 1, "F11"), foes=((6, 9, "E11"),))
    table = a_step(state, 7, "second", "close").answer("done", section="19.9")
    table.answer("1>0", section="19.11").answer("0>0", section="19.11")
    needs = [hinted(table.question(seat="amazons").part.needs).values["a"]]
    table.answer([10], seat="knights").answer([9], seat="amazons")
    needs.append(hinted(table.question(seat="amazons").part.needs).values["a"])
    assert needs[0] - needs[1] == 1


@pytest.mark.rule("HVW-492", "HVW-493", "HVW-487")
@pytest.mark.parametrize(("faction", "attack"), [("barbarians", 2), ("knights", 3), ("amazons", 3)])
def test_ranged_units_hand_to_hand(faction, attack):
    """TV22: Attack 5, 6, 7 is 2, 3, 3; the Hero changes nothing, buildings do (R110)."""
    foe = "knights" if faction != "knights" else "amazons"
    state = on_display(army(faction, (3, 2, "E10"), hero=(4, 3)), army(foe, (1, 3, "E11")))
    fight = fight_of(state)
    archers, other = fight.attacker.stacks[0], fight.defender.stacks[0]
    ground = DisplayGround()
    assert sum(term.value for term in ground.attack(state, fight, fight.attacker, archers)) == attack
    defense = ground.defense(state, fight, fight.attacker, archers, other)
    assert not any("Hero" in str(term.label) for term in defense)
    archers.attack_plus = 2
    assert sum(term.value for term in ground.attack(state, fight, fight.attacker, archers)) == attack + 2
    assert ground.unclever(state, "attacker", archers, other) == ("attacker",)


@pytest.mark.rule("HVW-354")
def test_who_is_called_attacker_changes_with_the_step():
    """In each step the acting side attacks: the original defender in step 6."""
    state = meeting((1, 3, "E10"))
    table = a_step(state, 6, "first", "close").answer("done", section="19.9").answer("0>0", section="19.11")
    table.answer([20], seat="amazons").answer([1], seat="knights")
    assert counts(table, "attacker") == [0]


@pytest.mark.rule("HVW-495", "HVW-504", "HVW-502")
def test_hits_and_attrition_on_the_display():
    """As in the Arena: number times Level, and a hit back for every full four."""
    state = meeting((4, 2, "E10"), foes=((1, 9, "E11"),))
    table = a_step(state, 7, "second", "close").answer("done", section="19.9").answer("0>0", section="19.11")
    table.answer([20], seat="knights").answer([1], seat="amazons")
    assert counts(table, "defender") == [1]
    assert stack(table, "attacker").wounds == 2


@pytest.mark.rule("HVW-462", "HVW-480")
def test_defenders_of_a_city_have_no_duty():
    """They may stand, next to an enemy too, also outside after a sally (R103)."""
    state = on_display(army("knights", (1, 3, "E8")), army("amazons", (1, 3, "E9"), (1, 2, "B11")), works=1)
    table = a_step(state, 6, "first", "close").answer("done", section="19.9")
    assert table.greyed("pass", section="19.11") == ""
    assert table.answer("pass", section="19.11").done
