"""Small questions about the state that many sections ask: whose, where, how much. Contains no rule."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import structs

from companion.engine.core.forms import Row
from companion.engine.core.text import Text, kept, listed, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.sheet import HOUSE_SHEET, Sheet, sheet_of
from companion.games.heroes_vs_warlords.records.state import City, Fighter, Hero, HvWState, Site, Stack

TITLES = {
    "knights": "Knights",
    "amazons": "Amazons",
    "barbarians": "Barbarians",
    "neutrals": "Guards",
    "mercenaries": "Mercenaries",
}


def ruled(state: HvWState, key: str) -> str:
    """The reading of a ruling that this match uses."""
    return state.rulings[key]


def sheet(state: HvWState) -> Sheet:
    """The facts of this match: the supplied values, with those of the owner in their place."""
    return sheet_of(state.owner) if state.owner else HOUSE_SHEET


@lru_cache(maxsize=64)
def title(faction: str) -> Text:
    """The name of a race or faction."""
    return t(TITLES.get(faction, faction))


def hero_of(state: HvWState, hero_id: str) -> Hero:
    """The Hero with this id."""
    seat, number = facts.HEROES[hero_id]
    return state.players[seat].heroes[number - 1]


def hero_name(hero: Hero | str) -> Text:
    """The name of a Hero: `Knights Hero 1`."""
    return _hero_name(hero if isinstance(hero, str) else hero.id)


@lru_cache(maxsize=64)
def _hero_name(hero_id: str) -> Text:
    seat, number = facts.HEROES[hero_id]
    return t("{race} Hero {number}", race=title(seat), number=number)


def heroes_in_play(state: HvWState) -> list[Hero]:
    """All Heroes on the game world, in seat order."""
    return [hero for seat in state.seats for hero in state.players[seat].heroes if hero.status == "in_play"]


def own_heroes(state: HvWState, seat: str) -> list[Hero]:
    """The Heroes of a player that are in play."""
    return [hero for hero in state.players[seat].heroes if hero.status == "in_play"]


def enemies(state: HvWState, seat: str) -> list[str]:
    """Players still in the game other than this one."""
    return [other for other in state.seats if other != seat and not state.players[other].defeated]


def alive(state: HvWState) -> list[str]:
    """Players still in the game, in clockwise order."""
    return [seat for seat in state.seats if not state.players[seat].defeated]


def left_of(state: HvWState, seat: str) -> str:
    """The next player clockwise who is still in the game (who plays the guards by 8.0)."""
    start = state.seats.index(seat)
    ring = [state.seats[(start + i) % len(state.seats)] for i in range(1, len(state.seats) + 1)]
    return next((other for other in ring if not state.players[other].defeated), seat)


def guards_player(state: HvWState, against: str) -> str:
    """Who plays guards against a player (8.0, ruling R121): the active player's left neighbour, or the next one."""
    if ruled(state, "guards_player") == "left_neighbour":
        return left_of(state, state.active or against)
    start = state.seats.index(state.active or against)
    ring = [state.seats[(start + i) % len(state.seats)] for i in range(1, len(state.seats) + 1)]
    return next((seat for seat in ring if seat != against and not state.players[seat].defeated), against)


def city_at(state: HvWState, place: str) -> City | None:
    """The City or Camp in a hex."""
    if place:
        for city in state.cities.values():
            if city.place == place:
                return city
    return None


def site_at(state: HvWState, place: str) -> Site | None:
    """The terrain objective in a hex."""
    return state.sites.get(place)


def resource_sites(state: HvWState, seat: str) -> list[Site]:
    """The Resource hexes with the Control marker of a player (9.1)."""
    return [site for site in state.sites.values() if site.kind == "resource" and site.owner == seat]


def home_of(state: HvWState, seat: str) -> City | None:
    """The capital of a race, whoever owns it."""
    return state.cities.get(f"home:{seat}")


def cities_of(state: HvWState, seat: str) -> list[City]:
    """Cities and Camps a player owns."""
    return [city for city in state.cities.values() if city.owner == seat]


