"""What is told beside: reactions along a path, who waits in a hex, loot; as often as it happens in the match itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.core.questions import sample
from companion.engine.core.rules import book
from companion.engine.game.record import begin, begin_helper
from companion.engine.running.runner import Runner
from companion.engine.running.save import Save
from companion.games import load_game
from companion.games.heroes_vs_warlords.fighting import siege
from companion.games.heroes_vs_warlords.readers.odds import OUTLOOKS, can_walk, walks
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.common import hero_of, sheet
from companion.games.heroes_vs_warlords.records.state import HvWState, Stack, Stock
from companion.games.heroes_vs_warlords.turns import conquest
from companion.odds.asking import Situation, ask, situation
from companion.odds.asking.record import Figure, Record
from companion.odds.asking.what_ifs import what_if_figures
from tests.games.heroes_vs_warlords.table import dull
from tests.odds.test_asking import battle, stacks

GAME = load_game("heroes_vs_warlords")
WALK = next(one for one in OUTLOOKS if one.what_ifs is walks)
SCRIPT: dict[str, Any] = {"5.3": {"map": "standard", "tiles": 12, "length": 4}}
HERO = "knights:1"


@cache
def standing() -> Save:
    """Knights to move on a map: guards of Level 2 and 5 along their Hero's way west, an enemy Hero next to him."""
    runner = begin(GAME, ["knights", "amazons"], {}, {})
    while runner.questions()[0].section != "7.1":
        question = runner.questions()[0]
        value = [20 if question.seat == "knights" else 1] if question.section == "5.2" else dull(question)
        runner.answer(question.key, SCRIPT.get(question.section, value))
    state: Any = runner.state
    state.world.open_war = True
    hero, enemy = hero_of(state, HERO), hero_of(state, "amazons:1")
    hero.sections = [Stack("knights", 1, 5), None, None, None, None, None]
    enemy.sections = [Stack("amazons", 1, 5), None, None, None, None, None]
    enemy.initiative, hero.mp = 8, 4
    for centre in ((-3, 2), (-5, 1)):
        tile = next(one for one in state.world.tiles if (one.q, one.r) == centre)
        world.reveal(state, tile, state.world.unseen[0])
    hero.place, enemy.place = "-2,2", "-2,3"
    for place, level in (("-3,1", 2), ("-4,1", 5)):
        site = state.sites[place]
        assert site.kind == "resource"
        site.active, site.guards = True, [Stack("neutrals", level, 2)]
    save = runner.save()
    return Save(msgspec.Raw(msgspec.json.encode(state)), save.root)


def record(policy: str = "") -> Record:
    return ask(situation(GAME, standing()), policy, seconds=20, compare=20)


def under(found: Record) -> dict[str, list[Figure]]:
    """The figures by the hex they are about."""
    headings: dict[str, list[Figure]] = {}
    for one in found.figures:
        headings.setdefault(one.id.rpartition(".")[0], []).append(one)
    return headings


def reactions(policy: str) -> Iterator[tuple[str, float]]:
    for place, figures in under(record(policy)).items():
        for one in figures:
            if one.id.endswith(".reaction"):
                yield place, one.value


def played(place: str, willing: bool, seed: int) -> bool:
    """The match itself: the Hero enters a hex next to him; whether somebody reacts."""
    rng = Random(seed)
    runner = Runner(book, HvWState, standing())
    runner.answer(runner.questions()[0].key, place)
    state: Any = runner.state
    while runner.questions()[0].section.startswith(("7.3", "7.1.3")):
        question = runner.questions()[0]
        value = willing if question.section == "7.3.2" and "react to" in str(question.part.prompt) else None
        is_roll = question.part.__class__.__name__ == "Roll"
        runner.answer(question.key, sample(question.part, rng) if is_roll or value is None else value)
        state = runner.state
    return state.battle is not None and state.battle.reaction != ""


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["react", "stay"])
def test_reactions_are_as_often_as_in_the_match(policy: str) -> None:
    """For every hex one step away where somebody may react: within four standard errors of 120 matches."""
    state = msgspec.json.decode(bytes(standing().state), type=HvWState)
    near = world.neighbours(state.world, hero_of(state, HERO).place)
    compared = 0
    for place, chance in reactions(policy):
        if place in near:
            times = sum(played(place, policy == "react", seed) for seed in range(120))
            error = max((chance * (1 - chance) / 120) ** 0.5, 1e-9)
            assert abs(times / 120 - chance) < 4 * error + 1e-9, place
            compared += 0 < chance < 1
    assert compared >= 2


