"""Rulings of the Battle Display and of Skills in combat (R59 to R110): one case for each reading."""

from __future__ import annotations

from functools import partial

import pytest

from companion.engine.core.effects import Sum, Term
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.advanced import holy, support, vote
from companion.games.heroes_vs_warlords.display import battle, breaching, fire, ground, moves
from companion.games.heroes_vs_warlords.display import position as places
from companion.games.heroes_vs_warlords.display.ground import DisplayGround
from companion.games.heroes_vs_warlords.fighting import arena, hits
from companion.games.heroes_vs_warlords.fighting.hits import ATTRITION
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import HvWState
from companion.games.heroes_vs_warlords.turns import cities
from tests.games.heroes_vs_warlords.advanced.country import country, stand, turn
from tests.games.heroes_vs_warlords.advanced.fighting import combat, led
from tests.games.heroes_vs_warlords.advanced.hexes import a_round, a_step, army, fight_of, on_display
from tests.games.heroes_vs_warlords.readings import pass_until, readings
from tests.games.heroes_vs_warlords.rows.battlefield import against_guards, counts, guarded, lead, side
from tests.games.heroes_vs_warlords.table import Table, hex_of, position, start_at


def open_field(mine, theirs, kind: str = "hero", **more) -> HvWState:
    """Knights against Amazons on open ground."""
    return on_display(army("knights", *mine), army("amazons", *theirs, kind=kind), **more)


def at_the_wall(mine, theirs, **more) -> HvWState:
    """Knights before a City of the Amazons with two towers and works of Level 1."""
    wall = {"works": 1, "towers": 2, **more}
    return on_display(army("knights", *mine, initiative=6, level=2), army("amazons", *theirs, kind="garrison"), **wall)


# ---- what a match plays


@readings("advanced_mix", {"sets": "off", "all_or_nothing": "on"})
def test_one_part_or_all_of_them(rulings, expected):
    """R92: a match with terrain has Skills too where all go together; a Basic one stays Basic."""
    state = position(terrain="advanced", **rulings)
    vote.settle_mix(state)
    assert state.rulings["skills"] == expected
    basic = position(**rulings)
    vote.settle_mix(basic)
    assert (basic.rulings["skills"], basic.rulings["combat_method"]) == ("off", "arena_basic")


@readings("hire_time", {"turn5": (True, False), "hero_in_city_own_turn": (False, True)})
def test_when_mercenaries_are_hired(rulings, expected):
    """R71: in Production, or in the own turn with a Hero there."""
    state = position(mercenaries="on", **rulings)
    city = state.cities["home:knights"]
    city.facilities.append("tavern")
    city.stock.gold = 5
    in_turn = {offer.id for offer in cities.turn_offers(state, "knights")}
    produced = start_at(state, cities.produce("knights")).options(section="11.0")
    assert ("hire@home:knights" in produced, "hire@home:knights" in in_turn) == expected


@readings("holy_stay", {"must_enter": False, "staying_counts": True})
def test_staying_in_a_holy_place(rulings, expected):
    """R97: a Hero who stands there when his turn begins."""
    state, centres = country("K0", "T03", "A0", **rulings)
    stand(state, centres, "T03 SW")
    table = turn(state)
    assert ("holy:1" in table.options(section="7.1")) is expected
    if expected:
        table.deed("holy:1").answer([3], section="15.4")
        assert state.sites[hex_of(centres["T03"], "SW")].visited is False  # the state before
        assert table.state.sites[hex_of(centres["T03"], "SW")].visited
        assert holy.stay_offers(table.state, hero_of(table.state, "knights:1")) == []


def test_a_stay_in_a_holy_place_counts_for_the_quest():
    """R97 and 17.2: quest 7, however the Hero got there."""
    state, centres = country("K0", "T03", "A0", holy_stay="staying_counts", quests="on", honor="on")
    stand(state, centres, "T03 SW")
    hero = hero_of(state, "knights:1")
    hero.quest = 7
    after = hero_of(turn(state).deed("holy:1").answer([3], section="15.4").state, "knights:1")
    assert (after.quest, after.honor) == (0, hero.honor + 4)


