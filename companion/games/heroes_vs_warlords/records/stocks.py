"""Resources on Displays (4.3.7): what a City can spend, paying, and the limit of 20 (rulings R19, R20)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import structs

from companion.engine.core.errors import Refused
from companion.engine.core.text import Text, listed, t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, cities_of, ruled
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stock

STOCK_LIMIT: int = facts.SETUP["stock_limit"]


def _purse(state: HvWState, city: City) -> list[City]:
    """The Displays that pay for what is bought in a City, its own first: only that one, or all of its owner."""
    if ruled(state, "stock") == "per_display" or not city.owner:
        return [city]
    return [city, *(one for one in cities_of(state, city.owner) if one.id != city.id)]


def funds(state: HvWState, city: City) -> Stock:
    """What can be spent in a City or Camp (ruling R19)."""
    displays = _purse(state, city)
    if len(displays) == 1:
        return structs.replace(displays[0].stock)
    return Stock(**{name: sum(getattr(one.stock, name) for one in displays) for name in facts.RESOURCES})


def pay(state: HvWState, city: City, price: dict[str, int], section: str) -> None:
    """Pay Resources for something in a City. Raises Refused naming the first that is short."""
    there = funds(state, city)
    for name, amount in price.items():
        if (have := getattr(there, name)) < amount:
            reason = t("{n} {resource} needed, {have} there.", n=amount, resource=t(RESOURCE_TITLES[name]), have=have)
            raise Refused(section, reason, "counts")
    for name, amount in price.items():
        _take(_purse(state, city), name, amount)


def goods_text(goods: dict[str, int]) -> Text:
    """Amounts of Resources in words: `4 Stone, 3 Wood, 4 Gold`."""
    return _goods_text(tuple(goods.items()))


@lru_cache(maxsize=256)
def _goods_text(goods: tuple[tuple[str, int], ...]) -> Text:
    return listed([t("{n} {resource}", n=n, resource=t(RESOURCE_TITLES[name])) for name, n in goods if n])


def _take(displays: list[City], name: str, amount: int) -> None:
    for city in displays:
        taken = min(getattr(city.stock, name), amount)
        add(city.stock, name, -taken)
        amount -= taken


def add(stock: Stock, name: str, amount: int) -> None:
    """Add to one Resource of a stock; a negative amount takes away."""
    setattr(stock, name, getattr(stock, name) + amount)


def cut(state: HvWState) -> Iterator[tuple[City, str, int]]:
    """Remove what exceeds 20, from each Display, or over all of a player's Displays from the fullest (ruling R20).

    Yields what was lost: Display, Resource, number.
    """
    for group in _limited_together(state):
        for name in facts.RESOURCES:
            over = sum(getattr(city.stock, name) for city in group) - STOCK_LIMIT
            for city in sorted(group, key=lambda one: -getattr(one.stock, name)):
                lost = min(over, getattr(city.stock, name))
                if lost > 0:
                    add(city.stock, name, -lost)
                    over -= lost
                    yield city, name, lost


def _limited_together(state: HvWState) -> list[list[City]]:
    if ruled(state, "cap") == "per_display":
        return [[city] for city in state.cities.values() if city.owner]
    return [cities_of(state, seat) for seat in state.seats if cities_of(state, seat)]


def track_markers(stock: int) -> tuple[int, int]:
    """A stock as markers on the Resource Track: (number marker in the 20/+ box, track marker) (4.3.7, ruling R20)."""
    return ((stock - 1) // 10, stock - (stock - 1) // 10 * 10) if stock else (0, 0)
