"""Prices and values of units as symbols and numbers, for the pages: the same colours and letters as on the counters."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.core.forms import Chip
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords import facts
from companion.games.heroes_vs_warlords.common import RESOURCE_TITLES
from companion.games.heroes_vs_warlords.state import Stock


def price_chips(price: Mapping[str, int], purse: Stock | None = None) -> tuple[Chip, ...]:
    """What something costs; what the purse holds too little of is marked."""
    return tuple(
        Chip(t(RESOURCE_TITLES[name]), price[name], name, name, lacking=_short(purse, name, price[name]))
        for name in facts.RESOURCES
        if price.get(name)
    )


def _short(purse: Stock | None, name: str, price: int) -> bool:
    return purse is not None and getattr(purse, name) < price


def unit_figures(unit: facts.Unit) -> tuple[Chip, ...]:
    """Attack and Defense of a unit."""
    return (
        Chip(t("Attack"), unit.attack, "red", letter="A"),
        Chip(t("Defense"), unit.defense, "blue", letter="D"),
    )
