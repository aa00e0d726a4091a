"""Goods that a player gets at once (9.2, 15.4, 17.2) go to one of that player's Displays (ruling R19)."""

from __future__ import annotations

from companion.engine.core.asking import note
from companion.engine.core.effects import Rule
from companion.engine.core.menu import Offer, menu
from companion.engine.core.text import Text, listed, t
from companion.games.heroes_vs_warlords.records.common import RESOURCE_TITLES, cities_of, city_name, hero_name, ruled
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
    yield from note(_received(hero, _put(display, goods)), about=f"city:{display.id}", section=section)


def _put(display: City, goods: dict[str, int]) -> list[Text]:
    for name, amount in goods.items():
        setattr(display.stock, name, getattr(display.stock, name) + amount)
    return [t("{n} {resource}", n=n, resource=t(RESOURCE_TITLES[name])) for name, n in goods.items()]


def _received(hero: Hero, parts: list[Text]) -> Text:
    return t("{hero} receives {parts}.", hero=hero_name(hero), parts=listed(parts))
