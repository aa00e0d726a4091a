"""Readings of arena and siege, each with the difference it makes."""

from __future__ import annotations

import pytest

from companion.games.heroes_vs_warlords.fighting import arena, battles, exchange, siege
from companion.games.heroes_vs_warlords.records.state import Battle, Site, Stack
from tests.games.heroes_vs_warlords.readings import led, pass_until, readings, side, siege_of
from tests.games.heroes_vs_warlords.table import Table, position, start_at

RUIN = "ruin-1"


def total(terms):
    return sum(term.value for term in terms)


def at_ruin(**rulings):
    """Knights Hero 1 has met three Level 1 guards in a ruin."""
    state = position(**rulings)
    state.active = "knights"
    state.sites[RUIN] = Site(RUIN, "ruin", "Ruin 1", active=True, guards=[Stack("neutrals", 1, 3)])
    hero = state.players["knights"].heroes[0]
    hero.place, hero.came_from, hero.mp = RUIN, "open", 3
    battles.attack_guards(state, hero, state.sites[RUIN])
    return state


def besieged(*, towers: int = 1, archers: int = 4, others: int = 4, **rulings):
    """Knights Hero 1 stands before the City of the Amazons, which Ranged (Level 3) and other units hold."""
    state = position(war=True, **{"tower_duty": "must", **rulings})
    city = state.cities["home:amazons"]
    city.towers = towers
    city.units = [Stack("amazons", 3, archers), Stack("amazons", 1, others)]
    state.players["amazons"].heroes[0].place = "open"
    hero = state.players["knights"].heroes[0]
    led(state, "knights:1", (3, 4), (1, 8))
    hero.place, hero.came_from, state.active = "home:amazons", "open", "knights"
    battles.attack_enemy(state, hero, "home:amazons")
    return state


def breaching(table: Table, die: int) -> Table:
    """The besieger breaches with this die when he is next asked."""
    return table.play_until("8.7.1").answer(True, section="8.7.1").answer([die], section="8.7.1")


@readings("overflow", {"any_free_box": "other", "not_deployed": "out"})
def test_a_third_ranged_stack(rulings, expected):
    """Two boxes are for Ranged stacks; the third takes any free box, or is left out."""
    state = position(left_out="eliminated", **rulings)
    attacker = side("knights", (3, 4), (3, 3), (3, 2))
    state.battle = Battle("", "", attacker, side("amazons", (1, 4)), "defender")
    table = start_at(state, arena.deploy())
    if expected == "out":
        table.answer(["0", "1"], section="8.2.1")
    assert [one.box for one in table.state.battle.attacker.stacks] == ["ranged", "ranged", expected]


@readings("arena_attack", {"optional": True, "compulsory": False})
def test_passing(rulings, expected):
    """A stack may pass its attack, or must make it."""
    state = at_ruin(**rulings)
    table = start_at(state, arena.battle())
    assert ("pass" in table.options(section="8.3")) is expected


@readings("reach_count", {"current": [1], "at_start_of_round": [0, 1]})
def test_reaching_ranged_stacks(rulings, expected):
    """The two stacks of the attacker count as they are, or as they were when the combat round began."""
    state = position(**rulings)
    attacker = side("knights", (1, 4), (2, 4))
    state.battle = Battle("", "", attacker, side("amazons", (3, 4), (1, 4)), "defender")
    state = start_at(state, arena.open_round()).state
    fight = state.battle
    fight.attacker.stacks[1].count = 0
    assert arena.targets(state, fight, "attacker", "close") == expected


@readings("hero_bonus_ranged_defense", {"arena_yes": 4, "never": 0})
def test_a_hero_behind_a_ranged_stack(rulings, expected):
    """The Hero's Defense helps a Ranged stack attacked in Close Combat, or not; it helps others always."""
    state = position(**rulings)
    state.battle = Battle("", "", side("knights", (1, 4)), side("amazons", (3, 4), (1, 4), defense=4), "defender")
    defender = state.battle.defender
    gains = [
        total(exchange.defense_terms(state, state.battle, defender, one))
        - total(exchange.defense_terms(state, state.battle, side("amazons"), one))
        for one in defender.stacks
    ]
    assert gains == [expected, 4]


