"""Sieges on the Battle Display (19.4.1.6 to 19.4.1.9, 19.17)."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.display import battle, breaching, field, fire, moves, position
from companion.games.heroes_vs_warlords.display.ground import DisplayGround
from companion.games.heroes_vs_warlords.records.state import HvWState
from tests.games.heroes_vs_warlords.advanced.hexes import a_step, army, fight_of, on_display
from tests.games.heroes_vs_warlords.rows.battlefield import counts
from tests.games.heroes_vs_warlords.table import Table, start_at

TOWER, OTHER = field.TOWERS
GAP = "C9"
"""The wall hex in front of the first tower."""


def siege(mine=((1, 3, "A3"),), theirs=((1, 3, "E12"),), works=1, towers=1, kind="garrison", **more) -> HvWState:
    hero = {"initiative": 6, "level": 2}
    return on_display(
        army("knights", *mine, **hero), army("amazons", *theirs, kind=kind), works=works, towers=towers, **more
    )


def catapults(state: HvWState) -> Table:
    return start_at(state, breaching.breach())


# ---- the wall


@pytest.mark.rule("HVW-440", "HVW-441", "HVW-442", "HVW-444", "HVW-509", "HVW-510")
def test_walls_are_closed_until_destroyed():
    """Nobody enters a wall; the drawbridge only the defender, who may not end on it."""
    state = siege(mine=((5, 3, "D8"),), theirs=((5, 3, "E11"),))
    fight = fight_of(state)
    outside, inside = fight.attacker.stacks[0], fight.defender.stacks[0]
    mine, theirs = (moves.reach(state, fight, *one) for one in (("attacker", outside), ("defender", inside)))
    assert not set(mine) & set(field.WALLS)
    assert not set(theirs) & set(field.WALLS)
    assert all(field.row(name) < 8 for name in mine)
    fight.hexes["D10"] = "damaged"
    assert "D10" not in moves.reach(state, fight, "attacker", outside)
    fight.hexes["D10"] = "destroyed"
    assert "D10" in moves.reach(state, fight, "attacker", outside)
    assert field.distance("D8", "D11") == 3  # the wall between counts for ranges


@pytest.mark.rule("HVW-443")
def test_a_sally_over_the_drawbridge():
    """Out over the intact bridge; outside the City bonus is gone, inside it is there again (R109)."""
    state = siege(mine=((1, 3, "A3"),), theirs=((5, 3, "E11"),))
    fight = fight_of(state)
    one = fight.defender.stacks[0]
    assert "E9" in moves.reach(state, fight, "defender", one)
    ground = DisplayGround()
    inside = ground.defense(state, fight, fight.defender, one, fight.attacker.stacks[0])
    one.box = "E9"
    outside = ground.defense(state, fight, fight.defender, one, fight.attacker.stacks[0])
    assert sum(t.value for t in inside) - sum(t.value for t in outside) == 1
    assert "E11" in moves.reach(state, fight, "defender", one)


@pytest.mark.rule("HVW-448", "HVW-511", "HVW-516")
@pytest.mark.parametrize(("works", "bonus"), [(1, 1), (2, 2), (3, 4)])
def test_the_city_bonus(works, bonus):
    """+1, +2, +4 for the original defender in City hexes and towers; a besieger there has none."""
    state = siege(theirs=((1, 3, "E12"), (3, 2, TOWER)), works=works)
    fight = fight_of(state)
    ground, by = DisplayGround(), fight.attacker.stacks[0]
    for one in fight.defender.stacks:
        terms = ground.defense(state, fight, fight.defender, one, by)
        assert sum(t.value for t in terms if t.section == "19.4.1.9") == bonus
    archers = fight.defender.stacks[1]
    assert sum(t.value for t in ground.shelter(state, fight, fight.defender, archers)) == bonus
    by.box = "E11"
    assert all(t.section != "19.4.1.9" for t in ground.defense(state, fight, fight.attacker, by, archers))


@pytest.mark.rule("HVW-449", "HVW-450")
def test_who_is_safe_in_city_hexes():
    """R105: the defender's stacks there cannot be shot at, besiegers who came in can; their archers never come in."""
    state = siege(mine=((3, 4, "D8"), (1, 3, "E11")), theirs=((1, 3, "E12"), (3, 2, "D11")))
    fight = fight_of(state)
    fight.hexes["D10"] = "destroyed"
    archers = fight.attacker.stacks[0]
    assert fire.targets(state, fight, "attacker", archers) == []
    fight.attacker.stacks[1].box = "E13"
    fight.attacker.stacks[1].box = "F12"
    assert 1 in fire.targets(state, fight, "defender", fight.defender.stacks[1])
    archers.box = "D9"
    assert not any(position.is_city(fight, name) for name in moves.reach(state, fight, "attacker", archers))


