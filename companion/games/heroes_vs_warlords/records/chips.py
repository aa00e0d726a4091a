"""Prices and values of units as symbols and numbers, for the pages: the same colours and letters as on the counters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.engine.core.forms import Chip
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords.records import facts
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES
from companion.games.heroes_vs_warlords.records.state import Stock


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


def unit_figures(unit: facts.Unit) -> tuple[Chip, ...]:
    """Attack and Defense of a unit."""
    return (
        Chip(t("Attack"), unit.attack, "red", letter="A"),
        Chip(t("Defense"), unit.defense, "blue", letter="D"),
    )
