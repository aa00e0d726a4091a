"""What hands must do at the table: whoever buys last, guards who are fought at once, a map the app does not keep."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine.core.errors import Refused
from companion.engine.core.questions import sample
from companion.engine.game.guidance import Task
from companion.engine.game.record import begin
from companion.games import load_game
from companion.games.heroes_vs_warlords.readers.tasks import tasks
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
    for kind in ("army:", "start:"):
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
