"""Arena Combat (8.0-8.6): deployment, the nine steps, who may attack whom, both procedures, hits and graveyards."""

from __future__ import annotations

import pytest

from companion.engine.game.reference import rules_of
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.fighting import deployment
from companion.games.heroes_vs_warlords.kit import kit
from companion.games.heroes_vs_warlords.records.armies import packed
from companion.games.heroes_vs_warlords.records.state import Site, Stack
from tests.games.heroes_vs_warlords.rows.battlefield import (
    against_enemy,
    against_guards,
    attack,
    boxes,
    counts,
    dice,
    field,
    fight,
    guarded,
    lead,
    pass_until,
    rounds_until,
    side,
    steps_asked,
)
from tests.games.heroes_vs_warlords.table import position

CLOSE, CAVALRY, RANGED = 1, 5, 3
"""Levels of the Knights with these types."""


# ---- which battle


@pytest.mark.rule("HVW-217")
def test_every_battle_is_fought_in_the_arena():
    """Whatever leads to a battle in a match, it goes through the arena: one flow fights them all."""
    for entered in ("guards", "hero"):
        state = position(war=True)
        lead(state, "amazons:1", (1, 3), place="field")
        table = (
            against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 3)))
            if entered == "guards"
            else against_enemy(state, "knights:1", "field")
        )
        assert "heroes_vs_warlords.arena.combat_round" in [name for name, _, _ in table.runner.sections()]
    rounds = [
        code.name
        for code in rules_of(GAME)
        if code.is_flow and code.name.endswith("combat_round") and ".display." not in code.name  # 19.4, if chosen
    ]
    assert rounds == ["heroes_vs_warlords.arena.combat_round"]


@pytest.mark.rule("HVW-219")
def test_a_battle_outside_cities_has_no_wall():
    """Guards, Heroes and garrisons of Resource hexes are met in the open."""
    state = position(war=True)
    state.sites["wood-1"] = Site(
        "wood-1", "resource", "Wood", resource="wood", owner="amazons", garrison=[Stack("amazons", 1, 2)]
    )
    table = against_enemy(state, "knights:1", "wood-1")
    assert fight(table).wall is None
    assert set(boxes(table, "defender")) == {"other"}


# ---- deployment


@pytest.mark.rule("HVW-221", "HVW-224")
def test_stacks_come_as_they_lie_on_the_display_and_keep_their_boxes():
    """Three sections give the same three stacks; nothing moves between boxes in two combat rounds."""
    state = position()
    hero = lead(state, "knights:1", (1, 4), (1, 2), (3, 1))
    hero.sections[4], hero.sections[1] = hero.sections[1], None
    table = against_guards(state, "knights:1", guarded(state, "ruin-1", (1, 6)))
    stacks = fight(table).attacker.stacks
    assert [(one.level, one.count, one.section) for one in stacks] == [(1, 4, 0), (3, 1, 2), (1, 2, 4)]
    before = boxes(table, "attacker"), boxes(table, "defender")
    pass_until(table, "step:9")
    table.answer(False, about="step:9")
    pass_until(table, "step:9")
    assert (boxes(table, "attacker"), boxes(table, "defender")) == before


@pytest.mark.rule("HVW-222")
def test_guards_form_the_fewest_stacks():
    """Equal guards stand together up to 20; a twenty-first needs a second stack, another Level its own."""
    assert [stack.count for stack in packed({("neutrals", 1): 21, ("neutrals", 2): 3})] == [20, 1, 3]
    state = position()
    site = guarded(state, "ruin-1", (2, 3), (4, 1))
    table = against_guards(state, "knights:1", site)
    assert counts(table, "defender") == [3, 1]


@pytest.mark.rule("HVW-223", "HVW-227")
def test_the_defender_deploys_first_and_the_attacker_likewise():
    """The log of the deployment names the defender, then the attacker; both fill Ranged and other boxes alike."""
    table = field(side("knights", (3, 2), (1, 5)), side("amazons", (3, 2), (1, 5)))
    deployed = table.notes("8.2")
    assert [line.split()[0] for line in deployed] == ["amazons", "knights"]
    assert boxes(table, "attacker") == boxes(table, "defender") == ["ranged", "other"]


@pytest.mark.rule("HVW-225", "HVW-226")
def test_two_ranged_and_five_other_boxes():
    """Two Ranged stacks and five others fit exactly; the display of the kit has the same boxes."""
    units = [(3, 2), (1, 5), (3, 1), (2, 1), (4, 1), (5, 1), (6, 1)]
    table = field(side("knights", *units), side("amazons", (1, 1)))
    assert boxes(table, "attacker") == ["ranged", "other", "ranged", *["other"] * 4]
    assert (deployment.RANGED_BOXES, deployment.ALL_BOXES) == (2, 7)
    assert any(component.id == "arena_display" for component in kit().components)


