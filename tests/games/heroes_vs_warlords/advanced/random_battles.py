"""Random battles on the Battle Display, checked after every answer; `python -m tools.random_battles` plays many."""

from __future__ import annotations

from random import Random

from companion.engine.core.effects import Ask, Roll
from companion.engine.core.questions import Question, sample
from companion.engine.core.rules import book
from companion.engine.running.runner import start
from companion.games.heroes_vs_warlords.display import field, position
from companion.games.heroes_vs_warlords.fighting import arena, siege
from companion.games.heroes_vs_warlords.readers.check import broken
from companion.games.heroes_vs_warlords.readers.policies import POLICIES
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import unit_values
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side
from tests.games.heroes_vs_warlords.advanced.fighting import led
from tests.games.heroes_vs_warlords.table import Table
from tests.games.heroes_vs_warlords.table import position as table_position

MOST = 2000
"""Answers after which a battle counts as one without end."""
COLUMNS = "ABCDEFGHI"
TALENTS = {"knights": "experience", "amazons": "cleverness", "barbarians": "fury"}
READINGS = [one for one in facts.RULINGS if one.tier == "advanced" and not one.choice]


def army(rng: Random, faction: str) -> Side:
    """One to seven stacks, sometimes Mercenaries, a Hero with Skills and Honor."""
    units = [(rng.randint(1, 6), rng.randint(1, 9)) for _ in range(rng.randint(1, 7))]
    side = led(faction, *units, hero=(rng.randint(0, 5), rng.randint(0, 5)), initiative=rng.randint(3, 12),
               level=rng.randint(1, 9), talent=TALENTS[faction], skill=rng.randint(0, 3),
               honor=rng.randint(0, 3))  # fmt: skip
    if rng.random() < 0.3:
        side.stacks[-1] = Fighter("mercenaries", 2, rng.randint(1, 20), len(units) - 1)
    return side


def battle(seed: int, **fixed: str) -> Table:
    """A random combat at its first question; every other one a siege; every third with random readings."""
    rng = Random(seed)
    readings = {one.key: rng.choice(one.readings).id for one in READINGS} if seed % 3 == 1 else {}
    readings |= fixed
    state = table_position("knights", "amazons", "barbarians", skills="on", honor="on",
                           combat_method=rng.choice(["display_basic", "display_advanced"]), **readings)  # fmt: skip
    wall = siege.wall_for(rng.randint(1, 3), rng.randint(0, 2), rng.random() < 0.3) if seed % 2 else None
    one, other = rng.sample(("knights", "amazons", "barbarians"), 2)
    state.battle = Battle("x", "", army(rng, one), army(rng, other), "defender", wall)
    return Table(start(book, state, arena.battle()))


def play(seed: int) -> bool:
    """Play it with random answers, or where `seed` says so as the odds do; gives whether it came to an end."""
    table, rng = battle(seed), Random(seed)
    policy = POLICIES[seed % len(POLICIES)] if seed % 3 == 0 else None
    for _ in range(MOST):
        if table.done:
            return True
        question = table.runner.questions()[0]
        reached(table.state, question)
        decided = policy is not None and isinstance(question.part, Ask)
        answer = policy.answer(question, table.state) if decided and policy else sample(question.part, rng)
        before, lines = units(table.state), len(table.runner.notes)
        table.runner.answer(question.key, answer)
        assert broken(table.state) == []
        lost = sum(int(note.facts["count"]) for note in table.runner.notes[lines:] if note.kind == "losses")
        gone = before - units(table.state)
        assert gone >= lost >= 0, f"{gone} units are gone, the log tells of {lost}"
    return False


def units(state: HvWState) -> int:
    """All units of both sides."""
    fight = state.battle
    return sum(one.count for side in (fight.attacker, fight.defender) for one in side.stacks) if fight else 0


def reached(state: HvWState, question: Question) -> None:
    """Whoever rolls for an attack reaches his target: a hex away, or within the range of his Attack (19.10)."""
    part, fight = question.part, state.battle
    if not isinstance(part, Roll) or len(part.link) != 2 or fight is None or fight.by_hand:
        return
    one, target = (_stack(fight, name) for name in part.link)
    away = _distance(one.box, target.box)
    assert one.count
    assert target.count
    if part.section == "8.5.2":
        assert away == 1, f"{one.box} attacks {target.box} hand to hand"
    elif not position.is_tower(fight, one.box):
        attack = unit_values(state, one.faction, one.level).attack
        on_stone = one.box in field.of_kind(position.side_up(fight), "stones") and position.full_terrain(fight)
        assert away <= -(-attack // 2) + on_stone, f"{one.box} fires at {target.box}"


def _stack(fight: Battle, name: str) -> Fighter:
    role, _, index = name.partition("/")
    side = fight.attacker if role == "attacker" else fight.defender
    return side.stacks[int(index)]


def _distance(a: str, b: str) -> int:
    """Steps from hex to hex, counted on cube coordinates of our own."""
    (x, y), (u, v) = ((COLUMNS.index(name[0]) + 1, int(name[1:])) for name in (a, b))
    return (abs(u - x) + abs(v - y) + abs((v - y) - (u - x))) // 2
