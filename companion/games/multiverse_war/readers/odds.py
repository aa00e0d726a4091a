"""The odds of a fight: who falls, how many wounds. Contains no rule.

Nobody decides anything during a fight, so every figure is exact.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.core.text import t
from companion.engine.game.outlook import Outlook, Quantity
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import book, building_name, health_of, name_of


def is_ready(state: WarState) -> bool:
    """Whether there is a fight and everything in it is revealed."""
    if not state.fights:
        return False
    names = [name for fight in state.fights for name in (fight.attacker, fight.target) if name in state.units]
    return all(state.units[name].face for name in names)


def quantities(state: WarState) -> list[Quantity]:
    """Whether the target falls, whether attackers fall, and the wounds of both."""
    target, attackers = state.fights[0].target, list(dict.fromkeys(one.attacker for one in state.fights))
    found = [
        Quantity(
            "target_falls",
            t("{target} falls", target=_name(state, target)),
            partial(_gone, target),
            is_chance=True,
            leading=True,
            side=1,
            lasting=True,
        )
    ]
    if len(attackers) == 1:
        words = t("{attacker} falls", attacker=_name(state, attackers[0]))
        found.append(
            Quantity("attacker_falls", words, partial(_gone, attackers[0]), is_chance=True, leading=True, side=-1)
        )
    else:
        words = t("Attackers lost, of {n}", n=len(attackers))
        found.append(Quantity("attackers_lost", words, partial(_lost, tuple(attackers)), side=-1))
    full = _health(state, target)
    words = t("Damage to {target}, of {n}", target=_name(state, target), n=full)
    found.append(
        Quantity("damage", words, partial(_damage, target, full, _wounds(state, target)), side=1, upwards=True)
    )
    return found


def _name(state: WarState, name: str) -> Any:
    return (
        building_name(state, state.buildings[name])
        if name in state.buildings
        else name_of(state, state.units[name].kind)
    )


def _health(state: WarState, name: str) -> int:
    if name in state.buildings:
        return book(state).buildings[state.buildings[name].kind].health
    return health_of(state, state.units[name])


def _wounds(state: WarState, name: str) -> int:
    return (state.buildings.get(name) or state.units[name]).wounds


def _gone(name: str, result: Any, state: WarState) -> bool:
    """Whether a unit is dead, a building destroyed, a settlement's health used up."""
    if name in state.buildings:
        return state.buildings[name].wounds >= book(state).buildings[state.buildings[name].kind].health
    return name not in state.units


def _lost(names: tuple[str, ...], result: Any, state: WarState) -> int:
    return sum(name not in state.units for name in names)


def _damage(name: str, full: int, before: int, result: Any, state: WarState) -> int:
    return full - before if _gone(name, result, state) else min(full, _wounds(state, name)) - before


def bare(state: WarState) -> WarState:
    """The state with only what fights: no map except what the strengths need, no hands, no records."""
    for player in state.players.values():
        player.missions, player.kills, player.deeds = [], {}, {}
        player.unlocked = []
    state.tiles, state.left, state.tokens = [], [], {}
    return state


OUTLOOKS = (
    Outlook(
        rule="multiverse_war.fight.battle",
        sections=("Facing your first enemy",),
        quantities=quantities,
        policies=(),
        dice_only=True,
        bare=bare,
        ready=is_ready,
    ),
)