@pytest.mark.rule("HVW-227")
def test_more_stacks_than_boxes_of_a_kind():
    """By ruling R34a a third Ranged stack takes a free box; by the other reading its player says which two fight."""
    units = [(3, 2), (3, 3), (3, 4)]
    assert boxes(field(side("knights", *units), side("amazons", (1, 1))), "attacker") == ["ranged", "ranged", "other"]
    strict = field(side("knights", *units), side("amazons", (1, 1)), overflow="not_deployed", left_out="eliminated")
    strict.answer(["0", "2"], seat="knights", section="8.2.1")
    assert boxes(strict, "attacker") == ["ranged", "out", "ranged"]


@pytest.mark.rule("HVW-227")
def test_an_eighth_stack_stays_out_by_choice_of_its_player():
    """A Hero with a large garrison has eight stacks: his player names seven, the eighth neither fights nor is hit."""
    table = field(side("knights", *[(1, n) for n in range(1, 9)]), side("amazons", (1, 1)), left_out="eliminated")
    assert table.question(section="8.2").seat == "knights"
    table.refused(["0", "1"], section="8.2")
    table.answer(["0", "1", "2", "4", "5", "6", "7"], section="8.2")
    assert boxes(table, "attacker")[3] == "out"
    pass_until(table, "step:6")
    assert "0>3" not in table.options(section="8.3")
    pass_until(table, "step:7")
    assert "3>0" not in table.options(section="8.3")


# ---- the sequence


ALL_TYPES = [(RANGED, 3), (CAVALRY, 3), (CLOSE, 3)]
AMAZON_TYPES = [(3, 3), (2, 3), (1, 3)]


@pytest.mark.rule(
    "HVW-233",
    "HVW-234",
    "HVW-235",
    "HVW-236",
    "HVW-237",
    "HVW-238",
    "HVW-239",
    "HVW-240",
    "HVW-241",
    "HVW-291",
    "HVW-614",
)
def test_the_steps_of_a_combat_round_come_in_order_and_repeat():
    """Ranged, Cavalry, Close, each first the defender, then the attacker; then Initiative, then withdrawal; and again.

    The steps carry their number, so that the rung can be lit.
    """
    knights = side("knights", *ALL_TYPES, hero=(2, 4), initiative=6)
    amazons = side("amazons", *AMAZON_TYPES, hero=(2, 3), initiative=6)
    table = field(knights, amazons)
    seats = {question.part.about: question.seat for question in table.runner.questions()}
    assert seats == {"step:2": "amazons"}
    asked = rounds_until(table, "step:9")
    assert asked == ["step:2", "step:3", "step:4", "step:5", "step:6", "step:7", "step:8", "step:9"]
    table.answer(False, about="step:9").answer(False, about="step:9")
    assert steps_asked(table) == ["step:2"]


@pytest.mark.rule("HVW-233", "HVW-234", "HVW-235", "HVW-236", "HVW-237", "HVW-238")
@pytest.mark.parametrize(
    ("step", "seat", "stack"),
    [(2, "amazons", "0"), (3, "knights", "0"), (4, "amazons", "1"), (5, "knights", "1"), (6, "amazons", "2"),
     (7, "knights", "2")],
)  # fmt: skip
def test_each_step_belongs_to_one_side_and_one_type(step, seat, stack):
    """In each of the steps 2 to 7 only stacks of one type of one side attack."""
    table = field(side("knights", *ALL_TYPES), side("amazons", *AMAZON_TYPES))
    pass_until(table, f"step:{step}")
    options = set(table.options(seat=seat, about=f"step:{step}")) - {"pass"}
    assert {option.split(">")[0] for option in options} == {stack}


@pytest.mark.rule("HVW-232")
def test_no_breach_in_the_open():
    """Step 1 is asked in sieges only: a field battle begins with step 2 or later."""
    knights = side("knights", (1, 3), hero=(2, 4), initiative=6, level=9)
    table = field(knights, side("amazons", (1, 3)))
    asked = rounds_until(table, "step:9")
    assert "step:1" not in asked


@pytest.mark.rule("HVW-241")
def test_the_combat_ends_when_one_side_has_nothing_left():
    """The last unit falls: no further step is asked, the other side has won."""
    table = field(side("knights", (1, 3)), side("amazons", (1, 3)))
    pass_until(table, "step:7")
    attack(table, "0>0", 20, 1)
    assert table.done
    assert table.result == "attacker"


@pytest.mark.rule("HVW-242")
def test_each_stack_attacks_once_in_a_combat_round_and_picks_its_target():
    """Two stacks, two targets: after one attack only the other stack is offered; after both the step is over."""
    table = field(side("knights", (1, 3), (2, 3)), side("amazons", (1, 9), (4, 9)))
    pass_until(table, "step:7")
    assert set(table.options(section="8.3")) == {"0>0", "0>1", "1>0", "1>1", "pass"}
    attack(table, "1>0", 10, 11)
    assert set(table.options(section="8.3")) == {"0>0", "0>1", "pass"}
    attack(table, "0>0", 10, 11)
    assert steps_asked(table) == ["step:6"]


