"""What a City or Camp offers to Heroes (4.1, 4.3.3, 4.3.4): new Heroes for Gold, the Tavern, the Training Area."""

from __future__ import annotations

from companion.engine.rules import Offer, Refusal, Refused, Rule, confirm, note, partial, t
from companion.games.heroes_vs_warlords.records import stocks
from companion.games.heroes_vs_warlords.records.chips import price_chips
from companion.games.heroes_vs_warlords.records.common import cities_of, city_at, hero_name, ruled, usable
from companion.games.heroes_vs_warlords.records.state import City, Hero, HvWState
from companion.games.heroes_vs_warlords.turns import heroes

# ---- Heroes for Gold


def hero_offer(state: HvWState, seat: str) -> Offer:
    """The offer to buy the absent Hero, refused when there is none or too little Gold (4.1)."""
    _, refusal = heroes.hero_to_buy(state, seat)
    price = heroes.hero_price(state, state.players[seat])
    home = state.cities[f"home:{seat}"]
    if refusal is None and stocks.funds(state, home).gold < price:
        refusal = Refusal("4.1", t("He costs {price} Gold.", price=price))
    told = t("He comes to your capital, without an army.")
    chips = partial(price_chips, {"gold": price}, stocks.funds(state, home))
    return Offer("hero", t("A Hero"), partial(buy_hero, state, seat), refusal=refusal, chips=chips, detail=told)


def buy_hero(state: HvWState, seat: str) -> Rule[None]:
    """Buy the absent Hero, who appears in the capital without an army (4.1, 11.2)."""
    player = state.players[seat]
    hero, refusal = heroes.hero_to_buy(state, seat)
    if hero is None:
        assert refusal is not None
        raise Refused(refusal.section, refusal.reason, "choice", refusal.kind)
    home = state.cities[f"home:{seat}"]
    stocks.pay(state, home, {"gold": heroes.hero_price(state, player)}, "4.1")
    if hero.status == "dead":
        player.purchases += 1
    heroes.arrive(state, hero, home.place)
    yield from note(t("{hero} arrives.", hero=hero_name(hero)), about=f"hero:{hero.id}", section="4.1")


# ---- the Tavern


def tavern_is_wanted(state: HvWState, city: City) -> Rule[bool]:
    """Warn a player who would build a Tavern that brings no Hero. Returns whether it is still wanted (4.1, 4.3.4)."""
    if _guest(state, city) is not None:
        return True
    prompt = t("No second Hero will come: the Tavern brings one only who has never been in play, and only home. Build?")
    return (yield from confirm(city.owner, prompt, t("Build it anyway"), t("Do not build"), section="4.3.4"))


def tavern_hero(state: HvWState, city: City) -> Rule[None]:
    """The Tavern brings an unused second Hero, free and without an army (4.1, 4.3.4)."""
    hero = _guest(state, city)
    if hero is None:
        return
    heroes.arrive(state, hero, state.cities[f"home:{city.owner}"].place)
    yield from note(t("{hero} arrives.", hero=hero_name(hero)), about=f"hero:{hero.id}", section="4.1")


def _guest(state: HvWState, city: City) -> Hero | None:
    """The second Hero, while he is unused and the capital, where he arrives, is in the player's hands."""
    if state.cities[f"home:{city.owner}"].owner != city.owner:
        return None
    return next((one for one in state.players[city.owner].heroes if one.status == "unused"), None)


# ---- training


def train_offers(state: HvWState, hero: Hero, id: str) -> list[Offer]:
    """The offer of the Training Area for a Hero who can still use it, in its City or anywhere; may be empty (4.3.3,
    ruling R22).
    """
    areas = [city for city in cities_of(state, hero.seat) if usable(city, "training_area")]
    there = ruled(state, "training_presence") == "anywhere" or city_at(state, hero.place) in areas
    if not areas or not there or hero.trained or not heroes.can_improve(hero):
        return []
    return [Offer(id, t("{hero} uses the Training Area", hero=hero_name(hero)), partial(train, state, hero))]


def train(state: HvWState, hero: Hero) -> Rule[None]:
    """Raise one ability in the Training Area, once a game for each Hero (4.3.3)."""
    hero.trained = True
    name = yield from heroes.choose_ability(hero, "4.3.3", t("Training Area: which ability do you improve?"))
    yield from heroes.improve(hero, name, "4.3.3")
