"""Where the income of Turn 4 goes (9.2, rulings R19, R122): to one Display, or split freely among several."""

from __future__ import annotations

from companion.engine.core.forms import Counts
from companion.engine.rules import Field, Fields, Offer, Refused, Row, Rule, ask, menu, note, t
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, city_name, ruled
from companion.games.heroes_vs_warlords.records.state import City, HvWState
from companion.games.heroes_vs_warlords.turns.conquest import stock_text

Amounts = dict[str, int]
"""Resource -> number."""


def bank(state: HvWState, seat: str, own: list[City], gold: dict[str, int], found: Amounts) -> Rule[City | None]:
    """Put Gold of the Cities and Resources of the hexes on Displays. Returns the one that took the Resources of the
    hexes.

    Each City keeps its Gold and one Display takes the rest; by ruling R122 a player with several may split everything.
    """
    if not own:
        return None
    display: City | None = own[0]
    if len(own) > 1 and any(found.values()) and ruled(state, "stock") == "per_display":
        display = yield from _ask_where(state, seat, own)
    if display is None:
        yield from _split(seat, own, {**found, "gold": found["gold"] + sum(gold.values())})
        return None
    for city in own:
        city.stock.gold += gold[city.id]
    _add(display, found)
    return display


def _ask_where(state: HvWState, seat: str, own: list[City]) -> Rule[City | None]:
    """The Display that takes it all; None to split it."""
    offers = [Offer(city.id, city_name(city), value=city) for city in own]
    if ruled(state, "income_display") == "split":
        offers.append(Offer("split", t("Split all income")))
    prompt = t("Which Display takes the Resources of your hexes?")
    return (yield from menu(seat, prompt, offers, about="income"))


def _split(seat: str, own: list[City], income: Amounts) -> Rule[None]:
    """Every Display but the last is given its part; the last takes what is left."""
    parts = tuple(Field(city.id, city_name(city), Counts(_rows(income), section="9.2")) for city in own[:-1])
    prompt = t("What goes where? The rest goes to the {city}.", city=city_name(own[-1]))
    given = yield from ask(seat, prompt, Fields(parts), about="income")
    left = dict(income)
    for city in own[:-1]:
        part: Amounts = given[city.id]
        for name, amount in part.items():
            stocks.add(city.stock, name, amount)
            left[name] -= amount
            if left[name] < 0:
                reason = t("There are only {n} {resource}.", n=income[name], resource=t(RESOURCE_TITLES[name]))
                raise Refused("9.2", reason, f"{city.id}.{name}")
    _add(own[-1], left)
    for city in own:
        yield from note(t("{city}: {stock}.", city=city_name(city), stock=stock_text(city.stock)))


def _rows(income: Amounts) -> tuple[Row, ...]:
    return tuple(Row(name, t(RESOURCE_TITLES[name]), income[name]) for name in facts.RESOURCES if income[name])


def _add(city: City, amounts: Amounts) -> None:
    for name, amount in amounts.items():
        stocks.add(city.stock, name, amount)
