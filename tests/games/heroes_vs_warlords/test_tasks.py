"""What hands must do at the table: whoever buys last, guards who are fought at once, a map the app does not keep."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.guidance import Task
from companion.engine.game.record import begin
from companion.games import load_game
from companion.games.heroes_vs_warlords.readers.tasks import tasks
from companion.games.heroes_vs_warlords.records.common import army_text
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Site, Stack, Stock
from tests.games.heroes_vs_warlords.table import dull

GAME = load_game("heroes_vs_warlords")
SEATS = ["knights", "amazons"]


def played(way: str, until: str) -> list[Task]:
    """All tasks of a match from the beginning until a step asks, with this answer to who keeps the map."""
    runner = begin(GAME, SEATS, {}, {})
    found: list[Task] = []
    for n in range(200):
        asked = runner.questions()[0]
        if asked.rule.endswith(until):
            return found
        before = runner.state
        value = {"map": way, "tiles": 12, "length": 4} if asked.section == "5.3" else dull(asked)
        if asked.section == "5.2":
            value = sample(asked.part, Random(n))
        runner.answer(asked.key, value)
        found += tasks(before, runner.state)  # type: ignore[arg-type]
    raise AssertionError("never asked")


@pytest.mark.parametrize("way", ["standard", "table"])
def test_every_side_is_told_to_lay_its_army_and_its_start_tile(way: str) -> None:
    """Whoever buys last, too, with whose answer the first Round begins; and where the map lies on the table only."""
    found = played(way, "choose_deed")
    for kind in ("units:hero:", "start:"):
        assert {one.seat for one in found if one.id.startswith(kind)} == set(SEATS)
    assert [one.seat for one in found if one.id == "lay"] == [""]


def test_guards_that_are_fought_at_once_are_laid_first_and_taken_off_at_last() -> None:
    """The second task takes the place of the first, whether that was ticked or not."""
    runner = begin(GAME, SEATS, {}, {})
    rng, laid, off = Random(7), [], []
    for _ in range(400):
        asked = runner.questions()[0]
        before: Any = runner.state
        try:
            value = {"map": "standard", "tiles": 12, "length": 4} if asked.section == "5.3" else sample(asked.part, rng)
            runner.answer(asked.key, value)
        except Refused:
            continue
        after: Any = runner.state
        guards = [one for one in tasks(before, after) if one.id.startswith("guards:")]
        if before.battle is None and after.battle is not None:
            laid += guards
        elif before.battle is not None and after.battle is None:
            off += [one for one in guards if one.id in [other.id for other in laid]]
        if off:
            return
    raise AssertionError("no guards were met and beaten")


def told(before: HvWState, after: HvWState) -> list[tuple[str, str, Any]]:
    """Kind, seat and units (that come, else those that go) of the tasks about Heroes and own units."""
    return [
        (one.id, one.seat, one.text.values.get("come") or one.text.values.get("gone"))
        for one in tasks(before, after)
        if one.id.startswith(("units:", "hero:"))
    ]


def in_round() -> HvWState:
    """A match in its first Round, the Hero of the Knights in play with five units."""
    state: HvWState = begin(GAME, SEATS, {}, {}).state  # type: ignore[assignment]
    state.round = 1
    hero = state.players["knights"].heroes[0]
    hero.status, hero.place = "in_play", "0,0"
    hero.sections[0] = Stack("knights", 1, 5)
    state.cities["home:knights"] = City("home:knights", "knights", "knights", False, "0,0", Stock(), [])
    return state


def test_units_that_come_and_go_are_told_where_they_lie() -> None:
    """What was bought is put into the City, what fell is taken off the Display of its Hero; the rest is no task."""
    before = in_round()
    bought, moved, fallen = (deepcopy(before) for _ in range(3))
    bought.cities["home:knights"].units = [Stack("knights", 1, 3)]
    ((kind, seat, units),) = told(before, bought)
    assert (kind, seat) == ("units:city:home:knights", "knights")
    assert units == army_text([Stack("knights", 1, 3)])
    hero = moved.players["knights"].heroes[0]
    hero.sections[0] = Stack("knights", 1, 1)
    moved.cities["home:knights"].units = [Stack("knights", 1, 4)]
    assert not told(before, moved)
    fallen.players["knights"].heroes[0].sections[0] = Stack("knights", 1, 3)
    ((kind, seat, units),) = told(before, fallen)
    assert (kind, seat) == ("units:hero:knights:1", "knights")
    assert units == army_text([Stack("knights", 1, 2)])


def test_of_one_place_the_newest_task_is_all_that_counts() -> None:
    """Whatever comes to a Display or leaves it is one task, with what lies there then; so is a hex that is won."""
    before, after = in_round(), in_round()
    hero = after.players["knights"].heroes[0]
    hero.sections[:2] = [Stack("knights", 1, 2), Stack("knights", 2, 4)]
    before.sites["1,1"] = Site("1,1", "resource", "Wood hex", guards=[Stack("neutrals", 1, 2)])
    after.sites["1,1"] = Site("1,1", "resource", "Wood hex", owner="knights")
    found = tasks(before, after)
    assert sorted(one.id for one in found) == ["guards:1,1", "units:hero:knights:1"]
    values = next(one.text.values for one in found if one.id.startswith("units"))
    assert values["come"] == army_text([Stack("knights", 2, 4)])
    assert values["gone"] == army_text([Stack("knights", 1, 3)])


def test_a_hero_who_dies_or_comes_is_one_task() -> None:
    """With him go all his units: nothing more is said of them. Who comes brings his own."""
    alive, dead = in_round(), in_round()
    hero = dead.players["knights"].heroes[0]
    hero.status, hero.place, hero.sections = "dead", "", [None] * len(hero.sections)
    assert [one[:2] for one in told(alive, dead)] == [("hero:knights:1", "knights")]
    assert [one[0] for one in told(dead, alive)] == ["hero:knights:1", "units:hero:knights:1"]