# ---- Diplomacy


@readings("diplomacy_effect", {"kills": ([2], 0), "hit_points": ([4], 3)})
def test_what_diplomacy_removes(rulings, expected):
    """R67: Skill 3 against five units of Level 5 with Advanced hits."""
    guards = side("neutrals", (5, 5))
    guards.kind = "guards"
    table = combat(led("knights", (1, 9), diplomacy=3 if expected[1] == 0 else 8), guards, skills="on", **rulings)
    table.answer("0", section="16.1.2")
    fight = fight_of(table.state)
    assert ([one.count for one in fight.defender.stacks], fight.defender.stacks[0].wounds) == expected


@readings("diplomacy_time", {"after_early_withdraw": "8.9", "before_early_withdraw": "16.1.2"})
def test_diplomacy_and_leaving(rulings, expected):
    """R98: what the Hero is asked first when he has met guards of a Resource hex; he is asked for each once."""
    state = position(skills="on", combat_method="arena_advanced", early_withdraw="all_guarded_hexes", **rulings)
    lead(state, "knights:1", (1, 9), diplomacy=2)
    table = against_guards(state, "knights:1", guarded(state, "mine", (1, 5), (3, 2), kind="resource"))
    first = table.runner.questions()[0]
    assert first.section == expected
    table.answer("none" if expected == "16.1.2" else "no", section=expected)
    assert table.runner.questions()[0].section == {"8.9": "16.1.2", "16.1.2": "8.9"}[expected]


# ---- several attackers, attrition


@readings("support_modifiers", {"method_4": 0, "all_advanced": -1})
def test_several_attackers_in_the_arena(rulings, expected):
    """R59: the second attack of a step, method 3."""
    table = combat(side("barbarians", (1, 9), (2, 9)), side("neutrals", (6, 9)), first="attacker", **rulings)
    table.answer("0>0", section="8.3").answer([10], section="8.5.2").answer([10], section="8.5.2")
    fight = fight_of(table.state)
    found = support.terms(table.state, fight, fight.defender.stacks[0])
    assert sum(term.value for term in found) == expected
    table.answer("1>0", section="8.3").answer([10], section="8.5.2").answer([10], section="8.5.2")
    assert [one.beset for one in fight_of(table.state).defender.stacks] == [0]  # the step is over


@readings("support_count", {"per_step": 0, "per_combat_round": -1})
def test_attackers_of_an_earlier_step(rulings, expected):
    """R64: cavalry first, the others in their own step."""
    state = open_field([(5, 3, "E10"), (1, 3, "D10")], [(6, 9, "E11")], kind="garrison", **rulings)
    table = a_step(state, 5, "second", "cavalry").answer("done", section="19.9").answer("0>0", section="19.11")
    for _ in range(2):
        table.answer([10], section="8.5.2")
    assert table.done
    fight = fight_of(table.state)
    found = support.terms(table.state, fight, fight.defender.stacks[0])
    assert sum(term.value for term in found) == expected


@readings("attrition_scope", {"per_attack": [0, 0, 1], "per_step_total": [0, 1, 1]})
def test_hits_in_return_by_attack_or_by_step(rulings, expected):
    """R62: 3, 3 and 5 hits on one stack in one step."""
    state = position(**rulings)
    loser = side("neutrals", (6, 9)).stacks[0]
    assert [support.hits_in_return(state, loser, hits, ATTRITION) for hits in (3, 3, 5)] == expected


# ---- movement and duties


@readings("movement_first", {"per_step": "19.11", "per_round": "19.9"})
def test_moving_by_step_or_by_round(rulings, expected):
    """R102: once the cavalry of both sides has moved, it attacks, or the others move."""
    state = open_field([(5, 3, "E9"), (1, 3, "A3")], [(4, 3, "E10")], **rulings)
    table = a_round(state)
    assert table.runner.questions()[0].part.about == "step:5"
    table.answer("done", section="19.9")
    assert table.runner.questions()[0].section == expected