def city_name(city: City) -> Text:
    """The name of a City, by the race that built it: `the Knights' City`."""
    return t("{race} Camp", race=title(city.home)) if city.camp else t("{race} City", race=title(city.home))


def usable(city: City, name: str) -> bool:
    """Whether a facility stands and can be used; by ruling R55 not in the Turn 5 in which it was built."""
    return name in city.facilities and name not in city.fresh


def stacks_of(hero: Hero) -> list[Stack]:
    """The stacks on a Hero Display."""
    return [stack for stack in hero.sections if stack is not None]


def units_of(hero: Hero) -> int:
    """How many units a Hero leads."""
    return sum(stack.count for stack in stacks_of(hero))


def top_level(stacks: Iterable[Stack]) -> int:
    """The highest Level among stacks, 0 when there are none."""
    return max((stack.level for stack in stacks), default=0)


def strength(stacks: Iterable[Stack]) -> int:
    """The sum of Level times number (12.1)."""
    return sum(stack.level * stack.count for stack in stacks)


def level_row(level: int, label: Text, most: int, cost: int = 0, start: int = 0) -> Row:
    """A row of a form for the number of units of a Level."""
    return Row(f"L{level}", label, most, cost, start=start, value=level)


LEVEL_ROWS = {level_row(level, t(""), 0).id: level for level in facts.LEVELS}


def by_level(rows: dict[str, int]) -> dict[int, int]:
    """Level -> number, from the answer to a form with a `level_row` for each Level."""
    return {LEVEL_ROWS[name]: count for name, count in rows.items()}


def kind_row(faction: str, level: int, most: int, start: int = 0) -> Row:
    """A row of a form for the number of units of a faction and Level."""
    label = t("{faction} Level {level}", faction=title(faction), level=level)
    return Row(f"{faction}:{level}", label, most, start=start, value=(faction, level))


def stack_text(stack: Stack | Fighter) -> Text:
    """A stack in words: `5 × Level 1`."""
    return _stack_text(stack.count, stack.level)


@kept
def _stack_text(count: int, level: int) -> Text:
    return t("{count} × Level {level}", count=count, level=level)


def army_text(stacks: Iterable[Stack | Fighter]) -> Text:
    """An army in words: `5 × Level 1, 2 × Level 2`, or `no units`."""
    texts = [stack_text(stack) for stack in stacks if stack.count]
    return listed(texts) if texts else t("no units")


def ability(hero: Hero, name: str) -> int:
    """An ability including Equipment, within its limit (2.0, 3.3.3; limits are our own values)."""
    bonus = sum(facts.EQUIPMENT[one].bonus for one in hero.equipment if facts.EQUIPMENT[one].ability == name)
    value: int = getattr(hero, name)
    return min(value + bonus, facts.HERO_LIMITS[name])


def raise_ability(hero: Hero, name: str) -> None:
    """Raise an ability by one, within its limit."""
    setattr(hero, name, min(getattr(hero, name) + 1, facts.HERO_LIMITS[name]))


ABILITY_TITLES = {"attack": "Attack", "defense": "Defense", "initiative": "Initiative", "movement": "Movement"}
RESOURCE_TITLES = {"wood": "Wood", "stone": "Stone", "crystal": "Crystal", "gold": "Gold"}


@lru_cache(maxsize=256)
def _amazon(reading: str, unit: facts.Unit, level: int) -> facts.Unit:
    kind = AMAZON_TYPES[reading].get(level)
    return structs.replace(unit, type=kind) if kind else unit


def unit_values(state: HvWState, faction: str, level: int) -> facts.Unit:
    """The values of a unit in this match (4.2, ruling R02 for the Amazons)."""
    unit = sheet(state).units[faction][level]
    return _amazon(ruled(state, "amazon_cavalry_levels"), unit, level) if faction == "amazons" else unit


AMAZON_TYPES: dict[str, dict[int, facts.UnitKind]] = {
    "2": {},
    "2_5": {5: "cavalry"},
    "ranged_is_2": {2: "ranged", 3: "close", 5: "cavalry"},
}
"""Ruling R02: which Amazon Levels change their type."""
