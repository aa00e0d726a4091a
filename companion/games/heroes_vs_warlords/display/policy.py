"""The policy for movement on the Battle Display, for the odds: forward, and archers to where they can fire (19.9)."""

from __future__ import annotations

from companion.engine.core.forms import Option
from companion.engine.core.questions import Question
from companion.games.heroes_vs_warlords.display import battle, field, fire
from companion.games.heroes_vs_warlords.display.position import beside_enemy, enemies_of, is_ranged, nearest
from companion.games.heroes_vs_warlords.fighting.fights import Role
from companion.games.heroes_vs_warlords.records.state import Battle, Fighter, HvWState


def chosen(question: Question, state: HvWState, fight: Battle, role: Role, free: list[Option]) -> Option | None:
    """The answer to a question about hexes; None for other questions."""
    if question.asked_by(battle.move):
        if any(one.id == battle.DONE for one in _all(question)):
            return _stack(state, fight, role, free)
        return min(free, key=lambda one: (nearest(fight, role, one.id), one.id))
    if free and all(one.id in field.HEXES for one in free):
        return free[len(free) // 2]
    return None


def _all(question: Question) -> tuple[Option, ...]:
    found: tuple[Option, ...] = question.part.form.options  # type: ignore[union-attr]
    return found


def _stack(state: HvWState, fight: Battle, role: Role, free: list[Option]) -> Option:
    """Stacks that are not next to an enemy go on; archers stay where they can fire, and so does whoever fights."""
    done = next((one for one in free if one.id == battle.DONE), None)
    going = [one for one in free if isinstance(one.value, Fighter) and _goes(state, fight, role, one.value)]
    return going[0] if going else done or free[0]


def _waits(state: HvWState, fight: Battle) -> bool:
    """Besieged stacks stay inside until only archers are left outside, who could never come in (19.4.1.9)."""
    return not all(is_ranged(state, enemy) for enemy in enemies_of(fight, "defender"))


def _goes(state: HvWState, fight: Battle, role: Role, one: Fighter) -> bool:
    if beside_enemy(fight, role, one.box) or (fight.wall is not None and role == "defender" and _waits(state, fight)):
        return False
    return not (is_ranged(state, one) and fire.targets(state, fight, role, one))