@readings("lost_target", {"attack_lost": 1, "retarget": 0})
def test_a_target_that_is_gone(rulings, expected):
    """R102: both attack the single unit; the second finds it gone and has another one beside it."""
    foes = [(1, 1, "E10"), (1, 1, "D10")]
    state = open_field([(4, 3, "E9"), (4, 3, "D9")], foes, kind="garrison", **rulings)
    table = a_step(state, 7, "second", "close").answer("done", section="19.9")
    table.answer("0>0", section="19.11").answer("1>0", section="19.11")
    table.answer([20], section="8.5.2").answer([1], section="8.5.2")
    if not expected:
        table.answer("1>1", about="step:7").answer([20], section="8.5.2").answer([1], section="8.5.2")
    assert table.done
    assert counts(table, "defender") == [0, expected]


@readings("idle_adjacent", {"guards_and_siege_defenders": "", "siege_defenders_only": "19.9"})
def test_guards_next_to_an_enemy(rulings, expected):
    """R103: whether they may do nothing."""
    state = open_field([(4, 3, "E9")], [(4, 3, "E10")], kind="guards", **rulings)
    table = a_step(state, 6, "first", "close").answer("done", section="19.9")
    assert table.greyed("pass", section="19.11") == expected


@readings("breach_duty", {"whole_side": False, "no_stack": True})
def test_a_breach_attempt_and_the_duty(rulings, expected):
    """R103: whether a besieger who is next to nobody must still act."""
    state = at_the_wall([(1, 3, "A3")], [(1, 3, "E12")], **rulings)
    fight = fight_of(state)
    fight.breach_tried = True
    assert moves.has_duty(state, fight, "attacker", fight.attacker.stacks[0]) is expected


@readings("attrition_tower", {"whole": 2, "halved": 1})
def test_hits_in_return_in_a_tower(rulings, expected):
    """R62c: archers in a tower deal eight hits in Close Combat."""
    state = at_the_wall([(6, 3, "C9")], [(3, 4, "C10")], **rulings)
    fight = fight_of(state)
    (archers,), (knights,) = fight.defender.stacks, fight.attacker.stacks
    eight, back = Sum(t("Hits"), (Term(t("Hits"), 8),)), partial(DisplayGround().returned, state, fight, "defender")
    assert list(hits.score(state, fight, "defender", archers, knights, "8.5.2", (), eight, partial(back, archers)))
    assert (archers.count, archers.wounds) == (4, expected)


# ---- movement


@readings("friendly_hex", {"one": 2, "terrain": 3})
def test_through_an_own_stack_in_a_ford(rulings, expected):
    """R125: D8 is a ford; with nobody in it, it costs 2."""
    state = open_field([(5, 3, "D7"), (1, 2, "D8")], [(1, 3, "H13")], **rulings)
    fight = fight_of(state)
    rider, friend = fight.attacker.stacks
    assert moves.reach(state, fight, "attacker", rider)["D9"] == expected
    friend.box = "out"
    assert moves.reach(state, fight, "attacker", rider)["D9"] == 3


# ---- fire


@readings("forge_range", {"raised": 1, "printed": 0})
def test_range_with_the_blacksmith(rulings, expected):
    """R126: two points more of Attack are one hex more."""
    state = open_field([(3, 3, "E7")], [(1, 3, "E12")], **rulings)
    fight = fight_of(state)
    archers = fight.attacker.stacks[0]
    before = fire.reach_of(state, fight, archers)
    archers.attack_plus = 2
    assert fire.reach_of(state, fight, archers) - before == expected


@readings("tower_fire", {"bands": 6, "flat_one": 4})
def test_fire_from_a_tower(rulings, expected):
    """R63: four of Level 3 with Attack 5 at distance 5 (EX20)."""
    archers = army("neutrals", (3, 4, "C10"), kind="garrison")
    state = on_display(army("knights", (6, 2, "C5")), archers, works=1, towers=1, **rulings)
    fight = fight_of(state)
    assert fire.hits(state, fight, fight.defender.stacks[0], fight.attacker.stacks[0]) == expected