@pytest.mark.rule("HVW-242")
def test_a_stack_may_pass_or_must_attack_by_ruling():
    """By ruling R35 passing is allowed; by the other reading it is not offered."""
    table = field(side("knights", (1, 3)), side("amazons", (1, 3)), arena_attack="compulsory")
    assert set(table.options(section="8.3")) == {"0>0"}


# ---- targets


@pytest.mark.rule("HVW-243")
def test_ranged_stacks_attack_any_enemy():
    """Ranged, Cavalry and Close stacks of the enemy are all offered, whatever stands before them."""
    table = field(side("knights", (3, 3)), side("amazons", (3, 1), (2, 1), (1, 1), (4, 1)))
    pass_until(table, "step:3")
    assert set(table.options(section="8.3")) == {"0>0", "0>1", "0>2", "0>3", "pass"}


@pytest.mark.rule("HVW-244", "HVW-245")
def test_close_stacks_reach_ranged_stacks_only_in_greater_number():
    """With as many Cavalry and Close stacks as the enemy his Ranged stack is safe; with one more it is not."""
    enemy = side("amazons", (3, 5), (2, 5))
    even = pass_until(field(side("knights", (1, 3)), enemy), "step:7")
    assert set(even.options(section="8.3")) == {"0>1", "pass"}
    more = pass_until(field(side("knights", (1, 3), (5, 1)), side("amazons", (3, 5), (2, 5))), "step:5")
    assert set(more.options(section="8.3")) == {"1>0", "1>1", "pass"}


@pytest.mark.rule("HVW-245")
def test_ranged_stacks_do_not_count_for_reaching_ranged_stacks():
    """Two Ranged and one Close stack against one Close stack are not more."""
    table = field(side("knights", (3, 1), (3, 1), (1, 3)), side("amazons", (3, 5), (1, 5)))
    assert set(pass_until(table, "step:7").options(section="8.3")) == {"2>1", "pass"}


@pytest.mark.rule("HVW-245")
@pytest.mark.parametrize(("reading", "reached"), [("current", True), ("at_start_of_round", False)])
def test_when_stacks_are_counted_is_a_ruling(reading, reached):
    """R36: a stack killed in this combat round opens the way to the Ranged stack at once, or from the next one on."""
    table = field(side("knights", (1, 3), (5, 9)), side("amazons", (3, 5), (1, 3), (2, 3)), reach_count=reading)
    pass_until(table, "step:5")
    attack(table, "1>1", 20, 1)
    pass_until(table, "step:7")
    assert ("0>0" in table.options(section="8.3")) == reached


@pytest.mark.rule("HVW-246")
def test_cavalry_fights_with_the_close_procedure():
    """A cavalry attack asks both sides for a die of 8.5.2, and the loser of the roll may be the attacker."""
    table = pass_until(field(side("knights", (5, 4)), side("amazons", (1, 3))), "step:5")
    table.answer("0>0", section="8.3")
    assert table.asked() == [("knights", "8.5.2"), ("amazons", "8.5.2")]
    dice(table, 1, 20)
    assert counts(table, "attacker") == [1]


# ---- Ranged attacks


@pytest.mark.rule("HVW-247", "HVW-249", "HVW-256")
def test_rulebook_example_ranged_hit():
    """EX06: Attack 6, die 9 against die 10: 15 beats 10, three archers kill three of five."""
    table = pass_until(field(side("knights", (3, 3)), side("amazons", (1, 5))), "step:3")
    attack(table, "0>0", 9, 10)
    assert counts(table, "defender") == [2]


@pytest.mark.rule("HVW-249")
def test_rulebook_example_ranged_tie_misses():
    """EX07: Attack 7, die 9 against die 16: equal results change nothing; one less for the target is a hit."""
    for die, left in ((16, 4), (15, 2), (17, 4)):
        table = pass_until(field(side("knights", (1, 4)), side("amazons", (3, 2))), "step:2")
        attack(table, "0>0", 9, die)
        assert counts(table, "attacker") == [left]
        assert counts(table, "defender") == [2]


@pytest.mark.rule("HVW-247")
@pytest.mark.parametrize("archers", [1, 20])
def test_the_size_of_a_ranged_stack_does_not_change_its_result(archers):
    """One archer and twenty hit with the same dice and miss with the same dice."""
    for die, hit in ((14, True), (15, False)):
        table = pass_until(field(side("knights", (3, archers)), side("amazons", (1, 20))), "step:3")
        attack(table, "0>0", 9, die)
        assert (counts(table, "defender")[0] < 20) == hit


