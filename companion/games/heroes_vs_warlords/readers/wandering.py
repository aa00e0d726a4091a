"""Random play: its preferences, and the positions with which half of its games begin, to reach rare situations."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.effects import subject
from companion.engine.core.forms import Option
from companion.engine.game.piles import put
from companion.games.heroes_vs_warlords.display import field
from companion.games.heroes_vs_warlords.records import facts, world
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState, Stack
from companion.games.heroes_vs_warlords.turns.cities import FACILITIES, PREREQUISITE

WEIGHTS = {
    "turn:done": 0.5, "turn:stop": 0.3, "turn:quest": 5.0, "turn:holy": 5.0, "turn:store": 2.0, "turn:restack": 0.4,
    "hero:yes": 3.0, "stop:yes": 0.5, "production:done": 0.3, "production:tavern": 6.0,
    "production:special_building": 4.0, "production:academy": 3.0, "production:tiltyard": 8.0, "production:garde": 8.0,
    "early:yes": 0.3, "step:yes": 0.6, "step:pass": 0.2, "step:none": 0.2, "step:done": 0.5, "step:subvert": 40.0,
    "role:yes": 1.5,
}  # fmt: skip
"""The kind of thing that is asked about, and the kind of the option or its id: how likely, against 1."""
STAY = 0.2
MANNED = 20.0
TOWN, FOE, SITE, NEARER = 60.0, 8.0, 4.0, 20.0
"""How much somebody wants to withdraw; that archers deploy in towers; how much draws a Hero where."""


def random_weight(state: HvWState, about: str, option: Option) -> float:
    """How many times likelier random play takes an option: Heroes attack and stay in combats, archers man towers,
    the last buildings are built.
    """
    kind, which = subject(about)
    usual = WEIGHTS.get(f"{kind}:{option.kind or option.id}", 1.0)
    if kind == "step":
        return STAY if which == "9" and option.id == "yes" else usual
    if kind == "deploy":
        return MANNED if option.id in field.TOWERS else 1.0
    return _goal(state, option) * usual if kind in ("turn", "hero") and state.active else usual


def _goal(state: HvWState, option: Option) -> float:
    """Enemies when there is war, what lies on the way to their Cities, and terrain objectives."""
    name = option.id
    if name in state.sites and state.sites[name].owner != state.active:
        return FOE if state.sites[name].owner else SITE
    if not state.world.open_war:
        return 1.0
    if option.kind == "meeting":
        return FOE
    towns = [city.place for city in state.cities.values() if city.owner != state.active]
    if name in towns:
        return TOWN
    if option.kind != "hex" or not towns:
        return 1.0
    foes = (player.heroes for seat, player in state.players.items() if seat != state.active)
    if any(hero.place == name for heroes in foes for hero in heroes):
        return FOE
    return 1.0 + NEARER / min(world.distance(name, place) for place in towns)


# ---- what a game may begin with

RICH = {"wood": 20, "stone": 20, "gold": 20, "crystal": 12}
LEVELS = (3, 1, 4, 2, 3, 6)
"""Garrisons; many archers, so that towers are manned."""
Pick = Callable[[int], int]


def later_start(state: HvWState, pick: Pick) -> None:
    """Change a first state: well-built capitals with full stocks, garrisons and Mercenaries; Heroes with Honor,
    Skills and Equipment; war.
    """
    state.world.open_war = bool(pick(3))
    for city in state.cities.values():
        _build(city, pick)
    first = pick(len(facts.QUESTS))
    heroes = [hero for player in state.players.values() for hero in player.heroes]
    for number, hero in enumerate(heroes):
        _equip(state, hero, pick)
        if hero.status == "in_play":
            hero.quest = facts.QUESTS[(first + number) % len(facts.QUESTS)].id


def _build(city: City, pick: Pick) -> None:
    for name, most in RICH.items():
        setattr(city.stock, name, pick(most + 1))
    for name in FACILITIES:
        stands = name in facts.COSTS and not name.startswith(("defense_step", "tower_"))
        if stands and PREREQUISITE.get(name, "hamlet") in city.facilities and pick(2):
            city.facilities.append(name)
    city.works, city.towers, city.honor = max(pick(5) - 1, 1), 2 * pick(2), pick(12)
    if pick(2):
        city.units = [Stack(city.home, level, 1 + pick(12 // level)) for level in LEVELS[: pick(6)]]
        city.units.append(Stack("mercenaries", 2, 8 + pick(13)))


def _equip(state: HvWState, hero: Hero, pick: Pick) -> None:
    hero.honor, hero.trade, hero.diplomacy, hero.talent = pick(12), pick(3), pick(3), pick(4)
    if hero.status == "in_play" and pick(2):
        kinds = sorted(name for name, left in state.cup.items() if left)
        hero.equipment.append(kinds[pick(len(kinds))])
        put(state.cup, hero.equipment[-1], -1)