# ---- towers


@pytest.mark.rule("HVW-445", "HVW-515")
def test_towers_are_entered_by_nobody_and_hold_nobody_up():
    """Units in them may leave; they do not make enemies stop."""
    state = siege(mine=((5, 3, "C7"),), theirs=((3, 2, TOWER), (1, 1, "I15")))
    fight = fight_of(state)
    archers = fight.defender.stacks[0]
    assert TOWER not in moves.reach(state, fight, "defender", fight.defender.stacks[1])
    assert moves.reach(state, fight, "defender", archers)
    assert not position.beside_enemy(fight, "attacker", GAP)
    archers.box = "C11"
    assert position.beside_enemy(fight, "attacker", TOWER)


@pytest.mark.rule("HVW-446", "HVW-514", "HVW-518")
def test_tower_fire_reaches_everything_outside():
    """Any target outside the wall, and those next to it; never forced hand to hand."""
    state = siege(mine=((1, 3, "I5"), (1, 3, "E11"), (1, 3, "C11")), theirs=((3, 2, TOWER),), method="display_basic")
    fight = fight_of(state)
    archers = fight.defender.stacks[0]
    assert fire.targets(state, fight, "defender", archers) == [0, 2]
    assert fire.may_fire(state, fight, "defender", archers)
    assert fire.hits(state, fight, archers, fight.attacker.stacks[0]) == 2


@pytest.mark.rule("HVW-514")
def test_archers_in_a_tower_may_fight_hand_to_hand_but_need_not():
    """Nobody forces them; who has not fired may strike at an enemy next to the tower, with half his Attack."""
    table = a_step(siege(mine=((1, 3, "C11"),), theirs=((3, 2, TOWER),)), 6, "first", "close")
    assert table.greyed("pass", section="19.11") == ""
    assert "0>0" in table.options(section="19.11")
    fired = siege(mine=((1, 3, "C11"),), theirs=((3, 2, TOWER),))
    fight_of(fired).defender.stacks[0].fought = True
    assert a_step(fired, 6, "first", "close").done


@pytest.mark.rule("HVW-519")
@pytest.mark.parametrize(("hex", "hits", "kills", "marker"), [("C4", 6, 1, 0), ("C7", 12, 2, 0), ("I7", 4, 0, 4)])
def test_tower_fire_by_distance(hex, hits, kills, marker):
    """EX20: four Level 3 archers with Attack 5 do 12 hits up to 3, 6 up to 5 and 4 beyond (R63)."""
    state = on_display(
        army("knights", (6, 2, hex)), army("barbarians", (3, 4, TOWER), kind="garrison"), works=1, towers=1
    )
    fight = fight_of(state)
    archers, target = fight.defender.stacks[0], fight.attacker.stacks[0]
    expected = {"C7": 3, "C4": 6}.get(hex)
    assert expected is None or field.distance(TOWER, hex) == expected or expected == 6
    if hex == "C4":
        target.box = "C5"
    assert fire.hits(state, fight, archers, target) == hits
    table = a_step(state, 2, "first", "ranged").answer("done", section="19.9")
    table.answer("0>0", section="19.10").answer([20]).answer([1])
    assert counts(table, "attacker") == [2 - kills]
    assert fight_of(table.state).attacker.stacks[0].wounds == marker


@pytest.mark.rule("HVW-512")
def test_towers_take_half_rounded_down():
    """R41: five hits are two on the Battle Display."""
    state = siege(mine=((3, 5, "C7"),), theirs=((3, 4, TOWER),), method="display_basic")
    fight = fight_of(state)
    archers, tower = fight.attacker.stacks[0], fight.defender.stacks[0]
    assert DisplayGround().dealt(state, fight, "defender", archers, tower, True).total == 2
    fight.hexes[TOWER] = "destroyed"
    assert DisplayGround().dealt(state, fight, "defender", archers, tower, True).total == 5


@pytest.mark.rule("HVW-513")
def test_when_a_tower_can_be_attacked_hand_to_hand():
    """From a destroyed wall hex beside it, or from a City hex."""
    state = siege(mine=((1, 3, GAP),), theirs=((3, 2, TOWER),))
    fight = fight_of(state)
    one = fight.attacker.stacks[0]
    assert battle.reached(fight, "attacker", one) == []
    fight.hexes[GAP] = "destroyed"
    assert battle.reached(fight, "attacker", one) == [0]
    one.box = "C11"
    assert battle.reached(fight, "attacker", one) == [0]


