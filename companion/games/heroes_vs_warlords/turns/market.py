"""Trade (4.3.6): equal Resources for one of another kind, at the rate of the Trade Hall or the Storehouse."""

from __future__ import annotations

from companion.engine.rules import Offer, Refusal, Rule, menu, note, partial, refuse_if, t
from companion.games.heroes_vs_warlords.records import facts, stocks
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, city_name, usable
from companion.games.heroes_vs_warlords.records.state import City, HvWState, Stock
from companion.games.heroes_vs_warlords.turns.conquest import stock_text


def trade_rate(city: City) -> int:
    """How many equal Resources buy one other: 3 with the Trade Hall, 2 with the Storehouse, 0 without (4.3.6)."""
    if usable(city, "storehouse"):
        return 2
    return 3 if usable(city, "trade_hall") else 0


def trade(state: HvWState, city: City) -> Rule[None]:
    """Exchange equal Resources for one of another kind (4.3.6)."""
    deals = [_deal(state, city, give, get) for give in facts.RESOURCES for get in facts.RESOURCES if give != get]
    none = Offer("none", t("No trade"), value=None)
    prompt = t("Which {rate} of a kind for 1 of another?", rate=trade_rate(city))
    yield from menu(city.owner, prompt, [*deals, none], about=f"city:{city.id}", section="4.3.6")


def _deal(state: HvWState, city: City, give: str, get: str) -> Offer:
    """One exchange, greyed when there is too little of what it gives away."""
    rate, purse = trade_rate(city), stocks.funds(state, city)
    given, gained = t(RESOURCE_TITLES[give]), t(RESOURCE_TITLES[get])
    label = t("{rate} {given} for 1 {gained}", rate=rate, given=given, gained=gained)
    exchange = partial(_exchange, state, city, give, get)
    return Offer(f"{give}>{get}", label, exchange, refusal=_too_few(purse, give, rate))


def _exchange(state: HvWState, city: City, give: str, get: str) -> Rule[None]:
    """Pay and get (4.3.6)."""
    rate = trade_rate(city)
    stocks.pay(state, city, {give: rate}, "4.3.6")
    stocks.add(city.stock, get, 1)
    text = t("{rate} {given} traded for 1 {gained}; now {stock}.", rate=rate, given=t(RESOURCE_TITLES[give]),
             gained=t(RESOURCE_TITLES[get]), stock=stock_text(stocks.funds(state, city)))  # fmt: skip
    yield from note(text, section="4.3.6")


def _too_few(purse: Stock, resource: str, rate: int) -> Refusal | None:
    return refuse_if(getattr(purse, resource) < rate, "4.3.6", t("Fewer than {rate} there.", rate=rate))


def trade_offers(state: HvWState, city: City, id: str) -> list[Offer]:
    """The offer to trade in a City with a Trade Hall or Storehouse, refused when no Resource suffices (4.3.6)."""
    rate, purse = trade_rate(city), stocks.funds(state, city)
    if not rate:
        return []
    poor = all(_too_few(purse, name, rate) for name in facts.RESOURCES)
    refusal = refuse_if(poor, "4.3.6", t("Fewer than {rate} of every Resource.", rate=rate))
    label = t("Trade {rate} for 1 ({city})", rate=rate, city=city_name(city))
    return [Offer(id, label, partial(trade, state, city), refusal=refusal)]
