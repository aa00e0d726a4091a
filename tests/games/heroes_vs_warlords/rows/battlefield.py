"""Battles for rule tests: sides in a line or two, dice in the order rolled, combat rounds that pass quietly."""

from __future__ import annotations

from typing import Any

from companion.engine.core.effects import Roll
from companion.engine.core.questions import Question
from companion.games.heroes_vs_warlords.fighting import arena, battles, siege
from companion.games.heroes_vs_warlords.records.common import hero_of
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, Hero, HvWState, Side, Site, Stack
from tests.games.heroes_vs_warlords.table import Table, dull, position, start_at

Units = tuple[int, int]
"""Level and number."""


def side(faction: str, *units: Units, seat: str = "", hero: tuple[int, int] | None = None, **more: Any) -> Side:
    """A side of a battle; with `hero` = (Attack, Defense) a Hero leads it."""
    stacks = [Fighter(faction, level, count, index) for index, (level, count) in enumerate(units)]
    name = f"{faction}:1" if hero else ""
    attack, defense = hero or (0, 0)
    kind = "hero" if hero else "garrison"
    return Side(seat or faction, kind, stacks, name, faction, attack, defense, **more)  # type: ignore[arg-type]


def field(attacker: Side, defender: Side, first: str = "defender", **rulings: str) -> Table:
    """A field battle at its first question."""
    state = position(**rulings)
    state.battle = Battle("field", "", attacker, defender, first)  # type: ignore[arg-type]
    return start_at(state, arena.battle())


def besieged(
    attacker: Side, defender: Side, works: int = 1, towers: int = 0, camp: bool = False, **rulings: str
) -> Table:
    """A siege at its first question; archers go up into the towers unless the rulings say otherwise."""
    state = position(**{"tower_duty": "must", **rulings})
    state.battle = Battle("home", "", attacker, defender, "defender", siege.wall_for(works, towers, camp), city="x")
    return start_at(state, arena.battle())


def lead(state: HvWState, hero_id: str, *units: Units, place: str = "", **values: Any) -> Hero:
    """Give a Hero on the game world his army, place and abilities."""
    hero = hero_of(state, hero_id)
    stacks: list[Stack | None] = [Stack(hero.seat, level, count) for level, count in units]
    hero.status = "in_play"
    hero.sections = [*stacks, *([None] * (6 - len(stacks)))]
    hero.place = place or hero.place
    for name, value in values.items():
        setattr(hero, name, value)
    return hero


def guarded(state: HvWState, place: str, *units: Units, kind: str = "ruin", **more: Any) -> Site:
    """A hex of the game world with guards."""
    guards = [Stack("neutrals", level, count) for level, count in units]
    site = Site(place, kind, place.capitalize(), active=True, guards=guards, **more)  # type: ignore[arg-type]
    state.sites[place] = site
    return site


def against_guards(state: HvWState, hero_id: str, site: Site) -> Table:
    """The Hero has entered a guarded hex: the whole battle with its consequences, at its first question."""
    hero = hero_of(state, hero_id)
    hero.came_from, hero.place, state.active = hero.place, site.place, hero.seat
    battles.attack_guards(state, hero, site)
    return start_at(state, battles.fight())


def against_enemy(state: HvWState, hero_id: str, place: str) -> Table:
    """The Hero has entered a hex with enemy units: the whole battle with its consequences."""
    hero = hero_of(state, hero_id)
    hero.came_from, hero.place, state.active = hero.place, place, hero.seat
    assert battles.attack_enemy(state, hero, place)
    return start_at(state, battles.fight())


# ---- reading


def fight(table: Table) -> Battle:
    """The battle that is going on."""
    assert table.state.battle is not None
    return table.state.battle


def counts(table: Table, role: str) -> list[int]:
    """How many units each stack of a side has left."""
    return [one.count for one in getattr(fight(table), role).stacks]


def boxes(table: Table, role: str) -> list[str]:
    """Where the stacks of a side stand."""
    return [one.box for one in getattr(fight(table), role).stacks]


def steps_asked(table: Table) -> list[str]:
    """The steps of the combat round that the open questions belong to."""
    return [question.part.about for question in table.runner.questions()]


# ---- doing


def dice(table: Table, *values: int) -> Table:
    """Answer the open rolls one after another."""
    for value in values:
        question = table.runner.questions()[0]
        assert isinstance(question.part, Roll), table.describe()
        table.runner.answer(question.key, [value])
    return table


def attack(table: Table, pair: str, *values: int) -> Table:
    """One stack attacks another; the dice of the attack, the acting side first."""
    table.answer(pair, section="8.3")
    return dice(table, *values)


def quietly(question: Question) -> Any:
    """Nobody attacks, breaches, tries the Initiative or withdraws."""
    return "pass" if question.section == "8.3" else dull(question)


def pass_until(table: Table, about: str) -> Table:
    """Let the combat go on quietly until a question about this is open."""
    for _ in range(100):
        if table.find(about=about) is not None:
            return table
        assert not table.done, f"{about} was never asked"
        question = table.runner.questions()[0]
        table.runner.answer(question.key, quietly(question))
    raise AssertionError(f"{about} was never asked; open: {table.describe()}")


def rounds_until(table: Table, about: str) -> list[str]:
    """What is asked, one after another, while the combat goes on quietly until the question after `about`."""
    asked: list[str] = []
    for _ in range(100):
        question = table.runner.questions()[0]
        asked.append(question.part.about)
        if question.part.about == about:
            return asked
        table.runner.answer(question.key, quietly(question))
    raise AssertionError(f"{about} was never asked: {asked}")
