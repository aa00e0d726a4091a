"""Readings of who fights on a side and where: towers, stacks without a box, garrisons, two Heroes, guards."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.game.record import resume
from companion.engine.running.save import decode_save, encode_save
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.fighting import arena, battles, round_end, siege
from companion.games.heroes_vs_warlords.moving import movement, reaction, sites
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState, Site, Stack
from companion.games.heroes_vs_warlords.turns import cities, victory
from tests.games.heroes_vs_warlords.readings import finish, led, pass_until, readings, side
from tests.games.heroes_vs_warlords.table import Table, dull, position, start_at

HOME = "home:amazons"
EIGHT = [(1, n) for n in range(3, 11)]


def boxes(table: Table, role: str = "defender") -> list[str]:
    return [one.box for one in getattr(table.state.battle, role).stacks]


def home_under_siege(*garrison: tuple[int, int], towers: int = 0, **rulings: str) -> HvWState:
    """Knights Hero 1 with 20 archers and 20 others has come to the City of the Amazons; their Heroes are elsewhere."""
    state = position(war=True, **rulings)
    city = state.cities[HOME]
    city.towers, city.units = towers, [Stack("amazons", level, n) for level, n in garrison]
    hero_of(state, "amazons:1").place = "open"
    led(state, "knights:1", (3, 20), (1, 20))
    hero = hero_of(state, "knights:1")
    hero.place, hero.came_from, state.active = HOME, "open", "knights"
    return state


def both_home(state: HvWState) -> None:
    """Both Heroes of the Amazons stand in their City, with six and four units."""
    for number, units in ((1, 6), (2, 4)):
        led(state, f"amazons:{number}", (1, units))
        hero = hero_of(state, f"amazons:{number}")
        hero.place, hero.status = HOME, "in_play"


# ---- towers and boxes (8.2.2, 8.7)


@pytest.mark.rule("HVW-567")
@readings("tower_duty", {"may": ["wall", "wall"], "must": ["tower1", "wall"]})
def test_archers_may_stay_behind_the_wall(rulings, expected):
    """The defender may keep his archers down, or has no choice while there is a tower for them."""
    state = home_under_siege((3, 4), (1, 4), towers=1, **rulings)
    battles.attack_enemy(state, hero_of(state, "knights:1"), HOME)
    table = start_at(state, arena.deploy())
    if expected[0] == "wall":
        assert table.question(section="8.7").seat == "amazons"
        table.answer("none", section="8.7")
    assert table.done
    assert boxes(table) == expected


def test_the_log_says_who_stands_where():
    """Tower, wall and open ground are named, each with the stacks there."""
    stacks = [(3, 4), (1, 1), (1, 2), (1, 3), (1, 5), (1, 6), (1, 7)]
    state = home_under_siege(*stacks, towers=1)
    battles.attack_enemy(state, hero_of(state, "knights:1"), HOME)
    table = start_at(state, arena.deploy()).answer("0", section="8.7").answer(["5"], section="8.2.2")
    assert boxes(table) == ["tower1", *["wall"] * 5, "open"]
    told = next(line for line in table.notes("8.2.2") if "behind the wall" in line)
    assert "tower 1: 4 × Level 3" in told
    assert "open ground: 7 × Level 1" in told


@readings("unused_tower_bonus", {"counts": 4, "ignored": 2})
def test_a_tower_nobody_uses(rulings, expected):
    """Two towers are built and one is used: the bonus is that of two, or that of one."""
    state = home_under_siege((3, 4), towers=2, tower_duty="must", **rulings)
    battles.attack_enemy(state, hero_of(state, "knights:1"), HOME)
    table = start_at(state, arena.deploy()).answer(False, section="8.7")
    fight = table.state.battle
    cover = siege.ranged_cover(table.state, fight, fight.defender, fight.defender.stacks[0])
    assert [term.value for term in cover] == [expected]


def test_both_towers_count_when_the_stack_is_split():
    """Whatever the reading, two towers in use give +4."""
    state = home_under_siege((3, 4), towers=2, unused_tower_bonus="ignored")
    battles.attack_enemy(state, hero_of(state, "knights:1"), HOME)
    table = start_at(state, arena.deploy()).answer(True, section="8.7").answer({"second": 2}, section="8.7")
    fight = table.state.battle
    assert siege.ranged_cover(table.state, fight, fight.defender, fight.defender.stacks[0])[0].value == 4


# ---- stacks without a box (8.2, 8.9)


@pytest.mark.rule("HVW-568")
@readings("left_out", {"come_in": "waiting", "eliminated": "out"})
def test_the_eighth_stack(rulings, expected):
    """It comes in when a box is free and the combat goes on for it; or it takes no part and falls with the others."""
    state = position(**rulings)
    defender = side("amazons", *EIGHT, hero=False)
    state.battle = Battle("", "", side("knights", (1, 20)), defender, "defender")
    table = start_at(state, arena.deploy()).answer([str(n) for n in range(7)], seat="amazons", section="8.2")
    assert boxes(table) == [*["other"] * 5, *["ranged"] * 2, expected]
    state = table.state
    for one in state.battle.defender.stacks[:7]:
        one.count = 0
    table = start_at(state, arena.combat_round())
    if expected == "out":
        assert table.done
        assert table.result == "attacker"
    else:
        assert boxes(table)[7] == "other"
        assert any("10 × Level 1 come in" in line for line in table.notes("8.2"))
        assert [one for one in table.options(section="8.3") if one != "pass"] == ["7>0"]


@pytest.mark.rule("HVW-568")
def test_who_waits_neither_attacks_nor_is_attacked():
    """Until a box is free the eighth stack is out of reach; it counts among those who are left."""
    state = position()
    state.battle = Battle("", "", side("knights", *EIGHT), side("amazons", (1, 4)), "defender")
    table = start_at(state, arena.deploy()).answer([str(n) for n in range(7)], section="8.2")
    state = table.state
    assert arena.targets(state, state.battle, "defender", "close") == list(range(7))
    for one in state.battle.attacker.stacks[:7]:
        one.count = 0
    assert arena.targets(state, state.battle, "defender", "close") == []
    assert start_at(state, round_end.standing()).result == ""


@pytest.mark.rule("HVW-568")
def test_of_two_who_wait_one_comes_in_for_each_free_box():
    """With one box free the player says which of those who wait takes it."""
    state = position()
    state.battle = Battle("", "", side("knights", *EIGHT, (1, 2)), side("amazons", (1, 4)), "defender")
    table = start_at(state, arena.deploy()).answer([str(n) for n in range(7)], section="8.2")
    state = table.state
    state.battle.attacker.stacks[3].count = 0
    table = start_at(state, arena.come_in()).answer(["1"], seat="knights", section="8.2")
    assert boxes(table, "attacker")[7:] == ["waiting", "other"]


@pytest.mark.rule("HVW-568")
def test_who_waited_returns_home_after_a_victory():
    """Units that never found a box are there after the combat; nobody got EP for them."""
    state = home_under_siege(*EIGHT)
    battles.attack_enemy(state, hero_of(state, "knights:1"), HOME)
    table = start_at(state, battles.fight()).answer([str(n) for n in range(7)], section="8.2")
    pass_until(table, "8.2.2").answer(["0", "1"], section="8.2.2")
    pass_until(table, "8.9", "knights").answer(True, section="8.9").answer([1], section="8.9")
    assert sum(stack.count for stack in table.state.cities[HOME].units) == sum(n for _, n in EIGHT)


@pytest.mark.parametrize("reading", ["unlimited", "six"])
def test_a_seventh_stack_in_a_resource_hex(reading):
    """The same when a Hero leaves units in his Resource hex."""
    state = position(garrison_sections=reading)
    garrison = [Stack("knights", level, 20) for level in (1, 2, 3, 4, 5, 6)]
    state.sites["wood-1"] = Site(
        "wood-1", "resource", "Wood hex 1", resource="wood", owner="knights", garrison=garrison
    )
    hero_of(state, "knights:1").place = "wood-1"
    state.active = "knights"
    table = start_at(state, movement.choose_deed("knights")).answer("drop:1", section="7.1")
    if reading == "six":
        assert table.refused({"knights:1": 2}, section="9.1").section == "4.1"
    else:
        table.answer({"knights:1": 2}, section="9.1")
        assert len(table.state.sites["wood-1"].garrison) == 7


# ---- Heroes and garrisons (8.2, R83, R120)


@readings("hero_and_garrison", {"together": [6, 9], "hero_first": [6]})
def test_a_hero_beside_a_garrison(rulings, expected):
    """The garrison stands on his side, or fights on its own after him, behind the wall as it then stands."""
    state = home_under_siege((1, 9), **rulings)
    led(state, "amazons:1", (1, 6))
    hero_of(state, "amazons:1").place = HOME
    other = hero_of(state, "amazons:2")
    other.status, other.place = "in_play", "open"
    table = start_at(state, sites.contents("knights:1"))
    assert [one.count for one in table.state.battle.defender.stacks] == expected
    if len(expected) == 1:
        beat_the_defender(table)
        assert table.hero("amazons:1").status == "dead"
        fight = table.state.battle
        assert (fight.defender.kind, fight.defender.stacks[0].count, fight.wall.state) == ("garrison", 9, "destroyed")
        assert table.state.cities[HOME].owner == "amazons"


def beat_the_defender(table: Table) -> None:
    """Breach the wall and kill whoever leads the defence, until the next combat begins or all is over."""
    leader = table.state.battle.defender.hero
    for _ in range(200):
        fight = table.state.battle
        if table.done or (fight is not None and fight.defender.hero != leader):
            return
        question = table.runner.questions()[0]
        match question.section:
            case "8.7.1" if not hasattr(question.part, "sides"):
                value = True
            case "8.3":
                options = list(table.options(section="8.3"))
                value = options[0] if question.seat == "knights" else "pass"
            case "8.5.1" | "8.5.2" | "8.7.1":
                value = [20 if question.seat == "knights" else 1]
            case _:
                value = dull(question)
        table.runner.answer(question.key, value)
    raise AssertionError(table.describe())


@pytest.mark.rule("HVW-569")
@readings("two_heroes", {"in_turn": [4, 3], "together": [4, 6, 3]})
def test_two_heroes_in_a_besieged_city(rulings, expected):
    """Their player says who leads. The other fights after him at the wall as it stands, or beside him and falls too."""
    state = home_under_siege((2, 3), **rulings)
    both_home(state)
    table = start_at(state, sites.contents("knights:1"))
    assert table.question(section="8.2").seat == "amazons"
    table.answer("amazons:2", section="8.2")
    fight = table.state.battle
    assert (fight.defender.hero, [one.count for one in fight.defender.stacks]) == ("amazons:2", expected)
    ep = table.hero("knights:1").ep
    beat_the_defender(table)
    if len(expected) == 2:
        fight = table.state.battle
        assert (fight.defender.hero, fight.wall.state) == ("amazons:1", "destroyed")
        assert [one.count for one in fight.defender.stacks] == [6]
        assert table.hero("knights:1").ep == ep + 7 + 10
    else:
        assert [hero.status for hero in table.state.players["amazons"].heroes] == ["dead", "dead"]
        assert table.hero("knights:1").ep == ep + 13 + 20


@pytest.mark.rule("HVW-570")
def test_the_wall_is_repaired_when_the_second_hero_holds_the_city():
    """Between two combats of one attack the breach stays open; once the besieger is gone it is repaired (R46)."""
    state = home_under_siege((2, 3))
    both_home(state)
    table = start_at(state, sites.contents("knights:1")).answer("amazons:2", section="8.2")
    beat_the_defender(table)
    assert table.state.cities[HOME].wall == "destroyed"
    pass_until(table, "8.9", "knights").answer(True, section="8.9").answer([1], section="8.9")
    assert table.done
    city = table.state.cities[HOME]
    assert (city.owner, city.wall) == ("amazons", "intact")


# ---- reactions (7.3.1, 7.3.2, 8.0, 8.1)


@pytest.mark.rule("HVW-571")
@readings("reaction_siege", {"goes_back": ("amazons", "open"), "conquers": ("knights", HOME)})
def test_a_hero_reacts_into_a_city(rulings, expected):
    """It is a siege with works, towers and garrison; a winner goes back, or has conquered the place."""
    state = home_under_siege((3, 4), towers=1, tower_duty="must", **rulings)
    state.cities[HOME].works = 2
    mover, reactor = hero_of(state, "amazons:1"), hero_of(state, "knights:1")
    mover.place, reactor.place, state.active = HOME, "open", "amazons"
    led(state, "amazons:1", (1, 5))
    state.world.near = ["knights:1"]
    table = start_at(state, reaction.reactions("amazons:1")).answer(True, seat="knights", section="7.3.2")
    table.answer([1], seat="knights", section="7.3.2")
    fight = table.state.battle
    assert (fight.wall.sp, fight.wall.bonus, fight.defender.hero, fight.first) == (20, 2, "amazons:1", "defender")
    assert boxes(table) == ["wall", "tower1"]
    pass_until(table, "8.9", "knights")
    assert table.find("amazons", "8.9") is None or table.question("amazons", "8.9").part.form.refusal is not None
    beat_the_defender(table)
    finish(table)
    assert table.hero("amazons:1").status == "dead"
    assert (table.state.cities[HOME].owner, table.hero("knights:1").place) == expected
    assert table.state.cities[HOME].units == []


@pytest.mark.rule("HVW-571")
def test_a_mover_before_a_city_that_is_not_his_fights_in_the_open():
    """Walls help whoever holds the place, not a Hero who has just come before it."""
    state = home_under_siege((3, 4), towers=1)
    mover = hero_of(state, "knights:1")
    battles.hero_reacts(state, hero_of(state, "amazons:1"), mover)
    assert state.battle.wall is None
    assert len(state.battle.defender.stacks) == 2


@pytest.mark.rule("HVW-192")
@readings("guards_player", {"never_own": "knights", "left_neighbour": "amazons"})
def test_guards_against_the_left_neighbour(rulings, expected):
    """Guards the Knights roused fall upon the Amazons: their own player plays them, or the next one."""
    state = position(**rulings)
    state.active = "knights"
    site = Site("ruin-1", "ruin", "Ruin 1", active=True, guards=[Stack("neutrals", 1, 3)])
    state.sites["ruin-1"] = site
    battles.guards_react(state, hero_of(state, "amazons:1"), site)
    assert state.battle.attacker.seat == expected
    battles.attack_guards(state, hero_of(state, "knights:1"), site)
    assert state.battle.defender.seat == "amazons"


@pytest.mark.rule("HVW-330")
@readings("income_display", {"one": False, "split": True})
def test_splitting_the_income(rulings, expected):
    """The yield of the hexes goes onto one Display, or may be split among all."""
    state = position(**rulings)
    state.sites["wood-1"] = Site("wood-1", "resource", "Wood hex 1", resource="wood", owner="knights")
    state.cities["home:amazons"].owner = "knights"
    table = start_at(state, cities.income("knights"))
    assert ("split" in table.options(section="9.2")) is expected
    table.answer("home:amazons", section="9.2")
    assert table.state.cities["home:amazons"].stock.wood == state.cities["home:amazons"].stock.wood + 1


@readings("agreed_end", {"compare": ["knights"], "draw": ["knights", "amazons"]})
def test_an_end_by_agreement(rulings, expected):
    """Who leads in the categories has won, or nobody has."""
    state = position(**rulings)
    state.ended = "agreement"
    led(state, "knights:1", (1, 20))
    assert start_at(state, victory.conclude()).state.winners == expected


# ---- matches from before these rulings


NEW = ("left_out", "tower_duty", "income_display", "two_heroes", "hero_and_garrison", "reaction_siege", "agreed_end")


def test_a_running_match_goes_on_as_it_was_played():
    """A siege saved before these rulings were named: eight stacks, one of them out, archers in the tower by duty."""
    state = home_under_siege(*EIGHT[:7], (3, 4), towers=1, left_out="eliminated", tower_duty="must")
    battles.attack_enemy(state, hero_of(state, "knights:1"), HOME)
    chosen = [str(n) for n in range(1, 8)]
    table = start_at(state, battles.fight()).answer(chosen, section="8.2")
    save = decode_save(encode_save(table.runner.save()))
    data = msgspec.json.decode(bytes(save.state))
    for key in NEW:
        del data["rulings"][key]
    save.state = msgspec.Raw(msgspec.json.encode(data))
    again = Table(resume(GAME, encode_save(save)))
    assert [again.state.rulings[key] for key in NEW[:3]] == ["eliminated", "must", "split"]
    assert [one.part.about for one in again.runner.questions()] == [one.part.about for one in table.runner.questions()]
    pass_until(again, "8.7.1").answer(True, section="8.7.1").answer([20], section="8.7.1")
    assert again.state.battle.wall.towers == ["destroyed"]
    assert boxes(again)[0] == "out"