def test_reactions_of_heroes_depend_on_their_will() -> None:
    """Where an enemy Hero stands near, somebody reacts more often when he tries to."""
    willing, calm = dict(reactions("react")), dict(reactions("stay"))
    assert all(calm.get(place, 0.0) <= chance + 1e-12 for place, chance in willing.items())
    assert any(calm.get(place, 0.0) < chance - 0.01 for place, chance in willing.items())


def test_a_path_is_added_up_hex_by_hex() -> None:
    """On longer ways each hex has its chance, and together they are the chance that anybody reacts."""
    longer = 0
    for figures in under(record()).values():
        parts = [one.value for one in figures if ".at_" in one.id]
        if parts:
            whole = next(one.value for one in figures if one.id.endswith(".reaction"))
            assert sum(parts) == pytest.approx(whole, abs=1e-9)
            longer += 1
    assert longer


def test_guards_are_told_before_a_hex_is_entered() -> None:
    """Known guards as they are, unknown ones by the Guards Table; with the chance to beat them."""
    state = msgspec.json.decode(bytes(standing().state), type=HvWState)
    known = 0
    for place, figures in under(record()).items():
        waiting = next((one for one in figures if one.id.endswith(".enemies")), None)
        site = state.sites.get(place)
        if waiting is None or site is None or site.kind != "resource":
            continue
        assert sum(one.chance for one in waiting.shares) == pytest.approx(1)
        assert any(one.id.endswith(".attacker_wins") for one in figures)
        rows = [f"neutrals:{one.level}:{one.count}" for one in site.guards]
        if rows:
            known += 1
            assert [one.value for one in waiting.shares] == [" ".join(rows)]
        elif not site.home:
            table = sheet(state).tables["guards_resource"]
            assert len(waiting.shares) == len({str(table.row(n)) for n in range(1, 7)})
    assert known == 2


def test_there_is_nothing_to_tell_without_a_map() -> None:
    """A table that keeps its own map gets no button: the companion does not know the hexes."""
    state = msgspec.json.decode(bytes(standing().state), type=HvWState)
    assert can_walk(state)
    state.world.mapped = False
    assert not can_walk(state)
    assert walks(state) == []


def besieging() -> Situation:
    """A siege of a City with something on its Display."""
    save = battle(stacks("barbarians", (1, 3)), stacks("knights", (1, 2)), siege.wall_for(1, 0, camp=False))
    state = msgspec.json.decode(bytes(save.state), type=HvWState)
    assert state.battle is not None
    state.battle.city, state.battle.stock = "home:knights", Stock(wood=7, gold=20)
    return situation(GAME, Save(msgspec.Raw(msgspec.json.encode(state)), save.root))


def test_the_loot_of_a_siege() -> None:
    """Each Resource of the stock by the Conquest Table, rounded up."""
    asked = besieging()
    figures = {one.id: one for one in what_if_figures(asked, asked.policy(""), 1e12)}
    state = msgspec.json.decode(bytes(asked.whole), type=HvWState)
    table = sheet(state).tables["conquest"]
    for name, had in (("wood", 7), ("gold", 20)):
        expected = sum(conquest.captured(had, table.row(n)[name]) for n in range(1, 7)) / 6
        assert figures[f"loot.{name}"].value == pytest.approx(expected)
    assert "loot.stone" not in figures