@readings("split_ranged", {"allowed": True, "not_allowed": False})
def test_one_ranged_stack_and_two_towers(rulings, expected):
    """The stack may be split over both towers, or stays whole in one."""
    table = start_at(besieged(towers=2, **rulings), arena.deploy())
    if expected:
        table.answer(True, section="8.7").answer({"second": 1}, section="8.7")
    boxes = [(one.box, one.count) for one in table.state.battle.defender.stacks if one.level == 3]
    assert boxes == ([("tower1", 3), ("tower2", 1)] if expected else [("tower1", 4)])


@readings("breach_step", {"1": "8.7.1", "7": "8.3"})
def test_when_to_breach(rulings, expected):
    """The breach is offered before any attack, or after all of them."""
    table = start_at(besieged(**rulings), arena.battle())
    assert [section for _, section in table.asked()] == [expected]
    table.play_until("8.7.1")
    assert table.question(section="8.7.1").part.about == f"step:{rulings['breach_step']}"


@readings("damaged_tower_loss", {"floor": 3, "ceil": 2})
def test_losses_in_a_damaged_tower(rulings, expected):
    """Of five units in a damaged tower two fall, or three."""
    table = breaching(start_at(besieged(archers=5, **rulings), arena.battle()), 5)
    fight = table.state.battle
    assert fight.wall.towers == ["damaged"]
    assert next(one.count for one in fight.defender.stacks if one.box == "tower1") == expected
    assert fight.attacker.kills == {"amazons:3": 5 - expected}


@readings("tower_half", {"by_method": 3, "always_up": 3, "always_down": 2})
def test_half_hits_in_a_tower(rulings, expected):
    """Five hits on a tower are three or two; in the Arena, the method of the Basic game, the default rounds up."""
    state = start_at(besieged(**rulings), arena.deploy()).state
    archers = next(one for one in state.battle.defender.stacks if one.box == "tower1")
    assert siege.hits_on(state, state.battle, "defender", archers, 5).total == expected


@readings("damaged_tower_halves", {"yes": 3, "no": 5})
def test_hits_in_a_damaged_tower(rulings, expected):
    """A damaged tower still halves hits, or only an intact one does."""
    state = start_at(besieged(**rulings), arena.deploy()).state
    state.battle.wall.towers = ["damaged"]
    archers = next(one for one in state.battle.defender.stacks if one.box == "tower1")
    assert siege.hits_on(state, state.battle, "defender", archers, 5).total == expected


@readings("tower_bonus", {"instead_and_vs_ranged": (2, 2), "close_only": (0, 2), "added_to_city_bonus": (2, 3)})
def test_bonus_in_a_tower(rulings, expected):
    """What a stack in the only tower adds against Ranged attacks and in Close Combat; the City bonus is 1."""
    state = start_at(besieged(**rulings), arena.deploy()).state
    fight = state.battle
    archers = next(one for one in fight.defender.stacks if one.box == "tower1")
    ranged = total(siege.ranged_cover(state, fight, fight.defender, archers))
    assert (ranged, total(siege.close_cover(state, fight, fight.defender, archers))) == expected


@readings("melee_vs_tower", {"after_breach_by_count": True, "never": False})
def test_close_attacks_on_a_tower(rulings, expected):
    """After the breach a side with more stacks may attack a tower in Close Combat, or only Ranged units may."""
    state = start_at(besieged(others=0, **rulings), arena.deploy()).state
    fight = state.battle
    archers = next(i for i, one in enumerate(fight.defender.stacks) if one.box == "tower1")
    assert archers not in arena.targets(state, fight, "attacker", "close")
    fight.wall.state = "destroyed"
    assert (archers in arena.targets(state, fight, "attacker", "close")) is expected


@readings("second_tower", {"breachable": True, "safe": False})
def test_breaching_the_second_tower(rulings, expected):
    """With wall and one tower down, the Hero may breach the other tower, or may not."""
    state = besieged(towers=2, **rulings)
    table = start_at(state, arena.deploy()).answer(True, section="8.7").answer({"second": 2}, section="8.7")
    state = table.state
    state.battle.wall.state, state.battle.wall.towers = "destroyed", ["destroyed", "intact"]
    table = start_at(state, siege.breach("1"))
    assert bool(table.asked()) is expected
    if expected:
        table.answer(True, section="8.7.1").answer([20], section="8.7.1")
        assert table.state.battle.wall.towers == ["destroyed", "destroyed"]