# ---- catapults


@pytest.mark.rule("HVW-453", "HVW-520", "HVW-521", "HVW-522", "HVW-525")
@pytest.mark.parametrize(("die", "result"), [(2, None), (3, "damaged"), (7, "damaged"), (8, "destroyed")])
def test_a_shot_at_the_wall(die, result):
    """Any wall hex; up to the Initiative it is hit; d20 + 2 against 10 Structure Points."""
    table = catapults(siege())
    assert set(table.options(section="19.17.2")) == {*field.WALLS, "none"}
    table.answer("A8", section="19.17.2").answer([6]).answer([die])
    assert fight_of(table.state).hexes.get("A8") == result
    assert fight_of(table.state).breach_tried


@pytest.mark.rule("HVW-524", "HVW-526", "HVW-527")
def test_damage_adds_up_and_ruins_are_no_target():
    """A second damage result destroys; a destroyed hex is open, no City, and cannot be chosen again."""
    state = siege()
    fight_of(state).hexes["A8"] = "damaged"
    table = catapults(state).answer("A8", section="19.17.2").answer([1]).answer([3])
    fight = fight_of(table.state)
    assert fight.hexes["A8"] == "destroyed"
    assert "A8" not in breaching.may_be_hit(state, fight)
    assert not position.is_wall(fight, "A8")
    assert not position.is_city(fight, "A8")


@pytest.mark.rule("HVW-523", "HVW-524")
@pytest.mark.parametrize(("works", "reach"), [(1, 0), (2, 1), (3, 2)])
def test_the_enemy_shifts_a_miss(works, reach):
    """TV24: 0, 1 or 2 hexes, to walls that stand (R65); with Level 1 works nothing changes."""
    table = catapults(siege(works=works)).answer("C9", section="19.17.2").answer([20])
    if not reach:
        table.answer([20])
        assert fight_of(table.state).hexes == {"C9": "destroyed"}
        return
    places = table.options(seat="amazons", section="19.17.2")
    assert set(places) == {name for name in field.WALLS if field.distance(name, "C9") <= reach}
    table.answer("B9", seat="amazons", section="19.17.2")
    assert table.question(section="19.17.2").part.sides == (20,)


@pytest.mark.rule("HVW-528", "HVW-529", "HVW-566")
@pytest.mark.parametrize(("die", "state_of_it", "left"), [(8, "destroyed", 0), (3, "damaged", 3)])
def test_breaching_a_tower(die, state_of_it, left):
    """Only beside a destroyed wall hex; destroyed kills all five, damaged two of them."""
    state = siege(theirs=((3, 5, TOWER),))
    assert TOWER not in breaching.may_be_hit(state, fight_of(state))
    fight_of(state).hexes[GAP] = "destroyed"
    assert TOWER in breaching.may_be_hit(state, fight_of(state))
    assert OTHER not in breaching.may_be_hit(state, fight_of(state))
    table = catapults(state).answer(TOWER, section="19.17.2").answer([1]).answer([die])
    assert fight_of(table.state).hexes[TOWER] == state_of_it
    assert counts(table, "defender") == [left]


@pytest.mark.parametrize(("units", "left"), [(5, 2), (1, 0)])
def test_losses_in_a_damaged_tower_may_be_rounded_up(units, left):
    """R40: the reading counts for catapults on the Battle Display, too."""
    state = siege(theirs=((3, units, TOWER),), damaged_tower_loss="ceil")
    fight_of(state).hexes[GAP] = "destroyed"
    table = catapults(state).answer(TOWER, section="19.17.2").answer([1]).answer([3])
    assert counts(table, "defender") == [left]


@pytest.mark.parametrize(("reading", "hits"), [("yes", 4), ("no", 9)])
def test_cover_in_a_damaged_tower(reading, hits):
    """R42: nine hits on a tower that is damaged."""
    state = siege(mine=((3, 3, "D8"),), theirs=((3, 5, TOWER),), damaged_tower_halves=reading)
    fight = fight_of(state)
    fight.hexes[TOWER] = "damaged"
    shooter, target = fight.attacker.stacks[0], fight.defender.stacks[0]
    assert DisplayGround().dealt(state, fight, "defender", shooter, target, True).total == hits


def test_only_a_besieging_hero_has_catapults():
    """On open ground, or without a Hero, nothing is asked."""
    assert catapults(on_display(army("knights", (1, 1, "H6")), army("amazons", (1, 1, "E11")))).done
    state = siege()
    fight_of(state).attacker.hero = ""
    assert catapults(state).done