@readings("stone_block", {"any_stone_between": False, "only_stone_adjacent_to_target": True})
def test_a_stone_in_the_way(rulings, expected):
    """R73: E9 is a stone; from E7 to E12 it is not next to the target."""
    state = open_field([(3, 3, "E7")], [(1, 3, "E12")], **rulings)
    assert fire.has_sight(state, fight_of(state), "E7", "E12") is expected
    assert not fire.has_sight(state, fight_of(state), "E7", "E10")


@readings("fire_when_adjacent", {"towers_only": False, "allowed": True})
def test_firing_next_to_an_enemy(rulings, expected):
    """R75: on open ground."""
    state = open_field([(3, 3, "E8")], [(1, 3, "E9")], **rulings)
    fight = fight_of(state)
    assert fire.may_fire(state, fight, "attacker", fight.attacker.stacks[0]) is expected


@readings("city_immunity", {"defender_only": True, "everybody": False})
def test_besiegers_inside(rulings, expected):
    """R105: a besieger in a City hex, an archer of the defender two hexes away."""
    state = at_the_wall([(1, 3, "E12")], [(3, 3, "F13")], towers=0, **rulings)
    fight = fight_of(state)
    assert bool(fire.targets(state, fight, "defender", fight.defender.stacks[0])) is expected


@readings("tower_los", {"always": True, "stones_block": False})
def test_stones_before_a_tower(rulings, expected):
    """R106: the stone G9 lies between the tower G12 and G7."""
    state = at_the_wall([(1, 3, "G7")], [(3, 3, "G12")], **rulings)
    assert fire.has_sight(state, fight_of(state), "G12", "G7") is expected


# ---- terrain


@readings("battle_terrain", {"by_method": 1, "all": 2})
def test_terrain_with_basic_hits(rulings, expected):
    """R91: what the ford D8 costs in method 2."""
    armies = army("knights", (1, 3, "waiting")), army("amazons", (1, 3, "waiting"))
    state = on_display(*armies, method="display_basic", **rulings)
    table = start_at(state, arena.deploy())
    while not table.done:
        question = table.runner.questions()[0]
        table.runner.answer(question.key, next(iter(question.part.form.options)).id)
    assert moves.costs(fight_of(table.state))["D8"] == expected


@readings("display_moves", {"app": ("19.9", "E8"), "table": ("19.10", places.OPEN)})
def test_who_moves_the_counters(rulings, expected):
    """R124: the app asks where archers go, or whom they fire at, wherever they stand."""
    section, box = expected
    armies = army("knights", (3, 3, box)), army("amazons", (1, 3, "F4" if box == "E8" else box))
    table = a_step(on_display(*armies, **rulings), 3, "second", "ranged")
    assert table.asked() == [("knights", section)]


@readings("woods_bonus", {"every_close_attack": [1, 1], "close_type_only": [1, 0]})
def test_woods_against_whom(rulings, expected):
    """R104: against close combat units, and against cavalry."""
    state = open_field([(1, 3, "E8"), (5, 3, "G8")], [(1, 3, "F8")], **rulings)
    fight = fight_of(state)
    target = fight.defender.stacks[0]
    found = [ground.DisplayGround().defense(state, fight, fight.defender, target, one) for one in fight.attacker.stacks]
    assert [sum(term.value for term in terms if term.section == "19.4.1.4") for terms in found] == expected


@readings("resource_tower_bonus", {"all_methods": 4, "arena_only": 0})
def test_towers_over_a_resource_hex(rulings, expected):
    """R107: two towers, on the Battle Display."""
    state = open_field([(1, 3, "E8")], [(1, 3, "E9")], **rulings)
    fight = fight_of(state)
    fight.defender.bonus = 4
    terms = ground.DisplayGround().defense(
        state, fight, fight.defender, fight.defender.stacks[0], fight.attacker.stacks[0]
    )
    assert sum(term.value for term in terms if term.section == "8.7.2.1") == expected