@readings("siege_damage", {"repaired": ("intact", []), "stays_until_turn5": ("damaged", ["damaged"])})
def test_damage_after_a_siege(rulings, expected):
    """When the place holds, damage is repaired, or an attack before Turn 5 starts with it."""
    table = breaching(start_at(besieged(**rulings), battles.fight()), 5)
    pass_until(table, "8.9", "knights").answer(True, section="8.9").answer([1], section="8.9")
    city = table.state.cities["home:amazons"]
    assert (city.wall, city.tower_states) == expected
    assert city.owner == "amazons"
    again = table.state
    battles.attack_enemy(again, again.players["knights"].heroes[0], "home:amazons")
    assert again.battle.wall.state == expected[0]


@readings("initiative_roles", {"sequence_only": (True, ""), "full_swap": (False, "")})
def test_a_besieger_seizes_the_initiative(rulings, expected):
    """He acts first from then on. With all roles swapped he cannot breach any more, but he can always withdraw."""
    table = pass_until(start_at(besieged(**rulings), arena.battle()), "8.8")
    pass_until(table.answer(True, section="8.8").answer([1], section="8.8"), "8.9", "knights")
    may_breach, refused_by = expected
    refusal = table.question(section="8.9").part.form.refusal
    assert (refusal.section if refusal else "") == refused_by
    table.answer(False, section="8.9")
    assert (table.find(section="8.7.1") is not None) is may_breach
    table.play_until("8.3", about="step:")
    assert table.question(section="8.3").seat == "knights"


@readings("withdraw_turn_end", {"hero": False, "player": True})
def test_whose_turn_ends_with_a_withdrawal(rulings, expected):
    """Only the Hero who withdrew is done, or his player's other Hero as well."""
    state = at_ruin(**rulings)
    other = state.players["knights"].heroes[1]
    other.status, other.place, other.mp = "in_play", "home:knights", 4
    table = pass_until(start_at(state, battles.fight()), "8.9")
    table.answer(True, section="8.9").answer([1], section="8.9")
    assert table.done
    assert table.hero("knights:1").turn_over
    assert table.hero("knights:2").turn_over is expected


@readings("early_withdraw", {"advanced_resource_only": "8.3", "all_guarded_hexes": "8.3", "basic_too": "8.9"})
def test_withdrawing_before_the_fight(rulings, expected):
    """In the Basic game a combat round is fought first, unless the third reading is chosen."""
    table = start_at(at_ruin(**rulings), battles.fight())
    assert table.asked()[0][1] == expected
    if expected == "8.9":
        table.answer(True, section="8.9").answer([6], section="8.9")
        assert table.done
        assert (table.hero("knights:1").place, table.hero("knights:1").turn_over) == ("open", True)
        assert table.state.sites[RUIN].guards == [Stack("neutrals", 1, 3)]


@pytest.mark.parametrize("die", [7, 20])
def test_a_failed_early_withdrawal_leads_to_combat(die):
    """Third reading of ruling R49: who fails must fight."""
    table = start_at(at_ruin(early_withdraw="basic_too"), battles.fight())
    table.answer(True, section="8.9").answer([die], section="8.9")
    assert table.asked()[0][1] == "8.3"
    assert not table.hero("knights:1").turn_over


@pytest.mark.parametrize("withdraws", [True, False])
def test_full_swap_of_the_defender_in_the_open(withdraws):
    """Ruling R47: a reacting Hero who seized the Initiative withdraws like a defender, into a hex of his choice."""
    state = position(war=True, initiative_roles="full_swap")
    state.active = "knights"
    mover, reactor = state.players["knights"].heroes[0], state.players["amazons"].heroes[0]
    mover.place = reactor.place = "open"
    battles.hero_reacts(state, reactor, mover)
    state.battle.first, state.battle.swapped = "attacker", True
    table = pass_until(start_at(state, battles.fight()), "8.9", "knights")
    assert table.question(section="8.9").part.form.refusal is None
    table.answer(withdraws, section="8.9")
    if withdraws:
        table.answer([1], section="8.9")
        assert table.done
        assert table.hero("knights:1").turn_over


def test_a_wall_is_needed_for_a_siege():
    """The helper of these tests makes a siege: a wall, a tower, the roles."""
    state = position()
    fight = siege_of(state, side("knights", (1, 4)), side("amazons", (3, 4), hero=False))
    assert siege.breachable(state, fight)
