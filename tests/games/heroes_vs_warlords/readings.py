"""Tests of rulings: one case for each reading. A module-wide record says which readings are proved."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.core.questions import Question
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState, Side, Stack, Wall
from tests.games.heroes_vs_warlords.table import Table, dull

PROVED: dict[str, set[str]] = {}
"""Ruling -> readings that have a case."""
LONG = 3000


def readings(key: str, expected: dict[str, Any]) -> Any:
    """Runs a test once for each reading, as `rulings` and what is `expected` of it."""
    known = {ruling.key: [one.id for one in ruling.readings] for ruling in facts.RULINGS}
    assert list(expected) == known[key], f"{key} has the readings {known[key]}"
    PROVED[key] = set(expected)
    cases = [pytest.param({key: name}, value, id=f"{key}={name}") for name, value in expected.items()]
    return pytest.mark.parametrize(("rulings", "expected"), cases)


def finish(table: Table) -> Table:
    """Answer dully until the flow has ended."""
    for _ in range(LONG):
        if table.done:
            return table
        question: Question = table.runner.questions()[0]
        table.runner.answer(question.key, dull(question))
    raise AssertionError(f"no end; open: {table.describe()}")


def side(seat: str, *stacks: tuple[int, int], hero: bool = True, **values: Any) -> Side:
    """A side of a battle: stacks as (Level, number), led by Hero 1 unless it has no Hero."""
    fighters = [Fighter(seat, level, count, i) for i, (level, count) in enumerate(stacks)]
    kind = "hero" if hero else "garrison"
    return Side(seat, kind, fighters, f"{seat}:1" if hero else "", **values)


def siege_of(state: HvWState, attacker: Side, defender: Side, *, sp: int = 10, towers: int = 1) -> Battle:
    """A battle at a wall, made the battle of the state."""
    wall = Wall(sp, 2, "intact", ["intact"] * towers, towers)
    state.battle = Battle("home:amazons", "", attacker, defender, "defender", wall, city="home:amazons")
    return state.battle


def led(state: HvWState, hero_id: str, *stacks: tuple[int, int]) -> None:
    """Give a Hero these stacks, as (Level, number)."""
    seat, number = hero_id.split(":")
    hero = state.players[seat].heroes[int(number) - 1]
    found: list[Stack | None] = [Stack(seat, level, count) for level, count in stacks]
    hero.sections = [*found, *([None] * (6 - len(found)))]


def pass_until(table: Table, section: str, seat: str = "") -> Table:
    """Nobody attacks, breaches, seizes or withdraws until a question is open."""
    for _ in range(LONG):
        if table.find(seat, section) is not None:
            return table
        question = table.runner.questions()[0]
        table.runner.answer(question.key, "pass" if question.section == "8.3" else dull(question))
    raise AssertionError(f"{section} was never asked; open: {table.describe()}")
