"""What can be said of a combat before it is fought: which ends matter. How people decide is in `conducts`."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.outlook import Outlook, Quantity
from companion.engine.text import t
from companion.games.heroes_vs_warlords import facts, fights
from companion.games.heroes_vs_warlords.common import title
from companion.games.heroes_vs_warlords.conducts import CONDUCTS, KNOBS, decided_by, gives_up, varied
from companion.games.heroes_vs_warlords.state import Battle, HvWState, World

__all__ = ["CONDUCTS", "OUTLOOKS", "bare", "quantities"]


# ---- what to read


def quantities(state: HvWState) -> list[Quantity]:
    """What everybody wants to know of a combat."""
    fight = fights.current(state)
    found = [
        Quantity(f"{role}_wins", t("{who} win", who=fights.side_name(fights.side_of(fight, role))),
                 partial(_won, role), is_chance=True)
        for role in ("attacker", "defender")
    ]  # fmt: skip
    if fight.wall is not None and fight.wall.state != "destroyed":
        found.append(Quantity("breached", t("The wall is destroyed"), _breached, is_chance=True, lasting=True))
    for role in ("attacker", "defender"):
        found += _of_side(fight, role)
    return found


def _of_side(fight: Battle, role: str) -> list[Quantity]:
    side = fights.side_of(fight, role)
    name = fights.side_name(side)
    found: list[Quantity] = []
    if side.hero:
        found.append(Quantity(f"{role}_hero_lost", t("The Hero is beaten with all his units"),
                              partial(_lost, role), is_chance=True, of=name))  # fmt: skip
        withdrew = partial(_withdrew, role)
        found.append(Quantity(f"{role}_withdraws", t("They withdraw"), withdrew, is_chance=True, of=name))
        found.append(Quantity(f"{role}_ep", t("Experience Points"), partial(_experience, role), of=name))
    for section, fighter in {one.section: one for one in reversed(side.stacks)}.items():
        label = t("{faction} Level {level} left", faction=title(fighter.faction), level=fighter.level)
        found.insert(len(found) if side.hero else 0,
                     Quantity(f"{role}_stack_{section}", label, partial(_left, role, section), of=name))  # fmt: skip
    return found


def _won(role: str, winner: Any, state: HvWState) -> bool:
    return bool(winner == role)


def _breached(winner: Any, state: HvWState) -> bool:
    wall = fights.current(state).wall
    return wall is not None and wall.state == "destroyed"


def _lost(role: str, winner: Any, state: HvWState) -> bool:
    """Beaten without having withdrawn: what then becomes of the Hero is another section (8.10)."""
    return bool(winner == fights.opposite(role)) and not fights.side_of(fights.current(state), role).withdrew


def _withdrew(role: str, winner: Any, state: HvWState) -> bool:
    return fights.side_of(fights.current(state), role).withdrew


def _experience(role: str, winner: Any, state: HvWState) -> int:
    """8.11: kills, and 10 for an enemy Hero who has lost everything; the winner only."""
    if winner != role:
        return 0
    fight = fights.current(state)
    enemy = fights.side_of(fight, fights.opposite(role))
    hero = facts.SETUP["ep_per_hero"] if enemy.hero and not enemy.withdrew else 0
    return sum(fights.side_of(fight, role).kills.values()) + int(hero)


def _left(role: str, section: int, winner: Any, state: HvWState) -> int:
    side = fights.side_of(fights.current(state), role)
    return sum(one.count for one in side.stacks if one.section == section)


def bare(state: HvWState) -> HvWState:
    """Only the combat, with a line in the graveyards for everybody who can die."""
    fight = fights.current(state)
    state.players, state.cities, state.sites, state.cup, state.world = {}, {}, {}, {}, World()
    for side, other in ((fight.attacker, fight.defender), (fight.defender, fight.attacker)):
        for one in other.stacks:
            side.kills.setdefault(f"{one.faction}:{one.level}", 0)
    return state


OUTLOOKS = (
    Outlook(
        rule="heroes_vs_warlords.arena.battle",
        sections=("8.2", "8.3", "8.5.1", "8.5.2", "8.7", "8.7.1", "8.8", "8.9"),
        quantities=quantities,
        conducts=tuple(CONDUCTS),
        knobs=KNOBS,
        varied=varied,
        gives_up=gives_up,
        rounds="heroes_vs_warlords.arena.combat_round",
        bare=bare,
        side=decided_by,
    ),
)
