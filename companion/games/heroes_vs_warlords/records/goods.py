"""Goods that a player gets at once (9.2, 15.4, 17.2) go to one of that player's Displays (ruling R19)."""

from __future__ import annotations

from companion.engine.rules import Offer, Rule, Text, menu, note, t
from companion.games.heroes_vs_warlords.records import stocks
from companion.games.heroes_vs_warlords.records.common import cities_of, city_name, hero_name, ruled
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState


def choose_display(state: HvWState, seat: str, section: str, prompt: Text, own: list[City]) -> Rule[City | None]:
    """Ask for one of a player's Displays; only if there are several and each has its own stock (ruling R19)."""
    if len(own) < 2 or ruled(state, "stock") == "pooled":
        return own[0] if own else None
    offers = [Offer(city.id, city_name(city), value=city) for city in own]
    return (yield from menu(seat, prompt, offers, section=section))


def give(state: HvWState, hero: Hero, goods: dict[str, int], section: str) -> Rule[None]:
    """Add Resources to a Display of the player's choice (rulings R19, R97)."""
    if not goods:
        yield from note(t("{hero} owns no Resource hex: nothing is gained.", hero=hero_name(hero)), section=section)
        return
    own = cities_of(state, hero.seat)
    display = yield from choose_display(state, hero.seat, section, t("Which Display gets it?"), own)
    if display is None:
        yield from note(t("There is no Display to put it on."), section=section)
        return
    for name, amount in goods.items():
        stocks.add(display.stock, name, amount)
    text = t("{hero} receives {parts}.", hero=hero_name(hero), parts=stocks.goods_text(goods))
    yield from note(text, about=f"city:{display.id}", section=section)