# ---- the helper


def walker(plan: dict[str, Any], near: dict[str, list[str]] | None) -> Save:
    runner = begin_helper(GAME, GAME.helper("path"), {})
    runner.answer(runner.questions()[0].key, plan)
    if near is not None:
        runner.answer(runner.questions()[0].key, near)
    return runner.save()


def test_the_helper_of_a_path_counted_by_hand() -> None:
    """Level 2 beside hexes 1 and 2, Level 5 beside 2, a Hero (Initiative 8) beside 3; each guard tries once."""
    plan = {"hexes": 4, "guards": {"L2": 1, "L5": 1}, "hero": True, "initiative": 8}
    near = {"hex1": ["guards-1"], "hex2": ["guards-1", "guards-2"], "hex3": ["amazons:1"], "hex4": []}
    found = ask(situation(GAME, walker(plan, near)), seconds=10, compare=0)
    figures = {one.id: one.value for one in found.figures}
    low, high = facts.REACTION_MAX[2] / 20, facts.REACTION_MAX[5] / 20
    assert figures["hex1"] == pytest.approx(low)
    assert figures["hex2"] == pytest.approx((1 - low) * high)
    assert figures["hex3"] == pytest.approx((1 - low) * (1 - high) * 8 / 20)
    assert figures["hex4"] == 0
    assert figures["reaction"] == pytest.approx(sum(figures[f"hex{n}"] for n in range(1, 5)))
    assert figures["hero"] + figures["guards"] == pytest.approx(figures["reaction"])


def test_a_path_on_which_nobody_stands() -> None:
    """The helper says so at once."""
    runner = begin_helper(GAME, GAME.helper("path"), {})
    plan = {"hexes": 2, "guards": {}, "hero": False, "initiative": 6}
    runner.answer(runner.questions()[0].key, plan)
    assert runner.done
    assert not runner.notes[-1].text.values, "no hex is named"


def test_the_helper_is_played_hex_by_hex() -> None:
    """Whoever reacts is told with the hex."""
    plan = {"hexes": 3, "guards": {"L1": 1}, "hero": False, "initiative": 6}
    runner = Runner(book, HvWState, walker(plan, {"hex1": [], "hex2": ["guards-1"], "hex3": []}))
    runner.answer(runner.questions()[0].key, [1])
    assert runner.done
    assert (runner.result, runner.notes[-1].text.values) == ("guards", {"n": 2})


def test_path_and_fight_together() -> None:
    """Nobody reacts on the way and whoever waits is beaten: both chances multiplied, as the dice know nothing of each
    other; whoever gets there and meets nobody has made it, too."""
    compared = 0
    for figures in under(record()).values():
        found = {one.id.rpartition(".")[2]: one for one in figures}
        if "together" in found:
            army = found["enemies"]
            free = sum(share.chance for share in army.shares if share.value == "")
            reaches = 1 - found["reaction"].value
            alone = next(ask_inside(figures))
            assert found["together"].value == pytest.approx(reaches * (free + (1 - free) * alone), abs=1e-6)
            compared += 1
    assert compared


def ask_inside(figures: list[Figure]) -> Iterator[float]:
    """The chance to win the fight in a hex, if there is one."""
    return (one.value for one in figures if one.id.endswith(".attacker_wins"))


def test_loot_in_all_times_the_chance_to_take_the_place() -> None:
    """What a siege can be expected to bring: the loot of a place that falls, as often as it falls."""
    found = {one.id: one for one in ask(besieging(), seconds=20, compare=0).figures}
    parts = sum(one.value for name, one in found.items() if name in {f"loot.{res}" for res in facts.RESOURCES})
    assert found["loot.all"].value == pytest.approx(parts)
    assert found["loot.expected"].value == pytest.approx(parts * found["attacker_wins"].value)
