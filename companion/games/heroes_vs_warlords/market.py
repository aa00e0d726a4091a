"""Trade (4.3.6): equal Resources for one of another kind, at the rate of the Trade Hall or the Storehouse."""

from __future__ import annotations

from functools import partial

from companion.engine.core.asking import ask, note
from companion.engine.core.effects import Rule
from companion.engine.core.errors import Refusal, Refused
from companion.engine.core.forms import Choose, Field, Fields, Number, Option
from companion.engine.core.menu import Offer
from companion.engine.core.refusals import refuse_if
from companion.engine.core.text import t
from companion.games.heroes_vs_warlords import facts, stocks
from companion.games.heroes_vs_warlords.common import RESOURCE_TITLES, city_name, usable
from companion.games.heroes_vs_warlords.conquest import stock_text
from companion.games.heroes_vs_warlords.state import City, HvWState, Stock


def trade_rate(city: City) -> int:
    """How many equal Resources buy one other: 3 with the Trade Hall, 2 with the Storehouse, 0 without (4.3.6)."""
    if usable(city, "storehouse"):
        return 2
    return 3 if usable(city, "trade_hall") else 0


def trade(state: HvWState, city: City) -> Rule[None]:
    """Exchange equal Resources for one of another kind (4.3.6)."""
    rate, purse = trade_rate(city), stocks.funds(state, city)
    kinds = tuple(Option(name, t(RESOURCE_TITLES[name])) for name in facts.RESOURCES)
    affordable = tuple(Option(one.id, one.label, _too_few(purse, one.id, rate)) for one in kinds)
    form = Fields((
        Field("give", t("Give {rate} each", rate=rate), Choose(affordable)),
        Field("get", t("Get 1 each"), Choose(kinds)),
        Field("times", t("How often"), Number(0, max(getattr(purse, one) for one in facts.RESOURCES) // rate, 1)),
    ))  # fmt: skip
    deal = yield from ask(
        city.owner, t("Trade: {stock}.", stock=stock_text(purse)), form, about=f"city:{city.id}", section="4.3.6"
    )
    give, get, times = deal["give"], deal["get"], deal["times"]
    if not times:
        return
    if give == get:
        raise Refused("4.3.6", t("Trade one kind for another."), "get")
    stocks.pay(state, city, {give: rate * times}, "4.3.6")
    setattr(city.stock, get, getattr(city.stock, get) + times)
    yield from note(t("Traded; now {stock}.", stock=stock_text(stocks.funds(state, city))), section="4.3.6")


def _too_few(purse: Stock, resource: str, rate: int) -> Refusal | None:
    return refuse_if(getattr(purse, resource) < rate, "4.3.6", t("Fewer than {rate} there.", rate=rate))


def trade_offers(state: HvWState, city: City, id: str) -> list[Offer]:
    """The offer to trade in a City with a hall for it, greyed when no Resource suffices (4.3.6)."""
    rate, purse = trade_rate(city), stocks.funds(state, city)
    if not rate:
        return []
    poor = all(_too_few(purse, name, rate) for name in facts.RESOURCES)
    refusal = refuse_if(poor, "4.3.6", t("Fewer than {rate} of every Resource.", rate=rate))
    label = t("Trade {rate} for 1 ({city})", rate=rate, city=city_name(city))
    return [Offer(id, label, partial(trade, state, city), refusal=refusal)]
