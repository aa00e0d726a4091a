"""Prices and values of units as symbols and numbers, for the pages: the same colours and letters as on the counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import structs

from companion.engine.core.forms import Chip, Row
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, level_row, unit_values
from companion.games.heroes_vs_warlords.records.state import HvWState, Stock

CRYSTALS = {int(level): number for level, number in facts.SETUP["crystals_per_unit"].items()}


def price_chips(price: Mapping[str, int], purse: Stock | None = None) -> tuple[Chip, ...]:
    """The price of something; what the purse cannot pay is marked."""
    lacking = () if purse is None else tuple([name for name, n in price.items() if getattr(purse, name) < n])
    return _chips(tuple(price.items()), lacking)


@lru_cache(maxsize=512)
def _chips(price: tuple[tuple[str, int], ...], lacking: tuple[str, ...]) -> tuple[Chip, ...]:
    amounts = dict(price)
    return tuple(
        Chip(t(RESOURCE_TITLES[name]), amounts[name], name, name, lacking=name in lacking)
        for name in facts.RESOURCES
        if amounts.get(name)
    )


def unit_price(level: int) -> dict[str, int]:
    """The price of a unit: Gold, and for the highest Levels Crystal (11.2.1)."""
    return {"gold": level, "crystal": CRYSTALS.get(level, 0)}


def unit_row(state: HvWState, race: str, level: int, most: int, purse: Stock | None = None) -> Row:
    """A row of a form for buying units of a Level: their kind, price and values. What the purse lacks is marked."""
    unit = unit_values(state, race, level)
    row = level_row(level, t("Level {level} ({kind})", level=level, kind=t(unit.type)), most, level)
    return structs.replace(row, price=price_chips(unit_price(level), purse), figures=unit_figures(unit))


def unit_figures(unit: facts.Unit) -> tuple[Chip, ...]:
    """Attack and Defense of a unit."""
    return (
        Chip(t("Attack"), unit.attack, "red", letter="A"),
        Chip(t("Defense"), unit.defense, "blue", letter="D"),
    )