@pytest.mark.rule("HVW-248", "HVW-250")
def test_heroes_and_defense_add_nothing_to_ranged_attacks():
    """Strong Heroes on both sides and a high Defense of the target: still 6 + die against the bare die."""
    knights = side("knights", (3, 2), hero=(9, 9), initiative=6)
    amazons = side("amazons", (6, 3), hero=(9, 9), initiative=6)
    for die, left in ((14, 1), (15, 3)):
        table = pass_until(field(knights, amazons), "step:3")
        attack(table, "0>0", 9, die)
        assert counts(table, "defender") == [left]


# ---- Close Combat


@pytest.mark.rule("HVW-251", "HVW-252", "HVW-253", "HVW-256", "HVW-259")
def test_rulebook_example_close_combat_with_heroes():
    """EX08: 8 + 4 + 5 = 17 against 9 + 2 + 4 = 15: three kills, by the number of the winners, not by the margin."""
    amazons = side("amazons", (2, 3), hero=(5, 0), initiative=6)
    neutrals = side("neutrals", (1, 5), seat="knights")
    neutrals.hero, neutrals.defense = "knights:1", 4
    table = pass_until(field(amazons, neutrals), "step:5")
    attack(table, "0>0", 8, 9)
    assert counts(table, "defender") == [2]
    assert counts(table, "attacker") == [3]
    sums = next(note for note in table.runner.notes if note.section == "8.5.2").why
    assert [one.total for one in sums] == [17, 15, 3]
    assert fight(table).attacker.kills == {"neutrals:1": 3}


@pytest.mark.rule("HVW-251", "HVW-252")
@pytest.mark.parametrize(("heroes", "die"), [(False, 10), (True, 12)])
def test_a_side_without_hero_adds_the_unit_only(heroes, die):
    """Knights Level 1 attack with 2 (+2 with a Hero) against 2 of the Amazons: the die that ties shows the sum."""
    knights = side("knights", (1, 3), hero=(2, 4) if heroes else None, initiative=6)
    table = pass_until(field(knights, side("amazons", (1, 3))), "step:7")
    attack(table, "0>0", 10, die)
    assert "tie" in table.notes("8.5.2")[-1]


@pytest.mark.rule("HVW-253", "HVW-254")
@pytest.mark.parametrize(("die", "attackers", "defenders"), [(8, 4, 0), (10, 4, 2), (11, 2, 2)])
def test_the_lower_total_loses_and_a_tie_does_nothing(die, attackers, defenders):
    """TV13: 4 attack 2; whoever is lower takes as many hits as the winner has units; a tie changes nothing."""
    table = pass_until(field(side("knights", (1, 4)), side("amazons", (1, 2), (1, 1))), "step:7")
    attack(table, "0>0", 10, die)
    assert counts(table, "attacker") == [attackers]
    assert counts(table, "defender")[0] == defenders


@pytest.mark.rule("HVW-255")
@pytest.mark.parametrize("units", [1, 20])
def test_the_size_of_a_stack_changes_the_hits_only(units):
    """One and twenty attackers tie with the same dice, and kill one and twenty when they win."""
    knights, amazons = side("knights", (1, units)), side("amazons", (1, 20), (1, 1))
    tie = attack(pass_until(field(knights, amazons), "step:7"), "0>0", 10, 10)
    assert counts(tie, "defender") == [20, 1]
    won = attack(pass_until(field(knights, amazons), "step:7"), "0>0", 10, 9)
    assert counts(won, "defender")[0] == 20 - units


@pytest.mark.rule("HVW-256", "HVW-257")
def test_hits_count_alike_in_both_procedures():
    """Four winners kill four, by arrow or by sword, whatever the Level of the dead; no more than there are."""
    for step, units in ((3, (3, 4)), (7, (1, 4))):
        for enemies, left in ((9, 5), (3, 0)):
            table = field(side("knights", units), side("amazons", (6, enemies), (1, 1)))
            pass_until(table, f"step:{step}")
            attack(table, "0>0", 20, 1)
            assert counts(table, "defender")[0] == left


@pytest.mark.rule("HVW-259")
def test_graveyards_hold_what_each_side_has_killed():
    """Both sides kill: each graveyard lists the enemies by kind and number."""
    table = field(side("knights", (1, 3), (2, 3)), side("amazons", (1, 2), (4, 6)))
    pass_until(table, "step:6")
    attack(table, "0>1", 20, 1)
    pass_until(table, "step:7")
    attack(table, "0>0", 20, 1)
    assert fight(table).defender.kills == {"knights:2": 2}
    assert fight(table).attacker.kills == {"amazons:1": 2}
    board = GAME.board(table.state, "knights").panels[0]
    assert [str(line) for line in board.sides[1].lost] == ["2 × Amazons Level 1"]
