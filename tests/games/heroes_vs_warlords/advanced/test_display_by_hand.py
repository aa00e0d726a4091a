"""The Battle Display whose counters the table moves (ruling R124): what is asked, and that nothing else is."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec import structs

from companion.engine.core.effects import Ask, Roll
from companion.engine.core.questions import sample
from companion.engine.core.rules import book
from companion.engine.core.text import hinted
from companion.engine.running.runner import start
from companion.games.heroes_vs_warlords import GAME
from companion.games.heroes_vs_warlords.display import battle, breaching, by_hand
from companion.games.heroes_vs_warlords.display import position as places
from companion.games.heroes_vs_warlords.fighting import arena
from companion.games.heroes_vs_warlords.readers.board import board
from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.readers.odds import is_known
from companion.games.heroes_vs_warlords.records.state import Battle, HvWState
from companion.odds.asking.comparing import tells
from companion.odds.asking.subject import situation
from tests.games.heroes_vs_warlords.advanced import random_battles
from tests.games.heroes_vs_warlords.advanced.fighting import led
from tests.games.heroes_vs_warlords.advanced.hexes import army, fight_of, on_display
from tests.games.heroes_vs_warlords.table import Table, position, start_at

BATTLES = 40


def field(mine: str = places.OPEN, theirs: str = places.OPEN, *, method: str = "display_advanced") -> HvWState:
    """Archers and foot of the Knights against foot of the Amazons; the attacker acts second."""
    attacker, defender = army("knights", (3, 4, mine), (1, 4, mine)), army("amazons", (1, 5, theirs))
    return on_display(attacker, defender, method=method, display_moves="table")


def by_the_wall(method: str = "display_advanced") -> HvWState:
    """Knights before a City of the Amazons with two towers; archers inside."""
    attacker = army("knights", (1, 4, places.OPEN), initiative=20, level=9)
    defender = army("amazons", (3, 4, places.OPEN), (1, 4, places.OPEN), kind="garrison")
    return on_display(attacker, defender, works=1, towers=2, method=method, display_moves="table")


def shoot(state: HvWState, number: int = 3, who: str = "second") -> Table:
    return start_at(state, battle.shoot(number, who))


def added(table: Table) -> list[int]:
    """What is added to the dice of the attack that is being rolled."""
    parts = [one.part for one in table.runner.questions()]
    return [hinted(part.needs).values["a"] for part in parts if isinstance(part, Roll)]


def test_a_combat_begins_without_a_question_about_hexes():
    """Everybody stands on the table; the first question is whom to attack, not where to go."""
    state = position("knights", "amazons", combat_method="display_advanced", display_moves="table")
    state.battle = Battle("field", "", led("knights", (3, 4), (1, 4)), led("amazons", (1, 5)), "defender")
    table = start_at(state, arena.battle())
    fight = fight_of(table.state)
    assert {one.box for one in (*fight.attacker.stacks, *fight.defender.stacks)} == {places.OPEN}
    assert table.asked() == [("knights", "19.10")]


def test_a_running_combat_keeps_who_moves_its_counters():
    """As with the method: a reading that changes later counts for the next combat."""
    state = position("knights", "amazons", combat_method="display_basic", display_moves="table")
    state.battle = Battle("field", "", led("knights", (3, 4)), led("amazons", (1, 5)), "defender")
    running = start_at(state, arena.battle()).state
    running.rulings["display_moves"] = "app"
    assert fight_of(running).by_hand
    assert not is_known(running)


@pytest.mark.parametrize(("where", "less"), [(places.OPEN, 0), (places.WOODS, 1)])
def test_a_shot_into_the_woods_is_told(where, less):
    """One question more, and the number changes by the woods only (19.4.1.4)."""
    table = shoot(field())
    table.answer("0>0", section="19.10").answer(where, section="19.4.1")
    plain = shoot(field(method="display_basic")).answer("0>0", section="19.10")
    assert added(table)[0] == added(plain)[0] - less


def test_on_open_ground_without_terrain_nothing_is_asked():
    """With Basic hits no ground changes a number: the dice come at once."""
    table = shoot(field(method="display_basic")).answer("0>0", section="19.10")
    assert {section for _, section in table.asked()} == {"8.5.1"}


def test_where_a_stack_stands_is_remembered():
    """What was said last comes first the next time."""
    table = shoot(field(theirs=places.WOODS)).answer("0>0", section="19.10")
    assert list(table.options(section="19.4.1")) == [places.WOODS, places.OPEN]


def test_besieged_stacks_in_the_city_have_its_bonus():
    """In Close Combat the attacker says who stands behind the wall."""
    found = []
    for where in (places.OPEN, places.CITY):
        table = start_at(by_the_wall(), battle.strike(7, "second", (0, 1), 0))
        found.append(added(table.answer(where, section="19.4.1"))[1])
    assert found[1] - found[0] == fight_of(by_the_wall()).wall.bonus


@pytest.mark.parametrize(("told", "hits"), [("0", 12), ("2", 12), ("3", 6), ("4", 4)])
def test_hits_out_of_a_tower_go_by_what_is_told(told, hits):
    """Four archers of Level 3 (R63): all hits near by and outside towers, then half, then one each."""
    state = by_the_wall()
    table = shoot(state, 2, "first").answer("0>0", section="19.10").answer(places.OPEN, section="19.4.1")
    table.answer(told, section="19.17.1")
    assert {section for _, section in table.asked()} == {"8.5.1"}
    fight = fight_of(state)
    ground = by_hand.HandGround(int(told))
    assert ground.fired(state, fight, fight.defender.stacks[0], fight.attacker.stacks[0]) == hits


def test_a_tower_that_falls_kills_whom_somebody_names():
    """The app asks who stands in it; a second stack is not touched (19.17.2)."""
    state = by_the_wall()
    fight = fight_of(state)
    fight.hexes.update(dict.fromkeys(("D10", "E10", "F10"), "destroyed"))
    tower = next(one for one in breaching.may_be_hit(state, fight) if one in places.standing_towers(fight))
    table = start_at(state, breaching.breach()).answer(tower, section="19.17.2")
    table.answer([1], section="19.17.2").answer([20], section="19.17.2").answer("0", about="role:defender")
    assert table.done
    assert [one.count for one in fight_of(table.state).defender.stacks] == [0, 4]


def test_the_page_shows_the_display_only_for_its_wall():
    """In the open there is nothing to see; before a wall the hexes are shown that catapults can hit."""
    assert "display" not in [panel.id for panel in board(field(), "knights").panels]
    assert "display" in [panel.id for panel in board(by_the_wall(), "knights").panels]


def test_random_combats_by_hand_come_to_an_end():
    """With every invariant after every answer, in sieges and in the open, and nobody is asked for a hex to go to."""
    for seed in range(BATTLES):
        table, rng = random_battles.battle(seed, display_moves="table"), Random(seed)
        for _ in range(random_battles.MOST):
            if table.done:
                break
            question = table.runner.questions()[0]
            assert question.section not in ("19.5", "19.9")
            options = [one.id for one in getattr(getattr(question.part, "form", None), "options", ())]
            pairs = [one for one in options if ">" in one] if isinstance(question.part, Ask) else []
            table.runner.answer(question.key, rng.choice(pairs) if pairs else sample(question.part, rng))
            assert broken(table.state) == []
        assert table.done, seed


def test_no_odds_are_compared_with_a_combat_by_hand():
    """Before deployment the app could take everybody to reach everybody; it says nothing instead."""
    state = position("knights", "amazons", combat_method="display_basic")
    state.battle = Battle("field", "", led("knights", (1, 1)), led("amazons", (1, 1)), "defender")
    asked = situation(GAME, start(book, state, arena.battle()).save())
    table = {**state.rulings, "display_moves": "table"}
    by_table = structs.replace(state, rulings=table)
    assert tells(asked, asked)
    assert not tells(asked, structs.replace(asked, save=structs.replace(asked.save, state=raw(by_table))))


def raw(state: HvWState) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(state))
