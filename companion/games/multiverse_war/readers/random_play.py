"""The preferences of random play: it attacks, uses abilities and explores, and gives up long games."""

from __future__ import annotations

from companion.engine.core.effects import subject
from companion.engine.core.forms import Option
from companion.engine.game.hexlines import distance
from companion.games.multiverse_war.world.land import building_at, settlement, units_at
from companion.games.multiverse_war.world.state import WarState
from companion.games.multiverse_war.world.units import are_foes, book, foes_of, is_hero

LIVELY = {False: 12, True: 28}
"""Turns after which random play grows tired and gives up; a match that begins late has more to show."""
NEARLY = 6
"""The level from which a hero is worth playing on."""
CLOSE = 2
"""Hexes at which an enemy is near."""
WEIGHTS = {
    "build:done": 0.4, "build:hero": 2.0, "build:construct": 3.0, "build:upgrade": 3.0, "build:promote": 4.0,
    "mission:age2": 5.0, "mission:age3": 20.0, "deal:done": 3.0, "treaty:yes": 0.5,
}  # fmt: skip
ACTIONS = {
    "back": 0.2,
    "done": 0.02,
    "attack": 8.0,
    "event": 4.0,
    "explore": 4.0,
    "set_up": 6.0,
    "grow": 4.0,
    "heal": 4.0,
}
DEED = 8.0


def random_weight(state: WarState, about: str, option: Option) -> float:
    """How many times likelier than usual random play takes an option."""
    (kind, of), name = subject(about), option.id
    if kind == "unit" and of in state.units:
        return DEED if option.kind == "use" else _does(state, of, name)
    if kind == "act":
        return 1.0 + 10 * tired(state) if name == "give_up" else _acts(state, name)
    if kind == "recruit" and name in book(state).units:
        return float(max(1, book(state).units[name].age ** 3))
    return WEIGHTS.get(f"{about}:{name}", ACTIONS["back"] if name == "back" else 1.0)


def tired(state: WarState) -> int:
    """By how many turns a game is longer than random play should be."""
    best = max((hero.level for one in state.players.values() for hero in one.heroes.values()), default=0)
    lively = LIVELY[state.late] * (3 if best >= NEARLY else 1)
    return 0 if state.mode == "turns" else max(0, state.turn - lively)


def _acts(state: WarState, name: str) -> float:
    """Heroes, and cubes that have enemies near."""
    found = [state.units[name]] if name in state.units else list(units_at(state, name).values())
    if not found:
        return 1.0
    foes = foes_of(state, found[0].seat).values()
    near = any(one.place and found[0].place and distance(one.place, found[0].place) <= CLOSE for one in foes)
    return 1.0 + 3 * near + 4 * any(is_hero(one) for one in found)


def _does(state: WarState, unit: str, name: str) -> float:
    """Attacks before walks, walks towards enemy cities before others."""
    here = state.hexes.get(name)
    if here is None:
        return ACTIONS.get(name, 1.0)
    own = state.units[unit]
    there = building_at(state, name)
    if there is not None and are_foes(state, own.seat, there[1].seat):
        return ACTIONS["attack"]
    if any(are_foes(state, own.seat, one.seat) for one in units_at(state, name).values()):
        return ACTIONS["attack"]
    if here.event or not here.ground:
        return ACTIONS["event"]
    homes = [found[1].places[0] for seat in state.seats if are_foes(state, own.seat, seat)
             and (found := settlement(state, seat)) is not None]  # fmt: skip
    nearer = any(distance(name, home) < distance(own.place, home) for home in homes)
    return 2.0 if nearer else 0.5