@readings("cleverness_ranged_close", {"no": ("attacker",), "yes": ()})
def test_cleverness_for_archers_hand_to_hand(rulings, expected):
    """R110: archers attack hand to hand."""
    state = open_field([(3, 3, "E8")], [(1, 3, "E9")], **rulings)
    fight = fight_of(state)
    pair = fight.attacker.stacks[0], fight.defender.stacks[0]
    assert ground.DisplayGround().unclever(state, "attacker", *pair) == expected


# ---- walls and towers


@readings("scatter_target", {"unbreached_wall": False, "any_hex": True})
def test_where_a_shot_may_go(rulings, expected):
    """R65: works of Level 2, a miss: one hex aside, on the wall or anywhere; a shot at nothing is lost."""
    table = start_at(at_the_wall([(1, 3, "A3")], [(1, 3, "E12")], works=2, **rulings), breaching.breach())
    table.answer("C9", section="19.17.2").answer([20], section="19.17.2")
    assert ("C8" in table.options(section="19.17.2")) is expected
    if expected:
        table.answer("C8", section="19.17.2")
        assert table.done
        assert fight_of(table.state).hexes == {}


@readings("tower_wall", {"any_adjacent": True, "in_front": False})
def test_the_wall_beside_a_tower(rulings, expected):
    """R106: D10 is next to the tower C10 and not before it."""
    state = at_the_wall([(1, 3, "A3")], [(1, 3, "E12")], **rulings)
    fight = fight_of(state)
    fight.hexes["D10"] = "destroyed"
    assert ("C10" in breaching.may_be_hit(state, fight)) is expected
    fight.hexes["C9"] = "destroyed"
    assert "C10" in breaching.may_be_hit(state, fight)


@readings("destroyed_tower", {"as_destroyed_wall": True, "closed": False})
def test_entering_a_destroyed_tower(rulings, expected):
    """R106: over the gap C9 into the ruins of C10."""
    state = at_the_wall([(1, 3, "C9")], [(1, 3, "I13")], **rulings)
    fight = fight_of(state)
    fight.hexes.update({"C9": "destroyed", "C10": "destroyed"})
    assert not places.is_tower(fight, "C10")
    assert ("C10" in moves.reach(state, fight, "attacker", fight.attacker.stacks[0])) is expected


@readings("battle_split", {"not_allowed": [6], "allowed": [4, 2]})
def test_parting_archers_over_two_towers(rulings, expected):
    """R106: six archers, two towers."""
    state = at_the_wall([(1, 3, "A3")], [(3, 6, "C10")], **rulings)
    table = start_at(state, arena.deploy())
    if len(expected) > 1:
        table.answer(True, section="8.7").answer({"second": 2}, section="8.7")
    _deploy(table)
    found = {one.box: one.count for one in fight_of(table.state).defender.stacks}
    assert list(found.values()) == expected
    assert len(expected) == 1 or set(found) == {"C10", "G12"}


def _deploy(table: Table) -> None:
    while not table.done:
        question = table.runner.questions()[0]
        table.runner.answer(question.key, question.part.form.options[0].id)


def test_defection_is_offered_between_movements():
    """R99: a Hero with Honor may try it before he moves a stack; then the movements go on."""
    mine = army("knights", (1, 3, "A3"), honor=2, initiative=6)
    theirs = army("mercenaries", (2, 3, "E11"), initiative=6)
    table = start_at(on_display(mine, theirs, honor="on"), battle.side_step(7, "second", "close"))
    table.answer("subvert", section="19.9").answer(1, section="19.8")
    assert table.runner.questions()[0].section == "19.8"


@pytest.mark.parametrize(("method", "section"), [("arena_basic", "8.9"), ("arena_advanced", "19.16.2")])
def test_the_log_cites_the_rule_a_withdrawal_goes_by(method, section):
    """8.9, or 19.16.2 with Advanced hits."""
    two = led("knights", (1, 3), initiative=6), led("amazons", (1, 3), initiative=6)
    table = pass_until(combat(*two, combat_method=method), "8.9", "knights")
    before = len(table.notes(section))
    table.answer(True, seat="knights", section="8.9").answer([20], section="8.9")
    assert len(table.notes(section)) == before + 1
